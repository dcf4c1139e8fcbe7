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
from typing import Final, TypeAlias

from host.inspect import tables
from host.inspect.destinations import destinations_of
from host.inspect.evidence import MAX_EVIDENCE, finding_about
from host.inspect.roles import roles_of
from host.inspect.subject import Subject
from host.inspect.tools import (
    CHANGING,
    MAX_OPERATION,
    ToolClass,
    as_verb,
    class_of,
    class_of_call,
    inputs_and_members,
    is_addition,
    is_dry_run,
    is_operation,
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
_MAX_CLAUSES: Final = 60
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
    if hints and not is_dry_run(subject.arguments):
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

    A tool that is named for conversations, or for a model, works with them.
    """
    wanted = tables.words("conversation")
    if not wanted.isdisjoint(key_words(subject.tool)) or class_of_call(subject).sink == "model":
        return
    for text in islice(subject.values(), _MAX_INPUTS):
        names: set[str] = set()
        for words in (key_words(step) for step in text.steps if isinstance(step, str)):
            names |= {*words[:1], *words[-1:], "".join(words)}
        if not wanted.isdisjoint(names) and text.text.count(" ") >= _MIN_BLANKS:
            sentence = say("This input asks for what else was said or read; whoever runs the server gets that.")
            yield finding_about(KIND, Severity.MEDIUM, sentence, text)


_MIN_BLANKS: Final = 3
"""Blanks of the shortest text that tells something of a conversation."""


def _contradiction_by_name(subject: Subject, tool: ToolClass, hints: JsonObject) -> list[Finding]:
    if tool.verb not in _PHRASES or not _is_sure(subject, tool) or is_addition(subject.tool, subject.arguments):
        return []
    does = _PHRASES[tool.verb]
    if hints.get("readOnlyHint") is True:
        is_grave = tool.verb in _GRAVE_VERBS or tool.verb == "runs"
        is_sure = is_grave or _surely_changes(subject) or _is_by_operation(subject, tool)
        severity = Severity.MEDIUM if is_sure else Severity.INFO
        sentence = say("The server says that this tool only reads; by its name, this call {does}.", does=does)
        return [Finding(KIND, severity, sentence, subject.tool[:MAX_EVIDENCE])]
    words = key_words(subject.tool)
    undoes = not tables.words("undone").isdisjoint(words) and tool.verb in CHANGING
    if hints.get("destructiveHint") is False and (tool.verb in _DESTROYING_VERBS or undoes):
        sentence = say("The server says that this tool destroys nothing; by its name, this call {does}.", does=does)
        return [Finding(KIND, Severity.MEDIUM, sentence, subject.tool[:MAX_EVIDENCE])]
    if hints.get("idempotentHint") is True and not tables.words("again").isdisjoint((*words[:1], *words[-1:])):
        sentence = say(
            "The server says that a second such call does nothing more; by its name, each {does}.", does=does
        )
        return [Finding(KIND, Severity.MEDIUM, sentence, subject.tool[:MAX_EVIDENCE])]
    return []


def _contradiction_by_input(subject: Subject, hints: JsonObject) -> list[Finding]:
    """The first input that contradicts a hint: a switch, a new value, an operation or a recipient."""
    read_only = hints.get("readOnlyHint") is True
    if not (read_only or hints.get("destructiveHint") is False):
        return []
    for steps, value in islice(inputs_and_members(subject.arguments), _MAX_INPUTS):
        name, is_nested = steps[-1], len(steps) > 1
        verb = (
            _switch_verb(name, value, read_only=read_only) if isinstance(value, bool) else _operation_verb(name, value)
        )
        if not verb and value and read_only and not is_nested:
            verb = _verb_of_name(name)
        if verb and (read_only or verb == "deletes"):
            sentence = say("The server says otherwise; by this input, the call {does}.", does=_PHRASES[verb])
            return [Finding(KIND, Severity.MEDIUM, sentence, name[:MAX_EVIDENCE], steps)]
    return []


def _switch_verb(name: str, value: bool, *, read_only: bool) -> Verb:
    """The verb of a switch by its name."""
    verb, words = verb_of_switch(name, value), key_words(name)
    has_object = not tables.words("for-good").isdisjoint(words) or not tables.words("kept-thing").isdisjoint(words)
    return verb if read_only or has_object else ""


def _operation_verb(name: str, value: JsonValue) -> Verb:
    """The verb of an operation in an input."""
    words = key_words(name)
    names_operation = (
        is_operation(name) or words[-1:] == ("mode",) or (words[:1] == ("on",) and words[-1] in tables.words("event"))
    )
    if not isinstance(value, str) or not names_operation:
        return ""
    verb = class_of("", value[:MAX_OPERATION]).verb  # only a verb counts, not a state
    first = next(iter(key_words(value)), "")
    return verb if verb in _GRAVE_VERBS and sure_verb(first) == verb else ""


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
        verbs, destroys = verbs_described(description[:_MAX_DESCRIPTION])
        verb: Verb = next((it for it in _PHRASES if it in verbs and (read_only or it in _DESTROYING_VERBS)), "")
        if read_only and verb:
            sentence = say(
                "The server says that this tool only reads; by its description, it {does}.", does=_PHRASES[verb]
            )
        elif additive and verb:
            sentence = say(
                "The server says that this tool destroys nothing; by its description, it {does}.", does=_PHRASES[verb]
            )
        elif additive and destroys:
            sentence = say(
                "The server says that this tool destroys nothing; by its description, what was there may be gone."
            )
        else:
            continue
        return [Finding(KIND, Severity.MEDIUM, sentence, description[:MAX_EVIDENCE])]
    return []


def _descriptions(subject: Subject, hints: JsonObject) -> Iterator[str]:
    definition = subject.definition or {}
    schema = definition.get("inputSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    given_names = islice((name for name, value in subject.arguments.items() if value), _MAX_INPUTS)
    inputs = (properties.get(name) for name in given_names) if isinstance(properties, dict) else ()
    of_tool = (definition.get("title"), hints.get("title"), definition.get("description"))
    yield from (text for text in of_tool if isinstance(text, str))
    of_inputs = (schema.get("description") for schema in inputs if isinstance(schema, dict))
    yield from (text for text in of_inputs if isinstance(text, str))


@lru_cache(maxsize=1_024)
def verbs_described(description: str) -> tuple[frozenset[Verb], bool]:
    """The verbs of what a description says is done, and whether it says that something is destroyed.

    Verbs count at the beginning of a clause, behind *and*, and in the passive (*is mailed*, *are moved and purged*).
    Relative clauses and negated clauses do not count.
    """
    verbs, destroys, clauses_left = set[Verb](), False, _MAX_CLAUSES
    for sentence in _SENTENCE_END.split(_WRAPPED.sub(r" \1", description)):
        is_negated = is_relative = False
        commands = _begins_with_command(sentence)
        for place, clause in enumerate(islice(_CLAUSE_END.split(sentence), max(clauses_left, 0))):
            clauses_left, is_first = clauses_left - 1, place == 0
            words = [word.strip("`'\"*_") for word in clause.lower().split()]
            negation = _first_word_of(words, "unsaid")
            end = min(negation, _first_word_of(words, "relative"))
            starts = (at for at in range(end) if at == 0 or words[at - 1] in tables.words("joining"))
            if not is_negated:
                clause_verbs = (
                    _verb_at(words, at, is_relative=is_relative, may_be_bare=commands if at else is_first)
                    for at in starts
                    if at + 1 != negation
                )
                verbs.update(verb for verb in clause_verbs if verb)
            is_negated = is_negated or negation < len(words)  # never changes, deletes or sends anything
            is_relative = is_relative or end < len(words)
            if not words or _verb_of_form(words[0]) == "reads":
                continue
            passives = map(_verb_of_participle, words[_first_word_of(words, "being") : end])
            verbs.update(verb for verb in passives if verb in _GRAVE_VERBS)
            destroys = destroys or not tables.words("undone").isdisjoint(words[:end])
    return frozenset(verbs), destroys


def _first_word_of(words: list[str], kind: str) -> int:
    """The index of the first word of that class, or the number of words if there is none."""
    return next((at for at, word in enumerate(words) if word in tables.words(kind)), len(words))


def _begins_with_command(sentence: str) -> bool:
    """Whether a sentence begins with a bare verb, so that one behind *and* is a command too."""
    first = next(iter(sentence[:_MAX_WORD].lower().split()), "").strip("`'\"*_")
    base, _, _ = _verb_forms().get(first, _NO_VERB)
    return base == first != ""


def _verb_at(words: list[str], at: int, *, is_relative: bool, may_be_bare: bool) -> Verb:
    """The verb at the beginning of a clause. Empty if the word is a noun, an adjective or a query.

    Args:
        words: of the clause.
        at: where the verb may stand.
        is_relative: whether the clause tells of the things themselves.
        may_be_bare: whether a bare verb is a command there: at the beginning of a sentence, and in one that begins so.
    """
    base, verb, is_participle = _verb_forms().get(words[at], _NO_VERB)
    following = words[at + 1 : at + 6]
    has_object = following[:1] and following[0] in tables.words("article")
    is_noun = not tables.words("genitive").isdisjoint(following[:1])
    needs_object = is_relative or (base == words[at] and not may_be_bare)
    if is_participle or is_noun or not verb or verb == "reads" or (needs_object and not has_object):
        return ""
    if base in tables.words("noun-verb"):  # "and emails an invitation"; but "Posts of a blog"
        return verb if has_object and base != words[at] and base in tables.words("deed") else ""
    if verb in _GRAVE_VERBS:
        return verb
    queries = tables.words("query") | tables.words("report") | {"command"}
    runs_program = verb == "runs" and at > 0 and queries.isdisjoint(key_words(" ".join(following)))
    return verb if has_object and (runs_program or base in tables.words("change") - {"create", "write"}) else ""


def _verb_of_form(word: str) -> Verb:
    """The class of a verb in any form, empty for other words."""
    return _verb_forms().get(word, _NO_VERB)[1]


def _verb_of_participle(word: str) -> Verb:
    """The class of a verb that is surely done to something: *deleted*, but neither *order* nor *ordered*."""
    base, verb, is_participle = _verb_forms().get(word, _NO_VERB)
    if base in tables.words("noun-verb"):
        return verb if is_participle and base in tables.words("deed") else ""
    return verb if is_participle or base != word else ""


_Form: TypeAlias = "tuple[str, Verb, bool]"
_NO_VERB: Final[_Form] = ("", "", False)


@cache
def _verb_forms() -> Mapping[str, _Form]:
    """Each form of each verb (table ``inflections``): the verb, its class, and whether the form is a participle."""
    verbs = {word: as_verb(row["class"]) for word, row in tables.rows_by_word("verbs").items()}
    forms: dict[str, _Form] = {word: (word, verb, False) for word, verb in verbs.items()}
    for row in tables.rows("inflections"):
        is_participle, dropped = row.columns.get("done") is True, row["drops"]
        if verb := as_verb(row["class"]):
            forms |= {word: (word, verb, is_participle) for word in row.match}
            continue
        for word, verb in verbs.items():
            stem = row["before"] + word.removesuffix(dropped)
            if word.endswith(dropped) and len(word) - len(dropped) >= _MIN_STEM_LENGTH:
                for end in row.match:
                    forms.setdefault(stem + end, (word, verb, is_participle))
    return MappingProxyType(forms)


def _is_sure(subject: Subject, tool: ToolClass) -> bool:
    """Whether the verb is certain: an operation, a word that is no noun, or a verb with a named recipient."""
    if _is_by_operation(subject, tool):
        return True
    if tool.verb == "runs":  # a query or a test runs too, and may only read
        programs = (it for it in roles_of(subject, tool) if it.role == "program")
        is_given = any(
            it.is_named or not tables.words("page-script").isdisjoint(key_words(it.text.key)) for it in programs
        )
        words = key_words(subject.tool)
        return is_given and any(sure_verb(word) == "runs" for word in (*words[:1], *words[-1:]))
    if any(sure_verb(word) == tool.verb for word in key_words(subject.tool)):
        return True
    recipients = ("destination", "authority")
    return tool.verb in _GRAVE_VERBS and any(it.role in recipients and it.is_named for it in roles_of(subject, tool))


def _is_by_operation(subject: Subject, tool: ToolClass) -> bool:
    """Whether the verb comes from an input rather than from the name."""
    return class_of(subject.server, subject.tool).verb != tool.verb


def _surely_changes(subject: Subject) -> bool:
    """Whether the name begins or ends with a verb that surely changes something."""
    words = key_words(subject.tool)  # a name with "and" says that it does two things
    return "and" in words or not tables.words("change").isdisjoint((*words[:1], *words[-1:]))


def _contradictions_by_destination(subject: Subject, tool: ToolClass) -> Iterator[Finding]:
    for destination in destinations_of(subject, tool):
        if destination.outside:
            sentence = say(
                "The server says that this tool stays in a world of its own; the call names an address outside."
            )
            leads_on = not tables.words("leads-on").isdisjoint(key_words(destination.text.key))
            can_leak = destination.can_receive and (tool.changes or leads_on)
            yield finding_about(KIND, Severity.MEDIUM if can_leak else Severity.INFO, sentence, destination.text)
