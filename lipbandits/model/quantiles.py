"""Rewards and other draws from uniforms, by additions, multiplications, divisions and square roots alone.

Logarithms of different libraries, and of different browsers, differ in their last bits. These operations do not, in any
order that is kept, so a uniform gives the same in numpy, compiled, and in a page. `lipbandits.engine.quantiles`
is the compiled twin, a number at a time.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# log 2 in two parts, of which the first has few enough digits for small multiples of it to be exact.
LN2_HIGH, LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
ROOT_HALF = 0.7071067811865476
ODD = tuple(1 / n for n in range(1, 25, 2))
FACTORIALS = tuple(float(1 / np.prod(np.arange(1.0, n + 1))) for n in range(15))
# Half of the distance between two uniforms: in the middle between them none is 0 or 1.
HALF_STEP = 2.0**-54
# The quantile of the normal distribution, Algorithm AS 241 (Wichura 1988), PPND16: three pairs of polynomials of
# degree 7, the constant first.
CENTRAL = (
    (3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946),
    (45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227),
    (1.0, 42.31333070160091, 687.1870074920579, 5394.196021424751),
    (21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854),
)
MIDDLE = (
    (1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045),
    (1.2704582524523684, 0.2417807251774506, 0.022723844989269184, 0.0007745450142783414),
    (1.0, 2.053191626637759, 1.6763848301838038, 0.6897673349851),
    (0.14810397642748008, 0.015198666563616457, 0.0005475938084995345, 1.0507500716444169e-09),
)
FAR = (
    (6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487),
    (0.026532189526576124, 0.0012426609473880784, 2.7115555687434876e-05, 2.0103343992922881e-07),
    (1.0, 0.599832206555888, 0.1369298809227358, 0.014875361290850615),
    (0.0007868691311456133, 1.8463183175100548e-05, 1.421511758316446e-07, 2.0442631033899397e-15),
)
# Of the first test of Marsaglia and Tsang, which mostly spares the second one with its logarithms.
SQUEEZE = 0.0331


def log_of(x: Floats) -> Floats:
    """Logarithms of numbers > 0, to about a unit in the last place."""
    mantissa, exponent = np.frexp(x)
    small = mantissa < ROOT_HALF
    mantissa, exponent = np.where(small, 2 * mantissa, mantissa), exponent - small
    r = (mantissa - 1) / (mantissa + 1)
    square, series = r * r, np.zeros_like(r)
    for coefficient in ODD[:0:-1]:
        series = (series + coefficient) * square
    return exponent * LN2_HIGH + (2 * r + (2 * r * series + exponent * LN2_LOW))


def exp_of_minus(x: Floats) -> Floats:
    """e^−x for 0 ≤ x ≤ 700, to about a unit in the last place."""
    halvings = np.floor(x * (1 / (LN2_HIGH + LN2_LOW)) + 0.5)
    r = (halvings * LN2_HIGH - x) + halvings * LN2_LOW
    value = np.zeros_like(r)
    for coefficient in FACTORIALS[::-1]:
        value = value * r + coefficient
    return np.ldexp(value, -halvings.astype(int))


def normal(u: Floats) -> Floats:
    """The standard normal quantile of the middle between a uniform in [0, 1) and the next."""
    q = (u - 0.5) + HALF_STEP
    tail = np.where(q < 0, u, 1 - u - 2 * HALF_STEP) + HALF_STEP
    r = 0.180625 - q * q
    central = q * (_ratio(CENTRAL, r))
    root = np.sqrt(-log_of(tail))
    near, far = root - 1.6, root - 5
    outside = np.where(
        root <= 5,
        _ratio(MIDDLE, near),
        _ratio(FAR, far),
    )
    return np.where(np.abs(q) <= 0.425, central, np.where(q < 0, -outside, outside))


def exponential(u: Floats) -> Floats:
    """The quantile of waiting times of mean 1, but never 0."""
    return np.maximum(-log_of(1 - u), HALF_STEP)


def poisson(u: Floats, means: Floats) -> Floats:
    """The least count whose probability to be exceeded by no count is above the uniform; means up to 500."""
    u, means = np.broadcast_arrays(u, means)
    count, term = np.zeros(u.shape), exp_of_minus(means)
    total = term.copy()
    # Rounding may keep the sum of all terms below the largest uniforms; no term that still counts is that small.
    while (more := (total <= u) & ((term > 1e-18) | (count < means))).any():
        count = count + more
        term = np.where(more, term * (means / np.maximum(count, 1)), term)
        total = np.where(more, total + term, total)
    return count


def gamma_or_zero(shapes: Floats, u: Floats, v: Floats) -> Floats:
    """A draw from the gamma distribution of a shape ≥ 1 and scale 1, or 0 where two other uniforms are to be tried.

    The method of Marsaglia and Tsang (2000): d (1 + x/√(9d))³ with d = shape − 1/3 and a normal x, accepted or not by
    the second uniform. About one try in twenty fails for the shape 1, and fewer for larger ones.
    """
    d, x, kept = shapes - 1 / 3, normal(u), 1 - v
    root, square = 1 + x / (3 * np.sqrt(d)), x * x
    cube = root * root * root
    accepted = kept < 1 - SQUEEZE * square * square
    unsure = ~accepted & (cube > 0)
    d_of, cube_of = d[unsure], cube[unsure]
    accepted[unsure] = log_of(kept[unsure]) < square[unsure] / 2 + d_of * (1 - cube_of + log_of(cube_of))
    return np.where(accepted, d * cube, 0.0)


def _ratio(pair: tuple[tuple[float, ...], ...], x: Floats) -> Floats:
    """The quotient of two polynomials, given by their coefficients in rows of four."""
    return _polynomial(pair[0] + pair[1], x) / _polynomial(pair[2] + pair[3], x)


def _polynomial(coefficients: tuple[float, ...], x: Floats) -> Floats:
    value = np.zeros_like(x)
    for coefficient in coefficients[::-1]:
        value = value * x + coefficient
    return value
