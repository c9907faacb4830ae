"""The tables of leaderboard_tables.md: scenes, settings, all iterations, pairs, factors, and norms."""

import json
import math
import statistics
from pathlib import Path

import numpy as np
import pandas as pd

from field.board.comparisons import pairs, within
from field.board.plans import SETTINGS
from field.board.settings import ALIKE, ONE, RANKED_TARGET, names, of_column, ranked, taken, work_by_scene
from field.catalogue import scenes
from field.problems import SCENES, law_label, problem
from simbench.entry.board import at
from simbench.entry.targets import TARGETS
from simbench.input_files import load_json
from simbench.labels import solver_label

FACTORS = (ALIKE, 2, 10)
OTHER_VALUE = 1e-3  # relative errors of two stationary points differ by more than this
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
    ends = [0.0]
    for norms, error in zip(rows["norms"], rows["final_relative_error"], strict=True):
        if math.isfinite(in_norm(norms, "gradient", 1e-6)) and math.isfinite(error):
            ends.append(error)
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


def settings_table() -> pd.DataFrame:
    return pd.DataFrame(
        {"solver": solver_label(solver), "settings": ", ".join(f"`{json.dumps(one)}`" for one in tried)}
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


def pair_table(rows: pd.DataFrame, target: float = RANKED_TARGET) -> pd.DataFrame:
    """Less–more–alike for the solver of the line against that of the column, in scenes that both take."""
    work, labels = work_by_scene(ranked(of_column(rows, ONE)), target), names(rows)
    found = pairs(work)
    lines = []
    for one in work:
        cells = {labels[other]: "" if other == one else in_words(found[one, other]) for other in work}
        lines.append({"solver": labels[one], **cells})
    return pd.DataFrame(lines)


def in_words(pair) -> str:
    return f"{pair.less}–{pair.more}–{pair.alike + pair.neither}"


def factor_table(rows: pd.DataFrame) -> pd.DataFrame:
    """In how many scenes a solver needs at most so many times the least work."""
    chosen, labels = ranked(of_column(rows, ONE)), names(rows)
    found = {
        f"{target:g}, ≤ {factor:g}×": within(work_by_scene(chosen, target), factor)
        for target in TARGETS
        for factor in FACTORS
    }
    return pd.DataFrame(
        {"solver": labels[solver], **{name: int(counts[solver]) for name, counts in found.items()}}
        for solver in chosen["solver"].unique()
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


def in_norm(norms: dict, name: str, target: float) -> float:
    count = norms.get(name, {}).get(f"{target:g}")
    return math.inf if count is None else count


def times(counts: pd.Series, needed: pd.Series) -> str:
    """The median factor in scenes that reach the target in both norms."""
    both = np.isfinite(counts) & np.isfinite(needed) & (needed > 0)
    return f" ({statistics.median(counts[both] / needed[both]):.2g}×)" if both.any() else ""
