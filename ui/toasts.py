"""Toasts: what just happened, one at a time at the bottom of the main window, with *Undo* where that can be done.

Owns: which toast is shown, how long, and what its buttons do; what stands in their place while there is none.

Invariants: its place below the page is there all the time and always as high, so it covers nothing, a question least of
all, and moves nothing that somebody is about to press; it never takes the focus, and returns it where the person
brought it there; its time runs only while it can be read, not behind a question, and neither under the pointer nor
while it has the keyboard; what cannot be undone gives way at once to what happens after it, so that nothing is told
late; what undoing would loosen has an armed button.
"""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPropertyAnimation, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from host.control.views import HostState
from ui import text
from ui.armed import ArmedButton, button_for
from ui.icons import MEDIUM, icon
from ui.keys import MAIN, keys_of
from ui.label_text import safe_sentence
from ui.link import Link
from ui.news import News
from ui.theme import GROUP, PAGE, SECTION, SPACE, motion
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow
from ui.widgets.cards import Card, rule
from ui.widgets.labels import ElidedLabel, Glyph

LEAST_MS: Final = 6_000
"""A toast stays at least so long in sight."""
LETTER_MS: Final = 50
"""And so long for each of its letters, if that is more: about as slowly as people read aloud."""
MOST: Final = 5
"""Toasts that wait for their turn; of more the oldest are left out: the pages have them all."""
OLD: Final = 60.0
"""Seconds after which something is no news any more, where the window was out of sight meanwhile."""
_WIDEST: Final = 760
"""Pixels of a toast."""
_HIGH: Final = 10 * SPACE
"""Pixels of it; its words have two lines."""


class Toasts(QWidget):
    """The place of the toasts.

    Attributes:
        shown: the news that is read now, None where there is none.
        rest: how things stand, while there is none.
        undo_button: takes it back; None where that cannot be done.
        close_button: puts the toast away.
        timer: ends it.
    """

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._waiting: deque[News] = deque(maxlen=MOST)
        self._before: QWidget | None = None
        self._told = 0.0
        self._pointed = False
        self._card: QWidget | None = None
        self.shown: News | None = None
        self.undo_button: QWidget | None = None
        self.close_button: QWidget | None = None
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self.close_toast)
        self.rest = ElidedLabel("", "right", "caption", self)
        self._column = fill(boxes.column(0, margins=(PAGE, SPACE, PAGE, SPACE)), self.rest)
        fill(boxes.column(0, self), rule(self), grow(self._column))
        self.setFixedHeight(_HIGH + 2 * SPACE + 1)
        application = QApplication.instance()
        assert isinstance(application, QApplication), "widgets need one"
        application.focusChanged.connect(self._on_focus)

    def show_state(self, state: HostState) -> None:
        """Say how things stand, for whenever nothing happened."""
        sessions = sum(server.sessions for server in state.servers)
        said = (
            tr_n("{n} server", "{n} servers", len(state.servers)),
            tr_n("{n} session", "{n} sessions", sessions),
            tr_n("{n} call runs", "{n} calls run", state.running) if state.running else "",
        )
        self.rest.show_text(" · ".join(filter(None, said)))

    def tell(self, news: News) -> None:
        """Show ``news``, after those before it that can be undone."""
        self._told = monotonic()
        if self.shown is None or (self.shown.undo is None and not self._is_held()):
            self._take_down()
            self._present(news)
            return
        if self._waiting and self._waiting[-1].undo is None:
            self._waiting.pop()
        self._waiting.append(news)

    def first_tab_stop(self) -> QWidget | None:
        """What takes the keyboard for the toast; None where there is none."""
        first = self.undo_button.button if isinstance(self.undo_button, ArmedButton) else self.undo_button
        return first if first is not None and first.isEnabled() else self.close_button

    def close_toast(self) -> None:
        """Put away the toast that is shown; the next one comes."""
        if self._has_focus():
            self._give_back()
        self._take_down()
        if self._waiting:
            self._present(self._waiting.popleft())

    def clear(self) -> None:
        """Nothing of what happened is news any more."""
        self._waiting.clear()
        self.close_toast()

    def host_gone(self) -> None:
        """Nothing can be undone any more, and nobody knows how things stand."""
        self.clear()
        self.rest.show_text("")

    # Qt

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """In sight its time runs; what was told long before is left out."""
        super().showEvent(event)
        if monotonic() - self._told > OLD:
            self.clear()
        self._update_timer()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Out of sight it stands: nobody could have read it."""
        super().hideEvent(event)
        self.timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Stay while the pointer is over it."""
        if watched is self._card and event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self._pointed = event.type() is QEvent.Type.Enter
            self._update_timer()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Esc puts it away."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_toast()
        else:
            super().keyPressEvent(event)

    # Inside

    def _take_down(self) -> None:
        self.timer.stop()
        boxes.discard(self._column, self._card)
        self._card = self.shown = self.undo_button = self.close_button = None
        self._pointed = False
        self.rest.show()

    def _present(self, news: News) -> None:
        self.shown = news
        self._card = self._make(news)
        self.rest.hide()
        self._column.addWidget(self._card)
        self._card.show()
        self._grow(self._card)
        text.announce(self, self._spoken(news))
        self._update_timer()

    def _spoken(self, news: News) -> str:
        if news.undo is None:
            return news.words
        return tr("{words} To undo it, press {key}.", words=news.words, key=keys_of(MAIN, "next")[0])

    def _grow(self, card: QWidget) -> None:
        """It opens in its place."""
        if not (time := motion.duration()):
            return
        opening = QPropertyAnimation(card, b"maximumHeight", card)
        opening.setDuration(time)
        opening.setStartValue(0)
        opening.setEndValue(_HIGH)
        opening.start()

    def _make(self, news: News) -> Card:
        card = Card("toast", self)
        card.setMaximumWidth(_WIDEST)
        card.body.setContentsMargins(SECTION, 0, GROUP, 0)
        row = fill(
            boxes.row(GROUP + SPACE), Glyph("check", MEDIUM, "muted"), grow(ElidedLabel(news.words, "right", lines=2))
        )
        if news.undo is not None:
            self.undo_button = button_for(tr("Undo"), self._undo, loosens=news.loosens)
            row.addWidget(self.undo_button)
        close = text.tool_button(icon("x"), tr("Put this message away"), on_click=self.close_toast)
        self.close_button = close
        row.addWidget(close)
        card.body.addLayout(row)
        card.installEventFilter(self)
        text.named(card, tr("What just happened"), news.words)
        return card

    def _undo(self) -> None:
        if self.shown is None or self.shown.undo is None:
            return
        undo = self.shown.undo
        self.close_toast()
        self._link.send(
            undo,
            lambda _: self.tell(News(tr("Undone."))),
            lambda why: self.tell(News(tr("It was not undone: {why}", why=safe_sentence(why)))),
        )

    def _update_timer(self) -> None:
        """Let its time begin, or stand while it is held or cannot be read."""
        active = QApplication.activeWindow()
        behind = active is not None and active is not self.window()  # a question that we ask stands in front
        stands = self._is_held() or behind or not self.isVisible() or self.window().isMinimized()
        if self.shown is None or stands:
            self.timer.stop()
        elif not self.timer.isActive():
            self.timer.start(max(LEAST_MS, LETTER_MS * len(self.shown.words)))

    def _on_focus(self, old: QWidget | None, now: QWidget | None) -> None:
        left, came = (widget is not None and self.isAncestorOf(widget) for widget in (old, now))
        if came and not left:
            self._before = old
        self._update_timer()

    def _is_held(self) -> bool:
        return self._pointed or self._has_focus()

    def _has_focus(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    def _give_back(self) -> None:
        before, self._before = self._before, None
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
