"""The contract of figures: each one of a study fits a page, names its axes, and shows the numbers on record.

Runs are made up: all runs of its plans, with the scenes, settings and columns of the program. A new figure is
tested without an edit, except for the hash of what it shows: a failed test prints it for shown_numbers.json.
"""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from conftest import REPOSITORY
from made_up_sweeps import MadeUpSweeps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from simbench import figure_command, figure_files
from simbench.study.description import Study
from simbench.study.entries import Drawing

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("module")]

STUDIES = [Study(file.parent) for file in sorted(REPOSITORY.glob("studies/*/study.json"))]
# Figures of snapshots and of tables of states, which made-up runs do not have. Most have tests of their own.
OF_SHAPES = {"geometry_panels", "hero", "twist_ends", "pd_shift", "admm_inversion", "chain_fall"}
OF_SHAPES |= {"shape_registration", "stack_height", "shapes", "substeps"}
FIGURES = {
    f"{study.folder.name}/{figure.name}": (study, figure)
    for study in STUDIES
    for figure in study.figures
    if figure.figure not in OF_SHAPES
}
SHOWN = Path(__file__).with_name("shown_numbers.json")
WIDEST = 8.8  # inches
SMALLEST = 7  # points, of a font


@pytest.fixture(scope="module")
def sweeps(tmp_path_factory, module) -> dict[str, MadeUpSweeps]:
    return {
        study.folder.name: MadeUpSweeps(study, tmp_path_factory.mktemp(study.folder.name))
        for study in STUDIES
    }


@pytest.fixture
def drawn(sweeps, monkeypatch, tmp_path):
    """Draws a figure of a study as simbench-study does, without writing it."""

    def draw(study: Study, drawing: Drawing) -> Figure:
        made, saved = sweeps[study.folder.name], []
        own = (study.folder / f"figures/{drawing.figure}.py").is_file()
        name = f"{study.folder}/{drawing.figure}" if own else drawing.figure
        modules = (figure_files, figure_command.module_of(name))
        made.patch_into(monkeypatch)  # after the import, so that no module keeps these runs
        for module in modules:
            monkeypatch.setattr(module, "save", lambda figure, *_: saved.append(figure), raising=False)
        words = [made.sweep(sweep) for sweep in drawing.of]
        words += [word for option, sweep in drawing.also.items() for word in (option, made.sweep(sweep))]
        words += [word for choice in drawing.filters for word in ("--filter", choice)]
        figure_command.run_figure(name, [*map(str, words), "--output", str(tmp_path)])
        (figure,) = saved
        return figure

    return draw


def numbers(values) -> str:
    """Four digits, and none of rounding errors, which differ between processors."""
    array = np.ma.filled(np.ma.asarray(values, float), np.nan).ravel()
    largest = np.abs(array[np.isfinite(array)]).max(initial=0)
    return " ".join(f"{value:.4g}" for value in np.where(np.abs(array) < 1e-12 * largest, 0, array))


def shown(axes: Axes) -> list[str]:
    """What a panel shows: its words, and numbers and colours of lines, areas, dots, meshes and pictures."""
    words = [axes.get_title(), axes.get_xlabel(), axes.get_ylabel(), axes.get_xscale(), axes.get_yscale()]
    words += [text.get_text() for text in axes.texts]
    for line in axes.lines:
        words += [str(line.get_label()), numbers(line.get_xdata()), numbers(line.get_ydata())]
        words += [to_hex(line.get_color()), to_hex(line.get_markerfacecolor()), line.get_linestyle()]
        words.append(str(line.get_marker()))
    for patch in axes.patches:
        words.append(numbers(patch.get_path().transformed(patch.get_patch_transform()).vertices))
        words.append(numbers(patch.get_facecolor()))
    for collection in axes.collections:
        words += [numbers(path.vertices) for path in collection.get_paths()]
        words += [numbers(collection.get_offsets()), numbers(collection.get_array())]
        words.append(numbers(collection.get_facecolor()))
    return words + [numbers(image.get_array()) for image in axes.images]


def hash_of(figure: Figure) -> str:
    words = [word for axes in figure.axes for word in shown(axes)]
    legends = [legend for holder in (figure, *figure.axes) for legend in legends_of(holder)]
    words += [text.get_text() for legend in legends for text in legend.get_texts()]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def legends_of(holder: Figure | Axes) -> list:
    return holder.legends if isinstance(holder, Figure) else [holder.get_legend()] * bool(holder.get_legend())


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_keeps_the_contract(name, drawn):
    figure = drawn(*FIGURES[name])
    assert figure.get_figwidth() <= WIDEST
    figure.set_layout_engine("none")  # which takes most of the time
    figure.draw_without_rendering()
    words = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]
    assert {text.get_fontname() for text in words} == {"DejaVu Sans"}  # of simbench.mplstyle
    assert min(text.get_fontsize() for text in words) >= SMALLEST
    panels = [one for one in figure.axes if one.axison and one.has_data() and one.get_label() != "<colorbar>"]
    assert panels
    assert all(any(is_named(other) for other in panels if in_line(axes, other)) for axes in panels)
    assert hash_of(figure) == json.loads(SHOWN.read_text()).get(name), f'write "{name}": "{hash_of(figure)}"'


def is_named(axes: Axes) -> bool:
    return bool(axes.get_title() or axes.get_xlabel() or axes.get_ylabel() or axes.texts)


def in_line(axes: Axes, other: Axes) -> bool:
    """Whether the panels are in one row or one column."""
    places = [one.get_subplotspec() for one in (axes, other)]
    if axes is other or None in places:
        return axes is other
    return places[0].rowspan == places[1].rowspan or places[0].colspan == places[1].colspan


def test_every_hash_and_every_exception_is_of_a_figure():
    assert json.loads(SHOWN.read_text()).keys() == FIGURES.keys()
    assert {figure.figure for study in STUDIES for figure in study.figures} >= OF_SHAPES
