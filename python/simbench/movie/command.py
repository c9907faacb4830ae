"""Shows runs side by side in motion: their shapes, and below them a curve with a cursor.

Runs of many time steps are shown step by step, with their total energy; runs of one step iteration by
iteration, with their relative error. They need snapshots: `simbench … --vtu` writes one at the end of each
step, `--vtu 1` one after each iteration.
"""

from pathlib import Path

from simbench.archive.reading import bare_name
from simbench.commands import CommandParser, command
from simbench.errors import ResultsError
from simbench.movie.clips import evenly_spaced, load_movie
from simbench.movie.encoding import ENCODERS, STRIP, is_movie, write_strip
from simbench.movie.picture import Picture
from simbench.output_files import beside, check_output, new_file
from simbench.progress import progress


def frames_per_second(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 50:
        raise ResultsError(f"--frames-per-second: expected a whole number from 1 to 50, not '{text}'")
    return int(text)


@command
def main() -> None:
    parser = CommandParser(prog="simbench movie", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="DIR", help="runs, or folders of runs")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help=".gif, .mp4 (with ffmpeg) or .png, which is a strip of pictures",
    )
    parser.add_argument(
        "--frames-per-second", type=frames_per_second, default=24, metavar="N", help="default: 24"
    )
    parser.add_argument("--replace", action="store_true", help="replace FILE if this command has written it")
    given = parser.parse_args()
    output = given.output or beside(bare_name(given.folders[0]), ".gif")
    if output.suffix not in ENCODERS:
        raise ResultsError(f"--output {output}: expected a name that ends in {', '.join(ENCODERS)}")
    encode = ENCODERS[output.suffix]
    check_output(output, is_movie, given.replace)
    movie = load_movie(given.folders)
    with new_file(output, is_movie, given.replace) as partial:
        picture, moments = Picture(movie), movie.moments
        if encode is write_strip:
            moments = evenly_spaced(moments, STRIP)
        images = [picture.image(moment) for moment in progress(moments, "drawing frame")]
        encode(images, partial, given.frames_per_second)
    print(f"wrote {output}; runs: {len(movie.clips)}, frames: {len(moments)}")
