"""The judges of claims 43 to 45 (foundations) give the right verdicts on synthetic runs."""

import pytest
from synthetic_sweeps import Case, SyntheticResults, check, steps_with_energies, two_rows

from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART
from thesis.claims import measures

pytestmark = pytest.mark.slow


def hanging_masses(folder, *, pbd_off=1.0, off_by_n=1.0, xpbd_off=1.0, chain_off=1.5) -> SyntheticResults:
    """A mass on a spring and a chain; the factors scale the springs' stiffness and the chain's energy."""
    spring = {"anchors": {"stiffness": 50.0}}
    runs = []
    for h in (0.1, 0.05):
        for n in (1, 10):
            for k in (0.1, 0.3):
                for rule in ("per_iteration", "per_step"):
                    apparent_stiffness = pbd_off * off_by_n**n * measures.predicted_stiffness(k, rule, n, h)
                    energy = 25 * (measures.GRAVITY / apparent_stiffness) ** 2
                    setting = {"h": h, "iterations": n, "pbd_k": k, "pbd_rule": rule}
                    runs.append(
                        ("pbd", setting, steps_with_energies([0, 0], constraint=energy), "max_iterations")
                    )
            energy = 25 * (measures.GRAVITY / (50 * xpbd_off)) ** 2
            runs.append(
                (
                    "xpbd",
                    {"h": h, "iterations": n},
                    steps_with_energies([0], constraint=energy),
                    "max_iterations",
                )
            )
    axes = ["h", "iterations", "pbd_k", "pbd_rule"]
    results = SyntheticResults(folder).add("pbd_stiffness", axes, runs, scene=spring)
    runs = [
        (solver, {"h": h, "iterations": n}, steps_with_energies([0], constraint=2.0 * off), "max_iterations")
        for solver, off in (("xpbd", chain_off), ("newton", 1.0))
        for h in (0.1, 0.05)
        for n in (1, 10)
    ]
    return results.add("chain_stiffness", ["h", "iterations"], runs)


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


MASSES = "whether constraints share masses"
CASES = [
    Case(43, HOLDS, hanging_masses, change={"chain_off": 1.0}),
    Case(
        43,
        DEPENDS,
        hanging_masses,
        ("three springs under XPBD hangs with up to 50 %", "with 10 sweeps a step at most 50 %"),
        in_findings=("42.86 N/m (n = 1, h = 0.1 s)", "Not so: a chain: ", "50 % (n = 1, h = 0.1 s)"),
        depends_on=MASSES,
    ),
    Case(
        43, DEPENDS, hanging_masses, ("hangs",), {"pbd_off": 1.1}, ("47.14 N/m (n = 1, h = 0.1 s)",), MASSES
    ),
    Case(
        43, DEPENDS, hanging_masses, ("hangs",), {"xpbd_off": 1.1}, ("stiffness to 1e-01 in all 4",), MASSES
    ),
    Case(43, FAILS, hanging_masses, change={"off_by_n": 1.1, "xpbd_off": 1.1}),
    Case(44, HOLDS, stiff_chains, change={"growing": ("hard", "redundant")}),
    Case(
        44,
        DEPENDS,
        stiff_chains,
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
    Case(44, FAILS, stiff_chains),
    Case(45, HOLDS, stretched_beams, change={"neo_hookean": 0.0}),
    Case(45, IN_PART, stretched_beams, change={"corotated_linear": 0.0, "neo_hookean": 3.6e6}),
    Case(
        45,
        FAILS,
        stretched_beams,
        ("zero for none of them: 2.00 μ + λ (classical Neo-Hookean), 1.00 μ + λ (stable Neo-Hookean).",),
        {"neo_hookean": 3.6e6, "stable_neo_hookean": 2.4e6},
        in_findings=("Not so: classical Neo-Hookean: 3.6e+06 Pa = 2.00 μ + λ",),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)


def test_the_predicted_stiffness_of_pbd():
    assert measures.predicted_stiffness(0.3, "per_iteration", 1, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_iteration", 2, 0.1) == pytest.approx(0.51 / 0.49 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_step", 2, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)
