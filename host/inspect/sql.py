"""SQL, read by its grammar (pure).

Owns: which texts of a call are SQL, their bounded parse, the tables that they touch, and their laid-out form.
Invariants: a text that is too long, too deep or no SQL that is known says so, and is never guessed; where the database
is not known, and databases read the text differently, each reading is there; what is laid out is made of the tree, so
that what is shown is what was judged. Nothing of a text is ever logged.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from msgspec import Struct

from host.inspect.roles import role_by_name
from host.inspect.subject import Subject, Text
from host.model import JsonValue
from host.naming import key_words
from host.patterns import linear

if TYPE_CHECKING:
    from sqlglot import Token, exp

MAX_SQL: Final = 20_000
MAX_TOKENS: Final = 2_000
MAX_DEPTH: Final = 50
MAX_STATEMENTS: Final = 50
MAX_TABLES: Final = 50
MAX_TEXT: Final = 80_000

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
_SURE: Final = frozenset("sql ddl dml".split())
_NAMES: Final = _SURE | frozenset("query querie statement".split())
_AMBIGUOUS: Final = ("\\", "#", "--", "/*", '"', "`", "$$")
_VERSIONED: Final = linear(r"/\*M?!\d{0,6}")
_PROCEDURE: Final = linear(r"\s*(?:sp|xp)_\w{3}", ignore_case=True)
"""What SQL Server runs without being told to, where it stands first."""
_PLACEHOLDERS: Final = linear(r"%s\b|%\(\w+\)s")

_LOOKED_AT: Final = 8_000
_FIRST_WORD: Final = 40
"""Characters in which the first word of a statement stands."""
_OPENINGS: Final = 40
"""Characters that are looked at for the form of a statement, and comments before it."""
_NAME: Final = r"[\w.\"`\[\]]+"
_OTHERS: Final = (
    "account|aggregate|api integration|assembly|certificate|collation|connection|credential|dictionary|domain|endpoint|"
    "event trigger|failover group|file format|foreign|group|masking policy|network|notification integration|operator|"
    "package|pipe|procedure|profile|publication|quota|replication group|resource|row access policy|rule|"
    "security integration|share|stage|storage integration|stream|subscription|synonym|tablespace|task|warehouse"
).replace(" ", r"\s+")
"""What else databases make, change and drop (PostgreSQL, SQL Server, Oracle, Snowflake and ClickHouse references)."""
_FORM: Final = linear(
    r"(?s)(?:select\b.*(?:\bfrom\b|\(|\*|\d|'|@@)|insert\s+(?:or\s+\w+\s+|ignore\s+)?into\b|replace\s+into\b|"
    rf"update\s+(?:only\s+)?{_NAME}\s+(?:as\s+\w+\s+)?set\b|delete\s+from\b|delete\s+{_NAME}\s+(?:from|where)\b|"
    rf"merge\s+(?:into\b|{_NAME}\s+(?:\w+\s+)?using\b)|"
    r"drop\s+(?:table|database|schema|view|index|user|role|column|function|procedure|trigger|sequence|extension|policy|"
    r"materialized|owned|type|constraint)\b|"
    r"create\s+(?:or\s+replace\s+)?(?:(?:global|temp|temporary|unique|materialized|external|virtual|unlogged)\s+)*"
    r"(?:table|view|index|database|schema|user|role|function|procedure|trigger|sequence|extension|login|policy|type)\b|"
    rf"alter\s+(?:{_OTHERS})\s+{_NAME}\s+(?:set|unset|add|remove|modify|drop|rename|swap|owner|enable|disable|suspend|resume|refresh)\b|"
    rf"(?:drop|create(?:\s+or\s+replace)?)\s+(?:{_OTHERS})\s+{_NAME}\s*(?:;|\(|\w*\s*=)|"
    r"alter\s+(?:table|user|role|database|system|schema|view|login|policy|sequence|server|type|index)\b|"
    rf"truncate\s+(?:table\s+)?{_NAME}\s*(?:;|$|cascade|restart|,)|grant\s.+\bto\b|revoke\s.+\bfrom\b|"
    r"with\s+(?:recursive\s+)?[\w\"]+\s*(?:\([^)]*\)\s*)?as\s*(?:materialized\s*)?\(|"
    r"with\s+[\w.'\"()+*/-]+\s+as\s+\w+\s+(?:select|insert)\b|copy\s.+\b(?:to|from)\b|"
    r"exec(?:ute)?\s+[\w.\[]|exec(?:ute)?\s*\(|execute\s+immediate\b|pragma\s+\w|(?:sp|xp)_\w{3}|attach\s+(?:database\b|')|"
    r"explain\s*\(|explain\s+(?:analy[zs]e|select|query|verbose|extended|plan|with|insert|update|delete|merge|replace|format|using)|"
    r"analyze\s+(?:update|delete|insert|replace)\s|desc(?:ribe)?\s+analyze\s|vacuum\b|load\s+data\b|declare\s+@|"
    r"call\s+[\w.]+\s*\(|do\s+\$|set\s+(?:global|session|role|password)\b|unload\s*\(|export\s+data\b|rename\s+table\b|"
    r"(?:backup|restore)\s+(?:database|log|table)\b|upsert\s+into\b|reassign\s+owned\b|comment\s+on\b|begin\s*;|begin\s+transaction\b|"
    r"show\s+(?:tables|databases|grants|create|columns)\b)",
    ignore_case=True,
)
_MAYBE: Final = linear(
    r"(?s)[\"'](?:\\[nrtf]|\\u00..|[\s\x{a0}\x{2000}-\x{206f}\x{3000}(;])*(?:--|[\x{ff00}-\x{ff7f}]|/\*|[sx]p_|(?:alter|attach|backup|begin|call|comment|"
    r"copy|create|declare|delete|detach|do|drop|analyze|desc|describe|exec|execute|explain|export|grant|import|insert|load|"
    r"merge|pragma|reassign|rename|replace|restore|revoke|select|set|show|truncate|unload|update|upsert|vacuum|with)\b)",
    ignore_case=True,
)
"""A text in JSON, or one quoted in it, that begins as SQL does, also behind odd blanks or in wide letters."""


class Statement(Struct, frozen=True):
    """One statement. Attributes: tree. kind: its first words, for people. span: its characters, None where unknown."""

    tree: exp.Expr
    kind: str
    span: tuple[int, int] | None = None


class Sql(Struct, frozen=True):
    """A text, read as SQL.

    Attributes:
        status: ``read``, ``too large`` or ``unreadable``.
        dialect: in which it was read.
        statements: in order.
        words: of one that is unreadable, upper case, those that say what it does: the first, or any behind WITH.
    """

    status: Literal["read", "too large", "unreadable"]
    dialect: str = ""
    statements: tuple[Statement, ...] = ()
    words: tuple[str, ...] = ()


class Tables(NamedTuple):
    """Attributes: read, written: names of tables as written, in order."""

    read: tuple[str, ...]
    written: tuple[str, ...]


# Which texts are SQL.


def is_sql(text: Text, databases: bool) -> bool:
    """Whether a text is SQL, by its name and form. ``databases``: whether its tool asks a database."""
    whole = text.text.strip()
    if text.is_name or len(whole) < 4:
        return False
    words = key_words(text.key)
    last = words[-1] if words else ""
    if last in _SURE:
        return " " in whole or looks_like_sql(whole)
    if last == "statement" and ";" in whole and role_by_name(text.key) == "program":
        return True  # several of them, of which the first may be one that no table knows
    if (
        last not in _NAMES
        and role_by_name(text.key) != "program"
        and (not databases or (role_by_name(text.key) == "content" and last not in ("content", "text")))
    ):
        return False
    return looks_like_sql(text.text)


def named_as_sql(text: Text) -> bool:
    """Whether its name says beyond doubt that it is SQL."""
    return not _SURE.isdisjoint(key_words(text.key))


def looks_like_sql(text: str) -> bool:
    """Whether a text has the form of a statement."""
    return len(text) > 5 and _FORM.match(text[_first_word(text) : _LOOKED_AT]) is not None


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
    words = _words_of(subject.tool) | _words_of(subject.server)
    return next((dialect for dialect, _ in _HINTS if any(_BY_WORD.get(word) == dialect for word in words)), "")


def _words_of(name: str) -> frozenset[str]:
    """The words of a name; those that end in s also as they stand, for ``postgres`` is no plural."""
    words, low = key_words(name), name.lower()
    return frozenset(words).union(f"{word}s" for word in words if f"{word}s" in low)


def for_databases(subject: Subject) -> bool:
    """Whether a tool asks a database, by its names."""
    return _of_databases(subject.tool, subject.server)


def may_get_sql(server: str, tool: str, schema: JsonValue) -> bool:
    """Whether a tool is likely to be handed SQL, by its names and those of its inputs. ``schema``: ``inputSchema``."""
    inputs = schema.get("properties") if isinstance(schema, dict) else None
    return _of_databases(tool, server) or (
        isinstance(inputs, dict) and any(not _NAMES.isdisjoint(key_words(name)) for name in islice(inputs, 200))
    )


def _of_databases(*names: str) -> bool:
    return any(not _DATABASES.isdisjoint(_words_of(name)) for name in names)


def must_load(arguments: bytes) -> bool:
    """Whether reading these inputs, which are JSON, is likely to load the grammar, which takes most of a second."""
    return not _readings.cache_info().currsize and _MAYBE.search(arguments.decode("utf-8", "replace")) is not None


# The parse.


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
        if (read := _parse(plain, each, placed=plain == text)) is None:
            continue
        found.append(read)
        if read.status == "too large" or (not differ and not _opaque(read)):
            break
    clear = [read for read in found if not _opaque(read)]
    return tuple(clear or found) or (Sql("unreadable", words=_words_of_deeds(plain)),)


def _opaque(read: Sql) -> bool:
    """Whether a part of it was only recognised by its first word."""
    from sqlglot import exp

    return any(isinstance(statement.tree, exp.Command) for statement in read.statements)


def _opened(text: str) -> str:
    """With the comments opened that MySQL runs, and a line ended wherever some database ends it."""
    if "\r" in text or not text.isascii():
        text = "\n".join(text.splitlines())
    if "/*" not in text or _VERSIONED.search(text) is None:
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


def _parse(text: str, dialect: str, *, placed: bool) -> Sql | None:
    """None where the dialect has no such text. ``placed``: whether characters stand where they stand in the input."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    logging.getLogger("sqlglot").setLevel(logging.CRITICAL + 1)  # it would repeat strangers' text
    try:
        tokens = sqlglot.tokenize(text, read=dialect)
        if len(tokens) > MAX_TOKENS:
            return Sql("too large", dialect)
        parsed = sqlglot.parse(text, read=dialect)
    except (SqlglotError, ValueError, TypeError, AttributeError, IndexError, KeyError):
        return None  # the parser is not made for hostile text: whatever it raises, the text was not read
    except RecursionError:
        return Sql("too large", dialect)
    spans = _spans(tokens) if placed else []
    known = spans if len(spans) == len(parsed) else [None] * len(parsed)
    trees = [(tree, span) for tree, span in zip(parsed, known, strict=True) if tree is not None]
    if not trees or len(trees) > MAX_STATEMENTS:
        return Sql("too large", dialect) if trees else None
    return Sql("read", dialect, tuple(Statement(tree, _kind(tree), span) for tree, span in trees if not _empty(tree)))


def _spans(tokens: Sequence[Token]) -> list[tuple[int, int] | None]:
    """The characters of each statement, as the parser cuts them: at semicolons, of which one with a comment is one."""
    from sqlglot import TokenType

    chunks: list[list[Token]] = [[]]
    for at, token in enumerate(tokens, 1):
        if token.token_type is not TokenType.SEMICOLON:
            chunks[-1].append(token)
            continue
        if token.comments:
            chunks.append([token])
        if at < len(tokens):
            chunks.append([])
    return [(chunk[0].start, chunk[-1].end + 1) if chunk else None for chunk in chunks]


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


def _words_of_deeds(text: str) -> tuple[str, ...]:
    rest = text[_first_word(text) :][:_FIRST_WORD].upper()
    first = next(iter("".join(char if char.isalpha() or char == "_" else " " for char in rest).split()), "")
    if first != "WITH":
        return (first,)
    found = (deed[0].split()[0].upper() for deed in _WORD_OF_DEED.finditer(text[:_LOOKED_AT]))
    return tuple(dict.fromkeys(found))


# In brief, without the grammar.

_DEEDS: Final = (
    "select insert update delete merge upsert truncate grant revoke call exec execute copy attach detach pragma load "
    "vacuum show describe explain"
)
_WORD_OF_DEED: Final = linear(
    rf"\b(?:{'|'.join(_DEEDS.split())}|replace\s+into|(?:drop|create|alter)\s+(?:or\s+replace\s+|unique\s+|temp(?:orary)?\s+|"
    r"materialized\s+)*[a-z]+|into\s+(?:outfile|dumpfile))\b",
    ignore_case=True,
)
_QUOTED: Final = linear(r"'[^']*'")
_HIDES: Final = frozenset('"`[];')
"""What stands in a quoted text that may not be one, for a name in other quotes may hold the quote."""
_ON: Final = r"([\w$.]+|\"[^\"]+\"|`[^`]+`|\[[^\]]+\])"
_TABLE: Final = {
    "SELECT": linear(rf"\bfrom\s+{_ON}", ignore_case=True),
    "INSERT": linear(rf"\binto\s+{_ON}", ignore_case=True),
    "REPLACE INTO": linear(rf"\binto\s+{_ON}", ignore_case=True),
    "UPDATE": linear(rf"\bupdate\s+(?:only\s+)?{_ON}", ignore_case=True),
    "DELETE": linear(rf"\bfrom\s+(?:only\s+)?{_ON}", ignore_case=True),
    "TRUNCATE": linear(rf"\btruncate\s+(?:table\s+)?{_ON}", ignore_case=True),
}
_NAMED: Final = linear(
    rf"\b(?:drop|create|alter)\s+(?:[a-z]+\s+)*?(?:table|view|database|schema|index)\s+(?:if\s+(?:not\s+)?exists\s+)?{_ON}",
    ignore_case=True,
)
_BRIEF: Final = 4
"""Deeds that are told of one text."""


def in_brief(text: str) -> tuple[str, str]:
    """What a text of SQL does, as ``UPDATE``, and the table; both only as far as its words tell beyond doubt.

    Where several statements, or several deeds, stand in it, all are told and no table; where quotes, comments and the
    like could hide some from whoever reads no grammar, or a statement begins with another word, nothing is.
    """
    if len(text) > _LOOKED_AT or any(mark in text for mark in ("\\", "#", "--", "/*", "$$")) or text.count("'") % 2:
        return "", ""
    if any(not _HIDES.isdisjoint(quoted[0]) for quoted in _QUOTED.finditer(text)):
        return "", ""
    plain = _QUOTED.sub("''", text)
    if not plain.isascii():
        return "", ""
    if not all(_told(statement.strip(_AROUND)) for statement in plain.split(";")):
        return "", ""
    found = [" ".join(hit[0].upper().split()) for hit in _WORD_OF_DEED.finditer(plain)]
    deeds = list(dict.fromkeys(found))
    if deeds == ["SELECT"] and _INTO.search(plain) is not None:  # which makes a table
        return "", ""
    if len(deeds) > 1:
        deeds = [deed for deed in deeds if deed != "SELECT"]  # what changes something reads as well
        more = " …" if len(deeds) > _BRIEF else ""
        return ", ".join(deeds[:_BRIEF]) + more, ""
    if not deeds or ";" in plain.strip().rstrip("; "):
        return "".join(deeds), ""
    pattern = _TABLE.get(deeds[0], _NAMED)
    tables = {hit[1].strip('"`[]') for hit in pattern.finditer(plain)}
    return deeds[0], tables.pop() if len(tables) == 1 and (deeds[0] != "SELECT" or not _JOINED.search(plain)) else ""


def _told(statement: str) -> bool:
    """Whether a statement does what its first word says, or nothing."""
    deed = _WORD_OF_DEED.search(statement)
    return not statement or (deed is not None and deed.start() == 0) or _HARMLESS.match(statement) is not None


_AROUND: Final = " \t\r\n("
_HARMLESS: Final = linear(r"with\b|(?:begin|commit|start)(?:\s+transaction)?$", ignore_case=True)
_INTO: Final = linear(r"\binto\b", ignore_case=True)
_JOINED: Final = linear(r"(?i)\bjoin\b|\bfrom\s+[^\s,]+(?:\s+(?:as\s+)?\w+)?\s*,")


# What it touches, and how it is laid out.


def tables(sql: Sql) -> Tables:
    """The tables that a text touches, as far as they stand in it."""
    from sqlglot import exp

    read: dict[str, None] = {}
    written: dict[str, None] = {}
    for statement in sql.statements:
        common = {each.alias.lower() for each in statement.tree.find_all(exp.CTE)}
        targets = [target for node in statement.tree.walk() for target in _targets(node)]
        for table in statement.tree.find_all(exp.Table):
            name = _name(table)
            if not name or name.lower() in common:
                continue
            (written if any(table is target for target in targets) else read)[name] = None
    return Tables(tuple(read)[:MAX_TABLES], tuple(written)[:MAX_TABLES])


def _targets(node: exp.Expr) -> list[exp.Expr]:
    """The tables that one node writes to."""
    from sqlglot import exp

    if isinstance(
        node, (exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Create, exp.Drop, exp.Alter, exp.Into, exp.Copy)
    ):
        if isinstance(node, exp.Copy) and not node.args.get("kind"):
            return []  # copies out of it
        target = node.this.this if isinstance(node.this, exp.Schema) else node.this
        dropped = node.args.get("tables") or []
        return [each for each in (target, *dropped) if isinstance(each, exp.Table)]
    if isinstance(node, exp.TruncateTable):
        return [each for each in node.expressions if isinstance(each, exp.Table)]
    return []


def _name(table: exp.Expr) -> str:
    return ".".join(part.name for part in table.parts if part.name) if hasattr(table, "parts") else ""


def laid_out(sql: Sql) -> str:
    """The text with a line for each clause, empty where that cannot be made, or says nothing new."""
    from sqlglot.errors import SqlglotError

    try:
        parts = [each.tree.sql(dialect=sql.dialect, pretty=True, comments=True) for each in sql.statements]
    except (SqlglotError, ValueError, TypeError, AttributeError, KeyError, IndexError, RecursionError):
        return ""  # the writer is not made for hostile trees
    text = ";\n\n".join(parts)
    return text if len(text) <= MAX_TEXT else ""
