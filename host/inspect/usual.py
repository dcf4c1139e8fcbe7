"""What is not as usual about a call (pure).

Owns: the kinds ``first-use``, ``definition-changed``, ``large`` and ``burst``. What stays true: where nothing is
remembered nothing is new; none of these says that a call is bad.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from host.inspect.subject import Subject
from host.model import Finding, JsonObject, Severity
from host.text import one_line
from host.words import say, sentences

LARGE: Final = 64 << 10
"""Bytes of inputs that are never remarkable by themselves."""
TIMES: Final = 8
"""So many times the largest inputs so far are."""
BURST: Final = 8
"""Calls in ten seconds that a person hardly follows."""
_NAMES: Final = 12


def find_unusual(subject: Subject) -> Iterator[Finding]:
    """Findings ``first-use``, ``definition-changed``, ``large`` and ``burst``."""
    past = subject.past
    if past.known and past.uses == 0:
        yield Finding("first-use", Severity.INFO, say("This app has not had a call of this tool approved before."))
    yield from _changed(subject)
    if subject.size > max(LARGE, TIMES * past.largest):
        size = say("The inputs are unusually large: {n} bytes.", n=subject.size)
        more = say("The largest so far had {n}.", n=past.largest) if past.largest else ""
        yield Finding("large", Severity.INFO, sentences((size, more)))
    if past.recent >= BURST:
        yield _burst(past.recent)


@lru_cache(maxsize=512)
def _burst(calls: int) -> Finding:
    return Finding("burst", Severity.INFO, say("The app proposed {n} calls within ten seconds.", n=calls))


def _changed(subject: Subject) -> Iterator[Finding]:
    past = subject.past
    if not past.definition_digest or not subject.definition_digest:
        return
    if past.definition_digest != subject.definition_digest:
        text = say("The server describes this tool differently than when it was approved last.")
        yield Finding("definition-changed", Severity.MEDIUM, text, members(past.definition, subject.definition))


def members(before: JsonObject | None, now: JsonObject | None) -> str:
    """The names of what differs, such as ``description, inputSchema.path`` (escaped); empty where nobody knows."""
    if before is None or now is None:
        return ""
    names: list[str] = []
    for name in sorted({*before, *now}):
        if before.get(name) != now.get(name):
            names += _inside(name, before.get(name), now.get(name))
    shown = ", ".join(one_line(name, 60) for name in names[:_NAMES])
    return f"{shown} and {len(names) - _NAMES:,} more" if len(names) > _NAMES else shown


def _inside(name: str, before: object, now: object) -> list[str]:
    """Of a schema, the inputs; of all else, the name itself."""
    if not (name == "inputSchema" and isinstance(before, dict) and isinstance(now, dict)):
        return [name]
    old, new = before.get("properties"), now.get("properties")
    if not (isinstance(old, dict) and isinstance(new, dict)) or old == new:
        return [name]
    return [f"{name}.{key}" for key in sorted({*old, *new}) if old.get(key) != new.get(key)]
