"""Windows begin at the size that they had."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.window_choices import WindowSizes, read_sizes, write_object


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
    first.keep()
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
    sizes.keep()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]
