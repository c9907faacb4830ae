"""Renders the pages of the repository from templates and recorded results, so that no number is typed.

Each study below studies/ has its own pages. docs/pages/performance.md is the template of docs/performance.md;
those in docs/pages/blocks fill blocks of README.md and of two pages of docs, which begin with
<!-- simbench-pages NAME --> and end with <!-- end -->. A folder below studies/ without study.json has no
claims, and its pages/NAME.md become results/<folder>/NAME.md. Only pages are replaced: files with such a
block or with the last line of a page of docs, and files that a study has written.
"""

import re
import sys
from functools import cached_property, partial
from pathlib import Path

import pandas as pd

from simbench.benchmark import history
from simbench.commands import CommandParser, command
from simbench.errors import ResultsError
from simbench.input_files import read_text
from simbench.pages import benchmark_history, budgets, other_codes, performance, profiles
from simbench.pages.benchmark_rows import load, markdown
from simbench.study.description import STUDY_FILE, Study
from simbench.study.modules import has_module, import_module
from simbench.study.ours import is_ours
from simbench.study.pages import pages_of, write_changed
from simbench.study.placeholders import Renderer
from simbench.study.records import Records

TEMPLATES = "docs/pages"
README = "README.md"
WITH_BLOCKS = (README, "docs/meshes.md", "docs/python.md")
MARK = "<!-- simbench-pages "  # of a block, and of a whole page of docs
BLOCK = re.compile(r"(<!-- simbench-pages (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


class PageRenderer(Renderer):
    """A renderer with more placeholders:

    {{time BEAM CASE QUANTITY}} a number of the benchmark (performance.py: QUANTITIES)
    {{table NAME}}              a table of the benchmark (performance.py: TABLES)
    {{measured_on}}             the machines, commits and days of the benchmark's files
    {{history}}                 the recorded runs of the benchmark (benchmark_history.py)
    {{other_codes}}             other published codes beside simbench (other_codes.py)
    {{faster_codes}}            which of them are faster, and where
    {{profiles}}                which functions the time of solvers goes to (profiles.py)
    {{share PART CASE BEAM KIND}} one number of such a profile
    {{peers}}                   what solvers of scipy and of simbench need on a beam (scripts/peers.py)
    {{budget NAME PART}}        a part of a recorded budget (budgets.py: PARTS)
    {{advice STUDY NAME}}       text NAME of the study's module advice, from its recorded results
    """

    @cached_property
    def times(self) -> pd.DataFrame:
        return load(sorted((self.records.results / "performance").glob("*.json")))

    def write_time(self, beam: str, case: str, name: str) -> str:
        return performance.quantity(self.times, beam, case, name)

    def write_table(self, name: str) -> str:
        if name not in performance.TABLES:
            raise ResultsError(f"there is no table '{name}'")
        return performance.TABLES[name](self.times)

    def write_measured_on(self) -> str:
        return performance.measured_on(self.records.results / "performance")

    def write_history(self) -> str:
        return benchmark_history.tables(history.load(self.records.results / "performance"))

    def write_other_codes(self) -> str:
        return other_codes.table(self.records.results)

    def write_faster_codes(self) -> str:
        return other_codes.faster(self.records.results)

    def write_profiles(self) -> str:
        return profiles.table(self.records.results)

    def write_share(self, part: str, case: str, beam: str, *kind: str) -> str:
        return profiles.share(self.records.results, part, case, beam, *kind)

    def write_peers(self) -> str:
        recorded = pd.read_csv(self.records.results / "python/peers.csv", dtype=str)
        return markdown(recorded.fillna("–"))

    def write_budget(self, name: str, part: str) -> str:
        return budgets.text(self.records.results, name, part)

    def write_advice(self, study: str, name: str) -> str:
        folder = self.records.results.parent / "studies" / study
        if not has_module(folder, "advice"):
            raise ResultsError(f"{folder} has no module advice.py")
        return import_module(folder, "advice").text(name, self.records.results / study, self._link)


def pages(repository: Path) -> dict[str, str]:
    """The text of each page by its path."""
    records = Records(repository)
    templates = repository / TEMPLATES
    found = {
        f"docs/{path.name}": whole_page(path, f"docs/{path.name}", records)
        for path in sorted(templates.glob("*.md"))
    }
    found |= {page: with_blocks(read_text(repository / page), page, records) for page in WITH_BLOCKS}
    for file in sorted((repository / "studies").glob(f"*/{STUDY_FILE}")):
        record = repository / "results" / file.parent.name
        found |= {
            f"results/{record.name}/{name}": text
            for name, text in pages_of(Study(file.parent), record).items()
        }
    for template in sorted((repository / "studies").glob("*/pages/*.md")):
        folder = template.parents[1]
        if not (folder / STUDY_FILE).is_file():
            page = f"results/{folder.name}/{template.name}"
            found[page] = whole_page(template, page, records)
    return found


def whole_page(template: Path, page: str, records: Records) -> str:
    text = PageRenderer(page, records).render(read_text(template))
    place = template.relative_to(records.results.parent)
    return f"{text.rstrip()}\n\n{MARK}wrote this page from {place} -->\n"


def with_blocks(text: str, page: str, records: Records) -> str:
    def fill(match: re.Match) -> str:
        template = records.results.parent / TEMPLATES / "blocks" / f"{match[2]}.md"
        if not template.is_file():
            raise ResultsError(f"{page}: there is no template {template.name} of a block")
        return match[1] + PageRenderer(page, records).render(read_text(template)) + match[3]

    return BLOCK.sub(fill, text)


def is_page(file: Path, repository: Path) -> bool:
    """Whether this command wrote the file or a block of it, or a study did, by the study's record."""
    place = file.relative_to(repository)
    if file.is_file() and MARK in read_text(file):
        return True
    return place.parts[0] == "results" and is_ours(file, repository.joinpath(*place.parts[:2]), ())


@command
def main() -> None:
    parser = CommandParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit code 1 if a page would change"
    )
    parser.add_argument(
        "--repository", type=Path, default=Path(), metavar="FOLDER", help="default: the current folder"
    )
    arguments = parser.parse_args()
    found = {arguments.repository / page: text for page, text in pages(arguments.repository).items()}
    if arguments.check:
        wrong = [file for file, text in found.items() if not file.is_file() or read_text(file) != text]
        print("".join(f"{file}: differs from the recorded results\n" for file in wrong), end="")
        sys.exit(1 if wrong else 0)
    for file in write_changed(found, partial(is_page, repository=arguments.repository)):
        print(f"{file}: written")


if __name__ == "__main__":
    main()
