# Functions that the other scripts share and source. They work from any current folder.
# shellcheck shell=bash
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$repository/.venv
python=$venv/bin/python
# Where run.sh and install.sh install simbench.
prefix=$(realpath -m "${PREFIX:-$( ((EUID == 0)) && echo /usr/local || echo "$HOME/.local")}")

# Seconds since the epoch, in microseconds (bash writes the decimal separator of the locale).
microseconds() { echo "${EPOCHREALTIME/[.,]/}"; }

# seconds_since START: "12.3 s" from a START taken by microseconds.
seconds_since() {
  local tenths=$((($(microseconds) - $1) / 100000))
  echo "$((tenths / 10)).$((tenths % 10)) s"
}

# begin ARGUMENT…: begins a script that takes no arguments. Prints its usage() and ends if it is asked for
# help or if there are arguments; makes Ctrl-C end the script; stores the time of the start in $start.
begin() {
  case "$#:${1-}" in
    0:) ;;
    1:--help | 1:-h) usage && exit ;;
    *) usage >&2 && exit 2 ;;
  esac
  trap 'echo "interrupted" >&2; exit 130' INT
  start=$(microseconds)
}

# timed WHAT COMMAND…: prints WHAT, runs COMMAND, prints how long it took; returns COMMAND's status.
timed() {
  local what=$1 start status=0
  shift
  start=$(microseconds)
  echo "==> $what"
  "$@" || status=$?
  echo "    $what: $(seconds_since "$start")$( ((status == 0)) || echo " (failed with exit code $status)")"
  return "$status"
}

# quietly WHAT COMMAND…: like timed, but if $log is set, what COMMAND prints goes to that file; if COMMAND fails,
# its last lines are shown.
quietly() {
  local status=0
  [[ ${log-} ]] || { timed "$@"; return; }
  mkdir -p "${log%/*}"
  into_log() { "$@" >>"$log" 2>&1; }
  timed "$1" into_log "${@:2}" || status=$?
  ((status == 0)) || { tail -n 20 "$log"; echo "the whole output: $log"; } >&2
  return "$status"
}

# check WHAT COMMAND…: runs COMMAND, and records its verdict and its time for conclude; fails if COMMAND does.
summary=()
failures=0
check() {
  local what=$1 begin verdict=ok
  begin=$(microseconds)
  timed "$@" || { verdict=FAILED && failures=$((failures + 1)); }
  summary+=("$(printf '%-6s  %s (%s)' "$verdict" "$what" "$(seconds_since "$begin")")")
  [[ $verdict == ok ]]
}

# conclude: prints the verdicts that check has recorded; fails if a check has failed.
conclude() {
  echo
  printf '%s\n' "${summary[@]}"
  echo "$failures failed, total $(seconds_since "$start")"
  ((failures == 0))
}

# install_packages FILE…: installs the packages of these lists in scripts/ that dpkg does not have; needs root
# or sudo only if one is missing.
install_packages() {
  local wanted installed missing=() package as_root=()
  mapfile -t wanted < <(cd "$repository/scripts" && grep --no-filename -v '^#' "$@")
  if ! { command -v dpkg-query && command -v apt-get; } >/dev/null; then
    echo "error: this is not a Debian system. Install your system's versions of these packages of Debian 12:" >&2
    echo "  ${wanted[*]}" >&2
    exit 1
  fi

  installed=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)
  for package in "${wanted[@]}"; do
    grep -qxF "$package installed" <<<"$installed" || missing+=("$package")
  done
  if ((${#missing[@]} == 0)); then
    echo "Debian packages: all ${#wanted[@]} are installed"
    return
  fi

  if ((EUID != 0)); then
    as_root=(sudo)
    if ! sudo_usable; then
      echo "error: Debian packages are missing, and only root can install them. Type as root, or behind sudo:" >&2
      echo "  apt-get update" >&2
      echo "  apt-get install -y --no-install-recommends ${missing[*]}" >&2
      exit 1
    fi
  fi
  [[ ${log-} ]] || echo "Debian packages to install: ${missing[*]}"
  quietly "reading the lists of Debian packages" "${as_root[@]}" apt-get update
  quietly "installing ${#missing[@]} Debian packages" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
}

# True if sudo works without a password, or if somebody is there to type one.
sudo_usable() {
  command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [[ -t 0 ]] && sudo -v; }; }
}

# Prints the Python that makes .venv: Debian's own, else the first one on PATH that is new enough and has
# venv.
find_python() {
  local candidate
  while read -r candidate; do
    if "$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done < <(echo /usr/bin/python3; type -ap python3)
  echo "error: no python3 of version 3.10 or later with the modules venv and ensurepip" >&2
  return 1
}

# make_venv FILE…: makes .venv if it is absent or broken. Installs into it requirements_build.txt and those of the
# lists in scripts/ that have changed, and the package in python/ if its description has changed. The package is not
# copied (--editable).
make_venv() {
  local list stamp hash creator
  for list in requirements_build.txt "$@"; do
    hash=$(sha256sum <"$repository/scripts/$list") stamp=$venv/$list.sha256
    if "$python" -c '' 2>/dev/null && [[ -f $stamp && $(<"$stamp") == "$hash" ]]; then
      echo "Python packages: $list is installed"
      continue
    fi
    if ! "$python" -m pip --version >/dev/null 2>&1; then
      creator=$(find_python)
      "$creator" -m venv --clear "$venv"
    fi
    timed "installing the Python packages of $list into ${venv#"$repository/"}" \
      "$python" -m pip install --quiet --disable-pip-version-check --requirement "$repository/scripts/$list"
    echo "$hash" >"$stamp"
  done

  hash=$(cat "$repository/pyproject.toml" "$repository/VERSION" | sha256sum) stamp=$venv/pyproject.toml.sha256
  if [[ ! -f $stamp || $(<"$stamp") != "$hash" ]]; then
    timed "installing the Python package simbench into ${venv#"$repository/"}" "$python" -m pip install --quiet \
      --disable-pip-version-check --no-deps --no-build-isolation --editable "$repository"
    # The import hook of scikit-build-core would hide packages in $PYTHONPATH.
    sed -i '/^import /d' "$venv"/lib/python3*/site-packages/_editable_skbc_simbench.pth
    echo "$hash" >"$stamp"
  fi
}

# install_simbench: builds the preset release, and installs program, scenes, studies and Python package into $prefix.
install_simbench() {
  local component
  quietly "configuring" cmake --preset release
  quietly "building" cmake --build --preset release
  for component in program tetmesh; do
    quietly "installing the component $component into $prefix" \
      cmake --install build/release --component "$component" --prefix "$prefix" --strip
  done
  quietly "installing the Python package into $prefix" install_python "$prefix"
}

# install_python PREFIX: makes PREFIX/lib/simbench/venv with the packages of requirements.txt and a copy of the Python
# package with its module, unless that is there already. The program looks there (apps/simbench/python_program.cpp).
install_python() {
  local environment=$1/lib/simbench/venv module=build/release/python/simbench/libsimbench_core.so hash packed
  hash=$(cd "$repository" && find VERSION pyproject.toml scripts/requirements.txt python "$module" -type f \
    ! -path '*/__pycache__/*' -print0 | sort -z | xargs -0 sha256sum | sha256sum)
  ! is_made_from "$environment" "$hash" || return 0
  packed=$(mktemp -d)
  # Chained, because bash ignores `set -e` in a function whose status somebody asks for.
  "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    --config-settings=wheel.cmake=false --wheel-dir "$packed" "$repository" &&
    make_environment "$1" "$packed"/*.whl &&
    cmake --install "$repository/build/release" --component python --strip \
      --prefix "$(echo "$environment"/lib/python3*/site-packages)" &&
    rm -r "$packed" &&
    echo "$hash" >"$environment/sha256"
}

# install_wheel WHEEL: installs simbench into $prefix without compiling. The wheel contains the program, too.
install_wheel() {
  local environment=$prefix/lib/simbench/venv hash
  hash=$(cat "$1" "$repository/scripts/requirements.txt" | sha256sum)
  ! is_made_from "$environment" "$hash" || return 0
  make_environment "$prefix" "$1" &&
    cp --remove-destination "$environment/bin/simbench" "$prefix/bin" &&
    echo "$hash" >"$environment/sha256"
}

# is_made_from ENVIRONMENT HASH: whether this environment works and was made from files with this hash.
is_made_from() { "$1/bin/python" -c '' 2>/dev/null && [[ -f $1/sha256 && $(<"$1/sha256") == "$2" ]]; }

# make_environment PREFIX WHEEL: makes PREFIX/lib/simbench/venv with the packages of requirements.txt and this wheel.
make_environment() {
  local environment=$1/lib/simbench/venv
  "$(find_python)" -m venv --clear "$environment" &&
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check \
      --requirement "$repository/scripts/requirements.txt" "$2" &&
    mkdir -p "$1/bin"
}

# Says how to call the installed program by its name, if the shell does not find it.
say_path() {
  [[ ":$PATH:" == *":$prefix/bin:"* ]] || echo "$prefix/bin is not on your PATH; to add it, type:
  export PATH=\"$prefix/bin:\$PATH\""
}

# is_drawn NAME DATA: whether the PDF of a figure in $figures, which is written last, is newer than its code and
# its data, which are runs or a sweep in $runs/DATA. Of a sweep only summary.csv counts, which is written after
# all of its runs. The whole package and all studies count as code, because figures share functions and samples.
is_drawn() {
  local pdf=$figures/$1.pdf inputs changed
  inputs=(python/simbench studies scripts/requirements.txt "$runs/$2")
  [[ ! -f $runs/$2/summary.csv ]] || inputs[3]=$runs/$2/summary.csv
  changed=(-type f \( -name '*.py' -o -name '*.mplstyle' -o -name requirements.txt -o -name '*.csv' \) -newer "$pdf")
  [[ -f $pdf && -f $figures/$1.png && -z $(find "${inputs[@]}" "${changed[@]}" -print -quit) ]]
}

# draw_figures DATA NAME…: draws those of these figures of $runs/DATA that are not drawn yet.
draw_figures() {
  local data=$1 name wanted=()
  for name in "${@:2}"; do is_drawn "$name" "$data" || wanted+=("$name"); done
  if ((${#wanted[@]} == 0)); then
    echo "figures of $data: up to date"
    return
  fi
  quietly "figures of $data: ${wanted[*]}" "$venv/bin/simbench-figure" "$(IFS=,; echo "${wanted[*]}")" "$runs/$data" \
    --output "$figures"
}
