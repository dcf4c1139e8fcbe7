"""The kind ``instructions``: texts that give the model orders (pure).

Owns: looking for such structures (table ``instructions``) where they can be planted: in a tool's definition, in the
instructions of a server, and in results. Invariants: a call's inputs are never looked through for them; in a definition
they are a finding of each call of the tool; in instructions, which are written for the model, only what goes beyond the
use of that server is one, for its review; in a result they mark its text, so that what follows from it weighs more
(``host.inspect.flows``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from host.inspect import tables
from host.inspect.evidence import EVIDENCE
from host.inspect.subject import Subject
from host.model import Finding, JsonObject, JsonValue, Severity
from host.words import say

KIND: Final = "instructions"
MAX_DEFINITION: Final = 64 << 10
"""Characters of a definition that are looked through; what is longer says so."""
_AROUND: Final = 80
_NODES: Final = 5_000
_SAYS: Final = {
    "overrides what the model was told": say("The tool's description tells the model to ignore other instructions."),
    "speaks to an AI as its reader": say("The tool's description gives orders to the model."),
    "poses as the system, the user or the end of the text": say(
        "The tool's description poses as a message to the model."
    ),
    "wants something kept from the person": say("The tool's description wants something kept from you."),
    "orders the model to call tools or hand something over": say(
        "The tool's description tells the model which calls to make, or what to hand over."
    ),
    "tells the model what it is or that no rule holds": say("The tool's description changes what the model may do."),
    "wants to be remembered for good": say("The tool's description wants to be remembered by the model."),
}
_SOFT: Final = frozenset({"orders the model to call tools or hand something over", "speaks to an AI as its reader"})
"""What honest descriptions do too, in part: they say when to use which of their own tools."""
_OF_INSTRUCTIONS: Final = {
    "overrides what the model was told": (
        Severity.HIGH,
        say("The server's instructions tell the model to ignore other instructions."),
    ),
    "poses as the system, the user or the end of the text": (
        Severity.HIGH,
        say("The server's instructions pretend to come from the system or from you."),
    ),
    "wants something kept from the person": (
        Severity.HIGH,
        say("The server's instructions want something kept from you."),
    ),
    "orders the model to call tools or hand something over": (
        Severity.MEDIUM,
        say("The server's instructions tell the model what to hand over."),
    ),
    "tells the model what it is or that no rule holds": (
        Severity.HIGH,
        say("The server's instructions change what the model may do."),
    ),
    "wants to be remembered for good": (
        Severity.MEDIUM,
        say("The server's instructions want to be remembered by the model."),
    ),
}
"""Medium: what a server of secrets, of mail or of a memory says of its own use, too."""
_PATTERNS: Final = 200
"""More than the table has: what is usual in instructions takes no place from what is not."""


class Order(Struct, frozen=True):
    """An order to the model. Attributes: frame: as the table names it. evidence: where. grave: as the table says."""

    frame: str
    evidence: str
    grave: bool


def orders_in(text: str) -> Order | None:
    """The gravest order in a text, None for none."""
    best: Order | None = None
    for hit in tables.patterns("instructions").hits(text):
        order = Order(hit.row["frame"], _evidence(text, hit), hit.row.columns.get("grave") is True)
        if best is None or (order.grave and not best.grave):
            best = order
    return best


def _evidence(text: str, hit: tables.Hit) -> str:
    return text[max(hit.start - _AROUND, 0) : hit.end + _AROUND][:EVIDENCE]


def find_instructions(subject: Subject) -> Iterator[Finding]:
    """Orders to the model in the tool's definition."""
    if subject.definition is None:
        return
    for order in _of_definition(subject.definition):
        severity = Severity.MEDIUM if order.frame in _SOFT else Severity.HIGH
        yield Finding(KIND, severity, _SAYS[order.frame], order.evidence)


def find_in_instructions(text: str) -> Iterator[Finding]:
    """Orders in the instructions of a server that go beyond its own use, the first of each frame."""
    told = set[str]()
    for hit in tables.patterns("instructions").hits(text, _PATTERNS):
        frame = hit.row["frame"]
        if frame not in told and hit.row.columns.get("usual") is not True:
            told.add(frame)
            yield Finding(KIND, *_OF_INSTRUCTIONS[frame], _evidence(text, hit))


def _of_definition(definition: JsonObject) -> Iterable[Order]:
    """The first order of each frame."""
    found: dict[str, Order] = {}
    left = MAX_DEFINITION
    for text in _texts(definition):
        if left <= 0:
            break
        order = orders_in(text[:left])
        left -= len(text)
        if order is not None:
            found.setdefault(order.frame, order)
    return found.values()


def _texts(definition: JsonObject) -> Iterator[str]:
    """Every text of a definition, long names of inputs and choices included."""
    stack: list[JsonValue] = [definition]
    nodes = _NODES
    while stack and nodes > 0:
        node = stack.pop()
        nodes -= 1
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            yield from (key for key in node if len(key) > _LONG_NAME)
            stack.extend(reversed(node.values()))
        elif isinstance(node, list):
            stack.extend(reversed(node))


_LONG_NAME: Final = 30
"""Characters of an input's name beyond which it may be a sentence."""


@lru_cache(maxsize=1)
def frames() -> tuple[str, ...]:
    """The names of all structures, for tests."""
    return tuple(dict.fromkeys(row["frame"] for row in tables.rows("instructions")))
