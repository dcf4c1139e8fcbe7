"""The configured servers as a table model.

Owns: one line a server, in the file's order. What stays true: ids are ours but stand in a file, so they are escaped.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from host.control.views import ServerView
from host.text import escape, one_line
from ui import text, theme
from ui.conditions import sentence
from ui.icons import icon
from ui.servers.words import kind_of, state_of, trust_of

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

HEADS: Final = ("Server", "State", "Trust", "Kind", "Sessions")
NAME, STATE, TRUST, KIND, SESSIONS = range(5)
WIDTHS: Final = {STATE: 140, TRUST: 120, KIND: 130, SESSIONS: 90}
"""Of the columns in pixels; the name takes what is left."""
LONGEST_NAME: Final = 120
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class ServersModel(QAbstractTableModel):
    """Lines of servers. Attributes: servers: what is shown."""

    servers: tuple[ServerView, ...] = ()

    def show_servers(self, servers: tuple[ServerView, ...]) -> None:
        """Show these. Lines that stay in their place are only drawn anew."""
        same = [server.id for server in servers] == [server.id for server in self.servers]
        if same and servers:
            self.servers = servers
            self.dataChanged.emit(self.index(NAME, NAME), self.index(len(servers) - 1, SESSIONS))
        elif not same:
            self.beginResetModel()
            self.servers = servers
            self.endResetModel()

    def place(self, server_id: str) -> int:
        """The line of a server, -1 where it has none."""
        return next((place for place, server in enumerate(self.servers) if server.id == server_id), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  # Qt's signature
        """Lines."""
        return 0 if parent.isValid() else len(self.servers)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  # Qt's signature
        """Columns."""
        return 0 if parent.isValid() else len(HEADS)

    def headerData(  # noqa: N802  # Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """What stands above a column."""
        if orientation is Qt.Orientation.Horizontal and 0 <= section < len(HEADS):
            if role == Role.DisplayRole:
                return HEADS[section]
            if role == Role.TextAlignmentRole and section == SESSIONS:
                return _RIGHT
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """One cell."""
        if not index.isValid() or not 0 <= index.row() < len(self.servers):
            return None
        server, column = self.servers[index.row()], index.column()
        state = state_of(server)
        match role:
            case Role.DisplayRole:
                return _text(server, column)
            case Role.ToolTipRole if column == STATE:
                return text.tip(sentence(escape(server.problem or server.why)) or state.meaning)
            case Role.AccessibleTextRole:
                return f"{HEADS[column]}: {_text(server, column)}"
            case Role.TextAlignmentRole if column == SESSIONS:
                return _RIGHT
            case Role.DecorationRole if column == STATE:
                return icon(state.icon, "muted" if state.tone == "neutral" else state.tone)
            case Role.ForegroundRole if column == STATE and state.tone != "neutral":
                return QColor(getattr(theme.current().tokens, state.tone))
        return None


def _text(server: ServerView, column: int) -> str:
    name = one_line(server.id, LONGEST_NAME)
    return (name, state_of(server).word, trust_of(server), kind_of(server), f"{server.sessions:,}")[column]
