"""What stands folded beside a question: the inputs of a call that ran, or those that the app proposed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.inputs.form import CallInputs
from ui.inputs.pager import inline_button
from ui.widgets.labels import show_fold


class FoldedInputs(QWidget):
    """Inputs behind one press.

    Attributes:
        toggle: opens and folds them.
    """

    def __init__(self, words: str, fill: Callable[[CallInputs], None], parent: QWidget | None = None) -> None:
        """``words``: of the button. ``fill``: shows the inputs, at the first press."""
        super().__init__(parent)
        self._fill = fill
        self._view: CallInputs | None = None
        self.toggle = inline_button(words, "caret-right", self)
        show_fold(self.toggle, is_open=False)
        self.toggle.clicked.connect(self._show_or_hide)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_or_hide(self) -> None:
        if self._view is None:
            self._view = CallInputs(self)
            self._view.hide()
            self._column.addWidget(self._view)
            self._fill(self._view)
        is_open = self._view.isHidden()
        self._view.setVisible(is_open)
        show_fold(self.toggle, is_open=is_open)
