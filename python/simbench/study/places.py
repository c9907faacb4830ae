"""Where a study reads and writes: its runs, its record, and what was drawn for --check."""

import os
from dataclasses import dataclass
from pathlib import Path

from simbench.study.description import Study
from simbench.study.entries import Variant


@dataclass(frozen=True)
class Places:
    """`record` holds what is on record, `output` what this call writes: the record, or what is compared."""

    runs: Path
    record: Path
    output: Path

    @property
    def work(self) -> Path:
        """What the runner itself keeps: states of figures, logs. No sweep has this name."""
        return self.runs / ".study"


def places_of(
    study: Study, variant: Variant | None, runs: Path | None, record: Path | None, check: bool
) -> Places:
    """The folders asked for, or runs/<name> and results/<name>; of a variant runs/<name>_<variant>."""
    name = f"{study.name}_{variant.name}" if variant else study.name
    runs = runs or Path("runs") / name
    record = (record or Path("results") / study.name) / (variant.name if variant else "")
    return Places(runs, record, runs / ".study" / "check" if check else record)


def command_of(study: Study, record: Path, variant: Variant | None = None) -> str:
    """What repeats the study, typed in the folder that holds its results."""
    top = (record.parent if variant else record).resolve().parents[1]
    folder = os.path.relpath(study.folder.resolve(), top)
    return f"simbench study {folder}" + (f" --variant {variant.name}" if variant else "")
