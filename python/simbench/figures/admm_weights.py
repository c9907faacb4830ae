"""Objective (J) of ADMM over 300 iterations, a curve for each weight factor c in w = c √(k V).

RESULTS has a sub-folder for each c, named `c0.1`, `c0.2`, …, that holds the run `admm`; or it is a sweep over
`solvers.admm.weight_factor`, of which the runs in the thesis's setting are drawn.
"""

from pathlib import Path

from matplotlib.figure import Figure

from simbench import drawing
from simbench.errors import ResultsError
from simbench.figure_command import STEP
from simbench.results import Run, load_run, load_runs
from simbench.thesis_curves import is_thesis_setting, load_reference

OPTIONS = {"--step": STEP}


def load(results: Path) -> dict[float, Run]:
    if (results / "summary.csv").is_file():
        runs = filter(is_thesis_setting, load_runs(results, ["solver=admm"]))
        return {run.scene["solvers"]["admm"]["weight_factor"]: run for run in runs}
    folders = {float(folder.name[1:]): folder for folder in results.glob("c[0-9]*")}
    if not folders:
        raise ResultsError(f"no folders c0.1, c0.2, … in {results}")
    return {factor: load_run(folders[factor] / "admm") for factor in sorted(folders)}


def draw(runs: dict[float, Run], step: int = 1) -> Figure:
    runs = {factor: run.at_step(step) for factor, run in runs.items()}
    figure = Figure()
    axes = figure.subplots()
    thesis = drawing.thesis_style(list(runs.values()), drawing.SAMPLES)
    samples = load_reference("strain_admm_weights_1e-2")
    samples["factor"] = samples["series"].str.extract(r"w=([0-9.]+)", expand=False).astype(float)
    for (factor, run), shade in zip(runs.items(), drawing.shades(len(runs)), strict=True):
        style = {"color": shade, "label": f"c = {factor:g}", "marker": "o", "markersize": 3}
        drawing.draw_run(axes, run.curve.query("iteration <= 300"), "iteration", "objective", style)
        if thesis:
            rows = samples[samples["factor"] == factor]
            style = {"color": shade, "label": f"_thesis {factor:g}", **drawing.SAMPLES}
            axes.plot(rows["iteration"], rows["value"], **style)

    axes.set(xlabel="iteration", ylabel="objective in J")
    drawing.log_scale(axes.yaxis)
    axes.set_title(f"ADMM, {drawing.setting(list(runs.values()))}")
    drawing.draw_legend(axes, thesis)
    return figure
