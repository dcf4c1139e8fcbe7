"""A result as a person reads it (attacks 1 and 7).

Owns: its parts and their order: texts first, then everything else, as inputs are shown. ``ResultView`` is the one way
in, wherever a result is shown: give it the bytes that came back.

Invariants: nothing of it is left out, and every line of it is counted until it was in view; what cannot be read as a
result is shown as the text that it is.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control import codec
from host.errors import ProtocolError
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from ui import text, theme
from ui.inputs.form import InputsView
from ui.inputs.text_block import TextBlock
from ui.tr import tr, tr_n
from ui.widgets.cards import rule

TEXTS: Final = 20
"""Parts that are shown each by itself; what a result has beyond them is shown together."""


class ResultView(QWidget):
    """A result: texts as texts, structured content and all else as rows.

    Attributes:
        unread_lines: lines that were never in view.

    Signals:
        unread_changed(int): lines came into view; so many are left.
    """

    unread_changed = Signal(int)

    def __init__(self, result: bytes, parent: QWidget | None = None) -> None:
        """``result``: the JSON object that came back, or whatever came in its place."""
        super().__init__(parent)
        self._blocks: list[TextBlock] = []
        self._views: list[InputsView] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
        self._column.setSpacing(theme.GROUP)
        try:
            self._show(codec.object_of(result))
        except ProtocolError:
            self._add_text(tr("What came back"), Untrusted(result.decode("utf-8", "replace")))

    @property
    def unread_lines(self) -> int:
        """Lines that were never in view, folded or not."""
        return sum(block.unread_lines for block in self._blocks) + sum(view.unread_lines for view in self._views)

    @property
    def is_complete(self) -> bool:
        """Whether every row has its widget by now."""
        return all(view.is_complete for view in self._views)

    def make_all(self) -> None:
        """Make all rows now, for what cannot wait."""
        for view in self._views:
            view.make_all()

    def _show(self, result: JsonObject) -> None:
        content, others = result.get("content"), dict(result)
        if isinstance(content, list):
            del others["content"]
            for number, part in enumerate(content[:TEXTS], 1):
                title = tr("Part {number} of {count}", number=f"{number:,}", count=f"{len(content):,}")
                self._add_part(title if len(content) > 1 else "", part)
            if content[TEXTS:]:
                self._add_values(
                    tr_n("{n} more part", "{n} more parts", len(content) - TEXTS), {"content": content[TEXTS:]}
                )
        if others or not self._column.count():
            if self._column.count():
                self._column.addWidget(rule(self))
            self._add_values(tr("Beside it") if isinstance(content, list) else "", others)

    def _add_part(self, title: str, part: JsonValue) -> None:
        if not isinstance(part, dict):
            self._add_text(title, Untrusted(codec.lexeme(part)))
            return
        said = part.get("text")
        if part.get("type") != "text" or not isinstance(said, str):
            self._add_values(title, part)
            return
        self._add_text(tr("{part}: text", part=title) if title else "", Untrusted(said))
        if others := {name: part[name] for name in part if name not in ("type", "text")}:
            self._add_values(tr("With this text"), others)

    def _add_text(self, title: str, said: Untrusted) -> None:
        self._add_title(title)
        block = TextBlock(self)
        block.show_text(said, title or tr("What came back"))
        block.unread_changed.connect(self._seen)
        self._blocks.append(block)
        self._column.addWidget(block)

    def _add_values(self, title: str, values: JsonObject) -> None:
        self._add_title(title)
        view = InputsView(self)
        view.show_inputs(values, {"properties": {name: {} for name in values}})
        view.unread_changed.connect(self._seen)
        self._views.append(view)
        self._column.addWidget(view)

    def _add_title(self, words: str) -> None:
        if words:
            self._column.addWidget(text.label(words, "caption", parent=self))

    def _seen(self, _left: int) -> None:
        self.unread_changed.emit(self.unread_lines)
