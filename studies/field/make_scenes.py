"""Writes the scenes of the study and the plans of its leaderboard: `python studies/field/make_scenes.py`.

A scene isolates one difficulty of a time step, and its description says which. Bodies are 0.8 m long beams of
1280 tets unless a difficulty needs another shape. `--seed N` draws another angle of the turned end.
"""

import argparse
import json
import random
from pathlib import Path

STUDY = Path(__file__).parent
LENGTH, SIDE = 0.8, 0.2  # m
CELLS = (16, 4, 4)
MIDDLE = [0, SIDE / 2, SIDE / 2]
STIFFNESS = 1e7  # Pa: k of strain and E of the other laws
TIME_STEP = 1e-2  # s
SEED = 1


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


def held(*groups: dict) -> dict:
    return {"stiffness": "hard", "groups": list(groups)}


FIXED = {"vertices": {"select": "x_min"}}


def scene(
    description: str, material: dict, *, body: dict | None = None, time_step: float = TIME_STEP, **members
) -> dict:
    return {
        "$schema": "../../../scenes/scene.schema.json",
        "description": description,
        "body": body or beam(),
        "density": 1000,
        "material": material,
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


def scenes(seed: int = SEED) -> dict[str, dict]:
    draw = random.Random(seed)
    angle = 90 if seed == SEED else round(draw.uniform(60, 120), 1)
    sag = {"anchors": held(FIXED), "gravity": [0, 0, -9.81]}
    end = {"anchors": held(FIXED, turned("x_max", angle))}
    found = {
        "untwist_soft": scene(
            "A twisted beam is let go, and its stiffness hardly matters in a step (k h² is small)",
            strain(1e5),
            preparation=untwisting(strain(1e5)),
        ),
        "untwist_stiff": scene(
            "A twisted beam is let go, and its stiffness decides the step (k h² is large)",
            strain(1e8),
            preparation=untwisting(strain(1e8)),
        ),
        "sag_step": scene(
            "A beam held at one end begins to sag: small rotations, and a load that acts everywhere",
            strain(),
            time_step=1 / 30,
            **sag,
        ),
        "bent_static": scene(
            "One end moves sideways in a step of a second: nearly statics, errors must cross the whole body",
            strain(),
            time_step=1,
            anchors=held(FIXED, moved("x_max", [0, 0, 0.2])),
        ),
        "end_turned": scene(
            f"One end is turned by {angle:g} degrees at once: a local load, and large rotations",
            strain(),
            **end,
        ),
        "end_turned_st_venant_kirchhoff": scene(
            f"One end is turned by {angle:g} degrees: a law that resists compression less and less",
            elastic("st_venant_kirchhoff", 0.3),
            **end,
        ),
        "end_turned_corotated": scene(
            f"One end is turned by {angle:g} degrees: a law with a trace term",
            elastic("corotated_linear", 0.3),
            **end,
        ),
        "slices": scene(
            "One end is turned by 90 degrees: every other slice is ten thousand times as stiff",
            strain(1e5),
            regions=slices(1e4),
            anchors=held(FIXED, turned("x_max", 90)),
        ),
        "checkerboard": scene(
            "One end is turned by 90 degrees: every other cube is ten thousand times as stiff",
            strain(1e5),
            regions=checkerboard(1e4),
            anchors=held(FIXED, turned("x_max", 90)),
        ),
        "slab": scene(
            "A thin slab held at one end begins to sag: it bends far more easily than it stretches",
            strain(),
            body=beam((0.64, 0.32, 0.01), (32, 16, 1)),
            time_step=1 / 30,
            **sag,
        ),
        "flat_tets": scene(
            "A beam with tets eight times as long as high begins to sag: unequal edges, as in slivers",
            strain(),
            body=beam(cells=(4, 8, 8)),
            time_step=1 / 30,
            **sag,
        ),
        "drawn_out": scene(
            "One end of a nearly incompressible beam is drawn out by half of the length in the step",
            elastic("stable_neo_hookean", 0.49),
            anchors=held(FIXED, moved("x_max", [0.5 * LENGTH / TIME_STEP, 0, 0])),
        ),
    }
    for nu in (0.3, 0.45, 0.49, 0.499):
        material = elastic("stable_neo_hookean", nu)
        found[f"untwist_nu_{f'{nu:g}'[2:]}"] = scene(
            f"A twisted beam with Poisson's ratio {nu:g} is let go: near 1/2 the volume term dominates",
            material,
            preparation=untwisting(material),
        )
    return found


# Settings that each solver runs with beside its default: what a user would try.
SETTINGS = {
    "chebyshev": [{}, {"interval": "positive"}, {"rho": 0.9}, {"rho": 0.99}],
    "anderson": [{}, {"history": 2}, {"history": 10}],
    "admm": [{}, {"weight_factor": 0.5}, {"weight_factor": 2}, {"weight_factor": 4}],
    "qn": [{}, {"history": 2}, {"history": 10}, {"initial_matrix": "hessian"}],
    "newton": [{}, {"hessian": "absolute"}, {"hessian": "on_demand"}, {"hessian": "progressive"}],
    "vbd": [{}, {"rho": 0.5}, {"rho": 0.9}, {"hessian": "exact", "volume_penalty": 10}],
    "pbng": [{}, {"relaxation": 1}, {"relaxation": 1.9}],
    "ncg": [{}, {"metric": "blocks"}, {"metric": "diagonal"}],
    "nesterov": [{}, {"metric": "diagonal"}],
}
SOLVERS = ["pd", "chebyshev", "anderson", "nesterov", "ncg", "barzilai_borwein", "admm", "anderson_admm"]
SOLVERS += ["douglas_rachford", "qn", "newton", "newton_cg", "mixed", "vbd", "pbng", "generalized_pbd"]
SOLVERS += ["xpbd"]


def plan(name: str, description: str) -> dict:
    return {
        "$schema": "../../../scenes/sweeps/plan.schema.json",
        "description": f"Leaderboard. {description}",
        "scene": f"../scenes/{name}.json",
        "axes": [{"path": f"solvers.{solver}", "values": values} for solver, values in SETTINGS.items()],
        "solvers": SOLVERS,
        "overrides": [{"where": {"solver": ["newton", "mixed"]}, "set": {"step.iterations": 100}}],
    }


def write(folder: Path, seed: int) -> None:
    for kind in ("scenes", "plans"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for name, content in scenes(seed).items():
        (folder / "scenes" / f"{name}.json").write_text(text(content))
        (folder / "plans" / f"board_{name}.json").write_text(text(plan(name, content["description"])))


def text(content: dict) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--output", type=Path, default=STUDY)
    arguments = parser.parse_args()
    write(arguments.output, arguments.seed)
