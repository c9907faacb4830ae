"""The leaderboard counts what runs have reached, chooses one setting by its rule, and compares work."""

import math

import pandas as pd
import pytest
from studies import REPOSITORY

from field import make_scenes
from field.documents import leaderboard

STUDY = REPOSITORY / "studies/field"


def row(scene, solver, setting="{}", *, at=(1, 2, 3), each=2, status="max_iterations", factorisations=1):
    """A run that reaches the targets at these iterations, with `each` passes and solves an iteration."""
    row = {"scene": scene, "solver": solver, "setting": setting, "status": status}
    for target, iteration in zip(leaderboard.TARGETS, at, strict=True):
        row |= {f"{name}_{target:g}": iteration for name in ("iterations_to", "iterations_for_good")}
        row |= {f"passes_{target:g}": iteration, f"solves_{target:g}": (each - 1) * iteration}
        row |= {f"products_{target:g}": 0, f"factorisations_{target:g}": factorisations}
    return row


NEVER = math.inf
ROWS = pd.DataFrame(
    [
        row("a", "admm", at=(2, 4, NEVER)),
        row("b", "admm", at=(2, NEVER, NEVER)),
        row("a", "admm", '{"weight_factor":2}', at=(4, 8, 9)),
        row("b", "admm", '{"weight_factor":2}', at=(4, 8, NEVER)),
        row("a", "newton", at=(1, 2, 3), factorisations=3),
        row("b", "newton", at=(1, 2, 3), factorisations=3),
        row("a", "xpbd", at=(1, 1, 1)),
        {"scene": "b", "solver": "pd", "setting": "{}", "status": "declined"},
    ]
)


def test_the_one_setting_reaches_most_targets():
    assert leaderboard.one_setting(ROWS[ROWS["solver"] == "admm"])["admm"] == '{"weight_factor":2}'


def test_of_settings_that_reach_as_much_the_one_with_less_work_is_chosen():
    rows = pd.DataFrame([row("a", "qn", at=(2, 3, 4)), row("a", "qn", '{"history":9}', at=(2, 3, 3))])
    assert leaderboard.one_setting(rows)["qn"] == '{"history":9}'


def test_the_summary_counts_scenes_and_the_price_of_the_default():
    table = leaderboard.summary_table(ROWS).set_index("solver")
    assert table.at["ADMM", "0.1"] == "2"
    assert table.at["ADMM", "0.001"] == "1 / 2 / 2"
    assert table.at["ADMM", "1e-06"] == "0 / 1 / 1"
    # As good as the best setting on a; on b only another setting solves it.
    assert (
        table.at["ADMM", "price of the default"]
        == "the default solves at most half (2 scenes, 1 only with another setting)"
    )
    assert table.at["PD", "scenes"] == 0
    assert table.index[-1] == "XPBD (not ranked)"


def test_the_best_are_those_of_least_work_and_those_alike():
    both = leaderboard.best_table(ROWS, math.inf).set_index("scene")
    assert both.at["a", "0.001"] == "Newton (4)"
    once = leaderboard.best_table(ROWS, 1).set_index("scene")
    assert once.at["a", "0.001"] == "ADMM (16)"
    assert once.at["b", "1e-06"] == "none"


def test_a_target_that_the_run_does_not_keep_does_not_count():
    kept = ROWS.assign(**{"iterations_for_good_0.001": math.inf})
    assert leaderboard.summary_table(kept).set_index("solver").at["Newton", "0.001"] == "0"


def test_scenes_and_plans_on_disk_are_those_of_the_generator(tmp_path):
    make_scenes.write(tmp_path, make_scenes.SEED)
    for file in sorted(tmp_path.glob("*/*.json")):
        assert file.read_text() == (STUDY / file.relative_to(tmp_path)).read_text(), file.name
    assert {path.stem for path in (STUDY / "scenes").glob("*.json")} == set(make_scenes.scenes())


def test_another_seed_turns_the_end_by_another_angle():
    first, other = (make_scenes.scenes(seed)["end_turned"] for seed in (1, 2))
    angles = [s["anchors"]["groups"][1]["rotation"]["degrees_per_second"] / 100 for s in (first, other)]
    assert angles[0] == pytest.approx(90) and 60 < angles[1] < 120 and angles[0] != angles[1]


def test_every_scene_has_another_reason():
    reasons = [scene["description"] for scene in make_scenes.scenes().values()]
    assert len(set(reasons)) == len(reasons)
