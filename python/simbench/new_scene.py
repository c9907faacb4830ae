"""Writes a scene with a mesh of one's own: `simbench new-scene NAME --mesh FILE` calls this program.

NAME.msh (tets) or NAME.off (a closed surface, which TetGen fills) is written beside NAME.json. Its
coordinates are those of FILE times --scale.
"""

import argparse
import json
import math
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from simbench.commands import command
from simbench.convert import converted_mesh, read_mesh, scale_factor
from simbench.errors import SimbenchError
from simbench.meshes.refusal import OUTPUT, ConversionError
from simbench.output_files import complete_file

DENSITY, GRAVITY = 1000, 9.81  # [kg/m³, m/s²]
HELD = 0.05  # the share of the longest extent that is held
LARGE, SMALL = 100, 1e-3  # [m]; bodies outside of this range probably have other units
# The stiffness [Pa] over ρ g times the longest extent, so that the body sags visibly under its weight.
STIFFNESS = 100


def write_scene(name: Path, source: Path, scale: float, is_free: bool, schema: str) -> list[str]:
    """Writes the scene and its mesh; returns the lines that tell the user about them.

    ConversionError if the program refuses the scene. No file is left behind by a failure.
    """
    scene = name if name.suffix == ".json" else name.with_name(name.name + ".json")
    mesh = read_mesh(source, scale)
    has_tets = any(block.dim == 3 and len(block.data) for block in mesh.cells)
    body = scene.with_suffix(".msh" if has_tets else ".off")
    for path in (scene, body):
        if path.exists():
            raise ConversionError(OUTPUT, f"{path}: exists already and is not replaced; choose another name")
    converted = converted_mesh(mesh, source, body.suffix)
    low, high = converted.points.min(axis=0), converted.points.max(axis=0)
    members = {"$schema": schema, **scene_of(body, source.name, low, high, is_free)}
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in members.items())
    with removed_after_failure(scene, body):
        with complete_file(body) as unfinished:
            converted.write(unfinished)
        with complete_file(scene) as unfinished:
            unfinished.write_text(f"{{\n{lines}\n}}\n")
        check(scene, body, source)
    return [*converted.report, f"wrote {body}", *remarks(scene, name, source, low, high, is_free)]


@contextmanager
def removed_after_failure(*paths: Path) -> Iterator[None]:
    """Removes the files, which were not there before, if the block ends with an error."""
    try:
        yield
    except BaseException:
        for path in paths:
            path.unlink(missing_ok=True)
        raise


def check(scene: Path, body: Path, source: Path) -> None:
    """ConversionError if `simbench check` would refuse the scene."""
    from simbench.scene import Scene  # here, where main() turns errors of the compiled module into sentences

    try:
        Scene.load(scene.resolve()).check()
    except SimbenchError as error:
        said, remedy = str(error).replace(str(body.resolve()), str(source)), ""
        if found := re.search(r"(mesh file|surface) '.*", said, re.DOTALL):  # without its place in the scene
            said, remedy = found[0], "; repair the mesh in the program that made it"
        if found and "it is open" in said:
            remedy += ", or make a cloth of it: a body of the kind 'surface' may be open (docs/scene.md)"
        raise ConversionError(error.exit_code, f"{said}. Nothing was written{remedy}") from error


def remarks(
    scene: Path, name: Path, source: Path, low: np.ndarray, high: np.ndarray, is_free: bool
) -> list[str]:
    """What is said about a scene whose body has this box [m], and what to type next."""
    axis = "xyz"[np.argmax(high - low)]
    held = "falls freely" if is_free else f"is held where {axis} is smallest, and sags under its weight"
    called = shlex.quote(str(scene.stem if scene.parent == Path() else scene))
    return [
        *size_remarks(high - low, name, source),
        f"wrote {scene}: the body {held}",
        "Its density, material and step are suggestions; edit them there.",
        "Next:",
        f"  simbench check {called}",
        f"  simbench --scene {called} --solver all",
    ]


def scene_of(body: Path, source: str, low: np.ndarray, high: np.ndarray, is_free: bool) -> dict:
    shape = {"mesh": {"file": body.name}} if body.suffix == ".msh" else {"tetgen": {"surface": body.name}}
    longest = float((high - low).max())
    axis = int(np.argmax(high - low))
    end = np.where(np.arange(3) == axis, low + HELD * (high - low), high)
    held = {"vertices": {"select": "box", "minimum": low.tolist(), "maximum": end.tolist()}}
    return {
        "kind": "deformable",
        "description": f"The body of {source} {'falls' if is_free else 'is held at one end and sags'}",
        "body": shape,
        "density": DENSITY,
        "material": {"model": "strain", "stiffness": power_of_ten(STIFFNESS * DENSITY * GRAVITY * longest)},
        "anchors": {"stiffness": "hard", "groups": [] if is_free else [held]},
        "gravity": [0, 0, -GRAVITY],
        "step": {"time_step": 0.01, "iterations": 100, "steps": 1},
    }


def power_of_ten(value: float) -> float:
    return float(f"1e{round(math.log10(value))}")


def size_remarks(size: np.ndarray, name: Path, source: Path) -> list[str]:
    """A warning about a body whose coordinates are probably not in metres."""
    longest = float(size.max())
    if SMALL <= longest <= LARGE:
        return []
    factor, unit = (1e-3, "the millimetre") if longest > LARGE else (1e3, "the kilometre")
    return [
        f"warning: the body is {longest:.4g} m long. If its unit is {unit}, remove these files and type",
        "  "
        + shlex.join(["simbench", "new-scene", f"{name}", "--mesh", f"{source}", "--scale", f"{factor:g}"]),
    ]


@command
def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", type=Path, metavar="NAME", help="the scene to write, with or without .json")
    parser.add_argument("mesh", type=Path, metavar="FILE", help="a mesh in a format of docs/meshes.md")
    parser.add_argument("--scale", type=scale_factor, default=1.0, help="factor for coordinates (default: 1)")
    parser.add_argument("--free", action="store_true", help="hold no end of the body")
    parser.add_argument("--schema", default="", help="the JSON Schema with which an editor checks the scene")
    given = parser.parse_args()
    print(*write_scene(given.name, given.mesh, given.scale, given.free, given.schema), sep="\n")
