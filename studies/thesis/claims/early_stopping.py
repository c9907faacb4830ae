"""Claim 47: solvers that are stopped early, on a cantilever that swings under its weight."""

from simbench.labels import SOLVER_LABELS
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, below, by_case
from simbench.study.words import listed
from thesis.claims.measures import energy_shortfall, mean_sag, share_of_fall

SWEEP = "early_stopping"
SOLVERS = ("pd", "admm", "qn", "xpbd", "vbd")
CONVERGED = 20  # iterations a step of Newton's method, of which it needs fewer
DAMPED = 0.01  # of the energy that converged steps lose
CELLS = ([8, 2, 2], [16, 4, 4])


@claim(47)
def stopping_early_damps(results: Results) -> Verdict:
    converged = {
        (tuple(cells), h): run
        for cells in CELLS
        for h, run in results.by(SWEEP, "newton", "h", iterations=CONVERGED, cells=cells).items()
    }
    steps = list(dict.fromkeys(h for _, h in converged))
    coarse, fine = map(tuple, CELLS)
    cases: dict[str, list[Part]] = {}
    sags, said = [], []
    for solver in SOLVERS:
        label = SOLVER_LABELS[solver]
        runs = {
            (tuple(cells), h, int(n)): run
            for cells in CELLS
            for (h, n), run in results.by(SWEEP, solver, "h", "iterations", cells=cells).items()
        }
        below_by = {key: energy_shortfall(run, converged[key[:2]]) for key, run in runs.items()}
        few, more, *_ = sorted({n for _, _, n in runs})
        for h in steps:
            at_few, at_more = ({mesh: below_by[mesh, h, n] for mesh in (coarse, fine)} for n in (few, more))
            words = " and on the finer mesh ".join(
                listed(
                    f"{round(share, 3) + 0.0:.3f} (n = {n})"
                    for (*key, n), share in below_by.items()
                    if key == [mesh, h]
                )
                for mesh in (coarse, fine)
            )
            cases[f"{label}, h = {h:g} s"] = [
                above(
                    min(at_few.values()),
                    DAMPED,
                    f"the mean energy is below that of converged steps by {words} of what these lose; with n "
                    f"= {few} at least",
                ),
                below(
                    max(at_more[mesh] - at_few[mesh] for mesh in (coarse, fine)),
                    0,
                    f"from n = {few} to {more} this changes by at most",
                ),
                above(at_few[fine] - at_few[coarse], 0, "on the finer mesh it is more by"),
            ]
            said.append(f"{label} {at_few[coarse]:.2f} and {at_few[fine]:.2f} (h = {h:g} s)")
        sags.append(
            f"{label} with n = {few} on the finer mesh: when the beam of converged steps is half way down, "
            "this one has fallen "
            + listed(
                f"{100 * share_of_fall(runs[fine, h, few], converged[fine, h]):.0f} % as far (h = {h:g} s)"
                for h in steps
            )
            + "; its lowest mean sag is "
            + listed(
                f"{mean_sag(runs[fine, h, few]).max() / mean_sag(converged[fine, h]).max():.2f} times theirs "
                f"(h = {h:g} s)"
                for h in steps
            )
        )
    damps = "; ".join(case for case, parts in cases.items() if all(part.holds for part in parts)) or "none"
    return by_case(
        "the solver and the time step",
        cases,
        *sags,
        damps=damps,
        multiples="; ".join(said),
    )
