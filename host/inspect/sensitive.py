"""Findings about places with secrets or with files that programs obey (pure).

Owns: ``sensitive-path``; finding such places (table ``places``) in paths, commands, queries and file URLs.
Invariants: capitals, backslashes, percent escapes, ``..`` and the ways to write a home make no difference; a name
matches only as whole words of a path; texts that only mention a place have no finding; reading and changing have
separate severities.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from host.inspect import tables
from host.inspect.evidence import finding_about, name_of_text
from host.inspect.folders import begins_path, links_followed, percent_decoded, resolved_text
from host.inspect.roles import roles_of
from host.inspect.subject import Subject, Text
from host.inspect.tables import Row
from host.inspect.tools import CHANGING, class_of_call
from host.model import Finding, Severity
from host.naming import key_words
from host.patterns import Linear, linear
from host.words import as_is, say

KIND: Final = "sensitive-path"
MAX_FINDINGS: Final = 20
"""Findings of one call."""
MAX_HITS: Final = 2_000
"""Matches in one text that are examined."""
_MAX_PATH: Final = 4_096
"""Characters of the longest value that is a path as a whole."""

_BOUNDARIES: Final = frozenset("/ \t\r\n'\"`=:,(<>|;&@[{!")
"""Characters before a whole word of a path."""
_MOUNTS: Final = tuple("/host /hostfs /rootfs /sysroot /chroot /mnt /mnt/root /private .. file://".split())
"""What may precede an absolute place: a mount point of another system, a way up, the beginning of a file URL."""
_HOME: Final = (
    r"(?:~[a-z0-9_-]*|\$\{?home\}?|%userprofile%|%homepath%|\$env:userprofile|/root|"
    r"(?:[a-z]:)?/(?:home|users)/[^/\s\"']+)"
)
"""Ways to write somebody's home."""
_REST: Final = linear(r"[^\s\"'`<>|;&(),]*")
_SQL: Final = frozenset({"query", "sql", "statement", "expression"})
_FILES: Final = frozenset({"attachment", "file", "upload", "document", "media"})
_SOURCE_NAMES: Final = frozenset({"source", "src", "from", "input", "infile"})
"""Inputs from which tools only read, even if they change something else."""
_REDIRECTION: Final = linear(r">[|&]?[ \t]*[^\s<>|;&]*$")
"""What stands before a file that a command writes."""


class _Reading(Struct, frozen=True):
    """One way to read a text."""

    text: Text  # the input
    written: str  # the text as it is read
    is_whole: bool  # whether it is one path
    changes: bool  # whether the place is changed
    is_by_link: bool = False  # whether it was reached through a link


class _Hit(Struct, frozen=True):
    """A sensitive place in a reading."""

    row: Row  # of the table
    severity: Severity  # of going there
    span: tuple[int, int] | None  # in the text, None if the reading differs from the text


def find_sensitive(subject: Subject) -> Iterator[Finding]:
    """``sensitive-path``: places with secrets or with files that programs obey; the gravest one of each text."""
    gravest: dict[int, tuple[_Reading, _Hit]] = {}
    for reading in _readings(subject):
        hit = min(_hits_in(reading), key=lambda hit: hit.severity.rank, default=None)
        if hit is None:
            continue
        previous = gravest.get(id(reading.text))
        if previous is None or hit.severity.rank < previous[1].severity.rank:
            gravest[id(reading.text)] = reading, hit
        if len(gravest) >= MAX_FINDINGS:
            break
    for reading, hit in gravest.values():
        where, what = name_of_text(reading.text), as_is(hit.row["what"])
        sentence = say("{where} leads to {what}.", where=where, what=what)
        if reading.is_by_link:
            sentence = say("{where} leads to {what}, through a link.", where=where, what=what)
        yield finding_about(KIND, hit.severity, sentence, reading.text, hit.span)


def _readings(subject: Subject) -> Iterator[_Reading]:
    """All readings of the texts that lead somewhere."""
    tool = class_of_call(subject)
    changes = tool.verb in CHANGING and tool.verb not in ("sends", "runs")
    links = {id(text): place for text, place in links_followed(subject)}
    for text, role, _ in roles_of(subject):
        if not _may_lead_somewhere(text, role):
            continue
        words = key_words(text.key)
        written_to = not tables.words("written-to").isdisjoint((*words[-1:], "".join(words))) and tool.verb != "sends"
        writes = written_to or (changes and _SOURCE_NAMES.isdisjoint(words))
        is_whole = role != "program" and len(text.text) <= _MAX_PATH
        yield _Reading(text, _comparable(text.text), is_whole, writes)
        if "%" in text.text and (decoded_text := _comparable(percent_decoded(text.text))) != _comparable(text.text):
            yield _Reading(text, decoded_text, is_whole, writes)
        if is_whole and _may_go_up(text.text):
            yield _Reading(text, _comparable(resolved_text(text.text)), is_whole, writes)
        if (place := links.get(id(text))) is not None:
            yield _Reading(text, _comparable(place), is_whole=True, changes=writes, is_by_link=True)
    for text in islice(subject.texts, 1_000):
        if text.is_name and len(text.text) <= _MAX_PATH and begins_path(text.text):
            yield _Reading(text, _comparable(text.text), is_whole=True, changes=changes)


def _may_go_up(path: str) -> bool:
    """Whether a path may have steps that lead up, or nowhere."""
    return "/." in path or "\\." in path or "//" in path or "\\\\" in path


def _may_lead_somewhere(text: Text, role: str) -> bool:
    """Whether the call goes to the places that a value names."""
    raw = text.text
    if role in ("place", "program"):
        return True
    if role in ("destination", "object"):
        return "://" not in raw or raw.lstrip()[:5].lower() == "file:"
    return (
        role == "content" and len(raw) <= _MAX_PATH and not _FILES.isdisjoint(key_words(text.key)) and begins_path(raw)
    )


def _comparable(text: str) -> str:
    return text[: tables.MAX_LENGTH].lower().replace("\\", "/")


@cache
def _name_pattern() -> tuple[Linear, Mapping[str, Row]]:
    """One pattern for all names of the table, the longest first, and the row of each name."""
    rows = {name: row for row in tables.rows("places") for name in row.match}
    ordered = sorted(rows, key=len, reverse=True)
    homes = "|".join(_pattern(name[1:]) for name in ordered if name[0] == "~")
    others = "|".join(_pattern(name) for name in ordered if name[0] != "~")
    return linear(f"{_HOME}({homes})|({others})"), MappingProxyType(rows)


def _pattern(name: str) -> str:
    """The pattern of a name with the character behind it that makes it a whole word of a path."""
    after = r"[^\s\"'/]" if name[-1] == "/" else r"(?:\C|$)" if name[-1] in "_-" else r"(?:[^\w(-]|$)"
    return "".join(char if char.isalnum() or char in "/_ " else f"\\{char}" for char in name) + after


def _hits_in(reading: _Reading) -> Iterator[_Hit]:
    """The sensitive places in a reading."""
    pattern, rows = _name_pattern()
    written = reading.written
    has_same_offsets = not reading.is_by_link and len(written) == len(reading.text.text) and not reading.text.is_name
    for match in islice(pattern.finditer(written), MAX_HITS):
        is_in_home = match.groups()[0] is not None
        matched = ("~" if is_in_home else "") + match[1 if is_in_home else 2]
        name = matched[:-1] if matched[:-1] in rows else matched
        start, end = match.start(), match.end() - (len(matched) - len(name))
        if not (is_in_home or _begins_word(written, start, name)) or _is_exception(rows[name], written, end):
            continue
        if (severity := _severity(reading, rows[name], start)) is not None:
            yield _Hit(rows[name], severity, (start, end) if has_same_offsets else None)


def _begins_word(written: str, start: int, name: str) -> bool:
    """Whether a name begins a word of a path, by the characters before it."""
    before = written[start - 1 : start]
    if name[0] != "/":
        return not before or before in _BOUNDARIES
    return (
        not before or (before in _BOUNDARIES and before != "/") or written[max(start - 12, 0) : start].endswith(_MOUNTS)
    )


def _is_exception(row: Row, written: str, end: int) -> bool:
    """Whether the path around a name ends with an exception of its row."""
    unless = row["unless"]
    if not unless:
        return False
    rest = _REST.match(written[max(end - 1, 0) : end + 256])
    return rest is not None and rest[0].rstrip(".:").endswith(tuple(unless.split()))


def _severity(reading: _Reading, row: Row, start: int) -> Severity | None:
    """How grave it is to go to a place; a command may write it by a redirection."""
    before = "" if reading.is_whole or reading.is_by_link else reading.written[max(start - 300, 0) : start]
    if before and not _SQL.isdisjoint(key_words(reading.text.key)) and "'" not in before.split(" ")[-1]:
        return None  # SQL names files in quotes; without quotes it is a search term
    severity = row["write" if reading.changes or _REDIRECTION.search(before) is not None else "read"]
    return Severity(severity) if severity else None
