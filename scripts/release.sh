#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END'
Usage: scripts/release.sh [--no-avx512] [SUITE…] | --help

Writes what a release consists of into build/artefacts, from HEAD:
  simbench-VERSION.tar.gz                         the repository without its history
  simbench-VERSION-cp310-abi3-manylinux_….whl     everything but TetGen, for pip (made on Debian 12 only)
  simbench_VERSION-1~debN_amd64.deb               program, scenes, studies, man pages, completion, Python package
  simbench-tetmesh_VERSION-1~debN_amd64.deb       TetGen for simbench (AGPL)
  Containerfile                                   makes a container from the Debian packages
  SHA256SUMS                                      their hashes
The Debian packages are for the Debian that builds them. With suites (bookworm trixie), each suite's packages are built
on a pristine machine of its own (scripts/fresh_machine.sh, needs root). scripts/test_release.sh uses the artefacts.
  --no-avx512  leaves out the variants for processors with AVX-512, whose build takes as long as all others. They are
               faster and give the same bits.
END
}

artefacts=$repository/build/artefacts
options=() variants=yes
if [[ ${1-} == --no-avx512 ]]; then
  options=("$1") variants=
  shift
fi
if [[ ${1-} == [a-z]* ]]; then
  rm -rf "$artefacts" && mkdir -p "$artefacts"
  for suite; do
    # shellcheck disable=SC2016  # the machine's shell expands these
    scripts/fresh_machine.sh --suite "$suite" --with "$artefacts" \
      bash -c 'scripts/release.sh "$@" && cp build/artefacts/* /mnt' - "${options[@]}"
  done
  cd "$artefacts" && rm -f SHA256SUMS && sha256sum -- * >SHA256SUMS
  exit
fi

begin "$@"
log=$repository/build/release.log
mkdir -p build && : >"$log"
version=$(<VERSION)
prepared=$repository/build/release/debian # CPack puts it into the package simbench (cmake/SimbenchDebian.cmake)
environment=$prepared/lib/simbench/venv
of_wheel=$repository/build/release/variants # of the wheel's module (cmake/SimbenchWheel.cmake)

pack_sources() { git archive --prefix="simbench-$version/" HEAD | gzip -n >"$artefacts/simbench-$version.tar.gz"; }

# The libraries that the module needs are copied into the wheel, which then works on any Linux with glibc 2.34 or later.
# A module that is compiled on a later Debian needs a later glibc.
pack_wheel() {
  local packed
  packed=$(mktemp -d)
  { [[ ! $variants ]] || cmake --install build/v4 --component variant_of_module --strip --prefix "$of_wheel"; } &&
    "$python" -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$packed" . &&
    PATH="$venv/bin:$PATH" auditwheel repair --plat manylinux_2_34_x86_64 --only-plat --wheel-dir "$artefacts" "$packed"/*.whl &&
    rm -rf "$packed" "$of_wheel"
}

# What the loader chooses on processors with x86-64-v4 (cmake/SimbenchVariants.cmake).
install_variants() {
  cmake --install build/v4 --component variant_of_program --strip --prefix "$prepared" &&
    cmake --install build/v4 --component variant_of_module --strip --prefix "$(echo "$environment"/lib/python3*/site-packages)"
}

# The environment is made in the build folder and moves to /usr. Its modules are compiled here, because users cannot
# write to /usr.
relocate_python() {
  local site
  site=$(echo "$environment"/lib/python3*/site-packages)
  "$environment/bin/python" -m pip uninstall --quiet --yes pip setuptools
  find "$environment/bin" -mindepth 1 ! -name 'python*' ! -name 'simbench-*' -delete
  rm -rf "$environment"/{include,share,sha256} "$site"/*.dist-info/{RECORD,direct_url.json}
  find "$site" -type d \( -name __pycache__ -o -name tests \) -prune -exec rm -r {} +
  sed -i "s|$prepared|/usr|g" "$environment"/pyvenv.cfg "$environment"/bin/simbench-*
  "$environment/bin/python" -m compileall -q -j 1 --invalidation-mode unchecked-hash -s "$prepared" -p /usr "$site"
}

prepare_documents() {
  local completion=$prepared/share documents=$prepared/share/doc/simbench tetmesh=build/release/debian_tetmesh
  mkdir -p "$completion"/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d} "$documents" "$tetmesh"
  build/release/simbench completion bash >"$completion/bash-completion/completions/simbench"
  build/release/simbench completion zsh >"$completion/zsh/vendor-completions/_simbench"
  build/release/simbench completion fish >"$completion/fish/vendor_completions.d/simbench.fish"
  gzip -9n <CHANGELOG.md >"$documents/changelog.gz"
  { cat LICENSE
    echo
    echo "The Python packages in /usr/lib/simbench/venv have licences of their own, which are in their *.dist-info."
  } >"$documents/copyright"
  { cat LICENSE
    echo
    echo "simbench-tetmesh links TetGen (/usr/share/doc/libtet1.5/copyright), which is under the GNU Affero General"
    echo "Public License, version 3 or later. Together they may be distributed only under that licence."
  } >"$tetmesh/copyright"
}

# Prints the packages whose libraries the program and the Python packages need. CPack would look for libraries in each
# of 6000 files.
libraries() {
  local work private=("$environment"/lib/python3*/site-packages/*.libs)
  work=$(mktemp -d)
  mkdir "$work/debian" && printf 'Source: simbench\n\nPackage: simbench\nArchitecture: any\n' >"$work/debian/control"
  find "$environment" -type f -name '*.so*' -print0 | (cd "$work" && xargs -0 dpkg-shlibdeps \
    --ignore-missing-info "${private[@]/#/-l}" -O "$repository/build/release/libsimbench.so") | sed 's/^shlibs:Depends=//'
  rm -r "$work"
}

pack_debian() {
  local minor
  minor=$("$environment/bin/python" -c 'import sys; print(sys.version_info.minor)')
  cpack --config build/release/CPackConfig.cmake -B build/release/packages -D \
    "CPACK_DEBIAN_SIMBENCH_PACKAGE_DEPENDS=python3 (>= 3.$minor), python3 (<< 3.$((minor + 1))), $(libraries)"
  mv build/release/packages/*.deb "$artefacts"
}

install_packages packages.txt packages_release.txt # among them git
git diff --quiet HEAD || { echo "error: a release is made from HEAD, but files differ from it; commit them" >&2 && exit 1; }
# Times in artefacts are that of the commit, so that the same commit and build give the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$artefacts" "$prepared" "$of_wheel" && mkdir -p "$artefacts"
quietly "making .venv" make_venv requirements_release.txt
quietly "configuring" cmake --preset release
quietly "building" cmake --build --preset release
if [[ $variants ]]; then
  quietly "configuring for x86-64-v4" cmake --preset v4
  quietly "building for x86-64-v4" cmake --build --preset v4
fi
quietly "making the environment of the Python package" install_python "$prepared"
quietly "packing the sources" pack_sources
[[ $(. /etc/os-release && echo "$VERSION_ID") != 12 ]] || quietly "packing the wheel" pack_wheel
[[ ! $variants ]] || quietly "adding the variants for x86-64-v4" install_variants
quietly "moving the environment" relocate_python
quietly "writing completion and documents" prepare_documents
quietly "packing for Debian" pack_debian
cp scripts/Containerfile "$artefacts"
cd "$artefacts"
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
