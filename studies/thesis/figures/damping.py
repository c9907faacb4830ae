"""Implicit Euler's damping: total energy at the end of each time step over time (s), a line for each h.

Panels: a particle on a spring (RESULTS is the sweep damping_oscillator), a pendulum (--pendulum, the sweep
damping_pendulum) and a beam that untwists (--beam, the sweep damping_beam). Titles name the largest time step
H of each panel. Dashed: the closed form of the particle on a spring.
"""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.figures.energy_over_time import CLOSED_FORM, closed_form, energies
from simbench.motion import seconds_of_step
from simbench.results import Run, load_runs

ALL_STEPS = True
OPTIONS = {
    "--pendulum": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the pendulum's sweep"},
    "--beam": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the beam's sweep"},
}


def draw(runs: list[Run], pendulum: Path, beam: Path) -> Figure:
    figure = Figure(figsize=(6.9, 3.4))
    panels = {
        "particle on a spring": runs,
        "pendulum": load_runs(pendulum),
        "untwisting beam": load_runs(beam),
    }
    for (title, of_panel), axes in zip(panels.items(), figure.subplots(1, len(panels)), strict=True):
        draw_panel(axes, title, sorted(of_panel, key=seconds_of_step, reverse=True))
    handles = [line for line in figure.axes[0].lines if not line.get_label().startswith("_")]
    figure.legend(
        handles=[*handles, drawing.key("closed form", **CLOSED_FORM)], loc="outside lower center", ncols=6
    )
    return figure


def draw_panel(axes: Axes, title: str, runs: list[Run]) -> None:
    largest = seconds_of_step(runs[0])
    unit, joules = ("kJ", 1000) if energies(runs[0])["total_energy"].max() > 1e4 else ("J", 1)
    for run, colour in zip(runs, drawing.shades(len(runs)), strict=True):
        rows = energies(run)
        divisor = round(largest / seconds_of_step(run))
        label = f"h = H/{divisor}" if divisor > 1 else "h = H"
        axes.plot(rows["time"], rows["total_energy"] / joules, color=colour, label=label)
        exact = closed_form(run, rows["step"].to_numpy())
        if exact is not None:
            axes.plot(rows["time"], exact / joules, label="_exact", **CLOSED_FORM)
    axes.set(title=f"{title}\nH = {largest:g} s", xlabel="time in s", ylabel=f"total energy in {unit}")
