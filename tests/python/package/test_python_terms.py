"""Terms of the objective in Python: they are in f, f*, the metrics and the files."""

import json
import shutil
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
import scipy.optimize
import scipy.sparse
from python_solvers import BEAM, VERTICES, GradientInS, minimises

import simbench as sb
from simbench.own_class import load_class

pytestmark = pytest.mark.usefixtures("module")
EXAMPLE = Path(__file__).parents[3] / "docs/examples/floor_barrier.py"
FLOOR = {
    "type": "half_space",
    "point": [0, 0, -0.02],
    "normal": [0, 0, 1],
    "stiffness": 1e4,
    "vertices": {"select": "x_max"},
}


class Floor(sb.Term):
    """A floor that pushes vertices below it: k/2 depth^2, as simbench's own half_space."""

    columns: ClassVar = {"deepest": ("m", "largest depth of a vertex below the floor")}

    def __init__(self, height: float = FLOOR["point"][2], stiffness: float = FLOOR["stiffness"]) -> None:
        self.height, self.stiffness = height, stiffness

    def begin_step(self, problem):
        x = problem.rest_positions[:, 0]
        self.pushed = x > x.max() - 1e-9

    def _depth(self, q):
        return np.where(self.pushed, np.maximum(self.height - q[:, 2], 0), 0)

    def value(self, q):
        return self.stiffness / 2 * np.sum(self._depth(q) ** 2)

    def gradient(self, q):
        result = np.zeros_like(q)
        result[:, 2] = -self.stiffness * self._depth(q)
        return result

    def hessian(self, q, definite):
        diagonal = np.zeros_like(q)
        diagonal[:, 2] = np.where(self._depth(q) > 0, self.stiffness, 0)
        return scipy.sparse.csc_array(scipy.sparse.diags_array(diagonal.ravel()))

    def measure(self, q):
        return {"deepest": self._depth(q).max()}


class Tie(sb.Term):
    """A spring of rest length 0 between the first and the last vertex, which share no tet."""

    def __init__(self, stiffness: float = 1e3) -> None:
        self.stiffness = stiffness

    def value(self, q):
        return self.stiffness / 2 * np.sum((q[0] - q[-1]) ** 2)

    def gradient(self, q):
        result = np.zeros_like(q)
        result[0] = self.stiffness * (q[0] - q[-1])
        result[-1] = -result[0]
        return result

    def hessian(self, q, definite):
        n = len(q)
        pair = scipy.sparse.coo_array(([1, 1, -1, -1], ([0, n - 1, 0, n - 1], [0, n - 1, n - 1, 0])), (n, n))
        return scipy.sparse.csc_array(scipy.sparse.kron(self.stiffness * pair, np.eye(3)))


FALLING = BEAM | {"initial_velocity": [0, 0, -3], "step": {"time_step": 1e-2, "steps": 3, "iterations": 60}}


def takers() -> list[str]:
    """The solvers that take terms: a scene asks its registry."""
    scene = sb.Scene.load(FALLING).with_terms(Floor)
    return [solver for solver in scene.solvers if not scene.declines(solver)]


def test_a_term_is_the_same_as_the_potential_that_it_repeats():
    own = sb.Scene.load(FALLING | {"potentials": [FLOOR]}, {"step.start": "previous"})
    outside = sb.Scene.load(FALLING).with_terms(Floor())
    assert {"newton", "qn", "ncg"} <= set(takers())
    potential, term = (sb.run(scene, "newton")["newton"] for scene in (own, outside))
    for column in ("objective", "inertial", "constraint", "gradient_norm"):
        np.testing.assert_allclose(
            term.iterations[column], potential.iterations[column], rtol=1e-9, atol=1e-9
        )
    assert term.iterations["floor_energy"].max() > 0
    assert term.iterations["deepest"].max() > 0
    assert set(term.iterations["allowed_step"].dropna()) == {1}
    one, other = own.motion(), outside.motion()
    np.testing.assert_allclose(other.minimum(), one.minimum(), atol=1e-9)
    q = one.problem.start + 0.01
    np.testing.assert_allclose(other.problem.gradient(q), one.problem.gradient(q), atol=1e-9)
    np.testing.assert_allclose(
        other.problem.hessian(q).todense(), one.problem.hessian(q).todense(), atol=1e-6
    )
    # Errors are relative to f where the step begins: f(q~) may be infinite.
    firsts = term.iterations.query("iteration == 0")
    assert (firsts["relative_error"] == 1).all()


def test_all_takers_find_the_same_minimum_and_the_others_say_who_takes_terms():
    scene = sb.Scene.load(FALLING, {"step.steps": 1, "step.iterations": 3000}).with_terms(Floor)
    runs = sb.run(scene, [name for name in takers() if minimises(name)], until_relative_error=1e-6)
    assert all(run.iterations["relative_error"].iloc[-1] <= 1e-6 for run in runs.values())
    with pytest.raises(sb.SimbenchError, match=r"terms without elements; take one of .*newton"):
        sb.run(scene, "pd")
    with pytest.raises(sb.SimbenchError, match="double precision only"):
        sb.run(scene, "newton", precision="single")
    assert sb.run(scene, GradientInS)["gradient_in_s"].iterations["floor_energy"].max() > 0


def test_a_term_may_couple_vertices_that_share_no_element():
    scene = sb.Scene.load(FALLING).with_terms(Tie)
    problem = scene.problem()
    q = problem.start
    expected = sb.Scene.load(FALLING).problem().hessian(q) + Tie().hessian(q, definite=False)
    np.testing.assert_allclose(problem.hessian(q).todense(), expected.todense(), atol=1e-6)
    newton = sb.run(scene, "newton", iterations=20)["newton"]
    assert newton.manifest["status"] == "converged"
    assert newton.iterations["relative_error"].iloc[-1] < 1e-12


def test_a_barrier_holds_a_particle_where_a_root_finder_does():
    barrier = {"height": 0.0, "reach": 0.1, "stiffness": 1e3}
    mass, h, start, speed = 2.0, 0.01, 0.05, -30.0
    scene = {
        "body": {"particles": {"points": [{"position": [0, 0, start], "mass": mass}]}},
        "initial_velocity": [0, 0, speed],
        "step": {"time_step": h, "iterations": 100},
    }
    module = load_class(str(EXAMPLE), sb.Term)
    runs = sb.run(
        sb.Scene.load(scene).with_terms(module(**barrier)), ["newton", "qn", "ncg"], snapshot_every=-1
    )
    r, k = barrier["reach"], barrier["stiffness"]

    def force(z: float) -> float:
        slope = -(z - r) * (2 * np.log(z / r) + (z - r) / z) if z < r else 0
        return mass / h**2 * (z - start - h * speed) + k * slope

    z = scipy.optimize.brentq(force, 1e-9, 1, xtol=1e-15)
    for run in runs.values():
        assert run.iterations["smallest_gap"].iloc[-1] == pytest.approx(z, rel=1e-6)
        assert run.iterations["allowed_step"].min() < 1
        assert (run.iterations["smallest_gap"] > 0).all()


def test_a_step_begins_with_the_positions_and_the_time_step_of_its_problem():
    seen = []

    class Watching(Floor):
        def begin_step(self, problem):
            super().begin_step(problem)
            seen.append((problem.time_step, problem.previous_positions.copy()))

    sb.run(sb.Scene.load(FALLING).with_terms(Watching), "newton", reference="none")
    assert [h for h, _ in seen] == [1e-2] * 3
    assert not np.array_equal(seen[0][1], seen[1][1])


def test_settings_and_source_are_in_the_scene_and_in_the_id():
    ids = set()
    for stiffness in (1e3, 1e4):
        run = sb.run(sb.Scene.load(FALLING).with_terms(Floor(stiffness=stiffness)), "newton")["newton"]
        assert run.scene["terms"]["floor"]["stiffness"] == stiffness
        assert run.scene["step"]["start"] == "previous"
        assert run.manifest["columns"]["deepest"]["unit"] == "m"
        ids.add(run.run_id)
    assert len(ids) == 2


WRONG = {
    "value": (lambda self, q: "much", "value: expected a number; found str"),
    "gradient": (lambda self, q: q[:3], "gradient: expected"),
    "hessian": (
        lambda self, q, definite: scipy.sparse.csc_array((3, 3)),
        "expected 60 rows and columns; found 3",
    ),
    "largest_step": (lambda self, q, step: 0.0, "largest_step: expected a number above 0; found 0"),
    "measure": (lambda self, q: 3, "measure: expected a dict"),
}


@pytest.mark.parametrize("method", WRONG)
def test_a_wrong_answer_of_a_term_ends_the_run_with_its_name(method):
    answer, message = WRONG[method]
    scene = sb.Scene.load(BEAM).with_terms(type("Wrong", (Floor,), {method: answer}))
    with pytest.raises((TypeError, ValueError, sb.SimbenchError), match=message):
        sb.run(scene, "newton")


def test_a_term_that_is_infinite_at_the_start_ends_the_run_with_a_reason():
    scene = sb.Scene.load(BEAM).with_terms(type("Everywhere", (Floor,), {"value": lambda self, q: np.inf}))
    run = sb.run(scene, "newton", reference="none")["newton"]
    assert run.manifest["status"] == "diverged"
    assert "the term everywhere does not allow the positions where the step begins" in json.dumps(
        run.manifest
    )


def test_names_that_cannot_be_columns_twice_are_refused():
    scene = sb.Scene.load(BEAM).with_terms(type("Twice", (Floor,), {"columns": {"objective": ("J", "f")}}))
    with pytest.raises(sb.SimbenchError, match="two columns of this run have the name 'objective'"):
        sb.run(scene, "newton")
    assert sb.Scene.load(BEAM).problem().vertex_count == VERTICES


def test_the_program_takes_the_same_file_and_repeats_its_run(run_simbench, workplace):
    file = shutil.copy(EXAMPLE, workplace)
    run_simbench(
        "--scene hanging_cloth --solver newton --iterations 5 --output out --term", f"{file}[height=-0.3]"
    )
    manifest = json.loads((workplace / "out/newton/manifest.json").read_text())
    assert manifest["scene"]["terms"]["floor_barrier"]["height"] == -0.3
    untrusted = run_simbench("rerun out/newton/manifest.json", exit_code=2)
    assert "executes the Python file" in untrusted.stderr
    run_simbench("rerun out/newton/manifest.json --trust")
    (workplace / "scene.json").write_text(json.dumps(manifest["scene"]))
    unknown = run_simbench("--scene scene.json --solver newton", exit_code=2)
    assert "name the file of this one with --term FILE.py" in unknown.stderr
    wrong = workplace / "wrong.py"
    wrong.write_text(EXAMPLE.read_text().replace("self.stiffness * slope", "2 * self.stiffness * slope"))
    for name, code in ((file, 0), (wrong, 1)):
        run_simbench("check hanging_cloth --derivatives --term", f"{name}[height=-0.05]", exit_code=code)
