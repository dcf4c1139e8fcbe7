"""Codes and passwords of another server, in a call (pure).

Owns: the kind ``secret`` for what a result told as one, and for what a store of passwords gave out. What stays true: a
finding repeats none of them; it takes a value that came from a result; an address is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from host.inspect.flows.codes import codes_held, is_store, opens_something
from host.inspect.flows.provenance import Match
from host.inspect.subject import Earlier, Subject
from host.model import Finding, Severity
from host.words import say

KEPT: Final = say("The inputs hold what a store of secrets gave out. Whoever gets this call gets it too.")
_OPENS: Final = say("The inputs hold {what}. Whoever gets this call gets it too.", what=say("a code or password"))


def opening(subject: Subject, session: Sequence[Earlier], found: Sequence[Match]) -> Iterator[Finding]:
    """What of ``found`` opens something. ``session``: calls of other servers."""
    held = tuple(codes_held(subject, session)) if found else ()
    for match in found:
        if is_store(match.earlier) and "://" not in match.shown and "@" not in match.shown:
            yield Finding("secret", Severity.MEDIUM, KEPT, "", match.steps, match.span)
        elif opens_something(match.shown, held):
            yield Finding("secret", Severity.MEDIUM, _OPENS, "", match.steps, match.span)
