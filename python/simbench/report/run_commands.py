"""Commands that repeat runs, as a page names them: each works where simbench is installed."""

import math
import shlex
import tempfile
from pathlib import Path

from simbench.labels import distinct
from simbench.report.curves import number
from simbench.results import Run
from simbench.run_files import MANIFEST, TEMPORARY

SNAPSHOTS = 20  # of each run, about this many with the command that a page without shapes names


def command_of(*words: object) -> str:
    return shlex.join(["simbench", *map(str, words)])


def rerun_command(run: Run, label: str) -> str:
    """The command that repeats a run, or a sentence if no command can: a solver of a notebook has no file."""
    file = _solver_file(run)
    if _is_of_python(run) and not file:
        return f"No command repeats this run: its solver {run.solver} was defined in Python without a file."
    words, remarks = ["rerun", run.folder / MANIFEST], []
    if _is_temporary(run.folder):
        words = ["rerun", f"{label}-{MANIFEST}"]
        remarks.append('the button "manifest" in the table of runs saves this file')
    if file:
        words.append("--trust")
        remarks.append(f"executes {file}; read it first if others wrote it")
    return "  # ".join([command_of(*words), *filter(None, ["; ".join(remarks)])])


def _is_temporary(folder: Path) -> bool:
    """Whether it is removed when what simbench.run() returned is, or after an archive was read."""
    temporary = Path(tempfile.gettempdir())
    return any(
        place.name.startswith(TEMPORARY) and place.parent == temporary for place in folder.absolute().parents
    )


def snapshots_command(runs: list[Run]) -> str:
    """What repeats the runs with snapshots, in Python if only that has their scene or a solver.

    Empty if a run wrote snapshots, or if its manifest does not say what was run.
    """
    first = runs[0]
    name, step = first.manifest.get("scene_file"), first.scene.get("step", {})
    if not name or any(run.manifest["options"].get("snapshot_every") for run in runs):
        return ""
    iterations, steps = (int(number(step.get(key)) or 1) for key in ("iterations", "steps"))
    every = min(iterations, math.ceil(iterations * steps / SNAPSHOTS))
    solvers = distinct(_solver_file(run) or run.solver for run in runs)
    if not _is_file(name) or any(_is_of_python(run) and not _solver_file(run) for run in runs):
        return f"simbench.run(scene, solvers, snapshot_every={every})  # in Python, with what was run"
    return command_of(
        "--scene", name, "--solver", ",".join(solvers), "--vtu", every, "--output", "runs/shapes"
    )


def _is_file(scene: str) -> bool:
    """Whether a scene was read from a file: one that was given as a dict in Python has only a name."""
    return scene.endswith(".json")


def _settings(run: Run) -> dict:
    settings = run.scene.get("solvers", {}).get(run.solver)
    return settings if isinstance(settings, dict) else {}


def _is_of_python(run: Run) -> bool:
    return "source_sha256" in _settings(run)


def _solver_file(run: Run) -> str:
    """The Python file of the run's solver; empty if it has none."""
    return str(_settings(run).get("source", ""))
