"""Inputs that are no mistake of arithmetic but of kind: each is taken for what it is, or refused by its name."""

import io
import re
from decimal import Decimal
from fractions import Fraction
from math import comb, exp

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import lipbandits as lb
from lipbandits import checks, plots
from lipbandits.exercises import verdict
from lipbandits.model import spaces
from lipbandits.policies.policy import ContinuousPolicy
from lipbandits.study import cli, data, recipes, results, statistics, tables
from lipbandits.theory import concentration as c
from lipbandits.theory import indexes

ARMS, POINTS = lb.triangle(5), lb.paper_triangle()
CONTEXTS = lb.ContextualBandit([[0.2, 0.6, 0.5], [0.3, 0.5, 0.4]])
SPACE = lb.triangle(spaces.circle(4), peak=1)
GEOMETRY, PAIRS = ARMS.geometry, CONTEXTS.geometry
masked = np.ma.masked_array


class Mine:
    """A reader's policy, which always plays the same."""

    def __init__(self, choice=0):
        self.choice = choice

    def reset(self, geometry, rng):
        pass

    def select(self, n):
        return self.choice

    def update(self, arm, reward):
        pass

    def __repr__(self):
        return "Mine"


class Shown(Mine):
    def select(self, n, context):
        return self.choice


class NoUpdate:
    reset, select = Mine.reset, Mine.select
    choice = 0


class Series:
    """As of pandas, with an index out of order: its values are taken in the order of its rows, as numpy does."""

    def __init__(self, values):
        self.values, self.index = values, [2, 0, 1]

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, label):
        return self.values[self.index.index(label)]


class WrongLength:
    def __len__(self):
        return 3

    def __getitem__(self, place):
        raise RuntimeError("nothing there")


class NoRepr:
    def __repr__(self):
        raise RuntimeError("no repr")


class Half:
    def __float__(self):
        return 0.5


class Three:
    def __index__(self):
        return 3


def reset(policy, geometry=GEOMETRY, rng=None):
    on_points = isinstance(policy, ContinuousPolicy) and geometry is GEOMETRY
    policy.reset(lb.Interval(1.0) if on_points else geometry, rng)
    return policy


def selected(policy):
    reset(policy).select(1)
    return policy


def regret(runs=4, horizon=60, n_arms=5, plays=True):
    rounds = np.arange(1, horizon + 1)
    grown = np.arange(1, runs + 1)[:, None] * 0.1 * rounds
    return lb.Regret(rounds, grown, np.full((runs, n_arms), horizon // n_arms) if plays else None)


RESULTS = {"KLUCB": regret(), "CKLUCB": regret()}


def axes():
    return Figure().add_subplot()


# Numbers.
NUMBERS = {
    "lipschitz": lambda value: lb.Geometry([0, 1], value).lipschitz,
    "slope": lambda value: lb.triangle(5, slope=value).lipschitz,
    "level": lambda value: 0.5 if lb.kl_ucb_indexes([2], [1], value) == lb.kl_ucb_indexes([2], [1], 0.5) else None,
    "nu1": lambda value: lb.HOO(value, 0.5).nu1,
    "epsilon": lambda value: lb.OSLB(value).epsilon,
    "gamma": lambda value: lb.OSSB(gamma=value).gamma,
    "x": lambda value: float(lb.kl(value, 0.5) == 0) / 2,
    "y": lambda value: float(lb.kl_plus(0.5, value) == 0) / 2,
    "points": lambda value: 0.5 if POINTS.mean(value) == 0.8 else None,
    "offset": lambda value: lb.even_grid(1, value)[0],
    "context_weight": lambda value: lb.PairGeometry([0, 1], [0, 1], 1, value).context_weight,
    "best": lambda value: lb.ContinuousBandit(lambda x: 0.8 - 0.5 * abs(x - 0.5), 0.5, best=value).best,
    "q": lambda value: 0.5 if RESULTS["KLUCB"].quantile(value)[0] == 0.25 else None,
    "peak": lambda value: lb.triangle(5, peak=value).arms[lb.triangle(5, peak=value).best],
    "chance": lambda value: 0.5 if c.level_for(c.bound, 2, 10, value) == c.level_for(c.bound, 2, 10, 0.5) else None,
}
NO_NUMBERS = {
    "a string": "0.5",
    "bytes": b"0.5",
    "a string in an array": np.array("0.5"),
    "a bool": True,
    "a numpy bool": np.bool_(True),
    "a bool in an array": np.array(True),
    "complex": 0.5 + 0j,
    "numpy's complex": np.complex128(0.5 + 1j),
    "numpy's complex without imaginary part": np.complex128(0.5),
    "complex in an array": np.array(0.5 + 1j),
    "masked": np.ma.masked,
    "masked in an array": masked(0.5, True),
    "a time": np.timedelta64(1, "s"),
    "a date": np.datetime64("2020-01-01"),
    "a set": {0.5},
    "a dict": {"a": 0.5},
    "a generator": (value for value in [0.5]),
    "an object": object(),
    "dots": ...,
    "too large": 10**400,
    "an object without repr": NoRepr(),
}
SOME_NUMBERS = {
    "numpy's": np.float64(0.5),
    "short": np.float16(0.5),
    "long": np.longdouble(0.5),
    "no dimension": np.array(0.5),
    "a Fraction": Fraction(1, 2),
    "a Decimal": Decimal("0.5"),
    "a Fraction in an array": np.array(Fraction(1, 2), dtype=object),
    "not masked": masked(0.5),
}


def refused(call, values, message, errors=TypeError):
    """Each of the values is refused with this message; what is not, by kind."""
    passed = {}
    for kind, value in values.items():
        try:
            passed[kind] = call(value)
        except errors as error:
            if not re.search(message, str(error)):
                passed[kind] = error
    return passed == {}, passed


@pytest.mark.parametrize("name", NUMBERS)
def test_what_is_no_number_is_not_made_one(name):
    holds, passed = refused(NUMBERS[name], NO_NUMBERS, rf"^{name}: .*expected ", (TypeError, ValueError))
    assert holds, passed


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_of_any_type_is_that_number(name):
    found = {kind: NUMBERS[name](value) for kind, value in SOME_NUMBERS.items()}
    assert found == dict.fromkeys(SOME_NUMBERS, 0.5)


def test_numbers_at_the_ends_are_taken_as_they_are():
    assert str(lb.Geometry([0, 1], -0.0).lipschitz) == "0.0"
    assert lb.Geometry([0, 1], Half()).lipschitz == 0.5
    assert lb.Geometry([0, 1], 5e-324).lipschitz == 5e-324
    assert lb.kl_plus(0.5, [-np.inf, np.inf]).tolist() == [0, np.inf]
    for value in (np.nan, np.inf, -np.inf, -1):
        with pytest.raises(ValueError, match=rf"^lipschitz: {float(value)}; expected a finite number ≥ 0"):
            lb.Geometry([0, 1], value)


# Counts.
COUNTS = {
    "horizon": lambda value: lb.simulate(ARMS, [Mine()], value, runs=1)["Mine"].rounds[-1],
    "runs": lambda value: len(lb.simulate(ARMS, [Mine()], 3, runs=value)["Mine"].regret),
    "n": lambda value: lb.exploration_level(value, 3) == np.log(3) and 3,
    "n_arms": lambda value: len(lb.even_grid(value)),
    "arms": lambda value: lb.triangle(value).n_arms,
    "k": lambda value: 3 if lb.confusing_parameter(ARMS, value)[3] == 0.8 else None,
    "candidates": lambda value: lb.Zooming(1.0, candidates=value).candidates,
    "records": lambda value: len(RESULTS["KLUCB"].thinned(value).rounds),
    "arm": lambda value: 3 if reset(lb.UCB()).update(value, 1) is None else None,
    "seed": lambda value: lb.random_bandit(2, seed=value).theta[0] == lb.random_bandit(2, seed=3).theta[0] and 3,
    "n_jobs": lambda value: lb.simulate(ARMS, [Mine()], 3, runs=1, n_jobs=value) and 3,
    "cells": lambda value: c.tail_bracket([0.5], [2], 1.0, cells=value) and 3,
    "row": lambda value: PAIRS.pair(value) == (1, 0) and 3,
}
NO_COUNTS = {
    "a string": "3",
    "a bool": True,
    "a numpy bool": np.bool_(True),
    "a bool in an array": np.array(True),
    "None": None,
    "a fraction": 3.5,
    "complex": 3 + 0j,
    "not a number": np.nan,
    "infinite": np.inf,
    "masked": masked(3, True),
    "an object": object(),
}
WHOLE_BUT_NO_INT = {
    "a float": 3.0,
    "numpy's float": np.float64(3),
    "a float in an array": np.array(3.0),
    "a Fraction": Fraction(3),
    "a Decimal": Decimal(3),
}


@pytest.mark.parametrize("name", COUNTS)
def test_what_is_no_count_is_not_made_one(name):
    # A word for n_jobs is a ValueError.
    errors = (TypeError, ValueError) if name == "n_jobs" else TypeError
    holds, passed = refused(COUNTS[name], NO_COUNTS, rf"^{name}: .*expected a whole number", errors)
    assert holds, passed


@pytest.mark.parametrize("name", COUNTS)
def test_a_whole_float_is_told_how_to_be_an_int(name):
    message = rf"^{name}: .*expected a whole number .*as an int, such as int\(3(\.0)?\)$"
    # Horizons are written as 1e5.
    floats = {key for key, value in WHOLE_BUT_NO_INT.items() if name == "horizon" and isinstance(value, float)}
    values = {key: value for key, value in WHOLE_BUT_NO_INT.items() if key not in floats}
    holds, passed = refused(COUNTS[name], values, message)
    assert holds, passed
    assert [COUNTS[name](WHOLE_BUT_NO_INT[key]) for key in floats] == [3] * len(floats)


@pytest.mark.parametrize("name", COUNTS)
def test_an_int_of_any_type_is_that_count(name):
    assert [COUNTS[name](value) for value in (3, np.int8(3), np.uint64(3), np.array(3), Three())] == [3] * 5


# Arrays.
ARRAYS = {
    "theta": lambda value: lb.LipschitzBandit(value).theta,
    "x": lambda value: lb.kl_plus(value, np.nextafter(1, 0)) * 0 + np.asarray(value, dtype=float),
    "arms": lambda value: lb.Geometry(value, 1).arms,
    "sums": lambda value: lb.kl_ucb_indexes([1, 1, 1], value, 0.0),
    "values": lambda value: statistics.mean(value) and np.asarray(value, dtype=float),
    "distribution": lambda value: lb.ContextualBandit([[0.5], [0.5], [0.5]], distribution=value).distribution,
    "tilts": lambda value: (
        c.log_martingale([0.5] * 3, value, [0] * 3, [0] * 3) is not None and np.asarray(value, dtype=float)
    ),
    "rewards": lambda value: lb.replay(POINTS, Mine(0.5), value) is not None and np.asarray(value, dtype=float),
    "points": lambda value: (POINTS.mean(value) is not None) and np.asarray(value, dtype=float),
    "mean": lambda value: (c.best_tilt(value, 0.9) is not None) and np.asarray(value, dtype=float),
    "floors": lambda value: plots.regret_on_points(axes(), RESULTS, value) is None and np.asarray(value, dtype=float),
    "q": lambda value: (RESULTS["KLUCB"].quantile(value) is not None) and np.asarray(value, dtype=float),
}
GOOD = [0.2, 0.3, 0.5]
NO_ARRAYS = {
    "a masked entry": masked(GOOD, [0, 1, 0]),
    "a mask over nan": np.ma.masked_invalid([0.2, np.nan, 0.5]),
    "a mask in a list": [0.2, np.ma.masked, 0.5],
    "complex without imaginary part": np.array(GOOD) + 0j,
    "complex": [0.2, 0.3 + 1j, 0.5],
    "strings": ["0.2", "0.3", "0.5"],
    "one string": [0.2, "0.3", 0.5],
    "a string": "0.2",
    "bytes": b"023",
    "bools": [True, False, True],
    "one bool": [0.2, 0.3, False],
    "one numpy bool": [0.2, 0.3, np.False_],
    "an array of bools": np.array([True, False, True]),
    "a bool among objects": np.array([0.2, 0.3, False], dtype=object),
    "None among objects": [0.2, None, 0.5],
    "a generator": (value for value in GOOD),
    "an iterator": iter(GOOD),
    "a map": map(float, GOOD),
    "a set": set(GOOD),
    "a dict": dict(enumerate(GOOD)),
    "values of a dict": dict(enumerate(GOOD)).values(),
    "ragged": [[0.2], [0.3, 0.5]],
    "dates": np.array([1, 2, 3], "M8[s]"),
    "times": np.array([0, 1, 0], "m8[s]"),
    "a structure": np.array([(0.2,), (0.3,)], dtype=[("a", float)]),
    "nothing that its length says": WrongLength(),
    "too large": [0.2, 10**400, 0.5],
    "an object": object(),
}
SOME_ARRAYS = {
    "a tuple": tuple(GOOD),
    "Fractions": [Fraction(1, 5), Fraction(3, 10), Fraction(1, 2)],
    "Decimals": [Decimal("0.2"), Decimal("0.3"), Decimal("0.5")],
    "objects": np.array(GOOD, dtype=object),
    "not masked": masked(GOOD),
    "a series": Series(GOOD),
    "a memoryview": memoryview(np.array(GOOD)),
    "arrays of no dimension": [np.array(each) for each in GOOD],
}


@pytest.mark.parametrize("name", ARRAYS)
def test_what_is_no_array_of_numbers_is_not_made_one(name):
    holds, passed = refused(ARRAYS[name], NO_ARRAYS, rf"^{name}: .*expected ")
    assert holds, passed


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_of_any_type_has_those_numbers(name):
    for kind, value in SOME_ARRAYS.items():
        assert ARRAYS[name](value) == pytest.approx(GOOD), kind


def test_it_is_said_why_an_array_is_none():
    for value, why in (
        (masked(GOOD, [0, 1, 0]), "masked entries"),
        ([[0.2, 0.3], masked([0.2, 0.3], [0, 1])], "masked entries"),
        ([0.2, True], "bools"),
        (np.array(GOOD) + 0j, "complex numbers"),
    ):
        with pytest.raises(TypeError, match=rf"^theta: .*, {why}; expected a sequence of means in "):
            lb.LipschitzBandit(value)


# True and False.
FLAGS = {
    "check": lambda value: lb.LipschitzBandit([0.2, 0.6], lipschitz=1, check=value),
    "check ": lambda value: ARMS.with_lipschitz(1, check=value),
    "check  ": lambda value: CONTEXTS.with_lipschitz(1, check=value),
    "check   ": lambda value: lb.ContextualBandit([[0.2, 0.6]], check=value),
    "forced": lambda value: lb.CKLUCB(forced=value),
    "forced ": lambda value: lb.CCKLUCB(forced=value),
    "tuned": lambda value: lb.HOO(0.5, 0.5, tuned=value),
    "tuned ": lambda value: lb.Zooming(0.5, tuned=value),
    "engine": lambda value: lb.replay(ARMS, lb.UCB(), np.ones((5, 2)), engine=value),
    "progress": lambda value: lb.simulate(ARMS, [Mine()], 2, runs=1, progress=value),
    "largest": lambda value: c.simulate_evidence([0.5], c.round_robin, 3, runs=2, largest=value),
    "importance": lambda value: c.simulate_tail([0.5], c.round_robin, 3, 1.0, runs=9, importance=value),
    "log": lambda value: plots.regret(axes(), RESULTS, ARMS, log=value),
}


NO_FLAGS = ["no", "False", "", 0, 1, 2, None, 0.0, np.nan, [], np.array(True), np.zeros(2)]


@pytest.mark.parametrize("name", FLAGS)
def test_a_flag_is_true_or_false_and_nothing_else(name):
    values = {repr(value): value for value in NO_FLAGS if not (name in ("progress", "engine") and value is None)}
    holds, passed = refused(FLAGS[name], values, f"^{name.strip()}: .*; expected True or False$")
    assert holds, passed


@pytest.mark.parametrize("name", FLAGS)
def test_a_flag_may_be_numpys(name):
    for value in (True, False, np.True_, np.False_):
        FLAGS[name](value)


def test_none_is_a_flag_only_where_it_is_the_default():
    assert lb.simulate(ARMS, [Mine()], 2, runs=1, progress=None)
    assert len(lb.replay(ARMS, Mine(), np.ones((5, 2)), engine=None)) == 2
    with pytest.raises(TypeError, match=r"^forced: None"):
        lb.CKLUCB(forced=None)
    assert checks.flag("x", np.True_) is True


# One thing in the place of another. Each: (kind, what it raises, message, call).
def no(kind, error, message, call):
    return pytest.param(error, message, call, id=kind)


REFUSED = [
    # Arguments in another order.
    no("policies first", TypeError, "bandit: .*expected a Lipsch", lambda: lb.simulate([lb.UCB()], ARMS, 5)),
    no("horizon second", TypeError, "horizon: ", lambda: lb.simulate(ARMS, 5, [lb.UCB()])),
    no("policy before bandit", TypeError, "bandit: UCB", lambda: lb.replay(lb.UCB(), ARMS, np.ones((5, 2)))),
    no("L before arms", ValueError, r"arms: shape \(\)", lambda: lb.Geometry(1.0, [0, 0.5, 1])),
    no("L for arms", ValueError, r"arms: shape \(\)", lambda: lb.LipschitzBandit([0.2, 0.6], 1.0)),
    no("arms for L", TypeError, "lipschitz: ", lambda: lb.LipschitzBandit([0.2, 0.6], lipschitz=[0, 1])),
    no("geometry for arms", TypeError, "arms: Geometry", lambda: lb.LipschitzBandit([0.2] * 5, GEOMETRY)),
    no("distances for arms", ValueError, r"arms: shape \(3, 3\)", lambda: lb.Geometry(1 - np.eye(3), 1)),
    no("arms for distances", ValueError, "distances: ", lambda: lb.Geometry.from_distances([0, 0.5], 1)),
    no("k before bandit", TypeError, "bandit: 1; ", lambda: lb.confusing_parameter(1, ARMS)),
    no("arm before context", ValueError, "context: 2", lambda: lb.contextual_confusing_parameter(CONTEXTS, 2, 0)),
    no("sums before plays", ValueError, "sums: arm 0 ", lambda: lb.kl_ucb_indexes([0], [2], 1.0)),
    no("level before geometry", TypeError, "geometry: 1", lambda: lb.lipschitz_indexes([1], [1], 1.0, GEOMETRY)),
    no("peak before K", TypeError, "n_arms: 0.5", lambda: lb.grid_off_peak(0.5, 5)),
    no("T before arms", TypeError, "horizon: ", lambda: lb.linear_floor(POINTS, 10, [0.2])),
    no("delta before K", ValueError, "delta: 2", lambda: c.bound(20, 1000, 2)),
    no("plays before means", ValueError, "theta: arm 0 has 10", lambda: c.exact_tail([10], [0.5], 2.0)),
    no("rule before delta", TypeError, "delta: ", lambda: c.stop_at([0.5], c.round_robin, 1.0)),
    no("regret before bandit", TypeError, "bandit: a Reg", lambda: statistics.wrong_share(RESULTS["KLUCB"], ARMS)),
    no("name before results", TypeError, "results: a str", lambda: statistics.ratio("KLUCB", RESULTS)),
    no("bandit before axes", TypeError, "ax: Lipsch", lambda: plots.confusing_parameter(ARMS, axes(), 1)),
    no("studies before values", TypeError, "values: ", lambda: plots.regret_against(axes(), [RESULTS], [1.0])),
    no("regret before rounds", ValueError, "rounds: ", lambda: lb.Regret([[0.0, 1.0]], [1, 2])),
    no("arm for point", TypeError, "arm: 0.5", lambda: reset(lb.UCB()).update(0.5, 0)),
    no("candidates for tuned", TypeError, "tuned: 1000; ", lambda: lb.Zooming(1.0, 1000)),
    no("L for forced", TypeError, "forced: 1.0; ", lambda: lb.CKLUCB("log", 1.0)),
    no("kind for epsilon", TypeError, "epsilon: 'paper'", lambda: lb.OSLB("paper")),
    # Units and orders.
    no("percent", ValueError, "theta: arm 0 has 20", lambda: lb.LipschitzBandit([20, 60])),
    no("percent of a mean", ValueError, r"mean\(0.1\): 5", lambda: lb.ContinuousBandit(lambda x: 50 * x, 50)),
    no("percent as quantile", ValueError, "q: 50.0; expected numbers in", lambda: RESULTS["KLUCB"].quantile(50)),
    no("percents as quantiles", ValueError, "q: ", lambda: RESULTS["KLUCB"].quantile([10, 90])),
    no(
        "percent as psi",
        ValueError,
        "distribution: sums to 100",
        lambda: lb.ContextualBandit([[0.2], [0.3]], distribution=[50, 50]),
    ),
    no("prices", ValueError, r"arms: position 0 is 4.0; .*\(x - low\)", lambda: lb.Geometry([4, 8], 1)),
    no("descending", ValueError, "arms: positions 0 and 1 are out of", lambda: lb.Geometry([1, 0.5, 0], 1)),
    no("twice", ValueError, "arms: positions 1 and 2 are repeated", lambda: lb.Geometry([0, 0.5, 0.5], 1)),
    no(
        "values descending",
        ValueError,
        "values: .*increasing",
        lambda: plots.regret_against(axes(), [2, 1], [RESULTS] * 2),
    ),
    no("rounds descending", ValueError, "rounds: .*increasing", lambda: lb.Regret([2, 1], [[0, 1]])),
    no(
        "transposed theta",
        ValueError,
        "arms: 3 positions for 2 col",
        lambda: lb.ContextualBandit(CONTEXTS.theta.T, [0, 0.5, 1], [0, 1]),
    ),
    no("(J, K) means", ValueError, r"theta: shape \(2, 3\)", lambda: lb.LipschitzBandit(CONTEXTS.theta)),
    no("(K,) means", ValueError, r"theta: shape \(2,\)", lambda: lb.ContextualBandit([0.2, 0.6])),
    no("transposed rewards", ValueError, r"rewards: shape \(2, 5\)", lambda: lb.replay(ARMS, Mine(), np.ones((2, 5)))),
    no("transposed regret", ValueError, r"regret: shape \(2, 4\)", lambda: lb.Regret([1, 2, 3], np.ones((2, 4)))),
    no("outside of [0, 1]", ValueError, "points: 1.5; expected points of", lambda: POINTS.mean(1.5)),
    no("gap outside", ValueError, "points: -0.2", lambda: POINTS.gap([0.5, -0.2])),
    no("arms outside", ValueError, "arms: position 1 is 1.2", lambda: POINTS.discretise([0, 1.2])),
    no("number of arms for arms", ValueError, r"arms: shape \(\)", lambda: POINTS.discretise(5)),
    no("nothing fits", ValueError, "theta: 0 and 1 differ", lambda: lb.LipschitzBandit([0.2, 0.6], [0, 5e-324])),
    no("pairs at distance 0", ValueError, "context_weight: ", lambda: lb.PairGeometry([0, 1e-200], [0, 1], 1)),
    no("low above high", ValueError, "low: ", lambda: lb.random_bandit(5, low=0.9, high=0.1)),
    no("low above 1", ValueError, r"low: 1.5; expected a number in \[0, 1\]", lambda: lb.random_bandit(5, low=1.5)),
    # Bandits, policies and rewards of another kind.
    no(
        "weight and metric",
        ValueError,
        "context_weight: 2 tog",
        lambda: lb.ContextualBandit([[0.2, 0.6]], metric=1 - np.eye(2), context_weight=2),
    ),
    no(
        "weights and metric",
        TypeError,
        "context_weight: ",
        lambda: lb.ContextualBandit([[0.2, 0.6]], metric=1 - np.eye(2), context_weight=np.ones(2)),
    ),
    no(
        "a true weight",
        TypeError,
        "context_weight: True",
        lambda: lb.ContextualBandit([[0.2, 0.6]], metric=1 - np.eye(2), context_weight=True),
    ),
    no("shape a number", TypeError, "shape: 4", lambda: lb.PairGeometry.from_metric(1 - np.eye(4), 4, 1)),
    no(
        "shape of floats",
        TypeError,
        "shape: 2.0.*int",
        lambda: lb.PairGeometry.from_metric(1 - np.eye(4), (2.0, 2.0), 1),
    ),
    no("negative shape", ValueError, "shape: -2", lambda: lb.PairGeometry.from_metric(1 - np.eye(4), (-2, -2), 1)),
    no("ragged metric", TypeError, "metric: ", lambda: lb.PairGeometry.from_metric([[0], [1, 2]], (2, 2), 1)),
    no(
        "arms beside metric",
        ValueError,
        "arms: 3 positions for 2",
        lambda: lb.PairGeometry.from_metric(1 - np.eye(4), (2, 2), 1, arms=[0, 0.5, 1]),
    ),
    no(
        "contexts beside metric",
        TypeError,
        "contexts: ",
        lambda: lb.PairGeometry.from_metric(1 - np.eye(4), (2, 2), 1, contexts="ab"),
    ),
    no("no such context", ValueError, "context: 7", lambda: PAIRS.within(7)),
    no("context −1", ValueError, "context: -1", lambda: PAIRS.rows(-1)),
    no("no such pair", ValueError, "row: 6", lambda: PAIRS.pair(6)),
    no("a class", TypeError, r"policies\[0\]: the class UCB itself", lambda: lb.simulate(ARMS, [lb.UCB], 5)),
    no("a set of policies", TypeError, "policies: ", lambda: lb.simulate(ARMS, {lb.UCB()}, 5)),
    no("a class alone", TypeError, r"policies\[0\]: the class UCB itself", lambda: lb.simulate(ARMS, lb.UCB, 5)),
    no("names and policies swapped", TypeError, "policies: named", lambda: lb.simulate(ARMS, {lb.UCB(): "a"}, 5)),
    no("twice in a list", ValueError, "policies: two of class UCB", lambda: lb.simulate(ARMS, [lb.UCB(), lb.UCB()], 5)),
    no("no policies", ValueError, "policies: none given", lambda: lb.simulate(ARMS, {}, 5)),
    no("points in contexts", TypeError, "policy: Disc", lambda: lb.PerContext(lb.Discretised(lb.UCB(), [0.2]))),
    no("contexts on points", TypeError, "policy: PerC", lambda: lb.Discretised(lb.PerContext(lb.UCB()), [0.2])),
    no("CCKL-UCB on points", TypeError, "policy: CCKL", lambda: lb.Discretised(lb.CCKLUCB(), [0.2])),
    no("contexts in contexts", TypeError, "policy: CCKL", lambda: lb.PerContext(lb.CCKLUCB())),
    no("HOO on some points", TypeError, "policy: HOO", lambda: lb.Discretised(lb.HOO(0.5, 0.5), [0.2])),
    no("without update, on points", TypeError, "policy: .*has no update", lambda: lb.Discretised(NoUpdate(), [0.2])),
    no("without update, in contexts", TypeError, "policy: .*has no update", lambda: lb.PerContext(NoUpdate())),
    no("own with contexts", TypeError, r"policy: Mine has select\(n, context\)", lambda: lb.PerContext(Shown())),
    no("own on points", TypeError, r"policy: Mine has select\(n, c", lambda: lb.Discretised(Shown(), [0.2])),
    no("contexts on arms", TypeError, ".*is shown contexts", lambda: lb.simulate(ARMS, [lb.PerContext(lb.UCB())], 5)),
    no("epsilon of OSLB for OSSB", ValueError, r"epsilon: 1.0; expected a number in \[0, 1", lambda: lb.OSSB(1)),
    no("L for gamma", TypeError, "gamma: None; ", lambda: lb.OSSB(0.1, None)),
    no("no geometry, OSSB", TypeError, "geometry: None", lambda: reset(lb.OSSB(), None)),
    no("epsilon above K", ValueError, "epsilon: 20.0 for 5 arms", lambda: reset(lb.OSLB(20))),
    no("capitals", ValueError, "kind: 'LOG'; expected one of 'log'", lambda: lb.CKLUCB("LOG")),
    no("kind in an array", ValueError, "kind: array", lambda: lb.KLUCB(np.array("log"))),
    no("kinds", ValueError, "kind: array", lambda: lb.OSLB(kind=np.array(["log", "paper"]))),
    no("kind of a level", ValueError, "kind: array", lambda: lb.exploration_level(5, 3, np.array("log"))),
    no("a seed for rng", TypeError, "rng: 0; expected a Generator", lambda: reset(lb.UCB(), rng=0)),
    no("old rng", TypeError, "rng: ", lambda: reset(lb.UCB(), rng=np.random.RandomState(0))),
    no("rng in contexts", TypeError, "rng: 0", lambda: reset(lb.PerContext(lb.UCB()), PAIRS, 0)),
    no("no rng", TypeError, "rng: None; .*which this policy draws from", lambda: reset(lb.Uniform()).select(1)),
    no("no geometry", TypeError, "geometry: None", lambda: reset(lb.CKLUCB(lipschitz=1.0), None)),
    no("no geometry, OSLB", TypeError, "geometry: None", lambda: reset(lb.OSLB(), None)),
    no(
        "numbered arms for points",
        TypeError,
        "geometry: Geometry.*expected an Interval",
        lambda: reset(lb.Discretised(lb.UCB(), [0, 0.3, 0.5, 0.7, 1]), lb.Geometry([0, 1], 1.0)),
    ),
    no(
        "point of no arm",
        ValueError,
        "point: 0.3; ",
        lambda: reset(lb.Discretised(lb.UCB(), GEOMETRY.arms)).update(0.3, 1),
    ),
    no("point beyond", ValueError, "point: 1.5", lambda: reset(lb.Discretised(lb.UCB(), GEOMETRY.arms)).update(1.5, 1)),
    no(
        "point outside",
        ValueError,
        "point: 1.9; expected a point of",
        lambda: selected(lb.HOO(0.5, 0.5)).update(1.9, 1),
    ),
    no("point a string", TypeError, "point: 'x'", lambda: selected(lb.HOO(0.5, 0.5)).update("x", 1)),
    no("point not active", ValueError, "point: 0.7", lambda: selected(lb.Zooming(0.5)).update(0.7, 1)),
    no("points", TypeError, "point: ", lambda: selected(lb.Zooming(0.5)).update(np.zeros(2), 1)),
    no("round 0", ValueError, "n: 0", lambda: reset(lb.Zooming(0.5)).select(0)),
    no("half a round", TypeError, "n: 1.5", lambda: reset(lb.Zooming(0.5)).select(1.5)),
    no("round a string", TypeError, "n: '1'", lambda: reset(lb.HOO(0.5, 0.5)).select("1")),
    no("round of greedy", TypeError, "n: 'x'", lambda: reset(lb.Greedy()).select("x")),
    no("explained context", ValueError, "context: -1", lambda: reset(lb.PerContext(lb.UCB()), PAIRS).explain(1, -1)),
    no("explained context of CCKL-UCB", ValueError, "context: 5", lambda: reset(lb.CCKLUCB(), PAIRS).explain(1, 5)),
    no("reward 2", ValueError, "reward: 2", lambda: reset(lb.UCB()).update(0, 2)),
    no("masked reward", TypeError, "reward: masked", lambda: reset(lb.UCB()).update(0, np.ma.masked)),
    no(
        "a float arm",
        ValueError,
        r"policy: Mine chose 2.0 in round 1; .*int\(2.0\)",
        lambda: lb.simulate(ARMS, [Mine(2.0)], 2),
    ),
    no("a bool arm", ValueError, "policy: Mine chose True", lambda: lb.simulate(ARMS, [Mine(True)], 2)),
    no("a bool point", ValueError, "policy: Mine chose np.True_", lambda: lb.replay(POINTS, Mine(np.True_), [0.2])),
    no("a string point", ValueError, "policy: Mine chose '0.5'", lambda: lb.replay(POINTS, Mine("0.5"), [0.2])),
    no("rewards in a dict", TypeError, "rewards: ", lambda: lb.replay(ARMS, Mine(), {0: [1, 0]})),
    no("rewards as strings", TypeError, "rewards: ", lambda: lb.replay(lb.triangle(1), Mine(), [["0", "1"]])),
    no(
        "masked rewards",
        TypeError,
        "rewards: .*masked",
        lambda: lb.replay(lb.triangle(1), Mine(), masked([[0, 1]], [[0, 1]])),
    ),
    no(
        "half a reward too much",
        ValueError,
        r"rewards: entry \(0, 0\) is 1.5",
        lambda: lb.replay(lb.triangle(1), Mine(), [[1.5]]),
    ),
    no(
        "rewards for uniforms", ValueError, "rewards: .*zeros and ones", lambda: lb.replay(POINTS, Mine(0.5), [1, 1, 0])
    ),
    no("ones for uniforms", ValueError, "rewards: .*zeros and ones", lambda: lb.replay(POINTS, Mine(0.5), np.ones(3))),
    no("bools as contexts", TypeError, "contexts: ", lambda: lb.replay(CONTEXTS, Shown(), np.zeros((2, 3, 1)), [True])),
    no(
        "half a context",
        ValueError,
        "contexts: entry 0 is 0.5",
        lambda: lb.replay(CONTEXTS, Shown(), np.zeros((2, 3, 1)), [0.5]),
    ),
    no("mean of two", TypeError, "mean: ", lambda: lb.ContinuousBandit(lambda x, y: 0.5, 1)),
    no("mean a policy", TypeError, "mean: <class", lambda: lb.ContinuousBandit(lb.UCB, 1)),
    no("mean complex", TypeError, r"mean\(0.1\): ", lambda: lb.ContinuousBandit(lambda x: np.complex128(0.5), 1)),
    no(
        "mean masked",
        TypeError,
        r"mean",
        lambda: lb.ContinuousBandit(lambda x: masked(np.asarray(x) * 0 + 0.5, np.asarray(x) > 0.9), 1),
    ),
    # Some arms of many.
    no(
        "of beyond",
        ValueError,
        r"of: \[7\]; expected a slice, or arms",
        lambda: lb.lipschitz_indexes([1] * 5, [0] * 5, GEOMETRY, 1.0, [7]),
    ),
    no("of −1", ValueError, r"of: \[-1\]", lambda: lb.lipschitz_indexes([1] * 5, [0] * 5, GEOMETRY, 1.0, [-1])),
    no("of floats", TypeError, r"of: \[0.0\]", lambda: lb.lipschitz_indexes([1] * 5, [0] * 5, GEOMETRY, 1.0, [0.0])),
    no("of a name", TypeError, "of: 'all'", lambda: lb.lipschitz_indexes([1] * 5, [0] * 5, GEOMETRY, 1.0, "all")),
    no("of one arm", TypeError, "of: 2", lambda: lb.lipschitz_indexes([1] * 5, [0] * 5, GEOMETRY, 1.0, 2)),
    no(
        "of too few bools",
        ValueError,
        "of: ",
        lambda: lb.lipschitz_indexes([1] * 5, [0] * 5, GEOMETRY, 1.0, [True, False]),
    ),
    no("levels", TypeError, "level: ", lambda: lb.lipschitz_indexes([1] * 5, [0] * 5, GEOMETRY, np.ones(5))),
    no("percent of evidence", ValueError, "q: 50", lambda: indexes.evidence([1] * 5, [0] * 5, GEOMETRY, 0, 50)),
    no("shapes of kl", ValueError, r"x, y: shapes \(3,\) and \(2,\)", lambda: lb.kl([0.2] * 3, [0.2] * 2)),
    no("shapes of kl_plus", ValueError, "x, y: shapes", lambda: lb.kl_plus([0.2] * 3, [0.2] * 2)),
    # Statistics and results.
    no(
        "unequal runs",
        ValueError,
        "results: 4 runs of 60 rounds of 'KLUCB', 5 of 60",
        lambda: statistics.ratio(RESULTS | {"CKLUCB": regret(5)}),
    ),
    no(
        "unequal horizons",
        ValueError,
        "results: .*4 of 90 of 'CKLUCB'",
        lambda: statistics.ratio(RESULTS | {"CKLUCB": regret(4, 90)}),
    ),
    no(
        "differences of unequal horizons",
        ValueError,
        "results: ",
        lambda: statistics.paired_differences(RESULTS | {"CKLUCB": regret(4, 90)}),
    ),
    no(
        "another bandit's",
        ValueError,
        r"results: plays of \(5,\) of 'KLUCB' and \(7,\)",
        lambda: statistics.ratio(RESULTS | {"CKLUCB": regret(n_arms=7)}),
    ),
    no("no such name", ValueError, "results: nothing named 'KL-UCB'", lambda: statistics.ratio(RESULTS, "KL-UCB")),
    no(
        "a list for a name",
        ValueError,
        r"results: nothing named \['KLUCB'\]",
        lambda: statistics.ratio(RESULTS, ["KLUCB"]),
    ),
    no(
        "over itself", ValueError, "results: 'KLUCB' beside itself", lambda: statistics.ratio(RESULTS, "KLUCB", "KLUCB")
    ),
    no("order of a set", TypeError, "order: ", lambda: statistics.paired_differences(RESULTS, {"KLUCB", "CKLUCB"})),
    no("order of a dict", TypeError, "order: ", lambda: statistics.paired_differences(RESULTS, dict(RESULTS))),
    no(
        "order of a generator",
        TypeError,
        "order: ",
        lambda: statistics.paired_differences(RESULTS, (name for name in RESULTS)),
    ),
    no("order of nothing", TypeError, "results: a NoneType", lambda: statistics.paired_differences(None)),
    no("mean of results", TypeError, "values: ", lambda: statistics.mean(RESULTS)),
    no("mean of runs and rounds", ValueError, r"values: shapes \(4, 60\)", lambda: statistics.mean(regret().regret)),
    no("excludes a string", TypeError, "value: 'x'", lambda: statistics.mean([1.0, 2.0]).excludes("x")),
    no("regret of one dimension", ValueError, "regret: shape", lambda: lb.Regret([1, 2], [0, 1])),
    no(
        "regret not finite", ValueError, "regret: entries that are not finite", lambda: lb.Regret([1, 2], [[0, np.nan]])
    ),
    no("no regret", ValueError, "rounds: ", lambda: lb.Regret([], [[]])),
    no("half rounds", ValueError, "rounds: ", lambda: lb.Regret([1.5, 2], [[0, 1]])),
    no("regret of strings", TypeError, "rounds: ", lambda: lb.Regret(["1", "2"], [["0", "1"]])),
    no("plays of other runs", ValueError, r"plays: .*expected \(1, K\)", lambda: lb.Regret([1], [[0]], [[1], [1]])),
    no("negative plays", ValueError, "plays: ", lambda: lb.Regret([1], [[0]], [[-1, 2]])),
    no("no records", ValueError, "records: 0", lambda: regret().thinned(0)),
    no("half records", TypeError, "records: 64.0", lambda: regret().thinned(64.0)),
    # Pictures.
    no("pyplot", TypeError, "ax: <module", lambda: plots.confusing_parameter(plt, ARMS, 1)),
    no("figure", TypeError, "ax: <Figure", lambda: plots.regret(Figure(), RESULTS, ARMS)),
    no("no axes", TypeError, "ax: None", lambda: plots.final_regret(None, RESULTS)),
    no("points for arms", TypeError, "bandit: Continuous", lambda: plots.confusing_parameter(axes(), POINTS, 1)),
    no("contexts for arms", TypeError, "bandit: Contextual", lambda: plots.indexes(axes(), CONTEXTS, [1], [1], 1.0)),
    no("a space for arms", ValueError, "bandit: its arms", lambda: plots.confusing_parameter(axes(), SPACE, 1)),
    no(
        "another bandit's curves",
        ValueError,
        r"results\['KLUCB'\]: plays of \(5,\)",
        lambda: plots.regret(axes(), RESULTS, lb.triangle(7)),
    ),
    no(
        "another bandit's over log",
        ValueError,
        r"results\['KLUCB'\]: plays",
        lambda: plots.regret_over_log(axes(), RESULTS, lb.triangle(7)),
    ),
    no(
        "curves of points",
        ValueError,
        r"results\['a'\]: plays of None",
        lambda: plots.regret(axes(), {"a": regret(plays=False)}, ARMS),
    ),
    no("numbered results", TypeError, "results: named 1", lambda: plots.final_regret(axes(), {1: regret()})),
    no("a list of results", TypeError, "results: a list", lambda: plots.final_regret(axes(), [regret()])),
    no("one Regret", TypeError, "results: a Regret", lambda: plots.regret_on_points(axes(), regret())),
    no("no results", TypeError, "results: none", lambda: plots.regret_on_points(axes(), {})),
    no(
        "few rounds",
        ValueError,
        r"results\['a'\]: 5 rounds",
        lambda: plots.regret_on_points(axes(), {"a": regret(horizon=5)}),
    ),
    no(
        "one round",
        ValueError,
        r"results\['a'\]: 1 rounds",
        lambda: plots.plays_per_log(axes(), {"a": regret(horizon=1)}, ARMS),
    ),
    no("one floor", ValueError, r"floors: shape \(\)", lambda: plots.regret_on_points(axes(), RESULTS, 0.1)),
    no("studies in a dict", TypeError, "studies: ", lambda: plots.regret_against(axes(), [1.0], {1.0: RESULTS})),
    no(
        "one study's Regret",
        TypeError,
        r"studies\[0\]: results: a Regret",
        lambda: plots.regret_against(axes(), [1.0], [regret()]),
    ),
    no(
        "seven curves",
        ValueError,
        "ratios: 7 curves",
        lambda: plots.scaling(axes(), [1, 2], {str(k): [1, 1] for k in range(7)}),
    ),
    no("ratios in a list", TypeError, "ratios: ", lambda: plots.scaling(axes(), [1, 2], [[1, 1]])),
    no("ratios too many", ValueError, r"ratios\['a'\]: shape", lambda: plots.scaling(axes(), [1, 2], {"a": [1, 1, 1]})),
    no("rates of one dimension", ValueError, "means, rates: ", lambda: plots.rates_along(axes(), [1, 2], [1, 2])),
    no(
        "three counts",
        ValueError,
        r"plays: shape \(4, 3\)",
        lambda: plots.peeling_cells(axes(), np.ones((4, 3)), 10, 0.5),
    ),
    no("no slices", ValueError, "eta: 0", lambda: plots.exponent_kept(axes(), 100, [0.5, 0])),
    no("more arms than nats", ValueError, "delta: 8", lambda: plots.peeling_bounds(axes(), 100, 8, [1, 8])),
    no("three means", ValueError, "theta: 3 means", lambda: plots.orthants(axes(), [0.5] * 3, 5, 0.5, 10)),
    no(
        "float rounds",
        TypeError,
        "rounds: 9.0",
        lambda: plots.martingale_paths(axes(), [0.5], [-1], c.round_robin, 9.0, 2),
    ),
    # Concentration.
    no("thin slices", ValueError, "eta: 4.94066e-324", lambda: c.slices(100, 5e-324)),
    no("many slices", ValueError, "eta: 1e-12", lambda: c.slices(100, 1e-12)),
    no("thin slices of a bound", ValueError, "eta: ", lambda: c.log_peeling_bound(2, 100, 10, 5e-324)),
    no("many numbers of slices", ValueError, "delta: 1e.09", lambda: c.log_peeling_bound(2, 100, 1e9)),
    no("many orthants", ValueError, "delta: 1e.12", lambda: c.lattice_bound(2, 1e12)),
    no("logarithm of a bound", ValueError, "tail_bound: -", lambda: c.level_for(c.log_bound, 2, 1000, 0.01)),
    no("bound of two", TypeError, "tail_bound: ", lambda: c.level_for(c.self_normalised_bound, 2, 1000, 0.01)),
    no("bound by name", TypeError, "tail_bound: 'bound'", lambda: c.level_for("bound", 2, 1000, 0.01)),
    no(
        "bound that stays",
        ValueError,
        "tail_bound: above 0.01",
        lambda: c.level_for(lambda K, n, d: 1.0, 2, 1000, 0.01),
    ),
    no("percent as chance", ValueError, "chance: 5", lambda: c.level_for(c.bound, 2, 1000, 5)),
    no("half counts", ValueError, "plays: arm 0 has 5.5", lambda: c.evidence_at([0.5], [5.5], [2])),
    no("infinite counts", ValueError, "plays: arm 0 has inf", lambda: c.evidence_at([0.5], [np.inf], [2])),
    no("wins above plays", ValueError, "sums: ", lambda: c.log_martingale([0.5], [-1.0], [2], [5])),
    no("negative counts", ValueError, "plays: arm 0 has -2", lambda: c.log_martingale([0.5], [-1.0], [-2], [-3])),
    no("too few tilts", ValueError, "tilts: ", lambda: c.log_martingale([0.5] * 2, [-1.0], [2, 2], [1, 1])),
    no("tilt nan", ValueError, "tilts: ", lambda: c.log_martingale([0.5], [np.nan], [2], [1])),
    no("shapes of tilts", ValueError, "mean, theta: shapes", lambda: c.best_tilt([0.2] * 3, [0.5] * 2)),
    no("counts beyond ints", ValueError, "plays: an arm has 1e.30", lambda: c.exact_tail([0.5], [1e30], 1.0)),
    no("counts beyond memory", ValueError, "plays: an arm has 1e.12", lambda: c.exact_tail([0.5], [10**12], 1.0)),
    no("counts beyond memory in a bracket", ValueError, "plays: an arm", lambda: c.tail_bracket([0.5], [1e30], 1.0)),
    no("cells beyond memory", ValueError, "cells: 1000", lambda: c.tail_bracket([0.5], [5], 1.0, cells=10**13)),
    no("no rule", TypeError, "rule: None", lambda: c.simulate_evidence([0.5], None, 5, runs=2)),
    no("a policy as rule", TypeError, "rule: UCB", lambda: c.simulate_counts([0.5], lb.UCB(), 5, runs=2)),
    no(
        "a maker of rules",
        TypeError,
        "rule: <function least",
        lambda: c.simulate_tail([0.5], c.least_evidence, 5, 1.0, runs=2),
    ),
    no("stops nothing", TypeError, "rule: 'uniform'", lambda: c.stop_at([0.5], 1.0, "uniform")),
    no("half counts as rule", ValueError, "rule: arm 0 has 2.5", lambda: c.simulate_evidence([0.5], [2.5], 5, runs=2)),
    # Examples.
    no("ragged arms", TypeError, "arms: ", lambda: lb.triangle([[0], [0, 1]])),
    no("K a float", TypeError, r"arms: 5.0; .*int\(5.0\)", lambda: lb.triangle(5.0)),
    no("no peak in a space", TypeError, "peak: None", lambda: lb.triangle(spaces.circle(4))),
    no("seed a generator", TypeError, "seed: Generator", lambda: lb.random_bandit(5, seed=np.random.default_rng(0))),
    no("a weight too small", ValueError, "context_weight: ", lambda: lb.travelling_peak(3, 6, context_weight=5e-324)),
    # What is stored.
    no("no such study", ValueError, "name: 'nonsense'; expected one of", lambda: data.results("nonsense")),
    no("a table", ValueError, r"name: 'levels'; expected data.table\('levels'\)", lambda: data.results("levels")),
    no("no table", ValueError, r"name: 'growth'; expected data.results", lambda: data.table("growth")),
    no("a path", ValueError, "name: '../data/growth'", lambda: data.results("../data/growth")),
    no("a list of names", ValueError, r"name: \['growth'\]", lambda: data.results(["growth"])),
    no("no such command", ValueError, "name: 'nonsense'", lambda: recipes.command_of("nonsense")),
    no("a string of arguments", TypeError, "arguments: 'figure-1'", lambda: cli.main("figure-1")),
    # Checkpoints.
    no("checkpoint True", TypeError, "checkpoint: True", lambda: lb.simulate(ARMS, [Mine()], 2, checkpoint=True)),
    no(
        "checkpoint empty",
        ValueError,
        "checkpoint: '.' is a folder",
        lambda: lb.simulate(ARMS, [Mine()], 2, checkpoint=""),
    ),
    no("checkpoint of bytes", TypeError, "checkpoint: b'x'", lambda: lb.simulate(ARMS, [Mine()], 2, checkpoint=b"x")),
    no("checkpoint with 0", TypeError, "checkpoint: ", lambda: lb.simulate(ARMS, [Mine()], 2, checkpoint="a\0b")),
    no("no processes", ValueError, "n_jobs: 0", lambda: lb.simulate(ARMS, [Mine()], 2, n_jobs=0)),
]


@pytest.mark.parametrize(("error", "message", "call"), REFUSED)
def test_one_thing_is_not_taken_for_another(error, message, call):
    with pytest.raises(error, match=rf"^{message}"):
        call()


FILES = {
    "Regret.save": lambda path: RESULTS["KLUCB"].save(path),
    "results.save": lambda path: results.save(path, RESULTS),
    "tables.save": lambda path: tables.save(path, "tails", runs=1),
}
READERS = {"Regret.load": lb.Regret.load, "results.load": results.load, "tables.load": tables.load}


@pytest.mark.parametrize("name", FILES)
def test_a_path_that_cannot_be_written_is_refused_before_anything_is_computed(tmp_path, name):
    for path, error in ((None, TypeError), (1, TypeError), (True, TypeError), (io.BytesIO(), TypeError)):
        with pytest.raises(error, match=r"^path: .*expected the path of a file"):
            FILES[name](path)
    with pytest.raises(ValueError, match=r"^path: .* is a folder"):
        FILES[name](tmp_path)
    with pytest.raises(ValueError, match=r"^path: .* is not a folder that can be written to"):
        FILES[name](str(tmp_path / "nowhere" / "x.npz"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "path",
    [0, 1, True, None, 2.0, io.BytesIO(), b"x.npz"],
    ids=lambda value: type(value).__name__ if isinstance(value, io.BytesIO) else repr(value),
)
def test_a_number_is_no_path(name, path):
    # Python would take 0 for stdin, and close stdout after reading True.
    with pytest.raises(TypeError, match=r"^path: .*expected the path of a file"):
        READERS[name](path)


def test_other_names_and_provenances_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"^name: 'nonsense'; expected one of 'tails'"):
        tables.save(tmp_path / "a.npz", "nonsense")
    with pytest.raises(TypeError, match=r"^provenance: .*expected what JSON can hold"):
        results.save(tmp_path / "a.npz", RESULTS, seed=np.int64(3))
    np.savez(tmp_path / "b.npz", rounds=[1, 2], regret=[1, 2, 3])
    with pytest.raises(ValueError, match="is not a saved Regret"):
        lb.Regret.load(tmp_path / "b.npz")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["epsilon", "--jobs", "0", "--runs", "1", "--horizon", "9"], "--jobs: 0"),
        (["epsilon", "--runs", "0"], "--runs: 0"),
        (["epsilon", "--horizon", "0"], "--horizon: 0"),
        (["epsilon", "--seed", "-1"], "--seed: -1"),
        (["epsilon", "--resume", "."], "--resume: "),
        (["epsilon", "--out", "."], "--out: "),
        (["tails", "--runs", "0"], "--runs: 0"),
        (["figure-1", "--out", "."], "--out: "),
        (["figure-1", "--out", "x.txt"], "--out: x.txt; expected a picture"),
        (["figure-1", "--out", "x"], "--out: x; expected a picture"),
        (["figure-1", "--out", "nowhere/x.svg"], "--out: nowhere"),
    ],
)
def test_the_command_line_names_its_options(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == 2
    assert f"python -m lipbandits: {message}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# What is odd, but has a meaning.
def yes(kind, expected, call):
    return pytest.param(expected, call, id=kind)


HONOURED = [
    yes(
        "one policy under two names",
        True,
        lambda: (
            np.ptp([each.mean()[-1] for each in lb.simulate(ARMS, dict.fromkeys("ab", Mine(1)), 9, runs=1).values()])
            == 0
        ),
    ),
    yes("half a reward", [0], lambda: lb.replay(lb.triangle(1), Mine(), [[0.5]]).tolist()),
    yes("rewards as floats", [0, 0], lambda: lb.replay(lb.triangle(1), Mine(), [[0.0, 1.0]]).tolist()),
    yes("rewards as bools", [0, 0], lambda: lb.replay(lb.triangle(1), Mine(), np.array([[True, False]])).tolist()),
    yes("rewards as a list of bools", [0, 0], lambda: lb.replay(lb.triangle(1), Mine(), [[True, False]]).tolist()),
    yes("a bool reward", None, lambda: reset(lb.UCB()).update(0, np.True_)),
    yes("contexts as floats", [0, 0], lambda: lb.replay(CONTEXTS, Shown(), np.zeros((2, 3, 2)), [0.0, 1.0]).tolist()),
    yes("an arm of no dimension", [1], lambda: lb.replay(ARMS, Mine(np.array(1)), np.ones((5, 1))).tolist()),
    yes("a Fraction as point", [0.5], lambda: lb.replay(POINTS, Mine(Fraction(1, 2)), [0.2]).tolist()),
    yes("a Decimal as point", [0.5], lambda: lb.replay(POINTS, Mine(Decimal("0.5")), [0.2]).tolist()),
    yes("kind of numpy's", "CKLUCB(kind='log', forced=True, lipschitz=None)", lambda: repr(lb.CKLUCB(np.str_("log")))),
    yes("a large seed", 2, lambda: lb.random_bandit(2, seed=2**200).n_arms),
    yes("a million records", 60, lambda: len(regret().thinned(10**6).rounds)),
    yes("one record, the horizon", [60], lambda: regret().thinned(1).rounds.tolist()),
    yes("lists for regret", [0.5, 1.5], lambda: lb.Regret([1, 2], [[0, 1], [1, 2]]).mean().tolist()),
    yes("some arms by bools", 2, lambda: len(lb.lipschitz_indexes([1] * 5, [0] * 5, GEOMETRY, 1.0, np.arange(5) < 2))),
    yes("counts beyond ints", [0.1], lambda: lb.kl_ucb_indexes([10**30], [10**29], 1.0).round(6).tolist()),
    yes("a level of almost 0", [0.5], lambda: lb.kl_ucb_indexes([2], [1], 5e-324).tolist()),
    yes("means of 0 and 1", 0.0, lambda: lb.lower_bound(lb.LipschitzBandit([0, 1, 0.5])).value),
    yes("ties", 0.0, lambda: lb.lower_bound(lb.LipschitzBandit([0.5] * 3)).value),
    yes("K = 1", 0.0, lambda: lb.lower_bound(lb.LipschitzBandit([0.5])).value),
    yes("L = 0", True, lambda: lb.lower_bound(lb.LipschitzBandit([0.2, 0.6], lipschitz=0, check=False)).value > 1),
    yes(
        "L of almost 0",
        True,
        lambda: lb.lower_bound(lb.LipschitzBandit([0.2, 0.6], lipschitz=5e-324, check=False)).value > 1,
    ),
    yes("a peak below its floor", 0.0, lambda: lb.travelling_peak(3, 6, floor=0.95).lipschitz),
    yes("a flat peak", 0.0, lambda: lb.travelling_peak(3, 6, curvature=0).lipschitz),
    yes("L huge for cells", 0.25, lambda: reset(lb.AdaptiveCKLUCB(1e300)).select(1)),
    yes("many arms of a lattice", True, lambda: 0 < c.lattice_bound(1000, 3000.0) < 1e-50),
    yes("a bound of inf", True, lambda: c.level_for(c.mixture_bound, 500, 100, 0.5) > 0),
    yes("four ratios", None, lambda: plots.scaling(axes(), [1, 2], {name: [1, 1] for name in "abcd"})),
    yes("four rates", None, lambda: plots.rates_along(axes(), [1, 2, 3], np.ones((3, 4)))),
    yes("whole rates", None, lambda: plots.rates_along(axes(), [1, 2, 3], [[1, 2], [30, 4], [5, 6]])),
    yes("an unplayed arm", None, lambda: plots.indexes(axes(), ARMS, [0, 1, 1, 1, 1], [0, 1, 1, 1, 1], 1.0)),
    yes("a list of deltas", None, lambda: plots.sum_tails(axes(), [2.0, 3.0])),
    yes("T = 1", 1, lambda: lb.simulate(ARMS, [Mine()], 1, runs=1)["Mine"].rounds[-1]),
    yes("a Fraction as answer", "Right.", lambda: verdict("model-1", Fraction(1))),
]


@pytest.mark.parametrize(("expected", "call"), HONOURED)
def test_what_is_odd_but_has_a_meaning_is_taken_so(expected, call):
    assert call() == expected


def test_lattice_bound_is_the_least_of_its_terms():
    for n_arms, delta in ((2, 5.0), (3, 7.5), (6, 30.0)):
        terms = [comb(m, n_arms - 1) * exp(-delta * (m - n_arms + 1) / m) for m in range(n_arms, 400)]
        assert c.lattice_bound(n_arms, delta) == pytest.approx(min(1.0, *terms), rel=1e-11)


def test_a_rule_that_stops_plays_no_arm():
    # −1 once counted as a play of the last arm.
    seen = []

    def stops(plays, sums, n, rng):
        seen.append(plays.copy())
        return np.full(len(plays), 0 if n < 3 else -1)

    plots.martingale_paths(axes(), [0.5, 0.5], [-1, -1], stops, rounds=6, runs=2)
    assert [each.tolist() for each in seen[:3]] == [[[0, 0]] * 2, [[1, 0]] * 2, [[2, 0]] * 2]
    assert all(each.shape == (0, 2) for each in seen[3:])


def test_a_reward_that_is_refused_is_not_half_counted():
    for policy in (lb.Zooming(0.5), lb.HOO(0.5, 0.5)):
        point = reset(policy).select(1)
        before = policy.plays.tolist()
        with pytest.raises(ValueError, match=r"^reward: 2"):
            policy.update(point, 2)
        assert policy.plays.tolist() == before


def test_a_point_is_counted_once_a_selection():
    policy = reset(lb.HOO(0.5, 0.5))
    policy.update(policy.select(1), 1)
    with pytest.raises(ValueError, match=r"expected select\(n\) first"):
        policy.update(0.25, 1)


@pytest.mark.parametrize(
    "answer",
    [
        "1",
        b"1",
        True,
        np.True_,
        np.array(True),
        1 + 0j,
        np.complex128(1 + 5j),
        masked(1.0, True),
        np.nan,
        {1},
        [1.0],
        NoRepr(),
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_an_answer_that_is_no_number_is_told_so(answer):
    assert verdict("model-1", answer).startswith("One number is needed; this is ")


def test_a_masked_answer_is_not_read_under_its_mask():
    answer = masked([0.8, 0.675, 0.8, 0.675, 0.55], [0, 0, 1, 0, 0])
    assert verdict("lower-bound-1", answer.data) == "Right."
    assert verdict("lower-bound-1", answer).startswith("A list of 5 numbers is needed")


def test_long_answers_are_cut():
    for name in ("model-1", "model-3"):
        assert len(verdict(name, ["a"] * 10**5)) < 400


def test_a_series_keeps_the_order_of_its_rows():
    # numpy's way, also for arms: an index says nothing.
    bandit = lb.LipschitzBandit(Series([0.2, 0.6, 0.5]), arms=Series([0.0, 0.5, 1.0]))
    assert bandit.theta.tolist() == [0.2, 0.6, 0.5]
    assert bandit.arms.tolist() == [0.0, 0.5, 1.0]


def test_paths_may_be_path_objects_or_strings(tmp_path):
    for path in (tmp_path / "a.npz", str(tmp_path / "b.npz")):
        RESULTS["KLUCB"].save(path)
        assert np.array_equal(lb.Regret.load(path).regret, RESULTS["KLUCB"].regret)
