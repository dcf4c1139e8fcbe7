r"""Inputs while a person changes them (no Qt).

Owns: the reading of typed JSON, and the writing of values as text that a field keeps character by character; which
field edits which value, and what a new one begins with; the draft of one call, as a tree of fields or as JSON, and its
changes.

Invariants:
    - A value that nobody touched is exactly the value that came, to the last byte. Digits stay as they are written.
    - Characters that a field would change or hide are shown as escapes (``\u200B``).
    - A schema is untrusted: anything odd or too large in it leads to a plain JSON field, never to an error.
    - Typed text is read only when it is asked for, so that it may be wrong meanwhile. The only error of that is
      ``Unreadable``.
    - A draft sends nothing, and judges nothing: whether the tool takes a value is the host's to say.
"""

from __future__ import annotations

import enum
import json
import operator
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Final

from host.control import codec
from host.control.views import EditProblem
from host.errors import AssentError
from host.model import JsonObject, JsonValue
from host.text import is_hidden
from ui.inputs.diff import ValueChange, compare
from ui.inputs.lines import ValuePath
from ui.inputs.model import count_values, is_small
from ui.inputs.schema import Document, Shape, item_schema
from ui.tr import tr

FIELD_LIMIT: Final = 65_536
"""Characters of a text that a field can edit. A longer one is kept, removed or replaced as a whole."""
_INDENT: Final = "  "


class Unreadable(AssentError):
    """What was typed is not a value. The text is one safe sentence without its end."""


def read_json(typed: str) -> JsonValue:
    """Read exactly one JSON value. Raises Unreadable."""
    if not typed.strip(" \t\r\n"):
        raise Unreadable(tr("nothing is written here"))
    try:
        members = codec.object_of(b'{"":' + typed.encode("utf-8", "surrogatepass") + b"}")
    except AssentError as error:
        raise Unreadable(_json_fault(typed)) from error
    if list(members) != [""]:
        raise Unreadable(tr("this is more than one value"))
    return members[""]


def _json_fault(typed: str) -> str:
    try:
        json.loads(typed)
    except json.JSONDecodeError as error:
        if "\n" in typed.strip():
            return tr("this is no JSON: look at line {line}, and at what stands right before it", line=error.lineno)
    except (ValueError, RecursionError):
        pass
    return tr("this is no JSON: text must be in quotation marks, names too")


def read_json_object(typed: str) -> JsonObject:
    """Read exactly one JSON object. Raises Unreadable."""
    value = read_json(typed)
    if not isinstance(value, dict):
        raise Unreadable(tr("the inputs are a JSON object, in braces"))
    return value


def is_unaltered_by_field(text: str) -> bool:
    """Whether a text field shows each character of ``text`` and returns it unchanged."""
    return not _altered_characters(text)


def json_string(text: str) -> str:
    """Write ``text`` as a JSON string in which nothing is hidden."""
    written = json.dumps(text, ensure_ascii=False)
    for char in _altered_characters(written):
        written = written.replace(char, json.dumps(char)[1:-1])
    return written


def json_line(value: JsonValue) -> str:
    """Write a value as JSON on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json_string(name)}: {json_line(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(json_line, value)) + "]"
    return json_string(value) if isinstance(value, str) else codec.lexeme(value)


def indented_json(value: JsonValue, depth: int = 0) -> str:
    """Write a value as JSON over several lines, to be read and edited."""
    outer, inner = _INDENT * depth, _INDENT * (depth + 1)
    if isinstance(value, dict) and value:
        rows = [f"{inner}{json_string(name)}: {indented_json(item, depth + 1)}" for name, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{outer}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(inner + indented_json(item, depth + 1) for item in value) + f"\n{outer}]"
    return json_line(value)


def _altered_characters(text: str) -> set[str]:
    if text.isascii() and text.isprintable():
        return set()
    return {char for char in set(text) if char == "\r" or (char not in "\n\t" and is_hidden(char))}


MAX_VALUES: Final = 200
"""Nested values that get fields of their own. More are edited as JSON."""
MAX_DEPTH: Final = 6
MAX_CHOICES: Final = 100
_LONG_CHOICE: Final = 200
_BLANK_BY_TYPE: Final[dict[str, JsonValue]] = {"string": "", "integer": 0, "number": 0, "boolean": False, "null": None}
_MAX_ONE_LINE: Final = 120


class FieldForm(enum.Enum):
    """How a value is edited."""

    LINE = "line"
    LINES = "lines"
    LITERAL = "literal"  # text in which something would be hidden, as a JSON string
    NUMBER = "number"
    CHECK = "check"
    CHOICE = "choice"
    NOTHING = "nothing"  # null, although the schema also allows values
    LIST = "list"
    OBJECT = "object"
    JSON = "json"
    KEPT = "kept"  # too long for a field: it is kept, removed or replaced


def resolved_schema(schema: JsonValue, document: Document) -> JsonObject:
    """Resolve references, and the usual form of an optional value (``anyOf`` with null)."""
    resolved = document.resolve(schema)
    for word in ("anyOf", "oneOf"):
        parts = resolved.get(word)
        if isinstance(parts, list) and len(parts) == 2:  # a schema, or null
            options = [document.resolve(part) for part in parts]
            others = [option for option in options if option.get("type") != "null"]
            if len(others) == 1:
                about = {name: value for name, value in resolved.items() if name != word}
                return {**others[0], **about, "nullable": True}
    return resolved


def types_of(schema: JsonObject) -> tuple[str, ...]:
    """Return the JSON types that a schema names."""
    types = schema.get("type")
    return tuple(kind for kind in (types if isinstance(types, list) else [types]) if isinstance(kind, str))


def is_nullable(schema: JsonObject) -> bool:
    """Whether null is allowed beside other values."""
    return schema.get("nullable") is True or ("null" in types_of(schema) and len(types_of(schema)) > 1)


def choices(schema: JsonObject) -> list[JsonValue]:
    """Return the values to choose from; none if they are too many, too long, or not simple."""
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if not isinstance(values, list) or len(values) > MAX_CHOICES:
        return []
    if any(isinstance(value, (dict, list)) for value in values):
        return []
    return values if all(len(value) <= _LONG_CHOICE for value in values if isinstance(value, str)) else []


def form_of(value: JsonValue, schema: JsonObject, depth: int, room: int = MAX_VALUES) -> FieldForm:
    """Return how ``value`` is edited. ``depth``: of objects and lists around it. ``room``: for values inside it."""
    types = [kind for kind in types_of(schema) if kind != "null"]
    if value is None and is_nullable(schema):
        return FieldForm.NOTHING
    if choices(schema):
        return FieldForm.CHOICE
    if isinstance(value, (dict, list)):
        return _form_of_container(value, types, depth, room)
    if isinstance(value, str) and len(value) > FIELD_LIMIT:
        return FieldForm.KEPT
    if types in (["integer"], ["number"]) and not isinstance(value, bool):
        return FieldForm.NUMBER
    if isinstance(value, bool):
        return FieldForm.CHECK if not types or "boolean" in types else FieldForm.JSON
    if isinstance(value, str) and (not types or "string" in types):
        return form_of_text(value)
    return FieldForm.NUMBER if isinstance(value, (int, float)) and not types else FieldForm.JSON


def form_of_text(value: str) -> FieldForm:
    """Return how a text is edited."""
    if not is_unaltered_by_field(value):
        return FieldForm.LITERAL
    return FieldForm.LINES if "\n" in value or len(value) > _MAX_ONE_LINE else FieldForm.LINE


def blank_value(schema: JsonObject, document: Document, depth: int = 0) -> JsonValue:
    """Return what a new field begins with: the schema's default or first choice, or an empty value of its type."""
    if schema.get("default") is not None and is_small(schema["default"]):
        return schema["default"]
    if offered := choices(schema):
        return offered[0]
    kind = next((kind for kind in types_of(schema) if kind != "null"), "")
    if kind == "object" or isinstance(schema.get("properties"), dict):
        return _blank_object(schema, document, depth)
    if kind == "array":
        return []
    return _BLANK_BY_TYPE.get(kind, "")


def choice_text(choice: JsonValue, schema: JsonObject | None = None) -> str:
    """Write a choice: a clear text as it is, anything else as JSON, with its title in the schema (untrusted)."""
    is_clear = isinstance(choice, str) and choice and choice.strip() == choice and is_unaltered_by_field(choice)
    text = str(choice) if is_clear else json_line(choice)
    title = _title_of(choice, schema or {})
    return f"{title} ({text})" if title and title != text else text


def _title_of(choice: JsonValue, schema: JsonObject) -> str:
    for word in ("oneOf", "anyOf"):
        options = schema.get(word)
        for part in options if isinstance(options, list) else ():
            title = part.get("title") if isinstance(part, dict) and part.get("const") == choice else None
            if isinstance(title, str) and len(title) <= _LONG_CHOICE:
                return title
    return ""


def _form_of_container(value: JsonObject | list[JsonValue], types: list[str], depth: int, room: int) -> FieldForm:
    kind = "object" if isinstance(value, dict) else "array"
    fits = depth < MAX_DEPTH and (not types or kind in types)
    fits_room = len(value) <= MAX_VALUES if not depth else count_values(value, room) <= room
    if not (fits and fits_room):
        return FieldForm.JSON if _can_be_typed(value) else FieldForm.KEPT
    return FieldForm.OBJECT if kind == "object" else FieldForm.LIST


def _can_be_typed(value: JsonValue) -> bool:
    return len(codec.lexeme(value)) <= FIELD_LIMIT and len(json_line(value)) <= FIELD_LIMIT


def _blank_object(schema: JsonObject, document: Document, depth: int) -> JsonObject:
    shape = document.shape(schema)
    if depth >= MAX_DEPTH or len(shape.required) > MAX_VALUES:
        return {}
    return {
        name: blank_value(resolved_schema(shape.properties.get(name, shape.extra), document), document, depth + 1)
        for name in shape.required
    }


CONTAINER_FORMS: Final = (FieldForm.LIST, FieldForm.OBJECT)


class DraftContext:
    """What all values of one draft share. ``room``: how many more fields may be made."""

    def __init__(self, schema: JsonValue) -> None:
        self.document = Document(schema)
        self.room = MAX_VALUES


class Node:
    """One value of a draft.

    Attributes:
        name: of a member (untrusted); empty in a list, and for the whole.
        typed: what the person wrote or chose; None before that.
        is_unknown: whether the schema does not name this member.
    """

    def __init__(
        self, name: str, original: JsonValue, schema: JsonObject, context: DraftContext, parent: Node | None = None,
        *, is_required: bool = False, is_unknown: bool = False,
    ) -> None:  # fmt: skip
        self.name, self.original, self.schema, self.parent = name, original, schema, parent
        self.is_required, self.is_unknown = is_required, is_unknown
        self.typed: str | bool | int | None = None
        self.form = FieldForm.JSON
        self.children: list[Node] = []
        self._context, self._document = context, context.document
        context.room -= 1
        self._build_children(self._form_for(original))

    @property
    def depth(self) -> int:
        """How many objects and lists are around it."""
        return 0 if self.parent is None else self.parent.depth + 1

    @property
    def path(self) -> ValuePath:
        """The path to it."""
        if self.parent is None:
            return ()
        step = self.parent.children.index(self) if self.parent.form is FieldForm.LIST else self.name
        return (*self.parent.path, step)

    @property
    def choices(self) -> list[JsonValue]:
        """The choices of the schema, and before them the original value if it is none of these."""
        offered = choices(self.schema)
        offered_texts = [codec.lexeme(choice) for choice in offered]
        return offered if codec.lexeme(self.original) in offered_texts else [self.original, *offered]

    @property
    def value(self) -> JsonValue:
        """The current value. Raises Unreadable."""
        if self.form in CONTAINER_FORMS:
            return self._collect_value()
        if self.typed is None or self.form in (FieldForm.NOTHING, FieldForm.KEPT):
            return self.original
        if self.form is FieldForm.CHOICE:
            return self.choices[int(self.typed)]
        if self.form is FieldForm.CHECK:
            return bool(self.typed)
        return _read_field(self.form, str(self.typed))

    @property
    def missing_names(self) -> Sequence[str]:
        """Members that the schema names and the draft lacks, required ones first."""
        if self.form is not FieldForm.OBJECT:
            return ()
        present = {node.name for node in self.children}
        return [name for name in self._object_shape.names if name not in present]

    @property
    def required_names(self) -> Sequence[str]:
        """The required members."""
        return tuple(self._object_shape.required) if self.form is FieldForm.OBJECT else ()

    @property
    def allows_more(self) -> bool:
        """Whether members may be added that the schema does not name."""
        return self.form is FieldForm.OBJECT and self._object_shape.is_open

    def replace_value(self, value: JsonValue) -> None:
        """Start again with another value, which the person asked for."""
        self.original, self.typed = value, None
        self._build_children(self._form_for(value))

    def use_lines(self) -> None:
        """Edit the text in several lines from now on."""
        if self.form is FieldForm.LINE:
            self.form = FieldForm.LINES

    def fill(self) -> None:
        """Replace null, or a text that is too long to edit, by an empty value."""
        value = blank_value({key: keyword for key, keyword in self.schema.items() if key != "default"}, self._document)
        self.replace_value("" if self.form is FieldForm.KEPT and isinstance(self.original, str) else value)

    def add(self, name: str = "") -> Node:
        """Add a member of that name, or an item."""
        if self.form is FieldForm.OBJECT:
            node = self._make_member(name, None, is_new=True)
        else:
            node = self._make_item(len(self.children))
        self.children.append(node)
        return node

    def remove(self, node: Node) -> None:
        """Remove a member or an item."""
        self.children.remove(node)

    def move(self, node: Node, step: int) -> None:
        """Move an item up (-1) or down (1), if there is room."""
        old_place = self.children.index(node)
        new_place = min(max(0, old_place + step), len(self.children) - 1)
        self.children.insert(new_place, self.children.pop(old_place))

    def walk(self) -> Iterator[Node]:
        """Yield it and everything inside, top down."""
        yield self
        for node in self.children:
            yield from node.walk()

    @cached_property
    def _object_shape(self) -> Shape:
        """What the schema says of its members. Cached, since the work that a schema may cost is bounded."""
        return self._document.shape(self.schema)

    def _form_for(self, value: JsonValue) -> FieldForm:
        room = max(0, min(self._context.room, MAX_VALUES))
        return form_of(value, self.schema, self.depth, room)

    def _build_children(self, form: FieldForm) -> None:
        self.form, self.children = form, []
        if form is FieldForm.OBJECT and isinstance(self.original, dict):
            shape = self._object_shape
            known_names = [name for name in shape.names if name in self.original]
            names = dict.fromkeys([*known_names, *self.original])
            self.children = [self._make_member(name, self.original[name]) for name in names]
        if form is FieldForm.LIST and isinstance(self.original, list):
            self.children = [self._make_item(index, item) for index, item in enumerate(self.original)]

    def _make_member(self, name: str, value: JsonValue, *, is_new: bool = False) -> Node:
        shape = self._object_shape
        is_named = name in shape.properties
        schema = resolved_schema(shape.properties[name] if is_named else shape.extra, self._document)
        initial = blank_value(schema, self._document) if is_new else value
        is_unknown = not is_named and not shape.is_open
        is_required = name in shape.required
        return Node(name, initial, schema, self._context, self, is_required=is_required, is_unknown=is_unknown)

    def _make_item(self, index: int, *value: JsonValue) -> Node:
        schema = resolved_schema(item_schema(self.schema, self._document, index), self._document)
        return Node("", value[0] if value else blank_value(schema, self._document), schema, self._context, self)

    def _collect_value(self) -> JsonValue:
        values = [node.value for node in self.children]
        if isinstance(self.original, dict):
            members = {node.name: value for node, value in zip(self.children, values, strict=True)}
            is_same = members.keys() == self.original.keys() and all(
                members[name] is self.original[name] for name in members
            )
            return self.original if is_same else members
        is_same = isinstance(self.original, list) and len(values) == len(self.original)
        return self.original if is_same and all(map(operator.is_, values, self.original)) else values  # type: ignore[arg-type]  # a list then


def _read_field(form: FieldForm, typed: str) -> JsonValue:
    if form in (FieldForm.LINE, FieldForm.LINES):
        return typed
    if form is FieldForm.NUMBER:
        return _read_number(typed)
    value = read_json(typed)
    if form is FieldForm.LITERAL and not isinstance(value, str):
        raise Unreadable(tr("this is no text in quotation marks"))
    return value


def _read_number(typed: str) -> JsonValue:
    with suppress(Unreadable):
        value = read_json(typed)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return value
    raise Unreadable(tr("enter a number"))


MAX_JSON: Final = 2 * FIELD_LIMIT
"""Characters up to which all inputs together can be edited as JSON."""


class Draft:
    """The inputs of one call while they are changed. ``typed``: all of them as JSON; None if the fields count."""

    def __init__(self, shown: JsonObject, schema: JsonValue, initial: JsonObject | None = None) -> None:
        """``initial``: what the fields begin with; None for ``shown``."""
        self.shown, self._schema = shown, schema
        context = DraftContext(schema)
        root = resolved_schema(schema, context.document)
        self.root = Node("", shown if initial is None else initial, root, context)
        self.typed: str | None = None

    @property
    def has_fields(self) -> bool:
        """Whether the inputs are edited in fields: they are an object, and not too large."""
        return self.root.form is FieldForm.OBJECT

    @property
    def can_be_json(self) -> bool:
        """Whether all inputs can be edited as JSON. Raises Unreadable."""
        return self.typed is not None or len(self.text) <= MAX_JSON

    @property
    def value(self) -> JsonObject:
        """What would be sent. Raises Unreadable."""
        if self.typed is not None:
            return read_json_object(self.typed)
        value = self.root.value if self.has_fields else self.root.original
        assert isinstance(value, dict), "inputs are an object"
        return value

    @property
    def text(self) -> str:
        """What would be sent, as JSON, with every digit as written. Raises Unreadable."""
        return codec.lexeme(self.value)

    @property
    def changes(self) -> tuple[ValueChange, ...]:
        """The differences from what was shown. Raises Unreadable."""
        return compare(self.shown, self.value).changes

    def to_json(self) -> str:
        """Edit all inputs as JSON from now on. Returns the text to begin with. Raises Unreadable."""
        text = indented_json(self.value)
        self.typed = text
        return text

    def to_fields(self) -> Draft:
        """Return a draft of the same inputs with fields. Raises Unreadable."""
        return Draft(self.shown, self._schema, self.value)

    def nearest(self, path: ValuePath) -> Node:
        """Return the field at ``path``, or the nearest around it."""
        node = self.root
        for step in path:
            index = step if isinstance(step, int) else next(
                (place for place, child in enumerate(node.children) if child.name == step), -1
            )  # fmt: skip
            if node.form not in CONTAINER_FORMS or not 0 <= index < len(node.children):
                break
            node = node.children[index]
        return node


def problems(draft: Draft) -> tuple[EditProblem, ...]:
    """Return all that was typed and is no value, from top to bottom. What the tool does not take, the host says."""
    if draft.typed is None:
        values = [(node.path, node) for node in draft.root.walk() if node.form not in CONTAINER_FORMS]
        return tuple(EditProblem(path, why) for path, node in values if (why := _why_unreadable(node)))
    return (EditProblem((), why),) if (why := _why_unreadable(draft)) else ()


def _why_unreadable(typed: Node | Draft) -> str:
    try:
        _ = typed.value
    except Unreadable as error:
        return str(error)
    return ""
