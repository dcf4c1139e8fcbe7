"""What the interceptor changes in messages that pass (pure).

Owns: the few rewrites below.

Invariants: inputs are never mutated; everything else in a message, unknown fields and nulls included, stays as it came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from host.audit.receipt import KEY as RECEIPT
from host.inspect.asked import CAPABILITY_OF
from host.inspect.names import invalid
from host.model import JsonObject, JsonValue
from host.wire.methods import META_CAPABILITIES, META_SUBSCRIPTION

_TASKS_EXTENSION: Final = "io.modelcontextprotocol/tasks"


def client_capabilities(capabilities: JsonValue, hides: Callable[[str], bool]) -> JsonValue:
    """An app's capabilities without tasks, and without what a server may not ask for, so that servers do not try.

    ``hides``: whether a server may not know that the app does a method.
    """
    if not isinstance(capabilities, dict):
        return capabilities
    declared = ((method, name) for method, name in CAPABILITY_OF.items() if name in capabilities)
    hidden = {"tasks"} | {name for method, name in declared if hides(method)}
    return _without_tasks_extension({key: value for key, value in capabilities.items() if key not in hidden})


def client_params(params: JsonObject, hides: Callable[[str], bool]) -> JsonObject:
    """Request params with the capabilities in them (legacy ``initialize``, modern ``_meta``) cut down by ``hides``."""
    changed = dict(params)
    if "capabilities" in params:
        changed["capabilities"] = client_capabilities(params["capabilities"], hides)
    meta = params.get("_meta")
    if isinstance(meta, dict) and META_CAPABILITIES in meta:
        changed["_meta"] = meta | {META_CAPABILITIES: client_capabilities(meta[META_CAPABILITIES], hides)}
    return changed


def declared(params: JsonObject) -> JsonValue:
    """The capabilities that a modern request declares."""
    meta = params.get("_meta")
    return meta.get(META_CAPABILITIES) if isinstance(meta, dict) else None


def server_capabilities(result: JsonObject) -> JsonObject:
    """An ``initialize`` or ``server/discover`` result without tasks."""
    capabilities = result.get("capabilities")
    if not isinstance(capabilities, dict):
        return result
    kept = {key: value for key, value in capabilities.items() if key != "tasks"}
    return result | {"capabilities": _without_tasks_extension(kept)}


def tool_list(
    result: JsonObject, withheld: frozenset[str], lists: Callable[[JsonValue], bool] | None = None
) -> JsonObject:
    """A ``tools/list`` result without task support, and without names in ``withheld``, listed twice, or invalid.

    ``lists``: whether an element may reach the app; None where all may. Where it is asked, nothing else that a reader
    could take for the list passes.
    """
    if lists is not None:
        result = {key: value for key, value in result.items() if key == "tools" or key.casefold() != "tools"}
    tools = result.get("tools")
    if not isinstance(tools, list):
        return result if lists is None or "tools" not in result else result | {"tools": []}
    counted = Counter(_name(tool) for tool in tools)
    hidden = withheld | {name for name, count in counted.items() if name is not None and (count > 1 or invalid(name))}
    kept: list[JsonValue] = [
        _without_task_support(tool) if isinstance(tool, dict) else tool
        for tool in tools
        if _name(tool) not in hidden and (lists is None or lists(tool))
    ]
    return result | {"tools": kept}


def without_instructions(result: JsonObject) -> JsonObject:
    """The result of a handshake without anything that a reader could take for instructions."""
    return {key: value for key, value in result.items() if key.casefold() != "instructions"}


def without_claims(meta: JsonValue) -> JsonValue:
    """A server's ``_meta`` without what only Assent says in it."""
    if not isinstance(meta, dict) or RECEIPT not in meta:
        return meta
    return {key: value for key, value in meta.items() if key != RECEIPT}


def _name(tool: JsonValue) -> str | None:
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if isinstance(name, str) else None


def subscription(params: JsonObject, app_id: JsonValue) -> JsonObject:
    """Params or a result whose ``_meta`` names a subscription, with the app's own id of it."""
    meta = params.get("_meta")
    assert isinstance(meta, dict)
    return params | {"_meta": meta | {META_SUBSCRIPTION: app_id}}


def subscription_id(params: JsonObject | None) -> JsonValue:
    """The subscription that params or a result belong to, None where they name none."""
    meta = None if params is None else params.get("_meta")
    return meta.get(META_SUBSCRIPTION) if isinstance(meta, dict) else None


def _without_task_support(tool: JsonObject) -> JsonObject:
    run = tool.get("execution")
    if not isinstance(run, dict) or "taskSupport" not in run:
        return tool
    return tool | {"execution": {key: value for key, value in run.items() if key != "taskSupport"}}


def _without_tasks_extension(capabilities: JsonObject) -> JsonObject:
    extensions = capabilities.get("extensions")
    if not isinstance(extensions, dict) or _TASKS_EXTENSION not in extensions:
        return capabilities
    kept = {key: value for key, value in extensions.items() if key != _TASKS_EXTENSION}
    return capabilities | {"extensions": kept}
