from pathlib import Path

import numpy as np
import pytest

import lipbandits as lb
from lipbandits import point_experiments, tables
from lipbandits.examples import CONTINUOUS
from lipbandits.experiments import main

DATA = Path(__file__).parents[1] / "lipbandits" / "data"


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(point_experiments, "HORIZON", 300)
    monkeypatch.setattr(point_experiments, "HORIZONS", (100, 300))
    monkeypatch.setattr(point_experiments, "NUMBERS_OF_ARMS", (2, 7))


def test_the_commands_write_tables_with_their_provenance(few, tmp_path):
    for name, shape in (("race", (7, 2, 8, 3)), ("grids", (7, 2, 2, 3))):
        path = tmp_path / f"{name}.npz"
        assert main([name, "--runs", "3", "--seed", "5", "--out", str(path)]) == 0
        table, provenance = tables.load(path)
        assert provenance["command"] == f"python -m lipbandits {name} --runs 3 --seed 5"
        assert table["regret"].shape == shape and np.all(table["regret"] > 0)
    assert table["floor"].shape == (7, 2)
    # A policy on a grid loses at least the floor.
    assert np.all(table["regret"].min(axis=(1, 3)) >= table["floor"] * (1 - 1e-6))


def test_the_stored_tables_are_those_of_the_recipes():
    grids, race = (tables.load(DATA / f"{name}.npz")[0] for name in ("grids", "race"))
    sizes = len(CONTINUOUS), len(point_experiments.NUMBERS_OF_ARMS), len(point_experiments.HORIZONS)
    assert grids["regret"].shape == (sizes[0], 2, sizes[1], 40)
    assert race["regret"].shape == (sizes[0], sizes[2], 8, 40)
    bandit, horizon = lb.examples.border_peak(), point_experiments.HORIZONS[0]
    place = list(CONTINUOUS).index("border peak"), 0
    live = point_experiments.final_regret(bandit, point_experiments.racers(bandit, horizon), horizon, 4, 2014)
    assert race["regret"][place][:, :4] == pytest.approx(live, rel=1e-5)


def test_every_variant_is_told_what_its_name_says():
    bandit = lb.paper_quadratic()
    variants = point_experiments.variants(bandit)
    assert len(variants) == 3 + 5 * (3 + 1 + 2 + 8)
    assert variants["HOO+, 2 L, ρ = 0.7"].nu1 == 6.4 and variants["HOO+, 2 L, ρ = 0.7"].rho == 0.7
    assert variants["HOO+, 2 L, ρ = 0.7"].tuned and not variants["HOO, 2 L, ρ = 0.7"].tuned
    assert variants["Zooming, 0.25 L"].lipschitz == variants["Adaptive, 0.25 L"].lipschitz == 0.8
    assert variants["CKLUCB, paper, 4 L"].policy.lipschitz == 12.8
    assert variants["CKLUCB, paper, 4 L"].policy.kind == variants["KLUCB, paper"].policy.kind == "paper"
