"""What the window asks the host about a question, short of answering it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from host.control.protocol import CheckEdit, CompareCall, EditCall, WhyCall
from host.control.views import Comparison, EditCheck
from host.errors import AssentError
from tests.support.window import asked
from tests.unit.ui.consent.support import FIRST, Table, numbered
from ui.consent.editing.sheet import EditSheet
from ui.consent.window import ConsentWindow

CHECK = CheckEdit(FIRST, "d", "{}")
EDIT = EditCall(FIRST, "d", 1, "e", "{}")


def check(table: Table) -> None:
    table.window.sheets.editor.checked.emit(CHECK)


def edit(table: Table) -> None:
    table.window.sheets.editor.used.emit(EDIT)


def compare(table: Table) -> None:
    table.window.content.compare_wanted.emit()


COMPARED = Comparison(None, 0.0, "", "none")
CASES: tuple[tuple[Callable[[Table], None], type, object, type, str, str], ...] = (
    (check, CheckEdit, EditCheck((), "ask", "No rule matches."), EditSheet, "show_check", "check_failed"),
    (edit, EditCall, None, EditSheet, "", "edit_failed"),
    (compare, CompareCall, COMPARED, ConsentWindow, "show_comparison", "comparison_refused"),
)
"""What asks the host, with which request, what it may say, and which part of the window is told."""


@pytest.mark.parametrize(("ask", "kind", "reply", "part", "accepted", "refused"), CASES)
@pytest.mark.parametrize("is_refused", [False, True])
@pytest.mark.parametrize("moved_on", [False, True])
def test_s12_what_the_host_says_is_told_unless_another_call_is_on_screen(
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[[Table], None],
    kind: type,
    reply: object,
    part: type,
    accepted: str,
    refused: str,
    is_refused: bool,
    moved_on: bool,
) -> None:
    told: list[object] = []
    for name in filter(None, (accepted, refused)):
        monkeypatch.setattr(part, name, lambda _part, said: told.append(said))
    table = Table(qtbot)
    table.show(asked(), numbered(2))
    ask(table)
    if moved_on:
        table.consent.show_call(numbered(2).request.call.id)
    said = AssentError("this call is over") if is_refused else reply
    table.link.answer(kind, said)
    heard = ["this call is over"] if is_refused else [reply] if accepted else []
    assert told == ([] if moved_on else heard)


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
