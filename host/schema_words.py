"""What a schema has against a value, in words that can be told in other languages (pure).

Owns: the way from the English of ``host.schema_worker``, whose process hands over texts alone, back to what it was made
of.

Invariants: a text is the same before and after; one that is not recognised stays English.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from host.words import say

_Told: TypeAlias = "tuple[re.Pattern[str], Callable[[str], str]]"


def _form(pattern: str, told: Callable[[str], str]) -> _Told:
    return re.compile(pattern, re.DOTALL), told


_EXPECTED: Final = (
    _form(r"exactly (.+)", lambda it: say("exactly {value}", value=it)),
    _form(r"one of (.+)", lambda it: say("one of {values}", values=it)),
    _form(r"less than (.+)", lambda it: say("less than {number}", number=it)),
    _form(r"more than (.+)", lambda it: say("more than {number}", number=it)),
    _form(r"at most ([0-9.]+) items", lambda it: say("at most {number} items", number=it)),
    _form(r"at most ([0-9.]+) characters", lambda it: say("at most {number} characters", number=it)),
    _form(r"at most ([0-9.]+) members", lambda it: say("at most {number} members", number=it)),
    _form(r"at most (.+)", lambda it: say("at most {number}", number=it)),
    _form(r"at least ([0-9.]+) items", lambda it: say("at least {number} items", number=it)),
    _form(r"at least ([0-9.]+) characters", lambda it: say("at least {number} characters", number=it)),
    _form(r"at least ([0-9.]+) members", lambda it: say("at least {number} members", number=it)),
    _form(r"at least (.+)", lambda it: say("at least {number}", number=it)),
    _form(r"a multiple of (.+)", lambda it: say("a multiple of {number}", number=it)),
    _form(r"a match for the pattern (.+)", lambda it: say("a match for the pattern {pattern}", pattern=it)),
    _form(r"()items that all differ", lambda _: say("items that all differ")),
    _form(r"()a value \(required\)", lambda _: say("a value (required)")),
    _form(r"()no such member", lambda _: say("no such member")),
    _form(r"()what the schema does not rule out", lambda _: say("what the schema does not rule out")),
)
_GOT: Final = (
    _form(r"an object of ([0-9,]+) members", lambda it: say("an object of {number} members", number=it)),
    _form(r"an array of ([0-9,]+) items", lambda it: say("an array of {number} items", number=it)),
    _form(r"()nothing", lambda _: say("nothing")),
)


def violation(expected: str, got: str) -> str:
    """What a schema asks and what stands there (both escaped), as one clause."""
    return say("expected {expected}, got {got}", expected=_told(expected, _EXPECTED), got=_told(got, _GOT))


def _told(text: str, forms: tuple[_Told, ...]) -> str:
    for pattern, told in forms:
        if (met := pattern.fullmatch(text)) is not None:
            return told(met[1])
    return text
