"""The claims of all studies are on record; the judges of the thesis's are tested."""

import json
import re

import pytest
from conftest import REPOSITORY
from studies import ALL, CLAIMS, THESIS
from synthetic_sweeps import all_cases
from test_foundation_claims import stretched_beams
from test_twist_claims import failures
from test_untwist_claims import main_setting

from simbench import ResultsError
from simbench.study import report
from simbench.study.claims import ASKED, as_record
from simbench.study.claims_page import markdown
from simbench.study.verdicts import FAILS, KINDS, NOT_JUDGED, NOT_RUN

pytestmark = pytest.mark.slow

COMMAND = "simbench study studies/thesis"


OWN_SAMPLES = (28, 75)  # judged by the thesis's own samples, which no made-up run changes
JUDGED = [n for n, found in CLAIMS.items() if found.judge and found.stands != ASKED and n not in OWN_SAMPLES]


@pytest.mark.parametrize("number", JUDGED)
def test_every_judge_is_tested_on_made_up_runs_that_give_different_verdicts(number):
    assert len({case.kind for case in all_cases() if case.claim == number}) > 1


@pytest.mark.parametrize("study", ALL, ids=lambda study: study.name)
def test_every_claim_is_on_record_with_an_answer(study):
    record = REPOSITORY / "results" / study.name
    recorded = report.load(record / "claims.json")
    assert list(recorded) == report.in_order(study)
    for number, found in study.claims.items():
        name = study.identifier(number)
        entry = recorded[name]
        said = as_record(found, entry["statement"])
        assert {key: entry[key] for key in said} == said, name
        assert entry["verdict"] in KINDS.keys() - {NOT_RUN}, name
        words = f"{entry['answer']} {entry['reach']}"
        assert not re.search(r"\b(inf|nan|None)\b|^(\d+|none) of \d+ parts hold", words), name
        assert entry["verdict"] == NOT_JUDGED or entry["answer"].endswith("."), name
        assert not found.about["setting"].endswith("."), name
        figure = found.about["figure"]
        assert not figure or (record / f"{figure}.png").is_file(), (name, figure)
    page = markdown(recorded, study, f"simbench study studies/{study.name}")
    assert (record / "claims.md").read_text() == page


def test_the_page_of_another_mesh_names_the_command_that_makes_it():
    text = (REPOSITORY / "results/thesis/tetgen/claims.md").read_text()
    entries = report.load(REPOSITORY / "results/thesis/tetgen/claims.json")
    command, note = f"{COMMAND} --variant tetgen", THESIS.variants["tetgen"].note
    assert text == markdown(entries, THESIS, command, "../", note)
    assert f"`{command}`" in text and f"{command} --only 8\n" in text


def test_a_claim_is_not_run_if_a_sweep_a_run_or_an_axis_is_missing(tmp_path):
    (tmp_path / "empty").mkdir()
    (nothing,) = report.judge(tmp_path / "empty", [9], THESIS)
    assert (nothing.verdict.kind, nothing.verdict.findings) == (NOT_RUN, ["there is no sweep thesis_untwist"])
    main_setting(tmp_path / "gap", missing=("pd",)).write()
    (gap,) = report.judge(tmp_path / "gap", [9], THESIS)
    assert gap.verdict.kind == NOT_RUN
    assert gap.verdict.findings == ["thesis_untwist lacks 1 runs of pd with h = 0.01, k = 100000000.0"]
    (axis,) = report.judge(tmp_path / "gap", [12], THESIS)
    assert axis.verdict.kind == NOT_RUN


def test_ambiguous_settings_are_an_error(tmp_path):
    results = failures(tmp_path)
    with pytest.raises(ResultsError, match="32 runs of xpbd"):
        results.run("thesis_twist", "xpbd")
    with pytest.raises(ResultsError, match="several runs of xpbd with the same h"):
        results.by("thesis_twist", "xpbd", "h")


def judge(run_command, folder, numbers):
    words = ("--as-is", "--only", numbers, "--runs", folder / "runs", "--results", folder / "results/thesis")
    return run_command("simbench-study", THESIS.folder, *words, check=False)


def test_the_exit_code_is_1_for_a_changed_verdict_and_for_missing_runs(tmp_path, run_command):
    main_setting(tmp_path / "runs").write()
    finished = judge(run_command, tmp_path, "9")
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "claim 9: holds. 16 of 16 numbers are those of the table." in finished.stdout
    missing = judge(run_command, tmp_path, "9,12")
    assert missing.returncode == 1
    assert missing.stderr.startswith("claim 12: not run, recorded is nothing: ")
    file = tmp_path / "results/thesis/claims.json"
    entries = json.loads(file.read_text())
    entries["9"]["verdict"] = FAILS
    file.write_text(json.dumps(entries))
    changed = judge(run_command, tmp_path, "9")
    assert changed.returncode == 1
    assert changed.stderr.startswith("claim 9: holds, recorded is fails: QN 0.0, 0.0, 0.0, 0.0")
    unknown = judge(run_command, tmp_path, "99")
    assert unknown.returncode == 2
    assert "--only 99: the study has no claim, plan, figure or document of this name" in unknown.stderr


def test_judging_one_claim_keeps_the_others_on_record(tmp_path, run_command):
    stretched_beams(tmp_path / "runs", neo_hookean=3.6e6).write()
    main_setting(tmp_path / "runs").write()
    judge(run_command, tmp_path, "9")
    record = tmp_path / "results/thesis"
    before = report.load(record / "claims.json")
    judge(run_command, tmp_path, "45")
    written = report.load(record / "claims.json")
    assert list(written) == ["9", "45"] and written["9"] == before["9"]
    assert written["45"]["verdict"] == FAILS
    assert (record / "claims.md").read_text().count("\n### Claim ") == 2
