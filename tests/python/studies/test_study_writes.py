"""A study replaces no file of others, leaves its folders nowhere, and a failure leaves the old results."""

import json
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from conftest import files_of

from simbench import ResultsError
from simbench.study.description import Study
from simbench.study.new import write_new_study

OUTSIDE = ["../up.png", "/tmp/up.png", "a/../../up.png", "", "a\0b"]


@pytest.fixture
def study(tmp_path, monkeypatch):
    """The study that --new writes, in the current folder."""
    monkeypatch.chdir(tmp_path)
    write_new_study(Path("my_paper"))
    return tmp_path / "my_paper"


def change(study: Path, **members) -> None:
    file = study / "study.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | members))


@pytest.mark.parametrize("name", OUTSIDE)
def test_names_that_lead_out_of_the_folder_are_refused(study, name):
    """Every member that becomes a path to which something is written."""
    preparation = {"file": name, "variable": "X", "commands": []}
    for members in (
        {"figures": [{"figure": "errors", "of": ["compare"], "writes": [name]}]},
        {"figures": [{"figure": "errors", "name": name, "of": ["compare"]}]},
        {"documents": [{"name": "table", "writes": [name], "of": ["compare"]}]},
        {"documents": [{"name": name, "writes": [], "of": ["compare"]}]},
        {"pages": {"page.md": name}},
        {"preparations": {"weights": preparation}},
        {"variants": {name: {"plans": ["compare"], "set": {}, "note": ""}}},
    ):
        before = (study / "study.json").read_text()
        change(study, **members)
        with pytest.raises(ResultsError, match="leads out of its folder"):
            Study(study)
        (study / "study.json").write_text(before)


def test_a_new_study_is_whole_or_absent(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(ResultsError, match="my_paper cannot be written: No space left on device"):
        write_new_study(Path("my_paper"))
    assert not list(tmp_path.iterdir())
    assert (files("simbench.study") / "template/study.json").is_file()


@pytest.fixture
def call(run_command, study, simbench, monkeypatch, cache_folder):
    """Runs the study in its folder."""
    monkeypatch.setenv("SIMBENCH", str(simbench))
    monkeypatch.setenv("SIMBENCH_CACHE", str(cache_folder))
    place = study.parent

    def run(*words: str, exit_code: int = 0) -> str:
        options = ["--runs", place / "runs/my_paper", "--results", place / "results/my_paper"]
        finished = run_command("simbench-study", study, *options, *words, check=False)
        assert finished.returncode == exit_code, finished.stderr
        return finished.stderr

    return run


def test_a_file_that_no_study_wrote_is_refused_before_anything_is_computed(call, study):
    results = study.parent / "results/my_paper"
    results.mkdir(parents=True)
    for name in ("claims.json", "errors.png"):
        (results / name).write_text('{"name": "mine"}')
        assert f"{results / name} exists and was not written" in call(exit_code=2)
        assert files_of(results) == {name: b'{"name": "mine"}'} and not (study.parent / "runs").exists()
        (results / name).unlink()


def test_a_failure_leaves_the_results_as_they_were(call, study):
    """A document that fails comes after new verdicts and figures."""
    results = study.parent / "results/my_paper"
    (study / "documents").mkdir()
    (study / "documents/table.py").write_text(
        "def write(results, output, record):\n    raise OSError(28, 'full')\n"
    )
    change(study, documents=[{"name": "table", "writes": ["table.md"], "of": ["compare"]}])
    assert "full" in call(exit_code=4)
    assert files_of(results) == {}
    change(study, documents=[])
    call()
    before = files_of(results)
    change(study, documents=[{"name": "table", "writes": ["table.md"], "of": ["compare"]}], title="Another")
    assert "full" in call("--as-is", exit_code=4)
    assert files_of(results) == before
    change(study, documents=[])
    shutil.rmtree(study.parent / "runs/my_paper/.study")  # in a fresh clone there are no stamps
    call("--as-is")
    assert b"# Another" in (results / "claims.md").read_bytes()
