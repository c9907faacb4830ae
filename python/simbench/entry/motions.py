"""Judges a motion of another code, step by step: an entry whose rows have the number of their step."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np

from simbench.entry.problems import SCENE, Referee
from simbench.entry.rows import judged, key_of, positions_of
from simbench.errors import ResultsError
from simbench.scene import Scene


@dataclass(frozen=True)
class JudgedStep:
    """The end of a step.

    `error` is (f - f*)/(f(q~) - f*) of the step that begins in the code's own state, so it is the error of
    this step alone. `drift` is the distance to the motion whose steps all end at their minima, as the root
    mean square over the vertices [m].
    """

    scene: str
    solver: str
    step: int
    iterations: int
    error: float
    drift: float


def judge(rows: Iterable[tuple[str, dict]], folder: Path, problems: Path) -> list[JudgedStep]:
    """The ends of the steps of each motion. `rows` come with their places, and `folder` has their files.

    ResultsError, with the place, if a row cannot be true, or if steps do not ascend by one from 1.
    """
    motions: dict[tuple[str, str, str], list[tuple[str, dict]]] = {}
    for where, row in rows:
        if "step" not in row:
            raise ResultsError(f"{where}: 'step' is missing; the other rows have it")
        motions.setdefault(key_of(row), []).append((where, row))
    return [step for motion in motions.values() for step in _judged_motion(motion, folder, problems)]


def _judged_motion(rows: list[tuple[str, dict]], folder: Path, problems: Path) -> Iterable[JudgedStep]:
    name = rows[0][1]["scene"]
    if not (problems / name / SCENE).is_file():
        raise ResultsError(f"{rows[0][0]}: there is no problem '{name}' in {problems}")
    scene = Scene.load(problems / name / SCENE)
    own, converged = scene.motion(), scene.motion()
    for step, group in groupby(rows, key=lambda row: row[1]["step"]):
        iterates = list(group)
        where, row = iterates[-1]
        if step != own.step or step > own.step_count:
            raise ResultsError(
                f"{where}: step {step} of {name}; expected step {own.step}, "
                f"and the scene has {own.step_count}"
            )
        problem = own.problem
        start, minimum = (problem.objective(q) for q in (problem.inertial_positions, own.minimum()))
        referee = Referee(name, problem, start, minimum)
        errors = [referee.relative_error(judged(place, each, folder, referee)) for place, each in iterates]
        positions = positions_of(where, row["positions"], folder)
        own.advance(positions)
        converged.advance()
        drift = float(np.sqrt(np.mean(np.sum((positions - converged.positions) ** 2, axis=1))))
        yield JudgedStep(name, row["solver"], step, row["iteration"], errors[-1], drift)


def markdown(steps: Iterable[JudgedStep]) -> str:
    lines = [
        "| scene | solver | step | iterations | error of the step | drift [m] |",
        "|---|---|---|---|---|---|",
    ]
    for step in steps:
        cells = (
            step.scene,
            step.solver,
            step.step,
            step.iterations,
            f"{step.error:.3g}",
            f"{step.drift:.3g}",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)
