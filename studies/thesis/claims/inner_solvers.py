"""Claims 82 and 83: solvers within solvers: L-BFGS in ADMM's z-update, conjugate gradients in QN."""

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, answered, at_most
from simbench.study.words import listed
from thesis.claims.measures import spread
from thesis.claims.neo_hookean import OF_THESIS
from thesis.claims.twist import of_start

STIFF = 1e7  # Pa; the thesis speaks of this modulus and larger ones
EXACT = 50  # iterations of the z-update that reach all digits
DIRECT = "supernodal"


@claim(82)
def cut_short_z_update(results: Results) -> Verdict:
    runs = results.by("admm_prox_lbfgs", "admm", "E", "w", "prox", "prox_iterations")
    helping: dict[tuple, list[float]] = {}  # weights that do, by E and z-update
    for (modulus, weight, *update), run in runs.items():
        if modulus >= STIFF and weight in OF_THESIS:
            found = helping.setdefault((modulus, *update), [])
            if of_start(run) < 1:
                found.append(weight)
    cut = {
        (modulus, iterations): found
        for (modulus, prox, iterations), found in helping.items()
        if prox == "lbfgs" and iterations < EXACT
    }
    soft, stiff = (
        {iterations: found for (E, iterations), found in cut.items() if end == E}
        for end in (min(E for E, _ in cut), max(E for E, _ in cut))
    )
    return answered(
        [
            at_most(
                len(found),
                0,
                f"E = {modulus:.0e} Pa, {iterations:g} L-BFGS iterations: the weights that lower f are "
                f"{listed(found) or 'none'}; how many",
            )
            for (modulus, iterations), found in cut.items()
        ],
        soft=min(map(len, soft.values())),
        stiff=listed(f"{len(found)} after {iterations:g}" for iterations, found in stiff.items()),
        exact=len(helping[max(E for E, _ in cut), "exact", EXACT]),
        weights=len(OF_THESIS),
    )


@claim(83)
def iterative_solver(results: Results) -> Verdict:
    beams: dict[int, dict[str, list[Run]]] = {}
    for run in results.by("linear_solvers", "qn", "cells", "qn").values():
        kind = "direct" if run.scene["solvers"]["qn"]["linear_solver"] == DIRECT else "iterative"
        beams.setdefault(run.manifest["tets"], {"direct": [], "iterative": []})[kind].append(run)
    parts, more, saves = [], [], {}
    for tets, runs in beams.items():
        (direct,) = runs["direct"]
        best = min(runs["iterative"], key=seconds_of)
        saves[tets] = seconds_of(best) / seconds_of(direct)
        more += [(len(run.first_step) - 1) / (len(direct.first_step) - 1) for run in runs["iterative"]]
        parts.append(
            above(
                saves[tets],
                1,
                f"{tets} tets: the shortest time with conjugate gradients ({tolerance_of(best)}) over "
                "that with the factor",
            )
        )
    return answered(
        parts,
        least=min(saves.values()),
        most=max(saves.values()),
        more=max(more),
        sizes=spread(saves, "g"),
    )


def tolerance_of(run: Run) -> str:
    settings = run.scene["solvers"]["qn"]
    return f"{settings['preconditioner']}, {settings['linear_tolerance']:g}"


def seconds_of(run: Run) -> float:
    """Of the set-up and of all iterations."""
    return run.environment["setup_seconds"] + float(run.first_step["elapsed_seconds"].iloc[-1])
