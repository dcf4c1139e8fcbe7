"""What a statement touches, and how it is laid out to be read (pure).

Owns: the tables of a text that was read as SQL, and its pretty form. What stays true: the form is made of the tree, so
that what is shown is what was judged; comments stay in it; where it cannot be made there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from host.inspect.sql.read import Sql

if TYPE_CHECKING:
    from sqlglot import exp

MAX_TABLES: Final = 50
MAX_TEXT: Final = 80_000


class Tables(NamedTuple):
    """Attributes: read, written: names of tables as written, in order."""

    read: tuple[str, ...]
    written: tuple[str, ...]


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
