"""The page of rules, and the page on which changes of policy.json from outside this window are confirmed.

Owns: the list of people who may sign, and which part is shown: the list, a call to try, who may sign, the editor, or
the rules of a file; reading and writing such files; the page of the changes that wait for confirmation.

Invariants: the editor keeps what was typed, whatever page is shown. A suggestion opens the editor, where its past calls
are shown before anything is saved. Approvers are shown without credentials, which the window does not have. The host
opens no file that is named here: the window reads bounded bytes and sends their text. Of the rules in a file only
checked ones are saved, by an armed button; rules that let more through are marked. The contents of files are untrusted.

Exactly the waiting changes on the page are confirmed, by the digest that came with them, and only once all of them are
on the page. When they change, they are shown again and the button arms again. A rule whose sentences leave something
out is also shown as it is written. The texts of rules are untrusted until they are confirmed.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final, Self

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QStackedLayout, QTabBar, QVBoxLayout, QWidget

from host import paths
from host.control import protocol, views
from host.errors import ConfigError
from host.text import Untrusted, one_line
from host.values import replace
from ui import text
from ui.armed import ArmedButton
from ui.consent.controller import ConsentController
from ui.inputs.text_block import TextBlock
from ui.label_text import MAX_SENTENCE, break_long_words, safe_sentence, safe_text
from ui.link import LatestRequest, Link
from ui.pages import EditDraft, ExplainTool, MakeRule, Page, Target
from ui.rules import form, words
from ui.rules.editor import RuleEditor
from ui.rules.rule_list import RulesList
from ui.rules.try_call import TryCall
from ui.theme import GROUP, PAGE, SECTION, SPACE
from ui.toast_messages import ToastMessage, rule_saved
from ui.tr import mark, sentence, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Placed, Stack, fill, grow, holder, scrolled, top
from ui.widgets.cards import Card, Notice
from ui.widgets.controls import hidden, show_text
from ui.widgets.labels import Badge
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.scroll import FadeScroll

EXPLAINED: Final = mark("What AI apps may do without asking, what you are asked about, and what is denied.")
TABS: Final = (mark("Rules"), mark("Try a call"), mark("Who may sign"))
TRY_TAB: Final = 1  # index of the part in which a call is tried
_CARD_WIDTH: Final = 960  # pixels of the fields of a call, and of a card, at most
MAX_BYTES: Final = 1 << 20  # bytes of a file that is read, at most
SIGNERS_EXPLAINED: Final = mark(
    "A rule can demand that people sign a call before it runs, each with a PIN of their own. These people can; nobody "
    "can sign twice for one call."
)
NOBODY: Final = mark(
    "A rule can demand that people sign a call before it runs. The administrator's file names them, with their roles; "
    "until it does, a call that needs such a signature cannot be approved."
)


class RulesPage(Page):
    """The page of rules.

    Attributes:
        import_page: replaces the parts; made when it is first needed.
        editor: replaces the parts; made when it is first needed.
    """

    allow_rule_saved = Signal(str)  # call id: a rule that allows, made from this call, was saved

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self._state: views.HostState | None = None
        self._source_call_id = ""
        self.list = RulesList(link)
        self.test, self.approvers = TryCall(link), ApproversView()
        self.editor: RuleEditor | None = None
        self.failed = Notice("amber", tr("It was not done"), "", tr("Dismiss"))
        self.new = text.button(tr("New rule…"), on_click=self.new_rule)
        self.import_button = text.button(tr("Import…"), "quiet", on_click=self._choose_import)
        self.export_button = text.button(tr("Export…"), "quiet", on_click=self._export)
        self.import_page: ImportPage | None = None
        self.tabs = QTabBar()
        self._parts, self._stack = Stack(), Stack()
        self._lay_out()
        self._connect()

    @classmethod
    def build(cls, link: Link, consent: ConsentController) -> Self:
        """Make the page, and connect it with the consent window, which shows what a saved rule answers."""
        page = cls(link)
        page.allow_rule_saved.connect(consent.show_rule_saved)
        return page

    def show_target(self, target: Target) -> None:
        """Open the editor, or explain the calls of a tool."""
        match target:
            case MakeRule(call_id):
                self.make_rule_from(call_id)
            case EditDraft(draft):
                self.edit_draft(draft)
            case ExplainTool(server, tool):
                self.try_call(server, tool)

    @property
    def own_alerts(self) -> frozenset[str]:
        """No rule is suggested beside one that is being written."""
        is_editing = self.editor is not None and self._stack.currentWidget() is self.editor
        return frozenset({"suggest"}) if is_editing else frozenset()

    def set_state(self, state: views.HostState) -> None:
        """Show the rules that are in force now."""
        self._state = state
        self.list.set_policy(state.policy)
        self.approvers.set_policy(state.policy)
        self.test.set_state(state)
        if self.editor is not None:
            self.editor.set_state(state)

    def activated(self) -> None:
        """Read the rules again if they have changed."""
        self.list.refresh()

    def edit(self, written: str, replaces: str = "", *, saved: bool = False) -> None:
        """Open the editor, as ``RuleEditor.open`` does. If it has unsaved text, ask whether to leave that."""
        if self._asks_to_leave():
            return
        editor = self._get_editor()
        self._stack.setCurrentWidget(editor)
        self._source_call_id = ""
        editor.open(written, replaces, saved=saved)

    def _asks_to_leave(self) -> bool:
        """Ask whether to leave unsaved text in the editor. Returns False if there is none."""
        editor = self.editor
        if editor is None or self._stack.currentWidget() is not editor or not editor.has_unsaved_text:
            return False
        editor.ask_leave()
        return True

    def edit_draft(self, draft: views.RuleDraft) -> None:
        """Open the editor with a suggested rule."""
        self.edit(draft.rule.text)

    def make_rule_from(self, call_id: str) -> None:
        """Make a rule from a call that is in the log or waits for an answer."""
        self.failed.hide()
        failed = partial(self._fail, tr("No rule could be made from this call"))
        self._link.send(protocol.DraftRule(call_id), partial(self._on_drafted, call_id), failed)

    def _on_drafted(self, call_id: str, draft: views.RuleDraft) -> None:
        self.edit_draft(draft)
        if self.editor is not None and self.editor.field.json == draft.rule.text:
            self._source_call_id = call_id
            self.editor.show_held_back(draft.held_back)
            self._link.send(protocol.ReadCall(call_id), partial(self._fill_try_call, call_id))

    def _fill_try_call(self, call_id: str, details: views.CallDetails) -> None:
        """Offer the call that the rule was made from as the first to try."""
        if self.editor is not None and self._source_call_id == call_id:
            self.editor.test.show_logged_call(details)

    def _on_saved(self, rule_id: str) -> None:
        self.list.select_rule(rule_id)
        editor = self.editor
        if editor is None or editor.check is None or (rule := editor.check.rule) is None:
            return
        self.happened.emit(rule_saved(replace(rule, id=rule_id), new=not editor.replaces))
        if self._source_call_id and rule.effect == "allow":
            self.allow_rule_saved.emit(self._source_call_id)

    def try_call(self, server: str, tool: str) -> None:
        """Explain what the rules say of the calls of a tool. Asks first if the editor has unsaved text."""
        if self._asks_to_leave():
            return
        self._stack.setCurrentIndex(0)
        self.tabs.setCurrentIndex(TRY_TAB)
        self.test.show_call(server, tool, self.test.app.text(), "{}")
        self.test.explain()

    def new_rule(self) -> None:
        """Open the editor with a rule that asks, for the only server if there is just one."""
        servers = () if self._state is None else self._state.servers
        self.edit(form.new_rule(servers[0].id if len(servers) == 1 else ""), saved=True)  # leaving it loses nothing

    def _show_list(self) -> None:
        self._stack.setCurrentIndex(0)
        self.list.refresh()

    # Files

    def _choose_import(self) -> None:
        if (path := file_to_read(self)) is not None:
            self.import_from(path)

    def import_from(self, path: Path) -> None:
        """Show the rules of a file, to choose which of them to add."""
        if self.import_page is None:
            self.import_page = ImportPage(self._link)
            self.import_page.imported.connect(
                lambda count: self.happened.emit(
                    ToastMessage(tr_n("{n} rule was added.", "{n} rules were added.", count))
                )
            )
            self.import_page.left.connect(self._show_list)
            self._stack.addWidget(self.import_page)
        self._stack.setCurrentWidget(self.import_page)
        self.import_page.read(path)

    def _export(self) -> None:
        self.failed.hide()
        self._link.send(
            protocol.ExportRules(), self._on_exported, partial(self._fail, tr("The rules were not exported"))
        )

    def _on_exported(self, exported: str) -> None:
        if (path := file_to_write(self)) is None:
            return
        try:
            path.write_text(exported, "utf-8")
        except OSError as error:
            self._fail(tr("The rules were not exported"), error.strerror or "")
        else:
            name = one_line(str(path), words.NAME_LENGTH)
            self.happened.emit(ToastMessage(tr("Your rules were written to {file}.", file=name)))

    def _fail(self, title: str, reason: str) -> None:
        self.failed.tell(title, safe_sentence(reason), tr("Dismiss"))

    def _get_editor(self) -> RuleEditor:
        if self.editor is None:
            self.editor = RuleEditor(self._link)
            self.editor.saved.connect(self._on_saved)
            self.editor.left.connect(self._show_list)
            self._stack.addWidget(self.editor)
            if self._state is not None:
                self.editor.set_state(self._state)
        return self.editor

    # Building

    def _lay_out(self) -> None:
        header = PageHeader(tr("Rules"), tr(EXPLAINED))
        for button in (self.import_button, self.export_button, self.new):
            header.actions.addWidget(button)
        self.failed.hide()
        head = fill(boxes.column(SECTION, margins=(PAGE, PAGE, PAGE, 0)), header, self.failed)
        approvers = holder(fill(boxes.column(0, margins=(PAGE, 0, PAGE, PAGE)), self.approvers))
        for title, part in zip(TABS, (self.list, self._try_call_part(), approvers), strict=True):
            self.tabs.addTab(tr(title))
            self._parts.addWidget(part)
        text.named(self.tabs, tr("Parts of this page"))
        self.tabs.setExpanding(False)
        head.addWidget(self.tabs)
        self._stack.addWidget(holder(fill(boxes.column(SECTION), head, grow(self._parts))))
        boxes.column(0, self).addWidget(self._stack)

    def _try_call_part(self) -> QWidget:
        explained = tr(
            "What the rules say of a call, which of them decides, and why the others do not. Nothing is sent."
        )
        self.test.setMaximumWidth(_CARD_WIDTH)
        intro = text.label(explained, "muted", wrap=True)
        return scrolled(tr("Try a call"), intro, self.test, spacing=SECTION, margins=(PAGE, 0, PAGE, PAGE))

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._parts.setCurrentIndex)
        self.failed.acted.connect(self.failed.hide)
        self._stack.currentChanged.connect(self.own_alerts_changed)
        self.list.new_wanted.connect(self.new_rule)
        panel = self.list.panel
        panel.edit_wanted.connect(lambda rule: self.edit(rule.text, rule.id, saved=True))
        panel.copy_wanted.connect(lambda rule: self.edit(words.without_id(rule.text)))
        panel.pending_changes_wanted.connect(self.pending_changes_wanted)
        panel.happened.connect(self.happened)


class ApproversView(QWidget):
    """The people who may sign. ``cards``: one for each person, in the host's order."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[Card] = []
        self._shown_approvers: tuple[views.ApproverView, ...] | None = None
        self._scroll = FadeScroll()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(EmptyState("users-three", tr("Nobody is registered to sign"), tr(NOBODY)))
        self._stack.addWidget(self._scroll)

    def set_policy(self, policy: views.PolicyView) -> None:
        """Show the people who may sign now."""
        if policy.approvers == self._shown_approvers:
            return
        self._shown_approvers = policy.approvers
        self._stack.setCurrentIndex(1 if policy.approvers else 0)
        self.cards = [_approver_card(approver) for approver in policy.approvers]
        explained = text.label(tr(SIGNERS_EXPLAINED), "muted", wrap=True)
        parts, margins = (explained, *self.cards), (0, 0, GROUP, 0)
        scrolled(tr("Who may sign"), *parts, spacing=GROUP, margins=margins, widest=_CARD_WIDTH, area=self._scroll)


def _approver_card(approver: views.ApproverView) -> Card:
    name = text.label(break_long_words(one_line(approver.name, words.NAME_LENGTH)), "strong", wrap=True)
    roles = ", ".join(one_line(role, words.NAME_LENGTH) for role in approver.roles)
    roles_label = text.label(break_long_words(roles or tr("No role: signs where any PIN will do")), "muted", wrap=True)
    is_managed = approver.source == "managed"
    badge = Badge(
        tr("Administrator's") if is_managed else tr("Registered here"),
        "neutral",
        "lock-simple" if is_managed else "user",
    )
    card = Card()
    card.body.addLayout(fill(boxes.row(SECTION), grow(fill(boxes.column(SPACE), name, roles_label)), badge))
    return card


def file_to_read(parent: QWidget) -> Path | None:
    """Ask the person for a file to read."""
    name, _ = QFileDialog.getOpenFileName(parent, tr("Import rules"), str(Path.home()), tr("Rules (*.json)"))
    return Path(name) if name else None


def file_to_write(parent: QWidget) -> Path | None:
    """Ask the person for a file to write."""
    name, _ = QFileDialog.getSaveFileName(
        parent, tr("Export rules"), str(Path.home() / "assent-rules.json"), tr("Rules (*.json)")
    )
    return Path(name) if name else None


class ImportPage(QWidget):
    """The rules of a file, each with a check box."""

    left = Signal()  # the person leaves the page
    imported = Signal(int)  # the number of rules that were added; emitted before ``left``

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link, self._file_requests = link, LatestRequest(link)
        self.boxes: list[tuple[QCheckBox, views.ImportedRule]] = []
        self._header = PageHeader(
            tr("Import rules"),
            tr(
                "These rules are in the file. Only those that you check are added to yours, and they take effect at "
                "once."
            ),
        )
        self._path = text.label("", "mono", wrap=True, selectable=True)
        self._problem = Notice("red", tr("The file cannot be used"))
        self._left_out = Notice("neutral", "")
        self._failed = Notice("red", tr("No rule was added"))
        self._scroll = FadeScroll()
        self._empty_state = EmptyState("scales", tr("No rules"), tr("The file holds no rule."))
        self._summary = text.label("", "muted", wrap=True)
        self.back = text.button(tr("Cancel"), on_click=self.left)
        self.save = ArmedButton(tr("Add rules"), "danger")
        self.save.pressed.connect(self._on_save)
        margins = (PAGE, 0, PAGE, 0)
        head = fill(boxes.column(GROUP, margins=margins), self._header, self._path, self._problem, self._left_out)
        answers = fill(boxes.row(GROUP), self.back, grow(self._summary), STRETCH, self.save)
        foot = fill(boxes.column(GROUP, margins=margins), self._failed, answers)
        page = boxes.column(SECTION, self, (0, PAGE, 0, PAGE))
        fill(page, head, grow(self._empty_state), grow(self._scroll), Placed(None), foot)

    def read(self, path: Path) -> None:
        """Show the rules of a file."""
        self._clear(path)
        try:
            content = paths.read_file(path, limit=MAX_BYTES, follow=True)
            if content is None:
                raise ConfigError("there is no such file", file=str(path))
            rules = content.decode("utf-8-sig")
        except ConfigError as error:
            self._show_problem(safe_sentence(error.problem))
            return
        except UnicodeDecodeError:
            self._show_problem(tr("It is no text."))
            return
        self._file_requests.send(
            protocol.ReadImport(rules), self._show, lambda why: self._show_problem(safe_sentence(why))
        )

    def _clear(self, path: Path) -> None:
        self._file_requests.forget()
        text.set_text(self._path, break_long_words(one_line(path.name, words.NAME_LENGTH)))
        self.boxes = []
        for part in (self._problem, self._left_out, self._failed, self._scroll, self._empty_state):
            part.hide()
        self._update_footer()

    def _show(self, view: views.ImportView) -> None:
        if view.problems:
            self._show_problem(words.problem_lines(view.problems))
            return
        if view.leaves:
            servers = ", ".join(one_line(server, words.NAME_LENGTH) for server in view.leaves)
            left_out = tr("The file also vouches for servers, which is left out: {servers}.", servers=servers)
            self._left_out.tell(break_long_words(left_out))
        self._empty_state.setVisible(not view.rules)
        self._scroll.setVisible(bool(view.rules))
        rows = map(self._rule_card, view.rules)
        scrolled(tr("Rules of the file"), *rows, spacing=GROUP, margins=(PAGE, 0, PAGE, GROUP), area=self._scroll)
        self._update_footer()

    def _rule_card(self, imported: views.ImportedRule) -> QWidget:
        card = Card()
        rule_words = break_long_words(words.sentence_of(imported.rule, exact=True))
        box = text.check("", checked=not imported.there)
        text.named(box, rule_words)
        box.setEnabled(not imported.there)
        box.clicked.connect(self._update_footer)
        if not imported.there:
            self.boxes.append((box, imported))
        rule_label = text.label(rule_words, "muted" if imported.there else "body", wrap=True)
        words_column = fill(boxes.column(SPACE), rule_label)
        if imported.there:
            words_column.addWidget(text.label(tr("You have a rule that says the same."), "caption", wrap=True))
        elif imported.was:
            old_id, new_id = one_line(imported.was, words.NAME_LENGTH), one_line(imported.rule.id, words.NAME_LENGTH)
            renamed = tr("Another rule is called {was}; this one is saved as {now}.", was=old_id, now=new_id)
            words_column.addWidget(text.label(break_long_words(renamed), "caption", wrap=True))
        row = fill(boxes.row(GROUP), top(box), grow(words_column))
        if imported.loosens and not imported.there:
            row.addWidget(Badge(tr("Lets calls run"), "amber", "warning"), 0, Qt.AlignmentFlag.AlignTop)
        card.body.addLayout(row)
        return card

    def _chosen_rules(self) -> list[views.ImportedRule]:
        return [rule for box, rule in self.boxes if box.isChecked()]

    def _update_footer(self) -> None:
        chosen = self._chosen_rules()
        looser = sum(rule.loosens for rule in chosen)
        note = tr_n("{n} of them lets calls run without asking.", "{n} of them let calls run without asking.", looser)
        show_text(self._summary, note if looser else "")
        self.save.set_words(tr_n("Add {n} rule", "Add {n} rules", len(chosen)))
        self.save.setVisible(bool(chosen))

    def _on_save(self) -> None:
        chosen = self._chosen_rules()
        self.save.restart()
        request = protocol.ImportRules(tuple(rule.rule.text for rule in chosen))
        self._link.send(request, partial(self._on_saved, len(chosen)), self._on_refused)

    def _on_saved(self, count: int, _: protocol.Done) -> None:
        self.imported.emit(count)
        self.left.emit()

    def _on_refused(self, reason: str) -> None:
        self._failed.tell_why(reason)
        self.save.restart()

    def _show_problem(self, reason: str) -> None:
        self._problem.tell(tr("The file cannot be used"), reason)


# Changes that wait for confirmation

CHANGES_EXPLAINED: Final = mark(
    "These parts of policy.json would let calls run more easily, and Assent does not know that you confirmed them. "
    "They have no effect until you confirm them here. If you did not write them, confirm nothing and look into the "
    "file."
)
CHANGES_AT_ONCE: Final = 20  # changes that are added to the page at once: a rule as it is written takes 5 ms to draw
CHANGES_ASKED: Final = 500  # rules of one request
_CHANGE_BADGES: Final = {
    "allows": (mark("Allows"), "check"),
    "gone": (mark("Taken away"), "trash"),
    "trusts": (mark("Vouches"), "seal-question"),
}
GONE: Final = mark("This rule is no longer in the file. It stays in effect until you confirm that it is gone.")
LOST: Final = mark("Your earlier confirmation cannot be found.")
LOST_MEANS: Final = mark(
    "Rules that asked or denied may be lost with it. Read the whole file: once you confirm, all of it takes effect."
)
TRUSTS: Final = mark("Rules then trust what the server says about its tools.")


class PendingChangesPage(QWidget):
    """The changes that wait for confirmation.

    Attributes:
        confirm: confirms all of them; armed after a second, hidden until everything is on the page.
    """

    left = Signal()  # the person leaves the page, whether the changes were confirmed or not

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._shown_policy: tuple[object, ...] = ((), 0, "", None)
        self._changes: list[views.ChangeView] = []
        self._waiting_count, self._shown_count = 0, 0
        self._generation = 0
        self.digest = ""
        self._path = text.label("", "mono", wrap=True, selectable=True)
        self._scroll = FadeScroll()
        self._cards_column = QVBoxLayout()
        self.more = text.button("", on_click=self._show_more)
        self._problem = hidden(Notice("amber", tr("The changes do not count yet")))
        self._rest_label = text.label("", "muted", wrap=True)
        self._later_button = text.button(tr("Not now"), on_click=self.left)
        self.confirm = ArmedButton(tr("Let these changes count"), "danger")
        self.confirm.pressed.connect(self._on_confirm)
        margins = (PAGE, 0, PAGE, 0)
        head = fill(
            boxes.column(SECTION, margins=margins),
            PageHeader(tr("Changes that wait for you")),
            text.label(tr(CHANGES_EXPLAINED), wrap=True),
            self._path,
        )
        answers = fill(boxes.row(GROUP), self._later_button, self.more, grow(self._rest_label), STRETCH, self.confirm)
        foot = fill(boxes.column(SECTION, margins=margins), self._problem, answers)
        fill(boxes.column(SECTION, self, (0, PAGE, 0, PAGE)), head, grow(self._scroll), foot)

    def set_policy(self, policy: views.PolicyView) -> None:
        """Show the changes that wait now."""
        waiting_count = max(policy.waits, len(policy.waiting))
        is_whole = len(policy.waiting) == waiting_count
        shown_policy = policy.waiting, waiting_count, policy.digest, None if is_whole else policy.generation
        if shown_policy == self._shown_policy:
            return
        self._shown_policy, self.digest, self._generation = shown_policy, policy.digest, policy.generation
        self._changes = [change for change in policy.waiting if is_whole or change.rule is None]
        self._waiting_count, self._shown_count = waiting_count, 0
        text.set_text(self._path, break_long_words(str(Untrusted(policy.user_path))))
        self._cards_column = boxes.column(GROUP)
        scrolled(tr("Changes"), self._cards_column, margins=(PAGE, GROUP, PAGE, GROUP), area=self._scroll)
        self._scroll.start_over()
        self._problem.hide()
        self.confirm.set_words(
            tr("Let this change count")
            if waiting_count == 1
            else tr("Let these {waits} changes count", waits=f"{waiting_count:,}")
        )
        if is_whole:
            self._show_more()
        else:
            self._update_footer()
            self._read_page(0)
        if not waiting_count:
            self.left.emit()

    # Changes that do not fit into the host's state

    def _read_page(self, begin: int) -> None:
        """Read the next changes. Answers about another generation of rules are ignored."""
        request = protocol.ReadRules(waiting=True, begin=begin, limit=CHANGES_ASKED)
        on_failure = partial(self._on_read_failed, self.digest)
        self._link.send(request, partial(self._on_page_read, self.digest, begin), on_failure)

    def _on_page_read(self, digest: str, begin: int, page: views.RulesPage) -> None:
        if (digest, page.generation) != (self.digest, self._generation):
            return  # the state with the newer rules comes next
        self._changes += [views.ChangeView("gone" if rule.waits == "gone" else "allows", rule) for rule in page.rules]
        if page.rules and begin + len(page.rules) < page.total:
            self._read_page(begin + len(page.rules))
        elif len(self._changes) != self._waiting_count:
            self._show_problem(tr("Not all that waits could be read"), tr("open this page again"))
        if not self._shown_count:
            self._show_more()
        self._update_footer()

    def _on_read_failed(self, digest: str, reason: str) -> None:
        if digest == self.digest:
            self._show_problem(tr("Not all that waits could be read"), reason)

    # The list

    @property
    def _is_complete(self) -> bool:
        """Whether everything that would be confirmed is on the page."""
        return self._shown_count == len(self._changes) == self._waiting_count > 0

    def _show_more(self) -> None:
        for change in self._changes[self._shown_count : self._shown_count + CHANGES_AT_ONCE]:
            self._cards_column.addWidget(_change_card(change))
        self._shown_count = min(self._shown_count + CHANGES_AT_ONCE, len(self._changes))
        self._update_footer()

    def _update_footer(self) -> None:
        hidden_count = self._waiting_count - self._shown_count
        next_count = min(CHANGES_AT_ONCE, len(self._changes) - self._shown_count)
        text.set_button_text(self.more, tr("Show {more} more of {left}", more=next_count, left=f"{hidden_count:,}"))
        self.more.setVisible(next_count > 0)
        rest = tr("{left} more are not shown yet. All of them are confirmed at once.", left=f"{hidden_count:,}")
        show_text(self._rest_label, rest if hidden_count > 0 else "")
        if hidden_count == 0 and self.confirm.isHidden():
            self.confirm.restart()
        self.confirm.setVisible(hidden_count == 0)

    # Confirming

    def _on_confirm(self) -> None:
        if self._is_complete:
            failed = partial(self._show_problem, tr("The changes do not count yet"))
            self._link.send(protocol.ConfirmPolicy(self.digest), lambda _: self.left.emit(), failed)

    def _show_problem(self, title: str, reason: str) -> None:
        self._problem.tell(title, break_long_words(sentence(reason)))


def _change_card(change: views.ChangeView) -> Card:
    card = Card("claim")
    word, symbol = _CHANGE_BADGES[change.kind]
    head = fill(boxes.row(GROUP), top(Badge(tr(word), "amber", symbol)))
    rule = change.rule
    if rule is None:
        server = tr(
            "Vouches for the server “{server}” as it is configured now.",
            server=one_line(change.server, words.NAME_LENGTH),
        )
        title, meaning = (server, tr(TRUSTS)) if change.kind == "trusts" else (tr(LOST), tr(LOST_MEANS))
        head.addWidget(_strong_label(title), 1)
        fill(card.body, head, text.label(meaning, wrap=True))
        return card
    head.addWidget(_strong_label(words.sentence_of(rule, exact=True)), 1)
    card.body.addLayout(head)
    if change.kind == "gone":
        card.body.addWidget(text.label(tr(GONE), wrap=True))
    if rule.reason:
        reason = tr("The file gives as the reason: {reason}", reason=one_line(rule.reason, MAX_SENTENCE))
        card.body.addWidget(text.label(break_long_words(reason), wrap=True))
    card.body.addWidget(
        text.label(break_long_words(tr("Rule {id}", id=one_line(rule.id, MAX_SENTENCE))), "muted", wrap=True)
    )
    if _is_abridged(rule):
        written = TextBlock()
        written.show_text(Untrusted(rule.text), tr("The rule as it is written"))
        fill(card.body, text.label(tr("As it is written"), "strong"), written)
    return card


def _is_abridged(rule: views.RuleView) -> bool:
    """Whether the sentence about a rule leaves something out.

    Then it says how much ``more`` there is, or that it is in the rule's ``text``, in English before it is translated.
    """
    parts = (*rule.places, *rule.phrases)
    said = (words.sentence_of(rule, exact=True), *parts, *map(safe_text, parts))
    return any(mark in text for text in said for mark in (" more", " in its text"))


def _strong_label(title: str) -> QWidget:
    return text.label(break_long_words(title), "strong", wrap=True)
