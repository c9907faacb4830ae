"""QN with S factorised once, and with conjugate gradients of several tolerances.

Left: relative error over QN's iterations on the largest beam. Right: seconds to the error at which the runs
end, set-up included, over the number of tets.
"""

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(6.9, 3.4))
    errors, times = figure.subplots(1, 2)
    names = list(dict.fromkeys(name_of(run) for run in runs))
    largest = max(run.manifest["tets"] for run in runs)
    for name, colour, marker in zip(names, drawing.shades(len(names)), drawing.MARKERS, strict=False):
        own = sorted((run for run in runs if name_of(run) == name), key=lambda run: run.manifest["tets"])
        look = {"color": colour, "marker": marker, "markersize": 4, "label": name}
        rows = own[-1].first_step
        if own[-1].manifest["tets"] == largest:
            errors.plot(rows["iteration"], rows["relative_error"], **look | {"markevery": 4})
        times.plot([run.manifest["tets"] for run in own], [seconds_of(run) for run in own], **look)
    errors.set(title=f"{largest} tets", xlabel="iteration of QN", ylabel="relative error", yscale="log")
    times.set(
        title="until the runs end", xlabel="tets", ylabel="seconds, with set-up", xscale="log", yscale="log"
    )
    figure.legend(handles=list(times.lines), loc="outside lower center", ncols=2)
    return figure


def name_of(run: Run) -> str:
    settings = run.scene["solvers"]["qn"]
    if settings["linear_solver"] != "conjugate_gradients":
        return "factorised once per step"
    by = "no preconditioner" if settings["preconditioner"] == "none" else "diagonal"
    return f"conjugate gradients to {drawing.scientific(settings['linear_tolerance'])}, {by}"


def seconds_of(run: Run) -> float:
    """Of the set-up and of all iterations."""
    return run.environment["setup_seconds"] + float(run.first_step["elapsed_seconds"].iloc[-1])
