"""The log as JSON Lines, an export that can be checked without the log.

Invariants: an export holds each body byte for byte as the chain commits to it. Without ``with_values`` it holds no
sensitive value and no key. A line is printable ASCII, so that no terminal or log viewer acts on untrusted text
(attack 8).

The first line: ``{"format":"assent.audit.jsonl","version":1,"log":ID,"first":SEQ,"last":SEQ,"head":HASH}``, then one
line per record: ``{"seq","time","prev_hash","body":"…","hash"}``, hashes in hex, on request with
``"values":{NAME:{"key":HEX,"text":"…"}}``: ``base64`` instead of ``text`` if the bytes are not UTF-8, neither if only
the commitment was kept.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from host import canonical
from host.audit import database
from host.audit.chain import BrokenChain, Row, Value
from host.errors import AuditError, MalformedJson
from host.model import JsonObject, JsonValue

FORMAT: Final = "assent.audit.jsonl"
VERSION: Final = 1


class Header(Struct, frozen=True):
    """The first line. ``head``: hash of the last one, hex."""

    log: str
    first: int
    last: int
    head: str


def write_new(output: Path, lines: Iterable[bytes]) -> int:
    """Write an export to a file that is not there yet, and return the number of lines.

    The file is private, since it may hold values, and gone again if not all could be written. Raises OSError, and what
    ``lines`` raises.
    """
    count = 0
    with open(output, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        try:
            for line in lines:
                file.write(line)
                count += 1
            file.flush()
        except BaseException:
            output.unlink(missing_ok=True)
            raise
    return count


def export(path: Path, *, with_values: bool = False, first: int = 1, last: int | None = None) -> Iterator[bytes]:
    """Yield the lines of records ``first`` to ``last`` from one snapshot of the log, each with its line feed.

    Raises AuditError if the log cannot be read or has no such record.
    """
    connection = database.connect_reader(path)
    try:
        with database.read_errors():
            connection.execute("BEGIN")
            newest = database.last_row(connection)
            end = newest if newest is None or last is None else database.row_at(connection, min(last, newest.seq))
            if end is None or not 0 < first <= end.seq:
                raise AuditError("The audit log holds no such records.")
            yield _line({"format": FORMAT, "version": VERSION, "log": database.log_id(connection),
                         "first": first, "last": end.seq, "head": end.hash.hex()})  # fmt: skip
            for row in database.rows(connection, first, end.seq):
                yield _line(_record(row, database.values_of(connection, row.seq) if with_values else None))
    finally:
        connection.close()


def read_header(line: bytes) -> Header:
    """Parse the first line. Raises AuditError for anything else."""
    match _parse(line):
        case {"format": "assent.audit.jsonl", "version": 1, "log": str(log), "first": int(first), **more}:
            match more:
                case {"last": int(last), "head": str(head)} if 0 < first <= last:
                    return Header(log, first, last, head)
    raise AuditError("The first line is not the header of an export of an audit log.")


def read_line(line: bytes, expected: int) -> tuple[Row, list[Value]]:
    """Parse a record's line. Raises BrokenChain for anything else, naming record ``expected``."""
    try:
        match _parse(line):
            case {
                "seq": int(seq),
                "time": str(time),
                "prev_hash": str(prev),
                "body": str(body),
                "hash": str(digest),
                **more,
            }:
                row = Row(seq, time, bytes.fromhex(prev), body.encode(), bytes.fromhex(digest))
                values = more.get("values", {})
                if isinstance(values, dict):
                    return row, [_value(seq, name, value) for name, value in values.items()]
    except ValueError:  # no hex, no base64
        pass
    raise BrokenChain(expected, "has a line that does not belong in an export")


def _record(row: Row, values: list[Value] | None) -> JsonObject:
    line: JsonObject = {
        "seq": row.seq,
        "time": row.time,
        "prev_hash": row.prev_hash.hex(),
        "body": row.body.decode(errors="replace"),  # a body that is no text is damaged and will not verify
        "hash": row.hash.hex(),
    }
    if values is not None:
        line["values"] = {value.name: _content(value) for value in values if not value.erased}
    return line


def _content(value: Value) -> JsonValue:
    content: JsonObject = {"key": value.key.hex()}
    if value.value is not None:
        try:
            content["text"] = value.value.decode()
        except UnicodeDecodeError:
            content["base64"] = base64.b64encode(value.value).decode()
    return content


def _value(seq: int, name: str, content: JsonValue) -> Value:
    """The inverse of ``_content``. Raises ValueError."""
    match content:
        case {"key": str(key), "text": str(text), **more} if not more:
            return Value(seq, name, bytes.fromhex(key), text.encode())
        case {"key": str(key), "base64": str(data), **more} if not more:
            return Value(seq, name, bytes.fromhex(key), base64.b64decode(data, validate=True))
        case {"key": str(key), **more} if not more:
            return Value(seq, name, bytes.fromhex(key), None)
        case _:
            raise ValueError


def _parse(line: bytes) -> JsonValue:
    try:
        return canonical.parse(line)
    except MalformedJson:
        return None


def _line(value: JsonObject) -> bytes:
    """JSON in printable ASCII. DEL is the only control character that JSON does not escape; only strings hold it."""
    return json.dumps(value, separators=(",", ":")).replace("\x7f", "\\u007f").encode() + b"\n"
