"""The judges of claims 43 to 45, 57 and 90 (foundations) give the right verdicts on synthetic runs."""

import json

import pandas as pd
import pytest
from synthetic_sweeps import Case, SyntheticResults, check, steps_with_energies, two_rows

from simbench.study.verdicts import ANSWERED, FAILS, HOLDS, IN_PART
from thesis.claims import measures

pytestmark = pytest.mark.slow


def hanging_masses(folder, *, pbd_stays=False, xpbd_off=1.0, chain_off=1.5) -> SyntheticResults:
    """A mass on a spring and a chain; the factors scale XPBD's stiffness and the energy of its chain.

    `xpbd_off` is the factor of each further iteration.
    """
    spring = {"anchors": {"stiffness": 50.0}}

    def hanging(stiffness: float) -> pd.DataFrame:
        return steps_with_energies([0], constraint=25 * (measures.GRAVITY / stiffness) ** 2)

    runs, chains = [], []
    for h in (0.1, 0.05):
        for n in (1, 10):
            of_pbd = 50.0 if pbd_stays else measures.predicted_stiffness(0.3, "per_iteration", n, h)
            setting = {"h": h, "iterations": n, "pbd_k": 0.3, "pbd_rule": "per_iteration"}
            runs.append(("pbd", setting, hanging(of_pbd), "max_iterations"))
            where = {"h": h, "iterations": n}
            runs.append(("xpbd", where, hanging(50 * xpbd_off ** (n - 1)), "max_iterations"))
            for solver, off in (("xpbd", chain_off), ("newton", 1.0)):
                table = steps_with_energies([0], constraint=2.0 * off)
                chains.append((solver, where, table, "max_iterations"))
    axes = ["h", "iterations", "pbd_k", "pbd_rule"]
    results = SyntheticResults(folder).add("pbd_stiffness", axes, runs, scene=spring)
    return results.add("chain_stiffness", ["h", "iterations"], chains)


def contradictions(folder, *, pbd=(2.0, 2.0), moved=(0.0, 1.0)) -> SyntheticResults:
    """Constraint terms over the least one, and distances [m], of PBD with both orders of its sweep."""
    runs = [("newton", {}, two_rows(0, 0).assign(constraint=100.0), "converged")]
    for place, order in enumerate(("mesh", "reversed")):
        for solver, stiffness in (("pbd", 1), ("pbd", 0.5), ("xpbd", None)):
            term, distance = (pbd[place], moved[place]) if solver == "pbd" else (1.0, 0.5)
            table = two_rows(0, 0).assign(constraint=100 * term, inertial=0.5 * (distance / 0.1) ** 2)
            setting = {"solvers": json.dumps({solver: {"order": order, "stiffness": stiffness}})}
            runs.append((solver, setting, table, "max_iterations"))

    def scene(setting):
        own = json.loads(setting.get("solvers", "{}"))
        of_pbd = {name: value for name, value in own.items() if value["stiffness"]}
        return {"step": {"time_step": 0.1}, "solvers": of_pbd or {"xpbd": {}}}

    return SyntheticResults(folder).add("contradicting_springs", ["solvers"], runs, scene=scene)


def stiff_chains(folder, growing=()) -> SyntheticResults:
    """Relative errors of kinetic energies in single precision are 1e-6, or proportional to k for `growing`.

    The formulation "redundant" has its own chain, in which one spring is redundant.
    """
    formulations = [
        ("kkt", {"integrator": "implicit_euler", "hard": True}, "hard"),
        ("kkt", {"integrator": "implicit_euler", "hard": False}, "compliant"),
        ("formula", {"integrator": "linear_implicit_euler"}, "penalty"),
        ("kkt", {}, "redundant"),
    ]
    results = SyntheticResults(folder)
    runs: dict[str, list] = {"kkt_chain": [], "kkt_redundant": []}
    for solver, setting, formulation in formulations:
        for k in (1e2, 1e6, 1e12):
            error = 1e-14 * k if formulation in (*growing, "penalty") else 1e-6
            for precision, energy in (("double", 1.0), ("single", 1 + error)):
                where = {"precision": precision, "spring_k": k, **setting}
                sweep = "kkt_redundant" if formulation == "redundant" else "kkt_chain"
                runs[sweep].append((solver, where, two_rows(0, 0, kinetic_energy=energy), "max_iterations"))
    for sweep, sweep_runs in runs.items():
        results.add(sweep, ["precision", "spring_k", "integrator", "hard"], sweep_runs)
    return results


def stretched_beams(folder, **second_derivatives) -> SyntheticResults:
    """Beams whose materials have these second derivatives [Pa] and μ = λ = 1.2e6 Pa."""

    def scene(setting):
        return {"material": {"model": setting["model"], "youngs_modulus": 3e6, "poisson_ratio": 0.25}}

    runs = [
        (
            "newton",
            {"model": model, "duration": strain},
            two_rows(7 + value * strain**2 / 2, 0),
            "max_iterations",
        )
        for model, value in second_derivatives.items()
        for strain in (1e-3, 2e-3)
    ]
    return SyntheticResults(folder).add("second_derivatives", ["model", "duration"], runs, scene=scene)


PBD_ALONE = {"pbd_stays": True, "xpbd_off": 1.1}
CASES = [
    Case(43, HOLDS, hanging_masses, ("80 times as stiff from 1 to 10 iterations a step, and 4 times",)),
    Case(43, IN_PART, hanging_masses, ("XPBD's keeps",), {"xpbd_off": 2.0}),
    Case(43, FAILS, hanging_masses, ("1 times as stiff",), PBD_ALONE),
    Case(90, HOLDS, hanging_masses, ("up to 0 % too much",), {"chain_off": 1.0}),
    Case(90, IN_PART, hanging_masses, ("up to 50 % too much",)),
    Case(90, FAILS, hanging_masses, ("up to 50 % too much",), {"xpbd_off": 1.1}),
    Case(
        44,
        ANSWERED,
        stiff_chains,
        ("at most 0.0001 % with hard", "off by 1 % on the stiffest springs, as with penalty forces (1 %)"),
        {"growing": ("redundant",)},
        ("Not so: penalty forces: in single precision a step is off by 1e-12 (k = 100 N/m)",),
    ),
    Case(45, HOLDS, stretched_beams, change={"neo_hookean": 0.0}),
    Case(45, IN_PART, stretched_beams, change={"corotated_linear": 0.0, "neo_hookean": 3.6e6}),
    Case(
        45,
        FAILS,
        stretched_beams,
        ("none of the 2 materials that are tested: it is at least 1.00 μ + λ.",),
        {"neo_hookean": 3.6e6, "stable_neo_hookean": 2.4e6},
        in_findings=("Not so: classical Neo-Hookean: 3.6e6 Pa = 2.00 μ + λ",),
    ),
    Case(57, HOLDS, contradictions, ("at 2 times", "1 m elsewhere")),
    Case(57, IN_PART, contradictions, ("0 m elsewhere",), {"moved": (0.5, 0.5)}),
    Case(57, FAILS, contradictions, ("at 1 times",), {"pbd": (1.0, 1.0), "moved": (0.5, 0.5)}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)


def test_the_predicted_stiffness_of_pbd():
    assert measures.predicted_stiffness(0.3, "per_iteration", 1, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_iteration", 2, 0.1) == pytest.approx(0.51 / 0.49 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_step", 2, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)
