"""Momenta and constraint error over the iterations on ten boxes with ball joints.

RESULTS is the folder of the sweep plans/rigid_momentum.json. Shown is the first time step of the
runs with h = 1 s; what is below 1e-18 is drawn there.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.looks import LOOKS
from simbench import drawing
from simbench.results import Run
from simbench.study import one_sweep

COLUMNS = {
    "constraint_error": "error of the joints\nin m",
    "linear_momentum": "linear momentum\nin kg m/s",
    "angular_momentum": "angular momentum\nin kg m²/s",
}
LEAST = 1e-18
AXIS_OF = {"gs": "gs_form", "jacobi": "averaging", "sor": None, "xpbd": None, "avbd": "s"}
LINES = ("-", (0, (4, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)))
SHOWN = {"avbd": (1.0, 10.0, 100.0)}


def load(results: Path) -> dict[tuple[str, object], Run]:
    by = one_sweep(results, AXES)
    found: dict[tuple[str, object], Run] = {}
    for solver, axis in AXIS_OF.items():
        runs = by(solver, *([axis] if axis else []), h=1)
        for value, run in runs.items():
            if solver not in SHOWN or value in SHOWN[solver]:
                found[solver, value if axis else ""] = run
    return found


def draw(runs: dict[tuple[str, object], Run]) -> Figure:
    figure = Figure(figsize=(6.9, 3.9))
    panels = figure.subplots(1, 3, sharex=True)
    handles, of_solver = [], {}
    for (solver, value), run in runs.items():
        line = LINES[of_solver.setdefault(solver, 0) % len(LINES)]
        of_solver[solver] += 1
        words = f"$s$ = {value:g}" if isinstance(value, float) else str(value)
        label = ", ".join(filter(None, [LOOKS[solver]["label"], words]))
        rows = run.first_step
        for axes, column in zip(panels, COLUMNS, strict=True):
            values = np.maximum(rows[column].abs(), LEAST)
            axes.plot(
                rows["iteration"], values, color=LOOKS[solver]["color"], linestyle=line, label=f"_{label}"
            )
        handles.append(drawing.key(label, color=LOOKS[solver]["color"], linestyle=line))
    for axes, label in zip(panels, COLUMNS.values(), strict=True):
        axes.set(xscale="symlog", yscale="log", xlabel="iteration", title=label)
    figure.legend(handles=handles, loc="outside lower center", ncols=4, fontsize="small")
    return figure
