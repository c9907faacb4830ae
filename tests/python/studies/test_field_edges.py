"""The exported edges keep the rules of the neighbour's schema, and their statuses follow from verdicts."""

import json
import re

import pytest
import yaml
from conftest import REPOSITORY
from pages import typed_numbers

from field.documents import edges, neighbour
from simbench.errors import ResultsError
from simbench.labels import SOLVER_LABELS
from simbench.study.claims_page import source_in_words
from simbench.study.description import Study
from simbench.study.places import Places
from simbench.study.verdicts import ANSWERED, FAILS, HOLDS, IN_PART, MISPRINTED, NOT_JUDGED, NOT_RUN
from simbench.study.writing import Writing

RECORD = REPOSITORY / "results/field"
CLAIMS = json.loads((RECORD / "claims.json").read_text())
SAID = json.loads((REPOSITORY / "studies/field/reference/edges.json").read_text())
NEIGHBOUR = json.loads((REPOSITORY / "studies/field/reference/neighbour.json").read_text())
EXPORTED = yaml.safe_load((RECORD / "edges.yaml").read_text())

# From claims/schema.md of the neighbour.
NODE = {"id", "title", "authors", "year", "venue", "world", "ref"}
EDGE = {"from", "to", "dimension", "status", "claim", "evidence", "source", "assessed_by", "notes"}
DIMENSIONS = {"speed", "convergence", "robustness", "quality", "generality", "scalability", "simplicity"}
STATUSES = {"self-claimed", "validated", "qualified", "unvalidated", "refuted", "unmeasured"}
ALLOWED = {  # the statuses that the edges of a claim with such a verdict can have
    HOLDS: {"validated", "qualified"},
    ANSWERED: {"validated", "qualified", "refuted"},
    MISPRINTED: {"validated", "qualified"},
    FAILS: {"refuted", "qualified"},
    IN_PART: {"validated", "qualified", "refuted"},
    NOT_JUDGED: {"self-claimed"},
    NOT_RUN: {"self-claimed"},
}


def of_claim(name: str) -> list[dict]:
    return [edge for edge in EXPORTED["edges"] if edge["simbench"]["claim"] == name]


def quotations() -> list[dict]:
    kinds = ("state", "practice", "protocol", "open")
    by_claim = [one for said in NEIGHBOUR["claims"].values() for one in said["quotes"]]
    return by_claim + [one for kind in kinds for one in NEIGHBOUR[kind]]


def test_nodes_and_edges_have_the_members_of_the_schema():
    assert EXPORTED.keys() == {"nodes", "edges"}
    assert all(node.keys() == NODE for node in EXPORTED["nodes"])
    for edge in EXPORTED["edges"]:
        assert edge.keys() == EDGE | {"simbench"}
        assert edge["dimension"] in DIMENSIONS
        assert edge["status"] in STATUSES


def test_an_edge_has_two_known_methods_and_is_the_only_one_of_its_dimension():
    ours = [node["id"] for node in EXPORTED["nodes"]]
    assert len(set(ours)) == len(ours)
    assert not NEIGHBOUR["methods"].keys() & set(ours)
    ends = [(edge["from"], edge["to"], edge["dimension"]) for edge in EXPORTED["edges"]]
    assert len(set(ends)) == len(ends)
    used = {method for start, end, _ in ends for method in (start, end)}
    assert set(ours) <= used <= {*ours, *NEIGHBOUR["methods"]}
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", method) for method in used)


def test_no_method_has_contact_so_no_edge_is_unmeasured():
    """The schema keeps that status for edges of world 3, which must also have `guarantee_preserved`."""
    assert {node["world"] for node in EXPORTED["nodes"]} | {*NEIGHBOUR["methods"].values()} <= {0, 1, 2}
    assert not any(edge["status"] == "unmeasured" for edge in EXPORTED["edges"])


@pytest.mark.parametrize("name", CLAIMS)
def test_each_claim_has_edges_whose_statuses_follow_from_its_verdict(name):
    entry, own = CLAIMS[name], of_claim(name)
    assert bool(own) != (name in SAID["without_edges"])
    if not own:
        return
    statuses = {edge["status"] for edge in own}
    assert statuses <= ALLOWED[entry["verdict"]]
    if entry["verdict"] == IN_PART:
        assert statuses not in ({"validated"}, {"refuted"})
    for edge in own:
        assert edge["claim"] == entry["claim"]
        assert edge["source"] == source_in_words(entry)
        assert edge["simbench"]["reach"] == entry["reach"]
        assert edge["simbench"]["norm_and_budget"] == entry["setting"]
        is_judged = edge["status"] != "self-claimed"
        command = f"simbench study studies/field --only {name}"
        assert edge["simbench"]["command"] == (command if is_judged else "")
        assert edge["simbench"]["page"] == f"results/field/claims.md#claim-{name.lower()}"
        assert edge["assessed_by"].startswith("self; benchmark(simbench") == is_judged
        assert edge["evidence"] == (entry["answer"] if is_judged else "")
        assert edge[
            "notes"
        ]  # the condition of a qualified edge; else how many parts hold, or why none is judged


def part(finding: str, holds: bool) -> dict:
    return {"holds": holds, "finding": finding}


PARTS = [part("fewer than A", True), part("fewer than A, stiff", True), part("fewer than B", False)]


@pytest.mark.parametrize(
    ("parts", "words", "cases", "status"),
    [
        (PARTS, None, {}, "qualified"),
        (PARTS, ["than A"], {"on a slab": True}, "validated"),
        (PARTS, ["than A"], {"on a slab": False}, "qualified"),
        (PARTS, ["than B"], {"on a slab": False}, "refuted"),
        (PARTS, ["stiff", "than B"], {}, "qualified"),
        ([], ["than A"], {}, "self-claimed"),
    ],
)
def test_the_status_follows_from_the_parts_that_compare_the_two_methods_and_the_reach(
    parts, words, cases, status
):
    said = {"claim": "F0", "from": "a", "to": "b", "dimension": "speed"} | ({"parts": words} if words else {})
    entry = {"claim": "A.", "source": "", "setting": "", "verdict": IN_PART}
    entry |= {
        "answer": "So.",
        "reach": "Not on a slab.",
        "place": "",
        "who": "",
        "stands": "asks",
        "parts": parts,
        "cases": cases,
        "notes": [],
        "runs": {},
    }
    found = edges.edge(said, entry, "run")
    assert found["status"] == status
    assert found["notes"].endswith("Not on a slab." if parts else "So.")


def test_an_edge_whose_words_no_finding_has_is_refused():
    said = {"claim": "F0", "from": "a", "to": "b", "dimension": "speed", "parts": ["than C"]}
    with pytest.raises(ResultsError, match=r"a → b: no part of claim F0 has the words 'than C'"):
        edges.parts_of(said, {"parts": PARTS})


def test_the_edges_of_a_claim_leave_out_no_part_without_saying_so():
    for name in {one["claim"] for one in SAID["edges"]}:
        own = [one for one in SAID["edges"] if one["claim"] == name]
        used = {found["finding"] for one in own for found in edges.parts_of(one, CLAIMS[name])}
        left = {found["finding"] for found in CLAIMS[name]["parts"]} - used
        assert not left, name


def test_a_record_without_a_claim_is_an_error(tmp_path):
    (tmp_path / "claims.json").write_text(json.dumps({"F2": CLAIMS["F2"]}))
    with pytest.raises(ResultsError, match=r"has no claim F1; `simbench study .*` judges it"):
        edges.edges(tmp_path)


def test_the_yaml_is_read_back_as_it_was_written():
    text = 'a: "b" # c\n- d\\e µ {x} %'
    members = {
        "empty": "",
        "text": text,
        "number": 2,
        "inner": {"key": "no"},
        "list": [{"a": text}, {"b": {"c": 1}}],
    }
    assert yaml.safe_load("\n".join(edges.yaml_lines(members))) == members


def test_the_recorded_files_have_the_recorded_verdicts():
    assert (RECORD / "edges.yaml").read_text() == edges.refreshed("", RECORD)
    assert (RECORD / "neighbour.md").read_text() == neighbour.refreshed("", RECORD)


def test_a_document_is_out_of_date_if_the_claims_on_record_change(tmp_path):
    study, record = Study(REPOSITORY / "studies/field"), tmp_path / "results/field"
    record.mkdir(parents=True)
    (record / "claims.json").write_text(json.dumps(CLAIMS))
    writing = Writing(study, Places(tmp_path / "runs", record, record), None)
    document = next(one for one in study.documents if one.name == "edges")
    writing.write(document)
    assert writing.why_write(document) == ""
    (record / "claims.json").write_text(json.dumps(CLAIMS | {"F1": CLAIMS["F2"]}))
    assert writing.why_write(document) == "changed: the claims on record"


def test_names_are_those_of_solvers():
    assert SAID["names"].keys() == {*NEIGHBOUR["methods"], *(node["id"] for node in SAID["nodes"])}
    assert {name.split("[")[0] for name in SAID["names"].values() if name} <= SOLVER_LABELS.keys()


def test_each_quotation_names_a_file_at_a_commit():
    assert all(re.fullmatch(r"[0-9a-f]{40}", commit) for commit in NEIGHBOUR["commits"].values())
    for one in quotations():
        assert one["file"] in NEIGHBOUR["commits"]
        assert one["place"] and one["words"]


def test_our_own_words_about_the_neighbour_have_no_measured_numbers():
    ours = [said["differs"] for said in NEIGHBOUR["claims"].values()]
    ours += [one["here"] for one in NEIGHBOUR["protocol"]]
    assert [typed_numbers(text) for text in ours] == [[]] * len(ours)


def test_the_page_sets_each_claim_that_the_neighbour_has_beside_ours():
    page = (RECORD / "neighbour.md").read_text()
    assert {one["claim"] for one in NEIGHBOUR["ledger"]} == NEIGHBOUR["claims"].keys()
    assert re.findall(r"^### Claim (\w+)$", page, re.MULTILINE) == [*NEIGHBOUR["claims"]]
    only_here = re.search(r"no edge about the other claims: (.*)\.", page)[1]
    assert {*re.findall(r"\[claim (\w+)\]", only_here)} == CLAIMS.keys() - NEIGHBOUR["claims"].keys()
    for one in quotations():
        assert one["words"].replace("|", r"\|") in page or one["words"] in page
