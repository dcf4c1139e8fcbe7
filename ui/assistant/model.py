"""The conversation (pure).

Owns: its entries in order, and what each call's card says of its state. What stays true: a later entry with a known
number replaces the earlier one; whether a call waits for the person is known from the question, not from the app.
"""

from __future__ import annotations

from typing import Final

from host.control.protocol import CallEnded
from host.control.views import Asked, AssistantEntry
from ui.assistant.words import OPEN

APP: Final = "demo-assistant"
"""The app that the scripted assistant is."""


class Conversation:
    """Entries by number, in the order in which they came."""

    def __init__(self) -> None:
        self._entries: dict[int, AssistantEntry] = {}
        self._waiting: dict[str, int] = {}
        self._answered: set[int] = set()

    @property
    def entries(self) -> tuple[AssistantEntry, ...]:
        """All of it, oldest first."""
        return tuple(self._entries.values())

    def put(self, entry: AssistantEntry) -> bool:
        """Add or replace an entry; whether it is new."""
        new = entry.number not in self._entries
        self._entries[entry.number] = entry
        return new

    def start_over(self, entries: tuple[AssistantEntry, ...]) -> None:
        """What is known now, and nothing else."""
        self._entries = {entry.number: entry for entry in entries}

    def asked(self, asked: Asked) -> int | None:
        """A question came up: the number of the card that it is about, None where it is about none."""
        call = asked.request.call
        if call.app.name != APP or not call.app.authenticated:
            return None
        for entry in reversed(self._entries.values()):
            if entry.status in OPEN and (entry.server, entry.tool) == (call.server.id, call.tool):
                self._waiting[call.id] = entry.number
                self._answered.discard(entry.number)
                return entry.number
        return None

    def ended(self, ended: CallEnded) -> int | None:
        """A question is over: the number of the card that it was about."""
        number = self._waiting.pop(ended.call_id, None)
        if number is not None:
            self._answered.add(number)
        return number

    def status(self, number: int) -> str:
        """What the card says."""
        status = self._entries[number].status
        if status != "proposed":
            return status
        if number in self._waiting.values():
            return "waiting"
        return "running" if number in self._answered else status
