"""The tables of leaderboard_tables.md: scenes, settings, all iterations, and norms."""

import json
import math
import statistics
from pathlib import Path

import numpy as np
import pandas as pd

from field.board.instances import OTHER_VALUE, stationary_ends
from field.board.plans import SETTINGS
from field.board.settings import ONE, RANKED_TARGET, names, of_column, one_setting, taken
from field.catalogue import scenes
from field.problems import SCENES, law_label, problem
from simbench.entry.board import at, in_norm
from simbench.input_files import load_json
from simbench.labels import solver_label

NORMS = {
    "after_one_step": "f after one step",
    "gradient": "gradient",
    "distance": "distance",
}


def scenes_table(rows: pd.DataFrame) -> pd.DataFrame:
    """The scenes with their laws, parameters, stationary values, and the difficulty that each isolates."""
    lines = []
    for name in scenes():
        scene = load_json(SCENES / f"{name}.json")  # with the seed that they were made with
        facts = problem(name, scene)
        lines.append(
            {
                "scene": name,
                "what it isolates": scene["description"],
                "law": law_label(scene),
                "k or E [Pa]": f"{facts.stiffness:.0e}",
                "ν": f"{facts.poisson_ratio:g}" if facts.poisson_ratio else "–",
                "h [s]": f"{facts.time_step:.2g}",
                "stationary values found": str(stationary_values(rows[rows["scene"] == name])),
                "body [m]": body(scene["body"]) + ("" if facts.elements == "linear" else ", quadratic tets"),
            }
        )
    return pd.DataFrame(lines)


def stationary_values(rows: pd.DataFrame) -> int:
    """At how many values of f runs end with a gradient below 1e-6 of its start. Newton's minimum is one."""
    ends = [0.0, *stationary_ends(rows)["final_relative_error"]]
    return 1 + int((np.diff(np.sort(ends)) > OTHER_VALUE).sum())


def body(description: dict) -> str:
    kind, members = next(iter(description.items()))
    if kind == "sheet":
        cells = f"{members['length_cells']} × {members['width_cells']} cells"
        return f"{members['length']:g} × {members['width']:g}, {cells}"
    if kind != "beam":
        return Path(members.get("file", members.get("surface"))).name
    size = " × ".join(f"{length:g}" for length in members["size"])
    return f"{size}, {' × '.join(map(str, members['cells']))} cells"


def settings_table(rows: pd.DataFrame) -> pd.DataFrame:
    chosen = one_setting(rows)
    return pd.DataFrame(
        {
            "solver": solver_label(solver),
            "tried": ", ".join(f"`{json.dumps(one)}`" for one in tried),
            "the one for all scenes": f"`{chosen.get(solver, '{}')}`",
        }
        for solver, tried in SETTINGS.items()
    )


def iterations_table(rows: pd.DataFrame, target: float = RANKED_TARGET) -> pd.DataFrame:
    """Iterations to the target for good with the one setting: a line for each scene."""
    chosen, labels = of_column(rows, ONE), names(rows)
    cells = {}
    for (_, row), count in zip(chosen.iterrows(), at(chosen, "for_good", target), strict=True):
        end = {"declined": "–", "max_iterations": "no"}.get(row["status"], f"no ({row['status']})")
        cells[row["scene"], row["solver"]] = f"{count:.0f}" if math.isfinite(count) else end
    return pd.DataFrame(
        {"scene": scene, **{label: cells.get((scene, solver), "–") for solver, label in labels.items()}}
        for scene in rows["scene"].unique()
    )


def norm_table(rows: pd.DataFrame, target: float = RANKED_TARGET) -> pd.DataFrame:
    """Scenes that reach the target in each norm, and the iterations over those that f needs."""
    chosen, labels = of_column(rows, ONE), names(rows)
    there = [name for name in NORMS if any(name in norms for norms in chosen["norms"])]
    lines = []
    for solver, own in taken(chosen).groupby("solver", sort=False):
        needed = at(own, "for_good", target)
        line = {"solver": labels[solver], "f": str(int(np.isfinite(needed).sum()))}
        for name in there:
            counts = pd.Series([in_norm(norms, name, target) for norms in own["norms"]], index=own.index)
            line[NORMS[name]] = f"{int(np.isfinite(counts).sum())}{times(counts, needed)}"
        lines.append(line)
    return pd.DataFrame(lines)


def times(counts: pd.Series, needed: pd.Series) -> str:
    """The median factor in scenes that reach the target in both norms."""
    both = np.isfinite(counts) & np.isfinite(needed) & (needed > 0)
    return f" ({statistics.median(counts[both] / needed[both]):.2g}×)" if both.any() else ""
