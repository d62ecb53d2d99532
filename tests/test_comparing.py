"""A comparison over instances: paired, by name, resumable, and honest about what it cannot tell."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from scipy import stats

import lipbandits as lb
from lipbandits.play.checkpoint import identity_of
from lipbandits.study import comparing
from lipbandits.study.statistics import paired_difference

POLICIES = {"CKLUCB": lb.CKLUCB(), "KLUCB": lb.KLUCB(), "Thompson": lb.ThompsonSampling()}
PEAKS = [lb.from_prior("peak", 5, number=number) for number in range(6)]
ROUGH = [lb.from_prior("rough", 7, number=number) for number in range(4)]
POINTS = lb.ContinuousBandit(lambda x: 0.8 - np.abs(x - 0.3), lipschitz=1.0, best=0.3)


def same(one, other):
    assert one.policies == other.policies and one.instances == other.instances
    assert np.array_equal(one.regret, other.regret)
    assert np.array_equal(one.gaps, other.gaps, equal_nan=True)


def test_a_run_is_that_of_simulate_with_the_seed_of_its_instance():
    found = lb.compare(POLICIES, {"peak": PEAKS, "rough": ROUGH}, [50, 300], runs=2, seed=3)
    assert found.regret.shape == found.gaps.shape == (10, 2, 3, 2)
    assert found.groups == ("peak",) * 6 + ("rough",) * 4 and found.instances[7] == "rough 1"
    again = lb.simulate(ROUGH[1], POLICIES, 300, runs=2, seed=comparing.seed_of(np.random.SeedSequence(3), "rough 1"))
    for p, name in enumerate(POLICIES):
        assert np.array_equal(found.regret[7, :, p, 1], again[name].final)
        most = again[name].plays.argmax(axis=1)
        assert np.array_equal(found.gaps[7, :, p, 1], ROUGH[1].gaps[most])


def test_a_part_of_a_comparison_gives_the_same_numbers_alone():
    whole = lb.compare(POLICIES, {"peak": PEAKS, "rough": ROUGH}, [50, 300], runs=2, seed=3)
    part = lb.compare({"KLUCB": lb.KLUCB()}, {"rough": ROUGH[:2]}, [50, 300], seed=3)
    assert np.array_equal(part.regret[:, :, 0], whole.regret[6:8, :1, 1])
    # Earlier horizons are read off the same runs.
    assert np.array_equal(lb.compare(POLICIES, {"peak": PEAKS}, 50, seed=3).regret[..., 0], whole.regret[:6, :1, :, 0])


def test_neither_the_order_of_the_names_nor_the_processes_change_a_number():
    one = lb.compare(POLICIES, PEAKS, 200, runs=2)
    same(one, lb.compare(POLICIES, PEAKS, 200, runs=2, n_jobs=2))
    turned = lb.compare(dict(reversed(POLICIES.items())), PEAKS, 200, runs=2)
    assert turned.policies == ("Thompson", "KLUCB", "CKLUCB")
    assert np.array_equal(turned.regret[:, :, ::-1], one.regret)


def test_policies_on_an_interval_and_with_contexts_are_compared_too():
    other = lb.ContinuousBandit(lambda x: 0.7 - np.abs(x - 0.6), lipschitz=1.0, best=0.6)
    found = lb.compare([lb.Zooming(1.0), lb.HOO(1.0, 0.5)], [POINTS, other], 100)
    assert np.isnan(found.gaps).all() and np.isnan(found.shares()["HOO"][1])
    assert "wrong arm" in repr(found.table())
    shown = [lb.travelling_peak(2, 4), lb.travelling_peak(2, 5)]
    found = lb.compare([lb.CCKLUCB()], shown, [20, 100], seed=1)
    again = lb.simulate(shown[1], lb.CCKLUCB(), 100, runs=1, seed=comparing.seed_of(np.random.SeedSequence(1), "all 1"))
    assert found.regret[1, 0, 0, 1] == again.final[0]
    gaps = np.take_along_axis(shown[1].gaps, again.plays[0].argmax(axis=1)[:, None], axis=1)
    assert found.gaps[1, 0, 0, 1] == pytest.approx(gaps.mean())


def of(regret, gaps=None):
    """A comparison of these numbers (I, P), one run each."""
    regret = np.array(regret, dtype=float)[:, None, :, None]
    names = tuple("ABCDEF"[: regret.shape[2]])
    gaps = np.zeros_like(regret) if gaps is None else np.array(gaps, dtype=float)[:, None, :, None]
    count = len(regret)
    return lb.Comparison(names, ("all",) * count, tuple(map(str, range(count))), np.array([10]), regret, gaps)


def test_a_difference_is_over_instances_and_not_over_runs():
    found = lb.compare(POLICIES, PEAKS, 200, runs=3)
    one, other = (found.regret[:, :, p, 0].mean(axis=1) for p in (0, 1))
    assert found.difference("CKLUCB", "KLUCB") == paired_difference(one, other)
    assert found.difference("CKLUCB", "KLUCB").runs == len(PEAKS)


def test_who_is_beaten_is_said_only_with_an_honest_interval():
    rng = np.random.default_rng(0)
    base = rng.uniform(10, 20, 40)
    clear, unclear, rare = base + 5 + rng.normal(0, 1, 40), base + rng.normal(0, 1, 40), base + 0.5
    # One instance in forty makes all of its loss.
    rare[3] += 1000
    found = of(np.transpose([base, clear, unclear, rare]))
    assert found.best() in ("A", "C") and found.beaten() == ["B"]
    rows = {row[0]: row for row in found.table().rows}
    assert rows["D"][4] == "no honest interval" and rows["B"][4].startswith(("4 to", "5 to"))
    assert rows[found.best()][3:5] == [None, None]


def test_shares_split_ties_and_count_runs_on_a_wrong_arm():
    found = of([[1, 1, 2], [3, 2, 4], [5, 6, 5]], gaps=[[0, 0.1, 0], [0, 0.1, 0], [0, 0, 0.2]])
    shares = found.shares()
    assert [round(shares[name][0], 3) for name in "ABC"] == [0.333, 0.5, 0.167]
    assert [round(shares[name][1], 3) for name in "ABC"] == [0, 0.667, 0.333]


def test_of_a_single_instance_no_difference_is_said():
    found = lb.compare(POLICIES, PEAKS[:1], 100, runs=5)
    assert all(row[3:5] == [None, None] for row in found.table().rows)
    with pytest.raises(ValueError, match="instances: a single one; expected two or more"):
        found.difference("CKLUCB", "KLUCB")


def test_a_comparison_is_saved_and_read_again(tmp_path):
    found = lb.compare(POLICIES, {"peak": PEAKS}, [20, 60])
    found.save(tmp_path / "c.npz", command="a command")
    again, provenance = lb.Comparison.load(tmp_path / "c.npz")
    same(found, again)
    assert provenance == {"command": "a command"} and again.horizons.tolist() == [20, 60]
    with pytest.raises(ValueError, match="read-only"):
        again.regret[0] = 0
    (tmp_path / "no.npz").write_bytes(b"x")
    with pytest.raises(ValueError, match=r"path: .* holds no comparison"):
        lb.Comparison.load(tmp_path / "no.npz")


KILLED = """
import sys, numpy as np, lipbandits as lb
class Slow(lb.CKLUCB):
    "Not compiled, so that a kill comes in the middle."
instances = {"peak": [lb.from_prior("peak", 7, number=i) for i in range(12)]}
found = lb.compare({"slow": Slow(), "kl": lb.KLUCB()}, instances, [100, 400], seed=5, checkpoint=sys.argv[1])
np.save(sys.argv[2], found.regret)
"""


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_at_random_points_it_loses_no_finished_run_and_changes_no_number(kills, tmp_path):
    path, output = tmp_path / "runs.npz", tmp_path / "regret.npy"
    command = [sys.executable, "-c", KILLED, str(path), str(output)]
    rng, kept = np.random.default_rng(0), 0
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.5, 1.7))
        process.send_signal(signal.SIGKILL)
        process.wait()
        if path.exists():
            with np.load(path) as file:
                now = len(file["runs"])
            assert now >= kept
            kept = now
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    instances = {"peak": [lb.from_prior("peak", 7, number=number) for number in range(12)]}
    expected = lb.compare({"slow": lb.CKLUCB(), "kl": lb.KLUCB()}, instances, [100, 400], seed=5)
    assert np.array_equal(np.load(output), expected.regret)


def test_a_stopped_comparison_goes_on_where_it_was(tmp_path, monkeypatch):
    path, played = tmp_path / "c.npz", []
    play = comparing.play_instance

    def noted(instance, run, *rest):
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append((instance.name, run))
        return play(instance, run, *rest)

    monkeypatch.setattr(comparing, "play_instance", noted)
    with pytest.raises(KeyboardInterrupt):
        lb.compare(POLICIES, {"peak": PEAKS}, 100, checkpoint=path)
    monkeypatch.setattr(comparing, "play_instance", play)
    again = lb.compare(POLICIES, {"peak": PEAKS}, 100, checkpoint=path)
    same(again, lb.compare(POLICIES, {"peak": PEAKS}, 100))

    def never(*_):
        raise AssertionError("all of it was there")

    monkeypatch.setattr(comparing, "play_instance", never)
    same(again, lb.compare(POLICIES, {"peak": PEAKS}, 100, checkpoint=path))


def test_a_checkpoint_goes_on_with_more_instances_and_runs_and_keeps_those_of_others(tmp_path):
    path = tmp_path / "c.npz"
    lb.compare(POLICIES, {"peak": PEAKS[:3]}, 100, checkpoint=path)
    lb.compare(POLICIES, {"rough": ROUGH}, 100, checkpoint=path)
    more = lb.compare(POLICIES, {"peak": PEAKS, "rough": ROUGH}, 100, runs=2, checkpoint=path)
    same(more, lb.compare(POLICIES, {"peak": PEAKS, "rough": ROUGH}, 100, runs=2))
    with np.load(path) as file:
        assert len(file["runs"]) == 20


@pytest.mark.parametrize(
    ("changed", "differs"),
    [
        ({"policies": {**POLICIES, "KLUCB": lb.KLUCB("klucb3")}}, r"policies\['KLUCB'\]"),
        ({"policies": {"KLUCB": lb.KLUCB()}}, "policies"),
        ({"horizon": [50, 100]}, "horizons"),
        ({"seed": 1}, "seed"),
        ({"instances": {"peak": PEAKS[:1] + PEAKS[3:4]}}, r"instances\['peak 1'\]"),
    ],
)
def test_the_checkpoint_of_another_comparison_is_refused_by_name_and_left_as_it_is(changed, differs, tmp_path):
    path = tmp_path / "c.npz"
    arguments = {"policies": POLICIES, "instances": {"peak": PEAKS[:2]}, "horizon": 100}
    lb.compare(**arguments, checkpoint=path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=rf"checkpoint: .*c.npz belongs to another .*differs in: {differs}\)"):
        lb.compare(**(arguments | changed), checkpoint=path)
    with pytest.raises(ValueError, match=r"checkpoint: .*c.npz belongs to another experiment"):
        lb.simulate(PEAKS[0], POLICIES, 100, checkpoint=path)
    assert path.read_bytes() == before
    lb.simulate(PEAKS[0], POLICIES, 100, runs=1, checkpoint=tmp_path / "s.npz")
    with pytest.raises(ValueError, match=r"checkpoint: .*s.npz belongs to another experiment"):
        lb.compare(**arguments, checkpoint=tmp_path / "s.npz")


def test_a_file_that_is_no_checkpoint_is_left_as_it_is(tmp_path):
    path = tmp_path / "c.npz"
    np.savez(path, other=1)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="is not a readable checkpoint; it is left as it is"):
        lb.compare(POLICIES, PEAKS, 100, checkpoint=path)
    assert path.read_bytes() == before


class Ticking:
    """A clock on which a play of so many rounds takes seconds."""

    def __init__(self, step):
        self.now, self.step = 0.0, step

    def __call__(self):
        self.now += self.step
        return self.now


def test_a_comparison_of_hours_says_so_before_it_begins_and_gives_the_same_numbers(capsys, monkeypatch, tmp_path):
    quiet = lb.compare(POLICIES, PEAKS, 100)
    monkeypatch.setattr(comparing, "MANY_ROUNDS", 1)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(comparing, "CLOCK", Ticking(1.0))
    # 100 rounds take a second: 18 plays take 18.
    same(quiet, lb.compare(POLICIES, PEAKS, 100))
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(comparing, "CLOCK", Ticking(600.0))
    same(quiet, lb.compare(POLICIES, PEAKS, 100))
    said = capsys.readouterr().err
    assert "compare: 6 runs of 3 policies, 100 rounds each, may take 3.0 hours on 1 process; nothing is kept" in said
    same(quiet, lb.compare(POLICIES, PEAKS, 100, checkpoint=tmp_path / "c.npz", n_jobs=2))
    said = capsys.readouterr().err
    assert "may take 90 minutes" not in said and "1.5 hours on 2 processes; runs are kept in " in said
    # Nothing is left to do.
    same(quiet, lb.compare(POLICIES, PEAKS, 100, checkpoint=tmp_path / "c.npz"))
    same(quiet, lb.compare(POLICIES, PEAKS, 100, progress=False))
    assert capsys.readouterr().err == ""


def test_a_policy_where_nothing_is_proved_of_it_is_warned_of_once():
    with pytest.warns(UserWarning) as found:
        lb.compare({"there": lb.IMEDUB()}, {"peak": PEAKS, "rough": ROUGH}, 20)
    assert len(found) == 1 and str(found[0].message).startswith("4 of 10 instances, such as this: policies['there']")
    assert found[0].filename == __file__


@pytest.mark.parametrize(
    ("changed", "error", "words"),
    [
        ({"policies": {}}, ValueError, "policies: none given"),
        ({"policies": [lb.UCB(), lb.UCB()]}, ValueError, "policies: two of class UCB need names"),
        ({"policies": [lb.HOO(1.0, 0.5)]}, TypeError, r"policies\['HOO'\]: .* plays points of \[0, 1\]"),
        ({"instances": []}, ValueError, "instances: none given"),
        ({"instances": {}}, ValueError, "instances: none given"),
        ({"instances": PEAKS[0]}, TypeError, "instances: .*; expected a list of bandits, a dict"),
        ({"instances": [PEAKS[0], 3]}, TypeError, "instances: 'all 1' is 3; expected"),
        ({"instances": {"a": []}}, ValueError, r"instances\['a'\]: none given; expected at least one bandit"),
        ({"instances": {"a": PEAKS, "b": PEAKS[0]}}, TypeError, "instances: 'a' is a list, but not every other one"),
        ({"instances": {1: PEAKS[0]}}, TypeError, r"instances: named \[1\]; expected strings"),
        ({"instances": [PEAKS[0], POINTS]}, TypeError, "'all 1' is a ContinuousBandit after a LipschitzBandit"),
        ({"instances": [PEAKS[0], PEAKS[0]]}, ValueError, "instances: 'all 1' is 'all 0' once more"),
        ({"horizon": []}, ValueError, r"horizon: \[\]; expected a number of rounds, or an increasing list"),
        ({"horizon": [100, 100]}, ValueError, r"horizon: \[100, 100\]; expected"),
        ({"horizon": [100, 10]}, ValueError, r"horizon: \[100, 10\]; expected"),
        ({"horizon": [0, 10]}, ValueError, "horizon: 0; expected"),
        ({"horizon": "long"}, TypeError, "horizon: 'long'; expected"),
        ({"runs": 0}, ValueError, "runs: 0; expected"),
        ({"n_jobs": 0}, ValueError, "n_jobs: 0; expected"),
        ({"progress": "no"}, TypeError, "progress: 'no'; expected"),
        ({"seed": None, "checkpoint": "c.npz"}, ValueError, "seed: None beside a checkpoint"),
        ({"seed": -1}, ValueError, "seed: -1; expected"),
    ],
)
def test_a_comparison_says_what_it_wants(changed, error, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=words):
        lb.compare(**({"policies": POLICIES, "instances": PEAKS, "horizon": 10} | changed))


def test_what_is_found_says_what_one_may_ask_for():
    found = lb.compare(POLICIES, {"peak": PEAKS}, [20, 60])
    assert repr(found) == "Comparison(3 policies on 6 instances, 1 runs each, T = 20, 60)"
    for ask, words in (
        (lambda: found.of("rough"), "group: 'rough'; expected one of 'peak'"),
        (lambda: found.table(horizon=30), "horizon: 30; expected one of 20, 60"),
        (lambda: found.difference("CKLUCB", "UCB"), "policies: 'UCB'; expected one of 'CKLUCB', 'KLUCB', 'Thompson'"),
    ):
        with pytest.raises(ValueError, match=words):
            ask()


def test_an_error_in_a_policy_names_it_and_its_instance():
    class Failing(lb.UCB):
        def explain(self, n):
            raise RuntimeError("no")

    with pytest.raises(RuntimeError) as found:
        lb.compare({"mine": Failing()}, {"peak": PEAKS}, 10)
    assert "This was policies['mine'] on 'peak 0' in run 0." in found.value.__notes__


def test_instances_are_told_apart_by_all_that_they_are():
    one = lb.from_prior("peak", 5)
    assert identity_of(one, {}, 1, 0) != identity_of(one.with_lipschitz(3.0), {}, 1, 0)
    found = lb.compare({"a": lb.UCB()}, [one, one.with_lipschitz(3.0)], 10)
    assert len(found.instances) == 2


def test_how_often_one_loses_more_has_an_exact_interval_whatever_the_tails():
    base = np.arange(1.0, 21.0)
    # The second loses more on eighteen of twenty, and the first by far the most on one.
    other = base + 1
    other[[3, 4]] -= 2
    first = base.copy()
    first[4] = 1e6
    found = of(np.transpose([first, other]))
    often = found.loses_more_often("B", "A")
    # Clopper and Pearson's interval of 18 of 20, from its definition.
    assert often.value == 0.9
    assert stats.binom.sf(17, 20, often.low) == pytest.approx(0.025)
    assert stats.binom.cdf(18, 20, often.high) == pytest.approx(0.025)
    assert not found.difference("B", "A").excludes(0.0)
    assert found.loses_more_often("A", "A").value == 0
    with pytest.raises(ValueError, match="policies: 'C'; expected one of 'A', 'B'"):
        found.loses_more_often("A", "C")
