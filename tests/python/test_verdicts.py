"""What parts with thresholds and margins add up to, and what is written of it as JSON and as Markdown."""

import json
import math
from types import SimpleNamespace

import pytest
from studies import AXES
from synthetic_sweeps import MadeUp, ends

from simbench.study import report
from simbench.study.description import Claim
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

YES, NO = Part(True, "it is"), Part(False, "it is")
SENTENCES = {kind: f"Words for {kind}." for kind in ("confirmed", "refuted", "partly", "depends", "misprint")}
OF_PARTS = {kind: words for kind, words in SENTENCES.items() if kind not in ("depends", "misprint")}


@pytest.mark.parametrize(
    ("parts", "kind", "sentence"),
    [
        ([YES, YES], CONFIRMED, "Words for confirmed."),
        ([YES, NO, YES], "partly (2 of 3)", "Words for partly."),
        ([NO, NO], REFUTED, "Words for refuted."),
    ],
)
def test_parts_make_the_verdict(parts, kind, sentence):
    found = in_parts(parts, "a note", **OF_PARTS)
    assert (found.kind, found.sentence, found.depends_on) == (kind, sentence, "")
    assert found.findings == [("" if part.holds else "Not so: ") + "it is" for part in parts] + ["a note"]
    # Without words for it the parts are counted.
    count = sum(part.holds for part in parts)
    assert in_parts(parts).sentence == f"{count} of {len(parts)} parts hold."
    assert in_parts(iter(parts)).kind == kind


@pytest.mark.parametrize(
    ("cases", "kind", "sentence", "depends_on"),
    [
        ({"a": [YES], "b": [YES, YES]}, CONFIRMED, "Words for confirmed.", ""),
        ({"a": [YES], "b": [YES, NO]}, DEPENDS, "Words for depends.", "x"),
        # Cases are no parts of the sentence: what holds in all of them alike is counted once.
        ({"a": [YES, NO], "b": [YES, NO]}, "partly (1 of 2)", "Words for partly.", ""),
        ({"a": [YES, NO], "b": [NO, YES]}, DEPENDS, "Words for depends.", "x"),
        ({"a": [YES, NO], "b": [NO, NO]}, DEPENDS, "Words for depends.", "x"),
        ({"a": [NO], "b": [NO]}, REFUTED, "Words for refuted.", ""),
        ({"a": [NO], "b": [NO, NO]}, REFUTED, "Words for refuted.", ""),
    ],
)
def test_cases_make_the_verdict(cases, kind, sentence, depends_on):
    found = by_case("x", cases, "a note", **SENTENCES)
    assert (found.kind, found.sentence, found.depends_on) == (kind, sentence, depends_on)
    assert [part.finding for part in found.parts] == [f"{case}: it is" for case in cases for _ in cases[case]]
    assert found.notes == ["a note"]


@pytest.mark.parametrize(
    ("printed", "corrected", "kind", "sentence", "findings"),
    [
        ([YES], [YES], CONFIRMED, "Words for confirmed.", ["it is", "it is"]),
        ([YES, NO], [YES], MISPRINTED, "Words for misprint.", ["Corrected: it is", "it is", "Not so: it is"]),
        (
            [YES, NO],
            [NO],
            "partly (1 of 2)",
            "Words for partly.",
            ["it is", "Not so: it is", "Not so: it is"],
        ),
        ([NO], [NO, YES], REFUTED, "Words for refuted.", ["Not so: it is", "Not so: it is", "it is"]),
    ],
)
def test_a_misprint_is_no_refutation(printed, corrected, kind, sentence, findings):
    found = misprinted(printed, corrected, **SENTENCES)
    assert (found.kind, found.sentence, found.findings) == (kind, sentence, findings)


def test_a_sentence_whatever_the_verdict_gives_way_to_that_of_the_verdict():
    for parts in ([YES], [NO], [YES, NO]):
        assert in_parts(parts, whatever_the_verdict="Measured.").sentence == "Measured."
    assert in_parts([YES], whatever_the_verdict="Measured.", confirmed="It is.").sentence == "It is."
    assert in_parts([YES], whatever_the_verdict="Measured.", confirmed="").sentence == "Measured."
    for cases in ({"a": [YES], "b": [NO]}, {"a": [NO], "b": [NO]}):
        assert by_case("x", cases, whatever_the_verdict="Measured.").sentence == "Measured."
    assert misprinted([NO], [YES], whatever_the_verdict="Measured.").sentence == "Measured."


def test_words_for_a_verdict_that_there_is_not_are_an_error():
    with pytest.raises(TypeError, match="there is no verdict perhaps"):
        in_parts([YES], perhaps="It may be.")
    with pytest.raises(TypeError, match="there is no verdict NOT_RUN"):
        by_case("x", {"a": [YES], "b": [NO]}, NOT_RUN="")


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
def test_margins(part, holds, margin):
    assert (part.holds, part.margin) == (holds, margin)


def test_the_least_margin_decides():
    close, far = below(1.0, 1.05, "close"), below(1.0, 20.0, "far")
    assert in_parts([far, YES, close]).decided_by is close
    assert in_parts([YES]).decided_by is None


@pytest.fixture
def judged(tmp_path) -> dict:
    """A report on three claims by made-up runs, written to the folder `out`: its entries."""

    def thin(results):
        ends_at = results.run("thesis_twist", "qn", h=1e-2).at(1000)["objective"]
        return in_parts(
            [below(ends_at, 2.1, f"it ends at {ends_at:g}"), above(ends_at, 30, "far | off"), YES],
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
        Claim(2, "Another one.", source, judge=depends),
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
    runs = [(s, {"h": h}, ends(1.0, 2.0), "converged") for s in ("qn", "xpbd") for h in (1e-2, 1e-3)]
    folder = MadeUp(tmp_path / "results").add("thesis_twist", ["h"], runs).write()
    entries = report.as_json(report.judge(folder, [1, 2, 3, 4], study), study)
    report.write(tmp_path / "out", entries, study, "simbench study tested", "figures/")
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
        cell = entry["sentence"].replace("|", "\\|")
        assert f"| [{name}](#claim-{name.lower()}) | {entry['claim']} | {words} | {cell} |" in text
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
    assert "\n- a: finite\n" in text  # an infinite threshold is none
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


def test_the_report_counts_verdicts_and_says_what_they_mean(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    for kind, count in {"partly": 1, DEPENDS: 1, NOT_RUN: 1, NOT_JUDGED: 1}.items():
        assert f"\n| {kind} | {KINDS[kind]} | {count} |\n" in text
    assert f"| {REFUTED} |" not in text
    assert "\n| | | 4 |\n" in text


def test_the_report_says_where_a_claim_stands_and_how_to_judge_it_again(judged, tmp_path):
    text = (tmp_path / "out/claims.md").read_text()
    assert "- Source: chapter 2. Setting: 32 settings.\n- Figure: [twist](figures/twist.png)\n" in text
    sections = {name: text.split(f"## Claim {name}\n")[1].split("## Claim")[0] for name in judged}
    assert "Figure" not in sections["T2"] and "Setting" not in sections["T2"]
    assert "```\nsimbench study tested --only T1\n```" in sections["T1"]
    assert "```" not in sections["T3"]  # there is nothing to run again


def test_differences_from_the_record(judged):
    recorded = {"T1": {"verdict": "partly (2 of 3)"}, "T2": {"verdict": REFUTED}}
    changed, missing = report.differences(judged, recorded, allow_missing=False)
    assert changed == (
        "claim T2: depends, recorded is refuted: a: finite Not so: b: wrong cells (3, at most 0, margin 0)"
    )
    assert missing == "claim T3: not run, recorded is nothing: there is no sweep absent"
    assert report.differences(judged, recorded, allow_missing=True) == [changed]
    assert report.differences(judged, judged, allow_missing=True) == []
