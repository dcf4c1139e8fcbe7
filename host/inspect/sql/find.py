"""Findings about SQL (pure).

Owns: where SQL stands in a call, and what is said of it. What stays true: it is judged by its tree; what looks like SQL
and could not be read says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.code.texts import codes
from host.inspect.saying import found
from host.inspect.sql.foreign import of_query, of_quoted
from host.inspect.sql.injection import injected
from host.inspect.sql.judge import PROGRAMS, RIGHTS, Judged, judge
from host.inspect.sql.read import MAX_SQL, Sql, for_databases, hint, looks_like_sql, readings_of
from host.inspect.subject import Subject, Text
from host.inspect.texts.vocabulary import holds, holds_any
from host.inspect.tools.queries import asks_a_store
from host.inspect.tools.words import is_asking, is_prose, last_word, named_as_code, named_as_sql, tool_words
from host.model import Finding, JsonValue, Severity
from host.patterns import regex
from host.words import say

MOST: Final = 10
"""Texts of one call that are read as SQL; parsing takes time."""
_NOT_READ: Final = say("This looks like SQL that Assent could not read; what it does was not inspected.")
_TOO_LARGE: Final = say("This SQL is larger or deeper than what Assent reads; what it does was not inspected.")
_TOO_MANY: Final = say("There is more SQL here than Assent reads; the rest of it was not inspected.")
_SMUGGLED: Final = say("This holds SQL where a plain value belongs.")
_OPERATED: Final = say("This holds an expression for the database where a plain value belongs.")
_READ_ONLY: Final = say("This changes the database, though the tool says that it only reads.")
_DISGUISED: Final = say("This SQL takes its words apart with comments, so that they are not seen.")
_AGGREGATED: Final = say("This writes what it reads into a collection, in the place of what is there.")
_FINAL: Final = say("What this statement does cannot be undone.")
_ACCOUNTS: Final = say("This changes who may do what in the database.")
_UNGUARDED: Final = say("This switches off what guards the data.")
_DELETES: Final = say("This deletes rows.")
_GUARDS: Final = regex(
    r"\b(?:(?:disable|no\s{1,9}force)\s{1,9}row\s{1,9}level\s{1,9}security|disable\s{1,9}(?:trigger|keys)|"
    r"drop\s{1,9}(?:policy|constraint|trigger)|foreign_key_checks\s{0,9}=\s{0,9}(?:0|off)|delete\s{1,9}where)\b",
    re.IGNORECASE,
)
_MADE_UP: Final = regex(
    r"\bexec(?:ute)?\s{0,9}\(\s{0,9}[@'(\"n]|\bexec(?:ute)?\s{1,9}@\w|\bexecute\s{1,9}immediate\b|\bsp_executesql\b|"
    r"\bprepare\s{1,9}\w{1,60}\s{1,9}from\s{1,9}[@'c]",
    re.IGNORECASE,
)
_UNREAD: Final = say("This runs a statement that is put together while it runs, so that nobody can read it before.")
_ALL_OF_IT: Final = say("This deletes or changes all there is: no condition limits it.")
_CHANGED: Final = say("This changes what is in the database.")
_DOCUMENT_VERBS: Final = ("delete", "drop", "dropDatabase", "update", "insert", "findAndModify", "renameCollection")
_SPLIT_WORD: Final = regex(r"[A-Za-z]/\*[^*]{0,60}\*/[A-Za-z]|/\*!\d{0,6}\s?[A-Za-z]{1,12}\*/")
_COMMENTS: Final = regex(r"/\*(?:!\d{0,6}\s?)?|\*/")
_WRITING_STAGES: Final = frozenset({"$out", "$merge"})
_QUOTED_BY: Final = ("'", '"')
"""What closes again where a phrase is looked for, and stays open where somebody gets behind it."""
_SENTENCE: Final = 12
"""Words from which a text rather tells of such an input than is one."""
_SURE: Final = frozenset("sql statement ddl dml".split())
_READS: Final = frozenset("read readonly select".split())


_CLIENTS: Final = tuple(
    "psql mysql mariadb sqlite3 sqlcmd bq execute clickhouse duckdb cockroach snowsql --sql query( usql isql".split()
)
_BARE: Final = regex(
    r"\b(?:mysql|mariadb|psql|sqlite3|sqlcmd|clickhouse-client|duckdb|cockroach|snowsql)\b"
    r"[^\n]{0,200}?\s(?:-[ecqQ]|--(?:command|execute|query))[ =](.{6,4000})"
)
_QUOTES: Final = regex(r"\"([^\"]{6,4000})\"|'([^']{6,4000})'")


def is_sql(text: Text, databases: bool) -> bool:
    """Whether a text is SQL, by its name and form. ``databases``: whether its tool asks a database."""
    if text.is_name or not text.text.strip() or len(text.text) < 4:
        return False
    if last_word(text.key) in _SURE and not text.text.strip().isdigit() and " " in text.text.strip():
        return True
    if not databases and (is_prose(text) or named_as_code(text)):
        return False
    if is_prose(text) and last_word(text.key) not in ("content", "text"):
        return False
    return looks_like_sql(text.text)


def find_sql(subject: Subject) -> Iterator[Finding]:
    """``writes-sql``: statements that change something, and SQL in inputs that are none."""
    databases = for_databases(subject)
    foreign = asks_a_store(subject.server, subject.tool)
    dialect = ""
    count, told = 0, set[object]()
    for text in subject.values():
        if is_sql(text, databases):
            if count >= MOST:
                yield found("not-inspected", Severity.MEDIUM, _TOO_MANY, text)
                return
            count += 1
            dialect = dialect or hint(subject)
            yield from _put_together(text)
            for finding in _of_sql(subject, text, dialect, sure=databases or named_as_sql(text)):
                told.add(text.steps)
                yield finding
        elif (span := injected(text)) is not None:
            says = _OPERATED if "$where" in text.text else _SMUGGLED
            quoted = (is_asking(text) and not any(text.text.count(quote) % 2 for quote in _QUOTED_BY)) or (
                is_prose(text) and ("`" in text.text or len(text.text.split()) > _SENTENCE)
            )
            yield found("writes-sql", Severity.MEDIUM if quoted else Severity.HIGH, says, text, span)
        elif (told_of := of_query(text, foreign=foreign)) is not None:
            yield told_of
    yield from _disguised(subject, databases, told)
    if not subject.plain:
        yield from _documents(subject)
    yield from _quoted(subject)


def _put_together(text: Text) -> Iterator[Finding]:
    """A statement that is made up while it runs: nobody can read it before."""
    if (match := _MADE_UP.search(text.text[:MAX_SQL])) is not None:
        yield found("writes-sql", Severity.HIGH, _UNREAD, text, match.span())
        yield found("runs-code", Severity.MEDIUM, _UNREAD, text, match.span())


def _documents(subject: Subject) -> Iterator[Finding]:
    """Commands of document databases, which are objects: a verb, and what it is done to."""
    for key in ("command", "cmd", "operation", "query"):
        command = subject.arguments.get(key)
        if not isinstance(command, dict):
            continue
        verb = next((verb for verb in _DOCUMENT_VERBS if verb in command), "")
        if verb:
            whole = verb in ("drop", "dropDatabase") or any(
                isinstance(each, dict) and each.get("q") == {} for each in _list(command.get(f"{verb}s"))
            )
            grave = Severity.HIGH if whole else Severity.MEDIUM
            yield Finding("writes-sql", grave, _ALL_OF_IT if whole else _CHANGED, verb, (key, verb))
            if whole or verb == "delete":
                yield Finding("destructive", grave, _ALL_OF_IT if whole else _DELETES, verb, (key, verb))


def _list(value: JsonValue) -> list[JsonValue]:
    return value[:MOST] if isinstance(value, list) else []


def _disguised(subject: Subject, databases: bool, told: set[object]) -> Iterator[Finding]:
    """Words taken apart by comments, and stages of a pipeline that write."""
    for text in subject.texts:
        if text.is_name:
            if text.text in _WRITING_STAGES:
                yield found("writes-sql", Severity.MEDIUM, _AGGREGATED, text)
        elif (
            holds(text.text, "/*")
            and text.steps not in told
            and (databases or named_as_sql(text))
            and _SPLIT_WORD.search(text.text[:MAX_SQL])
        ):
            yield found("writes-sql", Severity.HIGH, _DISGUISED, text)
            plain = _COMMENTS.sub("", text.text[:MAX_SQL])
            readings = readings_of(plain, "")
            judged = dict.fromkeys(each for reading in readings for each in judge(reading))
            yield from _for_good(text, readings, judged)


def _quoted(subject: Subject) -> Iterator[Finding]:
    """SQL that stands quoted in a command or program."""
    for code in codes(subject)[:MOST]:
        low = code.code[:MAX_SQL]
        if (told := of_quoted(code.text, low)) is not None:
            yield told
            continue
        if not holds_any(low.lower(), _CLIENTS):
            continue
        texts = [match[1] or match[2] for match in islice(_QUOTES.finditer(low), MOST)]
        if not texts and (bare := _BARE.search(low)) is not None:  # a list of arguments has no quotes
            texts = [bare[1]]
        judged = [each for sql in texts if looks_like_sql(sql) for read in readings_of(sql, "") for each in judge(read)]
        if judged:
            worst = min(judged, key=lambda each: each.severity is not Severity.HIGH)
            yield found("writes-sql", worst.severity, worst.says, code.text)


def _of_sql(subject: Subject, text: Text, dialect: str, *, sure: bool) -> Iterator[Finding]:
    readings = readings_of(text.text, dialect)
    judged = dict.fromkeys(each for reading in readings for each in judge(reading))
    if readings[0].status == "too large":
        yield found("not-inspected", Severity.MEDIUM, _TOO_LARGE, text)
    elif readings[0].status == "unreadable":
        if not sure:
            return
        yield found("not-inspected", Severity.MEDIUM, _NOT_READ, text)
    if not judged:
        return
    worst = min(judged, key=lambda each: each.severity is not Severity.HIGH)
    if worst.severity is not Severity.HIGH and _says_reading(subject):
        worst = Judged(Severity.HIGH, _READ_ONLY)
    yield found("writes-sql", worst.severity, worst.says, text)
    if PROGRAMS in judged:
        yield found("runs-code", Severity.HIGH, PROGRAMS.says, text)
    yield from _for_good(text, readings, judged)


def _for_good(text: Text, readings: tuple[Sql, ...], judged: dict[Judged, None]) -> Iterator[Finding]:
    """``destructive``: what no statement brings back, or what guards the rows."""
    kinds = {statement.kind for reading in readings for statement in reading.statements}
    if any(each.final for each in judged):
        yield found("destructive", Severity.HIGH, _FINAL, text)
    elif RIGHTS in judged:
        yield found("destructive", Severity.HIGH, _ACCOUNTS, text)
    elif (guard := _GUARDS.search(text.text[:MAX_SQL])) is not None:
        yield found("destructive", Severity.HIGH, _UNGUARDED, text, guard.span())
    elif any(kind.startswith("DELETE") for kind in kinds):
        yield found("destructive", Severity.INFO, _DELETES, text)


def _says_reading(subject: Subject) -> bool:
    hints = subject.definition.get("annotations") if subject.definition else None
    declared = isinstance(hints, dict) and hints.get("readOnlyHint") is True
    return declared or not tool_words(subject).isdisjoint(_READS)
