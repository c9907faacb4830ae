"""Writes the reference pack: problems with minimisers and iterates, a checker, and hashes of all files."""

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np

from simbench.core import core
from simbench.entry.pack.catalogue import scenes
from simbench.entry.problems import hash_of, is_unchanged, text_of_array, texts_of_problem, write_texts
from simbench.output_files import new_folder
from simbench.results import Run
from simbench.running import run
from simbench.scene import Scene
from simbench.snapshots import load_snapshot, snapshot_files

INDEX = "index.json"
CHECKER = ("check.py", "energies.py", "README.md")  # files of the folder checker, which no module imports
ITERATIONS = 10
UNTIL_CONVERGED = 1000  # iterations of Newton's method


def write_pack(folder: Path) -> Path:
    """Writes the pack into the folder and returns it. The same build writes the same bytes.

    ResultsError if the folder has files that no pack has, or changed ones.
    """
    with new_folder(folder, lambda place: is_unchanged(place, INDEX)) as partial:
        hashes = {}
        for name, texts in pack_texts():
            place = partial / name
            place.mkdir(exist_ok=True)
            write_texts(texts, place)
            hashes |= {str(Path(name, file)): hash_of(text) for file, text in texts.items()}
        index = {
            "simbench": core.version,
            "build": core.build_id,
            "iterations": ITERATIONS,
            "problems": [*scenes()],
            "files": hashes,
        }
        write_texts({INDEX: json.dumps(index, indent=2) + "\n"}, partial)
    return folder


def pack_texts() -> Iterator[tuple[str, dict[str, str]]]:
    """The files of the pack, by folder: the checker, and then each problem's."""
    here = files("simbench.entry.pack") / "checker"
    yield "", {name: (here / name).read_text(encoding="utf-8") for name in CHECKER}
    for name, (members, step) in scenes().items():
        scene = Scene.load(members)
        yield name, texts_of_problem(scene, name, step, solutions(scene, step))


def solutions(scene: Scene, step: int) -> dict[str, str]:
    """The minimiser, the iterates of each solver that takes the problem, and their errors, as files.

    A solver's file has a line for each iterate from 0, its start: x, y, z of one vertex after the other.
    Each step begins at Newton's minimum of the step before.
    """
    newton = run(scene, "newton", iterations=UNTIL_CONVERGED, snapshot_every=-1, trajectory="newton")
    texts = {"minimiser.csv": text_of_array(positions(newton["newton"], step)[-1])}
    takers = [solver for solver in scene.solvers if scene.declines(solver) is None]
    lines = ["solver,iteration,objective,relative_error,status\n"]
    runs = run(scene, takers, iterations=ITERATIONS, snapshot_every=1, trajectory="newton")
    for solver, done in runs.items():
        found = positions(done, step)
        texts[f"iterates_{solver}.csv"] = text_of_array(found.reshape(len(found), -1))
        rows = done.iterations[done.iterations["step"] == step]
        columns = (rows[name].tolist() for name in ("iteration", "objective", "relative_error"))
        for row in zip(*columns, strict=True):
            lines.append(",".join([solver, *map(repr, row), done.manifest["status"]]) + "\n")
    return texts | {"errors.csv": "".join(lines)}


def positions(done: Run, step: int) -> np.ndarray:
    """The positions of the snapshots of a step; (k, n, 3) [m]."""
    chosen = [file.path for file in snapshot_files(done.folder) if file.step == step]
    return np.array([load_snapshot(path).points for path in chosen])
