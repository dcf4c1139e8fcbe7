"""Values in our sentences: where lines end."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from host.text import FOLD_MARK, fold
from ui.widgets import boxes
from ui.widgets.boxes import fill
from ui.widgets.labels import ElidedLabel, FoldedLabel, MarkedLabel, ValueLine


def lines(qtbot: QtBot, value: str, width: int) -> list[str]:
    """What stands on each line, as far as it is drawn."""
    label = MarkedLabel("title")
    qtbot.addWidget(label)
    sentence = "somebody wants to change "
    label.show_marked(f"{sentence}{value} now", ((len(sentence), len(sentence) + len(value)),))
    layout, _ = label._lay_out(width)  # noqa: SLF001
    found = [layout.lineAt(number) for number in range(layout.lineCount())]
    drawn = [layout.text()[line.textStart() : line.textStart() + line.textLength()] for line in found]
    return ["".join(sign for sign in line if sign not in "\u2060\u2068\u2069").strip() for line in drawn]


@pytest.mark.parametrize("value", ["notes/summary.txt", "board-archive@mail.example"])
def test_a_short_word_is_not_broken_where_a_line_of_its_own_holds_it(qtbot: QtBot, value: str) -> None:
    whole = len(value) * 20
    assert any(value in line for width in range(whole, whole + 60, 7) for line in lines(qtbot, value, width))
    assert all(any(value in line for line in lines(qtbot, value, width)) for width in range(whole, whole + 60, 7))


def test_what_no_line_holds_is_broken_and_an_ellipsis_stays_with_its_word(qtbot: QtBot) -> None:
    assert "".join(lines(qtbot, "x" * 30, 100)).count("x") == 30
    assert "".join(lines(qtbot, "/a" * 40, 200)).count("/a") == 40
    assert not any(line.startswith("…") for width in range(60, 400, 9) for line in lines(qtbot, "import csv …", width))


@pytest.mark.parametrize("emoji", ["\U0001f600" * 12, "\U0001f600", ""])
def test_s09_all_of_a_value_is_marked_as_one_and_none_of_our_words(qtbot: QtBot, emoji: str) -> None:
    """Else a name full of emoji would end in words that look like Assent's own."""
    label = MarkedLabel("title")
    qtbot.addWidget(label)
    first, second = f"{emoji}one", f"{emoji} two, which the administrator allows"
    words = f"change {first} and {second} now"
    starts = [words.index(value) for value in (first, second)]
    label.show_marked(words, [(at, at + len(value)) for at, value in zip(starts, (first, second), strict=True)])
    layout, _ = label._lay_out(10_000)  # noqa: SLF001
    units = layout.text().encode("utf-16-le")
    marked = [units[2 * it.start : 2 * (it.start + it.length)].decode("utf-16-le") for it in layout.formats()]
    assert ["".join(sign for sign in part if sign not in "\u2060\u2068\u2069") for part in marked] == [first, second]


@pytest.mark.parametrize("emoji", ["\U0001f600" * 12, "\U0001f600", ""])
def test_the_emphasis_of_a_value_is_where_it_belongs(qtbot: QtBot, emoji: str) -> None:
    line = ValueLine()
    qtbot.addWidget(line)
    value = f"https://{emoji}safe.example@evil.example/"
    at = value.index("evil")
    [bold] = line._lay_out(value, (at, at + 12)).formats()  # noqa: SLF001
    assert (
        value.encode("utf-16-le")[2 * bold.start : 2 * (bold.start + bold.length)].decode("utf-16-le")
        == value[at : at + 12]
    )


def test_s07_lines_of_emoji_leave_nothing_out_between_them(qtbot: QtBot) -> None:
    words = "\U0001f600" * 20 + "a harm " + "\U0001f600" * 200
    label = ElidedLabel(words, "right", lines=3)
    qtbot.addWidget(label)
    lines = label._fitting(300)  # noqa: SLF001
    assert len(lines) == 3
    assert words.replace(" ", "").startswith("".join(lines).replace(" ", "").rstrip("…"))
    assert all(label.fontMetrics().horizontalAdvance(line) <= 300 for line in lines)


def test_of_several_values_the_last_is_cut_and_no_two_are_run_together(qtbot: QtBot) -> None:
    line = ValueLine()
    qtbot.addWidget(line)
    said = "https://docs.example/one.html, http://169.254.169.254/latest/meta-data/"
    for several in (True, False):
        line.show_value(said, (0, 0), said, cut_at_end=several)
        shown, _ = line._fitting(line.fontMetrics().horizontalAdvance(said) * 2 // 3)  # noqa: SLF001  # what it draws
        assert (shown[:-1] == said[: len(shown) - 1]) is several
        assert "…" in shown


def test_a_value_is_folded_to_the_room_that_it_has_and_can_become_narrow_again(qtbot: QtBot) -> None:
    digest = "2e25ad8c0e64e406700eb78aeb767e92ac4fb4b2b6a3233022a611f43b8c9ad3"
    around, label = QWidget(), FoldedLabel(partial(fold, digest), 28, "mono")
    fill(boxes.column(0, around), label)
    qtbot.addWidget(around)
    around.show()
    metrics = label.fontMetrics()

    def fits(width: int) -> bool:
        return label.width() == width and all(metrics.horizontalAdvance(it) <= width for it in label.text().split("\n"))

    lines_there = []
    for columns in (70, 40, 30):
        width = columns * metrics.horizontalAdvance("0")
        around.resize(width, 200)
        qtbot.waitUntil(partial(fits, width))
        assert around.width() == width
        assert label.text().replace(f"\n{FOLD_MARK}", "") == digest
        lines_there.append(label.text().count("\n") + 1)
    assert lines_there == sorted(lines_there)
    assert lines_there[0] < lines_there[-1]


def test_wide_letters_are_folded_earlier(qtbot: QtBot) -> None:
    label = FoldedLabel(partial(fold, "W" * 60), 20)
    qtbot.addWidget(label)
    label.resize(label.fontMetrics().horizontalAdvance("0") * 60, 40)
    label.show()
    assert all(label.fontMetrics().horizontalAdvance(line) <= label.width() for line in label.text().split("\n"))
