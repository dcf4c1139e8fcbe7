"""What the log keeps and what an app hears is English text, however a sentence was made."""

from __future__ import annotations

from host.audit.record import prepare
from host.gate import records, refusals
from host.model import Decision, Effect, Finding, Severity, Verdict
from host.values import replace
from host.words import Wording, say
from tests.support.window import asked

CALL = asked().request.call
SAID = say("{rule} denies {calls}.", rule=say('Rule "{id}"', id="r"), calls="files ▸ *")
VERDICT = Verdict(Effect.DENY, "r", "user", SAID)
FINDINGS = (Finding("secret", Severity.HIGH, SAID),)
DECISION = Decision(CALL.id, CALL.digest, False, "rule", "r", SAID)
PLAIN = replace(VERDICT, because=str(SAID))
FOUND = (Finding("secret", Severity.HIGH, str(SAID)),)
DECIDED = replace(DECISION, reason=str(SAID))


def test_a_record_holds_the_same_bytes() -> None:
    assert isinstance(VERDICT.because, Wording)
    made = records.decided(CALL, DECISION, records.JudgedOn(VERDICT, FINDINGS))
    assert prepare(made, 1) == prepare(records.decided(CALL, DECIDED, records.JudgedOn(PLAIN, FOUND)), 1)
    assert prepare(records.refused(CALL, SAID), 1) == prepare(records.refused(CALL, str(SAID)), 1)


def test_an_app_hears_the_same_bytes() -> None:
    assert refusals.denied("2025-11-25", VERDICT, DECISION) == refusals.denied("2025-11-25", PLAIN, DECIDED)
    assert refusals.unusable("x", SAID) == refusals.unusable("x", str(SAID))
    assert b'"say"' not in (refusals.denied("2025-11-25", VERDICT, DECISION).result or b"")
