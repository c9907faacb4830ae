"""XPBD's sag over that of exact steps: over the iterations of a step, and over the time step.

RESULTS is the folder of the sweep plans/compliance_sag.json. A body as stiff as its material is at 1.
"""

from pathlib import Path

from matplotlib.figure import Figure

from field.axes import AXES
from field.claims.compliance import PBDS_STIFFNESS, over_iterations_of, over_steps_of, stiffnesses
from simbench import drawing
from simbench.study import one_sweep


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    figure = Figure(figsize=(6.9, 3.4))
    panels = figure.subplots(1, 2, sharey=True)
    known = stiffnesses(by)
    for axes, ratios in zip(panels, (over_iterations_of, over_steps_of), strict=True):
        for place, k in enumerate(known):
            found = ratios(by, k, False)
            look = drawing.look("xpbd") | {
                "color": drawing.shaded(drawing.look("xpbd")["color"], place, len(known)),
                "marker": drawing.MARKERS[place],
                "label": f"XPBD, $k$ = {drawing.scientific(k)} Pa",
            }
            axes.plot(list(found), list(found.values()), **look, markersize=4)
        found = ratios(by, PBDS_STIFFNESS, True, "pbd")
        look = drawing.look("pbd") | {"label": "PBD with its stiffness 0.1"}
        axes.plot(list(found), list(found.values()), **look, markersize=4)
        axes.axhline(1, color="0.6", linewidth=0.8, linestyle=":")
        axes.set(xscale="log", yscale="log")
    panels[0].set(xlabel="iterations, in steps of 1/60 s", ylabel="sag over that of exact steps")
    panels[1].set(xlabel="time step in s, with 20 iterations")
    figure.legend(handles=panels[0].lines[: len(known) + 1], loc="outside lower center", ncols=3)
    return figure
