"""How far a soft rope hangs down: its largest stretch over the sweeps a frame, of XPBD and PBD.

RESULTS is the folder of the sweep plans/rigid_softness.json. Shown is a rope of ten with one substep;
lines are what theory has sweeps settle at, grey ones the exact stretch, α times the weight.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.claims.measures import settled
from rigid.looks import LOOKS
from rigid.theory.chain import chain_of
from rigid.theory.warm_start import loads, steady_stretch
from simbench import drawing
from simbench.results import Run
from simbench.study import one_sweep

BODIES = 10


def load(results: Path) -> dict[float, dict[int, Run]]:
    """Runs by compliance, then by sweeps. XPBD without compliance is PBD."""
    found: dict[float, dict[int, Run]] = {}
    runs = one_sweep(results, AXES)("xpbd", "compliance", "iterations", bodies=BODIES, substeps=1)
    for (compliance, sweeps), run in runs.items():
        found.setdefault(compliance, {})[int(sweeps)] = run
    return dict(sorted(found.items(), key=lambda item: item[0] or np.inf))  # PBD is drawn last


def draw(runs: dict[float, dict[int, Run]]) -> Figure:
    figure = Figure(figsize=(5.0, 3.9))
    axes = figure.subplots()
    handles = []
    for number, (compliance, of) in enumerate(runs.items()):
        soft = compliance > 0
        colour = LOOKS["xpbd"]["color"] if soft else drawing.look("pbd")["color"]
        marker = "osD^"[number % 4]
        label = f"XPBD, $\\alpha$ = {drawing.scientific(compliance)} m/N" if soft else "PBD"
        axes.plot(
            list(of),
            [settled(run) for run in of.values()],
            marker,
            color=colour,
            markersize=4,
            label=f"_{label}",
        )
        scene = next(iter(of.values())).scene
        chain, step = chain_of(scene), scene["step"]["time_step"]
        if soft:
            axes.axhline(
                chain.compliance * loads(chain, step).max(), color="#999999", linewidth=0.7, label="_exact"
            )
        counts = np.unique(np.logspace(0, 2, 30).astype(int))
        theory = [float(steady_stretch(chain, int(k), step).max()) for k in counts]
        axes.plot(counts, theory, color=colour, linewidth=0.8, label=f"_{label} theory")
        handles.append(drawing.key(label, color=colour, marker=marker))
    axes.set(xscale="log", yscale="log", xlabel="sweeps a frame", ylabel="largest stretch in m")
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure
