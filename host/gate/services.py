"""What the parts of one gate work with."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from host.audit.store import AuditStore
from host.gate.approvals import Approvals
from host.gate.emergency_stop import StopSwitch
from host.gate.grants import Grants
from host.gate.inspection import Inspection
from host.policy.book import PolicyBook
from host.policy.model import ApproverEntry
from host.schema import SchemaChecker
from host.settings import LiveSettings


class Services(Struct, frozen=True, kw_only=True):
    """What the parts of one gate work with.

    ``clock``: returns Unix seconds, for times that people see. ``monotonic``: returns seconds, for rates.
    """

    log: AuditStore
    policy: PolicyBook
    approvals: Approvals
    checker: SchemaChecker
    inspection: Inspection
    grants: Grants
    stop: StopSwitch
    settings: LiveSettings
    approvers: Callable[[], tuple[ApproverEntry, ...]]
    clock: Callable[[], float]
    monotonic: Callable[[], float]
