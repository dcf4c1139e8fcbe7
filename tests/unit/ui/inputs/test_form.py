"""A call's inputs on the screen."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from host.control import codec
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from tests.support import window
from ui.inputs import words
from ui.inputs.form import InputsView
from ui.inputs.lines import TextLines
from ui.inputs.model import inputs_of
from ui.inputs.plain_view import PlainView
from ui.inputs.rows import InputRow
from ui.inputs.text_block import LINES_AT_FIRST

SCHEMA: JsonValue = window.WRITE_FILE["inputSchema"]


def made(qtbot: QtBot, arguments: JsonObject, schema: JsonValue = None, height: int = 600) -> InputsView:
    view, area = InputsView(), QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setWidget(view)
    area.resize(680, height)
    view.show_inputs(arguments, schema)
    area.show()
    settle(view)
    return view


def settle(view: InputsView) -> None:
    view.make_all()
    view.layout().activate()  # type: ignore[union-attr]  # it has one


def look(view: InputsView) -> None:
    """Let everything come into view that is there."""
    for _ in range(20):
        QApplication.processEvents()
    view.note_visible()


def texts(widget: QWidget) -> list[str]:
    labels = [one.text() for one in widget.findChildren(QLabel) if not one.isHidden()]
    return labels + [one.toPlainText() for one in widget.findChildren(PlainView)]


def rows(view: InputsView) -> list[InputRow]:
    return [one for one in view.findChildren(InputRow) if not one.isHidden()]


def press(view: InputsView, said: str) -> None:
    [button] = [one for one in view.findChildren(QPushButton) if one.text() == said and one.isVisible()]
    button.click()
    settle(view)


def test_name_type_value_default_and_the_servers_words_are_shown(qtbot: QtBot) -> None:
    view = made(qtbot, {"path": "notes/summary.txt", "content": "a\nb\n", "overwrite": True}, SCHEMA)
    said = texts(view)
    for one in (
        *("path", "notes/summary.txt", "a\nb", "2 lines · 4 characters"),
        *("true", "optional", "differs from the default false"),
    ):
        assert one in said
    assert not {"text", "yes or no", "required"} & set(said), "the values tell it"


@pytest.mark.parametrize(
    ("value", "schema", "about"),
    [
        ("a", {"type": "string"}, ""),
        ("a", {"enum": ["a", "b"]}, "one of 2 values"),
        ("5", {"type": "number"}, "number"),
        (5, {"type": "number"}, ""),
        (None, {"type": ["string", "null"]}, ""),
        (None, {"type": "string"}, "text"),
        (["a"], {"type": "array"}, ""),
    ],
)
def test_a_type_is_told_where_the_value_does_not_tell_it(value: JsonValue, schema: JsonObject, about: str) -> None:
    [tool_input] = inputs_of({"a": value}, {"properties": {"a": schema}, "required": ["a"]})
    assert words.caption_words(tool_input) == about
    [tool_input] = inputs_of({"a": value}, {"properties": {"a": schema}})
    assert words.caption_words(tool_input) == " · ".join(filter(None, (about, "optional")))


def test_what_the_server_says_of_inputs_is_one_press_away_and_on_hover(qtbot: QtBot) -> None:
    view = made(qtbot, {"path": "notes/summary.txt"}, SCHEMA)
    claim = "The server says: Relative to the workspace."
    assert claim not in texts(view)
    assert any(claim in name.toolTip() for name in view.findChildren(PlainView))
    press(view, "What the server says about the inputs")
    assert claim in texts(view)
    press(view, "Hide what the server says about the inputs")
    assert claim not in [one.text() for one in view.findChildren(QLabel) if one.isVisible()]
    view.show_inputs({"path": "x"}, {"properties": {"path": {"type": "string"}}})
    assert not [one for one in view.findChildren(QPushButton) if one.isVisible()]


def test_every_row_says_itself_to_a_screen_reader(qtbot: QtBot) -> None:
    view = made(qtbot, {"path": "notes/summary.txt"}, SCHEMA)
    assert [row.accessibleName() for row in rows(view)] == [
        "path, text, required: notes/summary.txt",
        "content, text, required: not given",
    ]


def test_every_control_has_a_name(qtbot: QtBot) -> None:
    view = made(qtbot, {"o": {"a": "x\n" * 100}, "l": ["t"] * 50}, SCHEMA)
    for control in [*view.findChildren(QPushButton), *view.findChildren(PlainView)]:
        assert control.accessibleName()


def test_unknown_inputs_are_flagged_and_missing_ones_named(qtbot: QtBot) -> None:
    view = made(qtbot, {"path": "a", "sudo": True}, SCHEMA)
    assert texts(view).count("not in the tool's description") == 1
    assert "overwrite · yes or no · the server's default: false" in texts(view)


def test_a_call_without_inputs_says_so(qtbot: QtBot) -> None:
    view = made(qtbot, {}, {"type": "object"})
    assert texts(view) == ["It has no inputs."]
    assert view.unread_lines == 0


def test_numbers_stand_as_they_were_written(qtbot: QtBot) -> None:
    view = made(qtbot, codec.object_of(b'{"a":9007199254740993,"b":1.50,"c":[1.50,2E3]}'))
    assert {"9007199254740993", "1.50", "1.50, 2E3"} <= set(texts(view))


def test_what_is_inside_can_be_folded_and_unfolded(qtbot: QtBot) -> None:
    view = made(qtbot, {"o": {"inner": "v", "other": "w"}})
    assert len(rows(view)) == 3
    press(view, "2 values")
    assert len(rows(view)) == 1
    press(view, "Show 2 values")
    assert len(rows(view)) == 3


def test_another_call_leaves_nothing_of_the_one_before(qtbot: QtBot) -> None:
    view = made(qtbot, {"a": "old"})
    view.show_inputs({}, None)
    view.show_inputs({"b": "new"}, None)
    settle(view)
    assert [row.accessibleName() for row in rows(view)] == ["b, text, not in the tool's description: new"]


def test_values_in_view_count_as_read_and_others_do_not(qtbot: QtBot) -> None:
    view = made(qtbot, {f"k{index}": "v" for index in range(40)}, height=300)
    qtbot.waitUntil(lambda: 20 < view.unread_lines < 40)


def test_scrolling_to_the_end_reads_all_without_being_told(qtbot: QtBot) -> None:
    view = made(qtbot, {f"k{index}": "v" for index in range(20)}, height=300)
    area = view.parentWidget().parentWidget()  # type: ignore[union-attr]  # the viewport, then the area
    assert isinstance(area, QScrollArea)
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: 0 < view.unread_lines < 20)
    heard: list[int] = []
    view.unread_changed.connect(heard.append)
    for _ in range(20):
        bar.setValue(bar.value() + 200)
        qtbot.wait(1)
    qtbot.waitUntil(lambda: view.unread_lines == 0)
    qtbot.waitUntil(lambda: heard[-1:] == [0])


def test_s07_unread_lines_count_what_is_folded_and_on_other_pages(qtbot: QtBot) -> None:
    view = made(qtbot, {"text": "x\n" * 1000, **{f"k{index}": "v" for index in range(200)}}, height=5000)
    qtbot.waitUntil(lambda: view.unread_lines == (1000 - 12) + (200 - 49))


def test_s07_ten_thousand_inputs_open_with_few_widgets_and_are_all_reached(qtbot: QtBot) -> None:
    view = made(qtbot, {f"k{index}": index for index in range(10_000)})
    assert len(rows(view)) == 50
    assert "Inputs 1 to 50 of 10,000" in texts(view)
    press(view, "Last")
    assert len(rows(view)) == 50
    assert rows(view)[-1].accessibleName().endswith(": 9999")
    press(view, "Previous")
    assert "Inputs 9,901 to 9,950 of 10,000" in texts(view)


def test_narrow_windows_put_values_below_names(qtbot: QtBot) -> None:
    view = made(qtbot, {"path": "a"})
    name, value = view.findChildren(PlainView)[:2]

    def below() -> bool:
        return value.mapTo(view, value.rect().topLeft()).y() > name.mapTo(view, name.rect().topLeft()).y()

    assert not below()
    view.window().resize(300, 400)
    qtbot.waitUntil(below)


def test_a_view_that_is_gone_is_not_called_when_its_place_scrolls(qtbot: QtBot) -> None:
    view = made(qtbot, {f"k{index}": "v" for index in range(40)}, height=300)
    area = view.parentWidget().parentWidget()  # type: ignore[union-attr]  # the viewport, then the area
    assert isinstance(area, QScrollArea)
    with qtbot.waitSignal(view.destroyed):
        area.setWidget(made_again := InputsView())
    made_again.show_inputs({f"k{index}": "w" for index in range(40)}, None)
    settle(made_again)
    qtbot.waitUntil(lambda: 0 < made_again.unread_lines < 40)
    with qtbot.waitSignal(made_again.unread_changed):
        area.verticalScrollBar().setValue(300)


def test_values_survive_being_folded_and_keep_what_was_read(qtbot: QtBot) -> None:
    view = made(qtbot, {"o": {"inner": "v", "other": "w"}})
    qtbot.waitUntil(lambda: view.unread_lines == 0)
    press(view, "2 values")
    press(view, "Show 2 values")
    assert view.unread_lines == 0


TAIL = "; rm -rf ~"
TOO_LARGE = "The tool's description of its inputs is too large to show"
LONG_NAME = "command" + "".join(f" arg{at}" for at in range(2_000)) + TAIL


def test_s07_the_lines_of_a_long_name_are_folded_and_counted(qtbot: QtBot) -> None:
    view = made(qtbot, {"env": {LONG_NAME: 1}}, height=12_000)
    look(view)
    lines = len(TextLines(Untrusted(LONG_NAME)))
    assert view.unread_lines == lines - LINES_AT_FIRST
    assert not any(TAIL in said for said in texts(view))
    press(view, f"Show all {lines:,} lines")
    look(view)
    assert view.unread_lines == 0
    assert any(said.endswith(TAIL) for said in texts(view))


def test_a_name_of_a_megabyte_is_never_in_one_widget(qtbot: QtBot) -> None:
    schema: JsonValue = {"properties": {"m" * (1 << 20): {}}, "required": ["r" * (1 << 20)]}
    view = made(qtbot, {"k" * (1 << 20): 1, "short": {}}, schema)
    assert max(map(len, texts(view))) < 20_000
    assert max(len(one.accessibleName()) for one in view.findChildren(QWidget)) < 1_000
    assert view.unread_lines > 10_000


def test_a_schema_that_multiplies_itself_is_left_away_and_every_input_still_there(qtbot: QtBot) -> None:
    parts: list[JsonValue] = [{"properties": {f"{at}-{name}": {} for name in range(5_000)}} for at in range(31)]
    view = made(qtbot, {"a": "one", "b": {"c": "two"}}, {"allOf": parts})
    assert {"one", "two", TOO_LARGE} <= set(texts(view))
    assert "not in the tool's description" not in texts(view)
    view.show_inputs({"a": "one"}, SCHEMA)
    settle(view)
    assert TOO_LARGE not in [one.text() for one in view.findChildren(QLabel) if one.isVisible()]


def test_the_name_of_what_can_be_folded_stands_on_the_line_of_its_button(qtbot: QtBot) -> None:
    row = rows(made(qtbot, {"items": {"a": 1}}))[0]
    (button,), (name,) = row.findChildren(QPushButton), row.findChildren(PlainView)
    assert abs(button.geometry().center().y() - name.mapTo(row, name.rect().center()).y()) <= 1
