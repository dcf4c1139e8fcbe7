"""Writing a rule.

Owns: the editor, which takes the place of the list. What stays true: the host alone says whether a rule can be saved
and what it means, for the very text that is in the field; one that loosens is saved by an armed button, once the past
calls it would change were shown; whatever the host refuses, nothing that was typed is lost; leaving with unsaved text
asks.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from host.control.protocol import CheckRule, Done, ReplayRule, SaveRule
from host.control.views import HostState, ReplayReport, RuleCheck
from ui import icons, text
from ui.link import Link
from ui.rules import rule_text
from ui.rules.builder import RuleFields
from ui.rules.checked import CheckResult
from ui.rules.json_edit import JsonEdit
from ui.rules.past import PastCallsPane
from ui.rules.saving import SaveBar
from ui.rules.try_call import TryCall
from ui.theme import GROUP, PAGE, SECTION
from ui.tr import mark, tr
from ui.widgets.heading import PageHeader
from ui.widgets.scroll import FadeScroll

TYPING_MS: Final = 250
"""Milliseconds without a key before the host looks at the rule."""
HELP: Final = mark(
    "“match” can name server, tool, app, trust, annotations, findings, arguments, paths_within, hosts and time; "
    "“obligations” can demand approvers, pin, reason_required, review_result and rate."
)
_LEAST: Final = 320
"""Pixels of the column beside the field."""


class RuleEditor(QWidget):
    """A rule as text, what the host says of it, and the way to save it.

    Attributes:
        field: the text. builder: fields for its usual parts. replaces: id of the rule that it stands for, empty for a
        new one. check: what the host said of the text as it is, None until it did. past, test: beside the field.
        saving: the row below.
    Signals:
        left(): saved, or given up. saved(str: id of the rule, empty where the host names it): before that.
    """

    left = Signal()
    saved = Signal(str)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.replaces = ""
        self._begun = ""
        self._was = ""
        self._looks = False
        self._checked_text = ""
        self.check: RuleCheck | None = None
        self.header = PageHeader(tr("New rule"), tr(HELP))
        self.back = text.button(tr("Back to the rules"))
        self.back.setIcon(icons.icon("arrow-left"))
        self.builder = RuleFields()
        self.field = JsonEdit(tr("The rule, as JSON"))
        self.said = CheckResult()
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
        """Whether something was typed that is nowhere else."""
        return self.field.json != self._begun

    def open(self, rule: str, replaces: str = "", *, saved: bool = False, looks: bool = False) -> None:
        """Begin with a text.

        ``saved``: it stands so in the file, so that leaving it as it is loses nothing. ``looks``: its past calls are
        looked at as soon as the host finds it sound.
        """
        self.replaces, self._looks = replaces, looks
        self.header.set_title(tr("Edit rule") if replaces else tr("New rule"))
        self.field.show_json(rule)
        self._begun = self.field.json if saved else ""
        self._was = (
            "" if not replaces else found.effect if (found := rule_text.read_parts(rule)) is not None else "unknown"
        )
        self.past.forget()
        self.test.forget()
        self.saving.start()
        self.tabs.setCurrentIndex(0)
        self._check_now()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_state(self, state: HostState) -> None:
        """Which servers there are to try calls of."""
        self.test.set_state(state)

    def ask_leave(self) -> None:
        """Leave; ask first where something would be lost."""
        if self.dirty and self.field.json.strip():
            self.saving.ask_leave()
        else:
            self.left.emit()

    # The host looks at it

    def _typed(self) -> None:
        """Whatever was said or shown before was of another text."""
        if self.field.json == self._checked_text:
            return
        self.builder.show_text(self.field.json)
        self._checked_text = ""
        self.check = None
        self.past.forget()
        self.test.forget()
        self.saving.show_check(None)
        self.said.wait()
        self._typing.start()

    def _check_now(self) -> None:
        self._typing.stop()
        rule = self._checked_text = self.field.json
        asked = self._rule()
        self.builder.show_text(rule)
        self.check = None
        self.saving.show_check(None)
        request = CheckRule(rule, self.replaces)
        self._link.send(request, partial(self._on_checked, asked), partial(self._on_unchecked, asked))

    def _on_checked(self, asked: tuple[str, str], check: RuleCheck) -> None:
        if asked == self._rule():
            self.check = check
            self.said.show_check(check, self._was)
            self.saving.show_check(check)
            self.past.set_ready(not check.problems)
            if self._looks and not check.problems:
                self._look_unasked()

    def _on_unchecked(self, asked: tuple[str, str], why: str) -> None:
        if asked == self._rule():
            self.said.show_failure(why)

    # What it would change

    def _look(self) -> None:
        """Run the rule over the past calls."""
        asked = self._rule()
        self.tabs.setCurrentIndex(0)
        self._past_side.setFocus(Qt.FocusReason.OtherFocusReason)  # not on to what saves
        self.past.begin()
        self._link.send(ReplayRule(*asked), partial(self._on_past, asked), partial(self._on_no_past, asked))

    def _look_unasked(self) -> None:
        """Show the past calls of a draft. They take no keyboard, and are no step towards saving what loosens."""
        self._looks = False
        asked = self._rule()
        self.past.begin()
        self._link.send(ReplayRule(*asked), partial(self._on_seen, asked), partial(self._on_unseen, asked))

    def _on_seen(self, asked: tuple[str, str], report: ReplayReport) -> None:
        if asked == self._rule():
            self.past.show_report(report)

    def _on_unseen(self, asked: tuple[str, str], why: str) -> None:
        if asked == self._rule():
            self.past.show_failure(why)

    def _on_past(self, asked: tuple[str, str], report: ReplayReport) -> None:
        if asked == self._rule():
            self.past.show_report(report)
            self.saving.past_shown()

    def _on_no_past(self, asked: tuple[str, str], why: str) -> None:
        if asked == self._rule():
            self.past.show_failure(why)
            self.saving.past_shown()

    # Saving

    def _save(self) -> None:
        if self.check is None or self.check.problems:
            return
        rule = self.field.json
        self.saving.begin()
        self._link.send(SaveRule(rule, self.replaces), partial(self._on_saved, rule), self.saving.fail)

    def _on_saved(self, rule: str, _: Done) -> None:
        if rule == self.field.json:
            self._begun = rule
            self.saved.emit(self._id(rule))
            self.left.emit()
        else:
            self.saving.fail(tr("What you typed since then is not saved yet"))

    def _id(self, rule: str) -> str:
        """What the saved rule is called, where its text or the one that it replaces says it."""
        meant = None if self.check is None else self.check.rule
        return meant.id if meant is not None and meant.id in rule else self.replaces

    def _rule(self) -> tuple[str, str]:
        """What the host is asked about, and answers for: the text, and the id of the rule that it stands for."""
        return self.field.json, self.replaces

    # Building

    def _lay_out(self) -> None:
        self.header.actions.addWidget(self.back)
        left = QVBoxLayout()
        left.setSpacing(GROUP)
        left.addWidget(self.field, 1)
        left.addWidget(self.said)
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
        self.field.refused.connect(self.said.show_refusal)
        self.tabs.currentChanged.connect(self._sides.setCurrentIndex)
        self.back.clicked.connect(self.ask_leave)
        self.past.wanted.connect(self._look)
        self.saving.past_wanted.connect(self._look)
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
