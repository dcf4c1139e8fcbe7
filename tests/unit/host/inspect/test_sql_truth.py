"""Conditions that are always true."""

from __future__ import annotations

import pytest

from host.inspect.sql.read import readings_of
from host.inspect.sql.truth import always_true


def judged(condition: str) -> bool:
    text = f"DELETE FROM t WHERE {condition}"  # noqa: S608  # read, never run
    tree = readings_of(text, "postgres")[0].statements[0].tree
    return always_true(tree.args["where"].this)


@pytest.mark.parametrize(
    "condition",
    [
        "1 = 1",
        "TRUE",
        "'a' = 'a'",
        "(((1 = 1)))",
        "id = 5 OR 1 = 1",
        "1 = 1 AND 2 = 2",
        "NOT 1 = 2",
        "NOT FALSE",
        "1 <> 2",
        "2 > 1",
        "1 < 2",
        "1 <= 1",
        "id > 0",
        "id >= 0",
        "id > -1",
        "id IS NOT NULL",
        "a = a",
        "name LIKE '%'",
        "name ILIKE '%%'",
        "1",
        "'1' = 1",
    ],
)
def test_what_limits_nothing_is_told(condition: str) -> None:
    assert judged(condition)


@pytest.mark.parametrize(
    "condition",
    [
        "id = 1",
        "FALSE",
        "1 = 2",
        "1 = 1 AND id = 2",
        "NOT id = 1",
        "a = b",
        "1 > 2",
        "2 < 1",
        "name LIKE 'a%'",
        "id IS NULL",
        "0",
        "price > 0",
        "id > 5",
        "a IN (1, 2)",
        "EXISTS (SELECT 1)",
        "NOT TRUE",
        "1 <> 1",
    ],
)
def test_what_may_limit_is_left_alone(condition: str) -> None:
    assert not judged(condition)


def test_a_condition_of_many_parts_takes_no_deep_steps() -> None:
    assert not judged(" AND ".join(f"a{n} = {n}" for n in range(200)))
