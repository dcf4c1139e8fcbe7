"""What the window with the table shows.

Owns: the open table on screen, and what becomes of its rows.

Invariants (attack 12): a call that ends or is asked anew is struck through, and arms the yes anew; calls that come
later are counted, and never enter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from host.control.views import Asked
from ui import text
from ui.consent.announce import announce
from ui.consent.arming import ARMING_MS, batch_ms
from ui.consent.batch import words
from ui.consent.batch.frame import BatchFrame
from ui.consent.batch.selection import BatchSelection, Row
from ui.consent.fitting import fitted
from ui.tr import tr, tr_n


class BatchState(BatchFrame):
    """The frame, with a table in it.

    Attributes:
        book: the table that is open, None before the first.
    Signals:
        done(): the last of them was answered here. announced(str): said aloud.
    """

    done = Signal()
    announced = Signal(str)

    def __init__(self, clock: Callable[[], float], left: Callable[[str], float], parent: QWidget | None = None) -> None:
        self.book: BatchSelection | None = None
        self._frozen = False
        self._doomed: tuple[Row, ...] = ()
        self._opened = 0
        super().__init__(clock, left, parent)

    def is_offered(self) -> bool:
        """Whether a yes is possible at all right now."""
        book = self.book
        return book is not None and bool(book.ticked) and not self._frozen and not self._doomed

    def open_calls(self, calls: Sequence[Asked]) -> None:
        """Show these, nothing seen and nothing ticked. Raises ValueError for a call that no table can show."""
        self.book = book = BatchSelection(calls)
        self._opened += 1
        self._drop_question()
        self.failure.hide()
        self.show_later(0)
        self.draw_head(calls[0], book)
        self.same.show_values(book.sheet.same, (), calls[0].readings)
        book.same_seen = not book.sheet.same
        self.rows.open(book)
        self.table.fit()
        self.share()
        self.table.setCurrentIndex(self.rows.index(0, 0))
        self.arming.set_content((self._opened, *(row.call_id for row in book.rows)))
        self._refresh()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tell(f"{words.title(calls[0], len(calls))}. {words.differences(book)}")

    def clear(self) -> None:
        """Nothing is asked any more."""
        self.book = None
        self._drop_question()
        self.arming.set_content(None)

    @property
    def ids(self) -> frozenset[str]:
        """Of the calls in the table; none where it is not open."""
        return frozenset() if self.book is None else self.book.ids

    def end(self, call_id: str, by: str) -> None:
        """A call is over: it is struck through, and cannot be ticked."""
        row = None if self.book is None else self.book.row(call_id)
        if row is not None:
            self._strike(row, words.ended(row, by))

    def change(self, asked: Asked) -> None:
        """A question is asked anew. What was drawn is not it: it is read by itself."""
        book = self.book
        row = None if book is None else book.row(asked.request.call.id)
        if book is not None and row is not None and not book.is_same(row, asked):
            self._strike(row, tr(words.CHANGED))

    def fail(self, call_id: str, why: str) -> None:
        """The host did not take the answer to one of them."""
        row = None if self.book is None else self.book.row(call_id)
        if self.book is None or row is None or row.over:
            return
        self.book.fail(row, why)
        said = tr("Call {number}: {why}", number=self.book.place(call_id) + 1, why=why)
        self.failure.set_text(tr("Some answers were not taken"), fitted(said, self.fontMetrics()))
        self.failure.show()
        self.tell(said)
        self._changed()

    def end_all(self) -> None:
        """Another host is there, which knows nothing of these."""
        for row in () if self.book is None else self.book.rows:
            if not row.over and self.book is not None:
                self.book.end(row, tr(words.GONE))
        self._changed()

    def show_later(self, more: int) -> None:
        """So many more are alike to these, and not in the table."""
        text.set_text(self.arrived, words.arrived(more))
        self.arrived.setVisible(bool(more))

    def tell(self, said: str) -> None:
        """Say it to who cannot see it."""
        self.announced.emit(said)
        announce(self, said)

    def set_frozen(self, frozen: bool) -> None:
        """The host is gone, or is back."""
        if frozen != self._frozen:
            self._frozen = frozen
            self.gone.set_text(tr("The host is gone"), tr("Nothing can be decided here any more."))
            self.gone.setVisible(frozen)
            self._changed()

    # Inside

    def _strike(self, row: Row, said: str) -> None:
        assert self.book is not None, "a row is one of a table's"
        answered = bool(row.sent)
        self.book.end(row, said)
        self._changed()
        self.tell(words.row_changed(self.book, row))
        if answered and self.book.is_done:
            self.done.emit()

    def _on_chosen(self, place: int) -> None:
        book = self.book
        if book is None or not 0 <= place < len(book.rows):
            return
        row = book.rows[place]
        said = tr("Call {number} of {all}", number=place + 1, all=len(book.rows))
        text.set_text(self.chosen, said)
        values = zip(book.sheet.columns, row.cells, strict=True)
        self.detail.show_values(values, row.asked.request.findings, row.asked.readings)

    def _on_detail_read(self) -> None:
        place = self.table.currentIndex().row()
        if self.book is not None and 0 <= place < len(self.book.rows):
            row = self.book.rows[place]
            if not row.is_seen:
                row.unseen.clear()
                row.read = True
                self._refresh()

    def _on_same_read(self) -> None:
        if self.book is not None and not self.book.same_seen:
            self.book.same_seen = True
            self._refresh()

    def _drop_question(self) -> None:
        self._doomed = ()
        self.strip.show_alerts(())

    def _changed(self) -> None:
        """What a yes would do is something else now: it arms anew."""
        self.arming.restart()
        self._refresh()

    def _refresh(self) -> None:
        """Make rows and buttons say and be what they are."""
        book = self.book
        if book is None:
            return
        ticked, tickable = len(book.ticked), len(book.tickable)
        asks, live = bool(self._doomed), not self._frozen
        self.arming.set_needed(batch_ms(ticked) if ticked else ARMING_MS)
        self.arming.set_live(live and bool(ticked) and not asks)
        self.guard.say(words.approve(ticked), words.approve_why(book, ticked))
        self.guard.button.setEnabled(self.is_offered())
        text.set_button_text(self.back, tr("Back to one call") if book.live else tr("Go on"))
        self.deny.setEnabled(live and bool(book.rest) and not asks)
        said = tr_n("Tick the {n} that you have seen", "Tick the {n} that you have seen", tickable)
        text.set_button_text(self.tick_all, said)
        self.tick_all.setVisible(bool(tickable))
        self.tick_all.setEnabled(live and not asks)
        self.arrange()
        text.set_text(self.progress, words.progress(book))
        self.rows.changed()
        self.guard.begin()
