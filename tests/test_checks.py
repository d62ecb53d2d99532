"""Whatever is given in place of a number, the error names the argument."""

import numpy as np
import pytest

import lipbandits as lb

GEOMETRY = lb.Geometry([0, 0.5, 1], 1)
CALLS = {
    "theta": lambda bad: lb.LipschitzBandit(bad),
    "arms": lambda bad: lb.LipschitzBandit([0.1, 0.2], arms=bad),
    "lipschitz": lambda bad: lb.Geometry([0, 1], bad),
    "distances": lambda bad: lb.Geometry.from_distances(bad, 1),
    "slope": lambda bad: lb.triangle(5, slope=bad),
    "peak": lambda bad: lb.triangle(5, peak=bad),
    "top": lambda bad: lb.plateau(5, top=bad),
    "floor": lambda bad: lb.quadratic(5, floor=bad),
    "curvature": lambda bad: lb.quadratic(5, curvature=bad),
    "left": lambda bad: lb.plateau(5, left=bad),
    "low": lambda bad: lb.random_bandit(5, low=bad),
    "seed": lambda bad: lb.random_bandit(5, seed=bad),
    "level": lambda bad: lb.kl_ucb_indexes([1], [1], bad),
    "plays": lambda bad: lb.kl_ucb_indexes(bad, [1], 1.0),
    "sums": lambda bad: lb.kl_ucb_indexes([1], bad, 1.0),
    "geometry": lambda bad: lb.lipschitz_indexes([1], [1], bad, 1.0),
    "n": lambda bad: lb.exploration_level(bad, 3),
    "k": lambda bad: lb.confusing_parameter(lb.triangle(5), bad),
    "x": lambda bad: lb.kl(bad, 0.5),
    "epsilon": lambda bad: lb.OSLB(bad),
    "gamma": lambda bad: lb.OSSB(gamma=bad),
    "horizon": lambda bad: lb.simulate(lb.triangle(3), [lb.UCB()], bad),
}
BAD = ["a", None, [[1, 2], [3]], 1j, {1}, np.nan, -1, 10**400, True, object()]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: str(bad)[:12])
@pytest.mark.parametrize("name", CALLS)
def test_bad_arguments_are_named(name, bad):
    # Some are fine for some arguments.
    fine = [("arms", None), ("peak", None), ("peak", -1), ("top", -1), ("left", -1), ("floor", -1), ("seed", 10**400)]
    if (name, bad) in fine:
        return
    with pytest.raises((ValueError, TypeError), match=rf"^({name}|theta|plays, sums): "):
        CALLS[name](bad)


@pytest.mark.parametrize(
    "call",
    [
        lambda long: lb.LipschitzBandit(long),
        lambda long: lb.Geometry(long, 1.0),
        lambda long: lb.Geometry([0, 1], long),
        lambda long: lb.simulate(lb.triangle(3), [lb.UCB()], long),
        lambda long: lb.simulate(lb.triangle(3), long, 10),
        lambda long: lb.replay(lb.triangle(3), lb.UCB(), long),
        lambda long: lb.ContinuousBandit(long, 1.0),
        lambda long: lb.CKLUCB(kind=long),
        lambda long: lb.kl(long, 0.5),
        lambda long: lb.simulate(long, [lb.UCB()], 10),
        lambda long: lb.simulate(lb.triangle(3), [lb.UCB()], 10, n_jobs=long),
    ],
)
@pytest.mark.parametrize("long", [["a"] * 100_000, [[1.0] * 30_000, [2.0]]], ids=["strings", "ragged"])
def test_a_message_does_not_show_a_hundred_thousand_entries(call, long):
    with pytest.raises((ValueError, TypeError)) as caught:
        call(long)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("number", [2, 2.0, np.int64(2), np.float32(2), np.array(2.0)])
def test_numbers_of_all_kinds_are_taken(number):
    assert lb.Geometry([0, 1], number).lipschitz == 2.0
    assert lb.LipschitzBandit(np.array([0, 1], dtype=np.float32)).theta.dtype == float
