"""The conversation (pure).

Owns: its entries in order, and the status that each call's card shows.

Invariants: a later entry with a known number replaces the earlier one; whether a call waits for the person is known
from the question, not from the app; it makes no difference which of the two is heard first.
"""

from __future__ import annotations

from typing import Final

from host.control import codec
from host.control.protocol import CallEnded
from host.control.views import Asked, AssistantEntry
from host.errors import AssentError
from ui.assistant.words import OPEN

APP: Final = "demo-assistant"
"""The app that the scripted assistant is."""


class Conversation:
    """The entries by number, in the order in which they came, and the questions about them."""

    def __init__(self) -> None:
        self._entries: dict[int, AssistantEntry] = {}
        self._unplaced: dict[str, Asked] = {}
        self._waiting: dict[str, int] = {}
        self._answered: set[int] = set()
        self._calls: dict[int, str] = {}

    @property
    def entries(self) -> tuple[AssistantEntry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries.values())

    def put(self, entry: AssistantEntry) -> bool:
        """Add or replace an entry. Returns whether it is new."""
        new = entry.number not in self._entries
        self._entries[entry.number] = entry
        if new:
            self._place()
        return new

    def start_over(self, entries: tuple[AssistantEntry, ...]) -> None:
        """Replace everything by these entries."""
        self._entries = {entry.number: entry for entry in entries}
        self._calls = {number: call_id for number, call_id in self._calls.items() if number in self._entries}
        self._place()

    def asked(self, asked: Asked) -> int | None:
        """Take note of a question. Returns the number of the card that it is about, None where it is about none."""
        call = asked.request.call
        if call.app.name != APP or not call.app.authenticated:
            return None
        if call.id not in self._waiting:
            self._unplaced[call.id] = asked
            self._place()
        return self._waiting.get(call.id)

    def ended(self, ended: CallEnded) -> int | None:
        """Take note that a question is over. Returns the number of the card that it was about."""
        self._unplaced.pop(ended.call_id, None)
        number = self._waiting.pop(ended.call_id, None)
        if number is not None:
            self._answered.add(number)
        return number

    def status(self, number: int) -> str:
        """The status that a card shows."""
        status = self._entries[number].status
        if status != "proposed":
            return status
        if number in self._waiting.values():
            return "waiting"
        return "running" if number in self._answered else status

    def call(self, number: int) -> str:
        """The id of the call of a card that waits for the person; empty where the card does not wait."""
        waits = self.status(number) == "waiting"
        return next((call_id for call_id, card in self._waiting.items() if waits and card == number), "")

    def known_call(self, number: int) -> str:
        """The id of the call of a card, as its question said; empty where it was not asked in this window."""
        return self._calls.get(number, "")

    def alike(self, number: int) -> dict[int, tuple[str, str, str]]:
        """The cards of calls that are over and propose the same as card ``number``, itself among them, oldest first.

        Each with server, tool and canonical inputs. Empty for a card that is not over, or whose inputs are no JSON.
        """
        over = (entry for entry in self._entries.values() if entry.role == "call" and entry.status not in OPEN)
        proposed = {entry.number: (entry.server, entry.tool, canonical_inputs(entry.arguments)) for entry in over}
        mine = proposed.get(number)
        return {other: it for other, it in proposed.items() if it == mine and it[2]}

    def _place(self) -> None:
        """Find the cards of questions that have none yet."""
        for call_id, asked in tuple(self._unplaced.items()):
            number = self._card(asked)
            if number is not None:
                del self._unplaced[call_id]
                self._waiting[call_id] = number
                self._calls[number] = call_id
                self._answered.discard(number)

    def _card(self, asked: Asked) -> int | None:
        """The newest card that is open, proposes what the question is about, and has no question yet."""
        taken = frozenset(self._waiting.values())
        for entry in reversed(self._entries.values()):
            if entry.status in OPEN and entry.number not in taken and _is_about(asked, entry):
                return entry.number
        return None


def _is_about(asked: Asked, entry: AssistantEntry) -> bool:
    call = asked.request.call
    if (entry.server, entry.tool) != (call.server.id, call.tool):
        return False
    return canonical_inputs(entry.arguments) == call.arguments.decode()


def canonical_inputs(arguments: str) -> str:
    """Inputs in canonical form, as calls have them; empty for a text that is no JSON object."""
    try:
        return codec.lexeme(codec.object_of(arguments.encode()))
    except (AssentError, ValueError):  # an untrusted text need not be JSON, nor even text that can be encoded
        return ""
