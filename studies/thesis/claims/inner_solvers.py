"""Claims 82 and 83: solvers within solvers: L-BFGS in ADMM's z-update, conjugate gradients in QN."""

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_most, below, by_case
from simbench.study.words import listed
from thesis.claims.measures import final
from thesis.claims.neo_hookean import OF_THESIS

STIFF = 1e7  # Pa; the thesis speaks of this modulus and larger ones
EXACT = 50  # iterations of the z-update that reach all digits
DIRECT = "supernodal"


@claim(82)
def cut_short_z_update(results: Results) -> Verdict:
    runs = results.by("admm_prox_lbfgs", "admm", "E", "w", "prox", "prox_iterations")
    lowering: dict[tuple[float, str, float], list[float]] = {}  # the weights that do, by E and z-update
    for (modulus, weight, *update), run in runs.items():
        if modulus < STIFF or weight not in OF_THESIS:
            continue
        found = lowering.setdefault((modulus, *update), [])
        if final(run) < run.at(0)["objective"]:
            found.append(weight)
    cases: dict[str, list[Part]] = {}
    counts, exact = [], []
    for (modulus, prox, iterations), found in lowering.items():
        if prox == "exact":
            exact.append(f"{len(found)} at E = {modulus:.0e} Pa")
        if iterations == EXACT:
            continue
        counts.append(
            f"{len(found)} with {iterations:g} iteration{'s' * (iterations > 1)} at E = {modulus:.0e} Pa"
        )
        weights = listed(f"{weight:g}" for weight in found) or "none"
        cases[f"E = {modulus:.0e} Pa, at most {iterations:g} L-BFGS iterations"] = [
            at_most(len(found), 0, f"weights that lower the objective: {weights}; how many")
        ]
    return by_case(
        "the stiffness and the number of iterations",
        cases,
        weights=len(OF_THESIS),
        counts=listed(counts),
        exact=listed(exact),
    )


@claim(83)
def iterative_solver(results: Results) -> Verdict:
    beams: dict[int, dict[str, list[Run]]] = {}
    for run in results.by("linear_solvers", "qn", "cells", "qn").values():
        kind = "direct" if run.scene["solvers"]["qn"]["linear_solver"] == DIRECT else "iterative"
        beams.setdefault(run.manifest["tets"], {"direct": [], "iterative": []})[kind].append(run)
    cases, ratios, more = {}, {}, {}
    for tets, runs in beams.items():
        (direct,) = runs["direct"]
        times = {tolerance_of(run): seconds_of(run) for run in runs["iterative"]}
        best = min(times, key=times.get)
        counts = {tolerance_of(run): len(run.first_step) - 1 for run in runs["iterative"]}
        ratios[tets] = times[best] / seconds_of(direct)
        more[tets] = max(counts.values()) / (len(direct.first_step) - 1)
        inner = listed(
            f"{run.first_step['linear_iterations'].mean():.0f} ({tolerance_of(run)})"
            for run in runs["iterative"]
        )
        cases[f"{tets} tets"] = [
            below(
                seconds_of(direct) / times[best],
                1,
                f"QN's iterations: {len(direct.first_step) - 1} with the factor; "
                + listed(f"{count} ({name})" for name, count in counts.items())
                + f"; iterations of conjugate gradients in each: {inner}; time with the factor "
                f"over the shortest time with conjugate gradients ({best})",
            )
        ]
    return by_case(
        "the size of the beam",
        cases,
        ratios=listed(f"{ratio:.1f} at {tets} tets" for tets, ratio in ratios.items()),
        more=max(more.values()),
    )


def tolerance_of(run: Run) -> str:
    settings = run.scene["solvers"]["qn"]
    return f"{settings['preconditioner']}, {settings['linear_tolerance']:g}"


def seconds_of(run: Run) -> float:
    """Of the set-up and of all iterations."""
    return run.environment["setup_seconds"] + float(run.first_step["elapsed_seconds"].iloc[-1])
