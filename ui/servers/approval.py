"""The decisions about a server in its review: its start, its approved definitions, vouching, and signing in.

Invariants:
    Each answer names the configuration and the definitions that are shown; what loosens has an armed button; a tool
    that was not on screen is neither approved nor left out; the cards show the host's state, never what was pressed;
    letting definitions change without review is a separate choice, explained and revocable; vouching says what it
    changes; what an administrator vouched for or configured cannot be changed here; a question stays when the server's
    state changes, but not when its configuration does.
    Signing in (attacks 26, 29): only the armed button beside the host, as it is looked up, and the whole address opens
    anything; the rights that a server asks for are shown as its words; an offer applies to the configuration that is
    shown, and the host is next to that button, however long the rest is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from host.control.protocol import BeginSignIn, CancelSignIn, Done, FinishSignIn, ReviewServer, SignOut, VouchServer
from host.control.views import ReviewView, ServerDetails, ServerView, SignInOffer
from host.text import Untrusted, escape, one_line
from ui import display_names, text
from ui.armed import ArmedButton
from ui.inputs.kinds.urls import not_latin_words, other_form, read_address
from ui.inputs.text_block import TextBlock
from ui.label_text import break_names, relative, safe_sentence, wrappable
from ui.link import LatestRequest, Link
from ui.open_link import open_link
from ui.servers import words
from ui.theme import GROUP, SPACE
from ui.tr import mark, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, holder, left
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import copy_button, hidden, show_text
from ui.widgets.labels import caution
from ui.widgets.page_parts import Busy, facts_grid
from ui.widgets.scroll import scroll_into_view

Step: TypeAlias = Literal["start", "definitions", "free", "held", "nothing"]


_MAX_FACT: Final = 26  # characters that fit beside the name of a fact
_MAX_RIGHTS: Final = 1_000
_MAX_ISSUER: Final = 200
"""Characters of the requested rights (``_MAX_RIGHTS``), and of the name of an authorization server."""
_FREE_MEANING: Final = mark(
    "For a server that you write yourself. Whatever it says about itself and its tools reaches AI apps at once and "
    "steers "
    "what they do. Each call is still decided as before. It ends when its configuration changes, and you can take it "
    "back at any time."
)
_NOTHING_STARTED: Final = mark(
    "It is not started before you allow it. Read above what would be started. Assent then starts it, lists its tools "
    "and ends "
    "it; no tool is called, and no AI app is told of it before you have approved what it says."
)
_NOTHING_ASKED: Final = mark(
    "Nothing was asked of it. Read above where it is. Assent then connects to it and lists its tools; no tool is "
    "called, and no AI app is told of it before you have approved what it says."
)


class ApprovalChoice(NamedTuple):
    """Which of the definitions on screen are ticked for approval."""

    tools: tuple[str, ...]  # digests of the ticked definitions
    unticked: tuple[str, ...]  # digests of the others
    unseen: int  # how many definitions were not on screen
    with_instructions: bool  # whether the instructions are ticked


class _DecisionCard(Card):
    """The base of the cards: the server with its configuration, and the host's reply to an answer."""

    answering = Signal()  # the person answers; the pressed button may disappear

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._link, self._answers = link, LatestRequest(link)
        self._server: ServerView | None = None
        self.failed = hidden(Notice("red", tr("Nothing was changed")))

    def _set_server(self, server: ServerView) -> bool:
        """Set the server. Returns whether it is another one, or has another configuration."""
        previous, self._server = self._server, server
        is_other = previous is None or (previous.id, previous.config_digest) != (server.id, server.config_digest)
        if is_other:
            self._answers.forget()
            self.failed.hide()
        return is_other

    def _send(self, request: ReviewServer | VouchServer, on_accepted: Callable[[], object]) -> None:
        self.failed.hide()
        self.answering.emit()
        self._answers.send(request, lambda _: on_accepted(), self._on_refused)

    def _on_refused(self, reason: str) -> None:
        self.failed.tell_why(reason)
        self._ask_again()

    def _ask_again(self) -> None:
        """Ask again after the host refused an answer."""


class Confirmation(QWidget):
    """A question with the meaning of a yes, and both answers; hidden while it is not asked."""

    def __init__(self, title: str, meaning: str, agree: str) -> None:
        super().__init__()
        self.no, self.yes = text.button(tr("Cancel")), ArmedButton(agree, "danger")
        answers = fill(boxes.row(GROUP), self.no, STRETCH, self.yes)
        fill(boxes.column(GROUP, self), Notice("amber", title, meaning), answers)
        self.hide()

    def ask(self) -> None:
        """Show the question, with the focus on the answer that changes nothing."""
        self.show()
        self.yes.restart()
        self.no.setFocus()


class StartCard(_DecisionCard):
    """Asks whether a server may be started."""

    started = Signal()  # the start is allowed; test the server now
    refused = Signal()  # the host refused, because configuration or program changed

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self._details: ServerDetails | None = None
        self._meaning = text.label("", wrap=True)
        self.yes = ArmedButton(tr("Start it and look"))
        self.yes.pressed.connect(self._on_yes)
        fill(self.body, self._meaning, self.failed, left(self.yes))

    def show_details(self, details: ServerDetails) -> None:
        """Ask about a server with its configuration and its program as they are now."""
        server, program = details.server, details.review.program_digest
        previous, self._details = self._details, details
        is_other = self._set_server(server)
        text.set_text(self._meaning, tr(_NOTHING_STARTED) if server.kind == "stdio" else tr(_NOTHING_ASKED))
        if is_other or previous is None or program != previous.review.program_digest:
            self.yes.restart()

    def _on_yes(self) -> None:
        if (details := self._details) is not None:
            self._send(start_request(details), self.started.emit)

    def _ask_again(self) -> None:
        self.yes.restart()
        self.refused.emit()


class ApprovalCard(_DecisionCard):
    """Asks which definitions of a server reach apps, and says which do."""

    decided = Signal()  # something was approved or taken back

    def __init__(self, link: Link, chosen: Callable[[], ApprovalChoice], parent: QWidget | None = None) -> None:
        """``chosen``: returns what is ticked."""
        super().__init__(link, parent)
        self._chosen = chosen
        self._details: ServerDetails | None = None
        self._state_label = text.label("", wrap=True)
        self._details_label = text.label("", "caption", wrap=True)
        self.keep_grants = text.check(tr("Keep permissions"))
        self.yes = ArmedButton(tr("Approve these tools"))
        self.take_back = text.button(
            tr("Take back the approval"), on_click=lambda: self._send_step("nothing", self.decided.emit)
        )
        self.let_change = text.button(tr("I write this server myself…"), on_click=self._ask)
        self.review_again = text.button(tr("Review its definitions again"))
        self.question = Confirmation(
            tr("Let its definitions change without review?"), tr(_FREE_MEANING), tr("Let its definitions change")
        )
        self._shown_question: tuple[str, ReviewServer] | None = None
        self.yes.pressed.connect(self._on_yes)
        self.question.no.clicked.connect(self._close_question)
        self.question.yes.pressed.connect(lambda: self._send_step("free", self._on_free))
        self.review_again.clicked.connect(lambda: self._send_step("held", self.decided.emit))
        fill(self.body, self._state_label, self._details_label, self.failed, self.keep_grants, left(self.yes))
        fill(self.body, self.question, *map(left, (self.let_change, self.review_again, self.take_back)))

    def show_details(self, details: ServerDetails) -> None:
        """Ask about the definitions of this server."""
        self._details = details
        if self._set_server(details.server):
            self.question.hide()
        self.redraw()

    def redraw(self) -> None:
        """Update the card, such as after a tick changed."""
        if (details := self._details) is None:
            return
        review = details.review
        chosen, asks = self._chosen(), can_approve(details)
        text.set_text(self._state_label, standing_sentence(details, time.time()))
        show_text(self._details_label, unseen_sentence(chosen) if asks else "")
        question = approve_words(chosen), approve_request(details, chosen, keep_grants=False)
        if question != self._shown_question:  # other definitions are another question, even with the same text
            self._shown_question = question
            self.yes.set_words(question[0])
        self.yes.setVisible(asks)
        keep_words = tr_n(
            "Keep {n} permission that stands for a changed tool",
            "Keep {n} permissions that stand for changed tools",
            review.grants,
        )
        text.set_button_text(self.keep_grants, keep_words)
        self.keep_grants.setVisible(asks and review.grants > 0)
        self.let_change.setVisible(review.decided and not review.free and self.question.isHidden())
        self.review_again.setVisible(review.free)
        self.take_back.setVisible(bool(review.who))

    def _send_step(self, step: Step, on_accepted: Callable[[], object]) -> None:
        if (server := self._server) is not None:
            self._send(ReviewServer(server.id, server.config_digest, step), on_accepted)

    def _on_yes(self) -> None:
        if (details := self._details) is not None:
            keep = self.keep_grants.isVisible() and self.keep_grants.isChecked()
            self._send(approve_request(details, self._chosen(), keep_grants=keep), self.decided.emit)

    def _ask_again(self) -> None:
        self.yes.restart()
        self.question.yes.restart()

    def _ask(self) -> None:
        self.question.ask()
        self.redraw()

    def _close_question(self) -> None:
        self.question.hide()
        self.redraw()

    def _on_free(self) -> None:
        self._close_question()
        self.decided.emit()


class TrustCard(_DecisionCard):
    """Says who vouches for the configuration of a server."""

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self._trust = ""
        self._state_label = hidden(text.label("", wrap=True, selectable=True))
        self._details_label = hidden(text.label("", "muted", wrap=True))
        self._digest_label = hidden(text.label("", "mono", selectable=True))
        self.copy = copy_button(
            tr("Copy the digest of this configuration"), lambda: self._server.config_digest if self._server else ""
        )
        self.vouch = hidden(text.button(tr("Vouch for this server…"), on_click=self._ask))
        self.take_back = hidden(text.button(tr("Take back"), on_click=lambda: self._vouch(is_wanted=False)))
        self._taken_back_label = hidden(text.label(tr(words.TAKEN_BACK), "caption", wrap=True))
        text.named(self.take_back, tr("Take back"), tr(words.TAKEN_BACK))
        self.question = Confirmation(tr(words.VOUCH_TITLE), tr(words.VOUCH_MEANING), tr("Vouch for it"))
        digest = fill(
            boxes.row(GROUP + SPACE), text.label(tr("Configuration"), "muted"), self._digest_label, self.copy, STRETCH
        )
        self._digest_row = hidden(holder(digest))
        fill(self.body, self._state_label, self._details_label, self._digest_row, self.failed, self.question)
        fill(self.body, self._taken_back_label, left(self.vouch), left(self.take_back))
        self.question.no.clicked.connect(self.close_question)
        self.question.yes.pressed.connect(lambda: self._vouch(is_wanted=True))

    def show_server(self, server: ServerView) -> None:
        """Show who vouches. An open question about the same configuration stays."""
        if self._set_server(server) or server.trust != self._trust:
            self._trust = server.trust
            self.failed.hide()
            self.question.hide()
        show_text(self._state_label, words.trust_sentence(server))
        show_text(self._details_label, words.managed_sentence(server))
        text.set_text(self._digest_label, words.short_digest(server))
        text.tooltip(
            self._digest_label,
            tr("SHA-256 of the whole configuration: {config_digest}", config_digest=server.config_digest),
        )
        for part in (self._digest_label, self._digest_row):
            part.setVisible(bool(server.config_digest))
        self._draw_buttons(server)

    def close_question(self) -> None:
        """Close the question."""
        self.question.hide()
        if self._server is not None:
            self._draw_buttons(self._server)

    def _draw_buttons(self, server: ServerView) -> None:
        can_change = bool(server.config_digest) and self.question.isHidden()
        self.vouch.setVisible(can_change and server.trust == "none")
        for part in (self.take_back, self._taken_back_label):
            part.setVisible(can_change and server.trust == "user")

    def _ask(self) -> None:
        self.failed.hide()
        self.question.ask()
        self.vouch.hide()
        scroll_into_view(self.question)

    def _vouch(self, *, is_wanted: bool) -> None:
        if (server := self._server) is not None:
            self._send(VouchServer(server.id, server.config_digest, is_wanted), self.close_question)

    def _ask_again(self) -> None:
        self.question.yes.restart()


class SignInCard(_DecisionCard):
    """Signs in to a server and out; hidden for a server that needs no sign-in."""

    def __init__(self, link: Link, parent: QWidget | None = None, *, opens: Callable[[str], bool] = open_link) -> None:
        """``opens``: opens an address in the browser, and returns whether it did."""
        super().__init__(link, parent)
        self._open_link = opens
        self._offer: SignInOffer | None = None
        self._phase: Literal["", "asking", "offered"] = ""
        self._attempt = 0
        self._state_label = text.label("", wrap=True, selectable=True)
        self.sign_in, self.sign_out = text.button(tr("Sign in…")), text.button(tr("Sign out"))
        self.open_browser = ArmedButton(tr("Open browser"), "primary")
        self.copy = copy_button(tr("Copy the whole address"), lambda: self._offer.url if self._offer else "")
        self.cancel = text.button(tr("Cancel"), on_click=self._on_cancel)
        self.busy = Busy(tr("Asking the server where you sign in…"))
        self._offer_view, self._facts = QWidget(), boxes.column(GROUP)
        answers = fill(boxes.row(GROUP), self.cancel, STRETCH, self.copy, self.open_browser)
        fill(boxes.column(GROUP, self._offer_view), self._facts, answers)
        fill(self.body, self._state_label, self._offer_view, self.busy, self.failed, left(self.sign_in))
        fill(self.body, left(self.sign_out))
        for part in (self._state_label, self._offer_view, self.sign_in, self.sign_out):
            part.hide()
        self.sign_in.clicked.connect(self._on_sign_in)
        self.sign_out.clicked.connect(self._on_sign_out)
        self.open_browser.pressed.connect(self._on_open)

    @property
    def is_needed(self) -> bool:
        """Whether the server needs or has a sign-in."""
        server = self._server
        return server is not None and bool(server.sign_in.need or server.sign_in.at)

    def show_server(self, server: ServerView) -> None:
        """Show the sign-in's state. An offer for the same configuration stays."""
        if self._set_server(server):
            self._close()
        show_text(self._state_label, words.sign_in_sentence(server))
        self._draw_buttons()

    def _draw_buttons(self) -> None:
        server = self._server if not self._phase else None
        self.sign_in.setVisible(server is not None and bool(server.sign_in.need))
        self.sign_out.setVisible(server is not None and bool(server.sign_in.at))

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
        if self._open_link(self._offer.url):
            self.busy.begin(tr("Waiting for you to come back from your browser…"))
        else:
            self.failed.tell(
                tr("No browser could be opened"),
                tr("Copy the whole address and open it in a browser on this computer."),
            )

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

    def _on_failed(self, attempt: int, reason: str) -> None:
        if attempt == self._attempt:
            self._close()
            self.failed.tell(tr("You are not signed in"), safe_sentence(reason))
            self._draw_buttons()

    def _close(self) -> None:
        self._offer, self._phase = None, ""
        self._attempt += 1  # later replies to the last attempt are ignored
        self._offer_view.hide()
        self.busy.finish()

    # Signing out

    def _on_sign_out(self) -> None:
        if (server := self._server) is not None:
            self._answers.send(SignOut(server.id), lambda _: None, self._on_sign_out_refused)

    def _on_sign_out_refused(self, reason: str) -> None:
        self.failed.tell(tr("You are still signed in"), safe_sentence(reason))

    # Layout

    def _show_offer(self, server: ServerView, offer: SignInOffer) -> None:
        boxes.clear(self._facts)
        address = TextBlock()
        address.show_text(Untrusted(offer.url), tr("The whole address"))
        rights = one_line(", ".join(offer.scopes), _MAX_RIGHTS) or tr("none by name")
        parts = [
            text.label(words.sign_in_question(display_names.server_name(server.id), offer), wrap=True),
            text.label(tr("The whole address"), "muted"),
            address,
            text.label(tr("Rights asked for"), "muted"),
            text.label(wrappable(rights), wrap=True, selectable=True),
        ]
        if offer.why_not_kept:
            lasts = tr("The sign-in lasts until Assent ends: {why}.", why=translated(offer.why_not_kept))
            parts.append(text.label(lasts, "caption", wrap=True))
        if offer.moved_from:
            parts.append(caution(words.moved_sentence(offer)))
        parts.append(facts_grid(_sign_in_facts(offer)))  # last, so that it is next to the button
        fill(self._facts, *parts)
        self._offer_view.show()
        self.open_browser.restart()
        self._draw_buttons()
        self.cancel.setFocus()
        scroll_into_view(self)


def _sign_in_facts(offer: SignInOffer) -> Iterator[tuple[str, QWidget]]:
    def value(words: str, role: text.LabelRole = "body") -> QWidget:
        return text.label(wrappable(words, _MAX_FACT), role, wrap=True, selectable=True)

    yield tr("You sign in at"), value(escape(offer.host), "strong")
    if other := other_form(offer.host):
        yield tr("In letters"), value(escape(other))
        if alike := not_latin_words(other):
            yield tr("Not Latin"), value(escape(alike))
    issuer = read_address(offer.issuer)
    if issuer is None or issuer.host.lower() != offer.host:
        yield tr("For sign-ins of"), value(one_line(offer.issuer, _MAX_ISSUER))


def start_request(details: ServerDetails) -> ReviewServer:
    """The request that allows a server to be started as it was shown."""
    server = details.server
    return ReviewServer(server.id, server.config_digest, "start", program=details.review.program_digest)


def approve_request(details: ServerDetails, chosen: ApprovalChoice, *, keep_grants: bool = False) -> ReviewServer:
    """The request that approves what is ticked of the shown definitions."""
    server = details.server
    return ReviewServer(
        server.id,
        server.config_digest,
        "definitions",
        tools=chosen.tools,
        left=chosen.unticked,
        instructions=details.review.digest,
        instructed=chosen.with_instructions,
        keep_grants=keep_grants,
    )


def can_approve(details: ServerDetails) -> bool:
    """Whether there are definitions of a server that the person can approve now."""
    is_open_for_review = details.listed and details.review.decided and not details.review.free
    return is_open_for_review and details.server.waits in ("definitions", "changes")


def standing_sentence(details: ServerDetails, now: float) -> str:
    """Which definitions of a server are approved. ``now``: Unix seconds."""
    review = details.review
    if not review.decided:
        return tr("Your administrator's file says what it must list. There is nothing for you to review.")
    if review.free:
        return tr("Its definitions may change without review.")
    if not details.listed:
        return tr(
            "It may be started. Test it to see what it says; nothing of that reaches an app before you approve it."
        )
    if details.server.waits == "definitions":
        return tr("Read what it says about itself and its tools, above. Nothing of that reaches an app yet.")
    if details.server.waits == "changes":
        return tr("Something is new or changed since you reviewed it, and is withheld from apps until you decide.")
    if not review.who:
        return tr("There is nothing to review.")
    return tr("Reviewed {ago}: what you approved reaches apps.", ago=relative(max(0.0, now - review.at)))


def approve_words(chosen: ApprovalChoice) -> str:
    """The text of the button that approves."""
    if not chosen.tools:
        return tr("Approve it without tools")
    return tr_n("Approve this tool", "Approve these {n} tools", len(chosen.tools))


def unseen_sentence(chosen: ApprovalChoice) -> str:
    """How many tools the answer does not cover; empty if there are none."""
    if not chosen.unseen:
        return ""
    return tr_n(
        "{n} tool was not shown yet, and stays withheld.",
        "{n} tools were not shown yet, and stay withheld.",
        chosen.unseen,
    )


def start_environment(review: ReviewView, *, remote: bool = False) -> list[tuple[text.Text, QWidget]]:
    """The folder and the variables of a program, or the headers of a ``remote`` server, each with its name."""
    facts: list[tuple[text.Text, QWidget]] = []
    if review.folder:
        facts.append((tr("Folder"), _value_label(review.folder)))
    if review.variables:
        facts.append((tr("Headers") if remote else tr("Variables"), _value_label("\n".join(review.variables))))
    return facts


def _value_label(value: str) -> QWidget:
    return text.label(break_names(escape(value, newlines=True)), "mono", wrap=True, selectable=True)
