"""The ``assent`` command. Bridge and hook are told apart before anything else is imported: they must be there at once.

Invariants: what runs here is the installation's alone. Where the environment, the user's site directory or the working
directory may have brought code of theirs into this process, it starts again, isolated, before it imports anything of
ours. What Python itself ran before that, a ``sitecustomize``, could keep it from doing so: whoever may set the
environment of a program may as well start another.
"""

from __future__ import annotations

import os
import site
import sys


def main() -> int:
    """Run the command line; returns the exit code."""
    _isolate()
    if sys.argv[1:2] == ["connect"]:
        from host.apps import bridge

        return bridge.main(sys.argv[2:])
    if sys.argv[1:2] == ["hook"]:
        from host.apps import hook

        return hook.main(sys.argv[2:])
    from host import cli

    return cli.main(sys.argv[1:])


def _isolate() -> None:
    """Let ``python -I`` take this process's place, unless nothing could have come in from outside.

    That costs as much as starting Python does, so it is not done where it changes nothing.
    """
    if sys.flags.isolated or sys.platform == "win32":  # Windows cannot put one program in another's place
        return
    named = any(name.startswith("PYTHON") for name in os.environ)
    theirs = site.ENABLE_USER_SITE and site.getusersitepackages() in sys.path
    if named or theirs or __name__ == "__main__":  # -m puts the working directory on the path
        os.execv(sys.executable, (sys.executable, "-I", "-m", "host", *sys.argv[1:]))  # noqa: S606  # our own interpreter


if __name__ == "__main__":
    sys.exit(main())
