"""A result that a person releases, or withholds (attacks 1, 7 and 10)."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from host.canonical import canonical
from host.control.protocol import CallEnded
from host.model import Finding, JsonObject, JsonValue, Severity
from tests.support.plain import assert_accessible, assert_plain, tab_order, tree
from tests.support.window import asked, make_all_rows, signing
from tests.unit.ui.consent.support import FIRST, WAYS, Table, click, lacking, seen
from tests.unit.ui.inputs.kinds.test_binary import picture
from ui.consent import summary
from ui.consent.action_row import SETTLING_MS
from ui.inputs import form
from ui.inputs import picture as pictures
from ui.inputs.form import CallInputs, ResultView
from ui.inputs.kinds.binary import dimensions
from ui.inputs.plain_view import PlainView

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
TEXT: JsonObject = {"content": [{"type": "text", "text": "412 subjects\nno events\n"}], "isError": False}
HELD = asked(result=canonical(TEXT), round_=2)


def everything(view: ResultView) -> str:
    """Every word on screen or in a block, in one."""
    make_all_rows(view)
    parts = [part for part in tree(view) if isinstance(part, QLabel | PlainView)]
    return "\n".join(part.text() if isinstance(part, QLabel) else part.toPlainText() for part in parts)


def test_a_result_is_asked_about_in_its_own_words(table: Table) -> None:
    table.show(HELD)
    words = seen(table.window)
    assert words[0] == "Release this result to Claude Code?"
    assert "Claude Code called this tool, and it ran. The result is held until you release it." in words
    assert "What came back" in words
    assert "What will be sent" not in words
    assert "Withhold" in words
    assert table.window.buttons.deny_with_reason.accessibleName() == "Withhold with a reason…"
    assert "Deny" not in words
    assert table.window.windowTitle().startswith("Release this result? Claude Code called files ▸ write_file; it ran.")


def test_the_texts_of_a_result_are_read_as_texts(table: Table) -> None:
    table.show(HELD)
    blocks = [view.toPlainText() for view in table.window.content.findChildren(PlainView)]
    assert "412 subjects\nno events" in blocks


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("ms", "answers"), [(0, 0), (500, 0), (999, 0), (1100, 1)])
def test_s10_a_release_counts_a_second_after_it_was_shown(
    table: Table, way: Callable[[Table], None], ms: int, answers: int
) -> None:
    table.show(HELD)
    table.live(ms)
    way(table)
    assert [answer.approve for answer in table.answers] == [True] * answers


def test_a_release_names_the_question_that_was_drawn_and_is_for_once(table: Table) -> None:
    table.show(HELD)
    table.window.resize(680, 1400)
    table.arm()
    assert table.window.guard.button.text() == "Release"
    assert not table.window.scope.isVisible()
    click(table)
    [answer] = table.answers
    assert (answer.call_id, answer.round, answer.duration, answer.approve) == (FIRST, 2, "once", True)


def test_withholding_works_at_once_with_a_reason_and_without(table: Table) -> None:
    table.show(HELD)
    table.window.open_reason()
    assert "Withhold, and say why" in seen(table.window)
    QTest.keyClicks(table.window.reason.line, "it names people")
    QTest.keyClick(table.window.reason.line, Qt.Key.Key_Return)
    assert [(answer.approve, answer.reason) for answer in table.answers] == [(False, "it names people")]


def test_the_question_after_a_result_speaks_of_denying_again(table: Table) -> None:
    table.show(HELD)
    table.ask(asked(round_=3))
    table.arm()
    assert {"Deny", "Edit…", "Approve once"} <= set(seen(table.window))
    assert table.window.buttons.deny_with_reason.accessibleName() == "Deny with a reason…"


def test_a_yes_to_a_call_does_not_release_its_result(table: Table) -> None:
    table.show(asked())
    table.arm()
    click(table)
    table.link.ended.emit(CallEnded(FIRST, "approver", "approved"))
    table.ask(HELD)
    table.consent.show_call(FIRST)
    table.settle()
    for way in WAYS:
        way(table)
    assert len(table.answers) == 1


def test_s07_unread_lines_of_a_result_are_counted(table: Table) -> None:
    long = canonical({"content": [{"type": "text", "text": "line\n" * 900}]})
    table.show(asked(result=long, round_=2))
    table.arm()
    assert table.window.guard.button.text().startswith("Release without reading 8")
    click(table)
    assert table.answers[0].unread_lines > 800


def test_s07_with_a_grave_finding_an_unread_result_is_not_released(table: Table) -> None:
    grave = Finding("output", Severity.HIGH, "It does not meet the tool's output schema.")
    long = canonical({"content": [{"type": "text", "text": "line\n" * 900}]})
    table.show(asked(result=long, round_=2, findings=(grave,)))
    table.arm()
    assert lacking(table) == ("Release", "Read to the end first.")
    click(table)
    assert table.answers == []


def test_the_inputs_stand_folded_below_the_result(table: Table) -> None:
    table.show(HELD)
    table.arm()
    unread = table.window.content.unread_lines
    assert not [inputs for inputs in table.window.content.findChildren(CallInputs) if inputs.isVisible()]
    [toggle] = [part for part in table.window.content.findChildren(type(table.window.buttons.deny))
                if part.text() == "Inputs that it was called with"]  # fmt: skip
    toggle.click()
    table.settle()
    [_] = [inputs for inputs in table.window.content.findChildren(CallInputs) if inputs.isVisible()]
    assert table.window.content.unread_lines <= unread, "what was sent before is not to be read again"


@pytest.mark.parametrize(("by", "words"), [("expiry", "The result was not released."), ("approver", "")])
def test_what_became_of_a_result_is_reported_and_not_that_nothing_was_sent(table: Table, by: str, words: str) -> None:
    table.show(HELD)
    table.link.ended.emit(CallEnded(FIRST, by, "it is over"))
    said = " ".join(seen(table.window.ending))
    assert words in said
    assert "Nothing was sent" not in said
    assert "This review is over" in said
    table.clock.pass_ms(SETTLING_MS)
    QTest.mouseClick(table.window.ending.button, LEFT)
    assert not table.window.isVisible()


def test_when_the_host_goes_nothing_false_is_said_of_a_result(table: Table) -> None:
    table.show(HELD)
    table.link.closed.emit("the host is gone")
    said = " ".join(seen(table.window.host_gone))
    assert "its result was not released" in said
    assert "Nothing was sent" not in said


def test_a_result_needs_no_signature_and_no_reason(table: Table) -> None:
    table.show(asked(result=canonical(TEXT), round_=2, signing=signing()))
    assert not table.window.form.isVisible()
    assert "Needs 2 signatures" not in seen(table.window)


def test_the_sentence_of_a_result_is_told_wherever_it_waits(table: Table) -> None:
    table.show(HELD)
    assert summary.question_text(HELD) == (
        "Claude Code called files ▸ write_file; it ran. The result is held until you release it."
    )
    order = tab_order(table.window)
    no = ["Withhold", "Withhold with a reason…"]
    assert [name for name in order if name in no] == no
    assert order[-1].startswith("Release")


@pytest.mark.parametrize(
    "result",
    [
        b"",
        b"null",
        b"[1,2]",
        b"\xff\xfe",
        b'{"a":1,"a":2}',
        b'{"content":"text"}',
        b'{"content":[]}',
        b"{}",
        b'{"code":-32603,"message":"broke"}',
        b'{"content":[1,null,"x",{"type":"text"},{"type":"text","text":7},{"text":"y"}]}',
    ],
)
def test_whatever_came_back_is_shown(qtbot: QtBot, result: bytes) -> None:
    view = ResultView(result)
    qtbot.addWidget(view)
    view.show()
    said = everything(view)
    assert_plain(view)
    assert_accessible(view)
    for word in ("broke", "32603"):
        assert (word in said) == (word.encode() in result)


NAMES = st.text("xyz", min_size=1, max_size=3)
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text("abc", max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 3), max_size=26), VALUES)
def test_s07_no_part_is_left_out_however_many_there_are(qtbot: QtBot, kinds: list[int], beside: JsonValue) -> None:
    content: list[JsonValue] = []
    for number, kind in enumerate(kinds):
        mark = f"mark-{number:03}"
        parts: list[JsonValue] = [
            {"type": "text", "text": mark},
            {"type": "text", "text": "t", "note": mark},
            {"type": "link", "uri": mark},
            mark,
        ]
        content.append(parts[kind])
    view = ResultView(canonical({"content": content, "structuredContent": beside, "last": "mark-999"}))
    said = everything(view)
    marks = [f"mark-{number:03}" for number in range(min(len(kinds), 20))]
    assert all(mark in said for mark in [*marks, "mark-999"])
    assert view.unread_lines >= len(kinds)
    view.deleteLater()


def test_a_huge_result_opens_with_few_widgets(qtbot: QtBot) -> None:
    parts: list[JsonValue] = [{"type": "text", "text": f"part {number}\n" * 50} for number in range(5_000)]
    view = ResultView(canonical({"content": parts}))
    qtbot.addWidget(view)
    view.show()
    assert len(view.findChildren(PlainView)) < 60
    assert view.unread_lines > 200_000


MEDIA: JsonObject = {
    "content": [
        {"type": "image", "data": base64.b64encode(picture("PNG")).decode(), "mimeType": "audio/wav"},
        {"type": "audio", "data": base64.b64encode(b"RIFF$\0\0\0WAVEfmt " + b"\0" * 60).decode(), "mimeType": "x"},
        {"type": "resource", "resource": {"uri": "file:///etc/passwd", "text": "root:x:0"}},
        {"type": "resource_link", "uri": "javascript:alert(1)", "name": "<a href='https://evil.example'>Click</a>"},
        {"type": "hologram", "uri": "x:y"},
    ]
}


def test_s28_each_kind_of_content_is_named_and_shown_by_its_bytes_and_nothing_is_opened(qtbot: QtBot) -> None:
    view = ResultView(canonical(MEDIA))
    qtbot.addWidget(view)
    said = everything(view)
    for words in ("Part 1 of 5: picture", "Part 2 of 5: sound", "Part 3 of 5: embedded resource", "Part 4 of 5: link"):
        assert words in said
    assert "Part 5 of 5\n" in said, "a kind that nobody knows is shown as the values that it is"
    assert "PNG picture" in said, "what the server calls it is not what it is"
    assert "WAV sound" in said
    assert "Assent does not open it" in said
    assert "<a href='https://evil.example'>Click</a>" in said, "as text"
    assert not any(label.openExternalLinks() for label in tree(view) if isinstance(label, QLabel))
    assert_plain(view)


def test_s28_no_picture_is_decoded_unasked_and_all_of_a_result_share_one_budget(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[object] = []
    monkeypatch.setattr(pictures, "decode_picture", drawn.append)
    part = MEDIA["content"][0]  # type: ignore[index]  # a list
    one = picture("PNG")
    budgets = iter([pictures.PixelBudget(dimensions(one)[0] * dimensions(one)[1])])
    monkeypatch.setattr(
        form, "PixelBudget", lambda: next(budgets, pictures.PixelBudget())
    )  # whoever has one of its own has more
    view = ResultView(canonical({"content": [part, part]}))
    qtbot.addWidget(view)
    make_all_rows(view)
    assert drawn == []
    shown = [it.show_button for it in view.findChildren(pictures.Preview) if it.show_button is not None]
    assert len(shown) == 2
    for button in shown:
        button.click()
    assert len(drawn) == 1
    assert "enough pictures of this call were drawn" in everything(view)
