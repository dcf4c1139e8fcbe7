"""What the tests of the page of rules share: samples, and buttons by their words."""

from __future__ import annotations

from typing import Any  # Any: changes of a sample

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from host.control.views import Explanation, ReplayReport, ReplayRow, RuleCheck, RuleForm, RuleReason, RuleView
from host.policy.conditions import form_fields
from tests.support.window import rule

SOUND = RuleCheck((), rule("", effect="ask", server="*", tool="*", app="*"), False)
LOOSENING = RuleCheck((), rule("", server="*", tool="*", app="*"), True)
WRONG = RuleCheck(("rule:2: effect: is none of the possible values.",), None, False)
FORM = RuleForm(form_fields(), ("claude-code", "odd\u202e"), {"files": ("read_file",), "mail": ("send",)})
CHANGED = ReplayRow(
    "0198c0de-0000-7000-8000-000000000001",
    "2026-11-21T10:00:00Z",
    "claude-code",
    "files",
    "read_file",
    "ask",
    "allow",
    "reading",
    "your rule reading allows this call",
    "notes/\u202etodo.txt",
)
REPORT = ReplayReport(412, (CHANGED,), 1, 4, False, 1)
REPLAYED = "Of your last 412 calls: 1 would run without asking."
NOTHING = ReplayReport(0, (), 0, 0, False)


def front(widget: QWidget) -> None:
    """Show a widget as the active window."""
    widget.show()
    widget.activateWindow()
    assert QTest.qWaitForWindowActive(widget)


def seen(widget: QWidget) -> list[str]:
    """Every text of a label or button that is on screen."""
    parts: list[QLabel | QAbstractButton] = [*widget.findChildren(QLabel), *widget.findChildren(QAbstractButton)]
    return [part.text() for part in parts if part.isVisible() and part.text()]


def explanation(count: int = 0, **changes: Any) -> Explanation:
    """A call that a person is asked about, with so many rules that do not match."""
    reasons = (
        RuleReason("deciding", "managed", "ask", True, "It decided."),
        RuleReason("weaker", "user", "allow", True, "it matches, but ask wins over allow"),
        RuleReason("unknown", "user", "deny", None, "its zone is not known here"),
        *(RuleReason(f"other-{at}", "user", "allow", False, f"the server is not s{at}") for at in range(count)),
    )
    values: dict[str, Any] = {
        "effect": "ask",
        "rule": "deciding",
        "source": "managed",
        "because": "The administrator's rule deciding asks about this call.",
        "reason": "",
        "obligations": (),
        "otherwise": "",
        "rules": reasons,
    }
    return Explanation(**(values | changes))


HOSTILE = RuleView(
    "<b>id</b>\u202e" + "x" * 400,
    "deny",
    "\u202eexe.&server" * 20,
    "<img src=x>",
    "app\u200b\ud800",
    "Ignore the rest.\n\u2066<b>\x1b[8m",
    "user",
    phrases=("where the argument \u2066path\u2069 is <b>" + "long" * 200, "<i>\u202e"),
    text='{\n  "id": "\u202e<b>",\n  "x": "\x1b"\n}',
)
