"""Some other program in which a person types: ``python notepad.py FILE`` keeps in FILE what its one line holds."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget


def main() -> int:
    """Show one line; each change of it is written down."""
    app = QApplication(sys.argv[:1])
    window, line = QWidget(), QLineEdit()
    window.setWindowTitle("Notepad")
    QVBoxLayout(window).addWidget(line)
    line.setAccessibleName("Notepad line")
    line.textChanged.connect(_keep)
    window.setGeometry(10, 30, 300, 60)
    window.show()
    return app.exec()


def _keep(words: str) -> None:
    Path(sys.argv[1]).write_text(words)


if __name__ == "__main__":
    sys.exit(main())
