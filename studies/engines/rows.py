"""Writes the iterates of an engine as an entry that `simbench entry check` judges."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from engines import engine
from engines.engine import EngineSolver
from engines.exported import Exported
from simbench.errors import ResultsError
from simbench.input_files import json_lines
from simbench.output_files import new_folder

ENTRY = "entry.jsonl"


def iterates(solver: EngineSolver, problem: Exported, iterations: Sequence[int]) -> dict[int, np.ndarray]:
    """The engine's positions (n, 3) [m] after these numbers of iterations of the one step."""
    return {number: engine.iterate(solver, problem, number) for number in iterations}


def write(
    folder: Path, problem: Exported, name: str, setting: Mapping, found: Mapping[int, np.ndarray]
) -> None:
    """Writes FOLDER/entry.jsonl and a .npy for each iterate. A folder of something else is refused."""
    with new_folder(folder, is_entry) as partial:
        lines = []
        for iteration, positions in sorted(found.items()):
            file = f"positions_{iteration}.npy"
            np.save(partial / file, positions)
            row = {"scene": problem.name, "solver": name, "setting": dict(setting), "iteration": iteration}
            lines.append(json.dumps(row | {"positions": file}) + "\n")
        (partial / ENTRY).write_text("".join(lines), encoding="utf-8")


def is_entry(folder: Path) -> bool:
    """Whether the folder has only an entry of ours and its positions."""
    try:
        files = {row["positions"] for _, row in json_lines(folder / ENTRY)}
        return {path.name for path in folder.iterdir()} <= {ENTRY, *files}
    except (ResultsError, OSError, KeyError, TypeError):
        return False
