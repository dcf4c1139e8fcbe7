"""Parsing SQL (pure).

Owns: which texts of a call are SQL, their bounded parse, the tables that they use, and their formatted text.
Invariants: a text that is too long, too deep or unknown SQL is marked, and never guessed; if the database is unknown,
and databases read the text differently, there are several readings; the formatted text is made from the tree, so that
the text on the screen is the one that was judged. Texts are never logged.
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
_DIALECT_WORDS: Final = (
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
_DIALECT_BY_WORD: Final = {word: dialect for dialect, words in _DIALECT_WORDS for word in words.split()}
_DATABASES: Final = frozenset(_DIALECT_BY_WORD) | frozenset("sql db database dbhub warehouse rds".split())
_SURE_SQL_NAMES: Final = frozenset("sql ddl dml".split())
_SQL_NAMES: Final = _SURE_SQL_NAMES | frozenset("query querie statement".split())
_AMBIGUOUS: Final = ("\\", "#", "--", "/*", '"', "`", "$$")
_COMMENT: Final = linear(r"(?s)/\*.*?\*/|--[^\n]*\n")
_CONDITIONAL_COMMENT: Final = linear(r"/\*M?!\d{0,6}")
_PROCEDURE: Final = linear(r"\s*(?:sp|xp)_\w{3}", ignore_case=True)
"""A procedure that SQL Server runs without ``EXEC`` at the beginning of a text."""
_PLACEHOLDERS: Final = linear(r"%s\b|%\(\w+\)s")

_MAX_READ: Final = 8_000
_NAME: Final = r"[\w.\"`\[\]]+"
_OTHER_OBJECTS: Final = (
    "account|aggregate|api integration|assembly|certificate|collation|connection|credential|dictionary|domain|endpoint|"
    "event trigger|failover group|file format|foreign|group|masking policy|network|notification integration|operator|"
    "package|pipe|procedure|profile|publication|quota|replication group|resource|row access policy|rule|"
    "security integration|share|stage|storage integration|stream|subscription|synonym|tablespace|task|warehouse"
).replace(" ", r"\s+")
"""Other objects in databases (PostgreSQL, SQL Server, Oracle, Snowflake and ClickHouse references)."""
_STATEMENT_FORM: Final = linear(
    r"(?s)(?:select\b.*(?:\bfrom\b|\(|\*|\d|'|@@)|insert\s+(?:or\s+\w+\s+|ignore\s+)?into\b|replace\s+into\b|"
    rf"update\s+(?:only\s+)?{_NAME}\s+(?:as\s+\w+\s+)?set\b|delete\s+from\b|delete\s+{_NAME}\s+(?:from|where)\b|"
    rf"merge\s+(?:into\b|{_NAME}\s+(?:\w+\s+)?using\b)|"
    r"drop\s+(?:table|database|schema|view|index|user|role|column|function|procedure|trigger|sequence|extension|policy|"
    r"materialized|owned|type|constraint)\b|"
    r"create\s+(?:or\s+replace\s+)?(?:(?:global|temp|temporary|unique|materialized|external|virtual|unlogged)\s+)*"
    r"(?:table|view|index|database|schema|user|role|function|procedure|trigger|sequence|extension|login|policy|type)\b|"
    rf"alter\s+(?:{_OTHER_OBJECTS})\s+{_NAME}\s+(?:set|unset|add|remove|modify|drop|rename|swap|owner|enable|disable|suspend|resume|refresh)\b|"
    rf"(?:drop|create(?:\s+or\s+replace)?)\s+(?:{_OTHER_OBJECTS})\s+{_NAME}\s*(?:;|\(|\w*\s*=)|"
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


class Statement(Struct, frozen=True):
    """One statement."""

    tree: exp.Expr  # its syntax tree
    kind: str  # its first words, for people
    span: tuple[int, int] | None = None  # its characters, None if unknown


class Sql(Struct, frozen=True):
    """A reading of a text as SQL."""

    status: Literal["read", "too large", "unreadable"]  # ``read``, ``too large`` or ``unreadable``
    dialect: str = ""  # of the reading
    statements: tuple[Statement, ...] = ()  # in order


class Tables(NamedTuple):
    """The names of the tables that a text reads and writes, in order."""

    read: tuple[str, ...]
    written: tuple[str, ...]


# Which texts are SQL.


def is_sql(text: Text, is_database_tool: bool) -> bool:
    """Whether a text is SQL, by its name and form. ``is_database_tool``: whether the tool is for databases."""
    stripped = text.text.strip()
    if text.is_name or len(stripped) < 4:
        return False
    words = key_words(text.key)
    last = words[-1] if words else ""
    if last in _SURE_SQL_NAMES:
        return " " in stripped or looks_like_sql(stripped)
    is_content = role_by_name(text.key) == "content" and last not in ("content", "text")
    if last not in _SQL_NAMES and role_by_name(text.key) != "program" and (not is_database_tool or is_content):
        return False
    return looks_like_sql(text.text)


def named_as_sql(text: Text) -> bool:
    """Whether the input's name surely means SQL."""
    return not _SURE_SQL_NAMES.isdisjoint(key_words(text.key))


def looks_like_sql(text: str) -> bool:
    """Whether a text has the form of a statement, also with comments in the place of blanks."""
    if len(text) <= 5:
        return False
    read = text[:_MAX_READ]
    if _STATEMENT_FORM.match(read.lstrip(_BEFORE_A_STATEMENT)) is not None:
        return True
    if "/*" not in read and "--" not in read:
        return False
    plain = _COMMENT.sub(" ", _CONDITIONAL_COMMENT.sub(" ", read)).replace("*/", " ")
    return _STATEMENT_FORM.match(plain.lstrip(_BEFORE_A_STATEMENT)) is not None


_BEFORE_A_STATEMENT: Final = " \t\r\n\f\v\xa0(;"


def dialect_hint(subject: Subject) -> str:
    """The dialect in the names of server and tool, else empty."""
    words = _words_of(subject.tool) | _words_of(subject.server)
    return next(
        (dialect for dialect, _ in _DIALECT_WORDS if any(_DIALECT_BY_WORD.get(word) == dialect for word in words)), ""
    )


def _words_of(name: str) -> frozenset[str]:
    """The words of a name; words that end in s also unchanged, because ``postgres`` is no plural."""
    words, low = key_words(name), name.lower()
    return frozenset(words).union(f"{word}s" for word in words if f"{word}s" in low)


def is_for_databases(subject: Subject) -> bool:
    """Whether a tool is for databases, by its names."""
    return _names_database(subject.tool, subject.server)


def may_get_sql(server: str, tool: str, schema: JsonValue) -> bool:
    """Whether a tool is likely to take SQL, by its names and those of its inputs. ``schema``: ``inputSchema``."""
    inputs = schema.get("properties") if isinstance(schema, dict) else None
    return _names_database(tool, server) or (
        isinstance(inputs, dict) and any(not _SQL_NAMES.isdisjoint(key_words(name)) for name in islice(inputs, 200))
    )


def _names_database(*names: str) -> bool:
    return any(not _DATABASES.isdisjoint(_words_of(name)) for name in names)


# The parse.


def readings_of(text: str, dialect: str) -> tuple[Sql, ...]:
    """The reading of a text in ``dialect``. If that is empty or fails, those of all dialects, if they may differ."""
    return (Sql("too large"),) if len(text) > MAX_SQL or _depth(text) > MAX_DEPTH else _readings(text, dialect)


@lru_cache(maxsize=32)
def _readings(text: str, dialect: str) -> tuple[Sql, ...]:
    """See ``readings_of``. Opaque readings count only if there are no others."""
    plain = _PLACEHOLDERS.sub("?", _without_conditional_comments(text))
    plain = f"EXEC {plain}" if _PROCEDURE.match(plain) else plain
    may_differ = not dialect and any(mark in plain for mark in _AMBIGUOUS)
    readings: list[Sql] = []
    for candidate in dict.fromkeys((dialect, *_DIALECTS) if dialect else _DIALECTS):
        if (reading := _parse(plain, candidate, has_same_offsets=plain == text)) is None:
            continue
        readings.append(reading)
        if reading.status == "too large" or (not may_differ and not _is_opaque(reading)):
            break
    clear = [reading for reading in readings if not _is_opaque(reading)]
    return tuple(clear or readings) or (Sql("unreadable"),)


def _is_opaque(reading: Sql) -> bool:
    """Whether a statement was only recognised by its first word."""
    from sqlglot import exp

    return any(isinstance(statement.tree, exp.Command) for statement in reading.statements)


def _without_conditional_comments(text: str) -> str:
    """The text with the comments that MySQL runs as code, and with the line ends of all databases."""
    if "\r" in text or not text.isascii():
        text = "\n".join(text.splitlines())
    if "/*" not in text or _CONDITIONAL_COMMENT.search(text) is None:
        return text
    return _CONDITIONAL_COMMENT.sub(" ", text).replace("*/", " ")


def _depth(text: str) -> int:
    deepest = depth = 0
    for char in text:
        if char in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in ")]}":
            depth -= 1
    return deepest


def _parse(text: str, dialect: str, *, has_same_offsets: bool) -> Sql | None:
    """The reading in one dialect, None if it fails. ``has_same_offsets``: whether the input has the same offsets."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    logging.getLogger("sqlglot").setLevel(logging.CRITICAL + 1)  # it would log untrusted text
    try:
        tokens = sqlglot.tokenize(text, read=dialect)
        if len(tokens) > MAX_TOKENS:
            return Sql("too large", dialect)
        parsed = sqlglot.parse(text, read=dialect)
    except (SqlglotError, ValueError, TypeError, AttributeError, IndexError, KeyError):
        return None  # the parser is not made for hostile text and may raise anything
    except RecursionError:
        return Sql("too large", dialect)
    spans = _spans(tokens) if has_same_offsets else []
    known_spans = spans if len(spans) == len(parsed) else [None] * len(parsed)
    trees = [(tree, span) for tree, span in zip(parsed, known_spans, strict=True) if tree is not None]
    if not trees or len(trees) > MAX_STATEMENTS:
        return Sql("too large", dialect) if trees else None
    statements = tuple(Statement(tree, _kind(tree), span) for tree, span in trees if not _is_empty(tree))
    return Sql("read", dialect, statements)


def _spans(tokens: Sequence[Token]) -> list[tuple[int, int] | None]:
    """The characters of each statement. Like the parser: split at semicolons; one with a comment is a statement."""
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


def _is_empty(tree: exp.Expr) -> bool:
    from sqlglot import exp

    return isinstance(tree, exp.Semicolon)


def _kind(tree: exp.Expr) -> str:
    from sqlglot import exp

    if isinstance(tree, exp.Command):
        return " ".join([str(tree.this), *statement_rest(tree).split()[:1]]).upper()[:40]
    if isinstance(tree, (exp.Create, exp.Drop)):
        return f"{tree.key} {tree.args.get('kind') or ''}".strip().upper()
    return {"TRUNCATETABLE": "TRUNCATE", "ALTER": "ALTER TABLE", "SUBQUERY": "SELECT"}.get(
        tree.key.upper(), tree.key.upper()
    )


def statement_rest(command: exp.Expr) -> str:
    """The text behind the first word of a statement that was only recognised by that word."""
    rest = command.args.get("expression")
    return rest if isinstance(rest, str) else "" if rest is None else str(rest.name or rest)


# In brief, without the grammar.

_VERBS: Final = (
    "select insert update delete merge upsert truncate grant revoke call exec execute copy attach detach pragma load "
    "vacuum show describe explain"
)
_VERB: Final = linear(
    rf"\b(?:{'|'.join(_VERBS.split())}|replace\s+into|(?:drop|create|alter)\s+(?:or\s+replace\s+|unique\s+|temp(?:orary)?\s+|"
    r"materialized\s+)*[a-z]+|into\s+(?:outfile|dumpfile))\b",
    ignore_case=True,
)
_QUOTED: Final = linear(r"'[^']*'")
_MAY_END_QUOTE: Final = frozenset('"`[];')
"""Characters that make a quoted text uncertain, because a name in other quotes may contain the quote."""
_TABLE_NAME: Final = r"([\w$.]+|\"[^\"]+\"|`[^`]+`|\[[^\]]+\])"
_TABLE: Final = {
    "SELECT": linear(rf"\bfrom\s+{_TABLE_NAME}", ignore_case=True),
    "INSERT": linear(rf"\binto\s+{_TABLE_NAME}", ignore_case=True),
    "REPLACE INTO": linear(rf"\binto\s+{_TABLE_NAME}", ignore_case=True),
    "UPDATE": linear(rf"\bupdate\s+(?:only\s+)?{_TABLE_NAME}", ignore_case=True),
    "DELETE": linear(rf"\bfrom\s+(?:only\s+)?{_TABLE_NAME}", ignore_case=True),
    "TRUNCATE": linear(rf"\btruncate\s+(?:table\s+)?{_TABLE_NAME}", ignore_case=True),
}
_NAMED_TABLE: Final = linear(
    rf"\b(?:drop|create|alter)\s+(?:[a-z]+\s+)*?(?:table|view|database|schema|index)\s+(?:if\s+(?:not\s+)?exists\s+)?{_TABLE_NAME}",
    ignore_case=True,
)
_MAX_VERBS: Final = 4
"""Verbs of one text that are listed."""


def verb_and_table(text: str) -> tuple[str, str]:
    """The verb of a text of SQL, such as ``UPDATE``, and its table, if both are certain without a parser.

    Several statements or verbs give all verbs and no table. Nothing is returned if quotes or comments could hide a
    verb, or if a statement begins with another word.
    """
    if len(text) > _MAX_READ or any(mark in text for mark in ("\\", "#", "--", "/*", "$$")) or text.count("'") % 2:
        return "", ""
    if any(not _MAY_END_QUOTE.isdisjoint(quoted[0]) for quoted in _QUOTED.finditer(text)):
        return "", ""
    plain = _QUOTED.sub("''", text)
    if not plain.isascii():
        return "", ""
    if not all(_begins_with_its_verb(statement.strip(_OUTER_BLANKS)) for statement in plain.split(";")):
        return "", ""
    hits = [" ".join(hit[0].upper().split()) for hit in _VERB.finditer(plain)]
    verbs = list(dict.fromkeys(hits))
    if verbs == ["SELECT"] and _INTO.search(plain) is not None:  # which makes a table
        return "", ""
    if len(verbs) > 1:
        verbs = [verb for verb in verbs if verb != "SELECT"]  # what changes something reads as well
        ellipsis = " …" if len(verbs) > _MAX_VERBS else ""
        return ", ".join(verbs[:_MAX_VERBS]) + ellipsis, ""
    if not verbs or ";" in plain.strip().rstrip("; "):
        return "".join(verbs), ""
    pattern = _TABLE.get(verbs[0], _NAMED_TABLE)
    names = {hit[1].strip('"`[]') for hit in pattern.finditer(plain)}
    return verbs[0], names.pop() if len(names) == 1 and (verbs[0] != "SELECT" or not _JOINED.search(plain)) else ""


def _begins_with_its_verb(statement: str) -> bool:
    """Whether a statement begins with its verb, or does nothing."""
    verb = _VERB.search(statement)
    return not statement or (verb is not None and verb.start() == 0) or _HARMLESS.match(statement) is not None


_OUTER_BLANKS: Final = " \t\r\n("
_HARMLESS: Final = linear(r"with\b|(?:begin|commit|start)(?:\s+transaction)?$", ignore_case=True)
_INTO: Final = linear(r"\binto\b", ignore_case=True)
_JOINED: Final = linear(r"(?i)\bjoin\b|\bfrom\s+[^\s,]+(?:\s+(?:as\s+)?\w+)?\s*,")


# Its tables, and its formatted text.


def tables_in(sql: Sql) -> Tables:
    """The tables that a text names."""
    from sqlglot import exp

    read: dict[str, None] = {}
    written: dict[str, None] = {}
    for statement in sql.statements:
        cte_names = {cte.alias.lower() for cte in statement.tree.find_all(exp.CTE)}
        targets = [target for node in statement.tree.walk() for target in _targets(node)]
        for table in statement.tree.find_all(exp.Table):
            name = _name(table)
            if not name or name.lower() in cte_names:
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
        return [table for table in (target, *dropped) if isinstance(table, exp.Table)]
    if isinstance(node, exp.TruncateTable):
        return [table for table in node.expressions if isinstance(table, exp.Table)]
    return []


def _name(table: exp.Expr) -> str:
    return ".".join(part.name for part in table.parts if part.name) if hasattr(table, "parts") else ""


def formatted_text(sql: Sql) -> str:
    """The text with a line for each clause, empty if it cannot be made."""
    from sqlglot.errors import SqlglotError

    try:
        parts = [statement.tree.sql(dialect=sql.dialect, pretty=True, comments=True) for statement in sql.statements]
    except (SqlglotError, ValueError, TypeError, AttributeError, KeyError, IndexError, RecursionError):
        return ""  # the writer is not made for hostile trees
    text = ";\n\n".join(parts)
    return text if len(text) <= MAX_TEXT else ""
