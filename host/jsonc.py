"""Our own files: JSON with comments, and where each value stands (pure).

Owns: the syntax of the files that people write for Assent. What stays true: a text has exactly one meaning or none (no
duplicate keys, no NaN, no halves of surrogate pairs); every complaint names file and line, and none repeats a value,
which may be a secret.

The syntax is RFC 8259 with ``//`` and ``/* */`` comments and a comma after the last element. No library at hand gives
comments, positions and strictness together: json-source-map knows no comments, json-with-comments no positions,
json-five and pyjson5 take all of JSON5, and none refuses duplicate keys.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Never, TypeAlias

from host.errors import ConfigError
from host.model import JsonObject, JsonValue
from host.text import one_line

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""The way from the root to a value: keys of objects, indices of arrays."""

MAX_DEPTH: Final = 32
"""How deep arrays and objects may stand inside one another; our files need 5."""
_MAX_NUMBER: Final = 64
"""Characters of a number."""
_SHOWN: Final = 64
"""Characters of a stranger's key that a complaint repeats."""

_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|//[^\r\n\u2028\u2029]*|/\*.*?\*/)*", re.DOTALL)
_STRING: Final = re.compile(r'"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*"', re.DOTALL)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z.+-])")
_WORD: Final = re.compile(r"[A-Za-z0-9.+-]+")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_WORDS: Final[Mapping[str, JsonValue]] = {"true": True, "false": False, "null": None}
_VALUES: Final = 'Expected: "text", a number such as 1.5, true, false, null, a [list] or an {object}.'
_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_$-]+")


def quoted(text: str) -> str:
    """A stranger's text for one of our sentences: escaped, in quotes that it cannot close, cut where it is long."""
    return '"' + one_line(text, _SHOWN).replace('"', "⟨U+0022⟩") + '"'


def dotted(path: KeyPath) -> str:
    """A path as people write it: ``mcpServers.files.args[2]``; unusual keys stand in quotes."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += ("." if text else "") + (
                step if _PLAIN_KEY.fullmatch(step) and len(step) <= _SHOWN else quoted(step)
            )
    return text


@dataclass(frozen=True, slots=True)
class Located:
    """A parsed file.

    Attributes:
        value: what it says. file: its path as given. lines: the 1-based line of each value, or of its key.
    """

    value: JsonValue = field(repr=False)
    file: str
    lines: Mapping[KeyPath, int] = field(repr=False)

    def line(self, path: KeyPath) -> int:
        """The line of the value at ``path``, or of the nearest value around it."""
        return next(self.lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in self.lines)

    def error(self, path: KeyPath, message: str, remedy: str = "") -> ConfigError:
        """A complaint about the value at ``path``."""
        return ConfigError(message, file=self.file, line=self.line(path), key=dotted(path), remedy=remedy)


def load(text: str, *, file: str) -> Located:
    """Parse ``text``. Raises ConfigError that names the line. A byte order mark is passed over (RFC 8259 §8.1)."""
    reader = _Reader(text.removeprefix("\ufeff"), file)
    value = reader.document()
    return Located(value, file, reader.lines)


def load_bytes(data: bytes, *, file: str) -> Located:
    """As ``load``, from UTF-8."""
    try:
        return load(data.decode("utf-8"), file=file)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError("is not UTF-8 text", file=file, line=line, remedy="Save it as UTF-8.") from error


class _Reader:
    """A recursive-descent parser; ``at`` is where it stands."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file, self.at = text, file, 0
        self.lines: dict[KeyPath, int] = {}
        self._ends = [match.end() for match in _LINE_END.finditer(text)]

    def document(self) -> JsonValue:
        self._blank()
        value = self._value(())
        self._blank()
        if not self._ended():
            self._fail("something follows the end of the JSON value", "Remove it.")
        return value

    def _fail(self, message: str, remedy: str = "", *, at: int | None = None) -> Never:
        raise ConfigError(message, file=self.file, line=self._line(self.at if at is None else at), remedy=remedy)

    def _line(self, at: int) -> int:
        return bisect_right(self._ends, at) + 1

    def _blank(self) -> None:
        """Pass over white space and comments."""
        if (match := _BLANK.match(self.text, self.at)) is not None:
            self.at = match.end()
        if self.text.startswith("/*", self.at):
            self._fail("a comment is not closed", "Write */ where it ends.")

    def _take(self, character: str) -> bool:
        """Pass over ``character`` and what is blank after it, if it is next."""
        if not self.text.startswith(character, self.at):
            return False
        self.at += 1
        self._blank()
        return True

    def _value(self, path: KeyPath) -> JsonValue:
        self.lines.setdefault(path, self._line(self.at))
        if len(path) > MAX_DEPTH:
            self._fail(f"arrays and objects are nested more than {MAX_DEPTH} deep")
        if self._take("{"):
            return self._object(path)
        if self._take("["):
            return self._array(path)
        return self._string() if self.text.startswith('"', self.at) else self._scalar()

    def _object(self, path: KeyPath) -> JsonObject:
        members: JsonObject = {}
        while not self._take("}"):
            start, key = self.at, self._key()
            if key in members:
                message = f"the key {quoted(key)} stands here a second time, after line {self.lines[(*path, key)]}"
                self._fail(message, "Remove one of the two.", at=start)
            self.lines[(*path, key)] = self._line(start)
            self._blank()
            if not self._take(":"):
                self._fail(f"after the key {quoted(key)} a colon is missing")
            members[key] = self._value((*path, key))
            self._separator("}")
        return members

    def _key(self) -> str:
        if not self.text.startswith('"', self.at):
            self._fail("the file ends before }" if self._ended() else 'a key in "double quotes" is missing')
        return self._string()

    def _array(self, path: KeyPath) -> list[JsonValue]:
        items: list[JsonValue] = []
        while not self._take("]"):
            items.append(self._value((*path, len(items))))
            self._separator("]")
        return items

    def _separator(self, end: str) -> None:
        """Pass over the comma after an element; only the last one may lack it."""
        self._blank()
        if not self._take(",") and not self.text.startswith(end, self.at):
            self._fail(f"the file ends before {end}" if self._ended() else f"a comma or {end} is missing")

    def _string(self) -> str:
        if (match := _STRING.match(self.text, self.at)) is None:
            self._fail("a text in quotes is not closed, or holds a tab or another control character")
        try:
            text = json.loads(match[0])
            text.encode("utf-8")
        except UnicodeEncodeError:
            self._fail("a text holds half of a surrogate pair", r"Write both halves, as in \ud83d\ude00.")
        except ValueError:
            self._fail("a text holds a backslash that means nothing", r"Write \\ for a backslash.")
        self.at = match.end()
        return str(text)

    def _scalar(self) -> JsonValue:
        if (match := _NUMBER.match(self.text, self.at)) is not None:
            value: JsonValue = self._number(match[0])
        elif (match := _WORD.match(self.text, self.at)) is not None and match[0] in _WORDS:
            value = _WORDS[match[0]]
        else:
            self._fail("the file ends where a value should stand" if self._ended() else "a value is missing", _VALUES)
        self.at = match.end()
        return value

    def _ended(self) -> bool:
        return self.at == len(self.text)

    def _number(self, lexeme: str) -> int | float:
        if len(lexeme) > _MAX_NUMBER or math.isinf(float(lexeme)):
            self._fail("a number is too large or too long")
        return float(lexeme) if any(mark in lexeme for mark in ".eE") else int(lexeme)
