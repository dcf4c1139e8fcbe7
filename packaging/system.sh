#!/bin/sh
# Installs packages of Debian or Ubuntu where we may: as root, or on a CI machine with sudo that asks for no password.
# Elsewhere it says what is missing and fails:
#
#     packaging/system.sh PACKAGE...
set -eu

if ! command -v apt-get >/dev/null; then
    printf 'setup: install with the package manager of this system: %s\n' "$*" >&2
    exit 1
elif [ "$(id -u)" = 0 ]; then
    as_root=
elif [ -n "${CI:-}" ] && sudo -n true 2>/dev/null; then
    as_root='sudo -n'
else
    printf 'setup: something is missing; please run: sudo apt install %s\n' "$*" >&2
    exit 1
fi

printf 'setup: installing %s\n' "$*" >&2
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >/dev/null
