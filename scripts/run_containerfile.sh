#!/usr/bin/env bash
set -euo pipefail

usage() {
  cat <<'END'
Usage: [NAME=VALUE…] scripts/run_containerfile.sh FOLDER ARGUMENT…

Does on this machine what a container engine does with FOLDER/Containerfile, and then runs the entry point with the
ARGUMENTs, where there is no container engine. It changes the machine, so run it on a pristine one of the image's
Debian (scripts/fresh_machine.sh). NAME=VALUE in the environment is --build-arg. Knows the instructions ARG, FROM,
COPY, RUN, WORKDIR and ENTRYPOINT.
END
}
(($# > 1)) || { usage >&2 && exit 2; }
context=$(realpath -e "$1")
shift
source /etc/os-release

# Each instruction on one line, without comments.
instructions=$(sed -e '/^#/d' -e ':join; /\\$/ { N; s/\\\n//; b join }' "$context/Containerfile")
while read -r instruction words; do
  case $instruction in
    ARG) eval "export ${words%%=*}=\"\${${words%%=*}-${words#*=}}\"" ;;
    FROM)
      image=$(eval "echo $words")
      [[ $image == */debian:"$VERSION_ID"-slim ]] || { echo "this machine is $PRETTY_NAME, not $image" >&2 && exit 2; }
      ;;
    COPY) # sources are in the context, and `eval` expands names and patterns
      target=${words##* }
      mkdir -p "$target"
      (cd "$context" && eval "cp -- ${words% *} $target")
      ;;
    RUN) sh -c "$words" </dev/null ;;
    WORKDIR) mkdir -p "$words" && cd "$words" ;;
    ENTRYPOINT) entry=$(tr -d '[]",' <<<"$words") ;;
    '') ;;
    *) echo "run_containerfile.sh does not know the instruction $instruction" >&2 && exit 2 ;;
  esac
done <<<"$instructions"
# shellcheck disable=SC2086  # words
$entry "$@"
