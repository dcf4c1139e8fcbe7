"""Why a call is decided as it is, and which past calls a rule would decide differently: both views, and *Why?*.

Invariants: the rule that decided stands first, then those that match, then the others with the reason why not. At most
``RULES_AT_ONCE`` rules are added at once. Ids, names and reasons are untrusted and escaped. A late answer about another
call is not shown. Only the button is made before it is pressed, since a page may have hundreds of them. The numbers of
past calls that were replayed, that could not be judged and that would change stand above their list, so that a short
list is not mistaken for all of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from host.control.views import Explanation, ReplayReport, ReplayRow, RuleReason
from host.text import Untrusted, one_line
from ui import text
from ui.history.words import exact_time, unix_seconds
from ui.icons import Tone
from ui.label_text import MAX_SENTENCE, BadgeTone, break_long_words, relative, safe_sentence, safe_text
from ui.rules import words
from ui.theme import GROUP, SPACE
from ui.tr import tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, holder, refill, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import GrowingList, bullet_list, hidden, show_text
from ui.widgets.labels import Badge, Glyph
from ui.widgets.page_parts import Busy

RULES_AT_ONCE: Final = 20  # rules that are shown at first, and added by each press
_DECIDED_ICON: Final[tuple[str, Tone]] = ("arrow-circle-right", "text")
_MATCH_ICONS: Final[dict[bool | None, tuple[str, Tone]]] = {
    True: ("check-circle", "text"),
    None: ("question", "amber"),
    False: ("minus-circle", "muted"),
}
AskWhy: TypeAlias = Callable[[Callable[[Explanation], None], Callable[[str], None]], None]
"""Asks for an explanation. The first function gets the explanation, the second the reason why there is none."""


class ExplanationView(QWidget):
    """The view of an explanation; empty at first. It says when the host is asked, and why it cannot answer."""

    def __init__(self, asking: str, failure: str, tone: BadgeTone = "red") -> None:
        """``asking``: what is said meanwhile. ``failure``: the title of the notice why there is no explanation."""
        super().__init__()
        self._shown_explanation: Explanation | None = None
        self.busy, self._failure = Busy(asking), failure
        self.failed = hidden(Notice(tone, failure))
        self._summary_column = boxes.column(GROUP)
        self._rules = GrowingList[tuple[RuleReason, bool], QWidget](RULES_AT_ONCE, GROUP)
        self.more = self._rules.more
        self._content = hidden(holder(fill(boxes.column(GROUP), holder(self._summary_column), self._rules)))
        fill(boxes.column(GROUP, self), self.busy, self.failed, self._content)

    def begin(self) -> None:
        """Say that the host is asked."""
        self.failed.hide()
        self.busy.begin()

    def show_failure(self, reason: str) -> None:
        """Say why there is no explanation."""
        self.clear()
        self.failed.tell(self._failure, safe_sentence(reason))

    def show_explanation(self, explanation: Explanation) -> None:
        """Show an explanation."""
        self.busy.finish()
        if explanation == self._shown_explanation:
            return
        self.clear()
        self._shown_explanation = explanation
        rules = explanation.rules
        summary_parts = [_verdict_row(explanation), *_sentence_labels(explanation)]
        if rules:
            counted = tr_n(
                "{n} rule, and what it says of this call", "{n} rules, and what each says of this call", len(rules)
            )
            title = text.label(counted, "strong", wrap=True)
            title.setContentsMargins(0, GROUP, 0, 0)
            summary_parts.append(title)
        refill(self._summary_column, *summary_parts)
        decided = [number == 0 and _decides(explanation, rule) for number, rule in enumerate(rules)]
        self._rules.show_entries(list(zip(rules, decided, strict=True)), _rule_row)
        self._content.show()

    def clear(self) -> None:
        """Show nothing."""
        self.busy.finish()
        self.failed.hide()
        self._content.hide()
        self._shown_explanation = None
        refill(self._summary_column)
        self._rules.clear()


def _decides(explanation: Explanation, reason: RuleReason) -> bool:
    """Whether the verdict names this rule, itself or through a guard that overruled it."""
    if explanation.source == "guard":
        return explanation.rule.endswith(f":{reason.id}")
    return (explanation.rule, explanation.source) == (reason.id, reason.source)


def _verdict_row(explanation: Explanation) -> QWidget:
    style = words.effect_style(explanation.effect)
    badge, verdict = Badge(style.word, style.tone, style.icon), text.label(style.meaning, "heading", wrap=True)
    return holder(fill(boxes.row(GROUP), top(badge), grow(verdict)))


def _sentence_labels(explanation: Explanation) -> list[QWidget]:
    labels: list[QWidget] = [text.label(safe_sentence(explanation.because, MAX_SENTENCE), wrap=True, selectable=True)]
    if explanation.reason:
        reason = tr("Reason that the rule gives: “{reason}”", reason=safe_text(explanation.reason))
        labels.append(text.label(break_long_words(reason), wrap=True, selectable=True))
    if explanation.obligations:
        labels.append(bullets(tr("It demands"), explanation.obligations))
    if explanation.otherwise:
        labels.append(text.label(safe_sentence(explanation.otherwise, MAX_SENTENCE), "muted", wrap=True))
    if explanation.note:
        labels.append(text.label(safe_sentence(explanation.note, MAX_SENTENCE), "caption", wrap=True))
    return labels


def bullets(title: str, lines: tuple[str, ...]) -> QWidget:
    """A short list under a title."""
    heading = text.label(title, "strong", wrap=True)
    return holder(fill(boxes.column(SPACE), heading, bullet_list(map(safe_text, lines))))


def _rule_row(entry: tuple[RuleReason, bool]) -> QWidget:
    reason, has_decided = entry
    grid = boxes.grid(GROUP, SPACE // 2)
    icon, tone = _DECIDED_ICON if has_decided else _MATCH_ICONS[reason.matched]
    grid.addWidget(Glyph(icon, tone=tone), 0, 0, Qt.AlignmentFlag.AlignTop)
    name = one_line(reason.id, words.NAME_LENGTH)
    title = safe_text(reason.calls) if reason.calls else name
    grid.addWidget(text.label(break_long_words(title), "strong", wrap=True), 0, 1)
    outcome = words.reason_word(reason, decided=has_decided)
    about = f"{words.effect_style(reason.effect).word} · {words.source_word(reason.source)} · {outcome}"
    about = f"{about} · {name}" if reason.calls else about
    grid.addWidget(text.label(about, "caption", wrap=True), 1, 1)
    if reason.why:
        role: text.LabelRole = "body" if reason.matched is not False else "muted"
        grid.addWidget(text.label(safe_sentence(reason.why, MAX_SENTENCE), role, wrap=True), 2, 1)
    return holder(grid)


class WhyButton(Card):
    """Why a call was decided as it was: hidden until its ``button`` is pressed, which asks, and hides it again.

    Takes the keyboard from the button, and gives it back when it is closed.
    """

    explained = Signal()  # the explanation, or why there is none, is shown

    def __init__(self, ask: AskWhy, role: text.ButtonRole = "normal") -> None:
        """``ask``: asks the host. ``role``: how the button looks."""
        super().__init__()
        self._ask = ask
        self._generation = 0  # counts calls and decisions, to ignore late answers
        self._view: ExplanationView | None = None
        self._is_answered = False
        self.button = text.button(tr("Why?"), role, on_click=self._on_press)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def reset(self) -> None:
        """Close the explanation and ignore answers on the way."""
        self._generation += 1
        focused = QApplication.focusWidget()
        if focused is self or (focused is not None and self.isAncestorOf(focused)):
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        text.set_button_text(self.button, tr("Why?"))

    def _on_press(self) -> None:
        if not self.isHidden():
            if self._is_answered:
                self.reset()
            return
        if self._view is None:
            self._view = ExplanationView(tr("Looking at the rules…"), tr("It cannot be explained"), "amber")
            self.body.addWidget(self._view)
        self._view.clear()
        self._view.begin()
        self._is_answered = False
        self.show()
        self._ask(partial(self._show, self._generation), partial(self._on_failed, self._generation))

    def _show(self, generation: int, explanation: Explanation) -> None:
        if generation == self._generation and self._view is not None:
            self._is_answered = True
            self._view.show_explanation(explanation)
            text.set_button_text(self.button, tr("Hide why"))
            text.named(self, tr("Why it was decided so"), Untrusted(translated(explanation.because)))
            if self.button.hasFocus():
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.explained.emit()

    def _on_failed(self, generation: int, reason: str) -> None:
        if generation == self._generation and self._view is not None:
            self._is_answered = True
            self._view.show_failure(reason)
            self.explained.emit()


CALLS_AT_ONCE: Final = 10  # calls that are shown at first, and added by each press


def summary(report: ReplayReport) -> tuple[str, str]:
    """What a replay found, in a sentence, and notes on its limits."""
    if not report.looked:
        sentence = tr("There are no past calls to look at yet.")
    elif not report.changes:
        sentence = tr_n(
            "It changes nothing for your last call.", "It changes none of your last {n} calls.", report.looked
        )
    else:
        changes = [
            tr_n("{n} would run without asking", "{n} would run without asking", report.runs) if report.runs else "",
            tr_n("{n} would be asked about", "{n} would be asked about", report.asks) if report.asks else "",
            tr_n("{n} would be denied", "{n} would be denied", report.denies) if report.denies else "",
        ]
        sentence = tr(
            "Of your last {calls} calls: {changes}.",
            calls=f"{report.looked:,}",
            changes=", ".join(filter(None, changes))
            or tr_n("{n} would be decided otherwise", "{n} would be decided otherwise", report.changes),
        )
    notes = [
        tr_n("Of {n} call too little is kept to tell.", "Of {n} calls too little is kept to tell.", report.unknown)
        if report.unknown
        else "",
        tr("Older calls were not looked at.") if report.more else "",
        tr("The newest {changed} are listed.", changed=f"{len(report.changed):,}")
        if len(report.changed) < report.changes
        else "",
    ]
    return sentence, " ".join(line for line in notes if line)


class ReplayView(GrowingList[ReplayRow, Card]):
    """The view of a replay of past calls; empty at first."""

    def __init__(self, *, titled: bool = True, clock: Callable[[], float] = time.time) -> None:
        """``titled``: whether a sentence says what was found. ``clock``: Unix seconds."""
        title, notes = text.label("", "strong", wrap=True), text.label("", "caption", wrap=True)
        super().__init__(CALLS_AT_ONCE, GROUP, title, notes)
        self._clock, self._titled = clock, titled
        self._title_label, self._notes_label = title, notes
        self.clear()

    def show_report(self, report: ReplayReport) -> None:
        """Show what the replay found."""
        sentence, notes = summary(report)
        self.show_entries(report.changed, lambda row: _replayed_card(row, self._clock()))
        text.set_text(self._title_label, sentence)
        self._title_label.setVisible(self._titled)
        show_text(self._notes_label, notes)

    def clear(self) -> None:
        """Show nothing."""
        super().clear()
        for part in (self._title_label, self._notes_label):
            part.hide()


def _replayed_card(row: ReplayRow, now: float) -> Card:
    card = Card()
    card.body.setSpacing(SPACE)
    action = f"{one_line(row.server, words.NAME_LENGTH)} ▸ {one_line(row.tool, words.NAME_LENGTH)}"
    when = text.label(
        tr(
            "{relative}, asked by {app}",
            relative=relative(max(0.0, now - unix_seconds(row.time))),
            app=one_line(row.app, words.NAME_LENGTH),
        ),
        "caption",
        wrap=True,
    )
    text.tooltip(when, exact_time(row.time))
    because = text.label(safe_sentence(row.because), "muted", wrap=True)
    fill(card.body, text.label(break_long_words(action), "strong", wrap=True))
    if row.object:
        card.body.addWidget(text.label(break_long_words(one_line(row.object, MAX_SENTENCE)), wrap=True))
    fill(card.body, _change_badges(row), when, because)
    return card


def _change_badges(row: ReplayRow) -> QHBoxLayout:
    old, new = words.effect_style(row.then), words.effect_style(row.now)
    return fill(
        boxes.row(GROUP),
        Badge(tr("then: {word}", word=old.word), "neutral", old.icon),
        Glyph("arrow-right", tone="muted"),
        Badge(tr("now: {word}", word=new.word), "amber" if words.is_looser(row.then, row.now) else "neutral", new.icon),
        STRETCH,
    )
