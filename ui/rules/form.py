"""The JSON of a rule as the values of a form, and back (pure).

Owns: what stands where in the text of a rule, for the fields that the host declares.

Invariants: a field shows a value only where writing it again gives the same JSON; whatever no field shows stays as it
is and is counted; a text with comments or mistakes has no values, and is left alone; nothing here says what a rule
means.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, TypeAlias

from host.control.views import FormField
from host.model import JsonObject, JsonValue
from ui.rules.words import NAME, escape_invisible

Key: TypeAlias = "tuple[str, ...]"
Bounds: TypeAlias = "tuple[tuple[str, tuple[str, ...]], ...]"
"""Names of inputs, each with the values that it may have."""
Value: TypeAlias = "str | bool | tuple[str, ...] | Bounds"
"""Of a field, as its widgets hold it; empty for nothing."""

_KEPT: Final = ("effect", "match")
"""Members that a rule must have."""
_ORDER: Final = ("id", "effect", "enabled", "reason", "expires", "match", "acknowledges", "obligations")
_DAY: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2}))?")
_ROLE: Final = re.compile(r"(\d{1,2}) +(.+)")


def read(text: str) -> JsonObject | None:
    """The rule that a text is; None where it is none, or has comments, or a name twice."""
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("match", {}), dict) else None


def written(rule: JsonObject) -> str:
    """A rule as text, its usual members in their usual order."""
    place = {name: number for number, name in enumerate(_ORDER)}
    ordered = dict(sorted(rule.items(), key=lambda member: place.get(member[0], len(_ORDER))))
    return escape_invisible(json.dumps(ordered, indent=2, ensure_ascii=False))


def new_rule(server: str = "") -> str:
    """The text of a new rule: one that asks, for one server where there is one."""
    return written({"effect": "ask", "match": {"server": server} if server else {}})


def shown(rule: JsonObject, field: FormField) -> Value | None:
    """The value of a field; None where the rule says something there that the field could not show."""
    raw = _at(rule, field)
    value = _value(field, raw)
    if value is None or raw is None:
        return value
    if not all(map(_is_plain, _texts(value))):
        return None
    again = _at(with_value(rule, field, value), field)
    same = again == raw or raw == "*" or (field.kind == "moment" and _is_moment(raw))
    return value if same else None


def with_value(rule: JsonObject, field: FormField, value: Value) -> JsonObject:
    """The rule with another value of a field. What is empty is left out, and what is empty around it then."""
    raw = _raw(field, value)
    *path, last = field.key
    copy = _copied(rule)
    around = [copy]
    for number, name in enumerate(path):
        inner = around[-1].get(name)
        if not isinstance(inner, dict):
            wrapped = field.alone and number == len(path) - 1 and inner is not None
            inner = {field.alone: inner} if wrapped else {}
            around[-1][name] = inner
        around.append(inner)
    if raw is None:
        around[-1].pop(last, None)
    else:
        around[-1][last] = raw
    for name, holder, inside in reversed(list(zip(path, around, around[1:], strict=False))):
        if not inside and name not in _KEPT:
            del holder[name]
        elif inside is around[-1] and inside.keys() == {field.alone}:
            holder[name] = inside[field.alone]
    return copy


def not_shown(rule: JsonObject, fields: Sequence[FormField]) -> tuple[str, ...]:
    """What of a rule no field shows, by its dotted keys; its id and whether it is on are no business of the form."""
    known = {field.key for field in fields if shown(rule, field) is not None}
    alone = {field.key[:-1] for field in fields if field.key[-1] == field.alone and field.key in known}
    return tuple(sorted(set(_left(rule, (), known, alone))))


def field_of(key: str, fields: Sequence[FormField]) -> FormField | None:
    """The field that a problem with a dotted key is about."""
    if not key:
        return None
    plain = re.sub(r"\[\d+\]", "", key)
    found = [field for field in fields if _begins(plain, ".".join(field.key)) or plain == ".".join(field.key[:-1])]
    return found[0] if found else None


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)


def _is_plain(text: str) -> bool:
    """Whether a text can be seen and typed as it is, on a line of its own."""
    return "\n" not in text and text == text.strip() and text == escape_invisible(text)


def _begins(key: str, name: str) -> bool:
    return key == name or key.startswith(f"{name}.")


# What stands there


def _at(rule: JsonObject, field: FormField) -> JsonValue:
    found: JsonValue = rule
    for number, name in enumerate(field.key):
        if isinstance(found, dict):
            found = found.get(name)
        else:
            return found if number == len(field.key) - 1 and name == field.alone else None
    return found


def _left(value: JsonValue, path: Key, known: set[Key], alone: set[Key]) -> Iterator[str]:
    """The keys below ``path`` that are not ``known``. ``alone``: where one member may stand for the object."""
    if path in known or (path and path[0] in ("id", "enabled")):
        return
    inside = any(len(key) > len(path) and key[: len(path)] == path for key in known)
    if isinstance(value, dict) and (inside or not path):
        for name, inner in value.items():
            yield from _left(inner, (*path, name), known, alone)
    elif isinstance(value, dict) or path not in alone:
        yield ".".join(path)


def _list(raw: JsonValue) -> Value | None:
    """A list of texts."""
    if raw is None:
        return ()
    return tuple(map(str, raw)) if isinstance(raw, list) and all(isinstance(it, str) for it in raw) else None


def _text(raw: JsonValue) -> Value | None:
    return "" if raw is None else raw if isinstance(raw, str) else None


def _name(raw: JsonValue) -> Value | None:
    """A pattern that has room in a field, which shows no more of it."""
    return raw if isinstance(raw, str) and raw and len(raw) <= NAME else None


_READ: Final[dict[str, Callable[[JsonValue], Value | None]]] = {
    "flag": lambda raw: bool(raw) if raw is None or isinstance(raw, bool) else None,
    "inputs": lambda raw: () if raw is None else _bounds(raw),
    "roles": lambda raw: tuple(map(_role, raw)) if isinstance(raw, list) else _list(raw),
    "either": lambda raw: (raw,) if isinstance(raw, str) else _list(raw),
    "number": lambda raw: json.dumps(raw) if isinstance(raw, int | float) else _text(raw),
    "moment": lambda raw: _local(raw) if isinstance(raw, str) else _text(raw),
    **dict.fromkeys(("lines", "folders", "several"), _list),
    **dict.fromkeys(("app", "server", "tool"), lambda raw: "*" if raw is None else _name(raw)),
}
"""How each kind shows what stands there; None where it cannot."""


def _texts_of(value: Value) -> list[str]:
    return [str(it) for it in value] if isinstance(value, tuple) else [str(value)]


_WRITE: Final[dict[str, Callable[[Value], JsonValue]]] = {
    "flag": lambda value: value is True,
    "inputs": lambda value: _schema([it for it in value if isinstance(it, tuple)] if isinstance(value, tuple) else []),
    "roles": lambda value: [_quota(it) for it in _texts_of(value)],
    "either": lambda value: _texts_of(value)[0] if len(_texts_of(value)) == 1 else [*_texts_of(value)],
    "number": lambda value: _number(str(value)),
    "moment": lambda value: _moment(str(value)),
    **dict.fromkeys(("lines", "folders", "several"), lambda value: [*_texts_of(value)]),
}
"""How each kind writes its value; the others as a text."""


def _value(field: FormField, raw: JsonValue) -> Value | None:
    return _READ.get(field.kind, _text)(raw)


def _raw(field: FormField, value: Value) -> JsonValue:
    """What stands in the rule for the value of a field; None for nothing."""
    if value in ("", (), False) or (value == "*" and field.kind in ("app", "server", "tool")):
        return None
    return _WRITE.get(field.kind, str)(value)


def _number(text: str) -> JsonValue:
    """What is no number is written as it was typed; the host says so at the field."""
    try:
        found: JsonValue = json.loads(text, parse_constant=_no_constant)
    except ValueError:
        return text
    return found if isinstance(found, int | float) and not isinstance(found, bool) else text


def _role(quota: JsonValue) -> str:
    match quota:
        case {"role": str(role), "count": int(count)}:
            return f"{count} {role}"
    return str(quota)


def _quota(text: str) -> JsonValue:
    several = _ROLE.fullmatch(text.strip())
    return {"role": several[2], "count": int(several[1])} if several else text


def _moment(text: str) -> str:
    """A day, or a day and a time, on this computer's clock; anything else as it was typed."""
    found = _DAY.fullmatch(text.strip())
    if found is None:
        return text
    try:
        there = datetime(*(int(part or 0) for part in found.groups())).astimezone()  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        return text
    return there.isoformat()


def _local(text: str) -> str:
    if not _is_moment(text):
        return text
    there = datetime.fromisoformat(text.upper()).astimezone()
    return f"{there:%Y-%m-%d}" if (there.hour, there.minute, there.second) == (0, 0, 0) else f"{there:%Y-%m-%d %H:%M}"


def _is_moment(raw: JsonValue) -> bool:
    """Whether it is a whole minute that a field can show."""
    try:
        moment = datetime.fromisoformat(str(raw).upper())
        return moment.tzinfo is not None and moment.astimezone().second == moment.microsecond == 0
    except (ValueError, OverflowError):
        return False


# Inputs that a JSON Schema names


def _schema(bounds: Sequence[tuple[object, ...]]) -> JsonObject:
    """A schema for inputs that must be there, each with one of some values, or a list of such."""
    properties: JsonObject = {}
    for name, values in bounds:
        one_of: JsonValue = {"enum": [str(value) for value in values] if isinstance(values, tuple) else []}
        properties[str(name)] = {"anyOf": [one_of, {"type": "array", "items": one_of, "minItems": 1}]}
    return {"properties": properties, "required": [*properties]}


def _bounds(schema: JsonValue) -> Bounds | None:
    """What such a schema says; None for any other."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return None
    found: list[tuple[str, tuple[str, ...]]] = []
    for name, inner in properties.items():
        match inner:
            case {"anyOf": [{"enum": list(values)}, _]} if all(isinstance(value, str) for value in values):
                found.append((name, tuple(map(str, values))))
            case _:
                return None
    return tuple(found)


# JSON


def _copied(value: JsonObject) -> JsonObject:
    return {name: _copied(inner) if isinstance(inner, dict) else inner for name, inner in value.items()}


def _once(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


def _no_constant(_: str) -> JsonValue:
    raise ValueError("no number of JSON")
