"""Claims C1 and C5: surfaces that cross and tets that invert, at any stiffness, time step and speed."""

from contact.claims.measures import contact, count, iterations, law_of, speed, together, touching
from simbench import Run
from simbench.labels import solver_label
from simbench.study import Part, Results, Verdict, at_most, claim, in_parts

SWEEP = "speeds"
NAMES = {"log_barrier": "the log barrier", "cubic_barrier": "the cubic barrier", "penalty": "the penalty"}
SOFTENING = "stable_neo_hookean"  # finite where a tet inverts
OWN = "neo_hookean"  # infinite there


def hits(results: Results, solver: str) -> dict[str, list[Run]]:
    """The runs of a solver in which a pair comes near, by the law of contact and the material."""
    found: dict[str, list[Run]] = {}
    for run in results.by(SWEEP, solver, "contact", "material", "h", "impact").values():
        if run.iterations["contact_pairs"].max() > 0:
            model = run.scene["material"]["model"]
            found.setdefault(law_of(run) if model == OWN else model, []).append(run)
    return found


def with_any(runs: list[Run], column: str) -> int:
    """The runs with an iterate of which this column is not 0."""
    return sum(bool(run.iterations[column].max() > 0) for run in runs)


def none_of(runs: list[Run], column: str, what: str) -> Part:
    return at_most(with_any(runs, column), 0, f"of {len(runs)} runs, those with {what} at any iterate")


def crossing(found: dict[str, list[Run]]) -> str | None:
    """The laws with runs in which surfaces cross, in words."""
    return together(
        f"{with_any(runs, 'intersections')} of {len(runs)} runs with {NAMES[law]}"
        for law, runs in found.items()
        if law in NAMES and with_any(runs, "intersections")
    )


def pushed_to_rounding(found: dict[str, list[Run]]) -> str | None:
    """The laws with runs that end because a push is stronger than the law, in words."""
    counts = {
        law: sum(run.manifest["status"] == "stalled" for run in runs)
        for law, runs in found.items()
        if law in ("cubic_barrier", "penalty")
    }
    return together(
        f"{count} of {len(found[law])} runs with {NAMES[law]}" for law, count in counts.items() if count
    )


@claim(1)
def barrier_keeps_apart(results: Results) -> Verdict:
    found = hits(results, "newton")
    runs, soft = found["log_barrier"], found[SOFTENING]
    parts = [
        none_of(runs, "intersections", "an edge that crosses a triangle"),
        none_of(runs, "inverted_tets", "an inverted tet"),
    ]
    gap = min(run.iterations["smallest_gap"].min() for run in runs)
    return in_parts(parts, runs=len(runs), gap=gap, fastest=max(map(speed, runs))).reaching(
        {NAMES[law]: not with_any(found[law], "intersections") for law in ("cubic_barrier", "penalty")}
        | {"stable Neo-Hookean tets": not with_any(soft, "inverted_tets")},
        crossing=crossing(found),
        stalled=pushed_to_rounding(found),
        inverted=with_any(soft, "inverted_tets"),
        soft=len(soft),
    )


def iterations_of(results: Results, step_filter: str) -> dict[str, str]:
    """The iterations to 1e-6 of the steps in contact, by the name of the solver."""
    at = {"contact": contact(distance=1e-3, stiffness=1e11), "instance": 0}
    found = {}
    for solver in ("newton", "qn", "ncg"):
        axis = f"{solver}_filter"
        run = results.run("filters", solver, **at, **{axis: step_filter})
        found[solver_label(solver)] = count(iterations(run, touching(run)))
    return found


@claim(5)
def bounds_keep_apart(results: Results) -> Verdict:
    found = hits(results, "vbd")
    runs = found["log_barrier"] + found[SOFTENING]
    part = none_of(runs, "intersections", "an edge that crosses a triangle")
    extrapolated = {
        "over-relaxation": results.by("barriers", "pbng", "contact", relaxation=1.6),
        "Chebyshev's weights": results.by("barriers", "vbd", "contact", rho=0.9),
    }
    cut = {how: iterations_of(results, how) for how in ("ccd", "offset")}
    sweeps = results.by("barriers", "pbng", "contact", relaxation=1).values()
    return in_parts(
        [part],
        runs=len(runs),
        inverted=with_any(found["log_barrier"], "inverted_tets"),
        log=len(found["log_barrier"]),
    ).reaching(
        {NAMES[law]: not with_any(found[law], "intersections") for law in ("cubic_barrier", "penalty")}
        | {"sweeps of PBNG": not with_any(list(sweeps), "intersections")}
        | {name: not with_any(list(by.values()), "intersections") for name, by in extrapolated.items()},
        crossing=crossing(found),
        filtered=together(f"{count} ({name})" for name, count in cut["offset"].items()),
        whole=together(cut["ccd"].values()),
        extrapolated=together(
            f"{with_any(list(by.values()), 'intersections')} of {len(by)} runs with {name}"
            for name, by in extrapolated.items()
            if with_any(list(by.values()), "intersections")
        ),
    )
