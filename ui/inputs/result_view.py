"""A result as a person reads it (attacks 1, 7 and 28).

Owns: its parts and their order, each by its kind: text, picture, sound, embedded resource, link; then everything else,
as inputs are shown. ``ResultView`` is the one way in, wherever a result is shown: give it the bytes that came back.

Invariants: nothing of it is left out, and every line of it is counted until it was in view; what cannot be read as a
result is shown as the text that it is; a link is text that nothing here follows; all pictures of one result share one
budget, and none is decoded before somebody asks.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from host.control import codec
from host.errors import ProtocolError
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from ui import text, theme
from ui.inputs.form import InputsView, ReadableParts
from ui.inputs.picture import Budget
from ui.inputs.text_block import TextBlock
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.cards import rule

TEXTS: Final = 20
"""Parts that are shown each by itself; what a result has beyond them is shown together."""

_KINDS: Final[dict[str, tuple[str, str]]] = {
    "image": (mark("picture"), mark("Type, size and preview go by the bytes, whatever the server calls them.")),
    "audio": (mark("sound"), mark("Assent does not play it. Type and size go by the bytes.")),
    "resource": (mark("embedded resource"), mark("It came with the result; its address was not opened.")),
    "resource_link": (
        mark("link"),
        mark("Assent does not open it. Where an app wants to read it, you are asked, or a rule decides."),
    ),
}
"""Kinds of content (MCP, server/tools, Tool Result), and what is said of each."""


class ResultView(ReadableParts):
    """A result: texts as texts, structured content and all else as rows."""

    def __init__(self, result: bytes, parent: QWidget | None = None) -> None:
        """``result``: the JSON object that came back, or whatever came in its place."""
        super().__init__(parent)
        self._pixels = Budget()
        self._column = boxes.column(theme.GROUP, self, (0, theme.SPACE, 0, theme.SPACE))
        try:
            self._show(codec.object_of(result))
        except ProtocolError:
            self._add_text(tr("What came back"), Untrusted(result.decode("utf-8", "replace")))

    def _show(self, result: JsonObject) -> None:
        content, others = result.get("content"), dict(result)
        if isinstance(content, dict):  # a model's answer is one part (MCP, client/sampling)
            content = [content]
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
        kind = part.get("type")
        if kind != "text" or not isinstance(said, str):
            named, note = _KINDS.get(kind, ("", "")) if isinstance(kind, str) else ("", "")
            if named:
                title = tr("{part}: {kind}", part=title, kind=tr(named)) if title else tr(named)
            self._add_values(title, part, tr(note) if note else "")
            return
        self._add_text(tr("{part}: text", part=title) if title else "", Untrusted(said))
        if others := {name: part[name] for name in part if name not in ("type", "text")}:
            self._add_values(tr("With this text"), others)

    def _add_text(self, title: str, said: Untrusted) -> None:
        self._add_title(title)
        block = TextBlock(self)
        block.show_text(said, title or tr("What came back"))
        self._count_lines_of(block)
        self._column.addWidget(block)

    def _add_values(self, title: str, values: JsonObject, note: str = "") -> None:
        self._add_title(title)
        if note:
            self._column.addWidget(text.label(note, "caption", wrap=True, parent=self))
        view = InputsView(self)
        view.show_values(values, self._pixels)
        self._count_lines_of(view)
        self._column.addWidget(view)

    def _add_title(self, words: str) -> None:
        if words:
            self._column.addWidget(text.label(words, "caption", parent=self))
