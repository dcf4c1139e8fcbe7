"""The interceptor: reads, checks and forwards every message between an app and a server.

Invariants:
    - No message is forwarded as it was received. Ids and progress tokens are mapped.
    - Requests of the app are allow-listed per revision. ``tools/call`` goes to the gate and nowhere else, except that
      the tool for tickets is answered by ``Tickets``. Refusals are recorded, and an app that causes too many of them is
      disconnected.
    - Messages of the server keep unknown fields, nulls and big numbers; ``host.wire.rewrite`` makes the only changes.
      Requests of the server that need a decision go to the gate, and reach the app only from there.
    - An app that asked for progress is told while its call waits for a person. The progress that it gets only grows.
      While a result is held for its release, neither progress nor log messages pass, which could contain it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from host import tasks
from host.canonical import compact
from host.errors import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    SERVER_LOST,
    AssentError,
    ChannelClosed,
)
from host.ids import uuid7
from host.inspect.asked import CAPABILITY_OF, MAX_INPUT_REQUESTS, READ, SAMPLING, problem
from host.model import Call, JsonObject, JsonValue, RequestId, object_in, sha256_hex
from host.rates import Tally
from host.values import replace
from host.wire import messages, rewrite
from host.wire.call_handler import Reply, RunningCall, RunningRequest, call_from_request
from host.wire.context import SessionContext
from host.wire.freeze import freeze, split_progress_token
from host.wire.ledger import MAX_BATCH, Batch, Outstanding, ServerRequest
from host.wire.links import READ_METHODS
from host.wire.messages import MAX_VALUES_OF_APP, MalformedResponse, Message, RefusedMessage, TooManyValues
from host.wire.methods import (
    BEFORE_HANDSHAKE,
    LOGGED_METHODS,
    META_SUBSCRIPTION,
    MODERN,
    REVISIONS_WITH_BATCHES,
    TOOLS_CHANGED,
    client_notifications,
    client_requests,
    server_requests,
)
from host.wire.tickets import DEFINITION, TOOL
from host.wire.upstream import GATED
from host.words import say

PROGRESS_INTERVAL: Final = 10.0
"""Seconds between two progress messages while a call waits for a person; no app gives up before 30 s."""
WAITING: Final = "Waiting for a person in Assent"
LINK_REFUSED: Final = (
    "A result named this resource, and the server does not list it: each read needs a decision, and it cannot be "
    "subscribed to. Whoever runs Assent can allow that in the server's entry (allowMethods)."
)
SERVER_DIFFERS: Final = say("the server was restarted and describes itself differently now; connect again")

MAX_ODDITIES: Final = 100
"""Malformed messages or refused requests within a minute after which a server is ended."""
MAX_SERVER_REQUESTS: Final = 128
"""Unanswered requests of one server to the app; more are refused."""
_HIDDEN_NOTIFICATIONS: Final = frozenset({"notifications/tasks/status"})
"""Task notifications do not pass until tasks are gated."""


class Interceptor:
    """Handles all messages between one app and one server."""

    def __init__(self, context: SessionContext) -> None:
        self._context = context
        self._server_side = ServerSide(context)
        # Methods that the server's entry allows beside the allow-list; an entry cannot bypass the gate.
        self._allowed_by_entry = context.allowed_methods - GATED
        self._refusals = Tally(context.settings.refusals_per_connection)
        self._is_stopped = False
        self._initialize_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    def seconds_in_handshake(self) -> float:
        """Return the seconds since ``initialize`` while the server has not answered it, else 0."""
        handshake = self._context.handshake
        return 0.0 if handshake.is_settled or not handshake.legacy_revision else time.monotonic() - self._initialize_at

    @property
    def is_idle(self) -> bool:
        """Whether nothing is in flight and a new process of the server could continue the session."""
        ledger, upstream, tickets = self._context.ledger, self._context.upstream, self._context.tickets
        is_busy = len(ledger) or ledger.server_requests or upstream.in_flight_count or tickets.reply_tasks()
        return not is_busy and not self._context.session_replay.has_subscribed

    @property
    def is_stateless(self) -> bool:
        """Whether requests are independent of each other, without a handshake (MCP 2026-07-28)."""
        return not self._context.handshake.legacy_revision

    def server_process_ended(self, error: AssentError) -> None:
        """End everything that waits for the server's process, which is gone. A new one will come."""
        self._server_side.withdraw_requests()
        for call in self._context.running_calls():
            call.server_gone()
        self._context.upstream.fail_all(error)
        self._context.ledger.forget_server_requests()

    async def replay_handshake(self, timeout: float) -> None:
        """Repeat the app's handshake and log level to a new process of the server.

        Raises AssentError if it did not answer within ``timeout`` seconds, or it describes another server.
        """
        context, replay = self._context, self._context.session_replay
        try:
            if replay.method:
                answer = await context.upstream.request(replay.method, replay.params, timeout=timeout)
                if answer.is_lost:
                    raise ChannelClosed("the server closed its output")
                if answer.error is not None or not replay.is_same_server(answer.result):
                    raise AssentError(SERVER_DIFFERS)
            if context.handshake.is_initialized:
                context.upstream.notify("notifications/initialized", None)
            if replay.level is not None:
                await context.upstream.request("logging/setLevel", replay.level, timeout=timeout)
        except TimeoutError as error:
            raise ChannelClosed("the server did not greet in time") from error
        context.tools.mark_changed()

    async def wait_drained(self, seconds: float) -> None:
        """Wait at most ``seconds`` until all calls and requests of the server have ended and are recorded."""
        if running := self._tasks | self._server_side.request_tasks | self._context.tickets.reply_tasks():
            await asyncio.wait(running, timeout=seconds)

    # From the app

    def handle_app_frame(self, frame: bytes) -> None:
        """Handle one frame of the app: forward what its revision allows, refuse the rest."""
        if self._is_stopped:
            return
        try:
            value, plain = messages.read_document(frame, max_values=MAX_VALUES_OF_APP)
            if not isinstance(value, list):
                self._handle_message(value, None, plain)
                return
            if self._context.handshake.legacy_revision not in REVISIONS_WITH_BATCHES:
                raise RefusedMessage(INVALID_REQUEST, "a message must be one JSON object")
            if not 0 < len(value) <= MAX_BATCH:
                raise RefusedMessage(INVALID_REQUEST, f"a batch has 1 to {MAX_BATCH} messages")
        except RefusedMessage as refusal:
            self._refuse(refusal, None)
            return
        batch = Batch()
        for element in value:
            self._handle_message(element, batch, plain)
        self._context.close_batch(batch)

    def refuse_too_large(self, why: str) -> None:
        """Answer a frame over the limit with an error, and end the session."""
        self._refuse(RefusedMessage(INVALID_REQUEST, why), None)
        self._context.end_session(why)

    def app_gone(self) -> None:
        """Ignore further frames, since the app is gone or must go, and withdraw or cancel its calls."""
        self.stop()
        self._server_side.withdraw_requests()
        for call in self._context.running_calls():
            call.app_gone()
        for entry in self._context.ledger.outstanding():
            if entry.link_request is not None:
                entry.link_request.withdraw()
            if entry.call is None:
                self._context.drop_request(entry)

    def stop(self) -> None:
        """Ignore all further frames of both sides."""
        self._is_stopped = True

    def tools_changed(self) -> None:
        """Handle that other tools may be used than before: list again and notify the app."""
        self._context.tools.mark_changed()
        self.notify_tools_changed()

    def notify_tools_changed(self) -> None:
        """Notify the app as a server would: in a legacy session, or for a subscription (MCP 2026-07-28)."""
        context = self._context
        if self._is_stopped:
            return
        if context.handshake.is_settled and context.handshake.is_initialized:
            context.app_channel.send(messages.notification(TOOLS_CHANGED, None))
        for entry in context.ledger.outstanding():
            if entry.wants_tool_changes:
                params = compact({"_meta": {META_SUBSCRIPTION: entry.app_id}})
                context.app_channel.send(messages.notification(TOOLS_CHANGED, params))

    # Frames of the server, then what both sides may send

    def handle_server_frame(self, frame: bytes) -> None:
        """Handle one frame of the server and forward its messages to the app."""
        if not self._is_stopped:
            self._server_side.handle_frame(frame)

    def server_gone(self, error: AssentError) -> None:
        """End everything, because the server is gone. Sent calls have an unknown outcome; held results are withheld."""
        self.stop()
        self._server_side.withdraw_requests()
        for call in self._context.running_calls():
            call.server_gone()
        for entry in self._context.ledger.outstanding():
            if entry.link_request is not None and entry.upstream_id is None:
                entry.link_request.withdraw()
                self._context.answer_error(entry, SERVER_LOST, str(error))
        self._context.upstream.close(error)

    def _handle_message(self, value: JsonValue, batch: Batch | None, plain: bool) -> None:
        try:
            message = messages.check(value, plain=plain)
            if message.kind == "request":
                self._handle_request(message, batch)
            elif message.kind == "notification":
                self._handle_notification(message)
            else:
                self._handle_response(message)
        except RefusedMessage as refusal:
            self._refuse(refusal, batch)

    def _handle_request(self, message: Message, batch: Batch | None) -> None:
        assert message.id is not None
        context, request_id, method = self._context, message.id, message.method
        if not context.used_ids.use(request_id) or context.ledger.by_app_id(request_id) is not None:
            # The error carries no id: with it, it would pass for the answer to the first request.
            raise RefusedMessage(INVALID_REQUEST, "this request id was used before", method=method)
        revision = context.handshake.revision_for(message)
        if revision in MODERN:
            context.tools.set_revision(revision)
        allowed = client_requests(revision) if revision else BEFORE_HANDSHAKE
        if method not in allowed and method not in self._allowed_by_entry:
            raise RefusedMessage(
                METHOD_NOT_FOUND, "Method not found", request_id=request_id, method=method, record="method.refused"
            )
        if len(context.ledger) >= context.settings.in_flight_per_session:
            # An honest burst: answered, but not counted as a refusal.
            frame = messages.error(request_id, SERVER_LOST, "Too many requests are in flight; wait for some answers.")
            context.answer_untracked(frame, request_id, batch)
            return
        is_read = method in READ_METHODS and method not in self._allowed_by_entry
        is_linked = is_read and context.links.needs_decision(message.params)
        if is_linked and method != READ:
            # Following links is no misbehaviour: answered, but not counted as a refusal.
            context.record("method.refused", method, because=LINK_REFUSED)
            context.answer_untracked(messages.error(request_id, INVALID_PARAMS, LINK_REFUSED), request_id, batch)
            return
        entry = Outstanding(request_id, method, batch=batch)
        if batch is not None:
            batch.expect(request_id)
        if method == "tools/call":
            self._propose_call(entry, message, revision)
        elif method == "initialize":
            self._forward_initialize(entry, message)
        elif is_linked:
            self._request_link(entry, message, revision)
        else:
            self._forward(entry, message)

    def _forward_initialize(self, entry: Outstanding, message: Message) -> None:
        context = self._context
        if entry.batch is not None:
            why = "initialize cannot be part of a batch"
            raise RefusedMessage(INVALID_REQUEST, why, request_id=entry.app_id, method="initialize")
        context.handshake.begin(message)
        self._initialize_at = time.monotonic()
        try:
            self._forward(entry, message)
        except RefusedMessage:
            context.handshake.reset()
            raise

    def _request_link(self, entry: Outstanding, message: Message, revision: str) -> None:
        """Let the gate decide about reading a link. Only then the request is sent and its answer forwarded."""
        context = self._context
        params = {key: value for key, value in (message.params or {}).items() if key != "_meta"}
        call = call_from_request(
            context.app, context.server, message.method, params, revision, time.time(), plain=message.plain
        )
        call = replace(call, continues=context.links.call_that_named(params.get("uri")))
        entry.link_request = link = context.call_handler.begin_request(call, {})
        context.ledger.add(entry)

        def send() -> asyncio.Future[Message]:
            answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

            def settle(response: Message) -> None:
                if (input_refusal := self._server_side.input_refusal(entry, response.result)) is not None:
                    response = Message("response", response.id, "", None, error=input_refusal)
                elif response.error is None:
                    response.result = self._server_side.rewrite_result(entry, response.result, plain=response.plain)
                if not answer.done():
                    answer.set_result(response)

            try:
                self._forward(entry, message, settle)
            except ChannelClosed as error:
                settle(Message("response", entry.app_id, "", None, error={"code": SERVER_LOST, "message": str(error)}))
            return answer

        tasks.spawn(self._answer_link(entry, link, send), name=f"request {call.id}", among=self._tasks)

    async def _answer_link(
        self, entry: Outstanding, link: RunningRequest, send: Callable[[], Awaitable[Message]]
    ) -> None:
        reply = await link.reply(send)
        if entry.upstream_id is not None:
            self._context.upstream.cancel(entry.upstream_id, "it is not waited for any more")  # unless it was answered
        if self._context.ledger.by_app_id(entry.app_id) is entry:  # not cancelled meanwhile
            self._send_reply(entry, reply)

    def _forward(
        self, entry: Outstanding, message: Message, on_response: Callable[[Message], None] | None = None
    ) -> None:
        """Send a request that needs no decision or already has one.

        ``on_response``: gets the response in place of the app. Raises ChannelClosed only if it is given.
        """
        context = self._context
        params = message.params
        if params is not None:
            entry.token, meta = split_progress_token(params, entry.app_id, message.method)
            params = {key: value for key, value in params.items() if key != "_meta"} | ({"_meta": meta} if meta else {})
            params = rewrite.client_params(params, context.hides_method)
            entry.capabilities = rewrite.declared_capabilities(params)
        if message.method in LOGGED_METHODS or message.method in self._allowed_by_entry:
            context.record("method.forwarded", message.method, direction="to server")
        context.session_replay.record_request(message.method, params)
        if on_response is None:
            context.ledger.add(entry)
        try:
            upstream_id = context.upstream.forward(
                message.method,
                params,
                on_response or (lambda response: self._server_side.handle_response(entry, response)),
                progress=entry.token is not None,
                plain=message.plain,
            )
        except ChannelClosed as error:
            if on_response is not None:
                raise
            context.answer_error(entry, SERVER_LOST, str(error))
            return
        context.ledger.mark_sent(entry, upstream_id)

    def _propose_call(self, entry: Outstanding, message: Message, revision: str) -> None:
        """Freeze a ``tools/call`` and pass it to the gate, unless it redeems a ticket. Raises RefusedMessage."""
        context = self._context
        if context.handshake.is_settled:
            context.tools.set_revision(revision)  # for an app that sent no notifications/initialized
        params = None if message.params is None else rewrite.client_params(message.params, context.hides_method)
        frozen = freeze(params, revision, entry.app_id, plain=message.plain)
        entry.token = frozen.progress_token
        if frozen.tool == TOOL and context.tickets.patience:
            context.ledger.add(entry)
            work = self._redeem_ticket(entry, frozen.arguments_value, revision)
            tasks.spawn(work, name="a ticket", among=self._tasks)
            return
        now = time.time()
        call = Call(
            uuid7(now),
            context.app,
            context.server,
            frozen.tool,
            frozen.params,
            frozen.arguments,
            frozen.arguments_value,
            revision,
            now,
            sha256_hex(frozen.params),
            frozen.turn,
            replace(frozen.says, client=context.handshake.client_name(message)),
        )
        entry.call = running = context.call_handler.begin_call(
            call,
            wants_progress=entry.token is not None,
            on_sent=lambda upstream_id: context.ledger.mark_sent(entry, upstream_id),
        )
        context.ledger.add(entry)
        tasks.spawn(self._answer_call(entry, running, revision), name=f"call {call.id}", among=self._tasks)

    async def _answer_call(self, entry: Outstanding, call: RunningCall, revision: str) -> None:
        if entry.token is None:
            reply = await self._context.tickets.reply(call, revision)
        else:
            with self._progress_while_waiting(entry, call):
                reply = await self._context.tickets.reply(call, revision)
        self._send_reply(entry, reply)

    async def _redeem_ticket(self, entry: Outstanding, arguments: JsonObject, revision: str) -> None:
        with self._progress_while_waiting(entry, self._context.tickets.call_for(arguments)):
            stored = await self._context.tickets.wait_result(arguments)
        if self._context.ledger.by_app_id(entry.app_id) is entry:  # not cancelled meanwhile
            self._send_reply(entry, self._context.tickets.redeem(arguments, revision, stored))

    @contextlib.contextmanager
    def _progress_while_waiting(self, entry: Outstanding, call: RunningCall | None) -> Iterator[None]:
        if entry.token is None or call is None:
            yield
            return
        loop = asyncio.get_running_loop()

        def send_progress() -> None:
            timers[0] = loop.call_later(PROGRESS_INTERVAL, send_progress)
            is_in_flight = self._context.ledger.by_app_id(entry.app_id) is entry  # not cancelled meanwhile
            if self._is_stopped or not is_in_flight:
                return
            if call.waits_for_person or self._has_request_for_person:
                progress: JsonObject = {"progress": entry.progress.next_own_value(), "message": WAITING}
                params = compact({"progressToken": entry.token, **progress})
                self._context.app_channel.send(messages.notification("notifications/progress", params))

        timers = [loop.call_later(PROGRESS_INTERVAL, send_progress)]
        try:
            yield
        finally:
            timers[0].cancel()

    @property
    def _has_request_for_person(self) -> bool:
        return any(it.request is not None and it.answer is None for it in self._context.ledger.server_requests.values())

    def _send_reply(self, entry: Outstanding, reply: Reply) -> None:
        if reply.result is not None:
            self._context.answer(entry, messages.result(entry.app_id, reply.result))
        elif reply.error is not None:
            self._context.answer(entry, messages.error_object(entry.app_id, reply.error, plain=reply.plain))
        else:
            self._context.drop_request(entry)

    def _handle_notification(self, message: Message) -> None:
        context, method = self._context, message.method
        handshake = context.handshake
        revision = handshake.legacy_revision or MODERN[-1]
        if method not in client_notifications(revision) and method not in self._allowed_by_entry:
            # A notification is never answered (JSON-RPC 2.0 §4.1), not even a tools/call without an id.
            raise RefusedMessage(
                METHOD_NOT_FOUND, "not on the allow-list", method=method, silent=True, record="method.refused"
            )
        if method == "notifications/roots/list_changed" and context.hides_method("roots/list"):
            return  # the capability is hidden from the server, which the app does not know
        if method == "notifications/cancelled":
            self._handle_cancelled(message.params or {})
            return
        params = None if message.params is None else compact(message.params, plain=message.plain)
        context.upstream.notify(method, params)
        if method == "notifications/initialized":
            handshake.is_initialized = True
            context.list_tools_when_ready()

    def _handle_cancelled(self, params: JsonObject) -> None:
        """Cancel a request of the app; unknown ids are ignored (MCP, basic/utilities/cancellation)."""
        entry = self._context.ledger.by_app_id(params.get("requestId"))
        if entry is None or entry.method == "initialize":
            return
        if entry.call is not None:
            entry.call.withdraw()
            return
        if entry.link_request is not None:
            entry.link_request.withdraw()
        if entry.upstream_id is not None:
            self._context.upstream.cancel(entry.upstream_id, "the app cancelled it")
        self._context.drop_request(entry)

    def _handle_response(self, message: Message) -> None:
        assert message.id is not None
        if message.id not in self._context.ledger.server_requests:
            return  # too late: the server cancelled the request, or its process was replaced
        server_request = self._context.ledger.server_requests[message.id]
        if server_request.request is None:
            del self._context.ledger.server_requests[message.id]
            message.id = server_request.id
            self._context.upstream.respond(messages.response(message))
        elif server_request.answer is not None and not server_request.answer.done():
            server_request.answer.set_result(message)

    def _refuse(self, refusal: RefusedMessage, batch: Batch | None) -> None:
        context = self._context
        context.record(refusal.record, refusal.method, because=str(refusal), code=refusal.code)
        if not refusal.silent:
            # With the id of a request in flight, this would pass for its answer.
            answer_id = None if context.ledger.by_app_id(refusal.id) is not None else refusal.id
            frame = messages.error(answer_id, refusal.code, str(refusal), refusal.data)
            context.answer_untracked(frame, answer_id, batch)
        if self._refusals.exceeded():
            context.end_session("too many messages had to be refused")


class ServerSide:
    """Handles the frames of one server."""

    def __init__(self, context: SessionContext) -> None:
        self._context = context
        self._oddities = Tally(MAX_ODDITIES)
        self.request_tasks: set[asyncio.Task[None]] = set()

    def withdraw_requests(self) -> None:
        """Withdraw all requests of the server, because the app or the server is gone."""
        for server_request in tuple(self._context.ledger.server_requests.values()):
            if server_request.request is not None:
                server_request.request.withdraw()

    def handle_frame(self, frame: bytes) -> None:
        """Handle one frame of the server and forward its messages to the app."""
        try:
            value, plain = messages.read_document(frame)
        except RefusedMessage as refusal:
            self._handle_malformed(refusal)
            return
        is_batch = isinstance(value, list) and self._context.handshake.legacy_revision in REVISIONS_WITH_BATCHES
        for element in value if isinstance(value, list) and is_batch else [value]:
            try:
                self._handle_message(messages.check(element, plain=plain, from_server=True))
            except RefusedMessage as refusal:
                self._handle_malformed(refusal)

    def _handle_malformed(self, refusal: RefusedMessage) -> None:
        if isinstance(refusal, TooManyValues):
            self._context.fail_server(str(refusal))
        elif isinstance(refusal, MalformedResponse) and refusal.id is not None:
            error: JsonObject = {"code": INTERNAL_ERROR, "message": "The server's answer is malformed."}
            self._context.upstream.response_received(Message("response", refusal.id, "", None, error=error))
        self._context.note(f"not a message, dropped: {refusal}")
        self._count_oddity(f"the server wrote {MAX_ODDITIES} lines within a minute that are not messages")

    def _count_oddity(self, too_many: str) -> None:
        if self._oddities.exceeded():
            self._context.fail_server(too_many)

    def _handle_message(self, message: Message) -> None:
        if message.kind == "response":
            entry = self._context.ledger.by_upstream_id(message.id)
            call = "" if entry is None or entry.call is None else entry.call.id
            self._context.links.add_result(message.result, call)
            if not self._context.upstream.response_received(message):
                self._context.note("a response that nobody waits for, dropped")
        elif message.kind == "request":
            self._handle_request(message)
        else:
            self._handle_notification(message)

    def handle_response(self, entry: Outstanding, message: Message) -> None:
        """Answer a forwarded request of the app with the server's response."""
        context = self._context
        if message.is_lost:
            why = message.error.get("message") if message.error is not None else ""
            context.answer_error(entry, SERVER_LOST, f"The server was lost: {why}.")
            return
        if message.error is not None:
            if entry.method == "initialize":
                context.handshake.reset()
            context.answer(entry, messages.error_object(entry.app_id, message.error, plain=message.plain))
            return
        if entry.method == "initialize" and not context.handshake.settle(message.result):
            context.answer_error(entry, SERVER_LOST, "The server chose a protocol version that Assent does not know.")
            context.fail_server("the server chose an unknown protocol version")
            return
        if entry.method == "initialize":
            context.list_tools_when_ready()
        context.session_replay.record_response(entry.method, message.result)
        if (input_refusal := self.input_refusal(entry, message.result)) is not None:
            context.answer(entry, messages.error_object(entry.app_id, input_refusal))
            return
        result = self.rewrite_result(entry, message.result, plain=message.plain)
        context.answer(entry, messages.result(entry.app_id, compact(result, plain=message.plain)))

    def input_refusal(self, entry: Outstanding, result: JsonValue) -> JsonObject | None:
        """Return the error that replaces a result which asks for input; None if the result may pass."""
        if not (why := self._why_not_passed_on(entry, result)):
            return None
        self._context.record("method.refused", entry.method, direction="to app", because=why)
        return {"code": INTERNAL_ERROR, "message": f"The server asked for input that is not passed on: {why}."}

    def _why_not_passed_on(self, entry: Outstanding, result: JsonValue) -> str:
        """Return why a result that asks for input may not pass (2026-07-28, basic/patterns/mrtr); empty if it may.

        For ``prompts/get`` and ``resources/read`` alone; the gate decides about results of calls. Nobody is asked here,
        so that sampling is always refused.
        """
        if not isinstance(result, dict) or result.get("resultType") != "input_required":
            return ""
        requests = result.get("inputRequests", {})
        if not isinstance(requests, dict) or len(requests) > MAX_INPUT_REQUESTS:
            return "it is in a form that Assent does not know"
        for request in requests.values():
            method, params = object_in(request).get("method"), object_in(request).get("params", {})
            if not isinstance(method, str) or not isinstance(params, dict) or method not in CAPABILITY_OF:
                return "it is in a form that Assent does not know"
            if method == SAMPLING or self._context.hides_method(method):
                return f"{method} is not allowed here"
            if why := problem(method, params, entry.capabilities):
                return why
        return ""

    def rewrite_result(self, entry: Outstanding, result: JsonValue, *, plain: bool) -> JsonValue:
        """Return a result in the form that the app may get. ``plain``: see ``canonical.Document``."""
        tools = self._context.tools
        if not isinstance(result, dict):
            return {"tools": []} if entry.method == "tools/list" and tools.pin.refresh() else result
        if "_meta" in result:
            result = {**result, "_meta": rewrite.without_receipt(result["_meta"])}
        if entry.method == "tools/list":
            return self._with_ticket_tool(self._rewrite_tool_list(result, plain=plain))
        if entry.method in ("initialize", "server/discover"):
            shown = result if tools.pin.greeted(result) else rewrite.without_instructions(result)
            return rewrite.server_capabilities(shown)
        if entry.upstream_id is not None and rewrite.subscription_id(result) == entry.upstream_id:
            return rewrite.with_subscription_id(result, entry.app_id)
        return result

    def _with_ticket_tool(self, result: JsonObject) -> JsonObject:
        """Add the tool that redeems tickets to the end of the list, if this app can get tickets."""
        listed = result.get("tools")
        if not self._context.tickets.patience or not isinstance(listed, list):
            return result
        others: list[JsonValue] = [tool for tool in listed if not (isinstance(tool, dict) and tool.get("name") == TOOL)]
        return {**result, "tools": others if "nextCursor" in result else [*others, DEFINITION]}

    def _rewrite_tool_list(self, result: JsonObject, *, plain: bool) -> JsonObject:
        tools = self._context.tools
        listed = result.get("tools")
        if isinstance(listed, list) and len(listed) > self._context.settings.tools_per_server:
            listed, result = [], {**result, "tools": []}  # the host lists so many no more than the app may call them
        left_out = tools.hidden_tools(listed, plain=plain) if isinstance(listed, list) else frozenset()
        if not tools.pin.refresh() and not left_out:
            return rewrite.filtered_tool_list(result, tools.duplicates)

        def may_list(tool: JsonValue) -> bool:
            if not (is_approved := tools.pin.may_list(tool, plain=plain)):
                tools.note_withheld(tool, plain=plain)  # the host may not have listed it yet
            return is_approved and id(tool) not in left_out

        return rewrite.filtered_tool_list(result, tools.duplicates, may_list)

    def _handle_request(self, message: Message) -> None:
        """Refuse a request of the server, forward it, or let the gate decide about it."""
        assert message.id is not None
        context, method = self._context, message.method
        if context.ledger.find_server_request(message.id) is not None:
            context.note("a request under an id that still waits for an answer, dropped")
            return
        if (why := self._why_refused(method)) is not None:
            self._count_oddity(f"the server asked {MAX_ODDITIES} times within a minute for what it may not have")
            context.record("method.refused", method, direction="to app", because=why)
            context.upstream.respond(messages.error(message.id, METHOD_NOT_FOUND, f"Method not found: {why}"))
            return
        if method in CAPABILITY_OF:
            self._decide_request(message, message.id)
            return
        if method != "ping":
            context.record("method.forwarded", method, direction="to app")
        self._send_request(message, context.ledger.add_server_request(message.id))

    def _send_request(self, message: Message, server_request: ServerRequest) -> None:
        params = None if message.params is None else compact(message.params, plain=message.plain)
        self._context.app_channel.send(messages.request(server_request.app_id, message.method, params))

    def _decide_request(self, message: Message, request_id: RequestId) -> None:
        context = self._context
        call = call_from_request(
            context.app,
            context.server,
            message.method,
            message.params or {},
            context.handshake.legacy_revision,
            time.time(),
            plain=message.plain,
        )
        request = context.call_handler.begin_request(call, context.handshake.capabilities)
        server_request = context.ledger.add_server_request(request_id, request)
        work = self._run_request(message, server_request, request)
        tasks.spawn(work, name=f"request {call.id}", among=self.request_tasks)

    async def _run_request(self, message: Message, server_request: ServerRequest, request: RunningRequest) -> None:
        """Run a decided request to its end. It counts as progress of running calls, so that they do not time out."""
        ledger = self._context.ledger

        def send() -> asyncio.Future[Message]:
            server_request.answer = asyncio.get_running_loop().create_future()
            self._send_request(message, server_request)
            self._note_progress()
            return server_request.answer

        reply = await request.reply(send)
        self._note_progress()
        if ledger.server_requests.get(server_request.app_id) is not server_request:
            return  # the server cancelled it
        del ledger.server_requests[server_request.app_id]
        if reply.result is not None:
            self._context.upstream.respond(messages.result(server_request.id, reply.result))
        elif reply.error is not None:
            error = messages.error_object(server_request.id, reply.error, plain=reply.plain)
            self._context.upstream.respond(error)

    def _note_progress(self) -> None:
        for call in self._context.running_calls():
            call.note_progress()

    def _why_refused(self, method: str) -> str | None:
        """Return why the server may not send ``method``; None if it may."""
        context = self._context
        if method not in server_requests(context.handshake.legacy_revision) and method not in context.allowed_methods:
            return "not on the allow-list"
        if len(context.ledger.server_requests) >= MAX_SERVER_REQUESTS:
            return "too many requests wait for the app"
        return None

    def _handle_notification(self, message: Message) -> None:
        method, params = message.method, message.params
        if method in _HIDDEN_NOTIFICATIONS:
            return
        if method == TOOLS_CHANGED:
            self._context.tools.mark_changed()
        elif method == "notifications/message" and any(it.is_result_held for it in self._context.running_calls()):
            self._context.note("a message for the log while a result is held, dropped")
            return
        elif method == "notifications/progress":
            params = self._translate_progress(params or {})
            if params is None:
                return
        elif method == "notifications/cancelled":
            params = self._translate_cancelled(params or {})
            if params is None:
                return
        plain = message.plain
        frame_params = None if params is None else compact(self._translate_subscription(method, params), plain=plain)
        self._context.app_channel.send(messages.notification(method, frame_params))

    def _translate_progress(self, params: JsonObject) -> JsonObject | None:
        """Return progress with the app's token; None if no request asked for it or the app may not get it."""
        entry = self._context.ledger.by_upstream_id(params.get("progressToken"))
        if entry is None:
            for call in self._context.tickets.running_calls():  # it belongs to one that was answered with a ticket
                call.note_progress()
        if entry is None or entry.token is None:
            return None
        if entry.call is not None:
            entry.call.note_progress()
            if entry.call.is_result_held:
                return None  # progress could contain the held result in pieces
        return params | {"progressToken": entry.token, "progress": entry.progress.from_server(params.get("progress"))}

    def _translate_cancelled(self, params: JsonObject) -> JsonObject | None:
        """Handle that the server cancels its own request, or ends a subscription (MCP 2026-07-28).

        Returns the params for the app, None if it gets no notification.
        """
        request_id = params.get("requestId")
        if (server_request := self._context.ledger.find_server_request(request_id)) is not None:
            del self._context.ledger.server_requests[server_request.app_id]
            translated = params | {"requestId": server_request.app_id}
            if server_request.request is None:
                return translated
            server_request.request.withdraw()
            return None if server_request.answer is None or server_request.answer.done() else translated
        entry = self._context.ledger.by_upstream_id(request_id)
        if entry is None or entry.method != "subscriptions/listen":
            return None
        assert entry.upstream_id is not None
        self._context.upstream.forget(entry.upstream_id)
        self._context.drop_request(entry)
        return params | {"requestId": entry.app_id}

    def _translate_subscription(self, method: str, params: JsonObject) -> JsonObject:
        """Return params of a notification with the app's id of the subscription that they belong to, if any."""
        entry = self._context.ledger.by_upstream_id(rewrite.subscription_id(params))
        if entry is None:
            return params
        if method == "notifications/subscriptions/acknowledged":
            agreed = params.get("notifications")
            entry.wants_tool_changes = isinstance(agreed, dict) and agreed.get("toolsListChanged") is True
        return rewrite.with_subscription_id(params, entry.app_id)
