"""The face of an app or a server: its initials on a tint; and the picture that the system has for a program.

Owns: both, and reading the desktop entries that an administrator installed for everybody.

Invariants: a face is drawn of our own letters and tokens, never an image that an app or a server brings; an app's is a
disc and a server's a square, so that shape tells them apart where the colour does not; it repeats the name that stands
beside it. A picture is the system's, as small as an icon of ours, stands beside words that name the program, and says
nothing by itself; whatever cannot be drawn is hidden. It is found by the program's file alone, never by a name that
anybody gives: an entry counts where it starts that very file and hands it nothing that could be another program.
Entries and pictures are files that only root may change, in the system's own directories; nothing of an account's home
or environment counts. Where two entries want two pictures for one program there is none. Reading is bounded.

Only on Linux: elsewhere the picture lies in the program itself, which may show whatever its author likes.

Sources: Desktop Entry Specification 1.5, "The Exec key"; Icon Theme Specification 0.13, "Directory Layout".
"""

from __future__ import annotations

import os
import re
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

from ui import faces, icons, theme
from ui.faces import Kind
from ui.text import named
from ui.tr import tr


class Face(QWidget):
    """A monogram.

    Attributes:
        kind, its_id: whose it is.
    """

    def __init__(self, kind: Kind, its_id: str = "", size: int = icons.MEDIUM, parent: QWidget | None = None) -> None:
        """``size``: pixels, ``icons.MEDIUM`` beside a line, ``theme.FACE`` beside a heading."""
        super().__init__(parent)
        self.setFixedSize(size, size)
        self.show_face(kind, its_id)

    def show_face(self, kind: Kind, its_id: str) -> None:
        """Be the face of somebody else."""
        self.kind, self.its_id = kind, its_id
        named(self, faces.name_of(kind, its_id))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw it."""
        painter = QPainter(self)
        draw(painter, QRectF(self.rect()), self.kind, self.its_id)
        painter.end()


def face_icon(kind: Kind, its_id: str) -> QIcon:
    """The same for cells of tables."""
    return QIcon(icons.DrawnIcon(lambda painter, rect, _: draw(painter, QRectF(rect), kind, its_id)))


def draw(painter: QPainter, rect: QRectF, kind: Kind, its_id: str) -> None:
    """Paint a face into ``rect``, as large as a square in it can be."""
    side = min(rect.width(), rect.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(rect.center())
    tokens = theme.current().tokens
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(getattr(tokens, f"face_{faces.tint(its_id)}")))
    radius = side / 2 if kind == "app" else side / 4
    painter.drawRoundedRect(square, radius, radius)
    font = QFont(painter.font())
    font.setPixelSize(max(1, round(side * 0.44)))
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(QColor(tokens.on_face))
    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, faces.initials(kind, its_id))
    painter.restore()


_WIDEST: Final = 1_024
"""Pixels of a picture, each way: larger ones are none of a program's."""


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
        """``program``: path of its file; what is no path has no picture."""
        file = picture_of(program) if program.startswith("/") else None
        pixmap = QPixmap() if file is None else _drawn(str(file), self.devicePixelRatioF())
        self.setPixmap(pixmap)
        self.setVisible(not pixmap.isNull())


def _drawn(file: str, ratio: float) -> QPixmap:
    reader = QImageReader(file, b"png")
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > _WIDEST:
        return QPixmap()
    side = round(icons.SMALL * ratio)
    reader.setScaledSize(size.scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio))
    made = QPixmap.fromImage(reader.read())
    made.setDevicePixelRatio(ratio)
    return made


SYSTEM: Final = (Path("/usr/local/share"), Path("/usr/share"))
_PROGRAMS: Final = (Path("/usr/local/bin"), Path("/usr/bin"), Path("/bin"))
_MOST: Final = 2_000
"""Entries of a directory that are read."""
_LARGEST: Final = 64 << 10
"""Bytes of an entry: those with many translations have some 30 KiB."""
_LARGEST_PICTURE: Final = 1 << 20
_SIZES: Final = ("48x48", "64x64", "32x32", "128x128", "256x256", "512x512")
_HARMLESS: Final = re.compile(r"%[a-zA-Z]|--[a-z][a-z-]*")
"""Words after the program that leave it what it is: field codes and plain switches."""
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]*")


def picture_of(program: str) -> Path | None:
    """The PNG file that the system has for a program, by the real path of its file; None where it has none."""
    return pictures().get(program)


@cache
def pictures() -> Mapping[str, Path]:
    """Of every program, read once: what is installed later counts from the next start of the window."""
    return read_pictures(SYSTEM, _PROGRAMS)


def read_pictures(data: tuple[Path, ...], programs: tuple[Path, ...], owner: int = 0) -> dict[str, Path]:
    """Pictures by the real path of the program.

    Args:
        data: directories with ``applications``, ``icons`` and ``pixmaps``, the strongest first.
        programs: where programs without a path are.
        owner: who alone may change what counts.
    """
    wanted: dict[str, set[str]] = {}
    for base in data:
        for file in islice(sorted((base / "applications").glob("*.desktop")), _MOST):
            for program, icon in _entry(file, programs, owner):
                wanted.setdefault(program, set()).add(icon)
    found = {program: _picture(icons.pop(), data, owner) for program, icons in wanted.items() if len(icons) == 1}
    return {program: picture for program, picture in found.items() if picture is not None}


def _entry(file: Path, programs: tuple[Path, ...], owner: int) -> list[tuple[str, str]]:
    """What an entry starts, with its icon; nothing where that is not one program by itself."""
    try:
        if not _is_installed(file, owner, _LARGEST):
            return []
        group = file.read_text("utf-8").partition("[Desktop Entry]\n")[2].partition("\n[")[0]
        said = dict(line.split("=", 1) for line in group.splitlines() if line.startswith(("Exec=", "Icon=")))
        first, *rest = shlex.split(said["Exec"])
        icon = said["Icon"].strip()
        places = [Path(first)] if first.startswith("/") else [one / first for one in programs if "/" not in first]
        program = next((os.path.realpath(one) for one in places if one.is_file()), "")
    except (OSError, ValueError, KeyError):
        return []
    if not all(map(_HARMLESS.fullmatch, rest)):
        return []
    return [(program, icon)] if program else []


def _picture(icon: str, data: tuple[Path, ...], owner: int) -> Path | None:
    if icon.startswith("/"):
        places = [Path(icon)] if any(Path(os.path.realpath(icon)).is_relative_to(base) for base in data) else []
    elif _NAME.fullmatch(icon):
        name = icon.removesuffix(".png") + ".png"
        places = [base / "icons/hicolor" / size / "apps" / name for base in data for size in _SIZES]
        places += [base / "pixmaps" / name for base in data]
    else:
        places = []
    return next((one for one in places if one.suffix == ".png" and _is_installed(one, owner, _LARGEST_PICTURE)), None)


def _is_installed(file: Path, owner: int, largest: int) -> bool:
    """Whether only ``owner`` may change a file, and it is no larger than it may be."""
    try:
        facts = file.stat()
    except OSError:
        return False
    is_ours = facts.st_uid == owner and not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISREG(facts.st_mode) and is_ours and facts.st_size <= largest
