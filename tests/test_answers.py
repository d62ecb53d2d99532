"""The compiled checks of exercises: every message, the theory's values, the policies' plays, and the same in a page."""

import subprocess
import sys

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize_scalar

import lipbandits as lb
from lipbandits.engine.answers import CHECKS, concentration, saying
from lipbandits.exercises import verdict
from lipbandits.exercises.checking import EXERCISES, RIGHT, Unreadable, filled
from lipbandits.study import ferry
from tests.page_engine import NODE, differences, in_node, native
from tests.test_exercises import ANSWERS, NEIGHBOURS

FIVE, SEVENTEEN = lb.triangle(5), lb.triangle(17)


def bound_of_ucb(n_arms):
    """The two terms that depend on K of the bound for UCB on a grid, but for 2K."""
    return 3.2 * 25_000 / (2 * n_arms) + np.sqrt(32 * n_arms * 25_000 * np.log(25_000))


def fourth_point_of_hoo():
    policy = lb.HOO(1, 0.5, tuned=True)
    policy.reset(lb.paper_triangle().geometry, None)
    for n, reward in enumerate((1, 0, 0), start=1):
        policy.update(policy.select(n), reward)
    return policy.select(4)


def arm_of_imed():
    policy = lb.IMED()
    policy.reset(lb.Geometry([0, 0.5, 1], lipschitz=1.0), None)
    policy.plays[:], policy.sums[:] = [100, 20, 5], [60, 8, 1]
    return policy.select(126)


def moss_bonus(plays):
    """What MOSS adds to the average of nine arms with so many plays, all lost."""
    policy = lb.MOSS(100_000)
    policy.reset(lb.Geometry(np.linspace(0, 1, 9), lipschitz=1.0), None)
    policy.plays[:] = plays
    return policy.explain(100_000)["indexes"][0]


def tried(name):
    """All answers to an exercise that the tests have, right and wrong."""
    found = []
    for right, wrong in (ANSWERS[name], NEIGHBOURS.get(name, ([], []))):
        found += [*right, *(answer for answer, _ in wrong)]
    return found


def readable(name):
    """Those of them that are numbers, as rows."""
    found = []
    for answer in tried(name):
        try:
            found.append(EXERCISES[name].read(answer))
        except Unreadable:
            continue
    return found


def test_every_exercise_has_a_compiled_check():
    assert set(CHECKS) == set(EXERCISES)


def test_an_answer_has_room():
    assert max(exercise.count for exercise in EXERCISES.values()) == saying.MOST_NUMBERS


@pytest.mark.parametrize("name", EXERCISES)
def test_every_message_is_said_of_some_answer(name):
    said = {int(native({"kind": "answer", "exercise": name, "numbers": row})["message"]) for row in readable(name)}
    assert said == set(range(len(EXERCISES[name].messages) + 1))


def counts(unit):
    """The 5-arm triangle in another unit, paid in counts."""
    return lb.LipschitzBandit(unit * FIVE.theta, lipschitz=unit * FIVE.lipschitz, family=lb.Poisson())


# {exercise: its answer, as the package has it}; the checks compute it again, compiled.
BY_THE_PACKAGE = {
    "intro-1": lambda: 365 * ferry.ferry().gaps[ferry.PRICES.index(10)],
    "intro-2": lambda: lb.LipschitzBandit([0.3, 0.45, 0.65, 0.6, 0.6]).lipschitz,
    "model-1": lambda: lb.LipschitzBandit([0.3, 0.5, 0.6], [0, 0.5, 0.6]).lipschitz,
    "lower-bound-1": lambda: lb.confusing_parameter(FIVE, 0),
    "lower-bound-2": lambda: lb.lower_bound(FIVE).rates,
    "lower-bound-3": lambda: SEVENTEEN.gaps.max() * 16,
    "lower-bound-4": lambda: lb.lower_bound(FIVE).prices[0],
    "oslb-1": lambda: lb.lipschitz_indexes([1, 0, 0], [0, 0, 0], lb.Geometry([0.0, 0.25, 1.0], 1.0), np.log(2)),
    "oslb-2": lambda: 10 * lb.kl(0.3, 0.6),
    "oslb-4": lambda: 350 * lb.kl(0.4, 0.5),
    "ckl-ucb-2": lambda: lb.beta(FIVE)[1] / lb.lai_robbins(FIVE).rates[1],
    "concentration-1": lambda: lb.concentration.exact_tail([0.5], [10], 6.0),
    "concentration-2": lambda: next(d for d in range(3, 99) if lb.concentration.bound(2, 1000, d) < 1),
    "continuous-1": lambda: lb.linear_floor(lb.paper_triangle(), lb.even_grid(50), 25_000),
    "continuous-2": lambda: next(t for t in range(999) if lb.Zooming(0.5).radii(2**14, t) < 0.5),
    "continuous-8": lambda: next(
        K
        for K in range(1, 99)
        if lb.linear_floor(lb.paper_triangle(), lb.grid_off_peak(K, lb.paper_triangle().best), 25_000) < 50
    ),
    "continuous-9": lambda: minimize_scalar(bound_of_ucb, bounds=(1, 100), method="bounded").x,
    "adaptive-1": fourth_point_of_hoo,
    "contextual-4": lambda: lb.lower_bound(FIVE).value,
    "baselines-1": arm_of_imed,
    "baselines-2": lambda: stats.beta(1, 4).sf(0.5),
    "baselines-3": lambda: next(t for t in range(11_000, 12_000) if moss_bonus(t) == 0),
    "baselines-4": lambda: lb.unimodal_lower_bound(FIVE).value,
    "families-2": lambda: lb.lai_robbins(lb.LipschitzBandit([0.7, 0.8], lipschitz=1.0, family=lb.Gaussian(0.5))).value,
    "families-3": lambda: np.divide(*(lb.lower_bound(counts(unit)).value for unit in (2, 1))),
    "families-4": lambda: lb.kl_ucb_indexes([1], [2.0], 4.6, family=lb.Exponential())[0],
    "errata-1": lambda: next(t for t in range(0, 99, 5) if t * lb.kl_plus(0.2, 0.8) > lb.exploration_level(66, 3)),
}


@pytest.mark.parametrize("name", BY_THE_PACKAGE)
def test_what_the_package_computes_is_right_to_six_digits(name):
    assert verdict(name, BY_THE_PACKAGE[name]()) == RIGHT


def test_the_bar_of_the_ferry_is_the_one_that_the_introduction_draws():
    bandit = ferry.ferry()
    for days in range(5, 60, 5):
        plays = np.where(np.arange(9) == 0, days, 0)
        reaches = lb.lipschitz_indexes(plays, plays // 5, bandit.geometry, ferry.LEVEL)[2] >= 0.7
        assert verdict("intro-3", days).startswith("Too few") == reaches


def test_turns_lose_more_from_the_day_on_from_which_the_bound_says_so():
    bandit = ferry.ferry()
    constant = lb.lower_bound(bandit).value
    for days in range(2, 500, 7):
        assert verdict("intro-5", days).startswith("Too early") == (
            days * bandit.gaps.mean() <= constant * np.log(days)
        )


def test_tails_are_the_exact_ones():
    rng = np.random.default_rng(7)
    for _ in range(200):
        theta, plays = float(rng.choice([rng.random(), 0.5, 0.99, 1e-3, 0.0, 1.0])), int(rng.choice([1, 2, 10, 3000]))
        delta = float(rng.choice([0.01, 1.0, 1.99, rng.random() * 2]))
        expected = lb.concentration.exact_tail([theta], [plays], delta)
        assert concentration.tail_of(theta, plays, delta) == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_the_two_policies_play_as_they_do():
    rng = np.random.default_rng(8)
    for _ in range(300):
        plays = rng.integers(1, rng.choice([5, 60, 10**4]), 3)
        sums = rng.binomial(plays, rng.random(3))
        n, chosen = int(plays.sum()) + 1, []
        for policy in lb.CKLUCB(), lb.KLUCB():
            policy.reset(lb.Geometry([0.0, 0.5, 1.0], 10.0), None)
            policy.plays[:], policy.sums[:] = plays, sums
            chosen.append(policy.explain(n))
        arm = chosen[0]["arm"]
        expected = RIGHT if arm != chosen[1]["arm"] else f"Both play arm {arm} in round {n}."
        if chosen[0]["rule"].startswith("forced"):
            expected = f"Arm {arm} is forced in round {n}: give it more plays."
        assert verdict("ckl-ucb-4", [*plays, *sums]) == expected


@pytest.mark.parametrize(("name", "count", "told"), [("model-3", 9, {"lipschitz": 1.0}), ("lower-bound-9", 4, {})])
def test_means_that_are_no_instance_are_told_what_the_instance_says(name, count, told):
    rng, refused = np.random.default_rng(9), 0
    for _ in range(200):
        theta = rng.normal(0.5, rng.choice([0.02, 0.2, 0.4]), count).round(int(rng.integers(1, 12)))
        if rng.random() < 0.1:
            theta[rng.integers(count)] = rng.choice([-1e-5, 3.0, 1e22, -2.5e-300])
        try:
            lb.LipschitzBandit(theta, **told)
        except ValueError as error:
            refused += 1
            assert verdict(name, theta) == str(error)
    assert refused > 20


def test_the_ratio_of_lower_bound_9_is_that_of_the_package():
    rng = np.random.default_rng(10)
    for _ in range(100):
        bandit = lb.LipschitzBandit(rng.random(4) * rng.choice([0.01, 0.3, 0.99]))
        ratio = lb.lower_bound(bandit).value / lb.lai_robbins(bandit).value
        assert verdict("lower-bound-9", bandit.theta) == (
            RIGHT if ratio < 0.27 else f"C(θ) is {ratio:.4f} of Lai–Robbins: not below 0.27."
        )


def test_places_of_a_message_are_filled_and_other_braces_stay():
    assert filled("e^{2K} {0:.0f}, {1:.3f}, {2:.6g} {1}", [3.0, 0.25, 1e-7]) == "e^{2K} 3, 0.250, 1e-07 0.25"


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from lipbandits.exercises import verdict
from lipbandits.play import twins
import lipbandits as lb
print(verdict("lower-bound-5", 0.2241), verdict("ckl-ucb-4", [100, 20, 20, 60, 12, 10]), verdict("model-1", 2))
assert not twins.has_twin(lb.CKLUCB())
"""


def test_without_numba_answers_are_checked_as_well():
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True)
    assert done.stdout == "Right. Both play arm 1 in round 141. It fits, but look at the steepest pair again.\n"


def cases():
    """Every answer that the tests have, and random ones near it."""
    rng, found = np.random.default_rng(11), []
    for name in EXERCISES:
        for row in readable(name):
            near = row * (1 + rng.choice([1e-6, 1e-3, 0.1]) * rng.standard_normal(len(row)))
            found += [{"kind": "answer", "exercise": name, "numbers": each.tolist()} for each in (row, near)]
    return found


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
def test_in_node_every_answer_gets_the_same_message_and_the_same_numbers():
    wrong, given = [], cases()
    assert len(given) > 500
    for case, answer in zip(given, in_node(given), strict=True):
        wrong += [f"{case}{each}" for each in differences(native(case), answer)]
    assert wrong == []
