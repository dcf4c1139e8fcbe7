"""A call's inputs as a person reads them: what each is, what the tool says of it, whether it belongs there (pure).

Owns: the tree of inputs. What stays true: each value that will be sent is in it, whatever the schema says; numbers
stand as they were written, digit by digit; what is a stranger's is ``Untrusted``; a branch is worked out when it is
looked at, so that ten thousand inputs cost no more than the ones on the screen.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, overload

from host.control import codec
from host.model import JsonObject, JsonValue
from host.text import TextSize, Untrusted, measure
from ui.inputs import schema as reader
from ui.inputs.lines import are_numbers
from ui.inputs.reading import Path

_SMALL: Final = 200
"""Values inside a default up to which it is compared and shown; a larger one is only named."""


class Form(enum.Enum):
    """How a value is shown."""

    TEXT = "text"
    WORD = "word"  # a number, true, false or null
    NUMBERS = "numbers"
    LIST = "list"
    OBJECT = "object"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Input:
    """One value, or one that the tool names and the call does not give.

    Attributes:
        name: the exact name; in a list, "item 1", in our words. path: where it stands. form: how it is shown.
        value: what will be sent. type: in plain words, by the schema, or else by the value.
        title, description: the server's words for it, or None. required: the schema demands it.
        described: the type is the schema's word.
        unknown: the tool's description does not name it. default: the schema's, as JSON, or None.
        differs: whether the value is another than that default; None where nothing can be said.
    """

    name: str | Untrusted
    path: Path
    form: Form
    value: JsonValue = field(repr=False)
    type: str
    title: Untrusted | None = None
    description: Untrusted | None = None
    required: bool = False
    described: bool = False
    unknown: bool = False
    default: Untrusted | None = None
    differs: bool | None = None
    _schema: JsonObject = field(default_factory=dict, repr=False)
    _root: JsonValue = field(default=None, repr=False)

    @property
    def missing(self) -> bool:
        """Whether the call does not give it."""
        return self.form is Form.MISSING

    @property
    def shown(self) -> Untrusted:
        """A text as it is, anything else as the JSON that will be sent."""
        return Untrusted(self.value if isinstance(self.value, str) else codec.lexeme(self.value))

    @property
    def size(self) -> TextSize:
        """How much text there is to read."""
        return measure(self.shown.raw())

    @property
    def children(self) -> Sequence[Input]:
        """What is inside an object or a list, in order."""
        if isinstance(self.value, dict):
            return Members(self.value, self._schema, self._root, self.path, strict=not self.unknown)
        if isinstance(self.value, list) and self.form is Form.LIST:
            return Items(self.value, self._schema, self._root, self.path)
        return ()


class _Lazy(Sequence[Input]):
    """Inputs that are made when they are asked for."""

    def _make(self, index: int) -> Input:
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> Input: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Input, ...]: ...
    def __getitem__(self, index: int | slice) -> Input | tuple[Input, ...]:
        if isinstance(index, slice):
            return tuple(map(self._make, range(*index.indices(len(self)))))
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._make(index % len(self))


class Members(_Lazy):
    """An object's inputs: required ones, others that the schema names, then those that it does not."""

    def __init__(self, value: JsonObject, schema: JsonObject, root: JsonValue, path: Path, *, strict: bool) -> None:
        self._value, self._root, self._path = value, root, path
        self._named = reader.properties(schema, root)
        self._required = reader.required(schema, root)
        self._extra = reader.of_extra(schema, root)
        self._flags = strict and (not path or not reader.is_open(schema, root))
        # A canonical definition has its properties by the alphabet; `required` still stands in the server's order.
        known = {**self._required, **dict.fromkeys(self._named)}
        self._names = [*known, *(name for name in value if name not in known)]

    def __len__(self) -> int:
        return len(self._names)

    def _make(self, index: int) -> Input:
        name = self._names[index]
        named = name in self._named
        return _input(
            Untrusted(name),
            (*self._path, name),
            given=name in self._value,
            value=self._value.get(name),
            schema=reader.resolve(self._named[name] if named else self._extra, self._root),
            root=self._root,
            required=name in self._required,
            unknown=self._flags and not named and name in self._value,
        )


class Items(_Lazy):
    """A list's inputs."""

    def __init__(self, value: list[JsonValue], schema: JsonObject, root: JsonValue, path: Path) -> None:
        self._value, self._schema, self._root, self._path = value, schema, root, path

    def __len__(self) -> int:
        return len(self._value)

    def _make(self, index: int) -> Input:
        schema = reader.resolve(reader.of_item(self._schema, self._root, index), self._root)
        path = (*self._path, index)
        return _input(f"item {index + 1:,}", path, given=True, value=self._value[index], schema=schema, root=self._root)


def inputs_of(arguments: JsonObject, schema: JsonValue) -> Sequence[Input]:
    """The inputs of a call, as the tool's ``inputSchema`` names them."""
    return Members(arguments, reader.resolve(schema, schema), schema, (), strict=True)


def _input(
    name: str | Untrusted,
    path: Path,
    *,
    given: bool,
    value: JsonValue,
    schema: JsonObject,
    root: JsonValue,
    required: bool = False,
    unknown: bool = False,
) -> Input:
    described = reader.type_words(schema, root)
    form = _form(value) if given else Form.MISSING
    default, differs = _default(schema, value) if "default" in schema else (None, None)
    return Input(
        name,
        path,
        form,
        value,
        described or (_type_of(value, form) if given else ""),
        _words(schema.get("title")),
        _words(schema.get("description")),
        required,
        bool(described),
        unknown,
        default,
        differs if given else None,
        schema,
        root,
    )


def _form(value: JsonValue) -> Form:
    if isinstance(value, str):
        return Form.TEXT
    if isinstance(value, dict):
        return Form.OBJECT
    if isinstance(value, list):
        return Form.NUMBERS if are_numbers(value) else Form.LIST
    return Form.WORD


def _type_of(value: JsonValue, form: Form) -> str:
    """The type of a value that no schema describes."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes or no"
        case int():
            return "whole number"
        case float():
            return "number"
        case str():
            return "text"
        case list():
            return "list of numbers" if form is Form.NUMBERS else "list"
    return "object"


def _words(value: JsonValue) -> Untrusted | None:
    return Untrusted(value) if isinstance(value, str) and value.strip() else None


def _default(schema: JsonObject, value: JsonValue) -> tuple[Untrusted, bool | None]:
    """The default as JSON, and whether the value is another; a large one is only named."""
    default = schema["default"]
    if not _is_small(default):
        return Untrusted("a large value"), None
    lexeme = codec.lexeme(default)
    return Untrusted(lexeme), not _is_small(value) or codec.lexeme(value) != lexeme


def _is_small(value: JsonValue) -> bool:
    """Whether few values stand inside one another, and no long text."""
    left, room = [value], _SMALL
    while left and room >= 0:
        item = left.pop()
        room -= 1 + len(item) // 50 if isinstance(item, str) else 1
        if isinstance(item, (dict, list)):
            if len(item) > room:
                return False
            left.extend(item.values() if isinstance(item, dict) else item)
    return room >= 0
