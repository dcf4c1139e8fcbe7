"""One shape of code that is rarely right (pure).

Owns: the type. What stays true: a pattern is compiled when a word of it is first seen, not before, since most calls
hold none; ``@net@``, ``@shell@`` and ``@sudo@`` in it stand for programs that fetch, shells, and ``sudo`` with its
options.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from host.patterns import regex

_PARTS: Final = {
    "@net@": r"(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|lwp-request|aria2c)\b",
    "@shell@": (
        r"(?:/[\w/]{0,20})?(?:env\s{1,3})?(?:sh|bash|zsh|dash|ksh|fish|python[\d.]{0,4}|perl|ruby|node|php|iex|"
        r"invoke-expression|powershell|pwsh|cmd|osascript)\b"
    ),
    "@sudo@": r"(?:sudo\s{1,3}(?:-\S{1,10}\s{1,3}){0,2})?",
}


class Shape(NamedTuple):
    """One shape. Attributes: words: of which one must stand in the text. pattern: of the lower-case text. says."""

    words: tuple[str, ...]
    pattern: str
    says: str

    def find(self, low: str) -> re.Match[str] | None:
        """Where it stands in a text in lower case."""
        return _compiled(self.pattern).search(low) if any(word in low for word in self.words) else None


def shape(words: str, pattern: str, says: str) -> Shape:
    """``words``: with spaces between. ``says``: one sentence."""
    return Shape(tuple(words.split()), pattern, says)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    for part, stands_for in _PARTS.items():
        pattern = pattern.replace(part, stands_for)
    return regex(pattern)
