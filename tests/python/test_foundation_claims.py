"""Claims about the foundations are judged right, on made-up results that satisfy or contradict them."""

import json
import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from test_claims import MINIMUM, ends, write_sweep

from simbench.claims import foundations, held, incompressible, measures, report, xpbd_global
from simbench.claims.results import Results
from simbench.claims.verdicts import CONFIRMED, DEPENDS, REFUTED
from simbench.shapes import Shape, held_inertia

pytestmark = pytest.mark.slow

FORCE, INERTIA = 1e6, 3.0  # N, J
SPRINGS = [1e9, 1e10, 1e11, 1e12]  # N/m


def global_solves(folder, constraint_of: dict, *, others=1.5, solved=1e-12) -> Results:
    """Sweeps end at 1e5 J; global solves at what their time step has in `constraint_of`, all but one at
    `others` times it."""
    runs = []
    for h, k in xpbd_global.SETTINGS:
        setting = {"h": h, "k": k}
        residuals = {"multiplier_residual": 10.0, "gradient_residual": 5.0, "gradient_norm": 6.0}
        runs.append(("xpbd", setting, ends(1e6, 2e5, **residuals).assign(constraint=1e5), "max_iterations"))
        for constraint in ("scalar", "vector"):
            for rule in xpbd_global.RULES:
                for keep_g in (False, True):
                    exact = constraint == "vector" and rule == "full"
                    table = ends(1e6, 2e5, **residuals).assign(
                        constraint=constraint_of[h] * (1 if exact else others),
                        relative_error=1e-9 if keep_g and exact else 0.1,
                    )
                    if exact:
                        table["multiplier_residual"] = solved
                    own = {"constraint": constraint, "rule": rule, "keep_g": keep_g}
                    runs.append(("xpbd_global", setting | own, table, "max_iterations"))
    write_sweep(folder / "xpbd_global", ["h", "k", "constraint", "rule", "keep_g"], runs)
    return Results(folder)


def test_the_global_systems_constraint_term(tmp_path):
    judge = xpbd_global.constraint_term_of_the_global_system
    above = judge(global_solves(tmp_path / "a", {1e-2: 2e5, 1e-1: 2e5}))
    assert above.kind == REFUTED
    ends_of_vector = [finding for finding in above.findings if "vector, full steps: h = 0.01 s" in finding]
    assert "ends at 2e+05 J after 1000 solves (1e+05 J after 1000 sweeps)" in ends_of_vector[0]
    assert len(ends_of_vector) == 2  # the third, of all constraints, stands under none
    reached = [
        finding for finding in above.findings if finding.startswith("h = 0.01 s, k = 1e+08 Pa: with g")
    ]
    assert "an error of 1e-6 is reached by vector, full steps after 0" in reached[0]
    assert judge(global_solves(tmp_path / "b", {1e-2: 5e4, 1e-1: 5e4})).kind == CONFIRMED
    assert judge(global_solves(tmp_path / "c", {1e-2: 2e5, 1e-1: 5e4})).kind == REFUTED
    found = judge(global_solves(tmp_path / "d", {1e-2: 5e4, 1e-1: 5e4}, others=3))
    assert (found.kind, found.depends_on) == (DEPENDS, "the constraint and the rule for the step")
    unsolved = judge(global_solves(tmp_path / "e", {1e-2: 5e4, 1e-1: 5e4}, solved=1.0))
    assert any(
        text.startswith("Not so: vector, full steps: h = 0.1 s, k = 1e+09 Pa: C + α̃λ")
        for text in unsolved.findings
    )


def held_scene(setting: dict) -> dict:
    return {"anchors": {"stiffness": setting.get("k_s", "hard")}}


def ways_of_holding(
    folder, *, energy=1.0, xpbd_hard=1.5, global_hard=1.0, indicator=1.0, violation=0.0
) -> Results:
    """What the envelope theorem says of MINIMUM, but with `energy` times ‖r‖²/2k_s; ends over the minimum."""
    runs = []
    for k_s in [*SPRINGS, "hard"]:
        saved = 0 if k_s == "hard" else FORCE**2 / (2 * k_s)
        lowest = MINIMUM if k_s == "hard" else MINIMUM + INERTIA - energy * saved
        table = ends(2 * MINIMUM, lowest, anchor_energy=saved, feasible_objective=lowest)
        runs.append(("newton", {"k_s": k_s}, table, "converged"))
    write_sweep(folder / "held_envelope", ["k_s"], runs, scene=held_scene)
    for path in (folder / "held_envelope" / "runs").iterdir():
        manifest = json.loads((path / "manifest.json").read_text())
        manifest["reference_minimum"] = [float(pd.read_csv(path / "iterations.csv")["objective"].iloc[-1])]
        (path / "manifest.json").write_text(json.dumps(manifest))

    runs = []
    for precision in ("double", "single"):
        for k_s in (1e10, "hard"):
            for solver in (*held.GLOBAL, *held.GAUSS_SEIDEL):
                gauss_seidel = solver in held.GAUSS_SEIDEL
                hard = xpbd_hard if gauss_seidel else global_hard
                last = MINIMUM * (hard if k_s == "hard" else 40 if gauss_seidel else 1)
                table = ends(2 * MINIMUM, last, held_violation=violation)
                table["feasible_objective"] = table["objective"]
                runs.append((solver, {"precision": precision, "k_s": k_s}, table, "max_iterations"))
    write_sweep(folder / "held", ["precision", "k_s"], runs, scene=held_scene)
    table = ends(2 * MINIMUM, indicator * MINIMUM, held_violation=1e-12)
    table["feasible_objective"] = table["objective"]
    runs = [("admm", {"held_weight": w}, table, "max_iterations") for w in (1e2, 1e4)]
    write_sweep(folder / "held_indicator", ["held_weight"], runs, scene=held_scene)
    return Results(folder)


def test_ways_of_holding(tmp_path, monkeypatch):
    monkeypatch.setattr(held, "held_inertia", lambda springs, hard: INERTIA)
    found = held.ways_of_holding(ways_of_holding(tmp_path / "a"))
    assert found.kind == CONFIRMED
    assert found.findings[0].startswith(
        "‖r‖ = 1e+06 N; f*_hard − f*_soft over ‖r‖²/2k_s is 1.00000, 1.00000, "
    )
    assert "PD is within 1e-3 of f* after 1000 (k_s = 1e+10), 1000 (exactly) iterations" in found.findings
    changes = [{"energy": 1.2}, {"xpbd_hard": 50}, {"global_hard": 1.01}, {"indicator": 1.1}]
    for number, change in enumerate(changes):
        contradicted = held.ways_of_holding(ways_of_holding(tmp_path / str(number), **change))
        assert contradicted.kind == REFUTED, change
    monkeypatch.setattr(held, "held_inertia", lambda springs, hard: 0.0)  # the pitfall: a constant is missing
    assert held.ways_of_holding(ways_of_holding(tmp_path / "e")).kind == REFUTED


def test_a_run_that_begins_at_the_minimum_needs_no_iteration(tmp_path, monkeypatch):
    monkeypatch.setattr(held, "held_inertia", lambda springs, hard: INERTIA)
    results = ways_of_holding(tmp_path)
    for path in (tmp_path / "held/runs").glob("*/iterations.csv"):
        pd.read_csv(path).assign(objective=MINIMUM, feasible_objective=MINIMUM).to_csv(path, index=False)
    found = held.ways_of_holding(results)
    assert "PD is within 1e-3 of f* after 0 (k_s = 1e+10), 0 (exactly) iterations" in found.findings


def test_the_first_iteration_from_which_on_something_holds():
    iterations, holds = pd.Series([0, 10, 20, 30]), pd.Series([True, False, True, True])
    assert measures.first_lasting(iterations, holds) == 20
    assert measures.first_lasting(iterations, ~holds) is None
    assert measures.first_lasting(iterations, holds | True) == 0


def test_hard_positions(tmp_path):
    judge = held.hard_positions_are_impossible
    assert judge(ways_of_holding(tmp_path / "a")).kind == REFUTED
    assert judge(ways_of_holding(tmp_path / "b", violation=1e-3)).kind == CONFIRMED


def test_the_inertia_of_the_ends_that_are_held(monkeypatch, tmp_path):
    rest = np.array([[0.0, 0, 0], [1, 0, 0], [0.5, 1, 0], [0.5, 0, 1]])
    tets = np.array([[0, 1, 2, 3]])  # 1/6 m³, a quarter of its mass on each corner
    moved = rest + np.array([[0, 0, 0.2], [0, 0, 0.2], [5, 5, 5], [5, 5, 5]])
    monkeypatch.setattr("simbench.shapes.start_shape", lambda run: Shape(rest, rest, tets))
    monkeypatch.setattr("simbench.shapes.shape", lambda run: Shape(moved, rest, tets))

    hard = SimpleNamespace(scene={"density": 1200, "step": {"time_step": 0.1}})
    assert held_inertia(None, hard) == pytest.approx(0.5 * 2 * 50 * 0.2**2 / 0.1**2)


def beam_scene(setting: dict) -> dict:
    return {
        "density": 1000,
        "body": {"beam": {"size": [1, 1, 1]}},
        "step": {"time_step": 0.1},
        "material": {"model": setting.get("model", "neo_hookean"), "youngs_modulus": 1e5},
    }


def neo_hookean(folder, *, moved=0.01, volume=-0.7, classical=0.05, error=0.05) -> Results:
    """Stable Neo-Hookean moves at rest by `moved` m, its split form keeps 1 + `volume`; classical stays."""
    runs = {"rest": [], "collapse_causes": [], "incompressible": []}
    for model in incompressible.MODELS:
        stable = model == "stable_neo_hookean"
        for form in incompressible.FORMS:
            setting = {"model": model, "form": form}
            energy = 0.5 * 1000 * (moved / 0.1) ** 2 if stable else 0.0
            runs["rest"].append(("xpbd", setting, ends(0, 0, kinetic_energy=energy), "max_iterations"))
            table = ends(1, 1, volume_error=volume if stable and form == "split" else 0.0, min_det_f=0.9)
            table["relative_error"] = 10.0 if stable else error
            runs["collapse_causes"].append(("xpbd", setting, table, "max_iterations"))
            for nu in (0.3, 0.49):
                table = ends(1, 1).assign(relative_error=20.0 if stable else classical)
                runs["incompressible"].append(("xpbd", setting | {"nu": nu}, table, "max_iterations"))
        for solver in ("newton", "qn", "admm"):
            table = ends(1, 1).assign(relative_error=[1, 1e-6])
            for nu in (0.3, 0.49):
                runs["incompressible"].append((solver, {"model": model, "nu": nu}, table, "converged"))
    write_sweep(folder / "rest", ["model", "form"], runs["rest"], scene=beam_scene)
    write_sweep(folder / "collapse_causes", ["model", "form"], runs["collapse_causes"], scene=beam_scene)
    write_sweep(folder / "incompressible", ["model", "nu", "form"], runs["incompressible"], scene=beam_scene)
    return Results(folder)


def test_why_split_xpbd_collapses(tmp_path):
    judge = incompressible.split_xpbd_and_incompressibility
    found = judge(neo_hookean(tmp_path / "a"))
    assert found.kind == CONFIRMED
    assert "split XPBD move the beam of stable Neo-Hookean by 1.0e-02 m" in found.findings[0]
    assert "iterations of Newton to 1e-3, classical: 1000 (ν = 0.3), 1000 (ν = 0.49)" in found.findings
    for name, change in {"b": {"moved": 0}, "c": {"volume": 0.0}, "d": {"classical": 5.0}}.items():
        assert judge(neo_hookean(tmp_path / name, **change)).kind == REFUTED, change


def test_xpbd_of_classical_neo_hookean(tmp_path):
    judge = incompressible.no_xpbd_form_of_classical_neo_hookean
    assert judge(neo_hookean(tmp_path / "a")).kind == REFUTED
    assert judge(neo_hookean(tmp_path / "b", error=7.0)).kind == CONFIRMED
    assert judge(neo_hookean(tmp_path / "c", error=math.nan)).kind == CONFIRMED


def cantilevers(folder, sag_of) -> Results:
    runs = [
        (
            "newton",
            {"split": split, "cells": str(cells).replace(" ", ""), "nu": nu},
            ends(0, 0, kinetic_energy=500 * (sag_of(split, place, nu) / 0.1) ** 2),
            "converged",
        )
        for split in incompressible.SPLITS
        for place, cells in enumerate(incompressible.CELLS)
        for nu in (0.3, 0.499)
    ]
    write_sweep(folder / "locking", ["split", "cells", "nu"], runs, scene=beam_scene)
    return Results(folder)


def test_locking(tmp_path):
    def locks(split, place, nu):
        return (1 + place) * (1 if nu < 0.4 else 0.1 if split == "six" else 0.8)

    found = incompressible.locking(cantilevers(tmp_path / "a", locks))
    assert found.kind == CONFIRMED
    assert "80 % (five, 8×2×2)" in found.findings[0] and "10 % (six, 32×6×6)" in found.findings[0]
    assert incompressible.locking(cantilevers(tmp_path / "b", lambda *_: 1.0)).kind == REFUTED
    assert (
        incompressible.locking(cantilevers(tmp_path / "c", lambda s, p, nu: locks(s, -p / 4, nu))).kind
        == REFUTED
    )


def over_time(energies, **columns) -> pd.DataFrame:
    steps = range(1, len(energies) + 1)
    table = {"step": steps, "iteration": 0, "objective": 1.0, "inertial": 0.0, "constraint": 1.0}
    return pd.DataFrame({**table, "relative_error": math.nan, "total_energy": energies, **columns})


def integrated(
    folder, implicit=(1.0, 0.9, 0.8), explicit=(1.0, 3.0, 9.0), symplectic=(1.0, 2.0, 8.0)
) -> Results:
    for sweep in foundations.INTEGRATOR_SWEEPS:
        runs = [
            (solver, {"integrator": integrator, "h": h}, over_time(energies), "converged")
            for solver, integrator, energies in (
                ("newton", "implicit_euler", implicit),
                ("formula", "explicit_euler", explicit),
                ("formula", "symplectic_euler", symplectic),
            )
            for h in (0.01, 0.1)
        ]
        write_sweep(folder / sweep, ["integrator", "h"], runs, scene={"step": {"time_step": 0.1, "steps": 3}})
    return Results(folder)


def test_stability_of_integrators(tmp_path):
    judge = foundations.implicit_euler_is_stable
    found = judge(integrated(tmp_path / "a"))
    assert found.kind == CONFIRMED
    assert "explicit Euler brings the energy to at most 9 times (h = 0.01 s)" in found.findings[1]
    changes = {
        "b": {"implicit": (1.0, 0.9, 0.95)},
        "c": {"implicit": (1.0, 0.9)},  # ended early
        "d": {"explicit": (1.0, 1.0, 1.0)},
        "e": {"symplectic": (1.0, 1.1, 1.0)},
    }
    for name, change in changes.items():
        assert judge(integrated(tmp_path / name, **change)).kind == REFUTED, change


def hanging(folder, *, pbd_off=1.0, xpbd_off=1.0, chain_off=1.5) -> Results:
    spring = {"anchors": {"stiffness": 50.0}}
    runs = []
    for h in (0.1, 0.05):
        for n in (1, 10):
            for k in (0.1, 0.3):
                for rule in ("per_iteration", "per_step"):
                    seems = pbd_off * measures.predicted_stiffness(k, rule, n, h)
                    energy = 25 * (measures.GRAVITY / seems) ** 2
                    setting = {"h": h, "iterations": n, "pbd_k": k, "pbd_rule": rule}
                    runs.append(("pbd", setting, over_time([0, 0], constraint=energy), "max_iterations"))
            energy = 25 * (measures.GRAVITY / (50 * xpbd_off)) ** 2
            runs.append(
                ("xpbd", {"h": h, "iterations": n}, over_time([0], constraint=energy), "max_iterations")
            )
    write_sweep(folder / "pbd_stiffness", ["h", "iterations", "pbd_k", "pbd_rule"], runs, scene=spring)
    runs = [
        (solver, {"h": h, "iterations": n}, over_time([0], constraint=2.0 * off), "max_iterations")
        for solver, off in (("xpbd", chain_off), ("newton", 1.0))
        for h in (0.1, 0.05)
        for n in (1, 10)
    ]
    write_sweep(folder / "chain_stiffness", ["h", "iterations"], runs)
    return Results(folder)


def test_stiffness_of_pbd_and_xpbd(tmp_path):
    judge = foundations.stiffness_depends_on_iterations
    found = judge(hanging(tmp_path / "a"))
    assert (found.kind, found.depends_on) == (DEPENDS, "whether constraints share masses")
    assert "42.86 N/m (n = 1, h = 0.1 s)" in found.findings[0]
    assert "Not so: a chain: " in found.findings[-1] and "50 % (n = 1, h = 0.1 s)" in found.findings[-1]
    assert judge(hanging(tmp_path / "b", chain_off=1.0)).kind == CONFIRMED
    assert judge(hanging(tmp_path / "c", pbd_off=1.1)).kind == REFUTED
    assert judge(hanging(tmp_path / "d", xpbd_off=1.1)).kind == REFUTED


def test_predicted_stiffness_of_pbd():
    assert measures.predicted_stiffness(0.3, "per_iteration", 1, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_iteration", 2, 0.1) == pytest.approx(0.51 / 0.49 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_step", 2, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)


def chains(folder, error_of) -> Results:
    """Kinetic energies in single precision are off by error_of(way, k)."""
    ways = [
        ("kkt", {"integrator": "implicit_euler", "hard": True}, "hard"),
        ("kkt", {"integrator": "implicit_euler", "hard": False}, "compliant"),
        ("formula", {"integrator": "linear_implicit_euler"}, "penalty"),
    ]
    runs = [
        (
            solver,
            {"precision": precision, "spring_k": k, **setting},
            ends(0, 0, kinetic_energy=1 + (error_of(way, k) if precision == "single" else 0)),
            "max_iterations",
        )
        for solver, setting, way in ways
        for precision in ("double", "single")
        for k in (1e2, 1e6, 1e12)
    ]
    write_sweep(folder / "kkt_chain", ["precision", "spring_k", "integrator", "hard"], runs)
    return Results(folder)


def test_the_kkt_matrix(tmp_path):
    judge = foundations.kkt_becomes_singular
    found = judge(chains(tmp_path / "a", lambda way, k: 1e-14 * k if way == "penalty" else 1e-6))
    assert found.kind == REFUTED
    assert [finding.split(":")[1].strip() for finding in found.findings[:2]] == ["hard", "compliant"]
    assert judge(chains(tmp_path / "b", lambda way, k: 1e-14 * k)).kind == CONFIRMED


def stretched(folder, second_derivative) -> Results:
    scene = {"material": {"model": "neo_hookean", "youngs_modulus": 3e6, "poisson_ratio": 0.25}}
    runs = [
        (
            "newton",
            {"model": "neo_hookean", "duration": e},
            ends(7 + second_derivative * e**2 / 2, 0),
            "max_iterations",
        )
        for e in (1e-3, 2e-3)
    ]
    write_sweep(folder / "second_derivatives", ["model", "duration"], runs, scene=scene)
    return Results(folder)


def test_second_derivatives(tmp_path):
    found = foundations.second_derivative_is_often_zero(stretched(tmp_path / "a", 3.6e6))
    assert found.kind == REFUTED
    assert found.findings == ["Not so: neo hookean: 3.6e+06 Pa = 2.00 μ + λ"]
    assert foundations.second_derivative_is_often_zero(stretched(tmp_path / "b", 0.0)).kind == CONFIRMED


def test_numbers_of_an_axis_that_has_words_too(tmp_path):
    results = ways_of_holding(tmp_path)
    assert list(results.by("held_envelope", "newton", "k_s")) == [*SPRINGS, "hard"]
    assert results.run("held_envelope", "newton", k_s=1e11).scene["anchors"]["stiffness"] == 1e11


def test_only_some_claims_are_written_beside_the_others(tmp_path, run_command):
    stretched(tmp_path / "results", 3.6e6)
    kept = {
        "9": {
            "claim": "c",
            "verdict": "refuted",
            "depends_on": "",
            "sentence": "S.",
            "measured": [],
            "runs": {},
        }
    }
    report.write(tmp_path / "out", kept)
    run_command(
        "simbench-claims", tmp_path / "results", "--only", "45", "--output", tmp_path / "out", check=False
    )
    written = report.load(tmp_path / "out/claims.json")
    assert list(written) == ["9", "45"] and written["9"] == kept["9"]
    assert (tmp_path / "out/claims.md").read_text() == report.markdown(written)
