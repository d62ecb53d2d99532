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
    theta = lb.random(geometry.arms, geometry.lipschitz, draw(st.integers(0, 10**6)), low, high).theta
    if draw(st.booleans()):
        theta = np.minimum(theta, np.sort(theta)[-min(2, len(theta))])
    return lb.LipschitzBandit(theta, geometry=geometry)


@st.composite
def counts(draw, n_arms):
    """(plays, sums) of Bernoulli rewards, with unplayed arms, all-loss and all-win arms among them."""
    plays = np.array(draw(st.lists(st.sampled_from([0, 1, 2, 7, 40, 1000, 10**5]), min_size=n_arms, max_size=n_arms)))
    shares = np.array(
        draw(st.lists(st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1)), min_size=n_arms, max_size=n_arms))
    )
    return plays, np.round(plays * shares)
