"""``assent log``: verify, show, search and export the audit log.

Invariants: the log is only read, whether a host writes or not. Values that are not kept, or too long to compare, are
named as such and never left out silently. All output is bounded, and escaped when it is printed.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import click

from host.audit import jsonl
from host.audit.calls import inputs_kept, kept_arguments
from host.audit.query import MAX_PAGE, AuditReader, Page, Record, Value
from host.audit.receipt import Receipt, ReceiptCheck, read_receipt
from host.audit.verify import Verification, verify_export, verify_log
from host.canonical import json_path
from host.cli.output import answer, cut, emit, group, json_option, note, plural, profile, say, table
from host.control.search import read as read_search
from host.errors import AuditError, UsageError
from host.model import JsonObject, JsonValue, objects_in
from host.record_kinds import KINDS
from host.text import one_line

if TYPE_CHECKING:
    from host.gate.editing import InputChange

GIST: Final = (
    *("decision", "by", "who", "name", "approver", "status", "what", "of", "claim", "method", "source", "error"),
    *("because", "exit_code", "pid", "version"),
)
"""Fields in the last column of a search."""
_VERDICT_MATTERS: Final = ("rule", "grant", "approver")
"""Values of ``by`` for which the verdict of the rules is a reason."""
NOT_KEPT: Final = "not kept: too much from this app"
MAX_RECEIPT: Final = 64 << 20
"""Bytes of a file with a receipt: the largest result that a server may give."""
SHOWN: Final = 200
"""Characters of a value that are printed on one line; ``--json`` and ``export`` give all."""
SAID: Final = ("reason", "note")
"""Names of the values with a person's own words."""
EDITED: Final = "call.edited"
MAX_COMPARED: Final = 64 * 1024
"""Bytes up to which parameters are compared: a page may hold a thousand edits."""
MAX_LISTED: Final = 20
"""Changes that are listed in JSON; a line has ``_CHANGES_IN_LINE``."""
LINE_END_SHOWN: Final = 120
"""Characters of a reason, or of the changes, in a line."""
_CHANGES_IN_LINE: Final = 3
_VALUE_SHOWN: Final = 40
_KIND_HELP: Final = "Only this kind of record, such as call.decided; any other word lists the kinds."
_ERASED: Final = "erased"
_TOO_LONG: Final = f"longer than {MAX_COMPARED // 1024} KiB: see assent log show"
_DAMAGED: Final = "cannot be read"


@group("log")
def command() -> None:
    """Verify, show, search and export the audit log."""


@command.command("verify")
@click.argument("export", required=False, type=click.Path(path_type=Path))
@click.option("--receipt", type=click.Path(path_type=Path), help="File with a receipt to check against the log.")
@json_option
def verify(export: Path | None, receipt: Path | None, as_json: bool) -> int:
    """Verify the log, or an EXPORT of it. Returns 1 and names the first bad record if the chain is broken.

    Also returns 1 if a receipt is wrong: JSON that an app got in the result of a call.
    """
    expected = None
    if receipt is not None:
        with _opened(receipt) as file:
            expected = read_receipt(file.read(MAX_RECEIPT))
    result = _verify(export, expected)
    if as_json:
        answer: JsonObject = {
            "ok": result.ok,
            "records": result.records,
            "first": result.first or None,
            "first_bad_seq": result.first_bad_seq or None,
            "problem": result.problem,
            "head_hash": result.head_hash,
            "values_gone": result.gone,
        }
        if result.receipt is not None:
            problem, compared = result.receipt.problem, result.receipt.compared
            answer["receipt"] = {"ok": not problem, "problem": problem, "inputs_compared": compared}
        emit(answer)
    else:
        _say_result(result)
    return 0 if result.ok and (result.receipt is None or not result.receipt.problem) else 1


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error


def _say_result(result: Verification) -> None:
    if result.head_missing:
        say(result.problem)
    if result.ok or result.head_missing:
        say(f"The chain holds: {plural(result.records, 'record')}, head {result.head_hash}")
        if result.first > 1:
            say(f"It begins with record {result.first}; nothing is said of those before it, which are not there.")
    else:
        say(f"The chain does not hold: {result.problem}")
    if result.gone:
        values, those = ("value is", "it") if result.gone == 1 else ("values are", "them")
        say(f"{result.gone} {values} gone; no record tells who erased {those}, or when.")
    if result.receipt is not None:
        _say_receipt_result(result.receipt)


def _say_receipt_result(check: ReceiptCheck) -> None:
    if check.problem:
        say(f"The receipt does not hold: {check.problem}")
        return
    kept = "the inputs are those on record" if check.compared else "the inputs are not there to compare"
    what = "approved" if check.receipt.decision == "approve" else "denied"
    say(f"The receipt holds: record {check.receipt.record}, {what} by {check.receipt.by} {check.receipt.who}; {kept}")


def _verify(export: Path | None, receipt: Receipt | None) -> Verification:
    if export is None:
        paths = profile()
        if not paths.log_file.exists() and not paths.head_file.exists():
            raise UsageError("there is no log yet; a host begins one when it first starts")
        return verify_log(paths.log_file, paths.head_file, receipt=receipt)
    with _opened(export) as lines:
        return verify_export(lines, receipt)


@command.command("show")
@click.argument("what")
@json_option
def show(what: str, as_json: bool) -> None:
    """Show record number WHAT, or every record of the call WHAT."""
    with _reader() as reader:
        records = _find_records(reader, what)
        if as_json:
            listed: list[JsonValue] = [_record_with_values(reader, record) for record in records]
            emit({"records": listed})
        else:
            for record in records:
                _say_record(reader, record)


def _find_records(reader: AuditReader, what: str) -> tuple[Record, ...]:
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
@click.option("--kind", type=click.Choice(sorted(KINDS)), metavar="KIND", default=None, help=_KIND_HELP)
@click.option("--app", default="", help="Only records of this app.")
@click.option("--server", default="", help="Only records of this server.")
@click.option("--tool", default="", help="Only records of this tool.")
@click.option("--call", default="", help="Only records of this call.")
@click.option("--before", type=click.IntRange(1), help="Only records below this number: the next page.")
@click.option("--limit", default=100, type=click.IntRange(1, MAX_PAGE), show_default=True, help="Records at most.")
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
) -> None:
    """Search the log for TEXT, newest first. Shows reasons and changes of inputs too, if the log still has them.

    Returns 2 and searches nothing if a part of TEXT cannot be understood, or has no value.
    Without an index for the search, the whole log is read, piece by piece, until LIMIT records are found.
    """
    parsed = read_search(text)
    for problem in parsed.problems:
        note(problem)
    if not parsed.is_whole:
        raise UsageError("nothing was searched, since what is left of it would find more than was asked for")
    with _reader() as reader:
        newest = reader.last_seq()
        search_page = partial(reader.search, text, kind=kind or "", app=app, server=server, tool=tool, call=call)
        page = _search_all(search_page, newest, before, limit)
        if as_json:
            listed: list[JsonValue] = [_record_json(record) | details(reader, record) for record in page.records]
            emit({"records": listed, "before": page.before})
            return
        rows = [[record.seq, record.time, record.kind, *_columns(reader, record)] for record in page.records]
    if not rows:
        say(f"Nothing found in all {plural(newest if before is None else min(before - 1, newest), 'record')}.")
        return
    table(["SEQ", "TIME", "KIND", "APP", "SERVER", "TOOL", "WHAT"], rows)
    if page.before is not None:
        say(f"More: --before {page.before}")


def _search_all(search_page: Callable[..., Page], newest: int, before: int | None, limit: int) -> Page:
    """Search page after page until ``limit`` records are found or the log ends; print the progress."""
    records: list[Record] = []
    while True:
        page = search_page(before=before, limit=limit - len(records))
        records += page.records
        before = page.before
        if before is None or len(records) == limit:
            return Page(tuple(records), before)
        so_far = f"{plural(len(records), 'record')} found in the newest {newest - before + 1} of {newest}"
        note(f"{so_far}; looking on")


@command.command("export")
@click.option("--format", "form", type=click.Choice(["jsonl"]), default="jsonl", show_default=True)
@click.option(
    "--with-values", is_flag=True, help="Include arguments, results, reasons and notes, and the keys that prove them."
)
@click.option("--output", type=click.Path(path_type=Path), help="Write here instead of to the terminal.")
@json_option
def export(form: str, with_values: bool, output: Path | None, as_json: bool) -> None:
    """Export the log, one JSON object per line; any installation verifies it with: assent log verify FILE."""
    del form  # there is only one; click has checked it
    path = _log_file()
    if output is None:
        for line in jsonl.export(path, with_values=with_values):
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        return
    try:
        count = jsonl.write_new(output, jsonl.export(path, with_values=with_values))
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {error.strerror}") from error
    answer(as_json, {"file": str(output), "lines": count}, f"Wrote {plural(count, 'line')} to {output}")


def _reader() -> AuditReader:
    return AuditReader.open(_log_file())


def _log_file() -> Path:
    paths = profile()
    if not paths.log_file.exists():
        if paths.head_file.exists():
            raise AuditError(f"the log {paths.log_file} is missing, but there was one")
        raise UsageError("there is no log yet; a host begins one when it first starts")
    return paths.log_file


def _record_json(record: Record) -> JsonObject:
    return {name: getattr(record, name) for name in ("seq", "time", "kind", "call", "fields", "hash")}


def _record_with_values(reader: AuditReader, record: Record) -> JsonObject:
    values: JsonObject = {}
    for value in reader.values(record):
        data = reader.value(record.seq, value.name)
        text = None if data is None else data.decode("utf-8", "replace")
        values[value.name] = {"state": value.state, "bytes": value.bytes, "hmac": value.hmac, "text": text}
    return _record_json(record) | {"values": values}


def _columns(reader: AuditReader, record: Record) -> list[str]:
    """App, server, tool, and the gist of a record with its reason, note and changes."""
    fields = record.fields
    app = fields.get("app")
    name = app.get("name") if isinstance(app, dict) else app
    what = " · ".join(filter(None, (cut(gist(record), 80), line_end(reader, record))))
    return [str(name or ""), str(fields.get("server", "")), str(fields.get("tool", "")), what]


def gist(record: Record) -> str:
    """Summarise a record in one line (pure)."""
    fields = record.fields
    parts = [str(fields[key]) for key in GIST if fields.get(key)]
    if record.kind == "policy.loaded":
        rules = fields.get("rules")
        count = plural(rules, "rule") if isinstance(rules, int) else ""
        parts = [str(fields.get("source", "")), str(fields.get("digest", ""))[:12], count, str(fields.get("error", ""))]
    elif record.kind == "call.decided" and fields.get("by") not in _VERDICT_MATTERS:
        # The verdict of the rules is not the reason for the decision.
        effect = f"(the rules said {fields['effect']})" if fields.get("effect") else ""
        parts = [str(fields.get("decision", "")), "by", str(fields.get("by", "")), str(fields.get("who", "")), effect]
    return " ".join(filter(None, parts))


def _say_record(reader: AuditReader, record: Record) -> None:
    say(f"{record.seq}  {record.time}  {record.kind}  {record.call}")
    for key, field in record.fields.items():
        say(f"    {key}: {field if isinstance(field, str) else json.dumps(field)}")
    for value in reader.values(record):
        data = reader.value(record.seq, value.name)
        why_missing = NOT_KEPT if value.state == "committed" and not inputs_kept(record) else value.state
        shown = why_missing if data is None else cut(data.decode("utf-8", "replace"), SHOWN)
        say(f"    {value.name} ({value.bytes} bytes): {shown}")


def line_end(reader: AuditReader, record: Record) -> str:
    """The reason and note, or the changes, for the end of a line; empty if the record can have neither."""
    extra = details(reader, record)
    texts = [(name, extra[name]) for name in SAID if name in extra]
    if texts:
        return " · ".join(
            f"{name} {_ERASED}" if text is None else f"{name}: {cut(str(text), LINE_END_SHOWN)}" for name, text in texts
        )
    if "changes_unknown" in extra:
        return f"changes: {extra['changes_unknown']}"
    listed = extra.get("changes")
    return "" if not isinstance(listed, list) else cut(_changes_line(listed, extra), LINE_END_SHOWN)


def details(reader: AuditReader, record: Record) -> JsonObject:
    """The reason and note, or the changes, for JSON.

    ``reason``, ``note``: the text, None if it was erased; absent if nobody gave any. ``changes``: the first changes,
    each with ``path``, and with ``before`` and ``after`` as JSON text if there is such a value; ``changes_more``: how
    many follow, if any. ``changes_unknown``: why the changes are unknown.
    """
    kind = KINDS.get(record.kind)
    if kind is not None and kind.has_reason:
        return _reasons(reader, record)
    if record.kind == EDITED:
        return _changes(reader, record)
    return {}


def _reasons(reader: AuditReader, record: Record) -> JsonObject:
    names = [name for name in SAID if _find_value(reader, record, name) is not None]
    texts = ((name, reader.value(record.seq, name)) for name in names)
    return {name: None if text is None else text.decode("utf-8", "replace") for name, text in texts}


def _changes(reader: AuditReader, record: Record) -> JsonObject:
    earlier = [before for before in reader.timeline(record.call) if before.seq < record.seq]
    with_params = (before for before in reversed(earlier) if _find_value(reader, before, "params") is not None)
    last = next(with_params, None)
    if last is None:
        return {"changes_unknown": _DAMAGED}
    before, after = _arguments(reader, last), _arguments(reader, record)
    if isinstance(before, str) or isinstance(after, str):
        return {"changes_unknown": before if isinstance(before, str) else after}
    from host.gate.editing import changes  # on first use: it brings most of the gate with it

    all_changes = changes(before, after)
    listed: list[JsonValue] = [_change_json(change) for change in islice(all_changes, MAX_LISTED)]
    more_count = sum(1 for _ in all_changes)
    return {"changes": listed} | ({"changes_more": more_count} if more_count else {})


def _arguments(reader: AuditReader, record: Record) -> JsonObject | str:
    value = _find_value(reader, record, "params")
    if value is None or value.state != "kept":
        return _ERASED if inputs_kept(record) else NOT_KEPT
    if value.bytes > MAX_COMPARED:
        return _TOO_LONG
    arguments = kept_arguments(reader.value(record.seq, "params"))
    return _DAMAGED if arguments is None else arguments[0]


def _find_value(reader: AuditReader, record: Record, name: str) -> Value | None:
    return next((value for value in reader.values(record) if value.name == name), None)


def _change_json(change: InputChange) -> JsonObject:
    sides = (("before", change.before), ("after", change.after))
    path: JsonObject = {"path": json_path(change.steps)}
    return path | {name: side.decode() for name, side in sides if side is not None}


def _changes_line(listed: list[JsonValue], more: JsonObject) -> str:
    rest = len(listed) - _CHANGES_IN_LINE + int(str(more.get("changes_more", 0)))
    texts = [*_change_texts(listed[:_CHANGES_IN_LINE]), *([f"and {plural(rest, 'more change')}"] if rest > 0 else [])]
    return f"changed {'; '.join(texts)}"


def _change_texts(listed: list[JsonValue]) -> Iterator[str]:
    for change in objects_in(listed):
        path = str(change["path"]).removeprefix("$").removeprefix(".")
        before, after = (cut(str(change.get(side, "")), _VALUE_SHOWN) for side in ("before", "after"))
        what = f"{before} -> {after}" if before and after else f"added {after}" if after else f"removed, was {before}"
        yield f"{cut(path, _VALUE_SHOWN)}: {what}"
