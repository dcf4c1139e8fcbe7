"""The view of what is different in a call.

Owns: the choice of the baseline, and one row for each change.

Invariants:
    Added and removed differ by signs and words. What is equal is counted, and can be shown.
    A comparison that is awaited, absent or failed says so. The number of rows at once is bounded.
    A line that is on screen here as it will be sent counts as read, no other.
    What looks like a secret stays covered here, and says so; it is read, and counted as read, in the form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from host.model import JsonValue
from host.text import escape
from ui import text, theme
from ui.inputs.baselines import Baseline
from ui.inputs.diff import (
    DiffLines,
    Hunk,
    Kind,
    SeenInDiff,
    TextDiff,
    ValueChange,
    ValueChanges,
    as_text,
    size_words,
    text_diff,
)
from ui.inputs.kinds import input_value, kind_of, secret
from ui.inputs.lines import ValuePath, is_inline
from ui.inputs.model import inputs_of
from ui.inputs.pager import Pager, inline_button
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import TextBlock
from ui.inputs.words import text_words
from ui.tr import mark, sentence, tr, tr_n
from ui.widgets import boxes
from ui.widgets.cards import Notice
from ui.widgets.labels import Badge
from ui.widgets.progress import Busy
from ui.widgets.scroll import scroll_to_top
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from ui.inputs.form import CallInputs

AT_FIRST: Final = 60
"""Lines of a comparison that are shown unasked."""
PAGE: Final = 20
"""Changes that stand on one page."""
_LONG_STEP: Final = 60
_KINDS: Final[dict[Kind, tuple[str, str]]] = {
    "added": (mark("added"), "plus"),
    "removed": (mark("removed"), "minus"),
    "changed": (mark("changed"), "pencil-simple"),
}
"""What is said of a change, and its icon."""


class ChangesView(QWidget):
    """Changes, against one thing or another.

    Attributes:
        covers: inputs that stand here instead of in the form, since all of them can be read here.

    Signals:
        opened(): another comparison is shown.
    """

    opened = Signal()

    def __init__(self, form: CallInputs, parent: QWidget) -> None:
        """``form``: where lines are counted as read."""
        super().__init__(parent)
        self.covers: frozenset[ValuePath] = frozenset()
        self._form = form
        self._choices: list[Baseline] = []
        self._segments: Segments | None = None
        self._body: ChoiceView | None = None
        self._notice: Notice | None = None
        self._busy = Busy(tr("Looking up what to compare this call with"), parent=self)
        self._column = boxes.column(theme.GROUP, self)
        self._column.setContentsMargins(0, theme.GROUP, 0, theme.GROUP)
        self._column.addWidget(self._busy)

    def wait(self) -> None:
        """Something more is being looked up."""
        self._busy.begin()

    def show_choices(self, choices: list[Baseline], failed: str) -> None:
        """Show these, the first of them that says something. ``failed``: why others could not be looked up."""
        self._busy.finish()
        boxes.discard(self._column, self._notice, self._segments, self._body)
        self._notice = self._segments = self._body = None
        self._choices = choices
        if failed:
            what = tr("Other comparisons could not be made") if choices else tr("Nothing to compare with")
            self._notice = Notice("amber", what, sentence(failed), parent=self)
            self._add(self._notice)
        best = next((at for at, choice in enumerate(choices) if choice.changes is not None), 0)
        if len(choices) > 1:
            self._segments = Segments([choice.name for choice in choices], tr("Compared with"), self)
            self._segments.choose(best)
            self._segments.changed.connect(self._open)
            self._add(self._segments)
        if choices:
            self._open(best)

    def _open(self, at: int) -> None:
        boxes.discard(self._column, self._body)
        self._body = ChoiceView(self._choices[at], self, form=self._form)
        self._add(self._body)
        self.covers = self._body.read if self._choices[at].kind == "file" else frozenset()
        self.opened.emit()

    def _add(self, part: QWidget) -> None:
        self._column.addWidget(part)
        part.show()


class ChoiceView(QWidget):
    """Changes against one thing.

    Attributes:
        read: inputs of which lines that are seen here count as read, on this page.
    """

    def __init__(self, choice: Baseline, parent: QWidget | None = None, *, form: CallInputs | None = None) -> None:
        """``form``: where lines are counted as read."""
        super().__init__(parent)
        self.read: frozenset[ValuePath] = frozenset()
        self._form = form
        self._changes = choice.changes.changes if choice.changes is not None else ()
        self._says_size = not choice.effect  # which stands above already
        self._rows: list[ChangeRow] = []
        self._column = boxes.column(theme.GROUP, self)
        if not choice.effect:
            self._column.addWidget(text.label(choice.said, "caption", wrap=True, parent=self))
        if choice.detail is not None:
            detail = PlainView(self, small=True)
            detail.show_lines([text_words(choice.detail.raw())[0]])
            text.named(detail, choice.name)
            self._column.addWidget(detail)
        if choice.changes is None:
            self._column.addWidget(Notice("neutral", tr("Nothing to compare with"), sentence(choice.why), parent=self))
            return
        if not (choice.effect and self._changes):
            self._column.addWidget(text.label(_count(choice.changes), "strong", wrap=True, parent=self))
        self._pager: Pager | None = None
        if len(self._changes) > PAGE:
            self._pager = Pager("change", self)
            self._pager.turned.connect(self._turn)
        self._show(0)

    def _turn(self, start: int) -> None:
        self._show(start)
        scroll_to_top(self)

    def _show(self, start: int) -> None:
        boxes.discard(self._column, *self._rows)
        stop = min(start + PAGE, len(self._changes))
        self._rows = [ChangeRow(change, self, self._form, self._says_size) for change in self._changes[start:stop]]
        self.read = frozenset(row.path for row in self._rows if row.counts)
        for row in self._rows:
            self._column.addWidget(row)
            row.show()
        if self._pager is not None:
            self._column.addWidget(self._pager)
            self._pager.show_page(start, stop, len(self._changes), PAGE)


class ChangeRow(QWidget):
    """A change.

    Attributes:
        path: the steps to the value.
        counts: whether lines of the value that are seen here count as read.
        whole: shows what is the same too; None where all is there.
    """

    def __init__(
        self,
        change: ValueChange,
        parent: QWidget,
        form: CallInputs | None,
        says_size: bool,
    ) -> None:
        """``form``: where lines are counted as read. ``says_size``: what became of it stands beside its name."""
        super().__init__(parent)
        self.path = change.path
        self.whole: QPushButton | None = None
        self._change = change
        self._sent = form.inputs.sent_text(change.path) if form is not None and _is_as_sent(change) else None
        self._place = path_words(change.path)
        diff = _diff(change)
        self._left = diff.left
        self._column = boxes.column(theme.SPACE, self, (0, theme.SPACE, 0, theme.SPACE))
        self._column.addLayout(self._head(diff, says_size=says_size))
        secret = _is_secret(change)
        self.counts = self._sent is not None and not secret
        if secret:
            covered = text.label(tr("Looks like a secret: covered here."), "caption", wrap=True, parent=self)
            self._column.addWidget(covered)
            return
        self._block = TextBlock(self)
        self._column.addWidget(self._block)
        if form is not None:
            self._block.unread_changed.connect(form.note_read)
        self._fill(diff)
        self._offer_whole(diff)

    def _head(self, diff: TextDiff, *, says_size: bool) -> QHBoxLayout:
        word, sign = tr(_KINDS[self._change.kind][0]), _KINDS[self._change.kind][1]
        size = size_words(diff) if diff.gone > 1 or diff.new > 1 else ""
        name = PlainView(self)
        name.show_lines([self._place])
        name.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # the change says it too
        text.named(name, tr("Place of the change"))
        text.named(self, ", ".join(filter(None, (self._place, word, size))))
        head = boxes.row(theme.GROUP)
        head.addWidget(name, 1)
        if says_size:
            head.addWidget(Badge(size or word, "neutral", "" if size else sign, self))
        return head

    def _offer_whole(self, diff: TextDiff) -> None:
        if diff.left or diff.cuts:
            said = tr_n("Show {n} unchanged line", "Show {n} unchanged lines", diff.left)
            self.whole = inline_button(tr("Show the whole lines") if diff.cuts else said, "caret-down", self)
            text.named(self.whole, self.whole.text(), self._place)
            self.whole.clicked.connect(self._show_whole)
            self._column.addWidget(self.whole, 0, Qt.AlignmentFlag.AlignLeft)
            if not diff.cuts:
                self._block.unread_changed.connect(self._say_unread)

    def _say_unread(self) -> None:
        """Of the unchanged lines some may have been in view elsewhere: say how many were not, as the yes will."""
        unread = 0 if self._sent is None or self._block.unread_lines else self._sent[1].unread
        left = self._left
        if self.whole is None or not 0 < unread < left:
            return
        said = tr_n(
            "Show {n} unchanged line, {unread} not read", "Show {n} unchanged lines, {unread} not read", left,
            unread=f"{unread:,}",
        )  # fmt: skip
        text.set_button_text(self.whole, said)
        text.named(self.whole, said, self._place)

    def _show_whole(self) -> None:
        if self.whole is not None:
            self.whole.hide()
        self._fill(_diff(self._change, whole=True))

    def _fill(self, diff: TextDiff) -> None:
        lines = DiffLines(diff)
        marks = SeenInDiff(lines, *self._sent) if self._sent is not None else None
        note = "" if diff.complete else tr("Too different to mark what changed in the lines.")
        self._block.show_lines(lines, note, tr("Change of {name}", name=self._place), marks, folded=AT_FIRST)


def _count(changes: ValueChanges) -> str:
    if not changes.changes:
        return tr("Nothing is different.")
    said = tr_n("{n} value is different", "{n} values are different", len(changes.changes))
    same = tr_n("{n} input is the same", "{n} inputs are the same", changes.same)
    return f"{said} · {same}" if changes.same else said


def path_words(path: ValuePath) -> str:
    """Where a value stands, safe to show: ``options ▸ retries ▸ item 2``."""
    return " ▸ ".join(map(_step, path)) or tr("all inputs")


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return tr("item {number}", number=f"{step + 1:,}")
    shown = escape(step[:_LONG_STEP])
    left = len(step) - _LONG_STEP
    more = tr_n("⟨… {n} more character⟩", "⟨… {n} more characters⟩", left) if left > 0 else ""
    return (shown if step.strip() == step and step and "▸" not in step else f'"{shown}"') + more


def _is_as_sent(change: ValueChange) -> bool:
    """Whether the new value is a text and stands in the comparison letter by letter, with nothing more to say of it."""
    after = change.after
    if not isinstance(after, str) or (is_inline(after) and text_words(after)[1]):
        return False  # which does not tell a number from a text that looks like it
    return change.kind == "added" or as_text(change.before) != after


def _diff(change: ValueChange, *, whole: bool = False) -> TextDiff:
    before, after = as_text(change.before), as_text(change.after)
    if change.kind == "changed" and before != after:
        return text_diff(before, after, whole=whole)
    if change.kind == "changed":  # a text that looks like another value
        gone, new = [_typed(change.before)], [_typed(change.after)]
    else:
        gone = [] if change.kind == "added" else before.removesuffix("\n").split("\n")
        new = [] if change.kind == "removed" else after.removesuffix("\n").split("\n")
    every = Hunk("gone", gone), Hunk("new", new)
    return TextDiff(tuple(hunk for hunk in every if hunk.lines), len(gone), len(new), complete=True)


def _typed(value: JsonValue) -> str:
    return f'"{value}"' if isinstance(value, str) else as_text(value)


def _is_secret(change: ValueChange) -> bool:
    name = next((step for step in reversed(change.path) if isinstance(step, str)), "")
    values = [value for value in (change.before, change.after) if isinstance(value, str) and value]
    return bool(values) and all(
        kind_of(input_value(inputs_of({name: value}, None)[0])) is secret.KIND for value in values
    )  # beside a secret, a command is to be read
