"""Inputs while a person changes them (no Qt).

Owns: the draft of one call, as fields or as JSON, and what is changed in it.

Invariants: digits stay as they are written; a draft sends nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from host.control import codec
from host.model import JsonObject, JsonValue
from ui.consent.editing import fields, literals
from ui.consent.editing.fields import Form
from ui.consent.editing.model import HOLDING, DraftContext, Node
from ui.inputs.lines import Path

MOST_JSON: Final = 2 * literals.FIELD_LIMIT
"""Characters up to which all inputs together can be edited as JSON."""


class Draft:
    """The inputs of one call while they are changed.

    Attributes:
        before: the inputs as they were shown. root: of the fields. typed: all of it as JSON, where the person edits
        that; None where the fields count.
    """

    def __init__(self, before: JsonObject, schema: JsonValue, now: JsonObject | None = None) -> None:
        """``now``: what the fields begin with, if not with ``before``."""
        self.before, self._schema = before, schema
        ground = DraftContext(schema)
        root = fields.plain(schema, ground.document)
        self.root = Node("", before if now is None else now, root, ground)
        self.typed: str | None = None

    @property
    def has_fields(self) -> bool:
        """Whether there are fields, and not too much for them."""
        return self.root.form is Form.OBJECT

    @property
    def can_be_json(self) -> bool:
        """Whether all of it can be edited as JSON. Raises Unreadable."""
        return self.typed is not None or len(self.text) <= MOST_JSON

    @property
    def value(self) -> JsonObject:
        """What would be sent. Raises Unreadable."""
        if self.typed is not None:
            return literals.read_object(self.typed)
        value = self.root.value if self.has_fields else self.root.was
        assert isinstance(value, dict), "inputs are an object"
        return value

    @property
    def text(self) -> str:
        """The same as JSON, every digit as written. Raises Unreadable."""
        return codec.lexeme(self.value)

    @property
    def changes(self) -> tuple[InputChange, ...]:
        """What is another than it was. Raises Unreadable."""
        return tuple(_changes(self.before, self.value, ()))

    def to_json(self) -> str:
        """Edit all of it as JSON from now on; the text to begin with. Raises Unreadable."""
        text = literals.laid_out(self.value)
        self.typed = text
        return text

    def to_fields(self) -> Draft:
        """The same with fields. Raises Unreadable."""
        return Draft(self.before, self._schema, self.value)

    def nearest(self, path: Path) -> Node:
        """The field at ``path``, or the nearest around it."""
        node = self.root
        for step in path:
            index = step if isinstance(step, int) else next(
                (at for at, inside in enumerate(node.inside) if inside.name == step), -1
            )  # fmt: skip
            if node.form not in HOLDING or not 0 <= index < len(node.inside):
                break
            node = node.inside[index]
        return node


@dataclass(frozen=True, slots=True)
class InputChange:
    """One difference. Attributes: path: the steps to it. how: what became of it."""

    path: Path
    how: str


def _changes(one: JsonValue, other: JsonValue, path: Path) -> Iterator[InputChange]:
    if one is other or (type(one) is type(other) and isinstance(one, (str, int)) and one == other):
        return  # of other numbers the digits decide, not the value
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**one, **other}:
            if name not in other:
                yield InputChange((*path, name), "removed")
            elif name not in one:
                yield InputChange((*path, name), "added")
            else:
                yield from _changes(one[name], other[name], (*path, name))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (before, after) in enumerate(zip(one, other, strict=True)):
            yield from _changes(before, after, (*path, index))
    elif codec.lexeme(one) != codec.lexeme(other):
        yield InputChange(path, "changed")
