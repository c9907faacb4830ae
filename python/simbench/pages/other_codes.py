"""The table of other published codes, which were measured beside the benchmark on the same beams.

results/performance/other_codes/measured.json has a row for each code, computation, beam and precision, with
the shortest times [ms] of both codes, which took turns on one machine.
"""

from pathlib import Path

import pandas as pd

from simbench.input_files import load_json
from simbench.pages.benchmark_rows import markdown, number

FILE = "performance/other_codes/measured.json"
LINE = ["code", "computes", "ours", "precision"]


def table(results: Path) -> str:
    """How many times as long the other code takes, and its ms in brackets."""
    record = load_json(results / FILE)
    rows = pd.DataFrame(record["rows"])
    lines = []
    for key, own in rows.groupby(LINE, sort=False):
        cells = {
            row.beam: f"{number(row.their_ms / row.our_ms)}× ({number(row.their_ms)})"
            for row in own.itertuples()
        }
        lines.append(dict(zip(LINE, key, strict=True)) | {beam: cells.get(beam, "–") for beam in "TML"})
    versions = "; ".join(f"{code} {version}" for code, version in record["versions"].items())
    return f"{markdown(pd.DataFrame(lines))}\n\nMeasured on {record['date']} with: {versions}."


def faster(results: Path) -> str:
    """Which other codes are faster than ours, in how many of their computations, and where the most."""
    rows = pd.DataFrame(load_json(results / FILE)["rows"])
    rows = rows.assign(ratio=rows["their_ms"] / rows["our_ms"])
    found = []
    for code, own in rows.groupby("code", sort=False):
        least = own.loc[own["ratio"].idxmin()]
        if least["ratio"] < 1:
            where, of_all = own.loc[own["ratio"] < 1, "computes"].nunique(), own["computes"].nunique()
            most = f"“{least['computes']}” on {least['beam']} ({number(least['ratio'])} times our time)"
            found.append(f"{code} in {where} of {of_all} computations, the most in {most}")
    return "; ".join(found) or "none"
