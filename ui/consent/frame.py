"""The parts of the consent window, and their places.

Owns: the layout. What stays true: the sentence and the buttons are always on screen; only what is between them scrolls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.views import Asked
from ui import text, theme
from ui.consent import summary
from ui.consent.actions import ActionRow
from ui.consent.approve import ApproveGuard
from ui.consent.arming import Arming
from ui.consent.content import Content
from ui.consent.ending import Ending
from ui.consent.footer import Footer
from ui.consent.form import YesForm
from ui.consent.header import Header
from ui.consent.reason import ReasonRow
from ui.consent.why import WhySheet
from ui.widgets.card import rule
from ui.widgets.notice import Notice
from ui.widgets.scroll import FadeScroll

TITLE: Final = "Approve this action?"
GONE: Final = "The host is gone"
RULED: Final = "Your rule is saved"
RULED_MEANS: Final = "It counts from the next call on. This question still waits for your answer."
DEFAULT_SIZE: Final = QSize(680, 800)
NARROWEST: Final = 480
"""What the parts need in height, the layout knows."""
_TICK_MS: Final = 1000
_GAP: Final = theme.GROUP + theme.SPACE


class ConsentFrame(QWidget):
    """The parts, without what they do.

    Attributes:
        header, gone, failure, ruled (notices), middle (it scrolls), content (inside of it), sheet (in its place), form
        (what a yes needs), scope (in it), buttons, reason, ending, footer: from top to bottom. arming: when a yes
        counts. guard: holds the button that says yes. ticker: once a second.
    """

    def __init__(self, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.arming = Arming(clock)
        self._make_parts(clock)
        self._lay_out()
        self.setWindowTitle(TITLE)
        self.setMinimumWidth(NARROWEST)
        self.resize(DEFAULT_SIZE.boundedTo(self.screen().availableSize()))

    def is_offered(self) -> bool:
        """Whether a yes is possible at all right now."""
        raise NotImplementedError

    def show_gone(self, words: str) -> None:
        """Say what it means that the host is gone; nothing, where it is there."""
        self.gone.set_text(GONE, words)
        self.gone.setVisible(bool(words))

    def show_parts(self, *, over: bool) -> None:
        """What a yes needs and the buttons, or the line for a reason in their place, or neither."""
        answers = not over and self.reason.isHidden()
        self.buttons.setVisible(answers)
        self.form.setVisible(answers and self.form.kind != "release")

    def name_question(self, asked: Asked) -> None:
        """Say everywhere what is asked."""
        said = summary.sentence(asked)
        title = TITLE if asked.request.result is None else summary.RELEASE
        text.title(self, f"{title} {said}")
        text.named(self.content, f"Question: {said}", "Everything to read before you answer. Arrow keys scroll.")

    def _keep_edges(self, _least: int, most: int) -> None:
        """What scrolls keeps the edges of what stands above and below it, with a scroll bar and without."""
        self.content.set_right(self.middle.verticalScrollBar().sizeHint().width() if most else 0)

    def _make_parts(self, clock: Callable[[], float]) -> None:
        self.header = Header(self)
        self.gone = Notice("amber", GONE)
        self.gone.hide()
        self.failure = Notice("red", "Your answer was not taken")
        self.failure.hide()
        self.ruled = Notice("neutral", RULED, RULED_MEANS)
        self.ruled.hide()
        self.content = Content()
        self.middle = FadeScroll(self)
        self.middle.setWidget(self.content)
        self.middle.verticalScrollBar().rangeChanged.connect(self._keep_edges)
        text.named(self.middle, "The question")
        self.guard = ApproveGuard(self.arming, self.is_offered, self)
        self.sheet = WhySheet(self)
        self.sheet.hide()
        self.form = YesForm(self)
        self.scope = self.form.scope
        self.buttons = ActionRow(self.guard.button, self)
        self.reason = ReasonRow(self)
        self.reason.hide()
        self.ending = Ending(clock, self.buttons, self)
        self.ending.hide()
        self.footer = Footer(self)
        self.ticker = QTimer(self)
        self.ticker.setInterval(_TICK_MS)

    def _lay_out(self) -> None:
        notices, bottom = QVBoxLayout(), QVBoxLayout()
        notices.setContentsMargins(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP)
        notices.setSpacing(theme.GROUP)
        for notice in (self.gone, self.failure, self.ruled):
            notices.addWidget(notice)
        bottom.setContentsMargins(theme.PAGE, _GAP, theme.PAGE, _GAP)
        bottom.setSpacing(_GAP)
        for part in (self.form, self.buttons, self.reason, self.ending, self.footer):
            bottom.addWidget(part)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.header)
        rows.addLayout(notices)
        rows.addWidget(self.middle, 1)
        rows.addWidget(self.sheet, 1)
        rows.addWidget(rule(self))
        rows.addLayout(bottom)
