"""The configured servers as a Qt table model.

Owns: one row a server, in the order of the file.

Invariants: ids are escaped: they are ours but stand in a file.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor

from host.control.views import ServerView
from host.text import escape, one_line
from ui import text, theme
from ui.icons import icon
from ui.servers.words import kind_words, state_style, trust_sentence, trust_style
from ui.tr import mark, sentence, tr, translated
from ui.widgets.table import FlatTableModel, Index, Role

HEADS: Final = (mark("Server"), mark("State"), mark("Trust"), mark("Kind"), mark("Sessions"))
NAME, STATE, TRUST, KIND, SESSIONS = range(5)
WIDTHS: Final = {STATE: 140, TRUST: 160, KIND: 130, SESSIONS: 90}
"""Of the columns in pixels; the name takes what is left."""
LONGEST_NAME: Final = 120


class ServersModel(FlatTableModel):
    """One row a server.

    Attributes:
        rows: what is shown.
    """

    HEADS = HEADS
    NUMBERS = frozenset({SESSIONS})
    rows: tuple[ServerView, ...] = ()

    def show_servers(self, servers: tuple[ServerView, ...]) -> None:
        """Show these servers. Rows that stay in their place are only drawn again."""
        same = [server.id for server in servers] == [server.id for server in self.rows]
        if same and servers:
            self.rows = servers
            self.dataChanged.emit(self.index(NAME, NAME), self.index(len(servers) - 1, SESSIONS))
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
            case Role.ToolTipRole if column == STATE:
                return text.tip(sentence(escape(translated(server.problem or server.why))) or state.meaning)
            case Role.ToolTipRole if column == TRUST:
                return text.tip(trust_sentence(server))
            case Role.AccessibleTextRole:
                return f"{tr(HEADS[column])}: {_text(server, column)}"
            case Role.TextAlignmentRole:
                return self.side(column)
            case Role.DecorationRole if column == STATE:
                return icon(state.icon, "muted" if state.tone == "neutral" else state.tone)
            case Role.DecorationRole if column == TRUST:
                return icon(trust_style(server).icon, "muted")
            case Role.ForegroundRole if column == STATE and state.tone != "neutral":
                return QColor(getattr(theme.current().tokens, state.tone))
        return None


def _text(server: ServerView, column: int) -> str:
    name = one_line(server.id, LONGEST_NAME)
    return (name, state_style(server).word, trust_style(server).word, kind_words(server), f"{server.sessions:,}")[
        column
    ]
