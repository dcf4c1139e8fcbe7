"""A scroll area that shows when there is more below; which part of a widget is in view, and scrolling to it.

Owns: the fading edges, the button "More below" (or "Read to the end" if something requires that), whether the end was
ever on screen, and noticing that what is in view may have changed.

Invariants:
    ``end_was_seen`` is true only once the last line was laid out and visible (attack 7); content that is cut off by
    what is around the area, in a window that is too small, was not visible.
    It scrolls only vertically. A key pressed on a button that disappears reaches nothing else (attack 10).
    A widget that gets the focus by keyboard is clear of both edges and of the button; a click never scrolls.
    No text can be read beside or under the button: its background is plain and counts as not seen.
    Several events at once that may change what is in view cause one call.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QLinearGradient, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSlider, QApplication, QFrame, QScrollArea, QWidget

from ui import icons, theme
from ui.text import button, named, set_button_text
from ui.tr import tr

Ground: TypeAlias = Literal["window", "surface"]
FADE: Final = 6 * theme.SPACE  # height of a fading edge
BAR: Final = 3  # width of the bar that shows the focus
_RETURNING: Final = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
"""The focus comes back to where it was."""
_NEAR: Final = 1  # pixels from the end that count as the end


class FadeScroll(QScrollArea):
    """A vertical scroll area.

    Attributes:
        end_was_seen: whether the end of the content was on screen since ``start_over`` or ``read_again``.
    """

    end_seen = Signal()  # the end is on screen for the first time since then

    def __init__(self, parent: QWidget | None = None, *, ground: Ground | None = None) -> None:
        """``ground``: the background, if it is not that of the frame around."""
        super().__init__(parent)
        self.end_was_seen = False
        port = self.viewport()  # Qt tells assistive technology only of this child of a scroll area
        self._fades = _Fade(port, ground, top=True), _Fade(port, ground, top=False)
        self._focus_bar = _FocusBar(self)
        self._had_bar = True
        self.more = button("", "more", parent=port, on_click=self._page_down)
        self.more.hide()
        self._update_timer = QTimer(self, singleShot=True, interval=0)
        self._update_timer.timeout.connect(self._update_view)
        self._must_read: bool | None = None
        self.set_must_read(must_read=False)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._update_view)
        bar.rangeChanged.connect(self._update_timer.start)
        bar.actionTriggered.connect(self._on_bar_action)
        if isinstance(app := QApplication.instance(), QApplication):
            app.focusChanged.connect(self._on_focus)
        named(self, tr("Scrolling content"))

    def setWidget(self, widget: QWidget) -> None:  # noqa: N802  # Qt's name
        """Set the content."""
        widget.setProperty("ground", "clear")
        super().setWidget(widget)
        widget.installEventFilter(self)
        self.start_over()

    def start_over(self) -> None:
        """Scroll to the top for new content, whose end was not seen."""
        self.end_was_seen = False
        self.verticalScrollBar().setValue(0)
        self._update_timer.start()

    def read_again(self) -> None:
        """Note that content was added below, whose end was not seen."""
        self.end_was_seen = False
        self._update_timer.start()

    def set_must_read(self, *, must_read: bool) -> None:
        """Set whether the end must be read. The button then says "Read to the end", else "More below"."""
        if must_read == self._must_read:
            return
        self._must_read = must_read
        words = tr("Read to the end") if must_read else tr("More below")
        name = tr("Read to the end: scroll down one page") if must_read else tr("More below: scroll down one page")
        set_button_text(self.more, words)
        named(self.more, name)
        self.more.setIcon(icons.icon("arrow-down", "on_strong" if must_read else "muted"))
        theme.set_look(self.more, "role", "must-read" if must_read else "more")
        self._update_timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Update when the size of the content, or of what is around the area, changes."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Move):
            self._update_timer.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Update edges and button."""
        super().resizeEvent(event)
        self._update_timer.start()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show the focus bar, unless a click gave the focus, now or before the window lost it."""
        super().focusInEvent(event)
        self._place_bar()
        if event.reason() not in _RETURNING:
            self._had_bar = event.reason() is not Qt.FocusReason.MouseFocusReason
        self._focus_bar.setVisible(self._had_bar)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Hide the focus bar."""
        super().focusOutEvent(event)
        self._focus_bar.hide()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Watch all ancestors, and update once everything has its place."""
        super().showEvent(event)
        ancestor = self.parentWidget()
        while ancestor is not None:
            ancestor.installEventFilter(self)  # Qt installs it only once
            ancestor = None if ancestor.isWindow() else ancestor.parentWidget()
        self._update_timer.start()

    @property
    def obscured_height(self) -> int:
        """Pixels at the lower edge that are faded or under the button; 0 at the end of the content."""
        bar = self.verticalScrollBar()
        return self._band_height() if bar.maximum() - bar.value() > _NEAR else 0

    def _on_focus(self, _before: QWidget | None, focused: QWidget | None) -> None:
        content = self.widget()
        if focused is None or content is None or not content.isAncestorOf(focused) or QApplication.mouseButtons():
            return
        bar, height = self.verticalScrollBar(), self.viewport().height()
        top = focused.mapTo(content, QPoint(0, 0)).y() - theme.SPACE
        bottom = top + focused.height() + 2 * theme.SPACE
        if bottom > bar.value() + height - self._band_height():
            bar.setValue(bottom + self._band_height() - height)
        if top < bar.value() + FADE:  # the top wins for a widget that is higher than the view
            bar.setValue(top - FADE)

    def _band_height(self) -> int:
        """The height of the band with the button, at most half of the view."""
        needed = max(FADE, self.more.sizeHint().height() + theme.SPACE + theme.GROUP)
        return max(FADE, min(needed, self.viewport().height() // 2))

    def _update_view(self) -> None:
        bar = self.verticalScrollBar()
        has_more = bar.maximum() - bar.value() > _NEAR
        self._place_parts()
        self._fades[0].setVisible(bar.value() > _NEAR)
        self._fades[1].setVisible(has_more)
        self._show_more(has_more)
        if not has_more and not self.end_was_seen and self._is_laid_out():
            self.end_was_seen = True
            self.end_seen.emit()

    def _is_laid_out(self) -> bool:
        """Whether the content has its final height and its end is visible. Right after a change it has not."""
        content = self.widget()
        if content is None or not self.isVisible() or self.window().isMinimized():
            return False
        layout = content.layout()
        if layout is None:
            return True
        hangs_on_width = layout.hasHeightForWidth()
        needed = layout.totalHeightForWidth(content.width()) if hangs_on_width else layout.totalMinimumSize().height()
        return content.height() >= needed and self._is_end_visible(content)

    def _is_end_visible(self, content: QWidget) -> bool:
        return content.geometry().bottom() <= part_in_view(self.viewport()).bottom() + _NEAR

    def _show_more(self, has_more: bool) -> None:
        if not has_more and self.window().focusWidget() is self.more:
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # or Qt would move it, perhaps to a button that decides
        self.more.setVisible(has_more)

    def _place_parts(self) -> None:
        view, band, size = self.viewport().rect(), self._band_height(), self.more.sizeHint()
        self._fades[0].setGeometry(QRect(0, 0, view.width(), FADE))
        self._fades[1].setGeometry(QRect(0, view.height() - band, view.width(), band))
        left = (view.width() - size.width()) // 2
        self.more.setGeometry(left, view.height() - size.height() - theme.SPACE, size.width(), size.height())
        for part in (*self._fades, self.more):
            part.raise_()
        self._place_bar()

    def _place_bar(self) -> None:
        """Place the focus bar in the margin of the content, or outside if it has none."""
        content, around = self.widget(), self.parentWidget()
        layout = None if content is None else content.layout()
        margin = 0 if layout is None else min(layout.contentsMargins().left(), layout.contentsMargins().right())
        area = self.rect()
        if margin <= BAR and around is not None:
            area = self.geometry().adjusted(-2 * BAR, 0, 2 * BAR, 0)
            if self._focus_bar.parentWidget() is not around:
                self._focus_bar.setParent(around)
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        self._focus_bar.setGeometry(area.right() + 1 - BAR if mirrored else area.left(), area.top(), BAR, area.height())
        self._focus_bar.raise_()

    def _page_down(self) -> None:
        self.verticalScrollBar().setValue(self._next_page())

    def _on_bar_action(self, action: int) -> None:
        """Let a key, or a press below the handle, turn as far as the button does."""
        if action == QAbstractSlider.SliderAction.SliderPageStepAdd.value:
            self.verticalScrollBar().setSliderPosition(self._next_page())

    def _next_page(self) -> int:
        bar = self.verticalScrollBar()
        overlap = max(theme.ROW, self._band_height() + FADE)  # what was faded below must not be faded above
        return bar.value() + max(theme.ROW // 2, bar.pageStep() - overlap)  # a line in the smallest view


def part_in_view(widget: QWidget) -> QRect:
    """The part of a widget that is not cut off or faded by its ancestors, in its own coordinates."""
    part, inner = widget.rect(), widget
    offset = QPoint(0, 0)
    while not inner.isWindow() and (outer := inner.parentWidget()) is not None:
        offset += inner.pos()
        around = outer.parentWidget()
        hidden = around.obscured_height if isinstance(around, FadeScroll) and around.viewport() is outer else 0
        part &= outer.rect().adjusted(0, 0, 0, -hidden).translated(-offset)
        inner = outer
    return part


class SmallRoom(QScrollArea):
    """Shows content as large as it is itself, and lets it be scrolled where that is less than the content needs."""

    def __init__(self, content: QWidget, *, sideways: bool = False) -> None:
        """``sideways``: it also scrolls to the side; else it is as wide as its content needs."""
        super().__init__()
        self._content, self._sideways = content, sideways
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is inside has it, and is scrolled into view
        if not sideways:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content.setProperty("ground", "clear")
        self.setWidget(content)
        content.installEventFilter(self)
        self.verticalScrollBar().rangeChanged.connect(self.updateGeometry)
        named(self, tr("Scrolling content"))

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The size of the content, and of the bar beside it."""
        return self._with_bar(self._content.sizeHint())

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """A row, as wide as the content if nothing scrolls to the side."""
        return QSize(0 if self._sideways else self._with_bar(self._content.minimumSizeHint()).width(), theme.ROW)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Fit the content if what is in it needs another size."""
        if event.type() is QEvent.Type.LayoutRequest and watched is self._content:
            self.fit()
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Fit the content."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Give the content its size: all the room, or what it needs."""
        self._content.resize(self.viewport().size().expandedTo(self._content.minimumSizeHint()))

    def _with_bar(self, size: QSize) -> QSize:
        bar = self.verticalScrollBar()
        return size + QSize(bar.sizeHint().width() if bar.maximum() else 0, 0)


class VisibilityWatch(QObject):
    """Calls ``callback`` soon after the visible part of ``widget`` may have changed."""

    def __init__(self, widget: QWidget, callback: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._areas: list[QAbstractScrollArea] = []
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(callback)
        widget.installEventFilter(self)

    def schedule(self) -> None:
        """Call ``callback`` once the event loop is reached."""
        self._timer.start(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Notice changes of the widget and of the scroll areas around it."""
        if event.type() is QEvent.Type.Show and watched is self._widget:
            self._find_areas()
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest):
            self.schedule()
        return False

    def _find_areas(self) -> None:
        parent = self._widget.parentWidget()
        while parent is not None:
            if isinstance(parent, QAbstractScrollArea) and parent not in self._areas:
                self._areas.append(parent)
                parent.verticalScrollBar().valueChanged.connect(self.schedule)
                parent.verticalScrollBar().rangeChanged.connect(self.schedule)
                parent.viewport().installEventFilter(self)
            parent = parent.parentWidget()


def has_final_height(widget: QWidget) -> bool:
    """Whether ``widget`` has the height that its content needs; until then positions in it are not final."""
    layout = widget.layout()
    if layout is None:
        return True
    layout.activate()
    return widget.height() >= layout.totalMinimumHeightForWidth(widget.width())


def _scroll_area_of(widget: QWidget) -> tuple[QScrollArea, QWidget] | None:
    """The nearest scroll area around ``widget`` and its content, with an up-to-date layout; None if there is none."""
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


def scroll_into_view(widget: QWidget, rect: QRect | None = None, tries: int = 5) -> None:
    """Scroll the area around ``widget`` until ``rect`` of it, or all of it, is well in view.

    While it or the content has not grown to its final height, this is tried again a moment later, at most ``tries``
    times.
    """
    if (area_and_content := _scroll_area_of(widget)) is None:
        return
    area, content = area_and_content
    wanted = widget.rect() if rect is None else rect
    bar, top = area.verticalScrollBar(), widget.mapTo(content, wanted.topLeft()).y()
    room = area.viewport().height()
    edge = max(theme.PAGE, area.obscured_height) if isinstance(area, FadeScroll) else theme.PAGE
    if not bar.value() <= top <= top + wanted.height() <= bar.value() + room - edge:
        whole = top + wanted.height() - room + edge  # where its end is in view
        bar.setValue(max(0, min(top, max(top - room // 3, whole))))
    if tries and (top + wanted.height() > bar.value() + room or not has_final_height(widget)):
        QTimer.singleShot(0, widget, partial(scroll_into_view, widget, rect, tries - 1))


def visible_part(widget: QWidget) -> QRect:
    """The part of ``widget`` that is on screen and not under the fade of a scroll area."""
    return widget.visibleRegion().boundingRect() & part_in_view(widget)


def scroll_to_top(widget: QWidget) -> None:
    """Scroll the area around ``widget`` up until its top is in view."""
    if (area_and_content := _scroll_area_of(widget)) is not None:
        area, content = area_and_content
        top = widget.mapTo(content, QPoint(0, 0)).y() - theme.GROUP
        if top < area.verticalScrollBar().value():
            area.verticalScrollBar().setValue(top)


class _Fade(QWidget):
    """An edge that fades into the background and takes no clicks."""

    def __init__(self, parent: QWidget, ground: Ground | None, *, top: bool) -> None:
        super().__init__(parent)
        self._ground = ground
        self._top = top
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        ground = QColor(getattr(theme.current().tokens, self._ground or _ground_of(self)))
        clear = QColor(ground)
        clear.setAlpha(0)
        fade = QLinearGradient(0, 0, 0, self.height())
        fade.setColorAt(0, ground if self._top else clear)
        fade.setColorAt(1, clear if self._top else ground)
        if not self._top:
            fade.setColorAt(min(1.0, 2 * theme.GROUP / self.height()), ground)  # half a text might seem to be all
        painter = QPainter(self)
        painter.fillRect(self.rect(), fade)
        painter.end()


class _FocusBar(QWidget):
    """A bar beside the content that shows the focus and takes no clicks. A ring would cover text at the edges."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.current().tokens.focus))
        painter.end()


def _ground_of(widget: QWidget) -> Ground:
    """The background of ``widget``: the surface of a card or panel around it, else the window."""
    around = widget.parentWidget()
    while around is not None and not around.isWindow():
        if around.property("frame") in ("card", "panel"):
            return "surface"
        around = around.parentWidget()
    return "window"
