"""What Assent found, worst first.

Owns: the cards of findings. What stays true: the worst stand on top; beyond three the rest is one press away and
counted; each says its severity in a word, our sentence, and the stranger's text that shows it, as text.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from host.model import Finding, Severity
from host.text import one_line
from ui import icons, text, theme
from ui.consent import fitting
from ui.consent.fitting import set_fitting
from ui.icons import Tone
from ui.widgets.card import Card
from ui.widgets.glyph import Glyph

AT_FIRST: Final = 3
EVIDENCE_LIMIT: Final = 400
"""Characters of evidence in a card; what is left out is counted, and the inputs below have it whole."""
ROOM: Final = fitting.ROOM - 3 * theme.PAGE
"""Width for words in a card, beside its icon, in the narrowest window."""

_WORST_FIRST: Final = {Severity.HIGH: 0, Severity.MEDIUM: 1, Severity.INFO: 2}
_WORDS: Final = {Severity.HIGH: "Danger", Severity.MEDIUM: "Look closer", Severity.INFO: "Good to know"}
_ICONS: Final[dict[Severity, tuple[str, Tone]]] = {
    Severity.HIGH: ("warning-octagon", "red"),
    Severity.MEDIUM: ("warning", "amber"),
    Severity.INFO: ("info", "muted"),
}


def ranked(findings: tuple[Finding, ...]) -> list[Finding]:
    """Worst first; equals stay in the order in which they were found."""
    return sorted(findings, key=lambda finding: _WORST_FIRST[finding.severity])


class FindingsView(QWidget):
    """The findings of one question.

    Attributes:
        more: shows the rest; None where there is none, or it is shown.
    """

    def __init__(self, findings: tuple[Finding, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.more: QPushButton | None = None
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(theme.GROUP)
        ordered = ranked(findings)
        self._rest = ordered[AT_FIRST:]
        for finding in ordered[:AT_FIRST]:
            self._rows.addWidget(_card(finding, self))
        if self._rest:
            self.more = text.button(f"{len(self._rest):,} more", "quiet", parent=self)
            self.more.setIcon(icons.icon("caret-down"))
            more = len(self._rest)
            text.named(self.more, f"Show {more:,} more finding{'' if more == 1 else 's'}")
            self.more.clicked.connect(self._show_rest)
            self._rows.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_rest(self) -> None:
        if self.more is None:
            return
        self.more.deleteLater()
        self.more = None
        for finding in self._rest:
            card = _card(finding, self)
            self._rows.addWidget(card)
            card.show()


def _card(finding: Finding, parent: QWidget) -> Card:
    card = Card(f"finding-{finding.severity.value}", parent)
    text.named(card, f"{_WORDS[finding.severity]}: {finding.text}")
    name, tone = _ICONS[finding.severity]
    sign = Glyph(name, icons.MEDIUM, tone, card)
    words = QVBoxLayout()
    words.setSpacing(theme.SPACE)
    words.addWidget(text.label(_WORDS[finding.severity], "strong", parent=card))
    said = text.label("", "body", wrap=True, parent=card)
    set_fitting(said, finding.text, ROOM)
    words.addWidget(said)
    if finding.evidence:
        shown = one_line(finding.evidence, EVIDENCE_LIMIT)
        evidence = text.label("", "mono", wrap=True, selectable=True, parent=card)
        set_fitting(evidence, shown, ROOM)
        evidence.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        text.named(evidence, f"Evidence: {shown}")
        words.addWidget(evidence)
    row = QHBoxLayout()
    row.setSpacing(theme.GROUP)
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(words, 1)
    card.body.addLayout(row)
    return card
