"""Values that are identifiers: compared, looked up or run rather than read (pure).

Owns: telling a path, a host, a mail address, a command or another name from prose. Invariants: the form of the value
and the role of its name decide (``host.inspect.roles``); an uncertain value is prose, in which more characters are
ordinary.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from host.inspect.roles import MAIL, URL, role_by_name
from host.inspect.subject import Text
from host.naming import CODE, key_words, named_as_host
from host.patterns import linear
from host.words import say

Form: TypeAlias = Literal["path", "host", "address", "command", "name", ""]
"""A file's path, a host or URL, a mail address, a command, another name; empty for prose."""

MAX_LENGTH: Final = 1_024
"""Characters of an identifier; commands may be longer."""
_COMMAND_NAMES: Final = CODE | {"argv", "sql"}
_HOST_MARKS: Final = frozenset(".:/\u3002\uff0e\uff61")
"""Marks in hosts and URLs, in all forms that browsers accept."""
_PATH: Final = linear(r"(?:~?/|\.{1,2}/|[A-Za-z]:[\\/]|\\\\)[^\n]{0,1000}")
_WORDS: Final[dict[Form, str]] = {
    "path": say("a path"),
    "host": say("a web address"),
    "address": say("a mail address"),
    "command": say("a command"),
    "name": say("a name"),
}


def form_of(text: Text) -> Form:
    """The form of a text. The name of a member is a name."""
    if text.is_name:
        return "name"
    return _form_of_short(text.key, text.text) if len(text.text) <= MAX_LENGTH else _form_of(text.key, text.text)


def _form_of(key: str, raw: str) -> Form:
    """The form of a value. ``key``: the nearest name above it."""
    form_by_name = _form_by_name(key)
    if form_by_name == "command":
        return form_by_name
    value = raw.strip("\n")
    if len(value) > MAX_LENGTH or value.count("\n") > 1:
        return ""
    stripped = value.strip()
    if "://" in stripped and URL.fullmatch(stripped):
        return "host"
    if "@" in stripped and MAIL.fullmatch(stripped):
        return "address"
    if form_by_name == "path" or _PATH.fullmatch(stripped):
        return "path"
    if form_by_name in ("host", "address") and "@" in stripped:
        return "address"
    if form_by_name == "host" and not _HOST_MARKS.isdisjoint(stripped) and " " not in stripped:
        return "host"
    if key_words(key)[-1:] == ("name",):
        return "name"  # of a person or a thing, in any number of words
    return "" if form_by_name == "content" else _name_or_prose(value)


_form_of_short: Final = lru_cache(maxsize=256)(_form_of)
"""Several kinds of finding ask for the form of the same values."""


def form_words(form: Form) -> str:
    """The words for a form in a sentence, such as ``a path``; empty for prose."""
    return _WORDS.get(form, "")


def _name_or_prose(value: str) -> Form:
    """A single word is a name, any other text is prose."""
    return "name" if value and len(value.split(None, 1)) == 1 else ""


@lru_cache(maxsize=4_096)
def _form_by_name(key: str) -> Form | Literal["content"]:
    """The form of a value by its name: a form, ``content``, or nothing."""
    words = key_words(key)
    if words and words[-1] in _COMMAND_NAMES:
        return "command"
    match role_by_name(key):
        case "place":
            return "path"
        case "destination" | "authority":
            return "host" if named_as_host(key) else "address"
        case "content":
            return "content"
    return ""
