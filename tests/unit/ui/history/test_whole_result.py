"""A large result, part by part."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from host.control.protocol import ReadResult
from host.control.views import ResultPart
from host.errors import AssentError
from host.values import replace
from tests.support.window import FakeLink
from tests.unit.ui.history.test_page import NASTY, NASTY_SHOWN, details
from tests.unit.ui.inputs.test_text_block import text_of
from ui.history.call_panel import CallPanel, WholeResult
from ui.inputs.text_block import TextBlock

LARGE = details(result=b'{"content":[', result_bytes=150_000, parts=3)


def shown(qtbot: QtBot) -> tuple[CallPanel, FakeLink, WholeResult]:
    link = FakeLink()
    panel = CallPanel(link)
    qtbot.addWidget(panel)
    panel.show_call(LARGE)
    panel.show()
    (whole,) = panel.findChildren(WholeResult)
    return panel, link, whole


def words(panel: CallPanel) -> str:
    said = [label.text() for label in panel.findChildren(QLabel) if label.isVisibleTo(panel)]
    return "\n".join(said)


def read(whole: WholeResult) -> str:
    (block,) = whole.findChildren(TextBlock)
    return text_of(block)


def test_it_is_opened_part_by_part_and_shown_as_text(qtbot: QtBot) -> None:
    panel, link, whole = shown(qtbot)
    assert link.of(ReadResult) == []
    link.replies[ReadResult] = None
    whole.button.click()
    assert link.of(ReadResult) == [ReadResult("0001", 0)]
    link.answer(ReadResult, ResultPart(0, 3, NASTY))
    assert NASTY_SHOWN in read(whole)
    assert "Part 1 of 3" in words(panel)
    assert whole.button.isHidden()
    whole._pager._next_button.click()  # noqa: SLF001  # a press
    link.answer(ReadResult, ResultPart(0, 3, "late"), 1)
    assert "late" not in read(whole)
    whole._pager._last_button.click()  # noqa: SLF001  # a press
    link.answer(ReadResult, ResultPart(2, 3, "the end"), 2)
    assert read(whole) == "the end"
    assert "Part 3 of 3" in words(panel)


def test_what_is_not_kept_any_more_says_so_and_is_not_offered(qtbot: QtBot) -> None:
    panel, link, whole = shown(qtbot)
    link.replies[ReadResult] = AssentError("the result is not kept any more")
    whole.button.click()
    assert "cannot be opened: the result is not kept any more." in words(panel)
    panel.show_call(replace(LARGE, parts=0))
    assert not [it for it in panel.findChildren(WholeResult) if it.isVisibleTo(panel)]


def test_a_part_that_comes_after_another_call_is_shown_is_nobodys(qtbot: QtBot) -> None:
    panel, link, whole = shown(qtbot)
    link.replies[ReadResult] = None
    whole.button.click()
    panel.clear()
    link.answer(ReadResult, ResultPart(0, 3, "late"))
    assert whole.findChildren(TextBlock) == []
