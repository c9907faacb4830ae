"""Runs solvers on a scene from Python. Folders and files are those of the program."""

import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING

import simbench.loaders  # noqa: F401 (for "my_solver.py" as the name of a solver)
from simbench.core import core
from simbench.errors import SimbenchError
from simbench.json_text import json_text
from simbench.run_files import TEMPORARY
from simbench.scene import Scene
from simbench.solver import Solver, for_harness

if TYPE_CHECKING:  # these imports take a second
    import pandas as pd
    from matplotlib.axes import Axes

    from simbench.notebook import ReportFrame
    from simbench.results import Run


def run(
    scene: Scene | str | Path | Mapping,
    solvers: Sequence[str | Solver | type[Solver]] | str | Solver | type[Solver],
    *,
    iterations: int | None = None,
    output: Path | str | None = None,
    replace: bool = False,
    threads: int = 1,
    repeat: int = 1,
    **options: object,
) -> "Runs":
    """Runs each solver on the scene and returns the runs by name.

    A solver is a name as behind --solver ("pd", "admm[weight=auto]", "my_solver.py"), an instance of a
    subclass of Solver, or the subclass. `output` is the folder of the results; without it they are in a
    temporary folder, which lasts as long as the returned object. `options` are those of a run in a manifest:
    record_every, snapshot_every, reference, until_relative_error, max_seconds, max_wall_seconds, trajectory,
    precision, state_every. SimbenchError if simbench refuses something. Exceptions of solvers pass through.
    """
    _refuse_misspelt(options)
    if isinstance(solvers, str | Solver | type):
        solvers = [solvers]
    chosen = Scene.load(scene, {"step.iterations": iterations} if iterations is not None else None)
    runs = Runs({}, Path(tempfile.mkdtemp(prefix=TEMPORARY) if output is None else output))
    if output is None:
        weakref.finalize(runs, shutil.rmtree, runs.folder, ignore_errors=True)
    done = core.run(
        chosen._inner,
        [solver if isinstance(solver, str) else for_harness(solver) for solver in solvers],
        json_text(options, "options"),
        str(runs.folder),
        threads,
        repeat,
        replace,
    )
    runs._places.update((label, Path(place)) for label, place in done)
    return runs


def _refuse_misspelt(options: Mapping) -> None:
    """Refuses a misspelt parameter of run(), which Python takes for an option of a run."""
    *own, _ = signature(run).parameters  # the last one is **options
    for name in options:
        if meant := get_close_matches(name, own, n=1, cutoff=0.8):
            raise SimbenchError(f"run() has no parameter '{name}'; did you mean '{meant[0]}'?")


class Runs(Mapping[str, "Run"]):
    """The runs of one call of run(), by the name of the solver."""

    def __init__(self, places: dict[str, Path], folder: Path) -> None:
        self.folder = folder
        self._places = places
        self._loaded: dict[str, Run] = {}

    def __getitem__(self, name: str) -> "Run":
        if name not in self._places:
            raise KeyError(f"no run '{name}'; there are {', '.join(self._places)}")
        if name not in self._loaded:
            from simbench.results import load_run

            self._loaded[name] = load_run(self._places[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    @cached_property
    def table(self) -> "pd.DataFrame":
        """A row for each run: how it ended, its last iterate, and the time of its iterations."""
        import pandas as pd

        rows = {name: self[name].iterations.iloc[-1] for name in self}
        return pd.DataFrame(
            {
                "status": [self[name].manifest["status"] for name in self],
                "iterations": [int(row["iteration"]) for row in rows.values()],
                "objective [J]": [row["objective"] for row in rows.values()],
                "relative error": [row["relative_error"] for row in rows.values()],
                "time [s]": [row["elapsed_seconds"] for row in rows.values()],
            },
            index=pd.Index(rows, name="solver"),
        )

    def plot(
        self, column: str = "relative_error", x: str = "iteration", axes: "Axes | None" = None
    ) -> "Axes":
        """Draws a column of all runs over the iterations, or over another column."""
        from matplotlib import pyplot

        from simbench.drawing import looks

        axes = axes or pyplot.subplots()[1]
        runs = list(self.values())
        for one, style in zip(runs, looks(runs), strict=True):
            axes.plot(one.curve[x], one.curve[column], **style, markevery=0.1)
        axes.set_xlabel(x.replace("_", " "))
        axes.set_ylabel(column.replace("_", " "))
        axes.set_yscale("log")
        axes.legend()
        return axes

    def report(self, output: Path | str | None = None, title: str | None = None) -> Path:
        """Writes the report of the runs, an HTML page, and returns its file.

        The default title names the scene and the solvers.
        """
        from simbench.report.document import write_report

        file = Path(output) if output else self.folder / "report.html"
        write_report([self.folder], file, title or self._title())
        return file

    def _title(self) -> str:
        scenes = dict.fromkeys(map(_scene_in_words, self.values()))
        return f"{', '.join(scenes)}: {', '.join(self)}"

    def show_report(self, height: int = 800) -> "ReportFrame":
        """The report for a notebook, inside a frame that makes no request."""
        from simbench.notebook import ReportFrame

        return ReportFrame(self.report().read_text(encoding="utf-8"), height)

    def __repr__(self) -> str:
        return self.table.to_string(float_format="{:.6g}".format)

    def _repr_html_(self) -> str:
        from simbench.notebook import runs_html

        return runs_html(self.items())


def _scene_in_words(run: "Run") -> str:
    """The name of its file, or what is said of a scene that is no file."""
    file = Path(run.manifest["scene_file"])
    return file.stem if file.suffix else run.scene.get("description") or "a scene in Python"
