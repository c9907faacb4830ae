"""The iterations after which the relative errors of runs stay at most some tolerances, as a table.

--latex prints a table for a paper (package booktabs). Its caption has the settings and versions of the runs,
and its comments a citation.
"""

import math
from dataclasses import dataclass
from pathlib import Path

from simbench.commands import CommandParser, command
from simbench.entry.targets import TARGETS, for_good
from simbench.errors import ResultsError, SimbenchError
from simbench.figure_setting import settings
from simbench.paper import citation, latex
from simbench.results import NO_MINIMUM, Run, distinct_labels, load_curves, precisions

MEANING = (
    "Iterations after which the relative error {error} stays at most a tolerance; {dash} if it never does"
)


@dataclass(frozen=True)
class Row:
    label: str
    to: list[float]  # for each tolerance the iteration; infinite if the run does not reach it
    iterations: int  # of the run
    error: float  # the last one
    status: str


def rows_of(runs: list[Run], tolerances: list[float]) -> list[Row]:
    """A row for each run. ResultsError if a run has no relative errors."""
    found = []
    for run, label in zip(runs, distinct_labels(runs), strict=True):
        iterations, errors = (run.curve[name].to_numpy() for name in ("iteration", "relative_error"))
        if math.isnan(errors[0]):
            reason = NO_MINIMUM if run.lacks_minimum else "they need f* (simbench --reference)"
            raise ResultsError(f"{run.folder} has no relative errors: {reason}")
        kept = [for_good(iterations, errors, tolerance) for tolerance in tolerances]
        found.append(Row(label, kept, int(iterations[-1]), float(errors[-1]), run.manifest["status"]))
    return found


def markdown(runs: list[Run], tolerances: list[float]) -> str:
    meaning = MEANING.format(error="(f − f*)/(f(q̃) − f*)", dash="–")
    heads = ["solver", *(f"to {tolerance:g}" for tolerance in tolerances), "iterations", "last error", "end"]
    lines = [f"{meaning}.", "", f"| {' | '.join(heads)} |", f"|---|{'---:|' * (len(heads) - 2)}---|"]
    for row in rows_of(runs, tolerances):
        cells = [row.label, *map(_count, row.to), str(row.iterations), f"{row.error:.2g}", row.status]
        lines.append("| " + " | ".join(cells).replace("\n", " ") + " |")
    return "\n".join([*lines, "", *(f"{remark}." for remark in remarks(runs))])


def latex_table(runs: list[Run], tolerances: list[float], name: str) -> str:
    """A table environment. `name` is its label behind tab:."""
    manifests = [run.manifest for run in runs]
    error, dash = r"$(f - f^*)/(f(\tilde q) - f^*)$", "a dash"
    setting = [", ".join(words) for words in settings(manifests, "")]
    caption = [MEANING.format(error=error, dash=dash)]
    caption += [latex.with_formulas(words) for words in setting]
    caption += [latex.escaped(words) for words in (*remarks(runs), citation.words(manifests))]
    heads = [latex.power_of_ten(tolerance) for tolerance in tolerances]
    lines = []
    for row in rows_of(runs, tolerances):
        cells = [latex.escaped(row.label), *map(_count, row.to), str(row.iterations)]
        cells += [latex.power_of_ten(row.error), latex.escaped(row.status.replace("_", " "))]
        lines.append(f"    {' & '.join(cells)} \\\\".replace("–", "--"))
    return (
        latex.comment("Written by simbench table --latex. The preamble needs \\usepackage{booktabs}.")
        + latex.comment(citation.METHODS + "\n" + citation.bibtex(manifests))
        + "\\begin{table}\n  \\centering\n"
        + f"  \\caption{{{'. '.join(caption)}.}}\n  \\label{{tab:{name}}}\n"
        + f"  \\begin{{tabular}}{{l{'r' * len(tolerances)}rrl}}\n    \\toprule\n"
        + f"    solver & {' & '.join(heads)} & iterations & last error & end \\\\\n    \\midrule\n"
        + "\n".join(lines)
        + "\n    \\bottomrule\n  \\end{tabular}\n\\end{table}"
    )


def remarks(runs: list[Run]) -> list[str]:
    """What a reader must know of the numbers: a later time step, recorded iterations, single precision."""
    found = [f"Time step {runs[0].step} of {runs[0].steps}"] if runs[0].steps > 1 else []
    every = max(run.manifest.get("options", {}).get("record_every", 1) for run in runs)
    if every > 1:
        found.append(f"Every {every}th iteration was recorded, so counts are multiples of it")
    if "single" in (kinds := precisions(runs)):
        found.append("Solvers computed in single precision" + (" or double" if len(kinds) > 1 else ""))
    return found


def _count(iteration: float) -> str:
    return f"{iteration:.0f}" if math.isfinite(iteration) else "–"


def tolerances_of(text: str) -> list[float]:
    """Positive numbers, separated by commas, from the largest to the smallest; else a SimbenchError."""
    try:
        found = [float(word) for word in text.split(",")]
    except ValueError:
        found = [math.nan]
    if not all(math.isfinite(value) and value > 0 for value in found):
        raise SimbenchError(f"--tolerances {text}: expected positive numbers, as in 0.1,1e-3,1e-6")
    return sorted(set(found), reverse=True)


@command
def main() -> None:
    parser = CommandParser(prog="simbench table", description=__doc__)
    parser.add_argument(
        "results", type=Path, help="folder given to simbench --output, a sweep, or an archive of one"
    )
    parser.add_argument("--latex", action="store_true", help="print a table for LaTeX")
    parser.add_argument(
        "--tolerances",
        type=tolerances_of,
        default=list(TARGETS),
        metavar="LIST",
        help="relative errors, separated by commas (default: 0.1,1e-3,1e-6)",
    )
    parser.add_argument("--step", type=int, default=1, metavar="N", help="which time step (default: 1)")
    parser.add_argument(
        "--filter",
        action="append",
        default=[],
        metavar="AXIS=VALUE",
        help="only these runs of a sweep (repeatable)",
    )
    arguments = parser.parse_args()
    runs = load_curves(arguments.results, arguments.filter, arguments.step)
    if arguments.latex:
        name = "".join(c if c.isalnum() and c.isascii() else "-" for c in arguments.results.resolve().name)
        print(latex_table(runs, arguments.tolerances, name))
    else:
        print(markdown(runs, arguments.tolerances))


if __name__ == "__main__":
    main()
