"""Long text on the screen."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from host.text import Untrusted
from tests.support import plain
from ui.inputs.lines import TextLines, marks_of_span
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import LINES_AT_FIRST, PAGE_SIZE, FileChanges, TextBlock
from ui.widgets.scroll import has_final_height


def made(qtbot: QtBot, raw: str) -> tuple[TextBlock, QScrollArea]:
    block, area = TextBlock(), QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setWidget(block)
    area.resize(500, 120)
    block.show_text(Untrusted(raw))
    area.show()
    block.layout().activate()  # type: ignore[union-attr]  # it has one
    return block, area


def text_of(block: TextBlock) -> str:
    [view] = block.findChildren(PlainView)
    return view.toPlainText()


def press(block: TextBlock, words: str) -> None:
    [button] = [one for one in block.findChildren(QPushButton) if one.text() == words]
    assert not button.isHidden()
    assert button.isEnabled()
    button.click()


def is_settled(block: TextBlock) -> bool:
    """Whether all around the text is as high as the text: what grew tells it to what is around it only a turn later."""
    [view] = block.findChildren(PlainView)
    frame = view.parentWidget()
    assert frame is not None
    is_framed = view.height() <= min(view.viewport().height(), frame.height()) and frame.height() <= block.height()
    return has_final_height(block) and is_framed


def scroll_on(block: TextBlock, area: QScrollArea, end: int) -> None:
    """Scroll down to ``end`` in steps of 20 pixels."""
    bar = area.verticalScrollBar()
    for at in (*range(bar.value(), end, 20), end):
        bar.setValue(at)
        block.note_visible()


def test_a_short_text_is_all_there(qtbot: QtBot) -> None:
    block, _ = made(qtbot, "a\nb\n")
    assert (text_of(block), block.lines, block.is_folded) == ("a\nb", 2, False)
    assert "2 lines · 4 characters" in [label.text() for label in block.findChildren(QLabel)]
    assert all(not button.isVisible() for button in block.findChildren(QPushButton))


def test_s07_a_long_text_is_folded_and_read_page_by_page_to_its_end(qtbot: QtBot) -> None:
    raw = "\n".join(f"line {index}" for index in range(1000))
    block, _ = made(qtbot, raw)
    assert text_of(block).split("\n") == [f"line {index}" for index in range(LINES_AT_FIRST)]
    press(block, "Show all 1,000 lines")
    pages = [text_of(block)]
    for _ in range(4):
        press(block, "Next")
        pages.append(text_of(block))
    assert "\n".join(pages) == raw
    assert f"Lines {1000 - PAGE_SIZE + 1:,} to 1,000 of 1,000" in [label.text() for label in block.findChildren(QLabel)]
    press(block, "Previous")
    assert text_of(block).startswith("line 600\n")
    press(block, "Last")
    assert text_of(block).endswith("line 999")
    press(block, "Show less")
    assert block.is_folded


def test_s07_lines_count_as_read_only_after_they_were_in_view(qtbot: QtBot) -> None:
    block, area = made(qtbot, "\n".join(map(str, range(16))))
    qtbot.waitUntil(lambda: 0 < block.unread_lines < 16)
    first = block.unread_lines
    with qtbot.waitSignal(block.unread_changed) as heard:
        area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert heard.args is not None
    assert heard.args[0] < first
    assert block.unread_lines == heard.args[0]


def test_s07_lines_of_other_pages_stay_unread(qtbot: QtBot) -> None:
    block, area = made(qtbot, "\n".join(map(str, range(1000))))
    area.resize(500, 6000)
    qtbot.waitUntil(lambda: block.unread_lines == 1000 - LINES_AT_FIRST)
    press(block, "Show all 1,000 lines")
    qtbot.waitUntil(lambda: block.unread_lines == 1000 - PAGE_SIZE)


def test_nothing_is_read_that_is_not_shown(qtbot: QtBot) -> None:
    block = TextBlock()
    qtbot.addWidget(block)
    block.show_text(Untrusted("a\nb"))
    block.note_visible()
    assert block.unread_lines == 2


def test_s05_what_is_copied_is_what_is_shown(qtbot: QtBot) -> None:
    block, _ = made(qtbot, "a\u202eb\nc\u2028d")
    [view] = block.findChildren(PlainView)
    view.selectAll()
    view.copy()
    assert QGuiApplication.clipboard().text() == "a⟨U+202E⟩b\nc⟨U+2028⟩d"


def test_a_long_line_breaks_where_the_width_ends_and_nowhere_else(qtbot: QtBot) -> None:
    raw = "The quick brown fox jumps over the lazy dog. " * 6 + "\nAnd so on."
    block, area = made(qtbot, raw)
    [view] = block.findChildren(PlainView)
    assert text_of(block) == raw
    area.resize(440, 300)
    block.layout().activate()  # type: ignore[union-attr]  # it has one
    layout = view.document().firstBlock().layout()
    ends = [layout.lineAt(at).textLength() for at in range(layout.lineCount())]
    assert len(ends) > 3
    assert min(ends[:-1]) > max(ends) - 12, "each row but the last is full up to a word"


def test_s07_the_parts_of_a_long_line_count_one_by_one(qtbot: QtBot) -> None:
    block, area = made(qtbot, "word " * 400)
    press(block, f"Show all {block.lines:,} lines") if block.is_folded else None
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and 0 < block.unread_lines < block.lines)
    bar.setValue(bar.maximum())
    block.note_visible()
    assert block.unread_lines > 5, "the middle was never in view"
    for at in range(0, bar.maximum(), 20):
        bar.setValue(at)
        block.note_visible()
    assert block.unread_lines == 0


def test_s07_a_line_whose_beginning_was_never_in_view_is_not_read(qtbot: QtBot) -> None:
    block, area = made(qtbot, "\n".join(["a " * 45, *"bcdefghijk"]))
    area.resize(150, 120)
    [view] = block.findChildren(PlainView)
    qtbot.waitUntil(lambda: view.line_rect(0).height() > 3 * view.fontMetrics().lineSpacing())
    area.hide()
    block.show_text(Untrusted("\n".join(["a " * 45, *"bcdefghijk"])))
    area.verticalScrollBar().setValue(2 * view.fontMetrics().lineSpacing())
    area.show()
    block.note_visible()
    first, last = view.lines_in_view()
    assert (first, last > 1) == (1, True)
    area.verticalScrollBar().setValue(0)
    assert view.lines_in_view()[0] == 0


def test_s07_a_line_whose_middle_was_never_in_view_is_not_read(qtbot: QtBot) -> None:
    block, area = made(qtbot, "\n".join(["word " * 20, *"bcdefghijk"]))
    area.resize(110, 120)
    [view] = block.findChildren(PlainView)
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: is_settled(block) and bar.maximum() > 2 * area.height(), timeout=5_000)
    end = view.line_rect(0).height() - 60
    assert end > 2 * area.height()
    for at in (0, end):
        bar.setValue(at)
        assert view.lines_in_view()[0] > 0
    for at in range(0, end, 30):
        bar.setValue(at)
        view.lines_in_view()
    bar.setValue(end)
    assert view.lines_in_view()[0] == 0


def test_s07_no_emoji_moves_the_end_of_a_long_line_into_view(qtbot: QtBot) -> None:
    """Qt counts most emoji as two characters, so that places counted in Python's would lie in the first half."""
    raw = "\U0001f600" * 1_000 + "the end"
    block, area = made(qtbot, raw)
    block.show_text(Untrusted(raw), lines_at_first=PAGE_SIZE)
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: is_settled(block) and bar.maximum() > 2 * area.height(), timeout=5_000)
    scroll_on(block, area, bar.maximum() - area.height())
    assert block.unread_lines, "the last line is still below"
    scroll_on(block, area, bar.maximum())
    assert not block.unread_lines


@pytest.mark.parametrize("width", [170, 350])
def test_s07_what_was_read_of_a_long_line_stays_read_in_another_width(qtbot: QtBot, width: int) -> None:
    block, area = made(qtbot, "word " * 19)
    area.resize(200, 70)
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: is_settled(block) and bar.maximum() > 20, timeout=5_000)
    scroll_on(block, area, 10)  # its beginning is above now, its end below
    assert block.unread_lines == 1
    area.resize(width, 70)
    qtbot.waitUntil(lambda: is_settled(block) and block.width() == area.viewport().width(), timeout=5_000)
    assert bar.value() == 10
    scroll_on(block, area, bar.maximum())
    assert not block.unread_lines


def test_s07_a_single_row_of_emoji_is_read_with_its_last_row(qtbot: QtBot) -> None:
    block, _ = made(qtbot, "\U0001f600" * 90)
    [view] = block.findChildren(PlainView)
    assert block.lines == 1
    assert view.line_rect(0).height() == view.height() - 1 > 3 * view.fontMetrics().lineSpacing()


@pytest.mark.parametrize("start", ["\U0001f600" * 130, "\U0001f600" * 30, ""])
def test_a_match_behind_emoji_is_outlined_where_it_stands(qtbot: QtBot, start: str) -> None:
    raw = f"{start} needle {start}"
    block, _ = made(qtbot, raw)
    [view] = block.findChildren(PlainView)
    at = raw.index("needle")
    block.show_marks(marks_of_span(TextLines(Untrusted(raw)), (at, at + len("needle"))))
    cursor = view.textCursor()
    [mark] = view.marks
    part = view._parts[mark.line]  # noqa: SLF001  # where it is drawn
    cursor.setPosition(part.place(mark.start))
    cursor.setPosition(part.place(mark.stop), QTextCursor.MoveMode.KeepAnchor)
    assert cursor.selectedText() == "needle"


def test_a_match_in_a_long_line_is_outlined_where_it_stands(qtbot: QtBot) -> None:
    block, _ = made(qtbot, "word " * 50 + "needle " + "word " * 10)
    [view] = block.findChildren(PlainView)
    lines = TextLines(Untrusted("word " * 50 + "needle " + "word " * 10))
    [mark] = marks_of_span(lines, (250, 256))
    assert mark.line == 2
    block.show_marks([mark])
    [shown] = view.marks
    part = view._parts[shown.line]  # noqa: SLF001  # where it is drawn
    assert view.toPlainText()[part.place(shown.start) : part.place(shown.stop)] == "needle"


def test_s07_no_widget_holds_more_than_a_page(qtbot: QtBot) -> None:
    block, _ = made(qtbot, "x" * (1 << 20))
    assert len(text_of(block)) < 2_000
    press(block, f"Show all {block.lines:,} lines")
    assert len(text_of(block)) <= PAGE_SIZE * 101


def test_a_block_is_as_high_as_its_text(qtbot: QtBot) -> None:
    block, area = made(qtbot, "a\nb\nc")
    [view] = block.findChildren(PlainView)
    assert view.height() >= 3 * view.fontMetrics().height()
    assert view.verticalScrollBar().maximum() == 0
    area.resize(200, 120)
    block.show_text(Untrusted("word " * 25))
    assert view.verticalScrollBar().maximum() == 0


def test_a_new_page_begins_at_its_beginning(qtbot: QtBot) -> None:
    block, area = made(qtbot, "\n".join(map(str, range(1000))))
    press(block, "Show all 1,000 lines")
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 2000)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    press(block, "Next")
    assert area.verticalScrollBar().value() == 0


def test_a_log_can_be_shown_from_its_end(qtbot: QtBot) -> None:
    block, _ = made(qtbot, "\n".join(map(str, range(1000))))
    block.show_end()
    assert text_of(block).endswith("\n999")
    block.show_text(Untrusted("short"))
    block.show_end()
    assert text_of(block) == "short"


def test_another_text_brings_its_own_way_through_the_pages(qtbot: QtBot) -> None:
    block, _ = made(qtbot, "a\nb")
    assert block.findChildren(QPushButton) == []
    block.show_text(Untrusted("\n".join(map(str, range(1000)))))
    press(block, "Show all 1,000 lines")
    block.show_text(Untrusted("c"))
    assert text_of(block) == "c"
    assert all(not button.isVisible() for button in block.findChildren(QPushButton))
    block.show_text(Untrusted("\n".join(map(str, range(2000)))))
    press(block, "Show all 2,000 lines")
    assert text_of(block).split("\n") == [str(number) for number in range(PAGE_SIZE)]


def test_the_lines_of_a_file_are_counted_not_how_they_are_broken(qtbot: QtBot) -> None:
    block = FileChanges()
    qtbot.addWidget(block)
    block.show_changes(("--- a", "+++ a", "+" + "x" * 250))
    assert block.lines == 5
    assert "3 lines" in plain.words(block)
