"""Files that were changed after their run are read and shown with a mark.

Runs that are left out are named, also FIFOs and folders in place of files."""

import json
import os
import shutil
import signal
from pathlib import Path

import numpy as np
import pytest
from conftest import write_synthetic_run
from studies import figure_named
from test_sweep import write_plan

from simbench import figure_files, load_run, load_runs
from simbench.archive.contents import contents_of
from simbench.errors import ResultsError
from simbench.export.animation import load_animation
from simbench.figures import relative_error
from simbench.relative_errors import markdown, relative_errors
from simbench.report.document import collect, report_of
from simbench.results import RUN_FILES
from simbench.snapshots import load_snapshot, snapshot_files

pytestmark = pytest.mark.slow

NOTE = "was changed after its run: the manifest has another hash"


def page_of(folder) -> dict:
    """The content of the report on a folder."""
    return report_of([collect(folder)], "page").content


@pytest.fixture
def runs(run_simbench, workplace) -> Path:
    run_simbench("--scene smoke.json --solver qn,pd --iterations 3 --vtu 3 --output OUT --quiet")
    return workplace / "OUT"


def change_rows(run: Path) -> None:
    """Changes a digit of an objective."""
    file = run / "iterations.csv"
    first, second, *others = file.read_text().splitlines(keepends=True)
    file.write_text("".join([first, second.replace("1", "2", 1), *others]))


def change_snapshot(run: Path) -> None:
    """Changes a digit of the positions in the last snapshot."""
    file = snapshot_files(run)[-1].path
    text = file.read_text()
    place = text.index(".", text.index("<Points>")) + 1
    digit = (int(text[place]) + 1) % 10
    file.write_text(f"{text[:place]}{digit}{text[place + 1 :]}")


def change_manifest(run: Path) -> None:
    file = run / "manifest.json"
    file.write_text(file.read_text().replace('"smoke.json"', '"other.json"'))


CHANGES = {
    "iterations.csv": change_rows,
    "positions_0001_000003.vtu": change_snapshot,
    "manifest.json": change_manifest,
}


def in_a_figure(folder: Path) -> list[str]:
    """The labels of the figure's lines, and its texts."""
    figure = relative_error.draw(load_runs(folder))
    labels = [line.get_label() for line in figure.axes[0].lines]
    figure_files.mark_changes(figure)
    return labels + [text.get_text() for text in figure.texts]


# The names under which each reader shows the runs of a folder.
READERS = {
    "errors": lambda folder: relative_errors(load_runs(folder))["label"].unique().tolist(),
    "figure": in_a_figure,
    "export": lambda folder: [body.name for body in load_animation(folder).bodies],
    "report": lambda folder: [look["label"] for look in page_of(folder)["looks"]],
}


@pytest.mark.parametrize("name", CHANGES)
def test_changed_runs_are_shown_with_a_mark(runs, capsys, name):
    """A reader reads good files and changed ones."""
    shutil.copytree(runs, bad := runs.with_name("BAD"))
    CHANGES[name](bad / "pd")
    for reader, show in READERS.items():
        shown = show(runs)
        assert {"QN", "PD"} <= set(shown) and "changed" not in str(shown), reader
        assert not capsys.readouterr().err
        shown = show(bad)
        notes = capsys.readouterr().err
        if name.endswith(".vtu") and reader in ("errors", "figure"):
            assert not notes  # these readers do not read it
            continue
        assert {"QN", "PD (changed)"} <= set(shown) and "PD" not in shown, reader
        assert notes == f"simbench: note: {bad}/pd/{name} {NOTE}\n"
        assert reader != "figure" or f"changed after the run:\n{name}" in shown
        load_runs(runs)
        capsys.readouterr()
        shutil.copytree(
            runs, bad, dirs_exist_ok=True
        )  # the files are repaired, which the next reading notices
        assert show(bad) == show(runs) and not capsys.readouterr().err
        CHANGES[name](bad / "pd")
    assert contents_of(runs).files
    with pytest.raises(ResultsError, match=f"pd is damaged: {name}"):
        contents_of(bad)


def test_a_manifest_without_its_own_hash_counts_as_changed(runs, capsys):
    file = runs / "pd/manifest.json"
    manifest = json.loads(file.read_text())
    del manifest["manifest_sha256"]
    file.write_text(json.dumps(manifest, indent=2))
    assert load_run(runs / "pd").marked("PD") == "PD (changed)"
    assert NOTE in capsys.readouterr().err
    with pytest.raises(ResultsError, match=r"pd is damaged: manifest.json"):
        contents_of(runs)


def test_a_page_and_its_command_name_changed_files_once(runs, run_command):
    change_rows(runs / "pd")
    said = run_command("simbench-report", runs)
    assert said.stderr == f"simbench: note: {runs}/pd/iterations.csv {NOTE}\n"
    assert (
        "PD (changed): iterations.csv: the manifest has another hash." in (runs / "report.html").read_text()
    )


def test_a_sweep_marks_the_run_that_was_changed(run_simbench, workplace, capsys):
    write_plan(workplace, PLAN)
    run_simbench("sweep plan.json --output GRID --quiet")
    changed = load_runs(workplace / "GRID", ["solver=pd"])[0]
    change_rows(changed.folder)
    content = page_of(workplace / "GRID")
    labels = {run["id"]: content["looks"][run["look"]]["label"] for run in content["runs"]}
    assert labels.pop(changed.run_id) == "PD (changed)"
    assert sorted(labels.values()) == ["PD", "QN", "QN"]
    assert capsys.readouterr().err.count(NOTE) == 1


PLAN = {
    "scene": "smoke.json",
    "axes": [{"path": "step.time_step", "values": [1e-2, 2e-2]}],
    "solvers": ["qn", "pd"],
    "set": {"step.iterations": 2},
}


# --- Runs without a manifest


def hide(run: Path, how: str) -> str:
    """Damages or removes a run's manifest; returns the message that readers must give."""
    manifest = run / "manifest.json"
    manifest.unlink()
    if how == "gone":
        return "it has no manifest.json"
    if how == "a FIFO":
        os.mkfifo(manifest)
        return "its manifest.json is not a regular file"
    manifest.symlink_to(manifest.name)
    return "its manifest.json cannot be read: Too many levels of symbolic links"


@pytest.mark.parametrize("how", ["gone", "a FIFO", "a link to itself"])
def test_a_run_without_a_manifest_is_left_out_by_name(runs, capsys, how):
    note = f"simbench: note: the run in {runs}/pd is left out: {hide(runs / 'pd', how)}\n"
    for reader in ("errors", "figure", "export"):
        assert not {"PD", "PD (changed)"} & set(READERS[reader](runs))
        assert capsys.readouterr().err == note, reader
    assert "results/pd/iterations.csv" not in contents_of(runs).files
    assert capsys.readouterr().err == note
    remarks = page_of(runs)["remarks"]
    assert any(remark.startswith("pd: ") and "manifest.json" in remark for remark in remarks)


def test_missing_runs_of_a_sweep_are_named(run_simbench, workplace, capsys):
    write_plan(workplace, PLAN)
    run_simbench("sweep plan.json --output GRID --quiet")
    gone, bare, *_ = load_runs(workplace / "GRID")
    shutil.rmtree(gone.folder)
    (bare.folder / "manifest.json").unlink()
    assert len(load_runs(workplace / "GRID")) == 2
    said = capsys.readouterr().err
    assert f"{gone.folder} is left out: there is no such folder\n" in said
    assert f"{bare.folder} is left out: it has no manifest.json\n" in said
    remarks = " ".join(page_of(workplace / "GRID")["remarks"])
    assert gone.run_id in remarks and bare.run_id in remarks


# --- FIFOs and folders in place of files, and deep nesting


@pytest.fixture
def time_limit():
    """Ends a test that waits for ever."""

    def end(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("time_limit")
@pytest.mark.parametrize("kind", ["a FIFO", "a folder", "a device"])
@pytest.mark.parametrize("name", RUN_FILES)
def test_no_reader_waits_for_a_fifo(results, name, kind):
    file = results / "pd" / name
    file.unlink()
    if kind == "a FIFO":
        os.mkfifo(file)
    elif kind == "a folder":
        file.mkdir()
    else:
        file.symlink_to("/dev/zero")
    for read in (load_run, load_animation, contents_of):
        with pytest.raises(ResultsError):
            read(results / "pd")
    content = page_of(results)
    assert any(remark.startswith("pd: ") and name in remark for remark in content["remarks"])


@pytest.mark.usefixtures("time_limit")
def test_a_snapshot_that_is_a_fifo_is_reported(runs):
    file = snapshot_files(runs / "pd")[-1].path
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(ResultsError, match="is not a regular file"):
        load_snapshot(file)
    with pytest.raises(ResultsError, match="is not a regular file"):
        load_animation(runs)
    remarks = page_of(runs)["remarks"]
    assert any(f"{file} is not a regular file" in remark for remark in remarks)


@pytest.mark.parametrize("levels", [65, 2000, 100_000])
def test_a_manifest_that_is_nested_too_deep_is_reported(results, levels):
    file = results / "pd/manifest.json"
    manifest = file.read_text()
    file.write_text(manifest[:-1] + ', "deep": ' + (levels - 1) * "[" + (levels - 1) * "]" + "}")
    with pytest.raises(ResultsError, match=r"manifest.json is not a JSON file: it is nested deeper than 64"):
        load_run(results / "pd")
    remarks = page_of(results)["remarks"]
    assert any("nested deeper than 64 levels" in remark for remark in remarks)
    file.write_text(manifest[:-1] + ', "deep": ' + 63 * "[" + 63 * "]" + "}")
    assert load_run(results / "pd").solver == "pd"


# --- Whole numbers, and very large ones


def test_measured_columns_are_floats_even_where_all_values_are_whole_numbers(run_simbench, workplace):
    """Newton solves the oscillator in one iteration, so the errors are 1 and 0."""
    run_simbench("--scene oscillator --solver newton --iterations 3 --output OUT --quiet")
    run = load_run(workplace / "OUT/newton")
    assert set(run.iterations["relative_error"]) == {0, 1}
    measured = run.iterations.drop(columns=["step", "iteration"])
    assert {str(kind) for kind in measured.dtypes} == {"float64"}
    (axes,) = relative_error.draw(load_runs(workplace / "OUT")).axes
    (line, *_) = axes.lines
    np.testing.assert_array_equal(line.get_ydata(), [1, relative_error.LEAST])


@pytest.mark.parametrize("figure", ["relative_error", "objective", "objective_over_time", "terms"])
def test_values_of_1e308_are_drawn_in_a_figure(huge, run_command, tmp_path, figure):
    """Its line ends at the edge, and the page and the table have the number."""
    drawn = run_command("simbench-figure", figure_named(figure), huge, "--output", tmp_path / "figures")
    assert not drawn.stderr and (tmp_path / "figures" / f"{figure}.png").is_file()


@pytest.fixture
def huge(tmp_path) -> Path:
    size = len(write_synthetic_run(tmp_path / "OUT/pd"))
    values = np.geomspace(1, 1.7e308, size)
    columns = dict.fromkeys(("objective", "inertial", "constraint", "relative_error"), values)
    for solver in ("pd", "xpbd"):
        write_synthetic_run(tmp_path / "HUGE" / solver, **columns)
    return tmp_path / "HUGE"


def test_values_of_1e308_are_shown_in_a_table_and_on_a_page(huge):
    lines = markdown(relative_errors(load_runs(huge))).splitlines()
    assert max(map(len, lines)) < 100
    (ours,) = [line for line in lines if line.startswith("| PD ")]
    assert ours.count("|") == 6 and "e+" in ours
    assert page_of(huge)["runs"][0]["final_relative_error"] == 1.7e308
