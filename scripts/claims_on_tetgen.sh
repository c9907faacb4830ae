#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END_OF_USAGE'
Usage: scripts/claims_on_tetgen.sh [--help]

Do the thesis's conclusions depend on its structured mesh? Runs its plans on the same beam meshed by TetGen
(the body of scenes/beam_untwist_tetgen.json) and judges its claims by them. Claims about other sizes and places
of the structured beam are left out.

  runs/tetgen/<plan>/                            a sweep for each plan
  results/tetgen/claims.md, claims.json, and manifests.sha256 with the hashes of the manifests behind them

A second run repeats only what is missing. Exit code 1 if a claim is judged otherwise than recorded.
END_OF_USAGE
}

begin "$@"
runs=runs/tetgen
install_packages packages.txt packages_figures.txt
make_venv requirements.txt requirements_figures.txt
timed "configuring" cmake --preset release
timed "building" cmake --build --preset release --target simbench simbench-tetmesh

body=$("$python" -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["body"]))' <scenes/beam_untwist_tetgen.json)
for plan in thesis_untwist thesis_untwist_weights thesis_twist thesis_twist_single thesis_neo_hookean xpbd_orders admm_weights \
  pd_single_untwist pd_single_twist neo_hookean_weights neo_hookean_weights_stiff admm_prox shapes_untwist shapes_twist geometry_untwist untwist_alone neo_hookean_alone; do
  timed "sweep $plan" build/release/simbench sweep "scenes/sweeps/$plan.json" --set "body=$body" --output "$runs/$plan" \
    --replace-plan --quiet --jobs 2
done
mkdir -p results/tetgen
manifest_hashes "$runs" >results/tetgen/manifests.sha256
timed "claims" "$venv/bin/simbench-claims" "$runs" --recorded results/tetgen/claims.json --allow-missing --output results/tetgen \
  --script scripts/claims_on_tetgen.sh
echo "total    $(seconds_since "$start")"
