"""Finds the commands in fenced blocks of README and docs, one by one as bash reads them."""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

# Languages of fenced blocks without commands. Blocks without a language have commands.
# test_tutorial.py runs the commands of fences that say console, and compares what they print.
OTHER_LANGUAGES = {"console", "json", "jsonc", "yaml", "csv", "cpp", "cmake", "python", "markdown", "text"}
OTHER_LANGUAGES |= {"bibtex"}
SHELLS = {"", "bash", "sh", "shell"}


@dataclass(frozen=True)
class Command:
    place: str  # docs/sweeps.md:12
    text: str  # including comments
    before: tuple[str, ...]  # earlier lines of its block that change the shell: export, source, cd

    @property
    def script(self) -> str:
        return "\n".join(["set -e", *self.before, self.text])


def commands_of(path: Path, name: str) -> list[Command]:
    """All commands of a Markdown file, in their order; `name` is the file's name in places."""
    commands: list[Command] = []
    for line, language, block in fenced_blocks(path.read_text()):
        if language in OTHER_LANGUAGES:
            continue
        assert language in SHELLS, f"{name}:{line}: a fence says '{language}', which no test knows"
        state: list[str] = []
        for offset, text in split(block, f"{name}:{line}"):
            commands.append(Command(f"{name}:{line + 1 + offset}", text, tuple(state)))
            if text.split()[0] in ("export", "source", ".", "cd"):
                state.append(text)
    return commands


def fenced_blocks(markdown: str) -> list[tuple[int, str, list[str]]]:
    """The line number of each fence (from 1), its language, and its lines. Fences in lists are indented."""
    blocks: list[tuple[int, str, list[str]]] = []
    within = False
    for number, line in enumerate(markdown.splitlines(), 1):
        if fence := re.match(r"\s*```\s*(\w*)", line):
            within = not within
            if within:
                blocks.append((number, fence[1], []))
        elif within:
            blocks[-1][2].append(line.strip().removeprefix("$ "))
    assert not within, "a fence is not closed"
    return blocks


def split(block: list[str], place: str) -> list[tuple[int, str]]:
    """The commands of a block, each with the number of its first line.

    A command ends at the line with which bash can parse it.
    """
    commands: list[tuple[int, str]] = []
    unfinished: list[str] = []
    for number, line in enumerate(block):
        if not unfinished and (not line or line.startswith("#")):
            continue
        unfinished.append(line)
        text = "\n".join(unfinished)
        if (
            not line.endswith("\\")
            and subprocess.run(["bash", "-n", "-c", text], capture_output=True).returncode == 0
        ):
            commands.append((number + 1 - len(unfinished), text))
            unfinished = []
    assert not unfinished, f"{place}: bash cannot read {unfinished}"
    return commands


def make_checkout(repository: Path, folder: Path) -> None:
    """Copies the repository with all changes, including those that are not committed."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        source, target = repository / name, folder / name
        if source.is_file():  # otherwise a file was deleted without a commit
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
            target.chmod(source.stat().st_mode)


def shorten(file: Path, members: dict[str, object]) -> None:
    """Replaces existing members of a JSON file; the keys are dotted paths."""
    document = json.loads(file.read_text())
    for path, value in members.items():
        *parents, last = path.split(".")
        parent = document
        for key in parents:
            parent = parent[key]
        assert last in parent, f"{file.name} has no {path}"
        parent[last] = value
    file.write_text(json.dumps(document))
