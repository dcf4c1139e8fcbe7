"""The heading says what a tool's name says that it does, and never anything milder."""

from __future__ import annotations

import pytest

from host.model import JsonObject
from tests.support.window import WRITE_FILE, asked
from ui.consent.summary import heading, spoken
from ui.consent.tool_verbs import heading_of


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("delete_everything", "{app} wants to delete something"),
        ("removeUser", "{app} wants to delete something"),
        ("sendEmail", "{app} wants to send something out"),
        ("create_refund", "{app} wants to move money"),
        ("run_sql", "{app} wants to run something"),
        ("write_file", "{app} wants to change something"),
        ("read_and_delete", "{app} wants to delete something"),
        ("search", ""),
        ("additional", ""),
        ("x" * 100_000, ""),
    ],
    ids=lambda value: str(value)[:20],
)
def test_the_sternest_word_of_a_name_counts(tool: str, words: str) -> None:
    assert heading_of(tool) == words


def test_s19_a_name_makes_the_heading_sterner_and_never_milder() -> None:
    reads = WRITE_FILE | {"name": "delete_all", "annotations": {"readOnlyHint": True}}
    assert heading(asked(definition=reads)) == "claude-code wants to delete something"
    destroys = WRITE_FILE | {"name": "write_note", "annotations": {"destructiveHint": True}}
    assert heading(asked(definition=destroys)) == "claude-code wants to do something that may delete or overwrite"


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
    assert (heading_of(tool, inputs) == "") is is_sum


def test_a_sum_is_no_change_above_the_claim_that_it_only_reads() -> None:
    adds = WRITE_FILE | {"name": "add", "annotations": {"readOnlyHint": True}}
    assert heading(asked({"a": 19, "b": 23}, definition=adds)) == "claude-code wants to use a tool"
    writes = adds | {"annotations": {"readOnlyHint": False, "destructiveHint": False}}
    assert heading(asked({"a": 19, "b": 23}, definition=writes)) == "claude-code wants to change something"


def test_s19_a_screen_reader_says_the_sterner_words_that_are_on_screen_too() -> None:
    question = asked(definition=WRITE_FILE | {"name": "delete_all"})
    assert spoken(question) == f"{heading(question)}. claude-code wants to call files ▸ delete_all"
    held = asked(result=b"{}")
    assert spoken(held).startswith("Release this result? claude-code called files ▸")
