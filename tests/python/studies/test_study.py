"""The study that --new makes runs, can be checked, and reports its errors."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from conftest import REPOSITORY, TIMEOUT, wait_until
from studies import call_study

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def prepared(module, tmp_path_factory):
    """A folder with the new study my_paper, its runs and its results."""
    folder = tmp_path_factory.mktemp("prepared")
    call_study(folder, "--new", "my_paper")
    call_study(folder, "my_paper")
    return folder


@pytest.fixture
def call(prepared, tmp_path):
    """Calls simbench-study beside a copy of the prepared study."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    return partial(call_study, tmp_path)


@pytest.fixture
def study(call, tmp_path):
    return tmp_path / "my_paper"


def change(study, **members):
    file = study / "study.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | members))


def recorded(study):
    return json.loads((study.parent / "results/my_paper/claims.json").read_text())


def test_a_new_study_runs_and_is_judged_by_its_runs(call, study, tmp_path):
    made = {path.name for path in (tmp_path / "results/my_paper").iterdir()}
    assert made == {
        *("claims.json", "claims.md", "README.md", "errors.png", "errors.pdf"),
        *("manifests.sha256", "codecheck.yml"),
    }
    summary = pd.read_csv(tmp_path / "runs/my_paper/compare/summary.csv", dtype={"run_id": str})
    errors = summary[summary["material.stiffness"] == 1e6].set_index("solver")["final_relative_error"]
    assert errors["admm"] < 1e-3 <= errors["xpbd"]
    claims = recorded(study)
    assert {name: claim["verdict"] for name, claim in claims.items()} == {"1": "holds", "2": "not judged"}
    assert [part["measured"] for part in claims["1"]["parts"]] == pytest.approx(
        [errors["admm"], errors["xpbd"]]
    )
    assert set(claims["1"]["runs"]["compare"]) <= set(summary["run_id"])
    hashes = (tmp_path / "results/my_paper/manifests.sha256").read_text().splitlines()
    assert {Path(line.split()[1]).parent.name for line in hashes} == set(summary["run_id"])
    page = (tmp_path / "results/my_paper/README.md").read_text()
    assert "- **Command:** `simbench study my_paper --only errors`" in page and "k = 1e6 Pa" in page
    assert "![errors](errors.png)" in page and claims["1"]["answer"] in page and "{{" not in page


def test_a_new_study_says_once_which_placeholders_are_left_and_no_page_shows_them(call, study, tmp_path):
    (told,) = call("my_paper").stderr.splitlines()
    assert told == (
        "simbench: note: my_paper/study.json still has placeholders: introduction[0], sources[0].citation, "
        "sources[0].authors[0], sources[0].pinned, claims.1.place, claims.2.place"
    )
    for page in tmp_path.glob("results/my_paper/*.[my][dm]*"):
        text = page.read_text()
        assert "eplace this" not in text and "\n\n\n" not in text
        sections = re.split(r"^#+ .*\n", text, flags=re.MULTILINE)[1:]
        statements = re.findall(r"^## .*\n\n###", text, re.MULTILINE)  # with claims below them
        assert sum(not body.strip() for body in sections) == len(statements)


MISTAKES = {  # in the judge: the line, and what is said there
    "last_erors(results, STIFF)": (11, "NameError: name 'last_erors' is not defined"),
    'run.curve["relativ_error"]': (31, "KeyError: 'relativ_error'"),
    'results.run("compar", solver': (29, "the study has no plan 'compar'; did you mean 'compare'?"),
    "@claim(1": (9, "SyntaxError: '(' was never closed"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_judge_is_one_line_with_its_place(call, study, mistake):
    judge = study / "claims/first.py"
    right = {
        "last_erors(results, STIFF)": "last_errors(results, STIFF)",
        'run.curve["relativ_error"]': 'run.curve["relative_error"]',
        'results.run("compar", solver': 'results.run("compare", solver',
        "@claim(1": "@claim(1)",
    }[mistake]
    text = judge.read_text()
    assert right in text
    judge.write_text(text.replace(right, mistake))
    line, said = MISTAKES[mistake]
    refused = call("my_paper", "--only", "1", exit_code=2)
    assert refused.stderr == f"simbench: my_paper/claims/first.py:{line}: {said}\n"


def test_a_mistake_in_a_figure_has_its_place(start_command, study, tmp_path):
    figure = study / "figures/errors.py"
    figure.write_text(figure.read_text().replace("drawing.title(runs)", "drawing.titel(runs)"))
    runs = tmp_path / "runs/my_paper/compare"
    refused = start_command("simbench-figure", f"{study}/errors", runs, check=False)
    assert refused.stderr.startswith(f"simbench: {figure}:12: AttributeError: ")
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1


def test_a_second_call_does_nothing_and_a_check_finds_nothing(call, study, tmp_path):
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("results/my_paper/*.[pj]*")}
    second = call("my_paper").stdout
    assert not re.search("sweep|judging|figure|page", second)
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert call("my_paper", "--check").stdout.endswith("0 differences from the results on record\n")
    listed = call("my_paper", "--list").stdout.splitlines()
    assert listed == [
        "plan compare: up to date",
        "claim 1: holds; up to date",
        "claim 2: not judged; up to date",
        "figure errors: up to date",
    ]


def test_outdated_parts_are_named_with_the_reason_and_done_again(call, study, capfd):
    figure = study / "figures/errors.py"
    figure.write_text(figure.read_text().replace('"relative error"', '"error"'))
    listed = call("my_paper", "--list").stdout
    assert "figure errors: out of date: changed: the study's code" in listed
    plan = study / "plans/compare.json"
    plan.write_text(plan.read_text().replace("[1e5, 1e6]", "[1e5, 1e6, 2e6]"))
    assert "plan compare: out of date: 2 of 6 runs are missing" in call("my_paper", "--list").stdout
    done = call("my_paper").stdout
    assert "sweep compare: 2 of 6 runs are missing" in done and "figure errors: changed:" in done
    assert "6/6 runs done, 0 running, 0 failed\n" in capfd.readouterr().err  # the progress of the sweep
    assert "out of date" not in call("my_paper", "--list").stdout


def test_a_plan_whose_runs_all_exist_still_gets_a_summary_of_its_own(call, study, tmp_path):
    plan = study / "plans/compare.json"
    plan.write_text(plan.read_text().replace("[1e5, 1e6]", "[1e6]"))
    reason = "its summary is that of another plan"
    assert f"plan compare: out of date: {reason}" in call("my_paper", "--list").stdout
    assert f"sweep compare: {reason}" in call("my_paper", "--only", "compare").stdout
    summary = pd.read_csv(tmp_path / "runs/my_paper/compare/summary.csv", dtype={"run_id": str})
    assert set(summary["material.stiffness"]) == {1e6}
    assert "plan compare: up to date" in call("my_paper", "--list").stdout


def test_a_plan_on_record_may_have_been_deleted(call, study):
    record = study.parent / "results/my_paper/claims.json"
    claims = json.loads(record.read_text())
    claims["1"]["runs"]["deleted_plan"] = []
    record.write_text(json.dumps(claims))
    hashes = record.parent / "manifests.sha256"
    before = hashes.read_text()
    hashes.write_text(f"00  deleted_plan/runs/00/manifest.json\n{before}")
    call("my_paper", "--only", "1")
    assert hashes.read_text() == before
    assert list(recorded(study)["1"]["runs"]) == ["compare"]


def test_only_the_named_parts_are_done(call, study, tmp_path):
    shutil.rmtree(tmp_path / "results")
    done = call("my_paper", "--only", "errors").stdout
    assert "judging" not in done
    assert {path.suffix for path in (tmp_path / "results/my_paper").iterdir()} == {".png", ".pdf", ".sha256"}
    assert "claim 1: holds. ADMM ends with" in call("my_paper", "--only", "1").stdout
    assert list(recorded(study)) == ["1"]


def test_a_changed_verdict_ends_with_exit_code_1_and_a_check_finds_it(call, study, tmp_path):
    judge = study / "claims/first.py"
    judge.write_text(judge.read_text().replace("SOLVED = 1e-3", "SOLVED = 1"))
    checked = call("my_paper", "--only", "1", "--check", exit_code=1)
    assert checked.stderr == "claims.json: claim 1 differs\n"
    assert recorded(study)["1"]["verdict"] == "holds"
    changed = call("my_paper", "--only", "1", exit_code=1)
    assert changed.stderr.startswith("claim 1: holds in part, recorded is holds: ")
    assert recorded(study)["1"]["verdict"] == "holds in part"


def test_a_check_fails_without_runs_a_picture_or_a_source(call, study, tmp_path):
    record = tmp_path / "results/my_paper"
    (record / "old.png").touch()
    (record / "errors.png").unlink()
    (record / ".before-1").mkdir()
    (study / "reference").mkdir()
    (study / "reference/table.csv").touch()
    killed, *others = call("my_paper", "--check", exit_code=1).stderr.splitlines()
    assert killed.startswith(".before-1: a call was killed while it wrote these results")
    assert others == [
        "errors.png is not on record",
        "old.png is on record, and no figure, document or page of study.json writes it",
        "reference/table.csv: 'reference' of study.json does not state its origin",
    ]
    shutil.rmtree(tmp_path / "runs")
    without_runs = call("my_paper", "--check", "--as-is", exit_code=2)
    assert "figure errors: there is no sweep compare" in without_runs.stderr


CLAIM = {"in_substance": "A.", "place": "p. 1"}


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"claims": {"1": CLAIM, "2": CLAIM}}, "claim 2 has neither a judge nor 'not_judged'"),
        ({"claims": {"1": {**CLAIM, "not_judged": "why"}}}, "claim 1 has a judge and 'not_judged'"),
        (
            {"claims": {"3": {**CLAIM, "not_judged": "why"}}},
            "claim 1 has a judge (my_paper.claims.first) and is",
        ),
        ({"claims": {"1": {"quotes": "A."}}}, "claims.1: 'place' is missing; it states where"),
        (
            {"claims": {"one": CLAIM}},
            "'one' is no name of a claim; a name is the prefix and a number, as '1'",
        ),
        ({"sweeps": []}, "plans/compare.json: nothing runs this plan; add it to 'sweeps'"),
        ({"sweeps": [{"plans": ["absent"]}]}, "no plan in my_paper/plans is named 'absent'"),
        ({"sweeps": [{"plans": ["*", "compare"]}]}, "the plan 'compare' occurs twice in 'sweeps'"),
        (
            {"figures": [{"figure": "errors", "of": ["b"]}]},
            "'errors' shows the sweep 'b', of which there is no",
        ),
        ({"pictures": []}, "there is no member 'pictures'; allowed: title, introduction, prefix"),
        ({"title": 3}, "'title' must be a text"),
    ],
)
def test_an_error_in_a_study_is_reported_in_a_sentence(call, study, members, message):
    change(study, **members)
    finished = call("my_paper", "--list", exit_code=2)
    assert finished.stderr.startswith("simbench: ") and finished.stderr.count("\n") == 1
    assert message in finished.stderr


@pytest.mark.parametrize("name", ["json", "simbench", "two-words"])
def test_a_name_that_python_cannot_import_is_refused(call, tmp_path, name):
    refused = call("--new", name, exit_code=2).stderr
    assert "rename" in refused and refused.count("\n") == 1
    assert not (tmp_path / name).exists()


def test_an_existing_study_is_not_overwritten(call, study):
    before = (study / "study.json").read_bytes()
    assert "is there already, and nothing was written" in call("--new", "my_paper", exit_code=2).stderr
    assert (study / "study.json").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "nowhere: there is no study.json here"),
        (
            ["my_paper", "--only", "7"],
            "--only 7: the study has no claim, plan, figure or document of this name",
        ),
        (["my_paper", "--with", "large"], "--with large: the study has no such part; allowed: none"),
        (["my_paper", "--variant", "mesh"], "--variant mesh: the study has no such variant; allowed: none"),
        (["my_paper", "--simbench", "no_such"], "no_such: there is no such program; --simbench names"),
    ],
)
def test_names_that_do_not_exist_are_reported(call, study, words, message):
    assert message in call(*words, exit_code=2).stderr


def test_a_variant_has_its_own_runs_and_record(call, study, tmp_path):
    soft = {"plans": ["compare"], "set": {"density": 500}, "note": "Half the density."}
    change(study, variants={"light": soft})
    call("my_paper", "--variant", "light")
    record = tmp_path / "results/my_paper/light"
    assert {path.name for path in record.iterdir()} == {"claims.json", "claims.md", "manifests.sha256"}
    assert "\nHalf the density.\n" in (record / "claims.md").read_text()
    runs = set(json.loads((record / "claims.json").read_text())["1"]["runs"]["compare"])
    assert runs.isdisjoint(recorded(study)["1"]["runs"]["compare"])


def test_hashes_of_plans_that_were_not_run_again_stay_on_record(call, study, tmp_path):
    file = tmp_path / "results/my_paper/manifests.sha256"
    before = file.read_text()
    (study / "plans/other.json").write_text((study / "plans/compare.json").read_text())
    change(study, sweeps=[{"plans": ["compare", "other"]}])
    other = f"{'0' * 64}  other/runs/{'0' * 16}/manifest.json\n"
    file.write_text("".join(before.splitlines(keepends=True)[1:]) + other)
    call("my_paper", "--only", "compare")
    assert file.read_text() == before + other


def test_a_new_claim_needs_only_the_plans_that_are_named_beside_it(call, study, tmp_path):
    record = tmp_path / "results/my_paper/claims.json"
    claims = recorded(study)
    del claims["1"]
    record.write_text(json.dumps(claims))
    plan = json.loads((study / "plans/compare.json").read_text())
    (study / "plans/other.json").write_text(json.dumps(plan))
    change(study, sweeps=[{"plans": ["compare", "other"]}])
    call("my_paper", "--only", "compare,1")
    assert recorded(study)["1"]["verdict"] == "holds"
    assert not (tmp_path / "runs/my_paper/other").exists()


def test_a_preparation_runs_first_and_optional_plans_only_on_request(call, study, tmp_path):
    tuned = {"description": "tuned", "scene": "smoke.json", "solvers": ["admm"]}
    tuned |= {"axes": [{"path": "solvers.admm.weight", "values": ["tuned"]}]}
    (study / "plans/tuned.json").write_text(json.dumps(tuned))
    words = ["tune", "smoke", "--iterations", "50"]
    change(
        study,
        preparations={
            "weights": {
                "file": "w.json",
                "variable": "SIMBENCH_TUNED_WEIGHTS",
                "commands": [{"words": words}],
            }
        },
        sweeps=[{"plans": ["compare"]}, {"plans": ["tuned"], "needs": "weights", "on_request": "tuning"}],
    )
    assert "plan tuned: waits for --with tuning" in call("my_paper", "--list").stdout
    call("my_paper")
    assert not (tmp_path / "runs/my_paper/tuned").exists()
    call("my_paper", "--with", "tuning")
    summary = pd.read_csv(tmp_path / "runs/my_paper/tuned/summary.csv", dtype={"run_id": str})
    assert summary["status"].tolist() != ["failed"]
    assert "plan tuned: up to date" in call("my_paper", "--with", "tuning", "--list").stdout


def test_ctrl_c_ends_a_study(simbench, study, tmp_path):
    shutil.rmtree(tmp_path / "results")
    plan = json.loads((study / "plans/compare.json").read_text())
    plan["set"] |= {"step.iterations": 100000, "body.beam.cells": [32, 6, 6]}
    (study / "plans/compare.json").write_text(json.dumps(plan))
    command = [Path(sys.executable).with_name("simbench-study"), "my_paper", "--simbench", simbench]
    process = subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_until(lambda: list(tmp_path.glob("runs/my_paper/compare/.driver.lock")), process)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(timeout=TIMEOUT) == 130
    goes_on = f"simbench: note: to go on, type: simbench study my_paper --simbench {simbench}"
    assert process.stderr.read().splitlines()[-2:] == ["simbench: stopped by SIGINT", goes_on]
    assert not (tmp_path / "results").exists()


def test_the_example_claim_of_the_documentation_is_judged(call, study):
    page = (REPOSITORY / "docs/studies.md").read_text()
    (judge,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (claim,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(judge.splitlines()) <= 30
    (study / "claims/speed.py").write_text(judge)
    (statement,) = re.findall(r"`(\{\"text\": .*?\})`", page)
    said = json.loads((study / "study.json").read_text())
    claims, statements = said["claims"] | json.loads("{" + claim + "}"), said["statements"]
    change(study, claims=claims, statements=[*statements, json.loads(statement)])
    call("my_paper", "--only", "3")
    entry = recorded(study)["3"]
    assert entry["verdict"] in ("holds", "fails") and list(entry["cases"]) == ["with k = 1e5 Pa"]
    assert entry["reach"].startswith("With k = 1e5 Pa it needs ")
    assert len(entry["parts"]) == 1 and len(entry["runs"]["compare"]) == 4


def test_a_study_from_before_verdicts_had_two_fields_is_rewritten(call, study):
    old = {"text": "ADMM arrives.", "source": "chapter 1", "setting": "k = 1e6 Pa", "figure": "errors"}
    old |= {"sentences": {"confirmed": "It does.", "depends, refuted": "It errs by {admm:.2g}."}}
    said = json.loads((study / "study.json").read_text())
    del said["statements"]
    (study / "study.json").write_text(json.dumps(said | {"claims": {"1": old}}))
    refused = call("my_paper", "--list", exit_code=2).stderr
    assert "claims.1: 'text' is now 'quotes', 'in_substance' or 'asks'" in refused
    assert "`simbench study STUDY --rewrite`" in refused
    assert "'reach' of each claim states where else it holds" in call("my_paper", "--rewrite").stdout
    claim = json.loads((study / "study.json").read_text())["claims"]["1"]
    assert claim["in_substance"] == "ADMM arrives." and claim["place"] == "chapter 1"
    assert claim["answers"] == {
        "holds": "It does.",
        **dict.fromkeys(("in part", "fails"), "It errs by {admm:.2g}."),
    }
    call("my_paper", "--only", "1")
    assert recorded(study)["1"]["answer"] == "It does."
    assert "there is nothing to rewrite" in call("my_paper", "--rewrite", exit_code=2).stderr
