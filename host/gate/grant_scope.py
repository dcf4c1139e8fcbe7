"""What a grant covers: exactly one call, the pattern around it, or any inputs (pure).

Owns: these shapes, and how a call's pattern is found. What stays true: a shape covers nothing that its words do not
say; what exactly covers, the pattern covers too, and what that covers, any inputs do; what stands beside the inputs
never varies, less what ``host.gate.sent`` leaves out; no shape covers a call that does something else than the approved
one, such as another operation of the same tool.

The pattern goes by the roles of inputs (``host.gate.variable_inputs``). A tool that reads may ask for other things in
the same places. A tool that changes something keeps its destinations, rights, programs, numbers and whatever is not
known; its contents may be others, within a size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from host.canonical import canonical
from host.gate import variable_inputs
from host.gate.grant_words import lines
from host.gate.sent import beside, whole
from host.gate.variable_inputs import key_of, longest
from host.gate.varying import (
    AtOrigin,
    Each,
    Fixed,
    Found,
    InFolder,
    Items,
    Members,
    Part,
    Same,
    Scalar,
    Steps,
    Text,
    fits,
    leaves,
    pins,
    varies,
)
from host.inspect.roles import role_of
from host.inspect.tools import ToolClass, Verb, class_of
from host.model import Bound, Call, JsonValue
from host.policy.facts import CallFacts, Place
from host.words import say

EXACTLY: Final = say("exactly what is shown above, every byte")
ANYTHING: Final = say("any inputs")
ANYTHING_READ: Final = say("any inputs that name no place, no address and no program")

MAX_LINES: Final = 24
"""Lines of a pattern's words: more than that is no longer read."""
MAX_PARTS: Final = 500
"""Values in the inputs around which a pattern is looked for, well below what ``host.policy.gather`` looks at."""
MAX_ITEMS: Final = 100
"""Items that a list of a tool that reads may have."""

_PINNED: Final[dict[str, Fixed]] = {
    "destination": "destination",
    "authority": "authority",
    "program": "program",
    "place": "place",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """What a call is held against.

    Attributes:
        bound: the choice. sent: of ``exact``: all that is sent; of others: what stands beside the inputs. inputs: of a
        ``pattern`` the inputs, else None. verb: what the approved call does; of ``exact`` empty, for that says it.
    """

    bound: Bound
    sent: bytes
    inputs: Part | None = None
    verb: Verb = ""

    def covers(self, call: Call, facts: CallFacts) -> bool:
        """Whether ``call`` has this shape. ``facts``: of this very call, gathered now."""
        if self.bound == "exact":
            return self.sent == whole(call)
        tool = tool_of(call)
        if self.sent != beside(call) or tool.verb != self.verb:
            return False
        if self.inputs is None:
            return variable_inputs.may_be_any(call.arguments_value, None, tool)
        return fits(self.inputs, call.arguments_value, (), Found(facts, tool))

    def folders(self) -> Iterator[str]:
        """The folders that must be resolved before this can be told."""
        parts = leaves(self.inputs) if self.inputs is not None else ()
        return (part.folder for part in parts if isinstance(part, InFolder))

    def words(self) -> tuple[str, ...]:
        """What exactly it covers, a line each. Hold strangers' text."""
        if self.bound == "exact":
            return (EXACTLY,)
        if self.inputs is None:
            return (ANYTHING_READ if self.verb == "reads" else ANYTHING,)
        return tuple(lines(self.inputs, self.verb))

    @property
    def pins(self) -> bool:
        """Whether some input stays as it was, or where it was."""
        return self.inputs is not None and pins(self.inputs)


def tool_of(call: Call) -> ToolClass:
    """What ``call`` does, as far as the names of its server, tool and operation tell."""
    return class_of(call.server.id, call.tool, call.arguments_value)


def exactly(call: Call) -> Shape:
    """``call`` and nothing else."""
    return Shape("exact", whole(call))


def anything(call: Call) -> Shape:
    """Whatever the inputs; the tool's schema still judges them."""
    return Shape("any", beside(call), verb=tool_of(call).verb)


def pattern(call: Call, schema: JsonValue, facts: CallFacts) -> Shape | None:
    """The pattern around ``call``; None where it is no wider than that, or could mislead.

    ``schema``: the tool's ``inputSchema``, as it came.
    """
    value, tool = call.arguments_value, tool_of(call)
    found = Found(facts, tool)
    if not found.complete or not value or _size(value) > MAX_PARTS:
        return None
    inputs = part_of(value, schema, (), found)
    shape = Shape("pattern", beside(call), inputs, tool.verb)
    return shape if varies(inputs) and len(shape.words()) <= MAX_LINES else None


def part_of(value: JsonValue, schema: JsonValue, steps: Steps, found: Found) -> Part:
    """How ``value`` may vary; ``Same`` where it may not."""
    if isinstance(value, str):
        return _text(value, schema, steps, found)
    if isinstance(value, dict):
        return _members(value, schema, steps, found)
    if isinstance(value, list):
        return _list(value, schema, steps, found)
    return _scalar(value, steps, found)


def _members(value: dict[str, JsonValue], schema: JsonValue, steps: Steps, found: Found) -> Part:
    """Choices of how a tool reads are no parts: they may be there or not."""
    choices = found.tool.verb == "reads"
    parts = tuple(
        (name, part_of(value[name], _member(schema, name), (*steps, name), found))
        for name in sorted(value)
        if not (choices and found.choice((*steps, name), value[name]))
    )
    if not choices and all(part == Same(canonical(value[name])) for name, part in parts):
        return Same(canonical(value))
    return Members(parts, choices)


def _list(value: list[JsonValue], schema: JsonValue, steps: Steps, found: Found) -> Part:
    parts = [part_of(item, _item(schema), (*steps, place), found) for place, item in enumerate(value)]
    kinds = {type(part) for part in parts}
    if kinds == {Same, Text}:
        return Same(canonical(value))
    if not parts or not kinds <= {Same, InFolder, AtOrigin, Text, Scalar} or len(kinds) > 1:
        return Items(tuple(parts)) if any(map(varies, parts)) else Same(canonical(value))
    (kind,) = kinds
    distinct = tuple(dict.fromkeys(parts))
    if kind is Same:
        roles = {part.role for part in parts if isinstance(part, Same)}
        named = len(roles) == 1 and roles <= {"destination", "authority", "place"}
        return Each(distinct, len(parts)) if named else Same(canonical(value), *roles if len(roles) == 1 else ())
    if kind is Text:
        distinct = (Text(max(part.most for part in parts if isinstance(part, Text))),)
    if found.tool.verb == "reads":
        return Each(distinct, MAX_ITEMS)
    return Each(distinct, variable_inputs.TIMES * len(parts)) if kind is Text else Items(tuple(parts))


def _scalar(value: JsonValue, steps: Steps, found: Found) -> Part:
    key = key_of(steps)
    if variable_inputs.number_may_differ(key, found.tool):
        return Scalar()
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return Same(canonical(value), "number" if number else "")


def _text(text: str, schema: JsonValue, steps: Steps, found: Found) -> Part:
    key, tool = key_of(steps), found.tool
    role, _ = role_of(key, text, tool.verb)
    same = Same(canonical(text), _PINNED.get(role, "place" if variable_inputs.says_where(key) else ""))
    if variable_inputs.is_operation(key) or variable_inputs.is_narrowed(schema, tool, role):
        return same
    if role in ("program", "authority"):
        return Text(longest(text)) if found.free(steps, text) else same
    if places := found.places(steps, text):
        around = folder_around(places[0]) if len(places) == 1 and variable_inputs.roams(tool) else None
        return Same(same.raw, "place") if around is None else around
    if tool.verb == "reads" and (origin := found.origin(steps, text)) is not None:
        return origin
    return Text(longest(text)) if found.free(steps, text) else same


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
