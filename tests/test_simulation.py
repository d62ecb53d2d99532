import importlib
import json
import linecache
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.files import write_atomically
from lipbandits.play.checkpoint import Checkpoint, identity_of
from lipbandits.play.rewards import Rewards
from lipbandits.play.simulation import recorded_rounds
from lipbandits.policies.policy import Policy

BANDIT = lb.triangle(7, slope=0.5)
POLICIES = {"kl": lb.KLUCB(), "ckl": lb.CKLUCB(), "oslb": lb.OSLB(), "ossb": lb.OSSB()}


class Alternating:
    """A reader's own policy, in the least that one needs."""

    def reset(self, geometry, rng):
        self.n_arms = geometry.n_arms

    def select(self, n):
        return n % self.n_arms

    def update(self, arm, reward):
        pass


def same(one, other):
    return all(np.array_equal(one[name].regret, other[name].regret) for name in one)


def test_regret_is_gaps_times_plays_and_ends_at_the_horizon():
    for regret in lb.simulate(BANDIT, POLICIES, 2000, runs=3, seed=1).values():
        assert regret.rounds[0] == 1
        assert regret.rounds[-1] == 2000
        assert regret.plays.sum(axis=1).tolist() == [2000] * 3
        assert regret.regret[:, -1] == pytest.approx(regret.plays @ BANDIT.gaps)
        assert np.all(np.diff(regret.regret, axis=1) >= -1e-9)


def test_results_do_not_depend_on_the_number_of_processes():
    one = lb.simulate(BANDIT, POLICIES, 500, runs=5, seed=2)
    assert same(one, lb.simulate(BANDIT, POLICIES, 500, runs=5, seed=2, n_jobs=2))


def test_a_run_depends_on_its_seed_and_number_alone():
    few, many = (lb.simulate(BANDIT, POLICIES, 300, runs=runs, seed=4) for runs in (2, 6))
    assert all(np.array_equal(few[name].regret, many[name].regret[:2]) for name in few)
    assert not same(few, lb.simulate(BANDIT, POLICIES, 300, runs=2, seed=5))


def test_policies_of_a_run_share_rewards():
    alone = lb.simulate(BANDIT, {"kl": lb.KLUCB()}, 400, runs=3, seed=6)
    assert np.array_equal(alone["kl"].regret, lb.simulate(BANDIT, POLICIES, 400, runs=3, seed=6)["kl"].regret)
    one, other = (Rewards(BANDIT.theta, np.random.SeedSequence(1)) for _ in range(2))
    first = [one.draw(2) for _ in range(3000)]
    for k in (0, 1, 3):
        [other.draw(k) for _ in range(100)]
    assert [other.draw(2) for _ in range(3000)] == first


def test_rewards_have_the_means_of_their_arms():
    rewards = Rewards(np.array([0.0, 0.3, 1.0]), np.random.SeedSequence(3))
    averages = [np.mean([rewards.draw(k) for _ in range(20_000)]) for k in range(3)]
    assert averages == pytest.approx([0, 0.3, 1], abs=0.02)


def test_the_engine_and_the_plain_policy_give_the_same_regret():
    class Plain(lb.CKLUCB):
        """A subclass is not compiled."""

    results = lb.simulate(BANDIT, {"engine": lb.CKLUCB(), "plain": Plain()}, 800, runs=3, seed=7)
    assert np.array_equal(results["engine"].regret, results["plain"].regret)


def test_a_policy_of_the_readers_own_is_played_as_it_is():
    regret = lb.simulate(BANDIT, [Alternating()], 70, runs=2)["Alternating"]
    assert regret.plays.tolist() == [[10] * 7] * 2
    assert lb.replay(BANDIT, Alternating(), np.zeros((7, 10), int)).tolist() == [1, 2, 3, 4, 5, 6, 0, 1, 2, 3]


def test_about_200_rounds_are_recorded():
    assert recorded_rounds(500_000)[[0, -1]].tolist() == [1, 500_000]
    assert 180 <= len(recorded_rounds(500_000)) <= 220
    assert recorded_rounds(1).tolist() == [1]
    assert recorded_rounds(5).tolist() == [1, 2, 3, 4, 5]


def test_regret_is_saved_and_loaded_whole(tmp_path):
    regret = lb.simulate(BANDIT, [lb.UCB()], 100, runs=2)["UCB"]
    regret.save(tmp_path / "ucb.npz")
    again = lb.Regret.load(tmp_path / "ucb.npz")
    assert np.array_equal(again.regret, regret.regret)
    assert np.array_equal(again.plays, regret.plays)
    assert regret.mean().shape == regret.rounds.shape
    assert regret.quantile([0.1, 0.9]).shape == (2, len(regret.rounds))
    (tmp_path / "no.npz").write_bytes(b"nothing of the kind")
    with pytest.raises(ValueError, match=r"no\.npz is not a saved Regret"):
        lb.Regret.load(tmp_path / "no.npz")


def test_a_checkpoint_is_resumed_and_extended(tmp_path):
    path = tmp_path / "runs.npz"
    lb.simulate(BANDIT, POLICIES, 300, runs=3, seed=8, checkpoint=path)
    more = lb.simulate(BANDIT, POLICIES, 300, runs=7, seed=8, checkpoint=path)
    assert same(more, lb.simulate(BANDIT, POLICIES, 300, runs=7, seed=8))
    assert [entry.name for entry in tmp_path.iterdir()] == ["runs.npz"]


def test_a_checkpoint_does_not_depend_on_the_order_of_the_policies(tmp_path):
    path = tmp_path / "runs.npz"
    one = lb.simulate(BANDIT, {"a": lb.KLUCB(), "b": lb.UCB()}, 60, runs=3, checkpoint=path)
    other = lb.simulate(BANDIT, {"b": lb.UCB(), "a": lb.KLUCB()}, 60, runs=3, checkpoint=path)
    assert list(other) == ["b", "a"]
    assert same(one, other)


def test_a_checkpoint_tells_the_settings_of_a_subclass_apart(tmp_path):
    class Fixed(lb.CKLUCB):
        def __init__(self, arm):
            super().__init__()
            self.arm = arm

        def select(self, n):
            return self.arm

    path = tmp_path / "runs.npz"
    lb.simulate(BANDIT, [Fixed(0)], 30, runs=1, checkpoint=path)
    with pytest.raises(ValueError, match="another experiment"):
        lb.simulate(BANDIT, [Fixed(3)], 30, runs=1, checkpoint=path)


def test_what_a_subclass_sets_in_its_reset_is_no_setting(tmp_path):
    class Reaching(Policy):
        def __init__(self, arm):
            self.arm = arm

        def reset(self, geometry, rng):
            super().reset(geometry, rng)
            self.reach = geometry.distances

        def explain(self, n):
            self.last = n
            return {"arm": self.arm}

    path, policy = tmp_path / "runs.npz", Reaching(2)
    lb.simulate(BANDIT, [policy], 30, runs=1, checkpoint=path)
    assert repr(policy) == "Reaching(arm=2)"
    assert len(lb.simulate(BANDIT, [policy], 30, runs=3, checkpoint=path)["Reaching"].regret) == 3
    policy.arm = 3
    with pytest.raises(ValueError, match="another experiment"):
        lb.simulate(BANDIT, [policy], 30, runs=1, checkpoint=path)


class Numbered(Policy):
    def __init__(self, active, widths=0):
        self.active, self.widths = active, widths

    def explain(self, n):
        return {"arm": int(np.sum(self.active) > 0)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Numbered(0), Numbered(1)),
        (Numbered(0, 1), Numbered(0, 2)),
        (Numbered(np.zeros(1500)), Numbered(np.eye(1, 1500, 700)[0])),
        (Numbered(np.zeros(2)), Numbered(np.array([0, 1e-14]))),
    ],
)
def test_settings_of_any_name_and_length_are_told_apart(tmp_path, one, other):
    path = tmp_path / "runs.npz"
    lb.simulate(BANDIT, [one], 30, runs=1, checkpoint=path)
    with pytest.raises(ValueError, match=r"another experiment \(it differs in: policies\['Numbered'\]\)"):
        lb.simulate(BANDIT, [other], 30, runs=1, checkpoint=path)


@pytest.mark.parametrize("name", ["plays", "sums", "geometry", "rng"])
def test_a_setting_cannot_be_called_as_what_reset_sets(name):
    found = {}
    exec(f"def __init__(self, {name}): self.{name} = {name}", found)
    policy = type("Mine", (lb.KLUCB,), found)(3)
    with pytest.raises(ValueError, match=rf"Mine\.{name}: a setting; expected another name"):
        lb.simulate(BANDIT, [policy], 30)


def test_a_checkpoint_knows_a_readers_class_by_its_code(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    path, module = tmp_path / "runs.npz", tmp_path / "mine_to_be_changed.py"
    code = """class Mine:
    def reset(self, geometry, rng): pass
    def select(self, n): return {}
    def update(self, arm, reward): pass
    def __repr__(self): return "Mine()"
"""
    module.write_text(code.format(0))
    import mine_to_be_changed as mine

    before = lb.simulate(BANDIT, [mine.Mine()], 30, runs=1, checkpoint=path)
    assert same(before, lb.simulate(BANDIT, [mine.Mine()], 30, runs=1, checkpoint=path))
    module.write_text(code.format(10 - 7))
    linecache.checkcache()
    with pytest.raises(ValueError, match="another experiment"):
        lb.simulate(BANDIT, [importlib.reload(mine).Mine()], 30, runs=1, checkpoint=path)


def test_an_error_says_which_policy_it_was():
    with pytest.raises(ValueError, match="chose 99 in round 1") as caught:
        policy = type("Far", (Policy,), {"select": lambda self, n: 99})()
        lb.simulate(BANDIT, {"good": lb.UCB(), "mine": policy}, 30, runs=1, n_jobs=2)
    assert "This was policies['mine'] in run 0." in caught.value.__notes__


def test_a_policy_shown_no_contexts_is_told_how_it_plays_with_them():
    bandit = lb.ContextualBandit([[0.5, 0.5], [0.5, 0.5]], lipschitz=1.0)
    wanted = r"policy: .* has select\(n\); expected select\(n, context\), or a policy that .* PerContext\(policy\)"
    with pytest.raises(TypeError, match=wanted):
        lb.replay(bandit, Alternating(), np.zeros((2, 2, 3)), contexts=[0, 1, 0])
    asking = type("Asking", (Alternating,), {"select": lambda self, n, context: 0})()
    with pytest.raises(TypeError, match=r"policy: .* has select\(n, context\); expected select\(n\), or a policy for"):
        lb.replay(BANDIT, asking, np.zeros((7, 3)))


def test_a_policy_that_cannot_be_told_from_another_gets_no_checkpoint(tmp_path):
    class Locked(Alternating):
        def __deepcopy__(self, memo):
            return self

        def __reduce_ex__(self, protocol):
            raise TypeError("no")

    message = r"checkpoint: policies\['Locked'\] cannot be told from another, .*\(a .*Locked cannot be read \(no\)\)"
    with pytest.raises(ValueError, match=message):
        lb.simulate(BANDIT, [Locked()], 30, runs=1, checkpoint=tmp_path / "runs.npz")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("damage", [b"", b"x" * 99, "half", "flip", "array"])
def test_damaged_files_are_refused_as_such(tmp_path, damage):
    path = tmp_path / "file.npz"
    lb.simulate(BANDIT, [lb.UCB()], 100, runs=2)["UCB"].save(path)
    whole = path.read_bytes()
    if damage == "array":
        with open(path, "wb") as file:
            np.save(file, np.zeros(3))
    else:
        flipped = bytes([*whole[:80], whole[80] ^ 255, *whole[81:]])
        path.write_bytes({"half": whole[: len(whole) // 2], "flip": flipped}.get(damage, damage))
    if damage != "flip":
        with pytest.raises(ValueError, match="is not a saved Regret"):
            lb.Regret.load(path)
    else:
        try:
            lb.Regret.load(path)
        except ValueError as error:
            assert "is not a saved Regret" in str(error)
    with pytest.raises(ValueError, match="no such file"):
        lb.Regret.load(tmp_path / "missing.npz")


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"horizon": 301}, "horizon"),
        ({"seed": 9}, "seed"),
        ({"policies": {"kl": lb.KLUCB("klucb3"), "ckl": lb.CKLUCB(), "oslb": lb.OSLB()}}, "policies"),
        ({"bandit": lb.triangle(7, slope=0.4)}, "theta"),
        ({"bandit": BANDIT.with_lipschitz(2.0)}, "lipschitz"),
    ],
)
def test_the_checkpoint_of_another_experiment_is_refused_and_left_as_it_is(tmp_path, change, word):
    path = tmp_path / "runs.npz"
    experiment = {"bandit": BANDIT, "policies": POLICIES, "horizon": 300, "runs": 2, "seed": 8, "checkpoint": path}
    lb.simulate(**experiment)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=f"another experiment .*{word}"):
        lb.simulate(**(experiment | change))
    assert path.read_bytes() == before


def test_a_truncated_checkpoint_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "runs.npz"
    lb.simulate(BANDIT, POLICIES, 300, runs=2, seed=8, checkpoint=path)
    half = path.read_bytes()[: path.stat().st_size // 2]
    path.write_bytes(half)
    with pytest.raises(ValueError, match="is not a readable checkpoint"):
        lb.simulate(BANDIT, POLICIES, 300, runs=2, seed=8, checkpoint=path)
    assert path.read_bytes() == half


KILLED = """
import sys, numpy as np, lipbandits as lb
class Slow(lb.CKLUCB):
    "Not compiled, so that a kill comes in the middle."
policies = {"slow": Slow(), "kl": lb.KLUCB()}
result = lb.simulate(lb.triangle(7), policies, 400, runs=12, seed=5, checkpoint=sys.argv[1])
np.save(sys.argv[2], result["slow"].regret)
"""


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_at_random_points_it_loses_no_finished_run_and_changes_no_number(kills, tmp_path):
    path, output = tmp_path / "runs.npz", tmp_path / "regret.npy"
    command = [sys.executable, "-c", KILLED, str(path), str(output)]
    rng, kept = np.random.default_rng(0), 0
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.3, 1.5))
        process.send_signal(signal.SIGKILL)
        process.wait()
        if path.exists():
            with np.load(path) as file:
                now = len(file["runs"])
            assert now >= kept
            kept = now
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    expected = lb.simulate(lb.triangle(7), {"slow": lb.CKLUCB()}, 400, runs=12, seed=5)["slow"].regret
    assert np.array_equal(np.load(output), expected)


NOW, KEPT = [0.0], []


class Watching(Alternating):
    """Takes a minute for a run, and notes how many are on disk when one begins."""

    def __init__(self, path):
        self.path = path

    def reset(self, geometry, rng):
        super().reset(geometry, rng)
        NOW[0] += 60.0
        if self.path.exists():
            with np.load(self.path) as file:
                KEPT.append(len(file["runs"]))


def test_every_finished_run_is_on_disk_before_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(Checkpoint.__init__, "__defaults__", (lambda: NOW[0],))
    NOW[0] = 0.0
    KEPT.clear()
    path = tmp_path / "runs.npz"
    lb.simulate(BANDIT, [Watching(path)], 20, runs=45, checkpoint=path)
    assert list(range(1, 45)) == KEPT


def test_runs_too_short_to_be_saved_one_by_one_are_saved_together(tmp_path, monkeypatch):
    """Saving takes 1 s each time and a run none, so one save in twenty seconds is allowed."""
    path, now, saves = tmp_path / "runs.npz", [0.0], []
    write = write_atomically

    def slow(*arguments):
        now[0] += 1.0
        saves.append(now[0])
        write(*arguments)

    monkeypatch.setattr("lipbandits.play.checkpoint.write_atomically", slow)
    monkeypatch.setattr(Checkpoint.__init__, "__defaults__", (lambda: now[0],))
    lb.simulate(BANDIT, [Alternating()], 20, runs=45, checkpoint=path)
    assert len(saves) == 2
    with np.load(path) as file:
        assert file["runs"].tolist() == list(range(45))


def test_ctrl_c_keeps_what_has_finished(tmp_path):
    path = tmp_path / "runs.npz"

    class Interrupting(Alternating):
        runs = 0

        def reset(self, geometry, rng):
            super().reset(geometry, rng)
            Interrupting.runs += 1
            if Interrupting.runs == 15:
                raise KeyboardInterrupt

        def __repr__(self):
            return "Interrupting()"

    with pytest.raises(KeyboardInterrupt):
        lb.simulate(BANDIT, [Interrupting()], 50, runs=20, checkpoint=path)
    with np.load(path) as file:
        assert file["runs"].tolist() == list(range(14))


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"horizon": 0}, ValueError, "horizon: 0"),
        ({"horizon": 10.5}, TypeError, r"horizon: 10\.5"),
        ({"runs": 0}, ValueError, "runs: 0"),
        ({"n_jobs": 0}, ValueError, "n_jobs: 0"),
        ({"n_jobs": "all"}, ValueError, "n_jobs: 'all'"),
        ({"policies": {}}, ValueError, "policies: none given"),
        ({"policies": [lb.KLUCB(), lb.KLUCB("paper")]}, ValueError, "two of class KLUCB"),
        ({"policies": {"x": 3}}, TypeError, r"policies\['x'\]: 3"),
        ({"policies": [lb.KLUCB, lb.UCB]}, TypeError, r"policies\[0\]: the class KLUCB itself; .* such as KLUCB\(\)"),
        ({"policies": {"x": lb.KLUCB}}, TypeError, r"policies\['x'\]: the class KLUCB"),
        ({"policies": [lb.KLUCB(), BANDIT]}, TypeError, r"policies\[1\]: .* has no reset and no select and no update"),
        ({"policies": {1: lb.KLUCB()}}, TypeError, "strings as names"),
        ({"bandit": [0.5, 0.4]}, TypeError, r"bandit: \[0\.5, 0\.4\]"),
        ({"checkpoint": ""}, ValueError, "checkpoint: '.' is a folder"),
        ({"checkpoint": "nowhere/at/all.npz"}, ValueError, "checkpoint: nowhere/at is not a folder"),
        ({"seed": -1}, ValueError, "seed: -1"),
        ({"seed": "now"}, TypeError, "seed: 'now'"),
    ],
)
def test_bad_settings_are_refused_by_name_and_value(settings, error, message):
    with pytest.raises(error, match=message):
        lb.simulate(**({"bandit": BANDIT, "policies": POLICIES, "horizon": 50, "runs": 1} | settings))


@pytest.mark.parametrize("arm", [7, -1, 2.0, None, True])
def test_a_policy_that_plays_an_arm_that_is_not_there_is_named(arm):
    class Wrong(Alternating):
        def select(self, n):
            return arm

    with pytest.raises(ValueError, match=f"chose {arm} in round 1; expected a whole number from 0 to 6"):
        lb.simulate(BANDIT, [Wrong()], 10, runs=1)


@pytest.mark.parametrize(
    ("rewards", "message"),
    [
        (np.zeros((6, 5)), r"rewards: shape \(6, 5\); expected \(7, T\)"),
        (np.zeros(7), "rewards: shape"),
        (np.zeros((7, 0)), "rewards: shape"),
        (np.full((7, 3), -0.5), r"rewards: entry \(0, 0\) is -0.5; expected a number from 0 to 1"),
        (np.full((7, 3), 2), r"rewards: entry \(0, 0\) is 2"),
    ],
)
def test_reward_tables_of_the_wrong_shape_or_entries_are_refused(rewards, message):
    with pytest.raises(ValueError, match=message):
        lb.replay(BANDIT, lb.KLUCB(), rewards)


def test_json_identity_is_stable():
    identity = json.loads(identity_of(BANDIT, POLICIES, 10, 0))
    assert set(identity) == {"version", "theta", "distances", "lipschitz", "policies", "horizon", "seed"}


def test_one_policy_gives_its_own_regret():
    alone = lb.simulate(BANDIT, lb.UCB(), horizon=3e2, runs=3)
    named = lb.simulate(BANDIT, {"UCB": lb.UCB()}, 300, runs=3)["UCB"]
    assert np.array_equal(alone.regret, named.regret) and np.array_equal(alone.final, named.regret[:, -1])
    assert repr(alone) == f"Regret(3 runs of 300 rounds, mean {alone.final.mean():.4g} at the end)"
    with pytest.raises(TypeError, match=r"horizon: 2\.5; expected a whole number ≥ 1"):
        lb.simulate(BANDIT, lb.UCB(), 2.5)


def test_a_seed_may_be_all_that_numpy_takes_for_one(tmp_path):
    def regret(seed, runs=2, **options):
        return lb.simulate(BANDIT, lb.Uniform(), 200, runs=runs, seed=seed, **options).regret

    sequence = np.random.SeedSequence(7)
    assert np.array_equal(regret(sequence), regret(7)) and np.array_equal(regret(sequence), regret(7))
    first, second = sequence.spawn(2)
    assert not np.array_equal(regret(first), regret(second)) and not np.array_equal(regret(first), regret(7))
    assert np.array_equal(regret(first, runs=4)[:2], regret(first))
    drawn = [regret(np.random.default_rng(3)) for _ in range(2)]
    assert np.array_equal(*drawn)
    generator = np.random.default_rng(3)
    assert np.array_equal(regret(generator), drawn[0]) and not np.array_equal(regret(generator), drawn[0])
    assert not np.array_equal(regret(None), regret(None))
    path = tmp_path / "runs.npz"
    kept = regret(first, checkpoint=path)
    assert np.array_equal(regret(first, runs=3, checkpoint=path)[:2], kept)
    with pytest.raises(ValueError, match=r"another experiment .*seed"):
        regret(second, checkpoint=path)
    with pytest.raises(ValueError, match="seed: None beside a checkpoint"):
        regret(None, checkpoint=path)
    with pytest.raises(TypeError, match=r"seed: 'a'; expected .* SeedSequence"):
        regret("a")


def test_a_replay_has_a_seed_of_the_policys_own():
    rewards = np.ones((BANDIT.n_arms, 50))
    plays = [lb.replay(BANDIT, lb.Uniform(), rewards, seed=seed).tolist() for seed in (0, 0, 1)]
    assert plays[0] == plays[1] != plays[2] and lb.replay(BANDIT, lb.Uniform(), rewards).tolist() == plays[0]


def test_the_lower_bound_of_a_contextual_bandit_is_that_with_contexts():
    bandit = lb.travelling_peak(2, 5)
    assert lb.lower_bound(bandit).value == lb.contextual_lower_bound(bandit).value
