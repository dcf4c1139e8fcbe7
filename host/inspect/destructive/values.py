"""What one value of a call puts an end to (pure).

Owns: the meaning of texts, switches, numbers and lists under their names: nothing is kept any longer, a guard is off,
a mode replaces, a place is the trash, one value means all there is. What stays true: a value counts where its name and
the tool's say together what it is for.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

from typing import Final, NamedTuple

from host.inspect.subject import Steps
from host.inspect.tools.words import last_word, words_of
from host.model import JsonValue
from host.naming import key_words
from host.patterns import regex
from host.words import say

EXPIRES: Final = say("This keeps things so short that what is there goes by itself.")
EMPTIED: Final = say("This puts nothing in the place of what is there.")
GUARD: Final = say("This switches off what protects or records.")
_REPLACED: Final = say("This mode replaces or deletes what is there.")
_TRASHED: Final = say("This moves something into the trash.")
ALL: Final = say("This changes everything there is of it at once.")
_ENDS: Final = say("This ends something that somebody relies on.")
_STEP: Final = say("This step deletes something.")
_BACK: Final = say("This takes back what changed since, and the data with it.")
_MANY: Final = say("This goes to many people at once.")
_MOVES: Final = say("This changes where money, mail or a name leads from now on.")

_SETS: Final = frozenset(
    "set update patch put modify edit change configure write replace save overwrite apply toggle enable manage switch "
    "disable alter adjust upsert define create configure reconfigure".split()
)
_KEEPS: Final = frozenset(
    "cleanup frozen retention retain lifecycle expiration expire expiry ttl backup snapshot keep history ilm phase".split()
)
_TIMES: Final = frozenset(
    "day age ttl second hour period retention count minute week month ms expiration expire expiry backup snapshot keep "
    "maxage number version value amount limit duration sec than n obligation".split()
)
_SHORT_LIVED: Final = frozenset("cache session cookie rate poll dns token link presence invite".split())
_GUARDS: Final = frozenset(
    "mfa 2fa sv factor totp otp versioning version_control logging audit trail backup protection firewall waf encryption scanning "
    "alert alarm monitor monitoring guardduty antivirus defender edr ids ddos captcha ssl tls hsts csp sso signing verification "
    "protected scrubber scrubbing masking redaction dnssec dkim dmarc pitr journaling soft "
    "enforcement termination immutability lock approval review quarantine dlp rls throttle ratelimit".split()
)
_OFF: Final = frozenset(
    "off disabled disable suspended none inactive never false paused no stopped not_allowed notallowed denied optional bypass not_required exempt".split()
)
_MODES: Final = frozenset(
    "mode strategy disposition behavior behaviour conflict existing writemode direction op action".split()
)
_REPLACING: Final = frozenset(
    "mirror replace overwrite truncate purge wipe destroy clobber down drop delete terminate force erase".split()
)
_STATES: Final = frozenset("status state lifecycle".split())
_ENDED: Final = frozenset("cancelled canceled terminated deactivated revoked trashed deleted decommissioned".split())
_PLACES: Final = frozenset("folder label mailbox destination target to add ids id collection".split())
_BIN: Final = frozenset(
    {"trash", "trashed", "deleted", "bin", "papierkorb", "corbeille", "papelera", "lixeira", "cestino"}
)
_WHICH: Final = frozenset(
    "id filter query sku user index table list where selector target key pattern ids which scope name path range "
    "appliesto product member customer account location store tenant department region".split()
)
_WHOLE: Final = frozenset({"1:*", "0:*", "*", "all", "%", "**", "everything", ".*", "everyone", "*:*", "_all"})
_CHANGE: Final = frozenset(
    "set update patch put modify edit change configure replace apply bulk mass transition assign move close merge lock "
    "freeze expire disable".split()
)
CHANGES: Final = _SETS | _CHANGE
"""Verbs of tools that change a setting or a thing."""
_SECOND: Final = regex(r"(?:auto|\d{1,4}) ?[,/;] ?[01] ?d?")
"""The least and the most that is kept."""
_SHORT: Final = regex(r"[01] ?(?:s|m|h|d|ms|min|sec|days?|hours?|minutes?|seconds?)")
_LEADS: Final = (
    frozenset({"external", "account"}),
    frozenset({"payout", "account"}),
    frozenset({"bank", "account"}),
    frozenset({"payout", "iban"}),
    frozenset({"direct", "deposit"}),
)
_MAKES: Final = frozenset("create draft send transfer pay refund make define".split())
_SHUTS: Final = frozenset("close expire freeze lock mute disable".split())
_OPTION: Final = regex(
    r"--(?:delete(?:-[a-z]{1,20})?|prune|hard|mirror|purge|remove-source-files|force|no-preserve-root|del|destroy)|--force-with-lease"
)
_DELETE_STEPS: Final = frozenset("delete remove drop destroy purge truncate".split())
_TIES: Final = frozenset("label labels tag tags reaction reactions assignee assignees watcher reviewer flag".split())
"""What is undone, and can be made again."""
_AUDIENCES: Final = frozenset("segment audience".split())
_EVERYBODY: Final = frozenset({"all", "everyone", "subscribed users", "all users"})
_LISTS: Final = frozenset("label labels option options flag flags arg args".split())
_PEOPLE: Final = frozenset("to recipient number bcc phone".split())
_WALLS: Final = frozenset("firewall ufw waf".split())
_ARCHIVED: Final = frozenset("database project repo repository board".split())
_TOLD: Final = frozenset("show display send notify email dry".split())
_WITHOUT: Final = frozenset("skip no disable without ignore bypass allow".split())
_INNER: Final = frozenset("required require enabled enable enforced status state active value".split())
LONGEST: Final = 60
"""Characters of a text that means something by itself."""
_FEW: Final = 20


class Met(NamedTuple):
    """One member. Attributes: key: words of its name. about: of the tool, and of the setting that the call names."""

    steps: Steps
    name: str
    value: JsonValue
    key: frozenset[str]
    about: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        """Of all names on the way to it, and of the tool."""
        return self.about.union(*(words_of(step) for step in self.steps if isinstance(step, str)))


def meant(met: Met, tool: frozenset[str]) -> str | None:
    """What a member puts an end to, None for nothing. ``tool``: words of the tool's name."""
    value, changes = met.value, not tool.isdisjoint(CHANGES)
    if isinstance(value, str):
        return _text(met, value.strip().lower(), tool, changes) if value and len(value) <= LONGEST else None
    if isinstance(value, bool):
        return _switch(met, tool, changes)
    if isinstance(value, (int, float)):
        return _expires(met) if changes and value <= _day(met.key) else None
    if isinstance(value, (list, dict)) and value:
        if _step(met.name) in _DELETE_STEPS and met.key.isdisjoint(_TIES):
            return _STEP
        if changes and met.key & {"silenced", "muted"} and tool & {"monitor", "alert", "alarm"}:
            return GUARD
        if changes and any(pair <= met.key for pair in _LEADS) and tool.isdisjoint(_MAKES):
            return _MOVES
        return _list(met, value, changes) if isinstance(value, list) else None
    return None


def _expires(met: Met) -> str | None:
    """Whether a time is one for which nothing is kept."""
    if (
        (last_word(met.name) not in _TIMES and key_words(met.name)[:1] != ("day",))
        or met.name.lower() == "n"
        or not met.words.isdisjoint(_SHORT_LIVED)
    ):
        return None
    return None if met.words.isdisjoint(_KEEPS) else EXPIRES


def _text(met: Met, low: str, tool: frozenset[str], changes: bool) -> str | None:
    last = last_word(met.name)  # words of the text cost more than all else here: they are asked for last
    if (
        last in _MODES
        and not words_of(low).isdisjoint(_REPLACING)
        and low != "replace all"
        and "lifecycle" not in met.about
    ):
        return _STEP if low in ("delete", "terminate", "drop", "destroy") else _mode(met, low)
    if low in ("disarmed", "unlocked") and (last in _STATES or last == "mode"):
        return GUARD
    if met.key & _AUDIENCES and low in _EVERYBODY and met.words & {"send", "create"}:
        return _MANY
    if not met.key.isdisjoint(_PLACES) and not words_of(low).isdisjoint(_BIN):
        return _TRASHED
    return _changed(met, low, tool, last) if changes else None


def _changed(met: Met, low: str, tool: frozenset[str], last: str) -> str | None:
    """What a text means where the tool changes something."""
    if low in _OFF or (low in ("allow", "accept", "permit") and met.words & _WALLS):
        return GUARD if low not in _OFF or _guards(met) else None
    if last in _STATES and low in _ENDED:
        return _ENDS
    if (last == "iban" or any(pair <= met.key for pair in _LEADS)) and tool.isdisjoint(_MAKES):
        return _MOVES
    if not met.key.isdisjoint(_WHICH) and (low in _WHOLE or (low.endswith("*") and not tool.isdisjoint(_SHUTS))):
        return ALL
    number = int(low) if len(low) < _DIGITS and low.isdecimal() and low.isascii() else None
    short = (
        _SHORT.fullmatch(low) is not None
        or _SECOND.fullmatch(low) is not None
        or (number is not None and number <= _day(met.key))
    )
    return _expires(met) if short else None


def _day(key: frozenset[str]) -> int:
    """How many of a unit that a name speaks of are an hour, or one where it is larger or none."""
    if "ms" in key or "mss" in key:
        return 3_600_000
    return (
        3_600 if key & {"second", "seconds", "sec"} or (key >= {"retention", "period"} and "backup" not in key) else 1
    )


_DIGITS: Final = 12


def _mode(met: Met, low: str) -> str | None:
    if low == "down":
        return _BACK if met.words & {"migration", "migrate", "schema"} else None
    return None if met.words & {"layout", "theme", "mock", "text", "string", "find"} else _REPLACED


def _switch(met: Met, tool: frozenset[str], changes: bool) -> str | None:
    if met.value is False:
        return _off(met, tool) if changes else None
    if met.name.lower() in ("delete", "mir", "mirror", "deleteall") and met.words & {"sync", "mirror", "copy"}:
        return _REPLACED
    if met.name == "format" and tool & {"volume", "disk", "drive", "partition", "card"}:
        return EMPTIED
    if changes and met.key & {"silenced", "muted"} and tool & {"monitor", "alert", "alarm"}:
        return GUARD
    return _ENDS if changes and met.key & {"archived", "trashed"} and tool & _ARCHIVED else None


def _off(met: Met, tool: frozenset[str]) -> str | None:
    if _guards(met):
        return GUARD
    return _ENDS if {"auto", "renew"} <= met.key or (met.key & {"active"} and tool & {"bulk", "mass"}) else None


def _guards(met: Met) -> bool:
    """Whether what is set to off is something that protects: by its own name, or the one that it stands in."""
    if met.key & _TOLD or (met.value is False and met.key & _WITHOUT):
        return False
    if not met.key.isdisjoint(_GUARDS) and not met.key & {"backup", "history"}:
        return True
    if not isinstance(met.value, str) and last_word(met.name) not in _INNER:
        return False
    return not met.words.isdisjoint(_GUARDS - {"lock", "review"}) or {"object", "lock"} <= met.words


def _list(met: Met, value: list[JsonValue], changes: bool) -> str | None:
    if not met.key.isdisjoint(_LISTS):
        said = [each.lower() for each in value[:_FEW] if isinstance(each, str)]
        if any(_OPTION.fullmatch(each) for each in said):
            return _REPLACED
        if any(each.strip("\\") in _BIN for each in said):
            return _TRASHED
    if len(value) > _FEW and not met.key.isdisjoint(_PEOPLE):
        return _MANY
    return ALL if changes and value in (["*"], ["all"]) and not met.key.isdisjoint(_WHICH) else None


def _step(name: str) -> str:
    """The first word of the name of an operation in a list of several, such as ``deleteSheet``."""
    words = key_words(name)
    return words[0] if len(words) > 1 else ""
