"""Writes the scenes of the study: `python studies/engines/make_scenes.py`.

Each energy has a soft and a stiff scene, because stiff steps amplify rounding.
"""

import json
from pathlib import Path

SCENES = Path(__file__).parent / "scenes"
CELLS = 5  # of the net along each side
LENGTH = 0.1  # of a spring of the net [m]
HARDNESS = {"soft": 1.0, "stiff": 100.0}

Pair = tuple[int, int]


def beam(law: str, factor: float) -> dict:
    """A beam, held at one end, that begins with its other end turned and with random moves there."""
    return {
        "description": f"A beam of {law}, held at one end, is let go with its other end turned",
        "body": {"beam": {"size": [0.8, 0.2, 0.2], "cells": [8, 2, 2], "split": "five"}},
        "material": {"model": law, "youngs_modulus": 1e5 * factor, "poisson_ratio": 0.4},
        "anchors": held({"select": "x_min"}),
        "gravity": [0, -9.81, 0],
        "start": [{"vertices": {"select": "x_max"}, "degrees": 40, "origin": [0.8, 0.1, 0.1], "noise": 0.01}],
    }


def net(factor: float) -> dict:
    """A square net of springs that begins stretched, held at two corners."""
    points = [[LENGTH * x, LENGTH * y, 0] for y in range(CELLS + 1) for x in range(CELLS + 1)]
    return springs(points, grouped(pairs_of_net()), 100 * factor, "A stretched net of springs swings") | {
        "anchors": held({"select": "indices", "indices": [0, CELLS]})
    }


def apart(factor: float) -> dict:
    """Springs that share no vertex."""
    points = [[LENGTH * x, LENGTH * y, 0] for y in range(CELLS) for x in range(2)]
    pairs = [(2 * row, 2 * row + 1) for row in range(CELLS)]
    return springs(points, pairs, 100 * factor, "Stretched springs that share no vertex")


def springs(points: list, pairs: list[Pair], stiffness: float, description: str) -> dict:
    return {
        "description": description,
        "body": {"particles": {"points": [{"position": point, "mass": 0.02} for point in points]}},
        "potentials": [
            {"type": "springs", "stiffness": stiffness, "pairs": [{"vertices": list(pair)} for pair in pairs]}
        ],
        "gravity": [0, 0, -9.81],
        "start": [{"vertices": {"select": "all"}, "stretch": [1.3, 1.3, 1], "noise": 0.01}],
    }


def sheet(factor: float) -> dict:
    """A sheet with an energy of bending only, held at one side, that begins bent by random moves."""
    return {
        "description": "A sheet that resists bending only, held at one side, is let go with random moves",
        "body": {
            "sheet": {"length": 1, "width": 0.5, "length_cells": 8, "width_cells": 4, "thickness": 0.01}
        },
        "density": 300,
        "potentials": [{"type": "bending", "stiffness": 0.1 * factor}],
        "anchors": held({"select": "x_min"}),
        "gravity": [0, 0, -9.81],
        "start": [{"vertices": {"select": "x_max"}, "noise": 0.02}],
    }


def pairs_of_net() -> list[Pair]:
    """The springs along both sides of the cells and along one diagonal."""
    row = CELLS + 1
    steps = [(1, 0), (0, 1), (1, 1)]
    return [
        (y * row + x, (y + dy) * row + x + dx)
        for y in range(row)
        for x in range(row)
        for dx, dy in steps
        if x + dx < row and y + dy < row
    ]


def grouped(pairs: list[Pair]) -> list[Pair]:
    """The springs in greedy groups without common vertices: grouping them again keeps their order."""
    groups: list[list[Pair]] = []
    for pair in pairs:
        free = (group for group in groups if not any(set(pair) & set(other) for other in group))
        group = next(free, None)
        if group is None:
            groups.append([pair])
        else:
            group.append(pair)
    return [pair for group in groups for pair in group]


def held(vertices: dict) -> dict:
    return {"stiffness": "hard", "groups": [{"vertices": vertices}]}


def scenes() -> dict[str, dict]:
    found = {}
    for hardness, factor in HARDNESS.items():
        for law in ("stable_neo_hookean", "st_venant_kirchhoff"):
            found[f"{law}_{hardness}"] = beam(law, factor)
        found[f"spring_net_{hardness}"] = net(factor)
        found[f"springs_apart_{hardness}"] = apart(factor)
        found[f"bending_sheet_{hardness}"] = sheet(factor)
    return found


def write(folder: Path) -> None:
    for name, scene in scenes().items():
        content = {"$schema": "../../../scenes/scene.schema.json"} | scene
        content["step"] = {"time_step": 0.01, "iterations": 100}
        (folder / f"{name}.json").write_text(json.dumps(content, indent=2) + "\n")


if __name__ == "__main__":
    write(SCENES)
