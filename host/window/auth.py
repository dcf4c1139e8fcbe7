"""Who may be the window: the secret that the host hands to the process it started itself.

Owns: the one invitation there can be.

Invariants: a secret of 256 bits is made for each start of the window, is valid for one connection, and only from the
process that the host started, where the system tells which process connects; it is compared in constant time; whoever
comes with the right secret but may not have it has made it worthless.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Final

from msgspec import Struct

from host.control.peer import Peer
from host.errors import UsageError

SECRET_BYTES: Final = 32

NOT_EXPECTED: Final = "no window is expected here"
WRONG_SECRET: Final = "this is not the window that the host started"  # noqa: S105  # a sentence, no secret
WRONG_PROCESS: Final = "this process is not the window that the host started"


class _Invitation(Struct, frozen=True):
    secret: bytes
    pid: int


class WindowAuth:
    """Admits the one window that is expected."""

    def __init__(self) -> None:
        self._invitation: _Invitation | None = None

    @property
    def expecting(self) -> bool:
        """Whether a window may still come."""
        return self._invitation is not None

    def invite(self, pid: int) -> str:
        """Expect the process ``pid``, a child of this one; returns the secret for it. Ends any earlier invitation."""
        secret = secrets.token_hex(SECRET_BYTES)
        self._invitation = _Invitation(secret.encode(), pid)
        return secret

    def shut(self) -> None:
        """Let no window in from now on."""
        self._invitation = None

    def expects(self, peer: Peer) -> bool:
        """Whether the system says that ``peer`` is the process that may come; its secret is looked at in ``enter``."""
        return self._invitation is not None and peer.pid == self._invitation.pid

    def enter(self, secret: str, peer: Peer) -> None:
        """Let the window in, once.

        Raises:
            UsageError: ``peer`` is not the window that is expected; the sentence says why, and repeats nothing.
        """
        invitation = self._invitation
        if invitation is None:
            raise UsageError(NOT_EXPECTED)
        if not hmac.compare_digest(secret.encode(), invitation.secret):
            raise UsageError(WRONG_SECRET)
        self._invitation = None  # used up, by whomever
        if peer.pid is not None and peer.pid != invitation.pid:
            raise UsageError(WRONG_PROCESS)
