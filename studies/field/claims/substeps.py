"""Claim F19: substeps of one iteration against one step with as many iterations."""

import statistics
from collections.abc import Callable
from functools import partial

from field.claims.measures import in_setting, power_of_ten, span, two_digits
from field.claims.sagging import sag
from field.claims.trajectories import Reference, by_substeps, end_of, reference
from simbench import Run
from simbench.study import Part, Results, Verdict, below, claim

LET_GO, EXACT, REFERENCE = "substeps_let_go", "substeps_exact", "substeps_reference"
SAG, STATIC = "substeps_sag", "substeps_static"
STIFF = 1e8  # Pa; stiffer than the bodies of the paper
RIVALS = ("vbd", "pd", "qn", "newton")  # they show whether XPBD gains or the step does
NAMES = {"qn": "L-BFGS", "newton": "Newton's method"}  # as the sentence calls them


@claim(19)
def substeps_are_better(results: Results) -> Verdict:
    let_go, exact_steps, fine = (partial(results.by, sweep) for sweep in (LET_GO, EXACT, REFERENCE))
    cases: dict[str, list[Part]] = {}
    gains: dict[str, list[float]] = {solver: [] for solver in ("xpbd", *RIVALS)}
    own_errors, notes, medians = [], [], []
    for k, static in results.by(STATIC, "newton", "k").items():
        ref = reference(fine, k)
        runs = by_substeps(let_go, "xpbd", k)
        most = max(runs)
        distances = {n: ref.distance(end_of(run)) for n, run in runs.items()}
        exact = {n: end_of(run) for n, run in by_substeps(exact_steps, "newton", k).items()}
        sagging = by_substeps(partial(results.by, SAG), "xpbd", k)
        sag_ratios = [sag(sagging[n]) / sag(static) for n in (max(sagging), 1)]
        name = f"k = {power_of_ten(k)} Pa"
        cases[name] = [
            smaller(distances[most], distances[1], millimetres, "the distance to the reference"),
            smaller(*energy_errors(ref, runs), percent, "the error of the total energy"),
            smaller(
                distances[most], ref.distance(exact[1]), millimetres, "that distance", "in an exact step"
            ),
            smaller(
                *(abs(ratio - 1) for ratio in sag_ratios), percent, "how far the mean sag is from equilibrium"
            ),
        ]
        for solver, found in gains.items():
            ends = by_substeps(let_go, solver, k)
            found.append(ref.distance(end_of(ends[1])) / ref.distance(end_of(ends[most])))
        own_errors.append(ref.own_error / distances[most])
        notes += [
            f"{name}: from exact steps to the reference and from XPBD to exact steps it is "
            f"{parts_of_error(ref, exact, runs)}, with one step and with {most}",
            f"{name}: the mean sag over that in equilibrium is {two_digits(sag_ratios[1])} with one step and "
            f"{two_digits(sag_ratios[0])} with {max(sagging)}",
        ]
        medians += [own_error(runs[1]), own_error(runs[most])]
    return in_setting(
        cases,
        lambda case: case != f"k = {power_of_ten(STIFF)} Pa",
        *notes,
        own=span(gains["xpbd"][:-1]),
        reference=percent(max(own_errors)),
        of_one=span(medians[::2]),
        of_many=span(medians[1::2]),
        **{solver: span(found) for solver, found in gains.items()},
    )


def smaller(
    many: float, one: float, show: Callable[[float], str], what: str, other: str = "with one step"
) -> Part:
    """Whether a number is smaller with substeps."""
    return below(many / one, 1, f"{what} is {show(many)} with substeps and {show(one)} {other}; the ratio")


def millimetres(metres: float) -> str:
    return f"{two_digits(1000 * metres)} mm"


def percent(share: float) -> str:
    return f"{two_digits(100 * share)} %"


def energy_errors(ref: Reference, runs: dict[int, Run]) -> tuple[float, float]:
    """The relative errors of the total energy with most substeps and with one."""
    many, one = (abs(end_of(runs[n]).energy / ref.end.energy - 1) for n in (max(runs), 1))
    return many, one


def parts_of_error(ref: Reference, exact: dict, runs: dict[int, Run]) -> str:
    """The distance of exact steps to the reference, and of the solver to exact steps, for the ends of n."""
    pairs = [(ref.distance(exact[n]), ref.distance(end_of(runs[n]), exact[n])) for n in (1, max(runs))]
    return ", then ".join(f"{millimetres(step)} and {millimetres(solver)}" for step, solver in pairs)


def own_error(run: Run) -> float:
    """The median of the substeps' relative errors, each against its own minimum from the same state."""
    return statistics.median(run.ends_of_steps["relative_error"])
