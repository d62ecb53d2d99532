"""The compiled twins of HOO, Zooming and adaptive CKL-UCB make the plays of the specification, one by one."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.play import twins
from tests.compiled import cases, rounds

BANDITS = {"triangle": lb.paper_triangle(), "quadratic": lb.paper_quadratic()}
KINDS = ["HOO", "HOO+", "Zooming", "Zooming+", "Adaptive"]


def random_function(rng):
    """A broken line: flat, gentle or steep, near 0, near 1 or between; flat ones at 0 and 1 make the most ties."""
    low, high = [(0.0, 1.0), (0.0, 0.02), (0.97, 1.0), (0.0, 0.0), (1.0, 1.0), (0.3, 0.7)][rng.integers(6)]
    corners = np.concatenate([[0.0], np.sort(rng.random(int(rng.integers(1, 9)))), [1.0]])
    heights = rng.uniform(low, high, len(corners))
    lipschitz = np.max(np.abs(np.diff(heights)) / np.diff(corners))
    return lb.ContinuousBandit(lambda x: np.interp(x, corners, heights), lipschitz * (1 + 1e-9))


def random_problem(kind, seed):
    rng = np.random.default_rng(seed)
    bandit, tuned = random_function(rng), kind.endswith("+")
    if kind.startswith("HOO"):
        return bandit, lb.HOO(float(rng.choice([1e-3, 0.1, 0.5, 1, 3.2, 20])), float(rng.uniform(0.1, 0.95)), tuned)
    lipschitz, candidates = float(rng.choice([0.05, 0.5, 1, 3.2, 10, 200])), int(rng.choice([1, 7, 100, 1000]))
    if kind == "Adaptive":
        # Told 200 it has hundreds of cells, which takes the readable policy minutes.
        return bandit, lb.AdaptiveCKLUCB(min(lipschitz, 30.0))
    chosen = {"radii_added": float(rng.choice([1, 2, 0.3])), "order": str(rng.choice(["lowest", "random"]))}
    return bandit, lb.Zooming(lipschitz, tuned, candidates, phases=rng.choice([None, True, False]), **chosen)


def check_same_plays(kind, seed, horizon):
    bandit, policy = random_problem(kind, seed)
    uniforms = np.random.default_rng(seed).random(horizon)
    compiled, plain = (lb.replay(bandit, policy, uniforms, engine=way) for way in (True, False))
    differ = np.flatnonzero(compiled != plain)
    assert len(differ) == 0, f"seed {seed}, {policy}: round {differ[0] + 1}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", cases(6))
def test_policy_and_engine_play_the_same_points(kind, seed):
    check_same_plays(kind, seed, rounds(500))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_policy_and_engine_play_the_same_2500_points(kind, seed):
    check_same_plays(kind, seed, 2500)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", BANDITS)
def test_policy_and_engine_agree_over_many_stocks_of_uniforms(kind, name):
    bandit, tuned = BANDITS[name], kind.endswith("+")
    policies = {"HOO": lb.HOO(bandit.lipschitz, 0.5, tuned), "Zooming": lb.Zooming(bandit.lipschitz, tuned)}
    policy = (policies | {"Adaptive": lb.AdaptiveCKLUCB(bandit.lipschitz)})[kind.removesuffix("+")]
    uniforms = np.random.default_rng(5).random(9000)
    compiled, plain = (lb.replay(bandit, policy, uniforms, engine=way) for way in (True, False))
    assert np.array_equal(compiled, plain)


@pytest.mark.parametrize("compiled", [True, False])
def test_recorded_runs_on_points_agree_with_the_reference(reference, compiled):
    runs = [run for run in reference["runs"] if run["kind"] == "continuous"]
    assert {run["mu"] for run in runs} == set(BANDITS)
    for run in runs:
        sequences = {
            "hoo": lb.HOO(run["nu1"], run["rho"]),
            "hoo_plus": lb.HOO(run["nu1"], run["rho"], tuned=True),
            "zooming_lowest": lb.Zooming(run["L"], candidates=run["M"]),
            "zooming_plus_lowest": lb.Zooming(run["L"], tuned=True, candidates=run["M"]),
        }
        for name, policy in sequences.items():
            assert twins.has_twin(policy)
            played = lb.replay(BANDITS[run["mu"]], policy, run["u"], engine=compiled)
            assert played.tolist() == run[name], (run["mu"], name)


@pytest.mark.parametrize(
    "policy", [lb.CKLUCB(), lb.KLUCB(), lb.OSLB(), lb.OSSB(), lb.UCB(), lb.Greedy(), lb.Uniform()], ids=repr
)
@pytest.mark.parametrize("n_arms", [1, 2, 9])
def test_a_discretised_policy_plays_the_same_compiled_or_not(policy, n_arms):
    if isinstance(policy, lb.OSLB | lb.OSSB):
        # Where its program has several optimal plans, its twin may go on differently: not here.
        n_arms = min(n_arms, 2)
    discretised = lb.Discretised(policy, lb.even_grid(n_arms, offset=0.3))
    horizon = rounds(300 if isinstance(policy, lb.OSLB | lb.OSSB) else 900)
    uniforms = np.random.default_rng(n_arms).random(horizon)
    compiled, plain = (lb.replay(lb.paper_triangle(), discretised, uniforms, engine=way) for way in (True, False))
    assert np.array_equal(compiled, plain)


def test_long_streaks_of_a_discretised_policy_use_one_uniform_a_round():
    bandit = lb.paper_quadratic()
    for policy in (lb.CKLUCB(), lb.KLUCB()):
        discretised = lb.Discretised(policy, lb.even_grid(5))
        uniforms = np.random.default_rng(1).random(10_000)
        points = lb.replay(bandit, discretised, uniforms)
        # The rewards of these very plays lead to these very plays.
        assert 3000 < np.max(np.unique(points, return_counts=True)[1]) < 10_000
        policy.reset(lb.Geometry(lb.even_grid(5), bandit.lipschitz), None)
        for n in range(1, 10_001):
            arm = int(np.searchsorted(discretised.arms, points[n - 1]))
            if n % 97 == 0 or points[n - 1] != points[n - 2]:
                assert policy.select(n) == arm, n
            policy.update(arm, int(uniforms[n - 1] < bandit.mean(points[n - 1])))


def test_a_subclass_of_hoo_is_played_as_it_is():
    class Stubborn(lb.HOO):
        def select(self, n):
            super().select(n)
            return 0.125

    assert lb.replay(lb.paper_triangle(), Stubborn(1.0, 0.5), np.full(5, 0.3)).tolist() == [0.125] * 5
