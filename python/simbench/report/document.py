"""Assembles a page from its content (JSON and packed numbers) and the template that shows it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from simbench.archive.reading import bare_name
from simbench.counted import counted
from simbench.errors import ResultsError
from simbench.input_files import begins_with
from simbench.output_files import check_output, make_folder, new_file
from simbench.report.collecting import Collected, collect
from simbench.report.context import claims_about
from simbench.report.entries import Entries, provenance_payloads
from simbench.report.page import render


def write_report(folders: Sequence[Path], output: Path, title: str | None = None) -> list[str]:
    """Writes the page, and returns its remarks on files and rows that are missing, damaged or thinned.

    Files that were changed after their run have been reported by notes while they were read; the page names
    them, too. Raises ResultsError if there is no run to show, or if `output` exists and is not a report.
    """
    report = report_of([collect(folder) for folder in folders], title or _name_of(folders[0]))
    check_output(output, _is_report)
    make_folder(output.resolve().parent)
    with new_file(output, _is_report) as partial:
        partial.write_text(render("report", report.content, report.payloads), encoding="utf-8")
    return report.remarks


@dataclass(frozen=True)
class Report:
    content: dict  # is read by the page's script
    payloads: dict[str, str]  # numbers that it unpacks when needed
    remarks: list[str]


def report_of(sources: Sequence[Collected], title: str) -> Report:
    entries = Entries.of(sources)
    claims, damage = _claims({run["id"] for run in entries.runs}, [source.folder for source in sources])
    remarks = [remark for source in sources for remark in source.remarks]
    remarks += entries.remarks + _thinned(entries) + damage
    repeated = [f"{words} ({n} runs)" if n > 1 else words for words, n in Counter(remarks).items()]
    content = {
        "title": title,
        "groups": entries.groups,
        "runs": entries.runs,
        "sweeps": entries.sweeps,
        "remarks": entries.changes + repeated,
        "looks": [asdict(look) for look in entries.looks],
        "summary": _summary(sources),
        "claims": claims,
    }
    return Report(content, entries.payloads | provenance_payloads(entries.provenance), repeated)


def _claims(ids: set[str], folders: list[Path]) -> tuple[list[dict], list[str]]:
    """The claims about these runs, and a remark if they cannot be read."""
    try:
        return claims_about(ids, folders), []
    except (ResultsError, OSError) as damage:
        return [], [f"{damage}. No claims are shown."]


def _thinned(entries: Entries) -> list[str]:
    if not entries.thinned:
        return []
    rule = f"Rows are left out of runs that have more than {entries.most_rows} (the extremes are kept): "
    return [rule + ", ".join(entries.thinned)]


def _is_report(path: Path) -> bool:
    return begins_with(path, b"simbench-report", within=2000)


def _summary(sources: Sequence[Collected]) -> str:
    """A sentence with the number of runs, their scenes and their builds."""
    runs = [run for source in sources for run in source.runs]
    scenes = sorted({str(run.manifest.get("scene_file") or "a scene without a file") for run in runs})
    builds = sorted(
        {_build(run.manifest["build"]) for run in runs if isinstance(run.manifest.get("build"), dict)}
    )
    program = f" by simbench {', '.join(builds)}" if builds else ""
    return f"{counted(len(runs), 'run')} of {', '.join(scenes)}{program}."


def _build(build: dict) -> str:
    changes = " with local changes" if build.get("git_dirty") else ""
    return f"{build.get('version', 'unknown')} ({str(build.get('git_commit', 'unknown'))[:7]}{changes})"


def _name_of(folder: Path) -> str:
    return bare_name(folder.resolve()).name
