"""Figures as files: PNG and PDF with the same bytes for the same data."""

from pathlib import Path

import matplotlib
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from PIL import Image

import simbench.drawing  # noqa: F401  sets the style of figures
from simbench.output_files import complete_file, make_folder
from simbench.run_files import changed_files


def mark_changes(figure: Figure) -> None:
    """Writes a mark across the figure if files that it may show differ from the hashes in their manifests."""
    if names := dict.fromkeys(changed_files()):
        words = f"changed after the run:\n{', '.join([*names][:3])}{', …' if len(names) > 3 else ''}"
        style = {"color": "#C00000", "alpha": 0.35, "ha": "center", "va": "center", "zorder": 1000}
        figure.text(0.5, 0.5, words, fontsize=16, rotation=20, **style)


def save(figure: Figure, name: str, output: Path) -> None:
    """Writes OUTPUT/name.png, then .pdf, without dates (same data, same bytes), and prints their names."""
    make_folder(output)
    mark_changes(figure)
    figure.set_dpi(matplotlib.rcParams["savefig.dpi"])
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:  # the layout's solver gives other last digits from process to process
        axes.set_position(Bbox(axes.get_position(original=True).get_points().round(6)))
    for kind, metadata in (("png", {"Software": None}), ("pdf", {"CreationDate": None})):
        with complete_file(output / f"{name}.{kind}") as partial:
            figure.savefig(partial, format=kind, metadata=metadata)
    print(f"wrote {output / name}.png and {output / name}.pdf")


def save_with_palette(figure: Figure, name: str, output: Path) -> None:
    """Like save(), but the PNG has a palette: a quarter of the bytes, without a visible difference."""
    save(figure, name, output)
    path = output / f"{name}.png"
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    with complete_file(path) as partial:
        small.save(partial, format="PNG", optimize=True)
