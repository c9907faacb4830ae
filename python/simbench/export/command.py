"""Writes the shapes of runs over their iterations into one animated file, for Blender and other viewers.

DIR is a run's folder, or a folder of runs, which then stand side by side, each in its solver's colour. The
runs need snapshots (simbench --vtu N). The animation shows 24 of them per second.
"""

from pathlib import Path

from simbench.archive.reading import bare_name
from simbench.commands import CommandParser, command
from simbench.export.animation import load_animation
from simbench.export.glb import glb, is_glb
from simbench.export.usda import is_usda, usda
from simbench.output_files import beside, check_output, new_file


@command
def main() -> None:
    parser = CommandParser(prog="simbench export", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="a run's folder, or a folder of runs")
    formats = parser.add_mutually_exclusive_group(required=True)
    formats.add_argument("--glb", action="store_true", help="binary glTF 2.0: morph targets and an animation")
    formats.add_argument("--usda", action="store_true", help="USD as text: time samples")
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="default: the folder's name with .glb or .usda, beside it"
    )
    parser.add_argument("--replace", action="store_true", help="replace FILE if this command has written it")
    arguments = parser.parse_args()
    output = arguments.output or beside(bare_name(arguments.folder), ".glb" if arguments.glb else ".usda")
    is_ours = is_glb if arguments.glb else is_usda
    check_output(output, is_ours, arguments.replace)
    animation = load_animation(arguments.folder)
    with new_file(output, is_ours, arguments.replace) as partial:
        partial.write_bytes(glb(animation) if arguments.glb else usda(animation).encode())
    print(f"wrote {output}; runs: {len(animation.bodies)}, frames: {len(animation.moments)}")
