"""Contacts that come and go: iterations and factorisations of PD and QN over the stiffness of the floor.

S has the terms of all half spaces (`constant`), of those that push (`refactorise`), or of none (`left_out`).
"""

from matplotlib.figure import Figure

from simbench.results import Run
from thesis.claims.contacts import factorised, floor_of, iterations_of, late_steps, terms_of

ALL_STEPS = True
COLOURS = {"constant": "#0072B2", "refactorise": "#D55E00", "left_out": "#009E73"}
WORDS = {"constant": "all half spaces in S", "refactorise": "those that push", "left_out": "none"}
LOOKS = {"pd": {"marker": "o", "linestyle": "-"}, "qn": {"marker": "s", "linestyle": "--"}}


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(6.9, 3.6))
    iterations, factorisations = figure.subplots(1, 2)
    floors = sorted({floor_of(run) for run in runs})
    for solver, look in LOOKS.items():
        for terms, colour in COLOURS.items():
            own = sorted(
                (run for run in runs if run.solver == solver and terms_of(run) == terms), key=floor_of
            )
            label = f"{solver.upper()}, {WORDS[terms]}"
            stiffness = [floor_of(run) for run in own]
            iterations.plot(
                stiffness,
                [iterations_of(run) for run in own],
                color=colour,
                label=label,
                markersize=4,
                **look,
            )
            factorisations.plot(
                stiffness, [factorised(run) for run in own], color=colour, markersize=4, **look
            )
            late = [run for run in own if late_steps(run) > 0]
            iterations.plot(
                [floor_of(run) for run in late],
                [iterations_of(run) for run in late],
                linestyle="",
                marker="x",
                markersize=9,
                color="black",
            )
    for axes in (iterations, factorisations):
        axes.set(xscale="log", yscale="log", xlabel="stiffness of the floor in N/m", xticks=floors)
    iterations.set(title="iterations of all steps")
    factorisations.set(title="factorisations of all steps")
    handles, labels = iterations.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    return figure
