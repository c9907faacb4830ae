#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

fuzz_seconds=3600
output=

usage() {
  cat <<'END'
Usage: scripts/test_all.sh [--fuzz-seconds N] [--output FILE]

Runs all checks, including those that take hours: scripts/test.sh; all C++ tests sanitized; a build and unit tests by
clang; ThreadSanitizer, which must report a deliberate race; clang-tidy; fuzzing; mutants; the long Python tests.
  --fuzz-seconds N  for all readers together [3600]
  --output FILE     writes the results as Markdown, for docs/reliability.md
The last lines give the verdict of each check. Exit code 0 or 1.
END
}

while (($# > 0)); do
  case $1 in
    --fuzz-seconds | --output)
      (($# > 1)) || { usage >&2 && exit 2; }
      if [[ $1 == --output ]]; then output=$2; else fuzz_seconds=$2; fi
      shift 2
      ;;
    *) break ;;
  esac
done
begin "$@"
[[ $fuzz_seconds =~ ^[1-9][0-9]*$ ]] || { usage >&2 && exit 2; }

build() { cmake --preset "$1" && cmake --build --preset "$@"; }

# Tests of code that uses threads, and the deliberate race.
check_threads() {
  build tsan --target test_math test_deformable_energy test_deformable_problem test_deformable_solvers test_rigid tsan_race tsan_no_race &&
    ctest --preset tsan --no-tests=error -R 'thread|Each task|tsan:'
}

check_tidy() {
  run-clang-tidy-14 -quiet -p build/clang "$repository/(src|apps)/" 2>/dev/null
}

# fuzz_readers: gives each reader an equal share of the time.
fuzz_readers() {
  local readers=(tests/fuzz/*.dict) jobs=2
  build fuzz && "$python" scripts/fuzz.py --build build/fuzz --jobs "$jobs" $(((fuzz_seconds * jobs + ${#readers[@]} - 1) / ${#readers[@]})) | tee build/fuzz.md
}

plant_mutants() { "$python" scripts/mutants.py | tee build/mutants.txt; }

# write_results: prints the results as Markdown.
write_results() {
  echo "Commit $(git rev-parse --short HEAD)$(git diff --quiet HEAD || echo ' with changes'), $(date -u +%F), $(nproc) cores."
  echo
  echo '| verdict | check |'
  echo '|---|---|'
  printf '%s\n' "${summary[@]}" | sed -E 's/^(\S+) +(.*)$/| \1 | \2 |/'
  echo
  cat build/fuzz.md
  echo
  tail -n 1 build/mutants.txt
}

install_packages packages.txt packages_figures.txt packages_site.txt packages_test.txt packages_test_all.txt
make_venv requirements.txt requirements_figures.txt requirements_cluster.txt requirements_site.txt requirements_test.txt
check "scripts/test.sh" scripts/test.sh || true
check "build sanitize" build sanitize && { check "C++ tests, sanitized" ctest --preset sanitize -j2 || true; }
check "build clang" build clang && { check "C++ tests, clang" ctest --preset clang -j2 || true; }
check "clang-tidy" check_tidy || true
check "threads, ThreadSanitizer" check_threads || true
check "fuzzing, $fuzz_seconds s" fuzz_readers || true
check "mutants" plant_mutants || true
# The release build is needed to compare the bits of -O2 and -O3.
check "build release" build release --target simbench && {
  check "long Python tests" env SIMBENCH=build/dev/simbench SIMBENCH_OTHER="$repository/build/release/simbench" \
    "$python" -m pytest tests/python -m long || true
}
[[ -z $output ]] || write_results >"$output"
conclude
