"""The folders of a study: its runs, its recorded results, and the results of --check."""

import os
from dataclasses import dataclass
from pathlib import Path

from simbench.study.description import Study
from simbench.study.entries import Variant


@dataclass(frozen=True)
class Places:
    """`record` has the recorded results. This call writes to `output`: the record, or a folder of --check."""

    runs: Path
    record: Path
    output: Path

    @property
    def work(self) -> Path:
        """The folder of the runner's own files (stamps). No sweep has this name."""
        return self.runs / ".study"


def places_of(
    study: Study, variant: Variant | None, runs: Path | None, record: Path | None, check: bool
) -> Places:
    """The given folders, or runs/<name> and results/<name>; for a variant runs/<name>_<variant>."""
    name = f"{study.name}_{variant.name}" if variant else study.name
    runs = runs or Path("runs") / name
    record = (record or Path("results") / study.name) / (variant.name if variant else "")
    return Places(runs, record, runs / ".study" / "check" if check else record)


def command_of(study: Study, record: Path, variant: Variant | None = None) -> str:
    """The command that repeats the study, for the folder that contains results/."""
    top = (record.parent if variant else record).resolve().parents[1]
    folder = os.path.relpath(study.folder.resolve(), top)
    return f"simbench study {folder}" + (f" --variant {variant.name}" if variant else "")


def of_claims_page(study: Study, record: Path, variant: Variant | None) -> tuple[str, str, str]:
    """For claims.md: the command that repeats it, the folder of its figures, and the variant's note."""
    command = command_of(study, record, variant)
    return (command, "../", variant.note) if variant else (command, "", "")
