#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

fuzz_seconds=3600
output=
resume=
parts=()
all_parts=(tests files sanitize clang tidy threads fuzz mutants engines long)

usage() {
  cat <<'END'
Usage: scripts/test_all.sh [--resume] [--fuzz-seconds N] [--output FILE] [PART…]

Runs all checks, or some parts of them. Each part can run alone:
  tests     scripts/test.sh --all
  files     sanitized tests of the rooms that read files, with the assertions of Eigen, and the fuzz corpora
  sanitize  all C++ tests, sanitized
  clang     a build and the C++ tests by clang
  tidy      clang-tidy
  threads   ThreadSanitizer, which must report a deliberate race
  fuzz      fuzzing of all readers
  mutants   faults planted in the code, each of which a test must find
  engines   engines of others, in an environment of their own (1.2 GB), against results/engines
  long      Python tests that take minutes: the bits of -O2 and of -O3 and of other processors, random scenes of both kinds, random meshes;
            and LaTeX compiles what simbench writes for papers
Options:
  --resume          leaves out parts that passed at this commit
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
      shift
      ;;
    --resume) resume=yes ;;
    *)
      [[ " ${all_parts[*]} " == *" $1 "* ]] || break
      parts+=("$1")
      ;;
  esac
  shift
done
begin "$@"
[[ $fuzz_seconds =~ ^[1-9][0-9]*$ ]] || { usage >&2 && exit 2; }
((${#parts[@]})) || parts=("${all_parts[@]}")

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

# Installs the engines in an environment of their own, and repeats what results/engines has on record.
compare_engines() {
  (
    venv=$repository/build/engines python=$repository/build/engines/bin/python
    make_venv requirements.txt requirements_engines.txt &&
      SIMBENCH=build/dev/simbench "$python" studies/engines/compare.py --check
  )
}

# write_results: prints the results as Markdown.
write_results() {
  echo "Commit $(git rev-parse --short HEAD)$(git diff --quiet HEAD || echo ' with changes'), $(date -u +%F), $(nproc) cores."
  echo
  echo '| verdict | check |'
  echo '|---|---|'
  printf '%s\n' "${summary[@]}" | sed -E 's/^(\S+) +(.*)$/| \1 | \2 |/'
  echo
  [[ " ${parts[*]} " != *" fuzz "* ]] || cat build/fuzz.md
  echo
  [[ " ${parts[*]} " != *" mutants "* ]] || tail -n 1 build/mutants.txt
}

install_packages packages.txt packages_figures.txt packages_site.txt packages_test.txt packages_test_all.txt
make_venv requirements.txt requirements_figures.txt requirements_cluster.txt requirements_site.txt requirements_test.txt
part_tests() { check "scripts/test.sh --all" scripts/test.sh --all; }
part_files() {
  check "build of the rooms that read files, sanitized" build sanitize --target test_{base,config,mesh,results} fuzz_{msh,surface,tetgen} &&
    check "rooms that read files, sanitized" ctest --preset sanitize -j2 --no-tests=error \
      -R '^(base|config|mesh|results):|^fuzz: corpus of (msh|surface|tetgen)'
}
part_sanitize() { check "build sanitize" build sanitize && check "C++ tests, sanitized" ctest --preset sanitize -j2; }
part_clang() { check "build clang" build clang && check "C++ tests, clang" ctest --preset clang -j2; }
part_tidy() { check "configure clang" cmake --preset clang && check "clang-tidy" check_tidy; }
part_threads() { check "threads, ThreadSanitizer" check_threads; }
part_fuzz() { check "fuzzing, $fuzz_seconds s" fuzz_readers; }
part_mutants() { check "build dev" build dev && check "mutants" plant_mutants; }
part_engines() {
  check "build dev" build dev --target simbench simbench_core_stub && check "engines" compare_engines
}
part_long() {
  check "build dev" build dev --target simbench && check "build o2" build o2 && check "long Python tests" \
    env SIMBENCH=build/dev/simbench SIMBENCH_OTHER="$repository/build/o2/simbench" SIMBENCH_RANDOM_SCENES=3000 \
    SIMBENCH_RANDOM_MESHES=300 "$python" -m pytest tests/python -m long
}

# Each part that passes leaves the commit in a file, for --resume. A tree with changes is no commit.
commit=
if git diff --quiet HEAD; then commit=$(git rev-parse HEAD); fi
mkdir -p build/passed
for part in "${parts[@]}"; do
  if [[ $resume && $commit && -f build/passed/$part && $(<"build/passed/$part") == "$commit" ]]; then
    summary+=("passed  $part, before")
  else
    "part_$part" && echo "$commit" >"build/passed/$part"
  fi
done || true
[[ -z $output ]] || write_results >"$output"
conclude
