"""Vertex Block Descent, Newton's methods and L-BFGS on a stretched beam: relative errors over milliseconds.

RESULTS is the folder of the sweep plans/timed_stretched.json. The set-up is left out, and an iteration takes
the median time of the run.
"""

from pathlib import Path

from matplotlib.figure import Figure

from field.axes import AXES
from field.claims.timed import CODES_RHO, by_problem, rho_of, seconds_of_iteration, words
from simbench import drawing
from simbench.study import one_sweep

LINES = ("vbd", "newton", "newton_cg", "qn")
SHOWN = {"newton": "{}", "newton_cg": '{"metric":"blocks"}', "qn": "{}"}  # settings
LARGE = "[32,8,8]"  # cells


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    runs = {solver: by_problem(by, solver) for solver in LINES}
    figure = Figure(figsize=(6.9, 5.4))
    problems = [problem for problem in runs["vbd"] if problem[1] == LARGE]
    panels = figure.subplots(2, len(problems) // 2, sharey=True)
    for axes, problem in zip(panels.flat, problems, strict=True):
        for solver, of_solver in runs.items():
            for setting, run in of_solver[problem].items():
                look = drawing.look(solver) | {"markersize": 4}
                if solver == "vbd" and rho_of(setting) == CODES_RHO:
                    look |= {"linestyle": (0, (4, 1.5)), "label": f"{look['label']}, ρ = {CODES_RHO:g}"}
                elif not is_shown(solver, setting):
                    continue
                rows = run.curve[run.curve["iteration"] > 0]
                rows = rows.assign(milliseconds=1000 * seconds_of_iteration(run) * rows["iteration"])
                drawing.draw_run(axes, rows, "milliseconds", "relative_error", look)
        axes.set(xscale="log", yscale="log", xlabel="ms")
        axes.set_title(words(problem), fontsize="medium")
    for row in panels:
        row[0].set_ylabel("relative error")
    figure.legend(handles=panels.flat[0].lines, loc="outside lower center", ncols=5)
    return figure


def is_shown(solver: str, setting: str) -> bool:
    return rho_of(setting) == 0 if solver == "vbd" else setting == SHOWN[solver]
