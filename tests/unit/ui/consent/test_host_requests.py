"""What the window asks the host about a question, short of answering it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from host.control.protocol import CheckEdit, CompareCall, EditCall, WhyCall
from host.control.views import Comparison, EditCheck
from host.errors import AssentError
from tests.support.window import asked
from tests.unit.ui.consent.support import FIRST, Table
from ui.consent.editing.sheet import EditSheet
from ui.consent.window import ConsentWindow

CHECK = CheckEdit(FIRST, "d", "{}")
EDIT = EditCall(FIRST, "d", 1, "e", "{}")
COMPARE = CompareCall(FIRST, "d")


def noted(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> list[tuple[object, ...]]:
    """What the part of the window is told that is about to be made."""
    told: list[tuple[object, ...]] = []
    monkeypatch.setattr(kind, name, lambda _part, *said: told.append(said))
    return told


def check(table: Table) -> None:
    table.window.sheets.editor.checked.emit(CHECK)


def edit(table: Table) -> None:
    table.window.sheets.editor.used.emit(EDIT)


def compare(table: Table) -> None:
    table.window.compare_wanted.emit(COMPARE)


@pytest.mark.parametrize(
    ("ask", "request_", "reply", "part", "name"),
    [
        (check, CHECK, EditCheck((), "ask", "No rule matches."), EditSheet, "show_check"),
        (compare, COMPARE, Comparison(None, 0.0, "", "nothing was approved yet"), ConsentWindow, "show_comparison"),
    ],
)
def test_what_the_host_says_comes_back_with_the_call_that_it_is_about(
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[[Table], None],
    request_: object,
    reply: object,
    part: type,
    name: str,
) -> None:
    told = noted(monkeypatch, part, name)
    table = Table(qtbot)
    table.show(asked())
    table.link.replies[type(request_)] = reply
    ask(table)
    assert table.link.requests[-1] == request_
    assert told == [(FIRST, reply)]


@pytest.mark.parametrize(
    ("ask", "kind", "part", "name"),
    [
        (check, CheckEdit, EditSheet, "edit_failed"),
        (edit, EditCall, EditSheet, "edit_failed"),
        (compare, CompareCall, ConsentWindow, "comparison_failed"),
    ],
)
def test_what_the_host_refuses_is_told_with_its_reason(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, ask: Callable[[Table], None], kind: type, part: type, name: str
) -> None:
    told = noted(monkeypatch, part, name)
    table = Table(qtbot)
    table.show(asked())
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
