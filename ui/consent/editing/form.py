"""The fields of a draft, one below another.

Owns: their order, and what adds, removes and moves values.

Invariants: a change of the tree makes the rows of that object or list anew and leaves the others, with the keyboard
where the person works; each row stands for one value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from host.control.views import EditProblem
from ui import icons, text, theme
from ui.consent.editing.draft import Draft, Node
from ui.consent.editing.fields import Form
from ui.consent.editing.row import Problems, ValueRow, member_name, name_of
from ui.inputs.schema import Document
from ui.tr import sentence, tr, tr_n
from ui.widgets import boxes
from ui.widgets.flow import FlowLayout

AT_ONCE: Final = 16
"""Rows that are made before the form is shown; the others follow while the loop has time."""
AT_A_TIME: Final = 4
OFFERED: Final = 12
"""Absent inputs that are offered at once; the others come with a press."""


class FormView(QWidget):
    """The form of one draft.

    Signals:
        changed(): something is another value than before.
    """

    changed = Signal()

    def __init__(self, draft: Draft, schema: object, parent: QWidget | None = None) -> None:
        """``schema``: the tool's, for the words of types."""
        super().__init__(parent)
        self._draft = draft
        self._whole = Holder(draft.root, Document(schema), self)  # type: ignore[arg-type]  # JSON of any shape
        self._whole.changed.connect(self.changed)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self._whole)

    def show_problems(self, problems: Sequence[EditProblem]) -> None:
        """Say each where it stands, or at the nearest value around it."""
        by_node: dict[Node, list[str]] = {}
        for problem in problems:
            node = self._draft.nearest(problem.path)
            missing = problem.path[len(node.path) :]
            name = " ▸ ".join(member_name(str(step)) for step in missing)
            said = sentence(problem.why)
            why = tr("{name}: {why}", name=name, why=said) if missing else said
            by_node.setdefault(node, []).append(why)
        self._whole.show_problems(by_node)

    def tab_stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return self._whole.tab_stops()

    def put_focus(self) -> None:
        """Give the keyboard to the first field."""
        self._whole.put_focus()


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

    def tab_stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        found: list[QWidget] = []
        for node, row in self.rows.items():
            found += row.tab_stops()
            found += self._holders[node].tab_stops() if node in self._holders else []
        return found + self._adders

    def put_focus(self) -> None:
        """Give the keyboard to the first field, or to what adds one."""
        stops = self.tab_stops()
        fields = [row.editor.field for row in self.rows.values() if row.editor is not None]
        for stop in (*fields, *stops):
            if stop.focusPolicy() is not Qt.FocusPolicy.NoFocus:
                stop.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _build(self) -> None:
        self.rows, self._holders, self._adders = {}, {}, []
        if not self._node.children and self._node.form is Form.LIST:
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
        if node.form in (Form.LIST, Form.OBJECT):
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
        absent = node.missing
        shown = absent if self._all_offered else absent[:OFFERED]
        if node.form is Form.LIST:
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
