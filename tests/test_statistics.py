"""Intervals are honest: tried on populations with a rare run that makes the mean, and on the studies of the book."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.study import data
from lipbandits.study.statistics import (
    LEAST_COVERAGE,
    Interval,
    mean,
    paired_difference,
    paired_differences,
    ratio,
    ratio_of_means,
)


def regret_of(values):
    return lb.Regret(np.array([1]), np.asarray(values)[:, None])


def test_the_interval_of_a_ratio_covers_it():
    rng = np.random.default_rng(0)
    covered = 0
    for _ in range(200):
        noise = rng.normal(size=150)
        one = 200 + 10 * noise + rng.normal(size=150)
        found = ratio({"KLUCB": regret_of(one), "CKLUCB": regret_of(100 + 10 * noise + 5 * rng.normal(size=150))})
        covered += found.low <= 2 <= found.high
    assert 180 <= covered <= 199


def test_the_coverage_that_is_said_is_the_one_that_fresh_draws_have():
    """By another road: the textbook's interval, draw by draw, on a population where one run in forty is bad."""
    population = np.r_[np.random.default_rng(1).normal(10, 1, size=195), 60, 70, 80, 90, 100]
    said = mean(population)
    rng, half = np.random.default_rng(2), 1.9719565
    held = 0
    for _ in range(3000):
        drawn = rng.choice(population, size=200)
        held += abs(drawn.mean() - population.mean()) <= half * drawn.std(ddof=1) / np.sqrt(200)
    assert said.coverage == pytest.approx(held / 3000, abs=0.02)
    assert 0.8 < said.coverage < LEAST_COVERAGE and np.isnan(said.low) and np.isnan(said.high)


def test_one_run_that_makes_the_mean_has_no_interval_and_a_hundred_such_runs_have():
    rng = np.random.default_rng(0)
    usual = rng.normal(100, 10, size=149)
    lonely = mean(np.r_[usual, 5000.0])
    assert lonely.coverage < 0.7 and np.isnan(lonely.low) and lonely.worst > 0.99
    assert not lonely.excludes(0)
    often = mean(np.r_[np.tile(usual, 100), np.full(100, 5000.0)])
    assert often.low < often.value < often.high and often.worst < 0.02 and often.excludes(0)


def test_intervals_that_were_too_short_are_not_given_any_more():
    """Figure 2's triangle as it was stored with 150 runs: 95 % was said where 85 % was true."""
    results = {
        name: regret_of(regret.regret[:150, -1]) for name, regret in data.results("figure-2-triangle")[0].items()
    }
    found = ratio(results)
    assert found.runs == 150 and found.worst == pytest.approx(0.71, abs=0.01)
    assert found.coverage == pytest.approx(0.85, abs=0.02) and np.isnan(found.low)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_given_covers_when_the_rare_run_is_not_too_rare(seed):
    """The whole procedure, its silence included, on fresh studies from a law with 2 % of bad runs."""
    rng = np.random.default_rng(seed)
    truth, given, held = 0.98 * 100 + 0.02 * 1000, 0, 0
    for _ in range(60):
        bad = rng.random(1000) < 0.02
        found = mean(np.where(bad, rng.normal(1000, 100, 1000), rng.normal(100, 20, 1000)))
        if np.isfinite(found.low):
            given += 1
            held += found.low <= truth <= found.high
    assert given >= 30 and held / given >= 0.88


def test_a_paired_difference_does_not_see_what_both_share():
    noise = np.random.default_rng(0).normal(size=(2, 300))
    found = paired_difference(5 + 100 * noise[0] + noise[1], 100 * noise[0])
    assert found.low < 5 < found.high and found.high - found.low < 0.5 and found.value == pytest.approx(5, abs=0.3)


def test_a_ratio_turned_round_has_the_ends_turned_round():
    rng = np.random.default_rng(3)
    one, other = rng.gamma(4, size=(2, 80))
    found, turned = ratio_of_means(one, other), ratio_of_means(other, one)
    assert found.value == pytest.approx(one.mean() / other.mean(), rel=1e-12)
    assert (found.low, found.high) == pytest.approx((1 / turned.high, 1 / turned.low), rel=1e-9)


def test_an_interval_depends_on_nothing_but_the_runs():
    values = np.random.default_rng(4).exponential(size=50)
    assert mean(values) == mean(values.copy())


def test_equal_runs_are_a_point():
    assert mean([2.0, 2.0, 2.0]) == Interval(2.0, 2.0, 2.0, 3, 0.0, 1.0)
    assert ratio_of_means([3.0, 6.0], [1.0, 2.0]).high == pytest.approx(3.0, rel=1e-9)


def test_differences_are_paired_and_in_order():
    noise = np.random.default_rng(0).normal(size=200)
    own = np.random.default_rng(1).normal(size=(2, 200))
    results = {"b": regret_of(110 + 50 * noise + own[0]), "a": regret_of(100 + 50 * noise + own[1])}
    ((name, before, found),) = paired_differences(results)
    assert (name, before) == ("b", "a")
    # Unpaired, the noise of 50 would drown a difference of 10.
    assert found.low < 10 < found.high and found.value - found.low < 0.5


def test_it_is_written_with_its_runs_and_its_worst():
    assert f"{Interval(2.5, 2.0, 3.0, 40, 0.051, 0.95):.2f}" == (
        "2.50 (2.00 to 3.00; 40 runs, the worst makes 5 % of the variance)"
    )
    assert str(Interval(2.5, np.nan, np.nan, 40, 0.7, 0.8)) == (
        "2.5 (no honest interval; 40 runs, the worst makes 70 % of the variance)"
    )


def test_a_table_has_its_interval_or_says_that_there_is_none():
    assert Interval(2.5, 2.0, 3.0, 40, 0.051, 0.95).range(".2f") == "2.00 to 3.00"
    assert Interval(2.5, np.nan, np.nan, 40, 0.7, 0.8).range() == "no honest interval"


def test_comparisons_say_what_they_want():
    results = {"mine": regret_of([1.0, 2.0]), "KLUCB": regret_of([1.0, 3.0])}
    for compare in (lambda: ratio(results), lambda: paired_differences(results, ["mine", "CKLUCB"])):
        with pytest.raises(ValueError, match=r"results: nothing named 'CKLUCB'; expected one of 'mine', 'KLUCB'"):
            compare()
    with pytest.raises(TypeError, match="order: 'mine'; expected a list of names"):
        paired_differences(results, "mine")
    with pytest.raises(TypeError, match=r"results\['mine'\]: .* expected a Regret"):
        paired_differences({"mine": np.zeros(3), "KLUCB": np.zeros(3)})
    with pytest.raises(TypeError, match="results: a ndarray; expected"):
        ratio(np.zeros((2, 3)))
    with pytest.raises(ValueError, match="expected finite numbers of two runs or more"):
        paired_difference([1.0, np.nan], [1.0, 2.0])
    with pytest.raises(ValueError, match=r"one, other: \[1\.0\] .* expected finite numbers of two runs or more"):
        paired_difference([1.0], [2.0])
    with pytest.raises(ValueError, match=r"values: .* expected finite numbers of two runs or more"):
        mean([1.0])
    with pytest.raises(ValueError, match=r"other: from 0 to 0; expected numbers ≥ 0, not all of them 0"):
        ratio_of_means([1.0, 2.0], [0.0, 0.0])
    with pytest.raises(ValueError, match=r"one: from -1 to 2; expected numbers ≥ 0"):
        ratio_of_means([-1.0, 2.0], [1.0, 2.0])
    regret = lb.simulate(lb.triangle(3), [lb.UCB()], horizon=5, runs=3)["UCB"]
    for one, other in ((regret, regret), (regret.regret, regret.regret), (np.zeros(3), np.zeros(4))):
        with pytest.raises(ValueError, match=r"one, other: shapes .* such as regret\.regret\[:, -1\]"):
            paired_difference(one, other)
