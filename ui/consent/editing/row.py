"""One value in the form: its name, its field, what is wrong with it.

Owns: the look of a row.

Invariants: names and descriptions are strangers' words, shown as text and bounded; what is wrong stands right below the
field, with a sign and in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from host.text import one_line
from ui import icons, text, theme
from ui.consent import fitting, summary
from ui.consent.editing import fields
from ui.consent.editing.editors import Editor, LineField, hidden_in
from ui.consent.editing.fields import Form
from ui.consent.editing.model import Node
from ui.consent.fitting import set_fitting
from ui.inputs.meaning import Sense, meaning_of
from ui.inputs.model import inputs_of
from ui.inputs.schema import Document, type_words
from ui.tr import tr, translated
from ui.widgets.labels import Glyph

_SAID: Final = 200
"""Characters of a server's description beside a field; the question has it whole."""
_ROOM: Final = fitting.ROOM - 2 * theme.PAGE


def name_of(node: Node) -> str:
    """How a value is called, safe to show."""
    holder = node.holder
    if holder is None:
        return tr("inputs")
    if holder.form is Form.LIST:
        return tr("item {number}", number=f"{holder.inside.index(node) + 1:,}")
    return member_name(node.name)


def member_name(name: str) -> str:
    """A member's name, safe to show; one that could not be seen stands in quotation marks."""
    shown = summary.name(name)
    return shown if name.strip() == name and name else f'"{shown}"'


def sentence(why: str) -> str:
    """A clause as a sentence."""
    said = translated(why)
    return f"{said[:1].upper()}{said[1:]}".rstrip(".") + "."


class Problems(QWidget):
    """What is wrong, in words beside a sign; nothing where nothing is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = text.label("", "caption", wrap=True, parent=self)
        self.words.setProperty("tone", "red")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE)
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
        node: the value. editor: its field, None for an object or a list, which have their rows below.
    Signals:
        changed(): the value is another. regrown(): it needs another field. removed(). moved(int: step).
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
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(theme.SPACE)
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

    def stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [*self.buttons, *([] if self.editor is None else [self.editor.field])]

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GROUP)
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
        node, holder = self.node, self.node.holder
        tools: list[QWidget] = []
        if node.form in (Form.NOTHING, Form.KEPT):
            words = tr("Give it a value") if node.form is Form.NOTHING else tr("Replace it")
            tools.append(self._button(words, self._fill))
        if self._is_secret():
            tools.append(self._tool("eye", tr("Show or cover {name}", name=self._name), self._uncover))
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
                self.editor.field.set_covered(covered=True)
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
        """Whether it is covered as it is where the call is read."""
        node = self.node
        if node.form is not Form.LINE or not isinstance(node.was, str):
            return False
        [given] = inputs_of({node.name: node.was}, {"properties": {node.name: node.schema}})[:1]
        return meaning_of(given).sense is Sense.SECRET

    def _uncover(self) -> None:
        if self.editor is not None and isinstance(self.editor.field, LineField):
            self.editor.field.set_covered(covered=not self.editor.field.is_covered)

    def _widen(self) -> None:
        self.node.widen()
        self.regrown.emit()

    def _fill(self) -> None:
        self.node.fill()
        self.regrown.emit()

    def _empty(self) -> None:
        self.node.become(None)
        self.regrown.emit()

    def _up(self) -> None:
        self.moved.emit(-1)

    def _down(self) -> None:
        self.moved.emit(1)
