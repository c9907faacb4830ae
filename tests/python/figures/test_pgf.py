"""Figures for pgfplots have the numbers of the drawn lines, to the last bit, and the axes' settings."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from simbench import ResultsError, load_runs
from simbench.figures import objective, relative_error
from simbench.paper import pgf

PLOT = re.compile(r"\\addplot\[(.*?)\] table \{\n(.*?)\n\};(?:\n\\addlegendentry\{([^\n]*)\})?", re.DOTALL)


def panels_of(text: str) -> list[tuple[dict[str, str], list[tuple[str, np.ndarray, str]]]]:
    """For each picture the axes' settings, and the options, data (n, 2) and name of each plot."""
    found = []
    for settings, body in re.findall(r"\\begin\{axis\}\[\n(.*?),\n\]\n(.*?)\n\\end\{axis\}", text, re.DOTALL):
        pairs = (line.strip().removesuffix(",").partition("=") for line in settings.splitlines())
        plots = [
            (options, np.array([line.split() for line in rows.splitlines()], float), name)
            for options, rows, name in PLOT.findall(body)
        ]
        found.append(({key: value for key, _, value in pairs}, plots))
    return found


def test_a_file_has_the_bits_of_the_runs_and_the_axes(results):
    runs = load_runs(results)
    figure = relative_error.draw(runs)
    ((settings, plots),) = panels_of(pgf.document(figure, []))
    (axes,) = figure.axes
    assert settings["ymode"] == "log" and "xmode" not in settings
    assert settings["xlabel"] == "{iteration}" and settings["ylabel"] == "{relative error}"
    for name, interval in (("x", axes.get_xlim()), ("y", axes.get_ylim())):
        assert (float(settings[f"{name}min"]), float(settings[f"{name}max"])) == interval
    drawn = {name: data for _, data, name in plots if name}
    assert {*drawn} == {run.label for run in runs}
    for run in runs:
        np.testing.assert_array_equal(drawn[run.label][:, 0], run.iterations["iteration"])
        expected = np.maximum(run.iterations["relative_error"], relative_error.LEAST)
        np.testing.assert_array_equal(drawn[run.label][:, 1], expected)


def test_every_panel_of_every_line_is_written(results):
    figure = objective.draw(load_runs(results))
    panels = panels_of(pgf.document(figure, []))
    assert [len(plots) for _, plots in panels] == [len(pgf._lines(axes)) for axes in figure.axes]


def test_looks_of_lines():
    figure = Figure()
    axes = figure.subplots()
    style = {"color": "#0080ff", "linewidth": 2, "linestyle": (0, (4, 1.5))}
    axes.plot(
        [1, 2, 3], [1, np.nan, np.inf], label="a_b", marker="v", markevery=[0, 2], markersize=6, **style
    )
    axes.plot([1, 2], [3, 4], "o", label="_hidden", color="black")
    axes.axhline(2)
    axes.set(xscale="log", title="one & two\nthree", ylim=(5, 0))
    text = pgf.document(figure, [])
    ((settings, [(look, data, name), (second, _, unnamed)]),) = panels_of(text)
    assert "color={rgb,1:red,0.0000;green,0.5020;blue,1.0000}" in look
    for option in ("line width=2pt", "dash pattern=on 8pt off 3pt", "mark=triangle*", "mark size=3pt"):
        assert option in look
    assert "rotate=180" in look and "mark indices={1,3}" in look
    np.testing.assert_array_equal(data, [[1, 1], [2, np.nan], [3, np.inf]])
    assert name == r"a\_b" and unnamed == "" and "forget plot" in second and "only marks" in second
    assert settings["title"] == r"{one \& two \\ three}" and settings["xmode"] == "log"
    assert settings["y dir"] == "reverse" and (settings["ymin"], settings["ymax"]) == ("0.0", "5.0")
    assert "% Left out: lines across the whole axes." in text


@pytest.mark.parametrize(
    ("style", "option"),
    [("steps-post", "const plot mark left"), ("steps-pre", "const plot mark right"), ("default", "")],
)
def test_stairs_stay_stairs(style, option):
    figure = Figure()
    figure.subplots().plot([1, 2, 3], [1, 2, 4], drawstyle=style)
    ((_, [(look, _, _)]),) = panels_of(pgf.document(figure, []))
    assert option in look and (option or "const plot" not in look)


def test_what_is_left_out_is_said():
    figure = Figure()
    axes = figure.subplots()
    axes.plot([1, 2], [1, 2])
    axes.bar([1], [2])
    axes.text(1, 1, "here")
    axes.imshow([[1, 2]])
    assert pgf.omissions(figure) == [
        "pictures",
        "areas, bars or clouds of points",
        "texts inside or beside the axes",
    ]


def test_a_figure_without_lines_is_refused():
    figure = Figure()
    figure.subplots().imshow([[1, 2]])
    with pytest.raises(ResultsError, match="this figure has no lines, and --pgf writes only lines"):
        pgf.document(figure, [])


def test_the_command_writes_the_file_beside_the_others_and_replaces_only_ours(results, run_command, tmp_path):
    words = ("simbench-figure", "relative_error", results, "--output", tmp_path, "--pgf")
    finished = run_command(*words)
    assert "relative_error.tex" in finished.stdout
    assert "relative_error.tex leaves out texts inside or beside the axes" in finished.stderr
    text = (tmp_path / "relative_error.tex").read_text()
    assert text.startswith("% Written by simbench figure --pgf.") and "@software{simbench," in text
    run_command(*words)
    assert (tmp_path / "relative_error.tex").read_text() == text  # the same bytes again
    (tmp_path / "relative_error.tex").write_text("mine")
    refused = run_command(*words, check=False)
    assert refused.returncode == 2 and (tmp_path / "relative_error.tex").read_text() == "mine"
