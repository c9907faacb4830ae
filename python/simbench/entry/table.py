"""The table of an entry: iterations and work to each target, beside the leaderboard's best settings."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from simbench.entry.targets import TARGETS, first, for_good
from simbench.errors import ResultsError
from simbench.results import Run

if TYPE_CHECKING:  # needs the compiled module
    from simbench.entry.rows import Curve

KEY = ["scene", "solver", "setting"]
PASSES = ["value_passes", "gradient_passes", "hessian_passes", "local_passes"]
# The work of a run by the names of an entry: columns of iterations.csv.
WORK = {"passes": PASSES, "solves": ["solves"], "factorisations": ["factorisations"]}
WORK |= {"products": ["matrix_products"]}
COUNTED = ("passes", "solves", "products")  # as one each in the column `work`


def row_of(curve: "Curve") -> dict:
    return dict(zip(KEY, curve.key, strict=True)) | counts(curve.iterations, curve.errors, curve.work)


def row_of_run(scene: str, solver: str, setting: str, run: Run) -> dict:
    rows = run.curve
    work = {name: rows[columns].sum(axis=1).tolist() for name, columns in WORK.items()}
    found = counts(rows["iteration"].tolist(), rows["relative_error"].tolist(), work)
    return dict(zip(KEY, (scene, solver, setting), strict=True)) | {"status": run.manifest["status"]} | found


def counts(iterations: list, errors: list, work: dict[str, list]) -> dict:
    """For each target the iterations, first and for good, and the work since the run began until for good."""
    found = {}
    for target in TARGETS:
        found[f"iterations_to_{target:g}"] = first(iterations, errors, target)
        found[f"iterations_for_good_{target:g}"] = kept = for_good(iterations, errors, target)
        for name, values in work.items():
            reached = math.isfinite(kept)
            found[f"{name}_{target:g}"] = values[iterations.index(kept)] if reached else math.inf
    return found | {"final_relative_error": errors[-1]}


def work_to(rows: pd.DataFrame, target: float) -> pd.Series:
    """Passes, solves and products to the target for good; infinite if a run does not end below it."""
    done = sum(rows[f"{name}_{target:g}"].fillna(0) for name in COUNTED if f"{name}_{target:g}" in rows)
    return done.where(np.isfinite(rows[f"iterations_for_good_{target:g}"]), math.inf).fillna(math.inf)


def write_csv(found: list[dict] | pd.DataFrame, path: Path) -> None:
    pd.DataFrame(found).to_csv(path, index=False, float_format="%.10g")


def load_board(path: Path) -> pd.DataFrame:
    board = pd.read_csv(path)
    needed = [*KEY, "status", *(f"iterations_for_good_{target:g}" for target in TARGETS)]
    if absent := [name for name in needed if name not in board]:
        raise ResultsError(f"{path} is no leaderboard: it has no column {absent[0]}")
    return board


def markdown(found: list[dict], board: pd.DataFrame | None) -> str:
    """For each scene a table, ordered by the iterations to the middle target; entries are bold."""
    parts = []
    for scene, own in pd.DataFrame(found).groupby("scene", sort=False):
        rows = own.assign(entry=True)
        note = ""
        if board is not None:
            theirs = best_settings(board[board["scene"] == scene])
            note = "" if len(theirs) else f"\n\nThe leaderboard has no scene '{scene}'."
            rows = pd.concat([rows, theirs.assign(entry=False)], ignore_index=True)
        parts += [f"### {scene}{note}", _table(in_order(rows))]
    return "\n\n".join(parts)


def in_order(rows: pd.DataFrame) -> pd.DataFrame:
    names = [f"iterations_for_good_{target:g}" for target in (TARGETS[1], TARGETS[2], TARGETS[0])]
    return rows.fillna(dict.fromkeys(names, math.inf)).sort_values(names, kind="stable")


def best_settings(board: pd.DataFrame) -> pd.DataFrame:
    """A row for each solver that takes the scene: the setting with fewest iterations to the middle target."""
    return in_order(board[board["status"] != "declined"]).drop_duplicates("solver")


def _table(rows: pd.DataFrame) -> str:
    lines = ["| solver | setting | " + " | ".join(f"to {target:g}" for target in TARGETS) + " | work |"]
    lines.append("|---|---|" + "---:|" * (len(TARGETS) + 1))
    spent = work_to(rows, TARGETS[1])
    for place, row in rows.iterrows():
        name = f"**{row['solver']}**" if row["entry"] else row["solver"]
        numbers = [row[f"iterations_for_good_{target:g}"] for target in TARGETS]
        numbers.append(spent[place] or math.inf)  # an entry need not state its work
        cells = [f"{number:.0f}" if math.isfinite(number) else "–" for number in numbers]
        lines.append(f"| {name} | {row['setting']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
