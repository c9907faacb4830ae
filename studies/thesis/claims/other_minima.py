"""Claims 23 to 25: another minimum that ADMM finds on the beam twisted further, and its oscillations."""

import math

import pandas as pd

from simbench.labels import SOLVER_LABELS
from simbench.results import FINISHED, Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_least, at_most, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import final
from thesis.claims.twist import grid, settings
from thesis.claims.weights import fastest_run

WEIGHTS = (0.3, 0.4, 0.5, 0.6)  # the thesis states its weights for two settings only
# ADMM has found another minimum if its last objective is below this share of QN's.
FAR_BELOW = 0.9
# It oscillates if the range of its last 500 objectives exceeds this share of the start objective.
OSCILLATION = 0.1
ORDER_OF_MAGNITUDE = 7  # "almost an order of magnitude": by this factor or more
KNOWN = "c = 0.3"  # the thesis's weight in claim 25
CHOSEN = "the c that is the fastest on the untwisting beam"  # the thesis's choice


def far_below(admm: Run, qn: Run) -> bool:
    return final(admm) < FAR_BELOW * final(qn)


def last_half(run: Run) -> pd.Series:
    """The objective of the last 500 iterations; an empty cell is an infinite one."""
    rows = run.first_step
    return rows.loc[rows["iteration"] >= rows["iteration"].iloc[-1] - 500, "objective"].fillna(math.inf)


def oscillates(run: Run) -> bool:
    """Whether the last objectives have a large range, or one of them is infinite.

    A run that ended because no iteration would lower the objective does not oscillate.
    """
    if run.manifest["status"] in FINISHED:
        return False
    tail = last_half(run)
    return not tail.max() - tail.min() < OSCILLATION * run.at(0)["objective"]


def swings(admm: Run, qn: Run) -> bool:
    """Whether the last iterations pass both above the start and below QN's minimum."""
    tail = last_half(admm)
    return oscillates(admm) and tail.max() > admm.at(0)["objective"] and tail.min() < final(qn)


def by_choice(results: Results) -> dict[str, dict[tuple[float, float], Run]]:
    """ADMM's runs over the grid for each way of choosing c."""
    fixed = {c: grid(results, "admm", c=c) for c in WEIGHTS}
    chosen = {key: fixed[fastest_run(results, *key)[0]][key] for key in fixed[WEIGHTS[0]]}
    return {f"c = {c:g}": runs for c, runs in fixed.items()} | {CHOSEN: chosen}


@claim(23)
def admm_finds_another_minimum(results: Results) -> Verdict:
    runs = {s: results.run("shapes_twist", s, k=1e10, iterations=1000) for s in ("admm", "qn", "pd")}
    rows = runs["admm"].first_step.set_index("iteration")["objective"] / runs["admm"].at(0)["objective"]
    ends = {s: final(run) / run.at(0)["objective"] for s, run in runs.items()}
    admm, qn = shape(runs["admm"]), shape(runs["qn"])
    strain = {s: runs[s].at(1000)["material_energy"] for s in ("admm", "qn")}
    factor = min(ends["qn"], ends["pd"]) / ends["admm"]
    square = (qn.twist / admm.twist) ** 2
    return in_parts(
        parts := [
            above(
                rows.loc[1:40].max(),
                1,
                f"ADMM at iterations 10, 20, 30, 40: {listed(f'{rows[i]:.3g}' for i in (10, 20, 30, 40))} of "
                f"start; {int((rows.loc[1:40] <= 1).sum())} of the first 40 are below it; the highest",
            ),
            below(rows[60], 1, f"at 60: {rows[60]:.3g} of start"),
            at_least(
                factor,
                ORDER_OF_MAGNITUDE,
                "ends over start: "
                + listed(f"{SOLVER_LABELS[s]} {v:.4g}" for s, v in ends.items())
                + f"; ADMM's is {factor:.3g} times below the lower of the others",
            ),
            Part(
                strain["admm"] < strain["qn"] and admm.twist * qn.twist < 0,
                f"twist: ADMM {admm.twist:.1f}°, QN {qn.twist:.1f}°; elastic energy: ADMM "
                f"{strain['admm']:.4g} J, QN {strain['qn']:.4g} J",
            ),
        ],
        shares=listed(f"{rows[i]:.2g}" for i in (20, 40, 60)),
        factor=factor if factor > 1 and parts[-1].holds else None,
        of_qn=qn.twist,
        of_admm=abs(admm.twist),
        square=square,
    )


@claim(24)
def where_admm_finds_it(results: Results) -> Verdict:
    thesis = {(1e-1, 1e6), (1e-1, 1e8), (1e-1, 1e11), (1e-2, 1e10), (1e-3, 1e10), (1e-3, 1e12), (1e-4, 1e12)}
    qn = grid(results, "qn")
    cases, found = {}, {}
    for choice, runs in by_choice(results).items():
        found[choice] = {key for key, run in runs.items() if far_below(run, qn[key]) and not oscillates(run)}
        missed, more = thesis - found[choice], found[choice] - thesis
        cases[choice] = [
            at_most(len(missed), 0, f"of the {len(thesis)} it does not end there at {settings(missed)}"),
            at_most(len(more), 0, f"beside them it ends there at {settings(more)}"),
        ]
    counts = [
        f"{len(keys & thesis)} of the {len(thesis)} and {len(keys - thesis)} others with {choice}"
        for choice, keys in found.items()
    ]
    is_exact = [choice for choice, parts in cases.items() if all(part.holds for part in parts)]
    return by_case(
        "the weight c",
        cases,
        counts="; ".join(counts),
        exact=f"Exactly the list: {'; '.join(is_exact)}."
        if is_exact
        else "No choice of c gives exactly the list.",
    )


@claim(25)
def admm_oscillates(results: Results) -> Verdict:
    qn = grid(results, "qn")
    choices = by_choice(results)
    run = choices[KNOWN][1e-2, 1e8]
    tail, start = last_half(run), run.at(0)["objective"]
    span = f"between {tail.min() / start:.3g} and {tail.max() / start:.3g} of start"
    where = {
        choice: {key for key, run in runs.items() if swings(run, qn[key])} for choice, runs in choices.items()
    }
    known = where[KNOWN]
    problems = {f"{k * h**2:.6g}" for h, k in known}
    same = ", which have the same k h²" if len(problems) == 1 and len(known) > 1 else ""
    absent = "; (1e-1, 1e10) is not one of them" if (1e-1, 1e10) not in known else ""
    likewise = [c for c, found in where.items() if (1e-1, 1e10) in found and len(found) == 4]
    words = "; ".join(f"{settings(found)} with {choice}" for choice, found in where.items())
    return in_parts(
        [
            Part(
                (1e-2, 1e8) in known, f"(1e-2, 1e8), {KNOWN}: {span} (QN {final(qn[1e-2, 1e8]) / start:.3g})"
            ),
            at_least(
                len(likewise),
                1,
                f"choices of c that swing there, at (1e-1, 1e10) and in two more; they swing at {words}",
            ),
        ],
        weight=KNOWN,
        span=span,
        others=len(known - {(1e-2, 1e8)}),
        same=same,
        absent=absent,
        choices=listed((f"{len(found)} with {choice}" for choice, found in where.items())),
    )
