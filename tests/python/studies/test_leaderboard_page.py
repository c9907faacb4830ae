"""The leaderboard's page has the rows on record, and the classes of scenes and solvers that it filters by."""

import json

import pytest
from conftest import REPOSITORY
from page_rows import row

from field.board.instances import comparable
from field.board.plans import SOLVERS
from field.catalogue import scenes
from field.documents import leaderboard_page
from field.families import FAMILIES, OTHER, SWEEPS, family
from simbench.entry import board
from simbench.errors import ResultsError
from simbench.report.page import parts_of

RECORD = REPOSITORY / "results/field"


def test_every_solver_of_the_leaderboard_has_a_family():
    assert set(SOLVERS) <= set(FAMILIES)
    assert family("vbd") == SWEEPS and family("mine") == OTHER


def test_scenes_have_the_classes_by_which_the_page_filters():
    found = {name: leaderboard_page.facts(name, scene) for name, scene in scenes().items()}
    classes = {name: one["stiffness"].split(" (")[0] for name, one in found.items()}
    assert classes["untwist_soft"] == "soft"  # 1e5 Pa (0.01 s)² = 10 Pa s²
    assert classes["sag_step"] == "stiff"  # 1e7 / 900
    assert classes["bent_static"] == "nearly static"  # 1e7
    assert classes["checkerboard"] == leaderboard_page.CONTRAST
    assert found["drawn_out"]["law"] == "stable Neo-Hookean"
    assert found["drawn_out"]["setting"] == "E = 1e7 Pa, ν = 0.49, h = 0.01 s"
    assert found["slices"]["setting"] == "k = 1e5 and 1e9 Pa, h = 0.01 s"


def test_a_heavier_part_is_as_stiff_as_the_others():
    scene = scenes()["sag_step"] | {"regions": [{"tets": {}, "density": 1e6}], "elements": "quadratic"}
    found = leaderboard_page.facts("heavy", scene)
    assert found["stiffness"].startswith("stiff (")
    assert found["setting"] == "k = 1e7 Pa, h = 0.033 s, quadratic tets"


def test_a_row_of_an_unknown_scene_is_refused():
    with pytest.raises(ResultsError, match=r"a row has the scene 'moon'; catalogue\.py has end_turned"):
        leaderboard_page.page([row("moon", "pd", pace=1)])


def test_the_page_on_record_has_the_rows_on_record():
    text = (RECORD / "leaderboard.html").read_text(encoding="utf-8")
    assert len(text.encode()) < 1.5e6
    lines = (RECORD / "leaderboard.jsonl").read_text().splitlines()
    shown = set(comparable(board.table(map(json.loads, lines)))["scene"])
    recorded = [row for row in map(json.loads, lines) if row["scene"] in shown]
    assert leaderboard_page.rows_in(parts_of(text)[1]["rows"]) == list(
        map(leaderboard_page.shortened, recorded)
    )
    assert leaderboard_page.refreshed(text, RECORD) == text
