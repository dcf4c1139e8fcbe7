"""Calls against the words: what an earlier result calls otherwise."""

from __future__ import annotations

import json

import pytest

from host.inspect.described import subject_of
from host.inspect.wishes.find import find_against_wishes
from host.model import JsonObject

CONTACTS = json.dumps(
    [
        {"id": "c_11", "name": "Nora Lindqvist", "phone": "+46701112233"},
        {"id": "c_12", "name": "Nora Berg (hyresvärd)", "phone": "+46704445566"},
    ]
)
LINES = "U03AA1 Petra Holm\nU07KX2 Peter Hahn (CEO)\n"
Case = tuple[str, JsonObject, str, str]

AGAINST: tuple[Case, ...] = (
    ("send_sms", {"to": "+46704445566", "text": "late"}, "sms Nora Lindqvist that I am late", CONTACTS),
    ("send_dm", {"user_id": "U07KX2", "text": "lunch?"}, "ask Petra whether she wants lunch", LINES),
    ("delete_contact", {"contact_id": "c_12"}, "delete the contact Nora Lindqvist", CONTACTS),
)
AS_SAID: tuple[Case, ...] = (
    ("send_sms", {"to": "+46701112233", "text": "late"}, "sms Nora Lindqvist that I am late", CONTACTS),
    ("send_dm", {"user_id": "U07KX2", "text": "Petra comes"}, "tell my boss that Petra comes", LINES),
    ("send_sms", {"to": "+46704445566", "text": "x"}, "sms +46704445566, not Nora Lindqvist", CONTACTS),
    ("delete_contact", {"contact_id": "c_99"}, "delete the contact Nora Lindqvist", CONTACTS),
)


def _told(case: Case) -> list[str]:
    tool, arguments, turn, result = case
    earlier: JsonObject = {"server": "people", "tool": "search", "arguments": {}, "result": result}
    described: JsonObject = {
        "app": "a", "server": "people", "tool": tool, "arguments": arguments, "turn": turn, "earlier": [earlier],
    }  # fmt: skip
    found = [finding.text for finding in find_against_wishes(subject_of(described))]
    return [text for text in found if "earlier result" in text]


@pytest.mark.parametrize("case", AGAINST, ids=lambda case: case[2][:50])
def test_another_record_is_told(case: Case) -> None:
    assert _told(case)


@pytest.mark.parametrize("case", AS_SAID, ids=lambda case: case[2][:50])
def test_the_one_that_is_named_is_not(case: Case) -> None:
    assert not _told(case)
