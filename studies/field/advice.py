"""Advice from the rows of the leaderboard: the texts that docs/which_solver.md shows.

All runs have the one setting of their solver for all scenes. The unit of work is an iteration of PD.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from field import parts
from field.board import instances, ranking
from field.board.budgets import FACTORISATION, to_targets
from field.board.comparisons import least
from field.board.nearest import nearest, work
from field.board.settings import (
    ALIKE,
    ONE,
    RANKED_TARGET,
    is_control,
    of_column,
    one_setting,
    ranked,
    without_matrix,
)
from field.problems import Kind, Problem, kinds, problems
from simbench.entry import board
from simbench.entry.targets import CURVE_TARGETS, TARGETS
from simbench.errors import ResultsError
from simbench.labels import solver_label
from simbench.pages.performance import markdown
from simbench.study.words import in_prose

MANY = 100  # iterations of PD: if the best solver needs more to a target, nothing works well there
SHORT = (10, 30, 100)  # budgets in iterations of PD, with the charge for factorisations in the step
MOST = 0.75  # share of the scenes
EASY = "–"  # in the table of scenes in which nothing works well
EACH_STEP = f"error {TARGETS[-1]:g}, factorising in each step"
NO_MATRIX = f"error {RANKED_TARGET:g}, without a matrix"
USUAL = "where the step must not factorise"
USES = {EACH_STEP: "where it may", NO_MATRIX: "where there must be no matrix"}  # of factorisations
EVIDENCE = "results/field/leaderboard.md#the-work-on-each-scene"
SEVERAL_MINIMA = "results/field/leaderboard.md#several-minima"
CONTROLS = "results/field/leaderboard_tables.md#controls-with-quadratic-tets"

Link = Callable[[str], str]  # from a path below the repository to a link of the page


def text(name: str, record: Path, link: Link) -> str:
    """The text of this name, from the study's recorded results."""
    if name not in TEXTS:
        raise ResultsError(f"there is no advice '{name}'; allowed: {', '.join(TEXTS)}")
    return in_prose(TEXTS[name](board.load(record / "leaderboard.jsonl"), record, link))


def in_short(rows: pd.DataFrame, record: Path, link: Link) -> str:
    return ranking.in_short(instances.comparable(rows))


def single(rows: pd.DataFrame) -> pd.DataFrame:
    """A typical run of each solver and setting on each scene, without scenes that say nothing."""
    return instances.typical(rows[~rows["scene"].isin(instances.ambiguous_scenes(rows))])


def by_problem(rows: pd.DataFrame, record: Path, link: Link) -> str:
    """A table: for each kind of problem what to take for each error, and with other factorisations.

    A cell that does not name the solvers of in_short is bold.
    """
    usual, free, local = ranking.advice(instances.comparable(rows)).values()
    lines = []
    for kind, tables in tables_by_kind(single(rows)):
        names = [one.name for one in kind.problems]
        line = {"your time step": kind.words}
        for title, table in tables.items():
            expected = {EACH_STEP: free, NO_MATRIX: local}.get(title, usual)
            best, words = nearest(table).index, advice(table)
            line[title] = f"**{words}**" if len(best) and not {*best} & {*expected} else words
        number = f"{len(names)} scene{'s' * (len(names) > 1)}"
        lines.append(line | {"rests on": f'[{number}]({link(evidence(names[0]))} "{", ".join(names)}")'})
    return markdown(pd.DataFrame(lines))


def evidence(scene: str) -> str:
    return CONTROLS if parts.is_control(scene) else EVIDENCE


def tables_by_kind(rows: pd.DataFrame) -> Iterator[tuple[Kind, dict[str, pd.DataFrame]]]:
    """For each kind of problem the work of solvers on its scenes, by the title of the column of advice."""
    found = {f"error {target:g}": work(rows, target, factorising=False) for target in TARGETS}
    found[EACH_STEP] = work(rows, TARGETS[-1], factorising=True)
    local = work(without_matrix(rows), RANKED_TARGET, factorising=True)
    found[NO_MATRIX] = local.reindex(rows["scene"].unique())
    for kind in kinds(problems(rows["scene"].unique())):
        names = [one.name for one in kind.problems]
        yield kind, {title: table.loc[names] for title, table in found.items()}


def named(rows: pd.DataFrame) -> dict[str, list[tuple[str, list[str]]]]:
    """The line and the solvers of each cell of the table, by the use of factorisations."""
    cells: dict[str, list[tuple[str, list[str]]]] = {}
    for kind, tables in tables_by_kind(rows):
        for title, table in tables.items():
            cells.setdefault(USES.get(title, USUAL), []).append((kind.words, list(nearest(table).index)))
    return cells


def rule(rows: pd.DataFrame, record: Path, link: Link) -> str:
    """How cells of by_problem are made, and a table: which solvers each column can name."""
    words = (
        "A cell names the solvers whose work stays nearest to the least work of each scene: the solver with"
        " the smallest of the largest factors over the scenes of its line, and those within a factor of"
        f" {ALIKE:g} of it. In brackets is the work of the first one, from the easiest to the hardest scene,"
        " in iterations of PD (a pass over the elements and a solve). A cell in bold does not name the advice"
        " in short. The lines of laws and of k h² have scenes without another difficulty; k is Young's"
        " modulus where the law has one. The bounds of k h² are for bodies of 1000 kg/m³ and about a metre;"
        " what matters is k h² over the density and the square of the size."
    )
    usual = ", ".join(f"error {target:g}" for target in TARGETS)
    columns = {
        usual: "solvers that factorise a constant matrix once, or nothing",
        EACH_STEP: "also those that factorise in each step, which then does not count as work",
        NO_MATRIX: "solvers that never build a matrix",
    }
    return f"{words}\n\n{markdown(pd.DataFrame(columns.items(), columns=['column', 'can name']))}"


def settings(rows: pd.DataFrame, record: Path, link: Link) -> str:
    """A table: which solvers of the table by_problem have other settings than their defaults, and where."""
    own = single(rows)
    local = without_matrix(own)
    chosen = {
        USUAL: one_setting(own),
        USES[EACH_STEP]: one_setting(own, 0),
        USES[NO_MATRIX]: one_setting(local),
    }
    lines = []
    for use, cells in named(own).items():
        for solver in dict.fromkeys(solver for _, cell in cells for solver in cell):
            setting = chosen[use][solver]
            if setting != "{}":
                lines.append({"solver": solver_label(solver), "where": use, "setting": f"`{setting}`"})
    return markdown(pd.DataFrame(lines))


def advice(table: pd.DataFrame) -> str:
    """The nearest solvers with the work of the first; without such, those that arrive in most scenes."""
    best = nearest(table).index
    if len(best):
        spent = table[best[0]]
        ends = dict.fromkeys(f"{end:.3g}" for end in (spent.min(), spent.max()))
        return f"{labels(best)} ({'–'.join(ends)})"
    arrived = np.isfinite(table).sum()
    most = arrived.max()
    words = f"; {labels(arrived[arrived == most].index)} in {most} of {len(table)}" if most else ""
    return f"none in all{words}" if words else "none"


def by_budget(rows: pd.DataFrame, record: Path, link: Link) -> str:
    """A table: for each budget the solvers with the smallest error in most scenes, and this error."""
    own = ranked(of_column(single(rows[~is_control(rows)]), ONE))
    needed = to_targets(own, FACTORISATION)
    lines = []
    for budget in SHORT:
        reached = own.assign(place=(needed <= budget).sum(axis=1) - 1)  # -1: not even the error of the start
        table = reached.pivot(index="scene", columns="solver", values="place")
        places = table.apply(lambda own: own.sort_values().iloc[math.floor(len(own) * (1 - MOST))])
        best = places[places >= places.max() - 1].sort_values(ascending=False, kind="stable")
        line = {"iterations of PD in a step": budget, "take": labels(best.index)}
        lines.append(line | {"error at most": f"{CURVE_TARGETS[max(places.max(), 0)]:.2g}"})
    factor = CURVE_TARGETS[0] / CURVE_TARGETS[1]
    words = (
        f"The first solver ends below this error in at least {100 * MOST:g} % of the scenes, the others"
        f" within a factor of {factor:.2g} of it. A scene that a solver declines counts as not solved. Each"
        f" factorisation in the step costs {FACTORISATION} iterations of PD."
    )
    return f"{markdown(pd.DataFrame(lines))}\n\n{words}"


def fastest(rows: pd.DataFrame, record: Path, link: Link) -> str:
    """A table: on how many scenes which solvers are the fastest in seconds."""
    times = pd.read_csv(record / "leaderboard_times.csv")
    rows = single(rows)
    times = times[times["scene"].isin(rows["scene"])]
    own = ranked(times[times["setting"] == times["solver"].map(one_setting(rows))])
    found = least(own.pivot(index="scene", columns="solver", values=f"units_{RANKED_TARGET:g}"))
    counts = pd.Series([solver for best in found.values() for solver in best.index]).value_counts()
    words = (
        f"In seconds to an error of {RANKED_TARGET:g}, without the set-up, a solver is the fastest, or within"
        f" a factor of {ALIKE:g} of the fastest, in so many of the {len(found)} scenes:"
    )
    return f"{words}\n\n{markdown(pd.DataFrame([counts.rename(solver_label)]))}"


def hard(rows: pd.DataFrame, record: Path, link: Link) -> str:
    """A table of the scenes in which no solver without factorisations in the step works well, and why."""
    own = single(rows)
    found = {
        one: (evidence(one.name), [trouble(own, one, target) for target in TARGETS])
        for one in problems(own["scene"].unique())
    }
    found = {one: line for one, line in found.items() if set(line[1]) != {EASY}}
    by_chance = problems(instances.ambiguous_scenes(rows))
    found |= dict.fromkeys(by_chance, (SEVERAL_MINIMA, ["by chance"] * len(TARGETS)))
    titles = ["scene", "what it is", *(f"error {target:g}" for target in TARGETS)]
    lines = [[f"[{one.name}]({link(place)})", one.reason, *cells] for one, (place, cells) in found.items()]
    words = (
        "In these scenes fewer than two solvers that do not factorise in the step reach an error, or the"
        f" best of them needs more than {MANY} iterations of PD. A cell has this solver and its iterations;"
        " a dash means that there is no such difficulty. *By chance*: it is chance at which of several minima"
        " a solver ends, so nothing can be advised."
    )
    return (
        f"{words}\n\n{markdown(pd.DataFrame(lines, columns=titles))}" if lines else "There is no such scene."
    )


def trouble(rows: pd.DataFrame, one: Problem, target: float) -> str:
    """The solver that reaches the target with the least work, if that is hard."""
    spent = work(rows, target, factorising=False).loc[one.name]
    spent = spent[np.isfinite(spent)].sort_values(kind="stable")
    if spent.empty:
        return "no solver"
    words = f"{labels(spent.index[:1])} ({spent.iloc[0]:.0f})"
    if len(spent) < 2:
        return f"only {words}"
    return words if spent.iloc[0] > MANY else EASY


def labels(solvers: Iterable[str]) -> str:
    return ", ".join(map(solver_label, solvers))


TEXTS = {one.__name__: one for one in (in_short, by_problem, rule, settings, by_budget, fastest, hard)}
