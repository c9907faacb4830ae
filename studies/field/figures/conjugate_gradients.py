"""Nonlinear conjugate gradients and Newton's method with inner ones: relative errors over the work.

RESULTS is the folder of the sweep plans/gradients_untwist.json. Solid lines have the blocks of the diagonal
as preconditioner, dashed ones S.
"""

import json
from pathlib import Path

from matplotlib.figure import Figure

from field.axes import AXES
from field.claims.conjugate_gradients import COUNTED
from field.claims.measures import by_setting
from simbench import drawing
from simbench.study import one_sweep

LINES = {'{"metric":"blocks"}': ("-", "blocks"), '{"metric":"stiffness"}': ((0, (4, 1.5)), "S")}


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    runs = {solver: by_setting(by, solver, "material") for solver in ("ncg", "newton_cg")}
    figure = Figure(figsize=(6.9, 3.4))
    materials = list(runs["ncg"])
    panels = figure.subplots(1, len(materials), sharey=True)
    for axes, material in zip(panels, materials, strict=True):
        for solver, found in runs.items():
            for setting, (line, name) in LINES.items():
                rows = found[material][setting].curve
                work = rows[COUNTED].sum(axis="columns")
                look = drawing.look(solver) | {"linestyle": line, "markersize": 4}
                look["label"] = f"{look['label']}, {name}"
                drawing.draw_run(axes, rows.assign(work=work - work.iloc[0]), "work", "relative_error", look)
        axes.set(title=title(material), xlabel="passes, products and solves", yscale="log")
    panels[0].set_ylabel("relative error")
    figure.legend(handles=panels[0].lines, loc="outside lower center", ncols=2, handlelength=4)
    return figure


def title(material: str) -> str:
    said = json.loads(material)
    return f"Neo-Hookean, ν = {said['poisson_ratio']:g}" if "poisson_ratio" in said else "strain"
