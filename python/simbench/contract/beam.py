"""The scene of the checks: a small soft beam that is held at one end and starts deformed.

Each check can transform every number of it, because it consists of arrays. The preparation holds all vertices
except one at their places in the deformed shape; it computes the place of one, because it refuses to compute
nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from simbench.scene import Scene

LAWS = {  # with their parameter of the size of a modulus [Pa]
    "strain": "stiffness",
    "stable_neo_hookean": "youngs_modulus",
    "neo_hookean": "youngs_modulus",
    "st_venant_kirchhoff": "youngs_modulus",
    "corotated_linear": "youngs_modulus",
}


@dataclass(frozen=True, eq=False)
class Beam:
    positions: np.ndarray  # at rest, (n, 3) [m]
    start: np.ndarray  # positions at the start, (n, 3) [m]
    placed: np.ndarray  # numbers of the vertices that the preparation puts there
    tets: np.ndarray  # (tets, 4)
    held: np.ndarray  # numbers of the vertices that anchors hold
    held_velocity: np.ndarray  # of these anchors [m/s]
    velocity: np.ndarray  # at the start [m/s]
    gravity: np.ndarray  # [m/s^2]
    density: float = 1000.0  # [kg/m^3]
    law: str = "strain"
    modulus: float = 1e6  # [Pa]
    anchor_stiffness: float | str = 3e4  # [N/m], or "hard"
    time_step: float = 0.01  # [s]
    steps: int = 1

    def changed(self, **members: object) -> "Beam":
        return replace(self, **members)

    def undeformed(self) -> "Beam":
        return self.changed(start=self.positions)

    def without_loads(self) -> "Beam":
        return self.changed(**{name: np.zeros(3) for name in ("held_velocity", "velocity", "gravity")})

    def rotated(self, rotation: np.ndarray) -> "Beam":
        turned = ("positions", "start", "held_velocity", "velocity", "gravity")
        return self.changed(**{name: getattr(self, name) @ rotation.T for name in turned})

    def moved(self, distance: np.ndarray) -> "Beam":
        return self.changed(positions=self.positions + distance, start=self.start + distance)

    def with_vertices_in(self, order: np.ndarray) -> "Beam":
        """Vertex i of the result is vertex order[i] of this one."""
        number = np.argsort(order)
        return self.changed(
            positions=self.positions[order],
            start=self.start[order],
            placed=number[self.placed],
            tets=number[self.tets],
            held=number[self.held],
        )

    def with_tets_in(self, order: np.ndarray) -> "Beam":
        return self.changed(tets=self.tets[order])

    def in_units(self, mass: float, length: float, time: float) -> "Beam":
        """The same physics where a number of kilograms is `mass` times as large, and so on."""
        force = mass * length / time**2
        stiffness = self.anchor_stiffness
        return self.changed(
            positions=self.positions * length,
            start=self.start * length,
            held_velocity=self.held_velocity * (length / time),
            velocity=self.velocity * (length / time),
            gravity=self.gravity * (length / time**2),
            density=self.density * (mass / length**3),
            modulus=self.modulus * (force / length**2),
            anchor_stiffness=stiffness if stiffness == "hard" else stiffness * (force / length),
            time_step=self.time_step * time,
        )

    def scene(self, folder: Path, iterations: int) -> Scene:
        """Writes its mesh into the folder. Returns the scene that reads it."""
        _write_table(folder / "beam.node", f"{len(self.positions)} 3 0 0", self.positions)
        _write_table(folder / "beam.ele", f"{len(self.tets)} 4 0", self.tets)
        material = {"model": self.law, LAWS[self.law]: self.modulus}
        placed = {
            "vertices": _vertices(self.placed),
            "targets": [{"point": point} for point in self.start[self.placed].tolist()],
        }
        held = {"vertices": _vertices(self.held), "translation": self.held_velocity.tolist()}
        members = {
            "body": {"mesh": {"file": str(folder / "beam.node")}},
            "density": self.density,
            "material": material,
            "preparation": {
                "material": material,
                "anchors": {"stiffness": "hard", "groups": [placed]},
                "duration": self.time_step,  # of any length, because nothing moves
                "increments": 1,
            },
            "anchors": {"stiffness": self.anchor_stiffness, "groups": [held]},
            "initial_velocity": self.velocity.tolist(),
            "gravity": self.gravity.tolist(),
            "step": {"time_step": self.time_step, "iterations": iterations, "steps": self.steps},
        }
        return Scene.load(members)


@cache
def usual_beam() -> Beam:
    problem = Scene.load(
        {
            "body": {"beam": {"size": [1, 0.5, 0.5], "cells": [4, 2, 2]}},
            "material": {"model": "strain", "stiffness": 1e5},
            "step": {"time_step": Beam.time_step},
        }
    ).problem()
    positions = problem.rest_positions.copy()
    return Beam(
        positions=positions,
        tets=problem.tets.copy(),
        start=positions + _displacements(positions),
        placed=np.arange(len(positions) - 1),
        held=np.flatnonzero(positions[:, 0] == 0),
        held_velocity=np.array([-1.0, 2.0, 0.5]),
        velocity=np.array([0.5, -1.0, 2.0]),
        gravity=np.array([0.0, 3.0, -9.0]),
    )


def _displacements(positions: np.ndarray) -> np.ndarray:
    """Stretches, twists and bends the beam, without any symmetry [m]."""
    x, y, z = positions.T
    return np.stack(
        [0.2 * x + 0.1 * y - 0.3 * y * z, 0.2 * x**2 - 0.8 * x * z, 0.7 * x * y - 0.1 * z - 0.15 * x**2],
        axis=1,
    )


def _vertices(numbers: Iterable[int]) -> dict:
    return {"select": "indices", "indices": [int(number) for number in numbers]}


def _write_table(file: Path, header: str, rows: np.ndarray) -> None:
    """TetGen's text: a header, then the rows with their numbers."""
    lines = [" ".join([str(i), *map(repr, row)]) for i, row in enumerate(rows.tolist())]
    file.write_text("\n".join([header, *lines]) + "\n")
