"""Findings about tools, and inputs, that could be taken for one another (pure).

Owns: ``name-twin`` for tools, ``key-twin`` for inputs.
Invariants: a tool is identified by its server and its exact name (attacks 6 and 17); the same name on two
servers is usual and only said; other letters that look the same are nobody's habit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from host.inspect import tables
from host.inspect.evidence import finding_about, safe_name
from host.inspect.imitation import one_edit
from host.inspect.lookalikes import plain, skeleton
from host.inspect.subject import Steps, Subject, Text
from host.inspect.tools import deciding_word
from host.model import Finding, Severity
from host.naming import key_words
from host.text import caseless
from host.words import say

KIND: Final = "name-twin"
KEYS: Final = "key-twin"
MOST: Final = 50
"""Names of one form that are compared in a review."""
NAMED: Final = 3
"""Other tools that are named; the rest is counted."""
_EVIDENCE: Final = 80

Tools: TypeAlias = "tuple[tuple[str, str], ...]"
"""(server, tool) of each."""


class _Compared(NamedTuple):
    """Tools beside one.

    Attributes:
        equal: whose names read like its. alike: whose names only look like its.
        misspelled: of which its name is a misspelling.
    """

    equal: Tools
    alike: Tools
    misspelled: Tools


def find_twins(subject: Subject) -> Iterator[Finding]:
    """``name-twin``: tools of other servers that are called the same, and any whose name looks like this one's."""
    if not subject.past.tools:
        return
    equal, alike, misspelled = _compared((subject.server, subject.tool), subject.past.tools)
    if alike:
        yield _looking_alike(subject.tool, alike)
    if misspelled:
        said = say("This tool's name is spelled nearly like that of {tools}.", tools=_named(misspelled))
        yield Finding(KIND, Severity.MEDIUM, said, subject.tool[:_EVIDENCE])
    if equal:
        said = say(
            "{tools} is called the same; this call is for {server}.",
            tools=_named(equal),
            server=safe_name(subject.server),
        )
        yield Finding(KIND, Severity.INFO, said, subject.tool[:_EVIDENCE])


def find_key_twins(subject: Subject) -> Iterator[Finding]:
    """``key-twin``: members of one object whose names are equal to a reader that ignores case (``text.caseless``)."""
    known: dict[tuple[Steps, str], Text] = {}
    for text in subject.texts:
        if not text.is_name:
            continue
        twin = known.setdefault((text.steps[:-1], caseless(text.text)), text)
        if twin is not text:
            said = say(
                "The inputs \u201c{one}\u201d and \u201c{other}\u201d have one name for a server that ignores "
                "capitals, the form of letters or hidden characters.",
                one=safe_name(twin.text),
                other=safe_name(text.text),
            )
            yield finding_about(KEYS, Severity.MEDIUM, said, text)


def in_review(server: str, names: Iterable[str], others: Tools) -> Mapping[str, list[Finding]]:
    """What the names of a server's tools could be taken for, for whoever reviews it: by name, where there is anything.

    ``others``: (server, tool) of every other server.
    """
    own = [(server, name) for name in names]
    reading, looking = dict[str, list[tuple[str, str]]](), dict[str, list[tuple[str, str]]]()
    for it in (*others, *own):  # a server cannot hide another one's behind many of its own
        for form, group in zip(_forms(it[1]), (reading, looking), strict=True):
            if len(group.setdefault(form, [])) < MOST:
                group[form].append(it)
    return {it[1]: found for it in own if (found := list(_beside(it, reading, looking)))}


def _beside(
    own: tuple[str, str], reading: Mapping[str, list[tuple[str, str]]], looking: Mapping[str, list[tuple[str, str]]]
) -> Iterator[Finding]:
    read, looks = _forms(own[1])
    equal = [it for it in reading[read] if it != own] if read else []
    if alike := tuple(it for it in looking[looks] if it != own and not (read and _forms(it[1])[0] == read)):
        yield _looking_alike(own[1], alike)
    if here := tuple(it for it in equal if it[0] == own[0]):
        said = say("Another tool of this server has a name that reads the same: {tools}.", tools=_named(here))
        yield Finding(KIND, Severity.MEDIUM, said, own[1][:_EVIDENCE])
    if elsewhere := tuple(it for it in equal if it[0] != own[0]):
        said = say("A tool of another server is called the same: {tools}.", tools=_named(elsewhere))
        yield Finding(KIND, Severity.INFO, said, own[1][:_EVIDENCE])


def _looking_alike(tool: str, others: Tools) -> Finding:
    said = say("This tool's name looks like that of {tools}, and is made of other letters.", tools=_named(others))
    return Finding(KIND, Severity.HIGH, said, tool[:_EVIDENCE])


@lru_cache(maxsize=256)
def _compared(own: tuple[str, str], tools: Tools) -> _Compared:
    """How the names of ``tools``, which are the same call after call, compare to one."""
    equal, alike, misspelled = list[tuple[str, str]](), list[tuple[str, str]](), list[tuple[str, str]]()
    read, looks = _forms(own[1])
    for server, tool in tools:
        if (server, tool) == own:
            continue
        its_read, its_looks = _forms(tool)
        if read and its_read == read:
            if server != own[0]:
                equal.append((server, tool))
        elif its_looks == looks:
            alike.append((server, tool))
        elif abs(len(own[1]) - len(tool)) <= 1 and _misspells(key_words(own[1]), key_words(tool)):
            misspelled.append((server, tool))
    return _Compared(tuple(equal), tuple(alike), tuple(misspelled))


def _misspells(own: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether a name is another's but for its verb, which has a letter too many, one too few, or two the wrong way."""
    if len(own) != len(other):
        return False
    different = [pair for pair in zip(own, other, strict=True) if pair[0] != pair[1]]
    if len(different) != 1:
        return False
    [(mine, its)] = different
    verbs = tables.rows_by_word("verbs")
    slip = len(mine) != len(its) or sorted(mine) == sorted(its)  # with a letter replaced it is often another word
    decides = len(its) >= _WORD and its == deciding_word(other)
    return decides and mine not in verbs and slip and one_edit(mine, its)


_WORD: Final = 4
"""Letters of a verb from which one that is an edit away is a misspelling, and no other word."""


@lru_cache(maxsize=4_096)
def _forms(name: str) -> tuple[str, str]:
    """How a name reads, and what its letters look like, less what separates them."""
    looks = skeleton(name)
    return plain(name), plain(looks) or looks


def _named(tools: Tools) -> str:
    names = ", ".join(f"{safe_name(server)} \u25b8 {safe_name(tool)}" for server, tool in tools[:NAMED])
    more = len(tools) - NAMED
    return say("{tools} and {n} more", tools=names, n=more) if more > 0 else names
