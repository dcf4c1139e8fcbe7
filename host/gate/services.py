"""What the parts of one gate work with.

Owns: the list of services, and the interfaces that the gate needs of log and policy.
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
        """Return once the records are durable. Raises AuditError if they cannot be made durable."""

    async def append_linked(self, *drafts: Draft, alone: bool = False) -> Sequence[Tip]:
        """Do the same as ``append``, and return each record's place in the chain.

        ``alone``: nothing else runs, so the event loop may be held up for one commit, a fast one by the last few.
        """

    def submit(self, draft: Draft) -> None:
        """Queue a record. Records are written in the order of submission."""


class Judge(Protocol):
    """What the gate needs of the policy."""

    @property
    def generation(self) -> int:
        """A number that differs after every change of the rules in force."""

    def judge(self, facts: CallFacts) -> Verdict:
        """Return the verdict by the rules in force. Equal facts give equal verdicts within a generation."""

    def broken_verdict(self) -> Verdict | None:
        """Return the verdict on every call while a policy file cannot be used, else None."""

    def needs(self, server: str, tool: str, app: str) -> Needs:
        """Return what must be gathered for the rules that match these names."""

    def trust_of(self, server_id: str, config_digest: str) -> Trust:
        """Return who vouches for that configuration."""

    def is_stale(self) -> bool:
        """Whether the files differ from those whose rules are in force."""

    async def ready(self) -> None:
        """Return once the current content of the files is in force."""


class Services(Struct, frozen=True, kw_only=True):
    """What the parts of one gate work with.

    ``clock``: returns Unix seconds, for times that people see. ``monotonic``: returns seconds, for rates.
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
