"""What no module of the window may do, whatever strangers send: fetch, render markup, or ask a widget what it shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import ui

ROOT = Path(ui.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
REACHES_OUT = {
    "QtNetwork", "QtWebEngineCore", "QtWebEngineWidgets", "QtWebChannel", "QtWebSockets", "QtMultimedia", "QtQml",
    "QtQuick", "QtSvg", "QtSvgWidgets", "create_connection", "open_connection", "ssl", "http", "urllib", "ftplib",
    "smtplib", "webbrowser", "subprocess", "multiprocessing", "QNetworkAccessManager", "QDesktopServices",
    "QTextBrowser", "QQuickWidget", "QWebEngineView", "QProcess", "openUrl", "setOpenExternalLinks",
}  # fmt: skip
"""Modules, classes and functions by which something could be loaded, or opened, from elsewhere."""
RENDERS = {
    "QMessageBox", "QErrorMessage", "QWhatsThis", "setHtml", "insertHtml", "appendHtml", "setMarkdown",
    "insertMarkdown", "RichText", "MarkdownText", "AutoText", "mightBeRichText", "convertFromPlainText",
}  # fmt: skip
"""What makes markup of a text, or guesses whether it is some."""
TYPED = {
    "rules/fields.py",
    "widgets/fields.py",
}
"""Where a person writes text of many lines: there alone it is read from the widget."""


@cache
def names(file: Path) -> frozenset[str]:
    """Every module, name and attribute that a source says."""
    return frozenset(_names(file))


def _names(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Import(names=found):
                yield from (part for one in found for part in one.name.split("."))
            case ast.ImportFrom(module=module, names=found):
                yield from (module or "").split(".")
                yield from (one.name for one in found)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name


def where(forbidden: set[str]) -> dict[str, list[str]]:
    """What of it is said in which source."""
    found = {str(file.relative_to(ROOT)): sorted(forbidden & names(file)) for file in SOURCES}
    return {file: said for file, said in found.items() if said}


def test_s04_nothing_in_the_window_can_fetch_or_open_what_a_stranger_names() -> None:
    assert where(REACHES_OUT) == {
        "open_link.py": ["QDesktopServices", "openUrl"],  # by a person's press alone, beside the whole address
        "theme/motion.py": ["QProcess"],  # the desktop's own setting, by a fixed command
    }


def test_s04_nothing_in_the_window_makes_markup_of_a_text() -> None:
    assert where(RENDERS) == {}


def test_s05_values_are_read_from_a_widget_only_where_a_person_writes_them() -> None:
    """Qt alters what it is given: line ends, half characters, NUL."""
    assert where({"toPlainText", "toHtml"}).keys() == TYPED


def test_no_layout_is_asked_for_its_items() -> None:
    """Qt deletes an item without telling Python, and what is made at its address next has the wrong type."""
    assert where({"itemAt"}) == {}
