"""What stands folded beside a question: the inputs of a call that ran, or those that the app proposed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.model import Call, JsonValue
from ui.icons import icon
from ui.inputs.form import CallInputs
from ui.inputs.pager import inline_button
from ui.tr import tr


class FoldedInputs(QWidget):
    """Inputs behind one press.

    Attributes:
        toggle: opens and folds them.
    """

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: CallInputs | None = None
        self.toggle = self._toggle = inline_button(words, "caret-right", self)
        self._toggle.clicked.connect(self._show_or_hide)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._toggle, 0, Qt.AlignmentFlag.AlignLeft)

    def _fill(self, view: CallInputs) -> None:
        raise NotImplementedError

    def _show_or_hide(self) -> None:
        if self._view is None:
            self._view = CallInputs(self)
            self._view.hide()
            self._column.addWidget(self._view)
            self._fill(self._view)
        is_open = self._view.isHidden()
        self._view.setVisible(is_open)
        self._toggle.setIcon(icon("caret-down" if is_open else "caret-right", "muted"))


class SentInputs(FoldedInputs):
    """The inputs of a call that ran, folded."""

    def __init__(self, call: Call, schema: JsonValue, parent: QWidget | None = None) -> None:
        super().__init__(tr("Inputs that it was called with"), parent)
        self._call, self._schema = call, schema

    def _fill(self, view: CallInputs) -> None:
        view.show_call(self._call, self._schema)


class ProposedInputs(FoldedInputs):
    """What the app proposed, where a person has changed it since, folded."""

    def __init__(self, params: bytes, schema: JsonValue, parent: QWidget | None = None) -> None:
        super().__init__(tr("What the app proposed"), parent)
        self._params, self._schema = params, schema

    def _fill(self, view: CallInputs) -> None:
        view.show_params(self._params, self._schema)
