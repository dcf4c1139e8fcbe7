"""Numbers of a call that could have come from somewhere (pure).

Owns: which JSON numbers are compared with what earlier calls brought. What stays true: they are told as they were
written, with where they stand; the walk is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.canonical import Lexeme
from host.inspect.subject import Steps, Text
from host.model import JsonObject, JsonValue

MOST: Final = 5_000
"""Values that are looked at."""
_DIGITS: Final = 6
"""Digits of a number that hardly stands in two places by chance."""


def figures_of(arguments: JsonObject) -> Iterator[Text]:
    """Numbers that can be told from others, as texts."""
    return (text for text in all_figures(arguments) if sum(map(str.isdigit, text.text)) >= _DIGITS)


def all_figures(arguments: JsonObject) -> Iterator[Text]:
    """Numbers, as texts."""
    stack: list[tuple[Steps, str, JsonValue]] = [((), "", arguments)]
    for _ in range(MOST):
        if not stack:
            return
        steps, key, value = stack.pop()
        if isinstance(value, dict):
            stack.extend(((*steps, name), name, child) for name, child in value.items())
        elif isinstance(value, list):
            stack.extend(((*steps, at), key, child) for at, child in enumerate(value[:MOST]))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            yield Text(steps, key, value.lexeme if isinstance(value, Lexeme) else str(value))
