"""What the wire hands a ``tools/call`` to.

Owns: the form in which a call leaves the interceptor, and in which its answer comes back. The gate implements it; the
wire knows nothing of gates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from host.model import Call, JsonObject


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to one ``tools/call``: a serialised result, or an error object, or neither where none may be sent."""

    result: bytes | None = None
    error: JsonObject | None = None


NOTHING: Final = Reply()
"""The call was withdrawn or cancelled; the specification wants no answer."""


class RunningCall(Protocol):
    """One call on its way."""

    @property
    def result_held(self) -> bool:
        """Whether nothing that the server says of it while it runs may pass, since a person must release its result."""

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


class CallHandler(Protocol):
    """Decides on the calls of one session and sends those that may be sent."""

    def begin(self, call: Call, *, wants_progress: bool, on_sent: Callable[[int], None]) -> RunningCall:
        """A call that an app proposes, frozen.

        Args:
            call: what is proposed.
            wants_progress: whether the app asked for progress.
            on_sent: hears the upstream id once the call was sent.
        """
