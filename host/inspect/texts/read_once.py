"""What patterns find in the texts of definitions (pure).

Owns: what was found, so that a definition, which a server may make long, is not searched through again with each call.
What stays true: it is only ever what the pattern finds in the text; it is bounded. Inputs and results do not belong
here: they are others each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar, cast

T = TypeVar("T")

KEPT: Final = 1_024
"""Findings that are remembered; each text has some thousand characters at most."""


class _Found(NamedTuple):
    """Attributes: pattern: kept, so that no other has its identity. found."""

    pattern: re.Pattern[str]
    found: object


_kept: Final[dict[tuple[str, int, str], _Found]] = {}


def searched(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """``pattern.search(text)``."""
    return _once("search", pattern, text, pattern.search)


def every(pattern: re.Pattern[str], text: str) -> tuple[re.Match[str], ...]:
    """All that ``pattern.finditer(text)`` yields."""
    return _once("every", pattern, text, lambda it: tuple(pattern.finditer(it)))


def without(pattern: re.Pattern[str], text: str) -> str:
    """``text`` with a space for each place of ``pattern``."""
    return _once("without", pattern, text, lambda it: pattern.sub(" ", it))


def _once(what: str, pattern: re.Pattern[str], text: str, work: Callable[[str], T]) -> T:
    key = what, id(pattern), text  # by identity: a pattern's own hash costs more than most searches
    known = _kept.get(key)
    if known is None:
        if len(_kept) >= KEPT:
            _kept.clear()
        known = _kept[key] = _Found(pattern, work(text))
    return cast("T", known.found)
