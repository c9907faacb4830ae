#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END'
Usage: scripts/benchmark.sh [--short] [--against COMMIT] [--profile] [--help]

Builds the preset benchmark, and measures the time of an iteration of every solver beside its baseline and its floor
(docs/performance.md). Use an idle machine. The times below are without the build.

  scripts/benchmark.sh                            everything, less than an hour: writes results/performance, its figure
                                                  and pages, and adds a line to results/performance/history.jsonl; if
                                                  the processor has AVX-512, also times with it
  scripts/benchmark.sh --short                    a selection, less than five minutes: writes nothing
  scripts/benchmark.sh --against COMMIT           builds the benchmark of COMMIT, too, and runs both in turns: about
                                                  a quarter of an hour; writes nothing
  scripts/benchmark.sh --short --against COMMIT   fewer rows: a few minutes
  scripts/benchmark.sh --profile                  samples with perf which functions the time goes to, five minutes:
                                                  writes results/performance/profiles and docs/performance.md

The last lines name the rows that became slower or faster, beyond the noise, than the last record or than COMMIT.
Rows that were recorded on another processor, or on one with other caches, are not compared.
END
}

short=()
commit=
profile=
while (($#)); do
  case $1 in
    --short) short=(--short) ;;
    --profile) profile=yes ;;
    --against) commit=${2:?--against needs a commit} && shift ;;
    *) break ;;
  esac
  shift
done
begin "$@"

# build_benchmark FOLDER: builds simbench_benchmark in this checkout.
build_benchmark() {
  (cd "$1" && cmake --preset benchmark && cmake --build --preset benchmark --target simbench_benchmark)
}

# Builds it for AVX-512, too, in build/benchmark_v4.
build_for_avx512() {
  cmake --preset benchmark -B build/benchmark_v4 -DSIMBENCH_INSTRUCTION_SET=x86-64-v4 &&
    cmake --build build/benchmark_v4 --target simbench_benchmark
}

# program_of COMMIT: makes build/against/<commit>/simbench_benchmark in a temporary worktree, unless it is there.
program_of() {
  local folder=build/against/$1 tree status=0
  [[ ! -x $folder/simbench_benchmark ]] || return 0
  tree=$(mktemp -d)
  git worktree add --detach "$tree/simbench" "$1" &&
    build_benchmark "$tree/simbench" &&
    mkdir -p "$folder" &&
    cp "$tree/simbench/build/benchmark/benchmarks/simbench_benchmark" "$folder" || status=$?
  git worktree remove --force "$tree/simbench"
  rmdir "$tree"
  return "$status"
}

install_packages packages.txt packages_figures.txt
make_venv requirements.txt requirements_figures.txt
timed "building" build_benchmark .
if [[ $profile ]]; then
  install_packages packages_profile.txt
  timed "sampling" "$python" -m simbench.benchmark.profiles build/benchmark/benchmarks/simbench_benchmark \
    results/performance/profiles/profiles.json
  timed "pages" "$venv/bin/simbench-pages"
  exit
fi
arguments=(build/benchmark/benchmarks/simbench_benchmark "${short[@]}")
if [[ $commit ]]; then
  full=$(git rev-parse --verify "$commit^{commit}")
  timed "building $commit" program_of "$full"
  arguments+=(--against "build/against/$full/simbench_benchmark" --name "$commit")
fi
if [[ ! $commit && ! ${short[*]} ]] && grep -q avx512vl /proc/cpuinfo; then
  timed "building for AVX-512" build_for_avx512
  arguments+=(--avx512 build/benchmark_v4/benchmarks/simbench_benchmark)
fi
timed "measuring" "$python" -m simbench.benchmark.command "${arguments[@]}"
if [[ ! $commit && ! ${short[*]} ]]; then
  timed "figure" "$python" scripts/performance.py results/performance
  timed "pages" "$venv/bin/simbench-pages"
fi
echo "total    $(seconds_since "$start")"
