"""Findings about servers that say one thing and do another (pure).

Owns: ``contradiction``. What stays true: a hint makes nothing milder, it can only be contradicted (SECURITY, row 19);
a vouched server's slips are information, but for a plain lie: read-only, beside a verb that changes things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from host.inspect.claims.apart import of_apart, plain_lie
from host.inspect.claims.deeds import of_deeds
from host.inspect.claims.doings import happens, later
from host.inspect.claims.inputs import of_inputs, of_limits, of_words
from host.inspect.claims.others import of_others
from host.inspect.claims.promised import of_promises
from host.inspect.saying import EVIDENCE, found
from host.inspect.subject import Subject, Text
from host.inspect.texts.read_once import searched, without
from host.inspect.tools.deeds import CHANGING, deed, surely
from host.inspect.wishes.find import find_against_wishes
from host.model import Finding, JsonObject, JsonValue, Severity
from host.naming import Deed, key_words
from host.patterns import regex
from host.text import one_line
from host.words import say

KIND: Final = "contradiction"
_Said: TypeAlias = "tuple[str, str, Text | None]"
"""Our sentence, the evidence, and the input that it is about."""

_DESTROYING: Final[frozenset[Deed]] = frozenset({"deletes", "runs", "pays"})
_OVERWRITING: Final = frozenset("write overwrite replace truncate reset format move".split())
_RUNNING: Final = frozenset("launch start open boot spawn invoke".split())
_SHAPED: Final = frozenset("range cell text number date column row conditional paragraph table chart code".split())
"""What is formatted without a loss."""
_TAKEN_OUT: Final = frozenset("git branch issue ticket ownership file lead call".split())
"""What is checked out, or transferred, without a payment."""
_SQL_KEYS: Final = frozenset("sql query statement command".split())
_SQL: Final = regex(
    r"\s{0,50}(?:drop|delete\s{1,20}from|truncate|update|insert\s{1,20}into|alter|create|grant|replace\s{1,20}into)\s",
    re.IGNORECASE,
)
_SQL_LATER: Final = regex(
    r";\s{0,50}(?:drop|delete\s{1,20}from|truncate|update|insert\s{1,20}into|alter|create|grant)\s", re.IGNORECASE
)
_QUOTED: Final = regex(r"'[^']{0,4000}'")
_COMMAND_KEYS: Final = frozenset("command cmd script shell".split())
_COMMAND: Final = regex(
    r"(?:^|[;&|]\s{0,4}|\bsudo )(?:rm|rmdir|mv|dd|mkfs[\w.]{0,8}|kill|chmod|chown|shutdown|reboot|tee)\s"
    r"|>\s{0,2}[^&\s>]"
)
_METHOD_KEYS: Final = frozenset({"method", "verb"})
_CHANGING_METHODS: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_OUTSIDE: Final = regex(r"(?:https?|wss?|ftps?)://(?!(?:localhost|127\.|\[::1\])[:/]?)[^\s]{3,2000}", re.IGNORECASE)
_ADDRESS_KEYS: Final = frozenset("to cc bcc recipient email".split())
_SAYS_READ: Final = regex(
    r"^\W{0,8}(?:reads?|lists?|gets?|shows?|displays?|views?|fetch(?:es)?|searche?s?|returns?|retrieves?)\b"
    r"|\bread[- ]only\b|\b(?:does not|doesn't|never|without) (?:modify|chang|delet|writ|alter)",
    re.IGNORECASE,
)
_SAYS_READ_ONLY: Final = regex(r"\bread[- ]only\b|\bsends nothing\b|\bchanges nothing\b", re.IGNORECASE)
_SAYS_HARMLESS: Final = regex(
    r"\bnon[- ]?destructive\b|\b(?:never|does not|doesn't) (?:delet|destroy|remov)", re.IGNORECASE
)
_FIRST: Final = regex(r"\s{0,20}(?:this (?:tool|function)\s{1,4}(?:can\s{1,4})?)?(\w{2,30})", re.IGNORECASE)
_DENIED: Final = regex(r"\b(?:not|never|without|no|n't)\s{1,8}\w{1,30}", re.IGNORECASE)
_STEM: Final = 4
"""Letters by which a verb is known in its forms."""
_WORD: Final = regex(r"[A-Za-z][A-Za-z0-9_.-]{2,127}")
_COMPOUND: Final = regex(r"[_-]|[a-z][A-Z]")
_LOOKED: Final = 4_000
"""Characters of a description that are looked at."""
_NAME: Final = 80
_TEXTS: Final = 200


def find_contradictions(subject: Subject) -> Iterator[Finding]:
    """Where hints, title and description do not fit the name, inputs or one another, or the call not the words."""
    yield from find_against_wishes(subject)
    if subject.definition is None:
        says = (*of_inputs(subject, only_reads=False), *of_deeds(subject, "", {}), *of_promises(subject, ""))
        for sentence, evidence, where in says:
            yield _finding(Severity.MEDIUM, sentence, evidence, where)
        return
    severity = Severity.INFO if subject.trust != "none" else Severity.MEDIUM
    said, told = subject.definition.get("annotations"), set[object]()
    hints = said if isinstance(said, dict) else {}
    if severity is Severity.INFO:
        for sentence, evidence, text in plain_lie(subject, _text(subject.definition.get("description")), hints):
            told.add(evidence)
            yield _finding(Severity.MEDIUM, sentence, evidence, text)
    for sentence, evidence, text in _all(subject, subject.definition, hints):
        if (evidence if text is None else text.steps) in told:
            continue
        if text is not None:
            told.add(text.steps)
        yield _finding(severity, sentence, evidence, text)


def _finding(severity: Severity, sentence: str, evidence: str, text: Text | None) -> Finding:
    return Finding(KIND, severity, sentence, evidence) if text is None else found(KIND, severity, sentence, text)


def _all(subject: Subject, definition: JsonObject, hints: JsonObject) -> Iterator[_Said]:
    does = surely(subject.tool, _inputs_of(subject, definition))
    if hints.get("readOnlyHint") is True:
        does = does if does in CHANGING else later(subject.tool) or does
        yield from _read_only(subject, does)
    if hints.get("destructiveHint") is False:
        yield from _harmless(subject, does)
    if hints.get("openWorldHint") is False:
        yield from _closed(subject)
    description = _text(definition.get("description"))
    only = hints.get("readOnlyHint") is True or searched(_SAYS_READ_ONLY, description) is not None
    title = definition.get("title") or hints.get("title")
    yield from _titled(subject, does, _text(title))
    yield from _described(subject, does, description)
    yield from of_inputs(subject, only_reads=only)
    yield from of_words(subject, description, hints)
    if (hints.get("readOnlyHint") is True or does == "reads") and (says := happens(description)):
        yield say("The tool passes for one that only reads, and its description says what it does besides."), says, None
    yield from of_limits(subject, description, hints)
    yield from of_deeds(subject, description, hints)
    yield from of_apart(subject, description, _text(title), hints)
    yield from of_promises(subject, description)
    yield from of_others(subject, description)


def _inputs_of(subject: Subject, definition: JsonObject) -> set[str]:
    """Names of inputs: those given, and those declared."""
    schema = definition.get("inputSchema")
    declared = schema.get("properties") if isinstance(schema, dict) else None
    return {*list(subject.arguments)[:_TEXTS], *(list(declared)[:_TEXTS] if isinstance(declared, dict) else ())}


def _text(value: JsonValue) -> str:
    return value[:_LOOKED] if isinstance(value, str) else ""


def _shown(subject: Subject) -> str:
    return f"\u201c{one_line(subject.tool, _NAME)}\u201d"


_DOES: Final[dict[str, str]] = {
    "reads": say("reads"),
    "writes": say("writes"),
    "deletes": say("deletes"),
    "sends": say("sends"),
    "runs": say("runs"),
    "pays": say("pays"),
}
"""Deeds, as they stand in a sentence."""


def _read_only(subject: Subject, does: Deed) -> Iterator[_Said]:
    if does in CHANGING:
        said = say(
            "The tool says that it only reads, and its name {name} says that it {does}.",
            name=_shown(subject),
            does=_DOES[does],
        )
        yield said, subject.tool, None
    for text in _values(subject):
        words = key_words(text.key)
        if not _COMMAND_KEYS.isdisjoint(words) and _COMMAND.search(text.text[:_LOOKED]):
            yield say("The tool says that it only reads, and is given a command that changes things."), "", text
        if not _SQL_KEYS.isdisjoint(words) and (_SQL.match(text.text) or _SQL_LATER.search(_bare(text.text))):
            yield say("The tool says that it only reads, and is given a statement that changes a database."), "", text
        elif not _METHOD_KEYS.isdisjoint(words) and text.text.upper() in _CHANGING_METHODS:
            yield say("The tool says that it only reads, and is given a method that changes things."), "", text


def _bare(sql: str) -> str:
    """Without what stands in quotes."""
    return _QUOTED.sub("''", sql[:_LOOKED])


def _harmless(subject: Subject, does: Deed) -> Iterator[_Said]:
    words = key_words(subject.tool)
    if _mild(does, words):
        return
    if does in _DESTROYING or "force" in words or (does == "writes" and not _OVERWRITING.isdisjoint(words)):
        said = say(
            "The tool says that it destroys nothing, and its name {name} says that it {does}.",
            name=_shown(subject),
            does=_DOES[does] if does in _DESTROYING else say("overwrites, moves or forces"),
        )
        yield said, subject.tool, None


def _mild(does: Deed, words: Sequence[str]) -> bool:
    """Whether the verb is one of the grave ones in other tools, and destroys nothing in this one."""
    if does == "runs":
        return not _RUNNING.isdisjoint(words) and _RUN.isdisjoint(words)
    if does == "pays":
        return not _TAKEN_OUT.isdisjoint(words)
    if does == "deletes" and "remove" in words:
        return not _TIES.isdisjoint(words)
    if does == "deletes" and "terminate" in words:
        return "app" in words
    return "format" in words and not _SHAPED.isdisjoint(words)


_TIES: Final = frozenset("from label tag reaction member favorite favorites assignee".split())
"""What is undone, and can be made again."""
_RUN: Final = frozenset("run exec execute eval command shell script terminal powershell code sql".split())


def _closed(subject: Subject) -> Iterator[_Said]:
    """It says that it stays inside. A text that only mentions an address is not sent to it."""
    for text in _values(subject):
        if len(text.text) <= 2_000 and _OUTSIDE.fullmatch(text.text):
            yield say("The tool says that it reaches nothing outside, and is given an address there."), "", text
        elif "@" in text.text and not _ADDRESS_KEYS.isdisjoint(key_words(text.key)):
            yield say("The tool says that it reaches nothing outside, and is given an e-mail address."), "", text


def _values(subject: Subject) -> Iterator[Text]:
    for count, text in enumerate(subject.values()):
        if count >= _TEXTS:
            return
        yield text


def _titled(subject: Subject, does: Deed, title: str) -> Iterator[_Said]:
    """The name of one thing under the title of another."""
    if not title or does not in CHANGING:
        return
    says = deed(title)
    if says == "reads" or (does == "deletes" and says in ("writes", "sends")):
        said = say(
            "The tool is named {name}, which {does} something; its title says something else.",
            name=_shown(subject),
            does=_DOES[does],
        )
        yield said, title[:EVIDENCE], None


def _described(subject: Subject, does: Deed, description: str) -> Iterator[_Said]:
    if not description:
        return
    first = _FIRST.match(description)
    says_it = deed(first[1]) if first else ""
    hints = (subject.definition or {}).get("annotations")
    reads = does == "reads" or (isinstance(hints, dict) and hints.get("readOnlyHint") is True and does not in CHANGING)
    if reads and says_it in ("deletes", "pays", "sends"):
        said = say(
            "The tool passes for one that only reads, and its description says that it {does}.", does=_DOES[says_it]
        )
        yield said, description[:200], None
    owns_up = _owns_up(subject.tool, description)
    if does in CHANGING and not owns_up and (says := searched(_SAYS_READ, description)):
        said = say(
            "The tool describes itself as one that only reads, and its name {name} says that it {does}.",
            name=_shown(subject),
            does=_DOES[does],
        )
        yield said, description[says.start() : says.start() + 200], None
    elif does in _DESTROYING and not owns_up and (says := searched(_SAYS_HARMLESS, description)):
        said = say(
            "The tool describes itself as harmless, and its name {name} says that it {does}.",
            name=_shown(subject),
            does=_DOES[does],
        )
        yield said, description[says.start() : says.start() + 200], None
    yield from _others_named(subject, description)


def _owns_up(tool: str, description: str) -> bool:
    """Whether a description has the verb of the name, other than to deny it."""
    said = without(_DENIED, description).lower()
    return any(word[:_STEM] in said for word in key_words(tool) if deed(word) in CHANGING)


@lru_cache(maxsize=256)
def _compounds(description: str) -> frozenset[str]:
    """Its words that are made of several, as names of tools are."""
    return frozenset(word[0].strip(".-") for word in _WORD.finditer(description) if _COMPOUND.search(word[0]))


def _others_named(subject: Subject, description: str) -> Iterator[_Said]:
    """Tools of other servers are nothing that this one has to speak of (SECURITY, row 17)."""
    if not subject.past.tools:
        return
    words = _compounds(description)
    if not words:
        return
    own = {tool for server, tool in subject.past.tools if server == subject.server} | {subject.tool}
    for server, tool in subject.past.tools:
        if server != subject.server and tool in words and tool not in own:
            at = max(description.find(tool) - 80, 0)
            name = f"{one_line(server, _NAME)} \u25b8 {one_line(tool, _NAME)}"
            said = say("The tool's description speaks of {name}, a tool of another server.", name=name)
            yield said, description[at : at + 250], None
            return
