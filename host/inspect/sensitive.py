"""Findings about places that hold secrets or that programs obey (pure).

Owns: ``sensitive-path``; where such a place (table ``places``) is named: as a path, in a command, a query, a file URL.
Invariants: capitals, backslashes, percent escapes, ``..`` and the ways to write a home make no difference; a name
counts as whole words of a path; what only speaks of a place is left alone, for nothing goes there; reading and changing
have each their own severity.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct

from host.inspect import tables
from host.inspect.evidence import finding_about, name_of_text
from host.inspect.folders import begins_path, decoded, resolved, worked_out
from host.inspect.roles import roles_of
from host.inspect.subject import Subject, Text
from host.inspect.tables import Row
from host.inspect.tools import CHANGING, class_of_call
from host.model import Finding, Severity
from host.naming import key_words
from host.patterns import Linear, linear
from host.words import as_is, say

KIND: Final = "sensitive-path"
MOST: Final = 20
"""Findings of one call."""
HITS: Final = 2_000
"""Names that are looked at in one text."""
_PATH: Final = 4_096
"""Characters of a value that is a path as a whole."""

_BEFORE: Final = frozenset("/ \t\r\n'\"`=:,(<>|;&@[{!")
"""What stands before a name that is a whole word of a path."""
_MOUNTS: Final = tuple("/host /hostfs /rootfs /sysroot /chroot /mnt /mnt/root /private .. file://".split())
"""What may stand before an absolute place: where another system's files are shown, a way up, a file URL's beginning."""
_HOME: Final = (
    r"(?:~[a-z0-9_-]*|\$\{?home\}?|%userprofile%|%homepath%|\$env:userprofile|/root|"
    r"(?:[a-z]:)?/(?:home|users)/[^/\s\"']+)"
)
"""Ways to write somebody's home."""
_REST: Final = linear(r"[^\s\"'`<>|;&(),]*")
_SQL: Final = frozenset({"query", "sql", "statement", "expression"})
_FILES: Final = frozenset({"attachment", "file", "upload", "document", "media"})
_TAKEN_FROM: Final = frozenset({"source", "src", "from", "input", "infile"})
"""Inputs of tools that change something, from which they only read."""
_WRITERS: Final = frozenset({"tee", "rm", "truncate"})
_COPIERS: Final = frozenset({"cp", "mv", "install", "ln", "rsync"})
"""Programs that change what stands last."""
_USERS: Final = frozenset("ssh ssh-add ssh-keygen chmod chown ls stat test mkdir touch export source .".split())
"""Programs that take such a place without bringing out what is in it."""
_USED: Final = frozenset("-i --key --kubeconfig --env-file --cert --cacert --identity".split())
"""Options that hand a place to a program for its own use."""
_MILDER: Final[dict[Severity, Severity | None]] = {
    Severity.HIGH: Severity.MEDIUM,
    Severity.MEDIUM: Severity.INFO,
    Severity.INFO: None,
}
_COMMAND_ENDS: Final = linear(r"[;&|\n]")


class _Looked(NamedTuple):
    """A text to look in. Attributes: text. written: as it is read. whole: whether it is one path. changes. link."""

    text: Text
    written: str
    whole: bool
    changes: bool
    link: bool = False


class _Hit(Struct, frozen=True):
    """A place. Attributes: row: of the table. severity. span: in the text, None where it was read otherwise."""

    row: Row
    severity: Severity
    span: tuple[int, int] | None


def find_sensitive(subject: Subject) -> Iterator[Finding]:
    """``sensitive-path``: where a call leads to secrets or to what programs obey; the gravest of each text."""
    worst: dict[int, tuple[_Looked, _Hit]] = {}
    for looked in _looked(subject):
        hit = min(_hits(looked), key=lambda it: it.severity.rank, default=None)
        if hit is None:
            continue
        known = worst.get(id(looked.text))
        if known is None or hit.severity.rank < known[1].severity.rank:
            worst[id(looked.text)] = looked, hit
        if len(worst) >= MOST:
            break
    for looked, hit in worst.values():
        where, what = name_of_text(looked.text), as_is(hit.row["what"])
        said = say("{where} leads to {what}.", where=where, what=what)
        if looked.link:
            said = say("{where} leads to {what}, through a link.", where=where, what=what)
        yield finding_about(KIND, hit.severity, said, looked.text, hit.span)


def _looked(subject: Subject) -> Iterator[_Looked]:
    """The texts of a call that lead somewhere, in each way in which they are read."""
    tool = class_of_call(subject)
    changes = tool.verb in CHANGING and tool.verb not in ("sends", "runs")
    links = {id(text): place for text, place in resolved(subject)}
    for text, role, _ in roles_of(subject, tool):
        if not _leads(text, role):
            continue
        words = key_words(text.key)
        written = not tables.word_set("written-to").isdisjoint((*words[-1:], "".join(words))) and tool.verb != "sends"
        writes = written or (changes and _TAKEN_FROM.isdisjoint(words))
        whole = role != "program" and len(text.text) <= _PATH
        yield _Looked(text, _folded(text.text), whole, writes)
        if "%" in text.text and (other := _folded(decoded(text.text))) != _folded(text.text):
            yield _Looked(text, other, whole, writes)
        if whole and ("/." in text.text or "\\." in text.text):
            yield _Looked(text, _folded(worked_out(text.text)), whole, writes)
        if (place := links.get(id(text))) is not None:
            yield _Looked(text, _folded(place), whole=True, changes=writes, link=True)
    for text in islice(subject.texts, 1_000):
        if text.is_name and len(text.text) <= _PATH and begins_path(text.text):
            yield _Looked(text, _folded(text.text), whole=True, changes=changes)


def _leads(text: Text, role: str) -> bool:
    """Whether something goes to the places that a value names."""
    raw = text.text
    if role in ("place", "program"):
        return True
    if role == "destination":
        return "://" not in raw or raw.lstrip()[:5].lower() == "file:"
    if role == "object":
        return "://" not in raw or raw.lstrip()[:5].lower() == "file:"
    return role == "content" and len(raw) <= _PATH and not _FILES.isdisjoint(key_words(text.key)) and begins_path(raw)


def _folded(text: str) -> str:
    return text[: tables.LONGEST].lower().replace("\\", "/")


@cache
def _names() -> tuple[Linear, Mapping[str, Row]]:
    """One automaton for all names of the table, the longest first, and each name's row."""
    rows = {name: row for row in tables.rows("places") if row["form"] != "ending" for name in row.match}
    ordered = sorted(rows, key=len, reverse=True)
    homes = "|".join(_pattern(name[1:]) for name in ordered if name[0] == "~")
    others = "|".join(_pattern(name) for name in ordered if name[0] != "~")
    return linear(f"{_HOME}({homes})|({others})"), MappingProxyType(rows)


def _pattern(name: str) -> str:
    """A name with the one character behind it, by which it is a whole word of a path."""
    after = r"[^\s\"'/]" if name[-1] == "/" else r"(?:\C|$)" if name[-1] in "_-" else r"(?:[^\w(-]|$)"
    return "".join(char if char.isalnum() or char in "/_ " else f"\\{char}" for char in name) + after


def _hits(looked: _Looked) -> Iterator[_Hit]:
    """The places that a text names."""
    pattern, rows = _names()
    written = looked.written
    same = not looked.link and len(written) == len(looked.text.text) and not looked.text.is_name
    for match in islice(pattern.finditer(written), HITS):
        home = match.groups()[0] is not None
        matched = ("~" if home else "") + match[1 if home else 2]
        name = matched[:-1] if matched[:-1] in rows else matched
        start, end = match.start(), match.end() - (len(matched) - len(name))
        if not (home or _begins_word(written, start, name)) or _is_spared(rows[name], written, end):
            continue
        if (severity := _severity(looked, rows[name], start, end)) is not None:
            yield _Hit(rows[name], severity, (start, end) if same else None)
    if looked.whole:
        yield from _by_ending(looked, same=same)


def _by_ending(looked: _Looked, *, same: bool) -> Iterator[_Hit]:
    path = looked.written.strip()
    if not path.endswith(_all_endings()) or " " in path.rpartition("/")[2]:
        return
    for ending, row in _endings().items():
        if path.endswith(ending):
            severity = _of_row(row, changes=looked.changes)
            if severity is not None:
                yield _Hit(row, severity, (0, len(looked.text.text)) if same else None)


@cache
def _endings() -> Mapping[str, Row]:
    """Each ending of the table, and its row."""
    rows = (row for row in tables.rows("places") if row["form"] == "ending")
    return MappingProxyType({ending: row for row in rows for ending in row.match})


@cache
def _all_endings() -> tuple[str, ...]:
    return tuple(_endings())


def _begins_word(written: str, start: int, name: str) -> bool:
    """Whether what stands before a name lets it be a whole word of a path."""
    before = written[start - 1 : start]
    if name[0] != "/":
        return not before or before in _BEFORE
    return not before or (before in _BEFORE and before != "/") or written[max(start - 12, 0) : start].endswith(_MOUNTS)


def _is_spared(row: Row, written: str, end: int) -> bool:
    """Whether the path that a name stands in ends with what its row does not mean."""
    unless = row["unless"]
    if not unless:
        return False
    rest = _REST.match(written[max(end - 1, 0) : end + 256])
    return rest is not None and rest[0].rstrip(".:").endswith(tuple(unless.split()))


def _of_row(row: Row, *, changes: bool) -> Severity | None:
    said = row["write" if changes else "read"]
    return Severity(said) if said else None


def _severity(looked: _Looked, row: Row, start: int, end: int) -> Severity | None:
    """How grave it is to go there: in a command, by the program that goes there."""
    if looked.whole or looked.link:
        return _of_row(row, changes=looked.changes)
    before = _COMMAND_ENDS.split(looked.written[max(start - 300, 0) : start])[-1]
    words = before.split()
    token = words.pop() if words and not before[-1].isspace() else ""
    if not _SQL.isdisjoint(key_words(looked.text.key)) and "'" not in token:
        return None  # SQL names files in quotes; without them, it is what somebody looks for
    behind = _COMMAND_ENDS.split(looked.written[end : end + 300])[0]
    rest = _REST.match(behind)
    last = not behind[rest.end() if rest is not None else 0 :].strip("\"'` )")
    if token.startswith(">") or (words and (words[-1].endswith(">") or _writes(words, last=last))):
        return _of_row(row, changes=True)
    severity = _of_row(row, changes=looked.changes)
    if severity is not None and words and (words[0] in _USERS or words[-1] in _USED):
        return _MILDER[severity]
    return severity


def _writes(words: list[str], *, last: bool) -> bool:
    """Whether a command by its first words changes the place that stands behind them, as its last word or not."""
    first = words[1] if words[0] == "sudo" and len(words) > 1 else words[0]
    return first in _WRITERS or (first == "sed" and "-i" in words) or (last and first in _COPIERS)
