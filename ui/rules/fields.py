"""The fields in which a rule is written: the form, with a widget for each that the host declares, and a field for JSON.

Owns: the widgets, and what stands beside each; typing, pasting and the numbers of lines of JSON.

Invariants: a widget holds nothing but what the rule's text says, or what is being typed; a value that it cannot show is
left in the text, and the field says so; names that are offered are strangers' and escaped. What is read from a field
for JSON is what is seen: characters that are invisible, or that reorder others, become JSON escapes on their way in; no
more than ``LONGEST_JSON`` characters get in at once (one unbroken line of a megabyte blocks for minutes).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QCheckBox, QCompleter, QFileDialog, QLineEdit, QPlainTextEdit, QRadioButton, QWidget

from host.control.views import Choice, FormField, RuleFault, RuleForm
from host.model import JsonObject
from host.text import one_line
from ui import text, theme
from ui.label_text import safe_sentence, safe_text
from ui.rules import form, words
from ui.rules.form import Value
from ui.rules.words import escape_invisible
from ui.text import named
from ui.theme import GROUP, SECTION, SPACE
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, holder
from ui.widgets.controls import Segments, fault_label, show_text
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import show_fold
from ui.widgets.popups import Combo

_LONGEST: Final = 4_000
"""Characters of a line."""
_LEAST: Final = 90
"""Pixels of a field with names, at least."""
_LINES: Final = 2
_MOST_LINES: Final = 6
"""Lines of a field for several texts."""
_WIDE: Final = frozenset({"several", "either", "inputs", "text"})
"""Kinds that take a whole row."""
_TYPED: Final = frozenset({"clock", "moment", "number"})
"""Kinds of which the hint says better what to type than what is wrong with the JSON."""
_NAMES: Final = {"app": mark("Any app"), "server": mark("Any server"), "tool": mark("Any tool")}
_EFFECTS: Final = {"allow": mark("Allow without asking"), "ask": mark("Ask me"), "deny": mark("Never")}
ELSEWHERE: Final = mark("What the rule says here is shown under Advanced only.")


class Field(QWidget):
    """One field: its name, its widget, a hint, and what is wrong with it.

    Attributes:
        value: what it holds.

    Signals:
        edited(): the person changed it.
    """

    edited = Signal()

    def __init__(self, declared: FormField) -> None:
        super().__init__()
        self.declared = declared
        self._quiet = False
        self._hint = text.label(safe_text(declared.hint), "caption", wrap=True)
        self._wrong = fault_label()
        title = text.label(self.name, "muted", wrap=True)
        self.control = self._control()
        fill(boxes.column(SPACE, self), title, self.control, self._hint, self._wrong)
        title.setVisible(declared.kind != "flag")
        title.setBuddy(self._spoken)
        self._hint.setVisible(bool(declared.hint))

    @property
    def name(self) -> str:
        """Its label."""
        return safe_text(self.declared.label)

    @property
    def value(self) -> Value:
        """What it holds."""
        return self._value()

    def offer(self, names: Sequence[str]) -> None:
        """Offer these names, where it offers any."""
        self._quiet = True
        self._offer(names)
        self._quiet = False

    def show_rule(self, rule: JsonObject) -> None:
        """Show what a rule says here, unless it says so already."""
        value = form.shown(rule, self.declared)
        self.control.setEnabled(value is not None)
        show_text(self._hint, safe_text(self.declared.hint) if value is not None else tr(ELSEWHERE))
        if value is not None and value != self.value:
            self._quiet = True
            self._hold(value)
            self._quiet = False
        wanted = str(rule.get("effect", "")) in self.declared.effects
        self.setVisible(wanted or value is None or value not in ("", (), False))

    def show_problem(self, said: str) -> None:
        """Say what is wrong with it; empty where nothing is."""
        show_text(self._wrong, said)
        text.named(self._spoken, self._spoken.accessibleName(), said or safe_text(self.declared.hint))

    @property
    def _spoken(self) -> QWidget:
        """What has the keyboard, and so tells what is wrong."""
        return self.control

    def _on_change(self, *_: object) -> None:
        if not self._quiet:
            self.edited.emit()

    # A kind of field has these

    def _control(self) -> QWidget:
        raise NotImplementedError

    def _value(self) -> Value:
        raise NotImplementedError

    def _hold(self, value: Value) -> None:
        raise NotImplementedError

    def _offer(self, names: Sequence[str]) -> None:
        pass


class EffectField(Field):
    """What happens: three joined buttons."""

    def _control(self) -> QWidget:
        self._segments = Segments([tr(word) for word in _EFFECTS.values()], self.name)
        self._segments.changed.connect(self._on_change)
        return self._segments

    def _value(self) -> Value:
        return list(_EFFECTS)[self._segments.chosen]

    def _hold(self, value: Value) -> None:
        if value in _EFFECTS:
            self._segments.choose(list(_EFFECTS).index(str(value)))


class NameField(Field):
    """A name or a pattern, with those that are known to choose from. What is shown is escaped; its data is the name."""

    def _control(self) -> QWidget:
        self._combo = name_combo(self.name, tr(_NAMES[self.declared.kind]))
        self._combo.editTextChanged.connect(self._on_change)
        return self._combo

    def _value(self) -> Value:
        return name_in(self._combo) or "*"

    def _hold(self, value: Value) -> None:
        set_name(self._combo, "" if value == "*" else str(value))

    def _offer(self, names: Sequence[str]) -> None:
        set_choices(self._combo, names)


class LineField(Field):
    """One line."""

    def _control(self) -> QWidget:
        self._line = QLineEdit()
        self._line.setMaxLength(_LONGEST)
        text.named(self._line, self.name, safe_text(self.declared.hint))
        self._line.textEdited.connect(self._on_change)
        return self._line

    def _value(self) -> Value:
        return self._line.text().strip()

    def _hold(self, value: Value) -> None:
        self._line.setText(str(value))


class FlagField(Field):
    """Yes or no."""

    def _control(self) -> QWidget:
        self._box = text.check(self.name)
        self._box.clicked.connect(self._on_change)
        return self._box

    def _value(self) -> Value:
        return self._box.isChecked()

    def _hold(self, value: Value) -> None:
        self._box.setChecked(bool(value))


class LinesField(Field):
    """Several texts, a line each; folders can be chosen, too."""

    def _control(self) -> QWidget:
        self._lines = LinesEdit(self.name, safe_text(self.declared.hint))
        self._lines.textChanged.connect(self._on_change)
        column = fill(boxes.column(SPACE), self._lines)
        if self.declared.kind == "folders":
            choose = text.button(tr("Choose a folder…"))
            choose.clicked.connect(self._choose)
            column.addWidget(choose, 0, Qt.AlignmentFlag.AlignLeading)
        return holder(column)

    @property
    def _spoken(self) -> QWidget:
        return self._lines

    def _value(self) -> Value:
        return self._lines.texts

    def _hold(self, value: Value) -> None:
        self._lines.setPlainText("\n".join(map(str, value)) if isinstance(value, tuple) else "")

    def _choose(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, tr("Choose a folder"), str(Path.home()))
        if chosen:
            self._lines.setPlainText("\n".join([*self._lines.texts, chosen]))


class SeveralField(Field):
    """Some of a few values."""

    def _control(self) -> QWidget:
        flow = FlowLayout()
        self._boxes = {choice.value: self._box(choice) for choice in self.declared.choices}
        for box in self._boxes.values():
            flow.addWidget(box)
        self._others: tuple[str, ...] = ()
        return holder(flow)

    def _box(self, choice: Choice) -> QCheckBox:
        box = text.check(safe_text(choice.words))
        text.named(box, tr("{field}: {choice}", field=self.name, choice=safe_text(choice.words)))
        box.clicked.connect(self._on_change)
        return box

    def _value(self) -> Value:
        chosen = tuple(value for value, box in self._boxes.items() if box.isChecked())
        return (*chosen, *self._others)

    def _hold(self, value: Value) -> None:
        values = [str(it) for it in value] if isinstance(value, tuple) else []
        for known, box in self._boxes.items():
            box.setChecked(known in values)
        self._others = tuple(it for it in values if it not in self._boxes)


class InputsField(Field):
    """Inputs that must be there, and the values that each may have."""

    def _control(self) -> QWidget:
        self._rows: list[tuple[QLineEdit, LinesEdit]] = []
        self._list = boxes.column(GROUP)
        self._more = text.button(tr("Add an input"))
        self._more.clicked.connect(self._add)
        return holder(fill(boxes.column(GROUP), self._list, fill(boxes.row(0), self._more, STRETCH)))

    @property
    def _spoken(self) -> QWidget:
        return self._more

    def _value(self) -> Value:
        rows = ((name.text().strip(), values.texts) for name, values in self._rows)
        return tuple({name: values for name, values in rows if name and values}.items())

    def _hold(self, value: Value) -> None:
        boxes.clear(self._list)
        self._rows = []
        for entry in value if isinstance(value, tuple) else ():
            if isinstance(entry, tuple):
                name, values = self._row()
                name.setText(str(entry[0]))
                values.setPlainText("\n".join(map(str, entry[1])))

    def _add(self) -> None:
        name, _ = self._row()
        name.setFocus()

    def _row(self) -> tuple[QLineEdit, LinesEdit]:
        name = QLineEdit()
        name.setMaxLength(_LONGEST)
        name.setPlaceholderText(tr("Input, such as to"))
        text.named(name, tr("Name of the input"))
        values = LinesEdit(tr("What may stand in it"), safe_text(self.declared.hint))
        values.setPlaceholderText(tr("Such as ana@example.org, a line each"))
        self._list.addWidget(holder(fill(boxes.row(GROUP), grow(name), grow(values, 2))))
        self._rows.append((name, values))
        name.textEdited.connect(self._on_change)
        values.textChanged.connect(self._on_change)
        return name, values


_KINDS: Final[dict[str, type[Field]]] = {
    "effect": EffectField,
    "app": NameField,
    "server": NameField,
    "tool": NameField,
    "folders": LinesField,
    "lines": LinesField,
    "roles": LinesField,
    "several": SeveralField,
    "either": SeveralField,
    "inputs": InputsField,
    "flag": FlagField,
    "text": LineField,
    "clock": LineField,
    "moment": LineField,
    "number": LineField,
}


class LinesEdit(QPlainTextEdit):
    """A field of a few lines that grows with them."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        text.named(self, name, hint)
        self.textChanged.connect(self._grow)
        self._grow()

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines that are not blank, each once."""
        return tuple(dict.fromkeys(line.strip() for line in self.toPlainText().split("\n") if line.strip()))

    def _grow(self) -> None:
        lines = max(_LINES, min(_MOST_LINES, self.document().blockCount()))
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + 2 * SECTION)


class GroupBox(QWidget):
    """Fields of one group, below a button that folds them unless they are always shown."""

    def __init__(self, title: str, fields: Sequence[Field], *, always: bool) -> None:
        super().__init__()
        self._fields = fields
        column = boxes.column(GROUP, self)
        self.fold = text.button(title, "fold")
        heading = text.label(title, "strong")
        grid = boxes.grid(SECTION, SECTION, margins=(0, 0, 0, GROUP))
        self._inside = holder(grid)
        place, columns = 0, 3 if any(field.declared.kind in _NAMES for field in fields) else 2
        for each in fields:
            wide = each.declared.kind in _WIDE or each.declared.kind == "effect"
            if wide and place % columns:
                place += columns - place % columns
            row, column_ = divmod(place, columns)
            grid.addWidget(each, row, column_, 1, columns if wide else 1, Qt.AlignmentFlag.AlignTop)
            place += columns if wide else 1
        for number in range(columns):
            grid.setColumnStretch(number, 1)
        for part in (heading, self.fold, self._inside):
            column.addWidget(part)
        self.fold.setVisible(not always)
        heading.setVisible(always and bool(title))
        self.fold.clicked.connect(lambda: self.open(self._inside.isHidden()))
        self.open(always)

    def show_rule(self, rule: JsonObject) -> None:
        """Open where the rule says anything here; hide where none of its fields is for such a rule."""
        for each in self._fields:
            each.show_rule(rule)
        self.setVisible(any(not each.isHidden() for each in self._fields))
        if any(form.shown(rule, each.declared) not in ("", (), False, "*") for each in self._fields):
            self.open()

    def take_focus(self) -> None:
        """Put the keyboard into the first widget that takes it."""
        for inside in self._inside.findChildren(QWidget):
            other = isinstance(inside, QRadioButton) and not inside.isChecked()
            if inside.isVisibleTo(self) and inside.focusPolicy() & Qt.FocusPolicy.TabFocus and not other:
                inside.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def open(self, opened: bool = True) -> None:
        """Show the fields, or hide them."""
        self._inside.setVisible(opened)
        show_fold(self.fold, is_open=opened)


OPEN_GROUPS: Final = 3
"""Groups that are always shown: what happens, which calls, where."""


class RuleFields(QWidget):
    """The whole form.

    Attributes:
        fields: by their keys.
        rule: what the fields show; None where they are out of use.

    Signals:
        changed(str: text of the whole rule): a field was changed.
    """

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.declared: tuple[FormField, ...] = ()
        self.fields: dict[form.Key, Field] = {}
        self.rule: JsonObject | None = None
        self._groups: list[GroupBox] = []
        self._tools: dict[str, tuple[str, ...]] = {}
        self._column = boxes.column(SECTION, self)

    def show_form(self, wanted: RuleForm) -> None:
        """Make the fields, and offer these names."""
        if wanted.fields != self.declared:
            self.declared = wanted.fields
            self._make()
        self._tools = wanted.tools
        for each in self.fields.values():
            kind = each.declared.kind
            each.offer(wanted.apps if kind == "app" else tuple(wanted.tools) if kind == "server" else ())
        self._offer_tools()
        if self.rule is not None:
            self._show(self.rule)

    def take_focus(self) -> None:
        """Put the keyboard into the first field."""
        if (first := next((each for each in self._groups if not each.isHidden()), None)) is not None:
            first.take_focus()

    def show_text(self, rule: str) -> None:
        """Show what the text of a rule says."""
        self.rule = form.read(rule)
        self.setEnabled(self.rule is not None)
        if self.rule is not None:
            self._show(self.rule)

    def not_shown(self) -> int:
        """How much of the rule no field shows."""
        return 0 if self.rule is None else len(form.not_shown(self.rule, self.declared))

    def show_faults(self, faults: Sequence[RuleFault]) -> tuple[str, ...]:
        """Say what is wrong beside each field.

        Returns:
            The same with the names of the fields; none where a fault is about no field.
        """
        told: dict[form.Key, str] = {}
        for fault in faults:
            about = form.field_of(fault.key, self.declared)
            if about is None:
                told = {}
                break
            told.setdefault(about.key, safe_sentence(about.hint if about.kind in _TYPED else fault.words))
        for key, field in self.fields.items():
            field.show_problem(told.get(key, ""))
            if key in told:
                self._group_of(field).open()
                field.show()
        return tuple(tr("{field}: {problem}", field=self.fields[key].name, problem=said) for key, said in told.items())

    def _group_of(self, field: Field) -> GroupBox:
        return next(group for group in self._groups if group.isAncestorOf(field))

    def _make(self) -> None:
        boxes.clear(self._column)
        self._groups, self.fields = [], {}
        for title in dict.fromkeys(declared.group for declared in self.declared):
            made = [_KINDS[it.kind](it) for it in self.declared if it.group == title]
            for field in made:
                self.fields[field.declared.key] = field
                field.edited.connect(partial(self._on_edited, field))
            group = GroupBox(safe_text(title), made, always=len(self._groups) < OPEN_GROUPS)
            self._groups.append(group)
            self._column.addWidget(group)

    def _show(self, rule: JsonObject) -> None:
        for group in self._groups:
            group.show_rule(rule)
        self._offer_tools()

    def _on_edited(self, field: Field) -> None:
        if self.rule is not None:
            self.changed.emit(form.written(form.with_value(self.rule, field.declared, field.value)))

    def _offer_tools(self) -> None:
        """Offer the tools of the server that is named, or of all servers where none is."""
        server = next((each.value for each in self.fields.values() if each.declared.kind == "server"), "")
        every = sorted({tool for tools in self._tools.values() for tool in tools})
        tools = self._tools.get(str(server), ()) if server else tuple(every)
        for each in self.fields.values():
            if each.declared.kind == "tool":
                each.offer(tools)


# Names to choose from


def name_combo(name: str, placeholder: str = "") -> Combo:
    """A field with suggestions."""
    made = Combo()
    made.setMinimumWidth(_LEAST)  # three of them stand beside the past calls in the smallest window
    made.setEditable(True)
    made.setInsertPolicy(Combo.InsertPolicy.NoInsert)
    made.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(5)
    if (completer := made.completer()) is not None:
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)  # nothing is typed in the person's place
    text.named(made, name)
    field = made.lineEdit()
    if field is not None:
        field.setMaxLength(_LONGEST)
        field.setPlaceholderText(placeholder)
        text.named(field, name, tr("A pattern: * for any text, ? for any character."))
    return made


def set_choices(choice: Combo, names: Sequence[str]) -> None:
    """Offer these names; what stands in the field stays."""
    offered = tuple(str(choice.itemData(number)) for number in range(choice.count()))
    if offered == tuple(names):
        return
    before = choice.currentText()
    choice.blockSignals(True)
    choice.clear()
    for name in names:
        choice.addItem(one_line(name, words.NAME), name)
    choice.setCurrentIndex(-1)
    choice.setEditText(before)
    _show_start(choice)
    choice.blockSignals(False)


def _show_start(choice: Combo) -> None:
    """Of a long name its beginning, unless somebody types there."""
    field = choice.lineEdit()
    if field is not None and not field.hasFocus():
        field.setCursorPosition(0)


def set_name(choice: Combo, name: str) -> None:
    """Show a name."""
    if choice.findData(name) < 0 and name.strip():
        choice.addItem(one_line(name, words.NAME), name)
    choice.setCurrentIndex(choice.findData(name))
    if not name.strip():
        choice.setEditText("")
    _show_start(choice)


def name_in(choice: Combo) -> str:
    """The name in a field: that of the entry that is shown, else what was typed."""
    typed = choice.currentText()
    at = choice.findText(typed, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
    return str(choice.itemData(at)) if at >= 0 else typed.strip()


LONGEST_JSON: Final = 64 << 10
"""Characters of a field: no rule that a person can read is longer."""
_TAB_STOP: Final = 2
_DIGITS: Final = 2
"""Digits that the gutter has room for, at least."""


class JsonEdit(QPlainTextEdit):
    """A field of monospaced text with the numbers of its lines.

    Signals:
        refused(str: why): something was not pasted.
    """

    refused = Signal(str)

    def __init__(self, name: str) -> None:
        """``name``: for a screen reader."""
        super().__init__()
        self._gutter = _Gutter(self)
        self.setFont(theme.mono_font())
        self.setTabChangesFocus(True)  # the keyboard leaves it like any other field
        self.setUndoRedoEnabled(True)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(QFontMetricsF(self.font()).horizontalAdvance("0") * _TAB_STOP)
        self.document().setDefaultTextOption(option)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(self._scroll)
        self._make_room()
        named(self, name)

    @property
    def json(self) -> str:
        """The text in the field."""
        return self.toPlainText()

    def show_json(self, text: str) -> None:
        """Replace the text; Undo does not bring back what was before."""
        self.setPlainText(escape_invisible(text))

    def replace_json(self, text: str) -> None:
        """Replace the text; Undo brings back what was before."""
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(escape_invisible(text))

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802  # Qt's name
        """Paste text alone, with invisible characters escaped."""
        pasted = source.text() if source.hasText() else ""
        if len(pasted) + self.document().characterCount() > LONGEST_JSON:
            self.refused.emit(
                tr("What you pasted is too long: a field takes {longest} characters.", longest=f"{LONGEST_JSON:,}")
            )
            return
        self.textCursor().insertText(self.as_typed(pasted))
        self.ensureCursorVisible()

    def as_typed(self, pasted: str) -> str:
        """A pasted text as it gets in."""
        return escape_invisible(pasted)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Keep the gutter as high as the field."""
        super().resizeEvent(event)
        self._place()

    def paint_numbers(self, painter: QPainter, area: QRect) -> None:
        """Draw the numbers of the visible lines."""
        painter.setFont(self.font())
        painter.setPen(QColor(theme.current().tokens.muted))
        room = self._gutter.width() - theme.GROUP
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        while block.isValid():
            top = self.blockBoundingGeometry(block).translated(offset).top()
            if top > area.bottom():
                return
            line = QRect(0, round(top), room, self.fontMetrics().lineSpacing())
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
            block = block.next()

    def _width(self) -> int:
        digits = max(_DIGITS, len(str(self.blockCount())))
        return self.fontMetrics().horizontalAdvance("0") * digits + theme.GROUP + theme.SPACE

    def _make_room(self, _: int = 0) -> None:
        self.setViewportMargins(self._width(), 0, 0, 0)
        self._place()

    def _place(self) -> None:
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), self._width(), inside.height()))

    def _scroll(self, _: QRect, moved: int) -> None:
        if moved:
            self._gutter.scroll(0, moved)
        self._gutter.update()


class _Gutter(QWidget):
    """The numbers beside the lines. Screen readers pass over it."""

    def __init__(self, field: JsonEdit) -> None:
        super().__init__(field)
        self._field = field

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        self._field.paint_numbers(painter, self.rect())
        painter.end()
