"""A section of the page on findings, as lines of text (pure).

Owns: the cut of one kind's section from the page that ships with Assent, and its marks taken away. What stays true: the
words are the page's own, whole.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_POINT: Final = re.compile(r"- \*\*([^*\n]{1,80}):\*\* ?")
_ITEM: Final = "  - "
_LINK: Final = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\n]{1,200}\)")


class Point(NamedTuple):
    """Attributes: head: such as ``Found``, empty for a paragraph. text: what it says. items: listed below that."""

    head: str
    text: str
    items: tuple[str, ...] = ()


def section(page: str, kind: str) -> tuple[Point, ...]:
    """What the page (Markdown of ours) says of a kind, in its order; nothing where it has no such section."""
    _, found, rest = page.partition(f"\n### {kind}\n")
    if not found:
        return ()
    points: list[Point] = []
    for line in re.split(r"\n#{1,3} ", rest, maxsplit=1)[0].splitlines():
        if start := _POINT.match(line):
            points.append(Point(start[1], line[start.end() :]))
        elif points and line.startswith("  "):
            points[-1] = _longer(points[-1], line)
        elif line.strip():
            points.append(Point("", line.strip().removeprefix("- ")))
    return tuple(Point(head, _plain(text), tuple(map(_plain, items))) for head, text, items in points)


def _longer(point: Point, line: str) -> Point:
    """``point`` with one more indented line: of its list, of the last item of that, or of its text."""
    if line.startswith(_ITEM):
        return point._replace(items=(*point.items, line.removeprefix(_ITEM)))
    if point.items:
        return point._replace(items=(*point.items[:-1], f"{point.items[-1]} {line.strip()}"))
    return point._replace(text=f"{point.text} {line.strip()}")


def _plain(words: str) -> str:
    plain = _LINK.sub(r"\1", words).replace("`", "").replace("**", "")
    return plain[:1].upper() + plain[1:]
