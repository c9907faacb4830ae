"""Claim F14 and question F15: vertices that move with the answer of all others."""

import math
from collections.abc import Mapping
from dataclasses import replace

from field.claims.measures import in_setting, iterations_to, span
from field.claims.problems import CLOSE, EXACT, RIGHT, Scene, by, grouped, names, times
from field.claims.steps_from_rest import EXACT_HESSIAN, moved_ends, newton_with, sagging, untwisting
from simbench import Run
from simbench.study import Part, Results, Verdict, answered, at_least, at_most, below, claim
from simbench.study.words import listed

FEW = 3  # iterations
HUNDREDS = 100
NEARLY_NEWTON = 2  # at most this multiple of Newton's iterations
MUCH = 1 / 2  # much faster: at most this share of the iterations


@claim(14)
def responses_need_three_iterations(results: Results) -> Verdict:
    scenes = [*untwisting(results), *sagging(results), moved_ends(results)["turned by 90°"]]
    cases, of_others = {}, {"vbd": [], "pd": [], "xpbd": []}
    few, more, never, last, better, own = [], [], [], [], [], []
    for scene in scenes:
        run = of_bases(results, scene, "jgs2")
        count = iterations_to(run, CLOSE)
        others = {
            solver: iterations_to(next(iter(by(results, scene, solver).values())), CLOSE)
            for solver in of_others
        }
        own += [(count, min(others.values()))] * near_rest(scene.name)
        for solver, iterations in others.items():
            of_others[solver].append(iterations)
        newton = last_iterations(newton_with(results, scene, EXACT_HESSIAN))
        tail = last_iterations(run)
        cases[scene.name] = [
            below(count, FEW + 1, "iterations of JGS2 to 1e-3"),
            at_least(min(others.values()), HUNDREDS, f"iterations to 1e-3 are {words(others)}; the fewest"),
            below(tail, newton + 2, f"iterations from 1e-3 to 1e-12, where Newton takes {newton:g}"),
        ]
        where = few if count <= FEW else more if math.isfinite(count) else never
        where.append(scene.name)
        if tail <= newton + 1:
            last.append(scene.name)
        if (
            not scene.sweep.endswith("ends")
            and iterations_to(of_bases(results, scene, "jgs2", "start"), CLOSE) <= FEW
        ):
            better.append(scene.name)
    return in_setting(
        cases,
        near_rest,
        few=grouped(few, scenes),
        more=grouped(more, scenes),
        never=grouped(never, scenes),
        own=f"{max(count for count, _ in own):g}",
        fewest=span([fewest for _, fewest in own]),
        last=f"in {len(last)} of {len(scenes)} steps",
        start=f"in {len(better)} of {len(scenes) - 1} steps",
        vbd=reached(of_others["vbd"]),
        pd=reached(of_others["pd"]),
        xpbd=reached(of_others["xpbd"]),
    )


@claim(15)
def condensation_is_near_newton(results: Results) -> Verdict:
    ends = moved_ends(results)
    scenes = [*untwisting(results), *sagging(results)]
    scenes += [scene for how, scene in ends.items() if "pressed" not in how]
    parts, near, half, never, start, shares = [], [], [], [], [], []
    for scene in scenes:
        run = of_bases(results, scene, "coordinate_condensation")
        count = iterations_to(run, RIGHT)
        jgs2 = iterations_to(of_bases(results, scene, "jgs2"), RIGHT)
        vbd = iterations_to(next(iter(by(results, scene, "vbd").values())), RIGHT)
        newton = iterations_to(newton_with(results, scene), RIGHT)
        found = [
            at_most(
                count / newton, NEARLY_NEWTON, f"{times(run)} iterations to 1e-6, Newton {newton:g}; ratio"
            ),
            much_faster(count, jgs2, "JGS2"),
            much_faster(count, vbd, "VBD"),
        ]
        parts += [replace(part, finding=f"{scene.name}: {part.finding}") for part in found]
        near += [scene.name] * found[0].holds
        shares += [count / jgs2] * found[0].holds
        half += [f"{scene.name} ({words_of(count)} and {words_of(jgs2)})"] * found[1].holds
        never += [scene.name] * (not math.isfinite(count))
        if not scene.sweep.endswith("ends"):
            other = of_bases(results, scene, "coordinate_condensation", "start")
            start.append(iterations_to(other, RIGHT) <= NEARLY_NEWTON * newton)
    return answered(
        parts,
        near=grouped(near, scenes),
        shares=span(shares) if shares else None,
        half=names(half),
        never=grouped(never, scenes),
        start=f"in {sum(start)} of {len(start)} steps",
    )


def near_rest(case: str) -> bool:
    return "by 1.8°" in case or "sag in h = 0.033" in case


def of_bases(results: Results, scene: Scene, solver: str, bases: str = "rest") -> Run:
    has_bases = not scene.sweep.endswith("ends")
    setting = {f"solvers.{solver}.bases": bases} if has_bases else {}
    return next(iter(by(results, scene, solver, **setting).values()))


def last_iterations(run: Run) -> float:
    """Iterations from an error of 1e-3 to one of 1e-12; a quadratic method takes two, as digits double."""
    close = iterations_to(run, CLOSE)
    return iterations_to(run, EXACT) - close if math.isfinite(close) else math.inf


def words(others: Mapping[str, float]) -> str:
    return listed(
        f"{name.upper()} {count:g}" if math.isfinite(count) else f"{name.upper()} more than 600"
        for name, count in others.items()
    )


def reached(counts: list[float]) -> str:
    """48 to 112 iterations (more than 600 in 2 steps)."""
    finite = [count for count in counts if math.isfinite(count)]
    missing = len(counts) - len(finite)
    known = f"{span(finite, '{:.4g}'.format)} iterations" if finite else ""
    late = f"more than 600 in {missing} of {len(counts)} steps" if missing else ""
    return f"{known} ({late})" if known and late else known or late


def much_faster(count: float, other: float, name: str) -> Part:
    """At most half of the iterations of the other solver, which may not arrive at all."""
    finding = f"iterations to 1e-6 over those of {name} ({words_of(count)} and {words_of(other)})"
    return at_most(count / other if math.isfinite(count) else math.inf, MUCH, finding)


def words_of(count: float) -> str:
    return f"{count:g}" if math.isfinite(count) else "not reached"
