"""What of the inputs was on the screen so far (pure).

Owns: the count of lines that nobody can have read, which an approval names (SECURITY, row 7). What stays true: a line
counts as seen only after it was in view; what was seen stays seen, also when its widget is gone.
"""

from __future__ import annotations

from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands: names and positions, from the outside in."""


class SeenLines:
    """Which lines of one value were in view."""

    def __init__(self, lines: int) -> None:
        self._seen = bytearray(lines)

    @property
    def unread(self) -> int:
        """Lines that were not."""
        return self._seen.count(0)

    @property
    def read(self) -> int:
        """Lines that were."""
        return self._seen.count(1)

    def see(self, start: int, stop: int) -> None:
        """Lines ``start`` to ``stop``, without the last, are in view."""
        stop = min(stop, len(self._seen))
        if start < stop:
            self._seen[start:stop] = b"\1" * (stop - start)


class SeenInputs:
    """Which lines of all values, and of all long names, were in view.

    Attributes:
        total: lines that there are.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self._marks: dict[tuple[Path, bool], SeenLines] = {}

    def marks(self, path: Path, lines: int, *, of_name: bool = False) -> SeenLines:
        """The marks of the value at ``path``, or of its name, which takes ``lines``."""
        if (path, of_name) not in self._marks:
            self._marks[path, of_name] = SeenLines(lines)
        return self._marks[path, of_name]

    @property
    def unread(self) -> int:
        """Lines that never were in view."""
        return self.total - sum(marks.read for marks in self._marks.values())
