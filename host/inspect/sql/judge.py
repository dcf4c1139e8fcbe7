"""What a statement does, by its tree (pure).

Owns: which statements write, which of them are rarely right, and which tables they touch. What stays true: the
whole tree is looked at, so that what writes within something that reads is found; what is not known to read counts as
writing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from host.inspect.sql.explain import explained
from host.inspect.sql.functions import FILE_FUNCTIONS, PROCEDURES, PROGRAM_FUNCTIONS, WAIT_FUNCTIONS, WRITE_FUNCTIONS
from host.inspect.sql.named import for_a_while
from host.inspect.sql.read import Sql, Statement, readings_of, rest_of
from host.inspect.sql.truth import always_true
from host.model import Severity
from host.words import say

if TYPE_CHECKING:
    from sqlglot import exp

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH


class Judged(NamedTuple):
    """One thing that a statement does. Attributes: severity. says: one sentence. final: whether nothing undoes it."""

    severity: Severity
    says: str
    final: bool = False


_CHANGES: Final = Judged(_MEDIUM, say("This changes data."))
_STRUCTURE: Final = Judged(_MEDIUM, say("This changes the database's structure or settings."))
_UNKNOWN: Final = Judged(_MEDIUM, say("This runs something in the database that Assent cannot look into."))
_DROPS: Final = Judged(_HIGH, say("This deletes a whole table, column, view or database."), final=True)
_DROPS_OWN: Final = Judged(_MEDIUM, say("This deletes a table whose name says that it is for a while."))
_ALL_ROWS: Final = Judged(_HIGH, say("This deletes or changes all rows: no condition limits it."), final=True)
_TRUE: Final = Judged(_HIGH, say("A condition in this is always true, so that it limits nothing."), final=True)
RIGHTS: Final = Judged(_HIGH, say("This gives, takes or changes accounts and rights."))
_FILES: Final = Judged(_HIGH, say("This reaches through the database for files or programs of its machine."))
PROGRAMS: Final = Judged(_HIGH, say("This makes the database's machine run a program."))
_HIDDEN: Final = Judged(_HIGH, say("This writes within a statement that looks as if it only reads."))
_STACKED: Final = Judged(_HIGH, say("A second statement that writes is hung on to one that reads."))
_WAITS: Final = Judged(_MEDIUM, say("This makes the database wait, or busy."))

_COMMANDS: Final = {
    "GRANT": RIGHTS,
    "REVOKE": RIGHTS,
    "LOAD": _FILES,
    "VACUUM": _STRUCTURE,
    "REINDEX": _STRUCTURE,
    "LOCK": _STRUCTURE,
    "RENAME": _STRUCTURE,
    "REPLACE": _CHANGES,
    "OPTIMIZE": _STRUCTURE,
    "INSTALL": _FILES,
    "EXPORT": _FILES,
    "IMPORT": _FILES,
    "BACKUP": _FILES,
    "RESTORE": _FILES,
    "TRUNCATE": _DROPS,
    "DROP": _DROPS,
    "UNDROP": _STRUCTURE,
    "DELETE": _CHANGES,
    "UPDATE": _CHANGES,
    "INSERT": _CHANGES,
    "RESET": _STRUCTURE,
    "FLUSH": _STRUCTURE,
}
_LOOKS: Final = frozenset("SHOW DESCRIBE DESC HELP CHECKPOINT ANALYZE FETCH CLOSE DECLARE PRINT".split())
_ACCOUNTS: Final = frozenset("USER ROLE LOGIN SYSTEM EXTENSION SERVER GROUP LANGUAGE CREDENTIAL POLICY".split())
_GRAVE_WORDS: Final = {
    "DROP": _DROPS,
    "TRUNCATE": _DROPS,
    "OUTFILE": _FILES,
    "DUMPFILE": _FILES,
    "INFILE": _FILES,
    "PROGRAM": PROGRAMS,
    "LOAD_FILE": _FILES,
    "XP_CMDSHELL": PROGRAMS,
    "GRANT": RIGHTS,
    "LOAD_EXTENSION": _FILES,
    "REVOKE": RIGHTS,
}
_WRITING_WORDS: Final = frozenset(
    "INSERT UPDATE DELETE MERGE REPLACE UPSERT ALTER CREATE EXEC EXECUTE CALL ATTACH IMPORT COPY".split()
)


def judge(sql: Sql) -> tuple[Judged, ...]:
    """Everything that a text does besides reading, gravest first."""
    if sql.status == "unreadable":
        return tuple(_of_words(sql.words))
    found: dict[Judged, None] = {}
    reads_first = bool(sql.statements) and _reads(sql.statements[0])
    for index, statement in enumerate(sql.statements):
        judged = dict.fromkeys(_of_statement(statement))
        found.update(judged)
        if index and reads_first and any(each is not _WAITS for each in judged):
            found[_STACKED] = None
    return tuple(sorted(found, key=lambda each: each.severity is not _HIGH))


def _reads(statement: Statement) -> bool:
    from sqlglot import exp

    return isinstance(statement.tree, (exp.Query, exp.Command)) and not tuple(_of_statement(statement))


def _of_words(words: tuple[str, ...]) -> Iterator[Judged]:
    seen = frozenset(words)
    found = {judged for word, judged in _GRAVE_WORDS.items() if word in seen}
    yield from sorted(found, key=lambda each: each.says)
    if not found and not seen.isdisjoint(_WRITING_WORDS):
        yield _CHANGES


def _of_statement(statement: Statement) -> Iterator[Judged]:
    from sqlglot import exp

    root = statement.tree
    if isinstance(root, exp.Command):
        yield from _of_command(root)
        return
    if planned := isinstance(root, exp.Describe):
        if str(root.args.get("style")).upper() not in ("ANALYZE", "ANALYSE"):
            return  # a plan, or what a table is made of
        root = root.this
    reading = planned or isinstance(root, exp.Query)
    for node in root.walk():
        judged = _of_node(node)
        if judged is None:
            continue
        yield judged
        if reading and isinstance(node, (exp.DML, exp.DDL, exp.Into)) and not isinstance(node, exp.Query):
            yield _HIDDEN
    if not reading and not isinstance(root, _known_roots()):
        yield _UNKNOWN


@lru_cache(maxsize=1)
def _known_roots() -> tuple[type[exp.Expr], ...]:
    from sqlglot import exp

    return tuple(getattr(exp, name) for name in _KNOWN_ROOTS)


_KNOWN_ROOTS: Final = (
    "DML DDL Drop TruncateTable Alter Merge Copy Pragma Attach Detach Grant Revoke Set Use Transaction Commit Rollback "
    "Describe Show Kill Comment Analyze Execute LoadData Cache Paren Column Alias".split()
)
"""Statements of which all is said by their nodes."""


def _of_node(node: exp.Expr) -> Judged | None:
    """What one node of a tree does, None where it only reads."""
    from sqlglot import exp

    if isinstance(node, (exp.Drop, exp.TruncateTable)):
        return _DROPS_OWN if for_a_while(node) else _DROPS
    if isinstance(node, (exp.Delete, exp.Update)):
        return _of_rows(node)
    if isinstance(node, (exp.Where, exp.Having)):
        return _TRUE if _loose(node.this) else None
    if isinstance(node, exp.Func):
        return _of_function(node)
    if isinstance(node, (exp.Grant, exp.Revoke)):
        return RIGHTS
    if isinstance(node, (exp.Attach, exp.LoadData)):
        return _FILES
    if isinstance(node, exp.Copy):
        return _of_copy(node)
    if isinstance(node, exp.Create):
        if str(node.args.get("kind")).upper() in _ACCOUNTS:
            return RIGHTS
        return _FILES if any(_foreign(each) for each in node.find_all(exp.LanguageProperty)) else _STRUCTURE
    return _of_setting(node)


def _of_setting(node: exp.Expr) -> Judged | None:
    from sqlglot import exp

    if isinstance(node, (exp.Insert, exp.Merge, exp.Into)):
        return _CHANGES
    if isinstance(node, exp.Pragma):
        text = node.sql("sqlite").upper()
        if any(word in text for word in ("WRITABLE_SCHEMA", "TRUSTED_SCHEMA", "REKEY")):
            return _FILES
        return _STRUCTURE if _assigns(node) else None
    if isinstance(node, exp.Execute):
        name = node.sql("tsql").upper()
        return PROGRAMS if any(part in name for part in PROCEDURES) else _UNKNOWN
    if isinstance(node, exp.Set):
        text = node.sql().upper()
        return _STRUCTURE if "GLOBAL" in text or "PERSIST" in text or "SQL_LOG_BIN" in text else None
    return _STRUCTURE if isinstance(node, (exp.Alter, exp.Comment, exp.Detach, exp.Kill)) else None


def _assigns(node: exp.Expr) -> bool:
    from sqlglot import exp

    value = node.this
    return isinstance(value, exp.EQ) and str(value.this.name).lower() not in _ASKING_PRAGMAS


_ASKING_PRAGMAS: Final = frozenset(
    "table_info table_xinfo index_list index_info foreign_key_list table_list integrity_check quick_check "
    "index_xinfo".split()
)


def _of_rows(node: exp.Expr) -> Judged:
    from sqlglot import exp

    if node.find_ancestor(exp.Merge, exp.OnConflict) is not None:
        return _CHANGES
    where = node.args.get("where")
    if where is None:
        return _CHANGES if node.args.get("limit") is not None else _ALL_ROWS
    return _ALL_ROWS if always_true(where.this) else _CHANGES


def _loose(condition: exp.Expr) -> bool:
    """Whether a condition is true by an ``or``, as no one writes who means it; ``where 1 = 1`` is usual."""
    from sqlglot import exp

    return isinstance(condition.unnest(), exp.Or) and always_true(condition)


def _of_function(node: exp.Expr) -> Judged | None:
    from sqlglot import exp

    name = (node.name if isinstance(node, exp.Anonymous) else node.key).lower()
    if name in PROGRAM_FUNCTIONS:
        return PROGRAMS
    if name in FILE_FUNCTIONS or name.startswith(("xp_", "utl_", "dbms_")):
        return _FILES
    if name in WRITE_FUNCTIONS:
        return _HIDDEN
    return _WAITS if name in WAIT_FUNCTIONS else _CHANGES if name == "nextval" else None


def _foreign(language: exp.Expr) -> bool:
    """Whether a function is written in a language that reaches the machine."""
    return language.name.lower() in ("c", "internal") or language.name.lower().endswith("u")


def _of_copy(node: exp.Expr) -> Judged | None:
    text = node.sql("postgres").upper()
    if " PROGRAM " in text:
        return PROGRAMS
    if "'" in text.partition(" WITH ")[0]:
        return _FILES
    return None if text.rstrip().endswith("STDOUT") or " TO STDOUT" in text else _CHANGES


def _of_command(node: exp.Expr) -> Iterator[Judged]:
    first = str(node.this).upper()
    rest = rest_of(node).upper()
    words = f"{first} {rest}".split()
    if first in ("EXEC", "EXECUTE", "CALL"):
        yield PROGRAMS if any(part in rest for part in PROCEDURES) else _UNKNOWN
    elif first == "EXPLAIN":
        yield from _of_plan(rest_of(node))
    elif first in ("CREATE", "ALTER") and not _ACCOUNTS.isdisjoint(words[:5]):
        yield RIGHTS
    elif first in ("DO", "BEGIN", "DECLARE"):
        yield from tuple(_of_words(tuple(rest.replace(";", " ").replace("'", " ").split()))) or (_UNKNOWN,)
    elif first == "SET":
        yield RIGHTS if not {"ROLE", "PASSWORD"}.isdisjoint(words[:3]) else _STRUCTURE
    elif first == "ALTER" and "DROP" in words:
        yield _DROPS
    elif first == "VACUUM" and "INTO" in words:
        yield _FILES
    elif first not in _LOOKS:
        yield _COMMANDS.get(first, _STRUCTURE if first in ("CREATE", "ALTER") else _UNKNOWN)


def _of_plan(text: str) -> Iterator[Judged]:
    """What is done for a plan: nothing, or what is explained, which then is run."""
    runs, rest = explained(text)
    if not runs:
        return
    if rest[:7].upper() == "EXPLAIN":
        yield _UNKNOWN
        return
    done = dict.fromkeys(each for reading in readings_of(rest, "") for each in judge(reading))
    yield from done
    if any(each is not _WAITS for each in done):
        yield _HIDDEN
