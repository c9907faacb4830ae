"""The line in a figure's title with the settings of its runs: law, h, E, ν, mesh and iterations.

If a setting has several values, it lists them, or the first and the last. Settings that the title names are
left out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench.drawing import scientific
from simbench.errors import ResultsError
from simbench.labels import material_label
from simbench.result_files import load_manifest
from simbench.results import Run

LISTED = 3  # at most this many values are listed one by one
CHARACTERS_PER_INCH = 15


def add(figure: Figure, data: object, *results: Path) -> None:
    """Adds the settings of the runs in `data`, at any depth, or in folders that the figure has read."""
    scenes = [run.scene for run in runs_in(data)]
    scenes = scenes or [scene for folder in results for scene in scenes_below(folder)]
    titled = [axes for axes in figure.axes if axes.get_title()]
    said = "\n".join([figure.get_suptitle(), *(axes.get_title() for axes in titled)])
    lines = lines_of(
        [fact for fact in facts(scenes) if fact not in said],
        round(CHARACTERS_PER_INCH * figure.get_figwidth()),
    )
    if lines and is_title_of_figure(titled) and not figure.get_suptitle():
        titled[0].set_title("\n".join([titled[0].get_title(), *lines]))
    elif lines:
        figure.suptitle("\n".join(filter(None, [figure.get_suptitle(), *lines])))


def completed(said: str, runs: list[Run]) -> str:
    """The note, and below it a line with the settings of these runs that it does not name."""
    missing = [fact for fact in facts([run.scene for run in runs]) if fact not in said]
    return "\n".join(filter(None, [said, ", ".join(missing)]))


def is_title_of_figure(titled: list[Axes]) -> bool:
    """Whether the title is one for the whole figure: its panels are as wide as the figure."""
    if len(titled) != 1 or not (place := titled[0].get_subplotspec()):
        return False
    return place.get_gridspec().ncols == 1


def runs_in(data: object) -> Iterator[Run]:
    if isinstance(data, Run):
        yield data
    elif isinstance(data, Mapping):
        yield from runs_in(list(data.values()))
    elif isinstance(data, list | tuple):
        for part in data:
            yield from runs_in(part)


def scenes_below(results: Path) -> Iterator[dict]:
    for folder in (results / "runs", results):
        for file in sorted(folder.glob("*/manifest.json")):
            try:
                yield load_manifest(file)["scene"]
            except ResultsError:  # loading the run for the figure reports it
                continue


def facts(scenes: list[dict], number: Callable[[float], str] = scientific) -> list[str]:
    """The texts of each setting in the scenes of the list; `number` writes h, k and E."""
    materials = [scene["material"] for scene in scenes if scene.get("material")]
    steps = [scene["step"] for scene in scenes if scene.get("step")]
    laws = distinct(material_label(material["model"]) for material in materials if "model" in material)
    found = [", ".join(laws) if len(laws) <= LISTED else f"{len(laws)} materials"]
    found += [
        f"{symbol} = {words}{unit}"
        for symbol, unit, of, key, style in (
            ("$h$", " s", steps, "time_step", number),
            ("$k$", " Pa", materials, "stiffness", number),
            ("$E$", " Pa", materials, "youngs_modulus", number),
            ("$\\nu$", "", materials, "poisson_ratio", "{:g}".format),
        )
        if (words := values((one[key] for one in of if key in one), style))
    ]
    beams = [scene["body"]["beam"] for scene in scenes if "cells" in scene.get("body", {}).get("beam", {})]
    found += [mesh(beams)] if beams else []
    found += [f"{words} bodies" for words in [values(filter(None, map(bodies, scenes)))] if words]
    found += [
        f"{words} {name}"
        for key, name in (("steps", "time steps"), ("iterations", "iterations"))
        if (words := values(step[key] for step in steps if key in step)) not in ("", "1")
    ]
    return [words for words in found if words]


def values(numbers: Iterable[float], number: Callable = "{:g}".format) -> str:
    known = sorted(set(numbers))
    if len(known) <= LISTED:
        return ", ".join(map(number, known))
    return f"{number(known[0])} to {number(known[-1])}"


def distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


def mesh(beams: list[dict]) -> str:
    cells = ["×".join(map(str, one)) for one in sorted({tuple(beam["cells"]) for beam in beams})]
    counts = cells if len(cells) <= LISTED else [f"{cells[0]} to {cells[-1]}"]
    splits = distinct(beam.get("split", "five") for beam in beams)
    return f"{', '.join(counts)} cells of {' or '.join(splits)} tets"


def bodies(scene: dict) -> int:
    return scene.get("chain", {}).get("bodies", 0)


def lines_of(facts: list[str], width: int) -> list[str]:
    """The words joined by commas, as many in a line as fit; TeX's signs in formulas do not count."""
    lines: list[str] = []
    for fact in facts:
        if lines and len(plain(f"{lines[-1]}, {fact}")) <= width:
            lines[-1] += f", {fact}"
        else:
            lines.append(fact)
    return lines


def plain(words: str) -> str:
    for sign in ("$", "{", "}", "^", "\\cdot ", "\\nu"):
        words = words.replace(sign, "")
    return words
