"""The conversation without its widgets: its entries, their status, and the call of each card (pure).

Invariants: a later entry with a known number replaces the earlier one; only the question, not the app, tells whether a
call waits for the person; question and entry can arrive in any order. Every status has a word and an icon; an unknown
status is shown as unknown, never as done.
"""

from __future__ import annotations

from typing import Final

from host.control import codec
from host.control.protocol import CallEnded
from host.control.views import Asked, AssistantEntry, AssistantPhase
from host.errors import AssentError
from ui.label_text import Style
from ui.tr import mark, tr

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


def phase_sentence(phase: AssistantPhase) -> str:
    """The phase of the story in one sentence; may be empty."""
    return tr(_PHASES[phase])


APP: Final = "demo-assistant"  # the app name of the scripted assistant


class Conversation:
    """The entries in order of arrival, and the questions about them. ``entries``: by number, oldest first."""

    def __init__(self) -> None:
        self.entries: dict[int, AssistantEntry] = {}
        self._waiting: dict[str, Asked] = {}  # by call id
        self._asked_call_ids: dict[int, str] = {}  # of the cards about which the person was asked

    def set_entry(self, entry: AssistantEntry) -> None:
        """Add or replace an entry."""
        self.entries[entry.number] = entry
        self._match_questions()

    def start_over(self, entries: tuple[AssistantEntry, ...]) -> None:
        """Replace everything by these entries."""
        self.entries = {entry.number: entry for entry in entries}
        self._asked_call_ids = {
            number: call_id for number, call_id in self._asked_call_ids.items() if number in self.entries
        }
        self._match_questions()

    def note_question(self, asked: Asked) -> None:
        """Take note of a question. Those of other apps are ignored."""
        call = asked.request.call
        if call.app.name == APP and call.app.authenticated:
            self._waiting[call.id] = asked
            self._match_questions()

    def note_end(self, ended: CallEnded) -> None:
        """Take note that a question ended."""
        self._waiting.pop(ended.call_id, None)

    def status(self, number: int) -> str:
        """The status that a card shows."""
        status = self.entries[number].status
        if status != "proposed" or number not in self._asked_call_ids:
            return status
        return "waiting" if self._asked_call_ids[number] in self._waiting else "running"

    def call_id(self, number: int) -> str:
        """The call of a card: by the receipt of its decision, or by its question; empty if neither is there."""
        return self.entries[number].call or self._asked_call_ids.get(number, "")

    def _match_questions(self) -> None:
        """Find the card of each question: the newest open one without a question that proposes the very call."""
        for call_id, asked in self._waiting.items():
            if call_id in self._asked_call_ids.values():
                continue
            for number, entry in reversed(self.entries.items()):
                if number not in self._asked_call_ids and entry.status in OPEN and _is_about(asked, entry):
                    self._asked_call_ids[number] = call_id
                    break


def _is_about(asked: Asked, entry: AssistantEntry) -> bool:
    call = asked.request.call
    if (entry.server, entry.tool) != (call.server.id, call.tool):
        return False
    try:
        return codec.lexeme(codec.object_of(entry.arguments.encode())) == call.arguments.decode()
    except (AssentError, ValueError):  # an untrusted text need not be JSON, nor even text that can be encoded
        return False
