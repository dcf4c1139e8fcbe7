"""What is plainly wrong with a draft, said while it is typed (no Qt).

Owns: the quick checks: whether a value can be read, required members, types, ranges, lengths, choices.

Invariants: they take no pattern and follow nothing, so that a key costs no time; the host has the last word, and may
find more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.control import codec
from host.control.views import EditProblem
from host.model import JsonObject, JsonValue
from ui.consent.editing.draft import Draft, Node
from ui.consent.editing.fields import Form, choices, kinds, may_be_nothing
from ui.consent.editing.literals import Unreadable
from ui.tr import tr, tr_n

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
}


def problems(draft: Draft) -> tuple[EditProblem, ...]:
    """Everything that can be told at once, from top to bottom."""
    if draft.typed is None:
        return tuple(found for node in draft.root.all() for found in _of_node(node))
    try:
        _ = draft.value
    except Unreadable as error:
        return (EditProblem((), str(error)),)
    return ()


def _of_node(node: Node) -> Iterator[EditProblem]:
    path = node.path
    if node.form in (Form.OBJECT, Form.LIST):
        given = {inside.name for inside in node.inside}
        for name in node.needs:
            if name not in given:
                yield EditProblem((*path, name), tr("this input is required"))
        yield from (EditProblem(path, why) for why in _length(len(node.inside), node.schema, "Items"))
        return
    try:
        value = node.value
    except Unreadable as error:
        yield EditProblem(path, str(error))
        return
    yield from (EditProblem(path, why) for why in wrong(value, node.schema))


def wrong(value: JsonValue, schema: JsonObject) -> Iterator[str]:
    """What a schema plainly has against a value, one safe clause each."""
    if value is None and may_be_nothing(schema):
        return
    wanted = kinds(schema)
    if wanted and not any(_is_a(kind, value) for kind in wanted):
        yield _wants(wanted[0])
        return
    offered = choices(schema)
    if offered and codec.lexeme(value) not in map(codec.lexeme, offered):
        yield tr("this is none of the values to choose from")
    if isinstance(value, str):
        yield from _length(len(value), schema, "Length")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from _range(value, schema)


def _is_a(kind: str, value: JsonValue) -> bool:
    if kind == "integer":
        return not isinstance(value, bool) and (
            isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        )
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return kind not in _TYPES or isinstance(value, _TYPES[kind])


def _wants(kind: str) -> str:
    return {
        "integer": tr("the tool wants a whole number here"),
        "number": tr("the tool wants a number here"),
        "string": tr("the tool wants text here"),
        "boolean": tr("the tool wants yes or no here"),
        "array": tr("the tool wants a list here"),
        "object": tr("the tool wants an object here"),
    }.get(kind, tr("the tool wants another type here"))


def _range(value: float, schema: JsonObject) -> Iterator[str]:
    least, most = _number(schema, "minimum"), _number(schema, "maximum")
    above, below = _number(schema, "exclusiveMinimum"), _number(schema, "exclusiveMaximum")
    if least is not None and value < least:
        yield tr("the least is {least}", least=codec.lexeme(least))
    if most is not None and value > most:
        yield tr("the most is {most}", most=codec.lexeme(most))
    if above is not None and value <= above:
        yield tr("it must be more than {limit}", limit=codec.lexeme(above))
    if below is not None and value >= below:
        yield tr("it must be less than {limit}", limit=codec.lexeme(below))


def _length(length: int, schema: JsonObject, what: str) -> Iterator[str]:
    least, most = schema.get(f"min{what}"), schema.get(f"max{what}")
    items = what == "Items"
    if type(least) is int and length < least:
        yield (
            tr_n("at least {n} item is wanted", "at least {n} items are wanted", least)
            if items
            else tr_n("at least {n} character is wanted", "at least {n} characters are wanted", least)
        )
    if type(most) is int and length > most:
        yield (
            tr_n("at most {n} item is allowed", "at most {n} items are allowed", most)
            if items
            else tr_n("at most {n} character is allowed", "at most {n} characters are allowed", most)
        )


def _number(schema: JsonObject, word: str) -> int | float | None:
    said = schema.get(word)
    return said if isinstance(said, (int, float)) and not isinstance(said, bool) else None
