"""How the ranking depends on the rules by which it is made: one ranking for each other rule."""

from collections.abc import Iterator

import pandas as pd

from field.board.budgets import BUDGETS, FACTORISATION
from field.board.ranking import first_of, leaders, ranking
from field.board.settings import BEST, DEFAULT, ranked
from field.catalogue import scenes_with_strain
from simbench.entry.targets import CURVE_TARGETS
from simbench.labels import solver_label

CHARGES = (1, 5, 100)  # iterations of PD for a factorisation
COARSE = [target for target in CURVE_TARGETS if target >= 1e-2]  # what users of XPBD and VBD ask for
MOVED = 3  # places: smaller moves are not named


def rankings(rows: pd.DataFrame, previous: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rule in words and its ranking, the leaderboard's own first. `rows`: those that are comparable.

    `previous`: the rows of runs that start at q_n. They stand for `rows` of the same scenes.
    """
    own = ranked(rows)
    yield "the leaderboard's", ranking(own)
    yield "default settings", ranking(own, DEFAULT)
    yield "the best setting for each scene", ranking(own, BEST)
    for charge in CHARGES:
        yield f"a factorisation costs {charge}, not {FACTORISATION}", ranking(own, factorisation=charge)
    yield f"targets down to {COARSE[-1]:g} only, with XPBD", ranking(rows, targets=COARSE)
    yield f"… and budgets to {BUDGETS[0]}", ranking(rows, targets=COARSE, budget=BUDGETS[0])
    yield "each scene counts alike", ranking(own, group=str)
    yield "strain only", ranking(own[own["scene"].isin(scenes_with_strain())])
    of_both = own["scene"].isin(previous["scene"])
    yield "a start at q_n, not at q̃", ranking(pd.concat([own[~of_both], ranked(previous)]))
    yield "scenes with gravity only", ranking(own[of_both])
    yield "… and a start at q_n", ranking(ranked(previous))


def real_time_in_short(rows: pd.DataFrame) -> str:
    """A sentence: who is first where only coarse targets and a small budget count."""
    first = first_of(ranked(rows), targets=COARSE, budget=BUDGETS[0])
    return (
        f"For errors down to {COARSE[-1]:g} within {BUDGETS[0]} iterations of PD, as in real time, the first"
        f" are {', '.join(map(solver_label, first))}."
    )


def changes_table(found: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """By the rule: the first solvers, and those that move by several places among the ranked ones."""
    standard, *_ = found.values()
    lines = []
    for words, own in found.items():
        line = {"rule": words, "first": ", ".join(map(solver_label, leaders(own)))}
        order = [solver for solver in own.index if solver in standard.index]
        moves = {solver: standard.index.get_loc(solver) - place for place, solver in enumerate(order)}
        for title, sign in (("up", 1), ("down", -1)):
            moved = [solver for solver in order if sign * moves[solver] >= MOVED]
            line[title] = ", ".join(f"{solver_label(one)} ({abs(moves[one])})" for one in moved) or "–"
        lines.append(line)
    return pd.DataFrame(lines)


def areas_table(found: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """The areas: a line for each solver, a column for each rule."""
    solvers = dict.fromkeys(solver for own in found.values() for solver in own.index)
    return pd.DataFrame(
        {"solver": solver_label(solver)}
        | {
            words: f"{own['area'].get(solver, float('nan')):.2f}".replace("nan", "–")
            for words, own in found.items()
        }
        for solver in solvers
    )
