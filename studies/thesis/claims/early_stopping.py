"""Claim 47: solvers that are stopped early, on a cantilever that swings under its weight."""

from collections.abc import Callable

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
    damps = {solver: parts_of(of_solver) for solver, of_solver in found.items()}
    lost, left = (on_finer_mesh(found["pd"], end) for end in (min, max))
    gained = [-share for solver in ("xpbd", "vbd") for share in on_finer_mesh(found[solver], min)]
    notes = (
        f"{SOLVER_LABELS[solver]}: {part.said()}"
        for solver, parts in damps.items()
        if solver != "pd"
        for part in parts
    )
    return in_parts(
        damps["pd"],
        *notes,
        least=100 * min(lost),
        most=100 * max(lost),
        many=CONVERGED,
        left=100 * max(map(abs, left)),
    ).reaching(
        {
            f"for {SOLVER_LABELS[solver]}": all(part.holds for part in parts)
            for solver, parts in damps.items()
            if solver != "pd"
        },
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


def on_finer_mesh(found: Shortfalls, end: Callable) -> list[float]:
    """Those with the fewest (min) or the most (max) iterations, by time step."""
    iterations, fine = end(n for _, _, n in found), tuple(CELLS[1])
    return [share for (cells, _, n), share in found.items() if (cells, n) == (fine, iterations)]


def parts_of(found: Shortfalls) -> list[Part]:
    """Whether the fewest iterations damp on the finer mesh, and there more than on the coarse one."""
    counts, (coarse, fine) = sorted({n for _, _, n in found}), map(tuple, CELLS)
    few, *_, many = counts
    parts = []
    for h in dict.fromkeys(h for _, h, _ in found):
        of_fine = {n: found[fine, h, n] for n in counts}
        words = listed(f"{round(share, 3) + 0.0:.3f} (n = {n})" for n, share in of_fine.items())
        more = of_fine[few] - found[coarse, h, few]
        parts += [
            above(
                of_fine[few] - of_fine[many],
                DAMPED,
                f"h = {h:g} s, finer mesh: the mean energy is below that of converged steps by {words} "
                f"of what these lose; from n = {few} to {many}",
            ),
            above(more, 0, f"h = {h:g} s, n = {few}: this is more than on the coarse mesh by {more:.3f}"),
        ]
    return parts
