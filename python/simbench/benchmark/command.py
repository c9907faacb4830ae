"""Measures with a program simbench_benchmark, and compares: scripts/benchmark.sh calls this."""

import json
import statistics
from pathlib import Path

from simbench.benchmark import compare, history
from simbench.benchmark.groups import AGAINST, AGAINST_SHORT, AVX512, FULL, SHORT
from simbench.benchmark.records import key_of, machine, machine_name, recorded, rows_of, stamped
from simbench.benchmark.running import in_turns, run_all
from simbench.commands import CommandParser, command


def compare_with_record(measured: dict[str, dict], records: list[dict]) -> None:
    old, new = rows_of(records), rows_of(measured.values())
    if not old:
        print("there is no earlier record")
    elif reason := compare.reason_not_to_compare(old, new):
        print(f"not compared with the last record: {reason}. --against COMMIT measures both programs here.")
    else:
        print(compare.report(compare.differences(old, new), "the last record", "this build"))


def add_avx512(measured: dict[str, dict], program: Path, other: Path) -> None:
    """Adds to the rows the medians [ms] of this program and of one for AVX-512, which took turns."""
    samples = in_turns(program, other, AVX512, turns=3)
    for row in (row for result in measured.values() for row in result["rows"]):
        if key_of(row) in samples[1]:
            row["in_turns_ms"], row["avx512_ms"] = (statistics.median(own[key_of(row)]) for own in samples)


def write(measured: dict[str, dict], folder: Path) -> None:
    for name, result in measured.items():
        (folder / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")


def record(program: Path, folder: Path, avx512: Path | None = None) -> None:
    """Measures everything, compares, and replaces the record."""
    old = recorded(folder)
    measured = {}
    for group in FULL:  # each is kept at once, because a later one may fail
        added = {name: stamped(rows) for name, rows in run_all(program, [group]).items()}
        write(added, folder)
        measured |= added
    if avx512:
        add_avx512(measured, program, avx512)
        write(measured, folder)
    compare_with_record(measured, old)
    for file in folder.glob("*.json"):
        if file.stem not in measured:
            file.unlink()
    first = next(iter(measured.values()))
    commit = first["git_commit"] + ("+" if first["git_dirty"] else "")
    where = machine_name(first["machine"])
    history.append(folder, history.entry(list(measured.values()), commit, first["date"], where))


def check(program: Path, folder: Path) -> None:
    """The short form: compares a few rows with the record, and writes nothing."""
    compare_with_record(
        {name: stamped(rows) for name, rows in run_all(program, SHORT).items()}, recorded(folder)
    )


def against(old: Path, new: Path, name: str, *, short: bool) -> None:
    samples = in_turns(old, new, AGAINST_SHORT if short else AGAINST, turns=5)
    print(machine_name(machine()))
    print(compare.report(compare.of_turns(*samples), name, "this build"))


@command
def main() -> None:
    parser = CommandParser(description=__doc__)
    parser.add_argument("program", type=Path, help="simbench_benchmark of this build")
    parser.add_argument("--record", type=Path, default=Path("results/performance"), metavar="FOLDER")
    parser.add_argument("--short", action="store_true", help="fewer rows; the record stays as it is")
    parser.add_argument("--against", type=Path, metavar="PROGRAM", help="measure in turns with this program")
    parser.add_argument("--name", default="the other program", help="of that program, in the report")
    parser.add_argument(
        "--avx512", type=Path, metavar="PROGRAM", help="also record the times of this one for AVX-512"
    )
    arguments = parser.parse_args()
    if arguments.against:
        against(arguments.against, arguments.program, arguments.name, short=arguments.short)
    elif arguments.short:
        check(arguments.program, arguments.record)
    else:
        record(arguments.program, arguments.record, arguments.avx512)


if __name__ == "__main__":
    main()
