"""The leaderboard counts what runs have reached, chooses one setting by its rule, and compares work."""

import math

import numpy as np
import pytest
from board_rows import NEVER, at_once, declined, row, rows
from studies import REPOSITORY

from field.board import (
    budgets,
    comparisons,
    details,
    figures,
    instances,
    pages,
    ranking,
    sensitivity,
    settings,
    tables,
)
from simbench.entry import board

STUDY, RESULTS = REPOSITORY / "studies/field", REPOSITORY / "results/field"
TWICE = {"weight_factor": 2}
ROWS = rows(
    row("a", "admm", at=(2, 4, NEVER)),
    row("b", "admm", at=(2, NEVER, NEVER), last=0.02),
    row("a", "admm", TWICE, at=(4, 8, 9)),
    row("b", "admm", TWICE, at=(4, 8, NEVER), last=3e-5, status="stalled"),
    row("a", "newton", factorisations=3),
    row("b", "newton", factorisations=3),
    row("a", "xpbd", at=(1, 1, 1)),
    row("b", "xpbd", at=(NEVER, NEVER, NEVER), last=None, status="diverged"),
    row("a", "pd", at=(3, 4, 5)),
    declined("b", "pd"),
)


def test_the_one_setting_is_the_one_by_which_solvers_are_ranked():
    assert settings.one_setting(ROWS)["admm"] == '{"weight_factor":2}'
    found = rows(at_once("a", "admm", 20, factorisations=1), at_once("a", "admm", 40) | {"setting": TWICE})
    # 10 + 20 iterations of PD against 20: with the charge the second one is better, without it the first.
    assert settings.one_setting(found)["admm"] == '{"weight_factor":2}'
    assert settings.one_setting(found, 0)["admm"] == "{}"


def test_of_equal_settings_the_first_is_chosen_and_a_scene_without_a_run_counts_as_none():
    found = rows(row("a", "qn"), row("a", "qn", {"history": 9}), row("b", "qn", {"history": 3}))
    assert settings.one_setting(found)["qn"] == "{}"


def test_the_summary_counts_scenes_and_the_price_of_the_default():
    table = tables.summary_table(ROWS).set_index("solver")
    assert table.at["ADMM", "0.1"] == "2"
    assert table.at["ADMM", "0.001"] == "1 / 2 / 2"
    assert table.at["ADMM", "1e-06"] == "0 / 1 / 1"
    # As good as the best setting on a; on b only another setting solves it.
    assert (
        table.at["ADMM", "price of the default"]
        == "the default solves at most half (2 scenes, 1 only with another setting)"
    )
    assert table["scenes taken"].to_dict() == {"ADMM": 2, "Newton †": 2, "PD": 1, "XPBD (not ranked)": 2}
    assert table.index[-1] == "XPBD (not ranked)"


@pytest.mark.parametrize(("default", "words"), [(6, "alike (1.2×) (1 scenes)"), (7, "1.4× (1 scenes)")])
def test_a_price_within_the_threshold_is_alike(default, words):
    found = rows(row("a", "qn", at=(1, default, 9)), row("a", "qn", {"history": 9}, at=(1, 5, 9)))
    assert settings.price(found, 1e-3) == words


def test_the_best_are_those_of_least_work_and_those_alike():
    both = tables.best_table(ROWS, math.inf).set_index("scene")
    assert both.at["a", "0.001"] == "Newton (2)"
    without = tables.best_table(ROWS, 0).set_index("scene")
    assert without.at["a", "0.001"] == "PD (4)"
    assert without.at["b", "0.001"] == "ADMM (8)"
    assert without.at["b", "1e-06"] == "none"
    close = rows(row("a", "pd", at=(5, 5, 7)), row("a", "qn", at=(6, 7, 5)))
    assert tables.best_table(close, 0).loc[0, ["0.1", "0.001"]].tolist() == ["PD (5), QN (6)", "PD (5)"]


def test_areas_are_those_under_the_steps_of_a_curve():
    """All targets of one scene of two at 10 PD iterations: a step of 1/2 in the middle of two decades."""
    found = rows(at_once("a", "qn", 20), row("b", "qn", at=(NEVER, NEVER, NEVER)), declined("a", "pd"))
    areas = budgets.areas(found)
    assert areas.loc["qn"].tolist() == pytest.approx([0, 1 / 4, 1 / 3])
    assert areas.loc["pd"].tolist() == [0, 0, 0]
    absent = rows(at_once("a", "qn", 20), row("b", "pd"))  # qn has no run on b
    assert budgets.areas(absent).loc["qn"].tolist() == pytest.approx([0, 1 / 4, 1 / 3])


def test_the_area_is_the_integral_of_the_curve():
    draw = np.random.default_rng(1)
    works = [at_once("a", "qn", 1) | {"work": np.exp(9 * draw.random(49)).tolist()} for _ in range(3)]
    works = rows(*(one | {"scene": scene} for scene, one in zip("abc", works, strict=True)))
    needed = budgets.to_targets(works).ravel()
    powers = np.linspace(0, 2, 200001)
    shares = np.searchsorted(np.sort(needed), 10**powers, side="right") / needed.size
    assert budgets.areas(works).at["qn", 100] == pytest.approx(shares.mean(), abs=1e-4)


def test_factorisations_in_the_step_are_charged():
    """8 PD iterations, and 8 + 3 × 20 = 68 with the charge: half of the way to their squares."""
    found = rows(at_once("a", "newton", 16, factorisations=3))
    assert budgets.areas(found, [8**2], factorisation=0).at["newton", 8**2] == pytest.approx(1 / 2)
    assert budgets.areas(found, [68**2], factorisation=20).at["newton", 68**2] == pytest.approx(1 / 2)
    assert tables.area_table(ROWS)["solver"].tolist()[0] != "Newton †"


def test_a_difficulty_has_one_vote():
    """The five beams that untwist near incompressibility count as one scene."""
    five = [at_once(f"untwist_nu_{nu}", "qn", 2) for nu in ("45", "49", "499", "4999")]
    found = rows(*five, row("slab", "qn", at=(NEVER, NEVER, NEVER)))
    assert budgets.areas(found).at["qn", 100] == pytest.approx(1 / 2)
    assert ranking.ranking(found, group=str).at["qn", "area"] == pytest.approx(4 / 5)


def test_a_difference_that_one_difficulty_makes_is_a_tie_and_one_that_all_make_is_not():
    scenes = ["slab", "cloth", "slices", "blob", "end_turned", "drawn_out", "untwist_soft", "random_start"]
    equal = [at_once(scene, solver, 20) for scene in scenes[1:] for solver in ("qn", "pd")]
    found = ranking.ranking(rows(*equal, at_once("slab", "qn", 20), at_once("slab", "pd", 40)))
    assert found.index.tolist() == ["qn", "pd"] and found["tied"].tolist() == [True, True]
    all_better = [at_once(scene, *one) for scene in scenes for one in (("qn", 20), ("pd", 22))]
    found = ranking.ranking(rows(*all_better))
    assert found["tied"].tolist() == [True, False] and ranking.leaders(found) == ["qn"]
    by_hand = np.log10(11) / 2 - np.log10(10) / 2  # 20 and 22 units are 10 and 11 iterations of PD
    assert found.loc["pd", ["behind_low", "behind_high"]].tolist() == pytest.approx([by_hand] * 2)


def test_instances_widen_an_interval_and_a_typical_run_has_the_median():
    works = {0: 20, 1: 2, 2: 200}
    found = rows(*(at_once("slab", "qn", work, instance=one) for one, work in works.items()))
    (low, high) = ranking.ranking(found).loc["qn", ["low", "high"]]
    assert low == 0 and high == 1  # of 100 and of 1 iteration of PD
    (line,) = instances.typical(found).to_dict("records")
    assert line["work"][0] == 20 and line["instance"] == 0


def test_a_scene_in_which_the_minimum_depends_on_the_instance_ranks_nobody():
    small = {"norms": {"gradient": {"1e-06": 9}}}
    found = rows(
        row("slab", "qn", last=1e-9, instance=0, **small),
        row("slab", "qn", last=0.1, instance=1, **small),
        row("cloth", "qn", last=1e-9, instance=0, **small),
        row("cloth", "qn", last=0.1, instance=1),  # no stationary point: it has not arrived
        row("slab_quadratic", "qn"),
    )
    assert instances.ambiguous_scenes(found) == ["slab"]
    assert instances.comparable(found)["scene"].unique().tolist() == ["cloth"]
    assert instances.minima_table(found).to_dict("records") == [{"solver": "QN", "slab": "1 / 1 / 0"}]
    assert "In slab a solver" in pages.minima_part(found)[1]


def test_the_page_of_other_rules_names_who_moves():
    found = rows(
        *(at_once(scene, "newton", 2, factorisations=2) for scene in ("slab", "slices")),
        *(at_once(scene, name, 20 + place) for place, name in enumerate(("qn", "pd", "ncg", "admm"))
          for scene in ("slab", "slices")),
    )  # fmt: skip
    previous = rows(
        at_once("slab", "pd", 1), *(at_once("slab", name, 99) for name in ("qn", "ncg", "newton"))
    )
    rankings = dict(sensitivity.rankings(found, previous))
    table = sensitivity.changes_table(rankings).set_index("rule")
    assert table.at["the leaderboard's", "first"] == "QN"
    assert table.at["a factorisation costs 1, not 20", ["first"][0]] == "Newton"
    assert table.at["a factorisation costs 1, not 20", "up"] == "Newton (4)"
    # From q_n PD reaches all on the slab, and what solvers do on the slices stays.
    assert table.at["… and a start at q_n", "first"] == "PD"
    both = rankings["a start at q_n, not at q̃"]["area"]
    alone, slices = rankings["… and a start at q_n"]["area"], budgets.areas(found[found["scene"] == "slices"])
    assert both["qn"] == pytest.approx((alone["qn"] + slices.at["qn", budgets.RANKED_BUDGET]) / 2)


def test_factors_are_those_of_the_least_work_of_who_takes_part():
    found = [at_once("a", "qn", 10), at_once("b", "qn", 40), at_once("a", "pd", 15), at_once("b", "pd", 10)]
    found += [at_once("c", "pd", 7), row("c", "qn", at=(NEVER, NEVER, NEVER)), declined("d", "pd")]
    found += [row("d", "qn", at=(NEVER, NEVER, NEVER))]
    table = settings.work_by_scene(rows(*found), 1e-3)
    assert comparisons.factors(table)["qn"].tolist() == [1, 4, NEVER, NEVER]
    assert comparisons.factors(table)["pd"].tolist() == [1.5, 1, 1, NEVER]
    assert comparisons.factors(table[["qn"]])["qn"].tolist() == [1, 1, NEVER, NEVER]


def test_failures_have_the_names_of_scenes_and_how_the_runs_end():
    table = tables.failure_table(ROWS).set_index("solver")
    assert table.loc["ADMM"].tolist() == ["–", "–", "–", "b (stalled, 3e-05)"]
    assert table.loc["XPBD (not ranked)"].tolist() == ["–", "b (diverged)", "–", "–"]
    assert table.loc["PD"].tolist() == ["b", "–", "–", "–"]


def test_other_norms_count_scenes_and_compare_iterations():
    norms = {"after_one_step": {"0.001": 6}, "gradient": {"0.001": None}}
    found = rows(row("a", "qn", norms=norms), row("b", "qn", at=(1, NEVER, NEVER), norms=norms))
    (line,) = details.norm_table(found).to_dict("records")
    assert line == {"solver": "QN", "f": "1", "f after one step": "2 (3×)", "gradient": "0"}


def test_the_heat_map_and_the_table_of_iterations_tell_why_there_is_no_number():
    table = details.iterations_table(ROWS).set_index("scene")
    assert table.loc["b"].tolist() == ["8", "2", "no (diverged)", "–"]
    texts = [text.get_text() for text in figures.heat(ROWS).axes[0].texts]
    assert texts == ["8", "2", "1", "4", "8", "2", "no", "–"]  # 16, 4, 2, 8 units of work on a
    cells = figures.heat(ROWS).axes[0].images[0].get_array()
    assert cells[1, 2] == cells.max() == 3 and np.ma.is_masked(cells[1, 3])  # no: the worst; –: no colour


def test_curves_end_at_the_share_that_is_reached():
    found = rows(at_once("untwist_soft", "qn", 20), row("slab", "qn"), declined("untwist_nu_3", "qn"))
    strain, other = figures.curves(found).axes[:2]
    # 49 of 98 with 10 PD iterations; 37 of the other 49 reach 1e-6.
    assert [line.get_ydata()[-1] for line in strain.lines] == [pytest.approx((49 + 37) / 98)]
    assert [len(line.get_ydata()) for line in other.lines] == [0]


def test_curves_have_the_leader_of_each_family_beside_pd_and_admm():
    names = ("pd", "anderson", "nesterov", "admm", "douglas_rachford", "qn", "newton", "vbd", "pbng", "xpbd")
    budget = {"nesterov": 10, "douglas_rachford": 1, "vbd": 10, "xpbd": 1}  # of the others 20
    found = rows(*(at_once("untwist_soft", name, budget.get(name, 20)) for name in names))
    assert figures.leaders(settings.ranked(found)) == ["nesterov", "qn", "newton", "vbd"]
    drawn = [line.get_label() for line in figures.curves(found).axes[0].lines]
    assert drawn == ["PD", "Nesterov", "ADMM", "QN", "Newton", "VBD"]


def test_a_solver_that_factorises_has_a_lighter_curve_with_the_charge():
    found = rows(row("untwist_soft", "newton", factorisations=3), row("untwist_soft", "qn"))
    lines = {line.get_label(): line for line in figures.curves(found).axes[0].lines}
    assert set(lines) == {"Newton", "QN", "_charged"}
    newton, charged = lines["Newton"], lines["_charged"]
    assert charged.get_color() == newton.get_color() and charged.get_alpha() < 1
    assert charged.get_xdata()[-1] - newton.get_xdata()[-1] == 3 * budgets.FACTORISATION


def test_the_pages_are_made_from_the_rows():
    """The pages on record are those of the rows on record, and no other file enters."""
    found = board.load(RESULTS / "leaderboard.jsonl")
    previous = board.load(RESULTS / pages.PREVIOUS)
    assert (RESULTS / "leaderboard.md").read_text() == pages.page(found)
    assert (RESULTS / "leaderboard_tables.md").read_text() == pages.further_page(found)
    assert (RESULTS / "leaderboard_sensitivity.md").read_text() == pages.sensitivity_page(found, previous)
