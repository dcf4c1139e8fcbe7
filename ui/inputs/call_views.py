"""Three views of what a call will send: form, JSON and changes.

Owns: the choice between them, and which lines of the call were in view.

Invariants:
    A view is made when it is first opened. Another question begins in the form, and goes on to the changes by itself
    where it would replace a file, unless the person chose a view; below these the form has what they do not.
    Lines count as read in the form and in the changes one by one, or all of them in the JSON once each of its own was
    on screen; what the changes leave out is not read.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QHBoxLayout, QWidget

from host.control.views import Asked, Comparison
from ui import text, theme
from ui.inputs import baselines
from ui.inputs.baselines import Baseline
from ui.inputs.changes_view import ChangesView
from ui.inputs.form import CallInputs
from ui.inputs.json_view import JsonView
from ui.inputs.lines import Blamed, ValuePath
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.segments import Segments

FORM: Final = 0
JSON: Final = 1
CHANGES: Final = 2


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
        self._early = QTimer(self)
        self._early.setSingleShot(True)
        self._early.timeout.connect(self._want_comparison)
        self._column = boxes.column(0, self)
        self._place_switch(head)
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
        self._comparison, self._failed = None, ""
        self._was_wanted = self._was_read = False
        self._drop_views()
        request = asked.request
        self._edit = baselines.edit_baseline(request)
        self._show_effects([])
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
        self._was_wanted = True
        files: list[Baseline] = []
        if comparison is not None and self._asked is not None:
            files = baselines.file_baselines(self._asked.request.call.arguments_value, comparison)
        self._show_effects(files)
        self._fill_changes()
        replaces = self._edit is None and any(file.changes is not None and file.changes.changes for file in files)
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

    def _place_switch(self, head: QBoxLayout | None) -> None:
        if head is not None:
            head.addWidget(self.switch)
            return
        row = QHBoxLayout()
        row.setContentsMargins(0, theme.GROUP, 0, theme.GROUP)
        row.addWidget(self.switch)
        row.addStretch(1)
        self._column.addLayout(row)

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

    def _show_effects(self, files: list[Baseline]) -> None:
        """Say what becomes of files."""
        text.set_text(self._effect, "\n".join(file.effect for file in files if file.effect))
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
        choices = [self._edit] if self._edit is not None else []
        if self._comparison is not None:
            arguments = self._asked.request.call.arguments_value
            choices += baselines.file_baselines(arguments, self._comparison)
            last = baselines.last_baseline(arguments, self._comparison)
            choices += [last] if last.changes is not None or not choices else []
        self._changes.show_choices(choices, self._failed)
        if self._comparison is None and not self._failed:
            self._changes.wait()

    def _drop_views(self) -> None:
        boxes.discard(self._column, self._json, self._changes)
        self._json, self._changes = None, None
