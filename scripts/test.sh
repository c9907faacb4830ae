#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END'
Usage: scripts/test.sh [--quick | --no-skips | --help]

Runs every quick check: preset dev (warnings are errors) with all C++ and Python tests; preset sanitize with the C++
tests of the rooms that read and write files (the others take too long to compile), the fuzz corpora and 5 s of
fuzzing per reader; ruff, clang-format, tsc. scripts/test_all.sh has the long checks. All checks run even if one fails; the
last lines say which tests were skipped and why, and the verdict of each check. Exit code 0 or 1.
  --quick     about a minute plus the time to build: without the sanitized build, fuzzing and the slow Python tests
  --no-skips  a skipped test is a failure
END
}

refuse=()
python_tests=()
quick=
case ${1-} in
  --no-skips) refuse=(--refuse) && shift ;;
  --quick) quick=yes && python_tests=(-m "not long and not slow") && shift ;;
esac
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
# Runs while the Python tests use the dev build. These mostly wait, so three of them run at once.
build_sanitized() {
  cmake --preset sanitize
  nice cmake --build --preset sanitize --target test_{base,config,mesh,deformable_scene,results,sweep} fuzz
}

check_sanitized() {  # PROCESS that builds
  if check "build sanitize" wait "$1"; then
    # Leaves out rooms that are not built, and tests that take minutes without optimisation.
    check "C++ tests and fuzz corpora, sanitized" \
      ctest --preset sanitize -j2 -E '_NOT_BUILT|The plans of|No weight of a scan beats|Every solver that minimises' || true
    check "fuzzing, 5 s per reader" "$python" scripts/fuzz.py 5 || true
  else
    cat build/sanitize.log
  fi
}

rm -f build/ctest.xml build/pytest.xml
if check "configure" cmake --preset dev && check "build" cmake --build --preset dev; then
  check "C++ tests" ctest --preset dev -j2 --output-junit "$repository/build/ctest.xml" || true
  [[ $quick ]] || build_sanitized &>build/sanitize.log &
  check "Python tests" env SIMBENCH=build/dev/simbench "$python" -m pytest tests/python -n 3 --dist loadfile --no-loadscope-reorder \
    "${python_tests[@]}" --junitxml build/pytest.xml || true
  [[ $quick ]] || check_sanitized "$!"
else
  summary+=("skipped tests: there is no build")
fi
check "ruff check" "$python" -m ruff check python studies scripts tests/python docs || true
check "ruff format" "$python" -m ruff format --check python studies scripts tests/python docs || true
check "clang-format" check_cpp_format || true
check "JavaScript" check_javascript || true
check "skipped tests${refuse:+, refused}" "$python" scripts/skipped_tests.py "${refuse[@]}" build/ctest.xml build/pytest.xml || true
conclude
