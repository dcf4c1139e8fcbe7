"""Which language the window speaks.

Owns: finding the person's language and loading its catalogue.

Invariants:
    A missing or damaged catalogue leaves English. Where a language runs from right to left, so do the windows.
    Catalogues are our own, and never come from a server, an app or the profile.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

import resources
from ui import tr

DIRECTORY: Final = Path(resources.__file__).parent / "translations"
NAME: Final = "assent"


def install(app: QApplication, locale: QLocale | None = None, directory: Path = DIRECTORY) -> bool:
    """Speak the language of ``locale`` (the system's where None) from now on; whether there is a catalogue for it."""
    wanted = QLocale.system() if locale is None else locale
    ours = QTranslator(app)
    if not ours.load(wanted, NAME, "_", str(directory), ".qm"):
        tr.install(None)
        return False
    for catalogue in (ours, _of_qt(app, wanted)):
        app.installTranslator(catalogue)
    app.setLayoutDirection(wanted.textDirection())
    tr.install(lambda source, number: ours.translate(tr.CONTEXT, source, "", number) or source)
    return True


def _of_qt(app: QApplication, locale: QLocale) -> QTranslator:
    """What Qt itself says, such as the entries of a field's menu."""
    made = QTranslator(app)
    made.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    return made
