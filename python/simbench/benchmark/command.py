"""Measures with a program simbench_benchmark, and compares: scripts/benchmark.sh calls this."""

import argparse
import json
from pathlib import Path

from simbench.benchmark import compare, history
from simbench.benchmark.groups import AGAINST, AGAINST_SHORT, FULL, SHORT
from simbench.benchmark.records import machine, recorded, rows_of, stamped
from simbench.benchmark.running import in_turns, run_all
from simbench.commands import command


def compare_with_record(measured: dict[str, dict], folder: Path) -> None:
    old, new = rows_of(recorded(folder)), rows_of(measured.values())
    if not old:
        print("there is no earlier record")
    elif reason := compare.reason_not_to_compare(old, new):
        print(f"not compared with the last record: {reason}. --against COMMIT measures both programs here.")
    else:
        print(compare.report(compare.differences(old, new), "the last record", "this build"))


def record(program: Path, folder: Path) -> None:
    """Measures everything, compares, and replaces the record."""
    measured = {name: stamped(rows) for name, rows in run_all(program, FULL).items()}
    compare_with_record(measured, folder)
    for file in folder.glob("*.json"):
        file.unlink()
    for name, result in measured.items():
        (folder / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")
    first = next(iter(measured.values()))
    commit = first["git_commit"] + ("+" if first["git_dirty"] else "")
    processor = first["machine"]["processor"]
    history.append(folder, history.entry(list(measured.values()), commit, first["date"], processor))


def check(program: Path, folder: Path) -> None:
    """The short form: compares a few rows with the record, and writes nothing."""
    compare_with_record({name: stamped(rows) for name, rows in run_all(program, SHORT).items()}, folder)


def against(old: Path, new: Path, name: str, *, short: bool) -> None:
    samples = in_turns(old, new, AGAINST_SHORT if short else AGAINST, turns=5)
    print(machine()["processor"])
    print(compare.report(compare.of_turns(*samples), name, "this build"))


@command
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path, help="simbench_benchmark of this build")
    parser.add_argument("--record", type=Path, default=Path("results/performance"), metavar="FOLDER")
    parser.add_argument("--short", action="store_true", help="fewer rows; the record stays as it is")
    parser.add_argument("--against", type=Path, metavar="PROGRAM", help="measure in turns with this program")
    parser.add_argument("--name", default="the other program", help="of that program, in the report")
    arguments = parser.parse_args()
    if arguments.against:
        against(arguments.against, arguments.program, arguments.name, short=arguments.short)
    elif arguments.short:
        check(arguments.program, arguments.record)
    else:
        record(arguments.program, arguments.record)


if __name__ == "__main__":
    main()
