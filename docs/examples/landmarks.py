"""Registration by landmarks: an elastic body is deformed until some of its vertices are near given points.

`python docs/examples/landmarks.py` bends a bar. Springs pull the landmarks to their targets, and the material
keeps the shape of the body. The registration is the minimum of both energies.
"""

from collections.abc import Mapping, Sequence

import numpy as np

import simbench as sb
from simbench.snapshots import Snapshot, load_snapshot, snapshot_files

Point = Sequence[float]
LONG = 1e4  # [s] a time step after which inertia no longer matters


def register(body: dict, landmarks: Mapping[Point, Point], material: dict, spring: float) -> Snapshot:
    """The deformed body. `landmarks` maps points of the body at rest to targets [m].

    The vertex that is nearest to a point is its landmark. The stiffer the `spring` [N/m], the closer a
    landmark comes to its target.
    """
    groups = [
        {"vertices": {"select": "nearest", "point": list(point)}, "target": {"point": list(target)}}
        for point, target in landmarks.items()
    ]
    scene = {
        "body": body,
        "material": material,
        "anchors": {"stiffness": spring, "groups": groups},
        "step": {"time_step": LONG, "iterations": 1000},
    }
    runs = sb.run(scene, "qn", snapshot_every=1000)
    return load_snapshot(snapshot_files(runs["qn"].folder)[-1].path)


def main() -> None:
    bar = {"beam": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}}
    held = {(0, y, z): (0, y, z) for y in (0, 0.2) for z in (0, 0.2)}
    moved = {(1, y, z): (0.8, y, z + 0.4) for y in (0, 0.2) for z in (0, 0.2)}
    material = {"model": "stable_neo_hookean", "youngs_modulus": 1e4, "poisson_ratio": 0.3}
    for spring in (1e2, 1e3, 1e4):
        result = register(bar, held | moved, material, spring)
        distances = [
            np.linalg.norm(result.points - target, axis=1).min() for target in (held | moved).values()
        ]
        print(f"springs of {spring:g} N/m: landmarks are at most {1e3 * max(distances):.3g} mm away")


if __name__ == "__main__":
    main()
