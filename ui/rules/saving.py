"""The row below the editor: saving, in one step or two, and leaving.

Owns: which buttons there are at which moment. What stays true: nothing can be saved that the host did not find sound,
as it stands in the field; a rule that loosens has a first button that brings the past calls, and a second, armed, that
saves once they were shown (SECURITY, row 10); a change of the text goes back to the first.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import RuleCheck
from ui import text
from ui.alert_strip import Question
from ui.alerts import Alert, localized
from ui.armed import ArmedButton
from ui.rules import words
from ui.theme import GROUP
from ui.tr import mark, tr
from ui.widgets.notice import Notice

LEAVING: Final = Alert(
    "failed",
    "amber",
    mark("Leave without saving?"),
    mark("The rule as it stands here is lost then."),
    mark("Discard and leave"),
    mark("Keep editing"),
)
LOOSENS: Final = mark("Read beside the rule which past calls it would have let through, then save it.")


class SaveBar(QWidget):
    """The row.

    Attributes: cancel, save, agree: its buttons; ``agree`` is the armed one. failed: what the host refused.
    leaving: the question before something typed is lost.
    Signals: past_wanted(), saved(), cancelled(), given_up(): leave, and lose what was typed.
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
        self.hint = text.label(tr(LOOSENS), "muted", wrap=True)
        self.cancel = text.button(tr("Cancel"))
        self.save = text.button(tr("Save rule"))
        self.agree = ArmedButton(tr("Save rule"), "danger")
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GROUP)
        row.addWidget(self.cancel)
        row.addWidget(self.hint, 1)
        row.addStretch(1)
        row.addWidget(self.save)
        row.addWidget(self.agree)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GROUP)
        for part in (self.failed, self.leaving, self._row):
            column.addWidget(part)
        self.cancel.clicked.connect(self.cancelled)
        self.save.clicked.connect(self._on_save)
        self.agree.pressed.connect(self.saved)
        self.leaving.no.connect(self._keep)
        self.leaving.yes.connect(self.given_up)
        self.start()

    def start(self) -> None:
        """Begin with another rule."""
        self.failed.hide()
        self._keep()
        self.show_check(None)

    def show_check(self, check: RuleCheck | None) -> None:
        """What the host says of the text as it is; None until it does."""
        self._check = check
        self.agree.setEnabled(True)
        self.agree.hide()
        self.hint.hide()
        self.save.show()
        self.save.setEnabled(check is not None and not check.problems)
        loosens = check is not None and check.loosens
        text.set_button_text(self.save, tr("Save rule…") if loosens else tr("Save rule"))

    def past_shown(self) -> None:
        """The past calls are beside the rule, or why they are not; a rule that loosens can be saved now."""
        if self._check is not None and self._check.loosens and not self._check.problems:
            self.save.hide()
            self.hint.show()
            self.agree.show()
            self.agree.restart()

    def begin(self) -> None:
        """The host is asked to save it."""
        self.failed.hide()
        for button in (self.save, self.agree):
            button.setEnabled(False)  # a second press would save it twice

    def fail(self, why: str) -> None:
        """It was not saved; everything stays as it was typed."""
        self.failed.set_text(tr("The rule is not saved"), words.safe_sentence(why))
        self.failed.show()
        self.save.setEnabled(self._check is not None and not self._check.problems)
        self.agree.setEnabled(True)
        self.agree.restart()

    def ask_leave(self) -> None:
        """Ask before something is lost."""
        self._row.hide()
        self.leaving.show()
        self.leaving.no_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep(self) -> None:
        self.leaving.hide()
        self._row.show()

    def _on_save(self) -> None:
        if self._check is not None and self._check.loosens:
            self.save.setEnabled(False)
            self.past_wanted.emit()
        else:
            self.saved.emit()
