"""scripts/verify_gallery.py finds what differs from the results on record, seconds apart."""

import json

import numpy as np
import pytest
from matplotlib.image import imsave


@pytest.fixture
def folders(tmp_path):
    """Results made anew, and the same on record."""
    both = tmp_path / "made", tmp_path / "recorded"
    for folder in both:
        (folder / "gallery").mkdir(parents=True)
        claims = {number: {"verdict": "confirmed", "runs": {"a": [folder.name]}} for number in ("1", "13")}
        (folder / "claims.json").write_text(json.dumps(claims))
        (folder / "gallery/tables.md").write_text("one\ntwo\n")
        for name in ("beam", "untwist_time"):
            imsave(folder / f"gallery/{name}.png", np.full((100, 100, 3), 0.5))
    return both


def change_claim(folder, number):
    claims = json.loads((folder / "claims.json").read_text())
    claims[number]["verdict"] = "refuted"
    (folder / "claims.json").write_text(json.dumps(claims))


def paint(folder, name, pixels, shape=(100, 100, 3)):
    picture = np.full(shape, 0.5)
    picture[0, :pixels] = 0
    imsave(folder / f"gallery/{name}.png", picture)


def test_equal_results_are_equal_whatever_their_runs_are_called(folders, run_script):
    assert run_script("verify_gallery.py", *folders).stdout == "0 differences from the results on record\n"


def test_seconds_may_differ_and_so_may_a_few_pixels(folders, run_script):
    made, _ = folders
    change_claim(made, "13")
    paint(made, "untwist_time", 100)
    paint(made, "beam", 10)
    run_script("verify_gallery.py", *folders)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda made: change_claim(made, "1"), "claims.json: claim 1 differs"),
        (
            lambda made: (made / "gallery/tables.md").write_text("one\n2\n"),
            "tables.md:2: '2' is on record as 'two'",
        ),
        (
            lambda made: (made / "gallery/tables.md").write_text("one\n"),
            "tables.md:2: '' is on record as 'two'",
        ),
        (lambda made: paint(made, "beam", 50), "beam.png: 0.50% of its pixels differ"),
        (
            lambda made: paint(made, "beam", 0, (50, 100, 3)),
            "beam.png: has (100, 50) pixels, on record are (100, 100)",
        ),
        (lambda made: paint(made, "new", 0), "new.png is not on record"),
    ],
)
def test_what_differs_is_listed(change, line, folders, run_script):
    change(folders[0])
    result = run_script("verify_gallery.py", *folders, check=False)
    assert result.returncode == 1
    assert result.stdout.splitlines() == [line, "1 differences from the results on record"]
