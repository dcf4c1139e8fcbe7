"""What the window's process needs of the host's side.

Owns: making the process hard to look into, taking over the secret that its parent hands it, and the one factory of
tasks, which it shares with the host.

Invariants: the secret is read once, and its descriptor is closed at once, so that nothing which the window starts can
have it.
"""

from __future__ import annotations

import re
from typing import Final

from host import harden
from host.errors import UsageError
from host.tasks import spawn

__all__ = ["SECRET", "read_secret", "secure_process", "spawn"]

SECRET: Final = re.compile(rb"[0-9a-f]{64}")


def secure_process() -> None:
    """No core files, and where the system allows it nobody of this user may trace the process. Do this first."""
    harden.make_undumpable()


def read_secret(descriptor: int) -> str:
    """The secret behind an inherited ``descriptor``, which is closed. Blocks until the parent has written it.

    Raises:
        UsageError: there is none; only a host can start a window.
    """
    try:
        with open(descriptor, "rb") as pipe:
            data = pipe.read(1024)
    except (OSError, ValueError) as error:
        raise UsageError("a window is started by its host. Run: assent", detail=str(error)) from error
    if not SECRET.fullmatch(data):
        raise UsageError("a window is started by its host. Run: assent")
    return data.decode()
