"""simbench-claims --rigid: identifiers, what is written of a claim, and its comparison with the record."""

import json
import re

import numpy as np
import pytest
from conftest import REPOSITORY
from rigid_runs import falling, sweep

from simbench.claims import report
from simbench.claims.command import register_claims
from simbench.claims.rigid import RIGID
from simbench.claims.verdicts import CONFIRMED, at_least, at_most
from simbench.figure_command import figure_summaries
from simbench.rigid.seed import eq_8_14, eq_8_24, eq_8_29

pytestmark = pytest.mark.slow


def test_all_claims_are_there_with_a_source_and_a_setting():
    register_claims()
    assert sorted(RIGID.claims) == [*range(1, 54)]
    for number, found in RIGID.claims.items():
        assert found.text.endswith("."), number
        assert set(found.about) == {"source", "setting", "figure"}
        assert found.about["source"], number
        assert not found.about["setting"].endswith("."), number
        figure = found.about["figure"]
        assert not figure or figure in figure_summaries(), (number, figure)


def test_every_claim_is_on_record_with_a_sentence():
    register_claims()
    recorded = report.load(REPOSITORY / "results/rigid_claims.json")
    assert list(recorded) == [f"R{number}" for number in sorted(RIGID.claims)]
    for name, entry in recorded.items():
        found = RIGID.claims[int(name[1:])]
        assert entry["claim"] == found.text, name
        assert {key: entry[key] for key in found.about} == found.about, name
        assert entry["sentence"].endswith("."), name
        assert re.fullmatch(
            r"confirmed|refuted|partly \(\d+ of \d+\)", entry["verdict"].split(" with a")[0]
        ), name
    assert (REPOSITORY / "results/rigid_claims.md").read_text() == report.markdown(recorded, RIGID)


def test_margins():
    part = at_most(0.5, 2.0, "")
    assert (part.holds, part.measured, part.threshold, part.margin) == (True, 0.5, 2.0, 4.0)
    assert at_least(0.5, 2.0, "").margin == 0.25
    assert at_most(np.inf, 2.0, "").margin == 0
    assert not at_most(np.nan, 2.0, "").holds
    assert at_most(0.0, 2.0, "").margin == np.inf


def test_a_report(tmp_path, run_command):
    counts = {"gs": eq_8_14(10), "jacobi": eq_8_29(10), "sor": eq_8_24(10)}
    runs = [(solver, {}, falling(np.exp(-1 / count), 400)) for solver, count in counts.items()]
    sweep(tmp_path / "results", "rigid_figure_2", runs)
    record = tmp_path / "record.json"

    def judge(*more):
        words = ("--rigid", "--recorded", record, "--output", tmp_path / "out", *more)
        return run_command("simbench-claims", tmp_path / "results", *words, check=False)

    record.write_text(json.dumps({"R32": {"verdict": "confirmed", "sentence": "As drawn."}}))
    finished = judge("--only", "R32")
    assert (finished.returncode, finished.stderr) == (0, "")
    (entry,) = json.loads((tmp_path / "out/rigid_claims.json").read_text()).values()
    assert entry["verdict"] == CONFIRMED
    assert entry["sentence"] == "As drawn."
    assert (entry["source"], entry["figure"]) == ("Figure 2", "chain_convergence")
    assert entry["threshold"] == 1.0
    assert entry["margin"] == pytest.approx(1 / entry["value"])
    page = (tmp_path / "out/rigid_claims.md").read_text()
    assert page == finished.stdout
    for text in (
        "# Claims on rigid bodies",
        "| [R32](#claim-r32) | confirmed | As drawn. |",
        "- Source: Figure 2. Setting: straight chain",
        f"- Decided by {entry['value']:.4g} against 1, margin {entry['margin']:.3g}.",
        "- Figure: [chain_convergence](gallery/chain_convergence.png)",
        "build/release/simbench sweep rigid_figure_2 --output runs/rigid/rigid_figure_2",
        ".venv/bin/simbench-claims runs/rigid --rigid --only R32",
    ):
        assert text in page
    judge("--only", "33")  # which was not run, and R32 stays
    assert list(json.loads((tmp_path / "out/rigid_claims.json").read_text())) == ["R32", "R33"]
    assert judge("--only", "33").returncode == 1
    assert judge("--only", "R33", "--allow-missing").returncode == 0
    unknown = judge("--only", "R99")
    assert unknown.returncode == 2
    assert "there is no claim R99" in unknown.stderr
