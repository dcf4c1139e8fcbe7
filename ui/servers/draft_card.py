"""One server as a person edits it, before anything of it is written.

Owns: the fields of a draft, how the host reads them, and what is wrong with each.

Invariants: a field that nobody touched means what it meant when it came, whatever the widget makes of it; secrets are
dots; what would be started stands above the fields, escaped, one argument a line, as the host reads it; a fault stands
at its field, and a field with a fault is in sight.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from host.control.views import DraftFault, DraftReading, DraftValue, ServerDraft
from host.text import one_line
from host.values import replace
from ui import text, theme
from ui.icons import icon
from ui.label_text import safe_sentence
from ui.rules.json_edit import JsonEdit
from ui.servers import edit_words as words
from ui.servers.review import CommandCard
from ui.theme import GROUP, SECTION, SPACE
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.cards import Card
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, caution
from ui.widgets.layouts import fill, grow, top

_LONGEST: Final = 64 << 10
"""Characters of a field."""
_NAME: Final = 64
_SHOWN: Final = 60
_LINES, _MOST_LINES = 1, 6
_WIDEST_NAME: Final = 360
"""Pixels of the name of a server."""
_ASKED: Final = re.compile(r"\$\{secret:([A-Za-z0-9_]{1,64})\}")
_FOLDED: Final = ("command", "url", "folder", "title", "timeout", "sandbox", "rest")
"""Fields that are folded away unless they are wanted."""


class LineField(QLineEdit):
    """A field of one line that says what it was given until somebody types."""

    def __init__(self, name: str, value: str = "", *, mono: bool = False, hint: str = "") -> None:
        super().__init__()
        self._given = value
        self.setMaxLength(_LONGEST)
        self.setText(value)
        self.setCursorPosition(0)
        self.setPlaceholderText(hint)
        if mono:
            self.setFont(theme.mono_font())
            self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        text.named(self, name)

    @property
    def said(self) -> str:
        """What it says."""
        return self.text() if self.isModified() else self._given


class LinesField(QPlainTextEdit):
    """A field of a few lines that grows with them, and says what it was given until somebody types.

    Signals:
        typed(): the text is another. Qt's own signal also tells of fonts.
    """

    typed = Signal()

    def __init__(self, name: str, value: str = "") -> None:
        super().__init__()
        self._given = value
        self.setFont(theme.mono_font())
        self.setTabChangesFocus(True)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)
        self.setPlainText(value)
        self.document().setModified(False)
        self._last = self.toPlainText()
        self.textChanged.connect(self._on_text)
        text.named(self, name)
        self._grow()

    @property
    def said(self) -> str:
        """What it says."""
        return self.toPlainText() if self.document().isModified() else self._given

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that are not blank."""
        return tuple(line.strip() for line in self.said.split("\n") if line.strip())

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802  # Qt's name
        """Paste text alone; one unbroken line of a megabyte would block for minutes."""
        pasted = source.text()
        if len(pasted) + self.document().characterCount() <= _LONGEST:
            self.insertPlainText(pasted)

    def add_line(self, line: str) -> None:
        """One more."""
        self.document().setModified(True)
        self.setPlainText("\n".join((*self.lines, line)))
        self.document().setModified(True)

    def _on_text(self) -> None:
        self._grow()
        if (now := self.toPlainText()) != self._last:
            self._last = now
            self.typed.emit()

    def _grow(self) -> None:
        lines = max(_LINES, min(_MOST_LINES, round(self.document().size().height())))
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + SECTION + SPACE)

    def resizeEvent(self, event: object) -> None:  # noqa: N802  # Qt's name
        """Another width has other lines."""
        super().resizeEvent(event)  # type: ignore[arg-type]  # Qt's event
        self._grow()


class _Labelled(QWidget):
    """A field with its name above it, and what is wrong with it below."""

    def __init__(self, name: str, field: QWidget, caption: str = "") -> None:
        super().__init__()
        self.field = field
        self._fault = _fault_label()
        column = boxes.column(SPACE, self)
        if name:
            column.addWidget(text.label(name, "muted", wrap=True))
        column.addWidget(field)
        if caption:
            column.addWidget(text.label(caption, "caption", wrap=True))
        column.addWidget(self._fault)

    def show_fault(self, why: str) -> None:
        """Say what is wrong; nothing where it is empty."""
        _show_fault(self._fault, self.field, why)


class ValueRow(QWidget):
    """A variable, a header or a secret: its name, its value, whether that is a secret.

    Attributes:
        name, value: the fields. secret: whether it is one. remove: takes it out.

    Signals:
        changed(): something is another. removed(): the person takes it out.
    """

    changed = Signal()
    removed = Signal()

    def __init__(self, given: DraftValue, *, fixed: bool) -> None:
        """``fixed``: it is a secret within a text, whose name stands there."""
        super().__init__()
        self._given = given
        shown = one_line(given.name, _SHOWN) or tr("new value")
        self.name = LineField(tr("Name"), given.name, mono=True)
        self.value = LineField(tr("Value of {name}", name=shown), given.value, mono=True)
        self.secret = text.check(tr("Secret"))
        text.named(self.secret, tr("{name} is a secret", name=shown))
        self.remove = text.tool_button(icon("trash"), tr("Remove {name}", name=shown))
        self._fault = _fault_label()
        self.name.setReadOnly(fixed)
        self.name.setFocusPolicy(Qt.FocusPolicy.ClickFocus if fixed else Qt.FocusPolicy.StrongFocus)
        self.secret.setChecked(given.secret)
        if fixed:
            self.secret.hide()
            self.remove.hide()
        self._mask()
        row = boxes.row(GROUP)
        row.addWidget(self.name, 2)
        row.addWidget(self.value, 3)
        fill(row, self.secret, self.remove)
        fill(boxes.column(SPACE, self), row, self._fault)
        self.name.textEdited.connect(self.changed)
        self.value.textEdited.connect(self.changed)
        self.secret.clicked.connect(self._on_secret)
        self.remove.clicked.connect(self.removed)

    def draft(self, *, in_file: bool) -> DraftValue:
        """What it says. ``in_file``: a secret stands in the file."""
        secret = self.secret.isChecked()
        kept = self._given.kept if secret else ""
        return DraftValue(self.name.said, self.value.said, secret, secret and not in_file, kept)

    def show_fault(self, why: str) -> None:
        """Say what is wrong; nothing where it is empty."""
        _show_fault(self._fault, self.value, why)

    def _on_secret(self) -> None:
        self._mask()
        self.changed.emit()

    def _mask(self) -> None:
        masked = self.secret.isChecked()
        self.value.setEchoMode(QLineEdit.EchoMode.Password if masked else QLineEdit.EchoMode.Normal)
        self.value.setContextMenuPolicy(
            Qt.ContextMenuPolicy.NoContextMenu if masked else Qt.ContextMenuPolicy.DefaultContextMenu
        )
        hint = words.secret_hint(kept=bool(self._given.kept)) if masked else ""
        self.value.setPlaceholderText(hint)


class ValueList(QWidget):
    """Values of one kind, below each other.

    Attributes:
        rows: those that are there. add: puts one more there.

    Signals:
        changed(): something is another.
    """

    changed = Signal()

    def __init__(self, title: str, values: tuple[DraftValue, ...], add: str, *, fixed: bool = False) -> None:
        super().__init__()
        self._fixed = fixed
        self.rows: list[ValueRow] = []
        self._column = boxes.column(GROUP)
        self.add = text.button(add, "quiet")
        self.add.setIcon(icon("plus"))
        if fixed:
            self.add.hide()
        self.add.clicked.connect(self._on_add)
        column = boxes.column(GROUP, self)
        self._title = text.label(title, "muted", wrap=True)
        fill(column, self._title, self._column)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeading)
        for value in values:
            self._put(value)
        self._title.setVisible(bool(values))

    def drafts(self, *, in_file: bool) -> tuple[DraftValue, ...]:
        """What they say."""
        return tuple(row.draft(in_file=in_file) for row in self.rows)

    def show_faults(self, faults: dict[str, str]) -> None:
        """Say what is wrong, by the names of values."""
        for row in self.rows:
            row.show_fault(faults.get(row.name.said.strip(), ""))

    def _put(self, value: DraftValue) -> ValueRow:
        row = ValueRow(value, fixed=self._fixed)
        row.changed.connect(self.changed)
        row.removed.connect(lambda: self._on_removed(row))
        self.rows.append(row)
        self._column.addWidget(row)
        return row

    def keep_to(self, names: tuple[str, ...]) -> None:
        """Have a row for each of these, and for no other."""
        for row in [row for row in self.rows if row.name.said not in names]:
            self._drop(row)
        known = {row.name.said for row in self.rows}
        for name in dict.fromkeys(names):
            if name not in known:
                self._put(DraftValue(name, secret=True))
        self._title.setVisible(bool(self.rows))
        self.setVisible(bool(self.rows))

    def _on_add(self) -> None:
        self._title.show()
        self._put(DraftValue("")).name.setFocus()

    def _drop(self, row: ValueRow) -> None:
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _on_removed(self, row: ValueRow) -> None:
        self._drop(row)
        self._title.setVisible(bool(self.rows))
        self.add.setFocus()
        self.changed.emit()


class DraftCard(Card):
    """One draft.

    Attributes:
        include: whether it is to be added. name: of the entry. values, secrets: those lists.
        fold: shows the other fields. command, url, folder, title, timeout, off, boxed, reads, writes, network, rest:
        those fields.

    Signals:
        changed(): something is another.
    """

    changed = Signal()

    def __init__(self, draft: ServerDraft, *, among_others: bool = False) -> None:
        """``among_others``: it is one of several, of which a person takes some."""
        super().__init__()
        self._draft = draft
        self._reading: DraftReading | None = None
        self.include = text.check(tr("Add this one"))
        self.include.setChecked(not draft.app)
        if not among_others:
            self.include.hide()
        self.name = LineField(tr("Name"), draft.id, mono=True)
        self.name.setMaxLength(_NAME)
        self.name.setMaximumWidth(_WIDEST_NAME)
        self._named = _Labelled(tr("Name"), self.name)
        if draft.before:
            self._named.hide()
        program = draft.kind == "stdio"
        self._started = boxes.column(SPACE)
        self.values = ValueList(
            tr("Variables") if program else tr("Headers"),
            draft.values,
            tr("Add a variable") if program else tr("Add a header"),
        )
        inside = tr("Secrets in the command") if program else tr("Secrets in the address")
        self.secrets = ValueList(inside, draft.secrets, "", fixed=True)
        if not draft.secrets:
            self.secrets.hide()
        self._cautions = QVBoxLayout()
        self.fold = text.button(tr("More settings"), "fold")
        self._more = QWidget()
        self._make_fields(draft)
        self._lay_out(draft)
        self._connect()
        self._open(bool(draft.before))

    @property
    def is_wanted(self) -> bool:
        """Whether it is to be added."""
        return self.include.isHidden() or self.include.isChecked()

    @property
    def has_secrets(self) -> bool:
        """Whether one of its values is a secret."""
        return any(row.secret.isChecked() for row in (*self.values.rows, *self.secrets.rows))

    def draft(self, *, in_file: bool) -> ServerDraft:
        """What the fields say. ``in_file``: secrets stand in the file."""
        return replace(
            self._draft,
            wanted=self.is_wanted,
            id=self.name.said,
            command=self.command.said,
            url=self.url.said,
            folder=self.folder.said,
            values=self.values.drafts(in_file=in_file),
            secrets=self.secrets.drafts(in_file=in_file),
            title=self.title.said,
            timeout=self.timeout.said,
            disabled=self.off.isChecked(),
            sandboxed=self.boxed.isChecked(),
            reads=self.reads.lines,
            writes=self.writes.lines,
            network=self.network.isChecked(),
            rest=self.rest.json if self.rest.document().isModified() else self._draft.rest,
        )

    def show_reading(self, reading: DraftReading) -> None:
        """Say how the host reads it."""
        if reading == self._reading:
            return
        before, self._reading = self._reading, reading
        if before is None or before.command != reading.command:
            boxes.clear(self._started)
            if any(reading.command):
                program = self._draft.kind == "stdio"
                fill(
                    self._started,
                    text.label(tr("What is started") if program else tr("Where it is"), "muted"),
                    CommandCard(reading.command),
                )
        faults = {fault.field: safe_sentence(fault.why) for fault in reversed(reading.faults)}
        self._named.show_fault(faults.get("id", ""))
        for field, labelled in self._fields.items():
            labelled.show_fault(faults.get(field, ""))
        for part, known in (("values", self.values), ("secrets", self.secrets)):
            known.show_faults({key.partition("/")[2]: why for key, why in faults.items() if key.startswith(f"{part}/")})
        if any(fault.field in _FOLDED for fault in reading.faults):
            self._open(True)
        boxes.clear(self._cautions)
        for said in (*self._lost(reading.faults), *map(safe_sentence, reading.cautions)):
            self._cautions.addWidget(caution(said))

    def _lost(self, faults: tuple[DraftFault, ...]) -> list[str]:
        """What is wrong with a value that has no row."""
        rows = {"values": self.values.rows, "secrets": self.secrets.rows}
        found = []
        for fault in faults:
            part, sign, name = fault.field.partition("/")
            if sign and all(row.name.said.strip() != name for row in rows.get(part, [])):
                found.append(safe_sentence(fault.why))
        return found

    def _make_fields(self, draft: ServerDraft) -> None:
        self.command = LinesField(tr("Command"), draft.command)
        self.url = LineField(tr("Address"), draft.url, mono=True)
        self.folder = LineField(tr("Folder"), draft.folder, mono=True, hint=tr("where it is started; may stay empty"))
        self.title = LineField(tr("Display name"), draft.title, hint=tr("what it is called on screen; may stay empty"))
        self.timeout = LineField(tr("Seconds a call may run"), draft.timeout, hint=tr("as the settings say"))
        self.off = text.check(tr("Switched off"))
        self.boxed = text.check(tr("Confine it to folders"))
        self.reads = LinesField(tr("Folders it may read, one a line"), "\n".join(draft.reads))
        self.writes = LinesField(tr("Folders it may change, one a line"), "\n".join(draft.writes))
        self.network = text.check(tr("It may use the network"))
        self.rest = JsonEdit(tr("Advanced: other keys, as JSON"))
        self.rest.show_json(draft.rest)
        self.rest.document().setModified(False)
        self.rest.setFixedHeight(self.rest.fontMetrics().lineSpacing() * 5 + SECTION)
        for box, on in ((self.off, draft.disabled), (self.boxed, draft.sandboxed), (self.network, draft.network)):
            box.setChecked(on)

    def _lay_out(self, draft: ServerDraft) -> None:
        head = boxes.row(GROUP)
        badges = QWidget()
        flow = FlowLayout(badges)
        flow.addWidget(
            Badge(tr("Local program"), "neutral", "terminal-window")
            if draft.kind == "stdio"
            else Badge(tr("Network"), "neutral", "globe")
        )
        if said := words.origin(draft):
            flow.addWidget(Badge(said, "neutral"))
        head.addWidget(self.include, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(badges, 1, Qt.AlignmentFlag.AlignVCenter)
        parts: list[QWidget | QVBoxLayout] = [self._named, self._started, self.values, self.secrets, self._cautions]
        self.body.addLayout(head)
        for part in parts:
            self.body.addWidget(part) if isinstance(part, QWidget) else self.body.addLayout(part)
        fill(self.body, self.fold, self._more)
        self._lay_out_more(program=draft.kind == "stdio")

    def _lay_out_more(self, *, program: bool) -> None:
        self._box = QWidget()
        box = fill(
            boxes.column(GROUP, self._box, (SECTION, 0, 0, 0)),
            text.label(tr(words.SANDBOX_MEANING), "caption", wrap=True),
        )
        for name, field in ((tr("It may read"), self.reads), (tr("It may change"), self.writes)):
            box.addWidget(_Labelled(name, _with_folders(field)))
        box.addWidget(self.network)
        boxed = QWidget()
        column = fill(boxes.column(GROUP, boxed), self.boxed, self._box)
        self._box.setVisible(self.boxed.isChecked())
        self._fields = {
            "command": _Labelled(tr("Command"), self.command, tr(words.SECRET_PLACE)),
            "url": _Labelled(tr("Address"), self.url, tr(words.SECRET_PLACE)),
            "folder": _Labelled(tr("Folder"), self.folder),
            "title": _Labelled(tr("Display name"), self.title),
            "timeout": _Labelled(tr("Seconds a call may run"), self.timeout),
            "sandbox": _Labelled("", boxed),
            "rest": _Labelled(tr("Advanced: other keys, as JSON"), self.rest),
        }
        column = boxes.column(GROUP + SPACE, self._more)
        hidden = ("url",) if program else ("command", "folder", "sandbox")
        for key, labelled in self._fields.items():
            if key == "sandbox":
                column.addWidget(self.off)
            column.addWidget(labelled)
            labelled.setVisible(key not in hidden)

    def _connect(self) -> None:
        for line in (self.name, self.url, self.folder, self.title, self.timeout):
            line.textEdited.connect(self.changed)
        for lines in (self.command, self.reads, self.writes):
            lines.typed.connect(self.changed)
        self.rest.textChanged.connect(self._on_rest)
        for box in (self.off, self.boxed, self.network, self.include):
            box.clicked.connect(self.changed)
        for values in (self.values, self.secrets):
            values.changed.connect(self.changed)
        self.command.typed.connect(self._on_text)
        self.url.textEdited.connect(self._on_text)
        self.boxed.toggled.connect(self._box.setVisible)
        self.fold.clicked.connect(lambda: self._open(self._more.isHidden()))

    def _on_rest(self) -> None:
        if self.rest.document().isModified():
            self.changed.emit()

    def _on_text(self) -> None:
        """A secret that the text names has a row."""
        self.secrets.keep_to(tuple(_ASKED.findall(f"{self.command.said} {self.url.said}")))

    def _open(self, shown: bool) -> None:
        self._more.setVisible(shown)
        self.fold.setIcon(icon("caret-down" if shown else "caret-right"))
        text.set_button_text(self.fold, tr("Fewer settings") if shown else tr("More settings"))


def _with_folders(field: LinesField) -> QWidget:
    """A field of folders, and a button that chooses one."""
    whole = QWidget()
    row = boxes.row(GROUP, whole)
    choose: QToolButton = text.tool_button(icon("folder-open"), tr("Choose a folder"))

    def ask() -> None:
        if chosen := QFileDialog.getExistingDirectory(whole, tr("Choose a folder"), str(Path.home())):
            field.add_line(chosen)

    choose.clicked.connect(ask)
    fill(row, grow(field), top(choose))
    return whole


def _fault_label() -> QWidget:
    made = text.label("", wrap=True)
    made.setProperty("tone", "red")
    made.hide()
    return made


def _show_fault(label: QWidget, field: QWidget, why: str) -> None:
    text.set_text(label, why)  # type: ignore[arg-type]  # a label of ours
    label.setVisible(bool(why))
    if bool(field.property("wrong")) != bool(why):
        field.setProperty("wrong", bool(why))
        field.style().unpolish(field)
        field.style().polish(field)
    text.named(field, field.accessibleName(), why)
