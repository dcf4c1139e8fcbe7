"""The waiting calls by app."""

from __future__ import annotations

import pytest

from host.control.views import Asked
from host.model import App, ServerRef
from tests.support import window
from ui.waiting.app_groups import AppGroup, deny_text, deny_title, group_by_app, heading
from ui.waiting.rows import CallRow, call_row


def asked(number: int, app: str, server: str, **changes: object) -> Asked:
    return window.asked(
        call_id=f"call {number}",
        app=App(app, authenticated=app != "unknown"),
        server=ServerRef(server, "c" * 64, "d" * 64),
        **changes,  # type: ignore[arg-type]  # as named
    )


def lines(*questions: Asked) -> list[AppGroup | CallRow]:
    return group_by_app([call_row(question) for question in questions], questions)


def test_each_app_stands_once_with_the_calls_of_one_server_together() -> None:
    found = lines(asked(1, "a", "x"), asked(2, "b", "x"), asked(3, "a", "y"), asked(4, "a", "x"))
    assert [line.app if isinstance(line, AppGroup) else line.call_id for line in found] == [
        "a", "call 1", "call 4", "call 3", "b", "call 2",
    ]  # fmt: skip


def test_what_needs_a_signature_is_counted() -> None:
    head = lines(asked(1, "a", "x", signing=window.signing()), asked(2, "a", "x"))[0]
    assert isinstance(head, AppGroup)
    assert heading(head, 1_000_000.0 + 65) == "a  ·  2 calls  ·  the oldest waits 1 min 5 s  ·  1 needs a signature"


def test_s09_an_app_that_proved_nothing_is_a_group_of_its_own() -> None:
    found = lines(asked(1, "unknown", "x"), asked(2, "a", "x"))
    assert [line.app for line in found if isinstance(line, AppGroup)] == ["unknown (not proven)", "a"]


def test_a_clock_that_was_set_back_says_nothing_odd() -> None:
    head = lines(asked(1, "a", "x"))[0]
    assert isinstance(head, AppGroup)
    assert "-" not in heading(head, 0.0)


@pytest.mark.parametrize(
    ("apps", "said"),
    [
        (["a"], "Deny 1 call of a?"),
        (["a", "a", "b"], "Deny 3 calls of a, b?"),
        (["a", "b", "c", "d", "e"], "Deny 5 calls of a, b, c and 2 more?"),
    ],
)
def test_the_question_says_how_many_and_whose(apps: list[str], said: str) -> None:
    assert deny_title([call_row(asked(number, app, "x")) for number, app in enumerate(apps)]) == said


def test_s05_hidden_characters_of_a_name_are_seen_in_heads_and_questions() -> None:
    found = lines(asked(1, "a\u202e", "x\u200b"), asked(2, "a\u202e", "y"))
    head = found[0]
    assert isinstance(head, AppGroup)
    assert heading(head, 0.0).startswith("a⟨U+202E⟩  ·  2 calls  ·  1 for x⟨U+200B⟩, 1 for y")


def test_what_is_being_read_is_named_as_spared() -> None:
    assert deny_text(reads=True) != deny_text(reads=False)
