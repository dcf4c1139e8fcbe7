"""Finds the texts in a call's arguments that name paths or hosts, and tells which of them are unambiguous (pure).

Owns: the walk through arguments (with the tool's ``inputSchema`` for each text), the classification of texts by key and
by form, and the readings of a path. The readings of a host are in ``host.arguments.host_names``.

Invariants:
    The walk is bounded and tells if it stopped early. A schema is untrusted: it is inspected, never applied.
    A text has a ``local`` path, or a host, only if all known programs read it the same way. Every other text that is or
    may be one has a reason, and the readings of some programs. No rule allows a call because of those.
    No file system and no network is accessed.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, Literal, TypeVar
from urllib.parse import unquote

from msgspec import Struct

from host import regex
from host.arguments.facts import HostFact, PathFact
from host.arguments.host_names import (
    Reading,
    holds_url,
    hosts_in_text,
    lenient_hosts,
    looks_like_host,
    looks_like_url,
    read_bare_host,
    read_url,
)
from host.canonical import json_path
from host.model import JsonObject, JsonValue, object_in
from host.naming import key_words, named_as_host, named_as_path, named_as_url
from host.text import caseless, nfkc, one_line
from host.values import replace
from host.words import say

T = TypeVar("T")
MAX_LEAVES: Final = 2_000
"""Texts and numbers that are examined."""
_MAX_WHERE: Final = 200


class Leaf(Struct, frozen=True):
    """One text or number in the arguments; while the walk goes on, any part of them, whose place is not escaped yet.

    Attributes:
        ignorable: whether the tool may ignore it and choose another value itself: the schema does not name a member on
            the path to it, but others, of which one is not given.
    """

    where: str  # its place in the arguments, such as ``$.path``, escaped and bounded
    key: str  # its key in the nearest object around it
    value: JsonValue
    schema: JsonObject  # of the value, as far as it is known without applying it
    siblings: JsonObject  # the object around it
    names: frozenset[str] = frozenset()  # all keys on the path to it, after ``text.caseless``
    ignorable: bool = False
    is_name: bool = False  # whether it is a key itself
    declared: bool = True  # whether the schema declares that key


class Leaves(Struct, frozen=True):
    """The leaves of some arguments. ``complete``: whether these are all."""

    found: tuple[Leaf, ...]
    complete: bool


def shown_place(where: str) -> str:
    """Format the place of a value for ``Leaf.where``: escaped, on one line, and cut if it is long."""
    return one_line(where, _MAX_WHERE)


def leaves(arguments: JsonObject, schema: JsonValue = None) -> Leaves:
    """Collect every text, number and key in ``arguments``."""
    collected: list[Leaf] = []
    references = _References(object_in(schema))
    root = references.resolved(object_in(schema))
    stack = [Leaf("$", "", arguments, root, {})]
    while stack:
        part = stack.pop()
        value = part.value
        if len(collected) > MAX_LEAVES:
            return Leaves(tuple(collected[:MAX_LEAVES]), complete=False)
        if isinstance(value, dict):
            names, below = _members(part, value, references)
            collected.extend(names)
            stack.extend(reversed(below))
        elif isinstance(value, list):
            items = references.resolved(object_in(part.schema, "items"))
            children = [
                replace(part, where=_below(part.where, index), value=item, schema=items)
                for index, item in enumerate(value[: MAX_LEAVES + 1])
            ]
            stack.extend(reversed(children))
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
            collected.append(replace(part, where=shown_place(part.where)))
    return Leaves(tuple(collected), complete=True)


_COMBINING: Final = ("allOf", "anyOf", "oneOf")
_MAX_COMBINED: Final = 32
"""Schemas under one of these keywords that are read."""
_CONDITIONAL: Final = ("if", "then", "else")
_REFERENCES: Final = frozenset({"$ref", "$dynamicRef"})
_UNREAD: Final = _REFERENCES.union(_COMBINING, _CONDITIONAL)
"""Keywords of a combined schema that may name members and are not read."""
_MAX_REFERENCES: Final = 20_000
"""References that are followed for one call: some for each of its inputs."""
_MAX_STEPS: Final = 8
"""References that are followed one after another, and steps of one."""
_MAX_POINTER: Final = 400
"""Characters of a reference."""
_MAX_KEYWORDS: Final = 64
"""Keywords of a schema and of one that it refers to; JSON Schema knows fewer."""
_NAMING: Final = frozenset({"properties", "additionalProperties", "items", *_COMBINING, *_CONDITIONAL})
"""Keywords that say what the members of a value are."""


class _References:
    """Looks up references within one schema. All that it cannot look up stay, so that nothing is known of them."""

    def __init__(self, root: JsonObject) -> None:
        """``root``: the whole schema, untrusted."""
        self._root = root
        self._left = _MAX_REFERENCES

    def resolved(self, schema: JsonObject) -> JsonObject:
        """Return ``schema`` with what it refers to (JSON Pointer, RFC 6901)."""
        for _ in range(_MAX_STEPS):
            if "$ref" not in schema or not self._left:
                break
            self._left -= 1
            target = self._target(schema["$ref"])
            if not isinstance(target, dict) or len(target) + len(schema) > _MAX_KEYWORDS:
                break
            if not _NAMING.isdisjoint(target.keys() & schema.keys()):
                break  # both count, and only one could stay
            schema = {**target, **{name: value for name, value in schema.items() if name != "$ref"}}
        return schema

    def _target(self, reference: JsonValue) -> JsonValue:
        if not isinstance(reference, str) or len(reference) > _MAX_POINTER:
            return None
        if reference != "#" and not reference.startswith("#/"):
            return None
        value: JsonValue = self._root
        for step in reference.split("/", _MAX_STEPS)[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            if isinstance(value, list):
                value = value[int(name)] if name.isdecimal() and len(name) < 9 and int(name) < len(value) else None
            else:
                value = object_in(value).get(name)
        return value


def _named_members(schema: JsonObject, references: _References) -> tuple[list[JsonObject], bool]:
    """Return the ``properties`` of a schema and of those it combines, and whether these are all that it names."""
    parts: list[JsonValue] = []
    is_all = True
    for keyword in _COMBINING:
        inside = schema.get(keyword)
        if isinstance(inside, list):
            parts += inside[:_MAX_COMBINED]
            is_all = is_all and len(inside) <= _MAX_COMBINED
    parts += (schema.get(keyword) for keyword in _CONDITIONAL)
    combined = [references.resolved(part) for part in parts if isinstance(part, dict)]
    is_all = is_all and _REFERENCES.isdisjoint(schema) and all(map(_UNREAD.isdisjoint, combined))
    return [object_in(part, "properties") for part in (schema, *combined)], is_all


def _has_own_choice(named_members: list[JsonObject], value: JsonObject) -> bool:
    """Whether the tool takes a value of its own for a member: one that its schema names and ``value`` does not give."""
    return any(not _is_given(value.get(name)) for properties in named_members for name in properties)


def _is_given(value: JsonValue, depth: int = 3) -> bool:
    """Whether a value says anything, such as a path or a number. ``depth``: levels that are looked into."""
    if isinstance(value, (dict, list)):
        inside = value.values() if isinstance(value, dict) else value
        return depth > 0 and any(_is_given(child, depth - 1) for child in islice(inside, MAX_LEAVES))
    return value not in (None, "") and not isinstance(value, bool)


def _members(part: Leaf, value: JsonObject, references: _References) -> tuple[list[Leaf], list[Leaf]]:
    declared, others = object_in(part.schema, "properties"), object_in(part.schema, "additionalProperties")
    named_members, is_all = _named_members(part.schema, references)
    has_own_choice = not is_all or _has_own_choice(named_members, value)
    names: list[Leaf] = []
    below: list[Leaf] = []
    for name, child in islice(value.items(), MAX_LEAVES + 1):
        where = _below(part.where, name)
        path_names = part.names | {caseless(name)}
        is_declared = name in declared
        is_named = is_declared or any(name in properties for properties in named_members)
        ignorable = part.ignorable or (has_own_choice and not is_named)
        shown = shown_place(where)
        names.append(Leaf(shown, part.key, name, {}, value, path_names, ignorable, is_name=True, declared=is_declared))
        child_schema = references.resolved(object_in(declared.get(name, others)))
        below.append(Leaf(where, name, child, child_schema, value, path_names, ignorable))
    return names, below


def _below(where: str, step: str | int) -> str:
    """Return ``where`` with one more step, without parts that are never shown: keys may be long and many."""
    short_step = step[: 2 * _MAX_WHERE] if isinstance(step, str) else step
    return where if len(where) > 2 * _MAX_WHERE else where + json_path([short_step])[1:]


def _read_leaves(
    all_leaves: Leaves, read: Callable[[Leaf], T | None], make_unread: Callable[[str], T], is_late: Callable[[], bool]
) -> tuple[T, ...]:
    """Return the facts that ``read`` finds in the leaves.

    If not all leaves were examined, the last fact is made by ``make_unread`` from the reason.
    """
    facts: list[T] = []
    for leaf in all_leaves.found:
        if is_late():
            return (*facts, make_unread(say("there was no time to look at all inputs")))
        if (fact := read(leaf)) is not None:
            facts.append(fact)
    if not all_leaves.complete:
        facts.append(make_unread(say("there are more inputs than are looked at")))
    return tuple(facts)


# Paths

MAX_PATH: Final = 4_096
MAX_NAME: Final = 255
"""Bytes of a path and of a name in it that Linux and macOS accept."""

_STRONG_WORDS: Final = frozenset("path file filename filepath dir directory folder cwd workspace".split())
"""Words of keys that always mean a path, so that even a number would be taken for one."""
_FREE_WORDS: Final = frozenset(
    "content text body message query prompt question pattern description title subject summary comment note string "
    "code html markdown caption instruction thought reason snippet sql replacement expression regex".split()
)
_NO_PATH_FORMATS: Final = {
    "date-time": regex.pattern(r"[0-9TtZz:.+ -]+"),
    "date": regex.pattern(r"[0-9-]+"),
    "time": regex.pattern(r"[0-9Zz:.+-]+"),
    "duration": regex.pattern(r"P[0-9TYMWDHS.,]+"),
    "uuid": regex.pattern(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
    "email": regex.pattern(r"[^\s/\\@]+@[^\s/\\@]+"),
    "idn-email": regex.pattern(r"[^\s/\\@]+@[^\s/\\@]+"),
    "color": regex.pattern(r"#[0-9A-Fa-f]{3,8}"),
}
"""Formats whose texts are no paths, and the form of such texts, since a format alone is a server's claim."""
_PATH_FORMATS: Final = frozenset({"path", "file-path", "directory-path", "uri-reference", "iri-reference"})

_FORM: Final = regex.pattern(r"[/~\\]|\.{1,2}(?:[/\\]|$)|[A-Za-z]:(?:[/\\]|$)|file:|[A-Za-z]:\.{2}", re.IGNORECASE)
_CLIMB: Final = regex.pattern(r"(?:^|[/\\])\s*\.\.+\s*(?:[/\\]|$)")
_ESCAPED: Final = regex.pattern(r"%(?:25)*(?:2[eEfF]|5[cC]|00|[cC]0|[eE]0)|%u[0-9A-Fa-f]{4}")
_PERCENT: Final = regex.pattern(r"%[0-9A-Fa-f]{2}|%u[0-9A-Fa-f]{4}")
_ODD_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_EXPANDED: Final = regex.pattern(r"[*?\[\]{}]")
_VARIABLE: Final = regex.pattern(r"\$[A-Za-z_{(\d]|%[^%/]+%|`")
_LIST: Final = regex.pattern(r"[\s,;&](?:[/~]|\.\.)")
_STREAM: Final = regex.pattern(r"[:|<>\"]")
_SLASHES: Final = frozenset("\u2044\u2215\u2216\u29f5\u29f8\u29f9\u1735\u3033\u4e36\ufe68")
"""Characters that old encodings, or people, turn into slashes, although no normalisation does."""
_DRIVE: Final = regex.pattern(r"[A-Za-z]:")
_FILE_URL: Final = regex.pattern(r"file:(?://([^/\\]*))?(?=/)(.*)", re.IGNORECASE | re.DOTALL)


class Candidate(Struct, frozen=True):
    """A text that is or may be a path."""

    fact: PathFact  # what is known of it without the file system: no place yet
    local: str | None = None  # absolute POSIX path to resolve, None if it is not certain
    other_paths: tuple[str, ...] = ()  # absolute paths that some program could read in it


def looks_like_path(text: str) -> bool:
    """Whether a text has a form that only paths have: absolute, home, ``..``, UNC, a drive, ``file:``."""
    return any(
        _FORM.match(reading)
        or (".." in reading and _CLIMB.search(reading))
        or ("%" in reading and _ESCAPED.search(reading))
        for reading in _lenient_forms(text)
    )


def path_candidates(
    arguments: JsonObject, schema: JsonValue = None, *, home: str, late: Callable[[], bool] = lambda: False
) -> tuple[Candidate, ...]:
    """Return everything in ``arguments`` that is or may be a path. ``home``: what ``~`` may mean, absolute."""
    return _read_leaves(
        leaves(arguments, schema),
        lambda leaf: _path_candidate(leaf, home),
        lambda why: Candidate(PathFact("$", "", "unclear", None, why)),
        late,
    )


def names_local_path(arguments: JsonObject, schema: JsonValue, *, home: str) -> bool:
    """Whether ``arguments`` name a definite path on this machine, or not all of them are read."""
    return any(
        it.local is not None or it.fact.text.startswith("~") or it.fact.where == "$"
        for it in path_candidates(arguments, schema, home=home)
    )


def read_path(text: str, home: str) -> tuple[str | None, str, tuple[str, ...]]:
    """Return the absolute path that ``text`` means, or None; why it is unclear; and the paths that it may mean then."""
    if (match := _FILE_URL.fullmatch(text)) is not None and (match[1] or "").lower() in ("", "localhost"):
        why = _why_unclear(match[2]) or _why_url_unclear(match[2])
        path = match[2]
    else:
        why, path = _why_unclear(text) or _why_not_absolute(text), text
    return (None, why, _possible_paths(text, home)) if why else (path, "", ())


def _path_candidate(leaf: Leaf, home: str) -> Candidate | None:
    text = leaf.value
    if not isinstance(text, str):
        if _STRONG_WORDS.isdisjoint(key_words(leaf.key)):
            return None
        return Candidate(_path_fact(leaf, "unclear", say("it is not a text"), ""))
    kind = _kind_of_path(leaf, text)
    if kind is None:
        return None
    local, why, other_paths = read_path(text, home)
    return Candidate(_path_fact(leaf, kind, why, text), local, other_paths)


def _path_fact(leaf: Leaf, kind: Literal["path", "unclear"], why: str, text: str) -> PathFact:
    return PathFact(leaf.where, leaf.key, kind, None, why, (), text, leaf.names, ignorable=leaf.ignorable)


def _kind_of_path(leaf: Leaf, text: str) -> Literal["path", "unclear"] | None:
    is_named = named_as_path(leaf.key) or leaf.schema.get("format") in _PATH_FORMATS
    is_free = not is_named and not leaf.is_name and is_free_text(leaf.key)
    if is_free and ("\n" in text.strip() or len(text) > MAX_PATH):
        return None
    if looks_like_path(text):
        return "path"
    if leaf.is_name:
        return _kind_of_name(leaf, text)
    if is_named:
        return "path"
    if is_free or has_other_meaning(leaf, text):
        return None
    return "path" if _has_separators(text.strip()) else "unclear"  # each of several lines may be a path


def is_free_text(key: str) -> bool:
    """Whether a key says that its value is prose, which names nothing."""
    return key_words(key)[-1:] != () and key_words(key)[-1] in _FREE_WORDS


def _has_separators(text: str) -> bool:
    return ("/" in text or "\\" in text) and not any(map(str.isspace, text))


def _kind_of_name(leaf: Leaf, text: str) -> Literal["path", "unclear"] | None:
    """Classify a key: an undeclared one is a path by its form, or may be one in an object whose key names paths."""
    if leaf.declared:
        return None
    if _has_separators(text) and not _is_http_url(text):
        return "path"
    return "unclear" if leaf.key and named_as_path(leaf.key) else None


def has_other_meaning(leaf: Leaf, text: str) -> bool:
    """Whether a text that does not look like a path is certainly something else."""
    schema = leaf.schema
    choices = schema.get("enum")
    if (isinstance(choices, list) and text in choices) or ("const" in schema and schema["const"] == text):
        return True
    format_name = schema.get("format")
    pattern = _NO_PATH_FORMATS.get(format_name) if isinstance(format_name, str) else None
    if pattern is not None and pattern.fullmatch(text):
        return True
    if _is_http_url(text):
        return True
    return named_as_host(leaf.key) and "/" not in text and read_bare_host(text).host is not None


def _is_http_url(text: str) -> bool:
    return text[:4].lower() == "http" and read_url(text).host is not None


def _lenient_forms(text: str) -> Iterator[str]:
    """Yield the text, and the text for a program that trims, normalises or drops invisible characters."""
    head = text[: 2 * MAX_PATH]
    yield head
    if head.isascii() and head.isprintable():
        visible = head
    else:
        visible = "".join(char for char in head if unicodedata.category(char) not in _ODD_CATEGORIES)
    folded = nfkc(visible).strip().strip("\"'`")
    if folded != head:
        yield folded


def _why_unclear(text: str) -> str:
    """Why programs could read an absolute path differently, else empty."""
    if not text:
        return say("it is empty")
    if len(text) > MAX_PATH or len(text.encode(errors="replace")) > MAX_PATH:
        return say("it is too long")
    if any(unicodedata.category(char) in _ODD_CATEGORIES for char in text):
        return say("it has control characters or invisible ones")
    if _hides_compatibility_forms(text):
        return say("it has characters that some programs read as slashes, dots or other letters")
    forms = (text,) if text.isascii() else (text, *(unicodedata.normalize(form, text) for form in ("NFC", "NFD")))
    for pattern, why in _UNCLEAR_PATTERNS:
        if any(map(pattern.search, forms)):
            return why
    return _why_names_unclear(text)


_UNCLEAR_PATTERNS: Final = (
    (regex.pattern(r"\\"), say("it has a backslash")),
    (_PERCENT, say("it has a percent escape, which a server may decode")),
    (_VARIABLE, say("it names a variable, which a server may expand")),
    (_EXPANDED, say("it has a pattern, which a server may expand")),
    (_LIST, say("it may hold more than one path")),
    (_STREAM, say("it has a colon or another character that some programs read as a mark")),
)


def _why_names_unclear(text: str) -> str:
    """Why programs could read a name in the path differently, else empty."""
    for name in text.split("/"):
        if len(name.encode(errors="replace")) > MAX_NAME:
            return say("a name in it is too long")
        if name in ("", ".", ".."):
            continue
        if name != name.strip() or name.endswith("."):
            return say("a name in it begins or ends with a space, or ends with a dot")
        if name.startswith("~"):
            return say("what ~ means depends on the server")
    return ""


def _hides_compatibility_forms(text: str) -> bool:
    """Whether some programs read other characters in it; composed and decomposed letters do not count."""
    if text.isascii():
        return False
    return not _SLASHES.isdisjoint(text) or any(_is_compatible(char) for char in text)


def _is_compatible(char: str) -> bool:
    """Whether NFKC changes ``char`` in another way than NFC."""
    return unicodedata.normalize("NFKC", char) != unicodedata.normalize("NFC", char)


def _why_not_absolute(text: str) -> str:
    if text.startswith("//"):
        return say("it begins with two slashes")
    if not text.startswith("/"):
        return say("it is relative, and only the server knows to what")
    return ""


def _why_url_unclear(path: str) -> str:
    """Why programs could read the path of a file URL differently, else empty."""
    if path.startswith("//"):
        return say("it begins with two slashes")
    if re.search(r"[#?;%]", path) or any(name in (".", "..") for name in path.split("/")):
        return say("programs read such a file URL differently")
    return ""


def _possible_paths(text: str, home: str) -> tuple[str, ...]:
    if len(text) > MAX_PATH:
        return ()
    variants = {text: None, unquote(text): None, unquote(unquote(text)): None}
    for variant in list(variants):
        variants.update(dict.fromkeys(_lenient_forms(variant)))
    for variant in list(variants):
        variants[variant.replace("\\", "/")] = None
    return tuple(dict.fromkeys(path for variant in variants if (path := _absolute_path(variant, home))))


def _absolute_path(text: str, home: str) -> str:
    """Make a text an absolute path: without scheme, host or drive; ``~`` and relative paths start at ``home``."""
    if "\0" in text:
        text = text.partition("\0")[0]
    if (match := _FILE_URL.fullmatch(text)) is not None:
        text = match[2]
    elif _DRIVE.match(text):
        text = text[2:]
    if not text:
        return ""
    if text == "~" or text.startswith("~/"):
        text = home + text[1:]
    for variable in ("$HOME", "${HOME}"):
        if text.startswith(variable):
            text = home + text.removeprefix(variable)
    path = text if text.startswith("/") else posixpath.join(home, text)
    return "/" + path.lstrip("/")


# Hosts

_DIGITS: Final = regex.pattern(r"[1-9][0-9]{0,4}", re.ASCII)
_USUAL_PORTS: Final = (80, 443)
_URL_FORMATS: Final = ("uri", "url", "uri-reference", "iri", "iri-reference")
_HOST_FORMATS: Final = ("hostname", "idn-hostname", "ipv4", "ipv6")
_ONLY_HOST_WORDS: Final = frozenset("host hostname ip ipaddress addr address".split())
_LOOSE_WORDS: Final = frozenset(
    "source src destination dest dst target from to location input output in out repo repository".split()
)
"""Words of keys for paths that are also used for hosts."""


def host_facts(
    arguments: JsonObject, schema: JsonValue = None, late: Callable[[], bool] = lambda: False
) -> tuple[HostFact, ...]:
    """Return everything in ``arguments`` that names or may name a host. ``late``: whether the time is over."""
    all_leaves = leaves(arguments, schema)
    return _read_leaves(all_leaves, _host_fact, lambda why: HostFact("$", "", "unclear", None, why=why), late)


def _host_fact(leaf: Leaf) -> HostFact | None:
    if not isinstance(leaf.value, str):
        return _host_fact_of_number(leaf)
    text = leaf.value
    is_url = looks_like_url(text)
    kind, contains_url = ("url", None) if is_url else _kind_of_host(leaf, text)
    if kind is None:
        return None
    if is_url:
        reading = read_url(text)
    elif kind == "url" and (named_as_url(leaf.key) or leaf.schema.get("format") in _URL_FORMATS):
        reading = Reading(None, why=_NO_SCHEME, other_hosts=hosts_in_text(text))
    elif kind == "unclear" and (holds_url(text) if contains_url is None else contains_url):
        reading = Reading(None, why=_CONTAINS_URL, other_hosts=hosts_in_text(text))
    else:
        reading = read_bare_host(text)
    reading = reading if leaf.is_name else _with_sibling_port(leaf, reading)
    return _as_fact(leaf, kind, reading, text)


def _as_fact(leaf: Leaf, kind: Literal["url", "unclear"], reading: Reading, text: str) -> HostFact:
    return HostFact(
        leaf.where,
        leaf.key,
        kind,
        reading.host,
        reading.port,
        reading.usual_port,
        reading.why,
        reading.other_hosts,
        text,
        reading.surely_no_host,
        leaf.names,
        leaf.ignorable,
    )


_NO_SCHEME: Final = say("it has no scheme, and what it is relative to is the server's to say")
_CONTAINS_URL: Final = say("a URL may stand somewhere in it")


def _kind_of_host(leaf: Leaf, text: str) -> tuple[Literal["url", "unclear"] | None, bool | None]:
    """Classify a text that does not look like a URL: by its key, then by whether some reader could see a host in it.

    Also returns whether it contains a URL, None if that was not checked: the text may be long.
    """
    if leaf.is_name:
        return "unclear" if not leaf.declared and _looks_like_dotted_host(text) else None, None
    format_name = leaf.schema.get("format")
    if named_as_host(leaf.key) or format_name in _URL_FORMATS or format_name in _HOST_FORMATS:
        return "url", None
    if named_as_path(leaf.key) and not _LOOSE_WORDS.intersection(key_words(leaf.key)):
        return "unclear" if "://" in text else None, None
    if holds_url(text):
        return "unclear", True
    if not text or has_other_meaning(leaf, text):
        return None, False
    looks_like = _looks_like_dotted_host if is_free_text(leaf.key) else looks_like_host
    return "unclear" if looks_like(text) else None, False


def _looks_like_dotted_host(text: str) -> bool:
    return any(mark in text for mark in ".:\u3002\uff0e\uff61") and looks_like_host(text)


def _host_fact_of_number(leaf: Leaf) -> HostFact | None:
    """The fact for a number in place of a host: many programs read it as an IPv4 address."""
    if _ONLY_HOST_WORDS.isdisjoint(key_words(leaf.key)):
        return None
    reading = Reading(None, why=say("it is a number"), other_hosts=lenient_hosts(str(leaf.value)))
    return _as_fact(leaf, "url", reading, "")


def _with_sibling_port(leaf: Leaf, reading: Reading) -> Reading:
    """Add the port from the same object, which will be used together with the host."""
    port_values = [value for key, value in leaf.siblings.items() if key != leaf.key and "port" in key_words(key)]
    ports = {_port(value) for value in port_values if value is not None}
    if reading.host is None or not ports:
        return reading
    port = ports.pop()
    if ports or port is None or reading.port not in (None, port, *_USUAL_PORTS):
        return Reading(None, why=say("the port beside it is not clear"), other_hosts=(reading.host,))
    if port == reading.port:
        return reading
    return replace(reading, port=port, usual_port=reading.port is None and port in _USUAL_PORTS)


def _port(value: JsonValue) -> int | None:
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 65_535 else None
