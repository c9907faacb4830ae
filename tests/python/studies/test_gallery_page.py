"""The page results/thesis/index.html shows exactly the recorded results."""

import base64
import json
import re
import zlib

import numpy as np
import pytest
from conftest import REPOSITORY

from simbench.published import ITERATION
from simbench.report.page import parts_of
from simbench.study.verdicts import KINDS
from thesis.documents.gallery import PHASES, address_of, refreshed
from thesis.plots import PLOTS, load_reference

PAGE = (REPOSITORY / "results/thesis/index.html").read_text(encoding="utf-8")
CONTENT, PAYLOADS = parts_of(PAGE)
PLOTS_SHOWN = {plot["name"]: plot for plot in CONTENT["plots"]}


def upper_halves(packed: str) -> np.ndarray:
    """Unpacks doubles whose upper halves are stored as differences in byte planes."""
    planes = np.frombuffer(zlib.decompress(base64.b64decode(packed)), np.uint8).reshape(4, -1)
    differences = sum(planes[i].astype(np.uint64) << np.uint64(8 * i) for i in range(4))
    upper = np.cumsum(differences) % 2**32
    return (upper << np.uint64(32)).view(np.float64)


def rows_of(series: dict) -> tuple[np.ndarray, np.ndarray]:
    values = upper_halves(PAYLOADS[series["payload"]])
    return values[: series["rows"]], values[series["rows"] :]


def test_every_plot_of_the_thesis_is_there():
    assert set(PLOTS_SHOWN) == set(PLOTS)


def test_the_commands_that_vary_a_figure_are_those_of_the_documents():
    """test_documented_commands.py runs them."""
    (commands,) = re.findall(r'<pre tabindex="0">(simbench [^<]*)</pre>', PAGE)
    assert commands.count("\n") == 1 and "--set material.stiffness=" in commands
    assert f"```\n{commands}\n```" in (REPOSITORY / "docs/commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PLOTS)
def test_the_page_has_the_recorded_samples(name):
    samples, plot = load_reference(name), PLOTS_SHOWN[name]
    assert {one["label"] for one in plot["series"]} == set(samples["series"])
    for one in plot["series"]:
        own = samples[samples["series"] == one["label"]]
        assert one["samples"] == [own[PLOTS[name].over].tolist(), own["value"].tolist()]


@pytest.mark.parametrize("name", [name for name, plot in PLOTS.items() if plot.over == ITERATION])
def test_a_residual_is_the_relative_distance_of_the_curve_from_the_sample(name):
    for one in PLOTS_SHOWN[name]["series"]:
        ours = dict(zip(*rows_of(one), strict=True))
        samples = {k: v for k, v in zip(*one["samples"], strict=True) if v != 0 and k in ours}
        expected = {k: 100 * abs(ours[k] / value - 1) for k, value in samples.items()}
        found = dict(zip(*one["residual"], strict=True))
        assert found == pytest.approx(expected, rel=1e-3, abs=2e-3)  # in %; the curve has five digits
        assert one["largest"] == (list(max(found.items(), key=lambda pair: pair[1])) if found else None)


def test_the_curves_begin_at_the_start_objective_of_the_thesis():
    for plot in PLOTS.values():
        for one in PLOTS_SHOWN[plot.name]["series"]:
            if plot.column == "objective":
                assert rows_of(one)[1][0] == pytest.approx(plot.problem.start, rel=2e-5)


@pytest.mark.parametrize(
    ("study", "file"), [(study, f"results/{study}/claims.md") for study in ("thesis", "rigid")]
)
def test_the_page_has_the_recorded_claims_and_totals(study, file):
    recorded = json.loads((REPOSITORY / f"results/{study}/claims.json").read_text())
    shown = next(one for one in CONTENT["collections"] if one["file"] == file)
    assert {card["number"] for card in shown["claims"]} == set(recorded)
    for card in shown["claims"]:
        for key in ("answer", "reach", "verdict", "setting", "parts"):
            assert card[key] == recorded[card["number"]][key]
    totals = {kind: count for kind, _, count in shown["totals"]}
    assert sum(totals.values()) == len(recorded)
    assert set(totals) <= set(KINDS)


def test_a_changed_verdict_changes_the_page(tmp_path):
    (tmp_path / "studies").symlink_to(REPOSITORY / "studies")
    for study in ("thesis", "rigid"):
        (tmp_path / "results" / study).mkdir(parents=True)
        recorded = (REPOSITORY / f"results/{study}/claims.json").read_bytes()
        (tmp_path / f"results/{study}/claims.json").write_bytes(recorded)
    record = tmp_path / "results/thesis"
    own = re.sub(r"simbench study [^ ]*studies/", "simbench study studies/", refreshed(PAGE, record))
    assert own == PAGE  # except for the path of the studies
    entries = json.loads((record / "claims.json").read_text())
    entries["8"]["answer"] = "It is otherwise </script><b>"
    (record / "claims.json").write_text(json.dumps(entries))
    changed = refreshed(PAGE, record)
    assert changed != PAGE
    assert "otherwise </script>" not in changed
    cards = {card["number"]: card for card in parts_of(changed)[0]["collections"][0]["claims"]}
    assert cards["8"]["answer"] == "It is otherwise </script><b>"


@pytest.mark.parametrize(
    ("citation", "address"),
    [
        ("title: x\n", ""),
        ('repository-code: "https://example.org/a/b/"\n', "https://example.org/a/b"),
        ("title: x\nrepository-code: https://example.org/a/b\n", "https://example.org/a/b"),
        ("references:\n  - repository-code: https://example.org/of/another\n", ""),
    ],
)
def test_the_address_of_the_repository_is_that_of_its_citation(tmp_path, citation, address):
    (tmp_path / "CITATION.cff").write_text(citation)
    assert address_of(tmp_path) == address


def test_files_that_the_page_names_exist():
    pictures = {f"{CONTENT['folder']}/{plot['figure']}.png" for plot in CONTENT["plots"]}
    for collection in CONTENT["collections"]:
        claims = [claim for claim in collection["claims"] if claim["figure"]]
        pictures |= {f"{claim['folder']}{claim['figure']}.png" for claim in claims} | {collection["file"]}
    assert len(pictures) > 50
    assert {path for path in pictures if not (REPOSITORY / path).is_file()} == set()


def test_phases_have_a_state_for_every_problem_and_weight():
    assert [phase["name"] for phase in CONTENT["phases"]] == list(PHASES)
    for phase in CONTENT["phases"]:
        assert np.shape(phase["cells"]) == (len(phase["weights"]), len(phase["stiffness"]))
        assert {cell for row in phase["cells"] for cell in row} <= set(range(len(phase["states"])))


def test_the_page_makes_no_requests():
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', PAGE)[1]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    before_scripts = PAGE.partition('<script type="application/json"')[0]
    assert re.findall(r'(?:src|href)="([^"#][^"]*)"', before_scripts) == []
    for place in re.findall(r'href="#([^"]*)"', before_scripts):
        assert f'id="{place}"' in before_scripts, place


def test_the_page_is_small():
    assert len(PAGE.encode()) < 2e6
