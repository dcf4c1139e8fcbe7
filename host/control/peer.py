"""Who is at the other end of a local socket: the one module that knows how each system tells.

Owns: user and process ids of a peer.

Invariants: a peer whose user cannot be told, or is another one, is not let in.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from dataclasses import dataclass
from typing import Final

_UCRED: Final = struct.Struct("iII")
_XUCRED: Final = struct.Struct("IIh16I")
_SOL_LOCAL: Final = 0
_LOCAL_PEERCRED: Final = 1
_LOCAL_PEERPID: Final = 2


@dataclass(frozen=True, slots=True)
class Peer:
    """Who is at the other end of a connection.

    Attributes:
    uid: effective user id when it connected.
    pid: its process, None where the system does not tell.
    """

    uid: int
    pid: int | None


def peer_of(connection: socket.socket) -> Peer | None:
    """The peer of a connected Unix socket (Linux: unix(7) SO_PEERCRED; macOS: LOCAL_PEERCRED); None where unknown."""
    try:
        if sys.platform == "darwin":
            version, uid, *_ = _XUCRED.unpack(connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, _XUCRED.size))
            pid = connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERPID)
            return Peer(uid, pid) if version == 0 else None
        if hasattr(socket, "SO_PEERCRED"):
            credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _UCRED.size)
            pid, uid, _gid = _UCRED.unpack(credentials)
            return Peer(uid, pid)
    except (OSError, struct.error):
        return None
    return None


def is_ours(peer: Peer | None) -> bool:
    """Whether ``peer`` is known and belongs to the user this process runs as."""
    return peer is not None and peer.uid == os.geteuid()
