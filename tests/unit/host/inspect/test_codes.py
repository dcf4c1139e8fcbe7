"""Codes and passwords that an earlier result told, here again."""

from __future__ import annotations

import pytest

from host.inspect.described import subject_of
from host.inspect.flows.exfiltration import find_flows
from host.model import JsonObject, Severity


def kinds(arguments: JsonObject, result: str, *, server: str = "gmail", tool: str = "type", turn: str = "") -> set[str]:
    earlier: JsonObject = {"server": server, "tool": "read_email", "arguments": {"id": "1"}, "result": result}
    call: JsonObject = {
        "app": "a", "server": "web", "tool": tool, "arguments": arguments, "turn": turn, "earlier": [earlier],
    }  # fmt: skip
    return {it.kind for it in find_flows(subject_of(call)) if it.severity is not Severity.INFO}


@pytest.mark.parametrize(
    ("text", "result", "found"),
    [
        ("ZQ7P4M", "Your booking is confirmed. Record locator ZQ7P4M, LIS-GRZ.", True),
        ("Huber K7P2QX", "Buchungscode: K7P2QX", True),
        ("M3T8RW", "Su localizador es M3T8RW.", True),
        ("see 7741-AK9", "Door code: 7741-AK9", True),
        ("E10023 compressor", "error code: E10023", False),
        ("AB1234", "The model AB1234 is out of stock", False),
    ],
)
def test_what_books_something(text: str, result: str, found: bool) -> None:
    assert ("carried-over" in kinds({"text": text}, result)) is found


def test_what_the_person_said_or_looks_up_is_none() -> None:
    told = "Record locator ZQ7P4M"
    assert "carried-over" not in kinds({"text": "ZQ7P4M"}, told, turn="check in with ZQ7P4M")
    assert "carried-over" not in kinds({"locator": "ZQ7P4M"}, told, tool="get_booking")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("refs: 48 / 29 / 17", True),
        ("48 apples, 29 pears, 17 plums", True),
        ("room 719284", True),
        ("code 482917", True),
        ("tables 4, 8 and 12 at 17:30", False),
    ],
)
def test_a_code_that_opens_an_account(text: str, found: bool) -> None:
    there = kinds({"text": text}, "Your security code is 482917. It expires.")
    assert ({"carried-over", "secret"} <= there) is found


@pytest.mark.parametrize(
    ("server", "result", "text", "found"),
    [
        ("onepassword", "username: admin\npassword: Wolken!Karussell_84", "is Wolken!Karussell_84 strong", True),
        ("keepassxc", "Password: Tannen#Zapfen_77", "Tannen#Zapfen_77", True),
        ("gmail", "The NAS: password: Birke-Ast!9", "nas Birke-Ast!9", True),
        ("gmail", "password: self-service at the wiki", "self-service", False),
        ("onepassword", "website: https://router.example/login", "https://router.example/login", False),
    ],
)
def test_a_password(server: str, result: str, text: str, found: bool) -> None:
    assert ("secret" in kinds({"query": text}, result, server=server)) is found
