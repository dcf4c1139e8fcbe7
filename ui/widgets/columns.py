"""What every table model of ours shares.

Owns: heads, sizes and the side on which columns stand. What stays true: a model is read-only and flat; numbers stand on
the right, heads above them too; nothing outside the table is answered for.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import ClassVar, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from ui.tr import tr

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

NOWHERE: Final = QModelIndex()
_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class ColumnsModel(QAbstractTableModel):
    """A flat table. Attributes: HEADS: titles of the columns. NUMBERS: columns of numbers. rows: a line each."""

    HEADS: ClassVar[tuple[str, ...]] = ()
    NUMBERS: ClassVar[frozenset[int]] = frozenset()
    rows: Sized = ()

    def rowCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """Lines."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """Columns."""
        return 0 if parent.isValid() else len(self.HEADS)

    def headerData(  # noqa: N802  # Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """What stands above a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.HEADS):
            return None
        if role == Role.TextAlignmentRole:
            return self.side(section)
        return tr(self.HEADS[section]) if role == Role.DisplayRole else None

    def side(self, column: int) -> int:
        """On which side a column stands, as Qt wants it."""
        return _RIGHT if column in self.NUMBERS else _LEFT
