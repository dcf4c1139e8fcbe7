"""What a tool that only reads would not be given, or do (pure).

Owns: the inputs and the words of a description that do not fit a tool which says, or whose name says, that it only
reads. What stays true: as in ``host.inspect.claims.find``; what a description denies is not held against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from host.inspect.saying import EVIDENCE
from host.inspect.subject import Subject, Text
from host.inspect.texts.read_once import searched, without
from host.inspect.tools.deeds import deed
from host.inspect.tools.words import last_word, words_of
from host.model import JsonObject, JsonValue
from host.naming import OPERATIONS, key_words
from host.patterns import regex
from host.words import say

Said: TypeAlias = "tuple[str, str, Text | None]"
"""Our sentence, the evidence, and the input that it is about."""

_TAKES: Final = frozenset("payout deliver withdraw charge pay transfer refund debit set assign grant promote".split())
_SWITCHES: Final = frozenset(
    "send write delete remove replace overwrite update apply grant execute push publish post upload drop "
    "create forward "
    "share pay transfer notify invite commit save modify install purge truncate wipe email mutate cancel "
    "accept promote failover drain restore rollback reset "
    "approve submit charge click press order buy merge rebase deploy restart".split()
)
_ASKED_ABOUT: Final = frozenset(
    "is has include show skip no not only without exclude dry can count list with hide get check if was prevent avoid "
    "disallow deny disable block ignore confirm sort".split()
)
_HANDED: Final = frozenset("command cmd script shell acl policy callback webhook exec".split())
_COMMANDS: Final = frozenset("command cmd script shell".split())
_FOR_COMMANDS: Final = frozenset("query command shell git run exec cli execute terminal explain check script".split())
_ABOUT: Final = frozenset(
    "id iid iids id ids at date by after before since until type name time count status only token key "
    "page url path format version "
    "field index timestamp history log state mode".split()
)
_WHO: Final = frozenset("to recipient bcc cc".split())
_WHAT: Final = frozenset("body message text content subject html".split())
_CHANGING: Final = (
    r"(?:delet|remov|overwrit|writ|send|post|publish|appl|set|grant|transfer|pay|charg|wip|drop|truncat|kill|"
    r"terminat|force-push|push|upload|forward|e-?mail(?! address)|modif|updat|creat|insert|install|"
    r"replac|purg|eras|reset|"
    r"revok|invit|shar|renam|mov|destroy|clear|disabl)"
)
_DESTROYING: Final = (
    r"(?:delet|remov|overwrit|wip|drop|truncat|kill|terminat|force-push|purg|eras|reset|revok|destroy|replac|discard|"
    r"clear(?=s? (?:all|every)\b))"
)
_SENDING: Final = (
    r"(?:delet|remov|overwrit|wip|truncat|send|pay|charg|transfer|upload|forward|e-?mail|purg|eras|publish)"
)
_LEADS: Final = (
    r"(?:^|[.;:,\n]\s{1,4}|\b(?:and|then|also|or|it|which|that|automatically|silently|always|will|"
    r""
    r"to)\s{1,4})(?:\w{3,14}ly\s{1,4})?"
)
_ENDS: Final = (
    r"(?:e|s|es|ies|y|ches|shes)?\b(?!\s{1,2}[\\`'\"]{0,2}\w{1,40}[\\`'\"]{0,2}\s?(?:=|from the current)|"
    r",? (?:or \w{1,20} )?tools?\b|, (?:or|etc)\b|\s(?:errors?|app)\b|\)|"
    r"\s(?:search|an? organi[sz]ed))"
)
"""A verb ends; and what follows makes no order of it that is for whoever calls ("set full=true"), and no noun."""
_ELSEWHERE: Final = regex(
    r"\b(?:use|see|call)\s[`'\"]?\w{1,40}_\w{1,40}[`'\"]?\s(?:tool\s)?to\s\w{1,30}", re.IGNORECASE
)
"""What another tool does."""
_UNTIED: Final = regex(
    r"\bremoves? (?:\w{1,12} ){1,5}?from (?:an? |the )?(?:current user's )?(?:linear )?(?:team|project|release|cycle|"
    r"initiative|favorites|group|issue|channel)\b|\bremoves? an? (?:label|tag|reaction|member) from\b",
    re.IGNORECASE,
)
"""A tie that is undone, and can be tied again."""
_DENIED: Final = regex(
    r"\b(?:not|never|without|no|nothing|n't)\s{1,8}(?:\w{1,30}\s{1,4}){0,2}\w{1,30}|\b\w{1,20}s nothing\b",
    re.IGNORECASE,
)
_FORMS: Final = {
    what: regex(_LEADS + f"({stems}{_ENDS})", re.IGNORECASE)
    for what, stems in (("reads", _CHANGING), ("harmless", _DESTROYING), ("named", _SENDING))
}
_CODE: Final = regex(
    r"__\w{3,20}__|\bimport\s{1,4}\w|\b(?:system|exec|eval|popen|spawn|require)\s{0,3}\(|\bsubprocess\b|\$\(|"
    r"[;&|]\s{0,4}(?:rm|curl|wget|sh|bash|nc|cat)\s|\bprocess\.env\b"
)
_PLAIN: Final = regex(r"\b(?:only|safe(?:ly)?|read-only|arithmetic|harmless|sandboxed)\b", re.IGNORECASE)
_INSIDE: Final = regex(
    r"\b(?:offline|local(?:ly)? only|only local(?:ly)?|no network|never leaves|stays? (?:on|in) (?:this|your)|"
    r"runs? locally|"
    r"(?:does not|doesn't|never) (?:send|connect|transmit|upload|share|leave))\b",
    re.IGNORECASE,
)
_LOOKED: Final = 4_000
_OUTSIDE: Final = regex(r"(?:https?|wss?|ftps?)://(?!(?:localhost|127\.|\[::1\])[:/]?)[^\s]{3,2000}", re.IGNORECASE)


def of_inputs(subject: Subject, *, only_reads: bool) -> Iterator[Said]:
    """Inputs that would change something. ``only_reads``: whether the tool says of itself that it only reads."""
    for text in subject.values():
        if last_word(text.key) in OPERATIONS and _asks_change(subject, text):
            yield say("The tool passes for one that only reads, and is asked to change something."), "", text
            return
    if not only_reads:
        return
    for key, value in _members(subject.arguments):
        if _changes(subject, key, value):
            where = next((text for text in subject.values() if text.key == key), None)
            yield say("The tool says that it only reads, and has an input that changes something."), key[:200], where
            return
    keys = {last_word(key) for key in subject.arguments}
    if keys & _WHO and keys & _WHAT:
        yield (
            say("The tool says that it only reads, and is given a message and whom to send it to."),
            subject.tool,
            None,
        )


def _members(arguments: JsonObject) -> Iterator[tuple[str, JsonValue]]:
    for key, value in arguments.items():
        yield key, value
        if isinstance(value, dict):
            yield from value.items()


def _changes(subject: Subject, key: str, value: JsonValue) -> bool:
    words = key_words(key)
    if (
        not words
        or (words[-1] in _ABOUT and not (value is True and words[-1] in ("after", "before")))
        or value is False
        or value is None
    ):
        return False
    if words[0] in _TAKES and value not in ("", 0) and not isinstance(value, bool):
        return True
    if words[-1] in _HANDED and value:
        return words[-1] not in _COMMANDS or words_of(subject.tool).isdisjoint(_FOR_COMMANDS)
    if value is True and not _SWITCHES.isdisjoint(words) and words[0] not in _ASKED_ABOUT:
        return True
    return words[0] in _SWITCHES and (value is True or (len(words) > 1 and isinstance(value, (str, dict, list))))


def _asks_change(subject: Subject, text: Text) -> bool:
    if deed(subject.tool) != "reads" or len(text.text) > 60:  # no operation has a longer name
        return False
    return deed(text.text.lower()) in ("deletes", "sends", "pays") and not words_of(text.text) & {"get", "list"}


def of_words(subject: Subject, description: str, hints: JsonObject) -> Iterator[Said]:
    """What a description owns up to that hints or the name deny."""
    reads = hints.get("readOnlyHint") is True
    kind = "reads" if reads else "harmless" if hints.get("destructiveHint") is False else "named"
    if kind == "named" and deed(subject.tool) != "reads":
        return
    said = without(_ELSEWHERE, without(_DENIED, description[:_LOOKED]))
    found = searched(_FORMS[kind], without(_UNTIED, said))
    if found is None:
        return
    says = {
        "reads": say("The tool says that it only reads, and its description says otherwise."),
        "harmless": say("The tool says that it destroys nothing, and its description says otherwise."),
        "named": say("The tool is named like one that only reads, and its description says otherwise."),
    }
    yield says[kind], description[:EVIDENCE], None


def of_limits(subject: Subject, description: str, hints: JsonObject) -> Iterator[Said]:
    """Values that a tool with these limits would not be given."""
    plain = hints.get("readOnlyHint") is True or searched(_PLAIN, description[:_LOOKED]) is not None
    inside = searched(_INSIDE, description[:_LOOKED]) is not None
    for count, text in enumerate(subject.values()):
        if count >= _VALUES:
            return
        if plain and len(text.text) < _LOOKED and last_word(text.key) in _SUMS and _CODE.search(text.text):
            yield say("The tool says that it is harmless, and is given code to run."), "", text
        elif inside and len(text.text) <= 2_000 and _OUTSIDE.fullmatch(text.text):
            yield say("The tool says that nothing leaves, and is given an address outside."), "", text


_VALUES: Final = 100
_SUMS: Final = frozenset("expression expr formula equation input template query value text filter pattern".split())
