"""Problems of a time step as files that any language reads, and their referee.

A folder of problems has a folder for each scene, with

    problem.json     name, the step, h [s], laws, f(q~) and f* [J], and the SHA-256 of each file below
    scene.json       the scene, complete: materials, anchors, the step; without settings of solvers
    rest_positions.csv, inertial_positions.csv (q~), previous_positions.csv: x, y, z of each vertex [m]
    tets.csv         four vertices of each tet, from 0
    quadratic_tets.csv  ten vertices of each tet, if the tets are quadratic
    triangles.csv    three vertices of each triangle, if the body is a surface
    masses.csv       lumped masses [kg]
    held_vertices.csv
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simbench.errors import ResultsError, SimbenchError
from simbench.input_files import load_json, read_file
from simbench.output_files import new_folder
from simbench.scene import Problem, Scene

PROBLEM, SCENE = "problem.json", "scene.json"
NUMERICAL_FAILURE = 5  # exit code


def export(scene: Scene, name: str, folder: Path, step: int = 1) -> Path:
    """Writes the problem of a time step of the scene into FOLDER/NAME, and returns that folder.

    ResultsError if FOLDER/NAME has other files than those of an exported problem or changed ones, or if
    there is no minimum.
    """
    texts = texts_of_problem(scene, name, step)
    with new_folder(folder / name, lambda place: is_unchanged(place, PROBLEM)) as partial:
        write_texts(texts, partial)
    return folder / name


def texts_of_problem(
    scene: Scene, name: str, step: int = 1, further: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The text of each file of the problem of a step, and of `further` files of its folder.

    ResultsError if there is no such step or no minimum.
    """
    problem, minimum = problem_of_step(scene, name, step)
    arrays = {
        "rest_positions": problem.rest_positions,
        "inertial_positions": problem.inertial_positions,
        "previous_positions": problem.previous_positions,
        "tets": problem.tets,
        "masses": problem.masses,
        "held_vertices": np.array(problem.held_vertices, dtype=int),
    }
    for elements in ("quadratic_tets", "triangles"):
        if len(found := getattr(problem, elements)):
            arrays[elements] = found
    # Another process may not know the solvers of this one, which can come from Python files.
    members = {key: value for key, value in scene.json().items() if key != "solvers"}
    texts = {SCENE: json.dumps(members, indent=2) + "\n"}
    texts |= {f"{title}.csv": text_of_array(array) for title, array in arrays.items()} | dict(further or {})
    content = {
        "name": name,
        "step": step,
        "time_step": problem.time_step,
        "laws": problem.laws,
        "vertices": problem.vertex_count,
        "objective_at_start": problem.objective(problem.inertial_positions),
        "minimum": minimum,
        "files": {file: hash_of(text) for file, text in texts.items()},
    }
    return texts | {PROBLEM: json.dumps(content, indent=2) + "\n"}


def problem_of_step(scene: Scene, name: str, step: int) -> tuple[Problem, float]:
    """The problem of a step, if every step before it ends at Newton's minimum, and its own minimum f* [J].

    ResultsError, with the scene's name, if the scene has no such step, or if it has no minimum.
    """
    motion = scene.motion()
    if not 1 <= step <= motion.step_count:
        raise ResultsError(f"{name} has no time step {step}; its last one is {motion.step_count}")
    try:
        while motion.step < step:
            motion.advance()
        problem = motion.problem
        return problem, problem.objective(motion.minimum())
    except SimbenchError as error:
        if error.exit_code != NUMERICAL_FAILURE:
            raise
        which = "the first step" if motion.step == 1 else f"step {motion.step}"
        raise ResultsError(
            f"{name}: Newton's method finds no minimum of {which}, with which the referee compares",
            NUMERICAL_FAILURE,
        ) from error


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def write_texts(texts: Mapping[str, str], folder: Path) -> None:
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")


def is_unchanged(folder: Path, index: str) -> bool:
    """Whether the folder has only the file `index` and files with the SHA-256 that its "files" lists."""
    try:
        hashes = load_json(folder / index)["files"]
        names = {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}
        written = {name for name in names if "__pycache__" not in name} - {index}
        return all(hashes.get(name) == hash_of_file(folder / name) for name in written)
    except (ResultsError, OSError, LookupError, TypeError, AttributeError):
        return False


def hash_of_file(path: Path) -> str:
    return hashlib.sha256(read_file(path)).hexdigest()


def text_of_array(array: np.ndarray) -> str:
    """Numbers that read back to the same bits."""
    table = np.atleast_2d(array.T).T
    return "".join(",".join(repr(value) for value in row) + "\n" for row in table.tolist())


@dataclass(frozen=True)
class Referee:
    """Judges positions of one problem by the harness's own objective."""

    name: str
    problem: Problem
    start: float  # f(q~) [J]
    minimum: float  # f* [J]

    @classmethod
    def load(cls, place: Path) -> "Referee":
        """The problem of an exported folder. ResultsError if a file was changed or the program differs."""
        content = load_json(place / PROBLEM)
        for file, wanted in content["files"].items():
            if hash_of_file(place / file) != wanted:
                changed = f"{place / file} was changed after its export"
                raise ResultsError(f"{changed}; remove its folder and export the problem again")
        problem, _ = problem_of_step(Scene.load(place / SCENE), str(place), content.get("step", 1))
        start, minimum = float(content["objective_at_start"]), float(content["minimum"])
        found = problem.objective(problem.inertial_positions)
        if not np.isclose(found, start, rtol=1e-9, atol=0):
            raise ResultsError(
                f"{place}: f(q~) is {found:.12g} J with this simbench and {start:.12g} J in {PROBLEM}; "
                "export the problem again"
            )
        if not start > minimum:
            raise ResultsError(f"{place}: the start is the minimum, so there is no error to judge")
        return cls(content["name"], problem, start, minimum)

    def objective(self, positions: np.ndarray) -> float:
        return self.problem.objective(positions)

    def relative_error(self, objective: float) -> float:
        return (objective - self.minimum) / (self.start - self.minimum)


def load_referees(folder: Path, names: Iterable[str]) -> dict[str, Referee]:
    """The referees of these problems. ResultsError names the problems that are there."""
    there = sorted(path.parent.name for path in folder.glob(f"[!.]*/{PROBLEM}"))
    if not there:
        raise ResultsError(f"{folder} has no problems; simbench entry export writes some")
    referees = {}
    for name in names:
        if name not in there:
            raise ResultsError(f"there is no problem '{name}' in {folder}; there are: {', '.join(there)}")
        referees[name] = Referee.load(folder / name)
    return referees
