"""Runs a study: computes what is missing, judges the claims, draws the figures, writes results/<name>/.

STUDY is a folder with study.json (docs/studies.md). A second call repeats only what is out of date. Ctrl-C
stops it, and what is complete by then stays. Exit code 1 if a claim is judged otherwise than recorded, or if
--check finds a difference.
"""

import random
import sys
from contextlib import nullcontext

from simbench.commands import command
from simbench.counted import counted
from simbench.errors import ResultsError, tell
from simbench.input_files import read_text
from simbench.output_files import killed_writers, whole_or_as_before
from simbench.study.checking import differences, without_source
from simbench.study.description import STUDY_FILE, Study
from simbench.study.entries import Variant
from simbench.study.listing import lines_of
from simbench.study.new import write_new_study
from simbench.study.options import parser
from simbench.study.pages import pages_of
from simbench.study.places import Places, command_of, places_of
from simbench.study.program import find_program
from simbench.study.report import differences as verdict_differences
from simbench.study.report import load
from simbench.study.rewriting import rewrite
from simbench.study.sampling import Sampling
from simbench.study.selection import Selection, select
from simbench.study.sweeping import Sweeping
from simbench.study.writing import CLAIM_FILES, Writing, write_codecheck


@command
def main() -> None:
    of = parser(__doc__)
    arguments = of.parse_args()
    if arguments.new:
        print(write_new_study(arguments.new))
        return
    if arguments.study is None:
        of.error("the folder of a study is missing; --new NAME writes a small one")
    if arguments.jobs is not None and arguments.jobs < 1:
        of.error("--jobs takes a number from 1 on")
    if arguments.sample and (arguments.as_is or not arguments.check):
        of.error("--sample repeats runs for a --check; add --check, and leave out --as-is")
    if arguments.sample and arguments.list:
        of.error("--list shows what a study would write, and --sample writes nothing; leave one of them out")
    if arguments.seed is not None and not arguments.sample:
        of.error("--seed draws the runs of --sample; add --sample SHARE")
    if arguments.rewrite:
        print(rewrite(arguments.study / STUDY_FILE))
        return
    study = Study(arguments.study)
    variant = chosen_variant(study, arguments.variant)
    places = places_of(study, variant, arguments.runs, arguments.results, arguments.check)
    recorded = load(places.record / CLAIM_FILES[0])
    requested = [word.strip() for word in arguments.requested.split(",") if word.strip()]
    known = recorded or load(places_of(study, variant, None, None, False).record / CLAIM_FILES[0])
    selection = select(study, arguments.only, requested, variant, known)
    sweeping = None
    if not arguments.as_is:
        sweeping = Sweeping(study, places, find_program(arguments.simbench), arguments.jobs, variant)
    writing = Writing(study, places, variant)
    if arguments.list:
        print("\n".join(lines_of(study, selection, sweeping, writing, recorded)))
        return
    if arguments.sample:
        seed = random.randrange(1_000_000) if arguments.seed is None else arguments.seed
        wrong = Sampling(study, places, sweeping).check(selection.sweeps, arguments.sample, seed)
    else:
        wrong = run(study, selection, sweeping, writing, places, variant, recorded)
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    if study.placeholders and not arguments.check:
        tell(f"note: {study.folder / STUDY_FILE} still has placeholders: {', '.join(study.placeholders)}")
    if arguments.check:
        print(f"{len(wrong)} differences from the results on record")
    sys.exit(1 if wrong else 0)


def chosen_variant(study: Study, name: str | None) -> Variant | None:
    if name is not None and name not in study.variants:
        allowed = ", ".join(study.variants) or "none, for study.json has no 'variants'"
        raise ResultsError(f"--variant {name}: the study has no such variant; allowed: {allowed}")
    return study.variants[name] if name else None


def run(
    study: Study,
    selection: Selection,
    sweeping: Sweeping | None,
    writing: Writing,
    places: Places,
    variant: Variant | None,
    recorded: dict,
) -> list[str]:
    """Does the selected parts; returns changed verdicts, or with --check differences, a line for each.

    If something cannot be written, the results on record stay as they were.
    """
    parts = (*selection.figures, *selection.documents)
    writing.refuse_foreign([*CLAIM_FILES, *(file for one in parts for file in one.writes)])
    for sweep in selection.sweeps if sweeping else ():
        sweeping.compute(sweep)
    with nullcontext() if is_check(places) else whole_or_as_before(places.output, writing.is_ours):
        return write(study, selection, writing, places, variant, recorded)


def write(
    study: Study,
    selection: Selection,
    writing: Writing,
    places: Places,
    variant: Variant | None,
    recorded: dict,
) -> list[str]:
    """Judges, draws and writes what is out of date; returns as run() does."""
    made: list[str] = []
    wrong: list[str] = []
    if selection.claims:
        if not selection.is_all or writing.why_judge():
            print(f"judging {counted(len(selection.claims), 'claim')}", flush=True)
            judged = writing.judge(selection.claims, selection.is_all)
            if not selection.is_all:
                print(*(f"claim {name}: {words_of(entry)}" for name, entry in judged.items()), sep="\n")
            if not is_check(places):
                wrong = verdict_differences(judged, recorded, allow_missing=variant is not None)
        made += CLAIM_FILES
    for figure in selection.figures:
        if reason := writing.why_draw(figure):
            print(f"figure {figure.name}: {reason}", flush=True)
            writing.draw(figure)
        made += figure.writes
    for document in selection.documents:
        if reason := writing.why_write(document):
            print(f"document {document.name}: {reason}", flush=True)
            writing.write(document)
        made += document.writes
    if is_check(places):
        return check(study, selection, made, places, variant)
    write_rest(study, selection, made, writing, places, variant)
    return wrong


def words_of(entry: dict) -> str:
    return f"{entry['verdict']}. {entry['answer'] or ' '.join(entry['notes'])}"


def is_check(places: Places) -> bool:
    return places.output != places.record


def check(
    study: Study, selection: Selection, made: list[str], places: Places, variant: Variant | None
) -> list[str]:
    found = killed_writers(places.record)
    found += differences(places.output, places.record, made, study.seconds, variant is not None)
    if variant or not selection.is_all:
        return found
    pages = pages_of(study, places.record)
    for name, text in pages.items():
        file = places.record / name
        if not file.is_file() or read_text(file) != text:
            found.append(f"{name} is not what the claims on record say; run the study, which renders it")
    all_figures = [file for figure in study.figures for file in figure.writes]
    all_documents = [file for document in study.documents for file in document.writes]
    return found + without_source(study, places.record, [*CLAIM_FILES, *all_figures, *all_documents, *pages])


def write_rest(
    study: Study,
    selection: Selection,
    made: list[str],
    writing: Writing,
    places: Places,
    variant: Variant | None,
) -> None:
    """Writes the hashes of the runs and the pages; after a complete run also codecheck.yml."""
    plans = study.sweeps if selection.is_all else selection.sweeps
    writing.write_manifests([sweep.plan for sweep in plans], selection.is_all)
    if variant:
        return
    on_record = load(places.record / CLAIM_FILES[0])
    absent = [name for name in map(study.identifier, study.claims) if name not in on_record]
    if absent:
        print(f"no page is written: claim {absent[0]} is not on record yet")
        return
    pages = pages_of(study, places.record)
    for file in writing.write_pages(pages):
        print(f"page {file}")
    if selection.is_all:
        comments = {
            CLAIM_FILES[0]: "verdicts, thresholds, what was measured",
            CLAIM_FILES[1]: "the same, for people",
        }
        comments |= {
            file: f"figure {one.figure} of {', '.join(one.of)}"
            for one in selection.figures
            for file in one.writes
        }
        comments |= {
            file: f"written by documents/{one.name}.py" for one in selection.documents for file in one.writes
        }
        comments |= {name: "page, rendered from the verdicts" for name in pages if name not in made}
        write_codecheck(study, places.record, comments, command_of(study, places.record))


if __name__ == "__main__":
    main()
