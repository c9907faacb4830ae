"""The leaderboard: which solver reaches which error on which scene, after how much work.

Writes leaderboard.csv (a row for each run), leaderboard.md (tables) and profiles.png (data profiles). The
harness counts the work, so the numbers are the same on every machine. Seconds are not compared here.
"""

import json
import math
import statistics
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from field.make_scenes import SETTINGS, scenes
from simbench import drawing, figure_files
from simbench.entry.table import row_of_run, work_to, write_csv
from simbench.entry.targets import TARGETS
from simbench.labels import solver_label
from simbench.output_files import complete_file
from simbench.pages.performance import markdown
from simbench.results import load_summary
from simbench.study.results import Results

# Solvers that do not end at the minimum. They are shown, and not ranked.
NOT_RANKED = ("xpbd",)
DEFAULT, ONE, BEST = "default", "one setting", "best"
COLUMNS = (DEFAULT, ONE, BEST)
RANKED_TARGET = 1e-3
ALIKE = 1.2  # solvers whose work differs by at most this factor count as equally good


def rows_of(results: Results) -> pd.DataFrame:
    """A row for each run of the plans board_*: scene, solver, setting, status, work to each target."""
    found = []
    for scene in scenes():
        sweep = f"board_{scene}"
        summary = load_summary(results.folder / sweep)
        for solver, cells in summary.groupby("solver", sort=False):
            if (cells["status"] == "declined").all():
                found.append({"scene": scene, "solver": solver, "setting": "{}", "status": "declined"})
                continue
            own = f"solvers.{solver}"
            axes = [own] if own in summary else []
            for setting, run in results.by(sweep, solver, *axes).items():
                found.append(row_of_run(scene, solver, setting if axes else "{}", run))
    return pd.DataFrame(found)


def one_setting(rows: pd.DataFrame) -> pd.Series:
    """For each solver the one setting for all scenes: it reaches most targets; of equal ones, least work."""
    reached = sum(np.isfinite(work_to(rows, target)).astype(int) for target in TARGETS)
    spent = sum(work_to(rows, target).where(lambda value: np.isfinite(value), 0) for target in TARGETS)
    totals = rows.assign(reached=reached, spent=spent).groupby(["solver", "setting"], sort=False)
    totals = totals[["reached", "spent"]].sum().reset_index()
    order = totals.sort_values(["reached", "spent"], ascending=[False, True], kind="stable")
    return order.drop_duplicates("solver").set_index("solver")["setting"]


def of_column(rows: pd.DataFrame, column: str, target: float) -> pd.DataFrame:
    """A row for each solver and scene: with the default, the one setting, or the best for the scene."""
    if column == DEFAULT:
        return rows[rows["setting"] == "{}"]
    if column == ONE:
        return rows[rows["setting"] == rows["solver"].map(one_setting(rows))]
    least = rows.assign(work=work_to(rows, target)).sort_values("work", kind="stable")
    return least.drop_duplicates(["solver", "scene"]).sort_index()


def summary_table(rows: pd.DataFrame) -> pd.DataFrame:
    """For each solver the scenes that it takes and solves, and the price of its default."""
    lines = []
    for solver, own in rows.groupby("solver", sort=False):
        taken = own.loc[own["status"] != "declined", "scene"].nunique()
        line = {"solver": solver_label(solver) + (" (not ranked)" if solver in NOT_RANKED else "")}
        line["scenes"] = taken
        line["one setting"] = one_setting(own)[solver] if own["setting"].nunique() > 1 else "–"
        for target in TARGETS:
            solved = [
                int(np.isfinite(work_to(of_column(own, column, target), target)).sum()) for column in COLUMNS
            ]
            line[f"{target:g}"] = " / ".join(map(str, solved)) if len(set(solved)) > 1 else str(solved[0])
        line["price of the default"] = price(own, RANKED_TARGET)
        lines.append(line)
    order = sorted(range(len(lines)), key=lambda i: (lines[i]["solver"].endswith("(not ranked)"), i))
    return pd.DataFrame([lines[i] for i in order])


def price(rows: pd.DataFrame, target: float) -> str:
    """The median of the default's work over the best setting's, and the number of scenes that one solves."""
    if rows["setting"].nunique() == 1:
        return "–"
    default, best = (of_column(rows, column, target).set_index("scene") for column in (DEFAULT, BEST))
    ratios = (work_to(default, target) / work_to(best, target)).dropna()  # ∞/∞: none solves it
    if ratios.empty:
        return "–"
    middle = statistics.median(ratios)
    words = f"{middle:.2g}×" if math.isfinite(middle) else "the default solves at most half"
    unsolved = int(np.isinf(ratios).sum())
    also = f", {unsolved} only with another setting" if unsolved else ""
    return f"{words} ({len(ratios)} scenes{also})"


def best_table(rows: pd.DataFrame, factorisations: float) -> pd.DataFrame:
    """By scene and target the solvers of least work that factorise at most so often, and their work."""
    ranked = rows[~rows["solver"].isin(NOT_RANKED)]
    cells = {}
    for target in TARGETS:
        chosen = of_column(ranked, ONE, target)
        chosen = chosen.assign(work=work_to(chosen, target))
        chosen = chosen[
            (chosen[f"factorisations_{target:g}"] <= factorisations) & np.isfinite(chosen["work"])
        ]
        for scene, own in chosen.sort_values("work", kind="stable").groupby("scene"):
            alike = own[own["work"] <= ALIKE * own["work"].min()]
            words = [f"{solver_label(row.solver)} ({row.work:.0f})" for row in alike.itertuples()]
            cells[scene, target] = ", ".join(words)
    return pd.DataFrame(
        {"scene": scene, **{f"{target:g}": cells.get((scene, target), "none") for target in TARGETS}}
        for scene in rows["scene"].unique()
    )


def scenes_table() -> pd.DataFrame:
    """The scenes with their laws, parameters, and the difficulty that each isolates."""
    lines = []
    for name, scene in scenes().items():
        material = dict(scene["material"])
        law = material.pop("model").replace("_", " ")
        size = " × ".join(f"{length:g}" for length in scene["body"]["beam"]["size"])
        cells = " × ".join(map(str, scene["body"]["beam"]["cells"]))
        lines.append(
            {
                "scene": name,
                "what it isolates": scene["description"],
                "law": law,
                "k or E [Pa]": f"{material.get('stiffness', material.get('youngs_modulus')):.0e}",
                "ν": f"{material['poisson_ratio']:g}" if "poisson_ratio" in material else "–",
                "h [s]": f"{scene['step']['time_step']:.2g}",
                "body [m]": f"{size}, {cells} cells",
            }
        )
    return pd.DataFrame(lines)


def settings_table() -> pd.DataFrame:
    return pd.DataFrame(
        {"solver": solver_label(solver), "settings": ", ".join(f"`{json.dumps(one)}`" for one in tried)}
        for solver, tried in SETTINGS.items()
    )


def scene_table(rows: pd.DataFrame, target: float) -> pd.DataFrame:
    """Iterations to the target for good with the one setting, by solver and scene."""
    chosen = of_column(rows, ONE, target)
    cells = {}
    for row in chosen.to_dict("records"):
        count = row.get(f"iterations_for_good_{target:g}", math.nan)
        words = "declined" if row["status"] == "declined" else row["status"].replace("_", " ")
        cells[row["solver"], row["scene"]] = f"{count:.0f}" if math.isfinite(count) else failure(words)
    names = list(rows["scene"].unique())
    return pd.DataFrame(
        [
            {"solver": solver_label(solver), **{name: cells.get((solver, name), "–") for name in names}}
            for solver in rows["solver"].unique()
        ]
    )


def failure(status: str) -> str:
    return {"declined": "–", "max iterations": "no"}.get(status, f"no ({status})")


def profiles(rows: pd.DataFrame) -> Figure:
    """The share of scenes and targets that a solver reaches within a budget of work."""
    figure = Figure(figsize=(6.9, 4.6))
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    for axes, column in zip(panels, (DEFAULT, BEST), strict=True):
        draw_profiles(axes, rows, column)
        axes.set(title={DEFAULT: "default settings", BEST: "best setting for each scene"}[column])
        axes.set(xscale="log", xlabel="passes, solves and products")
    panels[0].set_ylabel("share of targets reached")
    figure.legend(handles=panels[0].lines, loc="outside lower center", ncols=4, handlelength=4)
    return figure


def draw_profiles(axes: Axes, rows: pd.DataFrame, column: str) -> None:
    count = len(TARGETS) * rows["scene"].nunique()
    for solver in rows["solver"].unique():
        if solver in NOT_RANKED:
            continue
        own = rows[(rows["solver"] == solver) & (rows["status"] != "declined")]
        budgets = np.sort(np.concatenate([work_to(of_column(own, column, t), t) for t in TARGETS]))
        shares = np.arange(1, len(budgets) + 1) / count  # a declined scene is not reached
        solved = np.isfinite(budgets)
        look = drawing.look(solver) | {"markersize": 3, "markevery": 0.2}
        axes.step(budgets[solved], shares[solved], where="post", **look)


def page(rows: pd.DataFrame) -> str:
    count = rows["scene"].nunique()
    parts = [
        "# Leaderboard of one time step",
        f"{count} scenes, at most 500 iterations (100 for newton and mixed), double precision. The relative"
        " error is (f − f\\*)/(f(q̃) − f\\*), where f\\* is Newton's minimum. A target counts only if the run"
        " ends below it, and from the iteration on after which the error stays below it.",
        "**Work** is the number of passes over the elements, of solves with a factor, and of products with a"
        " sparse matrix, the set-up included. Each counts as one, whatever it costs. Factorisations are"
        " counted separately.",
        "## The scenes",
        markdown(scenes_table()),
        "## Scenes solved, and the price of the default",
        "A cell counts the scenes that reach the error with the default / with one setting for all scenes /"
        " with the best setting for each scene; one number means that all three agree. The one setting"
        " reaches most targets; of equal ones it has the least work; `{}` is the default. The price is the"
        " median of the default's work to 1e-3 over the best setting's, over the scenes that at least one"
        " setting solves.",
        markdown(summary_table(rows)),
        "These settings were tried. A solver that is not in the list has run with its default only, so it may"
        " need tuning, too. VBD moves vertices in mesh order, and PBNG colour by colour.",
        markdown(settings_table()),
        "## The least work on each scene",
        "A cell names the solvers of least work with the one setting, and those within a factor of"
        f" {ALIKE:g} of it, with their work. The first table has all solvers, whatever they factorise.",
        markdown(best_table(rows, math.inf)),
        "The second table has only runs that factorise at most once until then, the set-up included. On a"
        " large body a factorisation costs most.",
        markdown(best_table(rows, 1)),
        f"## Iterations to a relative error of {RANKED_TARGET:g}, with the one setting",
        "The iteration from which on the error stays below the target. *no*: not within the iterations;"
        " a word in brackets is the status of a run that ended earlier. A dash: the solver declines the law.",
        markdown(scene_table(rows, RANKED_TARGET)),
    ]
    return "\n\n".join(parts) + "\n"


def write(results: Results, output: Path, record: Path) -> None:
    rows = rows_of(results)
    with complete_file(output / "leaderboard.csv") as partial:
        write_csv(rows, partial)
    with complete_file(output / "leaderboard.md") as partial:
        partial.write_text(page(rows))
    figure_files.save(profiles(rows), "profiles", output)
