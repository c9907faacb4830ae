"""Claims 42 to 45, on the foundations, are judged right by made-up runs."""

import math

import pandas as pd
import pytest
from synthetic_sweeps import Case, MadeUp, check, ends

from simbench.study.verdicts import CONFIRMED, DEPENDS, REFUTED
from thesis.claims import foundations, measures

pytestmark = pytest.mark.slow


def over_time(energies, **columns) -> pd.DataFrame:
    steps = range(1, len(energies) + 1)
    table = {"step": steps, "iteration": 0, "objective": 1.0, "inertial": 0.0, "constraint": 1.0}
    return pd.DataFrame({**table, "relative_error": math.nan, "total_energy": energies, **columns})


def integrated(
    folder, implicit=(1.0, 0.9, 0.8), explicit=(1.0, 3.0, 9.0), symplectic=(1.0, 2.0, 8.0)
) -> MadeUp:
    """The energies after each step; `explicit` and `symplectic` at the larger one of two time steps."""
    results = MadeUp(folder)
    for sweep in foundations.INTEGRATOR_SWEEPS:
        runs = [
            (solver, {"integrator": integrator, "h": h}, over_time(energies), "converged")
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


def hanging(folder, *, pbd_off=1.0, off_by_n=1.0, xpbd_off=1.0, chain_off=1.5) -> MadeUp:
    """A mass on a spring under PBD and XPBD, whose stiffness is off, and a chain, whose energy is."""
    spring = {"anchors": {"stiffness": 50.0}}
    runs = []
    for h in (0.1, 0.05):
        for n in (1, 10):
            for k in (0.1, 0.3):
                for rule in ("per_iteration", "per_step"):
                    seems = pbd_off * off_by_n**n * measures.predicted_stiffness(k, rule, n, h)
                    energy = 25 * (measures.GRAVITY / seems) ** 2
                    setting = {"h": h, "iterations": n, "pbd_k": k, "pbd_rule": rule}
                    runs.append(("pbd", setting, over_time([0, 0], constraint=energy), "max_iterations"))
            energy = 25 * (measures.GRAVITY / (50 * xpbd_off)) ** 2
            runs.append(
                ("xpbd", {"h": h, "iterations": n}, over_time([0], constraint=energy), "max_iterations")
            )
    axes = ["h", "iterations", "pbd_k", "pbd_rule"]
    results = MadeUp(folder).add("pbd_stiffness", axes, runs, scene=spring)
    runs = [
        (solver, {"h": h, "iterations": n}, over_time([0], constraint=2.0 * off), "max_iterations")
        for solver, off in (("xpbd", chain_off), ("newton", 1.0))
        for h in (0.1, 0.05)
        for n in (1, 10)
    ]
    return results.add("chain_stiffness", ["h", "iterations"], runs)


def chains(folder, growing=()) -> MadeUp:
    """In single precision kinetic energies are off by 1e-6; those `growing` in proportion to k.

    One of the ways is a chain of its own, with a redundant spring.
    """
    ways = [
        ("kkt", {"integrator": "implicit_euler", "hard": True}, "hard"),
        ("kkt", {"integrator": "implicit_euler", "hard": False}, "compliant"),
        ("formula", {"integrator": "linear_implicit_euler"}, "penalty"),
        ("kkt", {}, "redundant"),
    ]
    results = MadeUp(folder)
    runs: dict[str, list] = {"kkt_chain": [], "kkt_redundant": []}
    for solver, setting, way in ways:
        for k in (1e2, 1e6, 1e12):
            error = 1e-14 * k if way in (*growing, "penalty") else 1e-6
            for precision, energy in (("double", 1.0), ("single", 1 + error)):
                where = {"precision": precision, "spring_k": k, **setting}
                sweep = "kkt_redundant" if way == "redundant" else "kkt_chain"
                runs[sweep].append((solver, where, ends(0, 0, kinetic_energy=energy), "max_iterations"))
    for sweep, its in runs.items():
        results.add(sweep, ["precision", "spring_k", "integrator", "hard"], its)
    return results


def stretched(folder, **second_derivatives) -> MadeUp:
    """[Pa] of each material, which has μ = λ = 1.2e6 Pa."""

    def scene(setting):
        return {"material": {"model": setting["model"], "youngs_modulus": 3e6, "poisson_ratio": 0.25}}

    runs = [
        (
            "newton",
            {"model": model, "duration": strain},
            ends(7 + value * strain**2 / 2, 0),
            "max_iterations",
        )
        for model, value in second_derivatives.items()
        for strain in (1e-3, 2e-3)
    ]
    return MadeUp(folder).add("second_derivatives", ["model", "duration"], runs, scene=scene)


MASSES = "whether constraints share masses"
STABLE = {"explicit": (1.0,) * 3, "symplectic": (1.0, 1.1, 1.0)}
CASES = [
    Case(
        42,
        CONFIRMED,
        integrated,
        ("steps tried, 0.01 to 0.1 s.", "symplectic Euler oscillator at h = 0.01 s, pendulum at h = 0.01 s"),
        finds=(
            "explicit Euler brings the energy to these multiples of the first: oscillator 1 (h = 0.01 s),",
        ),
    ),
    Case(42, "partly (2 of 3)", integrated, change={"implicit": (1.0, 0.9, 0.95)}),
    Case(
        42,
        "partly (2 of 3)",
        integrated,
        change={"implicit": (1.0, 0.9)},
        finds=(
            "Not so: of 6 runs with implicit Euler",
            "rises in: oscillator, h = 0.1 s, pendulum, h = 0.1 s",
        ),
    ),
    Case(42, "partly (2 of 3)", integrated, change={"explicit": (1.0, 1.0, 1.0)}),
    Case(42, "partly (2 of 3)", integrated, change={"symplectic": (1.0, 1.1, 1.0)}),
    Case(42, REFUTED, integrated, change={"implicit": (1.0, 1.1), **STABLE}),
    Case(43, CONFIRMED, hanging, change={"chain_off": 1.0}),
    Case(
        43,
        DEPENDS,
        hanging,
        ("three springs under XPBD hangs with up to 50 %", "with 10 sweeps a step at most 50 %"),
        finds=("42.86 N/m (n = 1, h = 0.1 s)", "Not so: a chain: ", "50 % (n = 1, h = 0.1 s)"),
        depends_on=MASSES,
    ),
    Case(43, DEPENDS, hanging, ("hangs",), {"pbd_off": 1.1}, ("47.14 N/m (n = 1, h = 0.1 s)",), MASSES),
    Case(43, DEPENDS, hanging, ("hangs",), {"xpbd_off": 1.1}, ("stiffness to 1e-01 in all 4",), MASSES),
    Case(43, REFUTED, hanging, change={"off_by_n": 1.1, "xpbd_off": 1.1}),
    Case(44, CONFIRMED, chains, change={"growing": ("hard", "redundant")}),
    Case(
        44,
        DEPENDS,
        chains,
        (
            "1e-06 to 1e-06 (hard), 1e-06 to 1e-06 (compliant), 1e-12 to 1e-02 (penalty), 1e-12 to 1e-02 "
            "(redu",
        ),
        {"growing": ("redundant",)},
        (
            "penalty: a step of a chain of six in single precision is off by 1e-12 (k = 1e+02 N/m)",
            "Not so: independent springs: ",
        ),
        "whether constraints are redundant",
    ),
    Case(44, REFUTED, chains),
    Case(45, CONFIRMED, stretched, change={"neo_hookean": 0.0}),
    Case(45, "partly (1 of 2)", stretched, change={"corotated_linear": 0.0, "neo_hookean": 3.6e6}),
    Case(
        45,
        REFUTED,
        stretched,
        ("zero for none of them: 2.00 μ + λ (classical Neo-Hookean), 1.00 μ + λ (stable Neo-Hookean).",),
        {"neo_hookean": 3.6e6, "stable_neo_hookean": 2.4e6},
        finds=("Not so: classical Neo-Hookean: 3.6e+06 Pa = 2.00 μ + λ",),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_verdicts(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)


def test_predicted_stiffness_of_pbd():
    assert measures.predicted_stiffness(0.3, "per_iteration", 1, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_iteration", 2, 0.1) == pytest.approx(0.51 / 0.49 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_step", 2, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)
