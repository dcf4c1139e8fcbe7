"""The view of what is different in a call.

Owns: the choice of the baseline, and one row for each change.

Invariants:
    Added and removed differ by signs and words. What is equal is counted.
    A comparison that is awaited, absent or failed says so. The number of rows at once is bounded.
    What looks like a secret stays covered here, and says so; it is read, and counted as read, in the form.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.model import JsonValue
from host.text import escape
from ui import text, theme
from ui.inputs.baselines import Baseline
from ui.inputs.diff import DiffLines, Hunk, TextDiff, ValueChange, as_text, text_diff
from ui.inputs.kinds import input_value, kind_of, secret
from ui.inputs.lines import ValuePath
from ui.inputs.model import inputs_of
from ui.inputs.pager import Pager
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import TextBlock
from ui.inputs.visibility import scroll_to_top
from ui.inputs.words import text_words
from ui.tr import sentence, tr, tr_n
from ui.widgets.cards import Notice
from ui.widgets.labels import Badge
from ui.widgets.progress import Busy
from ui.widgets.segments import Segments

PAGE: Final = 20
"""Changes that stand on one page."""
_LONG_STEP: Final = 60


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


class ChangeRow(QWidget):
    """A change."""

    def __init__(self, change: ValueChange, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        diff = _diff(change)
        place = path_words(change.path)
        name = PlainView(self)
        name.show_lines([place])
        text.named(name, tr("Place of the change"))
        word, sign = _kind(change)
        head = QHBoxLayout()
        head.setSpacing(theme.GROUP)
        head.addWidget(name, 1)
        head.addWidget(Badge(word, "neutral", sign, self))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
        column.setSpacing(theme.SPACE)
        column.addLayout(head)
        size = _size_words(diff)
        text.named(self, f"{place}, {word}: {size}" if size else f"{place}, {word}")
        if _is_secret(change):
            column.addWidget(text.label(tr("Looks like a secret: covered here."), "caption", wrap=True, parent=self))
            return
        block = TextBlock(self)
        block.show_lines(DiffLines(diff), size, tr("Change of {name}", name=place))
        column.addWidget(block)


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


def path_words(path: ValuePath) -> str:
    """Where a value stands, safe to show: ``options ▸ retries ▸ item 2``."""
    if not path:
        return tr("all inputs")
    return " ▸ ".join(_step(step) for step in path)


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return tr("item {number}", number=f"{step + 1:,}")
    shown = escape(step[:_LONG_STEP])
    left = len(step) - _LONG_STEP
    more = tr_n("⟨… {n} more character⟩", "⟨… {n} more characters⟩", left) if left > 0 else ""
    return (shown if step.strip() == step and step and "▸" not in step else f'"{shown}"') + more


def _diff(change: ValueChange) -> TextDiff:
    if change.kind == "added":
        lines = _lines(change.after)
        return TextDiff((Hunk("new", lines),), 0, len(lines), complete=True)
    if change.kind == "removed":
        lines = _lines(change.before)
        return TextDiff((Hunk("gone", lines),), len(lines), 0, complete=True)
    before, after = as_text(change.before), as_text(change.after)
    if before == after:  # a text that looks like another value
        gone, new = [_typed(change.before)], [_typed(change.after)]
        return TextDiff((Hunk("gone", gone), Hunk("new", new)), 1, 1, complete=True)
    return text_diff(before, after)


def _lines(value: JsonValue) -> list[str]:
    return (as_text(value).removesuffix("\n") or "").split("\n")


def _typed(value: JsonValue) -> str:
    return f'"{value}"' if isinstance(value, str) else as_text(value)


def _kind(change: ValueChange) -> tuple[str, str]:
    match change.kind:
        case "added":
            return tr("added"), "plus"
        case "removed":
            return tr("removed"), "minus"
    return tr("changed"), "pencil-simple"


def _size_words(diff: TextDiff) -> str:
    if diff.gone <= 1 and diff.new <= 1:
        return ""
    parts = [tr_n("- {n} line", "- {n} lines", diff.gone)] if diff.gone else []
    parts += [tr_n("+ {n} line", "+ {n} lines", diff.new)] if diff.new else []
    parts += [] if diff.complete else [tr("too different to mark what changed in them")]
    return " · ".join(parts)


def _is_secret(change: ValueChange) -> bool:
    name = next((step for step in reversed(change.path) if isinstance(step, str)), "")
    values = [value for value in (change.before, change.after) if isinstance(value, str) and value]
    return bool(values) and all(
        kind_of(input_value(inputs_of({name: value}, None)[0])) is secret.KIND for value in values
    )  # beside a secret, a command is to be read
