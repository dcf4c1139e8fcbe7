"""What an app can make of an answer to ``tools/call`` (pure).

Owns: telling Assent's own answers from those of a tool, by their words, as a model would.

Invariants: whatever comes, there is an ending for it; what is quoted from it is bounded. An app has nothing but these
words: what really happened stands in the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from host.assistant.script import Ending
from host.control.views import AssistantStatus
from host.errors import SERVER_LOST
from host.model import JsonObject, JsonValue

LONGEST: Final = 4_000
"""Characters of one answer that the conversation keeps."""

_ENDINGS: Final[tuple[tuple[str, Ending], ...]] = (
    ("The person denied this call; it was not sent.", "denied"),
    ("Not allowed by policy; the call was not sent.", "rule"),
    ("Nobody decided in time; the call was not sent.", "expired"),
    ("No approval window is open, so nobody could be asked;", "no window"),
    ("Too many calls; this one was not sent.", "limit"),
    ("The person stopped all calls; this one was not sent.", "stop"),
    ("The call was stopped while it ran.", "cut short"),
    ("The person did not release the result", "withheld"),
    ("Assent is closing; the call was not sent.", "quit"),
    ("What was to be approved changed meanwhile, so the call was not sent.", "changed"),
    ("Assent could not decide safely, so the call was not sent.", "fault"),
)
"""How Assent's own answers begin (``host.gate.answers``)."""

_REASON: Final = " Reason: "
_NOTE: Final = "\nNote from Assent: "
"""How a block begins that tells what a person changed (``host.gate.editing``)."""
_EDITED: Final = "the person changed the inputs"


@dataclass(frozen=True, slots=True)
class CallResult:
    """An answer.

    Attributes:
        ending: see the type.
        text: what came, bounded.
        reason: the person's, may be empty.
        edited: whether Assent says that the person changed the inputs.
    """

    ending: Ending
    text: str
    reason: str = ""
    edited: bool = False

    @property
    def status(self) -> AssistantStatus:
        """As ``AssistantEntry.status`` says it."""
        if self.ending in ("succeeded", "tool error", "lost"):
            return self.ending
        if self.ending == "withheld":
            return "succeeded"  # the call did run; what was refused is its result
        return "stopped" if self.ending == "cut short" else "refused"


def read_result(response: JsonObject) -> CallResult:
    """What a JSON-RPC response says."""
    error, result = response.get("error"), response.get("result")
    if isinstance(error, dict):
        lost = error.get("code") == SERVER_LOST
        return CallResult("lost" if lost else "protocol error", bounded(str(error.get("message", ""))))
    if not isinstance(result, dict):
        return CallResult("protocol error", "The answer holds neither a result nor an error.")
    text = _text(result.get("content"))
    edited = f"{_NOTE}{_EDITED}" in f"\n{text}"
    if result.get("isError") is not True:
        return CallResult("succeeded", bounded(text), edited=edited)
    for words, ending in _ENDINGS:
        if text.startswith(words):
            reason = text.partition(_REASON)[2].partition(_NOTE)[0] if ending in ("denied", "withheld") else ""
            return CallResult(ending, bounded(text), bounded(reason))
    return CallResult("tool error", bounded(text), edited=edited)


def bounded(text: str) -> str:
    """``text``, or its beginning with how much is missing."""
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}… and {len(text) - LONGEST:,} more characters"


def _text(content: JsonValue) -> str:
    """The texts and links of a result, a line each; other content by its kind."""
    lines = [_line(block) for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    return "\n".join(lines)


def _line(block: JsonObject) -> str:
    kind = block.get("type")
    if kind == "text":
        return str(block.get("text", ""))
    if kind == "resource_link":
        return f"Link: {block.get('name', '')} ({block.get('uri', '')})"
    return f"({kind})"
