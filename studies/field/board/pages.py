"""The pages leaderboard.md, which a reader skims, and leaderboard_tables.md, which has the further tables."""

import math
from collections.abc import Iterable

import pandas as pd

from field.board import controls, details, figures, instances, tables
from field.board.budgets import FACTORISATION
from field.board.plans import SETTINGS, SOLVERS, board_plan
from field.board.settings import (
    ALIKE,
    BEST,
    DEFAULT,
    MARK,
    ONE,
    RANKED_TARGET,
    factorising,
    is_control,
    of_column,
    ranked,
)
from field.catalogue import scenes
from simbench.labels import solver_label
from simbench.pages.performance import markdown

TABLES = "leaderboard_tables.md"


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
    """`rows` of the scenes as written, without the controls."""
    chosen = of_column(rows, ONE)
    again = solvers_in_words(sorted(factorising(chosen), key=SOLVERS.index))
    parts = [
        "# Leaderboard of one time step",
        f"{rows['scene'].nunique()} scenes, each with one difficulty, and {rows['solver'].nunique()} solvers."
        f" [Further tables]({TABLES}) have the scenes, the settings, all iterations, pairs of solvers, and"
        " other norms. [leaderboard_times.md](leaderboard_times.md) has seconds."
        " [leaderboard.jsonl](leaderboard.jsonl) has all numbers; [docs/entry.md](../../docs/entry.md)"
        " describes it, and puts your solver beside them.",
        "## How to read it",
        "* **Error**: (f − f\\*)/(f(q̃) − f\\*), where f\\* is Newton's minimum. A target counts only if the"
        " run ends below it, and from the iteration on after which the error stays below it.\n"
        "* **Work**: passes over the elements, solves with a factor, and products with a sparse matrix, the"
        " set-up included. Each counts as one, whatever it costs. An iteration of PD is a pass and a solve:"
        " a budget of 10 iterations of PD is a work of 20.\n"
        f"* **{MARK.strip()}** marks solvers that factorise in each time step ({again}). The others factorise"
        " a constant matrix once for many steps, or nothing. Work leaves factorisations out, which cost most"
        " on a large body. So areas and their curves come twice: without a charge, and *charged*, where each"
        f" factorisation in the step counts as {FACTORISATION} iterations of PD."
        " [leaderboard_times.md](leaderboard_times.md) shows what it takes here.\n"
        f"* **Alike**: work within a factor of {ALIKE:g}. This factor was set before the runs, and every"
        " comparison uses it.\n"
        "* **Settings**: the default; one setting for all scenes, which reaches most of the three targets on"
        " all scenes together, and of equal ones has the least work; the best setting for each scene. Tables"
        " use the one setting unless they say otherwise.\n"
        "* A solver that **declines** a law does not reach its targets where scenes are counted. Pairs of"
        " solvers are compared only in scenes that both take.",
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
        "## Targets reached within a budget",
        "![Share of targets reached over the budget](curves.png)",
        "A curve shows the share of 49 targets from 1 to 1e-8 of each scene that a solver reaches within a"
        f" budget. Drawn are {figures.RULE} in the table"
        f" ({solvers_in_words(figures.leaders(ranked(chosen)))}). The table has the areas under the curves of"
        " all scenes and all solvers up to budgets of 10, 100 and 1000"
        " iterations of PD, over the logarithm of the budget: 1 means that all is reached at once, 0 means"
        f" nothing. *Charged*: with the charge of {FACTORISATION} for a factorisation in the step, as the"
        " lighter curves. A solver that declines scenes cannot reach 1.",
        markdown(tables.area_table(rows)),
        "## Scenes solved, and the price of the default",
        "A cell counts the scenes that reach the error with the default / with one setting for all scenes /"
        " with the best setting for each scene; one number means that all three agree. `{}` is the default."
        f" The price is the median of the default's work to {RANKED_TARGET:g} over the best setting's, over"
        " the scenes that at least one setting solves.",
        markdown(tables.summary_table(rows)),
        "## The work on each scene",
        f"![Work to {RANKED_TARGET:g} by scene and solver](heat.png)",
        f"Iterations of PD that have the same work as the solver needs to {RANKED_TARGET:g} with the one"
        " setting. *no*: it does not get there. A dash: it declines the law.",
        "The solvers of least work, and those alike, with their work, among runs that do not factorise in the"
        f" step until then. [Another table]({TABLES}#least-work-with-factorisations) has the same among all"
        " runs.",
        markdown(tables.best_table(rows, 0)),
        "## Failures",
        "Scenes by the first target that a solver misses with the one setting, with the run's last error."
        " Without a word in brackets the run used up its iterations; *diverged*: a position or f is no longer"
        " finite; *stalled*: no step lowers f any more; *converged*: the solver's own criterion holds. A run"
        " that has converged above the target has found another stationary point than Newton's method. f\\*"
        " is Newton's, so this cannot happen to Newton's method itself;"
        f" [the scenes]({TABLES}#the-scenes) say where it can happen.",
        markdown(tables.failure_table(rows)),
    ]
    return "\n\n".join(parts) + "\n"


def further_page(rows: pd.DataFrame) -> str:
    """`rows` of all instances, with the controls."""
    first = rows[(rows["instance"] == 0) & ~is_control(rows)]
    parts = [
        "# Further tables of the leaderboard",
        "[leaderboard.md](leaderboard.md) explains the words. Tables have the one setting for all scenes"
        " unless they say otherwise.",
        "## The scenes",
        "A run that ends with a small gradient and another f has found another stationary point: a minimum or"
        " a saddle point. *Stationary values found* counts the values of f at which runs end so. The error is"
        " always against Newton's minimum; where f falls below it, the error is negative.",
        markdown(details.scenes_table(rows)),
        "## Settings",
        "These settings were tried. A solver that is not in the list has run with its default only, so it may"
        " need tuning, too. VBD moves vertices in mesh order, and PBNG colour by colour.",
        markdown(details.settings_table()),
        f"## Iterations to {RANKED_TARGET:g}",
        "The iteration from which on the error stays below the target. *no*: not within the iterations;"
        " a word in brackets is the status of a run that ended earlier. A dash: the solver declines the law.",
        markdown(details.iterations_table(first)),
        "## Least work, with factorisations",
        "The solvers of least work, and those alike, whatever they factorise.",
        markdown(tables.best_table(first, math.inf)),
        "## Pairs of solvers",
        f"Less–more–alike: in how many scenes the solver of the line needs less than 1/{ALIKE:g} of the work"
        f" to {RANKED_TARGET:g} that the solver of the column needs, in how many the other way round, and in"
        " how many they are alike or neither gets there. Only scenes that both take count. Such counts do"
        " not depend on who else takes part.",
        markdown(details.pair_table(first)),
        "## Factors of the least work",
        "In how many scenes a solver needs at most a factor of the least work of all that take part (Dolan"
        " and Moré 2002), among all runs. Such counts depend on who takes part.",
        markdown(details.factor_table(first)),
        "## Areas with other settings",
        "As the areas on the first page, with the default settings:",
        markdown(tables.area_table(first, DEFAULT)),
        f"With the best setting for each scene to {RANKED_TARGET:g}:",
        markdown(tables.area_table(first, BEST)),
        "## Controls with quadratic tets",
        f"Iterations to {RANKED_TARGET:g} with linear / quadratic tets, which have the same vertices. Solvers"
        " that are not here have loops over elements that know only linear tets. No other table of"
        " this page or the first one counts these scenes.",
        markdown(controls.control_table(rows[rows["instance"] == 0])),
        "## Other norms",
        norms_in_words(first),
        markdown(details.norm_table(first)),
        *instances_part(rows),
    ]
    return "\n\n".join(parts) + "\n"


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
    table = instances.spread_table(rows)
    if table.empty:
        return []
    found = instances.dependence(rows)
    sentences = [
        (instances.SAME, f"The same in all instances, to every target from 1 to {RANKED_TARGET:g}"),
        (instances.LITTLE, f"Different, and within a factor of {ALIKE:g}"),
        (instances.MUCH, f"Different by more than a factor of {ALIKE:g} on at least one scene"),
    ]
    words = [f"* {text}: {solvers_in_words(found[kind]) or 'none'}." for kind, text in sentences]
    return [
        "## Instances",
        "An instance is the same body turned as a whole, with its vertices and tets in another order. There"
        f" are {rows['instance'].nunique()}, one of them the scene as written. A cell has the least and the"
        f" most iterations to {RANKED_TARGET:g} over the instances. They differ if the iterates of a solver"
        " depend on the order of vertices and tets, or on the axes. Rounding differs, too, and it can change"
        " long runs a little.",
        "\n".join(words),
        markdown(table),
    ]
