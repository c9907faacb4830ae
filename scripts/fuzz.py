#!/usr/bin/env python3
"""Fuzzes every reader (tests/fuzz) for some seconds and prints a table of the results.

Exit code 1 if a reader crashed. The preset sanitize builds the programs. When the bug is fixed, add the input
that crashed to tests/fuzz/corpus/<reader>/ under the name crash-<what>; ctest then runs it.
"""

import argparse
import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READERS = sorted(path.stem for path in (ROOT / "tests/fuzz").glob("*.dict"))
LONGEST_INPUT = {"scene": 4096, "plan": 4096}  # [bytes]
LONGEST_FILE = 16384  # of the other readers [bytes]
COLUMNS = ("reader", "executions", "per second", "edges", "features", "inputs kept", "crash")


def number(pattern: str, log: str) -> str:
    """The last number that the log gives for a pattern."""
    found = re.findall(pattern, log)
    return found[-1] if found else "?"


def fuzz(reader: str, seconds: int, programs: Path, work: Path, temporary: str) -> dict[str, str]:
    """Runs one program of libFuzzer, and returns its row of the table. New inputs stay in `work`."""
    shutil.rmtree(work, ignore_errors=True)
    (work / "corpus").mkdir(parents=True)
    source = ROOT / "tests/fuzz"
    command = [
        programs / f"fuzz_{reader}",
        work / "corpus",  # libFuzzer writes new inputs into the first folder
        source / "corpus" / reader,
        f"-dict={source / reader}.dict",
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST_INPUT.get(reader, LONGEST_FILE)}",
        "-timeout=10",
        "-rss_limit_mb=2048",
        f"-artifact_prefix={work}/",
        "-print_final_stats=1",
        "-close_fd_mask=3",  # drops the output of the readers
    ]
    with (work / "log").open("wb") as log_file:
        code = subprocess.run(
            command, stdout=log_file, stderr=log_file, env={**os.environ, "TMPDIR": temporary}, check=False
        ).returncode
    log = (work / "log").read_text(errors="replace")
    artifacts = [
        path for path in work.iterdir() if path.name.split("-")[0] in ("crash", "leak", "timeout", "oom")
    ]
    crash = str(artifacts[0]) if artifacts else f"exit code {code}: {work / 'log'}" if code else ""
    values = (
        reader,
        number(r"stat::number_of_executed_units: (\d+)", log),
        number(r"stat::average_exec_per_sec: +(\d+)", log),
        number(r"cov: (\d+)", log),
        number(r"ft: (\d+)", log),
        number(r"corp: (\d+)", log),
        crash,
    )
    return dict(zip(COLUMNS, values, strict=True))


def print_crash(row: dict[str, str]) -> None:
    """The end of the reader's log and the input that crashed, which a machine for tests does not keep."""
    log = ROOT / "build/fuzz" / row["reader"] / "log"
    print(f"{row['reader']}: the end of {log}")
    print(*log.read_text(errors="replace").splitlines()[-60:], sep="\n")
    artifact = Path(row["crash"])
    if artifact.is_file():
        print("The input that crashed, in base64:")
        print(base64.b64encode(artifact.read_bytes()).decode())


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", type=int, help="for each reader")
    parser.add_argument("readers", nargs="*", help=f"{', '.join(READERS)} [all]")
    parser.add_argument("--jobs", type=int, default=2, help="readers at a time [2]")
    parser.add_argument("--build", type=Path, default=ROOT / "build/sanitize", help="[build/sanitize]")
    arguments = parser.parse_args()
    if unknown := set(arguments.readers) - set(READERS):
        parser.error(f"no such reader: {', '.join(sorted(unknown))}; there are {', '.join(READERS)}")
    if arguments.seconds < 1:  # 0 would mean no limit to libFuzzer
        parser.error("seconds must be at least 1")
    memory = Path("/dev/shm")  # the readers write inputs with several files there
    with (
        tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as temporary,
        ThreadPoolExecutor(arguments.jobs) as pool,
    ):
        rows = list(
            pool.map(
                lambda reader: fuzz(
                    reader,
                    arguments.seconds,
                    arguments.build.resolve() / "tests/fuzz",
                    ROOT / "build/fuzz" / reader,
                    temporary,
                ),
                arguments.readers or READERS,
            )
        )
    for row in rows:
        if row["crash"]:
            print_crash(row)
    print(f"| {' | '.join(COLUMNS)} |")
    print(f"|{'---|' * len(COLUMNS)}")
    for row in rows:
        print(f"| {' | '.join(row.values())} |")
    return any(row["crash"] for row in rows)


if __name__ == "__main__":
    sys.exit(main())
