"""What Assent says of a call that is being changed, before it is asked anew.

Owns: what the rules would say, and what was found that the question does not have.

Invariants: the worst stands first; what is not shown is counted; in a few words the same is said, for where there is no
room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import EditCheck
from host.model import Finding, Severity
from host.text import one_line
from ui import icons, text, theme
from ui.consent import fitting
from ui.consent.fitting import fitted, set_fitting
from ui.tr import tr, tr_n, translated
from ui.widgets.cards import Notice
from ui.widgets.labels import Glyph

_SHOWN: Final = 3
"""New findings that are shown; the question that follows has all of them."""
_FINDING: Final = 300
_ROOM: Final = fitting.ROOM - 3 * theme.PAGE
_LOOK: Final[dict[Severity, tuple[str, icons.Tone]]] = {
    Severity.HIGH: ("warning-octagon", "red"),
    Severity.MEDIUM: ("warning", "amber"),
    Severity.INFO: ("info", "muted"),
}


class EditNews(QWidget):
    """The verdict and the new findings, worst first.

    Attributes:
        verdict: what the rules would say. brief: all of it in a line, empty where there is nothing. look: icon and
        tone of the worst of it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.brief = ""
        self.look = _LOOK[Severity.INFO]
        self.verdict = Notice("red", tr("This would be denied"), parent=self)
        self._found = QWidget(self)
        self._findings = QVBoxLayout(self._found)
        self._findings.setContentsMargins(0, 0, 0, 0)
        self._findings.setSpacing(theme.SPACE)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        rows.addWidget(self.verdict)
        rows.addWidget(self._found)

    def show_check(self, check: EditCheck | None, known: Sequence[Finding]) -> None:
        """What Assent says of it. ``known``: findings of the question, which are not said again."""
        denied = check is not None and check.effect == "deny"
        self.verdict.setVisible(denied)
        if check is not None and denied:
            self.verdict.set_text(
                tr("This would be denied"), fitted(translated(check.because), self.fontMetrics(), _ROOM)
            )
        found = () if check is None else check.findings
        before = {(finding.kind, finding.where, finding.text) for finding in known}
        new = [one for one in found if (one.kind, one.where, one.text) not in before]
        order = list(Severity)[::-1]
        new.sort(key=lambda finding: order.index(finding.severity))
        self._show_findings(new)
        parts = [tr("This would be denied")] if denied else []
        parts += [tr_n("{n} new finding", "{n} new findings", len(new))] if new else []
        self.brief = " · ".join(parts)
        self.look = _LOOK[Severity.HIGH if denied or not new else new[0].severity]
        self.setVisible(bool(parts))

    def _show_findings(self, found: Sequence[Finding]) -> None:
        while (item := self._findings.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for finding in found[:_SHOWN]:
            self._findings.addWidget(_finding(finding, self._found))
        if (rest := len(found) - _SHOWN) > 0:
            more = tr_n("{n} more finding", "{n} more findings", rest)
            self._findings.addWidget(text.label(more, "caption", parent=self._found))
        self._found.setVisible(bool(found))


def _finding(finding: Finding, parent: QWidget) -> QWidget:
    both = QWidget(parent)
    words = text.label("", "body", wrap=True, parent=both)
    set_fitting(words, tr("New: {finding}", finding=one_line(translated(finding.text), _FINDING)), _ROOM)
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.GROUP)
    row.addWidget(Glyph(*_sign(finding.severity), both), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(words, 1)
    both.show()
    return both


def _sign(severity: Severity) -> tuple[str, int, icons.Tone]:
    name, tone = _LOOK[severity]
    return name, icons.SMALL, tone
