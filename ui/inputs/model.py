"""A call's inputs as a tree: what each is, what the tool says of it, whether the tool names it (pure).

Owns: that tree, what of it is unfolded, and which page of it is shown.

Invariants:
    Each value that will be sent is in the tree, whatever the schema says. Numbers stand digit by digit as written.
    What is a stranger's is ``Untrusted``.
    A branch is worked out when it is looked at, so that ten thousand inputs cost no more than those on screen.
    Each input is reached by unfolding and paging. What is folded or on another page is announced with its number.
    The number of rows at once is bounded, whatever a call holds.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, overload

from msgspec import Struct

from host.control import codec
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from ui.inputs.lines import ValuePath, are_numbers
from ui.inputs.schema import Document, of_item, type_word, type_words
from ui.tr import tr

_SMALL: Final = 200
"""Values inside a default up to which it is compared and shown; a larger one is only named."""


_JSON_TYPES: Final = {bool: "boolean", int: "integer", str: "string", dict: "object"}
"""Names of types that JSON Schema has for ours; whatever else is neither null nor a list is a number."""


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
        name: the exact name; in a list, "item 1", in our words.
        path: where it stands.
        form: how it is shown.
        value: what will be sent.
        type: in plain words, by the schema, or else by the value.
        title: the server's word for it, or None.
        description: the server's words for it, or None.
        required: whether the schema demands it.
        described: whether the type is the schema's word.
        unknown: whether the tool's description does not name it.
        default: the schema's, as JSON, or None.
        differs: whether the value is another than that default; None where nothing can be said.
        schema: what the tool says of it, references followed.
        beside: the object in which it stands.
    """

    name: str | Untrusted
    path: ValuePath
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
    schema: JsonObject = field(default_factory=dict, repr=False)
    _document: Document = field(default_factory=lambda: Document(None), repr=False, compare=False)
    beside: JsonObject = field(default_factory=dict, repr=False, compare=False)

    @property
    def missing(self) -> bool:
        """Whether the call does not give it."""
        return self.form is Form.MISSING

    @property
    def shown(self) -> Untrusted:
        """A text as it is, anything else as the JSON that will be sent."""
        return Untrusted(self.value if isinstance(self.value, str) else codec.lexeme(self.value))

    @property
    def children(self) -> Sequence[Input]:
        """What is inside an object or a list, in order."""
        if isinstance(self.value, dict):
            return Members(self.value, self.schema, self._document, self.path, strict=not self.unknown)
        if isinstance(self.value, list) and self.form is Form.LIST:
            return Items(self.value, self.schema, self._document, self.path)
        return ()


class Inputs(Sequence[Input]):
    """Inputs that are made when they are asked for."""

    def _make(self, index: int) -> Input:
        raise NotImplementedError

    def position(self, step: str | int) -> int | None:
        """Where the value of that step stands; None where there is none."""
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


class Members(Inputs):
    """An object's inputs: required ones, others that the schema names, then those that it does not."""

    def __init__(
        self, value: JsonObject, schema: JsonObject, document: Document, path: ValuePath, *, strict: bool
    ) -> None:
        self._value, self._document, self._path = value, document, path
        shape = self._shape = document.shape(schema)
        self._flags = strict and (not path or not shape.is_open) and not document.too_large
        self._extras = [name for name in value if name not in shape.named and name not in shape.required]

    def __len__(self) -> int:
        return len(self._shape.names) + len(self._extras)

    def _make(self, index: int) -> Input:
        shape, known = self._shape, len(self._shape.names)
        name = shape.names[index] if index < known else self._extras[index - known]
        named = name in shape.named
        return _input(
            Untrusted(name),
            (*self._path, name),
            given=name in self._value,
            value=self._value.get(name),
            schema=self._document.resolve(shape.named[name] if named else shape.extra),
            document=self._document,
            required=name in shape.required,
            unknown=self._flags and not named and name in self._value,
            beside=self._value,
        )

    def position(self, step: str | int) -> int | None:
        """Where the input of that name stands; None where there is none."""
        if step not in self._value or not isinstance(step, str):
            return None
        names = self._shape.names
        return names.index(step) if step in names else len(names) + self._extras.index(step)


class Items(Inputs):
    """A list's inputs."""

    def __init__(self, value: list[JsonValue], schema: JsonObject, document: Document, path: ValuePath) -> None:
        self._value, self._schema, self._document, self._path = value, schema, document, path

    def __len__(self) -> int:
        return len(self._value)

    def _make(self, index: int) -> Input:
        document = self._document
        schema = document.resolve(of_item(self._schema, document, index))
        name, path = tr("item {number}", number=f"{index + 1:,}"), (*self._path, index)
        return _input(name, path, given=True, value=self._value[index], schema=schema, document=document)

    def position(self, step: str | int) -> int | None:
        """Its place in the list."""
        return step if isinstance(step, int) and 0 <= step < len(self._value) else None


def inputs_of(arguments: JsonObject, schema: JsonValue | Document) -> Inputs:
    """The inputs of a call, as the tool's ``inputSchema`` names them."""
    document = schema if isinstance(schema, Document) else Document(schema)
    return Members(arguments, document.resolve(document.root), document, (), strict=True)


def _input(
    name: str | Untrusted,
    path: ValuePath,
    *,
    given: bool,
    value: JsonValue,
    schema: JsonObject,
    document: Document,
    required: bool = False,
    unknown: bool = False,
    beside: JsonObject | None = None,
) -> Input:
    described = type_words(schema, document)
    form = _form(value) if given else Form.MISSING
    default, differs = _default(schema, value) if "default" in schema else (None, None)
    return Input(
        name,
        path,
        form,
        value,
        described or (type_of(value, form) if given else ""),
        _words(schema.get("title")),
        _words(schema.get("description")),
        required,
        bool(described),
        unknown,
        default,
        differs if given else None,
        schema,
        document,
        beside or {},
    )


def _form(value: JsonValue) -> Form:
    if isinstance(value, str):
        return Form.TEXT
    if isinstance(value, dict):
        return Form.OBJECT
    if isinstance(value, list):
        return Form.NUMBERS if are_numbers(value) else Form.LIST
    return Form.WORD


def type_of(value: JsonValue, form: Form) -> str:
    """The type of a value that no schema describes."""
    if isinstance(value, list):
        return tr("list of numbers") if form is Form.NUMBERS else tr("list")
    return type_word("null" if value is None else _JSON_TYPES.get(type(value), "number"))


def _words(value: JsonValue) -> Untrusted | None:
    return Untrusted(value) if isinstance(value, str) and value and not value.isspace() else None


def _default(schema: JsonObject, value: JsonValue) -> tuple[Untrusted, bool | None]:
    """The default as JSON, and whether the value is another; a large one is only named."""
    default = schema["default"]
    if not _is_small(default):
        return Untrusted(tr("a large value")), None
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


PAGE: Final = 50
"""Inputs of a tool that stand on one page."""
INNER_PAGE: Final = 20
"""Values inside an object or a list that stand on one page."""
_OPEN_DEPTH: Final = 6
_OPEN_ROWS: Final = 120
"""Rows up to which what is inside is shown unasked."""


class Value(Struct, frozen=True):
    """The row of an input. ``is_open``: whether what is inside it follows; None where nothing is inside."""

    given: Input
    depth: int
    is_open: bool | None

    @property
    def key(self) -> tuple[str, ValuePath]:
        """What tells this row from all others."""
        return "value", self.given.path


class Page(Struct, frozen=True):
    """The row below a page of values: values ``start`` to ``stop`` of ``total`` stand above it."""

    path: ValuePath
    depth: int
    start: int
    stop: int
    total: int
    size: int

    @property
    def key(self) -> tuple[str, ValuePath]:
        """What tells this row from all others."""
        return "page", self.path


class Missing(Struct, frozen=True):
    """The row of what the tool names and the call does not give, of one page of values."""

    path: ValuePath
    depth: int
    inputs: tuple[Input, ...]

    @property
    def key(self) -> tuple[str, ValuePath]:
        """What tells this row from all others, those of other pages included."""
        return f"missing from {self.inputs[0].path[-1]}", self.path


Row: TypeAlias = Value | Missing | Page


class Outline:
    """The rows of one call's inputs."""

    def __init__(self, inputs: Sequence[Input]) -> None:
        self._inputs = inputs
        self._open: dict[ValuePath, bool] = {}
        self._asked: set[ValuePath] = set()
        self._starts: dict[ValuePath, int] = {}
        self._room = _OPEN_ROWS

    def rows(self) -> list[Row]:
        """All rows, as things are unfolded and paged now."""
        self._room = _OPEN_ROWS
        return list(self._rows((), self._inputs, 0, _OPEN_DEPTH))

    def toggle(self, path: ValuePath) -> None:
        """Fold or unfold what is inside a value."""
        self._open[path] = not self._open.get(path, False)
        self._asked.add(path)

    def turn(self, path: ValuePath, start: int) -> None:
        """Show the page that begins with value ``start``."""
        self._starts[path] = start

    def reveal(self, path: ValuePath) -> ValuePath:
        """Unfold and turn whatever hides the value at ``path``; the path of the row that will show it."""
        inside = self._inputs
        here: ValuePath = ()
        for step in path:
            at = inside.position(step) if isinstance(inside, Inputs) else None
            if at is None:
                break
            size = INNER_PAGE if here else PAGE
            self._starts[here] = at // size * size
            given, here = inside[at], (*here, step)
            if here == path or not given.value or given.form not in (Form.OBJECT, Form.LIST):
                break
            self._open[here] = True
            self._asked.add(here)
            inside = given.children
        return here

    def _rows(self, path: ValuePath, inside: Sequence[Input], depth: int, levels: int) -> Iterator[Row]:
        size = INNER_PAGE if path else PAGE
        start = self._starts.get(path, 0)
        stop = min(start + size, len(inside))
        shown = [inside[index] for index in range(start, stop)]
        self._room -= len(shown)
        missing = tuple(given for given in shown if given.missing and not given.required)
        for given in shown:
            if not given.missing or given.required:
                yield from self._row(given, depth, levels)
        if missing:
            yield Missing(path, depth, missing)
        if stop - start < len(inside):
            yield Page(path, depth, start, stop, len(inside), size)

    def _row(self, given: Input, depth: int, levels: int) -> Iterator[Row]:
        inside = given.children if given.value and given.form in (Form.OBJECT, Form.LIST) else ()
        if not inside:
            yield Value(given, depth, None)
            return
        if given.path in self._asked:
            levels = _OPEN_DEPTH  # who asks for what is inside gets several levels of it
        is_open = self._is_open(given.path, len(inside), levels)
        yield Value(given, depth, is_open)
        if is_open:
            yield from self._rows(given.path, inside, depth + 1, levels - 1)

    def _is_open(self, path: ValuePath, inside: int, levels: int) -> bool:
        if path not in self._open:
            self._open[path] = levels > 0 and min(inside, INNER_PAGE) <= self._room
        return self._open[path]
