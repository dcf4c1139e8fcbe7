"""Who is at the other end of a local socket: the one module that knows how each system tells.

Owns: user and process ids of a peer, and which program that process runs.

Invariants: a peer whose user cannot be told, or is another one, is not let in. Which program it is tells people more of
an app and decides nothing: a process may end, and its number may be another one's by then.
"""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import sys
from pathlib import Path
from typing import Final

from msgspec import Struct

_UCRED: Final = struct.Struct("iII")
_XUCRED: Final = struct.Struct("IIh16I")
_SOL_LOCAL: Final = 0
_LOCAL_PEERCRED: Final = 1
_LOCAL_PEERPID: Final = 2


class Peer(Struct, frozen=True):
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


class Program(Struct, frozen=True):
    """What the system tells of a process.

    Attributes:
        executable: path of what it runs.
        parent: likewise of the process that started it, or that one's name. Empty where the system does not tell. On
            Linux a path leads to that very file, here and now.
    """

    executable: str = ""
    parent: str = ""


def program_of(pid: int | None) -> Program:
    """What runs as ``pid``, as far as the system tells (Linux: proc(5); elsewhere by psutil)."""
    if pid is None:
        return Program()
    if Path("/proc/self/exe").is_symlink():
        return Program(_executable(pid), _name(_parent(pid)))
    import psutil  # no start waits for it

    with contextlib.suppress(psutil.Error, OSError):
        process = psutil.Process(pid)
        above = process.parent()
        return Program(process.exe(), "" if above is None else above.exe() or above.name())
    return Program()


def _executable(pid: int) -> str:
    """Empty too where the path means another file to the process than to us: in a mount namespace of its own."""
    running = f"/proc/{pid}/exe"
    try:
        path = os.readlink(running)
        return path if os.path.samefile(running, path) else ""
    except OSError:  # it ended, keeps other programs out, or its file is gone
        return ""


def _parent(pid: int) -> int:
    """Its number, 0 where there is none, or none that is told."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        stat = Path(f"/proc/{pid}/stat").read_bytes()
        return int(stat[stat.rindex(b")") :].split()[2])  # the name before may hold anything
    return 0


def _name(pid: int) -> str:
    if not pid:
        return ""
    with contextlib.suppress(OSError):
        name = Path(f"/proc/{pid}/comm").read_text(errors="replace").strip()  # a process chooses it
        return _executable(pid) or ("" if "/" in name else name)
    return ""


def process_behind(client: object, port: int) -> int | None:
    """The process at the other end of a TCP connection to ``port`` of this computer, None where the system keeps it.

    ``client``: the address that the connection comes from. Takes milliseconds: not for the loop.
    """
    if not isinstance(client, tuple | list) or len(client) != 2:
        return None
    import psutil  # no start waits for it

    with contextlib.suppress(psutil.Error, OSError):
        for one in psutil.net_connections("tcp4"):
            if one.laddr and one.raddr and (one.laddr.port, one.raddr.port) == (client[1], port):
                return one.pid
    return None


def is_ours(peer: Peer | None) -> bool:
    """Whether ``peer`` is known and belongs to the user this process runs as."""
    return peer is not None and peer.uid == os.geteuid()
