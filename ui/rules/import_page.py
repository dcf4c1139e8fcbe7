"""Rules out of a file and into one.

Owns: reading and writing the file that the person chose, and the page on which rules of a file are looked through.

Invariants: the host opens no file that is named here: the window reads bounded bytes and sends their text; only what is
checked is saved, by an armed button that stands for exactly that; what would let more through is marked; whatever a
file says is untrusted.
"""

from __future__ import annotations

import os
import stat
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QWidget

from host import paths
from host.control.protocol import Done, ImportRules, ReadImport
from host.control.views import ImportedRule, ImportView
from host.text import one_line
from ui import text
from ui.armed import ArmedButton
from ui.label_text import break_long_words, safe_sentence
from ui.latest_request import LatestRequest
from ui.link import Link
from ui.rules import words
from ui.theme import GROUP, PAGE, SECTION, SPACE
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import show_text
from ui.widgets.labels import Badge
from ui.widgets.layouts import STRETCH, Placed, fill, grow, scrolled, top
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.scroll import FadeScroll

MOST_BYTES: Final = 1 << 20
"""Of a file that is read."""
FILTER: Final = mark("Rules (*.json)")
EXPLAINED: Final = mark(
    "These rules stand in the file. Only those that you check are added to yours, and they count at once."
)


def read_bounded(path: Path) -> str:
    """The text of a file.

    Raises:
        OSError: it cannot be read.
        ValueError: it is too long, or no text.
    """
    with open(os.open(path, paths.READ), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # a pipe would keep the whole window waiting
            raise ValueError("no file")
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError("too long")
    return data.decode("utf-8-sig")


def file_to_read(parent: QWidget) -> Path | None:
    """Which file the person chooses to read."""
    name, _ = QFileDialog.getOpenFileName(parent, tr("Import rules"), str(Path.home()), tr(FILTER))
    return Path(name) if name else None


def file_to_write(parent: QWidget) -> Path | None:
    """Where the person wants to have a file."""
    name, _ = QFileDialog.getSaveFileName(
        parent, tr("Export rules"), str(Path.home() / "assent-rules.json"), tr(FILTER)
    )
    return Path(name) if name else None


class ImportPage(QWidget):
    """The rules of a file, with a check box each.

    Attributes:
        boxes: of the rules that can be taken over, in their order.
        save: adds what is checked; armed.
        back: leaves everything as it is.

    Signals:
        left(): the person is done here.
        imported(int): so many rules were added; emitted before ``left``.
    """

    left = Signal()
    imported = Signal(int)

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link, self._readings = link, LatestRequest(link)
        self._rules: tuple[ImportedRule, ...] = ()
        self.boxes: list[tuple[QCheckBox, ImportedRule]] = []
        self._header = PageHeader(tr("Import rules"), tr(EXPLAINED))
        self._path = text.label("", "mono", wrap=True, selectable=True)
        self._problem = Notice("red", tr("The file cannot be used"))
        self._leaves = Notice("neutral", "")
        self._failed = Notice("red", tr("No rule was added"))
        self._scroll = FadeScroll()
        self._nothing = EmptyState("scales", tr("No rules"), tr("The file holds no rule."))
        self._summary = text.label("", "muted", wrap=True)
        self.back = text.button(tr("Cancel"))
        self.save = ArmedButton(tr("Add rules"), "danger")
        self.back.clicked.connect(self.left)
        self.save.pressed.connect(self._on_save)
        self._lay_out()

    def read(self, path: Path) -> None:
        """Show what a file holds."""
        self._clear(path)
        try:
            said = read_bounded(path)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else ""
            self._say_problem(why or tr("It is no text of at most {size} KiB.", size=f"{MOST_BYTES >> 10:,}"))
            return
        self._readings.send(ReadImport(said), self._show, lambda why: self._say_problem(safe_sentence(why)))

    def _clear(self, path: Path) -> None:
        text.set_text(self._path, break_long_words(one_line(path.name, words.NAME)))
        self.boxes, self._rules = [], ()
        for part in (self._problem, self._leaves, self._failed, self._scroll, self._nothing, self.save, self._summary):
            part.hide()

    def _show(self, view: ImportView) -> None:
        if view.problems:
            self._say_problem(words.problem_lines(view.problems))
            return
        if view.leaves:
            servers = ", ".join(one_line(server, words.NAME) for server in view.leaves)
            said = tr("The file also vouches for servers, which is left out: {servers}.", servers=servers)
            self._leaves.tell(break_long_words(said))
        self._nothing.setVisible(not view.rules)
        self._scroll.setVisible(bool(view.rules))
        rows = map(self._row, view.rules)
        scrolled(tr("Rules of the file"), *rows, spacing=GROUP, margins=(PAGE, 0, PAGE, GROUP), area=self._scroll)
        self._draw_foot()

    def _row(self, found: ImportedRule) -> QWidget:
        card = Card()
        said = break_long_words(words.sentence_of(found.rule, exact=True))
        box = text.check("")
        text.named(box, said)
        box.setChecked(not found.there)
        box.setEnabled(not found.there)
        box.clicked.connect(self._draw_foot)
        if not found.there:
            self.boxes.append((box, found))
        about = fill(boxes.column(SPACE), text.label(said, "muted" if found.there else "body", wrap=True))
        if found.there:
            about.addWidget(text.label(tr("You have a rule that says the same."), "caption", wrap=True))
        elif found.was:
            was, now = one_line(found.was, words.NAME), one_line(found.rule.id, words.NAME)
            renamed = tr("Another rule is called {was}; this one is saved as {now}.", was=was, now=now)
            about.addWidget(text.label(break_long_words(renamed), "caption", wrap=True))
        row = fill(boxes.row(GROUP), top(box), grow(about))
        if found.loosens and not found.there:
            row.addWidget(Badge(tr("Lets calls run"), "amber", "warning"), 0, Qt.AlignmentFlag.AlignTop)
        card.body.addLayout(row)
        return card

    def _chosen(self) -> list[ImportedRule]:
        return [found for box, found in self.boxes if box.isChecked()]

    def _draw_foot(self) -> None:
        chosen = self._chosen()
        loose = sum(found.loosens for found in chosen)
        said = tr_n("{n} of them lets calls run without asking.", "{n} of them let calls run without asking.", loose)
        show_text(self._summary, said if loose else "")
        self.save.set_words(tr_n("Add {n} rule", "Add {n} rules", len(chosen)))
        self.save.setVisible(bool(chosen))

    def _on_save(self) -> None:
        chosen = self._chosen()
        self.save.restart()
        request = ImportRules(tuple(found.rule.text for found in chosen))
        self._link.send(request, partial(self._on_saved, len(chosen)), self._on_refused)

    def _on_saved(self, count: int, _: Done) -> None:
        self.imported.emit(count)
        self.left.emit()

    def _on_refused(self, why: str) -> None:
        self._failed.tell(tr("No rule was added"), safe_sentence(why))
        self.save.restart()

    def _say_problem(self, why: str) -> None:
        self._problem.tell(tr("The file cannot be used"), why)

    def _lay_out(self) -> None:
        margins = (PAGE, 0, PAGE, 0)
        head = fill(boxes.column(GROUP, margins=margins), self._header, self._path, self._problem, self._leaves)
        answers = fill(boxes.row(GROUP), self.back, grow(self._summary), STRETCH, self.save)
        foot = fill(boxes.column(GROUP, margins=margins), self._failed, answers)
        page = boxes.column(SECTION, self, (0, PAGE, 0, PAGE))
        fill(page, head, grow(self._nothing), grow(self._scroll), Placed(None), foot)
