"""The same files read by the standard library, many times as fast (pure).

Owns: which texts that is exact for. What stays true: it takes no text that ``jsonc_reader`` refuses, and reads each one
alike; it may refuse more, with any ValueError or ConfigError, and says nothing of what is wrong.
"""

from __future__ import annotations

import json
import math
import re
from typing import Final, Never

from host.canonical import deeper_than
from host.jsonc_reader import MAX_DEPTH, MAX_NUMBER, KeyPath, Reader
from host.model import JsonObject, JsonValue

DEEP: Final = 2
"""Steps below the root from which on the standard library reads: ``rules[7]``, ``mcpServers.files``."""
_TEXT: Final = r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)'
"""A text in quotes. What is not closed extends to the end, so that nothing is looked through twice."""
_COMMENT: Final = re.compile(_TEXT + r"|//[^\r\n\u2028\u2029]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_COMMA: Final = re.compile(_TEXT + r"|,(?=[ \t\r\n]*[}\]])", re.DOTALL)
_LAST_COMMA: Final = re.compile(r",[ \t\r\n]*[}\]]")
_LONE_COMMA: Final = re.compile(r"[{\[][ \t\r\n]*,")
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")


class FastReader(Reader):
    """As ``Reader``, but the standard library reads whatever stands ``DEEP`` steps below the root."""

    def __init__(self, text: str, file: str) -> None:
        """As ``Reader``."""
        super().__init__(text, file)
        self._blanked = ""

    def document(self) -> JsonValue:
        """The one value of the text; ValueError where this reader cannot tell."""
        if _HALF.search(self.text):
            raise ValueError("may hold half of a surrogate pair")
        self.text.encode("utf-8")
        self._blanked = _blanked(self.text)
        return super().document()

    def read(self, path: KeyPath) -> JsonValue:
        """As ``Reader`` does."""
        if len(path) < DEEP:
            return super().read(path)
        value: JsonValue
        value, self.at = _DECODER.raw_decode(self._blanked, self.at)
        if deeper_than(value, MAX_DEPTH - DEEP):
            raise ValueError("may be nested too deeply")
        return value


def _blanked(text: str) -> str:
    """``text`` as long as it was, with spaces for comments and for commas after last elements."""
    if "/" in text:
        text = _COMMENT.sub(_spaces, text)
    if not _LAST_COMMA.search(text):
        return text
    if _LONE_COMMA.search(text):
        raise ValueError("may hold a comma after no element")
    return _COMMA.sub(_spaces, text)


def _spaces(found: re.Match[str]) -> str:
    """What is found, if it is a text in quotes; else as many spaces."""
    what = found[0]
    if what.startswith('"'):
        return what
    if what.startswith("/*") and not (what.endswith("*/") and len(what) > len("/*/")):
        raise ValueError("a comment is not closed")
    return " " * len(what)


def _members(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key stands twice")
    return members


def _whole(lexeme: str) -> int:
    if len(lexeme) > MAX_NUMBER:
        raise ValueError("a number is too long")
    return int(lexeme)


def _float(lexeme: str) -> float:
    if len(lexeme) > MAX_NUMBER or math.isinf(value := float(lexeme)):
        raise ValueError("a number is too large or too long")
    return value


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is no JSON")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=_float, parse_int=_whole, parse_constant=_no_constant
)
