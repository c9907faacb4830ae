#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

if [[ $# == 0 || $1 == --help || $1 == -h ]]; then
  cat <<'END_OF_USAGE'
Usage: scripts/study.sh STUDY [OPTION…] [--help]

Makes a study from a fresh checkout: installs missing packages, builds simbench, and calls simbench-study STUDY OPTION….
Then simbench-pages updates README.md and docs from the recorded results.

  scripts/study.sh studies/thesis                        the thesis's evaluation: a quarter of an hour
  scripts/study.sh studies/thesis --with large           with a beam of 290,400 tets in the cost over size
  scripts/study.sh studies/thesis --variant tetgen       the thesis on TetGen's mesh
  scripts/study.sh studies/rigid                         chains of rigid bodies
  scripts/study.sh studies/engine                        questions of users of physics engines: a few minutes
  scripts/study.sh studies/field                         claims of other papers, a leaderboard: a few minutes
  scripts/study.sh studies/contact                       claims on contact between bodies: two minutes
  scripts/study.sh studies/thesis --check                compares with the recorded results, and changes none

A second call repeats only what is out of date. Ctrl-C stops everything and keeps complete runs and figures.
END_OF_USAGE
  exit $(($# == 0 ? 2 : 0))
fi

trap 'echo "interrupted" >&2; exit 130' INT
start=$(microseconds)
install_packages packages.txt packages_figures.txt
make_venv requirements.txt requirements_figures.txt
timed "configuring" cmake --preset release
timed "building" cmake --build --preset release # also simbench-tetmesh, if TetGen is installed
judged=0
"$venv/bin/simbench-study" "$@" --simbench build/release/simbench || judged=$?
if [[ " $* " != *" --check "* && " $* " != *" --list "* ]]; then
  timed "pages" "$venv/bin/simbench-pages"
fi
echo "total    $(seconds_since "$start")"
exit "$judged"
