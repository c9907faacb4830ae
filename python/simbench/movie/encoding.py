"""Encodes pictures: .gif and .png by Pillow, .mp4 by ffmpeg. Each file says that simbench has made it."""

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from PIL import Image, PngImagePlugin

from simbench.errors import OutputError, ResultsError
from simbench.input_files import read_file

MARK = "Written by simbench movie."
COLOURS = 128  # of a .gif
STRIP = 6  # pictures of a strip


def is_movie(path: Path) -> bool:
    """Whether this command has written the file. ResultsError if the file is too large to be searched."""
    return path.is_file() and MARK.encode() in read_file(path)


def write_gif(images: Iterable[Image.Image], path: Path, frames_per_second: int) -> None:
    first, *others = [image.quantize(COLOURS) for image in images]
    options = {"duration": 1000 / frames_per_second, "loop": 0, "comment": MARK}
    with path.open("wb") as file:
        first.save(file, format="GIF", save_all=True, append_images=others, **options)


def write_strip(images: Sequence[Image.Image], path: Path, frames_per_second: int) -> None:
    """Pictures row by row, two in each; the number per second has no meaning here."""
    width, height = images[0].size
    columns = min(2, len(images))
    strip = Image.new("RGB", (columns * width, -(-len(images) // columns) * height), "white")
    for place, image in enumerate(images):
        strip.paste(image, (place % columns * width, place // columns * height))
    said = PngImagePlugin.PngInfo()
    said.add_text("Comment", MARK)
    with path.open("wb") as file:
        strip.save(file, format="PNG", pnginfo=said)


def write_mp4(images: Iterable[Image.Image], path: Path, frames_per_second: int) -> None:
    """ResultsError without ffmpeg, OutputError with its own words if it fails."""
    program = shutil.which("ffmpeg")
    if not program:
        raise ResultsError(
            "a movie as .mp4 needs ffmpeg, which is not on the PATH (Debian: apt install ffmpeg); "
            "--output FILE.gif needs nothing"
        )
    images = list(images)
    width, height = images[0].size
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(frames_per_second)]
    # The usual encoding of players has no odd sizes.
    target = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p", "-f", "mp4"]
    said = ["-metadata", f"comment={MARK}"]
    command = [program, "-y", "-loglevel", "error", *source, "-i", "-", *target, *said, str(path)]
    finished = subprocess.run(command, input=b"".join(map(Image.Image.tobytes, images)), capture_output=True)
    if finished.returncode:
        raise OutputError(
            f"ffmpeg cannot write the movie: {finished.stderr.decode(errors='replace').strip()}"
        )


ENCODERS = {".gif": write_gif, ".mp4": write_mp4, ".png": write_strip}
