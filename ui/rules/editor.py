"""The editor of a rule.

Owns: the editor, which replaces the list: the rule as one sentence, the past calls that it changes, the form, its text
under *Advanced*, a call to try, and the bar that saves it.

Invariants: only the host says whether a rule can be saved and what it means, for the very text in the field. A rule
that loosens is saved by an armed button, after the past calls that it would change were shown; any change of the text
hides that button. The form shows what the text says, and is out of use while the text has comments or mistakes. Nothing
that was typed is lost, whatever the host refuses. Leaving with unsaved text asks first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from host.control.protocol import CheckRule, Done, ReadRuleForm, ReplayRule, SaveRule
from host.control.views import HostState, ReplayReport, RuleCheck, RuleForm
from ui import text
from ui.alert_strip import Question
from ui.alerts import Alert
from ui.armed import ArmedButton
from ui.label_text import break_long_words, safe_sentence
from ui.link import LatestRequest, Link
from ui.rules import form, words
from ui.rules.explanation import ReplayView, summary
from ui.rules.fields import JsonEdit, RuleFields
from ui.rules.try_call import TryCall
from ui.theme import GROUP, PAGE, SECTION
from ui.tr import mark, tr, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Stack, fill, grow, scrolled
from ui.widgets.cards import Notice
from ui.widgets.controls import show_text
from ui.widgets.labels import show_fold
from ui.widgets.page_parts import Busy, PageHeader

TYPING_MS: Final = 150  # milliseconds without a key before the host checks the rule
REPLAY_DELAY_MS: Final = 400  # milliseconds from there until past calls are replayed
_JSON_LINES: Final = 14  # lines of the text under *Advanced*
_FORM_WIDTH: Final = 760  # pixels of the form at most, so that lines are easy to read
_SIDE_WIDTH: Final = 312  # pixels of the part beside the form
OUT_OF_USE: Final = mark("The fields are out of use while the text under Advanced has comments or mistakes.")
LOOSENS: Final = mark("With it, calls can be let through that are not let through now.")
SAVE_HINT: Final = mark("Look at the past calls that it would have let through, then save it.")


class RuleEditor(QWidget):
    """The editor of one rule.

    Attributes:
        replaces: id of the rule that the text replaces; empty for a new one.
        check: the host's answer about the current text; None until it comes.
        past_button: shows or hides their list, which is ``replay``.
        save: saves; for a rule that loosens, it shows the past calls first, and ``save_looser`` then replaces it.
    """

    left = Signal()  # the rule was saved or given up
    saved = Signal(str)  # id of the rule, empty if the host names it: emitted before ``left``

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link, self._checks, self._replays = link, LatestRequest(link), LatestRequest(link)
        self.replaces = ""
        self._saved_text = ""
        self._wants_to_save = False
        self._checked_text = ""
        self.check: RuleCheck | None = None
        self._report: ReplayReport | None = None
        self.header = PageHeader(tr("New rule"))
        self.try_button = text.button(tr("Try a call…"), on_click=self._show_test)
        self.form = RuleFields()
        self.advanced = text.button(tr("Advanced"), "fold")
        self._out_of_use_label = text.label(tr(OUT_OF_USE), "muted", wrap=True)
        self.field = JsonEdit(tr("The rule, as JSON"))
        self.field.setFixedHeight(self.field.fontMetrics().lineSpacing() * _JSON_LINES + SECTION)
        self.check_result = CheckResult()
        self.past = QWidget()
        self._past_label, self._past_busy = text.label("", wrap=True), Busy(tr("Looking at past calls…"))
        self.past_button = text.button(tr("Show"), on_click=self._show_past)
        self.replay, self.test = ReplayView(titled=False), TryCall(link, rule=self._rule_and_replaced_id)
        self.saving, self._buttons_row = QWidget(), QWidget()
        self._failed = Notice("red", tr("The rule is not saved"))
        title, lost = tr("Leave without saving?"), tr("Your changes to the rule are lost then.")
        leaving = Alert("failed", "amber", title, lost, tr("Discard and leave"), tr("Keep editing"))
        self.leaving = Question(leaving, armed=False)
        self._hint = text.label(tr(SAVE_HINT), "muted", wrap=True)
        self.cancel = text.button(tr("Cancel"), on_click=self.ask_leave)
        self.save = text.button(tr("Save rule"), on_click=self._on_save)
        self.save_looser = ArmedButton(tr("Save rule"), "danger")
        self._side_stack = Stack()
        self._typing_timer = QTimer(self, interval=TYPING_MS, singleShot=True)
        self._replay_timer = QTimer(self, interval=REPLAY_DELAY_MS, singleShot=True)
        self._lay_out()
        self._connect()

    @property
    def has_unsaved_text(self) -> bool:
        """Whether something was typed that is not saved."""
        return self.field.json != self._saved_text

    def open(self, rule: str, replaces: str = "", *, saved: bool = False) -> None:
        """Begin to edit a rule, perhaps in place of another. ``saved``: whether leaving it as it is loses nothing."""
        self.replaces = replaces
        self.header.set_title(tr("Edit rule") if replaces else tr("New rule"))
        self.field.show_json(rule)
        self._saved_text = self.field.json if saved else ""
        fields = form.read_rule(rule)
        self.test.clear_answer()
        self._failed.hide()
        self._close_leaving()
        self._show_side(None)
        self._show_advanced(opened=fields is None)
        self._link.send(ReadRuleForm(), self._on_form)
        self._reset_answers()
        self._check_now()
        self.form.take_focus()

    def set_state(self, state: HostState) -> None:
        """Offer the servers whose calls can be tried."""
        self.test.set_state(state)

    def ask_leave(self) -> None:
        """Leave, but ask first if something would be lost."""
        if self.has_unsaved_text and self.field.json.strip():
            self._buttons_row.hide()
            self.leaving.show()
            self.leaving.no_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.left.emit()

    def _close_leaving(self) -> None:
        self.leaving.hide()
        self._buttons_row.show()

    # The host's check

    def _on_typed(self) -> None:
        """Drop the answers about the earlier text, and check the new one soon."""
        if self.field.json == self._checked_text:
            return
        self._checked_text = ""
        self._reset_answers()
        self.form.show_text(self.field.json)
        self.test.clear_answer()
        self.check_result.wait()
        self._typing_timer.start()

    def _reset_answers(self) -> None:
        self.check, self._report, self._wants_to_save = None, None, False
        for requests in (self._checks, self._replays):
            requests.forget()
        self._replay_timer.stop()
        self._say_past("")
        self.replay.clear()
        self._offer_saving()

    def _check_now(self) -> None:
        self._typing_timer.stop()
        rule = self._checked_text = self.field.json
        self.form.show_text(rule)
        self._out_of_use_label.setVisible(self.form.rule is None)
        self._checks.send(CheckRule(rule, self.replaces), self._on_checked, self.check_result.show_failure)

    def show_held_back(self, reason: str) -> None:
        """Say why a person is asked about calls like the one that the rule was made from; nothing if it is empty."""
        self.check_result.held_back = reason
        if self.check is not None:
            self.check_result.show_check(self.check)

    def _on_checked(self, check: RuleCheck) -> None:
        self.check = check
        field_problems = self.form.show_faults(check.faults)
        if check.problems and not field_problems:
            self._show_advanced(opened=True)
        self.check_result.show_check(check, field_problems)
        self._offer_saving()
        if not check.problems:
            self._replay_timer.start()

    def _on_form(self, rule_form: RuleForm) -> None:
        if rule_form.fields != self.form.declared:
            self.form.show_form(rule_form)
            self.form.take_focus()  # there was no field before
        self.form.show_form(rule_form)
        if self.check is not None:
            self.check_result.show_check(self.check, self.form.show_faults(self.check.faults))

    # The past calls

    def _replay(self) -> None:
        self._replay_timer.stop()
        self._say_past("")
        self._past_busy.begin()
        self._replays.send(ReplayRule(*self._rule_and_replaced_id()), self._on_replayed, self._on_not_replayed)

    def _on_replayed(self, report: ReplayReport) -> None:
        self._report = report
        self._say_past(summary(report)[0], listed=report.changes > 0)
        self.replay.show_report(report)
        self._allow_saving()

    def _on_not_replayed(self, reason: str) -> None:
        self._say_past(tr("The past calls could not be looked at: {why}", why=safe_sentence(reason)))
        self._allow_saving()

    def _say_past(self, line: str, *, listed: bool = False) -> None:
        self._past_busy.finish()
        show_text(self._past_label, line)
        self.past_button.setVisible(listed)

    def _show_past(self) -> None:
        """Show the past calls, or hide them if they are shown already and nothing is to be saved."""
        self._show_side(self.replay if self._side_stack.isHidden() or self._wants_to_save else None)

    # Saving

    def _offer_saving(self) -> None:
        check = self.check
        for part in (self.save_looser, self._hint):
            part.hide()
        self.save_looser.setEnabled(True)
        self.save.show()
        self.save.setEnabled(check is not None and not check.problems)
        text.set_button_text(self.save, tr("Save rule…") if check is not None and check.loosens else tr("Save rule"))

    def _on_save(self) -> None:
        """Save the rule; show the past calls first if it loosens."""
        if self.check is None or not self.check.loosens:
            self._save()
            return
        self.save.setEnabled(False)
        self._wants_to_save = True
        self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)  # not the button that saves
        if self._report is None:
            self._replay()
        else:
            self._allow_saving()

    def _allow_saving(self) -> None:
        """Offer ``save_looser`` if that is wanted: the past calls, or why they are missing, can be shown now."""
        if self._wants_to_save:
            self._wants_to_save = False
            if self._report is not None and self._report.changes:
                self._show_side(self.replay)
            self.save.hide()
            for part in (self._hint, self.save_looser):
                part.show()
            self.save_looser.restart()

    def _save(self) -> None:
        if self.check is None or self.check.problems:
            return
        rule = self.field.json
        self._failed.hide()
        for button in (self.save, self.save_looser):
            button.setEnabled(False)  # a second press would save it twice
        self._link.send(SaveRule(rule, self.replaces), partial(self._on_saved, rule), self.show_save_failure)

    def _on_saved(self, rule: str, _: Done) -> None:
        if rule == self.field.json:
            self._saved_text = rule
            self.saved.emit(self.replaces if self.check is None or self.check.rule is None else self.check.rule.id)
            self.left.emit()
        else:
            self.show_save_failure(tr("What you typed since then is not saved yet"))

    def show_save_failure(self, reason: str) -> None:
        """Say why the rule was not saved, and let the person try again."""
        self._failed.tell_why(reason)
        self.save.setEnabled(self.check is not None and not self.check.problems)
        self.save_looser.setEnabled(True)
        self.save_looser.restart()

    def _rule_and_replaced_id(self) -> tuple[str, str]:
        """The text, and the id of the rule that it replaces: what requests to the host are about."""
        return self.field.json, self.replaces

    # Building

    def _show_side(self, side: QWidget | None) -> None:
        """Show the past calls or the call to try beside the form; None hides both."""
        self._side_stack.setVisible(side is not None)
        is_listed = side is self.replay
        text.set_button_text(self.past_button, tr("Hide") if is_listed else tr("Show"))
        text.named(self.past_button, tr("Hide the past calls") if is_listed else tr("Show the past calls"))
        if side is not None:
            self._side_stack.setCurrentIndex(0 if side is self.replay else 1)

    def _show_test(self) -> None:
        is_open = not self._side_stack.isHidden() and self._side_stack.currentIndex() == 1
        self._show_side(None if is_open else self.test)

    def _show_advanced(self, *, opened: bool) -> None:
        self.field.setVisible(opened)
        show_fold(self.advanced, is_open=opened)

    def _lay_out(self) -> None:
        self.header.actions.addWidget(self.try_button)
        self._scroll = scrolled(
            tr("The rule, in fields"),
            *(self.form, self.advanced, self._out_of_use_label, self.field),
            spacing=SECTION,
            margins=(0, 0, GROUP, GROUP),
            widest=_FORM_WIDTH,
        )
        for name, side in ((tr("Past calls"), self.replay), (tr("Try a call"), self.test)):
            self._side_stack.addWidget(scrolled(name, side, margins=(GROUP, GROUP, GROUP, GROUP)))
        self._side_stack.setFixedWidth(_SIDE_WIDTH)
        fill(boxes.row(GROUP, self.past), grow(self._past_label), grow(self._past_busy), self.past_button)
        self.past.setMinimumHeight(self.past_button.sizeHint().height())  # nothing below it moves
        fill(boxes.row(GROUP, self._buttons_row), grow(self._hint), STRETCH, self.cancel, self.save, self.save_looser)
        fill(boxes.column(GROUP, self.saving), self._failed, self.leaving, self._buttons_row)
        fill(
            boxes.column(SECTION, self, (PAGE, PAGE, PAGE, PAGE)),
            self.header,
            self.check_result,
            self.past,
            grow(fill(boxes.row(PAGE), grow(self._scroll), self._side_stack)),
            self.saving,
        )

    def _connect(self) -> None:
        self._typing_timer.timeout.connect(self._check_now)
        self._replay_timer.timeout.connect(self._replay)
        self.form.changed.connect(self.field.replace_json)
        self.field.textChanged.connect(self._on_typed)
        self.field.refused.connect(self.check_result.show_refusal)
        self.advanced.clicked.connect(lambda: self._show_advanced(opened=self.field.isHidden()))
        self.save_looser.pressed.connect(self._save)
        self.leaving.no.connect(self._close_leaving)
        self.leaving.yes.connect(self.left)


class CheckResult(QWidget):
    """The host's answer about the rule that is being written.

    Attributes:
        held_back: why a person is asked about calls of a rule that allows, as the host says; empty if nobody is.
    """

    def __init__(self) -> None:
        super().__init__()
        self.problem = Notice("red", "")
        self.meaning = Notice("neutral", "")
        self._waiting_label = text.label(tr("Looking at the rule…"), "muted")
        self._announced = self.held_back = ""
        fill(boxes.column(GROUP, self), self.problem, self.meaning, self._waiting_label)
        self._show(self._waiting_label)

    def wait(self) -> None:
        """Disable the earlier answer while the host checks the rule; it stays so that nothing jumps."""
        for part in (self.problem, self.meaning):
            part.setEnabled(False)

    def show_check(self, check: RuleCheck, field_problems: Sequence[str] = ()) -> None:
        """Show the host's answer. ``field_problems``: its problems with the names of fields, if each has one."""
        if check.problems or check.rule is None:
            self._show_problems(tuple(field_problems) or check.problems)
            return
        self.meaning.set_tone("amber" if check.loosens else "neutral")
        sentence = break_long_words(words.sentence_of(check.rule))
        held_back = [safe_sentence(self.held_back)] if self.held_back and check.rule.effect == "allow" else []
        self.meaning.set_text(sentence, "\n".join([*_details(check), *held_back]))
        if sentence != self._announced:
            text.announce(self.meaning, sentence)  # the keyboard is in another field
        self._announced = sentence
        self._show(self.meaning)

    def show_failure(self, reason: str) -> None:
        """Say why the host could not check the rule."""
        self._show_problem(tr("The rule could not be looked at"), safe_sentence(reason))

    def show_refusal(self, reason: str) -> None:
        """Say why something was not pasted."""
        self._show_problem(tr("Not pasted"), safe_sentence(reason))

    def _show_problems(self, problems: tuple[str, ...]) -> None:
        counted_title = tr("It cannot be saved yet: {count} problems", count=f"{len(problems):,}")
        title = tr("It cannot be saved yet") if len(problems) == 1 else counted_title
        self._show_problem(title, words.problem_lines(problems))

    def _show_problem(self, title: str, details: str) -> None:
        self.problem.set_text(title, details)
        self._show(self.problem)

    def _show(self, visible_part: QWidget) -> None:
        for part in (self.problem, self.meaning, self._waiting_label):
            part.setVisible(part is visible_part)
            part.setEnabled(True)


def _details(check: RuleCheck) -> list[str]:
    lines = [tr(LOOSENS)] if check.loosens else []
    lines += [break_long_words(tr("Note: {note}", note=translated(note))) for note in check.notes]
    return lines
