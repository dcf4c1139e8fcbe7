"""The kind ``instructions``: texts that give the model orders (pure).

Owns: finding such orders (table ``instructions``) where they can be planted: in a tool's definition, in a server's
instructions, and in results. Invariants: a call's inputs are never searched for them; orders in a definition are a
finding of each call of the tool; server instructions are written for the model, so only orders beyond the use of that
server are a finding, for its review; orders in a result mark its text, so that values from it weigh more
(``host.inspect.flows``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect import tables
from host.inspect.evidence import MAX_EVIDENCE
from host.inspect.subject import Order, Subject, texts_of
from host.inspect.tools import class_of
from host.model import Finding, JsonObject, Severity
from host.patterns import linear
from host.words import say

KIND: Final = "instructions"
MAX_DEFINITION: Final = 64 << 10
"""Characters of a definition that are searched."""
_CONTEXT: Final = 80
_DEFINITION_SENTENCES: Final = {
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
_SOFT_FRAMES: Final = frozenset(
    {"orders the model to call tools or hand something over", "speaks to an AI as its reader"}
)
"""Orders that also occur in honest descriptions, which say when to use which tool."""
_INSTRUCTION_FINDINGS: Final = {
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
"""The severity and sentence of each order. MEDIUM if servers for secrets, mail or memory honestly say it too."""
_MAX_HITS: Final = 200
"""More matches than the table has rows, so that usual orders do not crowd out others."""


def orders_in(text: str, *, by_server: bool = False) -> Order | None:
    """The gravest order in a text, None for none.

    ``by_server``: whether the server itself speaks, so that what texts for the model usually say is no order.
    """
    gravest: Order | None = None
    for hit in tables.patterns("instructions").hits(text, _MAX_HITS):
        if _is_usual(hit) and (by_server or _only_looks(text, hit)):
            continue
        order = Order(hit.row["frame"], _evidence(text, hit), hit.row.columns.get("grave") is True)
        if gravest is None or (order.grave and not gravest.grave):
            gravest = order
    return gravest


def _is_usual(hit: tables.Hit) -> bool:
    return hit.row.columns.get("usual") is True


def _only_looks(text: str, hit: tables.Hit) -> bool:
    """Whether an order wants a tool used that only reads by its name, and the text names no tool that does more.

    Servers say in many results how to see more: "Use get_message to read it."
    """
    wanted = _WANTED_TOOL.search(text[hit.start : hit.end])
    if wanted is None or class_of("", wanted[1]).verb != "reads":
        return False
    named = list(islice(_TOOL_NAME.finditer(text), _MAX_NAMED + 1))
    return len(named) <= _MAX_NAMED and all(class_of("", it[0]).verb in ("reads", "") for it in named)


_WANTED_TOOL: Final = linear(
    r"(?i:\b(?:call|invoke|use|using|run|execute)\b)[^.\n]{0,15}?\b([A-Za-z]+(?:[_-][A-Za-z0-9]+)+)"
)
_TOOL_NAME: Final = linear(r"\b(?:[A-Za-z]+(?:_[A-Za-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+)\b")
_MAX_NAMED: Final = 50
"""Names of tools that are looked at; of a text that has more, the order counts."""


def _evidence(text: str, hit: tables.Hit) -> str:
    return text[max(hit.start - _CONTEXT, 0) : hit.end + _CONTEXT][:MAX_EVIDENCE]


def find_instructions(subject: Subject) -> Iterator[Finding]:
    """``instructions``: orders to the model in the tool's definition that go beyond when to use which tool."""
    if subject.definition is not None:
        for frame, evidence in _unusual_orders(_limited(_texts(subject.definition))):
            severity = Severity.MEDIUM if frame in _SOFT_FRAMES else Severity.HIGH
            yield Finding(KIND, severity, _DEFINITION_SENTENCES[frame], evidence)


def find_in_instructions(text: str) -> Iterator[Finding]:
    """``instructions``: orders in a server's instructions beyond its own use."""
    for frame, evidence in _unusual_orders((text,)):
        yield Finding(KIND, *_INSTRUCTION_FINDINGS[frame], evidence)


def _unusual_orders(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The first order of each frame with its evidence, without what texts for the model usually say."""
    seen = set[str]()
    for text in texts:
        for hit in tables.patterns("instructions").hits(text, _MAX_HITS):
            frame = hit.row["frame"]
            if frame not in seen and not _is_usual(hit):
                seen.add(frame)
                yield frame, _evidence(text, hit)


def _limited(texts: Iterable[str]) -> Iterator[str]:
    """The texts up to ``MAX_DEFINITION`` characters in all."""
    characters_left = MAX_DEFINITION
    for text in texts:
        if characters_left <= 0:
            break
        yield text[:characters_left]
        characters_left -= len(text)


def _texts(definition: JsonObject) -> Iterator[str]:
    """The texts of a definition, with long names of inputs and choices."""
    return (it.text for it in texts_of(definition)[0] if not it.is_name or len(it.text) > _LONG_NAME)


_LONG_NAME: Final = 30
"""Characters of the longest name of an input that is no sentence."""


@lru_cache(maxsize=1)
def frames() -> tuple[str, ...]:
    """The names of all kinds of orders, for tests."""
    return tuple(dict.fromkeys(row["frame"] for row in tables.rows("instructions")))
