"""Which texts of a call are paths, and which of them mean one place for certain (pure).

Owns: the classification of texts by name and by form, and the readings of a path. What stays true: a text has a
``local`` reading only where all programs known to us read it as that one absolute path; for every other text that is or
may be a path it says why not, and what some programs would see (SECURITY, row 35). No file system is touched here.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import unquote

from host.model import JsonObject, JsonValue
from host.naming import key_words, named_as_host, named_as_path
from host.policy.host_forms import read_bare, read_url
from host.policy.leaves import Leaf, leaves
from host.text import nfkc
from host.words import say

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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text that is or may be a path.

    Attributes:
        where, key, kind, why, text: as in ``facts.PathFact``. local: absolute POSIX path to be resolved, None where it
        cannot be told for certain. maybe: absolute paths that some program could read in it. declared: as there.
    """

    where: str
    key: str
    kind: Literal["path", "unclear"]
    text: str
    local: str | None
    why: str = ""
    maybe: tuple[str, ...] = ()
    declared: bool = False


def looks_like_path(text: str) -> bool:
    """Whether a text has a form that only paths have: absolute, home, ``..``, UNC, a drive, ``file:``."""
    return any(_FORM.match(reading) or _CLIMB.search(reading) or _ESCAPED.search(reading) for reading in _as_read(text))


def path_candidates(
    arguments: JsonObject, schema: JsonValue = None, *, home: str, late: Callable[[], bool] = lambda: False
) -> tuple[Candidate, ...]:
    """Everything in ``arguments`` that is or may be a path.

    ``schema``: the tool's ``inputSchema`` (untrusted). ``home``: what ``~`` may mean, absolute. ``late``: whether there
    is no more time.
    """
    walked = leaves(arguments, schema)
    found: list[Candidate] = []
    for leaf in walked.found:
        if late():
            return (*found, Candidate("$", "", "unclear", "", None, say("there was no time to look at all inputs")))
        if (candidate := _candidate(leaf, home)) is not None:
            found.append(candidate)
    if not walked.complete:
        found.append(Candidate("$", "", "unclear", "", None, say("there are more inputs than are looked at")))
    return tuple(found)


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
        return Candidate(leaf.where, leaf.key, "unclear", "", None, say("it is not a text"), declared=leaf.known)
    kind = _kind(leaf, text)
    if kind is None:
        return None
    local, why, maybe = read_path(text, home)
    return Candidate(leaf.where, leaf.key, kind, text, local, why, maybe, leaf.known)


def _kind(leaf: Leaf, text: str) -> Literal["path", "unclear"] | None:
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
    for pattern, why in _DOUBTS:
        if pattern.search(text):
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
