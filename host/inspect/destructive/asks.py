"""What a click, a query or a key in the inputs does for good (pure).

Owns: the words on buttons, and in queries that are no SQL, that delete or pay; and tools that let somebody in. What
stays true: a word counts where the call uses it: on what is clicked, in what is run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from host.inspect.saying import found
from host.inspect.subject import Subject
from host.inspect.texts.vocabulary import SHORT, holds, holds_any
from host.inspect.tools.words import is_prose, last_word, words_of
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_CLICKS: Final = frozenset("click press tap submit dblclick".split())
_LONGEST: Final = 20_000
_BUTTON: Final = regex(
    r"\b(?:delete|remove|erase|destroy|terminate|deactivate|close|cancel)\b[^\n]{0,30}\b(?:account|all|"
    r"everything|repositor\w{1,4}"
    r"|workspace|project|database|server|domain|profile|subscription|permanent\w{0,3})\b|\bpermanently\b|"
    r"\b(?:pay|buy|purchase|place\s{1,3}(?:your\s{1,3})?order|confirm\s{1,3}(?:order|payment|transfer|"
    r"purchase)|transfer|"
    r"send\s{1,3}money|withdraw)\b|\bdelete\b",
    re.IGNORECASE,
)
_QUERY: Final = regex(
    r"\bdetach\s{1,3}delete\b|\bmatch\s{0,3}\([\s\S]{0,2000}?\)\s{0,9}delete\b|\bflush(?:all|db)\b|"
    r"\bdropdatabase\b|\.drop\s{0,2}\(|"
    r"\b(?:delete|remove)many\s{0,2}\(|mutation\b[^{]{0,200}\{\s{0,9}(?:delete|remove|destroy)\w|\bdelete_by_query\b|"
    r"\bdrop\s{1,3}(?:bucket|measurement|keyspace|collection|graph|constraint)\b",
    re.IGNORECASE,
)
_QUERY_WORDS: Final = ("delete", "drop", "flush", "remove", "destroy")
_UNMAKES: Final = ("_delete_by_query", "state=absent", "fstype=")
_QUERIES: Final = frozenset("query command cypher statement pipeline mutation expression script q body graphql".split())
_LETS_IN: Final = tuple(
    frozenset(words.split("+"))
    for words in "delegate forwarding autoforward deploy+key ssh+key access+key login+profile oauth+app".split()
)
_ADDS: Final = frozenset("add create set enable register import put update authorize approve".split())
_RULES: Final = frozenset({"filter", "rule", "forwarding", "autoforward", "setting"})
_PERMITS: Final = frozenset({"approve", "increase", "set", "permit"})
_SPENDS: Final = frozenset("spender allowance".split())

_CLICKED: Final = say("This presses what deletes or pays.")
_QUERIED: Final = say("This deletes something in the database.")
_UNMADE: Final = say("This takes away what is there, or makes it anew.")
_ENTERS: Final = say("This lets somebody in, from now on.")
_SPENT: Final = say("This lets somebody else spend.")


def find_asked(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """``destructive``: buttons, queries and keys. ``words``: of tool and operation."""
    if not words.isdisjoint(_CLICKS):
        yield from _clicked(subject)
    yield from _queried(subject)
    if not words.isdisjoint(_ADDS) and any(each <= words for each in _LETS_IN):
        yield Finding("destructive", Severity.MEDIUM, _ENTERS, subject.tool[:200])
    if not words.isdisjoint(_CONTROLS):
        yield from _doors(subject, words)
    if not words.isdisjoint(_RULES) and not words.isdisjoint(_ADDS):
        for text in subject.values():
            if "@" in text.text and any(_PASSES_ON.search(str(step)) for step in text.steps):
                yield found("destructive", Severity.MEDIUM, _ENTERS, text)
                break
    if not words.isdisjoint(_PERMITS):
        for text in subject.values():
            if last_word(text.key) in _SPENDS:
                yield found("destructive", Severity.MEDIUM, _SPENT, text)


def _doors(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """Locks and alarms of a house, which tools name in their inputs."""
    said = [(text, words_of(text.text)) for text in subject.values() if len(text.text) <= _NAME]
    does = words.union(*(each for _, each in said)) if said else words
    thing = next((text for text, each in said if each & _LOCKS), None)
    if thing is None and not words.isdisjoint(_LOCKS):  # the tool's name says of what
        thing = next((text for text, each in said if each & _UNLOCKS), None)
    if thing is not None and (does & _UNLOCKS):
        yield found(
            "destructive", Severity.MEDIUM, say("This opens or switches off a door, a lock or an alarm."), thing
        )


_CONTROLS: Final = frozenset(
    "turn toggle set call service control unlock open trigger activate run hass execute".split()
)
_LOCKS: Final = frozenset("lock door garage alarm gate valve oven siren safe barrier".split())
_UNLOCKS: Final = frozenset("off unlock open disarm disable toggle release".split())
_NAME: Final = 60
_PASSES_ON: Final = regex(r"(?i)forward|redirect")


def _clicked(subject: Subject) -> Iterator[Finding]:
    for text in subject.values():
        if (
            len(text.text) < 1_000
            and (match := _BUTTON.search(text.text.replace("-", " ").replace("_", " "))) is not None
        ):
            yield found("destructive", Severity.MEDIUM, _CLICKED, text, match.span())


def _queried(subject: Subject) -> Iterator[Finding]:
    for text in subject.values():
        if holds_any(text.text, _UNMAKES) if len(text.text) <= SHORT else any(holds(text.text, it) for it in _UNMAKES):
            yield found("destructive", Severity.MEDIUM, _QUERIED if "_by_" in text.text else _UNMADE, text)
            continue
        if last_word(text.key) not in _QUERIES or len(text.text) > _LONGEST or is_prose(text):
            continue
        if holds_any(text.text.lower(), _QUERY_WORDS) and (match := _QUERY.search(text.text)) is not None:
            yield found("destructive", Severity.HIGH, _QUERIED, text, match.span())
