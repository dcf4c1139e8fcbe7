"""The fixed top of the consent window: who wants what.

Owns: the sentence, the route to the tool, the trust badge and the place in the queue.

Invariants: all of it is ours: names that tokens and our configuration prove; what anybody calls himself is told as
such; in a small window it says the same, closer together.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import Asked
from host.model import ServerRef
from ui import icons, text, theme
from ui.consent import roles, summary
from ui.consent.fitting import set_fitting
from ui.tr import tr
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, Glyph


class Header(QWidget):
    """Sentence, route, trust and place in the queue."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_compact = False
        self._server: ServerRef | None = None
        self.heading = text.label("", "title", wrap=True, parent=self)
        self.position = text.label("", "caption", parent=self)
        self.route = text.label("", "heading", wrap=True, selectable=True, parent=self)
        self.route.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.badge = Badge("", parent=self)
        self.signing = Badge("", parent=self)
        self._app_icon = Glyph("user", icons.SMALL, "muted", self)
        self.app_line = text.label("", "body", wrap=True, parent=self)
        self._lay_out()

    def show_question(self, asked: Asked) -> None:
        """Say who wants what."""
        call = asked.request.call
        set_fitting(self.heading, summary.heading(asked))
        text.named(self.heading, summary.spoken(asked))
        set_fitting(self.route, summary.route(asked))
        text.named(self.route, tr("Server and tool: {route}", route=summary.route(asked)))
        self._server = call.server
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
        self._arrange()

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height."""
        self._is_compact = compact
        self._rows.setContentsMargins(theme.PAGE, theme.GROUP if compact else theme.SECTION, theme.PAGE, theme.SPACE)
        self._rows.setSpacing(theme.SPACE if compact else theme.GROUP)
        if self._server is not None:
            self._show_trust(self._server)
        self._arrange()

    def add_at_end(self, part: QWidget) -> None:
        """Give something its place at the end of the badges."""
        self._ends.addWidget(part)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """The badges stand beside the route where there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self.route.ensurePolished()
        words = self.route.text()
        route = self.route.fontMetrics().horizontalAdvance(words) + theme.SPACE
        wanted = route + theme.GROUP + self._ends.sizeHint().width()
        beside = self._is_compact and "\n" not in words and wanted <= self.width() - 2 * theme.PAGE
        self.route.setMinimumWidth(route if beside else 0)
        self._line.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._line.setSpacing(theme.GROUP if beside else self._rows.spacing())

    def _show_trust(self, server: ServerRef) -> None:
        said = summary.trust(server)
        self.badge.set(
            summary.trust_in_brief(server) if self._is_compact else said,
            "neutral",
            "seal-check" if server.trusted else "seal-question",
        )
        text.named(self.badge, said)
        text.tooltip(self.badge, said)

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
        top = QHBoxLayout()
        top.setSpacing(theme.SECTION)
        top.addWidget(self.heading, 1)
        top.addWidget(self.position, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        app = QHBoxLayout()
        app.setSpacing(theme.GROUP)
        app.addWidget(self._app_icon, 0, Qt.AlignmentFlag.AlignTop)
        app.addWidget(self.app_line, 1)
        self._badges = FlowLayout()
        for badge in (self.badge, self.signing):
            self._badges.addWidget(badge)
        self._line = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._ends = QHBoxLayout()
        self._ends.setSpacing(theme.GROUP)
        self._ends.addLayout(self._badges, 1)
        self._line.addWidget(self.route)
        self._line.addLayout(self._ends, 1)
        self._rows = rows = QVBoxLayout(self)
        rows.addLayout(top)
        rows.addLayout(self._line)
        rows.addLayout(app)
        self.set_compact(False)
