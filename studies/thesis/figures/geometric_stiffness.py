"""Geometric stiffness in the KKT system: with it (solid) and without it (dashed).

Left: relative error over iterations of one step of a chain, a colour for each h, at the middle stiffness.
Right: total energy (J) over time (s) of a pendulum with one system a step (--pendulum FOLDER, the sweep
geometric_stiffness_pendulum). Errors below 1e-15 lie on the lower edge.
"""

from pathlib import Path

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run, load_runs

ALL_STEPS = True
OPTIONS = {
    "--pendulum": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the pendulum's sweep"}
}
LOOKS = {True: {"linestyle": "-"}, False: {"linestyle": (0, (4, 1.5))}}
LABELS = {True: "with geometric stiffness", False: "without it"}
LEAST = 1e-15
ENERGIES = (-13, 10)  # J


def draw(runs: list[Run], pendulum: Path) -> Figure:
    figure = Figure(figsize=(6.9, 3.6))
    left, right = figure.subplots(1, 2)
    numbers = sorted({stiffness(run) for run in runs})
    chosen = [run for run in runs if stiffness(run) == numbers[len(numbers) // 2]]
    swings = load_runs(pendulum)
    steps = sorted({time_step(run) for run in [*chosen, *swings]})
    colours = dict(zip(steps, drawing.shades(len(steps)), strict=True))
    for run in chosen:
        rows = run.curve
        errors = rows["relative_error"].abs().clip(lower=LEAST)
        left.plot(rows["iteration"], errors, color=colours[time_step(run)], **LOOKS[is_kept(run)])
    left.set(yscale="log", xlabel="iteration", ylabel="relative error (1: the start)", xlim=(0, 40))
    for run in sorted(swings, key=time_step):
        rows = run.ends_of_steps
        times = rows["step"] * time_step(run)
        right.plot(times, rows["total_energy"], color=colours[time_step(run)], **LOOKS[is_kept(run)])
    right.set(xlabel="time in s", ylabel="total energy in J", ylim=ENERGIES, xlim=(0, 20))
    number = drawing.scientific(numbers[len(numbers) // 2])
    left.set_title(f"a step of a chain, k = {number} N/m", fontsize="medium")
    right.set_title("a pendulum, one system a step", fontsize="medium")
    handles = [drawing.key(f"h = {h:g} s", color=colour) for h, colour in colours.items()]
    handles += [drawing.key(LABELS[kept], color="black", **look) for kept, look in LOOKS.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def is_kept(run: Run) -> bool:
    return run.scene["solvers"]["kkt"]["geometric_stiffness"]


def stiffness(run: Run) -> float:
    return run.scene["potentials"][0]["stiffness"]


def time_step(run: Run) -> float:
    return run.scene["step"]["time_step"]
