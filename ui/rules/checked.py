"""What the host says of a rule that is being written.

Owns: the lines below the field. What stays true: every problem stands there with its line and remedy; a rule without
problems is said in one sentence, with what it wants and demands; a rule that loosens is marked.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.views import RuleCheck
from ui import text
from ui.rules import words
from ui.theme import GROUP
from ui.tr import mark, tr, translated
from ui.widgets.notice import Notice

LOOSENS: Final = mark("With it, calls can run that are asked about or denied now.")
ALLOWS: Final = mark("With it, calls can run that are asked about now. No rule that allows lifts one that denies.")
_ALLOWS_NO_MORE: Final = frozenset({"", "allow", "ask"})
"""What stood there before an allow that lifts no deny."""


class CheckResult(QWidget):
    """A notice for problems, or the rule in words. Attributes: problem, meaning: the two notices."""

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
        """It is being typed."""
        self._show(self._waiting)

    def show_check(self, check: RuleCheck, was: str = "") -> None:
        """What the host found. ``was``: effect of the rule that it replaces, empty where it replaces none."""
        if check.problems:
            self._say_problems(check.problems)
            return
        self.meaning.set_tone("amber" if check.loosens else "neutral")
        meaning = check.words if check.rule is None else words.sentence_of(check.rule)
        self.meaning.set_text(words.safe_sentence(meaning), "\n".join(_details(check, was)))
        self._show(self.meaning)

    def show_failure(self, why: str) -> None:
        """The host could not look at it."""
        self.problem.set_text(tr("The rule could not be looked at"), words.safe_sentence(why))
        self._show(self.problem)

    def show_refusal(self, why: str) -> None:
        """The field did not take something."""
        self.problem.set_text(tr("Not pasted"), words.safe_sentence(why))
        self._show(self.problem)

    def _say_problems(self, problems: tuple[str, ...]) -> None:
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


def _details(check: RuleCheck, was: str) -> list[str]:
    rule = check.rule
    allows = rule is not None and rule.effect == "allow" and was in _ALLOWS_NO_MORE
    lines = [tr(ALLOWS) if allows else tr(LOOSENS)] if check.loosens else []
    if rule is not None and rule.conditions:
        lines.append(
            words.break_long_words(
                tr("Only where: {conditions}.", conditions=words.join_sentences(rule.conditions, words.NOTICE))
            )
        )
    if rule is not None and rule.obligations:
        lines.append(
            words.break_long_words(
                tr("It demands: {obligations}.", obligations=words.join_sentences(rule.obligations, words.NOTICE))
            )
        )
    lines += [words.break_long_words(tr("Note: {note}", note=translated(note))) for note in check.notes]
    return lines
