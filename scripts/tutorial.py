#!/usr/bin/env python3
"""Types the commands of README.md and docs/tutorial.md, in their order, in a fresh folder for each page.

    .venv/bin/python scripts/tutorial.py           prints the outputs that differ from the pages; exit code 1
    .venv/bin/python scripts/tutorial.py --write   writes outputs and pictures into the pages

In a fence `console`, a line that begins with "$ " is a command, "> " continues it, and the other lines are
what it prints on a terminal. A fence with a second word, as in `json my_plan.json`, is a file, which is
written before the next command. A picture tutorial/NAME.png is figures/NAME.png, which a command draws.
"""

import argparse
import fcntl
import math
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

REPOSITORY = Path(__file__).resolve().parents[1]
TUTORIAL = REPOSITORY / "docs/tutorial.md"
PAGES = (REPOSITORY / "README.md", TUTORIAL)
COLUMNS = 90  # of the terminal
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ENTRY = re.compile(r"^(\$ .*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", re.MULTILINE)  # a command and its output
PICTURE = re.compile(r"\]\(tutorial/([\w-]+)\.png\)")
ERASED = re.compile(r"[^\n]*\r(?:\x1b\[K)?")  # progress that the terminal showed for a while

# What differs from machine to machine: columns and sentences with times, sizes of files that have times, and
# plots in the terminal, which also show rounding.
TIMING_COLUMNS = {"ms/iter.", "spread", "set-up ms"}
TIMES = re.compile(r" reached \S+ in .* of iterations| times faster than |^ \w+ in \S+ (ms|s|min|h) $")
NOISE = re.compile(r"^Times are noisy: .*\n", re.MULTILINE)  # only where other programs run
PLOT = re.compile(r"[┤│└]")
BARS_AND_SIZES = re.compile(r"[▁-█]+|[\d.]+ MB")
RELATIVE, ROUNDING = 1e-6, 1e-12  # a relative error below 1e-12 is rounding


@dataclass(frozen=True)
class Output:
    command: str
    shown: str
    printed: str

    @property
    def differs(self) -> bool:
        return not alike(self.shown, self.printed)


def alike(shown: str, printed: str) -> bool:
    """Whether two outputs are the same, except for times, plots, and the last digits of numbers."""
    lines, others = comparable(shown), comparable(printed)
    return len(lines) == len(others) and all(
        len(words) == len(other) and all(map(same_word, words, other))
        for words, other in zip(lines, others, strict=True)
    )


def comparable(output: str) -> list[list[str]]:
    """The words of each line, without what differs from machine to machine."""
    lines: list[list[str]] = []
    header: list[str] = []
    for line in output.splitlines():
        if PLOT.search(line) or TIMES.search(f" {line.strip()} "):
            lines.append([])
            continue
        words = BARS_AND_SIZES.sub("_", line).split()
        if words[:1] == ["solver"]:
            header = re.split(r"\s{2,}", line.strip())
        elif len(words) == len(header):  # a row of the table
            # Rounding decides in which iteration a solver converges.
            left_out = TIMING_COLUMNS | ({"iterations"} if "converged" in words else set())
            words = [word for title, word in zip(header, words, strict=True) if title not in left_out]
        lines.append(words)
    return lines


def same_word(word: str, other: str) -> bool:
    try:
        return math.isclose(float(word), float(other), rel_tol=RELATIVE, abs_tol=ROUNDING)
    except ValueError:
        return word == other


def typed(command: str, folder: Path, environment: dict[str, str]) -> str:
    """What a command shows on a terminal; it must succeed."""
    master, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    process = subprocess.Popen(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=terminal,
    )
    os.close(terminal)
    printed = b""
    try:
        while part := os.read(master, 1 << 16):
            printed += part
    except OSError:  # Linux reports the end as EIO
        pass
    os.close(master)
    text = NOISE.sub("", ERASED.sub("", printed.decode().replace("\r\n", "\n")))
    if process.wait() != 0:
        sys.exit(f"exit code {process.returncode} of\n{command}\n{text}")
    return text


def fresh_folder(folder: Path, program: Path) -> dict[str, str]:
    """Makes the folder look like a copy of simbench's data; returns the environment for commands."""
    for name in ("scenes", "docs"):
        (folder / name).symlink_to(REPOSITORY / name)
    tools = folder / "tools"
    tools.mkdir()
    (tools / "simbench").symlink_to(program.resolve())
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SIMBENCH")}
    return {
        **clean,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "SIMBENCH_CACHE": str(folder / "cache"),
        "NO_COLOR": "1",
    }


def run(page: str, folder: Path, program: Path) -> tuple[str, list[Output]]:
    """Types all commands of the page; returns the page with what they print, and the outputs."""
    environment = fresh_folder(folder, program)
    outputs: list[Output] = []

    def type_in(entry: re.Match) -> str:
        lines, shown = entry.groups()
        command = "\n".join(line[2:] for line in lines.splitlines())
        outputs.append(Output(command, shown, typed(command, folder, environment)))
        return lines + outputs[-1].printed

    def follow(fence: re.Match) -> str:
        language, name, block = fence.groups()
        if name:
            (folder / name).write_text(block)
        return f"```console\n{ENTRY.sub(type_in, block)}```" if language == "console" else fence[0]

    return FENCE.sub(follow, page), outputs


def pictures(page: str) -> list[str]:
    return PICTURE.findall(page)


def save_pictures(names: list[str], folder: Path) -> None:
    """Copies the pictures, with a palette of colours: a third of the bytes."""
    for name in names:
        with Image.open(folder / "figures" / f"{name}.png") as drawn:
            small = drawn.convert("RGB").quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=1)
        small.save(TUTORIAL.parent / "tutorial" / f"{name}.png", optimize=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write the pages and their pictures")
    parser.add_argument("--program", type=Path, default=REPOSITORY / "build/release/simbench")
    arguments = parser.parse_args()
    wrong = [output for page in PAGES for output in follow_page(page, arguments.program, arguments.write)]
    for output in wrong:
        print(f"$ {output.command}\nthe page shows\n{output.shown}but it prints\n{output.printed}")
    return 1 if wrong else 0


def follow_page(page: Path, program: Path, write: bool) -> list[Output]:
    """Types the commands of a page. Writes what they print and draw, or returns the outputs that differ."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text, outputs = run(page.read_text(), folder, program)
        missing = [name for name in pictures(text) if not (folder / "figures" / f"{name}.png").is_file()]
        if missing:
            sys.exit(f"no command draws {', '.join(missing)}")
        if not write:
            return [output for output in outputs if output.differs]
        page.write_text(text)
        save_pictures(pictures(text), folder)
    return []


if __name__ == "__main__":
    sys.exit(main())
