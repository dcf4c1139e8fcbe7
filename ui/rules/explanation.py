"""Why a call is decided as it is.

Owns: the view of an explanation, and the button that asks for one and unfolds it.

Invariants: the rule that decided stands first, then those that match, then the others with the reason why not; ten
thousand rules make no more widgets at once than ``STEP``; ids and reasons are untrusted and escaped; an answer that
comes late for another call is not shown; nothing but the button is made before it is pressed, since a page may have
hundreds of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from host.control.views import Explanation, RuleReason, RuleView
from host.text import Untrusted, one_line
from ui import text
from ui.icons import Tone
from ui.label_text import SENTENCE, break_long_words, safe_sentence, safe_text
from ui.rules import words
from ui.theme import GROUP, SPACE
from ui.tr import tr, translated
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, holder, refill, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import GrowingList, bullet_list
from ui.widgets.labels import Badge, Glyph
from ui.widgets.page_parts import Busy

STEP: Final = 20
"""Rules that are shown at once."""
_DECIDED_ICON: Final[tuple[str, Tone]] = ("arrow-circle-right", "text")
_MATCH_ICONS: Final[dict[bool | None, tuple[str, Tone]]] = {
    True: ("check-circle", "text"),
    None: ("question", "amber"),
    False: ("minus-circle", "muted"),
}
Ask: TypeAlias = Callable[[Callable[[Explanation], None], Callable[[str], None]], None]
"""Asks why; the first function hears the explanation, the second why there is none."""


class ExplanationView(QWidget):
    """An explanation; empty until it is given one.

    Attributes:
        more: shows more rules.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Explanation | None = None
        self._said = boxes.column(GROUP)
        self._rules = GrowingList[tuple[RuleReason, bool], QWidget](STEP, GROUP)
        self.more = self._rules.more
        fill(boxes.column(GROUP, self), holder(self._said), self._rules)

    def show_explanation(self, explanation: Explanation) -> None:
        """Show an explanation in place of another."""
        if explanation == self._shown:
            return
        self.clear()
        self._shown = explanation
        rules = explanation.rules
        said = [_verdict(explanation), *_sentences(explanation)]
        if rules:
            counted = words.rule_count(len(rules))
            title = text.label(tr("{counted}, what each says of this call", counted=counted), "strong", wrap=True)
            title.setContentsMargins(0, GROUP, 0, 0)
            said.append(title)
        refill(self._said, *said)
        decided = [number == 0 and _decides(explanation, rule) for number, rule in enumerate(rules)]
        self._rules.show_entries(list(zip(rules, decided, strict=True)), _line)

    def clear(self) -> None:
        """Show nothing."""
        self._shown = None
        refill(self._said)
        self._rules.clear()


def _decides(explanation: Explanation, reason: RuleReason) -> bool:
    """Whether a rule is the one that the verdict names, itself or through a guard that held it back."""
    if explanation.source == "guard":
        return explanation.rule.endswith(f":{reason.id}")
    return (explanation.rule, explanation.source) == (reason.id, reason.source)


def _verdict(explanation: Explanation) -> QWidget:
    style = words.effect_style(explanation.effect)
    badge, verdict = Badge(style.word, style.tone, style.icon), text.label(style.verdict, "heading", wrap=True)
    return holder(fill(boxes.row(GROUP), top(badge), grow(verdict)))


def _sentences(explanation: Explanation) -> list[QWidget]:
    made: list[QWidget] = [text.label(safe_sentence(explanation.because, SENTENCE), wrap=True, selectable=True)]
    if explanation.reason:
        reason = tr("Reason that the rule gives: “{reason}”", reason=safe_text(explanation.reason))
        made.append(text.label(break_long_words(reason), wrap=True, selectable=True))
    if explanation.obligations:
        made.append(bullets(tr("It demands"), explanation.obligations))
    if explanation.otherwise:
        made.append(text.label(safe_sentence(explanation.otherwise, SENTENCE), "muted", wrap=True))
    if explanation.note:
        made.append(text.label(safe_sentence(explanation.note, SENTENCE), "caption", wrap=True))
    return made


def bullets(title: str, lines: tuple[str, ...]) -> QWidget:
    """A short list under a title."""
    heading = text.label(title, "strong", wrap=True)
    return holder(fill(boxes.column(SPACE), heading, bullet_list(map(safe_text, lines))))


def conditions_and_demands(rule: RuleView) -> list[QWidget]:
    """What must hold for a rule, and what it demands then; nothing of either where there is none."""
    made = [(tr("Conditions, all of which must hold"), rule.conditions), (tr("Demands"), rule.obligations)]
    return [bullets(title, lines) for title, lines in made if lines]


def _line(said: tuple[RuleReason, bool]) -> QWidget:
    """What one rule says, and whether it decided."""
    reason, decided = said
    grid = boxes.grid(GROUP, SPACE // 2)
    icon, tone = _DECIDED_ICON if decided else _MATCH_ICONS[reason.matched]
    grid.addWidget(Glyph(icon, tone=tone), 0, 0, Qt.AlignmentFlag.AlignTop)
    grid.addWidget(text.label(break_long_words(one_line(reason.id, words.NAME)), "strong", wrap=True), 0, 1)
    what = words.reason_word(reason, decided=decided)
    about = f"{words.effect_style(reason.effect).word} · {words.source_word(reason.source)} · {what}"
    grid.addWidget(text.label(about, "caption", wrap=True), 1, 1)
    if reason.why:
        role: text.LabelRole = "body" if reason.matched is not False else "muted"
        grid.addWidget(text.label(safe_sentence(reason.why, SENTENCE), role, wrap=True), 2, 1)
    return holder(grid)


class _Parts(NamedTuple):
    """The widgets that are unfolded."""

    busy: Busy
    failed: Notice
    view: ExplanationView
    card: Card


class WhyButton(QWidget):
    """A button that asks why a call was decided as it was, and unfolds the explanation below.

    Attributes:
        button: asks, and closes the explanation; the owner puts it into a layout.
        card: around the explanation, hidden until it was asked for. The keyboard focus goes to it from the button, and
            back
            when it is closed.

    Signals:
        explained(): the explanation is shown, or the reason why there is none.
    """

    explained = Signal()

    def __init__(self, ask: Ask, role: text.ButtonRole = "normal") -> None:
        """Create it.

        Args:
            ask: asks the host.
            role: how the button looks.
        """
        super().__init__()
        self._ask = ask
        self._asks = False
        self._about = 0  # counts up with each other call or decision
        self.button = text.button(tr("Why?"), role)
        self.button.clicked.connect(self._on_press)
        self._parts: _Parts | None = None
        self.hide()

    @property
    def card(self) -> Card:
        """The card around the explanation."""
        return self._content_parts().card

    def reset(self) -> None:
        """Close the explanation: it is of an earlier call or decision, or nobody wants it any more."""
        self._about += 1
        if self._parts is None:
            return
        card = self._parts.card
        self._finish(self._parts)
        if card.isAncestorOf(QApplication.focusWidget() or self) or card.hasFocus():
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._parts.view.clear()
        card.hide()
        self._parts.failed.hide()
        self.hide()  # no gap where there is nothing
        text.set_button_text(self.button, tr("Why?"))

    def _on_press(self) -> None:
        parts = self._content_parts()
        if self._asks:
            return
        if not parts.card.isHidden() or not parts.failed.isHidden():
            self.reset()
            return
        self.show()
        parts.busy.begin()
        self._asks = True  # the button stays as it is: a disabled one would hand the keyboard to the next
        self._ask(partial(self._show, self._about), partial(self._on_failed, self._about))

    def _show(self, about: int, explanation: Explanation) -> None:
        if about == self._about:
            parts = self._content_parts()
            self._finish(parts)
            parts.view.show_explanation(explanation)
            parts.card.show()
            text.set_button_text(self.button, tr("Hide why"))
            text.named(parts.card, tr("Why it was decided so"), Untrusted(translated(explanation.because)))
            if self.button.hasFocus():
                parts.card.setFocus(Qt.FocusReason.OtherFocusReason)
            self.explained.emit()

    def _on_failed(self, about: int, why: str) -> None:
        if about == self._about:
            parts = self._content_parts()
            self._finish(parts)
            parts.failed.tell(tr("It cannot be explained"), safe_sentence(why))
            self.explained.emit()

    def _finish(self, parts: _Parts) -> None:
        parts.busy.finish()
        self._asks = False

    def _content_parts(self) -> _Parts:
        if self._parts is None:
            busy, failed = Busy(tr("Looking at the rules…")), Notice("amber", tr("It cannot be explained"))
            self._parts = parts = _Parts(busy, failed, ExplanationView(), Card())
            parts.card.body.addWidget(parts.view)
            parts.card.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            fill(boxes.column(GROUP, self), busy, failed, parts.card)
            failed.hide()
            parts.card.hide()
        return self._parts
