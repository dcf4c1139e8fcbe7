"""JSON files that people and other programs write, in which single values are changed (pure).

Invariants: all that is not replaced or removed stays as written, including comments, order and unknown keys; a file
that cannot be read exactly (a duplicate key, half of a character) is not changed at all.

Files are edited as text, at the positions from ``host.jsonc``: round-trip libraries read JSON5 and lose the layout, or
keep one value of a duplicate key.
"""

from __future__ import annotations

import json
from typing import Any, Final  # Any: values of untyped libraries

from host import jsonc, regex
from host.errors import ConfigError
from host.jsonc import KeyPath, Located
from host.model import JsonObject, JsonValue, follow_steps

MARK: Final = "\ufeff"
"""The byte order mark, with which some editors begin a file."""
_INDENT: Final = regex.pattern(r"\n([ \t]+)\S")
_COMMENT: Final = regex.pattern(r"[ \t]*(?://[^\r\n\u2028\u2029]*|/\*(?:[^*\r\n]|\*(?!/))*\*/[ \t]*)?(?=\r?\n|\Z)")
_LINE_END: Final = regex.pattern(r"\r\n|\r|\n")
_BLANK_LINE: Final = regex.pattern(r"[ \t]*\r?\n")


def value_at(value: Any, path: KeyPath) -> Any:
    """Return the value at ``path`` in a value of JSON or of a library; None if there is none."""
    found, number = follow_steps(value, path)
    return found if number == len(path) else None


class JsonDocument:
    """A file with a JSON object, which may have comments."""

    def __init__(self, data: bytes, file: str) -> None:
        """``data``: blank for an empty object. Raises ConfigError if it cannot be read."""
        self._file = file
        self._mark = MARK if data.startswith(MARK.encode()) else ""
        self._located: Located | None = jsonc.load_bytes(data if data.strip() else b"{}\n", file=file)
        self._text = self._located.text
        if not isinstance(self._located.value, dict):
            raise ConfigError("holds no JSON object", file=file)

    def data(self) -> bytes:
        """Return the whole text, as UTF-8."""
        return (self._mark + self._text).encode("utf-8")

    def at(self, path: KeyPath) -> JsonValue:
        """Return the value at ``path`` as JSON, None if there is none."""
        value: JsonValue = value_at(self._parsed.value, path)
        return value

    def put(self, path: KeyPath, value: JsonValue) -> None:
        """Write ``value`` at ``path``: replace the present value, or add it as the last member of its object."""
        indent = None if self._is_on_one_line(path) else self._indent
        self.put_text(path, json.dumps(value, ensure_ascii=False, indent=indent))

    def put_text(self, path: KeyPath, text: str) -> None:
        """Do the same with the text of a value, which is indented as its place is."""
        self._write(path, self._indented(text, len(path)))

    def restore(self, path: KeyPath, earlier: object) -> None:
        """Copy the value at ``path`` from ``earlier``, a document of the same format, with its layout."""
        assert isinstance(earlier, JsonDocument), "documents of one file have one format"
        begin, end = earlier._parsed.span(path)  # noqa: SLF001  # another one of this class
        self._write(path, earlier._text[begin:end])  # noqa: SLF001

    def restore_blanks(self, path: KeyPath, earlier: object) -> None:
        """Do the same if the text at ``path`` differs from that in ``earlier`` by blanks alone."""
        assert isinstance(earlier, JsonDocument), "documents of one file have one format"
        value = self.at(path)
        if value is not None and value == earlier.at(path) and self._dense(path) == earlier._dense(path):  # noqa: SLF001
            self.restore(path, earlier)

    def append(self, path: KeyPath, item: JsonObject) -> None:
        """Append ``item`` to the list at ``path``, which is created if there is none."""
        if not isinstance(self.at(path), list):
            self._write(path, "[]")
        self.append_text(path, json.dumps(item, ensure_ascii=False, indent=self._indent))

    def append_text(self, path: KeyPath, text: str) -> None:
        """Append the text of one item, or several with commas between them, to the list at ``path``."""
        self._add(path, self._indented(text, len(path) + 1))

    def drop(self, path: KeyPath, item: JsonValue) -> bool:
        """Remove ``item`` from the list at ``path``. Returns whether it was there."""
        items = self.at(path)
        if not isinstance(items, list) or item not in items:
            return False
        self.remove((*path, items.index(item)))
        return True

    def remove(self, path: KeyPath) -> None:
        """Remove the member or item at ``path``, which must exist. Comments around it stay."""
        text, spans = self._text, self._spans(path[:-1])
        number = [*spans].index(path[-1])
        begin, end = spans[path[-1]]
        comma = jsonc.blank(text, end)
        head, tail = text[:begin], text[end:]
        if has_comma := text.startswith(",", comma):
            tail = text[end:comma] + text[comma + 1 :]
        if 0 < number == len(spans) - 1:
            comma = jsonc.blank(text, [*spans.values()][number - 1][1])
            gap = text[comma + 1 : begin]
            if not gap.strip():  # the blanks of the line before stay
                blanks, line_end, _ = gap.partition("\n")
                gap = blanks.rstrip("\r") if line_end else ""
            head = text[: comma + has_comma] + gap
        line = head.rstrip(" \t")
        if line.endswith("\n") and (blank := _BLANK_LINE.match(tail)) is not None:  # it stood on lines of its own
            head, tail = line, tail[blank.end() :]
        self._set_text(head + tail)

    @property
    def _parsed(self) -> Located:
        if self._located is None:
            self._located = jsonc.load(self._text, file=self._file)
        return self._located

    def _dense(self, path: KeyPath) -> str:
        """Return the text at ``path`` without any blanks."""
        begin, end = self._parsed.span(path)
        return "".join(self._text[begin:end].split())

    @property
    def _indent(self) -> str:
        return match[1] if (match := _INDENT.search(self._text)) is not None else "  "

    def _indented(self, text: str, depth: int) -> str:
        return ("\n" + self._indent * depth).join(_LINE_END.split(text))

    def _is_on_one_line(self, path: KeyPath) -> bool:
        """Whether the value at ``path`` is on one line; if there is none, its object, unless that is empty."""
        place = path if self.at(path) is not None else path[:-1]
        value = self.at(place)
        if value is None or (place != path and not value):
            return False
        begin, end = self._parsed.span(place)
        return isinstance(value, dict | list) and "\n" not in self._text[begin:end]

    def _write(self, path: KeyPath, written: str) -> None:
        """Write JSON text at ``path``. Creates the objects around it."""
        holder, step = self.at(path[:-1]), path[-1]
        if isinstance(step, int) or (isinstance(holder, dict) and step in holder):
            self._replace(*self._parsed.span(path), written)
            return
        if path[:-1] and not isinstance(holder, dict):
            self._write(path[:-1], "{}")
        self._add(path[:-1], f"{json.dumps(step, ensure_ascii=False)}: {written}")

    def _add(self, path: KeyPath, element: str) -> None:
        """Add the text of a last item or member to the list or object at ``path``."""
        text, (begin, end) = self._text, self._parsed.span(path)
        ends = [stop for _, stop in self._spans(path).values()]
        line = "\n" + self._indent * (len(path) + 1)
        if not ends:
            head = text[: end - 1].rstrip()
            self._replace(len(head), end - 1, f"{line}{element}\n{self._indent * len(path)}")
            return
        last = ends[-1]
        comma = jsonc.blank(text, last)
        has_comma = text.startswith(",", comma)
        stop = _end_of_line(text, comma + 1 if has_comma else last)
        if "\n" not in text[begin:end] and "\n" not in element:
            at = comma if has_comma else last
            self._replace(at, at, f", {element}")
        elif has_comma:
            self._replace(stop, stop, f"{line}{element},")
        else:
            self._replace(last, stop, f",{text[last:stop]}{line}{element}")

    def _spans(self, path: KeyPath) -> dict[str | int, tuple[int, int]]:
        """Return the begin, with its key, and the end of each item or member of the value at ``path``."""
        value = self.at(path)
        steps = range(len(value)) if isinstance(value, list) else value
        assert isinstance(steps, range | dict), "nothing is in a scalar"
        spans: dict[str | int, tuple[int, int]] = {}
        at = self._parsed.span(path)[0] + 1
        for step in steps:
            begin = jsonc.blank(self._text, at)
            if spans:
                begin = jsonc.blank(self._text, begin + 1)  # past the comma
            at = self._parsed.span((*path, step))[1]
            spans[step] = begin, at
        return spans

    def _replace(self, begin: int, end: int, text: str) -> None:
        if "\r\n" in self._text:
            text = "\r\n".join(_LINE_END.split(text))
        self._set_text(self._text[:begin] + text + self._text[end:])

    def _set_text(self, text: str) -> None:
        self._text, self._located = text, None


def _end_of_line(text: str, at: int) -> int:
    """Return the end of the line if only a comment follows ``at``; else ``at``."""
    match = _COMMENT.match(text, at)
    return at if match is None else match.end()
