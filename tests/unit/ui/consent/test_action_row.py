"""The buttons under a question: where they stand, they stay."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint

from host.control.views import Asked
from host.model import Finding, JsonObject, Severity
from tests.support.window import asked
from tests.unit.ui.consent.support import Table, numbered
from tests.unit.ui.consent.test_masked_values import SECRET, press_show, tool

GRAVE = Finding("secret", Severity.HIGH, "It holds what looks like a key.")
LONG: JsonObject = {f"input_{number}": f"value {number}" for number in range(24)}
UNREAD: dict[str, Asked] = {
    "grave": asked(LONG, findings=(GRAVE,)),
    "usual": asked(LONG),
}


def deny_at(table: Table) -> QPoint:
    """Where Deny stands in its window."""
    return table.window.buttons.deny.mapTo(table.window, QPoint())


@pytest.mark.parametrize("width", [480, 600, 680])
@pytest.mark.parametrize("name", sorted(UNREAD))
def test_s07_deny_stays_where_it_is_while_a_question_is_read(name: str, width: int, table: Table) -> None:
    table.show(UNREAD[name])
    table.window.resize(width, 800)
    table.settle()
    before, said = deny_at(table), table.window.guard.button.text()
    bar = table.window.middle.verticalScrollBar()
    while table.window.content.unread_lines and bar.value() < bar.maximum():
        bar.setValue(bar.value() + bar.pageStep() // 2)
        table.settle()
        assert deny_at(table) == before
    assert (table.window.guard.button.text(), said != "Approve once") == ("Approve once", True)


def test_s07_deny_stays_where_it_is_while_the_explanation_covers_the_question(table: Table) -> None:
    table.show(asked(scopes=()))
    for width in range(560, 620, 10):  # at one of them the words of the covered question are too long for one row
        table.window.resize(width, 800)
        table.settle()
        before = deny_at(table)
        table.window.open_why()
        table.settle()
        assert deny_at(table) == before
        table.window.go_back()
        table.settle()


def test_a_question_that_is_read_at_sight_has_its_buttons_in_one_row(table: Table) -> None:
    table.show(asked())
    table.window.resize(680, 860)
    table.settle()
    buttons = table.window.buttons
    assert table.window.guard.button.text() == "Approve once"
    assert buttons.deny.mapTo(buttons, QPoint()).y() == buttons.approve.mapTo(buttons, QPoint()).y()


def test_s07_what_is_read_later_moves_nothing(table: Table) -> None:
    table.show(asked(SECRET, definition=tool("api_key", {"type": "string"}), scopes=()))
    table.window.resize(680, 860)
    table.arm()
    before = deny_at(table)
    press_show(table)
    assert table.window.guard.button.text() == "Approve once"
    assert deny_at(table) == before


@pytest.mark.parametrize("width", [480, 600, 680])
def test_what_another_question_needed_takes_no_room(width: int, table: Table) -> None:
    first, long, last = (numbered(number).request.call.id for number in (1, 2, 3))
    table.show(asked(call_id=first, scopes=()))
    table.window.resize(width, 800)
    table.settle()
    before = table.window.buttons.height()
    table.ask(asked(LONG, call_id=long), asked(call_id=last, scopes=()))
    for call_id in (long, last):
        table.consent.bring(call_id)
        table.settle()
    assert table.window.call_id == last
    assert table.window.buttons.height() == before
