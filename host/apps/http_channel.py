"""The channel to an app that speaks Streamable HTTP (MCP, basic/transports/streamable-http, 2025-03-26 and later).

Invariants:
    - A response is sent in the answer to its own request, and in no other.
    - Requests of the stateless revision get ids of Assent's own, since the ids of different HTTP requests may be equal;
      the app sees its own ids and progress tokens.
    - Messages that wait to be sent are bounded: a slow app slows its own session down, and the requests of one that
      left are cancelled.
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
from host.wire.ledger import MAX_BATCH
from host.wire.methods import META_SUBSCRIPTION

MAX_ANSWERS: Final = 256
"""HTTP requests of one session that wait for an answer; more are refused."""
MAX_UNDELIVERED: Final = 100
"""Messages kept for an app without an open answer, with at most ``HIGH_WATER`` bytes; the oldest are dropped first."""


class Answer:
    """The answer to one HTTP request: a queue of messages, of which the last may be a response.

    Attributes:
        request_ids: the requests that still wait for a response here.
        tokens: the progress tokens of those that have one, by id.
        original_id: the app's own id of a request that was renumbered.
        token: the app's own progress token of such a request.
        is_subscription: whether the request subscribes to notifications; then nothing else belongs here.
    """

    def __init__(self, number: int, on_taken: Callable[[int], None]) -> None:
        """``on_taken``: called with the size of each message that leaves the queue."""
        self.number = number
        self.request_ids: set[RequestId] = set()
        self.tokens: dict[RequestId, RequestId] = {}
        self.original_id: JsonValue = None
        self.token: JsonValue = None
        self.is_subscription = self.is_complete = False
        self._frames: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._on_taken = on_taken

    @property
    def has_frames(self) -> bool:
        """Whether there is something to send."""
        return bool(self._frames)

    def add(self, frame: bytes) -> None:
        """Add a message."""
        self._frames.append(frame)
        self._changed.set()

    def end(self) -> None:
        """Complete the answer: no message will be added."""
        self.is_complete = True
        self._changed.set()

    def discard(self) -> None:
        """Drop all messages, since nobody reads them, and end the answer."""
        for frame in self._frames:
            self._on_taken(len(frame))
        self._frames.clear()
        self.end()

    async def next(self) -> tuple[bytes, bool] | None:
        """Return the next message and whether it is the last; None if none will come."""
        while not self._frames:
            if self.is_complete:
                return None
            self._changed.clear()
            await self._changed.wait()
        frame = self._frames.popleft()
        self._on_taken(len(frame))
        return frame, self.is_complete and not self._frames


class HttpChannel:
    """The channel of one session to an app, over all of its HTTP requests.

    ``open_answers``: those that are not complete, by number. ``blocked_count``: the number of requests that the session
    does not take yet.
    """

    def __init__(self, *, stateless: bool, on_close: Callable[[], None]) -> None:
        """``on_close``: called once, when the session has ended."""
        self.is_stateless = stateless
        self.open_answers: dict[int, Answer] = {}
        self.blocked_count = 0
        self._on_close = on_close
        self._receiver: Receiver  # from ``connect``
        self._answer_by_id: dict[RequestId, Answer] = {}
        self._answer_by_token: dict[RequestId, Answer] = {}
        self._listening_answer: Answer | None = None
        self._undelivered: deque[bytes] = deque()
        self._latest_answer: Answer | None = None
        """The answer to the message that the session got last. A refusal without an id belongs to it: it comes at once,
        or once the server that the message started is running; until then the session gets no other message."""
        self._may_read = asyncio.Event()
        self._numbers = itertools.count(1)
        self._queued_size = 0
        self._is_closed = False

    def connect(self, receiver: Receiver) -> None:
        """Set the session that receives the app's messages. Call this once, before anything is received."""
        self._receiver = receiver

    # From the app

    async def receive(self, value: JsonValue, *, plain: bool) -> Answer | None:
        """Pass a posted message or batch on to the session. ``plain``: see ``canonical.Document``.

        Returns the answer; None if the app waits for nothing.
        """
        self.blocked_count += 1
        try:
            while not self._may_read.is_set():  # a message before this one may have paused reading again
                await self._may_read.wait()
        finally:
            self.blocked_count -= 1
        answer = Answer(next(self._numbers), self._on_taken)
        if self._is_closed:
            answer.end()
            return answer
        if self.is_stateless:
            value = self._renumber(value, answer)
        elif isinstance(value, dict):
            self._expect(value, answer)
        for message in value[:MAX_BATCH] if isinstance(value, list) else ():  # a longer batch is refused as a whole
            self._expect(message, answer)
        if answer.request_ids or _has_request(value):
            self.open_answers[answer.number] = answer
        self._latest_answer = answer
        try:
            self._receiver.frame_received(compact(value, plain=plain))
        except BaseException:
            self._finish(answer)
            raise
        if isinstance(value, dict) and value.get("method") == "notifications/cancelled":
            self._end_cancelled(value.get("params"))
        return answer if answer.has_frames or answer.number in self.open_answers else None

    def listen(self) -> Answer:
        """Open the answer for messages that belong to no request, and end the one before."""
        if self._listening_answer is not None:
            self._finish(self._listening_answer)
        self._listening_answer = answer = Answer(next(self._numbers), self._on_taken)
        self.open_answers[answer.number] = answer
        frames, self._undelivered = self._undelivered, deque()
        for frame in frames:
            self._put(answer, frame)
        return answer

    def abandon(self, answer: Answer) -> None:
        """Discard ``answer``, for which the app no longer waits, and cancel its requests."""
        unanswered = tuple(answer.request_ids)
        answer.discard()
        self._finish(answer)
        for request_id in unanswered:
            if not self._is_closed:
                params: JsonObject = {"requestId": request_id}
                self._receiver.frame_received(messages.notification("notifications/cancelled", compact(params)))

    def _expect(self, message: JsonValue, answer: Answer) -> None:
        """Note which answer belongs to the id and the progress token of a request, if they are valid."""
        request_id = object_in(message).get("id")
        if not isinstance(message, dict) or "method" not in message or not is_id(request_id):
            return
        if request_id in self._answer_by_id:
            return  # the id is in use: the answer is a refusal without an id
        self._answer_by_id[request_id] = answer
        answer.request_ids.add(request_id)
        token = _progress_token(message)
        if is_id(token):
            self._answer_by_token[token] = answer
            answer.tokens[request_id] = token

    def _renumber(self, value: JsonValue, answer: Answer) -> JsonValue:
        """Give a request an id and a progress token of Assent's own. Other messages are returned unchanged."""
        if not isinstance(value, dict) or "method" not in value or not is_id(value.get("id")):
            return value
        answer.original_id, answer.token = value["id"], _progress_token(value)
        answer.is_subscription = value["method"] == "subscriptions/listen"
        value = {**value, "id": answer.number}
        if is_id(answer.token):
            params = object_in(value, "params")
            value["params"] = {**params, "_meta": {**object_in(params, "_meta"), "progressToken": answer.number}}
        self._expect(value, answer)
        return value

    def _end_cancelled(self, params: JsonValue) -> None:
        """End the answer to a cancelled request, which gets no response."""
        request_id = object_in(params).get("requestId")
        answer = self._answer_by_id.get(request_id) if is_id(request_id) else None
        if answer is not None and answer.request_ids == {request_id}:
            self._finish(answer)
        elif answer is not None:  # one of a batch
            self._forget(request_id, answer)  # type: ignore[arg-type]  # checked

    # To the app: ``host.wire.channel.AppChannel``

    def send(self, frame: bytes) -> None:
        """Send a frame in the answer that it belongs to."""
        if self._is_closed:
            return
        if response := messages.RESPONSE.match(frame):
            self._respond(json.loads(response[1]), frame, response.span(1))
        else:
            self._send_unsolicited(frame)

    def send_batch(self, frames: list[bytes]) -> None:
        """Send the responses to a batch together; they all belong to one answer."""
        ids = [json.loads(response[1]) for response in map(messages.RESPONSE.match, frames) if response]
        answers = (self._answer_by_id[request_id] for request_id in ids if request_id in self._answer_by_id)
        answer = next(answers, self._latest_answer)
        if answer is not None:
            self._put(answer, b"[" + b",".join(frames) + b"]")
            self._finish(answer)

    def pause_reading(self, pause: bool) -> None:
        """Stop or resume passing the app's messages on."""
        if pause and not self._is_closed:
            self._may_read.clear()
        else:
            self._may_read.set()

    def set_frame_limit(self, limit: int) -> None:
        """Do nothing: ``HttpApps`` limits the bodies of requests."""

    def has_hung_up(self) -> bool:
        """Whether the channel is closed: an app without open requests has not hung up."""
        return self._is_closed

    def close(self) -> None:
        """End every answer and the session."""
        if self._is_closed:
            return
        self._is_closed = True
        self._may_read.set()
        for answer in tuple(self.open_answers.values()):
            self._finish(answer)
        self._on_close()

    async def wait_closed(self, seconds: float) -> None:
        """Do nothing: ``HttpApps`` sends each answer, with bounded waits of its own."""

    def _respond(self, request_id: RequestId | None, frame: bytes, id_span: tuple[int, int]) -> None:
        """Send a response. ``id_span``: where its id is in the frame."""
        answer = self._latest_answer if request_id is None else self._answer_by_id.get(request_id)
        if answer is None:
            return
        if self.is_stateless and request_id is not None:
            frame = frame[: id_span[0]] + compact(answer.original_id) + frame[id_span[1] :]
        self._put(answer, frame)
        if request_id is not None:
            self._forget(request_id, answer)
        if not answer.request_ids or request_id is None:
            self._finish(answer)

    def _send_unsolicited(self, frame: bytes) -> None:
        """Send a notification or a request of the server."""
        value, plain = messages.read_document(frame)
        params = value.get("params") if isinstance(value, dict) else None
        if self.is_stateless and isinstance(value, dict) and value.get("method") == "notifications/cancelled":
            self._end_cancelled(params)  # in this revision the end of the stream says so
            return
        answer = self._answer_named_by(params) if isinstance(params, dict) else None
        if answer is not None and self.is_stateless and isinstance(value, dict) and isinstance(params, dict):
            frame = compact({**value, "params": _with_original_id(params, answer)}, plain=plain)
        newest_first = (answer for answer in reversed(self.open_answers.values()) if not answer.is_subscription)
        answer = answer or self._listening_answer or next(newest_first, None)
        if answer is not None:
            self._put(answer, frame)
        elif not self.is_stateless:
            self._undelivered.append(frame)
            while len(self._undelivered) > MAX_UNDELIVERED or sum(map(len, self._undelivered)) > HIGH_WATER:
                self._undelivered.popleft()

    def _answer_named_by(self, params: JsonObject) -> Answer | None:
        if is_id(token := params.get("progressToken")):
            return self._answer_by_token.get(token)
        subscription = object_in(params, "_meta").get(META_SUBSCRIPTION)
        return self._answer_by_id.get(subscription) if is_id(subscription) else None

    def _put(self, answer: Answer, frame: bytes) -> None:
        if answer.is_complete:
            return
        answer.add(frame)
        self._queued_size += len(frame)
        if self._queued_size > HIGH_WATER >= self._queued_size - len(frame):
            self._receiver.writable(False)

    def _on_taken(self, size: int) -> None:
        self._queued_size -= size
        if self._queued_size <= HIGH_WATER < self._queued_size + size and not self._is_closed:
            self._receiver.writable(True)

    def _finish(self, answer: Answer) -> None:
        answer.end()
        self.open_answers.pop(answer.number, None)
        if self._listening_answer is answer:
            self._listening_answer = None
        for request_id in tuple(answer.request_ids):
            self._forget(request_id, answer)

    def _forget(self, request_id: RequestId, answer: Answer) -> None:
        answer.request_ids.discard(request_id)
        if self._answer_by_id.get(request_id) is answer:
            del self._answer_by_id[request_id]
        token = answer.tokens.pop(request_id, None)
        if token is not None and self._answer_by_token.get(token) is answer:
            del self._answer_by_token[token]


def _has_request(value: JsonValue) -> bool:
    """Whether a message or batch holds a request, even one with an unusable id: its refusal may come later."""
    batch = value if isinstance(value, list) else [value]
    return any(isinstance(message, dict) and "id" in message and "method" in message for message in batch)


def _progress_token(message: JsonObject) -> JsonValue:
    return object_in(message, "params", "_meta").get("progressToken")


def _with_original_id(params: JsonObject, answer: Answer) -> JsonObject:
    if "progressToken" in params:
        return {**params, "progressToken": answer.token}
    return {**params, "_meta": {**object_in(params, "_meta"), META_SUBSCRIPTION: answer.original_id}}
