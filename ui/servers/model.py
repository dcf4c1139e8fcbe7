"""The configured servers as a Qt table model, and how their names are drawn.

Owns: one row a server, in the order of the file, with its face, its name and how it stands in two lines.

Invariants: names and ids are escaped: they are ours but stand in a file; a screen reader hears both lines.
"""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from host.control.views import ServerView
from host.text import escape
from ui import faces, text, theme
from ui.icons import icon
from ui.servers.words import error_count, last_used, state_line, state_style, trust_sentence, trust_style, typical_time
from ui.theme import Tokens
from ui.tr import mark, sentence, tr, translated
from ui.widgets.face import draw
from ui.widgets.table import Cells, FlatTableModel, Index, Role

HEADS: Final = (mark("Server"), mark("Errors"), mark("Time of a call"), mark("Last used"), mark("Trust"))
NAME, ERRORS, TIME, USED, TRUST = range(5)
WIDTHS: Final = {ERRORS: 80, TIME: 120, USED: 120, TRUST: 160}
"""Of the columns in pixels; the name takes what is left."""
HEIGHT: Final = theme.ROW + theme.SECTION
"""Pixels of a row: two lines."""
STATE: Final = Role.UserRole
"""Of the name's cell: how the server stands, and the tone in which that is said."""


class ServersModel(FlatTableModel):
    """One row a server.

    Attributes:
        rows: what is shown.
    """

    HEADS = HEADS
    NUMBERS = frozenset({ERRORS, TIME})
    rows: tuple[ServerView, ...] = ()

    def show_servers(self, servers: tuple[ServerView, ...]) -> None:
        """Show these servers. Rows that stay in their place are only drawn again."""
        same = [server.id for server in servers] == [server.id for server in self.rows]
        if same and servers:
            self.rows = servers
            self.dataChanged.emit(self.index(NAME, NAME), self.index(len(servers) - 1, TRUST))
        elif not same:
            self.beginResetModel()
            self.rows = servers
            self.endResetModel()

    def place(self, server_id: str) -> int:
        """The row of a server, -1 where it has none."""
        return next((place for place, server in enumerate(self.rows) if server.id == server_id), -1)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """One cell."""
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        server, column = self.rows[index.row()], index.column()
        state = state_style(server)
        match role:
            case Role.DisplayRole:
                return _text(server, column)
            case Role.ToolTipRole if column == NAME:
                return text.tip(sentence(escape(translated(server.problem or server.why))) or state.meaning)
            case Role.ToolTipRole if column == TRUST:
                return text.tip(trust_sentence(server))
            case Role.AccessibleTextRole:
                if not (shown := _text(server, column)):
                    return ""
                said = f"{tr(HEADS[column])}: {shown}"
                return f"{said}, {state_line(server)}" if column == NAME else said
            case Role.TextAlignmentRole:
                return self.side(column)
            case Role.DecorationRole if column == TRUST:
                return icon(trust_style(server).icon, "muted")
        return (server.id, state_line(server), state.tone) if role == STATE and column == NAME else None


def _text(server: ServerView, column: int) -> str:
    use = server.use
    cells = error_count(use), typical_time(use), last_used(use, time.time()), trust_style(server).word
    return (faces.server_name(server.id), *cells)[column]


class NameCells(Cells):
    """Draws a server: its face, its name, and beneath that how it stands."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """One cell."""
        drawn = QStyleOptionViewItem(option)
        self.initStyleOption(drawn, index)
        name, drawn.text = drawn.text, ""
        widget = option.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, drawn, painter, widget)
        server_id, state, tone = index.data(STATE)
        tokens, mirrored = theme.current().tokens, text.is_mirrored()
        area = QRectF(drawn.rect).adjusted(theme.SECTION, 0, -theme.GROUP, 0)
        start = area.right() - theme.FACE if mirrored else area.left()
        draw(painter, QRectF(start, area.center().y() - theme.FACE / 2, theme.FACE, theme.FACE), "server", server_id)
        beside = theme.FACE + theme.GROUP + theme.SPACE
        words = area.adjusted(0, 0, -beside, 0) if mirrored else area.adjusted(beside, 0, 0, 0)
        for line, ink, top in ((name, tokens.text, True), (text.facing(state), _ink(tokens, tone), False)):
            half = QRectF(
                words.left(), words.center().y() - (theme.PAGE - 4 if top else 0), words.width(), theme.PAGE - 4
            )
            shown = drawn.fontMetrics.elidedText(line, Qt.TextElideMode.ElideRight, int(half.width()))
            painter.setPen(QColor(ink))
            side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
            painter.drawText(half, side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, shown)


def _ink(tokens: Tokens, tone: str) -> str:
    ink: str = tokens.muted if tone == "neutral" else getattr(tokens, tone)
    return ink
