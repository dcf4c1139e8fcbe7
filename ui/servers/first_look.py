"""The first look at servers that were just put behind Assent: starts each, and approves their definitions together.

Owns: the steps for each server from the allowed start to the approval, and the one button that approves all of them.

Invariants: the requests are those of the review of one server, with the digests of what was shown: of configuration and
program for the start, of each definition and the instructions for the approval. Servers are listed in the order in
which they answered, each new one at the end. A tool is one line, with what was found; its definition unfolds. All else
that a server says is unfolded. The button is armed, and enabled only once every line but those of definitions, and the
end, were on screen. A server with a finding above "info" is left for its own review. The host tests four servers at a
time, so one that never answers delays others no longer than a test may last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from host.control.protocol import Done, ReadServer, Request, TestServer
from host.control.views import ServerDetails
from ui import display_names, text, theme
from ui.armed import ArmedButton
from ui.inputs.text_block import ReadScroll
from ui.label_text import break_long_words, safe_sentence
from ui.link import Link
from ui.servers import words
from ui.servers.approval import approve_request, can_approve, start_request, unseen_sentence
from ui.servers.review import ServerWords
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, scrolled, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import hidden, show_text
from ui.widgets.labels import Badge
from ui.widgets.monogram import Monogram
from ui.widgets.page_parts import Busy, PageHeader
from ui.widgets.scroll import scroll_into_view

_MAX_WIDTH: Final = 760  # pixels of a card
AT_ONCE: Final = 32
"""Servers with a request under way, half of the requests that a window may have (``host.window.session``)."""
T = TypeVar("T")


class FirstLook(QWidget):
    """What servers say of themselves, as they answer, and one button that approves it.

    Attributes:
        parts: the widgets of the servers that answered, by id, in that order.
        starting: ids of the servers that have not answered yet.
        approve: approves what is ticked; armed; hidden if there is nothing to approve together.
    """

    finished = Signal()  # nothing is left to do, or the person goes on
    review_wanted = Signal(str)  # id: the person wants to review that server by itself

    def __init__(self, link: Link, starts: tuple[ServerDetails, ...]) -> None:
        """``starts``: the servers that may be started, as they were shown."""
        super().__init__()
        self._link, self._has_ended = link, False
        self.parts: dict[str, ServerPart] = {}
        self.starting = [details.server.id for details in starts]
        self._queue = deque(starts)
        self._being_approved: set[str] = set()
        self._rereading: dict[str, bool] = {}
        """Ids of the servers that are being read again, and whether to read them once more after that."""
        self.go_on = text.button(tr("Later"), parent=self, on_click=self._finish)
        self.approve = ArmedButton("", "primary", parent=self)
        self._busy = Busy(tr("Starting the servers and listing their tools…"), parent=self)
        self._unseen_label = text.label("", "caption", wrap=True, parent=self)
        self._reading_label = text.label("", "caption", wrap=True, parent=self)
        self._shown_content, self._unseen_count = "", 0
        self._lay_out()
        self.approve.pressed.connect(self._on_approve)
        self._scroll.read_on.connect(self._redraw)
        self._busy.begin()
        self._start_next()
        self._redraw()

    # Single servers

    def _start_next(self) -> None:
        """Start servers until ``AT_ONCE`` are under way. Any answer, also a failure, lets the next one start."""
        while self._queue and len(self.starting) - len(self._queue) < AT_ONCE:
            self._start(self._queue.popleft())

    def _start(self, details: ServerDetails) -> None:
        server_id = details.server.id
        self._ask(server_id, start_request(details), lambda _: self._test(server_id))

    def _test(self, server_id: str) -> None:
        self._ask(
            server_id, TestServer(server_id), lambda test: self._read(server_id, reason="" if test.ok else test.why)
        )

    def _read(self, server_id: str, *, reason: str = "", has_changed: bool = False) -> None:
        """``reason``: why it failed so far, if it did. ``has_changed``: since it was shown."""
        self._ask(server_id, ReadServer(server_id), partial(self._on_read, server_id, reason, has_changed))

    def _on_read(self, server_id: str, reason: str, has_changed: bool, details: ServerDetails) -> None:
        other_ids = [part.server_id for part in self._approvable if part.server_id != server_id]
        if own_review := words.needs_own_review(details):
            self._show_part(server_id, own_review=own_review, reason=reason)
        elif can_approve(details) and (has_changed or not reason):
            self._show_part(server_id, details, reason=reason)
        elif reason or details.server.waits:
            self._show_part(server_id, reason=reason or details.server.why)
        else:
            self._show_part(server_id)  # its definitions were approved before
        for other_id in other_ids:
            self._reread(other_id)

    def _reread(self, server_id: str) -> None:
        """Read a server again because another one answered: tools of both may be found to look alike."""
        if server_id in self._rereading:
            self._rereading[server_id] = True
            return
        self._rereading[server_id] = False
        self._ask(server_id, ReadServer(server_id), partial(self._on_reread, server_id))

    def _on_reread(self, server_id: str, details: ServerDetails) -> None:
        is_wanted_again = self._rereading.pop(server_id)
        if all(part.server_id != server_id for part in self._approvable):
            pass  # approved meanwhile
        elif own_review := words.needs_own_review(details):
            self._show_part(server_id, own_review=own_review)
        elif is_wanted_again:
            self._reread(server_id)
        self._redraw()

    def _show_part(
        self, server_id: str, details: ServerDetails | None = None, *, own_review: str = "", reason: str = ""
    ) -> None:
        """Show a server that answered or failed, at the end."""
        if server_id in self.starting:
            self.starting.remove(server_id)
        self._being_approved.discard(server_id)
        has_said = bool(own_review) or details is not None
        if (old_part := self.parts.pop(server_id, None)) is not None:
            has_said |= old_part.has_said
            self._column.removeWidget(old_part)
            old_part.setParent(None)  # its lines need not be read any more
            old_part.deleteLater()
        part = self.parts[server_id] = ServerPart(
            server_id, details, self._on_ticked, own_review=own_review, reason=reason, has_said=has_said
        )
        part.review.clicked.connect(partial(self.review_wanted.emit, server_id))
        self._column.addWidget(part)
        self._scroll.read_again()
        self._start_next()
        self._on_ticked()

    def _ask(self, server_id: str, request: Request[T], then: Callable[[T], object]) -> None:
        """Send a request; show the server as failed if the host refuses."""

        def on_reply(reply: T) -> None:
            if not self._has_ended:
                then(reply)

        def on_failed(reason: str) -> None:
            if not self._has_ended:
                self._rereading.pop(server_id, None)
                self._show_part(server_id, reason=reason)

        self._link.send(request, on_reply, on_failed)

    # All servers together

    @property
    def _approvable(self) -> list[ServerPart]:
        return [
            part
            for part in self.parts.values()
            if part.details is not None and part.server_id not in self._being_approved
        ]

    def _on_ticked(self) -> None:
        """Update the button. If more tools are shown, they must be read too."""
        unseen = sum(part.words.chosen.unseen for part in self._approvable)
        if unseen != self._unseen_count:
            self._unseen_count = unseen
            self._scroll.read_again()
        self._redraw()

    def _redraw(self) -> None:
        approvable = self._approvable
        chosen = [part.words.chosen for part in approvable]
        button_words = words.approve_several_words(sum(len(choice.tools) for choice in chosen), len(approvable))
        content = f"{button_words} {sorted(part.server_id for part in approvable)} {chosen}"
        if content != self._shown_content:  # other servers or ticks: arm again
            self._shown_content = content
            self.approve.set_words(button_words)
        is_read = self._scroll.was_read and not self._rereading
        self.approve.set_answerable(is_read)
        self.approve.setVisible(bool(approvable))
        unread, is_at_end = self._scroll.unread_lines, self._scroll.end_was_seen
        text.set_text(self._reading_label, words.reading_left_words(unread, is_at_end=is_at_end))
        self._reading_label.setVisible(bool(approvable) and not is_read)
        show_text(self._unseen_label, " ".join(filter(None, map(unseen_sentence, chosen))))
        if not self.starting:
            self._busy.finish()
        has_work_left = bool(approvable or self.starting or self._being_approved)
        for part in self.parts.values():
            part.review.setVisible(part.wants_review and not has_work_left)  # it leads away from this page
        text.set_button_text(self.go_on, tr("Later") if has_work_left else tr("Go on"))
        text.set_text(self._progress_label, self._progress_words())
        self._progress_label.setVisible(bool(self.starting))

    def _progress_words(self) -> str:
        queued = len(self._queue)
        n = len(self.starting) - queued
        sentence = tr_n("{n} server has not answered yet.", "{n} servers have not answered yet.", n)
        if not queued:
            return sentence
        return f"{sentence} {tr_n('{n} more waits for its turn.', '{n} more wait for their turn.', queued)}"

    def _on_approve(self) -> None:
        for part in self._approvable:
            assert part.details is not None
            self._being_approved.add(part.server_id)
            request, server_id = approve_request(part.details, part.words.chosen), part.server_id
            self._link.send(request, partial(self._on_approved, server_id), partial(self._on_refused, server_id))
        self._redraw()

    def _on_approved(self, server_id: str, _: Done) -> None:
        if self._has_ended:
            return
        self._being_approved.discard(server_id)
        self.parts[server_id].show_approved()
        self._redraw()
        if self.starting or self._being_approved:
            return
        left = next((part for part in self.parts.values() if not part.is_settled), None)
        if left is None:
            self._finish()
        elif not self._approvable:
            scroll_into_view(left)

    def _on_refused(self, server_id: str, reason: str) -> None:
        if not self._has_ended:
            self._read(server_id, reason=reason, has_changed=True)

    def end(self) -> None:
        """End the first look: send nothing more and ignore late replies."""
        self._has_ended = True
        self._queue.clear()

    def _finish(self) -> None:
        self.end()
        self.finished.emit()

    def _lay_out(self) -> None:
        title = tr("What the servers can do")
        explained = tr(
            "AI apps are told of these tools, and of what the servers say about them, only once you approve them. "
            "Unfold a tool to read everything that its server says about it. Each call is still decided by itself."
        )
        self._column = boxes.column(theme.SECTION)
        self._progress_label = text.label("", "muted", wrap=True, parent=self)
        self._scroll = ReadScroll()
        parts = (PageHeader(title, explained), self._column, self._progress_label, self._busy)
        margins = (0, 0, 0, theme.SECTION)
        scrolled(title, *parts, spacing=theme.SECTION, margins=margins, widest=_MAX_WIDTH, area=self._scroll)
        row = fill(boxes.row(theme.GROUP, margins=(0, 0, 0, theme.PAGE)), self.go_on, STRETCH, self.approve)
        fill(boxes.column(theme.GROUP, self), grow(self._scroll), self._unseen_label, self._reading_label, row)


class ServerPart(QWidget):
    """One server that answered.

    Attributes:
        details: what is shown for approval; None if there is nothing to approve here.
        review: leads to its own review; hidden until nothing else waits.
        has_said: whether it said what it can do, now or before.
    """

    def __init__(
        self,
        server_id: str,
        details: ServerDetails | None,
        on_tick: Callable[[], object],
        *,
        own_review: str,
        reason: str,
        has_said: bool,
    ) -> None:
        """``on_tick``: called when something else is ticked, or more tools are shown."""
        super().__init__()
        self.setProperty("ground", "clear")
        self.server_id, self.details, self.has_said = server_id, details, has_said
        self.is_settled = details is None and not own_review and not reason
        name = display_names.server_name(server_id)
        head = fill(
            boxes.row(theme.GROUP),
            top(Monogram("server", server_id, theme.MONOGRAM, self)),
            grow(text.label(break_long_words(name), "heading", wrap=True, parent=self)),
        )
        self._approved_badge = Badge(tr("approved"), "green", "check", self)
        self._approved_badge.setVisible(self.is_settled)
        head.addWidget(self._approved_badge, 0, Qt.AlignmentFlag.AlignVCenter)
        self.review = hidden(text.button(tr("Review…"), parent=self))
        text.named(self.review, tr("Review {server}…", server=name))
        self.wants_review = not self.is_settled and details is None
        self.words = hidden(ServerWords(on_tick, self, whole=True))
        self._card = Card(parent=self)
        column = fill(boxes.column(theme.GROUP, self), head)
        if reason:
            title = tr("Nothing of it was approved") if has_said else tr("It did not say what it can do")
            column.addWidget(Notice("red", title, safe_sentence(reason)))
        if own_review:
            column.addWidget(Notice("amber", tr("It is left for its own review"), own_review))
        column.addWidget(self.review, 0, Qt.AlignmentFlag.AlignLeft)
        if details is not None:
            self.words.show_details(details)
            self._card.body.addWidget(self.words)
            self.words.show()
        self._card.setVisible(details is not None)
        column.addWidget(self._card)

    def show_approved(self) -> None:
        """Show that it is approved, and hide its definitions."""
        self.details, self.is_settled = None, True
        self._card.hide()
        self._approved_badge.show()
