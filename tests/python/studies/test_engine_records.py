"""The page "Engines" says what is on record; references in numpy are checked by simbench."""

import numpy as np
import pytest
from studies import REPOSITORY

import simbench as sb
from engines import advice, chains, compare, exported, forces, linear_steps, pack, records, references
from engines.cases import Case, cases
from simbench import ResultsError
from simbench.entry import problems
from simbench.entry.pack.catalogue import scenes

STUDY = REPOSITORY / "studies/engines"
RECORD = records.load(compare.RECORD)


def case(difference: float, moved: float, precision: str = "double") -> dict:
    rows = {
        "1": {"difference": 1e-16, "moved": 1e-13},
        "2": {"difference": difference, "moved": moved},
        "5": {"difference": 1.0, "moved": 1.0},
    }
    members = dict.fromkeys(records.KEY, "a") | {"precision": precision, "default_error": 0.1}
    return members | {"forces": {"equal": True}, "energies": {"equal": True}, "iterates": rows}


def test_every_case_is_on_record_with_pinned_versions():
    found = [tuple(each[name] for name in records.KEY) for each in RECORD["cases"]]
    assert found == [(each.engine, each.solver, each.scene, each.reference) for each in cases()]
    pins = (REPOSITORY / "scripts/requirements_engines.txt").read_text().splitlines()
    pinned = {line.partition(" ")[0] for line in pins if line[0] != "#"}
    assert {version.replace(" ", "==") for version in RECORD["versions"].values()} <= pinned
    assert {each.scene for each in cases()} == {file.stem for file in (STUDY / "scenes").iterdir()}


def test_codes_that_are_not_ours_find_the_minima_of_the_pack():
    rows = RECORD["pack"]
    assert [(row["engine"], row["solver"], row["problem"]) for row in rows] == [*pack.SOLVED]
    assert all(records.is_solved(row) for row in rows) and {row["precision"] for row in rows} == {
        "double",
        "single",
    }
    assert {row["problem"] for row in rows} <= scenes().keys()


def test_iterates_agree_if_rounding_explains_the_difference():
    assert records.agrees(case(9e-9, 1e-9)) and not records.agrees(case(2e-8, 1e-9))
    assert list(records.telling(case(0, 1e-9))) == [1, 2]
    assert list(records.telling(case(0, 1e-5))) == [1]
    assert records.agrees(case(1, 1e-5)), "rounding moves the second iterate so far that it tells nothing"
    lost = case(0, 0)
    lost["iterates"]["1"]["moved"] = 1.0
    assert records.agrees(lost) is None


def test_a_repetition_names_what_differs():
    before = {"versions": {"pbat": "pbatoolkit 1"}, "cases": [case(0, 0)], "pack": []}
    before |= {"chain": {"motions": []}}
    assert records.differences(before, before) == []
    other = before | {"versions": {"pbat": "pbatoolkit 2"}, "cases": [case(1e-3, 0)]}
    version, judged = records.differences(other, before)
    assert version == "pbat: version pbatoolkit 2, on record pbatoolkit 1" and "a a a a: {" in judged
    assert records.near(None, None) and not records.near(None, 0.1) and not records.near(0.1, None)
    worse = {**before, "cases": [case(0, 0) | {"default_error": 0.2}]}
    assert records.differences(worse, before) == ["a a a a: error 0.2, on record 0.1"]
    unsolved = {"engine": "a", "solver": "b", "problem": "c", "precision": "double", "error": 1e-6}
    assert records.differences(before | {"pack": [unsolved]}, before) == ["a b c of the pack: error 1e-06"]
    short = {"program": "a", "integrator": "b", "errors": {"0.2": 0.2, "0.1": 0.1}, "extrapolated": 0.1}
    assert records.differences(before | {"chain": {"motions": [short]}}, before) == [
        "b of a does not tend to the motion of the chain"
    ]
    assert records.differences({**before, "cases": []}, before) == ["a a a a: not measured"]
    assert records.differences(before, {**before, "cases": []}) == ["a a a a: not on record"]


def test_both_programs_tend_to_the_same_motion_of_a_chain():
    rows = RECORD["chain"]["motions"]
    assert {row["integrator"] for row in rows} == chains.ENGINES.keys()
    assert all(records.is_of_first_order(row) for row in rows)
    assert RECORD["chain"]["fine_halved"] < 1e-9 * RECORD["chain"]["way"], "the reference has converged"
    assert records.orders(rows[0]) == pytest.approx([1, 1, 1], abs=0.02)


def test_the_chain_of_simbench_falls_as_a_pendulum_of_one_body(monkeypatch):
    """A closed form: at the start, the centre of a rod on a joint accelerates by g s²/(k² + s²)."""
    monkeypatch.setattr(chains, "BODIES", 1)
    monkeypatch.setattr(chains, "DURATION", h := 1e-4)
    (start,), _ = chains.bodies()
    (end,) = chains.motion_of_simbench("direct", h)
    arm, edges = chains.BOX[0] / 2, chains.BOX
    inertia = (edges[0] ** 2 + edges[2] ** 2) / 12  # about the horizontal axis across the rod, by mass
    assert end[2] - start[2] == pytest.approx(-9.81 * arm**2 / (inertia + arm**2) * h**2, rel=1e-4)


def test_the_page_shows_all_cases_and_its_words_are_those_of_the_record():
    page = (REPOSITORY / "results/engines/README.md").read_text()
    for name in ("energies", "steps", "iterates", "pack", "chain", "chain_way"):
        assert advice.text(name, compare.RECORD.parent, str) in page
    with pytest.raises(ResultsError, match="there is no table 'best'"):
        advice.text("best", compare.RECORD.parent, str)
    told: dict[tuple, set] = {}
    for each in RECORD["cases"]:
        scene = each["scene"].removesuffix("_soft").removesuffix("_stiff")
        key = (each["engine"], each["solver"], scene, each["reference"])
        told.setdefault(key, set()).update({records.judged(each).get("agrees")} - {None})
    others = {
        ("pbat", "vbd_own_volumes", "stable_neo_hookean", "vbd[hessian=exact]"),
        ("newton", "xpbd", "spring_net", "xpbd"),
        ("pbat", "vbd_own_colours", "stable_neo_hookean", "vbd[hessian=exact]"),
        ("newton", "vbd_own_colours", "stable_neo_hookean", "vbd[hessian=exact]"),
        ("mujoco", "flex_defaults", "st_venant_kirchhoff", "linear_step"),
        ("mujoco", "flex", "st_venant_kirchhoff", "newton"),
        ("pypbd", "xpbd_tets", "st_venant_kirchhoff", "xpbd[form=combined]"),
    }
    not_compared = {
        ("newton", "xpbd_tets", "stable_neo_hookean", ""),
        ("newton", "style3d_stretch", "bending_sheet", ""),
        ("newton", "style3d_defaults", "bending_sheet", ""),
    }
    assert {key for key, found in told.items() if found == {False}} == others
    assert {key for key, found in told.items() if found == {True}} == told.keys() - others - not_compared


@pytest.fixture(scope="module")
def folder(tmp_path_factory, module):
    """The exported problems of a beam and of a net."""
    folder = tmp_path_factory.mktemp("problems")
    for name in ("st_venant_kirchhoff_soft", "springs_apart_soft"):
        problems.export(sb.Scene.load(STUDY / f"scenes/{name}.json"), name, folder)
    return folder


def iterates_of(folder, scene: str, reference: str, iterations: list[int]) -> references.Iterates:
    place = folder / scene
    problem, law = exported.read(place), problems.Referee.load(place).problem
    at_start = forces.law_forces(law, problem, problem.previous)
    case = Case("pypbd", "xpbd", scene, reference, grouped=len(problem.tets) > 0)
    return references.iterates_of(case, place, problem, at_start, iterations)


def test_the_linear_step_has_simbenchs_hessian_at_rest(folder):
    problem = exported.read(folder / "st_venant_kirchhoff_soft")
    law = problems.Referee.load(folder / problem.name).problem
    free = (3 * problem.free[:, None] + np.arange(3)).ravel()
    hessian = law.hessian(problem.rest).toarray()[free][:, free]
    inertia = np.repeat(problem.masses, 3)[free] / problem.time_step**2
    at_rest = problem.at_rest_in(problem.rest, problem.time_step)
    found = linear_steps.stiffness(at_rest).toarray()[free][:, free]
    assert np.allclose(found, hessian - np.diag(inertia), rtol=0, atol=1e-9 * np.abs(hessian).max())


def test_divided_multipliers_change_only_the_second_iterate_of_combined_xpbd(folder):
    scene = "st_venant_kirchhoff_soft"
    ours, theirs = (
        iterates_of(folder, scene, name, [1, 2]) for name in ("xpbd[form=combined]", "divided_multipliers")
    )
    assert np.abs(ours[1] - theirs[1]).max() < 1e-14
    assert np.abs(ours[2] - theirs[2]).max() > 1e-3


def test_springs_without_common_vertices_have_the_same_iterates_in_jacobis_order(folder):
    ours, theirs = (iterates_of(folder, "springs_apart_soft", name, [1]) for name in ("xpbd", "jacobi"))
    assert np.abs(ours[1] - theirs[1]).max() < 1e-15
