"""Regular expressions of Python's own engine, compiled at their first use.

Owns: ``pattern``, which modules use in place of ``re.compile``.

Invariants: a start compiles no pattern that it does not use. One costs Python a few tenths of a millisecond, and the
host has more than a hundred. A text that an attacker may make long is searched with ``host.patterns`` instead.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, Final, cast  # Any: a method of any pattern

_METHODS: Final = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")


class _CompiledAtFirstUse:
    """Has the methods of ``re.Pattern`` from the first time that one of them is asked for."""

    __slots__ = ("_flags", "_text", *_METHODS)

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        """Compile the pattern. Python calls this only for attributes that are not set yet."""
        compiled = re.compile(self._text, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a pattern, as ``re.compile`` does. An invalid one raises ``re.error`` at its first use.

    What is returned has the methods of ``re.Pattern``, but the functions of ``re`` do not take it.
    """
    return cast("re.Pattern[AnyStr]", _CompiledAtFirstUse(text, flags))
