#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$repository"

usage() {
  cat <<'END'
Usage: scripts/site.sh [--help]

Makes the documentation as a site: the pages of the repository with a search, the declarations of the C++ headers
and of the Python package, and a report of a small run if simbench is built (build/release or build/dev). Installs
missing packages. Broken links and other warnings are errors.

  build/site/index.html  opens in a browser without a network or a server
END
}

begin "$@"
site=build/site
install_packages packages.txt packages_site.txt
make_venv requirements.txt requirements_site.txt
program=()
for built in build/release/simbench build/dev/simbench; do
  [[ -x $built ]] && program=(--simbench "$built") && break
done
((${#program[@]})) || echo "simbench is not built: the site has no report of a run"
timed "making the site" "$python" docs/site/build.py "$site" "${program[@]}"
echo
echo "site   $repository/$site/index.html"
echo "total  $(seconds_since "$start")"
