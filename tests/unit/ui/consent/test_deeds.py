"""Sentences that name what a call is done to: calls of real servers, and values that try to say something else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from host.control.views import ActionView, Asked, Reading, Said
from host.model import Finding, JsonObject, ServerRef, Severity, Trust
from tests.support.window import asked
from tests.unit.ui.consent.support import tool
from ui.consent import summary
from ui.consent.deeds import LONGEST, deed

MOVES_RISKY = "move or rename “a” to “b” (may delete or overwrite)"


def question(server: str, name: str, inputs: JsonObject, *, vouched: bool = True, **hints: Any) -> Asked:
    trust: Trust = "user" if vouched else "none"
    definition = tool(**hints) | {"name": name}
    return asked(inputs, definition=definition, server=ServerRef(server, "c" * 64, "d" * 64, trust=trust))


def said(server: str, name: str, inputs: JsonObject, **more: Any) -> str:
    return summary.heading(question(server, name, inputs, **more)).quoted.removeprefix("Claude Code wants to ")


@pytest.mark.parametrize(
    ("server", "name", "inputs", "words"),
    [
        ("files", "read_text_file", {"path": "notes.md"}, "read “notes.md”"),
        ("files", "read_multiple_files", {"paths": ["a", "b", "c"]}, "read “a” and 2 more"),
        ("files", "write_file", {"path": "/w/a.md", "content": "x"}, "change “/w/a.md”"),
        ("files", "move_file", {"source": "/w/a", "destination": "/w/b"}, "move or rename “/w/a” to “/w/b”"),
        ("files", "rename", {"path": "/w/a", "new_path": "b"}, "move or rename “/w/a” to “b”"),
        ("files", "copy_file", {"from": "a.txt", "to": "/srv/x/y/b"}, "copy “a.txt” to “…/y/b”"),
        ("files", "create_directory", {"path": "/w/new"}, "create “/w/new”"),
        ("files", "edit_file", {"path": "a.md", "edits": [{"oldText": "x"}]}, "edit “a.md”"),
        ("git", "git_commit", {"repo_path": "/w/repo", "message": "m"}, "commit to “/w/repo”"),
        ("git", "git_reset", {"repo_path": "/w/repo"}, "reset “/w/repo”"),
        ("git", "git_add", {"repo_path": "/w/repo", "files": ["a.py", "b"]}, "add “a.py” and “b”"),
        ("calendar", "create_event", {"title": "Review", "start": "2026-12-04"}, "create something"),
        ("vault", "add_connection", {"host": "db.x.example", "user": "app", "port": 5432}, "add “db.x.example”"),
        ("vault", "add_key", {"host": "db.x.example", "api_key": "k-1"}, "add “db.x.example”"),
        ("shop", "create_order", {"customer": {"name": "N", "email": "a@x.example"}}, "create something"),
        ("memory", "create_entities", {"entities": [{"name": "Ana", "entityType": "person"}]}, "create “Ana”"),
        ("users", "reset_password", {"user": "bob"}, "reset “bob”"),
        ("s", "create_or_update_file", {"path": "a.md"}, "change “a.md”"),
        ("s", "enable_move", {"path": "a.md"}, "change “a.md”"),
        ("trial", "analyse_trial", {"analysis": "safety"}, "use “analyse_trial” (trial)"),
        ("trial", "analyse_trial", {"analysis": "safety", "trial_id": "NCT-0421"}, "read “NCT-0421”"),
        ("crm", "get_contact", {"contact": "17a", "flavour": "b"}, "read “17a”"),
        ("s", "add_contact", {"email": "ana@x.example"}, "add “ana@x.example”"),
        ("files", "delete_files", {"paths": ["a", "b", "c"]}, "delete “a” and 2 more"),
        ("files", "list_allowed_directories", {}, "use “list_allowed_directories” (files)"),
        ("fetch", "fetch", {"url": "https://x.example/a"}, "read “https://x.example/a”"),
        ("memory", "search_nodes", {"query": "ana"}, "search for “ana”"),
        ("mail", "send_mail", {"to": "ana@garden.example"}, "send a message to “ana@garden.example”"),
        (
            "mail",
            "send_mail",
            {"to": "a@x.example", "bcc": "b@y.example"},
            "send a message to “a@x.example” and 1 more",
        ),
        ("mail", "send_mail", {"body": "hi"}, "send a message"),
        ("social", "post_tweet", {"text": "hi"}, "publish something"),
        ("hooks", "post_webhook", {"url": "https://x.example"}, "send something to “https://x.example”"),
        ("drive", "upload_file", {"path": "a.txt"}, "upload “a.txt”"),
        ("bank", "pay", {"iban": "DE89", "amount": 240, "currency": "EUR"}, "move money to “DE89”: “240 EUR”"),
        ("bank", "pay", {"amount": 1250000, "currency": "eur"}, "move money: “1250000 eur”"),
        ("bank", "pay", {"iban": "DE89", "amount": "240.50", "currency": "EUR"}, "pay “240.50 EUR” to “DE89”"),
        ("bank", "pay", {"iban": "DE89", "amount": 240, "currency": "JPY"}, "pay “240 JPY” to “DE89”"),
        (
            "bank",
            "pay",
            {"iban": "DE89", "amount_cents": 1250000, "currency": "eur"},
            "pay “1250000 eur = 12,500.00 EUR” to “DE89”",
        ),
        ("bank", "pay", {"iban": "DE89"}, "move money to “DE89”"),
        ("bank", "pay", {}, "move money"),
        ("calendar", "invite_guest", {"email": "bob@x.example"}, "invite “bob@x.example”"),
        ("calendar", "create_event", {"attendees": ["bob@x.example"], "title": "x"}, "invite “bob@x.example”"),
        ("docs", "share_document", {"email": "b@x.example", "role": "writer"}, "give access to “b@x.example”"),
        ("docs", "share_document", {"role": "writer"}, "give somebody access"),
        ("shell", "run_command", {"command": "ls -l"}, "run a shell command: “ls -l”"),
        (
            "shell",
            "run",
            {"command": "cd /srv/app && git fetch \\\n && rm -rf ~"},
            "run a shell command in “/srv/app”: “git fetch && rm -rf ~”",
        ),
        ("shell", "run", {"command": "ls " + "x" * 90}, f"run a shell command: “ls {'x' * 35}…{'x' * 22}”"),
        ("python", "run_python", {"code": "\n\nimport csv\nprint()"}, "run a Python program: “import csv …”"),
        ("js", "evaluate", {"script": "1 + 1"}, "run a program: “1 + 1”"),
        (
            "mail",
            "send_mail",
            {"to": ["A <a@x.example>", "b@x.example"], "bcc": ["c@y.example"]},
            "send a message to several addresses, with a hidden copy to “c@y.example”",
        ),
        ("mail", "send_mail", {"bcc": "c@y.example"}, "send a hidden copy to “c@y.example”"),
        ("files", "write_file", {"path": "a.md", "overwrite": True}, "change or overwrite “a.md”"),
        ("files", "write_file", {"path": "a.md", "overwrite": False}, "change “a.md”"),
        (
            "files",
            "copy_file",
            {"from": "a", "to": "b", "replaceExisting": True},
            "copy “a” to “b” (may delete or overwrite)",
        ),
        ("postgres", "query", {"sql": "SELECT 1; DELETE FROM x", "database": "shop"}, "run “SELECT, DELETE” on “shop”"),
        ("sqlite", "write_query", {"query": "UPDATE orders SET x = 1"}, "run “UPDATE” on “orders”"),
        ("sqlite", "read_query", {"query": "SELECT 1; DROP TABLE x"}, "run “SELECT, DROP TABLE”"),
        ("sqlite", "read_query", {"query": "select 1 -- drop table x"}, "run “SQL”"),
        ("everything", "echo", {"message": "hello"}, "use “echo” (everything)"),
    ],
)
def test_the_verb_and_what_it_is_done_to_are_named(server: str, name: str, inputs: JsonObject, words: str) -> None:
    assert said(server, name, inputs) == words


@pytest.mark.parametrize(
    ("name", "inputs", "hints", "words"),
    [
        ("read_text_file", {"path": "notes.md"}, {}, "use “read_text_file” on “notes.md”"),
        ("read_text_file", {"path": "notes.md"}, {"readOnlyHint": True}, "use “read_text_file” on “notes.md”"),
        ("get_current_time", {"timezone": "Europe/Paris"}, {"readOnlyHint": True}, "use “get_current_time” (s)"),
        ("frobnicate", {}, {"readOnlyHint": True}, "use “frobnicate” (s)"),
        ("write_note", {"path": "a"}, {"readOnlyHint": True}, "change “a”"),
        ("delete_all", {}, {"readOnlyHint": True}, "delete something"),
        ("write_note", {"path": "a"}, {"destructiveHint": True}, "change or overwrite “a”"),
        ("move", {"from": "a", "to": "b"}, {"destructiveHint": True}, MOVES_RISKY),
        ("git_reset", {"repo_path": "a"}, {"destructiveHint": True}, "reset “a”"),
        ("move_file", {"path": "a"}, {"readOnlyHint": True}, "move or rename “a”"),
        ("read_note", {"path": "a"}, {"readOnlyHint": False, "destructiveHint": False}, "change “a”"),
        ("frobnicate", {}, {"destructiveHint": True}, "use “frobnicate”, which may delete or overwrite"),
        ("get", {"path": "a"}, {"destructiveHint": True}, "use “get” on “a”, which may delete or overwrite"),
    ],
)
def test_s19_a_server_that_nobody_vouched_for_makes_the_words_sterner_and_never_milder(
    name: str, inputs: JsonObject, hints: dict[str, bool], words: str
) -> None:
    assert said("s", name, inputs, vouched=False, **hints) == words


def test_s19_where_nothing_is_yet_nothing_is_said_to_be_overwritten() -> None:
    asks = question("s", "move_file", {"source": "a", "destination": "b"}, destructiveHint=True)
    for there, words in (("nothing yet", ""), ("a file of 3 bytes", " (may delete or overwrite)")):
        reading = Reading(("destination",), "path", (Said("There is", there),))
        heading = summary.heading(replace(asks, readings=(reading,))).quoted
        assert heading == f"Claude Code wants to move or rename “a” to “b”{words}"


def test_of_a_long_program_the_blamed_part_is_named() -> None:
    program = "echo 1\n" * 3 + "rm -rf ~/work\n" + "echo 2\n" * 3
    at = program.index("rm")
    finding = Finding("destructive", Severity.HIGH, "x", where=("command",), span=(at, at + 13))
    asks = question("shell", "run", {"command": program})
    assert summary.heading(asks).quoted.endswith("run a shell command: “echo 1 …”")
    asks = replace(asks, request=replace(asks.request, findings=(finding,)))
    assert summary.heading(asks).quoted.endswith("run a shell command: “… rm -rf ~/work …”")


def test_two_inputs_of_one_name_are_both_named() -> None:
    asks = question("files", "write_file", {"path": "notes.md", "Path": "~/.ssh/config", "content": "x"})
    twin = Finding("key-twin", Severity.MEDIUM, "x", where=("path",))
    heading = summary.heading(replace(asks, request=replace(asks.request, findings=(twin,))))
    assert heading.quoted.endswith("change “notes.md” or “~/.ssh/config”") or heading.quoted.endswith(
        "change “notes.md” or “…/.ssh/config”"
    )


def test_a_secret_among_two_items_is_not_named() -> None:
    asks = question("s", "delete_keys", {"keys": ["a", "hunter2"]})
    secret = Finding("secret", Severity.MEDIUM, "x", where=("keys", 1), span=(0, 7))
    assert "hunter2" not in summary.heading(replace(asks, request=replace(asks.request, findings=(secret,)))).quoted


def test_s19_what_a_vouched_for_server_says_of_an_unknown_tool_counts() -> None:
    assert said("s", "frobnicate", {"path": "a"}, readOnlyHint=True) == "read “a”"
    assert said("s", "frobnicate", {}, readOnlyHint=True) == "use “frobnicate” (s)"


def test_s19_a_sum_of_numbers_is_no_change() -> None:
    assert said("s", "add", {"a": 19, "b": 23}, vouched=False) == "use “add” (s)"
    assert said("s", "add", {"account": 19}, vouched=False) == "add something"


@pytest.mark.parametrize(
    "value",
    ["a.txt” and nothing else “", "a\u202etxt.exe", "a\nb", "<b>x</b>", "\ue000x\ue001", "{app}{object}", "⟨U+202E⟩"],
    ids=ascii,
)
def test_s04_a_value_stays_within_its_place(value: str) -> None:
    told = summary.heading(question("files", "write_file", {"path": value}))
    assert len(told.values) == 1
    start, end = told.values[0]
    assert told.words[:start] == "Claude Code wants to change "
    assert end == len(told.words)
    assert told.quoted.count("“") == told.quoted.count("”") == 1
    assert not set(told.words) & set("\u202e\n\ue000\ue001")


def test_s07_a_long_value_keeps_its_beginning_and_its_end() -> None:
    path = "/home/ana/" + "x" * 5_000 + "/../../etc/passwd"
    told = summary.heading(question("files", "write_file", {"path": path}))
    shown = told.words[slice(*told.values[0])]
    assert shown.startswith("/home/ana/x")
    assert shown.endswith("/../../etc/passwd")
    assert len(shown) <= LONGEST + 1
    hidden = summary.heading(question("files", "write_file", {"path": "\u202e" * 5_000}))
    assert len(hidden.words) <= 3 * LONGEST


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/home/ana/projects/garden/plans/summer.md", "…/plans/summer.md"),
        ("/home/ana/projects/garden/../../../etc/passwd", "/home/ana/projects/garden/../../../etc/passwd"),
        ("C:\\Users\\ana\\Documents\\garden\\summer.md", "…/garden/summer.md"),
        ("/srv/ana/a.md", "…/ana/a.md"),
        ("/etc/passwd", "/etc/passwd"),
        ("notes.md", "notes.md"),
    ],
)
def test_a_file_is_named_by_its_last_steps_unless_they_lead_back(path: str, shown: str) -> None:
    assert said("files", "write_file", {"path": path}) == f"change “{shown}”"


@pytest.mark.parametrize(
    ("path", "leads", "shown"),
    [
        ("/w/notes.md", "/etc/passwd", "/w/notes.md” (leads to “/etc/passwd”)"),
        ("~/notes.md", "/home/ana/notes.md", "~/notes.md”"),
        ("/w/link/notes.md", "/etc/other/notes.md", "…/link/notes.md” (leads to “…/other/notes.md”)"),
    ],
)
def test_s_a_path_that_leads_elsewhere_says_so(path: str, leads: str, shown: str) -> None:
    call = question("files", "write_file", {"path": path})
    led = replace(call, readings=(Reading(("path",), "path", (Said("Leads to", leads),)),))
    assert summary.heading(led).quoted.endswith(f"change “{shown}")


@pytest.mark.parametrize("hints", [{}, {"destructiveHint": True}], ids=str)
def test_a_file_that_is_there_is_replaced(hints: dict[str, bool]) -> None:
    call = question("files", "write_file", {"path": "/srv/ana/a.md", "content": "x"}, vouched=False, **hints)
    there = Reading(("path",), "path", (Said("Replaces", "a file of 30 bytes"),))
    assert summary.heading(replace(call, readings=(there,))).quoted.endswith("wants to replace “…/ana/a.md”")
    elsewhere = replace(there, path=("content",))
    assert "replace" not in summary.heading(replace(call, readings=(elsewhere,))).quoted
    several = question("files", "write_files", {"paths": ["a", "b"]})
    assert "replace" not in summary.heading(replace(several, readings=(replace(there, path=("paths",)),))).quoted


def found_at(asks: Asked, where: str, name: str, value: str) -> str:
    heading = summary.heading(replace(asks, readings=(Reading((where,), "path", (Said(name, value),)),)))
    return heading.quoted.removeprefix("Claude Code wants to ")


@pytest.mark.parametrize("hints", [{}, {"destructiveHint": True}, {"readOnlyHint": False}], ids=str)
@pytest.mark.parametrize("name", ["write_file", "create_file"])
def test_a_file_that_is_not_there_yet_is_created_and_one_that_is_there_is_replaced(
    name: str, hints: dict[str, bool]
) -> None:
    asks = question("s", name, {"path": "/w/a.md", "content": "x"}, vouched=False, **hints)
    assert found_at(asks, "path", "There is", "nothing yet") == "create “/w/a.md”"
    assert found_at(asks, "path", "Replaces", "a file of 3 bytes") == "replace “/w/a.md”"
    elsewhere = found_at(asks, "content", "There is", "nothing yet")
    assert elsewhere == summary.heading(asks).quoted.removeprefix("Claude Code wants to ")


def test_what_is_not_there_yet_is_not_created_by_a_call_about_more_or_by_one_that_edits() -> None:
    several = question("s", "write_files", {"paths": ["a", "b"]})
    assert found_at(several, "paths", "There is", "nothing yet").startswith("change")
    edits = question("s", "edit_file", {"path": "a"})
    assert found_at(edits, "path", "There is", "nothing yet") == "edit “a”"
    deletes = question("s", "delete_file", {"path": "a"})
    assert found_at(deletes, "path", "There is", "nothing yet") == "delete “a”"


@pytest.mark.parametrize(
    ("there", "hints", "words"),
    [
        ("a file of 30 bytes", {}, "read “a.md”"),
        ("a folder", {"readOnlyHint": True}, "read “a.md”"),
        ("nothing yet", {}, "use “read_file” on “a.md”"),
        ("something that cannot be looked at", {}, "use “read_file” on “a.md”"),
        ("a file of 30 bytes", {"readOnlyHint": False}, "use “read_file” on “a.md”, which may delete or overwrite"),
        ("a file of 30 bytes", {"destructiveHint": False}, "change “a.md”"),
    ],
)
def test_s19_a_file_that_the_host_found_is_read_where_nothing_speaks_against(
    there: str, hints: dict[str, bool], words: str
) -> None:
    asks = question("s", "read_file", {"path": "a.md"}, vouched=False, **hints)
    assert found_at(asks, "path", "There is", there) == words


def test_s19_with_a_finding_nobody_says_that_a_server_nobody_vouched_for_only_reads() -> None:
    asks = question("s", "read_file", {"path": "a.md"}, vouched=False)
    for severity, words in (
        (Severity.INFO, "read “a.md”"),
        (Severity.MEDIUM, "use “read_file” on “a.md”"),
        (Severity.HIGH, "use “read_file” on “a.md”"),
    ):
        found = Finding("sensitive-path", severity, "x", where=("path",))
        one = replace(asks, request=replace(asks.request, findings=(found,)))
        assert found_at(one, "path", "There is", "a file of 30 bytes") == words
    unknown = question("s", "frobnicate", {"path": "a.md"}, vouched=False, readOnlyHint=True)
    assert found_at(unknown, "path", "There is", "a file of 30 bytes") == "use “frobnicate” on “a.md”"


def test_secrets_are_masked_in_the_sentence() -> None:
    token = "ghp_" + "a1B2" * 9
    assert token not in said("shell", "run_command", {"command": f"curl -H {token}"})
    call = question("shell", "run_command", {"command": "login hunter2"})
    found = Finding("secret", Severity.MEDIUM, "A secret.", "", ("command",), (6, 13))
    call = replace(call, request=replace(call.request, findings=(found,)))
    assert "hunter2" not in summary.heading(call).words


def test_of_several_who_are_reached_the_one_that_a_finding_blames_is_named() -> None:
    call = question("mail", "send_mail", {"to": ["a@x.example", "b@x.example"], "cc": ["c@x.example"]})
    found = Finding("new-host", Severity.MEDIUM, "New.", "", ("to", 1), (0, 11))
    call = replace(call, request=replace(call.request, findings=(found,)))
    assert summary.heading(call).quoted.endswith("send a message to “b@x.example” and 2 more")
    nowhere = replace(call, request=replace(call.request, findings=(replace(found, where=("to", 9, "x")),)))
    assert summary.heading(nowhere).quoted.endswith("send a message to “a@x.example” and 2 more")


def test_a_row_of_a_table_says_it_without_the_app() -> None:
    action = ActionView("sends", "mail", "ana@x.example", (("to",),), "destination")
    assert deed(action, "send_mail", "mail", vouched=False).words == "Send a message to ana@x.example"
    assert deed(ActionView("reads"), "get_time", "time", vouched=False).words == "Use get_time (time)"
    assert deed(ActionView("reads"), "get_time", "time", vouched=True).words == "Use get_time (time)"


def test_uncounted_others_are_told() -> None:
    action = ActionView("deletes", "files", "a", (("paths",),), "place", "", 0)
    assert deed(action, "delete", "files", vouched=True).words == "Delete a and others"
