"""The judges of claims 42, 78 and 79 (integrators) give the right verdicts on synthetic runs."""

import math

import pytest
from synthetic_sweeps import Case, SyntheticResults, check, steps_with_energies, two_rows

from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART
from thesis.claims import integrators

pytestmark = pytest.mark.slow


def integrator_runs(
    folder, implicit=(1.0, 0.9, 0.8), explicit=(1.0, 3.0, 9.0), symplectic=(1.0, 2.0, 8.0)
) -> SyntheticResults:
    """The energies after each step of the larger one of two time steps."""
    results = SyntheticResults(folder)
    for sweep in integrators.INTEGRATOR_SWEEPS:
        runs = [
            (solver, {"integrator": integrator, "h": h}, steps_with_energies(energies), "converged")
            for solver, integrator, at_large_step in (
                ("newton", "implicit_euler", implicit),
                ("formula", "explicit_euler", explicit),
                ("formula", "symplectic_euler", symplectic),
            )
            for h, energies in ((0.01, (1.0, 1.0, 1.0)), (0.1, at_large_step))
        ]
        scene = {"step": {"time_step": 0.1, "steps": 3}}
        results.add(sweep, ["integrator", "h"], runs, scene=scene)
    return results


def linearised_runs(folder, strain=(0.0, 1e-12), neo_hookean=(0.0, 1e-12)) -> SyntheticResults:
    """The last relative errors for E h² = 1 Pa s² and 100 Pa s²."""
    results = SyntheticResults(folder)
    errors = {"strain": strain, "neo_hookean": neo_hookean}
    for sweep, (axis, _) in integrators.LINEARISED_SWEEPS.items():
        of_material = errors[sweep.removeprefix("linearised_")]
        runs = [
            ("newton", {axis: stiffness}, two_rows(1, 1, relative_error=[1.0, error]), "converged")
            for stiffness, error in zip((1e4, 1e6), of_material, strict=True)
        ]
        model, member = ("strain", "stiffness") if axis == "k" else ("stable_neo_hookean", "youngs_modulus")

        def scene(setting, axis=axis, model=model, member=member):
            return {"material": {"model": model, member: setting[axis]}, "step": {"time_step": 0.01}}

        results.add(sweep, [axis], runs, scene=scene)
    return results


def damped_runs(folder, **left) -> SyntheticResults:
    """The energies [J] that are left with h = 0.1 s and with 0.05 s, by sweep."""
    results = SyntheticResults(folder)
    for sweep in integrators.DAMPING_SWEEPS:
        energies = left.get(sweep, (1.0, 2.0))
        runs = [
            ("newton", {"h": h}, steps_with_energies([3.0, energy]), "converged")
            for h, energy in zip((0.1, 0.05), energies, strict=True)
        ]
        results.add(sweep, ["h"], runs)
    return results


STABLE = {"explicit": (1.0,) * 3, "symplectic": (1.0, 1.1, 1.0)}
CASES = [
    Case(
        42,
        HOLDS,
        integrator_runs,
        ("steps tried, 0.01 to 0.1 s.", "symplectic Euler oscillator at h = 0.01 s, pendulum at h = 0.01 s"),
        in_findings=(
            "explicit Euler brings the energy to these multiples of the first: oscillator 1 (h = 0.01 s),",
        ),
    ),
    Case(42, IN_PART, integrator_runs, change={"implicit": (1.0, 0.9, 0.95)}),
    Case(
        42,
        IN_PART,
        integrator_runs,
        change={"implicit": (1.0, 0.9)},
        in_findings=(
            "Not so: of 6 runs with implicit Euler",
            "rises in: oscillator, h = 0.1 s, pendulum, h = 0.1 s",
        ),
    ),
    Case(42, IN_PART, integrator_runs, change={"explicit": (1.0, 1.0, 1.0)}),
    Case(42, IN_PART, integrator_runs, change={"symplectic": (1.0, 1.1, 1.0)}),
    Case(42, FAILS, integrator_runs, change={"implicit": (1.0, 1.1), **STABLE}),
    Case(
        78,
        HOLDS,
        linearised_runs,
        in_findings=("strain: relative errors over k h² in Pa s²: 0e+00 (1e+00)",),
    ),
    Case(
        78,
        DEPENDS,
        linearised_runs,
        (
            "for stable Neo-Hookean up to E h² = 1e+00 Pa s²",
            "not converge for stable Neo-Hookean from E h² = 1e+02 Pa",
        ),
        {"neo_hookean": (0.0, math.inf)},
        in_findings=(
            "Not so: stable Neo-Hookean: relative errors over E h² in Pa s²: 0e+00 (1e+00), 1e+06 (1e+02)",
        ),
        depends_on="the material and E h²",
    ),
    Case(78, FAILS, linearised_runs, change={"strain": (1.0, 1.0), "neo_hookean": (math.inf, math.inf)}),
    Case(79, HOLDS, damped_runs, ("particle on a spring has 1 J with h = 0.1 s, and 2 J with h = 0.05 s",)),
    Case(79, DEPENDS, damped_runs, change={"damping_beam": (2.0, 1.0)}, depends_on="the scene"),
    Case(79, FAILS, damped_runs, change=dict.fromkeys(integrators.DAMPING_SWEEPS, (2.0, 2.0))),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
