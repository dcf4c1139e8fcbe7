"""What a rule's ``match`` and ``obligations`` say, as values (pure).

Owns: what the schema of policy files cannot tell: which folders, hosts, moments, zones, patterns and schemas can be
used, and which obligations fit which effect. What stays true: whatever is wrong is said; what is returned is in the
normal form that ``host.policy.write`` writes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, TypeAlias, cast
from zoneinfo import ZoneInfo

from host.canonical import canonical
from host.jsonc import KeyPath, quoted
from host.model import (
    NO_OBLIGATIONS,
    Effect,
    JsonObject,
    JsonValue,
    Obligations,
    RateLimit,
    RoleQuota,
    Trust,
    sha256_hex,
)
from host.policy import argument_schema, hosts
from host.policy.model import (
    NO_CONDITIONS,
    ArgumentSchema,
    Conditions,
    HostPattern,
    Hosts,
    Match,
    PathsWithin,
    Scalar,
    TimeOfDay,
    Weekday,
    glob_problem,
)
from host.policy.write import host_text, number
from host.words import say

Complaint: TypeAlias = "tuple[KeyPath, str, str]"
"""Path within the rule, message, remedy."""

_GLOBS: Final = ("server", "tool", "app")
_BRACKETS: Final = say("Write [[] and []] for brackets as such, and ranges upwards, as in [a-z].")
_FOLDER: Final = say('Write it from the root on, or from "~/" on, without "..".')
_ONLY_ASKING: Final = ("approvers", "pin", "reason_required")


def match_of(raw: JsonObject, found: list[Complaint]) -> Match:
    """The three patterns. What is wrong is added to ``found``, here and below."""
    globs = {key: str(raw[key]) for key in _GLOBS if key in raw and raw[key] != "*"}
    for key, glob in globs.items():
        if why := glob_problem(glob):
            found.append((("match", key), why, _BRACKETS))
    return Match(**globs)


def conditions_of(raw: JsonObject, found: list[Complaint]) -> Conditions:
    """Everything in ``match`` besides the patterns."""
    if raw.keys() <= {*_GLOBS}:
        return NO_CONDITIONS
    return Conditions(
        trust=frozenset(cast("list[Trust]", _listed(raw.get("trust", [])))),
        annotations=tuple((name, _values(wanted)) for name, wanted in sorted(_object(raw, "annotations").items())),
        findings=frozenset(_texts(raw.get("findings"))),
        arguments=_schema(raw["arguments"], found) if "arguments" in raw else None,
        paths=_paths(raw["paths_within"], found) if "paths_within" in raw else None,
        hosts=_hosts(raw["hosts"], found) if "hosts" in raw else None,
        time=_time(_object(raw, "time"), found) if "time" in raw else None,
    )


def obligations_of(raw: JsonObject, effect: Effect, rule: str, found: list[Complaint]) -> Obligations:
    """What the rule demands. ``rule``: its id."""
    if not raw:
        return NO_OBLIGATIONS
    misplaced = {key: _misplaced(key, effect) for key, wanted in raw.items() if wanted is not False}
    found += [(("obligations", key), *why) for key, why in misplaced.items() if why]
    return Obligations(
        tuple(sorted(_quotas(raw.get("approvers"), found))),
        raw.get("pin") is True,
        raw.get("review_result") is True,
        raw.get("reason_required") is True,
        tuple(_rates(_object(raw, "rate"), rule)),
    )


def acknowledged_of(raw: JsonValue, effect: Effect, found: list[Complaint]) -> frozenset[str]:
    """The kinds of findings that the rule has taken into account."""
    if raw is not None and effect is not Effect.ALLOW:
        message = say("means nothing in a rule that does not allow: its calls do not pass by themselves")
        found.append((("acknowledges",), message, say('Remove it, or write "effect": "allow".')))
    return frozenset(_texts(raw))


def moment_of(text: str, found: list[Complaint]) -> datetime | None:
    """The moment that ``expires`` names, in UTC."""
    try:
        return datetime.fromisoformat(text.upper().replace(" ", "T")).astimezone(UTC)
    except (ValueError, OverflowError):
        found.append(
            (("expires",), say("is no moment that there is"), say('Write one such as "2027-01-01T00:00:00Z".'))
        )
        return None


def _misplaced(key: str, effect: Effect) -> tuple[str, str] | None:
    """Why a rule of that effect cannot demand this, and what to do."""
    if effect is Effect.DENY:
        return say("means nothing in a rule that denies"), say("Remove it, or let the rule ask.")
    if effect is Effect.ALLOW and key in _ONLY_ASKING:
        return say("needs a person, and a rule that allows asks nobody"), 'Write "effect": "ask".'
    return None


def _quotas(raw: JsonValue, found: list[Complaint]) -> Iterator[RoleQuota]:
    taken: set[str] = set()
    for place, entry in enumerate(_listed(raw or [])):
        wanted: JsonObject = entry if isinstance(entry, dict) else {"role": entry}
        role, count = str(wanted["role"]), wanted.get("count", 1)
        if role in taken:
            path: KeyPath = ("obligations", "approvers", place)
            found.append(
                (path, say("names a role a second time"), say('Write {{"role": …, "count": 2}} for two people.'))
            )
        taken.add(role)
        yield RoleQuota(role, _whole(count))


def _rates(raw: JsonObject, rule: str) -> Iterator[RateLimit]:
    if raw:
        seconds = raw["perSeconds"]
        yield RateLimit(rule, _whole(raw["calls"]), float(seconds) if isinstance(seconds, int | float) else 0.0)


def _values(wanted: JsonValue) -> tuple[Scalar, ...]:
    """Values of an annotation in one order; the schema saw to it that they are no lists and objects."""
    values = [number(value) if isinstance(value, float) else value for value in _listed(wanted)]
    return tuple(sorted(cast("list[Scalar]", values), key=canonical))


def _schema(raw: JsonValue, found: list[Complaint]) -> ArgumentSchema | None:
    if not isinstance(raw, dict):
        return None
    if why := argument_schema.problem(raw):
        found.append((("match", "arguments"), why, say("See https://json-schema.org for what a schema may say.")))
        return None
    return ArgumentSchema(raw, sha256_hex(canonical(raw)))


def _paths(raw: JsonValue, found: list[Complaint]) -> PathsWithin:
    base, folders, arguments = _bounded("paths_within", "folders", raw)
    for place, folder in enumerate(folders):
        if why := _folder_problem(folder):
            found.append(((*base, place), why, _FOLDER))
    return PathsWithin(tuple(sorted(folders)), arguments)


def _folder_problem(folder: str) -> str:
    """Why a folder would not mean one place, empty where it does."""
    if ".." in folder.replace("\\", "/").split("/"):
        return 'holds ".."'
    if folder.startswith(("//", "\\\\")):
        return say("is on another computer")
    if folder == "~" or folder.startswith(("~/", "/")):
        return ""
    drive = sys.platform == "win32" and folder[:1].isalpha() and folder[1:3] in (":\\", ":/")
    return "" if drive else say("is not an absolute path")


def _hosts(raw: JsonValue, found: list[Complaint]) -> Hosts:
    base, texts, arguments = _bounded("hosts", "hosts", raw)
    patterns: set[HostPattern] = set()
    for place, text in enumerate(texts):
        read = hosts.pattern(text)
        if isinstance(read, str):
            found.append(((*base, place), say("is no host that can be matched"), read))
        else:
            patterns.add(read)
    return Hosts(tuple(sorted(patterns, key=host_text)), arguments)


def _bounded(key: str, inner: str, raw: JsonValue) -> tuple[KeyPath, tuple[str, ...], tuple[str, ...]]:
    """Where the list stands, what is in it, and for which arguments it is."""
    if isinstance(raw, dict):
        return ("match", key, inner), _texts(raw.get(inner)), tuple(sorted(_texts(raw.get("arguments"))))
    return ("match", key), _texts(raw), ()


def _time(raw: JsonObject, found: list[Complaint]) -> TimeOfDay:
    zone = str(raw.get("zone", "local"))
    if not _is_zone(zone):
        remedy = say('Write "local", "UTC" or a name such as "Europe/Berlin".')
        found.append(
            (("match", "time", "zone"), say("there is no time zone {zone} on this system", zone=quoted(zone)), remedy)
        )
    days = frozenset(cast("tuple[Weekday, ...]", _texts(raw.get("days"))))
    return TimeOfDay(days, _minutes(raw.get("from", "00:00")), _minutes(raw.get("to", "24:00")), zone)


@lru_cache(1024)
def _is_zone(name: str) -> bool:
    if name in ("local", "UTC"):
        return True
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # KeyError: ZoneInfoNotFoundError is one
        return False
    return True


def _minutes(text: JsonValue) -> int:
    hours, minutes = str(text).split(":")
    return int(hours) * 60 + int(minutes)


def _object(raw: JsonObject, key: str) -> JsonObject:
    value = raw.get(key)
    return value if isinstance(value, dict) else {}


def _listed(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else [value]


def _texts(value: JsonValue) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


def _whole(value: JsonValue) -> int:
    """JSON Schema counts ``1e3`` among the integers."""
    return int(value) if isinstance(value, int | float) else 0
