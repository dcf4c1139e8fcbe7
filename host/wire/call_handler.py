"""What the wire hands a ``tools/call`` to.

Owns: the form in which a call, or what a server asks of an app, leaves the interceptor, and in which its answer comes
back. The gate implements it; the wire knows nothing of gates.
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
    """An answer to one ``tools/call``: a serialised result, or an error object, or neither where none may be sent."""

    result: bytes | None = None
    error: JsonObject | None = None


NOTHING: Final = Reply()
"""The call was withdrawn or cancelled; the specification wants no answer."""


class RunningCall(Protocol):
    """One call on its way."""

    @property
    def id(self) -> str:
        """Of the call."""

    @property
    def result_held(self) -> bool:
        """Whether nothing that the server says of it while it runs may pass, since a person must release its result."""

    @property
    def waits_for_person(self) -> bool:
        """Whether it stands still until a person has decided: about it, or about its result."""

    async def reply(self) -> Reply:
        """Take the call to its end. Once only; never raises for a call's fault."""

    def progressed(self) -> None:
        """The server reported progress."""

    def withdraw(self) -> None:
        """The app takes the call back."""

    def app_gone(self) -> None:
        """The app went away."""

    def server_gone(self) -> None:
        """The server went away; what was sent hears so by its response."""


class RunningRequest(Protocol):
    """One request that is no call, on its way: of a server to its app, or to read what a result linked to."""

    async def reply(self, send: Callable[[], Awaitable[Message]]) -> Reply:
        """What whoever asked hears of it. Once only; never raises.

        ``send``: passes it on, and returns the answer.
        """

    def withdraw(self) -> None:
        """Nobody wants it any more: the server took it back, or one of both is gone."""


class CallHandler(Protocol):
    """Decides on the calls of one session, and on what its server asks of the app."""

    def hides(self, method: str, app: App, server: ServerRef) -> bool:
        """Whether rules deny ``method`` of a server for good, so that it need not know that the app could do it."""

    def ask(self, call: Call, capabilities: JsonValue) -> RunningRequest:
        """A server asks its app for something, or the app wants to read what a result linked to.

        Args:
            call: the request in the form of a call, see ``model.Call.method``.
            capabilities: that the app declared.
        """

    def begin(self, call: Call, *, wants_progress: bool, on_sent: Callable[[int], None]) -> RunningCall:
        """A call that an app proposes, frozen.

        Args:
            call: what is proposed.
            wants_progress: whether the app asked for progress.
            on_sent: hears the upstream id once the call was sent.
        """


def request_call(
    app: App, server: ServerRef, method: str, params: JsonObject, revision: str, now: float, *, plain: bool = False
) -> Call:
    """A request between both in the form of a call. ``plain``: whether the fast encoder is exact for it."""
    arguments = canonical(params, plain=plain)
    whole = b'{"arguments":%s,"name":%s}' % (arguments, canonical(method))
    return Call(
        uuid7(now), app, server, method, whole, arguments, params, revision, now, sha256_hex(whole), method=method
    )
