"""The ``assent`` command. Bridge and hook are recognised before other imports, because they must start fast.

Invariants: only code of this installation runs here. If the environment, the user's site directory or the working
directory may have brought other code into this process, it restarts isolated before it imports anything of ours. A
``sitecustomize`` that Python itself ran earlier could prevent that; but whoever can set the environment of a program
can as well start another program.
"""

from __future__ import annotations

import contextlib
import gc
import os
import site
import sys

from host import COLLECT_AFTER


def main() -> int:
    """Run the command line; return the exit code."""
    _isolate()
    gc.set_threshold(*COLLECT_AFTER)
    if sys.argv[1:2] == ["connect"]:
        from host.apps import bridge

        return bridge.main(sys.argv[2:])
    if sys.argv[1:2] == ["hook"]:
        return _hook(sys.argv[2:])
    from host import cli

    return cli.main(sys.argv[1:])


_HARMLESS = ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONUTF8")
"""Variables that bring no code, and that many programs set for all that they start."""


def _hook(arguments: list[str]) -> int:
    """Run the hook; return its exit code. Of a hook that fails to start, most apps would take no notice."""
    try:
        from host.apps import hook

        return hook.main(arguments)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  # such as an installation that is being replaced
        with contextlib.suppress(OSError):
            os.write(2, f"Assent failed ({type(error).__name__}), so the answer is no.\n".encode())
        return 2  # a denial: ``host.apps.hook.DENIED``


def _isolate() -> None:
    """Replace this process by ``python -I``, unless no foreign code can have been loaded.

    That costs another start of Python, so it is not done without need.
    """
    if sys.flags.isolated or sys.platform == "win32":  # Windows cannot replace the program of a process
        return
    has_variables = any(name.startswith("PYTHON") and name not in _HARMLESS for name in os.environ)
    has_user_site = site.ENABLE_USER_SITE and site.getusersitepackages() in sys.path
    if has_variables or has_user_site or __name__ == "__main__":  # -m puts the working directory on the path
        os.execv(sys.executable, (sys.executable, "-I", "-m", "host", *sys.argv[1:]))  # noqa: S606  # the same interpreter


if __name__ == "__main__":
    sys.exit(main())
