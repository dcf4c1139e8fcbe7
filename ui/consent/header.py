"""The fixed top of the consent window: who wants what.

Owns: the sentence, the route to the tool, the trust badge, the place in the queue. What stays true: all of it is ours:
names that tokens and our configuration prove; what anybody calls himself is told as such.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import Asked
from ui import icons, text, theme
from ui.consent import roles, summary
from ui.consent.fitting import set_fitting
from ui.widgets.badge import Badge
from ui.widgets.glyph import Glyph


class Header(QWidget):
    """Sentence, route, trust and place in the queue."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        text.named(self.heading, summary.sentence(asked))
        set_fitting(self.route, summary.route(asked))
        text.named(self.route, f"Server and tool: {summary.route(asked)}")
        if call.server.trusted:
            self.badge.set(summary.trust(call.server), "neutral", "seal-check")
        else:
            self.badge.set(summary.trust(call.server), "neutral", "seal-question")
        self._show_signing(asked)
        line = summary.line(asked)
        set_fitting(self.app_line, line)
        self.app_line.setVisible(bool(line))
        self._app_icon.setVisible(bool(line))
        if call.app.authenticated:
            self._app_icon.show_icon("user", "muted")
        else:
            self._app_icon.show_icon("warning", "amber")

    def _show_signing(self, asked: Asked) -> None:
        signing = asked.signing if asked.request.result is None else None
        self.signing.setVisible(signing is not None)
        if signing is not None:
            self.signing.set(roles.title(signing), "neutral", "pen")

    def show_place(self, waiting: int) -> None:
        """``waiting``: questions besides this one."""
        text.set_text(self.position, f"1 of {waiting + 1:,}" if waiting else "")
        text.named(self.position, f"1 of {waiting + 1:,}", f"{waiting:,} more waiting")
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
        rows = QVBoxLayout(self)
        rows.setContentsMargins(theme.PAGE, theme.SECTION, theme.PAGE, theme.SPACE)
        rows.setSpacing(theme.GROUP)
        rows.addLayout(top)
        rows.addWidget(self.route)
        badges = QHBoxLayout()
        badges.setSpacing(theme.GROUP)
        badges.addWidget(self.badge)
        badges.addWidget(self.signing)
        badges.addStretch(1)
        rows.addLayout(badges)
        rows.addLayout(app)
