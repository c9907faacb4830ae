"""The thesis's study: every claim is on record, and every judge is tested."""

import json
import re

import pytest
from conftest import REPOSITORY
from studies import CLAIMS, RIGID, THESIS
from synthetic_sweeps import all_cases, source_of_judge, verdicts_with_sentences
from test_foundation_claims import stretched_beams
from test_twist_claims import failures
from test_untwist_claims import main_setting

from simbench import ResultsError
from simbench.study import report
from simbench.study.answers import WHATEVER, first_sentence
from simbench.study.verdicts import (
    DEPENDS,
    FAILS,
    HOLDS,
    IN_PART,
    KINDS,
    MISPRINTED,
    NOT_JUDGED,
    NOT_RUN,
    kind_of,
)

pytestmark = pytest.mark.slow

COMMAND = "simbench study studies/thesis"


def kinds_tested(number: int, with_sentence=False) -> set[str]:
    cases = [case for case in all_cases() if case.claim == number]
    return {case.kind.split(" (")[0] for case in cases if case.in_sentence or not with_sentence}


ONE_PART_IN_EACH_CASE = (2, 18, 29, 32, 33, 37, 44, 49, 50, 52, 53, 55, 65, 78, 79, 82, 83, 86, 87, 88)
IMPOSSIBLE = {  # verdicts that a judge cannot give
    **{number: {IN_PART} for number in ONE_PART_IN_EACH_CASE},
    13: {HOLDS, IN_PART, FAILS},  # the thesis's times confirm it for some iterations, but not for all
    20: {HOLDS},  # the list that the claim names contradicts its text
    28: {HOLDS, IN_PART, FAILS},  # like 13
    43: {IN_PART},  # its cases have different parts
}


@pytest.mark.parametrize("number", [number for number, claim in CLAIMS.items() if claim.judge])
def test_tests_cover_each_verdict_and_each_sentence_that_a_judge_can_give(number):
    more = {DEPENDS: "by_case(", MISPRINTED: "misprinted("}
    kinds = {HOLDS, IN_PART, FAILS} | {kind for kind, call in more.items() if call in source_of_judge(number)}
    kinds -= IMPOSSIBLE.get(number, set())
    assert kinds_tested(number) == kinds
    words = verdicts_with_sentences(number)
    said = kinds if WHATEVER in words else {MISPRINTED if word == "misprint" else word for word in words}
    assert kinds_tested(number, with_sentence=True) == said


@pytest.mark.parametrize("folder", ["results/thesis", "results/thesis/tetgen"])
def test_recorded_verdicts_have_a_sentence_that_a_test_covers(folder):
    recorded = report.load(REPOSITORY / folder / "claims.json")
    for number, entry in recorded.items():
        kind = kind_of(entry["verdict"])
        tested = kinds_tested(int(number), with_sentence=True)
        assert kind in tested | {NOT_RUN, NOT_JUDGED}, number
        assert not re.search(r"\b(inf|nan|None)\b|^\d+ of \d+ parts hold", entry["sentence"]), number


def test_every_claim_is_on_record_with_a_sentence():
    assert sorted(CLAIMS) == [*range(1, len(CLAIMS) + 1)]
    recorded = report.load(REPOSITORY / "results/thesis/claims.json")
    assert list(recorded) == [str(number) for number in sorted(CLAIMS)]
    for number, entry in recorded.items():
        found = CLAIMS[int(number)]
        assert entry["verdict"].split(" (")[0] in KINDS.keys() - {NOT_RUN}, number
        assert entry["sentence"].endswith("."), number
        assert entry["claim"] == found.text, number
        assert {key: entry[key] for key in found.about} == found.about, number
    assert (REPOSITORY / "results/thesis/claims.md").read_text() == report.markdown(recorded, THESIS, COMMAND)


def test_the_page_of_another_mesh_names_the_command_that_makes_it():
    text = (REPOSITORY / "results/thesis/tetgen/claims.md").read_text()
    entries = report.load(REPOSITORY / "results/thesis/tetgen/claims.json")
    command, note = f"{COMMAND} --variant tetgen", THESIS.variants["tetgen"].note
    assert text == report.markdown(entries, THESIS, command, "../", note)
    assert f"`{command}`" in text and f"{command} --only 8\n" in text


def test_every_claim_has_a_source_and_its_figure_exists():
    for number, found in CLAIMS.items():
        assert set(found.about) == {"source", "setting", "figure"}
        assert found.about["source"], number
        assert not found.about["setting"].endswith("."), number
        figure = found.about["figure"]
        assert not figure or (REPOSITORY / f"results/thesis/{figure}.png").is_file(), (number, figure)


@pytest.mark.parametrize("study", [THESIS, RIGID], ids=lambda study: study.name)
def test_the_overview_ends_with_the_claims_that_are_not_judged_and_the_reasons(study):
    others = [claim for claim in study.claims.values() if claim.judge is None]
    assert len(others) > 10
    text = (REPOSITORY / f"results/{study.name}/claims.md").read_text()
    tables = text[: text.index("\n## ")]
    judged, not_judged = tables.split("Claims that nobody judges:")
    for claim in study.claims.values():
        text_in_row = first_sentence(claim.text).replace("|", "\\|")
        row = f"](#claim-{study.identifier(claim.number).lower()}) | {text_in_row} |"
        assert (row in judged, row in not_judged) == (claim.judge is not None, claim.judge is None), row
    for claim in others:
        assert f"| {claim.about['source']} | {claim.not_judged} |" in not_judged
        assert f"**not judged.** {claim.not_judged}\n" in text


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
    assert "claim 9: confirmed. 16 of 16 numbers are those of the table." in finished.stdout
    missing = judge(run_command, tmp_path, "9,12")
    assert missing.returncode == 1
    assert missing.stderr.startswith("claim 12: not run, recorded is nothing: ")
    file = tmp_path / "results/thesis/claims.json"
    entries = json.loads(file.read_text())
    entries["9"]["verdict"] = FAILS
    file.write_text(json.dumps(entries))
    changed = judge(run_command, tmp_path, "9")
    assert changed.returncode == 1
    assert changed.stderr.startswith("claim 9: confirmed, recorded is refuted: QN 0.0, 0.0, 0.0, 0.0")
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
    assert (record / "claims.md").read_text().count("## Claim ") == 2
