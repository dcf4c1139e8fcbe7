"""Rules and obligations as JSON, in their one normal form (pure).

Invariants:
    The form of a rule depends on what it says alone, not on how it was written; reading it yields the same rule; what
    decides is all in it.
    Equal obligations have equal JSON, whatever rules they came from; none are ``{}``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from host.canonical import canonical
from host.model import JsonObject, JsonValue, Obligations, RoleQuota, sha256_hex
from host.policy.model import WEEK, Conditions, HostPattern, Hosts, PathsWithin, Rule, Scalar, TimeOfDay

_ALL_DAY: Final = TimeOfDay()
_NAMING: Final = frozenset({"id", "reason", "enabled"})
"""Keys of a rule that say nothing of the calls it matches, nor of what it does with them."""


def rule_json(rule: Rule) -> JsonObject:
    """The rule as an object that its file could hold; nothing is in it that is so anyway."""
    return _only(
        id=rule.id,
        effect=rule.effect.value,
        enabled=None if rule.enabled else False,
        reason=rule.reason or None,
        expires=None if rule.expires is None else moment_text(rule.expires),
        match=_match(rule),
        acknowledges=_list(sorted(rule.acknowledges)),
        obligations=_obligations(rule.obligations) or None,
    )


def rule_text(rule: Rule) -> str:
    """The same as text for people to edit, indented by two spaces."""
    return json.dumps(rule_json(rule), indent=2, ensure_ascii=False)


def deciding_form(rule: Rule) -> bytes:
    """Everything of a rule that decides, in canonical form; its name, its reason and whether it counts are left out."""
    if not rule.form:
        said: JsonObject = {key: value for key, value in rule_json(rule).items() if key not in _NAMING}
        object.__setattr__(rule, "form", canonical(said))  # worked out once: a file may hold 20,000 rules
    return rule.form


def own_id(rule: Rule) -> str:
    """The id of a rule for which its author wrote none: ``rule-`` and ten hex digits that follow from what it says."""
    return f"rule-{sha256_hex(deciding_form(rule))[:10]}"


def host_text(pattern: HostPattern) -> str:
    """A pattern as a rule writes it, such as ``*.example.org:8443`` or ``[2001:db8::1]``."""
    host = f"[{pattern.host}]" if ":" in pattern.host else pattern.host
    port = "" if pattern.port is None else ":*" if pattern.port == "any" else f":{pattern.port}"
    return f"{'*.' if pattern.below else ''}{host}{port}"


def clock(minutes: int) -> str:
    """Minutes after midnight as ``HH:MM``, up to ``24:00``."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def moment_text(moment: datetime) -> str:
    """An aware moment as RFC 3339 has it, in UTC."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def number(value: float) -> int | float:
    """A number in one form: whole ones without a point."""
    whole = int(value)
    return whole if whole == value else value


def _only(**members: JsonValue) -> JsonObject:
    """The members that say something."""
    return {key: value for key, value in members.items() if value is not None}


def _match(rule: Rule) -> JsonObject:
    wanted, names = rule.conditions, rule.match
    globs = {"server": names.server, "tool": names.tool, "app": names.app}
    return {key: glob for key, glob in globs.items() if glob is not None and glob != "*"} | _conditions(wanted)


def _conditions(wanted: Conditions) -> JsonObject:
    return _only(
        trust=_one_or_all(sorted(wanted.trust)) if wanted.trust else None,
        annotations={name: _one_or_all([_scalar(value) for value in values]) for name, values in wanted.annotations}
        or None,
        findings=_list(sorted(wanted.findings)),
        arguments=wanted.arguments.raw if wanted.arguments else None,
        paths_within=_paths(wanted.paths) if wanted.paths else None,
        hosts=_hosts(wanted.hosts) if wanted.hosts else None,
        time=_time(wanted.time) if wanted.time else None,
    )


def _paths(paths: PathsWithin) -> JsonValue:
    return _bounded("folders", sorted(paths.folders), paths.arguments)


def _hosts(hosts: Hosts) -> JsonValue:
    return _bounded("hosts", sorted(map(host_text, hosts.patterns)), hosts.arguments)


def _bounded(name: str, texts: Sequence[str], arguments: Sequence[str]) -> JsonValue:
    """A list, or an object where it counts for some arguments only."""
    return {name: [*texts], "arguments": [*sorted(arguments)]} if arguments else [*texts]


def _time(time: TimeOfDay) -> JsonObject:
    said = _only(
        days=_list([day for day in WEEK if day in time.days]),
        to=clock(time.ends) if time.ends != _ALL_DAY.ends else None,
        zone=time.zone if time.zone != _ALL_DAY.zone else None,
    )
    begins: JsonObject = {"from": clock(time.begins)} if time.begins or not said else {}
    return begins | said


def _obligations(wanted: Obligations) -> JsonObject:
    rate = next(iter(wanted.rates), None)
    return _only(
        approvers=[_quota(quota) for quota in sorted(wanted.approvers)] or None,
        pin=wanted.pin or None,
        review_result=wanted.review_result or None,
        reason_required=wanted.reason_required or None,
        rate={"calls": rate.calls, "perSeconds": number(rate.seconds)} if rate else None,
    )


def _quota(quota: RoleQuota) -> JsonValue:
    return quota.role if quota.count == 1 else {"role": quota.role, "count": quota.count}


def _scalar(value: Scalar) -> Scalar:
    return number(value) if isinstance(value, float) else value


def _one_or_all(values: Sequence[Scalar]) -> JsonValue:
    """A single value by itself, several as a list in one order."""
    return values[0] if len(values) == 1 else [*sorted(values, key=canonical)]


def _list(values: Iterable[str]) -> JsonValue:
    return [*values] or None


def demands(obligations: Obligations) -> JsonObject:
    """What a verdict demands besides its effect, without what it does not demand."""
    approvers: list[JsonValue] = [{"role": quota.role, "count": quota.count} for quota in obligations.approvers]
    rates: list[JsonValue] = [
        {"rule": rate.rule, "calls": rate.calls, "perSeconds": rate.seconds} for rate in obligations.rates
    ]
    listed: JsonObject = {"approvers": approvers, "rates": rates}
    flags: JsonObject = {
        "pin": obligations.pin,
        "review_result": obligations.review_result,
        "reason_required": obligations.reason_required,
    }
    return {name: value for name, value in (listed | flags).items() if value}
