"""Rows of the leaderboard come from the plans' runs; instances show a spread, and seconds have a unit."""

import math
from pathlib import Path

import numpy as np
import pytest
import synthetic_sweeps
from board_rows import NEVER, declined, row, rows
from conftest import synthetic_manifest
from synthetic_sweeps import SyntheticResults, reaching

from field.board import instances, pages, times
from field.board import rows as board_rows
from field.board.rows import Entrant
from simbench.entry import board
from simbench.results import Run

PASSES = dict.fromkeys(board.PASSES, 0)
SCENE = "untwist_soft"


class Paths(dict):
    """Short names of axes; another axis has its path."""

    def __missing__(self, axis):
        return axis

    def get(self, axis, default=None):
        return super().get(axis, default)


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.setattr(synthetic_sweeps, "AXES", Paths())
    monkeypatch.setattr(board_rows, "scenes", lambda: {SCENE: {}})
    return SyntheticResults(tmp_path)


def run(solver: str, setting: dict, at: int, **columns):
    """A run with an error of 0.5 after iteration 1, and 5e-4 from iteration `at` on."""
    table = reaching({1: 1, 1e-3: at}).assign(**PASSES, gradient_norm=1.0, matrix_products=0)
    table = table.assign(solves=table["iteration"], factorisations=1, **columns)
    return solver, setting, table, "max_iterations"


def test_a_row_for_each_solver_setting_and_instance(results):
    results.add(
        f"board_{SCENE}",
        ["solvers.qn"],
        [
            run("qn", {"solvers.qn": "{}"}, 7),
            run("qn", {"solvers.qn": '{"history":2}'}, 8),
            run("vbd", {}, 9),
            ("pd", {}, None, "declined"),
        ],
    )
    found = board_rows.rows_of(results)
    keys = [(one["instance"], one["solver"], one["setting"], one["status"]) for one in found]
    assert keys == [
        (0, "qn", {}, "max_iterations"),
        (0, "qn", {"history": 2}, "max_iterations"),
        (0, "vbd", {}, "max_iterations"),
        (0, "pd", {}, "declined"),
    ]
    assert [one["counts"]["0.001"]["solves"] for one in found[:3]] == [7, 8, 9]
    # The error after one step is 0.5, so that 5e-4 is 0.001 of it.
    assert [one["norms"]["after_one_step"]["0.001"] for one in found[:3]] == [7, 8, 9]


def test_runs_that_start_before_the_step_have_rows_of_their_own(results):
    results.add(f"board_{SCENE}", [], [run("vbd", {}, 8)])
    results.add(f"previous_{SCENE}", [], [run("vbd", {}, 9), ("pd", {}, None, "declined")])
    found = board_rows.rows_from_previous(results)
    assert [(one["scene"], one["solver"], one["status"]) for one in found] == [
        (SCENE, "vbd", "max_iterations"),
        (SCENE, "pd", "declined"),
    ]
    assert found[0]["counts"]["0.001"]["solves"] == 9
    assert [one["counts"]["0.001"]["solves"] for one in board_rows.rows_of(results)] == [8]


@pytest.mark.parametrize("axis", ["instance", "start.0.seed"])
def test_instances_come_from_their_own_plan(results, axis):
    results.add(f"board_{SCENE}", [], [run("vbd", {}, 8), ("pd", {}, None, "declined")])
    several = [run("vbd", {axis: value}, 5 + value) for value in (4, 5)]
    several += [("pd", {axis: value}, None, "declined") for value in (4, 5)]
    results.add(f"instances_{SCENE}", [axis], several)
    found = board_rows.rows_of(results)
    assert [(one["instance"], one["solver"]) for one in found] == [
        (number, solver) for number in (0, 1, 2) for solver in ("vbd", "pd")
    ]
    assert [one["counts"]["0.001"]["solves"] for one in found if one["solver"] == "vbd"] == [8, 9, 10]


# Of cloth the random numbers differ, and of the others the order of vertices and tets.
INSTANCES = rows(
    *(row("a", "pd", at=(2, 9, 9), instance=number) for number in range(3)),
    *(row("a", "qn", at=(2 + number, 9, 9), instance=number) for number in range(3)),
    *(row("a", "vbd", at=(2, count, NEVER), instance=number) for number, count in enumerate((10, 13, 11))),
    *(row("b", "vbd", at=(2, count, NEVER), instance=number) for number, count in enumerate((10, NEVER, 10))),
    *(row("cloth", "pd", at=(2, 9 + number, 9), instance=number) for number in range(3)),
    *(row("a", "vbd", {"rho": 0.5}, at=(2, number, 9), instance=number) for number in range(3)),
    row("b", "pd"),
    *(declined("a", "mixed", number) for number in range(3)),
)


def test_solvers_that_depend_on_the_order_have_their_least_and_most_iterations():
    # Two iterations of QN to 0.1 differ although those to 0.001 agree.
    assert instances.varying(INSTANCES) == ["qn", "vbd"]
    table = instances.spread_table(INSTANCES).set_index("solver")
    assert table.to_dict("index") == {"QN": {"a": "9", "b": "–"}, "VBD": {"a": "10–13", "b": "10–no"}}


def test_the_page_shows_instances_if_there_are_some():
    assert pages.instances_part(rows(row("a", "pd"))) == []
    _, words, table = pages.instances_part(INSTANCES)
    assert "to every target from 1 to 0.001: PD." in words
    assert "| VBD | 10–13 | 10–no |" in table


def timed(solver: str, at: int, seconds: float, scene: str = SCENE) -> Entrant:
    """A run whose iterations take so long, except for a first one that takes ten times as long."""
    _, _, table, _ = run(solver, {}, at)
    each = np.where(table["iteration"] == 1, 10 * seconds, seconds) * (table["iteration"] > 0)
    table = table.assign(iteration_seconds=each, elapsed_seconds=np.cumsum(each))
    manifest = synthetic_manifest(solver, scene={}, status="max_iterations")
    environment = {"setup_seconds": 3 * seconds, "noise": "a clock" if solver == "qn" else None}
    return Entrant(scene, 0, solver, {}, Run(solver, table, manifest, environment, Path(solver)), 0.5)


def test_seconds_are_in_units_of_an_iteration_of_pd():
    found = [timed("pd", 8, 0.5), timed("chebyshev", 6, 1.0), timed("qn", 4, 1.0)]
    table = times.table(found)
    assert table["unit"].tolist() == [0.5] * 3
    csv = times.as_csv(table).set_index("solver")
    assert csv["seconds_0.001"].tolist() == [8.5, 15, 13]  # 10 for the first, then 1 each
    assert csv["units_0.001"].tolist() == [17, 30, 26]
    assert csv["units_1e-06"].tolist() == [math.inf] * 3
    both = rows(*(one.row() for one in found))
    assert times.scene_table(table, both).loc[0].tolist() == [SCENE, "17", "30", "26"]
    lines = times.area_table(table, both).set_index("solver")
    assert lines.loc["QN", ["an iteration", "the set-up"]].tolist() == ["2", "6"]
    assert "During 1 of 3 runs" in times.noise(found)


def test_the_unit_is_of_chebyshev_where_pd_declines():
    found = [timed("chebyshev", 6, 1.0), Entrant(SCENE, 0, "pd", {}, None)]
    table = times.table(found)
    assert table["unit"].tolist() == [1.0]
    both = rows(*(one.row() for one in found))
    assert times.scene_table(table, both).loc[0].tolist() == [SCENE, "15", "–"]
