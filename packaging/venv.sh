#!/bin/sh
# Makes, or brings up to date, a virtual environment from a hash-pinned lock:
#
#     PYTHON=… packaging/venv.sh DIRECTORY LOCK
#
# PYTHON is taken as it is where it is set; otherwise the first interpreter that is new enough. Exactly what the lock
# names is installed, and only as wheels: building from source would fetch build tools that no lock pins.
set -eu

directory=$1
lock=$2

say() { printf 'setup: %s\n' "$*" >&2; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    if [ -n "${PYTHON:-}" ]; then
        say "PYTHON=$PYTHON is not a Python of version 3.11 or newer"
    else
        say "Python 3.11 or newer is needed and was not found; install one, or name it: make setup PYTHON=/path/to/python3"
    fi
    return 1
}

if ! new_enough "$directory/bin/python" || ! "$directory/bin/python" -c 'import pip' 2>/dev/null; then
    python=$(find_python)
    rm -rf "$directory" # of an interpreter that has gone, or half made
    # Debian and Ubuntu split ensurepip off, and leave venv without it.
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        say "this Python cannot make virtual environments"
        sh "$(dirname "$0")/system.sh" "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    fi
    say "making $directory with $("$python" --version)"
    "$python" -m venv "$directory"
fi

say "installing what $lock names"
if ! "$directory/bin/python" -m pip install -qq --disable-pip-version-check --no-input \
    --require-hashes --no-deps --only-binary :all: -r "$lock"; then
    say "that failed, pip says why above; without a network nothing can be fetched. What is done so far is kept: try again."
    exit 1
fi
