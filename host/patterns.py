"""Regular expressions that are made when they are first used (pure).

Owns: those. What stays true: one is used like any other of ``re``, and costs no more from its second use on. Making
all would take longer than all else that a host does before it listens, and most are for texts that it never meets.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Later:
    """Stands for a pattern until it is used. Attributes: pattern: its text, as that of ``re.Pattern``."""

    __slots__ = ("_flags", "_made", "findall", "finditer", "fullmatch", "match", "pattern", "search", "split", "sub")

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self._flags = pattern, flags
        self._made: re.Pattern[str] | None = None

    def __getattr__(self, name: str) -> Any:  # whatever a pattern has
        """What is not known yet: asked of the pattern, and kept, so that it costs nothing the next time."""
        known = getattr(self.make(), name)
        if name in self.__slots__:
            setattr(self, name, known)
        return known

    def make(self) -> re.Pattern[str]:
        """Itself."""
        if self._made is None:
            self._made = re.compile(self.pattern, self._flags)
        return self._made


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile``, put off until the pattern is used; what is wrong with it is said only then."""
    return cast("re.Pattern[str]", _Later(pattern, flags))
