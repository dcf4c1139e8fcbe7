"""The peer of a local socket on each system: its user, its process, and the program of that.

Invariants: a peer is admitted only if its user is known and the same. The program is information for people and decides
nothing: the process may have ended, and its id may belong to another one.
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
    """The other end of a connection."""

    uid: int  # effective user id when it connected
    pid: int | None  # its process, None if the system does not tell


def peer_of(connection: socket.socket) -> Peer | None:
    """Return the peer of a Unix socket (Linux: unix(7) SO_PEERCRED; macOS: LOCAL_PEERCRED), None if unknown."""
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
    """The program of a process. Both attributes are empty if the system does not tell them."""

    executable: str = ""  # path of the program. On Linux it leads to that very file at present.
    parent: str = ""  # the same for the parent process, or the parent's name


def program_of(pid: int | None) -> Program:
    """Return the program of ``pid``, as far as the system tells (Linux: proc(5); elsewhere psutil)."""
    if pid is None:
        return Program()
    if Path("/proc/self/exe").is_symlink():
        return Program(_executable(pid), _executable_or_name(_parent(pid)))
    import psutil  # on first use: slow to import

    with contextlib.suppress(psutil.Error, OSError):
        process = psutil.Process(pid)
        parent = process.parent()
        return Program(process.exe(), "" if parent is None else parent.exe() or parent.name())
    return Program()


def _executable(pid: int) -> str:
    """Return the path of a program, also empty if it leads elsewhere here: in another mount namespace."""
    running = f"/proc/{pid}/exe"
    try:
        path = os.readlink(running)
        return path if os.path.samefile(running, path) else ""
    except OSError:  # it ended, keeps other programs out, or its file is gone
        return ""


def _parent(pid: int) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError):
        stat = Path(f"/proc/{pid}/stat").read_bytes()
        return int(stat[stat.rindex(b")") :].split()[2])  # the process name before it may hold anything
    return 0


def _executable_or_name(pid: int) -> str:
    if not pid:
        return ""
    with contextlib.suppress(OSError):
        name = Path(f"/proc/{pid}/comm").read_text(errors="replace").strip()  # chosen by the process
        return _executable(pid) or ("" if "/" in name else name)
    return ""


def process_behind(client: object, port: int) -> int | None:
    """Return the process that is connected to the local TCP ``port``, None if the system does not tell.

    ``client``: the address that the connection comes from. Blocks for milliseconds: not for the event loop.
    """
    if not isinstance(client, tuple | list) or len(client) != 2:
        return None
    import psutil  # on first use: slow to import

    with contextlib.suppress(psutil.Error, OSError):
        for row in psutil.net_connections("tcp4"):
            if row.laddr and row.raddr and (row.laddr.port, row.raddr.port) == (client[1], port):
                return row.pid
    return None


def is_own_user(peer: Peer | None) -> bool:
    """Whether ``peer`` is known and belongs to the user this process runs as."""
    return peer is not None and peer.uid == os.geteuid()
