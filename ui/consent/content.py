"""The part of the consent window that scrolls.

Owns: its order: why it is asked again, what should worry, exactly what would be sent or released, what the server says.
What stays true: a question is drawn once, from the frozen call itself; another question starts at the top with
everything unread.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import Asked
from ui import text, theme
from ui.consent import fitting
from ui.consent.claims_view import ClaimsView
from ui.consent.findings import FindingsView
from ui.consent.fitting import fitted
from ui.consent.result import ResultView, SentInputs
from ui.inputs.call_view import CallInputs
from ui.widgets.card import Card
from ui.widgets.notice import Notice

_ROOM: Final = fitting.ROOM - 3 * theme.PAGE


class Content(QWidget):
    """Everything to read before answering.

    Attributes:
        inputs: what is to be read before a yes: what will be sent, or the result. findings: None where there are none.
    Signals:
        unread_changed(int): lines of what will be sent that were never in view.
    """

    unread_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.inputs: CallInputs | ResultView | None = None
        self.findings: FindingsView | None = None
        self._parts: list[QWidget] = []
        self._rows = QVBoxLayout(self)
        self.set_right(0)
        self._rows.setSpacing(theme.SECTION)
        self._rows.addStretch(1)

    @property
    def unread_lines(self) -> int:
        """Lines of what will be sent that were never in view."""
        return 0 if self.inputs is None else self.inputs.unread_lines

    def set_right(self, bar: int) -> None:
        """Keep clear of the right edge, ``bar`` of which a scroll bar takes already."""
        self._rows.setContentsMargins(theme.PAGE, theme.SPACE, theme.PAGE - bar, theme.SECTION)

    def show_question(self, asked: Asked) -> None:
        """Draw another question."""
        request = asked.request
        self._clear()
        if request.voided_because:
            self._add(_asked_again(asked))
        if request.findings:
            self.findings = FindingsView(request.findings, self)
            self._add(self.findings)
        if request.result is None:
            self._add_inputs(asked)
        else:
            self._add_result(asked, request.result)
        self._add(ClaimsView(asked, self))

    def _add_inputs(self, asked: Asked) -> None:
        section, card = _section("What will be sent", _size(asked), self)
        inputs = CallInputs(card)
        self.inputs = inputs
        card.body.addWidget(inputs)
        inputs.show_call(asked.request.call, asked.request.definition.input_schema)
        inputs.unread_changed.connect(self.unread_changed)
        self._add(section)

    def _add_result(self, asked: Asked, result: bytes) -> None:
        section, card = _section("What came back", f"{len(result):,} bytes", self)
        shown = ResultView(result, card)
        self.inputs = shown
        card.body.addWidget(shown)
        shown.unread_changed.connect(self.unread_changed)
        self._add(section)
        self._add(SentInputs(asked.request.call, asked.request.definition.input_schema, self))

    def _add(self, part: QWidget) -> None:
        self._parts.append(part)
        self._rows.insertWidget(self._rows.count() - 1, part)
        part.show()  # now, not at the next turn of the loop: no picture without it

    def _clear(self) -> None:
        self.inputs = self.findings = None
        for part in self._parts:
            self._rows.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts = []


def _asked_again(asked: Asked) -> Notice:
    title = "Asked again: your earlier answer does not count"
    notice = Notice("amber", title)
    why = asked.request.voided_because
    notice.set_text(title, fitted(f"{why[:1].upper()}{why[1:]}".rstrip(".") + ".", notice.fontMetrics(), _ROOM))
    return notice


def _size(asked: Asked) -> str:
    """How much it is in all."""
    call = asked.request.call
    inputs, count = len(call.arguments_value), len(call.params)
    return f"{inputs:,} input{'' if inputs == 1 else 's'} · {count:,} bytes"


def _section(title: str, size: str, parent: QWidget) -> tuple[QWidget, Card]:
    """A part with a title, and the card in it to fill: filled where it stands, for moving widgets styles them anew."""
    section = QWidget(parent)
    rows = QVBoxLayout(section)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setSpacing(theme.GROUP)
    head = QHBoxLayout()
    head.addWidget(text.label(title, "heading", parent=section), 1)
    head.addWidget(text.label(size, "caption", parent=section), 0, Qt.AlignmentFlag.AlignBottom)
    rows.addLayout(head)
    card = Card("card", section)
    card.body.setContentsMargins(theme.SECTION, theme.SPACE, theme.SECTION, theme.SPACE)
    rows.addWidget(card)
    return section, card
