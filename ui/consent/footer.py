"""The last line of the consent window: why it asks, and how long.

Owns: the deciding rule in words, the way to its explanation, what is wanted seldom (a rule of one's own, the keys, the
call id) in a menu, the countdown, and the line that offers more time while little is left.

Invariants: a rule is offered only where one could count; in a small window this line scrolls with the question, all but
the countdown; the host alone ends a call, so that at zero nothing happens here; a second that passes changes one label
of fixed size and no layout, but in the last of them.
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
from ui.consent.summary import kind_of, name
from ui.label_text import countdown
from ui.tr import mark, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.popups import Menu

_WORDS: Final = {False: mark("{time} left"), True: mark("{time} · paused")}
"""By whether the clock stands."""
SOON: Final = 30.0
"""Seconds before its end at which a question says so."""
_LONGEST: Final = 3599.0
"""Seconds whose words are the longest: a quarter of an hour is the most a question waits without signatures."""


class TimeLeft(QWidget):
    """One line whose words change and whose place does not: its label is in no layout.

    Attributes:
        label: it shows the words.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.label = text.label("", "caption", parent=self)

    def show_time(self, time: Countdown | None) -> None:
        """Show how long the question still waits, None where it waits no more."""
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        edge = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
        self.label.setAlignment(edge | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
        words = "" if time is None else tr(_WORDS[time.is_paused], time=countdown(time.left))
        if self.label.text() != words:
            text.set_text(self.label, words)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Room for the longest that it will ever say."""
        self.label.ensurePolished()
        metrics = self.label.fontMetrics()
        longest = tr(_WORDS[True], time=countdown(_LONGEST))
        return QSize(metrics.horizontalAdvance(longest) + theme.SPACE, metrics.lineSpacing())

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The same: it never shrinks."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """The label fills it."""
        super().resizeEvent(event)
        self.label.resize(event.size())


Kept: TypeAlias = Literal["no", "yes", "no longer"]
"""Whether the person wants a question to wait, and the host lets it."""


class LastSeconds(QWidget):
    """That a question ends soon, and the button that keeps it waiting.

    Attributes:
        keep: the button.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: Kept | None = None
        self._words = text.label("", "body", wrap=True, parent=self)
        self.keep = text.button(tr("Keep waiting"), parent=self)
        text.tooltip(self.keep, tr("Stops its clock while this window shows it. A question waits 15 minutes at most."))
        row = boxes.row(theme.GROUP, self)
        row.addWidget(self._words, 1)
        row.addWidget(self.keep)
        self.hide()

    def show_time(self, time: Countdown | None, kept: Kept = "no") -> str:
        """Show it where little time is left, or was. Returns words to say aloud where they are about something new."""
        if time is None or (kept == "no" and time.left >= SOON):
            self._shown = None
            self.hide()
            return ""
        seconds = round(time.left)
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
        is_new, self._shown = kept != self._shown, kept
        text.set_text(self._words, words)
        self.keep.setVisible(kept == "no")
        self.show()
        return words if is_new else ""


_MOST_OF_IT: Final = 1_000
"""How much more room the words get than what is left free behind them."""
HELD: Final = mark("Held because: a rule wants a person to release what such calls bring back.")
HELD_ANSWER: Final = mark("Held because: what an app answers a server here leaves only after a person saw it.")
NARROWEST: Final = mark("Opens the editor with the narrowest rule for this call. Nothing is decided by it yet.")
_ANSWERED: Final = frozenset({"default", "user"})
"""Whose questions a rule of the person's own can end."""
OWN: Final = mark(
    "A rule of yours asks about this call, and asking wins over allowing: change that rule, or make one that denies. "
    "Nothing is decided by it yet."
)


class Footer(QWidget):
    """Why it is asked, the call id, the time left.

    Attributes:
        time_left: the countdown, here or wherever there is room.
        why: asks for the explanation.
        more: opens the menu.
        menu: of what is wanted seldom.
        rule: asks for a rule made of this call.
        keys: shows what the keys do.
        copy_id: copies the id of the call, which its tooltip tells.
    """

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
        self._lay_out()

    def show_question(self, asked: Asked) -> None:
        """Say why it is asked."""
        verdict = asked.request.verdict
        rule = tr("(rule {rule}, {source})", rule=name(verdict.rule), source=verdict.source)
        parts = [translated(verdict.because)]
        parts += [f"“{name(verdict.reason)}”"] if verdict.reason else []
        parts += [] if verdict.rule == "default" else [rule]
        held = tr(HELD_ANSWER) if asked.request.call.asks_app else tr(HELD)
        set_fitting(self.because, " ".join(parts) if asked.request.result is None else held)
        self._call_id = asked.request.call.id
        self.copy_id.setToolTip(text.tooltip_html(tr("Call {id}", id=name(self._call_id))))
        source = verdict.source
        self.rule.setVisible(kind_of(asked) == "approve" and source in _ANSWERED)
        self.rule.setToolTip(text.tooltip_html(tr(OWN) if source == "user" else tr(NARROWEST)))
        self.because.ensurePolished()
        words = self.because.fontMetrics().horizontalAdvance(self.because.text()) + theme.SPACE
        self.because.setMaximumWidth(words)  # the links stand right behind them

    def take_back_time_left(self) -> None:
        """Give the countdown its place here again."""
        self._row.addWidget(self.time_left)

    def set_answerable(self, answerable: bool) -> None:
        """Whether the question is there to be explained."""
        self.why.setEnabled(answerable)
        self.rule.setEnabled(answerable)

    def _open_menu(self) -> None:
        above = QPoint(0, -self.menu.sizeHint().height())
        self.menu.popup(self.more.mapToGlobal(above))

    def _lay_out(self) -> None:
        self._row = row = boxes.row(theme.GROUP, self)
        row.addWidget(self.because, _MOST_OF_IT)
        for part in (self.why, self.more):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.time_left)
