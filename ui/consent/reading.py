"""What the Approve button says and whether it is offered (pure; SECURITY, rows 7 and 13).

Owns: those words, and those of the scope. What stays true: a yes to unread lines says so, with their number; it is not
offered where a grave finding stands; the words of a scope say exactly what is granted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from host.control.views import Asked, Scope
from host.model import Severity

ONCE: Final = "Only this call, once"
QUARTER: Final = "Exactly this call, for 15 minutes"
ONCE_MEANS: Final = "The same call is asked again next time."
QUARTER_MEANS: Final = "The same app, the same tool, the very same inputs. Anything else is asked again."


@dataclass(frozen=True, slots=True)
class Offer:
    """The Approve button. Attributes: text, offered, why: one sentence about it, for tooltip and screen reader."""

    text: str
    offered: bool
    why: str


def offer(unread: int, grave: bool, scope: Scope) -> Offer:
    """What Approve says with ``unread`` lines of the inputs never in view. ``grave``: a high finding stands."""
    if unread and grave:
        return Offer(
            "Read to the end to approve", False, "Assent found something grave, so all inputs must be seen first."
        )
    if unread:
        span = "" if scope == "once" else " for 15 minutes"
        text = f"Approve{span} without reading {count(unread, 'line')}"
        return Offer(text, True, "Part of the inputs has not been on screen yet.")
    if scope == "once":
        return Offer("Approve once", True, "Sends exactly what is shown, once. Ctrl+Return")
    return Offer("Approve for 15 minutes", True, "Sends what is shown, and lets exactly this call pass for 15 minutes.")


def is_grave(asked: Asked) -> bool:
    """Whether a finding of the highest severity stands."""
    return any(finding.severity is Severity.HIGH for finding in asked.request.findings)


def count(number: int, thing: str) -> str:
    """``1 line``, ``14,200 lines``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def content_of(asked: Asked) -> tuple[object, ...]:
    """What of a question is content: everything that a person judges by, but not the time left or the queue."""
    request = asked.request
    return (
        request.call.id, request.round, request.call.digest, request.call.app, request.call.server,
        request.definition.digest, request.verdict, request.findings, request.voided_because, asked.no_grant,
        asked.server_title,
    )  # fmt: skip
