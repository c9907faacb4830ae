"""Arrays and matrices that cross the border to C++: any layout is read, wrong ones raise an exception."""

from itertools import pairwise

import numpy as np
import pytest
import scipy.sparse
from python_solvers import BEAM, VERTICES

import simbench as sb

pytestmark = pytest.mark.usefixtures("module")
SHAPE = (VERTICES, 3)


@pytest.fixture
def problem() -> sb.Problem:
    return sb.Scene.load(BEAM).problem()


def layouts(array: np.ndarray) -> list[np.ndarray]:
    """The same numbers in other layouts of memory."""
    unaligned = np.frombuffer(b"x" + array.tobytes(), dtype=np.uint8)[1:].view(float).reshape(array.shape)
    return [
        np.repeat(array, 2, axis=0)[::2],
        np.asfortranarray(array),
        array[::-1].copy()[::-1],
        unaligned,
        np.pad(array, [(1, 1)] * array.ndim)[(slice(1, -1),) * array.ndim],
    ]


def test_arrays_of_every_layout_are_read(problem):
    q = problem.start + np.random.default_rng(1).random(SHAPE)
    for same in layouts(q):
        assert problem.objective(same) == problem.objective(q)
        np.testing.assert_array_equal(problem.gradient(same), problem.gradient(q))
    assert problem.objective(np.broadcast_to(q[:1], SHAPE)) == problem.objective(
        np.repeat(q[:1], VERTICES, 0)
    )


WRONG = {
    "other rows": (np.zeros((5, 3)), ValueError, "float64 with shape (5, 3)"),
    "transposed": (np.zeros((3, VERTICES)), ValueError, f"float64 with shape (3, {VERTICES})"),
    "flat": (np.zeros(3 * VERTICES), ValueError, f"float64 with shape ({3 * VERTICES},)"),
    "a number": (np.array(1.0), ValueError, "float64 with shape ()"),
    "empty": (np.zeros((0, 3)), ValueError, "float64 with shape (0, 3)"),
    "float32": (np.zeros(SHAPE, np.float32), TypeError, f"float32 with shape {SHAPE}"),
    "integers": (np.zeros(SHAPE, np.int64), TypeError, f"int64 with shape {SHAPE}"),
    "complex": (np.zeros(SHAPE, complex), TypeError, f"complex128 with shape {SHAPE}"),
    "objects": (np.zeros(SHAPE, object), TypeError, f"object with shape {SHAPE}"),
    "swapped bytes": (np.zeros(SHAPE, ">f8"), TypeError, f">f8 with shape {SHAPE}"),
    "sparse": (scipy.sparse.csr_array(SHAPE), TypeError, f"float64 with shape {SHAPE}"),
    "list": ([[0.0, 0.0, 0.0]] * VERTICES, TypeError, "a value of type list"),
    "None": (None, TypeError, "a value of type NoneType"),
    "text": ("positions", TypeError, "a value of type str"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_wrong_positions_raise_what_was_expected(kind, problem):
    array, error, found = WRONG[kind]
    for method in ("objective", "inertial", "constraint", "energies", "gradient", "hessian"):
        with pytest.raises(error) as raised:
            getattr(problem, method)(array)
        message = str(raised.value)
        assert message.startswith(f"positions: expected a float64 array of shape {SHAPE}; found ")
        assert message.endswith(found)


def test_numbers_that_are_not_finite_are_computed_with(problem):
    assert np.isnan(problem.objective(np.full(SHAPE, np.nan)))
    assert problem.objective(np.full(SHAPE, 1e300) * [1, 2, 3]) == np.inf


@pytest.mark.parametrize("name", ["start", "previous_positions", "masses", "rest_positions", "tets"])
def test_arrays_of_the_problem_are_read_only_and_keep_it_alive(name, problem):
    array = getattr(problem, name)
    before = array.copy()
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True
    with pytest.raises(AttributeError, match="no setter"):
        setattr(problem, name, before)
    del problem
    np.testing.assert_array_equal(array, before)


def test_factors_solve_for_any_layout(problem):
    matrix = problem.stiffness_matrix()
    solve = problem.factorize(matrix)
    for shape in [(VERTICES,), (VERTICES, 1), (4, VERTICES // 4), SHAPE]:
        b = np.random.default_rng(1).random(shape)
        x = solve(b)
        assert x.shape == shape
        right_hand_side = b if shape == SHAPE else b.ravel()
        np.testing.assert_allclose(matrix @ x.reshape(right_hand_side.shape), right_hand_side, rtol=1e-10)
        for same in layouts(b):
            np.testing.assert_array_equal(solve(same), x)


@pytest.mark.parametrize(
    ("b", "error", "found"),
    [
        (np.zeros(3 * VERTICES), ValueError, f"of shape {SHAPE}; found ndarray of float64"),
        (np.zeros(SHAPE, np.float32), TypeError, f"of shape {SHAPE}; found ndarray of float32"),
        (np.zeros(VERTICES, int), TypeError, f"of {VERTICES} numbers; found ndarray of int64"),
        ([0.0] * VERTICES, TypeError, "found a value of type list"),
        (None, TypeError, "found a value of type NoneType"),
    ],
)
def test_wrong_right_hand_sides_raise_what_was_expected(b, error, found, problem):
    solve = problem.factorize(problem.stiffness_matrix())
    with pytest.raises(error, match="right-hand side: expected a float64 array") as raised:
        solve(b)
    assert found in str(raised.value)


def in_other_order(matrix: scipy.sparse.csc_array) -> scipy.sparse.csc_array:
    """The same matrix, with the rows of each column from the last to the first."""
    other = matrix.copy()
    for begin, end in pairwise(matrix.indptr):
        other.indices[begin:end] = matrix.indices[begin:end][::-1]
        other.data[begin:end] = matrix.data[begin:end][::-1]
    other.has_sorted_indices = False
    return other


def with_entries_twice(matrix: scipy.sparse.csc_array) -> scipy.sparse.csc_array:
    """The same matrix as sums of two halves of each entry."""
    places = np.concatenate([np.tile(np.arange(*ends), 2) for ends in pairwise(matrix.indptr)])
    return scipy.sparse.csc_array(
        (matrix.data[places] / 2, matrix.indices[places], 2 * matrix.indptr), matrix.shape
    )


def test_matrices_of_every_format_are_factorised_and_not_changed(problem):
    matrix = problem.stiffness_matrix()
    b = np.arange(VERTICES, dtype=float)
    x = problem.factorize(matrix)(b)
    for same in (
        matrix.tocsr(),
        matrix.tocoo(),
        matrix.toarray(),
        scipy.sparse.csc_matrix(matrix),
        in_other_order(matrix),
        with_entries_twice(matrix),
    ):
        before = same.copy()
        np.testing.assert_allclose(problem.factorize(same)(b), x, rtol=1e-12)
        for part in ("data", "indices", "indptr") if hasattr(same, "indptr") else ():
            np.testing.assert_array_equal(getattr(same, part), getattr(before, part))


def damaged() -> scipy.sparse.csc_array:
    matrix = scipy.sparse.csc_array(np.eye(3))
    matrix.indices[1] = 77_777_777
    return matrix


@pytest.mark.parametrize(
    ("matrix", "error", "message"),
    [
        (np.ones((3, 4)), ValueError, "as many rows as columns; found the shape .3, 4"),
        (scipy.sparse.coo_array((10**15, 3)), ValueError, "as many rows as columns"),
        (scipy.sparse.coo_array((10**15, 10**15)), ValueError, "0 entries in 1000000000000000 rows"),
        (np.array([[2.0, 1], [0, 2]]), ValueError, "a symmetric one; an entry differs by 1 from"),
        (-np.eye(3), ValueError, "not positive definite"),
        (np.zeros((3, 3)), ValueError, "not positive definite"),
        (np.full((3, 3), np.nan), ValueError, "not finite"),
        (damaged(), ValueError, "indices must be < 3"),
        (np.ones(3), ValueError, "found the shape .3,"),
        (scipy.sparse.csc_array(np.eye(3, dtype=np.float32)), TypeError, "of float64; found .* of float32"),
        (np.eye(3, dtype=int), TypeError, "of float64; found ndarray of int64"),
        (np.eye(3, dtype=complex), TypeError, "of float64; found ndarray of complex128"),
        ([[1.0]], TypeError, "of float64; found a value of type list"),
        (None, TypeError, "of float64; found a value of type NoneType"),
    ],
)
def test_wrong_matrices_raise_what_was_expected(matrix, error, message, problem):
    with pytest.raises(error, match=message):
        problem.factorize(matrix)
