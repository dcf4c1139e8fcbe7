"""Why it is asked, in place of the question.

Owns: the sheet with the explanation. What stays true: while it covers what would be sent, nothing can be approved; what
a late answer says of another question is not shown; the way back is one press or Esc.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import Explanation
from ui import text, theme
from ui.consent.reading import Kind, Lack
from ui.rules.explanation import ExplanationView
from ui.tr import mark, tr
from ui.widgets.notice import Notice
from ui.widgets.progress import Busy
from ui.widgets.scroll import FadeScroll

ASKED: Final = mark("Why this is asked")
HELD: Final = mark("Why its result is held")
REVIEW: Final = mark(
    "The call was let through and has run. Its result is held because a rule demands that a person sees it before the "
    "app does. Below is how the call itself was decided, and what the rules that match it demand."
)
_COVERED: Final[dict[Kind, str]] = {
    "approve": mark("Go back to approve"),
    "sign": mark("Go back to sign"),
    "release": mark("Go back to release"),
}


def covered(kind: Kind) -> Lack:
    """Why there is no yes while something stands in place of the question."""
    return Lack(tr(_COVERED[kind]), tr("What it is about is not on screen."))


class WhySheet(QWidget):
    """The explanation of one question.

    Attributes:
        back: goes back to the question. area: scrolls. busy: the host looks. explanation: what the rules say.
    Signals:
        left(): the person goes back.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._call_id = ""
        self.back = text.button(tr("Back to the question"), "normal", parent=self)
        self.back.clicked.connect(self.left)
        self.title = text.label(tr(ASKED), "heading", parent=self)
        self._review = text.label(tr(REVIEW), "body", wrap=True, parent=self)
        self.busy = Busy(tr("Looking at the rules…"), parent=self)
        self._failure = Notice("red", tr("This cannot be explained now"), parent=self)
        self.explanation = ExplanationView()
        self._lay_out()

    def open(self, call_id: str, kind: Kind = "approve") -> None:
        """Wait for what the host says of this call."""
        self._call_id = call_id
        is_held = kind == "release"
        text.set_text(self.title, tr(HELD) if is_held else tr(ASKED))
        text.named(self.area, tr(HELD) if is_held else tr(ASKED), tr("Arrow keys scroll."))
        self._review.setVisible(is_held)
        self.explanation.clear()
        self._failure.hide()
        self.show()
        self.busy.begin()
        self.area.start_over()
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_sheet(self) -> None:
        """Show the question again."""
        self._call_id = ""
        self.busy.finish()
        self.explanation.clear()
        self.hide()

    def explain(self, call_id: str, explanation: Explanation) -> None:
        """The host explained a call; one that is not asked for any more is passed over."""
        if call_id == self._call_id:
            self.busy.finish()
            self.explanation.show_explanation(explanation)

    def fail(self, call_id: str, why: str) -> None:
        """The host could not explain it."""
        if call_id == self._call_id:
            self.busy.finish()
            self._failure.set_text(tr("This cannot be explained now"), f"{why[:1].upper()}{why[1:]}".rstrip(".") + ".")
            self._failure.show()

    def stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [self.area, self.explanation.more, self.area.more, self.back]

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION)
        column.setSpacing(theme.GROUP)
        for part in (self._review, self.busy, self._failure, self.explanation):
            column.addWidget(part)
        column.addStretch(1)
        self.area = FadeScroll(self, inset=theme.GROUP)
        self.area.setWidget(inside)
        text.named(self.area, tr(ASKED), tr("Arrow keys scroll."))
        head = QHBoxLayout()
        head.setContentsMargins(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP)
        head.addWidget(self.title, 1)
        head.addWidget(self.back)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(head)
        rows.addWidget(self.area, 1)
