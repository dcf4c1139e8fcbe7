"""One value in the form: its name, the field that edits it, and what is wrong with it.

Owns: the row, and one field for each form of value.

Invariants: names and descriptions are strangers' words, shown as text and bounded; what is wrong stands right below the
field, with an icon and in words; a field that nobody touches is never read; Return and wheel decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from host.text import Untrusted, measure, one_line
from ui import icons, text, theme
from ui.consent import fitting, summary
from ui.consent.editing import fields, literals
from ui.consent.editing.draft import Node
from ui.consent.editing.fields import Form
from ui.consent.fitting import set_fitting
from ui.inputs.kinds import input_value, kind_of, secret
from ui.inputs.model import inputs_of
from ui.inputs.schema import Document, type_words
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.labels import Glyph
from ui.widgets.popups import Combo

_SAID: Final = 200
"""Characters of a server's description beside a field; the question has it whole."""
_ROOM: Final = fitting.ROOM - 2 * theme.PAGE


def name_of(node: Node) -> str:
    """How a value is called, safe to show."""
    holder = node.parent
    if holder is None:
        return tr("inputs")
    if holder.form is Form.LIST:
        return tr("item {number}", number=f"{holder.children.index(node) + 1:,}")
    return member_name(node.name)


def member_name(name: str) -> str:
    """A member's name, safe to show; one that could not be seen stands in quotation marks."""
    shown = summary.name(name)
    return shown if name.strip() == name and name else f'"{shown}"'


class Problems(QWidget):
    """What is wrong, in words beside a sign; nothing where nothing is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = text.label("", "caption", wrap=True, parent=self)
        self.words.setProperty("tone", "red")
        row = boxes.row(theme.SPACE, self)
        row.addWidget(Glyph("warning-octagon", icons.SMALL, "red", self), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        self.hide()

    def show_problems(self, whys: Sequence[str]) -> None:
        """Say these sentences."""
        said = "\n".join(dict.fromkeys(whys))
        set_fitting(self.words, said, _ROOM)
        self.setVisible(bool(said))


class ValueRow(QWidget):
    """A value of the draft.

    Attributes:
        node: the value.
        editor: its field, None for an object or a list, which have their rows below.

    Signals:
        changed(): the value is another.
        regrown(): it needs another field.
        removed(): the person takes it away.
        moved(int): the person moves it by so many places.
    """

    changed = Signal()
    regrown = Signal()
    removed = Signal()
    moved = Signal(int)

    def __init__(self, node: Node, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.node = node
        self.buttons: list[QWidget] = []
        self._name, self._type = name_of(node), ""
        self._document = document
        self.problems = Problems(self)
        self._hint = text.label("", "caption", wrap=True, parent=self)
        self._rows = boxes.column(theme.SPACE, self)
        head = QWidget(self)
        head.setMinimumHeight(theme.ROW)
        head.setLayout(self._head())
        self._rows.addWidget(head)
        self._add_description()
        self.editor = None if node.form in (Form.LIST, Form.OBJECT) else Editor(node, self._name, self)
        self._add_editor()
        self._rows.addWidget(self._hint)
        self._rows.addWidget(self.problems)
        self._say_hint()

    def put_focus(self) -> None:
        """Give the keyboard to the field, or to the first button."""
        first = self.editor.field if self.editor is not None else None
        if first is None or first.focusPolicy() is Qt.FocusPolicy.NoFocus:
            first = next(iter(self.buttons), self)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_problems(self, whys: Sequence[str]) -> None:
        """Say what is wrong, and mark the field."""
        self.problems.show_problems(whys)
        if self.editor is None:
            return
        field = self.editor.field
        wrong = "true" if whys else "false"
        if field.property("wrong") != wrong:
            field.setProperty("wrong", wrong)
            field.style().unpolish(field)
            field.style().polish(field)
        text.named(
            field, self._name, ". ".join(filter(None, (self._type, " ".join((*whys, self.editor.note)).strip())))
        )

    def tab_stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [*self.buttons, *([] if self.editor is None else [self.editor.field])]

    def _head(self) -> QHBoxLayout:
        row = boxes.row(theme.GROUP)
        name = text.label("", "strong", wrap=True, parent=self)
        set_fitting(name, self._name, _ROOM // 2)
        row.addWidget(name)
        row.addWidget(self._about(), 1)
        for button in self._tools():
            row.addWidget(button)
        return row

    def _about(self) -> QLabel:
        node = self.node
        parts = [type_words(node.schema, self._document)]
        parts += [tr("required")] if node.required else []
        parts += [tr("not in the tool's description")] if node.unknown else []
        self._type = " · ".join(filter(None, parts))
        return text.label(self._type, "caption", wrap=True, parent=self)

    def _tools(self) -> list[QWidget]:
        node, holder = self.node, self.node.parent
        tools: list[QWidget] = []
        if node.form in (Form.NOTHING, Form.KEPT):
            words = tr("Give it a value") if node.form is Form.NOTHING else tr("Replace it")
            tools.append(self._button(words, self._fill))
        if self._is_secret():
            tools.append(self._tool("eye", tr("Show or cover {name}", name=self._name), self._toggle_mask))
        if node.form is Form.LINE:
            tools.append(
                self._tool(
                    "arrows-out-line-vertical", tr("Edit {name} over several lines", name=self._name), self._widen
                )
            )
        if node.form is not Form.NOTHING and fields.may_be_nothing(node.schema):
            tools.append(self._tool("prohibit", tr("Send nothing (null) as {name}", name=self._name), self._empty))
        if holder is not None and holder.form is Form.LIST:
            tools.append(self._tool("arrow-up", tr("Move {name} up", name=self._name), self._up))
            tools.append(self._tool("arrow-down", tr("Move {name} down", name=self._name), self._down))
        if holder is not None and not node.required:
            tools.append(self._tool("trash", tr("Remove {name}", name=self._name), self.removed.emit))
        self.buttons = tools
        return tools

    def _tool(self, icon: str, words: str, act: Callable[[], object]) -> QToolButton:
        made = text.tool_button(icons.icon(icon), words, parent=self)
        made.clicked.connect(act)
        return made

    def _button(self, words: str, act: Callable[[], object]) -> QPushButton:
        made = text.button(words, "quiet", parent=self)
        text.named(made, f"{words}: {self._name}")
        made.clicked.connect(act)
        return made

    def _add_description(self) -> None:
        said = self.node.schema.get("description") or self.node.schema.get("title")
        if isinstance(said, str) and said.strip():
            words = text.label("", "caption", wrap=True, parent=self)
            set_fitting(words, one_line(said.strip(), _SAID), _ROOM)
            self._rows.addWidget(words)

    def _add_editor(self) -> None:
        if self.editor is not None:
            self._rows.addWidget(self.editor.field)
            if self._is_secret() and isinstance(self.editor.field, LineField):
                self.editor.field.set_masked(masked=True)
            self.editor.changed.connect(self._changed)
            self.editor.outgrown.connect(self._widen)

    def _changed(self) -> None:
        self._say_hint()
        self.changed.emit()

    def _say_hint(self) -> None:
        said = hidden_in(self.node) or ("" if self.editor is None else self.editor.note)
        text.set_text(self._hint, said)
        self._hint.setVisible(bool(said))

    def _is_secret(self) -> bool:
        """Whether it is masked as it is where the call is read."""
        node = self.node
        if node.form is not Form.LINE or not isinstance(node.original, str):
            return False
        [given] = inputs_of({node.name: node.original}, {"properties": {node.name: node.schema}})[:1]
        return kind_of(input_value(given)) is secret.KIND

    def _toggle_mask(self) -> None:
        if self.editor is not None and isinstance(self.editor.field, LineField):
            self.editor.field.set_masked(masked=not self.editor.field.is_masked)

    def _widen(self) -> None:
        self.node.use_lines()
        self.regrown.emit()

    def _fill(self) -> None:
        self.node.fill()
        self.regrown.emit()

    def _empty(self) -> None:
        self.node.replace_value(None)
        self.regrown.emit()

    def _up(self) -> None:
        self.moved.emit(-1)

    def _down(self) -> None:
        self.moved.emit(1)


_MOST_LINES: Final = 12
_MARGINS: Final = 2 * theme.SPACE + 2 * theme.GROUP


class TextField(QPlainTextEdit):
    """A text of several lines, as high as it needs up to a bound.

    Signals:
        typed(): the person changed it.
    """

    typed = Signal()

    def __init__(self, shown: str, parent: QWidget | None = None, *, lines: int = _MOST_LINES) -> None:
        """``lines``: after which it scrolls."""
        super().__init__(parent)
        self._most = lines
        self.setFont(theme.mono_font())
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if max(map(len, shown.split("\n"))) > literals.LINE_LIMIT:
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)  # breaking it would take seconds
        self.setPlainText(shown)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()
        self.textChanged.connect(self.typed)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """The page scrolls, unless the person is in here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _fit(self) -> None:
        lines = min(self._most, max(2, round(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + _MARGINS)


class LineField(QLineEdit):
    """A text of one line.

    Signals:
        typed(): the person changed it.
    """

    typed = Signal()

    def __init__(self, shown: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(theme.mono_font())
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMaxLength(2 * literals.FIELD_LIMIT)
        self.setText(shown)
        self.setCursorPosition(0)
        self.textEdited.connect(self.typed)

    @property
    def is_masked(self) -> bool:
        """Whether dots stand for the letters."""
        return self.echoMode() is QLineEdit.EchoMode.Password

    def set_masked(self, *, masked: bool) -> None:
        """Show dots, or what stands there."""
        self.setEchoMode(QLineEdit.EchoMode.Password if masked else QLineEdit.EchoMode.Normal)


Field: TypeAlias = QWidget


class Editor(QObject):
    """What edits one value.

    Attributes:
        field: to be put in place.
        note: what must be said of it, else empty.

    Signals:
        changed(): the value is another.
        outgrown(): a line became lines.
    """

    changed = Signal()
    outgrown = Signal()

    def __init__(self, node: Node, name: str, parent: QWidget) -> None:
        """``name``: of the value, safe to show."""
        super().__init__(parent)
        self._node = node
        self.field: Field = self._make(parent)
        self.note = _note(node)
        text.named(self.field, name, self.note)

    def _make(self, parent: QWidget) -> Field:
        form = self._node.form
        if form is Form.CHECK:
            return self._make_check(parent)
        if form is Form.CHOICE:
            return self._make_choice(parent)
        if form in (Form.LINES, Form.JSON):
            return self._make_lines(parent)
        if form in (Form.NOTHING, Form.KEPT):
            return text.label(_resting(self._node), "muted", wrap=True, parent=parent)
        line = LineField(_shown(self._node), parent)
        line.typed.connect(self._line_typed)
        return line

    def _make_check(self, parent: QWidget) -> Field:
        node = self._node
        box = text.check(tr("yes"), parent=parent)
        box.setChecked(bool(node.original if node.typed is None else node.typed))
        box.toggled.connect(self._toggled)
        return box

    def _make_choice(self, parent: QWidget) -> Field:
        node, combo = self._node, Combo(parent)
        for choice in node.choices:
            combo.addItem(text.brief(Untrusted(fields.words_of(choice, node.schema))))
        combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(20)
        begins = [literals.written(choice) for choice in node.choices].index(literals.written(node.original))
        combo.setCurrentIndex(begins if node.typed is None else int(node.typed))
        combo.activated.connect(self._chosen)
        return combo

    def _make_lines(self, parent: QWidget) -> Field:
        field = TextField(_shown(self._node), parent)
        field.typed.connect(self._lines_typed)
        return field

    def _line_typed(self) -> None:
        assert isinstance(self.field, LineField)
        self._node.typed = self.field.text()
        if self._node.form is Form.LINE and "\n" in self._node.typed:
            self.outgrown.emit()
        self.changed.emit()

    def _lines_typed(self) -> None:
        assert isinstance(self.field, TextField)
        self._node.typed = self.field.toPlainText()
        self.changed.emit()

    def _toggled(self, checked: bool) -> None:
        self._node.typed = checked
        self.changed.emit()

    def _chosen(self, index: int) -> None:
        self._node.typed = index
        self.changed.emit()


def hidden_in(node: Node) -> str:
    """What of a typed text nobody can see, in words; empty where all of it is seen."""
    if node.form not in (Form.LINE, Form.LINES) or not isinstance(node.typed, str) or literals.is_kept(node.typed):
        return ""
    return tr("This text holds characters that cannot be seen. They are sent as they are.")


def _shown(node: Node) -> str:
    """The text that the field begins with."""
    if isinstance(node.typed, str):
        return node.typed
    if node.form in (Form.LINE, Form.LINES) and isinstance(node.original, str):
        return node.original
    if node.form is Form.LITERAL and isinstance(node.original, str):
        return literals.literal(node.original)
    return literals.laid_out(node.original) if node.form is Form.JSON else literals.written(node.original)


def _note(node: Node) -> str:
    if node.form is Form.LITERAL:
        return tr("Has characters that a field would hide or change. They stand as escapes, as \\u200B does.")
    if node.form is Form.JSON:
        return tr("Written as JSON: text in quotation marks, true, false, null, [ … ], { … }.")
    return ""


def _resting(node: Node) -> str:
    if node.form is Form.NOTHING:
        return tr("Nothing (null) is sent.")
    size = measure(node.original).characters if isinstance(node.original, str) else len(literals.written(node.original))
    return tr_n(
        "{n} character, too long to edit here. It stays as it is.",
        "{n} characters, too long to edit here. They stay as they are.",
        size,
    )
