"""Claims 43 to 45, 57 and 90: sentences on constraints, materials and stiffness."""

import math

from simbench.labels import material_label
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, answered, at_most, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import (
    effective_stiffness,
    error_of_rounding,
    final,
    final_energy,
    lame_parameters,
    predicted_stiffness,
)

FLOAT_ROUNDING = 1e-7
HANGS_AS = 1e-6  # relative error of a stiffness that is right
BECOMES_SINGULAR = 10  # times the error of rounding of the softest chain
COMPROMISE = 1.01  # times the least constraint term: more is no compromise
APART = 1e-3  # m

Springs = dict[tuple[float, int], float]  # [N/m] by time step and number of iterations


def springs(results: Results, solver: str, **setting) -> Springs:
    """The stiffness that a single spring has."""
    runs = results.by("pbd_stiffness", solver, "h", "iterations", **setting)
    return {key: effective_stiffness(run) for key, run in runs.items()}


def change_by_iterations(stiffness: Springs) -> float:
    """The factor by which the number of iterations changes it, at the larger time step."""
    values = [value for (h, _), value in stiffness.items() if h == max(h for h, _ in stiffness)]
    return max(values) / min(values)


def change_by_time_step(stiffness: Springs) -> float:
    """The factor by which the time step changes it, with one iteration."""
    values = [value for (_, n), value in stiffness.items() if n == min(n for _, n in stiffness)]
    return max(values) / min(values)


def excess_of_chains(results: Results) -> Springs:
    """How far the elastic energy of a chain of three springs under XPBD is above the exact one, relative."""
    runs = results.by("chain_stiffness", "xpbd", "h", "iterations")
    most = max(n for _, n in runs)
    exact = {h: final_energy(results.run("chain_stiffness", "newton", h=h, iterations=most)) for h, _ in runs}
    return {(h, n): final_energy(run) / exact[h] - 1 for (h, n), run in runs.items()}


def of_chains(excess: Springs) -> dict[str, float]:
    """In percent: the largest excess, and what is left of it with the most sweeps."""
    most = max(n for _, n in excess)
    left = max(abs(e) for (_, n), e in excess.items() if n == most)
    return {"excess": 100 * max(excess.values()), "most_sweeps": most, "left": 100 * left}


@claim(43)
def stiffness_depends_on_iterations(results: Results) -> Verdict:
    factor = 0.3  # k of PBD
    pbd, xpbd = springs(results, "pbd", pbd_k=factor, pbd_rule="per_iteration"), springs(results, "xpbd")
    of_formula = {(h, n): predicted_stiffness(factor, "per_iteration", n, h) for h, n in pbd}
    off = max(abs(stiffness / of_formula[key] - 1) for key, stiffness in pbd.items())
    by_n, by_h = change_by_iterations(pbd), change_by_time_step(pbd)
    left = max(change_by_iterations(xpbd), change_by_time_step(xpbd))
    excess = excess_of_chains(results)
    return in_parts(
        [
            above(by_n, 1 + HANGS_AS, "PBD: the factor by which the number of iterations changes a spring"),
            above(by_h, 1 + HANGS_AS, "PBD: the factor by which the time step changes it"),
            below(left, min(by_n, by_h), "XPBD: the largest factor by which either changes it"),
        ],
        f"PBD's spring has (1 − ρ)m/(ρh²), ρ = (1 − k)^n, to {off:.0e}",
        by_n=by_n,
        few=min(n for _, n in pbd),
        many=max(n for _, n in pbd),
        by_h=by_h,
        left=abs(left - 1),
        off=off,
    ).reaching(
        {"for a chain of three springs": 1 + max(excess.values()) < min(by_n, by_h)},
        **{f"chain_{name}": value for name, value in of_chains(excess).items()},
    )


@claim(90)
def independent_of_time_step_and_iterations(results: Results) -> Verdict:
    xpbd, excess = springs(results, "xpbd"), excess_of_chains(results)
    apart = max(xpbd.values()) / min(xpbd.values()) - 1
    words = listed(f"{100 * e:.2g} % (n = {n:g}, h = {h:g} s)" for (h, n), e in excess.items())
    return in_parts(
        [
            at_most(apart, HANGS_AS, "one spring: the largest relative difference of its stiffness"),
            at_most(
                max(excess.values()),
                HANGS_AS,
                f"a chain of three springs has more elastic energy than the exact one by {words}",
            ),
        ],
        apart=apart,
        **of_chains(excess),
    ).reaching({"with the formulas that the page prints, in which α is not divided by h²": False})


@claim(44)
def kkt_becomes_singular(results: Results) -> Verdict:
    def error(sweep: str, solver: str, stiffness: float, setting: dict) -> float:
        runs = (
            results.run(sweep, solver, precision=precision, spring_k=stiffness, **setting)
            for precision in ("single", "double")
        )
        return error_of_rounding(*runs)

    implicit = {"integrator": "implicit_euler"}
    axis = results.by("kkt_chain", "kkt", "spring_k", precision="double", hard=False, **implicit)
    systems = {
        "compliant constraints": ("kkt_chain", "kkt", {"hard": False, **implicit}),
        "hard constraints": ("kkt_chain", "kkt", {"hard": True, **implicit}),
        "compliant constraints, one of them twice": ("kkt_redundant", "kkt", {}),
        "penalty forces": ("kkt_chain", "formula", {"integrator": "linear_implicit_euler"}),
    }
    errors = {name: {k: error(*system[:2], k, system[2]) for k in axis} for name, system in systems.items()}
    softest, *_, stiffest = axis
    return answered(
        [
            at_most(
                of_k[stiffest] / max(of_k[softest], FLOAT_ROUNDING),
                BECOMES_SINGULAR,
                f"{name}: in single precision a step is off by "
                + listed(f"{value:.0e} (k = {k:.0e} N/m)" for k, value in of_k.items())
                + "; from the first to the last, times",
            )
            for name, of_k in errors.items()
        ],
        softest=softest,
        stiffest=stiffest,
        worst=100 * max(*errors["compliant constraints"].values(), *errors["hard constraints"].values()),
        redundant=100 * errors["compliant constraints, one of them twice"][stiffest],
        penalty=100 * errors["penalty forces"][stiffest],
    )


@claim(45)
def second_derivative_is_often_zero(results: Results) -> Verdict:
    runs = results.by("second_derivatives", "newton", "model", "duration")
    parts, least = [], math.inf
    for model in dict.fromkeys(model for model, _ in runs):
        mu, lam = lame_parameters(runs[model, 1e-3].scene["material"])
        once, twice = (runs[model, duration].first_step["constraint"].iloc[0] for duration in (1e-3, 2e-3))
        measured = (twice - once) / (1.5 * 1e-3**2)  # Ψ(1 + ε) = Ψ(1) + ½ Ψ'' ε², of a cube of 1 m³
        words = f"{material_label(model)}: {measured:.4g} Pa = {(measured - lam) / mu:.2f} μ + λ"
        parts.append(at_most(abs(measured), 1e-3 * mu, words))
        least = min(least, (measured - lam) / mu)
    return in_parts(parts, count=len(parts), least=least)


@claim(57)
def contradicting_constraints(results: Results) -> Verdict:
    """A particle between two springs, of which only one can have its length."""
    lowest = final(results.run("contradicting_springs", "newton"), "constraint")
    terms: dict[tuple, list[float]] = {}
    moved: dict[tuple, list[float]] = {}
    for solver in ("pbd", "xpbd"):
        for run in results.by("contradicting_springs", solver, "solvers").values():
            key = (solver, run.scene["solvers"][solver].get("stiffness"))
            terms.setdefault(key, []).append(final(run, "constraint") / lowest)
            moved.setdefault(key, []).append(distance_moved(run))
    apart = {key: max(both) - min(both) for key, both in moved.items()}
    hard, soft, xpbd = ("pbd", 1), ("pbd", 0.5), ("xpbd", None)
    return in_parts(
        [
            above(min(terms[hard]), COMPROMISE, "PBD's constraint term over that of the best compromise"),
            above(apart[hard], APART, "with the two orders of its sweep the particle ends apart by, in m"),
        ],
        apart=apart[hard],
        term=min(terms[hard]),
    ).reaching(
        {
            "under PBD with k < 1": min(terms[soft]) > COMPROMISE and apart[soft] > APART,
            "under XPBD": apart[xpbd] > APART,
        },
        softer=soft[1],
        soft_apart=apart[soft],
        soft_term=min(terms[soft]),
    )


def distance_moved(run: Run) -> float:
    """How far [m] the free particle of 1 kg, which begins at rest, moves in the step."""
    return math.sqrt(2 * final(run, "inertial")) * run.scene["step"]["time_step"]
