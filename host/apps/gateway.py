"""The local socket on which apps connect, and the sessions behind it.

Owns: admitting bridges, hooks, the command line and the host's own window, and ending their connections.

Invariants: a peer of another user is rejected before a byte of it is read; an app is who its token proves, or
``unknown``; a revoked token ends its sessions; a window is admitted by the secret that the host handed it only; silent
connections keep neither the window nor the command line out.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import socket
import time
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from host import tasks
from host.apps import registry
from host.apps.attach.known import KNOWN
from host.apps.combined import CombinedSession, ServerPart
from host.apps.session import Session
from host.audit.store import AuditStore
from host.control import messages as control
from host.control.messages import BridgeHello, ControlHello, Hello, HookHello, Verb, WindowHello
from host.control.peer import Peer, is_own_user, peer_of, program_of
from host.errors import AssentError, NoRoom, UsageError
from host.gate.gate import Gate
from host.model import UNKNOWN_APP, App, Draft, JsonObject, sha256_hex
from host.paths import Paths
from host.rates import Rate, RateWindows, Tally
from host.servers.supervisor import WAITING, Supervisor
from host.settings import LiveSettings
from host.values import replace
from host.wire.channel import AppChannel, Receiver, StreamChannel

HELLO_TIMEOUT: Final = 5.0
"""Seconds that a connection has to send its hello; a bridge sends it at once."""
BACKLOG: Final = 128
"""Connections that wait to be accepted."""
ACCEPTED_PER_TURN: Final = 4
"""Connections that are accepted in one turn of the loop, 0.2 ms each. For asyncio the two are one number."""
MAX_HELLO: Final = 16 << 10
"""Bytes of a hello: its sender is not known yet."""
MAX_CONNECTIONS: Final = 256
"""Connections of apps at once; an app needs one per server."""
MAX_CONNECTIONS_PER_APP: Final = 192
"""Connections of one app at once, and of all that proved no name, so that no app keeps the others out."""
RESERVED_CONNECTIONS: Final = 8
"""Further connections for the window and the command line, so that apps cannot keep the person out."""
TOO_MANY: Final = "too many connections"
TOO_MANY_RECORDS: Final = "too much had to be recorded of this app; it may come back in some minutes"
MAX_SESSIONS_PER_APP: Final = 64
"""Open sessions that one app may have without a process for each: over HTTP, or by one entry for all servers."""
MAX_REJECTIONS: Final = 100
"""Records of rejected connections within a minute, so that other users of the machine cannot fill the log."""

RECORDS: Final = Rate(30_000, 600.0)
"""Records about one app's connections and messages. An app that causes more is disconnected, and not let in before
there is room again: no message passes without its record, and no app may fill the disk with them."""

GIVES_UP_AFTER: Final = {app.id: app.gives_up_after for app in KNOWN if app.gives_up_after}
"""Seconds after which an app gives up on a call, with its usual settings: measured (``tests/bench/patience.py``), or
reported by its makers or users; as of November 2026, with sources in docs/reference/apps.md. Claude Code waits for as
long as it gets progress notifications; for Windsurf no number is known."""
MARGIN: Final = 10.0
"""Seconds before an app gives up, at which its waiting call is answered with a ticket."""


def _patience(app: App) -> float:
    """Return the seconds after which a call of ``app`` is answered with a ticket, 0 if the app waits without limit."""
    return GIVES_UP_AFTER[app.name] - MARGIN if app.authenticated and app.name in GIVES_UP_AFTER else 0.0


def _is_same_app(app: App, other: App) -> bool:
    """Whether two connections belong to one app: by its token, or without one by its process."""
    if (app.name, app.proof) != (other.name, other.proof):
        return False
    return bool(app.proof) or app.pid == other.pid


AnySession: TypeAlias = Session | CombinedSession
"""An app's session with one server, or with all."""


class AdmitsWindow(Protocol):
    """What the gateway needs of the host's side of the window."""

    def expects(self, peer: Peer) -> bool:
        """Whether the system says that ``peer`` is the process that is to be the window."""

    def admit(self, secret: str, peer: Peer, channel: StreamChannel) -> Receiver:
        """Admit the window. Raises UsageError for any other peer."""

    def show(self) -> None:
        """Bring the window to the front, or start it. Raises AssentError if this host has no windows."""


class Gateway:
    """Listens on the host's socket."""

    def __init__(
        self,
        paths: Paths,
        *,
        supervisor: Supervisor,
        gate: Gate,
        log: AuditStore,
        settings: LiveSettings,
        status: Callable[[], JsonObject],
        window: AdmitsWindow | None = None,
        connected_apps: set[str] | None = None,
    ) -> None:
        """``status``: returns the host's state, for whoever asks on the socket. ``window``: None without windows.

        ``connected_apps``: takes the name of each app that proved it and had a session.
        """
        self._paths, self._supervisor, self._gate = paths, supervisor, gate
        self.turns = gate.inspection.turns
        self._log, self.settings, self._status = log, settings, status
        self._window = window
        self.instance = secrets.token_hex(8)
        """Distinguishes this host from one that is started later."""
        self._server: asyncio.Server | None = None
        self._is_shut = False
        self._session_numbers = itertools.count(1)
        self._tasks: dict[AnySession, asyncio.Task[None]] = {}  # of the sessions that have not ended
        self._connected_apps: set[str] = set() if connected_apps is None else connected_apps
        self._is_update_scheduled = False
        self._rejections, self._records = Tally(MAX_REJECTIONS), RateWindows()
        self._new_connections: dict[_NewConnection, None] = {}  # oldest first
        supervisor.restart_requested.connect(self._restart)
        supervisor.reviewed.connect(self._on_reviewed)
        supervisor.changed.connect(self._schedule_update)

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The sessions that have not ended."""
        return tuple(session for session in self._tasks if isinstance(session, Session))

    @property
    def _combined_sessions(self) -> tuple[CombinedSession, ...]:
        return tuple(session for session in self._tasks if isinstance(session, CombinedSession))

    async def start(self, listener: socket.socket) -> None:
        """Listen on ``listener``, a bound Unix socket."""
        self._server = await asyncio.get_running_loop().create_unix_server(
            lambda: _NewConnection(self).channel, sock=listener, backlog=ACCEPTED_PER_TURN
        )
        listener.listen(BACKLOG)

    def shut(self) -> None:
        """Admit nobody any more and end every session; no message of an app is handled from now on."""
        self._is_shut = True
        if self._server is not None:
            self._server.close()
        for connection in tuple(self._new_connections):
            connection.shut()
        for session in tuple(self._tasks):
            session.end("Assent is closing")

    async def stop(self) -> None:
        """Shut, then wait until every session has ended; each session's own waits are bounded."""
        self.shut()
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    def _restart(self, server_id: str) -> None:
        for session in self.sessions:
            if session.entry.id == server_id:
                session.restart()

    @property
    def _is_full(self) -> bool:
        """Whether no further app is admitted. Connections without a hello do not count."""
        return self._is_shut or len(self._tasks) >= MAX_CONNECTIONS

    def _on_reviewed(self, server_id: str) -> None:
        for session in self.sessions:
            if server_id in ("", session.entry.id):
                session.handle_review()
        self._schedule_update()

    def _schedule_update(self) -> None:
        """Update the sessions with all servers later: the supervisor may be in the middle of a change."""
        if self._combined_sessions and not self._is_update_scheduled:
            self._is_update_scheduled = True
            asyncio.get_running_loop().call_soon(self._update_combined_sessions)

    def _update_combined_sessions(self) -> None:
        self._is_update_scheduled = False
        for session in self._combined_sessions:
            session.servers_changed()

    def admit(self, hello: BridgeHello, peer: Peer, channel: StreamChannel) -> AnySession:
        """Admit a bridge.

        Raises AssentError if there is no room, the app's token is wrong, or the server cannot be used; it says which.
        """
        return self._start_session(self._admitted_app(hello, peer), hello.token, hello.server, channel)

    def _admitted_app(self, hello: BridgeHello | HookHello, peer: Peer) -> App:
        """Return the app that introduces itself. Raises NoRoom if it may not have another connection."""
        if self._is_full:
            raise NoRoom(TOO_MANY)
        app = self._identify(hello, peer)
        if sum(session.app.name == app.name for session in self._tasks) >= MAX_CONNECTIONS_PER_APP:
            raise NoRoom(TOO_MANY)
        self.check_room_for_records(app.name)
        return app

    def admit_hook(self, hello: HookHello, peer: Peer, channel: StreamChannel) -> Session:
        """Admit an app's hook, which asks about one of the app's own tools.

        Raises as ``admit``, and AssentError if no server represents the tools of this app.
        """
        app = replace(self._admitted_app(hello, peer), stays=False)
        server = self._supervisor.own_tools_of(hello.app)
        return self._open(app, hello.token, server, channel, own_tool=hello.tool)

    def admit_over_http(self, name: str, token: str, server: str, channel: AppChannel, pid: int | None) -> AnySession:
        """Admit the app ``name``, whose ``token`` came over HTTP, to ``server``, or to all if that is empty.

        Raises NoRoom if there is no room, and AssentError if the server cannot be used, and why.
        """
        proof = sha256_hex(token.encode())
        if self._is_full or sum(session.app.proof == proof for session in self._tasks) >= MAX_SESSIONS_PER_APP:
            raise NoRoom(TOO_MANY)
        app = self._make_app(name, True, pid, proof=proof)
        return self._start_session(app, token, server, channel)

    def _start_session(self, app: App, token: str, server: str, channel: AppChannel) -> AnySession:
        """Start a session with ``server``, or with all servers if that is empty."""
        session: AnySession
        if server:
            session = self._open(app, token, server, channel)
        else:
            session = CombinedSession(app, token, channel, self, uses_tickets=_patience(app) > 0)
            self._run(session, f"all servers for {app.session}")
        if app.authenticated:
            self._connected_apps.add(app.name)
        return session

    def open_part(self, app: App, token: str, part: ServerPart) -> Session:
        """Open the session of ``part`` with its server, for an app that has one entry for all servers.

        Raises AssentError if the server may not be used, or there is no room.
        """
        if self._is_full or sum(_is_same_app(session.app, app) for session in self.sessions) >= MAX_SESSIONS_PER_APP:
            raise NoRoom(TOO_MANY)
        app = replace(app, session=f"s{next(self._session_numbers)}")
        return self._open(app, token, part.server, part, ticket_prefix=f"{part.alias}.")

    def _run(self, session: AnySession, name: str) -> None:
        self._tasks[session] = task = tasks.spawn(session.run(), name=name)
        task.add_done_callback(lambda _: self._tasks.pop(session, None))

    def server_ids(self) -> list[str]:
        """Return the ids of the servers that an app can connect to."""
        return [entry.id for entry in self._supervisor.config.entries.values() if not entry.hook]

    def why_unusable(self, server: str) -> str:
        """Return why no app may use a server now, empty if apps may."""
        try:
            waits = self._supervisor.review_needed(self._supervisor.entry(server))
        except AssentError as refusal:
            return str(refusal)
        return WAITING.get(waits, "")

    def _open(
        self,
        app: App,
        token: str,
        server: str,
        channel: AppChannel,
        *,
        own_tool: str = "",
        ticket_prefix: str = "",
    ) -> Session:
        """Open a session with one server. Further parameters are those of ``Session``."""
        entry = self._supervisor.entry(server)
        if entry.hook and not own_tool:
            raise UsageError("this is no server to connect to: it stands for the tools that are part of an app")
        session = Session(
            app,
            token,
            entry,
            channel,
            supervisor=self._supervisor,
            gate=self._gate,
            record=self.record,
            settings=self.settings.now,
            patience=0.0 if own_tool else _patience(app),
            ticket_prefix=ticket_prefix,
            own_tool=own_tool,
        )
        self._run(session, f"session {app.session}")
        return session

    def admit_window(self, hello: WindowHello, peer: Peer, channel: StreamChannel) -> Receiver:
        """Admit the host's own window. Records any other process, and raises UsageError for it."""
        try:
            if self._window is None:
                raise UsageError("this host has no window")
            return self._window.admit(hello.secret, peer, channel)
        except UsageError as refusal:
            self.record_rejection(f"window: {refusal}")
            raise

    def _identify(self, hello: BridgeHello | HookHello, peer: Peer) -> App:
        if not hello.token:
            return self._make_app(UNKNOWN_APP, False, peer.pid, claimed=hello.app)
        if not registry.verify(self._paths.apps_dir, hello.app, hello.token):
            self.record_rejection("wrong token", hello.app)
            raise UsageError("the token of this app is not valid. Make a new one with: assent apps add")
        return self._make_app(hello.app, True, peer.pid, proof=sha256_hex(hello.token.encode()))

    def _make_app(self, name: str, authenticated: bool, pid: int | None, *, claimed: str = "", proof: str = "") -> App:
        program = program_of(pid)
        return App(
            name,
            authenticated,
            claimed=claimed,
            pid=pid,
            session=f"s{next(self._session_numbers)}",
            proof=proof,
            executable=program.executable,
            parent=program.parent,
        )

    def _proof_of(self, app: str) -> str:
        """Return the hash of the app's present token, empty if it has no usable one."""
        try:
            return registry.proof(self._paths.apps_dir, app) or ""
        except AssentError:
            return ""

    def check_room_for_records(self, app: str) -> None:
        """Raise NoRoom while ``app`` has caused as many records as it may."""
        if not self._records.has_room((app,), RECORDS, time.monotonic()):
            raise NoRoom(TOO_MANY_RECORDS)

    def record(self, draft: Draft) -> None:
        """Queue a record for the log. Disconnects the app that it is about if that causes too many."""
        self._log.submit(draft)
        app = draft.fields.get("app")
        if isinstance(app, str) and not self._records.take((app,), RECORDS, time.monotonic()):
            for session in self._tasks:
                if session.app.name == app:
                    session.end(TOO_MANY_RECORDS)

    def record_rejection(self, because: str, claimed: str = "") -> None:
        """Record that a connection was rejected; ``claimed``: the app that it named (untrusted)."""
        if not self._rejections.exceeded():
            self.record(Draft("app.refused", {"claimed": claimed, "because": because}))

    def answer(self, verb: Verb, server: str = "") -> bytes:
        """Answer a question of the command line. ``server``: the id of the server that it is about."""
        if verb == "status":
            return control.accepted(**self._status(), instance=self.instance)
        if verb == "show":
            if self._window is None:
                raise UsageError("the host that runs here has no window. Stop it, then start: assent")
            self._window.show()
            return control.accepted()
        if verb == "sign-out":
            self._supervisor.sign_ins.sign_out_in_background(self._supervisor.find_entry(server))
            return control.accepted()
        return control.accepted(ended=self._recheck_apps())

    def _recheck_apps(self) -> int:
        """End sessions and grants of apps whose token was removed or replaced. Returns the number of sessions."""
        self._gate.grants.recheck_apps(self._proof_of)
        ended_count = 0
        for session in tuple(self._tasks):
            if session.app.authenticated and not registry.verify(self._paths.apps_dir, session.app.name, session.token):
                session.end("the app's token was revoked")
                ended_count += 1
        return ended_count

    def recheck_servers(self) -> None:
        """End the sessions with servers that the administrator has excluded."""
        for session in self.sessions:
            if why := self._supervisor.why_session_must_end(session.entry):
                session.end(why)

    def add_new_connection(self, connection: _NewConnection, peer: Peer) -> bool:
        """Add a connection that has not sent its hello. Returns whether there is room for it.

        If there is none, the oldest connection without a hello is closed: a real client sends its hello at once. The
        window that the host expects always has room, and is never closed for another.
        """
        connection.is_window = self._window is not None and self._window.expects(peer)
        open_count = len(self._new_connections) + len(self._tasks)
        is_full = open_count >= MAX_CONNECTIONS + RESERVED_CONNECTIONS
        oldest = next((other for other in self._new_connections if not other.is_window), None)
        self._new_connections[connection] = None
        if not is_full or connection.is_window:
            return True
        if oldest is not None:
            oldest.reject(TOO_MANY)
        return oldest is not None

    def remove_new_connection(self, connection: _NewConnection) -> None:
        """Forget a connection that became a session or was closed."""
        self._new_connections.pop(connection, None)


class _NewConnection:
    """A connection without a hello. Hands its channel over to a session, or closes it.

    ``is_window``: whether its process is the one that the host expects as the window.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway, self.is_window = gateway, False
        self._peer: Peer | None = None
        self._session: Receiver | None = None
        self.channel = StreamChannel(self, frame_limit=MAX_HELLO, on_connect=self._connected)
        self._timer = asyncio.get_running_loop().call_later(HELLO_TIMEOUT, self.shut)

    def _connected(self, connection: socket.socket) -> None:
        self._peer = peer_of(connection)
        if self._peer is None or not is_own_user(self._peer):
            self._gateway.record_rejection("another user")
            self.shut()
        elif not self._gateway.add_new_connection(self, self._peer):
            self.reject(TOO_MANY)

    def frame_received(self, frame: bytes) -> None:
        """Handle the hello, or pass a later frame on to the session."""
        if self._session is not None:
            self._session.frame_received(frame)
            return
        try:
            assert self._peer is not None
            self._handle_hello(control.read_hello(frame), self._peer)
        except AssentError as refusal:
            self.reject(str(refusal))

    def _handle_hello(self, hello: Hello, peer: Peer) -> None:
        """Admit the peer, answer its one question, or raise AssentError."""
        gateway, channel = self._gateway, self.channel
        match hello:
            case ControlHello():
                channel.send(gateway.answer(hello.verb, hello.server))
                self.shut()
            case WindowHello():
                self._session = gateway.admit_window(hello, peer, channel)
            case BridgeHello():
                self._welcome(gateway.admit(hello, peer, channel))
            case HookHello():
                self._welcome(gateway.admit_hook(hello, peer, channel))
        self._detach()

    def _welcome(self, session: AnySession) -> None:
        self._session = session
        self.channel.set_frame_limit(self._gateway.settings.now.frame_to_server)
        self.channel.send(control.accepted(session=session.app.session, host=self._gateway.instance))

    def channel_closed(self, error: AssentError | None) -> None:
        if self._session is not None:
            self._session.channel_closed(error)
        self._detach()

    def writable(self, ready: bool) -> None:
        if self._session is not None:
            self._session.writable(ready)

    def shut(self) -> None:
        """Close the connection unless it has become a session."""
        self._detach()
        if self._session is None:
            self.channel.close()

    def reject(self, why: str) -> None:
        self.channel.send(control.rejected(why))
        self.shut()

    def _detach(self) -> None:
        self._timer.cancel()
        self._gateway.remove_new_connection(self)
