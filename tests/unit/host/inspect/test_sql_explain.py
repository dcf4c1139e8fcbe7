"""Plans of statements, and statements that are run for their plan."""

from __future__ import annotations

import pytest

from host.inspect.sql.explain import explained
from host.inspect.sql.find import find_sql
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.calls import call, said


def severities(sql: str) -> list[str]:
    return said(find_sql(call("query", {"sql": sql}, server="postgres")), "writes-sql")


@pytest.mark.parametrize(
    "sql",
    [
        "EXPLAIN ANALYZE DELETE FROM x WHERE id = 1",
        "EXPLAIN (ANALYZE, BUFFERS) DELETE FROM items USING orders o WHERE o.id = items.order_id",
        "EXPLAIN (FORMAT JSON, ANALYZE TRUE) UPDATE x SET a = 1 WHERE id = 2",
        "explain analyse verbose insert into x values (1)",
        "EXPLAIN ANALYZE FORMAT=TREE DELETE FROM x WHERE id = 1",
        "EXPLAIN ANALYZE (DISTSQL) UPDATE x SET a = 1 WHERE b = 2",
        "EXPLAIN ANALYZE WITH d AS (DELETE FROM x WHERE a = 1 RETURNING *) SELECT * FROM d",
        "DESC ANALYZE DELETE FROM x",
        "EXPLAIN ANALYZE EXECUTE purge(1)",
        "EXPLAIN DELETE FROM x WHERE a = 1; DROP TABLE y",
    ],
)
def test_what_is_run_for_its_plan_is_what_it_is(sql: str) -> None:
    assert severities(sql) == ["high"]


@pytest.mark.parametrize("sql", ["ANALYZE UPDATE x SET a = 1", "EXPLAIN (ANALYZE) EXPLAIN DELETE FROM x"])
def test_what_cannot_be_read_for_sure_is_said_at_least(sql: str) -> None:
    assert severities(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "EXPLAIN DELETE FROM sessions WHERE expires_at < now()",
        "EXPLAIN (ANALYZE false, COSTS off) DELETE FROM x",
        "EXPLAIN (FORMAT JSON) UPDATE x SET a = 1",
        "EXPLAIN PLAN SET STATEMENT_ID = 'a' FOR DELETE FROM x",
        "EXPLAIN PLAN FOR DELETE FROM x",
        "EXPLAIN QUERY PLAN DELETE FROM x",
        "EXPLAIN EXTENDED UPDATE x SET a = 1",
        "EXPLAIN USING TEXT DELETE FROM x",
        "EXPLAIN (ANALYZE, BUFFERS) SELECT lower('DELETE') FROM x",
        "EXPLAIN ANALYZE SELECT * FROM x",
        "DESCRIBE x",
    ],
)
def test_a_plan_alone_changes_nothing(sql: str) -> None:
    assert severities(sql) == []


def test_options_are_read_in_linear_time() -> None:
    assert explained("(ANALYZE) select 1").runs
    assert effort(lambda: explained("analyze " * 50_000)) < BOUND
