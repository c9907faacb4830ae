"""Claim R21: how a spinning body resists being tipped."""

import math
from io import BytesIO

import numpy as np
import pandas as pd

from rigid.claims.measures import exponent, percent, rounded
from rigid.theory.joints import cross, quaternions, rotation
from simbench.errors import ResultsError
from simbench.results import Run
from simbench.run_files import read_run_file
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_most, in_parts
from simbench.study.words import listed

PRECESSING = ("explicit", "implicit", "momentum")
IGNORED = 0.01  # share of the tilt that may be ignored
SLOW, MODERATE = 0.05, 0.4  # ωh: at most this is |ωh| ≪ 1; the tilt is compared up to this
NEAR_TWO = 0.3  # largest deviation of an exponent from 2


def modified_inertia(inertia: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Ĩ = I + I[ωh] − [Iωh] (4.17), with turn = ωh."""
    return inertia + inertia @ cross(turn) - cross(inertia @ turn)


def differences_of_momentum(inertia: np.ndarray, turn: np.ndarray, size: float = 1e-6) -> np.ndarray:
    """The same by central differences of I(θ) ωh, if a change of θ changes ωh by the same amount."""
    columns = []
    for axis in np.eye(3):
        ends = []
        for sign in (1, -1):
            turned = rotation(quaternions(sign * size * axis[None])[0])
            ends.append(turned @ inertia @ turned.T @ (turn + sign * size * axis))
        columns.append((ends[0] - ends[1]) / (2 * size))
    return np.array(columns).T


def tilt(run: Run) -> float:
    """The angle [rad] between the top's axis in the last snapshot and its initial direction."""
    files = sorted(run.folder.glob("poses_*.csv"))
    if not files:
        raise ResultsError(f"{run.folder} has no snapshot of poses")
    rows = pd.read_csv(BytesIO(read_run_file(files[-1]))).set_index("body")
    axis = rotation(rows.loc["top", ["qw", "qx", "qy", "qz"]].to_numpy(float))[:, 2]
    return math.atan2(math.hypot(axis[0], axis[1]), axis[2])


@claim(21)
def resistance_to_tipping(results: Results) -> Verdict:
    off, inertias = [], []
    for turn in (SLOW, 0.2, 0.8):
        inertia, spin = np.diag([1.0, 1.0, 2.0]), np.array([0, 0, turn])
        found = 1 / np.linalg.inv(differences_of_momentum(inertia, spin))[0, 0]
        said = 1 + (2 / 1 - 1) ** 2 * turn**2
        printed = 1 / np.linalg.inv(modified_inertia(inertia, spin))[0, 0]
        off.append(max(abs(found - said), abs(printed - said)))
        inertias.append(
            f"{found:.6f} times I by differences, {printed:.6f} by (4.17), 1 + ((b/a − 1)ωh)² = {said:.6f} "
            f"(ωh = {turn:g})"
        )
    runs = results.by("rigid_top", "gs", "h", "gyroscopic")
    steps = list(dict.fromkeys(h for h, _ in runs))
    speed = abs(float(next(iter(runs.values())).scene["bodies"][0]["angular_velocity"][2]))
    tilts = {
        name: {speed * h: tilt(runs[h, name]) / tilt(runs[h, "none"]) - 1 for h in steps}
        for name in PRECESSING
    }
    slowest, fastest = min(steps) * speed, max(steps) * speed
    moderate = [speed * h for h in steps if speed * h <= MODERATE]
    powers = {
        name: exponent(moderate, [max(abs(changes[turn]), 1e-300) for turn in moderate])
        for name, changes in tilts.items()
    }
    largest = max(changes[turn] for changes in tilts.values() for turn in moderate)
    ignored = max(abs(changes[slowest]) for changes in tilts.values())
    notes = [
        f"{name}: the tilt changes by "
        + listed(f"{100 * change:+.3g} % (ωh = {turn:g})" for turn, change in changes.items())
        + f", like (ωh)^{powers[name]:.2f}"
        for name, changes in tilts.items()
    ]
    further = " ".join(
        f"At ωh = {fastest:g} it tips {percent(changes[fastest])} further with `{name}`."
        for name, changes in tilts.items()
        if changes[fastest] > 0
    )
    return in_parts(
        [
            at_most(max(off), 1e-6, f"the inertia against tipping is {listed(inertias)}"),
            at_most(max(abs(power - 2) for power in powers.values()), NEAR_TWO, "the power of ωh is near 2"),
            at_most(largest, 0.0, f"the top resists: its tilt is never larger up to ωh = {max(moderate):g}"),
            at_most(ignored, IGNORED, f"the change of the tilt may be ignored at ωh = {slowest:g}"),
        ],
        *notes,
        off=rounded(max(off)),
        least_power=min(powers.values()),
        most_power=max(powers.values()),
        moderate=max(moderate),
        ignored=percent(ignored),
        slowest=slowest,
        further=further or None,
    )
