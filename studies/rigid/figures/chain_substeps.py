"""Substeps or iterations, 32 sweeps a frame: stretch of a hanging rope, energy and stretch of a swinging one.

RESULTS is the folder of the sweep plans/rigid_substeps.json, --swing that of rigid_substeps_swing.
Solid is a tip of 1 kg, dashed one of 100 kg; AVBD has the effective mass as penalty.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.claims.measures import settled
from rigid.claims.peers import energy_drift
from rigid.looks import legend_keys, style
from simbench import drawing
from simbench.study import one_sweep

OPTIONS = {"--swing": {"type": Path, "help": "folder of the sweep rigid_substeps_swing"}}
SOLVERS = ("gs", "xpbd", "avbd")
TIPS = {1: "-", 100: (0, (4, 1.5))}


def load(results: Path) -> Path:
    return results


def draw(results: Path, swing: Path | None = None) -> Figure:
    cases = [(results, settled, "hanging: stretch in m")]
    if swing:
        cases += [
            (swing, energy_drift, "swinging: change of energy"),
            (swing, settled, "swinging: stretch in m"),
        ]
    figure = Figure(figsize=(1 + 2.2 * len(cases), 3.6))
    panels = figure.subplots(1, len(cases), squeeze=False)[0]
    for axes, (folder, measure, title) in zip(panels, cases, strict=True):
        by = one_sweep(folder, AXES)
        for solver in SOLVERS:
            for tip, line in TIPS.items():
                chosen = {"s": "effective_mass"} if solver == "avbd" else {}
                runs = by(solver, "substeps", tip=tip, **chosen)
                values = {n: measure(run) for n, run in runs.items()}
                shown = [value if 0 < value < np.inf else np.nan for value in values.values()]
                look = style(solver) | {"label": f"_{solver}, {tip} kg", "linestyle": line}
                axes.plot(list(values), shown, **look, markersize=4, linewidth=0.9)
        axes.set(xscale="log", yscale="log", xlabel="substeps a frame", title=title)
    keys = legend_keys(SOLVERS, {})
    keys += [drawing.key(f"tip of {tip} kg", linestyle=line) for tip, line in TIPS.items()]
    figure.legend(handles=keys, loc="outside lower center", ncols=5)
    return figure
