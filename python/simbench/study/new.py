"""Writes a small study that runs within a minute, for you to edit."""

from importlib.resources import as_file, files
from pathlib import Path

from simbench.errors import OutputError, ResultsError
from simbench.output_files import make_folder
from simbench.study.modules import make_importable

NAME = "NAME"  # in the template's texts


def write_new_study(folder: Path) -> str:
    """Writes the study; returns a text with the commands to type next."""
    if folder.exists():
        raise ResultsError(
            f"{folder} is there already, and nothing was written; take another name, or remove it"
        )
    make_folder(folder)
    try:
        make_importable(folder)
    except ResultsError:
        folder.rmdir()
        raise
    with as_file(files("simbench.study") / "template") as template:
        for path in sorted(template.rglob("*")):
            if path.is_file() and path.suffix in (".json", ".py", ".md"):
                _copy(path, folder / path.relative_to(template), folder.name)
    return (
        f"wrote {folder}\n"
        f"  simbench study {folder}          computes, judges, draws, and writes results/{folder.name}\n"
        f"  simbench study {folder} --list   shows what there is to do"
    )


def _copy(path: Path, place: Path, name: str) -> None:
    make_folder(place.parent)
    try:
        place.write_text(path.read_text(encoding="utf-8").replace(NAME, name), encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{place} cannot be written: {error.strerror}") from error
