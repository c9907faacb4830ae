"""Judges the claims, and writes what came out as JSON and as Markdown."""

import json
from dataclasses import dataclass
from pathlib import Path

from simbench.claims import CLAIMS, NOT_RUN, Verdict
from simbench.claims.results import Results
from simbench.errors import NotRunError

RUNS_SHOWN = 8  # of a claim, in Markdown; JSON has all


@dataclass(frozen=True)
class Judgement:
    """A claim's verdict by the results at hand, and the ids of the runs it rests on, by sweep."""

    number: int
    verdict: Verdict
    runs: dict[str, list[str]]


def judge(folder: Path, numbers: list[int]) -> list[Judgement]:
    judgements = []
    results = Results(folder)
    for number in numbers:
        results.used.clear()
        try:
            found = CLAIMS[number].judge(results)
        except NotRunError as missing:
            found = Verdict(NOT_RUN, [str(missing)])
        runs: dict[str, list[str]] = {}
        for run_id, sweep in sorted(results.used.items()):
            runs.setdefault(sweep, []).append(run_id)
        judgements.append(Judgement(number, found, runs))
    return judgements


def as_json(judgements: list[Judgement], recorded: dict) -> dict:
    """By claim number; the sentences are those of the recorded verdicts."""
    return {
        str(j.number): {
            "claim": CLAIMS[j.number].text,
            "verdict": j.verdict.kind,
            "depends_on": j.verdict.depends_on,
            "sentence": recorded.get(str(j.number), {}).get("sentence", ""),
            "measured": j.verdict.findings,
            "runs": j.runs,
        }
        for j in judgements
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


def markdown(entries: dict) -> str:
    """What as_json gives, for people: a table of all verdicts, then each claim with what was measured."""
    lines = [
        "# The thesis's claims",
        "",
        "Written by `simbench-claims` from the runs of the plans in `scenes/sweeps`; the sentences are",
        "kept in `claims.json`. ADMM's weights are w = c √(k V). A claim of several parts is confirmed if",
        "all hold, and refuted if one does not (“Not so”).",
        "",
        "| claim | verdict | in a sentence |",
        "|---:|---|---|",
        *(
            f"| [{n}](#claim-{n}) | {_verdict(entry)} | {_cell(entry['sentence'])} |"
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
        lines += [f"- {finding}" for finding in entry["measured"]]
        lines += [f"- Runs of `{sweep}`: {_runs(ids)}" for sweep, ids in entry["runs"].items()]
    return "\n".join(lines) + "\n"


def load(path: Path) -> dict:
    return json.loads(path.read_text()) if path.is_file() else {}


def write(folder: Path, entries: dict) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "claims.json").write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n")
    (folder / "claims.md").write_text(markdown(entries))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _verdict(entry: dict) -> str:
    return f"{entry['verdict']} on {entry['depends_on']}" if entry["depends_on"] else entry["verdict"]


def _runs(ids: list[str]) -> str:
    shown = ", ".join(f"`{run_id}`" for run_id in ids[:RUNS_SHOWN])
    more = len(ids) - RUNS_SHOWN
    return f"{shown} and {more} more" if more > 0 else shown
