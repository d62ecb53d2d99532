import re
from pathlib import Path

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.explorers import svg
from lipbandits.explorers.chapters import continuous
from lipbandits.model.examples_on_points import CONTINUOUS, border_peak
from lipbandits.study import on_points, tables
from lipbandits.study.cli import main
from lipbandits.study.recorded import facts_of_zooming, packing_number

DATA = Path(__file__).parents[1] / "lipbandits" / "study" / "data"


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(on_points, "HORIZON", 300)
    monkeypatch.setattr(on_points, "HORIZONS", (100, 300))
    monkeypatch.setattr(on_points, "NUMBERS_OF_ARMS", (2, 7))
    monkeypatch.setattr(on_points, "MORE_ARMS", (9,))


def test_the_commands_write_tables_with_their_provenance(few, tmp_path):
    for name, shape in (("race", (7, 2, 8, 3)), ("fine-grids", (2, 1, 3)), ("grids", (7, 2, 2, 3))):
        path = tmp_path / f"{name}.npz"
        assert main([name, "--runs", "3", "--seed", "5", "--out", str(path)]) == 0
        table, provenance = tables.load(path)
        assert provenance["command"] == f"python -m lipbandits {name} --runs 3 --seed 5"
        assert table["regret"].shape == shape and np.all(table["regret"] > 0)
    assert table["floor"].shape == (7, 2)
    # A policy on a grid loses at least the floor.
    assert np.all(table["regret"].min(axis=(1, 3)) >= table["floor"] * (1 - 1e-6))
    # What the most played arm loses is a part of what is lost on the grid.
    assert table["settled"].shape == table["regret"].shape and table["settled"].min() == 0
    assert np.all(table["settled"] <= table["regret"] - table["floor"][:, None, :, None] + 1e-3)


def test_the_stored_tables_are_those_of_the_recipes():
    grids, race = (tables.load(DATA / f"{name}.npz")[0] for name in ("grids", "race"))
    sizes = len(CONTINUOUS), len(on_points.NUMBERS_OF_ARMS), len(on_points.HORIZONS)
    assert grids["regret"].shape == (sizes[0], 2, sizes[1], 40)
    assert race["regret"].shape == (sizes[0], sizes[2], 8, 40)
    bandit, horizon = border_peak(), on_points.HORIZONS[0]
    place = list(CONTINUOUS).index("border peak"), 0
    live = on_points.final_regret(bandit, on_points.racers(bandit, horizon), horizon, 4, 2014)
    assert race["regret"][place][:, :4] == pytest.approx(live, rel=1e-5)


def test_plays_on_a_grid_are_those_of_the_runs():
    bandit, arms = lb.paper_triangle(), on_points.paper_grid(12, lb.paper_triangle())
    policy = lb.Discretised(lb.CKLUCB(), arms)
    plays = on_points.plays_on_grid(bandit, policy, 5000, runs=3, seed=7)
    assert plays.shape == (3, 12) and np.all(plays.sum(axis=1) == 5000)
    regret = on_points.final_regret(bandit, {"CKLUCB": policy}, 5000, 3, 7)[0]
    assert plays @ bandit.gap(arms) == pytest.approx(regret)
    assert np.array_equal(plays, on_points.plays_on_grid(bandit, policy, 5000, 3, 7, n_jobs=2))


def test_most_of_what_ckl_ucb_loses_on_the_triangle_it_loses_on_one_wrong_arm():
    table, _ = tables.load(DATA / "grids.npz")
    k = on_points.NUMBERS_OF_ARMS.index(50)
    on_grid = table["regret"][0, :, k].mean(axis=-1) - table["floor"][0, k]
    settled = table["settled"][0, :, k]
    share = dict(zip(on_points.ON_GRIDS, settled.mean(axis=-1) / on_grid, strict=True))
    assert 0.8 < share["CKLUCB"] < 0.95 and share["KLUCB"] < 0.03
    assert np.mean(settled[0] > 0) > 0.5


def test_the_status_says_which_arm_loses_what_is_lost_on_the_grid():
    picture = svg.Drawing(continuous.arms).picture
    words = picture.update(n_arms=50, function="triangle", policy="CKL-UCB")
    assert re.search(
        r"62 is the floor of the grid and 457 is lost on the grid, 82% of it by the most played arm, "
        r"which is not the best of the grid in 25 of 40 runs\.",
        words,
    ), words
    # All arms of a coarse grid miss the needle, and are equal.
    assert "0 is lost on the grid. Best" in picture.update(n_arms=4, function="needle", policy="CKL-UCB")
    assert "128, the most tried," in picture.update(n_arms=4, function="needle", policy="CKL-UCB")
    assert "most tried" not in words


@pytest.mark.parametrize("shape", continuous.SHAPES)
def test_told_four_times_l_every_run_of_three_policies_loses_more_than_their_mean_told_l(shape):
    picture = svg.Drawing(continuous.told).picture
    more, true = (picture.rows(c, shape, "log") for c in (4.0, 1.0))
    for name in ("Adaptive", "Zooming+", "HOO+, ρ = 1/2"):
        assert more[name].min() > true[name].mean(), name


def test_the_longest_horizon_begins_with_the_shorter_ones(monkeypatch):
    monkeypatch.setattr(on_points, "LONG", (100, 400))
    found = on_points.horizons(runs=2, seed=3)
    regret, bandit = found["regret"], lb.paper_quadratic()
    endless, ruled = on_points.without_end(bandit), on_points.by_the_rules(bandit, 400)
    assert regret.shape == (2, len(endless) + len(ruled), 2, 2)
    assert ruled["CKLUCB, 2 L"].policy.lipschitz == 6.4 and len(ruled["CKLUCB"].arms) == lb.n_arms_sqrt(400)
    for h, horizon in enumerate((100, 400)):
        policies = endless | on_points.by_the_rules(bandit, horizon)
        assert regret[1, :, h] == pytest.approx(on_points.final_regret(bandit, policies, horizon, 2, 3), rel=1e-5)
        # What the most played arm loses, for those on a grid; the others have none.
        for p, policy in enumerate(policies.values()):
            settled = found["settled"][1, p, h]
            if not isinstance(policy, lb.Discretised):
                assert np.all(np.isnan(settled))
                continue
            plays, gaps = on_points.plays_on_grid(bandit, policy, horizon, 2, 3), bandit.gap(policy.arms)
            expected = [counts.max() * (gaps[counts.argmax()] - gaps.min()) for counts in plays]
            assert settled == pytest.approx(expected, rel=1e-5)
            assert np.all(settled <= regret[1, p, h] - horizon * gaps.min() + 1e-3)
    assert np.nanmax(found["settled"]) > 0


def test_each_change_of_zooming_is_what_its_name_says():
    found = on_points.tuned(lb.paper_quadratic())
    assert found["Zooming+, 0.5 L, radii 1"].lipschitz == 1.6 and found["Zooming+, 0.5 L, radii 1"].radii_added == 1
    assert found["Zooming+, random order, radii 2"].order == "random"
    radius, phases = found["Zooming, tuned radius"], found["Zooming, no phases"]
    assert radius.tuned and radius.phases and not phases.tuned and not phases.phases
    assert found["CKLUCB, smooth grid, 2 L"].policy.lipschitz == 6.4
    assert (found["HOO+, 0.0625 L, ρ = 0.1"].nu1, found["HOO+, 0.0625 L, ρ = 0.1"].rho) == (0.2, 0.1)


def test_every_variant_is_told_what_its_name_says():
    bandit = lb.paper_quadratic()
    variants = on_points.variants(bandit)
    assert len(variants) == 3 + 5 * (3 + 1 + 2 + 8)
    assert variants["HOO+, 2 L, ρ = 0.7"].nu1 == 6.4 and variants["HOO+, 2 L, ρ = 0.7"].rho == 0.7
    assert variants["HOO+, 2 L, ρ = 0.7"].tuned and not variants["HOO, 2 L, ρ = 0.7"].tuned
    assert variants["Zooming, 0.25 L"].lipschitz == variants["Adaptive, 0.25 L"].lipschitz == 0.8
    assert variants["CKLUCB, paper, 4 L"].policy.lipschitz == 12.8
    assert variants["CKLUCB, paper, 4 L"].policy.kind == variants["KLUCB, paper"].policy.kind == "paper"


class Narrow(lb.Zooming):
    """Zooming with a fifth of its radius."""

    def radii(self, n, plays):
        return super().radii(n, plays) / 5


@pytest.mark.parametrize("function", ["triangle", "quadratic", "two peaks"])
def test_zooming_keeps_what_the_proof_of_its_bound_says(function):
    bandit, uniforms = CONTINUOUS[function](), np.random.default_rng(1).random(1022)
    facts = facts_of_zooming(lb.Zooming(bandit.lipschitz, candidates=300), bandit, uniforms)
    assert facts["error"] <= 1 and facts["played"] <= 3 and facts["active"] <= 4 and facts["distance"] > 1 / 4
    assert facts["rings"] and all(count <= 8 * packing for _, count, packing in facts["rings"])


def test_with_narrow_radii_or_a_small_l_the_facts_of_zooming_fail():
    bandit, uniforms = lb.paper_quadratic(), np.random.default_rng(1).random(1022)
    assert facts_of_zooming(Narrow(bandit.lipschitz, candidates=300), bandit, uniforms)["error"] > 1
    told_too_little = Narrow(bandit.lipschitz / 20, candidates=300)
    assert facts_of_zooming(told_too_little, bandit, uniforms)["played"] > 4


def test_a_packing_takes_the_lowest_point_and_the_next_that_is_far_enough():
    assert packing_number(np.array([0.0, 0.1, 0.2, 0.3]), 0.1) == 2
    assert packing_number(np.array([0.0, 0.25, 0.5]), 0.2) == 3 and packing_number(np.zeros(0), 0.1) == 0
