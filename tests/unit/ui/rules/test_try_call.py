"""Trying a call that nobody proposed."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from host.control.protocol import ExplainCall, ReadServer
from host.control.views import ServerDetails, ToolView
from host.errors import AssentError
from tests.support import plain, window
from tests.support.window import FakeLink
from tests.unit.ui.rules.support import explanation
from ui.rules.try_call import TryCall

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


def test_the_answer_stands_below_the_fields(view: TryCall, link: FakeLink) -> None:
    view.show_call("files", "read_file", "claude-code", '{"path": "a"}')
    view.go.click()
    assert link.of(ExplainCall) == [ExplainCall("claude-code", "files", "read_file", '{"path": "a"}')]
    assert "A person is asked" in plain.words(view)


def test_without_an_app_it_is_one_that_proved_nothing(view: TryCall, link: FakeLink) -> None:
    view.show_call("files", "x", "", "{}")
    view.go.click()
    assert link.of(ExplainCall)[0].app == "unknown"


def test_without_server_or_tool_nothing_is_asked(view: TryCall, link: FakeLink) -> None:
    view.show_call("files", " ", "", "{}")
    view.go.click()
    assert link.of(ExplainCall) == []
    assert "Name a server and a tool first." in plain.words(view)


def test_the_tools_of_the_chosen_server_are_offered(view: TryCall, link: FakeLink) -> None:
    view.server.setCurrentIndex(view.server.findData("files"))
    assert link.of(ReadServer) == [ReadServer("files")]
    assert [view.tool.itemData(at) for at in range(view.tool.count())] == ["read_file", HIDDEN]


def test_s05_a_tool_with_a_hidden_name_is_shown_escaped_and_asked_about_as_it_is(view: TryCall, link: FakeLink) -> None:
    view.server.setCurrentIndex(view.server.findData("files"))
    view.tool.setCurrentIndex(1)
    assert view.tool.currentText() == "to⟨U+202E⟩ol"
    view.go.click()
    assert link.of(ExplainCall)[0].tool == HIDDEN
    plain.assert_plain(view)
    plain.assert_accessible(view)


def test_servers_that_come_and_go_leave_what_was_typed(view: TryCall) -> None:
    view.show_call("elsewhere", "thing", "", "{}")
    view.set_state(window.state(servers=(window.server("other"),)))
    assert (view.server.currentText(), view.tool.currentText()) == ("elsewhere", "thing")


def test_a_refusal_is_said_and_nothing_typed_is_lost(view: TryCall, link: FakeLink) -> None:
    link.replies[ExplainCall] = AssentError("line 1: the arguments are no JSON object")
    view.show_call("files", "x", "", "[1")
    view.go.click()
    assert "Line 1: the arguments are no JSON object." in plain.words(view)
    assert view.arguments.json == "[1"
    link.replies[ExplainCall] = explanation()
    view.go.click()
    assert view.problem.isHidden()


def test_a_late_answer_to_other_fields_is_not_shown(view: TryCall, link: FakeLink) -> None:
    link.replies[ExplainCall] = None
    view.show_call("files", "x", "", "{}")
    view.go.click()
    view.forget()
    link.answer(ExplainCall, explanation())
    link.answer(ExplainCall, AssentError("late"))
    assert "A person is asked" not in plain.words(view)
    assert view.problem.isHidden()


def test_the_rule_that_is_written_is_judged_with(qtbot: QtBot, link: FakeLink) -> None:
    view = TryCall(link, rule=lambda: ('{"effect": "deny"}', "reading"))
    qtbot.addWidget(view)
    view.show_call("files", "x", "a", "{}")
    view.go.click()
    assert link.of(ExplainCall) == [ExplainCall("a", "files", "x", "{}", '{"effect": "deny"}', "reading")]
