"""The part of the consent window that scrolls.

Owns: its parts and their order: why it is asked again, what was found, the words that led here, exactly what would be
sent or released, the HTTP headers among it, the server's sandbox, what the server says.

Invariants: a question is drawn once, from the frozen call itself; another question starts at the top with everything
unread; the words that led here are marked as the app's claim, shown as text, and what is folded of them is counted;
headers show the very values that are sent (attack 20), and what is cut there stands whole above. What the server says
stands in one frame that says whose words these are and whether anybody vouched for them, each key and value of it, as
text; it is folded to its title where no finding may rest on it and nothing in it is stricter than what Assent found; of
the rest only what the summary says already is folded, and hints of the protocol that can have a few fixed values alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from host.control.views import Asked, Comparison, Said
from host.model import ServerRef
from host.text import Untrusted, escape, measure, one_line
from host.values import replace
from host.words import Words
from ui import icons, text, theme
from ui.consent import claims, fitting, summary
from ui.consent.claims import asked_in_lines, round_in_lines
from ui.consent.findings import FindingsView
from ui.consent.fitting import fitted, fitting_label
from ui.consent.key_inputs import blamed
from ui.inputs.call_views import CallViews
from ui.inputs.form import CallInputs, InputsView
from ui.inputs.lines import ValuePath
from ui.inputs.pager import inline_button
from ui.inputs.result_view import ResultView
from ui.inputs.text_block import TextBlock
from ui.label_text import safe_sentence
from ui.tr import mark, sentence, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.cards import Card, Notice, rule
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, Glyph, show_fold

ASKED: Final = mark("What the server asks")
_CLAIMED: Final[dict[summary.Kind, str]] = {
    "pass": ASKED,
    "read": mark("What would be read"),
    "open": mark("What would be opened"),
}
"""What stands above what a server asks, which is its own word; above all else, that it will be sent."""
_ROOM: Final = fitting.ROOM - 3 * theme.PAGE
FACT: Final = 4_000
"""Characters of a sentence of ours that names folders."""


class Content(QWidget):
    """Everything to read before answering.

    Attributes:
        rows: its parts, from top to bottom.
        inputs: what is to be read before a yes: what will be sent, or the result.
        findings: None where there are none.

    Signals:
        unread_changed(int): lines of what will be sent that were never in view.
        compare_wanted(): what can it be compared with?
        page_wanted(str: kind): the person wants to read more on a kind of finding.
        moved(): another view of the inputs is shown, which the person did not ask for.
    """

    moved = Signal()
    unread_changed = Signal(int)
    compare_wanted = Signal()
    page_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.inputs: CallViews | ResultView | None = None
        self.findings: FindingsView | None = None
        self._parts: list[QWidget] = []
        self._claims: ClaimsView | None = None
        self._call: _CallSection | None = None
        self._is_compact = False
        self.rows = QVBoxLayout(self)
        self.rows.setSpacing(theme.SECTION)
        self.rows.addStretch(1)

    @property
    def unread_lines(self) -> int:
        """Lines of what will be sent that were never in view."""
        return 0 if self.inputs is None else self.inputs.unread_lines

    @property
    def folded_grave(self) -> int:
        """Grave findings that are not shown yet."""
        return 0 if self.findings is None else self.findings.folded_grave

    def set_compact(self, compact: bool) -> None:
        """Whether there is little height: then the title of what will be sent shares its line with the views of it."""
        self._is_compact = compact
        if self._call is not None:
            self._call.amount.setVisible(not compact)

    def add_footer(self, footer: QWidget) -> None:
        """Give something its place behind all parts, whatever is asked."""
        self.rows.addWidget(footer)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """How narrow it may be. How high it is follows from its width; Qt's guess would leave room at the end."""
        return QSize(super().minimumSizeHint().width(), 0)

    def show_question(self, asked: Asked) -> None:
        """Draw another question."""
        request = asked.request
        self._clear()
        if request.voided_because:
            self._add(_asked_again(asked))
        if request.edited is not None:
            self._add_edited(asked, request.edited)
        if request.findings:
            self._add_findings(asked)
        if asked.request.call.turn.strip():
            self._add(TurnView(asked.request.call.turn, self))
        if request.asked is not None:
            self._add(_round(request.asked, request.call.continues, self))
        if request.result is None:
            self._add_inputs(asked)
        else:
            self._add_result(asked, request.result)
        self._add_claims(asked)

    def show_comparison(self, comparison: Comparison | None, failed: str) -> None:
        """What the call can be compared with; None, and why, where that cannot be told."""
        if isinstance(self.inputs, CallViews):
            self.inputs.show_comparison(comparison, failed)

    def light_up(self, where: ValuePath, span: tuple[int, int] | None) -> None:
        """Show the input that a finding is about."""
        if isinstance(self.inputs, CallViews):
            self.inputs.light_up(where, span)

    def _add_inputs(self, asked: Asked) -> None:
        if self._call is None:
            self._call = self._make_call()
            self.set_compact(self._is_compact)
        section = self._call
        self.inputs = section.views
        claimed = _CLAIMED.get(summary.kind_of(asked))
        text.set_text(section.title, tr(claimed) if claimed else tr("What will be sent"))
        section.unverified.setVisible(claimed is not None)
        section.card.set_frame("claim" if claimed else "card")
        text.set_text(section.amount, _size(asked))
        request = asked.request
        marked = blamed(request.findings, request.call.arguments_value)
        shown = replace(asked, request=replace(request, call=asked_in_lines(request.call, marked)))
        section.views.show_call(shown, marked)
        self._add(section)
        if asked.headers:
            self._add(_headers(asked.headers, self))

    def _make_call(self) -> _CallSection:
        """Once for all questions: most of it is the same for all of them."""
        made = _CallSection(self)
        made.views.unread_changed.connect(self.unread_changed)
        made.views.compare_wanted.connect(self.compare_wanted)
        made.views.moved.connect(self.moved)
        return made

    def _add_claims(self, asked: Asked) -> None:
        """What is said of the next call of the same tool is mostly the same; of some tools nothing is said.

        Beside it stands what Assent itself sees to: the server's sandbox.
        """
        if asked.sandbox:
            self._add(_fact(asked.sandbox, self))
        if not summary.impact(asked) and not claims.claims(asked):
            return
        if self._claims is not None and self._claims.says_of(asked):
            self._claims.start_over()
        else:
            if self._claims is not None:
                self._claims.deleteLater()
            self._claims = ClaimsView(asked, self)
        self._add(self._claims)

    def _add_findings(self, asked: Asked) -> None:
        self.findings = FindingsView(asked.request.findings, self, arguments=asked.request.call.arguments_value)
        self.findings.show_wanted.connect(self.light_up)
        self.findings.all_shown.connect(self._all_shown)
        self.findings.page_wanted.connect(self.page_wanted)
        self._add(self.findings)

    def _add_edited(self, asked: Asked, proposed: bytes) -> None:
        notice = Notice("neutral", tr("You changed the inputs"), tr("The model will be told."), parent=self)
        schema = asked.request.definition.input_schema
        words = tr("What the app proposed")
        shown = FoldedInputs(words, lambda view: view.show_params(proposed, schema), self)
        self._add(notice)
        self._add(shown)

    def _add_result(self, asked: Asked, result: bytes) -> None:
        asks = asked.request.call.asks_app and asked.request.call.method != summary.READS
        title = tr("What the app answers") if asks else tr("What came back")
        section = _Section(title, tr_n("{n} byte", "{n} bytes", len(result)), self)
        shown = ResultView(result, section.card)
        self.inputs = shown
        section.card.body.addWidget(shown)
        shown.unread_changed.connect(self.unread_changed)
        self._add(section)
        call, schema = asked_in_lines(asked.request.call, {}), asked.request.definition.input_schema
        words = tr(ASKED) if asks else tr("Inputs that it was called with")
        self._add(FoldedInputs(words, lambda view: view.show_call(call, schema), self))

    def _all_shown(self) -> None:
        self.unread_changed.emit(self.unread_lines)

    def _add(self, part: QWidget) -> None:
        self._parts.append(part)
        self.rows.insertWidget(len(self._parts) - 1, part)
        part.show()  # now, not at the next turn of the loop: no picture without it

    def _clear(self) -> None:
        self.inputs = self.findings = None
        for part in self._parts:
            self.rows.removeWidget(part)
            part.hide()
            if part not in (self._claims, self._call):
                part.deleteLater()
        self._parts = []


class _Section(QWidget):
    """A part with a title and a frame.

    Attributes:
        title: the label with it.
        amount: says how much it is.
        card: to be filled where it stands, for moving widgets styles them anew.
    """

    def __init__(self, title: str, amount: str, parent: QWidget, beside: QHBoxLayout | None = None) -> None:
        """``beside``: gets its place at the end of the title's row, or below where there is no room."""
        super().__init__(parent)
        titled = QWidget(self)
        row = boxes.row(theme.GROUP + theme.SPACE, titled)
        self.title = text.label(title, "heading", parent=titled)
        self.amount = text.label(amount, "caption", parent=titled)
        for label in (self.title, self.amount):
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignBaseline)
        head = FlowLayout(justified=True)
        head.addWidget(titled)
        if beside is not None:
            end = QWidget(self)
            end.setLayout(beside)
            beside.setContentsMargins(0, 0, 0, 0)
            head.addWidget(end)
        rows = boxes.column(theme.GROUP, self)
        rows.addLayout(head)
        self.card = Card("card", self)
        self.card.body.setContentsMargins(theme.SECTION, theme.SPACE, theme.SECTION, theme.SPACE)
        rows.addWidget(self.card)


class _CallSection(_Section):
    """The part that shows what will be sent.

    Attributes:
        views: inside.
        unverified: says that it is a server's word.
    """

    def __init__(self, parent: QWidget) -> None:
        head = QHBoxLayout()
        super().__init__(tr("What will be sent"), "", parent, head)
        self.unverified = Badge(tr("unverified"), "neutral", "seal-question", self)
        head.insertWidget(0, self.unverified)
        self.views = CallViews(self.card, head=head)
        self.card.body.addWidget(self.views)


def _asked_again(asked: Asked) -> Notice:
    title = tr("Asked again: your earlier answer does not count")
    notice = Notice("amber", title)
    why = translated(asked.request.voided_because)
    notice.set_text(title, fitted(sentence(why), notice.fontMetrics(), _ROOM))
    return notice


def _size(asked: Asked) -> str:
    """How much it is in all."""
    call = asked.request.call
    inputs = tr_n("{n} input", "{n} inputs", len(call.arguments_value))
    return f"{inputs} · {tr_n('{n} byte', '{n} bytes', len(call.params))}"


def _round(asked: bytes, call: str, parent: QWidget) -> QWidget:
    """What a server asked in its answer to an earlier call, of which this call is a further round.

    Args:
        asked: as the server said it (untrusted).
        call: id of that call; empty where the server asks now.
        parent: owns it.
    """
    card = Card("claim", parent)
    head = FlowLayout()
    head.addWidget(text.label(tr(ASKED), "strong", parent=card))
    head.addWidget(Badge(tr("unverified"), "neutral", "seal-question", card))
    card.body.addLayout(head)
    if (requests := round_in_lines(asked)) is None:
        card.body.addWidget(ResultView(asked, card))
    else:
        shown = InputsView(card)
        shown.show_inputs(requests, {"properties": {name: {} for name in requests}})
        card.body.addWidget(shown)
    if call:
        words = tr("In its answer to the call {id}. What the app answers stands below.", id=one_line(call, LINE))
        card.body.addWidget(text.label(words, "muted", wrap=True, parent=card))
    return card


VALUE: Final = 1_000
"""Characters of a value; inputs above have it whole."""
MOST: Final = 50
"""Headers that are listed; what is beyond is counted."""
_NAMES: Final = fitting.ROOM * 2 // 5
_VALUES: Final = fitting.ROOM // 2


def _fact(words: Words, parent: QWidget) -> QWidget:
    """What Assent itself sees to, in a sentence of ours."""
    fact = QWidget(parent)
    row = boxes.row(theme.GROUP, fact)
    row.addWidget(Glyph("lock-simple", icons.SMALL, "muted", fact), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(text.label(safe_sentence(words, FACT), wrap=True, selectable=True, parent=fact), 1)
    return fact


def _headers(headers: tuple[Said, ...], parent: QWidget) -> QWidget:
    """The section on headers."""
    whole = QWidget(parent)
    rows = boxes.column(theme.GROUP, whole)
    rows.addWidget(text.label(tr("Also sent as HTTP headers"), "heading", parent=whole))
    card = Card("card", whole)
    rows.addWidget(card)
    grid = QGridLayout()
    grid.setHorizontalSpacing(theme.SECTION)
    grid.setVerticalSpacing(theme.SPACE)
    grid.setColumnStretch(1, 1)
    card.body.addLayout(grid)
    for row, said in enumerate(headers[:MOST]):
        name = fitting_label(summary.name(said.name), "muted", card, _NAMES)
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(fitting_label(one_line(said.value, VALUE), "mono", card, _VALUES), row, 1)
    if rest := headers[MOST:]:
        card.body.addWidget(text.label(tr_n("{n} more", "{n} more", len(rest)), "muted", parent=card))
    return whole


LINES: Final = 3
"""Lines that are shown at first."""
LINE: Final = 240
"""Characters of each."""
_LITTLE: Final = 40
"""Characters more that are shown as well: to fold so few away takes more room than they do."""
_TURN_ROOM: Final = fitting.ROOM - 3 * theme.PAGE


class TurnView(Card):
    """What was said before the call, quoted.

    Attributes:
        more: shows all of it; None where all of it is there.
    """

    def __init__(self, turn: str, parent: QWidget | None = None) -> None:
        """``turn``: as the app tells it (untrusted)."""
        super().__init__("claim", parent)
        self._turn = turn
        self.more: QPushButton | None = None
        self._block: TextBlock | None = None
        self.body.setSpacing(theme.SPACE)
        head = FlowLayout()
        head.addWidget(Glyph("quotes", icons.SMALL, "muted", self))
        head.addWidget(text.label(tr("The app says this led here"), "strong", parent=self))
        head.addWidget(Badge(tr("unverified"), "neutral", "seal-question", self))
        self.body.addLayout(head)
        lines = turn.split("\n")
        first = [_beginning(line) for line in lines[:LINES]]
        shown = "\n".join(words for words, _ in first)
        self._words = fitting_label(shown, "body", self, _TURN_ROOM)
        text.named(self._words, tr("The app says this led here: {words}", words=shown))
        self.body.addWidget(self._words)
        if len(lines) > LINES or not all(whole for _, whole in first):
            self._offer_all()

    def _offer_all(self) -> None:
        size = measure(self._turn)
        lines = tr_n("{n} line", "{n} lines", size.lines)
        characters = tr_n("{n} character", "{n} characters", size.characters)
        words = tr("Show all: {lines}, {characters}", lines=lines, characters=characters)
        self.more = text.button(words, "fold", parent=self)
        self.more.setIcon(icons.icon("caret-right"))
        self.more.clicked.connect(self._open)
        self.body.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def _open(self) -> None:
        if self.more is None or self._block is not None:
            return
        self._block = TextBlock(self)
        self._block.show_text(Untrusted(self._turn), tr("What led here, as the app tells it"))
        self._words.hide()
        self.more.hide()
        self.body.addWidget(self._block)
        self._block.show()


def _beginning(line: str) -> tuple[str, bool]:
    """What of it is shown at first, and whether that is all of it."""
    if len(line) <= LINE + _LITTLE and len(words := escape(line)) <= LINE + _LITTLE:
        return words, True
    kept, mark, count = one_line(line, LINE).rpartition("⟨…")
    return f"{kept.rstrip()} {mark}{count}", False


class Fold(QObject):
    """A button that shows and hides some parts, which are hidden at first."""

    def __init__(self, button: QPushButton, parts: Sequence[QWidget]) -> None:
        super().__init__(button)
        self._button, self._parts = button, parts
        button.clicked.connect(self._turn)
        self.close()

    def close(self) -> None:
        """Hide them."""
        self._set_open(is_open=False)

    def _turn(self) -> None:
        self._set_open(is_open=self._parts[0].isHidden())

    def _set_open(self, *, is_open: bool) -> None:
        show_fold(self._button, is_open=is_open)
        for part in self._parts:
            part.setVisible(is_open)


class FoldedInputs(QWidget):
    """Inputs behind one press: those of a call that ran, or those that the app proposed.

    Attributes:
        toggle: opens and folds them.
    """

    def __init__(self, words: str, fill: Callable[[CallInputs], None], parent: QWidget | None = None) -> None:
        """``words``: of the button. ``fill``: shows the inputs, at the first press."""
        super().__init__(parent)
        self._fill = fill
        self._view: CallInputs | None = None
        self.toggle = inline_button(words, "caret-right", self)
        show_fold(self.toggle, is_open=False)
        self.toggle.clicked.connect(self._show_or_hide)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_or_hide(self) -> None:
        if self._view is None:
            self._view = CallInputs(self)
            self._view.hide()
            self._column.addWidget(self._view)
            self._fill(self._view)
        is_open = self._view.isHidden()
        self._view.setVisible(is_open)
        show_fold(self.toggle, is_open=is_open)


LONG: Final = 1000
"""Characters from which a claim is shown folded and paged."""
MOST_ROWS: Final = 60
"""Claims shown line by line; what a definition has beyond them is shown as one text."""

_Content: TypeAlias = "tuple[ServerRef, tuple[summary.Impact, ...], tuple[claims.Claim, ...], bool]"
"""All that the section is made of, and whether it is to be read."""
TITLE: Final = mark("What the server says")


class ClaimsView(QWidget):
    """The section on what the server says of its tool.

    Attributes:
        as_sent_button: shows and hides the claims that may be folded; None where there are too few.
        fold: shows and hides all of it; None where it is to be read.
    """

    def __init__(self, asked: Asked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = _content_of(asked)
        server, impact, said, matter = self._content
        trusted = server.trusted
        rows = boxes.column(theme.GROUP, self)  # from the outside in: what is moved later is styled again
        self.fold: QPushButton | None = None if matter else text.button(tr(TITLE), "fold", parent=self)
        rows.addLayout(_title(server, self.fold or text.label(tr(TITLE), "heading", parent=self), self))
        self._card = Card("card" if trusted else "claim", self)
        rows.addWidget(self._card)
        self._grid = QGridLayout()
        self._card.body.addLayout(self._grid)
        self._grid.setHorizontalSpacing(theme.SECTION)
        self._grid.setVerticalSpacing(theme.SPACE + theme.SPACE // 2)
        self._grid.setColumnStretch(1, 1)
        self.as_sent_button: QPushButton | None = None
        self._folds: list[Fold] = []
        self._add_impact(impact)
        self._add_claims(said)
        if self.fold is not None:
            self._folds.append(Fold(self.fold, [self._card]))

    def says_of(self, asked: Asked) -> bool:
        """Whether this is, to the letter, what is to be said of another question, and can be as it was made."""
        return self.findChild(TextBlock) is None and self._content == _content_of(asked)

    def start_over(self) -> None:
        """As it was made, for another question."""
        for fold in self._folds:
            fold.close()

    def _add_impact(self, impact: tuple[summary.Impact, ...]) -> None:
        for item in impact:
            value = fitting_label(item.value, "strong" if item.tone == "amber" else "body", self._card, _VALUES)
            said = tr("{name}, as the server says: {value}", name=item.name, value=item.value)
            text.named(value, said)
            key = text.label(item.name, "muted", parent=self._card)
            self._add(key, _marked(value, self._card) if item.tone == "amber" else value)

    def _add_claims(self, said: tuple[claims.Claim, ...]) -> None:
        if said:
            self._grid.addWidget(rule(self._card), self._grid.rowCount(), 0, 1, 2)
        folded = [claim for claim in said if claim.folded]
        found = tuple(claim for claim in said if not claim.folded)
        for claim in found[:MOST_ROWS]:
            self._add_claim(claim)
        if folded:
            self._add_as_sent(folded)
        if rest := found[MOST_ROWS:]:
            lines = "\n".join(f"{claim.key.raw()}: {claim.value.raw()}" for claim in rest)
            key = text.label(tr_n("{n} more", "{n} more", len(rest)), "muted", parent=self._card)
            self._add(key, _block(Untrusted(lines), tr("More of what it says"), self._card))

    def _add_claim(self, claim: claims.Claim) -> tuple[QWidget, QWidget]:
        key = fitting_label(summary.name(claim.key.raw()), "muted", self._card, _NAMES)
        value = _value(claim, self._card)
        self._add(key, value)
        return key, value

    def _add_as_sent(self, folded: list[claims.Claim]) -> None:
        """What the summary says already, and hints: how many, and their rows on request."""
        count = tr_n("{n} hint of the protocol", "{n} hints of the protocol", len(folded))
        self.as_sent_button = text.button(tr("As sent"), "fold", parent=self._card)
        text.named(self.as_sent_button, tr("As sent: {count}", count=count))
        text.tooltip(self.as_sent_button, tr("What matters of them stands above in words."))
        self._add(self.as_sent_button, text.label(count, "muted", wrap=True, parent=self._card))
        parts = [part for claim in folded for part in self._add_claim(claim)]
        self._folds.append(Fold(self.as_sent_button, parts))

    def _add(self, key: QWidget, value: QWidget) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(key, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1)


def _content_of(asked: Asked) -> _Content:
    return asked.request.call.server, summary.impact(asked), claims.claims(asked), summary.claims_matter(asked)


def _title(server: ServerRef, title: QWidget, parent: QWidget) -> FlowLayout:
    row = FlowLayout()
    row.addWidget(title)
    if server.trusted:
        row.addWidget(Badge(summary.trust(server), "neutral", "seal-check", parent))
    else:
        row.addWidget(Badge(tr("unverified"), "neutral", "seal-question", parent))
    return row


def _marked(value: QLabel, parent: QWidget) -> QWidget:
    """A value to look closer at: the icon says so beside the stronger type."""
    both = QWidget(parent)
    row = boxes.row(theme.SPACE, both)
    row.addWidget(Glyph("warning", icons.SMALL, "amber", both), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(value, 1)
    return both


def _value(claim: claims.Claim, parent: QWidget) -> QWidget:
    size = measure(claim.value.raw())
    if size.characters > LONG or size.lines > 1:
        return _block(claim.value, summary.name(claim.key.raw()), parent)
    return fitting_label(escape(claim.value.raw()), "body", parent, _VALUES)


def _block(value: Untrusted, name: str, parent: QWidget) -> TextBlock:
    block = TextBlock(parent)
    block.show_text(value, name)
    return block
