"""The parts of the form for changing inputs, and their places.

Owns: the layout.

Invariants: the title and the choice between fields and JSON are always on screen; only what is edited scrolls; what
stands below it is placed by the window.
"""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import EditProblem
from ui import text, theme
from ui.consent import fitting
from ui.consent.editing.bar import EditBar
from ui.consent.editing.row import Problems, member_name, sentence
from ui.tr import tr
from ui.widgets.scroll import FadeScroll
from ui.widgets.segments import Segments


class EditFrame(QWidget):
    """The parts, without what they do.

    Attributes:
        title, modes (fields or JSON), area (scrolls), problems (of what has no field): from top to bottom. bar: below,
        placed by the window. inside, column: what scrolls.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = EditBar(self)
        self.title = text.label(tr("Change the inputs"), "heading", parent=self)
        self.modes = Segments((tr("Fields"), tr("JSON")), tr("How to change the inputs"), self)
        self.problems = Problems(self)
        self._lay_out()

    def set_compact(self, compact: bool) -> None:
        """Whether height is dear: what Assent says of the edit stands below the fields then, and scrolls with them."""
        if compact:
            self.column.addWidget(self.bar.news)
        self.bar.set_compact(compact)

    def _keep_edges(self, _least: int, most: int) -> None:
        """The fields keep the edges of what stands above and below them, with a scroll bar and without."""
        bar = self.area.verticalScrollBar().sizeHint().width() if most else 0
        left, right = fitting.beside_bar(self, bar)
        self.column.setContentsMargins(left, theme.GROUP, right, theme.SECTION)

    def _lay_out(self) -> None:
        self.inside = QWidget()
        self.column = QVBoxLayout(self.inside)
        self.column.setContentsMargins(theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION)
        self.column.setSpacing(theme.GROUP)
        self.column.addWidget(self.problems)
        self.column.addStretch(1)
        self.area = FadeScroll(self, inset=theme.GROUP)
        self.area.setWidget(self.inside)
        self.area.verticalScrollBar().rangeChanged.connect(self._keep_edges)
        text.named(self.area, tr("Change the inputs"))
        head = QHBoxLayout()
        head.setContentsMargins(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP)
        head.setSpacing(theme.SPACE)
        head.addWidget(self.title, 1)
        head.addWidget(self.modes)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(head)
        rows.addWidget(self.area, 1)


def placed(problem: EditProblem) -> str:
    """A problem with its place, where no field shows that."""
    place = " ▸ ".join(member_name(str(step)) for step in problem.path)
    return tr("{name}: {why}", name=place, why=sentence(problem.why)) if place else sentence(problem.why)
