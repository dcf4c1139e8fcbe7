"""The words of the assistant's page (pure).

Owns: what each state of a call and of the story is called. What stays true: every state has a word and an icon; one
that is not known here is shown as unknown, never as done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from host.control.views import AssistantPhase

if TYPE_CHECKING:
    from ui.widgets.badge import BadgeTone  # brings Qt along

SUBTITLE: Final = "Scripted demonstration: no model is involved. The calls it proposes are real and go to demo servers."


class Look(NamedTuple):
    """How a state is shown. Attributes: word, icon, tone."""

    word: str
    icon: str
    tone: BadgeTone


_UNKNOWN: Final = Look("Unknown", "question", "amber")
_LOOKS: Final = {
    "proposed": Look("Proposed", "paper-plane-tilt", "neutral"),
    "waiting": Look("Waiting for you", "hand-palm", "amber"),
    "running": Look("Running", "play", "neutral"),
    "succeeded": Look("Done", "check", "neutral"),
    "tool error": Look("Tool error", "warning", "amber"),
    "refused": Look("Not sent", "prohibit", "neutral"),
    "lost": Look("Outcome unknown", "question", "amber"),
    "withdrawn": Look("Withdrawn", "arrow-u-up-left", "neutral"),
    "stopped": Look("Stopped", "stop-circle", "amber"),
}
OPEN: Final = frozenset({"proposed", "waiting", "running"})
"""States of a call that is not over."""

_PHASES: Final[dict[AssistantPhase, str]] = {
    "absent": "",
    "idle": "",
    "running": "The story is being told.",
    "ended": "Told to the end. Pick a chapter to hear it again.",
    "failed": "The assistant stopped unexpectedly. Start the story again.",
}


def look(status: str) -> Look:
    """How a call's state is shown."""
    return _LOOKS.get(status, _UNKNOWN)


def phase(now: AssistantPhase) -> str:
    """How the story stands, in one sentence; may be empty."""
    return _PHASES[now]
