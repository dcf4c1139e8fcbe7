"""One app's session with one server.

Invariants: one owner task runs from the app's arrival to the end of its server. Once a session has ended, no message of
either side is read. Its calls end first, then its server's processes; each wait is bounded. A server that was stopped
because it was idle, or that a person restarts, runs on as another process in the same session: the app's handshake is
repeated with it, its answer must be the same, and its tools are listed again before any is called.
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
from host.gate.gate import Gate
from host.gate.refusals import OUTDATED
from host.gate.spool import Spooled
from host.model import App, Draft, JsonObject, Outcome, ToolDefinition
from host.servers.catalogue import Catalogue, Listing
from host.servers.config import ServerConfig
from host.servers.own_tools import HookSpec
from host.servers.supervisor import WAITING, Supervisor, loss_reason
from host.settings import Settings
from host.turns import Pauses, proven_key
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
"""Seconds that calls have to be logged when their session ends; each needs one group commit."""
FAILURE_GRACE: Final = 2.0
"""Seconds to wait for the app's first request when its server cannot be used; the answer says why."""
LINGER: Final = 2.0
"""Seconds an app has to read what was written for it before its connection is cut."""
FIRST_CHECK: Final = 0.02
CHECK_EVERY: Final = 0.5
"""Seconds between checks whether a paused app is still connected, and whether it must still wait."""
MAX_REVIEW_WAIT: Final = 25.0
"""Seconds that an app waits at most for the review of its server: many apps give up after thirty."""
MAX_START_FRAMES: Final = 64
"""Frames kept while the server starts. Reading is paused then, so they come from one chunk."""
MAX_RESTART_FRAMES: Final = 4_096
"""The same while the server starts again: the app does not know that it should wait."""


class Session:
    """One app's session with one server."""

    def __init__(
        self,
        app: App,
        token: str,
        entry: ServerConfig,
        channel: AppChannel,
        *,
        supervisor: Supervisor,
        gate: Gate,
        record: Callable[[Draft], None],
        settings: Settings,
        patience: float = 0.0,
        ticket_prefix: str = "",
        own_tool: str = "",
    ) -> None:
        """``token``: the token that the app proved itself with, so that a revocation can end the session.

        ``channel``: to the app. ``record``: queues a record.
        ``patience``: seconds that the app waits for a call before it gets a ticket; 0 if it waits without limit.
        ``ticket_prefix``: of these tickets, where one app has sessions with several servers.
        ``own_tool``: the app's own tool that its hook asks about, empty for other sessions.
        """
        self._own_tool = own_tool
        self._tickets = Tickets(patience, self._spool_result, ticket_prefix)
        self.app, self.token, self.entry = app, token, entry
        self._channel, self._supervisor = channel, supervisor
        self._gate, self._submit, self._settings = gate, record, entry.settings(settings)
        self._ended, self._wake_event = asyncio.Event(), asyncio.Event()
        self._end_reason = ""
        self._early_frames: list[bytes] = []
        self._server: ServerChannel | None = None
        self._interceptor: Interceptor | None = None
        self._catalogue: Catalogue | None = None
        self._server_error: AssentError | None = None
        self._is_app_slow = self._is_server_slow = False
        self._app_pauses = Pauses(gate.inspection.turns, proven_key(app), self._update_reading)
        self._server_pauses = Pauses(gate.inspection.turns, proven_key(app), self._update_reading)
        self._server_failure = ""
        self._hang_up_timer: asyncio.TimerHandle | None = None
        self._upstream = Upstream(self.send)
        self._server_receiver = _ServerReceiver(self, self._upstream)
        self._is_server_stopped = self._is_restart_wanted = self._has_called_tool = False
        self._idle_since = time.monotonic()
        self._tools: tuple[ToolDefinition, ...] = ()
        self._tools_before_restart: tuple[ToolDefinition, ...] | None = None

    async def run(self) -> None:
        """Serve the app from its arrival to the end of its server. This is the owner task of the session."""
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
            self._end_reason = self._end_reason or str(failure)
            await self._report_failure(str(failure))
        finally:
            await self._finish()
            self._gate.grants.end_session(self.app.session)
            self._gate.inspection.history.end_session(app)
            self._record("app.disconnected", because=self._end_reason)

    @property
    def has_ended(self) -> bool:
        """Whether the session has ended or is about to."""
        return self._ended.is_set()

    def definition(self, name: str) -> ToolDefinition | None:
        """Return the definition of a tool, None if the server has not listed it in this session."""
        tool = None if self._catalogue is None else self._catalogue.get(name)
        return None if tool is None else tool.definition

    def end(self, why: str) -> None:
        """End the session soon; ``why`` is one safe sentence."""
        self._end_reason = self._end_reason or why
        self._stop_handling()

    # The app's channel

    def frame_received(self, frame: bytes) -> None:
        """Handle a frame of the app."""
        self._idle_since = began = time.monotonic()
        if self._server_failure:
            self._answer_with_failure(frame)
        elif self._interceptor is not None and not self._is_server_stopped:
            self._interceptor.handle_app_frame(frame)
            self._app_pauses.note_message(began)
        elif len(self._early_frames) < (MAX_RESTART_FRAMES if self._is_server_stopped else MAX_START_FRAMES):
            self._early_frames.append(frame)
            self._channel.pause_reading(True)
            self._wake_event.set()
        else:
            self.end("the app sent too much before the server was there")

    def channel_closed(self, failure: AssentError | None) -> None:
        """End the session: the app is gone or sent a frame over the limit."""
        if isinstance(failure, FrameTooLarge) and self._interceptor is not None:
            self._interceptor.refuse_too_large(str(failure))
        self.end("the app left" if failure is None else str(failure))

    def writable(self, ready: bool) -> None:
        """Note whether the app keeps up; while it does not, neither side is read."""
        self._is_app_slow = not ready
        self._update_reading()

    def _update_reading(self) -> None:
        if self._server is not None:
            self._server.pause_reading(self._is_app_slow or self._server_pauses.is_active)
        is_paused = self._is_app_slow or self._is_server_slow or self._app_pauses.is_active
        self._channel.pause_reading(is_paused)
        if is_paused and self._hang_up_timer is None:
            self._hang_up_timer = asyncio.get_running_loop().call_later(CHECK_EVERY, self._check_hang_up)

    def _check_hang_up(self) -> None:
        """End the session if the app has hung up: while reading is paused, its end of file is not seen."""
        self._hang_up_timer = None
        if self._channel.has_hung_up():
            self.end("the app left")
        elif not self._ended.is_set():
            self._update_reading()

    async def _serve(self) -> None:
        self._channel.pause_reading(True)
        self._channel.set_frame_limit(self._settings.frame_to_server)
        await self._wait_for_review()
        self._catalogue = catalogue = Catalogue(
            self._upstream,
            self._settings,
            clock=time.monotonic,
            on_ready=self._on_ready,
            on_listed=self._on_listed,
            pin=self._supervisor.pin_check(self.entry),
            http=self.entry.is_remote,
        )
        if not await self._start_server():
            return
        if (review_needed := self._supervisor.review_needed(self.entry)) in WAITING:
            raise AssentError(WAITING[review_needed])  # its review was withdrawn meanwhile
        self._interceptor = interceptor = Interceptor(self._context(catalogue))
        self._handle_early_frames(interceptor)
        while not self._ended.is_set():
            await self._sleep(min(self._settings.start_timeout, self._settings.idle_stop))
            if interceptor.seconds_in_handshake() >= self._settings.start_timeout:
                self.server_closed(ChannelClosed("the server did not greet in time"))
            elif self._is_restart_wanted or self._may_stop_idle_server(interceptor, catalogue):
                await self._stop_and_restart_server(interceptor, catalogue)

    async def _start_server(self) -> bool:
        """Start the server as soon as it may be started. Returns False if the session ended meanwhile."""
        if why := self._supervisor.why_given_up(self.entry.id):
            raise ChannelClosed(why)
        while (delay := self._supervisor.wait_before_start(self.entry.id)) > 0 and not self._ended.is_set():
            await self._sleep(min(delay, CHECK_EVERY))  # a person may restart it sooner
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
            await self._wait_for_review()  # only reading its program showed that it needs a review
            return await self._start_server()
        self._server_receiver = _ServerReceiver(self, self._upstream)
        self._server = await self._supervisor.start(self.entry, spec, self._server_receiver, self.definition)
        return True

    async def _unless_ended(self, work: Awaitable[T]) -> T:
        ended = tasks.spawn(self._ended.wait(), name="end of the session")
        try:
            return await tasks.unless(work, ended)
        finally:
            ended.cancel()

    def _handle_early_frames(self, interceptor: Interceptor) -> None:
        """Handle what the app sent before the server had started, then resume reading."""
        self._is_server_stopped = False
        early_frames, self._early_frames = self._early_frames, []
        for frame in early_frames:
            interceptor.handle_app_frame(frame)
        self._update_reading()

    # Stopping an idle server, and restarting one for a person

    def restart(self) -> None:
        """Stop the server for a person; it starts again with the app's next message."""
        if self._interceptor is None or self._is_server_stopped or self._ended.is_set():
            return
        if self._interceptor.seconds_in_handshake() > 0:
            self.end("the server was restarted")
            return
        self._is_restart_wanted = True
        self._wake_event.set()

    def _may_stop_idle_server(self, interceptor: Interceptor, catalogue: Catalogue) -> bool:
        """Whether the server was idle for long enough, and stopping it loses nothing.

        A server of an older revision may keep state for its app from one call to the next.
        """
        if not interceptor.is_idle:
            self._idle_since = time.monotonic()
        idle_stop = self.entry.options.idle_stop
        is_stateless = interceptor.is_stateless or not self._has_called_tool
        if idle_stop is False or not (idle_stop or is_stateless) or not catalogue.ready.is_set():
            return False
        has_process = self._server is not None and self._server.pid is not None
        return has_process and time.monotonic() - self._idle_since >= self._settings.idle_stop

    async def _stop_and_restart_server(self, interceptor: Interceptor, catalogue: Catalogue) -> None:
        """Stop the server's process, and start another with the app's next message."""
        why = "a person restarted it" if self._is_restart_wanted else "nobody needed it"
        was_list_current = math.isfinite(catalogue.age())  # else the app may know of a change not yet listed here
        server, self._server, self._is_server_stopped = self._server, None, True
        assert server is not None
        self._server_receiver.detach()
        interceptor.server_process_ended(ChannelClosed("the server was restarted"))
        await interceptor.wait_drained(CALLS_GRACE)
        self._is_restart_wanted = self._has_called_tool = self._is_server_slow = False
        await server.stop()
        self._supervisor.note_stop(self.entry, server, why)
        while not self._early_frames and not self._ended.is_set():
            await self._sleep(None)
        if self._supervisor.is_outdated(self.entry):
            raise AssentError(OUTDATED)
        if await self._start_server():
            await self._repeat_handshake(interceptor)
            self._supervisor.note_ready(self.entry)
            if catalogue.has_listed:
                self._tools_before_restart = self._tools if was_list_current else ()
                catalogue.refresh_in_background()
            self._handle_early_frames(interceptor)

    async def _repeat_handshake(self, interceptor: Interceptor) -> None:
        """Repeat the app's handshake. Raises AssentError if the server answers differently now, or is lost."""
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

    async def _wait_for_review(self) -> None:
        """Wait until a person has reviewed the server; nothing is started before.

        Raises AssentError if nobody reviewed it in time; the sentence is for the person who uses the app.
        """
        supervisor, pause = self._supervisor, FIRST_CHECK
        if (review_needed := supervisor.review_needed(self.entry)) not in WAITING:
            return
        if supervisor.are_reviews_loaded:
            self._record("server.waits", config=self.entry.public_digest, what=review_needed)
        give_up = time.monotonic() + min(MAX_REVIEW_WAIT, self._settings.start_timeout)
        while (review_needed := supervisor.review_needed(self.entry)) in WAITING and not self._ended.is_set():
            if supervisor.is_outdated(self.entry):
                raise AssentError(say("the configuration of this server has changed; connect again"))
            if time.monotonic() >= give_up:
                raise AssentError(WAITING[review_needed])
            await self._sleep(pause)
            pause = min(pause * 2, CHECK_EVERY)
            if self._channel.has_hung_up():
                self.end("the app left")

    def handle_review(self) -> None:
        """After a review: end the session if its server may not be used any more, else tell of changed tools."""
        interceptor = self._interceptor
        if interceptor is None or self._ended.is_set():
            return
        if (review_needed := self._supervisor.review_needed(self.entry)) in WAITING:
            self.end(WAITING[review_needed])
        else:
            interceptor.tools_changed()

    async def _report_failure(self, why: str) -> None:
        """Answer the app's first request with the reason why its server cannot be used, so that the app shows it."""
        self._server_failure = why
        for frame in self._early_frames:
            self._answer_with_failure(frame)
        self._channel.pause_reading(False)
        await self._sleep(FAILURE_GRACE)

    def _answer_with_failure(self, frame: bytes) -> None:
        try:
            message = check(read(frame))
        except RefusedMessage:
            return
        if message.kind == "request":
            self._channel.send(error(message.id, SERVER_LOST, self._server_failure))
            self._ended.set()
            self._wake_event.set()

    async def _sleep(self, seconds: float | None) -> None:
        """Sleep for ``seconds``, without limit if None, or until the session ends or is woken."""
        self._wake_event.clear()
        if self._ended.is_set():
            return
        try:
            async with asyncio.timeout(seconds):
                await self._wake_event.wait()
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
            self._on_call_ended,
            reports_outcomes=not self.entry.hook,
        )
        note = self._supervisor.status_of(entry.id).stderr.add
        context = SessionContext(
            self.app,
            self._supervisor.ref(entry),
            self._channel,
            self._upstream,
            catalogue,
            options.allow_methods,
            self._gate.call_handler_for(session),
            self._submit,
            self._settings,
            end_session=self.end,
            fail_server=lambda why: self.server_closed(AssentError(why)),
            note=lambda text: note(f"[assent] {text}\n".encode()),
            tickets=self._tickets,
        )
        context.ledger.forget_server_requests()  # an app that was joined to another host may still answer one of them
        return context

    async def _spool_result(self, result: bytes) -> Spooled | None:
        """Write a large result that waits for its ticket to disk. Returns None for a small one."""
        spool = self._gate.spool
        return await spool.keep(self.app, result, required=True) if spool.is_large(result) else None

    def _on_ready(self) -> None:
        self._supervisor.note_ready(self.entry)
        self._gate.inspection.load_soon()  # calls come next

    def _on_listed(self, listing: Listing) -> None:
        self._supervisor.note_listing(self.entry, *listing)
        tools, before, self._tools_before_restart = listing.usable, self._tools_before_restart, None
        self._tools = tools
        if before is not None and before != tools and self._interceptor is not None:
            self._interceptor.notify_tools_changed()

    def _on_call_ended(self, outcome: Outcome) -> None:
        self._has_called_tool = True
        self._supervisor.note_outcome(self.entry.id, outcome)

    # The server's channel

    def server_frame_received(self, frame: bytes) -> None:
        """Handle a frame of the server."""
        if self._interceptor is not None:
            began = time.monotonic()
            self._interceptor.handle_server_frame(frame)
            self._server_pauses.note_message(began)

    def server_closed(self, error: AssentError | None) -> None:
        """End the session: the server is gone or broke a limit."""
        self._server_error = self._server_error or error or ChannelClosed("the server closed its output")
        self._stop_handling()

    def _stop_handling(self) -> None:
        """Ignore both sides from now on, and let the owner task end the session."""
        if self._interceptor is not None:
            self._interceptor.stop()
        self._ended.set()
        self._wake_event.set()

    def server_writable(self, ready: bool) -> None:
        """Note whether the server keeps up; while it does not, the app is not read."""
        self._is_server_slow = not ready
        self._update_reading()

    def send(self, frame: bytes) -> None:
        """Send a frame to the server if it runs; the upstream that sends exists before the server does."""
        if self._server is not None:
            self._server.send(frame)

    # The end

    async def _finish(self) -> None:
        interceptor, server = self._interceptor, self._server
        if interceptor is not None:
            if self._server_error is not None and server is not None:
                await server.wait_exit()
                reason = loss_reason(server, self._server_error)
                self._end_reason = self._end_reason or str(reason)
                interceptor.server_gone(reason)
                if self._end_reason == str(reason):
                    self._supervisor.note_failure(self.entry, reason)
            else:
                interceptor.app_gone()
            await interceptor.wait_drained(CALLS_GRACE)
            # A call that still waits for this server is told that no answer will come: its outcome is unknown.
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
        self._submit(Draft(kind, about | {key: value for key, value in fields.items() if value not in (None, "")}))


class _ServerReceiver:
    """Receives from the server's channel, on behalf of the session."""

    def __init__(self, session: Session, upstream: Upstream) -> None:
        self._session: Session | None = session
        self.awaits, self.request_lost = upstream.awaits, upstream.fail

    def detach(self) -> None:
        self._session = None

    def frame_received(self, frame: bytes) -> None:
        if self._session is not None:
            self._session.server_frame_received(frame)

    def channel_closed(self, error: AssentError | None) -> None:
        if self._session is not None:
            self._session.server_closed(error)

    def writable(self, ready: bool) -> None:
        if self._session is not None:
            self._session.server_writable(ready)
