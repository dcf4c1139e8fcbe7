"""The Qt style sheet: the rules of ``resources/window.qss``, filled in with colours, sizes and images.

Owns: the values of each ``$name`` in the rules: a token, a size or an image; and the images inside controls, registered
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

import resources
from ui.theme import fonts
from ui.theme.tokens import ALL as SCHEMES
from ui.theme.tokens import Tokens

ALL: Final = resources.text("window.qss")


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
