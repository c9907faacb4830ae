"""The thesis's tables over its grid of 4 time steps and 8 stiffnesses, from the runs of sweeps.

Writes the tables as Markdown and their numbers as CSV. A table without its runs names the missing ones.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from simbench.errors import NotRunError
from simbench.labels import SOLVER_LABELS
from simbench.output_files import complete_file
from simbench.study.results import Results
from simbench.study.words import in_prose
from thesis.claims import other_minima, twist, xpbd_forms
from thesis.claims.measures import final
from thesis.claims.neo_hookean import grid as neo_hookean_grid

WEIGHTS = other_minima.WEIGHTS
COLUMNS = ["table", "series", "time_step", "stiffness", "quantity", "value"]  # of the CSV; s, Pa

Key = tuple[float, float]  # time step and stiffness
Cell = dict[str, float]  # measured values in one setting, by quantity
Series = dict[str, dict[Key, Cell]]  # by heading; "" if the table has one grid


@dataclass(frozen=True)
class Table:
    """`measure` reads the runs, and its docstring is printed above the table; `show` prints a cell."""

    title: str
    measure: Callable[[Results], Series]
    show: Callable[[Cell], str]
    stiffness: str = "k"
    by_weight: bool = False  # series are ADMM's weights; a sentence lists cells where bold depends on them


def relative_errors(results: Results) -> Series:
    """Relative error in % after 1000 iterations (or where the solver had converged), untwisting beam."""
    return {
        SOLVER_LABELS[solver]: errors_of(results.by("thesis_untwist", solver, "h", "k"))
        for solver in ("qn", "pd", "xpbd", "pbd")
    }


def admm_relative_errors(results: Results) -> Series:
    """ADMM's relative error in % after 1000 iterations, w = c √(k V), untwisting beam; bold: below 1 %."""
    return {
        f"c = {c:g}": errors_of(results.by("thesis_untwist_weights", "admm", "h", "k", c=c)) for c in WEIGHTS
    }


def errors_of(runs: dict) -> dict[Key, Cell]:
    return {key: {"relative_error": final(run, "relative_error")} for key, run in runs.items()}


def xpbd_failures(results: Results) -> Series:
    """XPBD's objective after 1000 iterations over the start's, twisting further; bold: above, it fails."""
    runs = twist.grid(results, "xpbd")
    return {"": {key: {"ratio": final(run) / run.at(0)["objective"]} for key, run in runs.items()}}


def xpbd_inertial_term(results: Results) -> Series:
    """XPBD's inertial term after 1000 iterations over QN's, twisting further; bold: it is larger."""
    qn, runs = (twist.grid(results, solver) for solver in ("qn", "xpbd"))
    return {
        "": {key: {"ratio": final(run, "inertial") / final(qn[key], "inertial")} for key, run in runs.items()}
    }


def admm_minimum(results: Results) -> Series:
    """ADMM's objective after 1000 iterations over QN's, twisting further; bold: below 0.9, another and
    lower minimum; ~: it still oscillates by more than a tenth of the start objective."""
    qn = twist.grid(results, "qn")
    return {
        f"c = {c:g}": {
            key: {"ratio": final(run) / final(qn[key]), "oscillates": float(other_minima.oscillates(run))}
            for key, run in twist.grid(results, "admm", c=c).items()
        }
        for c in WEIGHTS
    }


def xpbd_agreement(results: Results) -> Series:
    """XPBD's relative error in % after 1000 iterations, stable Neo-Hookean; bold: below 1 %, it agrees."""
    return {form: errors_of(neo_hookean_grid(results, "xpbd", form=form)) for form in xpbd_forms.FORMS}


def xpbd_robustness(results: Results) -> Series:
    """XPBD's shape after 1000 iterations, stable Neo-Hookean: inverted tets / volume over QN's / roughness
    over QN's / objective over start. Bold is robust: no tet inverted, volume within 10 %, less than twice
    as rough, objective below twice the start's."""
    qn = neo_hookean_grid(results, "qn")
    return {
        form: {
            key: xpbd_forms.against_qn(run, qn[key])
            for key, run in neo_hookean_grid(results, "xpbd", form=form).items()
        }
        for form in xpbd_forms.FORMS
    }


def show_error(cell: Cell) -> str:
    return percent(cell["relative_error"])


def show_small_error(cell: Cell) -> str:
    return bold(show_error(cell), abs(cell["relative_error"]) < xpbd_forms.AGREES)


def show_large_ratio(cell: Cell) -> str:
    return bold(number(cell["ratio"]), cell["ratio"] > 1)


def show_minimum(cell: Cell) -> str:
    lower = cell["ratio"] < other_minima.FAR_BELOW
    return bold(number(cell["ratio"]), lower) + ("~" if cell["oscillates"] else "")


def show_robustness(cell: Cell) -> str:
    entries = f"{cell['inverted']:.0f} / {cell['volume']:.2f} / {cell['roughness']:.1f}"
    return bold(f"{entries} / {number(cell['objective'])}", xpbd_forms.within_bounds(**cell))


def percent(error: float) -> str:
    return "< 0.001" if abs(100 * error) < 1e-3 else number(100 * error)


def number(value: float) -> str:
    return f"{value:.3g}" if math.isfinite(value) else "∞"


def bold(text: str, condition: bool) -> str:
    return f"**{text}**" if condition else text


TABLES = [
    Table("Relative errors", relative_errors, show_error),
    Table("ADMM's relative errors by weight", admm_relative_errors, show_small_error, by_weight=True),
    Table("XPBD's failures", xpbd_failures, show_large_ratio),
    Table("XPBD's inertial term against QN's", xpbd_inertial_term, show_large_ratio),
    Table("Where ADMM reaches a lower minimum", admm_minimum, show_minimum, by_weight=True),
    Table("Where XPBD agrees with QN", xpbd_agreement, show_small_error, "E"),
    Table("Where XPBD is robust", xpbd_robustness, show_robustness, "E"),
]


def measured(results: Results) -> tuple[pd.DataFrame, dict[str, str]]:
    """The numbers of all tables with COLUMNS, and the reasons why tables have none, by title."""
    rows, missing = [], {}
    for table in TABLES:
        try:
            series = table.measure(results)
        except NotRunError as error:
            missing[table.title] = str(error)
            continue
        rows += [
            (table.title, heading, *key, quantity, value)
            for heading, cells in series.items()
            for key, cell in cells.items()
            for quantity, value in cell.items()
        ]
    return pd.DataFrame(rows, columns=COLUMNS), missing


def load(path: Path) -> pd.DataFrame:
    """Reads the CSV file that `write` has written."""
    only_values = {"value": ["nan"]}  # a series may have no heading
    return pd.read_csv(path, keep_default_na=False, na_values=only_values, float_precision="round_trip")


def markdown(numbers: pd.DataFrame, missing: dict[str, str]) -> str:
    """All tables, each with its description; `missing`: reasons why tables have no numbers, by title."""
    lines = ["# Tables over the thesis's grid", ""]
    for table in TABLES:
        if table.title in missing:
            body = f"Not run: {missing[table.title]}."
        else:
            body = table_body(table, numbers[numbers["table"] == table.title])
        lines += [f"## {table.title}", "", " ".join(table.measure.__doc__.split()), "", body, ""]
    return in_prose("\n".join(lines))


def table_body(table: Table, numbers: pd.DataFrame) -> str:
    shown: dict[str, dict[Key, str]] = {}
    for (heading, *key), rows in numbers.groupby(["series", "time_step", "stiffness"], sort=False):
        cell = dict(zip(rows["quantity"], rows["value"], strict=True))
        shown.setdefault(heading, {})[tuple(key)] = table.show(cell)
    parts = [
        (f"{heading}:\n\n" if heading else "") + grid(cells, table.stiffness)
        for heading, cells in shown.items()
    ]
    return "\n\n".join([*parts, weight_dependence(shown)] if table.by_weight else parts)


def grid(cells: dict[Key, str], stiffness: str) -> str:
    """A row for each time step, a column for each stiffness."""
    columns = sorted({k for _, k in cells})
    lines = [
        f"| h [s] \\ {stiffness} [Pa] | " + " | ".join(f"{k:.0e}" for k in columns) + " |",
        "|---|" + "---:|" * len(columns),
    ]
    for h in sorted({h for h, _ in cells}, reverse=True):
        lines.append(f"| {h:.0e} | " + " | ".join(cells.get((h, k), "–") for k in columns) + " |")
    return "\n".join(lines)


def weight_dependence(shown: dict[str, dict[Key, str]]) -> str:
    """A sentence on how many settings are bold only for some weights."""
    of_weight = [{key for key, text in cells.items() if text.startswith("**")} for cells in shown.values()]
    split = set.union(*of_weight) - set.intersection(*of_weight)
    return f"The weight decides in {len(split)} settings, which are bold in some of these tables only."


def write(results: Results, output: Path, record: Path) -> None:
    numbers, missing = measured(results)
    with complete_file(output / "tables.md") as partial:
        partial.write_text(markdown(numbers, missing))
    with complete_file(output / "tables.csv") as partial:
        numbers.to_csv(partial, index=False, na_rep="nan")
