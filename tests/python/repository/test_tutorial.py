"""The commands of README.md and docs/tutorial.md print and draw what the pages show; sentences are true."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import REPOSITORY, load_script
from pages import typed_numbers
from PIL import Image

from simbench import load_run
from simbench.results import Run, load_summary

pytestmark = pytest.mark.slow

script = load_script("tutorial")
PAGE = script.TUTORIAL.read_text()
PROSE = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)


@pytest.fixture(scope="module")
def tutorial(simbench, opengl, tmp_path_factory):
    """The folder in which all commands were typed, and their outputs."""
    folder = tmp_path_factory.mktemp("tutorial")
    page, outputs = script.run(PAGE, folder, simbench)
    return SimpleNamespace(folder=folder, page=page, outputs=outputs)


@pytest.fixture
def run_of(tutorial):
    def load(name: str) -> Run:
        return load_run(tutorial.folder / "runs" / name)

    return load


def error(run: Run) -> float:
    return run.curve["relative_error"].iloc[-1]


def test_the_commands_print_what_the_page_shows(tutorial):
    assert len(tutorial.outputs) > 10
    for output in tutorial.outputs:
        assert not output.differs, f"$ {output.command}\n{output.printed}"


def test_the_commands_of_the_readme_print_what_it_shows(simbench, tmp_path):
    readme = (REPOSITORY / "README.md").read_text()
    _, outputs = script.run(readme, tmp_path, simbench)
    assert len(outputs) == 3
    for output in outputs:
        assert not output.differs, f"$ {output.command}\n{output.printed}"


def test_the_commands_draw_the_pictures(tutorial):
    names = script.pictures(PAGE)
    assert names and {path.stem for path in (REPOSITORY / "docs/tutorial").iterdir()} == {*names}
    for name in names:
        with Image.open(tutorial.folder / "figures" / f"{name}.png") as drawn:
            width = drawn.size[0]
        with Image.open(REPOSITORY / "docs/tutorial" / f"{name}.png") as shown:
            assert shown.size[0] == width


def test_the_first_comparison_is_described(run_of):
    qn, admm, pd, xpbd = (run_of(f"smoke/{name}") for name in ("qn", "admm", "pd", "xpbd"))
    assert qn.manifest["status"] == "converged" and pd.manifest["status"] == "max_iterations"
    assert error(qn) < 1e-12 and error(admm) < 1e-12 and len(qn.curve) < len(admm.curve)
    errors = pd.curve["relative_error"].to_numpy()
    factors = errors[21:] / errors[20:-1]  # a straight line
    assert np.ptp(factors) < 0.01
    ends = xpbd.curve["objective"].to_numpy()
    assert error(xpbd) > 0.01 and abs(ends[-1] / ends[60] - 1) < 1e-4
    assert (qn.curve["inertial"].iloc[0], qn.curve["relative_error"].iloc[0]) == pytest.approx((0, 1))
    end, best = xpbd.curve.iloc[-1], qn.curve.iloc[-1]
    assert end["constraint"] > best["constraint"] and end["inertial"] < best["inertial"]


def test_the_effects_of_stiffness_and_time_step_are_described(run_of):
    first, stiff, short, both = (
        {solver: run_of(f"{folder}/{solver}") for solver in ("qn", "admm", "pd", "xpbd")}
        for folder in ("smoke", "stiff", "short", "both")
    )
    assert len(short["qn"].curve) < len(first["qn"].curve) < len(stiff["qn"].curve)
    assert error(stiff["pd"]) > 100 * error(first["pd"])
    assert error(stiff["xpbd"]) < error(first["xpbd"]) / 10
    assert max(error(short[solver]) for solver in ("qn", "admm", "pd")) < 1e-12 < error(short["xpbd"])
    for solver, run in both.items():
        assert abs(len(run.curve) - len(first[solver].curve)) <= 2  # rounding decides when QN ends
        assert error(run) == pytest.approx(error(first[solver]), rel=1e-6, abs=1e-12)
        assert run.curve["objective"].iloc[-1] == pytest.approx(
            100 * first[solver].curve["objective"].iloc[-1]
        )


def test_the_shapes_are_described(run_of):
    qn, pd, xpbd = (run_of(f"untwist/{name}").at(20)["relative_error"] for name in ("qn", "pd", "xpbd"))
    assert qn < 1e-3 and 0.1 < pd < xpbd


def test_the_heat_map_is_described(tutorial):
    runs = load_summary(tutorial.folder / "runs/grid")
    runs["problem"] = np.log10(runs["material.stiffness"] * runs["step.time_step"] ** 2).round()
    counts = runs.groupby(["solver", "problem"])["iterations_to_1e-3"].first().unstack()
    for solver in ("qn", "admm", "pd"):
        iterations = counts.loc[solver]
        assert iterations.is_monotonic_increasing and iterations.iloc[-1] > iterations.iloc[0]
        assert iterations.iloc[-1] == iterations.iloc[-2]
    reached = counts.loc["xpbd"].notna().to_numpy()
    assert reached[0] and reached[-1] and not reached[1:-1].all()
    assert (np.diff(reached.astype(int)) != 0).sum() == 2  # the misses are next to each other


def test_the_prose_has_no_numbers_and_is_short():
    assert typed_numbers(PROSE) == []
    assert len(PROSE.split()) <= 1800


def test_the_solver_is_the_one_that_is_tested():
    parts = re.findall(r"```cpp\n(.*?)```", PAGE, re.DOTALL)
    shown = [re.sub(r"\s+", "", part) for part in parts]
    files = ("tests/one_file/relaxation.cpp", "tests/python/repository/test_one_file.py")
    for part, file in zip(shown, files, strict=True):
        code = re.sub(r"[\s']+", "", (REPOSITORY / file).read_text())
        assert part in code.replace("\\n", "")


TABLE = """\
solver  iterations  objective [J]  relative error  ms/iter.  set-up ms  error  status  files
qn              30     628.782509       4.902e-15     0.009        0.2  █▇▆▅   converged  runs/qn
pd             100     628.782593       1.002e-07     0.008        0.1  █▇▇▆   max_iterations  runs/pd
qn reached 1e-6 in 0.12 ms of iterations, 5.7 times faster than pd
wrote a.html (0.092 MB)
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("628.782509", "628.782510"),
        ("4.902e-15", "-1.2e-16"),
        ("  0.009        0.2", "11012.5 1.000"),
        ("30 ", "31 "),
        ("0.12 ms", "3 s"),
        ("█▇▆▅", "█▇▆▁"),
        ("0.092", "0.1"),
    ],
)
def test_last_digits_rounding_and_times_may_differ(old, new):
    assert old in TABLE and script.alike(TABLE, TABLE.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("628.782509", "628.78351"),
        ("4.902e-15", "4.9e-10"),
        ("100 ", "99 "),
        ("1.002e-07", "1.003e-07"),
        ("converged", "max_iterations"),
        ("wrote a.html (0.092 MB)\n", ""),
        ("runs/qn", "runs/qn further"),
    ],
)
def test_other_differences_are_found(old, new):
    assert old in TABLE and not script.alike(TABLE, TABLE.replace(old, new))


def test_a_command_that_fails_ends_the_tutorial(simbench, tmp_path):
    with pytest.raises(SystemExit, match="exit code 2 of\nsimbench check nothing"):
        script.run("```console\n$ simbench check nothing\n```\n", tmp_path, simbench)


def test_outputs_files_and_long_commands_are_followed(simbench, tmp_path):
    page = "```json a.json\n{}\n```\n```console\n$ cat \\\n>   a.json\nold\n$ true\n```\n```text\n$ no\n```\n"
    written, outputs = script.run(page, tmp_path, simbench)
    assert written == page.replace("old", "{}")
    assert [(output.command, output.differs) for output in outputs] == [
        ("cat \\\n  a.json", True),
        ("true", False),
    ]
