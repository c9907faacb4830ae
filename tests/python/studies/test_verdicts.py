"""Parts with thresholds and margins give a verdict, which is written as JSON and Markdown."""

import json
import math
from types import SimpleNamespace

import pytest
from studies import AXES
from synthetic_sweeps import SyntheticResults, two_rows

from simbench.errors import ResultsError
from simbench.study import report
from simbench.study.answers import WHATEVER, WORDS, answer_of, first_sentence, reach_of, read_answers
from simbench.study.claims import Claim, Statement
from simbench.study.members import Members
from simbench.study.verdicts import (
    ANSWERED,
    FAILS,
    HOLDS,
    IN_PART,
    KINDS,
    MISPRINTED,
    NOT_JUDGED,
    NOT_RUN,
    Part,
    about,
    about_twice,
    above,
    answered,
    at_least,
    at_most,
    below,
    in_parts,
    misprinted,
    near,
    together,
)

GOOD, BAD = Part(True, "it is"), Part(False, "it is")
ANSWERS = {word: [f"Words for {word}."] for word in WORDS.values()}


def answer_for(verdict, **answers):
    return answer_of(verdict, {word: [text] for word, text in answers.items()} or ANSWERS, "1")


@pytest.mark.parametrize(
    ("parts", "kind", "answer"),
    [
        ([GOOD, GOOD], HOLDS, "Words for holds."),
        ([GOOD, BAD, GOOD], IN_PART, "Words for in part."),
        ([BAD, BAD], FAILS, "Words for fails."),
    ],
)
def test_parts_make_the_verdict(parts, kind, answer):
    found = in_parts(parts, "a note")
    assert (found.kind, answer_for(found)) == (kind, answer)
    assert found.findings == [("" if part.holds else "Not so: ") + "it is" for part in parts] + ["a note"]
    # Without an answer for the verdict, the parts are counted.
    count = sum(part.holds for part in parts)
    assert answer_of(found, {}, "1") == f"{count} of {len(parts)} parts hold."
    assert in_parts(iter(parts)).kind == kind


def test_a_question_has_an_answer_and_no_verdict():
    found = answered([GOOD, BAD], "a note", most=3)
    assert (found.kind, answer_for(found), found.values) == (ANSWERED, "Words for answered.", {"most": 3})


@pytest.mark.parametrize(
    ("printed", "corrected", "kind", "answer", "findings"),
    [
        ([GOOD], [GOOD], HOLDS, "Words for holds.", ["it is", "it is"]),
        (
            [GOOD, BAD],
            [GOOD],
            MISPRINTED,
            "Words for misprint.",
            ["Corrected: it is", "it is", "Not so: it is"],
        ),
        ([GOOD, BAD], [BAD], IN_PART, "Words for in part.", ["it is", "Not so: it is", "Not so: it is"]),
        ([BAD], [BAD, GOOD], FAILS, "Words for fails.", ["Not so: it is", "Not so: it is", "it is"]),
    ],
)
def test_a_misprint_does_not_refute_a_claim(printed, corrected, kind, answer, findings):
    found = misprinted(printed, corrected)
    assert (found.kind, answer_for(found), found.findings) == (kind, answer, findings)


def test_a_part_that_becomes_a_note_keeps_its_number():
    few, many, fallen = (at_most(moved, 3, "moved, in m") for moved in (2, 4, math.inf))
    found = misprinted([few, many, fallen], [few])
    assert found.notes == [
        "moved, in m (2, at most 3)",
        "Not so: moved, in m (4, at most 3)",
        "Not so: moved, in m",
    ]


@pytest.mark.parametrize(
    ("kinds", "verdict"),
    [
        ([HOLDS, HOLDS, NOT_JUDGED], HOLDS),
        ([HOLDS, MISPRINTED], MISPRINTED),
        ([HOLDS, FAILS, ANSWERED], IN_PART),
        ([MISPRINTED, FAILS], IN_PART),
        ([FAILS, NOT_RUN], FAILS),
        ([NOT_JUDGED, NOT_RUN], NOT_RUN),
        ([NOT_JUDGED, ANSWERED], ANSWERED),
        ([NOT_JUDGED], NOT_JUDGED),
    ],
)
def test_the_claims_of_a_statement_make_its_verdict(kinds, verdict):
    assert together(kinds) == verdict


def test_the_reach_names_the_cases_in_which_a_claim_holds_and_those_in_which_it_fails():
    found = in_parts([GOOD]).reaching({"at 1 m": True, "at 2 m": True, "in grams": False}, "seen", most=2)
    assert reach_of(found, [], "1") == "It also holds at 1 m and at 2 m. It does not hold in grams."
    assert reach_of(found, ["Up to {most} m.", "Not in grams."], "1") == "Up to 2 m. Not in grams."
    assert found.notes == ["seen"] and found.kind == HOLDS
    assert reach_of(in_parts([GOOD]), [], "1") == ""


def test_the_answer_for_a_verdict_replaces_the_answer_for_every_verdict():
    for parts in ([GOOD], [BAD], [GOOD, BAD]):
        assert answer_for(in_parts(parts), whatever_the_verdict="Measured.") == "Measured."
    assert answer_for(in_parts([GOOD]), whatever_the_verdict="Measured.", holds="It is.") == "It is."
    assert answer_for(misprinted([BAD], [GOOD]), whatever_the_verdict="Measured.") == "Measured."


def test_an_answer_is_filled_with_the_values_of_its_judge():
    found = in_parts([GOOD], "a note", ratio=1 / 3, cases=2, parts=None)
    assert answer_for(found, holds="{ratio:.2f} in {cases} cases {{here}}.") == "0.33 in 2 cases {here}."
    # A text is left out if one of its values is None.
    texts = {"holds": ["In {cases} cases.", "And {parts} parts.", "All."]}
    assert answer_of(found, texts, "1") == "In 2 cases. All."
    assert answer_of(found, {"holds": ["And {parts} parts."]}, "1") == "1 of 1 parts hold."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{ration}.",
            r"claim R7: its answer or reach in study.json has {ration}, .* no such value; there are: ratio",
        ),
        ("{ratio:s}.", "claim R7: the text '{ratio:s}.' cannot be filled"),
        ("{ratio.", "claim R7: the text '{ratio.' cannot be filled"),
    ],
)
def test_words_that_cannot_be_filled_are_an_error(text, message):
    for fill in (
        lambda found: answer_of(found, {"holds": [text]}, "R7"),
        lambda f: reach_of(f, [text], "R7"),
    ):
        with pytest.raises(ResultsError, match=message):
            fill(in_parts([GOOD], ratio=1.0))


def test_answers_are_read_for_each_verdict():
    def read(content):
        return read_answers(Members(content, "study.json: claims.1: answers"))

    found = read({"holds, in part": "A.", "whatever_the_verdict": ["B.", "C."]})
    assert found == {"holds": ["A."], "in part": ["A."], WHATEVER: ["B.", "C."]}
    with pytest.raises(ResultsError, match=r"no verdict 'perhaps'; allowed, .*: holds, "):
        read({"perhaps": "It may be."})
    with pytest.raises(ResultsError, match="answers: 'in part' occurs twice"):
        read({"holds, in part": "A.", "in part": "B."})
    with pytest.raises(ResultsError, match="answers: 'in part' must be"):
        read({"in part": 3})


@pytest.mark.parametrize(
    ("part", "holds", "margin"),
    [
        (at_most(2.0, 2.0, ""), True, 1.0),
        (below(2.0, 2.0, ""), False, 1.0),
        (at_least(2.0, 2.0, ""), True, 1.0),
        (above(2.0, 2.0, ""), False, 1.0),
        (below(1.0, 2.0, ""), True, 2.0),
        (above(1.0, 2.0, ""), False, 0.5),
        (at_most(0, 0, ""), True, None),
        (at_most(3, 0, ""), False, 0.0),
        (at_most(0.0, 2.0, ""), True, math.inf),
        (at_most(math.inf, 2.0, ""), False, 0.0),
        (at_least(math.nan, 2.0, ""), False, 0.0),
        (above(-1.0, 2.0, ""), False, 0.0),
        (below(-1.0, 2.0, ""), True, None),
        (near(2.2, 2.0, 0.2, ""), True, pytest.approx(2.0)),
        (near(2.0, 2.0, 0.2, ""), True, math.inf),
        (near(math.inf, 2.0, 0.2, ""), False, 0.0),
        (near(1.0, 0.0, 0.2, ""), False, 0.0),
        (about(24, 20, ""), True, pytest.approx(1.0)),
        (about(15.9, 20, ""), False, pytest.approx(0.2 / 0.205)),
        (about(math.inf, 20, ""), False, 0.0),
        (about_twice(1.6, ""), True, pytest.approx(1.0)),
        (about_twice(1.46, ""), False, pytest.approx(1.25 * 0.73)),
        (about_twice(1.40, ""), False, pytest.approx(1.25 * 0.70)),
        (about_twice(2.5, ""), True, pytest.approx(1.0)),
        (about_twice(4.0, ""), False, pytest.approx(0.625)),
    ],
)
def test_margins_of_parts(part, holds, margin):
    assert (part.holds, part.margin) == (holds, margin)


def test_the_part_with_the_least_margin_decides():
    close, far = below(1.0, 1.05, "close"), below(1.0, 20.0, "far")
    assert in_parts([far, GOOD, close]).decided_by is close
    assert in_parts([GOOD]).decided_by is None


def test_the_first_sentence_ends_before_the_next_capital_letter():
    assert first_sentence("It ends at 2.5 J. No more. f* is 1.") == "It ends at 2.5 J."
    assert first_sentence("St. Venant–Kirchhoff fails? Yes.") == "St. Venant–Kirchhoff fails?"
    assert first_sentence("Of 3.5 m e.g. half; the rest") == "Of 3.5 m e.g. half; the rest"


@pytest.fixture
def study(tmp_path) -> SimpleNamespace:
    """Two statements of four claims, one of which is a question."""

    def thin(results):
        ends_at = results.run("thesis_twist", "qn", h=1e-2).at(1000)["objective"]
        parts = [below(ends_at, 2.1, f"it ends at {ends_at:g}"), above(ends_at, 30, "far | off"), GOOD]
        return in_parts(parts, "noted beside it").saying(f"It ends at {ends_at:g} | 2.", "Up to 3 m.")

    def question(results):
        results.by("thesis_twist", "xpbd", "h")
        parts = [below(1.0, math.inf, "finite"), at_most(3, 0, "wrong cells")]
        return answered(parts).saying("In one of two.", "At any size.")

    place, setting = (
        {"place": "chapter 1", "who": "", "setting": "", "figure": ""},
        {"setting": "32 settings"},
    )
    cited = {"place": "chapter 2", "who": "Somebody", "figure": "twist"} | setting
    claims = [
        Claim(1, "A claim.", about=cited, judge=thin),
        Claim(2, "Is it?", "asks", place, judge=question, short={"answered": ["Not in all."]}),
        Claim(3, "A third one.", "in_substance", place, judge=lambda results: results.run("absent", "qn")),
        Claim(4, "A last one.", "in_substance", place, not_judged="No run can show it."),
    ]
    return SimpleNamespace(
        title="Tested claims",
        folder=tmp_path,
        introduction=["An introduction."],
        axes=AXES,
        sweeps=[SimpleNamespace(plan=plan) for plan in ("thesis_twist", "absent")],
        claims={claim.number: claim for claim in claims},
        statements=[Statement("What is so.", (4, 1)), Statement("What is asked.", (2, 3))],
        identifier="T{}".format,
    )


@pytest.fixture
def judged(study, tmp_path) -> dict:
    """The entries of a report, which is written to the folder `out`."""
    runs = [(s, {"h": h}, two_rows(1.0, 2.0), "converged") for s in ("qn", "xpbd") for h in (1e-2, 1e-3)]
    folder = SyntheticResults(tmp_path / "results").add("thesis_twist", ["h"], runs).write()
    found = report.as_json(report.judge(folder, [1, 2, 3, 4], study), study)
    entries = {name: found[name] for name in report.in_order(study)}
    words = ("simbench study tested", "figures/")
    report.write(tmp_path / "out", entries, study, words, is_ours=lambda path: False)
    assert json.loads((tmp_path / "out/claims.json").read_text()) == entries
    return entries


def test_json_and_markdown_agree(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    assert text.startswith("# Tested claims\n\nAn introduction.\n")
    verdicts = {name: entry["verdict"] for name, entry in judged.items()}
    assert verdicts == {"T4": NOT_JUDGED, "T1": IN_PART, "T2": ANSWERED, "T3": NOT_RUN}
    for name, entry in judged.items():
        section = text.split(f"### Claim {name}\n")[1].split("\n## ")[0].split("### Claim")[0]
        words = f"“{entry['claim']}”" if name == "T1" else entry["claim"]
        assert f"> {words}\n\n**{entry['verdict']}.** {entry['answer']}".rstrip() in section
        assert (f"**Reach.** {entry['reach']}\n" in section) == bool(entry["reach"])
        for part in entry["parts"]:
            assert f"- {'' if part['holds'] else 'Not so: '}{part['finding']}" in section
        assert all(f"- {note}\n" in section for note in entry["notes"])
        ids = [run_id for its in entry["runs"].values() for run_id in its]
        assert not any(run_id in text for run_id in ids)
    assert [len(judged[f"T{n}"]["runs"].get("thesis_twist", [])) for n in (1, 2, 3, 4)] == [1, 2, 0, 0]
    assert judged["T3"]["notes"] == ["there is no sweep absent"]


def test_the_table_has_a_row_for_each_statement(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    so, asked = "[T4](#claim-t4), [T1](#claim-t1)", "[T2](#claim-t2), [T3](#claim-t3)"
    assert f"\n| {so} | What is so. | holds in part | It ends at 2 \\| 2. | Up to 3 m. |\n" in text
    assert f"\n| {asked} | What is asked. | not run | Not in all. | At any size. |\n" in text
    assert (
        text.index("\n## What is so.\n") < text.index("\n### Claim T4\n") < text.index("\n## What is asked.")
    )


def test_the_report_shows_thresholds_and_marks_thin_margins(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    assert "\n- it ends at 2 (2, below 2.1, margin 1.05, **thin**)\n" in text
    assert "\n- Not so: far | off (2, above 30, margin 0.0667)\n" in text
    assert "\n- it is\n" in text
    assert "\n- finite\n" in text  # an infinite threshold is not shown
    assert "\n- Not so: wrong cells (3, at most 0, margin 0)\n" in text
    assert judged["T2"]["parts"][0]["threshold"] is None
    assert judged["T1"]["parts"][0] == {
        "holds": True,
        "finding": "it ends at 2",
        "measured": 2.0,
        "relation": "below",
        "threshold": 2.1,
        "margin": pytest.approx(1.05),
    }


def test_the_report_counts_verdicts_and_explains_them(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    for kind, counts in {IN_PART: "1 | 1", ANSWERED: "0 | 1", NOT_RUN: "1 | 1", NOT_JUDGED: "0 | 1"}.items():
        assert f"\n| {kind} | {KINDS[kind]} | {counts} |\n" in text
    assert f"| {FAILS} |" not in text
    assert "\n| | | 2 | 4 |\n" in text


def test_the_report_names_the_source_of_a_claim_and_the_command_that_judges_it(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    source = (
        "- Source: chapter 2. Said by Somebody. Setting: 32 settings.\n- Figure: [twist](figures/twist.png)\n"
    )
    assert source in text and "- Source: chapter 1, in substance.\n" in text
    assert "- Question: chapter 1.\n" in text
    sections = {name: text.split(f"### Claim {name}\n")[1].split("### Claim")[0] for name in judged}
    assert "Figure" not in sections["T2"] and "Setting" not in sections["T2"]
    assert "```\nsimbench study tested --only T1\n```" in sections["T1"]
    assert "```" not in sections["T3"]  # it has no runs


def test_a_question_cannot_be_refuted_and_nobody_answers_a_claim(study, tmp_path):
    for number, wrong in ((1, answered([GOOD])), (2, in_parts([BAD]))):
        study.claims[number] = Claim(number, "…", study.claims[number].stands, judge=lambda _, v=wrong: v)
        with pytest.raises(
            ResultsError, match=f"claim T{number}: a question .* has an answer and no verdict"
        ):
            report.judge(tmp_path, [number], study)


def test_differences_from_the_record_are_listed(judged):
    recorded = {"T1": {"verdict": IN_PART}, "T2": {"verdict": FAILS}}
    changed, missing = report.differences(judged, recorded, allow_missing=False)
    assert changed == (
        "claim T2: answered, recorded is fails: finite Not so: wrong cells (3, at most 0, margin 0)"
    )
    assert missing == "claim T3: not run, recorded is nothing: there is no sweep absent"
    assert report.differences(judged, recorded, allow_missing=True) == [changed]
    assert report.differences(judged, judged, allow_missing=True) == []


def test_records_from_before_verdicts_had_two_fields_are_compared(judged):
    old = {"T1": {"verdict": "partly (2 of 3)"}, "T2": {"verdict": "depends"}}
    assert report.differences(judged, old, allow_missing=True) == []
    (changed,) = report.differences(judged, old | {"T1": {"verdict": "confirmed"}}, allow_missing=True)
    assert changed.startswith("claim T1: holds in part, recorded is confirmed: ")
