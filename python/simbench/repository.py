"""Finds the data that the package has beside itself: in its clone, or where the program is installed."""

from pathlib import Path

# REPOSITORY is the clone, if the package was installed with pip's --editable. Otherwise the package is below
# PREFIX, where pip or scripts/install.sh have put it, and REPOSITORY is PREFIX/share/simbench, which has
# the scenes and the studies. PROGRAM was built there, or installed together with the package.
_folders = Path(__file__).absolute().parents
_prefix = next((folder for folder in _folders if (folder / "share/simbench/scenes").is_dir()), None)
if _prefix is None or (_folders[2] / "pyproject.toml").is_file():
    REPOSITORY = _folders[2]
    PROGRAM = REPOSITORY / "build/release/simbench"
else:
    REPOSITORY, PROGRAM = _prefix / "share/simbench", _prefix / "bin/simbench"
