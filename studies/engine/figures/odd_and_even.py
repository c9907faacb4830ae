"""Two runs whose odd and even iterations differ, each beside a run whose iterations do not.

RESULTS is the folder of the sweep plans/rope_iterations.json, --beam that of twist_neo_hookean.
"""

from pathlib import Path

from matplotlib.figure import Figure

from engine.axes import AXES
from engine.claims.measures import poisson_ratio
from simbench import drawing
from simbench.study import one_sweep

OPTIONS = {
    "--beam": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep twist_neo_hookean"}
}
ITERATIONS = 40
RATIO = 0.499  # ν
FORMS = {"combined": drawing.COMBINED_XPBD, "block": {}}


def load(results: Path) -> Path:
    return results


def draw(results: Path, beam: Path) -> Figure:
    rows, beams = one_sweep(results, AXES), one_sweep(beam, AXES)
    figure = Figure(figsize=(6.9, 3.5))
    left, right = figure.subplots(1, 2)
    for solver in ("jacobi", "gs"):
        (run,) = rows(solver).values()
        shown = run.curve[run.curve["iteration"] <= ITERATIONS]
        left.plot(shown["iteration"], shown["largest_stretch"], markersize=3, **drawing.look(solver))
    for form, look in FORMS.items():
        runs = beams("xpbd", "material", form=form)
        run = next(run for material, run in runs.items() if poisson_ratio(material) == RATIO)
        shown = run.curve[run.curve["iteration"] <= ITERATIONS]
        style = {"markersize": 3, **drawing.look("xpbd"), **look, "label": f"XPBD, {form}"}
        right.plot(shown["iteration"], shown["relative_error"], **style)
    left.set(title="a row of masses", ylabel="largest stretch in m")
    right.set(title=rf"Neo-Hookean beam, $\nu$ = {RATIO:g}", ylabel="relative error", yscale="log")
    for axes in (left, right):
        axes.set_xlabel("iteration")
        axes.margins(x=0.02)
    figure.legend(loc="outside lower center", ncols=4)
    return figure
