"""Claims R59 and R60: multipliers of contacts that are clamped, and friction on inclines."""

import math

import numpy as np

from rigid.claims.measures import last, number, percent, rounded, span
from rigid.claims.softness import SOLVED, STATIC
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_most, by_case
from simbench.study.words import listed

CLAMPING = {"gs": "gs and xpbd", "sor": "sor", "jacobi": "jacobi", "si": "si", "avbd": "avbd", "alm": "alm"}
MET = 1e-8  # of the momentum times h that gravity adds in the step: conditions are met up to rounding
WITH_FRICTION = ("gs", "sor", "jacobi", "xpbd", "si", "avbd", "soft_step", "tgs")
FRICTION = STATIC  # friction is right to 1 %, like the static stretch
AT_REST = 0.01  # of the speed without friction: a body that slides at 0.99 ν_s without holding would reach it


def unmet(run: Run) -> float:
    """How far c ≥ 0, Λ ≥ 0 and c Λ = 0 are violated at the end, over the weight's Λ, m g h²."""
    step = run.scene["step"]["time_step"]
    mass = sum(body.get("mass", 0.0) for body in run.scene["bodies"])
    return last(run, "projected_residual") / (mass * np.linalg.norm(run.scene["gravity"]) * step**2)


def system_of(run: Run) -> str:
    """In words: what is in contact, with the number of contacts."""
    moving = [body for body in run.scene["bodies"] if "mass" in body]
    contacts = f"{last(run, 'contacts'):g} contacts"
    shape = "balls" if "radius" in moving[0] else "box" if len(moving) == 1 else "boxes"
    return f"{contacts} of {len(moving)} {shape}"


@claim(59)
def complementarity(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    for solver, words in CLAMPING.items():
        runs = results.by("rigid_complementarity", solver, "system").values()
        for turns in (False, True):
            of = {system_of(run): run for run in runs if ("balls" not in system_of(run)) == turns}
            cases[f"{'boxes' if turns else 'balls'}, {words}"] = [
                _worst({name: unmet(run) for name, run in of.items()}, MET, "the conditions are violated by"),
                _worst(
                    {name: last(run, "relative_error") for name, run in of.items()},
                    SOLVED,
                    "the relative error ends at",
                ),
            ]
    said = (
        f"Where contacts do not turn the bodies (balls), {_solvers(cases, 'balls', True, True)} end at the "
    )
    said += f"solution; where they do (boxes), {_solvers(cases, 'boxes', True, True)} do."
    apart = {words: end for words, (conditions, end) in cases.items() if conditions.holds and not end.holds}
    if apart:
        ends = listed(f"{rounded(end.measured)} ({words})" for words, end in apart.items())
        said += (
            " Other solvers meet c ≥ 0, Λ ≥ 0 and c Λ = 0, too, but in another pose. Their largest relative "
            f"errors are {ends}."
        )
    violated = {
        words: conditions.measured for words, (conditions, _) in cases.items() if not conditions.holds
    }
    if violated:
        amounts = listed(f"{rounded(amount)} ({words})" for words, amount in violated.items())
        said += f" The conditions stay violated by this share of the weight's Λ: {amounts}."
    return by_case("the solver and whether the contacts turn the bodies", cases, said=said)


def _solvers(cases: dict[str, list[Part]], bodies: str, *holds: bool) -> str:
    """The solvers for which these parts hold, in words."""
    found = [
        words.removeprefix(f"{bodies}, ")
        for words, parts in cases.items()
        if words.startswith(bodies) and tuple(part.holds for part in parts) == holds
    ]
    return listed(found) if found else "no solvers"


def _worst(values: dict[str, float], threshold: float, words: str) -> Part:
    each = listed(f"{value:.2g} ({name})" for name, value in values.items())
    return at_most(max(values.values()), threshold, f"{words} {each}")


def slope(run: Run) -> float:
    """The tangent of the incline's angle; gravity is tilted instead of the incline."""
    along, _, across = run.scene["gravity"]
    return -along / across


def speeds(run: Run) -> np.ndarray:
    """The speeds of the only body at the ends of the frames [m/s], from its kinetic energy."""
    mass = sum(body.get("mass", 0.0) for body in run.scene["bodies"])
    return np.sqrt(2 * run.ends_of_steps["kinetic_energy"].to_numpy(float) / mass)


def friction_found(run: Run) -> float:
    """The force of friction over the normal force, from the acceleration in the second half of the frames."""
    v = speeds(run)
    half = len(v) // 2
    seconds = run.scene["step"]["time_step"] * (len(v) - half)
    along, _, across = run.scene["gravity"]
    return (along - (v[-1] - v[half - 1]) / seconds) / -across


def sliding_speed(run: Run, dynamic: float) -> float:
    """The speed at the end [m/s] of a body that slides from rest with this friction."""
    along, _, across = run.scene["gravity"]
    seconds = run.scene["step"]["time_step"] * len(speeds(run))
    return (along - dynamic * -across) * seconds


def coefficients(run: Run) -> tuple[float, float]:
    """The static and the dynamic coefficient; contacts that are found have one for both."""
    if given := run.scene.get("constraints"):
        return given[0]["static_friction"], given[0]["dynamic_friction"]
    found = math.prod(body["friction"] for body in run.scene["bodies"]) ** 0.5
    return found, found


@claim(60)
def friction_on_inclines(results: Results) -> Verdict:
    cases, slopes, rest, slide = {}, set(), [], []
    for sweep, words in (("rigid_slide", "one contact"), ("rigid_slide_box", "four contacts")):
        below, above = {}, {}
        for solver in WITH_FRICTION:
            for run in results.by(sweep, solver, "gravity").values():
                static, dynamic = coefficients(run)
                slopes.add(float(f"{slope(run) / static:.3g}"))
                name = f"{solver}, {slope(run) / static:.3g} ν_s"
                if slope(run) < static:
                    seconds = run.scene["step"]["time_step"] * len(speeds(run))
                    below[name] = speeds(run)[-1] / (run.scene["gravity"][0] * seconds)
                else:
                    # A body that does not slide has found a friction of the slope, which may be near ν_d.
                    slid = speeds(run)[-1] > 0.5 * sliding_speed(run, dynamic)
                    above[name] = abs(friction_found(run) / dynamic - 1) if slid else math.inf
        cases[words] = [
            _largest(below, AT_REST, "the speed at the end over that without friction is at most"),
            _largest(above, FRICTION, "the force of friction is off from ν_d |N| by at most"),
        ]
        rest.append(cases[words][0].measured)
        slide.append(cases[words][1].measured)
    gentle, steep = ([value for value in slopes if (value < 1) == low] for low in (True, False))
    return by_case(
        "the number of contacts",
        cases,
        solvers=len(WITH_FRICTION),
        gentle=span(gentle, 3),
        steep=span(steep, 3),
        speed=percent(max(rest)),
        force=percent(max(slide)),
    )


def _largest(values: dict[str, float], threshold: float, words: str) -> Part:
    worst = max(values, key=values.get)
    return at_most(values[worst], threshold, f"{words} {number(values[worst])} ({worst})")
