"""Why a call is decided as it is (PRODUCT, promise 6).

Owns: the view of an explanation, wherever one is shown. What stays true: the rule that decided stands first, then those
that match, then the others with the reason why not; ten thousand rules make no more lines at once than ``STEP``; ids
and reasons are their authors' words, escaped.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import Explanation, RuleReason
from host.text import one_line
from ui import text
from ui.icons import Tone
from ui.rules import words
from ui.theme import GROUP, SPACE
from ui.tr import tr
from ui.widgets.badge import Badge
from ui.widgets.glyph import Glyph

STEP: Final = 20
"""Rules that are shown at once."""
_DECIDED: Final[tuple[str, Tone]] = ("arrow-circle-right", "text")
_LOOKS: Final[dict[bool | None, tuple[str, Tone]]] = {
    True: ("check-circle", "text"),
    None: ("question", "amber"),
    False: ("minus-circle", "muted"),
}


class ExplanationView(QWidget):
    """An explanation; empty until it is given one. Attributes: more: the button for more rules."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._content: QWidget | None = None
        self._shown: Explanation | None = None
        self._lines: QVBoxLayout | None = None
        self._count = 0
        self.more = text.button("", parent=self)
        self.more.clicked.connect(self._show_more)
        self.more.hide()
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def show_explanation(self, explanation: Explanation) -> None:
        """Show it, in place of another."""
        if explanation == self._shown:
            return
        self.clear()
        self._shown = explanation
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GROUP)
        column.addLayout(_verdict(explanation))
        for line in _sentences(explanation):
            column.addWidget(line)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(GROUP)
        if explanation.rules:
            column.addSpacing(GROUP)
            title = tr("{counted}, what each says of this call", counted=words.rule_count(len(explanation.rules)))
            column.addWidget(text.label(title, "strong", wrap=True))
        column.addLayout(self._lines)
        self._content = content
        self._column.insertWidget(0, content)
        self._column.setSpacing(GROUP)
        self._show_more()

    def clear(self) -> None:
        """Show nothing."""
        self._shown, self._lines, self._count = None, None, 0
        self.more.hide()
        if self._content is not None:
            self._column.removeWidget(self._content)
            self._content.hide()
            self._content.setParent(None)
            self._content.deleteLater()
            self._content = None

    def _show_more(self) -> None:
        if self._shown is None or self._lines is None:
            return
        rules = self._shown.rules
        for number in range(self._count, min(self._count + STEP, len(rules))):
            decided = number == 0 and _decides(self._shown, rules[0])
            self._lines.addWidget(_line(rules[number], decided=decided))
        self._count = min(self._count + STEP, len(rules))
        left = len(rules) - self._count
        text.set_button_text(self.more, tr("Show {left} more of {left2}", left=min(left, STEP), left2=f"{left:,}"))
        self.more.setVisible(left > 0)


def _decides(explanation: Explanation, reason: RuleReason) -> bool:
    """Whether it is the rule that the verdict names, itself or through a guard that held it back."""
    if explanation.source == "guard":
        return explanation.rule.endswith(f":{reason.id}")
    return (explanation.rule, explanation.source) == (reason.id, reason.source)


def _verdict(explanation: Explanation) -> QHBoxLayout:
    look = words.effect_style(explanation.effect)
    row = QHBoxLayout()
    row.setSpacing(GROUP)
    row.addWidget(Badge(look.word, look.tone, look.icon), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(text.label(look.verdict, "heading", wrap=True), 1)
    return row


def _sentences(explanation: Explanation) -> list[QWidget]:
    made: list[QWidget] = [
        text.label(words.safe_sentence(explanation.because, words.SENTENCE), wrap=True, selectable=True)
    ]
    if explanation.reason:
        reason = tr("Reason that the rule gives: “{reason}”", reason=words.safe_text(explanation.reason))
        made.append(text.label(words.break_long_words(reason), wrap=True, selectable=True))
    if explanation.obligations:
        made.append(bullets(tr("It demands"), explanation.obligations))
    if explanation.otherwise:
        made.append(text.label(words.safe_sentence(explanation.otherwise, words.SENTENCE), "muted", wrap=True))
    if explanation.note:
        made.append(text.label(words.safe_sentence(explanation.note, words.SENTENCE), "caption", wrap=True))
    return made


def bullets(title: str, lines: tuple[str, ...]) -> QWidget:
    """A short list under a title."""
    whole = QWidget()
    grid = QGridLayout(whole)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(GROUP)
    grid.setVerticalSpacing(SPACE)
    grid.setColumnStretch(1, 1)
    grid.addWidget(text.label(title, "strong", wrap=True), 0, 0, 1, 2)
    for row, line in enumerate(lines, 1):
        grid.addWidget(text.label("•", "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(text.label(words.break_long_words(words.safe_text(line)), wrap=True, selectable=True), row, 1)
    return whole


def _line(reason: RuleReason, *, decided: bool) -> QWidget:
    """What one rule says."""
    whole = QWidget()
    grid = QGridLayout(whole)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(GROUP)
    grid.setVerticalSpacing(SPACE // 2)
    grid.setColumnStretch(1, 1)
    icon, tone = _DECIDED if decided else _LOOKS[reason.matched]
    grid.addWidget(Glyph(icon, tone=tone), 0, 0, Qt.AlignmentFlag.AlignTop)
    grid.addWidget(text.label(words.break_long_words(one_line(reason.id, words.NAME)), "strong", wrap=True), 0, 1)
    what = words.reason_word(reason, decided=decided)
    about = f"{words.effect_style(reason.effect).word} · {words.source_word(reason.source)} · {what}"
    grid.addWidget(text.label(about, "caption", wrap=True), 1, 1)
    if reason.why:
        role: text.LabelRole = "body" if reason.matched is not False else "muted"
        grid.addWidget(text.label(words.safe_sentence(reason.why, words.SENTENCE), role, wrap=True), 2, 1)
    return whole
