"""Findings about what is not as usual about a call (pure).

Owns: the kinds ``first-use``, ``definition-changed``, ``large`` and ``burst``.
Invariants: where nothing is remembered nothing is new; none of these says that a call is bad.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.inspect.roles import roles_of
from host.inspect.subject import Subject
from host.inspect.tools import ToolClass, class_of_call, is_dry
from host.model import Finding, JsonObject, Severity
from host.text import one_line
from host.words import say

LARGE: Final = 64 << 10
"""Bytes of inputs that are never remarkable by themselves."""
LARGE_OUTSIDE: Final = 8 << 10
"""The same of a call that leaves: more than anybody writes to others at once."""
TIMES: Final = 8
"""So many times the largest inputs so far are."""
RECIPIENTS: Final = 20
"""So many a person still reads through."""
BURST: Final = 8
"""Calls in ten seconds that a person hardly follows."""
_NAMES: Final = 12
_NAME: Final = 60


def find_unusual(subject: Subject) -> Iterator[Finding]:
    """``first-use``, ``definition-changed``, ``large`` and ``burst``."""
    past = subject.past
    if past.known and past.uses == 0:
        yield Finding("first-use", Severity.INFO, say("This app has not had a call of this tool approved before."))
    if past.definition_digest and subject.definition_digest not in ("", past.definition_digest):
        changed = members(past.definition, subject.definition)
        said = (
            say("The server describes this tool differently than when it was approved last: {what}.", what=changed)
            if changed
            else say("The server describes this tool differently than when it was approved last.")
        )
        yield Finding("definition-changed", Severity.MEDIUM, said, changed)
    tool = class_of_call(subject)
    if tool.verb == "sends" and not is_dry(subject.arguments) and (reached := _recipients(subject, tool)) > RECIPIENTS:
        yield Finding("large", Severity.MEDIUM, say("This call reaches {n} recipients at once.", n=reached))
    reaches_others = tool.verb in ("sends", "grants", "pays") or (tool.verb == "writes" and tool.sink == "public")
    leaves = reaches_others and tool.outside and tool.sink != "forge"  # where programs are sent, which are long
    if subject.size > max(LARGE_OUTSIDE if leaves else LARGE, TIMES * past.largest):
        size, most = subject.size, past.largest
        said = say("The inputs are unusually large: {n} bytes.", n=size)
        if most:
            said = say("The inputs have {n} bytes; the largest that were approved had {most}.", n=size, most=most)
        yield Finding("large", Severity.MEDIUM if leaves else Severity.INFO, said)
    if past.recent >= BURST:
        said = say("The app proposed {n} calls within ten seconds.", n=past.recent)
        yield Finding("burst", Severity.INFO, said)


def _recipients(subject: Subject, tool: ToolClass) -> int:
    """How many addresses the call names as those that it goes to."""
    return len({it.text.text for it in roles_of(subject, tool) if it.role == "destination" and it.named})


def members(before: JsonObject | None, now: JsonObject | None) -> str:
    """The names of what differs, such as ``description, inputSchema.path`` (escaped); empty where nobody knows."""
    if before is None or now is None:
        return ""
    names: list[str] = []
    for name in sorted({*before, *now}):
        if before.get(name) != now.get(name):
            names += _inside(name, before.get(name), now.get(name))
    told = ", ".join(one_line(name, _NAME) for name in names[:_NAMES])
    return f"{told} and {len(names) - _NAMES:,} more" if len(names) > _NAMES else told


def _inside(name: str, before: object, now: object) -> list[str]:
    """Of a schema, the inputs; of all else, the name itself."""
    if not (name == "inputSchema" and isinstance(before, dict) and isinstance(now, dict)):
        return [name]
    old, new = before.get("properties"), now.get("properties")
    if not (isinstance(old, dict) and isinstance(new, dict)) or old == new:
        return [name]
    return [f"{name}.{key}" for key in sorted({*old, *new}) if old.get(key) != new.get(key)]
