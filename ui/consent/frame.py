"""The parts of the consent window, and their places.

Owns: the layout, and how it gives way in a small window.

Invariants: the sentence, the time left, what a yes needs and the buttons are always on screen; what is between them
scrolls, and has most of a small window: the foot's other lines scroll with it there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.views import Asked
from ui import text, theme
from ui.consent import summary
from ui.consent.action_row import ActionRow
from ui.consent.answer_form import AnswerForm
from ui.consent.approve_button import ApproveGuard
from ui.consent.arming import Arming
from ui.consent.content import Content
from ui.consent.deny_reason import DenyReasonRow
from ui.consent.editing.sheet import EditSheet
from ui.consent.ending import Ending
from ui.consent.footer import Footer
from ui.consent.header import Header
from ui.consent.sheets import FindingSheet, HelpSheet, WhySheet
from ui.tr import mark, tr
from ui.widgets.cards import Notice, rule
from ui.widgets.scroll import FadeScroll

TITLE: Final = mark("Approve this action?")
GONE: Final = mark("The host is gone")
RULED: Final = mark("Your rule is saved")
RULED_MEANS: Final = mark("It counts from the next call on. This question still waits for your answer.")
DEFAULT_SIZE: Final = QSize(680, 800)
NARROWEST: Final = 480
"""What the parts need in height, the layout knows."""
SMALL: Final = 640
"""Height below which a window is small, as on a little screen, or at 200 or 300 % of any."""
_TICK_MS: Final = 1000
_GAP: Final = theme.GROUP + theme.SPACE


class ConsentFrame(QWidget):
    """The parts, without what they do.

    Attributes:
        header, gone, failure, ruled (notices), middle (it scrolls), content (inside of it), sheet, editor, help, page
        (in its place; sheets: all of them), form (what a yes needs), scope (in it), buttons, reason, ending, footer:
        from top to bottom. arming: when a yes counts. guard: holds the button that says yes. ticker: once a second.
    """

    def __init__(self, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.arming = Arming(clock)
        self._is_small = False
        self._make_parts(clock)
        self._lay_out()
        self.setWindowTitle(tr(TITLE))
        self.setMinimumWidth(NARROWEST)
        self.resize(DEFAULT_SIZE.boundedTo(self.screen().availableSize()))
        self.fit_height()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Another height."""
        super().resizeEvent(event)
        self.fit_height()

    def setVisible(self, visible: bool) -> None:  # noqa: N802  # Qt's name
        """Shown at a height that it was given while it was hidden: before the layout asks for more than that."""
        if visible:
            self.fit_height()
        super().setVisible(visible)

    def fit_height(self) -> None:
        """Give the question most of a small window. What moves by that is armed anew."""
        small = self.height() < SMALL
        if small != self._is_small:
            self._is_small = small
            focused: QWidget | None = self.focusWidget()
            self._place_foot(small=small)
            self.header.set_compact(small)
            self.form.set_compact(small)
            self.editor.set_compact(small)
            if focused is not None and self.footer.isAncestorOf(focused):
                focused.setFocus(Qt.FocusReason.OtherFocusReason)  # it went along
            self.arming.restart()

    def is_offered(self) -> bool:
        """Whether a yes is possible at all right now."""
        raise NotImplementedError

    def show_gone(self, words: str) -> None:
        """Say what it means that the host is gone; nothing, where it is there."""
        self.gone.set_text(tr(GONE), words)
        self.gone.setVisible(bool(words))

    def show_parts(self, *, over: bool) -> None:
        """What a yes needs and the buttons, or a reason or an edit in their place, or neither."""
        answers = not over and self.reason.isHidden() and self.editor.isHidden()
        self.buttons.setVisible(answers)
        self.form.setVisible(answers and self.form.kind != "release")

    def make_room(self) -> None:
        """Take away what a reason or an edit will stand in place of.

        Before that is shown: Qt gives a window the height of all that is shown at one time, and never takes it back.
        """
        self.buttons.hide()
        self.form.hide()

    @property
    def is_covered(self) -> bool:
        """Whether something stands in place of what would be sent."""
        return not all(sheet.isHidden() for sheet in self.sheets)

    def place_notice(self, notice: QWidget) -> None:
        """Give a notice its place under the header, behind those that are there."""
        self._notices.addWidget(notice)

    def notice_stops(self) -> list[QWidget]:
        """Where the keyboard stops in the notices under the header, in order."""
        placed = (self._notices.itemAt(at) for at in range(self._notices.count()))
        notices = (item.widget() for item in placed if item is not None)
        return [notice.action for notice in notices if isinstance(notice, Notice)]

    def name_question(self, asked: Asked) -> None:
        """Say everywhere what is asked."""
        said = summary.sentence(asked)
        title = tr(TITLE) if asked.request.result is None else tr(summary.RELEASE)
        text.title(self, f"{title} {said}")
        about = tr("Everything to read before you answer. Arrow keys scroll.")
        text.named(self.content, tr("Question: {question}", question=said), about)

    def _keep_edges(self, _least: int, most: int) -> None:
        """What scrolls keeps the edges of what stands above and below it, with a scroll bar and without."""
        self.content.set_right(self.middle.verticalScrollBar().sizeHint().width() if most else 0)

    def _place_foot(self, *, small: bool) -> None:
        gap = theme.GROUP if small else _GAP
        self._bottom.setContentsMargins(theme.PAGE, gap, theme.PAGE, gap)
        self._bottom.setSpacing(gap)
        self._notices.setContentsMargins(theme.PAGE, 0 if small else theme.SPACE, theme.PAGE, gap - theme.SPACE)
        if small:
            self.content.take_tail(self.footer)
            self.header.take(self.footer.left)
            self.footer.left.set_short(True)
        else:
            self._bottom.addWidget(self.footer)
            self.footer.take_left()

    def _make_parts(self, clock: Callable[[], float]) -> None:
        self.header = Header(self)
        self.gone = Notice("amber", tr(GONE))
        self.gone.hide()
        self.failure = Notice("red", tr("Your answer was not taken"))
        self.failure.hide()
        self.ruled = Notice("neutral", tr(RULED), tr(RULED_MEANS))
        self.ruled.hide()
        self.content = Content()
        self.middle = FadeScroll(self)
        self.middle.setWidget(self.content)
        self.middle.verticalScrollBar().rangeChanged.connect(self._keep_edges)
        text.named(self.middle, tr("The question"))
        self.guard = ApproveGuard(self.arming, self.is_offered, self)
        self.sheet = WhySheet(self)
        self.editor = EditSheet(self)
        self.help = HelpSheet(self)
        self.page = FindingSheet(self)
        self.sheets = (self.sheet, self.editor, self.help, self.page)
        for sheet in self.sheets:
            sheet.hide()
        self.form = AnswerForm(self)
        self.scope = self.form.scope
        self.buttons = ActionRow(self.guard.button, self)
        self.reason = DenyReasonRow(clock, self)
        self.reason.hide()
        self.ending = Ending(clock, self.buttons, self)
        self.ending.hide()
        self.editor.bar.hide()
        self.footer = Footer(self)
        self.ticker = QTimer(self)
        self.ticker.setInterval(_TICK_MS)

    def _lay_out(self) -> None:
        self._notices = notices = QVBoxLayout()
        self._bottom = bottom = QVBoxLayout()
        notices.setSpacing(theme.GROUP)
        for notice in (self.gone, self.failure, self.ruled):
            notices.addWidget(notice)
        for part in (self.form, self.buttons, self.reason, self.editor.bar, self.ending):
            bottom.addWidget(part)
        self._place_foot(small=False)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.header)
        rows.addLayout(notices)
        rows.addWidget(self.middle, 1)
        for sheet in self.sheets:
            rows.addWidget(sheet, 1)
        rows.addWidget(rule(self))
        rows.addLayout(bottom)
