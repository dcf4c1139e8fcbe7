"""The Qt style sheet: its rules by kind of widget, filled in with colours, sizes and images.

Owns: the rules, in which ``$name`` stands for a token, a size or an image; and the images inside controls, registered
as an in-memory Qt resource, since a style sheet takes images from nowhere else.

Invariants:
    Every control shows the keyboard focus. An outline that grows on focus takes its pixel from the padding, so that
    nothing moves.
    No image is written to disk. Every scheme has its own images, in its own colours.
"""

from __future__ import annotations

import struct
from functools import cache
from string import Template
from typing import Final

from PySide6.QtCore import Qt, qRegisterResourceData
from PySide6.QtGui import QGuiApplication

from ui.theme import fonts
from ui.theme.tokens import ALL as SCHEMES
from ui.theme.tokens import Tokens

WORDS: Final = """
QLabel { background: transparent; color: $text; }
QLabel:disabled { color: $disabled; }
QLabel[role="caption"] { font-size: $px_caption; color: $muted; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="heading"] { font-size: $px_heading; font-weight: 600; }
QLabel[role="title"] { font-size: $px_title; font-weight: 600; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="mono"] { font-family: $mono; }
QLabel[tone="amber"] { color: $amber; }
QLabel[tone="red"] { color: $red; }
QLabel[tone="green"] { color: $green; }
QLabel[tone="muted"] { color: $muted; }
QToolTip {
    background: $raised; color: $text; border: 1px solid $border_strong; border-radius: 6px; padding: 4px 8px;
    font-size: $px_caption;
}
"""
FRAMES: Final = """
QDialog { background: $window; }
QFrame[frame] { background: $surface; border: 1px solid $border; border-radius: 6px; }
QFrame[frame="card"]:focus { border: 2px solid $focus; }
QFrame[frame="claim"] { background: transparent; border: 1px dashed $border_strong; }
QFrame[frame="toast"] { background: $raised; border-color: $border_strong; }
QFrame[frame="panel"] { border: none; border-left: 1px solid $border; border-radius: 0; }
QFrame[frame="nav"] { background: $window; border: none; border-right: 1px solid $border; border-radius: 0; }
QFrame[frame="notice-red"] { background: $red_soft; border-color: $red_line; }
QFrame[frame="notice-amber"] { background: $amber_soft; border-color: $amber_line; }
QFrame[frame="notice-neutral"] { background: $neutral_soft; border-color: $border; }
QFrame[frame="finding-high"] { background: $red_soft; border: 2px solid $red; }
QFrame[frame="finding-medium"] { border-color: $amber_line; }
QFrame[frame="notice-green"] { background: $green_soft; border-color: $green_line; }
QFrame[frame="badge"] { background: $neutral_soft; border: 1px solid $neutral_edge; border-radius: 4px; }
QFrame[frame="badge-amber"] { background: $amber_soft; border: 1px solid $amber_edge; border-radius: 4px; }
QFrame[frame="badge-red"] { background: $red_soft; border: 1px solid $red_edge; border-radius: 4px; }
QFrame[frame="badge-green"] { background: $green_soft; border: 1px solid $green_edge; border-radius: 4px; }
QFrame[frame="rule"] {
    background: $border; border: none; border-radius: 0; min-height: 1px; max-height: 1px;
}
QSplitter::handle { background: $border; }
"""
BUTTONS: Final = """
QPushButton, QToolButton {
    background: $surface; color: $text; border: 1px solid $border_strong; border-radius: 6px;
    padding: 5px 13px; min-height: 20px; outline: none;
}
QToolButton { padding: 5px; min-width: 20px; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed { background: $pressed; }
QPushButton:checked, QToolButton:checked { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton:focus { border: 2px solid $focus; padding: 4px 12px; }
QToolButton:focus { border: 2px solid $focus; padding: 4px; }
QPushButton:disabled, QToolButton:disabled { color: $disabled; border-color: $border; background: transparent; }
QPushButton[role="primary"] { background: $strong; color: $on_strong; border-color: $strong; font-weight: 600; }
QPushButton[role="primary"]:hover { background: $strong_hover; border-color: $strong_hover; }
QPushButton[role="primary"]:pressed { background: $strong; }
QPushButton[role="primary"]:disabled { background: $neutral_soft; color: $disabled; border-color: $neutral_edge; }
QPushButton[role="danger"] { color: $red; border-color: $red; }
QPushButton[role="danger"]:hover { background: $red_soft; }
QPushButton[role="danger"]:disabled { color: $disabled; border-color: $border; }
QPushButton[soon="true"], QPushButton[soon="true"]:hover {
    color: $muted; border-color: $border_strong; background: $neutral_soft;
}
QPushButton[role="quiet"], QToolButton[role="quiet"] { background: transparent; border-color: transparent; }
QPushButton[role="quiet"]:hover, QToolButton[role="quiet"]:hover { background: $hover; }
QPushButton[role="quiet"]:pressed, QToolButton[role="quiet"]:pressed { background: $pressed; }
QPushButton[role="quiet"]:checked { background: $accent_soft; color: $text; border-color: $accent; }
QPushButton[role="primary"]:focus, QPushButton[role="danger"]:focus, QPushButton[soon="true"]:focus,
QPushButton[role="quiet"]:focus, QToolButton[role="quiet"]:focus { border: 2px solid $focus; }
QPushButton[role="fold"] {
    background: transparent; border-color: transparent; padding: 2px 6px 2px 1px; text-align: left;
}
QPushButton[role="fold"]:hover { background: $hover; }
QPushButton[role="fold"]:focus {
    border: 1px solid $focus; background: $accent_soft; padding: 2px 6px 2px 1px;
}
QPushButton[role="pill"] {
    background: $raised; border: 1px solid $border_strong; border-radius: 15px; padding: 4px 13px;
}
QPushButton[role="pill"]:hover { background: $hover; }
QPushButton[role="pill"]:checked { background: $accent_soft; border-color: $accent; font-weight: 600; }
QPushButton[role="more"] {
    background: transparent; border: 1px solid transparent; border-radius: 15px; padding: 4px 13px; color: $muted;
}
QPushButton[role="more"]:hover { background: $hover; }
QPushButton[role="must-read"] {
    background: $strong; color: $on_strong; border: 1px solid $strong; border-radius: 15px; padding: 4px 13px;
    font-weight: 600;
}
QPushButton[role="must-read"]:hover { background: $strong_hover; border-color: $strong_hover; }
QPushButton[role="pill"]:focus, QPushButton[role="more"]:focus, QPushButton[role="must-read"]:focus {
    border: 2px solid $focus; padding: 3px 12px;
}
QPushButton[role="chip"] {
    background: $accent_soft; border: 1px solid $border_strong; border-radius: 12px; padding: 1px 8px;
}
QPushButton[role="chip"]:hover { background: $hover; }
QPushButton[role="chip"]:focus { border: 2px solid $focus; padding: 0 7px; }
QPushButton[role="nav"] {
    background: transparent; border: 1px solid transparent; text-align: left; padding: 5px 9px;
}
QPushButton[role="nav"]:hover { background: $pressed; }
QPushButton[role="nav"]:checked {
    background: $accent_soft $image_bar no-repeat $start center; color: $text; border-color: transparent;
    font-weight: 600;
}
QPushButton[role="nav"]:focus { border: 2px solid $focus; padding: 4px 8px; }
QPushButton[split="start"] { border-top-$end-radius: 0; border-bottom-$end-radius: 0; }
QPushButton[split="end"] {
    border-top-$start-radius: 0; border-bottom-$start-radius: 0; border-$start: none; padding: 5px 0;
}
QPushButton[split="end"]:focus { border: 2px solid $focus; padding: 4px 0; }
QCheckBox, QRadioButton {
    color: $text; spacing: 8px; padding: 3px; min-height: 18px; border: 2px solid transparent; border-radius: 6px;
}
QCheckBox:focus, QRadioButton:focus { border-color: $focus; }
QCheckBox:disabled, QRadioButton:disabled { color: $disabled; }
QCheckBox::indicator, QRadioButton::indicator, QTableView::indicator {
    width: 16px; height: 16px; border: 1px solid $border_strong; background: $surface; border-radius: 4px;
}
QRadioButton::indicator { border-radius: 9px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { background: $hover; }
QCheckBox::indicator:checked, QTableView::indicator:checked {
    background: $accent; border-color: $accent; image: $image_tick;
}
QTableView[switches="true"]::indicator { width: 30px; border-radius: 9px; image: $image_knob_off; }
QTableView[switches="true"]::indicator:checked { image: $image_knob_on; }
QRadioButton::indicator:checked { background: $accent; border-color: $accent; image: $image_dot; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $border; background: $neutral_soft; }
"""
FIELDS: Final = """
QLineEdit, QPlainTextEdit, QComboBox {
    background: $surface; color: $text; border: 1px solid $border_strong; border-radius: 6px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit, QPlainTextEdit, QComboBox { placeholder-text-color: $muted; }
QLineEdit, QComboBox { padding: 5px 8px; min-height: 20px; }
QPlainTextEdit { padding: 4px; }
QLineEdit:focus, QComboBox:focus { border: 2px solid $focus; padding: 4px 7px; }
QPlainTextEdit:focus { border: 2px solid $focus; padding: 3px; }
QLineEdit QToolButton, QLineEdit QToolButton:hover, QLineEdit QToolButton:pressed, QLineEdit QToolButton:focus {
    background: transparent; border: none; padding: 0; min-width: 24px; min-height: 24px;
}
QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled {
    color: $disabled; border-color: $border; background: $neutral_soft;
}
QLineEdit[wrong="true"], QPlainTextEdit[wrong="true"], QComboBox[wrong="true"] { border-color: $red; }
QLineEdit[readOnly="true"], QPlainTextEdit[readOnly="true"] { border-color: $border; }
QLineEdit[readOnly="true"]:focus, QPlainTextEdit[readOnly="true"]:focus { border-color: $focus; }
QComboBox QLineEdit, QComboBox QLineEdit:focus {
    border: none; padding: 0 6px; background: transparent; min-height: 0;
}
QFrame[frame="field"] { border: 1px solid $border_strong; padding: 1px; }
QFrame[frame="field"][focused="true"] { border: 2px solid $focus; padding: 0; }
QFrame[frame="field"] QLineEdit, QFrame[frame="field"] QLineEdit:focus {
    border: none; padding: 0 4px; background: transparent; min-height: 26px;
}
QComboBox { padding-$end: 26px; }
QComboBox:focus { padding-$end: 25px; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: center right; width: 26px; border: none; }
QComboBox::down-arrow { image: $image_down; width: 16px; height: 16px; }
QComboBox::down-arrow:disabled { image: $image_down_off; }
QComboBox { combobox-popup: 0; }
QComboBox QAbstractItemView, QComboBox QAbstractItemView:focus {
    background: $raised; border: 1px solid $border_strong; border-radius: 6px; padding: 4px; outline: none;
}
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 8px; }
QComboBox QAbstractItemView::item:hover { background: $hover; }
QComboBox QAbstractItemView::item:selected { background: $accent; color: $on_accent; border: none; }
"""
VIEWS: Final = """
QAbstractItemView { background: $surface; color: $text; border: 1px solid $border; border-radius: 6px; outline: none; }
QAbstractItemView:focus { border: 1px solid $focus; }
QTableView { gridline-color: transparent; selection-background-color: $accent_soft; selection-color: $text; }
QTableView::item { border: none; padding: 0 8px; }
QTableView[role="chart"] { background: transparent; border: none; selection-background-color: transparent; }
QTableView[role="chart"]::item:selected { background: transparent; }
QTableView::item:hover { background: $hover; }
QTableView::item:selected { background: $accent_soft; color: $text; }
QHeaderView { background: transparent; border: none; }
QHeaderView::section {
    background: $surface; color: $muted; border: none; border-bottom: 1px solid $border; padding: 0 11px;
    font-size: $px_caption; font-weight: 600; min-height: 32px;
}
QHeaderView::section:first { border-top-left-radius: 5px; }
QHeaderView::section:last { border-top-right-radius: 5px; }
QHeaderView::section:only-one { border-top-left-radius: 5px; border-top-right-radius: 5px; }
QListView { padding: 4px; }
QListView::item { padding: 0 8px; min-height: 30px; border-radius: 4px; border: none; }
QListView::item:hover { background: $hover; }
QListView::item:selected { background: $accent_soft; color: $text; border-$start: 3px solid $accent; }
QTabBar { qproperty-drawBase: 0; background: transparent; }
QTabBar::tab {
    background: $neutral_soft; color: $muted; border: 1px solid transparent; padding: 4px 12px; min-height: 20px;
    margin-right: 4px; border-radius: 6px;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { background: $surface; color: $text; border-color: $border_strong; }
QTabBar::tab:focus:selected { border: 2px solid $focus; padding: 3px 11px; }
QMenu { background: $raised; color: $text; border: 1px solid $border_strong; border-radius: 6px; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; background: transparent; }
QMenu::item:selected { background: $accent; color: $on_accent; }
QMenu::item:disabled { color: $disabled; background: transparent; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
"""
BARS: Final = """
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget[ground="clear"] { background: transparent; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 11px; margin: 0; }
QScrollBar:horizontal { height: 11px; margin: 0; }
QScrollBar::handle { background: $border_strong; border-radius: 2px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QAbstractScrollArea::corner { background: transparent; }
QProgressBar {
    background: $pressed; border: none; border-radius: 2px; min-height: 4px; max-height: 4px; text-align: center;
}
QProgressBar::chunk { background: $muted; border-radius: 2px; }
"""


ALL: Final = WORDS + FRAMES + BUTTONS + FIELDS + VIEWS + BARS


def sheet(tokens: Tokens) -> str:
    """The whole style sheet."""
    return Template(ALL).substitute(_values(tokens))


def _values(tokens: Tokens) -> dict[str, str]:
    """The values of ``$name`` in a rule: tokens, sizes, fonts, images, and the start and end sides, which Qt does not
    mirror.
    """  # noqa: D205
    values = {name: str(getattr(tokens, name)) for name in tokens.__struct_fields__}
    values |= {f"px_{size}": f"{fonts.pixels(size)}px" for size in fonts.SCALE}
    mirrored = QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    values["start"], values["end"] = ("right", "left") if mirrored else ("left", "right")
    values["mono"] = f'"{fonts.mono_font().family()}"'
    for tint in ("neutral", "amber", "red", "green"):
        values |= _edges(tokens, tint)
    values |= image_urls(tokens)
    return values | {
        "image_bar": values[f"image_bar_{values['start']}"],
        "image_knob_off": values[f"image_knob_off_{values['start']}"],
        "image_knob_on": values[f"image_knob_on_{values['end']}"],
    }


def _edges(tokens: Tokens, tint: str) -> dict[str, str]:
    """Outlines of tinted frames: a shade of the tint, or the full tint with high contrast."""
    ground = getattr(tokens, f"{tint}_soft")
    ink = tokens.muted if tint == "neutral" else getattr(tokens, tint)
    if ground == tokens.surface or tokens.border == tokens.border_strong:
        return {f"{tint}_line": ink, f"{tint}_edge": ink}
    return {f"{tint}_line": mix(ink, ground, 0.4), f"{tint}_edge": ground}


def mix(one: str, other: str, share: float) -> str:
    """Mix two colours. ``share``: that of the first."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a * share + b * (1 - share)) for a, b in pairs).hex()


_ROUND: Final = 'fill="none" stroke="{}" stroke-linecap="round" stroke-linejoin="round"'
_DOWN: Final = f'<path d="M4 6.5l4 4 4-4" stroke-width="1.5" {_ROUND}/>'
_KNOB_LEFT: Final = '<circle cx="8" cy="8" r="5" fill="{}"/>'
_KNOB_RIGHT: Final = '<circle cx="22" cy="8" r="5" fill="{}"/>'
_SHAPES: Final[dict[str, tuple[str, str]]] = {
    "tick": (f'<path d="M3.5 8.5l3 3 6-7" stroke-width="2" {_ROUND}/>', "on_accent"),
    "dot": ('<circle cx="8" cy="8" r="3.5" fill="{}"/>', "on_accent"),
    "down": (_DOWN, "muted"),
    "down_off": (_DOWN, "disabled"),
    "bar_left": ('<rect x="0" width="3" height="16" fill="{}"/>', "accent"),
    "bar_right": ('<rect x="13" width="3" height="16" fill="{}"/>', "accent"),
    "knob_off_left": (_KNOB_LEFT, "border_strong"),
    "knob_off_right": (_KNOB_RIGHT, "border_strong"),
    "knob_on_left": (_KNOB_LEFT, "on_accent"),
    "knob_on_right": (_KNOB_RIGHT, "on_accent"),
}
"""What is drawn, and in which token's colour."""

_FORMAT: Final = 1
_DIRECTORY: Final = 2
_ANYWHERE: Final = 0
_ANY_LANGUAGE: Final = 1


def image_urls(tokens: Tokens) -> dict[str, str]:
    """The URLs of all images in the colours of ``tokens``, by their names in the style sheet."""
    _register()
    scheme = next(name for name, known in SCHEMES.items() if known is tokens)
    return {f"image_{shape}": f"url(:/assent/{scheme}-{shape}.svg)" for shape in _SHAPES}


@cache
def _register() -> tuple[bytes, bytes, bytes]:
    """Register all images with Qt, once. The bytes are kept, because Qt does not copy them."""
    files = {
        f"{scheme}-{shape}.svg": _svg(drawing.format(getattr(tokens, colour)), 30 if shape.startswith("knob") else 16)
        for scheme, tokens in SCHEMES.items()
        for shape, (drawing, colour) in _SHAPES.items()
    }
    resource_bytes = resource("assent", files)
    qRegisterResourceData(_FORMAT, *resource_bytes)
    return resource_bytes


def _svg(body: str, width: int) -> bytes:
    size = f'width="{width}" height="16" viewBox="0 0 {width} 16"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'.encode()


def resource(directory: str, files: dict[str, bytes]) -> tuple[bytes, bytes, bytes]:
    """Build a Qt resource with one directory, as rcc does: (tree, names, contents), format version 1."""
    ordered = sorted(files, key=_hash)
    names, contents, offsets = bytearray(), bytearray(), {}
    for name in (directory, *ordered):
        offsets[name] = len(names)
        names += struct.pack(">HI", len(name), _hash(name)) + name.encode("utf-16-be")
    tree = struct.pack(">IHII", 0, _DIRECTORY, 1, 1)
    tree += struct.pack(">IHII", offsets[directory], _DIRECTORY, len(ordered), 2)
    for name in ordered:
        tree += struct.pack(">IHHHI", offsets[name], 0, _ANYWHERE, _ANY_LANGUAGE, len(contents))
        contents += struct.pack(">I", len(files[name])) + files[name]
    return tree, bytes(names), bytes(contents)


def _hash(name: str) -> int:
    """Qt's hash of a resource's name, by which it finds the resource."""
    value = 0
    for character in name:
        value = (value << 4) + ord(character)
        value ^= (value & 0xF0000000) >> 23
        value &= 0x0FFFFFFF
    return value
