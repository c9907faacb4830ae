"""XPBD's stiffness over iterations: multipliers kept from iteration to iteration, or dropped, as in engines.

Left: the stiffness that a spring seems to have (N/m, RESULTS is the sweep multipliers_spring), for the larger
time step. Right: the constraint term of a coarse beam that untwists (kJ, --beam, the sweep multipliers_beam).
Crosses: the formula (1 − ρ)m/(ρh²), ρ = (1 − k)^n, of PBD with k = S/(S + α̃).
"""

from pathlib import Path

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run, load_runs
from thesis.claims.measures import effective_stiffness, predicted_stiffness

OPTIONS = {
    "--beam": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep multipliers_beam"}
}
NAMES = {"kept": "multipliers kept", "dropped": "multipliers dropped"}
DROPPED = {"color": drawing.OTHER_COLOURS[0], "linestyle": (0, (5, 2)), "marker": "s"}
FORMULA = {"linestyle": "none", "marker": "x", "color": "black", "markersize": 8, "zorder": 4}

load = load_runs


def draw(runs: list[Run], beam: Path) -> Figure:
    figure = Figure(figsize=(6.9, 3.6))
    spring, term = figure.subplots(1, 2)
    time_step = max(run.scene["step"]["time_step"] for run in runs)
    chosen = [run for run in runs if run.scene["step"]["time_step"] == time_step]
    for rule in NAMES:
        family = sorted((run for run in chosen if multipliers(run) == rule), key=iterations)
        counts = [iterations(run) for run in family]
        spring.plot(counts, [effective_stiffness(run) for run in family], **look(rule))
        if rule == "dropped":
            stiffness = (
                family[0].scene["anchors"]["stiffness"] * time_step**2
            )  # of a mass of 1 kg: k = S/(S + α̃)
            k = stiffness / (1 + stiffness)
            formula = [predicted_stiffness(k, "per_iteration", n, time_step) for n in counts]
            spring.plot(counts, formula, label="formula of PBD", **FORMULA)
    spring.set(
        xscale="log",
        yscale="log",
        xlabel="iterations of the step",
        ylabel="effective stiffness in N/m",
        title=f"a spring, h = {time_step:g} s",
    )
    for run in load_runs(beam):
        style = drawing.look("pbd") | {"label": "PBD"} if run.solver == "pbd" else look(multipliers(run))
        rows = run.first_step[run.first_step["iteration"] > 0]
        term.plot(rows["iteration"], rows["constraint"], markevery=0.2, **style)
    term.set(xscale="log", yscale="log", xlabel="iteration", ylabel="constraint term in J", title="a beam")
    handles = {line.get_label(): line for axes in figure.axes for line in axes.lines}
    figure.legend(handles=handles.values(), loc="outside lower center", ncols=4)
    return figure


def multipliers(run: Run) -> str:
    return run.scene["solvers"]["xpbd"]["multipliers"]


def iterations(run: Run) -> int:
    return run.scene["step"]["iterations"]


def look(rule: str) -> dict:
    return (drawing.look("xpbd") if rule == "kept" else DROPPED) | {"label": NAMES[rule]}
