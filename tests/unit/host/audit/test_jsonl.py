from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any  # JSON as it comes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.audit import database, jsonl
from host.audit.record import RESULT_KEPT
from host.audit.verify import verify_export
from host.errors import AuditError
from host.model import Draft
from tests.unit.host.audit.support import Log, decided, erase, log_in, outcome, tampering, write

CANARY = "canary \x1b[8m\x7f\x9b\u202e\u20ac"
HOSTILE = "\r\n\x1b]0;owned\x07\x7f\x9b1m\u202e\u2028"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    log = log_in(tmp_path_factory.mktemp("log"))
    write(
        log,
        decided("c1", params=json.dumps({"password": CANARY}, ensure_ascii=False).encode(), reason=b"\xff\x00"),  # 3
        outcome("c1", result=CANARY.encode() * RESULT_KEPT),  # 4
        Draft("app.refused", {"claimed": HOSTILE}),  # 5
    )
    return log


def lines(log: Log, *, with_values: bool = True) -> list[bytes]:
    return list(jsonl.export(log.path, with_values=with_values))


def edited(line: bytes, edit: Callable[[Any], object]) -> bytes:
    value = json.loads(line)
    edit(value)
    return json.dumps(value).encode()


@pytest.mark.parametrize("with_values", [True, False])
def test_an_export_verifies_by_itself(log: Log, with_values: bool) -> None:
    checked = verify_export(lines(log, with_values=with_values))
    assert checked == log.verify()
    assert checked.ok
    assert checked.records == 5


def test_the_first_line_says_what_follows(log: Log) -> None:
    checked = log.verify()
    assert json.loads(lines(log)[0]) == {
        "format": "assent.audit.jsonl",
        "version": 1,
        "log": checked.log,
        "first": 1,
        "last": 5,
        "head": checked.head_hash,
    }


def test_each_line_holds_its_record_byte_for_byte(log: Log) -> None:
    for line, row in zip(lines(log, with_values=False)[1:], log.rows(), strict=True):
        assert json.loads(line) == {
            "seq": row.seq,
            "time": row.time,
            "prev_hash": row.prev_hash.hex(),
            "body": row.body.decode(),
            "hash": row.hash.hex(),
        }


def test_somebody_with_the_format_alone_can_check_an_export(log: Log) -> None:
    """As a reviewer would who trusts none of our code but the description in ``chain``."""
    header, *records = map(json.loads, lines(log))
    before = hashlib.sha256(b"assent/audit/genesis/v1\0" + header["log"].encode()).hexdigest()
    for record in records:
        body = record["body"].encode()
        digest = hashlib.sha256(b"assent/audit/record/v1\0" + bytes.fromhex(before) + body).hexdigest()
        assert (record["prev_hash"], record["hash"]) == (before, digest)
        for name, value in record["values"].items():
            data = base64.b64decode(value["base64"]) if "base64" in value else value.get("text", "").encode()
            if len(value) == 2:
                expected = hmac.new(bytes.fromhex(value["key"]), data, "sha256").hexdigest()
                assert json.loads(body)["commitments"][name]["hmac"] == expected
        before = digest
    assert before == header["head"]


def test_s36_values_and_keys_are_exported_only_when_asked_for(log: Log) -> None:
    assert all("values" not in json.loads(line) for line in lines(log, with_values=False))
    assert b"canary" not in b"".join(lines(log, with_values=False))
    with closing(database.connect_reader(log.path)) as connection:
        keys = [value.key.hex().encode() for value in database.values(connection)]
    assert not any(key in line for key in keys for line in lines(log, with_values=False))


def test_values_stand_as_text_where_they_are_text(log: Log) -> None:
    values = json.loads(lines(log)[3])["values"]
    assert json.loads(values["params"]["text"]) == {"password": CANARY}
    assert values["reason"].keys() == {"key", "base64"}
    assert base64.b64decode(values["reason"]["base64"]) == b"\xff\x00"
    result = json.loads(lines(log)[4])["values"]
    assert result["result"].keys() == {"key"}
    assert result["result_excerpt"]["text"].startswith(CANARY)


def test_s08_a_line_is_printable_ascii_whatever_a_stranger_wrote(log: Log) -> None:
    for line in lines(log):
        assert line.endswith(b"\n")
        assert line[:-1].isascii()
        assert line[:-1].decode().isprintable()
    assert json.loads(json.loads(lines(log)[5])["body"])["fields"]["claimed"] == HOSTILE


def test_a_part_is_checked_from_where_it_begins(log: Log) -> None:
    part = list(jsonl.export(log.path, first=3, last=4))
    checked = verify_export(part)
    assert checked.ok
    assert (checked.first, checked.last, checked.records) == (3, 4, 2)


@pytest.mark.parametrize(("first", "last"), [(0, None), (6, None), (4, 3), (1, 0), (-1, 2)])
def test_a_part_that_does_not_exist_is_refused(log: Log, first: int, last: int | None) -> None:
    with pytest.raises(AuditError, match="no such records"):
        list(jsonl.export(log.path, first=first, last=last))


def test_a_last_record_beyond_the_end_means_the_end(log: Log) -> None:
    assert len(list(jsonl.export(log.path, last=1 << 70))) == 6


def test_there_is_nothing_to_export_where_there_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="There is no audit log"):
        list(jsonl.export(tmp_path / "none"))


def test_erased_values_are_not_exported(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    write(log, decided("c1", params=b"hunter2"))
    with closing(database.connect(log.path)) as connection:
        erase(connection, 3, "params")
    assert json.loads(lines(log)[3])["values"] == {}
    assert verify_export(lines(log)).ok


def test_a_damaged_log_can_be_exported_and_does_not_verify(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    write(log)
    with tampering(log) as connection:
        connection.execute("UPDATE records SET body = CAST(x'7b2261223a22ff227d' AS TEXT) WHERE seq = 2")
    assert verify_export(lines(log)).first_bad_seq == 2


def swap(exported: list[bytes]) -> Iterator[bytes]:
    yield from (exported[0], exported[1], exported[3], exported[2], *exported[4:])


ATTACKS: dict[str, tuple[Callable[[list[bytes]], list[bytes]], int]] = {
    "empty": (lambda _: [], 0),
    "no header": (lambda all_: all_[1:], 0),
    "header of a newer form": (lambda all_: [edited(all_[0], lambda it: it.update(version=2)), *all_[1:]], 0),
    "header without head": (lambda all_: [edited(all_[0], lambda it: it.pop("head")), *all_[1:]], 0),
    "another log id": (lambda all_: [edited(all_[0], lambda it: it.update(log="0" * 32)), *all_[1:]], 1),
    "only a header": (lambda all_: all_[:1], 1),
    "first record deleted": (lambda all_: [all_[0], *all_[2:]], 1),
    "record deleted": (lambda all_: [*all_[:3], *all_[4:]], 3),
    "records swapped": (lambda all_: list(swap(all_)), 2),
    "record repeated": (lambda all_: [*all_[:3], all_[2], *all_[3:]], 3),
    "end cut off": (lambda all_: all_[:-2], 4),
    "line cut off": (lambda all_: [*all_[:3], all_[3][:100]], 3),
    "blank line": (lambda all_: [*all_[:3], b"\n", *all_[3:]], 3),
    "body edited": (lambda all_: [*all_[:3], all_[3].replace(b"approve", b"deny"), *all_[4:]], 3),
    "hash no hex": (lambda all_: [*all_[:3], edited(all_[3], lambda it: it.update(hash="xy")), *all_[4:]], 3),
    "seq no integer": (lambda all_: [*all_[:3], edited(all_[3], lambda it: it.update(seq="3")), *all_[4:]], 3),
    "body twice": (lambda all_: [*all_[:3], all_[3].replace(b'{"seq"', b'{"body":"x","seq"'), *all_[4:]], 3),
    "value edited": (lambda all_: [*all_[:3], all_[3].replace(b"canary", b"canari"), *all_[4:]], 3),
    "value of no kind": (
        lambda all_: [*all_[:3], edited(all_[3], lambda it: it["values"].update(params=1)), *all_[4:]],
        3,
    ),
    "value no base64": (
        lambda all_: [*all_[:3], edited(all_[3], lambda it: it["values"]["reason"].update(base64="?")), *all_[4:]],
        3,
    ),
    "value in two forms": (
        lambda all_: [*all_[:3], edited(all_[3], lambda it: it["values"]["params"].update(base64="")), *all_[4:]],
        3,
    ),
    "values no object": (lambda all_: [*all_[:3], edited(all_[3], lambda it: it.update(values=[])), *all_[4:]], 3),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_s37_an_export_that_was_tampered_with_is_found(log: Log, attack: str) -> None:
    change, seq = ATTACKS[attack]
    checked = verify_export(change(lines(log)))
    assert not checked.ok
    assert checked.problem
    assert checked.first_bad_seq == seq


@given(st.lists(st.binary(max_size=200)))
def test_whatever_bytes_are_given_the_answer_is_a_verification(given_lines: list[bytes]) -> None:
    assert not verify_export(given_lines).ok


@given(st.data())
def test_s37_any_byte_of_an_export_that_says_something_else_is_found(log: Log, data: st.DataObject) -> None:
    honest = lines(log)
    index = data.draw(st.integers(0, len(honest) - 1))
    line = bytearray(honest[index])
    line[data.draw(st.integers(0, len(line) - 1))] ^= data.draw(st.integers(1, 127))
    changed = [*honest[:index], bytes(line), *honest[index + 1 :]]
    if verify_export(changed).ok:
        assert said(changed) == said(honest)


def said(exported: list[bytes]) -> object:
    """All that can be checked: the key of a value that was never kept opens nothing, and hex digits have two cases."""
    header, *records = exported
    read = [jsonl.read_line(line, 0) for line in records]
    kept = [[value for value in values if value.value is not None] for _, values in read]
    return jsonl.read_header(header), [row for row, _ in read], kept


def test_an_export_that_cannot_be_finished_leaves_no_file(tmp_path: Path) -> None:
    def lines() -> Iterator[bytes]:
        yield b"{}\n"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        jsonl.write_new(tmp_path / "export.jsonl", lines())
    assert not list(tmp_path.iterdir())
    assert jsonl.write_new(tmp_path / "export.jsonl", [b"{}\n"]) == 1
    with pytest.raises(FileExistsError):
        jsonl.write_new(tmp_path / "export.jsonl", lines())
    assert (tmp_path / "export.jsonl").read_bytes() == b"{}\n"
