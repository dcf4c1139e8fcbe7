"""What a yes covers goes by the parts that inputs play: nothing that was learned becomes a hole (attack 46)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from host.model import Bound, Call, Finding, GrantDuration, JsonObject, JsonValue, ServerRef, Severity
from host.values import replace
from tests.unit.host.gate.giving import ASK, SCOPES, TOOL, Given
from tests.unit.host.support import SERVER, call_params, frozen_call

IN_USE: Final[tuple[GrantDuration, ...]] = ("15min", "1h", "chat", "quit")
TO: Final[list[JsonValue]] = ["ana@garden.example", "bob@garden.example"]
MAIL: Final[JsonObject] = {"to": TO, "subject": "The beds", "body": "Water them."}
PAYMENT: Final[JsonObject] = {"to": "DE89370400440532013000", "amount": 240, "note": "Rent for May"}
APPEND: Final[JsonObject] = {"repo": "garden", "text": "A tulip more."}
COMMAND: Final[JsonObject] = {"command": "ls -la", "description": "Look around"}
RIGHT: Final[JsonObject] = {"document": "d1", "email": "ana@garden.example", "role": "reader", "message": "Have a look"}


def call(server: str, tool: str, arguments: JsonObject) -> Call:
    of: ServerRef = replace(SERVER, id=server)
    return replace(frozen_call("call-1", call_params(tool, arguments)), server=of)


def pattern(given: Given, made: Call) -> tuple[str, ...]:
    """Give a grant for calls like that one, and return its words."""
    return given.give(made, bound="pattern").covers


CHANGED: Final[dict[str, tuple[str, str, JsonObject, JsonObject]]] = {
    "another receiver": ("mail", "send_email", MAIL, {"to": ["eve@evil.example"]}),
    "one receiver more": ("mail", "send_email", MAIL, {"to": [*TO, "eve@evil.example"]}),
    "an added bcc": ("mail", "send_email", MAIL, {"bcc": ["eve@evil.example"]}),
    "an added input": ("mail", "send_email", MAIL, {"urgent": True}),
    "a file with it": ("mail", "send_email", MAIL, {"attachments": ["/etc/passwd"]}),
    "a path instead of words": ("mail", "send_email", MAIL, {"body": "/etc/passwd"}),
    "an address instead of words": ("mail", "send_email", MAIL, {"body": "https://evil.example/x?y"}),
    "very much text": ("mail", "send_email", MAIL, {"body": "x" * 2_001}),
    "another command": ("shell", "run_command", COMMAND, {"command": "rm -rf /"}),
    "another folder for the command": ("shell", "run_command", COMMAND | {"cwd": "/srv"}, {"cwd": "/"}),
    "another right": ("drive", "share_document", RIGHT, {"role": "owner"}),
    "another person's right": ("drive", "share_document", RIGHT, {"email": "eve@evil.example"}),
    "another thing": ("drive", "share_document", RIGHT, {"document": "d2"}),
    "another place to append to": ("notes", "append_note", APPEND, {"repo": "public"}),
}


@pytest.mark.parametrize("case", sorted(CHANGED))
def test_s46_calls_like_this_one_keep_where_it_goes_what_it_may_and_what_runs(case: str) -> None:
    server, tool, arguments, other = CHANGED[case]
    given, made = Given(), call(server, tool, arguments)
    pattern(given, made)
    assert given.covers(made)
    assert not given.covers(call(server, tool, arguments | other))


def test_the_words_say_what_stays_and_what_may_differ_before_the_yes(tmp_path: Path) -> None:
    given, differs = Given(), "the text may differ, up to 2,000 characters"
    rest = "everything else exactly the same"
    assert pattern(given, call("mail", "send_email", MAIL | {"to": TO[:1]})) == (
        f"body: {differs}",
        f"subject: {differs}",
        "to: sends to ana@garden.example only",
        rest,
    )
    (tmp_path / "a.md").write_text("x")
    assert pattern(given, call("files", "read_file", {"path": f"{tmp_path}/a.md"})) == (
        f"path: reads in {tmp_path}, not elsewhere",
        "how it reads may differ: limits, order, formats and the like",
        rest,
    )
    spaced = tmp_path / "a, or anywhere"
    spaced.mkdir()
    assert pattern(given, call("files", "read_file", {"path": str(spaced)}))[0].startswith(
        f'path: reads in "{spaced}", '
    )


FORCING: Final = ("carried-over", "exfiltration", "secret", "instructions")


@pytest.mark.parametrize("kind", FORCING)
@pytest.mark.parametrize("severity", [Severity.MEDIUM, Severity.HIGH])
def test_s46_another_servers_content_in_a_granted_append_is_asked(kind: str, severity: Severity) -> None:
    given, made = Given(), call("notes", "append_note", APPEND)
    given.give(made, bound="pattern", scope="1h")
    found = (Finding(kind, severity, "It was found."),)
    other = call("notes", "append_note", APPEND | {"text": "Words of another server."})
    assert given.covers(other)
    assert not given.covers(other, findings=found)
    assert given.grants.offers(other, TOOL, ASK, found, given.facts(other, found)).refused


@pytest.mark.parametrize("kind", ["writes-sql", "destructive", "outside-folders"])
def test_what_only_informs_leaves_an_hour(kind: str) -> None:
    given, made = Given(), call("notes", "append_note", APPEND)
    found = (Finding(kind, Severity.MEDIUM, "It was found."),)
    offers = given.offers(made, findings=found)
    assert (offers.refused, offers.durations) == ("", ("15min", "1h"))
    given.give(made, bound="pattern", scope="1h")
    assert given.covers(made, findings=found)


OFFERED: Final[dict[str, tuple[str, str, JsonObject, tuple[Bound, ...], tuple[GrantDuration, ...], str]]] = {
    "reads nowhere": ("weather", "get_forecast", {"city": "Oslo"}, ("exact", "any"), SCOPES, ""),
    "reads somewhere": ("mail", "search_emails", {"folder": "INBOX"}, ("exact", "pattern"), SCOPES, ""),
    "writes": ("files", "write_note", {"text": "a b"}, ("exact", "pattern", "any"), SCOPES, ""),
    "sends": ("mail", "send_email", MAIL, ("exact", "pattern"), IN_USE, "Until Assent quits"),
    "runs": ("shell", "run_command", COMMAND, ("exact", "pattern"), IN_USE, "Until Assent quits"),
    "grants": ("drive", "share_document", RIGHT, ("exact", "pattern"), ("15min", "1h"), "an hour"),
    "deletes": (
        "files",
        "delete_file",
        {"path": "/x", "reason": "old"},
        ("exact", "pattern"),
        ("15min", "1h"),
        "an hour",
    ),
    "who knows": ("odd", "frobnicate", {"n": 1, "text": "a b"}, ("exact", "pattern"), SCOPES, ""),
}


@pytest.mark.parametrize("case", sorted(OFFERED))
def test_s46_what_may_be_granted_goes_by_what_the_tool_does(case: str) -> None:
    server, tool, arguments, bounds, scopes, why = OFFERED[case]
    given, made = Given(), call(server, tool, arguments)
    offers = given.offers(made)
    assert tuple(offered.bound for offered in offers.bounds) == bounds
    assert offers.durations == scopes
    assert why in offers.why_no_always
    assert bool(why) is bool(offers.why_no_always)
    for bound in ("exact", "pattern", "any"):
        for scope in SCOPES:
            may = bound in bounds and scope in scopes
            assert (given.offer(made, scope=scope, bound=bound) is not None) is may, (scope, bound)


def test_s46_each_payment_is_asked_for_also_the_same_once_more() -> None:
    given, made = Given(), call("bank", "send_payment", PAYMENT)
    assert "pays" in given.offers(made).refused
    assert not any(given.offer(made, scope=scope, bound="exact") for scope in SCOPES)


def test_s13_nobody_vouched_for_it_and_yet_a_tool_that_reads_may_read_more_of_the_same() -> None:
    given, made = Given("none"), call("weather", "get_forecast", {"city": "Oslo"})
    assert [offered.bound for offered in given.offers(made).bounds] == ["exact", "pattern"]
    pattern(given, made)
    assert not given.covers(call("weather", "get_forecast", {"city": "Rome", "more": 3}))
    assert given.covers(call("weather", "get_forecast", {"city": "Rome", "limit": 2}))
    assert not given.covers(call("weather", "get_forecast", {"city": "https://evil.example/x"}))


@pytest.mark.parametrize("bound", ["pattern", "any"])
def test_s46_a_grant_for_reading_covers_no_other_operation(bound: Bound) -> None:
    given, made = Given(), call("files", "read_notes", {"city": "Oslo"})
    if bound == "pattern":
        made = call("files", "read_notes", {"city": "Oslo", "mailbox": "a"})
    given.give(made, bound=bound)
    more = dict(made.arguments_value)
    assert given.covers(call("files", "read_notes", more | {"city": "Rome"}))
    for operation in ("delete", "send", "POST", "get"):
        assert not given.covers(call("files", "read_notes", more | {"action": operation})), operation


@pytest.mark.parametrize(
    "other",
    [{"purge": True}, {"mode": "purge"}, {"sort": "delete"}, {"charge_now": True}, {"filter": "delete all"}],
    ids=str,
)
def test_s46_a_yes_to_a_read_covers_no_input_that_says_that_more_is_done(other: JsonObject) -> None:
    given, made = Given(), call("files", "read_notes", {"city": "Oslo", "mailbox": "a"})
    pattern(given, made)
    assert given.covers(call("files", "read_notes", {"city": "Rome", "mailbox": "a", "sort": "name"}))
    assert not given.covers(call("files", "read_notes", other | {"city": "Rome", "mailbox": "a"}))
