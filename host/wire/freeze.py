"""The params of a ``tools/call``, frozen at arrival (pure).

Invariants: only keys that this module knows are sent. The canonical bytes made here are shown, judged, committed to and
sent. Task-augmented calls are refused. What the app says about its chat (``_meta["dev.assent/turn"]``, ``agent``,
``model``, ``chat``) is shown to people and never sent.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from host.canonical import canonical, join_members
from host.errors import INVALID_PARAMS, METHOD_NOT_FOUND
from host.model import SAYS_NOTHING, AppSays, JsonObject, JsonValue, RequestId, object_in
from host.values import PartlyPrinted
from host.wire.messages import RefusedMessage
from host.wire.methods import MODERN

_LEGACY_KEYS: Final = frozenset({"_meta", "name", "arguments"})
META_TURN: Final = "dev.assent/turn"
"""Key of ``_meta``: the part of the chat that led to the call, as text."""
MAX_TURN_CHARACTERS: Final = 2_000
"""Characters that are kept of it."""
META_SAYS: Final = {name: f"dev.assent/{name}" for name in ("agent", "model", "chat")}
"""Keys of ``_meta`` by field of ``AppSays``: which agent, model and chat proposed the call, as texts."""
MAX_SAYS_CHARACTERS: Final = 60
"""Characters that are kept of each."""

_MODERN_KEYS: Final = _LEGACY_KEYS | {"inputResponses", "requestState"}


class FrozenCall(PartlyPrinted, Struct, frozen=True):
    """The parts of a frozen call."""

    UNPRINTED = frozenset({"arguments_value"})

    tool: str  # exact name of the tool (untrusted)
    params: bytes  # canonical bytes of all that is sent, without the progress token
    arguments: bytes
    arguments_value: JsonObject
    progress_token: RequestId | None  # the app's token for progress, None if it wants none
    turn: str = ""  # what in the chat led to the call, as the app says (untrusted), bounded
    says: AppSays = SAYS_NOTHING  # which agent, model and chat proposed it, as the app says (untrusted), bounded


def freeze(params: JsonObject | None, revision: str, request_id: RequestId, *, plain: bool = False) -> FrozenCall:
    """Freeze the params of a ``tools/call`` (MCP, server/tools, Calling Tools).

    ``plain``: whether the fast encoder is exact for them.

    Raises RefusedMessage: -32602 for params that the revision does not describe, -32601 for a task.
    """
    params = params or {}
    if "task" in params:
        raise _refusal(request_id, "task-augmented calls are not supported", METHOD_NOT_FOUND)
    if unknown := params.keys() - (_MODERN_KEYS if revision in MODERN else _LEGACY_KEYS):
        raise _refusal(request_id, "tools/call has a parameter that this revision does not know", detail=min(unknown))
    tool, arguments = params.get("name"), params.get("arguments", {})
    if not isinstance(tool, str):
        raise _refusal(request_id, "tools/call needs the name of a tool")
    if not isinstance(arguments, dict):
        raise _refusal(request_id, '"arguments" must be an object')
    token, meta = split_progress_token(params, request_id, "tools/call")
    turn, says, meta = _split_chat(meta) if meta else ("", SAYS_NOTHING, meta)
    argument_bytes = canonical(arguments, plain=plain)
    members = {key: canonical(value, plain=plain) for key, value in params.items() if key not in ("_meta", "arguments")}
    if meta:
        members["_meta"] = canonical(meta, plain=plain)
    if "arguments" in params:
        members["arguments"] = argument_bytes
    return FrozenCall(tool, join_members(members), argument_bytes, arguments, token, turn, says)


def split_progress_token(params: JsonObject, request_id: RequestId, method: str) -> tuple[RequestId | None, JsonObject]:
    """Split ``_meta`` into the app's progress token and the rest.

    Raises RefusedMessage: -32602, the token is neither a string nor an integer.
    """
    meta = object_in(params, "_meta")
    if "progressToken" not in meta:
        return None, meta
    token: JsonValue = meta["progressToken"]
    if not isinstance(token, str) and type(token) is not int:
        why = "a progress token must be a string or a whole number"
        raise RefusedMessage(INVALID_PARAMS, why, request_id=request_id, method=method)
    return token, {key: value for key, value in meta.items() if key != "progressToken"}


def _split_chat(meta: JsonObject) -> tuple[str, AppSays, JsonObject]:
    """Split ``_meta`` into the bounded texts of ``META_TURN`` and of ``META_SAYS``, and the rest."""
    turn = meta.get(META_TURN)
    turn = bounded(turn, MAX_TURN_CHARACTERS) if isinstance(turn, str) else ""
    texts = {name: meta.get(key) for name, key in META_SAYS.items()}
    says = AppSays(**{name: _truncated(text) for name, text in texts.items() if isinstance(text, str)})
    keys = {META_TURN, *META_SAYS.values()}
    return turn, says, {key: value for key, value in meta.items() if key not in keys}


def bounded(text: str, limit: int) -> str:
    """Cut ``text`` to ``limit`` characters, and say how many more there are."""
    return text if len(text) <= limit else f"{text[:limit]}… and {len(text) - limit:,} more characters"


def read_client_name(info: JsonValue) -> str:
    """Return name and version in a ``clientInfo`` (untrusted), truncated."""
    parts = map(object_in(info).get, ("name", "version"))
    return _truncated(" ".join(part for part in parts if isinstance(part, str)))


def _truncated(text: str) -> str:
    return text if len(text) <= MAX_SAYS_CHARACTERS else f"{text[: MAX_SAYS_CHARACTERS - 1]}…"


def _refusal(request_id: RequestId, why: str, code: int = INVALID_PARAMS, detail: str = "") -> RefusedMessage:
    return RefusedMessage(code, why, request_id=request_id, method="tools/call", detail=detail)
