"""One family of icons, and nothing else of QtAwesome's."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QIcon, QImage
from PySide6.QtWidgets import QApplication

from ui import icons, theme
from ui.widgets.labels import Glyph

UI = Path(icons.__file__).parent


def colours(image: QImage) -> set[str]:
    """The colours of the pixels that are wholly painted."""
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


def names_in(file: Path) -> Iterator[str]:
    """Names of icons that a module asks for, where they stand in the call itself, or in ``ICON``."""
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Call(
                func=ast.Name(id="icon" | "pixmap" | "Glyph" | "EmptyState") | ast.Attribute(attr="icon" | "pixmap"),
                args=[ast.Constant(str(name)), *_],
            ):
                yield name
            case ast.AnnAssign(target=ast.Name(id="ICON"), value=ast.Constant(str(name))):
                yield name


def test_every_icon_of_the_window_exists() -> None:
    wanted = {name for file in UI.rglob("*.py") for name in names_in(file)}
    assert {"x", "arrow-down"} <= wanted
    for name in sorted(wanted):
        assert len(icons.glyph(name)) == 1


def test_an_unknown_icon_is_an_error_at_once() -> None:
    with pytest.raises(LookupError, match="no-such-thing"):
        icons.icon("no-such-thing")


def test_an_icon_follows_the_theme_without_being_made_again(qapp: QApplication) -> None:
    kept = icons.icon("warning", "amber")
    seen = []
    for scheme in ("light", "dark"):
        dressed = theme.apply(qapp, "dark" if scheme == "dark" else "light")
        image = kept.pixmap(QSize(48, 48), 1.0).toImage()
        seen.append(colours(image))
        assert QColor(dressed.tokens.amber).name() in seen[-1]
    theme.apply(qapp, "light")
    qapp.setStyleSheet("")
    assert not seen[0] & seen[1]


@pytest.mark.parametrize(
    ("name", "other"), [("caret-left", "caret-right"), ("caret-double-right", "caret-double-left"), ("x", "x")]
)
def test_what_points_on_or_back_turns_with_the_window(qapp: QApplication, name: str, other: str) -> None:
    kept, glyph = icons.icon(name), Glyph(name)
    try:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        mirrored = icons.pixmap(name).toImage()
        turned = kept.pixmap(QSize(24, 24), 1.0).toImage()
        painted = glyph.grab().toImage()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    assert mirrored == icons.pixmap(other).toImage()
    assert turned == icons.icon(other).pixmap(QSize(24, 24), 1.0).toImage()
    assert painted == Glyph(other).grab().toImage()
    assert (mirrored == icons.pixmap(name).toImage()) == (name == other)


def test_an_icon_that_is_off_looks_like_it(qapp: QApplication) -> None:
    image = icons.icon("x").pixmap(QSize(48, 48), 1.0, QIcon.Mode.Disabled).toImage()
    assert QColor(theme.current().tokens.disabled).name() in colours(image)


def test_a_picture_has_the_size_it_was_asked_for(qapp: QApplication) -> None:
    made = icons.pixmap("check", 24, "green")
    assert made.deviceIndependentSize().toSize() == QSize(24, 24)
    assert QColor(theme.current().tokens.green).name() in colours(made.toImage())


def test_phosphor_is_the_only_font_that_is_loaded(qapp: QApplication) -> None:
    program = (
        "from PySide6.QtWidgets import QApplication; from PySide6.QtGui import QFontDatabase;"
        "app = QApplication([]); before = set(QFontDatabase.families()); from ui import icons;"
        "icons.pixmap('x'); import sys;"
        "print(set(QFontDatabase.families()) - before, 'qtawesome' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=UI.parent, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "{'Phosphor'} False"
    icons.pixmap("x")
    assert "Phosphor" in QFontDatabase.families()


@pytest.mark.parametrize("mirrored", [False, True])
def test_an_icon_in_a_wide_place_keeps_off_the_words(mirrored: bool, qapp: QApplication) -> None:
    try:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft if mirrored else Qt.LayoutDirection.LeftToRight)
        image = icons.icon("x-circle").pixmap(QSize(40, 20), 1.0).toImage()
        rows = range(image.height())
        painted = [x for x in range(image.width()) if any(image.pixelColor(x, y).alpha() for y in rows)]
        assert painted
        assert (min(painted) >= 19) if mirrored else (max(painted) <= 20)
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_combo_keeps_room_where_its_arrow_stands(mirrored: bool, qapp: QApplication) -> None:
    try:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft if mirrored else Qt.LayoutDirection.LeftToRight)
        theme.apply(qapp, "light")
        side = "left" if mirrored else "right"
        assert f"QComboBox {{ padding-{side}: 26px; }}" in qapp.styleSheet()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        theme.apply(qapp, "light")
        qapp.setStyleSheet("")
