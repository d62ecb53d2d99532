"""Checks of the exercises of the page on other rewards than coins."""

from numba import njit

from lipbandits.engine.answers.saying import compare, say
from lipbandits.engine.core import kl_ucb_index
from lipbandits.engine.families import EXPONENTIAL, GAUSSIAN, POISSON, divergence

# Only Gaussian rewards have a second number.
NONE = 1.0


@njit(cache=True)
def families_1(answer, out):
    """Ten coins say ten times as much as one, against any mean."""
    if abs(answer[0] * 10 - 1) < 1e-6:
        say(out, 1)
    elif abs(answer[0] - 1) < 1e-6:
        say(out, 2)
    elif abs(answer[0] - 10) > 1e-6:
        say(out, 3)


@njit(cache=True)
def families_2(answer, out):
    """Lai and Robbins' constant of two Gaussian arms, 0.7 and 0.8, with sd = 1/2."""
    information = divergence((GAUSSIAN, 0.5), 0.7, 0.8)
    for message, wrong in ((1, 1 / information), (2, information)):
        if abs(answer[0] - wrong) < 1e-6 * max(1.0, wrong):
            return say(out, message)
    if abs(answer[0] - 0.1 / information) > 1e-6:
        say(out, 3)


@njit(cache=True)
def families_3(answer, out):
    """What becomes of C(θ) of Poisson rewards when all means, and L, are doubled: of each term, so of all."""
    poisson = (POISSON, NONE)
    factor = (1.2 / divergence(poisson, 1.0, 2.2)) / (0.6 / divergence(poisson, 0.5, 1.1))
    if abs(answer[0] - 2) < 1e-6:
        say(out, 1)
    elif abs(answer[0] - 0.5) < 1e-6:
        say(out, 2)
    elif abs(answer[0] - factor) > 1e-6:
        say(out, 3)


@njit(cache=True)
def families_4(answer, out):
    """KL-UCB's index after one exponential reward of 2 at level 4.6."""
    compare(answer[0], kl_ucb_index((EXPONENTIAL, NONE), 1, 2.0, 4.6), out, 5e-3)
    if abs(answer[0] - kl_ucb_index((GAUSSIAN, 2.0), 1, 2.0, 4.6)) < 5e-3 * answer[0]:
        say(out, 3)
