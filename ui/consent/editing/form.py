"""The fields of a draft, one below another: each with its name, what edits it, and what is wrong with it.

Owns: the rows and their order, one field for each form of value, and what adds, removes and moves values.

Invariants: names and descriptions are strangers' words, shown as text and bounded; what is wrong stands right below the
field, with an icon and in words; a field that nobody touches is never read; Return and wheel decide nothing; a change
of the tree makes the rows of that object or list anew and leaves the others, with the keyboard where one works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
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

from host.control.views import EditProblem
from host.text import Untrusted, measure, one_line
from ui import icons, text, theme
from ui.consent import fitting, summary
from ui.consent.editing import draft
from ui.consent.editing.draft import CONTAINER_FORMS, Draft, FieldForm, Node
from ui.consent.fitting import fitting_label, set_fitting
from ui.inputs.kinds import input_value, kind_of, secret
from ui.inputs.lines import ValuePath
from ui.inputs.model import inputs_of
from ui.inputs.schema import Document, type_words
from ui.tr import sentence, tr, tr_n
from ui.widgets import boxes, windows
from ui.widgets.controls import mark_wrong
from ui.widgets.flow import FlowLayout
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
    if holder.form is FieldForm.LIST:
        return tr("item {number}", number=f"{holder.children.index(node) + 1:,}")
    return member_name(node.name)


def member_name(name: str) -> str:
    """A member's name, safe to show; one that could not be seen stands in quotation marks."""
    shown = summary.name(name)
    return shown if name.strip() == name and name else f'"{shown}"'


def placed(path: ValuePath, why: str) -> str:
    """What is wrong, in a sentence, with the place where no field shows that."""
    name, said = " ▸ ".join(member_name(str(step)) for step in path), sentence(why)
    return tr("{name}: {why}", name=name, why=said) if path else said


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
        field: edits it, None for an object or a list, which have their rows below.

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
        self._note = _note(node)
        self.field = None if node.form in CONTAINER_FORMS else self._make_field()
        if self.field is not None:
            text.named(self.field, self._name, self._note)
            self._rows.addWidget(self.field)
        self._rows.addWidget(self._hint)
        self._rows.addWidget(self.problems)
        self._say_hint()

    def put_focus(self) -> None:
        """Give the keyboard to the field, or to the first button."""
        first = self.field
        if first is None or first.focusPolicy() is Qt.FocusPolicy.NoFocus:
            first = next(iter(self.buttons), self)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_problems(self, whys: Sequence[str]) -> None:
        """Say what is wrong, and mark the field."""
        self.problems.show_problems(whys)
        if self.field is not None:
            mark_wrong(self.field, bool(whys))
            about = " ".join((*whys, self._note)).strip()
            text.named(self.field, self._name, ". ".join(filter(None, (self._type, about))))

    def _head(self) -> QHBoxLayout:
        row = boxes.row(theme.GROUP)
        name = fitting_label(self._name, "strong", self, _ROOM // 2)
        row.addWidget(name)
        row.addWidget(self._about(), 1)
        for button in self._tools():
            row.addWidget(button)
        return row

    def _about(self) -> QLabel:
        node = self.node
        parts = [type_words(node.schema, self._document)]
        parts += [tr("required")] if node.is_required else []
        parts += [tr("not in the tool's description")] if node.is_unknown else []
        self._type = " · ".join(filter(None, parts))
        return text.label(self._type, "caption", wrap=True, parent=self)

    def _tools(self) -> list[QWidget]:
        node, holder = self.node, self.node.parent
        tools: list[QWidget] = []
        if node.form in (FieldForm.NOTHING, FieldForm.KEPT):
            words = tr("Give it a value") if node.form is FieldForm.NOTHING else tr("Replace it")
            tools.append(self._button(words, self._fill))
        if self._is_secret():
            tools.append(self._tool("eye", tr("Show or cover {name}", name=self._name), self._toggle_mask))
        if node.form is FieldForm.LINE:
            tools.append(
                self._tool(
                    "arrows-out-line-vertical", tr("Edit {name} over several lines", name=self._name), self._widen
                )
            )
        if node.form is not FieldForm.NOTHING and draft.is_nullable(node.schema):
            tools.append(self._tool("prohibit", tr("Send nothing (null) as {name}", name=self._name), self._empty))
        if holder is not None and holder.form is FieldForm.LIST:
            tools.append(self._tool("arrow-up", tr("Move {name} up", name=self._name), partial(self.moved.emit, -1)))
            tools.append(self._tool("arrow-down", tr("Move {name} down", name=self._name), partial(self.moved.emit, 1)))
        if holder is not None and not node.is_required:
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
            words = fitting_label(one_line(said.strip(), _SAID), "caption", self, _ROOM)
            self._rows.addWidget(words)

    def _make_field(self) -> QWidget:
        node = self.node
        match node.form:
            case FieldForm.CHECK:
                box = text.check(tr("yes"), parent=self)
                box.setChecked(bool(node.original if node.typed is None else node.typed))
                box.toggled.connect(self._set_typed)
                return box
            case FieldForm.CHOICE:
                return self._make_choice()
            case FieldForm.LINES | FieldForm.JSON:
                lines = TextField(_shown(node), self)
                lines.typed.connect(self._set_typed)
                return lines
            case FieldForm.NOTHING | FieldForm.KEPT:
                return text.label(_resting(node), "muted", wrap=True, parent=self)
        line = LineField(_shown(node), self)
        line.set_masked(masked=self._is_secret())
        line.textEdited.connect(self._set_typed)
        return line

    def _make_choice(self) -> QWidget:
        node, combo = self.node, Combo(self)
        for choice in node.choices:
            combo.addItem(text.brief(Untrusted(draft.choice_text(choice, node.schema))))
        combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(20)
        begins = [draft.json_line(choice) for choice in node.choices].index(draft.json_line(node.original))
        combo.setCurrentIndex(begins if node.typed is None else int(node.typed))
        combo.activated.connect(self._set_typed)
        return combo

    def _set_typed(self, typed: str | bool | int) -> None:
        """The person wrote or chose; a line that became lines needs another field."""
        self.node.typed = typed
        if self.node.form is FieldForm.LINE and isinstance(typed, str) and "\n" in typed:
            self._widen()
        self._say_hint()
        self.changed.emit()

    def _say_hint(self) -> None:
        said = _hidden_in(self.node) or self._note
        text.set_text(self._hint, said)
        self._hint.setVisible(bool(said))

    def _is_secret(self) -> bool:
        """Whether it is masked as it is where the call is read."""
        node = self.node
        if node.form is not FieldForm.LINE or not isinstance(node.original, str):
            return False
        [given] = inputs_of({node.name: node.original}, {"properties": {node.name: node.schema}})[:1]
        return kind_of(input_value(given)) is secret.KIND

    def _toggle_mask(self) -> None:
        if isinstance(self.field, LineField):
            self.field.set_masked(masked=not self.field.is_masked)

    def _widen(self) -> None:
        self.node.use_lines()
        self.regrown.emit()

    def _fill(self) -> None:
        self.node.fill()
        self.regrown.emit()

    def _empty(self) -> None:
        self.node.replace_value(None)
        self.regrown.emit()


_MOST_LINES: Final = 12
_MARGINS: Final = 2 * theme.SPACE + 2 * theme.GROUP


class TextField(QPlainTextEdit):
    """A text of several lines, as high as it needs up to a bound.

    Signals:
        typed(str): the person changed it to this.
    """

    typed = Signal(str)

    def __init__(self, shown: str, parent: QWidget | None = None, *, lines: int = _MOST_LINES) -> None:
        """``lines``: after which it scrolls."""
        super().__init__(parent)
        self._most = lines
        self.setFont(theme.mono_font())
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if max(map(len, shown.split("\n"))) > draft.LINE_LIMIT:
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)  # breaking it would take seconds
        self.setPlainText(shown)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()
        self.textChanged.connect(self._tell)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """The page scrolls, unless the person is in here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _tell(self) -> None:
        self.typed.emit(self.toPlainText())

    def _fit(self) -> None:
        lines = min(self._most, max(2, round(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + _MARGINS)


class LineField(QLineEdit):
    """A text of one line."""

    def __init__(self, shown: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(theme.mono_font())
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMaxLength(2 * draft.FIELD_LIMIT)
        self.setText(shown)
        self.setCursorPosition(0)

    @property
    def is_masked(self) -> bool:
        """Whether dots stand for the letters."""
        return self.echoMode() is QLineEdit.EchoMode.Password

    def set_masked(self, *, masked: bool) -> None:
        """Show dots, or what stands there."""
        self.setEchoMode(QLineEdit.EchoMode.Password if masked else QLineEdit.EchoMode.Normal)


def _hidden_in(node: Node) -> str:
    """What of a typed text nobody can see, in words; empty where all of it is seen."""
    if (
        node.form not in (FieldForm.LINE, FieldForm.LINES)
        or not isinstance(node.typed, str)
        or draft.is_unaltered_by_field(node.typed)
    ):
        return ""
    return tr("This text holds characters that cannot be seen. They are sent as they are.")


def _shown(node: Node) -> str:
    """The text that the field begins with."""
    if isinstance(node.typed, str):
        return node.typed
    if node.form in (FieldForm.LINE, FieldForm.LINES) and isinstance(node.original, str):
        return node.original
    if node.form is FieldForm.LITERAL and isinstance(node.original, str):
        return draft.json_string(node.original)
    return draft.indented_json(node.original) if node.form is FieldForm.JSON else draft.json_line(node.original)


def _note(node: Node) -> str:
    if node.form is FieldForm.LITERAL:
        return tr("Has characters that a field would hide or change. They stand as escapes, as \\u200B does.")
    if node.form is FieldForm.JSON:
        return tr("Written as JSON: text in quotation marks, true, false, null, [ … ], { … }.")
    return ""


def _resting(node: Node) -> str:
    if node.form is FieldForm.NOTHING:
        return tr("Nothing (null) is sent.")
    size = measure(node.original).characters if isinstance(node.original, str) else len(draft.json_line(node.original))
    return tr_n(
        "{n} character, too long to edit here. It stays as it is.",
        "{n} characters, too long to edit here. They stay as they are.",
        size,
    )


AT_ONCE: Final = 16
"""Rows that are made before the form is shown; the others follow while the loop has time."""
AT_A_TIME: Final = 4
OFFERED: Final = 12
"""Absent inputs that are offered at once; the others come with a press."""


class Holder(QWidget):
    """The rows of one object or list.

    Signals:
        changed(): something in it is another value.
    """

    changed = Signal()

    def __init__(self, node: Node, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._node, self._document = node, document
        self.rows: dict[Node, ValueRow] = {}
        self._holders: dict[Node, Holder] = {}
        self._parts: list[QWidget] = []
        self._adders: list[QWidget] = []
        self._known: Mapping[Node, Sequence[str]] = {}
        self._all_offered = False
        self._left: list[Node] = []
        self._more = QTimer(self)
        self._more.timeout.connect(self._make_some)
        self.problems = Problems(self)
        self._column = boxes.column(theme.GROUP, self)
        self._build()

    def show_problems(self, by_node: Mapping[Node, Sequence[str]]) -> None:
        """Say what is wrong with each value here."""
        self._known = by_node
        self.problems.show_problems(by_node.get(self._node, ()))
        for node, row in self.rows.items():
            row.show_problems(() if node in self._holders else by_node.get(node, ()))
        for holder in self._holders.values():
            holder.show_problems(by_node)

    def put_focus(self) -> None:
        """Give the keyboard to the first field, or to what adds one."""
        fields = [row.field for row in self.rows.values() if row.field is not None]
        able = (stop for stop in (*fields, *windows.stops(self)) if stop.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if (first := next(able, None)) is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self.rows, self._holders, self._adders = {}, {}, []
        if not self._node.children and self._node.form is FieldForm.LIST:
            self._add(text.label(tr("The list is empty."), "muted", parent=self))
        self._left = list(self._node.children)
        self._make_some(AT_ONCE)
        if self._left:
            self._more.start(0)

    def make_all(self) -> None:
        """Make the rows that are still to come now."""
        while self._left:
            self._make_some()

    def _make_some(self, most: int = AT_A_TIME) -> None:
        """Make some rows, and behind the last what adds more."""
        for node in self._left[:most]:
            self._add_row(node)
            self.rows[node].show_problems(() if node in self._holders else self._known.get(node, ()))
        self._left = self._left[most:]
        if not self._left:
            self._more.stop()
            self._add(self.problems)
            self._add_adders()

    def _rebuild(self) -> None:
        for part in self._parts:
            self._column.removeWidget(part)
            if part is not self.problems:
                part.hide()
                part.deleteLater()
        self._parts = []
        self._build()
        self.show_problems(self._known)
        self.changed.emit()

    def _add_row(self, node: Node) -> None:
        row = self.rows[node] = ValueRow(node, self._document, self)
        row.changed.connect(self.changed)
        row.regrown.connect(partial(self._regrow, node))
        row.removed.connect(partial(self._remove, node))
        row.moved.connect(partial(self._move, node))
        self._add(row)
        if node.form in CONTAINER_FORMS:
            inside = self._holders[node] = Holder(node, self._document, self)
            inside.setContentsMargins(theme.PAGE, 0, 0, 0)
            inside.changed.connect(self.changed)
            self._add(inside)

    def _add(self, part: QWidget) -> None:
        self._parts.append(part)
        self._column.addWidget(part)
        if part is not self.problems:
            part.show()

    def _add_adders(self) -> None:
        node = self._node
        bar = QWidget(self)
        flow = FlowLayout(bar)
        absent = node.missing_names
        shown = absent if self._all_offered else absent[:OFFERED]
        if node.form is FieldForm.LIST:
            self._offer(flow, bar, tr("Add an item"), partial(self._insert, ""))
        for name in shown:
            said = tr("Add {name}", name=member_name(name))
            needed = tr("{what} (required)", what=said) if name in node.required_names else said
            self._offer(flow, bar, needed, partial(self._insert, name))
        if rest := len(absent) - len(shown):
            self._offer(flow, bar, tr_n("{n} more", "{n} more", rest), self._offer_all, icon="dots-three")
        bar.setVisible(bool(flow.count()))
        if flow.count():
            self._add(bar)
        if node.allows_more:
            self._add(self._namer())

    def _offer(self, flow: FlowLayout, bar: QWidget, words: str, act: Callable[[], object], icon: str = "plus") -> None:
        pill = text.button(words, "pill", parent=bar)
        pill.setIcon(icons.icon(icon))
        where = name_of(self._node)
        text.named(pill, words if self._node.parent is None else tr("{words} to {where}", words=words, where=where))
        pill.clicked.connect(act)
        flow.addWidget(pill)
        self._adders.append(pill)

    def _namer(self) -> QWidget:
        """Adds an input of any name, where the tool takes such."""
        both = QWidget(self)
        line = QLineEdit(both)
        line.setMaxLength(1000)
        line.setPlaceholderText(tr("Name of another input"))
        text.named(line, tr("Name of another input"))
        button = text.button(tr("Add"), "normal", parent=both)
        text.named(button, tr("Add an input of this name"))
        row = boxes.row(theme.GROUP, both)
        row.addWidget(line, 1)
        row.addWidget(button)
        for pressed in (button.clicked, line.returnPressed):
            pressed.connect(partial(self._insert_named, line))
        self._adders += [line, button]
        return both

    def _insert_named(self, line: QLineEdit) -> None:
        name = line.text()
        if name and all(node.name != name for node in self._node.children):
            self._insert(name)

    def _insert(self, name: str) -> None:
        made = self._node.add(name)
        self._rebuild()
        self._focus(made)

    def _offer_all(self) -> None:
        self._all_offered = True
        self._rebuild()

    def _regrow(self, node: Node) -> None:
        self._rebuild()
        self._focus(node)

    def _remove(self, node: Node) -> None:
        at = self._node.children.index(node)
        self._node.remove(node)
        self._rebuild()
        self.make_all()
        rest = self._node.children
        if rest:
            self.rows[rest[min(at, len(rest) - 1)]].put_focus()
        elif self._adders:
            self._adders[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _move(self, node: Node, step: int) -> None:
        self._node.move(node, step)
        self._rebuild()
        self.make_all()
        row = self.rows[node]
        wanted = row.buttons[-3 if step < 0 else -2]
        wanted.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus(self, node: Node) -> None:
        self.make_all()
        (self._holders[node] if node in self._holders else self.rows[node]).put_focus()


class FormView(Holder):
    """The form of one draft."""

    def __init__(self, draft: Draft, schema: object, parent: QWidget | None = None) -> None:
        """``schema``: the tool's, for the words of types."""
        super().__init__(draft.root, Document(schema), parent)  # type: ignore[arg-type]  # JSON of any shape
        self._draft = draft

    def show_all(self, problems: Sequence[EditProblem]) -> None:
        """Say each where it stands, or at the nearest value around it."""
        by_node: dict[Node, list[str]] = {}
        for problem in problems:
            node = self._draft.nearest(problem.path)
            by_node.setdefault(node, []).append(placed(problem.path[len(node.path) :], problem.why))
        self.show_problems(by_node)
