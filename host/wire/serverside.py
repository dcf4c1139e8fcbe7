"""What a server may say to an app, and how it gets there.

Owns: every message from the server.

Invariants: messages pass with unknown fields, nulls and big numbers as they came, except for what ``host.wire.rewrite``
changes; what a server asks of the app goes to the gate, and reaches the app only from there; while a result waits for
its release, nothing that could tell it passes as progress or as a message for the log.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from host import tasks
from host.canonical import compact
from host.errors import INTERNAL_ERROR, METHOD_NOT_FOUND, SERVER_LOST
from host.inspect.asked import CAPABILITY_OF, SAMPLING, problem
from host.model import JsonObject, JsonValue, RequestId
from host.rates import Tally
from host.wire import messages, rewrite
from host.wire.call_handler import RunningRequest, request_call
from host.wire.context import SessionContext
from host.wire.ledger import AskedOfApp, Outstanding
from host.wire.messages import MalformedResponse, Message, RefusedMessage, TooDense
from host.wire.methods import BATCHES, TOOLS_CHANGED, server_requests
from host.wire.tickets import DEFINITION, TOOL

MAX_ODDITIES: Final = 100
"""Lines that are no messages, or refused requests, within a minute, after which a server is given up."""
MAX_ASKED: Final = 128
"""Requests of one server that an app has not answered yet; more are refused."""

_HIDDEN: Final = frozenset({"notifications/tasks/status"})
"""Task notifications do not pass until tasks are gated."""


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
