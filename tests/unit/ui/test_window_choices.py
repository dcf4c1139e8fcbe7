"""What a person chose about the window, and the sizes of windows."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.window_choices import CHOICES, OFF, WindowChoices, WindowSizes, read_object, read_sizes, write_object


def test_each_choice_can_be_told_apart_and_has_a_default_first() -> None:
    assert len({choice.name for choice in CHOICES}) == len(CHOICES)
    for choice in CHOICES:
        assert choice.options[0][0] == ""
        assert len(dict(choice.options)) == len(choice.options)


def test_a_choice_is_kept_and_found_again(tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "choices.json"
    first = WindowChoices()
    first.open(file)
    with qtbot.waitSignal(first.changed) as changed:
        first.choose("theme", "dark")
    assert changed.args == ["theme"]
    assert read_object(file) == {"theme": "dark"}
    assert file.stat().st_mode & 0o077 == 0
    again = WindowChoices()
    with qtbot.waitSignal(again.changed):
        again.open(file)
    assert again.value("theme") == "dark"
    again.choose("theme", "")
    assert read_object(file) == {}


@pytest.mark.parametrize("found", [{"theme": "odd"}, {"theme": 3}, {"theme": ["dark"]}, {"other": "dark"}])
def test_what_is_no_value_of_a_choice_is_its_default(tmp_path: Path, found: dict[str, object]) -> None:
    write_object(tmp_path / "choices.json", found)
    choices = WindowChoices()
    choices.open(tmp_path / "choices.json")
    assert [choices.value(choice.name) for choice in CHOICES] == [""] * len(CHOICES)


def test_without_a_file_it_counts_and_is_not_kept(tmp_path: Path) -> None:
    choices = WindowChoices()
    choices.open(None)
    choices.choose("notifications", OFF)
    assert choices.value("notifications") == OFF
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_costs_the_next_start_alone(tmp_path: Path) -> None:
    choices = WindowChoices()
    choices.open(tmp_path / "nowhere" / "choices.json")
    choices.choose("motion", OFF)
    assert choices.value("motion") == OFF


def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.setMinimumSize(200, 150)
    made.resize(400, 300)
    qtbot.addWidget(made)
    return made


def test_a_window_has_the_size_again_that_the_person_gave_it(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "window.json"
    one, other = window(qtbot), window(qtbot)
    first = WindowSizes(file)
    first.add("main", one)
    first.add("consent", other)
    one.show()
    one.resize(512, 345)
    first.save()
    assert read_sizes(file) == {"main": (512, 345)}
    assert file.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [file]
    again = window(qtbot)
    WindowSizes(file).add("main", again)
    assert (again.width(), again.height()) == (512, 345)


@pytest.mark.parametrize("size", [(1, 1), (19_999, 19_999)])
def test_s07_no_window_becomes_smaller_than_its_parts_or_larger_than_its_screen(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int]
) -> None:
    write_object(tmp_path / "w", {"main": size})
    made = window(qtbot)
    WindowSizes(tmp_path / "w").add("main", made)
    screen = made.screen().availableGeometry()
    assert 200 <= made.width() <= screen.width()
    assert 150 <= made.height() <= screen.height()


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"[]", b"[" * 900, b'{"main": 1}', b'{"main": [0, 5]}', b'{"main": [true, 5]}', b'{"main": [5]}',
     b'{"main": ["5", 5]}', b'{"main": [1e9, 5]}', b'{"main": [99999999999, 5]}',
     b'{"main": [5' + b" " * 2000 + b", 5]}"],
)  # fmt: skip
def test_a_damaged_file_changes_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "w").write_bytes(content)
    assert read_sizes(tmp_path / "w") == {}


def test_a_link_is_not_followed_and_what_cannot_be_written_is_not_kept(qtbot: QtBot, tmp_path: Path) -> None:
    write_object(tmp_path / "real", {"main": (500, 400)})
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert read_sizes(tmp_path / "link") == {}
    made = window(qtbot)
    made.show()
    sizes = WindowSizes(tmp_path / "nowhere" / "w")
    sizes.add("main", made)
    sizes.save()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]
