"""Claim 47: solvers that are stopped early, on a cantilever that swings under its weight."""

from simbench.labels import SOLVER_LABELS
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, in_parts
from simbench.study.words import listed
from thesis.claims.measures import energy_shortfall

SWEEP = "early_stopping"
SOLVERS = ("pd", "admm", "qn", "xpbd", "vbd")
CONVERGED = 20  # iterations a step of Newton's method, of which it needs fewer
DAMPED = 0.01  # of the energy that converged steps lose
CELLS = ([8, 2, 2], [16, 4, 4])

Shortfalls = dict[tuple[tuple[int, ...], float, int], float]  # by cells, time step and iterations a step


@claim(47)
def stopping_early_damps(results: Results) -> Verdict:
    found = {solver: shortfalls(results, solver) for solver in SOLVERS}
    damps = {solver: parts_of(solver, of_solver) for solver, of_solver in found.items()}
    lost = at_fewest(found["pd"])
    gained = [-share for solver in ("xpbd", "vbd") for share in at_fewest(found[solver])]
    return in_parts(damps["pd"], least=100 * min(lost), most=100 * max(lost)).reaching(
        {
            f"for {SOLVER_LABELS[solver]}": all(part.holds for part in parts)
            for solver, parts in damps.items()
            if solver != "pd"
        },
        *(part.finding for solver, parts in damps.items() if solver != "pd" for part in parts),
        gained=min(gained),
        most_gained=max(gained),
    )


def shortfalls(results: Results, solver: str) -> Shortfalls:
    """How far the mean energy is below that of converged steps, as a share of what these lose."""
    found: Shortfalls = {}
    for cells in CELLS:
        converged = results.by(SWEEP, "newton", "h", iterations=CONVERGED, cells=cells)
        for (h, n), run in results.by(SWEEP, solver, "h", "iterations", cells=cells).items():
            found[tuple(cells), h, int(n)] = energy_shortfall(run, converged[h])
    return found


def at_fewest(found: Shortfalls) -> list[float]:
    """Those on the finer mesh with the fewest iterations, by time step."""
    few, fine = min(n for _, _, n in found), tuple(CELLS[1])
    return [share for (cells, _, n), share in found.items() if (cells, n) == (fine, few)]


def parts_of(solver: str, found: Shortfalls) -> list[Part]:
    """Whether the fewest iterations damp on the finer mesh, and more than on the coarse one."""
    (few, *_, many), (coarse, fine) = sorted({n for _, _, n in found}), map(tuple, CELLS)
    parts = []
    for h in dict.fromkeys(h for _, h, _ in found):
        words = listed(
            f"{round(found[fine, h, n], 3) + 0.0:.3f} (n = {n})" for n in sorted({n for _, _, n in found})
        )
        begin = f"{SOLVER_LABELS[solver]}, h = {h:g} s: on the finer mesh"
        parts += [
            above(
                found[fine, h, few] - found[fine, h, many],
                DAMPED,
                f"{begin} the mean energy is below that of converged steps by {words} of what these lose; "
                f"with n = {few} more than with n = {many} by",
            ),
            above(
                found[fine, h, few] - found[coarse, h, few],
                0,
                f"{begin} it is more than on the coarse one by",
            ),
        ]
    return parts
