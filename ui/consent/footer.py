"""The last line of the consent window: why it asks, and how long.

Owns: the deciding rule in words, the way to its explanation, a menu of what is seldom wanted (a rule of one's own, the
keys, the call id), the countdown, and the line that offers more time when little is left.

Invariants: a rule is offered only if it could count. In a small window this line scrolls with the question, except the
countdown. Only the host ends a call, so that nothing happens here at zero. Each second changes only one label of fixed
size and no layout, except during the last seconds.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QWidget

from host.control.views import Asked
from ui import icons, text, theme
from ui.consent.fitting import set_fitting
from ui.consent.queue import Countdown
from ui.consent.summary import kind_of, shown_name
from ui.label_text import countdown
from ui.tr import mark, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow
from ui.widgets.popups import Menu

_TIME_WORDS: Final = {False: mark("{time} left"), True: mark("{time} · paused")}
"""By whether the clock is paused."""
ENDS_SOON_SECONDS: Final = 30.0
"""Seconds before its end from which a question says so."""
_LONGEST_TIME: Final = 3599.0
"""A time with the longest words. A question without signatures waits a quarter of an hour at most."""


class TimeLeft(QWidget):
    """One line whose words change and whose place does not: its label is in no layout. ``label``: shows the words."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.label = text.label("", "caption", parent=self)

    def show_time(self, time: Countdown | None) -> None:
        """Show how long the question still waits; None if it no longer does."""
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        edge = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
        self.label.setAlignment(edge | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
        words = "" if time is None else tr(_TIME_WORDS[time.is_paused], time=countdown(time.seconds_left))
        if self.label.text() != words:
            text.set_text(self.label, words)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return room for the longest words."""
        self.label.ensurePolished()
        metrics = self.label.fontMetrics()
        longest = tr(_TIME_WORDS[True], time=countdown(_LONGEST_TIME))
        return QSize(metrics.horizontalAdvance(longest) + theme.SPACE, metrics.lineSpacing())

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's name

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Let the label fill it."""
        super().resizeEvent(event)
        self.label.resize(event.size())


KeptState: TypeAlias = Literal["no", "yes", "no longer"]
"""Whether the person keeps a question waiting, and the host still allows it."""


class LastSeconds(QWidget):
    """Says that a question ends soon, with the button that keeps it waiting. ``keep``: the button."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown_state: KeptState | None = None
        self._words = text.label("", "body", wrap=True, parent=self)
        self.keep = text.button(tr("Keep waiting"), parent=self)
        text.tooltip(self.keep, tr("Stops its clock while this window shows it. A question waits 15 minutes at most."))
        fill(boxes.row(theme.GROUP, self), grow(self._words), self.keep)
        self.hide()

    def show_time(self, time: Countdown | None, kept: KeptState = "no") -> str:
        """Show itself if little time is left, or the question is kept. Returns words to say aloud if they are new."""
        if time is None or (kept == "no" and time.seconds_left >= ENDS_SOON_SECONDS):
            self._shown_state = None
            self.hide()
            return ""
        seconds = round(time.seconds_left)
        if kept == "yes":
            words = tr("It waits for you while you are here, 15 minutes in all at most.")
        elif kept == "no longer":
            words = tr_n(
                "It has waited as long as it may, and ends in {n} second.",
                "It has waited as long as it may, and ends in {n} seconds.",
                seconds,
            )
        else:
            words = tr_n("This question ends in {n} second.", "This question ends in {n} seconds.", seconds)
        is_new, self._shown_state = kept != self._shown_state, kept
        text.set_text(self._words, words)
        self.keep.setVisible(kept == "no")
        self.show()
        return words if is_new else ""


_WORDS_STRETCH: Final = 1_000
"""How much more room the words get than the free space behind them."""
RESULT_HELD: Final = mark("Held because a rule requires a person to release the results of such calls.")
ANSWER_HELD: Final = mark("Held because an app's answer to a server leaves here only after a person has seen it.")
RULE_MEANS: Final = mark("Opens the editor with the narrowest rule for this call. Nothing is decided by it yet.")
_ENDED_BY_RULES: Final = frozenset({"default", "user"})
"""Sources of verdicts whose questions a rule of the person can end."""
OWN_RULE_MEANS: Final = mark(
    "A rule of yours asks about this call, and asking wins over allowing: change that rule, or make one that denies. "
    "Nothing is decided by it yet."
)


class Footer(QWidget):
    """Why it is asked, the call id, the time left. ``menu``: what is seldom wanted; ``more`` opens it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.because = text.label("", "caption", wrap=True, parent=self)
        self._call_id = ""
        self.time_left = TimeLeft(self)
        self.why = text.button(tr("Why?"), "fold", parent=self)
        self.why.setCursor(Qt.CursorShape.PointingHandCursor)
        text.tooltip(self.why, tr("Which rule asks this, and what the others say."))
        self.more = text.tool_button(icons.icon("dots-three", "muted"), tr("More"), parent=self)
        self.more.clicked.connect(self._open_menu)
        self.menu = Menu(self)
        self.menu.setToolTipsVisible(True)
        self.rule = text.action(tr("Make a rule…"), parent=self.menu)
        self.keys = text.action(tr("Keys of this window"), parent=self.menu)
        self.copy_id = text.action(tr("Copy the call id"), parent=self.menu)
        self.copy_id.triggered.connect(lambda: QGuiApplication.clipboard().setText(self._call_id))
        self.menu.addActions([self.rule, self.keys, self.copy_id])
        because = grow(self.because, _WORDS_STRETCH)
        self._row = fill(boxes.row(theme.GROUP, self), because, self.why, self.more, STRETCH, self.time_left)

    def show_question(self, asked: Asked) -> None:
        """Say why it is asked."""
        verdict = asked.request.verdict
        rule = shown_name(verdict.rule)
        parts = [translated(verdict.because)]
        parts += [f"“{shown_name(verdict.reason)}”"] if verdict.reason else []
        if verdict.rule != "default" and verdict.source != "guard" and f'"{rule}"' not in parts[0]:
            parts.append(tr("(rule {rule}, {source})", rule=rule, source=verdict.source))
        held_text = tr(ANSWER_HELD) if asked.request.call.asks_app else tr(RESULT_HELD)
        set_fitting(self.because, " ".join(parts) if asked.request.result is None else held_text)
        self._call_id = asked.request.call.id
        self.copy_id.setToolTip(text.tooltip_html(tr("Call {id}", id=shown_name(self._call_id))))
        source = verdict.source
        self.rule.setVisible(kind_of(asked) == "approve" and source in _ENDED_BY_RULES)
        self.rule.setToolTip(text.tooltip_html(tr(OWN_RULE_MEANS) if source == "user" else tr(RULE_MEANS)))
        self.because.ensurePolished()
        width = self.because.fontMetrics().horizontalAdvance(self.because.text()) + theme.SPACE
        self.because.setMaximumWidth(width)  # the links stand right behind the words

    def take_back_time_left(self) -> None:
        """Place the countdown here again."""
        self._row.addWidget(self.time_left)

    def set_answerable(self, answerable: bool) -> None:
        """Set whether the question can be explained and answered."""
        self.why.setEnabled(answerable)
        self.rule.setEnabled(answerable)

    def _open_menu(self) -> None:
        position = QPoint(0, -self.menu.sizeHint().height())
        self.menu.popup(self.more.mapToGlobal(position))
