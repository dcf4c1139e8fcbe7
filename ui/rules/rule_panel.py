"""One rule in the side panel, and the question before a rule is removed or switched.

Owns: the side panel of the page of rules.

Invariants: a rule is shown in words and as it stands in its file, to the last character; what tightens is done at once,
what could loosen is asked first: an armed button answers, once the past calls were shown or it was said why they cannot
be, and it arms again whenever what it stands for changes; rules of the administrator and rules that are in no file any
more cannot be changed here, and the panel says who can.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from host.control.protocol import Done, EnableRule, RemoveRule, ReplayRule, Request
from host.control.views import PolicyView, ReplayReport, RuleView
from host.text import Untrusted, escape
from ui import news, text
from ui.armed import ArmedButton
from ui.history.words import exact_time
from ui.inputs.text_block import TextBlock, prose
from ui.label_text import break_long_words, safe_sentence
from ui.link import LatestRequest, Link
from ui.rules import words
from ui.rules.explanation import conditions_and_demands
from ui.rules.replay_view import ReplayView
from ui.theme import GROUP, SECTION
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, scrolled
from ui.widgets.cards import Notice, SidePanel
from ui.widgets.controls import hidden
from ui.widgets.labels import Badge, show_fold
from ui.widgets.page_parts import Busy, facts_grid, section
from ui.widgets.scroll import FadeScroll

GONE: Final = mark("From then on other rules, and what counts where none matches, decide these calls.")
ON_AGAIN: Final = mark("From then on these calls run without asking, unless another rule asks or denies.")


class RulePanel(SidePanel):
    """What is known of one rule.

    Attributes:
        rule: the one that is shown.
        edit, duplicate, switch, remove: its buttons.
        waits: says that the rule waits for confirmation.
        loosening_question: the question before something that loosens.

    Signals:
        edit_wanted(RuleView), copy_wanted(RuleView): change it, or a copy of it.
        pending_changes_wanted(): the person wants to read the changes that wait.
        happened(News): a rule was switched or removed.
    """

    edit_wanted = Signal(object)
    copy_wanted = Signal(object)
    pending_changes_wanted = Signal()
    happened = Signal(object)

    def __init__(self, link: Link) -> None:
        super().__init__(tr("Rule"))
        self._link = link
        self.rule: RuleView | None = None
        self._policy: PolicyView | None = None
        self._request: Request[Done] | None = None
        self.edit, self.duplicate = text.button(tr("Edit…")), text.button(tr("Duplicate…"))
        self.switch, self.remove = text.button(tr("Switch off")), text.button(tr("Remove…"), "danger")
        self.waits = Notice("amber", "", "", tr("Read and decide…"))
        self.failed = Notice("red", tr("Nothing was changed"))
        self.loosening_question = LooseningQuestion(link)
        self._buttons = QWidget()
        self._scroll = FadeScroll(ground="surface")
        text.named(self._scroll, tr("The rule"))
        self._fill_body()
        self._connect()

    def show_rule(self, rule: RuleView, policy: PolicyView) -> None:
        """Show a rule. A question about another rule, or about this one as it was, is closed."""
        other = (
            self.rule is None
            or not words.is_same_rule(rule, self.rule)
            or _question_subject(rule) != _question_subject(self.rule)
        )
        if rule == self.rule and policy.user_path == (self._policy.user_path if self._policy else None):
            return
        self.rule, self._policy = rule, policy
        if other or self.loosening_question.isHidden():
            self._close_question()
        self.set_title(Untrusted(rule.id))
        self._buttons.setVisible(words.is_changeable(rule))
        text.set_button_text(self.switch, tr("Switch off") if rule.enabled else tr("Switch on"))
        self._scroll.setWidget(self._content(rule, policy))

    def toggle(self) -> None:
        """Switch the rule off, or on; ask first where that loosens."""
        if (rule := self.rule) is None or not words.is_changeable(rule):
            return
        request = EnableRule(rule.id, not rule.enabled)
        if rule.enabled and words.loosens_if_removed(rule):
            self._ask(request, tr("Switch this rule off?"), tr(GONE), tr("Switch off"), ReplayRule("", rule.id, True))
        elif not rule.enabled and words.loosens_if_enabled(rule):
            on = ReplayRule(words.switched_on(rule.text), rule.id)
            self._ask(request, tr("Switch this rule on?"), tr(ON_AGAIN), tr("Switch on"), on)
        else:
            self._do(request)

    def _remove(self) -> None:
        if self.rule is None:
            return
        replay = ReplayRule("", self.rule.id, True)
        self._ask(RemoveRule(self.rule.id), tr("Remove this rule?"), tr(GONE), tr("Remove rule"), replay)

    def _ask(self, request: Request[Done], title: str, meaning: str, verb: str, replay: ReplayRule) -> None:
        assert self.rule is not None, "only a rule that is shown is changed"
        self._request = request
        self.failed.hide()
        self._buttons.hide()
        said = break_long_words(words.sentence_of(self.rule, exact=True))
        self.loosening_question.ask(title, f"{said}\n{meaning}", verb, replay)
        self._scroll.hide()

    def _on_agreed(self) -> None:
        if self._request is not None:
            self._do(self._request)

    def _do(self, request: Request[Done]) -> None:
        self._link.send(request, partial(self._done, request, self.rule), partial(self._not_done, request))

    def _done(self, request: Request[Done], rule: RuleView | None, _: Done) -> None:
        if rule is not None:
            is_switched = isinstance(request, EnableRule)
            told = news.rule_switched(rule, on=not rule.enabled) if is_switched else news.rule_removed(rule)
            self.happened.emit(told)
        if request is self._request:
            self._close_question()

    def _not_done(self, request: Request[Done], why: str) -> None:
        if request is self._request:
            self.loosening_question.fail(why)
        else:
            self.failed.tell(tr("Nothing was changed"), safe_sentence(why))

    def _close_question(self) -> None:
        self._request = None
        self.failed.hide()
        self.loosening_question.close_question()
        self._scroll.show()
        self._buttons.setVisible(self.rule is not None and words.is_changeable(self.rule))

    # What is shown

    def _content(self, rule: RuleView, policy: PolicyView) -> QWidget:
        inside = QWidget()
        column = fill(
            boxes.column(SECTION, inside, (0, 0, GROUP, 0)),
            _badges(rule),
            text.label(break_long_words(words.sentence_of(rule, exact=True)), "strong", wrap=True, selectable=True),
        )
        self.waits.setVisible(bool(rule.waits))
        if rule.waits:
            self.waits.set_text(tr("It waits for you"), words.why_not_counting(rule), tr("Read and decide…"))
        if rule.source == "managed":
            column.addWidget(Notice("neutral", tr("It is the administrator's"), tr(words.MANAGED)))
        fill(column, *conditions_and_demands(rule))
        if rule.reason:
            column.addWidget(section(tr("Reason that its author gives"), prose(Untrusted(rule.reason), tr("Reason"))))
        fill(column, _facts(rule, policy), _Written(rule.text), STRETCH)
        return inside

    def _fill_body(self) -> None:
        self.waits.hide()
        self.failed.hide()
        fill(boxes.row(GROUP, self._buttons), self.edit, self.duplicate, self.switch, STRETCH, self.remove)
        self.loosening_question.hide()
        fill(self.body, self.waits, self.failed, self._buttons, grow(self._scroll), grow(self.loosening_question))

    def _connect(self) -> None:
        self.edit.clicked.connect(lambda: self.edit_wanted.emit(self.rule))
        self.duplicate.clicked.connect(lambda: self.copy_wanted.emit(self.rule))
        self.switch.clicked.connect(self.toggle)
        self.remove.clicked.connect(self._remove)
        self.waits.acted.connect(self.pending_changes_wanted)
        self.loosening_question.agreed.connect(self._on_agreed)
        self.loosening_question.left.connect(self._close_question)


class _Written(QWidget):
    """The rule as it stands in its file, folded."""

    def __init__(self, written: str) -> None:
        super().__init__()
        self._written = written
        self._block: TextBlock | None = None
        self._fold = text.button(tr("As it is written"), "fold")
        show_fold(self._fold, is_open=False)
        self._fold.clicked.connect(self._toggle)
        column = boxes.column(GROUP, self)
        column.addWidget(self._fold, 0, Qt.AlignmentFlag.AlignLeading)

    def _toggle(self) -> None:
        if self._block is None:
            self._block = TextBlock(self)
            self._block.show_text(Untrusted(self._written), tr("The rule as it is written"))
            self._block.hide()
            self.layout().addWidget(self._block)  # type: ignore[union-attr]  # it has one
        opened = self._block.isHidden()
        self._block.setVisible(opened)
        show_fold(self._fold, is_open=opened)


def _question_subject(rule: RuleView) -> tuple[str, str]:
    """What a question about a rule is about; another subject closes it."""
    return rule.text, rule.waits


def _badges(rule: RuleView) -> QHBoxLayout:
    style = words.effect_style(rule.effect)
    row = fill(boxes.row(GROUP), Badge(style.word, style.tone, style.icon))
    managed = rule.source == "managed"
    row.addWidget(Badge(words.source_word(rule.source), "neutral", "lock-simple" if managed else ""))
    if rule.waits or not rule.counts:
        row.addWidget(Badge(words.state_word(rule), "amber" if rule.waits else "neutral"))
    row.addStretch(1)
    return row


def _facts(rule: RuleView, policy: PolicyView) -> QWidget:
    path = policy.managed_path if rule.source == "managed" else policy.user_path
    facts: list[tuple[str, str, text.LabelRole]] = []
    if rule.waits != "gone":
        facts.append((tr("File"), escape(path), "mono"))
    if rule.expires:
        facts.append((tr("Until"), exact_time(rule.expires), "body"))
    facts.append((tr("Used"), words.used(rule, time.time()), "body"))
    if (why := words.why_not_counting(rule)) and not rule.waits:
        facts.append((tr("Now"), why, "body"))
    return facts_grid(
        (name, text.label(break_long_words(value), role, wrap=True, selectable=True)) for name, value, role in facts
    )


class LooseningQuestion(QWidget):
    """A question before something that loosens, with the past calls that it would change.

    Attributes:
        yes: the armed button, hidden until the past calls are shown.
        no: leaves everything as it is.
        replay: the past calls.

    Signals:
        agreed(), left(): the answer.
    """

    agreed = Signal()
    left = Signal()

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._replays = LatestRequest(link)
        self._question = Notice("amber", "")
        self.busy = Busy(tr("Looking at past calls…"))
        self.replay = ReplayView()
        self.problem = hidden(Notice("amber", tr("The past calls could not be looked at")))
        self.failed = hidden(Notice("red", tr("Nothing was changed")))
        self.no = text.button(tr("Cancel"))
        self.yes = ArmedButton(tr("Agree"), "danger")
        self.no.clicked.connect(self.left)
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
        """Ask.

        Args:
            title: of the question, ready to be shown.
            meaning: the consequence, ready to be shown.
            verb: the text of the button.
            replay: asks the host for the past calls.
        """
        self._question.set_text(title, meaning)
        self.yes.set_words(verb)
        self.yes.hide()
        self.replay.clear()
        for part in (self.problem, self.failed):
            part.hide()
        self.show()
        self.busy.begin()
        self._replays.send(replay, self._show, self._on_replay_failed)

    def fail(self, why: str) -> None:
        """Say why the host did not do it."""
        self.failed.tell(tr("Nothing was changed"), safe_sentence(why))
        self.yes.restart()

    def close_question(self) -> None:
        """Close the question."""
        self._replays.forget()
        self.busy.finish()
        self.hide()

    def _show(self, report: ReplayReport) -> None:
        self.replay.show_report(report)
        self._show_button()

    def _on_replay_failed(self, why: str) -> None:
        self.problem.tell(tr("The past calls could not be looked at"), safe_sentence(why))
        self._show_button()

    def _show_button(self) -> None:
        self.busy.finish()
        self.yes.show()
        self.yes.restart()
