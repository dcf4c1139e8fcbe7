"""The scheme in force, and what follows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import pytest
from PySide6.QtCore import QFile, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from tests.unit.ui.theme.test_tokens import TEXT_PAIRS
from ui import theme
from ui.theme import fonts, motion, style_sheet, tokens
from ui.widgets.page_parts import SearchField


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, undressed afterwards."""
    yield qapp
    theme.apply(qapp, "light")
    qapp.setStyleSheet("")


def schemes() -> list[theme.Scheme]:
    return sorted(get_args(theme.Scheme))


@pytest.mark.parametrize("scheme", schemes())
def test_a_forced_scheme_dresses_palette_and_sheet(app: QApplication, scheme: theme.Scheme) -> None:
    dressed = theme.apply(app, scheme)
    assert dressed is theme.current()
    assert app.palette().color(QPalette.ColorRole.Window) == QColor(dressed.tokens.window)
    assert dressed.tokens.border_strong in app.styleSheet()


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """What the system says; it says that it changed by the signal of its style hints."""
    said = {"dark": False, "contrast": False}
    monkeypatch.setattr(theme, "system_is_dark", lambda: said["dark"])
    monkeypatch.setattr(theme, "system_wants_contrast", lambda: said["contrast"])
    return said


def test_it_follows_the_system_while_it_runs(app: QApplication, qtbot: QtBot, system: dict[str, bool]) -> None:
    dressed = theme.apply(app)
    assert dressed.tokens == tokens.LIGHT
    system["dark"] = True
    with qtbot.waitSignal(dressed.changed):
        QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert dressed.tokens == tokens.DARK
    system["contrast"] = True
    hints = QGuiApplication.styleHints()
    with qtbot.waitSignal(dressed.changed):
        if hasattr(hints, "accessibility"):  # Qt 6.10
            hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
        else:
            hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert dressed.tokens == tokens.CONTRAST_DARK
    assert app.palette().color(QPalette.ColorRole.Window) == QColor("#000000")


def test_a_forced_scheme_stays_whatever_the_system_says(
    app: QApplication, qtbot: QtBot, system: dict[str, bool]
) -> None:
    dressed = theme.apply(app, "light")
    system["dark"] = True
    with qtbot.assertNotEmitted(dressed.changed):
        QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert dressed.tokens == tokens.LIGHT


@pytest.mark.parametrize("name", sorted(tokens.ALL))
def test_a_style_sheet_has_a_value_for_every_name(name: str, qapp: QApplication) -> None:
    assert "$" not in style_sheet.sheet(tokens.ALL[name])


def test_no_rule_has_a_colour_of_its_own() -> None:
    literal = re.sub(r"\"[^\"]*\"|\$\w+", "", style_sheet.ALL)
    assert not re.findall(r"#[0-9a-fA-F]{3}|rgb|\b(white|black|red|green|blue)\b", literal)


def test_words_on_a_ground_are_a_pair_that_is_checked() -> None:
    """What a rule sets in words on a ground of its own stands in the table of pairs."""
    found = set()
    for block in re.findall(r"\{([^}]*)\}", style_sheet.ALL):
        ink, ground = (re.search(rf"(?<![-\w]){name}: \$(\w+)", block) for name in ("color", "background"))
        if ink and ground:
            found.add((ink[1], ground[1]))
    assert len(found) >= 8
    assert found <= set(TEXT_PAIRS)


def test_approve_is_neither_green_nor_larger() -> None:
    primary = " ".join(line for line in style_sheet.ALL.splitlines() if 'role="primary"' in line)
    assert primary
    assert not [word for word in ("green", "padding", "height", "width", "font-size") if word in primary]


CONTROLS = "QAbstractItemView QCheckBox QComboBox QLineEdit QPlainTextEdit QPushButton QRadioButton QToolButton".split()


@pytest.mark.parametrize("control", CONTROLS)
def test_every_control_shows_where_the_keyboard_is(control: str) -> None:
    sheet = style_sheet.ALL
    found = [block for block in sheet.split("}") if f"{control}:focus" in block]
    assert any("$focus" in block for block in found)


@pytest.mark.parametrize("name", sorted(tokens.ALL))
def test_shapes_are_readable_for_qt(name: str, qapp: QApplication) -> None:
    urls = style_sheet.image_urls(tokens.ALL[name])
    assert len(urls) == 10
    for url in urls.values():
        file = QFile(url.removeprefix("url(").removesuffix(")"))
        assert file.open(QFile.OpenModeFlag.ReadOnly)
        assert bytes(file.readAll().data()).startswith(b"<svg")


def test_mixing_two_colours() -> None:
    assert style_sheet.mix("#000000", "#ffffff", 0.0) == "#ffffff"
    assert style_sheet.mix("#ff0000", "#0000ff", 1.0) == "#ff0000"
    assert style_sheet.mix("#000000", "#ffffff", 0.5) in ("#7f7f7f", "#808080")


def test_the_type_scale_never_shrinks(qapp: QApplication) -> None:
    assert fonts.scale() >= 1.0
    assert [fonts.pixels(size) for size in fonts.SCALE] == sorted(fonts.pixels(size) for size in fonts.SCALE)
    assert theme.mono_font().pixelSize() == theme.body_font().pixelSize() == fonts.pixels("body") >= 13


def test_larger_system_text_makes_everything_larger(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "scale", lambda: 1.5)
    assert fonts.pixels("body") == 20
    assert "font-size: 18px" in style_sheet.sheet(tokens.LIGHT)  # captions


@pytest.mark.parametrize(("wish", "expected"), [("1", 0), ("0", 120)])
def test_nothing_moves_for_who_asked_for_less_motion(
    wish: str, expected: int, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    monkeypatch.setenv("ASSENT_REDUCED_MOTION", wish)
    assert motion.duration() == expected


def test_the_icon_that_clears_a_field_is_in_its_middle(qtbot: QtBot, app: QApplication) -> None:
    theme.apply(app, "light")
    field = SearchField("words", "words")
    qtbot.addWidget(field)
    field.resize(300, field.sizeHint().height())
    field.show()
    (clear,) = field.findChildren(QToolButton)
    assert field.rect().contains(clear.geometry())
    assert abs(clear.geometry().center().y() - field.rect().center().y()) <= 1


@pytest.mark.parametrize("scheme", schemes())
def test_what_is_in_an_empty_field_can_be_read(qtbot: QtBot, app: QApplication, scheme: theme.Scheme) -> None:
    dressed = theme.apply(app, scheme)
    combo, field = QComboBox(), QLineEdit()
    combo.setEditable(True)
    for widget in (combo, field):
        qtbot.addWidget(widget)
        widget.show()
    for editor in (combo.lineEdit(), field):
        assert editor is not None
        hint = editor.palette().color(QPalette.ColorRole.PlaceholderText)
        assert hint == QColor(dressed.tokens.muted), "not half of the text's own colour"
