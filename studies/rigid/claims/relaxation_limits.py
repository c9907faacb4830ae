"""Claims R4 and R5: for which relaxation sweeps over constraints converge."""

from collections.abc import Iterable

from rigid.claims.convergence import (
    GROWN,
    SHAPES,
    all_below_one,
    converges,
    factor,
    far_open,
    growth,
    radius_row_by_row,
)
from rigid.claims.measures import reduction
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_least, in_parts
from simbench.study.words import listed

ROUNDING = 1e-9  # of a factor that is 1 in theory


@claim(4)
def where_relaxation_converges(results: Results) -> Verdict:
    parts, tried = [], {True: [], False: []}
    for sweep, words in (("rigid_relaxation_limits", "straight"), ("rigid_relaxation_bent", "bent")):
        runs = results.by(sweep, "sor", "xi")
        for inside in (True, False):
            chosen = {xi: runs[xi] for xi in runs if (0 < xi < 2) == inside}
            tried[inside] += chosen.items()
            ends = listed(f"{reduction(run):.1e} (ξ = {xi:g})" for xi, run in chosen.items())
            judged = all_below_one if inside else _none_below_one
            parts.append(judged(map(factor, chosen.values()), f"{words}: |c| ends at {ends} of its start"))
    counts = {
        inside: f"{sum(converges(run) for _, run in of)} of {len(of)} runs with ξ = "
        f"{min(xi for xi, _ in of):g} to {max(xi for xi, _ in of):g}"
        for inside, of in tried.items()
    }
    return in_parts(
        parts,
        inside=counts[True],
        outside=counts[False],
    )


def _none_below_one(factors: Iterable[float], finding: str) -> Part:
    least = min(factors)
    return at_least(least, 1 - ROUNDING, f"{finding}; the least factor an iteration")


@claim(5)
def under_relaxation(results: Results) -> Verdict:
    cases: dict[str, tuple[Run, dict[float, Run]]] = {}
    for bodies in (2, 3, 10):
        rows = results.by(
            "rigid_jacobi_rows", "jacobi", "jacobi_xi", bodies=bodies, jacobi_form="rows", averaging="none"
        )
        cases[f"Jacobi row by row, wave of {bodies}"] = rows[1.0], rows
    arcs = results.by("rigid_jacobi_arcs", "jacobi", "bend", "jacobi_xi", jacobi_form="rows")
    for bend in dict.fromkeys(bend for bend, _ in arcs):
        rows = {xi: run for (of_arc, xi), run in arcs.items() if of_arc == bend}
        cases[f"Jacobi row by row, arc of θ = {bend:g}"] = rows[1.0], rows
    twice = results.by("rigid_joints_twice", "jacobi", "jacobi_xi", of_first=0, averaging="none")
    cases["Jacobi, joints that are there twice"] = twice[1.0], twice
    for shape in SHAPES:
        full = far_open(results, shape)
        jacobi = results.by("rigid_large_errors", "jacobi", "opening", "jacobi_xi", shape=shape)
        relaxed = results.by("rigid_large_errors", "sor", "opening", "xi", shape=shape)
        for size, run in full.items():
            less = {xi: other for (its, xi), other in relaxed.items() if its == size}
            cases[f"Gauss–Seidel, {shape} open by {size:g} m"] = run, less
            less = {xi: other for (its, xi), other in jacobi.items() if its == size}
            cases[f"Jacobi, {shape} open by {size:g} m"] = less[1.0], less
    mended = {words: _mended(words, *runs) for words, runs in cases.items() if _diverges(runs[0])}
    swept = [words for words in cases if words.startswith("Gauss–Seidel")]
    if not mended:
        nothing = f"none of {len(cases)} systems diverges at ξ = 1"
        return in_parts([Part(False, nothing)], nothing=nothing, diverged=None)
    names = "; ".join(mended)
    converged = sum(value < 1 for value, _ in mended.values())
    every = all_below_one(
        [value for value, _ in mended.values()],
        f"of {len(cases)} systems these diverge at ξ = 1, and {converged} of {len(mended)} converge at a "
        f"smaller one: {names}",
    )
    return in_parts(
        [every],
        *(words for _, words in mended.values()),
        nothing=None,
        systems=len(cases),
        diverged=len(mended),
        names=names,
        converged=converged,
        swept_diverged=sum(words in mended for words in swept),
        swept=len(swept),
        opening=max(full),
    )


def _diverges(run: Run) -> bool:
    """Whether |c| does not become small, or first grows by more than GROWN."""
    return not converges(run) or growth(run) > GROWN


def _mended(words: str, full: Run, by_relaxation: dict[float, Run]) -> tuple[float, str]:
    """The least factor per iteration over all ξ < 1, and a description of |c|."""
    less = {xi: run for xi, run in by_relaxation.items() if xi < 1}
    factors = {xi: max(factor(run), 1.0) if _diverges(run) else factor(run) for xi, run in less.items()}
    found = listed(f"{reduction(run):.1e} (ξ = {xi:g})" for xi, run in less.items())
    grows = f", after {growth(full):.1e} of it on the way" if converges(full) else ""
    if "arc of" in words:
        radii = listed(f"{radius_row_by_row(full, xi):.4g} (ξ = {xi:g})" for xi in by_relaxation)
        found += f"; ρ by eigenvalues is {radii}"
    return (
        min(factors.values()),
        f"{words}: |c| ends at {reduction(full):.1e} of its start with ξ = 1{grows}, at {found}",
    )
