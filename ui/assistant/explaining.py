"""Which call of the log a card is about, and why it was decided so.

Owns: the way from a card to an explanation. What stays true: a call that was asked is known by its question; any other
is looked for among the newest of the log, by what was proposed, and only where each such call has a card of its own is
the one known by its place among them: else it is said that it cannot be told, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from host.control.protocol import ReadHistory, WhyCall
from host.control.views import Explanation, HistoryPage, HistoryRow
from ui.assistant.conversation import APP, Conversation
from ui.link import Link
from ui.tr import mark, tr, translated

LOOKED_AT: Final = 200
"""Calls of the log: more than a telling of the whole story makes."""
NOT_FOUND: Final = mark("It cannot be told which call of the log this is. The page History has them all.")

GRANTED: Final = mark("You were not asked: a grant of yours answered.")


class CardExplainer:
    """Asks the host why the call of a card was decided so."""

    def __init__(self, link: Link, talk: Conversation) -> None:
        self._link, self._talk = link, talk

    def ask(self, number: int, explained: Callable[[Explanation], None], failed: Callable[[str], None]) -> None:
        """Let one of the two functions hear of the card with this number."""
        if call_id := self._talk.known_call(number):
            self._link.send(WhyCall(call_id), explained, failed)
        else:
            self._link.send(ReadHistory(limit=LOOKED_AT), partial(self._found, number, explained, failed), failed)

    def _found(
        self, number: int, explained: Callable[[Explanation], None], failed: Callable[[str], None], page: HistoryPage
    ) -> None:
        call_id = find_call_id(self._talk, number, page.rows)
        if not call_id:
            failed(tr(NOT_FOUND))
            return
        by = next(row.by for row in page.rows if row.call_id == call_id)
        self._link.send(WhyCall(call_id), partial(_granted, explained) if by == "grant" else explained, failed)


def _granted(explained: Callable[[Explanation], None], explanation: Explanation) -> None:
    """Rules said that a person is asked, and nobody was."""
    explained(replace(explanation, note=f"{tr(GRANTED)} {translated(explanation.note)}".strip()))


def find_call_id(talk: Conversation, number: int, rows: Sequence[HistoryRow]) -> str:
    """The call that card ``number`` is about, of ``rows``, newest first; empty where that cannot be told (pure)."""
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
