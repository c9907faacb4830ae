"""A Problem has the numbers that formulas, differences, and simbench's own solvers have."""

import numpy as np
import pytest
from conftest import material
from python_solvers import BEAM, GradientInS

import simbench as sb
from simbench.snapshots import load_snapshot, snapshot_files

pytestmark = pytest.mark.usefixtures("module")


@pytest.fixture
def problem(any_law) -> sb.Problem:
    """A beam of each law."""
    return sb.Scene.load(BEAM, {"material": material(any_law, 1e5)}).problem()


@pytest.fixture
def q(problem) -> np.ndarray:
    return problem.start + 5e-3 * np.random.default_rng(1).standard_normal(problem.start.shape)


def test_definite_hessian_has_no_negative_eigenvalue(problem):
    squeezed = problem.start * [0.5, 1, 1]  # elements under pressure have negative ones
    exact = np.linalg.eigvalsh(problem.hessian(squeezed).toarray())
    definite = np.linalg.eigvalsh(problem.hessian(squeezed, definite=True).toarray())
    assert definite[0] > 0
    assert definite[0] > exact[0]


def test_objective_is_the_sum_of_its_terms(problem, q):
    mass_times_square = np.sum(problem.masses[:, None] * (q - problem.start) ** 2)
    assert problem.inertial(q) == pytest.approx(mass_times_square / (2 * problem.time_step**2), rel=1e-13)
    assert problem.constraint(q) == pytest.approx(sum(problem.energies(q)), rel=1e-13)
    assert len(problem.energies(q)) == len(problem.laws) == 2
    assert problem.objective(q) == pytest.approx(problem.inertial(q) + problem.constraint(q), rel=1e-13)


def test_stiffness_matrix_is_that_of_the_formula():
    problem = sb.Scene.load({key: value for key, value in BEAM.items() if key != "anchors"}).problem()
    expected = np.diag(problem.masses / problem.time_step**2)
    for tet in problem.tets:
        edges = problem.rest_positions[tet[1:]] - problem.rest_positions[tet[0]]
        gradients = np.linalg.inv(edges)  # of the barycentric coordinates, as columns
        gradients = np.column_stack([-gradients.sum(axis=1), gradients])
        volume = abs(np.linalg.det(edges)) / 6
        expected[np.ix_(tet, tet)] += BEAM["material"]["stiffness"] * volume * gradients.T @ gradients
    matrix = problem.stiffness_matrix()
    assert abs(matrix - matrix.T).max() == 0
    np.testing.assert_allclose(matrix.toarray(), expected, rtol=1e-12, atol=1e-9 * expected.max())


def test_held_vertices_have_no_gradient():
    problem = sb.Scene.load(BEAM, {"anchors.stiffness": "hard"}).problem()
    held = problem.held_vertices
    np.testing.assert_array_equal(held, np.flatnonzero(problem.rest_positions[:, 0] == 0))
    assert not problem.gradient(problem.start + 1e-3)[held].any()
    coupled = problem.stiffness_matrix().toarray()[held]
    np.testing.assert_array_equal(coupled != 0, np.eye(problem.vertex_count, dtype=bool)[held])


def test_the_start_is_where_solvers_begin():
    places = {}
    for start in ("inertial", "previous"):
        scene = sb.Scene.load(BEAM, {"gravity": [0, 0, -9.81], "step.start": start})
        places[start] = problem = scene.problem()
        fallen = problem.previous_positions + np.array([0, 0, -9.81 * problem.time_step**2])
        np.testing.assert_allclose(problem.inertial_positions, fallen, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(places["inertial"].start, places["inertial"].inertial_positions)
    np.testing.assert_array_equal(places["previous"].start, places["previous"].previous_positions)
    assert not places["previous"].start.flags.writeable


def test_numpy_pd_is_pd():
    runs = sb.run("smoke.json", ["pd", GradientInS], snapshot_every=50)
    ours, own = runs["pd"], runs["gradient_in_s"]
    start = ours.iterations["objective"].iloc[0]
    np.testing.assert_allclose(
        own.iterations["objective"], ours.iterations["objective"], rtol=0, atol=1e-12 * start
    )
    for mine, theirs in zip(snapshot_files(own.folder), snapshot_files(ours.folder), strict=True):
        points = load_snapshot(theirs.path).points
        np.testing.assert_allclose(load_snapshot(mine.path).points, points, rtol=0, atol=1e-12)
    assert len(snapshot_files(own.folder)) == 3
    assert np.abs(points - load_snapshot(snapshot_files(ours.folder)[0].path).points).max() > 1e-2


class NewtonInNumpy(GradientInS):
    """Newton's method with backtracking."""

    def iterate(self) -> None:
        gradient, value = self.problem.gradient(self.q), self.problem.objective(self.q)
        step = -self.problem.factorize(self.problem.hessian(self.q, definite=True))(gradient)
        slope = np.sum(gradient * step)
        if -slope <= 1e-14 * abs(value):
            raise sb.Converged
        length = 1.0
        while self.problem.objective(self.q + length * step) > value + 1e-4 * length * slope:
            length /= 2
        self.q += length * step


def test_newton_in_numpy_reaches_the_minimum_of_newton():
    runs = sb.run("smoke.json", ["newton", NewtonInNumpy])
    own = runs["newton_in_numpy"]
    assert own.manifest["status"] == "converged"
    assert own.iterations["objective"].iloc[-1] == pytest.approx(runs["newton"].minimum, rel=1e-12)
    assert own.iterations["objective"].iloc[0] > 2 * runs["newton"].minimum
