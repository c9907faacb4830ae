"""The gallery's geometries, from the sweeps of plans/geometry_*.json: beams, and how far off."""

import argparse
from pathlib import Path

from matplotlib.figure import Figure

from simbench import drawing, figure_setting
from simbench.drawing import scientific
from simbench.figure_command import add_output
from simbench.figures import geometry
from simbench.labels import SOLVER_LABELS
from simbench.rendering import DISTANCE_NOTE, OTHER_COLOURS, Beam, beam_of, frame_growth, with_distances
from simbench.results import Run, find_run, load_run
from simbench.shapes import shape

H = "step.time_step"
ITERATIONS, DURATION, FORM = "step.iterations", "preparation.duration", "solvers.xpbd.form"
NOTE = "°: twist from end to end"
START = OTHER_COLOURS[0]  # colour of a beam that no solver has made

Panels = dict[str, list[Beam]]


def setting(sweep: Path, of_untwist: Path) -> Figure:
    """The beam at rest, at the start, and after a step of each of the two experiments."""
    panels = {}
    for title, where in (
        ("at rest", {DURATION: 1e-9}),
        ("the start", {DURATION: 2.01, ITERATIONS: 0}),
    ):
        run = load_run(find_run(sweep, **where))
        panels |= {f"{title}: {state(run)}": [beam_of(run, "before the step", START)]}
    untwisted = load_run(find_run(of_untwist, solver="qn", **{H: 1e-2, ITERATIONS: 1000}))
    further = load_run(find_run(sweep, **{ITERATIONS: 1000}))
    panels |= panel(f"untwisted, $h$ = {scientific(1e-2)} s", untwisted)
    panels |= panel(f"twisted further, $h$ = {scientific(1e-1)} s", further)
    return geometry.draw(panels, columns=2, note=figure_setting.completed(NOTE, [untwisted, further]))


def pbd_against_qn(sweep: Path) -> Figure:
    """After 1000 iterations at two time steps."""
    panels, runs = {}, []
    for step in (1e-2, 1e-3):
        for solver in ("pbd", "qn"):
            where = {H: step, ITERATIONS: 1000}
            run = load_run(find_run(sweep, solver=solver, **where))
            panels |= panel(f"{SOLVER_LABELS[solver]}, $h$ = {scientific(step)} s", run)
            runs.append(run)
    return geometry.draw(panels, columns=2, note=figure_setting.completed(f"{NOTE}; untwist", runs))


def distances(sweep: Path, **where: str) -> Figure:
    """XPBD, PD, ADMM, QN in rows after 10 and 1000 iterations, coloured by distance to Newton's minimum."""
    minimum = load_run(find_run(sweep, solver="newton", **where))
    target = beam_of(minimum)
    panels, runs = {}, []
    for solver in ("xpbd", "pd", "admm", "qn"):
        for iterations in (10, 1000):
            run = load_run(find_run(sweep, solver=solver, **where, **{ITERATIONS: iterations}))
            runs.append(run)
            shown = with_distances(beam_of(run), target)
            title = f"{SOLVER_LABELS[solver]}, {iterations} iterations: {state(run)}"
            panels[f"{title}, {millimetres(1e3 * shown.distances.max())} off"] = [shown]
    note = f"{DISTANCE_NOTE} ({state(minimum)}); {NOTE}\n{drawing.setting([minimum])}"
    return geometry.draw(panels, columns=2, note=figure_setting.completed(note, runs))


def neo_hookean(sweep: Path, **where: str) -> Figure:
    """QN, ADMM and the two forms of XPBD in rows, after 10, 500 and 1000 iterations."""
    panels, runs = {}, []
    for solver, form in (("qn", {}), ("admm", {}), ("xpbd", {FORM: "combined"}), ("xpbd", {FORM: "split"})):
        for iterations in (10, 500, 1000):
            run = load_run(find_run(sweep, solver=solver, **where, **{ITERATIONS: iterations}, **form))
            name = " ".join([*form.values(), SOLVER_LABELS[solver]])
            panels |= panel(f"{name}, {iterations} iterations", run, "\n")
            runs.append(run)
    note = f"{NOTE}; out: of the box that the beam fills at rest\n{drawing.setting([run])}"
    return geometry.draw(panels, columns=3, note=figure_setting.completed(note, runs))


def panel(title: str, run: Run, separator: str = ": ") -> Panels:
    """Draws one beam. The title has its state, and how much the frame had to grow."""
    beams = [beam_of(run)]
    words = state(run)
    if (growth := frame_growth(beams)) > 1:
        words += f"\nreaches {millimetres(1e3 * shape(run).reach)} out"
        words += f", frame × {growth:.1f}" if growth > 1.05 else ""
    return {f"{title}{separator}{words}": beams}


def state(run: Run) -> str:
    """The twist at a run's end, or the number of inverted tets if there are any."""
    inverted = run.iterations["inverted_tets"].iloc[-1]
    if inverted > 0:
        return f"{inverted:.0f} inverted tets"
    return degrees(shape(run).twist)


def degrees(angle: float) -> str:
    return f"{round(angle, 1) + 0.0:.1f}°".replace("-", "−")  # no “−0.0”


def millimetres(value: float) -> str:
    return f"{value:.0f} mm" if value >= 10 else f"{value:.2g} mm" if value >= 0.01 else "< 0.01 mm"


FIGURES = {
    "setting": setting,
    "pbd_against_qn": pbd_against_qn,
    "untwist_1e-2_1e8": distances,
    "untwist_1e-1_1e9": distances,
    "twist_1e-1_1e9": distances,
    "twist_1e-2_1e8": distances,
    "twist_1e-2_1e10": distances,
    "twist_1e-2_1e12": distances,
    "neo_hookean_1e5": neo_hookean,
    "neo_hookean_1e7": neo_hookean,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sweeps", type=Path, nargs="+", help="folders of the sweeps that the figure shows")
    parser.add_argument("--name", choices=FIGURES, required=True, help="which figure")
    parser.add_argument(
        "--filter",
        action="append",
        default=[],
        dest="where",
        metavar="AXIS=VALUE",
        help="the setting of figures that show one: a time step and a stiffness (repeatable)",
    )
    add_output(parser)


def run(arguments: argparse.Namespace) -> None:
    where = dict(choice.split("=", 1) for choice in arguments.where)
    figure = FIGURES[arguments.name](*arguments.sweeps, **where)
    geometry.save(figure, arguments.name, arguments.output)
