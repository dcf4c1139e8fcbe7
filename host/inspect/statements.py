"""Findings about SQL (pure). Loads the parser, so others import it on first use.

Owns: what a statement does by its syntax tree, how grave that is, and the sentence for it. Invariants: the whole tree
is examined, so that writes inside of reads are found; strings and comments are no statements; if databases read a text
differently, the gravest reading counts; one text has one finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from msgspec import Struct
from sqlglot import exp

from host.inspect import tables
from host.inspect.evidence import finding_about
from host.inspect.secrets import names_secret
from host.inspect.sql import (
    Sql,
    Statement,
    dialect_hint,
    is_for_databases,
    is_sql,
    looks_like_sql,
    named_as_sql,
    readings_of,
    statement_rest,
)
from host.inspect.subject import Subject
from host.inspect.tools import class_of, deciding_word, implies_change
from host.model import Finding, Severity
from host.naming import key_words
from host.patterns import linear
from host.words import say

MAX_TEXTS: Final = 10
"""Texts of one call that are read as SQL; parsing takes time."""
_INFO, _MEDIUM, _HIGH = Severity.INFO, Severity.MEDIUM, Severity.HIGH


class SqlEffect(Struct, frozen=True):
    """One effect of a statement, with the sentence for it."""

    severity: Severity
    sentence: str


_CHANGES: Final = SqlEffect(_INFO, say("This changes data."))
_DELETES: Final = SqlEffect(_MEDIUM, say("This deletes rows."))
_SECRETS: Final = SqlEffect(_MEDIUM, say("This copies columns that hold secrets, by their names."))
_STRUCTURE: Final = SqlEffect(_MEDIUM, say("This changes the database's structure or settings."))
_UNKNOWN: Final = SqlEffect(_MEDIUM, say("This runs something in the database that Assent cannot look into."))
_DROPS: Final = SqlEffect(_HIGH, say("This deletes a whole table, column or database."))
_DROPS_PART: Final = SqlEffect(_MEDIUM, say("This deletes an index, a view or another part of the database."))
_DROPS_TEMPORARY: Final = SqlEffect(_MEDIUM, say("This deletes a table whose name says that it is for a while."))
_ALL_ROWS: Final = SqlEffect(_HIGH, say("This deletes or changes all rows: no condition limits it."))
_RIGHTS: Final = SqlEffect(_HIGH, say("This gives, takes or changes accounts and rights."))
_UNGUARDED: Final = SqlEffect(_HIGH, say("This switches off what guards the data."))
_FILES: Final = SqlEffect(_HIGH, say("This reaches through the database for files of its machine."))
_PROGRAMS: Final = SqlEffect(_HIGH, say("This makes the database's machine run a program."))
_HIDDEN: Final = SqlEffect(_HIGH, say("This writes within a statement that looks as if it only reads."))
_STACKED: Final = SqlEffect(_HIGH, say("A second statement that writes is hung on to one that reads."))
_READ_ONLY: Final = SqlEffect(_HIGH, say("This changes the database, though the tool says that it only reads."))
_NOT_READ: Final = say("This looks like SQL that Assent could not read; what it does was not inspected.")
_TOO_LARGE: Final = say("This SQL is larger or deeper than what Assent reads; what it does was not inspected.")
_TOO_MANY: Final = say("There is more SQL here than Assent reads; the rest of it was not inspected.")

_EFFECT_BY_WORD: Final = {
    "GRANT": _RIGHTS, "REVOKE": _RIGHTS, "LOAD": _FILES, "INSTALL": _FILES, "EXPORT": _FILES, "IMPORT": _FILES,
    "BACKUP": _FILES, "RESTORE": _FILES, "TRUNCATE": _DROPS, "DROP": _DROPS, "DELETE": _DELETES, "UPDATE": _CHANGES,
    "INSERT": _CHANGES, "REPLACE": _CHANGES, "MERGE": _CHANGES, "UPSERT": _CHANGES, "REASSIGN": _RIGHTS,
}  # fmt: skip
"""The effects of statements that are recognised by their first word alone."""
_TEMPORARY: Final = linear(r"(?:tmp|temp|scratch)_\w*|\w+_(?:tmp|temp|scratch)(?:_\d+)?|#\w+", ignore_case=True)
_KNOWN_STATEMENTS: Final = (
    exp.DML, exp.DDL, exp.Drop, exp.TruncateTable, exp.Alter, exp.Merge, exp.Copy, exp.Pragma, exp.Attach, exp.Detach,
    exp.Grant, exp.Revoke, exp.Set, exp.Use, exp.Transaction, exp.Commit, exp.Rollback, exp.Describe, exp.Show,
    exp.Kill, exp.Comment, exp.Analyze, exp.Execute, exp.LoadData, exp.Cache, exp.Paren, exp.Column, exp.Alias,
    exp.EndStatement, exp.IfBlock,
)  # fmt: skip
"""Statements whose effects are those of their nodes."""


def find_sql(subject: Subject) -> Iterator[Finding]:
    """``writes-sql``: statements that change something."""
    is_database_tool = is_for_databases(subject)
    takes_words = not is_database_tool and _searches(subject)
    statements = (text for text in subject.values() if is_sql(text, is_database_tool))
    texts = list(islice((text for text in statements if named_as_sql(text) or not takes_words), MAX_TEXTS + 1))
    for text in texts[:MAX_TEXTS]:
        readings = readings_of(text.text, dialect_hint(subject))
        effects = sorted({effect for reading in readings for effect in effects_of_sql(reading)}, key=_gravity)
        if readings[0].status == "too large":
            yield finding_about("not-inspected", Severity.MEDIUM, _TOO_LARGE, text)
        elif readings[0].status == "read" and effects:
            effect = _effect_for_tool(effects, subject)
            yield finding_about("writes-sql", effect.severity, effect.sentence, text, _span_of(effect, readings[0]))
        elif readings[0].status == "unreadable" and (is_database_tool or named_as_sql(text)):
            yield finding_about("not-inspected", Severity.MEDIUM, _NOT_READ, text)
    if len(texts) > MAX_TEXTS:
        yield finding_about("not-inspected", Severity.MEDIUM, _TOO_MANY, texts[MAX_TEXTS])


def _searches(subject: Subject) -> bool:
    """Whether a tool only looks for the words that it is given, by its name, of a server that somebody vouched for.

    One called ``find_and_run`` or ``find_delete`` does more.
    """
    if subject.trust == "none" or deciding_word(subject.tool) not in tables.words("searching"):
        return False
    return class_of(subject.server, subject.tool).verb == "reads" and not implies_change(subject.tool)


def _span_of(effect: SqlEffect, sql: Sql) -> tuple[int, int] | None:
    """The characters of the statement with the worst effect, None if there is only one statement."""
    if len(sql.statements) == 1:
        return None
    effects_by_span = [(statement.span, set(_effects_of_statement(statement))) for statement in sql.statements]
    spans = (span for span, effects in effects_by_span if effect in effects)
    return next(spans, None) or next((span for span, effects in effects_by_span if effects), None)


def gravest_effect(text: str) -> SqlEffect | None:
    """The gravest effect of a text that a command passes to a database, None if it only reads."""
    if not looks_like_sql(text):
        return None
    return min((it for reading in readings_of(text, "") for it in effects_of_sql(reading)), key=_gravity, default=None)


def gives_rights(text: str) -> bool:
    """Whether a text that a command passes to a database gives or changes accounts and rights."""
    return any(effect is _RIGHTS for reading in readings_of(text, "") for effect in effects_of_sql(reading))


def _gravity(effect: SqlEffect) -> tuple[int, str]:
    return effect.severity.rank, effect.sentence


def _effect_for_tool(effects: list[SqlEffect], subject: Subject) -> SqlEffect:
    """The gravest effect, adjusted to the tool: a tool that claims to read only, or one for migrations."""
    words = frozenset(key_words(subject.tool))
    hints = subject.definition.get("annotations") if subject.definition else None
    claims_read_only = isinstance(hints, dict) and hints.get("readOnlyHint") is True
    is_reader = not words.isdisjoint({"read", "readonly", "select"}) and class_of("", subject.tool).verb == "reads"
    explains = subject.trust != "none" and deciding_word(subject.tool) in tables.words("statement-reader")
    if (claims_read_only or is_reader) and not explains and effects[0].severity is not _HIGH:
        return _READ_ONLY
    if not words.isdisjoint({"migration", "migrate", "ddl"}):
        effects = [effect for effect in effects if effect is not _STACKED] or effects
        if effects[0] is _DROPS:
            return SqlEffect(_MEDIUM, _DROPS.sentence)
    return effects[0]


# The effects of a statement.


def effects_of_sql(sql: Sql) -> tuple[SqlEffect, ...]:
    """All effects of a text besides reading, the gravest first. One that was not read may do anything."""
    if sql.status != "read":
        return (_UNKNOWN,)
    effects: set[SqlEffect] = set()
    made = [_filled(statement.tree) for statement in sql.statements]
    reads_first = bool(sql.statements) and _only_reads(sql.statements[0])
    for index, statement in enumerate(sql.statements):
        statement_effects = set(_effects_of_statement(statement))
        dropped = [] if statement.tree.args.get("cascade") else _tables(statement.tree, exp.Drop)
        if dropped and set(dropped).issubset(chain.from_iterable(made[index + 1 :])):
            statement_effects = {_STRUCTURE}  # as CREATE OR REPLACE
        effects |= statement_effects
        if index and reads_first and statement_effects:
            effects.add(_STACKED)
    return tuple(sorted(effects, key=_gravity))


def _tables(tree: exp.Expr, kind: type[exp.Expr]) -> list[str]:
    """The tables in a statement that makes or drops one, in order; none for other statements."""
    is_about_table = isinstance(tree, kind) and str(tree.args.get("kind")).upper() == "TABLE"
    return [table.sql() for table in tree.find_all(exp.Table)] if is_about_table else []


def _filled(tree: exp.Expr) -> list[str]:
    """The table that a statement makes for good and fills with the result of a query."""
    is_filled = isinstance(tree.args.get("expression"), exp.Query) and tree.find(exp.TemporaryProperty) is None
    return _tables(tree, exp.Create)[:1] if is_filled else []


def _only_reads(statement: Statement) -> bool:
    return isinstance(statement.tree, (exp.Query, exp.Describe, exp.Show)) and not any(_effects_of_statement(statement))


def _effects_of_statement(statement: Statement) -> Iterator[SqlEffect]:
    """The effects of one statement besides reading."""
    root = statement.tree
    if isinstance(root, exp.Command):
        yield from _effects_of_command(root)
        return
    if is_explained := isinstance(root, exp.Describe):
        if str(root.args.get("style")).upper() not in ("ANALYZE", "ANALYSE"):
            return  # a plan, or the columns of a table
        root = root.this
    if isinstance(root, exp.Create) and str(root.args.get("kind")).upper() in tables.words("sql-routine"):
        yield _FILES if any(_reaches_machine(it) for it in root.find_all(exp.LanguageProperty)) else _STRUCTURE
        return  # its body is run later
    is_reading = is_explained or isinstance(root, exp.Query)
    for node in root.walk():
        effect = _effect_of_node(node)
        if effect is None:
            continue
        yield effect
        if is_reading and isinstance(node, (exp.DML, exp.DDL, exp.Into)) and not isinstance(node, exp.Query):
            yield _HIDDEN
    if not is_reading and not isinstance(root, _KNOWN_STATEMENTS):
        yield _UNKNOWN


def _effect_of_node(node: exp.Expr) -> SqlEffect | None:
    """The effect of one node of a tree, None if it only reads."""
    if isinstance(node, (exp.Drop, exp.TruncateTable)):
        return _effect_of_drop(node)
    if isinstance(node, (exp.Delete, exp.Update)):
        return _effect_of_row_change(node)
    if isinstance(node, exp.Insert) and _takes_secrets(node.args.get("expression")):
        return _SECRETS
    if isinstance(node, exp.Func):
        return _effect_of_function(node)
    if isinstance(node, (exp.Grant, exp.Revoke)):
        return _RIGHTS
    if isinstance(node, (exp.Attach, exp.LoadData)):
        return _FILES
    if isinstance(node, exp.Copy):
        return _effect_of_copy(node)
    if isinstance(node, exp.Create):
        return _RIGHTS if str(node.args.get("kind")).upper() in tables.words("sql-account") else _STRUCTURE
    return _effect_of_other(node)


def _effect_of_drop(node: exp.Expr) -> SqlEffect:
    dropped = list(node.find_all(exp.Table))
    kind = str(node.args.get("kind") or "").upper()
    effect = _effect_of_dropping(kind.split()[:1])
    schemas = tables.words("sql-temporary")
    by_name = all(_TEMPORARY.fullmatch(table.name) or table.db.lower() in schemas for table in dropped)
    is_temporary = bool(node.args.get("temporary")) or (bool(dropped) and by_name and kind in ("TABLE", "VIEW"))
    return _DROPS_TEMPORARY if effect is _DROPS and is_temporary and kind != "COLUMN" else effect


def _effect_of_other(node: exp.Expr) -> SqlEffect | None:
    if isinstance(node, exp.Into):
        return _STRUCTURE if node.find(exp.Table) is not None else _FILES
    if isinstance(node, (exp.Insert, exp.Merge)):
        return _CHANGES
    if isinstance(node, exp.Pragma):
        text = node.sql("sqlite").upper()
        if "WRITABLE_SCHEMA" in text or "TRUSTED_SCHEMA" in text:
            return _UNGUARDED
        return _STRUCTURE if isinstance(node.this, exp.EQ) else None
    if isinstance(node, exp.Execute):
        return (
            _PROGRAMS if any(part in node.sql("tsql").upper() for part in tables.words("sql-procedure")) else _UNKNOWN
        )
    if isinstance(node, exp.Set):
        return _effect_of_set(node.sql())
    return _STRUCTURE if isinstance(node, (exp.Alter, exp.Comment, exp.Detach, exp.Kill)) else None


def _takes_secrets(query: exp.Expr | None) -> bool:
    """Whether a query selects columns that contain secrets, by their names."""
    if not isinstance(query, exp.Select):
        return False
    names = (column.name for it in query.expressions for column in it.find_all(exp.Column))
    secret_columns = tables.words("secret-column")
    return any(names_secret(name) or not secret_columns.isdisjoint(key_words(name)[-1:]) for name in names)


def _effect_of_row_change(node: exp.Expr) -> SqlEffect:
    usual = _DELETES if isinstance(node, exp.Delete) else _CHANGES
    if node.find_ancestor(exp.Merge, exp.OnConflict) is not None:
        return usual
    where = node.args.get("where")
    if where is None:
        is_limited = node.args.get("from") or node.args.get("from_") or node.args.get("using") or node.args.get("limit")
        return usual if is_limited else _ALL_ROWS
    return _ALL_ROWS if always_true(where.this) else usual


def _effect_of_function(node: exp.Expr) -> SqlEffect | None:
    name = (node.name if isinstance(node, exp.Anonymous) else node.key).lower()
    if name in tables.words("sql-program-function"):
        return _PROGRAMS
    if name in tables.words("sql-file-function") or name.startswith(("xp_", "utl_")):
        return _FILES
    return _HIDDEN if name in tables.words("sql-write-function") else None


def _reaches_machine(language: exp.Expr) -> bool:
    """Whether a language of functions has access to the machine."""
    return language.name.lower() in ("c", "internal") or language.name.lower().endswith("u")


def _effect_of_copy(node: exp.Expr) -> SqlEffect | None:
    text = node.sql("postgres").upper()
    if " PROGRAM " in text:
        return _PROGRAMS
    if "'" in text.partition(" WITH ")[0]:
        return _FILES
    return None if text.rstrip().endswith("STDOUT") or " TO STDOUT" in text else _CHANGES


def _effects_of_command(node: exp.Expr) -> Iterator[SqlEffect]:
    """The effects of a statement of which the grammar knows only the first word."""
    first, rest = str(node.this).upper(), statement_rest(node)
    words = f"{first} {rest.upper()}".replace("'", " ").replace(";", " ").split()
    if first == "EXPLAIN":
        yield from _effects_of_plan(rest)
    elif first in ("CREATE", "ALTER"):
        yield _effect_of_altering(words)
    elif first in ("DO", "BEGIN"):
        yield from (
            {_EFFECT_BY_WORD[word] for word in words[1:] if word in _EFFECT_BY_WORD}
            or ({_UNKNOWN} if rest.strip() else ())
        )
    elif first == "SET":
        yield from filter(None, (_effect_of_set(rest),))
    elif first == "DROP":
        yield _effect_of_dropping(words[1:2])
    elif first == "VACUUM" and "INTO" in words:
        yield _FILES
    elif first not in tables.words("sql-look"):
        yield _EFFECT_BY_WORD.get(first, _STRUCTURE if first in tables.words("sql-setting") else _UNKNOWN)


def _effect_of_set(text: str) -> SqlEffect | None:
    """The effect of what stands behind ``SET``: on everybody, or on whose rights count."""
    upper = text.upper().removeprefix("SET").lstrip()
    if upper.startswith(("PASSWORD", "DEFAULT ROLE")):
        return _RIGHTS
    is_for_all = "GLOBAL" in upper or "PERSIST" in upper or "ROLE" in upper.split()[:2]
    return _STRUCTURE if is_for_all else None


def _effect_of_dropping(kind: list[str]) -> SqlEffect:
    """The effect of dropping something of that kind, which is one word."""
    if not tables.words("sql-account").isdisjoint(kind):
        return _RIGHTS
    if kind == ["POLICY"]:
        return _UNGUARDED
    return _DROPS if tables.words("sql-part").isdisjoint(kind) else _DROPS_PART


def _effect_of_altering(words: list[str]) -> SqlEffect:
    """The effect of a ``CREATE`` or ``ALTER`` that the grammar does not know."""
    if not tables.words("sql-account").isdisjoint(words[1:3]):
        return _RIGHTS
    is_unguarded = words[1:2] == ["TABLE"] and "SECURITY" in words and not {"DISABLE", "NO"}.isdisjoint(words)
    return _UNGUARDED if is_unguarded else _STRUCTURE


def _effects_of_plan(text: str) -> Iterator[SqlEffect]:
    """The effects of an ``EXPLAIN``: none, or those of the explained statement if that is run."""
    statement = _EXPLAINED.search(text)
    if statement is None or _RUN_BY_PLAN.isdisjoint(_NO_WORD.split(text[: statement.start()].upper())):
        return
    effects = {effect for it in readings_of(text[statement.start() :], "") for effect in effects_of_sql(it)}
    yield from effects
    if effects:
        yield _HIDDEN


_EXPLAINED: Final = linear(
    r"\b(?:select|with|values|insert|update|delete|merge|replace|execute|call|create|refresh|declare)\b",
    ignore_case=True,
)
"""The first word of a statement behind ``EXPLAIN`` and its options. A second ``EXPLAIN`` counts as an option."""
_RUN_BY_PLAN: Final = frozenset({"ANALYZE", "ANALYSE"})
_NO_WORD: Final = linear(r"\W+")


# Conditions that are always true.

_MAX_CONDITION_DEPTH: Final = 60


def always_true(condition: exp.Expr | None, depth: int = 0) -> bool:
    """Whether a condition surely limits nothing, by its usual forms."""
    if condition is None or depth > _MAX_CONDITION_DEPTH:
        return False
    node = condition.unnest()
    if isinstance(node, exp.Or):
        return any(always_true(part, depth + 1) or _is_not_null(part) for part in (node.left, node.right))
    if isinstance(node, exp.And):
        return all(always_true(part, depth + 1) for part in (node.left, node.right))
    if isinstance(node, exp.Boolean):
        return bool(node.this)
    return _are_same(node) or (isinstance(node, exp.Literal) and bool(node.this.strip("0.")))


def _is_not_null(condition: exp.Expr) -> bool:
    """Whether a branch of an *or* is only ``IS NOT NULL``, which is true for nearly every row."""
    node = condition.unnest()
    if isinstance(node, exp.Is):
        return bool(node.args.get("negate"))
    return isinstance(node, exp.Not) and isinstance(node.this, exp.Is) and isinstance(node.this.expression, exp.Null)


def _are_same(node: exp.Expr) -> bool:
    """Whether a comparison is that of a value with itself."""
    if not isinstance(node, (exp.EQ, exp.GTE, exp.LTE)):
        return False
    left, right = node.left, node.right
    if isinstance(left, exp.Literal) and isinstance(right, exp.Literal):
        return bool(left.name == right.name)
    return isinstance(left, (exp.Column, exp.Boolean)) and bool(left == right)
