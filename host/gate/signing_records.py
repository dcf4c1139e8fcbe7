"""The records of signatures and of those who may sign (pure).

Owns: which fields they have. What stays true: no secret and no credential is in any of them, nor a name that nobody
registered: people type a PIN into the wrong field.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.model import ApprovalRequest, Draft, JsonObject, JsonValue, Signature


def signed(request: ApprovalRequest, signature: Signature, missing: Sequence[str]) -> Draft:
    """Somebody signed a call as it was asked in this round; ``call.proposed`` commits to what was shown.

    ``missing``: what is still wanted after it, in words.
    """
    roles: list[JsonValue] = list(signature.roles)
    lacking: list[JsonValue] = list(missing)
    fields: JsonObject = {
        "approver": signature.approver,
        "roles": roles,
        "definition": request.definition.digest,
        "round": request.round,
        "missing": lacking,
    }
    return Draft("call.signed", fields, call=request.call.id)


def failed(name: str | None, failures: int) -> Draft:
    """A secret that was not this person's.

    ``name``: as registered, None where there is no such. ``failures``: in a row; names that nobody registered count
    together.
    """
    return Draft("approver.failed", _named(name) | {"failures": failures})


def locked(name: str | None, failures: int, seconds: float) -> Draft:
    """Too many in a row: no secret counts for ``seconds``. As ``failed``."""
    return Draft("approver.locked", _named(name) | {"failures": failures, "seconds": seconds})


def enrolled(name: str, *, changed: bool, remembered: bool) -> Draft:
    """The person at this desk set the own PIN. ``changed``: there was one. ``remembered``: the keyring keeps it."""
    return Draft("approver.enrolled", {"name": name, "changed": changed, "remembered": remembered})


def _named(name: str | None) -> JsonObject:
    return {"unknown": True} if name is None else {"name": name}
