"""Rewards from uniforms, by additions, multiplications, divisions and square roots alone.

Logarithms of different libraries, and of different browsers, differ in their last bits. These operations do not, in any
order that is kept, so a uniform gives the same reward in numpy, compiled, and in a page. `lipbandits.engine.quantiles`
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
# The quantile of the normal distribution, Algorithm AS 241 (Wichura 1988), PPND16: three pairs of polynomials.
CENTRAL, MIDDLE, FAR = (
    (
        (
            *(3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4),
            *(4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3),
        ),
        (
            *(1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3),
            *(2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3),
        ),
    ),
    (
        (
            *(1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0),
            *(
                1.27045825245236838258e0,
                2.41780725177450611770e-1,
                2.27238449892691845833e-2,
                7.74545014278341407640e-4,
            ),
        ),
        (
            *(1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1),
            *(
                1.48103976427480074590e-1,
                1.51986665636164571966e-2,
                5.47593808499534494600e-4,
                1.05075007164441684324e-9,
            ),
        ),
    ),
    (
        (
            *(6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1),
            *(
                2.65321895265761230930e-2,
                1.24266094738807843860e-3,
                2.71155556874348757815e-5,
                2.01033439929228813265e-7,
            ),
        ),
        (
            *(1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2),
            *(
                7.86869131145613259100e-4,
                1.84631831751005468180e-5,
                1.42151175831644588870e-7,
                2.04426310338993978564e-15,
            ),
        ),
    ),
)


def log_of(x: Floats) -> Floats:
    """Logarithms of numbers in (0, 1], to about a unit in the last place."""
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
    central = q * (_polynomial(CENTRAL[0], r) / _polynomial(CENTRAL[1], r))
    root = np.sqrt(-log_of(tail))
    near, far = root - 1.6, root - 5
    outside = np.where(
        root <= 5,
        _polynomial(MIDDLE[0], near) / _polynomial(MIDDLE[1], near),
        _polynomial(FAR[0], far) / _polynomial(FAR[1], far),
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


def _polynomial(coefficients: tuple[float, ...], x: Floats) -> Floats:
    value = np.zeros_like(x)
    for coefficient in coefficients[::-1]:
        value = value * x + coefficient
    return value
