"""What an input is, by what the tool and the value say of it (pure).

Owns: the choice of how a value is explained. What stays true: it decides about an explanation, never about the value,
which is shown as it is sent whatever is thought of it; what looks like a path, an address, code or prose is no secret,
whoever says so; no more than the first 64 KiB of it are looked at.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Collection
from itertools import pairwise
from typing import Final, NamedTuple

from host.model import JsonObject, JsonValue
from host.naming import parts
from ui.inputs import meaning_names as names
from ui.inputs.meaning_names import Language
from ui.inputs.model import Form, Input

LOOKED_AT: Final = 65_536
"""Characters of a value by which its meaning is told."""
_NAME: Final = 64
_SECRET: Final = 256
"""Characters of the longest value that is covered: more is a text, whatever its name says."""
_URL: Final = re.compile(
    r"[A-Za-z][A-Za-z0-9+.\-]{0,20}:[/\\]{2}|(?:mailto|javascript|data|blob|about|https?|wss?|ftp):", re.IGNORECASE
)
_NO_SECRET: Final = re.compile(r"[\s/\\|;`<>]|\$[({]|&&")
"""What stands in paths, addresses, commands and prose."""
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_MAIL: Final = re.compile(r"[^\s@<>,;\"]{1,64}@[^\s@<>,;\"]{1,255}")
_SQL: Final = re.compile(r"\s*(?:select|insert|update|delete|with|create|alter|drop|merge|truncate)\b", re.IGNORECASE)
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_\-\r\n]+={0,2}\s*", re.ASCII)
_MAGIC: Final = ("iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "UEsDB", "H4sI", "PHN2Zy", "f0VMR", "TVqQ")
"""How files of known types begin, as base64."""
_TIMES: Final = range(300_000_000, 10_000_000_000)
"""Seconds since 1970 that are taken for a time: from 1979 to 2286."""


class Sense(enum.Enum):
    """What a value is."""

    PLAIN = "plain"
    PATH = "path"
    URL = "url"
    SQL = "sql"
    CODE = "code"
    TIME = "time"
    MONEY = "money"
    MAIL = "mail"
    BASE64 = "base64"
    SECRET = "secret"  # noqa: S105  # a word, not one


class Meaning(NamedTuple):
    """Attributes: sense. language: of code that ``highlight`` knows, else empty."""

    sense: Sense
    language: Language = ""


PLAIN: Final = Meaning(Sense.PLAIN)


def meaning_of(given: Input, read: Collection[str] = (), *, vouched: bool = False) -> Meaning:
    """What an input is.

    ``read``: kinds of what the host read in it (``views.Reading.kind``). ``vouched``: whether somebody vouched for the
    server, so that its word counts that a value is a secret.
    """
    words = name_words(given.path)
    if given.form is Form.WORD:
        return _of_number(given.value, words)
    if given.form is not Form.TEXT or not isinstance(given.value, str) or not given.value.strip():
        return PLAIN
    text = given.value[:LOOKED_AT]
    by_form = _by_schema(given.schema, text)
    if by_form is not None:
        return by_form
    called = vouched and given.schema.get("format") == "password"
    if not read and _is_secret(given.value, words, called=called):
        return Meaning(Sense.SECRET)
    by_reading = _by_reading(read)
    return by_reading or _by_value(text, words) or _by_name(text, words, given.beside)


def is_secret(value: str, path: tuple[str | int, ...]) -> bool:
    """Whether a text at ``path`` is covered for what it is called."""
    return _is_secret(value, name_words(path))


def name_words(path: tuple[str | int, ...]) -> frozenset[str]:
    """The words of a value's name; a list's items have the list's."""
    found = parts(next((step for step in reversed(path) if isinstance(step, str)), "")[:_NAME])
    joined = [one + other for one, other in pairwise(found)]
    return frozenset((*found, *joined, *(part[:-1] for part in found if part.endswith("s"))))


def _of_number(value: JsonValue, words: frozenset[str]) -> Meaning:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return PLAIN
    if words & names.MONEY and not words & names.COUNTS:
        return Meaning(Sense.MONEY)
    seconds = value / 1_000 if value >= _TIMES.stop else value
    if words & names.TIME and _TIMES.start <= seconds < _TIMES.stop:
        return Meaning(Sense.TIME)
    return PLAIN


def _by_schema(schema: JsonObject, text: str) -> Meaning | None:
    said = schema.get("format")
    if schema.get("contentEncoding") == "base64" or said in ("byte", "binary", "base64"):
        return Meaning(Sense.BASE64) if _BASE64.fullmatch(text) else None
    match said:
        case "uri" | "url" | "iri" | "uri-reference":
            return Meaning(Sense.URL) if _URL.match(text) else None
        case "email" | "idn-email":
            return Meaning(Sense.MAIL)
        case "date-time" | "date":
            return Meaning(Sense.TIME) if _TIME.fullmatch(text) else None
    return None


def _by_reading(read: Collection[str]) -> Meaning | None:
    for kind, sense in (("sql", Sense.SQL), ("host", Sense.URL), ("path", Sense.PATH)):
        if kind in read:
            return Meaning(sense, "sql" if sense is Sense.SQL else "")
    return None


def _by_value(text: str, words: frozenset[str]) -> Meaning | None:
    if text.startswith("data:") and ";base64," in text[:200]:
        return Meaning(Sense.BASE64)
    if _URL.match(text) and "\n" not in text and " " not in text[:200]:
        return Meaning(Sense.URL)
    if _TIME.fullmatch(text):
        return Meaning(Sense.TIME)
    if _SQL.match(text) and words & names.SQL:
        return Meaning(Sense.SQL, "sql")
    if len(text.strip()) >= 32 and (text.startswith(_MAGIC) or words & names.BASE64) and _BASE64.fullmatch(text):
        return Meaning(Sense.BASE64)
    return Meaning(Sense.MAIL) if len(text) <= 320 and _MAIL.fullmatch(text) else None


def _by_name(text: str, words: frozenset[str], beside: JsonObject) -> Meaning:
    if words & names.MAIL and "@" in text:
        return Meaning(Sense.MAIL)
    if words & names.MONEY and not words & names.COUNTS and text.strip()[:1] in "-+.0123456789":
        return Meaning(Sense.MONEY)
    language = _language(text, words, beside)
    if language:
        return Meaning(Sense.CODE, language)
    if words & names.PATH and "\n" not in text and len(text) <= 4096:
        return Meaning(Sense.PATH)
    return PLAIN


def _language(text: str, words: frozenset[str], beside: JsonObject) -> Language:
    """Of what is code by its name, by the language said beside it, or by the file that it is to become."""
    for name, language in names.CODE.items():
        if name in words:
            said = _said(beside, names.LANGUAGE_SAID).lower() if name in names.ANY_LANGUAGE else ""
            return names.LANGUAGES.get(said, language)
    if words & names.CONTENT:
        file = _said(beside, names.FILE_SAID).lower()
        by_file = names.ENDINGS.get(file.rpartition(".")[2]) if "." in file else None
        return by_file or _by_beginning(text)
    return ""


def _by_beginning(text: str) -> Language:
    start = text[:200].lstrip().lower()
    if start.startswith("#!"):
        return "python" if "python" in start.split("\n", 1)[0] else "js" if "node" in start else "shell"
    return "html" if start.startswith(("<!doctype html", "<html")) else ""


def _said(beside: JsonObject, wanted: tuple[str, ...]) -> str:
    """The first short text beside the value under one of these names."""
    found = (beside.get(name) for name in wanted)
    return next((value for value in found if isinstance(value, str) and len(value) <= 4096), "")


def _is_secret(value: str, words: frozenset[str], *, called: bool = False) -> bool:
    """Whether it is called one and looks like one: what could be a path, an address, code or prose never is."""
    if not (called or words & names.SECRET) or words & names.NOT_SECRET or len(value) > _SECRET:
        return False
    return value.isprintable() and _NO_SECRET.search(value) is None
