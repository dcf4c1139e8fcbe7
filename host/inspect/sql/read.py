"""SQL, read by its grammar (pure).

Owns: the bounded parse of a text as SQL, and what its tree says. What stays true: a text that is too long, too deep or
no SQL that is known says so, and is never guessed; where the database is not known, and databases read the text
differently, the gravest reading counts. Nothing of a text is ever logged.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from host.inspect.subject import Subject
from host.inspect.tools.words import says_sql, words_of
from host.model import JsonValue
from host.patterns import regex

if TYPE_CHECKING:
    from sqlglot import exp

MAX_SQL: Final = 20_000
MAX_TOKENS: Final = 2_000
MAX_DEPTH: Final = 50
MAX_STATEMENTS: Final = 50

_DIALECTS: Final = ("postgres", "mysql", "sqlite", "tsql")
_HINTS: Final = (
    ("postgres", "postgres postgresql pg psql supabase neon timescale cockroach alloydb pglite"),
    ("mysql", "mysql mariadb planetscale tidb"),
    ("sqlite", "sqlite libsql turso d1"),
    ("tsql", "mssql sqlserver tsql synapse"),
    ("bigquery", "bigquery bq"),
    ("snowflake", "snowflake"),
    ("duckdb", "duckdb motherduck"),
    ("clickhouse", "clickhouse"),
    ("oracle", "oracle"),
    ("redshift", "redshift"),
    ("databricks", "databricks spark"),
    ("trino", "trino athena presto"),
)
_BY_WORD: Final = {word: dialect for dialect, words in _HINTS for word in words.split()}
_DATABASES: Final = frozenset(_BY_WORD) | frozenset("sql db database dbhub warehouse rds".split())
_AMBIGUOUS: Final = ("\\", "#", "--", "/*", '"', "`", "$$")
_VERSIONED: Final = regex(r"/\*M?!\d{0,6}")
_PROCEDURE: Final = regex(r"\s{0,20}(?:sp|xp)_\w{3}", re.IGNORECASE)
"""What SQL Server runs without being told to, where it stands first."""
_COMMENT: Final = regex(r"/\*[^*]{0,200}\*/")
_WORD: Final = regex(r"[A-Z_]{1,40}")
_PLACEHOLDERS: Final = regex(r"%s\b|%\(\w{1,60}\)s")

_LOOKED_AT: Final = 8_000
_OPENINGS: Final = 40
"""Characters that are looked at for the form of a statement, and comments before it."""
_FORM: Final = regex(
    r"(?:select\b[\s\S]{0,4000}(?:\bfrom\b|\(|\*|\d|'|@@)|insert\s{1,9}(?:or\s{1,9}\w{1,9}\s{1,9}|"
    r"ignore\s{1,9})?into\b|update\s{1,9}[\w.\"`\[\]]{1,130}\s{1,9}(?:as\s{1,9}\w{1,60}\s{1,9})?"
    r"set\b|delete\s{1,9}from\b|merge\s{1,9}(?:into\b|[\w.\"`]{1,130}\s{1,9}(?:\w{1,60}\s{1,9})?using\b)|"
    r"replace\s{1,9}into\b|drop\s{1,9}(?:table|database|schema|"
    r"view|index|user|role|column|"
    r"function|procedure|trigger|sequence|extension|policy|materialized|owned)\b|"
    r"create\s{1,9}(?:or\s{1,9}replace\s{1,9})?(?:(?:global|temp|temporary|"
    r"unique|materialized|external|virtual|unlogged)\s{1,9}){0,3}(?:table|view|index|database|schema|user|role|"
    r"function|procedure|trigger|sequence|"
    r"extension|login|policy|type)\b|alter\s{1,9}(?:table|user|role|database|system|schema|view|login|policy|"
    r"sequence|server)\b|truncate\s{1,9}(?:table\s{1,9})?"
    r"[\w.\"`]{1,130}\s{0,9}(?:;|$|cascade|restart|,)|grant\s[\s\S]{1,400}\bto\b|revoke\s[\s\S]{1,400}\bfrom\b|"
    r"with\s{1,9}(?:recursive\s{1,9})?[\w\"]{1,64}\s{0,9}"
    r"(?:\([^)]{0,400}\)\s{0,9})?as\s{0,9}(?:materialized\s{0,9})?\(|copy\s[\s\S]{1,400}\b(?:to|from)\b|"
    r"exec(?:ute)?\s{1,9}[\w.\[]|pragma\s{1,9}\w|(?:sp|xp)_\w{3}|attach\s{1,9}(?:database\b|')"
    r"|explain\s{0,9}\(|explain\s{1,9}(?:analy[zs]e|select|query|verbose|extended|plan|with|insert|update|delete|merge|"
    r"replace|format\s{0,9}=|using\s)|analyze\s{1,9}(?:format\s{0,9}=\s{0,9}\w{1,12}\s{1,9})?(?:update|delete|insert|"
    r"replace)\s|desc(?:ribe)?\s{1,9}analyze\s|vacuum\b|load\s{1,9}data\b|"
    r"declare\s{1,9}@|exec(?:ute)?\s{0,9}\(|execute\s{1,9}immediate\b|prepare\s{1,9}\w{1,60}\s{1,9}(?:from|as)\b|"
    r"call\s{1,9}[\w.]{1,60}\s{0,3}\(|do\s{1,9}\$|set\s{1,9}(?:global|session|role|password)\b|"
    r"unload\s{0,9}\(|export\s{1,9}data\b|rename\s{1,9}table\b|(?:backup|restore)\s{1,9}(?:database|log|table)\b|"
    r"upsert\s{1,9}into\b|reassign\s{1,9}owned\b|delete\s{1,9}[\w.\"`, ]{1,99}?\sfrom\b|"
    r"optimize\s{1,9}table\b|flush\s{1,9}(?:tables|privileges|logs)\b|kill\s{1,9}\d|shutdown\s{0,9}(?:;|$|with)|"
    r"comment\s{1,9}on\b|undrop\s|detach\s|install\s{1,9}\w|import\s{1,9}(?:into|foreign)\b|delete\s{1,9}[\w.\"`]{1,99}"
    r"\s{1,9}where\b|show\s{1,9}(?:tables|databases|grants|create|columns)\b)",
    re.IGNORECASE,
)

_MAYBE: Final = re.compile(
    rb"[\"'](?:\\[nrtf]|\\u00..|\xc2\xa0|\xe2[\x80\x81].|\xe3\x80\x80|[\s(;])*+(?:--|\xef[\xbc\xbd]|/\*|[sx]p_|(?:alter|attach|backup|call|comment|copy|create|delete|detach|do|drop|"
    rb"analyze|desc|describe|exec|execute|explain|export|flush|grant|import|insert|install|kill|load|merge|optimize|pragma|reassign|rename|"
    rb"replace|restore|revoke|select|set|show|shutdown|truncate|undrop|unload|update|upsert|vacuum|with)\b)"
)
"""A text in JSON, or one quoted in it, that begins as SQL does, also behind odd blanks or in wide letters.

In lower case: that is ten times as fast.
"""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement. Attributes: tree. kind: its first words, for people. nested: whether it stood within another."""

    tree: exp.Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Sql:
    """A text, read as SQL.

    Attributes:
        status: ``read``, ``too large`` or ``unreadable``. dialect: in which it was read. statements: in order.
        words: the words of it that stand outside of strings and comments, upper case, where it is unreadable.
    """

    status: Literal["read", "too large", "unreadable"]
    dialect: str = ""
    statements: tuple[Statement, ...] = ()
    words: tuple[str, ...] = ()


def looks_like_sql(text: str) -> bool:
    """Whether a text has the form of a statement."""
    return len(text) > 5 and _FORM.match(text, _first_word(text), _LOOKED_AT) is not None


def _first_word(text: str) -> int:
    """Where a text begins, blanks, comments and what may open a statement aside; by steps, each taken once."""
    at = 0
    for _ in range(_OPENINGS):
        while at < min(len(text), _LOOKED_AT) and (text[at].isspace() or text[at] in "(;"):
            at += 1
        end = {"--": "\n", "/*": "*/"}.get(text[at : at + 2])
        if end is None or (found := text.find(end, at + 2, _LOOKED_AT)) < 0:
            break
        at = found + len(end)
    return at


def hint(subject: Subject) -> str:
    """The dialect that the names of server and tool tell, else empty."""
    words = words_of(subject.tool) | words_of(subject.server)
    return next((dialect for dialect, _ in _HINTS if any(_BY_WORD.get(word) == dialect for word in words)), "")


def for_databases(subject: Subject) -> bool:
    """Whether a tool asks a database, by its names."""
    return _of_databases(subject.tool, subject.server)


def may_get_sql(server: str, tool: str, schema: JsonValue) -> bool:
    """Whether a tool is likely to be handed SQL, by its names and those of its inputs. ``schema``: ``inputSchema``."""
    inputs = schema.get("properties") if isinstance(schema, dict) else None
    return _of_databases(tool, server) or (isinstance(inputs, dict) and any(map(says_sql, inputs)))


def _of_databases(*names: str) -> bool:
    return any(not _DATABASES.isdisjoint(words_of(name)) for name in names)


def must_load(arguments: bytes) -> bool:
    """Whether reading these inputs, which are JSON, is likely to load the grammar, which takes most of a second."""
    return not _readings.cache_info().currsize and _MAYBE.search(arguments.lower()) is not None


def readings_of(text: str, dialect: str) -> tuple[Sql, ...]:
    """A text as ``dialect`` reads it; where that is empty or cannot, as each that can, as far as they may differ."""
    return (Sql("too large"),) if len(text) > MAX_SQL or _depth(text) > MAX_DEPTH else _readings(text, dialect)


@lru_cache(maxsize=32)
def _readings(text: str, dialect: str) -> tuple[Sql, ...]:
    plain = _PLACEHOLDERS.sub("?", _opened(text))
    plain = f"EXEC {plain}" if _PROCEDURE.match(plain) else plain
    differ = not dialect and any(mark in plain for mark in _AMBIGUOUS)
    found: list[Sql] = []
    for each in dict.fromkeys((dialect, *_DIALECTS) if dialect else _DIALECTS):
        if (read := _parse(plain, each)) is None:
            continue
        found.append(read)
        if read.status == "too large" or (not differ and not _opaque(read)):
            break
    clear = [read for read in found if not _opaque(read)]
    return tuple(clear or found) or (Sql("unreadable", words=_words(plain)),)


def _opaque(read: Sql) -> bool:
    """Whether a part of it was only recognised by its first word."""
    from sqlglot import exp

    return any(isinstance(statement.tree, exp.Command) for statement in read.statements)


def _opened(text: str) -> str:
    """With the comments opened that MySQL runs, and a line ended wherever some database ends it."""
    if "\r" in text or not text.isascii():
        text = "\n".join(text.splitlines())
    if "/*" not in text or not _VERSIONED.search(text):
        return text
    return _VERSIONED.sub(" ", text).replace("*/", " ")


def _depth(text: str) -> int:
    deepest = depth = 0
    for char in text:
        if char in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in ")]}":
            depth -= 1
    return deepest


def _parse(text: str, dialect: str) -> Sql | None:
    """None where the dialect has no such text."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    logging.getLogger("sqlglot").setLevel(logging.CRITICAL + 1)  # it would repeat strangers' text
    try:
        if len(sqlglot.tokenize(text, read=dialect)) > MAX_TOKENS:
            return Sql("too large", dialect)
        trees = [tree for tree in sqlglot.parse(text, read=dialect) if tree is not None]
    except (SqlglotError, ValueError, TypeError, AttributeError, IndexError, KeyError):
        return None  # the parser is not made for hostile text: whatever it raises, the text was not read
    except RecursionError:
        return Sql("too large", dialect)
    if not trees or len(trees) > MAX_STATEMENTS:
        return Sql("too large", dialect) if trees else None
    return Sql("read", dialect, tuple(Statement(tree, _kind(tree)) for tree in trees if not _empty(tree)))


def _empty(tree: exp.Expr) -> bool:
    from sqlglot import exp

    return isinstance(tree, exp.Semicolon)


def _kind(tree: exp.Expr) -> str:
    from sqlglot import exp

    if isinstance(tree, exp.Command):
        return " ".join([str(tree.this), *rest_of(tree).split()[:1]]).upper()[:40]
    if isinstance(tree, (exp.Create, exp.Drop)):
        return f"{tree.key} {tree.args.get('kind') or ''}".strip().upper()
    return {"TRUNCATETABLE": "TRUNCATE", "ALTER": "ALTER TABLE", "SUBQUERY": "SELECT"}.get(
        tree.key.upper(), tree.key.upper()
    )


def rest_of(command: exp.Expr) -> str:
    """What follows the first word of a statement that was recognised by that alone."""
    rest = command.args.get("expression")
    return rest if isinstance(rest, str) else "" if rest is None else str(rest.name or rest)


def _words(text: str) -> tuple[str, ...]:
    """What stands outside of strings and comments."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    for dialect in ("mysql", "postgres"):
        try:
            tokens = sqlglot.tokenize(text, read=dialect)
        except (SqlglotError, ValueError, RecursionError):
            continue
        words = [token.text.upper() for token in tokens[:MAX_TOKENS] if token.token_type.name != "STRING"]
        return (*words, *_WORD.findall(_COMMENT.sub("", text).upper())[:MAX_TOKENS])
    return tuple(_WORD.findall(text.upper())[:MAX_TOKENS])
