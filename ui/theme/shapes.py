"""Images inside controls: ticks, dots, arrows.

Owns: their drawings, registered as an in-memory Qt resource, since a style sheet takes images from nowhere else.

Invariants:
    Nothing is written to disk. Every scheme has its own images, in its own colours.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Final

from PySide6.QtCore import qRegisterResourceData

from ui.theme.tokens import ALL, Tokens

_ROUND: Final = 'fill="none" stroke="{}" stroke-linecap="round" stroke-linejoin="round"'
_TICK: Final = f'<path d="M3.5 8.5l3 3 6-7" stroke-width="2" {_ROUND}/>'
_DASH: Final = f'<path d="M4 8h8" stroke-width="2" {_ROUND}/>'
_DOWN: Final = f'<path d="M4 6.5l4 4 4-4" stroke-width="1.5" {_ROUND}/>'
_UP: Final = f'<path d="M4 9.5l4-4 4 4" stroke-width="1.5" {_ROUND}/>'
_DOT: Final = '<circle cx="8" cy="8" r="3.5" fill="{}"/>'
_BAR_LEFT: Final = '<rect x="0" width="3" height="16" fill="{}"/>'
_BAR_RIGHT: Final = '<rect x="13" width="3" height="16" fill="{}"/>'
_KNOB_LEFT: Final = '<circle cx="8" cy="8" r="5" fill="{}"/>'
_KNOB_RIGHT: Final = '<circle cx="22" cy="8" r="5" fill="{}"/>'
_SHAPES: Final[dict[str, tuple[str, str]]] = {
    "tick": (_TICK, "on_accent"),
    "dash": (_DASH, "on_accent"),
    "dot": (_DOT, "on_accent"),
    "down": (_DOWN, "muted"),
    "up": (_UP, "muted"),
    "down_off": (_DOWN, "disabled"),
    "up_off": (_UP, "disabled"),
    "bar_left": (_BAR_LEFT, "accent"),
    "bar_right": (_BAR_RIGHT, "accent"),
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


def urls(tokens: Tokens) -> dict[str, str]:
    """The style sheet's names of all shapes in the colours of ``tokens``."""
    _register()
    scheme = next(name for name, known in ALL.items() if known is tokens)
    return {f"image_{shape}": f"url(:/assent/{scheme}-{shape}.svg)" for shape in _SHAPES}


@cache
def _register() -> tuple[bytes, bytes, bytes]:
    """Hand all drawings to Qt, once. The bytes are kept: Qt reads them where they are."""
    files = {
        f"{scheme}-{shape}.svg": _svg(drawing.format(getattr(tokens, colour)), 30 if shape.startswith("knob") else 16)
        for scheme, tokens in ALL.items()
        for shape, (drawing, colour) in _SHAPES.items()
    }
    made = resource("assent", files)
    qRegisterResourceData(_FORMAT, *made)
    return made


def _svg(body: str, width: int) -> bytes:
    size = f'width="{width}" height="16" viewBox="0 0 {width} 16"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'.encode()


def resource(directory: str, files: dict[str, bytes]) -> tuple[bytes, bytes, bytes]:
    """A resource tree with one directory, as rcc would write it: (tree, names, contents), format version 1."""
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
    """Qt's hash of a resource's name, by which it looks for it."""
    value = 0
    for character in name:
        value = (value << 4) + ord(character)
        value ^= (value & 0xF0000000) >> 23
        value &= 0x0FFFFFFF
    return value
