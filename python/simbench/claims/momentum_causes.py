"""Claims 17 and 18: why PD and ADMM gain momentum on the untwisting beam at h = 1e-1 s, k = 1e9 Pa."""

import pandas as pd

from simbench.claims import claim
from simbench.claims.measures import final, listed, two_digits
from simbench.claims.momentum import ARITHMETIC, AT_ORIGIN, allowed, momentum, shown
from simbench.claims.results import Results
from simbench.claims.verdicts import Verdict, above, by_case, in_parts
from simbench.results import Run

FAR = [1000, 0, 0]


@claim(
    17,
    "Untwist, h = 1e-1 s, k = 1e9 Pa: PD gains momentum and stays above the minimum because it lacks L-BFGS "
    "and a line search. Then QN without both must gain it, too.",
    source="evaluation, untwisting beam, momenta",
    figure="momentum_causes",
)
def cause_of_the_momentum(results: Results) -> Verdict:
    def of(solver: str, precision: str, origin: list, **setting) -> Run:
        return results.run("momentum", solver, precision=precision, origin=origin, **setting)

    positions, increment = {"global_step": "positions"}, {"global_step": "increment"}
    runs = {
        "PD, positions, double": of("pd", "double", AT_ORIGIN, **positions),
        "PD, positions, double, 1 km from the origin": of("pd", "double", FAR, **positions),
        "PD, positions, single": of("pd", "single", AT_ORIGIN, **positions),
        "PD, positions, single, 1 km from the origin": of("pd", "single", FAR, **positions),
        "PD, increment, single": of("pd", "single", AT_ORIGIN, **increment),
    }
    for history, with_history in ((0, "QN without history"), (5, "QN")):
        for search, with_search in (("backtracking", "line search"), ("none", "no line search")):
            setting = {"history": history, "line_search": search}
            runs[f"{with_history}, {with_search}, single"] = of("qn", "single", AT_ORIGIN, **setting)
    for origin, where in ((AT_ORIGIN, ""), (FAR, ", 1 km from the origin")):
        setting = {"precision": "single", "origin": origin, "linear_solver": "supernodal"}
        runs[f"PD, positions, single, supernodal{where}"] = results.run(
            "momentum_linear_solver", "pd", **setting
        )
    stripped = runs["QN without history, no line search, single"]
    pd_single, converged = runs["PD, positions, single"], runs["QN, line search, single"]
    parts = [
        above(
            momentum(pd_single) / allowed(pd_single),
            1,
            "PD in single precision, as the thesis has it: its linear momentum over what counts as kept",
        ),
        above(final(pd_single) / final(converged), 1.01, "… and its last objective over that of QN"),
        above(
            momentum(stripped) / allowed(stripped),
            1,
            "QN without L-BFGS and without line search, which is PD solving for the increment: its "
            "linear momentum over what counts as kept",
        ),
    ]
    other_cause = (
        f"PD gains {shown(pd_single)} kg m/s and stays above the minimum, but not for this reason: QN "
        f"without both ends with {shown(stripped)} kg m/s. The cause is solving for absolute "
        "positions in single precision: PD solving for the increment ends with "
        f"{shown(runs['PD, increment, single'])}, and 1 km from the origin PD gains "
        f"{shown(runs['PD, positions, single, 1 km from the origin'])}."
    )
    return in_parts(
        parts,
        *(f"{name}: {shown(run)} kg m/s, ends at {final(run):.6g} J" for name, run in runs.items()),
        partly=other_cause if [part.holds for part in parts] == [True, True, False] else "",
    )


@claim(
    18,
    "Untwist, h = 1e-1 s, k = 1e9 Pa: smaller weights of ADMM preserve linear momentum better.",
    source="evaluation, untwisting beam, momenta",
    figure="admm_momentum",
)
def smaller_weights_keep_momentum(results: Results) -> Verdict:
    cases, said = {}, {}
    for precision in ("double", "single"):
        runs = results.by("momentum", "admm", "c", precision=precision, origin=AT_ORIGIN)
        values = pd.Series({c: momentum(run) for c, run in runs.items()})
        correlation = values.rank().corr(pd.Series(values.index, values.index).rank())
        said[precision] = listed(f"{two_digits(value)} (c = {c:.3g})" for c, value in values.items())
        largest = max(momentum(run) / allowed(run) for run in runs.values())
        cases[precision] = [
            above(
                largest,
                1,
                f"the largest linear momentum over what counts as kept, of {said[precision]} kg m/s",
            ),
            above(correlation, 0.7, f"rank correlation of momentum and c {correlation:.2f}"),
        ]
    return by_case(
        ARITHMETIC,
        cases,
        depends=f"In single precision momentum grows with c on the whole: {said['single']} kg m/s. It is "
        f"rounding: in double precision these are left: {said['double']} kg m/s.",
    )
