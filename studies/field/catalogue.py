"""The scenes of the leaderboard. Each isolates one difficulty of a time step, and its description says which.

Bodies are 0.8 m long beams of 1280 tets unless a difficulty needs another shape.
"""

import random
from functools import cache

from field.parts import (
    CELLS,
    FIXED,
    GRAVITY,
    LENGTH,
    QUADRATIC,
    SAG,
    TIME_STEP,
    beam,
    checkerboard,
    elastic,
    held,
    inside,
    moved,
    scene,
    slices,
    strain,
    turned,
    untwisting,
)

SEED = 1


def scenes(seed: int = SEED) -> dict[str, dict]:
    return local_loads(seed) | loads_everywhere() | starts(seed) | contrasts() | shapes() | volumes(seed)


@cache
def difficulties() -> dict[str, str]:
    """The difficulty that each scene isolates, by the scene's name."""
    return {name: scene["comment"]["difficulty"] for name, scene in scenes().items()}


@cache
def scenes_with_strain() -> list[str]:
    return [name for name, scene in scenes().items() if scene.get("material", {}).get("model") == "strain"]


@cache
def scenes_with_random_numbers() -> set[str]:
    return {name for name, scene in scenes().items() if seeds_of(scene)}


@cache
def scenes_with_gravity() -> list[str]:
    """The scenes in which q̃ is another place than q_n: all bodies begin without a velocity."""
    return [name for name, scene in scenes().items() if "gravity" in scene]


def seeds_of(scene: dict) -> dict[str, int]:
    """The seeds of the scene's random numbers, by their paths in the scene."""
    changes = enumerate(scene.get("start", []))
    return {f"start.{place}.seed": one["seed"] for place, one in changes if "seed" in one}


def local_loads(seed: int) -> dict[str, dict]:
    draw = random.Random(seed)
    angle = 90 if seed == SEED else round(draw.uniform(60, 120), 1)
    turn = f"One end is turned by {angle:g} degrees at once"
    end = {"anchors": held(FIXED, turned("x_max", angle))}
    return {
        "end_turned": scene("local load", f"{turn}: a local load, and large rotations", strain(), **end),
        "end_turned_180": scene(
            "large rotation",
            "One end is turned by 180 degrees at once: both ways back are equally long",
            strain(),
            anchors=held(FIXED, turned("x_max", 180)),
        ),
        "end_turned_st_venant_kirchhoff": scene(
            "law",
            f"{turn}: a law that resists compression less and less",
            elastic("st_venant_kirchhoff", 0.3),
            **end,
        ),
        "end_turned_corotated": scene(
            "law", f"{turn}: a law with a trace term", elastic("corotated_linear", 0.3), **end
        ),
        "bent_static": scene(
            "statics",
            "One end moves sideways in a step of a second: nearly statics, errors must cross the whole body",
            strain(),
            time_step=1,
            anchors=held(FIXED, moved("x_max", [0, 0, 0.2])),
        ),
    }


def loads_everywhere() -> dict[str, dict]:
    twisted = {name: strain(stiffness) for name, stiffness in (("soft", 1e5), ("stiff", 1e8))}
    return {
        "untwist_soft": scene(
            "small k h²",
            "A twisted beam is let go, and its stiffness hardly matters in a step (k h² is small)",
            twisted["soft"],
            preparation=untwisting(twisted["soft"]),
        ),
        "untwist_stiff": scene(
            "large k h²",
            "A twisted beam is let go, and its stiffness decides the step (k h² is large)",
            twisted["stiff"],
            preparation=untwisting(twisted["stiff"]),
        ),
        "sag_step": scene(
            "load everywhere",
            "A beam held at one end begins to sag: small rotations, and a load that acts everywhere",
            strain(),
            time_step=1 / 30,
            **SAG,
        ),
        "sag_long_step": scene(
            "statics",
            "A beam held at one end sags in a step of 0.3 s: nearly statics, and a start that has fallen far",
            strain(1e6),
            time_step=0.3,
            **SAG,
        ),
    }


def starts(seed: int) -> dict[str, dict]:
    ends = {"anchors": held(FIXED, {"vertices": {"select": "x_max"}})}
    return {
        "random_start": scene(
            "random start",
            "Each inner vertex starts at a random place near its own: errors of all wavelengths",
            strain(),
            start=[inside(noise=0.03, seed=seed)],
            **ends,
        ),
        "inside_turned": scene(
            "large rotation",
            "All vertices between the held ends start turned by 180 degrees: an error of rotations only",
            strain(),
            start=[inside(axis=[1, 0, 0], degrees=180)],
            **ends,
        ),
        "compressed": scene(
            "several minima",
            "A beam starts compressed to half of its length, with small random displacements: it buckles",
            strain(),
            time_step=0.05,
            start=[{"vertices": {"select": "all"}, "stretch": [0.5, 1, 1]}, inside(noise=1e-3, seed=seed)],
            **ends,
        ),
        "cloth": scene(
            "cloth",
            "Cloth with random folds is held at two corners: it bends far more easily than it stretches",
            None,
            body={
                "sheet": {"length": 1, "width": 1, "length_cells": 20, "width_cells": 20, "thickness": 1e-3}
            },
            time_step=1 / 30,
            potentials=[{"type": "membrane", "stiffness": 1e6}, {"type": "bending", "stiffness": 1e-3}],
            start=[{"vertices": {"select": "all"}, "noise": 5e-3, "seed": seed}],
            anchors=held(*({"vertices": {"select": "nearest", "point": [x, 0, 0]}} for x in (0, 1))),
            gravity=GRAVITY,
        ),
    }


def contrasts() -> dict[str, dict]:
    heavy = [{**part, "material": strain(), "density": 1e5} for part in slices(1)]
    found = {}
    for name, words, regions in (
        ("slices", "every other slice is ten thousand times as stiff", slices(1e4)),
        ("checkerboard", "every other cube is ten thousand times as stiff", checkerboard(1e4)),
    ):
        found[name] = scene(
            "stiffness contrast",
            f"One end is turned by 90 degrees: {words}",
            strain(1e5),
            regions=regions,
            anchors=held(FIXED, turned("x_max", 90)),
        )
    found["heavy_slices"] = scene(
        "mass contrast",
        "One end is turned by 90 degrees: every other slice is ten thousand times as heavy",
        strain(),
        regions=heavy,
        anchors=held(FIXED, turned("x_max", 90)),
    )
    found["heavy_slices"]["density"] = 10
    return found


def shapes() -> dict[str, dict]:
    sag = {"time_step": 1 / 30, **SAG}
    bottom = {"vertices": {"select": "box", "minimum": [-1, -1, -1], "maximum": [1, 1, -0.15]}}
    return {
        "slab": scene(
            "thin body",
            "A thin slab held at one end begins to sag: it bends far more easily than it stretches",
            strain(),
            body=beam((0.64, 0.32, 0.01), (32, 16, 1)),
            **sag,
        ),
        "flat_tets": scene(
            "poor mesh",
            "A beam with tets eight times as long as high begins to sag: unequal edges in all tets",
            strain(),
            body=beam(cells=(4, 8, 8)),
            **sag,
        ),
        "graded": scene(
            "poor mesh",
            "A beam begins to sag; its longest cells are 150 times as long as its shortest ones",
            strain(),
            body={"mesh": {"file": "meshes/graded.msh"}},
            **sag,
        ),
        "slivers": scene(
            "poor mesh",
            "A beam with some nearly flat tets begins to sag: a poor mesh in a few places",
            strain(),
            body={"mesh": {"file": "meshes/slivers.msh"}},
            **sag,
        ),
        "blob": scene(
            "larger body",
            "A blob that TetGen has meshed turns on its foot: a body without structure, and more tets",
            strain(1e6),
            body={"tetgen": {"surface": "meshes/blob.off"}},
            time_step=1 / 30,
            gravity=[9.81, 0, -9.81],
            anchors=held(bottom),
        ),
    }


def volumes(seed: int) -> dict[str, dict]:
    """Scenes near incompressibility, and their controls with quadratic tets at the same vertices."""
    draw = random.Random(seed)
    share = 0.5 if seed == SEED else round(draw.uniform(0.4, 0.6), 2)
    quadratic = {"elements": "quadratic", "body": beam(cells=tuple(count // 2 for count in CELLS))}
    found = {}
    for control, members in (("", {}), (QUADRATIC, quadratic)):
        control_words = "; quadratic tets, which lock less" if control else ""
        found[f"drawn_out{control}"] = scene(
            "incompressibility, quadratic tets" if control else "incompressibility",
            f"One end of a nearly incompressible beam is drawn out by {share:g} of its length{control_words}",
            elastic("stable_neo_hookean", 0.49),
            anchors=held(FIXED, moved("x_max", [share * LENGTH / TIME_STEP, 0, 0])),
            **members,
        )
        for nu in (0.3, 0.45, 0.49, 0.499, 0.4999)[2 if control else 0 :]:
            material = elastic("stable_neo_hookean", nu)
            found[f"untwist_nu_{f'{nu:g}'[2:]}{control}"] = scene(
                "law" if nu < 0.4 else found[f"drawn_out{control}"]["comment"]["difficulty"],
                f"A twisted beam with Poisson's ratio {nu:g} is let go: "
                + ("near 1/2 the volume term dominates" if nu > 0.4 else "a law with a volume term")
                + control_words,
                material,
                preparation=untwisting(material),
                **members,
            )
    return found
