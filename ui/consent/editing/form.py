"""The fields of a draft, one below another: each with its name, what edits it, and what is wrong with it.

Owns: the rows and their order, one field for each form of value, and what adds, removes and moves values.

Invariants: names and descriptions are untrusted, shown as plain text and bounded. A problem is shown right below its
field, with an icon and in words. A field that nobody touches is never read. Return and the mouse wheel decide nothing.
A change of the tree rebuilds only the rows of that object or list, and the keyboard stays where the person works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

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
from ui.inputs.words import path_words
from ui.tr import sentence, tr, tr_n
from ui.widgets import boxes, windows
from ui.widgets.boxes import fill, grow, top
from ui.widgets.controls import mark_wrong
from ui.widgets.fields import LineField, LinesField
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Glyph
from ui.widgets.popups import Combo

_MAX_DESCRIPTION: Final = 200
"""Characters of a server's description beside a field. The question shows it whole."""
_LINES: Final = (2, 12)  # lines for which a field has room
_ROOM: Final = fitting.ROOM - 2 * theme.PAGE


def name_of(node: Node) -> str:
    """Return the name of a value, safe to show."""
    container = node.parent
    if container is None:
        return tr("inputs")
    if container.form is FieldForm.LIST:
        return tr("item {number}", number=f"{container.children.index(node) + 1:,}")
    return member_name(node.name)


def member_name(name: str) -> str:
    """Return a member's name, safe to show; in quotation marks if it could not be seen otherwise."""
    shown = summary.shown_name(name)
    return shown if name.strip() == name and name else f'"{shown}"'


def problem_with_place(path: ValuePath, reason: str) -> str:
    """Return a problem as a sentence with its place, for where no field shows that."""
    problem = sentence(reason)
    return tr("{name}: {why}", name=path_words(path), why=problem) if path else problem


class Problems(QWidget):
    """Problems in words beside an icon; hidden if there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = text.label("", "caption", wrap=True, parent=self)
        self.words.setProperty("tone", "red")
        fill(boxes.row(theme.SPACE, self), top(Glyph("warning-octagon", icons.SMALL, "red", self)), grow(self.words))
        self.hide()

    def show_problems(self, sentences: Sequence[str]) -> None:
        """Show these sentences."""
        words = "\n".join(dict.fromkeys(sentences))
        set_fitting(self.words, words, _ROOM)
        self.setVisible(bool(words))


class ValueRow(QWidget):
    """A value of the draft.

    Attributes:
        field: edits it; None for an object or a list, whose rows stand below.

    Signals:
        changed(): the value was changed.
        field_outdated(): the value needs another kind of field.
        removed(): the person removes it.
        moved(int): the person moves it by so many places.
    """

    changed = Signal()
    field_outdated = Signal()
    removed = Signal()
    moved = Signal(int)

    def __init__(self, node: Node, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.node = node
        self.buttons: list[QWidget] = []
        self._name, self._type_text = name_of(node), ""
        self._document = document
        self.problems = Problems(self)
        self._hint = text.label("", "caption", wrap=True, parent=self)
        self._rows = boxes.column(theme.SPACE, self)
        head = QWidget(self)
        head.setMinimumHeight(theme.ROW)
        head.setLayout(self._make_head())
        self._rows.addWidget(head)
        description = self.node.schema.get("description") or self.node.schema.get("title")
        if isinstance(description, str) and description.strip():
            words = fitting_label(one_line(description.strip(), _MAX_DESCRIPTION), "caption", self, _ROOM)
            self._rows.addWidget(words)
        self._form_hint = _form_hint(node)
        self.field = None if node.form in CONTAINER_FORMS else self._make_field()
        if self.field is not None:
            text.named(self.field, self._name, self._form_hint)
            self._rows.addWidget(self.field)
        fill(self._rows, self._hint, self.problems)
        self._show_hint()

    def put_focus(self) -> None:
        """Give the keyboard to the field, or to the first button."""
        first = self.field
        if first is None or first.focusPolicy() is Qt.FocusPolicy.NoFocus:
            first = next(iter(self.buttons), self)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_problems(self, sentences: Sequence[str]) -> None:
        """Show the problems, and mark the field."""
        self.problems.show_problems(sentences)
        if self.field is not None:
            mark_wrong(self.field, bool(sentences))
            about = " ".join((*sentences, self._form_hint)).strip()
            text.named(self.field, self._name, ". ".join(filter(None, (self._type_text, about))))

    def _make_head(self) -> QHBoxLayout:
        row = boxes.row(theme.GROUP)
        name = fitting_label(self._name, "strong", self, _ROOM // 2)
        fill(row, name, grow(self._make_type_label()))
        for button in self._make_head_buttons():
            row.addWidget(button)
        return row

    def _make_type_label(self) -> QLabel:
        node = self.node
        parts = [type_words(node.schema, self._document)]
        parts += [tr("required")] if node.is_required else []
        parts += [tr("not in the tool's description")] if node.is_unknown else []
        self._type_text = " · ".join(filter(None, parts))
        return text.label(self._type_text, "caption", wrap=True, parent=self)

    def _make_head_buttons(self) -> list[QWidget]:
        """Make the buttons beside the name. ``_move`` relies on their order."""
        node, container, name = self.node, self.node.parent, self._name
        is_in_list = container is not None and container.form is FieldForm.LIST
        if node.form in (FieldForm.NOTHING, FieldForm.KEPT):
            words = tr("Give it a value") if node.form is FieldForm.NOTHING else tr("Replace it")
            fill_button = text.button(words, "quiet", parent=self, on_click=self._fill)
            text.named(fill_button, f"{words}: {name}")
            self.buttons.append(fill_button)
        is_line, is_removable = node.form is FieldForm.LINE, container is not None and not node.is_required
        can_be_null = node.form is not FieldForm.NOTHING and draft.is_nullable(node.schema)
        offered: tuple[tuple[bool, str, str, Callable[[], object]], ...] = (
            (self._is_secret(), "eye", tr("Show or cover {name}", name=name), self._toggle_mask),
            (is_line, "arrows-out-line-vertical", tr("Edit {name} over several lines", name=name), self._use_lines),
            (can_be_null, "prohibit", tr("Send nothing (null) as {name}", name=name), self._set_null),
            (is_in_list, "arrow-up", tr("Move {name} up", name=name), partial(self.moved.emit, -1)),
            (is_in_list, "arrow-down", tr("Move {name} down", name=name), partial(self.moved.emit, 1)),
            (is_removable, "trash", tr("Remove {name}", name=name), self.removed.emit),
        )
        for is_offered, icon, words, act in offered:
            if is_offered:
                self.buttons.append(text.tool_button(icons.icon(icon), words, parent=self, on_click=act))
        return self.buttons

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
                lines = LinesField("", _initial_text(node), lines=_LINES, parent=self)
                lines.typed.connect(self._set_typed)
                return lines
            case FieldForm.NOTHING | FieldForm.KEPT:
                return text.label(_unedited_text(node), "muted", wrap=True, parent=self)
        line = LineField("", _initial_text(node), parent=self)
        line.set_masked(masked=self._is_secret())
        line.textEdited.connect(self._set_typed)
        return line

    def _make_choice(self) -> QWidget:
        node, combo = self.node, Combo(self)
        for choice in node.choices:
            combo.addItem(text.brief(Untrusted(draft.choice_text(choice, node.schema))))
        combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(20)
        initial_index = [draft.json_line(choice) for choice in node.choices].index(draft.json_line(node.original))
        combo.setCurrentIndex(initial_index if node.typed is None else int(node.typed))
        combo.activated.connect(self._set_typed)
        return combo

    def _set_typed(self, typed: str | bool | int) -> None:
        """Store what the person wrote or chose. A line in which a line break was pasted needs another field."""
        self.node.typed = typed
        if self.node.form is FieldForm.LINE and isinstance(typed, str) and "\n" in typed:
            self._use_lines()
        self._show_hint()
        self.changed.emit()

    def _show_hint(self) -> None:
        hint = _hidden_characters_text(self.node) or self._form_hint
        text.set_text(self._hint, hint)
        self._hint.setVisible(bool(hint))

    def _is_secret(self) -> bool:
        """Whether it is masked, as where the call is read."""
        node = self.node
        if node.form is not FieldForm.LINE or not isinstance(node.original, str):
            return False
        [found_input] = inputs_of({node.name: node.original}, {"properties": {node.name: node.schema}})[:1]
        return kind_of(input_value(found_input)) is secret.KIND

    def _toggle_mask(self) -> None:
        if isinstance(self.field, LineField):
            self.field.set_masked(masked=not self.field.is_masked)

    def _use_lines(self) -> None:
        self.node.use_lines()
        self.field_outdated.emit()

    def _fill(self) -> None:
        self.node.fill()
        self.field_outdated.emit()

    def _set_null(self) -> None:
        self.node.replace_value(None)
        self.field_outdated.emit()


def _hidden_characters_text(node: Node) -> str:
    """Say that a typed text has invisible characters; empty if it has none."""
    if (
        node.form not in (FieldForm.LINE, FieldForm.LINES)
        or not isinstance(node.typed, str)
        or draft.is_unaltered_by_field(node.typed)
    ):
        return ""
    return tr("This text holds invisible characters. They are sent as they are.")


def _initial_text(node: Node) -> str:
    if isinstance(node.typed, str):
        return node.typed
    if node.form in (FieldForm.LINE, FieldForm.LINES) and isinstance(node.original, str):
        return node.original
    if node.form is FieldForm.LITERAL and isinstance(node.original, str):
        return draft.json_string(node.original)
    return draft.indented_json(node.original) if node.form is FieldForm.JSON else draft.json_line(node.original)


def _form_hint(node: Node) -> str:
    if node.form is FieldForm.LITERAL:
        return tr("Has characters that a field would hide or change. They are shown as escapes, as \\u200B does.")
    if node.form is FieldForm.JSON:
        return tr("Written as JSON: text in quotation marks, true, false, null, [ … ], { … }.")
    return ""


def _unedited_text(node: Node) -> str:
    if node.form is FieldForm.NOTHING:
        return tr("Nothing (null) is sent.")
    size = measure(node.original).characters if isinstance(node.original, str) else len(draft.json_line(node.original))
    return tr_n(
        "{n} character, too long to edit here. It stays as it is.",
        "{n} characters, too long to edit here. They stay as they are.",
        size,
    )


ROWS_AT_FIRST: Final = 16
"""Rows that are made before the form is shown. The others follow while the event loop is idle."""
ROWS_AT_A_TIME: Final = 4
NAMES_OFFERED: Final = 12
"""Missing inputs that are offered at once. The others are offered after a press."""


class RowsView(QWidget):
    """The rows of one object or list. Emits ``changed()``: a value in it was changed."""

    changed = Signal()

    def __init__(self, node: Node, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._node, self._document = node, document
        self.rows: dict[Node, ValueRow] = {}
        self._inner_views: dict[Node, RowsView] = {}
        self._parts: list[QWidget] = []
        self._add_buttons: list[QWidget] = []
        self._problems_by_node: Mapping[Node, Sequence[str]] = {}
        self._all_names_shown = False
        self._pending_nodes: list[Node] = []
        self._rows_timer = QTimer(self)
        self._rows_timer.timeout.connect(self._make_some)
        self.problems = Problems(self)
        self._column = boxes.column(theme.GROUP, self)
        self._build()

    def show_problems(self, by_node: Mapping[Node, Sequence[str]]) -> None:
        """Show the problems of each value here."""
        self._problems_by_node = by_node
        self.problems.show_problems(by_node.get(self._node, ()))
        for node, row in self.rows.items():
            row.show_problems(() if node in self._inner_views else by_node.get(node, ()))
        for view in self._inner_views.values():
            view.show_problems(by_node)

    def put_focus(self) -> None:
        """Give the keyboard to the first field, or to the button that adds one."""
        fields = [row.field for row in self.rows.values() if row.field is not None]
        stops = (stop for stop in (*fields, *windows.stops(self)) if stop.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if (first := next(stops, None)) is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self.rows, self._inner_views, self._add_buttons = {}, {}, []
        if not self._node.children and self._node.form is FieldForm.LIST:
            self._add(text.label(tr("The list is empty."), "muted", parent=self))
        self._pending_nodes = list(self._node.children)
        self._make_some(ROWS_AT_FIRST)
        if self._pending_nodes:
            self._rows_timer.start(0)

    def make_all(self) -> None:
        """Make the rows that are still missing now."""
        while self._pending_nodes:
            self._make_some()

    def _make_some(self, limit: int = ROWS_AT_A_TIME) -> None:
        for node in self._pending_nodes[:limit]:
            self._add_row(node)
            self.rows[node].show_problems(() if node in self._inner_views else self._problems_by_node.get(node, ()))
        self._pending_nodes = self._pending_nodes[limit:]
        if not self._pending_nodes:
            self._rows_timer.stop()
            self._add(self.problems)
            self._make_add_buttons()

    def _rebuild(self) -> None:
        self._column.removeWidget(self.problems)
        boxes.discard(self._column, *(part for part in self._parts if part is not self.problems))
        self._parts = []
        self._build()
        self.show_problems(self._problems_by_node)
        self.changed.emit()

    def _add_row(self, node: Node) -> None:
        row = self.rows[node] = ValueRow(node, self._document, self)
        row.changed.connect(self.changed)
        row.field_outdated.connect(partial(self._replace_row, node))
        row.removed.connect(partial(self._remove, node))
        row.moved.connect(partial(self._move, node))
        self._add(row)
        if node.form in CONTAINER_FORMS:
            inner_view = self._inner_views[node] = RowsView(node, self._document, self)
            inner_view.setContentsMargins(theme.PAGE, 0, 0, 0)
            inner_view.changed.connect(self.changed)
            self._add(inner_view)

    def _add(self, part: QWidget) -> None:
        self._parts.append(part)
        self._column.addWidget(part)
        if part is not self.problems:
            part.show()

    def _make_add_buttons(self) -> None:
        node = self._node
        bar = QWidget(self)
        flow = FlowLayout(bar)
        missing = node.missing_names
        offered = missing if self._all_names_shown else missing[:NAMES_OFFERED]
        if node.form is FieldForm.LIST:
            self._offer_button(flow, bar, tr("Add an item"), partial(self._add_value, ""))
        for name in offered:
            words = tr("Add {name}", name=member_name(name))
            label = tr("{what} (required)", what=words) if name in node.required_names else words
            self._offer_button(flow, bar, label, partial(self._add_value, name))
        if rest := len(missing) - len(offered):
            self._offer_button(flow, bar, tr_n("{n} more", "{n} more", rest), self._show_all_names, icon="dots-three")
        bar.setVisible(bool(flow.count()))
        if flow.count():
            self._add(bar)
        if node.allows_more:
            self._add(self._make_name_field())

    def _offer_button(
        self, flow: FlowLayout, bar: QWidget, words: str, act: Callable[[], object], icon: str = "plus"
    ) -> None:
        button = text.button(words, "pill", parent=bar)
        button.setIcon(icons.icon(icon))
        container_name = name_of(self._node)
        is_root = self._node.parent is None
        text.named(button, words if is_root else tr("{words} to {where}", words=words, where=container_name))
        button.clicked.connect(act)
        flow.addWidget(button)
        self._add_buttons.append(button)

    def _make_name_field(self) -> QWidget:
        container = QWidget(self)
        line = QLineEdit(container)
        line.setMaxLength(1000)
        line.setPlaceholderText(tr("Name of another input"))
        text.named(line, tr("Name of another input"))
        button = text.button(tr("Add"), "normal", parent=container)
        text.named(button, tr("Add an input of this name"))
        fill(boxes.row(theme.GROUP, container), grow(line), button)
        for pressed in (button.clicked, line.returnPressed):
            pressed.connect(partial(self._add_named, line))
        self._add_buttons += [line, button]
        return container

    def _add_named(self, line: QLineEdit) -> None:
        name = line.text()
        if name and all(node.name != name for node in self._node.children):
            self._add_value(name)

    def _add_value(self, name: str) -> None:
        node = self._node.add(name)
        self._rebuild()
        self._focus(node)

    def _show_all_names(self) -> None:
        self._all_names_shown = True
        self._rebuild()

    def _replace_row(self, node: Node) -> None:
        self._rebuild()
        self._focus(node)

    def _remove(self, node: Node) -> None:
        place = self._node.children.index(node)
        self._node.remove(node)
        self._rebuild()
        self.make_all()
        siblings = self._node.children
        if siblings:
            self.rows[siblings[min(place, len(siblings) - 1)]].put_focus()
        elif self._add_buttons:
            self._add_buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _move(self, node: Node, step: int) -> None:
        self._node.move(node, step)
        self._rebuild()
        self.make_all()
        row = self.rows[node]
        button = row.buttons[-3 if step < 0 else -2]
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus(self, node: Node) -> None:
        self.make_all()
        (self._inner_views[node] if node in self._inner_views else self.rows[node]).put_focus()


class FormView(RowsView):
    """The form of one draft."""

    def __init__(self, draft: Draft, schema: object, parent: QWidget | None = None) -> None:
        """``schema``: the tool's, for the words of types."""
        super().__init__(draft.root, Document(schema), parent)  # type: ignore[arg-type]  # JSON of any shape
        self._draft = draft

    def show_all(self, problems: Sequence[EditProblem]) -> None:
        """Show each problem at its value, or at the nearest value around it."""
        by_node: dict[Node, list[str]] = {}
        for problem in problems:
            node = self._draft.nearest(problem.path)
            by_node.setdefault(node, []).append(problem_with_place(problem.path[len(node.path) :], problem.why))
        self.show_problems(by_node)
