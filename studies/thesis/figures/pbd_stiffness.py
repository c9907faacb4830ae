"""PBD's stiffness over the iterations of a step: of a spring that bears a mass (N/m), and of a beam (J).

RESULTS is the sweep pbd_stiffness, --beam FOLDER the sweep pbd_stiffness_beam. k is applied in each
iteration, or is that of the whole step (dotted). Crosses are the formula (1 − ρ)m/(ρh²), ρ = (1 − k)^n or
1 − k.
"""

from collections.abc import Callable
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run, load_runs
from thesis.claims.measures import effective_stiffness, final_energy, predicted_stiffness

OPTIONS = {
    "--beam": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep pbd_stiffness_beam"}
}
COLOURS = dict(zip((0.1, 0.3, 0.9), drawing.shades(3), strict=True))  # of k
LINE_STYLES = {"per_iteration": "-", "per_step": (0, (1, 1))}
FORMULA = {"linestyle": "none", "marker": "x", "markersize": 7}
TIME_STEP = 0.1  # s: the other time step only changes a factor
LARGEST, LEAST = 1e9, 1.0  # N/m, J: what is beyond is not shown

load = load_runs


def draw(runs: list[Run], beam: Path) -> Figure:
    figure = Figure(figsize=(6.9, 3.9))
    spring, energy = figure.subplots(1, 2)
    chosen = [run for run in runs if run.scene["step"]["time_step"] == TIME_STEP]
    draw_families(spring, chosen, effective_stiffness)
    for run in (run for run in chosen if run.solver == "pbd"):
        settings = run.scene["solvers"]["pbd"]
        value = predicted_stiffness(
            settings["stiffness"], settings["stiffness_rule"], iterations(run), TIME_STEP
        )
        spring.plot(
            [iterations(run)], [value], color=COLOURS[settings["stiffness"]], label="_formula", **FORMULA
        )
    spring.set(ylabel="effective stiffness in N/m", title="a spring")
    draw_families(energy, load_runs(beam), final_energy)
    energy.set(ylabel="constraint term in J", title="a beam")
    for axes in (spring, energy):
        axes.set(xscale="log", yscale="log", xlabel="iterations of the step")
    spring.set_ylim(top=LARGEST)
    energy.set_ylim(bottom=LEAST)
    handles = [drawing.key(f"PBD, $k$ = {k:g}", color=colour) for k, colour in COLOURS.items()]
    handles += [
        drawing.key("$k$ of each iteration", linestyle=LINE_STYLES["per_iteration"]),
        drawing.key("$k$ of the step", linestyle=LINE_STYLES["per_step"]),
        drawing.key("formula", **FORMULA),
        drawing.key("XPBD", color=drawing.look("xpbd")["color"]),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4)
    return figure


def iterations(run: Run) -> int:
    return run.scene["step"]["iterations"]


def draw_families(axes: Axes, runs: list[Run], value: Callable[[Run], float]) -> None:
    families: dict[tuple, list[Run]] = {}
    for run in sorted(runs, key=iterations):
        settings = run.scene["solvers"][run.solver]
        families.setdefault((settings.get("stiffness"), settings.get("stiffness_rule")), []).append(run)
    for (k, rule), family in families.items():
        style = (
            {"color": drawing.look("xpbd")["color"], "label": "_xpbd"}
            if k is None
            else {"color": COLOURS[k], "linestyle": LINE_STYLES[rule], "label": f"_{k:g} {rule}"}
        )
        axes.plot([iterations(run) for run in family], [value(run) for run in family], **style)
