"""Why split XPBD collapses: how far it moves a beam at rest, and the volume of one that untwists.

RESULTS is the sweep rest, where nothing acts; --untwist FOLDER is the sweep collapse_causes. Distances (m)
are root mean squares over the mass. The constraints of stable Neo-Hookean do not vanish at rest, those of the
other materials do.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from simbench.labels import material_label
from simbench.results import Run, load_runs
from thesis.claims.measures import displacement
from thesis.figures.incompressible import form

OPTIONS = {
    "--untwist": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep collapse_causes"}
}
COLOURS = {
    "stable_neo_hookean": "#D55E00",
    "neo_hookean": "#0072B2",
    "corotated_linear": "#009E73",
    "st_venant_kirchhoff": "#CC79A7",
}
LINE_STYLES = {"split": "-", "combined": (0, (4, 1.5))}
LEAST = 1e-18  # m: what is smaller is drawn here

load = load_runs


def draw(runs: list[Run], untwist: Path) -> Figure:
    figure = Figure(figsize=(6.9, 3.9))
    rest, volume = figure.subplots(1, 2)
    for run in (run for run in runs if run.solver == "xpbd"):
        rows = run.curve[run.curve["iteration"] > 0]
        rest.plot(rows["iteration"], np.maximum(displacement(run)[1:], LEAST), **look(run))
    rest.set(yscale="log", xlabel="sweep", ylabel="distance moved in m", title="at rest")
    for run in load_runs(untwist):
        volume.plot(run.curve["iteration"], 100 * (1 + run.curve["volume_error"]), **look(run))
    volume.set(xlabel="sweep", ylabel="volume in %", title="untwisting")
    figure.legend(handles=rest.lines, loc="outside lower center", ncols=2)
    return figure


def look(run: Run) -> dict:
    model = run.scene["material"]["model"]
    return {
        "color": COLOURS[model],
        "linestyle": LINE_STYLES[form(run)],
        "label": f"{material_label(model)}, {form(run)}",
    }
