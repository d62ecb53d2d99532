import math
import pickle

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.model.examples_on_points import CONTINUOUS


@pytest.mark.parametrize("name", CONTINUOUS)
def test_each_example_is_as_steep_as_it_says_and_largest_where_it_says(name):
    bandit = CONTINUOUS[name]()
    points = np.linspace(0, 1, 100_001)
    slopes = np.abs(np.diff(bandit.mean(points))) / np.diff(points)
    assert slopes.max() == pytest.approx(bandit.lipschitz, rel=1e-3)
    found = lb.ContinuousBandit(bandit.mean, bandit.lipschitz)
    assert found.best_mean == pytest.approx(bandit.best_mean, abs=1e-12)
    assert found.best == pytest.approx(bandit.best, abs=1e-6)
    assert pickle.loads(pickle.dumps(bandit)).best == bandit.best


def test_the_papers_functions_are_those_of_the_paper():
    x = np.linspace(0, 1, 37)
    assert lb.paper_triangle().mean(x) == pytest.approx(0.8 - 0.5 * np.abs(0.5 - x), abs=1e-15)
    assert lb.paper_quadratic().mean(x) == pytest.approx(np.maximum(0.1, 0.9 - 3.2 * (0.7 - x) ** 2), abs=1e-15)


def test_the_steepest_slope_of_the_quadratic_is_where_its_floor_begins():
    mean = lb.paper_quadratic().mean
    assert lb.ContinuousBandit(mean, lipschitz=3.2).lipschitz == 3.2
    with pytest.raises(ValueError, match=r"between 0\.2 and 0\.2001, .*lipschitz=3\.19"):
        lb.ContinuousBandit(mean, lipschitz=3.19)


@pytest.mark.parametrize("peak", [0, 1, 1 / 3, math.pi / 4, 0.12345678901])
@pytest.mark.parametrize("slope", [0.01, 0.5, 400])
def test_the_maximum_is_found_where_it_is(peak, slope):
    bandit = lb.ContinuousBandit(lambda x: np.maximum(0, 0.9 - slope * np.abs(x - peak)), lipschitz=slope)
    assert bandit.best_mean == pytest.approx(0.9, abs=1e-11)
    assert bandit.best == pytest.approx(peak, abs=1e-9)


def test_a_smooth_maximum_is_found_as_well():
    bandit = lb.ContinuousBandit(lambda x: 0.5 + 0.4 * math.sin(5 * x), lipschitz=2)
    assert bandit.best_mean == pytest.approx(0.9, abs=1e-12)
    assert bandit.best == pytest.approx(math.pi / 10, abs=1e-6)


def test_functions_of_floats_and_of_arrays_serve_alike():
    one, other = lb.paper_quadratic(), lb.ContinuousBandit(lambda x: max(0.1, 0.9 - 3.2 * (0.7 - x) ** 2), 3.2)
    x = np.random.default_rng(0).random((3, 4))
    assert other.mean(x) == pytest.approx(one.mean(x), abs=1e-15)
    assert other.mean(x).shape == (3, 4)
    assert isinstance(other.mean(0.3), float)
    assert lb.ContinuousBandit(lambda x: 0.5, 0).mean([0.1, 0.2]).tolist() == [0.5, 0.5]


def test_gaps_are_never_negative_and_the_discrete_bandit_has_the_same_means():
    bandit, arms = lb.paper_triangle(), np.linspace(0, 1, 9)
    discrete = bandit.discretise(arms)
    assert discrete.theta.tolist() == bandit.mean(arms).tolist()
    assert discrete.lipschitz == bandit.lipschitz
    assert bandit.gap(arms) == pytest.approx(discrete.gaps, abs=1e-15)
    assert bandit.gap(np.random.default_rng(0).random(1000)).min() >= 0
    with pytest.raises(ValueError, match=r"arms: position 1 is 1\.5"):
        lb.ContinuousBandit(lambda x: 0.5, 1).discretise([0.2, 1.5])


def nan_at_a_third(x):
    return math.nan if x > 1 / 3 else 0.5


@pytest.mark.parametrize(
    ("mean", "settings", "error", "message"),
    [
        (0.5, {}, TypeError, r"mean: 0\.5; expected a function"),
        (lambda x: 2 * x, {}, ValueError, r"mean\(0\.85\): 1\.7; expected a number in \[0, 1\]"),
        (lambda x: 0.4 - 1000 * np.maximum(x - 0.9, 0), {}, ValueError, r"mean\(0\.9005\): -0\.\d+; expected"),
        (nan_at_a_third, {}, ValueError, r"mean\(0\.35\): nan"),
        (lambda x: [x, x], {}, TypeError, r"mean\(0\.1\): \[0\.1, 0\.1\]; expected a number"),
        (lambda x: None, {}, TypeError, r"mean\(0\.1\): None"),
        (lambda x: "a lot", {}, TypeError, r"mean\(0\.1\): 'a lot'"),
        (lambda x: x / 2, {"lipschitz": 0.4}, ValueError, r"between 0 and 0\.0001.*seen to fit is 0\.5$"),
        (lambda x: x / 2, {"lipschitz": -1}, ValueError, "lipschitz: -1"),
        (lambda x: x / 2, {"lipschitz": np.nan}, ValueError, "lipschitz: nan"),
        (lambda x: x / 2, {"best": 0.5}, ValueError, r"best: mean 0\.25 at 0\.5, but 0\.5 at 1; expected"),
        (lambda x: x / 2, {"best": 1.5}, ValueError, r"best: 1\.5; expected a point of \[0, 1\]"),
        (lambda x: x / 2, {"best": "right"}, TypeError, "best: 'right'"),
    ],
)
def test_bad_functions_and_promises_are_refused_by_name_and_value(mean, settings, error, message):
    with pytest.raises(error, match=message):
        lb.ContinuousBandit(mean, **({"lipschitz": 1.0} | settings))


def test_an_error_of_the_function_itself_is_shown_with_how_it_was_called():
    with pytest.raises(ZeroDivisionError) as caught:
        lb.ContinuousBandit(lambda x: 1 / 0, 1)
    assert "mean is called with one float" in caught.value.__notes__[0]


class Model:
    """What a fitted regression is: it wants rows."""

    def predict(self, rows):
        rows = np.asarray(rows)
        if rows.ndim != 2:
            raise ValueError("Expected 2D array")
        return 0.8 - 0.5 * np.abs(rows[:, 0] - 0.5)


def test_functions_that_take_no_empty_array_are_fine():
    bandit = lb.ContinuousBandit(np.vectorize(lambda x: 0.8 - 0.5 * abs(x - 0.5)), 0.5)
    assert (bandit.best, bandit.best_mean) == (0.5, pytest.approx(0.8))
    assert bandit.mean([]).shape == (0,) and bandit.gap(np.zeros((0, 2))).shape == (0, 2)


def test_a_models_predict_is_told_how_it_becomes_a_mean():
    with pytest.raises(ValueError, match="Expected 2D array") as caught:
        lb.ContinuousBandit(Model().predict, 0.5)
    advice = "lambda x: model.predict(np.reshape(x, (-1, 1)))"
    assert caught.value.__notes__[0].endswith(advice)
    bandit = lb.ContinuousBandit(eval(advice, {"np": np, "model": Model()}), 0.5)
    assert bandit.best_mean == pytest.approx(0.8) and bandit.mean(0.1) == pytest.approx(0.6)


def test_a_mean_that_leaves_the_model_between_the_points_that_were_checked_is_refused_when_played():
    class Player:
        def reset(self, geometry, rng):
            assert geometry.lipschitz == 0

        def select(self, n):
            return 0.50005

        def update(self, point, reward):
            pass

    bandit = lb.ContinuousBandit(lambda x: 3.0 if x == 0.50005 else 0.5, 0)
    with pytest.raises(ValueError, match=r"mean\(0\.50005\): 3"):
        lb.replay(bandit, Player(), [0.5])
