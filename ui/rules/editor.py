"""The editor of a rule.

Owns: the editor, which takes the place of the list: the text, the fields for its usual parts, what the host says of it,
the past calls beside it, and the bar that saves it.

Invariants: the host alone says whether a rule can be saved and what it means, for the very text that is in the field; a
rule that loosens is saved by an armed button, once the past calls that it would change were shown; a change of the text
takes that button away; the fields say what the text says, and are disabled while the text has comments or mistakes;
whatever the host refuses, nothing that was typed is lost; leaving with unsaved text asks.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from host.control.protocol import CheckRule, Done, ReplayRule, SaveRule
from host.control.views import HostState, ReplayReport, RuleCheck
from ui import icons, text
from ui.alert_strip import Question
from ui.alerts import Alert, localized
from ui.armed import ArmedButton
from ui.label_text import NOTICE, break_long_words, safe_sentence
from ui.link import Link
from ui.rules import rule_text, words
from ui.rules.json_edit import JsonEdit
from ui.rules.replay_view import ReplayView
from ui.rules.try_call import TryCall
from ui.rules.words import escape_invisible
from ui.theme import GROUP, PAGE, SECTION, SPACE
from ui.tr import mark, tr, translated
from ui.widgets.cards import Notice
from ui.widgets.page_parts import PageHeader
from ui.widgets.popups import Combo
from ui.widgets.progress import Busy
from ui.widgets.scroll import FadeScroll

TYPING_MS: Final = 250
"""Milliseconds without a key before the host looks at the rule."""
HELP: Final = mark(
    "“match” can name server, tool, app, trust, annotations, findings, arguments, paths_within, hosts and time; "
    "“obligations” can demand approvers, pin, reason_required, review_result and rate."
)
_LEAST: Final = 320
"""Pixels of the column beside the field."""
NAMES: Final[dict[rule_text.Name, str]] = {"server": mark("Server"), "tool": mark("Tool"), "app": mark("App")}
OUT_OF_USE: Final = mark("These fields are out of use while the text has comments or mistakes.")
_LONGEST: Final = 1_000
"""Characters of a pattern."""
LOOSENS: Final = mark("With it, calls can run that are asked about or denied now.")
ALLOWS: Final = mark("With it, calls can run that are asked about now. No rule that allows lifts one that denies.")
_ALLOWS_NO_MORE: Final = frozenset({"", "allow", "ask"})
"""What stood there before an allow that lifts no deny."""
PAST_CALLS_EXPLAINED: Final = mark("Which calls of the log would have been decided otherwise with this rule.")
LEAVING: Final = Alert(
    "failed",
    "amber",
    mark("Leave without saving?"),
    mark("The rule as it stands here is lost then."),
    mark("Discard and leave"),
    mark("Keep editing"),
)
SAVE_HINT: Final = mark("Read beside the rule which past calls it would have let through, then save it.")


class RuleEditor(QWidget):
    """A rule as text, what the host says of it, and the way to save it.

    Attributes:
        field: the text.
        builder: fields for its usual parts.
        replaces: id of the rule that the text replaces, empty for a new one.
        check: what the host said of the text as it is; None until it did.
        check_result: shows that.
        past, test: the panes beside the field: past calls, and a call to try.
        saving: the bar below.

    Signals:
        left(): saved, or given up.
        saved(str: id of the rule, empty where the host names it): emitted before ``left``.
    """

    left = Signal()
    saved = Signal(str)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.replaces = ""
        self._saved_text = ""
        self._old_effect = ""
        self._replays_draft = False
        self._checked_text = ""
        self.check: RuleCheck | None = None
        self.header = PageHeader(tr("New rule"), tr(HELP))
        self.back = text.button(tr("Back to the rules"))
        self.back.setIcon(icons.icon("arrow-left"))
        self.builder = RuleFields()
        self.field = JsonEdit(tr("The rule, as JSON"))
        self.check_result = CheckResult()
        self.past = PastCallsPane()
        self.test = TryCall(link, rule=self._rule)
        self.saving = SaveBar()
        self.tabs = QTabBar()
        self._sides = QStackedWidget()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._lay_out()
        self._connect()

    @property
    def dirty(self) -> bool:
        """Whether something was typed that is saved nowhere."""
        return self.field.json != self._saved_text

    def open(self, rule: str, replaces: str = "", *, saved: bool = False, replay: bool = False) -> None:
        """Begin with a text.

        Args:
            rule: the text.
            replaces: id of the rule that it replaces, empty for a new one.
            saved: whether the text stands so in the file, so that leaving it as it is loses nothing.
            replay: whether its past calls are shown as soon as the host finds it valid.
        """
        self.replaces, self._replays_draft = replaces, replay
        self.header.set_title(tr("Edit rule") if replaces else tr("New rule"))
        self.field.show_json(rule)
        self._saved_text = self.field.json if saved else ""
        self._old_effect = (
            "" if not replaces else found.effect if (found := rule_text.read_parts(rule)) is not None else "unknown"
        )
        self.past.forget()
        self.test.forget()
        self.saving.start()
        self.tabs.setCurrentIndex(0)
        self._check_now()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

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
        self.builder.show_text(self.field.json)
        self._checked_text = ""
        self.check = None
        self.past.forget()
        self.test.forget()
        self.saving.show_check(None)
        self.check_result.wait()
        self._typing.start()

    def _check_now(self) -> None:
        self._typing.stop()
        rule = self._checked_text = self.field.json
        asked = self._rule()
        self.builder.show_text(rule)
        self.check = None
        self.saving.show_check(None)
        request = CheckRule(rule, self.replaces)
        self._link.send(request, partial(self._on_checked, asked), partial(self._on_check_failed, asked))

    def _on_checked(self, asked: tuple[str, str], check: RuleCheck) -> None:
        if asked == self._rule():
            self.check = check
            self.check_result.show_check(check, self._old_effect)
            self.saving.show_check(check)
            self.past.set_ready(not check.problems)
            if self._replays_draft and not check.problems:
                self._replay_draft()

    def _on_check_failed(self, asked: tuple[str, str], why: str) -> None:
        if asked == self._rule():
            self.check_result.show_failure(why)

    # What it would change

    def _replay(self) -> None:
        """Replay the past calls with the rule."""
        asked = self._rule()
        self.tabs.setCurrentIndex(0)
        self._past_side.setFocus(Qt.FocusReason.OtherFocusReason)  # not on to what saves
        self.past.begin()
        self._link.send(ReplayRule(*asked), partial(self._on_replayed, asked), partial(self._on_not_replayed, asked))

    def _replay_draft(self) -> None:
        """Show the past calls of a draft. It takes no keyboard focus, and does not count as a step towards saving."""
        self._replays_draft = False
        asked = self._rule()
        self.past.begin()
        self._link.send(
            ReplayRule(*asked), partial(self._on_draft_replayed, asked), partial(self._on_draft_not_replayed, asked)
        )

    def _on_draft_replayed(self, asked: tuple[str, str], report: ReplayReport) -> None:
        if asked == self._rule():
            self.past.show_report(report)

    def _on_draft_not_replayed(self, asked: tuple[str, str], why: str) -> None:
        if asked == self._rule():
            self.past.show_failure(why)

    def _on_replayed(self, asked: tuple[str, str], report: ReplayReport) -> None:
        if asked == self._rule():
            self.past.show_report(report)
            self.saving.past_calls_shown()

    def _on_not_replayed(self, asked: tuple[str, str], why: str) -> None:
        if asked == self._rule():
            self.past.show_failure(why)
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
            self.saved.emit(self._id(rule))
            self.left.emit()
        else:
            self.saving.fail(tr("What you typed since then is not saved yet"))

    def _id(self, rule: str) -> str:
        """The id of the saved rule, where its text or the rule that it replaces says it."""
        meant = None if self.check is None else self.check.rule
        return meant.id if meant is not None and meant.id in rule else self.replaces

    def _rule(self) -> tuple[str, str]:
        """What the host is asked about and answers for: the text, and the id of the rule that it replaces."""
        return self.field.json, self.replaces

    # Building

    def _lay_out(self) -> None:
        self.header.actions.addWidget(self.back)
        left = QVBoxLayout()
        left.setSpacing(GROUP)
        left.addWidget(self.field, 1)
        left.addWidget(self.check_result)
        text.named(self.tabs, tr("Beside the rule"))
        self.tabs.setExpanding(False)
        self._past_side, test_side = _scrolling(self.past, tr("Past calls")), _scrolling(self.test, tr("Try a call"))
        for title, side in ((tr("Past calls"), self._past_side), (tr("Try a call"), test_side)):
            self.tabs.addTab(title)
            self._sides.addWidget(side)
        right = QVBoxLayout()
        right.setSpacing(GROUP)
        right.addWidget(self.tabs)
        right.addWidget(self._sides, 1)
        self._sides.setMinimumWidth(_LEAST)
        middle = QHBoxLayout()
        middle.setSpacing(PAGE)
        middle.addLayout(left, 3)
        middle.addLayout(right, 2)
        page = QVBoxLayout(self)
        page.setContentsMargins(PAGE, PAGE, PAGE, PAGE)
        page.setSpacing(SECTION)
        page.addWidget(self.header)
        page.addWidget(self.builder)
        page.addLayout(middle, 1)
        page.addWidget(self.saving)

    def _connect(self) -> None:
        self._typing.timeout.connect(self._check_now)
        self.builder.changed.connect(self.field.replace_json)
        self.field.textChanged.connect(self._typed)
        self.field.refused.connect(self.check_result.show_refusal)
        self.tabs.currentChanged.connect(self._sides.setCurrentIndex)
        self.back.clicked.connect(self.ask_leave)
        self.past.wanted.connect(self._replay)
        self.saving.past_wanted.connect(self._replay)
        self.saving.saved.connect(self._save)
        self.saving.given_up.connect(self.left)
        self.saving.cancelled.connect(self.ask_leave)


def _scrolling(inside: QWidget, name: str) -> FadeScroll:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(GROUP, GROUP, GROUP, GROUP)
    column.addWidget(inside)
    column.addStretch(1)
    made = FadeScroll()
    made.setWidget(holder)
    text.named(made, name)
    return made


class RuleFields(QWidget):
    """Fields for the usual parts of a rule, above its text.

    Attributes:
        effect: the choice of the effect.
        fields: the patterns, by name.

    Signals:
        changed(str: text of the whole rule): a part was changed.
    """

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.effect = Combo()
        text.named(self.effect, tr("Effect"))
        for effect in rule_text.EFFECTS:
            self.effect.addItem(words.effect_style(effect).word, effect)
        self.fields = {name: QLineEdit() for name in NAMES}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GROUP)
        grid.setVerticalSpacing(SPACE)
        grid.addWidget(text.label(tr("Effect"), "caption"), 0, 0)
        grid.addWidget(self.effect, 1, 0)
        for column, (name, field) in enumerate(self.fields.items(), 1):
            field.setMaxLength(_LONGEST)
            title = tr(NAMES[name])
            text.named(field, title, tr("A pattern: * for any text, ? for any character."))
            grid.addWidget(text.label(tr("{name} (* for any)", name=title), "caption"), 0, column)
            grid.addWidget(field, 1, column)
            grid.setColumnStretch(column, 1)
            field.textEdited.connect(partial(self._write, name))
        self.effect.activated.connect(self._on_effect)

    def show_text(self, rule: str) -> None:
        """Show what the text of a rule says."""
        self._text = rule
        parts = rule_text.read_parts(rule)
        for part in (self.effect, *self.fields.values()):
            part.setEnabled(parts is not None)
            text.tooltip(part, "" if parts is not None else tr(OUT_OF_USE))
        if parts is None:
            return
        self.effect.setCurrentIndex(self.effect.findData(parts.effect))
        for name, field in self.fields.items():
            pattern = escape_invisible(getattr(parts, name))
            if field.text() != pattern and not (field.hasFocus() and not field.text()):
                field.setText(pattern)
            field.setReadOnly(pattern != getattr(parts, name))  # what cannot be seen is changed in the text alone

    def _on_effect(self, index: int) -> None:
        self._write("effect", str(self.effect.itemData(index)))

    def _write(self, name: rule_text.Name, value: str) -> None:
        if rule_text.read_parts(self._text) is not None:
            self.changed.emit(rule_text.replace_part(self._text, name, value))


class CheckResult(QWidget):
    """What the host says of the rule that is being written.

    Attributes:
        problem: what is wrong.
        meaning: the rule in words.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.problem = Notice("red", "")
        self.meaning = Notice("neutral", "")
        self._waiting = text.label(tr("Looking at the rule…"), "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GROUP)
        for part in (self.problem, self.meaning, self._waiting):
            column.addWidget(part)
        self._show(self._waiting)

    def wait(self) -> None:
        """Say that the host is checking the rule."""
        self._show(self._waiting)

    def show_check(self, check: RuleCheck, old_effect: str = "") -> None:
        """Show what the host found.

        Args:
            check: what it found.
            old_effect: effect of the rule that the text replaces, empty where it replaces none.
        """
        if check.problems:
            self._show_problems(check.problems)
            return
        self.meaning.set_tone("amber" if check.loosens else "neutral")
        meaning = check.words if check.rule is None else words.sentence_of(check.rule)
        self.meaning.set_text(safe_sentence(meaning), "\n".join(_details(check, old_effect)))
        self._show(self.meaning)

    def show_failure(self, why: str) -> None:
        """Say why the host could not check the rule."""
        self.problem.set_text(tr("The rule could not be looked at"), safe_sentence(why))
        self._show(self.problem)

    def show_refusal(self, why: str) -> None:
        """Say why something was not pasted."""
        self.problem.set_text(tr("Not pasted"), safe_sentence(why))
        self._show(self.problem)

    def _show_problems(self, problems: tuple[str, ...]) -> None:
        count = len(problems)
        title = (
            tr("It cannot be saved yet")
            if count == 1
            else tr("It cannot be saved yet: {count} problems", count=f"{count:,}")
        )
        self.problem.set_text(title, words.problem_lines(problems))
        self._show(self.problem)

    def _show(self, shown: QWidget) -> None:
        for part in (self.problem, self.meaning, self._waiting):
            part.setVisible(part is shown)


def _details(check: RuleCheck, old_effect: str) -> list[str]:
    rule = check.rule
    allows = rule is not None and rule.effect == "allow" and old_effect in _ALLOWS_NO_MORE
    lines = [tr(ALLOWS) if allows else tr(LOOSENS)] if check.loosens else []
    if rule is not None and rule.conditions:
        lines.append(
            break_long_words(tr("Only where: {conditions}.", conditions=words.join_sentences(rule.conditions, NOTICE)))
        )
    if rule is not None and rule.obligations:
        lines.append(
            break_long_words(
                tr("It demands: {obligations}.", obligations=words.join_sentences(rule.obligations, NOTICE))
            )
        )
    lines += [break_long_words(tr("Note: {note}", note=translated(note))) for note in check.notes]
    return lines


class PastCallsPane(QWidget):
    """The past calls beside the editor. What is shown belongs to the text that is in the field.

    Attributes:
        replay_button: the button that asks for them.
        replay: what was found.

    Signals:
        wanted(): the button was pressed.
    """

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.replay_button = text.button(tr("Look at past calls"))
        self.replay_button.clicked.connect(self.wanted)
        self.busy = Busy(tr("Looking at past calls…"))
        self.replay = ReplayView()
        self.problem = Notice("amber", "")
        self.problem.hide()
        row = QHBoxLayout()
        row.addWidget(self.replay_button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GROUP)
        column.addWidget(text.label(tr(PAST_CALLS_EXPLAINED), "muted", wrap=True))
        column.addLayout(row)
        for part in (self.busy, self.problem, self.replay):
            column.addWidget(part)
        self.forget()

    def forget(self) -> None:
        """Clear everything: the text is another one now."""
        self.replay_button.setEnabled(False)
        self.busy.finish()
        self.problem.hide()
        self.replay.clear()

    def set_ready(self, ready: bool) -> None:
        """Say whether the rule is valid, so that past calls can be replayed."""
        self.replay_button.setEnabled(ready)

    def begin(self) -> None:
        """Say that the host is at it."""
        self.replay_button.setEnabled(False)
        self.problem.hide()
        self.replay.clear()
        self.busy.begin()

    def show_report(self, report: ReplayReport) -> None:
        """Show what was found."""
        self.replay_button.setEnabled(True)
        self.busy.finish()
        self.replay.show_report(report)

    def show_failure(self, why: str) -> None:
        """Say why the host could not replay the calls."""
        self.replay_button.setEnabled(True)
        self.busy.finish()
        self.problem.set_text(tr("The past calls could not be looked at"), safe_sentence(why))
        self.problem.show()


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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._check: RuleCheck | None = None
        self.failed = Notice("red", tr("The rule is not saved"))
        self.leaving = Question(localized(LEAVING), armed=False)
        self.hint = text.label(tr(SAVE_HINT), "muted", wrap=True)
        self.cancel = text.button(tr("Cancel"))
        self.save = text.button(tr("Save rule"))
        self.save_looser = ArmedButton(tr("Save rule"), "danger")
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GROUP)
        row.addWidget(self.cancel)
        row.addWidget(self.hint, 1)
        row.addStretch(1)
        row.addWidget(self.save)
        row.addWidget(self.save_looser)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GROUP)
        for part in (self.failed, self.leaving, self._row):
            column.addWidget(part)
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
        self.failed.set_text(tr("The rule is not saved"), safe_sentence(why))
        self.failed.show()
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
