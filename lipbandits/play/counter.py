"""The runs of the book's pages in Python: every random number by its place, as `lipbandits.engine.streams` draws it.

Here in numpy, a stock at a time, so that it needs no numba; a test compares the two.
"""

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lipbandits.model.payoffs import COINS, Payoffs
from lipbandits.play.rewards import Stock, Uniforms, contexts_at
from lipbandits.policies import ThompsonSampling, Uniform

# What is drawn does not depend on it: a stock is as long as it takes for numpy's own time to count for little.
_STOCK = 1024
# The last word of a place: rewards, whose row is the arm, 0 for points; what policies draw, or contexts, in row 0.
REWARDS, CHOICES, CONTEXTS = 0, 1, 3


def key_of(root: np.random.SeedSequence) -> int:
    """The key, of 64 bits, of all runs of a seed; see `simulate`.

    Parameters
    ----------
    root : SeedSequence
        What ``checks.seed_sequence`` makes of the seed.

    Returns
    -------
    int
        From 0 to 2**64 − 1.
    """
    if isinstance(root.entropy, int | np.integer) and root.entropy < 2**64 and not root.spawn_key:
        return int(root.entropy)
    # By what it was made from alone, as `simulate` does.
    return int(np.random.SeedSequence(root.entropy, spawn_key=root.spawn_key).generate_state(1, np.uint64)[0])


def uniforms(key: int, run: int, purpose: int, row: int, places: range) -> NDArray[np.float64]:
    """The uniforms in [0, 1) of some places of a row, by Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011).

    Parameters
    ----------
    key : int
        Of 64 bits.
    run, purpose, row : int
        Words of the counter, 32 bits each.
    places : range
        With step 1, from 0 to 2**33 − 1.

    Returns
    -------
    (B,) ndarray
        One a place.
    """
    first, mask, word = places.start // 2, np.uint64(2**32 - 1), np.uint64(32)
    c0 = np.arange(first, (places.stop + 1) // 2, dtype=np.uint64)
    c1, c2, c3 = (np.full(len(c0), each, dtype=np.uint64) for each in (row, run, purpose))
    for bumped in range(10):
        k0, k1 = ((part + bumped * weyl) % 2**32 for part, weyl in ((key, 0x9E3779B9), (key >> 32, 0xBB67AE85)))
        one, other = c0 * np.uint64(0xD2511F53), c2 * np.uint64(0xCD9E8D57)
        c0, c1 = other >> word ^ c1 ^ np.uint64(k0), other & mask
        c2, c3 = one >> word ^ c3 ^ np.uint64(k1), one & mask
    high, low = np.stack((c0, c2), axis=1).ravel(), np.stack((c1, c3), axis=1).ravel()
    both = ((high >> np.uint64(5)) << np.uint64(26)) + (low >> np.uint64(6))
    return both[places.start - 2 * first :][: len(places)] * 2.0**-53


def contexts_of(distribution: NDArray[np.float64], horizon: int, key: int, run: int) -> NDArray[np.int32]:
    """The contexts of a run: in round n the first whose probabilities add up to more than uniform n − 1 of their row.

    Parameters
    ----------
    distribution : (J,) ndarray
        Probabilities.
    horizon : int
        T, the number of rounds.
    key : int
        Of all runs.
    run : int
        The number of this one, from 0.

    Returns
    -------
    (T,) ndarray of int32
        A context for each round.
    """
    return contexts_at(distribution, uniforms(key, run, CONTEXTS, 0, range(horizon)))


class CounterRewards(Stock):
    """The rewards of one run by their places: play s of arm k, from 0, pays 1 if uniform s of row k is below θ_k.

    Parameters
    ----------
    theta : (K,) ndarray
        Means; with contexts, those of all pairs.
    key : int
        Of all runs.
    run : int
        The number of this one, from 0.
    payoffs : Payoffs, default coins
        What plays pay; where they are no coins it is what ``Payoffs.of_row`` makes of that uniform.
    """

    def __init__(self, theta: NDArray[np.float64], key: int, run: int, payoffs: Payoffs = COINS) -> None:
        self.theta, self.key, self.run, self.payoffs = theta, key, run, payoffs
        self.buffer = np.zeros((len(theta), _STOCK), dtype=payoffs.kept_as)
        self.used = np.full(len(theta), _STOCK)
        self.drawn = [0] * len(theta)

    def refill(self, arm: int) -> None:
        first = self.drawn[arm]
        self.drawn[arm] += self.buffer.shape[1]
        drawn = uniforms(self.key, self.run, REWARDS, arm, range(first, self.drawn[arm]))
        self.buffer[arm] = self.payoffs.of_row(arm, self.theta[arm], drawn)
        self.used[arm] = 0

    def generator_of(self, policy: Any, rng: np.random.Generator) -> np.random.Generator:
        # Of these classes alone it is known that all they draw is uniforms; a subclass may ask for anything.
        return _Choices(self.key, self.run) if type(policy) in (Uniform, ThompsonSampling) else rng


def of_rounds(key: int, run: int) -> Uniforms:
    """One uniform a round, for points of [0, 1]: that of round n is uniform n − 1 of row 0 of the rewards.

    Parameters
    ----------
    key : int
        Of all runs.
    run : int
        The number of this one, from 0.

    Returns
    -------
    Uniforms
        Without end.
    """
    firsts = itertools.count(0, _STOCK)
    return Uniforms(uniforms(key, run, REWARDS, 0, range(first, first + _STOCK)) for first in firsts)


class _Choices(np.random.Generator):
    """What `Uniform` and `ThompsonSampling` draw from: the uniforms of their row, one after the other.

    In round n the first plays the arm ⌊u K⌋ with uniform n − 1.
    """

    def __init__(self, key: int, run: int) -> None:
        super().__init__(np.random.PCG64(0))
        self.key, self.run, self.drawn = key, run, 0

    def random(self, size: int | tuple[int, ...] | None = None) -> Any:  # type: ignore[override]
        places = range(self.drawn, self.drawn + (1 if size is None else int(np.prod(size))))
        self.drawn = places.stop
        if places.stop > 2**33:
            raise ValueError("stream: 'counter' for a run that draws more than 2**33 uniforms; expected 'numpy'")
        found = uniforms(self.key, self.run, CHOICES, 0, places)
        return float(found[0]) if size is None else found.reshape(size)

    def integers(self, high: int, size: int | tuple[int, ...] | None = None) -> Any:  # type: ignore[override]
        arms = (self.random(1 if size is None else size) * high).astype(int)
        return arms[0] if size is None else arms
