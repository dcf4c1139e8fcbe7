"""Why it is asked, in place of the question.

Owns: the sheet with the explanation.

Invariants: while it covers what would be sent, nothing can be approved; what a late answer says of another question is
not shown; the way back is one press or Esc.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.views import Explanation
from ui import text, theme
from ui.consent.reading import Kind, Lack
from ui.consent.sheet import Sheet
from ui.rules.explanation import ExplanationView
from ui.tr import mark, tr
from ui.widgets.cards import Notice
from ui.widgets.progress import Busy

ASKED: Final = mark("Why this is asked")
HELD: Final = mark("Why its result is held")
REVIEW: Final = mark(
    "The call was let through and has run. Its result is held because a rule demands that a person sees it before the "
    "app does. Below is how the call itself was decided, and what the rules that match it demand."
)
_GO_BACK: Final[dict[Kind, str]] = {
    "approve": mark("Go back to approve"),
    "sign": mark("Go back to sign"),
    "release": mark("Go back to release"),
}


def blocked_by_sheet(kind: Kind) -> Lack:
    """Why there is no yes while something stands in place of the question."""
    return Lack(tr(_GO_BACK[kind]), tr("What it is about is not on screen."))


class WhySheet(Sheet):
    """The explanation of one question.

    Attributes:
        busy: the host looks. explanation: what the rules say.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr(ASKED), parent)
        self._call_id = ""
        self._review = text.label(tr(REVIEW), "body", wrap=True, parent=self)
        self.busy = Busy(tr("Looking at the rules…"), parent=self)
        self._failure = Notice("red", tr("This cannot be explained now"), parent=self)
        self.explanation = ExplanationView()
        self._fill()

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

    def _fill(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION)
        column.setSpacing(theme.GROUP)
        for part in (self._review, self.busy, self._failure, self.explanation):
            column.addWidget(part)
        column.addStretch(1)
        self.area.setWidget(inside)
