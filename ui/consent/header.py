"""The fixed top of the consent window: who wants what.

Owns: the sentence, the exact names beneath it, who vouched, the inputs that tell most, and the place in the queue.

Invariants: names are those that tokens and our configuration prove; what anybody calls themselves is marked as a claim.
Values of inputs stand apart from our words, in the font of values. A small window says the same, closer together.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.views import Asked
from host.model import ServerRef
from ui import icons, text, theme
from ui.consent import roles, summary
from ui.consent.fitting import set_fitting
from ui.consent.key_inputs import KeyInput, key_inputs
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Placed, fill, grow, top
from ui.widgets.labels import Badge, ElidedLabel, Glyph, MarkedLabel, ValueLine
from ui.widgets.monogram import Monogram

REVIEW: Final = mark("Unverified server · Review…")
REVIEW_IN_BRIEF: Final = mark("Unverified…")
_ANY_WIDTH: Final = 16_777_215
"""QWIDGETSIZE_MAX, which PySide lacks."""
_MAX_LINES: Final = 3
"""Key inputs that are shown."""
_MAX_NAME_SHARE: Final = 0.3
_MIN_VALUE_SHARE: Final = 0.45
"""Shares of the width: the most that a name takes, and the least that a value gets if it needs as much."""


class Header(QWidget):
    """Sentence, exact names, trust, key inputs and place in the queue.

    Attributes:
        review: leads to what is known of a server that nobody vouched for; hidden if somebody did.
        badge: who vouched; hidden if nobody did.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_compact = False
        self._end_widget: QWidget | None = None
        self._face = Monogram("app", size=theme.MONOGRAM, parent=self)
        self.heading = MarkedLabel("title", self)
        self.position = text.label("", "caption", parent=self)
        self.route = text.label("", "muted", wrap=True, selectable=True, parent=self)
        self.route.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.badge = Badge("", parent=self)
        self.review = text.button(tr(REVIEW), "fold", parent=self)
        self.review.setIcon(icons.icon("seal-question", "muted"))
        self.signing = Badge("", parent=self)
        self._app_icon = Glyph("user", icons.SMALL, "muted", self)
        self.app_line = text.label("", "body", wrap=True, parent=self)
        self._app_claims_row = QWidget(self)
        self.app_claims = ElidedLabel("", "right", "body", self._app_claims_row)
        self.key_inputs = KeyInputsView(self)
        self._lay_out()

    def show_question(self, asked: Asked) -> None:
        """Show who wants what."""
        call = asked.request.call
        if call.asks_app:
            self._face.show_of("server", call.server.id)
        else:
            self._face.show_of("app", call.app.name if call.app.authenticated else "")
        heading = summary.heading(asked)
        self.heading.show_marked(heading.words, heading.values)
        text.named(self.heading, summary.spoken_heading(asked))
        route = summary.full_route(asked)
        set_fitting(self.route, route)
        text.named(self.route, tr("Exact names: {route}", route=route), summary.process_and_claim(call))
        text.tooltip(self.route, summary.process_and_claim(call))
        self._show_trust(call.server)
        self._show_signing(asked)
        line = summary.context_line(asked)
        set_fitting(self.app_line, line)
        self.app_line.setVisible(bool(line))
        self._app_icon.setVisible(bool(line))
        if call.app.authenticated:
            self._app_icon.show_icon("user", "muted")
        else:
            self._app_icon.show_icon("warning", "amber")
        self.app_claims.show_text(summary.app_claims_in_question(call))
        self._app_claims_row.setVisible(bool(self.app_claims.text()))
        self.key_inputs.show_rows(key_inputs(asked))
        self._arrange()

    def set_compact(self, compact: bool) -> None:
        """Set whether there is little height."""
        self._is_compact = compact
        self._face.setVisible(not compact)
        self._rows.setContentsMargins(theme.PAGE, theme.GROUP if compact else theme.SECTION, theme.PAGE, theme.SPACE)
        self._rows.setSpacing(theme.SPACE if compact else theme.GROUP)
        self.heading.set_role("heading" if compact else "title")
        self.key_inputs.set_compact(compact)
        text.set_button_text(self.review, tr(REVIEW_IN_BRIEF) if compact else tr(REVIEW))
        text.named(self.review, tr(REVIEW))
        self.review.ensurePolished()
        self.review.setMinimumWidth(self.review.sizeHint().width())
        self._arrange()

    def add_at_end(self, part: QWidget) -> None:
        """Place a widget at the end of the exact names."""
        self._end_widget = part
        self._names_grid.addWidget(part, 0, 2)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Place the badges beside the exact names if there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self.route.ensurePolished()
        words = self.route.text()
        route_width = self.route.fontMetrics().horizontalAdvance(words) + theme.SPACE
        end_widget = self._end_widget if self._end_widget is not None and self.isAncestorOf(self._end_widget) else None
        needed_width = route_width + theme.GROUP + self._badges.sizeHint().width()
        needed_width += theme.GROUP + end_widget.sizeHint().width() if end_widget is not None else 0
        is_beside = "\n" not in words and needed_width <= self.width() - 2 * theme.PAGE
        self.route.setMinimumWidth(route_width if is_beside else 0)
        # The size hint of the label is still that of the previous names.
        self.route.setMaximumWidth(route_width if is_beside else _ANY_WIDTH)
        if is_beside:
            self._names_grid.addWidget(self._badges, 0, 1)
        else:
            self._names_grid.addWidget(self._badges, 1, 0, 1, 3)
        self._names_grid.setColumnStretch(0, 0 if is_beside else 1)
        self._names_grid.setColumnStretch(1, 1 if is_beside else 0)

    def _show_trust(self, server: ServerRef) -> None:
        words = summary.trust_text(server)
        self.badge.setVisible(server.trusted)
        self.review.setVisible(not server.trusted)
        if server.trusted:
            self.badge.set(words, "neutral", "seal-check")
        else:
            text.tooltip(self.review, words)

    def _show_signing(self, asked: Asked) -> None:
        signing = asked.signing if asked.request.result is None else None
        self.signing.setVisible(signing is not None)
        if signing is not None:
            self.signing.set(roles.signing_title(signing), "neutral", "pen")

    def show_waiting_count(self, waiting: int) -> None:
        """Show the place in the queue. ``waiting``: how many other questions wait."""
        place = tr("1 of {count}", count=f"{waiting + 1:,}")
        text.set_text(self.position, place if waiting else "")
        text.named(self.position, place, tr("{count} more waiting", count=f"{waiting:,}"))
        self.position.setVisible(bool(waiting))

    def _lay_out(self) -> None:
        position = Placed(self.position, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        first = fill(boxes.row(theme.GROUP + theme.SPACE), top(self._face), grow(self.heading), position)
        app = fill(boxes.row(theme.GROUP), top(self._app_icon), grow(self.app_line))
        quotes = Glyph("quotes", icons.SMALL, "muted", self._app_claims_row)
        unverified = Badge(tr("unverified"), "neutral", "seal-question", self._app_claims_row)
        fill(boxes.row(theme.GROUP, self._app_claims_row), quotes, self.app_claims, unverified, STRETCH)
        self._badges = QWidget(self)
        boxes.flow(self.review, self.badge, self.signing, owner=self._badges)
        self._names_grid = boxes.grid(theme.GROUP, theme.SPACE)
        self._names_grid.addWidget(self.route, 0, 0)
        self._rows = rows = QVBoxLayout(self)
        fill(rows, first, self._names_grid, app, self._app_claims_row, self.key_inputs)
        self.set_compact(False)


class KeyInputsView(QWidget):
    """The inputs that tell most, one line each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = boxes.grid(theme.SECTION, theme.SPACE, self)
        self._lines = [self._make_line(number) for number in range(_MAX_LINES)]

    def show_rows(self, rows: tuple[KeyInput, ...]) -> None:
        """Show exactly these."""
        self.setVisible(bool(rows))
        for number, (name, value, reading) in enumerate(self._lines):
            row = rows[number] if number < len(rows) else KeyInput("", "", (0, 0), "")
            name.show_text(row.name)
            text = tr("{name}: {words}", name=row.name, words=row.value)
            described = f"{text}. {row.reading}" if row.reading else text
            value.show_value(row.value, row.strong, described, cut_at_end=row.cut_at_end)
            reading.show_text(row.reading)
            for part in (name, value):
                part.setVisible(number < len(rows))
            reading.setVisible(bool(row.reading))
        self._divide_width()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Divide the width again."""
        super().resizeEvent(event)
        self._divide_width()

    def _divide_width(self) -> None:
        """Divide the width: the value comes before the readings, and an untrusted name takes no room from both.

        The readings stand beneath if there is no room beside the value: half an amount would pass for another.
        """
        names = min(max(name.sizeHint().width() for name, *_ in self._lines), round(self.width() * _MAX_NAME_SHARE))
        for number, (name, value, reading) in enumerate(self._lines):
            name.setMaximumWidth(max(1, round(self.width() * _MAX_NAME_SHARE)))
            for part, share in ((name, _MAX_NAME_SHARE), (value, _MIN_VALUE_SHARE)):
                part.setMinimumWidth(min(part.sizeHint().width(), round(self.width() * share)))
            room = self.width() - names - value.minimumWidth() - 2 * theme.SECTION
            if reading.sizeHint().width() <= room:
                self._grid.addWidget(reading, 2 * number, 2)
            else:
                self._grid.addWidget(reading, 2 * number + 1, 1, 1, 2)

    def set_compact(self, compact: bool) -> None:
        """Set whether there is little height."""
        self._grid.setVerticalSpacing(0 if compact else theme.SPACE)

    def _make_line(self, number: int) -> tuple[ElidedLabel, ValueLine, ElidedLabel]:
        name = ElidedLabel("", "right", "muted", self)
        value = ValueLine(self)
        reading = ElidedLabel("", "middle", "caption", self)
        for column, part in enumerate((name, value, reading)):
            self._grid.addWidget(part, 2 * number, column)
        return name, value, reading
