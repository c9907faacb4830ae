"""simbench-study --check finds what differs from the record, seconds apart, and what has no source."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.image import imsave

from simbench.study.checking import differences, without_source

FILES = ["claims.json", "tables.md", "beam.png", "untwist_time.png"]
SECONDS = ["13", "*_time.png"]


@pytest.fixture
def folders(tmp_path):
    """Results made anew, and the same on record."""
    both = tmp_path / "made", tmp_path / "recorded"
    for folder in both:
        folder.mkdir()
        claims = {
            number: {"verdict": "confirmed", "notes": [], "runs": {"a": [folder.name]}}
            for number in ("1", "13")
        }
        (folder / "claims.json").write_text(json.dumps(claims))
        (folder / "tables.md").write_text("one\ntwo\n")
        for name in ("beam", "untwist_time"):
            imsave(folder / f"{name}.png", np.full((100, 100, 3), 0.5))
    return both


def change_claim(folder, number, **members):
    claims = json.loads((folder / "claims.json").read_text())
    claims[number] |= members or {"verdict": "refuted"}
    (folder / "claims.json").write_text(json.dumps(claims))


def paint(folder, name, pixels, shape=(100, 100, 3)):
    picture = np.full(shape, 0.5)
    picture[0, :pixels] = 0
    imsave(folder / f"{name}.png", picture)


def test_equal_results_are_equal_whatever_their_runs_are_called(folders):
    assert differences(*folders, FILES, SECONDS) == []


def test_seconds_may_differ_and_so_may_a_few_pixels(folders):
    made, _ = folders
    change_claim(made, "13")
    paint(made, "untwist_time", 100)
    paint(made, "beam", 10)
    assert differences(*folders, FILES, SECONDS) == []
    assert len(differences(*folders, FILES, [])) == 2  # where study.json names no seconds


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda made: change_claim(made, "1"), "claims.json: claim 1 differs"),
        (
            lambda made: (made / "tables.md").write_text("one\n2\n"),
            "tables.md:2: '2' is on record as 'two'",
        ),
        (lambda made: (made / "tables.md").write_text("one\n"), "tables.md:2: '' is on record as 'two'"),
        (lambda made: paint(made, "beam", 50), "beam.png: 0.50% of its pixels differ"),
        (
            lambda made: paint(made, "beam", 0, (50, 100, 3)),
            "beam.png: has (100, 50) pixels, on record are (100, 100)",
        ),
    ],
)
def test_what_differs_is_listed(change, line, folders):
    change(folders[0])
    assert differences(*folders, FILES, SECONDS) == [line]


def test_what_is_not_on_record_is_listed(folders):
    paint(folders[0], "new", 0)
    assert differences(*folders, [*FILES, "new.png"], SECONDS) == ["new.png is not on record"]


def test_a_claim_without_runs_is_an_error_even_where_that_is_on_record(folders):
    for folder in folders:
        change_claim(folder, "13", verdict="not run", notes=["there is no sweep a"])
    assert differences(*folders, FILES, SECONDS) == ["claims.json: claim 13: there is no sweep a"]


def test_what_nothing_writes_and_samples_from_nowhere_are_found(folders, tmp_path):
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
    assert without_source(study, record, FILES[:3]) == [
        "untwist_time.png is on record, and no figure, document or page of study.json writes it",
        "reference/photo.jpg: 'reference' of study.json does not say where it is from",
    ]
