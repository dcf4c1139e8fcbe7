"""Which inputs of a call may differ under a standing permission, by the part that they play (pure).

Owns: that choice.

Invariants: in a tool that changes something nothing may differ but contents: a destination, a right, a program, a
number or an input whose part nobody knows stays as it is; in a tool that only reads, what may differ names no place,
no address, no program and nothing that is done; no name of a stranger's makes a path or an address free, whatever it
says; a text that is held against this later is held against the same as the first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.arguments.texts import looks_like_path
from host.inspect import tables
from host.inspect.roles import Role, named_role, role_of
from host.inspect.tools import HIGH_IMPACT_VERBS, ToolClass, is_operation, says_deed
from host.model import JsonObject, JsonValue
from host.naming import key_words

LEAST: Final = 2_000
"""Characters that contents may always have."""
TIMES: Final = 4
"""So many times as long as the first one they may be at most, where that is more."""
VALUES: Final = 500
"""Values of one call that are looked at; where there are more, the call names a place."""

_SAID: Final = 128
"""Characters of a value in which a verb is looked for."""
_SYNTAX: Final = frozenset("{}()[];=<>|`$\\%")
_NARROWING: Final = frozenset("enum const format contentMediaType contentEncoding".split())
"""What of a schema says that a text is more than text."""


def path_may_vary(tool: ToolClass) -> bool:
    """Whether a path may be another one in its folder: not where a file is sent, deleted or run."""
    return tool.verb == "reads" or (tool.verb not in HIGH_IMPACT_VERBS and not tool.outside)


def key_of(steps: tuple[str | int, ...]) -> str:
    """The nearest name."""
    return next((step for step in reversed(steps) if isinstance(step, str)), "")


def says_where(key: str) -> bool:
    """Whether an input says where a tool reads."""
    words = key_words(key)
    last = words[-2:-1] if words[-1:] in (("id",), ("name",), ("key",)) else words[-1:]
    return not tables.named("container").isdisjoint(last)


def is_narrowed(schema: JsonValue, tool: ToolClass, role: Role) -> bool:
    """Whether the schema gives a value a meaning of its own. It is a stranger's: it makes less free, never more."""
    if not isinstance(schema, dict):
        return False
    if tool.verb != "reads":
        return not _NARROWING.isdisjoint(schema)
    return role in ("destination", "place") and ("enum" in schema or "const" in schema)


def longest(text: str) -> int:
    """Characters that a text may have instead of this one."""
    return max(LEAST, TIMES * len(text))


def text_may_differ(key: str, text: str, tool: ToolClass) -> bool:
    """Whether ``text`` may be another one, and may be what stands there instead."""
    if is_operation(key) or role_of("", text, tool.verb)[0] in ("destination", "authority", "place"):
        return False
    role, named = role_of(key, text, tool.verb)
    if tool.verb != "reads":
        return role == "content" and named and _is_prose(key, text, tool)
    if says_deed(key) or ((role == "choice" or " " not in text) and len(text) <= LEAST and says_deed(text[:_SAID])):
        return False
    if role == "program" or _is_statement(text):
        return _is_search_text(key, text)
    return role in ("object", "content", "choice") and not says_where(key)


def number_may_differ(key: str, tool: ToolClass) -> bool:
    """The same of a number, a truth value or null."""
    named = named_role(key)
    if tool.verb != "reads" or says_deed(key):
        return False
    return named not in ("destination", "place", "program") and not says_where(key)


def is_choice(key: str, value: JsonValue, tool: ToolClass) -> bool:
    """Whether an input only says how a tool reads, so that it may be left out, added, or another."""
    if tool.verb != "reads" or named_role(key) != "choice" or is_operation(key) or says_deed(key):
        return False
    if isinstance(value, str):
        return len(value) <= LEAST and text_may_differ(key, value, tool) and not looks_like_path(value)
    return not isinstance(value, (list, dict))


def may_be_any(arguments: JsonObject, schema: JsonValue, tool: ToolClass) -> bool:
    """Whether a permission may cover any inputs of the tool at all.

    Args:
        arguments: of the call.
        schema: the tool's ``inputSchema``, as it came; None where only the call counts.
        tool: its class, for this call.
    """
    if not tool.known or tool.verb in HIGH_IMPACT_VERBS or (tool.outside and tool.changes):
        return False
    properties = schema.get("properties") if isinstance(schema, dict) else None
    names = list(properties) if isinstance(properties, dict) else []
    if len(names) > VALUES or any(_names_target(name, tool) for name in names):
        return False
    excludes = _must_stay if tool.verb == "reads" else _names_receiver
    return not any(number >= VALUES or excludes(*leaf, tool) for number, leaf in enumerate(_leaves(arguments)))


def _names_target(name: str, tool: ToolClass) -> bool:
    """Whether a name says where something is read or goes, what runs, or that a tool that reads does more."""
    role = named_role(name)
    if tool.verb == "reads":
        return role in ("destination", "place") or says_where(name) or says_deed(name)
    return role in ("destination", "program")


def _must_stay(key: str, value: JsonValue, tool: ToolClass) -> bool:
    """Whether a value of a tool that reads says where, or what is done."""
    if is_operation(key):
        return True
    return not (text_may_differ(key, value, tool) if isinstance(value, str) else number_may_differ(key, tool))


def _names_receiver(key: str, value: JsonValue, tool: ToolClass) -> bool:
    """Whether a value of a tool that writes says to whom, or what runs."""
    text = value if isinstance(value, str) else ""
    return is_operation(key) or role_of(key, text, tool.verb)[0] in ("destination", "authority", "program")


def _leaves(arguments: JsonObject) -> Iterator[tuple[str, JsonValue]]:
    """Each value with the nearest name; an empty list or object counts as one."""
    stack: list[tuple[str, JsonValue]] = [("", arguments)] if arguments else []
    while stack:
        key, value = stack.pop()
        if isinstance(value, dict) and value:
            stack.extend(value.items())
        elif isinstance(value, list) and value:
            stack.extend((key, item) for item in value)
        else:
            yield key, value


def _is_search_text(key: str, text: str) -> bool:
    """Whether a text that may be a program is plain words to look for."""
    if tables.named("question").isdisjoint(key_words(key)[-1:]) or not _SYNTAX.isdisjoint(text):
        return False
    first, _, _ = text.strip().lower().partition(" ")
    return first not in tables.named("statement")


def _is_statement(text: str) -> bool:
    """Whether a text has the form of a document of a query language, whatever its input is called."""
    first = text.lstrip().partition(" ")[0].lower()
    return "{" in text or (first in tables.named("statement") and not _SYNTAX.isdisjoint(text))


def _is_prose(key: str, text: str, tool: ToolClass) -> bool:
    """Whether contents are words for people, and no request or setting in their clothes."""
    last = key_words(key)[-1:]
    if not tables.named("setting").isdisjoint(last) and len(text.split()) < 2:
        return False
    if tool.verb not in HIGH_IMPACT_VERBS and not tool.outside:
        return True
    if tables.named("for-people").isdisjoint(last):
        return False
    if not tables.named("request").isdisjoint(last) and (tool.sink == "web" or ("=" in text and len(text.split()) < 2)):
        return False
    return not text.lstrip().startswith(("{", "["))
