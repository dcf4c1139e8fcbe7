"""Three views of what a call will send: form, JSON and changes.

Owns: the choice between them, which lines of the call were in view, the choice of what the call is compared with, and
a row for each change.

Invariants:
    A view is made when it is first opened. A new question begins in the form, or in the changes if the call itself has
    the old text beside the new one. If it would replace a file, the changes are shown as soon as they are known, unless
    the person chose a view. Below the changes, the form shows the other inputs.
    Lines count as read one by one in the form and in the changes. All of them count as read once each line of the JSON
    was on screen, as it is or laid out (attack 7). What the changes leave out does not count.
    The JSON is the very bytes that will be sent: invisible characters are escaped and nothing is covered. The digest
    is worked out from these bytes here. The laid-out form adds line ends and indents, and says so.
    Added and removed differ by signs and words. What is equal is counted and can be shown. A comparison that is
    awaited, absent or failed says so. The number of rows at once is bounded.
    What looks like a secret stays covered in the changes, and says so; it is read in the form.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QHBoxLayout, QPushButton, QWidget

from host.control.views import Asked, Comparison
from host.model import JsonValue, sha256_hex
from host.text import Untrusted
from ui import text, theme
from ui.inputs import diff, words
from ui.inputs.diff import (
    Baseline,
    BlamedLines,
    ChangeKind,
    DiffLines,
    Hunk,
    SeenInDiff,
    SentText,
    Side,
    TextDiff,
    ValueChange,
    ValueChanges,
    as_text,
    blamed_lines,
    change_size_words,
    text_diff,
)
from ui.inputs.form import CallInputs
from ui.inputs.highlight import CodeLines
from ui.inputs.kinds import input_value, kind_of, secret
from ui.inputs.lines import Blamed, SeenLines, TextLines, ValuePath, is_inline
from ui.inputs.model import inputs_of
from ui.inputs.nested_lines import indent_json
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import Pager, TextBlock, inline_button
from ui.inputs.text_edits import containers_of, text_edits_baseline
from ui.inputs.words import path_words, text_and_note
from ui.tr import mark, sentence, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow
from ui.widgets.cards import Notice
from ui.widgets.controls import Segments, copy_to_clipboard, show_text
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge
from ui.widgets.page_parts import Busy
from ui.widgets.scroll import scroll_to_top

LINES_AT_FIRST: Final = 60
"""Lines of a comparison that are shown at first."""
PAGE_SIZE: Final = 20
"""Changes on one page."""
_CHANGE_KINDS: Final[dict[ChangeKind, tuple[str, str]]] = {
    "added": (mark("added"), "plus"),
    "removed": (mark("removed"), "minus"),
    "changed": (mark("changed"), "pencil-simple"),
}
"""The word for a change, and its icon."""


class ChangesView(QWidget):
    """The changes of a call, with a choice of what it is compared with. Emits ``baseline_opened()``: another is shown.

    Attributes:
        shown_paths: inputs that are shown and read here instead of in the form.
    """

    baseline_opened = Signal()

    def __init__(self, form: CallInputs, parent: QWidget) -> None:
        """``form``: where lines are counted as read."""
        super().__init__(parent)
        self.shown_paths: frozenset[ValuePath] = frozenset()
        self._form = form
        self._baselines: list[Baseline] = []
        self._baseline_switch: Segments | None = None
        self._baseline_view: BaselineView | None = None
        self._notice: Notice | None = None
        self._busy = Busy(tr("Looking up what to compare this call with"), parent=self)
        self._column = boxes.column(theme.GROUP, self)
        self._column.setContentsMargins(0, theme.GROUP, 0, theme.GROUP)
        self._column.addWidget(self._busy)

    def show_waiting(self) -> None:
        """Say that comparisons are being looked up."""
        self._busy.begin()

    def show_baselines(self, baselines: list[Baseline], failure: str) -> None:
        """Offer baselines and open the first one with a comparison. ``failure``: why others are missing."""
        self._busy.finish()
        boxes.discard(self._column, self._notice, self._baseline_switch, self._baseline_view)
        self._notice = self._baseline_switch = self._baseline_view = None
        self._baselines = baselines
        if failure:
            title = tr("Other comparisons could not be made") if baselines else tr("Nothing to compare with")
            self._notice = Notice("amber", title, sentence(failure), parent=self)
            self._add(self._notice)
        first = next((index for index, baseline in enumerate(baselines) if baseline.changes is not None), 0)
        if len(baselines) > 1:
            self._baseline_switch = Segments([baseline.name for baseline in baselines], tr("Compared with"), self)
            self._baseline_switch.choose(first)
            self._baseline_switch.changed.connect(self._open_baseline)
            self._add(self._baseline_switch)
        if baselines:
            self._open_baseline(first)

    def _open_baseline(self, index: int) -> None:
        boxes.discard(self._column, self._baseline_view)
        self._baseline_view = BaselineView(self._baselines[index], self, form=self._form)
        self._add(self._baseline_view)
        self.shown_paths = frozenset()
        if self._baselines[index].kind in ("texts", "file"):
            self.shown_paths = self._baseline_view.covered_paths
        self.baseline_opened.emit()

    def _add(self, part: QWidget) -> None:
        self._column.addWidget(part)
        part.show()


class BaselineView(QWidget):
    """The changes against one baseline. ``counted_paths``: inputs on this page that are read here."""

    def __init__(self, baseline: Baseline, parent: QWidget | None = None, *, form: CallInputs | None = None) -> None:
        super().__init__(parent)
        self.counted_paths: frozenset[ValuePath] = frozenset()
        self._form = form
        self._changes = baseline.changes.changes if baseline.changes is not None else ()
        self._shows_size = baseline.kind != "file"  # the effect says it
        self._rows: list[ChangeRow] = []
        self._column = boxes.column(theme.GROUP, self)
        if not baseline.effect:
            self._column.addWidget(text.label(baseline.description, "caption", wrap=True, parent=self))
        if baseline.detail is not None:
            detail = PlainView(self, small=True)
            detail.show_line(text_and_note(baseline.detail.raw())[0])
            text.named(detail, baseline.name)
            self._column.addWidget(detail)
        if baseline.changes is None:
            reason = sentence(baseline.why_empty)
            self._column.addWidget(Notice("neutral", tr("Nothing to compare with"), reason, parent=self))
            return
        if not (baseline.effect and self._changes):
            self._column.addWidget(text.label(_count_words(baseline.changes), "strong", wrap=True, parent=self))
        self._pager: Pager | None = None
        if len(self._changes) > PAGE_SIZE:
            self._pager = Pager("change", self)
            self._pager.turned.connect(self._turn)
        self._show(0)

    @property
    def covered_paths(self) -> frozenset[ValuePath]:
        """The inputs that the form need not show, since they and all that they hold are read here."""
        if self._form is None:
            return frozenset()
        return self.counted_paths | containers_of(self._form.inputs.arguments, self.counted_paths)

    def _turn(self, start: int) -> None:
        self._show(start)
        scroll_to_top(self)

    def _show(self, start: int) -> None:
        boxes.discard(self._column, *self._rows)
        stop = min(start + PAGE_SIZE, len(self._changes))
        self._rows = [ChangeRow(change, self, self._form, self._shows_size) for change in self._changes[start:stop]]
        self.counted_paths = frozenset(path for row in self._rows for path in row.counted_paths)
        for row in self._rows:
            self._column.addWidget(row)
            row.show()
        if self._pager is not None:
            self._column.addWidget(self._pager)
            self._pager.show_page(start, stop, len(self._changes), PAGE_SIZE)


class PastCallView(QWidget):
    """What a call of the log sent: the texts that it replaced as changes, as in its question, and its other inputs."""

    def __init__(self, params: bytes, schema: JsonValue, parent: QWidget | None = None) -> None:
        """``schema``: of the inputs. Raises ProtocolError if ``params`` cannot be read."""
        super().__init__(parent)
        form = CallInputs(self)
        form.show_params(params, schema)
        column = boxes.column(0, self)
        if (baseline := text_edits_baseline(form.inputs.arguments)) is not None:
            changes = BaselineView(baseline, self, form=form)
            if changes.covered_paths:
                fill(column, text.label(baseline.effect, "strong", wrap=True, parent=self), changes)
                form.inputs.leave_out(changes.covered_paths)
            else:  # the form says it more exactly, as in the question
                boxes.discard(column, changes)
        column.addWidget(form)


class ChangeRow(QWidget):
    """One change. ``counted_paths``: the texts of the call whose lines count as read when they are seen here."""

    def __init__(self, change: ValueChange, parent: QWidget, form: CallInputs | None, shows_size: bool) -> None:
        super().__init__(parent)
        self.counted_paths: frozenset[ValuePath] = frozenset()
        self.show_all_button: QPushButton | None = None
        self._change = change
        self._blamed: dict[Side, BlamedLines] = {}
        self._sent_texts: list[SentText] = []
        self._path_text = _place_words(change)
        diff = _text_diff_of(change, whole=change.before_path is not None)  # then both texts are sent
        self._column = boxes.column(theme.SPACE, self, (0, theme.SPACE, 0, theme.SPACE))
        self._column.addLayout(self._make_head(diff, shows_size=shows_size))
        if _is_secret(change):
            covered = text.label(tr("Looks like a secret: covered here."), "caption", wrap=True, parent=self)
            self._column.addWidget(covered)
            return
        if form is not None:
            self._count_sent_texts(form)
        self._block = TextBlock(self)
        self._column.addWidget(self._block)
        if form is not None:
            self._block.unread_changed.connect(form.note_read)
        self._show_diff(diff)
        self._add_show_all_button(diff)

    def _count_sent_texts(self, form: CallInputs) -> None:
        """Find the texts of the call that the comparison shows as they are sent, with the marks of findings."""
        sides: list[tuple[Side, ValuePath | None]] = [("old", self._change.before_path), ("new", self._change.path)]
        for side, path in sides:
            sent = form.inputs.sent_text(path) if path is not None and _is_as_sent(self._change, side) else None
            if path is not None and sent is not None:
                self._sent_texts.append(SentText(side, *sent))
                self.counted_paths |= {path}
                raw = as_text(self._change.after if side == "new" else self._change.before)
                self._blamed[side] = blamed_lines(raw, form.inputs.blamed.get(path, ()))

    def _make_head(self, diff: TextDiff, *, shows_size: bool) -> QHBoxLayout:
        word, icon_name = tr(_CHANGE_KINDS[self._change.kind][0]), _CHANGE_KINDS[self._change.kind][1]
        size = change_size_words(diff) if diff.gone > 1 or diff.new > 1 else ""
        name = PlainView(self)
        name.show_line(self._path_text)
        name.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # not by Tab, since the row has this name, too
        text.named(name, tr("Place of the change"))
        text.named(self, ", ".join(filter(None, (self._path_text, word, size))))
        head = fill(boxes.row(theme.GROUP), grow(name))
        if shows_size:
            head.addWidget(Badge(size or word, "neutral", "" if size else icon_name, self))
        return head

    def _add_show_all_button(self, diff: TextDiff) -> None:
        if diff.left_out or diff.has_cut_lines:
            caption = tr_n("Show {n} unchanged line", "Show {n} unchanged lines", diff.left_out)
            if diff.has_cut_lines:
                caption = tr("Show the whole lines")
            self.show_all_button = inline_button(caption, "caret-down", self, on_click=self._show_all)
            text.named(self.show_all_button, self.show_all_button.text(), self._path_text)
            self._column.addWidget(self.show_all_button, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_all(self) -> None:
        if self.show_all_button is not None:
            self.show_all_button.hide()
        self._show_diff(_text_diff_of(self._change, whole=True))

    def _show_diff(self, diff: TextDiff) -> None:
        lines = DiffLines(diff, self._blamed)
        seen_lines = SeenInDiff(lines, self._sent_texts) if self._sent_texts else None
        note = "" if diff.is_complete else tr("Too different to mark what changed in the lines.")
        name = tr("Change of {name}", name=self._path_text)
        self._block.show_lines(lines, note, name, seen_lines, lines_at_first=LINES_AT_FIRST)


def _count_words(changes: ValueChanges) -> str:
    if not changes.changes:
        return tr("Nothing is different.")
    difference_count = tr_n("{n} value is different", "{n} values are different", len(changes.changes))
    same_count = tr_n("{n} input is the same", "{n} inputs are the same", changes.same_count)
    return f"{difference_count} · {same_count}" if changes.same_count else difference_count


def _place_words(change: ValueChange) -> str:
    """The place of a change; of two texts in the call, the names of both."""
    if change.before_path is None:
        return path_words(change.path)
    return tr("{old} → {new}", old=path_words(change.before_path), new=path_words(change.path[-1:]))


def _is_as_sent(change: ValueChange, side: Side) -> bool:
    """Whether the value on one side is a text that the comparison shows letter by letter, without a note."""
    value = change.after if side == "new" else change.before
    if not isinstance(value, str) or (is_inline(value) and text_and_note(value)[1]):
        return False  # the comparison does not tell a number from a text that looks like one
    return change.kind == "added" or as_text(change.before) != as_text(change.after)


def _text_diff_of(change: ValueChange, *, whole: bool = False) -> TextDiff:
    before, after = as_text(change.before), as_text(change.after)
    if change.kind == "changed" and before != after:
        return text_diff(before, after, whole=whole)
    if change.kind == "changed":  # such as the text "1" and the number 1
        gone, new = [_quoted_text(change.before)], [_quoted_text(change.after)]
    else:
        gone = [] if change.kind == "added" else before.removesuffix("\n").split("\n")
        new = [] if change.kind == "removed" else after.removesuffix("\n").split("\n")
    hunks = Hunk("gone", gone), Hunk("new", new)
    return TextDiff(tuple(hunk for hunk in hunks if hunk.lines), len(gone), len(new), is_complete=True)


def _quoted_text(value: JsonValue) -> str:
    return f'"{value}"' if isinstance(value, str) else as_text(value)


def _is_secret(change: ValueChange) -> bool:
    name = next((step for step in reversed(change.path) if isinstance(step, str)), "")
    values = [value for value in (change.before, change.after) if isinstance(value, str) and value]
    return bool(values) and all(
        kind_of(input_value(inputs_of({name: value}, None)[0])) is secret.KIND for value in values
    )  # if only one of them is a secret, the other must be read


FORM: Final = 0
JSON: Final = 1
CHANGES: Final = 2
_SHOWN_DIGITS: Final = 12
"""Digits of the digest on the screen."""


class JsonView(QWidget):
    """The JSON of one call. ``text``: the bytes that will be sent, decoded. Emits ``read()``: all of it was in view."""

    read = Signal()

    def __init__(self, params: bytes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._params = params
        self.text = params.decode("utf-8", "backslashreplace")
        self._digest = sha256_hex(params)
        self._seen_by_layout: dict[bool, SeenLines] = {}
        self._indent_check = text.check(tr("Laid out"), parent=self)
        self._indent_check.toggled.connect(self._show)
        self._note_label = text.label("", "caption", wrap=True, parent=self)
        self.block = TextBlock(self)
        self.block.unread_changed.connect(self._on_lines_seen)
        column = boxes.column(theme.GROUP, self, (0, theme.GROUP, 0, theme.GROUP))
        fill(column, self._make_head(), self._note_label, self.block)
        self._show(is_indented=False)

    @property
    def is_read(self) -> bool:
        """Whether every line was in view, either as it is or laid out."""
        return any(not seen_lines.unread for seen_lines in self._seen_by_layout.values())

    def _make_head(self) -> FlowLayout:
        size = tr_n("{n} byte", "{n} bytes", len(self._params))
        digest = text.label(tr("SHA-256 {digest}…", digest=self._digest[:_SHOWN_DIGITS]), "caption", parent=self)
        text.tooltip(digest, self._digest)
        text.named(digest, tr("SHA-256 {digest}", digest=self._digest))
        copy = inline_button(tr("Copy"), "copy", self, on_click=partial(copy_to_clipboard, self._digest))
        text.named(copy, tr("Copy the SHA-256"))
        head = boxes.flow(self._indent_check, text.label(size, "caption", parent=self), digest, copy)
        head.setSpacing(theme.SECTION)
        return head

    def _show(self, is_indented: bool) -> None:  # Qt's signature
        indented_text = indent_json(self.text) if is_indented else None
        note = tr("Exactly what the server gets. Once all of it was on screen, it counts as read.")
        if indented_text is not None:
            note = tr("Line ends and indents are added to read it; nothing else is changed.")
        elif is_indented:
            note = tr("There are too many values to lay them out; this is what is sent, as it is.")
        text.set_text(self._note_label, note)
        lines = TextLines(Untrusted(self.text if indented_text is None else indented_text))
        seen_lines = self._seen_by_layout.setdefault(indented_text is not None, SeenLines(len(lines)))
        size, name = words.size_words(lines.size, len(lines)), tr("What will be sent, as JSON")
        self.block.show_lines(CodeLines(lines, "json"), size, name, seen_lines)

    def _on_lines_seen(self, _left: int) -> None:
        if self.is_read:
            self.read.emit()


class CallViews(QWidget):
    """The three views of what a call will send.

    Signals:
        unread_changed(int): lines came into view; the number that is left.
        compare_wanted(): asks for ``show_comparison``, once for each question.
        moved(): another view is shown that the person did not ask for.
    """

    unread_changed = Signal(int)
    compare_wanted = Signal()
    moved = Signal()

    def __init__(self, parent: QWidget | None = None, *, head: QBoxLayout | None = None) -> None:
        """``head``: the layout for the switch, if it does not stand above the views."""
        super().__init__(parent)
        self._asked: Asked | None = None
        self._comparison: Comparison | None = None
        self._own_baselines: list[Baseline] = []  # what the person changed, and the texts that the call replaces
        self._file_baselines: list[Baseline] = []
        self._failure = ""
        self._was_comparison_requested = self._was_json_read = self._was_view_chosen = False
        self._json_view: JsonView | None = None
        self._changes_view: ChangesView | None = None
        self.switch = Segments((tr("Form"), tr("JSON"), tr("Changes")), tr("How to see what will be sent"), self)
        self.switch.changed.connect(self._on_view_chosen)
        self.form = CallInputs(self)  # after the switch, also for the keyboard
        self.form.unread_changed.connect(self._on_lines_seen)
        self._effect_label = text.label("", "strong", wrap=True, parent=self)
        self._effect_label.setContentsMargins(0, theme.GROUP, 0, 0)
        self._comparison_timer = QTimer(self, singleShot=True)
        self._comparison_timer.timeout.connect(self._want_comparison)
        self._column = boxes.column(0, self)
        if head is None:
            self._column.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            head.addWidget(self.switch)
        fill(self._column, self._effect_label, self.form)

    @property
    def unread_lines(self) -> int:
        """The number of lines of the form that were never in view; 0 once all of the JSON was."""
        return 0 if self._was_json_read else self.form.unread_lines

    @property
    def is_complete(self) -> bool:
        """Whether every row has its widget."""
        return self.form.is_complete

    def show_call(self, asked: Asked, blamed: Blamed = MappingProxyType({})) -> None:
        """Show what the call of a question will send. ``blamed``: the marks of findings."""
        self._asked = asked
        self._comparison_timer.stop()
        self._comparison, self._failure, self._file_baselines = None, "", []
        self._was_comparison_requested = self._was_json_read = self._was_view_chosen = False
        boxes.discard(self._column, self._json_view, self._changes_view)
        self._json_view, self._changes_view = None, None
        request = asked.request
        own = diff.edit_baseline(request), text_edits_baseline(request.call.arguments_value)
        self._own_baselines = [baseline for baseline in own if baseline is not None]
        self._show_effects()
        self.form.show_call(request.call, request.definition.input_schema, asked.readings, blamed)
        self._begin_with(FORM)
        if self._own_baselines and request.edited is None:
            self._begin_with(CHANGES)
            self._comparison_timer.start(0)  # after the question is painted
        if self._shows_no_input():
            self._begin_with(FORM)
        if any(reading.kind == "path" for reading in asked.readings) and len(request.call.arguments_value) > 1:
            self._comparison_timer.start(0)  # after the question is painted: the call may replace a file

    def show_comparison(self, comparison: Comparison | None, failure: str = "") -> None:
        """Show what the call is compared with; None if that could not be looked up. ``failure``: why, safe to show."""
        default_failure = tr("They could not be looked up.") if comparison is None else ""
        self._comparison, self._failure = comparison, failure or default_failure
        self._was_comparison_requested, self._file_baselines = True, []
        if comparison is not None and self._asked is not None:
            self._file_baselines = diff.file_baselines(self._asked.request.call.arguments_value, comparison)
        self._show_effects()
        self._fill_changes()
        changed = [file for file in self._file_baselines if file.changes is not None and file.changes.changes]
        focused = QApplication.focusWidget()  # None while another window has the keyboard
        is_in_form = focused is not None and self.form.isAncestorOf(focused)
        is_edited = self._asked is not None and self._asked.request.edited is not None
        if changed and not (is_edited or self._was_view_chosen or is_in_form):
            self.switch.choose(CHANGES)
            if self._shows_no_input():
                self.switch.choose(FORM)
            self._was_view_chosen = False
            self.moved.emit()

    def show_input(self, path: ValuePath, span: tuple[int, int] | None = None) -> bool:
        """Show an input in the form and mark characters of it. Returns whether there is such an input."""
        self.switch.choose(FORM)
        return self.form.inputs.show_input(path, span)

    def _shows_no_input(self) -> bool:
        """Whether the changes are shown, and all that they are about is only in the form, such as a secret."""
        is_changes = self.switch.chosen == CHANGES
        return is_changes and (self._changes_view is None or not self._changes_view.shown_paths)

    def _begin_with(self, view: int) -> None:
        """Show a view that the person did not choose."""
        with QSignalBlocker(self.switch):
            self.switch.choose(view)
        self._open(view)

    def _open(self, view: int) -> None:
        if self._asked is None:
            return
        if view == JSON and self._json_view is None:
            self._json_view = JsonView(self._asked.request.call.params, self)
            self._json_view.read.connect(self._on_json_read)
            self._column.addWidget(self._json_view)
        if view == CHANGES and self._changes_view is None:
            self._changes_view = ChangesView(self.form, self)
            self._changes_view.baseline_opened.connect(self._show_chosen_view)
            self._column.insertWidget(self._column.indexOf(self.form), self._changes_view)
            self._fill_changes()
        self._show_chosen_view()

    def _on_view_chosen(self, view: int) -> None:
        self._was_view_chosen = True
        self._open(view)
        if view == CHANGES:
            self._want_comparison()

    def _want_comparison(self) -> None:
        if not self._was_comparison_requested:
            self._was_comparison_requested = True
            self.compare_wanted.emit()

    def _show_chosen_view(self) -> None:
        """Show the chosen view; below the changes, the form shows the inputs that they do not."""
        chosen = self.switch.chosen
        changes = self._changes_view if chosen == CHANGES else None
        left_out_paths = changes.shown_paths if changes is not None else frozenset()
        self.form.inputs.leave_out(left_out_paths)
        for view, is_shown in (
            (self.form, chosen == FORM or bool(left_out_paths)),
            (self._json_view, chosen == JSON),
            (self._changes_view, chosen == CHANGES),
        ):
            if view is not None:
                view.setVisible(is_shown)

    def _show_effects(self) -> None:
        effects = (baseline.effect for baseline in (*self._own_baselines, *self._file_baselines))
        show_text(self._effect_label, "\n".join(filter(None, effects)))

    def _on_lines_seen(self, _left: int) -> None:
        self.unread_changed.emit(self.unread_lines)

    def _on_json_read(self) -> None:
        """Count all lines as read: the JSON is everything that is sent."""
        if not self._was_json_read:
            self._was_json_read = True
            self.unread_changed.emit(0)

    def _fill_changes(self) -> None:
        if self._changes_view is None or self._asked is None:
            return
        choices = self._own_baselines + self._file_baselines
        if self._comparison is not None:
            last = diff.last_baseline(self._asked.request.call.arguments_value, self._comparison)
            choices += [last] if last.changes is not None or not choices else []
        self._changes_view.show_baselines(choices, self._failure)
        if self._comparison is None and not self._failure and (self._was_view_chosen or not choices):
            self._changes_view.show_waiting()
