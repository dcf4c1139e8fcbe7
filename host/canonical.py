"""Strict JSON in, canonical bytes and digest out (pure).

Owns: the only JSON parser whose results Assent acts on, and the only form in which JSON is shown, judged, committed to
and sent.

The parser refuses what two parsers could read differently (RFC 8259 with the demands of RFC 7493 §2): bytes that are
not UTF-8, a byte order mark, duplicate keys, NaN and Infinity, numbers beyond a double, half surrogate pairs, excess
depth.

The canonical form is RFC 8785 (JSON Canonicalization Scheme) with one change:
- keys in the order of their UTF-16 code units (§3.2.3); no white space (§3.2.1);
- strings with the shortest escapes, everything else literal UTF-8 (§3.2.2.2);
- numbers exactly as they were written. RFC 8785 §3.2.2.3 would round them to doubles: 9007199254740993 would be shown
  and sent as 9007199254740992. For integers within 2^53 and numbers in ECMAScript's form both agree.

Invariants: ``parse(canonical(parse(x)))`` equals ``parse(x)``, and ``canonical(parse(canonical(v)))`` equals
``canonical(v)``, byte for byte. The only error that this module raises is ``errors.MalformedJson``.

For speed, msgspec reads a text that it would write just so, the standard library's C scanner any other, and msgspec's
encoder writes. They are not exact if a number would be printed differently from how it was written, or if keys need
UTF-16 order; such documents are read a second time, marked ``plain=False``, and written by a slower writer in Python.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring
from typing import Final, NamedTuple, Never

import msgspec

from host import errors, regex
from host.model import JsonObject, JsonValue, values_in


class Lexeme(float):
    """A number that Python would print differently from how it was written, such as ``1.50``, ``1E5`` or ``-0``.

    ``lexeme``: the number as written. The float itself is the value, so that schemas and comparisons work.
    """

    __slots__ = ("lexeme",)
    lexeme: str

    def __new__(cls, lexeme: str) -> Lexeme:
        """``lexeme``: a JSON number (RFC 8259 §6)."""
        self = super().__new__(cls, lexeme)
        self.lexeme = lexeme
        return self


_NAME: Final = regex.pattern(r"[A-Za-z_][A-Za-z0-9_]*")


def json_path(steps: Iterable[str | int]) -> str:
    """The path to a value, as in ``$.files[0]["odd key"]`` (RFC 9535 §2.3). Holds untrusted keys: escape it."""
    return "$" + "".join(map(_step, steps))


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _NAME.fullmatch(step) else f"[{encode_basestring(step)}]"


def canonical(value: JsonValue, *, plain: bool = False) -> bytes:
    """Return the canonical form that is described at the top of this module.

    ``plain``: as ``parse_document`` returned it for the document that ``value`` is part of; False is always correct but
    slower. Raises ``errors.MalformedJson`` if JSON cannot express ``value``: NaN, infinity, half a surrogate pair.
    """
    return _encode(value, _SORTED if plain else None, in_order=True)


def compact(value: JsonValue, *, plain: bool = False) -> bytes:
    """Like ``canonical``, but keys keep their order."""
    return _encode(value, _AS_IS if plain else None, in_order=False)


def join_members(members: Mapping[str, bytes]) -> bytes:
    """Return the canonical bytes of an object. ``members``: the canonical bytes of each value, by key."""
    parts: list[bytes] = []
    try:
        for key in _in_order(members):
            parts += b"," if parts else b"{", encode_basestring(key).encode(), b":", members[key]
    except UnicodeEncodeError:
        raise _half_pair() from None
    return b"".join((*parts, b"}")) if parts else b"{}"  # a member may have megabytes: they are copied once


def too_deep() -> errors.MalformedJson:
    """The error for excess depth, in reading and writing."""
    return errors.MalformedJson("Arrays and objects are nested too deeply.")


def _half_pair() -> errors.MalformedJson:
    return errors.MalformedJson("A string holds half a surrogate pair.")


_WORDS: Final[dict[bool | None, str]] = {None: "null", True: "true", False: "false"}


def _as_builtin(value: object) -> str | int:
    """Return a value of a subclass, such as ``words.Wording``, as one of the built-in type that msgspec knows."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"JSON has no {type(value).__name__}")


_AS_IS: Final = msgspec.json.Encoder(enc_hook=_as_builtin)
_SORTED: Final = msgspec.json.Encoder(enc_hook=_as_builtin, order="deterministic")


def _encode(value: JsonValue, encoder: msgspec.json.Encoder | None, *, in_order: bool) -> bytes:
    """Write ``value`` with ``encoder``, or without one in the slow and always exact way."""
    try:
        if encoder is not None:
            encoded = encoder.encode(value)
            if _holds(encoded, b"null") and not _is_finite(value):  # msgspec writes null for NaN and infinity
                raise ValueError("JSON has no such number")
            return encoded
        parts: list[str] = []
        _write(value, parts, in_order=in_order)
        return "".join(parts).encode()
    except UnicodeEncodeError:
        raise _half_pair() from None
    except ValueError:
        raise errors.MalformedJson("A number cannot be written as JSON.") from None
    except RecursionError:
        raise too_deep() from None


def _is_finite(value: JsonValue) -> bool:
    return all(math.isfinite(part) for part in values_in(value) if isinstance(part, float))


def _write(value: JsonValue, parts: list[str], *, in_order: bool) -> None:
    if isinstance(value, str):
        parts.append(encode_basestring(value))
    elif isinstance(value, dict):
        separator = "{"
        for key in _in_order(value) if in_order else value:
            parts += separator, encode_basestring(key), ":"
            _write(value[key], parts, in_order=in_order)
            separator = ","
        parts.append("}" if value else "{}")
    elif isinstance(value, list):
        separator = "["
        for item in value:
            parts.append(separator)
            _write(item, parts, in_order=in_order)
            separator = ","
        parts.append("]" if value else "[]")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("JSON has no such number")
        parts.append(value.lexeme if isinstance(value, Lexeme) else repr(value))
    elif value is None or isinstance(value, bool):
        parts.append(_WORDS[value])
    else:
        parts.append(int.__repr__(value))


def _in_order(keys: Mapping[str, object]) -> list[str]:
    """Sort keys by their UTF-16 code units (RFC 8785 §3.2.3)."""
    if "".join(keys).isascii():
        return sorted(keys)
    return sorted(keys, key=lambda key: key.encode("utf-16-be", "surrogatepass"))


MAX_DEPTH: Final = 256
"""Nested objects and arrays: well below Python's recursion limit, well above any honest message."""

_EXCERPT: Final = 40
"""Characters before and after a fault that are put in an error's detail."""

_BLANKS: Final = " \t\n\r"
"""White space of JSON (RFC 8259 §2)."""

_BOM: Final = b"\xef\xbb\xbf"

_MINUS_ZERO: Final = regex.pattern(rb"-0(?![^,\]}\s])(?<![^\[,:\s]-0)")
"""The integer minus zero, or the same characters in a string. It begins with a literal, so that the search is fast."""

_SURROGATE: Final = regex.pattern(rb"\\u[dD][89a-fA-F]")

_WIDE_STARTS: Final = tuple(b"\xf0\xf1\xf2\xf3\xf4")
"""The first bytes of characters beyond U+FFFF in UTF-8 (RFC 3629 §3). Among keys with one, UTF-16 has another order."""

_BACKSLASH, _MINUS = b"\\-"
_LONG: Final = 64 << 10

_SPACED: Final = b'": '
_HEAD: Final = 64
"""What shows within the first bytes that a text is not compact, so that it need not be read twice."""

_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[{"))


class Document(NamedTuple):
    """A parsed text.

    ``plain``: whether the fast encoder is exact for it and all its parts; pass it to ``canonical`` and ``compact``.
    """

    value: JsonValue
    plain: bool


class _NotPlainError(Exception):
    """The document needs the careful reader and the slow writer."""


def parse(data: bytes, *, max_depth: int = MAX_DEPTH) -> JsonValue:
    """Parse exactly one strict JSON text; raise ``errors.MalformedJson`` for anything else."""
    return parse_document(data, max_depth=max_depth).value


class NeedsCare(errors.AssentError):
    """A text needs the careful reader, which its caller does not want. It may be JSON or not."""


def parse_document(
    data: bytes, *, max_depth: int = MAX_DEPTH, brackets: int | None = None, careful: bool = True
) -> Document:
    """Parse exactly one strict JSON text, and tell how it may be written again; raise ``errors.MalformedJson``.

    Arrays and objects may be nested ``max_depth`` deep; ``[]`` alone is one deep. ``brackets``: how many there are at
    most that open one, where the caller has counted them. ``careful``: whether the careful reader may be used, which
    takes several times as long for each value, as does writing what it reads; without it NeedsCare is raised instead.
    """
    document = _parse_compact(data) or _parse_any(data, careful=careful)
    brackets = len(data.translate(None, _NO_BRACKETS)) if brackets is None else brackets
    if brackets > max_depth and deeper_than(document.value, max_depth):
        raise too_deep()
    return document


def _parse_compact(data: bytes) -> Document | None:
    """Parse a text that the fast encoder would write just so, as most programs do; None for any other.

    What msgspec reads less strictly, such as a key that comes twice or minus zero, it does not write again.
    """
    if data.find(_SPACED, 0, _HEAD) >= 0 or _holds_wide(data):
        return None
    try:
        value = _FAST.decode(data)
        return Document(value, plain=True) if _AS_IS.encode(value) == data else None
    except (msgspec.DecodeError, ValueError, RecursionError, _NotPlainError):
        return None


def _parse_any(data: bytes, *, careful: bool) -> Document:
    text = _decode(data)
    # Searching for one byte is far faster than for two, or for any of several. It is given as a number: bytes before
    # ``in`` make Python raise an error first, and drop it.
    has_surrogates = _BACKSLASH in data and _holds(data, b"\\u") and _SURROGATE.search(data) is not None
    is_wide = has_surrogates or _holds_wide(data)
    try:
        if _MINUS in data and _MINUS_ZERO.search(data):
            raise _NotPlainError
        document = Document(_read(_WIDE if is_wide else _NARROW, text), plain=True)
    except _NotPlainError:
        if not careful:
            raise NeedsCare("It holds too much to be read with care.") from None
        document = Document(_read(_CAREFUL, text), plain=False)
    if has_surrogates:
        canonical(document.value, plain=document.plain)  # refuses what UTF-8 cannot express
    return document


def _holds_wide(data: bytes) -> bool:
    return not data.isascii() and any(map(data.__contains__, _WIDE_STARTS))


def _holds(data: bytes, string: bytes) -> bool:
    """``string in data``. RE2 searches long data in a fraction of the time; who reads none need not load it."""
    if len(data) < _LONG:
        return data.find(string) >= 0  # ``in`` takes longer: see ``parse_document``
    from host.patterns import literal

    return literal(string.decode()).is_in(data)


def deeper_than(value: JsonValue, limit: int) -> bool:
    """Whether arrays and objects are nested more than ``limit`` deep. Goes layer by layer, without recursion."""
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
    """Decode UTF-8 without a byte order mark (RFC 8259 §8.1), and strip white space."""
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
    return text[max(0, position - _EXCERPT) : position + _EXCERPT]


def _unique(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    members = dict(pairs)
    if len(members) != len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise errors.MalformedJson("An object has the same key twice.", detail=twice[: 2 * _EXCERPT])
    return members


def _unique_and_narrow(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    """Like ``_unique``, if keys sort alike by code points and UTF-16 code units: no key is outside the BMP."""
    members = _unique(pairs)
    keys = "".join(members)
    if not keys.isascii() and max(keys) > "\uffff":
        raise _NotPlainError
    return members


def _plain_number(lexeme: str) -> float:
    """Parse a float that Python and the fast encoder print as it was written: they write exponents differently."""
    value = float(lexeme)
    if repr(value) != lexeme or "e" in lexeme:
        raise _NotPlainError
    return value


def _number(lexeme: str) -> float:
    """Parse a float; keep its lexeme if Python would print it differently."""
    value = float(lexeme)
    if math.isinf(value):
        raise errors.MalformedJson("A number is too large for a double.", detail=lexeme[: 2 * _EXCERPT])
    return value if repr(value) == lexeme else Lexeme(lexeme)


def _integer(lexeme: str) -> int | float:
    """Parse an integer. Minus zero is the only one that Python would print differently."""
    return Lexeme(lexeme) if lexeme == "-0" else int(lexeme)


def _refuse_constant(name: str) -> Never:
    """Refuse NaN, Infinity and -Infinity, which Python's decoder would accept."""
    raise errors.MalformedJson("NaN and Infinity are not JSON.", detail=name)


_NARROW: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_plain_number, parse_constant=_refuse_constant)
_WIDE: Final = json.JSONDecoder(
    object_pairs_hook=_unique_and_narrow, parse_float=_plain_number, parse_constant=_refuse_constant
)
_CAREFUL: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_number, parse_int=_integer, parse_constant=_refuse_constant
)
_FAST: Final = msgspec.json.Decoder(float_hook=_plain_number)
