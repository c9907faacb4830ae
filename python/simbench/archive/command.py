"""Packs results into one FILE.tar.zst: runs, their scenes' meshes, a report, metadata (RO-Crate) and hashes.

DIR is a run's folder, a folder of runs, or a sweep. With --unpack it is an archive, which is checked. With
--check it is the folder of an unpacked archive. With --appendix it is an archive, about which a page for the
appendix of a paper is written.
"""

import os
import tempfile
from pathlib import Path

from simbench.archive.appendix import write_appendix
from simbench.archive.contents import contents_of
from simbench.archive.crate import as_json, metadata
from simbench.archive.guide import README, guide
from simbench.archive.layout import METADATA, PACKED
from simbench.archive.package import check, is_archive, pack, unpack
from simbench.commands import CommandParser, command
from simbench.counted import counted
from simbench.errors import ResultsError
from simbench.output_files import beside, new_file

REPORT = "report.html"


def archive(folder: Path, output: Path, licence: str | None, replace: bool) -> list[str]:
    """Writes the file and returns lines for the user. ResultsError if there is no run, or a damaged run."""
    contents = contents_of(folder)
    title = folder.resolve().name
    notes = [
        f"{mesh} is left out: it is not the file any more that the run had read" for mesh in contents.missing
    ]
    files: dict[str, Path | bytes] = {**contents.files}
    with new_file(output, is_archive, replace) as partial:
        try:
            files[REPORT] = _report(folder, contents.place, title)
        except ResultsError as error:
            notes.append(f"there is no report: {error}")
        names = sorted([*files, README], key=lambda name: (name.count("/"), name))
        graph = metadata(title, contents.runs, names, licence)
        files |= {METADATA: as_json(graph), **guide(graph, names)}
        pack(partial, title, files)
    counts = f"{counted(len(contents.runs), 'run')}, {counted(len(files), 'file')}"
    written = f"wrote {output}: {counts}, {output.stat().st_size:,} bytes"
    return [*(f"note: {note}" for note in notes), written]


def _report(folder: Path, place: str, title: str) -> bytes:
    """The report, written from a folder with its name in the archive, because the report shows that name."""
    from simbench.report.document import (
        write_report,
    )  # takes half a second, which unpacking need not wait for

    here = Path.cwd()
    with tempfile.TemporaryDirectory() as stage:
        named = Path(stage) / place
        named.parent.mkdir(parents=True, exist_ok=True)
        named.symlink_to(folder.resolve())
        os.chdir(stage)
        try:
            write_report([Path(place)], Path(REPORT), title)
            return Path(REPORT).read_bytes()
        finally:
            os.chdir(here)


@command
def main() -> None:
    parser = CommandParser(prog="simbench archive", description=__doc__)
    parser.add_argument("source", type=Path, metavar="DIR", help="folder to pack")
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="default: the folder's name with .tar.zst, beside it"
    )
    parser.add_argument("--licence", help="licence of the results: its SPDX name (CC-BY-4.0) or its address")
    parser.add_argument("--replace", action="store_true", help="replace FILE if this command has written it")
    parser.add_argument(
        "--unpack",
        type=Path,
        metavar="EMPTY_DIR",
        help="check the archive DIR and unpack it into this folder",
    )
    parser.add_argument(
        "--check", action="store_true", help="compare all files in DIR, an unpacked archive, with SHA256SUMS"
    )
    parser.add_argument(
        "--appendix",
        type=Path,
        metavar="FILE",
        help="write what the archive DIR has, where it is, how to repeat it, and hashes, as .tex or .md",
    )
    parser.add_argument(
        "--address", help="with --appendix: where readers find the archive, for example a DOI"
    )
    arguments = parser.parse_args()
    if arguments.address is not None and arguments.appendix is None:
        parser.error("--address belongs to --appendix FILE")
    if arguments.appendix is not None:
        print(write_appendix(arguments.source, arguments.appendix, arguments.address))
        return
    if arguments.check:
        check(arguments.source)
        return
    if arguments.unpack is not None:
        print(unpack(arguments.source, arguments.unpack))
        return
    output = arguments.output or beside(arguments.source, PACKED)
    print(*archive(arguments.source, output, arguments.licence, arguments.replace), sep="\n")
