from pathlib import Path

import numpy as np
import pytest

from lipbandits import concentration, tail_experiments
from lipbandits.experiments import main

DATA = Path(__file__).parents[1] / "book" / "data"


def test_the_commands_write_tables_with_their_provenance(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(tail_experiments, "ROUNDS", (11, 31))
    for _ in range(2):
        assert main(["tails", "--runs", "30", "--seed", "1", "--out", str(tmp_path / "t.npz")]) == 0
        table, provenance = tail_experiments.load(tmp_path / "t.npz")
        assert provenance["command"] == "python -m lipbandits tails --runs 30 --seed 1"
    assert table["tails"].shape == (4, 2, 2, len(tail_experiments.DELTAS))
    assert np.array_equal(table["tails"], tail_experiments.tails(runs=30, seed=1)["tails"])
    assert main(["levels", "--out", str(tmp_path / "nowhere" / "l.npz")]) == 2
    assert "--out: " in capsys.readouterr().err
    (tmp_path / "no.npz").write_bytes(b"x")
    for path in (tmp_path / "no.npz", tmp_path / "missing.npz", DATA / "growth.npz"):
        with pytest.raises(ValueError, match="holds no table of tails or levels"):
            tail_experiments.load(path)


def test_stopping_at_the_right_moment_never_lowers_a_tail_and_tails_fall():
    tails = tail_experiments.load(DATA / "tails.npz")[0]["tails"]
    assert np.all(np.diff(tails, axis=-1) <= 0)
    # The two endings share their seeds, so that run by run the peak is at least the last value.
    assert np.all(tails[:, :, 1] >= tails[:, :, 0])


def test_the_stored_tails_of_fixed_counts_agree_with_the_exact_ones():
    tails = tail_experiments.load(DATA / "tails.npz")[0]["tails"]
    theta = tail_experiments.BANDIT.theta
    for place, n in enumerate(tail_experiments.ROUNDS):
        plays = [(n - 1) // 5] * 5
        for delta in (1.0, 3.0, 6.0):
            low, high = concentration.tail_bracket(theta, plays, delta, cells=8000)
            found = tails[0, place, 0, int(delta / 0.25)]
            assert found == pytest.approx((low + high) / 2, abs=4 * np.sqrt(high / 20_000) + 2e-4)


def test_a_live_rerun_agrees_with_the_stored_tails():
    stored = tail_experiments.load(DATA / "tails.npz")[0]["tails"]
    live = tail_experiments.tails(runs=400, seed=9)["tails"]
    assert np.abs(live - stored).max() < 0.1


@pytest.mark.parametrize(("n_arms", "n"), [(1, 100), (2, 1000), (5, 1000)])
def test_the_stored_levels_have_the_tail_that_they_should(n_arms, n):
    table = tail_experiments.load(DATA / "levels.npz")[0]
    i, j = tail_experiments.LEVEL_ARMS.index(n_arms), tail_experiments.LEVEL_ROUNDS.index(n)
    chance = 1 / (n * np.log(n))
    fixed, stopping = table["fixed"][i, j], table["stopping"][i, j]
    theta, plays = [0.5] * n_arms, [(n - 1) // n_arms] * n_arms
    # With few arms the tail falls in steps: the level is where it passes the chance.
    assert concentration.tail_bracket(theta, plays, fixed + 0.1)[0] <= chance
    assert concentration.tail_bracket(theta, plays, fixed - 0.1)[1] >= chance
    rule = concentration.stop_at(theta, stopping, concentration.round_robin)
    found = concentration.simulate_tail(theta, rule, n, stopping, runs=20_000, seed=5, importance=True)
    assert found.value == pytest.approx(chance, rel=0.25)
