#!/usr/bin/env bash
# Writes man pages of the program PROGRAM into FOLDER, one per command, from the help texts:
#   scripts/man_pages.sh PROGRAM FOLDER
# Replaces old pages there. Needs help2man.
set -euo pipefail
program=$(realpath "$1")
folder=$2
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# page NAME MEANING SEE_ALSO COMMAND…: writes one page. help2man names a page after the program whose help it
# reads, and recognises an example by its "$ ". Options and paths must not be hyphenated.
examples='/^Examples:$/,/^$/ { s/^  \([^ ]\)/  $ \1/; s/   *# /  # / }'
page() {
  local name=$1 meaning=$2 see_also=$3
  shift 3
  printf '#!/bin/sh\n"%s" %s "$@" | sed '"'%s'"'\n' "$program" "$*" "$examples" >"$work/$name"
  printf '[SEE ALSO]\n%s\n' "$see_also" >"$work/see_also"
  chmod +x "$work/$name"
  help2man --no-info --locale=C.UTF-8 --version-string="$version" --source="simbench $version" --name="$meaning" \
    --include="$work/see_also" "$work/$name" | sed '/^\.TH /a .nh\n.ad l' >"$work/pages/$name.1"
}

version=$("$program" --version | sed -n 's/^simbench //p')
mapfile -t commands < <("$program" complete 'simbench ')  # name, tab, meaning
mkdir "$work/pages"
for command in "${commands[@]}"; do
  page "simbench-${command%%$'\t'*}" "${command#*$'\t'}" '.BR simbench (1)' "${command%%$'\t'*}"
done
page simbench 'compares solvers for deformable and rigid bodies' \
  "$(printf '.BR simbench-%s (1)\n' "${commands[@]%%$'\t'*}")"

mkdir -p "$folder"
rm -f "$folder"/simbench*.1
cp "$work"/pages/*.1 "$folder"
