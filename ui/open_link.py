"""The only place from which the window opens something in a browser (attacks 26, 29).

Invariants: only http and https addresses are opened, and only after the person pressed a button beside the whole
address; nothing is fetched here, and nothing else in the window can open anything.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QUrl
from PySide6.QtGui import QDesktopServices


def open_link(address: str) -> bool:
    """Open an address in the person's browser. Returns False if there is no browser or the address is not allowed."""
    if not address.isascii():
        return False  # hosts are shown as they are looked up, and exactly what was shown is opened
    url = QUrl.fromEncoded(QByteArray(address.encode()), QUrl.ParsingMode.StrictMode)
    if not url.isValid() or url.scheme() not in ("http", "https") or not url.host() or url.userInfo():
        return False
    return QDesktopServices.openUrl(url)
