"""What a profile has once: the lock and the socket of its host, and the keyring that a demonstration has not.

Owns: how they come into being.

Invariants: whoever holds the lock is the only host of the profile; the socket is for this account alone; a profile that
is thrown away leaves nothing in the keyring.
"""

from __future__ import annotations

import fcntl
import os
import socket
from pathlib import Path
from typing import IO, Final

from host.errors import AssentError
from host.keyring_entry import KeyringEntry

BACKLOG: Final = 128
TAKEN: Final = "another Assent host already runs on this profile"


def lock(path: Path) -> IO[bytes]:
    """Hold the profile's lock for as long as the file is open.

    Raises:
        AssentError: another host holds it.
    """
    file = open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600), "rb")  # noqa: SIM115
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise AssentError(TAKEN) from error
    return file


def listener(path: Path) -> socket.socket:
    """A listening socket at ``path``, mode 0600. The lock is held: what stands there is left from a dead host."""
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(path))
    finally:
        os.umask(before)
    listener.listen(BACKLOG)
    return listener


def demo_keyring_entry(name: str) -> KeyringEntry:
    """A keyring entry for a demonstration: always empty, and writing to it fails.

    Its profile is thrown away, and would leave its entries in the person's keyring.
    """

    def refuse(*_: str) -> str | None:
        raise AssentError("a demonstration remembers nothing")

    def refuse_to_set(*_: str) -> None:
        refuse()

    return KeyringEntry(name, get=refuse, set=refuse_to_set)
