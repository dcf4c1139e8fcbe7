"""What the window asks the host about a question, short of answering it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from host.control.protocol import CheckEdit, CompareCall, EditCall, WhyCall
from host.control.views import Comparison, EditCheck
from host.errors import AssentError
from tests.support.window import asked
from tests.unit.ui.consent.support import FIRST, Table

CHECK = CheckEdit(FIRST, "d", "{}")
EDIT = EditCall(FIRST, "d", 1, "e", "{}")
COMPARE = CompareCall(FIRST, "d")


def noted(monkeypatch: pytest.MonkeyPatch, table: Table, name: str) -> list[tuple[object, ...]]:
    """What the window is told."""
    told: list[tuple[object, ...]] = []
    monkeypatch.setattr(table.window, name, lambda *said: told.append(said))
    return told


def check(table: Table) -> None:
    table.window.edit_checked.emit(CHECK)


def edit(table: Table) -> None:
    table.window.edited.emit(EDIT)


def compare(table: Table) -> None:
    table.window.compare_wanted.emit(COMPARE)


@pytest.mark.parametrize(
    ("ask", "request_", "reply", "name"),
    [
        (check, CHECK, EditCheck((), "ask", "No rule matches."), "show_check"),
        (compare, COMPARE, Comparison(None, 0.0, "", "nothing was approved yet"), "show_comparison"),
    ],
)
def test_what_the_host_says_comes_back_with_the_call_that_it_is_about(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[[Table], None],
    request_: object,
    reply: object,
    name: str,
) -> None:
    table.show(asked())
    told = noted(monkeypatch, table, name)
    table.link.replies[type(request_)] = reply
    ask(table)
    assert table.link.requests[-1] == request_
    assert told == [(FIRST, reply)]


@pytest.mark.parametrize(
    ("ask", "kind", "name"),
    [
        (check, CheckEdit, "edit_failed"),
        (edit, EditCall, "edit_failed"),
        (compare, CompareCall, "comparison_failed"),
    ],
)
def test_what_the_host_refuses_is_told_with_its_reason(
    table: Table, monkeypatch: pytest.MonkeyPatch, ask: Callable[[Table], None], kind: type, name: str
) -> None:
    table.show(asked())
    told = noted(monkeypatch, table, name)
    table.link.replies[kind] = AssentError("this call is over")
    ask(table)
    assert told == [(FIRST, "this call is over")]


def test_s12_an_edit_approves_nothing(table: Table) -> None:
    table.show(asked())
    table.arm()
    edit(table)
    assert table.link.of(EditCall) == [EDIT]
    assert table.answers == []


def test_why_is_asked_about_the_question_on_screen(table: Table) -> None:
    table.show(asked())
    table.window.open_why()
    assert [said.call_id for said in table.link.of(WhyCall)] == [FIRST]
