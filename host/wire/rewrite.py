"""The changes that the interceptor makes to messages that pass (pure).

Invariants: inputs are never mutated. Everything else in a message stays unchanged, including unknown fields and nulls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from host.audit.receipt import KEY as RECEIPT
from host.inspect.asked import CAPABILITY_OF
from host.inspect.names import invalid
from host.model import JsonObject, JsonValue, object_in
from host.wire.methods import META_CAPABILITIES, META_SUBSCRIPTION

_TASKS_EXTENSION: Final = "io.modelcontextprotocol/tasks"


def client_capabilities(capabilities: JsonValue, hides: Callable[[str], bool]) -> JsonValue:
    """Return an app's capabilities without tasks and without those that the server may not use.

    ``hides``: whether the capability for a method is hidden from the server.
    """
    if not isinstance(capabilities, dict):
        return capabilities
    declared_capabilities = ((method, name) for method, name in CAPABILITY_OF.items() if name in capabilities)
    hidden = {"tasks"} | {name for method, name in declared_capabilities if hides(method)}
    return _without_tasks_extension({key: value for key, value in capabilities.items() if key not in hidden})


def client_params(params: JsonObject, hides: Callable[[str], bool]) -> JsonObject:
    """Return request params with reduced capabilities (legacy ``initialize``, modern ``_meta``)."""
    changed = dict(params)
    if "capabilities" in params:
        changed["capabilities"] = client_capabilities(params["capabilities"], hides)
    meta = params.get("_meta")
    if isinstance(meta, dict) and META_CAPABILITIES in meta:
        changed["_meta"] = meta | {META_CAPABILITIES: client_capabilities(meta[META_CAPABILITIES], hides)}
    return changed


def declared_capabilities(params: JsonObject) -> JsonValue:
    """Return the capabilities that a modern request declares."""
    return object_in(params, "_meta").get(META_CAPABILITIES)


def server_capabilities(result: JsonObject) -> JsonObject:
    """Return an ``initialize`` or ``server/discover`` result without tasks."""
    capabilities = result.get("capabilities")
    if not isinstance(capabilities, dict):
        return result
    kept = {key: value for key, value in capabilities.items() if key != "tasks"}
    return result | {"capabilities": _without_tasks_extension(kept)}


def filtered_tool_list(
    result: JsonObject, withheld: frozenset[str], may_list: Callable[[JsonValue], bool] | None = None
) -> JsonObject:
    """Return a ``tools/list`` result without task support and without withheld, duplicate and invalid names.

    ``may_list``: whether an element may reach the app; None if all may. If it is given, keys that differ from "tools"
    only in case are removed too.
    """
    if may_list is not None:
        result = {key: value for key, value in result.items() if key == "tools" or key.casefold() != "tools"}
    tools = result.get("tools")
    if not isinstance(tools, list):
        return result if may_list is None or "tools" not in result else result | {"tools": []}
    counted = Counter(_name(tool) for tool in tools)
    hidden = withheld | {name for name, count in counted.items() if name is not None and (count > 1 or invalid(name))}
    kept: list[JsonValue] = [
        _without_task_support(tool) if isinstance(tool, dict) else tool
        for tool in tools
        if _name(tool) not in hidden and (may_list is None or may_list(tool))
    ]
    return result | {"tools": kept}


def without_instructions(result: JsonObject) -> JsonObject:
    """Return the result of a handshake without ``instructions`` in any spelling."""
    return {key: value for key, value in result.items() if key.casefold() != "instructions"}


def without_receipt(meta: JsonValue) -> JsonValue:
    """Return a server's ``_meta`` without the receipt, which only Assent may write."""
    if not isinstance(meta, dict) or RECEIPT not in meta:
        return meta
    return {key: value for key, value in meta.items() if key != RECEIPT}


def _name(tool: JsonValue) -> str | None:
    name = object_in(tool).get("name")
    return name if isinstance(name, str) else None


def with_subscription_id(params: JsonObject, app_id: JsonValue) -> JsonObject:
    """Return params or a result with the app's id of the subscription that its ``_meta`` names."""
    return params | {"_meta": object_in(params, "_meta") | {META_SUBSCRIPTION: app_id}}


def subscription_id(params: JsonObject | None) -> JsonValue:
    """Return the id of the subscription that params or a result name, None if they name none."""
    return object_in(params, "_meta").get(META_SUBSCRIPTION)


def _without_task_support(tool: JsonObject) -> JsonObject:
    execution = tool.get("execution")
    if not isinstance(execution, dict) or "taskSupport" not in execution:
        return tool
    return tool | {"execution": {key: value for key, value in execution.items() if key != "taskSupport"}}


def _without_tasks_extension(capabilities: JsonObject) -> JsonObject:
    extensions = capabilities.get("extensions")
    if not isinstance(extensions, dict) or _TASKS_EXTENSION not in extensions:
        return capabilities
    kept = {key: value for key, value in extensions.items() if key != _TASKS_EXTENSION}
    return capabilities | {"extensions": kept}
