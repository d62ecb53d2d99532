from pathlib import Path

import numpy as np
import pytest

from lipbandits.study import of_tails, tables
from lipbandits.study.cli import main
from lipbandits.theory import concentration

DATA = Path(__file__).parents[1] / "lipbandits" / "study" / "data"


def test_the_commands_write_tables_with_their_provenance(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(of_tails, "ROUNDS", (11, 31))
    for _ in range(2):
        assert main(["tails", "--runs", "30", "--seed", "1", "--out", str(tmp_path / "t.npz")]) == 0
        table, provenance = tables.load(tmp_path / "t.npz")
        assert provenance["command"] == "python -m lipbandits tails --runs 30 --seed 1"
    assert table["tails"].shape == (4, 2, 2, len(of_tails.DELTAS))
    assert np.array_equal(table["tails"], of_tails.tails(runs=30, seed=1)["tails"])
    assert main(["levels", "--out", str(tmp_path / "nowhere" / "l.npz")]) == 2
    assert "--out: " in capsys.readouterr().err
    (tmp_path / "no.npz").write_bytes(b"x")
    for path in (tmp_path / "no.npz", tmp_path / "missing.npz", DATA / "growth.npz"):
        with pytest.raises(ValueError, match="holds none of the tables"):
            tables.load(path)


def test_stopping_at_the_right_moment_never_lowers_a_tail_and_tails_fall():
    tails = tables.load(DATA / "tails.npz")[0]["tails"]
    assert np.all(np.diff(tails, axis=-1) <= 0)
    # The two endings share their seeds, so that run by run the peak is at least the last value.
    assert np.all(tails[:, :, 1] >= tails[:, :, 0])


def test_the_stored_tails_of_fixed_counts_agree_with_the_exact_ones():
    tails = tables.load(DATA / "tails.npz")[0]["tails"]
    theta = of_tails.BANDIT.theta
    for place, n in enumerate(of_tails.ROUNDS):
        plays = [(n - 1) // 5] * 5
        for delta in (1.0, 3.0, 6.0):
            low, high = concentration.tail_bracket(theta, plays, delta, cells=8000)
            found = tails[0, place, 0, int(delta / 0.25)]
            assert found == pytest.approx((low + high) / 2, abs=4 * np.sqrt(high / 20_000) + 2e-4)


def test_a_live_rerun_agrees_with_the_stored_tails():
    stored = tables.load(DATA / "tails.npz")[0]["tails"]
    live = of_tails.tails(runs=400, seed=9)["tails"]
    assert np.abs(live - stored).max() < 0.1


def stored_levels(n_arms, n):
    table = tables.load(DATA / "levels.npz")[0]
    place = of_tails.LEVEL_ARMS.index(n_arms), of_tails.LEVEL_ROUNDS.index(n)
    return table["fixed"][place], table["stopping"][place]


def test_the_stored_levels_are_complete_and_say_how_exact_they_are():
    table = tables.load(DATA / "levels.npz")[0]
    arms, rounds = np.meshgrid(of_tails.LEVEL_ARMS, of_tails.LEVEL_ROUNDS, indexing="ij")
    assert np.array_equal(np.isfinite(table["fixed"]), arms < rounds)
    assert np.array_equal(np.isfinite(table["stopping"]), (arms <= 8) & (rounds <= 10_000) & (arms * rounds <= 50_000))
    assert np.array_equal(np.isfinite(table["error"]), np.isfinite(table["stopping"]))
    assert np.nanmax(table["error"]) < 0.08


@pytest.mark.parametrize("n_arms", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("n", [30, 100, 1000, 10_000, 100_000, 1_000_000])
def test_the_stored_levels_of_fixed_counts_are_exact_to_a_twentieth(n_arms, n):
    level_is_exact(n_arms, n, cells=8000)


@pytest.mark.parametrize(("n_arms", "n"), [(16, 100), (46, 100)])
def test_a_level_is_exact_where_the_tail_falls_in_few_steps(n_arms, n):
    level_is_exact(n_arms, n, cells=40_000)


def level_is_exact(n_arms, n, cells):
    level, chance = stored_levels(n_arms, n)[0], 1 / (n * np.log(n))
    theta, plays = [0.5] * n_arms, [(n - 1) // n_arms] * n_arms
    # The level is where the tail passes the chance, perhaps in a step.
    assert concentration.tail_bracket(theta, plays, level + 0.05, cells)[1] <= chance
    assert concentration.tail_bracket(theta, plays, level - 0.05, cells)[0] >= chance


@pytest.mark.parametrize(("n_arms", "n"), [(1, 1000), (2, 1000), (3, 100), (5, 1000)])
def test_the_stored_levels_of_stopping_have_the_tail_that_they_should(n_arms, n):
    level, theta = stored_levels(n_arms, n)[1], [0.5] * n_arms
    rule = concentration.stop_at(theta, level, concentration.round_robin)
    found = concentration.simulate_tail(theta, rule, n, level, runs=40_000, seed=5, importance=True)
    assert found.value == pytest.approx(1 / (n * np.log(n)), rel=0.1)


@pytest.mark.parametrize("n", [100, 1000, 10_000])
def test_the_stored_levels_of_stopping_agree_with_the_best_rule_for_one_arm(n):
    # At n = 30 the tail falls in steps too high for that.
    level = stored_levels(1, n)[1]
    assert concentration.largest_tail([0.5], n, level) == pytest.approx(1 / (n * np.log(n)), rel=0.02)


def test_the_command_for_levels_gives_the_same_table_for_the_same_seed(tmp_path, monkeypatch):
    monkeypatch.setattr(of_tails, "LEVEL_ARMS", (1, 5))
    monkeypatch.setattr(of_tails, "LEVEL_ROUNDS", (30, 1000))
    assert main(["levels", "--runs", "500", "--seed", "3", "--out", str(tmp_path / "l.npz")]) == 0
    table, provenance = tables.load(tmp_path / "l.npz")
    assert provenance["command"] == "python -m lipbandits levels --runs 500 --seed 3"
    for name, again in of_tails.levels(runs=500, seed=3).items():
        assert np.array_equal(table[name], again)
    stored = tables.load(DATA / "levels.npz")[0]["stopping"]
    assert table["stopping"][:, 1] == pytest.approx(stored[[0, 3], 2], abs=0.7)
