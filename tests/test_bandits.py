import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lipbandits as lb
from lipbandits.model import spaces
from tests.strategies import bandits


def test_default_lipschitz_is_the_smallest_that_fits():
    bandit = lb.LipschitzBandit([0.1, 0.5, 0.4])
    assert bandit.lipschitz == pytest.approx(0.8)
    with pytest.raises(ValueError, match="theta: arms 0 and 1"):
        bandit.with_lipschitz(0.799)


def test_message_names_the_steepest_pair_and_the_smallest_lipschitz():
    with pytest.raises(ValueError, match=r"arms 1 and 2 differ by 0\.3 over a distance of 0\.1.*that fits is 3$"):
        lb.LipschitzBandit([0.1, 0.2, 0.5], arms=[0, 0.2, 0.3], lipschitz=1.5)


@given(bandits())
def test_the_lipschitz_constant_named_in_the_message_fits(bandit):
    smallest = lb.LipschitzBandit(bandit.theta, bandit.arms).lipschitz
    assert lb.LipschitzBandit(bandit.theta, bandit.arms, lipschitz=smallest).lipschitz == smallest
    if smallest > 1e-6:
        with pytest.raises(ValueError, match="smallest lipschitz that fits") as caught:
            lb.LipschitzBandit(bandit.theta, bandit.arms, lipschitz=smallest * 0.99 - 1e-8 / np.diff(bandit.arms).min())
        if "fits is" in str(caught.value):
            named = float(str(caught.value).rsplit(" ", 1)[1])
            assert named == pytest.approx(smallest, rel=1e-9)


def test_rounding_of_a_tenth_of_the_tolerance_is_forgiven():
    lb.LipschitzBandit([0.2, 0.7 + 1e-10], lipschitz=0.5)
    with pytest.raises(ValueError, match="theta"):
        lb.LipschitzBandit([0.2, 0.7 + 1e-8], lipschitz=0.5)


def test_unchecked_means_may_break_the_lipschitz_constant():
    assert lb.LipschitzBandit([0, 1, 0], lipschitz=0.1, check=False).gaps.tolist() == [1, 0, 1]


def test_ties_are_all_best_and_the_lowest_is_named():
    bandit = lb.LipschitzBandit([0.1, 0.5, 0.5 + 1e-14, 0.2])
    assert bandit.best == 1
    assert bandit.suboptimal.tolist() == [0, 3]


def test_a_geometry_serves_in_place_of_arms():
    geometry = lb.Geometry([0, 0.3, 1], 2)
    assert lb.LipschitzBandit([0.1, 0.5, 0.3], geometry=geometry).geometry is geometry
    with pytest.raises(ValueError, match="geometry: given together"):
        lb.LipschitzBandit([0.1, 0.5, 0.3], lipschitz=2, geometry=geometry)
    with pytest.raises(TypeError, match="geometry: 3"):
        lb.LipschitzBandit([0.1], geometry=3)
    with pytest.raises(ValueError, match="theta: 2 means for 3 arms"):
        lb.LipschitzBandit([0.1, 0.5], geometry=geometry)


@pytest.mark.parametrize("theta", [[0.5, 1.2], [0.5, -0.1], [0.5, np.nan], [0.5, np.inf], [], [[0.5]]])
def test_bad_means_are_refused_by_name(theta):
    with pytest.raises(ValueError, match="theta: "):
        lb.LipschitzBandit(theta)


def test_means_of_the_wrong_number_are_refused():
    with pytest.raises(ValueError, match="theta: 2 means for 3 arms"):
        lb.LipschitzBandit([0.1, 0.2], arms=[0, 0.5, 1])


@pytest.mark.parametrize("make", [lb.triangle, lb.quadratic, lb.plateau, lb.random_bandit])
@pytest.mark.parametrize("arms", [1, 2, 17, [0.05, 0.11, 0.5, 0.93]])
def test_examples_fit_their_own_lipschitz_constant_on_any_arms(make, arms):
    bandit = make(arms)
    assert bandit.n_arms == (arms if isinstance(arms, int) else 4)
    assert lb.LipschitzBandit(bandit.theta, bandit.arms, bandit.lipschitz).best == bandit.best


@pytest.mark.parametrize(
    "distances",
    [spaces.circle(1), spaces.circle(7), spaces.binary_tree(3), spaces.grid_2d(2, 3)],
    ids=["point", "circle", "tree", "grid"],
)
def test_a_triangle_falls_with_the_distance_in_any_metric_space(distances):
    for peak in range(len(distances)):
        bandit = lb.triangle(distances, peak=peak, slope=0.5)
        assert bandit.theta == pytest.approx(0.8 - 0.5 * distances[peak])
        assert (bandit.best, bandit.lipschitz, bandit.arms) == (peak, 0.5, None)
        assert lb.lower_bound(bandit).value <= lb.lai_robbins(bandit).value * (1 + 1e-9)


def test_distances_along_circle_tree_and_grid_are_those_of_their_shortest_ways():
    # All ways of a graph with edges of one length: Floyd and Warshall.
    def shortest(n_arms, edges, length):
        ways = np.where(np.eye(n_arms, dtype=bool), 0.0, np.inf)
        for i, k in edges:
            ways[i, k] = ways[k, i] = length
        for k in range(n_arms):
            ways = np.minimum(ways, ways[:, k, None] + ways[None, k, :])
        return ways

    assert spaces.circle(7) == pytest.approx(shortest(7, [(k, (k + 1) % 7) for k in range(7)], 2 / 7))
    assert spaces.binary_tree(3) == pytest.approx(shortest(15, [((k - 1) // 2, k) for k in range(1, 15)], 1 / 6))
    assert spaces.grid_2d(1, 5) == pytest.approx(lb.Geometry(np.linspace(0, 1, 5), 0).distances)
    assert spaces.grid_2d(3, 4)[0, 11] == pytest.approx(np.sqrt(2))


def test_triangles_on_metric_spaces_refuse_what_is_none_or_leaves_the_model():
    with pytest.raises(TypeError, match=r"peak: None; expected a whole number"):
        lb.triangle(spaces.circle(5))
    with pytest.raises(ValueError, match="peak: 5; expected an arm from 0 to 4"):
        lb.triangle(spaces.circle(5), peak=5)
    with pytest.raises(ValueError, match="triple"):
        lb.triangle([[0, 1, 3], [1, 0, 1], [3, 1, 0]], peak=0)
    with pytest.raises(ValueError, match="smallest lipschitz that fits"):
        lb.triangle(spaces.circle(6), peak=0, slope=0.5, lipschitz=0.4)
    for make in (spaces.circle, spaces.binary_tree, lambda n: spaces.grid_2d(n, 2)):
        with pytest.raises(ValueError, match=r": 0; expected a whole number"):
            make(0)


@given(st.integers(2, 60), st.floats(0, 5), st.integers(0, 1000))
def test_random_instances_are_lipschitz_and_within_their_heights(n_arms, lipschitz, seed):
    theta = lb.random_bandit(n_arms, lipschitz, seed).theta
    assert 0.05 <= theta.min() <= theta.max() <= 0.95


def test_symmetric_examples_have_exact_ties():
    for make in (lb.triangle, lb.quadratic):
        for n_arms in (16, 46, 100):
            assert len(make(n_arms, peak=0.5).suboptimal) == n_arms - 2


def test_examples_refuse_shapes_that_leave_the_model():
    with pytest.raises(ValueError, match=r"theta: arm 0 has 1\.05"):
        lb.triangle(5, top=1.3)
    with pytest.raises(ValueError, match="slope: -1"):
        lb.triangle(5, slope=-1)
    with pytest.raises(ValueError, match="curvature: nan"):
        lb.quadratic(5, curvature=np.nan)
    with pytest.raises(ValueError, match=r"left: 0\.7"):
        lb.plateau(5, left=0.7, right=0.2)
    with pytest.raises(ValueError, match="arms: 0"):
        lb.triangle(0)
    with pytest.raises(TypeError, match=r"arms: 2\.5"):
        lb.triangle(2.5)
    with pytest.raises(ValueError, match=r"low: 0\.9"):
        lb.random_bandit(5, low=0.9, high=0.1)
    with pytest.raises(ValueError, match="smallest lipschitz that fits"):
        lb.triangle(5, slope=0.5, lipschitz=0.4)
