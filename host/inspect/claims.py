"""Findings about servers that say one thing of a tool and do another (pure).

Owns: ``contradiction``: the hints of a tool's definition against what the tool does by its name and operation, and
against where the call goes.
Invariants: a hint makes nothing milder, it can only be contradicted (attack 19); what is not sure, as of a verb
that may be a noun, contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect import tables
from host.inspect.destinations import destinations_of
from host.inspect.evidence import EVIDENCE, found
from host.inspect.roles import roles_of
from host.inspect.subject import Subject
from host.inspect.tools import ToolClass, class_of, class_of_call, is_dry, is_sum, verb_of_input
from host.model import Finding, JsonObject, Severity
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
_DESCRIPTION: Final = 2_000
"""Characters of a description that are looked at."""
_CLAUSES: Final = 40
_INPUTS: Final = 64
_CLAUSE: Final = linear(
    r"(?:^|[.;:,!]\s+|\b(?:and|then|und|y|et|e)\s+)([A-Za-z]{3,20})\b(\s+(?:an?|the|each|every|all|it|them|your|this|to)\b)?"
)


def find_contradictions(subject: Subject) -> Iterator[Finding]:
    """``contradiction``: where the annotations of the tool do not fit the call."""
    said = (subject.definition or {}).get("annotations")
    hints = said if isinstance(said, dict) else {}
    if hints and not is_dry(subject.arguments):
        tool = class_of_call(subject)
        told = (*_of_inputs(subject, hints), *_of_verb(subject, tool, hints), *_of_description(subject, hints))
        yield from sorted(told, key=lambda finding: finding.severity.rank)[:1]
        yield from _of_destinations(subject, tool, hints)


def _of_verb(subject: Subject, tool: ToolClass, hints: JsonObject) -> list[Finding]:
    if tool.verb not in _DOES or not _is_sure(subject, tool) or is_sum(subject.tool, subject.arguments):
        return []
    does = _DOES[tool.verb]
    if hints.get("readOnlyHint") is True:
        plain = tool.verb in _LIES or tool.verb == "runs" or _changes(subject)
        severity = Severity.MEDIUM if plain else Severity.INFO
        text = say("The server says that this tool only reads; by its name, this call {does}.", does=does)
        return [Finding(KIND, severity, text, subject.tool[:EVIDENCE])]
    if hints.get("destructiveHint") is False and tool.verb == "deletes":
        text = say("The server says that this tool destroys nothing; by its name, this call {does}.", does=does)
        return [Finding(KIND, Severity.MEDIUM, text, subject.tool[:EVIDENCE])]
    return []


def _of_inputs(subject: Subject, hints: JsonObject) -> list[Finding]:
    """A switch that is on and whose name says what it does, or a new value for something."""
    reads = hints.get("readOnlyHint") is True
    for name, value in islice(subject.arguments.items(), _INPUTS):
        words = key_words(name)
        verbs = {_sure_verb(word) for word in words} if value is True else set[Verb]()
        if value and reads and (given := verb_of_input(name)):
            verbs.add(given)
        gone = not reads and not tables.named("for-good").isdisjoint(words)
        verb: Verb = next((it for it in verbs if it in _LIES and (reads or (gone and it == "deletes"))), "")
        if reads and not verb and value and words[:1] and words[0] in tables.named("new-value"):
            verb = "writes"
        if verb and (reads or hints.get("destructiveHint") is False):
            text = say("The server says otherwise; by this input, the call {does}.", does=_DOES[verb])
            return [Finding(KIND, Severity.MEDIUM, text, name[:EVIDENCE], (name,))]
    return []


def _of_description(subject: Subject, hints: JsonObject) -> list[Finding]:
    """Where the server describes what its hint denies: by the verbs that begin a sentence, or go on with ``and``."""
    said = (subject.definition or {}).get("description")
    if hints.get("readOnlyHint") is not True or not isinstance(said, str):
        return []
    for found_ in islice(_CLAUSE.finditer(said[:_DESCRIPTION]), _CLAUSES):
        word = found_[1].lower()
        forms = (word, word.removesuffix("s"), word.removesuffix("es"))
        noun = not tables.named("noun-verb").isdisjoint(forms)
        verb = next((it for it in map(_sure_verb, forms) if it), "") if not noun else ""
        if (
            noun and found_[2] and word.endswith("s") and word[:-1] in tables.named("deed")
        ):  # "and emails an invitation"; but "Posts of a blog"
            verb = class_of("", word[:-1]).verb
        if verb in _LIES:
            return [_described(verb, said)]
    return [_described(verb, said) for verb in _done_to_it(said[:_DESCRIPTION])][:1]


def _described(verb: Verb, description: str) -> Finding:
    text = say("The server says that this tool only reads; by its description, it {does}.", does=_DOES[verb])
    return Finding(KIND, Severity.MEDIUM, text, description[:EVIDENCE])


def _done_to_it(description: str) -> Iterator[Verb]:
    """What a description says is done, in the passive: *is mailed*, *are moved and purged*; not what is told of it."""
    for clause in _BETWEEN.split(description)[:_CLAUSES]:
        words = clause.lower().split()
        if not _UNSAID.isdisjoint(words) or (words and class_of("", words[0]).verb == "reads"):
            continue
        at = next((at for at, word in enumerate(words) if word in ("is", "are", "be", "gets")), len(words))
        for word in words[at + 1 :]:
            stems = (word.removesuffix("ed"), word.removesuffix("d"), _IRREGULAR.get(word, ""))
            if word.endswith("ed") or word in _IRREGULAR:
                yield from (verb for it in stems if (verb := class_of("", it).verb) in _LIES)


_BETWEEN: Final = linear(r"[.;:\n]\s*")
_UNSAID: Final = frozenset("no not nothing none never without that which who whether cannot can't isn't aren't".split())
_IRREGULAR: Final = {"sent": "send", "paid": "pay", "given": "give"}


def _sure_verb(word: str) -> Verb:
    """What a verb that is no noun as well does; empty for any other word."""
    return "" if word in tables.named("noun-verb") else class_of("", word).verb


def _is_sure(subject: Subject, tool: ToolClass) -> bool:
    """Whether the verb is no noun, an operation that the call names says it, or it is told to whom."""
    if class_of(subject.server, subject.tool).verb != tool.verb:
        return True
    if tool.verb == "runs":  # a query or a test runs too, and may only read
        return any(it.role == "program" and it.named for it in roles_of(subject, tool)) and _begins(subject, "runs")
    if any(_sure_verb(word) == tool.verb for word in key_words(subject.tool)):
        return True
    whom = ("destination", "authority")
    return tool.verb in _LIES and any(it.role in whom and it.named for it in roles_of(subject, tool))


def _begins(subject: Subject, verb: Verb) -> bool:
    return any(_sure_verb(word) == verb for word in key_words(subject.tool)[:1])


def _changes(subject: Subject) -> bool:
    """Whether the name begins or ends with a verb by which something surely is another afterwards."""
    words = key_words(subject.tool)  # of a name that says that it does two things, either may be it
    return "and" in words or not tables.named("change").isdisjoint((*words[:1], *words[-1:]))


def _of_destinations(subject: Subject, tool: ToolClass, hints: JsonObject) -> Iterator[Finding]:
    if hints.get("openWorldHint") is not False:
        return
    for it in destinations_of(subject, tool):
        if it.outside:
            said = say("The server says that this tool stays in a world of its own; the call names an address outside.")
            handed = it.hands_over and (tool.changes or not tables.named("callback").isdisjoint(key_words(it.text.key)))
            yield found(KIND, Severity.MEDIUM if handed else Severity.INFO, said, it.text)
            return
