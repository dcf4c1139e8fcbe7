"""The fields in which values are edited.

Owns: one field for each form of value.

Invariants: what a person does in a field becomes what was typed of its value, and nothing else does: a field that
nobody touches is never read; Return and wheel decide nothing.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QWidget

from host.text import Untrusted, measure
from ui import text, theme
from ui.consent.editing import fields, literals
from ui.consent.editing.fields import Form
from ui.consent.editing.model import Node
from ui.consent.scope import CalmCombo
from ui.tr import tr, tr_n

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
    def is_covered(self) -> bool:
        """Whether dots stand for the letters."""
        return self.echoMode() is QLineEdit.EchoMode.Password

    def set_covered(self, *, covered: bool) -> None:
        """Show dots, or what stands there."""
        self.setEchoMode(QLineEdit.EchoMode.Password if covered else QLineEdit.EchoMode.Normal)


Field: TypeAlias = QWidget


class Editor(QObject):
    """What edits one value.

    Attributes:
        field: to be put in place. note: what must be said of it, else empty.
    Signals:
        changed(): the value is another. outgrown(): a line became lines.
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
        box.setChecked(bool(node.was if node.typed is None else node.typed))
        box.toggled.connect(self._toggled)
        return box

    def _make_choice(self, parent: QWidget) -> Field:
        node, combo = self._node, CalmCombo(parent)
        for choice in node.choices:
            combo.addItem(text.brief(Untrusted(fields.words_of(choice))))
        combo.setSizeAdjustPolicy(CalmCombo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(20)
        begins = [literals.written(choice) for choice in node.choices].index(literals.written(node.was))
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
    if node.form in (Form.LINE, Form.LINES) and isinstance(node.was, str):
        return node.was
    if node.form is Form.LITERAL and isinstance(node.was, str):
        return literals.literal(node.was)
    return literals.laid_out(node.was) if node.form is Form.JSON else literals.written(node.was)


def _note(node: Node) -> str:
    if node.form is Form.LITERAL:
        return tr("Has characters that a field would hide or change. They stand as escapes, as \\u200B does.")
    if node.form is Form.JSON:
        return tr("Written as JSON: text in quotation marks, true, false, null, [ … ], { … }.")
    return ""


def _resting(node: Node) -> str:
    if node.form is Form.NOTHING:
        return tr("Nothing (null) is sent.")
    size = measure(node.was).characters if isinstance(node.was, str) else len(literals.written(node.was))
    return tr_n(
        "{n} character, too long to edit here. It stays as it is.",
        "{n} characters, too long to edit here. They stay as they are.",
        size,
    )
