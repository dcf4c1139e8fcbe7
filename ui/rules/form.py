"""Conversion between the JSON of a rule and the values of a form, field by declared field (pure).

Invariants: a field shows a value only if writing it again gives the same JSON. What no field shows stays as it is. A
text with comments or mistakes has no values and is not changed. Nothing here says what a rule means.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, TypeAlias

from host import regex
from host.control.views import FormField
from host.model import JsonObject, JsonValue
from ui.rules.words import NAME_LENGTH, escape_invisible

Key: TypeAlias = "tuple[str, ...]"
Bounds: TypeAlias = "tuple[tuple[str, tuple[str, ...]], ...]"  # names of inputs with the values that each may have
Value: TypeAlias = "str | bool | tuple[str, ...] | Bounds"
"""The value of a field as its widgets hold it; empty for nothing."""

_REQUIRED_MEMBERS: Final = ("effect", "match")  # members that a rule must have
_MEMBER_ORDER: Final = ("id", "effect", "enabled", "reason", "expires", "match", "acknowledges", "obligations")
_DAY: Final = regex.pattern(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2}))?")
_ROLE: Final = regex.pattern(r"(\d{1,2}) +(.+)")


def read_rule(text: str) -> JsonObject | None:
    """Read the text of a rule. Returns None if it is not a rule, or has comments or a repeated name."""
    try:
        rule = json.loads(text, object_pairs_hook=_refuse_repeated_names, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None
    return rule if isinstance(rule, dict) and isinstance(rule.get("match", {}), dict) else None


def rule_text(rule: JsonObject) -> str:
    """A rule as text, with the usual members in the usual order."""
    position = {name: number for number, name in enumerate(_MEMBER_ORDER)}
    ordered = dict(sorted(rule.items(), key=lambda member: position.get(member[0], len(_MEMBER_ORDER))))
    return escape_invisible(json.dumps(ordered, indent=2, ensure_ascii=False))


def new_rule(server: str = "") -> str:
    """The text of a new rule that asks. ``server``: the only server it is about; empty for any."""
    return rule_text({"effect": "ask", "match": {"server": server} if server else {}})


def field_value(rule: JsonObject, field: FormField) -> Value | None:
    """The value of a field; None if the field cannot show what the rule says there."""
    raw = _raw_at(rule, field)
    value = _READERS.get(field.kind, _read_text)(raw)
    if value is None or raw is None:
        return value
    if not all(map(_is_plain, _texts(value))):
        return None
    rewritten = _raw_at(with_value(rule, field, value), field)
    is_same = rewritten == raw or raw == "*" or (field.kind == "moment" and _is_moment(raw))
    return value if is_same else None


def with_value(rule: JsonObject, field: FormField, value: Value) -> JsonObject:
    """The rule with another value of a field. Empty values are left out, and objects that become empty, too."""
    raw = _raw_of(field, value)
    *path, last = field.key
    changed = _copy_rule(rule)
    holders = [changed]
    for number, name in enumerate(path):
        inner = holders[-1].get(name)
        if not isinstance(inner, dict):
            is_wrapped = field.alone and number == len(path) - 1 and inner is not None
            inner = {field.alone: inner} if is_wrapped else {}
            holders[-1][name] = inner
        holders.append(inner)
    if raw is None:
        holders[-1].pop(last, None)
    else:
        holders[-1][last] = raw
    for name, holder, inner_holder in reversed(list(zip(path, holders, holders[1:], strict=False))):
        if not inner_holder and name not in _REQUIRED_MEMBERS:
            del holder[name]
        elif inner_holder is holders[-1] and inner_holder.keys() == {field.alone}:
            holder[name] = inner_holder[field.alone]
    return changed


def field_for_key(key: str, fields: Sequence[FormField]) -> FormField | None:
    """The field that a problem with a dotted key is about, or None."""
    if not key:
        return None
    plain = re.sub(r"\[\d+\]", "", key)
    for field in fields:
        dotted = ".".join(field.key)
        if plain in (dotted, ".".join(field.key[:-1])) or plain.startswith(f"{dotted}."):
            return field
    return None


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)


def _is_plain(text: str) -> bool:
    """Whether a text can be shown and typed as it is on one line."""
    return "\n" not in text and text == text.strip() and text == escape_invisible(text)


# Reading


def _raw_at(rule: JsonObject, field: FormField) -> JsonValue:
    value: JsonValue = rule
    for number, name in enumerate(field.key):
        if isinstance(value, dict):
            value = value.get(name)
        else:
            return value if number == len(field.key) - 1 and name == field.alone else None
    return value


def _read_list(raw: JsonValue) -> Value | None:
    if raw is None:
        return ()
    return tuple(map(str, raw)) if isinstance(raw, list) and all(isinstance(item, str) for item in raw) else None


def _read_text(raw: JsonValue) -> Value | None:
    return "" if raw is None else raw if isinstance(raw, str) else None


def _read_pattern(raw: JsonValue) -> Value | None:
    return raw if isinstance(raw, str) and raw and len(raw) <= NAME_LENGTH else None


_READERS: Final[dict[str, Callable[[JsonValue], Value | None]]] = {
    "flag": lambda raw: bool(raw) if raw is None or isinstance(raw, bool) else None,
    "inputs": lambda raw: () if raw is None else _bounds_of_schema(raw),
    "roles": lambda raw: tuple(map(_role_text, raw)) if isinstance(raw, list) else _read_list(raw),
    "either": lambda raw: (raw,) if isinstance(raw, str) else _read_list(raw),
    "number": lambda raw: json.dumps(raw) if isinstance(raw, int | float) else _read_text(raw),
    "moment": lambda raw: _moment_text(raw) if isinstance(raw, str) else _read_text(raw),
    **dict.fromkeys(("lines", "folders", "several"), _read_list),
    **dict.fromkeys(("app", "server", "tool"), lambda raw: "*" if raw is None else _read_pattern(raw)),
}
"""How each kind of field reads its value; None if it cannot show it. Other kinds read a text."""


def _texts_of(value: Value) -> list[str]:
    return [str(item) for item in value] if isinstance(value, tuple) else [str(value)]


_WRITERS: Final[dict[str, Callable[[Value], JsonValue]]] = {
    "flag": lambda value: value is True,
    "inputs": lambda value: _schema_of_bounds(
        [item for item in value if isinstance(item, tuple)] if isinstance(value, tuple) else []
    ),
    "roles": lambda value: list(map(_role_from_text, _texts_of(value))),
    "either": lambda value: _texts_of(value)[0] if len(_texts_of(value)) == 1 else [*_texts_of(value)],
    "number": lambda value: _number(str(value)),
    "moment": lambda value: _moment_from_text(str(value)),
    **dict.fromkeys(("lines", "folders", "several"), lambda value: [*_texts_of(value)]),
}
"""How each kind of field writes its value. Other kinds write a text."""


def _raw_of(field: FormField, value: Value) -> JsonValue:
    """The JSON for the value of a field; None for nothing."""
    if value in ("", (), False) or (value == "*" and field.kind in ("app", "server", "tool")):
        return None
    return _WRITERS.get(field.kind, str)(value)


def _number(text: str) -> JsonValue:
    """A typed number; anything else stays a text, about which the host complains at the field."""
    try:
        value: JsonValue = json.loads(text, parse_constant=_refuse_constant)
    except ValueError:
        return text
    return value if isinstance(value, int | float) and not isinstance(value, bool) else text


def _role_text(quota: JsonValue) -> str:
    match quota:
        case {"role": str(role), "count": int(count)}:
            return f"{count} {role}"
    return str(quota)


def _role_from_text(text: str) -> JsonValue:
    match = _ROLE.fullmatch(text.strip())
    return {"role": match[2], "count": int(match[1])} if match else text


def _moment_from_text(text: str) -> str:
    """RFC 3339 for a typed day, or day and time, in local time; anything else stays as it was typed."""
    match = _DAY.fullmatch(text.strip())
    if match is None:
        return text
    try:
        local = datetime(*(int(part or 0) for part in match.groups())).astimezone()  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        return text
    return local.isoformat()


def _moment_text(text: str) -> str:
    if not _is_moment(text):
        return text
    local = datetime.fromisoformat(text.upper()).astimezone()
    return f"{local:%Y-%m-%d}" if (local.hour, local.minute, local.second) == (0, 0, 0) else f"{local:%Y-%m-%d %H:%M}"


def _is_moment(raw: JsonValue) -> bool:
    """Whether a value is a time at a whole minute, which a field can show."""
    try:
        moment = datetime.fromisoformat(str(raw).upper())
        return moment.tzinfo is not None and moment.astimezone().second == moment.microsecond == 0
    except (ValueError, OverflowError):
        return False


# Inputs that a JSON Schema names


def _schema_of_bounds(bounds: Sequence[tuple[object, ...]]) -> JsonObject:
    """A schema that demands inputs, each with one of some values or a list of them."""
    properties: JsonObject = {}
    for name, values in bounds:
        one_of: JsonValue = {"enum": [str(value) for value in values] if isinstance(values, tuple) else []}
        properties[str(name)] = {"anyOf": [one_of, {"type": "array", "items": one_of, "minItems": 1}]}
    return {"properties": properties, "required": [*properties]}


def _bounds_of_schema(schema: JsonValue) -> Bounds | None:
    """The inputs and values that such a schema names; None for any other schema."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return None
    bounds: list[tuple[str, tuple[str, ...]]] = []
    for name, inner in properties.items():
        match inner:
            case {"anyOf": [{"enum": list(values)}, _]} if all(isinstance(value, str) for value in values):
                bounds.append((name, tuple(map(str, values))))
            case _:
                return None
    return tuple(bounds)


# JSON


def _copy_rule(value: JsonObject) -> JsonObject:
    return {name: _copy_rule(inner) if isinstance(inner, dict) else inner for name, inner in value.items()}


def _refuse_repeated_names(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name twice")
    return members


def _refuse_constant(_: str) -> JsonValue:
    raise ValueError("no number of JSON")
