"""What base64 holds, and pictures that may be drawn."""

from __future__ import annotations

import base64
import struct
import zlib

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from ui.inputs.kinds import binary
from ui.inputs.kinds.kind import DecodedBytes
from ui.inputs.picture import MAX_HEIGHT, MAX_WIDTH, Picture, PixelBudget, Preview, decode_picture

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><image href="http://evil.example/x"/></svg>'


def picture(form: str, width: int = 40, height: int = 30) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, form)  # type: ignore[call-overload]  # a device, as Qt has it
    return bytes(data.data())


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_that_says(width: int, height: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


JPEG = b"\xff\xd8\xff\xc2\x00\x11\x08\x00\x09\x00\x09" + bytes(10)
"""The beginning of a progressive one of 9 by 9 pixels."""


def read(data: bytes) -> DecodedBytes:
    found = binary.decode_base64(base64.b64encode(data).decode())
    assert found is not None
    return found


@pytest.mark.parametrize("form", ["jpeg", "png", "webp"])
def test_small_pictures_of_known_kinds_are_drawn_small(qtbot: QtBot, form: str) -> None:
    found = read(picture(form, 800, 300))
    assert binary.dimensions(found.data) == (800, 300)
    image = decode_picture(found)
    assert image is not None
    assert (image.width() <= MAX_WIDTH, image.height() <= MAX_HEIGHT) == (True, True)
    shown = Picture(image, (800, 300))
    qtbot.addWidget(shown)
    assert shown.accessibleName() == "Preview of a picture, 800 by 300 pixels"


def test_a_gif_is_drawn_once(qtbot: QtBot) -> None:  # pictures need an application
    pixel = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==")
    image = decode_picture(read(pixel))
    assert image is not None
    assert (image.width(), image.height()) == (1, 1)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (SVG, "no preview: only pictures of known kinds are drawn"),
        (b"%PDF-1.7 x", "no preview: only pictures of known kinds are drawn"),
        (b"\x89PNG\r\n\x1a\n" + bytes(2 << 20), "no preview: the picture is larger than 2 MiB"),
        (png_that_says(50_000, 50_000), "no preview: 50,000 by 50,000 pixels are too many"),
        (png_that_says(2001, 2000), "no preview: 2,001 by 2,000 pixels are too many"),
        (JPEG + b"\xff\xda" * 21, "no preview: the picture is made of more than 20 layers"),
        (png_that_says(9, 9) + b"zTXt" * 9, "no preview: too much else is packed beside the picture"),
        (b"GIF89a\x09\0\x09\0" + bytes(32 << 10), "no preview: a GIF of more than 32 KiB is not unpacked"),
        (png_that_says(0, 5), "no preview: the picture does not say its size"),
        (b"\xff\xd8\xff\xe0", "no preview: the picture does not say its size"),
        (b"RIFF....WEBPxxxx", "no preview: the picture does not say its size"),
    ],
)
def test_what_must_not_be_decoded_is_not(data: bytes, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QImageReader, "read", lambda _: pytest.fail("it was decoded"))
    found = read(data)
    assert binary.why_no_preview(found) == why
    assert decode_picture(found) is None


def test_s16_nothing_is_decoded_before_it_is_wanted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[DecodedBytes] = []

    def noted(read: DecodedBytes) -> QImage | None:
        drawn.append(read)
        return decode_picture(read)

    monkeypatch.setattr("ui.inputs.picture.decode_picture", noted)
    preview = Preview(read(picture("png")), PixelBudget())
    qtbot.addWidget(preview)
    preview.show()
    assert drawn == []
    [button] = preview.findChildren(QPushButton)
    assert button.text() == "Show the picture"
    button.click()
    assert len(drawn) == 1
    assert button.isHidden()
    assert [shown.isVisible() for shown in preview.findChildren(Picture)] == [True]


def test_s16_the_pictures_of_one_question_have_a_bound(qtbot: QtBot) -> None:
    budget = PixelBudget(40 * 30 + 1)
    previews = [Preview(read(picture("png")), budget) for _ in range(2)]
    for preview in previews:
        qtbot.addWidget(preview)
        [button] = preview.findChildren(QPushButton)
        button.click()
    assert [len(preview.findChildren(Picture)) for preview in previews] == [1, 0]
    assert [label.text() for label in previews[1].findChildren(QLabel)] == [
        "no preview: enough pictures of this call were drawn"
    ]


def test_what_must_not_be_drawn_has_no_button(qtbot: QtBot) -> None:
    preview = Preview(read(SVG), PixelBudget())
    qtbot.addWidget(preview)
    assert preview.findChildren(QPushButton) == []


def test_a_picture_that_cannot_be_read_is_none(qtbot: QtBot) -> None:  # pictures need an application
    assert decode_picture(read(png_that_says(40, 40)[:60])) is None
    assert decode_picture(read(picture("jpeg")[:100])) is None


def test_the_memory_that_decoding_may_take_is_as_before_afterwards(qtbot: QtBot) -> None:
    before = QImageReader.allocationLimit()
    decode_picture(read(picture("png")))
    assert QImageReader.allocationLimit() == before


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (SVG, "SVG picture"),
        (b"%PDF-1.7", "PDF document"),
        (b"PK\x03\x04rest", "ZIP archive, or an Office document"),
        (b"\x7fELF\x02", "program for Linux (ELF)"),
        (b"MZ\x90", "program for Windows"),
        (b"hello", "text"),
        (b"\xff\x00\xfe" * 9, "bytes of no known type"),
    ],
)
def test_the_type_is_told_by_the_bytes(data: bytes, name: str) -> None:
    holds, digest = binary.facts(read(data))
    assert str(holds.words).startswith(f"{name} · {len(data)} byte")
    assert len(str(digest.words)) == 17


@pytest.mark.parametrize("raw", ["aGVsbG8=", "aGVsbG8", "aGVs\r\nbG8=", "data:text/plain;base64,aGVsbG8="])
def test_base64_is_read_as_programs_read_it(raw: str) -> None:
    found = binary.decode_base64(raw)
    assert found is not None
    assert found.data == b"hello"


@pytest.mark.parametrize("raw", ["no base64!", "a", "data:,", "x" * (binary.MAX_CHARACTERS + 1)])
def test_what_is_no_base64_is_none(raw: str) -> None:
    found = binary.decode_base64(raw)
    assert found is None or found.data == b""
