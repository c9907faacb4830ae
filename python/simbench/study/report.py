"""Judges the claims, and writes the verdicts as JSON and as Markdown."""

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from simbench.errors import NotRunError
from simbench.input_files import load_json
from simbench.output_files import make_folder, new_file
from simbench.study.description import Claim, Study
from simbench.study.results import Results
from simbench.study.sentences import first_sentence, short_answer
from simbench.study.verdicts import KINDS, NOT_JUDGED, NOT_RUN, THIN, Part, Verdict, kind_of

CLAIMS = "claims"  # CLAIMS.json and CLAIMS.md


@dataclass(frozen=True)
class Judgement:
    """A claim's verdict, and the ids of the runs that its judge has used, by sweep."""

    number: int
    verdict: Verdict
    runs: dict[str, list[str]]


def judge(folder: Path, numbers: Iterable[int], study: Study) -> list[Judgement]:
    """Judges these claims by the sweeps in the folder."""
    judgements = []
    results = Results(folder, study.axes)
    for number in numbers:
        results.used.clear()
        found = _verdict(study.claims[number], results)
        runs: dict[str, list[str]] = {}
        for run_id, sweep in sorted(results.used.items()):
            runs.setdefault(sweep, []).append(run_id)
        judgements.append(Judgement(number, found, runs))
    return judgements


def _verdict(claim: Claim, results: Results) -> Verdict:
    if claim.judge is None:
        return Verdict(NOT_JUDGED, sentence=claim.not_judged)
    try:
        return claim.judge(results)
    except NotRunError as missing:
        return Verdict(NOT_RUN, notes=[str(missing)])


def as_json(judgements: list[Judgement], study: Study) -> dict:
    """The members of claims.json, by the identifier of the claim."""
    return {
        study.identifier(j.number): {
            "claim": study.claims[j.number].text,
            **study.claims[j.number].about,
            "verdict": j.verdict.kind,
            "depends_on": j.verdict.depends_on,
            "sentence": j.verdict.sentence,
            "parts": [_part(part) for part in j.verdict.parts],
            "notes": j.verdict.notes,
            "runs": j.runs,
        }
        for j in judgements
    }


def _part(part: Part) -> dict:
    """The members of a part. A number that is absent or not finite is null."""

    def finite(value: float | None) -> float | None:
        return value if value is not None and math.isfinite(value) else None

    return {
        "holds": bool(part.holds),
        "finding": part.finding,
        "measured": finite(part.measured),
        "relation": part.relation,
        "threshold": finite(part.threshold),
        "margin": finite(part.margin),
    }


def differences(found: dict, recorded: dict, allow_missing: bool = False) -> list[str]:
    """A line for each claim whose verdict differs from the record, or that cannot be judged without its runs.

    A claim without a recorded verdict is not a difference.
    """
    lines = []
    for number, entry in found.items():
        before = recorded.get(number, {}).get("verdict")
        accepted = allow_missing if entry["verdict"] == NOT_RUN else before in (None, entry["verdict"])
        if accepted:
            continue
        lines.append(
            f"claim {number}: {entry['verdict']}, recorded is {before or 'nothing'}: "
            f"{' '.join(_findings(entry))}"
        )
    return lines


def markdown(entries: dict, study: Study, command: str, figures: str = "", note: str = "") -> str:
    """The claims as Markdown: totals, all verdicts, then each claim with its measured values.

    `command` repeats the study. `figures`: the folder of the figures, relative to the page; empty if it is
    the same. `note`: a sentence on the changes of a variant.
    """
    # Short answers state what the study's own runs show, which a variant's may not.
    claims = {} if note else study.claims
    short = {study.identifier(number): claim.short for number, claim in claims.items()}
    others = {n: entry for n, entry in entries.items() if entry["verdict"] == NOT_JUDGED}
    judged = {n: entry for n, entry in entries.items() if n not in others}
    lines = [
        f"# {study.title}",
        "",
        *study.introduction,
        "",
        *([note, ""] if note else []),
        *totals(entries),
        "",
        "A part shows what was measured, its threshold, and the margin: how far the number is on the right",
        "side of the threshold, as a factor; below 1 it is on the other side. Thresholds are ours where the",
        f"source names none. A margin within a factor {THIN:g} of 1 is marked as **thin**. Ids of runs are",
        f"in `{CLAIMS}.json`.",
        "",
        "The table shortens claims and answers; the numbers of the claims lead to the whole ones.",
        "",
        "| | claim | verdict | answer |",
        "|---:|---|---|---|",
        *(
            f"| {_linked(n)} | {_cell(first_sentence(entry['claim']))} | {verdict_in_words(entry)} | "
            f"{_cell(short_answer(entry['verdict'], entry['sentence'], short.get(n, {})))} |"
            for n, entry in judged.items()
        ),
        *_table_of_others(others),
    ]
    for n, entry in (judged | others).items():
        lines += [
            "",
            f"## Claim {n}",
            "",
            f"*{entry['claim']}*",
            "",
            f"**{verdict_in_words(entry)}.** {entry['sentence']}".rstrip(),
            "",
            f"- Source: {entry['source']}.{_setting(entry)}",
            *_figure(entry, figures),
            *(f"- {_part_in_words(part)}" for part in entry["parts"]),
            *(f"- {note}" for note in entry["notes"]),
            *_fenced(commands(n, entry, command)),
        ]
    return "\n".join(lines) + "\n"


def _table_of_others(entries: dict) -> list[str]:
    """A table of the claims that nobody judges, with the reasons."""
    if not entries:
        return []
    return [
        "",
        "Claims that nobody judges:",
        "",
        "| | claim | source | why nobody judges it |",
        "|---:|---|---|---|",
        *(
            f"| {_linked(n)} | {_cell(first_sentence(entry['claim']))} | {_cell(entry['source'])} | "
            f"{_cell(entry['sentence'])} |"
            for n, entry in entries.items()
        ),
    ]


def _linked(name: str) -> str:
    return f"[{name}](#claim-{name.lower()})"


def totals(entries: dict) -> list[str]:
    """A table in Markdown: how many claims have which verdict."""
    verdicts = [kind_of(entry["verdict"]) for entry in entries.values()]
    counts = ((kind, verdicts.count(kind)) for kind in KINDS)
    return [
        "| verdict | it means that | claims |",
        "|---|---|---:|",
        *(f"| {kind} | {KINDS[kind]} | {count} |" for kind, count in counts if count),
        f"| | | {len(verdicts)} |",
    ]


def load(path: Path) -> dict:
    return load_json(path) if path.is_file() else {}


def write(folder: Path, entries: dict, study: Study, words: tuple, is_ours: Callable[[Path], bool]) -> None:
    """Writes both files; `words` are the last arguments of markdown()."""
    make_folder(folder)
    texts = {
        "json": json.dumps(entries, indent=1, ensure_ascii=False) + "\n",
        "md": markdown(entries, study, *words),
    }
    for ending, text in texts.items():
        with new_file(folder / f"{CLAIMS}.{ending}", is_ours) as partial:
            partial.write_text(text, encoding="utf-8")


def _setting(entry: dict) -> str:
    return f" Setting: {entry['setting']}." if entry["setting"] else ""


def _figure(entry: dict, folder: str) -> list[str]:
    figure = entry["figure"]
    return [f"- Figure: [{figure}]({folder}{figure}.png)"] if figure else []


def _part_in_words(part: dict) -> str:
    words = ("" if part["holds"] else "Not so: ") + part["finding"]
    if part["measured"] is None or part["threshold"] is None:
        return words
    words += f" ({part['measured']:.4g}, {part['relation']} {part['threshold']:.4g}"
    if part["margin"] is not None:
        thin = ", **thin**" if 1 / THIN < part["margin"] < THIN else ""
        words += f", margin {part['margin']:.3g}{thin}"
    return words + ")"


def _findings(entry: dict) -> list[str]:
    return [_part_in_words(part) for part in entry["parts"]] + entry["notes"]


def commands(name: str, entry: dict, command: str) -> list[str]:
    """The command that computes and judges a claim again; none if the claim needs no run."""
    return [f"{command} --only {name}"] if entry["runs"] else []


def _fenced(lines: list[str]) -> list[str]:
    return ["", "```", *lines, "```"] if lines else []


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def verdict_in_words(entry: dict) -> str:
    return f"{entry['verdict']} on {entry['depends_on']}" if entry["depends_on"] else entry["verdict"]
