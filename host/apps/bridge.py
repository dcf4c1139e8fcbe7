"""``assent connect [SERVER] --app NAME``: the stdio server that an AI app starts; without SERVER it serves all servers.

Owns: copying messages between the app's pipes and the host's socket, starting Assent if it does not run, and
reconnecting after the host was restarted.

Invariants: this process decides nothing; it keeps only the app's handshake and the ids of its open requests. No message
is sent twice: a request that a host may have read before it ended is answered as unknown. It imports only the standard
library, ``host.paths``, ``host.errors``, ``host.regex`` and ``host.apps.registry``, so that it starts within
milliseconds. While there is no host, each request of the app is answered with that.
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
from host.paths import Paths, connect

USAGE: Final = "usage: assent connect [SERVER] --app NAME"
CHUNK: Final = 1 << 16
"""Bytes to read at once: as many as a pipe holds. For a larger buffer the C library takes memory from the system and
gives it back, at each message."""
HELLO_TIMEOUT: Final = 10.0
"""Seconds that the host has to admit a bridge; it does so from memory."""
START_TIMEOUT: Final = 20.0
"""Seconds after which a host that was started must listen."""
PATIENCE: Final = 10.0
"""Seconds that a request waits for a host to restart, before it is answered that there is none."""
RETRY_EVERY: Final = 0.1
SLOW_RETRY_EVERY: Final = 2.0
"""Seconds between attempts to connect: at first, and once there was no host for ``PATIENCE``."""
MAX_LINE: Final = 256 << 20
"""Bytes of one message; hosts allow far less."""
FIRST_REQUEST_TIMEOUT: Final = 2.0
"""Seconds to wait for the app's first request when it can only be answered why this cannot work."""
NO_HOST: Final = 3
BAD_USAGE: Final = 2
SERVER_LOST: Final = -32000
NO_HOST_MESSAGE: Final = "Assent is not running on this computer, so nothing was sent. Start Assent, then try again."
UNKNOWN_OUTCOME: Final = (
    "Assent ended while this was under way. Whether it was carried out is not known; Assent's history says what is."
)
META_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
"""A key in the ``_meta`` of requests of the stateless revision (``host.wire.methods``)."""

_RESPONSE: Final = re.compile(rb'\{"jsonrpc":"2\.0","id":(-?\d+|"(?:[^"\\]|\\.)*"),"(?:result|error)":')
"""The beginning of each response of a host (``host.wire.messages``)."""

_ID: Final = rb'(-?\d{1,18}|"[^"\\]{0,200}")'
_CALL: Final = re.compile(rb'\{"jsonrpc":"2\.0","id":' + _ID + rb',"method":"tools/call","params":\{')
_CALL_OF_SDK: Final = re.compile(
    rb'\{"method":"tools/call","params":\{.*\},"jsonrpc":"2\.0","id":' + _ID + rb"\}", re.DOTALL
)
"""Calls as most apps write them. The id of such a line is known without reading its inputs, which may be long."""

_CODE_LOADING: Final = frozenset(
    "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES GCONV_PATH OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES".split()
)
"""Variables that would load code into a host started here: the app's environment is not the login session's."""
_SESSION_PREFIXES: Final = ("ASSENT_", "DBUS_SESSION_", "DISPLAY", "LANG", "LC_", "WAYLAND_", "XAUTHORITY", "XDG_")
"""Prefixes of variables that locate Assent's profile, and the login session with its display and language."""
_NEVER: Final = threading.Event()
"""Never set; its ``wait`` only sleeps."""

T = TypeVar("T")
Key: TypeAlias = "tuple[type, object]"
"""A request id with its type: ``1`` and ``"1"`` differ."""


def main(arguments: list[str]) -> int:
    """Run the bridge. Returns the exit code: 0 success, 2 bad usage or configuration, 3 no host."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends the bridge without a traceback
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(f"{USAGE}\n\nThe stdio server that an AI app starts, for SERVER or for all of Assent's.\n")
        return 0
    try:
        server, app = _parse(arguments)
    except UsageError as error:
        _print_stderr(f"{error}\n{USAGE}")
        return BAD_USAGE
    os.environ.update(_missing_session_variables())
    return Bridge(server, app, Paths.from_environment(os.environ)).run()


def _missing_session_variables() -> dict[str, str]:
    """Return the session's variables that the app has but did not pass on, as Codex and the official SDKs do.

    Only Linux tells the environment of another process; elsewhere these variables are not needed.
    """
    try:
        with open(f"/proc/{os.getppid()}/environ", "rb") as file:
            variables = os.fsdecode(file.read()).split("\0")
    except OSError:
        return {}
    pairs = (variable.partition("=") for variable in variables)
    return {name: value for name, _, value in pairs if name.startswith(_SESSION_PREFIXES) and name not in os.environ}


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
    """One app's connection to one server, or to all."""

    def __init__(self, server: str, app: str, paths: Paths) -> None:
        """``server``: its id, empty for all. ``app``: the app's name."""
        self._server, self._app, self._paths = server, app, paths
        self._changed = threading.Condition()
        self._connection: socket.socket | None = None
        self._instance = ""
        self._open_methods: dict[Key, str] = {}  # of the requests without an answer
        self._initialize_line: bytes | None = None
        self._initialize_result: dict[str, object] | None = None
        self._is_initialized = self._has_app_left = False
        self._no_host_since = 0.0
        self._output_lock = threading.Lock()

    def run(self) -> int:
        """Copy messages until either side is gone for good. Returns the exit code."""
        try:
            connection = self._join_first_host()
        except AssentError as error:
            _print_stderr(str(error))
            self._refuse_app(str(error))
            return BAD_USAGE
        threading.Thread(target=self._copy_from_app, name="from app", daemon=True).start()
        while True:
            if connection is not None:
                self._copy_from_host(connection)
            if self._has_app_left:
                return 0 if connection is not None else NO_HOST
            if connection is not None and not self._handle_lost_host():
                _print_stderr("the host closed the connection")
                return NO_HOST
            try:
                connection = self._rejoin_host()
            except AssentError as error:
                _print_stderr(str(error))
                return BAD_USAGE

    # Joining a host

    def _join_first_host(self) -> socket.socket | None:
        """Join the host that runs, or start one. Returns None if neither is possible.

        Raises AssentError if the host, or this profile, does not admit the app.
        """
        try:
            return self._set_connection(with_host(self._join))
        except NoHost as error:
            _print_stderr(str(error))
            self._no_host_since = time.monotonic() - PATIENCE
            return None

    def _rejoin_host(self) -> socket.socket | None:
        """Wait for a host, and repeat the app's handshake with it. Returns None once the app has left.

        Raises AssentError if the host does not admit the app, or the handshake ends differently now.
        """
        while not self._has_app_left:
            try:
                connection = self._join()
                self._repeat_handshake(connection)
            except (NoHost, OSError):
                is_late = time.monotonic() - self._no_host_since > PATIENCE
                with self._changed:
                    self._changed.wait_for(lambda: self._has_app_left, SLOW_RETRY_EVERY if is_late else RETRY_EVERY)
            else:
                self._set_connection(connection)
                self._announce_list_changes()
                return connection
        return None

    def _join(self) -> socket.socket:
        token = registry.read_token(self._paths.apps_dir, self._app) or ""
        connection, answer = send_hello(
            self._paths, {"assent": 1, "role": "bridge", "server": self._server, "app": self._app, "token": token}
        )
        if answer.get("ok") is not True:
            connection.close()
            raise UsageError(str(answer.get("error")))
        connection.settimeout(None)
        if not token and not self._instance:
            _print_stderr(
                f"{self._app} has no token, so each of its calls is asked. Make one with: assent apps add {self._app}"
            )
        self._instance = str(answer.get("host"))
        return connection

    def _set_connection(self, connection: socket.socket) -> socket.socket:
        with self._changed:
            self._connection = connection
            self._changed.notify_all()
            if self._has_app_left:  # meanwhile: so the host ends the session
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_WR)
        return connection

    def _handle_lost_host(self) -> bool:
        """After a lost connection: if the host is gone, answer all open requests as unknown.

        Returns whether the host is gone; False if it only ended this session.
        """
        with self._changed:
            self._connection, self._no_host_since = None, time.monotonic()
        try:
            connection, answer = send_hello(self._paths, {"assent": 1, "role": "control", "verb": "status"})
            connection.close()
            if answer.get("instance") == self._instance:
                return False
        except (NoHost, UsageError):
            pass
        with self._changed:
            lost_requests, self._open_methods = self._open_methods, {}
        for (_, request_id), method in lost_requests.items():
            if method == "initialize":
                self._initialize_line = None
            _answer(self._output_lock, request_id, error={"code": SERVER_LOST, "message": UNKNOWN_OUTCOME})
        return True

    def _repeat_handshake(self, connection: socket.socket) -> None:
        """Repeat the handshake that the app made with an earlier host or, while there was none, with the bridge.

        Raises UsageError if the server answers with another revision now.
        """
        if self._initialize_line is None or self._initialize_result is None:
            return
        connection.sendall(self._initialize_line + b"\n")
        connection.settimeout(HELLO_TIMEOUT * 6)  # the server may have to start for it
        while not _RESPONSE.match(line := _read_line(connection)):
            _write(self._output_lock, line)  # a server may send notifications before it answers
        answer = json.loads(line)
        connection.settimeout(None)
        result = answer.get("result") if isinstance(answer, dict) else None
        expected = self._initialize_result.get("protocolVersion")
        if not isinstance(result, dict) or result.get("protocolVersion") != expected:
            connection.close()
            raise UsageError("the server cannot be joined as before; let the app restart it")
        if self._is_initialized:
            connection.sendall(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')

    def _announce_list_changes(self) -> None:
        capabilities = (self._initialize_result or {}).get("capabilities")
        for kind, offered in capabilities.items() if isinstance(capabilities, dict) else ():
            is_list = kind in ("tools", "resources", "prompts")
            if is_list and isinstance(offered, dict) and offered.get("listChanged") is True:
                _write(self._output_lock, b'{"jsonrpc":"2.0","method":"notifications/%s/list_changed"}' % kind.encode())

    # From the host

    def _copy_from_host(self, connection: socket.socket) -> None:
        """Copy the host's messages until it leaves; an incomplete one is dropped."""
        with contextlib.suppress(OSError):  # a reset connection ends this like an end of file
            for line in read_lines(lambda: connection.recv(CHUNK)):
                _write(self._output_lock, line)
                self._note_response(line)

    def _note_response(self, line: bytes) -> None:
        if line.startswith(b"["):
            ids = [message.get("id") for message in json.loads(line) if isinstance(message, dict)]
        elif response := _RESPONSE.match(line):
            ids = [json.loads(response[1])]
        else:
            return
        with self._changed:
            methods = [self._open_methods.pop((type(request_id), request_id), "") for request_id in ids]
        if "initialize" in methods:
            result = json.loads(line).get("result")
            self._initialize_result = result if isinstance(result, dict) else None

    # From the app

    def _copy_from_app(self) -> None:
        with contextlib.suppress(OSError):
            for line in read_lines(lambda: os.read(0, CHUNK)):
                if line.strip():
                    self._send_to_host(line)
        with self._changed:
            self._has_app_left = True
            self._changed.notify_all()
            connection = self._connection
        if connection is not None:
            with contextlib.suppress(OSError):  # the host may be gone already
                connection.shutdown(socket.SHUT_WR)

    def _send_to_host(self, line: bytes) -> None:
        """Send one message of the app, or answer it if there is no host."""
        requests = self._read_requests(line)
        deadline = time.monotonic() + PATIENCE
        connection = self._next_connection(None, deadline, requests)
        while connection is not None:
            try:
                connection.sendall(line + b"\n")
            except OSError:  # the host cannot have read the whole message, so it did nothing with it
                if requests and not self._forget_open_requests(requests):
                    return  # the other thread has answered it as unknown meanwhile, so it must not be sent again
                connection = self._next_connection(connection, deadline, requests)
            else:
                return
        self._answer_without_host(line)

    def _next_connection(
        self, failed: socket.socket | None, deadline: float, requests: dict[Key, str]
    ) -> socket.socket | None:
        """Wait for a connection other than ``failed``, and note ``requests`` as open. Returns None if none came."""
        with self._changed:
            # The other thread notices that the host is gone, and joins the next one.
            while self._connection in (None, failed) and time.monotonic() < deadline and not self._should_give_up():
                self._changed.wait(RETRY_EVERY)
            if self._connection is None or self._connection is failed:
                return None
            self._open_methods.update(requests)
            return self._connection

    def _forget_open_requests(self, requests: Iterable[Key]) -> bool:
        """Forget open requests. Returns whether any of them was still open."""
        with self._changed:
            removed = [self._open_methods.pop(key, None) for key in requests]
        return any(method is not None for method in removed)

    def _should_give_up(self) -> bool:
        if self._connection is None and time.monotonic() - self._no_host_since > PATIENCE:
            return True
        poll = select.poll()
        poll.register(0, 0)  # tells that the writer has left even if there is data to read
        return bool(poll.poll(0))

    def _read_requests(self, line: bytes) -> dict[Key, str]:
        """Return the methods of the requests in a message or batch. Invalid JSON is left to the host to refuse."""
        requests: dict[Key, str] = {}
        call = _CALL.match(line) or _CALL_OF_SDK.fullmatch(line)
        try:
            if call is not None:
                request_id = json.loads(call[1])
                return {(type(request_id), request_id): "tools/call"}
            value = json.loads(line)
        except (ValueError, RecursionError):
            return requests
        for message in value if isinstance(value, list) else [value]:
            if not isinstance(message, dict) or not isinstance(method := message.get("method"), str):
                continue
            request_id, params = message.get("id"), message.get("params")
            if method == "notifications/cancelled" and isinstance(params, dict):  # there will be no answer
                cancelled = params.get("requestId")
                self._forget_open_requests([(type(cancelled), cancelled)] if isinstance(cancelled, str | int) else ())
            if isinstance(request_id, str) or type(request_id) is int:
                requests[type(request_id), request_id] = method
            if method == "initialize" and "id" in message:
                self._initialize_line = line
            self._is_initialized = self._is_initialized or method == "notifications/initialized"
        return requests

    def _answer_without_host(self, line: bytes) -> None:
        """Answer a request with the fact that there is no host, in a form that the app shows to a person."""
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
                "instructions": NO_HOST_MESSAGE,
            },
            "ping": {},
            "tools/list": {"tools": []},
            "tools/call": {"content": [{"type": "text", "text": NO_HOST_MESSAGE}], "isError": True},
        }
        result = answers.get(str(message["method"]))
        if result is None or (isinstance(meta, dict) and META_VERSION in meta):
            _answer(self._output_lock, message["id"], error={"code": SERVER_LOST, "message": NO_HOST_MESSAGE})
            return
        if message["method"] == "initialize":
            self._initialize_result = result
        _answer(self._output_lock, message["id"], result=result)

    def _refuse_app(self, why: str) -> None:
        """Answer the app's first request with ``why``, so that the app shows it."""
        if sys.stdin.isatty():
            return
        reader = threading.Thread(target=self._refuse_first, args=(why,), name="from app", daemon=True)
        reader.start()
        reader.join(FIRST_REQUEST_TIMEOUT)

    def _refuse_first(self, why: str) -> None:
        for line in read_lines(lambda: os.read(0, CHUNK)):
            with contextlib.suppress(ValueError, TypeError, KeyError):  # not a request, so it gets no answer
                _answer(self._output_lock, json.loads(line)["id"], error={"code": SERVER_LOST, "message": why})
            return


def with_host(join: Callable[[], T]) -> T:
    """Return what ``join`` returns; start a host first if there is none.

    Raises NoHost if no host can be started here, or it does not answer, and what ``join`` raises.
    """
    try:
        return join()
    except NoHost:
        if not start_host():
            raise
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        with contextlib.suppress(NoHost):
            return join()
        _NEVER.wait(RETRY_EVERY)
    raise NoHost("Assent was started and does not answer")


def start_host() -> bool:
    """Start Assent in the login session, in its tray. Returns False if no session can show a window."""
    command = (sys.executable, "-I", "-m", "host", "host", "--window", "--in-tray")
    has_display = sys.platform == "darwin" or any(os.environ.get(name) for name in ("WAYLAND_DISPLAY", "DISPLAY"))
    if not has_display or sys.platform == "win32":
        return False
    null_files = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_RDWR, 0) for descriptor in (0, 1, 2)]
    with contextlib.suppress(OSError):
        environment = {name: value for name, value in os.environ.items() if name not in _CODE_LOADING}
        os.posix_spawn(sys.executable, command, environment, file_actions=null_files, setsid=True)
        return True
    return False


def send_hello(paths: Paths, hello: dict[str, object]) -> tuple[socket.socket, dict[str, object]]:
    """Connect to the host, send the first line, and return the connection and the host's answer.

    Raises NoHost if no host answers.
    """
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(HELLO_TIMEOUT)
    try:
        connect(connection, paths.socket, seconds=HELLO_TIMEOUT)
        connection.sendall(json.dumps(hello).encode() + b"\n")
        answer = json.loads(_read_line(connection))
    except (OSError, ValueError) as error:
        connection.close()
        raise NoHost("no Assent host is running here. Start it with: assent", detail=str(error)) from error
    return connection, answer if isinstance(answer, dict) else {}


def _read_line(connection: socket.socket) -> bytes:
    """Read one line byte by byte, since all that follows belongs to the app."""
    line = bytearray()
    while (byte := connection.recv(1)) != b"\n":
        if not byte:
            raise OSError("the host closed the connection")
        line += byte
    return bytes(line)


def read_lines(read: Callable[[], bytes]) -> Iterator[bytes]:
    """Yield complete lines without their ends; an incomplete last one is dropped."""
    unfinished: list[bytes] = []
    size = 0
    while chunk := read():
        *complete, rest = chunk.split(b"\n")
        for line in complete:
            yield b"".join((*unfinished, line))
            unfinished, size = [], 0
        unfinished.append(rest)
        size += len(rest)
        if size > MAX_LINE:
            raise OSError("a message is too large")


def _answer(output_lock: threading.Lock, request_id: object, **outcome: object) -> None:
    _write(output_lock, json.dumps({"jsonrpc": "2.0", "id": request_id, **outcome}).encode())


def _write(output_lock: threading.Lock, line: bytes) -> None:
    data = memoryview(line + b"\n")
    with output_lock:
        while data:
            data = data[os.write(1, data) :]


def _print_stderr(text: str) -> None:
    sys.stderr.write(f"assent: {text}\n")
