"""Claims 10 and 11: the terms of the objective of the untwisting beam, h = 1e-2 s unless said otherwise."""

import math

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import final, monotone_violations
from thesis.claims.untwist import main_runs
from thesis.claims.weights import fastest_run

SAMPLING = 10  # iterations between the thesis's samples of the terms
EXCEPTION = range(30, 61)  # iterations in which the thesis sees ADMM's terms turn back
ALMOST_ALWAYS = 0.05  # share of the iterations that may go the other way
SEEN = (1e-3, 1e-4)  # as a share of the start objective: smaller changes are invisible in a figure


@claim(10)
def terms_are_monotone(results: Results) -> Verdict:
    runs = main_runs(results)
    ratio = runs["xpbd"].at(10)["constraint"] / runs["xpbd"].at(0)["constraint"]
    cases, turns = {}, []
    for least in SEEN:
        for name, sampling in (("every tenth iteration", SAMPLING), ("every iteration", 1)):
            case = f"{name}, changes above {100 * least:g} %"
            cases[case] = _terms(runs, sampling, least)
            turns.append(f"{_ranges(_turns(runs['admm'], sampling, least)) or 'none'} ({case})")
    return by_case(
        "the sampling and the change that a figure shows",
        cases,
        turns="; ".join(turns),
        ratio=ratio,
    )


def _turns(run: Run, sampling: int, least: float) -> list[int]:
    """Sampled iterations at which one of the terms goes the wrong way."""
    rising = monotone_violations(run, "constraint", sampling, least, falls=True)
    return sorted({*rising, *monotone_violations(run, "inertial", sampling, least, falls=False)})


def _terms(runs: dict[str, Run], sampling: int, least: float) -> list[Part]:
    parts = []
    for solver, run in runs.items():
        found, label = _turns(run, sampling, least), SOLVER_LABELS[solver]
        finding = f"{label}'s terms turn back at {_ranges(found) or 'no iteration'}"
        if solver == "admm":
            outside = [iteration for iteration in found if iteration not in EXCEPTION]
            parts.append(above(len(found) - len(outside), 0, finding))
            parts.append(at_most(len(outside), 0, f"{len(outside)} of these lie outside of 30 … 60"))
        else:
            # XPBD's first 10 iterations are a statement of their own.
            late = [iteration for iteration in found if solver != "xpbd" or iteration > 10]
            share = len(late) * sampling / run.first_step["iteration"].iloc[-1]
            parts.append(at_most(share, ALMOST_ALWAYS, f"{finding}; share of the iterations"))
    ratio = runs["xpbd"].at(10)["constraint"] / runs["xpbd"].at(0)["constraint"]
    return [*parts, above(ratio, 1, f"XPBD's constraint term after 10 iterations: {ratio:.3f} of start")]


def _ranges(iterations: list[int]) -> str:
    """The numbers as ranges, for example 3–5, 9."""
    groups: list[list[int]] = []
    for iteration in iterations:
        if groups and iteration == groups[-1][-1] + 1:
            groups[-1].append(iteration)
        else:
            groups.append([iteration])
    return listed(f"{group[0]}" + (f"–{group[-1]}" if len(group) > 1 else "") for group in groups)


@claim(11)
def xpbd_terms(results: Results) -> Verdict:
    shares, words, higher = {}, {}, math.nan
    for h in (1e-2, 1e-3, 1e-4):
        runs = {s: results.run("thesis_untwist", s, h=h, k=1e8) for s in ("qn", "pd", "xpbd")}
        c, runs["admm"] = fastest_run(results, h, 1e8)
        for term in ("constraint", "inertial"):
            others = [final(run, term) for s, run in runs.items() if s != "xpbd"]
            xpbd = final(runs["xpbd"], term)
            words[h, term] = (
                f"h = {h:g} s (ADMM c = {c:g}): {term} term {xpbd:.4g} J, the others' {min(others):.5g} … "
                f"{max(others):.5g} J"
            )
            if term == "inertial":
                shares[h] = xpbd / min(others)
            elif h == 1e-2:
                higher = xpbd / max(others)
    lower = listed(f"{share:.2f} at h = {h:g} s" for h, share in shares.items())
    smaller = [h for h in shares if h != 1e-2]
    return in_parts(
        [
            above(higher, 1, words[1e-2, "constraint"]),
            below(shares[1e-2], 1, words[1e-2, "inertial"]),
            below(max(shares[h] for h in smaller), 1, "; ".join(words[h, "inertial"] for h in smaller)),
        ],
        lower=lower,
        higher=higher,
    )
