"""Contacts that come and go: iterations and factorisations of PD and QN over the stiffness of the floor.

S has the terms of all half spaces (`constant`), of those that push (`refactorise`), or of none (`left_out`).
"""

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run
from thesis.claims.contacts import factorised, floor_of, iterations_of, late_steps, terms_of

ALL_STEPS = True
SOLVERS = ("pd", "qn")
LINE_STYLES = {"constant": "-", "refactorise": (0, (4, 1.5)), "left_out": (0, (1, 1.5))}
WORDS = {"constant": "all half spaces in S", "refactorise": "those that push", "left_out": "none"}


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(6.9, 3.6))
    iterations, factorisations = figure.subplots(1, 2)
    floors = sorted({floor_of(run) for run in runs})
    for solver in SOLVERS:
        for terms, line_style in LINE_STYLES.items():
            own = sorted(
                (run for run in runs if run.solver == solver and terms_of(run) == terms), key=floor_of
            )
            look = drawing.look(solver)
            look |= {"linestyle": line_style, "label": f"{look['label']}, {WORDS[terms]}"}
            stiffness = [floor_of(run) for run in own]
            iterations.plot(stiffness, [iterations_of(run) for run in own], **look)
            factorisations.plot(stiffness, [factorised(run) for run in own], **look)
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
