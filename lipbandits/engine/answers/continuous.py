"""Checks of the exercises of the chapter on continuous arms."""

from numba import njit

from lipbandits.engine.answers.saying import compare, say
from lipbandits.engine.zooming import radius


@njit(cache=True)
def continuous_1(answer, out):
    """T times the slope times half a step of 50 arms."""
    compare(answer[0], 25_000 * 0.5 * 0.5 / 50, out)


@njit(cache=True)
def ball_reaches(plays):
    """Whether the radius of plain Zooming in phase 14, over L = 1/2, is 1 or more."""
    return radius(plays, 2**14, 14, False) >= 0.5


@njit(cache=True)
def continuous_2(answer, out):
    """The first number of plays after which it is not."""
    if ball_reaches(answer[0]):
        say(out, 1)
    elif not ball_reaches(answer[0] - 1):
        say(out, 2)


@njit(cache=True)
def continuous_3(answer, out):
    """d = 1 − 1/3."""
    if abs(answer[0] - 1 / 3) < 5e-3:
        say(out, 3)
    else:
        compare(answer[0], 2 / 3, out, 5e-3)


@njit(cache=True)
def continuous_4(answer, out):
    """The derivative of x D(x) is D(x) + x D′(x), from −2 to 1."""
    compare(answer[0], 2.0, out)


@njit(cache=True)
def continuous_5(answer, out):
    """The centres of the halves of [0, 1]."""
    if abs(answer[0] - 0.5) < 1e-9:
        say(out, 1)
    elif min(abs(answer[0] - 0.25), abs(answer[0] - 0.75)) >= 1e-9:
        say(out, 2)
