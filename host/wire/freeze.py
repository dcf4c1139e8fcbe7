"""The params of a ``tools/call``, frozen at arrival (pure).

Owns: which bytes a call is.

Invariants: every key that will be sent is one this module knows; the canonical bytes made here are shown, judged,
committed to and sent; tasks do not pass until they are gated; what the app tells of its chat and of who asks in it
(``_meta["dev.assent/turn"]``, ``agent``, ``model``, ``chat``) is for people here, and never sent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from host.canonical import canonical, join_members
from host.errors import INVALID_PARAMS, METHOD_NOT_FOUND
from host.model import SAYS_NOTHING, AppSays, JsonObject, JsonValue, RequestId
from host.wire.messages import RefusedMessage
from host.wire.methods import MODERN

_LEGACY_KEYS: Final = frozenset({"_meta", "name", "arguments"})
META_TURN: Final = "dev.assent/turn"
"""Under this an app may tell, as text, what in its chat led to a call."""
LONGEST_TURN: Final = 2_000
"""Characters of that which are kept."""
META_SAYS: Final = {name: f"dev.assent/{name}" for name in ("agent", "model", "chat")}
"""By fields of ``AppSays``: under these it may tell, as texts, who asks within it."""
LONGEST_SAID: Final = 60
"""Characters of each that are kept."""

_MODERN_KEYS: Final = _LEGACY_KEYS | {"inputResponses", "requestState"}


@dataclass(frozen=True, slots=True)
class Frozen:
    """The parts of a frozen call.

    Attributes:
        tool: exact name (untrusted).
        params: canonical bytes of all that is sent, less the progress token.
        arguments: canonical bytes.
        arguments_value: parsed.
        progress_token: what the app wants progress under, or None.
        turn: what in its chat led here, as the app tells it (untrusted), bounded.
        says: what it tells of who asks.
    """

    tool: str
    params: bytes
    arguments: bytes
    arguments_value: JsonObject = field(repr=False)
    progress_token: RequestId | None
    turn: str = ""
    says: AppSays = SAYS_NOTHING


def freeze(params: JsonObject | None, revision: str, request_id: RequestId, *, plain: bool = False) -> Frozen:
    """Freeze the params of a ``tools/call`` (MCP, server/tools, Calling Tools).

    ``plain``: whether the fast encoder is exact for them.

    Raises:
        RefusedMessage: -32602 for params that no revision describes, -32601 for a task.
    """
    params = params or {}
    if "task" in params:
        raise _refuse(request_id, "task-augmented calls are not supported", METHOD_NOT_FOUND)
    if unknown := params.keys() - (_MODERN_KEYS if revision in MODERN else _LEGACY_KEYS):
        raise _refuse(request_id, "tools/call has a parameter that this revision does not know", detail=min(unknown))
    tool, arguments = params.get("name"), params.get("arguments", {})
    if not isinstance(tool, str):
        raise _refuse(request_id, "tools/call needs the name of a tool")
    if not isinstance(arguments, dict):
        raise _refuse(request_id, '"arguments" must be an object')
    token, meta = take_progress_token(params, request_id, "tools/call")
    turn, meta = _take_turn(meta)
    says, meta = _take_says(meta)
    argument_bytes = canonical(arguments, plain=plain)
    members = {key: canonical(value, plain=plain) for key, value in params.items() if key not in ("_meta", "arguments")}
    if meta:
        members["_meta"] = canonical(meta, plain=plain)
    if "arguments" in params:
        members["arguments"] = argument_bytes
    return Frozen(tool, join_members(members), argument_bytes, arguments, token, turn, says)


def take_progress_token(params: JsonObject, request_id: RequestId, method: str) -> tuple[RequestId | None, JsonObject]:
    """Split ``_meta`` into the app's progress token and the rest.

    Raises:
        RefusedMessage: -32602, the token is neither a string nor a whole number.
    """
    meta = params.get("_meta")
    if not isinstance(meta, dict) or "progressToken" not in meta:
        return None, meta if isinstance(meta, dict) else {}
    token: JsonValue = meta["progressToken"]
    if not isinstance(token, str) and type(token) is not int:
        why = "a progress token must be a string or a whole number"
        raise RefusedMessage(INVALID_PARAMS, why, request_id=request_id, method=method)
    return token, {key: value for key, value in meta.items() if key != "progressToken"}


def _take_turn(meta: JsonObject) -> tuple[str, JsonObject]:
    """Split ``_meta`` into what led here, as far as it is kept, and the rest."""
    if META_TURN not in meta:
        return "", meta
    told, rest = meta[META_TURN], {key: value for key, value in meta.items() if key != META_TURN}
    if not isinstance(told, str):
        return "", rest
    cut = len(told) - LONGEST_TURN
    return (told if cut <= 0 else f"{told[:LONGEST_TURN]}… and {cut:,} more characters"), rest


def _take_says(meta: JsonObject) -> tuple[AppSays, JsonObject]:
    """Split ``_meta`` into what it tells of who asks, as far as it is kept, and the rest."""
    told = {name: text for name, key in META_SAYS.items() if isinstance(text := meta.get(key), str)}
    kept = {name: _cut(text) for name, text in told.items()}
    ours = frozenset(META_SAYS.values())
    return AppSays(**kept), {key: value for key, value in meta.items() if key not in ours}


def client_of(info: JsonValue) -> str:
    """What an app calls itself in its ``clientInfo``, as far as it is kept."""
    told = (info.get("name"), info.get("version")) if isinstance(info, dict) else ()
    return _cut(" ".join(part for part in told if isinstance(part, str)))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SAID else f"{text[: LONGEST_SAID - 1]}…"


def _refuse(request_id: RequestId, why: str, code: int = INVALID_PARAMS, detail: str = "") -> RefusedMessage:
    return RefusedMessage(code, why, request_id=request_id, method="tools/call", detail=detail)
