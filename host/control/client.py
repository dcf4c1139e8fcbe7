"""The command line's end of the control socket.

Owns: one question, one answer, blocking.

Invariants: no host means ``NoHost``, never a hang: every wait is bounded.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

from host.canonical import compact, parse
from host.control.messages import VERSION, Verb
from host.errors import AssentError, MalformedJson, NoHost
from host.model import JsonObject

TIMEOUT: Final = 5.0
"""Seconds; the host answers control questions from memory."""
MAX_ANSWER: Final = 4 << 20


def ask(path: Path, verb: Verb, **about: str) -> JsonObject:
    """Ask the host behind the socket at ``path``. ``about``: what the verb is about (``ControlHello``).

    Raises:
        NoHost: none runs there. AssentError: it answered with an error, or not understandably.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(TIMEOUT)
            _connect(connection, path)
            connection.sendall(compact({"assent": VERSION, "role": "control", "verb": verb, **about}) + b"\n")
            answer = parse(_line(connection))
    except (OSError, MalformedJson) as error:
        raise AssentError("the host runs but does not answer as it should", detail=str(error)) from error
    if not isinstance(answer, dict) or answer.get("ok") is not True:
        why = answer.get("error") if isinstance(answer, dict) else None
        raise AssentError(why if isinstance(why, str) else "the host refused")
    return answer


def _connect(connection: socket.socket, path: Path) -> None:
    try:
        connection.connect(str(path))
    except OSError as error:
        raise NoHost("no Assent host is running here. Start it with: assent host", detail=str(error)) from error


def _line(connection: socket.socket) -> bytes:
    with connection.makefile("rb") as stream:
        line = stream.readline(MAX_ANSWER)
    if not line.endswith(b"\n"):
        raise OSError("the host closed the connection")
    return line[:-1]
