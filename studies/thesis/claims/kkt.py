"""Claims 84 and 85: sentences about the system of positions and multipliers."""

import math

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, at_most, in_parts
from simbench.study.words import listed
from thesis.claims.integrators import CONVERGED, never_rises
from thesis.claims.measures import final, first_iteration, rod_error

DRIFTS = 1.5  # times the error of the first half of the time: more than a bounded error grows
LEVELS = {"acceleration": "accelerations", "velocity": "velocities", "position": "positions"}


@claim(84)
def dropping_geometric_stiffness(results: Results) -> Verdict:
    kept, dropped = (
        results.by("geometric_stiffness", "kkt", "h", "spring_k", geometric_stiffness=kept)
        for kept in (True, False)
    )
    counts = {key: (iterations(kept[key]), iterations(dropped[key])) for key in kept}
    both = [key for key, of in counts.items() if max(of) < math.inf]
    alone = [key for key, (with_it, without) in counts.items() if with_it < math.inf == without]
    apart = max((abs(final(kept[key]) / final(dropped[key]) - 1) for key in both), default=math.inf)
    words = listed(
        f"{_count(a)} and {_count(b)} (h = {h:g} s, k = {k:.0e} N/m)" for (h, k), (a, b) in counts.items()
    )
    swings = {
        keeps: results.by("geometric_stiffness_pendulum", "kkt", "h", geometric_stiffness=keeps).values()
        for keeps in (True, False)
    }
    stable = {keeps: sum(map(never_rises, runs)) for keeps, runs in swings.items()}
    arriving = [h for h, _ in kept if all(key in both for key in kept if key[0] == h)]
    missing = [h for h, _ in kept if not any(key in both for key in kept if key[0] == h)]
    return in_parts(
        [
            at_most(
                apart, CONVERGED, "where both iterations converge, their objectives differ by a share of"
            ),
            at_most(
                len(alone),
                0,
                f"settings in which only the iteration with geometric stiffness converges; both need {words}",
            ),
        ],
        f"One system a step of a pendulum: of {len(swings[True])} time steps the energy never rises in "
        f"{stable[True]} with geometric stiffness, in {stable[False]} without it",
        alone=listed(f"h = {h:g} s and k = {k:.0e} N/m" for h, k in alone[:2]) or None,
    ).reaching(
        {f"with h = {h:g} s": h in arriving for h in dict.fromkeys(h for h, _ in kept)},
        most=max(arriving, default=None),
        never=min(missing, default=None),
    )


def iterations(run: Run) -> float:
    """Until it has converged; infinite if it ends elsewhere."""
    arrives = abs(final(run, "relative_error")) <= CONVERGED
    return (first_iteration(run, CONVERGED) if arrives else None) or math.inf


def _count(number: float) -> str:
    return f"{number:g}" if math.isfinite(number) else "never"


@claim(85)
def differentiated_constraints_drift(results: Results) -> Verdict:
    grows, most, words = {}, {}, {}
    for level, on in LEVELS.items():
        errors = {
            h: rod_error(run) for h, run in results.by("constraint_levels", "kkt", "h", level=level).items()
        }
        grows[level] = min(e.iloc[len(e) // 2 :].max() / e.iloc[: len(e) // 2].max() for e in errors.values())
        most[level] = 1000 * max(e.max() for e in errors.values())
        lengths = listed(f"{1000 * e.max():.2g} mm (h = {h:g} s)" for h, e in errors.items())
        words[level] = f"constraints on {on}: the rod is off its length by up to {lengths}"
    return in_parts(
        [
            above(
                grows["acceleration"],
                DRIFTS,
                words["acceleration"] + "; the error of the second half of the time over that of the first",
            )
        ],
        words["velocity"],
        words["position"],
        most=most["acceleration"],
    ).reaching(
        {f"for constraints on {LEVELS[level]}": grows[level] > DRIFTS for level in ("velocity", "position")},
        velocity=most["velocity"],
        position=most["position"],
    )
