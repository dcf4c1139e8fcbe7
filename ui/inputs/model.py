"""A call's inputs as a tree: their values, and what the tool's schema says of them (pure).

Owns: the tree, which of its branches are unfolded, and which pages are shown.

Invariants:
    Each value that will be sent is in the tree, whatever the schema says. Numbers keep their digits as written.
    Texts of servers and apps are ``Untrusted``.
    A branch is worked out when it is shown, so that ten thousand inputs cost no more than those on screen.
    Each input can be reached by unfolding and paging; rows say how much is folded or on other pages.
    The number of rows at once is bounded.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias, overload

import msgspec
from msgspec import Struct

from host.control import codec
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from host.values import PartlyCompared, PartlyPrinted
from ui.inputs.lines import ValuePath, are_numbers
from ui.inputs.schema import Document, item_schema, type_word, type_words
from ui.tr import tr

_MAX_DEFAULT_VALUES: Final = 200
_MAX_DEFAULT_LENGTH: Final = 10_000
"""Values inside a default that is compared and shown, and its characters as JSON; a larger one is only mentioned."""


_JSON_TYPES: Final = {bool: "boolean", int: "integer", str: "string", dict: "object"}
"""JSON Schema's names of Python types; anything else that is neither null nor a list is a number."""


class Form(enum.Enum):
    """How a value is shown."""

    TEXT = "text"
    WORD = "word"  # a number, true, false or null
    NUMBERS = "numbers"
    LIST = "list"
    OBJECT = "object"
    MISSING = "missing"


class Input(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """One input, or one that the tool names and the call does not give."""

    UNPRINTED = frozenset({"value", "schema", "_document", "siblings"})
    UNCOMPARED = frozenset({"_document", "siblings"})

    name: str | Untrusted  # the exact name; for an item of a list "item 1", in Assent's words
    path: ValuePath
    form: Form
    value: JsonValue
    schema: JsonObject  # what the tool says of it, with references followed
    described_type: str  # in plain words, by the schema; empty if it does not say
    _document: Document
    required: bool = False
    unknown: bool = False  # whether the schema does not name it
    siblings: JsonObject = msgspec.field(default_factory=dict)  # the members of the object that holds it

    @property
    def missing(self) -> bool:
        """Whether the call does not give it."""
        return self.form is Form.MISSING

    @property
    def type(self) -> str:
        """In plain words, by the schema, or else by the value."""
        return self.described_type or ("" if self.missing else type_of(self.value, self.form))

    @property
    def title(self) -> Untrusted | None:
        """By the server."""
        return _text_or_none(self.schema.get("title"))

    @property
    def description(self) -> Untrusted | None:
        """By the server."""
        return _text_or_none(self.schema.get("description"))

    @property
    def default(self) -> Untrusted | None:
        """The schema's, as JSON; a large one is only mentioned."""
        if "default" not in self.schema:
            return None
        default = self.schema["default"]
        return Untrusted(codec.lexeme(default) if is_small(default) else tr("a large value"))

    @property
    def differs(self) -> bool | None:
        """Whether the value differs from the default; None if that is not known."""
        if self.missing or "default" not in self.schema or not is_small(self.schema["default"]):
            return None
        return not is_small(self.value) or codec.lexeme(self.value) != codec.lexeme(self.schema["default"])

    @property
    def shown(self) -> Untrusted:
        """A text as it is, anything else as the JSON that will be sent."""
        return Untrusted(self.value if isinstance(self.value, str) else codec.lexeme(self.value))

    @property
    def children(self) -> Sequence[Input]:
        """The inputs inside an object or a list, in order."""
        if isinstance(self.value, dict):
            return Members(self.value, self.schema, self._document, self.path, strict=not self.unknown)
        if isinstance(self.value, list) and self.form is Form.LIST:
            return Items(self.value, self.schema, self._document, self.path)
        return ()


class Inputs(Sequence[Input]):
    """A sequence of inputs that are made on access."""

    def _make(self, index: int) -> Input:
        raise NotImplementedError

    def position(self, step: str | int) -> int | None:
        """The index of the value that a step of a path names; None if there is none."""
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
    """The inputs of an object: required ones, others that the schema names, then the rest."""

    def __init__(
        self, value: JsonObject, schema: JsonObject, document: Document, path: ValuePath, *, strict: bool
    ) -> None:
        self._value, self._document, self._path = value, document, path
        shape = self._shape = document.shape(schema)
        self._flags_unknown = strict and (not path or not shape.is_open) and not document.too_large
        self._extras = [name for name in value if name not in shape.properties and name not in shape.required]

    def __len__(self) -> int:
        return len(self._shape.names) + len(self._extras)

    def _make(self, index: int) -> Input:
        shape, named_count = self._shape, len(self._shape.names)
        name = shape.names[index] if index < named_count else self._extras[index - named_count]
        is_named, is_given = name in shape.properties, name in self._value
        schema = self._document.resolve(shape.properties[name] if is_named else shape.extra)
        return Input(
            Untrusted(name),
            (*self._path, name),
            _form_of(self._value[name]) if is_given else Form.MISSING,
            self._value.get(name),
            schema,
            type_words(schema, self._document),
            self._document,
            required=name in shape.required,
            unknown=self._flags_unknown and not is_named and is_given,
            siblings=self._value,
        )

    def position(self, step: str | int) -> int | None:
        """The index of the input of that name; None if there is none."""
        if step not in self._value or not isinstance(step, str):
            return None
        names = self._shape.names
        return names.index(step) if step in names else len(names) + self._extras.index(step)


class Items(Inputs):
    """The inputs of a list."""

    def __init__(self, value: list[JsonValue], schema: JsonObject, document: Document, path: ValuePath) -> None:
        self._value, self._schema, self._document, self._path = value, schema, document, path

    def __len__(self) -> int:
        return len(self._value)

    def _make(self, index: int) -> Input:
        document, value = self._document, self._value[index]
        schema = document.resolve(item_schema(self._schema, document, index))
        name, path = tr("item {number}", number=f"{index + 1:,}"), (*self._path, index)
        return Input(name, path, _form_of(value), value, schema, type_words(schema, document), document)

    def position(self, step: str | int) -> int | None:
        """The position in the list; None if there is none."""
        return step if isinstance(step, int) and 0 <= step < len(self._value) else None


def inputs_of(arguments: JsonObject, schema: JsonValue | Document) -> Inputs:
    """The inputs of a call, as the tool's ``inputSchema`` names them."""
    document = schema if isinstance(schema, Document) else Document(schema)
    return Members(arguments, document.resolve(document.root), document, (), strict=True)


def _form_of(value: JsonValue) -> Form:
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


def _text_or_none(value: JsonValue) -> Untrusted | None:
    return Untrusted(value) if isinstance(value, str) and value and not value.isspace() else None


def is_small(value: JsonValue) -> bool:
    """Whether a value holds few others and no long text."""
    is_short = count_values(value, _MAX_DEFAULT_VALUES) <= _MAX_DEFAULT_VALUES
    return is_short and len(codec.lexeme(value)) <= _MAX_DEFAULT_LENGTH


def count_values(value: JsonValue, limit: int) -> int:
    """Count the values nested in ``value``, with itself; stops after ``limit`` and one."""
    count, pending = 0, [value]
    while pending and count <= limit:
        item = pending.pop()
        count += 1
        if isinstance(item, (dict, list)):
            if len(item) > limit:
                return limit + 1
            pending.extend(item.values() if isinstance(item, dict) else item)
    return count


PAGE_SIZE: Final = 50
"""Inputs of a call on one page."""
INNER_PAGE_SIZE: Final = 20
"""Values of an object or a list on one page."""
_OPEN_DEPTH: Final = 6
_OPEN_ROWS: Final = 120
"""Rows up to which objects and lists are open at first."""


class Value(Struct, frozen=True):
    """The row of an input. ``is_open``: whether the values inside follow; None if there are none."""

    tool_input: Input
    depth: int
    is_open: bool | None

    @property
    def key(self) -> tuple[str, ValuePath]:
        """Identifies this row among all."""
        return "value", self.tool_input.path


class Page(Struct, frozen=True):
    """The row with the pager below a page: values ``start`` to ``stop`` of ``total`` stand above it."""

    path: ValuePath
    depth: int
    start: int
    stop: int
    total: int
    size: int

    @property
    def key(self) -> tuple[str, ValuePath]:
        """Identifies this row among all."""
        return "page", self.path


class Missing(Struct, frozen=True):
    """The row of the inputs on one page that the tool names and the call does not give."""

    path: ValuePath
    depth: int
    inputs: tuple[Input, ...]

    @property
    def key(self) -> tuple[str, ValuePath]:
        """Identifies this row among all, including those of other pages."""
        return f"missing from {self.inputs[0].path[-1]}", self.path


Row: TypeAlias = Value | Missing | Page


class Outline:
    """The rows of one call's inputs."""

    def __init__(self, inputs: Sequence[Input]) -> None:
        self._inputs = inputs
        self._open_by_path: dict[ValuePath, bool] = {}
        self._opened_by_person: set[ValuePath] = set()
        self._page_starts: dict[ValuePath, int] = {}
        self._rows_left = _OPEN_ROWS

    def rows(self) -> list[Row]:
        """All rows, as unfolded and paged now."""
        self._rows_left = _OPEN_ROWS
        return list(self._page_rows((), self._inputs, 0, _OPEN_DEPTH))

    def toggle(self, path: ValuePath) -> None:
        """Fold or unfold the values inside a value."""
        self._open_by_path[path] = not self._open_by_path.get(path, False)
        self._opened_by_person.add(path)

    def turn(self, path: ValuePath, start: int) -> None:
        """Show the page that begins with value ``start``."""
        self._page_starts[path] = start

    def reveal(self, path: ValuePath) -> ValuePath:
        """Unfold and turn pages until the value at ``path`` is shown. Returns the path of the row that shows it."""
        children = self._inputs
        reached: ValuePath = ()
        for step in path:
            position = children.position(step) if isinstance(children, Inputs) else None
            if position is None:
                break
            size = INNER_PAGE_SIZE if reached else PAGE_SIZE
            self._page_starts[reached] = position // size * size
            input_, reached = children[position], (*reached, step)
            if reached == path or not input_.value or input_.form not in (Form.OBJECT, Form.LIST):
                break
            self._open_by_path[reached] = True
            self._opened_by_person.add(reached)
            children = input_.children
        return reached

    def _page_rows(self, path: ValuePath, children: Sequence[Input], depth: int, levels: int) -> Iterator[Row]:
        size = INNER_PAGE_SIZE if path else PAGE_SIZE
        start = self._page_starts.get(path, 0)
        stop = min(start + size, len(children))
        shown = [children[index] for index in range(start, stop)]
        self._rows_left -= len(shown)
        missing = tuple(input_ for input_ in shown if input_.missing and not input_.required)
        for input_ in shown:
            if not input_.missing or input_.required:
                yield from self._value_rows(input_, depth, levels)
        if missing:
            yield Missing(path, depth, missing)
        if stop - start < len(children):
            yield Page(path, depth, start, stop, len(children), size)

    def _value_rows(self, input_: Input, depth: int, levels: int) -> Iterator[Row]:
        children = input_.children if input_.value and input_.form in (Form.OBJECT, Form.LIST) else ()
        if not children:
            yield Value(input_, depth, None)
            return
        if input_.path in self._opened_by_person:
            levels = _OPEN_DEPTH  # the person opened it, and sees several levels
        is_open = self._is_open(input_.path, len(children), levels)
        yield Value(input_, depth, is_open)
        if is_open:
            yield from self._page_rows(input_.path, children, depth + 1, levels - 1)

    def _is_open(self, path: ValuePath, child_count: int, levels: int) -> bool:
        if path not in self._open_by_path:
            self._open_by_path[path] = levels > 0 and min(child_count, INNER_PAGE_SIZE) <= self._rows_left
        return self._open_by_path[path]
