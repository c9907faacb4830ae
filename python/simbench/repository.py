"""Finds the data that the package has beside itself: in its clone, or where the program is installed."""

import sys
from pathlib import Path

INSTALLED_VENV = "/lib/simbench/venv"  # below the prefix (scripts/install.sh)

# REPOSITORY is the clone, if the package was installed with pip's --editable, or PREFIX/share/simbench, which
# has the scenes and the studies. PROGRAM was built there, or installed together with the package.
if sys.prefix.endswith(INSTALLED_VENV):
    _prefix = Path(sys.prefix.removesuffix(INSTALLED_VENV))
    REPOSITORY, PROGRAM = _prefix / "share/simbench", _prefix / "bin/simbench"
else:
    REPOSITORY = Path(__file__).resolve().parents[2]
    PROGRAM = REPOSITORY / "build/release/simbench"
