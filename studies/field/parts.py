"""Parts of the study's scenes: bodies, laws, anchors, regions, and changes of the start."""

import math

LENGTH, SIDE = 0.8, 0.2  # m
CELLS = (16, 4, 4)
MIDDLE = [0, SIDE / 2, SIDE / 2]
STIFFNESS = 1e7  # Pa: k of strain and E of the other laws
TIME_STEP = 1e-2  # s
QUADRATIC = "_quadratic"  # ends the names of controls with quadratic tets


def is_control(scene: str) -> bool:
    """Whether the scene of this name is a control with quadratic tets. Only some solvers take these."""
    return scene.endswith(QUADRATIC)


def strain(stiffness: float = STIFFNESS) -> dict:
    return {"model": "strain", "stiffness": stiffness}


def elastic(model: str, poisson_ratio: float, stiffness: float = STIFFNESS) -> dict:
    return {"model": model, "youngs_modulus": stiffness, "poisson_ratio": poisson_ratio}


def beam(size=(LENGTH, SIDE, SIDE), cells=CELLS) -> dict:
    return {"beam": {"size": list(size), "cells": list(cells), "split": "five"}}


def turned(end: str, degrees: float, seconds: float = TIME_STEP) -> dict:
    """Anchors that turn an end about the beam's axis by this angle in this time."""
    rotation = {"origin": MIDDLE, "axis": [1, 0, 0], "degrees_per_second": degrees / seconds}
    return {"vertices": {"select": end}, "rotation": rotation}


def moved(end: str, velocity: list[float]) -> dict:
    return {"vertices": {"select": end}, "translation": velocity}


# Exponents of kilograms, metres and seconds in the members of scenes that have a unit.
EXPONENTS = {
    "size": (0, 1, 0),
    "origin": (0, 1, 0),
    "translation": (0, 1, -1),
    "degrees_per_second": (0, 0, -1),
    "density": (1, -3, 0),
    "stiffness": (1, -1, -2),
    "youngs_modulus": (1, -1, -2),
    "time_step": (0, 0, 1),
}


def in_units(part, factors: tuple[float, float, float]):
    """A part of a scene in which kilograms, metres and seconds are so many times as small."""
    if isinstance(part, list):
        return [in_units(one, factors) for one in part]
    if not isinstance(part, dict):
        return part
    return {key: scaled(key, value, factors) for key, value in part.items()}


def scaled(key: str, value, factors: tuple[float, float, float]):
    if key not in EXPONENTS or isinstance(value, str):
        return in_units(value, factors)
    factor = math.prod(base**power for base, power in zip(factors, EXPONENTS[key], strict=True))
    return [factor * number for number in value] if isinstance(value, list) else factor * value


def held(*groups: dict) -> dict:
    return {"stiffness": "hard", "groups": list(groups)}


FIXED = {"vertices": {"select": "x_min"}}
GRAVITY = [0, 0, -9.81]
SAG = {"anchors": held(FIXED), "gravity": GRAVITY}


def scene(
    difficulty: str,
    description: str,
    material: dict | None,
    *,
    body: dict | None = None,
    time_step: float = TIME_STEP,
    **members,
) -> dict:
    return {
        "$schema": "../../../scenes/scene.schema.json",
        "description": description,
        "comment": {"difficulty": difficulty},
        "body": body or beam(),
        "density": 1000,
        **({"material": material} if material else {}),
        **members,
        "step": {"time_step": time_step, "iterations": 500},
    }


def untwisting(material: dict) -> dict:
    """A start in which both ends are turned by 90 degrees, in opposite directions."""
    groups = [turned("x_min", 90, 1), turned("x_max", -90, 1)]
    return {"material": material, "anchors": held(*groups), "duration": 1, "increments": 8}


def slices(contrast: float) -> list[dict]:
    """Every other eighth of the length is stiffer."""
    width = LENGTH / 8
    return [
        {
            "tets": {"select": "box", "minimum": [i * width, 0, 0], "maximum": [(i + 1) * width, SIDE, SIDE]},
            "material": strain(contrast * 1e5),
        }
        for i in range(1, 8, 2)
    ]


def checkerboard(contrast: float) -> list[dict]:
    """Every other cube of two by two by two cells is stiffer."""
    width = 2 * LENGTH / CELLS[0]
    return [
        {
            "tets": {
                "select": "box",
                "minimum": [round(width * place, 6) for place in (i, j, k)],
                "maximum": [round(width * (place + 1), 6) for place in (i, j, k)],
            },
            "material": strain(contrast * 1e5),
        }
        for i in range(CELLS[0] // 2)
        for j in range(CELLS[1] // 2)
        for k in range(CELLS[2] // 2)
        if (i + j + k) % 2
    ]


def inside(**change) -> dict:
    """A change of the start state of all vertices that are on neither end."""
    box = {"select": "box", "minimum": [0.01, -1, -1], "maximum": [LENGTH - 0.01, 1, 1]}
    return {"vertices": box, "origin": MIDDLE, **change}
