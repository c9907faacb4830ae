"""Runs simbench_benchmark: the groups of a record, or two programs in turns."""

import re
import subprocess
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from simbench.benchmark.groups import Group
from simbench.benchmark.ipctk_baseline import add_baselines
from simbench.benchmark.records import Key, key_of
from simbench.errors import ResultsError
from simbench.input_files import load_json
from simbench.seconds import seconds_text


def run(program: Path, group: Group) -> dict:
    """What the program wrote for a group."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.json"
        done = subprocess.run(
            [program, *group.options, "--json", file],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode != 0 or not file.is_file():
            raise ResultsError(f"{program} {' '.join(group.options)} failed:\n{done.stdout[-2000:]}")
        return load_json(file)


def run_all(program: Path, groups: list[Group]) -> dict[str, dict]:
    results = {}
    for group in groups:
        start = time.monotonic()
        results[group.name] = run(program, group)
        if group.name == "contact":
            add_baselines(program, results[group.name]["rows"])
        rows = len(results[group.name]["rows"])
        print(f"    {group.name}: {rows} rows, {seconds_text(time.monotonic() - start)}", flush=True)
    return results


def known_values(program: Path, option: str) -> list[str]:
    """What the program accepts after an option, from its help: --beam TEXT:{S,T,M}."""
    text = subprocess.run([program, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(re.escape(option) + r" \w+:\{([^}]*)\}", text)
    return found[1].split(",") if found else []


def known_to(program: Path, group: Group) -> Group | None:
    """The part of the group that a program, perhaps an old one, can measure."""
    part: Group | None = group
    for option in ("--beam", "--solver"):
        part = part and part.restricted(option, known_values(program, option))
    return part


def in_turns(old: Path, new: Path, groups: list[Group], turns: int) -> tuple[dict, dict]:
    """The medians [ms] of the rows of both programs, a list with one of each turn.

    Both measure the same cases: those that the old program knows.
    """
    samples: tuple[dict[Key, list[float]], ...] = defaultdict(list), defaultdict(list)
    for group in groups:
        part = known_to(old, group)
        if part is None:
            print(f"    {group.name}: the old program does not know these rows", flush=True)
            continue
        start = time.monotonic()
        for _ in range(turns):
            for program, own in zip((old, new), samples, strict=True):
                for row in run(program, part)["rows"]:
                    own[key_of(row)].append(row.get("median_ms") or row["ms"])
        print(f"    {group.name}: {turns} turns, {seconds_text(time.monotonic() - start)}", flush=True)
    return samples
