"""What ends, pays or hands out rights by values that no verb goes with (pure).

Owns: rights as bits, switches that destroy or throw away, states that end something, roles that a setting hands to
everybody, parts that are emptied, payments told by account and amount. What stays true: a value counts where its name
says what it is for; a call that only looks is left out by who asks.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, TypeAlias

from host.inspect.destructive.inputs import members
from host.inspect.subject import Subject
from host.inspect.tools.deeds import deed
from host.inspect.tools.words import last_word, words_of
from host.model import Finding, JsonValue, Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say

_Said: TypeAlias = "tuple[Severity, str]"
_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH

_RIGHTS: Final = say("This hands out the rights of an administrator.")
_NO_WAY_BACK: Final = say("This input leaves no way back, or skips what would protect.")
_TRASHED: Final = say("This moves something into the trash.")
_ENDS: Final = say("This ends something that somebody relies on.")
_EXPIRES: Final = say("This keeps things so short that what is there goes by itself.")
_EMPTIED: Final = say("This puts nothing in the place of what is there.")
_PAYS: Final = say("This moves money to somebody, and money does not come back.")
_LEADS: Final = say("This changes where money, mail or a name leads from now on.")
_OVER: Final = say("This overwrites what is there.")

_DESTROYS: Final = regex(
    r"(?i)(?:is|do|run|as|and|then|should|will|please)_?-?(?:destroy|purge|wipe|erase|truncate|obliterate|expunge|nuke)(?:_?-?(?:run|plan|mode|all|now))?|"
    r"destroy_?-?(?:run|plan|mode|all|now)|delete_?-?forever|for_?-?ever|irrevocable|bypass_?-?[a-z_-]{0,30}?(?:retention|lock|polic|protect|approval|guard|mfa)[a-z]{0,9}|irrevocably|unrecoverabl[ey]|skip_?-?(?:trash|recycle_?bin|bin)|bypass_?-?trash|"
    r"overwrite_?-?(?:originals?|all|source|remote|local|target|files?|everything|history|production)"
)
_BINNED: Final = regex(r"(?i)(?:in|is|to|move_?-?to)?_?-?(?:trash|trashed|recycle_?bin)")
_LATER: Final = regex(
    r"(?i)(?:cancel|terminate|delete|close|end|stop)_?-?(?:at|on|after)_?-?\w{0,30}|(?:cancel|terminate)_?-?(?:now|immediately)"
)
_BY_ITSELF: Final = regex(r"(?i)auto_?-?(?:delete|purge|expire|wipe|remove)[a-z_-]{0,20}")
_SMALL: Final = frozenset(
    "format formatting filter search selection highlight cache view form cookie console screen terminal style preference draft cart input field label notification badge completed log formats filters history".split()
)
_ENDED: Final = frozenset(
    "deprovisioned voided void disabled inactive suspended deactivated terminated offboarded retired expunged purged "
    "deleted trash trashed revoked blocked banned decommissioned cancelled canceled".split()
)
_STATES: Final = frozenset("status state lifecycle standing".split())
_STATED: Final = frozenset(
    "set update patch put modify edit change transition move mark bulk mass batch envelope".split()
)
_ACTIVE: Final = regex(
    r"(?i)(?:is_?)?(?:active|enabled)|(?:account|payouts?|charges?|project|service|user|api|billing|replication|backups?|login)_?-?(?:enabled|active)"
)
_RELIED: Final = frozenset(
    "project account user service backup job workflow pipeline policy store employee member tenant domain site payout "
    "charge replication subscription customer vendor integration webhook endpoint key api application server".split()
)
_SETS: Final = frozenset("set update patch put modify edit change configure setting settings toggle manage".split())
_RULERS: Final = frozenset("administrator admin owner superadmin superuser root editor_all".split())
_ROLES: Final = frozenset("role permission group access privilege level".split())
_NAMED: Final = frozenset("option key setting name field param property attribute path".split())
_GUILD: Final = frozenset("guild discord role overwrite everyone bot".split())
_BIT_KEYS: Final = frozenset("permission permissions allow permission_bits bitfield".split())
_ADMINISTRATOR, _MANAGES = 0x8, 0x10000000 | 0x20 | 0x20000000 | 0x4
_EMPTIES: Final = frozenset("clear empty reset wipe blank".split())
_WHOLES: Final = frozenset(
    "range sheet table calendar folder session sessions mailbox database worksheet album playlist topic".split()
)
_ACCOUNTS: Final = frozenset("iban bic account_number sort_code wallet".split())
_AMOUNTS: Final = frozenset("amount betrag montant importe importo valor sum".split())
_NO_PAYMENT: Final = frozenset(
    "draft template check validate verify invoice quote qr parse format list get search calculate estimate preview "
    "simulate expense record book categorize reconcile rechnung import report log".split()
)
_AS_RULER: Final = frozenset(
    "admin is_admin isadmin as_admin asadmin superuser is_superuser make_admin issuperadmin is_owner".split()
)
_LETS: Final = frozenset("merge add invite create update set user member edit promote put patch register".split())
_CARRIES_OUT: Final = frozenset("execute submit release transmit confirm commit".split())
_BATCHES: Final = frozenset(
    "sepa payment payout transfer payroll remittance wire ach bacs lastschrift ueberweisung".split()
)
_ZONE: Final = regex(
    r"(?im)^\s{0,20}[@\w.*-]{0,120}\s{1,20}(?:\d{1,7}\s{1,20})?(?:in\s{1,20})?(?:ns|mx)\s{1,20}(?:\d{1,5}\s{1,20})?[\w.-]{3,200}"
)
_ZONED: Final = frozenset("zone dns livedns records record zonefile".split())
_ONLY_TRIES: Final = frozenset("validate check lint parse preview diff draft format".split())
_KEEPS: Final = regex(
    r"(?i)aufbewahr|retenci[oó]n|reten[cç][aã]o|dur[eé]e_?de_?conservation|conservazione|bewaar|rétention|l(?:ö|oe)schfrist|vorhalte"
)
_DAYS: Final = regex(
    r"(?i)tage?n?|d[ií]as?|jours?|giorni|dagen|heures?|horas?|stunden|dauer|dur[eé]e|duraci[oó]n|durata|wert|valor|valeur|valore|days?"
)


def find_endings(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """``destructive``: by values. ``words``: of the tool's name and of an operation in the inputs."""
    reads = deed(subject.tool) == "reads"
    guild = not (words.isdisjoint(_GUILD) and words_of(subject.server).isdisjoint(_GUILD))
    keeps = _keeps(subject.tool[:200])
    for steps, key, value in members(subject.arguments):
        said = _switched(key, value, words) if isinstance(value, bool) else None
        if said is None and guild and not isinstance(value, bool) and isinstance(value, (int, str)):
            said = _bits(subject, key, value)
        if said is None and isinstance(value, str) and len(value) <= _SHORT:
            said = _stated(key, value.strip().lower(), words)
        if said is None and not isinstance(value, bool) and value in (0, 1):
            timed = _DAYS.fullmatch(key[:_SHORT]) if keeps else _KEEPS.search(key[:200])
            said = (_MEDIUM, _EXPIRES) if timed else None
        if said is not None and (not reads or said[1] == _NO_WAY_BACK):
            yield Finding("destructive", said[0], said[1], key[:80], steps)
    if not reads:
        yield from _by_all(subject, words)


_SHORT: Final = 60


@lru_cache(maxsize=1_024)
def _keeps(tool: str) -> bool:
    """Whether a tool's name says that it sets how long something is kept."""
    return _KEEPS.search(tool) is not None


@lru_cache(maxsize=1_024)
def _said_by(*keys: str) -> frozenset[str]:
    """The words of names, and they themselves."""
    return frozenset(word for key in keys for word in (*words_of(key), key.lower()))


def _switched(key: str, value: bool, words: frozenset[str]) -> _Said | None:
    """What one switch does. ``value``: on or off."""
    if value:
        if _DESTROYS.fullmatch(key[:_SHORT]):
            return _MEDIUM, _NO_WAY_BACK
        if _BINNED.fullmatch(key[:_SHORT]):
            return _MEDIUM, _TRASHED
        if _LATER.fullmatch(key[:_SHORT]):
            return _MEDIUM, _ENDS
        if _BY_ITSELF.fullmatch(key[:_SHORT]):
            return _MEDIUM, _EXPIRES
        if key.lower() in _AS_RULER and not words.isdisjoint(_LETS):
            return _MEDIUM, _RIGHTS
        paid = key_words(key)[:1] and key_words(key)[0] in _CARRIES_OUT and not words.isdisjoint(_BATCHES)
        return (_MEDIUM, _PAYS) if paid else None
    relied = not (words | words_of(key)).isdisjoint(_RELIED) and not words.isdisjoint(_SETS)
    return (_MEDIUM, _ENDS) if relied and _ACTIVE.fullmatch(key[:_SHORT]) else None


def _bits(subject: Subject, key: str, value: int | str) -> _Said | None:
    """Rights that are written as one number."""
    if words_of(key).isdisjoint(_BIT_KEYS) or (
        isinstance(value, str) and not (value.isdecimal() and len(value) < _LONG)
    ):
        return None
    bits = int(value)
    if bits & _ADMINISTRATOR:
        return _HIGH, _RIGHTS
    everyone = any("everyone" in text.text[:_LONG].lower() for text in islice(subject.values(), _FEW))
    return (_HIGH if everyone else _MEDIUM, _RIGHTS) if bits & _MANAGES else None


_LONG: Final = 30
_FEW: Final = 60


def _stated(key: str, low: str, words: frozenset[str]) -> _Said | None:
    """A state that something is put into."""
    if key == "$out":
        return _MEDIUM, _OVER
    if low == "delete" and _RECLAIMS.search(key):
        return _MEDIUM, _NO_WAY_BACK
    if low[:1] == "{" and (_NONE.search(low) is not None):
        return _MEDIUM, _STOPS
    if last_word(key) not in _STATES or low not in _ENDED or words.isdisjoint(_STATED):
        return None
    if not words.isdisjoint({"filter", "view", "search"}):
        return None
    if (low == "disabled" and not _SMALL.isdisjoint(words)) or (low == "blocked" and not _WORK.isdisjoint(words)):
        return None
    return _MEDIUM, _TRASHED if low.startswith("trash") else _ENDS


_NONE: Final = regex(r"\"(?:max)?replicas\"\s{0,2}:\s{0,2}0\b")
_STOPS: Final = say("This stops all of it: it sets the number to none.")
_WORK: Final = frozenset("task issue ticket card story item todo epic row page step".split())
_RECLAIMS: Final = regex(r"(?i)reclaim_?policy|deletion_?policy|removal_?policy")


def _by_all(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """What several inputs say together."""
    tool = subject.tool[:200]
    keys = [key for key in islice(subject.arguments, _FEW) if subject.arguments[key] not in (None, "", 0)]
    lower = _said_by(*keys)
    if not words.isdisjoint(_EMPTIES) and words.isdisjoint(_SMALL) and not lower.isdisjoint(_WHOLES):
        yield Finding("destructive", _MEDIUM, _EMPTIED, tool)
    if "promote" in words and ("member" in words or "user" in words):
        yield Finding("destructive", _MEDIUM, _RIGHTS, tool)
    if not lower.isdisjoint(_ACCOUNTS) and not lower.isdisjoint(_AMOUNTS) and words.isdisjoint(_NO_PAYMENT):
        yield Finding("destructive", _MEDIUM, _PAYS, tool)
    zoned = not (words.isdisjoint(_ZONED) and words_of(subject.server).isdisjoint(_ZONED))
    if zoned and words.isdisjoint(_ONLY_TRIES):
        for text in islice(subject.values(), _FEW):
            if (match := _ZONE.search(text.text[:20_000])) is not None:
                yield Finding("destructive", _HIGH, _LEADS, match.group()[:200], text.steps, match.span())
                break
    if "reindex" in words and "conflict" in lower and str(subject.arguments.get("conflicts")).lower() == "proceed":
        yield Finding("destructive", _MEDIUM, _OVER, tool)
    given = subject.arguments.get("command", subject.arguments.get("cmd"))
    if isinstance(given, dict) and not _DROPS.isdisjoint(key.lower() for key in islice(given, _FEW)):
        yield Finding(
            "destructive",
            _HIGH,
            _DROPPED,
            next(iter(given))[:80],
            ("command",) if "command" in subject.arguments else ("cmd",),
        )
    if not words.isdisjoint(_SETS):
        yield from _everyone_rules(subject)


_DROPS: Final = frozenset("drop dropdatabase dropindexes dropallusersfromdatabase dropuser shutdown delete".split())
_DROPPED: Final = say("This deletes something in the database.")


def _everyone_rules(subject: Subject) -> Iterator[Finding]:
    """A setting of which role people have from now on."""
    for text in islice(subject.values(), _FEW):
        if text.text.lower() not in _RULERS:
            continue
        named = words_of(text.key)
        if last_word(text.key) in ("value", "val", "to"):
            beside = (each for each in islice(subject.values(), _FEW) if last_word(each.key) in _NAMED)
            named = named.union(*(words_of(each.text[:_SHORT]) for each in beside))
        if not named.isdisjoint(_ROLES):
            yield Finding("destructive", _HIGH, _RIGHTS, text.text[:_SHORT], text.steps)
            return


def blank(value: JsonValue) -> bool:
    """Whether rows of a table hold nothing."""
    if not isinstance(value, list) or not value or len(value) > _ROWS:
        return False
    return all(isinstance(row, list) and row and all(cell in ("", None) for cell in row[:_ROWS]) for row in value)


_ROWS: Final = 2_000
