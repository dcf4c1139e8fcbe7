"""Values that stand inside command lines, statements and addresses (pure).

Owns: the reading of options (``--region x``), of what a command names with its kind (``deployment/web``), of conditions
and tables of SQL and of an address's query, as inputs of their own. What stays true: each keeps the place of the text
that it stands in; nothing is resolved; the work is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import named_as_code, named_as_sql
from host.naming import key_words
from host.patterns import regex

_MOST: Final = 60
_LONG: Final = 4_000
_OPTION: Final = regex(
    r"(?<![\w-])--?([A-Za-z][\w-]{0,40})(?:=|[ \t]{1,3})"
    r"(\"[^\"\n]{1,200}\"|'[^'\n]{1,200}'|[^\s'\"|;&<>-][^\s'\"|;&<>]{0,199})"
)
_KIND: Final = regex(
    r"(?<![\w/.-])(deployment|deploy|statefulset|daemonset|pod|po|svc|service|namespace|ns|node|job|cronjob|secret|"
    r"configmap|cluster|container|volume|image|stack|topic|bucket|branch|workspace|database)(?:/|[ \t]{1,3})"
    r"([A-Za-z0-9][\w.-]{1,80})"
)
_CONDITION: Final = regex(
    r"\b([A-Za-z_][\w.]{0,60})\s{0,3}(?:=|<>|!=|<=|>=|<|>|\blike\b)\s{0,3}(?:'([^'\n]{1,200})'|(-?[0-9]{1,15}(?:\.[0-9]{1,8})?)\b)",
    re.IGNORECASE,
)
_TABLE: Final = regex(
    r"\b(?:from|update|into|join|table(?:\s{1,3}if\s{1,3}exists)?|truncate)\s{1,3}[`\"\[]?([A-Za-z_][\w.]{1,80})",
    re.IGNORECASE,
)
_UNQUOTED: Final = regex(r"\b(project|space|key)\s{0,3}(?:=|in)\s{0,3}\(?([A-Z][A-Z0-9]{1,9})\b")
_TOP: Final = regex(r"\b(limit|top|offset)\s{1,3}([0-9]{1,9})\b", re.IGNORECASE)
_AGO: Final = regex(r"\binterval\s{0,2}'?([0-9]{1,5}\s{0,2}[a-z]{1,8})'?", re.IGNORECASE)
_OLDER: Final = regex(r"\b(?:older|newer)_than:([0-9]{1,5}[dy])\b")
_SET: Final = regex(r"(?<=\s)([a-z][\w.-]{2,40})=([0-9]{1,9})(?![\w.])")
_GIT: Final = regex(
    r"\bgit\s{1,2}(?:push|checkout|switch|merge|rebase)\s{1,2}(?:-{1,2}[\w-]{1,30}\s{1,2}){0,4}(?:origin\s{1,2}|upstream\s{1,2})?(?:HEAD:)?([A-Za-z][\w./-]{1,80})"
)
_QUERY: Final = regex(r"[?&]([\w.-]{1,40})=([^&#\s]{1,200})")
_SHORTS: Final = {"n": "namespace", "deploy": "deployment", "po": "pod", "ns": "namespace", "svc": "service"}
_NO_TABLE: Final = frozenset("select set only values table where if exists".split())
_UNSAID: Final = frozenset("if exists not on the in is and or to from all list get".split())


def inner(subject: Subject) -> tuple[Text, ...]:
    """The values inside the call's commands, statements and addresses."""
    return subject.once(_inner)


def _inner(subject: Subject) -> tuple[Text, ...]:
    return tuple(islice(_each(subject), _MOST))


def _each(subject: Subject) -> Iterator[Text]:
    left = _LONG * 4
    for text in islice(subject.values(), _MOST):
        left -= len(text.text) if len(text.text) <= _LONG else 0
        if len(text.text) > _LONG or left < 0:
            continue
        yield from (_as(text, "older", ago) for ago in _OLDER.findall(text.text))
        if text.key.lower() in _ASKED or named_as_sql(text) or (named_as_code(text) and _TABLE.search(text.text)):
            yield from _of_sql(text)
        if named_as_code(text) or (text.key.lower() in _RUN and not named_as_sql(text)):
            yield from _of_command(text)
        elif "://" in text.text[:12] and "?" in text.text:
            yield from (_as(text, name, value) for name, value in _QUERY.findall(text.text))


_ASKED: Final = frozenset({"jql", "cql", "soql", "filter", "where", "condition"})
_RUN: Final = frozenset({"command", "cmd", "cli_command", "args", "arguments"})


def _of_command(text: Text) -> Iterator[Text]:
    for name in islice(_GIT.findall(text.text), _MOST):
        yield _as(text, "branch", name)
    for name, value in islice(_SET.findall(text.text), _MOST):
        yield _as(text, name, value)
    for name, value in islice(_OPTION.findall(text.text), _MOST):
        yield _as(text, _SHORTS.get(name, name), value.strip("\"'"))
    for kind, name in islice(_KIND.findall(text.text), _MOST):
        if name.lower() not in _UNSAID:
            yield _as(text, _SHORTS.get(kind, kind), name)


def _of_sql(text: Text) -> Iterator[Text]:
    for name, quoted, number in islice(_CONDITION.findall(text.text), _MOST):
        yield _as(text, name.rpartition(".")[2], quoted or number)
    for name, key in islice(_UNQUOTED.findall(text.text), _MOST):
        yield _as(text, name, key)
    for ago in islice(_AGO.findall(text.text), _MOST):
        yield _as(text, "older", ago)
    for name in islice(_TABLE.findall(text.text), _MOST):
        if name.lower() not in _NO_TABLE:
            yield _as(text, "table", name)
    for name, number in islice(_TOP.findall(text.text), _MOST):
        yield _as(text, name.lower(), number)


def _as(text: Text, name: str, value: str) -> Text:
    return Text(text.steps, "_".join(key_words(name)) or name, value)
