"""The widgets of a conversation: what was said, and the card of a proposed call.

Owns: how an entry looks.

Invariants: names, inputs, results and the assistant's words are untrusted, shown as plain text; texts of Assent's own
look different and say so by their icon; the whole input is one press away, and what looks like a secret in it two; the
status is an icon and a word; a card that waits leads to its question, which alone is where a call is answered; why a
call was decided so can be asked as soon as it was, or a person is asked.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from host.control.views import AssistantEntry
from host.text import Untrusted
from ui import icons, masking, theme
from ui.assistant import words
from ui.inputs.text_block import TextBlock
from ui.rules.explanation import Ask, WhyButton
from ui.text import Text, button, label, named, set_button_text
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.cards import Card
from ui.widgets.labels import Badge, ElidedLabel, Glyph

_SHORT: Final = 700
_SHORT_LINES: Final = 6
_SHORT_WORD: Final = 80
"""Up to here words are shown as they are: a longer one would not wrap."""
_SHORT_NAME: Final = 24
"""Characters of a name that is never cut."""


def untrusted_text(text: str, name: str) -> QWidget:
    """A widget with untrusted text: a few lines as labels, anything longer folded and paged.

    Args:
        text: what is shown.
        name: for a screen reader.
    """
    words = text.split()
    if len(text) > _SHORT or text.count("\n") > _SHORT_LINES or any(len(word) > _SHORT_WORD for word in words):
        block = TextBlock()
        block.show_text(Untrusted(text), name)
        return block
    made = QWidget()
    column = boxes.column(0, made)
    for line in text.removesuffix("\n").split("\n"):
        column.addWidget(label(Untrusted(line), wrap=True))
    return made


class MessageBubble(QWidget):
    """One message, of the assistant or a note of Assent's own.

    Attributes:
        speaks: whether the assistant said it.
    """

    def __init__(self, entry: AssistantEntry, *, goes_on: bool = False, parent: QWidget | None = None) -> None:
        """Create it.

        Args:
            entry: what was said.
            goes_on: whether the entry before was the assistant's too; its picture is not repeated then.
            parent: owns it.
        """
        super().__init__(parent)
        note = entry.role == "note"
        self.speaks = not note
        words: Text = entry.text if note else Untrusted(entry.text)
        card = Card("notice-amber" if note else "notice-neutral")
        if note:
            card.body.addWidget(label(words, wrap=True))
        else:
            card.body.addWidget(untrusted_text(entry.text, tr("What it says")))
        card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        row = boxes.row(theme.GROUP, self, (icons.MEDIUM + theme.GROUP if goes_on else 0, 0, 0, 0))
        if not goes_on:
            glyph = Glyph("info" if note else "robot", icons.MEDIUM, "amber" if note else "muted")
            row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(card, 1)
        named(self, words if note else tr("The assistant says"), "" if note else words)


class CallCard(QWidget):
    """The card of a proposed call.

    Attributes:
        entry: what the card shows.
        state: the badge with the status.
        inputs_button: shows and hides the inputs.
        uncover: shows what is masked in them.
        question: leads to the question.
        why: unfolds why the call was decided as it was.

    Signals:
        wanted(): the person wants to see the question that this card waits for.
        unfolded(): more of the card is shown.
    """

    wanted = Signal()
    unfolded = Signal()

    def __init__(
        self,
        entry: AssistantEntry,
        status: str,
        *,
        leads: bool = False,
        explain: Ask | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Create it.

        Args:
            entry: what the card shows.
            status: of the call.
            leads: whether the card can lead to its question.
            explain: asks why the call was decided; None where nobody can be asked.
            parent: owns it.
        """
        super().__init__(parent)
        self.entry = entry
        self._leads = leads
        self._status = status
        self._waits = False
        self._result: QWidget | None = None
        self._shown_result = ""
        self._block: TextBlock | None = None
        style = words.status_style(status)
        self.state = Badge(style.word, style.tone, style.icon)
        self.inputs_button = button("", "fold")
        self.inputs_button.clicked.connect(self._toggle)
        self._is_open = False
        self.uncover = button(tr("Show what is covered"), "fold")
        self.uncover.clicked.connect(self._show_all)
        self.uncover.hide()
        self.question = button(tr("Show question"))
        self.question.clicked.connect(self.wanted)
        self.question.hide()
        self._explains = explain is not None
        self.why = WhyButton(explain or _explain_nothing, "fold")
        for unfolds in (self.inputs_button, self.uncover, self.why.button):
            unfolds.clicked.connect(self.unfolded)
        self.why.explained.connect(self.unfolded)
        self._preview = ElidedLabel(Untrusted(words.inputs_in_brief(entry.arguments)), "right", "muted")
        self._card = Card("card")
        self._lay_out()
        self._label_inputs_button(False)
        self._show()

    def show_entry(self, entry: AssistantEntry, status: str) -> None:
        """Show the call as it is now."""
        if (entry, status) != (self.entry, self._status):
            self.entry, self._status = entry, status
            self._show()

    def _show(self) -> None:
        entry, style = self.entry, words.status_style(self._status)
        self.state.set(style.word, style.tone, style.icon)
        call = f"{Untrusted(entry.tool)} on {Untrusted(entry.server)}"
        named(self, tr("Call of {call}: {word}", call=call, word=style.word))
        named(self.question, tr("Show question: {call}", call=call))
        named(self.why.button, tr("Why?"), call)
        self._show_question_button(self._leads and self._status == "waiting")
        if entry.result != self._shown_result:
            self._show_result(entry.result)
        self._offer_why()

    def _offer_why(self) -> None:
        """Show the button, but not while a call may not have been judged yet."""
        self.why.button.setVisible(self._explains and self._status not in ("proposed", "running"))
        self.why.reset()  # what was explained may be decided meanwhile

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Enter on a card that waits leads to its question."""
        if self._waits and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.wanted.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Accept a click on a card that waits."""
        event.setAccepted(self._is_ours(event))
        if event.isAccepted():
            self.question.setFocus(Qt.FocusReason.MouseFocusReason)  # Enter leads there again, after the person looked

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Lead to the question where the click ends on the card."""
        if self._is_ours(event):
            self.wanted.emit()

    def _is_ours(self, event: QMouseEvent) -> bool:
        inside = self._card.geometry().contains(event.position().toPoint())
        return self._waits and inside and event.button() is Qt.MouseButton.LeftButton

    def _show_question_button(self, waits: bool) -> None:
        """Show whether there is a question to be led to."""
        self._waits = waits
        if waits:
            self._card.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self._card.unsetCursor()
            if self.window().focusWidget() is self.question:
                self.inputs_button.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt takes the keyboard anywhere
        self.question.setVisible(waits)

    def _lay_out(self) -> None:
        entry = self.entry
        head = boxes.row(theme.GROUP)
        server = Untrusted(entry.server)
        head.addWidget(
            label(server, "muted") if len(entry.server) <= _SHORT_NAME else ElidedLabel(server, role="muted")
        )
        head.addWidget(Glyph("caret-right", icons.SMALL, "muted"))
        head.addWidget(ElidedLabel(Untrusted(entry.tool), role="strong"), 1)
        head.addWidget(self.state, 0, Qt.AlignmentFlag.AlignTop)
        self._card.body.addLayout(head)
        inputs = boxes.row(theme.SPACE)
        inputs.addWidget(self.inputs_button)
        inputs.addWidget(self._preview, 1)
        inputs.addWidget(self.uncover)
        inputs.addWidget(self.why.button)
        inputs.addWidget(self.question)
        self._card.body.addLayout(inputs)
        self._card.body.addWidget(self.why)
        row = QHBoxLayout(self)
        row.setContentsMargins(icons.MEDIUM + theme.GROUP, 0, 0, 0)
        row.addWidget(self._card)

    def _toggle(self) -> None:
        if self._block is None:
            self._block = TextBlock()
            shown = masking.mask_json(self.entry.arguments)
            self._block.show_text(Untrusted(shown), tr("Inputs"))
            self._card.body.insertWidget(2, self._block)
            self._block.show()
            self._label_inputs_button(True)
            self.uncover.setVisible(shown != self.entry.arguments)
        else:
            opened = self._block.isHidden()
            self._block.setVisible(opened)
            self._label_inputs_button(opened)
            self.uncover.setVisible(opened and not self._is_open and self._has_masked())

    def _has_masked(self) -> bool:
        return masking.mask_json(self.entry.arguments) != self.entry.arguments

    def _show_all(self) -> None:
        """Show everything unmasked, until the card is made again."""
        self._is_open = True
        self.uncover.hide()
        if self._block is not None:
            self._block.show_text(Untrusted(self.entry.arguments), tr("Inputs"))
            self._block.setFocus(Qt.FocusReason.OtherFocusReason)

    def _label_inputs_button(self, opened: bool) -> None:
        set_button_text(self.inputs_button, tr("Hide inputs") if opened else tr("Inputs"))
        named(self.inputs_button, tr("Hide inputs") if opened else tr("Show inputs"))
        self._preview.setVisible(not opened)
        self.inputs_button.setIcon(icons.icon("caret-down" if opened else "caret-right", "muted"))

    def _show_result(self, text: str) -> None:
        if self._result is not None:
            self._card.body.removeWidget(self._result)
            self._result.hide()
            self._result.deleteLater()
        self._shown_result = text
        self._result = untrusted_text(text, tr("Result")) if text else None
        if self._result is not None:
            self._card.body.insertWidget(self._card.body.count() - 1, self._result)  # what is explained comes last
            self._result.show()


def _explain_nothing(*_: object) -> None:
    """Used where nobody can be asked: the button is hidden then."""
