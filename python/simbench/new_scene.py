"""Writes a scene with a mesh of one's own: `simbench new-scene NAME --mesh FILE` calls this program.

NAME.msh (tets) or NAME.off (a closed surface, which TetGen fills) is written beside NAME.json. Its
coordinates are those of FILE times --scale. mesh_experiments.py says what the body does.
"""

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from simbench.commands import CommandParser, command
from simbench.convert import converted_mesh, read_mesh, scale_factor
from simbench.errors import SimbenchError
from simbench.mesh_experiments import EXPERIMENTS, Body, CannotDoError, members
from simbench.meshes.refusal import MESH, OUTPUT, USAGE, ConversionError
from simbench.nearest_name import did_you_mean
from simbench.output_files import complete_file

LARGE, SMALL = 100, 1e-3  # [m]; bodies outside of this range probably have other units
MANY = 50_000  # tets, with which runs take minutes
HELD = "hard anchors hold every vertex"  # what the program says of such a scene


def write_scene(name: Path, source: Path, scale: float, doing: str, frames: int, schema: str) -> list[str]:
    """Writes the scene and its mesh; returns the lines that tell the user about them.

    ConversionError if the body cannot do the experiment, or if the program refuses the scene. No file is left
    behind by a failure.
    """
    scene = name if name.suffix == ".json" else name.with_name(name.name + ".json")
    mesh = read_mesh(source, scale)
    has_tets = any(block.dim == 3 and len(block.data) for block in mesh.cells)
    file = scene.with_suffix(".msh" if has_tets else ".off")
    if file.resolve() == source.resolve():
        file = file.with_stem(f"{file.stem}_body")
    for path in (scene, file):
        if path.exists():
            raise ConversionError(OUTPUT, f"{path}: exists already and is not replaced; choose another name")
    converted = converted_mesh(mesh, source, file.suffix)
    body = Body(converted.points)
    written = scene_of(body, file, source, doing, frames, schema)
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in written.items())
    with removed_after_failure(scene, file):
        with complete_file(file) as unfinished:
            converted.write(unfinished)
        with complete_file(scene) as unfinished:
            unfinished.write_text(f"{{\n{lines}\n}}\n")
        report = check(scene, file, source, doing)
        if doing != "drop" and (parts := report["mesh"]["components"]) > 1:
            raise cannot(
                doing, source, f"it has {parts} parts that share no vertex, and an end holds one", "drop"
            )
    said = [*converted.report, f"wrote {file}", *size_remarks(body.size, name, source)]
    return [
        *said,
        f"wrote {scene}: the body {EXPERIMENTS[doing].__doc__}",
        *what_next(scene, frames, report["mesh"]["tets"]),
    ]


@contextmanager
def removed_after_failure(*paths: Path) -> Iterator[None]:
    """Removes the files, which were not there before, if the block ends with an error."""
    try:
        yield
    except BaseException:
        for path in paths:
            path.unlink(missing_ok=True)
        raise


def check(scene: Path, file: Path, source: Path, doing: str) -> dict:
    """What `simbench check --json` says. ConversionError if it would refuse the scene."""
    from simbench.scene import Scene  # here, where main() turns errors of the compiled module into sentences

    try:
        return Scene.load(scene.resolve()).check()
    except SimbenchError as error:
        if HELD in str(error):  # by the ends that the preparation moves; a fault of the mesh is said before
            raise cannot(
                doing, source, "its ends, which are held, have all of its vertices", "drop"
            ) from error
        said, remedy = str(error).replace(str(file.resolve()), str(source)), ""
        if found := re.search(r"(mesh file|surface) '.*", said, re.DOTALL):  # without its place in the scene
            said, remedy = found[0], "; repair the mesh in the program that made it"
        if found and "it is open" in said:
            remedy += ", or make a cloth of it: a body of the kind 'surface' may be open (docs/scene.md)"
        raise ConversionError(error.exit_code, f"{said}. Nothing was written{remedy}") from error


def what_next(scene: Path, frames: int, tets: int) -> list[str]:
    """What to type."""
    called = shlex.quote(str(scene.stem if scene.parent == Path() else scene))
    folder = shlex.quote(f"runs/{scene.stem}")
    options, shown = ("--vtu 10", "report") if frames == 1 else ("--vtu --reference none", "movie")
    solvers = "pbd,xpbd,vbd,pd,qn" if frames == 1 else "xpbd,vbd,qn"
    runs = [f"  simbench --scene {called} --solver {solvers} {options} --output {folder}"]
    runs.append(f"  simbench {shown} {folder}")
    first = "Its density, material and step are suggestions; edit them there."
    remarks = [f"It has {tets} tets; `simbench check` tells how long runs take."] if tets > MANY else []
    return [first, *remarks, "Next:", f"  simbench check {called}", *runs]


def cannot(doing: str, source: Path, why: str, other: str) -> ConversionError:
    return ConversionError(
        MESH,
        f"{source}: the body cannot do the experiment '{doing}': {why}; try --experiment {other}. "
        "Nothing was written",
    )


def scene_of(body: Body, file: Path, source: Path, doing: str, frames: int, schema: str) -> dict:
    """The members of the scene. ConversionError if the body cannot do the experiment."""
    shape = {"mesh": {"file": file.name}} if file.suffix == ".msh" else {"tetgen": {"surface": file.name}}
    try:
        experiment = members(doing, body, frames)
    except CannotDoError as error:
        raise cannot(doing, source, *error.args) from error
    description = f"The body of {source.name} {EXPERIMENTS[doing].__doc__}"
    return {"$schema": schema, "kind": "deformable", "description": description, "body": shape, **experiment}


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
    parser = CommandParser(description=__doc__)
    parser.add_argument("name", type=Path, metavar="NAME", help="the scene to write, with or without .json")
    parser.add_argument("mesh", type=Path, metavar="FILE", help="a mesh in a format of docs/meshes.md")
    parser.add_argument("--scale", type=scale_factor, default=1.0, help="factor for coordinates (default: 1)")
    parser.add_argument(
        "--experiment", default="release", help=f"{', '.join(EXPERIMENTS)} (default: release)"
    )
    parser.add_argument("--frames", type=int, default=1, metavar="N", help="time steps (default: 1)")
    parser.add_argument("--schema", default="", help="the JSON Schema with which an editor checks the scene")
    given = parser.parse_args()
    if given.experiment not in EXPERIMENTS:
        said = f"--experiment: there is no '{given.experiment}'"
        raise ConversionError(USAGE, said + did_you_mean(given.experiment, list(EXPERIMENTS)))
    arguments = (given.scale, given.experiment, given.frames, given.schema)
    print(*write_scene(given.name, given.mesh, *arguments), sep="\n")
