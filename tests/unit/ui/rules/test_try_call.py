"""Trying a call that nobody proposed."""

from __future__ import annotations

import json

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from host.canonical import canonical
from host.control.protocol import ExplainCall, ReadServer
from host.control.views import ServerDetails, ToolView
from host.errors import AssentError
from tests.support import plain, window
from tests.support.window import FakeLink
from tests.unit.ui.rules.support import explanation
from ui.rules.try_call import NOT_LISTED, OUT_OF_USE, TryCall
from ui.tr import tr

HIDDEN = "to\u202eol"


@pytest.fixture
def link() -> FakeLink:
    made = FakeLink()
    made.replies[ExplainCall] = explanation()
    made.replies[ReadServer] = lambda request: ServerDetails(
        window.server(request.server_id), (ToolView("read_file", b"{}"), ToolView(HIDDEN, b"{}")), True, ""
    )
    return made


@pytest.fixture
def view(qtbot: QtBot, link: FakeLink) -> TryCall:
    made = TryCall(link)
    qtbot.addWidget(made)
    made.set_state(window.state(servers=(window.server("files"), window.server("git"))))
    made.show()
    return made


def test_the_answer_is_below_the_fields(view: TryCall, link: FakeLink) -> None:
    view.show_call("files", "read_file", "claude-code", '{"path": "a"}')
    view.explain_button.click()
    assert link.of(ExplainCall) == [ExplainCall("claude-code", "files", "read_file", '{"path": "a"}')]
    assert "A person is asked" in plain.words(view)


def test_without_an_app_it_is_one_that_proved_nothing(view: TryCall, link: FakeLink) -> None:
    view.show_call("files", "x", "", "{}")
    view.explain_button.click()
    assert link.of(ExplainCall)[0].app == "unknown"


def test_without_server_or_tool_nothing_is_asked(view: TryCall, link: FakeLink) -> None:
    view.show_call("files", " ", "", "{}")
    view.explain_button.click()
    assert link.of(ExplainCall) == []
    assert "Name a server and a tool first." in plain.words(view)


def test_the_tools_of_the_chosen_server_are_offered(view: TryCall, link: FakeLink) -> None:
    view.server.setCurrentIndex(view.server.findData("files"))
    assert link.of(ReadServer) == [ReadServer("files")]
    assert [view.tool.itemData(at) for at in range(view.tool.count())] == ["read_file", HIDDEN]


def test_a_server_whose_tools_nobody_listed_says_so_and_is_asked_about_again(view: TryCall, link: FakeLink) -> None:
    known = link.replies[ReadServer]
    link.replies[ReadServer] = lambda request: ServerDetails(window.server(request.server_id), (), False, "")
    view.server.setCurrentIndex(view.server.findData("files"))
    assert tr(NOT_LISTED) in plain.words(view)
    asked = len(link.of(ReadServer))
    for _ in range(3):  # nothing of the server changed
        view.set_state(window.state(servers=(window.server("files"), window.server("git"))))
    assert len(link.of(ReadServer)) == asked
    link.replies[ReadServer] = known
    view.set_state(window.state(servers=(window.server("files", sessions=7), window.server("git"))))
    assert tr(NOT_LISTED) not in plain.words(view)
    assert view.tool.itemData(0) == "read_file"


def test_nothing_of_another_server_stays_where_one_listed_no_tools(described: TryCall, link: FakeLink) -> None:
    link.replies[ReadServer] = lambda request: ServerDetails(window.server(request.server_id), (), False, "")
    described.server.setCurrentIndex(described.server.findData("files"))
    assert described.tool.count() == 0
    described.server.setCurrentText("files, not yet")
    assert tr(NOT_LISTED) not in plain.words(described)


def test_s05_a_tool_with_a_hidden_name_is_shown_escaped_and_asked_about_as_it_is(view: TryCall, link: FakeLink) -> None:
    view.server.setCurrentIndex(view.server.findData("files"))
    view.tool.setCurrentIndex(1)
    assert view.tool.currentText() == "to⟨U+202E⟩ol"
    view.explain_button.click()
    assert link.of(ExplainCall)[0].tool == HIDDEN
    plain.assert_plain(view)
    plain.assert_accessible(view)


def test_servers_that_come_and_go_leave_what_was_typed(view: TryCall) -> None:
    view.show_call("elsewhere", "thing", "", "{}")
    view.set_state(window.state(servers=(window.server("other"),)))
    assert (view.server.currentText(), view.tool.currentText()) == ("elsewhere", "thing")


def test_a_refusal_is_reported_and_nothing_typed_is_lost(view: TryCall, link: FakeLink) -> None:
    link.replies[ExplainCall] = AssentError("line 1: the arguments are no JSON object")
    view.show_call("files", "x", "", "[1")
    view.explain_button.click()
    assert "Line 1: the arguments are no JSON object." in plain.words(view)
    assert view.inputs.json.json == "[1"
    link.replies[ExplainCall] = explanation()
    view.explain_button.click()
    assert view.answer.failed.isHidden()


def test_a_late_answer_to_other_fields_is_not_shown(view: TryCall, link: FakeLink) -> None:
    link.replies[ExplainCall] = None
    view.show_call("files", "x", "", "{}")
    view.explain_button.click()
    view.clear_answer()
    link.answer(ExplainCall, explanation())
    link.answer(ExplainCall, AssentError("late"))
    assert "A person is asked" not in plain.words(view)
    assert view.answer.failed.isHidden()


def test_the_rule_that_is_written_is_judged_with(qtbot: QtBot, link: FakeLink) -> None:
    view = TryCall(link, rule=lambda: ('{"effect": "deny"}', "reading"))
    qtbot.addWidget(view)
    view.show_call("files", "x", "a", "{}")
    view.explain_button.click()
    assert link.of(ExplainCall) == [ExplainCall("a", "files", "x", "{}", '{"effect": "deny"}', "reading")]


READ = canonical(
    {
        "name": "read_file",
        "inputSchema": {
            "properties": {"path": {"type": "string"}, "head": {"type": "integer"}},
            "required": ["path"],
        },
    }
)


@pytest.fixture
def described(view: TryCall, link: FakeLink) -> TryCall:
    """The tool ``read_file`` is chosen, with its description."""
    link.replies[ReadServer] = lambda request: ServerDetails(
        window.server(request.server_id), (ToolView("read_file", READ), ToolView("other", b"{}")), True, ""
    )
    view.server.setCurrentIndex(view.server.findData("git"))
    view.tool.setCurrentIndex(0)
    return view


def fields(view: TryCall) -> list[QLineEdit]:
    assert view.inputs.fields is not None
    return view.inputs.fields.findChildren(QLineEdit)


def test_inputs_are_fields_those_that_the_tool_wants_at_once_and_json_is_folded(
    described: TryCall, link: FakeLink
) -> None:
    assert not described.inputs.json.isVisible()
    path = fields(described)[0]
    path.setText("a.md")
    path.textEdited.emit("a.md")
    described.explain_button.click()
    assert json.loads(link.of(ExplainCall)[0].arguments) == {"path": "a.md"}
    plain.assert_accessible(described)


def test_fields_and_json_say_the_same_in_both_directions(described: TryCall) -> None:
    described.inputs.advanced.click()
    assert described.inputs.json.isVisible()
    described.inputs.json.setPlainText('{"path": "b", "head": 2}')
    assert [field.text() for field in fields(described)[:2]] == ["b", "2"]
    fields(described)[0].setText("c")
    fields(described)[0].textEdited.emit("c")
    assert json.loads(described.inputs.json.json) == {"path": "c", "head": 2}


def test_a_number_that_is_none_is_reported_at_its_field_and_nothing_is_asked(
    described: TryCall, link: FakeLink
) -> None:
    described.inputs.show_json('{"path": "b", "head": 2}')
    fields(described)[1].setText("many")
    fields(described)[1].textEdited.emit("many")
    described.explain_button.click()
    assert link.of(ExplainCall) == []
    assert "Enter a number." in plain.words(described)


def test_json_that_is_none_takes_the_fields_out_of_use_and_what_it_says_is_asked_about(
    described: TryCall, link: FakeLink
) -> None:
    described.inputs.json.setPlainText("[1")
    assert described.inputs.fields is None
    assert described.inputs.json.isVisible()
    assert OUT_OF_USE in plain.words(described)
    described.explain_button.click()
    assert link.of(ExplainCall)[0].arguments == "[1"
    described.inputs.json.setPlainText("{}")
    assert described.inputs.fields is not None


def test_another_tool_keeps_what_was_typed(described: TryCall) -> None:
    described.inputs.show_json('{"path": "b"}')
    described.tool.setCurrentIndex(1)
    assert json.loads(described.inputs.json.json) == {"path": "b"}
