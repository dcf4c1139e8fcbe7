"""Identifiers: call ids, valid JSON-RPC ids, and the ids that an app has used.

Invariants: memory is bounded however many ids a hostile app invents, and a look-up takes no longer, however they are
chosen. ``1`` and ``"1"`` are different ids (JSON-RPC 2.0 §4, MCP).
"""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict
from typing import Final, TypeGuard

from host.model import RequestId

REMEMBERED_IDS: Final = 65_536
"""Ids outside the contiguous range that are remembered one by one; beyond that the oldest are forgotten."""
REMEMBERED_WHOLE: Final = 64
"""Bytes up to which an id is remembered itself; for longer ones its digest is."""


def is_id(value: object) -> TypeGuard[RequestId]:
    """Whether a JSON value can be an id: a text or a whole number (JSON-RPC 2.0 §4, MCP)."""
    return isinstance(value, str) or type(value) is int


def uuid7(unix_seconds: float) -> str:
    """A UUIDv7 for the given time: 48 bits of milliseconds, then 74 random bits (RFC 9562 §5.7)."""
    milliseconds = int(unix_seconds * 1000) & 0xFFFF_FFFF_FFFF
    value = (milliseconds << 80) | int.from_bytes(os.urandom(10), "big")
    value = (value & ~(0xF << 76)) | (0x7 << 76)
    value = (value & ~(0x3 << 62)) | (0x2 << 62)
    digits = f"{value:032x}"  # the format of uuid.UUID, in a tenth of the time
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


class UsedIds:
    """Remembers the request ids of one session.

    The range of a client that counts up takes two integers; all other ids are in a bounded, oldest-first memory.
    """

    def __init__(self) -> None:
        self._low = 0
        self._high = -1
        self._others: OrderedDict[bytes, None] = OrderedDict()

    def use(self, request_id: RequestId) -> bool:
        """Mark ``request_id`` as used. Returns False if it was used before."""
        if isinstance(request_id, int) and self._low <= request_id <= self._high:
            return False
        # Not the number itself: its hash in Python is known, so that many with one hash could be chosen.
        key = b"%d" % request_id if isinstance(request_id, int) else b'"' + request_id.encode("utf-8", "surrogatepass")
        if len(key) > REMEMBERED_WHOLE:
            key = hashlib.sha256(key).digest()
        if key in self._others:
            return False
        if isinstance(request_id, int):
            if request_id == self._high + 1 and self._high >= self._low:
                self._high = request_id
                return True
            if self._high < self._low:
                self._low = self._high = request_id
                return True
        self._others[key] = None
        if len(self._others) > REMEMBERED_IDS:
            self._others.popitem(last=False)
        return True
