"""What a server says of its tool (no Qt; attacks 9, 14 and 19).

Owns: the reading of titles, descriptions and annotations.

Invariants: each of them is a claim: untrusted text, complete (unknown keys too), and never the reason for a looser word
of ours; of two readings the stricter one holds.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from host.control.codec import lexeme
from host.control.views import Asked
from host.model import JsonObject, JsonValue
from host.text import Untrusted, escape
from ui.tr import tr


class Operation(enum.Enum):
    """What a tool does, as its annotations have it."""

    READS = "reads"
    WRITES = "writes"
    DESTROYS = "destroys"
    UNKNOWN = "unknown"


class Claim(Struct, frozen=True):
    """One thing that a server says.

    Attributes:
        key, value: as the server wrote them (untrusted).
        folded: it stands behind *As sent*: the impact summary says all of it already, or it is a hint of the protocol
            that can have a few fixed values alone.
    """

    key: Untrusted
    value: Untrusted
    folded: bool = False


CLAIM_LIMIT: Final = 300
"""Characters of a value in the impact summary; the claims have it whole."""


COMPLIANCE_KEYS: Final = (
    "hipaa-controlled", "hipaaControlled", "compliance", "complianceRequirements", "compliance_framework",
    "required-roles", "requiredRoles", "securityLevel", "dataHandling", "dataClassification",
)  # fmt: skip
"""Annotation keys that speak of rules on the data."""


def annotations_of(asked: Asked) -> JsonObject:
    """The tool's annotations; empty where they are none or no object."""
    said = asked.request.definition.value.get("annotations")
    return said if isinstance(said, dict) else {}


def operation(said: Mapping[str, JsonValue]) -> Operation:
    """What the tool does by its annotations; MCP takes a tool that writes for destructive unless it denies it."""
    reads, destroys = said.get("readOnlyHint"), said.get("destructiveHint")
    if destroys is True or (reads is False and destroys is not False):
        return Operation.DESTROYS
    if reads is True:
        return Operation.READS
    return Operation.WRITES if reads is False or destroys is False else Operation.UNKNOWN


def claims(asked: Asked) -> tuple[Claim, ...]:
    """Everything that the server says of the tool besides the input schema, each key."""
    value = asked.request.definition.value
    found = [_claim(key, value[key]) for key in ("title", "description") if value.get(key) not in (None, "")]
    said = value.get("annotations")
    if isinstance(said, dict):
        folded = _said_above(said) | {key for key in _HINTS if isinstance(said.get(key), bool)}
        hints = (_claim(key, said[key], folded=key in folded) for key in said)
        found += [claim for claim in hints if claim not in found]
    elif said is not None:
        found.append(_claim("annotations", said))
    known = {"name", "title", "description", "annotations", "inputSchema", "outputSchema"}
    others = (key for key in value if key not in known)
    return tuple(
        found + [_claim(key, value[key], folded=key == "execution" and _is_hint(value[key])) for key in others]
    )


def words(value: JsonValue) -> Untrusted:
    """An annotation's value as a person reads it: text as it is, lists and names of text in a row, else as JSON."""
    if isinstance(value, str):
        return Untrusted(value)
    if isinstance(value, bool):
        return Untrusted(tr("yes") if value else tr("no"))
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return Untrusted(", ".join(str(item) for item in value))
    if isinstance(value, dict) and value and all(isinstance(item, str) for item in value.values()):
        return Untrusted(", ".join(f"{name}: {item}" for name, item in value.items()))
    return Untrusted(lexeme(value))


def _claim(key: str, value: JsonValue, *, folded: bool = False) -> Claim:
    return Claim(Untrusted(key), words(value), folded)


_HINTS: Final = ("idempotentHint", "openWorldHint")
"""Annotations that are yes or no, and by which Assent judges nothing."""


def _is_hint(execution: JsonValue) -> bool:
    """Whether it says no more than whether calls may run as tasks (MCP, server/tools)."""
    return isinstance(execution, dict) and execution in [
        {"taskSupport": support} for support in ("forbidden", "optional", "required")
    ]


def _said_above(said: JsonObject) -> frozenset[str]:
    """The hints that the impact summary says all of: none that is odd, or at odds with another."""
    deeds = {key: said[key] for key in ("readOnlyHint", "destructiveHint") if key in said}
    plain = all(isinstance(value, bool) for value in deeds.values()) and list(deeds.values()) != [True, True]
    found: set[str] = set(deeds) if plain else set()
    if isinstance(said.get("dataScale"), str) and _is_short(said["dataScale"]):
        found.add("dataScale")
    if isinstance(said.get("requiredApprovers"), list) and _is_short(said["requiredApprovers"]):
        found.add("requiredApprovers")
    return frozenset(found.union(key for key in COMPLIANCE_KEYS if said.get(key) is True or _is_short(said.get(key))))


def _is_short(value: JsonValue) -> bool:
    """Whether it is words, or a list of words, that stand in the summary whole and as they are."""
    listed = value if isinstance(value, list) else [value]
    if not listed or len(listed) > CLAIM_LIMIT or not all(isinstance(item, str) and item.strip() for item in listed):
        return False
    said = words(value).raw()
    return len(said) <= CLAIM_LIMIT and escape(said) == said and len(said.splitlines()) == 1
