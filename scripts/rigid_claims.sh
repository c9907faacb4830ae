#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END_OF_USAGE'
Usage: scripts/rigid_claims.sh [--help]

The experiments on rigid chains (docs/rigid.md), regenerated and judged: installs what is missing, builds simbench, runs
the plans scenes/sweeps/rigid_*.json, draws their figures and judges the claims R1 to R53.

  runs/rigid/<plan>/                             a sweep for each plan
  results/gallery/chain_*.png, .pdf, .gif        the figures, and the animation of a falling chain
  results/rigid_claims.md, rigid_claims.json     the verdicts
  README.md, results/gallery/rigid.md            the pages that show these results (simbench-pages)

A second run repeats only what changed. Exit code 1 if a claim is judged otherwise than recorded.
END_OF_USAGE
}

begin "$@"
simbench=build/release/simbench
runs=runs/rigid
figures=results/gallery

install_packages packages.txt packages_figures.txt
make_venv requirements.txt requirements_figures.txt
timed "configuring" cmake --preset release
timed "building" cmake --build --preset release --target simbench

for plan in scenes/sweeps/rigid_*.json; do
  name=$(basename "$plan" .json)
  timed "sweep $name" "$simbench" sweep "$plan" --output "$runs/$name" --replace-plan --quiet --jobs 2
done

figure chain_convergence chain_convergence rigid_figure_2
figure chain_length chain_length rigid_length --long "$runs/rigid_length_long"
figure chain_mass_ratio chain_mass_ratio rigid_ratio --tip "$runs/rigid_tip"
figure chain_relaxation chain_relaxation rigid_relaxation
figure chain_penalty chain_penalty rigid_penalty --inner "$runs/rigid_inner"
figure chain_momentum chain_momentum rigid_momentum
figure chain_bend chain_bend rigid_bend
figure chain_warm_start chain_warm_start rigid_warm_start
figure chain_substeps chain_substeps rigid_substeps --swing "$runs/rigid_substeps_swing"
figure chain_three_dimensions chain_three_dimensions rigid_three_dimensions
figure chain_softness chain_softness rigid_softness
figure chain_fall chain_fall rigid_fall

judged=0
timed "claims" "$venv/bin/simbench-claims" "$runs" --rigid --output results || judged=$?
timed "pages" "$venv/bin/simbench-pages"
echo "total    $(seconds_since "$start")"
exit "$judged"
