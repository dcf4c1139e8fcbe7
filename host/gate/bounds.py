"""What a grant covers: exactly one call, the narrowest pattern around it, or any inputs (pure).

Owns: these shapes, and how a call's pattern is found. What stays true: a shape covers nothing that its words do not
say; what exactly covers, the pattern covers too, and what that covers, any inputs do; what stands beside the inputs
never varies, less what ``host.gate.sent`` leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from host.canonical import canonical
from host.gate.sent import beside, whole
from host.gate.varying import AnyText, Found, InFolder, Items, Members, Part, Same, Steps, fits, leaves, lines
from host.model import Bound, Call, JsonValue
from host.policy.facts import CallFacts, Place
from host.words import say

EXACTLY: Final = say("exactly what is shown above, every byte")
ANYTHING: Final = say("any inputs")

MAX_LINES: Final = 24
"""Lines of a pattern's words: more than that is no longer read."""
MAX_PARTS: Final = 500
"""Values in the inputs around which a pattern is looked for, well below what ``host.policy.gather`` looks at."""
CONTENTS: Final = 200
"""Characters beyond which a text counts as contents rather than as a command; one of several lines always does."""

_PLAIN_TEXT: Final = frozenset(
    {"type", "title", "description", "default", "examples", "$comment", "minLength", "maxLength"}
)
"""What the schema of a free text may say: nothing that would give it a meaning of its own."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a call is held against.

    Attributes:
        bound: the choice. sent: of ``exact``: all that is sent; of others: what stands beside the inputs. inputs: of a
        ``pattern`` the inputs, else None.
    """

    bound: Bound
    sent: bytes
    inputs: Part | None = None

    def covers(self, call: Call, facts: CallFacts) -> bool:
        """Whether ``call`` has this shape. ``facts``: of this very call, gathered now."""
        if self.bound == "exact":
            return self.sent == whole(call)
        if self.sent != beside(call):
            return False
        return self.inputs is None or fits(self.inputs, call.arguments_value, (), Found(facts))

    def folders(self) -> Iterator[str]:
        """The folders that must be resolved before this can be told."""
        parts = leaves(self.inputs) if self.inputs is not None else ()
        return (part.folder for part in parts if isinstance(part, InFolder))

    def words(self) -> tuple[str, ...]:
        """What exactly it covers, a line each. Hold strangers' text."""
        if self.bound == "exact":
            return (EXACTLY,)
        return (ANYTHING,) if self.inputs is None else tuple(lines(self.inputs))


def exactly(call: Call) -> Shape:
    """``call`` and nothing else."""
    return Shape("exact", whole(call))


def anything(call: Call) -> Shape:
    """Whatever the inputs; the tool's schema still judges them."""
    return Shape("any", beside(call))


def pattern(call: Call, schema: JsonValue, facts: CallFacts) -> Shape | None:
    """The narrowest pattern that is wider than ``call`` itself; None where there is none, or it could mislead.

    ``schema``: the tool's ``inputSchema``, as it came.
    """
    value = call.arguments_value
    found = Found(facts)
    if not found.complete or _unsure(facts) or _size(value) > MAX_PARTS:
        return None
    inputs = _part(value, schema, (), found)
    if inputs is None:
        return None
    shape = Shape("pattern", beside(call), inputs)
    return shape if len(shape.words()) <= MAX_LINES else None


def _unsure(facts: CallFacts) -> bool:
    """Whether some path or address could not be told for certain."""
    paths = any(fact.kind == "path" and fact.place is None for fact in facts.paths or ())
    return paths or any(fact.kind == "url" and fact.host is None for fact in facts.hosts or ())


def _part(value: JsonValue, schema: JsonValue, steps: Steps, found: Found) -> Part | None:
    """How ``value`` may vary; None where it may not."""
    if isinstance(value, str):
        return _text(value, schema, steps, found)
    if isinstance(value, dict):
        named = {name: _part(value[name], _member(schema, name), (*steps, name), found) for name in sorted(value)}
        if not any(named.values()):
            return None
        return Members(tuple((name, part or Same(canonical(value[name]))) for name, part in named.items()))
    if isinstance(value, list):
        parts = [_part(item, _item(schema), (*steps, place), found) for place, item in enumerate(value)]
        if not any(parts):
            return None
        return Items(tuple(part or Same(canonical(item)) for part, item in zip(parts, value, strict=True)))
    return None


def _text(text: str, schema: JsonValue, steps: Steps, found: Found) -> Part | None:
    """A choice among given values stays as it is: that is narrower."""
    if isinstance(schema, dict) and ("enum" in schema or "const" in schema):
        return None
    if places := found.places(steps, text):
        return folder_around(places[0]) if len(places) == 1 else None
    if (origin := found.origin(steps, text)) is not None:
        return origin
    contents = (len(text) > CONTENTS or "\n" in text) and found.free(steps)
    return AnyText() if contents and _is_plain_text(schema) else None


def folder_around(place: Place) -> InFolder | None:
    """The folder of ``place``, or ``place`` where it is one. The root is no bound; a hidden name asks for care."""
    folder, _, name = place.text.rpartition("/")
    if not place.tail and place.directory is None:
        return None
    if not place.tail and place.directory:
        folder, itself = place.text, True
    else:
        itself = False
    return None if name.startswith(".") or not folder.strip("/") else InFolder(folder, itself)


def _is_plain_text(schema: JsonValue) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "string" and schema.keys() <= _PLAIN_TEXT


def _member(schema: JsonValue, name: str) -> JsonValue:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties.get(name) if isinstance(properties, dict) else None


def _item(schema: JsonValue) -> JsonValue:
    return schema.get("items") if isinstance(schema, dict) else None


def _size(value: JsonValue) -> int:
    """How many values there are in it."""
    inside: list[JsonValue] = []
    if isinstance(value, dict):
        inside = list(value.values())
    elif isinstance(value, list):
        inside = value
    return 1 + sum(map(_size, inside))
