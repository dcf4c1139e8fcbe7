"""The kind ``destructive``: what a tool's verb and the scope of its inputs mean together (pure).

Owns: judging deletions, rights and payments by the verb class of the tool and how wide it goes (table ``scope``).
Invariants: one finding a call, the gravest; what only rehearses has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Final, NamedTuple

from host.inspect import tables
from host.inspect.action import action_of
from host.inspect.evidence import EVIDENCE, found, shown
from host.inspect.roles import MAIL, document_in
from host.inspect.secrets import find_secrets
from host.inspect.subject import Steps, Subject
from host.inspect.tools import HIGH_IMPACT_VERBS, class_of, class_of_call, is_dry, operations_in, request_in
from host.model import Finding, JsonObject, JsonValue, Severity
from host.naming import key_words
from host.words import make_wording, say

KIND: Final = "destructive"
_DELETES: Final = "deletes something"
"""What a row of the table says that leaves to the inputs what is deleted."""
_LOOKED_AT: Final = 200
"""Inputs that are looked at."""
_VALUE: Final = 64
_SENTENCE: Final = 120
"""Characters of a description that say what the tool does."""
_PAIR: Final = 2


class _Scope(NamedTuple):
    """A row.

    Attributes:
        about: words of which the tool's name must have one; empty for any.
        by_verb: whether any word of the tool's name counts, or that of what it acts on alone.
        keys: words of inputs' names; empty for the tool's own.
        values: of them.
        severity: of the finding.
        says: what the call does.
    """

    about: frozenset[str]
    by_verb: bool
    keys: frozenset[str]
    values: frozenset[str]
    severity: Severity
    says: str


@cache
def _scopes() -> dict[str, tuple[_Scope, ...]]:
    """Rows by verb."""
    found: dict[str, list[_Scope]] = {}
    for row in tables.rows("scope"):
        keys = frozenset() if row["key"] in ("tool", "object") else frozenset(row["key"].split())
        scope = _Scope(
            frozenset(row["about"].split()),
            row["key"] == "tool",
            keys,
            frozenset(row.match),
            row.severity or Severity.INFO,
            row["says"],
        )
        found.setdefault(row["verb"], []).append(scope)
    return {verb: tuple(scopes) for verb, scopes in found.items()}


def find_destructive(subject: Subject) -> Iterator[Finding]:
    """The gravest of what the call's verb and scope mean."""
    tool = class_of_call(subject)
    if tool.verb == "reads" or is_dry(subject.arguments):
        return
    said = "" if tool.known else _described(subject)
    described = class_of("", said.partition(" ")[0]).verb  # a description begins with its verb
    verb = tool.verb or (described if described in HIGH_IMPACT_VERBS else "writes")
    scopes = (*_scopes().get(verb, ()), *_scopes()["*"])
    request = request_in(subject)
    names = (subject.tool, said, request, *operations_in(subject))
    words = frozenset(word for name in names for word in key_words(name))
    object_ = frozenset(_object(key_words(request or subject.tool)))
    if (best := _widest(subject, scopes, words, object_)) is not None:
        yield _finding(subject, *best)


def _widest(
    subject: Subject, scopes: tuple[_Scope, ...], words: frozenset[str], object_: frozenset[str]
) -> tuple[_Scope, str, Steps] | None:
    """The gravest row that fits, with the value that does and where it stands.

    ``words``: of the names of what is done. ``object_``: the word for what that is done to.
    """
    best: tuple[_Scope, str, Steps] | None = None
    for scope in scopes:
        if scope.about and scope.about.isdisjoint(words):
            continue
        if best is not None and (best[0].severity is Severity.HIGH or scope.severity is not Severity.HIGH):
            continue
        if scope.by_verb and scope.severity is Severity.HIGH and not tables.named("rebuilt").isdisjoint(object_):
            continue
        if not scope.keys:
            if "*" in scope.values or not scope.values.isdisjoint(words if scope.by_verb else object_):
                best = scope, "", ()
        elif (hit := _hit(subject, scope)) is not None:
            best = scope, *hit
    return best


def _finding(subject: Subject, scope: _Scope, evidence: str, where: Steps) -> Finding:
    says: str = say("This call {does}.", does=make_wording(scope.says, {}))
    if scope.says == _DELETES and _says_so_itself(subject) and (named := _deleted(subject)) is not None:
        says, evidence, where = named
    return Finding(KIND, scope.severity, says, evidence[:EVIDENCE], where)


def _says_so_itself(subject: Subject) -> bool:
    """Whether the tool deletes by its name or its operation, and not something that another input speaks of."""
    outer: JsonObject = {name: value for name, value in subject.arguments.items() if isinstance(value, str)}
    return not request_in(subject) and class_of(subject.server, subject.tool, outer).verb == "deletes"


def _deleted(subject: Subject) -> tuple[str, str, Steps] | None:
    """What is deleted, in a sentence, with the input that says it; None where none does, or it is a secret."""
    action = action_of(subject.server, subject.tool, subject.arguments)
    if not action.object or any(it.where[: len(action.inputs[0])] == action.inputs[0] for it in find_secrets(subject)):
        return None
    if not _is_of_tool(subject, action.inputs[0]):
        return None
    what = shown(action.object)
    listed = subject.arguments.get(str(action.inputs[0][0])) if len(action.inputs[0]) == 1 else None
    if action.count == 1:
        says = say("This call deletes {what}.", what=what)
    elif isinstance(listed, list) and len(listed) == _PAIR and all(isinstance(it, str) and it for it in listed):
        one, other = (shown(it) for it in listed if isinstance(it, str))
        says = say("This call deletes {what} and {other}.", what=one, other=other)
    else:
        says = say("This call deletes {what} and more.", what=what)
    return says, action.object, action.inputs[0]


def _is_of_tool(subject: Subject, steps: Steps) -> bool:
    """Whether an input names what the tool is for, as far as names tell: a record's id, not that of its zone."""
    words = frozenset(key_words(subject.tool))
    name = next((step for step in reversed(steps) if isinstance(step, str)), "")
    others = (text.key for text in islice(subject.values(), _LOOKED_AT) if text.key != name)
    return not words.isdisjoint(key_words(name)) or all(words.isdisjoint(key_words(it)) for it in others)


def find_documents(subject: Subject) -> Iterator[Finding]:
    """What documents mean that a system acts on: policies, manifests, workflows."""
    tool = class_of_call(subject)
    if tool.verb == "reads":
        return
    for text in islice(subject.values(), _LOOKED_AT):
        if (hit := document_in(subject, text)) is not None:
            says = say("This {does}.", does=make_wording(hit.row["says"], {}))
            severity = hit.row.severity or Severity.INFO
            yield found(KIND, severity, says, text, (hit.start, min(hit.end, hit.start + EVIDENCE)))


@lru_cache(maxsize=2_048)
def _object(words: tuple[str, ...]) -> tuple[str, ...]:
    """What is acted on: the last word that is no verb, and stands before the one that says where.

    Of ``delete_account_note`` and ``remove_label_from_project`` no account and no project.
    """
    end = next((at for at, word in enumerate(words) if word in tables.named("relation")), len(words))
    verbs = tables.words("verbs").keys() - tables.named("noun-verb")
    return next(((word,) for word in reversed(words[:end]) if word not in verbs), ())


def _described(subject: Subject) -> str:
    """The beginning of what the server says of the tool: believed where it tells of more than the name does."""
    text = subject.definition.get("description") if subject.definition else None
    return text[:_SENTENCE].partition(".")[0] if isinstance(text, str) else ""


def _hit(subject: Subject, scope: _Scope) -> tuple[str, tuple[str | int, ...]] | None:
    """The value that goes as wide as the row says, and where it stands."""
    for text in islice(subject.values(), _LOOKED_AT):
        if len(text.text) <= _VALUE and _named(text.key, scope) and not scope.values.isdisjoint(_meanings(text.text)):
            return text.text, text.steps
    for state in (True, False):
        if str(state).lower() in scope.values:
            return next(((it, at) for it, at in _switches(subject.arguments, state=state) if _named(it, scope)), None)
    return None


def _meanings(value: str) -> tuple[str, ...]:
    """What the table may call a value: as it stands, ``@`` for a mail address, an id of several words as one."""
    plain = value.strip().lower()
    if "@" in plain:
        return (plain, "@") if MAIL.fullmatch(plain) else (plain,)
    words = key_words(plain) if " " not in plain else ()
    return (plain, "".join(words)) if len(words) > 1 else (plain,)


def _switches(arguments: JsonObject, *, state: bool) -> Iterator[tuple[str, Steps]]:
    """The inputs that are on, or off, at any depth, with the steps to them."""
    stack: list[tuple[JsonValue, Steps]] = [(arguments, ())]
    left = _LOOKED_AT
    while stack and left > 0:
        value, steps = stack.pop()
        left -= 1
        if isinstance(value, dict):
            yield from ((name, (*steps, name)) for name, child in islice(value.items(), _LOOKED_AT) if child is state)
            stack.extend((child, (*steps, name)) for name, child in value.items() if isinstance(child, (dict, list)))
        elif isinstance(value, list):
            stack.extend((child, (*steps, at)) for at, child in enumerate(value[:_LOOKED_AT]))


def _named(key: str, scope: _Scope) -> bool:
    words = key_words(key)
    return not scope.keys.isdisjoint((*words, "".join(words)))
