"""Figures as files: PNG and PDF with the same bytes for the same data. They carry a mark of simbench."""

from collections.abc import Callable
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from PIL import Image
from PIL.PngImagePlugin import PngInfo

import simbench.drawing  # noqa: F401  sets the style of figures
from simbench.input_files import begins_with, ends_with, read_file
from simbench.output_files import check_output, complete_file, make_folder, new_file
from simbench.run_files import changed_files


def mark_changes(figure: Figure) -> None:
    """Writes a mark across the figure if files that it may show differ from the hashes in their manifests."""
    if names := dict.fromkeys(changed_files()):
        words = f"changed after the run:\n{', '.join([*names][:3])}{', …' if len(names) > 3 else ''}"
        style = {"color": "#C00000", "alpha": 0.35, "ha": "center", "va": "center", "zorder": 1000}
        figure.text(0.5, 0.5, words, fontsize=16, rotation=20, **style)


MARK = "simbench"
MARKED = {"png": {"Software": MARK}, "pdf": {"Creator": MARK, "CreationDate": None}}
GIF_END = b"\x21\xfe\x08simbench\x00\x3b"  # a comment, and the end of the file


def is_figure(path: Path) -> bool:
    """Whether save() or save_gif() wrote the file, by its mark."""
    if begins_with(path, b"%PDF"):
        return f"/Creator ({MARK})".encode() in read_file(path)
    if begins_with(path, b"GIF8"):
        return ends_with(path, GIF_END)
    return begins_with(path, f"Software\0{MARK}".encode(), within=1000)


def any_file(path: Path) -> bool:
    """For callers that have made sure that the files are theirs, as a study has of its documents."""
    return True


def save(figure: Figure, name: str, output: Path, is_ours: Callable[[Path], bool] = is_figure) -> None:
    """Writes OUTPUT/name.png, then .pdf, without dates (same data, same bytes), and prints their names.

    A file that is there must be ours.
    """
    make_folder(output)
    for kind in MARKED:
        check_output(output / f"{name}.{kind}", is_ours)
    mark_changes(figure)
    figure.set_dpi(matplotlib.rcParams["savefig.dpi"])
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:  # the layout's solver gives other last digits from process to process
        axes.set_position(Bbox(axes.get_position(original=True).get_points().round(6)))
    for kind, metadata in MARKED.items():
        with new_file(output / f"{name}.{kind}", is_ours) as partial:
            figure.savefig(partial, format=kind, metadata=metadata)
    print(f"wrote {output / name}.png and {output / name}.pdf")


def save_with_palette(
    figure: Figure, name: str, output: Path, is_ours: Callable[[Path], bool] = is_figure
) -> None:
    """Like save(), but the PNG has a palette: a quarter of the bytes, without a visible difference."""
    save(figure, name, output, is_ours)
    path = output / f"{name}.png"
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    with complete_file(path) as partial:
        mark = PngInfo()
        mark.add_text("Software", MARK)
        small.save(partial, format="PNG", optimize=True, pnginfo=mark)


def save_gif(content: bytes, file: Path) -> None:
    """Writes a GIF with our mark, and prints its name."""
    make_folder(file.parent)
    with new_file(file, is_figure) as partial:
        partial.write_bytes(content.removesuffix(b"\x3b") + GIF_END)
    print(f"wrote {file}")
