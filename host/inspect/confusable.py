"""Findings about names that look like others (pure).

Owns: ``confusable``: words that mix scripts, characters that look like a dot or a slash, and hosts and packages that
are nearly well-known ones (table ``known_names``), or look like one that this app uses. Invariants: only identifiers
are judged by their letters; prose of any script is ordinary, unless a word in it mixes scripts and looks like a name in
the table; a name in the table imitates nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, Literal

from msgspec import Struct

from host.inspect import tables
from host.inspect.evidence import finding_about, name_of_text
from host.inspect.identifiers import Form, form_of
from host.inspect.imitation import imitated_host, imitated_package, imitated_used_domain, known_names, names_of
from host.inspect.lookalikes import FOREIGN, foreign_letters, has_foreign_letters, latin
from host.inspect.roles import has_scheme
from host.inspect.subject import Subject, Text
from host.model import Finding, Severity
from host.naming import key_words, named_as_host
from host.patterns import linear
from host.text import one_line
from host.words import say

KIND: Final = "confusable"
MAX_EXAMINED: Final = 2_000
"""Words, hosts or packages of one text that are examined."""
_MAX_SHOWN: Final = 80
_MAX_WORD: Final = 64
_MIN_WORD: Final = 3
"""Letters of the shortest word that is no unit or variable."""
_MAX_NAME: Final = 1_024
_GRAVE: Final[frozenset[Form]] = frozenset({"host", "address", "command"})
_MIXED: Final = linear(f"[A-Za-z][{FOREIGN}]|[{FOREIGN}][A-Za-z]")
_URL: Final = linear(r"[A-Za-z][A-Za-z0-9+.-]{0,24}://[^\s/?#\"'<>()\[\]{}`|]{3,300}")
_MAIL: Final = linear(r"@([^\s/:?#\"'<>\\()\[\],;@]{3,253})")
_PACKAGE: Final = linear(r"@?[A-Za-z0-9_][\w.-]{0,63}(?:/[\w.-]{1,64}){0,3}")
_INSTALL: Final = linear(
    r"\b(?:pip3?|uv|npm|pnpm|yarn|gem|cargo|poetry|conda|bun|pipx|composer)\s{1,8}(?:install|add|i|require)\s([^\n;&|]{1,400})"
    r"|\b(?:npx|uvx|pipx\s{1,8}run|docker\s{1,8}pull)\s([^\n;&|]{1,100})"
)
_PATH_MARKS: Final = (
    r"\x{ff0e}\x{ff0f}\x{ff3c}\x{2024}\x{a4f8}\x{fe52}\x{2044}\x{2215}\x{29f8}\x{29f9}\x{2571}\x{2572}\x{2216}\x{fe68}"
)
"""Characters that only serve to look like a dot or a slash in a path."""
_PATH_MARK: Final = linear(f"[{_PATH_MARKS}]")
_HOST_MARK: Final = linear(
    rf"[{_PATH_MARKS}\x{{3002}}\x{{ff61}}\x{{ff1a}}\x{{2236}}\x{{ff20}}\x{{a789}}\x{{fe55}}\x{{fe6b}}\x{{2219}}\x{{22c5}}]"
)


class HostOrPackage(Struct, frozen=True):
    """A host or package inside a text, with its offset."""

    name: str
    start: int
    kind: Literal["host", "package"]


def find_confusable(subject: Subject) -> Iterator[Finding]:
    """``confusable``: names in the inputs, and the tool's, that look like others."""
    if not subject.tool.isascii():
        yield from _mixed_words(Text((), "tool", subject.tool, is_name=True), "name")
    installs = not tables.words("install").isdisjoint(key_words(subject.tool))
    for text in subject.texts:
        raw = text.text
        is_ascii = raw.isascii()
        if not is_ascii:
            form = form_of(text)
            if form or has_foreign_letters(raw):
                oddities = [*_mixed_words(text, form), *_lookalike_marks(text, form)]
                yield from oddities
                if oddities and form in _GRAVE:  # one finding per name
                    continue
        is_package = _names_package(text.key) or (installs and text.key == "name")  # an input of a tool that installs
        if not text.is_name and (not is_ascii or "." in raw or " " in raw or is_package):
            yield from _imitations(subject, text, is_package=is_package)


def _mixed_words(text: Text, form: Form) -> Iterator[Finding]:
    """The first word that mixes Latin letters with others that look Latin."""
    raw, end = text.text, 0
    if not has_foreign_letters(raw):
        return
    for match in islice(_MIXED.finditer(raw), MAX_EXAMINED):
        if match.start() < end:
            continue
        start, end = _word_around(raw, match.start())
        word = raw[start:end]
        inside: Form = form or ("host" if _in_host(raw, start, end) else "")
        if not (letters := _lookalike_letters(word, inside)):
            continue
        sentence = say(
            "{place} has the word \u201c{word}\u201d, which mixes letters of several scripts ({codes}) and looks like "
            "\u201c{looks}\u201d.",
            place=name_of_text(text),
            word=one_line(word, _MAX_SHOWN),
            codes=", ".join(map(_describe_letter, dict.fromkeys(letters[:3]))),
            looks=one_line(latin(word), _MAX_SHOWN),
        )
        grave = inside in _GRAVE or text.is_name
        yield finding_about(KIND, Severity.HIGH if grave else Severity.MEDIUM, sentence, text, (start, end))
        return


def _word_around(text: str, at: int) -> tuple[int, int]:
    """The span of the word at an offset, cut at a bound."""
    start = end = at
    while start > max(0, at - _MAX_WORD) and text[start - 1].isalpha():
        start -= 1
    while end < min(len(text), at + _MAX_WORD) and text[end].isalpha():
        end += 1
    return start, end


def _in_host(raw: str, start: int, end: int) -> bool:
    """Whether a word in prose belongs to the host of a URL or mail address."""
    head = raw[max(0, start - _MAX_WORD) : start].rsplit(None, 1)
    before = head[-1] if head else ""
    return "." in raw[end : end + _MAX_WORD].partition(" ")[0][:-1] and ("@" in before or "://" in before)


def _lookalike_letters(word: str, form: Form) -> str:
    """The letters of a word that look Latin and are not, empty for an ordinary word."""
    letters = foreign_letters(word)
    if len(word) < _MIN_WORD or (not form and latin(word) not in known_names()):
        return ""
    return letters


def _describe_letter(letter: str) -> str:
    """A letter with its script and code point."""
    script = unicodedata.name(letter, "").partition(" ")[0].capitalize()
    code = f"U+{ord(letter):04X}"
    return f"{script} \u201c{one_line(letter, _MAX_SHOWN)}\u201d, {code}" if script.isalpha() else code


def _lookalike_marks(text: Text, form: Form) -> Iterator[Finding]:
    """The first character that looks like a separator in a path or an address."""
    if text.is_name or len(text.text) > _MAX_NAME or form not in ("path", "host", "address"):
        return
    pattern = _PATH_MARK if form == "path" else _HOST_MARK
    if match := pattern.search(text.text):
        sentence = say(
            "{place} has the character {code}, which looks like a dot, slash, colon, at sign or hyphen and is none.",
            place=name_of_text(text),
            code=f"U+{ord(match[0]):04X}",
        )
        severity = Severity.MEDIUM if form == "path" else Severity.HIGH
        yield finding_about(KIND, severity, sentence, text, match.span())


def _imitations(subject: Subject, text: Text, *, is_package: bool) -> Iterator[Finding]:
    """The first host or package that imitates a well-known one, or one that the app uses."""
    seen: set[str] = set()
    for named in islice(_hosts_and_packages(text, is_package=is_package), MAX_EXAMINED):
        if named.name in seen:
            continue
        seen.add(named.name)
        imitated, is_foreign = imitated_package(named.name) if named.kind == "package" else imitated_host(named.name)
        imitated = imitated or (imitated_used_domain(subject, named.name) if named.kind == "host" else "")
        if imitated:
            name = one_line(named.name, _MAX_SHOWN)
            what = say("the package \u201c{name}\u201d", name=name)
            if named.kind == "host":
                what = say("the host \u201c{name}\u201d", name=name)
            sentence = say(
                "{place} names {what}, which looks like \u201c{known}\u201d and is not.",
                place=name_of_text(text),
                what=what,
                known=one_line(imitated, _MAX_SHOWN),
            )
            span = (named.start, named.start + len(named.name))
            yield finding_about(KIND, Severity.HIGH if is_foreign else Severity.MEDIUM, sentence, text, span)
            return


def _hosts_and_packages(text: Text, *, is_package: bool) -> Iterator[HostOrPackage]:
    """The hosts and packages in a text."""
    raw = text.text
    yield from _hosts(text)
    if is_package:
        yield from _packages(raw, 0)
    elif " " in raw:
        for match in _INSTALL.finditer(raw):
            group = 1 if match.groups()[0] is not None else 2
            yield from _packages(match[group], match.start(group))


def _hosts(text: Text) -> Iterator[HostOrPackage]:
    raw = text.text
    if has_scheme(raw):
        for match in _URL.finditer(raw):
            authority = match[0].partition("://")[2].rpartition("@")[2]
            host = authority.partition(":")[0].partition("\\")[0].rstrip(".,;!")
            yield HostOrPackage(host, match.end() - len(authority), "host")
    if "@" in raw:
        for match in _MAIL.finditer(raw):
            host = match[1].rstrip(".!")
            if "." in host:
                yield HostOrPackage(host, match.start(1), "host")
    elif "." in raw and len(raw) <= _MAX_SHOWN and named_as_host(text.key) and not any(mark in raw for mark in "/ "):
        yield HostOrPackage(raw, 0, "host")


def _packages(raw: str, start: int) -> Iterator[HostOrPackage]:
    at = 0
    for word in raw[:_MAX_NAME].replace(",", " ").split():
        at = raw.index(word, at)
        if word[0] not in "-./" and "://" not in word and (name := _PACKAGE.match(word)):
            yield HostOrPackage(name[0], start + at, "package")
        at += len(word)


@lru_cache(maxsize=1_024)
def _names_package(key: str) -> bool:
    words = key_words(key)
    return words[-1:] != () and words[-1] in names_of("installs")
