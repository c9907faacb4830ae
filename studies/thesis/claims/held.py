"""Claims 34 and 39: positions that are held, by springs or exactly, on the thesis's twisting beam."""

import math

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.shapes import held_inertia
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, answered, at_least, at_most, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import excess, final, first_lasting, reaction

GLOBAL = ("pd", "admm", "qn", "newton", "vbd")  # solvers that come near the minimum in this plan
GAUSS_SEIDEL = ("pbd", "xpbd")
STIFFEST = 1e12  # N/m
NEAR = 1e-3  # relative error
ENVELOPE_FROM = 1e9  # N/m: from this k_s on ‖r‖²/(2 k_s) is exact to a few per cent


def final_excess(run: Run) -> float:
    return excess(run).iloc[-1]


def iterations_to(run: Run, wanted: float) -> float:
    """The first recorded iteration from which on the excess stays below this; infinite without one."""
    found = first_lasting(run.first_step["iteration"], excess(run) < wanted)
    return math.inf if found is None else found


@claim(34)
def ways_of_holding(results: Results) -> Verdict:
    off, force = from_the_envelope_theorem(results)
    runs = {s: results.by("held", s, "k_s", precision="double") for s in (*GLOBAL, *GAUSS_SEIDEL)}
    needed = {s: [iterations_to(runs[s][k_s], NEAR) for k_s in ("hard", STIFFEST)] for s in GLOBAL}
    slower = {SOLVER_LABELS[s]: hard - soft for s, (hard, soft) in needed.items() if hard > soft}
    left = {
        s: min(final_excess(run) for k_s, run in runs[s].items() if k_s != "hard")
        / final_excess(runs[s]["hard"])
        for s in GAUSS_SEIDEL
    }
    indicator = results.by("held_indicator", "admm", "held_weight")
    found = [w for w, run in indicator.items() if iterations_to(run, NEAR) < math.inf]
    return answered(
        [
            below(
                off,
                0.1,
                f"‖r‖ = {force:.5g} N; how far f*_hard − f*_soft is from ‖r‖²/2k_s and ‖q − a‖ from ‖r‖/k_s, "
                f"at k_s = {ENVELOPE_FROM:.0e} N/m, and less in proportion above",
            ),
            at_most(
                max(slower.values(), default=0),
                0,
                f"iterations to an error of {NEAR:g}, more than on the stiffest springs",
            ),
            *(
                above(ratio, 1, f"{SOLVER_LABELS[s]}: its least error on springs over that of holding")
                for s, ratio in left.items()
            ),
            at_least(len(found), 1, f"weights with which ADMM's indicator comes within {NEAR:g} of f*"),
        ],
        more=max(slower.values(), default=0),
        slower=" and ".join(slower) or "no solver",
        pbd=left["pbd"],
        xpbd=left["xpbd"],
        weight=min(found, default=math.nan),
    )


def from_the_envelope_theorem(results: Results) -> tuple[float, float]:
    """The largest relative deviation from it at ENVELOPE_FROM, if it falls like 1/k_s above; ‖r‖ [N]."""
    runs = results.by("held_envelope", "newton", "k_s")
    hard, stiffest = runs["hard"], runs[STIFFEST]
    force, complete = reaction(stiffest), hard.minimum + held_inertia(stiffest, hard)
    off = [
        abs(ratio - 1) * k / ENVELOPE_FROM
        for k, run in runs.items()
        if k != "hard" and k >= ENVELOPE_FROM
        for ratio in ((complete - run.minimum) / (force**2 / (2 * k)), reaction(run) / force)
    ]
    return max(off), force


@claim(39)
def hard_positions_are_impossible(results: Results) -> Verdict:
    """Via energy potentials: springs of growing stiffness. Eliminating the held rows is no potential."""
    away, eliminated, left = {}, {}, {}
    for solver in ("pd", "qn"):
        runs = results.by("held", solver, "k_s", precision="double")
        away[solver] = {k_s: reaction(run) / k_s for k_s, run in runs.items() if k_s != "hard"}
        eliminated[solver] = final(runs["hard"], "held_violation")
        left[solver] = abs(final_excess(runs["hard"]))
    stiffest = max(away["pd"])
    return in_parts(
        [
            above(
                min(distances.values()),
                0,
                f"{SOLVER_LABELS[solver]} on springs ends away from where the ends are held by "
                + listed(f"{distance:.2g} m (k_s = {k_s:.0e} N/m)" for k_s, distance in distances.items()),
            )
            for solver, distances in away.items()
        ],
        distance=max(distances[stiffest] for distances in away.values()),
        stiffest=stiffest,
    ).reaching(
        {
            "if the rows of held vertices are eliminated": max(eliminated.values()) > 0
            or max(left.values()) > 1e-6
        },
        violation=max(eliminated.values()),
        excess_left=max(left.values()),
    )
