"""Pictures that the system has for programs: by the file alone, from what only an administrator may change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ui.program_icons import read_pictures

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
