"""Claims 34 and 39: positions that are held, by springs or exactly, on the thesis's twisting beam."""

import math

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.shapes import held_inertia
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, at_least, at_most, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import count_or_never, excess, final, first_lasting, reaction

GLOBAL = ("pd", "admm", "qn", "newton", "vbd")  # solvers that come near the minimum in this plan
GAUSS_SEIDEL = ("pbd", "xpbd")
A_DIGIT = 10  # times the error
STIFFEST = 1e12  # N/m
ENVELOPE_FROM = 1e9  # N/m: from this k_s on ‖r‖²/(2 k_s) is exact to a few per cent


def final_excess(run: Run) -> float:
    return excess(run).iloc[-1]


def iterations_to(run: Run, wanted: float) -> int | None:
    """The first recorded iteration from which on the excess stays below this."""
    return first_lasting(run.first_step["iteration"], excess(run) < wanted)


@claim(34)
def ways_of_holding(results: Results) -> Verdict:
    by_stiffness = results.by("held_envelope", "newton", "k_s")
    hard, stiffest = by_stiffness["hard"], by_stiffness[STIFFEST]
    force = reaction(stiffest)
    complete = hard.minimum + held_inertia(stiffest, hard)
    springs = {k_s: run for k_s, run in by_stiffness.items() if k_s != "hard" and k_s >= ENVELOPE_FROM}
    saved = {k: (complete - run.minimum) / (force**2 / (2 * k)) for k, run in springs.items()}
    away = {k: reaction(run) / force for k, run in springs.items()}
    off = max(abs(ratio - 1) * k for ratios in (saved, away) for k, ratio in ratios.items()) / ENVELOPE_FROM
    limit = below(
        off,
        0.1,
        f"‖r‖ = {force:.5g} N; f*_hard − f*_soft over ‖r‖²/2k_s is "
        + listed(f"{ratio:.5f}" for ratio in saved.values())
        + " and ‖q − a‖ over ‖r‖/k_s "
        + listed(f"{ratio:.5f}" for ratio in away.values())
        + " at k_s = "
        + listed(f"{k:.0e}" for k in springs),
    )
    later, later_words = {}, []
    for solver in GLOBAL:
        runs = results.by("held", solver, "k_s", precision="double")
        reached = {k_s: iterations_to(run, 1e-3) for k_s, run in runs.items()}
        counts = {k_s: math.inf if count is None else count for k_s, count in reached.items()}
        is_later = counts["hard"] > counts[STIFFEST]
        later[SOLVER_LABELS[solver]] = counts["hard"] - counts[STIFFEST] if is_later else 0
        later_words.append(
            f"{SOLVER_LABELS[solver]} {listed(f'{count} ({_k_s(k_s)})' for k_s, count in counts.items())}"
        )
    nearer, nearer_words = {}, []
    for solver in GAUSS_SEIDEL:
        runs = results.by("held", solver, "k_s", precision="double")
        soft = {k_s: final_excess(run) for k_s, run in runs.items() if k_s != "hard"}
        nearer[SOLVER_LABELS[solver]] = min(soft.values()) / final_excess(runs["hard"])
        nearer_words.append(
            f"{SOLVER_LABELS[solver]} "
            + listed(f"{final_excess(run):.2g} ({_k_s(k_s)})" for k_s, run in runs.items())
        )
    single, single_words = {}, []
    for solver in GLOBAL:
        runs = results.by("held", solver, "k_s", precision="single")
        single[SOLVER_LABELS[solver]] = final_excess(runs["hard"]) / final_excess(runs[STIFFEST])
        single_words.append(
            f"{SOLVER_LABELS[solver]} "
            + listed(f"{final_excess(run):.1e} ({_k_s(k_s)})" for k_s, run in runs.items())
        )
    indicator = results.by("held_indicator", "admm", "held_weight")
    reached = {w: iterations_to(run, 1e-3) for w, run in indicator.items()}
    found = sum(count is not None for count in reached.values())
    lowest = min(run.first_step["objective"].min() / run.minimum for run in indicator.values())
    parts = [
        limit,
        at_most(
            max(later.values()),
            0,
            f"iterations to 1e-3 of f*: {'; '.join(later_words)}; more than on the stiffest springs",
        ),
        below(
            max(single.values()),
            A_DIGIT,
            f"in single precision (f − f*)/f* ends at {'; '.join(single_words)}; over that on the stiffest "
            "springs",
        ),
        above(
            min(nearer.values()),
            1,
            f"(f − f*)/f* ends at {'; '.join(nearer_words)}; the least on springs over that with exact "
            "holding",
        ),
        at_least(
            found,
            1,
            "iterations from which on ADMM's indicator is within 1e-3 of f*, held vertices put in place: "
            + listed(f"{count_or_never(count)} (w = {w:g})" for w, count in reached.items())
            + "; its ends are off by "
            + listed(f"{final(run, 'held_violation'):.1e} m" for run in indicator.values())
            + f", and f of its iterates falls to {lowest:.2g} f*",
        ),
    ]
    slower = listed(f"{solver} ({_more(n)})" for solver, n in later.items() if n > 0) or "no solver"
    left = listed(f"{solver} {ratio:.2f}" for solver, ratio in nearer.items())
    rounded = max(single, key=single.get)
    return in_parts(
        parts,
        do_not="" if limit.holds else "do not ",
        found=found,
        weights=len(reached),
        slower=slower,
        times=single[rounded],
        rounded=rounded,
        left=left,
    )


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


def _more(count: float) -> str:
    return f"{count:g} more" if count < math.inf else "which never gets there"


def _k_s(value) -> str:
    return "exactly" if value == "hard" else f"k_s = {value:.0e}"
