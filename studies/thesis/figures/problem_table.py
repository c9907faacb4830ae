"""The 14 problems k h² of the thesis's grid as rows, solvers as columns: the relative error over iterations.

RESULTS is the folder of the sweep plans/thesis_untwist.json. Each cell is a small plot with
logarithmic axes, the same in all cells, and says after how many iterations the problem is solved, or which
error is left. Below the grey line of a cell it is solved.
"""

import math
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.labels import SOLVER_LABELS
from simbench.results import Run, load_runs
from thesis.claims.measures import SOLVED, final, first_iteration
from thesis.figures.admm_phase_diagram import problem_number

OPTIONS = {
    "--auto": {
        "type": Path,
        "required": True,
        "metavar": "SWEEP",
        "help": "folder of the sweep plans/admm_phase_untwist.json",
    }
}
LOWEST, HIGHEST = 1e-8, 10  # relative errors at the edges of a cell
FACTOR = 0.3  # c of most of the thesis's runs
AUTOMATIC = ["solver=admm", 'solvers.admm={"weight":"auto"}']  # of the sweep that --auto names
UNSOLVED = "#F2F2F2"

Problems = dict[float, Run]  # by k h² [Pa s²]


def load(results: Path) -> dict[str, Problems]:
    """Runs by solver; of the equal runs with the same k h² only the first."""
    columns: dict[str, Problems] = {}
    for run in load_runs(results):
        if run.solver != "admm" or run.scene["solvers"]["admm"].get("weight_factor") == FACTOR:
            columns.setdefault(run.solver, {}).setdefault(problem_number(run), run)
    return columns


def draw(columns: dict[str, Problems], auto: Path) -> Figure:
    problems = sorted({number for runs in columns.values() for number in runs})
    named = []
    for solver, runs in columns.items():
        if solver == "admm":
            automatic = {problem_number(run): run for run in load_runs(auto, AUTOMATIC)}
            named += [(f"ADMM\n$c$ = {FACTOR}", runs), ("ADMM\nautomatic", automatic)]
        else:
            named.append((SOLVER_LABELS[solver], runs))
    figure = Figure(figsize=(6.3, 0.38 * len(problems) + 1.1))
    cells = figure.subplots(len(problems), len(named), sharex=True, sharey=True, squeeze=False)
    for row, number in zip(cells, problems, strict=True):
        row[0].set_ylabel(drawing.scientific(number), rotation=0, ha="right", va="center", fontsize=8)
        for axes, (_, runs) in zip(row, named, strict=True):
            draw_cell(axes, runs.get(number))
    for axes, (name, _) in zip(cells[0], named, strict=True):
        axes.set_title(name, fontsize=8)
    figure.supylabel("$k h^2$ in Pa s²", fontsize=9)
    top, bottom, target = (drawing.scientific(error) for error in (HIGHEST, LOWEST, SOLVED))
    figure.supxlabel(
        f"relative error, {top} (upper edge) to {bottom} (lower edge), over 1 to 1000 iterations, "
        f"both logarithmic;\na number: iterations to {target} (the grey line); "
        "in %: not solved, the error that is left",
        fontsize=8,
    )
    return figure


def draw_cell(axes: Axes, run: Run | None) -> None:
    axes.set(xscale="log", yscale="log", xlim=(0.9, 1100), ylim=(LOWEST, HIGHEST))
    axes.tick_params(which="both", length=0, labelbottom=False, labelleft=False)
    axes.grid(False)
    axes.axhline(SOLVED, color="#BBBBBB", linewidth=0.6)
    if run is None:
        return
    rows = run.first_step.query("iteration > 0")
    errors = rows["relative_error"].abs().clip(LOWEST, HIGHEST)
    axes.plot(rows["iteration"], errors, color=drawing.look(run.solver)["color"], linewidth=1.2)
    error = final(run, "relative_error")
    solved = abs(error) < SOLVED
    words = str(first_iteration(run, SOLVED)) if solved else percent(error)
    colour = "white" if solved else UNSOLVED
    axes.set_facecolor(colour)
    box = {"facecolor": colour, "linewidth": 0, "pad": 0.6}
    axes.text(0.06, 0.12, words, transform=axes.transAxes, fontsize=7, bbox=box)


def percent(error: float) -> str:
    """With two digits; in powers of ten where it is many times the minimum. A run that diverged has none."""
    if not math.isfinite(error):
        return "∞"
    value = float(f"{100 * error:.1e}")
    return f"{value:g} %" if abs(value) < 1000 else f"{drawing.scientific(value)} %"
