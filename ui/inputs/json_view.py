"""The view of what will be sent, byte for byte.

Owns: the canonical bytes on screen, their digest, and whether all of them were in view.

Invariants:
    The text is those bytes and nothing else, with what could not be seen escaped, and nothing covered. The digest is
    worked out from them, here.
    Indented, the same text has line ends and indents added, and says so; without blanks it is the same, byte for byte.
    It counts as read once each line of one of its two forms was on screen (attack 7).
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from host.model import sha256_hex
from host.text import Untrusted
from ui import text, theme
from ui.inputs import words
from ui.inputs.highlight import CodeLines
from ui.inputs.lines import SeenLines, TextLines
from ui.inputs.pager import inline_button
from ui.inputs.text_block import TextBlock
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.flow import FlowLayout

_SHORT: Final = 12


class JsonView(QWidget):
    """The bytes of one call.

    Attributes:
        text: those bytes, raw.
        block: what shows them.
    Signals:
        read(): all of it was in view by now.
    """

    read = Signal()

    def __init__(self, params: bytes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._params = params
        self.text = params.decode("utf-8", "backslashreplace")
        self._digest = sha256_hex(params)
        self._marks: dict[bool, SeenLines] = {}
        self._neat = text.check(tr("Laid out"), parent=self)
        self._neat.toggled.connect(self._show)
        self._note = text.label("", "caption", wrap=True, parent=self)
        self.block = TextBlock(self)
        self.block.unread_changed.connect(self._seen)
        column = boxes.column(theme.GROUP, self, (0, theme.GROUP, 0, theme.GROUP))
        column.addLayout(self._head())
        column.addWidget(self._note)
        column.addWidget(self.block)
        self._show(neat=False)

    @property
    def is_read(self) -> bool:
        """Whether every line was in view, as it is or laid out."""
        return any(not marks.unread for marks in self._marks.values())

    def _head(self) -> FlowLayout:
        size = tr_n("{n} byte", "{n} bytes", len(self._params))
        digest = text.label(tr("SHA-256 {digest}…", digest=self._digest[:_SHORT]), "caption", parent=self)
        text.tooltip(digest, self._digest)
        text.named(digest, tr("SHA-256 {digest}", digest=self._digest))
        copy = inline_button(tr("Copy"), "copy", self)
        text.named(copy, tr("Copy the SHA-256"))
        copy.clicked.connect(partial(_copy, self._digest))
        head = FlowLayout()
        head.setSpacing(theme.SECTION)
        for part in (self._neat, text.label(size, "caption", parent=self), digest, copy):
            head.addWidget(part)
        return head

    def _show(self, neat: bool) -> None:  # Qt's signature
        found = indented(self.text) if neat else None
        if neat and found is None:
            text.set_text(self._note, tr("There are too many values to lay them out; this is what is sent, as it is."))
        elif neat:
            text.set_text(self._note, tr("Line ends and indents are added to read it; nothing else is changed."))
        else:
            text.set_text(
                self._note, tr("Exactly what the server gets. Once all of it was on screen, it counts as read.")
            )
        lines = TextLines(Untrusted(self.text if found is None else found))
        marks = self._marks.setdefault(found is not None, SeenLines(len(lines)))
        size, name = words.size_words(lines.size, len(lines)), tr("What will be sent, as JSON")
        self.block.show_lines(CodeLines(lines, "json"), size, name, marks)

    def _seen(self, _left: int) -> None:
        if self.is_read:
            self.read.emit()


def _copy(digest: str, _checked: bool = False) -> None:  # Qt's signature
    QGuiApplication.clipboard().setText(digest)


_STEP: Final = "  "
_MOST: Final = 60_000
"""Parts of a document up to which it is laid out."""
_DEEPEST: Final = 40
"""Levels after which lines are not set in any further."""
_PART: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^"{}\[\],:]+', re.DOTALL)


def indented(document: str) -> str | None:
    """Canonical JSON with a line for each value; None where it has too many."""
    made: list[str] = []
    depth, before = 0, ""
    for count, found in enumerate(_PART.finditer(document)):
        if count > _MOST:
            return None
        part = found[0]
        opens, closes = part in ("{", "["), part in ("}", "]")
        depth -= closes
        if (closes and before not in ("{", "[")) or (not closes and before in ("{", "[", ",")):
            made.append(_line(depth))
        made.append(": " if part == ":" else part)
        depth += opens
        before = part
    return "".join(made)


def _line(depth: int) -> str:
    return "\n" + _STEP * min(depth, _DEEPEST)
