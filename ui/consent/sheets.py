"""The sheets that stand in place of the question for a while: keys, a kind of finding, why it is asked, its server.

Owns: their common frame (a heading, the way back, what scrolls), and these four. Changing the inputs has its own sheet
in ``ui.consent.editing``.

Invariants: while a sheet hides what would be sent, nothing can be approved; the way back is always on screen, one press
or Esc; the list of keys names every key that decides something; the page on findings ships with Assent: nothing is
fetched; an explanation of another question is not shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from host.control.views import Explanation, ServerView
from resources import document
from ui import faces, keys, text, theme
from ui.consent import finding_words
from ui.consent.editing.sheet import EditSheet
from ui.consent.fitting import ROOM, fitting_label
from ui.consent.summary import Kind
from ui.rules.explanation import ExplanationView
from ui.tr import mark, sentence, tr
from ui.widgets import boxes, windows
from ui.widgets.cards import Notice
from ui.widgets.page_parts import Busy, key_table
from ui.widgets.scroll import FadeScroll

if TYPE_CHECKING:
    from ui.link import Link
    from ui.servers.review import ServerReview


class Sheet(QWidget):
    """A heading, the way back, and what scrolls.

    Attributes:
        title: the heading.
        back: goes back to the question.
        area: scrolls.

    Signals:
        left(): the person goes back.
    """

    left = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        """``title``: stands above, and is what a screen reader calls the part that scrolls."""
        super().__init__(parent)
        self.title = text.label(title, "heading", wrap=True, parent=self)
        self.back = text.button(tr("Back to the question"), "normal", parent=self)
        self.back.clicked.connect(self.left)
        self.area = FadeScroll(self)
        text.named(self.area, title, tr("Arrow keys scroll."))
        head = QHBoxLayout()
        head.setContentsMargins(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP)
        head.addWidget(self.title, 1)
        head.addWidget(self.back)
        rows = boxes.column(0, self)
        rows.addLayout(head)
        rows.addWidget(self.area, 1)

    def name(self, title: str) -> None:
        """Call it so from now on."""
        text.set_text(self.title, title)
        text.named(self.area, title, tr("Arrow keys scroll."))

    def begin(self) -> None:
        """Show it, from its top on."""
        self.show()
        self.area.start_over()
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def fill(self, *parts: QWidget) -> None:
        """Show these, one below the other."""
        inside = QWidget()
        column = boxes.column(theme.GROUP, inside, (theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION))
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)
        self.area.setWidget(inside)

    def close_sheet(self) -> None:
        """Show the question again."""
        self.hide()


class HelpSheet(Sheet):
    """The list of shortcuts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Keys of this window"), parent)

    def open(self) -> None:
        """Show it."""
        if self.area.widget() is None:
            self.fill(key_table(keys.CONSENT))
        self.begin()


_LINK: Final = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\n]{1,200}\)")


def documented_paragraph(page: str, kind: str) -> str:
    """The paragraph of a kind on the page (Markdown of ours), without its name; empty where it has none."""
    _, found, rest = page.partition(f'\n- <a id="{kind}"></a>**{kind}.** ')
    if not found:
        return ""
    first, *more = rest.splitlines()
    lines = [first]
    for line in more:
        if not line.startswith("  "):
            break
        lines.append(line.strip())
    return _LINK.sub(r"\1", " ".join(lines)).replace("`", "").replace("**", "")


class FindingSheet(Sheet):
    """What the documentation says of one kind."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("More on this"), parent)

    def open(self, kind: str) -> None:
        """Show the paragraph of a kind."""
        self.name(finding_words.meaning(kind).title)
        self.area.setWidget(_shown(kind))
        self.begin()


def _shown(kind: str) -> QWidget:
    """Its paragraph, below what it means."""
    meaning = finding_words.meaning(kind)
    inside = QWidget()
    rows = boxes.column(theme.SPACE, inside, (theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION))
    rows.addWidget(_paragraph(meaning.means, inside))
    rows.addSpacing(theme.GROUP)
    rows.addWidget(text.label(tr("What is found"), "strong", parent=inside))
    rows.addWidget(_paragraph(documented_paragraph(document("findings.md"), kind), inside))
    rows.addSpacing(theme.GROUP)
    rows.addStretch(1)
    return inside


def _paragraph(words: str, parent: QWidget) -> QWidget:
    made = fitting_label(words, "body", parent, ROOM, selectable=True)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made


ASKED: Final = mark("Why this is asked")
HELD: Final = mark("Why its result is held")
REVIEW: Final = mark(
    "The call was let through and has run. Its result is held because a rule demands that a person sees it before the "
    "app does. Below is how the call itself was decided, and what the rules that match it demand."
)


class WhySheet(Sheet):
    """The explanation of one question.

    Attributes:
        busy: shown while the host works the explanation out.
        explanation: what the rules say.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr(ASKED), parent)
        self._call_id = ""
        self._review = text.label(tr(REVIEW), "body", wrap=True, parent=self)
        self.busy = Busy(tr("Looking at the rules…"), parent=self)
        self._failure = Notice("red", tr("This cannot be explained now"), parent=self)
        self.explanation = ExplanationView()
        self.fill(self._review, self.busy, self._failure, self.explanation)

    def open(self, call_id: str, kind: Kind = "approve") -> None:
        """Wait for what the host says of this call."""
        self._call_id = call_id
        is_held = kind == "release"
        self.name(tr(HELD) if is_held else tr(ASKED))
        self._review.setVisible(is_held)
        self.explanation.clear()
        self._failure.hide()
        self.busy.begin()
        self.begin()

    def close_sheet(self) -> None:
        """Show the question again."""
        self._call_id = ""
        self.busy.finish()
        self.explanation.clear()
        super().close_sheet()

    def explain(self, call_id: str, explanation: Explanation) -> None:
        """The host explained a call; one that is not asked for any more is passed over."""
        if call_id == self._call_id:
            self.busy.finish()
            self.explanation.show_explanation(explanation)

    def fail(self, call_id: str, why: str) -> None:
        """The host could not explain it."""
        if call_id == self._call_id:
            self.busy.finish()
            self._failure.tell(tr("This cannot be explained now"), sentence(why))


class ServerSheet(Sheet):
    """What the server of a question is, for a person who is to trust it or not.

    Attributes:
        review: that; None before it was wanted.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What is this server?"), parent)
        self.review: ServerReview | None = None

    def open(self, server_id: str, link: Link) -> None:
        """Show it, and ask the host for all that is known of it."""
        from ui.servers.review import ServerReview  # what few questions need

        self.name(tr("What is {server}?", server=faces.with_id("server", server_id)))
        if self.review is None:
            self.review = ServerReview(link)
            inside = QWidget()
            rows = boxes.column(0, inside, (theme.PAGE, theme.GROUP, theme.SECTION, theme.SECTION))
            rows.addWidget(self.review)
            self.area.setWidget(inside)
        self.review.read(server_id)
        self.begin()

    def show_servers(self, servers: tuple[ServerView, ...]) -> None:
        """Show how the server stands now."""
        if self.review is not None and not self.isHidden():
            for server in servers:
                if server.id == self.review.server_id:
                    self.review.show_server(server)

    def close_sheet(self) -> None:
        """Show the question again; whether to vouch is asked anew next time."""
        super().close_sheet()
        if self.review is not None:
            self.review.trust.close_question()


class SheetStack(QObject):
    """The sheets of one window, at most one of which stands in place of the question.

    Attributes:
        why, editor, help, finding, server: the sheets.
        all: each of them.

    Signals:
        left(): the person goes back to the question.
    """

    left = Signal()

    def __init__(self, question: QWidget, parent: QWidget) -> None:
        """``question``: what scrolls in the window while no sheet stands in its place."""
        super().__init__(parent)
        self._question = question
        self.why = WhySheet(parent)
        self.editor = EditSheet(parent)
        self.help = HelpSheet(parent)
        self.finding, self.server = FindingSheet(parent), ServerSheet(parent)
        self.all: tuple[Sheet | EditSheet, ...] = (self.why, self.editor, self.help, self.finding, self.server)
        for sheet in self.all:
            sheet.hide()
            sheet.left.connect(self.left)
        self.editor.bar.hide()

    @property
    def shown(self) -> Sheet | EditSheet | None:
        """The one that stands in place of what would be sent."""
        return next((sheet for sheet in self.all if not sheet.isHidden()), None)

    @property
    def is_open(self) -> bool:
        """Whether there is one."""
        return self.shown is not None

    @property
    def area(self) -> QWidget:
        """What scrolls now: of the open sheet, else of the question."""
        return self._question if self.shown is None else self.shown.area

    def make_room(self) -> bool:
        """Make room for a sheet. Returns whether there is any: an edit under way is not left."""
        if self.editor.is_sending:
            return False
        self.close()
        self._question.hide()  # before a sheet stands there: both at once would make a small window grow
        return True

    def close(self) -> None:
        """Show the question again."""
        for sheet in self.all:
            sheet.close_sheet()
        self._question.show()

    def tab_stops(self) -> list[QWidget]:
        """Where the keyboard stops in the open sheet, in order; the way back comes last."""
        shown = self.shown
        if isinstance(shown, EditSheet):
            return [*windows.stops(shown), *windows.stops(shown.bar)]
        return [] if shown is None else [*(it for it in windows.stops(shown) if it is not shown.back), shown.back]
