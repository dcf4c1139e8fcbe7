"""The conversation on screen: what was said, and a card for each proposed call.

Owns: how an entry looks, the scroll position, and asking why the call of a card was decided so.

Invariants: names, inputs, results and the assistant's words are untrusted, shown as plain text; texts of Assent's own
look different and say so by their icon; the whole input is one press away, and what looks like a secret in it two; the
status is an icon and a word; a card that waits leads to its question, which alone is where a call is answered; why a
call was decided so can be asked as soon as it was, or a person is asked. The view follows new entries only for a reader
who is at its end; who scrolled up to read stays there, and who unfolds more of a card sees it. A call that was asked is
known by its question; any other is looked for among the newest of the log by what was proposed, and only where each
such call has a card of its own is it known by its place among them; otherwise the page says that it cannot be told, and
nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from host.control.protocol import CallEnded, ReadHistory, WhyCall
from host.control.views import Asked, AssistantEntry, Explanation, HistoryPage
from host.text import Untrusted
from host.values import replace
from ui import icons, masking, theme
from ui.assistant.conversation import Conversation, inputs_in_brief, status_style
from ui.inputs.text_block import TextBlock
from ui.link import Link
from ui.rules.explanation import Ask, WhyButton
from ui.text import Text, button, label, named, set_button_text
from ui.tr import mark, tr, translated
from ui.widgets import boxes
from ui.widgets.cards import Card
from ui.widgets.labels import Badge, ElidedLabel, Glyph
from ui.widgets.scroll import FadeScroll

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

    def __init__(self, entry: AssistantEntry, *, goes_on: bool) -> None:
        """``goes_on``: whether the entry before was the assistant's too; its picture is not repeated then."""
        super().__init__()
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

    def __init__(self, entry: AssistantEntry, status: str, explain: Ask) -> None:
        """``explain``: asks why the call was decided."""
        super().__init__()
        self.entry = entry
        self._status = status
        self._waits = False
        self._result: QWidget | None = None
        self._shown_result = ""
        self._block: TextBlock | None = None
        style = status_style(status)
        self.state = Badge(style.word, style.tone, style.icon)
        self.inputs_button = button("", "fold")
        self.inputs_button.clicked.connect(self._toggle)
        self._is_uncovered = False
        self.uncover = button(tr("Show what is covered"), "fold")
        self.uncover.clicked.connect(self._show_all)
        self.uncover.hide()
        self.question = button(tr("Show question"))
        self.question.clicked.connect(self.wanted)
        self.question.hide()
        self.why = WhyButton(explain, "fold")
        for unfolds in (self.inputs_button, self.uncover, self.why.button):
            unfolds.clicked.connect(self.unfolded)
        self.why.explained.connect(self.unfolded)
        self._preview = ElidedLabel(Untrusted(inputs_in_brief(entry.arguments)), "right", "muted")
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
        entry, style = self.entry, status_style(self._status)
        self.state.set(style.word, style.tone, style.icon)
        call = f"{Untrusted(entry.tool)} on {Untrusted(entry.server)}"
        named(self, tr("Call of {call}: {word}", call=call, word=style.word))
        named(self.question, tr("Show question: {call}", call=call))
        named(self.why.button, tr("Why?"), call)
        self._show_question_button(self._status == "waiting")
        if entry.result != self._shown_result:
            self._show_result(entry.result)
        self.why.button.setVisible(self._status not in ("proposed", "running"))  # it may not have been judged yet
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
            self._block.show_text(Untrusted(self._masked), tr("Inputs"))
            self._card.body.insertWidget(2, self._block)
            self._block.show()
            self._label_inputs_button(True)
            self.uncover.setVisible(self._masked != self.entry.arguments)
        else:
            opened = self._block.isHidden()
            self._block.setVisible(opened)
            self._label_inputs_button(opened)
            self.uncover.setVisible(opened and not self._is_uncovered and self._masked != self.entry.arguments)

    @property
    def _masked(self) -> str:
        return masking.mask_json(self.entry.arguments)

    def _show_all(self) -> None:
        """Show everything unmasked, until the card is made again."""
        self._is_uncovered = True
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


_WIDEST: Final = 760
"""Pixels of the longest line."""
LOOKED_AT: Final = 200
"""Calls of the log: more than a telling of the whole story makes."""
NOT_FOUND: Final = mark("It cannot be told which call of the log this is. The page History has them all.")
GRANTED: Final = mark("You were not asked: a grant of yours answered.")


class ConversationView(FadeScroll):
    """The conversation.

    Attributes:
        shown: the widget of each entry, by its number.

    Signals:
        wanted(str): the id of a waiting call whose question the person wants to see.
    """

    wanted = Signal(str)

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link, self._conversation = link, Conversation()
        self.shown: dict[int, MessageBubble | CallCard] = {}
        self._following = True
        column = QWidget()
        column.setMaximumWidth(_WIDEST)
        self._list = boxes.column(theme.GROUP + theme.SPACE, column, (0, 0, theme.SECTION, theme.PAGE))
        self._list.addStretch(1)
        inner = _Inner()
        row = QHBoxLayout(inner)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(column, 1000)
        row.addStretch(1)
        self.setWidget(inner)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._moved)
        bar.rangeChanged.connect(self._grew)
        named(self, tr("Conversation"))

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said yet."""
        return not self.shown

    def start_with(self, entries: tuple[AssistantEntry, ...]) -> None:
        """Show these entries and nothing else."""
        if entries == self._conversation.entries:
            return
        for number in tuple(self.shown):
            self._drop(number)
        self._conversation.start_over(entries)
        for entry in entries:
            self._add(entry)
        self._following = True

    def put(self, entry: AssistantEntry) -> None:
        """Show an entry that is new or changed."""
        self._conversation.put(entry)
        known = self.shown.get(entry.number)
        if isinstance(known, CallCard) and entry.role == "call":
            known.show_entry(entry, self._conversation.status(entry.number))
        else:
            if known is not None:
                self._drop(entry.number)
            self._add(entry)

    def asked(self, asked: Asked) -> None:
        """Show that a question came up, if it is about one of the cards."""
        self._refresh(self._conversation.asked(asked))

    def ended(self, ended: CallEnded) -> None:
        """Show that a question is over."""
        self._refresh(self._conversation.ended(ended))

    def _refresh(self, number: int | None) -> None:
        card = None if number is None else self.shown.get(number)
        if number is not None and isinstance(card, CallCard):
            card.show_entry(card.entry, self._conversation.status(number))

    def _want(self, number: int) -> None:
        if call_id := self._conversation.call(number):
            self.wanted.emit(call_id)

    def _add(self, entry: AssistantEntry) -> None:
        made: MessageBubble | CallCard
        if entry.role == "call":
            explain = partial(explain_call, self._link, self._conversation, entry.number)
            made = CallCard(entry, self._conversation.status(entry.number), explain)
            made.wanted.connect(partial(self._want, entry.number))
            made.unfolded.connect(partial(self._unfolded, made))
        else:
            before = self.shown[max(self.shown)] if self.shown else None
            made = MessageBubble(
                entry, goes_on=entry.role == "assistant" and isinstance(before, MessageBubble) and before.speaks
            )
        self.shown[entry.number] = made
        self._list.insertWidget(self._list.count() - 1, made)

    def _drop(self, number: int) -> None:
        old = self.shown.pop(number)
        self._list.removeWidget(old)
        old.hide()
        old.deleteLater()

    def _unfolded(self, card: CallCard) -> None:
        """Keep a card visible, once its parts have been laid out."""
        self._following = False
        QTimer.singleShot(0, card, partial(self._keep_visible, card))

    def _keep_visible(self, card: CallCard) -> None:
        """Scroll to the end of a card, but not past its beginning."""
        column = self.widget()
        assert column is not None, "it has one from the beginning"
        top = card.mapTo(column, QPoint()).y()
        end = top + card.height() - self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setValue(min(top, max(bar.value(), end)))

    def _moved(self, value: int) -> None:
        self._following = value >= self.verticalScrollBar().maximum() - theme.PAGE

    def _grew(self, _low: int, high: int) -> None:
        if self._following:
            self.verticalScrollBar().setValue(high)


class _Inner(QWidget):
    """As high as its text needs at its width, and no higher: labels ask for the height of their narrowest form."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The narrowest; the height follows from the width."""
        return QSize(super().minimumSizeHint().width(), 0)


def explain_call(
    link: Link,
    talk: Conversation,
    number: int,
    explained: Callable[[Explanation], None],
    failed: Callable[[str], None],
) -> None:
    """Ask the host why the call of a card was decided as it was.

    Args:
        link: the connection to the host.
        talk: the conversation.
        number: of the card.
        explained: is called with the explanation.
        failed: is called with the reason why there is none.
    """

    def with_grant(explanation: Explanation) -> None:
        """Add that a grant answered: the rules said that a person is asked, and nobody was."""
        explained(replace(explanation, note=f"{tr(GRANTED)} {translated(explanation.note)}".strip()))

    def look_for_call(page: HistoryPage) -> None:
        call_id = talk.find_call_id(number, page.rows)
        if not call_id:
            failed(tr(NOT_FOUND))
            return
        by = next(row.by for row in page.rows if row.call_id == call_id)
        link.send(WhyCall(call_id), with_grant if by == "grant" else explained, failed)

    if call_id := talk.known_call(number):
        link.send(WhyCall(call_id), explained, failed)
    else:
        link.send(ReadHistory(limit=LOOKED_AT), look_for_call, failed)
