"""The leaderboard counts what runs have reached, chooses one setting by its rule, and compares work."""

import math

import numpy as np
import pytest
from board_rows import NEVER, at_once, declined, row, rows
from studies import REPOSITORY

from field.board import budgets, comparisons, details, figures, pages, settings, tables
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


def test_the_one_setting_reaches_most_targets():
    assert settings.one_setting(ROWS)["admm"] == '{"weight_factor":2}'


def test_of_settings_that_reach_as_much_the_one_with_less_work_is_chosen():
    found = rows(row("a", "qn", at=(2, 3, 4)), row("a", "qn", {"history": 9}, at=(2, 3, 3)))
    assert settings.one_setting(found)["qn"] == '{"history":9}'


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
    assert both.at["a", "0.001"] == "Newton (4)"
    without = tables.best_table(ROWS, 0).set_index("scene")
    assert without.at["a", "0.001"] == "PD (8)"
    assert without.at["b", "0.001"] == "ADMM (16)"
    assert without.at["b", "1e-06"] == "none"
    close = rows(row("a", "pd", at=(5, 5, 7)), row("a", "qn", at=(6, 7, 5)))
    assert tables.best_table(close, 0).loc[0, ["0.1", "0.001"]].tolist() == ["PD (10), QN (12)", "PD (10)"]


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
    assert budgets.areas(found, [8**2]).at["newton", 8**2] == pytest.approx(1 / 2)
    assert budgets.areas(found, [68**2], factorisation=20).at["newton", 68**2] == pytest.approx(1 / 2)
    assert tables.area_table(ROWS)["solver"].tolist()[0] == "Newton †"


def test_pairs_count_scenes_that_both_solvers_take():
    work = {
        "qn": [10, 10, 10, 12, 10, NEVER, 5],
        "pd": [13, 12, 5, 10, NEVER, NEVER, None],  # less, alike, more, alike, less, neither, not taken
    }
    found = [
        at_once(scene, solver, each) if each not in (None, NEVER) else
        declined(scene, solver) if each is None else row(scene, solver, at=(NEVER, NEVER, NEVER))
        for solver, works in work.items()
        for scene, each in zip("abcdefg", works, strict=True)
    ]  # fmt: skip
    table = settings.work_by_scene(rows(*found), 1e-3)
    pair = comparisons.pairs(table)["qn", "pd"]
    assert (pair.less, pair.more, pair.alike, pair.neither, pair.scenes) == (2, 1, 2, 1, 6)
    other = comparisons.pairs(table)["pd", "qn"]
    assert (other.less, other.more, other.alike, other.neither) == (1, 2, 2, 1)
    cells = details.pair_table(rows(*found)).set_index("solver")
    assert (cells.at["QN", "PD"], cells.at["PD", "QN"], cells.at["PD", "PD"]) == ("2–1–3", "1–2–3", "")


def test_factors_are_those_of_the_least_work_of_who_takes_part():
    found = [at_once("a", "qn", 10), at_once("b", "qn", 40), at_once("a", "pd", 15), at_once("b", "pd", 10)]
    found += [at_once("c", "pd", 7), row("c", "qn", at=(NEVER, NEVER, NEVER)), declined("d", "pd")]
    found += [row("d", "qn", at=(NEVER, NEVER, NEVER))]
    table = settings.work_by_scene(rows(*found), 1e-3)
    assert comparisons.factors(table)["qn"].tolist() == [1, 4, NEVER, NEVER]
    assert comparisons.factors(table)["pd"].tolist() == [1.5, 1, 1, NEVER]
    assert comparisons.within(table, 1.2).to_dict() == {"qn": 1, "pd": 2}
    assert comparisons.within(table, 4).to_dict() == {"qn": 2, "pd": 3}
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
    as_written = found[(found["instance"] == 0) & ~settings.is_control(found)]
    assert (RESULTS / "leaderboard.md").read_text() == pages.page(as_written)
    assert (RESULTS / "leaderboard_tables.md").read_text() == pages.further_page(found)
