"""Where the receipt of a call stands in its result (pure).

Owns: making a receipt of a decision, and putting it into the ``_meta`` of a result.

Invariants: a receipt names a record that is durable already; it stands in results of calls alone, and only Assent puts
it there: what a server writes under its name is removed. A result with a ``_meta`` has it first, so that nothing is
parsed to add to it.
"""

from __future__ import annotations

from typing import Final

from host.audit.chain import Tip
from host.audit.receipt import KEY, Receipt, in_json
from host.canonical import compact
from host.model import Call, Draft, JsonObject
from host.wire.rewrite import without_claims

_META: Final = b'{"_meta":{'
_KEY: Final = b'"%s":' % KEY.encode()


def receipt(call: Call, decided: Draft, place: Tip) -> Receipt | None:
    """What the app gets beside the result of ``call``; None where ``decided`` is no decision. ``place``: of that."""
    if decided.kind != "call.decided":
        return None
    decision, by, who = (str(decided.fields[name]) for name in ("decision", "by", "who"))
    return Receipt(call.id, call.digest, decision, by, who, place.seq, place.hash.hex())


def prepared(result: JsonObject, body: bytes, *, plain: bool) -> bytes:
    """A server's ``result`` so that a receipt can be put into it.

    ``body``: the same, serialised. ``plain``: as ``canonical.Document`` has it.
    """
    if "_meta" not in result:
        return body
    meta = without_claims(result["_meta"])
    if meta is result["_meta"] and body.startswith(_META):
        return body
    first: JsonObject = {"_meta": meta} if isinstance(meta, dict) else {}
    return compact({**first, **{key: value for key, value in result.items() if key != "_meta"}}, plain=plain)


def with_receipt(result: bytes, given: Receipt) -> bytes:
    """``result``, as ``prepared`` made it or without any ``_meta``, with a receipt."""
    member = _KEY + compact(in_json(given))
    if not result.startswith(_META):
        return _META + member + (b"}" if result == b"{}" else b"},") + result[1:]
    comma = b"" if result.startswith(_META + b"}") else b","
    return _META + member + comma + result[len(_META) :]
