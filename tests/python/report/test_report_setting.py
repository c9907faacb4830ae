"""A report's head says what was simulated, what the relative error is, and where its reference comes from."""

import json

import numpy as np
import pytest
from report_pages import change_manifest, page_of

from simbench import ResultsError
from simbench.figures import relative_error
from simbench.paper.table import rows_of
from simbench.relative_errors import markdown, relative_errors
from simbench.results import NO_MINIMUM, load_curves

pytestmark = pytest.mark.slow


def facts_of(*folders) -> dict[str, str]:
    return dict(page_of(*folders).content["groups"][0]["facts"])


def change_scene(run, **members) -> None:
    scene = json.loads((run / "manifest.json").read_text())["scene"]
    change_manifest(run, scene=scene | members)


def test_the_thesiss_beam(run_simbench, workplace):
    run_simbench("--scene beam_untwist.json --solver qn,pd --iterations 3 --output OUT --quiet")
    facts = facts_of(workplace / "OUT")
    manifest = json.loads((workplace / "OUT/qn/manifest.json").read_text())
    assert facts["scene"].endswith("untwists in one step. Scene: beam_untwist.json")
    assert facts["body"] == f"{manifest['tets']} tets, {manifest['vertices']} vertices"
    assert facts["material"] == "strain, k = 1e8 Pa"
    assert facts["start"] == (
        "the equilibrium after anchors have moved the body for 2.01 s "
        "(12 equilibria; stable Neo-Hookean, E = 1e9 Pa, ν = 0.45), at rest"
    )
    assert facts["step"] == "implicit Euler, h = 0.01 s, 1 step of at most 3 iterations"
    assert "(f − f*)/(f₀ − f*)" in facts["relative error"]
    assert facts["reference"].startswith("Newton's method finds the minimum")
    assert f"f* = {manifest['reference_minimum'][0]:.6g} J" in facts["reference"]


def test_rigid_bodies(run_simbench, workplace):
    run_simbench("--scene bridge --solver gs --iterations 2 --set step.steps=2 --output OUT --quiet")
    facts = facts_of(workplace / "OUT")
    assert facts["body"] == "20 bodies, 21 constraints" and facts["forces"] == "gravity 9.81 m/s²"
    assert facts["step"] == "h = 0.01667 s, 2 steps of at most 2 iterations"
    assert "‖X − X*‖²_M" in facts["relative error"] and "exact solution" in facts["reference"]


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("newton", "Newton's method finds the minimum"),
        ("best", "the lowest objective that a solver of the same command has recorded"),
        (384537.0, "a given number"),
    ],
)
def test_the_reference_is_named(tmp_path, write_run, reference, words):
    write_run(tmp_path / "runs/qn")
    change_manifest(tmp_path / "runs/qn", options={"reference": reference})
    assert facts_of(tmp_path / "runs")["reference"].startswith(f"{words} ")


def test_runs_without_a_reference_have_no_relative_error(tmp_path, write_run):
    write_run(tmp_path / "runs/qn", relative_error=np.nan)
    facts = facts_of(tmp_path / "runs")
    assert facts["relative error"] == "none: these runs have no reference" and "reference" not in facts


def test_runs_whose_step_has_no_minimum_say_so(tmp_path, write_run):
    write_run(tmp_path / "runs/qn", relative_error=np.nan)
    change_manifest(tmp_path / "runs/qn", options={"reference": "newton"}, reference_minimum=[None])
    assert facts_of(tmp_path / "runs")["relative error"] == f"none: {NO_MINIMUM}"
    runs = load_curves(tmp_path / "runs")
    assert f"- There are no errors: {NO_MINIMUM}." in markdown(relative_errors(runs))
    for say in (lambda: rows_of(runs, [0.1]), lambda: relative_error.draw(runs)):
        with pytest.raises(ResultsError, match=NO_MINIMUM):
            say()


def test_values_that_differ_between_runs_are_all_named(tmp_path, write_run):
    neo_hookean = {"model": "neo_hookean", "youngs_modulus": 2e-7, "poisson_ratio": 0.3}
    for solver, law in (("pd", {"model": "strain", "stiffness": 1e6}), ("qn", neo_hookean)):
        write_run(tmp_path / "runs" / solver)
        change_scene(tmp_path / "runs" / solver, material=law, gravity=[0, 3, -4], regions=[])
    facts = facts_of(tmp_path / "runs")
    assert facts["material"] == "strain, k = 1e6 Pa; or classical Neo-Hookean, E = 2e−7 Pa, ν = 0.3"
    assert facts["forces"] == "gravity 5 m/s²"


def test_a_step_from_the_last_positions_says_so(tmp_path, write_run):
    write_run(tmp_path / "runs/qn")
    assert "value at iteration 0, and" in facts_of(tmp_path / "runs")["relative error"]
    change_scene(tmp_path / "runs/qn", step={"time_step": 0.1, "start": "previous"})
    facts = facts_of(tmp_path / "runs")
    assert facts["step"] == "implicit Euler, h = 0.1 s, 1 step, begun at the last positions"
    assert "value at q̃, to which" in facts["relative error"]
    assert "The error is 1 at q̃ and 0 at f*." in facts["relative error"]


@pytest.mark.parametrize(
    "members",
    [
        {"gravity": "down", "anchors": [], "preparation": {"material": 1}},
        {"potentials": [3], "regions": {"a": 1}, "description": ["x"], "constraints": 3},
    ],
)
def test_a_damaged_scene_loses_only_what_is_damaged(tmp_path, write_run, members):
    write_run(tmp_path / "runs/qn")
    change_scene(tmp_path / "runs/qn", **members)
    assert facts_of(tmp_path / "runs")["step"] == "implicit Euler, h = 0.01 s, 1 step"


def test_nothing_is_said_about_a_run_without_a_manifest(tmp_path, write_run):
    write_run(tmp_path / "runs/qn")
    (tmp_path / "runs/qn/manifest.json").write_text("{")
    assert facts_of(tmp_path / "runs") == {}
