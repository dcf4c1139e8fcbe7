"""The tools of a server: one row each, which unfolds.

Owns: the rows, and how many there are at once.

Invariants: what the server says of a tool stands in a dashed frame as its own words, with all of its definition in
lines; raw it can be read to its last character, where it need not be read; what a tool does is told by its name alone,
and said to be; tools in whose definitions something was found stand first; a thousand tools make no more rows at once
than ``STEP``; where all of it is to be read, nothing of a tool can be folded away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from host.control.views import Approval, ReviewView, ToolView
from host.model import Finding, Severity, sha256_hex
from host.text import Untrusted, escape, one_line
from ui import icons, text, theme
from ui.consent import finding_words
from ui.consent.claims import definition_words
from ui.inputs.diff import DiffLines, size_words, text_diff
from ui.inputs.nested_lines import indented
from ui.inputs.text_block import FOLDED, PAGE, TextBlock
from ui.label_text import safe_sentence, wrappable
from ui.servers.words import tool_count, tool_texts, verb_style
from ui.theme import GROUP, SPACE
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow
from ui.widgets.cards import Card, Notice, NoticeTone
from ui.widgets.controls import GrowingList
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, BadgeTone, ElidedLabel

STEP: Final = 20
OPEN: Final = 5
"""Changed tools of which it is shown unasked what changed."""
_MOST: Final = 2_000
"""Characters of the server's that one label bears; a name of any honest length, and most descriptions."""
_SPOKEN: Final = 200
_TONES: Final[dict[Severity, NoticeTone]] = {
    Severity.HIGH: "red",
    Severity.MEDIUM: "amber",
    Severity.INFO: "neutral",
}


_APPROVALS: Final[dict[Approval, tuple[str, BadgeTone]]] = {
    "new": (mark("new"), "amber"),
    "changed": (mark("changed"), "amber"),
    "left": (mark("not approved"), "neutral"),
}


def starts_ticked(said: ToolView | ReviewView) -> bool:
    """Whether a tool, or the instructions, are ticked before anybody touched them.

    Not where they were left out, or something grave is in them.
    """
    return said.approval != "left" and all(found.severity is not Severity.HIGH for found in said.findings)


def finding_notices(findings: Iterable[Finding], parent: QWidget | None = None) -> Iterator[Notice]:
    """What was found in a server's words, each with its sentence."""
    for finding in findings:
        said = safe_sentence(finding.text)
        yield Notice(_TONES[finding.severity], finding_words.name(finding), said, parent=parent)


class ToolRow(QWidget):
    """One tool: its name and class, and on demand what was found in its definition and what the server says of it.

    Attributes:
        tool: what it shows.
        fold: unfolds and folds it.
        details: what unfolds; None until it is wanted.
        tick: whether it is to be approved; None where that is not asked.

    Signals:
        rules_wanted(str: exact name of the tool): the person asks what the rules say of its calls.
        ticked(): the tick came or went.
    """

    rules_wanted = Signal(str)
    ticked = Signal()

    def __init__(self, tool: ToolView, *, asks: bool = False, whole: bool = False) -> None:
        """``asks``: whether it is asked which tools to approve. ``whole``: whether all of it is shown, and stays."""
        super().__init__()
        self.tool = tool
        self._whole = whole
        self.tick: QCheckBox | None = None
        self._name = one_line(tool.name, _SPOKEN)
        self.details: ToolDetails | None = None
        self.fold = text.button("", "fold", parent=self)
        self.fold.setFixedWidth(theme.PAGE)
        self.fold.clicked.connect(self._fold_or_unfold)
        self.fold.setVisible(not whole)
        word, tone = verb_style(tool.verb)
        row = fill(boxes.row(GROUP), self.fold)
        if asks:
            self.tick = text.check("", parent=self)
            self.tick.setChecked(starts_ticked(tool))
            self.tick.toggled.connect(self.ticked)
            text.named(self.tick, tr("Approve {name}", name=self._name))
            row.addWidget(self.tick)
        row.addWidget(ElidedLabel(Untrusted(tool.name), role="mono", parent=self), 1)
        if tool.findings:
            count = len(tool.findings)
            worst = min(tool.findings, key=lambda finding: finding.severity.rank).severity
            found = tr_n("{n} finding", "{n} findings", count)
            row.addWidget(Badge(found, "red" if worst is Severity.HIGH else "amber", "warning", self))
        if tool.approval in _APPROVALS:
            said, look = _APPROVALS[tool.approval]
            row.addWidget(Badge(tr(said), look, parent=self))
        row.addWidget(Badge(word, tone, parent=self))
        self._column = fill(boxes.column(SPACE, self), row)
        text.named(self, tr("Tool {name}: {does}", name=self._name, does=word))
        self.set_open(is_open=whole)

    def set_open(self, *, is_open: bool) -> None:
        """Show all of it, or its line alone."""
        if is_open and self.details is None:
            self.details = ToolDetails(self.tool, self._name, self, whole=self._whole)
            self.details.rules.clicked.connect(partial(self.rules_wanted.emit, self.tool.name))
            self._column.addWidget(self.details)
        if self.details is not None:
            self.details.setVisible(is_open)
        self.fold.setIcon(icons.icon("caret-down" if is_open else "caret-right", "muted"))
        less, more = tr("Less on: {title}", title=self._name), tr("More on: {title}", title=self._name)
        text.named(self.fold, less if is_open else more)

    def _fold_or_unfold(self) -> None:
        self.set_open(is_open=self.details is None or self.details.isHidden())


class ToolDetails(QWidget):
    """What was found in a tool's definition, and what the server says of the tool.

    Attributes:
        definition_button: shows and hides the raw definition; hidden where all of it is to be read, in lines.
        rules: asks what the rules say of its calls; hidden there as well.
    """

    def __init__(self, tool: ToolView, name: str, parent: QWidget | None = None, *, whole: bool = False) -> None:
        """``name``: of the tool, ready to be shown. ``whole``: nothing of it is folded."""
        super().__init__(parent)
        said = self._said = tool_texts(tool)
        self._name = name
        self._block: TextBlock | None = None
        column = fill(
            boxes.column(GROUP, self, (theme.PAGE + GROUP, 0, 0, GROUP)), *finding_notices(tool.findings, self)
        )
        if tool.approval == "changed":
            column.addWidget(_changes(tool, name))
        self._claim = claim_card(self)
        text.named(self._claim, tr("The server's words on its tool {name}", name=name))
        if len(tool.name) > _SPOKEN:
            self._claim.body.addWidget(server_text(said.name, tr("Name of the tool"), "mono"))
        if said.title.raw():
            self._claim.body.addWidget(server_text(said.title, tr("Title of the tool"), "strong"))
        if said.description.raw():
            self._claim.body.addWidget(server_text(said.description, tr("Description of the tool"), "body"))
        lines = TextBlock(self._claim)
        lines.show_text(
            definition_words(tool.definition), tr("Inputs of {name}", name=name), folded=PAGE if whole else FOLDED
        )
        self._claim.body.addWidget(lines)
        column.addWidget(self._claim)
        self.definition_button = text.button(tr("Show definition"), parent=self)
        self.rules = text.button(tr("What the rules say…"), parent=self)
        self.definition_button.clicked.connect(self._toggle_definition)
        text.named(self.rules, tr("What the rules say of calls of {name}", name=name))
        row = FlowLayout()
        for button in (self.definition_button, self.rules):
            row.addWidget(button)
        column.addLayout(row)
        self.definition_button.setVisible(not whole)
        self.rules.setVisible(not whole)

    def _toggle_definition(self) -> None:
        if self._block is None:
            self._block = TextBlock(self._claim)
            self._block.show_text(self._said.raw, tr("Definition of {name}", name=self._name))
            self._block.hide()
            self._claim.body.addWidget(self._block)
        shows = self._block.isHidden()
        self._block.setVisible(shows)
        text.set_button_text(self.definition_button, tr("Hide definition") if shows else tr("Show definition"))


def _changes(tool: ToolView, name: str) -> QWidget:
    """What became of a definition: of its lines, or of its JSON where no line is another."""
    before, now = (definition_words(said, beside=()).raw().encode() for said in (tool.before, tool.definition))
    if tool.before and before != now:
        return changes_block(before, now, name)
    return changes_block(tool.before, tool.definition, name)


def changes_block(before: bytes, now: bytes, name: str) -> QWidget:
    """What became of something that a server says, word by word. ``name``: of that, ready to be shown."""
    if not before:
        return text.label(tr("It changed. What it was before is not kept; read all of it."), "muted", wrap=True)
    diff = text_diff(*(indented(said) or said for said in (one.decode("utf-8", "replace") for one in (before, now))))
    block = TextBlock()
    block.show_lines(DiffLines(diff), size_words(diff), tr("What changed in {name}", name=name))
    return block


def server_text(said: Untrusted, name: str, role: text.LabelRole, *, most: int = _MOST) -> QWidget:
    """The server's own words: a label, or a block where they have more than ``most`` characters."""
    if len(said.raw()) > most:
        block = TextBlock()
        block.show_text(said, name)
        return block
    words = f"“{said}”" if role == "strong" else escape(said.raw(), newlines=role == "body")
    return text.label(wrappable(words), role, wrap=True, selectable=role != "strong")


def claim_card(parent: QWidget | None = None) -> Card:
    """A frame for what a server says."""
    card = Card("claim", parent)
    says = text.label(tr("The server says"), "caption", parent=card)
    card.body.addLayout(fill(boxes.row(GROUP), grow(says), Badge(tr("unverified"), parent=card)))
    return card


class ToolList(GrowingList[ToolView, ToolRow]):
    """The rows of the tools, some at a time.

    Signals:
        rules_wanted(str: exact name of the tool): of a row.
        ticked(): another tool is to be approved, or one less.
    """

    rules_wanted = Signal(str)
    ticked = Signal()

    def __init__(self, tools: tuple[ToolView, ...], *, asks: bool = False, whole: bool = False) -> None:
        """``asks``: whether it is asked which tools to approve. ``whole``: whether all of each is shown, and stays."""
        told = tr("What each does is told by its name, and a name may lie.")
        super().__init__(STEP, SPACE, text.label(tool_count(tools), wrap=True), text.label(told, "caption", wrap=True))
        self._asks, self._whole = asks, whole
        self.grown.connect(self.ticked)
        self.show_entries(sorted(tools, key=_worst), self._row)

    def _row(self, tool: ToolView) -> ToolRow:
        row = ToolRow(tool, asks=self._asks, whole=self._whole)
        row.rules_wanted.connect(self.rules_wanted)
        row.ticked.connect(self.ticked)
        if self._asks and tool.approval == "changed" and len(self.rows) < OPEN:
            row.set_open(is_open=True)
        return row

    def digests(self, *, ticked: bool) -> tuple[str, ...]:
        """Of the definitions that are shown and ticked, or not."""
        return tuple(
            sha256_hex(row.tool.definition)
            for row in self.rows
            if row.tick is not None and row.tick.isChecked() == ticked
        )


def _worst(tool: ToolView) -> tuple[bool, int]:
    """What waits first, and of that what is gravest."""
    settled = tool.approval not in ("new", "changed")
    return settled, min((finding.severity.rank for finding in tool.findings), default=len(Severity))
