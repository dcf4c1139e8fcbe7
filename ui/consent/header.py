"""The fixed top of the consent window: who wants what.

Owns: the sentence, the exact names beneath it, who vouched, the inputs that tell most, and the place in the queue.

Invariants: names are those that tokens and our configuration prove; what anybody calls himself is told as such; values
of inputs stand apart from our words, in the font of values; in a small window it says the same, closer together.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from host.control.views import Asked
from host.model import ServerRef
from ui import icons, text, theme
from ui.consent import roles, summary
from ui.consent.fitting import set_fitting
from ui.consent.key_inputs import KeyInput, key_inputs
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.face import Face, ProgramPicture
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, ElidedLabel, Glyph, MarkedLabel, ValueLine

REVIEW: Final = mark("Unverified server · Review…")
REVIEW_BRIEFLY: Final = mark("Unverified…")
_ANY_WIDTH: Final = 16_777_215
"""QWIDGETSIZE_MAX, which PySide lacks."""
_LINES: Final = 3
"""Key inputs that are shown."""
_NAME: Final = 0.3
_VALUE: Final = 0.45
"""Shares of the width that a name takes at most, and a value at least, if it wants as much."""


class Header(QWidget):
    """Sentence, exact names, trust, key inputs and place in the queue.

    Attributes:
        heading: who wants what.
        route: the exact names.
        review: leads to what is known of a server that nobody vouched for; hidden where somebody did.
        badge: who vouched; hidden where nobody did.
        program: the system's picture for what started the process, beside the words that say so; hidden without.
        says: what the app tells of who asks in it, as its claim.
        key_inputs: those that tell most.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_compact = False
        self._end: QWidget | None = None
        self._face = Face("app", size=theme.FACE, parent=self)
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
        self.program = ProgramPicture(self)
        self._says = QWidget(self)
        self.says = ElidedLabel("", "right", "body", self._says)
        self.key_inputs = KeyInputsView(self)
        self._lay_out()

    def show_question(self, asked: Asked) -> None:
        """Say who wants what."""
        call = asked.request.call
        if call.asks_app:
            self._face.show_face("server", call.server.id)
        else:
            self._face.show_face("app", call.app.name if call.app.authenticated else "")
        said = summary.heading(asked)
        self.heading.show_marked(said.words, said.values)
        text.named(self.heading, summary.spoken(asked))
        path = summary.path(asked)
        set_fitting(self.route, path)
        text.named(self.route, tr("Exact names: {route}", route=path), summary.process_and_claim(call))
        text.tooltip(self.route, summary.process_and_claim(call))
        self._show_trust(call.server)
        self._show_signing(asked)
        line = summary.line(asked)
        set_fitting(self.app_line, line)
        self.app_line.setVisible(bool(line))
        self._app_icon.setVisible(bool(line))
        if call.app.authenticated:
            self._app_icon.show_icon("user", "muted")
        else:
            self._app_icon.show_icon("warning", "amber")
        self.program.show_program("" if call.app.authenticated else call.app.parent)
        self.says.show_text(summary.said_in_question(call))
        self._says.setVisible(bool(self.says.text()))
        self.key_inputs.show_rows(key_inputs(asked))
        self._arrange()

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height."""
        self._is_compact = compact
        self._face.setVisible(not compact)
        self._rows.setContentsMargins(theme.PAGE, theme.GROUP if compact else theme.SECTION, theme.PAGE, theme.SPACE)
        self._rows.setSpacing(theme.SPACE if compact else theme.GROUP)
        self.heading.set_role("heading" if compact else "title")
        self.key_inputs.set_compact(compact)
        text.set_button_text(self.review, tr(REVIEW_BRIEFLY) if compact else tr(REVIEW))
        text.named(self.review, tr(REVIEW))
        self.review.ensurePolished()
        self.review.setMinimumWidth(self.review.sizeHint().width())
        self._arrange()

    def add_at_end(self, part: QWidget) -> None:
        """Give something its place at the end of the exact names."""
        self._end = part
        self._line.addWidget(part, 0, 2)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """The badges stand beside the exact names where there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self.route.ensurePolished()
        words = self.route.text()
        route = self.route.fontMetrics().horizontalAdvance(words) + theme.SPACE
        end = self._end if self._end is not None and self.isAncestorOf(self._end) else None
        wanted = route + theme.GROUP + self._badges.sizeHint().width()
        wanted += theme.GROUP + end.sizeHint().width() if end is not None else 0
        beside = "\n" not in words and wanted <= self.width() - 2 * theme.PAGE
        self.route.setMinimumWidth(route if beside else 0)
        self.route.setMaximumWidth(route if beside else _ANY_WIDTH)  # its hint is that of the names before
        if beside:
            self._line.addWidget(self._badges, 0, 1)
        else:
            self._line.addWidget(self._badges, 1, 0, 1, 3)
        self._line.setColumnStretch(0, 0 if beside else 1)
        self._line.setColumnStretch(1, 1 if beside else 0)

    def _show_trust(self, server: ServerRef) -> None:
        said = summary.trust(server)
        self.badge.setVisible(server.trusted)
        self.review.setVisible(not server.trusted)
        if server.trusted:
            self.badge.set(said, "neutral", "seal-check")
        else:
            text.tooltip(self.review, said)

    def _show_signing(self, asked: Asked) -> None:
        signing = asked.signing if asked.request.result is None else None
        self.signing.setVisible(signing is not None)
        if signing is not None:
            self.signing.set(roles.title(signing), "neutral", "pen")

    def show_place(self, waiting: int) -> None:
        """``waiting``: questions besides this one."""
        place = tr("1 of {count}", count=f"{waiting + 1:,}")
        text.set_text(self.position, place if waiting else "")
        text.named(self.position, place, tr("{count} more waiting", count=f"{waiting:,}"))
        self.position.setVisible(bool(waiting))

    def _lay_out(self) -> None:
        top = boxes.row(theme.GROUP + theme.SPACE)
        top.addWidget(self._face, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.heading, 1)
        top.addWidget(self.position, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        app = boxes.row(theme.GROUP)
        app.addWidget(self._app_icon, 0, Qt.AlignmentFlag.AlignTop)
        app.addWidget(self.app_line, 1)
        app.addWidget(self.program, 0, Qt.AlignmentFlag.AlignBottom)  # the words end with the program's path
        says = boxes.row(theme.GROUP, self._says)
        says.addWidget(Glyph("quotes", icons.SMALL, "muted", self._says))
        says.addWidget(self.says)
        says.addWidget(Badge(tr("unverified"), "neutral", "seal-question", self._says))
        says.addStretch(1)
        self._badges = QWidget(self)
        badges = FlowLayout(self._badges)
        for badge in (self.review, self.badge, self.signing):
            badges.addWidget(badge)
        self._line = QGridLayout()
        self._line.setHorizontalSpacing(theme.GROUP)
        self._line.setVerticalSpacing(theme.SPACE)
        self._line.addWidget(self.route, 0, 0)
        self._rows = rows = QVBoxLayout(self)
        rows.addLayout(top)
        rows.addLayout(self._line)
        rows.addLayout(app)
        rows.addWidget(self._says)
        rows.addWidget(self.key_inputs)
        self.set_compact(False)


class KeyInputsView(QWidget):
    """The inputs that tell most, a line each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.SECTION)
        self._grid.setColumnStretch(1, 1)
        self._lines = [self._line(at) for at in range(_LINES)]

    def show_rows(self, rows: tuple[KeyInput, ...]) -> None:
        """Show these and no others."""
        self.setVisible(bool(rows))
        for at, (name, value, reading) in enumerate(self._lines):
            row = rows[at] if at < len(rows) else KeyInput("", "", (0, 0), "")
            name.show_text(row.name)
            told = tr("{name}: {words}", name=row.name, words=row.value)
            described = f"{told}. {row.reading}" if row.reading else told
            value.show_value(row.value, row.strong, described, is_list=row.several)
            reading.show_text(row.reading)
            for part in (name, value):
                part.setVisible(at < len(rows))
            reading.setVisible(bool(row.reading))
        self._share()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """More room, or less."""
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """The value comes before what was read in it, and a name of a stranger's takes no room from both.

        What was read in it stands beneath where there is no room beside it: half an amount would pass for another.
        """
        names = min(max(name.sizeHint().width() for name, *_ in self._lines), round(self.width() * _NAME))
        for at, (name, value, reading) in enumerate(self._lines):
            name.setMaximumWidth(max(1, round(self.width() * _NAME)))
            for part, share in ((name, _NAME), (value, _VALUE)):
                part.setMinimumWidth(min(part.sizeHint().width(), round(self.width() * share)))
            room = self.width() - names - value.minimumWidth() - 2 * theme.SECTION
            if reading.sizeHint().width() <= room:
                self._grid.addWidget(reading, 2 * at, 2)
            else:
                self._grid.addWidget(reading, 2 * at + 1, 1, 1, 2)

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height."""
        self._grid.setVerticalSpacing(0 if compact else theme.SPACE)

    def _line(self, at: int) -> tuple[ElidedLabel, ValueLine, ElidedLabel]:
        name = ElidedLabel("", "right", "muted", self)
        value = ValueLine(self)
        reading = ElidedLabel("", "middle", "caption", self)
        for column, part in enumerate((name, value, reading)):
            self._grid.addWidget(part, 2 * at, column)
        return name, value, reading
