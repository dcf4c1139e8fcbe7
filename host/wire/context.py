"""What both sides of an interceptor share.

Invariants: an answer is sent once; the answers of a batch are sent together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from msgspec import Struct, field

from host.ids import UsedIds
from host.model import App, Draft, JsonObject, JsonValue, RequestId, ServerRef
from host.settings import Settings
from host.wire import messages
from host.wire.call_handler import CallHandler, RunningCall
from host.wire.channel import AppChannel
from host.wire.handshake import Handshake, SessionReplay
from host.wire.ledger import Batch, Ledger, Outstanding
from host.wire.links import Links
from host.wire.tickets import Tickets
from host.wire.upstream import Upstream

NAME_LIMIT: Final = 256
"""Characters of a method name that a record keeps."""


class PinCheck(Protocol):
    """Compares a server's words with what was approved."""

    def refresh(self) -> bool:
        """Take over changed pins. Returns whether anything of the server may have to be withheld."""

    def may_list(self, tool: JsonValue, *, plain: bool = False) -> bool:
        """Whether an element of a tool list may reach the app. ``plain``: see ``canonical.Document``."""

    def greeted(self, result: JsonObject) -> bool:
        """Check the result of a handshake. Returns whether its instructions may reach the app."""


class ToolList(Protocol):
    """The host's own list of the server's tools."""

    @property
    def pin(self) -> PinCheck:
        """The check of the server's words against what was approved."""

    @property
    def duplicates(self) -> frozenset[str]:
        """Names that the server listed more than once."""

    def hidden_tools(self, tools: Iterable[JsonValue], *, plain: bool = False) -> frozenset[int]:
        """Return ``id`` of each listed tool that is hidden from apps, whatever is pinned."""

    def set_revision(self, revision: str) -> None:
        """Set the revision that the handshake settled. Tools can be listed from now on."""

    def mark_changed(self) -> None:
        """Note that the server's tools changed."""

    def note_withheld(self, tool: JsonValue, *, plain: bool = False) -> None:
        """Note that the server listed ``tool`` to the app and that it was withheld."""


class SessionContext(Struct):
    """One session.

    Attributes:
        fail_server: ends the session because of a fault of the server; calls in flight have an unknown outcome.
        session_replay: what a new process of the server must be told.
    """

    app: App
    server: ServerRef
    app_channel: AppChannel
    upstream: Upstream
    tools: ToolList
    allowed_methods: frozenset[str]  # methods that the server's entry allows beside the allow-list
    call_handler: CallHandler
    log: Callable[[Draft], None]
    settings: Settings  # those that hold for this server
    end_session: Callable[[str], None]  # ends the session; takes a safe sentence that says why
    fail_server: Callable[[str], None]
    note: Callable[[str], None]  # adds a line about an oddity of the server to its kept stderr
    handshake: Handshake = field(default_factory=Handshake)
    session_replay: SessionReplay = field(default_factory=SessionReplay)
    links: Links = field(default_factory=Links)  # addresses that results of the server named
    ledger: Ledger = field(default_factory=Ledger)
    used_ids: UsedIds = field(default_factory=UsedIds)  # request ids that the app has used
    tickets: Tickets = field(default_factory=Tickets)

    def hides_method(self, method: str) -> bool:
        """Whether the app's capability for ``method`` is hidden from the server."""
        return self.call_handler.hides_method(method, self.app, self.server)

    def running_calls(self) -> tuple[RunningCall, ...]:
        """The calls of this session that have not ended, including those that were answered with a ticket."""
        calls = (entry.call for entry in self.ledger.outstanding() if entry.call is not None)
        return (*calls, *self.tickets.running_calls())

    def list_tools_when_ready(self) -> None:
        """Let the host list tools if the revision is settled and the app has sent ``notifications/initialized``."""
        if self.handshake.is_settled and self.handshake.is_initialized:
            self.tools.set_revision(self.handshake.legacy_revision)

    def answer(self, entry: Outstanding, frame: bytes) -> None:
        """Answer a request of the app and forget it."""
        self.ledger.remove(entry)
        self.answer_untracked(frame, entry.app_id, entry.batch)

    def drop_request(self, entry: Outstanding) -> None:
        """Forget a request that gets no answer."""
        self.ledger.remove(entry)
        if entry.batch is not None:
            self._send_batch(entry.batch.drop(entry.app_id))

    def answer_untracked(self, frame: bytes, request_id: RequestId | None, batch: Batch | None) -> None:
        """Answer a message that is not in the ledger."""
        if batch is None:
            self.app_channel.send(frame)
        else:
            self._send_batch(batch.add(frame, request_id))

    def close_batch(self, batch: Batch) -> None:
        """Note that every element of ``batch`` was handled, and send its answers if they are complete."""
        self._send_batch(batch.close())

    def answer_error(self, entry: Outstanding, code: int, message: str) -> None:
        """Answer a request of the app with an error."""
        self.answer(entry, messages.error(entry.app_id, code, message))

    def record(self, kind: str, method: str, **fields: JsonValue) -> None:
        """Queue a record about a method of this session."""
        session_fields: JsonObject = {
            "app": self.app.name,
            "session": self.app.session,
            "server": self.server.id,
            "method": method[:NAME_LIMIT],
        }
        self.log(Draft(kind, session_fields | fields))

    def _send_batch(self, frames: list[bytes]) -> None:
        if frames:
            self.app_channel.send_batch(frames)
