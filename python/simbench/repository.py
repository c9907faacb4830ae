"""Finds the repository that the package was installed from, for data that it has there."""

from pathlib import Path

from simbench.errors import ResultsError

REPOSITORY = Path(__file__).resolve().parents[2]


def repository_folder(name: str) -> Path:
    """A folder of the repository. It exists if the package was installed with pip's --editable."""
    folder = REPOSITORY / name
    if not folder.is_dir():
        raise ResultsError(
            f"there is no folder {folder}: this needs the repository's {name}; type "
            "'python -m pip install --editable .' in a clone of the repository"
        )
    return folder
