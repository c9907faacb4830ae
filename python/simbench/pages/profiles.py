"""The table of profiles: which functions the time of a solver goes to (recorded by benchmark/profiles.py)."""

from pathlib import Path

import pandas as pd

from simbench.benchmark.profiles import WORK
from simbench.errors import ResultsError
from simbench.input_files import load_json
from simbench.pages.benchmark_rows import markdown, name_of

FILE = "performance/profiles/profiles.json"
PARTS = {"iteration": "iteration of {}", "setup": "set-up of {}", "row": "row of {}"}
SMALLEST = 2  # the smallest share in the table [%]


def load(results: Path) -> list[dict]:
    return load_json(results / FILE)["rows"]


def table(results: Path) -> str:
    """A row for each profile, with its shares in words."""
    lines = [
        {
            "what": PARTS[row["part"]].format(name_of(row["case"])),
            "beam": row["beam"],
            "share of the time": ", ".join(
                f"{kind} {share:.0f} %" for kind, share in row["shares"].items() if share >= SMALLEST
            ),
        }
        for row in load(results)
    ]
    return markdown(pd.DataFrame(lines))


def share(results: Path, part: str, case: str, beam: str, *words: str) -> str:
    """The share of one kind of work [%], without the unit."""
    kind = " ".join(words)
    if kind not in WORK:
        raise ResultsError(f"there is no kind of work '{kind}'")
    for row in load(results):
        if (row["part"], row["case"], row["beam"]) == (part, case, beam):
            return f"{row['shares'].get(kind, 0):.0f}"
    raise ResultsError(f"no profile on record is of the {part} of {case} on {beam}")
