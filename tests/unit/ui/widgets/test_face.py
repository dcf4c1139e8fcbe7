"""The system's picture of a program: small, and hidden where there is none that could be drawn."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from ui import icons
from ui.widgets import face
from ui.widgets.face import ProgramPicture, read_pictures


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
    monkeypatch.setattr(face, "pictures", lambda: {"/usr/bin/editor": png(tmp_path / "a.png", 400, 200)})
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
    monkeypatch.setattr(face, "pictures", lambda: {"/a": file, "/b": tmp_path / "gone.png"})
    for program in ("/a", "/b"):
        picture.show_program(program)
        assert picture.isHidden()


def test_a_picture_of_another_shape_or_size_than_an_icon_is_not_drawn(
    picture: ProgramPicture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(face, "pictures", lambda: {"/a": png(tmp_path / "a.png", 2_000, 10)})
    picture.show_program("/a")
    assert picture.isHidden()


ME = os.geteuid()


class System:
    """A system's directories with one program and its picture."""

    def __init__(self, root: Path) -> None:
        self.data, self.programs = root / "share", root / "bin"
        self.program = root / "lib" / "editor"
        self.picture = self.data / "icons/hicolor/48x48/apps/editor.png"
        for file in (self.program, self.picture):
            self.write(file, "x")
        self.programs.mkdir()
        (self.data / "applications").mkdir()

    def write(self, file: Path, text: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o644)

    def entry(self, starts: str, icon: str = "editor", name: str = "editor") -> Path:
        file = self.data / "applications" / f"{name}.desktop"
        self.write(
            file, f"[Desktop Entry]\nName=Bücher\nExec={starts}\nIcon={icon}\n[Desktop Action new]\nExec=other\n"
        )
        return file

    def found(self) -> Path | None:
        return read_pictures((self.data,), (self.programs,), ME).get(str(self.program))


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path.resolve())


@pytest.mark.parametrize("more", ["", " %F", " --unity-launch %U"])
def test_a_program_has_the_picture_of_the_entry_that_starts_it(system: System, more: str) -> None:
    system.entry(f'"{system.program}"{more}')
    assert system.found() == system.picture


def test_a_link_to_the_program_counts_as_the_program(system: System) -> None:
    (system.programs / "editor").symlink_to(system.program)
    system.entry("editor %F")
    assert system.found() == system.picture


@pytest.mark.parametrize("icon", ["{data}/pixmaps/own.png", "own", "own.png"])
def test_a_picture_by_its_path_or_beside_the_themes(system: System, icon: str) -> None:
    picture = system.data / "pixmaps/own.png"
    system.write(picture, "x")
    system.entry(str(system.program), icon.format(data=system.data))
    assert system.found() == picture


@pytest.mark.parametrize(
    "starts",
    [
        "{program} /opt/other.py",
        "{program} -m other",
        "{program} --app=/opt/other.asar",
        "env {program}",
        "{bin}/wrapper",
        "lib/editor",
        "/nowhere/editor",
        "'",
        "",
    ],
)
def test_what_may_be_another_program_has_no_picture(system: System, starts: str) -> None:
    system.write(system.programs / "wrapper", f"#!/bin/sh\nexec {system.program}\n")
    system.entry(starts.format(program=system.program, bin=system.programs))
    assert system.found() is None


@pytest.mark.parametrize("icon", ["../../../secret", "/etc/editor.png", "editor.svg", "no such", ""])
def test_pictures_from_elsewhere_do_not_count(system: System, icon: str) -> None:
    system.entry(str(system.program), icon)
    assert system.found() is None


def test_what_others_may_change_or_somebody_else_owns_does_not_count(system: System) -> None:
    entry = system.entry(str(system.program))
    assert read_pictures((system.data,), (), ME + 1) == {}
    for file in (entry, system.picture):
        file.chmod(0o666)
        assert system.found() is None
        file.chmod(0o644)
    assert system.found() is not None


def test_two_entries_that_want_two_pictures_are_told_apart_by_nobody(system: System) -> None:
    system.entry(str(system.program))
    system.entry(str(system.program), name="same")
    assert system.found() == system.picture
    system.entry(str(system.program), "other", name="another")
    assert system.found() is None


@pytest.mark.parametrize("text", ["", "[Desktop Entry]\n", "no section\n", "[Desktop Entry]\nExec=a\n", "[" * 70_000])
def test_entries_that_cannot_be_read_are_passed_over(system: System, text: str) -> None:
    system.write(system.data / "applications" / "odd.desktop", text)
    (system.data / "applications" / "bytes.desktop").write_bytes(b"\xff\xfe")
    system.entry(str(system.program))
    assert system.found() == system.picture
