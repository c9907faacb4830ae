"""Commands of the Python package: choice of a time step, missing packages, damaged files."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, TIMEOUT
from studies import figure_named

from simbench import load_curves
from simbench.errors import how_to_install
from simbench.figures import objective_over_time

pytestmark = pytest.mark.slow

RUNS = ["objective", "terms", "momenta", "objective_over_time", "relative_error"]
OF_RUNS = [*(f"simbench-figure {figure_named(name)}" for name in RUNS), "simbench-errors"]
OF_PACKAGE = sorted(path.stem for path in (REPOSITORY / "python/simbench/figures").glob("[!_]*.py"))
OF_STUDIES = [str(path.with_suffix("")) for path in REPOSITORY.glob("studies/*/figures/[!_]*.py")]
EVERY = [*OF_PACKAGE, *(name.replace("/figures/", "/") for name in OF_STUDIES)]


@pytest.fixture
def call(run_command):
    """Calls a command. Returns its exit code, standard output and standard error."""

    def run(command: str, *arguments: object) -> tuple[int, str, str]:
        finished = run_command(*command.split(), *arguments, check=False)
        return finished.returncode, finished.stdout, finished.stderr

    return run


@pytest.fixture
def refused(call, tmp_path):
    """Runs a command that must refuse RESULTS and write nothing. Returns its message of one sentence."""

    def run(command: str, results: Path, *options) -> str:
        figures = tmp_path / "figures"
        output = ("--output", figures) if command.startswith("simbench-figure") else ()
        code, said, message = call(command, results, *output, *options)
        assert (code, said) == (2, "")
        assert message.startswith("simbench: ") and message.count("\n") == 1 and "$" not in message
        assert not figures.exists()
        return message

    return run


def test_all_figures_are_listed_with_what_they_show(call):
    code, listed, _ = call("simbench-figure --list")
    assert code == 0
    assert sorted(line.split()[0] for line in listed.splitlines()) == OF_PACKAGE
    assert all(len(line.split()) > 5 for line in listed.splitlines())
    assert call("simbench-figure --help")[1].endswith("print the names and what they show\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("relativ_error", "simbench: relativ_error: no such figure; did you mean 'relative_error'?\n"),
        ("objective,Termz", "simbench: Termz: no such figure; did you mean 'terms'?\n"),
        ("{study}/collaps", "simbench: {study}/collaps: no such figure; did you mean '{study}/collapse'?\n"),
        ("nowhere/collapse", "simbench: nowhere/collapse: no such figure\n"),
    ],
)
def test_for_an_unknown_figure_the_nearest_name_is_offered(words, message, call):
    study = REPOSITORY / "studies/thesis"
    assert call(f"simbench-figure {words.format(study=study)}") == (2, "", message.format(study=study))


def test_for_a_name_like_no_figure_all_are_named(call):
    code, said, message = call("simbench-figure x")
    assert (code, said) == (2, "")
    assert message.startswith("simbench: x: no such figure; allowed: admm_weights, ")
    assert "objective," in message


def test_a_missing_name_is_refused(call):
    code, said, message = call("simbench-figure")
    assert (code, said) == (2, "") and "the name of a figure is missing" in message


def test_each_figure_has_its_own_help(call):
    code, said, _ = call("simbench-figure sweep_heatmaps --help")
    assert code == 0
    assert said.startswith("usage: simbench figure sweep_heatmaps ") and "--target" in said


@pytest.mark.parametrize("name", EVERY, ids=lambda name: "/".join(name.split("/")[-2:]))
def test_a_folder_without_runs_is_refused(name, refused, tmp_path):
    refused(f"simbench-figure {name}", tmp_path)


@pytest.mark.parametrize("command", OF_RUNS)
def test_a_truncated_manifest_is_refused(command, refused, results):
    manifest = results / "pd/manifest.json"
    manifest.write_bytes(manifest.read_bytes()[:-20])
    assert f"{manifest} is not a JSON file, or its end is missing" in refused(command, results)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"name": "app", "start_url": "."}', "was not written by simbench: it has no 'solver'"),
        (b"[1, 2]", "does not hold a JSON object"),
        (b"\xff\xfe", "is not a JSON file"),
        (b"", "is not a JSON file"),
    ],
)
def test_a_foreign_manifest_is_refused(content, reason, refused, results):
    (results / "pd/manifest.json").write_bytes(content)
    assert reason in refused("simbench-figure objective", results)


@pytest.mark.parametrize(
    ("member", "value", "reason"),
    [
        ("time_step", "1e-2", "'scene.step.time_step'"),
        ("stiffness", None, "its material has no stiffness"),
        ("model", 3, "'scene.material.model'"),
    ],
)
def test_a_manifest_with_a_wrong_value_is_refused(member, value, reason, refused, results):
    manifest = json.loads((results / "pd/manifest.json").read_text())
    manifest["scene"]["step" if member == "time_step" else "material"][member] = value
    (results / "pd/manifest.json").write_text(json.dumps(manifest))
    assert reason in refused("simbench-figure objective", results)


def test_text_where_numbers_should_be_is_refused(refused, results):
    table = results / "pd/iterations.csv"
    lines = table.read_text().splitlines()
    lines[3] = ",".join("abc" for _ in lines[3].split(","))
    table.write_text("\n".join(lines) + "\n")
    assert f"{table} has values that are not numbers" in refused("simbench-figure objective", results)


def test_different_settings_are_refused_in_plain_text(refused, write_run, tmp_path):
    write_run(tmp_path / "runs/qn")
    write_run(tmp_path / "runs/pd", stiffness=1e9)
    message = refused("simbench-figure objective", tmp_path / "runs")
    assert "strain, h = 0.01 s, k = 1e+08 Pa; strain, h = 0.01 s, k = 1e+09 Pa" in message


@pytest.fixture
def two_steps(write_run, tmp_path):
    for solver in ("pd", "qn"):
        write_run(tmp_path / "runs" / solver, steps=2)
    return tmp_path / "runs"


@pytest.mark.parametrize("step", [1, 2])
def test_a_time_step_is_chosen_and_named(step, two_steps):
    runs = load_curves(two_steps, step=step)
    (axes,) = objective_over_time.draw(runs).axes
    assert f"time step {step} of 2" in axes.get_title()
    for run in runs:
        assert set(run.curve["step"]) == {step}
    seconds = axes.lines[0].get_xdata()
    assert seconds[0] == 0  # only of this step
    np.testing.assert_allclose(seconds[-1], 0.5)
    samples = [line for line in axes.lines if line.get_label().startswith("_thesis")]
    assert len(samples) == (2 if step == 1 else 0)


def test_several_figures_of_the_same_runs_are_drawn_by_one_command(two_steps, call, refused, tmp_path):
    reason = refused("simbench-figure objective,terms", two_steps, "--name", "both")
    assert "--name names the files of one figure" in reason
    code, _, message = call("simbench-figure objective,terms", two_steps, "--output", tmp_path / "figures")
    assert (code, message) == (0, "")
    files = {f"{name}.{ending}" for name in ("objective", "terms") for ending in ("png", "pdf")}
    assert {path.name for path in (tmp_path / "figures").iterdir()} == files


@pytest.mark.parametrize("command", OF_RUNS)
def test_step_is_an_option(command, two_steps, refused):
    assert "has a time step 3; their scene has 2" in refused(command, two_steps, "--step", 3)


def test_a_run_that_ended_before_the_step_is_named(two_steps, call, tmp_path):
    for name in ("iterations.csv", "timings.csv"):
        table = pd.read_csv(two_steps / "qn" / name)
        table[table["step"] == 1].to_csv(two_steps / "qn" / name, index=False)
    code, _, notes = call(
        "simbench-figure objective", two_steps, "--step", 2, "--output", tmp_path / "figures"
    )
    assert (code, notes) == (0, "simbench: note: QN ended before time step 2 and is not drawn\n")


@pytest.fixture
def without_packages(tmp_path, monkeypatch):
    """An environment of Python without meshio and PyVista."""
    for name in ("pyvista", "meshio"):
        (tmp_path / f"{name}.py").write_text(f"raise ModuleNotFoundError(name='{name}')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.parametrize(
    ("command", "package"),
    [
        ("simbench-figure geometry --beam QN=x", "pyvista"),
        (f"simbench-figure {figure_named('geometry_panels')} x --name setting", "pyvista"),
        ("simbench-convert x y.msh", "meshio"),
    ],
)
def test_commands_say_how_to_install_their_packages(without_packages, command, package, start_command):
    finished = start_command(*command.split(), check=False)
    assert finished.returncode == 2
    assert finished.stderr.startswith("simbench: ") and finished.stderr.count("\n") == 1
    assert finished.stderr.endswith(f"; type {sys.executable} -m pip install {package}\n")


def test_an_environment_without_pip_is_not_told_to_use_it(monkeypatch):
    """Debian's package has such a one, which its user cannot change."""
    assert how_to_install("pyvista") == f"type {sys.executable} -m pip install pyvista"
    monkeypatch.setattr("simbench.errors.find_spec", lambda _: None)
    assert f"{sys.prefix} has no pip; install simbench's wheel and pyvista" in how_to_install("pyvista")


def test_without_pyvista_the_tests_of_geometries_are_skipped(without_packages, tmp_path):
    (tmp_path / "meshio.py").unlink()  # every test may need meshio
    tests = "tests/python/figures/test_geometry_figures.py"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", tests]
    finished = subprocess.run(
        command, cwd=REPOSITORY, capture_output=True, text=True, check=False, timeout=TIMEOUT
    )
    assert "1 skipped" in finished.stdout and "error" not in finished.stdout
    assert "PyVista is not installed (scripts/requirements_figures.txt)" in finished.stdout
