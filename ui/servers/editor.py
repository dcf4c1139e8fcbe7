"""Adding, editing and removing servers: the drafts, the changes that they would make, and the button that makes them.

Owns: the field to paste into, the cards of drafts with their fields, and the plan that is on screen.

Invariants: nothing is written before the person saw each line that would change and pressed an armed button; the
request names exactly the plan on screen; another plan arms again; nothing is started here, and a changed server waits
for its review; a plan for older field values is ignored; an untouched field keeps the value that it was given, even if
the widget cannot show it exactly; secrets are dots; the command, as the host reads it, is above the fields, escaped,
one argument a line; a fault is shown at its field, and a field with a fault is unfolded.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QLabel, QToolButton, QVBoxLayout, QWidget

from host import regex
from host.control.protocol import ChangeServers, PlanServers, ReadApps, ReadDrafts
from host.control.views import AiApps, DraftFault, DraftReading, DraftValue, ServerDraft, ServerDrafts, ServersPlan
from host.text import one_line
from host.values import replace
from ui import display_names, text
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
from ui.widgets.fields import LineField, LinesField
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, caution
from ui.widgets.page_parts import section

Mode: TypeAlias = Literal["add", "edit", "remove"]

WAIT: Final = 250  # milliseconds without a keystroke before the host is asked
WIDEST: Final = 760  # pixels of the column
_LINES: Final = 5  # lines of the field to paste into
_MAX_NAME: Final = 64
_MAX_SHOWN_NAME: Final = 60
"""Characters of the name of a value in labels; ``_MAX_NAME`` is that of a server."""
_MAX_NAME_WIDTH: Final = 360  # pixels of the name of a server
_SECRET_REFERENCE: Final = regex.pattern(r"\$\{secret:([A-Za-z0-9_]{1,64})\}")
_FOLDED: Final = ("command", "url", "folder", "title", "timeout", "sandbox", "rest")  # fields that are folded at first


class PasteField(JsonEdit):
    """The field for a command, an address or a block of configuration. The host refuses invisible characters in it."""

    def text_to_insert(self, pasted: str) -> str:
        """Return ``pasted`` unchanged: in text that is not JSON, an escape would mean something else."""
        return pasted


class ServerEditor(QWidget):
    """Adds servers, or edits or removes one."""

    finished = Signal(tuple)  # ids: the changes were made
    cancelled = Signal()  # the person cancelled

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
        self.pasted.textChanged.connect(self._on_paste)
        self.pasted.refused.connect(self._show_trouble)
        self._typing_timer.timeout.connect(self._on_pause)
        self.in_file.clicked.connect(self._ask_plan)
        self.agree.pressed.connect(self._on_agree)
        self._show_plan(None)
        if mode == "add":
            link.send(ReadApps(), self._on_apps, lambda _: None)
        elif mode == "edit":
            link.send(ReadDrafts(server_id=server_id), self._on_drafts, self._show_trouble)
        else:
            self._ask_plan()

    @property
    def is_touched(self) -> bool:
        """Whether there is input that would be lost."""
        return bool(self.pasted.json.strip()) or bool(self.cards)

    def take_focus(self) -> None:
        """Focus the first field."""
        (self.pasted if self.mode == "add" else self.cancel).setFocus()

    # Drafts

    def _on_paste(self) -> None:
        if self.pasted.document().isModified():  # Qt also signals changes of the font
            self._typing_timer.start()

    def _on_pause(self) -> None:
        """Read the input once nobody has typed for a while."""
        if self.mode == "add" and self.pasted.document().isModified():
            self.pasted.document().setModified(False)
            self._read_text()
        else:
            self._ask_plan()

    def read_now(self) -> None:
        """Read the input now instead of waiting for a pause in typing."""
        if self._typing_timer.isActive():
            self._typing_timer.stop()
            self._on_pause()

    def _read_text(self) -> None:
        show_text(self._not_taken_label, "")
        if not self.pasted.json.strip():
            self._readings.forget()
            self._show_drafts(())
            self._show_trouble("")
            return
        self._readings.send(ReadDrafts(self.pasted.json), self._on_drafts, self._on_unread)

    def _on_unread(self, reason: str) -> None:
        self._show_drafts(())
        self._show_trouble(reason)

    def _on_apps(self, apps: AiApps) -> None:
        for app in apps.found:
            if any(server.state == "beside" for server in app.servers):
                button = text.button(words.app_with_server_count(app), "pill")
                text.named(button, tr("Take servers of {app}", app=words.app_with_server_count(app)))
                button.clicked.connect(partial(self._read_app, app.id))
                self.apps[app.id] = button
                self._app_row.addWidget(button)
        self._app_section.setVisible(bool(self.apps))

    def _read_app(self, app_id: str) -> None:
        self._readings.send(ReadDrafts(app_id=app_id), self._on_drafts, self._on_unread)

    def _on_drafts(self, server_drafts: ServerDrafts) -> None:
        self._show_trouble("")
        show_text(self._not_taken_label, break_long_words(words.not_taken_sentence(server_drafts.left)))
        self._show_drafts(server_drafts.drafts)

    def _show_drafts(self, drafts: tuple[ServerDraft, ...]) -> None:
        boxes.clear(self._column)
        self.cards = [DraftCard(draft, among_others=len(drafts) > 1 or bool(draft.app)) for draft in drafts]
        if len(drafts) == 1:
            self.cards[0].include.setChecked(True)
        values = [value for draft in drafts for value in (*draft.values, *draft.secrets)]
        self.in_file.setChecked(any(value.secret and value.value and not value.stored for value in values))
        for card in self.cards:
            card.changed.connect(self._typing_timer.start)
            self._column.addWidget(card)
        self._app_section.setVisible(bool(self.apps) and not (self.cards and self.pasted.json.strip()))
        self._ask_plan()

    # The plan

    @property
    def _drafts(self) -> tuple[ServerDraft, ...]:
        in_file = self.in_file.isChecked()
        return tuple(card.draft(in_file=in_file) for card in self.cards)

    @property
    def _wanted_drafts(self) -> tuple[ServerDraft, ...]:
        return tuple(draft for draft in self._drafts if draft.wanted)

    @property
    def _removed_ids(self) -> tuple[str, ...]:
        return (self.server_id,) if self.mode == "remove" else ()

    def _ask_plan(self) -> None:
        self._typing_timer.stop()
        if self.cards or self.mode == "remove":
            self._plans.send(PlanServers(self._drafts, self._removed_ids), self._on_plan, self._on_no_plan)
        else:
            self._plans.forget()
            self._show_plan(None)

    def _on_plan(self, plan: ServersPlan) -> None:
        for card, reading in zip(self.cards, plan.readings, strict=False):
            card.show_reading(reading)
        self._show_plan(plan)

    def _on_no_plan(self, reason: str) -> None:
        self._show_plan(None)
        self._show_trouble(reason)

    def _show_plan(self, plan: ServersPlan | None) -> None:
        """Show what would change; None if nothing can be planned. Another plan arms the button again."""
        previous, self._plan = self._plan, plan
        is_ready = plan is not None and bool(plan.digest)
        lines = plan.lines if plan is not None and is_ready else ()
        if lines != self._lines:
            self._lines = lines
            self.changes.show_changes(lines)
        self._changes_section.setVisible(bool(lines))
        secrets_words = words.secrets_sentence(plan) if plan is not None else ""
        if plan is not None and not plan.lines and not plan.secrets and self.mode == "edit":
            secrets_words = tr("Nothing would change.")
        show_text(self._secrets_label, secrets_words)
        has_no_keyring = plan is not None and not plan.keyring and any(card.has_secrets for card in self.cards)
        self._no_keyring.setVisible(has_no_keyring)
        self.in_file.setVisible(
            has_no_keyring or (self.in_file.isChecked() and any(card.has_secrets for card in self.cards))
        )
        losing_apps = words.apps_losing_server(plan) if plan is not None else ""
        self._apps_notice.set_text(tr("AI apps use it"), losing_apps)
        self._apps_notice.setVisible(bool(losing_apps))
        has_unused = plan is not None and bool(plan.unused) and plan.keyring
        self.forget.setVisible(has_unused)
        if plan is not None and has_unused:
            text.set_button_text(self.forget, words.forget_words(plan))
        if plan is None or previous is None or previous.digest != plan.digest:
            self.agree.set_words(words.agree_words(self.mode, max(1, len(self._wanted_drafts))))
        self.agree.setVisible(is_ready)
        hint = tr("Something above is missing or cannot be used.") if self._wanted_drafts else tr("Tick what to add.")
        text.set_text(self._hint_label, hint if self.cards and not is_ready and not secrets_words else "")

    # Making the changes

    def _on_agree(self) -> None:
        plan = self._plan
        if plan is None or not plan.digest or self._typing_timer.isActive():
            return  # the plan is outdated: something was typed since
        names = tuple(draft.before or draft.id.strip() for draft in self._wanted_drafts) or self._removed_ids
        forget = self.forget.isVisible() and self.forget.isChecked()
        request = ChangeServers(plan.digest, self._drafts, self._removed_ids, forget)
        self.agree.setEnabled(False)
        self.cancel.setEnabled(False)  # or nobody would see the host's reply
        self._link.send(request, lambda _: self.finished.emit(names), self._on_not_done)

    def _on_not_done(self, reason: str) -> None:
        self.agree.setEnabled(True)
        self.cancel.setEnabled(True)
        self._show_trouble(reason, tr("Nothing was changed"))
        self._ask_plan()

    def _show_trouble(self, reason: str, title: str = "") -> None:
        self.trouble.set_text(title or tr("This cannot be used"), safe_sentence(reason) if reason else "")
        self.trouble.setVisible(bool(reason))

    # Parts

    def _make_parts(self) -> None:
        self.pasted = PasteField(tr("Command, address or configuration"))
        self.pasted.setPlaceholderText(tr("npx -y @modelcontextprotocol/server-filesystem ~/Documents"))
        self.pasted.setFixedHeight(self.pasted.fontMetrics().lineSpacing() * _LINES + SECTION)
        self.trouble = hidden(Notice("amber", ""))
        self._not_taken_label = hidden(text.label("", "caption", wrap=True))
        self._app_row = FlowLayout()
        app_label = text.label(tr("Or take servers that another app on this computer has"), "muted", wrap=True)
        self._app_section = hidden(holder(fill(boxes.column(GROUP), app_label, self._app_row)))
        self._column = boxes.column(SECTION)
        self._no_keyring = Notice(
            "amber",
            tr("There is no keyring on this computer"),
            tr(
                "Secrets can then only be in servers.json itself. Other accounts cannot read that file; any program "
                "that runs as you can. Without that, the server cannot be added."
            ),
        )
        self.in_file = text.check(tr("Keep secrets in servers.json"))
        self._secrets_label = text.label("", "muted", wrap=True)
        self._apps_notice = Notice("amber", "")
        self.forget = text.check("", checked=self.mode == "remove")
        self.changes = FileChanges()
        self.changes.show_changes(())
        self._changes_section = section(tr("What changes in servers.json"), self.changes)
        self._typing_timer = QTimer(self, interval=WAIT, singleShot=True)
        self.cancel = text.button(tr("Cancel"), parent=self, on_click=self.cancelled)
        self.agree = ArmedButton(
            words.agree_words(self.mode), "danger" if self.mode == "remove" else "normal", parent=self
        )
        self._hint_label = text.label("", "muted", wrap=True)

    def _lay_out(self) -> None:
        title = words.editor_title(self.mode, self.server_id)
        scroll = scrolled(
            title,
            text.label(title, "heading", wrap=True),
            text.label(tr(words.EDITING[self.mode]), wrap=True),
            *(
                self.pasted,
                self._app_section,
                self.trouble,
                self._not_taken_label,
                self._apps_notice,
                self._no_keyring,
                self.in_file,
            ),
            *(self._column, self._secrets_label, self._changes_section, self.forget),
            spacing=SECTION,
            margins=(0, 0, 0, SECTION),
            widest=WIDEST,
        )
        self.pasted.setVisible(self.mode == "add")
        foot = holder(
            fill(boxes.row(GROUP, margins=(0, 0, 0, PAGE)), grow(self._hint_label), STRETCH, self.cancel, self.agree)
        )
        foot.setMaximumWidth(WIDEST)  # as wide as the cards above
        fill(
            boxes.column(SECTION, self, (PAGE, PAGE, PAGE, 0)),
            grow(scroll),
            fill(boxes.row(0), grow(foot), Placed(None)),
        )


class _LabelledField(QWidget):
    def __init__(self, field: QWidget, caption: str = "") -> None:
        super().__init__()
        self._field = field
        self._fault = fault_label("body")
        above = [text.label(name, "muted", wrap=True)] if (name := field.accessibleName()) else []
        below = [text.label(caption, "caption", wrap=True)] if caption else []
        fill(boxes.column(SPACE, self), *above, field, *below, self._fault)

    def show_fault(self, reason: str) -> None:
        _show_fault(self._fault, self._field, reason)


class ValueRow(QWidget):
    """A variable, a header or a secret: its name, its value, and whether it is a secret."""

    changed = Signal()  # name, value or secret changed
    removed = Signal()  # the person removes the row

    def __init__(self, initial: DraftValue, *, fixed: bool) -> None:
        """``fixed``: whether its name is fixed, because a command or address refers to it."""
        super().__init__()
        self._initial = initial
        shown_name = one_line(initial.name, _MAX_SHOWN_NAME) or tr("new value")
        self.name = LineField(tr("Name"), initial.name)
        self.value = LineField(tr("Value of {name}", name=shown_name), initial.value)
        self.secret = text.check(tr("Secret"), checked=initial.secret)
        text.named(self.secret, tr("{name} is a secret", name=shown_name))
        self.remove = text.tool_button(icon("trash"), tr("Remove {name}", name=shown_name), on_click=self.removed)
        self._fault = fault_label("body")
        self.name.setReadOnly(fixed)
        self.name.setFocusPolicy(Qt.FocusPolicy.ClickFocus if fixed else Qt.FocusPolicy.StrongFocus)
        if fixed:
            self.secret.hide()
            self.remove.hide()
        self._mask()
        row = fill(boxes.row(GROUP), grow(self.name, 2), grow(self.value, 3), self.secret, self.remove)
        fill(boxes.column(SPACE, self), row, self._fault)
        self.name.textEdited.connect(self.changed)
        self.value.textEdited.connect(self.changed)
        self.secret.clicked.connect(self._on_secret)

    def draft(self, *, in_file: bool) -> DraftValue:
        """The row as a ``DraftValue``. ``in_file``: whether secrets are stored in the file."""
        secret = self.secret.isChecked()
        kept = self._initial.kept if secret else ""
        return DraftValue(self.name.content, self.value.content, secret, secret and not in_file, kept)

    def show_fault(self, reason: str) -> None:
        """Show a fault; hide it if ``reason`` is empty."""
        _show_fault(self._fault, self.value, reason)

    def _on_secret(self) -> None:
        self._mask()
        self.changed.emit()

    def _mask(self) -> None:
        masked = self.secret.isChecked()
        self.value.set_masked(masked=masked)
        self.value.setContextMenuPolicy(
            Qt.ContextMenuPolicy.NoContextMenu if masked else Qt.ContextMenuPolicy.DefaultContextMenu
        )
        hint = tr("kept in the keyring; type to replace it") if self._initial.kept else tr("enter it here")
        self.value.setPlaceholderText(hint if masked else "")


class ValueList(QWidget):
    """A list of variables, headers or secrets."""

    changed = Signal()  # a row changed or was removed

    def __init__(self, title: str, values: tuple[DraftValue, ...], add: str, *, fixed: bool = False) -> None:
        super().__init__()
        self._fixed = fixed
        self.rows: list[ValueRow] = []
        self._column = boxes.column(GROUP)
        self.add = text.button(add, "quiet", on_click=self._on_add)
        self.add.setIcon(icon("plus"))
        if fixed:
            self.add.hide()
        self._title = text.label(title, "muted", wrap=True)
        add_place = Placed(self.add, alignment=Qt.AlignmentFlag.AlignLeading)
        fill(boxes.column(GROUP, self), self._title, self._column, add_place)
        for value in values:
            self._add_row(value)
        self._title.setVisible(bool(values))

    def drafts(self, *, in_file: bool) -> tuple[DraftValue, ...]:
        """The rows as ``DraftValue``. ``in_file``: whether secrets are stored in the file."""
        return tuple(row.draft(in_file=in_file) for row in self.rows)

    def show_faults(self, faults: dict[str, str]) -> None:
        """Show faults, by the names of values."""
        for row in self.rows:
            row.show_fault(faults.get(row.name.content.strip(), ""))

    def _add_row(self, value: DraftValue) -> ValueRow:
        row = ValueRow(value, fixed=self._fixed)
        row.changed.connect(self.changed)
        row.removed.connect(lambda: self._on_removed(row))
        self.rows.append(row)
        self._column.addWidget(row)
        return row

    def set_names(self, names: tuple[str, ...]) -> None:
        """Show one row for each of these names, and no other rows."""
        for row in [row for row in self.rows if row.name.content not in names]:
            self._remove_row(row)
        present = {row.name.content for row in self.rows}
        for name in dict.fromkeys(names):
            if name not in present:
                self._add_row(DraftValue(name, secret=True))
        self._title.setVisible(bool(self.rows))
        self.setVisible(bool(self.rows))

    def _on_add(self) -> None:
        self._title.show()
        self._add_row(DraftValue("")).name.setFocus()

    def _remove_row(self, row: ValueRow) -> None:
        self.rows.remove(row)
        boxes.discard(self._column, row)

    def _on_removed(self, row: ValueRow) -> None:
        self._remove_row(row)
        self._title.setVisible(bool(self.rows))
        self.add.setFocus()
        self.changed.emit()


class DraftCard(Card):
    """The fields of one draft.

    Attributes:
        command, url, folder, title, timeout, disabled, sandboxed, reads, writes, network, rest: the other fields, named
            as in ``ServerDraft``.
    """

    changed = Signal()  # a field changed

    def __init__(self, draft: ServerDraft, *, among_others: bool = False) -> None:
        """``among_others``: whether it is one of several drafts from which the person chooses."""
        super().__init__()
        self._draft = draft
        self._reading: DraftReading | None = None
        self.include = text.check(tr("Add this one"), checked=not draft.app)
        if not among_others:
            self.include.hide()
        self.name = LineField(tr("Name"), draft.id)
        self.name.setMaxLength(_MAX_NAME)
        self.name.setMaximumWidth(_MAX_NAME_WIDTH)
        self._name_field = _LabelledField(self.name)
        if draft.before:
            self._name_field.hide()
        is_program = draft.kind == "stdio"
        self._command_column = boxes.column(SPACE)
        self.values = ValueList(
            tr("Variables") if is_program else tr("Headers"),
            draft.values,
            tr("Add a variable") if is_program else tr("Add a header"),
        )
        secrets_title = tr("Secrets in the command") if is_program else tr("Secrets in the address")
        self.secrets = ValueList(secrets_title, draft.secrets, "", fixed=True)
        if not draft.secrets:
            self.secrets.hide()
        self._cautions_column = QVBoxLayout()
        self.fold = text.button(tr("More settings"), "fold")
        self._make_fields(draft)
        self._lay_out(draft)
        self._connect()
        self._set_unfolded(bool(draft.before))

    @property
    def is_wanted(self) -> bool:
        """Whether it is to be added."""
        return self.include.isHidden() or self.include.isChecked()

    @property
    def has_secrets(self) -> bool:
        """Whether one of its values is a secret."""
        return any(row.secret.isChecked() for row in (*self.values.rows, *self.secrets.rows))

    def draft(self, *, in_file: bool) -> ServerDraft:
        """The draft with the values of the fields. ``in_file``: whether secrets are stored in the file."""
        return replace(
            self._draft,
            wanted=self.is_wanted,
            id=self.name.content,
            command=self.command.content,
            url=self.url.content,
            folder=self.folder.content,
            values=self.values.drafts(in_file=in_file),
            secrets=self.secrets.drafts(in_file=in_file),
            title=self.title.content,
            timeout=self.timeout.content,
            disabled=self.disabled.isChecked(),
            sandboxed=self.sandboxed.isChecked(),
            reads=self.reads.lines,
            writes=self.writes.lines,
            network=self.network.isChecked(),
            rest=self.rest.json if self.rest.document().isModified() else self._draft.rest,
        )

    def show_reading(self, reading: DraftReading) -> None:
        """Show the command or address and the faults as the host reads them."""
        if reading == self._reading:
            return
        previous, self._reading = self._reading, reading
        if previous is None or previous.command != reading.command:
            boxes.clear(self._command_column)
            if any(reading.command):
                is_program = self._draft.kind == "stdio"
                fill(
                    self._command_column,
                    text.label(tr("What is started") if is_program else tr("Where it is"), "muted"),
                    CommandCard(reading.command),
                )
        faults = {fault.field: safe_sentence(fault.why) for fault in reversed(reading.faults)}
        self._name_field.show_fault(faults.get("id", ""))
        for field, labelled in self._fields.items():
            labelled.show_fault(faults.get(field, ""))
        for part, rows in (("values", self.values), ("secrets", self.secrets)):
            rows.show_faults({key.partition("/")[2]: why for key, why in faults.items() if key.startswith(f"{part}/")})
        if any(fault.field in _FOLDED for fault in reading.faults):
            self._set_unfolded(True)
        boxes.clear(self._cautions_column)
        for sentence in (*self._faults_without_row(reading.faults), *reading.cautions):
            self._cautions_column.addWidget(caution(safe_sentence(sentence)))

    def _faults_without_row(self, faults: tuple[DraftFault, ...]) -> Iterator[str]:
        """The reasons of faults of values that have no row."""
        rows = {"values": self.values.rows, "secrets": self.secrets.rows}
        for fault in faults:
            part, sign, name = fault.field.partition("/")
            if sign and all(row.name.content.strip() != name for row in rows.get(part, [])):
                yield fault.why

    def _make_fields(self, draft: ServerDraft) -> None:
        self.command = LinesField(tr("Command"), draft.command)
        self.url = LineField(tr("Address"), draft.url)
        self.folder = LineField(tr("Folder"), draft.folder, hint=tr("where it is started; may stay empty"))
        title_hint = tr("what it is called on screen; may stay empty")
        self.title = LineField(tr("Display name"), draft.title, mono=False, hint=title_hint)
        timeout_hint = tr("as the settings say")
        self.timeout = LineField(tr("Seconds a call may run"), draft.timeout, mono=False, hint=timeout_hint)
        self.disabled = text.check(tr("Switched off"), checked=draft.disabled)
        self.sandboxed = text.check(tr("Confine it to folders"), checked=draft.sandboxed)
        self.reads = LinesField(tr("Folders it may read, one a line"), "\n".join(draft.reads))
        self.writes = LinesField(tr("Folders it may change, one a line"), "\n".join(draft.writes))
        self.network = text.check(tr("It may use the network"), checked=draft.network)
        self.rest = JsonEdit(tr("Advanced: other keys, as JSON"))
        self.rest.show_json(draft.rest)
        self.rest.document().setModified(False)
        self.rest.setFixedHeight(self.rest.fontMetrics().lineSpacing() * 5 + SECTION)
        self._sandbox_fields = holder(
            fill(
                boxes.column(GROUP, margins=(SECTION, 0, 0, 0)),
                text.label(tr("It then sees these folders and its own program alone."), "caption", wrap=True),
                *(text.label(tr("It may read"), "muted", wrap=True), _with_folder_button(self.reads)),
                *(text.label(tr("It may change"), "muted", wrap=True), _with_folder_button(self.writes)),
                self.network,
            )
        )
        sandbox = holder(fill(boxes.column(GROUP), self.disabled, self.sandboxed, self._sandbox_fields))
        self._sandbox_fields.setVisible(draft.sandboxed)  # now that it has a parent: else it would be a window
        secret_place = tr("Write ${secret:NAME} where a secret belongs, and Assent asks for it above.")
        is_program = draft.kind == "stdio"
        if is_program:
            start = {"command": _LabelledField(self.command, secret_place), "folder": _LabelledField(self.folder)}
        else:
            start = {"url": _LabelledField(self.url, secret_place)}
            self.sandboxed.hide()
        self._fields = {
            **start,
            "title": _LabelledField(self.title),
            "timeout": _LabelledField(self.timeout),
            "sandbox": _LabelledField(sandbox),
            "rest": _LabelledField(self.rest),
        }

    def _lay_out(self, draft: ServerDraft) -> None:
        is_program = draft.kind == "stdio"
        flow = FlowLayout()
        kind = (tr("Local program"), "terminal-window") if is_program else (tr("Network"), "globe")
        flow.addWidget(Badge(kind[0], "neutral", kind[1]))
        if draft.app:
            flow.addWidget(Badge(tr("from {app}", app=display_names.app_name(draft.app)), "neutral"))
        middle = Qt.AlignmentFlag.AlignVCenter
        head = fill(boxes.row(GROUP), Placed(self.include, 0, middle), Placed(holder(flow), 1, middle))
        fill(self.body, head, self._name_field, self._command_column, self.values, self.secrets)
        self._folded = holder(fill(boxes.column(GROUP + SPACE), *self._fields.values()))
        fill(self.body, self._cautions_column, self.fold, self._folded)

    def _connect(self) -> None:
        for line in (self.name, self.url, self.folder, self.title, self.timeout):
            line.textEdited.connect(self.changed)
        for lines in (self.command, self.reads, self.writes):
            lines.typed.connect(self.changed)
        self.rest.textChanged.connect(self._on_rest)
        for box in (self.disabled, self.sandboxed, self.network, self.include):
            box.clicked.connect(self.changed)
        for values in (self.values, self.secrets):
            values.changed.connect(self.changed)
        self.command.typed.connect(self._update_secrets)
        self.url.textEdited.connect(self._update_secrets)
        self.sandboxed.toggled.connect(self._sandbox_fields.setVisible)
        self.fold.clicked.connect(lambda: self._set_unfolded(self._folded.isHidden()))

    def _on_rest(self) -> None:
        if self.rest.document().isModified():
            self.changed.emit()

    def _update_secrets(self) -> None:
        """Show a row for each secret that command and address refer to."""
        self.secrets.set_names(tuple(_SECRET_REFERENCE.findall(f"{self.command.content} {self.url.content}")))

    def _set_unfolded(self, unfolded: bool) -> None:
        self._folded.setVisible(unfolded)
        self.fold.setIcon(icon("caret-down" if unfolded else "caret-right"))
        text.set_button_text(self.fold, tr("Fewer settings") if unfolded else tr("More settings"))


def _with_folder_button(field: LinesField) -> QWidget:
    choose: QToolButton = text.tool_button(icon("folder-open"), tr("Choose a folder"))

    def ask() -> None:
        if chosen := QFileDialog.getExistingDirectory(field, tr("Choose a folder"), str(Path.home())):
            field.add_line(chosen)

    choose.clicked.connect(ask)
    return holder(fill(boxes.row(GROUP), grow(field), top(choose)))


def _show_fault(label: QLabel, field: QWidget, reason: str) -> None:
    show_text(label, reason)
    mark_wrong(field, bool(reason))
    text.named(field, field.accessibleName(), reason)
