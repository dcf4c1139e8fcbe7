"""One setting on the page: a typed number, a few values to choose from, or starting Assent at login.

Invariants: a value is shown as in force only if the host, or the window, said so; a number is validated while it is
typed, and its fault is shown beside its field; a setting that the administrator locked cannot be changed.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from host.control.protocol import ReadAutostart, SwitchAutostart
from host.control.views import Autostart
from host.settings import Declaration
from host.text import one_line
from ui import theme
from ui.label_text import wrappable
from ui.link import Link
from ui.settings import values
from ui.text import Text, button, label, named, set_text, shown
from ui.tr import sentence, tr
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, holder
from ui.widgets.controls import Segments, fault_label, hidden, mark_wrong, show_text
from ui.widgets.labels import Glyph

_FIELD_WIDTH: Final = 16  # width of a field in characters
_MAX_WORD: Final = 60
_MAX_PATH: Final = 160  # characters of the path of the login entry


class Row(QWidget):
    """Title and meaning of a setting, and room for its controls."""

    def __init__(self, title: str, doc: str, caption: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._search_words = f"{title} {doc}".casefold()
        self._lock_words = label("", "caption", wrap=True)
        self.lock = hidden(
            holder(fill(boxes.row(theme.SPACE), Glyph("lock-simple", tone="muted"), grow(self._lock_words)))
        )
        self.error = fault_label(parent=self)
        words = fill(
            boxes.column(theme.SPACE),
            label(title, "strong", wrap=True, parent=self),
            label(doc, "muted", wrap=True, parent=self),
        )
        if caption:
            words.addWidget(label(caption, "caption", wrap=True, parent=self))
        fill(words, self.lock, self.error)
        self.controls = fill(boxes.row(theme.GROUP, self, (0, theme.SPACE, 0, theme.SPACE)), grow(words))
        self.controls.addSpacing(theme.SECTION)

    def matches(self, searched: str) -> bool:
        """Whether every word of a search is in its title or meaning."""
        return all(word in self._search_words for word in searched.casefold().split())

    def add_control(self, control: QWidget) -> None:
        """Add a control beside the text."""
        self.controls.addWidget(control, 0, Qt.AlignmentFlag.AlignTop)

    def show_error(self, reason: Text) -> None:
        """Say why a value was refused."""
        show_text(self.error, reason)


class ChoiceRow(Row):
    """A setting with a few values to choose from."""

    chosen = Signal(str)  # the person chose this value

    def __init__(self, title: str, doc: str, options: tuple[tuple[str, str], ...], value: str) -> None:
        """``options``: each value with its name, ready to be shown. ``value``: the current one."""
        super().__init__(title, doc)
        self._values = tuple(option for option, _ in options)
        self.segments = Segments([name for _, name in options], title)
        self.segments.choose(self._values.index(value))
        self.segments.changed.connect(self._on_changed)
        self.add_control(self.segments)

    def choose(self, value: str) -> None:
        """Show another value as the current one."""
        with QSignalBlocker(self.segments):
            self.segments.choose(self._values.index(value))

    def _on_changed(self, index: int) -> None:
        self.chosen.emit(self._values[index])


class AutostartRow(ChoiceRow):
    """Whether Assent starts at login, as the host reads it from the system's entry, and what is wrong with that."""

    def __init__(self, link: Link) -> None:
        doc = tr("Assent waits in the tray, so that no app has to start it.")
        super().__init__(tr("Start at login"), doc, (("on", tr("On")), ("off", tr("Off"))), "off")
        self._link = link
        self.chosen.connect(lambda value: self._link.send(SwitchAutostart(value == "on"), self._show, self._on_failed))

    def read(self) -> None:
        """Ask the host for the current value."""
        self._link.send(ReadAutostart(), self._show, self.show_error)

    def _show(self, autostart: Autostart) -> None:
        self.choose("on" if autostart.state == "on" else "off")
        place = one_line(autostart.entry, _MAX_PATH)
        problem = tr("{why} It is in {place}.", why=sentence(autostart.why), place=place) if autostart.why else ""
        self.show_error(wrappable(problem, _MAX_WORD))

    def _on_failed(self, reason: str) -> None:
        self.read()
        self.show_error(reason)


class DeclaredRow(Row):
    """A declared setting."""

    changed = Signal(str, float)  # its name, float: the person wants another value

    def __init__(self, declared: Declaration, caption: str = "") -> None:
        super().__init__(tr(declared.title), tr(declared.doc), caption)
        self.declared, self.value = declared, float(declared.default)
        self._locked = ""

    def show_value(self, value: float) -> None:
        """Show the value in force."""
        raise NotImplementedError

    def set_locked(self, reason: str) -> None:
        """Lock or unlock it. ``reason``: who set the value; empty where it can be changed."""
        self._locked = reason
        set_text(self._lock_words, reason)
        self.lock.setVisible(bool(reason))


class UsualRow(DeclaredRow):
    """A declared setting with usual values to choose from."""

    def __init__(self, declared: Declaration) -> None:
        super().__init__(declared)
        self._values = declared.usual
        self.segments = Segments(self._names(), tr(declared.title), self)
        self.segments.choose(self._values.index(self.value))
        self.segments.changed.connect(self._on_changed)
        self.add_control(self.segments)

    def show_value(self, value: float) -> None:
        """Show the value in force."""
        self.value = value
        self.show_error("")
        values_now = tuple(sorted({*self.declared.usual, value}))
        with QSignalBlocker(self.segments):
            if values_now != self._values:
                self._values = values_now
                self.segments.show_names(self._names())
            self.segments.choose(self._values.index(value))

    def show_error(self, reason: Text) -> None:
        """Say why another value was refused; the one in force is chosen again."""
        super().show_error(reason)
        if shown(reason):
            self.segments.choose(self._values.index(self.value))

    def set_locked(self, reason: str) -> None:
        """Lock or unlock it: the values cannot be chosen while it is locked."""
        super().set_locked(reason)
        self.segments.setEnabled(not reason)

    def _names(self) -> list[str]:
        return [values.format_value(self.declared, value) for value in self._values]

    def _on_changed(self, index: int) -> None:
        if self._values[index] != self.value:
            self.changed.emit(self.declared.name, self._values[index])


class NumberRow(DeclaredRow):
    """A declared setting whose value is typed."""

    def __init__(self, declared: Declaration) -> None:
        super().__init__(declared, values.range_and_default(declared))
        self.field = QLineEdit(self)
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.reset = button(tr("Reset"), "quiet", parent=self, on_click=self._reset)
        size_policy = self.reset.sizePolicy()
        size_policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(size_policy)
        self.field.setMinimumWidth(self.fontMetrics().averageCharWidth() * _FIELD_WIDTH)
        self.add_control(self.field)
        self.add_control(self.reset)
        named(self.field, tr(declared.title), f"{tr(declared.doc)} {values.range_and_default(declared)}")
        default = values.format_value(declared, declared.default)
        named(self.reset, tr("Reset {title} to {declared}", title=tr(declared.title), declared=default))
        self.field.textEdited.connect(self._parse_typed)
        self.field.editingFinished.connect(self._finish)
        self.show_value(declared.default)

    def show_value(self, value: float) -> None:
        """Show the value in force, unless something is being typed."""
        self.value = value
        self.reset.setVisible(value != self.declared.default and not self._locked)
        if not (self.field.hasFocus() and self.field.isModified()):
            self.field.setText(values.format_value(self.declared, value))
            self.show_error("")

    def set_locked(self, reason: str) -> None:
        """Lock or unlock it: nothing can be typed while it is locked."""
        if reason == self._locked:
            return
        super().set_locked(reason)
        is_locked = bool(reason)
        self.field.setReadOnly(is_locked)
        described = f"{tr(self.declared.doc)} {reason or values.range_and_default(self.declared)}"
        named(self.field, tr(self.declared.title), described)
        if is_locked:
            self.field.setModified(False)
        self.show_value(self.value)

    def show_error(self, reason: Text) -> None:
        """Say why a value was refused; the field keeps what was typed."""
        super().show_error(reason)
        mark_wrong(self.field, bool(shown(reason)))

    def _parse_typed(self, typed: str) -> float | None:
        """The typed value; None if it is wrong, after showing why."""
        self.show_error("")
        try:
            return values.parse_value(self.declared, typed)
        except values.WrongValue as error:
            self.show_error(str(error))
            return None

    def _finish(self) -> None:
        """Accept a valid value when Enter is pressed or the field is left; keep an invalid one in the field."""
        if not self.field.isModified() or (value := self._parse_typed(self.field.text())) is None:
            return
        self.field.setModified(False)
        self.field.setText(values.format_value(self.declared, value))
        if value != self.value:
            self.changed.emit(self.declared.name, value)

    def _reset(self) -> None:
        self.field.setModified(False)
        self.field.setText(values.format_value(self.declared, self.declared.default))
        self.show_error("")
        self.changed.emit(self.declared.name, self.declared.default)
