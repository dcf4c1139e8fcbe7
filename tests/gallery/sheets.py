"""Sheets: each content in every look on one picture, as it was before above as it is now.

Owns: ``dist/gallery/sheets`` and the pictures of an earlier revision, which that revision's own gallery draws.

Invariants: pictures are put side by side, never changed but in size.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from tests.gallery.looks import LOOKS

ROOT: Final = Path(__file__).parents[2]
_GAP: Final = 24
_TITLE: Final = 32
"""Height of a line of words."""
_HALF: Final = {"200": 2}
"""Looks whose pictures stand there in half their size."""


def draw_before(revision: str, into: Path) -> bool:
    """Draw the gallery of ``revision`` into ``into``, unless that was done; returns whether its pictures are there."""
    if into.is_dir():
        return True
    folder = Path(tempfile.mkdtemp(prefix="gallery-"))
    tree = folder / "tree"
    git = ("git", "-C", str(ROOT), "worktree")
    if subprocess.run([*git, "add", "--quiet", "--detach", str(tree), revision], check=False).returncode:
        sys.stderr.write(f"gallery: this clone has no revision {revision} to draw what was before\n")
        return False
    try:
        env = os.environ | {"PYTHONPATH": str(tree)}
        subprocess.run([sys.executable, "-m", "tests.gallery"], cwd=tree, env=env, check=True)
        into.mkdir(parents=True)
        for picture in (tree / "dist" / "gallery").glob("*.png"):
            shutil.move(picture, into / picture.name)
    finally:
        subprocess.run([*git, "remove", "--force", str(tree)], check=True)
        shutil.rmtree(folder, ignore_errors=True)
    return True


def draw_sheets(names: Sequence[str], now: Path, before: Path | None, into: Path) -> None:
    """Draw a sheet of each content named into ``into``, from the pictures in ``now`` and ``before``."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QGuiApplication.instance() or QGuiApplication([])  # fonts need one
    assert app is not None
    into.mkdir(parents=True, exist_ok=True)
    for name in names:
        rows = {"before": _row(name, before)} if before is not None else {}
        _sheet(name, {what: row for what, row in (rows | {"now": _row(name, now)}).items() if row}).save(
            str(into / f"{name}.png")
        )


def _row(name: str, folder: Path) -> dict[str, QImage]:
    """The pictures of a content by look; those that are there."""
    row = {}
    for look in LOOKS:
        file = folder / (f"{name}-{look.name}.png" if look.name else f"{name}.png")
        image = QImage(str(file)) if file.is_file() else QImage()
        if not image.isNull():
            image.setDevicePixelRatio(1)
            share = _HALF.get(look.name, 1)
            row[look.name] = image.scaledToWidth(image.width() // share, Qt.TransformationMode.SmoothTransformation)
    return row


def _sheet(name: str, rows: Mapping[str, Mapping[str, QImage]]) -> QImage:
    looks = [look.name for look in LOOKS if any(look.name in row for row in rows.values())]
    widths = [max(row[look].width() for row in rows.values() if look in row) for look in looks]
    heights = [max(image.height() for image in row.values()) for row in rows.values()]
    sheet = QImage(
        sum(widths) + _GAP * (len(widths) + 1),
        sum(heights) + (_GAP + _TITLE) * (len(heights) + 1),
        QImage.Format.Format_RGB32,
    )
    sheet.fill(QColor("#808080"))
    painter = QPainter(sheet)
    painter.setPen(QColor("#ffffff"))
    top = _GAP
    for (what, row), height in zip(rows.items(), heights, strict=True):
        left = _GAP
        for look, width in zip(looks, widths, strict=True):
            said = f"{name} · {what} · {look or 'usual'}"
            painter.drawText(QRect(left, top, width, _TITLE), Qt.AlignmentFlag.AlignVCenter, said)
            if look in row:
                painter.drawImage(QPoint(left, top + _TITLE), row[look])
            left += width + _GAP
        top += height + _GAP + _TITLE
    painter.end()
    return sheet
