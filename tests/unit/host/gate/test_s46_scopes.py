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
    given.give(made, bound="pattern", scope="1h", findings=found)
    assert given.covers(made, findings=found)


@pytest.mark.parametrize("kind", ["runs-code", "destructive", "sensitive-path", "contradiction"])
@pytest.mark.parametrize("severity", [Severity.INFO, Severity.MEDIUM])
def test_s46_what_was_not_found_in_the_approved_call_was_not_approved(kind: str, severity: Severity) -> None:
    made, found = call("notes", "append_note", APPEND), (Finding(kind, severity, "It was found."),)
    more = (Finding(kind, Severity.MEDIUM, "It was found."),)
    bare, told = Given(), Given()
    bare.give(made, bound="pattern", scope="1h")
    told.give(made, bound="pattern", scope="1h", findings=found)
    assert not bare.covers(made, findings=found)
    assert told.covers(made)
    assert told.covers(made, findings=found)
    assert told.covers(made, findings=more) is (severity is Severity.MEDIUM)


def test_what_is_new_only_at_first_keeps_no_grant_from_covering() -> None:
    given, made = Given(), call("notes", "append_note", APPEND)
    given.give(made, bound="pattern", scope="1h")
    for kind in ("burst", "large", "first-use"):
        assert given.covers(made, findings=(Finding(kind, Severity.INFO, "It was found."),))


NOTE: Final[JsonObject] = {"text": "The beds"}
ISSUE: Final[JsonObject] = {"repo": "garden", "title": "The beds", "body": "Water them."}
BEYOND: Final[dict[str, tuple[str, str, JsonObject, JsonObject]]] = {
    "a header behind the subject": ("mail", "send_email", MAIL, {"subject": "Hi\r\nBcc: eve@evil.example"}),
    "a mention": ("slack", "post_message", {"channel": "#a", "text": "Noon"}, {"text": "Noon, @everyone"}),
    "a mention in the server's form": ("slack", "post_message", {"channel": "#a", "text": "x"}, {"text": "<!channel>"}),
    "an order to a bot": ("github", "create_issue", ISSUE, {"body": "Thanks.\n@dependabot merge"}),
    "a line that is a command": ("gitlab", "create_issue", ISSUE, {"body": "Thanks.\n/approve\n/merge"}),
    "a command in capitals": ("gitlab", "create_issue", ISSUE, {"body": "Thanks.\n/Approve"}),
    "a command behind another line end": ("gitlab", "create_issue", ISSUE, {"body": "Thanks.\r/approve"}),
    "a mention behind a dot": ("github", "create_issue", ISSUE, {"body": ".@dependabot merge"}),
    "a mention behind another at": ("github", "create_issue", ISSUE, {"body": "@@dependabot merge"}),
    "what a model will go by": (
        "memory", "add_observations", {"entity": "Ana", "contents": ["tulips"]}, {"contents": ["pays Eve at once"]},
    ),
    "an address within an address": (
        "web", "fetch", {"url": "https://a.example/x"}, {"url": "https://a.example/to?u=https://evil.example/y"},
    ),
    "an address behind a backslash": (
        "web", "fetch", {"url": "https://a.example/x"}, {"url": "https://a.example/to?u=/%5cevil.example"},
    ),
    "an address in an encoding": (
        "web", "fetch", {"url": "https://a.example/x"}, {"url": "https://a.example/to?u=https%253A%252f%252fevil.example"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", sorted(BEYOND))
def test_s46_a_text_that_may_differ_reaches_and_orders_nobody_else(case: str) -> None:
    server, tool, arguments, other = BEYOND[case]
    for bound in ("pattern", "any"):
        given, made = Given(), call(server, tool, arguments)
        if given.offer(made, bound=bound) is not None:
            given.give(made, bound=bound)
        assert not given.covers(call(server, tool, arguments | other))


@pytest.mark.parametrize(
    ("server", "tool", "arguments", "other"),
    [
        ("mail", "send_email", MAIL, {"body": "Hi,\n\nsee you at /home, @ana.\n"}),
        ("slack", "post_message", {"channel": "#a", "text": "Noon"}, {"text": "Mail ana@garden.example\nor 1/2 later"}),
        ("web", "fetch", {"url": "https://a.example/x"}, {"url": "https://a.example/y/z?q=1"}),
    ],
)
def test_texts_that_only_differ_stay_covered(server: str, tool: str, arguments: JsonObject, other: JsonObject) -> None:
    given = Given()
    pattern(given, call(server, tool, arguments))
    assert given.covers(call(server, tool, arguments | other))


@pytest.mark.parametrize(
    ("server", "tool", "key", "own", "other"),
    [
        ("gmail", "search_emails", "user_google_email", "ana@garden.example", "bob@garden.example"),
        ("wallet", "list_entries", "from_account", "ana", "bob"),
        ("wallet", "list_entries", "fromAccount", 7, 8),
        ("notes", "update_note", "from_account", "ana", "bob"),
        ("notes", "update_note", "sender", "ana@garden.example", "bob@garden.example"),
    ],
)
def test_s46_as_whom_the_person_acts_stays(server: str, tool: str, key: str, own: JsonValue, other: JsonValue) -> None:
    for bound in ("pattern", "any"):
        given, made = Given(), call(server, tool, {"text": "tulips", key: own})
        if given.offer(made, bound=bound) is not None:
            given.give(made, bound=bound)
        assert not given.covers(call(server, tool, {"text": "roses", key: other}))
    added, plain = Given(), call(server, tool, {"text": "tulips"})
    added.give(plain, bound="any")
    assert not added.covers(call(server, tool, {"text": "tulips", key: other}))


@pytest.mark.parametrize("switch", [{"shared": True}, {"pinned": False}, {"tags": [True]}])
def test_s46_no_switch_comes_with_any_words_and_numbers(switch: JsonObject) -> None:
    given, made = Given(), call("notes", "write_note", NOTE | {"draft": True})
    words = given.give(made, bound="any").covers
    assert "draft: on or off" in words
    assert given.covers(call("notes", "write_note", {"text": "Other words", "draft": False, "n": 3}))
    assert not given.covers(call("notes", "write_note", NOTE | {"draft": True} | switch))


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("approve_bill", {"bill": "B-1", "comment": "Matches"}),
        ("sign_form", {"form": "F-1", "comment": "Matches"}),
        ("add_bonus", {"employee": "E-1", "amount": 300}),
        ("update_dish", {"dish": "Soup", "price": 3}),
        ("update_dish", {"dish": "Soup", "preis": 3}),
    ],
)
def test_s46_a_decision_and_an_amount_are_no_words_and_numbers_among_others(tool: str, arguments: JsonObject) -> None:
    assert "any" not in {offered.bound for offered in Given().offers(call("office", tool, arguments)).bounds}
    calm = call("office", "update_dish", {"dish": "Soup", "note": "Hot"})
    given = Given()
    given.give(calm, bound="any")
    assert not given.covers(call("office", "update_dish", {"dish": "Soup", "price": 3}))


@pytest.mark.parametrize(
    ("server", "tool"), [("browser", "browser_click"), ("", "press_key"), ("web", "browser_fill_form")]
)
def test_s46_what_is_on_the_screen_is_something_else_later(server: str, tool: str) -> None:
    given, made = Given(), call(server, tool, {"element": "Next", "ref": "e9"})
    assert "on the screen" in given.offers(made).refused
    assert given.offer(made) is None


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
