"""The kind ``destructive``: the verb of a tool together with the scope of its inputs (pure).

Owns: judging deletions, rights and payments by the verb class of the tool and the scope of the call (table ``scope``).
Invariants: one finding per call, the gravest; a rehearsal has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, pairwise
from typing import Final, NamedTuple

from msgspec import Struct

from host.canonical import canonical
from host.inspect import tables
from host.inspect.evidence import MAX_EVIDENCE, finding_about
from host.inspect.roles import document_in
from host.inspect.subject import Steps, Subject, Text, inputs_of, label_of_pair, name_of
from host.inspect.tools import (
    class_of_call,
    has_plain_inputs,
    mutation_of_call,
    operations_in,
)
from host.model import Finding, Severity
from host.naming import Verb, key_words
from host.words import make_wording, say

KIND: Final = "destructive"
_MAX_INPUTS: Final = 200
"""Inputs of one call that are examined."""
_MAX_VALUE: Final = 64
_MAX_DESCRIPTION: Final = 120
"""Characters of a description that are examined."""


class _Row(Struct, frozen=True):
    """A row of the table ``scope``.

    Attributes:
        says: what the call does.
    """

    about: frozenset[str]  # the tool's name must contain one of these words; empty for any name
    by_verb: bool  # whether ``values`` are compared with all words of the tool's name, or only with its object
    keys: frozenset[str]  # names of the inputs with ``values``; empty if the tool's name has them
    values: frozenset[str]  # the words that fit
    severity: Severity  # of the finding
    sentence: str


class _Switch(NamedTuple):
    """An input that is true, false or an empty list."""

    names: frozenset[str]  # the forms of its name in the table
    name: str
    steps: Steps
    state: str  # it as JSON


@cache
def _rows_by_verb() -> dict[str, tuple[_Row, ...]]:
    """The rows of each verb."""
    by_verb: dict[str, list[_Row]] = {}
    for row in tables.rows("scope"):
        keys = frozenset() if row["key"] in ("tool", "object") else frozenset(row["key"].split())
        about, severity = frozenset(row["about"].split()), row.severity or Severity.INFO
        scopes = by_verb.setdefault(row["verb"], [])
        scopes.append(_Row(about, row["key"] == "tool", keys, frozenset(row.match), severity, row["says"]))
        guards = frozenset(f"off:{key[3:]}" for key in keys if key.startswith("on:"))
        if guards and "false" in row.match:  # requireMfa: false is skipMfa: true
            scopes.append(_Row(about, False, guards, frozenset({"true"}), severity, row["says"]))
    return {verb: tuple(scopes) for verb, scopes in by_verb.items()}


def find_destructive(subject: Subject) -> Iterator[Finding]:
    """``destructive``: the gravest row that fits the call's verb and scope."""
    tool = class_of_call(subject)
    if tool.verb == "reads":
        return
    description = "" if tool.has_verb else _description_start(subject)
    is_plain = has_plain_inputs(subject)
    mutation = "" if is_plain else mutation_of_call(subject)
    names = (subject.tool, description, mutation, *(() if is_plain else operations_in(subject)))
    rows = _rows_for(tool.verb or "writes", names, mutation or subject.tool)
    if (gravest := _gravest_row(subject, rows)) is not None:
        row, evidence, where = gravest
        sentence = say("This call {does}.", does=make_wording(row.sentence, {}))
        yield Finding(KIND, row.severity, sentence, evidence[:MAX_EVIDENCE], where)


@lru_cache(maxsize=512)
def _rows_for(verb: Verb, names: tuple[str, ...], object_name: str) -> tuple[_Row, ...]:
    """The rows of a verb and of any verb that fit an operation by its names, those with ``keys`` if a value fits too.

    ``object_name``: the one of the names that has the word for the object.
    """
    words = frozenset(word for name in names for word in _with_pairs(key_words(name)))
    object_ = frozenset(_object_word(key_words(object_name)))
    is_rebuilt = not tables.words("rebuilt").isdisjoint(object_)
    rows = (*_rows_by_verb().get(verb, ()), *_rows_by_verb()["*"])
    rows = tuple(sorted(rows, key=lambda row: row.values == {"*"}))  # last those that fit whatever the call says
    return tuple(
        row
        for row in rows
        if not (row.about and row.about.isdisjoint(words))
        and not (row.by_verb and row.severity is Severity.HIGH and is_rebuilt)
        and (row.keys or "*" in row.values or not row.values.isdisjoint(words if row.by_verb else object_))
    )


def _with_pairs(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words, and each two that follow one another as one: ``securitygroup``."""
    return (*words, *(first + second for first, second in pairwise(words)))


def _gravest_row(subject: Subject, rows: tuple[_Row, ...]) -> tuple[_Row, str, Steps] | None:
    """The gravest of ``_rows_for`` that fits, with the matching value and the steps to it."""
    if not rows:
        return None
    gravest: tuple[_Row, str, Steps] | None = None
    values = [
        (_table_names(text.key) | _table_names(text.label) if text.label else _table_names(text.key), text)
        for text in islice(subject.values(), _MAX_INPUTS)
        if len(text.text) <= _MAX_VALUE
    ]
    switches = () if has_plain_inputs(subject) else _switches(subject)
    names = frozenset[str]().union(*[it[0] for it in values], *[it[0] for it in switches])
    for row in rows:
        if gravest is not None and (gravest[0].severity is Severity.HIGH or row.severity is not Severity.HIGH):
            continue
        if not row.keys:
            gravest = row, "", ()
        elif not row.keys.isdisjoint(names) and (hit := _matching_value(row, values, switches)) is not None:
            gravest = row, *hit
    return gravest


def find_documents(subject: Subject) -> Iterator[Finding]:
    """``destructive``: documents that a system acts on, such as policies, manifests and workflows."""
    tool = class_of_call(subject)
    if tool.verb == "reads":
        return
    for text in islice(subject.values(), _MAX_INPUTS):
        if (hit := document_in(subject, text)) is not None:
            sentence = say("This {does}.", does=make_wording(hit.row["says"], {}))
            severity = hit.row.severity or Severity.INFO
            yield finding_about(KIND, severity, sentence, text, (hit.start, min(hit.end, hit.start + MAX_EVIDENCE)))


def _object_word(words: tuple[str, ...]) -> tuple[str, ...]:
    """The object in a tool's name: the last word that is no verb, before a preposition.

    For ``delete_account_note`` it is the note, for ``remove_label_from_project`` the label.
    """
    end = next((at for at, word in enumerate(words) if word in tables.words("relation")), len(words))
    verbs = tables.rows_by_word("verbs").keys() - tables.words("noun-verb")
    return next(((word,) for word in reversed(words[:end]) if word not in verbs), ())


def _description_start(subject: Subject) -> str:
    """The beginning of the tool's description. It counts only for a tool whose name has no verb."""
    text = subject.definition.get("description") if subject.definition else None
    return text[:_MAX_DESCRIPTION].partition(".")[0] if isinstance(text, str) else ""


def _matching_value(
    scope: _Row, values: Sequence[tuple[frozenset[str], Text]], switches: Sequence[_Switch]
) -> tuple[str, Steps] | None:
    """The value that fits a row, and the steps to it.

    ``values``: those short enough to stand in the table, each with the forms of its name.
    """
    for names, text in values:
        if not scope.keys.isdisjoint(names) and not scope.values.isdisjoint(_table_forms(text.text)):
            return text.text, text.steps
    for switch in switches:
        if switch.state in scope.values and not scope.keys.isdisjoint(switch.names):
            return switch.name, switch.steps
    return None


def _table_forms(value: str) -> tuple[str, ...]:
    """The forms of a value in the table: unchanged, ``@`` for a mail address, several words joined."""
    plain = value.strip().lower()
    if "@" in plain:
        return (plain, "@")
    words = key_words(plain) if " " not in plain else ()
    return (plain, "".join(words)) if len(words) > 1 else (plain,)


def _switches(subject: Subject) -> list[_Switch]:
    found: list[_Switch] = []
    labels: dict[int, str] = {}  # of each object: a list in it may have thousands of switches
    for steps, value, container in inputs_of(subject):
        if isinstance(value, bool) or value == []:
            label = ""
            if name_of(steps) in tables.words("pair-value"):
                if id(container) not in labels:
                    labels[id(container)] = label_of_pair(container)
                label = labels[id(container)]
            name = label or _called(steps)
            found.append(_Switch(_table_names(name), name, steps, canonical(value).decode()))
    return found


def _called(steps: Steps) -> str:
    """The name of a switch, with that of the object around it if it says no more than on or off: ``mfa.enabled``."""
    name, states = name_of(steps), tables.words("turning-on") | tables.words("turning-off")
    return f"{name_of(steps[:-1])}_{name}" if steps[:-1] and states.issuperset(key_words(name)) else name


@lru_cache(maxsize=4_096)
def _table_names(key: str) -> frozenset[str]:
    """The forms of an input's name in the table: each of its words, all of them joined, ``on:`` what it turns on.

    ``requireSecondFactor`` and ``second_factor_enabled`` are both ``on:secondfactor``. ``off:`` is what it turns off,
    as a whole and each word: ``skip_mfa_check`` and ``mfa_disabled`` have ``off:mfa``.
    """
    words = key_words(key)
    rest = [word for word in words if word not in tables.words("turning-on")]
    turned_on = [f"on:{''.join(rest)}"] if 0 < len(rest) < len(words) else []
    others = [word for word in words if word not in tables.words("turning-off")]
    is_off = words[:1] != tuple(others[:1]) or words[-1:] != tuple(others[-1:])
    turned_off = [f"off:{name}" for name in (*others, "".join(others))] if is_off else []
    return frozenset((*words, "".join(words), *turned_on, *turned_off))
