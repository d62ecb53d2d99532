"""`simulate` and `replay` with a `ContinuousBandit`."""

import json

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.play.checkpoint import identity_of
from lipbandits.play.rewards import STOCK, RewardsOfRounds, Uniforms

BANDIT = lb.paper_triangle()
POLICIES = {
    "hoo": lb.HOO(0.5, 0.5),
    "hoo+": lb.HOO(0.5, 0.5, tuned=True),
    "zooming": lb.Zooming(0.5),
    "ckl": lb.Discretised(lb.CKLUCB(), lb.grid(8)),
    "uniform": lb.Discretised(lb.Uniform(), lb.grid(8)),
}


class Everywhere:
    """A reader's own policy, in the least that one needs."""

    def reset(self, geometry, rng):
        assert (type(geometry), geometry.lipschitz) == (lb.Interval, BANDIT.lipschitz)
        self.rng = rng

    def select(self, n):
        return self.rng.random()

    def update(self, point, reward):
        pass

    def __repr__(self):
        return "Everywhere()"


class Fixed(Everywhere):
    def __init__(self, point):
        self.point = point

    def select(self, n):
        return self.point

    def __repr__(self):
        return f"Fixed({self.point})"


class Recording(Fixed):
    """Keeps the rewards of its run."""

    rewards = None

    def reset(self, geometry, rng):
        type(self).rewards = []

    def update(self, point, reward):
        self.rewards.append(reward)


def same(one, other):
    return all(np.array_equal(one[name].regret, other[name].regret) for name in one)


def test_regret_counts_from_the_maximum_over_the_interval():
    results = lb.simulate(BANDIT, {"fixed": Fixed(0.3), "best": Fixed(0.5)}, 200, runs=2)
    assert results["fixed"].regret[:, -1] == pytest.approx([200 * 0.1] * 2)
    assert results["best"].regret[:, -1].tolist() == [0, 0]
    assert results["fixed"].plays is None


def test_a_discretised_policy_keeps_the_floor_of_its_grid():
    arms = lb.grid_off_peak(4, BANDIT.best)
    regret = lb.simulate(BANDIT, [lb.Discretised(lb.CKLUCB(), arms)], 3000, runs=2)["Discretised"].regret
    assert np.all(regret[:, -1] >= lb.linear_floor(BANDIT, arms, 3000) - 1e-6)
    alone = lb.simulate(BANDIT, [lb.Discretised(lb.UCB(), [0.3])], 50, runs=1)["Discretised"].regret
    assert alone[0, -1] == pytest.approx(lb.linear_floor(BANDIT, [0.3], 50))


def test_results_do_not_depend_on_the_number_of_processes():
    one = lb.simulate(BANDIT, POLICIES, 600, runs=4, seed=2)
    assert same(one, lb.simulate(BANDIT, POLICIES, 600, runs=4, seed=2, n_jobs=2))


def test_a_run_depends_on_its_seed_and_number_alone():
    few, many = (lb.simulate(BANDIT, POLICIES, 300, runs=runs, seed=4) for runs in (2, 4))
    assert all(np.array_equal(few[name].regret, many[name].regret[:2]) for name in few)
    assert not same(few, lb.simulate(BANDIT, POLICIES, 300, runs=2, seed=5))


@pytest.mark.parametrize("name", POLICIES)
def test_compiled_or_not_the_regret_is_the_same(name):
    policy = POLICIES[name]
    plain = type("Plain", (type(policy),), {"__init__": lambda self: vars(self).update(vars(policy))})()
    results = lb.simulate(BANDIT, {"compiled": policy, "plain": plain}, 600, runs=2, seed=7)
    assert results["compiled"].regret == pytest.approx(results["plain"].regret, abs=1e-9)


def test_policies_of_a_run_share_one_uniform_a_round():
    class Other(Recording):
        pass

    horizon = STOCK + 500
    lb.simulate(BANDIT, {"low": Recording(0.05), "high": Other(0.5)}, horizon, runs=1, seed=3)
    low, high = np.array(Recording.rewards), np.array(Other.rewards)
    # Where a lower mean is paid, a higher one is as well.
    assert len(low) == horizon and np.all(low <= high) and low.sum() < high.sum()
    assert low.mean() == pytest.approx(BANDIT.mean(0.05), abs=0.03)
    alone = lb.simulate(BANDIT, {"hoo": lb.HOO(0.5, 0.5)}, 400, runs=2, seed=6)
    assert np.array_equal(alone["hoo"].regret, lb.simulate(BANDIT, POLICIES, 400, runs=2, seed=6)["hoo"].regret)


def test_a_play_of_one_arm_uses_up_the_round_of_all():
    uniforms = np.random.default_rng(0).random(2 * STOCK + 10)
    stock, rng = RewardsOfRounds(np.array([0.2, 0.5, 0.9]), Uniforms.given(uniforms)), np.random.default_rng(1)
    arms = rng.integers(3, size=len(uniforms))
    assert [stock.draw(k) for k in arms] == (uniforms < stock.theta[arms]).astype(int).tolist()


def test_uniforms_do_not_depend_on_how_many_are_drawn_at_a_time():
    uniforms = Uniforms.drawn(np.random.SeedSequence(1))
    assert [uniforms.draw() for _ in range(STOCK + 9)] == np.random.default_rng(np.random.SeedSequence(1)).random(
        STOCK + 9
    ).tolist()


def test_replay_returns_the_points_and_takes_the_uniforms_as_given():
    uniforms = np.random.default_rng(0).random(2 * STOCK + 5)
    for policy in POLICIES.values():
        points = lb.replay(BANDIT, policy, uniforms)
        assert points.shape == uniforms.shape
        assert np.all((points >= 0) & (points <= 1))
    assert np.array_equal(
        lb.replay(BANDIT, POLICIES["hoo"], uniforms)[:50], lb.replay(BANDIT, POLICIES["hoo"], uniforms[:50])
    )
    assert set(lb.replay(BANDIT, POLICIES["ckl"], uniforms)) <= set(lb.grid(8))
    assert lb.replay(BANDIT, Fixed(1), [0.5, 0.5]).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("tuned", [False, True])
@pytest.mark.parametrize("peak", [0.0, 0.1, 1.0])
def test_zooming_and_hoo_find_a_peak_wherever_it_is(peak, tuned):
    bandit = lb.ContinuousBandit(lambda x: np.maximum(0.1, 0.9 - 2 * np.abs(x - peak)), 2.0)
    for policy in (lb.Zooming(2.0, tuned), lb.HOO(2.0, 0.5, tuned)):
        points = lb.replay(bandit, policy, np.random.default_rng(0).random(20_000))
        near = np.abs(points - peak) < 0.1
        assert near.any()
        if tuned:
            assert near[-5000:].mean() > 0.5


def test_a_checkpoint_is_resumed_and_extended(tmp_path):
    path = tmp_path / "runs.npz"
    policies = POLICIES | {"own": Everywhere()}
    lb.simulate(BANDIT, policies, 300, runs=2, seed=8, checkpoint=path)
    more = lb.simulate(BANDIT, policies, 300, runs=4, seed=8, checkpoint=path)
    assert same(more, lb.simulate(BANDIT, policies, 300, runs=4, seed=8))
    assert more["hoo"].plays is None
    with np.load(path) as file:
        assert file["runs"].tolist() == [0, 1, 2, 3] and "plays" not in file.files
    more["hoo"].save(tmp_path / "hoo.npz")
    assert np.array_equal(lb.Regret.load(tmp_path / "hoo.npz").regret, more["hoo"].regret)
    assert lb.Regret.load(tmp_path / "hoo.npz").plays is None


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"bandit": lb.paper_quadratic()}, "best, function, lipschitz, mean"),
        ({"bandit": lb.ContinuousBandit(BANDIT.mean, 0.6, 0.5)}, "lipschitz"),
        ({"policies": {"a": lb.Discretised(lb.CKLUCB(), lb.grid(8) + 1e-12)}}, "policies"),
        ({"policies": {"a": lb.Discretised(lb.CKLUCB("klucb3"), lb.grid(8))}}, "policies"),
        ({"policies": {"a": lb.HOO(0.5, 0.5)}}, "policies"),
        ({"bandit": lb.triangle(8), "policies": {"a": lb.CKLUCB()}}, r"distances, policies\['a'\], theta"),
    ],
)
def test_the_checkpoint_of_another_experiment_is_refused_and_left_as_it_is(tmp_path, change, word):
    path = tmp_path / "runs.npz"
    policies = {"a": lb.Discretised(lb.CKLUCB(), lb.grid(8))}
    experiment = {"bandit": BANDIT, "policies": policies, "horizon": 50, "runs": 1, "checkpoint": path}
    lb.simulate(**experiment)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=f"another experiment .*{word}"):
        lb.simulate(**(experiment | change))
    assert path.read_bytes() == before


def test_a_policy_inside_a_discretised_one_is_known_by_its_code(tmp_path):
    def silent(arm):
        class Silent:
            def reset(self, geometry, rng):
                pass

            def select(self, n):
                return arm

            def update(self, arm, reward):
                pass

        return Silent()

    path, arms = tmp_path / "runs.npz", [0.2, 0.5]
    assert lb.replay(BANDIT, lb.Discretised(silent(1), arms), [0.2, 0.3]).tolist() == [0.5, 0.5]
    lb.simulate(BANDIT, [lb.Discretised(silent(1), arms)], 30, runs=1, checkpoint=path)
    lb.simulate(BANDIT, [lb.Discretised(silent(1), arms)], 30, runs=2, checkpoint=path)
    for other in (lb.Discretised(silent(0), arms), lb.Discretised(silent(1), [0.2, 0.6])):
        with pytest.raises(ValueError, match=r"differs in: policies\['Discretised'\]"):
            lb.simulate(BANDIT, [other], 30, runs=1, checkpoint=path)


def test_what_has_been_played_does_not_change_the_identity():
    policies = {"hoo": lb.HOO(0.5, 0.5), "zooming": lb.Zooming(0.5), "ckl": lb.Discretised(lb.CKLUCB(), lb.grid(3))}
    before = identity_of(BANDIT, policies, 10, 0)
    lb.simulate(BANDIT, policies, 10, runs=1)
    for policy in policies.values():
        lb.replay(BANDIT, policy, [0.1, 0.2], engine=False)
    assert identity_of(BANDIT, policies, 10, 0) == before
    assert set(json.loads(before)) == {
        "version",
        "mean",
        "function",
        "best",
        "lipschitz",
        "policies",
        "horizon",
        "seed",
    }


@pytest.mark.parametrize("point", [1.5, -0.1, np.nan, np.inf, None, True, "0.5", [0.5]])
def test_a_policy_that_plays_outside_the_interval_is_named(point):
    with pytest.raises(ValueError, match=r"policy: Fixed\(.*\) chose .* in round 1; expected a point of \[0, 1\]"):
        lb.simulate(BANDIT, [Fixed(point)], 10, runs=1)


@pytest.mark.parametrize("play", [lambda b, p, r: lb.replay(b, p, r), lambda b, p, r: lb.simulate(b, [p], 10, runs=1)])
def test_policies_and_bandits_that_do_not_fit_are_refused_with_what_would(play):
    for policy in (lb.HOO(1, 0.5), lb.Zooming(1), lb.Discretised(lb.UCB(), [0.5])):
        with pytest.raises(TypeError, match=r"plays points of \[0, 1\]; expected a policy for numbered arms"):
            play(lb.triangle(3), policy, np.zeros((3, 4)))
    for policy in (lb.CKLUCB(), lb.Uniform()):
        with pytest.raises(TypeError, match=r"plays numbered arms; .* HOO\(nu1, rho\) or Discretised\(policy, arms\)"):
            play(BANDIT, policy, np.zeros(4))
    with pytest.raises(TypeError, match="bandit: 3; expected a LipschitzBandit, a ContinuousBandit or a Context"):
        play(3, lb.UCB(), np.zeros(4))


@pytest.mark.parametrize(
    ("uniforms", "message"),
    [
        (np.zeros((2, 5)), r"rewards: shape \(2, 5\); expected \(T,\) uniforms"),
        ([], r"rewards: shape \(0,\)"),
        ([0.5, 1.5], r"rewards: entry 1 is 1\.5; expected uniforms in \[0, 1\]"),
        ([np.nan], "rewards: entry 0 is nan"),
    ],
)
def test_uniforms_of_the_wrong_shape_or_size_are_refused(uniforms, message):
    with pytest.raises(ValueError, match=message):
        lb.replay(BANDIT, lb.Zooming(0.5), uniforms)


def test_a_policy_inside_that_plays_an_arm_that_is_not_there_is_named():
    with pytest.raises(ValueError, match=r"policy: Fixed\(3\) chose 3 in round 1; expected a whole number from 0 to 1"):

        class Lost(Fixed):
            def reset(self, geometry, rng):
                pass

            def __repr__(self):
                return "Fixed(3)"

        lb.replay(BANDIT, lb.Discretised(Lost(3), [0.2, 0.8]), [0.5])


def test_a_readers_policy_for_numbered_arms_is_told_how_to_play_on_points():
    class Mine:
        def reset(self, geometry, rng):
            self.plays = np.zeros(geometry.n_arms)

        def select(self, n):
            return 0

        def update(self, arm, reward):
            pass

    with pytest.raises(AttributeError) as caught:
        lb.replay(BANDIT, Mine(), [0.5])
    assert "plays here as Discretised(policy, arms)" in " ".join(caught.value.__notes__)
