"""One app's session with one server.

Owns: the two channels, the interceptor between them, and the order in which they begin and end.

Invariants: one owner task lives from the app's arrival to the end of its server; from the moment a session ends nothing
of either side is read; its calls end first, then its server's processes, and each wait is bounded. A server that is
stopped while nobody needs it, or that a person starts anew, is another process for the same session: it is told what
the app had said, must say the same of itself, and its tools are listed again before any is called.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from host import tasks
from host.errors import SERVER_LOST, AssentError, ChannelClosed, FrameTooLarge
from host.gate.call_execution import ServerSession
from host.gate.gate import Gate, Log
from host.gate.refusals import OUTDATED
from host.gate.spool import Spooled
from host.model import App, Call, Draft, JsonObject, Outcome, OutcomeStatus, ToolDefinition
from host.servers.catalogue import Catalogue, Listing
from host.servers.config import ServerConfig
from host.servers.own_tools import HookSpec
from host.servers.supervisor import WAITING, Supervisor, loss_reason
from host.settings import Settings
from host.turns import Pauses, whose
from host.values import replace
from host.wire.channel import AppChannel, ServerChannel
from host.wire.context import SessionContext
from host.wire.interceptor import Interceptor
from host.wire.messages import RefusedMessage, check, error, read
from host.wire.tickets import Tickets
from host.wire.upstream import Upstream
from host.words import say

T = TypeVar("T")

CALLS_GRACE: Final = 5.0
"""Seconds that calls have to be logged when their session ends; each is one group commit away."""
TELL_GRACE: Final = 2.0
"""Seconds to wait for the app's first request when all there is to say is that its server cannot be had."""
LINGER: Final = 2.0
"""Seconds an app has to take what was written for it before its connection is cut."""
FIRST_LOOK: Final = 0.02
LOOK_EVERY: Final = 0.5
"""Seconds between looks whether an app that is held back is still there, and what it is held back for."""
HELD: Final = 25.0
"""Seconds that an app is held back at most while its server waits for review: many apps give up after thirty."""
MAX_SESSION_FRAMES_EARLY: Final = 64
"""Frames kept while the server starts; reading stops meanwhile, so these come from one chunk."""

MOST_WAKING: Final = 4_096
"""The same while it starts once more: its app does not know that it should wait."""


class Session:
    """One app's session with one server: its channels, its interceptor, its end."""

    def __init__(
        self,
        app: App,
        token: str,
        entry: ServerConfig,
        channel: AppChannel,
        *,
        supervisor: Supervisor,
        gate: Gate,
        log: Log,
        settings: Settings,
        patience: float = 0.0,
        tickets: str = "",
        own_tool: str = "",
        not_told: Callable[[str], None] = lambda _: None,
    ) -> None:
        """``token``: what proved the app, so that a revocation can end it. ``channel``: to the app.

        ``patience``: seconds that the app may be kept waiting for a call; 0 where it waits whatever it takes.
        ``tickets``: how those begin that it gets then.
        ``own_tool``: of the app, about which its hook asks; else empty.
        ``not_told``: hears the id of each call that the app carries out by itself.
        """
        self._own_tool, self._not_told = own_tool, not_told
        self._tickets = Tickets(patience, self._keep, tickets)
        self.app, self.token, self.entry = app, token, entry
        self._channel, self._supervisor = channel, supervisor
        self._gate, self._log, self._settings = gate, log, entry.settings(settings)
        self._ended, self._news = asyncio.Event(), asyncio.Event()
        self._why = ""
        self._early: list[bytes] = []
        self._server: ServerChannel | None = None
        self._interceptor: Interceptor | None = None
        self._catalogue: Catalogue | None = None
        self._server_error: AssentError | None = None
        self._app_slow = self._server_slow = False
        self._app_pauses = Pauses(gate.inspection.turns, whose(app), self._hold_back)
        self._server_pauses = Pauses(gate.inspection.turns, whose(app), self._hold_back)
        self._hopeless = ""
        self._look: asyncio.TimerHandle | None = None
        self._upstream = Upstream(self)
        self._from_server = _FromServer(self, self._upstream)
        self._resting = self._restart_wanted = self._called = False
        self._idle_since = time.monotonic()
        self._tools: tuple[ToolDefinition, ...] = ()
        self._listed_before: tuple[ToolDefinition, ...] | None = None

    async def run(self) -> None:
        """Live from the app's arrival to the end of its server. The owner task of the connection."""
        app = self.app
        self._record(
            "app.connected",
            authenticated=app.authenticated,
            claimed=app.claimed,
            pid=app.pid,
            executable=app.executable,
            parent=app.parent,
        )
        self._gate.inspection.history.begin_session(app)
        try:
            await self._serve()
        except AssentError as failure:
            self._why = self._why or str(failure)
            await self._tell_app(str(failure))
        finally:
            await self._finish()
            self._gate.grants.end_session(self.app.session)
            self._gate.inspection.history.end_session(app)
            self._record("app.disconnected", because=self._why)

    @property
    def over(self) -> bool:
        """Whether it has ended, or is about to."""
        return self._ended.is_set()

    def definition(self, name: str) -> ToolDefinition | None:
        """The definition of a tool that the server listed in this session, None where it did not (yet)."""
        found = None if self._catalogue is None else self._catalogue.get(name)
        return None if found is None else found.definition

    def end(self, why: str) -> None:
        """Let the session end; ``why`` is one safe sentence."""
        self._why = self._why or why
        self._over()

    # The app's channel

    def frame_received(self, frame: bytes) -> None:
        """A frame of the app."""
        self._idle_since = began = time.monotonic()
        if self._hopeless:
            self._answer_hopeless(frame)
        elif self._interceptor is not None and not self._resting:
            self._interceptor.handle_app_frame(frame)
            self._app_pauses.after(began)
        elif len(self._early) < (MOST_WAKING if self._resting else MAX_SESSION_FRAMES_EARLY):
            self._early.append(frame)
            self._channel.pause_reading(True)
            self._news.set()
        else:
            self.end("the app sent too much before the server was there")

    def channel_closed(self, failure: AssentError | None) -> None:
        """The app is gone, or sent a frame over the limit."""
        if isinstance(failure, FrameTooLarge) and self._interceptor is not None:
            self._interceptor.refuse_too_large(str(failure))
        self.end("the app left" if failure is None else str(failure))

    def writable(self, ready: bool) -> None:
        """Whether the app keeps up; while it does not, nothing more is read on either side."""
        self._app_slow = not ready
        self._hold_back()

    def _hold_back(self) -> None:
        if self._server is not None:
            self._server.pause_reading(self._app_slow or self._server_pauses.active)
        held_back = self._app_slow or self._server_slow or self._app_pauses.active
        self._channel.pause_reading(held_back)
        if held_back and self._look is None:
            self._look = asyncio.get_running_loop().call_later(LOOK_EVERY, self._look_for_app)

    def _look_for_app(self) -> None:
        """While nothing is read from the app, its end of file is not seen either: look for it."""
        self._look = None
        if self._channel.has_hung_up():
            self.end("the app left")
        elif not self._ended.is_set():
            self._hold_back()

    async def _serve(self) -> None:
        self._channel.pause_reading(True)
        self._channel.set_frame_limit(self._settings.frame_to_server)
        await self._until_reviewed()
        self._catalogue = catalogue = Catalogue(
            self._upstream,
            self._settings,
            clock=time.monotonic,
            on_ready=self._ready,
            on_listed=self._listed,
            pin=self._supervisor.pin_check(self.entry),
            http=self.entry.is_remote,
        )
        if not await self._start_server():
            return
        if (waits := self._supervisor.review_needed(self.entry)) in WAITING:
            raise AssentError(WAITING[waits])  # it was taken back meanwhile
        self._interceptor = interceptor = Interceptor(self._context(catalogue))
        self._go_on(interceptor)
        while not self._ended.is_set():
            await self._sleep(min(self._settings.start_timeout, self._settings.idle_stop))
            if interceptor.seconds_in_handshake() >= self._settings.start_timeout:
                self.server_closed(ChannelClosed("the server did not greet in time"))
            elif self._restart_wanted or self._may_rest(interceptor, catalogue):
                await self._rest(interceptor, catalogue)

    async def _start_server(self) -> bool:
        """Start the server once it may be started; False where the session ended meanwhile.

        Raises:
            AssentError: it cannot be started.
        """
        if why := self._supervisor.why_given_up(self.entry.id):
            raise ChannelClosed(why)
        while (delay := self._supervisor.wait_before_start(self.entry.id)) > 0 and not self._ended.is_set():
            await self._sleep(min(delay, LOOK_EVERY))  # a person may want it sooner
        if self._ended.is_set():
            return False
        try:
            spec = await self._unless_ended(self._supervisor.prepare(self.entry))
            if isinstance(spec, HookSpec):
                spec = replace(spec, tool=self._own_tool)
        except tasks.Ended:
            return False
        except AssentError:
            if self._supervisor.may_start(self.entry):
                raise
            await self._until_reviewed()  # only the look at its program told that it waits
            return await self._start_server()
        self._from_server = _FromServer(self, self._upstream)
        self._server = await self._supervisor.start(self.entry, spec, self._from_server, self.definition)
        return True

    async def _unless_ended(self, work: Awaitable[T]) -> T:
        ended = tasks.spawn(self._ended.wait(), name="end of the session")
        try:
            return await tasks.unless(work, ended)
        finally:
            ended.cancel()

    def _go_on(self, interceptor: Interceptor) -> None:
        """The server is there: what the app said meanwhile comes first."""
        self._resting = False
        early, self._early = self._early, []
        for frame in early:
            interceptor.handle_app_frame(frame)
        self._hold_back()

    # A server that nobody needs, or that a person wants started anew

    def restart(self) -> None:
        """A person wants the server started anew: it ends now, and starts when the app says something more."""
        if self._interceptor is None or self._resting or self._ended.is_set():
            return
        if self._interceptor.seconds_in_handshake() > 0:
            self.end("the server was restarted")
            return
        self._restart_wanted = True
        self._news.set()

    def _may_rest(self, interceptor: Interceptor, catalogue: Catalogue) -> bool:
        """Whether the server was idle for long enough, and may be stopped without anybody noticing.

        A session of an older revision may keep something for its app from one call to the next.
        """
        if not interceptor.is_idle:
            self._idle_since = time.monotonic()
        may = self.entry.options.idle_stop
        stateless = interceptor.is_stateless or not self._called
        if may is False or not (may or stateless) or not catalogue.ready.is_set():
            return False
        is_process = self._server is not None and self._server.pid is not None
        return is_process and time.monotonic() - self._idle_since >= self._settings.idle_stop

    async def _rest(self, interceptor: Interceptor, catalogue: Catalogue) -> None:
        """End the server's process, and go on with another once the app says something."""
        why = "a person restarted it" if self._restart_wanted else "nobody needed it"
        were_fresh = math.isfinite(catalogue.age())  # else the app may know of a change that was not listed here yet
        server, self._server, self._resting = self._server, None, True
        assert server is not None
        self._from_server.leave()
        interceptor.server_process_ended(ChannelClosed("the server was restarted"))
        await interceptor.wait_drained(CALLS_GRACE)
        self._restart_wanted = self._called = self._server_slow = False
        await server.stop()
        self._supervisor.note_stop(self.entry, server, why)
        while not self._early and not self._ended.is_set():
            await self._sleep(None)
        if self._supervisor.is_outdated(self.entry):
            raise AssentError(OUTDATED)
        if await self._start_server():
            await self._greet_again(interceptor)
            self._ready()
            if catalogue.has_listed:
                self._listed_before = self._tools if were_fresh else ()
                catalogue.refresh_in_background()
            self._go_on(interceptor)

    async def _greet_again(self, interceptor: Interceptor) -> None:
        """Raises AssentError where the server is another one now, or is lost."""
        try:
            await self._unless_ended(interceptor.replay_handshake(self._settings.start_timeout))
            return
        except ChannelClosed as error:
            self._server_error = self._server_error or error
        except tasks.Ended:
            pass
        assert self._server is not None
        await self._server.wait_exit()
        raise loss_reason(self._server, self._server_error)

    async def _until_reviewed(self) -> None:
        """Hold the app back while a person may still review its server; nothing is started before.

        Raises:
            AssentError: nobody did in time; the sentence is for the app's person.
        """
        supervisor, pause = self._supervisor, FIRST_LOOK
        if (waits := supervisor.review_needed(self.entry)) not in WAITING:
            return
        if supervisor.reviews_known:
            self._record("server.waits", config=self.entry.public_digest, what=waits)
        give_up = time.monotonic() + min(HELD, self._settings.start_timeout)
        while (waits := supervisor.review_needed(self.entry)) in WAITING and not self._ended.is_set():
            if supervisor.is_outdated(self.entry):
                raise AssentError(say("this server is configured otherwise by now; connect again"))
            if time.monotonic() >= give_up:
                raise AssentError(WAITING[waits])
            await self._sleep(pause)
            pause = min(pause * 2, LOOK_EVERY)
            if self._channel.has_hung_up():
                self.end("the app left")

    def reviewed(self) -> None:
        """Somebody reviewed a server: this one's tools may be others, or it may not be used any more."""
        interceptor = self._interceptor
        if interceptor is None or self._ended.is_set():
            return
        if (waits := self._supervisor.review_needed(self.entry)) in WAITING:
            self.end(WAITING[waits])
        else:
            interceptor.tools_changed()

    async def _tell_app(self, why: str) -> None:
        """There will be no server: answer the app's first request with the reason, so that it shows up over there."""
        self._hopeless = why
        for frame in self._early:
            self._answer_hopeless(frame)
        self._channel.pause_reading(False)
        await self._sleep(TELL_GRACE)

    def _answer_hopeless(self, frame: bytes) -> None:
        try:
            message = check(read(frame))
        except RefusedMessage:
            return
        if message.kind == "request":
            self._channel.send(error(message.id, SERVER_LOST, self._hopeless))
            self._ended.set()
            self._news.set()

    async def _sleep(self, seconds: float | None) -> None:
        """Until the session ended, there is news of it, or so many seconds passed."""
        self._news.clear()
        if self._ended.is_set():
            return
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return

    def _context(self, catalogue: Catalogue) -> SessionContext:
        entry, options = self.entry, self.entry.options
        session = ServerSession(
            self._upstream,
            catalogue,
            options.output_schema,
            self._settings.execution_timeout,
            options.rate,
            lambda: self._supervisor.is_outdated(entry),
            self._call_ended,
            reports_outcomes=not self.entry.hook,
        )
        note = self._supervisor.status_of(entry.id).stderr.add
        return SessionContext(
            self.app,
            self._supervisor.ref(entry),
            self._channel,
            self._upstream,
            catalogue,
            options.allow_methods,
            self._gate.calls_for(session),
            self._log.submit,
            self._settings,
            end_session=self.end,
            fail_server=lambda why: self.server_closed(AssentError(why)),
            note=lambda text: note(f"[assent] {text}\n".encode()),
            tickets=self._tickets,
        )

    async def _keep(self, result: bytes) -> Spooled | None:
        """Put a result that waits for its ticket on the disk, where it is large."""
        spool = self._gate.spool
        return await spool.keep(self.app, result, required=True) if spool.is_large(result) else None

    def _ready(self) -> None:
        self._supervisor.note_ready(self.entry)

    def _listed(self, listing: Listing) -> None:
        self._supervisor.note_listing(self.entry, *listing)
        tools, before, self._listed_before = listing.usable, self._listed_before, None
        self._tools = tools
        if before is not None and before != tools and self._interceptor is not None:
            self._interceptor.notify_tools_changed()

    def _call_ended(self, call: Call, outcome: Outcome) -> None:
        self._called = True
        if outcome.status is OutcomeStatus.NOT_TOLD:
            self._not_told(call.id)
        self._supervisor.note_outcome(self.entry.id, outcome)

    # The server's channel

    def server_frame(self, frame: bytes) -> None:
        """A frame of the server."""
        if self._interceptor is not None:
            began = time.monotonic()
            self._interceptor.handle_server_frame(frame)
            self._server_pauses.after(began)

    def server_closed(self, error: AssentError | None) -> None:
        """The server is gone, or broke a limit."""
        self._server_error = self._server_error or error or ChannelClosed("the server closed its output")
        self._over()

    def _over(self) -> None:
        """From this moment nothing that either side says counts; the owner task does the rest."""
        if self._interceptor is not None:
            self._interceptor.stop()
        self._ended.set()
        self._news.set()

    def server_writable(self, ready: bool) -> None:
        """Whether the server keeps up."""
        self._server_slow = not ready
        self._hold_back()

    def send(self, frame: bytes) -> None:
        """Send a frame to the server, where it is there; its channel comes later than who sends."""
        if self._server is not None:
            self._server.send(frame)

    # The end

    async def _finish(self) -> None:
        interceptor, server = self._interceptor, self._server
        if interceptor is not None:
            if self._server_error is not None and server is not None:
                await server.wait_exit()
                reason = loss_reason(server, self._server_error)
                self._why = self._why or str(reason)
                interceptor.server_gone(reason)
                if self._why == str(reason):
                    self._supervisor.note_failure(self.entry, reason)
            else:
                interceptor.app_gone()
            await interceptor.wait_drained(CALLS_GRACE)
            # Whatever still waits for this server must hear that nothing will come: its outcome is unknown.
            interceptor.server_gone(ChannelClosed("the session ended"))
            await interceptor.wait_drained(CALLS_GRACE)
        self._gate.spool.forget(self.app.session)
        self._channel.close()
        if server is not None:
            await server.stop()
            self._supervisor.note_stop(self.entry, server)
        await self._channel.wait_closed(LINGER)

    def _record(self, kind: str, **fields: str | int | bool | None) -> None:
        about: JsonObject = {"app": self.app.name, "session": self.app.session, "server": self.entry.id}
        self._log.submit(Draft(kind, about | {key: value for key, value in fields.items() if value not in (None, "")}))


class _FromServer:
    """The receiver of the server's channel."""

    def __init__(self, session: Session, upstream: Upstream) -> None:
        self._session: Session | None = session
        self.awaits, self.request_lost = upstream.awaits, upstream.lose

    def leave(self) -> None:
        """Whatever this channel still brings is nobody's any more."""
        self._session = None

    def frame_received(self, frame: bytes) -> None:
        """See ``Receiver``."""
        if self._session is not None:
            self._session.server_frame(frame)

    def channel_closed(self, error: AssentError | None) -> None:
        """See ``Receiver``."""
        if self._session is not None:
            self._session.server_closed(error)

    def writable(self, ready: bool) -> None:
        """See ``Receiver``."""
        if self._session is not None:
            self._session.server_writable(ready)
