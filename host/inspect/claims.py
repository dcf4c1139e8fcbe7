"""Findings about servers whose hints do not fit their tools (pure).

Owns: ``contradiction``: comparing the hints in a tool's definition with its name, operation and description, and with
the destinations of the call; and inputs that ask for the conversation, which no single tool's work is.
Invariants: a hint never makes anything milder, it can only be contradicted (attack 19); uncertain signs, such as a verb
that may be a noun, contradict nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Final

from host.inspect import tables
from host.inspect.destinations import destinations_of
from host.inspect.evidence import MAX_EVIDENCE, finding_about
from host.inspect.roles import role_by_name, roles_of
from host.inspect.subject import Subject
from host.inspect.tools import (
    MAX_OPERATION,
    ToolClass,
    as_switch,
    as_verb,
    class_of,
    class_of_call,
    inputs_and_members,
    is_addition,
    sure_verb,
    verb_of_input,
    verb_of_switch,
)
from host.model import Finding, JsonObject, JsonValue, Severity
from host.naming import Verb, key_words
from host.patterns import linear
from host.words import Words, say

KIND: Final = "contradiction"
_PHRASES: Final[dict[Verb, Words]] = {
    "deletes": say("deletes"),
    "pays": say("pays"),
    "sends": say("sends"),
    "grants": say("hands out rights"),
    "writes": say("changes something"),
    "runs": say("runs a program"),
}
"""The phrase for each verb in a sentence."""
_GRAVE_VERBS: Final[frozenset[Verb]] = frozenset({"deletes", "pays", "sends", "grants"})
_DESTROYING_VERBS: Final[frozenset[Verb]] = frozenset({"deletes", "pays"})
"""Verbs that contradict ``destructiveHint: false``."""
_MAX_DESCRIPTION: Final = 2_000
"""Characters of a description that are examined."""
_MAX_SENTENCES: Final = 60
_MAX_CLAUSES: Final = 10
"""Clauses of one sentence that are examined."""
_MAX_INPUTS: Final = 64
_SENTENCE_END: Final = linear(r"[.;:!?\n]\s*")
_CLAUSE_END: Final = linear(r"[,()]\s*")
_WRAPPED: Final = linear(r"\n[ \t]*([a-z`'\"(])")
"""A line that goes on with the sentence of the line above."""
_MAX_WORD: Final = 60
_MIN_STEM_LENGTH: Final = 2
"""Fewest letters of the stem of a verb."""


def find_contradictions(subject: Subject) -> Iterator[Finding]:
    """``contradiction``: annotations of the tool that do not fit the call, and inputs for the conversation."""
    yield from islice(_inputs_for_conversation(subject), 1)
    annotations = (subject.definition or {}).get("annotations")
    hints = annotations if isinstance(annotations, dict) else {}
    if hints:
        tool = class_of_call(subject)
        findings = (
            *_contradiction_by_input(subject, hints),
            *_contradiction_by_name(subject, tool, hints),
            *_contradiction_by_description(subject, hints),
        )
        yield from sorted(findings, key=lambda finding: finding.severity.rank)[:1]
        if hints.get("openWorldHint") is False:
            yield from islice(_contradictions_by_destination(subject, tool), 1)


def _inputs_for_conversation(subject: Subject) -> Iterator[Finding]:
    """Inputs that ask for what else was said or read, as in ``get_forecast(place, context)``: the server gets that.

    A tool that is named for conversations works with them.
    """
    wanted = tables.words("conversation")
    if not wanted.isdisjoint(key_words(subject.tool)):
        return
    described = _input_schemas(subject)
    for text in islice(subject.values(), _MAX_INPUTS):
        if text.text.count(" ") < _MIN_BLANKS:
            continue
        names: set[str] = set()
        for words in (key_words(step) for step in text.steps if isinstance(step, str)):
            names |= {*words[:1], *words[-1:], "".join(words)}
        schema = described.get(text.steps[0]) if isinstance(text.steps[0], str) else None
        description = schema.get("description") if isinstance(schema, dict) else None
        asks = isinstance(description, str) and _asks_for_conversation(description[:_MAX_DESCRIPTION])
        if asks or not wanted.isdisjoint(names):
            sentence = say("This input asks for what else was said or read; whoever runs the server gets that.")
            yield finding_about(KIND, Severity.MEDIUM, sentence, text)


_MIN_BLANKS: Final = 3
"""Blanks of the shortest text that tells something of a conversation."""


@lru_cache(maxsize=1_024)
def _asks_for_conversation(description: str) -> bool:
    return bool(tables.patterns("described").rows_in(description))


def _contradiction_by_name(subject: Subject, tool: ToolClass, hints: JsonObject) -> list[Finding]:
    if tool.verb not in _PHRASES or not _is_sure(subject, tool) or is_addition(subject.tool, subject.arguments):
        return []
    does = _PHRASES[tool.verb]
    if hints.get("readOnlyHint") is True:
        sentence = say("The server says that this tool only reads; by its name, this call {does}.", does=does)
    elif hints.get("destructiveHint") is False and tool.verb in _DESTROYING_VERBS:
        sentence = say("The server says that this tool destroys nothing; by its name, this call {does}.", does=does)
    else:
        return []
    return [Finding(KIND, Severity.MEDIUM, sentence, subject.tool[:MAX_EVIDENCE])]


def _contradiction_by_input(subject: Subject, hints: JsonObject) -> list[Finding]:
    """The first input that contradicts a hint: a switch, a new value, an operation or a recipient."""
    read_only = hints.get("readOnlyHint") is True
    if not (read_only or hints.get("destructiveHint") is False):
        return []
    for steps, value in islice(inputs_and_members(subject.arguments), _MAX_INPUTS):
        name = steps[-1]
        switch = as_switch(value)
        verb = _verb_of_mode(name, value) if switch is None else verb_of_switch(name, switch)
        if not verb and value and read_only:
            verb = _verb_of_name(name)
        if verb and (read_only or verb == "deletes"):
            sentence = say("The server says otherwise; by this input, the call {does}.", does=_PHRASES[verb])
            return [Finding(KIND, Severity.MEDIUM, sentence, name[:MAX_EVIDENCE], steps)]
    return []


def _verb_of_mode(name: str, value: JsonValue) -> Verb:
    """The verb of a change that an input called a mode says for certain, empty for none: ``dry_run`` runs nothing."""
    if not isinstance(value, str) or key_words(name)[-1:] != ("mode",):
        return ""
    operation = value[:MAX_OPERATION]
    verb = class_of("", operation).verb
    return verb if verb in _PHRASES and verb in map(sure_verb, key_words(operation)) else ""


def _verb_of_name(name: str) -> Verb:
    """The verb in an input's name."""
    words = key_words(name)
    return verb_of_input(name) or ("writes" if words and words[0] in tables.words("new-value") else "")


def _contradiction_by_description(subject: Subject, hints: JsonObject) -> list[Finding]:
    """The first description, of the tool or of a given input, that contradicts a hint."""
    read_only, additive = hints.get("readOnlyHint") is True, hints.get("destructiveHint") is False
    if not (read_only or additive):
        return []
    for description in _descriptions(subject, hints):
        verbs = verbs_described(description[:_MAX_DESCRIPTION])
        verb: Verb = next((it for it in _PHRASES if it in verbs and (read_only or it in _DESTROYING_VERBS)), "")
        if read_only and verb:
            sentence = say(
                "The server says that this tool only reads; by its description, it {does}.", does=_PHRASES[verb]
            )
        elif additive and verb:
            sentence = say(
                "The server says that this tool destroys nothing; by its description, it {does}.", does=_PHRASES[verb]
            )
        else:
            continue
        return [Finding(KIND, Severity.MEDIUM, sentence, description[:MAX_EVIDENCE])]
    return []


def _descriptions(subject: Subject, hints: JsonObject) -> Iterator[str]:
    definition, properties = subject.definition or {}, _input_schemas(subject)
    given_names = islice((name for name, value in subject.arguments.items() if value), _MAX_INPUTS)
    inputs = (properties.get(name) for name in given_names)
    of_tool = (definition.get("title"), hints.get("title"), definition.get("description"))
    yield from (text for text in of_tool if isinstance(text, str))
    of_inputs = (schema.get("description") for schema in inputs if isinstance(schema, dict))
    yield from (text for text in of_inputs if isinstance(text, str))


def _input_schemas(subject: Subject) -> JsonObject:
    """The schema of each input that the tool declares."""
    schema = (subject.definition or {}).get("inputSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}


@lru_cache(maxsize=1_024)
def verbs_described(description: str) -> frozenset[Verb]:
    """The grave verbs of what a description says is done.

    Verbs count at the beginning of a clause, behind *and*, behind an adverb (*permanently deletes*, but not *recently
    deleted*), and in the passive (*is mailed*, *are moved and purged*), up to the first word of the clause that denies
    or tells of the things themselves.
    """
    verbs = set[Verb]()
    for sentence in islice(_SENTENCE_END.split(_WRAPPED.sub(r" \1", description)), _MAX_SENTENCES):
        is_relative = False
        for clause in islice(_CLAUSE_END.split(sentence), _MAX_CLAUSES):
            words = [word.strip("`'\"*_") for word in clause.lower().split()]
            negation = _first_word_of(words, "unsaid")
            end = min(negation, _first_word_of(words, "relative"))
            starts = (at for at in range(end) if at == 0 or _may_be_followed_by_verb(words[at - 1], words[at]))
            verbs.update(_verb_at(words, at, needs_object=is_relative) for at in starts if at + 1 != negation)
            if words and _verb_of_form(words[0]) != "reads":
                verbs.update(map(_verb_of_form, words[_first_word_of(words, "being") : end]))
            if negation < len(words):
                break  # never changes, deletes or sends anything
            is_relative = is_relative or end < len(words)
    return frozenset(verbs & _GRAVE_VERBS)


def _may_be_followed_by_verb(before: str, word: str) -> bool:
    """Whether a word that may be a verb says what is done: behind an adverb, only in the present."""
    is_present = word.endswith("s") or word in tables.rows_by_word("verbs")
    return before in tables.words("joining") or (before.endswith("ly") and is_present)


def _first_word_of(words: list[str], kind: str) -> int:
    """The index of the first word of that class, or the number of words if there is none."""
    return next((at for at, word in enumerate(words) if word in tables.words(kind)), len(words))


def _verb_at(words: list[str], at: int, *, needs_object: bool) -> Verb:
    """The verb at the beginning of a clause, empty for none."""
    if needs_object and tables.words("article").isdisjoint(words[at + 1 : at + 2]):
        return ""
    is_noun = not tables.words("genitive").isdisjoint(words[at + 1 : at + 2])  # a release of goods
    bare = tables.rows_by_word("verbs")
    is_noun = is_noun or (at > 0 and words[at] in bare and words[0] not in bare)  # lists spam and trash
    return "" if is_noun else _verb_of_form(words[at])


def _verb_of_form(word: str) -> Verb:
    """The class of a verb in any form, empty for other words, and for those that may be nouns."""
    return _verb_forms().get(word, "")


@cache
def _verb_forms() -> Mapping[str, Verb]:
    """The class of each form of each verb (table ``inflections``) that cannot be a noun."""
    rows, nouns = tables.rows_by_word("verbs"), tables.words("noun-verb")
    verbs = {word: as_verb(row["class"]) for word, row in rows.items() if word not in nouns}
    forms = dict(verbs)
    for row in tables.rows("inflections"):
        dropped = row["drops"]
        if verb := as_verb(row["class"]):
            forms |= dict.fromkeys(row.match, verb)
            continue
        for word, verb in verbs.items():
            stem = row["before"] + word.removesuffix(dropped)
            if word.endswith(dropped) and len(word) - len(dropped) >= _MIN_STEM_LENGTH:
                for end in row.match:
                    forms.setdefault(stem + end, verb)
    return MappingProxyType(forms)


def _is_sure(subject: Subject, tool: ToolClass) -> bool:
    """Whether the verb is certain: an operation, a word that is no noun, or a verb with a named recipient."""
    if _is_by_operation(subject, tool):
        return True
    if tool.verb == "runs":  # a query or a test runs too, and may only read
        return any(it.role == "program" and it.is_named for it in roles_of(subject))
    if any(sure_verb(word) == tool.verb for word in key_words(subject.tool)):
        return True
    recipients = ("destination", "authority")
    return tool.verb in _GRAVE_VERBS and any(it.role in recipients and it.is_named for it in roles_of(subject))


def _is_by_operation(subject: Subject, tool: ToolClass) -> bool:
    """Whether the verb comes from an input rather than from the name."""
    return class_of(subject.server, subject.tool).verb != tool.verb


def _contradictions_by_destination(subject: Subject, tool: ToolClass) -> Iterator[Finding]:
    for destination in destinations_of(subject, tool):
        is_mentioned = not destination.can_receive and role_by_name(destination.text.key) == "content"
        if destination.outside and not is_mentioned:
            sentence = say(
                "The server says that this tool stays in a world of its own; the call names an address outside."
            )
            yield finding_about(KIND, Severity.MEDIUM, sentence, destination.text)
