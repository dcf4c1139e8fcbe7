"""Findings about servers that say one thing of a tool and do another (pure).

Owns: ``contradiction``: the hints of a tool's definition against what the tool does by its name and operation, and
against where the call goes.
Invariants: a hint makes nothing milder, it can only be contradicted (attack 19); what is not sure, as of a verb
that may be a noun, contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Final, TypeAlias

from host.inspect import tables
from host.inspect.destinations import destinations_of
from host.inspect.evidence import EVIDENCE, found
from host.inspect.roles import roles_of
from host.inspect.subject import Subject
from host.inspect.tools import (
    CHANGING,
    LONGEST_OPERATION,
    ToolClass,
    as_verb,
    class_of,
    class_of_call,
    is_dry,
    is_operation,
    is_sum,
    members,
    of_switch,
    sure_verb,
    verb_of_input,
)
from host.model import Finding, JsonObject, JsonValue, Severity
from host.naming import Verb, key_words
from host.patterns import linear
from host.words import Words, say

KIND: Final = "contradiction"
_DOES: Final[dict[Verb, Words]] = {
    "deletes": say("deletes"),
    "pays": say("pays"),
    "sends": say("sends"),
    "grants": say("hands out rights"),
    "writes": say("changes something"),
    "runs": say("runs a program"),
}
"""Words for what a tool does."""
_LIES: Final[frozenset[Verb]] = frozenset({"deletes", "pays", "sends", "grants"})
_GONE: Final[frozenset[Verb]] = frozenset({"deletes", "pays"})
"""What nobody does who only adds."""
_DESCRIPTION: Final = 2_000
"""Characters of a description that are looked at."""
_CLAUSES: Final = 60
_INPUTS: Final = 64
_SENTENCE: Final = linear(r"[.;:!?\n]\s*")
_CLAUSE: Final = linear(r"[,()]\s*")
_STEM: Final = 2
"""Letters of a verb that stand in each of its forms, at least."""


def find_contradictions(subject: Subject) -> Iterator[Finding]:
    """``contradiction``: where the annotations of the tool do not fit the call."""
    said = (subject.definition or {}).get("annotations")
    hints = said if isinstance(said, dict) else {}
    if hints and not is_dry(subject.arguments):
        tool = class_of_call(subject)
        told = (*_of_inputs(subject, hints), *_of_verb(subject, tool, hints), *_of_description(subject, hints))
        yield from sorted(told, key=lambda finding: finding.severity.rank)[:1]
        if hints.get("openWorldHint") is False:
            yield from islice(_of_destinations(subject, tool), 1)


def _of_verb(subject: Subject, tool: ToolClass, hints: JsonObject) -> list[Finding]:
    if tool.verb not in _DOES or not _is_sure(subject, tool) or is_sum(subject.tool, subject.arguments):
        return []
    does = _DOES[tool.verb]
    if hints.get("readOnlyHint") is True:
        plain = tool.verb in _LIES or tool.verb == "runs" or _changes(subject) or _by_operation(subject, tool)
        severity = Severity.MEDIUM if plain else Severity.INFO
        text = say("The server says that this tool only reads; by its name, this call {does}.", does=does)
        return [Finding(KIND, severity, text, subject.tool[:EVIDENCE])]
    words = key_words(subject.tool)
    gone = not tables.named("undone").isdisjoint(words) and tool.verb in CHANGING
    if hints.get("destructiveHint") is False and (tool.verb in _GONE or gone):
        text = say("The server says that this tool destroys nothing; by its name, this call {does}.", does=does)
        return [Finding(KIND, Severity.MEDIUM, text, subject.tool[:EVIDENCE])]
    if hints.get("idempotentHint") is True and not tables.named("again").isdisjoint((*words[:1], *words[-1:])):
        text = say("The server says that a second such call does nothing more; by its name, each {does}.", does=does)
        return [Finding(KIND, Severity.MEDIUM, text, subject.tool[:EVIDENCE])]
    return []


def _of_inputs(subject: Subject, hints: JsonObject) -> list[Finding]:
    """An input that says what the hint denies: a switch, a new value, an operation, or whom something goes to."""
    reads = hints.get("readOnlyHint") is True
    if not (reads or hints.get("destructiveHint") is False):
        return []
    for steps, value in islice(members(subject.arguments), _INPUTS):
        name, inside = steps[-1], len(steps) > 1
        verb = _by_switch(name, value, reads=reads) if isinstance(value, bool) else _by_operation_in(name, value)
        if not verb and value and reads and not inside:
            verb = _by_name(name)
        if verb and (reads or verb == "deletes"):
            text = say("The server says otherwise; by this input, the call {does}.", does=_DOES[verb])
            return [Finding(KIND, Severity.MEDIUM, text, name[:EVIDENCE], steps)]
    return []


def _by_switch(name: str, value: bool, *, reads: bool) -> Verb:
    """What a switch does by its name."""
    verb, words = of_switch(name, value), key_words(name)
    says_what = not tables.named("for-good").isdisjoint(words) or not tables.named("kept-thing").isdisjoint(words)
    return verb if reads or says_what else ""


def _by_operation_in(name: str, value: JsonValue) -> Verb:
    """What an operation does that an input names."""
    words = key_words(name)
    said = (
        is_operation(name) or words[-1:] == ("mode",) or (words[:1] == ("on",) and words[-1] in tables.named("event"))
    )
    if not isinstance(value, str) or not said:
        return ""
    verb = class_of("", value[:LONGEST_OPERATION]).verb  # by the verb that decides: a state is no deed
    first = next(iter(key_words(value)), "")
    return verb if verb in _LIES and sure_verb(first) == verb else ""


def _by_name(name: str) -> Verb:
    """What is done with a value by its name."""
    given = verb_of_input(name)
    words = key_words(name)
    return given or ("writes" if words and words[0] in tables.named("new-value") else "")


def _of_description(subject: Subject, hints: JsonObject) -> list[Finding]:
    """Where the server describes what its hint denies, of the tool or of an input that the call gives."""
    reads, adds = hints.get("readOnlyHint") is True, hints.get("destructiveHint") is False
    if not (reads or adds):
        return []
    for said in _descriptions(subject, hints):
        deeds, gone = described(said[:_DESCRIPTION])
        verb: Verb = next((it for it in _DOES if it in deeds and (reads or it in _GONE)), "")
        if reads and verb:
            text = say("The server says that this tool only reads; by its description, it {does}.", does=_DOES[verb])
        elif adds and verb:
            text = say(
                "The server says that this tool destroys nothing; by its description, it {does}.", does=_DOES[verb]
            )
        elif adds and gone:
            text = say(
                "The server says that this tool destroys nothing; by its description, what was there may be gone."
            )
        else:
            continue
        return [Finding(KIND, Severity.MEDIUM, text, said[:EVIDENCE])]
    return []


def _descriptions(subject: Subject, hints: JsonObject) -> Iterator[str]:
    definition = subject.definition or {}
    schema = definition.get("inputSchema")
    known = schema.get("properties") if isinstance(schema, dict) else None
    given = islice((name for name, value in subject.arguments.items() if value), _INPUTS)
    inputs = (known.get(name) for name in given) if isinstance(known, dict) else ()
    told = (definition.get("title"), hints.get("title"), definition.get("description"))
    yield from (it for it in told if isinstance(it, str))
    yield from (said for it in inputs if isinstance(it, dict) and isinstance(said := it.get("description"), str))


@lru_cache(maxsize=1_024)
def described(description: str) -> tuple[frozenset[Verb], bool]:
    """What a description says is done, and whether it says that nothing is left.

    That is said by a verb that begins a clause, or stands behind *and*; and in the passive (*is mailed*, *are moved and
    purged*), but for what is told of the things themselves, and what is denied.
    """
    found, gone, left = set[Verb](), False, _CLAUSES
    for sentence in _SENTENCE.split(description):
        denied = told = False
        for clause in islice(_CLAUSE.split(sentence), max(left, 0)):
            left -= 1
            words = [word.strip("`'\"*_") for word in clause.lower().split()]
            no = _first(words, "unsaid")
            first = min(no, _first(words, "relative"))
            starts = (at for at in range(first) if at == 0 or words[at - 1] in tables.named("joining"))
            if not denied:
                found.update(verb for at in starts if at + 1 != no and (verb := _begun(words, at, surely=told)))
            denied = denied or no < len(words)  # never changes, deletes or sends anything
            told = told or first < len(words)
            if not words or _verb_of(words[0]) == "reads":
                continue
            found.update(it for word in words[_first(words, "being") : first] if (it := _verb_of(word)) in _LIES)
            gone = gone or not tables.named("undone").isdisjoint(words[:first])
    return frozenset(found), gone


def _first(words: list[str], kind: str) -> int:
    """Where the first word of that class stands; behind all of them where there is none."""
    return next((at for at, word in enumerate(words) if word in tables.named(kind)), len(words))


def _begun(words: list[str], at: int, *, surely: bool) -> Verb:
    """What the verb at a clause's beginning does, where it is no noun, no adjective and no question."""
    base, verb, done = _forms().get(words[at], _NO_VERB)
    behind = words[at + 1 : at + 6]
    objects = behind[:1] and behind[0] in tables.named("article")
    noun = not tables.named("genitive").isdisjoint(behind[:1])
    if done or noun or not verb or verb == "reads" or (surely and not objects):
        return ""
    if base in tables.named("noun-verb"):  # "and emails an invitation"; but "Posts of a blog"
        return verb if objects and base != words[at] and base in tables.named("deed") else ""
    if verb in _LIES:
        return verb
    asks = tables.named("query") | tables.named("report") | {"command"}
    sure = verb == "runs" and at > 0 and asks.isdisjoint(key_words(" ".join(behind)))
    return verb if objects and (sure or base in tables.named("change") - {"create", "write"}) else ""


def _verb_of(word: str) -> Verb:
    """What a verb does, in any form."""
    return _forms().get(word, _NO_VERB)[1]


_Form: TypeAlias = "tuple[str, Verb, bool]"
_NO_VERB: Final[_Form] = ("", "", False)


@cache
def _forms() -> Mapping[str, _Form]:
    """Each form of each verb (table ``inflections``): the verb, its class, and whether it is said to be done."""
    verbs = {word: as_verb(row["class"]) for word, row in tables.words("verbs").items()}
    found: dict[str, _Form] = {word: (word, verb, False) for word, verb in verbs.items()}
    for row in tables.rows("inflections"):
        done, drops = row.columns.get("done") is True, row["drops"]
        if verb := as_verb(row["class"]):
            found |= {word: (word, verb, done) for word in row.match}
            continue
        for word, verb in verbs.items():
            stem = row["before"] + word.removesuffix(drops)
            if word.endswith(drops) and len(word) - len(drops) >= _STEM:
                for end in row.match:
                    found.setdefault(stem + end, (word, verb, done))
    return MappingProxyType(found)


def _is_sure(subject: Subject, tool: ToolClass) -> bool:
    """Whether the verb is no noun, an operation that the call names says it, or it is told to whom."""
    if _by_operation(subject, tool):
        return True
    if tool.verb == "runs":  # a query or a test runs too, and may only read
        programs = (it for it in roles_of(subject, tool) if it.role == "program")
        is_given = any(it.named or "function" in key_words(it.text.key) for it in programs)
        words = key_words(subject.tool)
        return is_given and any(sure_verb(word) == "runs" for word in (*words[:1], *words[-1:]))
    if any(sure_verb(word) == tool.verb for word in key_words(subject.tool)):
        return True
    whom = ("destination", "authority")
    return tool.verb in _LIES and any(it.role in whom and it.named for it in roles_of(subject, tool))


def _by_operation(subject: Subject, tool: ToolClass) -> bool:
    """Whether an input of the call says what is done, rather than the name."""
    return class_of(subject.server, subject.tool).verb != tool.verb


def _changes(subject: Subject) -> bool:
    """Whether the name begins or ends with a verb by which something surely is another afterwards."""
    words = key_words(subject.tool)  # of a name that says that it does two things, either may be it
    return "and" in words or not tables.named("change").isdisjoint((*words[:1], *words[-1:]))


def _of_destinations(subject: Subject, tool: ToolClass) -> Iterator[Finding]:
    for it in destinations_of(subject, tool):
        if it.outside:
            said = say("The server says that this tool stays in a world of its own; the call names an address outside.")
            named = not tables.named("leads-on").isdisjoint(key_words(it.text.key))
            handed = it.hands_over and (tool.changes or named)
            yield found(KIND, Severity.MEDIUM if handed else Severity.INFO, said, it.text)
