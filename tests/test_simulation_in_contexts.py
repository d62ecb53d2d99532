"""`simulate` and `replay` with a `ContextualBandit`."""

import json
import subprocess
import sys

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.play.checkpoint import identity_of
from lipbandits.play.rewards import Rewards, SomeRows, draw_contexts

BANDIT = lb.travelling_peak(4, 5)
POLICIES = {"cckl": lb.CCKLUCB(), "kl": lb.PerContext(lb.KLUCB()), "ckl": lb.PerContext(lb.CKLUCB())}


class Turning:
    """A reader's own policy, in the least that one needs."""

    def reset(self, geometry, rng):
        self.n_contexts, self.n_arms = geometry.shape

    def select(self, n, context):
        assert 0 <= context < self.n_contexts
        return (n + context) % self.n_arms

    def update(self, arm, reward):
        assert reward in (0, 1)

    def __repr__(self):
        return "Turning()"


def same(one, other):
    return all(
        np.array_equal(one[name].regret, other[name].regret) and np.array_equal(one[name].plays, other[name].plays)
        for name in one
    )


def with_distribution(psi):
    return lb.ContextualBandit(BANDIT.theta, lipschitz=BANDIT.lipschitz, distribution=psi)


def test_regret_is_gaps_times_plays_of_pairs_and_ends_at_the_horizon():
    results = lb.simulate(BANDIT, POLICIES | {"own": Turning()}, 1500, runs=3, seed=1)
    for regret in results.values():
        assert regret.plays.shape == (3, 4, 5)
        assert regret.plays.sum(axis=(1, 2)).tolist() == [1500] * 3
        assert regret.regret[:, -1] == pytest.approx((regret.plays * BANDIT.gaps).sum(axis=(1, 2)))
        assert np.all(np.diff(regret.regret, axis=1) >= -1e-9)


def test_policies_of_a_run_share_contexts_and_rewards():
    results = lb.simulate(BANDIT, POLICIES, 800, runs=3, seed=2)
    shown = results["cckl"].plays.sum(axis=2)
    for name, policy in POLICIES.items():
        assert np.array_equal(results[name].plays.sum(axis=2), shown)
        assert same({name: results[name]}, lb.simulate(BANDIT, {name: policy}, 800, runs=3, seed=2))


def test_a_run_is_the_replay_of_its_contexts_and_rewards():
    # Children of the run's seed: rewards (a child each pair), contexts, policy.
    horizon = 300
    rewards, contexts, _ = np.random.SeedSequence(9, spawn_key=(1,)).spawn(3)
    stock = Rewards(BANDIT.theta.ravel(), rewards)
    table = np.array([[stock.draw(row) for _ in range(horizon)] for row in range(20)]).reshape(4, 5, horizon)
    shown = draw_contexts(BANDIT.distribution, horizon, contexts)
    results = lb.simulate(BANDIT, POLICIES, horizon, runs=2, seed=9)
    for name, policy in POLICIES.items():
        played = lb.replay(BANDIT, policy, table, shown)
        counted = np.zeros((4, 5), dtype=int)
        np.add.at(counted, (shown, played), 1)
        assert results[name].plays[1].tolist() == counted.tolist()


def test_contexts_are_drawn_from_their_distribution_and_a_longer_run_only_adds_to_them():
    psi = np.array([0.1, 0.2, 0.65, 0.05])
    contexts = draw_contexts(psi, 40_000, np.random.SeedSequence(0))
    assert np.bincount(contexts) / 40_000 == pytest.approx(psi, abs=0.01)
    assert draw_contexts(psi, 100, np.random.SeedSequence(0)).tolist() == contexts[:100].tolist()
    plays = lb.simulate(with_distribution(psi), [lb.CCKLUCB()], 20_000, runs=1)["CCKLUCB"].plays
    assert plays[0].sum(axis=1) / 20_000 == pytest.approx(psi, abs=0.02)


def test_results_do_not_depend_on_the_number_of_processes():
    one = lb.simulate(BANDIT, POLICIES, 300, runs=4, seed=3)
    assert same(one, lb.simulate(BANDIT, POLICIES, 300, runs=4, seed=3, n_jobs=2))
    few = lb.simulate(BANDIT, POLICIES, 300, runs=2, seed=3)
    assert all(np.array_equal(few[name].plays, one[name].plays[:2]) for name in few)


def test_the_engine_and_the_plain_policies_give_the_same_regret():
    class Plain(lb.CCKLUCB):
        """A subclass is not compiled."""

    class PlainCopies(lb.PerContext):
        """Nor is this."""

    pairs = [(lb.CCKLUCB("klucb1"), Plain("klucb1"))]
    pairs += [(lb.PerContext(own), PlainCopies(own)) for own in (lb.KLUCB(), lb.CKLUCB(), lb.Uniform(), lb.Greedy())]
    for compiled, plain in pairs:
        results = lb.simulate(BANDIT, {"engine": compiled, "plain": plain}, 500, runs=2, seed=4)
        assert same({"x": results["engine"]}, {"x": results["plain"]}), compiled


def test_one_context_is_a_plain_simulation():
    bandit = lb.triangle(6)
    single = lb.ContextualBandit([bandit.theta], lipschitz=bandit.lipschitz)
    contextual = lb.simulate(single, [lb.CCKLUCB()], 700, runs=2, seed=5)["CCKLUCB"]
    plain = lb.simulate(bandit, [lb.CKLUCB()], 700, runs=2, seed=5)["CKLUCB"]
    assert np.array_equal(contextual.regret, plain.regret)
    assert np.array_equal(contextual.plays[:, 0], plain.plays)


def test_rows_of_a_stock_are_the_stock():
    one, other = (Rewards(np.full(6, 0.5), np.random.SeedSequence(0)) for _ in range(2))
    rows = SomeRows(one, slice(2, 4))
    assert [rows.draw(1) for _ in range(5000)] == [other.draw(3) for _ in range(5000)]


def test_regret_with_pairs_is_saved_and_loaded_whole(tmp_path):
    regret = lb.simulate(BANDIT, [lb.CCKLUCB()], 100, runs=2)["CCKLUCB"]
    regret.save(tmp_path / "cckl.npz")
    again = lb.Regret.load(tmp_path / "cckl.npz")
    assert np.array_equal(again.regret, regret.regret) and np.array_equal(again.plays, regret.plays)


def test_a_checkpoint_is_resumed_and_extended(tmp_path):
    path = tmp_path / "runs.npz"
    lb.simulate(BANDIT, POLICIES, 200, runs=2, seed=8, checkpoint=path)
    more = lb.simulate(BANDIT, POLICIES, 200, runs=5, seed=8, checkpoint=path, n_jobs=2)
    assert same(more, lb.simulate(BANDIT, POLICIES, 200, runs=5, seed=8))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"bandit": with_distribution([0.4, 0.2, 0.2, 0.2])}, "distribution"),
        ({"bandit": BANDIT.with_lipschitz(9.0)}, "lipschitz"),
        ({"bandit": lb.ContextualBandit(BANDIT.theta, lipschitz=BANDIT.lipschitz, context_weight=2)}, "distances"),
        ({"policies": POLICIES | {"kl": lb.PerContext(lb.KLUCB("paper"))}}, "policies"),
    ],
)
def test_the_checkpoint_of_another_experiment_is_refused(tmp_path, change, word):
    path = tmp_path / "runs.npz"
    experiment = {"bandit": BANDIT, "policies": POLICIES, "horizon": 60, "runs": 1, "checkpoint": path}
    lb.simulate(**experiment)
    with pytest.raises(ValueError, match=f"another experiment .*{word}"):
        lb.simulate(**(experiment | change))


def test_the_identity_of_a_thousand_pairs_is_short():
    identity = identity_of(lb.travelling_peak(50, 20), POLICIES, 10, 0)
    assert len(identity) < 50_000
    assert set(json.loads(identity)) == {
        "version", "theta", "distances", "distribution", "lipschitz", "policies", "horizon", "seed"
    }  # fmt: skip


def test_a_policy_of_the_readers_own_is_copied_into_each_context():
    class Alternating:
        def reset(self, geometry, rng):
            self.n_arms = geometry.n_arms

        def select(self, n):
            return n % self.n_arms

        def update(self, arm, reward):
            pass

    played = lb.replay(BANDIT, lb.PerContext(Alternating()), np.zeros((4, 5, 6)), [0, 0, 1, 0, 1, 3])
    assert played.tolist() == [1, 2, 1, 3, 2, 1]


@pytest.mark.parametrize(
    ("bandit", "policy", "message"),
    [
        (BANDIT, lb.KLUCB(), r"policy: KLUCB.* plays numbered arms; .*such as CCKLUCB\(\) or PerContext\(policy\)"),
        (BANDIT, lb.HOO(1, 0.5), r"policy: HOO.* plays points of \[0, 1\]; .*such as CCKLUCB"),
        (lb.triangle(4), lb.CCKLUCB(), r"policy: CCKLUCB.* is shown contexts; expected a policy for numbered arms"),
        (lb.paper_triangle(), lb.PerContext(lb.KLUCB()), r"policy: PerContext.* is shown contexts; .*such as HOO"),
    ],
)
def test_policies_for_another_kind_of_bandit_are_refused(bandit, policy, message):
    with pytest.raises(TypeError, match=message):
        lb.replay(bandit, policy, np.zeros((4, 9)))
    with pytest.raises(TypeError, match=message.replace("policy: ", r"policies\['x'\]: ")):
        lb.simulate(bandit, {"x": policy}, 10, runs=1)


@pytest.mark.parametrize(
    ("rewards", "contexts", "error", "message"),
    [
        (np.zeros((4, 5, 3)), None, TypeError, r"contexts: None; expected \(3,\) whole numbers from 0 to 3"),
        (np.zeros((4, 5, 3)), [0, 1], ValueError, r"contexts: shape \(2,\); expected \(3,\)"),
        (np.zeros((4, 5, 3)), [0, 4, 1], ValueError, "contexts: entry 1 is 4; expected .* from 0 to 3"),
        (np.zeros((4, 5, 3)), [0, 1, -1], ValueError, "contexts: entry 2 is -1"),
        (np.zeros((4, 5, 3)), [0, 1.5, 1], ValueError, r"contexts: entry 1 is 1\.5"),
        (np.zeros((4, 5, 3)), [0, np.nan, 1], ValueError, "contexts: entry 1 is nan"),
        (np.zeros((4, 5, 3)), ["a", "b", "c"], TypeError, "contexts: "),
        (np.zeros((5, 4, 3)), [0, 1, 1], ValueError, r"rewards: shape \(5, 4, 3\); expected \(4, 5, T\)"),
        (np.zeros((20, 3)), [0, 1, 1], ValueError, r"rewards: shape \(20, 3\)"),
        (np.zeros((4, 5, 0)), [], ValueError, "rewards: shape"),
        (
            np.full((4, 5, 1), np.nan),
            [0],
            ValueError,
            r"rewards: entry \(0, 0, 0\) is nan; expected a number from 0 to 1",
        ),
    ],
)
def test_rewards_and_contexts_of_the_wrong_shape_or_entries_are_refused(rewards, contexts, error, message):
    with pytest.raises(error, match=message):
        lb.replay(BANDIT, lb.CCKLUCB(), rewards, contexts)


def test_contexts_where_there_are_none_are_refused():
    with pytest.raises(TypeError, match="contexts: given for a LipschitzBandit"):
        lb.replay(lb.triangle(4), lb.KLUCB(), np.zeros((4, 3)), contexts=[0, 0, 0])


@pytest.mark.parametrize("arm", [5, -1, 2.0, None, True])
def test_a_policy_that_plays_an_arm_that_is_not_there_is_named(arm):
    class Wrong(Turning):
        def select(self, n, context):
            return arm

    with pytest.raises(ValueError, match=f"chose {arm} in round 1; expected a whole number from 0 to 4"):
        lb.simulate(BANDIT, [Wrong()], 10, runs=1)


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import lipbandits as lb
policies = {"cckl": lb.CCKLUCB(), "kl": lb.PerContext(lb.KLUCB())}
results = lb.simulate(lb.travelling_peak(4, 5), policies, 60, runs=2, seed=3)
print([results[name].regret.tolist() for name in policies])
"""


def test_without_numba_everything_still_runs_and_gives_the_same():
    result = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True)
    here = lb.simulate(BANDIT, {name: POLICIES[name] for name in ("cckl", "kl")}, 60, runs=2, seed=3)
    assert result.stdout.strip() == str([regret.regret.tolist() for regret in here.values()])
