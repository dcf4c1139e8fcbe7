"""Forms by which servers ask the person something, where Assent's own window answers for an app that has none.

Owns: the form or the address that the person sees, and what is wrong with an answer (MCP 2025-11-25,
client/elicitation): which forms can be shown, what each begins with, and what of an answer its schema does not tell.

Invariants: what is no form of the protocol is not shown; an answer is held against all that its form says.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from host.canonical import canonical, parse_document
from host.errors import AssentError, MalformedJson
from host.gate.editing import Examined, steps_of
from host.model import Call, JsonObject, JsonValue
from host.schema import SchemaReport
from host.words import say

if TYPE_CHECKING:
    from host.control.views import EditProblem

MOST_FIELDS: Final = 100
MOST_CHOICES: Final = 1_000
NO_FORM: Final = say("its form is none that the protocol allows")
NO_ASCII: Final = say("the address to open has letters beyond A to Z; it must name its host as it is looked up")
_ABOUT: Final = frozenset({"type", "title", "description", "default"})
_KEYS: Final[dict[str, frozenset[str]]] = {
    "string": _ABOUT | {"minLength", "maxLength", "pattern", "format", "enum", "enumNames", "oneOf"},
    "number": _ABOUT | {"minimum", "maximum"},
    "integer": _ABOUT | {"minimum", "maximum"},
    "boolean": _ABOUT,
    "array": _ABOUT | {"minItems", "maxItems", "items"},
}
_EMPTY: Final[dict[str, JsonValue]] = {"string": "", "number": 0, "integer": 0, "boolean": False}
_MAIL: Final = re.compile(r"[^@\s]{1,64}@[^@\s.]{1,63}(?:\.[^@\s.]{1,63}){1,8}", re.ASCII)
_LONGEST: Final = 320


class ElicitedForm(NamedTuple):
    """A form, or an address that is to be opened.

    Attributes:
        message: of the server (untrusted).
        schema: that answers keep.
        start: what it begins with.
        url: the address (untrusted), empty for a form.
    """

    message: str
    schema: JsonObject
    start: JsonObject
    url: str = ""


def read_form(params: JsonObject) -> ElicitedForm:
    """The form that ``elicitation/create`` asks for. Raises AssentError where it is none that can be shown."""
    if params.get("mode") == "url":
        url = str(params["url"])
        if not url.isascii():
            raise AssentError(NO_ASCII)
        return ElicitedForm(
            str(params.get("message", "")), {"type": "object", "properties": {"url": {}}}, {"url": url}, url
        )
    message, schema = params.get("message"), params.get("requestedSchema")
    fields = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(message, str) or not isinstance(schema, dict) or not isinstance(fields, dict):
        raise AssentError(NO_FORM)
    if schema.get("type") != "object" or len(fields) > MOST_FIELDS:
        raise AssentError(NO_FORM)
    required = schema.get("required", [])
    if not isinstance(required, list) or any(name not in fields for name in required if isinstance(name, str)):
        raise AssentError(NO_FORM)
    known: JsonObject = {name: _field(field) for name, field in fields.items()}
    start = {name: _begins(field, name in required) for name, field in known.items() if isinstance(field, dict)}
    whole: JsonObject = {
        "type": "object",
        "properties": known,
        "required": [name for name in required if isinstance(name, str)],
        "additionalProperties": False,
    }
    return ElicitedForm(message, whole, {name: value for name, value in start.items() if value is not None})


def format_problems(schema: JsonObject, answer: JsonObject) -> Iterator[tuple[str, str]]:
    """What is wrong with an answer that keeps its schema: the field, and why, one safe clause."""
    fields = schema["properties"]
    assert isinstance(fields, dict), "as read_form made it"
    for name, value in answer.items():
        field = fields.get(name)
        wanted = field.get("format") if isinstance(field, dict) else None
        fits, why = _FORMATS.get(wanted, (None, "")) if isinstance(wanted, str) else (None, "")
        if fits is not None and isinstance(value, str) and not fits(value):
            yield name, why


def _field(field: JsonValue) -> JsonObject:
    """One field, where it is one that the protocol knows; its choices as ``enum``, with their titles beside them."""
    kind = field.get("type") if isinstance(field, dict) else None
    if not isinstance(field, dict) or not isinstance(kind, str) or not field.keys() <= _KEYS.get(kind, frozenset()):
        raise AssentError(NO_FORM)
    if kind == "array":
        items = field.get("items")
        if not isinstance(items, dict) or not items.keys() <= {"type", "enum", "anyOf"}:
            raise AssentError(NO_FORM)
        chosen = _choices(items, "anyOf")
        if not chosen:
            raise AssentError(NO_FORM)
        return {**field, "items": {**items, "enum": chosen}, "uniqueItems": True}
    chosen = _choices(field, "oneOf") if kind == "string" else []
    return {**field, "enum": chosen} if chosen else dict(field)


def _choices(field: JsonObject, titled: str) -> list[JsonValue]:
    """The values to choose from, as ``enum`` or each with its title. Raises AssentError for what are none."""
    choices: JsonValue = field.get("enum", field.get(titled, []))
    if not isinstance(choices, list) or len(choices) > MOST_CHOICES:
        raise AssentError(NO_FORM)
    values = [one.get("const") if isinstance(one, dict) and "enum" not in field else one for one in choices]
    if not all(isinstance(value, str) for value in values):
        raise AssentError(NO_FORM)
    return [*values]


def _begins(field: JsonObject, required: bool) -> JsonValue:
    """What a field begins with; None where it stays out until the person adds it."""
    if "default" in field:
        return field["default"]
    if not required:
        return None
    chosen = field.get("enum")
    if isinstance(chosen, list) and chosen:
        return chosen[0]
    return [] if field["type"] == "array" else _EMPTY[str(field["type"])]


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


def _is_moment(text: str) -> bool:
    """RFC 3339, with its zone."""
    try:
        moment = datetime.fromisoformat(text.upper())
    except ValueError:
        return False
    return "T" in text.upper() and moment.utcoffset() is not None


_FORMATS: Final[dict[str, tuple[Callable[[str], bool], str]]] = {
    "email": (
        lambda text: len(text) <= _LONGEST and _MAIL.fullmatch(text) is not None,
        say("must be an e-mail address"),
    ),
    "uri": (_is_uri, say("must be an address such as https://example.org")),
    "date": (_is_date, say("must be a day such as 2026-12-24")),
    "date-time": (_is_moment, say("must be a moment such as 2026-12-24T18:00:00Z")),
}


Check: TypeAlias = "Callable[[JsonObject, bytes], Awaitable[SchemaReport]]"
"""Holds an answer, and the same as canonical bytes, against the schema of its form."""


async def examine(call: Call, form: ElicitedForm, check: Check, arguments: bytes) -> Examined:
    """What is wrong with another answer, JSON text, than that of ``call``."""
    from host.control.views import EditCheck, EditProblem  # a host without a window makes none

    try:
        content = read_answer(arguments)
    except AssentError as error:
        return Examined(EditCheck((EditProblem((), error.words),)))
    written = canonical(content)
    if written == call.arguments:
        return Examined(EditCheck((), same=True))
    return Examined(EditCheck(await find_problems(form, check, content), "ask"), written)


async def find_problems(form: ElicitedForm, check: Check, content: JsonObject) -> tuple[EditProblem, ...]:
    """What is wrong with an answer, by its schema and by its formats."""
    from host.control.views import EditProblem

    report = await check(content, canonical(content))
    if report.status == "invalid":
        words = ((it.path, it.words) for it in report.violations)
        return tuple(EditProblem(steps_of(path, content), why) for path, why in words)
    if report.status != "valid":
        return (EditProblem((), say("the answer could not be held against the form")),)
    return tuple(EditProblem((name,), why) for name, why in format_problems(form.schema, content))


def read_answer(text: bytes) -> JsonObject:
    """The answer that a person wrote, as JSON. Raises AssentError where it is none."""
    try:
        value = parse_document(text).value
    except MalformedJson as error:
        raise AssentError(say("the inputs are no JSON")) from error
    if not isinstance(value, dict):
        raise AssentError(say("the inputs are no JSON object"))
    return value
