#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END'
Usage: scripts/test.sh [--help]

Builds preset dev (warnings are errors) and runs every check: C++ tests, Python tests, ruff, clang-format.
A failure does not keep the other checks from running; the last lines say how each went. Exit code 0 or 1.
END
}

begin "$@"
summary=()
failures=0

# check WHAT COMMAND…: runs it, and remembers for the summary how it went and how long it took.
check() {
  local what=$1 begin verdict=ok
  begin=$(microseconds)
  timed "$@" || { verdict=FAILED && failures=$((failures + 1)); }
  summary+=("$(printf '%-6s  %s (%s)' "$verdict" "$what" "$(seconds_since "$begin")")")
}

check_cpp_format() {
  find src apps tests benchmarks \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -print0 |
    xargs -0 --no-run-if-empty clang-format --dry-run -Werror
}

install_packages packages.txt packages_figures.txt packages_test.txt
make_venv requirements.txt requirements_figures.txt
check "configure" cmake --preset dev
check "build" cmake --build --preset dev
if ((failures == 0)); then
  check "C++ tests" ctest --preset dev -j2
  check "Python tests" env SIMBENCH=build/dev/simbench "$python" -m pytest tests/python
else
  summary+=("skipped C++ and Python tests: there is no build")
fi
check "ruff check" "$python" -m ruff check scripts tests/python
check "ruff format" "$python" -m ruff format --check scripts tests/python
check "clang-format" check_cpp_format

echo
printf '%s\n' "${summary[@]}"
echo "$failures failed, total $(seconds_since "$start")"
((failures == 0))
