"""``assent connect [SERVER] --app NAME``: the stdio server that an AI app starts; without SERVER it stands for all.

Owns: carrying messages between the app's pipes and the host's socket, starting Assent where none runs, and joining a
host again that was restarted.

Invariants: this process decides nothing; it keeps the app's handshake and the ids of its open requests, nothing else.
No message is sent twice: what a host may have read when it went is answered as unknown. It imports only the standard
library, ``host.paths``, ``host.errors`` and ``host.apps.registry``, so that it is there in milliseconds. While there is
no host, the app hears so as the answer to what it asks.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias, TypeVar

from host.apps import registry
from host.errors import AssentError, NoHost, UsageError
from host.paths import Paths

USAGE: Final = "usage: assent connect [SERVER] --app NAME"
CHUNK: Final = 1 << 18
HELLO_TIMEOUT: Final = 10.0
"""Seconds the host has to let a bridge in; it does so from memory."""
START_TIMEOUT: Final = 20.0
"""Seconds that a host which was started has to listen."""
PATIENCE: Final = 10.0
"""Seconds that a request waits for a host that restarts, before the app hears that there is none."""
LOOK_EVERY: Final = 0.1
LOOK_LATER: Final = 2.0
"""Seconds between looks for a host: at first, and once it has been away for ``PATIENCE``."""
MAX_LINE: Final = 256 << 20
"""Bytes of one message; hosts allow far less."""
FIRST_REQUEST_TIMEOUT: Final = 2.0
"""Seconds to wait for the app's first request when all there is to say is why this cannot work."""
NO_HOST: Final = 3
BAD_USAGE: Final = 2
SERVER_LOST: Final = -32000
ABSENT: Final = "Assent is not running on this computer, so nothing was sent. Start Assent, then try again."
UNKNOWN: Final = (
    "Assent ended while this was under way. Whether it was carried out is not known; Assent's history says what is."
)
STATELESS: Final = "io.modelcontextprotocol/protocolVersion"
"""In the ``_meta`` of a request: it is of a revision without handshakes (``host.wire.methods``)."""

_RESPONSE: Final = re.compile(rb'\{"jsonrpc":"2\.0","id":(-?\d+|"(?:[^"\\]|\\.)*"),"(?:result|error)":')
"""How a host begins a response (``host.wire.messages``)."""

_LOADS: Final = frozenset(
    "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES GCONV_PATH OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES".split()
)
"""What would load code into a host that this process starts: an app's environment is not the login session's."""
_OF_SESSION: Final = ("ASSENT_", "DBUS_SESSION_", "DISPLAY", "LANG", "LC_", "WAYLAND_", "XAUTHORITY", "XDG_")
"""How variables begin that say where Assent's profile is, and the login session with its display and language."""
_LISTS: Final = frozenset({"tools", "resources", "prompts"})
_PAUSE: Final = threading.Event()
"""Never set."""

T = TypeVar("T")
Key: TypeAlias = "tuple[type, object]"
"""An id: ``1`` and ``"1"`` differ."""


def main(arguments: list[str]) -> int:
    """Run the bridge; returns the exit code: 0 fine, 2 bad usage or configuration, 3 no host."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends it, as it ends any filter
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(f"{USAGE}\n\nThe stdio server that an AI app starts, for SERVER or for all of Assent's.\n")
        return 0
    try:
        server, app = _parse(arguments)
    except UsageError as error:
        _say(f"{error}\n{USAGE}")
        return BAD_USAGE
    os.environ.update(_left_out())
    return Bridge(server, app, Paths.from_environment(os.environ)).run()


def _left_out() -> dict[str, str]:
    """What of the session the app has itself, and did not hand on: Codex and the official SDKs give few variables.

    Linux tells what a process of the same account was started with; elsewhere nothing of it is missed.
    """
    try:
        with open(f"/proc/{os.getppid()}/environ", "rb") as file:
            given = os.fsdecode(file.read()).split("\0")
    except OSError:
        return {}
    pairs = (variable.partition("=") for variable in given)
    return {name: value for name, _, value in pairs if name.startswith(_OF_SESSION) and name not in os.environ}


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
    if not app:
        raise UsageError("--app NAME is needed")
    return server, app


class Bridge:
    """One app's way to one server."""

    def __init__(self, server: str, app: str, paths: Paths) -> None:
        """``server``, ``app``: ids. ``paths``: of the profile."""
        self._server, self._app, self._paths = server, app, paths
        self._changed = threading.Condition()
        self._connection: socket.socket | None = None
        self._instance = ""
        self._open: dict[Key, str] = {}
        self._greeting: bytes | None = None
        self._told: dict[str, object] | None = None
        self._initialized = self._app_left = False
        self._absent_since = 0.0
        self._output = threading.Lock()

    def run(self) -> int:
        """Carry messages until either side is gone for good; returns the exit code."""
        try:
            connection = self._first()
        except AssentError as error:
            _say(str(error))
            self._answer_all(str(error))
            return BAD_USAGE
        threading.Thread(target=self._from_app, name="from app", daemon=True).start()
        while True:
            if connection is not None:
                self._from_host(connection)
            if self._app_left:
                return 0 if connection is not None else NO_HOST
            if connection is not None and not self._host_left():
                _say("the host closed the connection")
                return NO_HOST
            try:
                connection = self._again()
            except AssentError as error:
                _say(str(error))
                return BAD_USAGE

    # Joining a host

    def _first(self) -> socket.socket | None:
        """Join the host that runs, or start one; None where that cannot be.

        Raises:
            AssentError: the host, or this profile, does not let the app in.
        """
        try:
            return self._joined(with_host(self._join))
        except NoHost as error:
            _say(str(error))
            self._absent_since = time.monotonic() - PATIENCE
            return None

    def _again(self) -> socket.socket | None:
        """Wait for a host, and repeat the app's handshake with it; None once the app has left.

        Raises:
            AssentError: it does not let the app in, or is not what the app was told.
        """
        while not self._app_left:
            try:
                connection = self._join()
                self._greet_again(connection)
            except (NoHost, OSError):
                late = time.monotonic() - self._absent_since > PATIENCE
                with self._changed:
                    self._changed.wait_for(lambda: self._app_left, LOOK_LATER if late else LOOK_EVERY)
            else:
                self._joined(connection)
                self._tell_of_changes()
                return connection
        return None

    def _join(self) -> socket.socket:
        """Connect, introduce the app, wait to be let in."""
        token = registry.read_token(self._paths.apps_dir, self._app) or ""
        connection, answer = ask(
            self._paths, {"assent": 1, "role": "bridge", "server": self._server, "app": self._app, "token": token}
        )
        if answer.get("ok") is not True:
            connection.close()
            raise UsageError(str(answer.get("error")))
        connection.settimeout(None)
        if not token and not self._instance:
            _say(f"{self._app} has no token, so each of its calls is asked. Make one with: assent apps add {self._app}")
        self._instance = str(answer.get("host"))
        return connection

    def _joined(self, connection: socket.socket) -> socket.socket:
        with self._changed:
            self._connection = connection
            self._changed.notify_all()
            if self._app_left:  # meanwhile: the host hears it, and ends the session
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_WR)
        return connection

    def _host_left(self) -> bool:
        """Whether the host is gone, rather than the session; then what was open with it is answered as unknown."""
        with self._changed:
            self._connection, self._absent_since = None, time.monotonic()
        try:
            connection, answer = ask(self._paths, {"assent": 1, "role": "control", "verb": "status"})
            connection.close()
            if answer.get("instance") == self._instance:
                return False
        except (NoHost, UsageError):
            pass
        with self._changed:
            lost, self._open = self._open, {}
        for (_, request_id), method in lost.items():
            if method == "initialize":
                self._greeting = None
            _answer(self._output, request_id, error={"code": SERVER_LOST, "message": UNKNOWN})
        return True

    def _greet_again(self, connection: socket.socket) -> None:
        """Repeat the app's handshake, which it made with a host that is gone or, while there was none, with us.

        Raises:
            UsageError: the server is another one now. OSError: the host left.
        """
        if self._greeting is None or self._told is None:
            return
        connection.sendall(self._greeting + b"\n")
        connection.settimeout(HELLO_TIMEOUT * 6)  # the server is started for it
        while not _RESPONSE.match(line := _first_line(connection)):
            _write(self._output, line)  # a server may say something before it answers
        answer = json.loads(line)
        connection.settimeout(None)
        result = answer.get("result") if isinstance(answer, dict) else None
        if not isinstance(result, dict) or result.get("protocolVersion") != self._told.get("protocolVersion"):
            connection.close()
            raise UsageError("the server cannot be joined as before; let the app start it anew")
        if self._initialized:
            connection.sendall(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')

    def _tell_of_changes(self) -> None:
        """What the server lists may be different now."""
        capabilities = (self._told or {}).get("capabilities")
        for kind, offered in capabilities.items() if isinstance(capabilities, dict) else ():
            if isinstance(offered, dict) and offered.get("listChanged") is True and kind in _LISTS:
                _write(self._output, b'{"jsonrpc":"2.0","method":"notifications/%s/list_changed"}' % kind.encode())

    # From the host

    def _from_host(self, connection: socket.socket) -> None:
        """Carry the host's messages until it leaves; one that did not arrive whole is dropped."""
        with contextlib.suppress(OSError):  # a reset connection ends this as an end of file does
            for line in lines(lambda: connection.recv(CHUNK)):
                self._note_response(line)
                _write(self._output, line)

    def _note_response(self, line: bytes) -> None:
        if line.startswith(b"["):
            ids = [it.get("id") for it in json.loads(line) if isinstance(it, dict)]
        elif response := _RESPONSE.match(line):
            ids = [json.loads(response[1])]
        else:
            return
        with self._changed:
            methods = [self._open.pop((type(it), it), "") for it in ids]
        if "initialize" in methods:
            result = json.loads(line).get("result")
            self._told = result if isinstance(result, dict) else None

    # From the app

    def _from_app(self) -> None:
        with contextlib.suppress(OSError):
            for line in lines(lambda: os.read(0, CHUNK)):
                if line.strip():
                    self._carry(line)
        with self._changed:
            self._app_left = True
            self._changed.notify_all()
            connection = self._connection
        if connection is not None:
            with contextlib.suppress(OSError):  # the host may be gone already
                connection.shutdown(socket.SHUT_WR)

    def _carry(self, line: bytes) -> None:
        """Send one message of the app, or answer it where there is no host."""
        requests = self._read(line)
        end = time.monotonic() + PATIENCE
        connection = self._next_connection(None, end, requests)
        while connection is not None:
            try:
                connection.sendall(line + b"\n")
            except OSError:  # the host cannot have read all of it, so it did nothing with it
                if requests and not self._take_back(requests):
                    return  # the other thread was quicker, and answered it as unknown: it is not sent any more
                connection = self._next_connection(connection, end, requests)
            else:
                return
        self._answer_absent(line)

    def _next_connection(
        self, failed: socket.socket | None, end: float, requests: dict[Key, str]
    ) -> socket.socket | None:
        """Wait until ``end`` for a host other than the one behind ``failed``; None where none came.

        ``requests`` are open with it from then on.
        """
        with self._changed:
            # The other thread notices that the host is gone, and joins the next one.
            while self._connection in (None, failed) and time.monotonic() < end and not self._hopeless():
                self._changed.wait(LOOK_EVERY)
            if self._connection is None or self._connection is failed:
                return None
            self._open.update(requests)
            return self._connection

    def _take_back(self, requests: Iterable[Key]) -> bool:
        """Let requests be open no more; whether any was, and nobody answered them meanwhile."""
        with self._changed:
            taken = [self._open.pop(key, None) for key in requests]
        return any(method is not None for method in taken)

    def _hopeless(self) -> bool:
        """Whether the host has been away for long, or the app will not hear of it any more."""
        away = self._connection is None and time.monotonic() - self._absent_since > PATIENCE
        return away or _hung_up(0)

    def _read(self, line: bytes) -> dict[Key, str]:
        """The requests in one message or batch; what is no JSON is the host's to refuse."""
        requests: dict[Key, str] = {}
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            return requests
        for message in value if isinstance(value, list) else [value]:
            if not isinstance(message, dict) or not isinstance(method := message.get("method"), str):
                continue
            request_id, params = message.get("id"), message.get("params")
            if method == "notifications/cancelled" and isinstance(params, dict):  # there will be no answer
                given_up = params.get("requestId")
                self._take_back([(type(given_up), given_up)] if isinstance(given_up, str | int) else ())
            if isinstance(request_id, str) or type(request_id) is int:
                requests[type(request_id), request_id] = method
            if method == "initialize" and "id" in message:
                self._greeting = line
            self._initialized = self._initialized or method == "notifications/initialized"
        return requests

    def _answer_absent(self, line: bytes) -> None:
        """There is no host: say so in a way that the app shows to a person."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(message, dict) or "id" not in message or "method" not in message:
            return
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta")
        answers: dict[str, dict[str, object]] = {
            "initialize": {
                "protocolVersion": params.get("protocolVersion"),
                "capabilities": {"tools": {"listChanged": True}},
                "serverInfo": {"name": "assent", "version": "0"},
                "instructions": ABSENT,
            },
            "ping": {},
            "tools/list": {"tools": []},
            "tools/call": {"content": [{"type": "text", "text": ABSENT}], "isError": True},
        }
        result = answers.get(str(message["method"]))
        if result is None or (isinstance(meta, dict) and STATELESS in meta):
            _answer(self._output, message["id"], error={"code": SERVER_LOST, "message": ABSENT})
            return
        if message["method"] == "initialize":
            self._told = result
        _answer(self._output, message["id"], result=result)

    def _answer_all(self, why: str) -> None:
        """Answer the app's first request with the reason, so that it shows up where the person looks."""
        if sys.stdin.isatty():
            return
        reader = threading.Thread(target=self._refuse_first, args=(why,), name="from app", daemon=True)
        reader.start()
        reader.join(FIRST_REQUEST_TIMEOUT)

    def _refuse_first(self, why: str) -> None:
        for line in lines(lambda: os.read(0, CHUNK)):
            with contextlib.suppress(ValueError, TypeError, KeyError):  # not a request: there is nobody to tell
                _answer(self._output, json.loads(line)["id"], error={"code": SERVER_LOST, "message": why})
            return


def with_host(join: Callable[[], T]) -> T:
    """What ``join`` returns; where there is no host, one is started first.

    Raises:
        NoHost: none can be started here, or it does not answer. Whatever else ``join`` raises.
    """
    try:
        return join()
    except NoHost:
        if not start_host():
            raise
    end = time.monotonic() + START_TIMEOUT
    while time.monotonic() < end:
        with contextlib.suppress(NoHost):
            return join()
        _PAUSE.wait(LOOK_EVERY)
    raise NoHost("Assent was started and does not answer")


def start_host() -> bool:
    """Start Assent in the login session, in its tray; False where there is no session to show a window in."""
    command = (sys.executable, "-I", "-m", "host", "host", "--window", "--in-tray")
    session = sys.platform == "darwin" or any(os.environ.get(name) for name in ("WAYLAND_DISPLAY", "DISPLAY"))
    if not session or sys.platform == "win32":
        return False
    nothing = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    with contextlib.suppress(OSError):
        environment = {name: value for name, value in os.environ.items() if name not in _LOADS}
        os.posix_spawn(sys.executable, command, environment, file_actions=nothing, setsid=True)
        return True
    return False


def ask(paths: Paths, hello: dict[str, object]) -> tuple[socket.socket, dict[str, object]]:
    """Say the first line to the host, and hear its answer.

    Raises:
        NoHost: there is none that answers.
    """
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(HELLO_TIMEOUT)
    try:
        connection.connect(str(paths.socket))
        connection.sendall(json.dumps(hello).encode() + b"\n")
        answer = json.loads(_first_line(connection))
    except (OSError, ValueError) as error:
        connection.close()
        raise NoHost("no Assent host is running here. Start it with: assent", detail=str(error)) from error
    return connection, answer if isinstance(answer, dict) else {}


def _first_line(connection: socket.socket) -> bytes:
    """Byte by byte: what follows the line already belongs to the app."""
    line = bytearray()
    while (byte := connection.recv(1)) != b"\n":
        if not byte:
            raise OSError("the host closed the connection")
        line += byte
    return bytes(line)


def _hung_up(descriptor: int) -> bool:
    """Whether whoever writes to a pipe has left, seen even while nothing is read."""
    look = select.poll()
    look.register(descriptor, 0)
    return bool(look.poll(0))


def lines(read: Callable[[], bytes]) -> Iterator[bytes]:
    """Whole lines, without their ends; what follows the last one is left out."""
    begun: list[bytes] = []
    size = 0
    while chunk := read():
        *whole, rest = chunk.split(b"\n")
        for line in whole:
            yield b"".join((*begun, line))
            begun, size = [], 0
        begun.append(rest)
        size += len(rest)
        if size > MAX_LINE:
            raise OSError("a message is too large")


def _answer(output: threading.Lock, request_id: object, **outcome: object) -> None:
    _write(output, json.dumps({"jsonrpc": "2.0", "id": request_id, **outcome}).encode())


def _write(output: threading.Lock, line: bytes) -> None:
    data = memoryview(line + b"\n")
    with output:
        while data:
            data = data[os.write(1, data) :]


def _say(text: str) -> None:
    sys.stderr.write(f"assent: {text}\n")
