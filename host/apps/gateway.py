"""Where apps come in: the local socket and the sessions behind it.

Owns: letting bridges, the command line and the host's own window in, and letting them go.

Invariants: a peer of another user is turned away before a byte of its is read; an app is who its token proves, or
``unknown``; a revoked token ends its sessions; a window comes in by the secret that the host handed it, or not at all;
connections that say nothing keep neither the window nor the command line out.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import socket
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol, TypeAlias

from host import tasks
from host.apps import registry
from host.apps.combined import Combined, Part
from host.apps.session import Session
from host.control import messages as control
from host.control.messages import AfterHello, BridgeHello, ControlHello, Hello, HookHello, Verb, WindowHello
from host.control.peer import Peer, is_ours, peer_of, program_of
from host.errors import AssentError, NoRoom, UsageError
from host.gate import records
from host.gate.gate import Gate, Log
from host.model import UNKNOWN_APP, App, Draft, JsonObject, sha256_hex
from host.paths import Paths
from host.rates import Tally
from host.servers.own_tools import Uses
from host.servers.supervisor import WAITING, Supervisor
from host.settings import LiveSettings
from host.values import replace
from host.wire.channel import AppChannel, Receiver, StreamChannel

HELLO_TIMEOUT: Final = 5.0
"""Seconds a connection has to say who it is; a bridge says so at once."""
MAX_CONNECTIONS: Final = 256
"""Connections of apps at once; an app needs one per server."""
RESERVED: Final = 8
"""Connections beyond those, for the window and the command line: apps cannot keep the person out."""
TOO_MANY: Final = "too many connections"
MAX_OF_ONE_APP: Final = 64
"""Sessions of one app that have not ended and that it began without a process for each: over HTTP, or by one entry for
all servers."""
MAX_TURNED_AWAY: Final = 100
"""Records within a minute of those who were not let in: other users of the machine cannot fill the log."""


GIVES_UP_AFTER: Final = {
    "claude-desktop": 60.0,  # told by its users
    "codex": 300.0,  # measured
    "cursor": 60.0,  # told by its users
    "gemini-cli": 600.0,  # measured
    "goose": 300.0,  # told by its makers
    "lm-studio": 60.0,  # told by its users
    "vscode": 300.0,  # told by its users
    "zed": 60.0,  # told by its makers
}
"""Seconds after which an app gives a call up, by its usual settings: measured (``tests/bench/patience.py``), or as its
makers or users tell; as of November 2026, with sources in docs/reference/apps.md. Claude Code waits for as long as it
hears progress; of Windsurf nobody has told."""
MARGIN: Final = 10.0
"""Seconds before that, at which a call that waits is answered with a ticket."""


def _patience(app: App) -> float:
    """Seconds that a call of ``app`` may take before a ticket answers it, 0 where it waits whatever it takes."""
    return GIVES_UP_AFTER[app.name] - MARGIN if app.authenticated and app.name in GIVES_UP_AFTER else 0.0


def _same(app: App, other: App) -> bool:
    """Whether two connections are one app's, as far as anybody can tell."""
    return (app.name, app.proof, app.pid if not app.proof else None) == (
        (other.name, other.proof, other.pid if not other.proof else None)
    )


Served: TypeAlias = Session | Combined
"""What an app's connection leads to: one server, or all."""


class AdmitsWindow(Protocol):
    """What the gateway needs of the host's side of the window."""

    def expects(self, peer: Peer) -> bool:
        """Whether the system says that ``peer`` is the process that is to be the window."""

    def admit(self, secret: str, peer: Peer, channel: StreamChannel) -> Receiver:
        """Let the window in. Raises UsageError for whoever else comes."""

    def show(self) -> None:
        """Bring the window to the front, or start it. Raises AssentError where there are no windows."""


class Gateway:
    """Listens on the host's socket."""

    def __init__(
        self,
        paths: Paths,
        *,
        supervisor: Supervisor,
        gate: Gate,
        log: Log,
        settings: LiveSettings,
        status: Callable[[], JsonObject],
        window: AdmitsWindow | None = None,
    ) -> None:
        """``status``: answers the command line's ``status`` question. ``window``: None without windows."""
        self._paths, self._supervisor, self._gate = paths, supervisor, gate
        self.turns = gate.inspection.turns
        self._log, self.settings, self._status = log, settings, status
        self._window = window
        self.instance = secrets.token_hex(8)
        """Tells this host from one that comes after it."""
        self._server: asyncio.Server | None = None
        self._shut = False
        self._numbers = itertools.count(1)
        self._served: dict[Served, asyncio.Task[None]] = {}  # those that have not ended
        self._looking = False
        self._turned_away = Tally(MAX_TURNED_AWAY)
        self._uses = Uses()
        self._undecided: dict[_NewConnection, None] = {}  # oldest first
        supervisor.restart_requested.connect(self._restart)
        supervisor.reviewed.connect(self._reviewed)
        supervisor.changed.connect(self._look_soon)

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The sessions that have not ended."""
        return tuple(one for one in self._served if isinstance(one, Session))

    @property
    def _combined(self) -> tuple[Combined, ...]:
        return tuple(one for one in self._served if isinstance(one, Combined))

    async def start(self, listener: socket.socket) -> None:
        """Listen on ``listener``, a bound Unix socket."""
        self._server = await asyncio.get_running_loop().create_unix_server(self._arrive, sock=listener)

    def shut(self) -> None:
        """Let nobody in any more, and let every session end; nothing that apps say counts from here on."""
        self._shut = True
        if self._server is not None:
            self._server.close()
        for connection in tuple(self._undecided):
            connection.shut()
        for served in tuple(self._served):
            served.end("Assent is closing")

    async def stop(self) -> None:
        """Shut, then wait until every session has ended; each has bounded waits of its own."""
        self.shut()
        if self._served:
            await asyncio.wait(self._served.values())

    def _restart(self, server_id: str) -> None:
        for session in self.sessions:
            if session.entry.id == server_id:
                session.restart()

    @property
    def full(self) -> bool:
        """Whether no further app may join. Connections that have said nothing yet keep nobody out."""
        return self._shut or len(self._served) >= MAX_CONNECTIONS

    def _reviewed(self, server_id: str) -> None:
        for session in self.sessions:
            if server_id in ("", session.entry.id):
                session.reviewed()
        self._look_soon()

    def _look_soon(self) -> None:
        """Apps with one entry for all servers: which there are may be others now. Not at once: somebody reads them."""
        if self._combined and not self._looking:
            self._looking = True
            asyncio.get_running_loop().call_soon(self._tell_combined)

    def _tell_combined(self) -> None:
        self._looking = False
        for combined in self._combined:
            combined.servers_changed()

    def _arrive(self) -> StreamChannel:
        return _NewConnection(self).channel

    def admit(self, hello: BridgeHello, peer: Peer, channel: StreamChannel) -> Served:
        """Let a bridge in.

        Raises:
            AssentError: there is no room, the app's token is wrong, or the server cannot be had; the sentence says
            which.
        """
        if self.full:
            raise NoRoom(TOO_MANY)
        return self._serve(self._identify(hello, peer), hello.token, hello.server, channel)

    def admit_hook(self, hello: HookHello, peer: Peer, channel: StreamChannel) -> Session:
        """Let an app's hook in, to ask about one tool of the app's own.

        Raises:
            AssentError: as ``admit``, or no server stands for the tools of this app.
        """
        if self.full:
            raise NoRoom(TOO_MANY)
        app = replace(self._identify(hello, peer), stays=False)
        server = self._supervisor.own_tools_of(hello.app)
        # whoever proves nothing could end the uses of anybody else who does not
        begin = partial(self._uses.begin, app.proof, hello.use) if app.proof and hello.use else lambda _: None
        return self._open(app, hello.token, server, channel, own_tool=hello.tool, not_told=begin)

    def told(self, hello: AfterHello, peer: Peer) -> bytes:
        """Take down what an app says of how it ended a use; of a use that is not open, nothing.

        Raises AssentError where the app does not prove who it is.
        """
        app = self._identify(hello, peer)
        if app.proof and (call := self._uses.end(app.proof, hello.use)):
            self.record(records.told(call, app.name, hello.claim))
        return control.accepted()

    def admit_over_http(self, name: str, token: str, server: str, channel: AppChannel, pid: int | None) -> Served:
        """Let the app ``name`` in, which ``token`` proved over HTTP, to use ``server``, or all where that is empty.

        ``pid``: of it, where known.

        Raises:
            NoRoom: there is none. AssentError: the server cannot be had, and why.
        """
        proof = sha256_hex(token.encode())
        if self.full or sum(served.app.proof == proof for served in self._served) >= MAX_OF_ONE_APP:
            raise NoRoom(TOO_MANY)
        app = self._app(name, True, pid, proof=proof)
        return self._serve(app, token, server, channel)

    def _serve(self, app: App, token: str, server: str, channel: AppChannel) -> Served:
        """Begin what serves an app: a session with ``server``, or, where that is empty, with every one."""
        if server:
            return self._open(app, token, server, channel)

        combined = Combined(app, token, channel, self, tickets=_patience(app) > 0)
        self._run(combined, f"all servers for {app.session}")
        return combined

    def open_part(self, app: App, token: str, part: Part) -> Session:
        """Let an app with one entry for all servers use one of them, on a channel of its own.

        Raises AssentError where it may not, or there is no room.
        """
        if self.full or sum(_same(session.app, app) for session in self.sessions) >= MAX_OF_ONE_APP:
            raise NoRoom(TOO_MANY)
        own = replace(app, session=f"s{next(self._numbers)}")
        return self._open(own, token, part.server, part, ticket_prefix=f"{part.alias}.")

    def _run(self, served: Served, name: str) -> None:
        self._served[served] = task = tasks.spawn(served.run(), name=name)
        task.add_done_callback(lambda _: self._served.pop(served, None))

    def server_ids(self) -> list[str]:
        """Those that an app can connect to."""
        return [entry.id for entry in self._supervisor.config.entries.values() if not entry.hook]

    def unusable(self, server: str) -> str:
        """Why a server may not be used by anybody now, empty where it may."""
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
        not_told: Callable[[str], None] = lambda _: None,
        ticket_prefix: str = "",
    ) -> Session:
        """``own_tool``: of the app's own, that a hook asks about. ``not_told``: as in ``Session``.

        ``ticket_prefix``: of the tickets of that session, which tells them from those of others.
        """
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
            log=self._log,
            settings=self.settings.now,
            patience=0.0 if own_tool else _patience(app),
            tickets=ticket_prefix,
            own_tool=own_tool,
            not_told=not_told,
        )
        self._run(session, f"session {app.session}")
        return session

    def admit_window(self, hello: WindowHello, peer: Peer, channel: StreamChannel) -> Receiver:
        """Let the host's own window in.

        Raises:
            UsageError: it is not the one that the host started, and that is on record.
        """
        try:
            if self._window is None:
                raise UsageError("this host has no window")
            return self._window.admit(hello.secret, peer, channel)
        except UsageError as refusal:
            self.turned_away(f"window: {refusal}")
            raise

    def _identify(self, hello: BridgeHello | HookHello | AfterHello, peer: Peer) -> App:
        if not hello.token:
            return self._app(UNKNOWN_APP, False, peer.pid, claimed=hello.app)
        if not registry.verify(self._paths.apps_dir, hello.app, hello.token):
            self.turned_away("wrong token", hello.app)
            raise UsageError("the token of this app is not valid. Make a new one with: assent apps add")
        return self._app(hello.app, True, peer.pid, proof=sha256_hex(hello.token.encode()))

    def _app(self, name: str, authenticated: bool, pid: int | None, *, claimed: str = "", proof: str = "") -> App:
        program = program_of(pid)
        return App(
            name,
            authenticated,
            claimed=claimed,
            pid=pid,
            session=f"s{next(self._numbers)}",
            proof=proof,
            executable=program.executable,
            parent=program.parent,
        )

    def _proof_of(self, app: str) -> str:
        """That of the app's token as it is now, empty where it has none that can be used."""
        try:
            return registry.proof(self._paths.apps_dir, app) or ""
        except AssentError:
            return ""

    def record(self, draft: Draft) -> None:
        """Queue a record for the log."""
        self._log.submit(draft)

    def turned_away(self, because: str, claimed: str = "") -> None:
        """Record that a connection was not let in; ``claimed``: the app it said it was (untrusted)."""
        if not self._turned_away.exceeded():
            self.record(Draft("app.refused", {"claimed": claimed, "because": because}))

    def answer(self, verb: Verb, server: str = "") -> bytes:
        """Answer the command line. ``server``: id of the one that it is about."""
        if verb == "status":
            return control.accepted(**self._status(), instance=self.instance)
        if verb == "show":
            return self._show()
        if verb == "sign-out":
            self._supervisor.sign_ins.sign_out_in_background(self._supervisor.find_entry(server))
            return control.accepted()
        return control.accepted(ended=self._recheck_apps())

    def _recheck_apps(self) -> int:
        """End the sessions and the grants of every app whose token is gone or another; returns how many sessions."""
        self._gate.grants.recheck_apps(self._proof_of)
        ended = 0
        for served in tuple(self._served):
            if served.app.authenticated and not registry.verify(self._paths.apps_dir, served.app.name, served.token):
                served.end("the app's token was revoked")
                ended += 1
        return ended

    def recheck_servers(self) -> None:
        """End the sessions with servers that the administrator keeps out now."""
        for session in self.sessions:
            if why := self._supervisor.why_session_must_end(session.entry):
                session.end(why)

    def _show(self) -> bytes:
        if self._window is None:
            raise UsageError("the host that runs here has no window. Stop it, then start: assent")
        self._window.show()
        return control.accepted()

    def opened(self, connection: _NewConnection, peer: Peer) -> bool:
        """A connection arrived; whether there is room for it.

        Where there is none, the oldest that has not said yet what it wants makes room: who means it says so at once.
        The window that the host waits for comes in whatever the number, and makes room for nobody.
        """
        connection.awaited = self._window is not None and self._window.expects(peer)
        open_ = len(self._undecided) + len(self._served)
        full = open_ >= MAX_CONNECTIONS + RESERVED
        silent = next((other for other in self._undecided if not other.awaited), None)
        self._undecided[connection] = None
        if not full or connection.awaited:
            return True
        if silent is not None:
            silent.reject(TOO_MANY)
        return silent is not None

    def closed(self, connection: _NewConnection) -> None:
        """A connection became a session, or left."""
        self._undecided.pop(connection, None)


class _NewConnection:
    """A connection that has not said yet what it wants. Hands its channel over to a session, or closes it.

    Attributes:
        awaited: whether it comes from the process that is to be the window.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway, self.awaited = gateway, False
        self._peer: Peer | None = None
        self._session: Receiver | None = None
        self.channel = StreamChannel(self, frame_limit=gateway.settings.now.frame_to_server, on_connect=self._connected)
        self._timer = asyncio.get_running_loop().call_later(HELLO_TIMEOUT, self.shut)

    def _connected(self, connection: socket.socket) -> None:
        self._peer = peer_of(connection)
        if self._peer is None or not is_ours(self._peer):
            self._gateway.turned_away("another user")
            self.shut()
        elif not self._gateway.opened(self, self._peer):
            self.reject(TOO_MANY)

    def frame_received(self, frame: bytes) -> None:
        """The hello, or a frame of the session."""
        if self._session is not None:
            self._session.frame_received(frame)
            return
        try:
            assert self._peer is not None
            self._decide(control.read_hello(frame), self._peer)
        except AssentError as refusal:
            self.reject(str(refusal))

    def _decide(self, hello: Hello, peer: Peer) -> None:
        """Let the peer in, answer its one question, or raise AssentError."""
        gateway, channel = self._gateway, self.channel
        match hello:
            case ControlHello():
                channel.send(gateway.answer(hello.verb, hello.server))
                self.shut()
            case AfterHello():
                channel.send(gateway.told(hello, peer))
                self.shut()
            case WindowHello():
                self._session = gateway.admit_window(hello, peer, channel)
            case BridgeHello():
                self._welcome(gateway.admit(hello, peer, channel))
            case HookHello():
                self._welcome(gateway.admit_hook(hello, peer, channel))
        self._leave()

    def _welcome(self, served: Served) -> None:
        self._session = served
        self.channel.send(control.accepted(session=served.app.session, host=self._gateway.instance))

    def channel_closed(self, error: AssentError | None) -> None:
        """The peer left."""
        if self._session is not None:
            self._session.channel_closed(error)
        self._leave()

    def writable(self, ready: bool) -> None:
        """Whether the peer keeps up."""
        if self._session is not None:
            self._session.writable(ready)

    def shut(self) -> None:
        """Close an undecided connection."""
        self._leave()
        if self._session is None:
            self.channel.close()

    def reject(self, why: str) -> None:
        """Say why this peer does not come in, and close."""
        self.channel.send(control.rejected(why))
        self.shut()

    def _leave(self) -> None:
        self._timer.cancel()
        self._gateway.closed(self)
