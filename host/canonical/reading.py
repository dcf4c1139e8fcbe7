"""Bytes to JSON values, strictly (pure).

Owns: the refusals, and the readers that are exact for what they read. What stays true: what two parsers could read
differently is refused; a document is ``plain`` only where the fast encoder would write it exactly.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Final, NamedTuple, Never

from host import errors
from host.canonical.lexeme import Lexeme
from host.canonical.writing import canonical, too_deep
from host.model import JsonObject, JsonValue

MAX_DEPTH: Final = 256
"""Objects and arrays inside one another. Well below Python's recursion limit, well above any honest message."""

_EXCERPT: Final = 40
"""Characters of context on either side of a fault that travel in an error's detail."""

_BLANKS: Final = " \t\n\r"
"""White space of JSON (RFC 8259 §2), and no other."""

_BOM: Final = b"\xef\xbb\xbf"

_MINUS_ZERO: Final = re.compile(rb"-0(?![^,\]}\s])(?<![^\[,:\s]-0)")
"""The integer minus zero, or the like of it in a string: the literal first, so that the search is fast."""

_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")


class Document(NamedTuple):
    """A parsed text.

    Attributes:
        value: the JSON value. plain: whether the fast encoder is exact for it and for each part of it; hand it to
            ``canonical`` and its kin.
    """

    value: JsonValue
    plain: bool


class _NotPlainError(Exception):
    """The document needs the careful reader and the slow writer."""


def parse(data: bytes, *, max_depth: int = MAX_DEPTH) -> JsonValue:
    """Read exactly one strict JSON text; raise ``errors.MalformedJson`` for anything else."""
    return parse_document(data, max_depth=max_depth).value


def parse_document(data: bytes, *, max_depth: int = MAX_DEPTH) -> Document:
    """Read exactly one strict JSON text and say how it may be written again; raise ``errors.MalformedJson``.

    Arrays and objects may stand ``max_depth`` deep inside one another; a lone ``[]`` is one deep.
    """
    text = _decode(data)
    try:
        if b"-" in data and _MINUS_ZERO.search(data):
            raise _NotPlainError
        wide = not text.isascii() or b"\\u" in data
        document = Document(_read(_WIDE if wide else _NARROW, text), plain=True)
    except _NotPlainError:
        document = Document(_read(_CAREFUL, text), plain=False)
    if _SURROGATE.search(data):
        canonical(document.value, plain=document.plain)  # refuses what UTF-8 cannot say
    if data.count(b"[") + data.count(b"{") > max_depth and deeper_than(document.value, max_depth):
        raise too_deep()
    return document


def deeper_than(value: JsonValue, limit: int) -> bool:
    """Whether arrays and objects stand more than ``limit`` deep inside one another, found layer by layer."""
    layer = [value] if isinstance(value, (dict, list)) else []
    for _ in range(limit):
        layer = [
            child
            for container in layer
            for child in (container.values() if isinstance(container, dict) else container)
            if isinstance(child, (dict, list))
        ]
        if not layer:
            break
    return bool(layer)


def _decode(data: bytes) -> str:
    """Bytes to text without the white space around it. UTF-8 without a byte order mark (RFC 8259 §8.1)."""
    if data.startswith(_BOM):
        raise errors.MalformedJson("The text begins with a byte order mark.")
    try:
        text = data.decode("utf-8").strip(_BLANKS)
    except UnicodeDecodeError as error:
        around = data[max(0, error.start - _EXCERPT) : error.start + _EXCERPT]
        raise errors.MalformedJson("The text is not UTF-8.", detail=repr(around)) from None
    if not text:
        raise errors.MalformedJson("The text is empty.")
    return text


def _read(decoder: json.JSONDecoder, text: str) -> JsonValue:
    """Run one of the readers below over the whole text."""
    try:
        value: JsonValue
        value, end = decoder.raw_decode(text)
    except json.JSONDecodeError as error:
        raise errors.MalformedJson("The text is not JSON.", detail=_around(text, error.pos)) from None
    except RecursionError:
        raise too_deep() from None
    except ValueError:
        raise errors.MalformedJson("An integer has more digits than can be read.") from None
    if end != len(text):
        raise errors.MalformedJson("More text follows the JSON value.", detail=_around(text, end))
    return value


def _around(text: str, position: int) -> str:
    """What stands before and after a fault (untrusted)."""
    return text[max(0, position - _EXCERPT) : position + _EXCERPT]


def _unique(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    """An object, if no key stands in it twice."""
    members = dict(pairs)
    if len(members) != len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise errors.MalformedJson("An object has the same key twice.", detail=twice[: 2 * _EXCERPT])
    return members


def _unique_and_narrow(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    """As ``_unique``, if the order of code points is that of UTF-16 code units: no key leaves the BMP."""
    members = _unique(pairs)
    keys = "".join(members)
    if not keys.isascii() and max(keys) > "\uffff":
        raise _NotPlainError
    return members


def _plain_number(lexeme: str) -> float:
    """A float that Python prints as it was written."""
    value = float(lexeme)
    if repr(value) != lexeme:
        raise _NotPlainError
    return value


def _number(lexeme: str) -> float:
    """A float that keeps its lexeme where Python would print another one."""
    value = float(lexeme)
    if math.isinf(value):
        raise errors.MalformedJson("A number is too large for a double.", detail=lexeme[: 2 * _EXCERPT])
    return value if repr(value) == lexeme else Lexeme(lexeme)


def _integer(lexeme: str) -> int | float:
    """An integer; the one that Python would print otherwise is minus zero."""
    return Lexeme(lexeme) if lexeme == "-0" else int(lexeme)


def _no_constant(name: str) -> Never:
    """NaN, Infinity and -Infinity, which Python's reader knows and JSON does not."""
    raise errors.MalformedJson("NaN and Infinity are not JSON.", detail=name)


_NARROW: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_plain_number, parse_constant=_no_constant)
_WIDE: Final = json.JSONDecoder(
    object_pairs_hook=_unique_and_narrow, parse_float=_plain_number, parse_constant=_no_constant
)
_CAREFUL: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_number, parse_int=_integer, parse_constant=_no_constant
)
