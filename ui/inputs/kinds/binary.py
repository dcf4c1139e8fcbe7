"""Base64: what the bytes are (pure).

Invariants:
    Nothing is decoded beyond 4 MiB. The type goes by how the bytes begin, whatever a name or a server says.
    Only four kinds of pictures, only small ones, and none that would take more work than its size tells, may be drawn.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from typing import Final, NamedTuple

from msgspec import Struct

from host.model import sha256_hex
from host.text import Untrusted
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind
from ui.tr import tr, tr_n

_NAMES: Final = frozenset(
    "base64 b64 image photo picture attachment blob data bytes content screenshot audio file".split()
)
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_\-\r\n]+={0,2}\s*", re.ASCII)
_MAGIC: Final = ("iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "UEsDB", "H4sI", "PHN2Zy", "f0VMR", "TVqQ")
"""How files of known types begin, as base64."""
_SHORTEST: Final = 32
"""Characters from which on a text is taken for base64 by its form."""
_READ_AS_TEXT: Final = 65_536
LONGEST: Final = 4 << 20
"""Characters that are decoded."""
PICTURE_BYTES: Final = 2 << 20
PICTURE_PIXELS: Final = 4_000_000
GIF_BYTES: Final = 32 << 10
"""Its compression makes up to 2,700 bytes of each one, whatever the size of the picture."""
SCANS: Final = 20
"""Times that a JPEG may go over the whole picture. Programs that make them use about ten."""
PACKED: Final = 8
"""Compressed texts and profiles beside the picture in a PNG, each of up to 8 MB when it is unpacked."""
_URL_SAFE: Final = str.maketrans("-_", "+/")
_BLANKS: Final = str.maketrans("", "", "\r\n\t ")


class FileType(NamedTuple):
    """A type of file.

    Attributes:
        name: for people.
        format: Qt's name of a picture that can be drawn, else empty.
    """

    name: str
    format: str = ""


class Bytes(Struct, frozen=True):
    """What base64 holds.

    Attributes:
        data: the bytes.
        kind: by how they begin; None where that is not known.
    """

    data: bytes
    kind: FileType | None


def read(raw: str) -> Bytes | None:
    """What base64, or a ``data:`` address, holds; None where it is none or too long."""
    if raw.startswith("data:"):
        raw = raw[raw.find(",", 0, 200) + 1 :]
    if len(raw) > LONGEST:
        return None
    text = raw.translate(_BLANKS).translate(_URL_SAFE)
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    return Bytes(data, file_type(data))


def explain(value: InputValue) -> Explanation:
    """What it holds; where that is text, the text."""
    found = read(value.raw)
    if found is None:
        said = Fact("", tr("This is not valid base64, or too long to read."))
        return Explanation((said,), letters_matter=False)
    text = _text_of(found)
    return Explanation(
        facts(found),
        other_form=None if text is None else Untrusted(text),
        other_form_name=tr("what it holds"),
        picture=found if text is None else None,
        letters_matter=False,
    )


def _text_of(read: Bytes) -> str | None:
    if read.kind is not None or len(read.data) > _READ_AS_TEXT:
        return None
    try:
        return read.data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def facts(read: Bytes) -> tuple[Fact, ...]:
    """Type, size and digest."""
    digest = sha256_hex(read.data)
    size = tr_n("{n} byte", "{n} bytes", len(read.data))
    name = read.kind.name if read.kind else _unknown(read.data)
    return Fact(tr("Holds"), f"{name} · {size}"), Fact(tr("SHA-256"), f"{digest[:8]}…{digest[-8:]}")


def no_picture(read: Bytes) -> str:
    """Why the bytes are not drawn; empty where they may be. Judged before anything decodes them."""
    if read.kind is None or not read.kind.format:
        return tr("no preview: only pictures of known kinds are drawn")
    if len(read.data) > PICTURE_BYTES:
        return tr("no preview: the picture is larger than 2 MiB")
    width, height = dimensions(read.data)
    if width <= 0 or height <= 0:
        return tr("no preview: the picture does not say its size")
    if width * height > PICTURE_PIXELS:
        return tr("no preview: {width} by {height} pixels are too many", width=f"{width:,}", height=f"{height:,}")
    return _no_work(read.data, read.kind.format)


def _no_work(data: bytes, form: str) -> str:
    """Why it would take more work than its size tells, by plain counts of what makes work."""
    if form == "jpeg" and data.count(b"\xff\xda") > SCANS:
        return tr("no preview: the picture is made of more than {n} layers", n=SCANS)
    if form == "png" and sum(map(data.count, (b"zTXt", b"iTXt", b"iCCP"))) > PACKED:
        return tr("no preview: too much else is packed beside the picture")
    if form == "gif" and len(data) > GIF_BYTES:
        return tr("no preview: a GIF of more than 32 KiB is not unpacked")
    return ""


def file_type(data: bytes) -> FileType | None:
    """By the first bytes, whatever anybody calls it."""
    for start, kind in _file_types():
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return FileType(tr("WebP picture"), "webp")
    if data[:4] == b"RIFF" and data[8:12] == b"WAVE":
        return FileType(tr("WAV sound"))
    return None


def dimensions(data: bytes) -> tuple[int, int]:
    """Width and height of a picture as its header says; (0, 0) where it does not."""
    try:
        if data.startswith(b"\x89PNG"):
            return struct.unpack(">II", data[16:24])
        if data.startswith(b"GIF8"):
            return struct.unpack("<HH", data[6:10])
        if data[8:12] == b"WEBP":
            return _of_webp(data)
        return _of_jpeg(data) if data.startswith(b"\xff\xd8") else (0, 0)
    except (struct.error, IndexError):
        return 0, 0


def _file_types() -> tuple[tuple[bytes, FileType], ...]:
    return (
        (b"\x89PNG\r\n\x1a\n", FileType(tr("PNG picture"), "png")),
        (b"\xff\xd8\xff", FileType(tr("JPEG picture"), "jpeg")),
        (b"GIF87a", FileType(tr("GIF picture"), "gif")),
        (b"GIF89a", FileType(tr("GIF picture"), "gif")),
        (b"%PDF-", FileType(tr("PDF document"))),
        (b"PK\x03\x04", FileType(tr("ZIP archive, or an Office document"))),
        (b"\x1f\x8b", FileType(tr("gzip archive"))),
        (b"\x7fELF", FileType(tr("program for Linux (ELF)"))),
        (b"MZ", FileType(tr("program for Windows"))),
        (b"<svg", FileType(tr("SVG picture"))),
        (b"OggS", FileType(tr("Ogg sound"))),
        (b"ID3", FileType(tr("MP3 sound"))),
        (b"fLaC", FileType(tr("FLAC sound"))),
        (b"\xd0\xcf\x11\xe0", FileType(tr("old Office document"))),
    )


def _unknown(data: bytes) -> str:
    try:
        data[:65_536].decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < min(len(data), 65_536) - 4:
            return tr("bytes of no known type")
    return tr("text")


def _of_webp(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            [bits] = struct.unpack("<I", data[21:25])
            return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    return 0, 0


def _of_jpeg(data: bytes) -> tuple[int, int]:
    """From segment to segment to the one that begins the picture; each step moves on."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        [length] = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + max(2, length)
    return 0, 0


def _is_said_so(value: InputValue) -> bool:
    said = value.given.schema.get("contentEncoding") == "base64" or value.format in ("byte", "binary", "base64")
    return said and _BASE64.fullmatch(value.text) is not None


def _looks_so(value: InputValue) -> bool:
    text = value.text
    if text.startswith("data:") and ";base64," in text[:200]:
        return True
    expected = text.startswith(_MAGIC) or bool(value.words & _NAMES)
    return len(text.strip()) >= _SHORTEST and expected and _BASE64.fullmatch(text) is not None


KIND: Final = Kind("base64", explain, by_schema=_is_said_so, by_value=_looks_so)
