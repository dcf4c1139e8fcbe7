"""Our own files: JSON with comments, and where each value stands (pure).

Owns: the syntax of the files that people write for Assent, and its two readers.

Invariants:
    - A text has exactly one meaning or none: no duplicate keys, no NaN, no halves of surrogate pairs.
    - Every complaint names file and line, and none repeats a value, which may be a secret.
    - ``FastReader`` takes no text that ``Reader`` refuses, and reads each one alike. It may refuse more, and says
      nothing of what is wrong: then ``Reader`` does.

The syntax is RFC 8259 with ``//`` and ``/* */`` comments and a comma after the last element. No library at hand gives
comments, positions and strictness together: json-source-map knows no comments, json-with-comments no positions,
json-five and pyjson5 take all of JSON5, and none refuses duplicate keys. ``Reader`` does all that, slowly; what is
sound is read by ``FastReader`` on the standard library, and its places are worked out when they are asked for.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Final, Never, TypeAlias

from host.canonical import deeper_than
from host.errors import ConfigError
from host.model import JsonObject, JsonValue
from host.text import one_line
from host.words import say

_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_$-]+")


def dotted(path: KeyPath) -> str:
    """A path as people write it: ``mcpServers.files.args[2]``; unusual keys stand in quotes."""
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
    """A parsed text. Where its values stand is worked out when it is asked for.

    Attributes:
        value: what it says. file: its path as given. text: the text itself, less a byte order mark.
    """

    __slots__ = ("_ends", "_lines", "_read", "_spans", "_whole", "file", "text", "value")

    def __init__(self, value: JsonValue, reader: Reader, *, whole: bool) -> None:
        """``reader``: has read the text. ``whole``: whether it noted every place, or those above ``DEEP`` alone."""
        self.value, self.file, self.text = value, reader.file, reader.text
        self._lines, self._spans, self._ends, self._whole = reader.lines, reader.spans, reader.ends, whole
        self._read: set[KeyPath] = set()

    def __repr__(self) -> str:
        """The file alone: values may be secrets."""
        return f"Located(file={self.file!r})"

    @property
    def lines(self) -> Mapping[KeyPath, int]:
        """The 1-based line of each value, or of its key."""
        for path in [path for path in self._spans if len(path) == DEEP]:
            self._note(path)
        return self._lines

    def line(self, path: KeyPath) -> int:
        """The line of the value at ``path``, or of its key; else of the nearest value around it."""
        self._note_shallow(path)
        return next(self._lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in self._lines)

    def span(self, path: KeyPath) -> tuple[int, int]:
        """Where the value at ``path`` begins and ends in ``text``. Raises KeyError where there is none."""
        self._note_shallow(path)
        return self._spans[path]

    def error(self, path: KeyPath, message: str, remedy: str = "") -> ConfigError:
        """A complaint about the value at ``path``."""
        return ConfigError(message, file=self.file, line=self.line(path), key=dotted(path), remedy=remedy)

    def _note_shallow(self, path: KeyPath) -> None:
        """Note the places below the first ``DEEP`` steps of ``path``, where they are wanted."""
        if len(path) > DEEP:
            self._note(path[:DEEP])

    def _note(self, top: KeyPath) -> None:
        """Note the places of everything in the value at ``top``, if that was not done before."""
        if self._whole or top in self._read or top not in self._spans:
            return
        self._read.add(top)
        reader = Reader(self.text, self.file, ends=self._ends)
        reader.at = self._spans[top][0]
        reader.value(top)
        self._lines |= {below: line for below, line in reader.lines.items() if below != top}
        self._spans |= reader.spans


def load(text: str, *, file: str) -> Located:
    """Parse ``text``. Raises ConfigError that names the line. A byte order mark is passed over (RFC 8259 §8.1)."""
    text = text.removeprefix("\ufeff")
    reader: Reader = FastReader(text, file)
    try:
        return Located(reader.document(), reader, whole=False)
    except (ConfigError, ValueError, RecursionError):
        reader = Reader(text, file)  # it finds out what is wrong, if anything is
        return Located(reader.document(), reader, whole=True)


def load_bytes(data: bytes, *, file: str) -> Located:
    """As ``load``, from UTF-8."""
    try:
        return load(data.decode("utf-8"), file=file)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(say("is not UTF-8 text"), file=file, line=line, remedy=say("Save it as UTF-8.")) from error


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


def blank(text: str, at: int) -> int:
    """Where white space and comments that begin at ``at`` end."""
    found = _BLANK.match(text, at)
    return at if found is None else found.end()


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
