"""Adding, editing and removing servers: what is wanted, what that changes, and the button that does it.

Owns: the field for what is pasted, the cards of drafts, and the plan that is on screen.

Invariants: nothing is written before the person saw each line that would change, and pressed an armed button that
names this very plan; another plan arms anew; nothing is started here, and what is written waits for its review; a plan
that came for older fields is passed over.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.protocol import ChangeServers, Done, PlanServers, ReadApps, ReadDrafts
from host.control.views import AiApps, ServerDraft, ServerDrafts, ServersPlan
from ui import text, theme
from ui.armed import ArmedButton
from ui.inputs.file_changes import FileChanges
from ui.label_text import break_long_words, safe_sentence
from ui.link import Link
from ui.rules.json_edit import JsonEdit
from ui.servers import edit_words as words
from ui.servers.draft_card import DraftCard
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.cards import Notice
from ui.widgets.flow import FlowLayout
from ui.widgets.layouts import STRETCH, fill, grow
from ui.widgets.scroll import FadeScroll

Mode: TypeAlias = Literal["add", "edit", "remove"]

WAIT: Final = 250
"""Milliseconds without a keystroke before the host is asked how it reads."""
WIDEST: Final = 760
"""Pixels of the column."""
_LINES: Final = 5
"""Lines of the field for what is pasted."""


class PasteField(JsonEdit):
    """Where a command, an address or a block is pasted; what nobody sees in it, the host refuses."""

    def as_typed(self, pasted: str) -> str:
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
        self._asked = self._read = 0
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
        self._show_left("")
        if not self.pasted.json.strip():
            self._show_drafts(())
            self._on_trouble("")
            return
        self._read += 1
        request = ReadDrafts(self.pasted.json)
        self._link.send(request, partial(self._on_read, self._read), partial(self._on_unread, self._read))

    def _on_read(self, number: int, found: ServerDrafts) -> None:
        if number == self._read:
            self._on_drafts(found)

    def _on_unread(self, number: int, why: str) -> None:
        if number == self._read:
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
        self._read += 1
        request = ReadDrafts(app_id=app_id)
        self._link.send(request, partial(self._on_read, self._read), partial(self._on_unread, self._read))

    def _on_drafts(self, found: ServerDrafts) -> None:
        self._on_trouble("")
        self._show_left(words.left_sentence(found.left))
        self._show_drafts(found.drafts)

    def _show_left(self, said: str) -> None:
        text.set_text(self._left, break_long_words(said))
        self._left.setVisible(bool(said))

    def _show_drafts(self, drafts: tuple[ServerDraft, ...]) -> None:
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
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
        self._asked += 1
        if self.cards or self.mode == "remove":
            request = PlanServers(self._drafts, self._removed)
            self._link.send(request, partial(self._on_plan, self._asked), partial(self._on_no_plan, self._asked))
        else:
            self._show_plan(None)

    def _on_plan(self, number: int, plan: ServersPlan) -> None:
        if number == self._asked:
            for card, reading in zip(self.cards, plan.readings, strict=False):
                card.show_reading(reading)
            self._show_plan(plan)

    def _on_no_plan(self, number: int, why: str) -> None:
        if number == self._asked:
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
            said = tr(words.NOTHING_CHANGES)
        text.set_text(self._secrets, said)
        self._secrets.setVisible(bool(said))
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
            self.agree.set_words(words.agree(self.mode, max(1, len(self._wanted))))
        self.agree.setVisible(ready)
        lacking = tr(words.LACKING) if self._wanted else tr(words.NONE_CHOSEN)
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
        self._link.send(request, partial(self._on_done, names), self._on_not_done)

    def _on_done(self, names: tuple[str, ...], _: Done) -> None:
        self.finished.emit(names)

    def _on_not_done(self, why: str) -> None:
        self.agree.setEnabled(True)
        self._on_trouble(why, tr("Nothing was changed"))
        self._ask_plan()

    def _on_trouble(self, why: str, title: str = "") -> None:
        self.trouble.set_text(title or tr("This cannot be used"), safe_sentence(why) if why else "")
        self.trouble.setVisible(bool(why))

    # Parts

    def _make_parts(self) -> None:
        self.pasted = PasteField(tr("Command, address or configuration"))
        self.pasted.setPlaceholderText(tr(words.PASTE_HINT))
        self.pasted.setFixedHeight(self.pasted.fontMetrics().lineSpacing() * _LINES + theme.SECTION)
        self.trouble = Notice("amber", "")
        self.trouble.hide()
        self._left = text.label("", "caption", wrap=True)
        self._left.hide()
        self._from_apps = QWidget()
        self._app_row = FlowLayout()
        self._from_apps.hide()
        self._column = boxes.column(theme.SECTION)
        self._no_keyring = Notice("amber", tr(words.NO_KEYRING_TITLE), tr(words.NO_KEYRING))
        self.in_file = text.check(tr(words.IN_FILE))
        self._secrets = text.label("", "muted", wrap=True)
        self._reached = Notice("amber", "")
        self.forget = text.check("")
        self.forget.setChecked(self.mode == "remove")
        self._changes = QWidget()
        self.changes = FileChanges(self._changes)
        self.changes.show_changes(())
        self._clock = QTimer(self, interval=WAIT, singleShot=True)
        self.cancel = text.button(tr("Cancel"), parent=self)
        self.agree = ArmedButton(words.agree(self.mode), "danger" if self.mode == "remove" else "normal", parent=self)
        self._wait = text.label("", "muted", wrap=True)

    def _lay_out(self) -> None:
        fill(
            boxes.column(theme.GROUP, self._changes),
            text.label(tr("What changes in servers.json"), "strong"),
            self.changes,
        )
        fill(
            boxes.column(theme.GROUP, self._from_apps),
            text.label(tr("Or take servers that another app on this computer has"), "muted", wrap=True),
            self._app_row,
        )
        whole = QVBoxLayout(self)
        whole.setContentsMargins(theme.PAGE, theme.PAGE, theme.PAGE, 0)
        whole.addWidget(self._middle(), 1)
        foot = QWidget()  # it ends where the cards above it do
        foot.setMaximumWidth(WIDEST)
        fill(boxes.row(theme.GROUP, foot, (0, 0, 0, theme.PAGE)), grow(self._wait), STRETCH, self.cancel, self.agree)
        beside = fill(boxes.row(0), grow(foot))
        beside.addStretch(0)
        whole.addLayout(beside)

    def _middle(self) -> QWidget:
        """What scrolls."""
        content = QWidget()
        content.setMaximumWidth(WIDEST)
        column = fill(
            boxes.column(theme.SECTION, content, (0, 0, 0, theme.SECTION)),
            text.label(words.title(self.mode, self.server_id), "heading", wrap=True),
            text.label(words.meaning(self.mode), wrap=True),
        )
        above = (self.pasted, self._from_apps, self.trouble, self._left, self._reached, self._no_keyring, self.in_file)
        fill(column, *above, self._column, self._secrets, self._changes, self.forget, STRETCH)
        self.pasted.setVisible(self.mode == "add")
        scroll = FadeScroll()
        scroll.setWidget(content)
        text.named(scroll, words.title(self.mode, self.server_id))
        return scroll

    def _connect(self) -> None:
        self.pasted.textChanged.connect(self._on_paste)
        self.pasted.refused.connect(self._on_trouble)
        self._clock.timeout.connect(self._on_pause)
        self.in_file.clicked.connect(self._ask_plan)
        self.cancel.clicked.connect(self.cancelled)
        self.agree.pressed.connect(self._on_agree)
