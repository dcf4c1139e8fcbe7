"""Conditions that are always true (pure).

Owns: the few forms in which people and attackers write them. What stays true: a condition is called true only where it
surely is, or is as good as that; nothing is worked out further.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlglot import exp

_DEEPEST: Final = 60


def always_true(condition: exp.Expr | None, depth: int = 0) -> bool:
    """Whether a condition limits nothing."""
    from sqlglot import exp

    if condition is None or depth > _DEEPEST:
        return False
    node = condition.unnest()
    if isinstance(node, exp.Or):
        return any(always_true(part, depth + 1) for part in (node.left, node.right))
    if isinstance(node, exp.And):
        return all(always_true(part, depth + 1) for part in (node.left, node.right))
    if isinstance(node, exp.Not):
        return _always_false(node.this)
    if isinstance(node, exp.Boolean):
        return bool(node.this)
    if isinstance(node, exp.Literal):
        return not node.is_string and node.this.strip("0.") != ""
    return _compared(node)


def _always_false(condition: exp.Expr) -> bool:
    from sqlglot import exp

    node = condition.unnest()
    return (isinstance(node, exp.Boolean) and not node.this) or (
        isinstance(node, exp.EQ) and _differ(node.left, node.right)
    )


def _compared(node: exp.Expr) -> bool:
    """Whether a comparison is surely true."""
    from sqlglot import exp

    if isinstance(node, (exp.EQ, exp.GTE, exp.LTE)) and _same(node.left, node.right):
        return True
    if isinstance(node, exp.NEQ):
        return _differ(node.left, node.right)
    if isinstance(node, (exp.Like, exp.ILike)):
        return isinstance(node.expression, exp.Literal) and set(node.expression.name) == {"%"}
    if isinstance(node, (exp.GT, exp.GTE)):
        return _number(node.left) > _number(node.right) or (_is_id(node.left) and node.right.sql() in ("0", "-1"))
    if isinstance(node, exp.LT):
        return _number(node.right) > _number(node.left)
    return isinstance(node, exp.Is) and _is_not_null_id(node)


def _same(left: exp.Expr, right: exp.Expr) -> bool:
    from sqlglot import exp

    plain = isinstance(left, (exp.Literal, exp.Column, exp.Boolean)) and isinstance(
        right, (exp.Literal, exp.Column, exp.Boolean)
    )
    return plain and (
        left == right or (left.name == right.name and isinstance(left, exp.Literal) and isinstance(right, exp.Literal))
    )


def _differ(left: exp.Expr, right: exp.Expr) -> bool:
    from sqlglot import exp

    return isinstance(left, exp.Literal) and isinstance(right, exp.Literal) and left.name != right.name


def _number(node: exp.Expr) -> float:
    from sqlglot import exp

    try:
        return float(node.name) if isinstance(node, exp.Literal) and not node.is_string else float("nan")
    except ValueError:
        return float("nan")


def _is_id(node: exp.Expr) -> bool:
    return node.name.lower() in ("id", "rowid", "_id")


def _is_not_null_id(node: exp.Expr) -> bool:
    return _is_id(node.this) and bool(node.args.get("negate"))
