"""Configuration files of other programs, in which single values are changed and all else stays as it is (pure).

Invariants: all that is not replaced stays as written, including comments, order and unknown keys; a file that cannot be
read exactly (a duplicate key, half of a character) is not written at all.

JSON is edited as text, at the positions from ``host.jsonc``: round-trip libraries for it read JSON5 and lose the
layout, or keep one value of a duplicate key. TOML uses tomlkit, YAML ruamel.yaml.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from io import StringIO
from math import isfinite
from typing import Any, Final, Literal, TypeAlias  # Any: untyped libraries

from msgspec import Struct

from host import jsonc, regex
from host.errors import ConfigError
from host.model import JsonObject, JsonValue, object_in
from host.text import one_line

Format: TypeAlias = Literal["json", "toml", "yaml"]
KeyPath: TypeAlias = tuple[str, ...]
Document: TypeAlias = "JsonDocument | _Tree"
"""A file's text, changed value by value; both have the same methods."""

_INDENT: Final = regex.pattern(r"\n([ \t]+)\S")
_COMMENT: Final = regex.pattern(r"[ \t]*(?://[^\r\n\u2028\u2029]*|/\*(?:[^*\r\n]|\*(?!/))*\*/[ \t]*)?(?=\r?\n|\Z)")
_LINE_FEED: Final = regex.pattern(r"(?<!\r)\n")
_MARK: Final = "\ufeff"
"""The byte order mark, with which some editors begin a file."""
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
    mark = _MARK if text.startswith(_MARK) else ""
    source = _Source(text.removeprefix(_MARK), mark, form, file)
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


def value_at(value: Any, path: KeyPath) -> Any:
    """Return the value at ``path`` in a value of JSON or of a library; None if there is none."""
    for step in path:
        if not isinstance(value, dict) or step not in value:
            return None
        value = value[step]
    return value


class JsonDocument:
    """JSON with comments. Items can be added to its lists."""

    def __init__(self, data: bytes, file: str) -> None:
        self._file = file
        self._mark = _MARK if data.startswith(_MARK.encode()) else ""
        self._located = jsonc.load_bytes(data if data.strip() else b"{}\n", file=file)
        if not isinstance(self._located.value, dict):
            raise ConfigError("holds no JSON object", file=file)

    def at(self, path: KeyPath) -> JsonValue:
        """Return the value at ``path`` as JSON, None if there is none."""
        value: JsonValue = value_at(self._located.value, path)
        return value

    def put(self, path: KeyPath, value: JsonValue) -> None:
        """Write ``value`` at ``path``: replace the present value, or add it as the last member of its object."""
        indent = None if self._is_on_one_line(path) else self._indent
        written = json.dumps(value, ensure_ascii=False, indent=indent)
        self._write(path, written.replace("\n", "\n" + self._indent * len(path)))

    def _is_on_one_line(self, path: KeyPath) -> bool:
        """Whether the value at ``path`` is on one line; if there is none, its object, unless that is empty."""
        place = path if self.at(path) is not None else path[:-1]
        value = self.at(place)
        if value is None or (place != path and not value):
            return False
        begin, end = self._located.span(place)
        return isinstance(value, dict | list) and "\n" not in self._located.text[begin:end]

    def restore(self, path: KeyPath, earlier: Document) -> None:
        """Copy the value at ``path`` from ``earlier``, a document of the same format, with its layout."""
        assert isinstance(earlier, JsonDocument), "documents of one file have one format"
        begin, end = earlier._located.span(path)  # noqa: SLF001  # another one of this class
        self._write(path, earlier._located.text[begin:end])  # noqa: SLF001

    def remove(self, path: KeyPath) -> None:
        """Remove the member at ``path``, which must exist."""
        self._remove(path[:-1], path[-1])

    def append(self, path: KeyPath, item: JsonObject) -> None:
        """Append ``item`` to the list at ``path``, which is created if there is none."""
        if not isinstance(self.at(path), list):
            self._write(path, "[]")
        line = "\n" + self._indent * (len(path) + 1)
        self._add(path, json.dumps(item, ensure_ascii=False, indent=self._indent).replace("\n", line))

    def drop(self, path: KeyPath, item: JsonValue) -> bool:
        """Remove ``item`` from the list at ``path``. Returns whether it was there."""
        items = self.at(path)
        if not isinstance(items, list) or item not in items:
            return False
        self._remove(path, items.index(item))
        return True

    @property
    def _indent(self) -> str:
        return match[1] if (match := _INDENT.search(self._located.text)) is not None else "  "

    def data(self) -> bytes:
        """Return the whole text, as UTF-8."""
        return (self._mark + self._located.text).encode("utf-8")

    def _write(self, path: KeyPath, written: str) -> None:
        """Write JSON text at ``path``. Creates the objects around it."""
        if path[-1] in object_in(self.at(path[:-1])):
            self._replace(*self._located.span(path), written)
            return
        if path[:-1] and not isinstance(self.at(path[:-1]), dict):
            self._write(path[:-1], "{}")
        self._add(path[:-1], f"{json.dumps(path[-1], ensure_ascii=False)}: {written}")

    def _add(self, path: KeyPath, element: str) -> None:
        text, steps = self._located.text, _steps(self._located.value, path)
        begin, end = self._located.span(path)
        line = "\n" + self._indent * (len(path) + 1)
        if not steps:
            closed = f"\n{self._indent * len(path)}{text[end - 1]}"
            self._replace(begin, end, f"{text[begin]}{line}{element}{closed}")
            return
        stop, comma = self._rest_of((*path, steps[-1]))
        last = self._located.span((*path, steps[-1]))[1]
        if "\n" not in text[begin:end]:
            at = last if comma < 0 else comma
            self._replace(at, at, f", {element}")
        elif comma >= 0:
            self._replace(stop, stop, f"{line}{element},")
        else:
            self._replace(last, stop, f",{text[last:stop]}{line}{element}")

    def _remove(self, path: KeyPath, step: str | int) -> None:
        """Remove an element or member of the list or object at ``path``, with its comma and comment."""
        text, steps = self._located.text, _steps(self._located.value, path)
        number = steps.index(step)
        stop, comma = self._rest_of((*path, step))
        begin, comma_before = _end_of_line(text, self._located.span(path)[0] + 1), -1
        if number:
            begin, comma_before = self._rest_of((*path, steps[number - 1]))
        if text[begin] in "\r\n" and text[stop] not in "\r\n":
            begin = jsonc.blank(text, begin)  # else a comment before it would take in what follows it on its line
        remaining = text[:begin] + text[stop:]
        if comma < 0 <= comma_before:  # with the last one, the comma before it is removed
            remaining = remaining[:comma_before] + remaining[comma_before + 1 :]
        self._located = jsonc.load(remaining, file=self._file)

    def _rest_of(self, path: jsonc.KeyPath) -> tuple[int, int]:
        """Return the end of a value with its comma and comment, and the position of the comma, -1 for none."""
        text, end = self._located.text, self._located.span(path)[1]
        at = jsonc.blank(text, end)
        comma = at if text.startswith(",", at) else -1
        return _end_of_line(text, end if comma < 0 else comma + 1), comma

    def _replace(self, begin: int, end: int, text: str) -> None:
        old = self._located.text
        if "\r\n" in old:
            text = _LINE_FEED.sub("\r\n", text)
        self._located = jsonc.load(old[:begin] + text + old[end:], file=self._file)


def _end_of_line(text: str, at: int) -> int:
    """Return the end of the line if only a comment follows ``at``; else ``at``."""
    match = _COMMENT.match(text, at)
    return at if match is None else match.end()


def _steps(value: JsonValue, path: KeyPath) -> list[str | int]:
    found = value_at(value, path)
    return [*range(len(found))] if isinstance(found, list) else [*found]


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
