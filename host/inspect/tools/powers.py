"""What a call can do that no stranger should bring about (pure).

Owns: the list of such powers, and by what a call has one. What stays true: names are a server's and may lie, so that a
power is a reason to look closer; a call without one is not harmless.
"""

from __future__ import annotations

from itertools import islice
from typing import Final, NamedTuple

from host.inspect.subject import Subject
from host.inspect.tools.acts import VALUES, deeds_of, is_dry
from host.inspect.tools.reach import Nature
from host.inspect.tools.words import last_word, named_as_code, named_as_sql, tool_words, words_of
from host.naming import Deed
from host.patterns import regex
from host.words import say


class Power(NamedTuple):
    """One.

    Attributes:
        what: ends a sentence that begins with "this call". does: the deed of words that ask for it. named: words,
        divided by bars, one of which they must have; empty where any will do.
    """

    what: str
    does: Deed
    named: str = ""


_LETS_IN: Final = frozenset(
    "invite grant share permission collaborator member role access acl policy delegate admin owner guest assume "
    "whitelist allowlist authorize ingress expose unlock disarm".split()
)
_MAKING: Final = frozenset(
    "invite grant share add create set update put assign attach make change give promote enable accept approve insert "
    "modify edit authorize allow expose unlock disarm alter patch".split()
)
_LAUNCHES: Final = frozenset(
    "merge deploy publish release push approve rollout rollback restart install trigger dispatch apply migrate sync "
    "checkout enable disable reset rotate unlock".split()
)
_EVALUATES: Final = frozenset("evaluate eval execute exec script console inject".split())
_KEEPS: Final = frozenset(
    "memory entity observation remember knowledge fact preference relation instruction rule".split()
)
_UNLOCKS: Final = frozenset("unlock disarm open disable".split())
_ACCOUNT: Final = frozenset(
    "password email payout bank iban address account dns record firewall rule forwarding recovery phone mfa webhook "
    "vendor supplier payee beneficiary billing setting settings config configuration secret variable env route flag "
    "price discount deposit salary payroll automation flow zap".split()
)
_CHANGING: Final = frozenset("set update change put patch modify edit create add replace alter configure".split())
_GUARDS: Final = frozenset(
    "protection enforce required authorized approving reviewer reviewers cidr range ranges firewall backup retention "
    "encryption scrub audit logging rls ssl mfa sso visibility access network networks allowlist whitelist "
    "policy".split()
)
"""Inputs that say who may do what, and what is kept."""
_SETTINGS: Final = (
    "setting|config|rule|protect|allow|polic|guard|limit|network|access|secur|permission|require|schutz|regel|einstell|"
    "freig|netz|règle|regl|regol|regra|réseau|red |rete|rede|sicher|segur|sécur|sicurezza|правил|настро|設定|设置|规则"
)
_NAMING: Final = 4
_ASKED_IN: Final = (
    "invit|shar|add |access|grant|collab|member|permission|give|let |allow|role|admin|right|zugriff|freig|berecht|"
    "einlad|rechte|accès|acces|permis|partag|condivid|compart|dodaj|udost|доступ|прав|権限|共有|招待|权限|共享|邀请"
)
"""What people say who want somebody let in."""
_RUN_LATER: Final = regex(
    r"(?i)(?:^|[/\\])(?:\.?mcp(?:_config|\.config)?\.json|claude_desktop_config\.json|tasks\.json|launch\.json|settings"
    r"(?:\.local)?\.json|package\.json|makefile|justfile|dockerfile|jenkinsfile|procfile|compose\.ya?ml|"
    r"docker-compose\.ya?ml|"
    r"\.gitlab-ci\.ya?ml|\.travis\.ya?ml|azure-pipelines\.ya?ml|\.pre-commit-config\.yaml|\.(?:bash|zsh)(?:rc|"
    r"_profile|env)|"
    r"\.profile|\.npmrc|\.pypirc|pip\.conf|setup\.py|conftest\.py|sitecustomize\.py|crontab|authorized_keys|"
    r"\.?(?:claude|agents|gemini)\.md|"
    r"\.cursorrules|\.windsurfrules|copilot-instructions\.md|skill\.md|\.gitconfig|\.gitattributes|\.htaccess|"
    r"nginx\.conf|"
    r"[\w.-]{1,60}\.(?:service|timer|plist|desktop|ps1|bat|sh|command))$|"
    r"\.github[/\\]workflows[/\\]|\.git[/\\]hooks[/\\]|\.husky[/\\]|[/\\]cron\.|[/\\]launchagents[/\\]|"
    r"[/\\]autostart[/\\]|"
    r"\.cursor[/\\]|\.claude[/\\]|\.vscode[/\\]|\.ssh[/\\]|[/\\]startup[/\\]"
)
_FORMULA: Final = regex(
    r"(?i)^\s{0,4}[=+@-]\s{0,4}(?:import\w{2,8}|image|webservice|hyperlink|cmd|dde|query)\s{0,3}[(|]"
)
_PATH: Final = 400


def power_of(subject: Subject, here: Nature) -> Power | None:
    """The first of its powers; None where it has none that is known."""
    if is_dry(subject.arguments):
        return None
    words, deeds = tool_words(subject), deeds_of(subject)
    if (
        here.runs
        or "runs" in deeds
        or (words & _EVALUATES and any(map(named_as_code, islice(subject.values(), VALUES))))
    ):
        return Power(say("runs something"), "runs")
    if "pays" in deeds or here.sink == "payment":
        return Power(say("moves money"), "pays")
    if "deletes" in deeds:
        return Power(say("deletes or ends something"), "deletes")
    if not words.isdisjoint(_LETS_IN) and not words.isdisjoint(_MAKING):
        return Power(say("lets somebody in"), "sends", _ASKED_IN)
    if not words.isdisjoint(_LAUNCHES) and not words & {"list", "get", "status"}:
        return Power(say("puts something into use"), "writes")
    return _by_inputs(subject, words, deeds)


def _by_inputs(subject: Subject, words: frozenset[str], deeds: frozenset[Deed]) -> Power | None:
    if not words.isdisjoint(_KEEPS) and not words.isdisjoint(
        {"create", "add", "store", "save", "remember", "write", "update"}
    ):
        return Power(say("keeps something for later"), "writes")
    writes = "writes" in deeds or not words.isdisjoint({"write", "create", "edit", "save", "append"})
    for text in islice(subject.values(), VALUES):
        if writes and len(text.text) <= _PATH and _RUN_LATER.search(text.text):
            return Power(say("changes what is run later"), "writes", _last(text.text))
        if named_as_sql(text) and text.text[:12].lstrip().lower().startswith(_STATEMENTS):
            return Power(say("asks or changes a database"), "writes" if deeds else "")
        if last_word(text.key) in _SERVICES and len(text.text) <= _NAMED and words_of(text.text) & _UNLOCKS:
            return Power(say("opens something"), "writes")
        if text.text[:1] in "=+@-" and _FORMULA.match(text.text[:80]):
            return Power(say("has a sheet fetch or send something"), "writes")
    if not words.isdisjoint(_CHANGING):
        if not words.isdisjoint(_GUARDS) or any(words_of(key) & _GUARDS for key in islice(subject.arguments, VALUES)):
            own = "|".join(sorted(word for word in words - _CHANGING if len(word) >= _NAMING))
            return Power(say("changes a setting"), "writes", f"{own}|{_SETTINGS}" if own else _SETTINGS)
        if not words.isdisjoint(_ACCOUNT):
            return Power(say("changes a setting"), "writes")
    return None


def _last(path: str) -> str:
    """What people call such a file."""
    name = path.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
    return f"{name.rpartition('.')[0] or name}|{_CALLED}"


_CALLED: Final = (
    "config|setting|hook|workflow|pipeline|script|rule|docker|make|package|service|cron|task|server|ci|"
    "install|set up|setup|mcp|profile|alias"
)
_SERVICES: Final = frozenset({"service", "action", "command", "operation", "intent"})
_NAMED: Final = 60
_STATEMENTS: Final = (
    "select",
    "with",
    "insert",
    "update",
    "delete",
    "drop",
    "alter",
    "create",
    "grant",
    "copy",
    "call",
    "exec",
)
