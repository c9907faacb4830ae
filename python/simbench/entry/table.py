"""The table of an entry: the iterations to each target, beside the leaderboard's best settings."""

import math
from pathlib import Path

import pandas as pd

from simbench.entry.rows import WORK, Curve
from simbench.entry.targets import TARGETS, first, for_good
from simbench.errors import ResultsError
from simbench.results import Run

KEY = ["scene", "solver", "setting"]


def row_of(curve: Curve) -> dict:
    scene, solver, setting = curve.key
    row = {"scene": scene, "solver": solver, "setting": setting}
    row |= _counts(curve.iterations, curve.errors)
    return row | {name: values[-1] for name, values in curve.work.items()}


def row_of_run(scene: str, name: str, run: Run) -> dict:
    rows = run.curve
    row = {"scene": scene, "solver": name, "setting": "{}"}
    row |= _counts(rows["iteration"].tolist(), rows["relative_error"].tolist())
    return row | dict.fromkeys(WORK, math.nan) | {"seconds": float(rows["elapsed_seconds"].iloc[-1])}


def _counts(iterations: list, errors: list) -> dict:
    counts = {}
    for target in TARGETS:
        counts[f"iterations_to_{target:g}"] = first(iterations, errors, target)
        counts[f"iterations_for_good_{target:g}"] = for_good(iterations, errors, target)
    return counts | {"final_relative_error": errors[-1]}


def frame(found: list[dict]) -> pd.DataFrame:
    return pd.DataFrame(found)


def load_board(path: Path) -> pd.DataFrame:
    board = pd.read_csv(path)
    needed = [*KEY, *(f"iterations_for_good_{target:g}" for target in TARGETS)]
    if absent := [name for name in needed if name not in board]:
        raise ResultsError(f"{path} is no leaderboard: it has no column {absent[0]}")
    return board


def markdown(found: list[dict], board: pd.DataFrame | None) -> str:
    """For each scene a table, ordered by the iterations to the middle target; entries are bold."""
    entries = frame(found).assign(entry=True)
    parts = []
    for scene, own in entries.groupby("scene", sort=False):
        rows = own
        if board is not None:
            rows = pd.concat([own, board[board["scene"] == scene].assign(entry=False)], ignore_index=True)
        counts = [f"iterations_for_good_{target:g}" for target in TARGETS]
        rows = rows.fillna(dict.fromkeys(counts, math.inf)).sort_values(
            counts[1:] + counts[:1], kind="stable"
        )
        rows = rows[rows["entry"] | ~rows.duplicated("solver")]  # of the board the best setting of a solver
        parts += [f"### {scene}", _table(rows, counts)]
    return "\n\n".join(parts)


def _table(rows: pd.DataFrame, counts: list[str]) -> str:
    lines = ["| solver | setting | " + " | ".join(f"to {target:g}" for target in TARGETS) + " |"]
    lines.append("|---|---|" + "---:|" * len(TARGETS))
    for row in rows.to_dict("records"):
        name = f"**{row['solver']}**" if row["entry"] else row["solver"]
        cells = [f"{row[count]:.0f}" if math.isfinite(row[count]) else "–" for count in counts]
        lines.append(f"| {name} | {row['setting']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
