"""Writes one HTML file of results: curves, a table, shapes, heat maps of sweeps, claims, manifests.

It opens in any browser without a network. DIR is the folder given to simbench --output or to simbench sweep
--output, or the folder of one run; several folders go into one page.
"""

from pathlib import Path

from simbench.archive.reading import bare_name, names_archive
from simbench.commands import CommandParser, command
from simbench.errors import tell
from simbench.report.document import write_report
from simbench.run_folders import holds_a_run


def default_output(folder: Path) -> Path:
    """Beside an archive, and beside the folder of a run, which simbench keeps if it has other files."""
    if holds_a_run(folder) or names_archive(folder):
        named = bare_name(folder.resolve())
        return named.with_name(f"{named.name}.html")
    return folder / "report.html"


@command
def main() -> None:
    parser = CommandParser(prog="simbench report", description=__doc__)
    parser.add_argument(
        "folders", type=Path, nargs="+", metavar="DIR", help="folder with results, or an archive of one"
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="default: report.html in the first folder; for a single run DIR.html beside it",
    )
    parser.add_argument("--title", help="title of the page; default: the first folder's name")
    arguments = parser.parse_args()
    output = arguments.output or default_output(arguments.folders[0])
    remarks = write_report(arguments.folders, output, arguments.title)
    for remark in remarks:
        tell(f"note: {remark}")
    print(f"wrote {output} ({output.stat().st_size / 1e6:.2g} MB)")


if __name__ == "__main__":
    main()
