"""Primal and dual solvers on a uniform beam that sags, and on beams with softer or heavier slices.

RESULTS is the folder of the sweep plans/ratios_sag.json. The line of XPBD is the residual of its equations
over that of the start, the other ones are relative errors.
"""

from pathlib import Path

from matplotlib.figure import Figure

from field.axes import AXES
from field.claims.global_systems import residuals
from field.claims.ratios import DUAL, KINDS, kind_of
from simbench import drawing
from simbench.study import one_sweep

SOLVERS = ("nesterov", "vbd", "pd", "xpbd")


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    figure = Figure(figsize=(6.9, 3.4))
    panels = dict(zip(KINDS, figure.subplots(1, len(KINDS), sharex=True, sharey=True), strict=True))
    for solver in SOLVERS:
        axes_of_runs = ["regions"] if solver == "pd" else ["regions", f"solvers.{solver}"]
        drawn = set()
        for run in by(solver, *axes_of_runs).values():
            kind = kind_of(run)
            if kind in drawn or kind not in panels:  # the default comes first
                continue
            drawn.add(kind)
            errors = residuals(run) if solver == DUAL else run.curve["relative_error"]
            rows = run.curve.assign(error=errors).query("iteration > 0")
            look = drawing.look(solver) | {"markersize": 4}
            drawing.draw_run(panels[kind], rows, "iteration", "error", look)
    for kind, axes in panels.items():
        axes.set(title=kind, xlabel="iteration", xscale="log", yscale="log", ylim=(1e-7, 10))
    panels[KINDS[0]].set_ylabel("relative error, or share of the residual")
    figure.legend(handles=panels[KINDS[0]].lines, loc="outside lower center", ncols=4)
    return figure
