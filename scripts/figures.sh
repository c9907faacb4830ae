#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END_OF_USAGE'
Usage: scripts/figures.sh [--large | --verify] [--help]

The thesis's evaluation, regenerated and judged: installs what is missing, builds simbench, runs the plans in
scenes/sweeps, draws every figure of the gallery, writes the tables, and judges the thesis's claims.
A second run repeats only what changed: runs that are complete, and figures newer than their data, are kept.

  runs/gallery/<plan>/     a sweep for each plan
  results/gallery/         PNG and PDF, and manifests.sha256 with the hashes of the manifests behind them
  results/gallery/tables.md, tables.csv, results/claims.md, results/claims.json
  results/report/index.html   the gallery as one page with charts and shapes (simbench-gallery)
  README.md, results/gallery/README.md, docs/…   the pages that show these results (simbench-pages)

--large adds a beam of 290,400 tets to the cost over size (some ten minutes and half a gigabyte).
--verify writes into runs/verify instead of results, and compares it with what is on record: claims.json, tables.md, and
pictures up to one pixel in a thousand. Exit code 1 and a list if something differs. Seconds are exempt: claims 13, 28 and
54, the pictures *_time, cost_over_size, cost_ecdf, performance_profile and qn_ablations.
Exit code 1 if a claim is judged otherwise than recorded. Ctrl-C stops everything; what is complete by then stays.
END_OF_USAGE
}

large="" results=results
if [[ $#:${1-} == 1:--large ]]; then
  large=yes
  shift
elif [[ $#:${1-} == 1:--verify ]]; then
  results=runs/verify
  shift
fi
begin "$@"
simbench=build/release/simbench
runs=runs/gallery
figures=$results/gallery
export SIMBENCH_TUNED_WEIGHTS=$runs/tuned_weights.json

# sweep PLAN [OPTION…]: what is missing of a plan. A folder of another build or an older plan is taken over: its runs that are
# the same stay.
sweep() {
  timed "sweep $1" "$simbench" sweep "scenes/sweeps/$1.json" --output "$runs/$1" --replace-plan --quiet "${@:2}"
}

# tune_untwist FILE: ADMM's best weight on each problem in k h² of the thesis's grid.
tune_untwist() {
  local k
  for k in 1e{1..14}; do
    "$simbench" tune beam_untwist --set step.time_step=1e-2 --set material.stiffness="$k" --output "$1" >/dev/null || return
  done
}

# curves NAME SWEEP ARGUMENT…: objective, terms and momenta of the runs that the arguments choose.
curves() {
  figure "$1_objective" objective "${@:2}"
  figure "$1_terms" terms "${@:2}"
  figure "$1_momenta" momenta "${@:2}"
}

install_packages packages.txt packages_figures.txt
make_venv requirements.txt requirements_figures.txt
timed "configuring" cmake --preset release
timed "building" cmake --build --preset release  # also simbench-tetmesh, where TetGen is

mkdir -p "$runs" "$figures"
if [[ ! -f $SIMBENCH_TUNED_WEIGHTS || scenes/beam_untwist.json -nt $SIMBENCH_TUNED_WEIGHTS ]]; then
  timed "tuning ADMM's weight" tune_untwist "$SIMBENCH_TUNED_WEIGHTS.partial"
  mv "$SIMBENCH_TUNED_WEIGHTS.partial" "$SIMBENCH_TUNED_WEIGHTS"
fi
sweep thesis_untwist --collapse --jobs 2
for plan in thesis_untwist_weights thesis_twist thesis_twist_single momenta_grid thesis_neo_hookean xpbd_orders admm_weights neo_hookean_weights \
  neo_hookean_weights_stiff admm_prox momentum momentum_linear_solver momentum_places pd_single_untwist pd_single_twist shapes_untwist shapes_twist \
  geometry_setting geometry_time_steps geometry_untwist geometry_twist geometry_neo_hookean geometry_admm geometry_precision \
  hero_untwist admm_phase_untwist admm_phase_twist admm_auto_twist; do
  sweep "$plan" --jobs 2
done
for plan in integrators_oscillator integrators_pendulum integrators_beam symplectic_limit_rest symplectic_limit_twisted one_step \
  xpbd_global xpbd_long held held_envelope held_indicator incompressible incompressible_stiffness incompressible_weights rest collapse_causes locking \
  pbd_stiffness pbd_stiffness_beam chain_stiffness kkt_chain kkt_redundant second_derivatives \
  optimisers materials stretch_interval early_stopping unstable_rest shape_registration; do
  sweep "$plan" --jobs 2  # those of docs/foundations.md
done
for plan in untwist_alone neo_hookean_alone admm_rules cost_untwist cost_neo_hookean cost_over_size qn_ablations; do
  sweep "$plan" --jobs 1  # their seconds are shown
done
[[ -z $large ]] || sweep cost_over_size_large --jobs 1

timed "geometries" "$venv/bin/simbench-figure" geometry_panels "$runs" --output "$figures"
for h in 1e-2 1e-3; do
  figure "admm_weights_$h" admm_weights admm_weights --filter step.time_step=$h
done
choice=(--filter step.time_step=1e-2 --filter material.stiffness=1e8)
curves untwist_1e-2_1e8 untwist_alone "${choice[@]}"
figure untwist_1e-2_1e8_relative_error relative_error untwist_alone "${choice[@]}"
figure untwist_1e-2_1e8_time objective_over_time untwist_alone "${choice[@]}"
# Of the thesis's runs in single precision, and the same in double.
choice=(--filter "body.beam.origin=[0,0,0]" --filter solvers.pd.global_step=positions
  --filter solvers.admm.weight_factor=0.50596443 --filter solvers.qn.history=5 --filter solvers.qn.line_search=backtracking)
curves untwist_1e-1_1e9 momentum "${choice[@]}"
figure untwist_1e-1_1e9_relative_error relative_error momentum "${choice[@]}"
figure untwist_1e-1_1e9_time objective_over_time untwist_alone --filter step.time_step=1e-1 --filter material.stiffness=1e9
for setting in 1e-1_1e9 1e-2_1e10 1e-2_1e8 1e-2_1e12; do
  weight=$([[ $setting == 1e-1_1e9 ]] && echo 0.50596443 || echo 0.3)
  choice=(--filter step.time_step="${setting%_*}" --filter material.stiffness="${setting#*_}"
    --filter solvers.admm.weight_factor="$weight")
  figure "twist_${setting}_objective" objective thesis_twist "${choice[@]}"
  figure "twist_${setting}_terms" terms thesis_twist "${choice[@]}"
done
for E in 1e5 1e7; do
  choice=(--filter material.youngs_modulus="$E")
  figure "neo_hookean_${E}_objective" objective neo_hookean_alone "${choice[@]}"
  figure "neo_hookean_${E}_time" objective_over_time neo_hookean_alone "${choice[@]}"
done
figure neo_hookean_1e5_weights admm_weights neo_hookean_weights --filter material.youngs_modulus=1e5
mapfile -t choice < <(printf -- '--filter\nsolvers.admm.weight=%s\n' 10 50 100 150 200 250)
figure neo_hookean_1e7_weights admm_weights neo_hookean_weights --filter material.youngs_modulus=1e7 "${choice[@]}"
figure thesis_untwist_heatmaps sweep_heatmaps admm_rules
figure performance_profile performance_profile admm_rules
figure cost_ecdf cost_ecdf admm_rules
figure momentum_causes momentum_causes momentum --filter solvers.admm.weight_factor=0.50596443
figure admm_momentum admm_momentum momentum --filter "body.beam.origin=[0,0,0]" --filter "body.beam.origin=[1000,0,0]"
figure admm_prox admm_prox admm_prox
figure cost_over_size cost_over_size cost_over_size ${large:+--large "$runs/cost_over_size_large"}
figure qn_ablations qn_ablations qn_ablations
figure integrators_oscillator energy_over_time integrators_oscillator --filter=step.time_step={0.01,0.02,0.04,0.5}
figure integrators_pendulum energy_over_time integrators_pendulum --filter=step.time_step={0.005,0.01,0.1}
figure integrators_beam energy_over_time integrators_beam --filter=step.time_step={1e-3,4e-3,0.1}
figure symplectic_limit symplectic_limit symplectic_limit_rest --twisted "$runs/symplectic_limit_twisted" --one-step "$runs/one_step"
figure xpbd_global_1e-2_1e8 xpbd_residuals xpbd_global --filter step.time_step=1e-2
figure xpbd_global_1e-1_1e9 xpbd_residuals xpbd_global --filter step.time_step=1e-1
figure holding holding held --envelope "$runs/held_envelope" --indicator "$runs/held_indicator"
figure incompressible incompressible incompressible
figure incompressible_settings incompressible_settings incompressible_stiffness --weights "$runs/incompressible_weights"
figure collapse collapse rest --untwist "$runs/collapse_causes"
figure locking locking locking
figure pbd_stiffness pbd_stiffness pbd_stiffness --beam "$runs/pbd_stiffness_beam"
figure kkt_chain kkt_chain kkt_chain
figure twist_ends twist_ends geometry_twist
figure pd_shift pd_shift geometry_precision
figure admm_inversion admm_inversion geometry_admm
[[ $figures/hero.gif -nt $runs/hero_untwist/summary.csv ]] ||
  timed "figure hero" "$venv/bin/simbench-figure" hero "$runs/hero_untwist" --output "$figures"
figure admm_phase_diagram admm_phase_diagram admm_phase_untwist --twist "$runs/admm_phase_twist"
figure problem_table problem_table thesis_untwist --auto "$runs/admm_phase_untwist"
figure optimisers optimisers optimisers
figure materials materials materials
figure early_stopping early_stopping early_stopping --filter step.time_step=0.02
figure shape_registration shape_registration shape_registration

manifest_hashes "$runs" >"$figures/manifests.sha256"
timed "tables" "$venv/bin/simbench-tables" "$runs" --output "$figures/tables.md"
judged=0
timed "claims" "$venv/bin/simbench-claims" "$runs" --output "$results" || judged=$?
timed "report" "$venv/bin/simbench-gallery" "$runs" --results results --output "$results/report/index.html"
if [[ $results == results ]]; then
  timed "pages" "$venv/bin/simbench-pages"
else  # what is judged otherwise is listed with all that differs
  judged=0
  timed "comparing with the results on record" "$python" scripts/verify_gallery.py "$results" results
fi
echo "total    $(seconds_since "$start")"
exit "$judged"
