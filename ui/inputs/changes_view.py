"""What is different in this call.

Owns: the view of changes: against what, and each of them. What stays true: added and removed are told by signs and
words; what is the same is counted; what is awaited, absent or failed says so; the rows at once are bounded.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui import text, theme
from ui.inputs.baselines import Baseline
from ui.inputs.change_row import ChangeRow
from ui.inputs.pager import Pager
from ui.inputs.plain_view import PlainView
from ui.inputs.visibility import scroll_to_top
from ui.inputs.words import sentence, text_words
from ui.tr import tr, tr_n
from ui.widgets.notice import Notice
from ui.widgets.progress import Busy
from ui.widgets.segments import Segments

PAGE: Final = 20
"""Changes that stand on one page."""


class ChangesView(QWidget):
    """Changes, against one thing or another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices: list[Baseline] = []
        self._segments: Segments | None = None
        self._body: ChoiceView | None = None
        self._notice: Notice | None = None
        self._busy = Busy(tr("Looking up what this call can be held against"), parent=self)
        self._column = _column(QVBoxLayout(self), theme.GROUP)
        self._column.setContentsMargins(0, theme.GROUP, 0, theme.GROUP)
        self._column.addWidget(self._busy)

    def wait(self) -> None:
        """Something more is being looked up."""
        self._busy.begin()

    def show_choices(self, choices: list[Baseline], failed: str = "") -> None:
        """Show these, the first of them that says something. ``failed``: why others could not be looked up."""
        self._busy.finish()
        self._drop(self._notice, self._segments, self._body)
        self._notice = self._segments = self._body = None
        self._choices = choices
        if failed:
            what = tr("Other comparisons could not be made") if choices else tr("Nothing to compare with")
            self._notice = Notice("amber", what, sentence(failed), parent=self)
            self._add(self._notice)
        best = next((at for at, choice in enumerate(choices) if choice.changes is not None), 0)
        if len(choices) > 1:
            self._segments = Segments([choice.name for choice in choices], tr("Held against"), self)
            self._segments.choose(best)
            self._segments.changed.connect(self._open)
            self._add(self._segments)
        if choices:
            self._open(best)

    def _open(self, at: int) -> None:
        self._drop(self._body)
        self._body = ChoiceView(self._choices[at], self)
        self._add(self._body)

    def _add(self, part: QWidget) -> None:
        self._column.addWidget(part)
        part.show()

    def _drop(self, *parts: QWidget | None) -> None:
        for part in parts:
            if part is not None:
                self._column.removeWidget(part)
                part.hide()
                part.deleteLater()


class ChoiceView(QWidget):
    """Changes against one thing."""

    def __init__(self, choice: Baseline, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._changes = choice.changes.changes if choice.changes is not None else ()
        self._rows: list[QWidget] = []
        self._column = _column(QVBoxLayout(self), theme.GROUP)
        self._column.addWidget(text.label(choice.said, "caption", wrap=True, parent=self))
        if choice.detail is not None:
            detail = PlainView(self)
            detail.show_lines([text_words(choice.detail.raw())[0]])
            text.named(detail, choice.name)
            self._column.addWidget(detail)
        if choice.changes is None:
            self._column.addWidget(Notice("neutral", tr("Nothing to compare with"), sentence(choice.why), parent=self))
            return
        self._column.addWidget(text.label(_count(choice), "strong", wrap=True, parent=self))
        self._pager: Pager | None = None
        if len(self._changes) > PAGE:
            self._pager = Pager("change", self)
            self._pager.turned.connect(self._turn)
        self._show(0)

    def _turn(self, start: int) -> None:
        self._show(start)
        scroll_to_top(self)

    def _show(self, start: int) -> None:
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        stop = min(start + PAGE, len(self._changes))
        self._rows = [ChangeRow(change, self) for change in self._changes[start:stop]]
        for row in self._rows:
            self._column.addWidget(row)
            row.show()
        if self._pager is not None:
            self._column.addWidget(self._pager)
            self._pager.show_page(start, stop, len(self._changes), PAGE, less=False)


def _column(made: QVBoxLayout, spacing: int) -> QVBoxLayout:
    made.setContentsMargins(0, 0, 0, 0)
    made.setSpacing(spacing)
    made.setAlignment(Qt.AlignmentFlag.AlignTop)
    return made


def _count(choice: Baseline) -> str:
    changed, same = (len(choice.changes.changes), choice.changes.same) if choice.changes is not None else (0, 0)
    if not changed:
        return tr("Nothing is different.")
    if choice.kind == "file":
        return tr("The file would change.")
    said = tr_n("{n} value is different", "{n} values are different", changed)
    return " · ".join((said, tr_n("{n} input is the same", "{n} inputs are the same", same))) if same else said
