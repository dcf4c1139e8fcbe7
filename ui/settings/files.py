"""The two policy files.

Owns: the card with their paths.

Invariants: paths and digests are those that the host said, shown whole or copied whole; a policy file that cannot be
used says so, with the reason; how long confirmations are remembered is said, not assumed.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QWidget

from host.control.views import PolicyView
from host.text import Untrusted
from ui import text
from ui.icons import icon
from ui.label_text import safe_sentence
from ui.rules import words
from ui.theme import GROUP, SECTION, SPACE
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.cards import Card, Notice, rule
from ui.widgets.labels import Badge, BadgeTone
from ui.widgets.layouts import fill

TITLE: Final = mark("Rules and policy")
BROKEN: Final = mark("The rules cannot be used: every call is denied")
KEPT: Final = mark(
    "What you confirm, and what you grant for good, is remembered: the keyring of this system vouches for it."
)
_DIGEST: Final = 16
"""Characters of a digest that are shown; the whole one is copied."""


def copy_to_clipboard(path: str, _checked: bool = False) -> None:
    """Put a text onto the clipboard, as it is."""
    QGuiApplication.clipboard().setText(path)


class PolicyFilesCard(Card):
    """Both policy files.

    Attributes:
        problem: why nothing can be used, hidden where it can.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._shown: tuple[object, ...] = ()
        self.problem = Notice("red", tr(BROKEN))
        self.problem.hide()
        self._files = QWidget()
        self._kept = text.label("", "muted", wrap=True)
        fill(self.body, text.label(tr(TITLE), "heading"), self.problem, self._files, rule(), self._kept)

    def set_policy(self, policy: PolicyView) -> None:
        """Show the files as they were read last."""
        shown = (policy.problems, policy.managed_path, policy.managed_digest, policy.user_path, policy.user_digest)
        self.problem.setVisible(bool(policy.problems))
        if policy.problems:
            self.problem.set_text(tr(BROKEN), words.problem_lines(policy.problems))
        text.set_text(self._kept, _kept(policy))
        if shown != self._shown:
            self._shown = shown
            self._draw(policy)

    def _draw(self, policy: PolicyView) -> None:
        files = QWidget()
        grid = QGridLayout(files)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SECTION)
        grid.setVerticalSpacing(SPACE)
        grid.setColumnStretch(1, 1)
        _add(grid, 0, tr("Your administrator's rules"), policy.managed_path, policy.managed_digest, policy.problems)
        grid.setRowMinimumHeight(2, GROUP)
        _add(grid, 3, tr("Your rules"), policy.user_path, policy.user_digest, policy.problems)
        self.body.replaceWidget(self._files, files)
        self._files.hide()
        self._files.setParent(None)
        self._files.deleteLater()
        self._files = files
        files.show()


def is_broken(path: str, problems: tuple[str, ...]) -> bool:
    """Whether the problems are problems of this file."""
    return any(problem.startswith((f"{path}:", f"{path} ")) for problem in problems)


def file_state(path: str, digest: str, problems: tuple[str, ...]) -> tuple[str, BadgeTone, str]:
    """Word, tone and icon for the state of a file. While one of the files cannot be used, none is in force."""
    if is_broken(path, problems):
        return tr("Cannot be used"), "red", "warning-octagon"
    if problems:
        return tr("Not in force"), "neutral", ""
    return (tr("In force"), "neutral", "check") if digest else (tr("Not there"), "neutral", "")


def _kept(policy: PolicyView) -> str:
    if not policy.remembers:
        return tr(KEPT)
    return tr(
        "What you confirm, and what you grant, counts until Assent quits. {remembers}",
        remembers=safe_sentence(policy.remembers),
    )


def _add(grid: QGridLayout, row: int, whose: str, path: str, digest: str, problems: tuple[str, ...]) -> None:
    """Add a file: whose it is, its path, state and digest."""
    grid.addWidget(text.label(whose, "muted"), row, 0)
    where = text.label(Untrusted(path), "mono", wrap=True, selectable=True)
    grid.addWidget(where, row, 1)
    copy_path = text.tool_button(icon("copy"), tr("Copy path: {whose}", whose=whose))
    copy_path.clicked.connect(partial(copy_to_clipboard, path))
    grid.addWidget(copy_path, row, 2, Qt.AlignmentFlag.AlignTop)
    below = fill(boxes.row(GROUP), Badge(*file_state(path, digest, problems)))
    if digest:
        shown = text.label(f"{digest[:_DIGEST]}…", "mono", selectable=True)
        text.tooltip(shown, tr("SHA-256 of the file: {digest}", digest=digest))
        below.addWidget(shown)
        copy_digest = text.tool_button(icon("copy"), tr("Copy digest: {whose}", whose=whose))
        copy_digest.clicked.connect(partial(copy_to_clipboard, digest))
        grid.addWidget(copy_digest, row + 1, 2, Qt.AlignmentFlag.AlignTop)
    below.addStretch(1)
    grid.addLayout(below, row + 1, 1)
