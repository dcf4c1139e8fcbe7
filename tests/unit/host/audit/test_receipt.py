"""Receipts held against a log."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from host.audit import database, jsonl
from host.audit.receipt import KEY, Receipt, read_receipt, receipt_to_json
from host.audit.verify import verify_export, verify_log
from host.errors import AuditError
from host.model import Draft, sha256_hex
from tests.unit.host.audit.support import Log, erase, log_in, outcome, write

PARAMS = b'{"arguments":{},"name":"echo"}'


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """Four records: log.opened, host.started, then what a person was asked, and the decision."""
    log = log_in(tmp_path)
    decision = Draft("call.decided", {"decision": "approve", "by": "approver", "who": "ana"}, {}, "c1")
    write(log, Draft("call.proposed", {}, {"params": PARAMS}, "c1"), decision, outcome("c1", result=b"{}"))
    return log


def receipt_of(log: Log) -> Receipt:
    with closing(database.connect_reader(log.path)) as connection:
        row = database.row_at(connection, 4)
    assert row is not None
    return Receipt("c1", sha256_hex(PARAMS), "approve", "approver", "ana", 4, row.hash.hex())


def checked(log: Log, receipt: Receipt) -> tuple[str, bool]:
    found = verify_log(log.path, log.head, receipt=receipt)
    assert found.ok
    assert found.receipt is not None
    return found.receipt.problem, found.receipt.compared


def test_a_receipt_holds_against_the_log_and_against_an_export_with_or_without_values(log: Log) -> None:
    receipt = receipt_of(log)
    assert checked(log, receipt) == ("", True)
    for with_values in (True, False):
        found = verify_export(jsonl.export(log.path, with_values=with_values), receipt)
        assert found.receipt is not None
        assert (found.receipt.problem, found.receipt.compared) == ("", with_values)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"head": "0" * 64}, "record 4 has another hash"),
        ({"record": 40}, "the log has no record 40"),
        ({"call": "c2"}, "record 4 is not the decision on this call"),
        ({"who": "mallory"}, "record 4 says otherwise who decided, or what"),
        ({"decision": "deny"}, "record 4 says otherwise who decided, or what"),
        ({"digest": "1" * 64}, "the inputs on record are not those that the receipt names"),
    ],
)
def test_s37_a_receipt_that_says_something_else_does_not_hold(log: Log, changed: dict[str, object], why: str) -> None:
    assert checked(log, receipt_of(log)._replace(**changed))[0] == why  # type: ignore[arg-type]  # as the names say


def test_s09_a_receipt_that_a_server_wrote_into_its_result_is_not_read_in_place_of_ours(log: Log) -> None:
    ours = receipt_of(log)
    copied = receipt_to_json(ours._replace(call="c9"))
    result = {"_meta": {KEY: receipt_to_json(ours)}, "result": {"_meta": {KEY: copied}}, "jsonrpc": "2.0"}
    for text in (result, {"jsonrpc": "2.0", "id": 1, "result": result}):
        assert read_receipt(json.dumps(text).encode()) == ours


def test_the_outcome_is_no_decision(log: Log) -> None:
    with closing(database.connect_reader(log.path)) as connection:
        row = database.row_at(connection, 5)
    assert row is not None
    problem, _ = checked(log, receipt_of(log)._replace(record=5, head=row.hash.hex()))
    assert problem == "record 5 is not the decision on this call"


def test_inputs_that_were_erased_cannot_be_compared(log: Log) -> None:
    with closing(database.connect(log.path)) as connection:
        erase(connection, 3, "params")
    assert checked(log, receipt_of(log)) == ("", False)


def test_a_receipt_is_read_alone_from_a_result_and_from_a_response(log: Log) -> None:
    receipt = receipt_of(log)
    alone = receipt_to_json(receipt)
    result = {"_meta": {KEY: alone}, "content": []}
    for value in (alone, result, {"jsonrpc": "2.0", "id": 1, "result": result}):
        assert read_receipt(json.dumps(value).encode()) == receipt


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        b'{"_meta":{}}',
        b'{"call":"c"}',
        b'{"call":1,"digest":"","decision":"","by":"","who":"","record":1,"head":""}',
        b'{"a":1,"a":2}',
    ],
)
def test_what_is_no_receipt_is_said_to_be_none(text: bytes) -> None:
    with pytest.raises(AuditError):
        read_receipt(text)
