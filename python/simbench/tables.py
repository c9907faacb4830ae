"""The thesis's tables over its grid of 4 time steps and 8 stiffnesses, from the runs of sweeps, as Markdown.

RESULTS holds a folder for each sweep, named as its plan (as for simbench-claims). A table whose runs are
missing says so; the exit code is then 1.
"""

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path

from simbench.claims import neo_hookean, other_minima, twist
from simbench.claims.measures import final
from simbench.claims.results import Results
from simbench.errors import NotRunError, errors_for_the_user
from simbench.results import SOLVER_LABELS
from simbench.shapes import shape

WEIGHTS = other_minima.WEIGHTS
Cells = dict[tuple[float, float], str]  # by time step and stiffness


def grid(cells: Cells, stiffness: str) -> str:
    """A row for each time step, a column for each stiffness."""
    columns = sorted({k for _, k in cells})
    lines = [
        f"| h [s] \\ {stiffness} [Pa] | " + " | ".join(f"{k:.0e}" for k in columns) + " |",
        "|---|" + "---:|" * len(columns),
    ]
    for h in sorted({h for h, _ in cells}, reverse=True):
        lines.append(f"| {h:.0e} | " + " | ".join(cells.get((h, k), "–") for k in columns) + " |")
    return "\n".join(lines)


def relative_errors(results: Results) -> str:
    """Relative error in % after 1000 iterations (or where the solver had converged), untwisting beam."""
    tables = []
    for solver in ("qn", "pd", "xpbd", "pbd"):
        runs = results.by("thesis_untwist", solver, "h", "k")
        cells = {key: percent(final(run, "relative_error")) for key, run in runs.items()}
        tables.append(f"{SOLVER_LABELS[solver]}:\n\n{grid(cells, 'k')}")
    return "\n\n".join(tables)


def admm_relative_errors(results: Results) -> str:
    """ADMM's relative error in % after 1000 iterations, w = c √(k V), untwisting beam; bold: below 1 %."""
    errors, tables = {}, []
    for c in WEIGHTS:
        runs = results.by("thesis_untwist_weights", "admm", "h", "k", c=c)
        errors[c] = {key: final(run, "relative_error") for key, run in runs.items()}
        cells = {key: bold(percent(error), error < 1e-2) for key, error in errors[c].items()}
        tables.append(f"c = {c:g}:\n\n{grid(cells, 'k')}")
    tables.append(
        weight_dependence({c: {key for key, e in of.items() if e < 1e-2} for c, of in errors.items()})
    )
    return "\n\n".join(tables)


def xpbd_failures(results: Results) -> str:
    """XPBD's objective after 1000 iterations over the start's, twisting further; bold: above, it fails."""
    cells = {}
    for key, run in twist.grid(results, "xpbd").items():
        cells[key] = bold(ratio(final(run) / run.at(0)["objective"]), twist.fails(run))
    return grid(cells, "k")


def xpbd_inertial_term(results: Results) -> str:
    """XPBD's inertial term after 1000 iterations over QN's, twisting further; bold: it is larger."""
    qn = twist.grid(results, "qn")
    cells = {}
    for key, run in twist.grid(results, "xpbd").items():
        value = final(run, "inertial") / final(qn[key], "inertial")
        cells[key] = bold(ratio(value), value > 1)
    return grid(cells, "k")


def admm_minimum(results: Results) -> str:
    """ADMM's objective after 1000 iterations over QN's, twisting further; bold: below 0.9, another and
    lower minimum; ~: it still oscillates by more than a tenth of the start objective."""
    qn = twist.grid(results, "qn")
    tables, reached = [], {}
    for c in WEIGHTS:
        runs = twist.grid(results, "admm", c=c)
        cells = {}
        for key, run in runs.items():
            value = bold(ratio(final(run) / final(qn[key])), other_minima.far_below(run, qn[key]))
            cells[key] = value + ("~" if other_minima.oscillates(run) else "")
        reached[c] = {key for key, run in runs.items() if other_minima.far_below(run, qn[key])}
        tables.append(f"c = {c:g}:\n\n{grid(cells, 'k')}")
    return "\n\n".join([*tables, weight_dependence(reached)])


def xpbd_agreement(results: Results) -> str:
    """XPBD's relative error in % after 1000 iterations, stable Neo-Hookean; bold: below 1 %, it agrees."""
    tables = []
    for form in neo_hookean.FORMS:
        runs = neo_hookean.grid(results, "xpbd", form=form)
        cells = {k: bold(percent(final(r, "relative_error")), neo_hookean.agrees(r)) for k, r in runs.items()}
        tables.append(f"{form}:\n\n{grid(cells, 'E')}")
    return "\n\n".join(tables)


def xpbd_robustness(results: Results) -> str:
    """XPBD's shape after 1000 iterations, stable Neo-Hookean: inverted tets / volume over QN's / roughness
    over QN's / objective over start. Bold is robust: no tet inverted, volume within 10 %, less than twice
    as rough, objective below twice the start's."""
    qn = neo_hookean.grid(results, "qn")
    tables = []
    for form in neo_hookean.FORMS:
        cells = {}
        for key, run in neo_hookean.grid(results, "xpbd", form=form).items():
            ours, theirs = shape(run), shape(qn[key])
            entries = [
                f"{final(run, 'inverted_tets'):.0f}",
                f"{ours.volume_ratio / theirs.volume_ratio:.2f}",
                f"{ours.roughness / theirs.roughness:.1f}",
                ratio(final(run) / run.at(0)["objective"]),
            ]
            cells[key] = bold(" / ".join(entries), neo_hookean.is_robust(run, qn[key]))
        tables.append(f"{form}:\n\n{grid(cells, 'E')}")
    return "\n\n".join(tables)


TABLES: dict[str, Callable[[Results], str]] = {
    "Relative errors": relative_errors,
    "ADMM's relative errors by weight": admm_relative_errors,
    "XPBD's failures": xpbd_failures,
    "XPBD's inertial term against QN's": xpbd_inertial_term,
    "Where ADMM reaches a lower minimum": admm_minimum,
    "Where XPBD agrees with QN": xpbd_agreement,
    "Where XPBD is robust": xpbd_robustness,
}


def weight_dependence(true_cells: dict[float, set]) -> str:
    """A sentence on the settings in which the answer is not the same for all weights."""
    split = sorted(set.union(*true_cells.values()) - set.intersection(*true_cells.values()), reverse=True)
    return f"Depends on the weight in {len(split)} settings (h, stiffness): {twist.settings(split)}."


def percent(error: float) -> str:
    value = 100 * error
    if not math.isfinite(value):
        return "∞"
    return "< 0.001" if abs(value) < 1e-3 else f"{value:.3g}"


def ratio(value: float) -> str:
    return f"{value:.3g}" if math.isfinite(value) else "∞"


def bold(text: str, condition: bool) -> str:
    return f"**{text}**" if condition else text


def document(results: Results) -> tuple[str, bool]:
    """All tables, each under its definition, and whether all runs were there."""
    lines, complete = ["# Tables over the thesis's grid", ""], True
    for title, table in TABLES.items():
        try:
            body = table(results)
        except NotRunError as missing:
            body, complete = f"Not run: {missing}.", False
        lines += [f"## {title}", "", " ".join(table.__doc__.split()), "", body, ""]
    return "\n".join(lines), complete


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, help="folder with a folder for each sweep")
    parser.add_argument(
        "--output", type=Path, required=True, metavar="FILE", help="the Markdown file to write"
    )
    arguments = parser.parse_args()
    with errors_for_the_user():
        text, complete = document(Results(arguments.results))
        arguments.output.write_text(text)
    sys.exit(0 if complete else 1)
