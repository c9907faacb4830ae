"""ADMM's weight by rule against fixed weights: iterations to a relative error of 1e-6, and the c they use.

UNTWIST and TWIST are sweeps of the plans admm_weights_untwist and admm_weights_twist. Also prints a table:
how many problems each rule solves, and its iterations over those of the best fixed c.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simbench import drawing, figure_files, figure_setting, sweeps
from simbench.errors import ResultsError
from simbench.figure_command import add_output
from simbench.results import axes_of, load_run, load_summary

SCENES = ("untwist", "twist further")
TARGET = "1e-6"
WEIGHT = "solvers.admm"  # the axis: {"weight": "tuned"}, {"weight": "auto"}, {"weight_factor": c}, …
RULES = ["tuned", "auto"]
THESIS_FACTOR = 0.3  # of the thesis's scenes
FAR = 3  # times the iterations of the best fixed c are worth naming
BEST, SINGLE, THESIS = "best fixed c of each problem", "best fixed c for all", "c = 0.3, the thesis's"
STYLES = {  # not in the colours of solvers
    BEST: {"color": "#BBBBBB", "marker": "_", "linewidth": 4},
    THESIS: {"color": drawing.OTHER_COLOURS[3], "marker": "v", "linestyle": (0, (1, 1.5))},
    SINGLE: {"color": "#000000", "marker": "D", "linestyle": (0, (9, 1.5)), "markersize": 3.5},
    "tuned": {"color": drawing.OTHER_COLOURS[0], "marker": "s", "linestyle": (0, (4, 1.5))},
    "auto": {"color": drawing.OTHER_COLOURS[1], "marker": "o"},
}
# In the order of the lines of the panel "not solved", from below.
SHORT_NAMES = {THESIS: "thesis", SINGLE: "best for all", "tuned": "tuned", "auto": "auto"}
HOLLOW = {"markerfacecolor": "white", "markeredgewidth": 0.9}


@dataclass(frozen=True)
class Comparison:
    """One scene's sweep. Tables have a row for each problem, by k h², and all except the first a column for
    each of STYLES.
    """

    problems: pd.DataFrame  # kh2 (Pa s²), time_step (s), stiffness (Pa)
    iterations: pd.DataFrame  # to the target; NaN: not solved
    left: pd.DataFrame  # true: the run passed the target on its way to a point below the minimum
    factors: pd.DataFrame  # c; with auto that of the last iteration
    limit: int  # iterations

    def table(self) -> pd.DataFrame:
        ratios = self.iterations.div(self.iterations[BEST], axis="index")
        return pd.DataFrame(
            {
                "solved": self.iterations.notna().sum(),
                "left": self.left.sum(),
                f"not in {self.limit}": (self.iterations.isna() & ~self.left).sum(),
                "median ratio": ratios.median(),
                "largest ratio": ratios.max(),
                f"ratio > {FAR}": (ratios > FAR).sum(),
            }
        )

    def weak_spots(self) -> list[str]:
        """Problems on which auto is much slower, or fails although a fixed c does not."""
        auto, best = self.iterations["auto"], self.iterations[BEST]
        behind = self.problems[~(auto <= FAR * best) & best.notna()]
        return [
            f"h = {problem.time_step:g} s, k = {problem.stiffness:g} Pa: auto "
            + ("fails" if np.isnan(auto[i]) else f"{auto[i]:.0f}")
            + f", best fixed {best[i]:.0f} (c = {self.factors[BEST][i]:g})"
            for i, problem in behind.iterrows()
        ]


def load(folder: Path) -> Comparison:
    summary = load_summary(folder)
    axes = axes_of(summary)
    if WEIGHT not in axes or len(axes) < 2:
        raise ResultsError(f"{folder} is no sweep of weights: it needs the axis {WEIGHT} and one of problems")
    if undone := summary["status"].isin(["missing", "failed", "damaged"]).sum():
        raise ResultsError(f"{undone} of {len(summary)} runs in {folder} are not done")
    summary["problem"] = summary.groupby([axis for axis in axes if axis != WEIGHT]).ngroup()
    summary["rule"] = [_rule(json.loads(cell)) for cell in summary[WEIGHT]]
    reached = summary[sweeps.target_column(summary, "iterations", TARGET)]
    # The run stops there. With an error far below zero it is below the minimum: it does not go there.
    summary["left"] = reached.notna() & (summary["final_relative_error"] < -float(TARGET))
    summary["solved"] = reached.mask(summary["left"])
    solved, left = (summary.pivot(index="problem", columns="rule", values=v) for v in ("solved", "left"))
    if absent := [rule for rule in [*RULES, THESIS_FACTOR] if rule not in solved]:
        raise ResultsError(f"{folder} is no sweep of weights: it has no run with {absent[0]}")

    scenes, factors = _scenes_and_factors(summary, folder)
    fixed = sorted(rule for rule in solved if rule not in RULES)
    for c in fixed:  # a sweep has a run only once if it is both tuned and fixed
        same = factors["tuned"] == c
        for table in (solved, left):
            table.loc[same, c] = table.loc[same, "tuned"]
    single = min(fixed, key=lambda c: (solved[c].isna().sum(), np.log(solved[c]).mean()))
    for table in (solved, left):
        table[SINGLE], table[THESIS] = table[single], table[THESIS_FACTOR]
    solved[BEST], left[BEST] = solved[fixed].min(axis="columns"), False
    factors[SINGLE], factors[THESIS] = single, THESIS_FACTOR
    factors[BEST] = solved[fixed].dropna(how="all").idxmin(axis="columns").astype(float)

    problems = pd.DataFrame(
        {
            "time_step": [scene["step"]["time_step"] for scene in scenes],
            "stiffness": [scene["material"]["stiffness"] for scene in scenes],
        }
    )
    # Removes the rounding of the product, so that equal problems compare equal.
    kh2 = [float(f"{value:.12g}") for value in problems["stiffness"] * problems["time_step"] ** 2]
    problems.insert(0, "kh2", kh2)
    order = problems.sort_values(["kh2", "time_step"]).index
    limit = max(scene["step"]["iterations"] for scene in scenes)
    tables = (table[list(STYLES)] for table in (solved, left.astype(bool), factors))
    return Comparison(*(table.loc[order].reset_index(drop=True) for table in (problems, *tables)), limit)


def _rule(settings: dict) -> str | float:
    return settings.get("weight_factor", settings.get("weight"))


def _scenes_and_factors(summary: pd.DataFrame, folder: Path) -> tuple[list[dict], pd.DataFrame]:
    """The scene of each problem, and the last c of each of RULES."""
    runs = {
        (row.problem, row.rule): load_run(folder / "runs" / row.run_id)
        for row in summary[summary["rule"].isin(RULES)].itertuples()
    }
    problems = sorted(summary["problem"].unique())
    factors = {
        rule: [runs[problem, rule].iterations["weight_factor"].iloc[-1] for problem in problems]
        for rule in RULES
    }
    return [runs[problem, "auto"].scene for problem in problems], pd.DataFrame(factors, index=problems)


def draw(comparisons: list[Comparison]) -> Figure:
    """A column for each scene; from above: what is not solved, iterations to the target, c."""
    figure = Figure(figsize=(6.3, 6))
    panels = figure.subplots(3, len(comparisons), sharex=True, sharey="row", height_ratios=(1, 3.2, 2))
    for name, comparison, (unsolved, iterations, factors) in zip(SCENES, comparisons, panels.T, strict=True):
        single = comparison.factors[SINGLE].iloc[0]
        unsolved.set_title(f"{name}: {len(comparison.problems)} problems\n{SINGLE}: {single:g}")
        draw_unsolved(unsolved, comparison)
        draw_values(iterations, comparison.problems["kh2"], comparison.iterations)
        draw_values(factors, comparison.problems["kh2"], comparison.factors)
        factors.set(xlabel="$k h^2$ in Pa s²", xscale="log")
        factors.set_xticks(10.0 ** np.arange(-3, 11, 2))
    limit = max(comparison.limit for comparison in comparisons)
    most = max(comparison.iterations.max(axis=None) for comparison in comparisons)
    for axes, start, end, name in (
        (panels[1, 0], 0.8, 1.5 * most, f"iterations to relative error {drawing.scientific(float(TARGET))}"),
        (panels[2, 0], 0.065, 1.4, "$c$"),
    ):
        axes.set(yscale="log", ylim=(start, end), ylabel=name)
        drawing.plain_log_ticks(axes.yaxis, start, end)
    panels[0, 0].set_ylabel("not solved")
    figure.legend(handles=legend(limit), loc="outside lower center", ncols=2)
    figure.align_ylabels()
    return figure


def draw_unsolved(axes: Axes, comparison: Comparison) -> None:
    """A line of text for each rule, with a mark for each problem that it does not solve."""
    rules = list(SHORT_NAMES)
    for height, rule in enumerate(rules):
        left = comparison.left[rule]
        for chosen, style in ((comparison.iterations[rule].isna() & ~left, {}), (left, HOLLOW)):
            x = comparison.problems["kh2"][chosen]
            axes.plot(x, np.full(len(x), height), **{**STYLES[rule], "linestyle": "none", **style})
    axes.set(ylim=(-0.7, len(rules) - 0.3))
    axes.set_yticks(range(len(rules)), SHORT_NAMES.values())


def draw_values(axes: Axes, kh2: pd.Series, values: pd.DataFrame) -> None:
    """A mark for each problem; lines join the medians of those with the same k h²."""
    for rule, style in STYLES.items():
        axes.plot(values[rule].groupby(kh2).median(), **{**style, "marker": "none"})
        axes.plot(kh2, values[rule], **{**style, "linestyle": "none"})


def legend(limit: int) -> list[Line2D]:
    other = {"marker": "o", "linestyle": "none"}
    return [
        *(drawing.key(rule, **style) for rule, style in reversed(STYLES.items())),
        drawing.key(f"not within {limit} iterations", **other),
        drawing.key("left the minimum: went below it", **other, **HOLLOW),
    ]


def print_table(name: str, comparison: Comparison) -> None:
    solved = comparison.iterations[BEST].notna().sum()
    print(
        f"{name}: {len(comparison.problems)} problems, {solved} of them solved by some fixed c; {SINGLE}: ",
        end="",
    )
    print(f"{comparison.factors[SINGLE].iloc[0]:g}\nratio: iterations over those of the {BEST}\n")
    print(comparison.table().to_string(float_format="{:.2f}".format), end="\n\n")
    spots = comparison.weak_spots()
    print(f"auto fails, or takes more than {FAR} times as long: {'' if spots else 'nowhere'}")
    print("".join(f"  {spot}\n" for spot in spots))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name in ("untwist", "twist"):
        parser.add_argument(name, type=Path, help=f"sweep of plans/admm_weights_{name}.json")
    add_output(parser)


def run(arguments: argparse.Namespace) -> None:
    comparisons = [load(arguments.untwist), load(arguments.twist)]
    figure = draw(comparisons)
    figure_setting.add(figure, None, arguments.untwist, arguments.twist)
    figure_files.save(figure, "admm_weight_rules", arguments.output)
    for name, comparison in zip(SCENES, comparisons, strict=True):
        print_table(name, comparison)
