"""Parses the files that people write for Assent: JSON with comments, with the position of each value (pure).

Invariants:
    - A text has exactly one meaning or none: no duplicate keys, no NaN, no halves of surrogate pairs.
    - Every complaint names file and line, and none repeats a value, which may be a secret.
    - ``FastReader`` accepts no text that ``Reader`` refuses, and returns the same value. It may refuse more, without
      saying why; ``Reader`` then finds out.

The syntax is RFC 8259 with ``//`` and ``/* */`` comments and a comma after the last element. No library offers
comments, positions and strictness together: json-source-map has no comments, json-with-comments no positions,
json-five and pyjson5 accept all of JSON5, and none refuses duplicate keys. ``Reader`` does all that, slowly. Valid
texts are read by ``FastReader`` with the standard library, and their positions are computed on request.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Final, Never, TypeAlias

from host import regex
from host.canonical import deeper_than
from host.errors import ConfigError
from host.model import JsonObject, JsonValue
from host.text import one_line
from host.words import say

_PLAIN_KEY: Final = regex.pattern(r"[A-Za-z0-9_$-]+")


def dotted(path: KeyPath) -> str:
    """Format a path for people: ``mcpServers.files.args[2]``; unusual keys are quoted."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += ("." if text else "") + (
                step if _PLAIN_KEY.fullmatch(step) and len(step) <= SHOWN else quoted(step)
            )
    return text


class Located:
    """A parsed text. The positions of its values are computed on request.

    ``text``: the text without a byte order mark.
    """

    __slots__ = ("_all_located", "_line_ends", "_lines", "_located", "_spans", "file", "text", "value")

    def __init__(self, value: JsonValue, reader: Reader, *, all_located: bool) -> None:
        """``reader``: has read the text. ``all_located``: whether it noted all positions, not only the upper ones."""
        self.value, self.file, self.text = value, reader.file, reader.text
        self._lines, self._spans, self._line_ends = reader.lines, reader.spans, reader.line_ends
        self._all_located = all_located
        self._located: set[KeyPath] = set()

    def __repr__(self) -> str:
        """The file only: values may be secrets."""
        return f"Located(file={self.file!r})"

    @property
    def lines(self) -> Mapping[KeyPath, int]:
        """The 1-based line of each value, or of its key."""
        for path in [path for path in self._spans if len(path) == FAST_READER_DEPTH]:
            self._locate_below(path)
        return self._lines

    def line(self, path: KeyPath) -> int:
        """The line of the value at ``path``, or of its key; if there is none, of the nearest value around it."""
        self._locate(path)
        return next(self._lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in self._lines)

    def span(self, path: KeyPath) -> tuple[int, int]:
        """Start and end of the value at ``path`` in ``text``. Raises KeyError if there is none."""
        self._locate(path)
        return self._spans[path]

    def error(self, path: KeyPath, message: str, remedy: str = "") -> ConfigError:
        """Make the complaint about the value at ``path``."""
        return ConfigError(message, file=self.file, line=self.line(path), key=dotted(path), remedy=remedy)

    def _locate(self, path: KeyPath) -> None:
        """Compute the positions around ``path``, if it is below ``FAST_READER_DEPTH``."""
        if len(path) > FAST_READER_DEPTH:
            self._locate_below(path[:FAST_READER_DEPTH])

    def _locate_below(self, top: KeyPath) -> None:
        """Compute the positions of everything in the value at ``top``, if not done before."""
        if self._all_located or top in self._located or top not in self._spans:
            return
        self._located.add(top)
        reader = Reader(self.text, self.file, line_ends=self._line_ends)
        reader.at = self._spans[top][0]
        reader.value(top)
        self._lines |= {below: line for below, line in reader.lines.items() if below != top}
        self._spans |= reader.spans


def load(text: str, *, file: str) -> Located:
    """Parse ``text``. Raises ConfigError that names the line. A byte order mark is ignored (RFC 8259 §8.1)."""
    text = text.removeprefix("\ufeff")
    reader: Reader = FastReader(text, file)
    try:
        return Located(reader.document(), reader, all_located=False)
    except (ConfigError, ValueError, RecursionError):
        reader = Reader(text, file)  # it finds out what is wrong, if anything
        return Located(reader.document(), reader, all_located=True)


def load_bytes(data: bytes, *, file: str) -> Located:
    """Parse UTF-8 ``data``, like ``load``."""
    try:
        return load(data.decode("utf-8"), file=file)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(say("is not UTF-8 text"), file=file, line=line, remedy=say("Save it as UTF-8.")) from error


KeyPath: TypeAlias = "tuple[str | int, ...]"
"""The path from the root to a value: keys of objects, indices of arrays."""

MAX_DEPTH: Final = 32
"""How deep arrays and objects may be nested; our files need 5, and schemas in them some more."""
MAX_NUMBER: Final = 64
SHOWN: Final = 64
"""Characters of an untrusted key that a complaint repeats."""

_BLANK: Final = regex.pattern(r"(?:[ \t\r\n]+|//[^\r\n\u2028\u2029]*|/\*.*?\*/)*", re.DOTALL)
_STRING: Final = regex.pattern(r'"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*"', re.DOTALL)
_NUMBER: Final = regex.pattern(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z.+-])")
_WORD: Final = regex.pattern(r"[A-Za-z0-9.+-]+")
_LINE_END: Final = regex.pattern(r"\r\n|\r|\n")
_WORDS: Final[Mapping[str, JsonValue]] = {"true": True, "false": False, "null": None}
_VALUES: Final = say('Expected: "text", a number such as 1.5, true, false, null, a [list] or an {{object}}.')


def blank(text: str, at: int) -> int:
    """The position after white space and comments that begin at ``at``."""
    match = _BLANK.match(text, at)
    return at if match is None else match.end()


def quoted(text: str) -> str:
    """Quote untrusted text for a sentence of ours: escaped, cut, and unable to close the quotes."""
    return '"' + one_line(text, SHOWN).replace('"', "⟨U+0022⟩") + '"'


class Reader:
    """A recursive-descent parser.

    Attributes:
        lines: the line of each value that was read, or of its key.
        spans: start and end of each value that was read.
        line_ends: the position after each line.
    """

    def __init__(self, text: str, file: str, *, line_ends: list[int] | None = None) -> None:
        self.text, self.file, self.at = text, file, 0
        self.lines: dict[KeyPath, int] = {}
        self.spans: dict[KeyPath, tuple[int, int]] = {}
        if line_ends is None:
            line_ends = [match.end() for match in _LINE_END.finditer(text)]
        self.line_ends = line_ends

    def document(self) -> JsonValue:
        """Read the only value of the text."""
        self._skip_blanks()
        value = self.value(())
        self._skip_blanks()
        if not self._is_at_end():
            self._fail(say("something follows the end of the JSON value"), say("Remove it."))
        return value

    def _fail(self, message: str, remedy: str = "", *, at: int | None = None) -> Never:
        raise ConfigError(message, file=self.file, line=self._line(self.at if at is None else at), remedy=remedy)

    def _line(self, at: int) -> int:
        return bisect_right(self.line_ends, at) + 1

    def _skip_blanks(self) -> None:
        if (match := _BLANK.match(self.text, self.at)) is not None:
            self.at = match.end()
        if self.text.startswith("/*", self.at):
            self._fail(say("a comment is not closed"), say("Write */ where it ends."))

    def _skip_with_blanks(self, character: str) -> bool:
        """Skip ``character`` and the blanks after it, if it is next; return whether it was."""
        if not self.text.startswith(character, self.at):
            return False
        self.at += 1
        self._skip_blanks()
        return True

    def _skip(self, character: str) -> bool:
        """Skip only ``character``, if it is next; return whether it was."""
        is_next = self.text.startswith(character, self.at)
        self.at += is_next
        return is_next

    def value(self, path: KeyPath) -> JsonValue:
        """Read the value that begins here, and note its position."""
        start = self.at
        self.lines.setdefault(path, self._line(start))
        if len(path) > MAX_DEPTH:
            self._fail(say("arrays and objects are nested more than {n} deep", n=MAX_DEPTH))
        value = self.read(path)
        self.spans[path] = start, self.at
        return value

    def read(self, path: KeyPath) -> JsonValue:
        """Read the value that begins here, without noting its position."""
        if self._skip_with_blanks("{"):
            return self._object(path)
        if self._skip_with_blanks("["):
            return self._array(path)
        return self._string() if self.text.startswith('"', self.at) else self._scalar()

    def _object(self, path: KeyPath) -> JsonObject:
        members: JsonObject = {}
        while not self._skip("}"):
            start, key = self.at, self._key(path)
            if key in members:
                line = str(self.lines[(*path, key)])
                message = say("the key {key} occurs a second time, after line {line}", key=quoted(key), line=line)
                self._fail(message, say("Remove one of the two."), at=start)
            self.lines[(*path, key)] = self._line(start)
            self._skip_blanks()
            if not self._skip_with_blanks(":"):
                self._fail(say("after the key {key} a colon is missing", key=quoted(key)))
            members[key] = self.value((*path, key))
            self._skip_separator("}", path)
        return members

    def _key(self, path: KeyPath) -> str:
        if self._is_at_end():
            self._fail_unclosed("}", path)
        if not self.text.startswith('"', self.at):
            self._fail(say('a key in "double quotes" is missing'))
        return self._string()

    def _array(self, path: KeyPath) -> list[JsonValue]:
        items: list[JsonValue] = []
        while not self._skip("]"):
            items.append(self.value((*path, len(items))))
            self._skip_separator("]", path)
        return items

    def _skip_separator(self, end: str, path: KeyPath) -> None:
        """Skip the comma after an element of the value at ``path``; only the last element may lack it."""
        before = self._line(self.at)
        self._skip_blanks()
        if self._skip_with_blanks(",") or self.text.startswith(end, self.at):
            return
        if self._is_at_end():
            self._fail_unclosed(end, path)
        line, at = str(self.lines[path]), self.at
        if self._line(at) == before:
            column = str(at - (self.line_ends[before - 2] if before > 1 else 0) + 1)
            remedy = say(
                "Write a comma before column {column}, or {end} where what begins on line {line} ends.",
                column=column,
                end=end,
                line=line,
            )
        else:
            remedy = say(
                "Write a comma at the end of line {before}, or {end} where what begins on line {line} ends.",
                before=str(before),
                end=end,
                line=line,
            )
        self._fail(say("a comma or {end} is missing", end=end), remedy)

    def _fail_unclosed(self, end: str, path: KeyPath) -> Never:
        """Complain that the text ends inside the object or list at ``path``."""
        opening = {"}": "{", "]": "["}[end]
        line = str(self.lines[path])
        remedy = say("Write {end} where the {begun} of line {line} ends.", end=end, begun=opening, line=line)
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
                say("the file ends where a value should stand") if self._is_at_end() else say("a value is missing"),
                _VALUES,
            )
        self.at = match.end()
        return value

    def _is_at_end(self) -> bool:
        return self.at == len(self.text)

    def _number(self, lexeme: str) -> int | float:
        if len(lexeme) > MAX_NUMBER or math.isinf(float(lexeme)):
            self._fail(say("a number is too large or too long"))
        return float(lexeme) if any(mark in lexeme for mark in ".eE") else int(lexeme)


FAST_READER_DEPTH: Final = 2
"""Steps below the root from which the standard library reads: ``rules[7]``, ``mcpServers.files``."""
_TEXT: Final = r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)'
"""A text in quotes. An unclosed one extends to the end, so that nothing is scanned twice."""
_COMMENT: Final = regex.pattern(_TEXT + r"|//[^\r\n\u2028\u2029]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_COMMA: Final = regex.pattern(_TEXT + r"|,(?=[ \t\r\n]*[}\]])", re.DOTALL)
_LAST_COMMA: Final = regex.pattern(r",[ \t\r\n]*[}\]]")
_LONE_COMMA: Final = regex.pattern(r"[{\[][ \t\r\n]*,")
_SURROGATE: Final = regex.pattern(r"\\u[dD][89a-fA-F]")


class FastReader(Reader):
    """A ``Reader`` that reads values ``FAST_READER_DEPTH`` steps below the root with the standard library."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file)
        self._plain_json = ""

    def document(self) -> JsonValue:
        """Read the only value of the text. Raises ValueError if this reader is not sure."""
        if _SURROGATE.search(self.text):
            raise ValueError("may hold half of a surrogate pair")
        self.text.encode("utf-8")
        self._plain_json = _to_plain_json(self.text)
        return super().document()

    def read(self, path: KeyPath) -> JsonValue:
        """Read the value that begins here, without noting its position."""
        if len(path) < FAST_READER_DEPTH:
            return super().read(path)
        value: JsonValue
        value, self.at = _DECODER.raw_decode(self._plain_json, self.at)
        if deeper_than(value, MAX_DEPTH - FAST_READER_DEPTH):
            raise ValueError("may be nested too deeply")
        return value


def _to_plain_json(text: str) -> str:
    """Replace comments and commas after last elements by as many spaces."""
    if "/" in text:
        text = _COMMENT.sub(_spaces_unless_text, text)
    if not _LAST_COMMA.search(text):
        return text
    if _LONE_COMMA.search(text):
        raise ValueError("may hold a comma after no element")
    return _COMMA.sub(_spaces_unless_text, text)


def _spaces_unless_text(match: re.Match[str]) -> str:
    """Keep a text in quotes; replace anything else by as many spaces."""
    text = match[0]
    if text.startswith('"'):
        return text
    if text.startswith("/*") and not (text.endswith("*/") and len(text) > len("/*/")):
        raise ValueError("a comment is not closed")
    return " " * len(text)


def _members(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key stands twice")
    return members


def _integer(lexeme: str) -> int:
    if len(lexeme) > MAX_NUMBER:
        raise ValueError("a number is too long")
    return int(lexeme)


def _float(lexeme: str) -> float:
    if len(lexeme) > MAX_NUMBER or math.isinf(value := float(lexeme)):
        raise ValueError("a number is too large or too long")
    return value


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is no JSON")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=_float, parse_int=_integer, parse_constant=_refuse_constant
)
