"""The first look at servers that were just put behind Assent: each is started, and what it says is approved at once.

Owns: the way of each of them from the yes to its start to the yes to its words, and the one button for all of them.

Invariants: what is asked of the host is what the review of one server asks, with the digests of what was shown: of the
configuration and the program for the start, of each definition and the instructions for the approval; servers stand in
the order in which they answered, each new one below what was read before, with each definition unfolded; and the
button, which is armed, counts for nothing before the end and each line of what they say was on screen since; a
server in whose tools something of weight was found has no part in it; four are started at a time, so one that never
answers keeps others back for as long as a test may last, and no longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from host.control.protocol import Done, ReadServer, Request, TestServer
from host.control.views import ServerDetails, ServerTest
from ui import faces, text, theme
from ui.armed import ArmedButton
from ui.inputs.text_block import ReadScroll
from ui.label_text import break_long_words, safe_sentence
from ui.link import Link
from ui.pages import OpenServer, Page
from ui.servers import words
from ui.servers.approval import approve_request, asks_for, start_request, unseen_sentence
from ui.servers.review import ServerWords
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, scrolled, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import hidden, show_text
from ui.widgets.face import Face
from ui.widgets.labels import Badge
from ui.widgets.page_parts import Busy, PageHeader

_WIDEST: Final = 760
"""Pixels of a card."""
AT_ONCE: Final = 32
"""Servers that the host is asked for at a time, half of what a window may ask at once (``host.window.session``)."""
T = TypeVar("T")


class FirstLook(QWidget):
    """What servers say of themselves, as they come, and one yes to all of it.

    Attributes:
        parts: of the servers that answered, by id, in the order in which they did.
        starting: ids of those that did not answer yet.
        approve: approves what is ticked of those that may be approved together, armed; hidden where there is none.
        go_on: ends it; what was not approved waits for its review.

    Signals:
        finished(): nothing is left, or the person goes on.
        review_wanted(str: id): the person wants to review that server by itself.
    """

    finished = Signal()
    review_wanted = Signal(str)

    def __init__(self, link: Link, starts: tuple[ServerDetails, ...]) -> None:
        """``starts``: what was shown of each server, and may be started as it was shown."""
        super().__init__()
        self._link, self._over = link, False
        self.parts: dict[str, ServerPart] = {}
        self.starting = [one.server.id for one in starts]
        self._queue = deque(starts)
        self._sent: set[str] = set()
        self._again: dict[str, bool] = {}
        """Those that are read once more since another came, and whether once again after that."""
        self.go_on = text.button(tr("Later"), parent=self)
        self.approve = ArmedButton("", "primary", parent=self)
        self._busy = Busy(tr("Starting the servers and listing their tools…"), parent=self)
        self._unseen = text.label("", "caption", wrap=True, parent=self)
        self._read_on = text.label("", "caption", wrap=True, parent=self)
        self._words, self._left = "", 0
        self._lay_out()
        self.go_on.clicked.connect(self._finish)
        self.approve.pressed.connect(self._on_approve)
        self._scroll.read_on.connect(self._redraw)
        self._busy.begin()
        self._start_next()
        self._redraw()

    # Each server by itself

    def _start_next(self) -> None:
        """As many at a time as the host hears of: each ends its turn by its answer, also by a bad one."""
        while self._queue and len(self.starting) - len(self._queue) < AT_ONCE:
            self._start(self._queue.popleft())

    def _start(self, shown: ServerDetails) -> None:
        server_id = shown.server.id
        self._ask(server_id, start_request(shown), lambda _: self._test(server_id))

    def _test(self, server_id: str) -> None:
        self._ask(server_id, TestServer(server_id), partial(self._on_tested, server_id))

    def _on_tested(self, server_id: str, test: ServerTest) -> None:
        self._read(server_id, why="" if test.ok else test.why)

    def _read(self, server_id: str, *, why: str = "", again: bool = False) -> None:
        """``why``: what came of it so far, where that is nothing good. ``again``: it was shown, and is another now."""
        self._ask(server_id, ReadServer(server_id), partial(self._on_read, server_id, why, again))

    def _on_read(self, server_id: str, why: str, again: bool, details: ServerDetails) -> None:
        others = [part.server_id for part in self._waiting if part.server_id != server_id]
        if own := words.own_way(details):
            self._come(server_id, own=own, why=why)
        elif asks_for(details) and (again or not why):
            self._come(server_id, details, why=why)
        elif why or details.server.waits:
            self._come(server_id, why=why or details.server.why)
        else:
            self._come(server_id)  # what it says was approved before
        for other in others:
            self._read_beside(other)

    def _read_beside(self, server_id: str) -> None:
        """Another came: beside its tools those of this one may be found to look alike."""
        if server_id in self._again:
            self._again[server_id] = True
            return
        self._again[server_id] = False
        self._ask(server_id, ReadServer(server_id), partial(self._on_read_beside, server_id))

    def _on_read_beside(self, server_id: str, details: ServerDetails) -> None:
        once_again = self._again.pop(server_id)
        if all(part.server_id != server_id for part in self._waiting):
            pass  # it was approved meanwhile
        elif own := words.own_way(details):
            self._come(server_id, own=own)
        elif once_again:
            self._read_beside(server_id)
        self._redraw()

    def _come(self, server_id: str, details: ServerDetails | None = None, *, own: str = "", why: str = "") -> None:
        """A server answered, or failed: it stands below those that did before."""
        if server_id in self.starting:
            self.starting.remove(server_id)
        self._sent.discard(server_id)
        if (before := self.parts.pop(server_id, None)) is not None:
            self._column.removeWidget(before)
            before.setParent(None)  # of what is not shown any more nothing is to be read
            before.deleteLater()
        part = self.parts[server_id] = ServerPart(server_id, details, own=own, why=why)
        part.review.clicked.connect(partial(self.review_wanted.emit, server_id))
        part.words.ticked.connect(self._on_ticked)
        self._column.addWidget(part)
        self._scroll.read_again()
        self._start_next()
        self._on_ticked()

    def _ask(self, server_id: str, request: Request[T], then: Callable[[T], object]) -> None:
        """Ask the host; where it refuses, that is what came of the server."""

        def done(reply: T) -> None:
            if not self._over:
                then(reply)

        def failed(why: str) -> None:
            if not self._over:
                self._again.pop(server_id, None)
                self._come(server_id, why=why)

        self._link.send(request, done, failed)

    # All of them

    @property
    def _waiting(self) -> list[ServerPart]:
        """Those that the button approves."""
        return [part for part in self.parts.values() if part.details is not None and part.server_id not in self._sent]

    def _on_ticked(self) -> None:
        """Something else is ticked, or more tools are shown, which are to be read as well."""
        unseen = sum(part.words.chosen.unseen for part in self._waiting)
        if unseen != self._left:
            self._left = unseen
            self._scroll.read_again()
        self._redraw()

    def _redraw(self) -> None:
        waiting = self._waiting
        chosen = [part.words.chosen for part in waiting]
        said = words.approve_several_words(sum(len(one.tools) for one in chosen), len(waiting))
        content = f"{said} {sorted(part.server_id for part in waiting)} {chosen}"
        if content != self._words:  # another tick, or another server: it arms anew
            self._words = content
            self.approve.set_words(said)
        read = self._scroll.was_read and not self._again
        self.approve.set_answerable(read)
        self.approve.setVisible(bool(waiting))
        text.set_text(self._read_on, words.read_on(self._scroll.unread_lines))
        self._read_on.setVisible(bool(waiting) and not read)
        show_text(self._unseen, " ".join(filter(None, map(unseen_sentence, chosen))))
        if not self.starting:
            self._busy.finish()
        left = bool(waiting or self.starting or self._sent)
        for part in self.parts.values():
            part.review.setVisible(part.wants_review and not left)  # it leads away from what waits here
        text.set_button_text(self.go_on, tr("Later") if left else tr("Go on"))
        text.set_text(self._counted, self._count())
        self._counted.setVisible(bool(self.starting))

    def _count(self) -> str:
        later = len(self._queue)
        n = len(self.starting) - later
        said = tr_n("{n} server has not answered yet.", "{n} servers have not answered yet.", n)
        if not later:
            return said
        return f"{said} {tr_n('{n} more waits for its turn.', '{n} more wait for their turn.', later)}"

    def _on_approve(self) -> None:
        for part in self._waiting:
            assert part.details is not None
            self._sent.add(part.server_id)
            request, server_id = approve_request(part.details, part.words.chosen), part.server_id
            self._link.send(request, partial(self._on_approved, server_id), partial(self._on_refused, server_id))
        self._redraw()

    def _on_approved(self, server_id: str, _: Done) -> None:
        if self._over:
            return
        self._sent.discard(server_id)
        self.parts[server_id].settle()
        self._redraw()
        if not self.starting and not self._sent and all(part.is_settled for part in self.parts.values()):
            self._finish()

    def _on_refused(self, server_id: str, why: str) -> None:
        if not self._over:
            self._read(server_id, why=why, again=True)

    def end(self) -> None:
        """Nobody looks any more: nothing more is sent, and late answers count for nothing."""
        self._over = True
        self._queue.clear()

    def _finish(self) -> None:
        self.end()
        self.finished.emit()

    def _lay_out(self) -> None:
        title = tr("What the servers say")
        explained = tr(
            "What each server says of itself and of its tools. It steers what AI apps do, and none of it reaches them "
            "before you approve it. Each call is asked about all the same."
        )
        self._column = boxes.column(theme.SECTION)
        self._counted = text.label("", "muted", wrap=True, parent=self)
        self._scroll = ReadScroll()
        parts = (PageHeader(title, explained), self._column, self._counted, self._busy)
        margins = (0, 0, 0, theme.SECTION)
        scrolled(title, *parts, spacing=theme.SECTION, margins=margins, widest=_WIDEST, area=self._scroll)
        row = fill(boxes.row(theme.GROUP, margins=(0, 0, 0, theme.PAGE)), self.go_on, STRETCH, self.approve)
        fill(boxes.column(theme.GROUP, self), grow(self._scroll), self._unseen, self._read_on, row)


def first_look(page: Page, link: Link, starts: tuple[ServerDetails, ...]) -> FirstLook:
    """One on a page, which leads to the page of servers from there; begins at once."""
    made = FirstLook(link, starts)
    made.review_wanted.connect(lambda server: page.navigate.emit("servers", OpenServer(server)))
    return made


class ServerPart(QWidget):
    """One server that answered.

    Attributes:
        server_id: its id.
        details: what is shown of it, to be approved; None where there is nothing of that.
        words: what it says.
        review: leads to its own review; hidden until nothing else waits.
        wants_review: whether it needs one.
        is_settled: whether nothing of it is left to do.
    """

    def __init__(self, server_id: str, details: ServerDetails | None, *, own: str, why: str) -> None:
        super().__init__()
        self.setProperty("ground", "clear")
        self.server_id, self.details = server_id, details
        self.is_settled = details is None and not own and not why
        name = faces.server_name(server_id)
        head = fill(
            boxes.row(theme.GROUP),
            top(Face("server", server_id, theme.FACE, self)),
            grow(text.label(break_long_words(name), "heading", wrap=True, parent=self)),
        )
        self._approved = Badge(tr("approved"), "green", "check", self)
        self._approved.setVisible(self.is_settled)
        head.addWidget(self._approved, 0, Qt.AlignmentFlag.AlignTop)
        self.review = hidden(text.button(tr("Review…"), parent=self))
        text.named(self.review, tr("Review {server}…", server=name))
        self.wants_review = not self.is_settled and details is None
        self.words = hidden(ServerWords(self, whole=True))
        self._card = Card(parent=self)
        column = fill(boxes.column(theme.GROUP, self), head)
        if why:
            column.addWidget(Notice("red", tr("Nothing of it was approved"), safe_sentence(why)))
        if own:
            column.addWidget(Notice("amber", tr("It is left for its own review"), own))
        column.addWidget(self.review, 0, Qt.AlignmentFlag.AlignLeft)
        if details is not None:
            self.words.show_details(details)
            self._card.body.addWidget(self.words)
            self.words.show()
        self._card.setVisible(details is not None)
        column.addWidget(self._card)

    def settle(self) -> None:
        """It is approved, and there is nothing more to read of it."""
        self.details, self.is_settled = None, True
        self._card.hide()
        self._approved.show()
