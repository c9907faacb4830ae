"""The recorded runs of the benchmark as tables: the course of the time of each main row by processor."""

from collections import defaultdict

import pandas as pd

from simbench.counted import counted
from simbench.pages.benchmark_rows import BEAMS, markdown, name_of, number

BARS = "▁▂▃▄▅▆▇█"


def bars(values: list[float]) -> str:
    """A bar for each value: the lowest for none, the highest for the largest value."""
    largest = max(values)
    return "".join(BARS[round(value / largest * (len(BARS) - 1))] for value in values)


def courses(lines: list[dict], processor: str) -> dict[str, list[tuple[dict, float, float | None]]]:
    """For each row its lines of this processor, with the ms and the ratio to the baseline."""
    found = defaultdict(list)
    for line in lines:
        if line["processor"] == processor:
            for row, (ms, faster) in line["rows"].items():
                found[row].append((line, ms, faster))
    return found


def tables(lines: list[dict]) -> str:
    """A table for each processor, with the rows that were recorded more than once."""
    parts = []
    for processor in dict.fromkeys(line["processor"] for line in lines):
        found = sorted(courses(lines, processor).items(), key=lambda item: order(item[0]))
        rows = [course(row, own) for row, own in found if len(own) > 1]
        single = len(found) - len(rows)
        once = f"{counted(single, 'row was', 'rows were')} recorded once." if single else ""
        table = markdown(pd.DataFrame(rows)) if rows else ""
        parts += [f"## {processor or 'A processor without a name'}", table, once]
    return "\n\n".join(filter(None, parts))


def order(row: str) -> tuple[int, str]:
    beam, case = row.split()
    return BEAMS.index(beam), case


def course(row: str, own: list[tuple[dict, float, float | None]]) -> dict[str, str]:
    beam, case = row.split()
    times = [ms for _, ms, _ in own]
    ratios = [faster for _, _, faster in own if faster]
    return {
        "beam": beam,
        "solver": name_of(case, beam),
        "first": f"{number(times[0])} ms ({own[0][0]['commit'][:8]}, {own[0][0]['date']})",
        "course": bars(times),
        "last": f"{number(times[-1])} ms ({own[-1][0]['commit'][:8]}, {own[-1][0]['date']})",
        "last over first": number(times[-1] / times[0]),
        "× baseline, first → last": f"{number(ratios[0])} → {number(ratios[-1])}" if ratios else "–",
    }
