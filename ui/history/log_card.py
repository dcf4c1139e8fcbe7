"""The check of the whole log (a badge and a notice), and the form of its export.

Invariants: the host does both in separate processes, and is asked for their progress only while they run and the page
is visible. Green means that a check succeeded. A file is written only where the person said.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from host.control.protocol import CheckLog, ExportLog, ReadExport
from host.control.views import LogCheck, LogExport
from ui import text
from ui.history import words
from ui.label_text import break_long_words
from ui.link import Link
from ui.theme import GROUP, SPACE
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, holder
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import copy_to_clipboard, hidden
from ui.widgets.labels import Badge

POLL_MS: Final = 400  # milliseconds between two requests for the progress


class CheckBadge(QWidget):
    """Says whether the log was verified."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self.badge = Badge(words.check_status(LogCheck()).words)
        self.check_button = text.button(tr("Check now"), on_click=lambda: self._check("all"))
        text.tooltip(self.check_button, tr("Check every record of the log"))
        self.notice = hidden(Notice("red", "", ""))
        self._timer = QTimer(self, singleShot=True, interval=POLL_MS)
        self._timer.timeout.connect(self._poll)
        fill(boxes.row(GROUP, self), self.badge, self.check_button)

    def check_new(self) -> None:
        """Check the new records."""
        self._check("new")

    def _poll(self) -> None:
        if self.isVisible():
            self._check("")

    def _check(self, begin: Literal["", "new", "all"]) -> None:
        self._link.send(CheckLog(begin), self.show_check, self._on_failed)

    def show_check(self, check: LogCheck) -> None:
        """Show the state of the check."""
        status = words.check_status(check)
        self.badge.set(status.words, status.tone, status.icon)
        is_running = check.state == "running"
        self.check_button.setEnabled(not is_running)
        if is_running:
            self._timer.start()
            return
        self.notice.setVisible(bool(status.title))
        if status.title:
            self.notice.set_tone("red" if status.tone == "red" else "amber")
            self.notice.set_text(status.title, break_long_words(status.advice))

    def _on_failed(self, reason: str) -> None:
        self.show_check(LogCheck("failed", problem=reason))


class ExportCard(Card):
    """The form of an export."""

    closed = Signal()  # the person is done with it

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link, self._filter = link, ""
        self.everything = text.radio(tr("The whole log"))
        self.filtered = text.radio(tr("What the filter shows, and all between its first and last record"))
        self.values = text.check(tr("With inputs, results and reasons, and the keys that prove them"))
        self.path = QLineEdit()
        self.browse, self.begin = text.button(tr("Browse…")), text.button(tr("Export"), "primary")
        self.stop, self.close_button = text.button(tr("Stop")), text.button(tr("Close"))
        self.copy = text.button(tr("Copy the command that checks it"))
        self.notice = Notice("neutral", "", "")
        self._command = ""
        self._timer = QTimer(self, singleShot=True, interval=POLL_MS)
        self._timer.timeout.connect(lambda: self._link.send(ReadExport(), self.show_export, self._on_failed))
        text.named(self, tr("Export the log"))
        text.named(self.path, tr("File to write"))
        fill(
            self.body,
            text.label(tr("Export the log"), "strong"),
            text.label(tr("A file that anybody can check without this installation."), "muted", wrap=True),
            fill(boxes.column(SPACE), self.everything, self.filtered, self.values),
            fill(boxes.row(GROUP), grow(self.path), self.browse),
            self.notice,
            holder(boxes.flow(self.begin, self.stop, self.copy, self.close_button)),
            STRETCH,
        )
        for part in (self.notice, self.stop, self.copy):
            part.hide()
        self.browse.clicked.connect(self._browse)
        self.begin.clicked.connect(self._on_begin)
        self.stop.clicked.connect(lambda: self._link.send(ReadExport(stop=True), self.show_export, self._on_failed))
        self.copy.clicked.connect(lambda: copy_to_clipboard(self._command))
        self.close_button.clicked.connect(self.closed)

    def set_search(self, search: str) -> None:
        """Set the filter in force."""
        self._filter = search
        self.filtered.setVisible(bool(search))
        (self.filtered if search else self.everything).setChecked(True)

    def open_for(self, search: str, day: str) -> None:
        """Offer an export. ``search``: the filter in force. ``day``: for the name of the file."""
        self.set_search(search)
        if not self.path.text():
            self.path.setText(str(Path.home() / f"assent-log-{day}.jsonl"))
        if not self._timer.isActive():
            self.notice.hide()
            self.copy.hide()
        self.path.setFocus()

    def show_export(self, export: LogExport) -> None:
        """Show the state of the export."""
        tone, title, details = words.export_status(export)
        is_running = export.state == "running"
        self.notice.set_tone(tone)
        self.notice.set_text(title, break_long_words(details))
        self.notice.setVisible(bool(title))
        self.stop.setVisible(is_running)
        self.begin.setEnabled(not is_running)
        self._command = words.verify_command(export.path)
        self.copy.setVisible(export.state == "done")
        if is_running:
            self._timer.start()
        else:
            self._timer.stop()
            if not title:
                return
            text.announce(self.notice, f"{title}. {details}")

    def _on_begin(self) -> None:
        search = self._filter if self.filtered.isChecked() and not self.filtered.isHidden() else ""
        path = str(Path(self.path.text().strip()).expanduser())
        self._link.send(ExportLog(path, search, self.values.isChecked()), self.show_export, self._on_failed)

    def _browse(self) -> None:
        options = QFileDialog.Option.DontConfirmOverwrite  # the host overwrites nothing
        name, _ = QFileDialog.getSaveFileName(
            self, tr("Export the log"), self.path.text(), tr("JSON Lines (*.jsonl)"), options=options
        )
        if name:
            self.path.setText(name)

    def _on_failed(self, reason: str) -> None:
        self.show_export(LogExport("failed", problem=reason))
