#!/usr/bin/env python3
"""Plants errors in the laws, terms and solvers, one at a time, and checks that the unit tests notice them.

A mutant flips a sign, a factor, a comparison or an index in a copy of src (tests/mutants.json lists them).
The changed file is compiled with the tests that should kill it, and linked before the unchanged libraries of
a build (preset dev). Exit code 1 if a mutant survives: then a test is missing.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEST_SECONDS = 120  # a mutant that runs longer counts as killed: it would not end


@dataclass(frozen=True)
class Mutant:
    """An entry of tests/mutants.json."""

    file: str  # below src
    old: str  # occurs once
    new: str
    tests: list[str]  # below tests, without .cpp, in turn until one fails
    # For a header: files that are compiled with it, below src, tests/….cpp or the build's generated/….cpp
    compiled: list[str] = field(default_factory=list)


def run(words: list, folder: Path) -> str:
    """The output of a command. If it fails the script ends, because that is no verdict on a mutant."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"error: {shlex.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


class Build:
    """A build whose commands compile and link the mutants."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        entries = json.loads((folder / "compile_commands.json").read_text())
        self.commands = {str(Path(entry["file"]).relative_to(ROOT)): entry["command"] for entry in entries}
        program = "tests/test_sweep"  # uses every library that a mutant may need
        run(["ninja", "test_main", "test_deformable", "test_systems", "simbench_sweep"], folder)
        link = run(["ninja", "-t", "commands", program], folder).splitlines()[-1]
        objects, libraries = link.split(f" -o {program} ")
        registration = [word for word in objects.split() if "/test_systems.dir/" in word]  # of scenes
        self.libraries = registration + shlex.split(libraries.split(" && ")[0])

    def command_of(self, source: str) -> str:
        """The command that compiles the file, or the files of its room that are compiled as one."""
        if command := self.commands.get(str(self.path_of(source).relative_to(ROOT))):
            return command
        top, *folders, _ = Path(source).parts
        target = {"src": "simbench", "tests": "test"}[top]
        for depth in range(len(folders), 0, -1):
            room = f"/{target}_{'_'.join(folders[:depth])}.dir/Unity/"
            if command := next((c for file, c in self.commands.items() if room in file), None):
                return command
        sys.exit(f"error: {self.folder} does not compile {source}")

    def path_of(self, source: str) -> Path:
        return (self.folder if source.startswith("generated/") else ROOT) / source

    def compile(self, source: str, copy: Path, target: Path) -> None:
        """Compiles src/… of the copy, or another file with the copy's headers; -O1 takes the least time."""
        command = self.command_of(source).split(" -o ")[0].replace(f"{ROOT}/src", f"{copy}/src")
        path = copy / source if source.startswith("src/") else self.path_of(source)
        # Our flags come last and win. Warnings are off, because a mutant may cause some.
        run([*shlex.split(command), "-O1", "-g0", "-w", "-o", target, "-c", path], self.folder)

    def link(self, objects: list[Path], target: Path) -> None:
        """Links the mutant's objects before the unchanged libraries, so that they win."""
        # The library's object has all files of a room, and is needed for the others: definitions are there
        # twice.
        run(["c++", "-Wl,--allow-multiple-definition", *objects, "-o", target, *self.libraries], self.folder)


def failure_of(program: Path) -> str:
    """Where a test program fails; empty if it does not."""
    try:
        words = [program, "--abort", "--reporter", "compact"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=TEST_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no end after {TEST_SECONDS} s"
    if done.returncode == 0:
        return ""
    place = re.search(r"(\w+\.(?:cpp|h):\d+): failed", done.stdout)
    return place[1] if place else f"exit code {done.returncode}"


def verdict(mutant: Mutant, build: Build, unchanged: Path) -> str:
    """The test that kills the mutant, and where; empty if none does. `unchanged` has the tests' objects."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / "src", copy / "src")
        path = copy / "src" / mutant.file
        path.write_text(path.read_text().replace(mutant.old, mutant.new))
        is_header = mutant.file.endswith(".h")
        objects = []
        for source in mutant.compiled if is_header else [mutant.file]:
            objects.append(copy / f"{Path(source).stem}.o")
            place = source if source.startswith(("tests/", "generated/")) else f"src/{source}"
            build.compile(place, copy, objects[-1])
        for test in mutant.tests:
            test_object = (copy if is_header else unchanged) / f"{Path(test).name}.o"
            if is_header:
                build.compile(f"tests/{test}.cpp", copy, test_object)
            build.link([test_object, *objects], copy / "test")
            if failure := failure_of(copy / "test"):
                return f"{test} ({failure})"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="mutants whose file contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time [cores]")
    parser.add_argument("--build", type=Path, default=ROOT / "build/dev", help="[build/dev]")
    arguments = parser.parse_args()
    listed = [Mutant(**entry) for entry in json.loads((ROOT / "tests/mutants.json").read_text())]
    mutants = [mutant for mutant in listed if arguments.only in mutant.file]
    for mutant in mutants:
        if (count := (ROOT / "src" / mutant.file).read_text().count(mutant.old)) != 1:
            sys.exit(f"error: '{mutant.old}' occurs {count} times in src/{mutant.file}, not once")

    build = Build(arguments.build.resolve())

    def examine(mutant: Mutant) -> bool:
        begin = time.monotonic()
        killer = verdict(mutant, build, unchanged)
        what = f"{mutant.file}: {mutant.old!r} -> {mutant.new!r}"
        outcome = f"killed by {killer}" if killer else "SURVIVED"
        print(f"{time.monotonic() - begin:5.0f} s  {outcome}  {what}", flush=True)
        return bool(killer)

    def check_unchanged(test: str) -> None:
        """Ends the script if the test fails without a mutant, because it would kill every mutant."""
        name = Path(test).name
        build.compile(f"tests/{test}.cpp", ROOT, unchanged / f"{name}.o")
        build.link([unchanged / f"{name}.o"], unchanged / name)
        if failure := failure_of(unchanged / name):
            sys.exit(f"error: {test} fails without any mutant ({failure}); fix it first")

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        unchanged = Path(folder)
        tests = sorted({test for mutant in mutants for test in mutant.tests})
        list(pool.map(check_unchanged, tests))
        killed = sum(pool.map(examine, mutants))
    print(f"{len(mutants)} mutants, {killed} killed, {len(mutants) - killed} survived")
    return int(killed < len(mutants))


if __name__ == "__main__":
    sys.exit(main())
