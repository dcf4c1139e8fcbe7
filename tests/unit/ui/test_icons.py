"""One family of icons, and nothing else of QtAwesome's."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFontDatabase, QIcon, QImage
from PySide6.QtWidgets import QApplication

from ui import icons, theme

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
