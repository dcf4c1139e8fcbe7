"""The parts of the window with the table, and their places.

Owns: the layout.

Invariants: who wants what, and the buttons, are always on screen; Deny stands first, Approve last and not larger than
its words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from host.control.views import Asked
from ui import icons, text, theme
from ui.alert_strip import AlertStrip
from ui.consent import fitting, summary
from ui.consent.approve_button import ApproveGuard
from ui.consent.arming import Arming
from ui.consent.batch import words
from ui.consent.batch.selection import BatchSelection
from ui.consent.batch.table import BatchModel, BatchTable
from ui.consent.batch.values import ValuesView
from ui.consent.fitting import set_fitting
from ui.tr import tr
from ui.widgets.cards import Card, Notice, rule
from ui.widgets.labels import Badge
from ui.widgets.scroll import FadeScroll

SIZE: Final = QSize(960, 760)
NARROWEST: Final = 480
_FIXED: Final = 96 * theme.SPACE
"""Height that heads, two rows and buttons take."""
_LEAST_WHOLE: Final = 15 * theme.SPACE
_SAME_SHARE: Final = 0.35
"""Of the height that is left: what is the same in all takes no more."""
_ROWS_FIXED: Final = 2
_ROWS_FIRST: Final = 6
"""Rows of the table that come before one call whole."""
_GAP: Final = theme.GROUP + theme.SPACE


class BatchFrame(QWidget):
    """The parts, without what they do.

    Attributes:
        table, rows: the calls. same: what is the same in all. detail: one call whole. arming, guard: of the yes. strip:
        asks before many are denied. chosen: the title of detail. back, deny, tick_all: buttons. gone, failure: notices.
    """

    def __init__(self, clock: Callable[[], float], left: Callable[[str], float], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.arming = Arming(clock)
        self.guard = ApproveGuard(self.arming, self.is_offered, self)
        self._make_head()
        self.gone = Notice("amber", tr("The host is gone"))
        self.failure = Notice("red", tr("Some answers were not taken"))
        self.same = ValuesView(_LEAST_WHOLE, tr("The same in all of them"), self)
        self.rows = BatchModel(left, self)
        self.table = BatchTable(self.rows, self)
        self.detail = ValuesView(_LEAST_WHOLE, tr("The chosen call"), self)
        self._make_foot()
        self._lay_out()
        self.setMinimumWidth(NARROWEST)
        self.resize(SIZE.boundedTo(self.screen().availableSize()))

    def is_offered(self) -> bool:
        """Whether a yes is possible at all right now."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """What scrolls takes its share of what is left, so that the buttons stay in view."""
        super().resizeEvent(event)
        self.share()
        self.arrange()

    def share(self) -> None:
        """Give what scrolls its part of the height: some rows of the table come first, one call whole has the rest."""
        room = max(0, self.height() - _FIXED)
        self.same.set_most(max(_LEAST_WHOLE, round(room * _SAME_SHARE)))
        if not self._same_card.isHidden():
            room -= self.same.height()
        rows = max(0, min(len(self.rows.rows), _ROWS_FIRST) - _ROWS_FIXED) * theme.ROW
        left = room - rows
        if left < _LEAST_WHOLE:  # all of it scrolls then anyhow: one call whole may fill the view
            left = max(_LEAST_WHOLE, self.middle.viewport().height() - 4 * theme.PAGE)
        self.detail.set_most(left)

    def draw_head(self, asked: Asked, book: BatchSelection) -> None:
        """Say who wants what, and in what the calls differ."""
        calls = len(book.rows)
        set_fitting(self.heading, words.title(asked, calls))
        set_fitting(self.route, summary.route(asked))
        server = asked.request.call.server
        self.badge.set(summary.trust(server), "neutral", "seal-check" if server.trusted else "seal-question")
        set_fitting(self.differences, words.differences(book))
        text.title(self, words.title(asked, calls))
        self._same_card.setVisible(bool(book.sheet.same))

    def _make_head(self) -> None:
        self.heading = text.label("", "title", wrap=True, parent=self)
        self.route = text.label("", "heading", wrap=True, parent=self)
        self.badge = Badge("", parent=self)
        self.differences = text.label("", "body", wrap=True, parent=self)
        self.arrived = text.label("", "caption", wrap=True, parent=self)
        self.arrived.hide()

    def _make_foot(self) -> None:
        self.strip = AlertStrip(inset=False)
        self.covers = text.label(
            tr("Your yes covers only the calls that you tick, once each."), "body", wrap=True, parent=self
        )
        self.progress = text.label("", "caption", parent=self)
        self.deny = text.button(tr("Deny the rest…"), parent=self)
        self.deny.setIcon(icons.icon("x-circle"))
        self.back = text.button(tr("Back to one call"), "quiet", parent=self)
        self.tick_all = text.button("", parent=self)

    def _lay_out(self) -> None:
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(self._head())
        self.middle = FadeScroll(self, ground="window")
        self.middle.setWidget(self._middle())
        self.middle.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        text.named(self.middle, tr("Calls side by side"))
        bar = self.middle.verticalScrollBar()
        for look in (self.table.look_soon, self.same.look_again, self.detail.look_again):
            bar.valueChanged.connect(look)
            bar.rangeChanged.connect(look)
        bar.rangeChanged.connect(self._keep_edges)
        rows.addWidget(self.middle, 1)
        rows.addWidget(rule(self))
        rows.addLayout(self._foot())

    def _head(self) -> QVBoxLayout:
        head = QVBoxLayout()
        head.setContentsMargins(theme.PAGE, theme.SECTION, theme.PAGE, theme.GROUP)
        head.setSpacing(theme.GROUP)
        vouched = QHBoxLayout()
        vouched.addWidget(self.badge)
        vouched.addStretch(1)
        head.addWidget(self.heading)
        head.addWidget(self.route)
        head.addLayout(vouched)
        for notice in (self.gone, self.failure):
            notice.hide()
            head.addWidget(notice)
        return head

    def _middle(self) -> QWidget:
        inside = QWidget(self)
        self._column = middle = QVBoxLayout(inside)
        middle.setContentsMargins(theme.PAGE, 0, theme.PAGE, theme.SECTION)
        middle.setSpacing(theme.GROUP)
        self._same_card = _card(self.same, text.label(tr("The same in all of them"), "caption"), self)
        self.chosen = text.label("", "caption", parent=self)
        self._detail_card = _card(self.detail, self.chosen, self)
        middle.addWidget(self.differences)
        middle.addWidget(self._same_card)
        middle.addWidget(self.table, 1)
        middle.addWidget(self.arrived)
        middle.addWidget(self._detail_card)
        middle.addStretch(0)
        return inside

    def _keep_edges(self, _least: int, most: int) -> None:
        """What scrolls keeps the edges of what stands above and below it, with a scroll bar and without."""
        left, right = fitting.beside_bar(self, self.middle.verticalScrollBar().sizeHint().width() if most else 0)
        self._column.setContentsMargins(left, 0, right, theme.SECTION)

    def _foot(self) -> QVBoxLayout:
        foot = QVBoxLayout()
        foot.setContentsMargins(theme.PAGE, _GAP, theme.PAGE, _GAP)
        foot.setSpacing(_GAP)
        said = QHBoxLayout()
        said.addWidget(self.covers, 1)
        said.addWidget(self.progress, 0, Qt.AlignmentFlag.AlignBottom)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._buttons.setSpacing(theme.GROUP)
        no, yes = QHBoxLayout(), QHBoxLayout()
        for row in (no, yes):
            row.setSpacing(theme.GROUP)
        no.addWidget(self.deny)
        no.addWidget(self.back)
        no.addStretch(1)
        yes.addStretch(1)
        yes.addWidget(self.tick_all)
        yes.addWidget(self.guard.button)
        self._buttons.addLayout(no)
        self._buttons.addLayout(yes, 1)
        foot.addLayout(said)
        foot.addWidget(self.strip)
        foot.addLayout(self._buttons)
        return foot

    def arrange(self) -> None:
        """One row of buttons or two, by what they say now."""
        shown = (self.deny, self.back, self.tick_all, self.guard.button)
        needed = sum(button.sizeHint().width() + theme.GROUP for button in shown) + 2 * theme.PAGE
        wide = needed <= self.width()
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._buttons.setDirection(direction)


def _card(inside: ValuesView, title: QLabel, parent: QWidget) -> Card:
    card = Card("card", parent)
    card.body.setContentsMargins(0, theme.GROUP, 0, 0)
    card.body.setSpacing(0)
    card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    title.setContentsMargins(theme.SECTION, 0, theme.SECTION, 0)
    card.body.addWidget(title)
    card.body.addWidget(inside)
    return card
