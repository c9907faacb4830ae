"""Volumes of infinite stiffness are hard constraints det F = 1: what `check` says, who takes them."""

import json

import numpy as np
import pandas as pd
import pytest

from simbench import load_run


def scene(cells=(4, 1, 1), **changes) -> dict:
    """A cantilever under its weight, with hard volumes."""
    return {
        "body": {"beam": {"size": [0.8, 0.2, 0.2], "cells": list(cells)}},
        "material": {"model": "strain", "stiffness": 1e3},
        "potentials": [{"type": "volumes", "stiffness": "infinite", "tets": {"select": "all"}}],
        "anchors": {"stiffness": "hard", "groups": [{"vertices": {"select": "x_min"}}]},
        "gravity": [0, 0, -9.81],
        "step": {"time_step": 0.1, "iterations": 20},
        **changes,
    }


def write(workplace, **changes) -> None:
    (workplace / "scene.json").write_text(json.dumps(scene(**changes)))


def test_check_counts_hard_constraints_and_their_rank(run_simbench, workplace):
    write(workplace)
    text = run_simbench("check scene.json").stdout
    assert "20 hard constraints on 48 unknowns, their Jacobian J has rank 20 at rest" in text
    assert "redundant" not in text
    write(workplace, cells=(6, 6, 6))
    text = run_simbench("check scene.json").stdout
    found = json.loads(run_simbench("check scene.json --json").stdout)["hard_constraints"]
    assert found["count"] == 6**3 * 5 and found["unknowns"] == 3 * 6 * 7**2
    assert found["rank"] < found["unknowns"]
    assert f"{found['count'] - found['rank']} of the hard constraints are redundant at rest" in text
    write(workplace, potentials=[])
    assert json.loads(run_simbench("check scene.json --json").stdout)["hard_constraints"] is None


@pytest.mark.parametrize("solver", ["xpbd", "xpbd_global", "kkt"])
def test_solvers_of_constraints_keep_every_volume(run_simbench, workplace, solver):
    write(workplace, step={"time_step": 0.02, "iterations": 400, "steps": 2})
    text = run_simbench(f"--scene scene.json --solver {solver} --output OUT --quiet")
    run = load_run(workplace / f"OUT/{solver}")
    ends = run.iterations[run.iterations["iteration"] == 400]
    assert len(ends) == 2 and (ends["hard_violation"] < 1e-9).all()
    assert run.iterations["relative_error"].isna().all()
    assert text.stderr.count("relative errors stay empty") == 1  # once for both steps, although it is quiet
    # All tets are hard, so the mean over all of them is at most the largest of the hard ones.
    assert (ends["mean_abs_volume_change"] <= ends["hard_violation"]).all()


def test_pbd_nears_every_volume_sweep_by_sweep(run_simbench, workplace):
    write(workplace, step={"time_step": 0.02, "iterations": 400})
    run_simbench("--scene scene.json --solver pbd --output OUT")
    violations = load_run(workplace / "OUT/pbd").iterations["hard_violation"]
    # The material competes: PBD makes it as hard as the volumes.
    assert violations[400] < violations[50] / 5 < violations[5] / 10


def test_solvers_of_energies_decline_them(run_simbench, workplace, solvers):
    write(workplace)
    seen = json.loads(run_simbench("check scene.json --json").stdout)["solvers"]
    reasons = {solver["name"]: solver["declines"] for solver in seen if solver["declines"]}
    assert set(solvers) - reasons.keys() == {"pbd", "xpbd", "xpbd_global", "kkt"}
    words = "give volume a finite stiffness, or take one of pbd, xpbd, xpbd_global, kkt"
    assert [solver for solver in reasons if words not in reasons[solver]] == []


@pytest.mark.parametrize("solver", ["kkt", "xpbd_global"])
def test_redundant_hard_constraints_end_a_run_and_nothing_is_lost(run_simbench, workplace, solver):
    write(workplace, cells=(6, 6, 6))
    run = run_simbench(f"--scene scene.json --solver {solver},xpbd --output OUT", exit_code=5)
    assert "the 1080 hard constraints has rank" in run.stderr + run.stdout
    assert "remove them, give every hard constraint a compliance, or take xpbd" in run.stderr + run.stdout
    assert load_run(workplace / f"OUT/{solver}").manifest["status"] == "not_spd"
    sweeps = load_run(workplace / "OUT/xpbd")
    assert sweeps.manifest["status"] == "max_iterations" and np.isfinite(sweeps.iterations["objective"]).all()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--solver xpbd --set potentials.0.stiffness=infinit", ["/potentials/0/stiffness", "'infinite'"]),
        ("--solver xpbd --set potentials.0.stiffness=0", ["/potentials/0/stiffness", "greater than 0 [Pa]"]),
        ("--solver xpbd --reference best", ["--reference", "hard constraints", "none or a number"]),
        ("--solver xpbd --until-relative-error 1e-3", ["hard constraints", "the reference as a number"]),
        ("--solver xpbd --trajectory newton", ["hard constraints", "the trajectory 'own'"]),
        ("--solver xpbd[initial_multipliers=natural]", ["alpha = 0", "leave out initial_multipliers"]),
        ("--solver xpbd[damping=1e-3]", ["leave out damping"]),
        ("--solver pbd[constraint=energy]", ["set constraint to distance"]),
        ("--solver xpbd_global[step=line_search_on_residual]", ["set step to full or to a number"]),
    ],
)
def test_contradictions_are_refused(run_simbench, workplace, arguments, words):
    write(workplace)
    message = run_simbench(f"--scene scene.json {arguments} --output OUT", exit_code=2).stderr
    assert all(word in message for word in words), message
    assert not (workplace / "OUT").exists()


def test_a_plan_declines_the_runs_with_hard_constraints_that_its_options_exclude(run_simbench, workplace):
    soft = {"type": "volumes", "stiffness": 1e6, "tets": {"select": "all"}}
    write(workplace, potentials=[soft])
    plan = {
        "scene": "scene.json",
        "axes": [{"path": "potentials", "values": [[soft], [soft | {"stiffness": "infinite"}]]}],
        "solvers": ["xpbd"],
        "options": {"trajectory": "newton"},
    }
    (workplace / "plan.json").write_text(json.dumps(plan))
    run_simbench("sweep plan.json --output OUT --quiet")
    summary = pd.read_csv(workplace / "OUT/summary.csv", dtype={"run_id": str})
    assert list(summary["status"]) == ["max_iterations", "declined"]


def test_a_diverged_run_has_no_violation_of_zero(run_simbench, workplace):
    write(workplace, initial_velocity=[0, 0, 1e200])
    run_simbench("--scene scene.json --solver xpbd,xpbd_global,kkt --output OUT --quiet", exit_code=5)
    for solver in ("xpbd", "xpbd_global", "kkt"):
        last = load_run(workplace / f"OUT/{solver}").iterations.iloc[-1]
        assert last["hard_violation"] != 0, solver
