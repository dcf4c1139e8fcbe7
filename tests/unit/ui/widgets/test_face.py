"""The system's picture of a program: small, and hidden where there is none that could be drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from ui import icons, program_icons
from ui.widgets.face import ProgramPicture


def png(file: Path, width: int, height: int) -> Path:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(QColor("teal"))
    assert image.save(str(file))
    return file


@pytest.fixture
def picture(qtbot: QtBot) -> ProgramPicture:
    shown = ProgramPicture()
    qtbot.addWidget(shown)
    return shown


def test_a_program_that_the_system_knows_has_a_small_picture_with_a_name(
    picture: ProgramPicture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_icons, "pictures", lambda: {"/usr/bin/editor": png(tmp_path / "a.png", 400, 200)})
    picture.show_program("/usr/bin/editor")
    assert not picture.isHidden()
    assert (picture.width(), picture.height()) == (icons.SMALL, icons.SMALL)
    assert picture.pixmap().width() <= icons.SMALL * picture.devicePixelRatioF()
    assert picture.accessibleName()
    for other in ("/usr/bin/other", "editor", ""):
        picture.show_program(other)
        assert picture.isHidden()


@pytest.mark.parametrize("data", [b"", b"<svg/>", b"\x89PNG\r\n\x1a\n" + b"\0" * 64])
def test_what_is_no_picture_is_not_drawn(
    picture: ProgramPicture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(data)
    monkeypatch.setattr(program_icons, "pictures", lambda: {"/a": file, "/b": tmp_path / "gone.png"})
    for program in ("/a", "/b"):
        picture.show_program(program)
        assert picture.isHidden()


def test_a_picture_of_another_shape_or_size_than_an_icon_is_not_drawn(
    picture: ProgramPicture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_icons, "pictures", lambda: {"/a": png(tmp_path / "a.png", 2_000, 10)})
    picture.show_program("/a")
    assert picture.isHidden()
