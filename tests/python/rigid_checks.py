"""Checks a run of rigid bodies by the equations that define its files (docs/rigid.md), written anew."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
from rigid_equations import WHOLE_TURNS, WORLD, JointErrors, principal_moments, spin_momentum

POSE = ["x", "y", "z", "qw", "qx", "qy", "qz"]
VELOCITY, SPIN = ["vx", "vy", "vz"], ["wx", "wy", "wz"]
MOMENTUM, TURNING = ["px", "py", "pz"], ["lx", "ly", "lz"]
FORCE = ["force_x", "force_y", "force_z"]
# Joints whose forces have a direction of the world.
FIXED_DIRECTIONS = {
    "point",
    "axial",
    "contact",
    "fixed",
    "hinge",
    "universal",
    "orientation",
    "axis",
    "angle",
}
# Sweeps over bodies add momentum until they have converged (docs/theory/rigid.md).
OVER_BODIES = {"avbd", "vbd"}


def bodies_of(folder: Path) -> pd.DataFrame:
    table = pd.read_csv(folder / "bodies.csv", dtype=str).dropna()
    return table.astype({name: float for name in table.columns if name != "body"})


def check_tables(folder, status: str) -> None:
    """Numbers are finite unless the run has diverged, and no cell is nan or inf."""
    for path in folder.glob("*.csv"):
        assert not {"nan", "inf", "-inf", "-nan"} & set(re.split(r"[,\n]", path.read_text())), path
    bodies = pd.read_csv(folder / "bodies.csv", dtype={"body": str}, na_filter=True)
    assert status == "diverged" or bodies.notna().all(axis=None), folder


def check_states(scene: dict, solver: str, folder: Path) -> None:
    bodies = bodies_of(folder)
    joints = pd.read_csv(folder / "joints.csv", dtype={"first": str, "second": str})
    rows = pd.read_csv(folder / "iterations.csv").astype(float).groupby("step").last()
    lengths = np.linalg.norm(bodies[POSE[3:]], axis=1)
    assert np.abs(lengths - 1).max() < 1e-14, solver
    states = {step: own.set_index("body") for step, own in bodies.groupby("step")}
    check_joints(scene, solver, states, joints)
    if scene.get("bodies"):
        check_momenta(scene, solver, states, rows, joints)


def check_joints(scene: dict, solver: str, states: dict, joints: pd.DataFrame) -> None:
    poses = {
        step: {"world": WORLD} | dict(zip(own.index, own[POSE].to_numpy(), strict=True))
        for step, own in states.items()
    }
    size = max(np.abs(own[POSE[:3]].to_numpy()).max() for own in states.values())
    for row in joints.dropna(subset=["joint"]).itertuples():
        if "chain" in scene or row.step not in poses:
            continue
        entry = scene["constraints"][int(row.joint)]
        if not hasattr(JointErrors, entry["type"]):
            continue  # a new type
        own = JointErrors(entry, *([poses[step][name] for name in entry["bodies"]] for step in (0, row.step)))
        length, angles = own.sizes()
        size = max(size, length)
        assert abs(row.error - length) <= 1e-12 * size, (solver, row, length)
        if own.is_known and row.angular_error < 2 * np.pi * WHOLE_TURNS:
            assert min(abs(row.angular_error - angle) for angle in angles) <= 1e-7, (solver, row)


def check_momenta(scene: dict, solver: str, states: dict, rows, joints) -> None:
    """Momenta and energies follow from poses and velocities; iterations.csv has the same numbers."""
    h = scene["step"]["time_step"] / scene["step"]["substeps"]
    masses = np.array([body.get("mass", 0) for body in scene["bodies"]])
    gravity = np.array(scene["gravity"], dtype=float)
    bounces = bool("contacts" in scene or any(own["type"] == "contact" for own in scene["constraints"]))
    can_law = not bounces or scene["step"]["restitution"] == "none"  # bounces change velocities after a step
    before = None
    for step, own in states.items():
        assert own.index.tolist() == [body["name"] for body in scene["bodies"]]
        v, w, poses = (own[names].to_numpy(float) for names in (VELOCITY, SPIN, POSE))
        p = masses[:, None] * v
        turning = np.array([spin_momentum(*each) for each in zip(scene["bodies"], poses, w, strict=True)])
        assert np.abs(own[MOMENTUM].to_numpy() - p).max() <= 1e-12 * np.abs(p).max(), (solver, step)
        moments = [min(principal_moments(body).max(), 1e300) for body in scene["bodies"]]
        size = np.max(moments * np.abs(w).max(axis=1) * np.any(turning, axis=1))
        assert np.abs(own[TURNING].to_numpy() - turning).max() <= 1e-12 * size, (solver, step)
        energy = (np.sum(p * v) + np.sum(turning * w)) / 2
        if step > 0:
            row = rows.loc[step]
            assert np.isclose(row["kinetic_energy"], energy, rtol=1e-11, atol=1e-300), (solver, step)
            potential = -np.sum(masses[:, None] * gravity * poses[:, :3])
            sizes = np.sum(np.abs(masses[:, None] * gravity * poses[:, :3]))
            assert abs(row["potential_energy"] - potential) <= 1e-12 * sizes, (solver, step)
            added = np.linalg.norm((p - before - h * masses[:, None] * gravity).sum(axis=0))
            largest = np.abs(p).max() + np.abs(before).max() + h * np.abs(masses[:, None] * gravity).max()
            # The column compares with the prediction, so its rounding is that of a pose divided by h.
            largest += (masses * np.abs(poses[:, :3]).max(axis=1)).max() / h
            assert abs(added - row["linear_momentum"]) <= 1e-12 * largest, (solver, step)
            if solver not in OVER_BODIES and not has_anchor(scene) and not is_averaged(scene, solver):
                assert row["linear_momentum"] <= 1e-13 * largest * (1 + row["iteration"]), (solver, step)
            if solver not in OVER_BODIES and can_law:
                change = pd.DataFrame(p - before, own.index)
                weights = pd.DataFrame(masses[:, None] * gravity, own.index)
                check_forces(
                    scene, solver, joints[joints["step"] == step], change, weights, h, 1e-12 * largest
                )
            if solver not in OVER_BODIES:
                check_free(scene, states[step - 1], own, h)
        before = p


def check_forces(
    scene: dict, solver: str, joints: pd.DataFrame, change: pd.DataFrame, weights, h: float, rounding
) -> None:
    """Newton's second law: forces of joints and contacts, and gravity, change the momenta of a step."""
    if joints[FORCE].isna().any(axis=None) or not FIXED_DIRECTIONS.issuperset(joints["type"]):
        return  # the solver has no forces, or the directions of forces change until it has converged
    impulses = change - h * weights
    for first, second, force in zip(joints["first"], joints["second"], joints[FORCE].to_numpy(), strict=True):
        for name, sign in ((first, -1), (second, 1)):
            if name in impulses.index:
                impulses.loc[name] += sign * h * force
    moving = [body["name"] for body in scene["bodies"] if "mass" in body]
    size = h * max(np.abs(joints[FORCE].to_numpy()).max(initial=0), np.abs(weights.to_numpy()).max())
    left = np.abs(impulses.loc[moving].to_numpy()).max()
    assert left <= 1e-9 * size + rounding, (solver, left, size, rounding)


def check_free(scene: dict, before: pd.DataFrame, own: pd.DataFrame, h: float) -> None:
    """A body that nothing touches falls; `implicit` adds no energy, and `momentum` keeps the momentum."""
    joined = {name for entry in scene["constraints"] for name in entry["bodies"]}
    for body in scene["bodies"]:
        if "contacts" in scene or "mass" not in body or body["name"] in joined:
            continue
        last, now = before.loc[body["name"]], own.loc[body["name"]]
        v = last[VELOCITY].to_numpy(float) + h * np.array(scene["gravity"])
        x = last[POSE[:3]].to_numpy(float) + h * v
        assert np.allclose(now[VELOCITY].to_numpy(float), v, rtol=1e-11, atol=1e-11 * np.abs(x).max() / h)
        assert np.allclose(now[POSE[:3]].to_numpy(float), x, rtol=1e-12, atol=1e-12 * np.abs(x).max())
        spins = [row[SPIN].to_numpy(float) for row in (last, now)]
        turning = [row[TURNING].to_numpy(float) for row in (last, now)]
        moments = principal_moments(body)
        # A body without a shape keeps its spin.
        rule = scene["step"]["gyroscopic"] if np.isfinite(moments).all() else "none"
        size = np.linalg.norm(spins[0]) + 1e-3 / h
        if scene["step"]["velocities"] == "pose":
            continue
        if rule == "none":
            assert np.abs(spins[1] - spins[0]).max() <= 1e-11 * size, spins
        if rule == "momentum":
            assert np.abs(turning[1] - turning[0]).max() <= 1e-11 * moments.max() * size, turning
        if rule == "implicit":
            rounding = 1e-11 * moments.max() * size * np.linalg.norm(spins[0])
            assert spins[1] @ turning[1] <= spins[0] @ turning[0] + rounding, spins


def has_anchor(scene: dict) -> bool:
    """Whether bodies can be joined to something that stands still, or can touch it."""
    fixed = {"world"} | {body["name"] for body in scene["bodies"] if "mass" not in body}
    touches = "contacts" in scene and len(fixed) > 1
    return touches or any(fixed & set(own["bodies"]) for own in scene["constraints"])


def is_averaged(scene: dict, solver: str) -> bool:
    """A mean of corrections over the constraints of each body has no counterpart in the other body."""
    return scene["solvers"].get(solver, {}).get("averaging") == "count"
