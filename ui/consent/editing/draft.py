r"""Inputs while a person changes them (no Qt).

Owns: the reading of typed JSON, and the writing of values as text that a field keeps character by character; which
field edits which value, and what a new one begins with; the draft of one call, as a tree of fields or as JSON, what is
changed in it, and the quick checks of it.

Invariants: a value that nobody touched is the very value that came, to the last byte; digits stay as they are written;
what a field would change or hide stands as an escape (``\u200B``); a schema is a stranger's: what is odd or too much in
it leads to a plain JSON field, never to an error; what was typed is read when it is asked for and never earlier, so
that it may be wrong meanwhile, and the only error of that is ``Unreadable``; a draft sends nothing; the checks take no
pattern and follow no reference, so that a key costs no time: the host has the last word.
"""

from __future__ import annotations

import enum
import json
import operator
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final

from msgspec import Struct

from host.control import codec
from host.control.views import EditProblem
from host.errors import AssentError
from host.model import JsonObject, JsonValue
from host.text import is_hidden
from ui.inputs.lines import ValuePath
from ui.inputs.schema import Document, Shape, item_schema
from ui.tr import tr, tr_n

FIELD_LIMIT: Final = 65_536
"""Characters of a text that can be edited in a field; what is longer is kept, removed or replaced as a whole."""
LINE_LIMIT: Final = 16_384
"""Characters of one line up to which a field breaks it to its width."""
_INDENT: Final = "  "


class Unreadable(AssentError):
    """What was typed is no value. The text is one safe sentence without its end."""


def read(typed: str) -> JsonValue:
    """Exactly one JSON value. Raises Unreadable."""
    if not typed.strip(" \t\r\n"):
        raise Unreadable(tr("nothing is written here"))
    try:
        found = codec.object_of(b'{"":' + typed.encode("utf-8", "surrogatepass") + b"}")
    except AssentError as error:
        raise Unreadable(_fault(typed)) from error
    if list(found) != [""]:
        raise Unreadable(tr("this is more than one value"))
    return found[""]


def _fault(typed: str) -> str:
    """Where it stops being JSON, for what has several lines."""
    try:
        json.loads(typed)
    except json.JSONDecodeError as error:
        if "\n" in typed.strip():
            return tr("this is no JSON: look at line {line}, and at what stands right before it", line=error.lineno)
    except (ValueError, RecursionError):
        pass
    return tr("this is no JSON: text stands in quotation marks, names too")


def read_object(typed: str) -> JsonObject:
    """Exactly one JSON object. Raises Unreadable."""
    value = read(typed)
    if not isinstance(value, dict):
        raise Unreadable(tr("the inputs are a JSON object, in braces"))
    return value


def is_kept(text: str) -> bool:
    """Whether a text field shows each character of ``text`` and gives it back as it was."""
    return not _odd(text)


def literal(text: str) -> str:
    """``text`` as a JSON string in which nothing is hidden."""
    written = json.dumps(text, ensure_ascii=False)
    for char in _odd(written):
        written = written.replace(char, json.dumps(char)[1:-1])
    return written


def written(value: JsonValue) -> str:
    """A value on one line, as a field keeps it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(name)}: {written(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return literal(value) if isinstance(value, str) else codec.lexeme(value)


def laid_out(value: JsonValue, depth: int = 0) -> str:
    """A value over lines, to be read and edited."""
    edge, inside = _INDENT * depth, _INDENT * (depth + 1)
    if isinstance(value, dict) and value:
        rows = [f"{inside}{literal(name)}: {laid_out(item, depth + 1)}" for name, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{edge}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(inside + laid_out(item, depth + 1) for item in value) + f"\n{edge}]"
    return written(value)


def _odd(text: str) -> set[str]:
    """The different characters that a field would change or hide."""
    if text.isascii() and text.isprintable():
        return set()
    return {char for char in set(text) if char == "\r" or (char not in "\n\t" and is_hidden(char))}


MOST_VALUES: Final = 200
"""Values inside one another that get fields of their own; more are edited as JSON."""
DEEPEST: Final = 6
MOST_CHOICES: Final = 100
_LONG_CHOICE: Final = 200
_BLANKS: Final[dict[str, JsonValue]] = {"string": "", "integer": 0, "number": 0, "boolean": False, "null": None}
_BOUNDS: Final = (
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
)  # fmt: skip
"""Keywords of quick checks that ``Document`` does not keep; behind a reference the host alone sees them."""
_ONE_LINE: Final = 120


class Form(enum.Enum):
    """How a value is edited."""

    LINE = "line"
    LINES = "lines"
    LITERAL = "literal"  # text in which something would be hidden, as a JSON string
    NUMBER = "number"
    CHECK = "check"
    CHOICE = "choice"
    NOTHING = "nothing"  # null, where the schema wants a value as well
    LIST = "list"
    OBJECT = "object"
    JSON = "json"
    KEPT = "kept"  # too long for a field: stays, goes, or is replaced


def plain(schema: JsonValue, document: Document) -> JsonObject:
    """The schema behind references, and behind the usual way to say "or nothing" (``anyOf`` with null)."""
    found = _bounded(schema, document)
    for word in ("anyOf", "oneOf"):
        parts = found.get(word)
        if isinstance(parts, list) and len(parts) == 2:  # one, or nothing
            resolved = [_bounded(part, document) for part in parts]
            rest = [part for part in resolved if part.get("type") != "null"]
            if len(rest) == 1:
                about = {name: said for name, said in found.items() if name != word}
                return {**rest[0], **about, "nullable": True}
    return found


def kinds(schema: JsonObject) -> tuple[str, ...]:
    """The JSON types that a schema names."""
    said = schema.get("type")
    return tuple(kind for kind in (said if isinstance(said, list) else [said]) if isinstance(kind, str))


def may_be_nothing(schema: JsonObject) -> bool:
    """Whether null is a value beside others."""
    return schema.get("nullable") is True or ("null" in kinds(schema) and len(kinds(schema)) > 1)


def choices(schema: JsonObject) -> list[JsonValue]:
    """The values to choose from; empty where they are too many, too long, or not simple."""
    said = [schema["const"]] if "const" in schema else schema.get("enum")
    if not isinstance(said, list) or len(said) > MOST_CHOICES or any(isinstance(one, (dict, list)) for one in said):
        return []
    return said if all(len(one) <= _LONG_CHOICE for one in said if isinstance(one, str)) else []


def form_of(value: JsonValue, schema: JsonObject, depth: int, room: int = MOST_VALUES) -> Form:
    """How ``value`` is edited. ``depth``: of objects and lists around it. ``room``: for values inside of it."""
    wanted = [kind for kind in kinds(schema) if kind != "null"]
    if value is None and may_be_nothing(schema):
        return Form.NOTHING
    if choices(schema):
        return Form.CHOICE
    if isinstance(value, (dict, list)):
        return _form_of_many(value, wanted, depth, room)
    if isinstance(value, str) and len(value) > FIELD_LIMIT:
        return Form.KEPT
    if wanted in (["integer"], ["number"]) and not isinstance(value, bool):
        return Form.NUMBER
    if isinstance(value, bool):
        return Form.CHECK if not wanted or "boolean" in wanted else Form.JSON
    if isinstance(value, str) and (not wanted or "string" in wanted):
        return form_of_text(value)
    return Form.NUMBER if isinstance(value, (int, float)) and not wanted else Form.JSON


def form_of_text(value: str) -> Form:
    """How a text is edited."""
    if not is_kept(value):
        return Form.LITERAL
    return Form.LINES if "\n" in value or len(value) > _ONE_LINE else Form.LINE


def blank(schema: JsonObject, document: Document, depth: int = 0) -> JsonValue:
    """What a new field begins with: the schema's default or first choice, else the emptiest value of its type."""
    if schema.get("default") is not None and few(schema["default"]):
        return schema["default"]
    if offered := choices(schema):
        return offered[0]
    kind = next((kind for kind in kinds(schema) if kind != "null"), "")
    if kind == "object" or isinstance(schema.get("properties"), dict):
        return _blank_object(schema, document, depth)
    if kind == "array":
        return []
    return _BLANKS.get(kind, "")


def few(value: JsonValue) -> bool:
    """Whether no more than ``MOST_VALUES`` stand inside one another, none of them a long text."""
    first = list(islice(_inside(value), MOST_VALUES + 1))
    return len(first) <= MOST_VALUES and not any(isinstance(it, str) and len(it) > FIELD_LIMIT for it in first)


def values_in(value: JsonValue, most: int) -> int:
    """How many values stand inside one another, ``value`` among them; no more than ``most`` and one are counted."""
    return sum(1 for _ in islice(_inside(value), most + 1))


def _inside(value: JsonValue) -> Iterator[JsonValue]:
    """``value``, and all that stands in it."""
    left = [iter([value])]
    while left:
        for item in left[-1]:
            yield item
            if isinstance(item, (dict, list)):
                left.append(iter(item.values() if isinstance(item, dict) else item))
                break
        else:
            left.pop()


def words_of(choice: JsonValue, schema: JsonObject | None = None) -> str:
    """A choice as it is offered: text as it is where that is clear, anything else as JSON; with its title, if any.

    ``schema``: of the value, whose ``oneOf`` or ``anyOf`` may name the choices (untrusted).
    """
    clear = isinstance(choice, str) and choice and choice.strip() == choice and is_kept(choice)
    said = str(choice) if clear else written(choice)
    title = _title_of(choice, schema or {})
    return f"{title} ({said})" if title and title != said else said


def _title_of(choice: JsonValue, schema: JsonObject) -> str:
    for word in ("oneOf", "anyOf"):
        named = schema.get(word)
        for one in named if isinstance(named, list) else ():
            title = one.get("title") if isinstance(one, dict) and one.get("const") == choice else None
            if isinstance(title, str) and len(title) <= _LONG_CHOICE:
                return title
    return ""


def _bounded(schema: JsonValue, document: Document) -> JsonObject:
    found = document.resolve(schema)
    known = schema if isinstance(schema, dict) else {}
    bounds: JsonObject = {word: known[word] for word in _BOUNDS if word in known}
    return found | bounds if bounds else found


def _form_of_many(value: JsonObject | list[JsonValue], wanted: list[str], depth: int, room: int) -> Form:
    kind = "object" if isinstance(value, dict) else "array"
    fits = depth < DEEPEST and (not wanted or kind in wanted)
    small = len(value) <= MOST_VALUES if not depth else values_in(value, room) <= room
    if not (fits and small):
        return Form.JSON if _can_be_typed(value) else Form.KEPT
    return Form.OBJECT if kind == "object" else Form.LIST


def _can_be_typed(value: JsonValue) -> bool:
    return len(codec.lexeme(value)) <= FIELD_LIMIT and len(written(value)) <= FIELD_LIMIT


def _blank_object(schema: JsonObject, document: Document, depth: int) -> JsonObject:
    shape = document.shape(schema)
    if depth >= DEEPEST or len(shape.required) > MOST_VALUES:
        return {}
    return {
        name: blank(plain(shape.named.get(name, shape.extra), document), document, depth + 1) for name in shape.required
    }


HOLDING: Final = (Form.LIST, Form.OBJECT)


class DraftContext:
    """What all values of one draft stand on.

    Attributes:
        document: the schema.
        room: for more fields.
    """

    def __init__(self, schema: JsonValue) -> None:
        self.document = Document(schema)
        self.room = MOST_VALUES


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
        offered = choices(self.schema)
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
        value = blank({key: said for key, said in self.schema.items() if key != "default"}, self._document)
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

    @cached_property
    def _object_shape(self) -> Shape:
        """What the schema says of its members; worked out once, for what a schema may cost is bounded."""
        return self._document.shape(self.schema)

    def _form_for(self, value: JsonValue) -> Form:
        room = max(0, min(self._context.room, MOST_VALUES))
        return form_of(value, self.schema, self.depth, room)

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
        schema = plain(shape.named[name] if named else shape.extra, self._document)
        begins = blank(schema, self._document) if new else value
        unknown = not named and not shape.is_open
        required = name in shape.required
        return Node(name, begins, schema, self._context, self, required=required, unknown=unknown)

    def _item(self, index: int, *value: JsonValue) -> Node:
        schema = plain(item_schema(self.schema, self._document, index), self._document)
        return Node("", value[0] if value else blank(schema, self._document), schema, self._context, self)

    def _collect_value(self) -> JsonValue:
        values = [node.value for node in self.children]
        if isinstance(self.original, dict):
            made = {node.name: value for node, value in zip(self.children, values, strict=True)}
            same = made.keys() == self.original.keys() and all(made[name] is self.original[name] for name in made)
            return self.original if same else made
        same = isinstance(self.original, list) and len(values) == len(self.original)
        return self.original if same and all(map(operator.is_, values, self.original)) else values  # type: ignore[arg-type]  # a list then


def _read(form: Form, typed: str) -> JsonValue:
    if form in (Form.LINE, Form.LINES):
        return typed
    if form is Form.NUMBER:
        return _number(typed)
    value = read(typed)
    if form is Form.LITERAL and not isinstance(value, str):
        raise Unreadable(tr("this is no text in quotation marks"))
    return value


def _number(typed: str) -> JsonValue:
    try:
        value = read(typed)
    except Unreadable as error:
        raise Unreadable(tr("enter a number")) from error
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Unreadable(tr("enter a number"))
    return value


MOST_JSON: Final = 2 * FIELD_LIMIT
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
        root = plain(schema, context.document)
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
            return read_object(self.typed)
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
        text = laid_out(self.value)
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
    if node.form in HOLDING:
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
