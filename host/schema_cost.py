"""What judging a value by a schema may cost (pure).

Owns: the white list of keywords that are provably cheap.

Invariants: without references and composition each part of a schema looks at each part of a value at most once. So,
where ``cost`` is not 0, parts of the value times ``cost`` bounds the work, and no pattern, no comparison of items with
each other and no remote text is in it.
"""

from __future__ import annotations

from typing import Final

from host.model import JsonValue

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
"""The types that JSON Schema knows."""
_ANNOTATIONS: Final = frozenset(
    {
        "$comment",
        "default",
        "deprecated",
        "description",
        "example",
        "examples",
        "format",
        "readOnly",
        "title",
        "writeOnly",
    }
)
"""Keywords that judge nothing in any dialect, as far as jsonschema is asked (no format is checked)."""


def cost(schema: JsonValue, depth: int) -> int:
    """Most work that one part of a value can cause in this schema or below it; 0 where it is not provably cheap."""
    if isinstance(schema, bool):
        return 1
    if not isinstance(schema, dict) or depth == 0:
        return 0
    here, below = 1, 0
    for keyword, wanted in schema.items():
        if keyword in _ANNOTATIONS or keyword.startswith("x-"):
            continue
        parts = _subschemas(keyword, wanted)
        if parts is None:
            return 0
        here += 1 + (len(wanted) if isinstance(wanted, (dict, list)) else 0)
        for part in parts:
            under = cost(part, depth - 1)
            if not under:
                return 0
            below = max(below, under)
    return max(here, below)


def _subschemas(keyword: str, wanted: JsonValue) -> list[JsonValue] | None:
    """The schemas under one keyword, whose own work is its size; None for all but the provably cheap, in their form."""
    ok = False
    match keyword, wanted:
        case "properties", dict():
            return list(wanted.values())
        case "items" | "additionalProperties", dict() | bool():
            return [wanted]
        case "type", str():
            ok = wanted in TYPES
        case "type", list():
            ok = bool(wanted) and all(isinstance(name, str) and name in TYPES for name in wanted)
        case "required", list():
            ok = all(isinstance(name, str) for name in wanted)
        case "enum", list():
            ok = not any(isinstance(choice, (dict, list)) for choice in wanted)
        case "const", _:
            ok = not isinstance(wanted, (dict, list))
        case (("minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"), int()):
            ok = not isinstance(wanted, bool) and wanted >= 0
        case (("minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"), int() | float()):
            ok = not isinstance(wanted, bool)
    return [] if ok else None


def characters(value: JsonValue, max_nodes: int) -> int | None:
    """Characters in all strings and keys of a value; None if it has more than ``max_nodes`` parts."""
    stack, nodes, count = [value], 1, 0
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            count += len(node)
        elif isinstance(node, (dict, list)):
            nodes += len(node)
            if nodes > max_nodes:
                return None
            if isinstance(node, dict):
                count += sum(map(len, node))
                stack.extend(node.values())
            else:
                stack.extend(node)
    return count
