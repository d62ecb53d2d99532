"""Random instances for the property tests."""

import numpy as np
from hypothesis import strategies as st

import lipbandits as lb

CONSTANTS = st.sampled_from([0.0, 0.1, 0.5, 1.0, 3.0, 50.0])


@st.composite
def geometries(draw, max_arms=12, lipschitz=None):
    """Irregular grids under constants from far too small to huge."""
    steps = draw(st.lists(st.floats(0.01, 1), min_size=1, max_size=max_arms))
    arms = np.cumsum(steps) / (np.sum(steps) + draw(st.floats(0, 1)))
    return lb.Geometry(np.minimum(arms, 1.0), draw(CONSTANTS if lipschitz is None else lipschitz))


@st.composite
def bandits(draw, max_arms=12):
    """Instances that fit their L: a random shape near 0, near 1 or between, some with ties for the best arm."""
    geometry = draw(geometries(max_arms, st.floats(0.02, 8)))
    low, high = draw(st.sampled_from([(0.05, 0.95), (0.0, 0.02), (0.98, 1 - 1e-6), (0.0, 1 - 1e-9), (0.4, 0.6)]))
    theta = lb.random_bandit(geometry.arms, geometry.lipschitz, draw(st.integers(0, 10**6)), low, high).theta
    if draw(st.booleans()):
        theta = np.minimum(theta, np.sort(theta)[-min(2, len(theta))])
    return lb.LipschitzBandit(theta, geometry=geometry)


@st.composite
def contextual_bandits(draw, max_contexts=5, max_arms=6, own_metric=None):
    """Instances of Θ_{L,2} under the paper's metric or another one: near 0, near 1 or between."""
    shape = draw(st.integers(1, max_contexts)), draw(st.integers(1, max_arms))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    places = {"contexts": np.sort(rng.random(shape[0])), "arms": np.sort(rng.random(shape[1]))}
    if draw(st.booleans()) if own_metric is None else own_metric:
        places["metric"] = random_metric(rng, shape[0] * shape[1])
    else:
        places["context_weight"] = draw(st.sampled_from([0.01, 1.0, 4.0, 400.0]))
    lipschitz = draw(st.floats(0.02, 8))
    flat = lb.ContextualBandit(np.full(shape, 0.5), lipschitz=lipschitz, **places)
    low, high = draw(st.sampled_from([(0.05, 0.95), (0.0, 0.02), (0.98, 1 - 1e-6), (0.4, 0.6)]))
    heights = rng.uniform(low, high, flat.theta.size)
    theta = (heights[None, :] + lipschitz * flat.geometry.distances).min(axis=1).reshape(shape)
    return lb.ContextualBandit(theta, lipschitz=lipschitz, **places)


def random_metric(rng, size):
    """(size, size) distances between random points of a cube, in the L1 norm."""
    points = rng.random((size, 3))
    return np.abs(points[:, None] - points[None, :]).sum(axis=2)


@st.composite
def counts(draw, n_arms):
    """(plays, sums) of Bernoulli rewards, with unplayed arms, all-loss and all-win arms among them."""
    plays = np.array(draw(st.lists(st.sampled_from([0, 1, 2, 7, 40, 1000, 10**5]), min_size=n_arms, max_size=n_arms)))
    shares = np.array(
        draw(st.lists(st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1)), min_size=n_arms, max_size=n_arms))
    )
    return plays, np.round(plays * shares)
