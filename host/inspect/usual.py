"""Findings about unusual calls (pure).

Owns: the kinds ``first-use``, ``definition-changed``, ``large`` and ``burst``.
Invariants: without remembered calls nothing is new; what asks remembered calls looks at no value of this one, so that
it takes no time; none of these findings means that a call is bad.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from host.inspect import tables
from host.inspect.roles import roles_of
from host.inspect.subject import Subject, Text
from host.inspect.tools import class_of_call
from host.model import Finding, JsonObject, Severity
from host.naming import key_words
from host.patterns import linear
from host.text import one_line
from host.words import say

LARGE: Final = 64 << 10
"""Bytes of inputs that are never remarkable."""
LARGE_OUTSIDE: Final = 8 << 10
"""Bytes of inputs that are never remarkable in a call that goes outside: more than people write to others at once."""
GROWTH: Final = 8
"""Factor over the largest inputs so far that is remarkable."""
RECIPIENTS: Final = 20
"""Recipients, people and things that a person still reads."""
BURST: Final = 8
"""Calls in ten seconds that a person can hardly follow."""
_ID: Final = linear(r"[\p{L}\p{N}_.:+/#-]+")
_MAX_NAMES: Final = 12
_MAX_NAME_LENGTH: Final = 60


def find_unusual(subject: Subject) -> Iterator[Finding]:
    """``first-use``, ``definition-changed``, ``large`` by its bytes, and ``burst``."""
    past = subject.past
    if past.known and past.uses == 0:
        yield Finding("first-use", Severity.INFO, say("No call of this tool by this app was approved before."))
    if past.definition_digest and subject.definition_digest not in ("", past.definition_digest):
        changed = changed_members(past.definition, subject.definition)
        sentence = (
            say("The server describes this tool differently than when it was approved last: {what}.", what=changed)
            if changed
            else say("The server describes this tool differently than when it was approved last.")
        )
        yield Finding("definition-changed", Severity.MEDIUM, sentence, changed)
    tool = class_of_call(subject)
    reaches_others = tool.verb in ("sends", "grants", "pays") or (tool.verb == "writes" and tool.sink == "public")
    goes_outside = reaches_others and tool.outside and tool.sink != "forge"  # sources of programs are long
    if subject.size > max(LARGE_OUTSIDE if goes_outside else LARGE, GROWTH * past.largest):
        size, largest = subject.size, past.largest
        sentence = say("The inputs are unusually large: {n} bytes.", n=size)
        if largest:
            sentence = say(
                "The inputs have {n} bytes; the largest that were approved had {most}.", n=size, most=largest
            )
        yield Finding("large", Severity.MEDIUM if goes_outside else Severity.INFO, sentence)
    if past.recent >= BURST:
        yield _burst(past.recent)


@lru_cache(maxsize=256)
def _burst(calls: int) -> Finding:
    """The same few findings, when time is shortest."""
    return Finding("burst", Severity.INFO, say("The app proposed {n} calls within ten seconds.", n=calls))


def find_many(subject: Subject) -> Iterator[Finding]:
    """``large``: more recipients, people with rights, or things by their ids, than a person reads."""
    tool = class_of_call(subject)
    if not tool.changes or not (len(subject.texts) > RECIPIENTS or any(map(_is_long_list, subject.values()))):
        return
    recipients, things, identifying = set[str](), set[str](), tables.words("identifying")
    for text, role, is_named in roles_of(subject):
        if is_named and role == "destination" and tool.verb == "sends":
            recipients.update(_items(text))
        elif (is_named and role == "authority") or not identifying.isdisjoint(key_words(text.key)[-1:]):
            things.update(_items(text))
    if len(recipients) > RECIPIENTS:
        yield Finding("large", Severity.MEDIUM, say("This call reaches {n} recipients at once.", n=len(recipients)))
    elif len(things) > RECIPIENTS:
        yield Finding("large", Severity.MEDIUM, say("This call is about {n} things at once.", n=len(things)))


def _is_long_list(text: Text) -> bool:
    return text.text.count(",") >= RECIPIENTS or text.text.count(";") >= RECIPIENTS


def _items(text: Text) -> list[str]:
    """The ids or addresses that a text lists between commas; the text if it is no list, as the source of a program."""
    items = list(filter(None, map(str.strip, text.text.replace(";", ",").split(",")))) if _is_long_list(text) else []
    return items if items and all("@" in it or _ID.fullmatch(it) is not None for it in items) else [text.text]


def changed_members(before: JsonObject | None, now: JsonObject | None) -> str:
    """The changed members, such as ``description, inputSchema.path`` (escaped); empty if unknown."""
    if before is None or now is None:
        return ""
    names: list[str] = []
    for name in sorted({*before, *now}):
        if before.get(name) != now.get(name):
            names += _changed_inputs(name, before.get(name), now.get(name))
    listed = ", ".join(one_line(name, _MAX_NAME_LENGTH) for name in names[:_MAX_NAMES])
    return f"{listed} and {len(names) - _MAX_NAMES:,} more" if len(names) > _MAX_NAMES else listed


def _changed_inputs(name: str, before: object, now: object) -> list[str]:
    """The changed inputs of a schema; for other members, the name itself."""
    if not (name == "inputSchema" and isinstance(before, dict) and isinstance(now, dict)):
        return [name]
    old_inputs, new_inputs = before.get("properties"), now.get("properties")
    if not (isinstance(old_inputs, dict) and isinstance(new_inputs, dict)) or old_inputs == new_inputs:
        return [name]
    return [f"{name}.{key}" for key in sorted({*old_inputs, *new_inputs}) if old_inputs.get(key) != new_inputs.get(key)]
