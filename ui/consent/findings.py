"""What Assent found, worst first.

Owns: the cards of findings.

Invariants: the worst stand on top; beyond three the rest is one press away and counted, and where a danger is among the
rest no yes is offered until all were shown; each says its severity in a word, our sentence, and the stranger's text
that shows it, as text, with what was found in it marked by weight and a line, and secrets masked; what its kind means
is one press away, and so is the input that it is about.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from host.model import Finding, JsonValue, Severity
from host.text import one_line
from ui import icons, text, theme
from ui.consent import finding_words, fitting
from ui.consent.evidence import MARKED, Spans, at, evidence, mark_line_ends, masked_proof
from ui.consent.fitting import keep_beside, set_fitting
from ui.icons import Tone
from ui.masking import secret_spans
from ui.tr import tr, tr_n, translated
from ui.widgets.cards import Card
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Glyph

AT_FIRST: Final = 3
"""Findings that are shown at once: what a person reads."""
EVIDENCE_LIMIT: Final = 400
"""Characters of evidence in a card; what is left out is counted, and the inputs below have it whole."""
ROOM: Final = fitting.ROOM - 3 * theme.PAGE
"""Width for words in a card, beside its icon, in the narrowest window."""

_ICONS: Final[dict[Severity, tuple[str, Tone]]] = {
    Severity.HIGH: ("warning-octagon", "red"),
    Severity.MEDIUM: ("warning", "amber"),
    Severity.INFO: ("info", "muted"),
}


def ranked(findings: tuple[Finding, ...]) -> list[Finding]:
    """Worst first; equals stay in the order in which they were found."""
    return sorted(findings, key=lambda finding: finding.severity.rank)


def word(severity: Severity) -> str:
    """A severity, in the person's language."""
    if severity is Severity.HIGH:
        return tr("Danger")
    return tr("Look closer") if severity is Severity.MEDIUM else tr("Good to know")


class FindingsView(QWidget):
    """The findings of one question.

    Attributes:
        cards: those that are shown, worst first.
        more: shows the rest; None where there is none, or it is shown.

    Signals:
        all_shown(): nothing is folded away any more.
        page_wanted(str: kind): the person wants to read more on a kind.
        show_wanted(where, span): the person wants to see that input: the steps to it (``tuple``), and the characters of
            it from and to (``tuple``), or None for all of it.
    """

    show_wanted = Signal(object, object)
    all_shown = Signal()
    page_wanted = Signal(str)

    def __init__(
        self, findings: tuple[Finding, ...], parent: QWidget | None = None, *, arguments: JsonValue = None
    ) -> None:
        """``arguments``: the frozen inputs, to mark what was found in them; None where only evidence is shown."""
        super().__init__(parent)
        self.more: QPushButton | None = None
        self.cards: list[FindingCard] = []
        self._arguments = arguments
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(theme.GROUP)
        self._secrets = secret_spans(findings)
        ordered = ranked(findings)
        self._rest = ordered[AT_FIRST:]
        for finding in ordered[:AT_FIRST]:
            self._add(finding)
        if self._rest:
            self._offer_rest(len(self._rest))

    @property
    def folded_grave(self) -> int:
        """Dangers that are not shown yet."""
        return 0 if self.more is None else sum(finding.severity is Severity.HIGH for finding in self._rest)

    def _offer_rest(self, count: int) -> None:
        self.more = text.button(tr_n("{n} more", "{n} more", count), "quiet", parent=self)
        self.more.setIcon(icons.icon("caret-down"))
        text.named(self.more, tr_n("Show {n} more finding", "Show {n} more findings", count))
        self.more.clicked.connect(self._show_rest)
        self._rows.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_rest(self) -> None:
        if self.more is None:
            return
        had_focus = self.more.hasFocus()
        self.more.hide()
        self.more.deleteLater()
        self.more = None
        first = len(self.cards)
        for finding in self._rest:
            self._add(finding).show()
        if had_focus:  # the keyboard goes on where it was
            self.cards[first].what.setFocus(Qt.FocusReason.OtherFocusReason)
        self.all_shown.emit()

    def _add(self, finding: Finding) -> FindingCard:
        repeats = any(_shows_same_text(finding, card.finding, self._arguments) for card in self.cards)
        card = FindingCard(finding, self._arguments, self, repeats=repeats, secrets=self._secrets)
        card.show_wanted.connect(self.show_wanted)
        card.page_wanted.connect(self.page_wanted)
        self.cards.append(card)
        self._rows.addWidget(card)
        return card


def _shows_same_text(finding: Finding, above: Finding, arguments: JsonValue) -> bool:
    """Whether the card of ``above`` shows the same text: all of it, where ``finding`` is about no part of it."""
    if not finding.evidence or (finding.where, finding.evidence) != (above.where, above.evidence):
        return False
    whole = at(arguments, finding.where)
    all_of_it = isinstance(whole, str) and whole == finding.evidence and finding.span in (None, (0, len(whole)))
    return all_of_it or finding.span == above.span


class FindingCard(Card):
    """One finding.

    Attributes:
        finding: the finding that the card shows.
        show_button: leads to the input, None where the finding is about the call as a whole.
        what: unfolds what its kind means.
        meaning: what its kind means; None until it is wanted.

    Signals:
        show_wanted(where, span), page_wanted(kind): as in ``FindingsView``.
    """

    show_wanted = Signal(object, object)
    page_wanted = Signal(str)

    def __init__(
        self,
        finding: Finding,
        arguments: JsonValue,
        parent: QWidget | None = None,
        *,
        repeats: bool = False,
        secrets: Spans = MappingProxyType({}),
    ) -> None:
        """``repeats``: the same text stands in a card above. ``secrets``: what stays masked."""
        super().__init__(f"finding-{finding.severity.value}", parent)
        self.finding = finding
        self._secrets = secrets
        self.meaning: MeaningView | None = None
        said = f"{word(finding.severity)}: {translated(finding.text)}"
        text.named(self, said)
        row = QHBoxLayout()
        row.setSpacing(theme.GROUP)
        self.body.addLayout(row)
        name, tone = _ICONS[finding.severity]
        sign = QVBoxLayout()
        sign.addSpacing(theme.SPACE)  # level with the word, which has buttons beside it
        sign.addWidget(Glyph(name, icons.MEDIUM, tone, self))
        sign.addStretch(1)
        row.addLayout(sign)
        self._words = QVBoxLayout()
        self._words.setSpacing(theme.SPACE)
        row.addLayout(self._words, 1)
        self.show_button, self.what = self._head(finding, said)
        self._say(finding)
        if repeats:
            self._words.addWidget(text.label(tr("Shown above: the same text."), "caption", parent=self))
        else:
            self._add_evidence(finding, arguments)

    def _say(self, finding: Finding) -> None:
        said = text.label("", "body", wrap=True, parent=self)
        set_fitting(said, translated(finding.text), ROOM)
        self._words.addWidget(said)

    def _add_evidence(self, finding: Finding, arguments: JsonValue) -> None:
        """The stranger's text, with a mark where one can be made."""
        marked = None if finding.kind == "secret" else evidence(finding, arguments, self._secrets)  # stays masked
        if marked is not None:
            self._words.addWidget(MarkedText(marked.before, marked.marked, marked.after, self))
            if marked.place:
                self._words.addWidget(text.label(marked.place, "caption", parent=self))
        elif finding.evidence:
            proof = masked_proof(finding, arguments, self._secrets)
            shown = mark_line_ends(one_line(proof, MARKED if finding.where else EVIDENCE_LIMIT))
            plain = text.label("", "mono", wrap=True, selectable=True, parent=self)
            set_fitting(plain, shown, ROOM)
            keep_beside(plain, ROOM)
            plain.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            text.named(plain, tr("Evidence: {whole}", whole=shown))
            self._words.addWidget(plain)

    def _head(self, finding: Finding, said: str) -> tuple[QPushButton | None, QPushButton]:
        """The severity, and beside it what can be done: below it where there is no room for both."""
        line = FlowLayout(justified=True)
        self._words.addLayout(line)
        line.addWidget(text.label(word(finding.severity), "strong", parent=self))
        both = QWidget(self)
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE)
        line.addWidget(both)
        show: QPushButton | None = None
        if finding.where:
            show = _link_button(tr("Show"), "eye", tr("Show the input"), said, both)
            show.clicked.connect(self._ask_for_input)
            row.addWidget(show)
        what = _link_button(tr("What does this mean?"), "caret-right", tr("What does this mean?"), said, both)
        what.clicked.connect(self._unfold)
        what.setVisible(bool(finding_words.meaning(finding.kind).means))
        row.addWidget(what)
        return show, what

    def _ask_for_input(self) -> None:
        self.show_wanted.emit(self.finding.where, self.finding.span)

    def _ask_for_page(self) -> None:
        self.page_wanted.emit(self.finding.kind)

    def _unfold(self) -> None:
        opens = self.meaning is None or self.meaning.isHidden()
        if self.meaning is None:
            self.meaning = MeaningView(self.finding.kind, self)
            self.meaning.read_more.clicked.connect(self._ask_for_page)
            self._words.addWidget(self.meaning)
        self.meaning.setVisible(opens)
        self.what.setIcon(icons.icon("caret-down" if opens else "caret-right", "muted"))
        said = tr("Hide what this means") if opens else tr("What does this mean?")
        text.named(self.what, said, f"{word(self.finding.severity)}: {translated(self.finding.text)}")


def _link_button(words: str, icon: str, name: str, about: str, parent: QWidget) -> QPushButton:
    """A quiet button. ``about``: what a screen reader adds."""
    made = text.button(words, "fold", parent=parent)
    made.setIcon(icons.icon(icon, "muted"))
    text.named(made, name, about)
    return made


class MeaningView(QWidget):
    """What a kind of finding is, and rests on.

    Attributes:
        read_more: leads to what the page says of it.
    """

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        meaning = finding_words.meaning(kind)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, theme.SPACE, 0, 0)
        rows.setSpacing(theme.SPACE)
        rows.addWidget(text.label(meaning.title, "strong", parent=self))
        rests = text.label("", "caption", wrap=True, parent=self)
        set_fitting(rests, meaning.principle, ROOM)
        rows.addWidget(rests)
        means = text.label("", "body", wrap=True, parent=self)
        set_fitting(means, meaning.means, ROOM)
        rows.addWidget(means)
        self.read_more = text.button(tr("Read more"), "fold", parent=self)
        self.read_more.setIcon(icons.icon("book-open", "muted"))
        text.named(self.read_more, tr("Read more"), meaning.title)
        rows.addWidget(self.read_more, 0, Qt.AlignmentFlag.AlignLeft)
        text.named(self, meaning.title, meaning.means)


class MarkedText(QWidget):
    """Some characters, of which some are marked.

    Attributes:
        marked: the marked characters.
        whole: all that is shown.
    """

    def __init__(self, before: str, marked: str, after: str, parent: QWidget | None = None) -> None:
        """``before``, ``marked``, ``after``: escaped, on one line."""
        super().__init__(parent)
        self.marked, self.whole = marked, before + marked + after
        self._layout = QTextLayout(self.whole, theme.mono_font())
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # as the inputs below are drawn
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        self._layout.setFormats([_mark(len(before.encode("utf-16-le")) // 2, len(marked.encode("utf-16-le")) // 2)])
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        text.named(self, tr("Evidence: {whole}", whole=self.whole), tr("Marked in it: {marked}", marked=marked))

    def hasHeightForWidth(self) -> bool:  # noqa: N802  # Qt's name
        """It wraps."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """What it needs in so much width."""
        return self._lay_out(width)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """As wide as it is given."""
        width = max(self.width(), theme.PAGE * 8)
        return QSize(width, self._lay_out(width))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """A few letters."""
        return QSize(theme.PAGE * 4, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw it in the theme's colours."""
        self._lay_out(self.width())
        painter = QPainter(self)
        painter.setPen(QColor(theme.current().tokens.text))
        self._layout.draw(painter, QPointF(0, 0))
        painter.end()

    def _lay_out(self, width: int) -> int:
        """Break the lines anew; the height."""
        height = 0.0
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            line.setPosition(QPointF(0, height))
            height += line.height()
        self._layout.endLayout()
        if self._layout.lineCount() == 1 and text.is_mirrored():  # as one line of the inputs stands beside its name
            only = self._layout.lineAt(0)
            only.setPosition(QPointF(max(0.0, width - only.naturalTextWidth()), 0))
        return round(height) + 1


def _mark(start: int, length: int) -> QTextLayout.FormatRange:
    marked = QTextCharFormat()
    marked.setFontWeight(QFont.Weight.Bold)
    marked.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, marked
    return found
