#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END'
Usage: scripts/run.sh [--help]

Makes the thesis's figures from a fresh checkout: installs missing packages, builds the program, runs the untwisting
beam with the thesis's solvers and Newton's method, and draws the first figure; then builds the rest, installs
simbench, runs ADMM with nine weights, draws the other figures, writes a report with the beam's shapes, and prints the
table of errors. A line says what each step does; build/run.log has what the steps print.
A second call keeps complete runs, and figures that are newer than their data.
If the wheel of this version is in dist/, it is installed, and nothing is compiled.

  runs/thesis/beam_untwist/<solver>/                     one run each
  runs/thesis/admm_weights_1e-2/admm-weight_factor=<c>/  ADMM with w = c √(k V)
  runs/thesis/beam_untwist/report.html                   the report, for any browser
  runs/figures/                                          PNG and PDF

Runs of an earlier build in runs/thesis are replaced; keep your own runs elsewhere.

Environment: simbench is installed into PREFIX (/usr/local for root, else ~/.local), and works in any folder
(scripts/install.sh).
Ctrl-C stops everything and keeps complete runs and figures.
END
}

begin "$@"
log=$repository/build/run.log
mkdir -p build && : >"$log"
simbench=build/release/simbench
wheel=$(compgen -G "dist/simbench-$(<VERSION)-*.whl" | tail -n 1 || true)
runs=runs/thesis
beam=$runs/beam_untwist
weights=$runs/admm_weights_1e-2
figures=runs/figures

if [[ $wheel ]]; then
  echo "Nothing is compiled: $wheel has the program."
  install_packages packages_wheel.txt
  quietly "installing $wheel into $prefix" install_wheel "$wheel"
  simbench=$prefix/bin/simbench venv=$prefix/lib/simbench/venv
else
  [[ -x $simbench ]] || echo "The first call takes some minutes, most of them for the build. Later calls repeat only what has changed."
  install_packages packages.txt
  make_venv requirements.txt
  quietly "configuring" cmake --preset release
  quietly "building the program" cmake --build --preset release --target simbench
fi

timed "untwisting beam, the thesis's solvers and Newton's method" "$simbench" --scene beam_untwist.json \
  --solver pbd,xpbd,pd,admm,qn,newton --vtu 50 --skip-complete --replace --output "$beam"
draw_figures beam_untwist relative_error
echo "    the first picture: $repository/$figures/relative_error.png"
[[ $wheel ]] || install_simbench
timed "untwisting beam, ADMM with nine weights" "$simbench" --scene beam_untwist.json \
  --solver "$(printf 'admm[weight_factor=%s],' 0.1 0.2 0.3 0.4 0.5 0.6 0.8 1.0)admm[weight_factor=1.2]" \
  --iterations 300 --skip-complete --replace --output "$weights" --quiet

draw_figures beam_untwist objective terms objective_over_time
draw_figures admm_weights_1e-2 admm_weights
quietly "report of the untwisting beam" "$venv/bin/simbench-report" "$beam"

echo
"$venv/bin/simbench-errors" "$beam"
echo
echo "program  $prefix/bin/simbench"
echo "runs     $repository/$beam, $repository/$weights"
echo "figures  $repository/$figures"
echo "report   $repository/$beam/report.html"
say_path
echo "total    $(seconds_since "$start")"
