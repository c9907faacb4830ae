"""The notes below a figure of a page: what it repeats of the source, its runs' settings, and its command.

The settings are those of the plans, so that the notes need no runs.
"""

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from simbench.counted import counted
from simbench.figure_setting import facts, values
from simbench.input_files import load_json
from simbench.labels import distinct, solver_label
from simbench.results import place_in_order
from simbench.study.description import Study
from simbench.study.entries import Drawing
from simbench.study.places import command_of
from simbench.study.plans import load_scene, runs_of, scene_of
from simbench.study.words import in_prose

# Axes whose values simbench.figure_setting.facts writes, in the symbols of the field.
IN_FACTS = (
    *("step.time_step", "step.iterations", "step.steps", "material"),
    *("body.beam.cells", "body.beam.split", "chain.bodies"),
)
LISTED = 4  # at most this many words of an axis are written


class FigureNotes:
    """The notes for a page that `link` links from: it takes paths from the folder that has results/."""

    def __init__(self, study: Study, record: Path, link: Callable[[str], str]) -> None:
        self._study, self._link = study, link
        self._command = command_of(study, record)
        self._folder = Path(os.path.relpath(study.folder.resolve(), record.resolve().parents[1]))

    def of(self, picture: str) -> list[str]:
        """The notes as items of a list in Markdown; none if no figure of the study writes the picture."""
        drawn = [figure for figure in self._study.figures if f"{picture}.png" in figure.writes]
        return [note for figure in drawn for note in self._of_figure(figure)]

    def _of_figure(self, figure: Drawing) -> list[str]:
        settings = [self._settings(figure, plan) for plan in self._plans(figure)]
        return [*self._source(figure), *settings, self._how(figure)]

    def _source(self, figure: Drawing) -> list[str]:
        names = " and ".join(map(self._linked_to_samples, figure.repeats))
        return [f"- **Repeats** {names} of the source."] if names else []

    def _linked_to_samples(self, name: str) -> str:
        samples = f"reference/{name}.csv"
        is_there = (self._study.folder / samples).is_file()
        return f"[{name}]({self._link(str(self._folder / samples))})" if is_there else name

    def _plans(self, figure: Drawing) -> list[str]:
        """Without plans that run only on request and that the figure can do without."""
        also = [name for name in figure.also.values() if not self._study.sweep(name).on_request]
        return [*figure.of, *also]

    def _settings(self, figure: Drawing, name: str) -> str:
        file = self._study.plans / f"{name}.json"
        plan = load_json(file)
        scene = load_scene(plan, file.parent)
        runs = runs_of(plan, figure.filters)
        scenes = [scene_of(plan, run, scene) for run in runs]
        others = [
            axis["path"]
            for axis in plan["axes"]
            if not axis["path"].startswith(IN_FACTS) and any(axis["path"] in run for run in runs)
        ]
        solvers = sorted({run["solver"] for run in runs}, key=place_in_order)
        words = [
            *(plain(fact) for fact in facts(scenes, short)),
            *precision(plan),
            *(f"`{axis}` = {words_of(run[axis] for run in runs if axis in run)}" for axis in others),
            f"solvers {', '.join(map(solver_label, solvers))}",
        ]
        link = self._link(str(self._folder / "plans" / file.name))
        return f"- **Settings** of [{name}]({link}): {'; '.join(words)}."

    def _how(self, figure: Drawing) -> str:
        words = {self._study.sweep(name).on_request for name in figure.of} - {""}
        request = f" --with {','.join(sorted(words))}" if words else ""
        return f"- **Command:** `{self._command} --only {figure.name}{request}`"


def precision(plan: dict) -> list[str]:
    return ["single precision"] if plan.get("options", {}).get("precision") == "single" else []


def words_of(found: Iterable) -> str:
    """The values on an axis: numbers, words, or how many there are."""
    texts = distinct(map(json.dumps, found))
    known = list(map(json.loads, texts))
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in known):
        return values(known, short)
    if len(known) > LISTED or any("{" in text for text in texts):  # an object is too long for a line
        return counted(len(known), "value")
    return ", ".join(
        short(value) if isinstance(value, float) else text.strip('"')
        for value, text in zip(known, texts, strict=True)
    )


def short(value: float) -> str:
    """Four digits, as people write them: 1e8."""
    return in_prose(f"{value:.4g}")


def plain(fact: str) -> str:
    return fact.replace("$", "").replace("\\nu", "ν")
