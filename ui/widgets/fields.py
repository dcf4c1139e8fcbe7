"""Fields for a text of one line and of several. An untouched field returns exactly the text that it was given.

Invariants: only plain text is pasted, within a bound: one unbroken line of a megabyte would block for minutes. The
mouse wheel scrolls the page unless the field has the keyboard. Values are written from the left, in any language.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QTextOption, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QToolTip, QWidget

from ui import theme
from ui.text import announce, named, tooltip_html
from ui.tr import tr

MAX_TEXT: Final = 128 << 10  # characters of a field, beside those that it was given
_MAX_WRAPPED: Final = 16_384  # characters of a line up to which a field wraps it: breaking a longer one takes seconds
_MARGINS: Final = 2 * theme.SPACE + 2 * theme.GROUP  # pixels above and below the lines


class LineField(QLineEdit):
    """A field of one line."""

    def __init__(
        self, name: str, value: str = "", *, mono: bool = True, hint: str = "", parent: QWidget | None = None
    ) -> None:
        """``name``: for a screen reader. ``mono``: whether it holds a value, not words. ``hint``: while it is empty."""
        super().__init__(parent)
        self._initial = value
        self.setMaxLength(MAX_TEXT)
        self.setText(value)
        self.setCursorPosition(0)
        self.setPlaceholderText(hint)
        if mono:
            self.setFont(theme.mono_font())
            self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        named(self, name)

    @property
    def content(self) -> str:
        """What was typed, else the given value."""
        return self.text() if self.isModified() else self._initial

    @property
    def is_masked(self) -> bool:
        """Whether the text is shown as dots."""
        return self.echoMode() is QLineEdit.EchoMode.Password

    def set_masked(self, *, masked: bool) -> None:
        """Show dots, or the text."""
        self.setEchoMode(QLineEdit.EchoMode.Password if masked else QLineEdit.EchoMode.Normal)


class LinesField(QPlainTextEdit):
    """A field of several lines, as high as its text within bounds.

    Emits ``typed(str)``: the text was changed to this. Qt's own signal is also emitted for changes of the font.
    """

    typed = Signal(str)

    def __init__(
        self,
        name: str,
        value: str = "",
        *,
        lines: tuple[int, int] = (1, 6),
        mono: bool = True,
        hint: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """``name``, ``hint``: for a screen reader. ``lines``: the fewest and the most that it has room for."""
        super().__init__(parent)
        self._min_lines, self._max_lines = lines
        self._initial = self._last = ""
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if mono:
            self.setFont(theme.mono_font())
            self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            option = QTextOption()
            option.setTextDirection(Qt.LayoutDirection.LeftToRight)
            option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
            self.document().setDefaultTextOption(option)
        named(self, name, hint)
        self.show_content(value)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()
        self.textChanged.connect(self._on_text_changed)

    @property
    def content(self) -> str:
        """What was typed, else the given text."""
        return self.toPlainText() if self.document().isModified() else self._initial

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that are not blank."""
        return tuple(line.strip() for line in self.content.split("\n") if line.strip())

    def show_content(self, value: str) -> None:
        """Show another text."""
        self._initial = self._last = value
        if max(map(len, value.split("\n"))) > _MAX_WRAPPED:
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setPlainText(value)
        self.document().setModified(False)
        self._last = self.toPlainText()

    def add_line(self, line: str) -> None:
        """Append a line, as if it had been typed."""
        self.selectAll()
        self.insertPlainText("\n".join((*self.lines, line)))

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802  # Qt's name
        """Paste plain text, within the bound; say so beside the cursor if it is too long."""
        pasted = source.text()
        kept = self.document().characterCount() - len(self.textCursor().selectedText())
        if len(pasted) + kept <= MAX_TEXT + len(self._initial):
            self.insertPlainText(pasted)
            return
        why = tr("Not pasted: a field holds {n} characters.", n=f"{MAX_TEXT:,}")
        QToolTip.showText(self.viewport().mapToGlobal(self.cursorRect().bottomLeft()), tooltip_html(why), self)
        announce(self, why)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Let the page scroll unless the field has the keyboard."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _on_text_changed(self) -> None:
        if (current := self.toPlainText()) != self._last:
            self._last = current
            self.typed.emit(current)

    def _fit(self) -> None:
        lines = max(self._min_lines, min(self._max_lines, round(self.document().size().height())))
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + _MARGINS)
