"""Which texts are identifiers: what is compared, looked up or run rather than read (pure).

Owns: the difference between a name and prose. What stays true: it is told by the name that a text stands under and by
its form, in time that its length does not change; what is neither surely is prose, in which more is ordinary.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from host.inspect.subject import Text
from host.naming import PATHS, RECIPIENTS, SENDERS, key_words
from host.patterns import regex
from host.words import say

Role: TypeAlias = Literal["path", "host", "address", "command", "name", ""]
"""A file's path, a host or URL, an e-mail address, a command, another name; empty for prose."""

LONGEST: Final = 1_024
"""Characters of an identifier; commands may be longer."""
_WORDY: Final = 5
"""Spaces beyond which what stands under ``name`` or ``title`` is prose."""
_HOSTS: Final = frozenset("host hostname domain url uri endpoint webhook href link origin site server proxy ip".split())
_ADDRESSES: Final = RECIPIENTS | SENDERS | {"invitee"}
_COMMANDS: Final = frozenset("command cmd script code shell bash argv arg args exec sql query program".split())
_NAMES: Final = frozenset(
    "name id key repo repository owner org organization branch ref tag user username login account channel table "
    "database schema bucket package module dependency library image container service tool project namespace region "
    "model role group team label slug handle alias profile secret variable field column index method action".split()
)
_ROLES: Final[tuple[tuple[frozenset[str], Role], ...]] = (
    (_COMMANDS, "command"),
    (PATHS, "path"),
    (_HOSTS, "host"),
    (_ADDRESSES, "address"),
    (_NAMES, "name"),
)
_WORDS: Final[dict[Role, str]] = {
    "path": say("a path"),
    "host": say("a web address"),
    "address": say("an e-mail address"),
    "command": say("a command"),
    "name": say("a name"),
}
_LOOKS_PATH: Final = regex(r"(?:~?/|\.{1,2}/|[A-Za-z]:[\\/]|\\\\)[^\n]{1,1024}")
_LOOKS_URL: Final = regex(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\n]{1,1024}")
_LOOKS_ADDRESS: Final = regex(r"[^\s@]{1,128}@[^\s@]{1,255}")


def role(text: Text) -> Role:
    """What kind of identifier a text is. The name of a member is a name."""
    if text.is_name:
        return "name"
    named = _named(text.key)
    if named == "command":
        return named
    if len(text.text) > LONGEST or text.text.count("\n") > 1:
        return ""
    if named == "address" and "@" not in text.text:
        named = "name"
    return _formed(text.text) or ("" if named == "name" and text.text.count(" ") > _WORDY else named)


def words_for(role: Role) -> str:
    """For a sentence, such as ``a path``; empty for prose."""
    return _WORDS.get(role, "")


def _named(key: str) -> Role:
    """By the last word of the name it stands under: that says what it is, the others whose."""
    words = key_words(key)
    if not words:
        return ""
    return next((role for known, role in _ROLES if words[-1] in known), "")


def _formed(text: str) -> Role:
    head = text[: LONGEST + 1].lstrip()
    if _LOOKS_URL.fullmatch(head):
        return "host"
    if _LOOKS_PATH.fullmatch(head):
        return "path"
    return "address" if "@" in head and _LOOKS_ADDRESS.fullmatch(head) else ""
