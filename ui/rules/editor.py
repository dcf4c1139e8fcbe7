"""The editor of a rule.

Owns: the editor, which takes the place of the list: the rule as one sentence, the past calls that it changes, the form,
its text under *Advanced*, a call to try, and the bar that saves it.

Invariants: the host alone says whether a rule can be saved and what it means, for the very text that is in the field; a
rule that loosens is saved by an armed button, once the past calls that it would change were shown; a change of the text
takes that button away; the form says what the text says, and is out of use while the text has comments or mistakes;
whatever the host refuses, nothing that was typed is lost; leaving with unsaved text asks.
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
from ui.alerts import Alert, localized
from ui.armed import ArmedButton
from ui.label_text import break_long_words, safe_sentence
from ui.link import LatestRequest, Link
from ui.rules import form, words
from ui.rules.explanation import ReplayView, summary
from ui.rules.fields import JsonEdit, RuleFields
from ui.rules.try_call import TryCall
from ui.theme import GROUP, PAGE, SECTION
from ui.tr import mark, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Stack, fill, grow, scrolled
from ui.widgets.cards import Notice
from ui.widgets.controls import show_text
from ui.widgets.labels import show_fold
from ui.widgets.page_parts import Busy, PageHeader

TYPING_MS: Final = 150
"""Milliseconds without a key before the host looks at the rule."""
RESTING_MS: Final = 400
"""Milliseconds after that before it looks at past calls."""
_LINES: Final = 14
"""Lines of the text under *Advanced*."""
_WIDEST: Final = 760
"""Pixels of the form: a line is read more easily when it is not a whole window wide."""
_SIDE: Final = 312
"""Pixels of what is shown beside the form."""
OUT_OF_USE: Final = mark("The fields are out of use while the text under Advanced has comments or mistakes.")
LOOSENS: Final = mark("With it, calls can run that are asked about or denied now.")
ALLOWS: Final = mark("With it, calls can run that are asked about now. No rule that allows lifts one that denies.")
_ALLOWS_NO_MORE: Final = frozenset({"", "allow", "ask"})
"""What stood there before an allow that lifts no deny."""
LEAVING: Final = Alert(
    "failed",
    "amber",
    mark("Leave without saving?"),
    mark("The rule as it stands here is lost then."),
    mark("Discard and leave"),
    mark("Keep editing"),
)
SAVE_HINT: Final = mark("Look at the past calls that it would have let through, then save it.")


class RuleEditor(QWidget):
    """A rule as a sentence, a form and a text, what the host says of it, and the way to save it.

    Attributes:
        form: the fields.
        field: the text, folded under ``advanced``.
        replaces: id of the rule that the text replaces, empty for a new one.
        check: what the host said of the text as it is; None until it did.
        check_result: shows that.
        past: how many past calls it changes, on one line; ``replay`` lists them.
        test: a call to try.
        saving: the bar below.

    Signals:
        left(): saved, or given up.
        saved(str: id of the rule, empty where the host names it): emitted before ``left``.
    """

    left = Signal()
    saved = Signal(str)

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link, self._checks, self._replays = link, LatestRequest(link), LatestRequest(link)
        self.replaces = ""
        self._saved_text = ""
        self._old_effect = ""
        self._wants_to_save = False
        self._checked_text = ""
        self.check: RuleCheck | None = None
        self._report: ReplayReport | None = None
        self.header = PageHeader(tr("New rule"))
        self.try_button = text.button(tr("Try a call…"))
        self.form = RuleFields()
        self.advanced = text.button(tr("Advanced"), "fold")
        self.elsewhere = text.label("", "muted", wrap=True)
        self.field = JsonEdit(tr("The rule, as JSON"))
        self.field.setFixedHeight(self.field.fontMetrics().lineSpacing() * _LINES + SECTION)
        self.check_result = CheckResult()
        self.past = PastCalls()
        self.replay, self.test = ReplayView(titled=False), TryCall(link, rule=self._rule)
        self.saving = SaveBar()
        self._sides = Stack()
        self._typing = QTimer(self, interval=TYPING_MS, singleShot=True)
        self._resting = QTimer(self, interval=RESTING_MS, singleShot=True)
        self._lay_out()
        self._connect()

    @property
    def dirty(self) -> bool:
        """Whether something was typed that is saved nowhere."""
        return self.field.json != self._saved_text

    def open(self, rule: str, replaces: str = "", *, saved: bool = False) -> None:
        """Begin with a text.

        Args:
            rule: the text.
            replaces: id of the rule that it replaces, empty for a new one.
            saved: whether the text stands so in the file, so that leaving it as it is loses nothing.
        """
        self.replaces = replaces
        self.header.set_title(tr("Edit rule") if replaces else tr("New rule"))
        self.field.show_json(rule)
        self._saved_text = self.field.json if saved else ""
        known = form.read(rule)
        self._old_effect = "" if not replaces else "unknown" if known is None else str(known.get("effect", "unknown"))
        self.test.forget()
        self.saving.start()
        self._show_side(None)
        self._show_advanced(opened=known is None)
        self._link.send(ReadRuleForm(), self._on_form)
        self._forget()
        self._check_now()
        self.form.take_focus()

    def set_state(self, state: HostState) -> None:
        """Take note of the servers whose calls can be tried."""
        self.test.set_state(state)

    def ask_leave(self) -> None:
        """Leave; ask first where something would be lost."""
        if self.dirty and self.field.json.strip():
            self.saving.ask_leave()
        else:
            self.left.emit()

    # The host looks at it

    def _typed(self) -> None:
        """Clear what was said of the text as it was before."""
        if self.field.json == self._checked_text:
            return
        self._checked_text = ""
        self._forget()
        self.form.show_text(self.field.json)
        self.test.forget()
        self.check_result.wait()
        self._typing.start()

    def _forget(self) -> None:
        """Nothing is known of the text as it is now."""
        self.check, self._report, self._wants_to_save = None, None, False
        for requests in (self._checks, self._replays):
            requests.forget()
        self._resting.stop()
        self.past.clear()
        self.replay.clear()
        self.saving.show_check(None)

    def _check_now(self) -> None:
        self._typing.stop()
        rule = self._checked_text = self.field.json
        self.form.show_text(rule)
        self._show_elsewhere()
        self._checks.send(CheckRule(rule, self.replaces), self._on_checked, self.check_result.show_failure)

    def _on_checked(self, check: RuleCheck) -> None:
        self.check = check
        told = self.form.show_faults(check.faults)
        if check.problems and not told:
            self._show_advanced(opened=True)
        self.check_result.show_check(check, self._old_effect, told)
        self.saving.show_check(check)
        if not check.problems:
            self._resting.start()

    def _on_form(self, wanted: RuleForm) -> None:
        if wanted.fields != self.form.declared:
            self.form.show_form(wanted)
            self.form.take_focus()  # before, there was no field that could take it
        self.form.show_form(wanted)
        self._show_elsewhere()
        if self.check is not None:
            self.check_result.show_check(self.check, self._old_effect, self.form.show_faults(self.check.faults))

    def _show_elsewhere(self) -> None:
        count = self.form.not_shown()
        said = tr_n(
            "1 part of the rule is shown here only.", "{n} parts of the rule are shown under Advanced only.", count
        )
        show_text(self.elsewhere, tr(OUT_OF_USE) if self.form.rule is None else said if count else "")

    # What it would change

    def _replay(self) -> None:
        """Replay the past calls with the rule; a newer request takes the place of this one."""
        self._resting.stop()
        self.past.begin()
        self._replays.send(ReplayRule(*self._rule()), self._on_replayed, self._on_not_replayed)

    def _on_replayed(self, report: ReplayReport) -> None:
        self._report = report
        self.past.show_report(report)
        self.replay.show_report(report)
        self._let_save()

    def _on_not_replayed(self, why: str) -> None:
        self.past.show_failure(why)
        self._let_save()

    def _show_past(self) -> None:
        """Show the past calls before a rule that loosens can be saved, or because the person wants to see them."""
        self._show_side(self.replay if self._sides.isHidden() or self._wants_to_save else None)

    def _before_saving(self) -> None:
        self._wants_to_save = True
        self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)  # not on to what saves
        if self._report is None:
            self._replay()
        else:
            self._let_save()

    def _let_save(self) -> None:
        """Once the past calls are shown, or it is said why they cannot be, a rule that loosens can be saved."""
        if self._wants_to_save:
            self._wants_to_save = False
            if self._report is not None and self._report.changes:
                self._show_side(self.replay)
            self.saving.past_calls_shown()

    # Saving

    def _save(self) -> None:
        if self.check is None or self.check.problems:
            return
        rule = self.field.json
        self.saving.begin()
        self._link.send(SaveRule(rule, self.replaces), partial(self._on_saved, rule), self.saving.fail)

    def _on_saved(self, rule: str, _: Done) -> None:
        if rule == self.field.json:
            self._saved_text = rule
            self.saved.emit(self.replaces if self.check is None or self.check.rule is None else self.check.rule.id)
            self.left.emit()
        else:
            self.saving.fail(tr("What you typed since then is not saved yet"))

    def _rule(self) -> tuple[str, str]:
        """What the host is asked about and answers for: the text, and the id of the rule that it replaces."""
        return self.field.json, self.replaces

    # Building

    def _show_side(self, side: QWidget | None) -> None:
        """Show past calls or the call to try beside the form; None for neither."""
        self._sides.setVisible(side is not None)
        self.past.set_open(opened=side is self.replay)
        if side is not None:
            self._sides.setCurrentIndex(0 if side is self.replay else 1)

    def _show_test(self) -> None:
        is_open = not self._sides.isHidden() and self._sides.currentIndex() == 1
        self._show_side(None if is_open else self.test)

    def _show_advanced(self, *, opened: bool) -> None:
        self.field.setVisible(opened)
        show_fold(self.advanced, is_open=opened)

    def _lay_out(self) -> None:
        self.header.actions.addWidget(self.try_button)
        self._scroll = scrolled(
            tr("The rule, in fields"),
            *(self.form, self.advanced, self.elsewhere, self.field),
            spacing=SECTION,
            margins=(0, 0, GROUP, GROUP),
            widest=_WIDEST,
        )
        for name, side in ((tr("Past calls"), self.replay), (tr("Try a call"), self.test)):
            self._sides.addWidget(scrolled(name, side, margins=(GROUP, GROUP, GROUP, GROUP)))
        self._sides.setFixedWidth(_SIDE)
        fill(
            boxes.column(SECTION, self, (PAGE, PAGE, PAGE, PAGE)),
            self.header,
            self.check_result,
            self.past,
            grow(fill(boxes.row(PAGE), grow(self._scroll), self._sides)),
            self.saving,
        )

    def _connect(self) -> None:
        self._typing.timeout.connect(self._check_now)
        self._resting.timeout.connect(self._replay)
        self.form.changed.connect(self.field.replace_json)
        self.field.textChanged.connect(self._typed)
        self.field.refused.connect(self.check_result.show_refusal)
        self.advanced.clicked.connect(lambda: self._show_advanced(opened=self.field.isHidden()))
        self.try_button.clicked.connect(self._show_test)
        self.past.wanted.connect(self._show_past)
        self.saving.past_wanted.connect(self._before_saving)
        self.saving.saved.connect(self._save)
        self.saving.given_up.connect(self.left)
        self.saving.cancelled.connect(self.ask_leave)


class CheckResult(QWidget):
    """What the host says of the rule that is being written.

    Attributes:
        problem: what is wrong.
        meaning: the rule in words.
    """

    def __init__(self) -> None:
        super().__init__()
        self.problem = Notice("red", "")
        self.meaning = Notice("neutral", "")
        self._waiting = text.label(tr("Looking at the rule…"), "muted")
        self._said = ""
        fill(boxes.column(GROUP, self), self.problem, self.meaning, self._waiting)
        self._show(self._waiting)

    def wait(self) -> None:
        """Say that the host is checking the rule; what it said before stays, out of use, so that nothing jumps."""
        for part in (self.problem, self.meaning):
            part.setEnabled(False)

    def show_check(self, check: RuleCheck, old_effect: str = "", told: Sequence[str] = ()) -> None:
        """Show what the host found.

        Args:
            check: what it found.
            old_effect: effect of the rule that the text replaces, empty where it replaces none.
            told: the problems by the names of their fields, where each has one.
        """
        if check.problems or check.rule is None:
            self._show_problems(tuple(told) or check.problems)
            return
        self.meaning.set_tone("amber" if check.loosens else "neutral")
        said = break_long_words(words.sentence_of(check.rule))
        self.meaning.set_text(said, "\n".join(_details(check, old_effect)))
        if said != self._said:
            text.announce(self.meaning, said)  # it changes while the person is in another field
        self._said = said
        self._show(self.meaning)

    def show_failure(self, why: str) -> None:
        """Say why the host could not check the rule."""
        self._show_problem(tr("The rule could not be looked at"), safe_sentence(why))

    def show_refusal(self, why: str) -> None:
        """Say why something was not pasted."""
        self._show_problem(tr("Not pasted"), safe_sentence(why))

    def _show_problems(self, problems: tuple[str, ...]) -> None:
        many = tr("It cannot be saved yet: {count} problems", count=f"{len(problems):,}")
        title = tr("It cannot be saved yet") if len(problems) == 1 else many
        self._show_problem(title, words.problem_lines(problems))

    def _show_problem(self, title: str, said: str) -> None:
        self.problem.set_text(title, said)
        self._show(self.problem)

    def _show(self, shown: QWidget) -> None:
        for part in (self.problem, self.meaning, self._waiting):
            part.setVisible(part is shown)
            part.setEnabled(True)


def _details(check: RuleCheck, old_effect: str) -> list[str]:
    rule = check.rule
    allows = rule is not None and rule.effect == "allow" and old_effect in _ALLOWS_NO_MORE
    lines = [tr(ALLOWS) if allows else tr(LOOSENS)] if check.loosens else []
    lines += [break_long_words(tr("Note: {note}", note=translated(note))) for note in check.notes]
    return lines


class PastCalls(QWidget):
    """How many past calls a rule would change, on one line. It belongs to the text that is in the field.

    Attributes:
        show_button: lists them.

    Signals:
        wanted(): the button was pressed.
    """

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._said = text.label("", wrap=True)
        self.show_button = text.button(tr("Show"))
        self.show_button.clicked.connect(self.wanted)
        self.busy = Busy(tr("Looking at past calls…"))
        fill(boxes.row(GROUP, self), grow(self._said), grow(self.busy), self.show_button)
        self.setMinimumHeight(self.show_button.sizeHint().height())  # nothing below it moves
        self.clear()

    def clear(self) -> None:
        """Say nothing: the text is another one now."""
        self._say("")

    def begin(self) -> None:
        """Say that the host is at it."""
        self._say("")
        self.busy.begin()

    def show_report(self, report: ReplayReport) -> None:
        """Say what was found."""
        self._say(summary(report)[0], listed=report.changes > 0)

    def show_failure(self, why: str) -> None:
        """Say why the host could not replay the calls."""
        self._say(tr("The past calls could not be looked at: {why}", why=safe_sentence(why)))

    def set_open(self, *, opened: bool) -> None:
        """Say whether the list is shown."""
        text.set_button_text(self.show_button, tr("Hide") if opened else tr("Show"))
        text.named(self.show_button, tr("Hide the past calls") if opened else tr("Show the past calls"))

    def _say(self, said: str, *, listed: bool = False) -> None:
        self.busy.finish()
        show_text(self._said, said)
        self.show_button.setVisible(listed)


class SaveBar(QWidget):
    """The bar below the editor: saving, in one step or two, and leaving.

    A rule that does not loosen is saved by ``save``. For one that loosens, ``save`` shows the past calls first, and the
    armed ``save_looser`` takes its place.

    Attributes:
        cancel, save, save_looser: its buttons.
        failed: what the host refused.
        leaving: the question before something typed is lost.

    Signals:
        past_wanted(): show the past calls.
        saved(): save the rule.
        cancelled(): leave, and ask first.
        given_up(): leave, and lose what was typed.
    """

    past_wanted = Signal()
    saved = Signal()
    cancelled = Signal()
    given_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._check: RuleCheck | None = None
        self.failed = Notice("red", tr("The rule is not saved"))
        self.leaving = Question(localized(LEAVING), armed=False)
        self.hint = text.label(tr(SAVE_HINT), "muted", wrap=True)
        self.cancel = text.button(tr("Cancel"))
        self.save = text.button(tr("Save rule"))
        self.save_looser = ArmedButton(tr("Save rule"), "danger")
        self._row = QWidget()
        fill(boxes.row(GROUP, self._row), grow(self.hint), STRETCH, self.cancel, self.save, self.save_looser)
        fill(boxes.column(GROUP, self), self.failed, self.leaving, self._row)
        self.cancel.clicked.connect(self.cancelled)
        self.save.clicked.connect(self._on_save)
        self.save_looser.pressed.connect(self.saved)
        self.leaving.no.connect(self._close_question)
        self.leaving.yes.connect(self.given_up)
        self.start()

    def start(self) -> None:
        """Begin with another rule."""
        self.failed.hide()
        self._close_question()
        self.show_check(None)

    def show_check(self, check: RuleCheck | None) -> None:
        """Enable the buttons by what the host says of the text; None until it does."""
        self._check = check
        self.save_looser.setEnabled(True)
        self.save_looser.hide()
        self.hint.hide()
        self.save.show()
        self.save.setEnabled(check is not None and not check.problems)
        loosens = check is not None and check.loosens
        text.set_button_text(self.save, tr("Save rule…") if loosens else tr("Save rule"))

    def past_calls_shown(self) -> None:
        """Let a rule that loosens be saved: its past calls are shown, or it was said why they cannot be."""
        if self._check is not None and self._check.loosens and not self._check.problems:
            self.save.hide()
            self.hint.show()
            self.save_looser.show()
            self.save_looser.restart()

    def begin(self) -> None:
        """Say that the host was asked to save the rule."""
        self.failed.hide()
        for button in (self.save, self.save_looser):
            button.setEnabled(False)  # a second press would save it twice

    def fail(self, why: str) -> None:
        """Say why the rule was not saved; everything stays as it was typed."""
        self.failed.tell(tr("The rule is not saved"), safe_sentence(why))
        self.save.setEnabled(self._check is not None and not self._check.problems)
        self.save_looser.setEnabled(True)
        self.save_looser.restart()

    def ask_leave(self) -> None:
        """Ask whether to leave without saving."""
        self._row.hide()
        self.leaving.show()
        self.leaving.no_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_question(self) -> None:
        self.leaving.hide()
        self._row.show()

    def _on_save(self) -> None:
        if self._check is not None and self._check.loosens:
            self.save.setEnabled(False)
            self.past_wanted.emit()
        else:
            self.saved.emit()
