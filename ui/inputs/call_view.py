"""Everything that a call sends: its inputs, and what goes with them.

Owns: the order of both, and the one count of lines that were never in view. What stays true (SECURITY, row 1): each
member of ``params`` is here, shown by the same rows; only the protocol's own constants are folded and not counted.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from host.control.views import Reading
from host.model import Call, JsonObject, JsonValue
from ui import text, theme
from ui.icons import icon
from ui.inputs import other_params
from ui.inputs.form import InputsView
from ui.inputs.pager import inline_button
from ui.inputs.reading import Path
from ui.tr import tr, tr_n
from ui.widgets.card import rule


class CallInputs(QWidget):
    """A call, as it will be sent or was.

    Attributes:
        unread_lines: lines that were never in view, of the inputs and of what is sent with them.
    Signals:
        unread_changed(int): lines came into view; so many are left.
    """

    unread_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._views: list[InputsView] = []
        self._parts: list[QWidget] = []
        self._readings: tuple[Reading, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    @property
    def unread_lines(self) -> int:
        """Lines that were never in view, folded or not."""
        return sum(view.unread_lines for view in self._views)

    @property
    def is_complete(self) -> bool:
        """Whether every row has its widget by now."""
        return all(view.is_complete for view in self._views)

    def show_call(self, call: Call, schema: JsonValue, readings: tuple[Reading, ...] = ()) -> None:
        """Show what the call will send. ``readings``: what the host read in it."""
        self._readings = readings
        self._show(call.arguments_value, other_params.members_of(call), schema, vouched=call.server.trusted)

    def show_params(self, params: bytes, schema: JsonValue) -> None:
        """Show a call of which only the bytes are left. Raises ProtocolError where they are none."""
        self._readings = ()
        arguments, members = other_params.read(params)
        self._show(arguments, members, schema)

    def show_readings(self, readings: tuple[Reading, ...]) -> None:
        """What the host read in the inputs."""
        if self._views:
            self._views[0].show_readings(readings)

    def light_up(self, where: Path, span: tuple[int, int] | None) -> bool:
        """Bring an input into view and mark characters of it; whether there is such an input."""
        return bool(where) and bool(self._views) and self._views[0].light_up(where, span)

    def note_visible(self) -> None:
        """Note which lines are in view."""
        for view in self._views:
            view.note_visible()

    def make_all(self) -> None:
        """Make all rows now, for what cannot wait."""
        for view in self._views:
            view.make_all()

    def _show(self, arguments: JsonObject, members: JsonObject, schema: JsonValue, *, vouched: bool = False) -> None:
        self._clear()
        self._add_view(arguments, schema, vouched=vouched)
        beside = other_params.grouped(members)
        if beside:
            self._add(rule(self))
            self._add(_title(tr("Also sent with the call"), "strong", theme.GROUP + theme.SPACE, self))
        for title, group in _groups(beside):
            if group:
                self._add_group(title, group)
        if beside.protocol:
            self._add(Constants(beside.protocol, self))
        self.unread_changed.emit(self.unread_lines)

    def _add_group(self, title: str, group: JsonObject) -> None:
        self._add(_title(title, "caption", theme.GROUP, self))
        self._add_view(group, _named(group))

    def _add_view(self, values: JsonObject, schema: JsonValue, *, vouched: bool = False) -> None:
        view = InputsView(self)
        self._add(view)
        if not self._views:  # the inputs stand first, and readings are of them
            view.show_readings(self._readings)
        self._views.append(view)
        view.show_inputs(values, schema, vouched=vouched)
        view.unread_changed.connect(self._some_seen)

    def _add(self, part: QWidget) -> None:
        self._parts.append(part)
        self._column.addWidget(part)
        part.show()

    def _clear(self) -> None:
        for part in self._parts:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts, self._views = [], []

    def _some_seen(self, _left: int) -> None:
        self.unread_changed.emit(self.unread_lines)


class Constants(QWidget):
    """One line for what the protocol itself adds to calls; it opens."""

    def __init__(self, values: JsonObject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = values
        self._view: InputsView | None = None
        said = tr_n("Protocol details: {n} value", "Protocol details: {n} values", len(values))
        self._toggle: QPushButton = inline_button(said, "caret-right", self)
        why = tr("What every app of this version of MCP sends; nothing in it is the app's own words.")
        text.tooltip(self._toggle, why)
        self._toggle.clicked.connect(self._flip)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
        self._column.addWidget(self._toggle, 0, Qt.AlignmentFlag.AlignLeft)

    def _flip(self) -> None:
        if self._view is None:
            self._view = InputsView(self)
            self._view.hide()
            self._column.addWidget(self._view)
            self._view.show_inputs(self._values, _named(self._values))
        is_open = self._view.isHidden()
        self._view.setVisible(is_open)
        self._toggle.setIcon(icon("caret-down" if is_open else "caret-right", "muted"))


def _groups(beside: other_params.OtherParams) -> tuple[tuple[str, JsonObject], ...]:
    return (
        (tr("Answers to what the server asked earlier"), beside.answers),
        (tr("Notes from the app to the server (_meta)"), beside.notes),
        (tr("More that the server gets"), beside.others),
    )


def _title(words: str, role: Literal["strong", "caption"], above: int, parent: QWidget) -> QWidget:
    made = text.label(words, role, wrap=True, parent=parent)
    made.setContentsMargins(0, above, 0, 0)
    return made


def _named(values: JsonObject) -> JsonObject:
    """A schema that names all of them and says nothing: they are not the tool's to describe."""
    return {"properties": {name: {} for name in values}}
