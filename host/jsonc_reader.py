"""The reader of our own files: what is wrong with a text, and where everything in it stands (pure).

Owns: the grammar. What stays true: one text has one meaning or none; a complaint names the line, and repeats no value.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Final, Never, TypeAlias

from host.errors import ConfigError
from host.model import JsonObject, JsonValue
from host.text import one_line
from host.words import say

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""The way from the root to a value: keys of objects, indices of arrays."""

MAX_DEPTH: Final = 32
"""How deep arrays and objects may stand inside one another; our files need 5, and schemas in them some more."""
MAX_NUMBER: Final = 64
"""Characters of a number."""
SHOWN: Final = 64
"""Characters of a stranger's key that a complaint repeats."""

_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|//[^\r\n\u2028\u2029]*|/\*.*?\*/)*", re.DOTALL)
_STRING: Final = re.compile(r'"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*"', re.DOTALL)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z.+-])")
_WORD: Final = re.compile(r"[A-Za-z0-9.+-]+")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_WORDS: Final[Mapping[str, JsonValue]] = {"true": True, "false": False, "null": None}
_VALUES: Final = say('Expected: "text", a number such as 1.5, true, false, null, a [list] or an {{object}}.')


def quoted(text: str) -> str:
    """A stranger's text for one of our sentences: escaped, in quotes that it cannot close, cut where it is long."""
    return '"' + one_line(text, SHOWN).replace('"', "⟨U+0022⟩") + '"'


class Reader:
    """A recursive-descent parser.

    Attributes:
        at: where it stands. lines: of each value that was read, or of its key. spans: where each begins and ends.
        ends: of lines.
    """

    def __init__(self, text: str, file: str, *, ends: list[int] | None = None) -> None:
        """``ends``: where the lines end, where that is known."""
        self.text, self.file, self.at = text, file, 0
        self.lines: dict[KeyPath, int] = {}
        self.spans: dict[KeyPath, tuple[int, int]] = {}
        self.ends = [match.end() for match in _LINE_END.finditer(text)] if ends is None else ends

    def document(self) -> JsonValue:
        """The one value of the text."""
        self._blank()
        value = self.value(())
        self._blank()
        if not self._ended():
            self._fail(say("something follows the end of the JSON value"), say("Remove it."))
        return value

    def _fail(self, message: str, remedy: str = "", *, at: int | None = None) -> Never:
        raise ConfigError(message, file=self.file, line=self._line(self.at if at is None else at), remedy=remedy)

    def _line(self, at: int) -> int:
        return bisect_right(self.ends, at) + 1

    def _blank(self) -> None:
        """Pass over white space and comments."""
        if (match := _BLANK.match(self.text, self.at)) is not None:
            self.at = match.end()
        if self.text.startswith("/*", self.at):
            self._fail(say("a comment is not closed"), say("Write */ where it ends."))

    def _take(self, character: str) -> bool:
        """Pass over ``character`` and what is blank after it, if it is next."""
        if not self.text.startswith(character, self.at):
            return False
        self.at += 1
        self._blank()
        return True

    def _end(self, character: str) -> bool:
        """Pass over ``character`` alone, if it is next."""
        ended = self.text.startswith(character, self.at)
        self.at += ended
        return ended

    def value(self, path: KeyPath) -> JsonValue:
        """The value that begins here; its place is noted."""
        start = self.at
        self.lines.setdefault(path, self._line(start))
        if len(path) > MAX_DEPTH:
            self._fail(say("arrays and objects are nested more than {n} deep", n=MAX_DEPTH))
        value = self.read(path)
        self.spans[path] = start, self.at
        return value

    def read(self, path: KeyPath) -> JsonValue:
        """As ``value``, without its place."""
        if self._take("{"):
            return self._object(path)
        if self._take("["):
            return self._array(path)
        return self._string() if self.text.startswith('"', self.at) else self._scalar()

    def _object(self, path: KeyPath) -> JsonObject:
        members: JsonObject = {}
        while not self._end("}"):
            start, key = self.at, self._key(path)
            if key in members:
                line = str(self.lines[(*path, key)])
                message = say("the key {key} stands here a second time, after line {line}", key=quoted(key), line=line)
                self._fail(message, say("Remove one of the two."), at=start)
            self.lines[(*path, key)] = self._line(start)
            self._blank()
            if not self._take(":"):
                self._fail(say("after the key {key} a colon is missing", key=quoted(key)))
            members[key] = self.value((*path, key))
            self._separator("}", path)
        return members

    def _key(self, path: KeyPath) -> str:
        if self._ended():
            self._unclosed("}", path)
        if not self.text.startswith('"', self.at):
            self._fail(say('a key in "double quotes" is missing'))
        return self._string()

    def _array(self, path: KeyPath) -> list[JsonValue]:
        items: list[JsonValue] = []
        while not self._end("]"):
            items.append(self.value((*path, len(items))))
            self._separator("]", path)
        return items

    def _separator(self, end: str, path: KeyPath) -> None:
        """Pass over the comma after an element; only the last one may lack it. ``path``: of what it is an element."""
        before = self._line(self.at)
        self._blank()
        if self._take(",") or self.text.startswith(end, self.at):
            return
        if self._ended():
            self._unclosed(end, path)
        remedy = say(
            "Write a comma at the end of line {before}, or {end} where what begins on line {line} ends.",
            before=str(before),
            end=end,
            line=str(self.lines[path]),
        )
        self._fail(say("a comma or {end} is missing", end=end), remedy)

    def _unclosed(self, end: str, path: KeyPath) -> Never:
        """The text ends inside the object or list at ``path``."""
        begun = {"}": "{", "]": "["}[end]
        line = str(self.lines[path])
        remedy = say("Write {end} where the {begun} of line {line} ends.", end=end, begun=begun, line=line)
        self._fail(say("the file ends before {end}", end=end), remedy)

    def _string(self) -> str:
        if (match := _STRING.match(self.text, self.at)) is None:
            self._fail(say("a text in quotes is not closed, or holds a tab or another control character"))
        try:
            text = json.loads(match[0])
            text.encode("utf-8")
        except UnicodeEncodeError:
            self._fail(say("a text holds half of a surrogate pair"), say(r"Write both halves, as in \ud83d\ude00."))
        except ValueError:
            self._fail(say("a text holds a backslash that means nothing"), say(r"Write \\ for a backslash."))
        self.at = match.end()
        return str(text)

    def _scalar(self) -> JsonValue:
        if (match := _NUMBER.match(self.text, self.at)) is not None:
            value: JsonValue = self._number(match[0])
        elif (match := _WORD.match(self.text, self.at)) is not None and match[0] in _WORDS:
            value = _WORDS[match[0]]
        else:
            self._fail(
                say("the file ends where a value should stand") if self._ended() else say("a value is missing"), _VALUES
            )
        self.at = match.end()
        return value

    def _ended(self) -> bool:
        return self.at == len(self.text)

    def _number(self, lexeme: str) -> int | float:
        if len(lexeme) > MAX_NUMBER or math.isinf(float(lexeme)):
            self._fail(say("a number is too large or too long"))
        return float(lexeme) if any(mark in lexeme for mark in ".eE") else int(lexeme)
