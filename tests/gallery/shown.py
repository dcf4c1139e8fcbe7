"""Shows one situation on the display that is there, until it is ended: ``python -m tests.gallery.shown NAME``.

It says ``shown`` once all of it is there.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from tests.gallery.situations import ALL
from ui import theme


def main() -> int:
    """Returns the exit code."""
    situation = next(each for each in ALL if each.name == sys.argv[1])
    app = QApplication([])
    theme.apply(app, situation.scheme)
    while not QAccessible.isActive():  # as with a program that runs before a question comes
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    window = situation.make()
    window.resize(*situation.size)
    window.show()
    window.activateWindow()
    sys.stdout.write("shown\n")
    sys.stdout.flush()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
