"""What stands above every page, and what its buttons do.

Owns: the strip of the main window, its questions, and which of the host's alerts it leaves to the page that says them
itself.

Invariants: a question is asked until it is answered or nothing of it holds any more; releasing the stop and quitting
take a second step; a suggestion waits while anything graver stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from host.control.protocol import DismissSuggestion
from host.control.views import HostState, RuleDraft
from ui import alerts
from ui.alert_strip import AlertStrip
from ui.alerts import Alert
from ui.label_text import safe_sentence
from ui.link import Link
from ui.rules.words import question_of
from ui.tr import tr


class MainStrip(QObject):
    """The strip and its answers.

    Attributes:
        strip: to be shown above the pages.
        is_host_gone: whether the host is gone.

    Signals:
        release_wanted(), quit_wanted(): the second step was taken.
        rules_wanted(): the person reads what waits.
        review_wanted(str): the person looks at the server of this id, which waits.
        page_wanted(str): the person goes to the page of this key.
        draft_wanted(RuleDraft): the person looks at a suggestion.
    """

    release_wanted = Signal()
    quit_wanted = Signal()
    rules_wanted = Signal()
    page_wanted = Signal(str)
    review_wanted = Signal(str)
    draft_wanted = Signal(object)

    def __init__(self, link: Link, unfinished: Callable[[], tuple[int, int]], parent: QObject | None = None) -> None:
        """``unfinished``: how many calls wait, and how many run."""
        super().__init__(parent)
        self._link, self._unfinished = link, unfinished
        self._state: HostState | None = None
        self._draft: RuleDraft | None = None
        self._demo = self._releasing = self._quitting = self.is_host_gone = False
        self._failed: Alert | None = None
        self._left_out: frozenset[str] = frozenset()
        self.strip = AlertStrip()
        self.strip.acted.connect(self._on_acted)
        self.strip.other.connect(self._on_other)

    def set_state(self, state: HostState, *, demo: bool) -> None:
        """Show the host as it is now."""
        self._state, self._demo = state, demo
        self._releasing = self._releasing and state.stopped
        self._draw()

    def leave_out(self, keys: frozenset[str]) -> None:
        """The page that is shown now says these itself."""
        self._left_out = keys
        self._draw()

    def fail(self, what: str, why: str) -> None:
        """Something that the person asked for was not done. ``why``: one safe sentence."""
        self._failed = alerts.action_failed(what, why)
        self._draw()

    def host_gone(self) -> None:
        """The host is gone: what it said last does not count any more."""
        self.is_host_gone, self._quitting, self._failed = True, False, None
        self._draw()

    def ask_release(self) -> None:
        """Ask whether to release the stop: the second, deliberate step."""
        self._releasing = True
        self._draw()

    def ask_quit(self) -> bool:
        """Ask whether to quit, where that denies or cancels something; whether it is asked."""
        self._quitting = self._quitting or any(self._unfinished())
        self._draw()
        return self._quitting

    def recount(self) -> None:
        """More or fewer calls wait: the question before quitting counts them."""
        if self._quitting:
            self._draw()

    def _draw(self) -> None:
        shown = [self._failed] if self._failed is not None else []
        if self._quitting:
            shown.append(alerts.quit_question(*self._unfinished()))
        if self._state is not None and not self.is_host_gone:
            found = alerts.alerts_of(self._state, demo=self._demo, releasing=self._releasing)
            shown += [alert for alert in (*self._suggested(found), *found) if alert.key not in self._left_out]
        self.strip.show_alerts(tuple(shown))

    def _suggested(self, found: tuple[Alert, ...]) -> tuple[Alert, ...]:
        """The first suggestion, where nothing graver wants to be read."""
        drafts = self._state.policy.suggestions if self._state is not None else ()
        quiet = all(alert.tone == "neutral" for alert in found)
        self._draft = drafts[0] if drafts and quiet else None
        if self._draft is None:
            return ()
        return (
            alerts.suggestion(
                safe_sentence(question_of(self._draft.rule)), safe_sentence(self._draft.why), len(drafts) - 1
            ),
        )

    def _on_acted(self, key: str) -> None:
        match key:
            case "stopped" if self._releasing:
                self._releasing = False
                self.release_wanted.emit()
            case "stopped":
                self._releasing = True
            case "rules":
                self.rules_wanted.emit()
            case "failed":
                self._failed = None
            case "settings":
                self.page_wanted.emit("settings")
            case "review" if self._state is not None and (waiting := alerts.waiting_servers(self._state)):
                self.review_wanted.emit(waiting[0])
            case "suggest" if self._draft is not None:
                self.draft_wanted.emit(self._draft)
            case "quit":
                self._quitting = False
                self.quit_wanted.emit()
        self._draw()

    def _on_other(self, key: str) -> None:
        match key:
            case "stopped":
                self._releasing = False
            case "quit":
                self._quitting = False
            case "suggest" if self._draft is not None:
                failed = partial(self.fail, tr("The suggestion was not put aside"))
                self._link.send(DismissSuggestion(self._draft.id), None, failed)
        self._draw()
