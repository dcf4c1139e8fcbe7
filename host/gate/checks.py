"""Everything that a decision on a call stands on: definition, arguments, verdict.

Owns: how each of these is looked at, the first time and again. What stays true: what could not be validated says so in
a finding; what is invalid, unknown or denied ends the call; the policy is asked anew each time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from host.gate import answers, records
from host.gate.refusals import Refusal, deny
from host.gate.run import Run
from host.inspect.numbers import unsafe_integers
from host.model import Decision, Effect, Finding, Severity, Verdict
from host.policy.facts import CallFacts
from host.schema import SchemaChecker, SchemaReport
from host.servers.catalogue import ListingFailed, Tool
from host.settings import Settings

UNKNOWN_TOOL_AGE: Final = 1.0
"""Seconds: an unknown name makes the server list again only where the listing is older, whatever an app makes up."""


class Judge(Protocol):
    """What the gate needs of the policy."""

    def judge(self, facts: CallFacts) -> Verdict:
        """The verdict by the rules in force this very moment."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What a decision stands on, as it was at one moment.

    Attributes:
        tool: with its definition. findings: what Assent worked out. verdict: of the policy; never a deny.
    """

    tool: Tool
    findings: tuple[Finding, ...]
    verdict: Verdict

    @property
    def definition(self) -> str:
        """Digest of the tool's definition."""
        return self.tool.definition.digest


class Checks:
    """Looks at calls."""

    def __init__(self, policy: Judge, checker: SchemaChecker, settings: Settings) -> None:
        """``checker``: validates arguments without being stopped by a schema."""
        self._policy, self._checker, self._settings = policy, checker, settings

    def use(self, settings: Settings) -> None:
        """From now on these."""
        self._settings = settings

    async def tool(self, run: Run) -> Tool:
        """The tool's current definition, from a listing that is at most ``listing_max_age`` seconds old.

        Raises:
            Refusal: there is none that can be used. Aborted: the call was ended from outside.
        """
        catalogue, name = run.line.catalogue, run.call.tool
        age = catalogue.age()
        unknown = catalogue.get(name) is None and age > UNKNOWN_TOOL_AGE
        if unknown or age > self._settings.listing_max_age:
            try:
                await run.unless_aborted(catalogue.refresh(timeout=self._settings.list_timeout))
            except ListingFailed as error:
                raise deny(run.call, "fault", str(error)) from error
        elif age > self._settings.listing_max_age / 2:
            catalogue.refresh_behind()
        tool = catalogue.get(name)
        if tool is None:
            why = (
                "Tool listed more than once and therefore withheld" if name in catalogue.duplicates else "Unknown tool"
            )
            raise Refusal(records.refused(run.call, why), answers.unusable(name[: records.NAME_LIMIT], why))
        return tool

    async def findings(self, run: Run, tool: Tool) -> tuple[Finding, ...]:
        """Validate the arguments; what could not be validated becomes a finding.

        Raises:
            Refusal: they are invalid. Aborted: the call was ended from outside.
        """
        call = run.call
        report = self._checker.check_now(tool.input, call.arguments_value)
        if report is None:
            report = await run.unless_aborted(self._checker.check(tool.input, call.arguments_value, call.arguments))
        if report.status == "invalid":
            reply = answers.invalid(call.revision, call.tool[: records.NAME_LIMIT], report.violations)
            raise Refusal(records.refused(call, "the arguments violate the input schema"), reply)
        return (*tool.findings, *unsafe_integers(call.arguments_value), *_not_validated(report))

    def judged(self, run: Run, tool: Tool, findings: tuple[Finding, ...]) -> Basis:
        """With the policy's verdict.

        Raises:
            Refusal: it is a deny.
        """
        call, verdict = run.call, self.verdict(run, findings)
        if verdict.effect is Effect.DENY:
            decision = Decision(call.id, call.digest, False, "rule", verdict.rule, verdict.reason)
            record = records.decided(
                call, decision, verdict=verdict, findings=findings, definition=tool.definition.digest
            )
            raise Refusal(record, answers.denied(call.revision, verdict, decision))
        return Basis(tool, findings, verdict)

    def verdict(self, run: Run, findings: tuple[Finding, ...]) -> Verdict:
        """What the policy says now."""
        call = run.call
        return self._policy.judge(
            CallFacts(
                server=call.server.id,
                tool=call.tool,
                app=call.app.name,
                app_authenticated=call.app.authenticated,
                findings=findings,
            )
        )


def _not_validated(report: SchemaReport) -> tuple[Finding, ...]:
    if report.status != "not validated":
        return ()
    text = f"The arguments could not be validated: {report.reason}."
    return (Finding("not-validated", Severity.MEDIUM, text),)
