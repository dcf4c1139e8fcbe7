"""Signing in to a server, and out of it.

Owns: the card that says where somebody is signed in, and what stands before a browser is opened.

Invariants (attacks 26, 29): nothing is opened but by the armed button that stands beside the host, as it is looked up,
and the whole address; what a server asks for is said as its words; an offer is for the very configuration that is
shown, and the host stands next to that button, however long the rest is; the card shows how it stands as the host
says, never what was pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.protocol import BeginSignIn, CancelSignIn, Done, FinishSignIn, SignOut
from host.control.views import ServerView, SignInOffer
from host.text import Untrusted, escape, one_line
from ui import faces, text
from ui.armed import ArmedButton
from ui.icons import icon
from ui.inputs.kinds.urls import not_latin, other_form, read
from ui.inputs.text_block import TextBlock
from ui.inputs.visibility import scroll_into_view
from ui.label_text import safe_sentence, wrappable
from ui.link import Link
from ui.open_link import open_link
from ui.servers import words
from ui.theme import GROUP
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.cards import Card, Notice
from ui.widgets.labels import caution
from ui.widgets.layouts import STRETCH, fill, left
from ui.widgets.page_parts import facts_grid
from ui.widgets.progress import Busy

_NARROW: Final = 26
"""Characters that fit beside the name of a fact."""
_LONGEST: Final = 1_000
_ISSUER: Final = 200
"""Characters of what is asked for, and of what an authorization server calls itself."""


class SignInCard(Card):
    """The card about signing in; hidden for a server that needs none.

    Attributes:
        sign_in, sign_out: its buttons.
        open, copy, cancel: what can be done with an offer; ``open`` is armed.
        busy: what is waited for.
        failed: why it came to nothing.
    """

    def __init__(self, link: Link, parent: QWidget | None = None, *, opens: Callable[[str], bool] = open_link) -> None:
        """``opens``: opens an address in the browser."""
        super().__init__(parent=parent)
        self._link, self._opens = link, opens
        self._server: ServerView | None = None
        self._offer: SignInOffer | None = None
        self._phase: Literal["", "asking", "offered"] = ""
        self._attempt = 0
        self._standing = text.label("", wrap=True, selectable=True)
        self.sign_in, self.sign_out = text.button(tr("Sign in…")), text.button(tr("Sign out"))
        self.open = ArmedButton(tr("Open browser"), "primary")
        self.copy = text.tool_button(icon("copy"), tr("Copy the whole address"))
        self.cancel = text.button(tr("Cancel"))
        self.busy = Busy(tr("Asking the server where you sign in…"))
        self.failed = Notice("red", tr("You are not signed in"))
        self._asking, self._facts = QWidget(), QVBoxLayout()
        self._lay_out()
        self.sign_in.clicked.connect(self._on_sign_in)
        self.sign_out.clicked.connect(self._on_sign_out)
        self.open.pressed.connect(self._on_open)
        self.copy.clicked.connect(self._on_copy)
        self.cancel.clicked.connect(self._on_cancel)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to say."""
        server = self._server
        return server is not None and bool(server.sign_in.need or server.sign_in.at)

    def show_server(self, server: ServerView) -> None:
        """Show how it stands. What is asked about the same configuration stays as it is."""
        before, self._server = self._server, server
        if before is None or (before.id, before.config_digest) != (server.id, server.config_digest):
            self._close()
            self.failed.hide()
        said = words.sign_in_sentence(server)
        text.set_text(self._standing, said)
        self._standing.setVisible(bool(said))
        self._draw_buttons()

    def _draw_buttons(self) -> None:
        server = self._server
        idle = server is not None and not self._phase
        self.sign_in.setVisible(idle and server is not None and bool(server.sign_in.need))
        self.sign_out.setVisible(idle and server is not None and bool(server.sign_in.at))

    # Signing in

    def _on_sign_in(self) -> None:
        if (server := self._server) is None:
            return
        self.failed.hide()
        self._phase = "asking"
        self._draw_buttons()
        self.busy.begin(tr("Asking the server where you sign in…"))
        request, attempt = BeginSignIn(server.id, server.config_digest), self._attempt
        self._link.send(request, partial(self._on_offer, server, attempt), partial(self._on_failed, attempt))

    def _on_offer(self, server: ServerView, attempt: int, offer: SignInOffer) -> None:
        if attempt != self._attempt:
            self._link.send(CancelSignIn(server.id))
            return
        self.busy.finish()
        self._offer, self._phase = offer, "offered"
        self._show_offer(server, offer)
        finish = FinishSignIn(server.id)
        self._link.send(finish, partial(self._on_signed_in, attempt), partial(self._on_failed, attempt))

    def _on_open(self) -> None:
        if self._offer is None:
            return
        if self._opens(self._offer.url):
            self.busy.begin(tr("Waiting for you to come back from your browser…"))
        else:
            self.failed.tell(
                tr("No browser could be opened"),
                tr("Copy the whole address and open it in a browser on this computer."),
            )

    def _on_copy(self) -> None:
        if self._offer is not None:
            QGuiApplication.clipboard().setText(self._offer.url)

    def _on_cancel(self) -> None:
        self._close()
        if self._server is not None:
            self._link.send(CancelSignIn(self._server.id))
        self._draw_buttons()

    def _on_signed_in(self, attempt: int, _: Done) -> None:
        if attempt == self._attempt:
            self._close()
            self.failed.hide()
            self._draw_buttons()

    def _on_failed(self, attempt: int, why: str) -> None:
        if attempt == self._attempt:
            self._close()
            self.failed.tell(tr("You are not signed in"), safe_sentence(why))
            self._draw_buttons()

    def _close(self) -> None:
        self._offer, self._phase = None, ""
        self._attempt += 1  # what is still said of the last one counts no more
        self._asking.hide()
        self.busy.finish()

    # Signing out

    def _on_sign_out(self) -> None:
        if (server := self._server) is not None:
            self._link.send(SignOut(server.id), failed=partial(self._on_not_out, server))

    def _on_not_out(self, server: ServerView, why: str) -> None:
        if self._is_about(server):
            self.failed.tell(tr("You are still signed in"), safe_sentence(why))

    def _is_about(self, server: ServerView) -> bool:
        now = self._server
        return now is not None and (now.id, now.config_digest) == (server.id, server.config_digest)

    # How it looks

    def _show_offer(self, server: ServerView, offer: SignInOffer) -> None:
        boxes.clear(self._facts)
        address = TextBlock()
        address.show_text(Untrusted(offer.url), tr("The whole address"))
        rights = one_line(", ".join(offer.scopes), _LONGEST) or tr("none by name")
        parts = [
            text.label(words.sign_in_question(faces.server_name(server.id), offer), wrap=True),
            text.label(tr("The whole address"), "muted"),
            address,
            text.label(tr("Rights asked for"), "muted"),
            text.label(wrappable(rights), wrap=True, selectable=True),
        ]
        if offer.why_not_kept:
            parts.append(text.label(words.not_kept_sentence(offer), "caption", wrap=True))
        if offer.moved_from:
            parts.append(caution(words.moved_sentence(offer)))
        parts.append(facts_grid(_facts(offer)))  # next to the button, however long the rest is
        for part in parts:
            self._facts.addWidget(part)
        self._asking.show()
        self.open.restart()
        self._draw_buttons()
        self.cancel.setFocus()
        scroll_into_view(self, self.rect())

    def _lay_out(self) -> None:
        self._facts.setSpacing(GROUP)
        fill(boxes.column(GROUP, self._asking), self._facts).addLayout(
            fill(boxes.row(GROUP), self.cancel, STRETCH, self.copy, self.open)
        )
        fill(self.body, self._standing, self._asking, self.busy, self.failed, left(self.sign_in), left(self.sign_out))
        for hidden in (self._standing, self._asking, self.failed, self.sign_in, self.sign_out):
            hidden.hide()


def _facts(offer: SignInOffer) -> Iterator[tuple[str, QWidget]]:
    def value(said: str, role: text.LabelRole = "body") -> QWidget:
        return text.label(wrappable(said, _NARROW), role, wrap=True, selectable=True)

    yield tr("You sign in at"), value(escape(offer.host), "strong")
    if other := other_form(offer.host):
        yield tr("In letters"), value(escape(other))
        if alike := not_latin(other):
            yield tr("Not Latin"), value(escape(alike))
    issuer = read(offer.issuer)
    if issuer is None or issuer.host.lower() != offer.host:
        yield tr("For sign-ins of"), value(one_line(offer.issuer, _ISSUER))
