"""Who vouches for a server, and how that is changed.

Owns: the card that says it, and the question before it.

Invariants: vouching names the very digest that is shown, says what it changes and takes an armed button; what an
administrator vouched for, or configured, cannot be changed here; the card shows what the host said, never what was
pressed; a question about vouching survives news of the server, but not of its configuration.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from host.control.protocol import Done, VouchServer
from host.control.views import ServerView
from ui import text
from ui.armed import ArmedButton
from ui.icons import icon
from ui.inputs.visibility import scroll_into_view
from ui.label_text import safe_sentence
from ui.link import Link
from ui.servers import words
from ui.theme import GROUP, SPACE
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.cards import Card, Notice
from ui.widgets.layouts import STRETCH, fill, left


class TrustCard(Card):
    """The card that says who vouches for the configuration of a server.

    Attributes:
        vouch, take_back: its buttons.
        copy: copies the digest of the configuration.
        question: what vouching means.
        yes, no: the answers to it; ``yes`` is armed.
        failed: why nothing was changed.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._link = link
        self._server: ServerView | None = None
        self._server_text = text.label("", wrap=True, selectable=True)
        self._more = text.label("", "muted", wrap=True)
        self._digest = text.label("", "mono", selectable=True)
        self.copy = text.tool_button(icon("copy"), tr("Copy the digest of this configuration"))
        self.vouch = text.button(tr("Vouch for this server…"))
        self.take_back = text.button(tr("Take back"))
        self._ends = text.label(tr(words.TAKEN_BACK), "caption", wrap=True)
        text.named(self.take_back, tr("Take back"), tr(words.TAKEN_BACK))
        self.question = Notice("amber", tr(words.VOUCH_TITLE), tr(words.VOUCH_MEANING))
        self.no, self.yes = text.button(tr("Cancel")), ArmedButton(tr("Vouch for it"), "danger")
        self.failed = Notice("red", tr("Nothing was changed"))
        self._asking, self._digest_row = QWidget(), QWidget()
        self._lay_out()
        self._connect()

    def show_server(self, server: ServerView) -> None:
        """Show who vouches. A question about the same configuration stays as it is."""
        before, self._server = self._server, server
        if before is None or _question_subject(before) != _question_subject(server):
            self.close_question()
            self.failed.hide()
        text.set_text(self._server_text, words.trust_sentence(server))
        more = words.managed_sentence(server)
        text.set_text(self._more, more)
        self._more.setVisible(bool(more))
        text.set_text(self._digest, words.short_digest(server))
        text.tooltip(
            self._digest, tr("SHA-256 of the whole configuration: {config_digest}", config_digest=server.config_digest)
        )
        self._server_text.show()
        for part in (self._digest, self._digest_row):
            part.setVisible(bool(server.config_digest))
        self._draw_buttons()

    def _draw_buttons(self) -> None:
        server = self._server
        asking = not self._asking.isHidden()
        offered = server is not None and bool(server.config_digest) and not asking
        self.vouch.setVisible(offered and server is not None and server.trust == "none")
        yours = offered and server is not None and server.trust == "user"
        self.take_back.setVisible(yours)
        self._ends.setVisible(yours)

    def _ask(self) -> None:
        self.failed.hide()
        self._asking.show()
        self.yes.restart()
        self._draw_buttons()
        self.no.setFocus()
        scroll_into_view(self, self.rect())

    def close_question(self) -> None:
        """Ask no more whether to vouch."""
        self._asking.hide()
        self._draw_buttons()

    def _on_vouch(self) -> None:
        self._send(vouch=True)

    def _on_take_back(self) -> None:
        self._send(vouch=False)

    def _send(self, *, vouch: bool) -> None:
        if (server := self._server) is None:
            return
        self.failed.hide()
        request = VouchServer(server.id, server.config_digest, vouch)
        self._link.send(request, partial(self._on_done, request), partial(self._on_failed, request))

    def _on_done(self, request: VouchServer, _: Done) -> None:
        if self._is_about(request):
            self.close_question()

    def _on_failed(self, request: VouchServer, why: str) -> None:
        if self._is_about(request):
            self.failed.tell(tr("Nothing was changed"), safe_sentence(why))
            self.yes.restart()

    def _is_about(self, request: VouchServer) -> bool:
        server = self._server
        return server is not None and (server.id, server.config_digest) == (request.server_id, request.config)

    def _on_copy(self) -> None:
        if self._server is not None:
            QGuiApplication.clipboard().setText(self._server.config_digest)

    def _connect(self) -> None:
        self.vouch.clicked.connect(self._ask)
        self.take_back.clicked.connect(self._on_take_back)
        self.no.clicked.connect(self.close_question)
        self.yes.pressed.connect(self._on_vouch)
        self.copy.clicked.connect(self._on_copy)

    def _lay_out(self) -> None:
        fill(
            boxes.row(GROUP + SPACE, self._digest_row),
            text.label(tr("Configuration"), "muted"),
            self._digest,
            self.copy,
            STRETCH,
        )
        fill(boxes.column(GROUP, self._asking), self.question).addLayout(
            fill(boxes.row(GROUP), self.no, STRETCH, self.yes)
        )
        fill(
            self.body,
            self._server_text,
            self._more,
            self._digest_row,
            self.failed,
            self._asking,
            self._ends,
            left(self.vouch),
            left(self.take_back),
        )
        for hidden in (
            self._ends,
            self._server_text,
            self._digest,
            self._more,
            self.failed,
            self._asking,
            self.vouch,
            self.take_back,
        ):
            hidden.hide()


def _question_subject(server: ServerView) -> tuple[str, str, str]:
    """What the question about vouching is about; another subject closes it."""
    return server.id, server.config_digest, server.trust
