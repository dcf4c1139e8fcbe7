"""Saying aloud what changed, to who cannot see it.

Owns: what reaches a screen reader without being asked for.

Invariants: it takes no focus and changes nothing; what is said is what stands on screen, escaped like it.
"""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from host.control.views import Asked
from host.model import Severity
from ui.consent import summary
from ui.tr import tr, tr_n


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Have ``words`` said for ``widget``. ``urgent``: instead of what is being said, not after it."""
    if not words or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, words)
    polite = QAccessible.AnnouncementPoliteness
    event.setPoliteness(polite.Assertive if urgent else polite.Polite)
    QAccessible.updateAccessibility(event)


def spoken_question(asked: Asked) -> str:
    """What is said of a question that is on screen now."""
    request = asked.request
    parts = [summary.sentence(asked).rstrip(".") + "."]
    if request.edited is not None:
        parts.append(tr("You changed the inputs."))
    elif request.voided_because:
        parts.append(tr("Asked again: your earlier answer does not count"))
    if any(finding.severity is Severity.HIGH for finding in request.findings):
        parts.append(tr("Dangerous: read closely"))
    if request.findings:
        parts.append(tr_n("{n} finding", "{n} findings", len(request.findings)))
    return " ".join(part.rstrip(".") + "." for part in parts)
