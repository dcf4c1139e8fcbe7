"""Obligations as JSON, for records and for answers (pure).

Owns: that one form. What stays true: equal obligations have equal JSON, whatever rules they came from; none are ``{}``.
"""

from __future__ import annotations

from host.model import JsonObject, JsonValue, Obligations


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
