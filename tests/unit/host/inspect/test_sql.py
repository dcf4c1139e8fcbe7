"""Which texts are SQL, and how they are read."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

import pytest

from host.inspect import sql as reading
from host.inspect.sql import (
    MAX_DEPTH,
    MAX_SQL,
    dialect_hint,
    formatted_text,
    is_for_databases,
    is_sql,
    looks_like_sql,
    may_get_sql,
    readings_of,
    tables_in,
)
from host.inspect.subject import Text
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.grammar_calls import call


@pytest.mark.parametrize(
    ("key", "text", "databases", "expected"),
    [
        ("sql", "SELECT a FROM b", False, True),
        ("query", "SELECT a FROM b", False, True),
        ("query", "weather in Paris", True, False),
        ("content", "DELETE FROM x;", False, False),
        ("message", "DELETE FROM x;", True, False),
        ("text", "-- why\nDELETE FROM x", True, True),
        ("query", "{ user(id: 5) { name } }", True, False),
        ("query", "MATCH (n) RETURN n", True, False),
    ],
)
def test_a_text_is_sql_by_its_name_and_its_form(key: str, text: str, databases: bool, expected: bool) -> None:
    assert is_sql(Text((key,), key, text), databases) is expected


@pytest.mark.parametrize(
    ("server", "tool", "dialect", "databases"),
    [
        ("pg", "query", "postgres", True),
        ("db", "mysql_query", "mysql", True),
        ("srv", "sqlite_read", "sqlite", True),
        ("srv", "query", "", False),
    ],
)
def test_the_names_tell_the_dialect(server: str, tool: str, dialect: str, databases: bool) -> None:
    subject = call(tool, {}, server=server)
    assert (dialect_hint(subject), is_for_databases(subject)) == (dialect, databases)


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


@pytest.mark.parametrize(
    ("sql", "status"),
    [
        ("SELECT nonsense FROM WHERE", "unreadable"),
        ("SELECT " + "(" * (MAX_DEPTH + 1), "too large"),
        ("SELECT " + "a," * MAX_SQL, "too large"),
        ("SELECT 1" + " + 1" * 1_500, "too large"),
    ],
    ids=["unreadable", "deep", "long", "many tokens"],
)
def test_what_cannot_be_read_says_so(sql: str, status: str) -> None:
    assert readings_of(sql, "")[0].status == status


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
    assert tables_in(readings_of(sql, "postgres")[0]) == (read, written)


def test_it_is_laid_out_with_its_comments() -> None:
    text = formatted_text(readings_of("SELECT a, b FROM t WHERE c = 1 -- why", "postgres")[0])
    assert text.splitlines()[:3] == ["SELECT", "  a,", "  b"]
    assert "/* why */" in text


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_readings", lru_cache(lambda *_: ()))


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("ALTER SHARE sales ADD ACCOUNTS = ab12345", True),
        ("create or replace stage s url='s3://x'", True),
        ("WITH 7 AS c INSERT INTO FUNCTION url('https://in.example') SELECT a FROM b", True),
        ("create account for me", False),
        ("Create a group for the kids", False),
        ("drop the ball", False),
        ("DROP/**/TABLE users", True),
        ("/*!50000DROP*/ TABLE users", True),
        ("DELETE -- all of them\nFROM users", True),
        ("drop /* or throw */ the ball -- now\n", False),
    ],
)
def test_statements_of_many_databases_are_told_from_sentences(text: str, is_one: bool) -> None:
    assert looks_like_sql(text) is is_one


@pytest.mark.full
@pytest.mark.usefixtures("unloaded")
@pytest.mark.parametrize("piece", ["select ", "/*", "(", "-- \n", "x'", '"', "with a as (", "grant "])
def test_hostile_texts_take_no_longer_than_their_length_asks(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert effort(lambda: (looks_like_sql(text), readings_of(text, ""))) < BOUND
