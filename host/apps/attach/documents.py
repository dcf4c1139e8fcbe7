"""Configuration files of other programs, in which single values are changed and all else stays as it is (pure).

Invariants: all that is not replaced stays as written, including comments, order and unknown keys; a file that cannot be
read exactly (a duplicate key, half of a character) is not written at all.

JSON is edited by ``host.json_document``. TOML uses tomlkit, YAML ruamel.yaml.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from io import StringIO
from math import isfinite
from typing import Any, Final, Literal, TypeAlias  # Any: untyped libraries

from msgspec import Struct

from host import regex
from host.errors import ConfigError
from host.json_document import MARK, JsonDocument, value_at
from host.model import JsonValue
from host.text import one_line

Format: TypeAlias = Literal["json", "toml", "yaml"]
KeyPath: TypeAlias = tuple[str, ...]
Document: TypeAlias = "JsonDocument | _Tree"
"""A file's text, changed value by value; both have the same methods."""

_MAX_MESSAGE: Final = 200
"""Characters of a library's error message."""
_MAX_DEPTH: Final = 32
"""Levels of YAML, as many as of JSON."""


def read(data: bytes, form: Format, *, file: str) -> Document:
    """Return the document in ``data``. Raises ConfigError, with file and line if they are known."""
    if form == "json":
        return JsonDocument(data, file)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError("is not UTF-8 text", file=file) from error
    mark = MARK if text.startswith(MARK) else ""
    source = _Source(text.removeprefix(MARK), mark, form, file)
    return _toml(source) if form == "toml" else _yaml(source)


_ESCAPED: Final = regex.pattern(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|(.))|('')")
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "''": "'"}


def unescaped(line: str) -> str:
    """Return a line of any of the formats with escape sequences decoded."""
    if "\\" not in line and "''" not in line:
        return line
    plain = _ESCAPED.sub(_decoded, line)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # joins halves of a character


def _decoded(match: re.Match[str]) -> str:
    short, long, byte, letter, quotes = match.groups()
    if digits := short or long or byte:
        return chr(min(int(digits, 16), sys.maxunicode))
    escaped = letter or quotes
    return _LETTERS.get(escaped, escaped)


class _Source(Struct, frozen=True):
    """The text of a document. ``mark``: its byte order mark, or empty; ``text`` is without it."""

    text: str
    mark: str
    form: Format
    file: str


class _Tree:
    """A document as a tree of a round-trip library's objects."""

    def __init__(
        self, source: _Source, document: Any, write: Callable[[Any], str], values: Callable[[Any], Any]
    ) -> None:
        """``write``: returns the document's text. ``values``: returns its values as plain objects."""
        self._source, self._document, self._write, self._values_of = source, document, write, values
        self._before: str | None = None  # the unchanged document as the library writes it; None until the first change
        self._values: Any = None  # cached until the next change

    def at(self, path: KeyPath) -> JsonValue:
        if self._values is None:
            self._values = self._values_of(self._document)
        return _plain(value_at(self._values, path))

    def put(self, path: KeyPath, value: JsonValue) -> None:
        _assign(self._holder(path), path[-1], value)

    def restore(self, path: KeyPath, earlier: Document) -> None:
        assert isinstance(earlier, _Tree), "documents of one file have one format"
        self._holder(path)[path[-1]] = value_at(earlier._document, path)  # noqa: SLF001  # another one of this class

    def remove(self, path: KeyPath) -> None:
        del self._holder(path)[path[-1]]

    def data(self) -> bytes:
        source = self._source
        if self._before is None:
            return (source.mark + source.text).encode("utf-8")
        after = self._write(self._document)
        if self._before != source.text:  # the library uses its own layout
            laid_out = _with_layout(source.text, self._before, after)
            with suppress(ConfigError):
                if read(laid_out.encode("utf-8"), source.form, file=source.file).at(()) == self.at(()):
                    after = laid_out
        return (source.mark + after).encode("utf-8")

    def _holder(self, path: KeyPath) -> Any:
        """Return the object whose member is about to change."""
        self._values = None
        if self._before is None:
            self._before = self._write(self._document)
        return value_at(self._document, path[:-1])


def _with_layout(text: str, before: str, after: str) -> str:
    """Return ``after`` with unchanged lines as in ``text``, if ``before`` corresponds to it line by line."""
    from difflib import SequenceMatcher  # on first use: few apps write their files in TOML or YAML

    if not text.endswith("\n"):
        before, after = before.removesuffix("\n"), after.removesuffix("\n")
    original, old, new = (version.split("\n") for version in (text, before, after))
    if len(original) != len(old):
        return after
    ends = "\r" if original[0].endswith("\r") else ""
    lines: list[str] = []
    for tag, begin, end, first, last in SequenceMatcher(None, old, new).get_opcodes():
        lines += original[begin:end] if tag == "equal" else [line + ends for line in new[first:last]]
    return "\n".join(lines)


def _toml(source: _Source) -> _Tree:
    import tomlkit  # on first use: few commands need it
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(source.text)
    except (TOMLKitError, ValueError) as error:
        raise ConfigError(f"cannot be read as TOML: {one_line(str(error), _MAX_MESSAGE)}", file=source.file) from error
    return _Tree(source, document, tomlkit.dumps, lambda document: document.unwrap())


def _yaml(source: _Source) -> _Tree:
    from ruamel.yaml import YAML  # on first use: few commands need it
    from ruamel.yaml.error import YAMLError

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 10**9  # no line is folded
    yaml.allow_duplicate_keys = False

    def to_text(document: Any) -> str:
        stream = StringIO()
        yaml.dump(document, stream)
        return stream.getvalue()

    try:
        _refuse_unsafe(yaml.scan(source.text), source.file)
        document = yaml.load(source.text)
        if _stripped(to_text(document)) != _stripped(source.text):
            yaml.indent(mapping=2, sequence=4, offset=2)  # the other usual layout of lists
    except (YAMLError, ValueError, RecursionError) as error:
        # the library's message repeats lines of the file, including secrets
        mark = getattr(error, "problem_mark", None)
        line = 0 if mark is None else mark.line + 1
        raise ConfigError("cannot be read as YAML", file=source.file, line=line) from error
    return _Tree(source, document, to_text, lambda document: document)


def _stripped(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().split("\n")]


def _refuse_unsafe(tokens: Iterable[Any], file: str) -> None:
    """Raise ConfigError for aliases, which may expand without end, for tags, and for deep nesting."""
    depth = 0
    for token in tokens:
        if token.id in ("<alias>", "<tag>"):
            raise ConfigError("holds an alias or a tag, which Assent does not rewrite", file=file)
        depth += token.id in ("<block mapping start>", "<block sequence start>", "[", "{")
        depth -= token.id in ("<block end>", "]", "}")
        if depth > _MAX_DEPTH:
            raise ConfigError(f"is nested more than {_MAX_DEPTH} deep", file=file)


def _assign(holder: Any, name: str, value: JsonValue) -> None:
    """Set ``holder[name]`` to ``value``; in an existing object set member by member, so that comments stay."""
    old = holder.get(name)
    if not isinstance(old, dict) or not isinstance(value, dict):
        holder[name] = value
        return
    for key in [key for key in old if key not in value]:
        del old[key]
    for key, member in value.items():
        if key not in old or _plain(old[key]) != member:
            old[key] = member


def _plain(value: Any) -> JsonValue:
    """Return a library's value as JSON; other types, such as dates, as text."""
    if isinstance(value, dict):
        return {str(key): _plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, (bool, int)) or (isinstance(value, float) and isfinite(value)):
        return value
    return str(value)
