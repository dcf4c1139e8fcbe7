"""A scroll area that shows when there is more below, which part of a widget is in view, and scrolling to it.

Owns: the fading edges, the button that says "More below", or "Read to the end" where something waits for that, whether
the end was ever on screen, and noticing that something may have come into view: shown, resized, scrolled.

Invariants:
    ``end_was_seen`` is only true once the last line was laid out and visible (attack 7); what is cut off by whatever is
    around the area, where the window is too small for it, is not.
    It scrolls vertically alone. A key pressed on a button that goes away reaches nothing else (attack 10).
    What the keyboard reaches stands clear of both edges and of the button; a pointer moves nothing under itself.
    No words can be read beside or under the button: it stands on plain ground, which counts as not seen.
    Many events that may bring something into view at once cause one call.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QLinearGradient, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QScrollArea, QWidget

from ui import icons, theme
from ui.text import button, named, set_button_text
from ui.tr import tr

Ground: TypeAlias = Literal["window", "surface", "raised"]
FADE: Final = 6 * theme.SPACE
"""Height of a fading edge."""
BAR: Final = 3
"""Width of the bar that shows the keyboard."""
_NEAR: Final = 1
"""Pixels from the end that count as the end."""


class FadeScroll(QScrollArea):
    """A vertical scroll area.

    Attributes:
        end_was_seen: whether the end of the content was on screen since ``start_over`` or ``read_again``.

    Signals:
        end_seen(): it is now, for the first time.
    """

    end_seen = Signal()

    def __init__(self, parent: QWidget | None = None, *, ground: Ground | None = None) -> None:
        """``ground``: what is behind it, where the frames around it do not tell."""
        super().__init__(parent)
        self.end_was_seen = False
        port = self.viewport()  # of a scroll area's children, assistive technology is told of this one alone
        self._fades = _Fade(port, ground, top=True), _Fade(port, ground, top=False)
        self._bar = _Bar(self)
        self.more = button("", "more", parent=port, on_click=self._page_down)
        self.more.hide()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._update)
        self._must_read: bool | None = None
        self.set_must_read(must_read=False)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._update)
        bar.rangeChanged.connect(self._soon.start)
        if isinstance(app := QApplication.instance(), QApplication):
            app.focusChanged.connect(self._on_focus)
        named(self, tr("Scrolling content"))

    def setWidget(self, widget: QWidget) -> None:  # noqa: N802  # Qt's name
        """What scrolls."""
        widget.setProperty("ground", "clear")
        super().setWidget(widget)
        widget.installEventFilter(self)
        self.start_over()

    def start_over(self) -> None:
        """Something new is to be read: back to its beginning."""
        self.end_was_seen = False
        self.verticalScrollBar().setValue(0)
        self._soon.start()

    def read_again(self) -> None:
        """Something new is to be read below what was: the end was not on screen since."""
        self.end_was_seen = False
        self._soon.start()

    def set_must_read(self, *, must_read: bool) -> None:
        """Whether something waits for the end to be read: the button asks for it then, else it says there is more."""
        if must_read == self._must_read:
            return
        self._must_read = must_read
        words = tr("Read to the end") if must_read else tr("More below")
        says = tr("Read to the end: scroll down one page") if must_read else tr("More below: scroll down one page")
        set_button_text(self.more, words)
        named(self.more, says)
        self.more.setIcon(icons.icon("arrow-down", "on_strong" if must_read else "muted"))
        theme.set_look(self.more, "role", "must-read" if must_read else "more")
        self._soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """The content changed its size, or is about to; or what is around it shows more of it, or less."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Move):
            self._soon.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Keep edges and button in place."""
        super().resizeEvent(event)
        self._soon.start()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show where the keyboard is, unless a pointer brought it."""
        super().focusInEvent(event)
        self._place_bar()
        self._bar.setVisible(event.reason() is not Qt.FocusReason.MouseFocusReason)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """The keyboard is elsewhere."""
        super().focusOutEvent(event)
        self._bar.hide()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Look once everything has its place."""
        super().showEvent(event)
        around = self.parentWidget()
        while around is not None:
            around.installEventFilter(self)  # once, however often
            around = None if around.isWindow() else around.parentWidget()
        self._soon.start()

    @property
    def obscured(self) -> int:
        """Pixels at the lower edge that are faded or under the button, since more is below."""
        bar = self.verticalScrollBar()
        return self._band() if bar.maximum() - bar.value() > _NEAR else 0

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        content = self.widget()
        if now is None or content is None or not content.isAncestorOf(now) or QApplication.mouseButtons():
            return
        bar, height = self.verticalScrollBar(), self.viewport().height()
        top = now.mapTo(content, QPoint(0, 0)).y() - theme.SPACE
        bottom = top + now.height() + 2 * theme.SPACE
        if bottom > bar.value() + height - self._band():
            bar.setValue(bottom + self._band() - height)
        if top < bar.value() + FADE:  # of what is higher than the view its beginning
            bar.setValue(top - FADE)

    def _band(self) -> int:
        """Pixels that the button takes, but never more than half of what there is."""
        wanted = max(FADE, self.more.sizeHint().height() + theme.SPACE + theme.GROUP)
        return max(FADE, min(wanted, self.viewport().height() // 2))

    def _update(self) -> None:
        bar = self.verticalScrollBar()
        below = bar.maximum() - bar.value() > _NEAR
        self._place()
        self._fades[0].setVisible(bar.value() > _NEAR)
        self._fades[1].setVisible(below)
        self._show_more(below)
        if not below and not self.end_was_seen and self._is_laid_out():
            self.end_was_seen = True
            self.end_seen.emit()

    def _is_laid_out(self) -> bool:
        """Whether what is on screen has its final height: right after a change it has not."""
        content = self.widget()
        if content is None or not self.isVisible() or self.window().isMinimized():
            return False
        layout = content.layout()
        if layout is None:
            return True
        hangs_on_width = layout.hasHeightForWidth()
        needed = layout.totalHeightForWidth(content.width()) if hangs_on_width else layout.totalMinimumSize().height()
        return content.height() >= needed and self._reaches(content)

    def _reaches(self, content: QWidget) -> bool:
        """Whether the content's last line is inside of what can be seen of the view."""
        return content.geometry().bottom() <= part_in_view(self.viewport()).bottom() + _NEAR

    def _show_more(self, below: bool) -> None:
        if not below and self.window().focusWidget() is self.more:
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt moves it on, perhaps to a button that decides
        self.more.setVisible(below)

    def _place(self) -> None:
        view, band, size = self.viewport().rect(), self._band(), self.more.sizeHint()
        self._fades[0].setGeometry(QRect(0, 0, view.width(), FADE))
        self._fades[1].setGeometry(QRect(0, view.height() - band, view.width(), band))
        left = (view.width() - size.width()) // 2
        self.more.setGeometry(left, view.height() - size.height() - theme.SPACE, size.width(), size.height())
        for part in (*self._fades, self.more):
            part.raise_()
        self._place_bar()

    def _place_bar(self) -> None:
        """Beside the words: in the margin of the content, or outside where it has none."""
        content, around = self.widget(), self.parentWidget()
        layout = None if content is None else content.layout()
        margin = 0 if layout is None else min(layout.contentsMargins().left(), layout.contentsMargins().right())
        area = self.rect()
        if margin <= BAR and around is not None:
            area = self.geometry().adjusted(-2 * BAR, 0, 2 * BAR, 0)
            if self._bar.parentWidget() is not around:
                self._bar.setParent(around)
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        self._bar.setGeometry(area.right() + 1 - BAR if mirrored else area.left(), area.top(), BAR, area.height())
        self._bar.raise_()

    def _page_down(self) -> None:
        bar = self.verticalScrollBar()
        overlap = max(theme.ROW, self._band() + FADE)  # what was at this edge comes clear of the other one too
        bar.setValue(bar.value() + max(theme.ROW, bar.pageStep() - overlap))


def part_in_view(widget: QWidget) -> QRect:
    """What of a widget is not cut off or faded by what is around it, in its own coordinates."""
    part, inner = widget.rect(), widget
    offset = QPoint(0, 0)
    while not inner.isWindow() and (outer := inner.parentWidget()) is not None:
        offset += inner.pos()
        around = outer.parentWidget()
        hidden = around.obscured if isinstance(around, FadeScroll) and around.viewport() is outer else 0
        part &= outer.rect().adjusted(0, 0, 0, -hidden).translated(-offset)
        inner = outer
    return part


class VisibilityWatch(QObject):
    """Calls ``callback`` soon after what is seen of ``widget`` may have changed."""

    def __init__(self, widget: QWidget, callback: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._areas: list[QAbstractScrollArea] = []
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(callback)
        widget.installEventFilter(self)

    def soon(self) -> None:
        """Look when the work at hand is done."""
        self._soon.start(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Notice that the widget, or what scrolls it, changed."""
        if event.type() is QEvent.Type.Show and watched is self._widget:
            self._find_areas()
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest):
            self.soon()
        return False

    def _find_areas(self) -> None:
        """Whatever scrolls the widget, near or far."""
        parent = self._widget.parentWidget()
        while parent is not None:
            if isinstance(parent, QAbstractScrollArea) and parent not in self._areas:
                self._areas.append(parent)
                parent.verticalScrollBar().valueChanged.connect(self.soon)
                parent.verticalScrollBar().rangeChanged.connect(self.soon)
                parent.viewport().installEventFilter(self)
            parent = parent.parentWidget()


def has_final_height(widget: QWidget) -> bool:
    """Whether ``widget`` has the height that its content needs; until then things stand where they will not stay."""
    layout = widget.layout()
    if layout is None:
        return True
    layout.activate()
    return widget.height() >= layout.totalMinimumHeightForWidth(widget.width())


def _scroller(widget: QWidget) -> tuple[QScrollArea, QWidget] | None:
    """What scrolls ``widget``, laid out as it will be, and what it scrolls."""
    parent = widget.parentWidget()
    while parent is not None:
        content = parent.widget() if isinstance(parent, QScrollArea) else None
        if isinstance(parent, QScrollArea) and content is not None:
            layout = content.layout()
            if layout is not None:
                layout.activate()
            return parent, content
        parent = parent.parentWidget()
    return None


def scroll_into_view(widget: QWidget, rect: QRect, tries: int = 5) -> None:
    """Scroll whatever scrolls ``widget`` until this part of it is well in view.

    Where what scrolls has not grown to what is in it yet, it is tried again a moment later, so many times.
    """
    if (found := _scroller(widget)) is None:
        return
    area, content = found
    bar, top = area.verticalScrollBar(), widget.mapTo(content, rect.topLeft()).y()
    room = area.viewport().height()
    edge = max(theme.PAGE, area.obscured) if isinstance(area, FadeScroll) else theme.PAGE
    if not bar.value() <= top <= top + rect.height() <= bar.value() + room - edge:
        bar.setValue(max(0, top - room // 3))
    if tries and top + rect.height() > bar.value() + room:
        QTimer.singleShot(0, widget, partial(scroll_into_view, widget, rect, tries - 1))


def visible_part(widget: QWidget) -> QRect:
    """The part of ``widget`` that is on screen and not under the fade at the lower edge of what scrolls it."""
    return widget.visibleRegion().boundingRect() & part_in_view(widget)


def scroll_to_top(widget: QWidget) -> None:
    """Scroll whatever scrolls ``widget`` until its top is in view, as a new page begins at its beginning."""
    if (found := _scroller(widget)) is not None:
        area, content = found
        top = widget.mapTo(content, QPoint(0, 0)).y() - theme.GROUP
        if top < area.verticalScrollBar().value():
            area.verticalScrollBar().setValue(top)


class _Fade(QWidget):
    """An edge that fades into the ground; nothing to click."""

    def __init__(self, parent: QWidget, ground: Ground | None, *, top: bool) -> None:
        super().__init__(parent)
        self._ground = ground
        self._top = top
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """From the ground's colour to nothing."""
        ground = QColor(getattr(theme.current().tokens, self._ground or _ground_of(self)))
        clear = QColor(ground)
        clear.setAlpha(0)
        fade = QLinearGradient(0, 0, 0, self.height())
        fade.setColorAt(0, ground if self._top else clear)
        fade.setColorAt(1, clear if self._top else ground)
        if not self._top:
            fade.setColorAt(min(1.0, 2 * theme.GROUP / self.height()), ground)  # half of words would seem to be all
        painter = QPainter(self)
        painter.fillRect(self.rect(), fade)
        painter.end()


class _Bar(QWidget):
    """Where the keyboard is; nothing to click. It stands beside what scrolls: a ring would cut words at the edges."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """In the colour of the rings of every other control."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.current().tokens.focus))
        painter.end()


def _ground_of(widget: QWidget) -> Ground:
    """What is behind ``widget``: the surface of a card or panel around it, else the window."""
    around = widget.parentWidget()
    while around is not None and not around.isWindow():
        if around.property("frame") in ("card", "panel"):
            return "surface"
        around = around.parentWidget()
    return "window"
