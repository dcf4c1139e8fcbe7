"""Things and people of a call that an earlier result calls by another name than the person (pure).

Owns: the records of earlier results (contacts, payees, projects, events), the names in them, and which of them the
call's number, address or id belongs to. What stays true: a record counts as another only where the words have the name
of one beside it, and more of that name than of the call's own; a value that the words or two records have says nothing;
the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from host.inspect.destructive.inputs import members
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import words_of
from host.inspect.wishes.concepts import bare
from host.patterns import regex
from host.words import say

_WHO: Final = say("By an earlier result, this is somebody else than you named.")
_WHAT: Final = say("By an earlier result, this is another thing than the one you named.")
_EARLIER: Final = 8
_READ: Final = 20_000
_RECORDS: Final = 200
_VALUES: Final = 60
_SHORT: Final = 80
_ENOUGH: Final = 3
_RECORD: Final = regex(r"\{[^{}]{3,1500}\}")
_LINE: Final = regex(r"[^\n]{3,400}")
_NAMES: Final = regex(
    r"\"(?:name|displayName|display_name|fullName|full_name|firstName|first_name|lastName|last_name|real_name|nickname|title|summary|subject|label|customer|client|kunde|vendor|supplier|"
    r"payee|recipient|contact|holder|owner|beneficiary|company|nom|nombre|nome|naam|bezeichnung|vorname|nachname)\"\s{0,4}:\s{0,4}\"((?:[^\"\\]|\\.){1,120})\"",
    re.IGNORECASE,
)
_WORD: Final = regex(r"[^\W\d_]{3,30}")
_PEOPLE: Final = frozenset(
    "to recipient recipients phone number mobile jid email mail user userid member payee beneficiary iban account attendee attendees "
    "contact contactid chat chatid invitee guest assignee reviewer cc bcc person peer address".split()
)
_IDS: Final = _PEOPLE | frozenset("id ids gid uid uuid iid guid sid key slug".split())
_UNSAID: Final = frozenset("the and der die das und los las les des del van von for mit new herr frau team".split())


class _Record(NamedTuple):
    """One record. Attributes: text: in lower case. name: of it, without accents. words: of the name."""

    text: str
    name: str
    words: frozenset[str]


def other_record(subject: Subject, _texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first number, address or id that stands in the record of another than the words name."""
    if not subject.past.session:
        return None
    low = _REST.split(bare(turn), maxsplit=1)[0]
    said = frozenset(_WORD.findall(low)) - _UNSAID
    values = [text for text in _identifiers(subject) if text.text.lower() not in turn.lower()]
    if not values or not said:
        return None
    sent = {text.text.lower() for text in values}
    for earlier in subject.past.session[:_EARLIER]:
        text = earlier.text[:_READ]
        if any(value.text in text for value in values) and (
            other := _other(values, sent, list(_records(text)), said, low)
        ):
            return other
    return None


_REST: Final = regex(r":|\b(?:that|whether|about|because|dass|ob|weil|que|che|dat|wegen)\b")
"""Where begins what somebody is to be told."""


def _identifiers(subject: Subject) -> Iterator[Text]:
    """The inputs that stand for somebody or something."""
    for steps, key, value in islice(members(subject.arguments), _VALUES):
        plain = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
        if _ENOUGH < len(plain) <= _SHORT and " " not in plain.strip() and words_of(key) & _IDS:
            yield Text(steps, key, plain)
    for text in islice(subject.values(), _VALUES):
        in_list = bool(text.steps) and isinstance(text.steps[-1], int)
        if in_list and _ENOUGH < len(text.text) <= _SHORT and " " not in text.text and words_of(text.key) & _IDS:
            yield text


def _records(text: str) -> Iterator[_Record]:
    """The records of a result: objects of JSON, or else lines."""
    objects = "{" in text
    for match in islice((_RECORD if objects else _LINE).finditer(text), _RECORDS):
        whole = match[0]
        name = bare(_spelt(" ".join(_NAMES.findall(whole))) if objects else whole)
        if words := frozenset(_WORD.findall(name)) - _UNSAID:
            yield _Record(whole.lower(), name.strip(), words)


def _spelt(name: str) -> str:
    """Without the escapes of JSON."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), name) if "\\" in name else name


_ESCAPE: Final = regex(r"\\u([0-9a-fA-F]{4})")


def _other(
    values: list[Text], sent: set[str], records: list[_Record], said: frozenset[str], low: str
) -> tuple[str, Text] | None:
    for value in values:
        plain = value.text.lower()
        own = [record for record in records if _has(record.text, plain)]
        if len(own) != 1 or len(own) == len(records):
            continue
        ours = own[0].words & said
        people = bool(words_of(value.key) & _PEOPLE)
        for record in records:
            theirs = record.words & said
            if record is own[0] or len(theirs) <= len(ours) or any(_has(record.text, one) for one in sent):
                continue
            if (people and not ours) or _whole(record.name, low):
                return (_WHO if people else _WHAT), value
            if people and ours < theirs and any(f"{one} {other}" in low for one in ours for other in theirs - ours):
                return _WHO, value
    return None


def _has(record: str, value: str) -> bool:
    """Whether a record has the value, and not only as a part of another."""
    at = record.find(value)
    if at < 0:
        return False
    after = record[at + len(value) : at + len(value) + 1]
    return not record[max(0, at - 1) : at].isalnum() and not after.isalnum()


def _whole(name: str, low: str) -> bool:
    """Whether the words have a whole name."""
    return len(name) > _ENOUGH and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", low) is not None
