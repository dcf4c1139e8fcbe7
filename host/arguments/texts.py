"""Which texts of a call's arguments name paths or hosts, and which of them mean one for certain (pure).

Owns the walk through arguments (with what the tool's ``inputSchema`` says of each text), the classification of texts by
name and by form, and the readings of a path; those of a host are ``host.arguments.host_names``'s.

Invariants:
    The walk is bounded, and says where it stopped. A schema is a stranger's: it is looked at, never applied.
    A text has a ``local`` path, or a host, only where all programs known to us read it as that one. For every other
    text that is or may name one, the reason is given, and what some programs would see in it. No rule allows by those.
    No file system and no network is touched.
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

from host.arguments.facts import HostFact
from host.arguments.host_names import (
    Reading,
    holds_url,
    lenient,
    lenient_hosts,
    looks_like_host,
    looks_like_url,
    read_bare,
    read_url,
)
from host.canonical import json_path
from host.model import JsonObject, JsonValue
from host.naming import key_words, named_as_host, named_as_path, named_as_url
from host.text import caseless, nfkc, one_line
from host.values import replace
from host.words import say

T = TypeVar("T")
MAX_LEAVES: Final = 2_000
"""Texts and numbers that are looked at."""
_WHERE: Final = 200


class Leaf(Struct, frozen=True):
    """One text or number.

    Attributes:
        where: such as ``$.path``, escaped and bounded. key: name it stands under, of the nearest object around it.
        value: a text or a number. is_name: whether it is the name of a member itself. declared: whether the schema
        knows that name. schema: of the value, as far as it can be told without applying it. siblings: the object
        around it. known: whether the schema knows every name on the way to it. names: all of those, as
        ``text.caseless`` has them.
    """

    where: str
    key: str
    value: str | int | float
    is_name: bool
    declared: bool
    schema: JsonObject
    siblings: JsonObject
    known: bool = False
    names: frozenset[str] = frozenset()


class Leaves(Struct, frozen=True):
    """All of them. Attributes: found: in the order in which they stand. complete: whether there are no more."""

    found: tuple[Leaf, ...]
    complete: bool


def shown(where: str) -> str:
    """The place of a value as a leaf names it: escaped, on one line, cut where it is long."""
    return one_line(where, _WHERE)


def leaves(arguments: JsonObject, schema: JsonValue = None) -> Leaves:
    """Every text and number in ``arguments``, and every name of a member."""
    found: list[Leaf] = []
    stack: list[_Part] = [_Part("$", "", arguments, _object(schema), {}, known=True)]
    while stack:
        part = stack.pop()
        value = part.value
        if len(found) > MAX_LEAVES:
            return Leaves(tuple(found[:MAX_LEAVES]), complete=False)
        if isinstance(value, dict):
            names, below = _members(part, value)
            found.extend(names)
            stack.extend(reversed(below))
        elif isinstance(value, list):
            items = _object(part.schema.get("items"))
            children = [replace(part, where=_below(part.where, i), value=v, schema=items) for i, v in _first(value)]
            stack.extend(reversed(children))
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
            found.append(_leaf(part, value, is_name=False, declared=True))
    return Leaves(tuple(found), complete=True)


class _Part(Struct, frozen=True):
    """A part of the arguments that is still to be looked at; attributes as in ``Leaf``, ``where`` not escaped."""

    where: str
    key: str
    value: JsonValue
    schema: JsonObject
    siblings: JsonObject
    known: bool = False
    names: frozenset[str] = frozenset()


def _members(part: _Part, value: JsonObject) -> tuple[list[Leaf], list[_Part]]:
    known = part.schema
    declared, others = _object(known.get("properties")), _object(known.get("additionalProperties"))
    names: list[Leaf] = []
    below: list[_Part] = []
    for name, child in islice(value.items(), MAX_LEAVES + 1):
        where = _below(part.where, name)
        on_the_way = part.names | {caseless(name)}
        own = _Part(where, part.key, name, {}, value, names=on_the_way)
        names.append(_leaf(own, name, is_name=True, declared=name in declared))
        inner, told = _object(declared.get(name, others)), part.known and name in declared
        below.append(_Part(where, name, child, inner, value, told, on_the_way))
    return names, below


def _leaf(part: _Part, value: str | float, *, is_name: bool, declared: bool) -> Leaf:
    where = shown(part.where)
    return Leaf(where, part.key, value, is_name, declared, part.schema, part.siblings, part.known, part.names)


def _first(value: list[JsonValue]) -> list[tuple[int, JsonValue]]:
    return list(enumerate(value[: MAX_LEAVES + 1]))


def _below(where: str, step: str | int) -> str:
    """``where`` with one more step; what nobody is shown is not kept, since names may be long and many."""
    shown = step[: 2 * _WHERE] if isinstance(step, str) else step
    return where if len(where) > 2 * _WHERE else where + json_path([shown])[1:]


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _read(
    walked: Leaves, read: Callable[[Leaf], T | None], unread: Callable[[str], T], late: Callable[[], bool]
) -> tuple[T, ...]:
    """What ``read`` makes of each leaf; where not all were looked at, the last is what ``unread`` makes of the why."""
    found: list[T] = []
    for leaf in walked.found:
        if late():
            return (*found, unread(say("there was no time to look at all inputs")))
        if (made := read(leaf)) is not None:
            found.append(made)
    if not walked.complete:
        found.append(unread(say("there are more inputs than are looked at")))
    return tuple(found)


# Paths

MAX_PATH: Final = 4_096
MAX_NAME: Final = 255
"""Bytes of a path and of a name in it that Linux and macOS take."""

_STRONG_WORDS: Final = frozenset("path file filename filepath dir directory folder cwd workspace".split())
"""Names under which nothing else than a path stands, so that even a number would be taken for one."""
_FREE_WORDS: Final = frozenset(
    "content text body message query prompt question pattern description title subject summary comment note string "
    "code html markdown caption instruction thought reason snippet sql replacement expression regex".split()
)
_NO_PATH_FORMATS: Final = {
    "date-time": re.compile(r"[0-9TtZz:.+ -]+"),
    "date": re.compile(r"[0-9-]+"),
    "time": re.compile(r"[0-9Zz:.+-]+"),
    "duration": re.compile(r"P[0-9TYMWDHS.,]+"),
    "uuid": re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
    "email": re.compile(r"[^\s/\\@]+@[^\s/\\@]+"),
    "idn-email": re.compile(r"[^\s/\\@]+@[^\s/\\@]+"),
    "color": re.compile(r"#[0-9A-Fa-f]{3,8}"),
}
"""Formats whose texts are no paths, and what such texts look like; a format alone is a server's claim."""
_PATH_FORMATS: Final = frozenset({"path", "file-path", "directory-path", "uri-reference", "iri-reference"})

_FORM: Final = re.compile(r"[/~\\]|\.{1,2}(?:[/\\]|$)|[A-Za-z]:(?:[/\\]|$)|file:|[A-Za-z]:\.{2}", re.IGNORECASE)
_CLIMB: Final = re.compile(r"(?:^|[/\\])\s*\.\.+\s*(?:[/\\]|$)")
_ESCAPED: Final = re.compile(r"%(?:25)*(?:2[eEfF]|5[cC]|00|[cC]0|[eE]0)|%u[0-9A-Fa-f]{4}")
_PERCENT: Final = re.compile(r"%[0-9A-Fa-f]{2}|%u[0-9A-Fa-f]{4}")
_ODD_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_EXPANDED: Final = re.compile(r"[*?\[\]{}]")
_VARIABLE: Final = re.compile(r"\$[A-Za-z_{(\d]|%[^%/]+%|`")
_LIST: Final = re.compile(r"[\s,;&](?:[/~]|\.\.)")
_STREAM: Final = re.compile(r"[:|<>\"]")
_SLASHES: Final = frozenset("\u2044\u2215\u2216\u29f5\u29f8\u29f9\u1735\u3033\u4e36\ufe68")
"""Characters that no normalisation makes slashes of, but tables of old encodings do, and people."""
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_FILE_URL: Final = re.compile(r"file:(?://([^/\\]*))?(?=/)(.*)", re.IGNORECASE | re.DOTALL)


class Candidate(Struct, frozen=True):
    """A text that is or may be a path.

    Attributes:
        where, key, kind, why, text: as in ``facts.PathFact``. local: absolute POSIX path to be resolved, None where it
        cannot be told for certain. other_paths: absolute paths that some program could read in it.
        declared, names: as there.
    """

    where: str
    key: str
    kind: Literal["path", "unclear"]
    text: str
    local: str | None
    why: str = ""
    other_paths: tuple[str, ...] = ()
    declared: bool = False
    names: frozenset[str] = frozenset()


def looks_like_path(text: str) -> bool:
    """Whether a text has a form that only paths have: absolute, home, ``..``, UNC, a drive, ``file:``."""
    return any(
        _FORM.match(reading)
        or (".." in reading and _CLIMB.search(reading))
        or ("%" in reading and _ESCAPED.search(reading))
        for reading in _as_read(text)
    )


def path_candidates(
    arguments: JsonObject, schema: JsonValue = None, *, home: str, late: Callable[[], bool] = lambda: False
) -> tuple[Candidate, ...]:
    """Everything in ``arguments`` that is or may be a path.

    ``schema``: the tool's ``inputSchema`` (untrusted). ``home``: what ``~`` may mean, absolute. ``late``: whether there
    is no more time.
    """
    return _read(
        leaves(arguments, schema),
        lambda leaf: _candidate(leaf, home),
        lambda why: Candidate("$", "", "unclear", "", None, why),
        late,
    )


def read_path(text: str, home: str) -> tuple[str | None, str, tuple[str, ...]]:
    """The one absolute path that ``text`` means, or None; why not; and which ones it may mean besides."""
    if (found := _FILE_URL.fullmatch(text)) is not None and (found[1] or "").lower() in ("", "localhost"):
        why = _doubt(found[2]) or _url_doubt(found[2])
        path = found[2]
    else:
        why, path = _doubt(text) or _relative(text), text
    return (None, why, _readings(text, home)) if why else (path, "", ())


def _candidate(leaf: Leaf, home: str) -> Candidate | None:
    text = leaf.value
    if not isinstance(text, str):
        if _STRONG_WORDS.isdisjoint(key_words(leaf.key)):
            return None
        return Candidate(leaf.where, leaf.key, "unclear", "", None, say("it is not a text"), (), leaf.known, leaf.names)
    kind = _kind_of_path(leaf, text)
    if kind is None:
        return None
    local, why, other_paths = read_path(text, home)
    return Candidate(leaf.where, leaf.key, kind, text, local, why, other_paths, leaf.known, leaf.names)


def _kind_of_path(leaf: Leaf, text: str) -> Literal["path", "unclear"] | None:
    named = named_as_path(leaf.key) or leaf.schema.get("format") in _PATH_FORMATS
    free = not named and not leaf.is_name and free_text(leaf.key)
    if free and ("\n" in text.strip() or len(text) > MAX_PATH):
        return None
    if looks_like_path(text):
        return "path"
    if leaf.is_name:
        return _kind_of_name(leaf, text)
    if named:
        return "path"
    if free or other_meaning(leaf, text):
        return None
    return "path" if _separated(text.strip()) else "unclear"  # of several lines, each may be a path


def free_text(key: str) -> bool:
    """Whether a name says that words stand under it, which name nothing."""
    return key_words(key)[-1:] != () and key_words(key)[-1] in _FREE_WORDS


def _separated(text: str) -> bool:
    return ("/" in text or "\\" in text) and not any(map(str.isspace, text))


def _kind_of_name(leaf: Leaf, text: str) -> Literal["path", "unclear"] | None:
    """A member's name is a path by its form, or where members of something that is named as paths are not declared."""
    if leaf.declared:
        return None
    if _separated(text) and not _http(text):
        return "path"
    return "unclear" if leaf.key and named_as_path(leaf.key) else None


def other_meaning(leaf: Leaf, text: str) -> bool:
    """Whether a text that does not look like a path is surely something else."""
    known = leaf.schema
    choices = known.get("enum")
    if (isinstance(choices, list) and text in choices) or ("const" in known and known["const"] == text):
        return True
    form = known.get("format")
    pattern = _NO_PATH_FORMATS.get(form) if isinstance(form, str) else None
    if pattern is not None and pattern.fullmatch(text):
        return True
    return _http(text) or (named_as_host(leaf.key) and "/" not in text and read_bare(text).host is not None)


def _http(text: str) -> bool:
    return text[:4].lower() == "http" and read_url(text).host is not None


def _as_read(text: str) -> Iterator[str]:
    """The text, and as a program sees it that trims, composes or drops what is invisible."""
    head = text[: 2 * MAX_PATH]
    yield head
    if head.isascii() and head.isprintable():
        seen = head
    else:
        seen = "".join(char for char in head if unicodedata.category(char) not in _ODD_CATEGORIES)
    folded = nfkc(seen).strip().strip("\"'`")
    if folded != head:
        yield folded


def _doubt(text: str) -> str:
    """Why programs could read an absolute path differently, else empty."""
    if not text:
        return say("it is empty")
    if len(text) > MAX_PATH or len(text.encode(errors="replace")) > MAX_PATH:
        return say("it is too long")
    if any(unicodedata.category(char) in _ODD_CATEGORIES for char in text):
        return say("it has control characters or invisible ones")
    if _folds(text):
        return say("it has characters that some programs read as slashes, dots or other letters")
    forms = (text,) if text.isascii() else (text, *(unicodedata.normalize(form, text) for form in ("NFC", "NFD")))
    for pattern, why in _DOUBTS:
        if any(map(pattern.search, forms)):
            return why
    return _odd_names(text)


_DOUBTS: Final = (
    (re.compile(r"\\"), say("it has a backslash")),
    (_PERCENT, say("it has a percent escape, which a server may decode")),
    (_VARIABLE, say("it names a variable, which a server may expand")),
    (_EXPANDED, say("it has a pattern, which a server may expand")),
    (_LIST, say("it may hold more than one path")),
    (_STREAM, say("it has a colon or another character that some programs read as a mark")),
)


def _odd_names(text: str) -> str:
    """Why a name in the path may be read differently, else empty."""
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


def _folds(text: str) -> bool:
    """Whether compatibility forms hide something: letters that only compose differently do not."""
    if text.isascii():
        return False
    return not _SLASHES.isdisjoint(text) or any(_is_compatible(char) for char in text)


def _is_compatible(char: str) -> bool:
    """Whether a compatibility form stands for ``char``: NFKC makes something else of it than NFC does."""
    return unicodedata.normalize("NFKC", char) != unicodedata.normalize("NFC", char)


def _relative(text: str) -> str:
    if text.startswith("//"):
        return say("it begins with two slashes")
    if not text.startswith("/"):
        return say("it is relative, and only the server knows to what")
    return ""


def _url_doubt(path: str) -> str:
    """Why the path of a file URL may be read differently, else empty."""
    if path.startswith("//"):
        return say("it begins with two slashes")
    if re.search(r"[#?;%]", path) or any(name in (".", "..") for name in path.split("/")):
        return say("programs read such a file URL differently")
    return ""


def _readings(text: str, home: str) -> tuple[str, ...]:
    """Absolute paths that some program could see in a text that cannot be read surely."""
    if len(text) > MAX_PATH:
        return ()
    variants = {text: None, unquote(text): None, unquote(unquote(text)): None}
    for variant in list(variants):
        variants.update(dict.fromkeys(_as_read(variant)))
    for variant in list(variants):
        variants[variant.replace("\\", "/")] = None
    return tuple(dict.fromkeys(path for variant in variants if (path := _absolute(variant, home))))


def _absolute(text: str, home: str) -> str:
    """One lenient reading as an absolute path: a scheme, host or drive left out, ``~`` and relative ones from home."""
    if "\0" in text:
        text = text.partition("\0")[0]
    if (found := _FILE_URL.fullmatch(text)) is not None:
        text = found[2]
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

_DIGITS: Final = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)
_USUAL: Final = (80, 443)
_URL_FORMATS: Final = ("uri", "url", "uri-reference", "iri", "iri-reference")
_HOST_FORMATS: Final = ("hostname", "idn-hostname", "ipv4", "ipv6")
_HOSTS_ALONE: Final = frozenset("host hostname ip ipaddress addr address".split())
_LOOSE_WORDS: Final = frozenset(
    "source src destination dest dst target from to location input output in out repo repository".split()
)
"""Names that paths share with hosts."""


def host_facts(
    arguments: JsonObject, schema: JsonValue = None, late: Callable[[], bool] = lambda: False
) -> tuple[HostFact, ...]:
    """Everything in ``arguments`` that names or may name a host.

    ``schema``: the tool's ``inputSchema`` (untrusted). ``late``: whether there is no more time.
    """
    return _read(leaves(arguments, schema), _host_fact, lambda why: HostFact("$", "", "unclear", None, why=why), late)


def _host_fact(leaf: Leaf) -> HostFact | None:
    if not isinstance(leaf.value, str):
        return _number(leaf)
    text = leaf.value
    url = looks_like_url(text)
    kind, inside = ("url", None) if url else _kind_of_host(leaf, text)
    if kind is None:
        return None
    if url:
        reading = read_url(text)
    elif kind == "url" and (named_as_url(leaf.key) or leaf.schema.get("format") in _URL_FORMATS):
        reading = Reading(None, why=_NO_SCHEME, other_hosts=lenient(text))
    elif kind == "unclear" and (holds_url(text) if inside is None else inside):
        reading = Reading(None, why=_INSIDE, other_hosts=lenient(text))
    else:
        reading = read_bare(text)
    reading = reading if leaf.is_name else _with_port(leaf, reading)
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
        leaf.known,
        reading.surely_no_host,
        leaf.names,
    )


_NO_SCHEME: Final = say("it has no scheme, and what it is relative to is the server's to say")
_INSIDE: Final = say("a URL may stand somewhere in it")


def _kind_of_host(leaf: Leaf, text: str) -> tuple[Literal["url", "unclear"] | None, bool | None]:
    """What a text is that looks like no URL: by its name, then by whether any reader could take it for a host.

    And whether it holds a URL, where that was looked up: it may be long.
    """
    if leaf.is_name:
        return "unclear" if not leaf.declared and _dotted(text) else None, None
    form = leaf.schema.get("format")
    if named_as_host(leaf.key) or form in _URL_FORMATS or form in _HOST_FORMATS:
        return "url", None
    if named_as_path(leaf.key) and not _LOOSE_WORDS.intersection(key_words(leaf.key)):
        return "unclear" if "://" in text else None, None
    if holds_url(text):
        return "unclear", True
    if not text or other_meaning(leaf, text):
        return None, False
    return "unclear" if (_dotted(text) if free_text(leaf.key) else looks_like_host(text)) else None, False


def _dotted(text: str) -> bool:
    return any(mark in text for mark in ".:\u3002\uff0e\uff61") and looks_like_host(text)


def _number(leaf: Leaf) -> HostFact | None:
    """A number where a host should stand: many programs read it as an IPv4 address."""
    if _HOSTS_ALONE.isdisjoint(key_words(leaf.key)):
        return None
    other_hosts = lenient_hosts(str(leaf.value))
    return HostFact(
        leaf.where,
        leaf.key,
        "url",
        None,
        why=say("it is a number"),
        other_hosts=other_hosts,
        declared=leaf.known,
        names=leaf.names,
    )


def _with_port(leaf: Leaf, reading: Reading) -> Reading:
    """With the port that stands beside the host in the same object, which is where it will be used."""
    beside = [value for key, value in leaf.siblings.items() if key != leaf.key and "port" in key_words(key)]
    ports = {_port(value) for value in beside if value is not None}
    if reading.host is None or not ports:
        return reading
    port = ports.pop()
    if ports or port is None or reading.port not in (None, port, *_USUAL):
        return Reading(None, why=say("the port beside it is not clear"), other_hosts=(reading.host,))
    if port == reading.port:
        return reading
    return replace(reading, port=port, usual_port=reading.port is None and port in _USUAL)


def _port(value: JsonValue) -> int | None:
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 65_535 else None
