"""The list of rules, with search, filters and switches; and one rule in a side panel.

Owns: the list, the rules that were fetched so far, how the columns share the width; the panel, and the question before
a rule is removed or switched.

Invariants: the list shows the rules in force and reads them again when they change, but only while it is visible. Pages
are read as they come into view, so that ten thousand rules cost no more than a few. Pages of two generations of the
rules are never mixed. ``data`` never raises. The order of rules has no meaning. An open rule stays open while the list
changes, and closes when it is gone. The switch and sentence of a rule are always shown; the panel shows the rest.

The panel shows a rule in words and exactly as it is in its file. What tightens is done at once. What could loosen is
asked first: an armed button answers after the past calls, or why they are missing, were shown, and it arms again
whenever its meaning changes. Rules of the administrator and rules that are in no file any more cannot be changed here,
and the panel says who can.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Final, Literal, TypeAlias, cast

from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from host.control.protocol import Done, EnableRule, ReadRules, RemoveRule, ReplayRule, Request
from host.control.views import PolicyView, ReplayReport, RulesPage, RuleView
from host.text import Untrusted, escape
from ui import text, theme, toast_messages
from ui.armed import ArmedButton
from ui.history.words import exact_time
from ui.icons import icon
from ui.inputs.text_block import Fold, TextBlock, prose
from ui.label_text import break_long_words, relative
from ui.link import LatestRequest, Link
from ui.rules import words
from ui.rules.explanation import ReplayView
from ui.theme import GROUP, PAGE, SECTION
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Stack, fill, grow, scrolled
from ui.widgets.cards import WIDTH, Notice, SidePanel
from ui.widgets.controls import hidden
from ui.widgets.labels import Badge
from ui.widgets.page_parts import Busy, EmptyState, SearchField, facts_grid, section
from ui.widgets.scroll import FadeScroll
from ui.widgets.table import FlatTableModel, Index, Role, Table

Source: TypeAlias = Literal["", "managed", "user"]
Effect: TypeAlias = Literal["", "allow", "ask", "deny"]

PAGE_ROWS: Final = 200  # rules of one request: a few screens
MAX_ROWS: Final = 500  # rules of one request at most
HEADS: Final = (mark("On"), mark("Rule"), mark("Used"), mark("Whose"))
ON, RULE, USED, SOURCE = range(4)
TYPING_MS: Final = 120  # milliseconds without a key before the search is sent
ORDER: Final = mark(
    "Order does not matter: deny wins over ask, ask over allow. Where no rule matches, a person is asked."
)
EMPTY: Final = mark(
    "Without rules a person is asked about every call. A rule lets calls run without asking, asks in spite of another "
    "rule, or denies. A rule of yours never loosens one of an administrator."
)
BROKEN: Final = mark("Assent reads the file again when it changes.")
SOURCES: Final[tuple[tuple[Source, str], ...]] = (("user", mark("Yours")), ("managed", mark("Administrator's")))
EFFECTS: Final[tuple[tuple[Effect, str], ...]] = (
    ("allow", mark("Allow")), ("ask", mark("Ask")), ("deny", mark("Never")),
)  # fmt: skip
MIN_SENTENCE: Final = 34  # characters of a rule's sentence that are always visible on a line
_SAMPLE_AGE: Final = 99 * 86_400.0  # seconds: an age whose words are long, to measure the column
SENTENCE_LINES: Final = 2  # lines of a sentence in the list; the panel shows all


class RulesModel(FlatTableModel[RuleView]):
    """The table of rules, one in each row.

    Attributes:
        total: the number of rules that match the filter.
        generation: of the rules in force.
    """

    HEADS = HEADS
    loaded = Signal()  # a page arrived
    failed = Signal(str)  # why: a page could not be read
    switched = Signal(object)  # RuleView: the person wants to switch the rule on or off

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.total = 0
        self.generation = -1
        self._query = ReadRules()
        self._pages = LatestRequest(link)
        self._is_reading = False

    @property
    def is_filtered(self) -> bool:
        """Whether a filter is set."""
        return bool(self._query.text or self._query.source or self._query.effect)

    def find(self, rule: RuleView) -> RuleView | None:
        """The same rule as it is now; None if it was not fetched."""
        current: RuleView | None = self.entry(self.place(words.rule_key(rule)))
        return current

    def key(self, row: RuleView) -> tuple[str, str, bool]:
        """What tells rules apart."""
        return words.rule_key(row)

    def row_of(self, rule_id: str) -> int:
        """The row of the person's rule of that id, or of the last one for an empty id; -1 if it was not fetched."""
        changeable = [row for row, rule in enumerate(self.rows) if words.is_changeable(rule)]
        if rule_id:
            return next((row for row in changeable if self.rows[row].id == rule_id), -1)
        return changeable[-1] if changeable and len(self.rows) >= self.total else -1

    # Reading

    def filter(self, search: str, source: Source, effect: Effect) -> None:
        """Show the rules with all words of ``search``, this source and this effect; empty means any."""
        query = ReadRules(search.strip(), source, effect)
        if query != self._query:
            self._query = query
            self.refresh()

    def refresh(self) -> None:
        """Read the rows again after the filter or the rules changed."""
        self._request_rules(0, min(MAX_ROWS, max(PAGE_ROWS, len(self.rows))))

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802  # Qt's name
        """Whether more rules are left."""
        return not parent.isValid() and not self._is_reading and len(self.rows) < self.total

    def fetchMore(self, parent: Index) -> None:  # noqa: N802  # Qt's name
        """Read the next page."""
        if self.canFetchMore(parent):
            self._request_rules(len(self.rows), PAGE_ROWS)

    def _request_rules(self, begin: int, limit: int) -> None:
        self._is_reading = True
        query = ReadRules(self._query.text, self._query.source, self._query.effect, False, begin, limit)
        self._pages.send(query, self._append if begin else self._replace, self._on_failed)

    def _replace(self, page: RulesPage) -> None:
        self._is_reading = False
        self.total, self.generation = page.total, page.generation
        self.show_rows(list(page.rules))
        self.loaded.emit()

    def _append(self, page: RulesPage) -> None:
        self._is_reading = False
        if page.generation != self.generation:
            self.refresh()
            return
        self.total = page.total if page.rules else len(self.rows)
        self.show_rows([*self.rows, *page.rules])
        self.loaded.emit()

    def _on_failed(self, reason: str) -> None:
        self._is_reading = False
        self.failed.emit(reason)

    # What Qt asks

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A rule that the person can change has a switch in its row."""
        flags = super().flags(index)
        rule = self.row_at(index)
        can_switch = rule is not None and _has_switch(rule, index.column())
        return flags | Qt.ItemFlag.ItemIsUserCheckable if can_switch else flags

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:  # noqa: ARG002, N802  # Qt's
        """Handle a press of the switch. The row changes only when the host says so."""
        rule = self.row_at(index)
        if role != Role.CheckStateRole or rule is None or not _has_switch(rule, index.column()):
            return False
        self.switched.emit(rule)
        return True

    def _text(self, row: RuleView, column: int) -> str:
        if column == ON:
            is_told_by_switch = _has_switch(row, column) and (row.waits or row.enabled == row.counts)
            return "" if is_told_by_switch else words.state_word(row)
        if column == RULE:
            return words.sentence_of(row)
        return words.usage_words(row, time.time()) if column == USED else words.source_word(row.source)

    def _tooltip(self, row: RuleView, column: int) -> text.Text:
        if column == RULE:
            return Untrusted(row.reason)
        if column == USED:
            return exact_time(row.last_used) if row.last_used else ""
        why_not = words.why_not_counting(row) if column == ON else ""
        return why_not or (tr(words.MANAGED) if row.source == "managed" else "")

    def _spoken(self, row: RuleView, column: int) -> str:
        return f"{tr(HEADS[column])}: {words.state_word(row)}" if column == ON else super()._spoken(row, column)

    def _look(self, row: RuleView, column: int, role: int) -> object:
        match role:
            case Role.DecorationRole if column == RULE:
                return icon(words.effect_style(row.effect).icon, "text" if row.counts else "muted")
            case Role.DecorationRole if column == SOURCE and row.source == "managed":
                return icon("lock-simple", "muted")
            case Role.DecorationRole if column == ON and row.waits:
                return icon("warning", "amber")
            case Role.CheckStateRole if _has_switch(row, column):
                return Qt.CheckState.Checked if row.enabled else Qt.CheckState.Unchecked
            case Role.ForegroundRole if not row.counts or column in (USED, SOURCE):
                return QColor(theme.current().tokens.muted)
        return None


def _has_switch(rule: RuleView, column: int) -> bool:
    return column == ON and words.is_changeable(rule)


class RulesList(QWidget):
    """The list of rules with its filters and the side panel."""

    new_wanted = Signal()  # the person wants to write a rule

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._policy: PolicyView | None = None
        self._rule_to_select: tuple[str, int] | None = None
        self.model = RulesModel(link, self)
        self.table = Table(tr("Rules"))
        self.search = SearchField(tr("Search: server, tool, app, words of the rule …"), tr("Search the rules"))
        self.source = Chips(SOURCES, tr("Whose rules"))
        self.effect = Chips(EFFECTS, tr("What the rules do"))
        self.panel = hidden(RulePanel(link))
        self._count = text.label("", "caption")
        self._notice = hidden(Notice("red", tr("The rules could not be read")))
        self._empty = EmptyState("scales", tr("No rules yet"), tr(EMPTY), tr("New rule…"))
        self._no_match = EmptyState(
            "magnifying-glass", tr("Nothing found"), tr("No rule fits this search."), tr("Show all rules")
        )
        self._order = text.label(tr(ORDER), "caption", wrap=True)
        self._unreadable = EmptyState("scales", tr("No rules can be read"), tr(BROKEN))
        self._lists = Stack(self.table, self._empty, self._no_match, self._unreadable)
        self._typing_timer = QTimer(self, interval=TYPING_MS, singleShot=True)
        self._lay_out()
        self._connect()

    def set_policy(self, policy: PolicyView) -> None:
        """Read the rules again if they have changed."""
        self._policy = policy
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Read the rules again if they have changed."""
        if self._policy is not None and self._policy.generation != self.model.generation:
            self.model.refresh()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Read changes that were made while the list was hidden, and how often rules decided meanwhile."""
        super().showEvent(event)
        if self._policy is not None:
            self.model.refresh()

    def open_rule(self, rule: RuleView) -> None:
        """Open the panel of a rule."""
        if self._policy is not None:
            self.panel.show_rule(rule, self._policy)
            self.panel.show()

    def select_rule(self, rule_id: str) -> None:
        """Select the rule that was just saved, once it is fetched. ``rule_id``: empty for the person's last rule."""
        self._rule_to_select = rule_id, self.model.generation
        if self.model.is_filtered:
            self.show_all()
        self._select_wanted()

    def show_all(self) -> None:
        """Clear the filters."""
        self.search.clear()
        self.effect.choose("")
        self.source.choose("")
        self._filter()

    # Events

    def _filter(self) -> None:
        self._typing_timer.stop()
        source, effect = cast("Source", self.source.chosen), cast("Effect", self.effect.chosen)
        self.model.filter(self.search.text(), source, effect)

    def _on_loaded(self) -> None:
        self._notice.hide()
        filtered = self.model.is_filtered
        rules = words.rule_count(self.model.total)
        text.set_text(self._count, tr("{rules} found", rules=rules) if filtered else rules)
        self._count.setVisible(self.model.total > 0)
        problems = self._policy.problems if self._policy is not None else ()
        self._order.setVisible(not problems)  # then everything is denied
        others = [words.problem_lines(problems)] if len(problems) > 1 else []  # one alone is in the alert above
        text.set_text(self._unreadable.text, "\n".join([*others, tr(BROKEN)]))
        empty_state = self._no_match if filtered else self._unreadable if problems else self._empty
        self._lists.setCurrentWidget(self.table if self.model.rows else empty_state)
        self._refresh_panel()
        self._select_wanted()

    def _select_wanted(self) -> None:
        """Select the rule that was saved; fetch more rules until it is there."""
        if self._rule_to_select is None:
            return
        rule_id, old_generation = self._rule_to_select
        is_new = self.model.generation != old_generation
        row = self.model.row_of(rule_id) if rule_id or is_new else -1
        if row >= 0:
            self.table.setCurrentIndex(self.model.index(row, RULE))
            self.table.scrollTo(self.model.index(row, RULE))
        elif is_new and self.model.canFetchMore(QModelIndex()):
            self.model.fetchMore(QModelIndex())
            return
        if is_new:
            self._rule_to_select = None

    def _refresh_panel(self) -> None:
        rule = self.panel.rule
        if rule is None or self.panel.isHidden() or self._policy is None:
            return
        current = self.model.find(rule)
        if current is not None:
            self.panel.show_rule(current, self._policy)
        elif len(self.model.rows) == self.model.total and not self.model.is_filtered:
            self.panel.dismiss()

    def _on_opened(self, index: QModelIndex) -> None:
        self._rule_to_select = None
        if 0 <= index.row() < len(self.model.rows):
            self.open_rule(self.model.rows[index.row()])

    def _on_clicked(self, index: QModelIndex) -> None:
        """Open the rule, unless the click was on its switch."""
        if not (index.column() == ON and index.flags() & Qt.ItemFlag.ItemIsUserCheckable):
            self._on_opened(index)

    def _on_switched(self, rule: RuleView) -> None:
        """Switch a rule off or on; if that loosens, the panel asks first."""
        asks = words.loosens_if_removed(rule) if rule.enabled else words.loosens_if_enabled(rule)
        if asks or not self.panel.isHidden():
            self.open_rule(rule)
        elif self._policy is not None:
            self.panel.show_rule(rule, self._policy)
        self.panel.toggle()

    def _share_width(self) -> None:
        """Give each column its width; hide all but switch and sentence if the sentence has no room."""
        letter = self.fontMetrics().averageCharWidth()
        room = self.table.viewport().width() - letter * MIN_SENTENCE
        samples_by_column = {
            ON: (tr("Expired"),),
            SOURCE: (words.source_word("managed"),),
            USED: (tr_n("Once, {last}", "{n} times, {last}", 1_000, last=relative(_SAMPLE_AGE)),),
        }
        for column, samples in samples_by_column.items():
            width = self.table.width_for(column, samples)
            room -= width
            self.table.setColumnWidth(column, width)
            self.table.setColumnHidden(column, column != ON and room < 0)

    # Building

    def _lay_out(self) -> None:
        self.table.setModel(self.model)
        self.table.setProperty("switches", True)
        self.table.set_stretch(RULE)
        self.table.setAccessibleDescription(tr("Enter opens the chosen rule."))
        self.table.setWordWrap(True)
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().lineSpacing() * SENTENCE_LINES + SECTION)
        list_column = fill(
            boxes.column(GROUP, margins=(PAGE, 0, PAGE, PAGE)),
            self.search,
            boxes.flow(*self.source.buttons.values(), *self.effect.buttons.values()),
            self._notice,
            grow(self._lists),
            fill(boxes.row(PAGE), grow(self._order), self._count),
        )
        self.panel.setMinimumWidth(WIDTH)
        fill(boxes.row(0, self), grow(list_column), self.panel)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._typing_timer.start)
        self.search.returnPressed.connect(self._filter)
        self._typing_timer.timeout.connect(self._filter)
        for chips in (self.source, self.effect):
            chips.changed.connect(self._filter)
        self.model.loaded.connect(self._on_loaded)
        self.model.failed.connect(self._notice.tell_why)
        self.model.switched.connect(self._on_switched)
        self.table.opened.connect(self._on_opened)
        self.table.clicked.connect(self._on_clicked)
        self.table.keep_in_step(self.panel, self._on_opened)
        self.table.resized.connect(self._share_width)
        self.panel.closed.connect(lambda: self.table.setFocus(Qt.FocusReason.OtherFocusReason))
        self._empty.acted.connect(self.new_wanted)
        self._no_match.acted.connect(self.show_all)


class Chips(QObject):
    """Buttons of which at most one is pressed in."""

    changed = Signal()  # the person chose another value

    def __init__(self, choices: Sequence[tuple[str, str]], about: str) -> None:
        super().__init__()
        self.buttons: dict[str, QPushButton] = {}
        for value, word in choices:
            chip = text.button(tr(word), "pill")
            chip.setCheckable(True)
            text.named(chip, tr("{about}: {word}", about=about, word=tr(word)))
            chip.clicked.connect(partial(self._on_press, value))
            self.buttons[value] = chip

    @property
    def chosen(self) -> str:
        """The value of the button that is pressed in; empty for none."""
        return next((value for value, chip in self.buttons.items() if chip.isChecked()), "")

    def choose(self, value: str) -> None:
        """Press in the button of this value; empty for none."""
        for choice, chip in self.buttons.items():
            chip.setChecked(choice == value)
            chip.setIcon(icon("check", "text") if choice == value else QIcon())

    def _on_press(self, value: str) -> None:
        self.choose(value if self.buttons[value].isChecked() else "")
        self.changed.emit()


GONE: Final = mark("From then on other rules, or the default if none matches, decide these calls.")
ON_AGAIN: Final = mark("From then on these calls run without asking, unless another rule asks or denies.")


class RulePanel(SidePanel):
    """The details of one rule, with buttons to change it."""

    edit_wanted = Signal(object)  # RuleView: the person wants to edit the rule
    copy_wanted = Signal(object)  # RuleView: the person wants to edit a copy
    pending_changes_wanted = Signal()  # the person wants to read the changes that wait
    happened = Signal(object)  # ToastMessage: a rule was switched or removed

    def __init__(self, link: Link) -> None:
        super().__init__(tr("Rule"))
        self._link = link
        self.rule: RuleView | None = None
        self._policy: PolicyView | None = None
        self._asked_request: Request[Done] | None = None
        self.edit, self.duplicate = text.button(tr("Edit…")), text.button(tr("Duplicate…"))
        self.switch, self.remove = text.button(tr("Switch off")), text.button(tr("Remove…"), "danger")
        self.waits = hidden(Notice("amber", "", "", tr("Read and decide…")))
        self.failed = hidden(Notice("red", tr("Nothing was changed")))
        self.loosening_question = hidden(LooseningQuestion(link))
        self._buttons = QWidget()
        self._scroll = FadeScroll(ground="surface")
        text.named(self._scroll, tr("The rule"))
        fill(boxes.row(GROUP, self._buttons), self.edit, self.duplicate, self.switch, STRETCH, self.remove)
        fill(self.body, self.waits, self.failed, self._buttons, grow(self._scroll), grow(self.loosening_question))
        self.edit.clicked.connect(lambda: self.edit_wanted.emit(self.rule))
        self.duplicate.clicked.connect(lambda: self.copy_wanted.emit(self.rule))
        self.switch.clicked.connect(self.toggle)
        self.remove.clicked.connect(self._remove)
        self.waits.acted.connect(self.pending_changes_wanted)
        self.loosening_question.agreed.connect(self._on_agreed)
        self.loosening_question.left.connect(self._close_question)

    def show_rule(self, rule: RuleView, policy: PolicyView) -> None:
        """Show a rule. Closes a question about another rule or about an earlier state of this one."""
        old = self.rule
        is_other = old is None or words.state_key(rule) != words.state_key(old)
        if rule == old and policy.user_path == (self._policy.user_path if self._policy else None):
            return
        self.rule, self._policy = rule, policy
        if is_other or self.loosening_question.isHidden():
            self._close_question()
        self.set_title(Untrusted(rule.id))
        self._buttons.setVisible(words.is_changeable(rule))
        text.set_button_text(self.switch, tr("Switch off") if rule.enabled else tr("Switch on"))
        self._scroll.setWidget(self._make_content(rule, policy))

    def toggle(self) -> None:
        """Switch the rule off or on; ask first if that loosens."""
        if (rule := self.rule) is None or not words.is_changeable(rule):
            return
        request = EnableRule(rule.id, not rule.enabled)
        if rule.enabled and words.loosens_if_removed(rule):
            self._confirm(
                request, tr("Switch this rule off?"), tr(GONE), tr("Switch off"), ReplayRule("", rule.id, True)
            )
        elif not rule.enabled and words.loosens_if_enabled(rule):
            replay = ReplayRule(words.switched_on(rule.text), rule.id)
            self._confirm(request, tr("Switch this rule on?"), tr(ON_AGAIN), tr("Switch on"), replay)
        else:
            self._send(request)

    def _remove(self) -> None:
        if self.rule is None:
            return
        replay = ReplayRule("", self.rule.id, True)
        self._confirm(RemoveRule(self.rule.id), tr("Remove this rule?"), tr(GONE), tr("Remove rule"), replay)

    def _confirm(self, request: Request[Done], title: str, meaning: str, verb: str, replay: ReplayRule) -> None:
        assert self.rule is not None, "only a rule that is shown is changed"
        self._asked_request = request
        self.failed.hide()
        self._buttons.hide()
        sentence = break_long_words(words.sentence_of(self.rule, exact=True))
        self.loosening_question.ask(title, f"{sentence}\n{meaning}", verb, replay)
        self._scroll.hide()

    def _on_agreed(self) -> None:
        if self._asked_request is not None:
            self._send(self._asked_request)

    def _send(self, request: Request[Done]) -> None:
        self._link.send(request, partial(self._on_done, request, self.rule), partial(self._on_failed, request))

    def _on_done(self, request: Request[Done], rule: RuleView | None, _: Done) -> None:
        if rule is not None:
            if isinstance(request, EnableRule):
                self.happened.emit(toast_messages.rule_switched(rule, on=not rule.enabled))
            else:
                self.happened.emit(toast_messages.rule_removed(rule))
        if request is self._asked_request:
            self._close_question()

    def _on_failed(self, request: Request[Done], reason: str) -> None:
        if request is self._asked_request:
            self.loosening_question.show_failure(reason)
        else:
            self.failed.tell_why(reason)

    def _close_question(self) -> None:
        self._asked_request = None
        self.failed.hide()
        self.loosening_question.close_question()
        self._scroll.show()
        self._buttons.setVisible(self.rule is not None and words.is_changeable(self.rule))

    # Building

    def _make_content(self, rule: RuleView, policy: PolicyView) -> QWidget:
        content = QWidget()
        column = fill(
            boxes.column(SECTION, content, (0, 0, GROUP, 0)),
            _badges(rule),
            text.label(break_long_words(words.sentence_of(rule, exact=True)), "strong", wrap=True, selectable=True),
        )
        self.waits.setVisible(bool(rule.waits))
        if rule.waits:
            self.waits.set_text(tr("It waits for you"), words.why_not_counting(rule), tr("Read and decide…"))
        if rule.source == "managed":
            column.addWidget(Notice("neutral", tr("It is the administrator's"), tr(words.MANAGED)))
        if rule.reason:
            column.addWidget(section(tr("Reason that its author gives"), prose(Untrusted(rule.reason), tr("Reason"))))
        title = tr("As it is written")
        fill(column, _facts_view(rule, policy), Fold(title, title, partial(_written, rule), is_heading=True), STRETCH)
        return content


def _written(rule: RuleView) -> TextBlock:
    block = TextBlock()
    block.show_text(Untrusted(rule.text), tr("The rule as it is written"))
    return block


def _badges(rule: RuleView) -> QHBoxLayout:
    style = words.effect_style(rule.effect)
    row = fill(boxes.row(GROUP), Badge(style.word, style.tone, style.icon))
    managed = rule.source == "managed"
    row.addWidget(Badge(words.source_word(rule.source), "neutral", "lock-simple" if managed else ""))
    if rule.waits or not rule.counts:
        row.addWidget(Badge(words.state_word(rule), "amber" if rule.waits else "neutral"))
    row.addStretch(1)
    return row


def _facts_view(rule: RuleView, policy: PolicyView) -> QWidget:
    path = policy.managed_path if rule.source == "managed" else policy.user_path
    facts: list[tuple[str, str, text.LabelRole]] = []
    if rule.waits != "gone":
        facts.append((tr("File"), escape(path), "mono"))
    if rule.expires:
        facts.append((tr("Until"), exact_time(rule.expires), "body"))
    facts.append((tr("Used"), words.usage_words(rule, time.time()), "body"))
    if (reason := words.why_not_counting(rule)) and not rule.waits:
        facts.append((tr("Now"), reason, "body"))
    return facts_grid(
        (name, text.label(break_long_words(value), role, wrap=True, selectable=True)) for name, value, role in facts
    )


class LooseningQuestion(QWidget):
    """The question before a change that loosens, with the past calls that it would change."""

    agreed = Signal()  # the person wants the change
    left = Signal()  # the person does not

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._replays = LatestRequest(link)
        self._question = Notice("amber", "")
        self.busy = Busy(tr("Looking at past calls…"))
        self.replay = ReplayView()
        self.problem = hidden(Notice("amber", tr("The past calls could not be looked at")))
        self.failed = hidden(Notice("red", tr("Nothing was changed")))
        self.no = text.button(tr("Cancel"), on_click=self.left)
        self.yes = ArmedButton(tr("Agree"), "danger")
        self.yes.pressed.connect(self.agreed)
        past = scrolled(
            tr("Past calls that it would change"),
            *(self.busy, self.problem, self.replay),
            margins=(0, 0, GROUP, 0),
            ground="surface",
        )
        answers = fill(boxes.row(GROUP), self.no, STRETCH, self.yes)
        fill(boxes.column(GROUP, self), self._question, grow(past), self.failed, answers)

    def ask(self, title: str, meaning: str, verb: str, replay: ReplayRule) -> None:
        """Ask the question. ``verb``: the words of the button. ``replay``: the request for the past calls."""
        self._question.set_text(title, meaning)
        self.yes.set_words(verb)
        self.yes.hide()
        self.replay.clear()
        for part in (self.problem, self.failed):
            part.hide()
        self.show()
        self.busy.begin()
        self._replays.send(replay, self._show, self._on_replay_failed)

    def show_failure(self, reason: str) -> None:
        """Say why the host refused the change."""
        self.failed.tell_why(reason)
        self.yes.restart()

    def close_question(self) -> None:
        """Hide the question and drop its request."""
        self._replays.forget()
        self.busy.finish()
        self.hide()

    def _show(self, report: ReplayReport) -> None:
        self.replay.show_report(report)
        self._show_yes()

    def _on_replay_failed(self, reason: str) -> None:
        self.problem.tell_why(reason)
        self._show_yes()

    def _show_yes(self) -> None:
        self.busy.finish()
        self.yes.show()
        self.yes.restart()
