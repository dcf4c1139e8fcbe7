"""What statements do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.inspect.sql import MAX_SQL, formatted_text, readings_of, tables_in
from host.inspect.statements import always_true, effects_of_sql, find_sql, gravest_effect
from host.model import Trust
from host.values import replace
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.grammar_calls import call, said

GRAVE = [
    "DROP TABLE x",
    "TRUNCATE x",
    "DELETE FROM users",
    "UPDATE t SET a = 1",
    "UPDATE t SET a = 1 WHERE 1 = 1",
    "UPDATE t SET a = 1 WHERE id = 5 OR 'a' = 'a'",
    "SELECT 1; DELETE FROM t WHERE id = 2",
    "SELECT 1; INSERT INTO t VALUES (1)",
    "WITH d AS (DELETE FROM x WHERE id = 2 RETURNING *) SELECT * FROM d",
    "SELECT 1 INTO y FROM x",
    "GRANT ALL ON x TO y",
    "REVOKE ALL ON x FROM y",
    "ALTER USER x WITH PASSWORD 'z'",
    "CREATE USER x",
    "CREATE EXTENSION plpython3u",
    "COPY t TO PROGRAM 'x'",
    "COPY t FROM '/etc/passwd'",
    "SELECT load_file('/etc/passwd')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT setval('s', 1)",
    "SELECT load_extension('x')",
    "EXEC xp_cmdshell 'dir'",
    "EXEC master..xp_cmdshell 'dir'",
    "ATTACH DATABASE 'x' AS y",
    "EXPLAIN ANALYZE EXECUTE p",
    "EXPLAIN ANALYZE " * 200 + "DELETE FROM x",
    "/*!50000 DROP TABLE x */",
    "EXPLAIN ANALYZE DELETE FROM x WHERE id = 1",
    "EXPLAIN (FORMAT JSON, ANALYZE TRUE) UPDATE x SET a = 1 WHERE id = 2",
    "DO $$ BEGIN DROP TABLE x; END $$",
    "ALTER TABLE x DROP COLUMN y",
    "ALTER TABLE x DISABLE ROW LEVEL SECURITY",
    "ALTER TABLE IF EXISTS x DISABLE ROW LEVEL SECURITY",
    'ALTER TABLE "a b" NO FORCE ROW LEVEL SECURITY',
    "DROP POLICY p ON x",
    "EXPLAIN (ANALYZE) SELECT lo_export(1, '/x')",
    "EXPLAIN ANALYZE REPLACE INTO t VALUES (1)",
    "SET PASSWORD FOR x = 'y'",
    "SET DEFAULT ROLE ALL TO x",
    "VACUUM INTO '/tmp/x.db'",
    "PRAGMA writable_schema(1)",
    "CREATE FUNCTION f() RETURNS int AS $$import os$$ LANGUAGE plpython3u",
    "SELECT '\\'; DROP TABLE x; -- '",
]
CHANGING = [
    "DELETE FROM t WHERE id = 1",
    "CREATE TABLE x (a int)",
    "CREATE INDEX i ON x (a)",
    "ALTER TABLE x ADD COLUMN y int",
    "DROP INDEX i",
    "DROP VIEW v",
    "ALTER TABLE x DROP CONSTRAINT y",
    "DROP TABLE IF EXISTS tmp_import",
    "CALL p(1)",
    "SET GLOBAL x = 1",
    "SET @@GLOBAL.general_log = 1",
    "SET a = 1, GLOBAL b = 2",
    "SET ROLE admin",
    "ALTER TABLE x FORCE ROW LEVEL SECURITY",
    "VACUUM",
    "COMMENT ON TABLE x IS 'y'",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ DELETE FROM x $$",
    "CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN DELETE FROM x; RETURN NEW; END; $$ LANGUAGE plpgsql",
    "CREATE PROCEDURE p AS BEGIN DELETE FROM b END",
]
MENTIONED = [
    "INSERT INTO t VALUES (1)",
    "UPDATE t SET a = 1 WHERE id = 1",
    "REPLACE INTO t VALUES (1)",
    "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = 1",
    "INSERT INTO a SELECT * FROM b ON CONFLICT (id) DO UPDATE SET x = 1",
    "BEGIN; UPDATE t SET a = 1 WHERE id = 2; COMMIT",
    "INSERT INTO t VALUES ('DROP TABLE x; DELETE FROM y')",
]
READING = [
    "SELECT * FROM users WHERE id = 1",
    "SELECT * FROM t WHERE 1 = 1 AND a = 2",
    "WITH c AS (SELECT 1) SELECT * FROM c UNION ALL SELECT 2",
    "EXPLAIN SELECT 1",
    "EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM t",
    "EXPLAIN SELECT analyze FROM t",
    "EXPLAIN ANALYZE SELECT * FROM t",
    "EXPLAIN DELETE FROM sessions WHERE expires_at < now()",
    "EXPLAIN (FORMAT JSON) UPDATE x SET a = 1",
    "EXPLAIN QUERY PLAN DELETE FROM x",
    "SHOW TABLES",
    "DESCRIBE t",
    "PRAGMA table_info(x)",
    "SELECT * FROM t WHERE a = %s",
    "SELECT * FROM t WHERE a = $1 AND b = :c",
    "SET search_path TO x",
    "COPY t TO STDOUT",
    "SELECT 'drop table x; delete from y' AS words -- drop table z",
    "SELECT `a` FROM `t`",
    "SELECT TOP 5 [a] FROM [dbo].[t]",
    "SELECT a FROM t;\n-- the end\n",
    "SELECT replace(a, 'b', 'c') FROM t",
]


def severities(sql: str, tool: str = "query", **others: Any) -> list[tuple[str, str]]:
    return said(find_sql(call(tool, {"sql": sql}, **others)))


@pytest.mark.parametrize("sql", GRAVE)
def test_what_is_rarely_right_is_grave(sql: str) -> None:
    assert severities(sql) == [("writes-sql", "high")]


@pytest.mark.parametrize("sql", CHANGING)
def test_what_changes_the_database_asks_to_look_closer(sql: str) -> None:
    assert severities(sql) == [("writes-sql", "medium")]


@pytest.mark.parametrize("sql", MENTIONED)
def test_what_changes_some_rows_is_mentioned(sql: str) -> None:
    assert severities(sql) == [("writes-sql", "info")]


@pytest.mark.parametrize("sql", READING)
def test_what_only_reads_is_not_mentioned(sql: str) -> None:
    assert severities(sql) == []


def test_a_change_through_a_tool_that_says_it_reads_is_grave() -> None:
    insert = "INSERT INTO t VALUES (1)"
    hinted: dict[str, Any] = {"annotations": {"readOnlyHint": True}}
    assert severities(insert, "read_query") == [("writes-sql", "high")]
    assert severities(insert, "run_query", definition=hinted) == [("writes-sql", "high")]
    assert severities("SELECT 1", "run_query", definition=hinted) == []


def test_a_tool_that_explains_or_checks_a_statement_is_believed_of_a_server_that_somebody_vouched_for() -> None:
    def told(tool: str, trust: Trust, sql: str = "UPDATE t SET a = 1 WHERE b = 2") -> list[tuple[str, str]]:
        made = call(tool, {"sql": sql}, definition={"annotations": {"readOnlyHint": True}})
        return said(find_sql(replace(made, trust=trust)))

    for tool in ("explain_query", "lint_migration", "validate_sql"):
        assert told(tool, "user") == [("writes-sql", "info")]
        assert told(tool, "none") == [("writes-sql", "high")]
        assert told(tool, "user", "DELETE FROM t") == [("writes-sql", "high")]
    assert told("run_query_and_format", "user") == [("writes-sql", "high")]


def test_what_a_search_looks_for_is_words_where_no_database_takes_them_and_somebody_vouched_for_the_server() -> None:
    def told(tool: str, trust: Trust, *, server: str = "notes", key: str = "query") -> list[tuple[str, str]]:
        return said(find_sql(replace(call(tool, {key: "DROP TABLE old_notes"}), server=server, trust=trust)))

    for tool in ("simple_search", "find_notes"):
        assert told(tool, "user") == told(tool, "managed") == []
        assert told(tool, "none") == [("writes-sql", "high")]
        assert told(tool, "user", server="postgres") == [("writes-sql", "high")]
        assert told(tool, "user", key="sql") == [("writes-sql", "high")]
    for tool in ("run_query", "find_and_run", "find_delete", "search_and_update_notes"):
        assert [kind for kind, _ in told(tool, "user")] == ["writes-sql"], tool


def test_a_migration_is_made_of_such_statements() -> None:
    sql = "SELECT 1; ALTER TABLE x ADD COLUMN y int; ALTER TABLE x DROP COLUMN z"
    assert severities(sql, "apply_migration") == [("writes-sql", "medium")]
    assert severities("DELETE FROM x", "apply_migration") == [("writes-sql", "high")]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "select a seat from the list"}),
        ("search", {"query": "update my calendar"}),
        ("search", {"query": "delete from my list what is old"}),
        ("git_commit", {"message": "Fix 'x'; drop table y"}),
        ("send", {"body": "DELETE FROM x;"}),
        ("write_file", {"content": "DELETE FROM x;"}),
        ("get_user", {"user": "' OR '1'='1"}),
    ],
)
def test_words_are_no_statements(tool: str, arguments: dict[str, Any]) -> None:
    assert not list(find_sql(call(tool, arguments)))


@pytest.mark.parametrize("sql", ["SELECT nonsense FROM WHERE", "SELECT " + "a," * MAX_SQL])
def test_what_cannot_be_read_says_so(sql: str) -> None:
    assert severities(sql) == [("not-inspected", "medium")]


def test_more_sql_than_is_read_says_so() -> None:
    findings = list(find_sql(call("query", {"sql": ["SELECT a FROM b"] * 20})))
    assert said(findings) == [("not-inspected", "medium")]


def test_sql_that_a_command_hands_on_is_judged_by_its_gravest_statement() -> None:
    judged = gravest_effect("INSERT INTO a VALUES (1); DROP TABLE b")
    assert judged is not None
    assert judged.severity.value == "high"
    assert gravest_effect("SELECT 1 FROM a") is None
    assert gravest_effect("nothing of that kind") is None
    assert gravest_effect("LOAD DATA INFILE '/etc/passwd' INTO TABLE x") is not None


def condition(text: str) -> bool:
    tree = readings_of(f"DELETE FROM t WHERE {text}", "postgres")[0].statements[0].tree  # noqa: S608  # never run
    return always_true(tree.args["where"].this)


@pytest.mark.parametrize(
    "text",
    [
        "1 = 1",
        "TRUE",
        "'a' = 'a'",
        "(((1 = 1)))",
        "id = 5 OR 1 = 1",
        "a = a",
        "a >= a",
        "7",
        "1 = '1'",
        "TRUE = TRUE",
    ],
)
def test_a_condition_that_limits_nothing_is_told(text: str) -> None:
    assert condition(text)


@pytest.mark.parametrize(
    "text",
    [
        "id = 1", "FALSE", "1 = 1 AND id = 2", "a = b", "name LIKE 'a%'", "0", "price > 0", "NOT TRUE", "NOT 1 = 1",
        "1 = 0", "a IS NOT NULL", "EXISTS (SELECT 1 FROM u)", "$1 = 5", "now() > '2024-01-01'", "'made' < '2024-01-01'",
        "t.a = u.a", "current_user = 'bob'", "random() = random()",
    ],
)  # fmt: skip
def test_a_condition_that_may_limit_is_left_alone(text: str) -> None:
    assert not condition(text)


@given(
    st.lists(st.sampled_from("select from where ( ) ' \" ; -- /* */ drop table x , = $$ \\ 1 with as delete".split()))
)
def test_whatever_is_written_is_read_or_said_to_be_unreadable(words: list[str]) -> None:
    for sql in readings_of(" ".join(words), ""):
        effects_of_sql(sql)
        tables_in(sql)
        formatted_text(sql)


@pytest.mark.full
@pytest.mark.parametrize(
    "piece", ["select ", "or 1 ", "/*", "case when ", "-- \n", "union ", "(/* */", "x'", ";", "\\"]
)
@pytest.mark.parametrize("size", [19_000, 1_000_000])
def test_hostile_texts_take_no_longer_than_their_length_asks(piece: str, size: int) -> None:
    subject = call("run", {"sql": f"select {piece * (size // len(piece))}", "query": piece * (size // len(piece))})
    assert effort(lambda: list(find_sql(subject))) < BOUND


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("SELECT 1; DELETE FROM orders; SELECT 2", "DELETE FROM orders"),
        ("SELECT 'a;b'; /* x */ UPDATE t SET a = 1 ;\n-- done\n", "UPDATE t SET a = 1"),
        ("UPDATE t SET a = 1 WHERE b = 2; DROP TABLE t;", "DROP TABLE t"),
        ("DELETE FROM orders", None),
        ("SELECT 1;\r\nDELETE FROM orders", None),
    ],
)
def test_of_several_statements_the_one_that_does_the_worst_is_pointed_at(text: str, marked: str | None) -> None:
    [finding] = [each for each in find_sql(call("query", {"sql": text})) if each.kind == "writes-sql"]
    assert (finding.span and text[slice(*finding.span)]) == marked


@pytest.mark.parametrize(
    ("statement", "grave"),
    [
        ("UPDATE marks SET a = 1 WHERE b = 'x' AND c = 2 OR d IS NOT NULL", True),
        ("DELETE FROM marks WHERE c = 2 OR NOT d IS NULL", True),
        ("UPDATE marks SET a = 1 WHERE c = 2 AND d IS NOT NULL", False),
        ("UPDATE marks SET a = 1 WHERE c = 2 OR d IS NULL", False),
    ],
)
def test_a_branch_that_nearly_every_row_fits_limits_nothing(statement: str, grave: bool) -> None:
    judged = gravest_effect(statement)
    assert judged is not None
    assert (judged.severity.value == "high") is grave


@pytest.mark.parametrize("column", ["api_key", "token", "refresh_token"])
def test_secrets_that_are_copied_elsewhere_are_told(column: str) -> None:
    statement = "INSERT INTO notes (body) SELECT string_agg(name || {}, ',') FROM integrations"
    judged = gravest_effect(statement.format(column))
    assert judged is not None
    assert "hold secrets" in judged.sentence
    judged = gravest_effect("INSERT INTO notes (body) SELECT name FROM integrations WHERE api_key = 'x'")
    assert judged is not None
    assert "hold secrets" not in judged.sentence


def test_a_program_in_another_language_may_be_a_statement() -> None:
    assert said(find_sql(call("consultar", {"sentencia": "DELETE FROM notas WHERE id = 7"})))
    assert not said(find_sql(call("consultar", {"texto": "DELETE FROM notas WHERE id = 7"})))


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("where", "a = 'x'; SELECT 1", []),
        ("where", "a = 1; b = 2", []),
        ("query", "ALTER TABLE t ADD c int; UPDATE t SET c = 1 WHERE id = 2", [("writes-sql", "medium")]),
        ("note", "first this; drop table 7 off at the door", []),
    ],
)
def test_what_a_condition_or_a_note_holds_is_no_statement(
    key: str, value: str, expected: list[tuple[str, str]]
) -> None:
    assert said(find_sql(call("run_report", {key: value}))) == expected


@pytest.mark.parametrize(
    ("sql", "severity"),
    [
        ("DROP TABLE IF EXISTS mart.churn; CREATE TABLE mart.churn AS SELECT 1", "medium"),
        ("BEGIN; DROP TABLE mart.churn; CREATE TABLE mart.churn AS SELECT 1; COMMIT", "medium"),
        ("DROP TABLE mart.churn; CREATE TABLE mart.churn (a INT)", "high"),  # as TRUNCATE
        ("DROP TABLE mart.churn; CREATE TEMP TABLE mart.churn AS SELECT 1", "high"),
        ("DROP TABLE mart.churn CASCADE; CREATE TABLE mart.churn AS SELECT 1", "high"),
        ('DROP TABLE mart."Churn"; CREATE TABLE mart."churn" AS SELECT 1', "high"),
        ("CREATE TABLE mart.churn AS SELECT 1; DROP TABLE mart.churn", "high"),
        ("DROP TABLE mart.churn; CREATE TABLE mart.other AS SELECT 1", "high"),
        ("DROP TABLE mart.churn, mart.other; CREATE TABLE mart.churn AS SELECT 1", "high"),
        ("DROP SCHEMA mart; CREATE TABLE mart AS SELECT 1", "high"),
    ],
)
def test_a_table_that_is_made_anew_is_replaced(sql: str, severity: str) -> None:
    assert severities(sql) == [("writes-sql", severity)]
