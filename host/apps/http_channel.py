"""The channel to an app that speaks Streamable HTTP (MCP, basic/transports/streamable-http, 2025-03-26 and later).

Owns: which HTTP answer each message to the app belongs to.

Invariants:
    - A response leaves in the answer to the request that it responds to, and in no other.
    - Requests of the stateless revision come under ids of ours, since those of different HTTP requests may be equal;
      the app sees its own ids and progress tokens.
    - What waits to be sent is bounded: a slow app holds its own session back, and one that left withdraws its requests.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import deque
from collections.abc import Callable
from typing import Final

from host.canonical import compact
from host.ids import is_id
from host.model import JsonObject, JsonValue, RequestId, object_in
from host.wire import messages
from host.wire.channel import HIGH_WATER, Receiver
from host.wire.methods import META_SUBSCRIPTION

MAX_ANSWERS: Final = 256
"""HTTP requests of one session that wait for an answer; more are refused."""
MAX_UNHEARD: Final = 100
"""Messages kept for an app that listens nowhere, ``HIGH_WATER`` bytes of them at most; the oldest go first."""


class Answer:
    """The answer to one HTTP request, as it comes: messages, of which the last may be a response."""

    def __init__(self, number: int, sent: Callable[[int], None]) -> None:
        """``number``: tells answers apart. ``sent``: hears the bytes of each message that is taken to be sent."""
        self.number = number
        self.waits_for: set[RequestId] = set()
        self.original: JsonValue = None
        """The app's own id, where it came under one of ours."""
        self.token: JsonValue = None
        """The app's own progress token, likewise."""
        self.subscribed = False
        """Whether its request is for notifications, which alone belong here."""
        self._frames: deque[bytes] = deque()
        self._news = asyncio.Event()
        self.over = False
        """Whether nothing will be added."""
        self._sent = sent

    @property
    def begun(self) -> bool:
        """Whether there is something to send."""
        return bool(self._frames)

    def add(self, frame: bytes) -> None:
        """One message more."""
        self._frames.append(frame)
        self._news.set()

    def end(self) -> None:
        """There will be no more."""
        self.over = True
        self._news.set()

    def drop(self) -> None:
        """Nobody reads it any more."""
        for frame in self._frames:
            self._sent(len(frame))
        self._frames.clear()
        self.end()

    async def next(self) -> tuple[bytes, bool] | None:
        """The next message, and whether it is the last; None where none will come."""
        while not self._frames:
            if self.over:
                return None
            self._news.clear()
            await self._news.wait()
        frame = self._frames.popleft()
        self._sent(len(frame))
        return frame, self.over and not self._frames


class HttpChannel:
    """All HTTP requests of one session of an app.

    Attributes:
        stateless: whether each request stands alone (2026-07-28).
        waiting: the answers that are not over. arriving: requests that the session does not take yet.
    """

    def __init__(self, *, stateless: bool, on_close: Callable[[], None]) -> None:
        """``on_close``: called once, when the session has ended."""
        self.stateless = stateless
        self.waiting: dict[int, Answer] = {}
        self.arriving = 0
        self._on_close = on_close
        self._receiver: Receiver | None = None
        self._by_id: dict[RequestId, Answer] = {}
        self._by_token: dict[RequestId, Answer] = {}
        self._listening: Answer | None = None
        self._unheard: deque[bytes] = deque()
        self._unheard_size = 0
        self._latest: Answer | None = None
        """Whose message was handed over last. A refusal without an id belongs there: it comes at once, or when the
        server is there that the message woke; until then nothing more is handed over."""
        self._readable = asyncio.Event()
        self._numbers = itertools.count(1)
        self._held = 0
        self._closed = False

    def connect(self, receiver: Receiver) -> None:
        """``receiver``: hears what the app says; once, before anything is received."""
        self._receiver = receiver

    # From the app

    async def receive(self, value: JsonValue, *, plain: bool) -> Answer | None:
        """What one POST said. ``value``: a message or a batch, parsed. ``plain``: as ``canonical.Document`` has it.

        Returns:
            What to answer with, None where the app waits for nothing.
        """
        self.arriving += 1
        try:
            while not self._readable.is_set():  # whoever was let in before may have had it cleared again
                await self._readable.wait()
        finally:
            self.arriving -= 1
        assert self._receiver is not None
        answer = Answer(next(self._numbers), self._taken)
        if self._closed:
            answer.end()
            return answer
        if self.stateless:
            value = self._numbered(value, answer)
        elif isinstance(value, dict):
            self._expect(value, answer)
        for message in value if isinstance(value, list) else ():
            self._expect(message, answer)
        if answer.waits_for or _asks(value):
            self.waiting[answer.number] = answer
        self._latest = answer
        try:
            self._receiver.frame_received(compact(value, plain=plain))
        except BaseException:
            self._finish(answer)
            raise
        if isinstance(value, dict) and value.get("method") == "notifications/cancelled":
            self._cancelled(value.get("params"))
        return answer if answer.begun or answer.number in self.waiting else None

    def listen(self) -> Answer:
        """The app opens a stream for what belongs to none of its requests; it ends the one before."""
        if self._listening is not None:
            self._finish(self._listening)
        self._listening = answer = Answer(next(self._numbers), self._taken)
        self.waiting[answer.number] = answer
        unheard, self._unheard, self._unheard_size = self._unheard, deque(), 0
        for frame in unheard:
            self._put(answer, frame)
        return answer

    def given_up(self, answer: Answer) -> None:
        """The app no longer waits for ``answer``: what it asked for is withdrawn, since nothing could bring it."""
        unanswered = tuple(answer.waits_for)
        answer.drop()
        self._finish(answer)
        for request_id in unanswered:
            if self._receiver is not None and not self._closed:
                params: JsonObject = {"requestId": request_id}
                self._receiver.frame_received(messages.notification("notifications/cancelled", compact(params)))

    def _expect(self, message: JsonValue, answer: Answer) -> None:
        """Note the id and the progress token of a request, as far as they can be."""
        request_id = object_in(message).get("id")
        if not isinstance(message, dict) or "method" not in message or not is_id(request_id):
            return
        if request_id in self._by_id:
            return  # it is in use: the answer to this one is a refusal without an id
        self._by_id[request_id] = answer
        answer.waits_for.add(request_id)
        token = _token(message)
        if is_id(token):
            self._by_token[token] = answer

    def _numbered(self, value: JsonValue, answer: Answer) -> JsonValue:
        """A request under an id, and a progress token, of ours; anything else as it is."""
        if not isinstance(value, dict) or "method" not in value or not is_id(value.get("id")):
            return value
        answer.original, answer.token = value["id"], _token(value)
        answer.subscribed = value["method"] == "subscriptions/listen"
        value = {**value, "id": answer.number}
        if is_id(answer.token):
            params = object_in(value, "params")
            value["params"] = {**params, "_meta": {**object_in(params, "_meta"), "progressToken": answer.number}}
        self._expect(value, answer)
        return value

    def _cancelled(self, params: JsonValue) -> None:
        """A request that the app took back gets no response: its answer ends without one."""
        request_id = object_in(params).get("requestId")
        answer = self._by_id.get(request_id) if is_id(request_id) else None
        if answer is not None and answer.waits_for == {request_id}:
            self._finish(answer)
        elif answer is not None:  # one of a batch
            self._forget(request_id, answer)  # type: ignore[arg-type]  # checked

    # To the app: what ``host.wire.channel.AppChannel`` wants

    def send(self, frame: bytes) -> None:
        """Send one frame of ours in the answer that it belongs to."""
        if self._closed:
            return
        if response := messages.RESPONSE.match(frame):
            self._respond(json.loads(response[1]), frame, response.span(1))
        else:
            self._tell(frame)

    def send_batch(self, frames: list[bytes]) -> None:
        """Send the responses to a batch: they leave together, so the answer of any of them is that of all."""
        ids = [json.loads(response[1]) for response in map(messages.RESPONSE.match, frames) if response]
        answer = next((self._by_id[it] for it in ids if it in self._by_id), self._latest)
        if answer is not None:
            self._put(answer, b"[" + b",".join(frames) + b"]")
            self._finish(answer)

    def pause_reading(self, pause: bool) -> None:
        """Stop or go on taking what the app sends."""
        if pause and not self._closed:
            self._readable.clear()
        else:
            self._readable.set()

    def set_frame_limit(self, limit: int) -> None:
        """Nothing to do: whoever reads the bodies of requests holds them to their limit."""

    def has_hung_up(self) -> bool:
        """Never by itself: an app without open requests is no app that left."""
        return self._closed

    def close(self) -> None:
        """End every answer, and the session."""
        if self._closed:
            return
        self._closed = True
        self._readable.set()
        for answer in tuple(self.waiting.values()):
            self._finish(answer)
        self._on_close()

    async def wait_closed(self, seconds: float) -> None:
        """Nothing to wait for: each answer is sent by whoever serves its request, who has waits of its own."""

    def _respond(self, request_id: RequestId | None, frame: bytes, place: tuple[int, int]) -> None:
        answer = self._latest if request_id is None else self._by_id.get(request_id)
        if answer is None:
            return
        if self.stateless and request_id is not None:
            frame = frame[: place[0]] + compact(answer.original) + frame[place[1] :]
        self._put(answer, frame)
        if request_id is not None:
            self._forget(request_id, answer)
        if not answer.waits_for or request_id is None:
            self._finish(answer)

    def _tell(self, frame: bytes) -> None:
        """A notification, or a request of the server."""
        value, plain = messages.read_document(frame)
        params = value.get("params") if isinstance(value, dict) else None
        if self.stateless and isinstance(value, dict) and value.get("method") == "notifications/cancelled":
            self._cancelled(params)  # where each request has a stream, its end says so
            return
        answer = self._belongs_to(params) if isinstance(params, dict) else None
        if answer is not None and self.stateless and isinstance(value, dict) and isinstance(params, dict):
            frame = compact({**value, "params": _with_own(params, answer)}, plain=plain)
        answer = answer or self._listening or self._newest()
        if answer is not None:
            self._put(answer, frame)
        elif not self.stateless:
            self._keep(frame)

    def _keep(self, frame: bytes) -> None:
        """Keep a message until the app listens; it goes where there is no room."""
        self._unheard.append(frame)
        self._unheard_size += len(frame)
        while len(self._unheard) > MAX_UNHEARD or self._unheard_size > HIGH_WATER:
            self._unheard_size -= len(self._unheard.popleft())

    def _belongs_to(self, params: JsonObject) -> Answer | None:
        if is_id(token := params.get("progressToken")):
            return self._by_token.get(token)
        subscription = object_in(params, "_meta").get(META_SUBSCRIPTION)
        return self._by_id.get(subscription) if is_id(subscription) else None

    def _newest(self) -> Answer | None:
        """Nothing tells which request a message belongs to that came from a server without HTTP."""
        return next((it for it in reversed(self.waiting.values()) if not it.subscribed), None)

    def _put(self, answer: Answer, frame: bytes) -> None:
        if answer.over:
            return
        answer.add(frame)
        self._held += len(frame)
        if self._held > HIGH_WATER >= self._held - len(frame) and self._receiver is not None:
            self._receiver.writable(False)

    def _taken(self, size: int) -> None:
        self._held -= size
        if self._held <= HIGH_WATER < self._held + size and self._receiver is not None and not self._closed:
            self._receiver.writable(True)

    def _finish(self, answer: Answer) -> None:
        answer.end()
        self.waiting.pop(answer.number, None)
        if self._listening is answer:
            self._listening = None
        for request_id in tuple(answer.waits_for):
            self._forget(request_id, answer)

    def _forget(self, request_id: RequestId, answer: Answer) -> None:
        answer.waits_for.discard(request_id)
        if self._by_id.get(request_id) is answer:
            del self._by_id[request_id]
        if not answer.waits_for:
            self._by_token = {token: other for token, other in self._by_token.items() if other is not answer}


def _asks(value: JsonValue) -> bool:
    """Whether an answer is due even where no id can be trusted: a refusal. Of all else, refusals come at once."""
    every = value if isinstance(value, list) else [value]
    return any(isinstance(it, dict) and "id" in it and "method" in it for it in every)


def _token(message: JsonObject) -> JsonValue:
    return object_in(message, "params", "_meta").get("progressToken")


def _with_own(params: JsonObject, answer: Answer) -> JsonObject:
    """``params`` with the app's own id and token in place of ours."""
    if "progressToken" in params:
        return {**params, "progressToken": answer.token}
    return {**params, "_meta": {**object_in(params, "_meta"), META_SUBSCRIPTION: answer.original}}
