"""The lines in a figure's title with its scenes and the settings of its runs: law, h, E, ν, mesh, iterations.

If a setting has several values, it lists them, or the first and the last. Scenes with different settings have
a line each. Settings that the title of the whole figure names are left out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench.archive.reading import opened_archive
from simbench.errors import ResultsError
from simbench.labels import distinct, material_label, scientific
from simbench.result_files import load_manifest
from simbench.results import Run, load_summary
from simbench.run_folders import run_folder, runs_of_sweep

LISTED = 3  # at most this many values are listed one by one
CHARACTERS_PER_INCH = 15
BESIDE_NAMES = 0.85  # the title of a panel is above the panel, and names of lines are beside it
MESH_FILES = {"mesh": "file", "tetgen": "surface", "surface": "file"}  # member of a body: its member


def add(figure: Figure, data: object, *folders: Path) -> None:
    """Adds the settings of the runs in `data`, at any depth, and of those in folders that were read."""
    manifests = [run.manifest for run in runs_in(data)]
    manifests += [manifest for folder in folders for manifest in manifests_below(folder)]
    titled = [axes for axes in figure.axes if axes.get_title()]
    of_figure = titled if is_title_of_figure(titled) else []  # other titles are those of single panels
    said = "\n".join([figure.get_suptitle(), *(axes.get_title() for axes in of_figure)])
    width = round(CHARACTERS_PER_INCH * figure.get_figwidth() * (BESIDE_NAMES if of_figure else 1))
    lines = [wrapped(words, width) for words in settings(manifests, said)]
    if lines and of_figure and not figure.get_suptitle():
        titled[0].set_title("\n".join([titled[0].get_title(), *lines]))
    elif lines:
        figure.suptitle("\n".join(filter(None, [figure.get_suptitle(), *lines])))


def completed(said: str, runs: list[Run]) -> str:
    """The note, and below it lines with the settings of these runs that it does not name."""
    lines = [", ".join(words) for words in settings([run.manifest for run in runs], said)]
    return "\n".join(filter(None, [said, *lines]))


def settings(manifests: Iterable[dict], said: str) -> list[list[str]]:
    """For scenes with the same settings their names and these settings, without those that are said."""
    scenes: dict[str, list[dict]] = {}
    for manifest in manifests:
        scenes.setdefault(scene_name(manifest), []).append(manifest["scene"])
    names: dict[tuple[str, ...], list[str]] = {}
    for name, own in scenes.items():
        names.setdefault(tuple(fact for fact in facts(own) if fact not in said), []).append(name)
    if len(names) > LISTED:
        everything = facts([scene for own in scenes.values() for scene in own])
        names = {tuple(fact for fact in everything if fact not in said): list(scenes)}
    return [named(listed(own, "scenes"), *words) for words, own in names.items()]


def scene_name(manifest: dict) -> str:
    """The name in the words of simbench --scene; a $ would begin a formula."""
    return Path(str(manifest.get("scene_file") or "")).name.removesuffix(".json").replace("$", r"\$")


def named(name: str, *words: str) -> list[str]:
    return [": ".join(filter(None, [name, *words[:1]])), *words[1:]]


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


def manifests_below(results: Path) -> Iterator[dict]:
    """Of the runs of a sweep in its order, which their ids do not tell, or of a folder's runs by name."""
    results = opened_archive(results)
    places = sorted(file.parent for file in results.glob("*/manifest.json"))
    if (results / "summary.csv").is_file():
        places = [run_folder(results, run) for run in load_summary(results)["run_id"]] + places
    elif not places:
        places = runs_of_sweep(results)
    for file in (place / "manifest.json" for place in places):
        if not file.is_file():  # a solver that declined, or a run that failed
            continue
        try:
            yield load_manifest(file)
        except ResultsError:  # loading the run for the figure reports it
            continue


def facts(scenes: list[dict], number: Callable[[float], str] = scientific) -> list[str]:
    """The texts of each setting in the scenes of the list; `number` writes h, k and E."""
    materials = [scene["material"] for scene in scenes if scene.get("material")]
    steps = [scene["step"] for scene in scenes if scene.get("step")]
    laws = distinct(material_label(material["model"]) for material in materials if "model" in material)
    found = [listed(laws, "materials")]
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
    found += [listed(distinct(mesh_file for scene in scenes for mesh_file in mesh_files(scene)), "meshes")]
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


def listed(names: list[str], kind: str) -> str:
    """The names, or their number if they are many."""
    return ", ".join(filter(None, names)) if len(names) <= LISTED else f"{len(names)} {kind}"


def mesh(beams: list[dict]) -> str:
    cells = ["×".join(map(str, one)) for one in sorted({tuple(beam["cells"]) for beam in beams})]
    counts = cells if len(cells) <= LISTED else [f"{cells[0]} to {cells[-1]}"]
    splits = distinct(beam.get("split", "five") for beam in beams)
    return f"{', '.join(counts)} cells of {' or '.join(splits)} tets"


def mesh_files(scene: dict) -> list[str]:
    body = scene.get("body", {})
    return [Path(body[kind][key]).name for kind, key in MESH_FILES.items() if kind in body]


def bodies(scene: dict) -> int:
    return scene.get("chain", {}).get("bodies", 0)


def wrapped(facts: list[str], width: int) -> str:
    """The facts joined by commas, as many in a line as fit; TeX's signs in formulas do not count."""
    lines: list[str] = []
    for fact in facts:
        if lines and len(plain(f"{lines[-1]}, {fact}")) <= width:
            lines[-1] += f", {fact}"
        else:
            lines.append(fact)
    return ",\n".join(lines)


def plain(words: str) -> str:
    for sign in ("$", "{", "}", "^", "\\cdot ", "\\nu"):
        words = words.replace(sign, "")
    return words
