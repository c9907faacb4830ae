"""XPBD's damping: total energy at the end of each time step over that at the start, over time (s).

Solid: time steps h = H, H/2, … without XPBD's own damping. Dashed: the smallest of these steps h, with the
damping τ for which h + τ is H, H/2, …. Left: a particle on a spring (RESULTS is the sweep
numerical_damping_oscillator, --added-oscillator the sweep added_damping_oscillator). Right: a beam that
untwists (--beam and --added-beam, the sweeps numerical_damping_beam and added_damping_beam).
"""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.figures.energy_over_time import energies
from simbench.motion import seconds_of_step
from simbench.results import Run, load_runs

ALL_STEPS = True
OPTIONS = {
    f"--{name}": {"type": Path, "required": True, "metavar": "FOLDER", "help": f"the sweep {sweep}"}
    for name, sweep in (
        ("added-oscillator", "added_damping_oscillator"),
        ("beam", "numerical_damping_beam"),
        ("added-beam", "added_damping_beam"),
    )
}
DASHED = (0, (4, 3))


def draw(runs: list[Run], added_oscillator: Path, beam: Path, added_beam: Path) -> Figure:
    figure = Figure(figsize=(6.9, 3.6))
    panels = {
        "particle on a spring": (runs, added_oscillator),
        "untwisting beam": (load_runs(beam), added_beam),
    }
    for (title, (numerical, added)), axes in zip(panels.items(), figure.subplots(1, 2), strict=True):
        draw_panel(axes, title, numerical, load_runs(added))
    handles = [line for line in figure.axes[0].lines if not line.get_label().startswith("_")]
    dashed = drawing.key("the smallest h, with τ that makes h + τ the same", color="black", linestyle=DASHED)
    figure.legend(handles=[*handles, dashed], loc="outside lower center", ncols=3)
    return figure


def draw_panel(axes: Axes, title: str, numerical: list[Run], added: list[Run]) -> None:
    numerical = sorted(numerical, key=seconds_of_step, reverse=True)
    added = sorted(added, key=own_damping, reverse=True)
    largest = seconds_of_step(numerical[0])
    for run, damped, colour in zip(numerical, added, drawing.shades(len(numerical)), strict=True):
        divisor = round(largest / seconds_of_step(run))
        label = f"h = H/{divisor}" if divisor > 1 else "h = H"
        plot(axes, run, color=colour, label=label)
        if own_damping(damped) > 0:
            plot(axes, damped, color=colour, label="_damped", linestyle=DASHED)
    axes.set(
        yscale="log",
        title=f"{title}\nH = {largest:g} s",
        xlabel="time in s",
        ylabel="energy over that at the start",
    )


def plot(axes: Axes, run: Run, **style) -> None:
    rows = energies(run)
    axes.plot(rows["time"], rows["total_energy"] / run.iterations["total_energy"].iloc[0], **style)


def own_damping(run: Run) -> float:
    return run.scene["solvers"]["xpbd"]["damping"]
