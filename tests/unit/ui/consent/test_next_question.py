"""What the next question takes over from the one before: words that are the same to the letter, and frames."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from host.control.views import Asked
from host.model import JsonObject
from host.values import replace
from tests.support.plain import assert_plain
from tests.support.window import WRITE_FILE, asked
from tests.unit.ui.consent.support import Table, numbered, seen
from ui.consent.content import ClaimsView
from ui.inputs.call_views import FORM, JSON, CallViews
from ui.inputs.plain_view import PlainView

HINTS: JsonObject = WRITE_FILE | {"annotations": {"readOnlyHint": False, "destructiveHint": True, "dataScale": "small"}}
LONG: JsonObject = WRITE_FILE | {"description": "It says much. " * 200}


def claims(table: Table) -> ClaimsView:
    [shown] = [view for view in table.window.content.findChildren(ClaimsView) if view.isVisible()]
    return shown


def views(table: Table) -> CallViews:
    inputs = table.window.content.inputs
    assert isinstance(inputs, CallViews)
    return inputs


def on_to(table: Table, question: Asked) -> None:
    """Another question in the window; what is gone is gone."""
    table.ask(question)
    table.consent.show_call(question.request.call.id)
    table.settle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def trusted(question: Asked) -> Asked:
    request = question.request
    server = replace(request.call.server, trust="user")
    return replace(question, request=replace(request, call=replace(request.call, server=server)))


def test_words_of_the_server_that_are_the_same_stay_folded_as_at_first(table: Table) -> None:
    table.show(numbered(1, definition=HINTS))
    before = claims(table)
    assert before.as_sent_button is not None
    before.as_sent_button.click()
    assert "destructiveHint" in seen(table.window)
    on_to(table, numbered(2, definition=HINTS))
    assert claims(table) is before
    assert "destructiveHint" not in seen(table.window)
    assert_plain(table.window)


@pytest.mark.parametrize(
    "other",
    [
        numbered(2, definition=HINTS | {"description": "Another."}),
        numbered(2, "claude-code", "others", definition=HINTS),
        trusted(numbered(2, definition=HINTS)),
        numbered(2, definition=HINTS | {"title": "Files Inc."}),
    ],
    ids=["definition", "server", "trust", "title"],
)
def test_other_words_of_a_server_are_said_again(table: Table, other: Asked) -> None:
    table.show(numbered(1, definition=HINTS))
    before = claims(table)
    on_to(table, other)
    assert claims(table) is not before
    assert len(table.window.content.findChildren(ClaimsView)) == 1


def test_a_long_claim_is_not_left_where_it_was_read_to(table: Table) -> None:
    table.show(numbered(1, definition=LONG))
    before = claims(table)
    on_to(table, numbered(2, definition=LONG))
    assert claims(table) is not before


def test_s01_the_next_inputs_stand_alone_and_are_read_from_the_first_line(table: Table) -> None:
    table.show(numbered(1))
    table.qtbot.waitUntil(lambda: table.window.content.unread_lines == 0)
    before = views(table)
    before.switch.choose(JSON)
    table.settle()
    next_one = asked({"path": "b.txt", "content": "\n".join(map(str, range(900)))}, call_id=numbered(2).request.call.id)
    on_to(table, next_one)
    assert views(table) is before
    assert before.switch.chosen == FORM
    assert table.window.content.unread_lines > 800
    values = [view.toPlainText() for view in table.window.content.findChildren(PlainView)]
    assert "b.txt" in values
    assert not any("notes/1.txt" in value for value in values)
    assert f"2 inputs · {len(next_one.request.call.params):,} bytes" in seen(table.window)


def test_inputs_do_not_stay_beside_a_result(table: Table) -> None:
    table.show(numbered(1))
    before = views(table)
    on_to(table, numbered(2, result=b'{"content":[]}'))
    assert not before.isVisible()
    assert "What will be sent" not in seen(table.window)
    on_to(table, numbered(3))
    assert views(table) is before
    assert before.isVisible()


def test_buttons_follow_a_question_once_all_of_it_is_there(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.show(numbered(1))
    said: list[str] = []
    monkeypatch.setattr(table.window.guard, "set_label", lambda words, _why: said.append(words))
    table.ask(numbered(2))
    table.consent.show_call(numbered(2).request.call.id)
    assert len(said) == 1
