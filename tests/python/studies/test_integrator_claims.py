"""The judges of claims 42, 76, 78 and 79 (integrators) give the right verdicts on synthetic runs."""

import math

import pytest
from synthetic_sweeps import Case, SyntheticResults, check, steps_with_energies, two_rows

from simbench.study.verdicts import FAILS, HOLDS, IN_PART
from thesis.claims import integrators

pytestmark = pytest.mark.slow


def integrator_runs(
    folder, implicit=(5.0, 4.0, 3.0), linear=(5.0, 4.0, 6.0), symplectic=5.1
) -> SyntheticResults:
    """The energies after each step of the larger one of two time steps; of symplectic Euler the last one."""
    results = SyntheticResults(folder)
    for sweep in integrators.INTEGRATOR_SWEEPS:
        runs = [
            (solver, {"integrator": integrator, "h": h}, steps_with_energies(energies), "converged")
            for solver, integrator, at_large_step in (
                ("newton", "implicit_euler", implicit),
                ("formula", "linear_implicit_euler", linear),
            )
            for h, energies in ((0.01, (5.0, 5.0, 0.0)), (0.1, at_large_step))
        ]
        for h, last, status in ((0.01, symplectic, "converged"), (0.1, 5.0, "diverged")):
            setting = {"integrator": "symplectic_euler", "h": h}
            runs.append(("formula", setting, steps_with_energies((5.0, 5.0, last)), status))
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


UNSTABLE = {"implicit": (5.0, 6.0, 5.0), "linear": (5.0, 4.0, 3.0)}
CASES = [
    Case(
        42,
        HOLDS,
        integrator_runs,
        ("from 0.01 to 0.1 s.", "it rises in these runs: particle on a spring with h = 0.1 s"),
    ),
    Case(42, IN_PART, integrator_runs, ("it rises in these",), {"implicit": (5.0, 4.0)}),  # a step is missing
    Case(
        42,
        FAILS,
        integrator_runs,
        ("never raise",),
        UNSTABLE,
        ("rises in: particle on a spring with h = 0.1",),
    ),
    Case(76, HOLDS, integrator_runs, ("With h = 0.01 s the energy of the swing changes by 2 %.",)),
    Case(76, FAILS, integrator_runs, ("changes by 20 %.",), {"symplectic": 6.0}),
    Case(78, HOLDS, linearised_runs, ("up to k h² = 100 Pa s²",)),
    Case(
        78,
        IN_PART,
        linearised_runs,
        ("For stable Neo-Hookean they do so up to E h² = 1 Pa s², and not",),
        {"neo_hookean": (0.0, math.inf)},
        ("Not so: stable Neo-Hookean: relative errors over E h² in Pa s²: 0 (1), 1e6 (100)",),
    ),
    Case(78, FAILS, linearised_runs, change={"strain": (1.0, 1.0), "neo_hookean": (math.inf, math.inf)}),
    Case(79, HOLDS, damped_runs, ("has a total energy of 1 J with h = 0.1 s, and of 2 J with h = 0.05 s",)),
    Case(79, FAILS, damped_runs, ("2 J with h = 0.1 s",), {"damping_pendulum": (2.0, 2.0)}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
