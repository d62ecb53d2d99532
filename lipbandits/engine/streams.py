"""Random numbers by their place: Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011), which keeps no state.

What is drawn depends on its key and its place alone, so a page and Python draw the same. The counter's words are
(s // 2, row, run, purpose); the four words of its output are the uniforms of s and s + 1 for an even s.
"""

import numpy as np
from numba import njit

from lipbandits.engine.families import BERNOULLI
from lipbandits.engine.quantiles import reward_at

# Purposes: what the plays of an arm pay, row k that of arm k; what a policy draws for itself, row 0; which runs are
# drawn from others, row m for the m-th time; and the contexts of rounds, row 0.
REWARDS, CHOICES, RESAMPLES, CONTEXTS = 0, 1, 2, 3

# All of it in unsigned numbers of 64 bits: beside a signed one, numba makes floats of them.
_MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_LOW, _WORD = np.uint64(0xFFFFFFFF), np.uint64(32)
_FIVE, _SIX, _TWENTY_SIX = np.uint64(5), np.uint64(6), np.uint64(26)


@njit(cache=True)
def philox(c0, c1, c2, c3, key):
    """Four words of 32 bits for a counter of four and a key of two, the low one first; all of them as uint64."""
    k0, k1 = key & _LOW, key >> _WORD
    for _ in range(10):
        one, other = _MULTIPLIERS[0] * c0, _MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (other >> _WORD) ^ c1 ^ k0, other & _LOW, (one >> _WORD) ^ c3 ^ k1, one & _LOW
        k0, k1 = (k0 + _WEYL[0]) & _LOW, (k1 + _WEYL[1]) & _LOW
    return c0, c1, c2, c3


@njit(cache=True)
def pair(key, run, purpose, row, j):
    """The uniforms in [0, 1) of places 2j and 2j + 1; the key is an np.uint64, all else whole numbers of any type."""
    words = np.uint64(j) & _LOW, np.uint64(row) & _LOW, np.uint64(run) & _LOW, np.uint64(purpose) & _LOW
    w0, w1, w2, w3 = philox(words[0], words[1], words[2], words[3], np.uint64(key))
    even = float(((w0 >> _FIVE) << _TWENTY_SIX) + (w1 >> _SIX)) * 2.0**-53
    odd = float(((w2 >> _FIVE) << _TWENTY_SIX) + (w3 >> _SIX)) * 2.0**-53
    return even, odd


@njit(cache=True)
def uniform(key, run, purpose, row, s):
    """The uniform in [0, 1) of place s, from 0 to 2³³ − 1."""
    even, odd = pair(key, run, purpose, row, s // 2)
    return even if s % 2 == 0 else odd


@njit(cache=True)
def fill_rewards(family, buffer_row, key, run, arm, first, theta):
    """What plays first, first + 1, …, counted from 0, of an arm of mean theta pay; a coin 1 below theta."""
    even, odd = pair(key, run, REWARDS, arm, first // 2)
    for m in range(len(buffer_row)):
        s = first + m
        if m > 0 and s % 2 == 0:
            even, odd = pair(key, run, REWARDS, arm, s // 2)
        u = even if s % 2 == 0 else odd
        if family[0] == BERNOULLI:
            # What `reward_at` says, without a float on the way to a byte.
            buffer_row[m] = 1 if u < theta else 0
        else:
            buffer_row[m] = reward_at(family, u, theta)


@njit(cache=True)
def fill_choices(block, key, run, first):
    """The uniforms of places first, first + 1, … of what a policy draws for itself."""
    even, odd = pair(key, run, CHOICES, 0, first // 2)
    for m in range(len(block)):
        if m > 0 and (first + m) % 2 == 0:
            even, odd = pair(key, run, CHOICES, 0, (first + m) // 2)
        block[m] = even if (first + m) % 2 == 0 else odd


@njit(cache=True)
def uniform_arm(key, run, n, n_arms):
    """The arm, one of so many, that uniform play takes in round n, from 1."""
    return int(uniform(key, run, CHOICES, 0, n - 1) * n_arms)
