"""What may stand in place of a question: why it is asked, its inputs to be changed, what the keys do.

Owns: the way there and back, and the talk about edits and comparisons.

Invariants: while anything covers what would be sent, nothing can be approved, and the second begins anew afterwards; an
edit answers nothing; what the host says of another question is passed over.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from host.control.views import Comparison, EditCheck
from ui.consent import replies
from ui.consent.announce import announce
from ui.consent.answering import Answering
from ui.tr import tr


class Covering(Answering):
    """A question, and what can be opened in its place.

    Signals:
        why_wanted(str: call id): the person asks why. edit_checked(CheckEdit): what would be said of these inputs?
        edited(EditCall): ask anew with them. compare_wanted(CompareCall): what can the call be held against?
        announced(str): said aloud.
    """

    why_wanted = Signal(str)
    edit_checked = Signal(object)
    edited = Signal(object)
    compare_wanted = Signal(object)
    announced = Signal(str)

    def __init__(self, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(clock, parent)
        for sheet in self.sheets:
            sheet.left.connect(self.go_back)
        self.editor.checked.connect(self.edit_checked)
        self.editor.said.connect(self._say)
        self.editor.used.connect(self.edited)
        self.buttons.edit.clicked.connect(self.open_edit)
        self.footer.why.clicked.connect(self.open_why)
        self.footer.keys.clicked.connect(self.open_help)
        self.content.compare_wanted.connect(self._want_comparison)
        self.content.page_wanted.connect(self.open_page)

    def open_why(self) -> None:
        """Ask why, in place of the question. Meanwhile nothing can be approved; the second begins anew afterwards."""
        if self.call_id and self.sheet.isHidden() and self._cover():
            self.sheet.open(self.call_id, self.form.kind)
            self._covered()
            self.why_wanted.emit(self.call_id)

    def open_edit(self) -> None:
        """Change the inputs, in place of the question. Meanwhile nothing can be approved, and nothing is sent by it."""
        if not self._answerable or self.asked is None or self.asked.request.result is not None:
            return
        if self.editor.isHidden() and self.reason.isHidden() and self._cover():
            if why := self.editor.can_edit(self.asked):
                self._uncover()
                self.failure.set_text(tr("The inputs cannot be changed here"), why)
                self.failure.show()
                return
            self.form.forget()
            self.make_room()
            self.editor.open(self.asked)
            self._covered()

    def open_help(self) -> None:
        """Show what the keys do, in place of the question."""
        if self.help.isHidden() and self._cover():
            self.help.open()
            self._covered()

    def open_page(self, kind: str) -> None:
        """Show what the documentation says of a kind of finding, in place of the question."""
        if self.page.isHidden() and self._cover():
            self.page.open(kind)
            self._covered()

    def go_back(self) -> None:
        """Back to the question, from whatever stands in its place."""
        if not self.editor.is_sent:
            self._uncover()
            self.content.setFocus(Qt.FocusReason.OtherFocusReason)

    # What the host says of edits and comparisons

    def show_check(self, call_id: str, check: EditCheck) -> None:
        """What Assent says of the inputs that are being written."""
        self.editor.show_check(call_id, check)

    def edit_failed(self, call_id: str, why: str) -> None:
        """The host did not take an edit, or could not check one: the old question stays."""
        self.editor.edit_failed(call_id, why)

    def show_comparison(self, call_id: str, comparison: Comparison) -> None:
        """What the call can be held against."""
        if call_id == self.call_id:
            self.content.show_comparison(comparison, "")

    def comparison_failed(self, call_id: str, why: str) -> None:
        """The host could not say."""
        if call_id == self.call_id:
            said = f"{why[:1].upper()}{why[1:]}".rstrip(".") + "."
            self.content.show_comparison(None, f"{said} {tr('Judge by what will be sent alone, or deny.')}")

    # Inside

    def _watch(self) -> None:
        """Whether anybody looks at the question now."""
        raise NotImplementedError

    def _cover(self) -> bool:
        """Make room for something in place of the question; whether there is any: an edit under way is not left."""
        if self.editor.is_sent:
            return False
        self._close_sheets()
        self.middle.hide()  # before another stands there: both at once would make a small window grow
        return True

    def _covered(self) -> None:
        self._watch()
        self._refresh()

    def _uncover(self) -> None:
        self._close_sheets()
        self._refresh()

    def _close_sheets(self) -> None:
        self.sheet.close_sheet()
        self.editor.close_sheet()
        self.help.hide()
        self.page.hide()
        self.middle.show()
        self._watch()

    def _say(self, words: str, *, urgent: bool = False) -> None:
        self.announced.emit(words)
        announce(self, words, urgent=urgent)

    def _say_lost(self) -> None:
        said = tr("The question changed while you wrote. What you wrote was not used.")
        self.failure.set_text(tr("Your changes were not used"), said)
        self.failure.show()

    def _want_comparison(self) -> None:
        if self.call_id and self.asked is not None:
            self.compare_wanted.emit(replies.comparison(self.asked))
