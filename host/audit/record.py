"""From drafts to the bodies of records (pure).

Owns: the canonical body that the chain commits to.

Invariants: a body holds no sensitive value and no digest of one that could be guessed from, only commitments; bodies
are RFC 8785 canonical JSON, whatever a stranger's text or number got into a field; the members of a body are exactly
those of ``resources/schemas/record.schema.json``.

A body: ``{"call","commitments":{name:{"bytes","hmac"}},"fields":{…},"kind","seq","time","v":1}``, without ``call``
where the record belongs to none.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from host.audit import chain
from host.audit.chain import FORMAT, KEY_BYTES, Tip
from host.canonical import canonical
from host.errors import AuditError, MalformedJson
from host.model import Committed, Draft, JsonObject, JsonValue, RepeatedFields
from host.record_kinds import KINDS

OUTCOME: Final = "call.outcome"
RESULT_KEPT: Final = 64 * 1024
"""Bytes up to which a ``result`` is kept whole. Longer ones are committed to whole, and their beginning is kept."""
EXCERPT: Final = 4 * 1024
"""Bytes of a longer result that are kept, as ``result_excerpt``."""
MAX_BODY: Final = 1 << 20
"""Bytes of a body. Far more than any record of ours has; a stranger's text in a field cannot fill the disk."""

_SAFE: Final = (1 << 53) - 1
"""The largest integer that every JSON reader reads exactly (RFC 7493 §2.2)."""
_CALL: Final = re.compile(r"[0-9A-Za-z._-]{1,64}")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001 naive on purpose: all times here are UTC, and "Z" is ours to add


class Sensitive(NamedTuple):
    """A value that stands beside the chain.

    Attributes:
        name: unique in its record.
        value: what is committed to.
        kept: whether the value itself is stored.
        committed: the commitment where it was made before; there is no value then.
    """

    name: str
    value: bytes
    kept: bool = True
    committed: Committed | None = None

    @property
    def size(self) -> int:
        """Of the value, in bytes."""
        return len(self.value)


class Prepared(NamedTuple):
    """A draft that can no longer fail or change: all it lacks is its place in the chain.

    Attributes:
        micros: Unix time in microseconds.
        call: empty or id.
        kind: known.
        fields: canonical.
        values: sorted by name.
    """

    micros: int
    call: str
    kind: str
    fields: str
    values: tuple[Sensitive, ...]


_Beside: TypeAlias = tuple[str | None, bytes | None, bytes | None]
Line: TypeAlias = tuple[int, str | None, bytes | None, str | None, bytes | None, *_Beside]
"""What the database takes in: seq, time, prev_hash, body and hash of a record, or its seq alone; then name, key and
value of one of its values, or nothing."""


def prepare(draft: Draft, micros: int) -> Prepared:
    """Freeze ``draft``, which happened at ``micros`` (Unix time in microseconds).

    Raises AuditError for a draft that no record can be made of: a bug of the caller, or a body beyond ``MAX_BODY``.
    """
    kind = KINDS.get(draft.kind)
    if kind is None or (kind.names_call and not draft.call):
        raise AuditError("A record needs a known kind, and its call where it is about one.", detail=draft.kind)
    values = split_large(draft.values, draft.unkept, draft.result)
    if (draft.call and not _CALL.fullmatch(draft.call)) or not all(_NAME.fullmatch(value.name) for value in values):
        raise AuditError("A record's call and its values need plain names.", detail=draft.call)
    return Prepared(micros, draft.call, draft.kind, _encoded(draft.fields), values)


def _encoded(fields: Mapping[str, JsonValue]) -> str:
    """The canonical form of a record's fields. Raises AuditError as ``prepare`` does."""
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
    """The lines of ``records`` after ``tip``, and the tip after each of them.

    ``keys``: ``KEY_BYTES`` random bytes for each of their values. Time never goes backwards: where the clock did, the
    last time stands.
    """
    key_at = iter(range(0, len(keys), KEY_BYTES))
    lines: list[Line] = []
    tips: list[Tip] = []
    for record in records:
        seq, moment = tip.seq + 1, max(timestamp(record.micros), tip.time)
        keyed = [(value, keys[at : at + KEY_BYTES]) for value, at in zip(record.values, key_at, strict=False)]
        body = compose(record, seq, moment, [_commitment(value, key) for value, key in keyed])
        tip, before = Tip(seq, moment, chain.link(tip.hash, body.encode())), tip
        tips.append(tip)
        beside: list[_Beside] = [
            (value.name, value.committed.key if value.committed else key, value.value if value.kept else None)
            for value, key in keyed
        ]
        first, *more = beside or [(None, None, None)]
        lines.append((seq, moment, before.hash, body, tip.hash, *first))
        lines += [(seq, None, None, None, None, *columns) for columns in more]
    return lines, tips


def _commitment(value: Sensitive, key: bytes) -> str:
    return value.committed.hmac if value.committed else chain.commit(key, value.value)


def compose(prepared: Prepared, seq: int, time: str, commitments: Iterable[str]) -> str:
    """The body of ``prepared`` as record ``seq``; ``commitments``: hex, one for each of its values, in their order."""
    promised = ",".join(
        f'"{value.name}":{{"bytes":{(value.committed or value).size},"hmac":"{commitment}"}}'
        for value, commitment in zip(prepared.values, commitments, strict=True)
    )
    call = f'"call":"{prepared.call}",' if prepared.call else ""
    return (
        f'{{{call}"commitments":{{{promised}}},"fields":{prepared.fields},"kind":"{prepared.kind}",'
        f'"seq":{seq},"time":"{time}","v":{FORMAT}}}'
    )


def split_large(
    values: Mapping[str, bytes], unkept: Container[str] = (), large: Committed | None = None
) -> tuple[Sensitive, ...]:
    """The values as they are stored, sorted by name; those in ``unkept`` are committed to alone.

    ``large``: the ``result``, where nobody has it at hand.

    A ``result`` above ``RESULT_KEPT`` is committed to without being kept; ``result_excerpt``, its beginning up to a
    whole UTF-8 character, is kept. Everything else is kept whole where it is kept: it is what was approved.
    """
    kept = {name: Sensitive(name, value, name not in unkept) for name, value in values.items()}
    result = values.get("result", b"")
    if large is not None or len(result) > RESULT_KEPT:
        head = beginning(result, EXCERPT) if large is None else large.head
        kept["result"] = Sensitive("result", result, kept=False, committed=large)
        kept["result_excerpt"] = Sensitive("result_excerpt", head)
    return tuple(kept[name] for name in sorted(kept))


def beginning(text: bytes, size: int) -> bytes:
    """At most ``size`` bytes of UTF-8, up to a whole character (RFC 3629 §3)."""
    end = min(size, len(text))
    while 0 < end < len(text) and text[end] & 0xC0 == 0x80:
        end -= 1
    return text[:end]


def timestamp(micros: int) -> str:
    """Unix time in microseconds as RFC 3339 in UTC, always 27 characters, so that text order is time order."""
    return (_EPOCH + timedelta(microseconds=micros)).isoformat(timespec="microseconds") + "Z"


def log_opened(log_id: str) -> Draft:
    """The first record of every log."""
    return Draft("log.opened", {"log": log_id, "format": FORMAT})


def denied_by_stop(call: str) -> Draft:
    """The end of a call that was waiting when the host stopped."""
    because = "the host stopped while the call was waiting"
    return Draft("call.decided", {"decision": "deny", "by": "fault", "because": because}, call=call)


def unknown_outcome(call: str) -> Draft:
    """The end of a call that may have been sent before the host stopped."""
    because = "the host stopped before the outcome was known"
    return Draft(OUTCOME, {"status": "unknown", "because": because}, call=call)


def _canonical(fields: JsonObject) -> bytes:
    """The canonical form of a record's fields, as far as they have one: see ``_exact``."""
    if _is_exact(fields):
        return canonical(fields, plain=True)
    keys: list[str] = []
    exact = _exact(fields, keys)
    return canonical(exact, plain="".join(keys).isascii())


def _is_exact(value: JsonValue) -> bool:
    """Whether ``_exact`` surely changes nothing of ``value``, as of nearly all records, and its keys are ASCII."""
    if isinstance(value, str):
        return value.isascii() or _scrub(value) == str(value)
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, dict):
        return all(map(str.isascii, value)) and all(map(_is_exact, value.values()))
    if isinstance(value, list):
        return all(map(_is_exact, value))
    if isinstance(value, float):
        return type(value) is float and 1e-4 <= abs(value) <= _SAFE and not value.is_integer()
    return -_SAFE <= value <= _SAFE


def _exact(value: JsonValue, keys: list[str]) -> JsonValue:
    """``value`` as RFC 8785 and Python's encoder write it alike; collects its ``keys``.

    Numbers that RFC 8785 writes otherwise than Python, or not at all, stand as their text; half a surrogate pair as ?.
    """
    if isinstance(value, str):
        return _scrub(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if -_SAFE <= value <= _SAFE else str(value)
    if isinstance(value, float):
        return _exact_float(value)
    if isinstance(value, list):
        return [_exact(item, keys) for item in value]
    keys += value
    return {_scrub(key): _exact(item, keys) for key, item in value.items()}


def _exact_float(value: float) -> JsonValue:
    """Whole numbers as integers; others as they are where their shortest form has no exponent (RFC 8785 §3.2.2.3)."""
    if value.is_integer() and -_SAFE <= value <= _SAFE:
        return int(value)
    return float(value) if 1e-4 <= abs(value) <= _SAFE else repr(float(value))


def _scrub(text: str) -> str:
    return text if text.isascii() else text.encode(errors="replace").decode()
