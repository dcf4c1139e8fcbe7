"""Findings about names that are made to be taken for others (pure).

Owns: ``confusable``: words that mix scripts, letters that stand for a dot or a slash, and hosts and packages that are
nearly well-known ones. What stays true: only what is compared or looked up is judged by its letters; prose of any
script is nothing odd, unless one word in it mixes scripts so that it looks like another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final, Literal, NamedTuple

from host.inspect import likely
from host.inspect.code import packages
from host.inspect.hosts.alike import find_alike
from host.inspect.imitated import imitates, imitates_usual, known_names
from host.inspect.marks import told_marks
from host.inspect.saying import called, found_in
from host.inspect.subject import Subject, Text
from host.inspect.texts.identifiers import Role, role
from host.inspect.texts.lookalikes import FOREIGN, foreign, has_foreign, latin
from host.inspect.texts.vocabulary import may_hold_any
from host.model import Finding, Severity
from host.naming import key_words
from host.patterns import regex
from host.text import one_line
from host.words import say

KIND: Final = "confusable"
LOOKED: Final = 2_000
"""Words, hosts or packages of one text that are looked at."""
_LONGEST: Final = 1_024
_NAME: Final = 80
_WORD: Final = 64
_MIXED: Final = regex(f"[A-Za-z](?:(?=[{FOREIGN}])|(?<=[{FOREIGN}].))", re.DOTALL)
_IN_HOST: Final = regex(r"\.[A-Za-z0-9-]{2,63}(?:[./:\s\"']|$)")
_WORDS: Final = regex(r"[^\W\d_]{1,64}")
_GREEK: Final = regex("[\u0370-\u03ff\xb5]")
_SHORT: Final = 5
"""Letters below which Greek among Latin is a unit or a variable."""
_WIDE: Final = regex("[\uff10-\uff5a]")
_URL_HOST: Final = regex(r"://(?:[^\s/@?#\"'<>\\]{1,64}@)?([^\s/:?#\"'<>\\()\[\]]{3,253})")
_MAIL_HOST: Final = regex(r"@([^\s/:?#\"'<>\\()\[\],;@]{3,253})")
_LABEL: Final = regex(r"[^\s./:@]{1,63}")
_GRAVE: Final = frozenset({"host", "address", "command"})
_FILES: Final = frozenset("ssh aws passwd password passwords secret secrets config shadow admin root bashrc".split())


class _Part(NamedTuple):
    """A name inside a text. Attributes: name, start, what: it is the name of."""

    name: str
    start: int
    what: Literal["host", "package", "name", "usual"] = "host"


def find_confusable(subject: Subject) -> Iterator[Finding]:
    """Names in the inputs, and the tool's, whose letters are not what they look like."""
    if not subject.tool.isascii():
        yield from _mixed(Text((), "tool", subject.tool, is_name=True), "name", Severity.HIGH)
    yield from _listed_packages(subject)
    yield from find_alike(subject)
    installs = likely.installs(subject.tool, subject.server)
    for text in subject.texts:
        if text.text.isascii():
            if not text.is_name and not likely.names_nothing(text, installs=installs):
                yield from _imitations(text, None, installs=installs)
            continue
        kind = role(text)
        mixed = list(_mixed(text, kind, Severity.HIGH if kind in _GRAVE else Severity.MEDIUM))
        yield from mixed
        yield from told_marks(text, kind)
        yield from _whole_words(text, kind)
        if not (mixed and kind in _GRAVE):  # the same name, told once
            yield from _imitations(text, kind, installs=installs)


def _listed_packages(subject: Subject) -> Iterator[Finding]:
    """What a file would list that a package manager reads."""
    if not any(len(text.text) < _LONGEST and text.text.endswith(packages.LISTS) for text in subject.values()):
        return
    for text in subject.values():
        if "\n" in text.text or not text.text.endswith(packages.LISTS):
            listed = packages.IN_JSON if text.text.lstrip()[:1] == "{" else packages.LISTED
            parts = (_Part(met[1], met.start(1), "package") for met in listed.finditer(text.text))
            yield from _told(text, islice(parts, LOOKED))


def _mixed(text: Text, kind: Role, severity: Severity) -> Iterator[Finding]:
    """Words of Latin letters and of others that look Latin."""
    seen = 0
    if not has_foreign(text.text):
        return
    for met in islice(_MIXED.finditer(text.text), LOOKED):
        if met.start() < seen:
            continue
        start, end = _around(text.text, met.start())
        seen, word = end, text.text[start:end]
        host = kind or ("host" if _IN_HOST.match(text.text, end) else "")
        if letters := _odd_letters(word, host):
            codes = ", ".join(map(_letter, dict.fromkeys(letters[:3])))
            said = say(
                "{place} has the word \u201c{word}\u201d, which mixes letters of several scripts ({codes}) and looks "
                "like \u201c{looks}\u201d.",
                place=called(text),
                word=one_line(word, _NAME),
                codes=codes,
                looks=one_line(latin(word), _NAME),
            )
            name = text.is_name and text.steps
            yield _found(Severity.HIGH if name or host in _GRAVE else severity, said, text, (start, end))
            return


def _around(text: str, at: int) -> tuple[int, int]:
    """The word that stands there, or as much of it as is looked at."""
    before, behind = text[max(0, at - _WORD) : at], text[at : at + _WORD]
    start = at - len(before) + next((i + 1 for i in range(len(before) - 1, -1, -1) if not before[i].isalpha()), 0)
    end = at + next((i for i, char in enumerate(behind) if not char.isalpha()), len(behind))
    return start, end


def _odd_letters(word: str, kind: Role) -> str:
    """The letters of a word that pass for Latin; empty where it is an ordinary word."""
    letters = foreign(word) or _nearly(word)
    if not letters or len(word) < 3:
        return ""
    if not kind and (len(word) < _SHORT or _WIDE.search(word)):
        return ""
    if _GREEK.search(letters) and len(word) < _SHORT and kind not in _GRAVE:
        return ""
    return letters


def _nearly(word: str) -> str:
    """Those between Latin ones that people take for Latin, where one surely is and none is anything else."""
    letters = [char for char in word if has_foreign(char)]
    between = any(map(_MIDST.search, (word[at - 1 : at + 2] for at in range(1, len(word) - 1))))
    if not between or not any(map(foreign, letters)) or not latin(word).isascii():
        return ""
    return "".join(letters)


_MIDST: Final = regex(f"[A-Za-z][{FOREIGN}][A-Za-z]")


def _letter(letter: str) -> str:
    """Its script, itself, and its code point."""
    script = unicodedata.name(letter, "").partition(" ")[0].capitalize()
    code = f"U+{ord(letter):04X}"
    return f"{script} “{one_line(letter, _NAME)}”, {code}" if script.isalpha() else code


def _whole_words(text: Text, kind: Role) -> Iterator[Finding]:
    """Words of one other script alone that look like a name worth imitating."""
    if kind not in ("path", "name", "command"):
        return
    for word in islice(_WORDS.finditer(text.text), LOOKED):
        if word[0].isascii() or not foreign(word[0]):
            continue
        looks = latin(word[0])
        lone = len(looks) <= _LONE and _rest(text.text, word).isascii()
        if (
            len(looks) == len(word[0])
            and (lone or looks in _FILES or looks in known_names())
            and not _latin_letters(word[0])
        ):
            said = say(
                "{place} has a word that looks like \u201c{looks}\u201d, in letters of another script.",
                place=called(text),
                looks=looks,
            )
            yield _found(Severity.HIGH, said, text, word.span())
            return


_LONE: Final = 2


def _rest(text: str, word: re.Match[str]) -> str:
    return text[: word.start()] + text[word.end() :]


def _imitations(text: Text, kind: Role | None, *, installs: bool) -> Iterator[Finding]:
    """Hosts and packages that are nearly well-known ones."""
    yield from _told(text, islice(_parts(text, kind, installs=installs), LOOKED))


def _told(text: Text, parts: Iterable[_Part]) -> Iterator[Finding]:
    """The first of these names that imitates another."""
    told: set[str] = set()
    for part in parts:
        if part.name in told:
            continue
        told.add(part.name)
        known, odd = _imitated(part)
        if known:
            said = say(
                "{place} names {what}, which looks like \u201c{known}\u201d and is not.",
                place=called(text),
                what=_called(part.what, one_line(part.name, _NAME)),
                known=one_line(known, _NAME),
            )
            span = (part.start, part.start + len(part.name))
            yield _found(Severity.HIGH if odd else Severity.MEDIUM, said, text, span)
            return


def _imitated(part: _Part) -> tuple[str, bool]:
    """What a name imitates, and whether by letters of another script."""
    if part.what == "usual":
        return imitates_usual(part.name), False
    if part.what == "package":
        owner, _, name = part.name.rpartition("/")
        known = imitates(name, package=True) or imitates(owner.rpartition("/")[2].lstrip("@"))
        return known, not part.name.isascii()
    labels = [_decoded(label) for label in _LABEL.findall(part.name)]
    for label in labels[:-1] or labels:
        if not label.isascii() and not _latin_letters(label) and foreign(label):
            looks = latin(label)
            if looks.isascii() and (labels[-1].isascii() or looks in known_names()):
                return looks, True
        for word in (label, *label.split("-")):
            if known := imitates(word):
                return known, not word.isascii()
    return "", False


def _latin_letters(word: str) -> bool:
    """Whether it has some; such a word is told of as a mixed one."""
    return any(char.isascii() and char.isalpha() for char in word)


def _decoded(label: str) -> str:
    """A label as it is shown, where it is written as punycode (RFC 3492)."""
    if label[:4].lower() != "xn--":
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label


def _parts(text: Text, kind: Role | None, *, installs: bool) -> Iterator[_Part]:
    """The hosts and packages that a text names."""
    raw = text.text
    if text.is_name:
        return
    if "://" in raw:
        yield from (_Part(met[1], met.start(1)) for met in _URL_HOST.finditer(raw))
    if "@" in raw:
        yield from (_Part(met[1], met.start(1)) for met in _MAIL_HOST.finditer(raw) if "." in met[1])
    words = key_words(text.key)
    if words and words[-1] in likely.OWNERS and len(raw) <= _NAME and " " not in raw and "@" not in raw:
        yield _Part(raw, 0, "name")
    if words and words[-1] in likely.SHARED and len(raw) <= _NAME and not has_foreign(raw):
        yield _Part(raw.lstrip("#@"), 0, "usual")
    if "." in raw and "/" not in raw and " " not in raw and len(raw) <= 253 and _hosts_under(text, kind):
        yield _Part(raw, 0)
    if not packages.PACKAGE_KEYS.isdisjoint(words) or (installs and words and words[-1] in likely.SOURCES):
        yield from _packages(raw, 0)
    elif (
        len(raw) >= likely.CALLED
        and may_hold_any(raw, packages.INSTALLERS)
        and any(mark in raw for mark in packages.INSTALLERS)
    ):
        for met in packages.INSTALL.finditer(raw):
            at = 1 if met[1] is not None else 2
            yield from _packages(met[at], met.start(at))


def _hosts_under(text: Text, kind: Role | None) -> bool:
    return (role(text) if kind is None else kind) == "host"


def _packages(raw: str, start: int) -> Iterator[_Part]:
    for met in re.finditer(r"[^\s,]{1,200}", raw):
        if met[0].startswith("-") or "://" in met[0]:
            continue
        if name := packages.PACKAGE.match(met[0]):
            yield _Part(name[0], start + met.start(), "package")


def _called(what: str, name: str) -> str:
    match what:
        case "host":
            return say("the host \u201c{name}\u201d", name=name)
        case "package":
            return say("the package \u201c{name}\u201d", name=name)
    return f"\u201c{name}\u201d"


_found: Final = partial(found_in, KIND)
