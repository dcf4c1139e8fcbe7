"""Inputs while a person changes them (no Qt).

Owns: the draft of one call, as a tree of fields or as JSON, what is changed in it, and the quick checks of it.

Invariants: a value that nobody touched is the very value that came, to the last byte; digits stay as they are written;
what was typed is read when it is asked for and never earlier, so that it may be wrong meanwhile; a draft sends nothing;
the checks take no pattern and follow no reference, so that a key costs no time: the host has the last word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from host.control import codec
from host.control.views import EditProblem
from host.model import JsonObject, JsonValue
from ui.consent.editing import fields, literals
from ui.consent.editing.fields import Form, choices, kinds, may_be_nothing
from ui.consent.editing.literals import Unreadable
from ui.inputs.lines import ValuePath
from ui.inputs.schema import Document, Shape
from ui.tr import tr, tr_n

HOLDING: Final = (Form.LIST, Form.OBJECT)


class DraftContext:
    """What all values of one draft stand on.

    Attributes:
        document: the schema.
        room: for more fields.
    """

    def __init__(self, schema: JsonValue) -> None:
        self.document = Document(schema)
        self.room = fields.MOST_VALUES


class Node:
    """One value of a draft.

    Attributes:
        name: of a member (untrusted); empty in a list, and of the whole.
        schema: what the tool says of it.
        original: the value that it began with.
        form: how it is edited.
        typed: what the person wrote or chose, None while nobody did.
        children: of an object or a list.
        parent: what it is inside of.
        required: of a member.
        unknown: the tool's description does not name it.
    """

    def __init__(
        self, name: str, original: JsonValue, schema: JsonObject, context: DraftContext, parent: Node | None = None,
        *, required: bool = False, unknown: bool = False,
    ) -> None:  # fmt: skip
        self.name, self.original, self.schema, self.parent = name, original, schema, parent
        self.required, self.unknown = required, unknown
        self.typed: str | bool | int | None = None
        self.form = Form.JSON
        self.children: list[Node] = []
        self._context, self._document = context, context.document
        context.room -= 1
        self._shape: Shape | None = None  # worked out once: what a schema may cost is bounded
        self._build_children(self._form_for(original))

    @property
    def depth(self) -> int:
        """Objects and lists around it."""
        return 0 if self.parent is None else self.parent.depth + 1

    @property
    def path(self) -> ValuePath:
        """The steps to it."""
        if self.parent is None:
            return ()
        step = self.parent.children.index(self) if self.parent.form is Form.LIST else self.name
        return (*self.parent.path, step)

    @property
    def choices(self) -> list[JsonValue]:
        """What can be chosen: what the schema offers, and before it the value that came, where it is none of those."""
        offered = fields.choices(self.schema)
        known = [codec.lexeme(choice) for choice in offered]
        return offered if codec.lexeme(self.original) in known else [self.original, *offered]

    @property
    def value(self) -> JsonValue:
        """What it is now. Raises Unreadable."""
        if self.form in HOLDING:
            return self._collect_value()
        if self.typed is None or self.form in (Form.NOTHING, Form.KEPT):
            return self.original
        if self.form is Form.CHOICE:
            return self.choices[int(self.typed)]
        if self.form is Form.CHECK:
            return bool(self.typed)
        return _read(self.form, str(self.typed))

    @property
    def missing(self) -> Sequence[str]:
        """Members that the tool names and the draft does not give, what is required first."""
        if self.form is not Form.OBJECT:
            return ()
        given = {node.name for node in self.children}
        return [name for name in self._object_shape.names if name not in given]

    @property
    def required_names(self) -> Sequence[str]:
        """Required members."""
        return tuple(self._object_shape.required) if self.form is Form.OBJECT else ()

    @property
    def allows_more(self) -> bool:
        """Whether members may be added that the tool does not name."""
        return self.form is Form.OBJECT and self._object_shape.is_open

    def replace_value(self, value: JsonValue) -> None:
        """Begin anew with another value, which the person asked for."""
        self.original, self.typed = value, None
        self._build_children(self._form_for(value))

    def use_lines(self) -> None:
        """Edit a text over many lines from now on."""
        if self.form is Form.LINE:
            self.form = Form.LINES

    def fill(self) -> None:
        """Give a value to what is nothing, or too long to be edited: an empty one."""
        value = fields.blank({key: said for key, said in self.schema.items() if key != "default"}, self._document)
        self.replace_value("" if self.form is Form.KEPT and isinstance(self.original, str) else value)

    def add(self, name: str = "") -> Node:
        """Add a member of that name, or an item."""
        made = self._member(name, None, new=True) if self.form is Form.OBJECT else self._item(len(self.children))
        self.children.append(made)
        return made

    def remove(self, node: Node) -> None:
        """Take one away."""
        self.children.remove(node)

    def move(self, node: Node, step: int) -> None:
        """Move an item up (-1) or down (1), as far as that goes."""
        at = self.children.index(node)
        to = min(max(0, at + step), len(self.children) - 1)
        self.children.insert(to, self.children.pop(at))

    def walk(self) -> Iterator[Node]:
        """It, and everything inside, top down."""
        yield self
        for node in self.children:
            yield from node.walk()

    @property
    def _object_shape(self) -> Shape:
        """What the schema says of its members."""
        if self._shape is None:
            self._shape = self._document.shape(self.schema)
        return self._shape

    def _form_for(self, value: JsonValue) -> Form:
        room = max(0, min(self._context.room, fields.MOST_VALUES))
        return fields.form_of(value, self.schema, self.depth, room)

    def _build_children(self, form: Form) -> None:
        self.form, self.children = form, []
        if form is Form.OBJECT and isinstance(self.original, dict):
            shape = self._object_shape
            known = [name for name in shape.names if name in self.original]
            names = dict.fromkeys([*known, *self.original])
            self.children = [self._member(name, self.original[name]) for name in names]
        if form is Form.LIST and isinstance(self.original, list):
            self.children = [self._item(index, item) for index, item in enumerate(self.original)]

    def _member(self, name: str, value: JsonValue, *, new: bool = False) -> Node:
        shape = self._object_shape
        named = name in shape.named
        schema = fields.plain(shape.named[name] if named else shape.extra, self._document)
        begins = fields.blank(schema, self._document) if new else value
        unknown = not named and not shape.is_open
        required = name in shape.required
        return Node(name, begins, schema, self._context, self, required=required, unknown=unknown)

    def _item(self, index: int, *value: JsonValue) -> Node:
        schema = fields.item_schema(self.schema, self._document, index)
        return Node("", value[0] if value else fields.blank(schema, self._document), schema, self._context, self)

    def _collect_value(self) -> JsonValue:
        values = [node.value for node in self.children]
        if isinstance(self.original, dict):
            made = {node.name: value for node, value in zip(self.children, values, strict=True)}
            same = made.keys() == self.original.keys() and all(made[name] is self.original[name] for name in made)
            return self.original if same else made
        same = isinstance(self.original, list) and len(values) == len(self.original)
        return self.original if same and all(map(_is_same, values, self.original)) else values  # type: ignore[arg-type]  # a list then


def _read(form: Form, typed: str) -> JsonValue:
    if form in (Form.LINE, Form.LINES):
        return typed
    if form is Form.NUMBER:
        return _number(typed)
    value = literals.read(typed)
    if form is Form.LITERAL and not isinstance(value, str):
        raise Unreadable(tr("this is no text in quotation marks"))
    return value


def _number(typed: str) -> JsonValue:
    try:
        value = literals.read(typed)
    except Unreadable as error:
        raise Unreadable(tr("enter a number")) from error
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Unreadable(tr("enter a number"))
    return value


def _is_same(one: JsonValue, other: JsonValue) -> bool:
    return one is other


MOST_JSON: Final = 2 * literals.FIELD_LIMIT
"""Characters up to which all inputs together can be edited as JSON."""


class Draft:
    """The inputs of one call while they are changed.

    Attributes:
        before: the inputs as they were shown.
        root: of the fields.
        typed: all of it as JSON, where the person edits that; None where the fields count.
    """

    def __init__(self, before: JsonObject, schema: JsonValue, now: JsonObject | None = None) -> None:
        """``now``: what the fields begin with, if not with ``before``."""
        self.before, self._schema = before, schema
        context = DraftContext(schema)
        root = fields.plain(schema, context.document)
        self.root = Node("", before if now is None else now, root, context)
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
        value = self.root.value if self.has_fields else self.root.original
        assert isinstance(value, dict), "inputs are an object"
        return value

    @property
    def text(self) -> str:
        """The same as JSON, every digit as written. Raises Unreadable."""
        return codec.lexeme(self.value)

    @property
    def changes(self) -> tuple[InputChange, ...]:
        """What is another than it was. Raises Unreadable."""
        return tuple(_input_changes(self.before, self.value, ()))

    def to_json(self) -> str:
        """Edit all of it as JSON from now on; the text to begin with. Raises Unreadable."""
        text = literals.laid_out(self.value)
        self.typed = text
        return text

    def to_fields(self) -> Draft:
        """The same with fields. Raises Unreadable."""
        return Draft(self.before, self._schema, self.value)

    def nearest(self, path: ValuePath) -> Node:
        """The field at ``path``, or the nearest around it."""
        node = self.root
        for step in path:
            index = step if isinstance(step, int) else next(
                (at for at, child in enumerate(node.children) if child.name == step), -1
            )  # fmt: skip
            if node.form not in HOLDING or not 0 <= index < len(node.children):
                break
            node = node.children[index]
        return node


class InputChange(Struct, frozen=True):
    """One difference.

    Attributes:
        path: the steps to it.
        how: what became of it.
    """

    path: ValuePath
    how: str


def _input_changes(one: JsonValue, other: JsonValue, path: ValuePath) -> Iterator[InputChange]:
    if one is other or (type(one) is type(other) and isinstance(one, (str, int)) and one == other):
        return  # of other numbers the digits decide, not the value
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**one, **other}:
            if name not in other:
                yield InputChange((*path, name), "removed")
            elif name not in one:
                yield InputChange((*path, name), "added")
            else:
                yield from _input_changes(one[name], other[name], (*path, name))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (before, after) in enumerate(zip(one, other, strict=True)):
            yield from _input_changes(before, after, (*path, index))
    elif codec.lexeme(one) != codec.lexeme(other):
        yield InputChange(path, "changed")


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
        return tuple(found for node in draft.root.walk() for found in _of_node(node))
    try:
        _ = draft.value
    except Unreadable as error:
        return (EditProblem((), str(error)),)
    return ()


def _of_node(node: Node) -> Iterator[EditProblem]:
    path = node.path
    if node.form in (Form.OBJECT, Form.LIST):
        given = {child.name for child in node.children}
        for name in node.required_names:
            if name not in given:
                yield EditProblem((*path, name), tr("this input is required"))
        yield from (EditProblem(path, why) for why in _length(len(node.children), node.schema, "Items"))
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
    least, most = _number_of(schema, "minimum"), _number_of(schema, "maximum")
    above, below = _number_of(schema, "exclusiveMinimum"), _number_of(schema, "exclusiveMaximum")
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


def _number_of(schema: JsonObject, word: str) -> int | float | None:
    said = schema.get(word)
    return said if isinstance(said, (int, float)) and not isinstance(said, bool) else None
