"""Where rules that were written outside this window are read and let in.

Owns: the view of the allow rules of policy.json that wait. What stays true: it confirms what it shows and nothing else,
by the digest that came with it; when they change while they are read, they are shown anew and the button arms anew
(SECURITY, rows 10 and 39); the rules' own texts are strangers' until then.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.protocol import ConfirmPolicy, Done
from host.control.views import ChangeView, PolicyView, RuleView
from host.text import Untrusted
from ui import text
from ui.armed import ArmedButton
from ui.conditions import sentence
from ui.lines import wrappable
from ui.link import Link
from ui.theme import GROUP, PAGE, SECTION
from ui.widgets.card import Card
from ui.widgets.heading import PageHeader
from ui.widgets.notice import Notice
from ui.widgets.scroll import FadeScroll

EXPLAINED = (
    "policy.json was changed outside this window. These rules let calls run without asking you. None of them counts "
    "until you say so here. If you did not write them, leave them and look at the file."
)


def in_words(rule: RuleView) -> str:
    """One rule as a sentence; patterns are quoted as they stand, escaped."""
    app = "any app" if rule.app == "*" else f"“{Untrusted(rule.app)}”"
    tool = "every tool" if rule.tool == "*" else f"“{Untrusted(rule.tool)}”"
    server = "any server" if rule.server == "*" else f"“{Untrusted(rule.server)}”"
    return f"Lets {app} use {tool} of {server} without asking."


class ConfirmRules(QWidget):
    """The rules that wait, and the button that lets them count.

    Attributes:
        confirm: the button, armed after a second. digest: of what is shown.

    Signals:
        left(): the person is done here, either way.
    """

    left = Signal()

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._shown: tuple[ChangeView, ...] = ()
        self.digest = ""
        page = QVBoxLayout(self)
        page.setContentsMargins(0, PAGE, 0, PAGE)
        page.setSpacing(SECTION)
        self._path = text.label("", "mono", wrap=True, selectable=True)
        head = _inset(SECTION)
        for words in (PageHeader("Rules that wait for you"), text.label(EXPLAINED, wrap=True), self._path):
            head.addWidget(words)
        page.addLayout(head)
        self._scroll = FadeScroll()
        text.named(self._scroll, "Rules")
        page.addWidget(self._scroll, 1)
        self._problem = Notice("amber", "The rules do not count yet")
        self._problem.hide()
        foot = _inset(SECTION)
        foot.addWidget(self._problem)
        self._later = text.button("Not now")
        self._later.clicked.connect(self._leave)
        self.confirm = ArmedButton("Let these rules count", "danger")
        self.confirm.pressed.connect(self._on_confirm)
        row = QHBoxLayout()
        row.setSpacing(GROUP)
        row.addWidget(self._later)
        row.addStretch(1)
        row.addWidget(self.confirm)
        foot.addLayout(row)
        page.addLayout(foot)

    def set_policy(self, policy: PolicyView) -> None:
        """Show the rules that wait now."""
        if (policy.waiting, policy.digest) == (self._shown, self.digest):
            return
        self._shown, self.digest = policy.waiting, policy.digest
        text.set_text(self._path, Untrusted(policy.user_path))
        self._scroll.setWidget(_listed(policy.waiting))
        self._scroll.start_over()
        self._problem.hide()
        count = len(policy.waiting)
        self.confirm.set_words("Let this rule count" if count == 1 else f"Let these {count} rules count")
        if not count:
            self.left.emit()

    def _leave(self) -> None:
        self.left.emit()

    def _on_confirm(self) -> None:
        self._link.send(ConfirmPolicy(self.digest), self._on_done, self._on_failed)

    def _on_done(self, _: Done) -> None:
        self.left.emit()

    def _on_failed(self, why: str) -> None:
        self._problem.set_text("The rules do not count yet", sentence(why))
        self._problem.show()


def _inset(spacing: int) -> QVBoxLayout:
    """A column with the margins of a page."""
    column = QVBoxLayout()
    column.setContentsMargins(PAGE, 0, PAGE, 0)
    column.setSpacing(spacing)
    return column


def _listed(changes: tuple[ChangeView, ...]) -> QWidget:
    inside = QWidget()
    column = QVBoxLayout(inside)
    column.setContentsMargins(PAGE, GROUP, PAGE, GROUP)
    column.setSpacing(GROUP)
    for rule in (change.rule for change in changes if change.rule is not None):
        card = Card("claim")
        card.body.addWidget(text.label(wrappable(in_words(rule)), "strong", wrap=True))
        if rule.reason:
            reason = f"The file gives as the reason: {Untrusted(rule.reason)}"
            card.body.addWidget(text.label(wrappable(reason), wrap=True))
        card.body.addWidget(text.label(wrappable(f"Rule {Untrusted(rule.id)}"), "muted", wrap=True))
        column.addWidget(card)
    column.addStretch(1)
    return inside
