#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END'
Usage: scripts/test.sh [--quick | --all] [--no-skips] | --help

The checks of every commit: builds preset dev (the library of a release; warnings are errors), and runs all C++ tests
with the fuzz corpora, the Python tests, ruff, clang-format and tsc. Of the Python files that take more than 10 s, it
runs a fifth: the number of commits modulo five chooses it, so five successive commits run all. All checks run even if
one fails; the last lines say which tests were skipped and why, and the verdict of each check. Exit code 0 or 1.
scripts/test_all.sh runs everything.
  --quick     none of the slow Python files
  --all       all slow Python files, as without a repository of git
  --no-skips  a skipped test is a failure
END
}

refuse=()
python_tests=()
if commits=$(git rev-list --count HEAD 2>/dev/null); then python_tests=(--fifth $((commits % 5))); fi
while (($# > 0)); do
  case $1 in
    --no-skips) refuse=(--refuse) ;;
    --quick) python_tests=(-m "not long and not slow") ;;
    --all) python_tests=() ;;
    *) break ;;
  esac
  shift
done
begin "$@"

check_cpp_format() {
  find src apps tests benchmarks python/bindings \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -print0 |
    xargs -0 --no-run-if-empty clang-format --dry-run -Werror
}

# A page's scripts share their names, so each page is checked as a program of its own: the report, the gallery,
# the leaderboard.
check_javascript() {
  tsc --project python/simbench/report && tsc --project studies/thesis/documents &&
    tsc --project studies/field/documents/page
}

install_packages packages.txt packages_figures.txt packages_site.txt packages_test.txt
make_venv requirements.txt requirements_figures.txt requirements_cluster.txt requirements_site.txt requirements_test.txt
rm -f build/ctest.xml build/pytest.xml
if check "configure" cmake --preset dev && check "build" cmake --build --preset dev; then
  check "C++ tests" ctest --preset dev -j2 --output-junit "$repository/build/ctest.xml" || true
  # These mostly wait, so three of them run at once.
  check "Python tests${python_tests:+ ${python_tests[*]}}" env SIMBENCH=build/dev/simbench "$python" -m pytest tests/python -n 3 --dist loadfile --no-loadscope-reorder \
    "${python_tests[@]}" --junitxml build/pytest.xml || true
else
  summary+=("skipped tests: there is no build")
fi
check "ruff check" "$python" -m ruff check python studies scripts tests/python docs || true
check "ruff format" "$python" -m ruff format --check python studies scripts tests/python docs || true
check "clang-format" check_cpp_format || true
check "JavaScript" check_javascript || true
check "skipped tests${refuse:+, refused}" "$python" scripts/skipped_tests.py "${refuse[@]}" build/ctest.xml build/pytest.xml || true
conclude
