"""The texts of the assistant's page (pure).

Owns: what each status of a call and of the story is called.

Invariants: every status has a word and an icon; one that is not known here is shown as unknown, never as done.
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Final, NamedTuple

from host.control.views import AssistantPhase
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
