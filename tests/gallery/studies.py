"""What a person does with a question before the picture is taken, and the questions that show it.

Owns: these situations.

Invariants: each is reached through what a person presses and what the host says.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from host.canonical import canonical
from host.control.protocol import CheckEdit, CompareCall, EditCall
from host.control.views import Asked, Comparison, EditCheck, EditProblem, FileBefore
from host.errors import AssentError
from host.model import JsonObject
from tests.gallery import calls
from tests.gallery.asking import of
from tests.support import window as samples
from tests.support.window import FakeLink
from ui.consent.content import TurnView
from ui.consent.editing.form import ValueRow
from ui.consent.editing.sheet import JSON_MODE
from ui.inputs.call_views import CHANGES, JSON, CallViews, JsonView
from ui.inputs.text_block import FindBar, TextBlock
from ui.tr import tr

Act: TypeAlias = "Callable[[FakeLink, QWidget], object]"

BEFORE: Final[JsonObject] = {
    "path": "notes/summary.txt",
    "content": "Draft conclusion\nSecond line\n",
    "overwrite": False,
}
DISK: Final = "Draft conclusions\nwritten by Ana on Tuesday\nSecond line\nwhich nobody has read yet\n"
_FOLLOW: Final = 40


def settle() -> None:
    """Let everything be laid out."""
    for _ in range(_FOLLOW):
        QApplication.processEvents()


def views(window: QWidget) -> CallViews:
    """The three views of a question."""
    shown = of(window).content.inputs
    assert isinstance(shown, CallViews)
    return shown


# What will be sent


def as_json(_: FakeLink, window: QWidget) -> None:
    """The person looks at the bytes."""
    settle()
    views(window).switch.choose(JSON)


def laid_out(link: FakeLink, window: QWidget) -> None:
    """The person has them laid out."""
    as_json(link, window)
    views(window).findChildren(JsonView)[0]._indent_check.setChecked(True)  # noqa: SLF001  # as a click would


def held_against(answer: Comparison | AssentError) -> Act:
    """The person looks at what is different."""

    def act(link: FakeLink, window: QWidget) -> None:
        link.replies[CompareCall] = answer
        settle()
        views(window).switch.choose(CHANGES)

    return act


def known(last: JsonObject | None = BEFORE, *files: FileBefore) -> Comparison:
    """What the host found to hold a call against."""
    if last is None:
        return Comparison(None, 0.0, "", "no call of this tool was approved before", files)
    return Comparison(canonical(last), time.time() - 86_400, "claude-code", "", files)


def on_disk(text: str | None = DISK, why: str = "", *, missing: bool = False) -> FileBefore:
    """The file that the usual call writes."""
    name = "/home/ana/work/notes/summary.txt"
    return FileBefore(("path",), ("content",), name, text, why, len(text or ""), missing)


def told(answer: Comparison) -> Act:
    """The host says by itself what the call can be held against."""

    def act(_: FakeLink, window: QWidget) -> None:
        settle()
        of(window).show_comparison(answer)

    return act


_OLD: Final = [f"{number}. Point {number} of the minutes stands as it was." for number in range(1, 31)]
_NEW: Final = [
    *_OLD[:9],
    "10. Point 10 of the minutes was changed on Tuesday.",
    "11. Two points became one.",
    *_OLD[12:],
    "31. A new point.",
    "32. And another.",
]
REPLACING: Final = samples.asked({"path": "notes/summary.txt", "content": "\n".join(_NEW) + "\n"})
REPLACED: Final = known(None, on_disk("\n".join(_OLD) + "\n"))


_EDIT_FILE: Final[JsonObject] = {
    "name": "edit_file",
    "description": "Make line-based edits to a text file.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "path": {"type": "string"},
            "edits": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"oldText": {"type": "string"}, "newText": {"type": "string"}},
                    "required": ["oldText", "newText"],
                },
            },
            "dryRun": {"type": "boolean", "default": False},
        },
        "required": ["path", "edits"],
    },
}
EDITS: Final = calls.judged(
    {
        "path": "notes/summary.txt",
        "edits": [
            {"oldText": "\n".join(_OLD[7:12]) + "\n", "newText": "\n".join(_NEW[7:11]) + "\n"},
            {"oldText": "port = 8080", "newText": "port = 8\u200b443"},
            {"oldText": "Nobody has read this yet.", "newText": ""},
        ],
        "dryRun": False,
    },
    _EDIT_FILE,
)
EDIT: Final = samples.asked(
    {
        "file_path": "src/report.py",
        "old_string": "def total(a):\n    return a\n",
        "new_string": "def total(a, b):\n    return a + b\n",
    },
    definition={**_EDIT_FILE, "name": "replace", "inputSchema": {"type": "object"}},
)


def finds(words: str) -> Act:
    """The person looks for words in the longest text."""

    def act(_: FakeLink, window: QWidget) -> None:
        settle()
        block = max(window.findChildren(TextBlock), key=lambda block: block.lines)
        next(each for each in block.findChildren(QPushButton) if tr("Find…") in each.text()).click()
        bar = block.findChildren(FindBar)[0]
        bar.field.setText(words)
        bar.search()
        settle()

    return act


def lights(number: int) -> Act:
    """The person asks to see what a finding is about."""

    def act(_: FakeLink, window: QWidget) -> None:
        settle()
        findings = of(window).content.findings
        assert findings is not None
        row = [row for row in findings.rows if row.finding.where][number]
        row.set_open(is_open=True)
        assert row.details is not None
        row.details.show_button.click()
        settle()

    return act


def unfolds(_: FakeLink, window: QWidget) -> None:
    """The person wants to see all findings, and what each means."""
    findings = of(window).content.findings
    assert findings is not None
    if findings.more is not None:
        findings.more.click()
    for row in findings.rows:
        row.set_open(is_open=True)


def reads_more(_: FakeLink, window: QWidget) -> None:
    """The person reads what the documentation says of a kind of finding."""
    of(window).open_finding("exfiltration")


def quotes(_: FakeLink, window: QWidget) -> None:
    """The person reads all of what led here."""
    more = next(view.more for view in window.findChildren(TurnView))
    assert more is not None
    more.click()


def reveals(_: FakeLink, window: QWidget) -> None:
    """The person uncovers a secret."""
    name = tr("Show {name}", name="password")
    next(each for each in window.findChildren(QPushButton) if each.accessibleName() == name).click()


def draws(_: FakeLink, window: QWidget) -> None:
    """The person wants to see a picture."""
    next(each for each in window.findChildren(QPushButton) if each.accessibleName() == tr("Show the picture")).click()


def helped(_: FakeLink, window: QWidget) -> None:
    """The person asks what the keys do."""
    of(window).open_help()


def says_why(_: FakeLink, window: QWidget) -> None:
    """The person says why not."""
    shown = of(window)
    shown.open_reason()
    shown.reason.line.setText("The summary belongs into notes/2026, beside the others.")


# Edits


def changes(act: Act, answer: EditCheck | AssentError | None = None) -> Act:
    """The person changes inputs; ``answer``: of the host, None for what it would say."""

    def whole(link: FakeLink, window: QWidget) -> None:
        link.replies[CheckEdit] = partial(judged_again, of(window).presenter.asked) if answer is None else answer
        of(window).open_edit()
        settle()
        act(link, window)
        of(window).sheets.editor.check_timer.timeout.emit()
        settle()

    return whole


def judged_again(question: Asked | None, check: CheckEdit) -> EditCheck:
    """What the host says of other inputs."""
    assert question is not None
    findings = calls.again(question, check.arguments)
    return EditCheck((), "ask", "No rule matches, so a person is asked.", findings)


def field(window: QWidget, name: str) -> QWidget:
    """Where an input is written."""
    rows = of(window).sheets.editor.findChildren(ValueRow)
    found = next(row.field for row in rows if row.node.name == name)
    assert found is not None
    return found


def writes(name: str, words: str) -> Act:
    """The person writes this into a field."""

    def act(_: FakeLink, window: QWidget) -> None:
        place = field(window, name)
        assert isinstance(place, QLineEdit | QPlainTextEdit)
        place.setFocus()
        place.selectAll()
        QTest.keyClicks(place, words)

    return act


def nothing(_: FakeLink, __: QWidget) -> None:
    """The person only looks."""


def breaks(link: FakeLink, window: QWidget) -> None:
    """The person writes what the tool does not take."""
    writes("count", "many")(link, window)
    place = field(window, "priority")
    if isinstance(place, QComboBox):
        place.setCurrentIndex(0)


def edits_json(_: FakeLink, window: QWidget) -> None:
    """The person writes JSON, and not quite."""
    editor = of(window).sheets.editor
    editor.modes.choose(JSON_MODE)
    settle()
    assert editor.json_field is not None
    editor.json_field.setPlainText(editor.json_field.toPlainText().replace('"priority": "high",', '"priority": "high"'))


def not_taken(link: FakeLink, window: QWidget) -> None:
    """The host does not take the edit."""
    link.replies[EditCall] = AssentError("the rule no-secrets-out denies such a call")
    changes(writes("path", "notes/summary.txt"))(link, window)
    of(window).sheets.editor.bar.use.click()


DENIED: Final = EditCheck(
    (),
    "deny",
    "The administrator's rule no-startup-files denies this call.",
    calls.judged({"path": "~/.bashrc", "content": "x"}).request.findings,
)
DANGEROUS: Final = EditCheck(
    (),
    "deny",
    "The administrator's rule no-commands-from-strangers denies this call: a person of the operations team runs such "
    "commands, after somebody else has read them.",
    calls.DANGERS.request.findings,
)
WRONG: Final = EditCheck((EditProblem(("priority",), "low is not allowed for this customer"),))
WRITES_DENIED: Final = changes(writes("path", "~/.bashrc"), DENIED)
WRITES_DANGERS: Final = changes(writes("path", "~/.bashrc"), DANGEROUS)
WRITES_WRONG: Final = changes(breaks, WRONG)
PLAIN: Final = calls.judged(calls.WRONG_PATH)
WRITES_CODE: Final = samples.asked(
    {
        "path": "deploy/run.sh",
        "content": "#!/bin/sh\nset -eu\nfor host in a b c; do\n  ssh \"$host\" 'systemctl restart app'\ndone\n",
    }
)
NOTHING_ALIKE: Final[JsonObject] = {"path": "a", "content": " ".join(f"{n * 7919 % 1000003:x}" for n in range(60_000))}
TOO_DIFFERENT: Final = samples.asked(
    {"path": "a", "content": " ".join(f"{n * 104729 % 999983:x}" for n in range(60_000))}
)
