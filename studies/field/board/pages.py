"""The pages of the leaderboard: a first one to skim, further tables, and what other rules would say."""

import math
from collections.abc import Iterable

import pandas as pd

from field.board import controls, details, figures, instances, sensitivity, tables
from field.board.budgets import FACTORISATION, RANKED_BUDGET, difficulty
from field.board.plans import INSTANCES, SETTINGS, SOLVERS, board_plan
from field.board.ranking import SAMPLES, in_short
from field.board.settings import ALIKE, MARK, ONE, RANKED_TARGET, factorising, of_column, ranked, taken
from field.catalogue import scenes
from simbench.labels import solver_label
from simbench.pages.performance import markdown
from simbench.study.words import in_prose

TABLES, SENSITIVITY = "leaderboard_tables.md", "leaderboard_sensitivity.md"
PREVIOUS = "leaderboard_previous.jsonl"


def solvers_in_words(solvers: Iterable[str]) -> str:
    return ", ".join(map(solver_label, solvers))


def limits() -> str:
    """The limits of iterations, from a scene and the exceptions of the plans."""
    name, scene = next(iter(scenes().items()))
    words = f"{scene['step']['iterations']}"
    for rule in board_plan(name, "")["overrides"]:
        words += f" ({rule['set']['step.iterations']} of {solvers_in_words(rule['where']['solver'])})"
    return words


def page(rows: pd.DataFrame) -> str:
    """The first page. `rows` have all instances, and the controls."""
    own = instances.comparable(rows)
    shown = instances.typical(own)
    chosen = of_column(shown, ONE)
    again = solvers_in_words(sorted(factorising(chosen), key=SOLVERS.index))
    parts = [
        "# Leaderboard of one time step",
        f"{in_short(own)} The table below says how firm that is: solvers that are tied cannot be told apart"
        f" by these {shown['scene'].nunique()} scenes, which isolate {groups(shown)} difficulties of a time"
        f" step. {sensitivity.real_time_in_short(own)}",
        f"[{SENSITIVITY}]({SENSITIVITY}) shows what other rules would say, [{TABLES}]({TABLES}) has the"
        " scenes, the settings, all iterations and other norms, and"
        " [leaderboard_times.md](leaderboard_times.md) has seconds. [leaderboard.jsonl](leaderboard.jsonl)"
        " has all numbers; [docs/entry.md](../../docs/entry.md) puts your solver beside them.",
        "## Targets reached within a budget",
        markdown(tables.area_table(own)),
        f"The areas under the curves of targets reached, up to budgets of 10, {RANKED_BUDGET} and 1000"
        " iterations of PD, over the logarithm of the budget: 1 means that all 49 targets from 1 to 1e-8 are"
        " reached at once, 0 that none is. Difficulties count alike, so that one beam with five Poisson's"
        f" ratios has one vote and not five. Behind an area is its 95 % interval: difficulties are drawn anew"
        f" {SAMPLES:,} times (bootstrap), and of a scene with several instances one. *Behind the first* is"
        " the interval of the difference from the first solver on the same scenes.",
        "![Share of targets reached over the budget](curves.png)",
        f"Drawn are {figures.RULE} in the table ({solvers_in_words(figures.leaders(ranked(chosen)))})."
        f" Lighter curves have the charge of {FACTORISATION} for a factorisation in the step.",
        "## How to read it",
        "* **Error**: (f − f\\*)/(f(q̃) − f\\*), where f\\* is Newton's minimum. A target counts only if the"
        " run ends below it, and from the iteration on after which the error stays below it.\n"
        "* **Work** is counted in iterations of PD, a pass over the elements and a solve with a factor. Every"
        " pass, solve and product with a sparse matrix counts as half of one, the set-up included, whatever"
        " it costs.\n"
        f"* **{MARK.strip()}** marks solvers that factorise in each time step ({again}). Each of these"
        f" factorisations is charged as {FACTORISATION} iterations of PD, except in columns that say"
        " otherwise. [leaderboard_times.md](leaderboard_times.md) shows what it takes here.\n"
        f"* **Alike**: work within a factor of {ALIKE:g}. This factor was set before the runs.\n"
        "* **Settings**: the default; one setting for all scenes, the one with the largest area by the same"
        " rule by which solvers are ranked; the best setting for each scene. Tables use the one setting"
        " unless they say otherwise.\n"
        "* **Instances**: scenes with random numbers were run with"
        f" {INSTANCES} seeds, and some others turned and renumbered. Areas are means over them, and other"
        " tables show the run whose work is the median.\n"
        "* A solver that **declines** a law does not reach its targets where scenes are counted.",
        "**Equal for all**: the scene and its start q̃, the referee's f and f\\*, the arithmetic in double"
        " precision, the counters, and the code of passes and solves. Threads change no count."
        f" **Not equal**: the limit of iterations, {limits()}; the number of settings tried, from 1 to"
        f" {max(map(len, SETTINGS.values()))}; the price of a pass, a solve and a factorisation in seconds."
        " Some solvers stop earlier than the limit, when they cannot lower f further or when they diverge; no"
        " run is stopped by its error, which solvers do not know."
        " XPBD does not minimise f, so it is shown and not ranked.",
        "**What it does not say**: how a solver does over many time steps, with contact, on large bodies, on"
        " a GPU, or in single precision. With linear tets and ν near ½ the scenes measure how a solver copes"
        f" with locking; [controls with quadratic tets]({TABLES}#controls-with-quadratic-tets) are apart.",
        "## Scenes solved, and the price of the default",
        "A cell counts the scenes that reach the error with the default / with one setting for all scenes /"
        " with the best setting for each scene; one number means that all three agree. `{}` is the default."
        f" The price is the median of the default's work to {RANKED_TARGET:g} over the best setting's, over"
        " the scenes that at least one setting solves.",
        markdown(tables.summary_table(shown)),
        "## The work on each scene",
        f"![Work to {RANKED_TARGET:g} by scene and solver](heat.png)",
        f"Iterations of PD that have the same work as the solver needs to {RANKED_TARGET:g} with the one"
        " setting. *no*: it does not get there. A dash: it declines the law.",
        "The solvers of least work, and those alike, with their work in iterations of PD, among runs that do"
        f" not factorise in the step until then. [Another table]({TABLES}#least-work-with-factorisations) has"
        " the same among all runs.",
        markdown(tables.best_table(shown, 0)),
        "## Failures",
        "Scenes by the first target that a solver misses with the one setting, with the run's last error."
        " Without a word in brackets the run used up its iterations; *diverged*: a position or f is no longer"
        " finite; *stalled*: no step lowers f any more; *converged*: the solver's own criterion holds. A run"
        " that has converged above the target has found another stationary point than Newton's method.",
        markdown(tables.failure_table(shown)),
        *minima_part(rows),
    ]
    return in_prose("\n\n".join(parts) + "\n")


def groups(rows: pd.DataFrame) -> int:
    return len({difficulty(scene) for scene in rows["scene"]})


def minima_part(rows: pd.DataFrame) -> list[str]:
    """The scenes that rank no solver, because it depends on the instance at which minimum one ends."""
    scenes = instances.ambiguous_scenes(rows)
    if not scenes:
        return []
    return [
        "## Several minima",
        f"In {' and '.join(scenes)} a solver with one setting ends at Newton's minimum in one instance and at"
        " another stationary point in the next one. Rounding or random numbers decide, so these scenes rank"
        " no solver, and nothing can be advised for them. A cell counts the instances in which the default"
        " ends at Newton's minimum / at another stationary point / at none within its iterations.",
        markdown(instances.minima_table(rows)),
    ]


def sensitivity_page(rows: pd.DataFrame, previous: pd.DataFrame) -> str:
    """How the ranking depends on its rules.

    `rows` have all instances, and the controls; `previous` those of runs that start at q_n.
    """
    found = dict(sensitivity.rankings(instances.comparable(rows), previous))
    parts = [
        "# What other rules would say",
        "[The leaderboard](leaderboard.md) ranks solvers by rules that could be others. Each line ranks them"
        " again with one of the rules changed. *First* are the first solver and those that the scenes cannot"
        f" tell from it. Solvers that move by {sensitivity.MOVED} places or more among the ranked ones are"
        " named, with the number of places.",
        markdown(sensitivity.changes_table(found)),
        "q_n are the positions before the step. Without gravity bodies at rest have q̃ there, so only the"
        f" {previous['scene'].nunique()} scenes with gravity were run again, as written"
        f" ([{PREVIOUS}]({PREVIOUS})). Errors are still relative to f(q̃)."
        " Solvers that can only start at q̃ reach none of these targets:"
        f" {solvers_in_words(declining(previous))}.",
        "The areas behind it:",
        markdown(sensitivity.areas_table(found)),
    ]
    return in_prose("\n\n".join(parts) + "\n")


def declining(rows: pd.DataFrame) -> list[str]:
    """The solvers that take none of the rows' scenes."""
    return [solver for solver in rows["solver"].unique() if solver not in set(taken(rows)["solver"])]


def further_page(rows: pd.DataFrame) -> str:
    """`rows` of all instances, with the controls."""
    shown = instances.typical(instances.comparable(rows))
    parts = [
        "# Further tables of the leaderboard",
        "[leaderboard.md](leaderboard.md) explains the words. Tables have the one setting for all scenes"
        " unless they say otherwise.",
        "## The scenes",
        "A run that ends with a small gradient and another f has found another stationary point: a minimum or"
        " a saddle point. *Stationary values found* counts the values of f at which runs end so. The error is"
        " always against Newton's minimum; where f falls below it, the error is negative.",
        markdown(details.scenes_table(rows[rows["instance"] == 0])),
        "## Settings",
        "These settings were tried. A solver that is not in the list has run with its default only, so it may"
        " need tuning, too. VBD moves vertices in mesh order, and PBNG colour by colour.",
        markdown(details.settings_table(shown)),
        f"## Iterations to {RANKED_TARGET:g}",
        "The iteration from which on the error stays below the target. *no*: not within the iterations;"
        " a word in brackets is the status of a run that ended earlier. A dash: the solver declines the law.",
        markdown(details.iterations_table(shown)),
        "## Least work, with factorisations",
        "The solvers of least work in iterations of PD, and those alike, whatever they factorise.",
        markdown(tables.best_table(shown, math.inf)),
        "## Controls with quadratic tets",
        f"Iterations to {RANKED_TARGET:g} with linear / quadratic tets, which have the same vertices. Solvers"
        " that are not here have loops over elements that know only linear tets. No other table of"
        " this page or the first one counts these scenes.",
        markdown(controls.control_table(rows[rows["instance"] == 0])),
        "## Other norms",
        norms_in_words(shown),
        markdown(details.norm_table(shown)),
        *instances_part(instances.comparable(rows)),
    ]
    return in_prose("\n\n".join(parts) + "\n")


def norms_in_words(rows: pd.DataFrame) -> str:
    has_distance = any("distance" in norms for norms in rows["norms"])
    return (
        f"The number of scenes that reach {RANKED_TARGET:g} in each norm, and in brackets the median of the"
        " iterations over those that f needs, in scenes that reach it in both. *f after one step*: (f − f\\*)"
        " over its value after one step with S, the first one of QN, because f(q̃) may be large for reasons"
        " that one step removes. *Gradient*: ‖∂f/∂q‖ over its value at q̃, which needs no f\\*."
        + (" *Distance*: to Newton's minimiser, over its value at q̃." if has_distance else "")
    )


def instances_part(rows: pd.DataFrame) -> list[str]:
    """Whether solvers depend on the order of vertices and tets. `rows`: those that are comparable."""
    turned = instances.of_instances(rows)
    if turned.empty:
        return []
    differ = instances.varying(rows)
    same = [solver for solver in turned["solver"].unique() if solver not in differ]
    return [
        "## Instances",
        "An instance is the same body turned as a whole, with its vertices and tets in another order. There"
        f" are {turned['instance'].nunique()} of each of these scenes, one of them the scene as written:"
        f" {', '.join(turned['scene'].unique())}. These solvers have the same iterations in all of them, to"
        f" every target from 1 to {RANKED_TARGET:g}: {solvers_in_words(same) or 'none'}. The others depend on"
        f" the order of vertices and tets; a cell has the least and the most iterations to {RANKED_TARGET:g},"
        " with default settings.",
        markdown(instances.spread_table(rows)),
    ]
