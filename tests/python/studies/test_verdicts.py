"""Parts with thresholds and margins give a verdict, which is written as JSON and Markdown."""

import json
import math
from types import SimpleNamespace

import pytest
from simbench.study.sentences import WHATEVER, WORDS, first_sentence, read_sentences, sentence_of
from studies import AXES
from synthetic_sweeps import SyntheticResults, two_rows

from simbench.errors import ResultsError
from simbench.study import report
from simbench.study.description import Claim
from simbench.study.members import Members
from simbench.study.verdicts import (
    CONFIRMED,
    DEPENDS,
    KINDS,
    MISPRINTED,
    NOT_JUDGED,
    NOT_RUN,
    REFUTED,
    Part,
    about,
    about_twice,
    above,
    at_least,
    at_most,
    below,
    by_case,
    in_parts,
    misprinted,
    near,
)

HOLDS, FAILS = Part(True, "it is"), Part(False, "it is")
SENTENCES = {kind: [f"Words for {kind}."] for kind in WORDS if kind != WHATEVER}


def sentence_for(verdict, **sentences):
    return sentence_of(verdict, {word: [text] for word, text in sentences.items()} or SENTENCES, "1")


@pytest.mark.parametrize(
    ("parts", "kind", "sentence"),
    [
        ([HOLDS, HOLDS], CONFIRMED, "Words for confirmed."),
        ([HOLDS, FAILS, HOLDS], "partly (2 of 3)", "Words for partly."),
        ([FAILS, FAILS], REFUTED, "Words for refuted."),
    ],
)
def test_parts_make_the_verdict(parts, kind, sentence):
    found = in_parts(parts, "a note")
    assert (found.kind, sentence_for(found), found.depends_on) == (kind, sentence, "")
    assert found.findings == [("" if part.holds else "Not so: ") + "it is" for part in parts] + ["a note"]
    # Without a sentence for the verdict, the parts are counted.
    count = sum(part.holds for part in parts)
    assert sentence_of(found, {}, "1") == f"{count} of {len(parts)} parts hold."
    assert in_parts(iter(parts)).kind == kind


@pytest.mark.parametrize(
    ("cases", "kind", "sentence", "depends_on"),
    [
        ({"a": [HOLDS], "b": [HOLDS, HOLDS]}, CONFIRMED, "Words for confirmed.", ""),
        ({"a": [HOLDS], "b": [HOLDS, FAILS]}, DEPENDS, "Words for depends.", "x"),
        # A part that holds in all cases is counted once.
        ({"a": [HOLDS, FAILS], "b": [HOLDS, FAILS]}, "partly (1 of 2)", "Words for partly.", ""),
        ({"a": [HOLDS, FAILS], "b": [FAILS, HOLDS]}, DEPENDS, "Words for depends.", "x"),
        ({"a": [HOLDS, FAILS], "b": [FAILS, FAILS]}, DEPENDS, "Words for depends.", "x"),
        ({"a": [FAILS], "b": [FAILS]}, REFUTED, "Words for refuted.", ""),
        ({"a": [FAILS], "b": [FAILS, FAILS]}, REFUTED, "Words for refuted.", ""),
    ],
)
def test_cases_make_the_verdict(cases, kind, sentence, depends_on):
    found = by_case("x", cases, "a note")
    assert (found.kind, sentence_for(found), found.depends_on) == (kind, sentence, depends_on)
    assert [part.finding for part in found.parts] == [f"{case}: it is" for case in cases for _ in cases[case]]
    assert found.notes == ["a note"]


@pytest.mark.parametrize(
    ("printed", "corrected", "kind", "sentence", "findings"),
    [
        ([HOLDS], [HOLDS], CONFIRMED, "Words for confirmed.", ["it is", "it is"]),
        (
            [HOLDS, FAILS],
            [HOLDS],
            MISPRINTED,
            "Words for misprint.",
            ["Corrected: it is", "it is", "Not so: it is"],
        ),
        (
            [HOLDS, FAILS],
            [FAILS],
            "partly (1 of 2)",
            "Words for partly.",
            ["it is", "Not so: it is", "Not so: it is"],
        ),
        ([FAILS], [FAILS, HOLDS], REFUTED, "Words for refuted.", ["Not so: it is", "Not so: it is", "it is"]),
    ],
)
def test_a_misprint_does_not_refute_a_claim(printed, corrected, kind, sentence, findings):
    found = misprinted(printed, corrected)
    assert (found.kind, sentence_for(found), found.findings) == (kind, sentence, findings)


def test_the_sentence_for_a_verdict_replaces_the_sentence_for_every_verdict():
    for parts in ([HOLDS], [FAILS], [HOLDS, FAILS]):
        assert sentence_for(in_parts(parts), whatever_the_verdict="Measured.") == "Measured."
    assert sentence_for(in_parts([HOLDS]), whatever_the_verdict="Measured.", confirmed="It is.") == "It is."
    for cases in ({"a": [HOLDS], "b": [FAILS]}, {"a": [FAILS], "b": [FAILS]}):
        assert sentence_for(by_case("x", cases), whatever_the_verdict="Measured.") == "Measured."
    assert sentence_for(misprinted([FAILS], [HOLDS]), whatever_the_verdict="Measured.") == "Measured."


def test_a_sentence_is_filled_with_the_values_of_its_judge():
    found = in_parts([HOLDS], "a note", ratio=1 / 3, cases=2, parts=None)
    assert (
        sentence_for(found, confirmed="{ratio:.2f} in {cases} cases {{here}}.") == "0.33 in 2 cases {here}."
    )
    # A text is left out if one of its values is None.
    texts = {"confirmed": ["In {cases} cases.", "And {parts} parts.", "All."]}
    assert sentence_of(found, texts, "1") == "In 2 cases. All."
    assert sentence_of(found, {"confirmed": ["And {parts} parts."]}, "1") == "1 of 1 parts hold."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{ration}.",
            r"claim R7: its sentence in study.json has {ration}, .* no such value; there are: ratio",
        ),
        ("{ratio:s}.", "claim R7: the sentence '{ratio:s}.' cannot be filled"),
        ("{ratio.", "claim R7: the sentence '{ratio.' cannot be filled"),
    ],
)
def test_a_sentence_that_cannot_be_filled_is_an_error(text, message):
    with pytest.raises(ResultsError, match=message):
        sentence_of(in_parts([HOLDS], ratio=1.0), {"confirmed": [text]}, "R7")


def test_sentences_are_read_for_each_verdict():
    def read(content):
        return read_sentences(Members(content, "study.json: claims.1: sentences"))

    found = read({"confirmed, partly": "A.", "whatever_the_verdict": ["B.", "C."]})
    assert found == {"confirmed": ["A."], "partly": ["A."], "whatever_the_verdict": ["B.", "C."]}
    with pytest.raises(ResultsError, match=r"no verdict 'perhaps'; allowed, .*: confirmed, "):
        read({"perhaps": "It may be."})
    with pytest.raises(ResultsError, match="sentences: 'partly' occurs twice"):
        read({"confirmed, partly": "A.", "partly": "B."})
    with pytest.raises(ResultsError, match="sentences: 'partly' must be"):
        read({"partly": 3})


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
    assert in_parts([far, HOLDS, close]).decided_by is close
    assert in_parts([HOLDS]).decided_by is None


def test_the_first_sentence_ends_before_the_next_capital_letter():
    assert first_sentence("It ends at 2.5 J. No more. f* is 1.") == "It ends at 2.5 J."
    assert first_sentence("St. Venant–Kirchhoff fails? Yes.") == "St. Venant–Kirchhoff fails?"
    assert first_sentence("Of 3.5 m e.g. half; the rest") == "Of 3.5 m e.g. half; the rest"


@pytest.fixture
def judged(tmp_path) -> dict:
    """The entries of a report on four claims, which is written to the folder `out`."""

    def thin(results):
        ends_at = results.run("thesis_twist", "qn", h=1e-2).at(1000)["objective"]
        return in_parts(
            [below(ends_at, 2.1, f"it ends at {ends_at:g}"), above(ends_at, 30, "far | off"), HOLDS],
            "noted beside it",
            partly=f"It ends at {ends_at:g} | 2.",
        )

    def depends(results):
        results.by("thesis_twist", "xpbd", "h")
        cases = {"a": [below(1.0, math.inf, "finite")], "b": [at_most(3, 0, "wrong cells")]}
        return by_case("the case", cases, depends="In one of two.")

    source = {"source": "chapter 1", "setting": "", "figure": ""}
    about = {"source": "chapter 2", "setting": "32 settings", "figure": "twist"}
    claims = [
        Claim(1, "A claim.", about, judge=thin),
        Claim(2, "Another one.", source, judge=depends, short={"depends": ["Not in all."]}),
        Claim(3, "A third one.", source, judge=lambda results: results.run("absent", "qn")),
        Claim(4, "A last one.", source, not_judged="No run can show it."),
    ]
    study = SimpleNamespace(
        title="Tested claims",
        introduction=["An introduction."],
        axes=AXES,
        claims={claim.number: claim for claim in claims},
        identifier="T{}".format,
    )
    runs = [(s, {"h": h}, two_rows(1.0, 2.0), "converged") for s in ("qn", "xpbd") for h in (1e-2, 1e-3)]
    folder = SyntheticResults(tmp_path / "results").add("thesis_twist", ["h"], runs).write()
    entries = report.as_json(report.judge(folder, [1, 2, 3, 4], study), study)
    report.write(
        tmp_path / "out", entries, study, ("simbench study tested", "figures/"), is_ours=lambda path: False
    )
    assert json.loads((tmp_path / "out/claims.json").read_text()) == entries
    return entries


def test_json_and_markdown_agree(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    assert text.startswith("# Tested claims\n\nAn introduction.\n")
    assert [entry["verdict"] for entry in judged.values()] == [
        "partly (2 of 3)",
        DEPENDS,
        NOT_RUN,
        NOT_JUDGED,
    ]
    for name, entry in judged.items():
        section = text.split(f"## Claim {name}\n")[1].split("## Claim")[0]
        words = f"{DEPENDS} on the case" if entry["depends_on"] else entry["verdict"]
        assert f"*{entry['claim']}*\n\n**{words}.** {entry['sentence']}".rstrip() in section
        cell = {"T2": "Not in all."}.get(name, entry["sentence"].replace("|", "\\|"))
        between = entry["source"] if words == NOT_JUDGED else words
        assert f"| [{name}](#claim-{name.lower()}) | {entry['claim']} | {between} | {cell} |" in text
        assert f"- Source: {entry['source']}." in section
        for part in entry["parts"]:
            assert f"- {'' if part['holds'] else 'Not so: '}{part['finding']}" in section
        assert all(f"- {note}\n" in section for note in entry["notes"])
        ids = [run_id for its in entry["runs"].values() for run_id in its]
        assert not any(run_id in text for run_id in ids)
    assert [len(judged[name]["runs"].get("thesis_twist", [])) for name in judged] == [1, 2, 0, 0]
    assert judged["T3"]["notes"] == ["there is no sweep absent"]


def test_the_report_shows_thresholds_and_marks_thin_margins(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    assert "\n- it ends at 2 (2, below 2.1, margin 1.05, **thin**)\n" in text
    assert "\n- Not so: far | off (2, above 30, margin 0.0667)\n" in text
    assert "\n- it is\n" in text
    assert "\n- a: finite\n" in text  # an infinite threshold is not shown
    assert "\n- Not so: b: wrong cells (3, at most 0, margin 0)\n" in text
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
    for kind, count in {"partly": 1, DEPENDS: 1, NOT_RUN: 1, NOT_JUDGED: 1}.items():
        assert f"\n| {kind} | {KINDS[kind]} | {count} |\n" in text
    assert f"| {REFUTED} |" not in text
    assert "\n| | | 4 |\n" in text


def test_the_report_names_the_source_of_a_claim_and_the_command_that_judges_it(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    assert "- Source: chapter 2. Setting: 32 settings.\n- Figure: [twist](figures/twist.png)\n" in text
    sections = {name: text.split(f"## Claim {name}\n")[1].split("## Claim")[0] for name in judged}
    assert "Figure" not in sections["T2"] and "Setting" not in sections["T2"]
    assert "```\nsimbench study tested --only T1\n```" in sections["T1"]
    assert "```" not in sections["T3"]  # it has no runs


def test_differences_from_the_record_are_listed(judged):
    recorded = {"T1": {"verdict": "partly (2 of 3)"}, "T2": {"verdict": REFUTED}}
    changed, missing = report.differences(judged, recorded, allow_missing=False)
    assert changed == (
        "claim T2: depends, recorded is refuted: a: finite Not so: b: wrong cells (3, at most 0, margin 0)"
    )
    assert missing == "claim T3: not run, recorded is nothing: there is no sweep absent"
    assert report.differences(judged, recorded, allow_missing=True) == [changed]
    assert report.differences(judged, judged, allow_missing=True) == []
