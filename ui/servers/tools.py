"""The tools of a server, as it describes them.

Owns: the list of cards in the server's panel. What stays true: a card shows the exact name and the server's words,
marked as such; the raw definition unfolds to its last character; a server with a thousand tools makes no more cards at
once than ``STEP``.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import ToolView
from host.text import Untrusted, escape, one_line
from ui import text
from ui.inputs.text_block import TextBlock
from ui.lines import wrappable
from ui.servers.words import ToolTexts, tool_texts
from ui.theme import GROUP
from ui.tr import tr, tr_n
from ui.widgets.badge import Badge
from ui.widgets.card import Card
from ui.widgets.flow import FlowLayout

STEP: Final = 20
_MOST: Final = 2_000
"""Characters of the server's that one label bears; a name of any honest length, and most descriptions."""
_SPOKEN: Final = 200


class ToolCard(Card):
    """One tool.

    Attributes:
        fold: the button that shows or hides the raw definition. rules: the button that asks what the rules say.
    Signals:
        rules_wanted(str: exact name of the tool): the person asks what the rules say of its calls.
    """

    rules_wanted = Signal(str)

    def __init__(self, tool: ToolTexts, parent: QWidget | None = None) -> None:
        super().__init__("claim", parent)
        self._tool = tool
        self._block: TextBlock | None = None
        head = QHBoxLayout()
        head.setSpacing(GROUP)
        head.addWidget(_said(tool.name, tr("Name of the tool"), "mono"), 1)
        head.addWidget(Badge(tr("unverified")))
        self.body.addLayout(head)
        if tool.title.raw():
            self.body.addWidget(_said(tool.title, tr("Title of the tool"), "strong"))
        if tool.description.raw():
            self.body.addWidget(_said(tool.description, tr("Description of the tool"), "body"))
        self.fold, self.rules = text.button(tr("Show definition")), text.button(tr("What the rules say…"))
        self.fold.clicked.connect(self._on_fold)
        row = FlowLayout()
        row.addWidget(self.fold)
        row.addWidget(self.rules)
        self.body.addLayout(row)
        self._name = one_line(tool.name.raw(), _SPOKEN)
        text.named(self, tr("The server's words on its tool {name}", name=self._name))
        text.named(self.rules, tr("What the rules say of calls of {name}", name=self._name))
        self.rules.clicked.connect(self._on_rules)

    def _on_rules(self) -> None:
        self.rules_wanted.emit(self._tool.name.raw())

    def _on_fold(self) -> None:
        if self._block is None:
            self._block = TextBlock()
            self._block.show_text(self._tool.raw, tr("Definition of {name}", name=self._name))
            self.body.addWidget(self._block)
            self._block.show()
            shows = True
        else:
            shows = self._block.isHidden()
            self._block.setVisible(shows)
        text.set_button_text(self.fold, tr("Hide definition") if shows else tr("Show definition"))


def _said(said: Untrusted, name: str, role: text.LabelRole) -> QWidget:
    """Words of the server: a label, or a block where they are more than a label bears."""
    if len(said.raw()) > _MOST:
        block = TextBlock()
        block.show_text(said, name)
        return block
    words = f"“{said}”" if role == "strong" else escape(said.raw(), newlines=role == "body")
    return text.label(wrappable(words), role, wrap=True, selectable=role != "strong")


class ToolList(QWidget):
    """Cards, some at a time.

    Attributes: cards: those made so far. more: the button for the next ones. Signals: rules_wanted(str): of a card.
    """

    rules_wanted = Signal(str)

    def __init__(self, tools: tuple[ToolView, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools = tools
        self.cards: list[ToolCard] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GROUP)
        count = len(tools)
        said = tr_n(
            "{n} tool. What stands here the server says of itself.",
            "{n} tools. What stands here the server says of itself.",
            count,
        )
        self._column.addWidget(text.label(said, "muted", wrap=True))
        self.more = text.button("")
        self.more.clicked.connect(self.show_more)
        self._column.addWidget(self.more)
        self.show_more()

    def show_more(self) -> None:
        """The next cards."""
        for view in self._tools[len(self.cards) : len(self.cards) + STEP]:
            card = ToolCard(tool_texts(view))
            card.rules_wanted.connect(self.rules_wanted)
            self._column.insertWidget(self._column.count() - 1, card)
            self.cards.append(card)
        left = len(self._tools) - len(self.cards)
        text.set_button_text(self.more, tr("Show {left} more of {left2}", left=min(left, STEP), left2=f"{left:,}"))
        self.more.setVisible(left > 0)
