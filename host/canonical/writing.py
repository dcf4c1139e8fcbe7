"""JSON values to bytes: canonical, or in the order in which they stand (pure).

Owns: the two forms, the fast encoder and the exact one. What stays true: what is ``plain`` is written alike by both; a
value for which no JSON text exists is refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from json.encoder import encode_basestring
from typing import Final

from host import errors
from host.canonical.lexeme import Lexeme
from host.model import JsonValue, sha256_hex


def canonical(value: JsonValue, *, plain: bool = False) -> bytes:
    """The canonical form described at the top of this package.

    ``plain``: what ``parse_document`` said of the document that ``value`` is, or is a part of; False is always right,
    and slower. Raises ``errors.MalformedJson`` where no JSON text exists for ``value``: NaN, infinity, half a surrogate
    pair.
    """
    return _encode(value, _SORTED if plain else None, in_order=True)


def compact(value: JsonValue, *, plain: bool = False) -> bytes:
    """As ``canonical``, with the keys in the order in which they stand."""
    return _encode(value, _AS_IS if plain else None, in_order=False)


def join_members(members: Mapping[str, bytes]) -> bytes:
    """The canonical bytes of the object whose members' values are these canonical bytes."""
    return b"{" + b",".join([canonical(key, plain=True) + b":" + members[key] for key in _in_order(members)]) + b"}"


def digest(data: bytes) -> str:
    """SHA-256 of canonical bytes, in lower-case hex."""
    return sha256_hex(data)


def too_deep() -> errors.MalformedJson:
    """What reading and writing say alike."""
    return errors.MalformedJson("Arrays and objects are nested too deeply.")


_WORDS: Final[dict[bool | None, str]] = {None: "null", True: "true", False: "false"}
_AS_IS: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":"))
_SORTED: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":"), sort_keys=True
)


def _encode(value: JsonValue, encoder: json.JSONEncoder | None, *, in_order: bool) -> bytes:
    """Write ``value`` with ``encoder``, or, without one, the slow and always exact way."""
    try:
        if encoder is not None:
            return encoder.encode(value).encode()
        parts: list[str] = []
        _write(value, parts, in_order=in_order)
        return "".join(parts).encode()
    except UnicodeEncodeError:
        raise errors.MalformedJson("A string holds half a surrogate pair.") from None
    except ValueError:
        raise errors.MalformedJson("A number cannot be written as JSON.") from None
    except RecursionError:
        raise too_deep() from None


def _write(value: JsonValue, parts: list[str], *, in_order: bool) -> None:
    """Append the text of ``value`` to ``parts``, piece by piece."""
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
    """Keys by their UTF-16 code units (RFC 8785 §3.2.3)."""
    if "".join(keys).isascii():
        return sorted(keys)
    return sorted(keys, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
