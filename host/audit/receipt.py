"""The receipt of a call: which record of the log holds the decision about it (pure).

Owns: the form of a receipt (docs/reference/receipts.md), and checking one against the records of a log.

Invariants: a receipt is valid if the log has the record that it names, with the same hash and the same decision. Inputs
that the log no longer keeps are reported as not compared, never as correct.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from host import regex
from host.audit.chain import Row, Value
from host.canonical import parse
from host.errors import AuditError, MalformedJson
from host.model import JsonObject, JsonValue, sha256_hex

KEY: Final = "dev.assent/receipt"
"""Its key in the ``_meta`` of a call's result."""
_HASH: Final = regex.pattern(r"[0-9a-f]{64}")


class Receipt(NamedTuple):
    """A receipt."""

    call: str
    digest: str  # SHA-256 of the decided params, hex
    decision: str  # ``approve`` or ``deny``
    by: str  # what decided, as in ``model.Decision``
    who: str  # which rule, grant or person
    record: int  # number of the record of that decision
    head: str  # hash of that record, hex


def read_receipt(text: bytes) -> Receipt:
    """Find the receipt in itself, in the result of a call or in a response. Raises AuditError if there is none."""
    try:
        value = parse(text)
    except MalformedJson as error:
        raise AuditError(f"the file has no receipt: {error}") from error
    if isinstance(value, dict) and "result" in value and "_meta" not in value:
        value = value["result"]  # a response; if ``_meta`` is beside ``result``, this is a server's own object
    for step in ("_meta", KEY):
        if isinstance(value, dict) and step in value:
            value = value[step]
    return _receipt_from_json(value)


def _receipt_from_json(value: JsonValue) -> Receipt:
    members = value if isinstance(value, dict) else {}
    texts = [members.get(name) for name in ("call", "digest", "decision", "by", "who")]
    record, head = members.get("record"), members.get("head")
    hashes = [text for text in (members.get("digest"), head) if isinstance(text, str) and _HASH.fullmatch(text)]
    if not all(isinstance(text, str) for text in texts) or type(record) is not int or len(hashes) != 2:
        raise AuditError("there is no receipt of Assent in it")
    call, digest, decision, by, who = map(str, texts)
    return Receipt(call, digest, decision, by, who, record, str(head))


class ReceiptCheck:
    """Checks a receipt against the records of a log, one record after another.

    Attributes:
        problem: why it is not valid, empty if it is.
        compared: whether the inputs were compared, since the log still keeps them.
    """

    def __init__(self, receipt: Receipt) -> None:
        self.receipt, self.compared = receipt, False
        self.problem = f"the log has no record {receipt.record}"
        self._params_digest = ""

    def check_record(self, row: Row, body: Mapping[str, object], values: Iterable[Value]) -> None:
        """Compare with the next sound record and its values."""
        if body.get("call") != self.receipt.call and row.seq != self.receipt.record:
            return
        for value in values:
            if value.name == "params" and row.seq <= self.receipt.record:
                kept = value.value is not None and not value.erased
                self._params_digest = sha256_hex(value.value) if kept and value.value is not None else ""
        if row.seq == self.receipt.record:
            self.compared = self._params_digest != ""
            self.problem = self._problem_of_decision(row, body)

    def _problem_of_decision(self, row: Row, body: Mapping[str, object]) -> str:
        receipt, body_fields = self.receipt, body.get("fields")
        fields = body_fields if isinstance(body_fields, dict) else {}
        if row.hash.hex() != receipt.head:
            return f"record {row.seq} has another hash"
        if (body.get("kind"), body.get("call")) != ("call.decided", receipt.call):
            return f"record {row.seq} is not the decision on this call"
        if any(fields.get(name) != getattr(receipt, name) for name in ("decision", "by", "who")):
            return f"record {row.seq} says otherwise who decided, or what"
        if self._params_digest and self._params_digest != receipt.digest:
            return "the inputs on record are not those that the receipt names"
        return ""


def receipt_to_json(receipt: Receipt) -> JsonObject:
    """Return the receipt as the app gets it."""
    return dict(receipt._asdict())
