"""Claims F10 and F11: filters of Newton's Hessian that act only where they must."""

import math

import pandas as pd

from field.claims.measures import has_minimum, in_setting, iterations_to, span, two_digits
from field.claims.newton_filters import HESSIAN, UNTWIST, Filters
from simbench import Run
from simbench.study import Part, Results, Verdict, at_least, at_most, below, claim

DRAWN = "newton_drawn"
SCENES = {"untwists": UNTWIST, "is drawn out": DRAWN}
NEARLY_SOLVED, SOLVED = 1e-6, 1e-12  # relative errors
SLOWER = 1.5  # an end is slower by at least this factor
NEWTONS_END = 3  # iterations from NEARLY_SOLVED to SOLVED: squaring takes one, and the countdown two more
FEW_PROJECTIONS = 0.1
TYPICAL = 0.01  # s, a step of animations; the papers have many
VERY_LARGE = 1  # s


def by_material(results: Results, sweep: str) -> dict[float, list[Filters]]:
    """The runs of a scene by the time step; a list by the material."""
    found: dict = {}
    for (material, h, hessian), run in results.by(sweep, "newton", "material", "h", HESSIAN).items():
        if has_minimum(run):
            found.setdefault(h, {}).setdefault(material, {})[hessian] = run
    return {h: list(runs.values()) for h, runs in found.items()}


def end_phase(run: Run) -> float:
    """The iterations from a small error to rounding; infinite if the run does not get there."""
    solved = iterations_to(run, SOLVED)
    return solved - iterations_to(run, NEARLY_SOLVED) if math.isfinite(solved) else math.inf


def solved(runs: list[Filters], filtered: str) -> int:
    return sum(math.isfinite(iterations_to(one[filtered], SOLVED)) for one in runs)


@claim(10)
def on_demand_keeps_newtons_rate(results: Results) -> Verdict:
    cases, slow, robust = {}, {}, {"exact": 0, "on_demand": 0, "clamped": 0}
    longest, typical = [], []
    number = 0
    for scene, sweep in SCENES.items():
        for h, runs in by_material(results, sweep).items():
            clamped, on_demand = (
                sum(end_phase(one[name]) for one in runs) for name in ("clamped", "on_demand")
            )
            slower = clamped / max(on_demand, 1)
            most = max(end_phase(one["on_demand"]) for one in runs)
            reached = {name: solved(runs, name) for name in robust}
            number += len(runs)
            robust = {name: robust[name] + reached[name] for name in robust}
            slow.setdefault(scene, {})[h] = slower
            typical += [two_digits(slower)] * (h == TYPICAL)
            longest.append(most)
            ends = f"iterations of the end for all materials: {clamped:g} with clamped eigenvalues, "
            ends += f"{on_demand:g} on demand; the ratio"
            materials = f"on demand solves {reached['on_demand']} of {len(runs)} materials"
            materials += f", and clamped eigenvalues solve {reached['clamped']}"
            cases[f"the beam {scene}, h = {h:g} s"] = [
                at_least(slower, SLOWER, ends),
                at_most(most, NEWTONS_END, "the longest end on demand, in iterations"),
                Part(reached["on_demand"] >= reached["clamped"], materials),
            ]
    return in_setting(
        cases,
        lambda case: case.endswith(f"h = {TYPICAL:g} s"),
        untwist=from_long_to_short(slow["untwists"]),
        drawn=from_long_to_short(slow["is drawn out"]),
        typical=" and ".join(typical),
        longest=f"{max(longest):g}",
        number=number,
        **robust,
    )


def from_long_to_short(factors: dict[float, float]) -> str:
    """How a factor changes from the longest time step to the shortest."""
    long, short = (f"{two_digits(factors[end(factors)])} (h = {end(factors):g} s)" for end in (max, min))
    return f"from {long} to {short}"


@claim(11)
def progressive_projects_little(results: Results) -> Verdict:
    cases, words = {}, {}
    large, factorisations, singly, typical = [], [], [], []
    for scene, sweep in SCENES.items():
        fewer, shares_of = [], []
        for h, runs in by_material(results, sweep).items():
            clamped, progressive = ([one[name] for one in runs] for name in ("clamped", "progressive"))
            pairs = [
                (iterations_to(ours, SOLVED), iterations_to(theirs, SOLVED))
                for ours, theirs in zip(progressive, clamped, strict=True)
            ]
            singly += [ours / theirs for ours, theirs in pairs]
            ours, theirs = (sum(counts) for counts in zip(*pairs, strict=True))
            projected = sum(map(projections, progressive)) / sum(map(projections, clamped))
            factorisations.append(sum(map(matrices, progressive)) / sum(map(matrices, clamped)))
            if h >= VERY_LARGE:
                large.append(ours / theirs)
                continue
            fewer.append(ours / theirs)
            shares_of.append(100 * projected)
            typical += [(two_digits(ours / theirs), f"{two_digits(100 * projected)} %")] * (h == TYPICAL)
            finding = (
                f"iterations for all materials: {ours:g}, with clamped eigenvalues {theirs:g}; the ratio"
            )
            cases[f"the beam {scene}, h = {h:g} s"] = [
                below(ours / theirs, 1, finding),
                below(projected, FEW_PROJECTIONS, "projected tets over those of clamped eigenvalues"),
            ]
        words[scene.split()[-1]] = span(fewer)
        words["projects_" + scene.split()[-1]] = f"{span(shares_of)} %"
    return in_setting(
        cases,
        lambda case: case.endswith(f"h = {TYPICAL:g} s"),
        best=two_digits(min(singly)),
        typical=" and ".join(fewer for fewer, _ in typical),
        typical_projects=" and ".join(share for _, share in typical),
        large=span(large),
        factorisations=span(factorisations),
        **words,
    )


def solved_rows(run: Run) -> pd.DataFrame:
    return run.curve[run.curve["iteration"] <= iterations_to(run, SOLVED)]


def projections(run: Run) -> float:
    """The projected tets of all iterations."""
    return float(solved_rows(run)["projected_elements"].sum())


def matrices(run: Run) -> float:
    counted = solved_rows(run)["factorisations"]
    return float(counted.iloc[-1] - counted.iloc[0])
