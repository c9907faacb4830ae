"""Claim R21: how a spinning body resists being tipped."""

import math

import numpy as np

from rigid.claims.measures import exponent, last_poses, percent, power, rounded
from rigid.theory.joints import cross, rotation
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_most, in_parts, near

TOP = (1.0, 1.0, 2.0)  # kg m²
BODIES = 200  # random ones
PRECESSING = ("explicit", "implicit", "momentum")
IGNORED = 0.01  # share of the tilt that may be ignored
SLOW, MODERATE = 0.05, 0.4  # ωh: at most this is |ωh| ≪ 1; the tilt is compared up to this
NEAR_TWO = 0.15  # largest deviation of an exponent from 2, as a share of 2


def modified_inertia(inertia: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Ĩ = I + I[ωh] − [Iωh] (4.17), with turn = ωh."""
    return inertia + inertia @ cross(turn) - cross(inertia @ turn)


def random_inertia(random: np.random.Generator) -> np.ndarray:
    """Principal moments of inertia of a random body, from its second moments of mass along three axes."""
    second = random.uniform(0.02, 1, 3)
    return second.sum() - second


def resistance(inertia: np.ndarray, turn: float) -> float:
    """How much (4.17) adds to the inertia against tipping about the first axis, as a share of it."""
    spin = np.array([0, 0, turn])
    return 1 / np.linalg.inv(modified_inertia(np.diag(inertia), spin))[0, 0] / inertia[0] - 1


def tilt(run: Run) -> float:
    """The angle [rad] between the top's axis in the last snapshot and its initial direction."""
    axis = rotation(last_poses(run).loc["top", ["qw", "qx", "qy", "qz"]].to_numpy(float))[:, 2]
    return math.atan2(math.hypot(axis[0], axis[1]), axis[2])


@claim(21)
def resistance_to_tipping(results: Results) -> Verdict:
    runs = results.by("rigid_top", "gs", "h", "gyroscopic")
    first = next(iter(runs.values())).scene["bodies"][0]
    inertia, speed = np.array(first.get("inertia", TOP), float), abs(float(first["angular_velocity"][2]))
    steps = list(dict.fromkeys(h for h, _ in runs))
    tilts = {
        name: {speed * h: tilt(runs[h, name]) / tilt(runs[h, "none"]) - 1 for h in steps}
        for name in PRECESSING
    }
    slowest, fastest = min(steps) * speed, max(steps) * speed
    moderate = [speed * h for h in steps if speed * h <= MODERATE]
    powers = [
        exponent(moderate, [max(abs(changes[turn]), 1e-300) for turn in moderate])
        for changes in tilts.values()
    ]
    law = exponent(moderate, [resistance(inertia, turn) for turn in moderate])
    ignored = max(abs(changes[slowest]) for changes in tilts.values())
    random = np.random.default_rng(1)
    shapes = max(abs(resistance(random_inertia(random), SLOW)) for _ in range(BODIES)) / SLOW**2
    eased = [name for name, changes in tilts.items() if changes[fastest] > 0]
    return in_parts(
        [
            near(
                law,
                2.0,
                NEAR_TWO,
                "the power of ωh in what (4.17) adds to the inertia: its deviation from 2, as a share",
            ),
            at_most(
                max(abs(value - 2) for value in powers),
                2 * NEAR_TWO,
                "the power of ωh in the change of the tilt: its deviation from 2",
            ),
            at_most(ignored, IGNORED, f"the change of the tilt at ωh = {slowest:g}"),
        ],
        powers=f"{power(min(powers))} to {power(max(powers))}",
        moderate=max(moderate),
        ignored=percent(ignored),
        slowest=slowest,
        shapes=rounded(shapes),
    ).reaching(
        {
            "for bodies of any shape that spin about a principal axis": shapes <= 1,
            f"at ωh = {fastest:g} for a turn that keeps the momentum, where the body tips further": not eased,
        }
    )
