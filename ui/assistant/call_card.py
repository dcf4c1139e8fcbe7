"""The card of one proposed call.

Owns: how a call looks in the conversation: who is asked for what, how it stands, what came of it. What stays true:
names, inputs and results are strangers' texts; the whole input is one press away; the state is an icon and a word; a
card that waits leads to its question, which alone is where a call is answered.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from host.control.views import AssistantEntry
from host.text import Untrusted
from ui import icons, theme
from ui.assistant import words
from ui.assistant.bubble import said
from ui.inputs.block import TextBlock
from ui.text import button, label, named, set_button_text
from ui.widgets.badge import Badge
from ui.widgets.card import Card
from ui.widgets.elided import ElidedLabel
from ui.widgets.glyph import Glyph

_SHORT: Final = 24
"""Characters of a name that is never cut."""
_PREVIEW: Final = 200
"""Characters of the inputs that are made ready for one line; what does not fit is elided."""


class CallCard(QWidget):
    """One call.

    Attributes: entry: what it shows. state: the badge. fold: shows and hides the inputs. question: leads to it.
    Signals: wanted(): the person wants to see the question that this card waits for.
    """

    wanted = Signal()

    def __init__(
        self, entry: AssistantEntry, status: str, *, leads: bool = False, parent: QWidget | None = None
    ) -> None:
        """``leads``: whether there is somebody to bring the question."""
        super().__init__(parent)
        self.entry = entry
        self._leads = leads
        self._status = status
        self._waits = False
        self._result: QWidget | None = None
        self._told = ""
        self._block: TextBlock | None = None
        look = words.look(status)
        self.state = Badge(look.word, look.tone, look.icon)
        self.fold = button("", "fold")
        self.fold.clicked.connect(self._toggle)
        self.question = button("Show question")
        self.question.clicked.connect(self.wanted)
        self.question.hide()
        self._preview = ElidedLabel(Untrusted(entry.arguments[:_PREVIEW]), "right", "muted")
        self._card = Card("card")
        self._lay_out()
        self._say_fold(False)
        self._show()

    def show_entry(self, entry: AssistantEntry, status: str) -> None:
        """How the call stands now."""
        if (entry, status) != (self.entry, self._status):
            self.entry, self._status = entry, status
            self._show()

    def _show(self) -> None:
        entry, look = self.entry, words.look(self._status)
        self.state.set(look.word, look.tone, look.icon)
        call = f"{Untrusted(entry.tool)} on {Untrusted(entry.server)}"
        named(self, f"Call of {call}: {look.word}")
        named(self.question, f"Show question: {call}")
        self._lead(self._leads and self._status == "waiting")
        if entry.result != self._told:
            self._show_result(entry.result)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Enter on what waits."""
        if self._waits and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.wanted.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """A click begins: it is ours, as long as the card waits."""
        event.setAccepted(self._is_ours(event))
        if event.isAccepted():
            self.question.setFocus(Qt.FocusReason.MouseFocusReason)  # Enter leads there once more, after a look

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """And ends where it began."""
        if self._is_ours(event):
            self.wanted.emit()

    def _is_ours(self, event: QMouseEvent) -> bool:
        inside = self._card.geometry().contains(event.position().toPoint())
        return self._waits and inside and event.button() is Qt.MouseButton.LeftButton

    def _lead(self, waits: bool) -> None:
        """Whether there is a question to be led to."""
        self._waits = waits
        if waits:
            self._card.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self._card.unsetCursor()
            if self.window().focusWidget() is self.question:
                self.fold.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt takes the keyboard anywhere
        self.question.setVisible(waits)

    def _lay_out(self) -> None:
        entry = self.entry
        head = QHBoxLayout()
        head.setSpacing(theme.GROUP)
        server = Untrusted(entry.server)
        head.addWidget(label(server, "muted") if len(entry.server) <= _SHORT else ElidedLabel(server, role="muted"))
        head.addWidget(Glyph("caret-right", icons.SMALL, "muted"))
        head.addWidget(ElidedLabel(Untrusted(entry.tool), role="strong"), 1)
        head.addWidget(self.state, 0, Qt.AlignmentFlag.AlignTop)
        self._card.body.addLayout(head)
        inputs = QHBoxLayout()
        inputs.setSpacing(theme.SPACE)
        inputs.addWidget(self.fold)
        inputs.addWidget(self._preview, 1)
        inputs.addWidget(self.question)
        self._card.body.addLayout(inputs)
        row = QHBoxLayout(self)
        row.setContentsMargins(icons.MEDIUM + theme.GROUP, 0, 0, 0)
        row.addWidget(self._card)

    def _toggle(self) -> None:
        if self._block is None:
            self._block = TextBlock()
            self._block.show_text(Untrusted(self.entry.arguments), "Inputs")
            self._card.body.insertWidget(2, self._block)
            self._block.show()
            self._say_fold(True)
        else:
            opened = self._block.isHidden()
            self._block.setVisible(opened)
            self._say_fold(opened)

    def _say_fold(self, opened: bool) -> None:
        set_button_text(self.fold, "Hide inputs" if opened else "Inputs")
        named(self.fold, "Hide inputs" if opened else "Show inputs")
        self._preview.setVisible(not opened)
        self.fold.setIcon(icons.icon("caret-down" if opened else "caret-right", "muted"))

    def _show_result(self, text: str) -> None:
        if self._result is not None:
            self._card.body.removeWidget(self._result)
            self._result.hide()
            self._result.deleteLater()
        self._told = text
        self._result = said(text, "Result") if text else None
        if self._result is not None:
            self._card.body.addWidget(self._result)
            self._result.show()
