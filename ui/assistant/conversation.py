"""The conversation without its widgets (pure).

Owns: its entries in order, the status that each call's card shows and what it is called, and which call of the log a
card is about.

Invariants: a later entry with a known number replaces the earlier one; whether a call waits for the person is known
from the question, not from the app; it makes no difference which of the two is heard first. Every status has a word and
an icon; one that is not known here is shown as unknown, never as done.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from host.control import codec
from host.control.protocol import CallEnded
from host.control.views import Asked, AssistantEntry, AssistantPhase, HistoryRow
from host.errors import AssentError
from ui import masking
from ui.tr import mark, tr

if TYPE_CHECKING:
    from ui.widgets.labels import BadgeTone  # brings Qt along

PREVIEW: Final = 200
"""Characters of inputs that stand on one line."""
MOST: Final = 20
"""Inputs of which that line may tell."""
SUBTITLE: Final = mark(
    "A script: no model is involved. Its calls are real and go to demo servers; your own files are not touched."
)


class StatusStyle(NamedTuple):
    """How a status is shown.

    Attributes:
        word: its name.
        icon: Phosphor's name.
        tone: of the badge.
    """

    word: str
    icon: str
    tone: BadgeTone


_UNKNOWN: Final = StatusStyle(mark("Unknown"), "question", "amber")
_STYLES: Final = {
    "proposed": StatusStyle(mark("Proposed"), "paper-plane-tilt", "neutral"),
    "waiting": StatusStyle(mark("Waiting for you"), "hand-palm", "amber"),
    "running": StatusStyle(mark("Running"), "play", "neutral"),
    "succeeded": StatusStyle(mark("Done"), "check", "neutral"),
    "tool error": StatusStyle(mark("Tool error"), "warning", "amber"),
    "refused": StatusStyle(mark("Not sent"), "prohibit", "neutral"),
    "lost": StatusStyle(mark("Outcome unknown"), "question", "amber"),
    "withdrawn": StatusStyle(mark("Withdrawn"), "arrow-u-up-left", "neutral"),
    "stopped": StatusStyle(mark("Stopped"), "stop-circle", "amber"),
}
OPEN: Final = frozenset({"proposed", "waiting", "running"})
"""States of a call that is not over."""

_PHASES: Final[dict[AssistantPhase, str]] = {
    "absent": "",
    "idle": "",
    "running": mark("The story is being told."),
    "ended": mark("Finished. Pick a chapter to hear it again."),
    "failed": mark("The assistant stopped unexpectedly. Start the story again."),
}


def status_style(status: str) -> StatusStyle:
    """How the status of a call is shown."""
    known = _STYLES.get(status, _UNKNOWN)
    return known._replace(word=tr(known.word))


def inputs_in_brief(arguments: str) -> str:
    """Inputs on one line for a glance, secrets masked: names and values, or as they stand where they are no object."""
    try:
        inputs = json.loads(arguments)
    except (ValueError, RecursionError):
        inputs = None
    if not isinstance(inputs, dict):
        return masking.mask_json(arguments[:PREVIEW])
    shown = (f"{name}: {_value_in_brief(name, value)}" for name, value in itertools.islice(inputs.items(), MOST))
    return " · ".join(shown)[:PREVIEW]


def _value_in_brief(name: str, value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    cut = text[:PREVIEW]
    return masking.mask_value(cut, name) if isinstance(value, str) else masking.mask_json(cut)


def phase_sentence(now: AssistantPhase) -> str:
    """How the story stands, in one sentence; may be empty."""
    return tr(_PHASES[now])


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

    def find_call_id(self, number: int, rows: Sequence[HistoryRow]) -> str:
        """The id of the call that a card is about; empty where that cannot be told.

        Args:
            number: of the card.
            rows: calls of the log, newest first.
        """
        over = (entry for entry in self._entries.values() if entry.role == "call" and entry.status not in OPEN)
        proposed = {entry.number: (entry.server, entry.tool, canonical_inputs(entry.arguments)) for entry in over}
        mine = proposed.get(number)
        if mine is None or not mine[2]:
            return ""
        alike = [other for other, it in proposed.items() if it == mine]
        asked = {self.known_call(other) for other in alike}
        calls = [row.call_id for row in reversed(rows) if _is_of(row, mine) and row.call_id not in asked]
        cards = [other for other in alike if not self.known_call(other)]
        return calls[cards.index(number)] if len(calls) == len(cards) else ""

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


def _is_of(row: HistoryRow, proposed: tuple[str, str, str]) -> bool:
    is_ours = (row.app, row.authenticated, row.server, row.tool) == (APP, True, *proposed[:2])
    return is_ours and row.state == "ended" and row.inputs.decode("utf-8", "replace") == proposed[2]
