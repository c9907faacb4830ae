"""Looks of solvers and runs in figures and pages. Needs no matplotlib, which a report would wait for."""

from collections.abc import Iterable

import numpy as np

from simbench.colours import rgb
from simbench.labels import LOOKS, solver_label
from simbench.results import Run, precisions

# XPBD's combined form, one constraint for the Neo-Hookean energy. The split form has XPBD's own look.
COMBINED_XPBD = {"color": "#81AFFF", "marker": "p", "linestyle": (0, (2, 1, 6, 1))}
# For solvers that are not in LOOKS; in turns, so that some thirty differ in colour, marker or line style.
OTHER_COLOURS = ("#00838F", "#A50F63", "#4B5FA6", "#A0A000", "#999999")
OTHER_MARKERS = "X*<>dp"
OTHER_LINE_STYLES = ("-", (0, (5, 2)), (0, (1, 1)))
MARKERS = "oDs^vP*hX"  # for several runs of one solver
SHADE = 0.2  # how far the shades of a colour go towards black and white; with more they would look alike
LIGHTER = {"alpha": 0.45, "linewidth": 0.9}  # for double precision beside single


def solver_looks(solvers: Iterable[str]) -> dict[str, dict]:
    """A style with a label for each solver, in their order: from LOOKS, or an unused one."""
    names = list(dict.fromkeys(solvers))
    others = sorted(name for name in names if name not in LOOKS)
    automatic = {
        name: {
            "color": OTHER_COLOURS[i % len(OTHER_COLOURS)],
            "marker": OTHER_MARKERS[i % len(OTHER_MARKERS)],
            "linestyle": OTHER_LINE_STYLES[i % len(OTHER_LINE_STYLES)],
        }
        for i, name in enumerate(others)
    }
    return {name: {"label": solver_label(name), **(LOOKS | automatic)[name]} for name in names}


def look(solver: str) -> dict:
    return solver_looks([solver])[solver]


def shaded(colour: str, place: int, count: int) -> tuple:
    """One of `count` shades of a colour, from dark to light."""
    shade = np.linspace(-SHADE, SHADE, count)[place] if count > 1 else 0
    return tuple((np.array(rgb(colour)) * (1 - abs(shade)) + max(shade, 0)).tolist())


def looks(runs: list[Run]) -> list[dict]:
    """A style for each run: its solver's; several runs of a solver differ in shade, marker and name.

    A run is named after its folder if that says more than the solver, and in a sweep after those of its
    solver's settings in which the runs differ. If single and double precision are together, runs in double
    are lighter, and only runs in single have names.
    """
    of_solver = solver_looks(run.solver for run in runs)
    both = precisions(runs) == {"single", "double"}
    styles = []
    for run in runs:
        alike = [other for other in runs if _method(other) == _method(run)]
        family = [other for other in alike if precisions([other]) == precisions([run])]
        form = _form(run)
        style = of_solver[run.solver] | (COMBINED_XPBD if form == "combined" else {})
        if len(family) > 1:
            place = family.index(run)
            colour = shaded(style["color"], place, len(family))
            style = style | {"color": colour, "marker": MARKERS[place % len(MARKERS)]}
        namesakes = [other for other in family if other.label == run.label]
        differences = _differences(run, namesakes) if len(namesakes) > 1 else []
        name = run.label.replace("$", r"\$")  # otherwise matplotlib reads it as a formula
        label = ", ".join([f"{form} {name}" if form and name == solver_label("xpbd") else name, *differences])
        if both and precisions([run]) == {"double"}:
            style = style | LIGHTER
            label = f"_{label} in double" if len(alike) > len(family) else label
        styles.append(style | {"label": run.marked(label)})
    return styles


def _form(run: Run) -> str | None:
    """XPBD's form, split or combined, in a Neo-Hookean material; only there these are different methods."""
    law = (run.scene.get("material") or {}).get("model", "")
    return run.scene["solvers"].get("xpbd", {}).get("form") if law.endswith("neo_hookean") else None


def _method(run: Run) -> tuple[str, str | None]:
    return run.solver, _form(run)


def _differences(run: Run, family: list[Run]) -> list[str]:
    settings = [
        {**other.scene["solvers"].get(run.solver, {}), **other.manifest["options"]} for other in family
    ]
    own = settings[family.index(run)]
    return [
        f"$c$ = {own[key]:g}"
        if key == "weight_factor"
        else f"$w$ = {own[key]}"
        if key == "weight"
        else str(own[key])
        for key in own
        if any(other.get(key) != own[key] for other in settings)
    ]
