"""Base64: what the bytes are (pure).

Invariants:
    Nothing longer than 4 MiB is decoded. The first bytes tell the type, whatever a name or a server says.
    Only small pictures of four types may be drawn, and none that would take more work than its size suggests.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from typing import Final

from host import regex
from host.model import sha256_hex
from host.text import Untrusted
from ui.inputs.kinds.kind import DecodedBytes, Explanation, Fact, FileType, InputValue, Kind
from ui.tr import tr, tr_n

_NAMES: Final = frozenset(
    "base64 b64 image photo picture attachment blob data bytes content screenshot audio file".split()
)
_BASE64: Final = regex.pattern(r"[A-Za-z0-9+/_\-\r\n]+={0,2}\s*", re.ASCII)
_PREFIXES: Final = ("iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "UEsDB", "H4sI", "PHN2Zy", "f0VMR", "TVqQ")
"""The beginning of files of known types, as base64."""
_MIN_BASE64: Final = 32
"""Characters of the shortest text that is recognised as base64 by its form."""
_MAX_TEXT_BYTES: Final = 65_536
MAX_CHARACTERS: Final = 4 << 20
"""Characters of the longest text that is decoded."""
PICTURE_BYTES: Final = 2 << 20
PICTURE_PIXELS: Final = 4_000_000
GIF_BYTES: Final = 32 << 10
"""Compression may turn one byte of a GIF into 2,700, whatever the size of the picture."""
MAX_SCANS: Final = 20
"""Scans of the whole picture in a JPEG. Usual programs make about ten."""
MAX_PACKED_CHUNKS: Final = 8
"""Compressed texts and profiles in a PNG, each of up to 8 MB when unpacked."""
_URL_SAFE: Final = str.maketrans("-_", "+/")
_DROP_BLANKS: Final = str.maketrans("", "", "\r\n\t ")


def decode_base64(raw: str) -> DecodedBytes | None:
    """Decode base64 or a ``data:`` address. Returns None if it is neither, or too long."""
    if raw.startswith("data:"):
        raw = raw[raw.find(",", 0, 200) + 1 :]
    if len(raw) > MAX_CHARACTERS:
        return None
    text = raw.translate(_DROP_BLANKS).translate(_URL_SAFE)
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    return DecodedBytes(data, file_type(data))


def explain(value: InputValue) -> Explanation:
    """Explain what the bytes are; if they are text, show the text."""
    decoded = decode_base64(value.raw)
    if decoded is None:
        fact = Fact("", tr("This is not valid base64, or too long to read."))
        return Explanation((fact,), letters_matter=False)
    text = _text_or_none(decoded)
    return Explanation(
        facts(decoded),
        other_form=None if text is None else Untrusted(text),
        other_form_name=tr("what it holds"),
        picture=decoded if text is None else None,
        letters_matter=False,
    )


def _text_or_none(decoded: DecodedBytes) -> str | None:
    if decoded.kind is not None or len(decoded.data) > _MAX_TEXT_BYTES:
        return None
    try:
        return decoded.data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def facts(decoded: DecodedBytes) -> tuple[Fact, ...]:
    """The type, size and digest of the bytes."""
    digest = sha256_hex(decoded.data)
    size = tr_n("{n} byte", "{n} bytes", len(decoded.data))
    name = decoded.kind.name if decoded.kind else _unknown_type_words(decoded.data)
    return Fact(tr("Holds"), f"{name} · {size}"), Fact(tr("SHA-256"), f"{digest[:8]}…{digest[-8:]}")


def why_no_preview(decoded: DecodedBytes) -> str:
    """Why the bytes must not be drawn as a picture; empty if they may. Checked before they are decoded."""
    if decoded.kind is None or not decoded.kind.format:
        return tr("no preview: only pictures of known kinds are drawn")
    if len(decoded.data) > PICTURE_BYTES:
        return tr("no preview: the picture is larger than 2 MiB")
    width, height = dimensions(decoded.data)
    if width <= 0 or height <= 0:
        return tr("no preview: the picture does not say its size")
    if width * height > PICTURE_PIXELS:
        return tr("no preview: {width} by {height} pixels are too many", width=f"{width:,}", height=f"{height:,}")
    return _why_too_much_work(decoded.data, decoded.kind.format)


def _why_too_much_work(data: bytes, form: str) -> str:
    """Why decoding a picture would take more work than its size suggests; empty if it would not."""
    if form == "jpeg" and data.count(b"\xff\xda") > MAX_SCANS:
        return tr("no preview: the picture is made of more than {n} layers", n=MAX_SCANS)
    if form == "png" and sum(map(data.count, (b"zTXt", b"iTXt", b"iCCP"))) > MAX_PACKED_CHUNKS:
        return tr("no preview: too much else is packed beside the picture")
    if form == "gif" and len(data) > GIF_BYTES:
        return tr("no preview: a GIF of more than 32 KiB is not unpacked")
    return ""


def file_type(data: bytes) -> FileType | None:
    """The type of a file by its first bytes."""
    for start, kind in _file_types():
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return FileType(tr("WebP picture"), "webp")
    if data[:4] == b"RIFF" and data[8:12] == b"WAVE":
        return FileType(tr("WAV sound"))
    return None


def dimensions(data: bytes) -> tuple[int, int]:
    """Width and height of a picture by its header; (0, 0) if it does not say."""
    try:
        if data.startswith(b"\x89PNG"):
            return struct.unpack(">II", data[16:24])
        if data.startswith(b"GIF8"):
            return struct.unpack("<HH", data[6:10])
        if data[8:12] == b"WEBP":
            return _webp_dimensions(data)
        return _jpeg_dimensions(data) if data.startswith(b"\xff\xd8") else (0, 0)
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


def _unknown_type_words(data: bytes) -> str:
    try:
        data[:65_536].decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < min(len(data), 65_536) - 4:
            return tr("bytes of no known type")
    return tr("text")


def _webp_dimensions(data: bytes) -> tuple[int, int]:
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


def _jpeg_dimensions(data: bytes) -> tuple[int, int]:
    """Go from segment to segment until the one that begins the picture."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        [length] = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + max(2, length)
    return 0, 0


def _is_declared_base64(value: InputValue) -> bool:
    encoding = value.tool_input.schema.get("contentEncoding")
    is_declared = encoding == "base64" or value.format in ("byte", "binary", "base64")
    return is_declared and _BASE64.fullmatch(value.text) is not None


def _looks_like_base64(value: InputValue) -> bool:
    text = value.text
    if text.startswith("data:") and ";base64," in text[:200]:
        return True
    is_expected = text.startswith(_PREFIXES) or bool(value.words & _NAMES)
    return len(text.strip()) >= _MIN_BASE64 and is_expected and _BASE64.fullmatch(text) is not None


KIND: Final = Kind("base64", explain, by_schema=_is_declared_base64, by_value=_looks_like_base64)
