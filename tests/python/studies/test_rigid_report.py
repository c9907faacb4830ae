"""The rigid study: its claims, the report on a claim, and the numbers and words of sentences."""

import json
import re

import numpy as np
import pytest
from conftest import REPOSITORY
from rigid_runs import falling, sweep
from studies import RIGID

from rigid.claims import measures
from rigid.theory.seed import eq_8_14, eq_8_24, eq_8_29
from simbench.study import report
from simbench.study.claims import ASKED
from simbench.study.verdicts import HOLDS, KINDS, NOT_JUDGED, at_least, at_most

pytestmark = pytest.mark.slow


def test_all_claims_have_a_source_and_a_setting():
    assert sorted(RIGID.claims) == [*range(1, len(RIGID.claims) + 1)]
    for number, found in RIGID.claims.items():
        assert set(found.about) == {"place", "who", "setting", "figure"}
        assert found.about["place"] or found.stands == ASKED, number
        assert not found.about["setting"].endswith("."), number
        figure = found.about["figure"]
        assert not figure or (RIGID.folder / f"figures/{figure}.py").is_file(), (number, figure)


def test_every_claim_is_on_record_with_a_sentence():
    recorded = report.load(REPOSITORY / "results/rigid/claims.json")
    assert list(recorded) == report.in_order(RIGID)
    for name, entry in recorded.items():
        found = RIGID.claims[int(name[1:])]
        assert (entry["claim"], entry["stands"]) == (found.words, found.stands), name
        assert {key: entry[key] for key in found.about} == found.about, name
        assert entry["verdict"] in KINDS, name
        assert bool(entry["reach"]) == (entry["verdict"] != NOT_JUDGED), name
        for text in filter(None, (entry["answer"], entry["reach"])):
            assert text.endswith("."), name
            assert not re.search(r"parts hold|\bnan\b|infinit", text), name
    assert (REPOSITORY / "results/rigid/claims.md").read_text() == report.markdown(
        recorded, RIGID, "simbench study studies/rigid"
    )


def test_margins_of_parts():
    part = at_most(0.5, 2.0, "")
    assert (part.holds, part.measured, part.threshold, part.margin) == (True, 0.5, 2.0, 4.0)
    assert at_least(0.5, 2.0, "").margin == 0.25
    assert at_most(np.inf, 2.0, "").margin == 0
    assert not at_most(np.nan, 2.0, "").holds
    assert at_most(0.0, 2.0, "").margin == np.inf


def test_a_judged_claim_is_written_to_the_record_and_its_page(tmp_path, run_command):
    counts = {"gs": eq_8_14(10), "jacobi": eq_8_29(10), "sor": eq_8_24(10)}
    runs = [(s, {}, falling(np.exp(-1 / count), 400, relaxation=1.53)) for s, count in counts.items()]
    sweep(tmp_path / "results", "rigid_figure_2", runs)
    record = tmp_path / "made/results/rigid"

    def judge(numbers):
        words = ("--as-is", "--only", numbers, "--runs", tmp_path / "results", "--results", record)
        return run_command("simbench-study", RIGID.folder, *words, check=False)

    finished = judge("R32")
    assert (finished.returncode, finished.stderr) == (0, "")
    (entry,) = json.loads((record / "claims.json").read_text()).values()
    assert entry["verdict"] == HOLDS
    assert entry["answer"] == "The best relaxation of a chain of ten is 1.530."
    assert f"claim R32: holds. {entry['answer']}" in finished.stdout
    assert (entry["place"], entry["figure"]) == ("Figure 2, its caption", "chain_convergence")
    part = entry["parts"][0]
    assert (part["holds"], part["relation"], part["threshold"]) == (True, "at most", 0.05)
    assert part["margin"] == pytest.approx(0.05 / part["measured"])
    ((name, ids),) = entry["runs"].items()
    assert (name, len(ids)) == ("rigid_figure_2", 3)
    page = (record / "claims.md").read_text()
    for text in (
        "# Claims on rigid bodies",
        "| holds | it holds in its author's setting, by its author's criterion | 1 | 1 |",
        f"| [R32](#claim-r32) | {entry['statement']} | holds | ",
        f"> “{entry['claim']}”",
        f"**holds.** {entry['answer']}",
        f"**Reach.** {entry['reach']}",
        "- Source: Figure 2, its caption. Setting: straight chain",
        f"- {part['finding']} ({part['measured']:.4g}, at most 0.05, margin {part['margin']:.3g}",
        "- Figure: [chain_convergence](chain_convergence.png)",
        "studies/rigid --only R32",
    ):
        assert text in page
    assert ids[0] not in page
    assert judge("R33").returncode == 1  # R33 has no runs; R32 stays on record
    assert list(json.loads((record / "claims.json").read_text())) == ["R32", "R33"]
    unknown = judge("R99")
    assert unknown.returncode == 2
    assert "--only R99: the study has no claim, plan, figure or document of this name" in unknown.stderr


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.00136, "0.0014"),
        (3.74, "3.7"),
        (40712.0, "41,000"),
        (-0.5, "−0.5"),
        (1.97e-7, "2e-7"),
        (1e-6, "1e-6"),
        (2.5e6, "2.5e6"),
    ],
)
def test_numbers_are_rounded_for_sentences(value, text):
    assert measures.rounded(value) == text


def test_words_of_sentences():
    assert measures.span([3.0, 0.5, 40.0]) == "0.5 to 40"
    assert measures.span([2.01, 1.99]) == "2"
    assert measures.when_reached([12, np.inf, 1602]) == "after 12 to 1602 iterations in 2 of 3 cases"
    assert measures.when_reached([np.inf]) == "never"
