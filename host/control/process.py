"""What the window's process uses of the host's code at its start.

Owns: protecting the process from other programs, and reading the secret from its parent; the one factory of tasks is
exported for the window.

Invariants: the secret is read once, and its descriptor is closed at once, so that no child of the window gets it.
"""

from __future__ import annotations

from typing import Final

from host import harden, regex
from host.errors import UsageError
from host.tasks import spawn

__all__ = ["SECRET", "read_secret", "secure_process", "spawn"]

SECRET: Final = regex.pattern(rb"[0-9a-f]{64}")


def secure_process() -> None:
    """Prevent core files and, if the system can, tracing by other processes of this user. Call this first."""
    harden.make_undumpable()


def read_secret(descriptor: int) -> str:
    """Read the secret from an inherited ``descriptor`` and close it. Blocks until the parent has written it.

    Raises UsageError if there is no secret; only a host can start a window.
    """
    try:
        with open(descriptor, "rb") as pipe:
            data = pipe.read(1024)
    except (OSError, ValueError) as error:
        raise UsageError("a window is started by its host. Run: assent", detail=str(error)) from error
    if not SECRET.fullmatch(data):
        raise UsageError("a window is started by its host. Run: assent")
    return data.decode()
