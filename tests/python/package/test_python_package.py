"""What the package shows of itself: names, types, what it imports, and how notebooks show its objects."""

import ast
import html
import re
import subprocess
import sys

import pytest
from conftest import REPOSITORY
from python_solvers import BEAM, GradientInS

import simbench as sb

pytestmark = pytest.mark.usefixtures("module")
PACKAGE = REPOSITORY / "python/simbench"


def test_neither_pandas_nor_matplotlib_is_imported_before_results_are_read():
    script = """
import sys
import simbench as sb
sb.run, sb.Scene, sb.Solver, sb.sweep
print([name for name in ("matplotlib", "pandas", "scipy") if name in sys.modules])
"""
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "[]\n"


def test_every_name_exists():
    for name in sb.__all__:
        assert getattr(sb, name) is not None
        assert name in dir(sb)
    with pytest.raises(AttributeError, match="module 'simbench' has no attribute 'nonsense'"):
        _ = sb.nonsense


def stub(file: str) -> list[ast.stmt]:
    return ast.parse((PACKAGE / file).read_text()).body


def test_type_hints_have_the_names_of_the_package():
    imports = [node for node in stub("__init__.pyi") if isinstance(node, ast.ImportFrom)]
    assert sorted(alias.asname for node in imports for alias in node.names) == sb.__all__
    for node in imports:
        assert all(getattr(sb, alias.asname).__module__.startswith("simbench.") for alias in node.names)
    assert (PACKAGE / "py.typed").is_file()


def names_in(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    annotated = {node.target.id: node for node in body if isinstance(node, ast.AnnAssign)}
    return annotated | {node.name: node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def public(value: object) -> set[str]:
    return {name for name in vars(value) if name in ("__init__", "__call__") or not name.startswith("_")}


def test_type_hints_have_every_name_of_the_compiled_module():
    from simbench.core import core

    hints = names_in(stub("_core.pyi"))
    assert hints.keys() == public(core)
    for name, node in hints.items():
        if isinstance(node, ast.ClassDef):
            # A class without a constructor has an __init__ that says so.
            assert names_in(node.body).keys() | {"__init__"} == public(getattr(core, name)) | {"__init__"}


def test_type_hints_have_the_arguments_and_texts_of_the_compiled_module():
    from simbench.core import core

    for name in ("Factor", "Problem"):
        for member, node in names_in(names_in(stub("_core.pyi"))[name].body).items():
            documented = getattr(core, name).__dict__[member].__doc__
            arguments = [argument.arg for argument in node.args.args if argument.arg != "self"]
            for argument in arguments:
                assert re.search(rf"\b{argument}: ", documented), (name, member, argument)
            words = ast.get_docstring(node).split()
            assert documented.split()[-len(words) :] == words


@pytest.fixture(scope="module")
def runs(module) -> sb.Runs:
    return sb.run(BEAM, ["pd", GradientInS])


def test_a_run_is_three_lines(runs):
    lines = repr(runs["pd"]).splitlines()
    assert lines[0] == "<Run of pd: max_iterations after 5 iterations"
    assert lines[1].startswith(" objective 0.0")
    assert lines[2] == f" in {runs.folder}/pd>"


def test_runs_are_a_table(runs):
    assert [line.split()[0] for line in repr(runs).splitlines()[2:]] == ["pd", "gradient_in_s"]
    assert list(runs.table["iterations"]) == [5, 5]
    assert runs.table["objective [J]"].iloc[0] == runs["pd"].iterations["objective"].iloc[-1]
    with pytest.raises(KeyError, match="no run 'nix'; there are pd, gradient_in_s"):
        _ = runs["nix"]


def test_notebooks_show_runs_with_a_curve(runs):
    shown = runs._repr_html_()
    assert shown.count("<tr>") == 3
    assert "gradient_in_s" in shown
    for points in re.findall(r'<polyline points="([^"]+)"', shown):
        heights = [float(pair.partition(",")[2]) for pair in points.split()]
        assert len(heights) == 6
        assert heights == sorted(heights)  # the error falls; y points downwards
    assert runs["pd"]._repr_html_().count("<svg") == 1


def test_notebooks_show_the_scene_and_escape_its_texts():
    shown = sb.Scene.load({**BEAM, "description": "<script>"})._repr_html_()
    assert "&lt;script&gt;" in shown
    assert "<script>" not in shown
    assert "stiffness" in shown


def test_the_report_in_a_frame_makes_no_request(runs):
    frame = runs.show_report(height=300)._repr_html_()
    tag = r'<iframe srcdoc="([^"]*)" width="100%" height="300"></iframe>'
    page = html.unescape(re.fullmatch(tag, frame)[1])
    assert page == runs.report().read_text(encoding="utf-8")
    assert "gradient_in_s" in page
    sources = re.findall(r"<(?:script|img|link|iframe)[^>]*\b(?:src|href)=\"([^\"]*)\"", page)
    assert all(source.startswith(("data:", "#")) for source in sources)
    assert not re.search(r"@import|\bfetch\(|XMLHttpRequest|\bimport\(", page)


def test_columns_are_drawn(runs):
    from matplotlib import pyplot

    axes = runs.plot("objective", x="elapsed_seconds")
    assert [line.get_label() for line in axes.lines] == ["PD", "gradient_in_s"]
    drawn = axes.lines[0].get_ydata()
    assert list(drawn) == list(runs["pd"].iterations["objective"])
    pyplot.close(axes.figure)
