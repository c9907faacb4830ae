"""Advice on solvers follows from the leaderboard's rows by the rule that its page states."""

import pandas as pd
import pytest
from board_rows import NEVER, declined, row, rows
from studies import REPOSITORY

from field import advice
from field.problems import SCENES, kinds, problem, problems

RECORD = REPOSITORY / "results/field"


def link(target):
    return f"LINK/{target}"


def lines_of(found, columns=("error 0.1",)):
    """The cells of the table of advice by the words of the line."""
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in found.splitlines()]
    table = pd.DataFrame(lines[2:], columns=lines[0]).set_index("your time step")
    return table[list(columns)].squeeze(axis="columns").to_dict()


# Work is twice the iterations, so these numbers are iterations of PD.
BOTH = rows(
    row("untwist_soft", "qn", at=(10, 20, 30)),
    row("untwist_stiff", "qn", at=(10, 20, NEVER)),
    row("untwist_soft", "pd", at=(9, 40, NEVER)),
    row("untwist_stiff", "pd", at=(30, 20, NEVER)),
    row("untwist_soft", "ncg", at=(11, 50, NEVER)),
    row("untwist_stiff", "ncg", at=(11, NEVER, NEVER)),
    row("untwist_soft", "newton", at=(2, 3, 4), factorisations=2),
    row("untwist_stiff", "newton", at=(2, 3, 4), factorisations=2),
    row("untwist_soft", "xpbd", at=(1, 1, 1)),
    declined("untwist_stiff", "xpbd"),
)


def test_a_line_names_the_solvers_that_stay_nearest_to_the_least_work():
    table = advice.by_problem(BOTH, RECORD, link)
    # QN needs 10 / 9 and 10 / 10 of the least work, NCG 11 / 9 and 11 / 10, PD up to 30 / 10.
    assert lines_of(table)["strain"] == "QN, NCG (10)"
    assert lines_of(table, ["error 0.001"])["strain"] == "QN (20)"  # PD: 40 / 20
    assert lines_of(table, ["error 1e-06"])["strain"] == "none in all; QN in 1 of 2"
    assert lines_of(table, [advice.EACH_STEP])["strain"] == "Newton (4)"
    assert lines_of(table)["k h² below 100 Pa s²: masses decide"] == "PD, QN (9)"  # 11 / 9 is not alike
    assert lines_of(table, ["rests on"])["strain"] == (
        '[2 scenes](LINK/results/field/leaderboard.md#the-work-on-each-scene "untwist_soft, untwist_stiff")'
    )


def test_a_solver_that_factorises_in_the_step_or_does_not_minimise_is_named_only_where_it_may():
    for name in ("Newton", "XPBD"):
        assert name not in str(lines_of(advice.by_problem(BOTH, RECORD, link), ["error 0.1", "error 1e-06"]))


def test_solvers_without_a_matrix_are_those_that_never_factorise():
    def with_count(number, **members):
        made = row("untwist_soft", "ncg", **members)
        made["counts"] = {target: {"factorisations": number} for target in made["counts"]}
        return made

    both = rows(
        with_count(1, at=(1, 2, 3)),
        with_count(0, setting={"metric": "diagonal"}, at=(5, 6, 7)),
        row("untwist_soft", "pd"),
    )
    pd_counts = both.index[both["solver"] == "pd"][0]
    both.at[pd_counts, "counts"] = {"0.1": {"factorisations": 1}, "0.001": None}
    table = advice.by_problem(both, RECORD, link)
    assert lines_of(table, [advice.NO_MATRIX])["strain"] == "NCG (6)"
    assert '| NCG | where there must be no matrix | `{"metric":"diagonal"}` |' in advice.settings(
        both, RECORD, link
    )


def test_the_short_answer_names_the_first_of_each_ranking_and_cells_without_them_are_bold():
    assert advice.in_short(BOTH, RECORD, link) == (
        "Take **QN**, **Newton** if the step may factorise at no cost, and **QN** without a matrix."
    )
    found = rows(*(row(name, "pd", at=(9, 9, 9)) for name in ("untwist_soft", "untwist_stiff")))
    better = [row("untwist_soft", "qn", at=(1, 1, 1)), row("untwist_stiff", "qn", at=(12, 12, 12))]
    table = advice.by_problem(pd.concat([found, rows(*better)], ignore_index=True), RECORD, link)
    assert lines_of(table)["k h² below 100 Pa s²: masses decide"] == "QN (1)"


def test_a_scene_is_hard_if_fewer_than_two_solvers_arrive_or_the_best_needs_many_iterations():
    found = [line.split(" | ") for line in advice.hard(BOTH, RECORD, link).splitlines()[4:]]
    assert len(found) == 2
    assert found[0][0].startswith("| [untwist_soft](LINK/") and found[0][-1] == "only QN (30) |"
    assert found[1][-1] == "no solver |"
    many = rows(*(row("slab", solver, at=(1, 100, 101)) for solver in ("pd", "qn")))
    (line,) = advice.hard(many, RECORD, link).splitlines()[4:]
    assert line.endswith("| – | – | PD (101) |")
    easy = rows(*(row("slab", solver, at=(1, 2, 100)) for solver in ("pd", "qn")))
    assert advice.hard(easy, RECORD, link) == "There is no such scene."


def test_a_budget_names_the_solvers_with_the_smallest_error_in_most_scenes():
    names = ["slab", "slices", "flat_tets", "end_turned"]
    found = rows(
        *(row(name, "qn", at=(5, 25, 1000)) for name in names[:3]),
        row(names[3], "qn", at=(NEVER, NEVER, NEVER)),  # one of four scenes may fail
        *(row(name, "pd", at=(5, 60, 1000)) for name in names),
        *(row(name, "newton", at=(1, 2, 3), factorisations=3) for name in names),  # 60 more
    )
    cells = [line.split("|")[1:3] for line in advice.by_budget(found, RECORD, link).splitlines()[2:5]]
    assert [[cell.strip() for cell in line] for line in cells] == [
        ["10", "PD, QN"],
        ["30", "QN"],
        ["100", "Newton"],
    ]


def test_the_kinds_of_a_scene_follow_from_its_members():
    found = {
        one.name: one for one in problems(["slices", "untwist_soft", "drawn_out", "end_turned_corotated"])
    }
    assert found["slices"].contrast == pytest.approx(1e4) and not found["slices"].is_plain
    assert found["untwist_soft"].kh2 == pytest.approx(10) and found["untwist_soft"].is_plain
    assert found["drawn_out"].poisson_ratio == 0.49
    by_words = {kind.words: [one.name for one in kind.problems] for kind in kinds(list(found.values()))}
    assert by_words == {
        "corotated linear": ["end_turned_corotated"],
        "strain": ["untwist_soft"],
        "k h² below 100 Pa s²: masses decide": ["untwist_soft"],
        "k h² from 100 to 1e5 Pa s²": ["end_turned_corotated"],
        "stiffnesses 1 : 10,000 in one body": ["slices"],
        "Poisson's ratio 0.49": ["drawn_out"],
    }


def test_regions_quadratic_tets_and_other_difficulties_have_their_lines():
    def scene(difficulty, **members):
        base = {"description": "d", "comment": {"difficulty": difficulty}, "body": {"beam": {}}}
        return base | {"step": {"time_step": 0.01}} | members

    law = {"model": "stable_neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": 0.499}
    heavy = {"tets": {}, "material": law, "density": 1e6}
    membrane = {"type": "membrane", "stiffness": 1e6}
    made = [
        problem(
            "heavy",
            scene("mass contrast", material=law | {"poisson_ratio": 0.3}, regions=[heavy], density=100),
        ),
        problem("quadratic", scene("incompressibility", material=law, elements="quadratic")),
        problem("cloth", scene("cloth", body={"surface": {}}, potentials=[membrane])),
        problem("folded", scene("several minima", material=law | {"poisson_ratio": 0.3})),
    ]
    by_words = {kind.words: [one.name for one in kind.problems] for kind in kinds(made)}
    assert by_words == {
        "densities 1 : 10,000 in one body": ["heavy"],
        "Poisson's ratio 0.499, quadratic tets": ["quadratic"],
        "cloth": ["cloth"],
        "buckling: several minima": ["folded"],
    }


def test_every_scene_of_the_study_has_a_line():
    names = [path.stem for path in SCENES.glob("*.json")]
    assert {one.name for kind in kinds(problems(names)) for one in kind.problems} == set(names)
