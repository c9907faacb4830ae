"""AVBD's penalty: iterations a factor e over s, with the update of multipliers and (--inner) without.

RESULTS is the folder of the sweep plans/rigid_penalty.json, --inner that of rigid_inner. Markers are
the late rates of runs, lines eigenvalues, dotted (8.32) of the source; stars are the effective mass as
penalty, drawn at s = ½ kg.
"""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.claims.measures import per_ln
from rigid.looks import EIGENVALUES, FORMULA
from rigid.theory import avbd, seed
from rigid.theory.chain import chain, counts_per_ln
from simbench import drawing
from simbench.study import one_sweep

OPTIONS = {"--inner": {"type": Path, "help": "folder of the sweep rigid_inner"}}
BODIES = 10
AUTOMATIC = 0.5  # kg: the effective mass of two bodies of 1 kg


def load(results: Path) -> Path:
    return results


def draw(results: Path, inner: Path | None = None) -> Figure:
    figure = Figure(figsize=(6.9 if inner else 4.4, 4.0))
    panels = figure.subplots(1, 2 if inner else 1, sharey=True, squeeze=False)[0]
    runs = one_sweep(results, AXES)("avbd", "R", "s", bodies=BODIES)
    counts: dict[float, dict] = {}
    for (ratio, s), run in runs.items():
        counts.setdefault(ratio, {})[s] = per_ln(run)
    colours = dict(zip(counts, drawing.shades(len(counts)), strict=True))
    for ratio, of in counts.items():
        draw_counts(panels[0], of, ratio, colours[ratio], lambda r, s: avbd.dual_radius(chain(BODIES, r), s))
        if "effective_mass" in of:
            panels[0].plot(
                [AUTOMATIC],
                [of["effective_mass"]],
                "*",
                color=colours[ratio],
                markersize=9,
                label="_automatic",
            )
    panels[0].set(title="with the update of multipliers", ylabel="iterations a factor e")
    if inner:
        found: dict[float, dict] = {}
        sweeps = one_sweep(inner, AXES)("vbd", "R", "compliance", bodies=BODIES)
        for (ratio, compliance), run in sweeps.items():
            if ratio in colours:
                found.setdefault(ratio, {})[1 / compliance] = per_ln(run)
        for ratio, of in found.items():
            draw_counts(
                panels[1], of, ratio, colours[ratio], lambda r, s: avbd.inner_radius(chain(BODIES, r), s)
            )
        where = np.logspace(-2, 4, 60)
        said = [counts_per_ln(seed.eq_8_32(BODIES, s)) for s in where]
        panels[1].plot(where, said, color="#555555", label="_formula", **FORMULA)
        panels[1].set_title("a sweep over bodies alone")
    for axes in panels:
        axes.set(xscale="log", yscale="log", xlabel="$s$ in kg")
    handles = [drawing.key(f"$R$ = {ratio:g}", color=colour, marker="o") for ratio, colour in colours.items()]
    handles.append(drawing.key("effective mass", marker="*", linestyle="none"))
    handles += [drawing.key("(8.32)", **FORMULA)] if inner else []
    figure.legend(handles=handles, loc="outside lower center", ncols=5)
    return figure


def draw_counts(axes: Axes, counts: dict, ratio: float, colour, radius) -> None:
    numbers = {s: count for s, count in counts.items() if not isinstance(s, str)}
    finite = {s: count for s, count in numbers.items() if 0 < count < np.inf}
    axes.plot(
        list(finite), list(finite.values()), "o", color=colour, markersize=4, label=f"_R = {ratio:g} runs"
    )
    where = np.logspace(*np.log10([min(numbers), max(numbers)]), 80)
    exact = [counts_per_ln(radius(ratio, float(s))) for s in where]
    axes.plot(where, exact, color=colour, label=f"_R = {ratio:g} eigenvalues", **EIGENVALUES)
