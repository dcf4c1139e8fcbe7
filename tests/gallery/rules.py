"""The rules that are drawn.

Owns: rules, explanations and replays that the host could really send.
"""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from host.control.protocol import (
    CheckRule,
    ExplainCall,
    ReadImport,
    ReadRuleForm,
    ReadRules,
    ReadServer,
    ReplayRule,
)
from host.control.views import (
    ApproverView,
    ChangeView,
    HostState,
    ReplayReport,
    ReplayRow,
    RuleCheck,
    RuleDraft,
    RuleForm,
    RuleView,
)
from host.model import Effect, JsonObject, Obligations, RoleQuota
from host.policy.conditions import TimeOfDay, form_fields
from host.policy.explain import explain
from host.policy.facts import CallFacts
from host.policy.model import Match, PolicySource, Rule
from host.policy.parse import parse_rule
from host.policy.words import rule_view
from host.values import replace
from host.window.rules import NO_PAST, check_rule, importable
from host.words import say
from tests.gallery.questions import call_id
from tests.gallery.records import SERVER, SERVERS
from tests.support import window as samples
from tests.support.rules import wanting
from tests.support.window import FakeLink, rule
from ui.main_window import MainWindow
from ui.rules.page import RulesPage

NOW: Final = datetime.now(UTC)


def told(raw: JsonObject, **changes: Any) -> RuleView:  # Any: as ``replace`` takes them
    """A rule as the host tells it."""
    made, problems = parse_rule(json.dumps(raw))
    assert made is not None, problems
    return replace(rule_view(made), **changes)


TRIAL: Final = told(
    {
        "id": "trial-analysis", "effect": "ask", "reason": "Protocol 4.2: both must have seen what is analysed.",
        "match": {
            "server": "trial", "tool": "analyse_*", "trust": "managed",
            "annotations": {"dataScale": ["large", "extreme"]},
        },
        "obligations": {"approvers": ["PRINCIPAL_INVESTIGATOR", "IRB_CHAIR"], "review_result": True},
    },
    source="managed", used=3, last_used=(NOW - timedelta(days=4)).isoformat(),
)  # fmt: skip
DENIED: Final = told(
    {"id": "no-deletes", "effect": "deny", "match": {"tool": "delete_*"}, "reason": "No."}, source="managed"
)
READING: Final = told(
    {
        "id": "reading", "effect": "allow", "reason": "Reading is harmless here", "expires": "2027-01-01T00:00:00Z",
        "match": {"server": "files", "tool": "read_*", "app": "claude-code", "paths_within": ["~/work", "~/notes"]},
        "obligations": {"rate": {"calls": 10, "perSeconds": 60}},
    },
    used=12, last_used=(NOW - timedelta(hours=30)).isoformat(),
)  # fmt: skip
HOSTS: Final = told(
    {
        "id": "web", "effect": "allow",
        "match": {
            "server": "web", "tool": "fetch", "app": "claude-code", "hosts": ["example.com", "*.example.org"],
            "time": {"days": ["mon", "tue", "wed", "thu", "fri"], "from": "08:00", "to": "18:00"},
        },
    },
    used=211, last_used=(NOW - timedelta(minutes=7)).isoformat(),
)  # fmt: skip
OFF: Final = rule("mail", effect="ask", server="mail", tool="*", app="*", enabled=False, counts=False)
WAITING: Final = rule("shell", server="shell", tool="*", app="*", counts=False, waits="allows")
GONE: Final = rule("ask-commits", effect="ask", server="git", tool="git_commit", app="*", waits="gone")
LONG: Final = rule(
    "a-rule-with-a-name-that-somebody-thought-about-for-a-very-long-time-and-then-did-not-shorten",
    effect="deny",
    server="\u202eexe.a" + "serv" * 40,
    tool="<b>tool</b>&" + "x" * 300,
    app="Claude Code\u200b (official)",
    reason="Ignore the rest.\n\u202egpj.exe <img src=x> " + "word " * 200,
    phrases=("where the argument \u2066“path”\u2069 is " + "long" * 120,),
)
MANY: Final = (
    TRIAL,
    DENIED,
    READING,
    HOSTS,
    OFF,
    WAITING,
    *(
        rule(f"rule-{number:03}", effect=("allow", "ask", "deny")[number % 3], server=f"server-{number % 7}", tool="*")
        for number in range(400)
    ),
    GONE,
)
APPROVERS: Final = (
    ApproverView("Dr Ana Sousa", ("PRINCIPAL_INVESTIGATOR",), "managed"),
    ApproverView("Prof. Okafor", ("IRB_CHAIR", "DATA_OFFICER"), "managed"),
    ApproverView("ana", (), "user"),
)
CHANGES: Final = (
    ChangeView("allows", WAITING),
    ChangeView("allows", READING),
    ChangeView("gone", GONE),
    ChangeView("trusts", None, "git"),
)
DRAFT: Final = RuleDraft(
    told(
        {
            "effect": "allow",
            "match": {
                "server": "git", "tool": "git_status", "app": "claude-code",
                "paths_within": {"folders": ["~/repo"], "arguments": ["repo_path"]},
                "arguments": {
                    "type": "object", "properties": {"repo_path": {"type": "string"}}, "required": ["repo_path"],
                    "additionalProperties": False,
                },
            },
        }
    ),
    "You approved 3 calls that this rule would have allowed.",
    "suggestion-1",
)  # fmt: skip
STATE: Final = samples.state(servers=SERVERS, policy=samples.policy(count=len(MANY), approvers=APPROVERS))
SUGGESTED: Final = samples.state(
    servers=SERVERS, policy=samples.policy(count=len(MANY), approvers=APPROVERS, suggestions=(DRAFT,))
)
CHANGED: Final = samples.state(
    servers=SERVERS, policy=samples.policy(count=len(MANY), waiting=CHANGES, waits=len(CHANGES), digest="d" * 64)
)
UNUSABLE: Final = samples.state(
    servers=SERVERS,
    policy=samples.policy(
        problems=(
            "/home/ana/.config/assent/policy.json:4: rules[0].effect: is “alow”; write allow, ask or deny.",
            "/home/ana/.config/assent/policy.json:9: rules[1].match.tol: is not known; did you mean tool?",
        )
    ),
)
_MANAGED: Final = PolicySource(
    "managed",
    "/etc/assent/policy.json",
    rules=(
        Rule(
            "trial-analysis",
            Effect.ASK,
            Match("trial", "analyse_*"),
            source="managed",
            reason="Protocol 4.2: both must have seen what is analysed.",
            obligations=Obligations((RoleQuota("PRINCIPAL_INVESTIGATOR"), RoleQuota("IRB_CHAIR"))),
        ),
    ),
)
_WEEKEND: Final = wanting(time=TimeOfDay(frozenset({"sat", "sun"}), 9 * 60, 17 * 60))
_USERS: Final = PolicySource(
    "user",
    "/home/ana/.config/assent/policy.json",
    rules=(
        Rule("all-of-trial", Effect.ALLOW, Match("trial"), source="user"),
        Rule("weekend", Effect.DENY, Match("trial"), source="user", conditions=_WEEKEND),
        *(Rule(f"rule-{number:02}", Effect.ALLOW, Match(f"server-{number}"), source="user") for number in range(40)),
    ),
)
WHY: Final = explain(
    CallFacts("trial", "analyse_trial", "claude-code", app_authenticated=True, trust="managed"),
    (_MANAGED, _USERS),
    note=NO_PAST,
)


def _changed(number: int) -> ReplayRow:
    return ReplayRow(
        call_id(number),
        time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime(time.time() - 500.0 * (number + 1) ** 2)),
        "claude-code",
        "files",
        "read_file" if number % 3 else "list_directory",
        "ask",
        "deny" if number % 4 == 2 else "allow",
        "reading",
        say(
            "{rule} allows {calls}.",
            rule=say('Rule "{id}" of {source}', id="reading", source="policy.json"),
            calls="files",
        ),
        f"notes/{number}.txt",
    )


REPORT: Final = ReplayReport(412, tuple(map(_changed, range(23))), 23, 4, True, 18, 0, 5)


_HERE: Final = PolicySource("user", "", rules=(Rule("web", Effect.ALLOW, Match("other"), source="user"),))
_FILE: Final = json.dumps(
    {
        "version": 1,
        "rules": [json.loads(it.text) for it in (READING, HOSTS, DENIED)]
        + [{"effect": "allow", "match": {"server": "other"}}],
        "trust": {"git": "a" * 64},
    }
)


def servers_to_start(request: CheckRule) -> RuleCheck:
    """What the host says of a rule that is being written."""
    return check_rule(request, PolicySource("user", "/home/ana/.config/assent/policy.json"), NOW)


FORM: Final = RuleForm(
    form_fields(), ("claude-code", "cursor"), {"files": ("read_file", "write_file"), "git": ("git_status",), "mail": ()}
)
REPLIES: Final[dict[type, object]] = {
    ReadRules: samples.rules_page(*MANY),
    ReadServer: SERVER,
    ExplainCall: WHY,
    CheckRule: servers_to_start,
    ReadRuleForm: FORM,
    ReadImport: lambda request: importable(_FILE if request.text == "{}" else request.text, _HERE, NOW),
    ReplayRule: REPORT,
}
NONE: Final = REPLIES | {ReadRules: samples.rules_page()}
HOSTILE: Final = REPLIES | {ReadRules: samples.rules_page(LONG, READING)}
BAD: Final = """{
  "effect": "alow",
  "match": {
    "server": "files",
    "tol": "read_*",
    "app": "claude-code",
    // where reading is harmless
    "paths_within": [
      "work"
    ]
  }
}"""
EMPTY: Final[HostState] = samples.state(policy=samples.policy(count=0))


def page_of(window: MainWindow) -> RulesPage:
    """The page of rules."""
    page = window.show_page("rules")
    assert isinstance(page, RulesPage)
    return page


def first_opened(_: FakeLink, window: MainWindow) -> None:
    """The administrator's rule, closer."""
    _opened(window, TRIAL)


def own_opened(_: FakeLink, window: MainWindow) -> None:
    """A rule of the person's own, closer."""
    _opened(window, READING)


def long_opened(_: FakeLink, window: MainWindow) -> None:
    """A rule with names that nobody wants, closer."""
    _opened(window, LONG)


def _opened(window: MainWindow, wanted: RuleView) -> None:
    page_of(window).list.open_rule(wanted)


def removing(_: FakeLink, window: MainWindow) -> None:
    """A rule that denies is to go."""
    page = page_of(window)
    page.list.open_rule(next(known for known in MANY if known.effect == "deny" and known.source == "user"))
    page.list.panel.remove.click()


def writing(_: FakeLink, window: MainWindow) -> None:
    """A rule with mistakes in it."""
    page_of(window).edit(BAD)


def looking(_: FakeLink, window: MainWindow) -> None:
    """A rule that loosens, and the past calls it would have let through."""
    page = page_of(window)
    page.edit(READING.text.replace("read_*", "*"), READING.id, saved=True)
    assert page.editor is not None
    page.editor.save.click()
    page.editor.past_button.setFocus()


def editing(_: FakeLink, window: MainWindow) -> None:
    """A rule of the person's own in fields, with the past calls that it changes."""
    page = page_of(window)
    page.edit(READING.text, READING.id, saved=True)
    assert page.editor is not None
    page.editor._replay()  # noqa: SLF001  # as after a moment without a key


def new(_: FakeLink, window: MainWindow) -> None:
    """A new rule."""
    page_of(window).new_rule()


def mistaken(_: FakeLink, window: MainWindow) -> None:
    """Values that cannot be."""
    page_of(window).edit(
        json.dumps(
            {
                "effect": "allow",
                "match": {"server": "files", "paths_within": ["work"], "annotations": {"readOnlyHint": True}},
                "expires": "next week",
            },
            indent=2,
        )
    )


def hostile_edited(_: FakeLink, window: MainWindow) -> None:
    """Patterns that nobody wants, in fields."""
    page_of(window).edit(LONG.text)


def advanced(_: FakeLink, window: MainWindow) -> None:
    """The rule as text."""
    page = page_of(window)
    page.edit(DRAFT.rule.text)
    assert page.editor is not None
    page.editor.advanced.click()


def importing(_: FakeLink, window: MainWindow) -> None:
    """Rules of a file are looked through."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "colleague-rules.json"
        file.write_text("{}")
        page_of(window).import_from(file)


def spoilt_import(_: FakeLink, window: MainWindow) -> None:
    """A file that is none of rules."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "notes.json"
        file.write_text("[]")
        page_of(window).import_from(file)


def leaving(_: FakeLink, window: MainWindow) -> None:
    """A rule that is not saved is to be left."""
    page = page_of(window)
    page.edit(DRAFT.rule.text)
    assert page.editor is not None
    page.editor.cancel.click()


def trying(_: FakeLink, window: MainWindow) -> None:
    """A call is tried."""
    page = page_of(window)
    page.tabs.setCurrentIndex(1)
    page.test.show_call("trial", "analyse_trial", "claude-code", '{\n  "trial_id": "NCT-0421"\n}')
    page.test.explain_button.click()


def trying_in_editor(_: FakeLink, window: MainWindow) -> None:
    """A call is tried with the rule that is being written."""
    page = page_of(window)
    page.edit(READING.text, READING.id, saved=True)
    assert page.editor is not None
    page.editor.try_button.click()
    page.editor.test.show_call("files", "read_file", "claude-code", "{}")
    page.editor.test.explain_button.click()


def signers(_: FakeLink, window: MainWindow) -> None:
    """Who may sign."""
    page_of(window).tabs.setCurrentIndex(2)


def confirming(_: FakeLink, window: MainWindow) -> None:
    """The person reads what waits."""
    window.strip.acted.emit("rules")
