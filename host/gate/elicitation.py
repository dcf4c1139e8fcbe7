"""Forms by which servers ask the person something, shown in Assent's window for an app without one.

Owns: the form or address that the person sees, and the check of an answer (MCP 2025-11-25, client/elicitation): which
forms can be shown, their initial values, and the checks that a schema does not express.

Invariants: only forms of the protocol are shown; an answer is checked against everything that its form says.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct

from host import regex
from host.canonical import canonical, parse_document
from host.errors import AssentError, MalformedJson
from host.gate.pending_approval import ExaminedEdit
from host.model import Call, JsonObject, JsonValue, object_in
from host.schema import SchemaReport
from host.words import say

if TYPE_CHECKING:
    from host.control.views import EditProblem

MAX_FIELDS: Final = 100
MAX_CHOICES: Final = 1_000
NO_FORM: Final = say("its form is not allowed by the protocol")
NOT_ASCII: Final = say("the address to open has letters beyond A to Z; it must name its host as it is looked up")
_COMMON_KEYS: Final = frozenset({"type", "title", "description", "default"})
_KEYS_OF: Final[dict[str, frozenset[str]]] = {
    "string": _COMMON_KEYS | {"minLength", "maxLength", "pattern", "format", "enum", "enumNames", "oneOf"},
    "number": _COMMON_KEYS | {"minimum", "maximum"},
    "integer": _COMMON_KEYS | {"minimum", "maximum"},
    "boolean": _COMMON_KEYS,
    "array": _COMMON_KEYS | {"minItems", "maxItems", "items"},
}
_EMPTY_BY_TYPE: Final[dict[str, JsonValue]] = {"string": "", "number": 0, "integer": 0, "boolean": False}
_MAIL: Final = regex.pattern(r"[^@\s]{1,64}@[^@\s.]{1,63}(?:\.[^@\s.]{1,63}){1,8}", re.ASCII)
_MAX_MAIL_CHARACTERS: Final = 320


class ElicitedForm(Struct, frozen=True):
    """A form, or an address to open.

    ``message``: the server's text (untrusted). ``url``: the address (untrusted), empty for a form.
    """

    message: str
    schema: JsonObject
    start: JsonObject
    url: str = ""


def read_form(params: JsonObject) -> ElicitedForm:
    """Return the form that ``elicitation/create`` asks for. Raises AssentError if it cannot be shown."""
    if params.get("mode") == "url":
        url = str(params["url"])
        if not url.isascii():
            raise AssentError(NOT_ASCII)
        return ElicitedForm(
            str(params.get("message", "")), {"type": "object", "properties": {"url": {}}}, {"url": url}, url
        )
    message, schema = params.get("message"), params.get("requestedSchema")
    fields = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(message, str) or not isinstance(schema, dict) or not isinstance(fields, dict):
        raise AssentError(NO_FORM)
    if schema.get("type") != "object" or len(fields) > MAX_FIELDS:
        raise AssentError(NO_FORM)
    required = schema.get("required", [])
    if (
        not isinstance(required, list)
        or len(required) > MAX_FIELDS
        or any(name not in fields for name in required if isinstance(name, str))
    ):
        raise AssentError(NO_FORM)
    checked: JsonObject = {name: _checked_field(field) for name, field in fields.items()}
    start = {
        name: _initial_value(field, name in required) for name, field in checked.items() if isinstance(field, dict)
    }
    answer_schema: JsonObject = {
        "type": "object",
        "properties": checked,
        "required": [name for name in required if isinstance(name, str)],
        "additionalProperties": False,
    }
    return ElicitedForm(message, answer_schema, {name: value for name, value in start.items() if value is not None})


def format_problems(schema: JsonObject, answer: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield each field of a schema-valid answer that violates its format, and why, one safe clause."""
    fields = schema["properties"]
    assert isinstance(fields, dict), "as read_form made it"
    for name, value in answer.items():
        field = fields.get(name)
        format_name = object_in(field).get("format")
        fits, why = _FORMATS.get(format_name, (None, "")) if isinstance(format_name, str) else (None, "")
        if fits is not None and isinstance(value, str) and not fits(value):
            yield name, why


def _checked_field(field: JsonValue) -> JsonObject:
    """Return one field of the protocol, with its choices as ``enum``. Raises AssentError for any other."""
    kind = field.get("type") if isinstance(field, dict) else None
    if not isinstance(field, dict) or not isinstance(kind, str) or not field.keys() <= _KEYS_OF.get(kind, frozenset()):
        raise AssentError(NO_FORM)
    if kind == "array":
        items = field.get("items")
        if not isinstance(items, dict) or not items.keys() <= {"type", "enum", "anyOf"}:
            raise AssentError(NO_FORM)
        choices = _choices(items, "anyOf")
        if not choices:
            raise AssentError(NO_FORM)
        return {**field, "items": {**items, "enum": choices}, "uniqueItems": True}
    choices = _choices(field, "oneOf") if kind == "string" else []
    return {**field, "enum": choices} if choices else dict(field)


def _choices(field: JsonObject, titled_key: str) -> list[JsonValue]:
    """Return the values to choose from, given as ``enum`` or with titles. Raises AssentError for anything else."""
    choices: JsonValue = field.get("enum", field.get(titled_key, []))
    if not isinstance(choices, list) or len(choices) > MAX_CHOICES:
        raise AssentError(NO_FORM)
    values = [choice.get("const") if isinstance(choice, dict) and "enum" not in field else choice for choice in choices]
    if not all(isinstance(value, str) for value in values):
        raise AssentError(NO_FORM)
    return [*values]


def _initial_value(field: JsonObject, is_required: bool) -> JsonValue:
    """Return the initial value of a field, None if it is left out until the person adds it."""
    if "default" in field:
        return field["default"]
    if not is_required:
        return None
    choices = field.get("enum")
    if isinstance(choices, list) and choices:
        return choices[0]
    return [] if field["type"] == "array" else _EMPTY_BY_TYPE[str(field["type"])]


def _is_uri(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme) and bool(parts.netloc or parts.path) and not any(char.isspace() for char in text)


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _is_date_time(text: str) -> bool:
    """Whether it is an RFC 3339 time with a zone."""
    try:
        moment = datetime.fromisoformat(text.upper())
    except ValueError:
        return False
    return "T" in text.upper() and moment.utcoffset() is not None


_FORMATS: Final[dict[str, tuple[Callable[[str], bool], str]]] = {
    "email": (
        lambda text: len(text) <= _MAX_MAIL_CHARACTERS and _MAIL.fullmatch(text) is not None,
        say("must be an e-mail address"),
    ),
    "uri": (_is_uri, say("must be an address such as https://example.org")),
    "date": (_is_date, say("must be a day such as 2026-12-24")),
    "date-time": (_is_date_time, say("must be a moment such as 2026-12-24T18:00:00Z")),
}


SchemaCheck: TypeAlias = "Callable[[JsonObject, bytes], Awaitable[SchemaReport]]"
"""Checks an answer against the schema of its form. It gets the answer also as canonical bytes."""


async def examine(call: Call, form: ElicitedForm, check: SchemaCheck, arguments: bytes) -> ExaminedEdit:
    """Check an answer, JSON text, that differs from that of ``call``."""
    from host.control.views import EditCheck, EditProblem  # a host without a window needs none

    try:
        content = read_answer(arguments)
    except AssentError as error:
        return ExaminedEdit(EditCheck((EditProblem((), error.words),)))
    written = canonical(content)
    if written == call.arguments:
        return ExaminedEdit(EditCheck((), same=True))
    return ExaminedEdit(EditCheck(await find_problems(form, check, content), "ask"), written)


async def find_problems(form: ElicitedForm, check: SchemaCheck, content: JsonObject) -> tuple[EditProblem, ...]:
    """Return what is wrong with an answer by its schema and formats."""
    from host.control.views import EditProblem, unfilled_texts

    report = await check(content, canonical(content))
    if report.status == "invalid":
        return tuple(EditProblem(problem.steps_in(content), problem.words) for problem in report.violations)
    if report.status != "valid":
        return (EditProblem((), say("the answer could not be checked against the form")),)
    if unfilled := unfilled_texts(form.schema, content):
        return tuple(EditProblem((name,), say("must be filled in")) for name in unfilled)
    return tuple(EditProblem((name,), why) for name, why in format_problems(form.schema, content))


def read_answer(text: bytes) -> JsonObject:
    """Return the person's answer from JSON. Raises AssentError if it is no JSON object."""
    try:
        value = parse_document(text).value
    except MalformedJson as error:
        raise AssentError(say("the inputs are no JSON")) from error
    if not isinstance(value, dict):
        raise AssentError(say("the inputs are no JSON object"))
    return value
