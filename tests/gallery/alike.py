"""Many calls at once: alike ones side by side, a word about haste, the list of all that wait.

Owns: these situations, as values for ``Situation``.

Invariants: each is reached as a person would reach it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeAlias

from PySide6.QtWidgets import QApplication, QWidget

from host.control.protocol import CallEnded
from host.control.views import Asked
from host.model import App, Finding, JsonObject, ServerRef, Severity
from host.values import replace
from tests.gallery.making import KEPT, consent
from tests.gallery.situation import TABLE
from tests.support import window as samples
from tests.support.window import FakeLink
from ui.consent.batch.window import BatchWindow
from ui.waiting.page import WaitingPage

Act: TypeAlias = "Callable[[FakeLink, BatchWindow], object]"
_TURNS: Final = 40
_OUTSIDE: Final = Finding(
    "outside-folders",
    Severity.MEDIUM,
    "The path lies outside the folders that such calls usually work in.",
    "/srv/reports",
)


def report(number: int, *, findings: tuple[Finding, ...] = ()) -> Asked:
    """One of many alike calls."""
    given: JsonObject = {
        "path": f"reports/2026/quarter-{number % 4 + 1}/summary-{number}.md",
        "content": "# Summary\n\nDraft of the quarter.\n",
        "overwrite": number % 3 == 0,
    }
    return samples.asked(given, call_id=f"0198c0de-0000-7000-8000-{number:012d}", findings=findings)


def mail(number: int) -> Asked:
    """One of some alike calls with a long input."""
    body = f"Dear all,\n\nhere are the numbers of quarter {number}. " + "They are as follows. " * 12
    definition: JsonObject = {
        "name": "send_mail",
        "inputSchema": {"type": "object", "required": ["to", "subject", "body"]},
    }
    given: JsonObject = {"to": [f"team-{number}@example.org"], "subject": f"Quarter {number}", "body": body}
    return samples.asked(
        given,
        call_id=f"0198c0de-0000-7000-8000-{number:012d}",
        definition=definition,
        server=ServerRef("mail", "c" * 64, "d" * 64),
    )


FEW: Final = (report(1), report(2))
MANY: Final = tuple(report(number, findings=(_OUTSIDE,) if number in (3, 6) else ()) for number in range(1, 9))
FIFTY: Final = tuple(map(report, range(1, 61)))
MAILS: Final = tuple(map(mail, range(1, 5)))


def side_by_side(questions: tuple[Asked, ...], after: Act = lambda *_: None) -> Callable[[], QWidget]:
    """The table, with these calls in it."""

    def make() -> QWidget:
        consent(*questions)()
        link, controller = KEPT[0]
        controller.alike_notice.acted.emit()
        window = controller.side_by_side
        window.resize(*TABLE)
        settle()
        after(link, window)
        return window

    return make


def settle() -> None:
    """Let everything be laid out and seen that can be."""
    for _ in range(_TURNS):
        QApplication.processEvents()


def ticks(_: FakeLink, window: BatchWindow) -> None:
    """The person ticks what was seen."""
    window.tick_seen()


def one_ends(link: FakeLink, window: BatchWindow) -> None:
    """Of what was ticked one expires, and another arrives."""
    window.tick_seen()
    link.ended.emit(CallEnded(MANY[1].request.call.id, "expiry", "nobody decided in time"))
    link.asked.emit(report(20))


def denies(_: FakeLink, window: BatchWindow) -> None:
    """The rest is to be denied."""
    window.tick_seen()
    window.rows.toggled.emit(1, False)
    window.ask_to_deny()


def opens(_: FakeLink, window: BatchWindow) -> None:
    """A row is read whole."""
    window.table.setCurrentIndex(window.rows.index(2, 0))


def hurried() -> QWidget:
    """Five were approved faster than they can be read."""
    made = consent(*MANY)()
    _, controller = KEPT[0]
    for question in MANY[:5]:
        controller.pace_notice.note_decision(question, 1_200, approve=True)
    return made


def waiting(asks: str | None = None) -> Callable[[], QWidget]:
    """Twenty calls of three apps; ``asks``: whose are to be denied."""

    def make() -> QWidget:
        consent(*map(of_three, range(20)))()
        link, controller = KEPT[0]
        page = WaitingPage(link, controller)
        if asks is not None:
            page.ask_to_deny(asks)
        return page

    return make


def of_three(number: int) -> Asked:
    """A call of one of three apps, for one of three servers."""
    app = App(("claude-code", "cursor", "zed")[number * 7 % 3 if number % 4 else 0], authenticated=True)
    server = ServerRef(("files", "mail", "github")[number % 3 if number % 5 else 0], "c" * 64, "d" * 64)
    made = samples.asked(
        {"path": f"notes/{number}.txt", "content": f"text {number}"},
        call_id=f"0198c0de-0000-7000-8000-{number:012d}",
        app=app,
        server=server,
        findings=(_OUTSIDE,) if number % 6 == 2 else (),
        signing=samples.signing() if number == 7 else None,
    )
    call = replace(made.request.call, proposed_at=time.time() - 12 - 30 * number)
    return replace(made, request=replace(made.request, call=call))
