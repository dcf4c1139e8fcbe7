"""Turns drafts into the bodies of records (pure).

Invariants: a body holds no sensitive value and no digest from which one could be guessed, only commitments. Bodies are
RFC 8785 canonical JSON, whatever untrusted text or number stands in a field. The members of a body are exactly those of
``resources/schemas/record.schema.json``.

A body: ``{"call","commitments":{name:{"bytes","hmac"}},"fields":{…},"kind","seq","time","v":1}``, without ``call`` if
the record belongs to no call.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from host import regex
from host.audit import chain
from host.audit.chain import FORMAT, KEY_BYTES, Tip
from host.canonical import canonical
from host.errors import AuditError, MalformedJson
from host.model import Committed, Draft, JsonObject, JsonValue, RepeatedFields
from host.record_kinds import KINDS

OUTCOME: Final = "call.outcome"
RESULT_KEPT: Final = 64 * 1024
"""Bytes up to which a ``result`` is stored. For a longer one, the commitment covers all of it and only its beginning
is stored."""
EXCERPT: Final = 4 * 1024
"""Bytes of a longer result that are stored, as ``result_excerpt``."""
MAX_BODY: Final = 1 << 20
"""Bytes of a body: far more than any of our records has, so that untrusted text in a field cannot fill the disk."""

_SAFE: Final = (1 << 53) - 1
"""The largest integer that every JSON reader reads exactly (RFC 7493 §2.2)."""
_CALL: Final = regex.pattern(r"[0-9A-Za-z._-]{1,64}")
_NAME: Final = regex.pattern(r"[a-z][a-z0-9_]{0,63}")
_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001 naive on purpose: all times here are UTC, and we add the "Z"


class Sensitive(Struct, frozen=True):
    """A value that is stored beside the chain."""

    name: str  # unique in its record
    value: bytes  # the bytes that the commitment covers
    is_kept: bool = True
    committed: Committed | None = None  # the commitment, if it was made earlier; ``value`` is empty then

    @property
    def size(self) -> int:
        """The length of the value in bytes."""
        return len(self.value)


class Prepared(Struct, frozen=True):
    """A checked and frozen draft; only its place in the chain is missing."""

    micros: int  # Unix time in microseconds
    call: str  # id of the call, or empty
    kind: str
    fields: str  # canonical JSON
    values: tuple[Sensitive, ...]  # sorted by name


_ValueColumns: TypeAlias = tuple[str | None, bytes | None, bytes | None]
Line: TypeAlias = tuple[int, str | None, bytes | None, str | None, bytes | None, *_ValueColumns]
"""A row for the database: seq, time, prev_hash, body and hash of a record, or only its seq; then name, key and value of
one of its values, or nothing."""


def prepare(draft: Draft, micros: int) -> Prepared:
    """Check and freeze ``draft``. ``micros``: Unix time of the event in microseconds.

    Raises AuditError if no record can be made of it: a bug of the caller, or fields larger than ``MAX_BODY``.
    """
    kind = KINDS.get(draft.kind)
    if kind is None or (kind.names_call and not draft.call):
        raise AuditError("A record needs a known kind, and its call where it is about one.", detail=draft.kind)
    values = split_large(draft.values, draft.unkept, draft.result)
    for value in values:
        if not _NAME.fullmatch(value.name):
            raise AuditError("A record's values need plain names.", detail=value.name)
    if draft.call and not _CALL.fullmatch(draft.call):
        raise AuditError("A record's call needs a plain name.", detail=draft.call)
    return Prepared(micros, draft.call, draft.kind, _encode_fields(draft.fields), values)


def _encode_fields(fields: Mapping[str, JsonValue]) -> str:
    if isinstance(fields, RepeatedFields) and fields.encoded:
        return fields.encoded
    try:
        encoded = _canonical(dict(fields))
    except (MalformedJson, RecursionError, ValueError) as error:
        raise AuditError("A record's fields are nested too deeply, or a number in them is too long.") from error
    if len(encoded) > MAX_BODY:
        raise AuditError(f"A record's fields are larger than {MAX_BODY} bytes.")
    text = encoded.decode()
    if isinstance(fields, RepeatedFields):
        fields.encoded = text
    return text


def chain_records(tip: Tip, records: Iterable[Prepared], keys: bytes) -> tuple[list[Line], list[Tip]]:
    """Chain ``records`` to ``tip``; return their lines, and the tip after each of them.

    ``keys``: ``KEY_BYTES`` random bytes for each value. Time never goes backwards: if the clock did, the time of the
    previous record is used.
    """
    lines: list[Line] = []
    tips: list[Tip] = []
    used = 0  # bytes of the keys
    for record in records:
        seq, time = tip.seq + 1, max(timestamp(record.micros), tip.time)
        commitments: list[str] = []
        columns: list[_ValueColumns] = []
        for value in record.values:
            key, used = keys[used : used + KEY_BYTES], used + KEY_BYTES
            if (made := value.committed) is not None:
                key, size, hmac = made.key, made.size, made.hmac
            else:
                size, hmac = value.size, chain.commit(key, value.value)
            commitments.append(f'"{value.name}":{{"bytes":{size},"hmac":"{hmac}"}}')
            columns.append((value.name, key, value.value if value.is_kept else None))
        body = _body(record, seq, time, ",".join(commitments))
        before, tip = tip.hash, Tip(seq, time, chain.link(tip.hash, body.encode()))
        tips.append(tip)
        lines.append((seq, time, before, body, tip.hash, *(columns[0] if columns else (None, None, None))))
        lines += [(seq, None, None, None, None, *more) for more in columns[1:]]
    return lines, tips


def _body(prepared: Prepared, seq: int, time: str, commitments: str) -> str:
    """Return the body of ``prepared`` as record ``seq``. ``commitments``: the members of that object."""
    call = f'"call":"{prepared.call}",' if prepared.call else ""
    return (
        f'{{{call}"commitments":{{{commitments}}},"fields":{prepared.fields},"kind":"{prepared.kind}",'
        f'"seq":{seq},"time":"{time}","v":{FORMAT}}}'
    )


def split_large(
    values: Mapping[str, bytes], unkept: Container[str] = (), large: Committed | None = None
) -> tuple[Sensitive, ...]:
    """Return the values as they are stored, sorted by name.

    A ``result`` above ``RESULT_KEPT`` is committed to but not stored; its beginning, up to a whole UTF-8 character, is
    stored as ``result_excerpt``. Other values are never shortened: they are what was approved. ``values``: by name.
    ``unkept``: names of values that are committed to but not stored. ``large``: the commitment to ``result``, if its
    bytes are not at hand.
    """
    kept = {name: Sensitive(name, value, name not in unkept) for name, value in values.items()}
    result = values.get("result", b"")
    if large is not None or len(result) > RESULT_KEPT:
        head = beginning(result, EXCERPT) if large is None else large.head
        kept["result"] = Sensitive("result", result, is_kept=False, committed=large)
        kept["result_excerpt"] = Sensitive("result_excerpt", head)
    return tuple([kept[name] for name in sorted(kept)])


def beginning(text: bytes, size: int) -> bytes:
    """Return at most ``size`` bytes of UTF-8, up to a whole character (RFC 3629 §3)."""
    end = min(size, len(text))
    while 0 < end < len(text) and text[end] & 0xC0 == 0x80:
        end -= 1
    return text[:end]


def timestamp(micros: int) -> str:
    """Format Unix time in microseconds as RFC 3339 in UTC. Always 27 characters, so that text order is time order."""
    seconds, rest = divmod(micros, 1_000_000)
    return f"{_to_the_second(seconds)}.{rest:06}Z"


@lru_cache(maxsize=4)
def _to_the_second(seconds: int) -> str:
    """Format Unix seconds without a zone. Those of the current second are wanted for each record."""
    return (_EPOCH + timedelta(seconds=seconds)).isoformat(timespec="seconds")


def log_opened(log_id: str) -> Draft:
    """Return the first record of every log."""
    return Draft("log.opened", {"log": log_id, "format": FORMAT})


def denied_by_host_exit(call: str) -> Draft:
    """Return the record that ends a call which was waiting when the host stopped."""
    because = "the host stopped while the call was waiting"
    return Draft("call.decided", {"decision": "deny", "by": "fault", "because": because}, call=call)


def unknown_outcome(call: str) -> Draft:
    """Return the record that ends a call which may have been sent before the host stopped."""
    because = "the host stopped before the outcome was known"
    return Draft(OUTCOME, {"status": "unknown", "because": because}, call=call)


def _canonical(fields: JsonObject) -> bytes:
    if _is_normal(fields):
        return canonical(fields, plain=True)
    keys: list[str] = []
    normalized = _normalized(fields, keys)
    return canonical(normalized, plain="".join(keys).isascii())


def _is_normal(value: JsonValue) -> bool:
    """Whether ``_normalized`` would change nothing and all keys are ASCII, as in nearly all records."""
    if value is None or value is True or value is False:
        return True
    if type(value) is int:
        return -_SAFE <= value <= _SAFE
    if type(value) is float:
        return (1e-4 <= value <= _SAFE or -_SAFE <= value <= -1e-4) and not value.is_integer()
    if isinstance(value, str):
        return value.isascii() or _without_surrogates(value) == str(value)
    if isinstance(value, dict):
        return all(map(str.isascii, value)) and all(map(_is_normal, value.values()))
    return isinstance(value, list) and all(map(_is_normal, value))


def _normalized(value: JsonValue, keys: list[str]) -> JsonValue:
    """Return ``value`` in a form that RFC 8785 and Python's encoder write alike; append its keys to ``keys``.

    Numbers that RFC 8785 writes differently, or cannot write, become text; half a surrogate pair becomes ?.
    """
    if isinstance(value, str):
        return _without_surrogates(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if -_SAFE <= value <= _SAFE else str(value)
    if isinstance(value, float):
        return _normalized_float(value)
    if isinstance(value, list):
        return [_normalized(item, keys) for item in value]
    keys += value
    return {_without_surrogates(key): _normalized(item, keys) for key, item in value.items()}


def _normalized_float(value: float) -> JsonValue:
    """Return an integer for a whole number, and text if the shortest form has an exponent (RFC 8785 §3.2.2.3)."""
    if value.is_integer() and -_SAFE <= value <= _SAFE:
        return int(value)
    return float(value) if 1e-4 <= abs(value) <= _SAFE else repr(float(value))


def _without_surrogates(text: str) -> str:
    return text if text.isascii() else text.encode(errors="replace").decode()
