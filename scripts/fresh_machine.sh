#!/usr/bin/env bash
set -euo pipefail

usage() {
  cat <<'END'
Usage: scripts/fresh_machine.sh [--keep] [--suite SUITE] [--with FOLDER] COMMAND…

Runs COMMAND as root in a clone of HEAD inside a pristine, minimal Debian, in which nothing was ever installed or
built: the repository's own scripts must install everything that COMMAND needs. Ends with COMMAND's exit code.
  --keep         keeps the machine's root folder and prints its path
  --suite SUITE  bookworm (Debian 12, the default) or trixie (Debian 13)
  --with FOLDER  COMMAND sees this folder as /mnt and may write into it

Needs root, and debootstrap (Debian; installed if it is missing). The first machine takes a minute, later ones
seconds: their common beginning is kept in ~/.cache/simbench-fresh-machine.
END
}

keep='' suite=bookworm shared=
while [[ ${1-} == -* ]]; do
  case $1 in
    --help | -h) usage && exit ;;
    --keep) keep=yes ;;
    --suite) suite=${2-} && shift ;;
    --with)
      shared=$(realpath -e "${2-}") || exit 2
      shift
      ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift || break
done
[[ $suite == bookworm || $suite == trixie ]] || { echo "fresh_machine.sh: no such suite: '$suite'" >&2 && exit 2; }
(($#)) || { usage >&2 && exit 2; }
((EUID == 0)) || { echo "fresh_machine.sh: only root can enter another root folder; use sudo" >&2 && exit 2; }
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
archive=${XDG_CACHE_HOME:-$HOME/.cache}/simbench-fresh-machine/$suite.tar
if ! command -v debootstrap >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
fi

machine=$(mktemp -d)
finish() {
  if [[ $keep ]]; then
    echo "the machine's root folder is kept: $machine" >&2
  else
    rm -rf --one-file-system "$machine" "$machine.log"
  fi
}
trap finish EXIT

if [[ -f $archive ]]; then
  tar -xf "$archive" -C "$machine"
else
  echo "making a pristine Debian ($suite)"
  debootstrap --variant=minbase "$suite" "$machine" >"$machine.log" 2>&1 || { tail -n 5 "$machine.log" >&2 && exit 1; }
  mkdir -p "${archive%/*}"
  tar -cf "$archive.$$" -C "$machine" . && mv "$archive.$$" "$archive"
fi
chmod 755 "$machine" # mktemp's folder is closed to other users, but COMMAND may become one
git clone -q "$repository" "$machine/root/simbench"
# The clone uses this machine's network: its name servers, and for pip the certificate authorities that it
# trusts.
cp /etc/resolv.conf "$machine/etc/"
environment=(HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM="${TERM:-dumb}")
if [[ -f /etc/ssl/certs/ca-certificates.crt ]]; then
  install -D /etc/ssl/certs/ca-certificates.crt "$machine/etc/host-authorities.crt"
  environment+=(PIP_CERT=/etc/host-authorities.crt)
fi

# COMMAND has a namespace of its own for mounts and processes, so that both end with it.
# shellcheck disable=SC2016  # the inner shells expand these
unshare --mount --pid --fork --kill-child bash -c '
  set -e
  machine=$1 shared=$2 count=$3
  shift 3
  mount -t proc proc "$machine/proc"
  mount --rbind /sys "$machine/sys"
  mount --rbind /dev "$machine/dev"
  mount -t tmpfs tmpfs "$machine/tmp"
  [[ -z $shared ]] || mount --bind "$shared" "$machine/mnt"
  exec chroot "$machine" /usr/bin/env -i "${@:1:count}" bash -c "cd /root/simbench && exec \"\$@\"" - "${@:count+1}"
' - "$machine" "$shared" "${#environment[@]}" "${environment[@]}" "$@"
