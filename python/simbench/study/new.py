"""Writes a small study that runs within a minute, for you to edit."""

from importlib.resources import as_file, files
from pathlib import Path

from simbench.errors import ResultsError
from simbench.input_files import read_text
from simbench.output_files import make_folder, new_folder
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
    finally:
        folder.rmdir()
    template = files("simbench.study") / "template"
    with new_folder(folder, lambda _: False) as partial, as_file(template) as source:
        for path in sorted(source.rglob("*")):
            if path.is_file() and path.suffix in (".json", ".py", ".md"):
                place = partial / path.relative_to(source)
                make_folder(place.parent)
                place.write_text(read_text(path).replace(NAME, folder.name), encoding="utf-8")
    return (
        f"wrote {folder}\n"
        f"  simbench study {folder}          computes, judges, draws, and writes results/{folder.name}\n"
        f"  simbench study {folder} --list   shows what there is to do"
    )
