"""The rules that are drawn.

Owns: rules, explanations and replays that the host could really send.
"""

from __future__ import annotations

import time
from typing import Final

from host.control.protocol import (
    CheckRule,
    ExplainCall,
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
    RuleView,
)
from host.model import Effect, Obligations, RoleQuota
from host.policy.explain import explain
from host.policy.facts import CallFacts
from host.policy.model import Conditions, Match, PolicySource, Rule, TimeOfDay
from host.window.explain import NO_PAST
from host.words import say
from tests.gallery.questions import call_id
from tests.gallery.records import SERVER, SERVERS
from tests.support import window as samples
from tests.support.window import FakeLink, rule
from ui.main_window import MainWindow
from ui.rules.page import RulesPage

TRIAL: Final = rule(
    "trial-analysis",
    source="managed",
    effect="ask",
    server="trial",
    tool="analyse_*",
    app="*",
    reason="Protocol 4.2: both must have seen what is analysed.",
    conditions=("the server is one that the administrator vouches for", "dataScale is large or extreme"),
    obligations=("1 PRINCIPAL_INVESTIGATOR signs", "1 IRB_CHAIR signs", "the result is held until it is released"),
    words="Asks before any app uses “analyse_*” of “trial”.",
)
DENIED: Final = rule("no-deletes", source="managed", effect="deny", server="*", tool="delete_*", app="*", reason="No.")
READING: Final = rule(
    "reading",
    conditions=("every path lies in /home/ana/work or ~/notes",),
    obligations=("at most 10 calls in 60 s",),
    reason="Reading is harmless here",
    expires="2027-01-01T00:00:00Z",
)
HOSTS: Final = rule(
    "web",
    server="web",
    tool="fetch",
    conditions=("every host is example.com or below example.org", "on mon to fri from 08:00 to 18:00"),
)
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
    conditions=("the argument \u2066“path”\u2069 is " + "long" * 120,),
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
    '{\n  "effect": "allow",\n  "match": {\n    "server": "git",\n    "tool": "git_status",\n    "app": "claude-code"\n'
    "  }\n}",
    "Lets “claude-code” use “git_status” of “git” without asking.",
    "You approved the same call three times.",
    "suggestion-1",
)
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
_WEEKEND: Final = Conditions(time=TimeOfDay(frozenset({"sat", "sun"}), 9 * 60, 17 * 60))
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
    )


REPORT: Final = ReplayReport(412, tuple(map(_changed, range(23))), 23, 4, True)
SOUND: Final = RuleCheck(
    (), READING, "Lets “claude-code” use “read_*” of “files” without asking, in /home/ana/work or ~/notes.", True
)
WRONG: Final = RuleCheck(
    (
        "rule:2: effect is “alow”; write allow, ask or deny.",
        "rule:5: match.tol is not known; did you mean tool?",
        "rule:9: match.paths_within[0] is no absolute path; begin it with / or ~.",
    ),
    None,
    "",
    False,
)
REPLIES: Final[dict[type, object]] = {
    ReadRules: samples.rules_page(*MANY),
    ReadServer: SERVER,
    ExplainCall: WHY,
    CheckRule: SOUND,
    ReplayRule: REPORT,
}
NONE: Final = REPLIES | {ReadRules: samples.rules_page()}
HOSTILE: Final = REPLIES | {ReadRules: samples.rules_page(LONG, READING)}
ERRORS: Final = REPLIES | {CheckRule: WRONG}
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
    page.edit(READING.text, READING.id, saved=True)
    assert page.editor is not None
    page.editor.saving.save.click()


def leaving(_: FakeLink, window: MainWindow) -> None:
    """A rule that is not saved is to be left."""
    page = page_of(window)
    page.edit(DRAFT.text)
    assert page.editor is not None
    page.editor.back.click()


def trying(_: FakeLink, window: MainWindow) -> None:
    """A call is tried."""
    page = page_of(window)
    page.tabs.setCurrentIndex(1)
    page.test.show_call("trial", "analyse_trial", "claude-code", '{\n  "trial_id": "NCT-0421"\n}')
    page.test.go.click()


def trying_in_editor(_: FakeLink, window: MainWindow) -> None:
    """A call is tried with the rule that is being written."""
    page = page_of(window)
    page.edit(READING.text, READING.id, saved=True)
    assert page.editor is not None
    page.editor.tabs.setCurrentIndex(1)
    page.editor.test.show_call("files", "read_file", "claude-code", "{}")
    page.editor.test.go.click()


def signers(_: FakeLink, window: MainWindow) -> None:
    """Who may sign."""
    page_of(window).tabs.setCurrentIndex(2)


def confirming(_: FakeLink, window: MainWindow) -> None:
    """The person reads what waits."""
    page_of(window).waits.acted.emit()
