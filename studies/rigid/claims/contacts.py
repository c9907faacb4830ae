"""Claims R59 and R60: multipliers of contacts that are clamped, and friction on inclines."""

import math

import numpy as np

from rigid.claims.measures import last, percent, rounded, span
from rigid.claims.softness import ARRIVED, STATIC
from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_most, in_parts

CLAMPING = ("gs", "sor", "jacobi", "si", "avbd", "alm")
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
    conditions, errors = {}, {}
    for solver in CLAMPING:
        for run in results.by("rigid_complementarity", solver, "system").values():
            conditions[solver, system_of(run)] = unmet(run)
            errors[solver, system_of(run)] = max(last(run, "relative_error"), 0.0)

    def worst(found: dict, balls: bool, solvers=CLAMPING) -> float:
        return max(
            value
            for (name, system), value in found.items()
            if name in solvers and ("balls" in system) == balls
        )

    return in_parts(
        [
            at_most(worst(conditions, True, ["gs"]), MET, "balls: how far the conditions are violated"),
            at_most(worst(errors, True, ["gs"]), ARRIVED, "balls: the relative error at the end"),
        ],
        *(
            f"{SOLVER_LABELS[solver]}, {system}: conditions violated by {violated:.2g}, relative error "
            f"{errors[solver, system]:.2g}"
            for (solver, system), violated in conditions.items()
        ),
        conditions=rounded(worst(conditions, True, ["gs"])),
        error=rounded(worst(errors, True, ["gs"])),
        boxes=rounded(worst(errors, False, ["gs"])),
        of_boxes=rounded(worst(conditions, False, ["gs"])),
        impulses=rounded(worst(conditions, False, ["si"])),
    ).reaching(
        {
            "for balls under over-relaxation, Jacobi, sequential impulses, AVBD and ALM": worst(
                conditions, True
            )
            <= MET
            and worst(errors, True) <= ARRIVED,
            "for boxes as far as the conditions go": worst(conditions, False, ["gs"]) <= MET,
            "for the pose of a box that lands on an edge where the problem is not linear": worst(
                errors, False, ["gs"]
            )
            <= ARRIVED,
        }
    )


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
    """Parts on one contact under Gauss–Seidel; the other solvers and four contacts are the reach."""
    moved: dict[tuple[str, bool], float] = {}  # by sweep and whether the solver is Gauss–Seidel
    off: dict[tuple[str, bool], float] = {}
    slopes = set()
    for sweep in ("rigid_slide", "rigid_slide_box"):
        for solver in WITH_FRICTION:
            key = sweep, solver == "gs"
            for run in results.by(sweep, solver, "gravity").values():
                static, dynamic = coefficients(run)
                slopes.add(float(f"{slope(run) / static:.3g}"))
                if slope(run) < static:
                    free = run.scene["gravity"][0] * run.scene["step"]["time_step"] * len(speeds(run))
                    moved[key] = max(moved.get(key, 0.0), speeds(run)[-1] / free)
                else:
                    # A body that does not slide has found a friction of the slope, which may be near ν_d.
                    slid = speeds(run)[-1] > 0.5 * sliding_speed(run, dynamic)
                    found = abs(friction_found(run) / dynamic - 1) if slid else math.inf
                    off[key] = max(off.get(key, 0.0), found)

    def holds(sweep: str, of_gauss_seidel: bool) -> bool:
        return moved[sweep, of_gauss_seidel] <= AT_REST and off[sweep, of_gauss_seidel] <= FRICTION

    one = ("rigid_slide", True)
    return in_parts(
        [
            at_most(moved[one], AT_REST, "below: the speed at the end over that without friction"),
            at_most(off[one], FRICTION, "above: how far the force is from ν_d |N|"),
        ],
        gentle=span([value for value in slopes if value < 1], 3),
        steep=span([value for value in slopes if value > 1], 3),
        speed=percent(moved[one]),
        force=percent(off[one]),
    ).reaching(
        {
            "for a box on four contacts": holds("rigid_slide_box", True),
            "under the seven other solvers with friction": holds("rigid_slide", False)
            and holds("rigid_slide_box", False),
        }
    )
