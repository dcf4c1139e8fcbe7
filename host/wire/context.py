"""What both sides of an interceptor share.

Owns: the parts of one session, and how answers reach the app. What stays true: an answer leaves once; a batch's answers
leave together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from host.gate.call_execution import ServerSession
from host.gate.gate import Gate, Log
from host.ids import UsedIds
from host.model import App, Draft, JsonObject, JsonValue, RequestId, ServerRef
from host.settings import Settings
from host.wire import messages
from host.wire.batch import Batch
from host.wire.ledger import Ledger, Outstanding
from host.wire.session import Agreement
from host.wire.upstream import Sender

NAME_LIMIT: Final = 256
"""Characters of a method name that a record keeps."""


@dataclass(slots=True)
class Context:
    """One session.

    Attributes:
        app: who asks. server: of whom. to_app: the channel to the app. session: the server as the gate sees it. gate,
        log, settings: the host's. end: ends the session, with a safe sentence. fault: the same, where the server is
        to blame: its calls have an unknown outcome. note: keeps an oddity of the server's output beside its stderr.
    """

    app: App
    server: ServerRef
    to_app: Sender
    session: ServerSession
    gate: Gate
    log: Log
    settings: Settings
    end: Callable[[str], None]
    fault: Callable[[str], None]
    note: Callable[[str], None]
    agreement: Agreement = field(default_factory=Agreement)
    ledger: Ledger = field(default_factory=Ledger)
    used: UsedIds = field(default_factory=UsedIds)

    def handshake_advanced(self) -> None:
        """Let the host list tools once the server has settled the revision and the app said that it is ready."""
        if self.agreement.settled and self.agreement.initialized:
            self.session.catalogue.handshake_done(self.agreement.legacy)

    def answer(self, entry: Outstanding, frame: bytes) -> None:
        """Answer a request of the app and forget it."""
        self.ledger.remove(entry)
        self._leave(entry.batch.add(frame, entry.app_id) if entry.batch is not None else frame)

    def give_up(self, entry: Outstanding) -> None:
        """Forget a request that gets no answer."""
        self.ledger.remove(entry)
        if entry.batch is not None:
            self._leave(entry.batch.give_up(entry.app_id))

    def answer_loose(self, frame: bytes, request_id: RequestId | None, batch: Batch | None) -> None:
        """Answer something that never came into the ledger."""
        self._leave(batch.add(frame, request_id) if batch is not None else frame)

    def seal(self, batch: Batch) -> None:
        """Every element of a batch was handled."""
        self._leave(batch.seal())

    def answer_error(self, entry: Outstanding, code: int, message: str, data: JsonValue = None) -> None:
        """Answer a request of the app with an error of ours."""
        self.answer(entry, messages.error(entry.app_id, code, message, data))

    def record(self, kind: str, method: str, **fields: JsonValue) -> None:
        """Queue a record about a method of this session."""
        about: JsonObject = {
            "app": self.app.name,
            "session": self.app.session,
            "server": self.server.id,
            "method": method[:NAME_LIMIT],
        }
        self.log.submit(Draft(kind, about | fields))

    def _leave(self, frame: bytes | None) -> None:
        if frame is not None:
            self.to_app.send(frame)
