"""Statements that change something, and SQL where none belongs."""

from __future__ import annotations

import json
import logging
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.canonical import canonical
from host.inspect.sql.find import find_sql
from host.inspect.sql.judge import judge
from host.inspect.sql.read import MAX_DEPTH, MAX_SQL, hint, looks_like_sql, may_get_sql, must_load, readings_of
from host.inspect.sql.tables import laid_out, tables
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.calls import call, said, shown

KIND = "writes-sql"

GRAVE = [
    "DROP TABLE x",
    "TRUNCATE x",
    "DELETE FROM users",
    "UPDATE t SET a = 1",
    "UPDATE t SET a = 1 WHERE 1 = 1",
    "UPDATE t SET a = 1 WHERE id = 5 OR 'a' = 'a'",
    "DELETE FROM t WHERE id > 0",
    "DELETE FROM t WHERE id IS NOT NULL",
    "DELETE FROM t WHERE name LIKE '%'",
    "DELETE FROM t WHERE NOT FALSE",
    "SELECT 1; DELETE FROM t WHERE id = 2",
    "SELECT 1; INSERT INTO t VALUES (1)",
    "WITH d AS (DELETE FROM x WHERE id = 2 RETURNING *) SELECT * FROM d",
    "SELECT 1 INTO y FROM x",
    "GRANT ALL ON x TO y",
    "REVOKE ALL ON x FROM y",
    "ALTER USER x WITH PASSWORD 'z'",
    "CREATE USER x",
    "CREATE EXTENSION plpython3u",
    "CREATE FUNCTION f() RETURNS int LANGUAGE plpython3u AS $$ import os $$",
    "COPY t TO PROGRAM 'x'",
    "COPY t FROM '/etc/passwd'",
    "SELECT * FROM t INTO OUTFILE '/x'",
    "SELECT load_file('/etc/passwd')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT lo_export(1, '/x')",
    "SELECT dblink_exec('x', 'y')",
    "SELECT setval('s', 1)",
    "SELECT load_extension('x')",
    "EXEC xp_cmdshell 'dir'",
    "EXEC master..xp_cmdshell 'dir'",
    "ATTACH DATABASE 'x' AS y",
    "PRAGMA writable_schema = 1",
    "VACUUM INTO '/x'",
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE x",
    "/*!50000 DROP TABLE x */",
    "SELECT /*!50000 load_file('/etc/passwd') */",
    "EXPLAIN ANALYZE DELETE FROM x",
    "DO $$ BEGIN DROP TABLE x; END $$",
    "ALTER TABLE x DROP COLUMN y",
    "SELECT * FROM users WHERE name = '' OR '1' = '1'",
    "SELECT '\\'; DROP TABLE x; -- '",
    "DR/**/OP TABLE x; SEL/**/ECT 1",
]
CHANGING = [
    "INSERT INTO t VALUES (1)",
    "DELETE FROM t WHERE id = 1",
    "UPDATE t SET a = 1 WHERE id = 1",
    "CREATE TABLE x (a int)",
    "ALTER TABLE x ADD COLUMN y int",
    "REPLACE INTO t VALUES (1)",
    "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = 1",
    "INSERT INTO a SELECT * FROM b ON CONFLICT (id) DO UPDATE SET x = 1",
    "BEGIN; UPDATE t SET a = 1 WHERE id = 2; COMMIT",
    "CALL p(1)",
    "COPY t FROM STDIN",
    "SET GLOBAL x = 1",
    "SELECT nextval('s')",
    "SELECT pg_sleep(10)",
    "VACUUM",
    "COMMENT ON TABLE x IS 'y'",
    "DELETE FROM t WHERE a = 1 LIMIT 5",
]
READING = [
    "SELECT * FROM users WHERE id = 1",
    "SELECT * FROM t WHERE 1 = 1 AND a = 2",
    "WITH c AS (SELECT 1) SELECT * FROM c UNION ALL SELECT 2",
    "EXPLAIN SELECT 1",
    "EXPLAIN ANALYZE SELECT * FROM t",
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
]


def severities(sql: str, **others: Any) -> list[str]:
    return said(find_sql(call("query", {"sql": sql}, **others)), KIND)


@pytest.mark.parametrize("sql", GRAVE)
def test_what_is_rarely_right_is_grave(sql: str) -> None:
    assert severities(sql) == ["high"]


@pytest.mark.parametrize("sql", CHANGING)
def test_what_changes_something_asks_to_look_closer(sql: str) -> None:
    assert severities(sql) == ["medium"]


@pytest.mark.parametrize("sql", READING)
def test_what_only_reads_is_not_mentioned(sql: str) -> None:
    assert not list(find_sql(call("query", {"sql": sql})))


def test_a_change_through_a_tool_that_says_it_reads_is_grave() -> None:
    insert = {"query": "INSERT INTO t VALUES (1)"}
    hinted: dict[str, Any] = {"annotations": {"readOnlyHint": True}}
    assert said(find_sql(call("read_query", insert)), KIND) == ["high"]
    assert said(find_sql(call("run_query", insert, definition=hinted)), KIND) == ["high"]
    assert said(find_sql(call("run_query", insert)), KIND) == ["medium"]


def test_what_makes_the_database_run_a_program_is_code_too() -> None:
    findings = list(find_sql(call("query", {"sql": "COPY t FROM PROGRAM 'id'"})))
    assert (said(findings, KIND), said(findings, "runs-code")) == (["high"], ["high"])


@pytest.mark.parametrize(
    "value",
    [
        "1 OR 1=1",
        "' OR '1'='1",
        "x' UNION SELECT password FROM users--",
        "x'; DROP TABLE users;--",
        "name; drop table x",
        "admin'--",
        "1 AND sleep(5)",
        "1/**/UNION/**/SELECT/**/2",
        '{"$where": "1"}',
        "x') OR ('a'='a",
    ],
)
def test_sql_in_an_input_that_is_none_is_grave(value: str) -> None:
    subject = call("get_user", {"user": value})
    (finding,) = find_sql(subject)
    assert (finding.kind, finding.severity.value, shown(finding, subject) in value) == (KIND, "high", True)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "select a seat from the list"}),
        ("search", {"query": "update my calendar"}),
        ("search", {"q": "it's -- fine"}),
        ("search", {"query": "rock and roll or 1=1 puzzles"}),
        ("get", {"name": "O'Brien"}),
        ("get", {"tag": "v1.0--rc"}),
        ("get", {"filter": "a = 'b' and c = 'd'"}),
        ("git_commit", {"message": "Fix 'x'; drop table y"}),
        ("send", {"body": "DELETE FROM x;"}),
        ("write_file", {"content": "DELETE FROM x;"}),
        ("graphql", {"query": "{ user(id: 5) { name } }"}),
    ],
)
def test_words_are_no_sql(tool: str, arguments: dict[str, Any]) -> None:
    assert not list(find_sql(call(tool, arguments)))


@pytest.mark.parametrize(
    "command",
    [
        "psql -c 'DROP TABLE x'",
        'aws rds-data execute-statement --sql "DELETE FROM t"',
        'sqlite3 a.db "UPDATE t SET a=1"',
    ],
)
def test_sql_quoted_in_a_command_is_judged(command: str) -> None:
    assert said(find_sql(call("run_command", {"command": command})), KIND) == ["high"]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT nonsense FROM WHERE",
        "SELECT " + "(" * (MAX_DEPTH + 1),
        "SELECT " + "a," * MAX_SQL,
        "SELECT 1" + " + 1" * 1_500,
    ],
    ids=["unreadable", "deep", "long", "many tokens"],
)
def test_what_cannot_be_read_says_so(sql: str) -> None:
    assert said(find_sql(call("query", {"sql": sql})), "not-inspected") == ["medium"]


def test_more_sql_than_is_read_says_so() -> None:
    findings = list(find_sql(call("query", {"sql": ["SELECT a FROM b"] * 20})))
    assert said(findings, "not-inspected") == ["medium"]


@pytest.mark.parametrize(
    ("server", "tool", "dialect"),
    [
        ("pg", "query", "postgres"),
        ("db", "mysql_query", "mysql"),
        ("srv", "sqlite_read", "sqlite"),
        ("srv", "query", ""),
    ],
)
def test_the_names_tell_the_dialect(server: str, tool: str, dialect: str) -> None:
    assert hint(call(tool, {}, server=server)) == dialect


def test_s05_nothing_of_the_text_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        readings_of("FROBNICATE secret; CALL secret()", "postgres")
    assert not caplog.records


@pytest.mark.parametrize(
    ("sql", "read", "written"),
    [
        ("SELECT a FROM x JOIN s.y ON x.i = y.i", ("x", "s.y"), ()),
        ("INSERT INTO t SELECT * FROM u", ("u",), ("t",)),
        ("WITH c AS (SELECT * FROM q) SELECT * FROM c", ("q",), ()),
        ("DROP TABLE a, b", (), ("a", "b")),
        ("CREATE TABLE n (a int)", (), ("n",)),
        ("UPDATE t SET a = (SELECT max(b) FROM z)", ("z",), ("t",)),
        ("COPY t TO STDOUT", ("t",), ()),
        ("TRUNCATE a", (), ("a",)),
    ],
)
def test_tables_are_told_by_what_happens_to_them(sql: str, read: tuple[str, ...], written: tuple[str, ...]) -> None:
    assert tables(readings_of(sql, "postgres")[0]) == (read, written)


def test_it_is_laid_out_with_its_comments() -> None:
    text = laid_out(readings_of("SELECT a, b FROM t WHERE c = 1 -- why", "postgres")[0])
    assert text.splitlines()[:3] == ["SELECT", "  a,", "  b"]
    assert "/* why */" in text


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.sampled_from("select from where ( ) ' \" ; -- /* */ drop table x , = $$ \\ 1 with as delete".split()))
)
def test_whatever_is_written_is_read_or_said_to_be_unreadable(words: list[str]) -> None:
    for sql in readings_of(" ".join(words), ""):
        judge(sql)
        tables(sql)
        laid_out(sql)


@pytest.mark.parametrize("piece", ["select ", "or 1 ", "' or ", "/*", "case when ", "-- \n", "union ", "(/* */", "x'"])
@pytest.mark.parametrize("key", ["sql", "query", "name"])
def test_hostile_texts_take_no_longer_than_their_length_asks(piece: str, key: str) -> None:
    text = piece * (19_000 // len(piece))
    subject = call("run", {key: text})
    assert effort(lambda: looks_like_sql(text)) < BOUND
    assert effort(lambda: list(find_sql(subject))) < BOUND


@pytest.mark.parametrize("sql", sorted({*GRAVE, *CHANGING, *READING}))
@pytest.mark.parametrize("form", ["{}", " \n{}", "-- why\n{}", "/* why */ {}", "({})", 'psql -c "{}"', "psql -c '{}'"])
def test_a_look_knows_beforehand_that_it_may_have_to_load_what_reads_sql(
    sql: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = json.dumps({"a": form.format(sql)}).encode()
    monkeypatch.setattr("host.inspect.sql.read._readings", lru_cache(lambda *_: ()))
    assert must_load(arguments) or not looks_like_sql(form.format(sql))
    readings_of(sql, "")
    assert not must_load(arguments)


@pytest.mark.parametrize("before", ["\u00a0", "\u2003", "\u3000", "\f", "\v", "（"])
@pytest.mark.parametrize("word", ["drop", "ｄｒｏｐ"])
def test_odd_blanks_and_wide_letters_hide_no_sql_from_it(
    before: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.inspect.sql.read._readings", lru_cache(lambda *_: ()))
    assert must_load(canonical({"a": f"{before}{word} table a"}))


def test_plain_words_load_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.inspect.sql.read._readings", lru_cache(lambda *_: ()))
    assert not must_load(b'{"text":"The quick brown fox asks a person before it selects the lazy dog"}')


@pytest.mark.parametrize("piece", [b'"', b'" ', b'"\\n', b'"((', b'"ex', b"'r"])
def test_the_look_ahead_takes_time_by_the_length_alone(piece: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.inspect.sql.read._readings", lru_cache(lambda *_: ()))
    arguments = piece * 8_000
    assert effort(lambda: must_load(arguments)) < BOUND


@pytest.mark.parametrize(
    ("server", "tool", "inputs", "may"),
    [
        ("a", "echo", {"text": {}}, False),
        ("a", "run_sql", {}, True),
        ("postgres", "run", {}, True),
        ("a", "run", {"sqlQuery": {}}, True),
        ("a", "run", {"ddl": {}}, True),
        ("a", "run", [], False),
    ],
)
def test_a_tool_may_get_sql_by_its_names_and_those_of_its_inputs(
    server: str, tool: str, inputs: Any, may: bool
) -> None:
    assert may_get_sql(server, tool, {"type": "object", "properties": inputs}) is may
