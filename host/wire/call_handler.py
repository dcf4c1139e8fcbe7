"""The interface between the interceptor and the gate.

Owns: the form in which a call of an app, or a request of a server, leaves the interceptor, and the form of its answer.
The gate implements the protocols; the wire does not import the gate.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from msgspec import Struct

from host.canonical import canonical
from host.ids import uuid7
from host.model import App, Call, JsonObject, JsonValue, ServerRef, sha256_hex
from host.wire.messages import Message


class Reply(Struct, frozen=True):
    """An answer to one request: a serialised result or an error object. With neither, nothing is sent."""

    result: bytes | None = None
    error: JsonObject | None = None
    plain: bool = False  # whether the fast encoder is exact for the error (see ``canonical.Document``)


NOTHING: Final = Reply()
"""No answer: the call was withdrawn or cancelled, and the specification wants none."""


class RunningCall(Protocol):
    """A call between its proposal and its answer."""

    @property
    def id(self) -> str:
        """The call id."""

    @property
    def is_result_held(self) -> bool:
        """Whether progress and log messages are withheld, because a person must release the result first."""

    @property
    def waits_for_person(self) -> bool:
        """Whether a person must decide about the call or its result before it goes on."""

    def reply(self) -> Awaitable[Reply]:
        """Run the call to its end and return its answer. Called once; a call that fails does not raise."""

    def note_progress(self) -> None:
        """Note that the server reported progress."""

    def withdraw(self) -> None:
        """Handle that the app cancelled the call."""

    def app_gone(self) -> None:
        """Handle that the app disconnected."""

    def server_gone(self) -> None:
        """Handle that the server is gone. A call that was sent also gets an error response."""


class RunningRequest(Protocol):
    """A request other than a call that needs a decision: one of a server to its app, or the reading of a link."""

    async def reply(self, send: Callable[[], Awaitable[Message]]) -> Reply:
        """Return the answer for the sender of the request. Called once; never raises.

        ``send``: forwards the request and returns the response.
        """

    def withdraw(self) -> None:
        """Handle that the request was cancelled, or that the app or the server is gone."""


class CallHandler(Protocol):
    """Decides about the calls of one session, and about the requests of its server to the app."""

    def hides_method(self, method: str, app: App, server: ServerRef) -> bool:
        """Whether rules always deny ``method`` to ``server``. The app's capability for it is then hidden."""

    def begin_request(self, call: Call, capabilities: JsonValue) -> RunningRequest:
        """Begin to decide about a request of a server to its app, or about the reading of a link.

        ``call``: the request in the form of a call, see ``model.Call.method``.
        """

    def begin_call(self, call: Call, *, wants_progress: bool, on_sent: Callable[[int], None]) -> RunningCall:
        """Begin a call that an app proposes.

        ``on_sent``: called with the upstream id when the call was sent.
        """


def call_from_request(
    app: App, server: ServerRef, method: str, params: JsonObject, revision: str, now: float, *, plain: bool = False
) -> Call:
    """Return a request in the form of a call. ``plain``: whether the fast encoder is exact for its params."""
    arguments = canonical(params, plain=plain)
    body = b'{"arguments":%s,"name":%s}' % (arguments, canonical(method))
    digest = sha256_hex(body)
    return Call(uuid7(now), app, server, method, body, arguments, params, revision, now, digest, method=method)
