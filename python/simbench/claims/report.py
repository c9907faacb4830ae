"""Judges the claims, and writes what came out as JSON and as Markdown."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

from simbench.claims import NOT_RUN, THESIS, Collection, Part, Verdict
from simbench.claims.results import Results
from simbench.errors import NotRunError

RUNS_SHOWN = 8  # of a claim, in Markdown; JSON has all


@dataclass(frozen=True)
class Judgement:
    """A claim's verdict by the results at hand, and the ids of the runs it rests on, by sweep."""

    number: int
    verdict: Verdict
    runs: dict[str, list[str]]


def judge(folder: Path, numbers: list[int], of: Collection = THESIS) -> list[Judgement]:
    judgements = []
    results = Results(folder)
    for number in numbers:
        results.used.clear()
        try:
            found = of.claims[number].judge(results)
        except NotRunError as missing:
            found = Verdict(NOT_RUN, [str(missing)])
        runs: dict[str, list[str]] = {}
        for run_id, sweep in sorted(results.used.items()):
            runs.setdefault(sweep, []).append(run_id)
        judgements.append(Judgement(number, found, runs))
    return judgements


def as_json(judgements: list[Judgement], recorded: dict, of: Collection = THESIS) -> dict:
    """By identifier; the sentences are those of the recorded verdicts."""
    return {
        (name := f"{of.prefix}{j.number}"): {
            "claim": of.claims[j.number].text,
            **of.claims[j.number].about,
            "verdict": j.verdict.kind,
            "depends_on": j.verdict.depends_on,
            "sentence": recorded.get(name, {}).get("sentence", ""),
            **(_decision(j.verdict.decided_by) if of.claims[j.number].about else {}),
            "measured": j.verdict.findings,
            "runs": j.runs,
        }
        for j in judgements
    }


def _decision(part: Part | None) -> dict:
    """The number that is nearest to its threshold, or furthest beyond; null where it is none, or infinite."""
    values = (part.measured, part.threshold, part.margin) if part else (None,) * 3
    return {
        name: value if value is None or math.isfinite(value) else None
        for name, value in zip(("value", "threshold", "margin"), values, strict=True)
    }


def differences(found: dict, recorded: dict, allow_missing: bool) -> list[str]:
    """A line for each claim whose verdict is not the recorded one, or that cannot be judged."""
    lines = []
    for number, entry in found.items():
        before = recorded.get(number, {}).get("verdict", "nothing")
        accepted = allow_missing if entry["verdict"] == NOT_RUN else entry["verdict"] == before
        if accepted:
            continue
        lines.append(
            f"claim {number}: {entry['verdict']}, recorded is {before}: {' '.join(entry['measured'])}"
        )
    return lines


def markdown(entries: dict, of: Collection = THESIS) -> str:
    """What as_json gives, for people: a table of all verdicts, then each claim with what was measured."""
    lines = [
        f"# {of.title}",
        "",
        *of.introduction,
        "",
        "| claim | verdict | in a sentence |",
        "|---:|---|---|",
        *(
            f"| [{n}](#claim-{n.lower()}) | {_verdict(entry)} | {_cell(entry['sentence'])} |"
            for n, entry in entries.items()
        ),
    ]
    for n, entry in entries.items():
        lines += [
            "",
            f"## Claim {n}",
            "",
            f"*{entry['claim']}*",
            "",
            f"**{_verdict(entry)}.** {entry['sentence']}".rstrip(),
            "",
        ]
        lines += _setting(entry)
        lines += [f"- {finding}" for finding in entry["measured"]]
        lines += [f"- Runs of `{sweep}`: {_runs(ids)}" for sweep, ids in entry["runs"].items()]
        lines += _commands(n, entry)
    return "\n".join(lines) + "\n"


def load(path: Path) -> dict:
    return json.loads(path.read_text()) if path.is_file() else {}


def write(folder: Path, entries: dict, of: Collection = THESIS) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{of.file}.json").write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n")
    (folder / f"{of.file}.md").write_text(markdown(entries, of))


def _setting(entry: dict) -> list[str]:
    """Source, setting, figure and deciding number of a claim that has them."""
    if "source" not in entry:
        return []
    lines = [f"- Source: {entry['source']}. Setting: {entry['setting']}."]
    if entry["value"] is not None:
        lines.append(
            f"- Decided by {entry['value']:.4g} against {entry['threshold']:.4g}, margin "
            f"{entry['margin']:.3g}."
        )
    if figure := entry["figure"]:
        lines.append(f"- Figure: [{figure}](gallery/{figure}.png)")
    return lines


def _commands(name: str, entry: dict) -> list[str]:
    """What computes and judges a claim again, of one that names its source."""
    if "source" not in entry or not entry["runs"]:
        return []
    sweeps = [f"build/release/simbench sweep {sweep} --output runs/rigid/{sweep}" for sweep in entry["runs"]]
    return ["", "```", *sweeps, f".venv/bin/simbench-claims runs/rigid --rigid --only {name}", "```"]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _verdict(entry: dict) -> str:
    return f"{entry['verdict']} on {entry['depends_on']}" if entry["depends_on"] else entry["verdict"]


def _runs(ids: list[str]) -> str:
    shown = ", ".join(f"`{run_id}`" for run_id in ids[:RUNS_SHOWN])
    more = len(ids) - RUNS_SHOWN
    return f"{shown} and {more} more" if more > 0 else shown
