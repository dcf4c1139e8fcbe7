"""Three views of what a call will send: form, JSON and changes.

Owns: the choice between them, and which lines of the call were in view.

Invariants:
    A view is made when it is first opened. Another question begins in the form, and goes on to the changes by itself
    where it would replace a file, unless the person chose a view; below these the form has what they do not.
    Lines count as read in the form and in the changes one by one, or all of them in the JSON once each of its own was
    on screen, in one of its two forms (attack 7); what the changes leave out is not read.
    The JSON is the bytes that will be sent and nothing else, with what could not be seen escaped, and nothing covered;
    the digest is worked out from them, here. Laid out, it has line ends and indents added, and says so.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from host.control.views import Asked, Comparison
from host.model import sha256_hex
from host.text import Untrusted
from ui import text, theme
from ui.inputs import baselines, words
from ui.inputs.baselines import Baseline
from ui.inputs.changes_view import ChangesView
from ui.inputs.form import CallInputs
from ui.inputs.highlight import CodeLines
from ui.inputs.lines import Blamed, SeenLines, TextLines, ValuePath
from ui.inputs.nested_lines import indented
from ui.inputs.pager import inline_button
from ui.inputs.text_block import TextBlock
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.flow import FlowLayout
from ui.widgets.segments import Segments

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
        column = boxes.column(theme.GROUP, self, (0, theme.GROUP, 0, theme.GROUP))
        column.addLayout(self._head())
        column.addWidget(self._note)
        column.addWidget(self.block)
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
        copy = inline_button(tr("Copy"), "copy", self)
        text.named(copy, tr("Copy the SHA-256"))
        copy.clicked.connect(partial(_copy, self._digest))
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


def _copy(digest: str, _checked: bool = False) -> None:  # Qt's signature
    QGuiApplication.clipboard().setText(digest)


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
        self._column.addWidget(self._effect)
        self._column.addWidget(self.form)

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
        self._edit = baselines.edit_baseline(request)
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
            self._files = baselines.file_baselines(self._asked.request.call.arguments_value, comparison)
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
        text.set_text(self._effect, "\n".join(file.effect for file in self._files if file.effect))
        self._effect.setVisible(bool(self._effect.text()))

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
            last = baselines.last_baseline(self._asked.request.call.arguments_value, self._comparison)
            choices += [last] if last.changes is not None or not choices else []
        self._changes.show_choices(choices, self._failed)
        if self._comparison is None and not self._failed:
            self._changes.wait()

    def _drop_views(self) -> None:
        boxes.discard(self._column, self._json, self._changes)
        self._json, self._changes = None, None
