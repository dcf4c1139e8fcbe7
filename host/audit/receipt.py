"""The receipt of a call: which record of the log says what was decided about it (pure).

Owns: its form (docs/reference/receipts.md), and the check of one against the records of a log.

Invariants: a receipt holds where the record that it names stands in the log under the same hash and says the same; what
the log does not keep any more is said, and never taken for right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from host.audit.chain import Row, Value
from host.canonical import parse
from host.errors import AuditError, MalformedJson
from host.model import JsonObject, JsonValue, sha256_hex

KEY: Final = "dev.assent/receipt"
"""Under which it stands in the ``_meta`` of a call's result."""
_HASH: Final = re.compile(r"[0-9a-f]{64}")


class Receipt(NamedTuple):
    """What a receipt says.

    Attributes:
        call: id.
        digest: SHA-256 of the params that were decided on, hex.
        decision: ``approve`` or ``deny``.
        by: what decided, as in ``model.Decision``.
        who: which rule, grant or person.
        record, head: number and hash of the record of that decision.
    """

    call: str
    digest: str
    decision: str
    by: str
    who: str
    record: int
    head: str


def read_receipt(text: bytes) -> Receipt:
    """The receipt in ``text``: alone, in the result of a call, or in the response that brought that.

    Raises:
        AuditError: there is none.
    """
    try:
        value = parse(text)
    except MalformedJson as error:
        raise AuditError(f"the receipt is no JSON: {error}") from error
    if isinstance(value, dict) and "result" in value and "_meta" not in value:
        value = value["result"]  # in a response; where ``_meta`` stands beside it, that is a server's own word
    for step in ("_meta", KEY):
        if isinstance(value, dict) and step in value:
            value = value[step]
    return _receipt(value)


def _receipt(value: JsonValue) -> Receipt:
    said = value if isinstance(value, dict) else {}
    texts = [said.get(name) for name in ("call", "digest", "decision", "by", "who")]
    record, head = said.get("record"), said.get("head")
    hashes = [it for it in (said.get("digest"), head) if isinstance(it, str) and _HASH.fullmatch(it)]
    if not all(isinstance(it, str) for it in texts) or type(record) is not int or len(hashes) != 2:
        raise AuditError("there is no receipt of Assent in it")
    call, digest, decision, by, who = map(str, texts)
    return Receipt(call, digest, decision, by, who, record, str(head))


class ReceiptCheck:
    """Holds a receipt against the records of a log, one after the other.

    Attributes:
        receipt: that is checked.
        problem: why it does not hold, empty where it does.
        compared: whether the log still keeps the inputs, so that they could be compared.
    """

    def __init__(self, receipt: Receipt) -> None:
        """``receipt``: to be checked."""
        self.receipt, self.compared = receipt, False
        self.problem = f"the log has no record {receipt.record}"
        self._params = ""

    def take(self, row: Row, body: Mapping[str, object], values: Iterable[Value]) -> None:
        """The next record, which holds, and its values."""
        if body.get("call") != self.receipt.call and row.seq != self.receipt.record:
            return
        for value in values:
            if value.name == "params" and row.seq <= self.receipt.record:
                kept = value.value is not None and not value.erased
                self._params = sha256_hex(value.value) if kept and value.value is not None else ""
        if row.seq == self.receipt.record:
            self.compared = self._params != ""
            self.problem = self._differs(row, body)

    def _differs(self, row: Row, body: Mapping[str, object]) -> str:
        receipt, fields = self.receipt, body.get("fields")
        said = fields if isinstance(fields, dict) else {}
        if row.hash.hex() != receipt.head:
            return f"record {row.seq} has another hash"
        if (body.get("kind"), body.get("call")) != ("call.decided", receipt.call):
            return f"record {row.seq} is not the decision on this call"
        if any(said.get(name) != getattr(receipt, name) for name in ("decision", "by", "who")):
            return f"record {row.seq} says otherwise who decided, or what"
        if self._params and self._params != receipt.digest:
            return "the inputs on record are not those that the receipt names"
        return ""


def in_json(receipt: Receipt) -> JsonObject:
    """A receipt as an app gets it."""
    return dict(receipt._asdict())
