"""Everything that a call sends, on the screen."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from host.canonical import canonical
from host.errors import ProtocolError
from host.model import JsonObject
from tests.support.window import WRITE_FILE, asked, make_all_rows
from ui.inputs.form import CallInputs, InputsView
from ui.inputs.lines import Blamed
from ui.inputs.plain_view import PlainView

SCHEMA = WRITE_FILE["inputSchema"]
HEADING = "Also sent with the call"
ANSWERS = "Answers to what the server asked earlier"
NOTES = "Notes from the app to the server (_meta)"
OTHERS = "More that the server gets"
VERSION = "io.modelcontextprotocol/protocolVersion"


def made(qtbot: QtBot, beside: JsonObject, height: int = 900) -> CallInputs:
    view, area = CallInputs(), QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setWidget(view)
    area.resize(680, height)
    view.show_call(asked({"path": "a", "content": "b"}, beside=beside).request.call, SCHEMA)
    area.show()
    settle(view)
    return view


def settle(view: CallInputs) -> None:
    make_all_rows(view)
    for _ in range(20):
        QApplication.processEvents()


def values(view: CallInputs) -> list[str]:
    return [one.toPlainText() for one in view.findChildren(PlainView) if one.isVisible()]


def titles(view: CallInputs) -> set[str]:
    return {one.text() for one in view.findChildren(QLabel) if one.isVisible()} & {HEADING, ANSWERS, NOTES, OTHERS}


def test_a_call_with_nothing_beside_has_no_such_heading(qtbot: QtBot) -> None:
    assert titles(made(qtbot, {})) == set()


def test_s01_everything_that_is_sent_beside_the_inputs_is_shown(qtbot: QtBot) -> None:
    beside: JsonObject = {
        "_meta": {"x.example/also": "CANARY-META"},
        "inputResponses": {"confirm": {"content": {"wipe": "CANARY-ANSWER"}}},
        "requestState": "CANARY-STATE",
        "anything": "CANARY-ELSE",
    }
    view = made(qtbot, beside)
    said = "\n".join(values(view))
    assert all(it in said for it in ("CANARY-META", "wipe: CANARY-ANSWER", "CANARY-STATE", "CANARY-ELSE"))
    assert titles(view) == {HEADING, ANSWERS, NOTES, OTHERS}
    assert "not in the tool's description" not in [one.text() for one in view.findChildren(QLabel)]


def test_s07_its_lines_are_counted_until_they_were_in_view(qtbot: QtBot) -> None:
    view = made(qtbot, {"requestState": "x\n" * 1_000, "_meta": {"a": {"b": [True, "c"]}}}, height=4_000)
    assert view.unread_lines == 1_000 - 12
    view.show_params(canonical({"name": "t", "_meta": {"a": "x\n" * 5}}), SCHEMA)
    assert view.unread_lines == 5
    settle(view)
    assert view.unread_lines == 0


def test_the_protocols_constants_are_one_line_that_opens_and_need_no_reading(qtbot: QtBot) -> None:
    view = made(qtbot, {"_meta": {VERSION: "2026-07-28"}})
    assert view.unread_lines == 0
    assert titles(view) == {HEADING}
    [button] = [one for one in view.findChildren(QPushButton) if one.text() == "Protocol details: 1 value"]
    assert "2026-07-28" not in values(view)
    button.click()
    settle(view)
    assert "2026-07-28" in values(view)
    button.click()
    settle(view)
    assert "2026-07-28" not in values(view)


def test_another_call_leaves_nothing_of_the_one_before(qtbot: QtBot) -> None:
    view = made(qtbot, {"requestState": "CANARY\n" * 900})
    view.show_call(asked({"path": "a", "content": "b"}).request.call, SCHEMA)
    settle(view)
    assert titles(view) == set()
    assert view.unread_lines == 0
    assert not any("CANARY" in value for value in values(view))


def test_bytes_that_are_no_call_are_refused(qtbot: QtBot) -> None:
    view = CallInputs()
    qtbot.addWidget(view)
    with pytest.raises(ProtocolError):
        view.show_params(b"no json", SCHEMA)


def test_what_a_finding_is_about_is_marked_in_the_value(qtbot: QtBot) -> None:
    arguments: JsonObject = {"to": "a@p\u0430y.example", "n": " 5", "body": "one\ntwo evil three\nfour"}
    view = InputsView()
    qtbot.addWidget(view)
    blamed: Blamed = {
        ("to",): (((3, 4), "blamed"),),
        ("n",): (((1, 2), "doubted"),),
        ("body",): (((8, 12), "doubted"),),
    }
    view.show_inputs(arguments, {}, blamed=blamed)
    view.make_all()
    marked = []
    for shown in view.findChildren(PlainView):
        block = shown.document().begin()
        while block.isValid():
            marked += [block.text()[it.start : it.start + it.length] for it in block.layout().formats() if _is_mark(it)]
            block = block.next()
    assert sorted(marked) == ["5", "evil", "\u0430"]


def _is_mark(found: QTextLayout.FormatRange) -> bool:
    return found.format.underlineColor().isValid()  # of no other style
