"""What a call does and to what: tools of real servers, and inputs that try to say something else."""

from __future__ import annotations

import pytest

from host.canonical import Lexeme
from host.inspect.action import MAX_OBJECT, action_of
from host.inspect.sql import verb_and_table
from host.model import JsonObject


@pytest.mark.parametrize(
    ("server", "tool", "inputs", "verb", "object_", "first"),
    [
        ("files", "read_text_file", {"path": "notes.md", "head": 5}, "reads", "notes.md", "path"),
        ("files", "write_file", {"path": "/w/a.md", "content": "x"}, "writes", "/w/a.md", "path"),
        ("files", "edit_file", {"path": "a", "edits": [{"oldText": "x", "newText": "y"}]}, "writes", "a", "path"),
        ("files", "move_file", {"source": "/w/a", "destination": "/w/b"}, "writes", "/w/a", "source"),
        ("files", "create_directory", {"path": "/w/new"}, "writes", "/w/new", "path"),
        ("files", "list_allowed_directories", {}, "reads", "", ""),
        ("git", "git_status", {"repo_path": "/w/repo"}, "reads", "/w/repo", "repo_path"),
        ("git", "git_add", {"repo_path": "/w/repo", "files": ["a.py"]}, "writes", "a.py", "files"),
        ("git", "git_commit", {"repo_path": "/w/repo", "message": "m"}, "writes", "/w/repo", "repo_path"),
        ("time", "get_current_time", {"timezone": "Europe/Paris"}, "reads", "", "timezone"),
        ("fetch", "fetch", {"url": "https://x.example/a", "max_length": 5000}, "reads", "https://x.example/a", "url"),
        ("everything", "echo", {"message": "hello"}, "", "", "message"),
        ("everything", "get-sum", {"a": 1, "b": 2}, "reads", "", "a"),
        ("memory", "delete_entities", {"entityNames": ["ana"]}, "deletes", "ana", "entityNames"),
        ("memory", "search_nodes", {"query": "ana"}, "reads", "ana", "query"),
        ("mail", "send_mail", {"to": "ana@garden.example", "body": "hi"}, "sends", "ana@garden.example", "to"),
        ("slack", "post_message", {"channel": "#all", "text": "hi"}, "sends", "#all", "channel"),
        ("docs", "share_document", {"email": "b@x.example", "role": "writer"}, "grants", "b@x.example", "email"),
        ("github", "add_collaborator", {"repo": "r", "username": "bob"}, "grants", "bob", "username"),
        ("shell", "run_command", {"command": "ls -l", "cwd": "/w"}, "runs", "ls -l", "command"),
        ("github", "close_issue", {"repo": "o/r", "issue_number": 17}, "writes", "17", "issue_number"),
        ("mail", "send_mail", {"subject": "x", "body": "y"}, "sends", "", "subject"),
        ("trials", "read_trial", {"endpoint": "primary", "trial_id": "NCT-1"}, "reads", "NCT-1", "trial_id"),
        ("api", "read", {"endpoint": "/v1/items", "trial_id": "NCT-1"}, "reads", "/v1/items", "endpoint"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_it_is_done_to_is_the_input_with_that_role(
    server: str, tool: str, inputs: JsonObject, verb: str, object_: str, first: str
) -> None:
    action = action_of(server, tool, inputs)
    assert (action.verb, action.object) == (verb, object_)
    assert action.inputs[:1] == (((first,),) if first else ())


def test_a_payment_has_its_amount_as_it_was_written() -> None:
    inputs: JsonObject = {"iban": "DE89 3704", "amount": Lexeme("240.00"), "currency": "EUR", "note": "rent"}
    action = action_of("bank", "pay", inputs)
    assert (action.verb, action.object, action.detail) == ("pays", "DE89 3704", "240.00 EUR")
    assert action.inputs[:2] == (("iban",), ("amount",))


def test_of_two_currencies_none_is_told() -> None:
    inputs: JsonObject = {"iban": "DE89", "amount": 5, "currency": "EUR", "target_currency": "USD"}
    assert action_of("bank", "pay", inputs).detail == "5"


@pytest.mark.parametrize(
    ("inputs", "object_", "count"),
    [
        ({"paths": ["a", "b", "c"]}, "a", 3),
        ({"paths": [str(n) + ".txt" for n in range(500)]}, "0.txt", 500),
        ({"items": [{"path": "a"}, {"path": "b"}]}, "a", 2),
        ({"groups": [{"paths": ["a", "b"]}, {"paths": ["c"]}]}, "a", 0),
        ({"path": "a"}, "a", 1),
    ],
    ids=str,
)
def test_all_that_it_is_done_to_are_counted_or_said_to_be_uncounted(
    inputs: JsonObject, object_: str, count: int
) -> None:
    action = action_of("files", "delete_files", inputs)
    assert (action.object, action.count) == (object_, count)


@pytest.mark.parametrize(
    ("inputs", "count"),
    [
        ({"to": "ana@x.example"}, 1),
        ({"to": "ana@x.example", "bcc": "mallory@y.example"}, 2),
        ({"to": "ana@x.example", "cc": ["ana@x.example"]}, 1),
        ({"to": "ana@x.example, mallory@y.example"}, 2),
        ({"to": "ana@x.example <mallory@y.example>"}, 2),
        ({"to": "ana@x.example", "bcc": [f"m{n}@y.example" for n in range(101)]}, 0),
    ],
    ids=str,
)
def test_s_a_hidden_recipient_counts_beside_the_one_that_is_named(inputs: JsonObject, count: int) -> None:
    action = action_of("mail", "send_mail", inputs)
    assert (action.object, action.count) == ("ana@x.example", count)


def test_whoever_gets_it_stands_before_what_is_said_and_copies_behind() -> None:
    sent: JsonObject = {"bcc": ["m@y.example"], "body": "hi", "html": True, "to": ["ana@x.example"]}
    action = action_of("mail", "send_mail", sent)
    assert (action.object, action.count) == ("ana@x.example", 2)
    assert action.inputs == (("to",), ("bcc",), ("body",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("UPDATE orders SET x = 1 WHERE n = 'drop table b'", ("UPDATE", "orders")),
        ("select * from orders where id = 4;", ("SELECT", "orders")),
        ("select * from a join b on a.x = b.x", ("SELECT", "")),
        ("select * from a, b", ("SELECT", "")),
        ('delete from "Old orders"', ("DELETE", "Old orders")),
        ("create table if not exists t (a int)", ("CREATE TABLE", "t")),
        ("INSERT INTO t VALUES (1)", ("INSERT", "t")),
        ("SELECT 1; DROP TABLE x", ("DROP TABLE", "")),
        ("with x as (select 1) delete from y", ("DELETE", "")),
        ("select 1 -- drop table x", ("", "")),
        ("select 1 /* x */", ("", "")),
        ("select 'a\\' ; drop table x; --'", ("", "")),
        ("""select "'" ; drop table x; select "'" """, ("", "")),
        ("select q'[']' ; drop table x; select q'[']' from dual", ("", "")),
        ("select [']; drop table x; select [']", ("", "")),
        ("select 1 from t; " * 1_000, ("", "")),
        ("ＤＲＯＰ TABLE x", ("", "")),
        ("SELECT 1 FROM t; SHUTDOWN", ("", "")),
        ("select 1 from t; rename table users to x", ("", "")),
        ("kill (select id from t)", ("", "")),
        ("SELECT * INTO copied FROM users", ("", "")),
        ("begin; update t set a = 1; commit", ("UPDATE", "")),
    ],
)
def test_s_a_statement_is_told_in_brief_only_where_nothing_can_hide_in_it(text: str, said: tuple[str, str]) -> None:
    assert verb_and_table(text) == said


def test_a_statement_is_run_whatever_the_tool_is_called() -> None:
    action = action_of("sqlite", "read_query", {"query": "UPDATE orders SET x = 1"})
    assert (action.verb, action.sink, action.detail, action.object) == ("runs", "records", "UPDATE", "orders")
    assert action.inputs == (("query",),)


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"path": None},
        {"path": 7},
        {"path": ["", "  ", True, None, {}]},
        {"": {"": ""}},
    ],
    ids=str,
)
def test_inputs_of_another_form_make_no_object(inputs: JsonObject) -> None:
    assert action_of("files", "read_file", inputs).object == ""


def test_s_a_long_object_keeps_its_end_and_says_that_it_lacks_something() -> None:
    long = "/w/" + "a" * 100_000 + "/../../etc/passwd"
    shown = action_of("files", "read_file", {"path": long}).object
    assert len(shown) == MAX_OBJECT
    assert shown.startswith("/w/")
    assert shown.endswith("/etc/passwd")
    assert " … " in shown


def test_only_some_of_many_inputs_are_looked_at_the_highest_first() -> None:
    inputs: JsonObject = {f"a{n}": [{"x": "y"}] * 50 for n in range(50)}
    inputs["path"] = "notes.md"
    assert action_of("files", "write_file", inputs).object == "notes.md"


@pytest.mark.parametrize(
    ("tool", "inputs", "is_sum"),
    [
        ("add", {"a": 19, "b": 23}, True),
        ("add_numbers", {"first_number": 1.5, "number2": 2}, True),
        ("add", {"values": [1, 2, 3]}, True),
        ("add_user", {"a": 1, "b": 2}, False),
        ("add", {"account": 5, "amount": 100}, False),
        ("add", {"id": 5}, False),
        ("add", {"a": 1, "b": "2"}, False),
        ("add", {"a": 1, "b": True}, False),
        ("add", {"a": [1, "x"]}, False),
        ("add", {"values": []}, False),
        ("add", {"value": {"a": 1}}, False),
        ("add", {}, False),
        ("update", {"a": 1, "b": 2}, False),
        ("add_delete", {"a": 1, "b": 2}, False),
    ],
    ids=str,
)
def test_s19_only_a_bare_add_of_numbers_alone_is_no_change(tool: str, inputs: JsonObject, is_sum: bool) -> None:
    assert (action_of("x", tool, inputs).verb == "") is is_sum
