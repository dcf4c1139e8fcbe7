"""The conversation on screen.

Owns: one widget for each entry, the scroll position, and which call of the log a card is about.

Invariants: the view follows new entries only for a reader who is at its end; who scrolled up to read stays there, and
who unfolds more of a card sees it. A call that was asked is known by its question; any other is looked for among the
newest of the log by what was proposed, and only where each such call has a card of its own is it known by its place
among them; otherwise the page says that it cannot be told, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPoint, QSize, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from host.control.protocol import CallEnded, ReadHistory, WhyCall
from host.control.views import Asked, AssistantEntry, Explanation, HistoryPage, HistoryRow
from host.values import replace
from ui import theme
from ui.assistant.conversation import APP, Conversation
from ui.assistant.entry_widgets import CallCard, MessageBubble
from ui.link import Link
from ui.text import named
from ui.tr import mark, tr, translated
from ui.widgets import boxes
from ui.widgets.scroll import FadeScroll

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

    def __init__(self, link: Link, *, leads: bool = False, parent: QWidget | None = None) -> None:
        """Create it.

        Args:
            link: explains calls.
            leads: whether a card can lead to its question.
            parent: owns it.
        """
        super().__init__(parent)
        self._conversation = Conversation()
        self._explainer = CardExplainer(link, self._conversation)
        self._leads = leads
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
            explain = partial(self._explainer.ask, entry.number)
            made = CallCard(entry, self._conversation.status(entry.number), leads=self._leads, explain=explain)
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


class CardExplainer:
    """Asks the host why the call of a card was decided as it was."""

    def __init__(self, link: Link, talk: Conversation) -> None:
        self._link, self._conversation = link, talk

    def ask(self, number: int, explained: Callable[[Explanation], None], failed: Callable[[str], None]) -> None:
        """Ask about a card.

        Args:
            number: of the card.
            explained: is called with the explanation.
            failed: is called with the reason why there is none.
        """
        if call_id := self._conversation.known_call(number):
            self._link.send(WhyCall(call_id), explained, failed)
        else:
            self._link.send(ReadHistory(limit=LOOKED_AT), partial(self._on_history, number, explained, failed), failed)

    def _on_history(
        self, number: int, explained: Callable[[Explanation], None], failed: Callable[[str], None], page: HistoryPage
    ) -> None:
        call_id = find_call_id(self._conversation, number, page.rows)
        if not call_id:
            failed(tr(NOT_FOUND))
            return
        by = next(row.by for row in page.rows if row.call_id == call_id)
        self._link.send(WhyCall(call_id), partial(_explain_grant, explained) if by == "grant" else explained, failed)


def _explain_grant(explained: Callable[[Explanation], None], explanation: Explanation) -> None:
    """Add that a grant answered: the rules said that a person is asked, and nobody was."""
    explained(replace(explanation, note=f"{tr(GRANTED)} {translated(explanation.note)}".strip()))


def find_call_id(talk: Conversation, number: int, rows: Sequence[HistoryRow]) -> str:
    """The id of the call that a card is about; empty where that cannot be told (pure).

    Args:
        talk: the conversation.
        number: of the card.
        rows: calls of the log, newest first.
    """
    alike = talk.alike(number)
    if number not in alike:
        return ""
    proposed = alike[number]
    asked = {talk.known_call(other) for other in alike}
    calls = [row.call_id for row in reversed(rows) if _is_of(row, proposed) and row.call_id not in asked]
    cards = [other for other in alike if not talk.known_call(other)]
    return calls[cards.index(number)] if len(calls) == len(cards) else ""


def _is_of(row: HistoryRow, proposed: tuple[str, str, str]) -> bool:
    is_ours = (row.app, row.authenticated, row.server, row.tool) == (APP, True, *proposed[:2])
    return is_ours and row.state == "ended" and row.inputs.decode("utf-8", "replace") == proposed[2]
