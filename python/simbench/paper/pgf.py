"""A figure's lines and axes for pgfplots: data and settings, which a paper's LaTeX draws with its own fonts.

It writes lines with their data, colours, dashes, markers and names, and axes with their limits, scales,
labels and titles. It leaves everything else out (pictures, areas, bars, texts beside lines), and omissions()
says what.
"""

import math
from collections import Counter
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simbench.errors import ResultsError
from simbench.input_files import begins_with
from simbench.output_files import new_file
from simbench.paper import citation, latex

FIRST = "% Written by simbench figure --pgf."
POINTS_PER_INCH = 72
# Marks of TikZ's library plotmarks that look like those of matplotlib.
MARKS = {"o": "*", "s": "square*", "^": "triangle*", "D": "diamond*", "d": "diamond*", "p": "pentagon*"}
MARKS |= {"*": "star", "+": "+", "x": "x", "X": "x", "P": "+", ".": "*", "h": "pentagon*", "H": "pentagon*"}
MARKS |= {"8": "oplus*", "<": "halfcircle*", ">": "halfsquare*"}
# Stairs: where a value holds, after its point, before it, or around it.
STAIRS = {"steps-post": "const plot mark left", "steps-pre": "const plot mark right"}
STAIRS |= {"steps": "const plot mark right", "steps-mid": "const plot mark mid"}
TURNED = {"v": "triangle*"}  # marks that stand on their head


def save(figure: Figure, file: Path, manifests: list[dict]) -> list[str]:
    """Writes the figure's file, and returns what it leaves out. ResultsError if the figure has no lines.

    A file that is there must be one of ours.
    """
    text = document(figure, manifests)
    with new_file(file, is_ours) as partial:
        partial.write_text(text, encoding="utf-8")
    return omissions(figure)


def is_ours(path: Path) -> bool:
    return begins_with(path, FIRST.encode())


def document(figure: Figure, manifests: list[dict]) -> str:
    """The text of a file that LaTeX reads by \\input, with a picture for each panel that has lines."""
    panels = [axes for axes in figure.axes if axes.get_visible() and _lines(axes)]
    if not panels:
        raise ResultsError("this figure has no lines, and --pgf writes only lines; use its PDF")
    said = [f"{FIRST[2:]} The preamble needs \\usepackage{{pgfplots}} and \\usetikzlibrary{{plotmarks}}."]
    said += ["\\pgfplotsset{compat=1.16} or later places labels better."]
    said += [f"Left out: {words}." for words in omissions(figure)]
    head = latex.comment("\n".join([*said, citation.METHODS, citation.bibtex(manifests)]))
    return head + "\n\\par\\medskip\n".join(map(_panel, panels)) + "\n"


def omissions(figure: Figure) -> list[str]:
    """What the file does not have, in words for a note."""
    counts: Counter[str] = Counter()
    for axes in figure.axes:
        counts["pictures"] += len(axes.images)
        counts["areas, bars or clouds of points"] += len(axes.collections) + len(axes.patches)
        counts["texts inside or beside the axes"] += len([text for text in axes.texts if text.get_text()])
        counts["lines across the whole axes"] += sum(1 for line in axes.lines if not _has_data(axes, line))
    counts["legends (pgfplots makes its own from the names of lines)"] += len(figure.legends)
    counts["the title of the whole figure"] += bool(figure.get_suptitle())
    return [name for name, count in counts.items() if count]


def _has_data(axes: Axes, line: Line2D) -> bool:
    """Whether both coordinates are data; those of axhline and axvline are a part of the axes' size."""
    return line.get_transform() == axes.transData and line.get_visible() and len(line.get_xdata()) > 0


def _lines(axes: Axes) -> list[Line2D]:
    return [line for line in axes.lines if _has_data(axes, line)]


def _panel(axes: Axes) -> str:
    width, height = axes.get_position().size * axes.figure.get_size_inches()
    options = [f"width={width:.3f}in", f"height={height:.3f}in", "scale only axis", "unbounded coords=jump"]
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        low, high = axis.get_view_interval().tolist()
        options += [f"{name}mode=log"] if axis.get_scale() == "log" else []
        options += [f"{name}min={min(low, high)!r}", f"{name}max={max(low, high)!r}"]
        options += [f"{name} dir=reverse"] if low > high else []
        if words := axis.get_label_text():
            options.append(f"{name}label={{{latex.with_formulas(words)}}}")
    if words := axes.get_title():
        lines = r" \\ ".join(map(latex.with_formulas, words.splitlines()))
        options.append(f"title={{{lines}}}")
        options.append("title style={align=center}")
    options += ["legend pos=outer north east", "legend cell align=left"]
    body = "\n".join(map(_plot, _lines(axes)))
    settings = ",\n  ".join(options)
    return "\n".join(
        [
            r"\begin{tikzpicture}",
            f"\\begin{{axis}}[\n  {settings},\n]",
            body,
            r"\end{axis}",
            r"\end{tikzpicture}",
        ]
    )


def _plot(line: Line2D) -> str:
    red, green, blue = to_rgb(line.get_color())
    options = [f"color={{rgb,1:red,{red:.4f};green,{green:.4f};blue,{blue:.4f}}}"]
    options += [f"line width={line.get_linewidth():g}pt", *_dashes(line), *_mark(line)]
    options += [STAIRS[style]] if (style := line.get_drawstyle()) in STAIRS else []
    label = str(line.get_label())
    named = bool(label) and not label.startswith("_")
    options += [] if named else ["forget plot"]
    x, y = (np.asarray(line.get_xdata(orig=False), float), np.asarray(line.get_ydata(orig=False), float))
    rows = "\n".join(f"{_number(a)} {_number(b)}" for a, b in zip(x.tolist(), y.tolist(), strict=True))
    entry = f"\n\\addlegendentry{{{latex.with_formulas(label)}}}" if named else ""
    return f"\\addplot[{', '.join(options)}] table {{\n{rows}\n}};{entry}"


def _number(value: float) -> str:
    """Reads back to the same bits."""
    if math.isfinite(value):
        return repr(value)
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


def _dashes(line: Line2D) -> list[str]:
    """The dashes in points: matplotlib gives them in widths of the line."""
    style = line.get_linestyle()
    if style in ("None", "none", " ", ""):
        return ["only marks"]
    offset, pattern = line._unscaled_dash_pattern  # also of (0, (4, 1.5)), which has no public name
    if not pattern:
        return ["solid"]
    width = line.get_linewidth()
    words = [f"{'off' if place % 2 else 'on'} {part * width:g}pt" for place, part in enumerate(pattern)]
    return [f"dash pattern={' '.join(['', *words]).strip()}", f"dash phase={offset * width:g}pt"]


def _mark(line: Line2D) -> list[str]:
    """The marker, at the vertices where matplotlib draws it. Markers of other shapes become discs."""
    marker = line.get_marker()
    if marker in ("None", "none", " ", "", None):
        return ["mark=none"]
    name = TURNED.get(marker, MARKS.get(marker, "*")) if isinstance(marker, str) else "star"
    options = ["solid" if line.is_dashed() else "", *([] if marker not in TURNED else ["rotate=180"])]
    inside = ", ".join(filter(None, options))
    found = [f"mark={name}", f"mark size={line.get_markersize() / 2:g}pt"]
    found += [f"mark options={{{inside}}}"] if inside else []
    every = line.get_markevery()
    if isinstance(every, list | np.ndarray):
        found.append(f"mark indices={{{','.join(str(int(place) + 1) for place in every)}}}")
    elif isinstance(every, int):
        found.append(f"mark repeat={every}")
    elif isinstance(every, float):  # a part of the diagonal for matplotlib; here the same number of marks
        found.append(f"mark repeat={max(1, round(every * len(line.get_xdata())))}")
    return found
