"""Our own files: JSON with comments, and where each value stands (pure).

Owns: the syntax of the files that people write for Assent. What stays true: a text has exactly one meaning or none (no
duplicate keys, no NaN, no halves of surrogate pairs); every complaint names file and line, and none repeats a value,
which may be a secret.

The syntax is RFC 8259 with ``//`` and ``/* */`` comments and a comma after the last element. No library at hand gives
comments, positions and strictness together: json-source-map knows no comments, json-with-comments no positions,
json-five and pyjson5 take all of JSON5, and none refuses duplicate keys. ``jsonc_reader`` does all that, slowly; what
is sound is read by ``jsonc_fast``, and its places are worked out when they are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from host.errors import ConfigError
from host.jsonc_fast import DEEP, FastReader
from host.jsonc_reader import MAX_DEPTH, SHOWN, KeyPath, Reader, quoted
from host.model import JsonValue
from host.words import say

__all__ = ["MAX_DEPTH", "KeyPath", "Located", "dotted", "load", "load_bytes", "quoted"]

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
        self._look(path)
        return next(self._lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in self._lines)

    def span(self, path: KeyPath) -> tuple[int, int]:
        """Where the value at ``path`` begins and ends in ``text``. Raises KeyError where there is none."""
        self._look(path)
        return self._spans[path]

    def error(self, path: KeyPath, message: str, remedy: str = "") -> ConfigError:
        """A complaint about the value at ``path``."""
        return ConfigError(message, file=self.file, line=self.line(path), key=dotted(path), remedy=remedy)

    def _look(self, path: KeyPath) -> None:
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
