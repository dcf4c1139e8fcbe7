"""What a line of ``assent log search`` says of the values that a record keeps: why, and what was changed.

Owns: the reason of a decision and the changes of an edit, as text and for JSON.

Invariants: only what the log keeps is told, and what it does not keep any more, or what is too long to be held against
another, is said instead of passed over; all of it is bounded, and raw: whoever prints it escapes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.audit.calls import inputs_kept
from host.audit.query import AuditReader, Record, Value
from host.canonical import json_path, parse_document
from host.cli.output import cut, plural
from host.errors import MalformedJson
from host.gate.editing import InputChange, changes
from host.model import JsonObject, JsonValue

REASONED: Final = ("call.decided", "result.reviewed")
"""Kinds of records that may keep a person's reason."""
EDITED: Final = "call.edited"
LONGEST: Final = 64 * 1024
"""Bytes of parameters up to which they are compared: a page may hold a thousand edits."""
LISTED: Final = 20
"""Changes that JSON has one by one; a line has ``_IN_LINE``."""
SAID: Final = 120
"""Characters of a reason, or of the changes, in a line."""
_IN_LINE: Final = 3
_VALUE: Final = 40
_ERASED: Final = "erased"
_NOT_KEPT: Final = "not kept: too much from this app"
_TOO_LONG: Final = f"longer than {LONGEST // 1024} KiB: see assent log show"
_DAMAGED: Final = "cannot be read"


def said(reader: AuditReader, record: Record) -> str:
    """The reason or the changes as the end of a line, empty where the record can have neither."""
    more = details(reader, record)
    if "reason" in more:
        reason = more["reason"]
        return f"reason {_ERASED}" if reason is None else f"reason: {cut(str(reason), SAID)}"
    if "changes_unknown" in more:
        return f"changes: {more['changes_unknown']}"
    listed = more.get("changes")
    return "" if not isinstance(listed, list) else cut(_line(listed, more), SAID)


def details(reader: AuditReader, record: Record) -> JsonObject:
    """Likewise for JSON.

    ``reason``: its words, None where they were erased; not there where nobody gave one. ``changes``: the first of
    them, each with ``path``, and with ``before`` and ``after`` as JSON text where there is such a value;
    ``changes_more``: how many follow, where any do. ``changes_unknown``: why they cannot be told.
    """
    if record.kind in REASONED:
        return _reason(reader, record)
    if record.kind == EDITED:
        return _changed(reader, record)
    return {}


def _reason(reader: AuditReader, record: Record) -> JsonObject:
    if _named(reader, record, "reason") is None:
        return {}
    kept = reader.value(record.seq, "reason")
    return {"reason": None if kept is None else kept.decode("utf-8", "replace")}


def _changed(reader: AuditReader, record: Record) -> JsonObject:
    earlier = [before for before in reader.timeline(record.call) if before.seq < record.seq]
    last = next((one for one in reversed(earlier) if _named(reader, one, "params") is not None), None)
    if last is None:
        return {"changes_unknown": _DAMAGED}
    pair = [_arguments(reader, one) for one in (last, record)]
    for side in pair:
        if isinstance(side, str):
            return {"changes_unknown": side}
    before, after = (side for side in pair if isinstance(side, dict))
    found = changes(before, after)
    listed: list[JsonValue] = [_change(change) for change in islice(found, LISTED)]
    more = sum(1 for _ in found)
    return {"changes": listed} | ({"changes_more": more} if more else {})


def _arguments(reader: AuditReader, record: Record) -> JsonObject | str:
    """The inputs that a record keeps, or why they cannot be told."""
    value = _named(reader, record, "params")
    if value is None or value.state != "kept":
        return _ERASED if inputs_kept(record) else _NOT_KEPT
    if value.bytes > LONGEST:
        return _TOO_LONG
    try:
        params = parse_document(reader.value(record.seq, "params") or b"").value
    except MalformedJson:
        return _DAMAGED
    arguments = params.get("arguments", {}) if isinstance(params, dict) else None
    return arguments if isinstance(arguments, dict) else _DAMAGED


def _named(reader: AuditReader, record: Record, name: str) -> Value | None:
    return next((value for value in reader.values(record) if value.name == name), None)


def _change(change: InputChange) -> JsonObject:
    sides = (("before", change.before), ("after", change.after))
    found: JsonObject = {"path": json_path(change.steps)}
    return found | {name: side.decode() for name, side in sides if side is not None}


def _line(listed: list[JsonValue], more: JsonObject) -> str:
    rest = len(listed) - _IN_LINE + int(str(more.get("changes_more", 0)))
    told = [*_told(listed[:_IN_LINE]), *([f"and {plural(rest, 'more change')}"] if rest > 0 else [])]
    return f"changed {'; '.join(told)}"


def _told(listed: list[JsonValue]) -> Iterator[str]:
    for change in listed:
        if isinstance(change, dict):
            path = str(change["path"]).removeprefix("$").removeprefix(".")
            before, after = (cut(str(change.get(side, "")), _VALUE) for side in ("before", "after"))
            what = (
                f"{before} -> {after}" if before and after else f"added {after}" if after else f"removed, was {before}"
            )
            yield f"{cut(path, _VALUE)}: {what}"
