"""Claims 19 to 22: the beam that is twisted further, strain material."""

import itertools
import math
import operator
from collections.abc import Iterable

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, below, in_parts, misprinted
from simbench.study.words import listed
from thesis.claims.measures import final
from thesis.claims.problems import Key, by_problem, cases, intervals, problem

SWEEP, IN_SINGLE = "thesis_twist", "thesis_twist_single"
THESIS_WEIGHT = 0.50596443  # c at h = 1e-1 s, k = 1e9 Pa
SIGNIFICANTLY = 2  # times

Grid = dict[Key, Run]


def grid(results: Results, solver: str, **setting) -> Grid:
    return results.by(SWEEP, solver, "h", "k", **setting)


def fails(run: Run, column: str = "objective") -> bool:
    """Whether the last value is above the first."""
    return final(run, column) > run.at(0)[column]


def of_start(run: Run) -> float:
    """The last objective over the first."""
    return final(run) / run.at(0)["objective"]


def least_of_start(run: Run, within: int = 20) -> float:
    """The least objective of these iterations over that of the start."""
    rows = run.first_step.query(f"0 < iteration <= {within}")
    return float(rows["objective"].min() / run.at(0)["objective"])


def settings(cells: Iterable[Key]) -> str:
    return listed(f"({h:g}, {k:.0e})" for h, k in sorted(cells, reverse=True)) or "none"


def table_part(what: str, found: set[Key], table: set[Key]) -> Part:
    """Compares settings with those of a table of the thesis, one by one."""
    wrong = found ^ table
    return at_most(len(wrong), 0, f"{what}: settings other than in the table: {settings(wrong)}; how many")


@claim(19)
def xpbd_ends_above_start(results: Results) -> Verdict:
    weights = {"qn": {}, "pd": {}, "admm": {"c": THESIS_WEIGHT}}
    least = {s: least_of_start(results.run(SWEEP, s, h=1e-1, k=1e9, **c)) for s, c in weights.items()}
    ratio = of_start(results.run(SWEEP, "xpbd", h=1e-1, k=1e9))
    others = {s: grid(results, s, **({"c": 0.5} if c else {})) for s, c in weights.items()}
    cells = {
        key: of_start(run) > SIGNIFICANTLY and all(least_of_start(of[key]) < 1 for of in others.values())
        for key, run in grid(results, "xpbd").items()
    }
    return in_parts(
        [
            *(
                below(value, 1, f"{SOLVER_LABELS[s]} falls to {value:.3g} of the start within 20 iterations")
                for s, value in least.items()
            ),
            above(ratio, SIGNIFICANTLY, f"XPBD ends at {ratio:.3g} of the start"),
        ],
        least=max(least.values()),
        ratio=ratio,
    ).reaching(cases(cells), held=intervals(by_problem(cells)))


@claim(20)
def xpbd_fails(results: Results) -> Verdict:
    listed_from = {1e-1: 1e7, 1e-2: 1e8, 1e-3: 1e10, 1e-4: 1e12}
    single, double = (
        {term: {key for key, run in runs.items() if fails(run, term)} for term in ("objective", "constraint")}
        for runs in (results.by(IN_SINGLE, "xpbd", "h", "k"), grid(results, "xpbd"))
    )
    table = {(h, k) for h, k in grid(results, "xpbd") if k >= listed_from[h]}
    of_list = [table_part(f"{term} above the start", cells, table) for term, cells in single.items()]
    limits = {
        h: min((k for step, k in single["objective"] if step == h), default=math.inf) for h in listed_from
    }
    words = listed(f"from k = {k:.0e} Pa on at h = {h:g} s" for h, k in limits.items())
    rises, falls = (
        all(compare(*pair) for pair in itertools.pairwise(limits.values()))  # h falls
        for compare in (operator.gt, operator.lt)
    )
    products = sorted(map(problem, limits.items()))
    same = all(cells == table for cells in double.values())
    wrong = set.union(*(cells ^ table for cells in single.values()))
    return misprinted(
        [*of_list, Part(rises, f"the threshold rises with h: {words}")],
        [*of_list, Part(falls, f"the threshold falls as h grows: {words}")],
        limits=words,
        wrong=settings(wrong) if wrong else None,
        way="falls" if falls else "does not fall",
    ).reaching(
        {"in double precision": same},
        too="too" if same else "but not with this list",
        low=products[0],
        high=products[-1],
    )


@claim(21)
def xpbd_inertial_term_against_qn(results: Results) -> Verdict:
    listed_from = {1e-1: math.inf, 1e-2: 1e5, 1e-3: 1e5, 1e-4: 1e7}
    larger: dict[str, set[Key]] = {}
    for sweep in (SWEEP, IN_SINGLE):
        qn, xpbd = (results.by(sweep, solver, "h", "k") for solver in ("qn", "xpbd"))
        ratios = {key: final(run, "inertial") / final(qn[key], "inertial") for key, run in xpbd.items()}
        larger[sweep] = {key for key, ratio in ratios.items() if ratio > 1}
    parts = {
        h: table_part(
            f"h = {h:g} s, larger than QN's",
            {key for key in larger[IN_SINGLE] if key[0] == h},
            {(step, k) for step, k in ratios if step == h and k >= least},
        )
        for h, least in listed_from.items()
    }
    same = larger[SWEEP] == larger[IN_SINGLE]
    return in_parts(
        parts.values(),
        held=" and ".join(f"{h:g}" for h, part in parts.items() if part.holds) or "no time step of the table",
        largest=100 * (max(ratio for (h, _), ratio in ratios.items() if h == 1e-1) - 1),
        small=100 * (max(ratio for (h, k), ratio in ratios.items() if h == 1e-4 and k < 1e7) - 1),
    ).reaching({"in double precision": same}, same="the same" if same else "other")


@claim(22)
def xpbd_surface(results: Results) -> Verdict:
    xpbd, qn = (shape(results.run("shapes_twist", s, k=1e12, iterations=1000)) for s in ("xpbd", "qn"))
    further = 1e3 * (xpbd.radius - qn.radius)
    return in_parts(
        [
            above(
                xpbd.end_roughness / qn.end_roughness,
                2,
                "angle between neighbouring triangles of the surface in the outer tenths of the beam: XPBD "
                f"{xpbd.end_roughness:.1f}°, QN {qn.end_roughness:.1f}°",
            ),
            above(further, 0, "how much further from the axis XPBD's vertices are than QN's [mm]"),
            above(abs(xpbd.twist), abs(qn.twist), f"twist: XPBD {xpbd.twist:.1f}°, QN {qn.twist:.1f}°"),
        ],
        "the thesis's own side view shows XPBD's ends turned less than QN's, too, by about ten degrees each",
        of_xpbd=xpbd.end_roughness,
        of_qn=qn.end_roughness,
        further=further,
        twist=abs(xpbd.twist),
        of_qns=abs(qn.twist),
    )
