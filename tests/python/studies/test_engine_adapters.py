"""Adapters of engines read exported problems, compare energies and forces, and refuse what is not right."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from studies import REPOSITORY

import simbench as sb
from engines import adapt, agreement, energies, engine, exported, forces, make_scenes, rows
from engines.engine import EngineSolver
from simbench import ResultsError
from simbench.entry import problems
from simbench.entry.rows import read

STUDY = REPOSITORY / "studies/engines"
NET, BEAM = "spring_net_soft", "stable_neo_hookean_soft"


@pytest.fixture(scope="module")
def folder(tmp_path_factory, module):
    """The exported problems of two scenes."""
    folder = tmp_path_factory.mktemp("problems")
    for name in (NET, BEAM):
        problems.export(sb.Scene.load(STUDY / f"scenes/{name}.json"), name, folder)
    return folder


@pytest.fixture(scope="module")
def net(folder):
    return exported.read(folder / NET)


@pytest.fixture(scope="module")
def law(folder):
    return problems.Referee.load(folder / NET).problem


def spring_engine(factor: float = 1.0, precision: str = "double", kind: type = float) -> EngineSolver:
    """A stand-in: the gradient steps of the template, with another stiffness or rounding."""
    descend = engine.load("template").step

    def step(problem: exported.Exported, iterations: int) -> np.ndarray:
        scene = json.loads(json.dumps(problem.scene))
        for potential in scene["potentials"]:
            potential["stiffness"] *= factor
        start = problem.inertial.astype(kind).astype(float)
        return descend(replace(problem, scene=scene, inertial=start), iterations).astype(kind)

    return EngineSolver(step, ("spring",), precision, 10)


def test_an_exported_problem_reads_back_as_simbench_has_it(folder):
    for name in (NET, BEAM):
        found, ours = exported.read(folder / name), problems.Referee.load(folder / name).problem
        assert (found.rest == ours.rest_positions).all() and (found.masses == ours.masses).all()
        assert (found.previous == ours.previous_positions).all()
        assert (found.inertial == ours.inertial_positions).all()
        assert (found.tets == ours.tets).all() and found.held.tolist() == ours.held_vertices
    assert np.isclose(found.volumes.sum(), 0.8 * 0.2 * 0.2) and found.lame[1] > found.lame[0] > 0


def test_a_sweep_over_levels_is_a_sweep_in_the_order_of_numbers(folder):
    beam = exported.read(folder / BEAM)
    groups = exported.levels_of_vertices(beam)
    level = np.full(len(beam.rest), -1)
    for number, group in enumerate(groups):
        level[group] = number
    free = [pair for pair in exported.edges_of(beam.tets) if not np.isin(pair, beam.held).any()]
    assert all(level[low] < level[high] for low, high in free)
    assert sorted(np.concatenate(groups)) == beam.free.tolist()

    groups = exported.levels_of_elements(beam.tets)
    assert sorted(np.concatenate(groups)) == list(range(len(beam.tets)))
    place = np.argsort(np.concatenate(groups))
    for later, corners in enumerate(beam.tets[:60].tolist()):
        touching = [number for number in range(later) if set(corners) & set(beam.tets[number].tolist())]
        assert all(place[number] < place[later] for number in touching)


def test_forces_of_the_same_energy_agree_and_of_another_one_are_refused(net, law):
    assert energies.agree(spring_engine(), net, law, "right")["forces"].difference < 1e-7
    with pytest.raises(
        ResultsError, match=r"wrong has another energy than .* differ by up to 1e-05"
    ) as error:
        energies.agree(spring_engine(1 + 1e-5), net, law, "wrong")
    assert error.value.exit_code == 5


def test_single_precision_is_allowed_what_its_rounding_explains(net, law):
    rounded = spring_engine(precision="single", kind=np.float32)
    found = energies.agree(rounded, net, law, "rounded")["forces"]
    assert 1e-5 < found.difference < found.allowed < 0.05
    with pytest.raises(ResultsError, match="another energy"):
        energies.agree(spring_engine(1.1, "single", np.float32), net, law, "wrong")
    with pytest.raises(ResultsError, match="rounding changes the forces"):
        energies.agree(spring_engine(precision="single", kind=np.float16), net, law, "rough")


def test_forces_and_moves_that_an_engine_hands_out_are_used(net, law):
    def read_forces(problem: exported.Exported, pose: np.ndarray) -> np.ndarray:
        return forces.law_forces(law, problem, pose)

    found = energies.agree(replace(spring_engine(2), forces=read_forces), net, law, "forces")
    assert found["forces"].difference == 0 and found["energies"].difference < 1e-9
    step = spring_engine().step
    moving = replace(
        spring_engine(2),
        precision="single",
        moves=lambda problem, iterations: step(problem, iterations) - problem.previous,
    )
    assert forces.compare(moving, net, law).difference < 1e-4


def spring_energy(problem: exported.Exported, q: np.ndarray, factor: float = 1.0) -> float:
    """Σ k/2 (l − l₀)² [J], and a constant."""
    ends, stiffness = problem.springs
    lengths, at_rest = (
        np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1) for points in (q, problem.rest)
    )
    return 7.0 + factor * (stiffness / 2 * (lengths - at_rest) ** 2).sum()


def test_the_energy_of_the_laws_has_no_inertia(net, law):
    for seed in (1, 2):
        pose = agreement.poses_of(net, 0.05, seed)
        pose[net.held] = net.rest[net.held]
        found = energies.law_energy(law, net, pose) - energies.law_energy(law, net, net.rest)
        assert np.isclose(found, spring_energy(net, pose) - 7.0, rtol=1e-12)


def test_energies_are_read_or_are_the_work_against_forces(net, law):
    """Both roads lead to the same energies, whatever the constant; another energy is refused on both."""
    for solver in (spring_engine(), replace(spring_engine(), energy_of=spring_energy)):
        assert energies.compare(solver, net, law).difference < 1e-7
    assert energies.road(solver) == energies.READ and energies.road(spring_engine()) == energies.WORK
    assert np.isclose(energies.compare(spring_engine(1 + 1e-4), net, law).difference, 1e-4, rtol=1e-3)
    other = replace(spring_engine(), energy_of=lambda problem, q: spring_energy(problem, q, 1 + 1e-5))
    with pytest.raises(ResultsError, match="random poses its energies differ by up to 1e-05") as error:
        energies.agree(other, net, law, "other")
    assert error.value.exit_code == 5
    for returned, sentence in ((None, "energy for .* is no number"), (np.nan, "energy for .* is not finite")):
        broken = replace(spring_engine(), energy_of=lambda *_, returned=returned: returned)
        with pytest.raises(ResultsError, match=sentence):
            energies.compare(broken, net, law)


def test_an_energy_that_no_law_has_and_a_law_that_the_engine_lacks_are_not_compared(folder, law):
    net, beam = (exported.read(folder / name) for name in (NET, BEAM))
    other = EngineSolver(lambda *_: None, (), "double", 1, energy="‖F‖⁴")
    with pytest.raises(ResultsError, match="no law of simbench has, so nothing is compared: ‖F‖⁴"):
        energies.agree(other, net, law, "other")
    with pytest.raises(ResultsError, match=f"{BEAM} has the law stable_neo_hookean.*with spring only"):
        energies.agree(spring_engine(), beam, law, "springs")


@pytest.mark.parametrize(
    ("returned", "sentence", "code"),
    [
        (None, "returned no positions", 2),
        ("here", "positions for .* are no numbers", 2),
        (np.zeros((36, 3), complex), "positions for .* are no real numbers", 2),
        (np.zeros((3, 2)), r"have the shape \(3, 2\), not \(36, 3\)", 2),
        (np.full((36, 3), np.nan), "not finite at vertex 0", 5),
    ],
)
def test_what_an_engine_should_not_return_is_a_sentence(net, law, returned, sentence, code):
    broken = EngineSolver(lambda *_: returned, ("spring",), "double", 1)
    for use in (lambda: engine.iterate(broken, net, 1), lambda: energies.agree(broken, net, law, "broken")):
        with pytest.raises(ResultsError, match=sentence) as error:
            use()
        assert error.value.exit_code == code


def test_an_engine_that_ends_the_program_is_a_sentence(net, law):
    ending = EngineSolver(lambda *_: sys.exit(), ("spring",), "double", 1)
    for use in (lambda: engine.iterate(ending, net, 1), lambda: energies.agree(ending, net, law, "ending")):
        with pytest.raises(ResultsError, match="ended the program instead of returning positions"):
            use()


def test_an_adapter_without_its_members_is_a_sentence(monkeypatch):
    monkeypatch.delattr(engine.load("template"), "SOLVERS")
    with pytest.raises(ResultsError, match="the adapter 'template' has no SOLVERS"):
        engine.load("template")


def test_held_vertices_are_exact_and_iteration_0_is_the_start(net):
    rounded = spring_engine(precision="single", kind=np.float32)
    found = rows.iterates(rounded, net, [0, 3])
    assert (found[0] == net.inertial).all()
    assert (found[3][net.held] == net.inertial[net.held]).all() and (found[3] != net.inertial).any()


def test_a_missing_engine_names_its_package(monkeypatch):
    modules = {"pbat": "pbatoolkit", "newton": "warp", "mujoco": "mujoco", "pypbd": "pypbd"}
    for adapter, package in modules.items():
        monkeypatch.setitem(sys.modules, package, None)
        monkeypatch.delitem(sys.modules, f"engines.adapters.{adapter}", raising=False)
        with pytest.raises(ResultsError, match="scripts/requirements_engines") as error:
            engine.load(adapter)
        assert f"pip install {engine.PIP.get(package, package)}," in str(error.value)
        assert error.value.exit_code == 2
    with pytest.raises(ResultsError, match="no adapter 'unity'; there are: mujoco, newton"):
        engine.load("unity")
    with pytest.raises(ResultsError, match="'pd' is not a solver of this adapter; there are: descent"):
        engine.solver_of(engine.load("template"), "pd")


def test_the_command_writes_an_entry_that_the_referee_judges(folder, tmp_path):
    command = [sys.executable, STUDY / "adapt.py", "template", "descent", folder / NET]
    command += ["--iterations", "0,1,5", "--output", tmp_path / "entry"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout.count("random poses; 1e-06 is allowed") == 2
    (curve,), remarks = read(tmp_path / "entry/entry.jsonl", folder)
    assert curve.iterations == [0, 1, 5] and curve.errors[2] < curve.errors[1] < curve.errors[0] == 1
    assert remarks == [] and curve.setting["version"].startswith("numpy ")
    (tmp_path / "entry/mine.txt").touch()
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 2 and "not written by this command" in ended.stderr


def test_a_folder_that_is_no_problem_and_wrong_numbers_of_iterations_are_sentences(tmp_path):
    with pytest.raises(ResultsError, match=r"is not an exported problem .*simbench entry export"):
        exported.read(tmp_path)
    scene = json.loads((STUDY / f"scenes/{BEAM}.json").read_text()) | {"elements": "quadratic"}
    place = problems.export(sb.Scene.load(scene, {"step.iterations": 1}), "quadratic", tmp_path)
    with pytest.raises(ResultsError, match="the scene has quadratic tets, and adapters take linear tets"):
        exported.read(place)
    assert adapt.numbers("5,1,1") == [1, 5]
    with pytest.raises(ValueError):
        adapt.numbers("-1")


def test_the_template_is_short():
    assert len((STUDY / "adapters/template.py").read_text().splitlines()) <= 30


def test_scenes_on_disk_are_those_of_the_generator(tmp_path):
    make_scenes.write(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in (STUDY / "scenes").iterdir()}
    for file in tmp_path.iterdir():
        assert file.read_text() == (STUDY / "scenes" / file.name).read_text()
