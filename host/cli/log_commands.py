"""``assent log``: verify, show, search and export the audit log.

Owns: these commands, and what a line of a search says of the values that a record keeps: why, and what was changed.

Invariants: the log is read only, whether a host writes or not; only what the log keeps is told, and what it does not
keep any more, or what is too long to be compared, is said instead of passed over; all of it is bounded, and escaped by
whoever prints it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

import click

from host.audit import jsonl
from host.audit.calls import inputs_kept, kept_arguments
from host.audit.query import AuditReader, Page, Record, Value
from host.audit.receipt import Receipt, ReceiptCheck, read_receipt
from host.audit.verify import Verification, verify_export, verify_log
from host.canonical import json_path
from host.cli.output import cut, emit, json_option, note, plural, profile, say, table
from host.errors import AuditError, UsageError
from host.gate.editing import InputChange, changes
from host.model import JsonObject, JsonValue
from host.record_kinds import KINDS
from host.text import one_line

GIST: Final = "decision by who status claim method source error because exit_code pid version".split()
"""Fields that make up the last column of a search."""
_BY_THE_RULES: Final = ("rule", "grant", "approver")
"""Decisions for which the verdict of the rules is a reason."""
NOT_KEPT: Final = "not kept: too much from this app"
LONGEST_RECEIPT: Final = 64 << 20
"""Bytes of a file with a receipt: the largest result that a server may give."""
SHOWN: Final = 200
"""Characters of a value that are printed on one line; ``--json`` and ``export`` give all."""
SAID: Final = ("reason", "note")
"""What those keep of the person's own words."""
EDITED: Final = "call.edited"
LONGEST: Final = 64 * 1024
"""Bytes of parameters up to which they are compared: a page may hold a thousand edits."""
LISTED: Final = 20
"""Changes that JSON has one by one; a line has ``_IN_LINE``."""
LINE_END_SHOWN: Final = 120
"""Characters of a reason, or of the changes, in a line."""
_IN_LINE: Final = 3
_VALUE: Final = 40
_ERASED: Final = "erased"
_TOO_LONG: Final = f"longer than {LONGEST // 1024} KiB: see assent log show"
_DAMAGED: Final = "cannot be read"


@click.group("log")
def command() -> None:
    """Verify, show, search and export the audit log."""


@command.command("verify")
@click.argument("export", required=False, type=click.Path(path_type=Path))
@click.option("--receipt", type=click.Path(path_type=Path), help="File with a receipt, to hold against the log.")
@json_option
def verify(export: Path | None, receipt: Path | None, as_json: bool) -> int:
    """Verify the log, or an EXPORT of it. Returns 1 and names the first bad record where the chain does not hold.

    Likewise where a receipt does not hold: JSON that an app got in the result of a call.
    """
    found = _verify(export, None if receipt is None else _read(receipt))
    if as_json:
        told: JsonObject = {
            "ok": found.ok,
            "records": found.records,
            "first_bad_seq": found.first_bad_seq or None,
            "problem": found.problem,
            "head_hash": found.head_hash,
            "values_gone": found.gone,
        }
        if found.receipt is not None:
            problem, compared = found.receipt.problem, found.receipt.compared
            told["receipt"] = {"ok": not problem, "problem": problem, "inputs_compared": compared}
        emit(told)
    else:
        _tell(found)
    return 0 if found.ok and (found.receipt is None or not found.receipt.problem) else 1


def _read(receipt: Path) -> Receipt:
    try:
        with receipt.open("rb") as file:
            return read_receipt(file.read(LONGEST_RECEIPT))
    except OSError as error:
        raise UsageError(f"{receipt} cannot be read: {error.strerror}") from error


def _tell(found: Verification) -> None:
    """Print what a check found."""
    if found.head_missing:
        say(found.problem)
    if found.ok or found.head_missing:
        say(f"The chain holds: {plural(found.records, 'record')}, head {found.head_hash}")
    else:
        say(f"The chain does not hold: {found.problem}")
    if found.gone:
        gone = "value is" if found.gone == 1 else "values are"
        say(f"{found.gone} {gone} gone; no record tells who erased {'it' if found.gone == 1 else 'them'}, or when.")
    if found.receipt is not None:
        _tell_of_receipt(found.receipt)


def _tell_of_receipt(check: ReceiptCheck) -> None:
    if check.problem:
        say(f"The receipt does not hold: {check.problem}")
        return
    kept = "the inputs are those on record" if check.compared else "the log does not keep the inputs any more"
    what = "approved" if check.receipt.decision == "approve" else "denied"
    say(f"The receipt holds: record {check.receipt.record}, {what} by {check.receipt.by} {check.receipt.who}; {kept}")


def _verify(export: Path | None, receipt: Receipt | None) -> Verification:
    if export is None:
        paths = profile()
        if not paths.log_file.exists() and not paths.head_file.exists():
            raise UsageError("there is no log yet; a host begins one when it first starts")
        return verify_log(paths.log_file, paths.head_file, receipt=receipt)
    try:
        with export.open("rb") as lines:
            return verify_export(lines, receipt)
    except OSError as error:
        raise UsageError(f"{export} cannot be read: {error.strerror}") from error


@command.command("show")
@click.argument("what")
@json_option
def show(what: str, as_json: bool) -> int:
    """Show record number WHAT, or every record of the call WHAT."""
    with _reader() as reader:
        records = _named(reader, what)
        if as_json:
            listed: list[JsonValue] = [_whole(reader, record) for record in records]
            emit({"records": listed})
        else:
            for record in records:
                _print(reader, record)
    return 0


def _named(reader: AuditReader, what: str) -> tuple[Record, ...]:
    if what.isascii() and what.isdigit() and len(what) < 19:
        record = reader.record(int(what))
        records: tuple[Record, ...] = () if record is None else (record,)
    else:
        records = reader.timeline(what)
    if not records:
        raise UsageError(f"the log has no record or call {one_line(what, 80)}")
    return records


@command.command("search")
@click.argument("text", default="")
@click.option("--kind", type=click.Choice(sorted(KINDS)), default=None, help="Only this kind of record.")
@click.option("--app", default="", help="Only records of this app.")
@click.option("--server", default="", help="Only records of this server.")
@click.option("--tool", default="", help="Only records of this tool.")
@click.option("--call", default="", help="Only records of this call.")
@click.option("--before", type=int, help="Only records below this number: the next page.")
@click.option("--limit", default=100, show_default=True, help="Records at most.")
@json_option
def search(
    text: str,
    kind: str | None,
    app: str,
    server: str,
    tool: str,
    call: str,
    before: int | None,
    limit: int,
    as_json: bool,
) -> int:
    """Search the log for TEXT, newest first. Reasons and what was changed stand with it, where the log keeps them.

    Where no index helps, all of the log is looked through, piece by piece, until LIMIT records are found.
    """
    with _reader() as reader:
        newest = reader.last_seq()
        look = partial(reader.search, text, kind=kind or "", app=app, server=server, tool=tool, call=call)
        page = _searched(look, newest, before, limit)
        if as_json:
            listed: list[JsonValue] = [_brief(record) | details(reader, record) for record in page.records]
            emit({"records": listed, "before": page.before})
            return 0
        rows = [[record.seq, record.time, record.kind, *_about(reader, record)] for record in page.records]
    if not rows:
        say(f"Nothing found in all {plural(newest if before is None else min(before - 1, newest), 'record')}.")
        return 0
    table(["SEQ", "TIME", "KIND", "APP", "SERVER", "TOOL", "WHAT"], rows)
    if page.before is not None:
        say(f"More: --before {page.before}")
    return 0


def _searched(look: Callable[..., Page], newest: int, before: int | None, limit: int) -> Page:
    """The first ``limit`` records that ``look`` finds, one stretch of the log after the other; says how far it is."""
    found: list[Record] = []
    while True:
        page = look(before=before, limit=limit - len(found))
        found += page.records
        before = page.before
        if before is None or len(found) == limit:
            return Page(tuple(found), before)
        so_far = f"{plural(len(found), 'record')} found in the newest {newest - before + 1} of {newest}"
        note(f"{so_far}; looking on")


@command.command("export")
@click.option("--format", "form", type=click.Choice(["jsonl"]), default="jsonl", show_default=True)
@click.option(
    "--with-values", is_flag=True, help="Include arguments, results, reasons and notes, and the keys that prove them."
)
@click.option("--output", type=click.Path(path_type=Path), help="Write here instead of to the terminal.")
@json_option
def export(form: str, with_values: bool, output: Path | None, as_json: bool) -> int:
    """Export the log, one JSON object a line; ``assent log verify FILE`` checks it without this installation."""
    del form  # one so far; click has checked it
    path = _log_file()
    if output is None:
        for line in jsonl.export(path, with_values=with_values):
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        return 0
    try:
        # Exclusive: an export never overwrites; private: it may hold values.
        with open(output, "xb", opener=_private) as file:
            count = 0
            for line in jsonl.export(path, with_values=with_values):
                file.write(line)
                count += 1
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {error.strerror}") from error
    if as_json:
        emit({"file": str(output), "lines": count})
    else:
        say(f"Wrote {plural(count, 'line')} to {output}")
    return 0


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _reader() -> AuditReader:
    return AuditReader.open(_log_file())


def _log_file() -> Path:
    paths = profile()
    if not paths.log_file.exists():
        if paths.head_file.exists():
            raise AuditError(f"the log {paths.log_file} is missing, but there was one")
        raise UsageError("there is no log yet; a host begins one when it first starts")
    return paths.log_file


def _brief(record: Record) -> JsonObject:
    return {
        "seq": record.seq,
        "time": record.time,
        "kind": record.kind,
        "call": record.call,
        "fields": record.fields,
        "hash": record.hash,
    }


def _whole(reader: AuditReader, record: Record) -> JsonObject:
    values: JsonObject = {}
    for value in reader.values(record):
        kept = reader.value(record.seq, value.name)
        values[value.name] = {
            "state": value.state,
            "bytes": value.bytes,
            "hmac": value.hmac,
            "text": None if kept is None else kept.decode("utf-8", "replace"),
        }
    return _brief(record) | {"values": values}


def _about(reader: AuditReader, record: Record) -> list[str]:
    """App, server, tool and the gist of a record, with the reason, the note and the changes that it keeps."""
    fields = record.fields
    app = fields.get("app")
    name = app.get("name") if isinstance(app, dict) else app
    what = " · ".join(filter(None, (cut(gist(record), 80), line_end(reader, record))))
    return [str(name or ""), str(fields.get("server", "")), str(fields.get("tool", "")), what]


def gist(record: Record) -> str:
    """What a record says, in one line (pure)."""
    fields = record.fields
    said = [str(fields[key]) for key in GIST if fields.get(key)]
    if record.kind == "policy.loaded":
        rules = fields.get("rules")
        count = plural(rules, "rule") if isinstance(rules, int) else ""
        said = [str(fields.get("source", "")), str(fields.get("digest", ""))[:12], count, str(fields.get("error", ""))]
    elif record.kind == "call.decided" and fields.get("by") not in _BY_THE_RULES:
        # What the rules said is not why.
        effect = f"(the rules said {fields['effect']})" if fields.get("effect") else ""
        said = [str(fields.get("decision", "")), "by", str(fields.get("by", "")), str(fields.get("who", "")), effect]
    return " ".join(filter(None, said))


def _print(reader: AuditReader, record: Record) -> None:
    say(f"{record.seq}  {record.time}  {record.kind}  {record.call}")
    for key, field in record.fields.items():
        say(f"    {key}: {field if isinstance(field, str) else json.dumps(field)}")
    for value in reader.values(record):
        kept = reader.value(record.seq, value.name)
        shown = _missing(record, value) if kept is None else cut(kept.decode("utf-8", "replace"), SHOWN)
        say(f"    {value.name} ({value.bytes} bytes): {shown}")


def _missing(record: Record, value: Value) -> str:
    """Why a value cannot be shown."""
    return NOT_KEPT if value.state == "committed" and not inputs_kept(record) else value.state


def line_end(reader: AuditReader, record: Record) -> str:
    """The reason, the note or the changes as the end of a line, empty where the record can have neither."""
    more = details(reader, record)
    said = [(name, more[name]) for name in SAID if name in more]
    if said:
        return " · ".join(
            f"{name} {_ERASED}" if its is None else f"{name}: {cut(str(its), LINE_END_SHOWN)}" for name, its in said
        )
    if "changes_unknown" in more:
        return f"changes: {more['changes_unknown']}"
    listed = more.get("changes")
    return "" if not isinstance(listed, list) else cut(_changes_line(listed, more), LINE_END_SHOWN)


def details(reader: AuditReader, record: Record) -> JsonObject:
    """Likewise for JSON.

    ``reason``, ``note``: the words, None where they were erased; not there where nobody gave any. ``changes``: the
    first of them, each with ``path``, and with ``before`` and ``after`` as JSON text where there is such a value;
    ``changes_more``: how many follow, where any do. ``changes_unknown``: why they cannot be told.
    """
    kind = KINDS.get(record.kind)
    if kind is not None and kind.has_reason:
        return _said(reader, record)
    if record.kind == EDITED:
        return _changed(reader, record)
    return {}


def _said(reader: AuditReader, record: Record) -> JsonObject:
    there = [name for name in SAID if _named_value(reader, record, name) is not None]
    kept = ((name, reader.value(record.seq, name)) for name in there)
    return {name: None if words is None else words.decode("utf-8", "replace") for name, words in kept}


def _changed(reader: AuditReader, record: Record) -> JsonObject:
    earlier = [before for before in reader.timeline(record.call) if before.seq < record.seq]
    last = next((one for one in reversed(earlier) if _named_value(reader, one, "params") is not None), None)
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
    value = _named_value(reader, record, "params")
    if value is None or value.state != "kept":
        return _ERASED if inputs_kept(record) else NOT_KEPT
    if value.bytes > LONGEST:
        return _TOO_LONG
    kept = kept_arguments(reader.value(record.seq, "params"))
    return _DAMAGED if kept is None else kept[0]


def _named_value(reader: AuditReader, record: Record, name: str) -> Value | None:
    return next((value for value in reader.values(record) if value.name == name), None)


def _change(change: InputChange) -> JsonObject:
    sides = (("before", change.before), ("after", change.after))
    found: JsonObject = {"path": json_path(change.steps)}
    return found | {name: side.decode() for name, side in sides if side is not None}


def _changes_line(listed: list[JsonValue], more: JsonObject) -> str:
    rest = len(listed) - _IN_LINE + int(str(more.get("changes_more", 0)))
    told = [*_change_texts(listed[:_IN_LINE]), *([f"and {plural(rest, 'more change')}"] if rest > 0 else [])]
    return f"changed {'; '.join(told)}"


def _change_texts(listed: list[JsonValue]) -> Iterator[str]:
    for change in listed:
        if isinstance(change, dict):
            path = str(change["path"]).removeprefix("$").removeprefix(".")
            before, after = (cut(str(change.get(side, "")), _VALUE) for side in ("before", "after"))
            what = (
                f"{before} -> {after}" if before and after else f"added {after}" if after else f"removed, was {before}"
            )
            yield f"{cut(path, _VALUE)}: {what}"
