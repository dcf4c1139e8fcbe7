"""What the parts of one gate work with.

Owns: the list of these, and what the gate needs of the log and of the policy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from host.audit.chain import Tip
from host.gate.approvals import Approvals
from host.gate.emergency_stop import StopSwitch
from host.gate.grants import Grants
from host.gate.inspection import Inspection
from host.model import Draft, Trust, Verdict
from host.policy.facts import CallFacts, Needs
from host.policy.model import ApproverEntry
from host.schema import SchemaChecker
from host.settings import LiveSettings


class Log(Protocol):
    """What the gate needs of the audit store."""

    async def append(self, *drafts: Draft) -> int:
        """Return once durable; raise AuditError where that cannot be."""

    async def append_linked(self, *drafts: Draft) -> Sequence[Tip]:
        """As ``append``; returns where in the chain each of them stands."""

    def submit(self, draft: Draft) -> None:
        """Queue a record; records are written in the order in which they were queued."""


class Judge(Protocol):
    """What the gate needs of the policy."""

    @property
    def generation(self) -> int:
        """Another number after every change of the rules in force."""

    def judge(self, facts: CallFacts) -> Verdict:
        """The verdict by the rules in force. Equal facts have equal verdicts within a generation."""

    def broken(self) -> Verdict | None:
        """The verdict on every call while a policy file cannot be used, else None."""

    def needs(self, server: str, tool: str, app: str) -> Needs:
        """What must be gathered for the rules that match these names."""

    def trust_of(self, server_id: str, config_digest: str) -> Trust:
        """Who vouches for that configuration."""

    def stale(self) -> bool:
        """Whether the files are others than those whose rules are in force."""

    async def ready(self) -> None:
        """Return once what the files say now is in force."""


class Services(Struct, frozen=True, kw_only=True):
    """What the parts of one gate work with.

    Attributes:
        log: where everything is on record.
        policy: the rules in force.
        approvals: what waits for people.
        checker: validates by schemas without being stopped by one.
        inspection: makes findings.
        grants: standing permissions.
        stop: the emergency stop.
        settings: in force.
        approvers: gives who may sign now.
        clock: Unix seconds, for what people see.
        monotonic: seconds, for rates.
    """

    log: Log
    policy: Judge
    approvals: Approvals
    checker: SchemaChecker
    inspection: Inspection
    grants: Grants
    stop: StopSwitch
    settings: LiveSettings
    approvers: Callable[[], tuple[ApproverEntry, ...]]
    clock: Callable[[], float]
    monotonic: Callable[[], float]
