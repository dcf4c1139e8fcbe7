"""Three views of what a call will send: form, JSON and changes.

Owns: the choice between them, and which lines of the call were in view; of the changes, the choice of what the call is
compared with, and one row for each.

Invariants:
    A view is made when it is first opened. Another question begins in the form, and goes on to the changes by itself
    where it would replace a file, unless the person chose a view; below these the form has what they do not.
    Lines count as read in the form and in the changes one by one, or all of them in the JSON once each of its own was
    on screen, in one of its two forms (attack 7); what the changes leave out is not read.
    The JSON is the bytes that will be sent and nothing else, with what could not be seen escaped, and nothing covered;
    the digest is worked out from them, here. Laid out, it has line ends and indents added, and says so.
    Added and removed differ by signs and words. What is equal is counted, and can be shown. A comparison that is
    awaited, absent or failed says so. The number of rows at once is bounded.
    What looks like a secret stays covered in the changes, and says so; it is read, and counted as read, in the form.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QHBoxLayout, QPushButton, QWidget

from host.control.views import Asked, Comparison
from host.model import JsonValue, sha256_hex
from host.text import Untrusted, escape
from ui import text, theme
from ui.inputs import diff, words
from ui.inputs.diff import (
    Baseline,
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
from ui.inputs.form import CallInputs
from ui.inputs.highlight import CodeLines
from ui.inputs.kinds import input_value, kind_of, secret
from ui.inputs.lines import Blamed, SeenLines, TextLines, ValuePath, is_inline
from ui.inputs.model import inputs_of
from ui.inputs.nested_lines import indented
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import Pager, TextBlock, inline_button
from ui.inputs.words import text_words
from ui.tr import mark, sentence, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow
from ui.widgets.cards import Notice
from ui.widgets.controls import Segments, copy_to_clipboard, show_text
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge
from ui.widgets.page_parts import Busy
from ui.widgets.scroll import scroll_to_top

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
        self._column = fill(
            boxes.column(theme.SPACE, self, (0, theme.SPACE, 0, theme.SPACE)), self._head(diff, says_size=says_size)
        )
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
        head = fill(boxes.row(theme.GROUP), grow(name))
        if says_size:
            head.addWidget(Badge(size or word, "neutral", "" if size else sign, self))
        return head

    def _offer_whole(self, diff: TextDiff) -> None:
        if diff.left or diff.cuts:
            said = tr_n("Show {n} unchanged line", "Show {n} unchanged lines", diff.left)
            self.whole = inline_button(
                tr("Show the whole lines") if diff.cuts else said, "caret-down", self, on_click=self._show_whole
            )
            text.named(self.whole, self.whole.text(), self._place)
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


FORM: Final = 0
JSON: Final = 1
CHANGES: Final = 2
_SHORT: Final = 12
"""Digits of the digest that are shown."""


class JsonView(QWidget):
    """The bytes of one call.

    Attributes:
        text: those bytes, raw.
        block: what shows them.
    Signals:
        read(): all of it was in view by now.
    """

    read = Signal()

    def __init__(self, params: bytes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._params = params
        self.text = params.decode("utf-8", "backslashreplace")
        self._digest = sha256_hex(params)
        self._marks: dict[bool, SeenLines] = {}
        self._neat = text.check(tr("Laid out"), parent=self)
        self._neat.toggled.connect(self._show)
        self._note = text.label("", "caption", wrap=True, parent=self)
        self.block = TextBlock(self)
        self.block.unread_changed.connect(self._seen)
        fill(boxes.column(theme.GROUP, self, (0, theme.GROUP, 0, theme.GROUP)), self._head(), self._note, self.block)
        self._show(neat=False)

    @property
    def is_read(self) -> bool:
        """Whether every line was in view, as it is or laid out."""
        return any(not marks.unread for marks in self._marks.values())

    def _head(self) -> FlowLayout:
        size = tr_n("{n} byte", "{n} bytes", len(self._params))
        digest = text.label(tr("SHA-256 {digest}…", digest=self._digest[:_SHORT]), "caption", parent=self)
        text.tooltip(digest, self._digest)
        text.named(digest, tr("SHA-256 {digest}", digest=self._digest))
        copy = inline_button(tr("Copy"), "copy", self, on_click=partial(copy_to_clipboard, self._digest))
        text.named(copy, tr("Copy the SHA-256"))
        head = FlowLayout()
        head.setSpacing(theme.SECTION)
        for part in (self._neat, text.label(size, "caption", parent=self), digest, copy):
            head.addWidget(part)
        return head

    def _show(self, neat: bool) -> None:  # Qt's signature
        found = indented(self.text) if neat else None
        note = tr("Exactly what the server gets. Once all of it was on screen, it counts as read.")
        if found is not None:
            note = tr("Line ends and indents are added to read it; nothing else is changed.")
        elif neat:
            note = tr("There are too many values to lay them out; this is what is sent, as it is.")
        text.set_text(self._note, note)
        lines = TextLines(Untrusted(self.text if found is None else found))
        marks = self._marks.setdefault(found is not None, SeenLines(len(lines)))
        size, name = words.size_words(lines.size, len(lines)), tr("What will be sent, as JSON")
        self.block.show_lines(CodeLines(lines, "json"), size, name, marks)

    def _seen(self, _left: int) -> None:
        if self.is_read:
            self.read.emit()


class CallViews(QWidget):
    """What a call will send.

    Attributes:
        form: the rows; lines are counted there.
        switch: what chooses the view.
        unread_lines: of them, as far as neither they nor all of the JSON were in view.

    Signals:
        unread_changed(int): lines came into view; so many are left.
        compare_wanted(): what is different is to be looked up; ``show_comparison`` answers. It is said once for each
            question.
        moved(): another view is shown, which the person did not ask for.
    """

    unread_changed = Signal(int)
    compare_wanted = Signal()
    moved = Signal()

    def __init__(self, parent: QWidget | None = None, *, head: QBoxLayout | None = None) -> None:
        """``head``: where the choice stands, if not above the views."""
        super().__init__(parent)
        self._asked: Asked | None = None
        self._edit: Baseline | None = None
        self._comparison: Comparison | None = None
        self._files: list[Baseline] = []
        self._failed = ""
        self._was_wanted = self._was_read = self._was_chosen = False
        self._json: JsonView | None = None
        self._changes: ChangesView | None = None
        self.switch = Segments((tr("Form"), tr("JSON"), tr("Changes")), tr("How to see what will be sent"), self)
        self.switch.changed.connect(self._choose)
        self.form = CallInputs(self)  # behind the switch, for the keyboard too
        self.form.unread_changed.connect(self._some_seen)
        self._effect = text.label("", "strong", wrap=True, parent=self)
        self._effect.setContentsMargins(0, theme.GROUP, 0, 0)
        self._early = QTimer(self, singleShot=True)
        self._early.timeout.connect(self._want_comparison)
        self._column = boxes.column(0, self)
        if head is None:
            self._column.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            head.addWidget(self.switch)
        fill(self._column, self._effect, self.form)

    @property
    def unread_lines(self) -> int:
        """Lines that were never in view."""
        return 0 if self._was_read else self.form.unread_lines

    @property
    def is_complete(self) -> bool:
        """Whether every row has its widget by now."""
        return self.form.is_complete

    def show_call(self, asked: Asked, blamed: Blamed = MappingProxyType({})) -> None:
        """Show what the call of a question will send. ``blamed``: what is marked in it."""
        self._asked = asked
        self._comparison, self._failed, self._files = None, "", []
        self._was_wanted = self._was_read = False
        self._drop_views()
        request = asked.request
        self._edit = diff.edit_baseline(request)
        self._show_effects()
        self.form.show_call(request.call, request.definition.input_schema, asked.readings, blamed)
        self.switch.choose(FORM)  # where it is read first
        self._open(FORM)
        self._was_chosen = False
        self._early.stop()
        if any(reading.kind == "path" for reading in asked.readings) and len(request.call.arguments_value) > 1:
            self._early.start(0)  # perhaps it replaces a file; once the question is painted

    def show_comparison(self, comparison: Comparison | None, failed: str = "") -> None:
        """What the call can be held against; None where that could not be looked up, with why, safe to show."""
        unknown = tr("They could not be looked up.") if comparison is None else ""
        self._comparison, self._failed = comparison, failed or unknown
        self._was_wanted, self._files = True, []
        if comparison is not None and self._asked is not None:
            self._files = diff.file_baselines(self._asked.request.call.arguments_value, comparison)
        self._show_effects()
        self._fill_changes()
        changed = [file for file in self._files if file.changes is not None and file.changes.changes]
        replaces = self._edit is None and bool(changed)
        focused = QApplication.focusWidget()  # None while another window has the keyboard
        is_in_form = focused is not None and self.form.isAncestorOf(focused)
        if replaces and not self._was_chosen and not is_in_form:
            self.switch.choose(CHANGES)
            if self._changes is None or not self._changes.covers:  # a secret, which is read in the form
                self.switch.choose(FORM)
            self._was_chosen = False
            self.moved.emit()

    def light_up(self, where: ValuePath, span: tuple[int, int] | None = None) -> bool:
        """Show an input in the form and mark characters of it; whether there is such an input."""
        self.switch.choose(FORM)
        return self.form.inputs.light_up(where, span)

    def make_all(self) -> None:
        """Make all rows now, for what cannot wait."""
        self.form.make_all()

    def _open(self, at: int) -> None:
        if self._asked is None:
            return
        if at == JSON and self._json is None:
            self._json = JsonView(self._asked.request.call.params, self)
            self._json.read.connect(self._json_read)
            self._column.addWidget(self._json)
        if at == CHANGES and self._changes is None:
            self._changes = ChangesView(self.form, self)
            self._changes.opened.connect(self._arrange)
            self._column.insertWidget(self._column.indexOf(self.form), self._changes)
            self._fill_changes()
        self._arrange()
        if at == CHANGES:
            self._want_comparison()

    def _choose(self, at: int) -> None:
        self._was_chosen = True
        self._open(at)

    def _want_comparison(self) -> None:
        if not self._was_wanted:
            self._was_wanted = True
            self.compare_wanted.emit()

    def _arrange(self) -> None:
        """Show the view that is chosen, below the changes with the form of what they do not show."""
        at = self.switch.chosen
        covers = self._changes.covers if at == CHANGES and self._changes is not None else frozenset()
        self.form.inputs.leave_out(covers)
        for view, is_shown in (
            (self.form, at == FORM or bool(covers)),
            (self._json, at == JSON),
            (self._changes, at == CHANGES),
        ):
            if view is not None:
                view.setVisible(is_shown)

    def _show_effects(self) -> None:
        """Say what becomes of files."""
        show_text(self._effect, "\n".join(file.effect for file in self._files if file.effect))

    def _some_seen(self, _left: int) -> None:
        self.unread_changed.emit(self.unread_lines)

    def _json_read(self) -> None:
        """The bytes are the truth: who had all of them on screen had all that is sent."""
        if not self._was_read:
            self._was_read = True
            self.unread_changed.emit(0)

    def _fill_changes(self) -> None:
        if self._changes is None or self._asked is None:
            return
        choices = [*([self._edit] if self._edit is not None else []), *self._files]
        if self._comparison is not None:
            last = diff.last_baseline(self._asked.request.call.arguments_value, self._comparison)
            choices += [last] if last.changes is not None or not choices else []
        self._changes.show_choices(choices, self._failed)
        if self._comparison is None and not self._failed:
            self._changes.wait()

    def _drop_views(self) -> None:
        boxes.discard(self._column, self._json, self._changes)
        self._json, self._changes = None, None
