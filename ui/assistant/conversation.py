"""The conversation without its widgets: its entries, their status, and the call of the log of each card (pure).

Invariants: a later entry with a known number replaces the earlier one; only the question, not the app, tells whether a
call waits for the person; question and entry can arrive in any order. Every status has a word and an icon; an unknown
status is shown as unknown, never as done.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from typing import Final

from host.control import codec
from host.control.protocol import CallEnded
from host.control.views import Asked, AssistantEntry, AssistantPhase, HistoryRow
from host.errors import AssentError
from ui import masking
from ui.label_text import Style
from ui.tr import mark, tr

PREVIEW: Final = 200  # characters of inputs that stand on one line
MAX_INPUTS: Final = 20  # most inputs on that line
SUBTITLE: Final = mark(
    "A script: no model is involved. Its calls are real and go to demo servers; your own files are not touched."
)


_UNKNOWN: Final = Style(mark("Unknown"), "question", "amber")
_STYLES: Final = {
    "proposed": Style(mark("Proposed"), "paper-plane-tilt", "neutral"),
    "waiting": Style(mark("Waiting for you"), "hand-palm", "amber"),
    "running": Style(mark("Running"), "play", "neutral"),
    "succeeded": Style(mark("Done"), "check", "neutral"),
    "tool error": Style(mark("Tool error"), "warning", "amber"),
    "refused": Style(mark("Not sent"), "prohibit", "neutral"),
    "lost": Style(mark("Outcome unknown"), "question", "amber"),
    "withdrawn": Style(mark("Withdrawn"), "arrow-u-up-left", "neutral"),
    "stopped": Style(mark("Stopped"), "stop-circle", "amber"),
}
OPEN: Final = frozenset({"proposed", "waiting", "running"})  # statuses of a call that has not ended

_PHASES: Final[dict[AssistantPhase, str]] = {
    "absent": "",
    "idle": "",
    "running": mark("The story is being told."),
    "ended": mark("Finished. Pick a chapter to hear it again."),
    "failed": mark("The assistant stopped unexpectedly. Start the story again."),
}


def status_style(status: str) -> Style:
    """How the status of a call is shown."""
    return _STYLES.get(status, _UNKNOWN).localized()


def inputs_in_brief(arguments: str) -> str:
    """A preview of inputs on one line, secrets masked: names and values, or the text if it is no JSON object."""
    try:
        inputs = json.loads(arguments)
    except (ValueError, RecursionError):
        inputs = None
    if not isinstance(inputs, dict):
        return masking.mask_json(arguments[:PREVIEW])
    parts = (f"{name}: {_value_in_brief(name, value)}" for name, value in itertools.islice(inputs.items(), MAX_INPUTS))
    return " · ".join(parts)[:PREVIEW]


def _value_in_brief(name: str, value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    cut = text[:PREVIEW]
    return masking.mask_value(cut, name) if isinstance(value, str) else masking.mask_json(cut)


def phase_sentence(phase: AssistantPhase) -> str:
    """The phase of the story in one sentence; may be empty."""
    return tr(_PHASES[phase])


APP: Final = "demo-assistant"  # the app name of the scripted assistant


class Conversation:
    """The entries in order of arrival, and the questions about them."""

    def __init__(self) -> None:
        self._entries: dict[int, AssistantEntry] = {}
        self._unmatched: dict[str, Asked] = {}
        self._card_by_call_id: dict[str, int] = {}
        self._answered_cards: set[int] = set()
        self._call_ids_by_card: dict[int, str] = {}

    @property
    def entries(self) -> tuple[AssistantEntry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries.values())

    def set_entry(self, entry: AssistantEntry) -> bool:
        """Add or replace an entry. Returns whether it is new."""
        is_new = entry.number not in self._entries
        self._entries[entry.number] = entry
        if is_new:
            self._match_questions()
        return is_new

    def start_over(self, entries: tuple[AssistantEntry, ...]) -> None:
        """Replace everything by these entries."""
        self._entries = {entry.number: entry for entry in entries}
        self._call_ids_by_card = {
            number: call_id for number, call_id in self._call_ids_by_card.items() if number in self._entries
        }
        self._match_questions()

    def note_question(self, asked: Asked) -> int | None:
        """Take note of a question. Returns the number of its card; None if it has none."""
        call = asked.request.call
        if call.app.name != APP or not call.app.authenticated:
            return None
        if call.id not in self._card_by_call_id:
            self._unmatched[call.id] = asked
            self._match_questions()
        return self._card_by_call_id.get(call.id)

    def note_end(self, ended: CallEnded) -> int | None:
        """Take note that a question ended. Returns the number of its card; None if it had none."""
        self._unmatched.pop(ended.call_id, None)
        number = self._card_by_call_id.pop(ended.call_id, None)
        if number is not None:
            self._answered_cards.add(number)
        return number

    def status(self, number: int) -> str:
        """The status that a card shows."""
        status = self._entries[number].status
        if status != "proposed":
            return status
        if number in self._card_by_call_id.values():
            return "waiting"
        return "running" if number in self._answered_cards else status

    def call(self, number: int) -> str:
        """The call id of a card that waits for the person; empty if the card does not wait."""
        waits = self.status(number) == "waiting"
        return next((call_id for call_id, card in self._card_by_call_id.items() if waits and card == number), "")

    def known_call(self, number: int) -> str:
        """The call id of a card, from its question; empty if it was not asked in this window."""
        return self._call_ids_by_card.get(number, "")

    def find_call_id(self, number: int, rows: Sequence[HistoryRow]) -> str:
        """Find the call of card ``number`` in the log; empty if ambiguous. ``rows``: of the log, newest first."""
        ended = (entry for entry in self._entries.values() if entry.role == "call" and entry.status not in OPEN)
        proposed = {entry.number: (entry.server, entry.tool, canonical_inputs(entry.arguments)) for entry in ended}
        target = proposed.get(number)
        if target is None or not target[2]:
            return ""
        alike = [other for other, proposal in proposed.items() if proposal == target]
        asked = {self.known_call(other) for other in alike}
        calls = [row.call_id for row in reversed(rows) if _is_same_call(row, target) and row.call_id not in asked]
        cards = [other for other in alike if not self.known_call(other)]
        return calls[cards.index(number)] if len(calls) == len(cards) else ""

    def _match_questions(self) -> None:
        for call_id, asked in tuple(self._unmatched.items()):
            number = self._find_card(asked)
            if number is not None:
                del self._unmatched[call_id]
                self._card_by_call_id[call_id] = number
                self._call_ids_by_card[number] = call_id
                self._answered_cards.discard(number)

    def _find_card(self, asked: Asked) -> int | None:
        """The newest open card without a question that proposes the asked call."""
        asked_cards = frozenset(self._card_by_call_id.values())
        for entry in reversed(self._entries.values()):
            if entry.status in OPEN and entry.number not in asked_cards and _is_about(asked, entry):
                return entry.number
        return None


def _is_about(asked: Asked, entry: AssistantEntry) -> bool:
    call = asked.request.call
    if (entry.server, entry.tool) != (call.server.id, call.tool):
        return False
    return canonical_inputs(entry.arguments) == call.arguments.decode()


def canonical_inputs(arguments: str) -> str:
    """Inputs in canonical form; empty for a text that is no JSON object."""
    try:
        return codec.lexeme(codec.object_of(arguments.encode()))
    except (AssentError, ValueError):  # an untrusted text need not be JSON, nor even text that can be encoded
        return ""


def _is_same_call(row: HistoryRow, proposed: tuple[str, str, str]) -> bool:
    is_ours = (row.app, row.authenticated, row.server, row.tool) == (APP, True, *proposed[:2])
    return is_ours and row.state == "ended" and row.inputs.decode("utf-8", "replace") == proposed[2]
