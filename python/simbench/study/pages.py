"""Renders the pages of a study from its templates and the recorded verdicts."""

from collections.abc import Callable
from pathlib import Path

from simbench.errors import ResultsError
from simbench.input_files import read_text
from simbench.output_files import check_output, make_folder, new_file
from simbench.study import report
from simbench.study.description import STUDY_FILE, Study
from simbench.study.figure_notes import FigureNotes
from simbench.study.modules import import_module
from simbench.study.placeholders import Renderer
from simbench.study.places import of_claims_page
from simbench.study.records import Records


class StudyPage(Renderer):
    """A renderer that writes the notes of figures before their claims."""

    def __init__(self, page: str, records: Records, study: Study, record: Path) -> None:
        super().__init__(page, records)
        self.short = {study.identifier(number): claim.short for number, claim in study.claims.items()}
        self._notes = FigureNotes(study, record, self._link)

    def write_claims(self) -> str:
        notes = [note for picture in self.pictures for note in self._notes.of(picture)]
        return "\n".join(filter(None, [*notes, super().write_claims()]))


def pages_of(study: Study, record: Path) -> dict[str, str]:
    """The text of each page of the study, by its name.

    A document whose module has refreshed(text, record) keeps its curves and gets the recorded claims.
    claims.md gets them, too, in the study's folder and in those of its variants.
    """
    record = record.resolve()
    if record.parent.name != "results" or record.name != study.name:
        raise ResultsError(
            f"{record}: pages link from results/{study.name}; let --results end so, or leave it out"
        )
    records = Records(record.parents[1], study.name)
    found = claims_pages(study, record)
    for name, target in study.pages.items():
        template = study.folder / "pages" / name
        if not template.is_file():
            raise ResultsError(f"{study.folder / STUDY_FILE}: there is no template {template}")
        page = StudyPage(f"results/{study.name}/{target}", records, study, record)
        found[target] = page.render(read_text(template))
    for document in study.documents:
        refreshed = getattr(import_module(study.folder, f"documents.{document.name}"), "refreshed", None)
        for name in document.writes if refreshed else ():
            if (record / name).is_file():
                found[name] = refreshed(read_text(record / name), record)
    return found


def claims_pages(study: Study, record: Path) -> dict[str, str]:
    found = {}
    for variant in (None, *study.variants.values()):
        folder = record / (variant.name if variant else "")
        if entries := report.load(folder / f"{report.CLAIMS}.json"):
            page = (folder / f"{report.CLAIMS}.md").relative_to(record)
            words = of_claims_page(study, folder, variant)
            found[str(page)] = report.markdown(entries, study, *words)
    return found


def write_changed(pages: dict[Path, str], is_ours: Callable[[Path], bool]) -> list[Path]:
    """Writes the pages whose text has changed, and returns them. A file that is there must be ours."""
    changed = [file for file, text in pages.items() if not file.is_file() or read_text(file) != text]
    for file in changed:
        check_output(file, is_ours)  # all of them before one is written
    for file in changed:
        make_folder(file.parent)
        with new_file(file, is_ours) as partial:
            partial.write_text(pages[file], encoding="utf-8")
    return changed
