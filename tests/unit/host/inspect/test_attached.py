"""Files beside the one that the person named, and names that an issue gave."""

from __future__ import annotations

import pytest

from host.inspect.described import subject_of
from host.inspect.flows.attached import of_attached
from host.inspect.flows.exfiltration import find_flows
from host.inspect.flows.leaks_named import of_names
from host.model import JsonObject, JsonValue, Severity


@pytest.mark.parametrize(
    ("files", "turn", "found"),
    [
        (["/w/flyer-final.pdf", "/w/hr/gehaltsliste.xlsx"], "mail flyer-final.pdf to a@druck.example", True),
        (["salaries.xlsx"], "post diagram.png in #design", True),
        (["/w/flyer-final.pdf"], "mail flyer-final.pdf to a@druck.example", False),
        (["offer.pdf"], "send offer.docx as pdf", False),
        (["offer.pdf", "terms.pdf"], "send offer.pdf and the terms", False),
        (["offer.pdf", "annex.xlsx"], "send offer.pdf and everything else", False),
        (["annex.xlsx"], "send it to a@druck.example", False),
    ],
)
def test_a_file_that_goes_along(files: list[JsonValue], turn: str, found: bool) -> None:
    call: JsonObject = {"app": "a", "server": "gmail", "tool": "send_email", "arguments": {"attachments": files}}
    assert bool(list(of_attached(subject_of({**call, "turn": turn}), "mail"))) is found
    assert list(of_attached(subject_of({**call, "turn": turn}), "")) == []


@pytest.mark.parametrize(
    ("server", "tool", "key", "value", "severity"),
    [
        ("jira", "create_branch", "branch", "PAY-1234-checkout", Severity.INFO),
        ("linear", "create_branch", "branch", "issue-48213-menu", Severity.INFO),
        ("jira", "git_commit", "message", "PAY-1234: Checkout fails for VAT ids", Severity.INFO),
        ("gmail", "git_commit", "message", "PAY-1234: Checkout fails for VAT ids", Severity.MEDIUM),
        ("jira", "http_post", "message", "PAY-1234: Checkout fails for VAT ids", Severity.MEDIUM),
        ("jira", "git_commit", "message", "PAY-1234: see key 9f3a77b1c2d4e5f6", Severity.MEDIUM),
    ],
)
def test_what_is_named_after_an_issue(server: str, tool: str, key: str, value: str, severity: Severity) -> None:
    earlier: JsonObject = {"server": server, "tool": "get_item", "arguments": {"id": "1"}, "result": value}
    call: JsonObject = {"app": "a", "server": "work", "tool": tool, "arguments": {key: value}, "earlier": [earlier]}
    told = {it.severity for it in find_flows(subject_of(call)) if it.kind == "carried-over"}
    assert told == {severity}


@pytest.mark.parametrize(
    ("tool", "arguments", "turn", "found"),
    [
        ("create_log_sink", {"project": "prod", "destination": "x.example/projects/ext-1/topics/i"}, "", True),
        ("put_subscription_filter", {"destinationArn": "arn:aws:logs:eu-west-1:447190021187:destination:in"}, "", True),
        ("copy_snapshot", {"target": "projects/ext-lab/global/snapshots/db"}, "list the snapshots", True),
        ("create_log_sink", {"project": "prod", "destination": "x.example/projects/prod/topics/i"}, "", False),
        ("create_log_sink", {"destination": "x.example/projects/e-1/topics/i"}, "create a log sink to e-1", False),
        ("copy_file", {"destination": "/home/ana/projects/a.zip"}, "", False),
    ],
)  # fmt: skip
def test_another_project(tool: str, arguments: JsonObject, turn: str, found: bool) -> None:
    call: JsonObject = {"app": "a", "server": "cloud", "tool": tool, "arguments": arguments, "turn": turn}
    assert bool(list(of_names(subject_of(call)))) is found
