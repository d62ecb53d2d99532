"""Checks of the exercises of the model chapter."""

from numba import njit

from lipbandits.engine.answers.saying import compare, even_arms, is_best, refuse_means, refuse_slope, say


@njit(cache=True)
def model_1(answer, out):
    """The steepest pair is that of arms 1 and 2: 0.1 over 0.1."""
    compare(answer[0], 1.0, out)


@njit(cache=True)
def model_2(answer, out):
    """200 plays of each of three arms, with gaps 0.4, 0 and 0.1."""
    compare(answer[0], 200 * (0.4 + 0.1), out)


@njit(cache=True)
def model_3(answer, out):
    """Nine means that fit L = 1, two of them best and not neighbours."""
    theta, arms = answer[:9], even_arms(9)
    if refuse_means(theta, out, 3) or refuse_slope(theta, arms, 1.0, out, 4):
        return
    best, last, between = 0, 0, 0
    for k in range(9):
        if is_best(theta, k):
            best, last, between = best + 1, k, k - last - 1
    if best != 2:
        say(out, 1, best)
    elif between == 0:
        say(out, 2)


@njit(cache=True)
def model_4(answer, out):
    """The first and the last mean differ by 0.3, a quarter of the circle apart."""
    compare(answer[0], 0.3 / 0.25, out)


@njit(cache=True)
def model_5(answer, out):
    """The difference of the tight pair is too large as often as too small."""
    compare(answer[0], 0.5, out, 5e-3)
