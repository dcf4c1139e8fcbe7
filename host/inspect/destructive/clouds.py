"""Commands of clouds and clusters that end, expose or blind something (pure).

Owns: the verbs and options of their programs. What stays true: the first verb of a command decides, so that one which
lists is never one that ends; options count where the command changes something; a rehearsal does nothing.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from host.model import Severity
from host.patterns import regex
from host.words import say

Judged: TypeAlias = "tuple[Severity, str, tuple[int, int]]"
"""How grave, our sentence, and where in the command."""

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH
_ENDS: Final = say("This ends something that somebody relies on.")
_BLIND: Final = say("This switches off what protects or records.")
_EXPIRES: Final = say("This keeps things so short that what is there goes by itself.")
_STOPS: Final = say("This stops all of it: it sets the number to none.")
_LEADS: Final = say("This changes where money, mail or a name leads from now on.")
_RIGHTS: Final = say("This hands out the rights of an administrator.")
_WORLD: Final = say("This opens something to the whole world.")
_BACK: Final = say("This puts an older state in the place of what is there.")
_HANDS: Final = say("This hands something over to another owner.")

NAMES: Final = ("aws", "gcloud", "az ", "kubectl", "oc ", "oci ", "doctl", "hcloud", "linode-cli", "ibmcloud", "aliyun")
"""One of these is in each command that is judged here."""
_STARTS: Final = regex(
    r"(?:^|[\s;&|(/])(aws|gcloud|az|kubectl|oc|oci|doctl|hcloud|linode-cli|ibmcloud|aliyun)(?:\.exe)?\s"
)
_ENDED: Final = regex(r"\n|;|&&|\|\|?")
_LONGEST: Final = 8_000
_COMMANDS: Final = 20
_POSITIONS: Final = 12
_REHEARSED: Final = regex(
    r"--dry-?run(?![\s=]{1,2}(?:none|false|no)\b)|--what-?if\b|-whatif\b(?!:\$false)|--no-execute\b|--check-only\b"
)
"""An option that says that nothing is done."""

_LOOKS: Final = frozenset(
    "list ls describe show get read tail search check batch-get lookup view logs log top explain wait simulate test "
    "preview estimate validate diff head scan query filter export download print history status version".split()
)
_ENDING: Final = frozenset(
    "delete destroy remove purge terminate drop disable deactivate stop reset suspend failover unlink abandon "
    "deprecate deallocate revoke deregister detach disassociate release leave close cancel shutdown halt wipe "
    "rollback restore drain cordon evict undeploy decommission regenerate redeploy reimage swap abort reject poweroff "
    "power-off rebuild downgrade unassign deprovision withdraw offboard invalidate force empty clear evacuate".split()
)
_MADE_NEW: Final = frozenset("create run start add register put apply".split())
_MILD: Final = frozenset(
    "tag tags label labels annotations annotation taint completion session context command query execution bookmark "
    "upload cache-entry draft maintenance favorite preview dashboard query-execution statement cost comment".split()
)
_GUARDS: Final = (
    r"(?:protect|versioning|retention|mfa|multi-?factor|logging|\blogs?\b|audit|trail|point-?in-?time|backup|encrypt|"
    r"block-?public|blockpublic|ignorepublic|restrictpublic|public-access-prevention|waf|defender|guard|soft-?delet|"
    r"purge-protect|alarm|alert|https-only|ssl|require-tls|tls|monitor|firewall|lock|account-?enabled|termination|"
    r"detect|scan|policy-enforce|rbac|auto-?renew|actions-enabled|uniform-bucket|auto-?repair)"
)
_OFF: Final = regex(
    rf"--no-(?:disable-api-[a-z]{{4,12}}|(?:[a-z-]{{0,24}}?){_GUARDS}[a-z-]{{0,24}})(?=\s|$)|"
    rf"(?:{_GUARDS})[a-z-]{{0,30}}[\"'\s=:{{]{{1,4}}(?:[\"']?(?:status|enabled|value|state)[\"']?\s{{0,2}}[=:]\s{{0,2}})?"
    r"[\"']?(?:false|disabled|disable|off|suspended|none)\b|--(?:clear|remove)-(?:retention|rotation|[a-z-]{0,20}protection)[a-z-]{0,20}|"
    r"--disabled\b|--disable-(?:[a-z-]{0,20})(?:protection|logging|backup|versioning|encryption|mfa)|--bypass-[a-z-]{0,30}(?:retention|polic|lock)[a-z-]{0,12}|"
    r"--no-enable(?:-[a-z-]{2,40})?(?=\s|$)|--status[\s=]{1,2}inactive\b|--skip-final-snapshot|--delete-automated-backups|--force-delete-without-recovery|--delete-backup-data\s{1,2}true"
)
_KEPT: Final = regex(
    r"(?:retention|expir[a-z]{0,8}|max-?age|[\"'{,]age|ttl|keep|min_age|days-?after-?modification[a-z-]{0,12}|noncurrent(?:version)?expiration)[a-z-]{0,24}"
    r"[\"'\s=:{]{1,6}(?:[\"']?(?:noncurrent)?(?:in-?)?(?:days|hours|min_age)[\"'\s=:]{1,4})?[\"']?[01](?:\.0)?(?=[dhm\"'\s,}\]]|$)|"
    r"retention[^\n;|]{0,80}?\bdays[\"']?[\s=:]{1,3}[01]\b|time-to-live-specification\s(?=[^\n]{0,40}enabled=true)(?![^\n]{0,80}attributename=\w{0,20}(?:expir|ttl))"
)
_TEMPORARY: Final = regex(
    r"\b(?:tmp|temp|temporary|cache|scratch|thumb\w{0,6}|preview\w?|staging|sandbox|uploads?)\b|record-sets?|cache-control|\bcdn\b|cloudfront"
)
_NONE: Final = regex(
    r"--?(?:[a-z-]{0,24})(?:desired-(?:count|capacity|size)|desired|max-(?:size|capacity|instances|nodes|replicas)|num-nodes|node-count|"
    r"replicas|new-capacity|instance-count|number-of-instances|capacity|count|size|sku-capacity|concurrent-executions|desiredsize)[\s=]{1,2}[\"']?0\b|"
    r"(?:desiredsize|maxsize|desiredcapacity)\s{0,2}[=:]\s{0,2}0\b"
)
_SCALES: Final = frozenset("update scale resize set patch modify change put apply edit".split())
_NAME: Final = regex(
    r"change-resource-record-sets|domain-nameservers|domain-contact|--(?:name-?servers?|ns)\b|record-sets?\b|set-nameservers"
)
_RULES: Final = regex(
    r"--role(?:-name)?[\s=]{1,2}[\"']?(?:roles/)?(?:owner|contributor|user access administrator|editor|[a-z. ]{0,30}admin\w{0,10})\b|"
    r"--group-name[\s=]{1,2}[\"']?\w{0,20}(?:admin|root|sudo|poweruser)\w{0,10}|:policy/\w{0,20}(?:fullaccess|administratoraccess)\b"
)
_HANDS_OUT: Final = frozenset("create add attach put set update assign grant".split())
_ANYBODY: Final = regex(
    r"group=[\"']?all\b|--(?:values-to-add|group-names)[\s=]{1,2}[\"']?all\b|--public-access[\s=]{1,2}(?:blob|container)\b|"
    r"--allow-blob-public-access[\s=]{1,2}true|--default-action[\s=]{1,2}allow\b|--authorized-networks[\s=]{1,2}0\.0\.0\.0/0|"
    r"--auth-type[\s=]{1,2}none\b|--public-network-access[\s=]{1,2}enabled|--source-address-prefix(?:es)?[\s=]{1,2}[\"']?(?:\*|internet|any)(?=[\s\"']|$)"
)
_FOR_GOOD: Final = regex(
    r"reclaimpolicy\W{1,6}delete\b|finalizers\W{1,6}(?:null|\[\s{0,3}\])|--cascade=orphan|--grace-period=0"
)
_TRANSFERS: Final = regex(r"transfer-domain|transfer-[a-z-]{0,20}account|change-owner|accept-[a-z-]{0,20}transfer")


def judge(low: str) -> Iterator[Judged]:
    """What the commands in a text, which is in lower case, do for good."""
    if not any(name in low for name in NAMES):
        return
    for match in islice(_STARTS.finditer(low), _COMMANDS):
        start = match.start(1)
        ended = _ENDED.search(low, match.end(), start + _LONGEST)
        end = min(len(low), start + _LONGEST) if ended is None or match[1] in ("aws", "kubectl") else ended.start()
        if rehearsed(low, match.start(1)):
            continue
        if (judged := _one(low[start:end], match[1])) is not None:
            yield judged[0], judged[1], (start, min(end, start + 120))


def rehearsed(low: str, at: int) -> bool:
    """Whether the command at a place only rehearses what it would do."""
    start = max(low.rfind(mark, max(0, at - _REACH), at) for mark in _APART)
    end = _ENDS_THERE.search(low, at + 1, at + _REACH)
    return _REHEARSED.search(low, max(start + 1, at - _REACH), end.start() if end else at + _REACH) is not None


_APART: Final = (";", "|", "&", "\n")
_ENDS_THERE: Final = regex(r"[;|&\n]")
_REACH: Final = 2_000


def only_looks(low: str) -> bool:
    """Whether a text, which is in lower case, is one command, and one that shows or plans."""
    if _SHOWS.match(low) and not _CHAINED.search(low, 0, _LONGEST):
        return True
    match = _STARTS.match(low)
    if match is None or _CHAINED.search(low, 0, _LONGEST):
        return False
    verbs = (part for word in _said(low[:_LONGEST], match[1]) for part in (word, *word.split("-")))
    return next((word for word in verbs if word in _LOOKS or word in _ENDING or word in _CHANGES), "") in _LOOKS


_SHOWS: Final = regex(
    r"(?:terraform|tofu|terragrunt)\s(?:-chdir=\S{1,200}\s{1,2})?(?:plan|show|validate|output|fmt|graph|state\s{1,2}(?:list|show))\b"
)
_CHAINED: Final = regex(r"[;&|\n`>]|\$\(|-exec")


def _one(command: str, program: str) -> tuple[Severity, str] | None:
    said = _said(command, program)
    verbs = [part for word in said for part in (word.split("-") if word not in _LOOKS else [word])]
    first = next((word for word in verbs if word in _LOOKS or word in _ENDING or word in _CHANGES), "")
    if not first or first in _LOOKS:
        return None
    told = _by_options(command, first, frozenset(verbs))
    if told is not None:
        return told
    if first not in _ENDING or not _MILD.isdisjoint(said) or not _MILD.isdisjoint(verbs[1:]):
        return None
    if first == "restore":
        return _MEDIUM, _BACK
    return _MEDIUM, _ENDS


_CHANGES: Final = (
    _SCALES | _HANDS_OUT | frozenset("patch transfer schedule accept enable admin promote start run".split())
)


def _by_options(command: str, first: str, verbs: frozenset[str]) -> tuple[Severity, str] | None:
    """What options and values mean in a command that changes something."""
    if "schedule" in verbs and "deletion" in verbs:
        return _HIGH, _ENDS
    if _TRANSFERS.search(command):
        return _HIGH, _HANDS
    if _NAME.search(command):
        return (_HIGH if _MAIL_TOO.search(command) else _MEDIUM), _LEADS
    told = _guarded(command, first, verbs)
    if told is not None:
        return told
    if first in _HANDS_OUT and _RULES.search(command):
        return _HIGH, _RIGHTS
    if _ANYBODY.search(command):
        return _HIGH, _WORLD
    whole = "create-invalidation" in command and "/*" in command
    return (_MEDIUM, _ENDS) if whole or not verbs.isdisjoint(_SHUTS) or _FOR_GOOD.search(command) else None


_MAIL_TOO: Final = regex(r"nameserver|\b(?:ns|mx)\b")
_SHUTS: Final = frozenset("disable leave promote".split())


def _guarded(command: str, first: str, verbs: frozenset[str]) -> tuple[Severity, str] | None:
    """A guard that is off, a time in which nothing is kept, a number that is none."""
    if first not in ("create", "run", "start") or "policy" in verbs:
        if _OFF.search(command):
            return _HIGH, _BLIND
        if _KEPT.search(command) and not _TEMPORARY.search(command):
            return _MEDIUM, _EXPIRES
    return (_MEDIUM, _STOPS) if first in _SCALES and _NONE.search(command) else None


def _said(command: str, program: str) -> list[str]:
    """The words in which the verb stands: of one program the second, after a service that may be named like a verb."""
    words = _positions(command)
    return words[1:2] if program == "aws" else words[:_POSITIONS]


def _positions(command: str) -> list[str]:
    """The words of a command before its first option, without the program."""
    words: list[str] = []
    for word in command[:2_000].split()[1:]:
        if word.startswith("-"):
            if words:
                break
            continue
        words.append(word.strip("\"'"))
    return words
