"""Why a call is decided as it is, and which past calls a rule would decide otherwise.

Owns: the view of an explanation, the button that asks for one and unfolds it, and the view of a replay of past calls.

Invariants: the rule that decided stands first, then those that match, then the others with the reason why not; ten
thousand rules make no more widgets at once than ``STEP``; ids, names and reasons are untrusted and escaped; an answer
that comes late for another call is not shown; nothing but the button is made before it is pressed, since a page may
have hundreds of them. How many past calls were looked at, how many could not be judged and how many would change stand
above their list, so that a short list is not taken for all there is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from host.control.views import Explanation, ReplayReport, ReplayRow, RuleReason, RuleView
from host.text import Untrusted, one_line
from ui import text
from ui.history.words import exact_time, unix_seconds
from ui.icons import Tone
from ui.label_text import SENTENCE, break_long_words, relative, safe_sentence, safe_text
from ui.rules import words
from ui.theme import GROUP, SPACE
from ui.tr import tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, holder, refill, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import GrowingList, bullet_list, show_text
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

    def __init__(self) -> None:
        super().__init__()
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
            back when it is closed.

    Signals:
        explained(): the explanation is shown, or the reason why there is none.
    """

    explained = Signal()

    def __init__(self, ask: Ask, role: text.ButtonRole = "normal") -> None:
        """``ask``: asks the host. ``role``: how the button looks."""
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


CALLS_AT_ONCE: Final = 10
"""Calls that are shown at once."""


def summary(report: ReplayReport) -> tuple[str, str]:
    """What a replay found, in a sentence, and what is to be known of it."""
    if not report.looked:
        found = tr("There are no past calls to look at yet.")
    elif not report.changes:
        found = tr_n("It changes nothing for your last call.", "It changes none of your last {n} calls.", report.looked)
    else:
        changes = [
            tr_n("{n} would run without asking", "{n} would run without asking", report.runs) if report.runs else "",
            tr_n("{n} would be asked about", "{n} would be asked about", report.asks) if report.asks else "",
            tr_n("{n} would be denied", "{n} would be denied", report.denies) if report.denies else "",
        ]
        found = tr(
            "Of your last {calls} calls: {changes}.",
            calls=f"{report.looked:,}",
            changes=", ".join(filter(None, changes))
            or tr_n("{n} would be decided otherwise", "{n} would be decided otherwise", report.changes),
        )
    known = [
        tr_n("Of {n} call too little is kept to tell.", "Of {n} calls too little is kept to tell.", report.unknown)
        if report.unknown
        else "",
        tr("Older calls were not looked at.") if report.more else "",
        tr("The newest {changed} are listed.", changed=f"{len(report.changed):,}")
        if len(report.changed) < report.changes
        else "",
    ]
    return found, " ".join(line for line in known if line)


class ReplayView(GrowingList[ReplayRow, Card]):
    """A replay of past calls; empty until it is given one."""

    def __init__(self, *, titled: bool = True, clock: Callable[[], float] = time.time) -> None:
        """``titled``: whether it says in a sentence what was found. ``clock``: Unix seconds."""
        title, known = text.label("", "strong", wrap=True), text.label("", "caption", wrap=True)
        super().__init__(CALLS_AT_ONCE, GROUP, title, known)
        self._clock, self._titled = clock, titled
        self._title, self._known = title, known
        self.clear()

    def show_report(self, report: ReplayReport) -> None:
        """Show what was found."""
        found, known = summary(report)
        self.show_entries(report.changed, lambda row: _replayed_card(row, self._clock()))
        text.set_text(self._title, found)
        self._title.setVisible(self._titled)
        show_text(self._known, known)

    def clear(self) -> None:
        """Show nothing."""
        super().clear()
        for part in (self._title, self._known):
            part.hide()


def _replayed_card(row: ReplayRow, now: float) -> Card:
    """One call: what it was, what was decided, what would be decided, and why."""
    card = Card()
    card.body.setSpacing(SPACE)
    action = f"{one_line(row.server, words.NAME)} ▸ {one_line(row.tool, words.NAME)}"
    when = text.label(
        tr(
            "{relative}, asked by {app}",
            relative=relative(max(0.0, now - unix_seconds(row.time))),
            app=one_line(row.app, words.NAME),
        ),
        "caption",
        wrap=True,
    )
    text.tooltip(when, exact_time(row.time))
    because = text.label(safe_sentence(row.because), "muted", wrap=True)
    fill(card.body, text.label(break_long_words(action), "strong", wrap=True), _change(row), when, because)
    return card


def _change(row: ReplayRow) -> QHBoxLayout:
    """The decision then and now; what loosens is marked."""
    then, now = words.effect_style(row.then), words.effect_style(row.now)
    return fill(
        boxes.row(GROUP),
        Badge(tr("then: {word}", word=then.word), "neutral", then.icon),
        Glyph("arrow-right", tone="muted"),
        Badge(tr("now: {word}", word=now.word), "amber" if words.is_looser(row.then, row.now) else "neutral", now.icon),
        STRETCH,
    )
