"""Renders the pages of the repository from templates and the results on record, so that no number is typed.

Each template below python/simbench/pages/templates is a page of the same path; those in blocks fill blocks of
README.md and docs/meshes.md that begin with <!-- simbench-pages NAME --> and end with <!-- end -->.
results/report/index.html keeps its curves and gets the claims that are on record.
"""

import argparse
import re
import sys
from pathlib import Path

from simbench.commands import command
from simbench.errors import ResultsError
from simbench.output_files import complete_file
from simbench.pages.placeholders import rendered
from simbench.pages.records import Records
from simbench.report.gallery import refreshed

TEMPLATES = Path(__file__).parent / "templates"
README = "README.md"
REPORT = "results/report/index.html"  # simbench-gallery writes it; here its claims are brought up to date
WITH_BLOCKS = (README, "docs/meshes.md")
BLOCK = re.compile(r"(<!-- simbench-pages (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pages(repository: Path) -> dict[str, str]:
    """What each page is to be, by its path."""
    records = Records(repository)
    found = {
        path.relative_to(TEMPLATES).as_posix(): path.read_text()
        for path in sorted(TEMPLATES.rglob("*.md"))
        if path.parent.name != "blocks"
    }
    found = {page: rendered(template, page, records) for page, template in found.items()}
    found |= {page: with_blocks((repository / page).read_text(), page, records) for page in WITH_BLOCKS}
    return found | {
        REPORT: refreshed((repository / REPORT).read_text(encoding="utf-8"), repository / "results")
    }


def with_blocks(text: str, page: str, records: Records) -> str:
    def fill(match: re.Match) -> str:
        template = TEMPLATES / "blocks" / f"{match[2]}.md"
        if not template.is_file():
            raise ResultsError(f"{page}: there is no template {template.name} of a block")
        return match[1] + rendered(template.read_text(), page, records) + match[3]

    return BLOCK.sub(fill, text)


@command
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit code 1 if a page would change"
    )
    parser.add_argument(
        "--repository", type=Path, default=Path(), metavar="FOLDER", help="default: the current folder"
    )
    arguments = parser.parse_args()
    found = pages(arguments.repository)
    files = {arguments.repository / page: text for page, text in found.items()}
    changed = {file: text for file, text in files.items() if not file.is_file() or file.read_text() != text}
    for file, text in changed.items():
        print(f"{file}: {'is not what the results say' if arguments.check else 'written'}")
        if not arguments.check:
            with complete_file(file) as partial:
                partial.write_text(text)
    sys.exit(1 if arguments.check and changed else 0)


if __name__ == "__main__":
    main()
