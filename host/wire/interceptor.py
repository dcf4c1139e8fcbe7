"""The interceptor: what an app and a server may say to each other, and how it gets there.

Owns: every message from the app, and every message from the server.

Invariants:
    - Nothing is forwarded as it was received; ids and progress tokens are mapped.
    - Requests of the app are allow-listed per revision; ``tools/call`` goes to the gate and nowhere else. What is
      refused is logged, and an app that only sends refusable things is let go.
    - Messages of the server pass with unknown fields, nulls and big numbers as they came, except for what
      ``host.wire.rewrite`` changes. What a server asks of the app goes to the gate, and reaches the app only from
      there.
    - An app that asked for progress hears that a person is being waited for, and progress that it hears only grows.
      While a result waits for its release, nothing that could tell it passes as progress or as a message for the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
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
    ProtocolError,
)
from host.ids import uuid7
from host.inspect.asked import CAPABILITY_OF, READ, SAMPLING, problem
from host.model import Call, JsonObject, JsonValue, RequestId, sha256_hex
from host.rates import Tally
from host.values import replace
from host.wire import messages, rewrite
from host.wire.call_handler import Reply, RunningCall, RunningRequest, request_call
from host.wire.context import SessionContext
from host.wire.freeze import freeze, take_progress_token
from host.wire.handshake import refusal
from host.wire.ledger import MAX_BATCH, AskedOfApp, Batch, Outstanding
from host.wire.links import READS
from host.wire.messages import MalformedResponse, Message, RefusedMessage, TooDense
from host.wire.methods import (
    BATCHES,
    BEFORE_HANDSHAKE,
    LOGGED,
    META_SUBSCRIPTION,
    MODERN,
    TOOLS_CHANGED,
    client_notifications,
    client_requests,
    server_requests,
)
from host.wire.tickets import DEFINITION, TOOL
from host.wire.upstream import GATED
from host.words import say

TELL_EVERY: Final = 10.0
"""Seconds between two messages to an app whose call waits for a person: apps give up after 30 s at the earliest."""
WAITING: Final = "Waiting for a person in Assent"
LINKED: Final = (
    "A result named this resource, and the server does not list it: it may be read by a decision each time, and not be "
    "watched. Whoever runs Assent can allow that in the server's entry (allowMethods)."
)
ANOTHER: Final = say("the server, started again, is another one than before; connect to it anew")

MAX_ODDITIES: Final = 100
"""Lines that are no messages, or refused requests, within a minute, after which a server is given up."""
MAX_ASKED: Final = 128
"""Requests of one server that an app has not answered yet; more are refused."""
_HIDDEN: Final = frozenset({"notifications/tasks/status"})
"""Task notifications do not pass until tasks are gated."""


class Interceptor:
    """Reads everything that passes between one app and one server."""

    def __init__(self, context: SessionContext) -> None:
        """``context``: the session's parts."""
        self._context = context
        self._server_side = ServerSide(context)
        # What the server's entry allows beside the allow-list; calls have one way only, whatever it says.
        self._named = context.allowed - GATED
        self._refusals = Tally(context.settings.refusals_per_connection)
        self._stopped = False
        self._greeted_at = 0.0
        self._calls: set[asyncio.Task[None]] = set()

    def greeting_for(self) -> float:
        """Seconds since the app began a legacy handshake that the server has not answered; 0 where it has."""
        handshake = self._context.handshake
        return 0.0 if handshake.settled or not handshake.legacy else time.monotonic() - self._greeted_at

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for anything, and another process of the server could go on from here."""
        ledger = self._context.ledger
        waited_for = (
            len(ledger) or ledger.of_server or self._context.upstream.in_flight or self._context.tickets.waits()
        )
        return not waited_for and not self._context.greeting.subscribed

    @property
    def is_stateless(self) -> bool:
        """Whether the revision keeps nothing between requests (MCP 2026-07-28)."""
        return not self._context.handshake.legacy

    def server_left(self, error: AssentError) -> None:
        """This process of the server is gone, and another will come: whatever waits for it ends."""
        self._server_side.give_up()
        for call in self._context.running():
            call.server_gone()
        self._context.upstream.lose_all(error)
        self._context.ledger.server_left()

    async def greet_again(self, timeout: float) -> None:
        """Say to another process of the server what the app had said to the first one.

        Raises:
            AssentError: it did not answer within ``timeout`` seconds, or is another server by now.
        """
        context, said = self._context, self._context.greeting
        try:
            if said.method:
                answer = await context.upstream.ask(said.method, said.params, timeout=timeout)
                if answer.lost:
                    raise ChannelClosed("the server closed its output")
                if answer.error is not None or not said.is_same(answer.result):
                    raise AssentError(ANOTHER)
            if context.handshake.initialized:
                context.upstream.notify("notifications/initialized", None)
            if said.level is not None:
                await context.upstream.ask("logging/setLevel", said.level, timeout=timeout)
        except TimeoutError as error:
            raise ChannelClosed("the server did not greet in time") from error
        context.tools.changed()

    async def drained(self, seconds: float) -> None:
        """Wait at most ``seconds`` until every call has its end and its record, and what the server asks."""
        if running := self._calls | self._server_side.running | self._context.tickets.waits():
            await asyncio.wait(running, timeout=seconds)

    # From the app

    def app_frame(self, frame: bytes) -> None:
        """Read one frame of the app, and pass on what its revision allows."""
        if self._stopped:
            return
        try:
            value, plain = messages.read_document(frame)
            if not isinstance(value, list):
                self._one(value, None, plain)
                return
            if self._context.handshake.legacy not in BATCHES:
                raise RefusedMessage(INVALID_REQUEST, "a message must be one JSON object")
            if not 0 < len(value) <= MAX_BATCH:
                raise RefusedMessage(INVALID_REQUEST, f"a batch has 1 to {MAX_BATCH} messages")
        except RefusedMessage as refusal:
            self._refuse(refusal, None)
            return
        self._batch(value, plain)

    def too_large(self, why: str) -> None:
        """The app sent a frame over its limit: it hears so, and the session ends."""
        self._refuse(RefusedMessage(INVALID_REQUEST, why), None)
        self._context.end(why)

    def app_gone(self) -> None:
        """The app left, or must: nothing of its is read any more, its calls are withdrawn or cancelled."""
        self.stop()
        self._give_up_all()

    def stop(self) -> None:
        """The session is over: from now on neither side is heard."""
        self._stopped = True

    def tools_changed(self) -> None:
        """Other tools may be used than before."""
        self._context.tools.changed()
        self.tell_tools_changed()

    def tell_tools_changed(self) -> None:
        """Tell the app, as a server would: at once, or where it subscribed (MCP 2026-07-28, subscriptions/listen)."""
        context = self._context
        if self._stopped:
            return
        if context.handshake.settled and context.handshake.initialized:
            context.to_app.send(messages.notification(TOOLS_CHANGED, None))
        for entry in context.ledger.all():
            if entry.tells_of_tools:
                params = compact({"_meta": {META_SUBSCRIPTION: entry.app_id}})
                context.to_app.send(messages.notification(TOOLS_CHANGED, params))

    # From the server

    def server_frame(self, frame: bytes) -> None:
        """Read one frame of the server, and pass it on to the app."""
        if not self._stopped:
            self._server_side.frame(frame)

    def server_gone(self, error: AssentError) -> None:
        """The server is gone: what was sent has an unknown outcome, what waits ends, a held result is withheld."""
        self.stop()
        self._server_side.give_up()
        for call in self._context.running():
            call.server_gone()
        for entry in self._context.ledger.all():
            if entry.link is not None and entry.upstream_id is None:
                entry.link.withdraw()
                self._context.answer_error(entry, SERVER_LOST, str(error))
        self._context.upstream.close(error)

    def _batch(self, values: list[JsonValue], plain: bool) -> None:
        batch = Batch()
        for value in values:
            self._one(value, batch, plain)
        self._context.close_batch(batch)

    def _one(self, value: JsonValue, batch: Batch | None, plain: bool) -> None:
        try:
            message = messages.check(value, plain=plain)
            if message.kind == "request":
                self._request(message, batch)
            elif message.kind == "notification":
                self._notification(message)
            else:
                self._response(message)
        except RefusedMessage as refusal:
            self._refuse(refusal, batch)

    def _request(self, message: Message, batch: Batch | None) -> None:
        assert message.id is not None
        context, request_id, method = self._context, message.id, message.method
        if not context.used.use(request_id) or context.ledger.of_app(request_id) is not None:
            # Answered without the id: with it, an app could take this for the answer to its first request.
            raise RefusedMessage(INVALID_REQUEST, "this request id was used before", method=method)
        revision = self._revision(message)
        allowed = client_requests(revision) if revision else BEFORE_HANDSHAKE
        if method not in allowed and method not in self._named:
            raise RefusedMessage(
                METHOD_NOT_FOUND, "Method not found", request_id=request_id, method=method, record="method.refused"
            )
        if len(context.ledger) >= context.settings.in_flight_per_session:
            # An honest burst: answered, and not counted among what an app should not do.
            frame = messages.error(request_id, SERVER_LOST, "Too many requests are in flight; wait for some answers.")
            context.answer_loose(frame, request_id, batch)
            return
        linked = method in READS and method not in self._named and context.links.needs_decision(message.params)
        if linked and method != READ:
            # An app that follows links is no worse than others: answered, and not counted either.
            context.record("method.refused", method, because=LINKED)
            context.answer_loose(messages.error(request_id, INVALID_PARAMS, LINKED), request_id, batch)
            return
        entry = Outstanding(request_id, method, batch=batch)
        if batch is not None:
            batch.expect(request_id)
        if method == "tools/call":
            self._call(entry, message, revision)
        elif method == "initialize":
            self._initialize(entry, message)
        elif linked:
            self._follow(entry, message, revision)
        else:
            self._forward(entry, message)

    def _revision(self, message: Message) -> str:
        try:
            revision = self._context.handshake.revision_for(message)
        except ProtocolError as error:
            raise refusal(error, message) from error
        if revision in MODERN:
            self._context.tools.handshake_done(revision)
        return revision

    def _initialize(self, entry: Outstanding, message: Message) -> None:
        context = self._context
        try:
            if entry.batch is not None:
                raise ProtocolError(INVALID_REQUEST, "initialize cannot be part of a batch")
            context.handshake.begin(message.params)
            self._greeted_at = time.monotonic()
        except ProtocolError as error:
            raise RefusedMessage(error.code, str(error), request_id=entry.app_id, method="initialize") from error
        try:
            self._forward(entry, message)
        except RefusedMessage:
            context.handshake.failed()
            raise

    def _follow(self, entry: Outstanding, message: Message, revision: str) -> None:
        """Have it decided whether a link may be read; only then is it sent, and the answer passed on."""
        context = self._context
        shown = {key: value for key, value in (message.params or {}).items() if key != "_meta"}
        call = request_call(
            context.app, context.server, message.method, shown, revision, time.time(), plain=message.plain
        )
        call = replace(call, continues=context.links.named_in(shown.get("uri")))
        entry.link = link = context.calls.ask(call, {})
        context.ledger.add(entry)

        def send() -> asyncio.Future[Message]:
            answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

            def came(response: Message) -> None:
                if (refused := self._server_side.refused(entry, response.result)) is not None:
                    response = Message("response", response.id, "", None, error=refused)
                elif response.error is None:
                    response.result = self._server_side.rewritten(entry, response.result)
                if not answer.done():
                    answer.set_result(response)

            try:
                self._forward(entry, message, came)
            except ChannelClosed as error:
                came(Message("response", entry.app_id, "", None, error={"code": SERVER_LOST, "message": str(error)}))
            return answer

        self._run(self._followed(entry, link, send), name=f"request {call.id}")

    async def _followed(self, entry: Outstanding, link: RunningRequest, send: Callable[[], Awaitable[Message]]) -> None:
        reply = await link.reply(send)
        if entry.upstream_id is not None:
            self._context.upstream.cancel(entry.upstream_id, "it is not waited for any more")  # unless it has answered
        if self._context.ledger.of_app(entry.app_id) is entry:  # not cancelled meanwhile
            self._reply(entry, reply)

    def _forward(
        self, entry: Outstanding, message: Message, on_response: Callable[[Message], None] | None = None
    ) -> None:
        """Send a request that needs no decision, or has one.

        ``on_response``: hears the answer in place of the app. Raises ChannelClosed only where there is one.
        """
        context = self._context
        params = message.params
        if params is not None:
            entry.token, meta = take_progress_token(params, entry.app_id, message.method)
            params = {key: value for key, value in params.items() if key != "_meta"} | ({"_meta": meta} if meta else {})
            params = rewrite.client_params(params, context.hides)
            entry.capabilities = rewrite.declared(params)
        if message.method in LOGGED or message.method in self._named:
            context.record("method.forwarded", message.method, direction="to server")
        context.greeting.sent(message.method, params)
        if on_response is None:
            context.ledger.add(entry)
        try:
            upstream_id = context.upstream.forward(
                message.method,
                params,
                on_response or (lambda response: self._server_side.answered(entry, response)),
                progress=entry.token is not None,
                plain=message.plain,
            )
        except ChannelClosed as error:
            if on_response is not None:
                raise
            context.answer_error(entry, SERVER_LOST, str(error))
            return
        context.ledger.sent(entry, upstream_id)

    def _call(self, entry: Outstanding, message: Message, revision: str) -> None:
        context = self._context
        if context.handshake.settled:
            context.tools.handshake_done(revision)  # an app that forgot to say that it is ready is, now
        params = None if message.params is None else rewrite.client_params(message.params, context.hides)
        frozen = freeze(params, revision, entry.app_id, plain=message.plain)
        entry.token = frozen.progress_token
        if frozen.tool == TOOL and context.tickets.patience:
            context.ledger.add(entry)
            self._run(self._redeem(entry, frozen.arguments_value, revision), name="a ticket")
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
            replace(frozen.says, client=context.handshake.client(message)),
        )
        entry.call = running = context.calls.begin(
            call,
            wants_progress=entry.token is not None,
            on_sent=lambda upstream_id: context.ledger.sent(entry, upstream_id),
        )
        context.ledger.add(entry)
        self._run(self._answer(entry, running, revision), name=f"call {call.id}")

    def _run(self, work: Coroutine[object, object, None], *, name: str) -> None:
        task = tasks.spawn(work, name=name)
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _answer(self, entry: Outstanding, call: RunningCall, revision: str) -> None:
        with self._keeping_alive(entry, call):
            reply = await self._context.tickets.reply(call, revision)
        self._reply(entry, reply)

    async def _redeem(self, entry: Outstanding, arguments: JsonObject, revision: str) -> None:
        with self._keeping_alive(entry, self._context.tickets.call_of(arguments)):
            stored = await self._context.tickets.wait(arguments)
        if self._context.ledger.of_app(entry.app_id) is entry:  # not cancelled meanwhile
            self._reply(entry, self._context.tickets.redeem(arguments, revision, stored))

    @contextlib.contextmanager
    def _keeping_alive(self, entry: Outstanding, call: RunningCall | None) -> Iterator[None]:
        """While ``call`` waits for a person, tell an app that asked for progress now and then that it does."""
        if entry.token is None or call is None:
            yield
            return
        loop = asyncio.get_running_loop()

        def tell() -> None:
            timers[0] = loop.call_later(TELL_EVERY, tell)
            answers = (
                not self._stopped and self._context.ledger.of_app(entry.app_id) is entry
            )  # not cancelled meanwhile
            if answers and (call.waits_for_person or self._asks_person):
                params: JsonObject = {"progress": entry.progress.ours(), "message": WAITING}
                told = compact({"progressToken": entry.token, **params})
                self._context.to_app.send(messages.notification("notifications/progress", told))

        timers = [loop.call_later(TELL_EVERY, tell)]
        try:
            yield
        finally:
            timers[0].cancel()

    @property
    def _asks_person(self) -> bool:
        """Whether something that the server asked of the app waits for a person."""
        return any(it.request is not None and it.answer is None for it in self._context.ledger.of_server.values())

    def _reply(self, entry: Outstanding, reply: Reply) -> None:
        if reply.result is not None:
            self._context.answer(entry, messages.result(entry.app_id, reply.result))
        elif reply.error is not None:
            self._context.answer(entry, messages.error_object(entry.app_id, reply.error))
        else:
            self._context.give_up(entry)

    def _notification(self, message: Message) -> None:
        context, method = self._context, message.method
        handshake = context.handshake
        revision = handshake.legacy or MODERN[-1]
        if method not in client_notifications(revision) and method not in self._named:
            # A notification is never answered (JSON-RPC 2.0 §4.1), not even a tools/call without an id.
            raise RefusedMessage(
                METHOD_NOT_FOUND, "not on the allow-list", method=method, silent=True, record="method.refused"
            )
        if method == "notifications/roots/list_changed" and context.hides("roots/list"):
            return  # The capability was hidden from the server; the app cannot know.
        if method == "notifications/cancelled":
            self._cancelled(message.params or {})
            return
        context.upstream.notify(method, None if message.params is None else compact(message.params))
        if method == "notifications/initialized":
            handshake.initialized = True
            context.handshake_advanced()

    def _cancelled(self, params: JsonObject) -> None:
        """The app gives a request up (MCP, basic/utilities/cancellation); unknown ids are ignored, as it says."""
        entry = self._context.ledger.of_app(params.get("requestId"))
        if entry is None or entry.method == "initialize":
            return
        if entry.call is not None:
            entry.call.withdraw()
            return
        if entry.link is not None:
            entry.link.withdraw()
        if entry.upstream_id is not None:
            self._context.upstream.cancel(entry.upstream_id, "the app cancelled it")
        self._context.give_up(entry)

    def _response(self, message: Message) -> None:
        """The app answers a request of the server."""
        assert message.id is not None
        if message.id not in self._context.ledger.of_server:
            return  # late: the server took its question back, or is another one by now
        asked = self._context.ledger.of_server[message.id]
        if asked.request is None:
            del self._context.ledger.of_server[message.id]
            message.id = asked.id
            self._context.upstream.respond(messages.response(message))
        elif asked.answer is not None and not asked.answer.done():
            asked.answer.set_result(message)

    def _refuse(self, refusal: RefusedMessage, batch: Batch | None) -> None:
        context = self._context
        context.record(refusal.record, refusal.method, because=str(refusal), code=refusal.code)
        if not refusal.silent:
            # Under the id of a request in flight, this would pass for the answer to that one.
            answered = None if context.ledger.of_app(refusal.id) is not None else refusal.id
            frame = messages.error(answered, refusal.code, str(refusal), refusal.data)
            context.answer_loose(frame, answered, batch)
        if self._refusals.exceeded():
            context.end("too many messages had to be refused")

    def _give_up_all(self) -> None:
        self._server_side.give_up()
        for call in self._context.running():
            call.app_gone()
        for entry in self._context.ledger.all():
            if entry.link is not None:
                entry.link.withdraw()
            if entry.call is None:
                self._context.give_up(entry)


class ServerSide:
    """Handles the frames of one server."""

    def __init__(self, context: SessionContext) -> None:
        """``context``: the session's parts."""
        self._context = context
        self._oddities = Tally(MAX_ODDITIES)
        self.running: set[asyncio.Task[None]] = set()

    def give_up(self) -> None:
        """One of both is gone: nothing that the server asked is wanted any more."""
        for asked in tuple(self._context.ledger.of_server.values()):
            if asked.request is not None:
                asked.request.withdraw()

    def frame(self, frame: bytes) -> None:
        """Read one frame of the server, and pass it on to the app."""
        try:
            value, plain = messages.read_document(frame)
        except RefusedMessage as refusal:
            self._odd(refusal)
            return
        batched = isinstance(value, list) and self._context.handshake.legacy in BATCHES
        for element in value if isinstance(value, list) and batched else [value]:
            try:
                self._one(messages.check(element, plain=plain, from_server=True))
            except RefusedMessage as refusal:
                self._odd(refusal)

    def _odd(self, refusal: RefusedMessage) -> None:
        if isinstance(refusal, TooDense):
            self._context.fault(str(refusal))
        elif isinstance(refusal, MalformedResponse) and refusal.id is not None:
            error: JsonObject = {"code": INTERNAL_ERROR, "message": "The server's answer is malformed."}
            self._context.upstream.response_received(Message("response", refusal.id, "", None, error=error))
        self._context.note(f"not a message, dropped: {refusal}")
        self._count(f"the server wrote {MAX_ODDITIES} lines within a minute that are not messages")

    def _count(self, too_many: str) -> None:
        if self._oddities.exceeded():
            self._context.fault(too_many)

    def _one(self, message: Message) -> None:
        if message.kind == "response":
            entry = self._context.ledger.of_upstream(message.id)
            call = "" if entry is None or entry.call is None else entry.call.id
            self._context.links.result_came(message.result, call)
            if not self._context.upstream.response_received(message):
                self._context.note("a response that nobody waits for, dropped")
        elif message.kind == "request":
            self._request(message)
        else:
            self._notification(message)

    def answered(self, entry: Outstanding, message: Message) -> None:
        """The response to a forwarded request."""
        context = self._context
        if message.lost:
            why = message.error.get("message") if message.error is not None else ""
            context.answer_error(entry, SERVER_LOST, f"The server was lost: {why}.")
            return
        if message.error is not None:
            if entry.method == "initialize":
                context.handshake.failed()
            context.answer(entry, messages.error_object(entry.app_id, message.error))
            return
        if entry.method == "initialize" and not context.handshake.settle(message.result):
            context.answer_error(entry, SERVER_LOST, "The server chose a protocol version that Assent does not know.")
            context.fault("the server chose an unknown protocol version")
            return
        if entry.method == "initialize":
            context.handshake_advanced()
        context.greeting.answered(entry.method, message.result)
        if (refused := self.refused(entry, message.result)) is not None:
            context.answer(entry, messages.error_object(entry.app_id, refused))
            return
        result = self.rewritten(entry, message.result)
        context.answer(entry, messages.result(entry.app_id, compact(result, plain=message.plain)))

    def refused(self, entry: Outstanding, result: JsonValue) -> JsonObject | None:
        """The error that an app hears in place of a result which asks for input; None where it may hear the result."""
        if not (why := self._why_not_passed_on(entry, result)):
            return None
        self._context.record("method.refused", entry.method, direction="to app", because=why)
        return {"code": INTERNAL_ERROR, "message": f"The server asked for input that is not passed on: {why}."}

    def _why_not_passed_on(self, entry: Outstanding, result: JsonValue) -> str:
        """Why a result that asks for input is not passed on (2026-07-28, basic/patterns/mrtr); empty where it may be.

        Of ``prompts/get`` and ``resources/read``; what a call's result asks, the gate decides. Nobody is asked here, so
        the app's model is out of reach.
        """
        if not isinstance(result, dict) or result.get("resultType") != "input_required":
            return ""
        wanted = result.get("inputRequests", {})
        for asked in wanted.values() if isinstance(wanted, dict) else ({},):
            method = asked.get("method") if isinstance(asked, dict) else None
            params = asked.get("params", {}) if isinstance(asked, dict) else None
            if not isinstance(method, str) or not isinstance(params, dict) or method not in CAPABILITY_OF:
                return "it is in a form that Assent does not know"
            if method == SAMPLING or self._context.hides(method):
                return f"{method} is not allowed here"
            if why := problem(method, params, entry.capabilities):
                return why
        return ""

    def rewritten(self, entry: Outstanding, result: JsonValue) -> JsonValue:
        """A result as the app may hear it."""
        tools = self._context.tools
        if not isinstance(result, dict):
            return {"tools": []} if entry.method == "tools/list" and tools.pin.refresh() else result
        if "_meta" in result:
            result = {**result, "_meta": rewrite.without_claims(result["_meta"])}
        if entry.method == "tools/list":
            return self._with_tickets(self._tool_list(result))
        if entry.method in ("initialize", "server/discover"):
            shown = result if tools.pin.greeted(result) else rewrite.without_instructions(result)
            return rewrite.server_capabilities(shown)
        if entry.upstream_id is not None and rewrite.subscription_id(result) == entry.upstream_id:
            return rewrite.subscription(result, entry.app_id)
        return result

    def _with_tickets(self, result: JsonObject) -> JsonObject:
        """The list with the tool that redeems tickets, at its end, where this app may get some."""
        listed = result.get("tools")
        if not self._context.tickets.patience or not isinstance(listed, list):
            return result
        others: list[JsonValue] = [tool for tool in listed if not (isinstance(tool, dict) and tool.get("name") == TOOL)]
        return {**result, "tools": others if "nextCursor" in result else [*others, DEFINITION]}

    def _tool_list(self, result: JsonObject) -> JsonObject:
        tools = self._context.tools
        listed = result.get("tools")
        left_out = [tool for tool in listed if tools.leaves_out(tool)] if isinstance(listed, list) else []
        if not tools.pin.refresh() and not left_out:
            return rewrite.tool_list(result, tools.duplicates)

        def lists(tool: JsonValue) -> bool:
            if not (passes := tools.pin.lists(tool)):
                tools.saw(tool)  # the host's own listing may not know it yet
            return passes and tool not in left_out

        return rewrite.tool_list(result, tools.duplicates, lists)

    def _request(self, message: Message) -> None:
        """The server asks the app for something."""
        assert message.id is not None
        context, method = self._context, message.method
        if context.ledger.asked_as(message.id) is not None:
            context.note("a request under an id that still waits for an answer, dropped")
            return
        if (why := self._refused(method)) is not None:
            self._count(f"the server asked {MAX_ODDITIES} times within a minute for what it may not have")
            context.record("method.refused", method, direction="to app", because=why)
            context.upstream.respond(messages.error(message.id, METHOD_NOT_FOUND, f"Method not found: {why}"))
            return
        if method in CAPABILITY_OF:
            self._gated(message, message.id)
            return
        if method != "ping":
            context.record("method.forwarded", method, direction="to app")
        self._send(message, context.ledger.server_asks(message.id))

    def _send(self, message: Message, asked: AskedOfApp) -> None:
        params = None if message.params is None else compact(message.params)
        self._context.to_app.send(messages.request(asked.app_id, message.method, params))

    def _gated(self, message: Message, request_id: RequestId) -> None:
        """What is decided on before the app hears it."""
        context = self._context
        call = request_call(
            context.app, context.server, message.method, message.params or {}, context.handshake.legacy, time.time()
        )
        request = context.calls.ask(call, context.handshake.capabilities)
        asked = context.ledger.server_asks(request_id, request)
        task = tasks.spawn(self._reply(message, asked, request), name=f"request {call.id}")
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def _reply(self, message: Message, asked: AskedOfApp, request: RunningRequest) -> None:
        """Take a request to its end. While it waits for people the call that it belongs to does not run out of time."""
        ledger = self._context.ledger

        def send() -> asyncio.Future[Message]:
            asked.answer = asyncio.get_running_loop().create_future()
            self._send(message, asked)
            self._progressed()
            return asked.answer

        reply = await request.reply(send)
        self._progressed()
        if ledger.of_server.get(asked.app_id) is not asked:
            return  # the server took it back
        del ledger.of_server[asked.app_id]
        if reply.result is not None:
            self._context.upstream.respond(messages.result(asked.id, reply.result))
        elif reply.error is not None:
            self._context.upstream.respond(messages.error_object(asked.id, reply.error))

    def _progressed(self) -> None:
        for call in self._context.running():
            call.progressed()

    def _refused(self, method: str) -> str | None:
        """Why the server may not ask for ``method``; None where it may."""
        context = self._context
        if method not in server_requests(context.handshake.legacy) and method not in context.allowed:
            return "not on the allow-list"
        if len(context.ledger.of_server) >= MAX_ASKED:
            return "too many requests wait for the app"
        return None

    def _notification(self, message: Message) -> None:
        method, params = message.method, message.params
        if method in _HIDDEN:
            return
        if method == TOOLS_CHANGED:
            self._context.tools.changed()
        elif method == "notifications/message" and any(it.result_held for it in self._context.running()):
            self._context.note("a message for the log while a result is held, dropped")
            return
        elif method == "notifications/progress":
            params = self._progress(params or {})
            if params is None:
                return
        elif method == "notifications/cancelled":
            params = self._cancelled(params or {})
            if params is None:
                return
        frame_params = None if params is None else compact(self._for_app(method, params))
        self._context.to_app.send(messages.notification(method, frame_params))

    def _progress(self, params: JsonObject) -> JsonObject | None:
        """Progress under the app's own token; None where no request asked for it, or the app may not hear of it."""
        entry = self._context.ledger.of_upstream(params.get("progressToken"))
        if entry is None:
            for call in self._context.tickets.running():  # one of them, whose request was answered with a ticket
                call.progressed()
        if entry is None or entry.token is None:
            return None
        if entry.call is not None:
            entry.call.progressed()
            if entry.call.result_held:
                return None  # its result waits for a person, and could be told in pieces meanwhile
        return params | {"progressToken": entry.token, "progress": entry.progress.of_server(params.get("progress"))}

    def _cancelled(self, params: JsonObject) -> JsonObject | None:
        """The server takes back a request of its own, or ends a subscription (MCP 2026-07-28)."""
        request_id = params.get("requestId")
        if (asked := self._context.ledger.asked_as(request_id)) is not None:
            del self._context.ledger.of_server[asked.app_id]
            told = params | {"requestId": asked.app_id}
            if asked.request is None:
                return told
            asked.request.withdraw()
            return None if asked.answer is None or asked.answer.done() else told
        entry = self._context.ledger.of_upstream(request_id)
        if entry is None or entry.method != "subscriptions/listen":
            return None
        assert entry.upstream_id is not None
        self._context.upstream.forget(entry.upstream_id)
        self._context.give_up(entry)
        return params | {"requestId": entry.app_id}

    def _for_app(self, method: str, params: JsonObject) -> JsonObject:
        """Params of a notification; one that belongs to a subscription names it by the app's own id."""
        entry = self._context.ledger.of_upstream(rewrite.subscription_id(params))
        if entry is None:
            return params
        if method == "notifications/subscriptions/acknowledged":
            agreed = params.get("notifications")
            entry.tells_of_tools = isinstance(agreed, dict) and agreed.get("toolsListChanged") is True
        return rewrite.subscription(params, entry.app_id)
