"""Where symplectic Euler becomes unstable: growth of kinetic energy over k h² (Pa s²) on the thesis's beam.

RESULTS is the sweep symplectic_limit_rest, --twisted FOLDER the sweep symplectic_limit_twisted. Growth is the
largest kinetic energy of all steps over that of the first 20. The right panel (--one-step FOLDER, the sweep
one_step) has one step from rest: the relative error of what each formula gives. Above the grey line on
the left a run is unstable; the one on the right, 1, is the start.
"""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench.figures.energy_over_time import integrator, look, place
from simbench.results import Run, load_runs
from thesis.claims.measures import growth, stiffness_number

OPTIONS = {
    "--twisted": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the twisted start's sweep"},
    "--one-step": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep one_step"},
}
FIRST_STEPS = 20
UNSTABLE = 1e3  # a run with a larger growth is unstable; stable runs stay below 30
LARGEST = 1e12  # growths beyond are drawn here
LEAST_ERROR = 1e-12  # below, relative errors are those of the arithmetic

load = load_runs


def draw(runs: list[Run], twisted: Path, one_step: Path) -> Figure:
    figure = Figure(figsize=(6.3, 3.4))
    growths, errors = figure.subplots(1, 2)
    draw_growth(growths, runs, {"label": "at rest", "color": "#0072B2", "marker": "o"})
    draw_growth(growths, load_runs(twisted), {"label": "twisted", "color": "#D55E00", "marker": "s"})
    growths.axhline(UNSTABLE, color="#555555", linewidth=0.8)
    growths.set(yscale="log", ylabel="growth of kinetic energy")
    growths.set_xlabel("$k\\,h^2$ in Pa s²")
    growths.set_title("symplectic Euler, 200 steps")
    growths.legend(loc="upper left")
    draw_errors(errors, load_runs(one_step))
    return figure


def draw_growth(axes: Axes, runs: list[Run], look: dict) -> None:
    ordered = sorted(runs, key=stiffness_number)
    values = [min(growth(run, "kinetic_energy", FIRST_STEPS), LARGEST) for run in ordered]
    axes.plot([stiffness_number(run) for run in ordered], values, **look)


def draw_errors(axes: Axes, runs: list[Run]) -> None:
    for name in dict.fromkeys(integrator(run) for run in sorted(runs, key=place)):
        chosen = sorted((run for run in runs if integrator(run) == name), key=stiffness_number)
        values = [max(run.curve["relative_error"].iloc[-1], LEAST_ERROR) for run in chosen]
        axes.plot([stiffness_number(run) for run in chosen], values, **look(name))
    axes.axhline(1, color="#555555", linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel="$k\\,h^2$ in Pa s²", ylabel="relative error (1: the start)")
    axes.set_title("one step from rest")
    axes.legend(loc="upper left")
