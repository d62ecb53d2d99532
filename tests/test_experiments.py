import subprocess
import sys

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.study.cli import main
from lipbandits.study.recipes import EXPERIMENTS
from lipbandits.study.results import load, save
from lipbandits.study.statistics import wrong_share


def test_results_are_saved_with_their_provenance(tmp_path):
    results = EXPERIMENTS["figure-2-triangle"].run(runs=2, horizon=300, n_jobs=1)
    save(tmp_path / "r.npz", results, command="the command", seed=2014)
    again, provenance = load(tmp_path / "r.npz")
    assert provenance == {"version": lb.__version__, "command": "the command", "seed": 2014}
    for name in results:
        assert len(again[name].rounds) == 64
        assert again[name].regret[:, -1] == pytest.approx(results[name].regret[:, -1], rel=1e-6)
        assert np.array_equal(again[name].plays, results[name].plays)
    (tmp_path / "no.npz").write_bytes(b"x")
    for path in ("no.npz", "missing.npz"):
        with pytest.raises(ValueError, match=r"path: .* holds no results"):
            load(tmp_path / path)


def test_the_command_line_runs_resumes_and_says_where(tmp_path, capsys):
    arguments = ["figure-2", "--runs", "3", "--horizon", "400", "--jobs", "1", "--out", str(tmp_path / "a.npz")]
    assert main([*arguments, "--resume", str(tmp_path / "c.npz")]) == 0
    assert "KL-UCB / CKL-UCB" in capsys.readouterr().out
    assert main([*arguments, "--resume", str(tmp_path / "c.npz"), "--seed", "1"]) == 2
    assert "another experiment" in capsys.readouterr().err
    assert main(["growth", "--out", str(tmp_path / "nowhere" / "g.npz")]) == 2
    assert "--out: " in capsys.readouterr().err
    assert main(["figure-1", "--out", str(tmp_path / "one.svg")]) == 0
    assert (tmp_path / "one.svg").read_text().startswith("<?xml")


def test_a_recorded_command_gives_the_recorded_numbers(tmp_path):
    command = [sys.executable, "-m", "lipbandits", "figure-2", "--runs", "2", "--horizon", "500", "--jobs", "1"]
    subprocess.run([*command, "--out", str(tmp_path / "a.npz")], check=True, capture_output=True)
    results, provenance = load(tmp_path / "a.npz")
    assert provenance["command"].startswith("python -m lipbandits figure-2 --instance cliff --runs 2")
    again = EXPERIMENTS["figure-2-cliff"].run(runs=2, horizon=500, n_jobs=1)
    assert results["CKLUCB"].regret[:, -1] == pytest.approx(again["CKLUCB"].regret[:, -1], rel=1e-6)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_runs_and_says_what_it_is(name):
    experiment = EXPERIMENTS[name]
    results = experiment.run(runs=1, horizon=60, n_jobs=1)
    assert list(results) == list(experiment.policies)
    if isinstance(experiment.bandit, lb.LipschitzBandit):
        assert f"{experiment.bandit.n_arms} arms" in experiment.about


def test_the_wrong_share_counts_runs_that_ended_on_a_worse_arm():
    bandit = lb.triangle(5)
    plays = np.array([[0, 0, 9, 1, 0], [9, 0, 0, 1, 0]])
    assert wrong_share(bandit, lb.Regret(np.array([10]), np.zeros((2, 1)), plays)) == 0.5


def test_only_results_are_saved_and_only_of_this_bandit_counted(tmp_path):
    bandit = lb.triangle(5)
    results = lb.simulate(bandit, {"mine": lb.UCB()}, horizon=60, runs=2)
    with pytest.raises(TypeError, match=r"results: a PosixPath; expected \{name: Regret\}"):
        save(results, tmp_path / "results.npz")
    with pytest.raises(ValueError, match=r"regret: of \(5,\) arms; expected \(17,\)"):
        wrong_share(lb.triangle(17), results["mine"])


def test_the_wrong_share_says_what_it_wants():
    bandit, on_points = lb.triangle(5), lb.Regret(np.array([10]), np.zeros((2, 1)), None)
    with pytest.raises(TypeError, match="bandit: a Regret; expected a LipschitzBandit"):
        wrong_share(on_points, bandit)
    with pytest.raises(TypeError, match=r"regret: a dict; expected one Regret, as results\[name\]"):
        wrong_share(bandit, {"CKLUCB": on_points})
    with pytest.raises(ValueError, match="regret: without plays"):
        wrong_share(bandit, on_points)


def test_figure_3_keeps_the_peak_off_the_arms_and_is_saved_without_plays(tmp_path, capsys):
    arguments = ["figure-3", "--instance", "quadratic", "--runs", "2", "--horizon", "300", "--jobs", "1"]
    assert main([*arguments, "--out", str(tmp_path / "q.npz")]) == 0
    assert "wrong arm" not in capsys.readouterr().out
    results, provenance = load(tmp_path / "q.npz")
    assert provenance["command"].startswith("python -m lipbandits figure-3 --instance quadratic --runs 2")
    assert len(results) == 7 and results["HOO+"].plays is None
    for name in ("triangle", "quadratic"):
        experiment = EXPERIMENTS[f"figure-3-{name}"]
        for policy, n_arms in (("CKLUCB", 50), ("KLUCB", 50), ("CKLUCB, smooth grid", 8)):
            arms = experiment.policies[policy].arms
            assert len(arms) == n_arms
            assert np.abs(arms - experiment.bandit.best).min() == pytest.approx(0.25 / n_arms, abs=1e-9)
