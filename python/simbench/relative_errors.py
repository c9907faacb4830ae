"""Relative errors in % after 40, 60, 260 and 1000 iterations, beside those that a source has published.

If a solver converged and stopped earlier, the error of its last iterate counts, marked †. Errors above 100 %
are marked ‡. A dash means that there is no value: the iteration was not run or not recorded, or there is no
reference minimum.
"""

import math
from pathlib import Path

import pandas as pd

from simbench import published
from simbench.commands import CommandParser, command
from simbench.counted import counted
from simbench.input_files import begins_with
from simbench.output_files import is_stream, new_file
from simbench.results import FINISHED, NO_MINIMUM, Run, distinct_labels, load_curves, place_in_order

ITERATIONS = (40, 60, 260, 1000)
SOLVERS = ("qn", "admm", "pd", "xpbd")  # the first rows, in this order


def relative_errors(runs: list[Run]) -> pd.DataFrame:
    """A row for each run and iteration; errors in %, NaN if there is no value.

    `label` names the run: its solver or variant, and its id if several runs have the same.
    """
    rows = []
    runs = sorted(runs, key=_place)
    for run, label in zip(runs, distinct_labels(runs), strict=True):
        errors = 100 * run.curve.set_index("iteration")["relative_error"]
        source, theirs, note = published.errors_of(run)
        for iteration in ITERATIONS:
            stopped = errors.index[-1] < iteration and run.manifest["status"] in FINISHED
            counted = errors.index[-1] if stopped else iteration
            rows.append(
                {
                    "solver": run.solver,
                    "label": label,
                    "iteration": iteration,
                    "relative_error_percent": errors.get(counted, math.nan),
                    "published_percent": theirs.get(iteration, math.nan),
                    "source": source,
                    "note": f"There are no errors: {NO_MINIMUM}." if run.lacks_minimum else note,
                    "counted_iteration": counted,
                    "status": run.manifest["status"],
                }
            )
    return pd.DataFrame(rows)


def _place(run: Run) -> tuple:
    """Sorts SOLVERS in their order first, then the others in the order of figures."""
    order = SOLVERS.index(run.solver) if run.solver in SOLVERS else len(SOLVERS)
    return (order, place_in_order(run.solver))


def markdown(table: pd.DataFrame) -> str:
    """The table with one decimal, published values in brackets, and notes on solvers that stopped."""
    sources = dict.fromkeys(table.loc[table["published_percent"].notna(), "source"])
    lines = [
        "Relative error in % after so many iterations"
        + "".join(f" (in brackets: the {source}'s value)" for source in sources),
        "",
        "| solver | " + " | ".join(str(iteration) for iteration in ITERATIONS) + " |",
        "|---|" + "---:|" * len(ITERATIONS),
    ]
    notes = []
    for label, rows in table.groupby("label", sort=False):
        lines.append(f"| {label} | " + " | ".join(_cell(row) for row in rows.itertuples()) + " |")
        stopped = rows[rows["counted_iteration"] < rows["iteration"]]
        if not stopped.empty:
            last, status = stopped.iloc[0][["counted_iteration", "status"]]
            notes.append(f"- † {label} stopped after {counted(last, 'iteration')} ({status}).")
        if (rows["relative_error_percent"] > 100).any():
            notes.append(f"- ‡ {label} has increased the objective above its start there.")
    notes += [f"- {note}" for note in dict.fromkeys(table["note"]) if note]
    return "\n".join([*lines, "", *notes]).rstrip()


def _cell(row) -> str:
    mark = "†" if row.counted_iteration < row.iteration else ""
    mark += "‡" if row.relative_error_percent > 100 else ""
    theirs = "" if math.isnan(row.published_percent) else f" ({row.published_percent:.1f})"
    return f"{_decimal(row.relative_error_percent)}{mark}{theirs}"


def _decimal(percent: float) -> str:
    """One decimal, a dash for NaN. An iterate a rounding error below the reference is "0.0", not "-0.0"."""
    if math.isnan(percent):
        return "–"
    return f"{round(percent, 1) + 0.0:.1f}" if abs(percent) < 1e6 else f"{percent:.2g}"


@command
def main() -> None:
    parser = CommandParser(prog="simbench errors", description=__doc__)
    parser.add_argument("results", type=Path, help="folder given to simbench --output, or an archive of one")
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="also write the table with all digits to FILE"
    )
    parser.add_argument("--step", type=int, default=1, metavar="N", help="which time step (default: 1)")
    arguments = parser.parse_args()
    runs = load_curves(arguments.results, step=arguments.step)
    table = relative_errors(runs)
    if arguments.csv:
        rows = table.drop(columns=["source", "note"])
        head = (",".join(rows.columns) + "\n").encode()
        with new_file(arguments.csv, lambda file: is_stream(file) or begins_with(file, head)) as partial:
            rows.to_csv(partial, index=False)
    if runs[0].steps > 1:
        print(f"Time step {arguments.step} of {runs[0].steps}.")
    print(markdown(table))
