"""What both sides of an interceptor share.

Owns: the parts of one session, and how answers reach the app.

Invariants: an answer leaves once; a batch's answers leave together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from msgspec import Struct, field

from host.ids import UsedIds
from host.model import App, Draft, JsonObject, JsonValue, RequestId, ServerRef
from host.settings import Settings
from host.wire import messages
from host.wire.call_handler import CallHandler, RunningCall
from host.wire.handshake import Greeting, Handshake
from host.wire.ledger import Batch, Ledger, Outstanding
from host.wire.links import Links
from host.wire.tickets import Tickets
from host.wire.upstream import Upstream

NAME_LIMIT: Final = 256
"""Characters of a method name that a record keeps."""


class PinCheck(Protocol):
    """Holds what a server says against what an administrator pinned."""

    def refresh(self) -> bool:
        """Whether anything of this server may have to be withheld."""

    def lists(self, tool: JsonValue) -> bool:
        """Whether an element of a list of tools may reach the app."""

    def greeted(self, result: JsonObject) -> bool:
        """Take the result of a handshake; returns whether its instructions may reach the app."""


class ToolList(Protocol):
    """The host's own list of the server's tools."""

    @property
    def pin(self) -> PinCheck:
        """What holds the tools against their pins."""

    @property
    def duplicates(self) -> frozenset[str]:
        """Names that the server listed more than once."""

    def leaves_out(self, tool: JsonValue) -> bool:
        """Whether a listed tool is not for apps to see, whatever is pinned."""

    def handshake_done(self, revision: str) -> None:
        """The session speaks ``revision`` from now on; listing is possible."""

    def changed(self) -> None:
        """The server says that its tools changed."""

    def saw(self, tool: JsonValue) -> None:
        """The server listed this to the app, and it was withheld."""


class ToApp(Protocol):
    """What a session needs of the channel to its app."""

    def send(self, frame: bytes) -> None:
        """Send one frame."""

    def send_batch(self, frames: list[bytes]) -> None:
        """Send the answers to a batch as one array."""


class SessionContext(Struct):
    """One session.

    Attributes:
        app: who asks.
        server: of whom.
        to_app: the channel to the app.
        upstream: the requests to the server.
        tools: the host's own list of its tools.
        allowed: methods that the server's entry allows by name.
        calls: what every ``tools/call`` goes to.
        log: queues a record.
        settings: as they are for this server.
        end: ends the session, with a safe sentence.
        fault: the same, where the server is to blame: its calls have an unknown outcome.
        note: keeps an oddity of the server's output beside its stderr.
        handshake: what the handshake agreed on.
        greeting: what of it another process of the server must be told.
        links: addresses that the server's results named.
        ledger: what is in flight.
        used: ids that the app used.
        tickets: what stands for calls that take longer than the app waits.
    """

    app: App
    server: ServerRef
    to_app: ToApp
    upstream: Upstream
    tools: ToolList
    allowed: frozenset[str]
    calls: CallHandler
    log: Callable[[Draft], None]
    settings: Settings
    end: Callable[[str], None]
    fault: Callable[[str], None]
    note: Callable[[str], None]
    handshake: Handshake = field(default_factory=Handshake)
    greeting: Greeting = field(default_factory=Greeting)
    links: Links = field(default_factory=Links)
    ledger: Ledger = field(default_factory=Ledger)
    used: UsedIds = field(default_factory=UsedIds)
    tickets: Tickets = field(default_factory=Tickets)

    def hides(self, method: str) -> bool:
        """Whether the server may not know that the app answers ``method``."""
        return self.calls.hides(method, self.app, self.server)

    def running(self) -> tuple[RunningCall, ...]:
        """The calls of this session, those behind tickets too."""
        waited_for = (entry.call for entry in self.ledger.all() if entry.call is not None)
        return (*waited_for, *self.tickets.running())

    def handshake_advanced(self) -> None:
        """Let the host list tools once the server has settled the revision and the app said that it is ready."""
        if self.handshake.settled and self.handshake.initialized:
            self.tools.handshake_done(self.handshake.legacy)

    def answer(self, entry: Outstanding, frame: bytes) -> None:
        """Answer a request of the app and forget it."""
        self.ledger.remove(entry)
        self.answer_loose(frame, entry.app_id, entry.batch)

    def give_up(self, entry: Outstanding) -> None:
        """Forget a request that gets no answer."""
        self.ledger.remove(entry)
        if entry.batch is not None:
            self._leave_together(entry.batch.give_up(entry.app_id))

    def answer_loose(self, frame: bytes, request_id: RequestId | None, batch: Batch | None) -> None:
        """Answer something that never came into the ledger, or is in there no more."""
        if batch is None:
            self.to_app.send(frame)
        else:
            self._leave_together(batch.add(frame, request_id))

    def close_batch(self, batch: Batch) -> None:
        """Every element of ``batch`` was handled: nothing joins it any more."""
        self._leave_together(batch.close())

    def answer_error(self, entry: Outstanding, code: int, message: str) -> None:
        """Answer a request of the app with an error of ours."""
        self.answer(entry, messages.error(entry.app_id, code, message))

    def record(self, kind: str, method: str, **fields: JsonValue) -> None:
        """Queue a record about a method of this session."""
        about: JsonObject = {
            "app": self.app.name,
            "session": self.app.session,
            "server": self.server.id,
            "method": method[:NAME_LIMIT],
        }
        self.log(Draft(kind, about | fields))

    def _leave_together(self, frames: list[bytes]) -> None:
        if frames:
            self.to_app.send_batch(frames)
