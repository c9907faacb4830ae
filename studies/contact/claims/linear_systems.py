"""Claims C3 and C4: what a law of contact does to conjugate gradients in Newton's system."""

import json
import statistics

from contact.claims.measures import contact, iterations, rows_of, touching, two_digits
from simbench import Run
from simbench.study import Results, Verdict, at_least, claim, in_parts

SWEEP = "laws"
DISTANCE = 0.01  # m
BLOCKS, MATRIX_S = ({"metric": metric, "forcing": 1e-4} for metric in ("blocks", "stiffness"))
CLEAR = 1.5  # a system is clearly worse if it takes so many times the inner iterations
SLOW = 2  # "significantly"
ALIKE = 1.1  # smallest gaps within this factor are the same


def log(stiffness: float, distance: float = DISTANCE) -> str:
    return contact(distance=distance, stiffness=stiffness)


def cubic(stiffness: float) -> str:
    return contact("cubic_barrier", distance=DISTANCE, stiffness=stiffness)


def penalty(stiffness: float) -> str:
    return contact("penalty", distance=DISTANCE, stiffness=stiffness)


def runs_of(results: Results, solver: str, inner: dict | None = None) -> dict[tuple, Run]:
    """The runs by law, distance and stiffness of contact."""
    if not inner:
        return {_key(name): run for name, run in results.by(SWEEP, solver, "contact").items()}
    by = results.by(SWEEP, solver, "contact", "inner")
    return {_key(name): run for (name, setting), run in by.items() if json.loads(setting) == inner}


def _key(name: str) -> tuple:
    said = json.loads(name)
    return said.get("law"), said["distance"], float(said["stiffness"])


def inner(run: Run, steps: list[int]) -> float:
    """The median of the inner iterations of a linear system in these time steps."""
    return float(statistics.median(rows_of(run, steps)["linear_iterations"]))


def at_rest(run: Run) -> list[int]:
    """The time steps in contact after the impact, which is the first of them."""
    return touching(run)[1:]


def free(run: Run) -> list[int]:
    """The time steps before the first one with a pair in contact."""
    return list(range(1, touching(run)[0]))


def gap(run: Run) -> float:
    """The median of the smallest gap at the ends of the steps at rest, as a share of d̂."""
    ends = run.ends_of_steps
    gaps = ends.loc[ends["step"].isin(at_rest(run)), "smallest_gap"]
    return float(gaps.median()) / run.scene["contact"]["distance"]


def slowdown(run: Run) -> float:
    """Inner iterations of a system in contact, over those of a system without."""
    return inner(run, at_rest(run)) / inner(run, free(run))


@claim(3)
def barrier_slows_linear_solvers(results: Results) -> Verdict:
    blocks, by_s = (runs_of(results, "newton_cg", setting) for setting in (BLOCKS, MATRIX_S))
    own, twin, soft = (blocks[_key(name)] for name in (log(1e9), cubic(1e6), penalty(2e5)))
    others = {
        "with κ = 1e8 J/m⁴": blocks[_key(log(1e8))],
        "with κ = 1e10 J/m⁴": blocks[_key(log(1e10))],
        "with d̂ = 1e-3 m": blocks[_key(log(1e12, 1e-3))],
        "with S as preconditioner": by_s[_key(log(1e9))],
        "a cubic barrier of the same gap": twin,
        "a penalty of the same gap": soft,
    }
    found = slowdown(own)
    both = f"{inner(own, at_rest(own)):g} inner iterations in contact, {inner(own, free(own)):g} without"
    return in_parts(
        [at_least(found, SLOW, f"{both}; the ratio")],
        *(
            f"{case}: a ratio of {two_digits(slowdown(run))}, gap {gap(run):.2g} d̂"
            for case, run in others.items()
        ),
        ratio=found,
        gap=gap(own),
    ).reaching(
        {case: slowdown(run) >= SLOW for case, run in others.items()},
        stiff=slowdown(others["with κ = 1e10 J/m⁴"]),
        weak=slowdown(others["with κ = 1e8 J/m⁴"]),
        thin=slowdown(others["with d̂ = 1e-3 m"]),
        cubic=slowdown(twin),
        penalty=slowdown(soft),
    )


@claim(4)
def quadratic_stiffens_light_contacts(results: Results) -> Verdict:
    blocks, by_s = (runs_of(results, "newton_cg", setting) for setting in (BLOCKS, MATRIX_S))
    quasi = runs_of(results, "qn")

    def ratio(runs: dict[tuple, Run], quadratic: str, other: str) -> float:
        one, two = runs[_key(quadratic)], runs[_key(other)]
        return inner(one, at_rest(one)) / inner(two, at_rest(two))

    own, soft = penalty(2e6), cubic(1e6)
    of_own, of_soft, of_same = (blocks[_key(name)] for name in (own, soft, penalty(2e5)))
    steps = at_rest(of_own)
    outer = iterations(quasi[_key(own)], steps) / iterations(quasi[_key(soft)], steps)
    cases = {
        "with κ = 1e5 J/m²": ratio(blocks, penalty(2e5), cubic(1e5)),
        "with κ = 1e7 J/m²": ratio(blocks, penalty(2e7), cubic(1e7)),
        "with S as preconditioner": ratio(by_s, own, soft),
        "for the iterations of L-BFGS": outer,
        "with the same gap": ratio(blocks, penalty(2e5), soft),
    }
    found = ratio(blocks, own, soft)
    part = at_least(found, CLEAR, "inner iterations with the quadratic barrier over those with the cubic one")
    return in_parts(
        [part],
        *(f"{case}: a ratio of {two_digits(value)}" for case, value in cases.items()),
        ratio=found,
        quadratic_gap=gap(of_own),
        cubic_gap=gap(of_soft),
    ).reaching(
        {case: value >= CLEAR for case, value in cases.items()},
        outer=outer,
        same=cases["with the same gap"],
        same_gap=gap(of_same),
        weak=cases["with κ = 1e5 J/m²"],
    )
