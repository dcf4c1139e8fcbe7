"""Rules and obligations as JSON, in their one normal form (pure).

Invariants:
    The form of a rule depends on what it says alone, not on how it was written; reading it yields the same rule; what
    decides is all in it.
    Equal obligations have equal JSON, whatever rules they came from; none are ``{}``.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Final

from host.canonical import canonical
from host.model import JsonObject, JsonValue, Obligations, RoleQuota, sha256_hex
from host.policy.conditions import conditions_json, number
from host.policy.model import Rule

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
        acknowledges=[*sorted(rule.acknowledges)] or None,
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


def moment_text(moment: datetime) -> str:
    """An aware moment as RFC 3339 has it, in UTC."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _only(**members: JsonValue) -> JsonObject:
    """The members that are not None."""
    return {key: value for key, value in members.items() if value is not None}


def _match(rule: Rule) -> JsonObject:
    wanted, names = rule.conditions, rule.match
    globs = {"server": names.server, "tool": names.tool, "app": names.app}
    return {key: glob for key, glob in globs.items() if glob is not None and glob != "*"} | conditions_json(wanted)


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
