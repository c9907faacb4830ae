"""Writes the scenes of the study and the plans of its leaderboard: `python studies/field/make_scenes.py`.

`--seed N` draws other angles, lengths, random numbers and shapes.
"""

import argparse
import json
import sys
from pathlib import Path

STUDY = Path(__file__).parent
sys.path.insert(0, str(STUDY.parent))  # the package `field` of this copy of the study, if this is a script

from field import meshes  # noqa: E402
from field.board.plans import (  # noqa: E402
    INSTANCED,
    UNITS,
    UNITS_OF,
    board_plan,
    instances_plan,
    previous_plan,
    units_plan,
)
from field.catalogue import SEED, scenes, scenes_with_gravity  # noqa: E402
from field.parts import LENGTH, SIDE, in_units  # noqa: E402


def mesh_files(seed: int) -> dict[str, str]:
    size = (LENGTH, SIDE, SIDE)
    return {
        "graded.msh": meshes.msh(*meshes.graded(size, (16, 4, 4), 150)),
        "slivers.msh": meshes.msh(*meshes.slivers(size, (16, 4, 4), seed)),
        "blob.off": meshes.off(*meshes.blob(seed)),
    }


def write(folder: Path, seed: int) -> None:
    for kind in ("scenes/meshes", "scenes/units", "plans"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for name, words in mesh_files(seed).items():
        (folder / "scenes" / "meshes" / name).write_text(words)
    made = scenes(seed)
    for name, content in made.items():
        (folder / "scenes" / f"{name}.json").write_text(text(content))
        (folder / "plans" / f"board_{name}.json").write_text(text(board_plan(name, content["description"])))
    for name in UNITS_OF:
        for place, unit in enumerate(UNITS):
            factors = tuple(1024 if place == one else 1 for one in range(len(UNITS)))
            content = in_units(made[name], factors) | {"$schema": "../../../../scenes/scene.schema.json"}
            (folder / "scenes" / "units" / f"{name}_{unit}.json").write_text(text(content))
            (folder / "plans" / f"units_{name}_{unit}.json").write_text(text(units_plan(name, unit)))
    for name in scenes_with_gravity():
        (folder / "plans" / f"previous_{name}.json").write_text(text(previous_plan(name)))
    for name in INSTANCED:
        plan = instances_plan(name, made[name])
        (folder / "plans" / f"instances_{name}.json").write_text(text(plan))


def text(content: dict) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--output", type=Path, default=STUDY)
    arguments = parser.parse_args()
    write(arguments.output, arguments.seed)
