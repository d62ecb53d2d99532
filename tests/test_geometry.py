import numpy as np
import pytest

from lipbandits import Geometry


def test_distances_are_absolute_differences():
    geometry = Geometry([0.1, 0.4, 1.0], 2)
    assert geometry.n_arms == 3
    assert np.allclose(geometry.distances, [[0, 0.3, 0.9], [0.3, 0, 0.6], [0.9, 0.6, 0]])


def test_arrays_cannot_be_changed_behind_the_geometry():
    geometry = Geometry([0, 1], 1)
    for array in (geometry.arms, geometry.distances, geometry.with_lipschitz(2).distances):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5


def test_a_list_given_is_copied():
    arms = np.array([0.0, 1.0])
    geometry = Geometry(arms, 1)
    arms[1] = 0.5
    assert geometry.arms[1] == 1.0


@pytest.mark.parametrize(
    ("arms", "message"),
    [
        ([0.5, 0.2], "positions 0 and 1 are out of order"),
        ([0.2, 0.2], "positions 0 and 1 are repeated"),
        ([0.2, 1.2], "position 1 is 1.2"),
        ([-0.2, 0.2], "position 0 is -0.2"),
        ([0.2, np.nan], "position 1 is nan"),
        ([], "shape"),
        ([[0.1, 0.2]], "shape"),
    ],
)
def test_bad_arms_are_refused_by_name_and_value(arms, message):
    with pytest.raises(ValueError, match=f"arms: {message}"):
        Geometry(arms, 1)


@pytest.mark.parametrize("lipschitz", [-1, np.nan, np.inf])
def test_bad_lipschitz_constants_are_refused(lipschitz):
    with pytest.raises(ValueError, match=r"lipschitz: .* expected a finite number"):
        Geometry([0, 1], lipschitz)
    with pytest.raises(ValueError, match="lipschitz"):
        Geometry([0, 1], 1).with_lipschitz(lipschitz)


def test_a_lipschitz_constant_that_is_no_number_is_a_type_error():
    with pytest.raises(TypeError, match="lipschitz: 'steep'"):
        Geometry([0, 1], "steep")


def test_distance_matrices_of_a_line_give_the_same_distances():
    line = Geometry([0, 0.3, 1], 1)
    assert np.array_equal(Geometry.from_distances(line.distances, 1).distances, line.distances)


@pytest.mark.parametrize(
    ("distances", "message"),
    [
        ([[0, 1], [2, 0]], r"entries \(0, 1\) and \(1, 0\)"),
        ([[0, 1, 3], [1, 0, 1], [3, 1, 0]], r"triple \(0, 1, 2\) breaks the triangle inequality"),
        ([[0, 0], [0, 0]], r"entry \(0, 1\) is 0"),
        ([[1, 1], [1, 0]], r"entry \(0, 0\) is 1"),
        ([[0, -1], [-1, 0]], r"entry \(0, 1\) is -1"),
        ([[0, np.nan], [np.nan, 0]], r"entry \(0, 1\) is nan"),
        ([[0, 1]], "shape"),
    ],
)
def test_matrices_that_are_no_metric_are_refused_by_entry(distances, message):
    with pytest.raises(ValueError, match=f"distances: .*{message}"):
        Geometry.from_distances(distances, 1)
