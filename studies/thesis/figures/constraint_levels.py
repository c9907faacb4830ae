"""Drift of hard constraints: how far a rod is off its length (m), by the level of the constraint.

Left: over time (s), at the second of the time steps. Right: the largest error over the time step h (s).
"""

from matplotlib.figure import Figure

from simbench.results import Run
from thesis.claims.measures import rod_error

ALL_STEPS = True
LOOKS = {
    "position": {"color": "#0072B2", "marker": "o", "label": "positions"},
    "velocity": {"color": "#009E73", "marker": "s", "label": "velocities"},
    "acceleration": {"color": "#D55E00", "marker": "^", "label": "accelerations"},
}
LEAST = 1e-7  # what is smaller is drawn here


def draw(runs: list[Run]) -> Figure:
    found = {(level(run), time_step(run)): run for run in runs}
    steps = sorted({time_step(run) for run in runs})
    shown = steps[min(1, len(steps) - 1)]
    figure = Figure(figsize=(6.9, 3.4))
    left, right = figure.subplots(1, 2, sharey=True)
    for name, look in LOOKS.items():
        rows = found[name, shown].ends_of_steps
        errors = rod_error(found[name, shown]).clip(lower=LEAST)
        left.plot(rows["step"] * shown, errors, color=look["color"], label=look["label"])
        right.plot(steps, [rod_error(found[name, h]).max() for h in steps], **look)
    left.set(yscale="log", xlabel="time in s", ylabel="error of the length in m", title=f"h = {shown:g} s")
    right.set(xscale="log", xlabel="h in s", title="largest error")
    right.set_xticks(steps, [f"{h:g}" for h in steps])
    right.set_xticks([], minor=True)
    handles, labels = right.get_legend_handles_labels()
    labels = [f"constraints on {label}" for label in labels]
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    return figure


def level(run: Run) -> str:
    return run.scene["solvers"]["kkt"]["level"]


def time_step(run: Run) -> float:
    return run.scene["step"]["time_step"]
