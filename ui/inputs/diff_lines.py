"""A comparison of two texts as lines to show (pure).

Owns: how lines that are gone, new and the same are told apart. What stays true: each line begins with its sign, so that
it is copied and spoken with it, and has it beside it too, where a line that is wrapped cannot write another; a
stranger's line stands behind a sign always, and cannot pass for one of ours.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from typing import Final

from host.text import Untrusted, escape
from ui.inputs.lines import TextLines, squeezed
from ui.inputs.styles import Look, Style, folded, shown_at
from ui.inputs.text_diff import Hunk, Sign, Span, TextDiff

SIGNS: Final[Mapping[Sign, str]] = {"same": " ", "gone": "-", "new": "+", "left out": ""}
_FEW: Final = 400
"""Lines up to which each is looked at for words that differ."""
_LONG: Final = 4_000


class DiffLines:
    """What ``ui.inputs.text_block`` shows of a comparison."""

    def __init__(self, diff: TextDiff) -> None:
        self._parts = [_part(stretch) for stretch in diff.stretches]
        self._ends = list(accumulate(len(part.lines) for part in self._parts))

    def __len__(self) -> int:
        """How many lines there are."""
        return self._ends[-1] if self._ends else 0

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, safe to show."""
        return [self._line(at)[0] for at in range(start, min(stop, len(self)))]

    def labels(self, start: int, stop: int) -> list[str]:
        """Their signs."""
        return [self._line(at)[0][:1].strip("⟨ ") for at in range(start, min(stop, len(self)))]

    def styles(self, start: int, stop: int) -> list[list[Style]]:
        """What is gone is struck out, what is new underlined; what is the same stands back."""
        return [self._line(at)[1] for at in range(start, min(stop, len(self)))]

    def _line(self, at: int) -> tuple[str, list[Style]]:
        index = bisect_right(self._ends, at)
        part = self._parts[index]
        return part.line(at - (self._ends[index - 1] if index else 0))


class _Part:
    """A stretch on the screen."""

    def __init__(self, sign: Sign, lines: list[str], styles: list[list[Style]]) -> None:
        self.lines = lines
        self._sign = sign
        self._styles = styles

    def line(self, at: int) -> tuple[str, list[Style]]:
        sign, line = SIGNS[self._sign], self.lines[at]
        styles = [Style(start + len(sign), stop + len(sign), look) for start, stop, look in self._of(at)]
        whole: list[Style] = []
        if self._sign in ("same", "left out"):
            whole = [Style(0, len(sign) + len(line), "soft")]
        if sign:  # which stands beside the line
            styles.append(Style(0, 1, "unseen"))
        return sign + line, whole + styles

    def _of(self, at: int) -> list[Style]:
        return self._styles[at] if at < len(self._styles) else []


def _part(stretch: Hunk) -> _Part:
    if stretch.sign == "left out":
        return _Part(stretch.sign, list(stretch.lines), [])
    if len(stretch.lines) > _FEW or any(len(line) > _LONG for line in stretch.lines):
        every = TextLines(Untrusted("\n".join(stretch.lines)))
        return _Part(stretch.sign, every.part(0, len(every)), [])
    look: Look = "gone" if stretch.sign == "gone" else "new"
    lines: list[str] = []
    styles: list[list[Style]] = []
    for at, raw in enumerate(stretch.lines):
        parts, found = folded(squeezed(escape(raw, newlines=True)), _looks(raw, stretch.spans.get(at, ()), look))
        lines += parts
        styles += found
    return _Part(stretch.sign, lines, styles)


def _looks(raw: str, spans: tuple[Span, ...], look: Look) -> list[Style]:
    return [Style(shown_at(raw, start), shown_at(raw, stop), look) for start, stop in spans]
