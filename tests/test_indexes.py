import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lipbandits as lb
from lipbandits.theory.indexes import KINDS, evidence
from tests.strategies import counts, geometries

levels = st.one_of(st.sampled_from([0.0, 0.5, np.log(2), 13.12, 371.0]), st.floats(1e-3, 400))


@st.composite
def states(draw):
    geometry = draw(geometries(max_arms=8))
    return (geometry, *draw(counts(geometry.n_arms)), draw(levels))


def bisected_index(plays, sums, distances, lipschitz, level):
    """One arm's index, by its definition and nothing else."""
    means = np.where(plays > 0, sums / np.maximum(plays, 1), 0.0)

    def fits(q):
        terms = lb.kl_plus(means, q - lipschitz * distances)
        return plays[plays > 0] @ terms[plays > 0] <= level

    low, high = 0.0, 1.0
    if fits(high):
        return 1.0
    for _ in range(70):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def test_levels_agree_with_the_reference(reference):
    names = {"log": "log", "klucb3": "klucb3", "paper": "paper"}
    for entry in reference["f"]:
        level = lb.exploration_level(entry["n"], entry["K"], names[entry["kind"]])
        assert level == pytest.approx(entry["f"], rel=1e-12, abs=1e-15)


def test_indexes_agree_with_the_reference(reference):
    for entry in reference["index"]:
        level = lb.exploration_level(entry["n"], len(entry["x"]), entry["f_kind"])
        geometry = lb.Geometry(entry["x"], entry["L"])
        assert lb.lipschitz_indexes(entry["t"], entry["S"], geometry, level) == pytest.approx(entry["b"], abs=1e-9)
        plain = lb.kl_ucb_indexes(entry["t"], entry["S"], level)
        assert plain == pytest.approx(entry["kl_ucb_index_same_f"], abs=1e-9)


@given(states())
def test_every_lipschitz_index_is_the_largest_q_of_its_definition(state):
    geometry, plays, sums, level = state
    means = np.where(plays > 0, sums / np.maximum(plays, 1), 0.0)
    indexes = lb.lipschitz_indexes(plays, sums, geometry, level)
    for k, index in enumerate(indexes):
        plain = bisected_index(plays, sums, geometry.distances[k], geometry.lipschitz, level)
        assert index == pytest.approx(max(means[k], plain), abs=2e-12)


@given(states())
def test_kl_ucb_index_is_the_lipschitz_index_of_an_arm_alone(state):
    _, plays, sums, level = state
    alone = [lb.lipschitz_indexes([t], [s], lb.Geometry([0.5], 1), level)[0] for t, s in zip(plays, sums, strict=True)]
    assert lb.kl_ucb_indexes(plays, sums, level) == pytest.approx(alone, abs=1e-12)


@given(states())
def test_large_lipschitz_constants_give_kl_ucb_back(state):
    geometry, plays, sums, level = state
    if geometry.n_arms > 1:
        huge = geometry.with_lipschitz(1 / np.diff(geometry.arms).min())
        indexes = lb.lipschitz_indexes(plays, sums, huge, level)
        assert indexes == pytest.approx(lb.kl_ucb_indexes(plays, sums, level), abs=1e-12)


@given(states())
def test_unfloored_indexes_stay_under_the_cones_of_kl_ucb_and_are_lipschitz(state):
    geometry, plays, sums, level = state
    means = np.where(plays > 0, sums / np.maximum(plays, 1), 0.0)
    indexes = lb.lipschitz_indexes(plays, sums, geometry, level)
    reach = geometry.lipschitz * geometry.distances
    caps = (lb.kl_ucb_indexes(plays, sums, level)[None, :] + reach).min(axis=1)
    floored = indexes <= means
    assert np.all(indexes[~floored] <= caps[~floored] + 1e-12)
    free = np.flatnonzero(~floored)
    assert np.all(np.abs(indexes[free, None] - indexes[None, free]) <= reach[np.ix_(free, free)] + 1e-12)


@given(states(), st.floats(0, 0.999))
def test_an_index_exceeds_q_exactly_when_the_evidence_is_below_the_level(state, q):
    geometry, plays, sums, level = state
    means = np.where(plays > 0, sums / np.maximum(plays, 1), 0.0)
    indexes = lb.lipschitz_indexes(plays, sums, geometry, level)
    for k, index in enumerate(indexes):
        if level > 0 and means[k] <= q and abs(index - q) > 1e-9:
            assert (index > q) == (evidence(plays, sums, geometry, k, q) < level)


@given(st.integers(1, 10**6), st.integers(1, 60))
def test_levels_grow_with_the_factor_of_log_log_n(n, n_arms):
    values = [lb.exploration_level(n, n_arms, kind) for kind in KINDS[:4]]
    assert values == sorted(values)
    assert values[0] == pytest.approx(np.log(n))


def test_nothing_played_leaves_every_index_at_one():
    assert lb.lipschitz_indexes([0, 0], [0, 0], lb.Geometry([0, 1], 1), 0.0).tolist() == [1, 1]
    assert lb.kl_ucb_indexes([0, 0], [0, 0], 0.0).tolist() == [1, 1]


@pytest.mark.parametrize(
    ("plays", "sums", "message"),
    [
        ([1, -1], [0, 0], "plays: arm 1 has -1"),
        ([1, 1.5], [0, 0], "plays: arm 1 has 1.5"),
        ([1, np.nan], [0, 0], "plays: arm 1 has nan"),
        ([1, 2], [0, 3], "sums: arm 1 has 3.0 from 2 plays"),
        ([1, 0], [0, 1], "sums: arm 1 has 1.0 from 0 plays"),
        ([1, 2], [-1, 0], "sums: arm 0 has -1.0"),
        ([1, 2], [0], "plays, sums: shapes"),
    ],
)
def test_counts_that_do_not_fit_sums_are_refused(plays, sums, message):
    geometry = lb.Geometry([0, 1], 1)
    for call in (
        lambda: lb.kl_ucb_indexes(plays, sums, 1.0),
        lambda: lb.lipschitz_indexes(plays, sums, geometry, 1.0),
        lambda: evidence(plays, sums, geometry, 0, 0.5),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_other_bad_input_is_refused_by_name_and_value():
    geometry = lb.Geometry([0, 0.5, 1], 1)
    with pytest.raises(ValueError, match="plays: 2 counts for 3 arms"):
        lb.lipschitz_indexes([1, 1], [0, 0], geometry, 1.0)
    for level in (-1, np.nan, np.inf):
        with pytest.raises(ValueError, match="level: "):
            lb.kl_ucb_indexes([1], [0], level)
    with pytest.raises(ValueError, match="n: 0"):
        lb.exploration_level(0, 5)
    with pytest.raises(TypeError, match=r"n: 1\.5"):
        lb.exploration_level(1.5, 5)
    with pytest.raises(ValueError, match="n_arms: 0"):
        lb.exploration_level(5, 0)
    with pytest.raises(ValueError, match="kind: 'loglog'"):
        lb.exploration_level(5, 5, "loglog")
    with pytest.raises(ValueError, match="k: 3"):
        evidence([1, 1, 1], [0, 0, 0], geometry, 3, 0.5)
