#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END'
Usage: [PREFIX=FOLDER] scripts/install.sh [--help]

Installs missing Debian packages, builds simbench, and installs it into PREFIX (/usr/local for root, else ~/.local).
The installed simbench works in any folder, without this clone. build/install.log has what the steps print.

  PREFIX/bin/                     simbench, simbench-tetmesh
  PREFIX/share/simbench/          scenes with their schemas, studies, examples, the rows of the leaderboard
  PREFIX/share/man/man1/          man pages
  PREFIX/lib/simbench/venv/       the Python package with its own copies of NumPy, pandas and Matplotlib

The Python packages are downloaded. Without a network, `cmake --install build/release` with `--component program` and
with `--component tetmesh` installs everything else; then the commands that need Python (report, export, archive, study) say what to type.
END
}

begin "$@"
log=$repository/build/install.log
mkdir -p build && : >"$log"
install_packages packages.txt
quietly "making .venv, which builds the Python module" make_venv
install_simbench
echo "program  $prefix/bin/simbench"
say_path
