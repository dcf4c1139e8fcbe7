"""The fields in which a rule is written: the form, a control for each kind of field, and an editor for JSON.

Invariants: a widget holds only what the rule's text says or what is being typed. A value that it cannot show stays in
the text, and the field says so. Offered names are untrusted and escaped. The text read from a JSON field is the text
on screen: invisible and reordering characters become JSON escapes as they come in. At most ``MAX_JSON`` characters
can be pasted (one unbroken line of a megabyte blocks for minutes).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QMimeData, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QResizeEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QCheckBox, QCompleter, QFileDialog, QLineEdit, QPlainTextEdit, QRadioButton, QWidget

from host.control.views import FormField, RuleFault, RuleForm
from host.model import JsonObject
from host.text import one_line
from ui import text, theme
from ui.inputs.plain_view import Gutter
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
from ui.widgets.fields import LinesField
from ui.widgets.labels import show_fold
from ui.widgets.popups import Combo

_MAX_LINE: Final = 4_000  # characters of a line at most
_MIN_WIDTH: Final = 90  # pixels of a field with names at least
_WIDE_KINDS: Final = frozenset({"several", "either", "inputs", "text"})  # kinds of fields that take a whole row
_HINT_KINDS: Final = frozenset({"clock", "moment", "number"})
"""Kinds of fields whose hint explains a problem better than the host's words about the JSON."""
_ANY_NAME_TEXTS: Final = {"app": mark("Any app"), "server": mark("Any server"), "tool": mark("Any tool")}
_EFFECTS: Final = {"allow": mark("Allow without asking"), "ask": mark("Ask me"), "deny": mark("Never")}
ELSEWHERE: Final = mark("What the rule says here is shown under Advanced only.")


class Control(NamedTuple):
    """What a person uses to give a value: its widget, how its value is read, and how another is shown in it.

    Attributes:
        keyboard: the widget that takes the keyboard and tells a screen reader what is wrong.
    """

    widget: QWidget
    read: Callable[[], Value]
    show: Callable[[Value], object]
    keyboard: QWidget


class Field(QWidget):
    """One field: its name, its control, a hint and a problem."""

    edited = Signal()  # the person changed it

    def __init__(self, declared: FormField) -> None:
        super().__init__()
        self.declared = declared
        self._is_updating = False
        self._hint_label = text.label(self.hint, "caption", wrap=True)
        self._problem_label = fault_label()
        title = text.label(self.name, "muted", wrap=True)
        self.control = _CONTROLS[declared.kind](self)
        fill(boxes.column(SPACE, self), title, self.control.widget, self._hint_label, self._problem_label)
        title.setVisible(declared.kind != "flag")
        title.setBuddy(self.control.keyboard)
        self._hint_label.setVisible(bool(declared.hint))

    @property
    def name(self) -> str:
        """The label, safe to show."""
        return safe_text(self.declared.label)

    @property
    def hint(self) -> str:
        """What to write, safe to show."""
        return safe_text(self.declared.hint)

    @property
    def value(self) -> Value:
        """The value that the field holds."""
        return self.control.read()

    def show_rule(self, rule: JsonObject) -> None:
        """Show what a rule says here, unless the field shows it already."""
        value = form.field_value(rule, self.declared)
        self.control.widget.setEnabled(value is not None)
        show_text(self._hint_label, self.hint if value is not None else tr(ELSEWHERE))
        if value is not None and value != self.value:
            self._is_updating = True
            self.control.show(value)
            self._is_updating = False
        is_for_effect = str(rule.get("effect", "")) in self.declared.effects
        self.setVisible(is_for_effect or value is None or value not in ("", (), False))

    def show_problem(self, problem: str) -> None:
        """Say what is wrong with the value; empty if nothing is."""
        show_text(self._problem_label, problem)
        keyboard = self.control.keyboard
        text.named(keyboard, keyboard.accessibleName(), problem or self.hint)

    def offer(self, names: Sequence[str]) -> None:
        """Offer these names."""
        if isinstance(self.control.widget, Combo):
            set_choices(self.control.widget, names)

    def on_change(self, *_: object) -> None:
        """Tell that the person changed the value."""
        if not self._is_updating:
            self.edited.emit()


def _effect_control(field: Field) -> Control:
    """The effect, as three joined buttons."""
    segments, effects = Segments([tr(word) for word in _EFFECTS.values()], field.name), list(_EFFECTS)
    segments.changed.connect(field.on_change)

    def show(value: Value) -> None:
        if value in effects:
            segments.choose(effects.index(str(value)))

    return Control(segments, lambda: effects[segments.chosen], show, segments)


def _name_control(field: Field) -> Control:
    """A name or a pattern, with known names to choose from. They are shown escaped; an entry's data is the name."""
    combo = name_combo(field.name, tr(_ANY_NAME_TEXTS[field.declared.kind]))
    combo.editTextChanged.connect(field.on_change)
    return Control(
        combo,
        lambda: chosen_name(combo) or "*",
        lambda value: set_name(combo, "" if value == "*" else str(value)),
        combo,
    )


def _line_control(field: Field) -> Control:
    line = _name_line(field.name, field)
    text.named(line, field.name, field.hint)
    return Control(line, lambda: line.text().strip(), lambda value: line.setText(str(value)), line)


def _flag_control(field: Field) -> Control:
    box = text.check(field.name)
    box.clicked.connect(field.on_change)
    return Control(box, box.isChecked, lambda value: box.setChecked(bool(value)), box)


def _lines_control(field: Field) -> Control:
    """Several texts, one on each line; folders can also be chosen."""
    lines = _lines_field(field.name, field)

    def choose() -> None:
        if chosen := QFileDialog.getExistingDirectory(field, tr("Choose a folder"), str(Path.home())):
            lines.add_line(chosen)

    column = fill(boxes.column(SPACE), lines)
    if field.declared.kind == "folders":
        column.addWidget(text.button(tr("Choose a folder…"), on_click=choose), 0, Qt.AlignmentFlag.AlignLeading)
    return Control(holder(column), lambda: _texts(lines), partial(_show_texts, lines), lines)


def _several_control(field: Field) -> Control:
    """Check boxes for some of a few values. Values without a box are kept."""
    boxes_by_value: dict[str, QCheckBox] = {}
    others: list[str] = []
    for choice in field.declared.choices:
        box = boxes_by_value[choice.value] = text.check(safe_text(choice.words))
        text.named(box, tr("{field}: {choice}", field=field.name, choice=safe_text(choice.words)))
        box.clicked.connect(field.on_change)

    def read() -> Value:
        return (*(value for value, box in boxes_by_value.items() if box.isChecked()), *others)

    def show(value: Value) -> None:
        values = [str(item) for item in value] if isinstance(value, tuple) else []
        for item, box in boxes_by_value.items():
            box.setChecked(item in values)
        others[:] = [item for item in values if item not in boxes_by_value]

    container = holder(boxes.flow(*boxes_by_value.values()))
    return Control(container, read, show, container)


def _inputs_control(field: Field) -> Control:
    """Inputs that must be given, and the values that each may have."""
    rows: list[tuple[QLineEdit, LinesField]] = []
    column = boxes.column(GROUP)

    def add_row() -> tuple[QLineEdit, LinesField]:
        name = _name_line(tr("Name of the input"), field)
        name.setPlaceholderText(tr("Input, such as to"))
        values = _lines_field(tr("Allowed values"), field)
        values.setPlaceholderText(tr("Such as ana@example.org, a line each"))
        column.addWidget(holder(fill(boxes.row(GROUP), grow(name), grow(values, 2))))
        rows.append((name, values))
        return name, values

    def read() -> Value:
        given = {name.text().strip(): _texts(values) for name, values in rows if values.lines}
        return tuple((name, texts) for name, texts in given.items() if name)

    def show(value: Value) -> None:
        boxes.clear(column)
        rows.clear()
        for entry in value if isinstance(value, tuple) else ():
            if isinstance(entry, tuple):
                name, values = add_row()
                name.setText(str(entry[0]))
                _show_texts(values, entry[1])

    def on_add() -> None:
        add_row()[0].setFocus()

    add = text.button(tr("Add an input"), on_click=on_add)
    container = holder(fill(boxes.column(GROUP), column, fill(boxes.row(0), add, STRETCH)))
    return Control(container, read, show, add)


def _name_line(name: str, field: Field) -> QLineEdit:
    line = QLineEdit()
    line.setMaxLength(_MAX_LINE)
    text.named(line, name)
    line.textEdited.connect(field.on_change)
    return line


def _lines_field(name: str, field: Field) -> LinesField:
    lines = LinesField(name, lines=(2, 6), mono=False, hint=field.hint)
    lines.typed.connect(field.on_change)
    return lines


def _texts(lines: LinesField) -> tuple[str, ...]:
    return tuple(dict.fromkeys(lines.lines))


def _show_texts(lines: LinesField, texts: Value) -> None:
    lines.show_content("\n".join(map(str, texts)) if isinstance(texts, tuple) else "")


_CONTROLS: Final[dict[str, Callable[[Field], Control]]] = {
    "effect": _effect_control,
    **dict.fromkeys(_ANY_NAME_TEXTS, _name_control),
    **dict.fromkeys(("folders", "lines", "roles"), _lines_control),
    **dict.fromkeys(("several", "either"), _several_control),
    "inputs": _inputs_control,
    "flag": _flag_control,
    **dict.fromkeys(("text", "clock", "moment", "number"), _line_control),
}
"""How a value is given, by the kind of its field."""


class GroupBox(QWidget):
    """The fields of one group, below a button that folds them. ``is_always_open``: they cannot be folded."""

    def __init__(self, title: str, fields: Sequence[Field], *, is_always_open: bool) -> None:
        super().__init__()
        self._fields = fields
        column = boxes.column(GROUP, self)
        heading = text.label(title, "strong")
        grid = boxes.grid(SECTION, SECTION, margins=(0, 0, 0, GROUP))
        self._content = holder(grid)
        self.fold = text.button(title, "fold", on_click=lambda: self.open(self._content.isHidden()))
        cell, columns = 0, 3 if any(field.declared.kind in _ANY_NAME_TEXTS for field in fields) else 2
        for field in fields:
            is_wide = field.declared.kind in _WIDE_KINDS or field.declared.kind == "effect"
            if is_wide and cell % columns:
                cell += columns - cell % columns
            row, grid_column = divmod(cell, columns)
            grid.addWidget(field, row, grid_column, 1, columns if is_wide else 1, Qt.AlignmentFlag.AlignTop)
            cell += columns if is_wide else 1
        for number in range(columns):
            grid.setColumnStretch(number, 1)
        for part in (heading, self.fold, self._content):
            column.addWidget(part)
        self.fold.setVisible(not is_always_open)
        heading.setVisible(is_always_open and bool(title))
        self.open(is_always_open)

    def show_rule(self, rule: JsonObject) -> None:
        """Open the group if the rule says anything here; hide it if none of its fields is for such a rule."""
        for field in self._fields:
            field.show_rule(rule)
        self.setVisible(any(not field.isHidden() for field in self._fields))
        if any(form.field_value(rule, field.declared) not in ("", (), False, "*") for field in self._fields):
            self.open()

    def take_focus(self) -> None:
        """Give the keyboard to the first widget that takes it."""
        for widget in self._content.findChildren(QWidget):
            is_other_radio = isinstance(widget, QRadioButton) and not widget.isChecked()
            if widget.isVisibleTo(self) and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not is_other_radio:
                widget.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def open(self, is_open: bool = True) -> None:
        """Show the fields, or hide them."""
        self._content.setVisible(is_open)
        show_fold(self.fold, is_open=is_open)


OPEN_GROUPS: Final = 3  # the first groups are always shown: what happens, which calls, where


class RuleFields(QWidget):
    """The whole form.

    Attributes:
        rule: the rule that the fields show; None while they are out of use.
    """

    changed = Signal(str)  # text of the whole rule: the person changed a field

    def __init__(self) -> None:
        super().__init__()
        self.declared: tuple[FormField, ...] = ()
        self.fields: dict[form.Key, Field] = {}
        self.rule: JsonObject | None = None
        self._groups: list[GroupBox] = []
        self._tools: dict[str, tuple[str, ...]] = {}
        self._column = boxes.column(SECTION, self)

    def show_form(self, rule_form: RuleForm) -> None:
        """Make the declared fields, and offer the names."""
        if rule_form.fields != self.declared:
            self.declared = rule_form.fields
            self._make_fields()
        self._tools = rule_form.tools
        names = {"app": rule_form.apps, "server": tuple(rule_form.tools)}
        for field in self.fields.values():
            field.offer(names.get(field.declared.kind, ()))
        self._offer_tools()
        if self.rule is not None:
            self._show_rule(self.rule)

    def take_focus(self) -> None:
        """Give the keyboard to the first field."""
        if (first := next((field for field in self._groups if not field.isHidden()), None)) is not None:
            first.take_focus()

    def show_text(self, rule: str) -> None:
        """Show what the text of a rule says."""
        self.rule = form.read_rule(rule)
        self.setEnabled(self.rule is not None)
        if self.rule is not None:
            self._show_rule(self.rule)

    def show_faults(self, faults: Sequence[RuleFault]) -> tuple[str, ...]:
        """Show each problem at its field. Returns them with the fields' names; none if one belongs to no field."""
        problem_by_key: dict[form.Key, str] = {}
        for fault in faults:
            declared = form.field_for_key(fault.key, self.declared)
            if declared is None:
                problem_by_key = {}
                break
            explained = declared.hint if declared.kind in _HINT_KINDS else fault.words
            problem_by_key.setdefault(declared.key, safe_sentence(explained))
        for key, field in self.fields.items():
            field.show_problem(problem_by_key.get(key, ""))
            if key in problem_by_key:
                next(group for group in self._groups if group.isAncestorOf(field)).open()
                field.show()
        named_problems = ((self.fields[key].name, problem) for key, problem in problem_by_key.items())
        return tuple(tr("{field}: {problem}", field=name, problem=problem) for name, problem in named_problems)

    def _make_fields(self) -> None:
        boxes.clear(self._column)
        self._groups, self.fields = [], {}
        for title in dict.fromkeys(declared.group for declared in self.declared):
            declared = [form_field for form_field in self.declared if form_field.group == title]
            fields = [Field(form_field) for form_field in declared]
            for field in fields:
                self.fields[field.declared.key] = field
                field.edited.connect(partial(self._on_edited, field))
            group = GroupBox(safe_text(title), fields, is_always_open=len(self._groups) < OPEN_GROUPS)
            self._groups.append(group)
            self._column.addWidget(group)

    def _show_rule(self, rule: JsonObject) -> None:
        for group in self._groups:
            group.show_rule(rule)
        self._offer_tools()

    def _on_edited(self, field: Field) -> None:
        if self.rule is not None:
            self.changed.emit(form.rule_text(form.with_value(self.rule, field.declared, field.value)))

    def _offer_tools(self) -> None:
        """Offer the tools of the named server, or of all servers if none is named."""
        server = next((field.value for field in self.fields.values() if field.declared.kind == "server"), "")
        all_tools = sorted({tool for tools in self._tools.values() for tool in tools})
        tools = self._tools.get(str(server), ()) if server else tuple(all_tools)
        for field in self.fields.values():
            if field.declared.kind == "tool":
                field.offer(tools)


# Names to choose from


def name_combo(name: str, placeholder: str = "") -> Combo:
    """Make a field with suggestions."""
    combo = Combo()
    combo.setMinimumWidth(_MIN_WIDTH)  # three of them stand beside the past calls in the smallest window
    combo.setEditable(True)
    combo.setInsertPolicy(Combo.InsertPolicy.NoInsert)
    combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(5)
    if (completer := combo.completer()) is not None:
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)  # no text is completed while typing
    text.named(combo, name)
    line_edit = combo.lineEdit()
    if line_edit is not None:
        line_edit.setMaxLength(_MAX_LINE)
        line_edit.setPlaceholderText(placeholder)
        text.named(line_edit, name, tr("A pattern: * for any text, ? for any character."))
    return combo


def set_choices(combo: Combo, names: Sequence[str]) -> None:
    """Offer these names and keep what was typed."""
    current_names = tuple(str(combo.itemData(number)) for number in range(combo.count()))
    if current_names == tuple(names):
        return
    typed = combo.currentText()
    combo.blockSignals(True)
    combo.clear()
    for name in names:
        combo.addItem(one_line(name, words.NAME_LENGTH), name)
    combo.setCurrentIndex(-1)
    combo.setEditText(typed)
    _show_start(combo)
    combo.blockSignals(False)


def _show_start(combo: Combo) -> None:
    """Scroll to the beginning of a long name, unless the person types there."""
    line_edit = combo.lineEdit()
    if line_edit is not None and not line_edit.hasFocus():
        line_edit.setCursorPosition(0)


def set_name(combo: Combo, name: str) -> None:
    """Show a name."""
    if combo.findData(name) < 0 and name.strip():
        combo.addItem(one_line(name, words.NAME_LENGTH), name)
    combo.setCurrentIndex(combo.findData(name))
    if not name.strip():
        combo.setEditText("")
    _show_start(combo)


def chosen_name(combo: Combo) -> str:
    """The name in a field: that of the chosen entry, else what was typed."""
    typed = combo.currentText()
    at = combo.findText(typed, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
    return str(combo.itemData(at)) if at >= 0 else typed.strip()


MAX_JSON: Final = 64 << 10  # characters of a JSON field at most
_TAB_STOP: Final = 2
_MIN_DIGITS: Final = 2  # digits for which the gutter has room at least


class JsonEdit(QPlainTextEdit):
    """A field of monospaced text with line numbers. Emits ``refused(str)``: why: a pasted text was refused."""

    refused = Signal(str)

    def __init__(self, name: str) -> None:
        """``name``: for a screen reader."""
        super().__init__()
        self._gutter = Gutter(self, self._paint_numbers)
        self.setFont(theme.mono_font())
        self.setTabChangesFocus(True)  # the keyboard leaves it like any other field
        self.setUndoRedoEnabled(True)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(QFontMetricsF(self.font()).horizontalAdvance("0") * _TAB_STOP)
        self.document().setDefaultTextOption(option)
        self.blockCountChanged.connect(self._fit_gutter)
        self.updateRequest.connect(self._scroll_gutter)
        self._fit_gutter()
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
        """Paste only text, with invisible characters escaped."""
        pasted = source.text() if source.hasText() else ""
        if len(pasted) + self.document().characterCount() > MAX_JSON:
            self.refused.emit(
                tr("What you pasted is too long: a field takes {longest} characters.", longest=f"{MAX_JSON:,}")
            )
            return
        self.textCursor().insertText(self.text_to_insert(pasted))
        self.ensureCursorVisible()

    def text_to_insert(self, pasted: str) -> str:
        """Return what is inserted when this text is pasted."""
        return escape_invisible(pasted)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Keep the gutter as high as the field."""
        super().resizeEvent(event)
        self._place_gutter()

    def _paint_numbers(self, painter: QPainter) -> None:
        painter.setFont(self.font())
        painter.setPen(QColor(theme.current().tokens.muted))
        room = self._gutter.width() - theme.GROUP
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        while block.isValid():
            top = self.blockBoundingGeometry(block).translated(offset).top()
            if top >= self._gutter.height():
                return
            line = QRect(0, round(top), room, self.fontMetrics().lineSpacing())
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
            block = block.next()

    def _gutter_width(self) -> int:
        digits = max(_MIN_DIGITS, len(str(self.blockCount())))
        return self.fontMetrics().horizontalAdvance("0") * digits + theme.GROUP + theme.SPACE

    def _fit_gutter(self, _: int = 0) -> None:
        self.setViewportMargins(self._gutter_width(), 0, 0, 0)
        self._place_gutter()

    def _place_gutter(self) -> None:
        contents = self.contentsRect()
        self._gutter.setGeometry(QRect(contents.left(), contents.top(), self._gutter_width(), contents.height()))

    def _scroll_gutter(self, _: QRect, moved: int) -> None:
        if moved:
            self._gutter.scroll(0, moved)
        self._gutter.update()
