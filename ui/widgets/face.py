"""The face of an app or a server (its initials on a tint), and the icon that the system has for a program.

Invariants: a face is drawn from letters and theme colours, never from an image of an app or a server; an app has a disc
and a server a square, so that their shapes differ; it repeats the name beside it. A program's picture is as small as an
icon, stands beside words that name the program, and adds no information; what cannot be drawn is hidden. It is found
only by the program's file, never by a name: a desktop entry counts if it starts exactly that file with no argument that
could be another program. Entries and pictures must be files in the system's directories that only root may change; the
account's home and environment are ignored. If two entries want different pictures for a program, it has none. Reading
is bounded.

Only on Linux: elsewhere the picture is in the program itself, and its author can choose anything.

Sources: Desktop Entry Specification 1.5, "The Exec key"; Icon Theme Specification 0.13, "Directory Layout".
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QImageReader, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from host import regex
from ui import faces, icons, theme
from ui.faces import Kind
from ui.text import named
from ui.tr import tr


class Face(QWidget):
    """A monogram of an app or a server."""

    def __init__(self, kind: Kind, its_id: str = "", size: int = icons.MEDIUM, parent: QWidget | None = None) -> None:
        """``size``: in pixels, ``icons.MEDIUM`` beside a line, ``theme.FACE`` beside a heading."""
        super().__init__(parent)
        self.setFixedSize(size, size)
        self.show_face(kind, its_id)

    def show_face(self, kind: Kind, its_id: str) -> None:
        """Show the face of another app or server."""
        self.kind, self.its_id = kind, its_id
        named(self, faces.name_of(kind, its_id))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Paint the face."""
        painter = QPainter(self)
        draw(painter, QRectF(self.rect()), self.kind, self.its_id)
        painter.end()


def face_icon(kind: Kind, its_id: str) -> QIcon:
    """A face as an icon, for table cells."""
    return QIcon(icons.DrawnIcon(lambda painter, rect, _: draw(painter, QRectF(rect), kind, its_id)))


def draw(painter: QPainter, rect: QRectF, kind: Kind, its_id: str) -> None:
    """Paint a face into the largest square in the middle of ``rect``."""
    side = min(rect.width(), rect.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(rect.center())
    tokens = theme.current().tokens
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(getattr(tokens, f"face_{faces.tint(kind, its_id)}")))
    radius = side / 2 if kind == "app" else side / 4
    painter.drawRoundedRect(square, radius, radius)
    font = QFont(painter.font())
    font.setPixelSize(max(1, round(side * 0.44)))
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(QColor(tokens.on_face))
    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, faces.initials(kind, its_id))
    painter.restore()


_MAX_SIDE: Final = 1_024  # most pixels of a picture in each direction


class ProgramPicture(QLabel):
    """The picture that the system has for a program, or nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(icons.SMALL, icons.SMALL)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        named(self, tr("Icon that the system has for that program"))
        self.hide()

    def show_program(self, program: str) -> None:
        """Show the picture of a program. ``program``: the path of its file; anything else has no picture."""
        file = picture_of(program) if program.startswith("/") else None
        pixmap = QPixmap() if file is None else _load_pixmap(str(file), self.devicePixelRatioF())
        self.setPixmap(pixmap)
        self.setVisible(not pixmap.isNull())


def _load_pixmap(file: str, ratio: float) -> QPixmap:
    reader = QImageReader(file, b"png")
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > _MAX_SIDE:
        return QPixmap()
    side = round(icons.SMALL * ratio)
    reader.setScaledSize(size.scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio))
    pixmap = QPixmap.fromImage(reader.read())
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


SYSTEM: Final = (Path("/usr/local/share"), Path("/usr/share"))
_PROGRAMS: Final = (Path("/usr/local/bin"), Path("/usr/bin"), Path("/bin"))
_MAX_ENTRIES: Final = 2_000  # desktop entries of a directory that are read
_MAX_ENTRY_BYTES: Final = 64 << 10  # bytes of a desktop entry: those with many translations have some 30 KiB
_MAX_PICTURE_BYTES: Final = 1 << 20
_SIZES: Final = ("48x48", "64x64", "32x32", "128x128", "256x256", "512x512")
_HARMLESS: Final = regex.pattern(r"%[a-zA-Z]|--[a-z][a-z-]*")
"""Arguments that cannot name another program: field codes and plain switches."""
_NAME: Final = regex.pattern(r"[A-Za-z0-9_][A-Za-z0-9._+-]*")


def picture_of(program: str) -> Path | None:
    """The PNG file that the system has for a program, by the real path of its file; None if there is none."""
    return pictures().get(program)


@cache
def pictures() -> Mapping[str, Path]:
    """The pictures of all programs, read once. What is installed later is found after the next start of the window."""
    return read_pictures(SYSTEM, _PROGRAMS)


def read_pictures(data: tuple[Path, ...], programs: tuple[Path, ...], owner: int = 0) -> dict[str, Path]:
    """Pictures by the real path of the program.

    Args:
        data: directories with ``applications``, ``icons`` and ``pixmaps``, by descending precedence.
        programs: directories of programs without a path.
        owner: user id that alone may change the files.
    """
    names: dict[str, set[str]] = {}
    for base in data:
        for file in islice(sorted((base / "applications").glob("*.desktop")), _MAX_ENTRIES):
            for program, icon in _read_entry(file, programs, owner):
                names.setdefault(program, set()).add(icon)
    paths = {program: _find_picture(icons.pop(), data, owner) for program, icons in names.items() if len(icons) == 1}
    return {program: picture for program, picture in paths.items() if picture is not None}


def _read_entry(file: Path, programs: tuple[Path, ...], owner: int) -> list[tuple[str, str]]:
    """The program of a desktop entry and its icon; empty if the entry does not start exactly one program."""
    try:
        if not _is_installed(file, owner, _MAX_ENTRY_BYTES):
            return []
        group = file.read_text("utf-8").partition("[Desktop Entry]\n")[2].partition("\n[")[0]
        fields = dict(line.split("=", 1) for line in group.splitlines() if line.startswith(("Exec=", "Icon=")))
        first, *rest = shlex.split(fields["Exec"])
        icon = fields["Icon"].strip()
        paths = [Path(first)] if first.startswith("/") else [folder / first for folder in programs if "/" not in first]
        program = next((os.path.realpath(path) for path in paths if path.is_file()), "")
    except (OSError, ValueError, KeyError):
        return []
    if not all(map(_HARMLESS.fullmatch, rest)):
        return []
    return [(program, icon)] if program else []


def _find_picture(icon: str, data: tuple[Path, ...], owner: int) -> Path | None:
    if icon.startswith("/"):
        paths = [Path(icon)] if any(Path(os.path.realpath(icon)).is_relative_to(base) for base in data) else []
    elif _NAME.fullmatch(icon):
        name = icon.removesuffix(".png") + ".png"
        paths = [base / "icons/hicolor" / size / "apps" / name for base in data for size in _SIZES]
        paths += [base / "pixmaps" / name for base in data]
    else:
        paths = []
    usable = (path for path in paths if path.suffix == ".png" and _is_installed(path, owner, _MAX_PICTURE_BYTES))
    return next(usable, None)


def _is_installed(file: Path, owner: int, max_bytes: int) -> bool:
    """Whether only ``owner`` may change a file, and it has at most ``max_bytes`` bytes."""
    try:
        status = file.stat()
    except OSError:
        return False
    is_protected = status.st_uid == owner and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISREG(status.st_mode) and is_protected and status.st_size <= max_bytes
