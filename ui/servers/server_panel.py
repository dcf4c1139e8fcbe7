"""One server in the side panel.

Owns: the side panel of the page of servers, around ``ServerReview``.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from host.control.views import ServerDetails, ServerView
from ui import faces, text, theme
from ui.link import Link
from ui.servers import edit_words
from ui.servers.health import HealthView
from ui.servers.review import ServerReview
from ui.tr import tr
from ui.widgets.face import Face
from ui.widgets.panel import SidePanel
from ui.widgets.scroll import FadeScroll


class ServerPanel(SidePanel):
    """What is known of one server.

    Attributes:
        review: that.
        health: how it did in the last hour. edit, remove: ask for that.

    Signals:
        rules_wanted(str: server, str: tool): the person asks what the rules say of such a call.
        edit_wanted(str: server), remove_wanted(str: server): its entry is to be another one, or gone.
    """

    rules_wanted = Signal(str, str)
    edit_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._face = Face("server", size=theme.FACE)
        self.head.insertWidget(0, self._face, 0, Qt.AlignmentFlag.AlignVCenter)
        self.health = HealthView(link)
        self.review = ServerReview(link, health=self.health)
        self.review.rules_wanted.connect(self.rules_wanted)
        self._scroll = FadeScroll(ground="surface")
        self._scroll.setWidget(self.review)
        self.body.addWidget(self._scroll, 1)
        self.edit, self.remove = text.button(tr("Edit…")), text.button(tr("Remove…"))
        self.edit.clicked.connect(lambda: self.edit_wanted.emit(self.server_id))
        self.remove.clicked.connect(lambda: self.remove_wanted.emit(self.server_id))
        self._why_not = text.label("", "caption", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(theme.GROUP)
        row.addWidget(self._why_not, 1)
        row.addStretch(0)
        row.addWidget(self.remove)
        row.addWidget(self.edit)
        self.body.addLayout(row)

    @property
    def server_id(self) -> str:
        """Id of the server."""
        return self.review.server_id

    def show_server(self, server: ServerView) -> None:
        """Show what the list knows, until the host says more."""
        if server.id != self.server_id:
            self._scroll.start_over()
        self._face.show_face("server", server.id)
        self.set_title(faces.with_id("server", server.id))
        name = faces.with_id("server", server.id)
        text.named(self.edit, tr("Edit {name}", name=name))
        text.named(self.remove, tr("Remove {name}", name=name))
        why = edit_words.why_not(server)
        for button in (self.edit, self.remove):
            button.setVisible(not why)
        text.set_text(self._why_not, why)
        self._why_not.setVisible(bool(why))
        self.review.show_server(server)
        self.health.show_server(server)

    def show_details(self, details: ServerDetails) -> None:
        """Show all details."""
        self.review.show_details(details)
