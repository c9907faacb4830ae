"""Claims 19 to 22: the beam that is twisted further, strain material."""

import itertools
import math
import operator

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import (
    Part,
    Verdict,
    above,
    at_most,
    below,
    by_case,
    in_parts,
    misprinted,
)
from simbench.study.words import listed
from thesis.claims.measures import final

SWEEP = "thesis_twist"
TIME_STEPS = (1e-1, 1e-2, 1e-3, 1e-4)

Grid = dict[tuple[float, float], Run]  # by time step and stiffness


def grid(results: Results, solver: str, **setting) -> Grid:
    return results.by(SWEEP, solver, "h", "k", **setting)


def fails(run: Run, column: str = "objective") -> bool:
    """Whether the last value is above the first."""
    return final(run, column) > run.at(0)[column]


def thresholds(cells: dict[tuple[float, float], bool]) -> dict[float, float | None]:
    """For each time step the least stiffness from which on all cells are true; None if there is none."""
    found = {}
    for h in sorted({h for h, _ in cells}, reverse=True):
        stiffnesses = sorted((k for step, k in cells if step == h), reverse=True)
        count = next((i for i, k in enumerate(stiffnesses) if not cells[h, k]), len(stiffnesses))
        found[h] = stiffnesses[count - 1] if count else None
    return found


def threshold_part(what: str, cells: dict, thesis: dict, stiffness: str = "k") -> Part:
    """Compares the cells that are true with those from the thesis's thresholds on, one by one."""
    wrong = [
        key
        for key, true in cells.items()
        if true != (thesis[key[0]] is not None and key[1] >= thesis[key[0]])
    ]
    words = listed(
        f"h = {h:g}: {'never' if k is None else f'{stiffness} ≥ {k:.0e}'}"
        for h, k in thresholds(cells).items()
    )
    if wrong:
        words += f"; differs from the thesis in {len(wrong)} of {len(cells)} settings: {settings(wrong)}"
    return at_most(len(wrong), 0, f"{what}: {words}")


def settings(cells) -> str:
    return listed(f"({h:g}, {k:.0e})" for h, k in sorted(cells, reverse=True)) or "none"


@claim(19)
def xpbd_ends_above_start(results: Results) -> Verdict:
    parts, least = [], []
    for solver in ("qn", "pd", "admm"):
        weight = {"c": 0.50596443} if solver == "admm" else {}
        run = results.run(SWEEP, solver, h=1e-1, k=1e9, **weight)
        ratios = [run.at(i)["objective"] / run.at(0)["objective"] for i in (10, 20)]
        least.append(min(ratios))
        words = f"{ratios[0]:.3g} and {ratios[1]:.3g} of start after 10 and 20 iterations"
        parts.append(below(least[-1], 1, f"{SOLVER_LABELS[solver]}: {words}"))
    xpbd = results.run(SWEEP, "xpbd", h=1e-1, k=1e9)
    ratio = final(xpbd) / xpbd.at(0)["objective"]
    return in_parts(
        [*parts, above(ratio, 2, f"XPBD ends at {ratio:.3g} of start")],
        least=max(least),
        ratio=ratio,
    )


@claim(20)
def xpbd_fails(results: Results) -> Verdict:
    thesis = {1e-1: 1e7, 1e-2: 1e8, 1e-3: 1e10, 1e-4: 1e12}
    runs = grid(results, "xpbd")
    cells = {
        term: {key: fails(run, term) for key, run in runs.items()} for term in ("objective", "constraint")
    }
    limits = [math.inf if k is None else k for k in thresholds(cells["objective"]).values()]  # h falls
    rises, falls = (
        sum(compare(a, b) for a, b in itertools.pairwise(limits)) for compare in (operator.gt, operator.lt)
    )
    finding = (
        f"in {len(limits) - 1} steps from a time step to the next larger one the threshold rises {rises} and "
        f"falls {falls} times"
    )
    of_list = [threshold_part(f"{term} above start", cells[term], thesis) for term in cells]
    wrong = listed(f"by its {term} in {part.measured:g}" for term, part in zip(cells, of_list, strict=True))
    words = (
        f"In all {len(runs)} settings XPBD ends above the start where the list says so and nowhere else"
        if all(part.holds for part in of_list)
        else f"Of {len(runs)} settings XPBD differs from the list {wrong}"
    )
    meant = Part(falls == len(limits) - 1, finding)
    wrong_way = ", so that the sentence in the text has it the wrong way round" if rises == 0 < falls else ""
    return misprinted(
        [*of_list, Part(rises == len(limits) - 1, finding)],
        [*of_list, meant],
        words=words,
        finding=finding,
        wrong_way=wrong_way,
    )


@claim(21)
def xpbd_inertial_term_against_qn(results: Results) -> Verdict:
    thesis = {1e-1: None, 1e-2: 1e5, 1e-3: 1e5, 1e-4: 1e7}
    cases, wrong, excess = {}, {}, []
    for precision, sweep in (("double", SWEEP), ("single", "thesis_twist_single")):
        qn, xpbd = (results.by(sweep, solver, "h", "k") for solver in ("qn", "xpbd"))
        ratios = {key: final(run, "inertial") / final(qn[key], "inertial") for key, run in xpbd.items()}
        cells = {key: ratio > 1 for key, ratio in ratios.items()}
        cases[precision] = [
            threshold_part(
                f"XPBD's inertial term above QN's, h = {h:g} s",
                {key: true for key, true in cells.items() if key[0] == h},
                thesis,
            )
            for h in TIME_STEPS
        ]
        wrong[precision] = sum(int(part.measured) for part in cases[precision])
        excess += [ratios[key] - 1 for key in cells if key[0] == 1e-4 and key[1] < thesis[1e-4]]
    counts = listed(f"{count} of {len(cells)} in {which}" for which, count in wrong.items())
    by_time_step = zip(TIME_STEPS, *cases.values(), strict=True)
    held = listed(f"{h:g}" for h, *parts in by_time_step if all(part.holds for part in parts))
    return by_case(
        "the precision of the solver's arithmetic",
        cases,
        held=f"As claimed at h = {held} s" if held else "At no time step as claimed",
        counts=counts,
        excess=100 * max(excess) if max(excess) > 0 else None,
    )


@claim(22)
def xpbd_surface(results: Results) -> Verdict:
    xpbd, qn = (shape(results.run("shapes_twist", s, k=1e12, iterations=1000)) for s in ("xpbd", "qn"))
    behind = (abs(qn.twist) - abs(xpbd.twist)) / 2
    parts = [
        above(
            xpbd.roughness / qn.roughness,
            1.5,
            f"angle between neighbouring surface triangles: XPBD {xpbd.roughness:.1f}°, QN "
            f"{qn.roughness:.1f}°",
        ),
        above(
            xpbd.end_roughness / qn.end_roughness,
            2,
            f"in the outer tenths of the beam: XPBD {xpbd.end_roughness:.1f}°, QN {qn.end_roughness:.1f}°",
        ),
        above(
            abs(xpbd.twist),
            abs(qn.twist),
            f"twist: XPBD {xpbd.twist:.2f}°, QN {qn.twist:.2f}°; an end of XPBD's is behind by {behind:.1f}°",
        ),
    ]
    further = 1e3 * (xpbd.radius - qn.radius)
    return in_parts(
        parts,
        f"XPBD's vertices are up to {further:.0f} mm further from the axis than QN's",
        "the thesis's own side view shows XPBD's ends turned less than QN's, too, by about ten degrees each",
        of_xpbd=xpbd.end_roughness,
        of_qn=qn.end_roughness,
        further=further,
        behind=behind if [part.holds for part in parts] == [True, True, False] else None,
    )
