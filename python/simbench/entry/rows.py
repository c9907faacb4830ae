"""Reads an entry: JSON lines, of which each has the positions of one iteration. The referee judges them."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from simbench.entry.board import row_of_entry
from simbench.entry.problems import Referee, load_referees
from simbench.errors import ResultsError
from simbench.input_files import json_lines, load_array, real_array

REQUIRED = {"scene": str, "solver": str, "iteration": int, "positions": (str, list)}
OPTIONAL = {"setting": dict, "objective": (int, float), "passes": (int, float), "solves": (int, float)}
OPTIONAL |= {"products": (int, float), "factorisations": (int, float), "seconds": (int, float), "step": int}
# Since the step began; the referee cannot verify them.
WORK = ("passes", "solves", "products", "factorisations", "seconds")
HELD = 1e-9  # of the body's size: how far a held vertex may be from its place
AGREES = 1e-9  # of f(q~) - f*: how far an objective that an entry states may be from the referee's


@dataclass
class Curve:
    """The iterates of a solver with one setting on one scene, in order."""

    scene: str
    solver: str
    setting: dict
    iterations: list[int] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)  # relative errors, by the referee
    work: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in WORK})

    def row(self) -> dict:
        """The row of the leaderboard."""
        return row_of_entry(self.scene, self.solver, self.setting, self.iterations, self.errors, self.work)


def read(path: Path, problems: Path) -> tuple[list[Curve], list[str]]:
    """The judged curves of an entry, and remarks. ResultsError, with the line, if a row cannot be true."""
    rows = parsed(path)
    referees = load_referees(problems, dict.fromkeys(row["scene"] for _, row in rows))
    curves: dict[tuple[str, str, str], Curve] = {}
    remarks = []
    for where, row in rows:
        curve = Curve(row["scene"], row["solver"], row.get("setting", {}))
        curve = curves.setdefault(key_of(row), curve)
        referee = referees[row["scene"]]
        objective = judged(where, row, path.parent, referee)
        _append(where, row, curve, referee.relative_error(objective))
        if curve.errors[-1] < -AGREES:
            remarks.append(
                f"{where}: f is {objective:.12g} J, below Newton's minimum of {referee.minimum:.12g} J: "
                "another minimum"
            )
    return list(curves.values()), remarks


def parsed(path: Path) -> list[tuple[str, dict]]:
    """The rows of an entry with their place, for messages. ResultsError if there are none."""
    rows = list(_parsed(path))
    if not rows:
        raise ResultsError(f"{path} has no rows")
    return rows


def key_of(row: dict) -> tuple[str, str, str]:
    """What rows of one curve or motion have in common."""
    return row["scene"], row["solver"], json.dumps(row.get("setting", {}), sort_keys=True)


def _parsed(path: Path) -> Iterator[tuple[str, dict]]:
    """The rows with their place, for messages."""
    for where, row in json_lines(path):
        for name, kinds in (REQUIRED | OPTIONAL).items():
            if name not in row:
                if name in REQUIRED:
                    raise ResultsError(f"{where}: '{name}' is missing; a row has {', '.join(REQUIRED)}")
            elif not isinstance(row[name], kinds) or isinstance(row[name], bool):
                raise ResultsError(f"{where}: '{name}' has the value {json.dumps(row[name])[:60]}")
        if unknown := sorted(row.keys() - (REQUIRED | OPTIONAL).keys()):
            raise ResultsError(
                f"{where}: '{unknown[0]}' is unknown; a row may also have {', '.join(OPTIONAL)}"
            )
        if not row["solver"].isprintable() or "|" in row["solver"] or not row["solver"].strip():
            raise ResultsError(
                f"{where}: 'solver' has the value {json.dumps(row['solver'])[:60]}; a name, which becomes "
                "a cell of a table, has no | and no line breaks or other control characters"
            )
        yield where, row


def judged(where: str, row: dict, folder: Path, referee: Referee) -> float:
    """f of the row's positions. ResultsError if they are no positions of the problem."""
    count = referee.problem.vertex_count
    positions = positions_of(where, row["positions"], folder)
    if positions.shape != (count, 3):
        raise ResultsError(
            f"{where}: positions of shape {positions.shape}, but {row['scene']} has {count} vertices of "
            "three coordinates"
        )
    if not np.isfinite(positions).all():
        vertex = int(np.argwhere(~np.isfinite(positions))[0][0])
        raise ResultsError(f"{where}: the position of vertex {vertex} is not a finite number")
    referee_start, held = referee.problem.start, referee.problem.held_vertices
    size = np.ptp(referee_start, axis=0).max()
    for vertex in held:
        if np.abs(positions[vertex] - referee_start[vertex]).max() > HELD * size:
            raise ResultsError(
                f"{where}: the row moves vertex {vertex}, which is held at its inertial position"
            )
    objective = referee.objective(positions)
    if not math.isfinite(objective):
        raise ResultsError(f"{where}: f is not finite at these positions: a tet is inverted")
    stated = row.get("objective")
    if stated is not None and not abs(stated - objective) <= AGREES * abs(referee.start - referee.minimum):
        raise ResultsError(
            f"{where}: the row states f = {stated:.12g} J, and the referee finds {objective:.12g} J at these "
            "positions"
        )
    return objective


def positions_of(where: str, value: str | list, folder: Path) -> np.ndarray:
    """A list of [x, y, z], or the path of a .csv or .npy file relative to the entry."""
    try:
        return real_array(value, "positions") if isinstance(value, list) else load_array(folder / value)
    except (ResultsError, OSError, ValueError) as error:  # ValueError: NUL in the name of a file
        raise ResultsError(f"{where}: positions cannot be read: {error}") from error


def _number(where: str, name: str, value: float) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number) or number < 0:
        raise ResultsError(f"{where}: '{name}' is {value!r:.20}, not a number of at least 0")
    return number


def _append(where: str, row: dict, curve: Curve, error: float) -> None:
    iteration = row["iteration"]
    if iteration < 0:
        raise ResultsError(f"{where}: iteration {iteration}; iterations count from 0, the start q~")
    if curve.iterations and iteration <= curve.iterations[-1]:
        words = "is there twice" if iteration == curve.iterations[-1] else "comes too late"
        raise ResultsError(
            f"{where}: iteration {iteration} of {curve.solver} on {curve.scene} {words}; rows of a solver on "
            "a scene are in ascending order"
        )
    for name in WORK:
        value = _number(where, name, row.get(name, math.nan))
        before = max((count for count in curve.work[name] if count == count), default=0.0)  # without NaN
        if value < before:
            raise ResultsError(
                f"{where}: '{name}' is {value:g} after {before:g}; it counts from the beginning of the step"
            )
        curve.work[name].append(value)
    curve.iterations.append(iteration)
    curve.errors.append(error)
