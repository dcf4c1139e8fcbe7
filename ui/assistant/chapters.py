"""The list of chapters beside the conversation.

Owns: the buttons that tell one chapter. What stays true: none can be pressed while a story is being told; every title
can be read to its end.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from host.control.views import StoryStep
from ui import icons, theme
from ui.text import button, label, named
from ui.tr import tr
from ui.widgets.scroll import FadeScroll


class ChapterList(QWidget):
    """The chapters. Signals: chosen(str): the id of one. Attributes: buttons: by id, in the order of the story."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QPushButton] = {}
        self._inner = QWidget()
        self._list = QVBoxLayout(self._inner)
        self._list.setContentsMargins(0, 0, theme.GROUP, 0)
        self._list.setSpacing(0)
        self._list.addStretch(1)
        self._scroll = _Column()
        self._scroll.setWidget(self._inner)
        named(self._scroll, tr("Chapters"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GROUP)
        heading = label(tr("Chapters"), "heading")
        heading.setIndent(theme.GROUP + theme.SPACE)  # as far in as the buttons' icons
        column.addWidget(heading)
        column.addWidget(self._scroll, 1)
        named(self, tr("Chapters"))

    def show_steps(self, steps: tuple[StoryStep, ...], *, enabled: bool) -> None:
        """List these."""
        if tuple(self.buttons) == tuple(step.id for step in steps):
            return
        for old in self.buttons.values():
            self._list.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.buttons = {}
        for place, step in enumerate(steps):
            made = button(step.title, "nav")
            made.setIcon(icons.icon("play", "muted"))
            named(made, tr("Tell the chapter: {title}", title=step.title))
            made.clicked.connect(partial(self.chosen.emit, step.id))
            made.setEnabled(enabled)
            self._list.insertWidget(place, made)
            self.buttons[step.id] = made

    def set_enabled(self, enabled: bool) -> None:
        """Whether a chapter can be chosen."""
        for made in self.buttons.values():
            made.setEnabled(enabled)


class _Column(FadeScroll):
    """As wide as the buttons, whenever they come: what is added to a list on screen has no size until it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.horizontalScrollBar().rangeChanged.connect(self._stay)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The widest button, with room for the scroll bar."""
        content = self.widget()
        needed = 0 if content is None else content.minimumSizeHint().width()
        return QSize(needed + self.verticalScrollBar().sizeHint().width(), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """As wide as that, and all of them."""
        return QSize(self.minimumSizeHint().width(), super().sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """The buttons have other sizes now."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _stay(self) -> None:
        """Never sideways, however narrow the window: the keyboard's focus would push the titles out of sight."""
        self.horizontalScrollBar().setRange(0, 0)
