"""Rules and obligations as JSON, in one normal form (pure).

Invariants:
    The form of a rule depends only on its content, not on how it was written. Reading it yields the same rule, and it
    holds everything that decides.
    Equal obligations have equal JSON, whatever rules they came from. None are ``{}``.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import force_setattr

from host.canonical import canonical
from host.model import JsonObject, JsonValue, Obligations, RoleQuota, sha256_hex
from host.policy.conditions import plain_number
from host.policy.model import Rule

_NAMING: Final = frozenset({"id", "reason", "enabled"})
"""Keys that say nothing of a rule's calls and what it does with them."""


def rule_json(rule: Rule) -> JsonObject:
    """Return the rule as an object for its file, without defaults."""
    return _without_none(
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
    """Return the same as text for people to edit, indented by two spaces."""
    return json.dumps(rule_json(rule), indent=2, ensure_ascii=False)


def deciding_form(rule: Rule) -> bytes:
    """Return everything of a rule that decides, in canonical form, without name, reason and whether it counts."""
    if not rule.form:
        members: JsonObject = {key: value for key, value in rule_json(rule).items() if key not in _NAMING}
        force_setattr(rule, "form", canonical(members))  # worked out once: a file may hold 20,000 rules
    return rule.form


def derived_id(rule: Rule) -> str:
    """Return the id of a rule without a written one: ``rule-`` and ten hex digits of its content's digest."""
    return f"rule-{sha256_hex(deciding_form(rule))[:10]}"


def moment_text(moment: datetime) -> str:
    """Return a moment with a time zone as RFC 3339, in UTC."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _without_none(**members: JsonValue) -> JsonObject:
    return {key: value for key, value in members.items() if value is not None}


def _match(rule: Rule) -> JsonObject:
    names = rule.match
    conditions: JsonObject = {condition.key: condition.write() for condition in rule.conditions}
    globs = {"server": names.server, "tool": names.tool, "app": names.app}
    return {key: glob for key, glob in globs.items() if glob is not None and glob != "*"} | conditions


def _obligations(wanted: Obligations) -> JsonObject:
    rate = next(iter(wanted.rates), None)
    return _without_none(
        approvers=[_quota(quota) for quota in sorted(wanted.approvers)] or None,
        pin=wanted.pin or None,
        review_result=wanted.review_result or None,
        reason_required=wanted.reason_required or None,
        rate={"calls": rate.calls, "perSeconds": plain_number(rate.seconds)} if rate else None,
    )


def _quota(quota: RoleQuota) -> JsonValue:
    return quota.role if quota.count == 1 else {"role": quota.role, "count": quota.count}


def demands(obligations: Obligations) -> JsonObject:
    """Return what a verdict demands besides its effect, without what it does not demand."""
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
