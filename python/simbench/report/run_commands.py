"""Commands that repeat runs, as a page names them: each works where simbench is installed."""

import math
import shlex

from simbench.labels import distinct
from simbench.report.curves import number
from simbench.results import Run

SNAPSHOTS = 20  # of each run, about this many with the command that a page without shapes names


def command_of(*words: object) -> str:
    return shlex.join(["simbench", *map(str, words)])


def rerun_command(run: Run) -> str:
    """The command that repeats a run, or a sentence if no command can: a solver of a notebook has no file."""
    manifest = run.folder / "manifest.json"
    if not _is_of_python(run):
        return command_of("rerun", manifest)
    if not (file := _solver_file(run)):
        return f"No command repeats this run: its solver {run.solver} was defined in Python without a file."
    return f"{command_of('rerun', manifest, '--trust')}  # executes {file}; read it first if others wrote it"


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
