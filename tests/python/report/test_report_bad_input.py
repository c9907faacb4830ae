"""simbench-report reports damaged, huge and hostile input, and shows the rest."""

import resource
import shutil

import numpy as np
import pandas as pd
import pytest
from report_pages import (
    SCRIPT,
    Page,
    beam,
    change_manifest,
    page_of,
    policy_of,
    refused,
    report,
    write_snapshot,
)

from simbench.errors import ResultsError
from simbench.report import geometry
from simbench.results import RUN_FILES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", ["empty", "absent", "a file", "other files", "results further down"])
def test_a_folder_without_results_is_refused(tmp_path, write_run, kind):
    folder = tmp_path / "folder"
    if kind == "a file":
        folder.write_text("text")
    elif kind != "absent":
        folder.mkdir()
    if kind == "other files":
        (folder / "holiday.txt").write_text("sun")
        (folder / "pictures").mkdir()
    if kind == "results further down":
        write_run(folder / "a/b/qn")
        write_run(folder / "c/qn")
        shutil.move(folder / "c", folder / "a/c")
    before = sorted(tmp_path.rglob("*"))
    message = refused(folder)
    assert str(folder) in message
    assert sorted(tmp_path.rglob("*")) == before
    if kind == "results further down":
        assert str(folder / "a/b") not in message or "results are in" in message


def test_the_message_for_a_parent_folder_names_the_results_in_it(tmp_path, results):
    message = refused(tmp_path)
    assert f"results are in {results}" in message


@pytest.mark.parametrize("damage", ["missing", "truncated", "empty", "no text"])
@pytest.mark.parametrize("name", RUN_FILES)
def test_the_rows_of_half_a_run_are_shown(results, name, damage):
    path = results / "pd" / name
    if damage == "missing":
        path.unlink()
    else:
        whole = path.read_bytes()
        path.write_bytes(
            {"truncated": whole[: len(whole) * 2 // 3], "empty": b"", "no text": b"\xff\x00\xfe" * 90}[damage]
        )
    page = page_of(results)
    assert "pd: " in page.remarks and name in page.remarks
    gone = name == "iterations.csv" and damage != "truncated"
    assert ("PD" in page.runs) == (not gone)
    assert ("none of its rows can be read" in page.remarks) == gone
    assert {"QN", "ADMM", "XPBD"} <= set(page.runs)
    if gone:
        return
    assert page.runs["PD"]["status"] == ("unknown" if name == "manifest.json" else "max_iterations")
    rows = page.rows("PD")
    cut = name == "iterations.csv"
    expected = pd.read_csv(results / "qn/iterations.csv", nrows=0)
    assert {"objective", "relative_error"} <= set(rows) & set(expected)
    assert len(rows) < 101 if cut else len(rows) == 101
    assert ("elapsed_seconds" in rows) == (name != "timings.csv" or damage == "truncated")


def test_a_number_that_is_cut_off_is_omitted(results):
    path = results / "qn/iterations.csv"
    text = path.read_text()
    path.write_text(text[: text.rindex(".") + 2])  # one digit of the last number is left
    page = page_of(results)
    assert "the last line of iterations.csv is cut" in page.remarks
    assert page.rows("QN")["iteration"].tolist() == [0, 10, 20, 30, 40]


@pytest.mark.parametrize(
    "manifest",
    ["[]", "{}", '{"solver": 3}', "null", '{"solver": "pd", "run_id": "x", "scene": []}', '{"solver": "pd"'],
)
def test_a_manifest_of_another_kind_is_reported(results, manifest):
    (results / "pd/manifest.json").write_text(manifest)
    page = page_of(results)
    assert f"{results}/pd/manifest.json" in page.remarks
    assert page.runs["PD"]["status"] == "unknown" and page.runs["PD"]["iterations"] == 1000


@pytest.mark.parametrize(
    "members",
    [
        {"iterations": None},
        {"iterations": "many"},
        {"build": 3},
        {"build": {"git_commit": None}},
        {"reference_minimum": []},
        {"scene_file": 3},
        {"message": ["a"]},
        {"precision": 7},
        {"options": {"trajectory": []}},
    ],
)
def test_members_of_a_manifest_may_be_anything(results, members):
    change_manifest(results / "pd", **members)
    assert page_of(results).runs["PD"]["iterations"] == 1000


@pytest.mark.parametrize("column", ["objective", "relative_error", "gradient_norm", "iteration"])
def test_text_in_rows_is_omitted_with_a_remark(results, column):
    path = results / "pd/iterations.csv"
    rows = pd.read_csv(path, dtype=str)
    rows.loc[3, column] = "twelve"
    rows.to_csv(path, index=False)
    page = page_of(results)
    assert column in page.remarks
    found = page.rows("PD")
    if column == "iteration":
        assert found["iteration"].tolist() == [i for i in range(0, 1001, 10) if i != 30]
    elif column != "gradient_norm":
        assert np.flatnonzero(found[column].isna()).tolist() == [3]


def test_values_that_do_not_exist_are_gaps(tmp_path, write_run):
    errors = np.geomspace(1, 1e-9, 101)
    errors[[2, 5]] = np.nan
    write_run(tmp_path / "runs/pd", relative_error=errors)
    page = page_of(tmp_path / "runs")
    assert np.flatnonzero(page.rows("PD")["relative_error"].isna()).tolist() == [2, 5]
    assert all(np.isfinite(page.runs["PD"]["sparkline"]))


def test_a_killed_run_is_named(results):
    (results / ".vbd.partial-4711").mkdir()
    assert "vbd: a run is not finished, or was killed (.vbd.partial-4711)." in page_of(results).remarks


@pytest.mark.parametrize("steps", [1, 20, 30_000])
def test_many_rows_are_thinned_with_extremes_and_the_ends_of_steps(tmp_path, write_run, steps):
    count = 120_000
    rng = np.random.default_rng(2)
    error = np.geomspace(1, 1e-6, count) * rng.lognormal(0, 1, count)
    low, high = rng.choice(count, 2, replace=False)
    error[[low, high]] = 1e-12, 1e6
    write_run(tmp_path / "runs/pd")
    per_step = count // steps
    keys = {
        "step": np.repeat(np.arange(1, steps + 1), per_step),
        "iteration": np.tile(np.arange(per_step), steps),
    }
    rows = pd.DataFrame(
        keys | {"objective": error, "inertial": 0.0, "constraint": error, "relative_error": error}
    )
    rows.to_csv(tmp_path / "runs/pd/iterations.csv", index=False)
    times = {"iteration_seconds": 1.0, "elapsed_seconds": np.arange(float(count))}
    pd.DataFrame(keys | times).to_csv(tmp_path / "runs/pd/timings.csv", index=False)
    page = page_of(tmp_path / "runs")
    shown = page.rows("PD")
    assert 7000 < len(shown) <= 16_100
    assert f"PD, {len(shown)} of {count} shown" in page.remarks
    values = set(shown["relative_error"])
    assert {float(f"{value:.5g}") for value in (1e-12, 1e6)} <= {float(f"{value:.5g}") for value in values}
    ends = shown.groupby("step").tail(1)
    assert (ends["iteration"] == per_step - 1).all()  # a curve over time steps needs the ends of steps
    assert shown["iteration"].iloc[0] == 0


def test_a_million_rows_give_a_small_page(tmp_path, write_run):
    iteration = np.arange(1_000_000)
    write_run(tmp_path / "runs/pd")
    rows = pd.DataFrame({"step": 1, "iteration": iteration, "objective": 1.0 / (1 + iteration)})
    rows = rows.assign(inertial=0.0, constraint=rows["objective"], relative_error=rows["objective"])
    rows.to_csv(tmp_path / "runs/pd/iterations.csv", index=False)
    rows[["step", "iteration"]].assign(iteration_seconds=1e-3, elapsed_seconds=1e-3 * iteration).to_csv(
        tmp_path / "runs/pd/timings.csv", index=False
    )
    page = page_of(tmp_path / "runs")
    assert "of 1000000 shown" in page.remarks
    assert len(page.text) < 1e6
    assert page.rows("PD")["iteration"].iloc[[0, -1]].tolist() == [0, 999_999]


@pytest.mark.long
def test_a_million_tets_give_a_small_page(tmp_path, write_run):
    write_run(tmp_path / "runs/pd")
    points, tets = beam((170, 32, 32))
    assert len(tets) > 1_000_000
    write_snapshot(tmp_path / "runs/pd", 10, points, tets)
    surface = 171 * 33 * 33 - 169 * 31 * 31
    page = page_of(tmp_path / "runs")
    few = page.runs["PD"]["shape"]["mesh"]["vertices"]
    assert few <= geometry.VERTICES_AT_MOST
    assert f"PD: {few} of its surface's {surface} vertices are shown." in page.remarks
    assert len(page.text) < 2e6


def test_names_and_messages_are_text_and_not_code(tmp_path, write_run):
    folder = tmp_path / "<b>&'ü\"{{TITLE}}"
    write_run(folder / "qn-<script>alert(1)<", solver="qn")
    change_manifest(
        folder / "qn-<script>alert(1)<",
        message=f"</script>{SCRIPT}<!--",
        scene_file=SCRIPT,
        status="</script><!--<script>",
        build={"version": SCRIPT, "git_commit": SCRIPT},
    )
    page = page_of(folder)
    plain = page_of(folder, title="plain")
    # The page has as many elements as one with harmless names, and the texts are unchanged.
    assert page.text.count("<script") == plain.text.count("<script") == 2 + 1 + len(page.payloads) - 1
    assert page.text.count("</script") == page.text.count("<script")
    assert "<!--" not in page.text and "<b>" not in page.text.partition("<script>")[0]
    assert page.content["title"] == folder.name
    assert SCRIPT in page.content["summary"] and f"</script>{SCRIPT}<!--" in page.remarks
    assert list(page.runs) == ["qn-<script>alert(1)<"]
    assert "'unsafe" not in policy_of(page.text)


# The output.


def test_a_report_is_written_beside_the_runs_and_replaces_an_older_one(results):
    assert report(results).stdout.startswith(f"wrote {results}/report.html (")
    first = (results / "report.html").read_bytes()
    assert report(results, "--title", "again").returncode == 0
    assert b"<h1>again</h1>" in (results / "report.html").read_bytes() != first
    assert not list(results.glob(".*"))


def test_the_report_of_one_run_is_written_beside_its_folder(results, monkeypatch):
    """The program does not replace a run if its folder contains other files."""
    before = sorted(path.name for path in (results / "qn").iterdir())
    assert report(results / "qn").stdout.startswith(f"wrote {results}/qn.html (")
    monkeypatch.chdir(results / "pd")
    assert report(".").stdout.startswith(f"wrote {results}/pd.html (")
    assert sorted(path.name for path in (results / "qn").iterdir()) == before
    assert list(Page(results / "qn.html").runs) == ["QN"]


@pytest.mark.parametrize("kind", ["a file", "a folder", "a device", "a link to a file"])
def test_a_file_that_is_not_a_report_is_not_replaced(tmp_path, results, kind):
    output = tmp_path / "mine.html"
    if kind == "a folder":
        output.mkdir()
    elif kind == "a file":
        output.write_text("my thesis")
    elif kind == "a link to a file":
        (tmp_path / "thesis.txt").write_text("my thesis")
        output.symlink_to(tmp_path / "thesis.txt")
    else:
        output.symlink_to("/dev/full")
    before = {path: path.lstat().st_mode for path in tmp_path.rglob("*")}
    assert "was not written by this command" in refused(results, "--output", output)
    assert {path: path.lstat().st_mode for path in tmp_path.rglob("*")} == before
    assert kind in ("a folder", "a device") or output.read_text() == "my thesis"


def test_a_link_to_a_report_stays_a_link(tmp_path, results):
    (tmp_path / "link.html").symlink_to(tmp_path / "true.html")
    for title in ("first", "second"):
        assert report(results, "--output", tmp_path / "link.html", "--title", title).returncode == 0
        assert Page(tmp_path / "true.html").content["title"] == title
    assert (tmp_path / "link.html").is_symlink()


def test_a_read_only_folder_is_reported(tmp_path, results, as_ordinary_user):
    results.chmod(0o555)
    message = refused(results, exit_code=4, preexec_fn=as_ordinary_user)
    assert message == f"simbench: {results / 'report.html'} cannot be written: Permission denied\n"
    results.chmod(0o755)
    assert report(results, "--output", tmp_path / "new/folder/page.html").returncode == 0
    assert (tmp_path / "new/folder/page.html").is_file()


def test_a_full_disk_is_reported(results):
    """If a report does not fit onto the disk, an older report stays, and no other file is left."""
    assert report(results).returncode == 0
    before = {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))  # noqa: E731
    message = refused(results, exit_code=4, preexec_fn=limit)
    assert message == f"simbench: {results / 'report.html'} cannot be written: File too large\n"
    assert {path: path.read_bytes() for path in results.rglob("*") if path.is_file()} == before


def test_write_report_refuses_with_a_sentence(tmp_path):
    with pytest.raises(ResultsError, match="there is no folder"):
        page_of(tmp_path / "nowhere")
