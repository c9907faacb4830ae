"""The history of recorded runs: results/performance/history.jsonl, one line per run.

A line has the commit, the date, the processor with its caches (empty if not known), and for each main row
the ms of an iteration and how many times faster than the baseline it is. The lines before the first one of
scripts/benchmark.sh are of the commits that changed files of results/performance; their rows are those of the
changed files, and the processor is the one that docs/performance.md named.
"""

import json
from pathlib import Path

from simbench.benchmark.records import Key, rows_of
from simbench.errors import ResultsError
from simbench.input_files import json_lines

FILE = "history.jsonl"
# Rows of the history: double precision, one thread, on beams that are large enough for their lanes.
BEAMS = ("T", "M", "L", "N", "C", "K", "R")


def is_main(key: Key) -> bool:
    return key[0] in BEAMS and key[2:] == ("double", 1) and not key[1].startswith(("looking", "contact"))


def entry(records: list[dict], commit: str, date: str, processor: str) -> dict:
    """A line for these files; rows that no file has are absent."""
    times = {}
    for key, row in sorted(rows_of(records).items()):
        if not is_main(key) or row.get("ms") is None:
            continue
        baseline = row.get("baseline_ms")
        times[f"{key[0]} {key[1]}"] = [
            rounded(row["ms"]),
            rounded(baseline / row["ms"]) if baseline else None,
        ]
    return {"commit": commit, "date": date, "processor": processor, "rows": times}


def rounded(number: float) -> float:
    return float(f"{number:.4g}")


def append(folder: Path, line: dict) -> None:
    """Adds a line, in the place of one of the same commit and processor at the end."""
    lines = load(folder)
    if lines and all(lines[-1][name] == line[name] for name in ("commit", "processor")):
        lines.pop()
    text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in [*lines, line])
    (folder / FILE).write_text(text)


def load(folder: Path) -> list[dict]:
    file = folder / FILE
    if not file.is_file():
        return []
    lines = []
    for where, line in json_lines(file):
        try:
            dict(line["rows"]), str(line["commit"]), str(line["date"]), str(line["processor"])
        except (ValueError, KeyError, TypeError) as error:
            raise ResultsError(f"{where}: not a line of the benchmark's history") from error
        lines.append(line)
    return lines
