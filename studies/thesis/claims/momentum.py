"""Claims 14 to 16: the untwisting beam at h = 1e-1 s, k = 1e9 Pa, in double and in single precision.

The thesis computed in single precision with a plain sparse Cholesky (linear_solver "simplicial"), whose
rounding its plots show; "supernodal" rounds less. Momenta are compared with M v, the beam's mass times its
root mean square velocity, which follows from the inertial term (from rest it is the kinetic energy).
"""

import itertools
import math
from collections.abc import Iterable

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, apart, by_case
from simbench.study.words import listed
from thesis.claims.measures import beam_mass, final, first_below, spread, two_digits

AT_ORIGIN = [0, 0, 0]
THESIS_WEIGHT = 0.50596443
PLAIN, BLOCKED = "simplicial", "supernodal"  # sparse Cholesky factorisations
KEPT = 1e-4  # a momentum below this share of M v counts as kept


def runs_in(results: Results, precision: str, linear_solver: str = PLAIN) -> dict[str, Run]:
    """The four solvers with the thesis's settings; `linear_solver` is PD's."""
    own = {
        "qn": {"history": 5, "line_search": "backtracking"},
        "admm": {"c": THESIS_WEIGHT},
        "pd": {"global_step": "positions"},
        "xpbd": {},
    }
    runs = {
        solver: results.run("momentum", solver, precision=precision, origin=AT_ORIGIN, **setting)
        for solver, setting in own.items()
    }
    if linear_solver != PLAIN:
        runs["pd"] = results.run(
            "momentum_linear_solver", "pd", precision=precision, origin=AT_ORIGIN, linear_solver=linear_solver
        )
    return runs


def momentum(run: Run, which: str = "linear_momentum", iteration: int | None = None) -> float:
    """[kg m/s, kg m²/s]"""
    return final(run, which) if iteration is None else run.at(iteration)[which]


def shown(run: Run, which: str = "linear_momentum") -> str:
    return two_digits(momentum(run, which))


def allowed(run: Run) -> float:
    """The limit below which a momentum counts as kept; angular momentum is compared with M v · 1 m."""
    return KEPT * math.sqrt(2 * beam_mass(run) * final(run, "inertial"))


def kept(run: Run, which: str) -> bool:
    return momentum(run, which) < allowed(run)


CROSSING = (660, 680)  # iterations from which on XPBD is below PD, in the thesis's curve and in its text
FAR = 5  # times the second largest: "by far the most"
ALMOST_ALL = 0.1  # how far a share may be from 1
ARITHMETIC = "the precision of the solver's arithmetic"
WITH_CHOLESKY = f"{ARITHMETIC} and on its sparse Cholesky"
SINGLE = "single, plain Cholesky"
CASES = {
    "double": ("double", PLAIN),
    SINGLE: ("single", PLAIN),
    "single, supernodal Cholesky": ("single", BLOCKED),
}
PLACES = (
    "in single precision with a plain Cholesky the beam stands at several places on its axis, since the "
    "rounding of absolute positions decides"
)
Places = list[dict[str, Run]]  # by solver


def places_in(results: Results) -> dict[str, Places]:
    """The thesis's four solvers for each case: at one place, or at several places if rounding decides."""
    found = {case: [runs_in(results, *which)] for case, which in CASES.items()}
    weight = {"admm": {"c": THESIS_WEIGHT}}
    by_solver = {s: results.by("momentum_places", s, "origin", **weight.get(s, {})) for s in found[SINGLE][0]}
    found[SINGLE] = [{s: runs[origin] for s, runs in by_solver.items()} for origin in by_solver["pd"]]
    return found


def spread_of(runs: Iterable[Run], which: str = "linear_momentum") -> str:
    """The smallest and the largest momentum at the end of these runs, in words."""
    numbers = sorted(momentum(run, which) for run in runs)
    return " to ".join(dict.fromkeys(two_digits(number) for number in (numbers[0], numbers[-1])))


@claim(14)
def xpbd_overtakes_pd(results: Results) -> Verdict:
    cases, overtakes = {}, {}
    for case, places in places_in(results).items():
        errors = [{s: run.at(20)["relative_error"] for s, run in runs.items()} for runs in places]
        step = min(b / a for of_start in errors for a, b in itertools.pairwise(of_start.values()))
        found = [first_below(runs["xpbd"], runs["pd"]) for runs in places]
        found = [math.inf if iteration is None else iteration for iteration in found]
        overtakes[case] = spread(found, "g")
        cases[case] = [
            above(
                step,
                1,
                "relative errors after 20 iterations: "
                + listed(f"{SOLVER_LABELS[s]} {spread((e[s] for e in errors), '.2e')}" for s in errors[0]),
            ),
            Part(
                min(found) <= CROSSING[1] and max(found) >= CROSSING[0] and min(found) < math.inf,
                f"XPBD stays below PD from iteration {overtakes[case]} on ({_count(places)})",
            ),
        ]
    is_order = all(order.holds for order, _ in cases.values())
    return by_case(
        WITH_CHOLESKY,
        cases,
        order="The order after 20 iterations holds in all cases. " if is_order else "",
        crossings=listed((f"{words} ({case})" for case, words in overtakes.items())),
    )


@claim(15)
def pd_ends_higher(results: Results) -> Verdict:
    cases, ends = {}, {}
    for case, places in places_in(results).items():
        ratios = [final(runs["pd"]) / final(runs["qn"]) for runs in places]
        inertial = [final(runs["pd"], "inertial") / final(runs["qn"], "inertial") for runs in places]
        at_20 = [{s: run.at(20)["inertial"] for s, run in runs.items()} for runs in places]
        over_others = [terms["pd"] / max(v for s, v in terms.items() if s != "pd") for terms in at_20]
        ends[case] = spread(ratios)
        errors = spread((100 * final(runs["pd"], "relative_error") for runs in places), ".2g")
        cases[case] = [
            Part(
                min(ratios) <= 2.3 <= max(ratios),
                f"PD ends at {ends[case]} times QN's objective (relative error {errors} %; {_count(places)})",
            ),
            above(max(inertial), 2, f"its inertial term is {spread(inertial)} times QN's; the most"),
            above(
                max(over_others),
                1,
                "inertial terms after 20 iterations in J: "
                + listed(f"{SOLVER_LABELS[s]} {spread((t[s] for t in at_20), '.5g')}" for s in at_20[0]),
            ),
        ]
    exact = places_in(results)["double"][0]
    words = listed(f"{ratio} ({case})" for case, ratio in ends.items())
    return by_case(
        WITH_CHOLESKY,
        cases,
        words=words,
        without_rounding=" Without rounding there is no excess."
        if apart(final(exact["pd"]), final(exact["qn"])) < KEPT
        else "",
    )


@claim(16)
def momenta(results: Results) -> Verdict:
    places = places_in(results)
    double = places["double"][0]
    which = ("linear_momentum", "angular_momentum")
    gained = [(solver, name) for solver, run in double.items() for name in which if not kept(run, name)]
    only = (
        f", and XPBD's angular momentum of {shown(double['xpbd'], 'angular_momentum')} kg m²/s is the only "
        "one that is gained."
    )
    single = {s: spread_of(runs[s] for runs in places[SINGLE]) for s in ("pd", "admm")}
    return by_case(
        WITH_CHOLESKY,
        {case: _momenta(of_case) for case, of_case in places.items()},
        pd_single=single["pd"],
        admm_single=single["admm"],
        places=len(places[SINGLE]),
        pd_double=shown(double["pd"]),
        admm_double=shown(double["admm"]),
        end=only if gained == [("xpbd", "angular_momentum")] else ".",
    )


def _momenta(places: Places) -> list[Part]:
    parts = []
    gains = {"qn": (False, False), "xpbd": (False, True), "pd": (True, True), "admm": (True, True)}
    for s, expected in gains.items():
        of_solver = [runs[s] for runs in places]
        found = {
            tuple(not kept(run, which) for which in ("linear_momentum", "angular_momentum"))
            for run in of_solver
        }
        parts.append(
            Part(
                found == {expected},
                f"{SOLVER_LABELS[s]} ends with {spread_of(of_solver)} kg m/s and "
                f"{spread_of(of_solver, 'angular_momentum')} kg m²/s ({_count(places)}); kept is what is "
                f"below {spread(map(allowed, of_solver), '.2g')}",
            )
        )
    for s in ("pd", "admm"):
        shares = [momentum(runs[s], iteration=20) / momentum(runs[s]) for runs in places]
        parts.append(
            Part(
                all(not kept(runs[s], "linear_momentum") for runs in places)
                and all(abs(share - 1) < ALMOST_ALL for share in shares),
                f"{SOLVER_LABELS[s]} has {spread((100 * share for share in shares), '.0f')} % of its linear "
                "momentum after 20 iterations",
            )
        )
    others = [max(momentum(run) for s, run in runs.items() if s != "pd") for runs in places]
    ratios = [momentum(runs["pd"]) / other for runs, other in zip(places, others, strict=True)]
    is_most = min(ratios) >= FAR and all(not kept(runs["pd"], "linear_momentum") for runs in places)
    return [*parts, Part(is_most, f"PD's linear momentum is {spread(ratios)} times the next one's")]


def _count(places: Places) -> str:
    return f"{len(places)} places" if len(places) > 1 else "one place"
