"""Claims 33, 58, 61 and 62: what XPBD leaves out, on the thesis's untwisting beam."""

import math
from itertools import pairwise

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import ABOUT, Verdict, above, answered, apart, at_most, below, in_parts
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
LARGEST = 1e8  # Pa: the thesis's stiffness


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
    runs = sorted(results.by("thesis_untwist", "xpbd", "k", h=1e-2).values(), key=stiffness_number)
    of = {run.scene["material"]["stiffness"]: multipliers(run) for run in runs}
    by_count = list(of[LARGEST].values())
    by_stiffness = [ends[ITERATIONS[-1]] for k, ends in of.items() if k <= LARGEST]
    stiffer = [ends[ITERATIONS[-1]] for k, ends in of.items() if k >= LARGEST]
    growing = [
        stiffness_number(run)
        for run, later in pairwise(runs)
        if multipliers(later)[ITERATIONS[-1]] > (1 + ABOUT) * multipliers(run)[ITERATIONS[-1]]
    ]
    return in_parts(
        [
            above(
                least_growth(by_count),
                1,
                f"norms of the multipliers after iterations {listed(ITERATIONS)}: "
                f"{listed(f'{norm:.3g}' for norm in by_count)} √J; from one to the next at least",
            ),
            above(
                least_growth(by_stiffness),
                1,
                f"after {ITERATIONS[-1]} iterations with stiffer constraints, up to k = {LARGEST:g} Pa: "
                f"{listed(f'{norm:.3g}' for norm in by_stiffness)} √J; from one to the next at least",
            ),
        ],
        by_count=by_count[-1] / by_count[0],
        first=ITERATIONS[0],
        last_iteration=ITERATIONS[-1],
        by_stiffness=by_stiffness[-1] / by_stiffness[0],
    ).reaching(
        {"at the highest stiffnesses": stiffer[-1] > (1 + ABOUT) * stiffer[-2]},
        last=10 * max(growing, default=math.nan),
        stiffest=stiffness_number(runs[-1]),
    )


def multipliers(run: Run) -> dict[int, float]:
    """[√J] by iteration"""
    return {n: math.sqrt(run.at(n)["inertial"]) for n in ITERATIONS}


def least_growth(numbers: list[float]) -> float:
    return min(later / earlier for earlier, later in pairwise(numbers))


@claim(58)
def masses_do_not_matter_to_pbd(results: Results) -> Verdict:
    """(3.35): no particle is held to its inertial position, since the mass of all of them drops out."""
    moved = {
        d: first_update(run)
        for d, run in results.by("heavier_particles", "pbd", "density", k=LARGEST).items()
    }
    light, heavy = min(moved), max(moved)
    change = apart(moved[heavy], moved[light])
    words = f"from {light:g} to {heavy:g} kg/m³ the first update of PBD changes by a share of"
    return in_parts([at_most(change, ROUNDING, words)], change=change, factor=heavy / light).reaching({})


@claim(62)
def heavier_particles(results: Results) -> Verdict:
    runs = results.by("heavier_particles", "xpbd", "density", "k")
    moved = {key: first_update(run) for key, run in runs.items()}
    light, heavy = (end(density for density, _ in moved) for end in (min, max))
    factors = {
        stiffness_number(runs[light, k]): moved[light, k] / moved[heavy, k] for d, k in moved if d == light
    }
    stiffest, softest = max(factors), min(factors)
    small = [product for product, factor in factors.items() if factor - 1 <= ABOUT]
    words = listed(f"{factor:.3f} (k h² = {product:g} Pa s²)" for product, factor in factors.items())
    return in_parts(
        [
            at_most(
                factors[stiffest] - 1,
                ABOUT,
                f"from {light:g} to {heavy:g} kg/m³ the first update becomes smaller by the factors {words}; "
                "at the thesis's stiffness by a share of",
            )
        ],
        light=light,
        heavy=heavy,
        change=100 * (factors[stiffest] - 1),
        factor=factors[softest],
        softest=softest,
        stiffest=stiffest,
    ).reaching(
        {f"at k h² = {product:g} Pa s²": product in small for product in factors if product != stiffest}
    )


def first_update(run: Run) -> float:
    """Root mean square over the beam's mass [m]."""
    return float(displacement(run).iloc[-1])
