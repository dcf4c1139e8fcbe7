"""What the name of a table says of it (pure).

Owns: names by which somebody says that a thing is to be thrown away. What stays true: a name makes a statement milder
only where it is the whole of what is dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from host.patterns import regex

if TYPE_CHECKING:
    from sqlglot import exp

_TEMPORARY: Final = regex(r"(?:tmp|temp|scratch)_|\w{1,60}_(?:tmp|temp|scratch)(?:_\d{1,14})?$")


def for_a_while(node: exp.Expr) -> bool:
    """Whether all tables in ``node`` are named as something that somebody made to throw away."""
    from sqlglot import exp

    tables = [table.name.lower() for table in node.find_all(exp.Table)]
    return bool(tables) and all(_TEMPORARY.match(name) for name in tables)
