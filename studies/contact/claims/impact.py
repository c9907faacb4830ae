"""Claim C2: steps that the time of impact cuts, and the iterations that this costs."""

import json
import math
from dataclasses import dataclass

from contact.claims.measures import (
    count,
    cut_share,
    iterations,
    percent,
    rows_of,
    touching,
    two_digits,
)
from simbench import Run
from simbench.labels import solver_label
from simbench.study import Results, Verdict, at_least, claim, in_parts

SOLVERS = ("newton", "newton_cg", "qn", "ncg")  # those that pass through continuous collision detection
DISTANCES = (0.01, 1e-3, 1e-4)  # m
FORCES = (100, 1e4)  # κ d̂³ [N], the size of the force of a pair
MOST, MANY = 0.5, 2  # most steps are cut; a large number of iterations is twice as many
THICK, THIN = DISTANCES[0], DISTANCES[-1]
INSTANCES = range(4)  # the same problem; from 1 on turned, with vertices and tets in another order


@dataclass(frozen=True)
class Cuts:
    """The time steps in contact of a run: their number, their iterations, and those that are cut."""

    steps: int
    iterations: float
    cut: int
    share: float

    def __str__(self) -> str:
        return f"{count(self.iterations)} iterations in {self.steps} steps, {percent(self.share)} are cut"

    def growth(self, before: "Cuts") -> float:
        """How many times the iterations of a step it needs, compared with another run."""
        return self.iterations / self.steps / (before.iterations / before.steps)

    def locks(self, before: "Cuts") -> bool:
        return self.share >= MOST and self.growth(before) >= MANY


def cuts(run: Run, minima: Run) -> Cuts:
    """Counts over the time steps in contact, which `minima`, a run of Newton's method, tells."""
    steps = touching(minima)
    cut = int((rows_of(run, steps)["allowed_step"] < 1).sum())
    return Cuts(len(steps), iterations(run, steps), cut, cut_share(run, steps))


def by_barrier(results: Results, sweep: str = "barriers") -> dict[tuple[str, float, float], Cuts]:
    """By solver, d̂ [m] and κ d̂³ [N]."""
    runs = {solver: results.by(sweep, solver, "contact") for solver in SOLVERS}
    found = {}
    for name in runs["newton"]:
        said = json.loads(name)
        force = float(f"{said['stiffness'] * said['distance'] ** 3:.3g}")
        for solver in SOLVERS:
            found[solver, said["distance"], force] = cuts(runs[solver][name], runs["newton"][name])
    return found


def by_body(results: Results, instance: int) -> dict[tuple[float, float, int], dict[float, Cuts]]:
    """Newton's method by density [kg/m³], Young's modulus [Pa] and cells along a cube; then by d̂ [m]."""
    found: dict = {}
    axes = ("contact", "density", "material", "parts")
    for run in results.by("other_impacts", "newton", *axes, instance=instance).values():
        scene = run.scene
        body = (
            scene["density"],
            scene["material"]["youngs_modulus"],
            scene["body"]["beams"]["parts"][0]["cells"][0],
        )
        found.setdefault(body, {})[scene["contact"]["distance"]] = cuts(run, run)
    return found


@claim(2)
def time_of_impact_locks(results: Results) -> Verdict:
    instances = [by_body(results, instance) for instance in INSTANCES]
    found, bodies = by_barrier(results), instances[0]
    locked = [of[1000, 1e5, 3][THIN].locks(of[1000, 1e5, 3][THICK]) for of in instances[1:]]
    usual = FORCES[0]
    own, before = found["newton", THIN, usual], found["newton", THICK, usual]
    grown = {solver: found[solver, THIN, usual].growth(found[solver, THICK, usual]) for solver in SOLVERS}
    words = f"{count(own.iterations)} in place of {count(before.iterations)} iterations; the ratio"
    parts = [
        at_least(own.share, MOST, "the share of Newton's steps that the time of impact cuts"),
        at_least(grown["newton"], MANY, words),
    ]
    cases = {
        "a stiffer barrier": (found["newton", THIN, FORCES[1]], found["newton", THICK, FORCES[1]]),
        "d̂ = 1e-3 m": (found["newton", DISTANCES[1], usual], before),
    }
    for solver in SOLVERS[1:]:
        cases[solver_label(solver)] = found[solver, THIN, usual], found[solver, THICK, usual]
    for name, body in {
        "a finer mesh": (1000, 1e5, 6),
        "E = 1e7 Pa": (1000, 1e7, 3),
        "E = 1e7 Pa and ten times the mass": (10000, 1e7, 3),
    }.items():
        cases[name] = bodies[body][THIN], bodies[body][THICK]
    stiff = bodies[1000, 1e7, 3]
    return in_parts(
        parts,
        *(
            f"{solver_label(solver)}, d̂ = {d:g} m, κ d̂³ = {force:g} N: {one}"
            for (solver, d, force), one in found.items()
        ),
        *(
            f"Newton, ρ = {density:g} kg/m³, E = {young:g} Pa, {cells} cells, d̂ = {d:g} m: {one}"
            for (density, young, cells), of_body in bodies.items()
            for d, one in of_body.items()
        ),
        share=percent(own.share),
        thick_share=percent(before.share),
        many=count(own.iterations),
        few=count(before.iterations),
        free=count(own.iterations - own.cut),
        free_before=count(before.iterations - before.cut),
    ).reaching(
        {name: one.locks(other) for name, (one, other) in cases.items()}
        | {"turned and in other orders": all(locked)},
        locked=sum(locked),
        copies=len(locked),
        fine=percent(bodies[1000, 1e5, 6][THIN].share),
        fine_growth=two_digits(bodies[1000, 1e5, 6][THIN].growth(bodies[1000, 1e5, 6][THICK])),
        stiff=percent(stiff[THIN].share),
        stiff_growth=two_digits(stiff[THIN].growth(stiff[THICK])),
        **{f"{solver}_share": percent(found[solver, THIN, usual].share) for solver in ("qn", "ncg")},
        **{
            f"{solver}_growth": two_digits(grown[solver])
            for solver in ("qn", "ncg")
            if math.isfinite(grown[solver])
        },
    )
