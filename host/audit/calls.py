"""The log as calls: a table of them, newest first, and everything about one.

Owns: how the records of a call are read as one call.

Invariants: a page is bounded however large the log and however rare what is looked for; pages follow each other by call
id, never by offset; a damaged record leaves gaps in what is said of its call and is never an error; of values only
beginnings are read, but for the one call that is looked at.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, TypeAlias, get_args

from host.audit.query import MAX_PAGE, SCAN, AuditReader, Record
from host.canonical import canonical, compact, parse_document
from host.control import search
from host.control.search import MAX_TEXT as LONGEST_TEXT
from host.control.views import (
    NO_ACTION,
    ActionView,
    CallDetails,
    CallState,
    HistoryPage,
    HistoryRow,
    There,
    TimelineEntry,
)
from host.errors import MalformedJson, UsageError
from host.model import SAYS_NOTHING, AppSays, JsonObject, JsonValue, Severity
from host.values import replace
from host.words import say

LONGEST: Final = 0.5
"""Seconds that one filtered page looks: kept values may be large, and a person waits for the page."""

EXCERPT: Final = 2_048
"""Bytes of the inputs in a table's line."""
READ: Final = 32_768
"""Bytes of the parameters that a line is made of: what longer ones do is not told."""
IN_BETWEEN: Final = "input."
"""How the kinds begin that are about what is asked in the middle of a call."""
SAID: Final = 16_384
"""Bytes of what was asked or answered there."""
_SAID: Final = ("asked", "answer")
_ARGUMENTS: Final = b'"arguments":'
_JUDGED: Final = ("call.proposed", "call.decided")
"""The kinds that have what a decision stands on."""
_HINTS: Final = ("readOnlyHint", "destructiveHint")
_WORST: Final = tuple(severity.value for severity in (Severity.HIGH, Severity.MEDIUM, Severity.INFO))

DefinitionOf: TypeAlias = Callable[[str], "bytes | None"]
"""A digest in hex to the definition's canonical bytes, None where it is not known (any more)."""
ActionOf: TypeAlias = Callable[[str, str, JsonObject], ActionView]
"""What a call does, by its server, its tool and its inputs."""


def _no_action(server: str, tool: str, inputs: JsonObject) -> ActionView:  # noqa: ARG001  # as the type has it
    return NO_ACTION


def read_page(
    reader: AuditReader,
    text: str = "",
    before: str = "",
    limit: int = 100,
    *,
    clock: Callable[[], float] = time.monotonic,
    action_of: ActionOf = _no_action,
) -> HistoryPage:
    """The newest calls before the call ``before`` that meet the search ``text``, as ``host.control.search`` reads it.

    A filtered page looks at ``SCAN`` records or for ``LONGEST`` seconds of ``clock``; it may hold few calls or none
    and still say where to go on. Raises UsageError for what cannot be asked, AuditError for a log that cannot be read.
    """
    if not 0 < limit <= MAX_PAGE:
        raise UsageError(f"A page holds 1 to {MAX_PAGE} calls.")
    found, go_on = _newest(reader, before, limit) if not text else _matching(reader, text, before, limit, clock)
    return HistoryPage(tuple(_whole_row(reader, call, action_of) for call in found), go_on)


def read_call(
    reader: AuditReader, call_id: str, definition_of: DefinitionOf, *, action_of: ActionOf = _no_action
) -> CallDetails:
    """Everything that the log has on one call. Raises UsageError where it has nothing, AuditError as ``read_page``."""
    records = reader.timeline(call_id)
    if not records:
        raise UsageError(say("There is no such call in the log."), detail=call_id)
    digest = _latest(records, "definition")
    decisions = [record for record in records if record.kind in ("call.decided", "")]
    reason, note = _value(reader, decisions, "reason"), _value(reader, records, "note")
    result, size = _result(reader, records)
    return CallDetails(
        row=_whole_row(reader, call_id, action_of),
        timeline=tuple(_entry(reader, record) for record in records),
        params=_value(reader, records, "params"),
        definition=definition_of(digest) if digest else None,
        result=result,
        result_bytes=size,
        reason=(reason or b"").decode("utf-8", "replace"),
        edited=_as_proposed(reader, records),
        inputs_kept=_ever_kept(reader, records),
        note=(note or b"").decode("utf-8", "replace"),
        says=_says(_value(reader, records, "says")),
    )


def _entry(reader: AuditReader, record: Record) -> TimelineEntry:
    entry = TimelineEntry(record.seq, record.time, record.kind, _bytes(record.fields), record.hash)
    if not record.kind.startswith(IN_BETWEEN):
        return entry
    said = next((value for value in reader.values(record) if value.name in _SAID and value.state == "kept"), None)
    if said is None:
        return entry
    return replace(entry, said=reader.beginning(record.seq, said.name, SAID) or b"", said_bytes=said.bytes)


def _says(kept: bytes | None) -> AppSays:
    """What the app told of who asks; what a damaged log said of it is missing."""
    try:
        told = None if kept is None else parse_document(kept).value
    except MalformedJson:
        return SAYS_NOTHING
    found = told if isinstance(told, dict) else {}
    return AppSays(**{name: _text(found.get(name)) for name in AppSays.__struct_fields__})


def row(call_id: str, records: Sequence[Record]) -> HistoryRow:
    """A call's line, from its records, oldest first (pure). What a damaged record said is missing."""
    app = next((app for record in records if isinstance(app := record.fields.get("app"), dict)), {})
    decided, ended = last_of(records, "call.decided"), last_of(records, "call.outcome")
    refused = last_of(records, "call.refused") is not None
    duration = ended.get("duration_ms") if ended is not None else None
    judged = [record for record in records if record.kind in _JUDGED]
    said = next((it for record in judged[::-1] if isinstance(it := record.fields.get("annotations"), dict)), {})
    return HistoryRow(
        call_id=call_id,
        time=records[0].time if records else "",
        app=_text(app.get("name")),
        authenticated=app.get("authenticated") is True,
        server=_first(records, "server"),
        tool=_first(records, "tool"),
        state=_state(records, decided, ended),
        decision="invalid" if refused else _text((decided or {}).get("decision")),
        by=_text((decided or {}).get("by")),
        who=_text((decided or {}).get("who")),
        status=_text((ended or {}).get("status")),
        duration_ms=float(duration) if isinstance(duration, int | float) and not isinstance(duration, bool) else None,
        severity=_severity(records),
        edited=last_of(records, "call.edited") is not None,
        claim=_text((last_of(records, "call.told") or {}).get("claim")),
        vouched=bool(judged and judged[-1].fields.get("trust")),
        hints={key: hint for key in _HINTS if isinstance(hint := said.get(key), bool)},
        calm=_severity(judged) in ("", Severity.INFO.value),
    )


def _whole_row(reader: AuditReader, call_id: str, action_of: ActionOf) -> HistoryRow:
    records = reader.timeline(call_id)
    whole = row(call_id, records)
    inputs, arguments = _inputs(reader, records)
    action = replace(action_of(whole.server, whole.tool, arguments), there=_there(records))
    return replace(whole, inputs=inputs, action=action)


def _there(records: Sequence[Record]) -> There:
    """What stood where the call is done when somebody answered."""
    found = (last_of(records, "call.decided") or {}).get("there")
    return next((it for it in get_args(There) if it == found), "")


def _inputs(reader: AuditReader, records: Sequence[Record]) -> tuple[bytes, JsonObject]:
    """The arguments, or their beginning, and as they are read: of the first record that keeps the parameters.

    As they were changed last; what was cut off, as long ones are, reads as none.
    """
    for record in since_edit(records):
        params = reader.beginning(record.seq, "params", READ)
        if params is None:
            continue
        if (kept := kept_arguments(params)) is not None:
            return kept[1][:EXCERPT], kept[0]
        _, found, rest = params.partition(_ARGUMENTS)  # cut off; canonical form has the arguments early
        return rest[:EXCERPT] if found else b"", {}
    return b"", {}


def kept_arguments(params: bytes | None) -> tuple[JsonObject, bytes] | None:
    """The inputs in parameters that the log keeps, as an object and in canonical bytes.

    None where there are no such parameters, or somebody altered them.
    """
    try:
        document = None if params is None else parse_document(params)
    except MalformedJson:
        return None
    said = document.value if document is not None else None
    arguments = said.get("arguments", {}) if isinstance(said, dict) else None
    if document is None or not isinstance(arguments, dict):
        return None
    return arguments, canonical(arguments, plain=document.plain)


def since_edit(records: Sequence[Record]) -> Sequence[Record]:
    """The records since a person changed the inputs last; all of them where nobody did."""
    edits = [at for at, record in enumerate(records) if record.kind == "call.edited"]
    return records[edits[-1] :] if edits else records


def inputs_kept(record: Record) -> bool:
    """Whether the log kept the inputs that this record commits to; false where too much came from the app."""
    return record.fields.get("arguments_kept") is not False


def _ever_kept(reader: AuditReader, records: Sequence[Record]) -> bool:
    """Whether any record of the call was made with its inputs beside it, or none of them has any."""
    committed = [record for record in records if any(value.name == "params" for value in reader.values(record))]
    return not committed or any(map(inputs_kept, committed))


def _as_proposed(reader: AuditReader, records: Sequence[Record]) -> bytes | None:
    """The parameters before a person changed them, None where nobody did, or they are no longer kept."""
    at = next((at for at, record in enumerate(records) if record.kind == "call.edited"), 0)
    kept = (reader.value(record.seq, "params") for record in records[:at])
    return next((value for value in kept if value is not None), None)


def _newest(reader: AuditReader, before: str, limit: int) -> tuple[list[str], str]:
    found = list(islice(reader.calls(before), limit + 1))
    return found[:limit], found[limit - 1] if len(found) > limit else ""


def _matching(
    reader: AuditReader, text: str, before: str, limit: int, clock: Callable[[], float]
) -> tuple[list[str], str]:
    """The calls that match, and the last call that was looked at, empty at the start of the log."""
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"A search text has up to {LONGEST_TEXT} characters.")
    found, seen, until = [], 0, clock() + LONGEST
    for call, met, looked in reader.matching(search.read(text), before):
        seen += looked
        if met:
            found.append(call)
        if len(found) == limit or seen >= SCAN or clock() >= until:
            return found, call
    return found, ""


def _state(records: Sequence[Record], decided: JsonObject | None, ended: JsonObject | None) -> CallState:
    """A call whose last record cannot be read is not said to go on."""
    if ended is not None or not records or records[-1].kind in ("", "call.refused"):
        return "ended"
    if decided is None:
        return "waiting"
    return "running" if decided.get("decision") == "approve" else "ended"


def _severity(records: Sequence[Record]) -> str:
    """The severity of the gravest finding."""
    found = set()
    for record in records:
        findings = record.fields.get("findings")
        for finding in findings if isinstance(findings, list) else ():
            if isinstance(finding, dict):
                found.add(_text(finding.get("severity")))
    return next((severity for severity in _WORST if severity in found), "")


def last_of(records: Sequence[Record], kind: str) -> JsonObject | None:
    """The fields of the last record of ``kind``."""
    return next((record.fields for record in reversed(records) if record.kind == kind), None)


def _first(records: Sequence[Record], key: str) -> str:
    return next((text for record in records if (text := _text(record.fields.get(key)))), "")


def _latest(records: Sequence[Record], key: str) -> str:
    return _first(records[::-1], key)


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""


def _value(reader: AuditReader, records: Sequence[Record], name: str) -> bytes | None:
    """The latest kept value of that name."""
    kept = (reader.value(record.seq, name) for record in reversed(records))
    return next((value for value in kept if value is not None), None)


def _result(reader: AuditReader, records: Sequence[Record]) -> tuple[bytes | None, int]:
    """The kept result or its beginning, and the size of the whole, 0 where there was none."""
    result = _value(reader, records, "result")
    if result is None:
        result = _value(reader, records, "result_excerpt")
    sizes = [value.bytes for record in records for value in reader.values(record) if value.name == "result"]
    return result, sizes[-1] if sizes else len(result or b"")


def _bytes(fields: JsonObject) -> bytes:
    """``fields`` as JSON. Somebody may have put numbers or texts there that no JSON has: then nothing is shown."""
    try:
        return compact(fields)
    except (MalformedJson, RecursionError):
        return b"{}"
