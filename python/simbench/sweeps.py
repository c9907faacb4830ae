"""Functions that figures over a sweep share: options, solvers to compare, problems, costs to a target.

A problem is a combination of the axes that concern all solvers. If a solver's own axes (solvers.<name>.…)
have several values, the solver counts as several variants, or as the best of them for each problem.
"""

import numpy as np
import pandas as pd

from simbench.errors import ResultsError
from simbench.input_files import parsed_json
from simbench.labels import solver_label
from simbench.looks import shaded, solver_looks
from simbench.results import axes_of, filtered, is_value, place_in_order

OPTIONS = {
    "--target": {"default": "1e-3", "help": "relative error that counts as solved (default: %(default)s)"},
    "--best": {"action": "store_true", "help": "for each problem the best variant (weight, …) of a solver"},
    "--filter": {
        "action": "append",
        "default": [],
        "dest": "filters",
        "metavar": "AXIS=VALUE",
        "help": "only these runs; also solver=NAME (repeatable; of several values of an axis, any)",
    },
}
COSTS = {"iterations": "iterations to the target", "seconds": "iteration time to the target in s"}
SHORT_NAMES = {"weight_factor": "c"}
VARIANT_MARKERS = "D<>dhp*X8"  # all but the first differ from the markers of solvers


def target_column(summary: pd.DataFrame, cost: str, target: str) -> str:
    columns = [column for column in summary.columns if column.startswith(f"{cost}_to_")]
    known = [column.rpartition("_")[2] for column in columns]
    for column, name in zip(columns, known, strict=True):
        if is_value(name, target):
            return column
    raise ResultsError(f"the summary has no target {target}; there are: {', '.join(known)}")


def comparison(summary: pd.DataFrame, filters: list[str], best: bool) -> pd.DataFrame:
    """The filtered runs in the order of solvers with `problem` (a number) and `label` (solver, variant)."""
    runs = filtered(summary, filters)
    order = sorted(runs["solver"].unique(), key=place_in_order)
    runs = runs.sort_values(
        "solver", key=lambda names: names.map(order.index), kind="stable", ignore_index=True
    )
    shared = [axis for axis in axes_of(runs) if not axis.startswith("solvers.")]
    runs["problem"] = runs.groupby(shared, dropna=False).ngroup() if shared else 0
    runs = of_solved(runs)
    runs["label"] = runs["solver"].map(solver_label)
    for _, rows in runs.groupby("solver"):
        own = [a for a in axes_of(runs) if a not in shared and rows[a].nunique(dropna=False) > 1]
        if own and best:
            runs.loc[rows.index, "label"] += f", best of {len(rows[own].drop_duplicates())}"
        for axis in [] if best else own:
            runs.loc[rows.index, "label"] += [f", {in_words(axis, value)}" for value in rows[axis]]
    return runs


def of_solved(runs: pd.DataFrame) -> pd.DataFrame:
    """Drops costs to a target that a run reached but did not keep: PBD often ends above it."""
    last = pd.to_numeric(runs["final_relative_error"], errors="coerce")
    passed = [column for column in runs.columns if column.startswith(tuple(f"{cost}_to_" for cost in COSTS))]
    return runs.assign(
        **{column: runs[column].where(last <= float(column.rpartition("_")[2])) for column in passed}
    )


def best_runs(runs: pd.DataFrame, by: str) -> pd.DataFrame:
    """One run for each label and problem: the cheapest, and of equal ones that with the least final error."""
    order = runs.sort_values([by, "final_relative_error"], kind="stable").index
    return runs.loc[order].drop_duplicates(["problem", "label"]).sort_index()


def costs_to_target(runs: pd.DataFrame, cost: str, target: str) -> pd.DataFrame:
    """A row for each problem, a column for each label; NaN: not solved, or not run."""
    column = target_column(runs, cost, target)
    cheapest = best_runs(runs, column).pivot(index="problem", columns="label", values=column)
    return cheapest[runs["label"].unique()]


def share_at_most(values: pd.Series, start: float, end: float) -> pd.DataFrame:
    """The share of `values` that are at most x, as a step curve from `start` to `end`.

    NaN and infinity are never at most x.
    """
    finite = np.sort(values[np.isfinite(values)].to_numpy())
    x = np.unique(np.concatenate([[start], np.maximum(finite, start), [end]]))
    return pd.DataFrame({"x": x, "share": [np.mean(values <= limit) for limit in x]})


def looks(runs: pd.DataFrame) -> dict[str, dict]:
    """A style for each label: the solver's. Its variants go from dark to light and differ in the marker."""
    styles = {}
    of_solver = solver_looks(runs["solver"])
    for solver, rows in runs.groupby("solver", sort=False):
        labels = rows.sort_values([a for a in axes_of(runs) if a.startswith("solvers.")])["label"].unique()
        look = of_solver[solver]
        for i, label in enumerate(labels):
            colour = shaded(look["color"], i, len(labels))
            marker = VARIANT_MARKERS[i % len(VARIANT_MARKERS)] if len(labels) > 1 else look["marker"]
            styles[label] = {**look, "label": label, "color": colour, "marker": marker}
    return styles


def title(runs: pd.DataFrame, target: str, filters: list[str]) -> str:
    """The number of problems, the target, the filters, and how many runs are missing."""
    problems = runs["problem"].nunique()
    there = runs[~runs["status"].isin(["missing", "declined"])].drop_duplicates(["problem", "label"])
    absent = problems * runs["label"].nunique() - len(there)
    words = [f"{problems} problem{'s' if problems > 1 else ''}", f"target: relative error {target}", *filters]
    if absent:
        words.append(f"{absent} not run, counted as unsolved")
    return ", ".join(words)


def in_words(axis: str, value: object) -> str:
    """A variant's setting, for example c = 0.3; of an axis of objects their members, of a rule its name."""
    if isinstance(value, str) and value.startswith("{"):
        return ", ".join(
            in_words(name, member)
            for name, member in parsed_json(value, f"{axis}: a value is not JSON").items()
        )
    name = axis.rpartition(".")[2]
    if name == "weight" and isinstance(value, str):
        return value
    return f"{SHORT_NAMES.get(name, name)} = {f'{value:g}' if isinstance(value, float) else value}"
