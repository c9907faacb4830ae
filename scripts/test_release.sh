#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

usage() {
  cat <<'END'
Usage: scripts/test_release.sh [--no-avx512] [SUITE…] | --help

Installs the artefacts of scripts/release.sh (build/artefacts) on a pristine machine per suite (bookworm, trixie; by
default both) and uses them there as a user who owns nothing but a home folder: the Debian packages, if there are some
for this suite; the wheel and the source archive by pip; and the wheel by scripts/run.sh. Three new users type the
commands of README and of the pages that it links (scripts/new_users.py). Another pristine machine does what the
Containerfile says. Needs root (scripts/fresh_machine.sh) and a network.
  --no-avx512  the artefacts have no variants for AVX-512 (scripts/release.sh)
END
}

fail() { echo "test_release.sh: $*" >&2 && exit 1; }

inside=
[[ ${1-} != --inside ]] || { inside=yes && shift; }
options=() variants=yes
if [[ ${1-} == --no-avx512 ]]; then
  options=("$1") variants=
  shift
fi
if [[ ! $inside ]]; then
  suites=(bookworm trixie)
  [[ ${1-} == [a-z]* ]] && suites=("$@") && set --
  begin "$@"
  cd "$repository"
  compgen -G "build/artefacts/simbench-*.whl" >/dev/null || fail "build/artefacts has no wheel; scripts/release.sh makes it"
  for suite in "${suites[@]}"; do
    check "artefacts on $suite" scripts/fresh_machine.sh --suite "$suite" --with build/artefacts \
      scripts/test_release.sh --inside "${options[@]}" || true
    version=$([[ $suite == bookworm ]] && echo 12 || echo 13)
    if compgen -G "build/artefacts/simbench_*~deb${version}_*.deb" >/dev/null; then
      check "Containerfile on $suite" scripts/fresh_machine.sh --suite "$suite" --with build/artefacts \
        env DEBIAN="$version" scripts/run_containerfile.sh /mnt --scene beam_untwist --solver qn,pd --quiet --output runs || true
    fi
  done
  conclude
  exit
fi

# The rest runs on the pristine machine. The artefacts are in /mnt; the clone is not used but for this script.
export DEBIAN_FRONTEND=noninteractive
source /etc/os-release
package() { echo /mnt/"$1"_*~deb"$VERSION_ID"_*.deb; }
as_user() { setpriv --reuid=user --regid=user --init-groups env -C /home/user HOME=/home/user "$@"; }
# words COMMAND…: runs COMMAND with each line of the standard input as its arguments.
words() {
  local line
  while read -r line; do
    # shellcheck disable=SC2086  # words
    "$@" $line </dev/null &>/tmp/printed || { cat /tmp/printed >&2 && fail "failed: ${*: -1} $line"; }
  done
}

# Everything that the Debian packages install, and that nothing remains when they are removed.
check_debian_packages() {
  local refused
  install "$(package simbench)"
  [[ $(as_user simbench --version) == "simbench $(dpkg-query --show --showformat '${source:Upstream-Version}' simbench)"* ]] ||
    fail "another version than the package's"
  [[ ! $variants || -e /usr/lib/simbench/glibc-hwcaps/x86-64-v4/libsimbench.so ]] ||
    fail "the package has no variant for AVX-512"

  echo "==> every kind of command"
  words as_user simbench <<'END'
list scenes
check smoke
--scene smoke --solver qn,pd,admm --iterations 30 --vtu 10 --quiet --output runs
compare runs/qn runs/qn
rerun runs/qn/manifest.json --quiet --output again
sweep smoke --output grid --set step.iterations=3 --quiet
status grid
report runs grid --output both.html
export runs --glb
export runs --usda
archive runs --licence CC-BY-4.0
verify runs.tar.zst
rerun runs.tar.zst --quiet --output unpacked
new-study mine
study mine
study mine --check
study /usr/share/simbench/studies/rigid --list
figure objective,relative_error runs --output figures
errors runs
convert /usr/share/simbench/docs/examples/block.vtu block.msh
END
  as_user test -s figures/relative_error.pdf -a -s results/mine/claims.md -a -s runs.glb
  as_user test ! -e .local

  echo "==> TetGen"
  refused=$(as_user simbench check beam_untwist_tetgen 2>&1) && fail "a scene needs no TetGen"
  grep -q simbench-tetmesh <<<"$refused" || fail "nothing says that simbench-tetmesh is missing: $refused"
  install "$(package simbench-tetmesh)"
  as_user simbench check beam_untwist_tetgen >/dev/null

  echo "==> man pages and completion"
  install man-db bash-completion zsh fish
  as_user man --pager=cat simbench-sweep 2>/dev/null | grep -q SYNOPSIS || fail "there is no man page"
  as_user bash -ic 'complete -p simbench || { _completion_loader simbench || [[ $? == 124 ]]; }; complete -p simbench' 2>/dev/null |
    grep -q _simbench || fail "no completion for bash"
  as_user zsh -fc 'autoload -Uz compinit; compinit -u; [[ $_comps[simbench] == _simbench ]]' || fail "no completion for zsh"
  [[ $(as_user fish -c 'complete -C "simbench swee"') == sweep* ]] || fail "no completion for fish"

  built=$(simbench --version)
  quietly "removing simbench" apt-get purge -qq simbench simbench-tetmesh
  [[ ! -e /usr/lib/simbench && ! -e /usr/share/simbench ]] || fail "files of simbench remain"
}

(cd /mnt && sha256sum --check --quiet SHA256SUMS)
useradd --create-home user
log=/tmp/log
install() { quietly "installing ${*##*/}" apt-get install -qq --no-install-recommends "$@"; }
quietly "reading the lists of packages" apt-get update
if [[ -e $(package simbench) ]]; then
  check_debian_packages
elif [[ $VERSION_ID == 12 ]]; then
  fail "the packages for Debian 12 are missing; scripts/release.sh makes them with the wheel"
else
  echo "There are no packages for this Debian."
fi

echo "==> wheel, as README installs it"
install python3-venv
clone=/home/user/simbench
cp -r "$repository" "$clone"
mkdir -p "$clone/build" && cp -r /mnt "$clone/build/artefacts"
chown -R user: "$clone"
readme=$(grep -A1 '^python3 -m venv' "$clone/README.md")
as_user bash -ec "cd simbench; ${readme/pip install/pip install --quiet}"
[[ $VERSION_ID != 12 || $(as_user simbench-env/bin/simbench --version) == "$built" ]] ||
  fail "the wheel is of another build"

echo "==> three new users"
as_user env PYTHONPATH="$clone/tests/python" simbench-env/bin/python "$clone/scripts/new_users.py" copy

echo "==> other commands"
cat >/home/user/my_solver.py <<'END'
import simbench


class Descent(simbench.Solver):
    def begin_step(self, problem):
        self.problem, self.q = problem, problem.start.copy()
        self.solve = problem.factorize(problem.stiffness_matrix())

    def iterate(self):
        self.q -= self.solve(self.problem.gradient(self.q))

    @property
    def positions(self):
        return self.q
END
words as_user simbench-env/bin/simbench <<'END'
list scenes
--scene smoke --solver qn,pd,my_solver.py --iterations 30 --vtu 10 --quiet --output own_runs
sweep smoke --output own_grid --set step.iterations=3 --quiet
report own_runs --output own.html
export own_runs --glb
archive own_runs --licence CC-BY-4.0
rerun own_runs.tar.zst --trust --quiet --output own_again
new-study own_study
study own_study
figure objective own_runs --output own_figures
convert simbench-env/share/simbench/docs/examples/block.vtu own_block.msh
END
as_user simbench-env/bin/python -c 'import simbench; print(simbench.run("smoke", ["pd", "qn"], iterations=5))'
as_user test -s simbench-env/share/man/man1/simbench-sweep.1 -a -s results/own_study/claims.md

echo "==> variants"
# variant SETTING: the variant that the loader chooses with this setting of the C library (man ld.so, man 3 tunables).
variant() { as_user env GLIBC_TUNABLES="$1" simbench-env/bin/simbench --version | sed -n 's/^variant *//p'; }
without=glibc.cpu.hwcaps=-AVX512F
if [[ ! $variants ]]; then
  echo "The wheel has none for AVX-512."
elif [[ $(/lib64/ld-linux-x86-64.so.2 --help) == *'x86-64-v4 (supported'* ]]; then
  [[ $(variant "") == x86-64-v4 ]] || fail "the loader does not choose the variant for AVX-512"
  options=(--scene smoke --solver "qn,pd,xpbd,vbd,admm,newton" --iterations 30 --quiet)
  as_user env GLIBC_TUNABLES=$without simbench-env/bin/simbench "${options[@]}" --output own_v3
  as_user simbench-env/bin/simbench "${options[@]}" --output own_v4
  as_user simbench-env/bin/simbench compare own_v3 own_v4
else
  echo "This processor has no AVX-512."
fi
[[ $(variant $without) == x86-64-v3 ]] || fail "the loader does not choose the variant for AVX2"

echo "==> source archive"
as_user simbench-env/bin/python -m pip install --quiet --config-settings=wheel.cmake=false --force-reinstall --no-deps \
  /mnt/simbench-*.tar.gz
as_user simbench-env/bin/simbench-report own_runs --output source.html >/dev/null

echo "==> run.sh with the wheel, as that user"
as_user mkdir "$clone/dist"
as_user cp /mnt/simbench-*.whl "$clone/dist"
as_user "$clone/scripts/run.sh" &>/tmp/printed || { cat /tmp/printed >&2 && fail "run.sh does not install the wheel"; }
grep -q '^| QN ' /tmp/printed || fail "run.sh prints no table of errors"
[[ ! -e $clone/build/release && -s $clone/runs/figures/objective.pdf ]] || fail "run.sh compiles, or draws nothing"
as_user .local/bin/simbench list scenes >/dev/null

echo "all artefacts work on $PRETTY_NAME"
