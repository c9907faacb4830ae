"""Files of measurements: what simbench_benchmark --json wrote, with the machine and the date."""

import datetime
import os
from collections.abc import Iterable
from pathlib import Path

from simbench.errors import ResultsError
from simbench.input_files import load_json

KEY = ("beam", "case", "precision", "threads")
Key = tuple[str, str, str, int]


def key_of(row: dict) -> Key:
    return tuple(row[name] for name in KEY)


def label(key: Key) -> str:
    """ "M pd", with what differs from double precision and one thread."""
    beam, case, precision, threads = key
    return " ".join(
        [beam, case] + [precision] * (precision != "double") + [f"{threads} threads"] * (threads > 1)
    )


def machine() -> dict:
    """The processor, its number of usable cores, and its caches."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    name = next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown"
    )
    return {"processor": name, "cores": len(os.sched_getaffinity(0)), "caches": caches()}


def machine_name(found: dict | None) -> str:
    """ "AMD EPYC (2 cores, L1 48K, L2 1024K, L3 32768K)": processors of one name may differ in their caches.

    Empty if the record does not name its processor.
    """
    if not (found or {}).get("processor"):
        return ""
    details = [f"{found['cores']} cores"] * ("cores" in found) + [found["caches"]] * bool(found.get("caches"))
    return found["processor"] + (f" ({', '.join(details)})" if details else "")


def caches(folder: Path = Path("/sys/devices/system/cpu/cpu0/cache")) -> str:
    """The caches of the first core that hold data: "L1 48K, L2 2048K, L3 32768K"."""
    found = []
    for index in sorted(folder.glob("index*")):
        kind, level, size = ((index / name).read_text().strip() for name in ("type", "level", "size"))
        if kind != "Instruction":
            found.append(f"L{level} {size}")
    return ", ".join(found)


def stamped(measured: dict) -> dict:
    """What the program wrote, with the date and the machine in front."""
    date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    return {"date": date, "machine": machine(), **measured}


def read(file: Path) -> dict:
    try:
        record = load_json(file)
        for row in record["rows"]:
            key_of(row)
    except (ValueError, KeyError, TypeError) as error:
        raise ResultsError(f"{file}: not written by simbench_benchmark --json") from error
    return record


def recorded(folder: Path) -> list[dict]:
    return [read(file) for file in sorted(folder.glob("*.json"))]


def rows_of(records: Iterable[dict]) -> dict[Key, dict]:
    """All rows by their keys, with the machine of their record; a later one replaces an earlier one."""
    return {
        key_of(row): row | {"machine": record.get("machine")} for record in records for row in record["rows"]
    }
