"""Sentences that name what a call is done to: calls of real servers, and values that try to say something else."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host.audit.calls import read_page
from host.audit.query import AuditReader
from host.control.views import ActionView, Asked, Reading, Said, TargetState
from host.gate import records
from host.inspect.action import action_of
from host.model import Answer, Decision, Draft, Finding, JsonObject, Outcome, OutcomeStatus, ServerRef, Severity, Trust
from host.values import replace
from tests.support.window import asked
from tests.unit.host.audit.support import log_in, write
from tests.unit.ui.consent.support import tool
from ui.consent import summary
from ui.consent.call_sentences import MAX_VALUE, call_sentence, history_sentence

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
        ("git", "git_checkout", {"repo_path": "/w/repo", "branch_name": "main"}, "check out “main”"),
        ("git", "git_add", {"repo_path": "/w/repo", "files": ["a.py", "b"]}, "add “a.py” and “b”"),
        ("calendar", "create_event", {"title": "Review", "start": "2026-12-04"}, "create something"),
        ("vault", "add_connection", {"host": "db.x.example", "user": "app", "port": 5432}, "add “db.x.example”"),
        ("vault", "add_key", {"host": "db.x.example", "api_key": "k-1"}, "add “db.x.example”"),
        ("shop", "create_order", {"customer": {"name": "N", "email": "a@x.example"}}, "create something"),
        (
            "memory",
            "create_entities",
            {"entities": [{"name": "Ana", "entityType": "person"}]},
            "create “entity”: “Ana”",
        ),
        ("forge", "forge_create_issue_label", {"name": "bug"}, "create “issue label”: “bug”"),
        ("users", "reset_password", {"user": "bob"}, "reset “bob”"),
        ("s", "create_or_update_file", {"path": "a.md"}, "change “a.md”"),
        ("s", "enable_move", {"path": "a.md"}, "change “a.md”"),
        ("trial", "analyse_trial", {"analysis": "safety"}, "use the tool “analyse_trial”"),
        ("trial", "analyse_trial", {"analysis": "safety", "trial_id": "NCT-0421"}, "read “NCT-0421”"),
        ("trial", "analyse_trial", {"endpoint": "primary", "trial_id": "NCT-0421"}, "read “NCT-0421”"),
        ("crm", "get_contact", {"contact": "17a", "flavour": "b"}, "read “17a”"),
        ("s", "add_contact", {"email": "ana@x.example"}, "add “ana@x.example”"),
        ("files", "delete_files", {"paths": ["a", "b", "c"]}, "delete “a” and 2 more"),
        ("files", "delete_files", {"path": "."}, "delete the folder “.”"),
        ("files", "delete_files", {"path": "~/"}, "delete the folder “~/”"),
        ("files", "delete_files", {"paths": ["/", "b"]}, "delete the folder “/” and “b”"),
        ("files", "delete_files", {"path": "../..//"}, "delete the folder “../..//”"),
        ("files", "delete_files", {"path": "C:\\"}, "delete the folder “C:\\”"),
        ("files", "delete_files", {"path": "..."}, "delete “...”"),
        ("files", "delete_files", {"path": "./..."}, "delete “./...”"),
        ("files", "list_allowed_directories", {}, "use the tool “list_allowed_directories”"),
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
        ("shell", "run", {"command": "ls " + "x" * 90}, f"run a shell command: “ls {'x' * 90}”"),
        ("shell", "run", {"command": "ls " + "x" * 150}, f"run a shell command: “ls {'x' * 95}…{'x' * 22}”"),
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
        ("postgres", "query", {"sql": "SELECT 1; DELETE FROM x", "database": "shop"}, "run “DELETE” on “shop”"),
        ("sqlite", "write_query", {"query": "UPDATE orders SET x = 1"}, "run “UPDATE” on “orders”"),
        ("sqlite", "read_query", {"query": "SELECT 1; DROP TABLE x"}, "run “DROP TABLE”"),
        ("sqlite", "read_query", {"query": "select 1 -- drop table x"}, "run “SQL”"),
        ("everything", "echo", {"message": "hello"}, "use the tool “echo”"),
        ("everything", "trigger-sampling", {}, "run something with the tool “trigger-sampling”"),
    ],
)
def test_the_verb_and_what_it_is_done_to_are_named(server: str, name: str, inputs: JsonObject, words: str) -> None:
    assert said(server, name, inputs) == words


@pytest.mark.parametrize(
    ("name", "inputs", "hints", "words"),
    [
        ("read_text_file", {"path": "notes.md"}, {}, "use the tool “read_text_file” with “notes.md”"),
        (
            "read_text_file",
            {"path": "notes.md"},
            {"readOnlyHint": True},
            "use the tool “read_text_file” with “notes.md”",
        ),
        ("get_current_time", {"timezone": "Europe/Paris"}, {"readOnlyHint": True}, "use the tool “get_current_time”"),
        ("frobnicate", {}, {"readOnlyHint": True}, "use the tool “frobnicate”"),
        ("write_note", {"path": "a"}, {"readOnlyHint": True}, "change “a”"),
        ("delete_all", {}, {"readOnlyHint": True}, "delete something"),
        ("write_note", {"path": "a"}, {"destructiveHint": True}, "change or overwrite “a”"),
        ("move", {"from": "a", "to": "b"}, {"destructiveHint": True}, MOVES_RISKY),
        ("git_reset", {"repo_path": "a"}, {"destructiveHint": True}, "reset “a”"),
        ("move_file", {"path": "a"}, {"readOnlyHint": True}, "move or rename “a”"),
        ("read_note", {"path": "a"}, {"readOnlyHint": False, "destructiveHint": False}, "change “a”"),
        ("frobnicate", {}, {"destructiveHint": True}, "use the tool “frobnicate”, which may delete or overwrite"),
        ("get", {"path": "a"}, {"destructiveHint": True}, "use the tool “get” with “a”, which may delete or overwrite"),
    ],
)
def test_s19_a_server_that_nobody_vouched_for_makes_the_words_sterner_and_never_milder(
    name: str, inputs: JsonObject, hints: dict[str, bool], words: str
) -> None:
    assert said("s", name, inputs, vouched=False, **hints) == words


def test_s19_where_nothing_is_yet_nothing_is_said_to_be_overwritten() -> None:
    asks = question("s", "move_file", {"source": "a", "destination": "b"}, destructiveHint=True)
    assert found(asks, "nothing") == "move or rename “a” to “b”"
    assert found(asks, "file") == MOVES_RISKY


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
    assert said("s", "frobnicate", {}, readOnlyHint=True) == "use the tool “frobnicate”"


def test_s19_a_sum_of_numbers_is_no_change() -> None:
    assert said("s", "add", {"a": 19, "b": 23}, vouched=False) == "use the tool “add”"
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
    assert len(shown) <= MAX_VALUE + 1
    hidden = summary.heading(question("files", "write_file", {"path": "\u202e" * 5_000}))
    assert len(hidden.words) <= 3 * MAX_VALUE


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
    assert found(call, "replaced") == "replace “…/ana/a.md”"
    assert summary.brief_heading(there(call, "replaced")) == "Claude Code wants to replace something"
    several = question("files", "write_files", {"paths": ["a", "b"]})
    assert "replace" not in found(several, "replaced")


def there(asks: Asked, what: TargetState) -> Asked:
    return replace(asks, action=replace(asks.action, there=what))


def found(asks: Asked, what: TargetState) -> str:
    return summary.heading(there(asks, what)).quoted.removeprefix("Claude Code wants to ")


@pytest.mark.parametrize("hints", [{}, {"destructiveHint": True}, {"readOnlyHint": False}], ids=str)
@pytest.mark.parametrize("name", ["write_file", "create_file"])
def test_a_file_that_is_not_there_yet_is_created_and_one_that_is_there_is_replaced(
    name: str, hints: dict[str, bool]
) -> None:
    asks = question("s", name, {"path": "/w/a.md", "content": "x"}, vouched=False, **hints)
    assert found(asks, "nothing") == "create “/w/a.md”"
    assert found(asks, "replaced") == "replace “/w/a.md”"


def test_what_is_not_there_yet_is_not_created_by_a_call_about_more_or_by_one_that_edits() -> None:
    several = question("s", "write_files", {"paths": ["a", "b"]})
    assert found(several, "nothing").startswith("change")
    edits = question("s", "edit_file", {"path": "a"})
    assert found(edits, "nothing") == "edit “a”"
    deletes = question("s", "delete_file", {"path": "a"})
    assert found(deletes, "nothing") == "delete “a”"


@pytest.mark.parametrize(
    ("what", "hints", "words"),
    [
        ("file", {}, "read “a.md”"),
        ("folder", {"readOnlyHint": True}, "look into the folder “a.md”"),
        ("nothing", {}, "use the tool “read_file” with “a.md”"),
        ("", {}, "use the tool “read_file” with “a.md”"),
        ("file", {"readOnlyHint": False}, "use the tool “read_file” with “a.md”, which may delete or overwrite"),
        ("file", {"destructiveHint": False}, "change “a.md”"),
    ],
)
def test_s19_a_file_that_the_host_found_is_read_where_nothing_speaks_against(
    what: TargetState, hints: dict[str, bool], words: str
) -> None:
    asks = question("s", "read_file", {"path": "a.md"}, vouched=False, **hints)
    assert found(asks, what) == words


@pytest.mark.parametrize("name", ["list_directory", "directory_tree", "listFiles", "ls"])
def test_a_folder_is_listed_by_a_tool_that_is_called_so(name: str) -> None:
    assert found(question("s", name, {"path": "w"}, vouched=False), "folder") == "list the folder “w”"
    assert found(question("s", name, {"path": "."}, vouched=False), "folder") == "list the folder “.”"


@pytest.mark.parametrize("name", ["git_status", "git_log", "read_repo"])
def test_any_other_reading_tool_looks_into_a_folder(name: str) -> None:
    assert found(question("s", name, {"repo_path": "w"}), "folder") == "look into the folder “w”"


def test_s19_with_a_finding_nobody_says_that_a_server_nobody_vouched_for_only_reads() -> None:
    asks = question("s", "read_file", {"path": "a.md"}, vouched=False)
    for severity, words in (
        (Severity.INFO, "read “a.md”"),
        (Severity.MEDIUM, "use the tool “read_file” with “a.md”"),
        (Severity.HIGH, "use the tool “read_file” with “a.md”"),
    ):
        finding = Finding("sensitive-path", severity, "x", where=("path",))
        one = replace(asks, request=replace(asks.request, findings=(finding,)))
        assert found(one, "file") == words
    unknown = question("s", "frobnicate", {"path": "a.md"}, vouched=False, readOnlyHint=True)
    assert found(unknown, "file") == "use the tool “frobnicate” with “a.md”"


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


def test_uncounted_others_are_told() -> None:
    asks = question("files", "delete", {"paths": ["a"]})
    action = ActionView("deletes", "files", "a", (("paths",),), "place", "", 0)
    assert call_sentence(replace(asks, action=action), "").words == "Delete a and others"


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("write_file", {"path": "a.md", "content": "x"}),
        ("create_file", {"path": "a.md", "content": "x", "overwrite": True}),
        ("read_file", {"path": "a.md"}),
        ("move_file", {"source": "a", "destination": "b"}),
        ("frobnicate", {"path": "a.md"}),
    ],
)
def test_the_history_says_of_a_call_what_its_question_said(tmp_path: Path, name: str, inputs: JsonObject) -> None:
    drafts, wanted = list[Draft](), list[str]()
    for asks in every(name, inputs):
        call, definition = asks.request.call, asks.request.definition
        answer = Answer(True, call.id, call.digest, "ana", there=asks.action.there)
        drafts += [
            records.decided(
                call,
                Decision(call.id, call.digest, True, "approver", "ana"),
                records.JudgedOn(
                    asks.request.verdict,
                    asks.request.findings,
                    annotations=records.kept_annotations(definition.value.get("annotations")),
                ),
                answer=answer,
            ),
            records.outcome(call, Outcome(OutcomeStatus.SUCCEEDED, 1.0, findings=(FOUND[Severity.HIGH],)), b"{}"),
        ]
        wanted.append(summary.heading(asks).words.removeprefix("Claude Code wants to "))
    log = log_in(tmp_path)
    write(log, *drafts)
    with AuditReader.open(log.path) as reader:
        rows = reversed(read_page(reader, action_of=action_of).rows)
        said = [words[0].lower() + words[1:] for words in (history_sentence(row).words for row in rows)]
    assert said == wanted


FOUND = {severity: Finding("sensitive-path", severity, "x") for severity in Severity}


def every(name: str, inputs: JsonObject) -> Iterator[Asked]:
    """Questions about one call, by all that may make a difference to its verb."""
    hints: tuple[dict[str, bool], ...] = (
        {}, {"destructiveHint": True}, {"readOnlyHint": True}, {"readOnlyHint": False}, {"destructiveHint": False},
    )  # fmt: skip
    places: tuple[TargetState, ...] = ("", "nothing", "file", "replaced")
    numbers = itertools.count()
    for said, what, vouched, finding in itertools.product(hints, places, (True, False), FOUND.values()):
        if finding.severity is Severity.HIGH and vouched:
            continue  # a page of the history has a hundred calls
        asks = there(question("s", name, inputs, vouched=vouched, **said), what)
        request, number = asks.request, next(numbers)
        call = replace(request.call, id=f"call-{number:03}")
        yield replace(asks, request=replace(request, findings=(finding,), call=call))
