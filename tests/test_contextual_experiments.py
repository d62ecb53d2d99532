from pathlib import Path

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.study import tables, with_contexts
from lipbandits.study.cli import main
from lipbandits.study.recipes import EXPERIMENTS
from lipbandits.study.results import load
from lipbandits.study.statistics import wrong_share

DATA = Path(__file__).parents[1] / "lipbandits" / "study" / "data"


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(with_contexts, "HORIZON", 200)
    monkeypatch.setattr(with_contexts, "POPULAR_HORIZON", 200)
    monkeypatch.setattr(with_contexts, "WEIGHTS", (0.1, 1.0))
    monkeypatch.setattr(with_contexts, "SHARES", (0.5, 0.9))


def test_the_commands_write_tables_with_their_provenance(few, tmp_path):
    for name, shape in (("similarity", (2, 2, 3)), ("popularity", (2, 3, 64))):
        path = tmp_path / f"{name}.npz"
        assert main([name, "--runs", "3", "--seed", "5", "--out", str(path)]) == 0
        table, provenance = tables.load(path)
        assert provenance["command"] == f"python -m lipbandits {name} --runs 3 --seed 5"
        assert table["regret"].shape == shape
    assert table["rounds"][-1] == 200 and np.all(np.diff(table["regret"], axis=-1) >= 0)


def test_the_command_that_changes_one_thing_at_a_time_writes_its_table(few, tmp_path):
    path = tmp_path / "handicaps.npz"
    assert main(["handicaps", "--runs", "2", "--seed", "5", "--out", str(path)]) == 0
    table, _ = tables.load(path)
    assert {name: values.shape for name, values in table.items()} == {
        "few": (len(with_contexts.STEPS), 2),
        "many": (len(with_contexts.LEVELS), 2),
        "settled": (len(with_contexts.LEVELS), 2),
    }
    assert np.all(table["settled"] <= table["many"])


class CountingAllRounds(lb.PerContext):
    """Copies with the global round in f, and in the rule for forced plays."""

    def select(self, n, context):
        self.context = context
        return self.copies[context].select(n)


@pytest.mark.parametrize("horizon", [400, pytest.param(1500, marks=pytest.mark.slow)])
def test_contexts_that_are_apart_share_nothing_but_the_count_of_rounds(horizon):
    bandit, slope = with_contexts.peaks("far", 5), with_contexts.slope_of("far")
    apart = with_contexts.apart(bandit)
    assert np.array_equal(apart.theta, bandit.theta) and with_contexts.keeps_promise(apart)
    copies = lb.simulate(bandit, {"": CountingAllRounds(lb.CKLUCB(lipschitz=slope))}, horizon, runs=2)[""]
    shared = lb.simulate(apart, {"": lb.CCKLUCB(lipschitz=slope)}, horizon, runs=2)[""]
    assert np.array_equal(shared.plays, copies.plays)


def test_the_most_played_arm_of_each_context_has_a_gap_and_loses_it_in_each_of_its_plays():
    bandit = lb.ContextualBandit([[0.5, 0.3, 0.4], [0.2, 0.6, 0.2]])
    plays = np.array([[[1, 7, 2], [0, 9, 1]], [[5, 4, 1], [8, 1, 1]]])
    gaps, lost = with_contexts.most_played(bandit, lb.Regret(np.array([20]), np.zeros((2, 1)), plays))
    assert gaps == pytest.approx(np.array([[0.2, 0], [0, 0.4]]))
    assert lost == pytest.approx(np.array([[1.4, 0], [0, 3.2]]))


@pytest.mark.parametrize("kind", with_contexts.PEAKS)
def test_copies_are_told_the_slope_of_one_context(kind):
    bandit, slope = with_contexts.peaks(kind, 20), with_contexts.slope_of(kind)
    assert slope < bandit.lipschitz
    for j in range(20):
        bandit.alone(j).with_lipschitz(slope)
    # Of the function, whose steepest place need not be between two arms: no less than 95 % of it is needed.
    with pytest.raises(ValueError, match="theta"):
        [bandit.alone(j).with_lipschitz(0.95 * slope) for j in range(20)]


def test_cones_fit_the_least_constant_and_no_less():
    for shift, weight in ((0.6, 1.0), (0.1, 0.05)):
        cones = with_contexts.cones(40, 40, shift=shift, context_weight=weight)
        with pytest.raises(ValueError, match="theta"):
            cones.with_lipschitz(0.97 * cones.lipschitz)


def test_what_is_told_changes_the_promise_and_nothing_else():
    bandit = with_contexts.cones(3, 5, slack=2.0)
    told = with_contexts.told(bandit, 0.01)
    assert np.array_equal(told.theta, bandit.theta) and told.lipschitz == bandit.lipschitz
    assert told.geometry.context_weight == 0.01 and told.geometry.distances[0, 5] < bandit.geometry.distances[0, 5]
    assert np.array_equal(with_contexts.told(bandit, 1.0).geometry.distances, bandit.geometry.distances)


def test_the_stored_tables_are_those_of_the_recipes():
    similarity, popularity = (tables.load(DATA / f"{name}.npz")[0] for name in ("similarity", "popularity"))
    assert similarity["regret"].shape == (2, len(with_contexts.WEIGHTS), 40)
    assert popularity["regret"].shape == (len(with_contexts.SHARES), 40, 64)
    # The runs of the true weight are those of the stored experiment, which has the same seed.
    alone = load(DATA / "contexts-far-20.npz")[0]["CCKLUCB"].regret[:40, -1]
    true = with_contexts.WEIGHTS.index(1.0)
    assert similarity["regret"][1, true] == pytest.approx(alone, rel=1e-5)
    handicaps = tables.load(DATA / "handicaps.npz")[0]
    few, many = (load(DATA / f"contexts-{name}.npz")[0] for name in ("far-5", "near-50"))
    for step, name in (("CKL-UCB alone", "CKLUCB alone"), ("CCKL-UCB", "CCKLUCB")):
        found = handicaps["few"][with_contexts.STEPS.index(step)]
        assert found == pytest.approx(few[name].regret[:40, -1], rel=1e-5)
    assert handicaps["many"][0] == pytest.approx(many["CCKLUCB"].regret[:40, -1], rel=1e-5)
    _, lost = with_contexts.most_played(EXPERIMENTS["contexts-near-50"].bandit, many["CCKLUCB"])
    assert handicaps["settled"][0] == pytest.approx(lost[:40].sum(axis=1), rel=1e-5)


def test_the_wrong_share_is_an_average_over_runs_and_contexts():
    bandit = EXPERIMENTS["contexts-cone-few"].bandit
    plays = np.zeros((2, *bandit.theta.shape), dtype=int)
    plays[:, np.arange(5), bandit.best] = 9
    plays[0, 3, bandit.best[3] - 4] = 10
    assert wrong_share(bandit, lb.Regret(np.array([10]), np.zeros((2, 1)), plays)) == 0.1


@pytest.mark.parametrize(("instance", "least"), [("cone, 5 contexts", 0.1), ("smooth, 20 contexts", 1.0)])
def test_a_promise_is_kept_from_some_weight_on(instance, least):
    bandit = with_contexts.PROMISED[instance]()
    for weight in with_contexts.WEIGHTS:
        told = with_contexts.told(bandit, weight)
        assert with_contexts.keeps_promise(told) == (weight >= least)
