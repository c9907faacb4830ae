"""The gallery's geometries, from the sweeps of scenes/sweeps/geometry_*.json: beams of solvers, over QN's."""

import argparse
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

from simbench.drawing import scientific
from simbench.figure_command import add_output
from simbench.figures import geometry
from simbench.results import SOLVER_LABELS, find_run, load_run
from simbench.shapes import shape

H, K, E = "step.time_step", "material.stiffness", "material.youngs_modulus"
ITERATIONS, DURATION, FORM = "step.iterations", "preparation.duration", "solvers.xpbd.form"
NOTE = "°: twist from end to end"


def setting(sweeps: Path) -> Figure:
    """The beam at rest, the start, and what comes out of the two experiments."""
    sweep = sweeps / "geometry_setting"
    untwisted = find_run(sweeps / "geometry_untwist", solver="qn", **{H: 1e-2, ITERATIONS: 1000})
    before, further = "before the step", f"twisted further, $h$ = {scientific(1e-1)} s"
    panels = {
        **panel("at rest", {before: find_run(sweep, **{DURATION: 1e-9})}),
        **panel("the start", {before: find_run(sweep, **{DURATION: 2.01, ITERATIONS: 0})}),
        **panel(f"untwisted, $h$ = {scientific(1e-2)} s", {"QN": untwisted}),
        **panel(further, {"QN": find_run(sweep, **{ITERATIONS: 1000})}),
    }
    return geometry.draw(panels, columns=2, note=NOTE)


def pbd_against_qn(sweeps: Path) -> Figure:
    """After 1000 iterations at two time steps."""
    panels = {}
    for step in (1e-2, 1e-3):
        title = f"$h$ = {scientific(step)} s"
        runs = find_runs(sweeps / "geometry_time_steps", ["pbd", "qn"], **{H: step, ITERATIONS: 1000})
        panels |= panel(title, runs)
    return geometry.draw(panels, columns=2, note=NOTE)


def over_qn(kind: str, step: float, stiffness: float, sweeps: Path) -> Figure:
    """XPBD, PD, ADMM in rows: after 10 and 1000 iterations, over QN after as many."""
    panels = {}
    for solver in ("xpbd", "pd", "admm"):
        for iterations in (10, 1000):
            where = {H: step, K: stiffness, ITERATIONS: iterations}
            runs = find_runs(sweeps / f"geometry_{kind}", [solver, "qn"], **where)
            panels |= panel(f"{iterations} iterations", runs)
    return geometry.draw(panels, columns=2, note=NOTE)


def neo_hookean(youngs_modulus: float, sweeps: Path) -> Figure:
    """QN, ADMM and the two forms of XPBD in rows: alone, for a collapsed beam would be hidden by another."""
    panels = {}
    for solver, form in (("qn", {}), ("admm", {}), ("xpbd", {FORM: "combined"}), ("xpbd", {FORM: "split"})):
        for iterations in (10, 1000):
            where = {E: youngs_modulus, ITERATIONS: iterations, **form}
            runs = find_runs(sweeps / "geometry_neo_hookean", [solver], **where)
            panels |= panel(", ".join([*runs, *form.values(), f"{iterations} iterations"]), runs)
    return geometry.draw(panels, columns=2, note=NOTE)


def find_runs(sweep: Path, solvers: list[str], **where: object) -> dict[str, Path]:
    return {SOLVER_LABELS[solver]: find_run(sweep, solver=solver, **where) for solver in solvers}


def panel(title: str, runs: dict[str, Path]) -> dict[str, list[geometry.Beam]]:
    """Runs by label, the first in front of those that coincide with it; their states complete the title."""
    states = [f"{label} {state(run)}" if len(runs) > 1 else state(run) for label, run in runs.items()]
    return {f"{title}: {', '.join(states)}": geometry.load_beams(runs)}


def state(run: Path) -> str:
    """The twist at a run's end; where tets are inverted, which can leave no beam to speak of, how many."""
    loaded = load_run(run)
    inverted = loaded.iterations["inverted_tets"].iloc[-1]
    if inverted > 0:
        return f"{inverted:.0f} inverted tets"
    angle = round(shape(loaded).twist, 1) + 0.0  # no “−0.0”
    return f"{angle:.1f}°".replace("-", "−")


FIGURES = {
    "setting": setting,
    "pbd_against_qn": pbd_against_qn,
    "untwist_1e-2_1e8": partial(over_qn, "untwist", 1e-2, 1e8),
    "untwist_1e-1_1e9": partial(over_qn, "untwist", 1e-1, 1e9),
    "twist_1e-1_1e9": partial(over_qn, "twist", 1e-1, 1e9),
    "twist_1e-2_1e8": partial(over_qn, "twist", 1e-2, 1e8),
    "twist_1e-2_1e10": partial(over_qn, "twist", 1e-2, 1e10),
    "twist_1e-2_1e12": partial(over_qn, "twist", 1e-2, 1e12),
    "neo_hookean_1e5": partial(neo_hookean, 1e5),
    "neo_hookean_1e7": partial(neo_hookean, 1e7),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sweeps", type=Path, help="folder that has the sweeps' folders geometry_setting, …")
    parser.add_argument(
        "--only", choices=FIGURES, action="append", help="this figure (repeatable; default: all)"
    )
    add_output(parser)


def run(arguments: argparse.Namespace) -> None:
    for name in arguments.only or FIGURES:
        geometry.save(FIGURES[name](arguments.sweeps), name, arguments.output)
