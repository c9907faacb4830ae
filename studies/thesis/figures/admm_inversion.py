"""ADMM's untwisting beam on its way: the tets that are inverted, solid in the translucent beam.

RESULTS is the folder of the sweep plans/geometry_admm.json.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from simbench import drawing
from simbench.figures import geometry
from simbench.mesh_report import tet_volumes
from simbench.rendering import Beam, beam_of
from simbench.results import Run, load_runs
from simbench.shapes import shape

save = geometry.save


def load(results: Path) -> list[Run]:
    return sorted(load_runs(results, ["solver=admm"]), key=lambda run: run.scene["step"]["iterations"])


def draw(runs: list[Run]) -> Figure:
    panels = {}
    for run in runs:
        beam, of = beam_of(run, opacity=0.3), shape(run)
        inverted = np.flatnonzero(tet_volumes(of.positions, of.tets) < 0)
        solid = [Beam("inverted tets", drawing.OTHER_COLOURS[1], beam.tets.extract_cells(inverted))]
        last = run.iterations.iloc[-1]
        objective = drawing.scientific(float(f"{last['objective']:.2e}"))
        words = f"{len(inverted)} inverted tets, {objective} J"
        panels[f"{last['iteration']:.0f} iterations: {words}"] = [beam, *(solid if len(inverted) else [])]
    return geometry.draw(panels, columns=2, view="front", note=f"ADMM, {drawing.setting(runs)}")
