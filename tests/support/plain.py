"""What holds for everything on screen: plain words, a name for whoever cannot see it, and an order for the keyboard."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from host.text import escape
from ui import theme
from ui.text import LONGEST, tooltip_html

_OURS: Final = re.compile("⟨(U\\+[0-9A-F]{4,6}|… [0-9,]+ more characters?)⟩|↳")
"""Marks that ``host.text`` made."""
_TIP: Final = re.compile(re.escape(tooltip_html("x")).replace("x", "(.*)"), re.DOTALL)
_INSIDE: Final = (
    "qt_spinbox_lineedit",
    "qt_scrollarea_viewport",
    "qt_scrollarea_hcontainer",
    "qt_scrollarea_vcontainer",
)
"""Names of what Qt puts inside of its own widgets."""

_MARKUP: Final = re.compile(r"\s*<(qt|p|html|!DOCTYPE)\b", re.IGNORECASE)
_VAGUE: Final = (
    QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane, QAccessible.Role.Border,
    QAccessible.Role.Grouping,
)  # fmt: skip
"""Roles that tell nothing of what a thing is for."""
_TARGETS: Final = (QAbstractButton, QComboBox, QLineEdit)
_MOST_CELLS: Final = 200


def assert_plain(widget: QWidget) -> None:
    """No word in ``widget``, or below it, can be markup, a mnemonic or anything hidden (attacks 4 and 5)."""
    found = [f"{_name(part)}: {problem}" for part in tree(widget) for problem in _problems(part)]
    assert not found, "\n".join(found)


def assert_accessible(widget: QWidget) -> None:
    """Everything below ``widget`` that can be focused or clicked says what it is, and a screen reader is told so."""
    found = [_name(part) for part in tree(widget) if isinstance(part, QWidget) and _is_mute(part)]
    assert not found, "without an accessible name:\n" + "\n".join(found)
    told = [
        f"{part.role().name} {_name(part.object())} {part.text(QAccessible.Text.Name)!r}: {problem}"
        for part in _accessibles(QAccessible.queryAccessibleInterface(widget))
        for problem in _told_problems(part)
    ]
    assert not told, "\n".join(told)


def table_told(widget: QWidget) -> list[tuple[str, str, str]]:
    """What assistive technology is told of each cell of a table: the heads of its row and column, and its own words."""
    table = QAccessible.queryAccessibleInterface(widget)
    assert table.role() is QAccessible.Role.Table
    children = [table.child(number) for number in range(table.childCount())]
    return [_cell_told(child) for child in children if child.role() is QAccessible.Role.Cell]


def _cell_told(cell: QAccessibleInterface) -> tuple[str, str, str]:
    place = cell.tableCellInterface()
    [row], [column] = place.rowHeaderCells(), place.columnHeaderCells()
    assert (row.role(), column.role()) == (QAccessible.Role.RowHeader, QAccessible.Role.ColumnHeader)
    name = QAccessible.Text.Name
    return row.text(name), column.text(name), cell.text(name)


def tab_order(widget: QWidget) -> list[str]:
    """The accessible names that Tab reaches in ``widget``, in this order. It must be shown."""
    return [_spoken(part) for part in _tab_stops(widget)]


def assert_reading_order(widget: QWidget, besides: Callable[[QWidget], bool] = lambda _: False) -> list[str]:
    """Tab goes as people read: down, along a row, or to the top of what stands beside; never back up on the same side.

    It must be shown. Where each stands is measured while it has the keyboard, since Tab scrolls. ``besides``: what has
    a place of its own in the order for a reason; so has what floats above others, in no layout.

    Returns:
        What ``tab_order`` does.
    """
    before: QWidget | None = None
    wrong = []
    order = []
    for part in _tab_stops(widget):
        order.append(_spoken(part))
        if besides(part) or _floats(part):
            continue
        if before is not None and _goes_back(before, part, mirrored=widget.layoutDirection() is _RIGHT_TO_LEFT):
            wrong.append(f"{_spoken(before)!r} → {_spoken(part)!r}")
        before = part
    assert not wrong, "; ".join(wrong)
    return order


def _floats(part: QWidget) -> bool:
    port = part.parentWidget()
    area = port.parentWidget() if port is not None else None
    return isinstance(area, QScrollArea) and area.viewport() is port and area.widget() is not part


_RIGHT_TO_LEFT: Final = Qt.LayoutDirection.RightToLeft
_EVEN: Final = 12
"""Pixels by which what stands in one row may differ in height."""


def _goes_back(one: QWidget, other: QWidget, *, mirrored: bool) -> bool:
    if one.isAncestorOf(other) or other.isAncestorOf(one):
        return False
    first, second = (
        part.visibleRegion().boundingRect().translated(part.mapTo(part.window(), QPoint())) for part in (one, other)
    )
    if first.isEmpty() or second.isEmpty():
        return False
    beside = second.right() <= first.left() + _EVEN if mirrored else second.left() >= first.right() - _EVEN
    overlap = min(first.bottom(), second.bottom()) - max(first.top(), second.top())
    same_row = overlap > min(first.height(), second.height()) / 2
    above = second.bottom() <= first.top() + _EVEN
    return (above or same_row) and not beside


def _tab_stops(widget: QWidget) -> Iterator[QWidget]:
    """What Tab reaches in ``widget``, each while it has the keyboard."""
    window = widget.window()
    before = window.focusWidget()
    if before is not None:
        before.clearFocus()
    found: list[QWidget] = []
    while window.focusNextChild():
        part = window.focusWidget()
        if part in found:
            break
        found.append(part)
        if part is widget or widget.isAncestorOf(part):
            yield part
    if before is not None:
        before.setFocus()


def words(widget: QWidget) -> list[str]:
    """Every text that is to be seen in ``widget``, in the order of the tree (labels and buttons)."""
    return [
        part.text()
        for part in tree(widget)
        if isinstance(part, QLabel | QAbstractButton) and (part is widget or not part.isHidden()) and part.text()
    ]


def tree(widget: QWidget) -> Iterator[QObject]:
    """``widget`` and everything in it, top down."""
    yield widget
    for child in widget.findChildren(QObject):
        if isinstance(child, QWidget | QAction):
            yield child


def _accessibles(part: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """``part`` and all that assistive technology finds in it, but of tables no more than the beginning."""
    yield part
    for number in range(min(part.childCount(), _MOST_CELLS)):
        child = part.child(number)
        if child.isValid():
            yield from _accessibles(child)


def _told_problems(part: QAccessibleInterface) -> Iterator[str]:
    name, description = part.text(QAccessible.Text.Name), part.text(QAccessible.Text.Description)
    if _MARKUP.match(name) or _MARKUP.match(description):
        yield f"markup is told: {name!r}, {description!r}"
    if len(description) > 2 * LONGEST:
        yield "a description that nobody would hear to its end"
    widget = part.object()
    if not isinstance(widget, QWidget) or not widget.isVisible() or widget.objectName() in _INSIDE:
        return
    scrolls = isinstance(widget, QAbstractScrollArea)
    if part.state().focusable and part.role() in _VAGUE and not scrolls and not description:
        yield "it takes the keyboard, and nobody is told what it is"
    if isinstance(widget, QComboBox) and not any(flag & QAccessible.RelationFlag.Label for _, flag in part.relations()):
        yield "a choice without a label: on Linux its name is what is chosen"
    if isinstance(widget, _TARGETS) and not _belongs_to_qt(widget) and _is_dressed():
        yield from _target_problems(widget)


def _is_dressed() -> bool:
    """Whether the theme is applied, which sizes come from."""
    app = QApplication.instance()
    return isinstance(app, QApplication) and bool(app.styleSheet())


def _target_problems(widget: QWidget) -> Iterator[str]:
    if min(widget.width(), widget.height()) < theme.TARGET:
        yield f"too small a target: {widget.width()} × {widget.height()}"
    elif isinstance(widget, QAbstractButton):
        middle, half = widget.rect().center(), theme.TARGET // 2 - 1
        if not all(widget.hitButton(middle + QPoint(0, at)) for at in (-half, half)):
            yield "a press near its edge does not count"


def _problems(part: QObject) -> Iterator[str]:
    match part:
        case QMessageBox():
            yield "a message box guesses at markup and waits in a loop of its own"
        case QTextBrowser():
            yield "a browser follows links"
        case QTextEdit() if part.acceptRichText():
            yield "a text field that takes markup"
        case QLabel() if part.textFormat() is not Qt.TextFormat.PlainText:
            yield "a label that is not plain text"
        case _:
            pass
    if isinstance(part, QWidget | QAction):
        yield from _tooltip_problems(part)
    for text in _texts(part):
        if hidden := _hidden(text):
            yield f"hidden characters: {hidden}"
    for text in _mnemonic_texts(part):
        if "&" in text.replace("&&", ""):
            yield f"a mnemonic: {text!r}"


def _tooltip_problems(part: QWidget | QAction) -> Iterator[str]:
    shown = part.toolTip()
    if not shown or (isinstance(part, QAction) and shown == part.iconText()):
        return  # an action without one answers with its text
    inside = _TIP.fullmatch(shown)
    if inside is None or html.escape(html.unescape(inside[1])) != inside[1]:
        yield f"a tooltip that ui.text did not make: {shown!r}"


def _texts(part: QObject) -> Iterator[str]:
    yield from _mnemonic_texts(part)
    if isinstance(part, QLabel):
        yield part.text()
    if isinstance(part, QLineEdit):
        yield part.placeholderText()
    if isinstance(part, QComboBox):
        yield from (part.itemText(index) for index in range(part.count()))
    if isinstance(part, QWidget):
        yield from (part.accessibleName(), part.accessibleDescription(), part.windowTitle())


def _mnemonic_texts(part: QObject) -> Iterator[str]:
    """Texts in which Qt makes a shortcut of an ampersand."""
    match part:
        case QAbstractButton() | QAction():
            yield part.text()
        case QTabBar():
            yield from (part.tabText(index) for index in range(part.count()))
        case QGroupBox() | QMenu():
            yield part.title()
        case QLabel() if part.buddy() is not None:
            yield part.text()
        case _:
            pass


def _hidden(text: str) -> str:
    """What ``host.text`` would not let through."""
    rest = _OURS.sub("", text)
    return "" if escape(rest, newlines=True) == rest else escape(rest)


def _is_mute(part: QWidget) -> bool:
    clickable = isinstance(part, QAbstractButton | QAbstractItemView | QLineEdit | QComboBox)
    wanted = clickable or part.focusPolicy() is not Qt.FocusPolicy.NoFocus
    inner = part.objectName() in _INSIDE or isinstance(part, QScrollBar) or _belongs_to_qt(part)
    said = part.accessibleName() or (part.text() if isinstance(part, QLabel) else "")  # a label speaks for itself
    put_away = part.isHidden() and part.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)
    return wanted and not inner and not said and not put_away


def _belongs_to_qt(part: QWidget) -> bool:
    """Whether it is inside of a widget that speaks for it: a spin box, a combo box, a header, a tab bar."""
    holder = part.parentWidget()
    own_parts = part.metaObject().className() in (
        "QComboBoxPrivateContainer", "QComboBoxListView", "QHeaderView", "QTableCornerButton", "CloseButton",
        "QComboBoxPrivateScroller",
    )  # fmt: skip
    return own_parts or (holder is not None and holder.metaObject().className() in ("QTabBar", "QComboBox", "Combo"))


def _spoken(part: QWidget) -> str:
    return part.accessibleName() or (part.text() if isinstance(part, QLabel) else _name(part))


def _name(part: QObject) -> str:
    said = part.accessibleName() if isinstance(part, QWidget) else ""
    return f"{type(part).__name__}({part.objectName() or said or getattr(part, 'text', str)()!r})"
