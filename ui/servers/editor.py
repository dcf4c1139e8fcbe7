"""Adding, editing and removing servers: what is wanted, what that changes, and the button that does it.

Owns: the field for what is pasted, the cards of drafts with their fields, and the plan that is on screen.

Invariants: nothing is written before the person saw each line that would change, and pressed an armed button that
names this very plan; another plan arms anew; nothing is started here, and what is written waits for its review; a plan
that came for older fields is passed over; a field that nobody touched means what it meant when it came, whatever the
widget makes of it; secrets are dots; what would be started stands above the fields, escaped, one argument a line, as
the host reads it; a fault stands at its field, and a field with a fault is in sight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QTextOption
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from host.control.protocol import ChangeServers, PlanServers, ReadApps, ReadDrafts
from host.control.views import AiApps, DraftFault, DraftReading, DraftValue, ServerDraft, ServerDrafts, ServersPlan
from host.text import one_line
from host.values import replace
from ui import faces, text, theme
from ui.armed import ArmedButton
from ui.icons import icon
from ui.inputs.text_block import FileChanges
from ui.label_text import break_long_words, safe_sentence
from ui.link import LatestRequest, Link
from ui.rules.fields import JsonEdit
from ui.servers import words
from ui.servers.review import CommandCard
from ui.theme import GROUP, PAGE, SECTION, SPACE
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Placed, fill, grow, holder, scrolled, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import fault_label, hidden, mark_wrong, show_text
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, caution
from ui.widgets.page_parts import section

Mode: TypeAlias = Literal["add", "edit", "remove"]

WAIT: Final = 250
"""Milliseconds without a keystroke before the host is asked how it reads."""
WIDEST: Final = 760
"""Pixels of the column."""
_LINES: Final = 5
"""Lines of the field for what is pasted."""
_LONGEST: Final = 64 << 10
"""Characters of a field."""
_NAME: Final = 64
_SHOWN: Final = 60
"""Characters of an entry's name, and of a value's where it is shown."""
_MOST_LINES: Final = 6
"""Lines of a field that grows."""
_WIDEST_NAME: Final = 360
"""Pixels of the name of a server."""
_ASKED: Final = re.compile(r"\$\{secret:([A-Za-z0-9_]{1,64})\}")
_FOLDED: Final = ("command", "url", "folder", "title", "timeout", "sandbox", "rest")
"""Fields that are folded away unless they are wanted."""


class PasteField(JsonEdit):
    """Where a command, an address or a block is pasted; what nobody sees in it, the host refuses."""

    def text_to_insert(self, pasted: str) -> str:
        """As it is: where it is no JSON, an escape would mean something else."""
        return pasted


class ServerEditor(QWidget):
    """Adds servers, or edits or removes one.

    Attributes:
        mode: which of these. server_id: of the one that is edited or removed.
        pasted: the field. cards: the drafts. apps: buttons of apps whose servers can be taken, by id.
        in_file: whether secrets stand in the file. forget: whether the keyring forgets what nobody needs any more.
        changes: what would change. agree: does it, armed. cancel: leaves everything as it is.
        trouble: what cannot be read or was not done.

    Signals:
        finished(tuple: ids): it was done. cancelled(): the person leaves it.
    """

    finished = Signal(tuple)
    cancelled = Signal()

    def __init__(self, link: Link, mode: Mode, server_id: str = "") -> None:
        super().__init__()
        self._link, self.mode, self.server_id = link, mode, server_id
        self.cards: list[DraftCard] = []
        self.apps: dict[str, QWidget] = {}
        self._plan: ServersPlan | None = None
        self._readings, self._plans = LatestRequest(link), LatestRequest(link)
        self._lines: tuple[str, ...] = ()
        self._make_parts()
        self._lay_out()
        self._connect()
        self._show_plan(None)
        if mode == "add":
            link.send(ReadApps(), self._on_apps, lambda _: None)
        elif mode == "edit":
            link.send(ReadDrafts(server_id=server_id), self._on_drafts, self._on_trouble)
        else:
            self._ask_plan()

    @property
    def is_touched(self) -> bool:
        """Whether somebody typed or chose something that would be lost."""
        return bool(self.pasted.json.strip()) or bool(self.cards)

    def take_focus(self) -> None:
        """Put the cursor where one begins."""
        (self.pasted if self.mode == "add" else self.cancel).setFocus()

    # What is wanted

    def _on_paste(self) -> None:
        if self.pasted.document().isModified():  # Qt also tells of fonts
            self._clock.start()

    def _on_pause(self) -> None:
        """Nobody typed for a while."""
        if self.mode == "add" and self.pasted.document().isModified():
            self.pasted.document().setModified(False)
            self._read_text()
        else:
            self._ask_plan()

    def settle(self) -> None:
        """Ask the host now for what would be asked when nobody types for a while."""
        if self._clock.isActive():
            self._clock.stop()
            self._on_pause()

    def _read_text(self) -> None:
        show_text(self._left, "")
        if not self.pasted.json.strip():
            self._readings.forget()
            self._show_drafts(())
            self._on_trouble("")
            return
        self._readings.send(ReadDrafts(self.pasted.json), self._on_drafts, self._on_unread)

    def _on_unread(self, why: str) -> None:
        self._show_drafts(())
        self._on_trouble(why)

    def _on_apps(self, apps: AiApps) -> None:
        for app in apps.found:
            if any(server.state == "beside" for server in app.servers):
                button = text.button(words.taken_from(app), "pill")
                text.named(button, tr("Take servers of {app}", app=words.taken_from(app)))
                button.clicked.connect(partial(self._take, app.id))
                self.apps[app.id] = button
                self._app_row.addWidget(button)
        self._from_apps.setVisible(bool(self.apps))

    def _take(self, app_id: str) -> None:
        self._readings.send(ReadDrafts(app_id=app_id), self._on_drafts, self._on_unread)

    def _on_drafts(self, found: ServerDrafts) -> None:
        self._on_trouble("")
        show_text(self._left, break_long_words(words.left_sentence(found.left)))
        self._show_drafts(found.drafts)

    def _show_drafts(self, drafts: tuple[ServerDraft, ...]) -> None:
        boxes.clear(self._column)
        self.cards = [DraftCard(draft, among_others=len(drafts) > 1 or bool(draft.app)) for draft in drafts]
        if len(drafts) == 1:
            self.cards[0].include.setChecked(True)
        values = [value for draft in drafts for value in (*draft.values, *draft.secrets)]
        self.in_file.setChecked(any(value.secret and value.value and not value.stored for value in values))
        for card in self.cards:
            card.changed.connect(self._clock.start)
            self._column.addWidget(card)
        self._from_apps.setVisible(bool(self.apps) and not (self.cards and self.pasted.json.strip()))
        self._ask_plan()

    # What that changes

    @property
    def _drafts(self) -> tuple[ServerDraft, ...]:
        in_file = self.in_file.isChecked()
        return tuple(card.draft(in_file=in_file) for card in self.cards)

    @property
    def _wanted(self) -> tuple[ServerDraft, ...]:
        return tuple(draft for draft in self._drafts if draft.wanted)

    @property
    def _removed(self) -> tuple[str, ...]:
        return (self.server_id,) if self.mode == "remove" else ()

    def _ask_plan(self) -> None:
        self._clock.stop()
        if self.cards or self.mode == "remove":
            self._plans.send(PlanServers(self._drafts, self._removed), self._on_plan, self._on_no_plan)
        else:
            self._plans.forget()
            self._show_plan(None)

    def _on_plan(self, plan: ServersPlan) -> None:
        for card, reading in zip(self.cards, plan.readings, strict=False):
            card.show_reading(reading)
        self._show_plan(plan)

    def _on_no_plan(self, why: str) -> None:
        self._show_plan(None)
        self._on_trouble(why)

    def _show_plan(self, plan: ServersPlan | None) -> None:
        before, self._plan = self._plan, plan
        ready = plan is not None and bool(plan.digest)
        lines = plan.lines if plan is not None and ready else ()
        if lines != self._lines:
            self._lines = lines
            self.changes.show_changes(lines)
        self._changes.setVisible(bool(lines))
        said = words.secrets_sentence(plan) if plan is not None else ""
        if plan is not None and not plan.lines and not plan.secrets and self.mode == "edit":
            said = tr("Nothing would change.")
        show_text(self._secrets, said)
        bare = plan is not None and not plan.keyring and any(card.has_secrets for card in self.cards)
        self._no_keyring.setVisible(bare)
        self.in_file.setVisible(bare or (self.in_file.isChecked() and any(card.has_secrets for card in self.cards)))
        reached = words.reached_by(plan) if plan is not None else ""
        self._reached.set_text(tr("AI apps use it"), reached)
        self._reached.setVisible(bool(reached))
        unused = plan is not None and bool(plan.unused) and plan.keyring
        self.forget.setVisible(unused)
        if plan is not None and unused:
            text.set_button_text(self.forget, words.forget_words(plan))
        if plan is None or before is None or before.digest != plan.digest:
            self.agree.set_words(words.agree_words(self.mode, max(1, len(self._wanted))))
        self.agree.setVisible(ready)
        lacking = tr("Something above is missing or cannot be used.") if self._wanted else tr("Tick what to add.")
        text.set_text(self._wait, lacking if self.cards and not ready and not said else "")

    # What is done

    def _on_agree(self) -> None:
        plan = self._plan
        if plan is None or not plan.digest or self._clock.isActive():
            return  # something was typed since
        names = tuple(draft.before or draft.id.strip() for draft in self._wanted) or self._removed
        forget = self.forget.isVisible() and self.forget.isChecked()
        request = ChangeServers(plan.digest, self._drafts, self._removed, forget)
        self.agree.setEnabled(False)
        self.cancel.setEnabled(False)  # or nobody would hear what came of it
        self._link.send(request, lambda _: self.finished.emit(names), self._on_not_done)

    def _on_not_done(self, why: str) -> None:
        self.agree.setEnabled(True)
        self.cancel.setEnabled(True)
        self._on_trouble(why, tr("Nothing was changed"))
        self._ask_plan()

    def _on_trouble(self, why: str, title: str = "") -> None:
        self.trouble.set_text(title or tr("This cannot be used"), safe_sentence(why) if why else "")
        self.trouble.setVisible(bool(why))

    # Parts

    def _make_parts(self) -> None:
        self.pasted = PasteField(tr("Command, address or configuration"))
        self.pasted.setPlaceholderText(tr("npx -y @modelcontextprotocol/server-filesystem ~/Documents"))
        self.pasted.setFixedHeight(self.pasted.fontMetrics().lineSpacing() * _LINES + SECTION)
        self.trouble = hidden(Notice("amber", ""))
        self._left = hidden(text.label("", "caption", wrap=True))
        self._app_row = FlowLayout()
        taken = text.label(tr("Or take servers that another app on this computer has"), "muted", wrap=True)
        self._from_apps = hidden(holder(fill(boxes.column(GROUP), taken, self._app_row)))
        self._column = boxes.column(SECTION)
        self._no_keyring = Notice(
            "amber",
            tr("There is no keyring on this computer"),
            tr(
                "Secrets can then only stand in servers.json itself. Other accounts cannot read that file; any program "
                "that runs as you can. Without that, the server cannot be added."
            ),
        )
        self.in_file = text.check(tr("Keep secrets in servers.json"))
        self._secrets = text.label("", "muted", wrap=True)
        self._reached = Notice("amber", "")
        self.forget = text.check("")
        self.forget.setChecked(self.mode == "remove")
        self.changes = FileChanges()
        self.changes.show_changes(())
        self._changes = section(tr("What changes in servers.json"), self.changes)
        self._clock = QTimer(self, interval=WAIT, singleShot=True)
        self.cancel = text.button(tr("Cancel"), parent=self)
        self.agree = ArmedButton(
            words.agree_words(self.mode), "danger" if self.mode == "remove" else "normal", parent=self
        )
        self._wait = text.label("", "muted", wrap=True)

    def _lay_out(self) -> None:
        title = words.editor_title(self.mode, self.server_id)
        scroll = scrolled(
            title,
            text.label(title, "heading", wrap=True),
            text.label(tr(words.EDITING[self.mode]), wrap=True),
            *(self.pasted, self._from_apps, self.trouble, self._left, self._reached, self._no_keyring, self.in_file),
            *(self._column, self._secrets, self._changes, self.forget),
            spacing=SECTION,
            margins=(0, 0, 0, SECTION),
            widest=WIDEST,
        )
        self.pasted.setVisible(self.mode == "add")
        foot = holder(
            fill(boxes.row(GROUP, margins=(0, 0, 0, PAGE)), grow(self._wait), STRETCH, self.cancel, self.agree)
        )
        foot.setMaximumWidth(WIDEST)  # it ends where the cards above it do
        fill(
            boxes.column(SECTION, self, (PAGE, PAGE, PAGE, 0)),
            grow(scroll),
            fill(boxes.row(0), grow(foot), Placed(None)),
        )

    def _connect(self) -> None:
        self.pasted.textChanged.connect(self._on_paste)
        self.pasted.refused.connect(self._on_trouble)
        self._clock.timeout.connect(self._on_pause)
        self.in_file.clicked.connect(self._ask_plan)
        self.cancel.clicked.connect(self.cancelled)
        self.agree.pressed.connect(self._on_agree)


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
        lines = max(1, min(_MOST_LINES, round(self.document().size().height())))
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + SECTION + SPACE)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Another width has other lines."""
        super().resizeEvent(event)
        self._grow()


class _Labelled(QWidget):
    """A field with its name above it, and what is wrong with it below."""

    def __init__(self, name: str, field: QWidget, caption: str = "") -> None:
        super().__init__()
        self.field = field
        self._fault = fault_label("body")
        above = [text.label(name, "muted", wrap=True)] if name else []
        below = [text.label(caption, "caption", wrap=True)] if caption else []
        fill(boxes.column(SPACE, self), *above, field, *below, self._fault)

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
        self._fault = fault_label("body")
        self.name.setReadOnly(fixed)
        self.name.setFocusPolicy(Qt.FocusPolicy.ClickFocus if fixed else Qt.FocusPolicy.StrongFocus)
        self.secret.setChecked(given.secret)
        if fixed:
            self.secret.hide()
            self.remove.hide()
        self._mask()
        row = fill(boxes.row(GROUP), grow(self.name, 2), grow(self.value, 3), self.secret, self.remove)
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
        hint = tr("kept in the keyring; type to replace it") if self._given.kept else tr("enter it here")
        self.value.setPlaceholderText(hint if masked else "")


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
        self._title = text.label(title, "muted", wrap=True)
        add_place = Placed(self.add, alignment=Qt.AlignmentFlag.AlignLeading)
        fill(boxes.column(GROUP, self), self._title, self._column, add_place)
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
        for said in (*self._lost(reading.faults), *reading.cautions):
            self._cautions.addWidget(caution(safe_sentence(said)))

    def _lost(self, faults: tuple[DraftFault, ...]) -> Iterator[str]:
        """What is wrong with a value that has no row."""
        rows = {"values": self.values.rows, "secrets": self.secrets.rows}
        for fault in faults:
            part, sign, name = fault.field.partition("/")
            if sign and all(row.name.said.strip() != name for row in rows.get(part, [])):
                yield fault.why

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
        program = draft.kind == "stdio"
        flow = FlowLayout()
        kind = (tr("Local program"), "terminal-window") if program else (tr("Network"), "globe")
        flow.addWidget(Badge(kind[0], "neutral", kind[1]))
        if draft.app:
            flow.addWidget(Badge(tr("from {app}", app=faces.app_name(draft.app)), "neutral"))
        middle = Qt.AlignmentFlag.AlignVCenter
        head = fill(boxes.row(GROUP), Placed(self.include, 0, middle), Placed(holder(flow), 1, middle))
        fill(self.body, head, self._named, self._started, self.values, self.secrets, self._cautions, self.fold)
        self._fields = self._labelled_fields()
        absent = ("url",) if program else ("command", "folder", "sandbox")
        column = boxes.column(GROUP + SPACE)
        for key, labelled in self._fields.items():
            if key == "sandbox":
                column.addWidget(self.off)
            column.addWidget(labelled)
            if key in absent:
                labelled.hide()
        self._more = holder(column)
        self.body.addWidget(self._more)

    def _labelled_fields(self) -> dict[str, _Labelled]:
        """The fields that are folded away, by the names that the host has for them."""
        box = fill(
            boxes.column(GROUP, margins=(SECTION, 0, 0, 0)),
            text.label(tr("It then sees these folders and its own program alone."), "caption", wrap=True),
            _Labelled(tr("It may read"), _with_folders(self.reads)),
            _Labelled(tr("It may change"), _with_folders(self.writes)),
            self.network,
        )
        self._box = holder(box)
        sandbox = holder(fill(boxes.column(GROUP), self.boxed, self._box))
        self._box.setVisible(self.boxed.isChecked())
        secret_place = tr("Write ${secret:NAME} where a secret belongs, and Assent asks for it above.")
        return {
            "command": _Labelled(tr("Command"), self.command, secret_place),
            "url": _Labelled(tr("Address"), self.url, secret_place),
            "folder": _Labelled(tr("Folder"), self.folder),
            "title": _Labelled(tr("Display name"), self.title),
            "timeout": _Labelled(tr("Seconds a call may run"), self.timeout),
            "sandbox": _Labelled("", sandbox),
            "rest": _Labelled(tr("Advanced: other keys, as JSON"), self.rest),
        }

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
    choose: QToolButton = text.tool_button(icon("folder-open"), tr("Choose a folder"))

    def ask() -> None:
        if chosen := QFileDialog.getExistingDirectory(field, tr("Choose a folder"), str(Path.home())):
            field.add_line(chosen)

    choose.clicked.connect(ask)
    return holder(fill(boxes.row(GROUP), grow(field), top(choose)))


def _show_fault(label: QLabel, field: QWidget, why: str) -> None:
    show_text(label, why)
    mark_wrong(field, bool(why))
    text.named(field, field.accessibleName(), why)
