"""The page on which changes of policy.json that were made outside this window are confirmed.

Owns: the view of the changes that wait for confirmation.

Invariants: it confirms what it shows and nothing else, by the digest that came with it, and only once all of it was put
on the page; when the changes change while they are read, they are shown again and the button arms again; a rule whose
sentences leave something out is shown as it is written, too; the rules' texts are untrusted until they are
confirmed.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.protocol import ConfirmPolicy, ReadRules
from host.control.views import ChangeView, PolicyView, RulesPage, RuleView
from host.text import Untrusted, one_line
from ui import text
from ui.armed import ArmedButton
from ui.inputs.text_block import TextBlock
from ui.label_text import SENTENCE, break_long_words, safe_text
from ui.link import Link
from ui.rules import words
from ui.rules.explanation import conditions_and_demands
from ui.theme import GROUP, PAGE, SECTION
from ui.tr import mark, sentence, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, scrolled, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import hidden, show_text
from ui.widgets.labels import Badge
from ui.widgets.page_parts import PageHeader
from ui.widgets.scroll import FadeScroll

EXPLAINED: Final = mark(
    "policy.json was changed outside this window. What stands here would let calls run more easily. None of it counts "
    "until you say so here. If you did not change the file, leave it as it is and look into the file."
)
STEP: Final = 20
"""Changes that come onto the page at once: a rule as it is written takes 5 ms to draw."""
MOST: Final = 500
"""Rules that one request may ask for."""
_KINDS: Final = {
    "allows": (mark("Allows"), "check"),
    "gone": (mark("Taken away"), "trash"),
    "trusts": (mark("Vouches"), "seal-question"),
}
GONE: Final = mark("This rule is no longer in the file. It still counts until you confirm that it is gone.")
LOST: Final = mark("What you had confirmed before cannot be found.")
LOST_MEANS: Final = mark(
    "Rules that asked or denied may have gone with it. Read the whole file: once you confirm, it counts as it stands."
)
TRUSTS: Final = mark("What the server says of its tools is believed then, where rules ask for it.")


class PendingChangesPage(QWidget):
    """The changes that wait, and the button that confirms them.

    Attributes:
        confirm: the button, armed after a second, hidden until everything is on the page.
        more: shows more changes.
        digest: of the changes that are shown.

    Signals:
        left(): the person is done here, either way.
    """

    left = Signal()

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._shown_policy: tuple[tuple[ChangeView, ...], int] = ((), 0)
        self._changes: list[ChangeView] = []
        self._waits, self._shown = 0, 0
        self._generation = 0
        self.digest = ""
        self._path = text.label("", "mono", wrap=True, selectable=True)
        self._scroll = FadeScroll()
        self._lines = QVBoxLayout()
        self.more = text.button("")
        self.more.clicked.connect(self._show_more)
        self._problem = hidden(Notice("amber", tr("The changes do not count yet")))
        self._rest = text.label("", "muted", wrap=True)
        self._later = text.button(tr("Not now"))
        self._later.clicked.connect(self.left)
        self.confirm = ArmedButton(tr("Let these changes count"), "danger")
        self.confirm.pressed.connect(self._on_confirm)
        self._lay_out()

    def set_policy(self, policy: PolicyView) -> None:
        """Show the changes that wait now."""
        waits = max(policy.waits, len(policy.waiting))
        whole = len(policy.waiting) == waits
        generation = self._generation if whole else policy.generation
        given = (policy.waiting, waits)
        if (given, policy.digest, generation) == (self._shown_policy, self.digest, self._generation):
            return
        self._shown_policy, self.digest, self._generation = given, policy.digest, policy.generation
        self._changes = [change for change in policy.waiting if whole or change.rule is None]
        self._waits, self._shown = waits, 0
        text.set_text(self._path, break_long_words(str(Untrusted(policy.user_path))))
        self._clear_list()
        self._problem.hide()
        self.confirm.set_words(
            tr("Let this change count") if waits == 1 else tr("Let these {waits} changes count", waits=f"{waits:,}")
        )
        if whole:
            self._show_more()
        else:
            self._draw_foot()
            self._read(0)
        if not waits:
            self.left.emit()

    # What does not fit into the host's state

    def _read(self, begin: int) -> None:
        """Read the next changes. A page counts only for the generation of rules that the digest is of."""
        request = ReadRules(waiting=True, begin=begin, limit=MOST)
        self._link.send(request, partial(self._append, self.digest, begin), partial(self._on_read_failed, self.digest))

    def _append(self, digest: str, begin: int, page: RulesPage) -> None:
        if (digest, page.generation) != (self.digest, self._generation):
            return  # the state with the rules of now comes next
        self._changes += [ChangeView("gone" if rule.waits == "gone" else "allows", rule) for rule in page.rules]
        if page.rules and begin + len(page.rules) < page.total:
            self._read(begin + len(page.rules))
        elif len(self._changes) != self._waits:
            self._show_problem(tr("Not all that waits could be read"), tr("open this page again"))
        if not self._shown:
            self._show_more()
        self._draw_foot()

    def _on_read_failed(self, digest: str, why: str) -> None:
        if digest == self.digest:
            self._show_problem(tr("Not all that waits could be read"), why)

    # What is shown

    @property
    def _complete(self) -> bool:
        """Whether all that would be confirmed is on the page."""
        return self._shown == len(self._changes) == self._waits > 0

    def _clear_list(self) -> None:
        self._lines = boxes.column(GROUP)
        scrolled(tr("Changes"), self._lines, margins=(PAGE, GROUP, PAGE, GROUP), area=self._scroll)
        self._scroll.start_over()

    def _show_more(self) -> None:
        for change in self._changes[self._shown : self._shown + STEP]:
            self._lines.addWidget(_card(change))
        self._shown = min(self._shown + STEP, len(self._changes))
        self._draw_foot()

    def _draw_foot(self) -> None:
        left = self._waits - self._shown
        more = min(STEP, len(self._changes) - self._shown)
        text.set_button_text(self.more, tr("Show {more} more of {left}", more=more, left=f"{left:,}"))
        self.more.setVisible(more > 0)
        rest = tr("{left} more are not shown yet. All of them are confirmed at once.", left=f"{left:,}")
        show_text(self._rest, rest if left > 0 else "")
        if left == 0 and self.confirm.isHidden():
            self.confirm.restart()
        self.confirm.setVisible(left == 0)

    # What the person does

    def _on_confirm(self) -> None:
        if self._complete:
            failed = partial(self._show_problem, tr("The changes do not count yet"))
            self._link.send(ConfirmPolicy(self.digest), lambda _: self.left.emit(), failed)

    def _show_problem(self, title: str, why: str) -> None:
        self._problem.tell(title, break_long_words(sentence(why)))

    def _lay_out(self) -> None:
        margins = (PAGE, 0, PAGE, 0)
        head = fill(
            boxes.column(SECTION, margins=margins),
            PageHeader(tr("Changes that wait for you")),
            text.label(tr(EXPLAINED), wrap=True),
            self._path,
        )
        answers = fill(boxes.row(GROUP), self._later, self.more, grow(self._rest), STRETCH, self.confirm)
        foot = fill(boxes.column(SECTION, margins=margins), self._problem, answers)
        fill(boxes.column(SECTION, self, (0, PAGE, 0, PAGE)), head, grow(self._scroll), foot)


def _card(change: ChangeView) -> Card:
    """One change: what it does, its conditions and demands, and the reason that its author gives."""
    card = Card("claim")
    word, symbol = _KINDS[change.kind]
    head = fill(boxes.row(GROUP), top(Badge(tr(word), "amber", symbol)))
    rule = change.rule
    if rule is None:
        server = tr(
            "Vouches for the server “{server}” as it is configured now.", server=one_line(change.server, words.NAME)
        )
        title, meaning = (server, tr(TRUSTS)) if change.kind == "trusts" else (tr(LOST), tr(LOST_MEANS))
        head.addWidget(_strong(title), 1)
        fill(card.body, head, text.label(meaning, wrap=True))
        return card
    head.addWidget(_strong(words.sentence_of(rule, exact=True)), 1)
    card.body.addLayout(head)
    if change.kind == "gone":
        card.body.addWidget(text.label(tr(GONE), wrap=True))
    fill(card.body, *conditions_and_demands(rule))
    if rule.reason:
        reason = tr("The file gives as the reason: {reason}", reason=one_line(rule.reason, SENTENCE))
        card.body.addWidget(text.label(break_long_words(reason), wrap=True))
    card.body.addWidget(
        text.label(break_long_words(tr("Rule {id}", id=one_line(rule.id, SENTENCE))), "muted", wrap=True)
    )
    if _is_abridged(rule):
        written = TextBlock()
        written.show_text(Untrusted(rule.text), tr("The rule as it is written"))
        fill(card.body, text.label(tr("As it is written"), "strong"), written)
    return card


def _is_abridged(rule: RuleView) -> bool:
    """Whether the sentences about a rule leave out something that decides.

    Each place that leaves something out says how much ``more`` there is: the host in English, before a sentence is
    translated; ``one_line`` and ``safe_text`` in English, whatever the language.
    """
    parts = (*rule.conditions, *rule.obligations)
    return any(" more" in text for text in (words.sentence_of(rule, exact=True), *parts, *map(safe_text, parts)))


def _strong(said: str) -> QWidget:
    return text.label(break_long_words(said), "strong", wrap=True)
