"""What would change in files, line by line.

Owns: a difference as ``diff -u`` writes it, drawn.

Invariants: what goes and what comes is tinted and has its sign; the lines may hold strangers' text and are escaped.
"""

from __future__ import annotations

from host.text import Untrusted
from ui.inputs.lines import Ground, TextLines
from ui.inputs.text_block import TextBlock
from ui.tr import tr, tr_n


class FileChanges(TextBlock):
    """The lines that would change, all of them in sight."""

    def show_changes(self, lines: tuple[str, ...]) -> None:
        """Show these lines, of the host (untrusted), none with a line feed in it."""
        changed = PlannedLines(lines)
        size = tr_n("{n} line", "{n} lines", len(changed))
        self.show_lines(changed, size, tr("What changes"), folded=len(changed))


class PlannedLines(TextLines):
    """What would change in files, as ``diff -u`` writes it: what goes and what comes is tinted."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        """``lines``: of the host (untrusted), none with a line feed in it."""
        super().__init__(Untrusted("\n".join(lines)))
        grounds = map(_ground, lines)
        self._grounds = [ground for ground, shown in zip(grounds, self._pieces(len(lines)), strict=True) for _ in shown]

    def grounds(self, start: int, stop: int) -> list[Ground]:
        """The tint of each of these lines."""
        return self._grounds[start:stop]

    def _pieces(self, lines: int) -> list[range]:
        return [self.showing(range(at, at + 1)) for at in range(lines)]


def _ground(line: str) -> Ground:
    if line.startswith(("--- ", "+++ ")):
        return ""
    return "gone" if line.startswith("-") else "new" if line.startswith("+") else ""
