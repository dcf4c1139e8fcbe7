"""What gets another owner, and what is thrown away in a repository, by the names of inputs (pure).

Owns: these inputs. What stays true: an owner is one who is named, not one that is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import words_of
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_GIVES: Final = say("This hands something over to another owner.")
_REWRITES: Final = say("This throws away work in a repository, or what others see of it.")
_MANY: Final = 20


def _finding(severity: Severity, says: str, subject: Subject, where: Text | None = None) -> Finding:
    if where is not None:
        return found("destructive", severity, says, where)
    return Finding("destructive", severity, says, subject.tool[:200])


def _given_away(subject: Subject) -> Text | None:
    """The input that names a new owner."""
    for text in islice(subject.values(), _MANY):
        if _names_owner(text.key) and len(text.text) >= _NAME:
            return text
    return None


_NEW_OWNER: Final = regex(
    r"(?i)(?:new|next|future|target)_?-?owner|transfer(?:red)?_?-?(?:ownership_?-?)?to\b|owner_?-?to\b|"
    r"\bneuer?_?(?:besitzer|eigent(?:ü|ue)mer|inhaber)|nuevo_?(?:propietario|due(?:ñ|n)o)|nouveau_?propri(?:é|e)taire"
)
_NAME: Final = 3


@lru_cache(maxsize=1_024)
def _names_owner(key: str) -> bool:
    return _NEW_OWNER.search(key) is not None


def find_handed(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """``destructive``: by whom something belongs to afterwards. ``words``: of tool and operation."""
    if (owner := _given_away(subject)) is not None:
        yield _finding(Severity.MEDIUM, _GIVES, subject, owner)
    elif any(value is True and {"transfer", "ownership"} <= words_of(key) for key, value in subject.arguments.items()):
        yield _finding(Severity.MEDIUM, _GIVES, subject)
    if "transfer" in words and words & {"ownership", "owner", "repository", "repo", "domain", "project"}:
        yield _finding(Severity.HIGH, _GIVES, subject, next(subject.values(), None))
    if "push" in words and any("force" in words_of(key) and value is True for key, value in subject.arguments.items()):
        main = next((text for text in subject.values() if text.text.lower() in ("main", "master")), None)
        yield _finding(Severity.HIGH if main else Severity.MEDIUM, _REWRITES, subject, main)
    if "reset" in words and any(
        value == "hard" or (key == "hard" and value is True) for key, value in subject.arguments.items()
    ):
        yield _finding(Severity.MEDIUM, _REWRITES, subject)
