"""The page of settings.

Owns: the order of the settings (usual choices first, others folded below) and the search in them; the cards of the
person's own PIN and of the two policy files.

Invariants:
    Every declared setting and every choice about the window is on the page, in the group of its registry; a setting
    without usual values is under *Advanced*; a setting that the administrator locked cannot be changed.
    Only the host checks a PIN; a typed PIN is never shown, is cleared when it was accepted and when the page is left,
    and is kept nowhere else; if an administrator registered the person, there is nothing to type.
    Paths and digests come from the host, and are shown or copied whole; a policy file that cannot be used is shown
    with the reason; the page says how long confirmations are remembered.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from host.control import protocol
from host.control.protocol import ChangeSetting, Done, ReadSettings, Welcome
from host.control.views import ApproverView, HostState, PolicyView
from host.naming import role_name
from host.settings import CARE, DECLARATIONS
from host.text import escape, one_line
from ui import text, window_choices
from ui.alerts import has_problem
from ui.label_text import BadgeTone, safe_sentence, wrappable
from ui.link import Link
from ui.pages import Page, SetPin, Target
from ui.rules import words
from ui.settings.rows import AutostartRow, ChoiceRow, DeclaredRow, NumberRow, Row, UsualRow
from ui.theme import GROUP, PAGE, SECTION, SPACE
from ui.tr import mark, sentence, tr
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, holder, left, refill, scrolled
from ui.widgets.cards import Card, Notice, rule
from ui.widgets.controls import add_path, copy_button, fault_label, hidden, show_text
from ui.widgets.labels import Badge, show_fold
from ui.widgets.page_parts import Busy, EmptyState, PageHeader, SearchField

BROKEN_TITLE: Final = mark("settings.json cannot be used as it stands")
BROKEN: Final = mark("Wrong settings have their default. A change that you make here rewrites the file.")
MAX_WORD: Final = 72  # characters of a path or key that fit on one line of the narrowest page
_DIGEST: Final = 16  # characters of a digest that are shown; the whole one is copied
_MAX_PIN: Final = 4_096  # characters that a field takes; the host decides how long a PIN may be
_FIELD_WIDTH: Final = 24  # width of a field in characters
DIFFERENT: Final = mark("The two new PINs are not the same.")
NO_PRESENT: Final = mark("Type your present PIN too.")
NOTHING: Final = mark("Type a new PIN.")
_MAX_WIDTH: Final = 760  # pixels of a card: a field should not be far from its text
RULES_BROKEN: Final = mark("The rules cannot be used: every call is denied")
LOCKED: Final = mark("Set by your administrator")
UNREADABLE: Final = mark("Locked: the administrator's file cannot be used")
ASKED: Final = mark("Every call that no rule and no grant lets through. Rules say what may run without asking.")


class SettingsPage(Page):
    """Settings, the person's own PIN, and the policy files."""

    OWN_ALERTS = frozenset({"settings"})

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.usual = {each.name: UsualRow(each) for each in DECLARATIONS if each.usual}
        self.numbers = {each.name: NumberRow(each) for each in DECLARATIONS if not each.usual}
        self.rows: dict[str, DeclaredRow] = {**self.usual, **self.numbers}
        self.choices = {each.name: self._choice_row(each) for each in window_choices.CHOICES}
        self.autostart = AutostartRow(link)
        self.search = SearchField(tr("Search the settings"), tr("Search the settings"))
        self.advanced = text.button(tr("Advanced: limits, sizes and waits"), "fold", on_click=self._toggle)
        self.problem = hidden(Notice("red", tr("The settings could not be read")))
        self.file_problem = hidden(Notice("amber", tr(BROKEN_TITLE)))
        self.pin, self.policy = PinCard(link), PolicyFilesCard()
        self._advanced_part = QWidget()
        self._groups: list[tuple[Card, tuple[Row, ...]]] = []
        self._is_unfolded = False
        self._nothing_found = EmptyState("magnifying-glass", tr("Nothing found"), tr("No setting has these words."))
        self._fill_advanced()
        self.search.setMaximumWidth(_MAX_WIDTH)
        head = boxes.column(SECTION, margins=(PAGE, 0, PAGE, 0))
        subtitle = tr("Changes take effect at once. A call that already waits keeps the time it was given.")
        fill(head, PageHeader(tr("Settings"), subtitle), self.search)
        fill(boxes.column(SECTION, self, (0, PAGE, 0, 0)), head, grow(self._scroll()))
        for row in self.rows.values():
            row.changed.connect(self._change)
        self.search.textChanged.connect(self._show_matches)
        self._show_matches()

    def set_welcome(self, welcome: Welcome) -> None:
        """Set whose PIN it is."""
        self.pin.set_person(welcome.person)

    def set_state(self, state: HostState) -> None:
        """Show problems of the file, which settings are locked, and the policy files."""
        self.pin.set_policy(state.policy)
        self.policy.set_policy(state.policy)
        unreadable = has_problem(state.policy.managed_path, state.policy.problems)
        for name, row in self.rows.items():
            row.set_locked(tr(UNREADABLE) if unreadable else tr(LOCKED) if name in state.policy.locked else "")
        problems = [sentence(escape(problem)) for problem in state.settings_problems]
        self.file_problem.setVisible(bool(problems))
        if problems:
            self.file_problem.set_text(tr(BROKEN_TITLE), wrappable("\n".join([tr(BROKEN), *problems]), MAX_WORD))

    def activated(self) -> None:
        """Ask the host for the values in force."""
        self._link.send(ReadSettings(), self._show, self.problem.tell_why)
        self.autostart.read()

    def show_target(self, target: Target) -> None:
        """Focus the card of the PIN."""
        if isinstance(target, SetPin):
            self.pin.take_focus()

    def _show(self, settings: dict[str, float]) -> None:
        self.problem.hide()
        for name, value in settings.items():
            if name in self.rows:
                self.rows[name].show_value(value)

    def _change(self, name: str, value: float) -> None:
        is_whole = self.rows[name].declared.type is int
        request = ChangeSetting(name, int(value) if is_whole else value)
        self._link.send(request, self._show, self.rows[name].show_error)

    def _choice_row(self, choice: window_choices.Choice) -> ChoiceRow:
        options = tuple((value, tr(name)) for value, name in choice.options)
        row = ChoiceRow(tr(choice.title), tr(choice.doc), options, window_choices.current().value(choice.name))
        row.chosen.connect(partial(window_choices.current().choose, choice.name))
        return row

    def _toggle(self) -> None:
        self._is_unfolded = not self._is_unfolded
        self._show_matches()

    def _show_matches(self) -> None:
        """Show the settings that the search finds, also folded ones; without a search, all that are not folded."""
        searched = self.search.text().strip()
        is_unfolded = self._is_unfolded or bool(searched)
        show_fold(self.advanced, is_open=is_unfolded)
        self._advanced_part.setVisible(is_unfolded)
        for part in (self.pin, self.policy, self.advanced):
            part.setVisible(not searched)
        has_match = False
        for card, rows in self._groups:
            for row in rows:
                row.setVisible(row.matches(searched))
            card.setVisible(any(row.matches(searched) for row in rows))
            has_match = has_match or card.isVisibleTo(self)
        self._nothing_found.setVisible(not has_match)

    def _scroll(self) -> QWidget:
        """Make the part that scrolls: the settings by group, then the cards."""
        groups: dict[str, list[Row]] = {mark("Starting"): [self.autostart]}
        for choice in window_choices.CHOICES:
            groups.setdefault(choice.group, []).append(self.choices[choice.name])
        for row in self.usual.values():
            groups.setdefault(row.declared.group, []).append(row)
        groups[CARE].append(self._what_is_asked())
        return scrolled(
            tr("Settings"),
            *(self.problem, self.file_problem, self._nothing_found),
            *itertools.starmap(self._group, groups.items()),
            *(self.pin, left(self.advanced), self._advanced_part),
            spacing=SECTION,
            margins=(PAGE, 0, PAGE, PAGE),
            widest=_MAX_WIDTH + 2 * PAGE,
        )

    def _fill_advanced(self) -> None:
        groups: dict[str, list[Row]] = {}
        for row in self.numbers.values():
            groups.setdefault(row.declared.group, []).append(row)
        cards = itertools.starmap(self._group, groups.items())
        fill(boxes.column(SECTION, self._advanced_part), *cards, self.policy)

    def _what_is_asked(self) -> Row:
        row = Row(tr("What is asked"), tr(ASKED))
        rules = text.button(tr("See the rules"), on_click=partial(self.navigate.emit, "rules", None))
        row.add_control(rules)
        return row

    def _group(self, title: str, rows: list[Row]) -> Card:
        card = Card()
        fill(card.body, text.label(tr(title), "heading"), *rows)
        self._groups.append((card, tuple(rows)))
        return card


class PolicyFilesCard(Card):
    """The administrator's and the person's policy file."""

    def __init__(self) -> None:
        super().__init__()
        self._shown_files: tuple[object, ...] = ()
        self.problem = hidden(Notice("red", tr(RULES_BROKEN)))
        self._files = boxes.column(0)
        self._memory_label = text.label("", "muted", wrap=True)
        fill(self.body, text.label(tr("Rules and policy"), "heading"), self.problem, self._files, rule())
        fill(self.body, self._memory_label)

    def set_policy(self, policy: PolicyView) -> None:
        """Show the files as the host last read them."""
        files = (policy.problems, policy.managed_path, policy.managed_digest, policy.user_path, policy.user_digest)
        self.problem.setVisible(bool(policy.problems))
        if policy.problems:
            self.problem.set_text(tr(RULES_BROKEN), words.problem_lines(policy.problems))
        text.set_text(self._memory_label, _memory_words(policy))
        if files != self._shown_files:
            self._shown_files = files
            self._draw(policy)

    def _draw(self, policy: PolicyView) -> None:
        grid = boxes.grid(SECTION, SPACE)
        _add_file(
            grid, 0, tr("Your administrator's rules"), policy.managed_path, policy.managed_digest, policy.problems
        )
        grid.setRowMinimumHeight(2, GROUP)
        _add_file(grid, 3, tr("Your rules"), policy.user_path, policy.user_digest, policy.problems)
        refill(self._files, holder(grid))


def file_state(path: str, digest: str, problems: tuple[str, ...]) -> tuple[str, BadgeTone, str]:
    """Word, tone and icon for the state of a file. If one of the files cannot be used, none is in force."""
    if has_problem(path, problems):
        return tr("Cannot be used"), "red", "warning-octagon"
    if problems:
        return tr("Not in force"), "neutral", ""
    return (tr("In force"), "neutral", "check") if digest else (tr("Not there"), "neutral", "")


def _memory_words(policy: PolicyView) -> str:
    if not policy.why_not_remembered:
        return tr(
            "What you confirm, and what you grant for good, is remembered: the keyring of this system vouches for it."
        )
    return tr(
        "What you confirm, and what you grant, counts until Assent quits. {why}",
        why=safe_sentence(policy.why_not_remembered),
    )


def _add_file(grid: QGridLayout, row: int, title: str, path: str, digest: str, problems: tuple[str, ...]) -> None:
    add_path(grid, row, title, path)
    state_row = fill(boxes.row(GROUP), Badge(*file_state(path, digest, problems)))
    if digest:
        digest_label = text.label(f"{digest[:_DIGEST]}…", "mono", selectable=True)
        text.tooltip(digest_label, tr("SHA-256 of the file: {digest}", digest=digest))
        state_row.addWidget(digest_label)
        copy_digest = copy_button(tr("Copy digest: {whose}", whose=title), lambda: digest)
        grid.addWidget(copy_digest, row + 1, 2, Qt.AlignmentFlag.AlignTop)
    state_row.addStretch(1)
    grid.addLayout(state_row, row + 1, 1)


class PinCard(Card):
    """Sets or changes the person's own PIN."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._person = ""
        self._policy: PolicyView | None = None
        self._has_pin = self._is_busy = False
        self._state = Badge(tr("Not set"))
        self._storage = text.label("", "muted", wrap=True)
        self.old_pin, self.new_pin = _pin_field(tr("Present PIN")), _pin_field(tr("New PIN"))
        self.repeated_pin = _pin_field(tr("New PIN, once more"))
        self._fields = (self.old_pin, self.new_pin, self.repeated_pin)
        self._old_pin_label = text.label(tr("Present PIN"))
        self.save = text.button(tr("Set PIN"), on_click=self._on_save)
        self.error, self.done_label = fault_label(), text.label("", "caption", wrap=True)
        self.busy = Busy(tr("Setting the PIN…"))
        self._form = QWidget()
        self._lay_out()
        for field in self._fields:
            field.textEdited.connect(self._show_result)
            field.returnPressed.connect(self._on_save)
            field.installEventFilter(self)
        self._draw()

    def set_person(self, person: str) -> None:
        """Set whose PIN it is."""
        self._person = person
        self._draw()

    def set_policy(self, policy: PolicyView) -> None:
        """Show whether there is a PIN, and how long it is kept."""
        self._policy = policy
        self._draw()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Clear the fields, so that a typed PIN does not stay."""
        super().hideEvent(event)
        self._clear()
        self._show_result()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Ignore auto-repeat of Return: each wrong PIN is counted."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return super().eventFilter(watched, event)

    def take_focus(self) -> None:
        """Focus the first field."""
        field = self.old_pin if self._has_pin else self.new_pin
        if not self._form.isHidden():
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    # Drawing

    def _draw(self) -> None:
        registered = self._registered()
        approvers = self._policy.approvers if self._policy is not None else ()
        self._has_pin = any(approver.source == "user" for approver in approvers)
        has_any_pin = self._has_pin or registered is not None
        word = (
            tr("Registered by your administrator")
            if registered is not None
            else tr("Set")
            if self._has_pin
            else tr("Not set")
        )
        self._state.set(word, "neutral", "lock-simple" if registered is not None else "check" if has_any_pin else "")
        self._form.setVisible(registered is None)
        for part in (self._old_pin_label, self.old_pin):
            part.setVisible(self._has_pin)
        text.set_button_text(self.save, tr("Change PIN") if self._has_pin else tr("Set PIN"))
        text.set_text(self._storage, self._storage_words(registered))

    def _registered(self) -> ApproverView | None:
        """The person's entry in the administrator's file; None if there is none."""
        approvers = self._policy.approvers if self._policy is not None else ()
        own_name = self._person.casefold()
        managed = (approver for approver in approvers if approver.source == "managed")
        return next((approver for approver in managed if approver.name.casefold() == own_name), None)

    def _storage_words(self, registered: ApproverView | None) -> str:
        if registered is not None:
            roles = ", ".join(map(role_name, registered.roles)) or tr("without a role")
            return tr(
                "You sign as {name}, {roles}. Your administrator changes that PIN.",
                name=one_line(registered.name, _FIELD_WIDTH * 4),
                roles=roles,
            )
        if self._policy is None or not self._policy.why_not_remembered:
            return tr("It is kept in the keyring of this system, as a hash that cannot be read back.")
        return tr(
            "It counts until Assent quits and is not kept any longer. {why}",
            why=safe_sentence(self._policy.why_not_remembered),
        )

    # Setting

    def _on_save(self) -> None:
        if self._is_busy:
            return
        wrong = self._find_fault()
        self._show_result(wrong=wrong)
        if wrong:
            return
        self._set_busy(busy=True)
        old_pin = self.old_pin.text() if self._has_pin else ""
        self._link.send(protocol.SetPin(old_pin, self.new_pin.text()), self._on_set, self._on_refused)

    def _find_fault(self) -> str:
        """What is wrong with the fields, as far as the window can tell; empty if nothing."""
        if self._has_pin and not self.old_pin.text():
            return tr(NO_PRESENT)
        if not self.new_pin.text():
            return tr(NOTHING)
        return "" if self.new_pin.text() == self.repeated_pin.text() else tr(DIFFERENT)

    def _on_set(self, _: Done) -> None:
        self._set_busy(busy=False)
        self._clear()
        self._show_result(done=tr("The PIN is set. It counts from now on."))

    def _on_refused(self, reason: str) -> None:
        self._set_busy(busy=False)
        self._show_result(wrong=tr("The PIN was not set: {why}", why=safe_sentence(reason)))

    def _set_busy(self, *, busy: bool) -> None:
        self._is_busy = busy
        self.save.setEnabled(not busy)
        if busy:
            self.busy.begin()
        else:
            self.busy.finish()

    def _clear(self) -> None:
        for field in self._fields:
            field.setText("")  # unlike clear(), this leaves nothing to undo

    def _show_result(self, *, wrong: str = "", done: str = "") -> None:
        show_text(self.error, wrong)
        show_text(self.done_label, done)

    # Building

    def _lay_out(self) -> None:
        explained = tr("Where a rule wants a PIN before a call runs, you sign with yours in the consent window.")
        fill(self.body, fill(boxes.row(GROUP), grow(text.label(tr("Your PIN"), "heading")), self._state))
        fill(self.body, text.label(explained, wrap=True), self._storage, self._form)
        self.done_label.hide()
        grid = boxes.grid(SECTION, SPACE, growing=2)
        names = (self._old_pin_label, text.label(tr("New PIN")), text.label(tr("New PIN, once more")))
        for row, (word, field) in enumerate(zip(names, self._fields, strict=True)):
            grid.addWidget(word, row, 0)
            grid.addWidget(field, row, 1)
        results = self.error, self.done_label, self.busy
        fill(boxes.column(GROUP, self._form, (0, SPACE, 0, 0)), grid, *results, left(self.save))


def _pin_field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setMaxLength(_MAX_PIN)
    field.setMinimumWidth(field.fontMetrics().averageCharWidth() * _FIELD_WIDTH)
    field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
    text.named(field, name)
    return field
