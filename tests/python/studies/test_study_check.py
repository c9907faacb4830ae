"""simbench-study --check finds differences from the record, except in times, and files without a source."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.image import imsave

from simbench.study.checking import differences, without_source

FILES = ["claims.json", "tables.md", "tables.csv", "rows.jsonl", "beam.png", "untwist_time.png"]
SECONDS = ["13", "*_time.png"]
PART = {"holds": True, "finding": "it is", "measured": 3.0, "threshold": 6.0, "margin": 2.0}


@pytest.fixture
def folders(tmp_path):
    """New results, and equal results on record."""
    both = tmp_path / "made", tmp_path / "recorded"
    for folder in both:
        folder.mkdir()
        claims = {
            number: {
                "verdict": "holds",
                "answer": "It is.",
                "notes": [],
                "parts": [PART],
                "runs": {"a": [folder.name]},
            }
            for number in ("1", "13")
        }
        (folder / "claims.json").write_text(json.dumps(claims))
        (folder / "tables.md").write_text("one\ntwo\n")
        (folder / "tables.csv").write_text("solver,volume\nqn,0.25\n")
        (folder / "rows.jsonl").write_text('{"solver":"qn","work":[0.25,null]}\n')
        for name in ("beam", "untwist_time"):
            imsave(folder / f"{name}.png", np.full((100, 100, 3), 0.5))
    return both


def change_claim(folder, number, **members):
    claims = json.loads((folder / "claims.json").read_text())
    claims[number] |= members or {"verdict": "fails"}
    (folder / "claims.json").write_text(json.dumps(claims))


def paint(folder, name, pixels, shape=(100, 100, 3)):
    picture = np.full(shape, 0.5)
    picture[0, :pixels] = 0
    imsave(folder / f"{name}.png", picture)


def test_names_of_runs_do_not_matter(folders):
    assert differences(*folders, FILES, SECONDS) == []


def test_times_and_a_few_pixels_may_differ(folders):
    made, _ = folders
    change_claim(made, "13")
    paint(made, "untwist_time", 100)
    paint(made, "beam", 10)
    assert differences(*folders, FILES, SECONDS) == []
    assert len(differences(*folders, FILES, [])) == 2  # study.json does not name the times


def test_numbers_may_differ_by_rounding(folders):
    made, recorded = folders
    change_claim(made, "1", parts=[PART | {"measured": 3.0 * (1 + 1e-12)}, PART | {"measured": 3.1e-15}])
    change_claim(recorded, "1", parts=[PART, PART | {"measured": 2.8e-15, "margin": 1.0}])
    (made / "tables.csv").write_text("solver,volume\nqn,0.25000000000000006\n")
    (made / "rows.jsonl").write_text('{"solver":"qn","work":[0.25000000000000006,null]}\n')
    assert differences(*folders, FILES, SECONDS) == []


def measured(number):
    return [PART | {"measured": number}]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda made: change_claim(made, "1"), "claims.json: claim 1 differs"),
        (lambda made: change_claim(made, "1", parts=measured(3.0 + 1e-8)), "claims.json: claim 1 differs"),
        (lambda made: change_claim(made, "1", parts=measured(None)), "claims.json: claim 1 differs"),
        (lambda made: change_claim(made, "1", parts=[]), "claims.json: claim 1 differs"),
        (lambda made: change_claim(made, "1", sentence="It is."), "claims.json: claim 1 differs"),
        (lambda made: (made / "tables.md").write_text("one\n2\n"), "tables.md:2: '2' is on record as 'two'"),
        (lambda made: (made / "tables.md").write_text("one\n"), "tables.md:2: '' is on record as 'two'"),
        (
            lambda made: (made / "tables.csv").write_text("solver,volume\nqn,0.2500001\n"),
            "tables.csv:2: 'qn,0.2500001' is on record as 'qn,0.25'",
        ),
        (
            lambda made: (made / "rows.jsonl").write_text('{"solver":"qn","work":[0.25,1]}\n'),
            """rows.jsonl:1: '{"solver":"qn","work":[0.25,1]}' is on record as """
            """'{"solver":"qn","work":[0.25,null]}'""",
        ),
        (
            lambda made: (made / "rows.jsonl").write_text(""),
            """rows.jsonl:1: '' is on record as '{"solver":"qn","work":[0.25,null]}'""",
        ),
        (lambda made: paint(made, "beam", 50), "beam.png: 0.50% of its pixels differ"),
        (
            lambda made: paint(made, "beam", 0, (50, 100, 3)),
            "beam.png: has (100, 50) pixels, on record are (100, 100)",
        ),
    ],
)
def test_differences_are_listed(change, line, folders):
    change(folders[0])
    assert differences(*folders, FILES, SECONDS) == [line]


def test_results_without_a_record_are_listed(folders):
    paint(folders[0], "new", 0)
    assert differences(*folders, [*FILES, "new.png"], SECONDS) == ["new.png is not on record"]


def test_a_claim_without_runs_is_an_error_even_if_its_record_has_none(folders):
    for folder in folders:
        change_claim(folder, "13", verdict="not run", notes=["there is no sweep a"])
    assert differences(*folders, FILES, SECONDS) == ["claims.json: claim 13: there is no sweep a"]
    assert differences(*folders, FILES, SECONDS, of_variant=True) == []
    change_claim(folders[1], "1", verdict="not run", notes=["there is no sweep a"])
    found = differences(*folders, FILES, SECONDS, of_variant=True)
    assert found == ["claims.json: claim 1 differs"]


def test_pictures_that_nothing_writes_and_samples_without_a_source_are_found(folders, tmp_path):
    _, record = folders
    reference = tmp_path / "study/reference"
    reference.mkdir(parents=True)
    for name in ("curve.csv", "photo.jpg"):
        (reference / name).touch()
    (record / "tetgen").mkdir()
    (record / "tetgen/claims.json").touch()
    study = SimpleNamespace(
        folder=reference.parent, reference={"*.csv": "Figure 3"}, variants={"tetgen": None}
    )
    assert without_source(study, record, FILES[:-1]) == [
        "untwist_time.png is on record, and no figure, document or page of study.json writes it",
        "reference/photo.jpg: 'reference' of study.json does not state its origin",
    ]
