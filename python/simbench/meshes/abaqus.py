"""What an Abaqus file (.inp) declares, of which meshio leaves out some things."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from simbench.meshes.refusal import MESH, ConversionError

GENERATING = ("NGEN", "NFILL", "NCOPY", "NMAP", "ELGEN", "ELCOPY", "SYSTEM")


class Block(NamedTuple):
    """A keyword with its options, and the lines of data after it."""

    keyword: str
    options: dict[str, str]
    lines: list[str]

    @property
    def name(self) -> str:
        return self.options.get("NAME", "without a name")


def count_abaqus(path: Path) -> tuple[int, int]:
    """The numbers of nodes and elements, with those of included files.

    ConversionError if there are several parts or instances, or what only Abaqus can complete.
    """
    blocks = list(_blocks(path))
    for what in ("PART", "INSTANCE"):
        names = [block.name for block in blocks if block.keyword == what]
        if len(names) > 1:
            raise _refusal(path, f"it has several of *{what}, which meshio cannot join: {', '.join(names)}")
    for block in blocks:
        _refuse_incomplete(path, block)
    elements = [line for block in blocks if block.keyword == "ELEMENT" for line in _joined(block.lines)]
    return sum(len(block.lines) for block in blocks if block.keyword == "NODE"), len(elements)


def abaqus_sets(path: Path) -> list[str]:
    """The names of sets of nodes and elements, also of those that meshio overlooks."""
    names = {
        block.options[key]
        for block in _blocks(path)
        for key in ("NSET", "ELSET")
        if block.keyword in ("NODE", "ELEMENT", "NSET", "ELSET") and key in block.options
    }
    return sorted(names)


def _refuse_incomplete(path: Path, block: Block) -> None:
    if block.keyword in GENERATING:
        raise _refusal(path, f"*{block.keyword} makes or moves nodes or elements, which meshio does not do")
    if block.keyword in ("NODE", "ELEMENT") and block.options.keys() & {"INPUT", "SYSTEM"}:
        raise _refusal(path, f"meshio does not know the options INPUT and SYSTEM of *{block.keyword}")
    if block.keyword == "INSTANCE" and block.lines:
        raise _refusal(path, f"its *INSTANCE {block.name} is moved, which meshio does not do")


def _refusal(path: Path, what: str) -> ConversionError:
    return ConversionError(MESH, f"{path}: {what}; write the mesh as one part in its final place")


def _blocks(path: Path) -> Iterator[Block]:
    block = Block("", {}, [])
    for line in path.read_text(errors="replace").splitlines():
        words = [word.strip() for word in line.split(",")]
        if not line.strip() or line.startswith("**"):
            continue
        if not line.startswith("*"):
            block.lines.append(line.strip())
            continue
        yield block
        pairs = [word.partition("=") for word in words[1:]]
        options = {key.strip().upper(): value.strip() for key, _, value in pairs}
        block = Block(words[0][1:].strip().upper(), options, [])
        if block.keyword == "INCLUDE":
            yield from _blocks(_included(path, block))
    yield block


def _included(path: Path, block: Block) -> Path:
    """Beside the file, unless the name is a path from the current folder."""
    place = Path(block.options.get("INPUT", ""))
    place = place if place.is_file() else path.parent / place
    if not place.is_file():
        raise ConversionError(MESH, f"{path}: there is no file {place}, which it includes")
    return place


def _joined(lines: list[str]) -> Iterator[str]:
    """Elements: a line that ends in a comma continues in the next."""
    joined = ""
    for line in lines:
        joined += line
        if not joined.endswith(","):
            yield joined
            joined = ""
    if joined:
        yield joined
