"""Writes the results of a study (claims, figures, documents), and finds those that are out of date."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from simbench.errors import OutputError, ResultsError
from simbench.input_files import read_text
from simbench.output_files import check_output, make_folder, new_file
from simbench.run_files import MANIFEST
from simbench.run_folders import run_folder
from simbench.study import report
from simbench.study.description import Study
from simbench.study.entries import Document, Drawing, Source, Variant
from simbench.study.modules import import_module, placed_errors
from simbench.study.ours import CODECHECK, CODECHECK_HEAD, MANIFESTS, is_ours
from simbench.study.pages import write_changed
from simbench.study.places import Places, of_claims_page
from simbench.study.results import Results
from simbench.study.stamps import Stamps, code_of, hash_of, hash_of_text
from simbench.study.sweeping import hash_of_sweep

CLAIM_FILES = (f"{report.CLAIMS}.json", f"{report.CLAIMS}.md")


class Writing:
    def __init__(self, study: Study, places: Places, variant: Variant | None) -> None:
        self._study, self._places, self._variant = study, places, variant
        kind = "check" if places.output != places.record else "record"
        self._stamps = Stamps(places.work / f"{kind}.json", places.output)

    def is_ours(self, file: Path) -> bool:
        """Whether a study has written the file. --check has a folder of its own.

        A variant has no codecheck.yml: all that study.json lists is ours where the verdicts are.
        """
        output = self._places.output
        if output != self._places.record or (self._variant and is_ours(output / CLAIM_FILES[0], output, ())):
            return True
        return is_ours(file, output, self._stamps.names())

    def refuse_foreign(self, names: Iterable[str]) -> None:
        """ResultsError if one of these outputs is a file that no study wrote."""
        for name in names:
            check_output(self._places.output / name, self.is_ours)

    # Each of these returns why a result is out of date; empty if it is up to date.

    def why_judge(self) -> str:
        return self._stamps.out_of_date("claims", self._inputs_of_claims(), CLAIM_FILES)

    def why_draw(self, figure: Drawing) -> str:
        return self._stamps.out_of_date(f"figure {figure.name}", self._inputs(figure), figure.writes)

    def why_write(self, document: Document) -> str:
        return self._stamps.out_of_date(f"document {document.name}", self._inputs(document), document.writes)

    # These write the results.

    def judge(self, numbers: Iterable[int], is_all: bool) -> dict:
        """Judges these claims and returns their verdicts; the other recorded claims stay as they are."""
        found = report.as_json(report.judge(self._places.runs, numbers, self._study), self._study)
        kept = {} if is_all else report.load(self._places.record / CLAIM_FILES[0])
        known = kept | found
        entries = {name: known[name] for name in report.in_order(self._study) if name in known}
        self.write_claims(entries)
        if is_all:
            self._stamps.put("claims", self._inputs_of_claims(), CLAIM_FILES)
        return found

    def write_claims(self, entries: dict) -> None:
        words = of_claims_page(self._study, self._places.record, self._variant)
        report.write(self._places.output, entries, self._study, words, self.is_ours)

    def draw(self, figure: Drawing) -> None:
        """Draws in a separate process, so that a figure does not depend on earlier figures."""
        runs = self._places.runs
        if absent := [name for name in figure.sweeps if not (runs / name / "summary.csv").is_file()]:
            raise ResultsError(
                f"figure {figure.name}: there is no sweep {absent[0]} in {runs}; run its plan first"
            )
        words = [self.module_of(figure), *(str(runs / name) for name in figure.of)]
        for option, name in figure.also.items():
            words += [option, str(runs / name)]
        for choice in figure.filters:
            words += ["--filter", choice]
        if figure.writes == (f"{figure.name}.png",):
            words += ["--name", figure.name]
        make_folder(self._places.output)
        with TemporaryDirectory(prefix=".figure-", dir=self._places.output) as stage:
            self._draw_into(Path(stage), figure, words)
            for file in sorted(Path(stage).iterdir()):
                self.refuse_foreign([file.name])
                file.replace(self._places.output / file.name)
        self._refuse_unwritten(f"figure {figure.name}", figure.writes)
        self._stamps.put(f"figure {figure.name}", self._inputs(figure), figure.writes)

    def _draw_into(self, stage: Path, figure: Drawing, words: list[str]) -> None:
        finished = subprocess.run(
            [sys.executable, "-m", "simbench.figure_command", *words, "--output", str(stage)],
            env={**os.environ, "PYTHONSAFEPATH": "1"},  # no module of the current folder
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        print(finished.stdout.replace(str(stage), str(self._places.output)), end="", flush=True)
        if finished.returncode == 130:
            raise KeyboardInterrupt
        if finished.returncode != 0:
            why = f"exit code {finished.returncode}"
            code = OutputError.exit_code if finished.returncode == OutputError.exit_code else None
            raise ResultsError(f"figure {figure.name} was not drawn: {why}", code)

    def module_of(self, figure: Drawing) -> str:
        """The name for simbench-figure: STUDY/NAME for a figure of the study, NAME for one of the package."""
        own = self._study.folder / "figures" / f"{figure.figure}.py"
        return f"{self._study.folder}/{figure.figure}" if own.is_file() else figure.figure

    def write(self, document: Document) -> None:
        module = import_module(self._study.folder, f"documents.{document.name}")
        make_folder(self._places.output)
        self.refuse_foreign(document.writes)
        results = Results(self._places.runs, self._study.axes)
        with placed_errors(self._study.folder):
            module.write(results, self._places.output, self._places.record)
        self._refuse_unwritten(f"documents/{document.name}.py", document.writes)
        self._stamps.put(f"document {document.name}", self._inputs(document), document.writes)

    def write_pages(self, pages: dict[str, str]) -> list[Path]:
        """Writes the pages whose text has changed, and returns them."""
        changed = write_changed(
            {self._places.output / name: text for name, text in pages.items()}, self.is_ours
        )
        self._stamps.put("pages", {}, pages)
        return changed

    def write_manifests(self, plans: Iterable[str], is_all: bool) -> None:
        """Writes the SHA-256 of the manifests of these plans. Unless is_all, those of other plans stay."""
        file = self._places.output / MANIFESTS
        self.refuse_foreign([MANIFESTS])
        known = {sweep.plan for sweep in self._study.sweeps}
        lines = {} if is_all or not file.is_file() else lines_by_plan(file)
        lines = {plan: own for plan, own in lines.items() if plan in known}
        for plan in plans:
            lines[plan] = manifest_lines(self._places.runs, plan)
        with new_file(file, self.is_ours) as partial:
            partial.write_text("".join(f"{line}\n" for plan in sorted(lines) for line in lines[plan]))

    def _refuse_unwritten(self, what: str, files: Iterable[str]) -> None:
        if absent := [file for file in files if not (self._places.output / file).is_file()]:
            raise ResultsError(f"{what} did not write {absent[0]}, which study.json says it writes")

    def _inputs(self, made: Drawing | Document) -> dict[str, str]:
        sweeps = made.sweeps if isinstance(made, Drawing) else made.of
        entry = {"its entry in study.json": hash_of_text(repr(made))}
        if isinstance(made, Document):  # it may show verdicts
            entry["the claims on record"] = hash_of(self._places.record / CLAIM_FILES[0])
        return {**entry, **code_of(self._study.folder), **self._reference(), **self._runs(sweeps)}

    def _inputs_of_claims(self) -> dict[str, str]:
        entry = {"study.json": hash_of(self._study.folder / "study.json")}
        sweeps = [sweep.plan for sweep in self._study.sweeps]
        return {**entry, **code_of(self._study.folder), **self._reference(), **self._runs(sweeps)}

    def _runs(self, sweeps: Iterable[str]) -> dict[str, str]:
        return {f"runs of {name}": hash_of_sweep(self._places.runs, name) for name in sweeps}

    def _reference(self) -> dict[str, str]:
        files = sorted(path for path in (self._study.folder / "reference").rglob("*") if path.is_file())
        return {"samples of the source": hash_of_text("".join(map(hash_of, files)))}


def lines_by_plan(file: Path) -> dict[str, list[str]]:
    """The lines of manifests.sha256, by plan."""
    lines: dict[str, list[str]] = {}
    for line in read_text(file).splitlines():
        lines.setdefault(line.split()[1].split("/")[0], []).append(line)
    return lines


def manifest_lines(runs: Path, plan: str) -> list[str]:
    """Lines in the format of sha256sum."""
    summary = runs / plan / "summary.csv"
    if not summary.is_file():
        return []
    names = [line.split(",")[0] for line in read_text(summary).splitlines()[1:]]
    files = [run_folder(runs / plan, name) / MANIFEST for name in names]
    return [f"{hash_of(file)}  {file.relative_to(runs).as_posix()}" for file in files if file.is_file()]


def write_codecheck(study: Study, output: Path, files: dict[str, str], command: str) -> None:
    """Writes codecheck.yml, for people who certify the study. Its values are JSON, which is valid YAML."""
    source = study.sources[0] if study.sources else Source("", [], "")
    lines = [
        CODECHECK_HEAD,
        "version: https://codecheck.org.uk/spec/config/1.0/",
        "paper:",
        f"  title: {quoted(source.citation or study.title)}",
        f"  authors:{'' if source.authors else ' []'}",
        *(f"    - name: {quoted(name)}" for name in source.authors),
        f"  reference: {quoted(source.pinned)}",
        f"summary: {quoted(study.title)}",
        f"command: {quoted(command)}",
        "manifest:",
    ]
    for file, comment in files.items():
        lines += [f"  - file: {quoted(file)}", f"    comment: {quoted(comment)}"]
    make_folder(output)
    file = output / CODECHECK
    with new_file(file, lambda there: is_ours(there, output, ())) as partial:
        partial.write_text("\n".join(lines) + "\n", encoding="utf-8")


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
