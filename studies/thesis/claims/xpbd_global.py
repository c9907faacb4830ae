"""Claims 33, 58, 61 and 62: what XPBD leaves out, on the thesis's untwisting beam."""

import math
from itertools import pairwise

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import ABOUT, Verdict, above, answered, at_most, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import displacement, final, stiffness_number

SETTINGS = ((1e-2, 1e8), (1e-1, 1e9))  # the first one is the thesis's
RULES = {
    "full": "full steps",
    "line_search_on_residual": "a line search on the residual",
    "line_search_on_objective": "a line search on f",
}
ITERATIONS = (1, 10, 100, 1000)
ROUNDING = 1e-9  # relative
THESIS = 1e4  # k h² [Pa s²] of the thesis


@claim(33)
def constraint_term_of_the_global_system(results: Results) -> Verdict:
    """Solves of (3.48) with its scalar constraints, without g; values are constraint terms in J."""
    parts, cases, values = [], {}, {}
    for place, (h, k) in enumerate(SETTINGS):
        solves = results.by("xpbd_global", "xpbd_global", "rule", h=h, k=k, constraint="scalar", keep_g=False)
        ends = {rule: final(solves[rule], "constraint") for rule in RULES}
        sweeps = [results.run(sweep, "xpbd", h=h, k=k) for sweep in ("xpbd_global", "xpbd_long")]
        few, many = (final(run, "constraint") for run in sweeps)
        where = f"h = {h:g} s, k = {k:g} Pa"
        words = listed(f"{end:.4g} J with {RULES[rule]}" for rule, end in ends.items())
        finding = (
            f"{where}: the sweeps end at {few:.4g} and, ten times as many, at {many:.4g} J; solves at {words}"
        )
        searched = min(ends[rule] for rule in RULES if rule != "full")
        parts.append(below(searched, few, finding + "; the lower one with a line search"))
        cases[f"with ten times as many sweeps at {where}"] = searched < many
        values |= {f"full_{place}": ends["full"], f"searched_{place}": searched}
        values |= {f"few_{place}": few, f"many_{place}": many, f"product_{place}": k * h**2}
    return answered(parts, **values).reaching(cases)


@claim(61)
def geometric_stiffness_grows(results: Results) -> Verdict:
    """XPBD's iterates are q̃ + M⁻¹ ∑ ∇CᵀΔλ, so the root of the inertial term is a norm of its multipliers."""
    runs = results.by("thesis_untwist", "xpbd", "k", h=1e-2).values()
    of = {stiffness_number(run): multipliers(run) for run in sorted(runs, key=stiffness_number)}
    by_count = of[THESIS]
    by_stiffness = [norms[-1] for product, norms in of.items() if product <= THESIS]
    growing = [later for (_, a), (later, b) in pairwise(of.items()) if b[-1] > (1 + ABOUT) * a[-1]]
    return in_parts(
        [
            above(
                min(later / earlier for earlier, later in pairwise(norms)),
                1,
                f"norms of the multipliers {words}: {listed(f'{norm:.3g}' for norm in norms)} √J; from one "
                "to the next at least",
            )
            for norms, words in (
                (by_count, f"after iterations {listed(ITERATIONS)}"),
                (by_stiffness, f"after the last one with stiffer constraints, up to k h² = {THESIS:g} Pa s²"),
            )
        ],
        by_count=by_count[-1] / by_count[0],
        first=ITERATIONS[0],
        last_iteration=ITERATIONS[-1],
        by_stiffness=by_stiffness[-1] / by_stiffness[0],
    ).reaching(
        {"at the highest stiffnesses": max(of) in growing},
        last=max(growing, default=math.nan),
        stiffest=max(of),
    )


def multipliers(run: Run) -> list[float]:
    """[√J] after each of ITERATIONS"""
    return [math.sqrt(run.at(n)["inertial"]) for n in ITERATIONS]


@claim(58)
def masses_do_not_matter_to_pbd(results: Results) -> Verdict:
    """(3.35): no particle is held to its inertial position, since the mass of all of them drops out."""
    factors, densities = gain_by_masses(results, "pbd")
    change = max(abs(factor - 1) for factor in factors.values())
    light, heavy = densities
    words = f"from {light:g} to {heavy:g} kg/m³ the first update of PBD changes by a share of"
    return in_parts([at_most(change, ROUNDING, words)], change=change, factor=heavy / light)


@claim(62)
def heavier_particles(results: Results) -> Verdict:
    factors, (light, heavy) = gain_by_masses(results, "xpbd")
    softest = min(factors)
    words = listed(f"{factor:.3f} (k h² = {product:g} Pa s²)" for product, factor in factors.items())
    return in_parts(
        [
            at_most(
                factors[THESIS] - 1,
                ABOUT,
                f"from {light:g} to {heavy:g} kg/m³ the first update becomes smaller by the factors {words}; "
                "at the thesis's stiffness by a share of",
            )
        ],
        light=light,
        heavy=heavy,
        change=100 * (factors[THESIS] - 1),
    ).reaching(
        {f"at k h² = {p:g} Pa s²": factor - 1 <= ABOUT for p, factor in factors.items() if p != THESIS},
        factor=factors[softest],
        softest=softest,
    )


def gain_by_masses(results: Results, solver: str) -> tuple[dict[float, float], tuple[float, float]]:
    """The first update of the lightest over that of the heaviest beam by k h² [Pa s²], and densities."""
    runs = results.by("heavier_particles", solver, "density", "k")
    light, heavy = (end(density for density, _ in runs) for end in (min, max))
    moved = {key: displacement(run).iloc[-1] for key, run in runs.items()}
    return {
        stiffness_number(run): moved[light, k] / moved[heavy, k]
        for (density, k), run in runs.items()
        if density == light
    }, (light, heavy)
