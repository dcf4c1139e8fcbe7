"""``assent connect SERVER --app NAME``: the stdio server that an AI app starts.

Owns: copying bytes between the app's pipes and the host's socket.

Invariants: this process decides nothing and keeps nothing; it imports only the standard library, ``host.paths``,
``host.errors`` and ``host.apps.registry``, so that it is there in milliseconds; when there is no host, the app hears
why as the answer to its first request.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import sys
import threading
from typing import Final

from host.apps import registry
from host.errors import AssentError, NoHost, UsageError
from host.paths import Paths

USAGE: Final = "usage: assent connect SERVER --app NAME"
CHUNK: Final = 1 << 18
HELLO_TIMEOUT: Final = 10.0
"""Seconds the host has to let a bridge in; it does so from memory."""
FIRST_REQUEST_TIMEOUT: Final = 2.0
"""Seconds to wait for the app's first request when all there is to say is why this cannot work."""
NO_HOST: Final = 3
BAD_USAGE: Final = 2


def main(arguments: list[str]) -> int:
    """Run the bridge; returns the exit code: 0 fine, 2 bad usage or configuration, 3 no host."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends it, as it ends any filter
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(f"{USAGE}\n\nThe stdio server that an AI app starts to reach SERVER through Assent.\n")
        return 0
    try:
        server, app = _parse(arguments)
    except UsageError as error:
        _say(f"{error}\n{USAGE}")
        return BAD_USAGE
    try:
        connection = _join(server, app)
    except AssentError as error:
        _say(str(error))
        _tell_app(str(error))
        return NO_HOST if isinstance(error, NoHost) else BAD_USAGE
    return _copy(connection)


def _parse(arguments: list[str]) -> tuple[str, str]:
    server, app = "", ""
    rest = iter(arguments)
    for argument in rest:
        if argument == "--app":
            app = next(rest, "")
        elif argument.startswith("--app="):
            app = argument.removeprefix("--app=")
        elif argument.startswith("-"):
            raise UsageError(f"unknown option {argument}")
        elif server:
            raise UsageError("more than one server named")
        else:
            server = argument
    if not server or not app:
        raise UsageError("SERVER and --app NAME are needed")
    return server, app


def _join(server: str, app: str) -> socket.socket:
    """Connect, introduce the app, wait to be let in."""
    paths = Paths.from_environment(os.environ)
    token = registry.read_token(paths.apps_dir, app) or ""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(HELLO_TIMEOUT)
    try:
        connection.connect(str(paths.socket))
        hello = {"assent": 1, "role": "bridge", "server": server, "app": app, "token": token}
        connection.sendall(json.dumps(hello).encode() + b"\n")
        answer = json.loads(_first_line(connection))
    except (OSError, ValueError) as error:
        connection.close()
        raise NoHost("no Assent host is running here. Start it with: assent host", detail=str(error)) from error
    if answer.get("ok") is not True:
        connection.close()
        raise UsageError(str(answer.get("error")))
    connection.settimeout(None)
    if not token:
        _say(f"{app} has no token, so each of its calls is asked. Make one with: assent apps add {app}")
    return connection


def _first_line(connection: socket.socket) -> bytes:
    """Byte by byte: what follows the line already belongs to the app."""
    line = bytearray()
    while (byte := connection.recv(1)) != b"\n":
        if not byte:
            raise OSError("the host closed the connection")
        line += byte
    return bytes(line)


def _copy(connection: socket.socket) -> int:
    """Copy both ways until either side ends. A thread each way: neither direction may wait for the other."""
    app_left = threading.Event()
    threading.Thread(target=_from_app, args=(connection, app_left), name="from app", daemon=True).start()
    buffer = memoryview(bytearray(CHUNK))
    with contextlib.suppress(OSError):  # a reset connection or a closed pipe ends this as an end of file does
        while size := connection.recv_into(buffer):
            _write(buffer[:size])
    if app_left.is_set():
        return 0
    _say("the host closed the connection")
    return NO_HOST


def _from_app(connection: socket.socket, app_left: threading.Event) -> None:
    try:
        while chunk := os.read(0, CHUNK):
            connection.sendall(chunk)
    except OSError:
        return  # It was the host that left; the other direction notices by itself.
    app_left.set()
    with contextlib.suppress(OSError):  # the host may be gone already
        connection.shutdown(socket.SHUT_WR)


def _say(text: str) -> None:
    sys.stderr.write(f"assent: {text}\n")


def _write(data: memoryview) -> None:
    while data:
        data = data[os.write(1, data) :]


def _tell_app(why: str) -> None:
    """Answer the app's first request with the reason, so that it shows up where the person looks."""
    if sys.stdin.isatty() or not select.select([0], [], [], FIRST_REQUEST_TIMEOUT)[0]:
        return
    try:
        request = json.loads(os.read(0, CHUNK).split(b"\n", 1)[0])
        answer = {"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32000, "message": why}}
        os.write(1, json.dumps(answer).encode() + b"\n")
    except (OSError, ValueError, TypeError, KeyError):
        return  # Not a request: there is nobody to tell.
