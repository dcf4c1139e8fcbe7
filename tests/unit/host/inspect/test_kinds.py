"""The order of findings, and what a person sees first of equals."""

from __future__ import annotations

from host.inspect.inspector import limit_findings
from host.model import Finding, Severity


def test_s09_what_deletes_or_leaks_stands_before_odd_letters_of_the_same_severity() -> None:
    odd = [Finding("confusable", Severity.HIGH, f"Letter {n}.") for n in range(9)]
    soft = Finding("runs-code", Severity.MEDIUM, "Resets.")
    deletes = Finding("runs-code", Severity.HIGH, "Deletes.")
    leaks = Finding("exfiltration", Severity.HIGH, "Leaks.")
    unknown = Finding("of-tomorrow", Severity.HIGH, "New.")
    found = limit_findings([unknown, *odd, soft, leaks, deletes])
    assert [it.text for it in found[:3]] == ["Deletes.", "Leaks.", "Letter 0."]
    assert [it.severity for it in found] == sorted((it.severity for it in found), key=lambda it: it.rank)
    assert unknown in found
