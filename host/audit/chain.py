"""Computes and checks the hash chain of the log (pure).

Owns: how a record is linked to the one before it, how a sensitive value is committed to, and the check of both.

Invariants: format 1 never changes, so that every record ever written can be checked. Whatever the file holds, a check
raises only ``BrokenChain``, with the first bad record and why it is bad.

Format 1, in full. ``‖`` joins bytes; hashes are SHA-256 (FIPS 180-4), 32 bytes:
- ``genesis = SHA-256("assent/audit/genesis/v1" ‖ 0x00 ‖ log id)``, the log id being 32 lower-case hex digits in ASCII;
- ``hash(n) = SHA-256("assent/audit/record/v1" ‖ 0x00 ‖ hash(n-1) ‖ body(n))``, with ``hash(0) = genesis``. ``body`` is
  the record's canonical JSON (RFC 8785) in UTF-8, exactly as it is in the file;
- a commitment to a value is ``HMAC-SHA-256(key, value)`` (RFC 2104) under a random 256-bit key of its own. Without the
  key it reveals nothing of the value but its length. If key and value are erased, the chain still holds. They are
  erased if their row is missing, or if both hold only zeros.

Both hash inputs begin with a string that ends in NUL and occurs nowhere else, and the previous hash has a fixed length:
two different inputs never have the same bytes.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Final, NamedTuple

from host.errors import AuditError

FORMAT: Final = 1
"""Version of the record format, ``v`` in each body."""
KEY_BYTES: Final = 32
"""Bytes of a commitment's key: the size of the hash (RFC 2104 §3)."""
ERASED: Final = bytes(KEY_BYTES)
"""The key of an erased value."""

_LARGE: Final = 64 * 1024
_READER: Final = json.JSONDecoder()
_GENESIS: Final = b"assent/audit/genesis/v1\0"
_RECORD: Final = b"assent/audit/record/v1\0"


class Tip(NamedTuple):
    """The end of the chain, which the next record must follow.

    ``seq``: number of the last record, 0 in an empty log. ``time``: its time, empty in an empty log.
    """

    seq: int
    time: str
    hash: bytes


class Row(NamedTuple):
    """One record as it is stored."""

    seq: int  # 1 and up, without gaps
    time: str  # as in the body
    prev_hash: bytes
    body: bytes  # canonical JSON
    hash: bytes


class Value(NamedTuple):
    """A sensitive value as it is stored beside its record."""

    seq: int
    name: str  # unique in its record
    key: bytes  # of its commitment
    value: bytes | None  # None if it was never stored

    @property
    def erased(self) -> bool:
        """Whether the key was erased, so that nothing of the value can be proved."""
        return self.key == ERASED


class BrokenChain(AuditError):
    """A record is missing or was altered.

    ``seq``: number of the first record that is missing or wrong. ``problem``: what is wrong, without the number.
    """

    def __init__(self, seq: int, problem: str, *, detail: str = "") -> None:
        """``problem``: a sentence without its beginning, the record's number."""
        super().__init__(f"record {seq} {problem}", detail=detail)
        self.seq, self.problem = seq, problem


def genesis(log_id: str) -> Tip:
    """Return the tip that the first record of this log follows."""
    return Tip(0, "", hashlib.sha256(_GENESIS + log_id.encode()).digest())


def link(prev_hash: bytes, body: bytes) -> bytes:
    """Return the hash of a record with ``body`` that follows the record with ``prev_hash``."""
    return hashlib.sha256(_RECORD + prev_hash + body).digest()


def commit(key: bytes, value: bytes) -> str:
    """Return the commitment to ``value`` under ``key``, in hex."""
    if len(value) < _LARGE:
        return hmac.digest(key, value, "sha256").hex()
    return hmac.new(key, value, "sha256").hexdigest()  # slower, but lets other threads run meanwhile


def follow(tip: Tip, row: Row) -> Tip:
    """Return the tip after ``row``. Raises BrokenChain unless ``row`` is unaltered and directly follows ``tip``."""
    if row.seq != tip.seq + 1:
        raise BrokenChain(tip.seq + 1, f"is missing: record {row.seq} follows record {tip.seq}")
    if row.prev_hash != tip.hash:
        raise BrokenChain(row.seq, "is not linked to the record before it")
    if row.hash != link(row.prev_hash, row.body):
        raise BrokenChain(row.seq, "does not match its hash: it was altered")
    return Tip(row.seq, row.time, row.hash)


def parse_body(tip: Tip, row: Row) -> dict[str, object]:
    """Parse the body of ``row``. Raises BrokenChain if it differs from the columns or is older than ``tip``."""
    try:
        text = row.body.decode()
        body, end = _READER.raw_decode(text)  # twice as fast as json.loads; refuses white space around
    except (ValueError, RecursionError):
        raise BrokenChain(row.seq, "holds no JSON") from None
    if end != len(text) or not isinstance(body, dict) or body.get("v") != FORMAT:
        raise BrokenChain(row.seq, f"is not of format {FORMAT}")
    if body.get("seq") != row.seq or body.get("time") != row.time:
        raise BrokenChain(row.seq, "has columns that differ from its body")
    if row.time < tip.time:
        raise BrokenChain(row.seq, f"is older than the record before it ({row.time} after {tip.time})")
    return body


def check_value(body: Mapping[str, object], kept: Value) -> None:
    """Compare a value with its commitment in ``body``. Raises BrokenChain if there is none or it does not match."""
    if kept.erased and not any(kept.value or b""):
        return
    commitments = body.get("commitments")
    commitment = commitments.get(kept.name) if isinstance(commitments, dict) else None
    if not isinstance(commitment, dict):
        raise BrokenChain(kept.seq, "has a value that it does not commit to", detail=kept.name)
    if kept.value is not None and (
        commitment.get("hmac") != commit(kept.key, kept.value) or commitment.get("bytes") != len(kept.value)
    ):
        raise BrokenChain(kept.seq, "has a value that differs from its commitment", detail=kept.name)
