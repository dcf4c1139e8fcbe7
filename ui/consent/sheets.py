"""The sheets that stand in place of the question for a while: keys, a kind of finding, why it is asked, its server.

Owns: their common frame (a heading, the way back, a scroll area), and these four. The sheet that changes the inputs is
in ``ui.consent.editing``.

Invariants: while a sheet covers what would be sent, nothing can be approved. The way back is always on screen, one
press or Esc. The list of keys names every key that decides something. The page on findings ships with Assent: nothing
is fetched. An explanation of another question is not shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QHBoxLayout, QWidget

from host import regex
from host.control.views import ServerView
from resources import document
from ui import display_names, text, theme
from ui.consent import finding_words
from ui.consent.editing.sheet import EditSheet
from ui.consent.fitting import ROOM, fitting_label
from ui.consent.summary import Kind
from ui.rules.explanation import ExplanationView
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow
from ui.widgets.scroll import FadeScroll

if TYPE_CHECKING:
    from ui.link import Link
    from ui.servers.review import ServerReview


class Sheet(QWidget):
    """A heading, the way back, and a scroll area. Emits ``left()``: the person goes back."""

    left = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        """``title``: the heading, and the name of the scroll area for a screen reader."""
        super().__init__(parent)
        self.title = text.label(title, "heading", wrap=True, parent=self)
        self.back = text.button(tr("Back to the question"), "normal", parent=self, on_click=self.left)
        self.area = FadeScroll(self)
        text.named(self.area, title, tr("Arrow keys scroll."))
        head = QHBoxLayout()
        head.setContentsMargins(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP)
        fill(head, grow(self.title), self.back)
        fill(boxes.column(0, self), head, grow(self.area))

    def set_title(self, title: str) -> None:
        """Set another title."""
        text.set_text(self.title, title)
        text.named(self.area, title, tr("Arrow keys scroll."))

    def show_from_top(self) -> None:
        """Show the sheet from its top. Where a click opened it, nothing shows that keys go there now."""
        opener = QApplication.focusWidget()
        is_clicked = isinstance(opener, QAbstractButton) and opener.underMouse()
        self.show()
        self.area.start_over()
        self.area.setFocus(Qt.FocusReason.MouseFocusReason if is_clicked else Qt.FocusReason.OtherFocusReason)

    def set_parts(self, *parts: QWidget) -> None:
        """Set the parts, one below the other."""
        inside = QWidget()
        margins = (theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION)
        fill(boxes.column(theme.GROUP, inside, margins), *parts, STRETCH)
        self.area.setWidget(inside)

    def close_sheet(self) -> None:
        """Show the question again."""
        self.hide()


_LINK: Final = regex.pattern(r"\[([^\[\]\n]{1,200})\]\([^()\n]{1,200}\)")


def paragraph_of_kind(page: str, kind: str) -> str:
    """Return a kind's paragraph on the page (our Markdown), without its name; empty if it has none."""
    _, heading, rest = page.partition(f'\n- <a id="{kind}"></a>**{kind}.** ')
    if not heading:
        return ""
    first, *more = rest.splitlines()
    lines = [first]
    for line in more:
        if not line.startswith("  "):
            break
        lines.append(line.strip())
    return _LINK.sub(r"\1", " ".join(lines)).replace("`", "").replace("**", "")


def finding_page(kind: str) -> QWidget:
    """Make the content of the sheet on a kind of finding."""
    meaning = finding_words.meaning(kind)
    inside = QWidget()
    rows = boxes.column(theme.SPACE, inside, (theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION))
    rows.addWidget(_paragraph(meaning.means, inside))
    rows.addSpacing(theme.GROUP)
    found = _paragraph(paragraph_of_kind(document("findings.md"), kind), inside)
    fill(rows, text.label(tr("What is found"), "strong", parent=inside), found, STRETCH)
    return inside


def _paragraph(words: str, parent: QWidget) -> QWidget:
    label = fitting_label(words, "body", parent, ROOM, selectable=True)
    label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return label


WHY_ASKED: Final = mark("Why this is asked")
WHY_HELD: Final = mark("Why its result is held")
WHY_HELD_MEANS: Final = mark(
    "The call was let through and has run. Its result is held because a rule demands that a person sees it before the "
    "app does. Below is how the call itself was decided, and what the rules that match it demand."
)


class WhySheet(Sheet):
    """The explanation of one question."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr(WHY_ASKED), parent)
        self._review = text.label(tr(WHY_HELD_MEANS), "body", wrap=True, parent=self)
        self.explanation = ExplanationView(tr("Looking at the rules…"), tr("This cannot be explained now"))
        self.set_parts(self._review, self.explanation)

    def open(self, kind: Kind = "approve") -> None:
        """Show that an explanation is being worked out."""
        is_held = kind == "release"
        self.set_title(tr(WHY_HELD) if is_held else tr(WHY_ASKED))
        self._review.setVisible(is_held)
        self.explanation.clear()
        self.explanation.begin()
        self.show_from_top()

    def close_sheet(self) -> None:
        """Show the question again."""
        self.explanation.clear()
        super().close_sheet()


class ServerSheet(Sheet):
    """What the server of a question is, for a person who decides whether to trust it."""

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(tr("What is this server?"), parent)
        self._link = link
        self.review: ServerReview | None = None
        link.state_changed.connect(lambda state: self.show_servers(state.servers))

    def open(self, server_id: str) -> None:
        """Show a server, and ask the host for all that is known of it."""
        from ui.servers.review import ServerReview  # few questions need it

        self.set_title(tr("What is “{server}”?", server=display_names.with_id("server", server_id)))
        if self.review is None:
            self.review = ServerReview(self._link)
            inside = QWidget()
            fill(boxes.column(0, inside, (theme.PAGE, theme.GROUP, theme.SECTION, theme.SECTION)), self.review)
            self.area.setWidget(inside)
        self.review.read(server_id)
        self.show_from_top()

    def show_servers(self, servers: tuple[ServerView, ...]) -> None:
        """Show the current state of the server."""
        if self.review is not None and not self.isHidden():
            for server in servers:
                if server.id == self.review.server_id:
                    self.review.show_server(server)

    def close_sheet(self) -> None:
        """Show the question again, and close an open question about trust."""
        super().close_sheet()
        if self.review is not None:
            self.review.trust.close_question()


class SheetStack(QObject):
    """The sheets of one window, of which one may stand in place of the question. Emits ``left()``: back to that."""

    left = Signal()

    def __init__(self, link: Link, question: QWidget, parent: QWidget) -> None:
        """``question``: what scrolls in the window while no sheet stands in its place."""
        super().__init__(parent)
        self._question = question
        self.why = WhySheet(parent)
        self.editor = EditSheet(parent)
        self.help, self.finding = Sheet(tr("Keys of this window"), parent), Sheet(tr("More on this"), parent)
        self.server = ServerSheet(link, parent)
        self.all: tuple[Sheet | EditSheet, ...] = (self.why, self.editor, self.help, self.finding, self.server)
        for sheet in self.all:
            sheet.hide()
            sheet.left.connect(self.left)
        self.editor.bar.hide()

    @property
    def open_sheet(self) -> Sheet | EditSheet | None:
        """The sheet that stands in place of the question, or None."""
        return next((sheet for sheet in self.all if not sheet.isHidden()), None)

    @property
    def is_open(self) -> bool:
        """Whether a sheet stands in place of the question."""
        return self.open_sheet is not None

    @property
    def area(self) -> QWidget:
        """What scrolls now, of the open sheet or of the question."""
        return self._question if self.open_sheet is None else self.open_sheet.area

    def make_room(self) -> bool:
        """Make room for a sheet. Returns False while an edit is being sent."""
        if self.editor.is_sending:
            return False
        self.close()
        self._question.hide()  # before the sheet is shown: both at once would make a small window grow
        return True

    def close(self) -> None:
        """Show the question again."""
        for sheet in self.all:
            sheet.close_sheet()
        self._question.show()
