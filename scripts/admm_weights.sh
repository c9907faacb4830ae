#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END_OF_USAGE'
Usage: scripts/admm_weights.sh [--help]

How good are the rules for ADMM's weight? Tunes it for every problem of the thesis's two grids, runs the plans
scenes/sweeps/admm_weights_{untwist,twist}.json (tuned, auto and fixed c), draws the figure and prints its table.
Takes twenty minutes on two cores; started again it does only what is missing. Needs a built program: scripts/run.sh,
or cmake --preset release && cmake --build --preset release --target simbench.

  runs/admm_weights/tune/               what the tuning tried, a log for each problem
  runs/admm_weights/tuned_weights.json  what it found
  runs/admm_weights/{untwist,twist}/    the sweeps
  runs/figures/admm_weight_rules.*      PNG and PDF

Environment: SIMBENCH is the program (build/release/simbench).
Ctrl-C stops everything; what is complete by then stays.
END_OF_USAGE
}

begin "$@"
simbench=${SIMBENCH:-build/release/simbench}
output=runs/admm_weights
export SIMBENCH_TUNED_WEIGHTS=$output/tuned_weights.json
if [[ ! -x $simbench ]]; then
  echo "error: there is no program $simbench; see scripts/admm_weights.sh --help" >&2
  exit 1
fi

# tune SCENE TIME_STEP STIFFNESS: unless its log, put in place at the end, is newer than the scene. One after the other:
# all of them write the same file.
tune() {
  local scene=scenes/$1.json log=$output/tune/$1_h$2_k$3.log
  if [[ ! -f $SIMBENCH_TUNED_WEIGHTS || ! $log -nt $scene ]]; then
    timed "tuning $1, h = $2 s, k = $3 Pa" tune_into "$log.partial" "$scene" \
      --set step.time_step="$2" --set material.stiffness="$3" --target 1e-6 --iterations 1000
    mv "$log.partial" "$log"
  fi
}

# tune_into LOG ARGUMENT…
tune_into() {
  "$simbench" tune "${@:2}" --output "$SIMBENCH_TUNED_WEIGHTS" >"$1"
}

make_venv requirements.txt
mkdir -p "$output/tune"
for k in 1e{1..14}; do
  tune beam_untwist 1e-2 "$k"
done
for h in 1e-{1..4}; do
  for k in 1e{5..12}; do
    tune beam_twist "$h" "$k"
  done
done
for scene in untwist twist; do
  # A weight tuned again, or another build, makes another plan of the same name.
  timed "sweep $scene" "$simbench" sweep "scenes/sweeps/admm_weights_$scene.json" --output "$output/$scene" \
    --jobs 2 --replace-plan --quiet
done
timed "figure admm_weight_rules" "$venv/bin/simbench-figure" admm_weight_rules "$output/untwist" "$output/twist" \
  --output runs/figures

echo "total    $(seconds_since "$start")"
